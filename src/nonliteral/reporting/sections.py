"""The sections of a report: what the studies find, sorted by phenomenon, and what is across them."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from nonliteral import registry
from nonliteral.errors import InputError
from nonliteral.records import LABELS
from nonliteral.reporting.gathering import Gathered
from nonliteral.reporting.parts import PartScores, phenomenon_order, source_of
from nonliteral.runs import Run
from nonliteral.studies.base import Study, StudyOptions, run_study
from nonliteral.studies.rows import INTERVALS, SCORE_COLUMNS, accuracy, score_row
from nonliteral.studies.scoring import Judged
from nonliteral.studies.tables import Column, Figure, StudyResult, Table, make_table

FILE = Path(__file__).with_name("sections.toml")


class Section(msgspec.Struct, kw_only=True):
    """A part of the page under one heading."""

    key: str
    title: str
    phenomenon: str | None = None
    findings: list[str] = []
    tables: list[Table] = []
    figures: list[Figure] = []
    pairs: int = 0
    first: int = 0
    """How many of the tables stand before the figures: the phenomenon's own scores."""


class StudyNote(msgspec.Struct, frozen=True):
    """Whether a study is in the report, and why not."""

    name: str
    note: str


class Places(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """What `sections.toml` says: where tables stand, and which studies are run when."""

    sections: dict[str, str]
    across: dict[str, list[str]]
    left_out: dict[str, list[str]]
    only_with: dict[str, str]


@cache
def load_places() -> Places:
    """Return where studies' tables stand, and which studies a report runs."""
    with FILE.open("rb") as file:
        return msgspec.convert(tomllib.load(file), Places)


def reason_to_leave_out(name: str, gathered: Gathered) -> str | None:
    """Return why a report does not run a study by itself, None where it does."""
    places = load_places()
    if name in places.left_out["studies"]:
        return "only when asked for"
    study: Study = registry.resolve("studies", name)
    if len(gathered.real_models) < study.runs[0]:
        return f"only with {study.runs[0]} models or more"
    needed = places.only_with.get(name)
    if needed is not None and needed not in {source_of(suite) for suite in gathered.suites.values()}:
        return f"only with {needed} imported"
    return None


def run_studies(
    gathered: Gathered, options: StudyOptions, names: Sequence[str] | None = None
) -> tuple[list[StudyResult], list[StudyNote]]:
    """Run every registered study that has something to say about these runs; the others are noted.

    Studies that are asked for by name must apply, or their error is raised.

    A study of two runs compares the first model with each of the others.
    """
    runs = [model.run for model in gathered.real_models]
    named = {str(model.run.path): model.name for model in gathered.models}
    options = msgspec.structs.replace(options, named=named)
    results: list[StudyResult] = []
    notes: list[StudyNote] = []
    for name in names if names is not None else registry.names("studies"):
        reason = reason_to_leave_out(name, gathered) if names is None else None
        if reason is not None:
            notes.append(StudyNote(name, reason))
            continue
        try:
            found = [run_study(name, chosen, options) for chosen in _choose_runs(name, runs)]
        except InputError as error:
            if names is not None:
                raise  # it was asked for by name
            notes.append(StudyNote(name, str(error)))
            continue
        found = [result for result in found if result.tables or result.figures]
        results += found
        notes.append(
            StudyNote(name, "included" if found else "nothing of what it looks at is in these suites")
        )
    return results, notes


def _choose_runs(name: str, runs: Sequence[Run]) -> list[Sequence[Run]]:
    study: Study = registry.resolve("studies", name)
    least, most = study.runs
    if most is None or len(runs) <= most:
        return [runs]
    return [[runs[0], other] for other in runs[1:]] if least == most == 2 else [runs[:most]]


def place_of(study: str, key: str) -> str | None:
    """Return the phenomenon that a study's table or figure is about, None where it is across phenomena."""
    places = load_places().sections
    fitting = [
        beginning for beginning in places if beginning == study or (f"{study}:{key}").startswith(beginning)
    ]
    return places[max(fitting, key=len)] if fitting else None


def arrange(
    gathered: Gathered, parts: list[PartScores], results: Sequence[StudyResult], *, seed: int = 0
) -> list[Section]:
    """Return a section a phenomenon, in the usual order, and one a study that is across phenomena."""
    counts: dict[str, int] = {}
    for item in gathered.items:
        counts[item.pair.phenomenon] = counts.get(item.pair.phenomenon, 0) + 1
    sections = {
        name: Section(
            key=f"phenomenon-{_slug(name)}",
            title=name[:1].upper() + name[1:],
            phenomenon=name,
            pairs=counts[name],
            tables=tabulate_phenomenon(gathered, parts, name, seed),
        )
        for name in sorted(counts, key=phenomenon_order)
    }
    for section in sections.values():
        section.first = len(section.tables)
    across: list[Section] = []
    across_all = load_places().across["studies"]
    for result in results:
        rest = Section(key=f"study-{result.name}", title=result.title, findings=list(result.findings))
        for table in result.tables:
            only = None if result.name in across_all else _only_phenomenon(table)
            _section_for(sections, rest, result.name, table.key, only).tables.append(table)
        for figure in result.figures:
            _section_for(sections, rest, result.name, figure.key, None).figures.append(figure)
        if rest.tables or rest.figures:
            across.append(rest)
        else:
            _hand_over_findings(sections, result)
    return [*sections.values(), *across]


def _slug(name: str) -> str:
    """Return a name as an element's id may have it: the same letters, other signs by their number."""
    return "".join(char if char.isalnum() else "-" if char == " " else f"-{ord(char)}-" for char in name)


def _section_for(
    sections: dict[str, Section], rest: Section, study: str, key: str, only: str | None
) -> Section:
    return sections.get(only or place_of(study, key) or "", rest)


def _hand_over_findings(sections: dict[str, Section], result: StudyResult) -> None:
    """Give the findings of a study without a section of its own to the phenomena that they name."""
    keys = [table.key for table in result.tables] + [figure.key for figure in result.figures]
    homes = [place for key in keys if (place := place_of(result.name, key)) in sections]
    for finding in result.findings:
        named = [name for name in sections if name in finding.lower()]
        home = next((name for name in named if name in homes), homes[0] if homes else None)
        if home is not None:
            sections[home].findings.append(finding)


def _only_phenomenon(table: Table) -> str | None:
    """Return the phenomenon of a table that has one only."""
    names = [column.name for column in table.columns]
    if "phenomenon" not in names:
        return None
    values = set(table.column("phenomenon"))
    return str(next(iter(values))) if len(values) == 1 else None


COVARIATES = (
    ("suite", "By suite"),
    ("method", "By method"),
    ("trigger", "By trigger"),
    ("environment", "By environment"),
)


def tabulate_phenomenon(
    gathered: Gathered, parts: list[PartScores], phenomenon: str, seed: int
) -> list[Table]:
    """Return a phenomenon's scores by suite, method, trigger and so on, reading by reading."""
    own = [scores for scores in parts if scores.part.phenomenon == phenomenon]
    several = len({(scores.part.kind, scores.part.reading) for scores in own}) > 1
    tables = []
    for key, title in COVARIATES:
        rows = _rows_by(gathered, own, key, several, seed)
        if len({row[0] for row in rows}) < 2:
            continue
        if len(gathered.real_models) > 1:
            tables.append(_set_side_by_side(gathered, rows, key, title, phenomenon, several))
            continue
        columns: list[Column | str] = [
            key,
            *(["pairs", "reading"] if several else []),
            "model",
            "scheme",
            *SCORE_COLUMNS,
        ]
        tables.append(make_table(f"{phenomenon}-by-{key}", title, columns, rows, f"{INTERVALS}{_ONE_LABEL}"))
    tables.append(tabulate_answers(gathered, own, phenomenon, several, seed))
    return tables


def _set_side_by_side(
    gathered: Gathered, rows: list[list[Any]], key: str, title: str, phenomenon: str, several: bool
) -> Table:
    """Return rows of scores with a column a model instead of a row a model."""
    width = 3 if several else 1
    names = [model.name for model in gathered.real_models]
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in rows:
        # A row is: the value, perhaps pairs and reading, the model, the scheme, accuracy, n and the rest.
        model, scheme, right = row[width : width + 3]
        found.setdefault((*row[:width], scheme), {})[model] = right
    columns: list[Column | str] = [key, *(["pairs", "reading"] if several else []), "scheme"]
    columns += [Column("n", "count", "pairs"), *(Column(name, "share") for name in names)]
    table_rows = [
        [*start, max(right.n for right in own.values()), *(own.get(name) for name in names)]
        for start, own in found.items()
    ]
    return make_table(
        f"{phenomenon}-by-{key}", title, columns, table_rows, f"The share of right answers. {INTERVALS}"
    )


_ONE_LABEL = " Where all pairs have one label, balanced accuracy and macro-F1 say nothing and are left out."


def tabulate_answers(
    gathered: Gathered, own: list[PartScores], phenomenon: str, several: bool, seed: int
) -> Table:
    """Return what each model answered to the pairs of each label: the confusion of labels."""
    shown = [gathered.models.index(model) for model in gathered.real_models]
    found = [
        (order, position, scores.part, [each for each in scores.answers[position] if each is not None])
        for order, scores in enumerate(own)
        for position in shown
    ]
    answers = [label for label in LABELS if any(each.answer == label for *_, them in found for each in them)]
    rows: list[tuple[tuple[int, int, int], list[Any]]] = []
    for order, position, part, them in found:
        for label in LABELS:
            members = [each for each in them if each.label == label]
            if not members:
                continue
            start: list[Any] = [label, *([part.kind or "all", part.reading or "one"] if several else [])]
            given = [each.answer for each in members]
            row = [*start, gathered.models[position].name, part.scheme, accuracy(members, seed), len(members)]
            row += [given.count(answer) / len(given) for answer in answers]
            row.append(given.count(None))
            rows.append(((order, LABELS.index(label), position), row))
    columns: list[Column | str] = ["label", *(["pairs", "reading"] if several else []), "model", "scheme"]
    columns += [Column("right", "share"), Column("n", "count", "pairs with this label")]
    columns += [Column(f"→ {answer}", "share", f"answered {answer}") for answer in answers]
    columns.append(Column("unread", "count", "answers that could not be read; they count as wrong"))
    return make_table(
        f"{phenomenon}-by-label",
        "By label: what was answered",
        columns,
        [row for _, row in sorted(rows, key=lambda item: item[0])],
        "A row is a label, and the columns with arrows are the shares of the answers to its pairs. "
        f"{INTERVALS}",
    )


def _rows_by(
    gathered: Gathered, own: list[PartScores], key: str, several: bool, seed: int
) -> list[list[Any]]:
    shown = [gathered.models.index(model) for model in gathered.real_models]
    rows: list[tuple[tuple[str, int, int], list[Any]]] = []
    for order, scores in enumerate(own):
        part = scores.part
        for position in shown:
            members: dict[str, list[Judged]] = {}
            for judged in scores.answers[position]:
                value = None if judged is None else _value(judged, key)
                if judged is not None and value is not None:
                    members.setdefault(value, []).append(judged)
            for value, judged_pairs in members.items():
                start = [value, *([part.kind or "all", part.reading or "one"] if several else [])]
                start += [gathered.models[position].name, part.scheme]
                row = [*start, *score_row(judged_pairs, seed)]
                if len({judged.label for judged in judged_pairs}) == 1:
                    row[-3:-1] = [None, None]  # balanced accuracy and macro-F1 of a single label
                rows.append(((value, order, position), row))
    return [row for _, row in sorted(rows, key=lambda item: item[0])]


def _value(judged: Judged, key: str) -> str | None:
    if key == "suite":
        return judged.suite
    if key == "method":
        return judged.pair.method
    value = judged.pair.features.get(key)
    return value if isinstance(value, str) else None
