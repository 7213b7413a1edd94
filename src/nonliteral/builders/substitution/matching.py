"""Finding an expression in a parsed sentence, in whatever form it has there.

Words may be inflected, hyphenated, modified, separated or turned round by a passive; slots hold the
sentence's own words. Every match is typed (`variant`), because the study of flexibility needs it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from nonliteral.builders.substitution.expressions import (
    POSSESSIVES,
    REFLEXIVES,
    Element,
    Expression,
    word_keys,
)
from nonliteral.builders.substitution.refusals import Refusal
from nonliteral.english.parses import Parse
from nonliteral.english.tables import word_class
from nonliteral.records import Span

Variant = Literal["base", "inflected", "modified", "discontinuous", "passive"]
Order = Literal["plain", "turned"]

MAX_INSERTED = 4
"""Words that may stand between two words of an expression."""

_NOUNLIKE = frozenset(("NOUN", "PROPN", "PRON", "NUM"))
_DETERMINER_TAGS = frozenset(("DT", "PRP$", "WP$", "PDT"))
_HYPHENS = frozenset("-–‐‑")
_QUOTES = frozenset(("'", '"', "‘", "’", "“", "”", "`", "``", "''", "*"))
_CLITICS = frozenset(("'s", "’s"))
_STOPS = frozenset((".", "!", "?", ";", ":", "…", "...", "—"))


class Match(msgspec.Struct, frozen=True):
    """Where an expression stands in a sentence."""

    expression: Expression
    elements: tuple[Element, ...]
    places: tuple[tuple[int, ...], ...]
    """For each element its positions; none for a determiner or slot that the sentence leaves out."""
    inserted: tuple[int, ...]
    """Positions between the first and the last word that belong to no element, hyphens and quotes aside."""
    order: Order
    """`turned` where the object stands before its verb: a passive, a relative clause."""
    variant: Variant

    @property
    def words(self) -> tuple[int, ...]:
        """The positions of the expression's words, determiners and slots not counted."""
        return tuple(
            place
            for element, places in zip(self.elements, self.places, strict=True)
            if element.kind == "word"
            for place in places
        )

    @property
    def positions(self) -> tuple[int, ...]:
        """All positions that belong to the expression, with determiners and what fills its slots."""
        return tuple(sorted(place for places in self.places for place in places))

    @property
    def first(self) -> int:
        """The first position."""
        return self.positions[0]

    @property
    def last(self) -> int:
        """The last position."""
        return self.positions[-1]

    def fill(self, slot: str) -> tuple[int, ...]:
        """Return the positions of what fills a slot; none where there is no such slot or it is left out."""
        for element, places in zip(self.elements, self.places, strict=True):
            if element.kind == "slot" and element.text == slot and places:
                return places
        return ()


def sentence_keys(parse: Parse) -> list[frozenset[str]]:
    """Return the base forms that each token may be a form of."""
    return [word_keys(token.text) | {token.lemma.lower()} for token in parse]


def find_expression(
    parse: Parse,
    expression: Expression,
    spans: Sequence[Span] = (),
    *,
    keys: Sequence[frozenset[str]] | None = None,
) -> Match:
    """Return where an expression stands, or raise `Refusal`.

    `spans` is what the corpus marked: the match has to cover most of it. Of several matches the one with
    the least in between is taken, then the first.
    """
    keys = sentence_keys(parse) if keys is None else keys
    there = frozenset().union(*keys) if keys else frozenset()
    if not expression.words or not all(
        element.keys & there or element.text in _CLITICS for element in expression.words
    ):
        raise Refusal("expression not found", expression.entry.base)
    best: tuple[tuple[int, int, int], Match] | None = None
    elsewhere = False
    marked = {i for span in spans for i in parse.within(span) if any(c.isalnum() for c in parse[i].text)}
    for match in _all_matches(parse, expression, keys):
        if marked:
            shared = len(marked & set(match.positions))
            if 5 * shared < 3 * min(len(marked), len(match.positions)):
                elsewhere = True
                continue
        missing = sum(not places for places in match.places)
        cost = (2 * len(match.inserted) + missing + 2 * (match.order == "turned"), match.first, match.last)
        if best is None or cost < best[0]:
            best = (cost, match)
    if best is None:
        raise Refusal("span elsewhere" if elsewhere else "expression not found", expression.entry.base)
    return best[1]


