"""Implicatures and presuppositions: Figures 2 to 13 of the IMPPRES paper, for any model and any paradigms.

Imported and built paradigms alike are known by their documented features. Paradigms from different places
(an imported set, built ones of one design) are never pooled; the sets of one place are, as in the paper.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from nonliteral.errors import InputError
from nonliteral.runs import Run
from nonliteral.studies.base import JudgedRun, Study, StudyOptions, judge_runs
from nonliteral.studies.charts import draw_points, draw_stack
from nonliteral.studies.published import add_published, find_published
from nonliteral.studies.rows import INTERVALS, accuracy, share, with_interval
from nonliteral.studies.scoring import Judged, find_run_suites
from nonliteral.studies.statistics import Interval, difference_by_group, holm
from nonliteral.studies.tables import Column, Figure, StudyResult, Table, make_table
from nonliteral.suites import Suite

OPERATORS = ("conditional", "interrogative", "modal", "negated")
"""The entailment-cancelling operators of the paper, in the order of its figures."""

PROJECTED = {"negated": "contradiction", "neutral": "neutral", "presupposition": "entailment"}
"""What the hypothesis is to the presupposition, and the label it keeps under every operator (Table 3)."""

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

READINGS = ("logical", "pragmatic", "exact")
_NEGATION = re.compile(r"n['’]t\b|\b(?:not|no|none|nobody|nothing|never|neither|nor|cannot)\b", re.IGNORECASE)


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


def study_imppres(runs: Sequence[Run], options: StudyOptions) -> StudyResult:
    """Return the paper's tables and figures for the paradigms of the runs."""
    judged_runs = judge_runs(
        runs,
        options,
        keep=lambda each: (
            each.pair.phenomenon in ("implicature", "presupposition") and "paradigm" in each.pair.features
        ),
    )
    tables: list[Table] = []
    figures: list[Figure] = []
    findings: list[str] = []
    if any(run.judged for run in judged_runs):
        places = Places(runs, options)
        for part in (_implicature, _presupposition):
            part(judged_runs, places, options, tables, figures, findings)
    if options.answers:
        from nonliteral.studies.tagging import tabulate_tagging

        tables += tabulate_tagging(options)
    if not tables:
        raise InputError(
            "The runs hold no paradigms of implicature or presupposition. Import a set with "
            "`nonliteral data import imppres`, or build one with `nonliteral build presupposition`."
        )
    return StudyResult(
        name="imppres",
        title="Implicature and presupposition",
        tables=tables,
        figures=figures,
        findings=findings,
    )


class Places:
    """Where paradigms come from: an imported set by its name, built ones by their design."""

    def __init__(self, runs: Sequence[Run], options: StudyOptions) -> None:
        self._names: dict[str, str] = {}
        self.suites: dict[str, list[Suite]] = {}
        for run in runs:
            for suite in find_run_suites(run, options.suites):
                if suite.name in self._names:
                    continue
                recipe = suite.description.recipe
                design = recipe.options.get("design")
                if recipe.builder.startswith("import:"):
                    place = suite.name
                else:
                    place = f"built ({design})" if design else "built"
                self._names[suite.name] = place
                self.suites.setdefault(place, []).append(suite)

    def of(self, judged: Judged) -> str:
        """Return the place of a pair."""
        return self._names[judged.suite]


# -------------------------------------------------------------------------------- implicatures


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


