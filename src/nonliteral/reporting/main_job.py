"""The main job: build the bundled suites, run models and baselines over them, write the report.

Everything goes into one folder, and what is there already is used: suites by the same recipe, runs
by the same model over the same suites.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from nonliteral.builders import describe_builders, plan_suites
from nonliteral.builders.plan import BuilderCard, SuitePlan
from nonliteral.draw import stable_hash
from nonliteral.errors import InputError
from nonliteral.evaluation import Progress, evaluate
from nonliteral.files import AnyPath
from nonliteral.models.addresses import name_flags, open_model, select_options
from nonliteral.records import Pair
from nonliteral.reporting.page import Report, write_report
from nonliteral.runs import Run
from nonliteral.studies.base import StudyOptions
from nonliteral.suites import Funnel, Suite, is_built, write_suite

DEFAULT_MODEL = "default"
BASELINES = ("baseline:majority", "baseline:hypothesis-only", "baseline:overlap")
PART_PAIRS = 900
"""The most pairs that a suite has when only a part of it is built."""

_PART = "part"
_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9._-]+")


class Watcher:
    """What the job tells whoever waits for it; by default, nobody."""

    def step(self, text: str) -> None:
        """A step begins."""

    def pairs(self, plan: SuitePlan, pairs: Iterable[Pair]) -> Iterable[Pair]:  # noqa: ARG002
        """Pairs of a suite go by while it is built."""
        return pairs

    def progress(self, model: str) -> Callable[[Progress], None]:  # noqa: ARG002
        """Return what hears how far a model is."""
        return lambda _: None


class MainJob(msgspec.Struct, kw_only=True):
    """What the job made."""

    suites: list[Suite]
    runs: list[Run]
    report: Report


def run_main_job(
    models: Sequence[str] = (),
    out: AnyPath = "nonliteral-out",
    *,
    full: bool = False,
    seed: int = 0,
    workers: int = 1,
    force: bool = False,
    options: Mapping[str, Any] | None = None,
    wordings: Mapping[str, Mapping[str, Any]] | None = None,
    watcher: Watcher | None = None,
) -> MainJob:
    """Build the bundled suites, evaluate models and baselines on them, and write the report.

    A part of each suite is built unless `full`; the two are kept apart, so that one can follow the other.
    `options` go to every model that understands them; a model that takes a prompt is run in each of the
    `wordings`, options by name.
    """
    watcher = watcher or Watcher()
    root, kind = Path(out), "-full" if full else ""
    asked = plan_questions(models or [DEFAULT_MODEL], options or {}, wordings or {})
    for each in asked:
        check_model(each.address, each.options)
    asked += [
        Question(each, folder) for each, folder in name_folders(BASELINES).items() if each not in models
    ]
    watcher.step("building the suites" if full else "building a part of each suite")
    suites = build_bundled(
        root / f"suites{kind}", full=full, seed=seed, workers=workers, force=force, watcher=watcher
    )
    runs = []
    for each in asked:
        watcher.step(f"evaluating {each.address}" + (f" ({each.wording})" if each.wording else ""))
        runs.append(
            evaluate(
                each.address,
                suites,
                root / f"runs{kind}" / each.folder,
                force=force,
                watch=watcher.progress(each.address),
                **each.options,
            )
        )
    watcher.step("writing the report")
    report = write_report(
        runs,
        root / f"report{kind}.html",
        options=StudyOptions(seed=seed, suites=[str(s.path) for s in suites]),
    )
    return MainJob(suites=suites, runs=runs, report=report)


class Question(msgspec.Struct, frozen=True):
    """A model to be run: its address, folder and options, and the wording where it has several."""

    address: str
    folder: str
    options: dict[str, Any] = {}
    wording: str = ""


def plan_questions(
    models: Sequence[str], options: Mapping[str, Any], wordings: Mapping[str, Mapping[str, Any]]
) -> list[Question]:
    """Return what is to be run: every model once, or once a wording; options that none takes are refused."""
    asked: list[Question] = []
    taken: set[str] = set()
    for address, folder in name_folders(dict.fromkeys(models)).items():
        own = select_options(address, options)
        spoken = {name: select_options(address, more) for name, more in wordings.items()}
        taken |= {*own, *(name for more in spoken.values() for name in more)}
        if not any(spoken.values()):
            asked.append(Question(address, folder, own))
        for name, more in spoken.items():
            if more and len(spoken) > 1:
                asked.append(Question(address, f"{folder}-{name}", {**own, **more}, name))
            elif more:
                asked.append(Question(address, folder, {**own, **more}))
    refused = [name for name in options if name not in taken]
    if any(wordings.values()) and "prompt" not in taken:
        refused.append("prompts")
    if refused:
        raise InputError(
            f"{name_flags(refused)} means nothing to {', '.join(dict.fromkeys(models))}. Leave it out; "
            "see: nonliteral run --help"
        )
    return asked


def check_model(address: str, options: Mapping[str, Any] | None = None) -> None:
    """Raise unless a model can be opened: a mistake should show before minutes of building."""
    opened = open_model(address, **(options or {}))
    close = getattr(opened, "close", None)
    if close is not None:
        close()


def find_bundled() -> list[BuilderCard]:
    """Return the cards of the builders that the job takes: those that say they are bundled."""
    cards = [card for card in describe_builders() if card.bundled is not None]
    if not cards:
        raise InputError("No builder is bundled with this installation. Install nonliteral again.")
    return cards


def build_bundled(
    out: Path, *, full: bool, seed: int, workers: int, force: bool, watcher: Watcher
) -> list[Suite]:
    """Build every bundled suite, or a part of it, and return those that have pairs."""
    plans: dict[str, SuitePlan] = {}
    for card in find_bundled():
        options: dict[str, Any] = {} if full else dict(card.bundled or {})
        for plan in plan_suites([card.name], seed=seed, workers=workers, options=options):
            if plan.sentences is None:
                plans.setdefault(plan.name, plan if full else take_part(plan))
    # What would be refused is found before any work is done.
    for plan in plans.values():
        is_built(Suite, out, plan.name, plan.recipe, force=force)
    suites = [_write(plan, out, force, watcher) for plan in plans.values()]
    return [suite for suite in suites if len(suite)]


def _write(plan: SuitePlan, out: Path, force: bool, watcher: Watcher) -> Suite:
    funnel = Funnel()

    def stream() -> Iterator[Pair]:
        yield from watcher.pairs(plan, plan.pairs(funnel))

    return write_suite(
        out,
        plan.name,
        stream(),
        recipe=plan.recipe,
        funnel=funnel,
        reading=plan.reading,
        licence=plan.licence,
        scheme=plan.scheme,
        force=force,
    )


def take_part(plan: SuitePlan, most: int = PART_PAIRS) -> SuitePlan:
    """Return a plan of no more than so many pairs, whole groups drawn by lot; its recipe says so."""
    recipe = msgspec.structs.replace(plan.recipe, options={**plan.recipe.options, _PART: most})

    def pairs(funnel: Funnel) -> Iterator[Pair]:
        made = list(plan.pairs(funnel))
        chosen = choose_groups(made, most, plan.recipe.seed or 0)
        if len(chosen) < len(made):
            funnel.note("pairs that this part leaves out", len(made) - len(chosen))
        yield from chosen

    return msgspec.structs.replace(plan, recipe=recipe, pairs=pairs)


def choose_groups(pairs: list[Pair], most: int, seed: int) -> list[Pair]:
    """Return whole groups of pairs by lot, in their order, until there are as many as may be."""
    if len(pairs) <= most:
        return pairs
    sizes: dict[str, int] = {}
    for pair in pairs:
        sizes[pair.group] = sizes.get(pair.group, 0) + 1
    chosen: set[str] = set()
    room = most
    for group in sorted(sizes, key=lambda name: (stable_hash(_PART, seed, name), name)):
        if sizes[group] <= room:
            chosen.add(group)
            room -= sizes[group]
    return [pair for pair in pairs if pair.group in chosen]


def name_folders(addresses: Iterable[str]) -> dict[str, str]:
    """Return a folder's name for each model address, no two alike."""
    named: dict[str, str] = {}
    for address in addresses:
        folder = _NOT_IN_A_NAME.sub("-", address).strip("-.") or "model"
        if folder in named.values() or len(folder) > 80:
            folder = f"{folder[:60]}-{stable_hash(address):016x}"
        named[address] = folder
    return named