def _all_matches(parse: Parse, expression: Expression, keys: Sequence[frozenset[str]]) -> Iterator[Match]:
    for elements in _orders(expression):
        separated = elements is not expression.elements
        start = next(i for i, element in enumerate(elements) if element.kind == "word")
        for position, token_keys in enumerate(keys):
            if not token_keys & elements[start].keys:
                continue
            for places in _extend(parse, keys, elements, start + 1, position + 1):
                front = _look_back(parse, elements[:start], position)
                whole = (*front, (position,), *places)
                yield _make(parse, expression, elements, whole, "plain", separated)
    if expression.entry.part == "verb":
        yield from _turned(parse, expression, keys)


def _orders(expression: Expression) -> list[tuple[Element, ...]]:
    """Return the elements in their own order and, for a verb with a particle, in the other one."""
    elements = expression.elements
    orders = [elements]
    if expression.entry.part != "verb" or len(elements) < 3:
        return orders
    verb, second, *rest = elements
    particles = word_class("particles")
    prepositions = word_class("prepositions")

    def is_particle(element: Element) -> bool:
        return element.kind == "word" and element.text in particles

    inner = [element for element in rest if element.kind == "word" and element.text in prepositions]
    if is_particle(second) and not inner:
        orders.append((verb, *rest, second))
    elif is_particle(rest[-1]) and not [e for e in (second, *rest[:-1]) if e.text in prepositions]:
        orders.append((verb, rest[-1], second, *rest[:-1]))
    return orders


def _extend(
    parse: Parse,
    keys: Sequence[frozenset[str]],
    elements: Sequence[Element],
    index: int,
    position: int,
) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield the places of the elements from `index` on, looked for from `position` on."""
    if index == len(elements):
        yield ()
        return
    element = elements[index]
    if element.text in ("'s", "’s") and parse[position - 1].lower.endswith(("'s", "’s")) and position:
        for rest in _extend(parse, keys, elements, index + 1, position):
            yield ((), *rest)
        return
    if element.kind == "word":
        found = _next_word(parse, keys, element, position)
        if found is not None:
            for rest in _extend(parse, keys, elements, index + 1, found + 1):
                yield ((found,), *rest)
        return
    at = _skip_marks(parse, position)
    last = index + 1 == len(elements)
    if element.kind == "determiner":
        options = [*_determiner(parse, at), ()]
    elif element.text in ("one's", "someone's"):
        options = [*_possessor(parse, at), *_determiner(parse, at), ()]
    elif element.text == "one":
        options = [(at,)] if at < len(parse) and parse[at].tag in ("PRP", "NN", "NNP") else []
    elif element.text == "oneself":
        here = at < len(parse) and parse[at].lower in REFLEXIVES
        options = [(at,)] if here else [*_noun_phrases(parse, at, whole=last)]
    else:
        options = _noun_phrases(parse, at, whole=last)
    for option in options:
        after = option[-1] + 1 if option else position
        for rest in _extend(parse, keys, elements, index + 1, after):
            yield (option, *rest)
            break
        else:
            continue
        return


def _next_word(parse: Parse, keys: Sequence[frozenset[str]], element: Element, position: int) -> int | None:
    skipped = 0
    for at in range(position, len(parse)):
        if keys[at] & element.keys:
            return at
        text = parse[at].text
        if text in _HYPHENS or text in _QUOTES or text == ",":
            continue
        skipped += 1
        if skipped > MAX_INSERTED or text in _STOPS:
            return None
    return None


def _skip_marks(parse: Parse, position: int) -> int:
    while position < len(parse) and (parse[position].text in _HYPHENS or parse[position].text in _QUOTES):
        position += 1
    return position


def _determiner(parse: Parse, at: int) -> list[tuple[int, ...]]:
    if at >= len(parse):
        return []
    if parse[at].tag in _DETERMINER_TAGS or parse[at].lower in ("no", "any", "some"):
        return [(at,)]
    return _possessor(parse, at)


def _possessor(parse: Parse, at: int) -> list[tuple[int, ...]]:
    """Return *my*, or *my sister's* as a whole, if a possessor begins here."""
    if at >= len(parse):
        return []
    own = parse[at].tag in ("PRP$", "WP$") or (parse[at].lower in POSSESSIVES and parse[at].dep == "poss")
    alone: list[tuple[int, ...]] = [(at,)] if own else []
    for end in range(at + 1, min(at + 7, len(parse))):
        token = parse[end]
        if token.tag == "POS" or (token.lower in ("'s", "’s") and token.dep == "case"):
            inside = range(at, end)
            # A possessor is a noun phrase: its head is right before the 's or above it.
            if all(at <= parse[i].head <= end or i == token.head for i in inside if i != end - 1):
                return [tuple(range(at, end + 1)), *alone]
            return alone
        if token.pos in ("VERB", "AUX", "PUNCT", "ADP") and token.lower != "of":
            return alone
    return alone


