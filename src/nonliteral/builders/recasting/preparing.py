"""What is worked out for the records of a corpus before pairs are made: fields that templates can read.

A preparation never makes text on its own authority where people should: it proposes, writes a task, and
marks what nobody confirmed. Each is named in a template under `prepare`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from nonliteral.builders.recasting.answers import Answers, check_word
from nonliteral.builders.recasting.corpora import Record
from nonliteral.builders.recasting.opposites import Place, Proposal, propose_opposites
from nonliteral.builders.recasting.templates import Template
from nonliteral.builders.recasting.tidying import tidy
from nonliteral.english.irony import Rephrasing, examine_rephrasing, irony_markers
from nonliteral.english.joining import replace_spans
from nonliteral.english.tables import word_class
from nonliteral.errors import LanguageError
from nonliteral.readers.spans import lemmas, word_spans
from nonliteral.records import LABELS, Span, Task
from nonliteral.suites import Funnel

CANDIDATES_SHOWN = 5

ADDED_FIELDS: dict[str, tuple[str, ...]] = {
    "antonym": (
        "turned",
        "antonym",
        "turned_word",
        "turned_tier",
        "turned_label",
        "antonym_source",
        "antonym_fit",
    ),
    "irony": ("marker", "strategy", "proposal", "proposal.label", "proposal.rule", "proposal.confidence"),
    "copied-property": ("figure", "simile"),
    "votes": ("majority", "agreement"),
}
"""What each preparation adds to the records that it can be worked out for."""


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """What a preparation may look at besides the records."""

    suite: str
    template: Template
    tidy: tuple[str, ...]
    answers: Answers
    funnel: Funnel
    workers: int
    tasks: list[Task]
    fit: float
    """The lowest fit of an antonym that is used before people accept it."""


def prepare(name: str, records: list[Record], context: Context) -> None:
    """Add the fields of a preparation to records, and its tasks to the context."""
    _PREPARATIONS[name](records, context)


def prepare_antonyms(records: list[Record], context: Context) -> None:
    """Add `turned`: the marked sentence with its asserting word turned, as proposed or as people chose it.

    Further fields: `antonym`, `turned_word`, `turned_tier`, `turned_label` (contradiction, or neutral where
    a scale under a negation leaves a middle), `antonym_source`, `antonym_fit`.
    """
    asked: list[tuple[Record, Place]] = []
    seen: dict[tuple[str, tuple[Span, ...]], list[Record]] = {}
    for record in records:
        place = _place(record, context)
        if place is None:
            context.funnel.note("no word marked that an antonym could replace")
            continue
        key = (place.text, place.spans)
        if key not in seen:
            asked.append((record, place))
        seen.setdefault(key, []).append(record)
    found = propose_opposites([place for _, place in asked], workers=context.workers)
    for (first, place), proposals in zip(asked, found, strict=True):
        task = f"antonym:{context.suite}/{first.id}"
        context.tasks.append(_antonym_task(task, first, place, proposals))
        turned = _choose_antonym(task, place, proposals, context)
        for record in seen[place.text, place.spans]:
            # Where several records share a sentence one answer is enough, and each may have its own.
            own = f"antonym:{context.suite}/{record.id}"
            chosen = turned
            if own != task and own in context.answers:
                chosen = _choose_antonym(own, place, proposals, context)
            if chosen is not None:
                record.fields |= chosen


def _place(record: Record, context: Context) -> Place | None:
    name = context.template.turn
    text = record.fields.get(name)
    if not isinstance(text, str) or not text.strip():
        return None
    given = record.fields.get("spans" if name == "text" else f"{name}_spans")
    spans = [(int(start), int(end)) for start, end in given] if isinstance(given, list) else []
    if not spans:
        marked = record.fields.get("property") or record.fields.get("expression")
        at = text.lower().find(str(marked).lower()) if marked else -1
        spans = [(at, at + len(str(marked)))] if at >= 0 else []
    ways = tuple(way for way in context.tidy if way != "sentence")
    tidied = tidy(text, ways)
    spans = carry_spans(text, tidied, spans) or _find_again(text, tidied, spans, ways)
    return Place(tidied, tuple(spans)) if spans else None


def carry_spans(old: str, new: str, spans: list[Span]) -> list[Span]:
    """Return spans over a text as spans over the same text with other blanks; none where more was changed.

    >>> carry_spans("do n't go", "don't go", [(3, 6), (7, 9)])
    [(2, 5), (6, 8)]
    """
    if old == new:
        return spans
    before = [i for i, char in enumerate(old) if not char.isspace()]
    after = [i for i, char in enumerate(new) if not char.isspace()]
    if [old[i].lower() for i in before] != [new[i].lower() for i in after]:
        return []
    place = dict(zip(before, after, strict=True))
    moved = []
    for start, end in spans:
        inside = [place[i] for i in range(start, min(end, len(old))) if i in place]
        if inside:
            moved.append((inside[0], inside[-1] + 1))
    return moved


def _find_again(old: str, new: str, spans: list[Span], ways: tuple[str, ...]) -> list[Span]:
    """Return where marked words stand in a text that was mended elsewhere; none where that is not sure."""
    if not spans:
        return []
    words = tidy(old[spans[0][0] : spans[-1][1]], ways)
    at = new.find(words) if words and new.count(words) == 1 else -1
    return [(at, at + len(words))] if at >= 0 else []


def _antonym_task(task: str, record: Record, place: Place, proposals: list[Proposal]) -> Task:
    marked = [place.text[start:end] for start, end in place.spans]
    return Task(
        id=task,
        type="antonym",
        item={"record": record.id, "text": place.text, "spans": [list(span) for span in place.spans]},
        shown={
            "sentence": place.text,
            "marked": marked,
            "instruction": "Give the word or words that turn the marked ones to their opposite in this "
            "sentence, and nothing else in it. Accept the first candidate, change it, or reject it.",
            "candidates": [
                {
                    "antonym": each.new,
                    "in_place_of": each.old,
                    "sentence": each.text,
                    "fit": each.fit,
                    "doubts": list(each.doubts),
                }
                for each in proposals[:CANDIDATES_SHOWN]
            ],
        },
        source=record.source,
    )


def _choose_antonym(
    task: str, place: Place, proposals: list[Proposal], context: Context
) -> dict[str, Any] | None:
    best = proposals[0] if proposals else None
    ruling = context.answers.ruling(task, None if best is None else best.new, check_word)
    if ruling is not None and ruling.value is None:
        context.funnel.refuse("people rejected the antonym")
        return None
    if ruling is None or (not ruling.by_people and best is not None and ruling.value == best.new):
        if best is None:
            context.funnel.refuse("no antonym known: waits for people (see tasks.jsonl)")
            return None
        if best.fit < context.fit:
            for doubt in best.doubts:
                context.funnel.note(f"antonym in doubt: {doubt}")
            context.funnel.refuse("no antonym fits well enough: waits for people (see tasks.jsonl)")
            return None
        return _turned_fields(best.text, best, "silver", best.source)
    shown = [each for each in proposals if each.new == ruling.value]
    chosen = shown[0] if shown and not ruling.changed else None
    tier = "gold" if ruling.by_people else "silver"
    by = "people" if ruling.by_people else "model"
    if chosen is not None:
        return _turned_fields(chosen.text, chosen, tier, by)
    # Words of their own replace all that was marked; a sentence of their own replaces all.
    span = (place.spans[0][0], place.spans[-1][1])
    value = str(ruling.value)
    if ruling.whole:
        text, value = value, ""
    else:
        text = _replace(place.text, span, value)
    return {
        "turned": text,
        "antonym": value,
        "turned_word": place.text[span[0] : span[1]],
        "turned_tier": tier,
        "antonym_source": by,
    }


def _replace(text: str, span: Span, words: str) -> str:
    try:
        return replace_spans(text, [(span, words)]).text
    except LanguageError:
        return text[: span[0]] + words + text[span[1] :]


def _turned_fields(text: str, proposal: Proposal, tier: str, source: str) -> dict[str, Any]:
    return {
        "turned": text,
        "antonym": proposal.new,
        "turned_word": proposal.old,
        "turned_tier": tier,
        "turned_label": "contradiction" if proposal.contradicts else "neutral",
        "antonym_source": source,
        "antonym_fit": proposal.fit,
    }


RULES: dict[str, tuple[str, float]] = {
    "copy": ("entailment", 0.99),
    "paraphrase": ("entailment", 0.75),
    "antonym": ("non-entailment", 0.95),
    "negation": ("non-entailment", 0.95),
    "desiderative": ("non-entailment", 0.95),
    "interrogative": ("non-entailment", 0.9),
    "weakening": ("non-entailment", 0.85),
    "inference": ("non-entailment", 0.85),
}
"""The label that each way of rephrasing an ironic message proposes on the surface reading, with a confidence.

