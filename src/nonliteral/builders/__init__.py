"""Making suites: `build` plans what a name stands for and writes it, whichever builder makes the pairs.

Builders are looked up in the registry (kind `builders`) and know nothing of folders; see `plan.py`
for what one is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from nonliteral import registry
from nonliteral.builders.plan import Builder, BuilderCard, Request, SuitePlan, check_inputs, check_options
from nonliteral.errors import InputError
from nonliteral.files import AnyPath, write_records
from nonliteral.records import Pair
from nonliteral.suites import Corpus, Funnel, Suite, is_built, write_corpus, write_suite

TASKS = "tasks.jsonl"
"""The file beside a suite with what people are asked about it."""

TEMPLATE_BUILDER = "template"
"""The name under which the builder of template files is registered."""

Watch = Callable[[SuitePlan, Iterable[Pair]], Iterable[Pair]]
"""Sees the pairs of a plan go by: for progress."""


def find_builder(name: str) -> Builder:
    """Return the builder behind a name; a file is a template for recasting."""
    known = registry.names("builders")
    if name not in known and not name.startswith("py:") and Path(name).suffix and TEMPLATE_BUILDER in known:
        if not Path(name).exists():
            raise InputError(
                f"There is no file {name}. Give a name from `nonliteral build --list` or a template."
            )
        name = TEMPLATE_BUILDER
    found = registry.resolve("builders", name)
    builder = found() if isinstance(found, type) else found
    if not isinstance(builder, Builder):
        raise InputError(f"{name} is not a builder: it must have `describe` and `plan`.")
    return builder


def describe_builders() -> list[BuilderCard]:
    """Return what every registered name builds."""
    return [find_builder(name).describe(name) for name in registry.names("builders")]


def plan_suites(
    names: Iterable[str],
    *,
    corpora: Mapping[str, AnyPath] | None = None,
    lexicon: AnyPath | None = None,
    seed: int = 0,
    workers: int = 1,
    options: Mapping[str, Any] | None = None,
) -> list[SuitePlan]:
    """Return the suites that names stand for, each once; what a builder cannot use is an error."""
    if workers < 1:
        raise InputError(f"`workers` must be at least 1, got {workers}.")
    plans: dict[str, SuitePlan] = {}
    given_corpora = {name: Path(path) for name, path in (corpora or {}).items()}
    given_lexicon = None if lexicon is None else Path(lexicon)
    for name in names:
        builder = find_builder(name)
        card = builder.describe(name)
        check_inputs(card, given_corpora, given_lexicon)
        request = Request(
            name=name,
            corpora=given_corpora,
            lexicon=given_lexicon,
            seed=seed,
            workers=workers,
            options=check_options(card, dict(options or {})),
        )
        for plan in builder.plan(request):
            plans.setdefault(plan.name, plan)
    return list(plans.values())


def build(
    names: str | Iterable[str],
    out: AnyPath,
    *,
    corpora: Mapping[str, AnyPath] | None = None,
    lexicon: AnyPath | None = None,
    seed: int = 0,
    workers: int = 1,
    force: bool = False,
    watch: Watch | None = None,
    **options: Any,
) -> list[Suite | Corpus]:
    """Build suites into `out` and return them: `build("implicature", "suites", seed=7, paradigms=20)`.

    A suite that is there by the same recipe is left alone; one by another recipe is an error unless `force`.
    """
    wanted = [names] if isinstance(names, str) else list(names)
    plans = plan_suites(wanted, corpora=corpora, lexicon=lexicon, seed=seed, workers=workers, options=options)
    # What would be refused is found before any work is done.
    for plan in plans:
        if plan.sentences is None:
            is_built(Suite, out, plan.name, plan.recipe, force=force)
        else:
            is_built(Corpus, out, plan.name, plan.recipe, force=force)
    return [_write(plan, out, force, watch) for plan in plans]


def _write(plan: SuitePlan, out: AnyPath, force: bool, watch: Watch | None) -> Suite | Corpus:
    funnel = Funnel()
    if plan.sentences is not None:
        return write_corpus(
            out,
            plan.name,
            plan.sentences(funnel),
            recipe=plan.recipe,
            funnel=funnel,
            licence=plan.licence,
            force=force,
        )

    def stream() -> Iterator[Pair]:
        pairs = plan.pairs(funnel)
        yield from pairs if watch is None else watch(plan, pairs)

    there = is_built(Suite, out, plan.name, plan.recipe, force=force)
    suite = write_suite(
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
    if plan.tasks is not None and (there is None or not (suite.path / TASKS).exists()):
        write_records(suite.path / TASKS, plan.tasks())
    return suite


__all__ = [
    "Builder",
    "BuilderCard",
    "Request",
    "SuitePlan",
    "build",
    "describe_builders",
    "find_builder",
    "plan_suites",
]
