"""`nonliteral data`: list, show, import, sample and seal data sets."""

from __future__ import annotations

import typer

app = typer.Typer(help="List, import and look at corpora, published sets and suites.", no_args_is_help=True)


@app.command("list")
def list_sets() -> None:
    """List every corpus and published set that can be imported."""