A message in the same words, or with words only left out, follows from itself; whatever turns it does not.
"""


def prepare_irony(records: list[Record], context: Context) -> None:
    """Add `marker`, and where there is a rephrasing `strategy` and `proposal` (label, rule, confidence)."""
    for record in records:
        text = record.fields.get("text")
        if not isinstance(text, str):
            continue
        markers = irony_markers(text)
        record.fields["marker"] = ",".join(markers) if markers else "none"
        rewriting = record.fields.get("rewriting")
        if isinstance(rewriting, str) and rewriting.strip():
            seen = examine_rephrasing(text, rewriting)
            record.fields["strategy"] = seen.strategy
            record.fields["proposal"] = propose_label(seen)
            context.funnel.note(f"proposed by rule: {seen.strategy}")


def propose_label(seen: Rephrasing) -> dict[str, Any]:
    """Return the label that the rule proposes for a message and its rephrasing."""
    label, confidence = RULES[seen.strategy]
    return {"label": label, "rule": seen.strategy, "confidence": confidence}


_AS_AS = re.compile(r"\bas\s+[\w\-' ]{2,40}?\s+as\b", re.IGNORECASE)
_LIKE = re.compile(r"\blike\s+(?:an?|the|his|her|their|my|your|its|\w+ing|\w+s)\b|\blike\b", re.IGNORECASE)


def prepare_copied_properties(records: list[Record], context: Context) -> None:
    """Add `figure` (simile or metaphor) and `simile` (closed, open, none) to sentences with a right reading.

    A simile is closed where the sentence itself has the word that the right reading adds to the other one
    (*as quiet as a library*, *very quiet*): copying answers it.
    """
    for record in records:
        text, meaning = record.fields.get("text"), record.fields.get("meaning")
        if not isinstance(text, str):
            continue
        simile = bool(_AS_AS.search(text) or _LIKE.search(text))
        record.fields["figure"] = "simile" if simile else "metaphor"
        record.fields["simile"] = "open" if simile else "none"
        if not isinstance(meaning, str):
            continue
        own = _base_words(meaning) - _base_words(str(record.fields.get("other", "")))
        if own & _base_words(text):
            record.fields["simile"] = "closed"
            context.funnel.note("closed: the property stands in the sentence itself")


def _base_words(text: str) -> set[str]:
    small = word_class("function words") | word_class("degree words")
    words = {text[start:end].lower() for start, end in word_spans(text)}
    return {min(lemmas(word), key=lambda base: (len(base), base)) for word in words - small}


def prepare_votes(records: list[Record], context: Context) -> None:
    """Add `majority`, the label most people gave, and `agreement`, their share; a tie has no majority."""
    for record in records:
        votes = record.fields.get("votes")
        if not isinstance(votes, dict) or not votes:
            context.funnel.note("no votes of people")
            continue
        counted = Counter({label: number for label, number in votes.items() if label in LABELS})
        ranked = counted.most_common(2)
        if len(ranked) == 2 and ranked[0][1] == ranked[1][1]:
            context.funnel.note("people's votes are tied")
            continue
        if ranked:
            record.fields["majority"] = ranked[0][0]
            record.fields["agreement"] = round(ranked[0][1] / counted.total(), 3)


_PREPARATIONS: dict[str, Callable[[list[Record], Context], None]] = {
    "antonym": prepare_antonyms,
    "irony": prepare_irony,
    "copied-property": prepare_copied_properties,
    "votes": prepare_votes,
}
