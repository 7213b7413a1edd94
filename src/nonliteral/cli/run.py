"""`nonliteral run`: the main job in one command."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nonliteral.cli import model_options
from nonliteral.cli.output import print_json, print_table, say, show_progress
from nonliteral.errors import InputError

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from nonliteral.builders import SuitePlan
    from nonliteral.evaluation import Progress
    from nonliteral.records import Pair
    from nonliteral.reporting.main_job import MainJob, Watcher


def run(
    models: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="MODEL", help="Model addresses, as `evaluate --list` has them; `default` if none."
        ),
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
    labels: model_options.Labels = None,
    batch_size: model_options.BatchSize = None,
    max_length: model_options.MaxLength = None,
    threads: model_options.Threads = None,
    form: model_options.Form = None,
    base_url: model_options.BaseUrl = None,
    prompts: model_options.Prompts = None,
    label_orders: model_options.LabelOrders = None,
    temperature: model_options.Temperature = None,
    max_tokens: model_options.MaxTokens = None,
    logprobs: model_options.Logprobs = None,
    concurrency: model_options.Concurrency = None,
    retries: model_options.Retries = None,
    timeout: model_options.Timeout = None,
    cache: model_options.Cache = None,
    offline: model_options.Offline = None,
    price: model_options.Price = None,
    partial: model_options.Partial = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON and nothing else on stdout.")] = False,
) -> None:
    """Build the bundled suites, evaluate a model and the baselines, and write the report.

    An option of models goes to every model named that understands it.

    Example: nonliteral run default --out nonliteral-out
    """
    given = locals()
    from nonliteral.reporting.main_job import run_main_job

    if out.exists() and not out.is_dir():
        raise InputError(f"{out} is a file. Give --out the name of a folder.")
    begun = time.monotonic()
    with show_progress() as bar:
        job = run_main_job(
            models or (),
            out,
            full=full,
            seed=seed,
            workers=workers,
            force=force,
            options=model_options.collect(given),
            wordings=model_options.plan_wordings(prompts, label_orders),
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
    from nonliteral.reporting.summary import best_baseline

    gathered, summary = job.report.gathered, job.report.summary
    rows = []
    for scores in summary.parts:
        part = scores.part
        name = part.title + (f", in {part.source}" if part.source else "")
        n = max((score.n for score in scores.scores if score is not None), default=0)
        row: list[Any] = [f"{name}, two-way" if part.scheme == "two-way" else name, part.reading, n]
        for model, score in zip(gathered.models, scores.scores, strict=True):
            if model in gathered.baselines:
                continue
            own = None if score is None else score.accuracy
            row.append(
                "" if own is None else f"{100 * own.value:.1f} [{100 * own.low:.1f}, {100 * own.high:.1f}]"
            )
        best = best_baseline(gathered, scores)
        if gathered.baselines:
            row.append("" if best is None else f"{100 * best[1].value:5.1f} {best[0]}")
        rows.append(row)
    names = [model.name for model in gathered.real_models]
    columns = ["phenomenon", "reading", "n", *names, *(["best baseline"] if gathered.baselines else [])]
    print_table(columns, rows, "Right answers by phenomenon, % [95 % interval]")
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
