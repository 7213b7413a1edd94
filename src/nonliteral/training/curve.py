"""IMPLI's Figure 4 as a plan of runs: does it help to train on idioms, tested on idioms not seen?

The suite's expressions are split into ten folds; one is left out for testing, the others are added
to plain NLI data one by one: all their pairs, the entailments only, or the non-entailments only.
Every training and run resumes, and `curve.json` says which run is which point of the figure.
"""

from __future__ import annotations

import shutil
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from nonliteral.errors import ConflictError, InputError
from nonliteral.files import AnyPath, encode_document, read_document, write_bytes, write_records
from nonliteral.models.base import digest
from nonliteral.models.words import assign_folds
from nonliteral.records import Pair
from nonliteral.runs import Run, RunDescription
from nonliteral.suites import Funnel, Recipe, Suite, find_suites, write_suite
from nonliteral.training.data import TrainingPair, read_training_data
from nonliteral.training.loop import Report, count_steps, tell_time
from nonliteral.training.recipes import Kind, settings_of, train_model

PLAN = "curve.json"
Part = Literal["all", "entailment", "non-entailment"]
PARTS: tuple[Part, ...] = ("all", "entailment", "non-entailment")


class Point(msgspec.Struct, kw_only=True):
    """One point of the figure: what was added to training, and the run that tests it."""

    part: Part
    added: int
    """How many folds of expressions were added; 0 is the plain NLI data, the same for all parts."""
    seed: int
    pairs: int
    """How many of the suite's pairs are in the training data."""
    model: str
    run: str
    """Folders below that of the plan."""


class CurvePlan(msgspec.Struct, kw_only=True):
    """The content of `curve.json`."""

    recipe: str
    kind: str
    folds: int
    held_out: int
    expressions: int
    test_pairs: int
    test_suite: str
    points: list[Point]


def plan_curve(
    suites: Iterable[AnyPath], *, folds: int, held_out: int, seeds: int
) -> tuple[CurvePlan, list[Pair], list[int]]:
    """Return the plan, the suites' pairs, and the fold of each."""
    pairs = [pair for suite in find_suites(suites) for pair in suite]
    expressions = [str(pair.features.get("expression") or pair.group) for pair in pairs]
    if len(set(expressions)) < folds:
        raise InputError(
            f"{folds} folds need at least as many expressions, and there are {len(set(expressions))}. "
            "Give more suites, or fewer folds with --folds."
        )
    if not 0 <= held_out < folds:
        raise InputError(f"--held-out must be from 0 to {folds - 1}, got {held_out}.")
    fold_of = assign_folds(expressions, folds)
    order = [fold for fold in range(folds) if fold != held_out]
    points: list[Point] = []
    for seed in range(seeds):
        for part in PARTS:
            for added in range(folds):
                if added == 0 and part != "all":
                    continue
                chosen = _choose(pairs, fold_of, order[:added], part)
                name = f"{part}-{added:02d}-seed-{seed}"
                points.append(
                    Point(
                        part=part,
                        added=added,
                        seed=seed,
                        pairs=len(chosen),
                        model=f"models/{name}",
                        run=f"runs/{name}",
                    )
                )
    plan = CurvePlan(
        recipe="",
        kind="",
        folds=folds,
        held_out=held_out,
        expressions=len(set(expressions)),
        test_pairs=sum(fold == held_out for fold in fold_of),
        test_suite="suites/held-out",
        points=points,
    )
    return plan, pairs, fold_of


def _choose(pairs: Sequence[Pair], fold_of: Sequence[int], folds: Sequence[int], part: Part) -> list[Pair]:
    wanted = set(folds)
    return [
        pair
        for pair, fold in zip(pairs, fold_of, strict=True)
        if fold in wanted and (part == "all" or (pair.label == "entailment") == (part == "entailment"))
    ]


