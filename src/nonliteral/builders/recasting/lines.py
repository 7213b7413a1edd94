"""Where the keys of a TOML file stand: the parser of the standard library does not tell.

Used only after the file has been parsed, so the syntax is known to be right; what is looked for is the line
of each table heading and key, by its full path.
"""

from __future__ import annotations

import re

_HEADING = re.compile(r"\s*(\[\[?)([^\[\]]+)\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"\s*((?:\"[^\"]*\"|'[^']*'|[\w\-]+)(?:\s*\.\s*(?:\"[^\"]*\"|'[^']*'|[\w\-]+))*)\s*=")
_PART = re.compile(r"\"([^\"]*)\"|'([^']*)'|([\w\-]+)")
_TOKEN = re.compile(
    r'"""(?:\\.|(?!""").)*"{3,5}|\'\'\'(?:(?!\'\'\').)*\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|[\[\]{}]|\n|=|,',
    re.DOTALL,
)

KeyPath = tuple[str | int, ...]

TEXT = -1
"""Stands last in the path of a text that begins on the line after its quotes: that line."""

_BROKEN = re.compile(r"[ \t]*(?:\"\"\"|''')\n")


def find_lines(content: str) -> dict[KeyPath, int]:
    """Return the line, from 1, of every heading and key of a TOML text; tables of arrays are numbered from 0.

    >>> find_lines('name = "x"\\n[[pair]]\\nlabel = "y"')
    {('name',): 1, ('pair', 0): 2, ('pair', 0, 'label'): 3}
    """
    found: dict[KeyPath, int] = {}
    counts: dict[tuple[str, ...], int] = {}
    prefix: KeyPath = ()
    for number, text in _statements(content):
        heading = _HEADING.match(text)
        if heading is not None:
            names = _parts(heading.group(2))
            if heading.group(1) == "[[":
                counts[names] = counts.get(names, -1) + 1
            prefix = _numbered(names, counts)
            found[prefix] = number
            continue
        key = _KEY.match(text)
        if key is None:
            continue
        path = (*prefix, *_parts(key.group(1)))
        found.setdefault(path, number)
        if _BROKEN.match(text, key.end()):
            found.setdefault((*path, TEXT), number + 1)
        for inner, line in _inner_keys(text[key.end() :], number + text.count("\n", 0, key.end())):
            found.setdefault((*path, *inner), line)
    return found


def _parts(text: str) -> tuple[str, ...]:
    return tuple(next(group for group in match if group) for match in _PART.findall(text))


def _numbered(names: tuple[str, ...], counts: dict[tuple[str, ...], int]) -> KeyPath:
    path: KeyPath = ()
    for end, name in enumerate(names, 1):
        path = (*path, name)
        if names[:end] in counts:
            path = (*path, counts[names[:end]])
    return path


def _statements(content: str) -> list[tuple[int, str]]:
    """Return the headings and assignments with the lines they begin on; values may go over several lines."""
    out: list[tuple[int, str]] = []
    start = depth = 0
    heading = content.lstrip().startswith("[")
    number = 1
    for match in _TOKEN.finditer(content + "\n"):
        token = match.group()
        if token in "[{" and not heading:
            depth += 1
        elif token in "]}" and not heading:
            depth -= 1
        elif token == "\n" and depth == 0:
            text = content[start : match.start()]
            if text.strip() and not text.lstrip().startswith("#"):
                out.append((number + _leading_breaks(text), text))
            number += content.count("\n", start, match.end())
            start = match.end()
            heading = content[start:].lstrip(" \t").startswith("[")
    return out


def _leading_breaks(text: str) -> int:
    return text.count("\n", 0, len(text) - len(text.lstrip()))


def _inner_keys(value: str, line: int) -> list[tuple[KeyPath, int]]:
    """Return the keys of an inline table, where the value is one."""
    if not value.lstrip().startswith("{"):
        return []
    found: list[tuple[KeyPath, int]] = []
    depth = 0
    last = 0
    for match in _TOKEN.finditer(value):
        token = match.group()
        if token in "[{":
            depth += 1
            if depth == 1:
                last = match.end()
        elif token in "]}":
            depth -= 1
        elif token == "," and depth == 1:
            last = match.end()
        elif token == "=" and depth == 1:
            found.append((_parts(value[last : match.start()]), line + value.count("\n", 0, match.start())))
    return found
