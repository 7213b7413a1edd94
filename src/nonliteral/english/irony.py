"""How an ironic message was rephrased, and what in it marks the irony: rules that a reader can check.

The strategies are those of Ghosh et al. (2020), the markers those of Ghosh and Muresan (2018) that can be
seen in the words and signs of a message. Builders store both with their pairs, and studies read them there.
"""

from __future__ import annotations

import difflib
import html
import re
from functools import cache, lru_cache
from typing import Literal, get_args

import msgspec

from nonliteral.english.antonyms import antonyms
from nonliteral.english.dictionary import DictionaryPart, dictionary_lemmas
from nonliteral.english.tables import read_table, word_class

Strategy = Literal[
    "copy",
    "desiderative",
    "interrogative",
    "weakening",
    "antonym",
    "negation",
    "paraphrase",
    "inference",
]
"""How a rephrasing says what was meant.

`copy`: in the same words; `desiderative`: by a wish (*I wish you had told me*); `interrogative`: a rhetorical
question turned into a statement; `weakening`: the same feeling, less of it; `antonym`: by opposite words, or
words of opposite feeling; `negation`: by *not* and its like, put in or taken out; `paraphrase`: the same with
words left out or spelt differently; `inference`: by what follows from the situation.
"""

Marker = Literal[
    "alternate-spelling",
    "capitals",
    "emoticon",
    "exclamation",
    "hashtag",
    "hyperbole",
    "interjection",
    "punctuation",
    "quotation-marks",
    "rhetorical-question",
    "tag-question",
]
"""What marks irony in a message, as far as its words and signs show it."""

STRATEGIES: tuple[Strategy, ...] = get_args(Strategy)
MARKERS: tuple[Marker, ...] = get_args(Marker)

_TELLTALE = re.compile(r"#(?:irony|ironic|sarcasm|sarcastic|not)\b", re.IGNORECASE)
_WORD = re.compile(r"[#@]?[^\W_]+(?:['’][^\W_]+)*")
_ADDRESS = re.compile(r"(?:https?://|www\.|pic\.twitter\.com/)\S*", re.IGNORECASE)
_NEGATION = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|cannot|without|hardly|barely|ain['’]?t"
    r"|(?:do|does|did|is|are|was|were|has|have|had|ca|could|wo|would|should|must|need|might)n(?:['’]| )?t)\b",
    re.IGNORECASE,
)
_WISH = re.compile(
    r"\b(?:(?:i|we) (?:\w+ )?wish|wish i|wishing|if only|would(?: have)? prefer(?:red)?|would rather"
    r"|['’]d rather|should(?:n['’]?t| not)? have|hope (?:you|i|it|they|we|that))\b",
    re.IGNORECASE,
)
_SOFTENED = re.compile(
    r"(?:\bnot|n['’]?t) (?:so|that|very|all that|exactly|particularly|quite|entirely|too) (?!that|if|to\b)\w+"
    r"|\b(?:kind of|sort of|somewhat|a bit|a little|could(?: have)? be(?:en)? better|just okay|only okay"
    r"|not the (?:best|greatest|most))\b",
    re.IGNORECASE,
)
_EAGER = re.compile(
    r"\b(?:can(?:no|['’]|)?t wait|cannot wait|looking forward|no doubt"
    r"|nothing (?:like|says|better|i like more))\b",
    re.IGNORECASE,
)
"""What looks negated, or like nothing at all, and says that somebody is eager."""

