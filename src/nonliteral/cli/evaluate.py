"""`nonliteral evaluate`: run a model over suites."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from nonliteral.cli.output import print_json, print_table, say, show_progress
from nonliteral.errors import InputError


def evaluate(
    model: Annotated[str, typer.Argument(help="A model's address; see --list.")] = "",
    suites: Annotated[list[Path] | None, typer.Argument(help="Suites, or folders above suites.")] = None,
    out: Annotated[Path | None, typer.Option("--out", help="The folder of the run.")] = None,
    list_kinds: Annotated[bool, typer.Option("--list", help="List the kinds of model and stop.")] = False,
    labels: Annotated[
        str | None, typer.Option(help="The model's classes by name, in its order, with commas between.")
    ] = None,
    batch_size: Annotated[int | None, typer.Option(min=1, help="Pairs a batch.")] = None,
    max_length: Annotated[int | None, typer.Option(min=8, help="Tokens after which a pair is cut.")] = None,
    threads: Annotated[int | None, typer.Option(min=1, help="Cores to use; all by default.")] = None,
    partial: Annotated[
        bool | None, typer.Option("--partial", help="predictions: take what matches, and count the rest.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace another run in that folder.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON and nothing else on stdout.")] = False,
) -> None:
    """Run a model over suites; run again after a kill, it goes on where it was.

    Example: nonliteral evaluate default suites --out runs/default
    """
    from nonliteral.models import list_models

    if list_kinds:
        rows = list_models()
        if as_json:
            print_json([{"address": row[0], "what": row[1], "needs": row[2]} for row in rows])
        else:
            print_table(("address", "what it is", "needs"), rows)
        return
    if not model or not suites:
        raise InputError("A model and a suite are needed: nonliteral evaluate MODEL SUITE... --out RUN")
    if out is None:
        raise InputError("Say where the run goes: --out RUN")
    given: dict[str, Any] = {
        "labels": labels,
        "batch_size": batch_size,
        "max_length": max_length,
        "threads": threads,
        "partial": partial,
    }
    options = {name: value for name, value in given.items() if value is not None}
    run = _evaluate_watched(model, suites, out, options, force)
    _print_run(run, as_json)


def _evaluate_watched(model: str, suites: list[Path], out: Path, options: dict[str, Any], force: bool) -> Any:
    from nonliteral.evaluation import Progress
    from nonliteral.evaluation import evaluate as run_model

    with show_progress() as bar:
        task = bar.add_task(model, total=None, rate="")
        begun = spoken = time.monotonic()

        def watch(progress: Progress) -> None:
            nonlocal spoken
            now = time.monotonic()
            rate = (progress.done - progress.resumed) / max(now - begun, 1e-9)
            bar.update(
                task,
                description=f"{model} on {progress.suite}",
                total=progress.total,
                completed=progress.done,
                rate=f"{rate:,.0f} pairs/s",
            )
            # Where there is no terminal to draw a bar in, a line now and then.
            if not sys.stderr.isatty() and now - spoken > 15 and rate > 0:
                spoken = now
                left = (progress.total - progress.done) / rate
                say(
                    f"{model}: {progress.done:,} of {progress.total:,} pairs, {rate:,.0f} pairs/s, "
                    f"{left:,.0f} s left"
                )

        return run_model(model, suites, out, force=force, watch=watch, **options)


def _print_run(run: Any, as_json: bool) -> None:
    description = run.description
    figures = {key: value for key, value in description.figures.items() if value is not None}
    if as_json:
        print_json(
            {
                "run": str(run.path),
                "model": description.model,
                "seconds": description.seconds,
                "suites": {suite.name: suite.pairs for suite in description.suites},
                **figures,
            }
        )
        return
    names = ", ".join(suite.name for suite in description.suites)
    say(
        f"{run.path}: {description.model} on {names}, "
        f"{figures['pairs']:,} pairs in {description.seconds:,.1f} s"
    )
    for key, value in figures.items():
        if key != "pairs" and value:
            say(f"  {key.replace('_', ' ')}: {value:,}" if isinstance(value, int) else f"  {key}: {value}")
    say(f"Look at it with: nonliteral report {run.path} --out report.html")
