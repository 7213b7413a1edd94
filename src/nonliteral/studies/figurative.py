"""Figurative-NLI's Table 4 and its error analysis: by strategy, irony marker, knowledge, convention.

A pair's own features tell the strategy and the marker where it has them; tags from review (`--answers`) go
before them, and otherwise the rules in `english.irony` say it. Tables name who said so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from nonliteral.english.irony import irony_markers, rephrasing_strategy
from nonliteral.errors import InputError
from nonliteral.files import read_records
from nonliteral.records import Answer, Pair
from nonliteral.runs import Run
from nonliteral.studies.base import JudgedRun, Study, StudyOptions, judge_runs
from nonliteral.studies.charts import draw_points
from nonliteral.studies.published import add_published, find_published
from nonliteral.studies.rows import (
    INTERVALS,
    SCORE_COLUMNS,
    accuracy,
    by_reading,
    score_row,
    with_interval,
)
from nonliteral.studies.scoring import Judged, find_run_suites
from nonliteral.studies.tables import Column, StudyResult, Table, make_table
from nonliteral.suites import Suite

PHENOMENA = ("simile", "metaphor", "irony")
COVARIATES = {
    "simile": ("knowledge", "openness", "ironic"),
    "metaphor": ("conventionality", "construction"),
}
"""Features that split a phenomenon, where a suite has them."""

STRATEGY_NAMES = {
    "antonym": "lexical antonym",
    "interrogative": "interrogative to declarative",
    "inference": "pragmatic inference",
}
MARKER_NAMES = {"alternate-spelling": "altered spelling", "rhetorical-question": "rhetorical question"}
"""The paper's names, where rules and features have shorter ones."""

_CLAIM = re.compile(
    r"\S+(?: \S+){0,3} (?:is|are|was|were|meant(?: \S+){1,2})(?: being| not|n['’]t| only| just)* "
    r"(?:ironic(?:ally)?|sarcastic(?:ally)?|serious(?:ly)?|joking)\W*",
    re.IGNORECASE,
)
_LIKENESS = re.compile(
    r"(?<!nothing )(?<!for )(?<!was )(?<!i'm )(?<!sounds )"
    r"(?<!act )(?<!acts )(?<!acted )(?<!acting )(?<!almost )\blike an? "
    r"(?!(?:whole |full |few )?(?:week|day|hour|minute|month|year|second|lot|million|hundred|time)s?\b)\w+"
    r"|\blike being\b|\bas \w+ as an? \w+",
    re.IGNORECASE,
)
_VERB_LIKE = re.compile(
    r"\b(?:i|you|we|they|he|she|would|d|to|really|not|don['’]?t|doesn['’]?t|do|did|also|people|who) like\b",
    re.IGNORECASE,
)


def study_figurative(runs: Sequence[Run], options: StudyOptions) -> StudyResult:
    """Return Table 4 and the error analysis for the runs."""
    judged_runs = judge_runs(
        runs, options, scheme="two-way", keep=lambda each: each.pair.phenomenon in PHENOMENA
    )
    if not any(run.judged for run in judged_runs):
        raise InputError(
            "The runs hold no similes, metaphors or irony. Import a set with `nonliteral data import "
            "figurative-nli`, or build one with `nonliteral build simile-recast`."
        )
    suites = {suite.name: [suite] for run in runs for suite in find_run_suites(run, options.suites)}
    reviewed = read_review(options.answers)
    table_4 = _by_set(judged_runs, options, suites)
    tables = [table_4]
    for table in (
        _by_strategy(judged_runs, options, reviewed),
        _by_marker(judged_runs, options, reviewed),
        *(_by_covariate(judged_runs, options, phenomenon) for phenomenon in COVARIATES),
    ):
        if table is not None:
            tables.append(table)
    return StudyResult(
        name="figurative",
        title="Similes, metaphors and irony",
        tables=tables,
        figures=[
            draw_points(table.key, table.title, table, x="suite", row=row, value="accuracy")
            for table, row in (
                (tables[0], "set"),
                *((t, "strategy") for t in tables if t.key == "strategies"),
            )
        ],
        findings=_findings(tables),
    )


def set_of(pair: Pair) -> str:
    """Return the set of Table 4 that a pair is of: simile, metaphor, ironic meaning or ironic intent.

    Intent asks whether somebody was ironic; meaning asks what an ironic message says.
    """
    if pair.phenomenon != "irony":
        return pair.phenomenon
    # A reading that a person wrote may call a message sarcastic too; what has a strategy is a reading.
    claims = "strategy" not in pair.features and _CLAIM.fullmatch(pair.hypothesis)
    return "irony: intent" if claims else "irony: meaning"


def is_rephrasing(pair: Pair) -> bool:
    """Return whether a pair has a strategy: a message against its meaning, or one that says its strategy."""
    message_first = pair.features.get("direction") != "literal-premise"
    return set_of(pair) == "irony: meaning" and (message_first or "strategy" in pair.features)


def ironic_side(pair: Pair) -> str:
    """Return the sentence of a pair that is the ironic one."""
    return pair.hypothesis if pair.features.get("direction") == "literal-premise" else pair.premise


