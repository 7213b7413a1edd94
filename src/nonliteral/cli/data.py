"""`nonliteral data`: list, show, import, sample and seal corpora, published sets and suites."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from nonliteral.cli.output import print_json, print_table, say

app = typer.Typer(
    help="List, import and look at corpora, published sets and suites.\n\n"
    "Example: nonliteral data import imppres ImpPres/dataset --out suites",
    no_args_is_help=True,
)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else on stdout.")]


@app.command("list")
def list_sets(as_json: AsJson = False) -> None:
    """List every corpus and published set that can be imported.

    Example: nonliteral data list
    """
    from nonliteral.readers import cards

    found = cards()
    if as_json:
        print_json(found)
        return
    print_table(
        ("name", "makes", "phenomena", "title"),
        [(card.name, card.makes, ", ".join(card.phenomena), card.title) for card in found],
    )
    say("\nShow one with: nonliteral data show NAME")


@app.command("show")
def show_set(
    name: Annotated[str, typer.Argument(help="A name from `nonliteral data list`.")],
    as_json: AsJson = False,
) -> None:
    """Show a set's paper, licence, where to get it, what it counts and what the reader makes of it.

    Example: nonliteral data show imppres
    """
    from nonliteral import registry

    card = registry.resolve("readers", name).card
    if as_json:
        print_json(card)
        return
    rows = [
        ("name", card.name),
        ("title", card.title),
        ("makes", f"{card.makes} ({', '.join(card.phenomena)})"),
        ("paper", card.paper),
        ("licence", card.licence),
        ("where", card.where),
        ("counts", card.counts),
        ("files", card.files),
        ("ids", card.ids),
    ]
    if card.makes == "pairs":
        rows.append(("reading", f"`label` is the {card.reading} reading"))
    for key, value in rows:
        typer.echo(f"{key:<9}{value}")
    if card.warts:
        typer.echo("known     " + "\n          ".join(card.warts))
    say(f"\nImport it with: nonliteral data import {card.name} PATH --out DIR")


@app.command("import")
def import_files(
    name: Annotated[str, typer.Argument(help="A name from `nonliteral data list`.")],
    path: Annotated[Path, typer.Argument(help="A file of the set, or the folder that holds its files.")],
    out: Annotated[Path, typer.Option("--out", help="Where DIR/NAME is made.")],
    force: Annotated[bool, typer.Option("--force", help="Replace what another recipe made there.")] = False,
    as_json: AsJson = False,
) -> None:
    """Turn the published files of a set into a suite, or of a corpus into sentences.

    Example: nonliteral data import imppres ImpPres/dataset --out suites
    """
    from nonliteral.readers import import_set

    made = import_set(name, path, out, force=force)
    description = made.description
    if as_json:
        print_json({"path": str(made.path), "name": made.name, **_figures(description)})
        return
    say(f"{made.path}: {len(made):,} records of {description.funnel['read']:,} read")
    for key, counts in description.counts.items():
        if isinstance(counts, dict):
            say(f"  {key}: " + ", ".join(f"{value} {count:,}" for value, count in counts.items()))
    for kind in ("refused", "notes"):
        for reason, count in description.funnel[kind].items():
            say(f"  {'refused' if kind == 'refused' else 'noted'}: {count:,} {reason}")


def _figures(description: Any) -> dict[str, Any]:
    return {"counts": description.counts, "funnel": description.funnel, "sha256": description.sha256}


@app.command("sample")
def sample(
    suite: Annotated[Path, typer.Argument(help="A suite folder, or a folder above suites.")],
    n: Annotated[int, typer.Option("-n", "--n", min=1, help="How many pairs.")] = 20,
    seed: Annotated[int, typer.Option("--seed", help="Another seed, another sample.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Print a readable sample, spread over phenomena, methods and labels.

    Example: nonliteral data sample suites/impli --n 20
    """
    from nonliteral.checking.sampling import format_pair, sample_pairs
    from nonliteral.suites import find_suites

    chosen = [pair for each in find_suites([suite]) for pair in sample_pairs(each, n, seed)]
    if as_json:
        print_json(chosen)
        return
    for pair in chosen:
        typer.echo(format_pair(pair) + "\n")


@app.command("seal")
def seal(suite: Annotated[Path, typer.Argument(help="A suite folder whose pairs were edited.")]) -> None:
    """Accept a suite that was edited by hand: check every line and describe it as it is now.

    Example: nonliteral data seal suites/idioms
    """
    from nonliteral.suites import find_suites

    for each in find_suites([suite]):
        each.seal()
        say(f"{each.path}: {len(each):,} pairs, marked as edited")