_AUXILIARY = (
    r"(?:(?:is|are|was|were|do|does|did|can|could|will|would|should|have|has|had)(?:n['’]?t)?"
    r"|am|must|won['’]?t|can['’]?t)"
)
_OPENS_QUESTION = re.compile(
    r"\W*(?:(?:oh|so|and|but|or|well|wow|hey|yeah|ok|okay|like|because|cause|otherwise|lol|haha|seriously"
    r"|then|now|touser|[@#]\w+)\W+)*"
    rf"(?:who|what|why|how|when|where|which|whose|{_AUXILIARY})\b(?! about| a\b)",
    re.IGNORECASE,
)
_INVERTED = re.compile(
    rf"\b{_AUXILIARY} (?:i|you|we|they|he|she|it|that|this|there|any\w+|every\w+|some\w+|people)\b"
    rf"|\b(?:who|what|why|how|where|which) (?:{_AUXILIARY}|wants?|needs?|knows?|knew|cares?|says?|said|else"
    r"|even|on earth)\b",
    re.IGNORECASE,
)
_EMOTICON = re.compile(
    r"(?<![\w/])(?:[:;=8xX][\-o*']?[)\](\[dDpP/\\|}{@3]+|[)\](\[]+[\-o*']?[:;=]|<3|-_+-|\^_*\^|:[a-z_]+_[a-z_]+:)(?!\w)"
    r"|[\u2600-\u27bf\U0001f300-\U0001faff]"
)
_HYPERBOLE = re.compile(
    r"\b(?:best|worst|greatest|most|ever|never|always|everyone|everybody|everything|nobody|totally|absolutely"
    r"|completely|utterly|literally|forever|millions?|billions?|zillion|favou?rite|so much|such"
    r"|sooo*|extremely|incredibly|perfect|perfectly|super|awesome|amazing|fantastic|wonderful|brilliant|ecstatic"
    r"|thrilled)\b",
    re.IGNORECASE,
)
_INTERJECTION = re.compile(
    r"(?<![\w#@])(?:wow+|yay+|gee+|oh+|ah+|aw+|ha(?:ha)+|lol+|lmao+|omg|woo+(?:hoo+)?|yippee|hooray|ugh+|hm+|yeah+|yep|well"
    r"|whoa|ooh+|aha|duh|gosh|hurray|thanks|congrats|congratulations|bravo)\b(?=[\s,.!?…]|$)",
    re.IGNORECASE,
)
_TAG = re.compile(
    r",?\s+(?:(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|wo|ca)n['’]?t\s+"
    r"(?:i|you|he|she|it|we|they|there)|right|huh|eh|no|yeah|ya know|you know)\s*\?",
    re.IGNORECASE,
)
_STRETCHED = re.compile(r"([A-Za-z])\1\1")
_JOINED_HASHTAG = re.compile(r"#(?:[A-Z]?[a-z]+[A-Z][A-Za-z]*|[A-Za-z]{10,})")
_QUOTED = re.compile(r"[\"“][^\"“”]{2,40}[\"”]|(?<!\w)['‘][^'‘’]{2,40}['’](?!\w)")
_PARTS: tuple[DictionaryPart, ...] = ("VERB", "ADJ", "NOUN", "ADV")
_QUIET = frozenset(
    ("lol", "lmao", "omg", "rt", "ok", "tv", "usa", "uk", "us", "nyc", "nfl", "nba", "i", "am", "pm")
)


@cache
def _valences() -> dict[str, int]:
    return {
        word: int(value)
        for value, words in read_table("valence.tsv", ("valence", "words"))
        for word in words.split()
    }


class Rephrasing(msgspec.Struct, frozen=True):
    """What can be seen of a message and what somebody made of it."""

    strategy: Strategy
    overlap: float
    """The share of the rephrasing's content words that the message has too."""
    turned: tuple[str, str] | None
    """The words of opposite meaning, the message's first."""
    negated: bool
    """Whether exactly one of the two is negated."""


def rephrasing_strategy(premise: str, hypothesis: str) -> Strategy:
    """Return how a rephrasing says what an ironic message means.

    >>> rephrasing_strategy("I love waiting for the bus.", "I hate waiting for the bus.")
    'antonym'
    >>> rephrasing_strategy("So glad you told me.", "I wish you had told me sooner.")
    'desiderative'
    """
    return examine_rephrasing(premise, hypothesis).strategy


