"""Defects that only the whole suite shows: repeats, contradicting labels, uneven full stops, skew.

Each is a class with `add(pair)`, called once for every pair as the suite streams past, and `findings()`
at the end. Pairs are remembered by a digest of 16 bytes, never by their text.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from hashlib import blake2b
from typing import Protocol

from nonliteral.checking.defects import has_final_mark
from nonliteral.checking.findings import Finding, Severity
from nonliteral.records import LABELS, Pair, fold


class SuiteCheck(Protocol):
    """A check that needs to see every pair before it can speak."""

    name: str
    about: str

    def add(self, pair: Pair) -> Iterator[Finding]:
        """Look at one pair; a finding that can be told at once is yielded at once."""
        ...

    def findings(self) -> Iterator[Finding]:
        """Yield what was found once every pair was seen."""
        ...


def _digest(*parts: str) -> bytes:
    return blake2b("\x1f".join(parts).encode(), digest_size=16).digest()


def _both(pair: Pair) -> str:
    return f"{pair.premise} → {pair.hypothesis}"


class Duplicates:
    """The same premise, hypothesis, label and readings again; a warning where only case or marks differ."""

    name = "duplicate"
    about = "the same row again"

    def __init__(self) -> None:
        self._exact: dict[bytes, str] = {}
        self._bare: dict[bytes, str] = {}

    def add(self, pair: Pair) -> Iterator[Finding]:
        """Compare one pair with those before it."""
        readings = repr(sorted(pair.readings.items())) if pair.readings else ""
        exact = _digest(pair.premise, pair.hypothesis, pair.label, readings)
        first = self._exact.setdefault(exact, pair.id)
        if first != pair.id:
            yield Finding(
                check=self.name,
                severity="error",
                pair=pair.id,
                side="pair",
                found=f"repeats {first}",
                text=_both(pair),
            )
            return
        bare = _digest(_fold(pair.premise), _fold(pair.hypothesis), pair.label, readings)
        first = self._bare.setdefault(bare, pair.id)
        if first != pair.id:
            yield Finding(
                check=self.name,
                severity="warning",
                pair=pair.id,
                side="pair",
                found=f"repeats {first} but for case, blanks or marks",
                text=_both(pair),
            )

    def findings(self) -> Iterator[Finding]:
        """Yield nothing: every repeat was told when it came."""
        return iter(())


_NOT_LETTERS = re.compile(r"[\W_]+")


def _fold(text: str) -> str:
    return _NOT_LETTERS.sub(" ", text.lower()).strip()


class TwoLabels:
    """The same premise and hypothesis under labels that cannot both be right, reading by reading."""

    name = "two-labels"
    about = "the same pair under two labels"

    def __init__(self) -> None:
        self._seen: dict[bytes, list[tuple[str, str, dict[str, str] | None]]] = {}

    def add(self, pair: Pair) -> Iterator[Finding]:
        """Compare one pair's labels with those that the same sentences had before."""
        readings: dict[str, str] | None = dict(pair.readings) if pair.readings else None
        before = self._seen.setdefault(_digest(pair.premise, pair.hypothesis), [])
        for first, label, its_readings in before:
            clash = find_clash(pair.label, readings, label, its_readings)
            if clash:
                yield Finding(
                    check=self.name,
                    severity="error",
                    pair=pair.id,
                    side="pair",
                    found=f"{clash} in {first}",
                    text=_both(pair),
                )
                return
        if not any(label == pair.label and its_readings == readings for _, label, its_readings in before):
            before.append((pair.id, pair.label, readings))

    def findings(self) -> Iterator[Finding]:
        """Yield nothing: every clash was told when it came."""
        return iter(())


