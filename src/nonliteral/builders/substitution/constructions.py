"""Metaphors of two words: verb and object, subject and verb, adjective and noun.

Only the metaphoric word is replaced, in its own form; its partner stays as the sentence has it, with
all that stands between them. The two are found by their dependency, not by their distance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from nonliteral.builders.substitution.definitions import analyse_definition, bare
from nonliteral.builders.substitution.expressions import Element, Expression, compile_base, word_keys
from nonliteral.builders.substitution.forms import inflect_here, variety_here, verb_form
from nonliteral.builders.substitution.matching import Match, Variant
from nonliteral.builders.substitution.refusals import Refusal
from nonliteral.builders.substitution.slots import fill_slots, subject_agreement
from nonliteral.english.adjectives import compare
from nonliteral.english.agreement import Agreement
from nonliteral.english.dictionary import is_known
from nonliteral.english.joining import Replaced, replace_spans
from nonliteral.english.parses import Parse
from nonliteral.english.tables import word_class
from nonliteral.english.verbs import inflect_verb, is_verb
from nonliteral.errors import LanguageError
from nonliteral.records import Entry, Span

Kind = Literal["verb-object", "subject-verb", "adjective-noun"]

_INTRANSITIVE = frozenset(
    ("be", "become", "seem", "appear", "go", "come", "rise", "fall", "lose", "stop", "remain")
)


class Construction(msgspec.Struct, frozen=True):
    """A metaphor's words: which kind, the word that is replaced and the one that stays beside it."""

    kind: Kind
    word: Element
    partner: Element
    shared: frozenset[str]
    """The base forms of all words but the one that is replaced."""


@lru_cache(maxsize=65536)
def _construction(base: str, named: str | None, word: str | None) -> Construction | None:
    elements = [element for element in compile_base(base) if element.kind == "word"]
    whole = elements
    if len(elements) == 3 and is_verb(elements[1].text.lower()) and named in (None, "subject-verb-object"):
        # Tsvetkov et al. give subject, verb and object: the verb and its object are what is looked for.
        elements = elements[1:]
        named = "verb-object"
    if len(elements) != 2:
        return None
    first, second = elements
    kind = named
    if kind not in ("verb-object", "subject-verb", "adjective-noun"):
        kind = _guess_kind(first.text.lower(), second.text.lower())
    default = second if kind == "subject-verb" else first
    replaced = default
    if word is not None:
        keys = word_keys(word)
        replaced = next((element for element in elements if element.keys & keys), default)
    partner = first if replaced is second else second
    shared = frozenset().union(*(element.keys for element in whole if element is not replaced))
    return Construction(kind, replaced, partner, shared)  # type: ignore[arg-type]


def _guess_kind(first: str, second: str) -> Kind:
    if (
        is_known(first, "ADJ")
        and is_known(second, "NOUN")
        and not (is_verb(first) and not first.endswith("y"))
    ):
        return "adjective-noun"
    if is_verb(first):
        return "verb-object"
    return "subject-verb" if is_verb(second) else "adjective-noun"


def construction_of(entry: Entry) -> Construction | None:
    """Return the construction of a metaphor, None where its base form is not two words."""
    features = entry.features
    return _construction(entry.base, features.get("construction"), features.get("word"))


def literal_word(construction: Construction, definition: str) -> str | None:
    """Return what the metaphoric word alone is replaced by, None where the definition replaces both words.

    *reduce prices* and *reduce* both give *reduce* for *drop prices*.
    """
    words = definition.split()
    rest = [word for word in words if not word_keys(bare(word)) & construction.shared]
    if len(rest) < len(words):
        edge = words[-1] if construction.kind != "subject-verb" else words[0]
        if rest and word_keys(bare(edge)) & construction.partner.keys:
            return " ".join(_without_partner(words, construction)) or None
        return None
    part = "verb" if construction.kind != "adjective-noun" else "adjective"
    category = analyse_definition(definition, part).category
    if construction.kind == "adjective-noun":
        return definition if category == "adjective" else None
    return definition if category == "verb" else None


def _without_partner(words: Sequence[str], construction: Construction) -> list[str]:
    """Return the words of a definition without those it shares with the metaphor, nor their articles.

    *reduce the prices* is *reduce*, and *figures tell the truth* is *tell the truth*.
    """
    kept: list[str] = []
    for word in words:
        if not word_keys(bare(word)) & construction.shared:
            kept.append(word)
        elif kept and bare(kept[-1]) in ("a", "an", "the"):
            kept.pop()
    return kept


def find_construction(parse: Parse, expression: Expression, keys: Sequence[frozenset[str]]) -> Match:
    """Return where a metaphor's two words stand together, or raise `Refusal`."""
    construction = construction_of(expression.entry)
    if construction is None:
        raise Refusal("expression not found", expression.entry.base)
    for word, partner in _pairs(parse, construction, keys):
        variant = _variant(parse, construction, word, partner)
        places = ((word,), (partner,))
        return Match(expression, (construction.word, construction.partner), places, (), "plain", variant)
    raise Refusal("expression not found", expression.entry.base)


def _pairs(
    parse: Parse, construction: Construction, keys: Sequence[frozenset[str]]
) -> Iterator[tuple[int, int]]:
    words = [i for i, each in enumerate(keys) if each & construction.word.keys]
    partners = [i for i, each in enumerate(keys) if each & construction.partner.keys]
    for word in words:
        for partner in partners:
            head, below = (word, partner) if construction.kind != "adjective-noun" else (partner, word)
            if (
                construction.kind == "verb-object"
                and construction.word.text.lower()
                and not _is_verb(parse, word)
            ):
                head, below = partner, word
            if word != partner and _belongs(parse, construction.kind, head, below):
                yield word, partner