def _implicature(
    runs: Sequence[JudgedRun],
    places: Places,
    options: StudyOptions,
    tables: list[Table],
    figures: list[Figure],
    findings: list[str],
) -> None:
    mine = [
        (run.name, [each for each in run.judged if each.pair.phenomenon == "implicature"]) for run in runs
    ]
    if not any(judged for _, judged in mine):
        return
    _check_three_way(mine)
    controls = _tabulate(
        mine,
        lambda each: (
            (places.of(each), scale_of(each), str(each.pair.features.get("relation", "")))
            if each.pair.features.get("control") is True
            else None
        ),
        options,
    )
    if controls:
        table = make_table(
            "controls-implicature",
            "Controls of implicatures (Figure 2)",
            ["suite", "scale", "control", "model", *_COLUMNS],
            controls,
            "Accuracy on pairs that both readings label alike, three-way. All controls of the published sets "
            f"are contradictions, so the majority share there is 1. {INTERVALS}",
        )
        figure_2 = [find_published("imppres", "Figure 2")]
        tables.append(
            add_published(table, figure_2, ["scale", "control"], places.suites, suite_column="suite")
        )
    targets = [
        (name, [each for each in judged if each.pair.features.get("control") is not True])
        for name, judged in mine
    ]
    by_scale = _targets_by_scale(targets, places, options)
    by_condition = _targets_by_condition(targets, places, options)
    tables += [by_scale, *by_condition]
    numerals = _numerals(mine, places, options)
    if numerals is not None:
        tables.append(numerals)
    effects = _effects(targets, places, options)
    if effects is not None:
        tables.append(effects)
    figures += _draw_targets(by_scale, by_condition)
    findings += _implicature_findings(targets, places, options)


def _targets_by_scale(
    targets: Sequence[tuple[str, list[Judged]]], places: Places, options: StudyOptions
) -> Table:
    rows = []
    for name, judged in targets:
        for (place, scale), members in _parts(judged, lambda e: (places.of(e), scale_of(e))).items():
            rows += [
                [place, scale, reading, name, found, found.n, found.groups]
                for reading, found in fits(members, options.seed).items()
            ]
    table = make_table(
        "targets-implicature",
        "Targets of implicatures by reading (Figure 3)",
        ["suite", "scale", "reading", "model", *_FIT],
        _in_order(rows),
        "The share of target answers that are the label of each reading, three-way, and the share that fits "
        "no "
        "reading. No reading is the gold one; where two give the same label, one answer fits both. The exact "
        "reading is that of numerals that mean exactly n. "
        f"The sets of numerals are pooled. {INTERVALS}",
    )
    figure_3 = [find_published("imppres", "Figure 3")]
    return add_published(table, figure_3, ["scale", "reading"], places.suites, suite_column="suite")


def fits(judged: Sequence[Judged], seed: int = 0) -> dict[str, Interval]:
    """Return how often answers fit each reading, and none of them."""
    marks: dict[str, list[tuple[Judged, bool]]] = {}
    for each in judged:
        readings = readings_of(each)
        for name, label in readings.items():
            marks.setdefault(name, []).append((each, each.answer == label))
        marks.setdefault("neither", []).append((each, each.answer not in readings.values()))
    order = [*READINGS, "neither"]
    out = {}
    for name in sorted(marks, key=order.index):
        found = share(marks[name], seed)
        if found is not None:
            out[name] = found
    return out


def _targets_by_condition(
    targets: Sequence[tuple[str, list[Judged]]], places: Places, options: StudyOptions
) -> list[Table]:
    rows: dict[tuple[str, str], list[list[Any]]] = {}
    for name, judged in targets:
        parts = _parts(judged, lambda e: (places.of(e), scale_of(e), condition_of(e)))
        for (place, scale, condition), members in parts.items():
            rows.setdefault((place, scale), []).extend(
                [place, scale, condition, reading, name, found, found.n, found.groups]
                for reading, found in fits(members, options.seed).items()
            )
    figures = [find_published("imppres", f"Figure {number}") for number in range(8, 14)]
    tables = []
    for (place, scale), its_rows in sorted(rows.items()):
        table = make_table(
            re.sub(r"\W+", "-", f"conditions-{place}-{scale}"),
            f"Targets by condition: {scale}, {place} (Figures 8 to 13)",
            ["suite", "scale", "condition", "reading", "model", *_FIT],
            _in_order(its_rows),
            "W is the sentence with the weak scalemate, S the one with the strong; premise → hypothesis. "
            "The share "
            f"of answers that are the label of each reading, three-way. {INTERVALS}",
        )
        keys = ["scale", "condition", "reading"]
        tables.append(add_published(table, figures, keys, places.suites, suite_column="suite"))
    return tables


