"""Seams: putting words into a sentence so that spaces, capitals, articles and stops come out right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from nonliteral.english.articles import mend_articles
from nonliteral.english.casing import capitalise, fit_case, starts_sentence
from nonliteral.english.tables import word_class
from nonliteral.english.verbs import Variety
from nonliteral.errors import LanguageError
from nonliteral.records import Span

_NO_SPACE_BEFORE = frozenset(".,;:!?)]}”’%…»")
_NO_SPACE_AFTER = frozenset("([{“‘$£€#«")
_CLITICS = frozenset(
    ("n't", "'s", "'re", "'ve", "'ll", "'d", "'m", "n’t", "’s", "’re", "’ve", "’ll", "’d", "’m")
)
_REPEAT = re.compile(r"\b([^\W\d_]+)(\s+)\1\b(?!['’\-])", re.IGNORECASE)
_MAY_REPEAT = frozenset(
    (
        "that",
        "had",
        "very",
        "really",
        "so",
        "no",
        "bye",
        "knock",
        "long",
        "many",
        "far",
        "is",
        "do",
        "who",
        "ha",
    )
)
_END = re.compile(r"[.!?…][\"'”’)\]}»*_]*$")


def join_words(words: Iterable[str]) -> str:
    """Join words and marks into running text.

    Straight double quotes open and close in turn; clitics (*n't*, *'s*) stick to the word before.

    >>> join_words(["She", "did", "n't", "say", '"', "no", '"', ",", "did", "she", "?"])
    'She didn\\'t say "no", did she?'
    """
    out = ""
    open_quote = False
    glue = True
    for word in words:
        if not word:
            continue
        if word == '"':
            out += word if glue or open_quote else " " + word
            glue = not open_quote
            open_quote = not open_quote
            continue
        sticks = (
            word[0] in _NO_SPACE_BEFORE or word.lower() in _CLITICS or (word == "'" and out[-1:].isalpha())
        )
        out += word if glue or sticks else " " + word
        glue = word[-1] in _NO_SPACE_AFTER
    return out


class Replaced(msgspec.Struct, frozen=True):
    """A sentence after replacement, and where the new parts stand in it."""

    text: str
    spans: list[Span]


def replace_spans(
    text: str, replacements: Sequence[tuple[Span, str]], *, variety: Variety | None = None
) -> Replaced:
    """Replace parts of a sentence and mend what the seams touch: spaces, capitals, *a* and *an*.

    An empty replacement takes a part out. A function word doubled at a seam (*in in*) is refused, for
    dropping one may change the meaning.

    >>> replace_spans("Spill the beans!", [((0, 15), "reveal the secret")]).text
    'Reveal the secret!'
    >>> replace_spans("It was a hard nut.", [((9, 17), "awkward problem")])
    Replaced(text='It was an awkward problem.', spans=[(10, 25)])
    """
    ordered = sorted(replacements)
    _check_replacements(text, [span for span, _ in ordered])
    out = ""
    done = 0
    spans: list[Span] = []
    for (start, end), new in ordered:
        out += text[done:start]
        piece = " ".join(new.split())
        if piece:
            piece = fit_case(piece, text[start:end], at_start=starts_sentence(text, start))
            if out[-1:].isalnum() and piece[0].isalnum() and text[start - 1 : start].isspace():
                out += " "
            spans.append((len(out), len(out) + len(piece)))
            out += piece
        elif out[-1:].isspace() or not out:
            # Nothing remains between the two sides: one blank is enough, none before a mark.
            while end < len(text) and text[end].isspace():
                end += 1
            if end < len(text) and text[end] in _NO_SPACE_BEFORE:
                out = out.rstrip()
        done = end
    out += text[done:]
    if ordered and not ordered[0][1].strip() and starts_sentence(text, ordered[0][0][0]):
        out = capitalise(out) if text[:1].isupper() else out
    doubled = find_doubled_words(out, spans)
    if doubled:
        start, end = doubled[0]
        raise LanguageError(f"The word is doubled at the seam: {out[start:end]!r}. Change the replacement.")
    mended, moved = mend_articles(out, spans, variety=variety)
    return Replaced(mended, moved)


def _check_replacements(text: str, spans: Sequence[Span]) -> None:
    before = 0
    for start, end in spans:
        if not before <= start < end <= len(text):
            raise LanguageError(
                f"The spans {list(spans)} must not overlap and must lie within 0 and {len(text)}."
            )
        before = end


def find_doubled_words(text: str, spans: Sequence[Span] | None = None) -> list[Span]:
    """Return where a function word stands twice running (*in in*), in all of a text or at the edges of spans.

    What English may double (*that that*, *had had*, *very very*) is not returned.

    >>> find_doubled_words("He got in in time, and that that helped.")
    [(7, 12)]
    """
    found = []
    small = word_class("function words")
    for match in _REPEAT.finditer(text):
        word = match.group(1).lower()
        if word not in small or word in _MAY_REPEAT:
            continue
        place = (match.start(), match.end())
        middle = match.start(2)
        if spans is None or any(
            place[0] < edge < place[1] or edge == middle for span in spans for edge in span
        ):
            found.append(place)
    return found


def mend_spacing(text: str) -> str:
    """Return a text with single blanks, and none before a comma or stop.

    >>> mend_spacing("He left ,  quietly .")
    'He left, quietly.'
    """
    text = " ".join(text.split())
    text = re.sub(r"\s+([,;:!?.…)\]}”])(?![\w.])", r"\1", text)
    return re.sub(r"([(\[{“])\s+", r"\1", text)


def ends_sentence(text: str) -> bool:
    """Say whether a text ends in a stop, question or exclamation mark, quotes and brackets aside."""
    return bool(_END.search(text.rstrip()))


def mend_end(text: str, like: str | None = None) -> str:
    """Return a text with a mark at its end: its own, or that of the sentence `like`, or a full stop.

    With `like`, a sentence without a mark stays without one, so that a pair agrees.

    >>> mend_end("He left"), mend_end("Who left,", like="Who came?"), mend_end("He left", like="no stop here")
    ('He left.', 'Who left?', 'He left')
    """
    text = text.rstrip()
    if ends_sentence(text):
        return text
    text = text.rstrip(",;:-–— ")
    if like is None:
        return text + "."
    match = re.search(r"[.!?…]+(?=[\"'”’)\]}»*_]*$)", like.rstrip())
    return text + (match.group() if match else "")


_SENTENCE_BREAK = re.compile(r"(?<=[.!?…])[\"'”’)\]}»]*\s+(?=[\"'“‘(\[«]*[A-Z0-9])")


def split_sentences(text: str) -> list[Span]:
    """Return the spans of the sentences of a text, by rule: abbreviations and initials do not end one.

    >>> [("He met Dr. Smith. She left.")[a:b] for a, b in split_sentences("He met Dr. Smith. She left.")]
    ['He met Dr. Smith.', 'She left.']
    """
    spans: list[Span] = []
    start = len(text) - len(text.lstrip())
    for match in _SENTENCE_BREAK.finditer(text):
        end = match.end() - (len(match.group()) - len(match.group().rstrip()))
        if not _really_ends(text[start:end]):
            continue
        spans.append((start, end))
        start = match.end()
    end = len(text.rstrip())
    if start < end:
        spans.append((start, end))
    return spans


def _really_ends(sentence: str) -> bool:
    bare = sentence.rstrip("\"'”’)]}»")
    if not bare.endswith("."):
        return True
    last = bare.split()[-1].lower().lstrip("\"'“‘([{«")[:-1] if bare.split() else ""
    return last not in word_class("abbreviations") and not re.fullmatch(r"[a-z]", last)
