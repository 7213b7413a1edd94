"""Antonyms with part of speech and kind: the pairs that WordNet states, and ours where it has gaps.

*Complementary* antonyms divide their ground between them (dead, alive): if one does not hold, the
other does. Others are ends of a scale (hot, cold), and under a negation they contradict nothing.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from nonliteral.english.agreement import Agreement
from nonliteral.english.inflection import inflect
from nonliteral.english.parses import Token
from nonliteral.english.tables import read_table
from nonliteral.english.verbs import Variety
from nonliteral.errors import LanguageError

Pos = Literal["VERB", "NOUN", "ADJ", "ADV"]
AntonymSource = Literal["ours", "wordnet", "wordnet-similar"]
"""`wordnet-similar`: WordNet opposes not the word but the one it is like (*scorching* is like *hot*)."""

_PARTS: dict[str, Pos] = {"VB": "VERB", "NN": "NOUN", "JJ": "ADJ", "RB": "ADV"}
_ORDER = {"ours": 0, "wordnet": 1, "wordnet-similar": 2}


class Antonym(msgspec.Struct, frozen=True):
    """An antonym of a word at one part of speech, `rank` 0 for the best."""

    word: str
    pos: Pos
    complementary: bool
    source: AntonymSource
    rank: int


def antonyms(lemma: str, pos: str) -> list[Antonym]:
    """Return the antonyms of a base form, the best first; none is an empty list.

    `pos` is a coarse part of speech (VERB) or a tag (VBD). Ours come first, then WordNet's by how
    common the two meanings are, then those that go by a similar word.

    >>> [antonym.word for antonym in antonyms("reveal", "VERB")]
    ['hide', 'conceal']
    >>> antonyms("dead", "JJ")[0]
    Antonym(word='alive', pos='ADJ', complementary=True, source='ours', rank=0)
    """
    part = coarse_part(pos)
    return list(_table().get((lemma.lower(), part), ()))


def coarse_part(pos: str) -> Pos:
    """Return the part of speech of the antonym table that a tag or a coarse part of speech means.

    >>> coarse_part("VBG"), coarse_part("ADJ")
    ('VERB', 'ADJ')
    """
    part = _PARTS.get(pos[:2], pos)
    if part == "AUX":
        part = "VERB"
    if part not in _PARTS.values():
        raise LanguageError(f"{pos!r} has no antonyms. Ask for VERB, NOUN, ADJ or ADV.")
    return part  # type: ignore[return-value]


def are_antonyms(first: str, second: str, pos: str) -> bool:
    """Say whether two base forms are antonyms, in either direction."""
    return any(antonym.word == second.lower() for antonym in antonyms(first, pos)) or any(
        antonym.word == first.lower() for antonym in antonyms(second, pos)
    )


def inflected_antonyms(
    token: Token, *, subject: Agreement | None = None, variety: Variety = "us"
) -> list[tuple[str, Antonym]]:
    """Return the antonyms of a parsed word in the form that the word has, the best first.

    A form that cannot be made (no plural, no comparison) leaves its antonym out.

    >>> token = Token("revealed", "reveal", "VBD", "VERB", "ROOT", 0, 0)
    >>> [form for form, _ in inflected_antonyms(token)]
    ['hid', 'concealed']
    """
    found = []
    for antonym in antonyms(token.lemma, token.pos if token.pos in _PARTS.values() else token.tag):
        try:
            found.append((inflect(antonym.word, token.tag, subject=subject, variety=variety), antonym))
        except LanguageError:
            continue
    return found


@cache
def _table() -> dict[tuple[str, Pos], tuple[Antonym, ...]]:
    complementary: set[tuple[str, str, str]] = set()
    rows: dict[tuple[str, str, str], tuple[int, int, int]] = {}
    columns = ("lemma", "pos", "antonym", "complementary")
    for number, (lemma, pos, antonym, kind) in enumerate(read_table("antonyms-ours.tsv", columns)):
        for word, other in ((lemma, antonym), (antonym, lemma)):
            rows.setdefault((word, pos, other), (_ORDER["ours"], number, 0))
            if kind == "yes":
                complementary.add((word, pos, other))
    columns_of_wordnet = ("lemma", "pos", "antonym", "sense", "antonym_sense", "source")
    for lemma, pos, antonym, sense, antonym_sense, source in read_table(
        "antonyms-wordnet.tsv", columns_of_wordnet
    ):
        rows.setdefault((lemma, pos, antonym), (_ORDER[source], int(sense), int(antonym_sense)))
    lists: dict[tuple[str, Pos], list[tuple[tuple[int, int, int], str]]] = {}
    for (word, pos, other), place in rows.items():
        lists.setdefault((word, pos), []).append((place, other))  # type: ignore[arg-type]
    sources: tuple[AntonymSource, ...] = ("ours", "wordnet", "wordnet-similar")
    return {
        (word, pos): tuple(
            Antonym(other, pos, (word, pos, other) in complementary, sources[place[0]], rank)
            for rank, (place, other) in enumerate(sorted(found))
        )
        for (word, pos), found in lists.items()
    }
