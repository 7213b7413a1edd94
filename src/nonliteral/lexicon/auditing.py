"""Check a lexicon file: what cannot be used, and where an entry is short of what the bundled ones hold.

An error makes labels that cannot be right; a line that is no entry at all is refused on reading. A warning
says what a full entry of its kind has and this one lacks: a user's own lexicon may well do without.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Literal

import msgspec

from nonliteral.files import AnyPath
from nonliteral.lexicon.entries import read_entries
from nonliteral.records import Entry
from nonliteral.suites import Funnel

COVARIATES: dict[str, dict[str, tuple[Any, ...]]] = {
    "idiom": {
        "transparency": ("transparent", "opaque"),
        "decomposable": (True, False),
        "register": ("formal", "neutral", "informal", "slang"),
        "variety": ("British", "American", "both"),
    },
    "metaphor": {
        "construction": ("verb-object", "subject-verb", "adjective-noun", "subject-verb-object"),
        "conventionality": ("conventional", "novel"),
    },
    "simile": {"form": ("closed", "open"), "ironic": (True, False)},
    "irony": {"irony_type": ("inversion", "understatement", "hyperbole", "echo", "rhetorical question")},
}
"""Features with a closed set of values, by kind."""

TEXT_FEATURES = {
    "simile": ("topic", "vehicle", "property"),
    "irony": ("emotion", "intended", "plain", "strategy", "marker"),
}
"""Features that hold words of their own, by kind."""

FIGURATIVE_SENTENCES = {"idiom": 3, "metaphor": 2, "simile": 1}
CLOSED_SHARE = 0.1
"""Closed similes that are not ironic give their property by copying: no more than this share."""


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is wrong with an entry, or missing from it."""

    severity: Literal["error", "warning"]
    entry: str | None
    """The entry's id; none where the whole file is meant."""
    found: str


class LexiconReport(msgspec.Struct, kw_only=True):
    """What a lexicon holds and where it falls short."""

    entries: int
    counts: dict[str, dict[str, int]]
    """What there is, by kind: definitions by relation, sentences by usage, gold pairs by label, features."""
    problems: list[Problem]

    @property
    def errors(self) -> int:
        """How many problems make wrong labels."""
        return sum(problem.severity == "error" for problem in self.problems)

    @property
    def warnings(self) -> int:
        """How many problems are for a person to decide."""
        return len(self.problems) - self.errors


def audit_lexicon(path: AnyPath) -> LexiconReport:
    """Return what a lexicon file or folder holds, and every problem found in it.

    A line that is no entry is a `RecordError` that names its file and line.
    """
    counts: dict[str, Counter[str]] = {}
    problems: list[Problem] = []
    first_use: dict[str, str] = {}
    entries = 0
    for entry in read_entries(path, Funnel()):
        entries += 1
        _count(entry, counts.setdefault(entry.kind, Counter()))
        problems += _look_at(entry, first_use)
    similes = counts.get("simile", Counter())
    copied = similes["closed, not ironic"]
    if copied > CLOSED_SHARE * similes["entries"]:
        share = f"{copied} of {similes['entries']} similes are closed and not ironic"
        problems.append(
            Problem(severity="warning", entry=None, found=f"{share}: they give their property by copying")
        )
    return LexiconReport(
        entries=entries,
        counts={kind: dict(sorted(found.items())) for kind, found in counts.items()},
        problems=problems,
    )


def _count(entry: Entry, found: Counter[str]) -> None:
    found["entries"] += 1
    for definition in entry.definitions:
        found[f"definitions, {definition.relation}"] += 1
    found["adversarial definitions"] += len(entry.adversarial)
    found["antonyms"] += len(entry.antonyms)
    for sentence in entry.sentences:
        found[f"sentences, {sentence.usage}"] += 1
    found["entries with a literal use"] += any(each.usage == "literal" for each in entry.sentences)
    for pair in entry.gold:
        found[f"gold pairs, {pair.label}"] += 1
    found["explanations"] += sum(pair.explanation is not None for pair in entry.gold)
    for key in COVARIATES.get(entry.kind, {}):
        value = entry.features.get(key)
        found[f"{key}: {str(value).lower() if isinstance(value, bool) else value}"] += 1
    if entry.kind == "simile" and entry.features.get("form") == "closed":
        found["closed, not ironic"] += entry.features.get("ironic") is False


