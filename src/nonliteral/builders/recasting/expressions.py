"""The expressions of template files: text with holes that read fields, and nothing else.

`"{name} tweeted: '{text}'"` joins two fields with text; `{usage|verdict}` looks the field's value up in the
template's table `verdict`; `{{` and `}}` are braces. There is no call, no arithmetic, no attribute of an
object: a field is a key of the record, and whatever is not a field's name is refused before anything is
read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NoReturn

import msgspec

Path = tuple[str, ...]
Fail = Callable[[str, str, int], NoReturn]
"""Raises the error for a problem, an advice, and the number of line breaks before it in the expression."""

_NAME = re.compile(r"[^\W\d][\w\-]*|\d+")
_QUOTED = re.compile(r"'([^']+)'|\"([^\"]+)\"")
_ADVICE = "Write {field}, {field.part} or {field|table}."

MAX_LENGTH = 10_000
"""Characters of an expression: a longer one is no sentence."""

MAX_PARTS = 20
"""Steps of a path into a field."""


class Field(msgspec.Struct, frozen=True):
    """A hole: the path of a field, and the table that its value is looked up in, if any."""

    path: Path
    table: str | None = None
    breaks: int = 0

    @property
    def name(self) -> str:
        """The field as it is written in a template."""
        return ".".join(self.path)


class Expression(msgspec.Struct, frozen=True):
    """Text and holes, in order."""

    parts: tuple[str | Field, ...]
    line: int

    @property
    def fields(self) -> Iterator[Field]:
        """The holes."""
        return (part for part in self.parts if isinstance(part, Field))

    @property
    def constant(self) -> str | None:
        """The text, where there is no hole."""
        if any(isinstance(part, Field) for part in self.parts):
            return None
        return "".join(part for part in self.parts if isinstance(part, str))


class MissingFieldError(Exception):
    """A record has nothing under a field that an expression reads."""

    def __init__(self, field: Field) -> None:
        self.field = field
        super().__init__(field.name)


class NotTextError(Exception):
    """A record has something under a field that is not text: a list or an object."""

    def __init__(self, field: Field, value: object) -> None:
        self.field = field
        self.found = "a list" if isinstance(value, list) else "an object"
        super().__init__(field.name)


class NotInTableError(Exception):
    """A table has no line for the value of a field."""

    def __init__(self, field: Field, value: str) -> None:
        self.field = field
        self.value = value
        super().__init__(field.name)


def parse_expression(text: str, line: int, fail: Fail) -> Expression:
    """Return the expression that a text is; `fail` raises what is wrong with it."""
    if len(text) > MAX_LENGTH:
        fail(
            f"{len(text):,} characters are too many for an expression.", f"Up to {MAX_LENGTH:,} are read.", 0
        )
    parts: list[str | Field] = []
    plain = ""
    at = 0
    while at < len(text):
        char = text[at]
        if text.startswith(("{{", "}}"), at):
            plain, at = plain + char, at + 2
            continue
        if char == "}":
            fail("a closing brace without an opening one.", "Write }} for a brace.", _breaks(text, at))
        if char != "{":
            plain, at = plain + char, at + 1
            continue
        end = text.find("}", at)
        if end < 0:
            fail(f"the brace of {text[at : at + 30]!r} is not closed.", _ADVICE, _breaks(text, at))
        if plain:
            parts.append(plain)
            plain = ""
        parts.append(_parse_hole(text[at + 1 : end], _breaks(text, at), fail))
        at = end + 1
    if plain or not parts:
        parts.append(plain)
    return Expression(tuple(parts), line)


def shorten(text: str) -> str:
    """Return a text as a message shows it: on one line, and not for pages.

    >>> shorten("a" * 100)
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...'
    """
    shown = "".join(char if char.isprintable() else repr(char)[1:-1] for char in text[:61])
    return shown if len(text) <= 60 else shown[:57] + "..."


def _breaks(text: str, at: int) -> int:
    return text.count("\n", 0, at)


def _parse_hole(hole: str, breaks: int, fail: Fail) -> Field:
    path, rest = _parse_path(hole, breaks, fail)
    table: str | None = None
    rest = rest.strip()
    if rest.startswith("|"):
        found = _NAME.fullmatch(rest[1:].strip())
        if found is None:
            fail(f"{{{shorten(hole)}}} does not name one table after the bar.", _ADVICE, breaks)
        table = found.group()
    elif rest:
        fail(
            f"{{{shorten(hole)}}} does more than read a field: {rest[0]!r} is not allowed in an expression.",
            _ADVICE,
            breaks,
        )
    return Field(path, table, breaks)


def _parse_path(hole: str, breaks: int, fail: Fail) -> tuple[Path, str]:
    rest = hole.strip()
    if not rest:
        fail("a pair of braces with nothing in it.", _ADVICE, breaks)
    path: list[str] = []
    while True:
        quoted = _QUOTED.match(rest)
        found = quoted or _NAME.match(rest)
        if found is None:
            shown = repr(rest[0]) if rest else "its end"
            fail(
                f"{{{shorten(hole)}}} does more than read a field: {shown} is not the start of a name.",
                _ADVICE,
                breaks,
            )
        path.append((quoted.group(1) or quoted.group(2)) if quoted else found.group())
        rest = rest[found.end() :]
        if not rest.startswith("."):
            return tuple(path), rest
        if len(path) == MAX_PARTS:
            fail(f"{{{shorten(hole)}}} has more than {MAX_PARTS} parts.", _ADVICE, breaks)
        rest = rest[1:]


def parse_path(text: str, fail: Fail) -> Path:
    """Return the path that a field's name is, written without braces as in conditions."""
    path, rest = _parse_path(text, 0, fail)
    if rest.strip():
        fail(
            f"{shorten(text)!r} is not the name of a field.",
            "Write a name such as usage or source.record.",
            0,
        )
    return path


_ABSENT = object()


def read_field(record: Mapping[str, Any], path: Path) -> Any:
    """Return what a record has under a path, None for nothing. Only keys and positions are read."""
    value: Any = record
    for part in path:
        if isinstance(value, Mapping):
            value = value.get(part, _ABSENT)
        elif isinstance(value, list) and _is_position(part) and int(part) < len(value):
            value = value[int(part)]
        else:
            return None
        if value is _ABSENT:
            return None
    return value


def _is_position(part: str) -> bool:
    # Python refuses numbers of thousands of digits.
    return part.isascii() and part.isdigit() and len(part) < 10


def as_text(value: Any) -> str | None:
    """Return a value as text, None where it is none: a list, an object, nothing."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    return None


def fill(expression: Expression, record: Mapping[str, Any], tables: Mapping[str, Mapping[str, str]]) -> str:
    """Return the text of an expression for a record."""
    return "".join(
        part if isinstance(part, str) else _look_up(part, record, tables) for part in expression.parts
    )


def _look_up(field: Field, record: Mapping[str, Any], tables: Mapping[str, Mapping[str, str]]) -> str:
    value = read_field(record, field.path)
    if value is None:
        raise MissingFieldError(field)
    text = as_text(value)
    if text is None:
        raise NotTextError(field, value)
    if field.table is None:
        if not text.strip():
            raise MissingFieldError(field)
        return text
    table = tables[field.table]
    if text in table:
        return table[text]
    if "*" in table:
        return table["*"]
    if not text.strip():
        raise MissingFieldError(field)
    raise NotInTableError(field, text)
