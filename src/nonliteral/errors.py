"""Everything that can go wrong, in one tree.

    NonliteralError                 base of all; str() is the message a user reads
    ├── InputError                  the user's mistake: exit code 2
    │   ├── RecordError             a bad line in a file: path and line
    │   ├── UnknownNameError        a misspelt name, with the nearest ones
    │   ├── ConflictError           something else is already in that place
    │   ├── MissingExtraError       an optional dependency is not installed
    │   ├── LanguageError           English that the package refuses to guess at
    │   └── ModelError              a model that cannot be used as asked
    └── DefectError                 our own fault: exit code 3

Messages are one sentence for what is wrong and one for how to go on.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from os import PathLike


class NonliteralError(Exception):
    """Base class of every error that the package raises on purpose."""

    exit_code = 3


class InputError(NonliteralError):
    """The input cannot be used as it is; the message says what to change."""

    exit_code = 2


class RecordError(InputError):
    """A line of a file is not the record that was expected there."""

    def __init__(self, path: str | PathLike[str], line: int, problem: str, advice: str = "") -> None:
        self.path = str(path)
        self.line = line
        self.problem = problem
        super().__init__(f"{self.path}:{line}: {problem}" + (f" {advice}" if advice else ""))


class UnknownNameError(InputError):
    """A name that is not known; the message offers the nearest ones."""

    def __init__(self, kind: str, name: str, known: Iterable[str], advice: str = "") -> None:
        self.name = name
        names = sorted(known)
        self.nearest = difflib.get_close_matches(name, names, n=3, cutoff=0.6)
        message = f"There is no {kind} called {name!r}."
        if self.nearest:
            message += f" Did you mean {' or '.join(self.nearest)}?"
        elif names:
            message += f" Known: {', '.join(names)}."
        super().__init__(message + (f" {advice}" if advice else ""))


class ConflictError(InputError):
    """A file or folder holds something else; nothing was overwritten."""


class MissingExtraError(InputError):
    """A feature needs an optional dependency; the message is the line that installs it."""

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(
            f"{feature} needs the {extra!r} extra. Install it with: pip install 'nonliteral[{extra}]' "
            f"(in a clone: pip install '.[{extra}]')"
        )


class LanguageError(InputError):
    """A word or clause that the English part refuses to guess at."""


class ModelError(InputError):
    """A model that cannot be used as asked."""


class DefectError(NonliteralError):
    """Something that should never happen did; please report it."""

    exit_code = 3
