"""What the studies of implicature and presupposition share: where paradigms come from, and their tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from nonliteral.errors import InputError
from nonliteral.runs import Run
from nonliteral.studies.base import StudyOptions
from nonliteral.studies.published import Published, add_published
from nonliteral.studies.rows import INTERVALS, accuracy
from nonliteral.studies.scoring import Judged, find_run_suites
from nonliteral.studies.tables import Column, Table, make_table
from nonliteral.suites import Suite

Answers = Sequence[tuple[str, list[Judged]]]
"""The judged pairs of each run, with the run's name."""

READINGS = ("logical", "pragmatic", "exact")
TABLE_2 = "pragmatic, Table 2"
"""The pragmatic labels that the paper scored numerals by, where its released files have others."""

ACCURACY = [
    Column("accuracy", "share"),
    Column("n", "count"),
    Column("groups", "count"),
    Column("majority", "share"),
]


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

    def tabulate(
        self,
        key: str,
        title: str,
        columns: Sequence[Column | str],
        rows: list[list[Any]],
        caption: str,
        *,
        published: Sequence[Published] = (),
        detail: bool = False,
    ) -> Table:
        """Return a table whose first column is the place, with the paper's numbers where they apply."""
        table = make_table(
            key, title, ["suite", *columns], in_order(rows), f"{caption} {INTERVALS}", detail=detail
        )
        if not published:
            return table
        return add_published(table, published, published[0].keys, self.suites, suite_column="suite")


def split(judged: Iterable[Judged], key: Callable[[Judged], Any]) -> dict[Any, list[Judged]]:
    """Return pairs by a key, in order of appearance."""
    parts: dict[Any, list[Judged]] = {}
    for each in judged:
        parts.setdefault(key(each), []).append(each)
    return parts


def score_parts(
    answers: Answers, key: Callable[[Judged], tuple[str, ...] | None], options: StudyOptions
) -> list[list[Any]]:
    """Return a row a part and run with the cells of `ACCURACY`; pairs whose key is None are left out."""
    rows = []
    for name, judged in answers:
        for part, members in split(judged, key).items():
            found = None if part is None else accuracy(members, options.seed)
            if found is not None:
                rows.append(
                    [
                        *part,
                        name,
                        found,
                        found.n,
                        found.groups,
                        majority_share([each.label for each in members]),
                    ]
                )
    return rows


def majority_share(labels: Sequence[str]) -> float:
    """Return what always answering the most frequent label would get."""
    return max(labels.count(label) for label in set(labels)) / len(labels)


def in_order(rows: list[list[Any]]) -> list[list[Any]]:
    """Return rows by their leading texts, models in the order they were given."""
    order = {name: f"{position}" for position, name in enumerate([*READINGS, TABLE_2, "neither"])}
    if not rows:
        return rows
    texts = 0
    while texts < len(rows[0]) and isinstance(rows[0][texts], str):
        texts += 1
    # The last text is the model: rows came model by model, and sorting keeps that order.
    return sorted(rows, key=lambda row: [order.get(cell, cell) for cell in row[: texts - 1]])


def check_three_way(answers: Answers) -> None:
    """Refuse answers that do not tell neutral from contradiction."""
    for name, judged in answers:
        if any(each.scheme == "two-way" for each in judged):
            raise InputError(
                f"{name} answers these pairs two-way, and the figures of implicature and presupposition tell "
                "neutral from contradiction. Evaluate a model with three labels, and leave out --scheme "
                "two-way."
            )
