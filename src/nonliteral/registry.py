"""Names of parts and where they live: one table for lists, suggestions, tests and plug-ins.

A part is given by name, by an entry point of another package (`nonliteral.readers` and so on), or
as `py:module:attribute` without any packaging. Nothing is imported before it is used.
"""

from __future__ import annotations

import importlib
import os
import sys
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Literal

from nonliteral.errors import InputError, UnknownNameError

Kind = Literal["models", "readers", "builders", "studies", "exporters"]

BUILT_IN: dict[Kind, dict[str, str]] = {
    "readers": {
        "anli": "nonliteral.readers.anli:reader",
        "bigbench-metaphor": "nonliteral.readers.bigbench_metaphor:reader",
        "breaking-nli": "nonliteral.readers.breaking_nli:reader",
        "cad": "nonliteral.readers.cad:reader",
        "commitmentbank": "nonliteral.readers.commitmentbank:reader",
        "empathetic-dialogues": "nonliteral.readers.empathetic_dialogues:reader",
        "esnli": "nonliteral.readers.esnli:reader",
        "fig-qa": "nonliteral.readers.fig_qa:reader",
        "figurative-nli": "nonliteral.readers.figurative_nli:reader",
        "flute": "nonliteral.readers.flute:reader",
        "gutenberg-metaphors": "nonliteral.readers.gutenberg_metaphors:reader",
        "hans": "nonliteral.readers.hans:reader",
        "impli": "nonliteral.readers.impli:reader",
        "imppres": "nonliteral.readers.imppres:reader",
        "magpie": "nonliteral.readers.magpie:reader",
        "mermaid": "nonliteral.readers.mermaid:reader",
        "moh": "nonliteral.readers.moh:reader",
        "moh-x": "nonliteral.readers.moh_x:reader",
        "multinli": "nonliteral.readers.multinli:reader",
        "nope": "nonliteral.readers.nope:reader",
        "pie-english": "nonliteral.readers.pie_english:reader",
        "pie-zhou": "nonliteral.readers.pie_zhou:reader",
        "rte": "nonliteral.readers.rte:reader",
        "sarcasm-sign": "nonliteral.readers.sarcasm_sign:reader",
        "scitail": "nonliteral.readers.scitail:reader",
        "scope-similes": "nonliteral.readers.scope_similes:reader",
        "semeval2013-task5b": "nonliteral.readers.semeval2013:reader",
        "semeval2018-task3": "nonliteral.readers.semeval2018_task3:reader",
        "sim-hint": "nonliteral.readers.sim_hint:reader",
        "snli": "nonliteral.readers.snli:reader",
        "trofi": "nonliteral.readers.trofi:reader",
        "tsvetkov2014": "nonliteral.readers.tsvetkov2014:reader",
        "vua": "nonliteral.readers.vua:reader",
    },
    "models": {
        "baseline": "nonliteral.models.baselines:KIND",
        "bow": "nonliteral.models.vectors:BOW",
        "chat": "nonliteral.models.chat:KIND",
        "default": "nonliteral.models.onnx:BUNDLED",
        "hf": "nonliteral.models.transformer:KIND",
        "infersent": "nonliteral.models.vectors:INFERSENT",
        "onnx": "nonliteral.models.onnx:ONNX",
        "predictions": "nonliteral.models.saved:KIND",
        "t5": "nonliteral.models.text_to_text:KIND",
    },
    "builders": {
        "again": "nonliteral.builders.paradigms.builder:builder",
        "all-n": "nonliteral.builders.paradigms.builder:builder",
        "aspectual": "nonliteral.builders.paradigms.builder:builder",
        "at-least": "nonliteral.builders.paradigms.builder:builder",
        "both": "nonliteral.builders.paradigms.builder:builder",
        "change-of-state": "nonliteral.builders.paradigms.builder:builder",
        "cleft-existence": "nonliteral.builders.paradigms.builder:builder",
        "cleft-uniqueness": "nonliteral.builders.paradigms.builder:builder",
        "cognitive-factives": "nonliteral.builders.paradigms.builder:builder",
        "connectives": "nonliteral.builders.paradigms.builder:builder",
        "emotive-factives": "nonliteral.builders.paradigms.builder:builder",
        "empathetic-situations": "nonliteral.builders.recasting.builder:builder",
        "epistemic": "nonliteral.builders.paradigms.builder:builder",
        "fig-qa-recast": "nonliteral.builders.recasting.builder:builder",
        "frequency": "nonliteral.builders.paradigms.builder:builder",
        "gradable-adjectives": "nonliteral.builders.paradigms.builder:builder",
        "gradable-verbs": "nonliteral.builders.paradigms.builder:builder",
        "idioms": "nonliteral.builders.substitution.builder:builder",
        "implicatives": "nonliteral.builders.paradigms.builder:builder",
        "implicature": "nonliteral.builders.paradigms.builder:builder",
        "irony": "nonliteral.builders.substitution.builder:builder",
        "irony-intent": "nonliteral.builders.recasting.builder:builder",
        "irony-meaning": "nonliteral.builders.recasting.builder:builder",
        "metaphor-recast": "nonliteral.builders.recasting.builder:builder",
        "metaphors": "nonliteral.builders.substitution.builder:builder",
        "modals": "nonliteral.builders.paradigms.builder:builder",
        "moh-x-recast": "nonliteral.builders.recasting.builder:builder",
        "nope-recast": "nonliteral.builders.recasting.builder:builder",
        "numerals-10-100": "nonliteral.builders.paradigms.builder:builder",
        "numerals-2-3": "nonliteral.builders.paradigms.builder:builder",
        "only": "nonliteral.builders.paradigms.builder:builder",
        "only-scalar": "nonliteral.builders.paradigms.builder:builder",
        "pie-recast": "nonliteral.builders.recasting.builder:builder",
        "possessed-existence": "nonliteral.builders.paradigms.builder:builder",
        "possessed-uniqueness": "nonliteral.builders.paradigms.builder:builder",
        "presupposition": "nonliteral.builders.paradigms.builder:builder",
        "quantifiers": "nonliteral.builders.paradigms.builder:builder",
        "questions": "nonliteral.builders.paradigms.builder:builder",
        "remember-forget": "nonliteral.builders.paradigms.builder:builder",
        "simile-recast": "nonliteral.builders.recasting.builder:builder",
        "similes": "nonliteral.builders.substitution.builder:builder",
        "still": "nonliteral.builders.paradigms.builder:builder",
        "template": "nonliteral.builders.recasting.builder:builder",
        "temporal": "nonliteral.builders.paradigms.builder:builder",
        "too": "nonliteral.builders.paradigms.builder:builder",
        "trofi-recast": "nonliteral.builders.recasting.builder:builder",
        "wh-cleft": "nonliteral.builders.paradigms.builder:builder",
    },
    "studies": {
        "artifacts": "nonliteral.studies.artifacts:STUDY",
        "compare": "nonliteral.studies.compare:STUDY",
        "consistency": "nonliteral.studies.consistency:STUDY",
        "curve": "nonliteral.studies.curve:STUDY",
        "figurative": "nonliteral.studies.figurative:STUDY",
        "flexibility": "nonliteral.studies.flexibility:STUDY",
        "flute": "nonliteral.studies.flute:STUDY",
        "impli": "nonliteral.studies.impli:STUDY",
        "imppres": "nonliteral.studies.imppres:STUDY",
        "overlap": "nonliteral.studies.overlap:STUDY",
        "tagging": "nonliteral.studies.tagging:STUDY",
        "triggers": "nonliteral.studies.triggers:STUDY",
    },
    "exporters": {},
}

