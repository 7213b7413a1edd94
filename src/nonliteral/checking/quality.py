"""Quality as IMPLI's Table 4 measures it, from dependency parses.

Three parts: the share of premises and hypotheses that are full clauses (a dependency measure: the paper's
"S root" comes from a constituency parser, so the two are not the same figure), how plausible hypotheses
are under each label (nonsense must not pass for non-entailment), and a sample for people to judge.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from nonliteral.draw import stable_hash
from nonliteral.records import LABELS, Pair, Source, Task

if TYPE_CHECKING:
    from nonliteral.english.parses import Parse

PER_CATEGORY = 100
MAX_PER_CATEGORY = 2000
"""Parsing takes a second for some hundred sentences; beyond this many pairs a category is sampled."""

_SUBJECTS = ("nsubj", "nsubjpass", "csubj", "csubjpass", "expl")
_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
_CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV"})
_RELATIONS = {
    "dobj": "object", "obj": "object", "nsubjpass": "object", "nsubj": "subject", "amod": "modifier",
    "advmod": "modifier", "attr": "complement", "acomp": "complement", "prep": "prep", "pobj": "pobj",
    "prt": "particle", "compound": "compound", "xcomp": "complement", "ccomp": "complement",
}  # fmt: skip
_UNEVEN = 0.05
_CERTAIN = 3.0
_TASK_TYPE = "judge"


class Clauses(msgspec.Struct, frozen=True, kw_only=True):
    """The shares of full clauses among the premises and hypotheses of one category."""

    category: str
    n: int
    premises: float
    hypotheses: float
    difference: float
    """Hypotheses less premises."""
    interval: tuple[float, float]
    """95 %, over pairs."""


class Plausibility(msgspec.Struct, frozen=True, kw_only=True):
    """How plausible the hypotheses of one category are under one label."""

    category: str
    label: str
    n: int
    plausibility: float
    """How well the words that the hypothesis puts in go with their neighbours, from 0 to 1: whether the
    premises of other groups use them so."""
    broken: float
    """The share whose premise is a full clause and whose hypothesis is none."""


class QualityReport(msgspec.Struct, frozen=True, kw_only=True):
    """What `nonliteral check --quality` measures."""

    parser: str
    clauses: list[Clauses]
    plausibility: list[Plausibility]
    warnings: list[str]


def is_full_clause(parse: Parse) -> bool:
    """Return whether the main sentence of a text is a finite clause with a subject, or an imperative.

    The main sentence is the longest. A finite verb is one with tense or with a finite auxiliary.
    """
    if not parse.roots:
        return False
    root = max(parse.roots, key=lambda position: len(parse.subtree(position)))
    token = parse[root]
    if token.pos not in ("VERB", "AUX"):
        return False
    helpers = parse.children(root, "aux", "auxpass")
    finite = token.tag in _FINITE or any(parse[helper].tag in _FINITE for helper in helpers)
    subject = bool(parse.children(root, *_SUBJECTS))
    if finite and subject:
        return True
    # "Keep still." has neither subject nor tense, and neither does its negation, which has "do".
    plain = token.tag in ("VB", "VBP") and not subject
    return plain and all(parse[helper].lemma == "do" for helper in helpers)


def measure_quality(pairs: Iterable[Pair], *, workers: int | None = None) -> QualityReport:
    """Parse the pairs (up to 2,000 a category, drawn by their ids) and measure the quality of each category.

    A category is a phenomenon and a method.
    """
    from nonliteral.english.parsing import parse_sentences, parser_id

    chosen = _choose(pairs)
    texts = sorted({text for pair in chosen for text in (pair.premise, pair.hypothesis)})
    parses = dict(zip(texts, parse_sentences(texts, workers=workers), strict=True))
    full = {text: is_full_clause(parse) for text, parse in parses.items()}
    use = _Use(chosen, parses)
    by_category: dict[str, list[Pair]] = defaultdict(list)
    for pair in chosen:
        by_category[_category(pair)].append(pair)
    clauses, plausibility, warnings = [], [], []
    for category, members in sorted(by_category.items()):
        row = _measure_clauses(category, members, full)
        clauses.append(row)
        if row.interval[1] < -0.02:
            warnings.append(
                f"{category}: {-row.difference:.1%} fewer hypotheses than premises are full clauses, "
                "so making them broke some."
            )
        rows = _measure_plausibility(category, members, parses, full, use)
        plausibility.extend(rows)
    warnings.extend(_compare_labels(chosen, parses, use))
    return QualityReport(parser=parser_id(), clauses=clauses, plausibility=plausibility, warnings=warnings)


def _category(pair: Pair) -> str:
    return f"{pair.phenomenon}, {pair.method}"


def _choose(pairs: Iterable[Pair], limit: int = MAX_PER_CATEGORY) -> list[Pair]:
    kept: dict[str, list[tuple[int, str, Pair]]] = defaultdict(list)
    for pair in pairs:
        members = kept[_category(pair)]
        members.append((stable_hash("quality", pair.id), pair.id, pair))
        if len(members) >= 2 * limit:
            members.sort(key=lambda item: item[:2])
            del members[limit:]
    return [
        pair
        for _, members in sorted(kept.items())
        for _, _, pair in sorted(members, key=lambda item: item[:2])[:limit]
    ]


def _measure_clauses(category: str, pairs: Sequence[Pair], full: dict[str, bool]) -> Clauses:
    n = len(pairs)
    differences = [full[pair.hypothesis] - full[pair.premise] for pair in pairs]
    mean = sum(differences) / n
    variance = sum((value - mean) ** 2 for value in differences) / max(1, n - 1)
    margin = 1.96 * (variance / n) ** 0.5
    return Clauses(
        category=category,
        n=n,
        premises=sum(full[pair.premise] for pair in pairs) / n,
        hypotheses=sum(full[pair.hypothesis] for pair in pairs) / n,
        difference=mean,
        interval=(mean - margin, mean + margin),
    )


def _edges(parse: Parse) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield head, its part of speech, relation, dependent, its part of speech for content words."""
    for position, token in enumerate(parse.tokens):
        relation = _RELATIONS.get(token.dep)
        if relation is None or token.head == position:
            continue
        head = parse[token.head]
        if relation == "pobj":
            # A preposition says little by itself: join its object to what it hangs on.
            above = parse[head.head]
            if above.pos in _CONTENT and token.pos in _CONTENT:
                yield above.lemma, above.pos, f"prep {head.lower}", token.lemma, token.pos
        elif relation == "prep":
            if head.pos in _CONTENT:
                yield head.lemma, head.pos, "prep", token.lower, "ADP"
        elif head.pos in _CONTENT and (token.pos in _CONTENT or relation == "particle"):
            yield head.lemma, head.pos, relation, token.lemma, token.pos