def _is_verb(parse: Parse, position: int) -> bool:
    return parse[position].tag.startswith("VB")


def _belongs(parse: Parse, kind: Kind, head: int, below: int) -> bool:
    at = below
    seen: set[int] = set()
    while parse[at].dep == "conj" and at not in seen and parse[at].pos == parse[parse[at].head].pos:
        seen.add(at)
        at = parse[at].head
    token = parse[at]
    if kind == "adjective-noun":
        if token.dep in ("amod", "compound", "nmod") and token.head == head:
            return True
        return token.dep == "acomp" and head in parse.children(token.head, "nsubj")
    if not _is_verb(parse, head):
        return False
    if kind == "verb-object":
        if token.dep in ("dobj", "nsubjpass") and token.head == head:
            return True
        return (
            parse[head].dep in ("relcl", "acl")
            and parse[head].head == below
            and not parse.children(head, "dobj")
        )
    # Parsers hang a subject on the auxiliary now and then.
    return token.dep == "nsubj" and token.head in (head, *parse.children(head, "aux"))


def _variant(parse: Parse, construction: Construction, word: int, partner: int) -> Variant:
    if construction.kind == "verb-object" and parse[partner].dep == "nsubjpass":
        return "passive"
    first, last = sorted((word, partner))
    between = [parse[i] for i in range(first + 1, last)]
    apart = [token for token in between if token.pos != "ADV" or parse[token.head].pos in ("VERB", "AUX")]
    if any(token.pos in ("VERB", "ADV", "PUNCT", "ADP") for token in apart):
        return "discontinuous"
    if any(token.pos not in ("AUX", "PART") for token in between):
        return "modified"
    same = (
        parse[word].lower == construction.word.text.lower()
        and parse[partner].lower == construction.partner.text.lower()
    )
    return "base" if same else "inflected"


def replace_word(parse: Parse, match: Match, literal: str) -> Replaced:
    """Return the sentence with the literal word in the place of the metaphoric one, in its form."""
    word = match.places[0][0]
    construction = construction_of(match.expression.entry)
    if construction is None:
        raise Refusal("expression not found", match.expression.entry.base)
    token = parse[word]
    try:
        if construction.kind == "adjective-noun":
            new = _adjective(parse, word, literal)
        else:
            new = _verb(parse, match, word, literal)
        span: Span = (token.idx, token.end)
        replaced = replace_spans(parse.text, [(span, new)])
    except LanguageError as error:
        raise Refusal("doubled word" if "doubled" in str(error) else "no such form", str(error)) from None
    if replaced.text == parse.text:
        raise Refusal("nothing replaced", literal)
    return replaced


def _adjective(parse: Parse, word: int, literal: str) -> str:
    token = parse[word]
    if token.pos not in ("ADJ", "NOUN", "VERB", "PROPN"):
        raise Refusal("part of speech", token.text)
    words = literal.split()
    if (
        word
        and parse[word - 1].lower in ("very", "so", "too", "more", "most")
        and bare(words[0]).endswith("ly")
    ):
        raise Refusal("adverb stacked", f"{parse[word - 1].lower} {words[0]}")
    if token.tag in ("JJR", "JJS"):
        return " ".join([*words[:-1], compare(words[-1], token.tag)])
    return literal


def _verb(parse: Parse, match: Match, word: int, literal: str) -> str:
    tag = verb_form(parse, word)
    base = match.elements[0].text.lower()
    if (
        tag == "VBD"
        and parse[word].lower == base != parse[word].lemma.lower()
        and is_verb(base)
        and inflect_verb(base, "VBD") != base
    ):
        # The metaphor says which verb it is: in *I weed my inbox* it is no past of *wee*.
        tag = "VBP"
    if tag is None or not _is_verb(parse, word):
        raise Refusal("part of speech", parse[word].text)
    particles = parse.children(word, "prt")
    if particles:
        raise Refusal("ends inside a phrase", parse[particles[0]].text)
    phrase = analyse_definition(literal, "verb")
    if phrase.category != "verb" or phrase.negated:
        raise Refusal("part of speech", literal)
    first = bare(phrase.words[phrase.heads[0]])
    last = bare(phrase.words[-1])
    passive = bool(parse.children(word, "auxpass", "nsubjpass"))
    if passive and first in _INTRANSITIVE:
        raise Refusal("passive of a non-decomposable idiom", literal)
    objects = parse.children(word, "dobj")
    if (
        last in word_class("prepositions")
        and last not in word_class("particles")
        and len(phrase.words) > 1
        and not objects
        and not passive
        and parse[word].dep not in ("relcl", "acl")
    ):
        raise Refusal("ends inside a phrase", last)
    subject: Agreement | None = None
    if first == "be":
        subject = subject_agreement(parse, word)
        if any(parse[i].lower in ("do", "does", "did") for i in parse.children(word, "aux")):
            raise Refusal("inversion", literal)
    variety = variety_here(parse.text, match.expression.entry)
    form = inflect_here(phrase.text, tag, variety, subject=subject, heads=phrase.heads)
    return fill_slots(form, parse, match, word)
