"""`nonliteral study`: tables and figures from runs."""

from __future__ import annotations

import shutil
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from nonliteral.cli.output import print_json, print_table, say
from nonliteral.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    from nonliteral.studies.tables import StudyResult, Table

FINDINGS_SHOWN = 6
"""Sentences below the tables of a terminal; studies give the most telling first."""


def study(
    name: Annotated[str, typer.Argument(help="A study; see --list.")] = "",
    runs: Annotated[list[Path] | None, typer.Argument(help="Runs, or folders above runs.")] = None,
    list_studies: Annotated[bool, typer.Option("--list", help="List the studies and stop.")] = False,
    by: Annotated[
        str | None, typer.Option(help="Also by a covariate: a feature of the pairs, or label, method, tier.")
    ] = None,
    suites: Annotated[
        list[Path] | None, typer.Option(help="Where the runs' suites are now, if they were moved.")
    ] = None,
    reading: Annotated[
        str | None, typer.Option(help="The reading that counts where pairs have several, such as intended.")
    ] = None,
    scheme: Annotated[
        str | None, typer.Option(help="two-way or three-way; as the labels are by default.")
    ] = None,
    rule: Annotated[
        str, typer.Option(help="How three-way answers are folded: most-probable, or half (P(E) > .5).")
    ] = "most-probable",
    seed: Annotated[int, typer.Option(help="Of the bootstrap.")] = 0,
    seeds: Annotated[
        bool, typer.Option("--seeds", help="impli: runs that differ in a seed are one model.")
    ] = False,
    scorer: Annotated[
        str | None, typer.Option(help="flute: what scores explanations; see --list-scorers.")
    ] = None,
    list_scorers: Annotated[
        bool, typer.Option("--list-scorers", help="List what can score explanations and stop.")
    ] = False,
    unit: Annotated[str, typer.Option(help="overlap: distances in characters or words.")] = "characters",
    reference: Annotated[
        str | None, typer.Option(help="impli, overlap: the suite that others are held against.")
    ] = None,
    answers: Annotated[
        list[Path] | None, typer.Option(help="Files of people's answers: a tagging, or tags from review.")
    ] = None,
    table: Annotated[
        list[str] | None,
        typer.Option(help="Only the table with this key, or those that begin so; may be repeated."),
    ] = None,
    full: Annotated[bool, typer.Option("--full", help="Print the long tables of detail too.")] = False,
    figures: Annotated[
        Path | None, typer.Option(help="Write the figures here as Vega-Lite files (and SVG, where possible).")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON and nothing else on stdout.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV and nothing else on stdout.")] = False,
) -> None:
    """Print tables from runs: what a model understands, by phenomenon, trigger, method, covariate.

    Example: nonliteral study imppres runs/default runs/other --csv
    """
    if list_studies:
        _list_studies(as_json)
        return
    if list_scorers:
        _list_scorers(as_json)
        return
    if not name:
        raise InputError("Say which study: nonliteral study NAME RUN... Names: nonliteral study --list")
    from nonliteral.registry import resolve
    from nonliteral.studies.base import StudyOptions, find_runs, run_study

    # A misspelt name is told before a missing run: it comes first on the line.
    resolve("studies", name)
    options = StudyOptions(
        suites=None if not suites else [str(path) for path in suites],
        by=by,
        reading=reading,
        scheme=_one_of("scheme", scheme, ("two-way", "three-way")),
        rule=_one_of("rule", rule, _rules()),
        seed=seed,
        seeds=seeds,
        scorer=scorer,
        unit=_one_of("unit", unit, ("characters", "words")),
        reference=reference,
        answers=[str(path) for path in answers or []],
    )
    result = run_study(name, find_runs(runs or []), options)
    if table:
        result.tables = _choose_tables(result.tables, table)
    if figures is not None:
        _write_figures(result, figures)
    _print_result(result, full=full or bool(table), as_json=as_json, as_csv=as_csv)


def _choose_tables(tables: list[Table], wanted: list[str]) -> list[Table]:
    keys = [each.key for each in tables]
    chosen: set[str] = set()
    for name in wanted:
        # A whole key is that table alone; the beginning of several is all of them.
        found = {name} if name in keys else {key for key in keys if key.startswith(name)}
        if not found:
            raise UnknownNameError("table of this study", name, {*keys, *(key.split("-")[0] for key in keys)})
        chosen |= found
    return [each for each in tables if each.key in chosen]


def _rules() -> tuple[str, ...]:
    from nonliteral.studies.scoring import Rule

    return get_args(Rule)


def _one_of(option: str, value: Any, allowed: tuple[str, ...]) -> Any:
    if value is not None and value not in allowed:
        raise InputError(f"--{option} must be {' or '.join(allowed)}, got {value!r}.")
    return value


def _list_studies(as_json: bool) -> None:
    from nonliteral import registry

    rows = []
    for each in registry.names("studies"):
        found = registry.resolve("studies", each)
        rows.append((each, found.about))
    if as_json:
        print_json([{"name": row[0], "about": row[1]} for row in rows])
    else:
        print_table(("study", "what it shows"), rows)


def _list_scorers(as_json: bool) -> None:
    from nonliteral.studies.explanations import list_scorers

    rows = list_scorers()
    if as_json:
        print_json([{"name": row[0], "about": row[1], "installed": row[2]} for row in rows])
    else:
        print_table(("scorer", "what it is", "installed"), rows)


def _print_result(result: StudyResult, *, full: bool, as_json: bool, as_csv: bool) -> None:
    if as_json:
        print_json(result.as_dict())
        return
    if as_csv:
        typer.echo("\n".join(_csv_of(each, len(result.tables) > 1) for each in result.tables), nl=False)
        return
    from nonliteral.studies.rows import INTERVALS
    from nonliteral.studies.tables import side_by_side

    left = [each for each in result.tables if each.detail and not full]
    for each in result.tables:
        if each not in left:
            typer.echo(f"\n{each.title}  [{each.key}]")
            print_table(*side_by_side(each))
            # How intervals are made is said once, below the tables.
            typer.echo(_fill(each.caption.replace(f" {INTERVALS}", "")))
    if any(INTERVALS in each.caption for each in result.tables if each not in left):
        typer.echo("\n" + _fill(INTERVALS))
    if result.findings:
        typer.echo("")
        shown = result.findings if full else result.findings[:FINDINGS_SHOWN]
        for finding in shown:
            typer.echo(_fill(f"- {finding}", "  "))
        if len(shown) < len(result.findings):
            typer.echo(f"- and {len(result.findings) - len(shown)} more with --full.")
    if left:
        named = ", ".join(f"{each.key} ({len(each.rows):,} rows)" for each in left)
        typer.echo("\n" + _fill(f"More with --full, or one by one with --table KEY: {named}."))


def _fill(text: str, indent: str = "") -> str:
    # A number stays with its per cent sign.
    kept = text.replace(" %", "\u00a0%")
    width = min(110, shutil.get_terminal_size((110, 24)).columns) if sys.stdout.isatty() else 110
    return textwrap.fill(kept, width, subsequent_indent=indent, break_on_hyphens=False).replace("\u00a0", " ")


def _csv_of(table: Table, several: bool) -> str:
    return (f"# {table.key}: {table.title}\n" if several else "") + table.to_csv()


def _write_figures(result: StudyResult, folder: Path) -> None:
    import json

    from nonliteral.files import write_bytes

    try:
        import vl_convert
    except ImportError:
        vl_convert = None
    for figure in result.figures:
        spec = json.dumps(figure.spec, ensure_ascii=False, indent=1)
        name = "".join(char if char.isalnum() or char in "-_" else "-" for char in figure.key)
        write_bytes(folder / f"{result.name}-{name}.vl.json", spec.encode())
        if vl_convert is not None:
            write_bytes(folder / f"{result.name}-{name}.svg", vl_convert.vegalite_to_svg(spec).encode())
    several = "" if len(result.figures) == 1 else "s"
    say(
        f"{len(result.figures)} figure{several} in {folder}"
        + ("" if vl_convert else " (for SVG: pip install 'nonliteral[figures]')")
    )