def find_clash(
    label: str, readings: dict[str, str] | None, other: str, other_readings: dict[str, str] | None
) -> str | None:
    """Return how two labellings of one pair contradict each other, or None where both can stand.

    Readings are compared by name: *logical neutral, pragmatic entailment* does not clash with a plain
    *neutral*, but it does with *logical entailment, pragmatic entailment*.
    """
    if readings and other_readings:
        for name in readings.keys() & other_readings.keys():
            if not _agree(readings[name], other_readings[name]):
                return f"{readings[name]} here, {other_readings[name]} ({name} reading)"
        if readings.keys() & other_readings.keys():
            return None
    options = set(readings.values()) if readings else {label}
    others = set(other_readings.values()) if other_readings else {other}
    if any(_agree(one, two) for one in options for two in others):
        return None
    return f"{label} here, {other}"


def _agree(one: str, two: str) -> bool:
    if "non-entailment" in (one, two):
        return fold(one) == fold(two)
    return one == two


class UnevenStops:
    """Full stops that are missing more often under one label than under another: a giveaway."""

    name = "full-stops"
    about = "full stops missing unevenly by label"

    _LEAST = 0.05
    _CERTAIN = 3.0

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self._missing: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self._examples: dict[tuple[str, str], tuple[str, str]] = {}

    def add(self, pair: Pair) -> Iterator[Finding]:
        """Note which of the two sentences end without a mark."""
        for side in ("hypothesis", "premise"):
            text: str = getattr(pair, side)
            key = (pair.phenomenon, side)
            self._counts[key][pair.label] += 1
            if not has_final_mark(text):
                self._missing[key][pair.label] += 1
                self._examples.setdefault(key, (pair.id, text))
        return iter(())

    def findings(self) -> Iterator[Finding]:
        """Yield a finding for each phenomenon and side whose labels differ too much to be chance."""
        for (phenomenon, side), counts in sorted(self._counts.items()):
            missing = self._missing[phenomenon, side]
            rates = {label: missing[label] / n for label, n in counts.items() if n >= 20}
            if len(rates) < 2:
                continue
            most, least = max(rates, key=lambda k: rates[k]), min(rates, key=lambda k: rates[k])
            difference = rates[most] - rates[least]
            pooled = (missing[most] + missing[least]) / (counts[most] + counts[least])
            error = (pooled * (1 - pooled) * (1 / counts[most] + 1 / counts[least])) ** 0.5
            if difference < self._LEAST or (error and difference / error < self._CERTAIN):
                continue
            told = ", ".join(
                f"{label} {missing[label]:,} of {counts[label]:,} ({missing[label] / counts[label]:.0%})"
                for label in LABELS
                if label in counts
            )
            example = self._examples[phenomenon, side]
            yield Finding(
                check=self.name,
                severity="error",
                pair=example[0],
                side="suite",
                found=f"{phenomenon}: {sum(missing.values()):,} {side} sentences end without a mark: {told}",
                text=example[1],
            )


class LabelSkew:
    """One label for all of a phenomenon, or for nearly all: a coding slip, or a test that tests little."""

    name = "label-skew"
    about = "one label for all, or nearly all, of a phenomenon"

    _LEAST = 20
    _SKEWED = 0.8

    def __init__(self) -> None:
        self._labels: dict[str, Counter[str]] = defaultdict(Counter)

    def add(self, pair: Pair) -> Iterator[Finding]:
        """Count one label."""
        self._labels[pair.phenomenon][pair.label] += 1
        return iter(())

    def findings(self) -> Iterator[Finding]:
        """Yield a finding for each phenomenon with one label or a very frequent one."""
        for phenomenon, counts in sorted(self._labels.items()):
            total = sum(counts.values())
            label, most = max(counts.items(), key=lambda item: (item[1], item[0]))
            if total < self._LEAST or most / total < self._SKEWED:
                continue
            # Idioms of one method may well be all entailed; irony and what is implied never are.
            always = phenomenon in ("irony", "implicature", "presupposition")
            severity: Severity = "error" if most == total and always else "warning"
            share = "all" if most == total else f"{most / total:.0%}"
            yield Finding(
                check=self.name,
                severity=severity,
                pair=None,
                side="suite",
                found=f"{phenomenon}: {share} of {total:,} pairs are {label}",
            )


