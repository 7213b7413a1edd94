"""What a study gives: tables, figures and findings, as data that a terminal, a file or a page can show.

A number never stands alone: a cell with an `Interval` carries its n and groups, and a table's caption
names what was counted, the scheme, the reading and what it is compared with.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from nonliteral.errors import DefectError
from nonliteral.studies.statistics import Interval

Cell = str | int | float | bool | None | Interval
"""What a table's cell may hold; None is an empty cell: nothing was there to be measured."""

ColumnKind = Literal["text", "count", "share", "number", "p"]
"""How a column is to be shown: text, whole numbers, shares from 0 to 1 (with their interval where they have
one), other numbers, and p-values."""


class Column(msgspec.Struct, frozen=True):
    """A column: its heading, how its cells are to be shown, and a remark for those who point at it."""

    name: str
    kind: ColumnKind = "text"
    remark: str = ""


class Table(msgspec.Struct, kw_only=True):
    """A table with headings, cells and a caption that says what the numbers are."""

    key: str
    title: str
    columns: list[Column]
    rows: list[list[Any]]
    caption: str
    detail: bool = False
    """Whether a terminal only names the table unless it is asked for."""

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise DefectError(
                    f"The table {self.key!r} has {len(self.columns)} columns and a row of {len(row)} cells."
                )

    def column(self, name: str) -> list[Any]:
        """Return the cells of a column."""
        position = [column.name for column in self.columns].index(name)
        return [row[position] for row in self.rows]

    def records(self) -> list[dict[str, Any]]:
        """Return a plain object a row; an interval becomes an object with value, low, high, n, groups."""
        names = [column.name for column in self.columns]
        return [
            dict(zip(names, (msgspec.to_builtins(cell) for cell in row), strict=True)) for row in self.rows
        ]

    def texts(self) -> list[list[str]]:
        """Return every cell as people read it: 0.823 [0.801, 0.844]; counts with commas."""
        return [
            [show_cell(cell, column.kind) for cell, column in zip(row, self.columns, strict=True)]
            for row in self.rows
        ]

    def to_csv(self) -> str:
        """Return the table as CSV; an interval takes the columns name, name low, name high, name n."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        wide = [
            any(isinstance(row[position], Interval) for row in self.rows)
            for position in range(len(self.columns))
        ]
        heading: list[str] = []
        for column, spread in zip(self.columns, wide, strict=True):
            name = column.name
            heading += [name, f"{name} low", f"{name} high", f"{name} n"] if spread else [name]
        writer.writerow(heading)
        for row in self.rows:
            cells: list[Any] = []
            for cell, spread in zip(row, wide, strict=True):
                if isinstance(cell, Interval):
                    cells += [cell.value, cell.low, cell.high, cell.n]
                else:
                    cells += [cell, None, None, None] if spread else [cell]
            writer.writerow(["" if cell is None else cell for cell in cells])
        return out.getvalue()


class Figure(msgspec.Struct, kw_only=True):
    """A figure as a Vega-Lite specification with its data inside, for a page or a file to draw."""

    key: str
    title: str
    spec: dict[str, Any]
    caption: str


class StudyResult(msgspec.Struct, kw_only=True):
    """All that a study found; `findings` are sentences made from the numbers, the most telling first."""

    name: str
    title: str
    tables: list[Table] = []
    figures: list[Figure] = []
    findings: list[str] = []

    def table(self, key: str) -> Table:
        """Return the table with a key."""
        for table in self.tables:
            if table.key == key:
                return table
        raise KeyError(f"{self.name} has no table {key!r}, only {[table.key for table in self.tables]}")

    def as_dict(self) -> dict[str, Any]:
        """Return the result as plain objects, as `--json` prints it."""
        return {
            "study": self.name,
            "title": self.title,
            "findings": self.findings,
            "tables": [
                {
                    "key": table.key,
                    "title": table.title,
                    "caption": table.caption,
                    "columns": msgspec.to_builtins(table.columns),
                    "rows": table.records(),
                }
                for table in self.tables
            ],
            "figures": msgspec.to_builtins(self.figures),
        }


def show_cell(cell: Cell, kind: ColumnKind = "text") -> str:
    """Return a cell as people read it."""
    if isinstance(cell, Interval):
        return f"{cell.value:.3f} [{cell.low:.3f}, {cell.high:.3f}]"
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if kind == "p" and isinstance(cell, float):
        return "< 0.001" if cell < 0.001 else f"{cell:.3f}"
    if isinstance(cell, float):
        return f"{cell:.3f}"
    if isinstance(cell, int):
        return f"{cell:,}"
    return cell


def make_table(
    key: str,
    title: str,
    columns: Sequence[Column | str],
    rows: Sequence[Sequence[Any]],
    caption: str,
    *,
    detail: bool = False,
) -> Table:
    """Return a table; a column given by its name alone holds text."""
    return Table(
        key=key,
        title=title,
        columns=[Column(column) if isinstance(column, str) else column for column in columns],
        rows=[list(row) for row in rows],
        caption=caption,
        detail=detail,
    )


def side_by_side(table: Table) -> tuple[list[str], list[list[str]]]:
    """Return headings and cells as people read them, with models in columns as the papers print them.

    The column after the model is what is compared; the others must be alike for all models, except for
    counts: an n of each model's own goes into its cell. Any other table is left with a row a model.
    """
    names = [column.name for column in table.columns]
    plain = names, table.texts()
    models = list(dict.fromkeys(table.column("model"))) if "model" in names else []
    if len(models) < 2:
        return plain
    at = names.index("model")
    found: dict[tuple[Any, ...], dict[str, list[Any]]] = {}
    for row in table.rows:
        by_model = found.setdefault(tuple(row[:at]), {})
        if row[at] in by_model:
            return plain
        by_model[row[at]] = row
    rest = range(at + 2, len(names))
    shared = [
        place for place in rest if all(len({row[place] for row in f.values()}) == 1 for f in found.values())
    ]
    differing = [place for place in rest if place not in shared]
    if any(table.columns[place].kind != "count" for place in differing):
        return plain
    own = names.index("n") if "n" in names and names.index("n") in differing else None
    value = table.columns[at + 1]
    rows = []
    for key, by_model in found.items():
        cells = [show_cell(cell, column.kind) for cell, column in zip(key, table.columns, strict=False)]
        for model in models:
            its = by_model.get(model)
            cell = "" if its is None else show_cell(its[at + 1], value.kind)
            if its is not None and own is not None:
                cell = ", ".join(text for text in (cell, f"n {its[own]:,}") if text)
            cells.append(cell)
        first = next(iter(by_model.values()))
        rows.append([*cells, *(show_cell(first[place], table.columns[place].kind) for place in shared)])
    return [*names[:at], *models, *(names[place] for place in shared)], rows
