"""What a hypothesis changes in its premise: the words taken out and the words put in."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_WORD = re.compile(r"[\w'’]+(?:-[\w'’]+)*|[^\w\s]")


class Change(NamedTuple):
    """The words between the common beginning and the common end of two sentences."""

    before: str
    """The last common word before the change, in lower case; empty at the start."""
    old: tuple[str, ...]
    new: tuple[str, ...]
    kept: int
    """How many words the two share at the beginning and the end."""

    @property
    def is_local(self) -> bool:
        """Whether most of the longer sentence was kept, as when an expression is replaced in it."""
        return self.kept >= max(3, len(self.old), len(self.new))


@lru_cache(maxsize=4096)
def split_words(text: str) -> tuple[str, ...]:
    """Return the words and marks of a text; kept for a while, since several checks ask for the same one."""
    return tuple(_WORD.findall(text))


@lru_cache(maxsize=64)
def find_change(premise: str, hypothesis: str) -> Change:
    """Return what the hypothesis changes, from the first word that differs to the last.

    >>> find_change("He spilled the beans today.", "He revealed the secret today.")[:3]
    ('he', ('spilled', 'the', 'beans'), ('revealed', 'the', 'secret'))
    """
    old, new = split_words(premise), split_words(hypothesis)
    limit = min(len(old), len(new))
    start = 0
    while start < limit and old[start].lower() == new[start].lower():
        start += 1
    end = 0
    while end < limit - start and old[-1 - end].lower() == new[-1 - end].lower():
        end += 1
    return Change(
        before=old[start - 1].lower() if start else "",
        old=old[start : len(old) - end],
        new=new[start : len(new) - end],
        kept=start + end,
    )