def _look_at(entry: Entry, first_use: dict[str, str]) -> Iterator[Problem]:
    for found in _find_errors(entry):
        yield Problem(severity="error", entry=entry.id, found=found)
    for text in {sentence.text for sentence in entry.sentences}:
        other = first_use.setdefault(text, entry.id)
        if other != entry.id:
            yield Problem(
                severity="warning", entry=entry.id, found=f"the sentence {text!r} also stands in {other}"
            )
    for find in (_find_missing_features, _find_missing_sentences, _FINDERS.get(entry.kind)):
        for found in find(entry) if find is not None else ():
            yield Problem(severity="warning", entry=entry.id, found=found)


def _find_errors(entry: Entry) -> Iterator[str]:
    for key, texts in (("adversarial", entry.adversarial), ("antonyms", entry.antonyms)):
        for text in texts:
            if text.label == "entailment":
                yield f"`{key}` {text.text!r} is labelled entailment, but must not follow"
    definitions = {definition.text.lower() for definition in entry.definitions}
    for text in (*entry.adversarial, *entry.antonyms):
        if text.text.lower() in definitions:
            yield f"{text.text!r} is a definition and a wrong definition at once"
    labels: dict[tuple[str, str], str] = {}
    for pair in entry.gold:
        if labels.setdefault((pair.premise, pair.hypothesis), pair.label) != pair.label:
            yield f"one gold pair under two labels: {pair.premise!r} → {pair.hypothesis!r}"
    roles = _irony_roles(entry)
    if entry.kind == "irony" and roles.get("sarcastic", set()) != roles.get("sincere", set()):
        yield "the sarcastic sentence and the sincere one must be the same, letter for letter"


def _find_missing_features(entry: Entry) -> Iterator[str]:
    for key, values in COVARIATES.get(entry.kind, {}).items():
        # `True == 1`, so types are compared too.
        value = entry.features.get(key)
        if not any(type(value) is type(each) and value == each for each in values):
            said = ", ".join(str(each).lower() if isinstance(each, bool) else str(each) for each in values)
            yield f"`features.{key}` should be one of {said}, got {value!r}"
    for key in TEXT_FEATURES.get(entry.kind, ()):
        if not isinstance(entry.features.get(key), str) or not entry.features[key]:
            yield f"`features.{key}` is missing"


def _find_missing_sentences(entry: Entry) -> Iterator[str]:
    wanted = FIGURATIVE_SENTENCES.get(entry.kind, 0)
    figurative = sum(sentence.usage == "figurative" for sentence in entry.sentences)
    if figurative < wanted:
        yield f"{figurative} figurative sentences, {wanted} wanted"
    if entry.kind == "metaphor" and figurative == len(entry.sentences):
        yield "no sentence where the same word is meant literally"
    for pair in entry.gold:
        # An ironic question is the sarcastic sentence itself, and has to stay one.
        if pair.premise.endswith("?") or (pair.hypothesis.endswith("?") and entry.kind != "irony"):
            yield f"a gold pair that is no statement: {pair.premise!r} → {pair.hypothesis!r}"
    labels = {pair.label for pair in entry.gold}
    if "entailment" not in labels or len(labels) < 2:
        yield "gold needs a pair that follows and one that does not"
    elif not any(pair.explanation for pair in entry.gold if pair.label != "entailment"):
        yield "no gold pair explains why it does not follow"


def _find_missing_idiom_parts(entry: Entry) -> Iterator[str]:
    if not 1 <= len(entry.definitions) <= 3:
        yield f"{len(entry.definitions)} definitions, one to three wanted"
    if not 1 <= len(entry.adversarial) <= 2:
        yield f"{len(entry.adversarial)} adversarial definitions, one or two wanted"
    methods = Counter((pair.method, pair.label == "entailment") for pair in entry.gold)
    for wanted, name in (
        (("hand-written", True), "free rewriting that follows"),
        (("hand-written", False), "non-entailed sentence for the literal reading"),
        (("antonym", False), "antonym rewriting"),
    ):
        if not methods[wanted]:
            yield f"gold has no {name}"


def _find_missing_irony_parts(entry: Entry) -> Iterator[str]:
    roles = _irony_roles(entry)
    for role in ("sarcastic", "sincere", "plain"):
        if role not in roles:
            yield f"gold has no pair with `features.role` {role!r}"
    for pair in entry.gold:
        if set(pair.readings or {}) != {"surface", "intended"}:
            yield f"a gold pair without both readings: {pair.hypothesis!r}"


def _irony_roles(entry: Entry) -> dict[str, set[str]]:
    roles: dict[str, set[str]] = {}
    for pair in entry.gold:
        roles.setdefault(str(pair.features.get("role")), set()).add(pair.hypothesis)
    return roles


_FINDERS: dict[str, Callable[[Entry], Iterator[str]]] = {
    "idiom": _find_missing_idiom_parts,
    "irony": _find_missing_irony_parts,
}
