"""The book-keeping of a build: what became of every sentence and every replacement, and examples of it.

The funnel counts replacements: what was read is what was kept and what was refused, to the last one. A
sentence that gave no replacement to try counts as one. Its notes count sentences, and add up as well.
"""

from __future__ import annotations

import sys
from typing import TextIO, cast

from nonliteral.builders.substitution.drafting import Refused
from nonliteral.builders.substitution.refusals import Reason, Refusal
from nonliteral.draw import stable_hash
from nonliteral.records import Pair
from nonliteral.suites import Funnel


def _letters(text: str) -> str:
    return "".join(char for char in text.lower() if char.isalnum()) or text


class Ledger:
    """Counts what was tried and what came of it into a funnel, and keeps refusals to show."""

    def __init__(self, funnel: Funnel, *, examples: int = 0) -> None:
        self.funnel = funnel
        self._made: dict[tuple[str, str], str] = {}
        self._examples = examples
        self._shown: dict[str, list[tuple[int, Refused]]] = {}
        self._first_reason: dict[int, str | None] = {}
        self._used: set[int] = set()

    def open(self, number: int) -> None:
        """Note that a sentence was read."""
        self._first_reason[number] = None

    def note(self, remark: str) -> None:
        """Count a remark about a sentence that was used."""
        self.funnel.note(remark)

    def refuse(self, number: int, refused: Refused) -> None:
        """Count a replacement, or a sentence without any, that was refused."""
        self.funnel.read += 1
        self.funnel.refuse(refused.reason)
        if self._first_reason.get(number) is None:
            self._first_reason[number] = refused.reason
        if self._examples:
            shown = self._shown.setdefault(refused.reason, [])
            shown.append((stable_hash(refused.text, refused.definition), refused))
            if len(shown) > 8 * self._examples:
                shown.sort(key=lambda each: each[0])
                del shown[self._examples :]

    def check_new(self, pair: Pair) -> None:
        """Raise `Refusal` for a pair that was made before, marks and case aside."""
        texts = (_letters(pair.premise), _letters(pair.hypothesis))
        label = self._made.get(texts)
        if label is not None:
            raise Refusal("duplicate" if label == pair.label else "same pair under two labels", pair.id)
        self._made[texts] = pair.label

    def keep(self, number: int) -> None:
        """Count a replacement that became a pair."""
        self.funnel.read += 1
        self._used.add(number)

    def close(self) -> None:
        """Write the counts of sentences into the funnel's notes."""
        self.funnel.note("sentences read", len(self._first_reason))
        self.funnel.note("sentences that gave pairs", len(self._used))
        for number, reason in self._first_reason.items():
            if number not in self._used and reason is not None:
                self.funnel.note(f"sentences without pairs: {reason}")

    def first_refusal(self) -> Refusal:
        """Return the first thing that was refused, with its reason."""
        reason, shown = next(iter(self._shown.items()))
        return Refusal(cast("Reason", reason), shown[0][1].about)

    def show(self, stream: TextIO | None = None) -> None:
        """Print examples of every reason, the same ones on every run."""
        out = sys.stderr if stream is None else stream
        for reason, shown in sorted(self._shown.items()):
            print(f"\n{reason} ({self.funnel.refused[reason]:,})", file=out)
            for _, refused in sorted(shown, key=lambda each: each[0])[: self._examples]:
                about = f" [{refused.about}]" if refused.about else ""
                by = f" ← {refused.definition}" if refused.definition else ""
                print(f"  {refused.text}{by}{about}", file=out)
