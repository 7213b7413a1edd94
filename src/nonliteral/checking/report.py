"""Check a suite: one pass over its pairs for defects, then what gives its labels away."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Literal

import msgspec

from nonliteral.checking.defects import PAIR_CHECKS, TEXT_CHECKS
from nonliteral.checking.findings import Fault, Finding, Severity, is_written
from nonliteral.checking.giveaways import (
    Giveaway,
    figurative_side,
    measure_giveaway,
    measure_rule,
    negation_in_exactly_one,
    share_of_new_words,
)
from nonliteral.checking.whole import suite_checks
from nonliteral.records import Pair, fold

GIVEAWAY_ERROR = 0.25
GIVEAWAY_WARNING = 0.1
"""Shares of the way from chance to always right that words alone may go (`Giveaway.gain`)."""

EXAMPLES = 3


class CheckResult(msgspec.Struct, kw_only=True):
    """What one check found in a suite."""

    check: str
    about: str
    errors: int = 0
    warnings: int = 0
    pairs: int = 0
    """How many pairs it was found in."""
    examples: list[Finding] = []


class GiveawayRow(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the table of giveaways."""

    part: str
    """The phenomenon."""
    scheme: Literal["two-way", "three-way"]
    """Two-way: entailment against the rest. Three labels are measured both ways."""
    giveaway: Giveaway
    severity: Severity | None


class SuiteReport(msgspec.Struct, kw_only=True):
    """Everything that `nonliteral check` says about one suite."""

    suite: str
    pairs: int
    labels: dict[str, int]
    errors: int
    warnings: int
    checks: list[CheckResult]
    giveaways: list[GiveawayRow]


class _Tally:
    """Counts of findings by check with a few examples, errors before warnings."""

    def __init__(self, examples: int) -> None:
        self._wanted = examples
        self._counts: Counter[tuple[str, Severity]] = Counter()
        self._pairs: dict[str, set[int]] = defaultdict(set)
        self._examples: dict[tuple[str, Severity], list[Finding]] = defaultdict(list)
        self._told: dict[str, set[str]] = defaultdict(set)

    def add(self, finding: Finding, position: int | None) -> None:
        key = (finding.check, finding.severity)
        self._counts[key] += 1
        if position is not None:
            self._pairs[finding.check].add(position)
        kept = self._examples[key]
        # Examples that say the same again show less of what is there.
        if len(kept) < self._wanted and finding.found not in self._told[finding.check]:
            self._told[finding.check].add(finding.found)
            kept.append(finding)

    def results(self, abouts: dict[str, str]) -> list[CheckResult]:
        found = []
        for check, about in abouts.items():
            errors, warnings = self._counts[check, "error"], self._counts[check, "warning"]
            if errors or warnings:
                examples = [*self._examples[check, "error"], *self._examples[check, "warning"]]
                found.append(
                    CheckResult(
                        check=check,
                        about=about,
                        errors=errors,
                        warnings=warnings,
                        pairs=len(self._pairs[check]),
                        examples=examples[: self._wanted],
                    )
                )
        return sorted(found, key=lambda result: (result.errors == 0, -result.errors, -result.warnings))


