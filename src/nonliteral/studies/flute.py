"""FLUTE: label accuracy, and Accuracy@k, which asks for a good explanation too (Table 7).

Two definitions are in use. `paper` asks the score only of correctly predicted contradictions, over all items;
`release` asks it of every item, since the released set explains both labels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from nonliteral.errors import InputError
from nonliteral.runs import Run
from nonliteral.studies.base import JudgedRun, Study, StudyOptions, judge_runs
from nonliteral.studies.charts import draw_points
from nonliteral.studies.explanations import Scorer, load_scorer, only_restates
from nonliteral.studies.published import add_published, find_published
from nonliteral.studies.rows import (
    INTERVALS,
    SCORE_COLUMNS,
    describe_scheme,
    score_row,
    share,
    with_interval,
)
from nonliteral.studies.scoring import Judged, find_run_suites
from nonliteral.studies.statistics import Interval, mean_by_group
from nonliteral.studies.tables import Column, StudyResult, Table, make_table
from nonliteral.suites import Suite

THRESHOLDS = (0, 50, 60)
Definition = Literal["paper", "release"]
DEFINITIONS: tuple[Definition, ...] = ("paper", "release")
FIGURATIVE = ("irony", "simile", "metaphor", "idiom", "figurative")


def study_flute(runs: Sequence[Run], options: StudyOptions) -> StudyResult:
    """Return label accuracy, Accuracy@k and what explanations are worth, by type."""
    judged_runs = judge_runs(runs, options, keep=is_explained)
    if not any(run.judged for run in judged_runs):
        raise InputError(
            "The runs hold no pairs with explanations. Import FLUTE with `nonliteral data import flute`, or "
            "take a "
            "suite whose pairs have an `explanation`."
        )
    everything = [each for run in judged_runs for each in run.judged]
    scorer = load_scorer(options.scorer)
    suites = {suite.name: [suite] for run in runs for suite in find_run_suites(run, options.suites)}
    scores = [score_explanations(run.judged, scorer) for run in judged_runs]
    tables = [_labels(judged_runs, options, everything)]
    at_k = _accuracy_at(judged_runs, scores, scorer, options, suites)
    if at_k is not None:
        tables.append(at_k)
    else:
        tables[
            0
        ].caption += (
            " No answer has an explanation, so Accuracy@k above 0 cannot be told; at 0 it is this accuracy."
        )
    worth = _worth(judged_runs, scores, scorer, options)
    if worth is not None:
        tables.append(worth)
    figures = [
        draw_points("labels", "Label accuracy by type", tables[0], x="suite", row="type", value="accuracy")
    ]
    return StudyResult(
        name="flute",
        title="Figurative language with explanations",
        tables=tables,
        figures=figures,
        findings=_findings(judged_runs, scores, scorer, options),
    )


def is_explained(judged: Judged) -> bool:
    """Return whether a pair is of figurative language in a set with explanations."""
    pair = judged.pair
    return pair.phenomenon in FIGURATIVE and (pair.explanation is not None or pair.source.corpus == "flute")


def type_of(judged: Judged) -> str:
    """Return FLUTE's type of a pair: its phenomenon, and sarcasm (with its paraphrases) for irony."""
    return "sarcasm" if judged.pair.phenomenon == "irony" else judged.pair.phenomenon


def score_explanations(judged: Sequence[Judged], scorer: Scorer) -> list[float | None]:
    """Return the score of each answer's explanation; None where either side has none."""
    places = [
        position
        for position, each in enumerate(judged)
        if each.pair.explanation is not None and each.prediction.explanation
    ]
    given = [judged[position].prediction.explanation or "" for position in places]
    wanted = [judged[position].pair.explanation or "" for position in places]
    out: list[float | None] = [None] * len(judged)
    if places:
        for position, value in zip(places, scorer.score(given, wanted), strict=True):
            out[position] = value
    return out


