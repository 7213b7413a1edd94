"""`nonliteral evaluate`: run a model over suites."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from nonliteral.cli import model_options
from nonliteral.cli.output import print_json, print_table, say, show_progress
from nonliteral.errors import InputError

_PAID = ("requests", "from_cache", "retries", "prompt_tokens", "completion_tokens", "cost")


def evaluate(
    model: Annotated[str, typer.Argument(help="A model's address; see --list.")] = "",
    suites: Annotated[list[Path] | None, typer.Argument(help="Suites, or folders above suites.")] = None,
    out: Annotated[Path | None, typer.Option("--out", help="The folder of the run.")] = None,
    list_kinds: Annotated[bool, typer.Option("--list", help="List the kinds of model and stop.")] = False,
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
    force: Annotated[bool, typer.Option("--force", help="Replace another run in that folder.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON and nothing else on stdout.")] = False,
) -> None:
    """Run a model over suites; run again after a kill, it goes on where it was.

    Example: nonliteral evaluate default suites --out runs/default
    """
    given = locals()
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
    options = model_options.collect(given)
    wordings = model_options.plan_wordings(prompts, label_orders)
    if len(wordings) > 1:
        runs = {
            name: _evaluate_watched(model, suites, out / name, {**options, **more}, force)
            for name, more in wordings.items()
        }
        _print_spread(runs, as_json)
        return
    for more in wordings.values():
        options.update(more)
    run = _evaluate_watched(model, suites, out, options, force)
    _print_run(run, as_json)


def _print_spread(runs: dict[str, Any], as_json: bool) -> None:
    """Print each wording's figures and how far they lie apart."""
    from nonliteral.evaluation.wordings import measure_spread

    spread = measure_spread(runs)
    if as_json:
        print_json(spread)
        return
    print_table(
        ("wording", "pairs", "accuracy", "unreadable", "entailment", "neutral", "contradiction"),
        [
            (
                name,
                row.pairs,
                row.accuracy,
                row.unreadable,
                *(row.shares.get(label, 0.0) for label in ("entailment", "neutral", "contradiction")),
            )
            for name, row in spread.wordings.items()
        ],
    )
    _print_notes(runs.values())
    paid: Counter[str] = Counter()
    for run in runs.values():
        paid.update({key: value for key, value in run.description.figures.items() if key in _PAID})
    say("\nin all: " + ", ".join(f"{key.replace('_', ' ')} {paid[key]:,}" for key in _PAID if key in paid))
    say(
        f"accuracy from {spread.lowest:.3f} to {spread.highest:.3f} "
        f"(spread {spread.highest - spread.lowest:.3f}); "
        f"{spread.agreement:.1%} of pairs get the same answer in every wording"
    )


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


def _print_notes(runs: Iterable[Any]) -> None:
    """Say once what the models found that a reader of the figures should know."""
    for note in dict.fromkeys(note for run in runs for note in run.description.figures.get("notes", ())):
        say(f"Note: {note}")


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
    _print_notes([run])
    for key, value in figures.items():
        if key not in {"pairs", "notes"} and value:
            say(f"  {key.replace('_', ' ')}: {value:,}" if isinstance(value, int) else f"  {key}: {value}")
    say(f"Look at it with: nonliteral report {run.path} --out report.html")