def check_pairs(
    name: str,
    pairs: Iterable[Pair],
    *,
    examples: int = EXAMPLES,
    giveaways: bool = True,
    by_design: bool = False,
    seen: Callable[[int], None] | None = None,
) -> SuiteReport:
    """Return the defects and giveaways of a suite's pairs, which are read once, as a stream.

    `by_design` says that a published design, not the making, gives the label away: the giveaway is
    shown as a warning. `seen` is called with the number of pairs so far, now and then, to show progress.
    """
    tally = _Tally(examples)
    labels: Counter[str] = Counter()
    kept: list[Pair] = []
    whole = suite_checks()
    looks = _TextLooks()
    count = 0
    for position, pair in enumerate(pairs):
        count += 1
        labels[pair.label] += 1
        for finding in _look_at(pair, looks):
            tally.add(finding, position)
        for check in whole:
            for finding in check.add(pair):
                tally.add(finding, position)
        if giveaways:
            kept.append(pair)
        if seen is not None and count % 500 == 0:
            seen(count)
    if not count:
        found = "there are no pairs"
        tally.add(Finding(check="empty", severity="error", pair=None, side="suite", found=found), None)
    for check in whole:
        for finding in check.findings():
            tally.add(finding, None)
    rows = measure_giveaways(kept, by_design=by_design) if giveaways else []
    for row in rows:
        if row.severity is not None:
            tally.add(_as_finding(row), None)
    results = tally.results(describe_checks())
    return SuiteReport(
        suite=name,
        pairs=count,
        labels=dict(sorted(labels.items())),
        errors=sum(result.errors for result in results),
        warnings=sum(result.warnings for result in results),
        checks=results,
        giveaways=rows,
    )


def describe_checks() -> dict[str, str]:
    """Return every check by name with what it is about, in the order of the documentation."""
    abouts: dict[str, str] = {}
    for name, about in (
        *((check.name, check.about) for check in PAIR_CHECKS),
        *((check.name, check.about) for check in TEXT_CHECKS),
        *((check.name, check.about) for check in suite_checks()),
    ):
        abouts.setdefault(name, about)
    abouts["empty"] = "a suite without pairs"
    abouts["giveaway"] = "one side's words tell the label"
    return abouts


class _TextLooks:
    """The faults of a sentence by check. Sentences come again and again in a suite: each is read once."""

    _LIMIT = 1 << 16

    def __init__(self) -> None:
        self._known: dict[str, tuple[tuple[int, Fault], ...]] = {}

    def __call__(self, text: str) -> tuple[tuple[int, Fault], ...]:
        faults = self._known.get(text)
        if faults is None:
            faults = tuple((i, fault) for i, check in enumerate(TEXT_CHECKS) for fault in check.look(text))
            if len(self._known) >= self._LIMIT:
                self._known.clear()
            self._known[text] = faults
        return faults


def _look_at(pair: Pair, looks: _TextLooks) -> Iterator[Finding]:
    in_premise, in_hypothesis = looks(pair.premise), looks(pair.hypothesis)
    if in_premise or in_hypothesis:
        quoted = not is_written(pair)
        shared = set(in_premise)
        for position, fault in in_hypothesis:
            copied = quoted and (position, fault) in shared
            yield _finding(pair, position, fault, "hypothesis", copied)
        for position, fault in in_premise:
            yield _finding(pair, position, fault, "premise", quoted)
    for check in PAIR_CHECKS:
        for fault in check.look(pair):
            yield Finding(
                check=check.name,
                severity=check.severity if fault.certain else "warning",
                pair=pair.id,
                side="pair",
                found=fault.found,
                text=f"{pair.premise} → {pair.hypothesis}",
            )


def _finding(pair: Pair, position: int, fault: Fault, side: str, inherited: bool) -> Finding:
    check = TEXT_CHECKS[position]
    return Finding(
        check=check.name,
        severity=check.severity if fault.certain and not inherited else "warning",
        pair=pair.id,
        side="premise" if side == "premise" else "hypothesis",
        found=fault.found,
        text=pair.premise if side == "premise" else pair.hypothesis,
    )


def measure_giveaways(pairs: list[Pair], *, by_design: bool = False) -> list[GiveawayRow]:
    """Return the table of giveaways, phenomenon by phenomenon.

    Suites with three labels and suites with two cannot be compared, so the sides that bars are set for,
    the hypothesis and the figurative side, are measured two-way in both.
    """
    parts: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        parts[pair.phenomenon].append(pair)
    # Never all together: a mean over phenomena hides in which of them the words tell the label.
    return [row for part, members in sorted(parts.items()) for row in _measure_part(part, members, by_design)]


