"""The papers' own numbers, and the one rule for showing them: only where the same thing was measured."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from nonliteral.errors import DefectError
from nonliteral.studies.tables import Column, Table
from nonliteral.suites import Suite

FILE = Path(__file__).with_name("published.toml")


class Published(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The numbers of one table or figure of a paper, as printed."""

    paper: str
    place: str
    what: str
    data: str
    version: str
    same: bool
    keys: list[str]
    models: list[str]
    rows: list[list[str | int | float]]
    remark: str = ""
    n: int | None = None
    needs: dict[str, str] = {}
    not_same: list[list[str]] = []
    """Beginnings of rows that were measured on other data than was released."""

    def numbers(self) -> dict[tuple[str | int | float, ...], list[str | int | float]]:
        """Return the models' numbers by the cells that name a row."""
        width = len(self.keys)
        return {tuple(row[:width]): row[width:] for row in self.rows}

    def applies(self, suites: Iterable[Suite], **given: str) -> bool:
        """Return whether numbers from these suites measure what this table measured."""
        listed = list(suites)
        return (
            self.same
            and bool(listed)
            and all(is_import(suite, self.data, self.version) for suite in listed)
            and all(given.get(name) == value for name, value in self.needs.items())
        )


def is_import(suite: Suite, data: str, version: str) -> bool:
    """Return whether a suite is the published set as it was released, untouched."""
    description = suite.description
    return (
        description.recipe.builder == f"import:{data}"
        and description.version == version
        and not description.edited
    )


@cache
def load_published(file: Path = FILE) -> tuple[Published, ...]:
    """Return all published figures."""
    with file.open("rb") as stream:
        content = tomllib.load(stream)
    figures = tuple(msgspec.convert(each, Published) for each in content["figures"])
    for figure in figures:
        width = len(figure.keys) + len(figure.models)
        for row in figure.rows:
            if len(row) != width:
                raise DefectError(f"{figure.paper}, {figure.place}: {row} should have {width} cells.")
    return figures


def find_published(paper: str, place: str) -> Published:
    """Return the figures of one table of a paper."""
    for figure in load_published():
        if (figure.paper, figure.place) == (paper, place):
            return figure
    raise DefectError(f"There are no published figures for {paper}, {place}.")


def add_published(
    table: Table,
    figures: Sequence[Published],
    keys: Sequence[str],
    suites_of: Mapping[str, Sequence[Suite]] | Sequence[Suite],
    *,
    suite_column: str | None = None,
    **given: str,
) -> Table:
    """Add a column a model of the papers' numbers to a table, where they measured the same thing.

    `keys` are the table's columns that name a row as the published rows are named. `suites_of` are the
    suites behind the table, or by the cell of `suite_column` where rows come from different ones.
    """
    names = [column.name for column in table.columns]
    positions = [names.index(key) for key in keys]
    numbers: dict[tuple[Any, ...], dict[str, Any]] = {}
    models: list[str] = []
    used: list[Published] = []
    for figure in figures:
        for key, values in figure.numbers().items():
            if any(list(key[: len(start)]) == start for start in figure.not_same):
                continue
            numbers.setdefault(key, {}).update(zip(figure.models, values, strict=True))
    added: list[list[Any]] = []
    applying = {
        id(figure): {
            origin: figure.applies(suites, **given)
            for origin, suites in (suites_of.items() if isinstance(suites_of, Mapping) else [("", suites_of)])
        }
        for figure in figures
    }
    by_key = {key: figure for figure in figures for key in figure.numbers()}
    for row in table.rows:
        key = tuple(row[position] for position in positions)
        match = by_key.get(key)
        origin = str(row[names.index(suite_column)]) if suite_column else ""
        if match is None or key not in numbers or not applying[id(match)].get(origin, False):
            added.append([])
            continue
        if match not in used:
            used.append(match)
            models += [model for model in match.models if model not in models]
        added.append([numbers[key]])
    if not used:
        return table
    for model in models:
        table.columns.append(Column(f"published {model}", "share", "; ".join(f.place for f in used)))
    for row, found in zip(table.rows, added, strict=True):
        row += [found[0].get(model) if found else None for model in models]
    for figure in used:
        table.caption += f" Published: {figure.paper}, {figure.place}" + (
            f", n = {figure.n:,} a number" if figure.n else ""
        )
        table.caption += f". {figure.remark}" if figure.remark else "."
        fewer = (
            [] if figure.n is None or "n" not in names else _fewer(table, figure.n, names.index("n"), added)
        )
        if fewer:
            table.caption += (
                f" Ours rest on fewer pairs than the published ones ({min(fewer):,} a number, or more): "
                "they are beside each other, not over the same pairs."
            )
    return table


def _fewer(table: Table, n: int, place: int, added: Sequence[Sequence[Any]]) -> list[int]:
    """Return the counts of rows that have published numbers over more pairs, as a part of a set has."""
    found = [row[place] for row, beside in zip(table.rows, added, strict=True) if beside]
    return [count for count in found if isinstance(count, int) and count < n]
