"""What a builder is: it describes itself, and plans the suites that a name stands for.

A plan says everything about a suite but its pairs, which come as a stream when they are asked for.
`build` in the package above writes plans to disk; builders never do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import msgspec

from nonliteral.errors import InputError, UnknownNameError
from nonliteral.records import Pair, Scheme, Sentence, Task
from nonliteral.suites import Funnel, Recipe

Option = str | int | float | bool


class OptionCard(msgspec.Struct, frozen=True, kw_only=True):
    """An option that a builder takes: its type, its default, and what it does."""

    type: type
    default: Option | None
    help: str
    choices: tuple[str, ...] = ()


class BuilderCard(msgspec.Struct, frozen=True, kw_only=True):
    """What a name builds, for lists and for checking what it was asked to do."""

    name: str
    title: str
    suites: tuple[str, ...]
    options: dict[str, OptionCard] = {}
    corpora: tuple[str, ...] = ()
    """The corpora it can take with --corpus; `*` is any."""
    lexicon: bool = False
    """Whether it takes --lexicon."""
    capacity: int | None = None
    """How many different groups it could make, where that is known."""
    bundled: dict[str, Option] | None = None
    """For what `nonliteral run` builds, without a corpus: the options by which it takes a part; else None."""


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """What the user asked a builder for; options are complete and checked against its card."""

    name: str
    corpora: dict[str, Path]
    lexicon: Path | None
    seed: int
    workers: int
    options: dict[str, Any]


class SuitePlan(msgspec.Struct, frozen=True, kw_only=True):
    """A suite that is still to be made."""

    name: str
    recipe: Recipe
    reading: str
    licence: str
    pairs: Callable[[Funnel], Iterator[Pair]]
    scheme: Scheme | None = None
    expected: int | None = None
    """How many pairs there will be, where that is known: for progress only."""
    tasks: Callable[[], Iterator[Task]] | None = None
    """What people are asked about the suite, once its pairs are made: written beside it as tasks.jsonl."""
    sentences: Callable[[Funnel], Iterator[Sentence]] | None = None
    """The sentences, where the plan is of a corpus and not of a suite: `pairs` is not asked then."""


@runtime_checkable
class Builder(Protocol):
    """A builder: registered under one or more names of kind `builders`."""

    def describe(self, name: str) -> BuilderCard:
        """Return what `name` builds."""

    def plan(self, request: Request) -> list[SuitePlan]:
        """Return the suites that a request asks for."""


def check_options(card: BuilderCard, given: dict[str, Any]) -> dict[str, Any]:
    """Return a builder's options with defaults filled in; what it does not take is an error that names what
    it takes."""
    checked: dict[str, Any] = {name: option.default for name, option in card.options.items()}
    for name, value in given.items():
        option = card.options.get(name)
        if option is None:
            takes = ", ".join(f"--{known}" for known in card.options) or "none"
            raise InputError(f"{card.name} takes no option --{name}. Its own options: {takes}.")
        checked[name] = _convert(card.name, name, option, value)
    return checked


def _convert(builder: str, name: str, option: OptionCard, value: Any) -> Any:
    if isinstance(value, str) and option.type is not str:
        try:
            value = _parse_flag(value) if option.type is bool else option.type(value)
        except ValueError:
            kind = {int: "a whole number", float: "a number", bool: "yes or no"}[option.type]
            raise InputError(f"--{name} of {builder} must be {kind}, got {value!r}.") from None
    if option.choices and value not in option.choices:
        raise UnknownNameError(f"--{name} for {builder}", str(value), option.choices)
    return value


def _parse_flag(value: str) -> bool:
    flags = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
    if value.lower() not in flags:
        raise ValueError(value)
    return flags[value.lower()]


def check_inputs(card: BuilderCard, corpora: dict[str, Path], lexicon: Path | None) -> None:
    """Raise unless the builder can use the corpora and the lexicon that it was given."""
    for name in corpora:
        if "*" in card.corpora or name in card.corpora:
            continue
        if not card.corpora:
            raise InputError(f"{card.name} is not made from a corpus. Leave --corpus {name}=... out.")
        raise UnknownNameError(f"corpus for {card.name}", name, card.corpora)
    if lexicon is not None and not card.lexicon:
        raise InputError(f"{card.name} takes no lexicon. Leave --lexicon out.")