class GroupSizes:
    """Groups that cannot keep folds apart: too few, one that outweighs the rest, or none at all."""

    name = "groups"
    about = "groups too few or too uneven to make folds of"

    _LARGE = 0.2

    def __init__(self) -> None:
        self._groups: Counter[bytes] = Counter()
        self._names: dict[bytes, str] = {}
        self._premises: set[bytes] = set()
        self._pairs = 0

    def add(self, pair: Pair) -> Iterator[Finding]:
        """Count one pair's group."""
        key = _digest(pair.group)
        self._groups[key] += 1
        self._names.setdefault(key, pair.group[:80])
        self._premises.add(_digest(pair.premise))
        self._pairs += 1
        return iter(())

    def findings(self) -> Iterator[Finding]:
        """Yield what stands in the way of folds by group."""
        if self._pairs < 40:
            return
        largest, size = self._groups.most_common(1)[0]
        if len(self._groups) < 5:
            yield self._warn(f"only {len(self._groups)} groups for {self._pairs:,} pairs")
        elif size > self._LARGE * self._pairs:
            share = size / self._pairs
            yield self._warn(f"the group {self._names[largest]!r} holds {size:,} pairs ({share:.0%})")
        if len(self._groups) == self._pairs and len(self._premises) < 0.9 * self._pairs:
            yield self._warn(
                f"every pair is its own group, but {self._pairs:,} pairs share "
                f"{len(self._premises):,} premises"
            )

    def _warn(self, found: str) -> Finding:
        return Finding(check=self.name, severity="warning", pair=None, side="suite", found=found)


_PAST_MODAL = re.compile(
    r"\b(?:could(?:n['’]t)?|had to|needed to|did(?:n['’]t| not) (?:need|have) to|(?:might|could|must) have)\b"
)
_PRESENT_MODAL = re.compile(
    r"\b(?:can|can['’]t|cannot|may|must|has to|have to|needs to|need to|might)\b(?! have\b)"
)


class OneTenseModals:
    """A paradigm set about modals without a single one in the present (*could* for *can* throughout)."""

    name = "modal-tense"
    about = "every modal of a set in the past"

    _LEAST = 40
    _ABOUT_MODALS = 0.9

    def __init__(self) -> None:
        self._pairs: Counter[str] = Counter()
        self._past: Counter[str] = Counter()
        self._present: Counter[str] = Counter()
        self._example: dict[str, tuple[str, str]] = {}

    def add(self, pair: Pair) -> Iterator[Finding]:
        """Note the tense of the modals of one pair."""
        if pair.method == "paradigm":
            name = str(pair.features.get("set") or pair.phenomenon)
            self._pairs[name] += 1
            if _PAST_MODAL.search(pair.premise):
                self._past[name] += 1
                self._example.setdefault(name, (pair.id, pair.premise))
            elif _PRESENT_MODAL.search(pair.premise):
                self._present[name] += 1
        return iter(())

    def findings(self) -> Iterator[Finding]:
        """Yield a finding for each set of modals that are all in the past."""
        for name, pairs in sorted(self._pairs.items()):
            past, present = self._past[name], self._present[name]
            if pairs >= self._LEAST and not present and past >= self._ABOUT_MODALS * pairs:
                example = self._example[name]
                yield Finding(
                    check=self.name,
                    severity="warning",
                    pair=example[0],
                    side="suite",
                    found=f"{name}: all {past:,} modals are in the past",
                    text=example[1],
                )


def suite_checks() -> list[SuiteCheck]:
    """Return new checks of a whole suite, ready to take its pairs."""
    return [Duplicates(), TwoLabels(), UnevenStops(), LabelSkew(), GroupSizes(), OneTenseModals()]
