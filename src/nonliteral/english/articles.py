"""*a* or *an*, by the sound of what follows: an hour, a university, an MP, a one-off, an 11th.

Words go by their spelling unless `data/sounds.tsv` says otherwise; capitals go letter by letter
unless they are said as a word; figures go by how they are read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

import msgspec

from nonliteral.english.dictionary import is_known
from nonliteral.english.spelling import copy_capitals
from nonliteral.english.tables import read_table, word_class
from nonliteral.english.verbs import Variety
from nonliteral.errors import LanguageError
from nonliteral.records import Span

_OPENERS = "\"'“‘«([{*_~<"
_CURRENCY = "$£€¥#~"
_FIRST = re.compile(r"[^\s\-–—/]+(?:-[^\s–—/]*)?")
_ARTICLE = re.compile(r"(?<![\w'’\-.])(an?)(\s+)(?=(\S+))", re.IGNORECASE)
_LETTERS_WITH_VOWEL_SOUND = frozenset("aefhilmnorsx")


@cache
def _sounds() -> dict[str, list[tuple[str, bool, str]]]:
    table: dict[str, list[tuple[str, bool, str]]] = {}
    for match, text, sound, variety in read_table("sounds.tsv", ("match", "text", "sound", "variety")):
        table.setdefault(match, []).append((text, sound == "vowel", variety))
    return table


def article_for(following: str, *, variety: Variety = "us") -> str:
    """Return *a* or *an* for the text that follows the article.

    >>> [article_for(word) for word in ("hour", "university", "MP", "one-off", "8", "11th", "UFO")]
    ['an', 'a', 'an', 'a', 'an', 'an', 'a']
    """
    word = following.lstrip().lstrip(_OPENERS + _CURRENCY).lstrip()
    match = _FIRST.match(word)
    if match is None or not any(char.isalnum() for char in match.group()):
        raise LanguageError(f"No word follows the article in {following!r}. Give the text after it.")
    return "an" if _begins_with_vowel(match.group(), variety) else "a"


def with_article(phrase: str, *, variety: Variety = "us") -> str:
    """Return a noun phrase with its indefinite article in front.

    >>> with_article("honest mistake")
    'an honest mistake'
    """
    return f"{article_for(phrase, variety=variety)} {phrase}"


@lru_cache(maxsize=65536)
def _begins_with_vowel(word: str, variety: Variety) -> bool:
    if word[0].isdigit():
        return _number_begins_with_vowel(word)
    letters = re.match(r"(?:[^\W\d_]\.?)+", word)
    if letters is None:
        return False
    plain = (
        unicodedata.normalize("NFD", letters.group()).encode("ascii", "ignore").decode() or letters.group()
    )
    bare = plain.replace(".", "")
    if _is_spelt_out(word, plain, bare):
        return bare[0].lower() in _LETTERS_WITH_VOWEL_SOUND
    acronym = next((vowel for text, vowel, _ in _sounds()["acronym"] if text == bare), None)
    if acronym is not None:
        return acronym
    whole = word.lower().rstrip(".,;:!?\"'”’)]}")
    lower = bare.lower()
    for text, vowel, _ in _sounds()["word"]:
        if text in (lower, whole):
            return vowel
    for kind in ("stop", "start"):
        for text, vowel, of in _sounds()[kind]:
            if of in ("both", variety) and (lower.startswith(text) or whole.startswith(text)):
                return vowel
    if lower[0] == "y":
        return len(lower) > 1 and lower[1] not in "aeiou"
    return lower[0] in "aeiou"


def _is_spelt_out(word: str, plain: str, bare: str) -> bool:
    """Say whether a word is read letter by letter: MP, F-word, X, m.p.h., mRNA."""
    if len(bare) == 1:
        # "f***" is a word with its letters hidden, not the letter.
        return word[1:2] not in ("*", "@")
    if "." in plain.rstrip("."):
        return True
    core = bare.removesuffix("s") if bare[:-1].isupper() else bare
    if re.match(r"[a-z][A-Z]{2}", core):
        return True
    if not core.isupper():
        return False
    if any(text == core for text, _, _ in _sounds()["acronym"]):
        return False
    if not any(vowel in core for vowel in "AEIOUY"):
        return True
    # A long run of capitals is a word that is shouted, and so is a small word.
    if len(core) > 4 or core.lower() in word_class("sentence openers"):
        return False
    return not any(is_known(core, part) for part in ("NOUN", "VERB", "ADJ", "ADV"))


def _number_begins_with_vowel(word: str) -> bool:
    digits = re.match(r"\d+(?:,\d{3})*", word)
    figure = digits.group() if digits else ""
    if figure.startswith("8"):
        return True
    # "eleven" and "eighteen", alone, before thousands, and as the first half of a year.
    return bool(re.match(r"1[18](?:,\d{3})*$", figure)) or (len(figure) == 4 and figure[:2] in ("11", "18"))


class ArticleSlip(msgspec.Struct, frozen=True):
    """An article that does not fit what follows: where it stands and what it should be."""

    span: Span
    found: str
    expected: str


def find_article_slips(text: str, *, variety: Variety | None = None) -> list[ArticleSlip]:
    """Return every *a* or *an* of a text that does not fit the next word.

    What people write with good reason is left alone: a letter inside a sentence ("vitamin A is"),
    speech that starts anew ("a er", "a I mean"), *an historic*, and either article where American and
    British differ and no variety is given.

    >>> [slip.expected for slip in find_article_slips("A hour in an university.")]
    ['An', 'a']
    """
    return [slip for slip, following in _slips(text, variety) if not _is_excused(following, slip.found)]


def _slips(text: str, variety: Variety | None) -> list[tuple[ArticleSlip, str]]:
    found_all = []
    for match in _ARTICLE.finditer(text):
        found, following = match.group(1), match.group(3)
        if found in ("A", "An") and not _may_begin_sentence(text, match.start()):
            continue
        try:
            expected = article_for(following, variety=variety or "us")
            accepted = {expected, article_for(following, variety=variety or "uk")}
        except LanguageError:
            continue
        if found.lower() not in accepted:
            model = found if found != "A" else "AN" if text.isupper() else "An"
            slip = ArticleSlip((match.start(), match.end(1)), found, copy_capitals(model, expected))
            found_all.append((slip, following))
    return found_all


def _is_excused(following: str, found: str) -> bool:
    word = following.lower().strip("\"'“”‘’.,;:!?()")
    if len(word) == 1 and following.islower():
        return True
    if word in word_class("function words") or word in word_class("fillers"):
        return True
    return found.lower() == "an" and any(word.startswith(text) for text, _, _ in _sounds()["tolerated"])


def mend_articles(
    text: str, spans: Iterable[Span] | None = None, *, variety: Variety | None = None
) -> tuple[str, list[Span]]:
    """Return a text with *a* and *an* put right, and the spans moved along with it.

    With `spans` (what was replaced), only the articles inside them, right before or right behind them
    are touched: the rest of the sentence is its author's. Without, all of them are.

    >>> mend_articles("She is a honest woman.", [(9, 21)])
    ('She is an honest woman.', [(10, 22)])
    """
    wanted = None if spans is None else sorted(spans)
    moved = [] if wanted is None else list(wanted)
    out = text
    for slip, following in reversed(_slips(text, variety)):
        start, end = slip.span
        if wanted is None:
            if _is_excused(following, slip.found):
                continue
        elif not _touches(text, start, end, wanted):
            continue
        out = out[:start] + slip.expected + out[end:]
        moved = _move(moved, end, len(slip.expected) - (end - start), start)
    return out, moved


def _touches(text: str, start: int, end: int, spans: Sequence[Span]) -> bool:
    following = end + len(text[end:]) - len(text[end:].lstrip())
    while following < len(text) and text[following] in _OPENERS + _CURRENCY:
        following += 1
    return any(left <= start < right or left <= following < right for left, right in spans)


def _move(spans: Sequence[Span], end: int, by: int, start: int) -> list[Span]:
    moved = []
    for left, right in spans:
        if left > start:
            left += by
        if right >= end:
            right += by
        moved.append((left, right))
    return moved


def _may_begin_sentence(text: str, offset: int) -> bool:
    before = text[:offset].rstrip().rstrip("\"'“”‘’([{«*_-–—")
    return not before.strip() or before.rstrip()[-1:] in ".!?…:;\n"