def counts_at(judged: Judged, score: float | None, threshold: float, definition: Definition) -> bool:
    """Return whether an answer counts as right at a threshold of the explanation's score.

    At threshold 0 only the label matters. Above, the score must be higher than the threshold; an answer
    without an explanation has none.
    """
    if not judged.right:
        return False
    if threshold == 0 or (definition == "paper" and judged.pair.label != "contradiction"):
        return True
    return score is not None and score > threshold


def accuracy_at(
    judged: Sequence[Judged],
    scores: Sequence[float | None],
    threshold: float,
    definition: Definition,
    seed: int = 0,
) -> Interval | None:
    """Return Accuracy@k over all items."""
    return share(
        [
            (each, counts_at(each, score, threshold, definition))
            for each, score in zip(judged, scores, strict=True)
        ],
        seed,
    )


def _parts(run: JudgedRun) -> dict[tuple[str, str], list[int]]:
    parts: dict[tuple[str, str], list[int]] = {}
    for position, each in enumerate(run.judged):
        parts.setdefault((each.suite, type_of(each)), []).append(position)
    return dict(sorted(parts.items()))


def _finer(judged: Sequence[Judged]) -> dict[str, list[Judged]]:
    """Return pairs by the set's own types where it tells sarcasm from the paraphrases beside it."""
    parts: dict[str, list[Judged]] = {}
    for each in judged:
        parts.setdefault(str(each.pair.features.get("type", "")), []).append(each)
    return dict(sorted(parts.items())) if len(parts) > 1 and "" not in parts else {}


def _labels(runs: Sequence[JudgedRun], options: StudyOptions, everything: Sequence[Judged]) -> Table:
    rows: list[list[Any]] = []
    for run in runs:
        whole: dict[str, list[Judged]] = {}
        for (suite, kind), places in _parts(run).items():
            members = [run.judged[position] for position in places]
            whole.setdefault(suite, []).extend(members)
            rows.append([suite, kind, run.name, *score_row(members, options.seed)])
            rows += [
                [suite, f"{kind}: {name}", run.name, *score_row(some, options.seed)]
                for name, some in _finer(members).items()
            ]
        rows += [[suite, "all", run.name, *score_row(each, options.seed)] for suite, each in whole.items()]
    rows.sort(key=lambda row: (row[0], row[1] == "all", row[1]))
    reading = options.reading or "surface"
    return make_table(
        "labels",
        "Label accuracy by type (Table 7, threshold 0)",
        ["suite", "type", "model", *SCORE_COLUMNS],
        rows,
        f"{describe_scheme(everything, options.rule)} Sarcasm is scored by its {reading} reading, with the "
        "paraphrases of the same situations, also in the row of all types; the other types have one "
        "reading. The set has no neutral: a "
        "three-way "
        f"model that answers neutral is wrong, unless --scheme two-way folds it. {INTERVALS}",
    )


def _accuracy_at(
    runs: Sequence[JudgedRun],
    scores: Sequence[Sequence[float | None]],
    scorer: Scorer,
    options: StudyOptions,
    suites: dict[str, list[Suite]],
) -> Table | None:
    rows: list[list[Any]] = []
    for run, values in zip(runs, scores, strict=True):
        if not any(each.prediction.explanation for each in run.judged):
            continue
        parts = _parts(run)
        for suite in dict.fromkeys(suite for suite, _ in parts):
            whole = [place for (of, _), places in parts.items() if of == suite for place in places]
            parts[suite, "all"] = whole
        for (suite, kind), places in parts.items():
            members = [run.judged[position] for position in places]
            their = [values[position] for position in places]
            for definition in DEFINITIONS:
                rows += [
                    [
                        suite, kind, definition, threshold, run.name,
                        accuracy_at(members, their, threshold, definition, options.seed), len(members),
                    ]
                    for threshold in THRESHOLDS
                ]  # fmt: skip
    if not rows:
        return None
    rows.sort(key=lambda row: (row[0], row[1] == "all", row[1:4]))
    table = make_table(
        "accuracy-at",
        f"Accuracy at explanation scores above 0, 50 and 60, scorer {scorer.name} (Table 7)",
        [
            "suite", "type", "definition", Column("threshold", "count"), "model", Column("accuracy", "share"),
            Column("n", "count"),
        ],
        rows,
        f"Scorer: {scorer.name} ({scorer.about}); numbers of two scorers do not compare. Definition "
        "`paper`: right "
        "labels over all items, and correctly predicted contradictions need a score above the threshold; "
        "`release`: "
        f"every item does. An answer without an explanation has no score. Sarcasm counts by its "
        f"{options.reading or 'surface'} reading, also among all. {INTERVALS}",
    )  # fmt: skip
    return add_published(
        table,
        [find_published("flute", "Table 7")],
        ["type", "threshold"],
        suites,
        suite_column="suite",
        scorer=scorer.name,
    )


