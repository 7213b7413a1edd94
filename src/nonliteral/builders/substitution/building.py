"""The whole way from sentences and a lexicon to pairs, and the funnel that says what became of each.

Each distinct source sentence is parsed once and used for every replacement; each distinct result is
parsed once. Parsing runs in batches over all cores, so the rest has to be quick. The order of the pairs
is that of the sentences and of the entry's replacements, whatever the number of workers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import msgspec

from nonliteral.builders.substitution.drafting import (
    METHODS,
    Draft,
    Refused,
    Use,
    candidates,
    reverse_label,
)
from nonliteral.builders.substitution.explaining import Ledger
from nonliteral.builders.substitution.expressions import Expression, Lexicon
from nonliteral.builders.substitution.gold import covariates
from nonliteral.builders.substitution.matching import sentence_keys
from nonliteral.builders.substitution.refusals import Refusal
from nonliteral.builders.substitution.sources import Item, content_digits
from nonliteral.builders.substitution.verifying import check_result
from nonliteral.checking.defects import PAIR_CHECKS
from nonliteral.english.parses import Parse
from nonliteral.english.parsing import parse_sentences
from nonliteral.lexicon.entries import WORKED_OUT, check_entry, guess_part, make_id
from nonliteral.records import Definition, Entry, Label, Pair, Relation, Source, Span, Usage
from nonliteral.suites import Funnel


class Settings(msgspec.Struct, frozen=True):
    """What a user may choose."""

    methods: tuple[str, ...] = METHODS
    directions: tuple[str, ...] = ("figurative-premise",)
    confidence: float = 0.75
    workers: int | None = None
    parser: str | None = None
    trust: bool = False
    """Leave polarity and the checks of literal contexts out, to compare with what others built."""


def build_pairs(
    items: Iterable[Item | Refused], lexicon: Lexicon, settings: Settings, ledger: Ledger
) -> Iterator[Pair]:
    """Yield the pairs that sentences give; the ledger says what became of every sentence and replacement."""
    parse_all = partial(parse_sentences, workers=settings.workers, parser=settings.parser)
    by_text: dict[str, list[tuple[int, Item]]] = {}
    for number, item in enumerate(items):
        ledger.open(number)
        if isinstance(item, Refused):
            ledger.refuse(number, item)
            continue
        for note in item.notes:
            ledger.note(note)
        by_text.setdefault(item.text, []).append((number, item))
    drafts: list[tuple[int, Item, Draft]] = []
    for (text, uses), parse in zip(by_text.items(), parse_all(by_text), strict=True):
        assert parse.text == text
        keys = sentence_keys(parse)
        for number, item in uses:
            for made in draft_item(parse, keys, item, lexicon, settings):
                if isinstance(made, Draft):
                    drafts.append((number, item, made))
                else:
                    ledger.refuse(number, made)
    del by_text
    drafts.sort(key=lambda each: each[0])
    yield from _verified(drafts, settings, ledger, parse_all)
    ledger.close()


def substitute(
    text: str,
    base: str,
    definition: str,
    *,
    spans: Sequence[Span] = (),
    part: str | None = None,
    relation: Relation = "same",
    usage: Usage = "figurative",
) -> str:
    """Return a sentence with a definition in the place of an expression, or raise `Refusal` with its reason.

    >>> substitute("They were pulling my sister's leg.", "pull someone's leg", "tease someone")
    'They were teasing my sister.'
    """
    features = {} if part is not None else {"part": WORKED_OUT}
    entry = Entry(
        id=make_id(base), kind="idiom", base=base, part=part or guess_part(base, [definition]),
        definitions=[Definition(definition, relation)], adversarial=[], antonyms=[], sentences=[], gold=[],
        features=features,
    )  # fmt: skip
    check_entry(entry)
    item = Item(text, list(spans), usage, base, entry.id, Source("user"), None)
    settings = Settings(methods=("figurative-definition", "literal-definition"), workers=1)
    ledger = Ledger(Funnel(), examples=1)
    made = list(build_pairs([item], Lexicon([entry]), settings, ledger))
    if not made:
        raise ledger.first_refusal()
    return made[0].hypothesis


def draft_item(
    parse: Parse, keys: Sequence[frozenset[str]], item: Item, lexicon: Lexicon, settings: Settings
) -> Iterator[Draft | Refused]:
    """Yield what one use of an expression gives: drafts and refusals, at least one of them."""
    usage: Usage = item.usage
    own = None if item.entry is None else lexicon.by_id(item.entry)
    if own is not None and not candidates(own.entry, usage, settings.methods):
        yield Refused("no replacement in the lexicon", own.entry.base, item.text)
        return
    found = find_uses(parse, keys, item, lexicon)
    if isinstance(found, Refused):
        yield found
        return
    useful = [use for use in found if candidates(use.entry, usage, settings.methods)]
    if not useful:
        yield Refused("no replacement in the lexicon", found[0].entry.base, item.text)
    for use in useful:
        yield from use.drafts(usage, settings.methods, trust=settings.trust)


def find_uses(
    parse: Parse, keys: Sequence[frozenset[str]], item: Item, lexicon: Lexicon
) -> list[Use] | Refused:
    """Return the expression of a sentence with its entry, or why there is none.

    There are several where a lexicon has several entries of the same base form, one for each sense.
    """
    choices = choose_expressions(keys, item, lexicon)
    if not choices:
        return Refused("expression not in the lexicon", item.expression or "", item.text)
    if item.entry is None and item.expression is None:
        # Nobody says which one is meant: the longest (*see the light of day*, not *see the light*).
        choices = sorted(choices, key=lambda each: -len(each.words))
    first: Refused | None = None
    found: list[Use] = []
    for expression in choices:
        if found and not expression.same_as(found[0].match.expression):
            continue
        try:
            found.append(Use(parse, expression, item.spans, keys))
        except Refusal as refusal:
            first = first or Refused(refusal.reason, refusal.about, item.text)
    if found:
        return found
    assert first is not None
    return first


def choose_expressions(keys: Sequence[frozenset[str]], item: Item, lexicon: Lexicon) -> list[Expression]:
    """Return the expressions that a sentence may hold: by its entry, by name, or by its words."""
    if item.entry is not None:
        own = lexicon.by_id(item.entry)
        return [] if own is None else [own]
    if item.expression is not None:
        named = lexicon.named(item.expression)
        # Corpora of metaphors name them by all their words (subject, verb and object): look for two of them.
        if named or not lexicon.holds_metaphors:
            return named
    return lexicon.in_words(keys)


def _verified(
    drafts: list[tuple[int, Item, Draft]], settings: Settings, ledger: Ledger, parse_all: Any
) -> Iterator[Pair]:
    """Yield the drafts whose results hold up: parsed, not twice, without defects."""
    waiting: dict[str, list[int]] = {}
    for place, (_, _, draft) in enumerate(drafts):
        waiting.setdefault(draft.hypothesis, []).append(place)
    verdicts: list[Refused | None] = [None] * len(drafts)
    for places, parse in zip(waiting.values(), parse_all(waiting), strict=True):
        for place in places:
            draft = drafts[place][2]
            try:
                start, end = draft.hypothesis_spans[0][0], draft.hypothesis_spans[-1][1]
                check_result(draft.skeleton, parse, [(start, end)], part=draft.entry.part)
            except Refusal as refusal:
                verdicts[place] = _refuse(draft, refusal)
    for (number, item, draft), verdict in zip(drafts, verdicts, strict=True):
        if verdict is not None:
            ledger.refuse(number, verdict)
            continue
        for direction in settings.directions:
            pair = make_pair(draft, item, direction)
            try:
                _check_pair(pair)
                ledger.check_new(pair)
            except Refusal as refusal:
                ledger.refuse(number, _refuse(draft, refusal))
                continue
            ledger.keep(number)
            yield pair


def _refuse(draft: Draft, refusal: Refusal) -> Refused:
    return Refused(
        refusal.reason,
        refusal.about,
        f"{draft.premise} → {draft.hypothesis}",
        draft.candidate.method,
        draft.candidate.text,
    )


def _check_pair(pair: Pair) -> None:
    """Raise `Refusal` for what `nonliteral check` would call an error in the pair."""
    from nonliteral.builders.substitution.sources import find_damage

    for text in (pair.premise, pair.hypothesis):
        damage = find_damage(text)
        if damage is not None:
            raise Refusal("defect in the result", damage)
    for check in PAIR_CHECKS:
        if check.severity == "error":
            for fault in check.look(pair):
                if fault.certain:
                    raise Refusal("defect in the result", f"{check.name}: {fault.found}")


def make_pair(draft: Draft, item: Item, direction: str) -> Pair:
    """Return the pair of a draft in one of the two directions."""
    entry, candidate = draft.entry, draft.candidate
    label: Label = draft.label
    premise, hypothesis = draft.premise, draft.hypothesis
    premise_spans, hypothesis_spans = draft.premise_spans, draft.hypothesis_spans
    if direction == "literal-premise":
        label = reverse_label(candidate)
        premise, hypothesis = hypothesis, premise
        premise_spans, hypothesis_spans = hypothesis_spans, premise_spans
    features: dict[str, Any] = {
        "expression": entry.base,
        "variant": draft.variant,
        "definition": candidate.text,
    }
    if candidate.relation is not None:
        features["relation"] = candidate.relation
    features["premise_spans"] = [list(span) for span in premise_spans]
    features["hypothesis_spans"] = [list(span) for span in hypothesis_spans]
    features["mood"] = draft.mood
    features["direction"] = direction
    features.update(covariates(entry))
    if item.corpus_variant is not None:
        features["corpus_variant"] = item.corpus_variant
    return Pair(
        id=f"{entry.id}/{candidate.method}/{content_digits(premise, hypothesis)}",
        premise=premise,
        hypothesis=hypothesis,
        label=label,
        phenomenon=entry.kind,
        method=candidate.method,
        tier="silver",
        group=f"{entry.kind}/{entry.id}",
        source=item.source,
        features=features,
    )
