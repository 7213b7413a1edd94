"""Ways to tidy text that a template or a user can ask for: none is applied unless it is named."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

from nonliteral.checking.spelling import find_misspellings
from nonliteral.english.articles import mend_articles
from nonliteral.english.casing import capitalise
from nonliteral.english.joining import find_doubled_words, mend_end
from nonliteral.english.tables import word_class
from nonliteral.records import normalise_text

_ADDRESS = re.compile(r"(?:https?://|www\.|pic\.twitter\.com/|t\.co/)\S*", re.IGNORECASE)
_TELLTALE = re.compile(r"#(?:irony|ironic|sarcasm|sarcastic|not)\b", re.IGNORECASE)
_MENTIONS_AT_START = re.compile(r"^(?:\s*(?:RT\b:?|\.?@\w+:?))+\s*")
_MENTIONS_AT_END = re.compile(r"(?:\s+@\w+)+\s*$")
_LINE_BREAK_MARKS = re.compile(r"\s*\|+\s*")
_QUOTE = re.compile(r"``|''")
_CLITIC = re.compile(r"(?<=[\w.]) (n['’]t|['’](?:s|re|ve|ll|d|m))\b", re.IGNORECASE)
_LOOSE_CLITIC = re.compile(r"(?<=\w) ?’ (s|t|re|ve|ll|d|m)\b", re.IGNORECASE)
_OF_MANY = re.compile(r"(?<=s) ' (?=[a-z])")
_THOUSANDS = re.compile(r"(?<=\d) ?, (?=\d{3}\b)")
_BEFORE = re.compile(r" +([.,;:!?%)\]}…”]|\.\.\.)(?=\s|$|[.,;:!?)\]}”\"'])")
_AFTER = re.compile(r"([(\[{$£€#“]) +")
_SPACED_HYPHEN = re.compile(r"(?<=\w) - (?=\w)")
_APOSTROPHE = re.compile(r"\w'\w|s' ")
_STRAY_QUOTE = re.compile(r"([.!?])\s*['\"”]\s*\.?$")
_JOINED = re.compile(r"\b(and|but) (?:And )?([A-Z][a-z]+)\b")

_LOST_START = re.compile(r"(?<=[a-z] )(?:A|An|As|The)(?= [a-z])")
_TORN_ENTITY = re.compile(r"& ?(amp|lt|gt|quot|apos) ?;", re.IGNORECASE)
_TWO_STOPS = re.compile(r"(?<=\w)\.\.$")
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
    text = _LOOSE_CLITIC.sub(r"’\1", text)
    text = _THOUSANDS.sub(",", _CLITIC.sub(r"\1", text))
    if text.count(" ' ") == 1:
        text = _OF_MANY.sub("' ", text)
    text = _GLUED.sub(lambda match: "".join(part for part in match.groups() if part), text)
    text = _AFTER.sub(r"\1", _BEFORE.sub(r"\1", text))
    text = _BEFORE.sub(r"\1", text)
    text = _JOINED.sub(_join_sentences, text)
    if (
        text.count("'") - len(_APOSTROPHE.findall(text)) == 1
        or text.count('"') % 2
        or text.count("“") < text.count("”")
    ):
        text = _STRAY_QUOTE.sub(r"\1", text)
    if text.count('"') % 2 and text.startswith('"'):
        text = text[1:].lstrip()
    return _join_quotes(text)


def _join_sentences(match: re.Match[str]) -> str:
    """Return *and the* for *and The*: two sentences that somebody joined without looking at the capital."""
    word = match.group(2)
    return (
        f"{match.group(1)} {word.lower()}"
        if word.lower() in word_class("sentence openers")
        else match.group()
    )


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


def tidy_entities(text: str) -> str:
    """Return the text with what HTML writes for a sign turned into the sign.

    >>> tidy_entities("bread &amp; butter")
    'bread & butter'
    """
    return html.unescape(html.unescape(_TORN_ENTITY.sub(r"&\1;", text)))


def tidy_slips(text: str) -> str:
    """Return the text without slips of the pen: misspelt words, *the the*, *a* for *an*, *like A dog*, *..*

    >>> tidy_slips("It was an enourmous mistake of of a old man.")
    'It was an enormous mistake of an old man.'
    """
    for slip in find_misspellings(text):
        if slip.sure:
            text = re.sub(rf"\b{re.escape(slip.word)}\b", slip.meant, text)
    for start, end in reversed(find_doubled_words(text)):
        text = text[:start] + text[start:end].split()[0] + text[end:]
    text = _TWO_STOPS.sub(".", text)
    return mend_articles(_LOST_START.sub(lambda match: match.group().lower(), text))[0]


TIDYINGS: dict[str, Callable[[str], str]] = {
    "tweets": tidy_tweet,
    "entities": tidy_entities,
    "blanks": tidy_blanks,
    "tokens": tidy_tokens,
    "slips": tidy_slips,
    "sentence": tidy_sentence,
}
"""By name, in the order in which they are applied."""


def tidy(text: str, ways: tuple[str, ...]) -> str:
    """Return the text tidied in the given ways, in their fixed order."""
    for name, way in TIDYINGS.items():
        if name in ways:
            text = way(text)
    return normalise_text(text)