def _numerals(
    mine: Sequence[tuple[str, list[Judged]]], places: Places, options: StudyOptions
) -> Table | None:
    """Return how numerals fit the three readings where these differ: targets and opposites."""
    rows = []
    for name, judged in mine:
        some = [
            each
            for each in judged
            if scale_of(each) == "numeral" and len(set(readings_of(each).values())) > 1
        ]
        for place, members in _parts(some, lambda e: places.of(e)).items():
            rows += [
                [place, reading, name, found, found.n, found.groups]
                for reading, found in fits(members, options.seed).items()
            ]
    if not rows:
        return None
    return make_table(
        "numerals",
        "Numerals: at least n, at least n with its implicature, exactly n (section 6.2)",
        ["suite", "reading", "model", *_FIT],
        _in_order(rows),
        "The share of answers that are the label of each reading, three-way, over the pairs whose readings "
        "differ: "
        "the targets with an implicature, and the opposites (three → not two), which are contradictions "
        "unless two "
        f"means exactly two. {INTERVALS}",
    )


def _effects(
    targets: Sequence[tuple[str, list[Judged]]], places: Places, options: StudyOptions
) -> Table | None:
    rows: list[list[Any]] = []
    for name, judged in targets:
        found: list[list[Any]] = []
        for (place, scale), members in _parts(judged, lambda e: (places.of(e), scale_of(e))).items():
            pragmatic: dict[str, dict[tuple[str, str], bool]] = {}
            for each in members:
                readings = readings_of(each)
                # A condition without an implicature (numerals under negation) has no pragmatic behaviour
                # to show.
                if "pragmatic" in readings and readings["pragmatic"] != readings["logical"]:
                    relation = str(each.pair.features.get("relation"))
                    if relation in CONDITIONS:
                        where = pragmatic.setdefault(CONDITIONS[relation], {})
                        where[each.suite, each.pair.group] = each.answer == readings["pragmatic"]
            for effect in EFFECTS:
                first, second, groups = _pair_up(effect, pragmatic)
                if first:
                    difference, p = difference_by_group(second, first, groups, seed=options.seed)
                    rates = (sum(first) / len(first), sum(second) / len(second))
                    found.append([place, scale, effect.name, name, *rates, difference, len(first), p])
        for row, corrected in zip(found, holm([row[-1] for row in found]), strict=True):
            row.append(corrected)
        rows += found
    if not rows:
        return None
    columns: list[Column | str] = [
        "suite", "scale", "effect", "model",
        Column("pragmatic, first", "share"), Column("pragmatic, second", "share"),
        Column("difference", "share"), Column("n", "count"), Column("p", "p"), Column("p, Holm", "p"),
    ]  # fmt: skip
    return make_table(
        "effects-implicature",
        "Effects of order and negation on pragmatic answers (section 6.2)",
        columns,
        _in_order(rows),
        "The share of pragmatic answers in the first condition less that in the second, within paradigms; n "
        "counts "
        "the pairs of conditions compared. The paper expects each difference to be above zero. Intervals and "
        "p-values by a bootstrap over paradigms; Holm's correction over all effects of a model.",
    )


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


def _draw_targets(by_scale: Table, by_condition: Sequence[Table]) -> list[Figure]:
    figures = []
    if by_scale.rows:
        figures.append(
            draw_points(
                "targets-implicature",
                "Targets of implicatures by reading (Figure 3)",
                by_scale,
                x="reading",
                row="scale",
                value="share",
            )
        )
    for table in by_condition:
        kept = [row for row in table.records() if row["reading"] != "exact"]
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


def _implicature_findings(
    targets: Sequence[tuple[str, list[Judged]]], places: Places, options: StudyOptions
) -> list[str]:
    findings = []
    for name, judged in targets:
        # At least and only are tests that no implicature arises: they show neither reading.
        scalar = [each for each in judged if condition_of(each) in EXACT]
        for place, members in _parts(scalar, lambda e: places.of(e)).items():
            found = fits(members, options.seed)
            if "pragmatic" not in found:
                continue
            which = "pragmatic" if found["pragmatic"].value > found["logical"].value else "logical"
            findings.append(
                f"On implicatures ({place}), {name} answers logically in {with_interval(found['logical'])} "
                "and "
                f"pragmatically in {with_interval(found['pragmatic'])} of {found['logical'].n:,} targets: "
                "more "
                f"{which}; {with_interval(found['neither'])} fit neither."
            )
    return findings