def read_review(files: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return the tags that people gave, by pair; the last answer of the last file counts.

    An answer's `task` is the pair's id, with or without its suite; its `value` has `strategy` or `marker`.
    """
    tags: dict[str, dict[str, str]] = {}
    for file in files:
        for answer in read_records(file, Answer, unique=None):
            if isinstance(answer.value, dict):
                found = {
                    key: str(answer.value[key]) for key in ("strategy", "marker") if answer.value.get(key)
                }
                if found:
                    tags.setdefault(answer.task, {}).update(found)
    return tags


def strategy_of(judged: Judged, reviewed: dict[str, dict[str, str]]) -> tuple[str, str]:
    """Return how the hypothesis puts the premise plainly, and who said so: review, feature or rule."""
    given = _reviewed(judged, reviewed).get("strategy")
    feature = judged.pair.features.get("strategy")
    if given:
        found, who = given, "review"
    elif isinstance(feature, str):
        found, who = feature, "feature"
    else:
        found, who = rephrasing_strategy(judged.pair.premise, judged.pair.hypothesis), "rule"
    return STRATEGY_NAMES.get(found, found), who


def markers_of(judged: Judged, reviewed: dict[str, dict[str, str]]) -> tuple[set[str], str]:
    """Return what marks the premise as ironic, and who said so: review, feature or rule."""
    given = _reviewed(judged, reviewed).get("marker")
    feature = judged.pair.features.get("marker")
    if given or isinstance(feature, str):
        named = set(re.split(r"\s*[,;|+]\s*", given or str(feature))) - {"", "none"}
        who = "review" if given else "feature"
    else:
        named, who = {str(marker) for marker in irony_markers(ironic_side(judged.pair))}, "rule"
    if not given and has_likeness(ironic_side(judged.pair)):
        named.add("metaphor")
    return {MARKER_NAMES.get(name, name) for name in named}, who


def has_likeness(text: str) -> bool:
    """Return whether a message likens one thing to another, the one kind of metaphor that words show.

    >>> has_likeness("My shoes smell like a bed of roses."), has_likeness("I like the rain.")
    (True, False)
    """
    return bool(_LIKENESS.search(_VERB_LIKE.sub(" ", text)))


def _reviewed(judged: Judged, reviewed: dict[str, dict[str, str]]) -> dict[str, str]:
    return reviewed.get(f"{judged.suite}/{judged.pair.id}") or reviewed.get(judged.pair.id) or {}


def _split(judged: Sequence[Judged], key: Callable[[Judged], Any]) -> dict[Any, list[Judged]]:
    parts: dict[Any, list[Judged]] = {}
    for each in judged:
        parts.setdefault(key(each), []).append(each)
    return parts


def _by_set(runs: Sequence[JudgedRun], options: StudyOptions, suites: dict[str, list[Suite]]) -> Table:
    rows: list[list[Any]] = []
    for run in runs:
        for (suite, name), members in _split(run.judged, lambda e: (e.suite, set_of(e.pair))).items():
            for reading, judged in by_reading(members, options.reading, options.rule).items():
                shown = "intended" if reading == "label" and not name.startswith("irony") else reading
                rows.append([suite, name, shown, run.name, *score_row(judged, options.seed)])
    rows.sort(key=lambda row: row[:3])
    table = make_table(
        "sets",
        "Accuracy by set (Table 4)",
        ["suite", "set", "reading", "model", *SCORE_COLUMNS],
        rows,
        "Scored two-way: the most probable label first, then neutral and contradiction as non-entailment. "
        "Irony is "
        "scored by each of its readings: on the surface an ironic message does not say what it means, as "
        "intended it "
        "does. Where labels are skewed, read accuracy with the majority share and balanced accuracy. "
        + INTERVALS,
    )
    # The paper's numbers are by the labels of its own sets: the reading that the label of an import is.
    mine = make_table(
        "sets", table.title, table.columns, [r for r in rows if _is_label(r, suites)], table.caption
    )
    others = [row for row in rows if not _is_label(row, suites)]
    add_published(mine, [find_published("figurative-nli", "Table 4")], ["set"], suites, suite_column="suite")
    mine.rows += [[*row, *([None] * (len(mine.columns) - len(row)))] for row in others]
    mine.rows.sort(key=lambda row: row[:3])
    return mine


def _is_label(row: Sequence[Any], suites: dict[str, list[Suite]]) -> bool:
    reading = suites[row[0]][0].description.reading or ""
    return not str(row[1]).startswith("irony") or row[2] in (*reading.split(), "label")


def _by_strategy(
    runs: Sequence[JudgedRun], options: StudyOptions, reviewed: dict[str, dict[str, str]]
) -> Table | None:
    rows: list[list[Any]] = []
    for run in runs:
        members = [each for each in run.judged if is_rephrasing(each.pair)]
        for reading, judged in by_reading(members, options.reading, options.rule).items() if members else ():
            parts = _split(judged, lambda e: (e.suite, *strategy_of(e, reviewed)))
            rows += [
                [suite, strategy, who, reading, run.name, *score_row(some, options.seed)]
                for (suite, strategy, who), some in parts.items()
            ]
    if not rows:
        return None
    rows.sort(key=lambda row: (row[0], row[1], row[2], row[3]))
    return make_table(
        "strategies",
        "Ironic meaning by rephrasing strategy",
        ["suite", "strategy", "said by", "reading", "model", *SCORE_COLUMNS],
        rows,
        "How the hypothesis puts the ironic premise plainly, after Ghosh et al. (2020); said by a feature "
        "of the "
        "pair, by people (review) or by rule. docs/studies.md states how often each rule was right on a "
        "sample. "
        f"Two-way. {INTERVALS}",
    )


def _by_marker(
    runs: Sequence[JudgedRun], options: StudyOptions, reviewed: dict[str, dict[str, str]]
) -> Table | None:
    rows: list[list[Any]] = []
    for run in runs:
        members = [
            each
            for each in run.judged
            if each.pair.phenomenon == "irony"
            and (each.pair.features.get("direction") != "literal-premise" or "marker" in each.pair.features)
        ]
        for (suite, task), some in _split(members, lambda e: (e.suite, set_of(e.pair))).items():
            found = {each.pair.id: markers_of(each, reviewed) for each in some}
            names = sorted({name for named, _ in found.values() for name in named})
            who = "+".join(sorted({who for _, who in found.values()}))
            for reading, judged in by_reading(some, options.reading, options.rule).items():
                for name in names:
                    having = [each for each in judged if name in found[each.pair.id][0]]
                    lacking = [each for each in judged if name not in found[each.pair.id][0]]
                    rows.append(
                        [
                            suite, task, name, who, reading, run.name, accuracy(having, options.seed),
                            len(having), accuracy(lacking, options.seed), len(lacking), _majority(having),
                        ]
                    )  # fmt: skip
    if not rows:
        return None
    rows.sort(key=lambda row: (row[0], row[1], row[2], row[4]))
    return make_table(
        "markers",
        "Irony by marker",
        [
            "suite", "set", "marker", "said by", "reading", "model", Column("with", "share"),
            Column("n with", "count"), Column("without", "share"), Column("n without", "count"),
            Column("majority, with", "share"),
        ],
        rows,
        "Accuracy on ironic messages that have a marker and on those that do not; a message may have "
        "several. Said "
        "by a feature of the pair, by people (review) or by rule; metaphor is a likeness (like a ..., as "
        "... as a "
        f"...). Two-way. {INTERVALS}",
    )  # fmt: skip


def _majority(judged: Sequence[Judged]) -> float | None:
    labels = [each.label for each in judged]
    return max(labels.count(label) for label in set(labels)) / len(labels) if labels else None


def _by_covariate(runs: Sequence[JudgedRun], options: StudyOptions, phenomenon: str) -> Table | None:
    rows: list[list[Any]] = []
    for run in runs:
        for feature in COVARIATES[phenomenon]:
            members = [
                each
                for each in run.judged
                if each.pair.phenomenon == phenomenon and feature in each.pair.features
            ]
            parts: dict[tuple[str, str], list[Judged]] = {}
            for each in members:
                parts.setdefault((each.suite, str(each.pair.features[feature])), []).append(each)
            rows += [
                [suite, feature, value, run.name, *score_row(some, options.seed)]
                for (suite, value), some in parts.items()
            ]
    if not rows:
        return None
    rows.sort(key=lambda row: row[:3])
    return make_table(
        f"{phenomenon}-features",
        f"{phenomenon.capitalize()}s by {', '.join(COVARIATES[phenomenon])}",
        ["suite", "feature", "value", "model", *SCORE_COLUMNS],
        rows,
        f"Where the suite says it of its pairs. Two-way. {INTERVALS}",
    )


def _findings(tables: Sequence[Table]) -> list[str]:
    findings = []
    for table in tables:
        if table.key != "strategies":
            continue
        for suite, reading, model in dict.fromkeys((row[0], row[3], row[4]) for row in table.rows):
            rows = [
                row
                for row in table.rows
                if (row[0], row[3], row[4]) == (suite, reading, model) and row[6] >= 20
            ]
            if len(rows) > 1:
                best, worst = max(rows, key=lambda r: r[5].value), min(rows, key=lambda r: r[5].value)
                findings.append(
                    f"Of ironic messages in {suite} ({reading} reading), {model} does best where they are "
                    "put plainly "
                    f"by {best[1]} ({with_interval(best[5])} of {best[6]:,}) and worst by {worst[1]} "
                    f"({with_interval(worst[5])} of {worst[6]:,})."
                )
    for row in tables[0].rows:
        if 0.8 < row[7] < 1:
            findings.append(
                f"{row[0]}, {row[1]} ({row[2]} reading) is {100 * row[7]:.0f} % one label: the "
                f"{100 * row[4].value:.0f} % "
                f"of {row[3]} are to be read with its balanced accuracy, {100 * row[8]:.0f} %."
            )
    return findings


STUDY = Study(
    title="Similes, metaphors and irony",
    about="Figurative-NLI: Table 4, accuracy by rephrasing strategy, irony marker, knowledge, convention",
    run=study_figurative,
)