_SINGULAR: dict[Kind, str] = {
    "models": "model",
    "readers": "data set",
    "builders": "builder",
    "studies": "study",
    "exporters": "exporter",
}


@cache
def plug_ins(kind: Kind) -> dict[str, str]:
    """Return what other installed packages offer, by name."""
    return {point.name: point.value for point in entry_points(group=f"nonliteral.{kind}")}


def names(kind: Kind) -> list[str]:
    """Return every known name of a kind, sorted."""
    return sorted({**plug_ins(kind), **BUILT_IN[kind]})


def resolve(kind: Kind, name: str) -> Any:
    """Return the object behind a name, or raise with the nearest names."""
    if name.startswith("py:"):
        return load_object(name[3:])
    target = BUILT_IN[kind].get(name) or plug_ins(kind).get(name)
    if target is None:
        raise UnknownNameError(_SINGULAR[kind], name, names(kind))
    return load_object(target)


def load_object(target: str) -> Any:
    """Return the object at `module:attribute`; the current folder counts, as with `python -m`."""
    module_name, _, attribute = target.partition(":")
    if not module_name or not attribute:
        raise InputError(f"{target!r} must have the form module:attribute, as in py:my_models:tiny.")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name and not module_name.startswith(error.name):
            raise
        raise InputError(
            f"There is no module {module_name!r}. It must be importable from the current folder."
        ) from None
    value: Any = module
    for part in attribute.split("."):
        if not hasattr(value, part):
            raise InputError(f"The module {module_name!r} has no {attribute!r}.")
        value = getattr(value, part)
    return value
