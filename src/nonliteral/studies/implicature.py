"""Scalar implicatures: Figures 2 to 4 and 8 to 13 of the IMPPRES paper, and its section 6.2.

No reading of a target is the gold one: answers are counted by each, and what fits none is shown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from nonliteral.studies.base import JudgedRun, StudyOptions, speaking
from nonliteral.studies.charts import draw_points, draw_stack
from nonliteral.studies.paradigms import (
    ACCURACY,
    READINGS,
    TABLE_2,
    Answers,
    Places,
    check_three_way,
    majority_share,
    score_parts,
    split,
)
from nonliteral.studies.published import find_published
from nonliteral.studies.rows import share, with_interval
from nonliteral.studies.scoring import Judged
from nonliteral.studies.statistics import Interval, difference_by_group, holm, mean_by_group
from nonliteral.studies.tables import Column, Figure, Table

CONDITIONS = {
    "implicature_PtoN": "W → not S",
    "implicature_NtoP": "not S → W",
    "negated implicature_P": "W → S",
    "reverse negated implicature_P": "S → W",
    "negated implicature_N": "not S → not W",
    "reverse negated implicature_N": "not W → not S",
}
"""The relation that a target pair tests, and its sentences: W with the weak, S with the strong scalemate."""

EXACT = {
    "W → not S": "entailment",
    "not S → W": "neutral",
    "W → S": "contradiction",
    "S → W": "contradiction",
    "not S → not W": "neutral",
    "not W → not S": "neutral",
    "S → not W": "entailment",
    "not W → S": "neutral",
}
"""What numerals give when they mean exactly n, for sets that were published without that reading."""

PRAGMATIC = {
    "W → not S": "entailment",
    "not S → W": "entailment",
    "W → S": "contradiction",
    "S → W": "contradiction",
    "not S → not W": "contradiction",
    "not W → not S": "contradiction",
}
"""The pragmatic labels of the paper's Table 2, by which it scored its numerals too."""

_NEGATION = re.compile(r"n['’]t\b|\b(?:not|no|none|nobody|nothing|never|neither|nor|cannot)\b", re.IGNORECASE)
_FIT = [Column("share", "share"), Column("n", "count"), Column("groups", "count")]


class Effect(NamedTuple):
    """A comparison of section 6.2: pairs of conditions, the first expected to be the more pragmatic."""

    name: str
    pairs: tuple[tuple[str, str], ...]


EFFECTS = (
    Effect(
        "order: the trigger in the premise, not in the hypothesis",
        (("W → S", "S → W"), ("not S → not W", "not W → not S")),
    ),
    Effect(
        "negation: negated implicatures without negation, not with it",
        (("W → S", "not S → not W"), ("S → W", "not W → not S")),
    ),
    Effect("negation in the hypothesis, not in the premise", (("W → not S", "not S → W"),)),
    Effect("both scalemates in plain words, not one negated", (("W → S", "W → not S"),)),
)


def scale_of(judged: Judged) -> str:
    """Return the scale of an implicature; the sets of numerals are one, as in the paper's figures."""
    trigger = str(judged.pair.features.get("trigger", judged.pair.features.get("set", "")))
    return "numeral" if trigger.startswith("numeral") else trigger


def condition_of(judged: Judged) -> str:
    """Return the condition of a target pair, from its relation and, for numerals, from its negations."""
    relation = str(judged.pair.features.get("relation", ""))
    if relation in CONDITIONS:
        return CONDITIONS[relation]
    if relation == "opposite":
        return "S → not W" if _NEGATION.search(judged.pair.hypothesis) else "not W → S"
    if relation == "no_impl" and scale_of(judged) == "numeral":
        readings = judged.pair.readings or {}
        if readings.get("logical", judged.pair.label) == "entailment":
            return "not W → not S"
        return "not S → not W" if _NEGATION.search(judged.pair.hypothesis) else "not S → W"
    return relation


def readings_of(judged: Judged) -> dict[str, str]:
    """Return the label of a target pair by each reading that it has."""
    readings: dict[str, str] = dict(judged.pair.readings or {"logical": judged.pair.label})
    if scale_of(judged) == "numeral" and "exact" not in readings and condition_of(judged) in EXACT:
        readings["exact"] = EXACT[condition_of(judged)]
    return {name: readings[name] for name in READINGS if name in readings}


def fits(judged: Sequence[Judged], seed: int = 0) -> dict[str, tuple[Interval, float | None]]:
    """Return how often answers fit each reading and none of them, beside the best constant answer.

    The published numerals have another pragmatic label in some conditions than the paper scored them by;
    they are counted by both.
    """
    marks: dict[str, list[tuple[Judged, bool]]] = {}
    labels: dict[str, list[str]] = {}
    for each in judged:
        readings = readings_of(each)
        fitting = each.answer in readings.values()
        if scale_of(each) == "numeral" and each.pair.source.corpus == "imppres":
            readings[TABLE_2] = PRAGMATIC.get(condition_of(each), readings["pragmatic"])
        for name, label in readings.items():
            marks.setdefault(name, []).append((each, each.answer == label))
            labels.setdefault(name, []).append(label)
        marks.setdefault("neither", []).append((each, not fitting))
    out = {}
    for name in (*READINGS, TABLE_2, "neither"):
        found = share(marks.get(name, []), seed)
        if found is not None:
            out[name] = found, majority_share(labels[name]) if name in labels else None
    return out


