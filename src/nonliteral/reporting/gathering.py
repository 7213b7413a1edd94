"""Runs and suites brought together: every pair once, with what each model answered to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePath

import msgspec

from nonliteral.errors import InputError
from nonliteral.records import Pair, Scheme
from nonliteral.runs import Run
from nonliteral.studies.base import StudyOptions, name_runs
from nonliteral.studies.scoring import Judged, find_run_suites, judge
from nonliteral.suites import Suite

BASELINE = "baseline:"
"""How the addresses of baselines begin."""


class ReportModel(msgspec.Struct, frozen=True, kw_only=True):
    """A run under the name that the page shows."""

    name: str
    run: Run
    is_baseline: bool


class Item(msgspec.Struct, frozen=True):
    """A pair and the suite that it is in."""

    suite: str
    pair: Pair


class Gathered(msgspec.Struct, kw_only=True):
    """All that a report is about; `answers` has a list a model, as long as `items`."""

    models: list[ReportModel]
    suites: dict[str, Suite]
    items: list[Item]
    answers: list[list[Judged | None]]

    @property
    def real_models(self) -> list[ReportModel]:
        """The models that are not baselines; all, where there are only baselines."""
        return [model for model in self.models if not model.is_baseline] or self.models

    @property
    def baselines(self) -> list[ReportModel]:
        """The baselines that real models are held against; none, where there are only baselines."""
        real = self.real_models
        return [model for model in self.models if model not in real]


def gather(runs: Sequence[Run], options: StudyOptions) -> Gathered:
    """Return the pairs of all runs, each once, with every model's answer; models come before baselines."""
    if not runs:
        raise InputError("There is no run to report on. Make one with `nonliteral evaluate`.")
    models = [
        ReportModel(name=name, run=run, is_baseline=run.description.model.startswith(BASELINE))
        for name, run in zip(_short_names(runs, options), runs, strict=True)
    ]
    models.sort(key=lambda model: model.is_baseline)
    suites: dict[str, Suite] = {}
    items: list[Item] = []
    place_of: dict[tuple[str, str], int] = {}
    answers: list[list[Judged | None]] = []
    for model in models:
        _add_suites(suites, model.run, options)
        its: list[Judged | None] = [None] * len(items)
        for judged in judge_run(model.run, options):
            key = (judged.suite, judged.pair.id)
            place = place_of.get(key)
            if place is None:
                place = place_of[key] = len(items)
                items.append(Item(judged.suite, judged.pair))
                its.append(None)
            its[place] = judged
        answers.append(its)
    for its in answers:
        its += [None] * (len(items) - len(its))
    if not items:
        raise InputError("The runs hold no answers, so there is nothing to report on.")
    return Gathered(models=models, suites=suites, items=items, answers=answers)


def _short_names(runs: Sequence[Run], options: StudyOptions) -> list[str]:
    """Return what the page calls each run; of a model in a folder, the folder's name without its path."""
    names = name_runs(runs, options.named)
    short = []
    for name, run in zip(names, runs, strict=True):
        kind, colon, rest = name.partition(":")
        is_path = bool(colon) and name == run.description.model and PurePath(rest).is_absolute()
        short.append(f"{kind}:{PurePath(rest).name}" if is_path else name)
    return short if len(set(short)) == len(short) else names


def judge_run(run: Run, options: StudyOptions) -> Iterable[Judged]:
    """Return a run's pairs with their labels and answers, as the options ask."""
    scheme: Scheme | None = options.scheme
    return judge(run, suites=options.suites, reading=options.reading, scheme=scheme, rule=options.rule)


def _add_suites(suites: dict[str, Suite], run: Run, options: StudyOptions) -> None:
    for suite in find_run_suites(run, options.suites):
        known = suites.setdefault(suite.name, suite)
        if known.description.sha256 != suite.description.sha256:
            raise InputError(
                f"The runs are over two different suites called {suite.name!r}: {known.path} and "
                f"{suite.path}. Evaluate both models on one of them."
            )