# -------------------------------------------------------------------------------- presuppositions


def environment_of(judged: Judged) -> str:
    """Return what the trigger is under."""
    return str(judged.pair.features.get("environment", ""))


def is_control(judged: Judged) -> bool:
    """Return whether a pair tests that an operator cancels the entailment of the trigger sentence itself."""
    features = judged.pair.features
    return features.get("control") is True and features.get("hypothesis_kind") == "trigger"


def is_target(judged: Judged) -> bool:
    """Return whether a pair is a target of Table 3: the presupposition, negated or of something else."""
    features = judged.pair.features
    kind = str(features.get("hypothesis_kind", ""))
    return features.get("control") is not True and PROJECTED.get(kind) == judged.pair.label


def is_accommodation(judged: Judged) -> bool:
    """Return whether a pair is the plain trigger with its presupposition."""
    kind = judged.pair.features.get("hypothesis_kind")
    return is_target(judged) and environment_of(judged) == "plain" and kind == "presupposition"


Paradigm = tuple[str, str, str]
"""A paradigm of a set: suite, trigger, number."""


def paradigm_of(judged: Judged) -> Paradigm:
    """Return the paradigm of a pair."""
    features = judged.pair.features
    return judged.suite, str(features.get("trigger", "")), str(features.get("paradigm", judged.pair.group))


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


def _presupposition(
    runs: Sequence[JudgedRun],
    places: Places,
    options: StudyOptions,
    tables: list[Table],
    figures: list[Figure],
    findings: list[str],
) -> None:
    mine = [
        (run.name, [each for each in run.judged if each.pair.phenomenon == "presupposition"]) for run in runs
    ]
    if not any(judged for _, judged in mine):
        return
    _check_three_way(mine)
    controls = _tabulate(
        mine, lambda each: (places.of(each), environment_of(each)) if is_control(each) else None, options
    )
    if controls:
        table = make_table(
            "controls-presupposition",
            "Controls of presuppositions (Figure 5)",
            ["suite", "operator", "model", *_COLUMNS],
            controls,
            "Accuracy, three-way, on the trigger under an operator as premise and the plain trigger as "
            "hypothesis: "
            "does the model know that the operator cancels entailments? Each operator has one label, so the "
            f"majority share is 1 and chance is a third. Over all triggers. {INTERVALS}",
        )
        figure_5 = [find_published("imppres", "Figure 5")]
        tables.append(add_published(table, figure_5, ["operator"], places.suites, suite_column="suite"))
    plain = _tabulate(
        mine,
        lambda each: (
            (places.of(each), str(each.pair.features.get("trigger", "")), _contested(each))
            if is_accommodation(each)
            else None
        ),
        options,
    )
    if plain:
        table = make_table(
            "presuppositions",
            "The plain trigger and its presupposition (Figure 6)",
            ["suite", "trigger", "contested", "model", *_COLUMNS],
            plain,
            "Accuracy, three-way, on the unembedded trigger as premise and its presupposition as "
            "hypothesis: all are "
            "entailments, so the majority share is 1 and chance is a third. Contested: linguists dispute the "
            f"presupposition. {INTERVALS}",
        )
        figure_6 = [find_published("imppres", "Figure 6")]
        tables.append(add_published(table, figure_6, ["trigger"], places.suites, suite_column="suite"))
    projection = _projection(mine, places, options)
    tables += projection
    for key in ("controls-presupposition", "presuppositions"):
        for table in tables:
            if table.key == key:
                x = "operator" if key.startswith("controls") else "trigger"
                figures.append(draw_points(key, table.title, table, x="model", row=x, value="accuracy"))
    if projection:
        figures.append(
            draw_points(
                "projection",
                projection[0].title,
                projection[0],
                x="hypothesis",
                row="operator",
                value="accuracy",
            )
        )
    further = _further(mine, places, options)
    if further is not None:
        tables.append(further)
    findings += _presupposition_findings(mine, places, options)


