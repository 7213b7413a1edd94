"""What a study is, what it is asked with, and how one is run by name.

A study reads runs and suites, never a model. Other packages can offer one by the entry point
`nonliteral.studies`, and `py:module:attribute` works without packaging.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from nonliteral.errors import InputError
from nonliteral.files import AnyPath
from nonliteral.records import Pair, Scheme
from nonliteral.registry import resolve
from nonliteral.runs import Run
from nonliteral.studies.scoring import Judged, Rule, judge
from nonliteral.studies.tables import StudyResult
from nonliteral.suites import Suite


class StudyOptions(msgspec.Struct, kw_only=True):
    """What may be asked of a study; each takes what it needs and leaves the rest."""

    suites: list[str] | None = None
    """Where the runs' suites are now, if they were moved; for studies of suites alone, the suites."""
    by: str | None = None
    """A covariate: a key of `features`, or label, method, tier, phenomenon, suite."""
    reading: str | None = None
    scheme: Scheme | None = None
    rule: Rule = "most-probable"
    seed: int = 0
    seeds: bool = False
    """Runs whose names differ only in a seed are one model: means and spread over them."""
    scorer: str | None = None
    """What scores explanations; the light one that works offline where it is not given."""
    unit: str = "characters"
    """What distances are counted in: characters or words."""
    reference: str | None = None
    """The suite (or part of its name) that others are held against."""
    answers: list[str] = []
    """Files of Answer records: a tagging or a review by people."""
    named: Mapping[str, str] = {}
    """Other names for runs, by folder, as tables should show them."""


class Study(msgspec.Struct, frozen=True, kw_only=True):
    """A study that is offered by name: what it answers, and the function that does it."""

    title: str
    about: str
    run: Callable[[Sequence[Run], StudyOptions], StudyResult]
    runs: tuple[int, int | None] = (1, None)
    """How many runs it takes, at least and at most."""


class JudgedRun(msgspec.Struct, kw_only=True):
    """A run under the name that tables show, with every pair judged."""

    name: str
    run: Run
    judged: list[Judged]


def run_study(name: str, runs: Iterable[Run | AnyPath], options: StudyOptions | None = None) -> StudyResult:
    """Run the study with a name over runs (folders or opened ones)."""
    study = resolve("studies", name)
    if not isinstance(study, Study):
        raise InputError(f"{name!r} is not a study. It must be a nonliteral.studies.base.Study.")
    opened = [each if isinstance(each, Run) else Run(each) for each in runs]
    least, most = study.runs
    if len(opened) < least or (most is not None and len(opened) > most):
        wanted = f"{least} run{'s' if least != 1 else ''}" + ("" if most == least else " or more")
        raise InputError(
            f"The study {name!r} takes {wanted}, and {len(opened)} "
            f"{'was' if len(opened) == 1 else 'were'} given. Make runs with `nonliteral evaluate`."
        )
    options = options or StudyOptions()
    result = study.run(opened, options)
    if options.by is not None:
        from nonliteral.studies.covariates import tabulate_covariate

        result.tables.append(tabulate_covariate(opened, options))
    return result


def find_runs(paths: Iterable[AnyPath]) -> list[Run]:
    """Return the runs at or below the given folders, in the order given, each once."""
    found: dict[Path, Run] = {}
    for given in paths:
        path = Path(given)
        if (path / Run.DESCRIPTION).exists() or not path.is_dir():
            places = [path]
        else:
            places = [each.parent for each in sorted(path.rglob(Run.DESCRIPTION))] or [path]
        for place in places:
            found.setdefault(place.resolve(), Run(place))
    return list(found.values())


def name_runs(runs: Sequence[Run], named: Mapping[str, str] | None = None) -> list[str]:
    """Return a short name for each run: its model, and its folder where two runs have one model."""
    models = [run.description.model for run in runs]
    out = []
    for run, model in zip(runs, models, strict=True):
        given = (named or {}).get(str(run.path))
        # Saved predictions are best known by their folder: the address is the path of a file.
        plain = models.count(model) == 1 and not model.startswith("predictions:")
        out.append(given or (shorten_address(model) if plain else Path(run.path).resolve().name))
    if len(set(out)) < len(out):
        out = [f"{name} ({run.path})" for name, run in zip(out, runs, strict=True)]
    return out


def shorten_address(model: str) -> str:
    """Return a model's address with the last two parts of a long path, which are enough to know it by.

    >>> shorten_address("bow:/home/me/models/bow/seed-0")
    'bow:bow/seed-0'
    """
    kind, colon, path = model.partition(":")
    parts = path.split("/")
    if not colon or not path.startswith(("/", "./", "../", "~")) or len(parts) < 3:
        return model
    return f"{kind}:{'/'.join(parts[-2:])}"


def speaking(runs: Sequence[JudgedRun]) -> set[str]:
    """Return the names of the runs that findings are about: models, or baselines where there is no model."""
    models = {run.name for run in runs if not run.run.description.model.startswith("baseline:")}
    return models or {run.name for run in runs}


def judge_runs(
    runs: Sequence[Run],
    options: StudyOptions,
    *,
    keep: Callable[[Judged], bool] | None = None,
    reading: str | None = None,
    scheme: Scheme | None = None,
) -> list[JudgedRun]:
    """Return every run with its pairs judged; `keep` picks the pairs that a study is about."""
    out = []
    pairs: dict[tuple[str, str], list[Pair]] = {}

    def read(suite: Suite) -> list[Pair]:
        # Runs over one suite share its pairs: with many models, reading it again is most of the work.
        key = (suite.name, suite.sha256())
        if key not in pairs:
            pairs[key] = list(suite)
        return pairs[key]

    for name, run in zip(name_runs(runs, options.named), runs, strict=True):
        judged = judge(
            run,
            suites=options.suites,
            reading=reading or options.reading,
            scheme=scheme or options.scheme,
            rule=options.rule,
            read=read if len(runs) > 1 else iter,
        )
        out.append(
            JudgedRun(name=name, run=run, judged=[each for each in judged if keep is None or keep(each)])
        )
    return out
