"""Where in a text the marked words are.

Corpora mark words by offsets, tags, flags per token or not at all. These functions turn all of that into the
spans of a record (code points, half-open), or look for an expression where nothing is marked.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from nonliteral.records import Span

WORD = re.compile(r"[^\W_]+(?:['’\-.][^\W_]+)*", re.UNICODE)
"""A word as people count them; apostrophes, hyphens and points inside belong to it."""

_TAG = re.compile(r"<(/?)b>", re.IGNORECASE)


def fit_spans(raw: str, spans: Iterable[Span]) -> tuple[str, list[Span]]:
    """Return `raw` as records hold it, and the spans over it moved along.

    Blanks at the edges of a span are left out of it, and so is a span of nothing but blanks.
    """
    text = unicodedata.normalize("NFC", raw)
    moved = (
        list(spans)
        if text == raw
        else [
            (len(unicodedata.normalize("NFC", raw[:start])), len(unicodedata.normalize("NFC", raw[:end])))
            for start, end in spans
        ]
    )
    stripped = text.strip()
    shift = text.find(stripped) if stripped else 0
    fitted: list[Span] = []
    last = 0
    for start, end in sorted(moved):
        start, end = max(start - shift, last), min(end - shift, len(stripped))
        while start < end and stripped[start].isspace():
            start += 1
        while start < end and stripped[end - 1].isspace():
            end -= 1
        if start < end:
            fitted.append((start, end))
            last = end
    return stripped, fitted


def trim_to_word(text: str, span: Span) -> Span | None:
    """Return the span without punctuation at its edges, or None where nothing else is in it."""
    start, end = span
    while start < end and not text[start].isalnum():
        start += 1
    while start < end and not text[end - 1].isalnum():
        end -= 1
    return (start, end) if start < end else None


def token_spans(text: str) -> list[Span]:
    """Return the spans of the tokens of `text`, which are what stands between blanks."""
    return [match.span() for match in re.finditer(r"\S+", text)]


def word_spans(text: str) -> list[Span]:
    """Return the spans of the words of `text`, without punctuation."""
    return [match.span() for match in WORD.finditer(text)]


def shared_ends(first: Sequence[str], second: Sequence[str]) -> tuple[int, int]:
    """Return how many words two texts begin with alike, and how many they then end with alike.

    >>> shared_ends(["the", "red", "old", "bus"], ["the", "new", "bus"])
    (1, 1)
    """
    shorter = min(len(first), len(second))
    front = 0
    while front < shorter and first[front] == second[front]:
        front += 1
    back = 0
    while back < shorter - front and first[-1 - back] == second[-1 - back]:
        back += 1
    return front, back


def take_tags(marked: str) -> tuple[str, list[Span]] | None:
    """Return the text without its `<b>` tags and the spans between them, or None where they do not match."""
    out: list[str] = []
    spans: list[Span] = []
    length = at = 0
    begun: int | None = None
    for tag in _TAG.finditer(marked):
        piece = marked[at : tag.start()]
        out.append(piece)
        length += len(piece)
        at = tag.end()
        if tag.group(1):
            if begun is None:
                return None
            if begun < length:
                spans.append((begun, length))
            begun = None
        elif begun is None:
            begun = length
        else:
            return None
    if begun is not None:
        return None
    out.append(marked[at:])
    return "".join(out), spans


@lru_cache(maxsize=65536)
def lemmas(word: str) -> frozenset[str]:
    """Return every base form that `word` could have, and the word itself, in lower case."""
    from lemminflect import getAllLemmas

    lowered = word.lower().replace("’", "'")
    forms = {
        lowered,
        lowered.removesuffix("'s"),
        lowered.removesuffix("s'") + "s" if lowered[-2:] == "s'" else lowered,
    }
    for options in getAllLemmas(lowered).values():
        forms.update(form.lower() for form in options)
    return frozenset(forms)


_OPEN = {"one's", "someone's", "somebody's", "your", "my", "his", "her", "its", "our", "their", "ones"}
_SELVES = {
    "oneself",
    "myself",
    "yourself",
    "himself",
    "herself",
    "itself",
    "ourselves",
    "themselves",
    "yourselves",
}
_ARTICLES = {"a", "an", "the"}


def _fits(wanted: str, word: str) -> bool:
    lowered = word.lower().replace("’", "'")
    if wanted in _OPEN:
        return lowered in _OPEN or lowered.endswith(("'s", "s'"))
    if wanted in _SELVES:
        return lowered in _SELVES
    if wanted in _ARTICLES:
        return lowered in _ARTICLES
    return lowered == wanted or wanted in lemmas(lowered) or bool(lemmas(wanted) & lemmas(lowered))


def find_words(text: str, words: Sequence[str], *, gap: int = 3) -> list[Span]:
    """Return the spans of `words` in `text`, in this order and each in any inflection, or an empty list.

    Up to `gap` other words may stand between two of them; articles of the expression may be missing. The
    match with the fewest words in between is taken, the first of several.
    """
    wanted = [word.lower().replace("’", "'") for word in words]
    if not wanted:
        return []
    places = word_spans(text)
    found = [text[start:end] for start, end in places]
    best: tuple[int, list[int]] | None = None
    for first in range(len(found)):
        match = _match_from(found, wanted, first, gap)
        if match is not None and (best is None or match[0] < best[0]):
            best = match
    return [places[i] for i in best[1]] if best else []


def _match_from(found: list[str], wanted: list[str], first: int, gap: int) -> tuple[int, list[int]] | None:
    core = [word for word in wanted if word not in _ARTICLES] or wanted
    if not _fits(core[0], found[first]) and not _fits(wanted[0], found[first]):
        return None
    taken: list[int] = []
    cost = 0
    at = first
    for word in wanted:
        reach = range(at, min(at + (gap if taken else 0) + 1, len(found)))
        hit = next((i for i in reach if _fits(word, found[i])), None)
        if hit is None:
            if word in _ARTICLES:
                cost += 1
                continue
            return None
        cost += 2 * (hit - at) if taken else 0
        taken.append(hit)
        at = hit + 1
    return (cost, taken) if taken else None


def split_words(expression: str) -> list[str]:
    """Return the words of an expression."""
    return [match.group() for match in WORD.finditer(expression)]
