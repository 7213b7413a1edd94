"""From one sentence to its drafts: every replacement of the entry tried, each refused or a text with a label.

A draft is a pair whose hypothesis has not been parsed yet. Everything that depends only on the source
sentence is worked out once and used for all replacements.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from nonliteral.builders.substitution.constructions import (
    construction_of,
    find_construction,
    literal_word,
    replace_word,
)
from nonliteral.builders.substitution.context import (
    as_part,
    check_asserted,
    check_place,
    exclusive_word,
    part_here,
    polarity_reasons,
)
from nonliteral.builders.substitution.definitions import analyse_definition
from nonliteral.builders.substitution.expressions import Expression
from nonliteral.builders.substitution.matching import Match, find_expression
from nonliteral.builders.substitution.opposites import opposite_of
from nonliteral.builders.substitution.refusals import Refusal
from nonliteral.builders.substitution.replacing import replace_expression
from nonliteral.builders.substitution.verifying import Skeleton, skeleton_of
from nonliteral.english.clauses import mood_of
from nonliteral.english.joining import Replaced
from nonliteral.english.parses import Parse
from nonliteral.lexicon.entries import WORKED_OUT
from nonliteral.records import Entry, Label, Relation, Span, Usage

METHODS = (
    "figurative-definition",
    "literal-definition",
    "adversarial-definition",
    "construction-replacement",
    "antonym",
)


class Candidate(msgspec.Struct, frozen=True):
    """A replacement that an entry offers for a use."""

    method: str
    text: str
    label: Label
    relation: Relation | None = None


class Draft(msgspec.Struct, frozen=True):
    """A replacement that was made, before its result is parsed."""

    entry: Entry
    candidate: Candidate
    premise: str
    hypothesis: str
    label: Label
    """For the figurative premise and the literal hypothesis."""
    premise_spans: list[Span]
    hypothesis_spans: list[Span]
    variant: str
    mood: str
    skeleton: Skeleton


class Refused(msgspec.Struct, frozen=True):
    """A replacement or a whole sentence that was not used."""

    reason: str
    about: str
    text: str
    method: str = ""
    definition: str = ""


def candidates(entry: Entry, usage: Usage, methods: Sequence[str] = METHODS) -> list[Candidate]:
    """Return what an entry offers for a figurative or a literal use."""
    found: list[Candidate] = []
    if entry.kind == "metaphor":
        if usage == "figurative":
            found += [
                Candidate("construction-replacement", d.text, "entailment", d.relation)
                for d in entry.definitions
            ]
    elif usage == "literal":
        found += [Candidate("literal-definition", d.text, "neutral", d.relation) for d in entry.definitions]
    else:
        found += [
            Candidate("figurative-definition", d.text, "entailment", d.relation) for d in entry.definitions
        ]
    if usage == "figurative":
        found += [Candidate("adversarial-definition", a.text, a.label) for a in entry.adversarial]
        found += [Candidate("antonym", a.text, a.label) for a in entry.antonyms]
        if not entry.antonyms and entry.kind == "idiom" and entry.definitions:
            turned = opposite_of(entry.definitions[0].text, entry.part)
            if turned is not None:
                found.append(Candidate("antonym", turned, "contradiction"))
    return [candidate for candidate in found if candidate.method in methods]


class Use:
    """One expression in one parsed sentence, with what all its replacements share."""

    def __init__(
        self,
        parse: Parse,
        expression: Expression,
        spans: Sequence[Span],
        keys: Sequence[frozenset[str]],
    ) -> None:
        self.parse = parse
        self.entry = expression.entry
        self.construction = construction_of(self.entry) if self.entry.kind == "metaphor" else None
        if self.construction is not None:
            self.match = find_construction(parse, expression, keys)
        else:
            self.match = find_expression(parse, expression, spans, keys=keys)
        self.premise_spans = merge_spans(parse, self.match)
        root = (parse.ancestors(self.match.first) or [self.match.first])[-1]
        self.mood = mood_of(parse, root)
        self._skeleton: Skeleton | None = None
        self._polarity: list[str] | None = None

    @property
    def skeleton(self) -> Skeleton:
        """The skeleton of the source sentence."""
        if self._skeleton is None:
            start, end = self.premise_spans[0][0], self.premise_spans[-1][1]
            self._skeleton = skeleton_of(self.parse, [(start, end)])
        return self._skeleton

    @property
    def against_upward(self) -> list[str]:
        """The words that keep the context from being upward."""
        if self._polarity is None:
            self._polarity = polarity_reasons(self.parse, self.match)
        return self._polarity

    def drafts(
        self, usage: Usage, methods: Sequence[str] = METHODS, *, trust: bool = False
    ) -> Iterator[Draft | Refused]:
        """Yield a draft or a refusal for everything that the entry offers for this use."""
        for candidate in candidates(self.entry, usage, methods):
            try:
                yield self._draft(candidate, trust)
            except Refusal as refusal:
                yield Refused(
                    refusal.reason, refusal.about, self.parse.text, candidate.method, candidate.text
                )

    def _draft(self, candidate: Candidate, trust: bool) -> Draft:
        if not trust:
            self._check_label(candidate)
        replaced = self._replace(candidate, strict=not trust)
        return Draft(
            entry=self.entry,
            candidate=candidate,
            premise=self.parse.text,
            hypothesis=replaced.text,
            label=candidate.label,
            premise_spans=self.premise_spans,
            hypothesis_spans=replaced.spans,
            variant=self.match.variant,
            mood=self.mood,
            skeleton=self.skeleton,
        )

    def _check_label(self, candidate: Candidate) -> None:
        """Only what is as strong may be put where the context is not upward; opposites need an assertion."""
        if candidate.method in ("figurative-definition", "construction-replacement"):
            if candidate.relation != "same" and self.against_upward:
                raise Refusal("polarity", self.against_upward[0])
        elif candidate.label == "contradiction":
            if self.against_upward:
                raise Refusal("polarity", self.against_upward[0])
            if self.mood in ("interrogative", "imperative"):
                raise Refusal("not asserted", self.mood)
            check_asserted(self.parse, self.match, candidate.text)
            if candidate.method == "antonym" and not self.entry.antonyms:
                # A word turned by the table has its own frame: *reveal it to her*, not *hide it to her*.
                verb = self.parse.top(self.match.words)
                for child in self.parse.children(verb, "prep", "dative"):
                    if child > self.match.last and self.parse[child].lower == "to":
                        raise Refusal("arguments changed", self.parse[child].text)
        elif candidate.method in ("adversarial-definition", "antonym"):
            word = exclusive_word(self.parse, self.match)
            if word is not None:
                raise Refusal("nothing else", word)

    def _replace(self, candidate: Candidate, *, strict: bool) -> Replaced:
        if self.construction is not None:
            literal = literal_word(self.construction, candidate.text)
            if literal is not None:
                return replace_word(self.parse, self.match, literal)
        literal_use = strict and candidate.method == "literal-definition"
        try:
            return _put_in(self.parse, self.match, candidate.text, literal=literal_use)
        except Refusal:
            other = None
            if self.entry.features.get("part") == WORKED_OUT:
                other = part_here(self.parse, self.match, candidate.text)
            if other is None:
                raise
            match = as_part(self.match, other)
            try:
                return _put_in(self.parse, match, candidate.text, literal=literal_use)
            except Refusal:
                pass
            raise


def _put_in(parse: Parse, match: Match, text: str, *, literal: bool) -> Replaced:
    phrase = analyse_definition(text, match.expression.entry.part)
    check_place(parse, match, phrase, literal=literal)
    return replace_expression(parse, match, phrase)


def merge_spans(parse: Parse, match: Match) -> list[Span]:
    """Return the spans of a match, words side by side joined into one."""
    spans: list[Span] = []
    for position in match.positions:
        token = parse[position]
        if spans and not parse.text[spans[-1][1] : token.idx].strip():
            spans[-1] = (spans[-1][0], token.end)
        else:
            spans.append((token.idx, token.end))
    return spans


def reverse_label(candidate: Candidate) -> Label:
    """Return the label with the literal sentence as premise: only what is as strong follows back."""
    if candidate.label == "entailment":
        return "entailment" if candidate.relation == "same" else "neutral"
    return candidate.label