def _contested(judged: Judged) -> str:
    return "yes" if judged.pair.features.get("contested") is True else "no"


def _projection(
    mine: Sequence[tuple[str, list[Judged]]], places: Places, options: StudyOptions
) -> list[Table]:
    rows: list[list[Any]] = []
    by_trigger: list[list[Any]] = []
    apart: list[list[Any]] = []
    for name, judged in mine:
        for place, members in _parts(judged, lambda e: places.of(e)).items():
            passing = passing_paradigms(members)
            controlled = {environment_of(each) for each in members if is_control(each)}
            under = [
                each for each in members if is_target(each) and environment_of(each) in controlled - {"plain"}
            ]
            for (operator, kind), targets in _parts(
                under, lambda e: (environment_of(e), str(e.pair.features["hypothesis_kind"]))
            ).items():
                kept = [each for each in targets if paradigm_of(each) in passing.get(operator, ())]
                number = len({paradigm_of(each) for each in kept})
                all_of_them = len({paradigm_of(each) for each in targets})
                rows.append(
                    [
                        place,
                        operator,
                        kind,
                        name,
                        accuracy(kept, options.seed),
                        len(kept),
                        number,
                        all_of_them,
                    ]
                )
                for contested in ("no", "yes"):
                    part = [each for each in kept if _contested(each) == contested]
                    if any(_contested(each) == "yes" for each in targets):
                        apart.append(
                            [place, operator, kind, contested, name, accuracy(part, options.seed), len(part)]
                        )
                for trigger, some in _parts(
                    targets, lambda e: str(e.pair.features.get("trigger", ""))
                ).items():
                    part = [each for each in some if paradigm_of(each) in passing.get(operator, ())]
                    by_trigger.append(
                        [
                            place,
                            trigger,
                            operator,
                            kind,
                            name,
                            accuracy(part, options.seed),
                            len(part),
                            len(some),
                        ]
                    )
    if not rows:
        return []
    rule = (
        "Only paradigms count whose control of the same operator and whose plain trigger with its "
        "presupposition "
        "the model gets right (section 7.2), so each model has its own n; where none passes there is no "
        "number. "
    )
    table = make_table(
        "projection",
        "Projection (Figure 7)",
        [
            "suite", "operator", "hypothesis", "model", Column("accuracy", "share"), Column("n", "count"),
            Column("paradigms kept", "count"), Column("of", "count"),
        ],
        _in_order(rows),
        "Accuracy, three-way, on the trigger under an operator with its presupposition, the negated "
        "presupposition "
        f"and a neutral one, over all triggers. {rule}Each row has one label; chance is a third. {INTERVALS}",
    )  # fmt: skip
    figure_7 = [find_published("imppres", "Figure 7")]
    tables = [
        add_published(table, figure_7, ["operator", "hypothesis"], places.suites, suite_column="suite"),
        make_table(
            "projection-by-trigger",
            "Projection by trigger",
            [
                "suite", "trigger", "operator", "hypothesis", "model", Column("accuracy", "share"),
                Column("n", "count"), Column("of", "count"),
            ],
            _in_order(by_trigger),
            f"As Figure 7, for each trigger. {rule}{INTERVALS}",
        ),
    ]  # fmt: skip
    if apart:
        tables.append(
            make_table(
                "projection-contested",
                "Projection: contested presuppositions apart",
                [
                    "suite", "operator", "hypothesis", "contested", "model", Column("accuracy", "share"),
                    Column("n", "count"),
                ],
                _in_order(apart),
                "As Figure 7; uniqueness of clefts and possessives, and only under might, are disputed by "
                "linguists. "
                f"{rule}{INTERVALS}",
            )
        )  # fmt: skip
    return tables