@lru_cache(maxsize=4096)
def examine_rephrasing(premise: str, hypothesis: str) -> Rephrasing:
    """Return the strategy of a rephrasing and what speaks for it."""
    message, reading = _plain(premise), _plain(hypothesis)
    first, second = _content_words(message), _content_words(reading)
    shared = set(first) & set(second)
    old = [word for word in first if word not in shared]
    new = [word for word in second if word not in shared]
    overlap = 1 - len(new) / len(second) if second else 0.0
    turned = _opposites(old, new)
    negations = len(_NEGATION.findall(message)), len(_NEGATION.findall(reading))
    # One *not* more or less turns a clause; in longer texts the sum says less, so none against some counts.
    negated = (negations[0] == 0) != (negations[1] == 0) or abs(negations[0] - negations[1]) == 1
    strategy = _strategy(message, reading, old, new, turned, negated)
    return Rephrasing(strategy, round(overlap, 3), turned, negated)


def _strategy(
    message: str,
    reading: str,
    old: list[str],
    new: list[str],
    turned: tuple[str, str] | None,
    negated: bool,
) -> Strategy:
    if _bare(message) == _bare(reading):
        return "copy"
    if _WISH.search(reading) and not _WISH.search(message):
        return "desiderative"
    if "?" not in reading and _asks(message):
        return "interrogative"
    if _SOFTENED.search(reading) and not _SOFTENED.search(message):
        return "weakening"
    if turned is not None:
        return "antonym"
    # A *not* in a sentence about something else turns nothing: a third of the words must be the message's.
    if negated and 3 * len(new) <= 2 * len(_content_words(reading)):
        return "negation"
    before, after = _feeling(message), _feeling(reading)
    if before > 0 > after:
        return "antonym"
    if 0 < after < before and len(new) <= 3:
        return "weakening"
    other = [word for word in new if not _resembles(word, old)]
    if not other and after >= 0:
        if _says_less(message, reading):
            return "paraphrase"
        if _NEGATION.search(reading):
            # The same words with the *not* elsewhere: *I don't know about you but I care*, *I don't care*.
            return "negation"
    # A word or two in the place of others, all the rest kept: that is how people put in an opposite.
    kept = len(_content_words(reading)) - len(new)
    return "antonym" if len(other) <= 2 and old and kept >= 3 * len(other) else "inference"


def irony_markers(text: str) -> list[Marker]:
    """Return what marks irony in a message, in the order of the alphabet; none is an empty list.

    >>> irony_markers("Wow, hail in May is looovely!! #whoneedssun")
    ['alternate-spelling', 'exclamation', 'hashtag', 'interjection', 'punctuation']
    """
    message = _ADDRESS.sub(" ", html.unescape(text))
    words = [word for word in _WORD.findall(message) if word[0] not in "#@"]
    found: set[Marker] = set()
    if any(_STRETCHED.search(word) for word in words):
        found.add("alternate-spelling")
    shouted = [w for w in words if len(w) > 2 and w.isalpha() and w.isupper() and w.lower() not in _QUIET]
    if shouted and len(shouted) < max(3, len(words)):
        found.add("capitals")
    if _EMOTICON.search(message):
        found.add("emoticon")
    if "!" in message:
        found.add("exclamation")
    if _JOINED_HASHTAG.search(message):
        found.add("hashtag")
    if _HYPERBOLE.search(message):
        found.add("hyperbole")
    if _INTERJECTION.search(message):
        found.add("interjection")
    if re.search(r"[!?]{2,}|\.{2,}|…", message):
        found.add("punctuation")
    if _QUOTED.search(message):
        found.add("quotation-marks")
    if _TAG.search(message):
        found.add("tag-question")
    elif _asks(message):
        found.add("rhetorical-question")
    return sorted(found)


def _plain(text: str) -> str:
    text = _TELLTALE.sub(" ", _ADDRESS.sub(" ", html.unescape(text)))
    return " ".join(_EAGER.sub("eager", text).split())


def _says_less(message: str, reading: str) -> bool:
    """Say whether a reading only leaves words of the message out, or spells them differently."""
    left = iter(_telling_words(message))
    said = _telling_words(reading)
    wished = bool(_WISH.search(message)) and not _WISH.search(reading)
    return bool(said) and not wished and all(any(_alike(word, other) for other in left) for word in said)


