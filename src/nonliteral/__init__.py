"""Build, review and run natural-language-inference tests of non-literal language.

    import nonliteral

    suite = nonliteral.load("out/idioms")
    for pair in suite:
        print(pair.premise, "->", pair.hypothesis, pair.label)

Names are imported when they are first used, so `import nonliteral` loads no heavy library.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOME = {
    "Answer": "nonliteral.records",
    "ConflictError": "nonliteral.errors",
    "Corpus": "nonliteral.suites",
    "DefectError": "nonliteral.errors",
    "Entry": "nonliteral.records",
    "InputError": "nonliteral.errors",
    "LanguageError": "nonliteral.errors",
    "MissingExtraError": "nonliteral.errors",
    "Model": "nonliteral.models",
    "ModelError": "nonliteral.errors",
    "NonliteralError": "nonliteral.errors",
    "Pair": "nonliteral.records",
    "Prediction": "nonliteral.records",
    "RecordError": "nonliteral.errors",
    "Sentence": "nonliteral.records",
    "Run": "nonliteral.runs",
    "Suite": "nonliteral.suites",
    "Task": "nonliteral.records",
    "UnknownNameError": "nonliteral.errors",
    "build": "nonliteral.builders",
    "evaluate": "nonliteral.evaluation",
    "load": "nonliteral.suites",
    "score": "nonliteral.studies.scoring",
}

if TYPE_CHECKING:
    from nonliteral.builders import build
    from nonliteral.errors import (
        ConflictError,
        DefectError,
        InputError,
        LanguageError,
        MissingExtraError,
        ModelError,
        NonliteralError,
        RecordError,
        UnknownNameError,
    )
    from nonliteral.evaluation import evaluate
    from nonliteral.models import Model
    from nonliteral.records import Answer, Entry, Pair, Prediction, Sentence, Task
    from nonliteral.runs import Run
    from nonliteral.studies.scoring import score
    from nonliteral.suites import Corpus, Suite, load

__all__ = [
    "Answer",
    "ConflictError",
    "Corpus",
    "DefectError",
    "Entry",
    "InputError",
    "LanguageError",
    "MissingExtraError",
    "Model",
    "ModelError",
    "NonliteralError",
    "Pair",
    "Prediction",
    "RecordError",
    "Run",
    "Sentence",
    "Suite",
    "Task",
    "UnknownNameError",
    "build",
    "evaluate",
    "load",
    "score",
]


def __getattr__(name: str) -> Any:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'nonliteral' has no attribute {name!r}")
    value = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
