"""`nonliteral run`: the main job in one command."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nonliteral.cli.output import print_json, print_table, say, show_progress

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from nonliteral.builders import SuitePlan
    from nonliteral.evaluation import Progress
    from nonliteral.records import Pair
    from nonliteral.reporting.main_job import MainJob, Watcher


def run(
    models: Annotated[
        list[str] | None,
        typer.Argument(metavar="[MODEL]...", help="Model addresses, as `evaluate --list` has them; default."),
    ] = None,
    out: Annotated[Path, typer.Option("--out", help="The folder for suites, runs and report.")] = Path(
        "nonliteral-out"
    ),
    full: Annotated[
        bool, typer.Option("--full", help="All of every bundled suite, instead of a part of each.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Where chance starts: the same seed gives the same suites.")] = 0,
    workers: Annotated[
        int, typer.Option(min=1, help="Processes that build; the suites are the same for any number.")
    ] = 2,
    force: Annotated[
        bool, typer.Option("--force", help="Replace what is in the folder by another recipe or model.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON and nothing else on stdout.")] = False,
) -> None:
    """Build the bundled suites, evaluate a model and the baselines, and write the report.

    Example: nonliteral run default --out nonliteral-out
    """
    from nonliteral.reporting.main_job import run_main_job

    begun = time.monotonic()
    with show_progress() as bar:
        job = run_main_job(
            models or (),
            out,
            full=full,
            seed=seed,
            workers=workers,
            force=force,
            watcher=_make_watcher(bar, begun),
        )
    if as_json:
        _print_json(job)
    else:
        _print_summary(job)
    say(f"\nDone in {time.monotonic() - begun:.0f} s. Open {job.report.path.resolve().as_uri()}")


def _make_watcher(bar: Bar, begun: float) -> Watcher:
    from nonliteral.reporting.main_job import Watcher

    class Shown(Watcher):
        """Shows steps as lines and pairs as bars."""

        def step(self, text: str) -> None:
            say(f"{time.monotonic() - begun:5.0f} s  {text}")

        def pairs(self, plan: SuitePlan, pairs: Iterable[Pair]) -> Iterator[Pair]:
            task = bar.add_task(plan.name, total=plan.expected, rate="")
            for number, pair in enumerate(pairs, 1):
                if number % 100 == 0:
                    bar.update(task, completed=number)
                yield pair
            bar.remove_task(task)

        def progress(self, model: str) -> Callable[[Progress], None]:
            task: Any = None

            def hear(progress: Progress) -> None:
                nonlocal task
                if task is None:
                    task = bar.add_task(model, total=progress.total, rate="")
                bar.update(task, completed=progress.done, total=progress.total)
                if progress.done >= progress.total:
                    bar.remove_task(task)
                    task = None

            return hear

    return Shown()


def _print_summary(job: MainJob) -> None:
    gathered, summary = job.report.gathered, job.report.summary
    rows = []
    for scores in summary.parts:
        part = scores.part
        name = part.name + (" (two-way)" if part.scheme == "two-way" else "")
        n = max((score.n for score in scores.scores if score is not None), default=0)
        cells = []
        for model, score in zip(gathered.models, scores.scores, strict=True):
            if score is None:
                cells.append("")
            elif model in gathered.baselines:
                cells.append(f"{100 * score.accuracy.value:.1f}")
            else:
                accuracy = score.accuracy
                cells.append(
                    f"{100 * accuracy.value:.1f} [{100 * accuracy.low:.1f}, {100 * accuracy.high:.1f}]"
                )
        rows.append((name, n, *cells))
    names = [model.name.removeprefix("baseline:") for model in gathered.models]
    print_table(("right answers, %", "pairs", *names), rows)
    typer.echo("")
    for finding in summary.findings:
        typer.echo(f"- {finding}")


def _print_json(job: MainJob) -> None:
    print_json(
        {
            "report": str(job.report.path),
            "suites": {suite.name: len(suite) for suite in job.suites},
            "runs": {model.name: str(model.run.path) for model in job.report.gathered.models},
            "findings": job.report.summary.findings,
            "tables": {table.key: table.records() for table in job.report.summary.tables},
        }
    )