def study_implicature(
    runs: Sequence[JudgedRun], places: Places, options: StudyOptions
) -> tuple[list[Table], list[Figure], list[str]]:
    """Return the tables, figures and findings on implicatures; none where the runs hold none."""
    answers = [
        (run.name, [each for each in run.judged if each.pair.phenomenon == "implicature"]) for run in runs
    ]
    if not any(judged for _, judged in answers):
        return [], [], []
    check_three_way(answers)
    targets = [
        (name, [each for each in judged if each.pair.features.get("control") is not True])
        for name, judged in answers
    ]
    by_scale = _by_scale(targets, places, options)
    by_condition = _by_condition(targets, places, options)
    tables = [
        *_controls(answers, places, options),
        by_scale,
        *_numerals(answers, places, options),
        *by_condition,
        *_effects(targets, places, options),
    ]
    return (
        tables,
        _draw(by_scale, by_condition),
        _findings([each for each in targets if each[0] in speaking(runs)], places, options),
    )


def _controls(answers: Answers, places: Places, options: StudyOptions) -> list[Table]:
    rows = score_parts(
        answers,
        lambda each: (
            (places.of(each), scale_of(each), str(each.pair.features.get("relation", "")))
            if each.pair.features.get("control") is True
            else None
        ),
        options,
    )
    if not rows:
        return []
    return [
        places.tabulate(
            "controls-implicature",
            "Controls of implicatures (Figure 2)",
            ["scale", "control", "model", *ACCURACY],
            rows,
            "Accuracy on pairs that both readings label alike, three-way. All controls of the published sets "
            "are contradictions: always saying contradiction gets them all, so they only count beside the "
            "targets.",
            published=[find_published("imppres", "Figure 2")],
        )
    ]


_NEITHER = (
    "No reading is the gold one; where two give the same label, one answer fits both, and `neither` fits "
    "none of logical, pragmatic and exact. The exact reading is that of numerals that mean exactly n. The "
    "published numerals are also counted by the pragmatic labels of the paper's Table 2, by which it scored "
    "them, since its files have others in three conditions."
)


def _by_scale(targets: Answers, places: Places, options: StudyOptions) -> Table:
    rows = [
        [place, scale, reading, name, found, found.n, found.groups, majority]
        for name, judged in targets
        for (place, scale), members in split(judged, lambda e: (places.of(e), scale_of(e))).items()
        for reading, (found, majority) in fits(members, options.seed).items()
    ]
    return places.tabulate(
        "targets-implicature",
        "Targets of implicatures by reading (Figure 3)",
        ["scale", "reading", "model", *_FIT, Column("majority", "share", "the best constant answer")],
        rows,
        "The share of target answers that are the label of each reading, three-way, and the share that fits "
        f"no reading. {_NEITHER} The sets of numerals are pooled. Majority: what always giving the most "
        "frequent label of that reading's targets would get. The baseline of that name does not: it answers "
        "with the most frequent label of a whole set, controls among them, and that is contradiction, which "
        "no target is by the logical reading.",
        published=[find_published("imppres", "Figure 3")],
    )


def _by_condition(targets: Answers, places: Places, options: StudyOptions) -> list[Table]:
    rows: dict[tuple[str, str], list[list[Any]]] = {}
    for name, judged in targets:
        parts = split(judged, lambda e: (places.of(e), scale_of(e), condition_of(e)))
        for (place, scale, condition), members in parts.items():
            rows.setdefault((place, scale), []).extend(
                [place, scale, condition, reading, name, found, found.n, found.groups]
                for reading, (found, _) in fits(members, options.seed).items()
            )
    return [
        places.tabulate(
            re.sub(r"\W+", "-", f"conditions-{place}-{scale}"),
            f"Targets by condition: {scale}, {place} (Figures 8 to 13)",
            ["scale", "condition", "reading", "model", *_FIT],
            its_rows,
            "W is the sentence with the weak scalemate, S the one with the strong; premise → hypothesis. The "
            f"share of answers that are the label of each reading, three-way. {_NEITHER} A condition has one "
            "label by each reading: chance is a third.",
            published=[find_published("imppres", f"Figure {number}") for number in range(8, 14)],
            detail=True,
        )
        for (place, scale), its_rows in sorted(rows.items())
    ]