class _Use:
    """How words are used together in the premises, with the groups that say so."""

    def __init__(self, pairs: Sequence[Pair], parses: dict[str, Parse]) -> None:
        self._together: dict[tuple[str, ...], set[str]] = defaultdict(set)
        self._heads: dict[tuple[str, ...], set[str]] = defaultdict(set)
        self._dependents: dict[tuple[str, ...], set[str]] = defaultdict(set)
        seen: set[tuple[str, str]] = set()
        for pair in pairs:
            if (pair.premise, pair.group) in seen:
                continue
            seen.add((pair.premise, pair.group))
            for head, head_pos, relation, dependent, dependent_pos in _edges(parses[pair.premise]):
                self._together[head, relation, dependent].add(pair.group)
                self._heads[head, relation, dependent_pos].add(pair.group)
                self._dependents[head_pos, relation, dependent].add(pair.group)

    def rate(self, pair: Pair, parses: dict[str, Parse]) -> float | None:
        """Return how well the words put into a hypothesis go with their neighbours; None without any."""
        own = {token.lemma for token in parses[pair.premise]}
        marks = []
        for head, head_pos, relation, dependent, dependent_pos in _edges(parses[pair.hypothesis]):
            if head in own and dependent in own:
                continue
            if self._others(self._together[head, relation, dependent], pair.group):
                marks.append(1.0)
                continue
            as_head = self._others(self._heads[head, relation, dependent_pos], pair.group)
            as_dependent = self._others(self._dependents[head_pos, relation, dependent], pair.group)
            marks.append(0.4 * as_head + 0.4 * as_dependent)
        return sum(marks) / len(marks) if marks else None

    @staticmethod
    def _others(groups: set[str], group: str) -> bool:
        return len(groups) > (group in groups)


def _measure_plausibility(
    category: str, pairs: Sequence[Pair], parses: dict[str, Parse], full: dict[str, bool], use: _Use
) -> list[Plausibility]:
    rows = []
    for label in LABELS:
        members = [pair for pair in pairs if pair.label == label]
        rates = [rate for pair in members if (rate := use.rate(pair, parses)) is not None]
        if not members:
            continue
        broken = sum(full[pair.premise] and not full[pair.hypothesis] for pair in members)
        rows.append(
            Plausibility(
                category=category,
                label=label,
                n=len(members),
                plausibility=sum(rates) / len(rates) if rates else 0.0,
                broken=broken / len(members),
            )
        )
    return rows


def _compare_labels(pairs: Sequence[Pair], parses: dict[str, Parse], use: _Use) -> Iterator[str]:
    """Yield a warning for each phenomenon whose entailed hypotheses are the more plausible ones."""
    rates: dict[str, dict[bool, list[float]]] = defaultdict(lambda: {True: [], False: []})
    for pair in pairs:
        rate = use.rate(pair, parses)
        if rate is not None:
            rates[pair.phenomenon][pair.label == "entailment"].append(rate)
    for phenomenon, sides in sorted(rates.items()):
        entailed, others = sides[True], sides[False]
        if min(len(entailed), len(others)) < 30:
            continue
        means = [sum(side) / len(side) for side in (entailed, others)]
        errors = [
            sum((value - mean) ** 2 for value in side) / (len(side) - 1) / len(side)
            for side, mean in ((entailed, means[0]), (others, means[1]))
        ]
        difference = means[0] - means[1]
        if difference >= _UNEVEN and difference / max(sum(errors) ** 0.5, 1e-9) >= _CERTAIN:
            yield (
                f"{phenomenon}: hypotheses that are not entailed read less plausibly ({means[1]:.3f}) than "
                f"those that are ({means[0]:.3f}), so nonsense may pass for non-entailment."
            )


def judging_tasks(suite: str, pairs: Iterable[Pair], *, per_category: int = PER_CATEGORY) -> Iterator[Task]:
    """Yield tasks for people: `per_category` pairs of each phenomenon and method, without their labels.

    Asked are the two things of the paper's table: whether both sentences are well formed, and which label
    is right. The pair with its label is in `item`, never in `shown`.
    """
    for pair in _choose(pairs, per_category):
        yield Task(
            id=f"{_TASK_TYPE}:{suite}/{pair.id}",
            type=_TASK_TYPE,
            item={"suite": suite, "category": _category(pair), "pair": msgspec.to_builtins(pair)},
            shown={
                "premise": pair.premise,
                "hypothesis": pair.hypothesis,
                "questions": {
                    "premise_well_formed": ["yes", "no"],
                    "hypothesis_well_formed": ["yes", "no"],
                    "label": ["entailment", "neutral", "contradiction", "cannot say"],
                },
            },
            source=Source(corpus=pair.source.corpus, record=pair.id, licence=pair.source.licence),
        )
