"""What commands print: figures to stdout as a table or JSON, everything else to stderr."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.progress import Progress


def print_json(value: Any) -> None:
    """Print one JSON document to stdout."""
    import msgspec

    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def print_table(columns: Sequence[str], rows: Iterable[Sequence[Any]], title: str = "") -> None:
    """Print a table to stdout; numbers go to the right."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    body = [list(row) for row in rows]
    table = Table(title=title or None, title_justify="left", box=None, pad_edge=False, header_style="bold")
    for position, column in enumerate(columns):
        numeric = bool(body) and all(isinstance(row[position], int | float) for row in body)
        table.add_column(column, justify="right" if numeric else "left", overflow="fold")
    for row in body:
        table.add_row(*(Text(format_cell(cell)) for cell in row))
    # Piped output is never wrapped to a terminal's width: other programs read it line by line.
    width = None if sys.stdout.isatty() else 10_000
    Console(highlight=False, markup=False, emoji=False, width=width, soft_wrap=width is not None).print(table)


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