def _numerals(answers: Answers, places: Places, options: StudyOptions) -> list[Table]:
    """Return how numerals fit the three readings where these differ: targets and opposites."""
    rows = [
        [place, reading, name, found, found.n, found.groups]
        for name, judged in answers
        for place, members in split(
            (
                each
                for each in judged
                if scale_of(each) == "numeral" and len(set(readings_of(each).values())) > 1
            ),
            places.of,
        ).items()
        for reading, (found, _) in fits(members, options.seed).items()
        if reading != TABLE_2
    ]
    if not rows:
        return []
    return [
        places.tabulate(
            "numerals",
            "Numerals: at least n, at least n with its implicature, exactly n (section 6.2)",
            ["reading", "model", *_FIT],
            rows,
            "The share of answers that are the label of each reading, three-way, over the pairs whose "
            "readings differ: the targets with an implicature, and the opposites (three → not two), which "
            "are contradictions unless two means exactly two.",
        )
    ]


def _effects(targets: Answers, places: Places, options: StudyOptions) -> list[Table]:
    rows: list[list[Any]] = []
    for name, judged in targets:
        found: list[list[Any]] = []
        for (place, scale), members in split(judged, lambda e: (places.of(e), scale_of(e))).items():
            pragmatic = _pragmatic_answers(members)
            for effect in EFFECTS:
                first, second, groups = _pair_up(effect, pragmatic)
                if first:
                    difference, p = difference_by_group(second, first, groups, seed=options.seed)
                    rates = [mean_by_group(each, groups, seed=options.seed) for each in (first, second)]
                    found.append([place, scale, effect.name, name, *rates, difference, len(first), p])
        for row, corrected in zip(found, holm([row[-1] for row in found]), strict=True):
            row.append(corrected)
        rows += found
    if not rows:
        return []
    return [
        places.tabulate(
            "effects-implicature",
            "Effects of order and negation on pragmatic answers (section 6.2)",
            [
                "scale", "effect", "model",
                Column("pragmatic, first", "share"), Column("pragmatic, second", "share"),
                Column("difference", "share"), Column("n", "count"), Column("p", "p"), Column("p, Holm", "p"),
            ],
            rows,
            "The share of pragmatic answers in the first condition less that in the second, within "
            "paradigms; n counts the pairs of conditions compared. The paper expects each difference to be "
            "above zero. p-values by a bootstrap over paradigms; Holm's correction over all effects of a "
            "model.",
            detail=True,
        )
    ]  # fmt: skip


def _pragmatic_answers(judged: Sequence[Judged]) -> dict[str, dict[tuple[str, str], bool]]:
    """Return by condition and paradigm whether the answer was the pragmatic one."""
    pragmatic: dict[str, dict[tuple[str, str], bool]] = {}
    for each in judged:
        readings = readings_of(each)
        relation = str(each.pair.features.get("relation"))
        # A condition without an implicature (numerals under negation) has no pragmatic behaviour to show.
        if relation in CONDITIONS and readings.get("pragmatic", readings["logical"]) != readings["logical"]:
            where = pragmatic.setdefault(CONDITIONS[relation], {})
            where[each.suite, each.pair.group] = each.answer == readings["pragmatic"]
    return pragmatic


def _pair_up(
    effect: Effect, pragmatic: Mapping[str, Mapping[tuple[str, str], bool]]
) -> tuple[list[float], list[float], list[tuple[str, str]]]:
    first: list[float] = []
    second: list[float] = []
    groups: list[tuple[str, str]] = []
    for one, other in effect.pairs:
        for group, mark in pragmatic.get(one, {}).items():
            if group in pragmatic.get(other, {}):
                first.append(float(mark))
                second.append(float(pragmatic[other][group]))
                groups.append(group)
    return first, second, groups


def _draw(by_scale: Table, by_condition: Sequence[Table]) -> list[Figure]:
    figures = []
    if by_scale.rows:
        figures.append(
            draw_points(by_scale.key, by_scale.title, by_scale, x="reading", row="scale", value="share")
        )
    for table in by_condition:
        kept = [row for row in table.records() if row["reading"] not in ("exact", TABLE_2)]
        if kept:
            figures.append(
                draw_stack(
                    table.key,
                    f"{table.title.split(' (')[0]} (as Figure 4)",
                    [{**row, "share": row["share"]["value"], "n": row["share"]["n"]} for row in kept],
                    x="condition",
                    y="share",
                    colour="reading",
                    column="model",
                    caption="The share of answers that fit each reading and neither. "
                    "Where two readings give one label, an answer counts for both.",
                )
            )
    return figures


def _findings(targets: Answers, places: Places, options: StudyOptions) -> list[str]:
    findings = []
    for name, judged in targets:
        # At least and only are tests that no implicature arises: they show neither reading.
        scalar = [each for each in judged if condition_of(each) in EXACT]
        for place, members in split(scalar, places.of).items():
            found = {reading: interval for reading, (interval, _) in fits(members, options.seed).items()}
            if "pragmatic" not in found:
                continue
            which = "pragmatic" if found["pragmatic"].value > found["logical"].value else "logical"
            findings.append(
                f"On implicatures ({place}), {name} answers logically in {with_interval(found['logical'])} "
                f"and pragmatically in {with_interval(found['pragmatic'])} of {found['logical'].n:,} targets"
                f": more {which}; {with_interval(found['neither'])} fit neither."
            )
    return findings
