"""A sample for eyes: spread over phenomena, methods and labels, with the changed words marked."""

from __future__ import annotations

import difflib
import re
import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator

from nonliteral.draw import stable_hash
from nonliteral.records import Pair

_PIECES = re.compile(r"\s+|[\w'’]+(?:-[\w'’]+)*|[^\w\s]")
_WIDTH = 100
_SAME = 0.3
"""Below this share of common words two sentences have too little in common for marks to help."""


def sample_pairs(pairs: Iterable[Pair], n: int, seed: int = 0) -> list[Pair]:
    """Return `n` pairs (or all, where there are fewer), as evenly over the strata as they allow.

    A stratum is a phenomenon, a method and a label. Which pairs are drawn depends on the seed and
    their ids alone, so that a suite that grew gives nearly the same sample. Memory holds `n` pairs a
    stratum, whatever the size of the suite.
    """
    if n < 1:
        raise ValueError(f"`n` must be positive, got {n}")
    strata: dict[tuple[str, str, str], list[tuple[int, str, Pair]]] = defaultdict(list)
    for pair in pairs:
        stratum = strata[pair.phenomenon, pair.method, pair.label]
        stratum.append((stable_hash(seed, "sample", pair.id), pair.id, pair))
        if len(stratum) >= 2 * n + 64:
            stratum.sort(key=lambda item: item[:2])
            del stratum[n:]
    queues = []
    for key in sorted(strata):
        stratum = sorted(strata[key], key=lambda item: item[:2])
        queues.append(_groups_apart([pair for _, _, pair in stratum[:n]]))
    # Where there are more strata than places, the seed says which of them come first.
    order = sorted(range(len(queues)), key=lambda i: stable_hash(seed, "strata", *sorted(strata)[i]))
    chosen: dict[int, list[Pair]] = defaultdict(list)
    left = n
    while left and any(queues):
        for i in order:
            if left and queues[i]:
                chosen[i].append(queues[i].pop(0))
                left -= 1
    return [pair for i in range(len(queues)) for pair in chosen[i]]


def _groups_apart(pairs: list[Pair]) -> list[Pair]:
    """Return the pairs with one of each group first: twenty pairs of one idiom show one idiom."""
    seen: set[str] = set()
    first: list[Pair] = []
    later: list[Pair] = []
    for pair in pairs:
        (later if pair.group in seen else first).append(pair)
        seen.add(pair.group)
    return first + later


def format_pair(pair: Pair) -> str:
    """Return a pair as plain text to read, with the words that differ in [brackets].

    >>> print(format_pair(pair))  # doctest: +SKIP
    kick-the-bucket/figurative-definition/0123456789   entailment
      idiom · figurative-definition · silver · nonliteral
      P  The old mule [kicked the bucket].
      H  The old mule [died].
    """
    label: str = pair.label
    if pair.readings:
        label += " (" + ", ".join(f"{name}: {value}" for name, value in pair.readings.items()) + ")"
    premise, hypothesis = mark_changes(pair.premise, pair.hypothesis)
    about = [pair.phenomenon, pair.method, pair.tier, pair.source.corpus]
    lines = [f"{pair.id}   {label}", "  " + " · ".join(about)]
    lines += _wrap("P", premise)
    lines += _wrap("H", hypothesis)
    if pair.explanation:
        lines += _wrap("E", pair.explanation)
    return "\n".join(lines)


def _wrap(mark: str, text: str) -> list[str]:
    return textwrap.wrap(
        text, _WIDTH, initial_indent=f"  {mark}  ", subsequent_indent="     ", break_on_hyphens=False
    )


def mark_changes(premise: str, hypothesis: str) -> tuple[str, str]:
    """Return both sentences with what differs in [brackets]; unmarked where nearly all of it does.

    >>> mark_changes("Mara spilled the beans.", "Mara told.")
    ('Mara [spilled the beans].', 'Mara [told].')
    """
    old, new = _PIECES.findall(premise), _PIECES.findall(hypothesis)
    matcher = difflib.SequenceMatcher(
        None, [x.lower() for x in old], [x.lower() for x in new], autojunk=False
    )
    words = {x.lower() for x in old if x[0].isalnum()}, {x.lower() for x in new if x[0].isalnum()}
    if len(words[0] & words[1]) < _SAME * min(len(words[0]), len(words[1])):
        return premise, hypothesis
    old_marks, new_marks = [False] * len(old), [False] * len(new)
    for operation, a, b, c, d in matcher.get_opcodes():
        if operation != "equal":
            old_marks[a:b] = [True] * (b - a)
            new_marks[c:d] = [True] * (d - c)
    return _bracket(old, old_marks), _bracket(new, new_marks)


def _bracket(pieces: list[str], marks: list[bool]) -> str:
    # A blank between two changed words is part of the change; one at its edge is not.
    for i, piece in enumerate(pieces):
        if piece.isspace():
            marks[i] = 0 < i < len(pieces) - 1 and marks[i - 1] and marks[i + 1]
    return "".join(_with_brackets(pieces, marks))


def _with_brackets(pieces: list[str], marks: list[bool]) -> Iterator[str]:
    inside = False
    for piece, marked in zip(pieces, marks, strict=True):
        if marked and not inside:
            yield "["
        elif inside and not marked:
            yield "]"
        inside = marked
        yield piece
    if inside:
        yield "]"