def _measure_part(part: str, members: list[Pair], by_design: bool) -> Iterator[GiveawayRow]:
    side = _figurative_side(members)
    scheme: Literal["two-way", "three-way"] = (
        "three-way" if len({pair.label for pair in members}) > 2 else "two-way"
    )
    found: dict[str | None, Giveaway] = {}
    measures: list[Callable[[], Giveaway]] = [
        partial(measure_giveaway, members, "hypothesis"),
        partial(measure_giveaway, members, "premise"),
        partial(measure_rule, members, negation_in_exactly_one, name="negation in one"),
        partial(measure_rule, members, share_of_new_words, name="new words"),
    ]
    if side == FIGURATIVE:
        measures.insert(2, partial(measure_giveaway, members, figurative_side, name=FIGURATIVE))
    for place, measure in enumerate(measures):
        giveaway = measure()
        found[giveaway.name] = giveaway
        yield GiveawayRow(part=part, scheme=scheme, giveaway=giveaway, severity=_judge(giveaway, by_design))
        if place == 1 and side in ("hypothesis-only", "premise-only"):
            yield _as_figurative(part, scheme, found[side])
    if scheme == "two-way":
        return
    measures = [partial(measure_giveaway, members, "hypothesis", label=_fold_label)]
    if side == "premise-only":
        measures.append(partial(measure_giveaway, members, "premise", label=_fold_label))
    elif side == FIGURATIVE:
        measures.append(
            partial(measure_giveaway, members, figurative_side, name=FIGURATIVE, label=_fold_label)
        )
    for measure in measures:
        giveaway = measure()
        # What three labels showed already is not told twice.
        told = _judge(found[giveaway.name], by_design) is not None
        warning: Severity | None = None if told or giveaway.gain < GIVEAWAY_WARNING else "warning"
        yield GiveawayRow(part=part, scheme="two-way", giveaway=giveaway, severity=warning)
        if giveaway.name == side != FIGURATIVE:
            yield _as_figurative(part, "two-way", giveaway)


FIGURATIVE = "figurative side"


def _figurative_side(members: list[Pair]) -> str | None:
    """Return which row reads the side with the figure: one of the two sides where all pairs go one way."""
    directions = {str(pair.features.get("direction")) for pair in members}
    if directions == {"figurative-premise"}:
        return "premise-only"
    if directions == {"literal-premise"}:
        return "hypothesis-only"
    return FIGURATIVE if directions & {"figurative-premise", "literal-premise"} else None


def _as_figurative(part: str, scheme: Literal["two-way", "three-way"], giveaway: Giveaway) -> GiveawayRow:
    # The same texts again under the name that bars speak of: neither measured nor judged twice.
    same = msgspec.structs.replace(giveaway, name=FIGURATIVE)
    return GiveawayRow(part=part, scheme=scheme, giveaway=same, severity=None)


def _fold_label(pair: Pair) -> str | None:
    return fold(pair.label)


def _judge(giveaway: Giveaway, by_design: bool) -> Severity | None:
    # A premise may rightly decide (is this tweet ironic?), and the two rules read both sentences, which
    # any model should: only a hypothesis that tells its own label is a fault of the data by itself.
    if giveaway.name == "hypothesis-only" and giveaway.gain >= GIVEAWAY_ERROR and not by_design:
        return "error"
    return "warning" if giveaway.gain >= GIVEAWAY_WARNING else None


def _as_finding(row: GiveawayRow) -> Finding:
    giveaway = row.giveaway
    words = "; ".join(
        f"{label}: {', '.join(word for word, _ in heaviest[:4])}"
        for label, heaviest in giveaway.words.items()
    )
    return Finding(
        check="giveaway",
        severity=row.severity or "warning",
        pair=None,
        side="suite",
        found=(
            f"{row.part}, {giveaway.name}, {row.scheme}: "
            f"{giveaway.balanced_accuracy:.3f} (chance {giveaway.chance:.3f})"
        ),
        text=words,
    )