def _worth(
    runs: Sequence[JudgedRun], scores: Sequence[Sequence[float | None]], scorer: Scorer, options: StudyOptions
) -> Table | None:
    rows: list[list[Any]] = []
    for run, values in zip(runs, scores, strict=True):
        for (suite, kind), places in _parts(run).items():
            members = [run.judged[position] for position in places]
            explained = [each for each in members if each.prediction.explanation]
            if not explained:
                continue
            scored = [
                (each, value / 100)
                for each, value in ((run.judged[position], values[position]) for position in places)
                if value is not None
            ]
            restated = [
                (
                    each,
                    only_restates(each.prediction.explanation or "", each.pair.premise, each.pair.hypothesis),
                )
                for each in explained
            ]
            people = [
                (each, only_restates(each.pair.explanation or "", each.pair.premise, each.pair.hypothesis))
                for each in members
                if each.pair.explanation
            ]
            copied = scorer.score(
                [f"{each.pair.premise} {each.pair.hypothesis}" for each, _ in scored],
                [each.pair.explanation or "" for each, _ in scored],
            )
            mean = (
                mean_by_group(
                    [value for _, value in scored],
                    [(e.suite, e.pair.group) for e, _ in scored],
                    seed=options.seed,
                )
                if scored
                else None
            )
            rows.append(
                [
                    suite, kind, run.name, mean, sum(copied) / len(copied) / 100 if copied else None,
                    len(scored), share(restated, options.seed), len(restated), share(people, options.seed),
                ]
            )  # fmt: skip
    if not rows:
        return None
    rows.sort(key=lambda row: row[:2])
    return make_table(
        "explanations",
        "What the explanations are worth",
        [
            "suite", "type", "model", Column("mean score", "share"),
            Column("score of the two sentences", "share", "premise and hypothesis given as explanation"),
            Column("n", "count"), Column("only restates", "share"), Column("n explained", "count"),
            Column("only restates, people", "share"),
        ],
        rows,
        f"Scores by {scorer.name}, from 0 to 1, beside what the bare premise and hypothesis would get. An "
        "explanation "
        "only restates where it has no content word that the two sentences have not (words by their first "
        "five "
        f"letters). {INTERVALS}",
    )  # fmt: skip


def _findings(
    runs: Sequence[JudgedRun], scores: Sequence[Sequence[float | None]], scorer: Scorer, options: StudyOptions
) -> list[str]:
    findings = []
    reading = options.reading or "surface"
    for run, values in zip(runs, scores, strict=True):
        parts = []
        for (suite, kind), places in _parts(run).items():
            members = [run.judged[position] for position in places]
            labels = accuracy_at(members, [None] * len(members), 0, "release", options.seed)
            name = f"sarcasm ({reading} reading)" if kind == "sarcasm" else kind
            parts.append(f"{with_interval(labels)} of {labels.n:,} on {name} in {suite}" if labels else "")
        sentence = f"{run.name} labels right {', '.join(part for part in parts if part)}"
        if any(value is not None for value in values):
            good = sum(value is not None and value > max(THRESHOLDS) for value in values)
            sentence += (
                f"; {good:,} of its {sum(value is not None for value in values):,} explanations score above "
                f"{max(THRESHOLDS)} by {scorer.name}"
            )
        if parts:
            findings.append(sentence + ".")
    return findings


STUDY = Study(
    title="Figurative language with explanations",
    about="FLUTE: label accuracy, Accuracy@k by type, explanations that only restate",
    run=study_flute,
)
