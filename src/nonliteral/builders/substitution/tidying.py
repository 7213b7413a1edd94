"""Corpus text made readable: blanks of tokenised text, a capital and a stop for a sentence without them.

Spans move along. Only blanks are taken out and marks put on; the words stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from nonliteral.english.casing import capitalise
from nonliteral.english.joining import split_sentences
from nonliteral.records import Span

_BLANKS = (
    re.compile(r"\s+(?=[,;:!?)\]}”%])(?![,;:!?)\]}”%][\w(])"),
    re.compile(r"\s+(?=\.(?:\s|$|[\"'”’)]))"),
    re.compile(r"(?<=[(\[{“£$])\s+"),
    re.compile(r"(?<=\s‘)\s+|(?<=^‘)\s+"),
    re.compile(r"(?<=\w)\s+(?=n['’]t\b)", re.IGNORECASE),
    re.compile(r"(?<=\w)\s+(?=['’](?:s|re|ve|ll|d|m)\b)", re.IGNORECASE),
    re.compile(r"(?<=\s)\s+"),
    re.compile(
        r"(?<=\b[Gg]on)\s(?=na\b)|(?<=\b[Ww]an)\s(?=na\b)|(?<=\b[Gg]ot)\s(?=ta\b)|(?<=\bcan)\s(?=not\b)"
    ),
)
_HYPHEN = re.compile(r"(?<=[^\W_])\s(?=-\s[^\W_])|(?<=[^\W_]\s-)\s(?=[^\W_])")
_SINGLE_CLOSE = re.compile(r"(?<=[\w,.!?…])\s+(?=’(?:\s|$|[,.;:!?)]))")


class Tidied(msgspec.Struct, frozen=True):
    """A text that was made readable, its spans, and what was done to it."""

    text: str
    spans: list[Span]
    notes: tuple[str, ...]


def tidy_sentence(text: str, spans: Sequence[Span], *, hyphens: bool = False, whole: bool = False) -> Tidied:
    """Return the sentence of a corpus text that holds the spans, made readable.

    `hyphens` says that a hyphen inside a word was written with blanks (*tit - for - tat*), `whole` that the
    text is to be taken as it is, however many sentences it has.

    >>> tidy_sentence("He did n't spill the beans .", [(11, 16), (21, 26)])
    Tidied(text="He didn't spill the beans.", spans=[(10, 15), (20, 25)], notes=('spacing mended',))
    """
    notes: list[str] = []
    # Two characters for one, so that offsets stay: the second one is dropped with the blanks.
    quoted = text.replace('""', '"\x00')
    quoted = quoted.replace("``", '"\x00').replace("''", '"\x00') if "``" in text else quoted
    mended, moved = _drop_blanks(quoted, spans, hyphens)
    if mended != text:
        notes.append("spacing mended")
    cut, moved = (mended, moved) if whole else _cut_sentence(mended, moved)
    if cut != mended:
        notes.append("cut to the sentence that holds the expression")
    done = cut
    if done[:1].isalpha() and done[0].islower() and not done[1:2].isupper():
        done = capitalise(done)
    if done[-1:].isalnum():
        done += "."
    if done != cut:
        notes.append("capital or stop put on")
    return Tidied(done, moved, tuple(notes))


def _drop_blanks(text: str, spans: Sequence[Span], hyphens: bool) -> tuple[str, list[Span]]:
    if " " not in text and "\t" not in text:
        return text, list(spans)
    gone: set[int] = set()
    for pattern in (*_BLANKS, _SINGLE_CLOSE, *([_HYPHEN] if hyphens else [])):
        for match in pattern.finditer(text):
            gone.update(range(match.start(), match.end()))
    gone.update(_blanks_in_quotes(text))
    gone.update(i for i, char in enumerate(text) if char == "\x00")
    if not gone:
        return text, list(spans)
    place: list[int] = []
    kept: list[str] = []
    for offset, char in enumerate(text):
        place.append(len(kept))
        if offset not in gone:
            kept.append(char)
    place.append(len(kept))
    return "".join(kept), [(place[start], place[end]) for start, end in spans]


def _blanks_in_quotes(text: str) -> set[int]:
    """Return the blanks right inside straight double quotes, where these come in pairs."""
    quotes = [i for i, char in enumerate(text) if char == '"']
    if not quotes or len(quotes) % 2:
        return set()
    gone: set[int] = set()
    for left, right in zip(quotes[::2], quotes[1::2], strict=True):
        inner = left + 2 if text[left + 1 : left + 2] == "\x00" else left + 1
        if text[inner : inner + 1] == " ":
            gone.add(inner)
        if text[right - 1 : right] == " " and right - 1 > left:
            gone.add(right - 1)
    return gone


def _cut_sentence(text: str, spans: Sequence[Span]) -> tuple[str, list[Span]]:
    """Return the one sentence that holds all spans; the whole text where no single one does."""
    if not spans:
        return text, []
    for start, end in split_sentences(text):
        if start <= spans[0][0] and spans[-1][1] <= end:
            return text[start:end], [(left - start, right - start) for left, right in spans]
    return text, list(spans)
