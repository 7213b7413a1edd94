"""`nonliteral report`: write the page that a person reads."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, get_args

import typer

from nonliteral.cli.output import print_json, say
from nonliteral.errors import InputError


def report(
    runs: Annotated[
        list[Path] | None,
        typer.Argument(help="Runs, or folders above runs; the first model is the main one."),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", help="The HTML file to write.")] = None,
    title: Annotated[str | None, typer.Option(help="The title of the page.")] = None,
    name: Annotated[
        list[str] | None, typer.Option("--name", metavar="RUN=NAME", help="What the page calls a run.")
    ] = None,
    suites: Annotated[
        list[Path] | None, typer.Option(help="Where the runs' suites are now, if they were moved.")
    ] = None,
    reading: Annotated[
        str | None,
        typer.Option(help="The reading by which the pairs are right or wrong; the summary has all of them."),
    ] = None,
    scheme: Annotated[
        str | None, typer.Option(help="two-way or three-way; as the labels are by default.")
    ] = None,
    rule: Annotated[
        str, typer.Option(help="How three-way answers are folded: most-probable, or half (P(E) > .5).")
    ] = "most-probable",
    seed: Annotated[int, typer.Option(help="Of the bootstrap.")] = 0,
    study: Annotated[
        list[str] | None,
        typer.Option("--study", help="Only this study; may be repeated. All that apply by default."),
    ] = None,
    pairs: Annotated[
        int | None, typer.Option(min=1, help="The most pairs that the page shows (50,000 by default).")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON and nothing else on stdout.")] = False,
) -> None:
    """Write one HTML file about runs: summary, sections, every pair; it needs no network.

    Example: nonliteral report runs/default runs/other --out report.html
    """
    if not runs:
        raise InputError("Say which runs: nonliteral report RUN... --out FILE")
    if out is None:
        raise InputError("Say where the page goes: --out FILE")
    if out.is_dir():
        raise InputError(f"{out} is a folder. Give --out the name of a file, such as {out / 'report.html'}.")
    from nonliteral.reporting import write_report
    from nonliteral.reporting.embedding import MOST_PAIRS
    from nonliteral.studies.base import StudyOptions, find_runs
    from nonliteral.studies.scoring import Rule

    found = find_runs(runs)
    options = StudyOptions(
        suites=None if not suites else [str(path) for path in suites],
        reading=reading,
        scheme=_one_of("scheme", scheme, ("two-way", "three-way")),
        rule=_one_of("rule", rule, get_args(Rule)),
        seed=seed,
        named=_names(name, [str(run.path) for run in found]),
    )
    written = write_report(
        found, out, options=options, title=title, most_pairs=pairs or MOST_PAIRS, studies=study
    )
    if as_json:
        print_json(
            {
                "report": str(written.path),
                "findings": written.summary.findings,
                "tables": {table.key: table.records() for table in written.summary.tables},
                "studies": {note.name: note.note for note in written.notes},
            }
        )
        return
    for finding in written.summary.findings:
        typer.echo(f"- {finding}")
    size = written.path.stat().st_size / 1e6
    say(f"{len(written.gathered.items):,} pairs, {size:.1f} MB. Open {written.path.resolve().as_uri()}")


def _one_of(option: str, value: Any, allowed: tuple[str, ...]) -> Any:
    if value is not None and value not in allowed:
        raise InputError(f"--{option} must be {' or '.join(allowed)}, got {value!r}.")
    return value


def _names(given: list[str] | None, paths: list[str]) -> dict[str, str]:
    named: dict[str, str] = {}
    for item in given or ():
        folder, equals, text = item.rpartition("=")
        if not equals or not folder or not text.strip():
            raise InputError(f"--name must have the form RUN=NAME, got {item!r}.")
        wanted = Path(folder).resolve()
        fitting = [path for path in paths if Path(path).resolve() == wanted]
        if not fitting:
            raise InputError(f"--name speaks of {folder}, which is not among the runs: {', '.join(paths)}.")
        named[fitting[0]] = text.strip()
    return named