def _noun_phrases(parse: Parse, at: int, *, whole: bool) -> list[tuple[int, ...]]:
    """Return the noun phrases that begin here, the longest first; only the longest where `whole`."""
    if at >= len(parse):
        return []
    found: list[tuple[int, ...]] = []
    for head in range(at, min(at + 10, len(parse))):
        token = parse[head]
        if token.pos == "PUNCT" and token.text not in _QUOTES and token.text != "-":
            break
        if token.dep == "det" or (token.pos not in _NOUNLIKE and token.tag not in ("DT", "WP", "WDT", "VBG")):
            continue
        below = parse.subtree(head)
        if below[0] != at:
            continue
        while below and parse[below[-1]].pos == "PUNCT":
            below.pop()
        if below == list(range(at, below[-1] + 1)):
            found.append(tuple(below))
        short = [i for i in below if i <= head]
        if short == list(range(at, head + 1)):
            found.append(tuple(short))
    unique = sorted(set(found), key=len, reverse=True)
    return unique[:1] if whole else unique


def _look_back(parse: Parse, elements: Sequence[Element], position: int) -> list[tuple[int, ...]]:
    """Return the places of determiners and slots that stand before the first word."""
    places: list[tuple[int, ...]] = []
    at = position - 1
    for element in reversed(elements):
        found: tuple[int, ...] = ()
        if at >= 0:
            token = parse[at]
            if token.tag in _DETERMINER_TAGS:
                found = (at,)
            elif token.tag == "POS" and element.kind == "slot":
                owner = token.head
                below = [i for i in parse.subtree(owner) if i <= at]
                if below and below == list(range(below[0], at + 1)):
                    found = tuple(below)
        places.append(found)
        if found:
            at = found[0] - 1
    return places[::-1]


# Passives and relative clauses: the object before its verb


def _turned(parse: Parse, expression: Expression, keys: Sequence[frozenset[str]]) -> Iterator[Match]:
    elements = expression.elements
    yield from _turned_slot(parse, expression, keys)
    parts = split_verb_phrase(elements)
    if parts is None:
        return
    goal, others = parts
    nouns = [i for i in goal if elements[i].kind == "word"]
    for verb, token_keys in enumerate(keys):
        if not token_keys & elements[0].keys or not _may_be_participle(parse, verb):
            continue
        for noun in _moved_objects(parse, verb):
            if not keys[noun] & elements[nouns[-1]].keys or noun > verb:
                continue
            places: dict[int, tuple[int, ...]] = {0: (verb,), nouns[-1]: (noun,)}
            if not _place_before(parse, keys, elements, goal, noun, places):
                continue
            rest = next(_extend(parse, keys, [elements[index] for index in others], 0, verb + 1), None)
            if rest is None:
                continue
            places.update(zip(others, rest, strict=True))
            whole = tuple(places.get(i, ()) for i in range(len(elements)))
            yield _make(parse, expression, elements, whole, "turned", False)


