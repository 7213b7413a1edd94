"""Opening a model by its address: `kind` or `kind:rest`, the kind looked up in the registry."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from nonliteral import registry
from nonliteral.errors import InputError, UnknownNameError
from nonliteral.models.base import Model


class ModelKind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of model: how it is addressed, what it is, and the function that opens one.

    `open` takes what stands after the colon (an empty text for none) and, as keywords, the options
    that this kind understands.
    """

    addresses: dict[str, str]
    """What `evaluate --list` shows: forms of the address, each with a line on what it is."""
    needs: str
    open: Callable[..., Model]


def list_models() -> list[tuple[str, str, str]]:
    """Return address, description and needs of every kind of model."""
    rows: list[tuple[str, str, str]] = []
    for name in registry.names("models"):
        kind = registry.resolve("models", name)
        if isinstance(kind, ModelKind):
            rows.extend((address, title, kind.needs) for address, title in kind.addresses.items())
        else:
            rows.append((name, (inspect.getdoc(kind) or "").split("\n")[0], "plug-in"))
    rows.append(("py:MODULE:ATTRIBUTE", "A model of your own, importable from here", "nothing"))
    return rows


def open_model(address: str, **options: Any) -> Model:
    """Open the model at an address, with the options that its kind understands.

    >>> open_model("baseline:majority").labels
    ('entailment', 'neutral', 'contradiction', 'non-entailment')
    """
    if address.startswith("py:"):
        return _open_object(registry.load_object(address[3:]), address, "", options)
    name, _, rest = address.partition(":")
    try:
        kind = registry.resolve("models", name)
    except UnknownNameError:
        forms = [form for form, _, _ in list_models()]
        raise UnknownNameError("model", address, forms, advice="See: nonliteral evaluate --list") from None
    return _open_object(kind, address, rest, options)


def _open_object(kind: Any, address: str, rest: str, options: dict[str, Any]) -> Model:
    if isinstance(kind, ModelKind):
        _check_options(kind.open, address, options)
        return kind.open(rest, **options)
    if isinstance(kind, type) or (callable(kind) and not isinstance(kind, Model)):
        _check_options(kind, address, options)
        kind = kind(rest, **options) if rest else kind(**options)
    elif options:
        raise InputError(f"{address} takes no options, and {name_flags(options)} was given.")
    if not isinstance(kind, Model):
        raise InputError(
            f"{address} is not a model: it needs `labels`, `fingerprint` and `predict(pairs)`. "
            "See docs/models.md, 'A model of your own'."
        )
    return kind


def select_options(address: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of some options that the model at an address understands."""
    kind = registry.load_object(address[3:]) if address.startswith("py:") else None
    if kind is None:
        name = address.partition(":")[0]
        if name not in registry.names("models"):
            return {}  # opening it will say what is wrong
        kind = registry.resolve("models", name)
    function = kind.open if isinstance(kind, ModelKind) else kind
    if not callable(function) or isinstance(function, Model):
        return {}
    known = _known_options(function)
    return {name: value for name, value in options.items() if known is None or name in known}


def _known_options(function: Callable[..., Any]) -> set[str] | None:
    """Return the names of the options that a function takes; None where it takes any."""
    parameters = inspect.signature(function).parameters.values()
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return None
    return {parameter.name for parameter in parameters if parameter.kind is not parameter.POSITIONAL_ONLY}


def _check_options(function: Callable[..., Any], address: str, options: dict[str, Any]) -> None:
    known = _known_options(function)
    unknown = {name: value for name, value in options.items() if known is not None and name not in known}
    if unknown:
        kinds = address.partition(":")[0]
        raise InputError(
            f"{name_flags(unknown)} means nothing to {kinds} models. Leave it out; "
            "see: nonliteral evaluate --help"
        )


def name_flags(options: Iterable[str]) -> str:
    """Return options as a command has them: --base-url, --labels."""
    return ", ".join("--" + name.replace("_", "-") for name in options)