def _further(mine: Sequence[tuple[str, list[Judged]]], places: Places, options: StudyOptions) -> Table | None:
    rows = []
    for name, judged in mine:
        for place, members in _parts(judged, lambda e: places.of(e)).items():
            controlled = {environment_of(each) for each in members if is_control(each)} | {"plain"}
            rest = [
                each
                for each in members
                if not is_control(each) and not (is_target(each) and environment_of(each) in controlled)
            ]
            for (environment, kind, label), some in _parts(
                rest,
                lambda e: (environment_of(e), str(e.pair.features.get("hypothesis_kind", "")), e.pair.label),
            ).items():
                accommodated = [
                    (each, each.answer == (each.pair.readings or {})["accommodated"])
                    for each in some
                    if "accommodated" in (each.pair.readings or {})
                ]
                rows.append(
                    [
                        place, environment, kind, label, name, accuracy(some, options.seed),
                        share(accommodated, options.seed), len(some),
                    ]
                )  # fmt: skip
    if not rows:
        return None
    return make_table(
        "further-environments",
        "Other environments and designs",
        [
            "suite", "environment", "hypothesis", "label", "model", Column("accuracy", "share"),
            Column("accommodated", "share"), Column("n", "count"),
        ],
        _in_order(rows),
        "Pairs that are not in the paper's Table 3: filters, belief reports (also by the accommodated "
        "reading), "
        "the twins of triggers, and premises of the balanced design. Three-way; each row has one label. "
        f"{INTERVALS}",
    )  # fmt: skip


def _presupposition_findings(
    mine: Sequence[tuple[str, list[Judged]]], places: Places, options: StudyOptions
) -> list[str]:
    findings = []
    for name, judged in mine:
        for place, members in _parts(judged, lambda e: places.of(e)).items():
            plain = [each for each in members if is_accommodation(each)]
            known = accuracy(plain, options.seed)
            passing = passing_paradigms(members)
            kept = [
                each
                for each in members
                if is_target(each)
                and each.pair.features.get("hypothesis_kind") == "presupposition"
                and paradigm_of(each) in passing.get(environment_of(each), ())
            ]
            projected = accuracy(kept, options.seed)
            if known is None:
                continue
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


# -------------------------------------------------------------------------------- shared

_COLUMNS = [
    Column("accuracy", "share"),
    Column("n", "count"),
    Column("groups", "count"),
    Column("majority", "share"),
]
_FIT = [Column("share", "share"), Column("n", "count"), Column("groups", "count")]


def _parts(judged: Iterable[Judged], key: Callable[[Judged], Any]) -> dict[Any, list[Judged]]:
    parts: dict[Any, list[Judged]] = {}
    for each in judged:
        parts.setdefault(key(each), []).append(each)
    return parts


def _tabulate(
    mine: Sequence[tuple[str, list[Judged]]],
    key: Callable[[Judged], tuple[str, ...] | None],
    options: StudyOptions,
) -> list[list[Any]]:
    rows = []
    for name, judged in mine:
        for part, members in _parts(judged, key).items():
            if part is None:
                continue
            found = accuracy(members, options.seed)
            labels = [each.label for each in members]
            majority = max(labels.count(label) for label in set(labels)) / len(labels)
            groups = 0 if found is None else found.groups
            rows.append([*part, name, found, len(members), groups, majority])
    return _in_order(rows)


def _in_order(rows: list[list[Any]]) -> list[list[Any]]:
    """Return rows by their leading texts, models in the order they were given."""
    readings = {name: f"{position}" for position, name in enumerate([*READINGS, "neither"])}
    if not rows:
        return rows
    texts = 0
    while texts < len(rows[0]) and isinstance(rows[0][texts], str):
        texts += 1
    # The last text is the model: rows came model by model, and sorting keeps that order.
    return sorted(rows, key=lambda row: [readings.get(cell, cell) for cell in row[: texts - 1]])


def _check_three_way(mine: Sequence[tuple[str, list[Judged]]]) -> None:
    for name, judged in mine:
        if any(each.scheme == "two-way" for each in judged):
            raise InputError(
                f"{name} answers these pairs two-way, and the figures of implicature and presupposition tell "
                "neutral from contradiction. Evaluate a model with three labels, and leave out --scheme "
                "two-way."
            )


STUDY = Study(
    title="Implicature and presupposition",
    about="IMPPRES: controls, readings, effects of order and negation, presuppositions, projection",
    run=study_imppres,
)