def _turned_slot(parse: Parse, expression: Expression, keys: Sequence[frozenset[str]]) -> Iterator[Match]:
    """Find *he was put on the spot* for *put someone on the spot*: the slot is the subject, and stays."""
    elements = expression.elements
    if len(elements) < 3 or not is_turned_slot(elements):
        return
    for verb, token_keys in enumerate(keys):
        if not token_keys & elements[0].keys or parse[verb].tag != "VBN":
            continue
        moved = [i for i in _moved_objects(parse, verb) if i < verb]
        rest = next(_extend(parse, keys, elements[2:], 0, verb + 1), None) if moved else None
        if rest is not None:
            yield _make(parse, expression, elements, ((verb,), (), *rest), "turned", False)


def is_turned_slot(elements: Sequence[Element]) -> bool:
    """Say whether the object of a verb phrase is a slot."""
    return len(elements) > 1 and elements[1].kind == "slot" and elements[1].text in ("someone", "something")


def split_verb_phrase(elements: Sequence[Element]) -> tuple[list[int], list[int]] | None:
    """Return which elements are the object of a verb phrase and which others follow; None without an object.

    *let the cat out of the bag* gives *the cat* and *out of the bag*.
    """
    if not elements or elements[0].kind != "word":
        return None
    particles, prepositions = word_class("particles"), word_class("prepositions")
    index = 1
    others: list[int] = []
    if index < len(elements) and elements[index].kind == "word" and elements[index].text in particles:
        others.append(index)
        index += 1
    goal: list[int] = []
    while index < len(elements):
        element = elements[index]
        if element.kind == "word" and (element.text in prepositions or element.text in particles):
            break
        goal.append(index)
        index += 1
    rest = list(range(index, len(elements)))
    if not any(elements[i].kind == "word" for i in goal):
        return None
    if any(elements[i].kind == "slot" and elements[i].text in ("someone", "something") for i in goal):
        return None
    if any(elements[i].kind == "slot" for i in rest):
        return None
    return goal, others + rest


def _may_be_participle(parse: Parse, position: int) -> bool:
    """Say whether a word is a verb, or an adjective behind *be* that may be one: *the rules were bent*."""
    token = parse[position]
    return token.tag.startswith("VB") or (
        token.tag == "JJ" and token.dep == "acomp" and parse[token.head].lemma == "be"
    )


def _moved_objects(parse: Parse, verb: int) -> list[int]:
    found = parse.children(verb, "nsubjpass")
    token = parse[verb]
    own = [i for i in parse.children(verb, "dobj") if parse[i].tag not in ("WDT", "WP")]
    if token.dep in ("acl", "relcl") and not own:
        found = [*found, token.head]
    if token.tag == "JJ" and token.dep == "acomp":
        found = [*found, *parse.children(token.head, "nsubj")]
    # "the beans were finally spilled": the subject may hang on the verb that this one completes.
    if token.dep in ("xcomp", "conj") and token.tag == "VBN":
        found = [*found, *parse.children(token.head, "nsubjpass", "nsubj")]
    return found


def _place_before(
    parse: Parse,
    keys: Sequence[frozenset[str]],
    elements: Sequence[Element],
    goal: Sequence[int],
    noun: int,
    places: dict[int, tuple[int, ...]],
) -> bool:
    """Find the rest of the object leftwards from its noun; say whether all of its words were there."""
    at = noun - 1
    skipped = 0
    for index in reversed([i for i in goal if i not in places]):
        element = elements[index]
        if element.kind == "word":
            while at >= 0 and not keys[at] & element.keys:
                skipped += 1
                at -= 1
                if skipped > MAX_INSERTED:
                    return False
            if at < 0:
                return False
            places[index] = (at,)
            at -= 1
            continue
        for start in range(at, max(-1, at - 4), -1):
            if parse[start].tag in _DETERMINER_TAGS and parse[start].head in (noun, at):
                places[index] = (start,)
                at = start - 1
                break
            if parse[start].pos not in ("ADJ", "NOUN", "ADV"):
                break
    return True


