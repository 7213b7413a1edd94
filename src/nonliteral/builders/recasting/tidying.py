"""Ways to tidy text that a template or a user can ask for: none is applied unless it is named."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

from nonliteral.english.casing import capitalise
from nonliteral.english.joining import mend_end
from nonliteral.records import normalise_text

_ADDRESS = re.compile(r"(?:https?://|www\.|pic\.twitter\.com/|t\.co/)\S*", re.IGNORECASE)
_TELLTALE = re.compile(r"#(?:irony|ironic|sarcasm|sarcastic|not)\b", re.IGNORECASE)
_MENTIONS_AT_START = re.compile(r"^(?:\s*(?:RT\b:?|\.?@\w+:?))+\s*")
_MENTIONS_AT_END = re.compile(r"(?:\s+@\w+)+\s*$")
_LINE_BREAK_MARKS = re.compile(r"\s*\|+\s*")
_QUOTE = re.compile(r"``|''")
_CLITIC = re.compile(r"\b (n['’]t|['’](?:s|re|ve|ll|d|m))\b", re.IGNORECASE)
_BEFORE = re.compile(r" +([.,;:!?%)\]}…”]|\.\.\.)(?=\s|$|[.,;:!?)\]}”\"'])")
_AFTER = re.compile(r"([(\[{$£€#“]) +")
_SPACED_HYPHEN = re.compile(r"(?<=\w) - (?=\w)")
_APOSTROPHE = re.compile(r"\w'\w|s' ")
_STRAY_QUOTE = re.compile(r"([.!?])\s*'\s*\.?$")
_JOINED = re.compile(
    r"\band (?:And )?(The|They|It|He|She|We|You|This|That|There|These|My|His|Her|Our|Their|When|If|In)\b"
)
"""Two sentences that somebody joined without looking at the capital."""

_GLUED = re.compile(r"\b(can) (not)\b|\b(gon|wan) (na)\b|\b(got) (ta)\b", re.IGNORECASE)


def tidy_blanks(text: str) -> str:
    """Return the text on one line, with single blanks.

    >>> tidy_blanks("He left.\\n  She stayed.")
    'He left. She stayed.'
    """
    return " ".join(text.split())


def tidy_tokens(text: str) -> str:
    """Return text that was cut into tokens as running text.

    >>> tidy_tokens("I do n't think it 's true , she said .")
    "I don't think it's true, she said."
    """
    text = _QUOTE.sub('"', " ".join(text.split()))
    text = _CLITIC.sub(r"\1", text)
    text = _GLUED.sub(lambda match: "".join(part for part in match.groups() if part), text)
    text = _AFTER.sub(r"\1", _BEFORE.sub(r"\1", text))
    text = _BEFORE.sub(r"\1", text)
    text = _JOINED.sub(lambda match: f"and {match.group(1).lower()}", text)
    if text.count("'") - len(_APOSTROPHE.findall(text)) == 1:
        text = _STRAY_QUOTE.sub(r"\1", text)
    return _join_quotes(text)


def _join_quotes(text: str) -> str:
    """Return the text with straight double quotes joined to what they enclose, where they come in pairs."""
    pieces = text.split('"')
    if len(pieces) % 2 == 0:
        return text
    out = pieces[0]
    for number, piece in enumerate(pieces[1:], 1):
        if number % 2:
            out += '"' + piece.strip()
        else:
            gap = "" if not piece or piece[0] in ".,;:!?)]} " else " "
            out += '"' + gap + piece
    return re.sub(r'"\s+(?=[.,;:!?)\]}])', '"', out)


def tidy_sentence(text: str) -> str:
    """Return the text with a capital at its start and a mark at its end.

    >>> tidy_sentence("the girl was fickle")
    'The girl was fickle.'
    """
    return mend_end(capitalise(text))


def tidy_tweet(text: str) -> str:
    """Return a tweet without addresses, mentions at its edges, #irony and its like, and HTML.

    >>> tidy_tweet("@ann so much fun &amp; games || #sarcasm http://t.co/x1")
    'so much fun & games'
    """
    text = html.unescape(html.unescape(text))
    text = _TELLTALE.sub(" ", _ADDRESS.sub(" ", text))
    text = _LINE_BREAK_MARKS.sub(" ", text)
    text = _MENTIONS_AT_END.sub("", _MENTIONS_AT_START.sub("", " ".join(text.split())))
    return text.strip()


TIDYINGS: dict[str, Callable[[str], str]] = {
    "tweets": tidy_tweet,
    "blanks": tidy_blanks,
    "tokens": tidy_tokens,
    "sentence": tidy_sentence,
}
"""By name, in the order in which they are applied."""


def tidy(text: str, ways: tuple[str, ...]) -> str:
    """Return the text tidied in the given ways, in their fixed order."""
    for name, way in TIDYINGS.items():
        if name in ways:
            text = way(text)
    return normalise_text(text)
