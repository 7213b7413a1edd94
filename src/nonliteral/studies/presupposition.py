"""Presuppositions: Figures 5 to 7 of the IMPPRES paper, for any paradigms with its features.

Projection is counted as its section 7.2 has it: only in paradigms where the model knows the operator and the
plain presupposition.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from nonliteral.studies.base import JudgedRun, StudyOptions, speaking
from nonliteral.studies.charts import draw_points
from nonliteral.studies.paradigms import (
    ACCURACY,
    Answers,
    Places,
    check_three_way,
    score_parts,
    split,
)
from nonliteral.studies.published import find_published
from nonliteral.studies.rows import accuracy, share, with_interval
from nonliteral.studies.scoring import Judged
from nonliteral.studies.tables import Column, Figure, Table

PROJECTED = {"negated": "contradiction", "neutral": "neutral", "presupposition": "entailment"}
"""What the hypothesis is to the presupposition, and the label it keeps under every operator (Table 3)."""

Paradigm = tuple[str, str, str]
"""A paradigm of a set: suite, trigger, number."""

_RULE = (
    "Only paradigms count whose control of the same operator and whose plain trigger with its presupposition "
    "the model gets right (section 7.2), so each model has its own n; where none passes there is no number."
)


def environment_of(judged: Judged) -> str:
    """Return what the trigger is under."""
    return str(judged.pair.features.get("environment", ""))


def kind_of(judged: Judged) -> str:
    """Return what the hypothesis is to the presupposition."""
    return str(judged.pair.features.get("hypothesis_kind", ""))


def trigger_of(judged: Judged) -> str:
    """Return the trigger of a presupposition."""
    return str(judged.pair.features.get("trigger", ""))


def is_control(judged: Judged) -> bool:
    """Return whether a pair tests that an operator cancels the entailment of the trigger sentence itself."""
    return judged.pair.features.get("control") is True and kind_of(judged) == "trigger"


def is_target(judged: Judged) -> bool:
    """Return whether a pair is a target of Table 3: the presupposition, negated or of something else."""
    control = judged.pair.features.get("control") is True
    return not control and PROJECTED.get(kind_of(judged)) == judged.pair.label


def is_accommodation(judged: Judged) -> bool:
    """Return whether a pair is the plain trigger with its presupposition."""
    return is_target(judged) and environment_of(judged) == "plain" and kind_of(judged) == "presupposition"


def paradigm_of(judged: Judged) -> Paradigm:
    """Return the paradigm of a pair."""
    return judged.suite, trigger_of(judged), str(judged.pair.features.get("paradigm", judged.pair.group))


def passing_paradigms(judged: Iterable[Judged]) -> dict[str, set[Paradigm]]:
    """Return by operator the paradigms in which projection can be seen (section 7.2).

    These are the ones whose control of that operator is right, and whose plain trigger with its
    presupposition is right: otherwise a model that ignores the operator would seem to project.
    """
    accommodated: set[Paradigm] = set()
    cancelled: dict[str, set[Paradigm]] = {}
    for each in judged:
        if not each.right:
            continue
        if is_control(each):
            cancelled.setdefault(environment_of(each), set()).add(paradigm_of(each))
        elif is_accommodation(each):
            accommodated.add(paradigm_of(each))
    return {operator: paradigms & accommodated for operator, paradigms in cancelled.items()}


def study_presupposition(
    runs: Sequence[JudgedRun], places: Places, options: StudyOptions
) -> tuple[list[Table], list[Figure], list[str]]:
    """Return the tables, figures and findings on presuppositions; none where the runs hold none."""
    answers = [
        (run.name, [each for each in run.judged if each.pair.phenomenon == "presupposition"]) for run in runs
    ]
    if not any(judged for _, judged in answers):
        return [], [], []
    check_three_way(answers)
    controls = _controls(answers, places, options)
    plain = _plain(answers, places, options)
    projection = _projection(answers, places, options)
    figures = [
        draw_points(table.key, table.title, table, x="model", row=row, value="accuracy")
        for table, row in [*((each, "operator") for each in controls), *((each, "trigger") for each in plain)]
    ] + [
        draw_points(table.key, table.title, table, x="hypothesis", row="operator", value="accuracy")
        for table in projection[:1]
    ]
    further = _further(answers, places, options)
    return (
        [*controls, *plain, *projection[:1], *further, *projection[1:]],
        figures,
        _findings([each for each in answers if each[0] in speaking(runs)], places, options),
    )


def _controls(answers: Answers, places: Places, options: StudyOptions) -> list[Table]:
    rows = score_parts(
        answers, lambda each: (places.of(each), environment_of(each)) if is_control(each) else None, options
    )
    if not rows:
        return []
    return [
        places.tabulate(
            "controls-presupposition",
            "Controls of presuppositions (Figure 5)",
            ["operator", "model", *ACCURACY],
            rows,
            "Accuracy, three-way, on the trigger under an operator as premise and the plain trigger as "
            "hypothesis: does the model know that the operator cancels entailments? Each operator has one "
            "label, so the majority share is 1 and chance is a third. Over all triggers.",
            published=[find_published("imppres", "Figure 5")],
        )
    ]


def _plain(answers: Answers, places: Places, options: StudyOptions) -> list[Table]:
    rows = score_parts(
        answers,
        lambda each: (
            (places.of(each), trigger_of(each), _contested(each)) if is_accommodation(each) else None
        ),
        options,
    )
    if not rows:
        return []
    return [
        places.tabulate(
            "presuppositions",
            "The plain trigger and its presupposition (Figure 6)",
            ["trigger", "contested", "model", *ACCURACY],
            rows,
            "Accuracy, three-way, on the unembedded trigger as premise and its presupposition as hypothesis: "
            "all are entailments, so the majority share is 1 and chance is a third. Contested: linguists "
            "dispute the presupposition.",
            published=[find_published("imppres", "Figure 6")],
        )
    ]


def _contested(judged: Judged) -> str:
    return "yes" if judged.pair.features.get("contested") is True else "no"


def _projection(answers: Answers, places: Places, options: StudyOptions) -> list[Table]:
    """Return projection over all triggers, then by trigger and with contested ones apart."""
    rows: list[list[Any]] = []
    by_trigger: list[list[Any]] = []
    apart: list[list[Any]] = []
    for name, judged in answers:
        for place, members in split(judged, places.of).items():
            passing = passing_paradigms(members)
            operators = {environment_of(each) for each in members if is_control(each)} - {"plain"}
            under = [each for each in members if is_target(each) and environment_of(each) in operators]
            disputed = any(_contested(each) == "yes" for each in under)

            def counted(targets: Sequence[Judged], passing: dict[str, set[Paradigm]] = passing) -> list[Any]:
                kept = [e for e in targets if paradigm_of(e) in passing.get(environment_of(e), ())]
                paradigms = [len({paradigm_of(each) for each in some}) for some in (kept, targets)]
                return [accuracy(kept, options.seed), len(kept), *paradigms]

            for (operator, kind), targets in split(under, lambda e: (environment_of(e), kind_of(e))).items():
                rows.append([place, operator, kind, name, *counted(targets)])
                by_trigger += [
                    [place, trigger, operator, kind, name, *counted(some)]
                    for trigger, some in split(targets, trigger_of).items()
                ]
                if disputed:
                    apart += [
                        [place, operator, kind, contested, name, *counted(some)]
                        for contested, some in split(targets, _contested).items()
                    ]
    if not rows:
        return []
    counts: list[Column | str] = [
        "model", Column("accuracy", "share"), Column("n", "count"), Column("paradigms kept", "count"),
        Column("of", "count"),
    ]  # fmt: skip
    tables = [
        places.tabulate(
            "projection",
            "Projection (Figure 7)",
            ["operator", "hypothesis", *counts],
            rows,
            "Accuracy, three-way, on the trigger under an operator with its presupposition, the negated "
            f"presupposition and a neutral one, over all triggers. {_RULE} Each row has one label; chance is "
            "a third.",
            published=[find_published("imppres", "Figure 7")],
        ),
        places.tabulate(
            "projection-by-trigger",
            "Projection by trigger",
            ["trigger", "operator", "hypothesis", *counts],
            by_trigger,
            f"As Figure 7, for each trigger. {_RULE}",
            detail=True,
        ),
    ]
    if apart:
        tables.append(
            places.tabulate(
                "projection-contested",
                "Projection: contested presuppositions apart",
                ["operator", "hypothesis", "contested", *counts],
                apart,
                "As Figure 7; uniqueness of clefts and possessives, and only under might, are disputed by "
                f"linguists. {_RULE}",
                detail=True,
            )
        )
    return tables


def _further(answers: Answers, places: Places, options: StudyOptions) -> list[Table]:
    rows: list[list[Any]] = []
    for name, judged in answers:
        for place, members in split(judged, places.of).items():
            controlled = {environment_of(each) for each in members if is_control(each)} | {"plain"}
            rest = [
                each
                for each in members
                if not is_control(each) and not (is_target(each) and environment_of(each) in controlled)
            ]
            parts = split(rest, lambda e: (environment_of(e), kind_of(e), e.pair.label))
            for (environment, kind, label), some in parts.items():
                accommodated = [
                    (each, each.answer == (each.pair.readings or {})["accommodated"])
                    for each in some
                    if "accommodated" in (each.pair.readings or {})
                ]
                scores = accuracy(some, options.seed), share(accommodated, options.seed)
                rows.append([place, environment, kind, label, name, *scores, len(some)])
    if not rows:
        return []
    return [
        places.tabulate(
            "further-environments",
            "Other environments and designs",
            [
                "environment", "hypothesis", "label", "model", Column("accuracy", "share"),
                Column("accommodated", "share"), Column("n", "count"),
            ],
            rows,
            "Pairs that are not in the paper's Table 3: filters, belief reports (also by the accommodated "
            "reading), the twins of triggers, and premises of the balanced design. Three-way; each row has "
            "one label.",
        )
    ]  # fmt: skip


def _findings(answers: Answers, places: Places, options: StudyOptions) -> list[str]:
    findings = []
    for name, judged in answers:
        for place, members in split(judged, places.of).items():
            known = accuracy([each for each in members if is_accommodation(each)], options.seed)
            if known is None:
                continue
            passing = passing_paradigms(members)
            projected = accuracy(
                [
                    each
                    for each in members
                    if is_target(each)
                    and kind_of(each) == "presupposition"
                    and paradigm_of(each) in passing.get(environment_of(each), ())
                ],
                options.seed,
            )
            sentence = (
                f"On presuppositions ({place}), {name} takes {with_interval(known)} of {known.n:,} as "
                "entailed"
            )
            if projected is None:
                findings.append(
                    f"{sentence}; no paradigm passes its controls, so projection cannot be judged."
                )
            else:
                findings.append(
                    f"{sentence}; under operators that it knows to cancel entailments, it keeps "
                    f"{with_interval(projected)} of {projected.n:,}."
                )
    return findings