# Typing


def _make(
    parse: Parse,
    expression: Expression,
    elements: tuple[Element, ...],
    places: tuple[tuple[int, ...], ...],
    order: Order,
    separated: bool,
) -> Match:
    own = {place for found in places for place in found}
    if order == "plain":
        between = [i for i in range(min(own), max(own) + 1) if i not in own]
    else:
        between = _between_turned(elements, places)
    inserted = tuple(i for i in between if parse[i].text not in _HYPHENS and parse[i].text not in _QUOTES)
    variant = _variant(
        parse, elements, places, inserted, order, separated, bool(len(between) > len(inserted))
    )
    return Match(expression, elements, places, inserted, order, variant)


def _between_turned(elements: Sequence[Element], places: Sequence[tuple[int, ...]]) -> list[int]:
    """Return what stands inside the moved object, and between the verb and what follows it."""
    parts = split_verb_phrase(elements)
    goal = set(parts[0]) if parts else set()
    own = {place for found in places for place in found}
    inside: list[int] = []
    for side in (goal, set(range(len(elements))) - goal):
        at = sorted(place for index in side for place in places[index])
        if at:
            inside += [i for i in range(at[0], at[-1] + 1) if i not in own]
    return inside


def _variant(
    parse: Parse,
    elements: Sequence[Element],
    places: Sequence[tuple[int, ...]],
    inserted: Sequence[int],
    order: Order,
    separated: bool,
    hyphenated: bool,
) -> Variant:
    if order == "turned":
        verb = places[0][0]
        passive = bool(parse.children(verb, "auxpass", "nsubjpass", "agent")) or parse[verb].tag in (
            "VBN",
            "JJ",
        )
        return "passive" if passive else "discontinuous"
    own = {place for found in places for place in found}
    modifiers = [i for i in inserted if _modifies_inside(parse, i, own)]
    if separated or len(modifiers) < len(inserted):
        return "discontinuous"
    changed = False
    for element, found in zip(elements, places, strict=True):
        text = " ".join(parse[i].lower for i in found).replace(" 's", "'s").replace("’", "'")
        if element.kind == "determiner":
            if text != element.text and {text, element.text} != {"a", "an"}:
                return "modified"
        elif (element.kind == "slot" and not found) or (
            element.kind == "slot" and element.text in ("one's", "someone's") and parse[found[-1]].tag == "DT"
        ):
            return "modified"
        elif text != element.text.lower():
            changed = True
    if modifiers:
        return "modified"
    return "inflected" if changed or hyphenated else "base"


def _modifies_inside(parse: Parse, position: int, own: set[int]) -> bool:
    """Say whether an inserted word belongs to a noun of the expression, as adjectives and determiners do."""
    token = parse[position]
    if token.pos == "ADV" and token.head in own and parse[token.head].pos in ("VERB", "AUX"):
        return False
    if token.pos in ("ADJ", "NOUN", "PROPN", "NUM", "DET", "PRON") or token.tag in ("VBN", "VBG", "POS"):
        above = [position, *parse.ancestors(position)]
        return any(parse[i].pos in ("NOUN", "PROPN", "ADJ") and i in own for i in above)
    return (
        token.pos in ("ADV", "CCONJ", "PUNCT") and token.head not in own and bool(parse.ancestors(position))
    )


@cache
def _magpie_variants() -> dict[str, str]:
    text = (files(__package__) / "magpie-variants.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    return {row[0]: row[1] for row in rows[1:]}


def map_magpie_variant(name: str) -> str | None:
    """Return the type that a variant type of MAGPIE's is mapped onto, None for a name that MAGPIE has not.

    >>> map_magpie_variant("determiner-broad")
    'modified'
    """
    return _magpie_variants().get(name)