def train_curve(
    kind: Kind,
    suites: Sequence[AnyPath],
    data: Sequence[AnyPath],
    out: AnyPath,
    *,
    preset: str | None = None,
    folds: int = 10,
    held_out: int = 0,
    seeds: int = 1,
    vectors: AnyPath | None = None,
    only_estimate: bool = False,
    force: bool = False,
    report: Report = lambda _: None,
    evaluate: Any = None,
    **changes: Any,
) -> CurvePlan:
    """Train and test every point of the curve; run again, it goes on where it was.

    `evaluate` makes a run from a model's address, a suite and a folder: running models is not this
    package's business. The time that all points take is told before the first one begins, from the
    rate of a few real steps.
    """
    if not data:
        raise InputError("Say which plain NLI data the idioms are added to: --data FILE")
    folder = Path(out)
    # The figure is two-way: pairs of idioms seldom tell neutral from contradiction, and a three-way training
    # would leave them out.
    changes.setdefault("scheme", "two-way")
    _, settings = settings_of(kind, preset, changes)
    plan, pairs, fold_of = plan_curve(suites, folds=folds, held_out=held_out, seeds=seeds)
    base = read_training_data(data, settings.scheme, leave_out=settings.leave_out)
    plan.kind = kind
    plan.recipe = digest(
        kind, msgspec.to_builtins(settings), base.files, [pair.id for pair in pairs], folds, held_out, seeds
    )
    _check_place(folder, plan, force)
    write_bytes(folder / PLAN, encode_document(plan))
    order = [fold for fold in range(folds) if fold != held_out]
    test = _write_test_suite(
        folder, plan, [p for p, fold in zip(pairs, fold_of, strict=True) if fold == held_out]
    )
    waiting = {point.run for point in plan.points if not _is_done(folder, point)}

    def steps_of(points: Iterable[Point]) -> int:
        return sum(count_steps(len(base.pairs) + point.pairs, settings.schedule()) for point in points)

    report(
        f"{len(plan.points)} trainings, {steps_of(plan.points):,} steps in all; "
        f"{plan.expressions:,} expressions in {folds} folds, "
        f"tested on {plan.test_pairs:,} pairs of fold {held_out}"
    )
    if len(waiting) < len(plan.points):
        report(f"{len(plan.points) - len(waiting)} of them are done")
    if waiting:
        rate = _measure_rate(kind, base.pairs, folder, settings, vectors)
        steps = steps_of(point for point in plan.points if point.run in waiting)
        report(f"about {tell_time(steps / rate)} of training at {rate:.2f} steps a second")
    if only_estimate:
        return plan
    spent, worked = 0.0, 0
    for number, point in enumerate(plan.points, 1):
        if point.run not in waiting:
            continue
        begun = time.monotonic()
        chosen = _choose(pairs, fold_of, order[: point.added], point.part)
        added = folder / "data" / f"{point.part}-{point.added:02d}.jsonl"
        if not added.exists():
            write_records(
                added,
                [TrainingPair(p.premise, p.hypothesis, p.label, p.explanation, p.group) for p in chosen],
            )
        report(f"{number} of {len(plan.points)}: {point.model}, {point.pairs:,} pairs added")
        train_model(
            kind,
            [*data, added] if chosen else list(data),
            folder / point.model,
            preset=preset,
            seed=point.seed,
            vectors=vectors,
            **changes,
        )
        if evaluate is not None:
            address = {"encoder": "hf", "t5": "t5"}.get(kind, kind)
            evaluate(f"{address}:{folder / point.model}", test, folder / point.run)
        spent += time.monotonic() - begun
        worked += steps_of([point])
        left = steps_of(each for each in plan.points[number:] if each.run in waiting)
        report(f"  done; about {tell_time(spent / worked * left)} left")
    return plan


def _is_done(folder: Path, point: Point) -> bool:
    path = folder / point.run / Run.DESCRIPTION
    return path.exists() and read_document(path, RunDescription).finished is not None


def _check_place(folder: Path, plan: CurvePlan, force: bool) -> None:
    if not (folder / PLAN).exists():
        return
    if force:
        for part in ("data", "models", "runs", "suites"):
            shutil.rmtree(folder / part, ignore_errors=True)
    elif read_document(folder / PLAN, CurvePlan).recipe != plan.recipe:
        raise ConflictError(
            f"{folder} holds another curve. Choose another --out, or start over with --force."
        )


def _write_test_suite(folder: Path, plan: CurvePlan, pairs: list[Pair]) -> Suite:
    recipe = Recipe(
        builder="curve",
        options={"folds": plan.folds, "held_out": plan.held_out},
        seed=None,
        inputs={"plan": plan.recipe},
        lexicon=None,
        parser=None,
        package="1",
    )
    licences = Counter(pair.source.licence or "unknown" for pair in pairs)
    path = folder / plan.test_suite
    return write_suite(
        path.parent,
        path.name,
        pairs,
        recipe=recipe,
        funnel=Funnel(),
        reading="intended",
        licence=", ".join(sorted(licences)),
        force=True,
    )


def _measure_rate(
    kind: Kind, pairs: Sequence[TrainingPair], folder: Path, settings: Any, vectors: AnyPath | None
) -> float:
    """Return the steps a second of a few real steps, timed apart from loading."""
    path = folder / "data" / "rate.jsonl"
    few = list(pairs[: settings.batch_size * 12])
    write_records(path, few)
    changes = {
        name: getattr(settings, name)
        for name in settings.__struct_fields__
        if name not in {"about", "epochs", "max_steps", "evaluate_every", "checkpoint_every"}
    }
    described = train_model(
        kind, [path], folder / "data" / "rate", vectors=vectors, force=True, epochs=1, max_steps=10, **changes
    )
    return described.steps / max(described.seconds, 1e-3)
