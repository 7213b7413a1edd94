"""What commands print: figures to stdout as a table or JSON, everything else to stderr."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

import typer

if TYPE_CHECKING:
    from rich.progress import Progress


def print_json(value: Any) -> None:
    """Print one JSON document to stdout."""
    import msgspec

    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def print_table(columns: Sequence[str], rows: Iterable[Sequence[Any]], title: str = "") -> None:
    """Print a table to stdout; numbers go to the right.

    In a terminal too narrow for its columns, each row becomes a block of lines: numbers are not cut.
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    body = [list(row) for row in rows]
    # Piped output is never wrapped to a terminal's width: other programs read it line by line.
    narrow = sys.stdout.isatty()
    console = Console(
        highlight=False, markup=False, emoji=False, width=None if narrow else 10_000, soft_wrap=not narrow
    )
    widths = _fit_widths(columns, body, console.width)
    if widths is None:
        _print_blocks(columns, body, title)
        return
    table = Table(title=title or None, title_justify="left", box=None, pad_edge=False, header_style="bold")
    for position, column in enumerate(columns):
        numeric = bool(body) and all(isinstance(row[position], int | float) for row in body)
        justify: Literal["left", "right"] = "right" if numeric else "left"
        table.add_column(column, justify=justify, overflow="fold", width=widths[position])
    for row in body:
        table.add_row(*(Text(format_cell(cell)) for cell in row))
    console.print(table)


def _fit_widths(columns: Sequence[str], body: Sequence[Sequence[Any]], room: int) -> list[int] | None:
    """Return widths that fit, words folded but no number cut; None where there is no room for that."""
    from rich.cells import cell_len

    widths, least = [], []
    for position in range(len(columns)):
        texts = (columns[position], *(format_cell(row[position]) for row in body))
        parts = [part for text in texts for part in text.split()]
        widths.append(max(map(cell_len, texts)))
        least.append(
            max(
                (len(part) if any(map(str.isdigit, part)) else min(len(part), SHORTEST) for part in parts),
                default=0,
            )
        )
    room -= 2 * (len(columns) - 1)
    if sum(least) > room:
        return None
    while sum(widths) > room:
        widest = max(
            (position for position in range(len(widths)) if widths[position] > least[position]),
            key=widths.__getitem__,
        )
        widths[widest] -= 1
    return widths


SHORTEST = 5
"""Letters of a folded word that still read well on a line."""


def _print_blocks(columns: Sequence[str], body: Sequence[Sequence[Any]], title: str) -> None:
    if title:
        typer.echo(title)
    margin = max(map(len, columns))
    for number, row in enumerate(body):
        if number or title:
            typer.echo("")
        for column, cell in zip(columns, row, strict=True):
            if text := format_cell(cell):
                typer.echo(f"{column:<{margin}}  {text}")


def format_cell(cell: Any) -> str:
    """Return a cell's text: thousands with commas, fractions with three places."""
    if isinstance(cell, bool) or cell is None:
        return {True: "yes", False: "no", None: ""}[cell]
    if isinstance(cell, int):
        return f"{cell:,}"
    if isinstance(cell, float):
        return f"{cell:.3f}"
    return str(cell)


def say(message: str) -> None:
    """Print a message for the person at the terminal to stderr."""
    typer.echo(message, err=True)


@contextmanager
def show_progress() -> Iterator[Progress]:
    """Show progress with rate and time left on stderr, if that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
        transient=True,
    ) as progress:
        yield progress