def _telling_words(text: str) -> list[str]:
    words = [word.lower().lstrip("#").replace("’", "'") for word in _WORD.findall(text) if word[0] != "@"]
    # Some small words can turn what is said: in a mere paraphrase they come as in the message.
    small = word_class("function words") - word_class("turning words")
    told: list[str] = []
    negated = False
    for word in words:
        if _NEGATION.fullmatch(word):
            negated = True
        elif word not in small:
            told.append(f"not {_base(_unstretch(word))}" if negated else _base(_unstretch(word)))
            negated = False
    return [*told, "not"] if negated else told


def _alike(word: str, other: str) -> bool:
    if word.startswith("not") != other.startswith("not"):
        return False
    one, two = word.removeprefix("not "), other.removeprefix("not ")
    return one == two or _resembles(one, [two])


def _resembles(word: str, others: list[str]) -> bool:
    """Say whether a word is one of the others in another spelling: *favourite*, *thier*, *wanna*."""
    return any(
        word[:2] == other[:2]
        and ("not" in word) == ("not" in other)
        and difflib.SequenceMatcher(None, word, other).ratio() >= 0.8
        for other in others
    )


def _bare(text: str) -> str:
    """Return the letters and figures of a text without mentions: blanks and marks are no difference."""
    words = (word.lower() for word in _WORD.findall(text) if word[0] != "@")
    return "".join(char for word in words for char in word if char.isalnum())


def _asks(message: str) -> bool:
    """Say whether a question mark ends a question: lost emoji show as one, and echoes only repeat."""
    clauses = re.findall(r"([^.!?;…|]*)\?", message)
    return any(_OPENS_QUESTION.match(clause) or _INVERTED.search(clause) for clause in clauses)


def _content_words(text: str) -> list[str]:
    small = word_class("function words")
    words = [word.lower().lstrip("#").replace("’", "'") for word in _WORD.findall(text) if word[0] != "@"]
    return [
        _base(_unstretch(word))
        for word in words
        if word not in small and not _NEGATION.fullmatch(word) and len(word) > 1 and not word.isdigit()
    ]


def _unstretch(word: str) -> str:
    """Return a word without letters repeated for effect: *amaaazing*, *soooo*."""
    if not _STRETCHED.search(word):
        return word
    twice, once = re.sub(r"(.)\1{2,}", r"\1\1", word), re.sub(r"(.)\1{2,}", r"\1", word)
    return twice if twice in _valences() or any(dictionary_lemmas(twice, part) for part in _PARTS) else once


@lru_cache(maxsize=65536)
def _base(word: str) -> str:
    """Return one base form of a word, the same for all its forms as far as the dictionary knows."""
    if word in _valences():
        return word
    for part in _PARTS:
        lemmas = dictionary_lemmas(word, part)
        if lemmas and lemmas[0] != word:
            return lemmas[0]
    return word


def _opposites(first: list[str], second: list[str]) -> tuple[str, str] | None:
    """Return a word of the message and one of the rephrasing that are antonyms, or of opposite feeling."""
    for word in first:
        others = _antonyms_of(word)
        found = next((other for other in second if other in others), None)
        if found is not None:
            return word, found
    good = [word for word in first if _valences().get(word, 0) != 0]
    for word in good:
        sign = _valences()[word]
        found = next((other for other in second if _valences().get(other, 0) * sign < 0), None)
        if found is not None and abs(sign) + abs(_valences()[found]) >= 3:
            return word, found
    return None


@lru_cache(maxsize=65536)
def _antonyms_of(word: str) -> frozenset[str]:
    bases = {word, *(lemma for part in _PARTS for lemma in dictionary_lemmas(word, part)[:1])}
    return frozenset(
        antonym.word
        for base in bases
        for part in _PARTS
        for antonym in antonyms(base, part)
        if antonym.source != "wordnet-similar"
    )


def _feeling(text: str) -> int:
    """Return the strongest feeling that a text names, turned where a negation stands right before it."""
    words = [_unstretch(word.lower().lstrip("#")) for word in _WORD.findall(text)]
    found = [0]
    for position, word in enumerate(words):
        value = _valences().get(word, 0)
        if value and any(_NEGATION.fullmatch(before) for before in words[max(0, position - 3) : position]):
            value = -1 if value > 0 else 1
        found.append(value)
    return max(found, key=lambda value: (abs(value), value))
