"""Capitals: at the start of a sentence, on names, acronyms and *I*, and in what replaces something.

A word loses its capital only when it is known to be no name: by its parse, or because it is one of
the small words that sentences open with. Otherwise the question is refused.
"""

from __future__ import annotations

import re
from functools import cache

from nonliteral.english.parses import Parse, Token
from nonliteral.english.tables import DATA, word_class
from nonliteral.errors import LanguageError

_OPENING = "\"'“‘«([{*_-–—•…¿¡ \t"
_FIRST_WORD = re.compile(r"[^\W\d_]+(?:['’.\-&][^\W\d_]+)*\.?")
_SENTENCE_END = re.compile(r"[.!?…][\"'”’)\]}»*_]*\s+$")


@cache
def _always_capital() -> frozenset[str]:
    lines = (DATA / "capitals.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


def first_letter(text: str) -> int | None:
    """Return the offset of the first letter of a sentence, behind quotes and brackets; None before a figure.

    >>> first_letter('"(well')
    2
    """
    for offset, char in enumerate(text):
        if char.isalpha():
            return offset
        if char not in _OPENING:
            return None
    return None


def capitalise(text: str) -> str:
    """Return a sentence with a capital at its start; *iPhone* and figures stay as they are.

    >>> capitalise('"so what?"'), capitalise("iPhones are dear."), capitalise("7 men left.")
    ('"So what?"', 'iPhones are dear.', '7 men left.')
    """
    offset = first_letter(text)
    if offset is None:
        return text
    match = _FIRST_WORD.match(text, offset)
    if match is not None and is_mixed_case(match.group()):
        return text
    upper = text[offset].upper()
    # A letter whose capital is two letters (ß) has no place at the start of an English word.
    return text if len(upper) != 1 else text[:offset] + upper + text[offset + 1 :]


def is_mixed_case(word: str) -> bool:
    """Say whether a word has its own capitals: *iPhone*, *eBay*, *McDonald*, *mRNA*, *YouTube*.

    >>> is_mixed_case("eBay"), is_mixed_case("Give"), is_mixed_case("NATO"), is_mixed_case("Anglo-Saxon")
    (True, False, False, False)
    """
    return any(
        any(char.isupper() for char in part[1:]) and not part.isupper()
        for part in re.split(r"['’\-&.]", word)
    )


def is_acronym(word: str) -> bool:
    """Say whether a word is all capitals: *NATO*, *U.S.*, *MPs*, *X-ray*'s *X*; *A* and *I* are not.

    >>> is_acronym("MPs"), is_acronym("U.S."), is_acronym("A"), is_acronym("Mr")
    (True, True, False, False)
    """
    letters = "".join(char for char in word if char.isalpha())
    core = letters.removesuffix("s") if letters[:-1].isupper() and len(letters) > 2 else letters
    return len(core) > 1 and core.isupper()


def keeps_capital(token: Token) -> bool:
    """Say whether a parsed word keeps its capital wherever it stands: a name, an acronym, *I*, *French*."""
    word = token.text
    if not word[:1].isupper():
        return False
    if word == "I" or re.match(r"I['’]", word) or is_acronym(word) or is_mixed_case(word):
        return True
    if word in _always_capital() or word.removesuffix("s") in _always_capital():
        return True
    if len(word) == 1 and word != "A":
        return True
    if token.lower in word_class("sentence openers"):
        # Parsers take "The" in a title for part of the name; "Will" and "May" tagged so are people.
        return token.pos == "PROPN" and token.lower in ("will", "may", "hope", "so", "an")
    return token.pos == "PROPN"


def decapitalise(text: str, parse: Parse | None = None) -> str:
    """Return a sentence without the capital of its first word, unless that word keeps it anyway.

    Without a parse only the small words that sentences open with are known to be no names; for any
    other word the parse is asked for.

    >>> decapitalise("The dog barked."), decapitalise("I left."), decapitalise("NATO met.")
    ('the dog barked.', 'I left.', 'NATO met.')
    """
    offset = first_letter(text)
    if offset is None or not text[offset].isupper():
        return text
    token = _first_token(text, offset, parse)
    if token is None:
        match = _FIRST_WORD.match(text, offset)
        word = match.group() if match else text[offset]
        if _surely_keeps(word):
            return text
        if word.lower().rstrip(".") not in word_class("sentence openers"):
            raise LanguageError(
                f"{word!r} may be a name, so its capital cannot be judged. Give the parse of the text."
            )
    elif keeps_capital(token):
        return text
    return text[:offset] + text[offset].lower() + text[offset + 1 :]


def _surely_keeps(word: str) -> bool:
    if word == "I" or re.match(r"I['’]", word) or is_acronym(word) or is_mixed_case(word):
        return True
    return word in _always_capital() or (len(word) == 1 and word != "A")


def _first_token(text: str, offset: int, parse: Parse | None) -> Token | None:
    if parse is None:
        return None
    if parse.text != text:
        raise LanguageError("The parse is of another text. Parse the text whose capital is asked about.")
    return next((token for token in parse if token.idx <= offset < token.end), None)


def starts_sentence(text: str, offset: int) -> bool:
    """Say whether a sentence, or a quoted one, starts at an offset of a text.

    >>> starts_sentence("He left. Then", 9), starts_sentence("Mr. Smith left", 4), starts_sentence('"So', 1)
    (True, False, True)
    """
    before = text[:offset]
    if not before.strip(_OPENING):
        return True
    stripped = before.rstrip("\"'“‘«([{*_")
    if stripped != before and (not stripped or stripped[-1:].isspace()):
        # Behind an opening quote the text itself tells: quoted sentences have a capital, quoted words none.
        return text[offset : offset + 1].isupper() and not re.match(r"I\b", text[offset:])
    match = _SENTENCE_END.search(before)
    if match is None:
        return before.endswith("\n")
    words = before[: match.start()].split()
    last = words[-1].lower().lstrip("\"'“‘([{") if words else ""
    if before[match.start()] != ".":
        return True
    return last not in word_class("abbreviations") and not re.fullmatch(r"[a-z](?:\.[a-z])*", last)


def fit_case(replacement: str, replaced: str, *, at_start: bool) -> str:
    """Return a replacement in the capitals of what it replaces.

    All capitals stay all capitals, the start of a sentence gets its capital, and anywhere else the
    replacement keeps its own.

    >>> fit_case("tell", "Spill it", at_start=True), fit_case("tell", "SPILL IT", at_start=False)
    ('Tell', 'TELL')
    """
    letters = [char for char in replaced if char.isalpha()]
    if len(letters) > 3 and all(char.isupper() for char in letters):
        return replacement.upper()
    if at_start and replaced[: (first_letter(replaced) or 0) + 1][-1:].isupper():
        return capitalise(replacement)
    return replacement
