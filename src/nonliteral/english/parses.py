"""A light, serialisable parse: tokens with lemma, tags and heads, free of any parser's objects.

Builders work on `Parse`, whoever made it: `parsing` with the pinned model, or a test by hand with
`build_parse`. Offsets count code points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import msgspec

from nonliteral.errors import LanguageError
from nonliteral.records import Span


class Token(msgspec.Struct, frozen=True, array_like=True):
    """A word or mark of a sentence. `head` is the position of its head; a root is its own head."""

    text: str
    lemma: str
    tag: str
    pos: str
    dep: str
    head: int
    idx: int

    @property
    def end(self) -> int:
        """The offset behind the token."""
        return self.idx + len(self.text)

    @property
    def lower(self) -> str:
        """The token's text in lower case."""
        return self.text.lower()


class Parse(msgspec.Struct, frozen=True, dict=True):
    """A text with its tokens, and the ways through its tree."""

    text: str
    tokens: tuple[Token, ...]

    def __len__(self) -> int:
        return len(self.tokens)

    def __getitem__(self, position: int) -> Token:
        return self.tokens[position]

    def __iter__(self) -> Iterator[Token]:
        return iter(self.tokens)

    @cached_property
    def _children(self) -> tuple[tuple[int, ...], ...]:
        below: list[list[int]] = [[] for _ in self.tokens]
        for position, token in enumerate(self.tokens):
            if token.head != position:
                below[token.head].append(position)
        return tuple(tuple(positions) for positions in below)

    @cached_property
    def roots(self) -> tuple[int, ...]:
        """The positions of the roots, one a sentence."""
        return tuple(position for position, token in enumerate(self.tokens) if token.head == position)

    def children(self, position: int, *deps: str) -> list[int]:
        """Return the positions right below a token, only those with one of `deps` if any are given."""
        below = self._children[position]
        return [child for child in below if not deps or self.tokens[child].dep in deps]

    def subtree(self, position: int) -> list[int]:
        """Return the positions of a token and everything below it, from left to right."""
        found, waiting = [position], [position]
        while waiting:
            below = self._children[waiting.pop()]
            found.extend(below)
            waiting.extend(below)
        return sorted(found)

    def ancestors(self, position: int) -> list[int]:
        """Return the positions above a token, from its head up to the root."""
        above: list[int] = []
        while self.tokens[position].head != position:
            position = self.tokens[position].head
            above.append(position)
        return above

    def depth(self, position: int) -> int:
        """Return how many steps a token is below its root."""
        return len(self.ancestors(position))

    def span(self, positions: Sequence[int]) -> Span:
        """Return the offsets from the first to the last of some tokens."""
        if not positions:
            raise LanguageError("No tokens were given, so they have no span. Give at least one.")
        return self.tokens[min(positions)].idx, self.tokens[max(positions)].end

    def within(self, span: Span) -> list[int]:
        """Return the positions of the tokens that lie in a span, even in part."""
        return [i for i, token in enumerate(self.tokens) if token.idx < span[1] and token.end > span[0]]

    def covers_whole_tokens(self, span: Span) -> bool:
        """Say whether a span begins and ends at the edges of tokens."""
        inside = self.within(span)
        return bool(inside) and self.span(inside) == span

    def top(self, positions: Sequence[int]) -> int:
        """Return the highest of some tokens: the head of the phrase that they make."""
        if not positions:
            raise LanguageError("No tokens were given, so they have no head. Give at least one.")
        return min(positions, key=lambda position: (self.depth(position), position))

    def is_constituent(self, positions: Sequence[int]) -> bool:
        """Say whether some tokens are a token and everything below it, marks aside."""
        words = {i for i in positions if self.tokens[i].pos != "PUNCT"}
        if not words:
            return False
        below = {i for i in self.subtree(self.top(sorted(words))) if self.tokens[i].pos != "PUNCT"}
        return below == words

    def sentence_of(self, position: int) -> list[int]:
        """Return the positions of the sentence that a token is in."""
        return self.subtree((self.ancestors(position) or [position])[-1])

    @cached_property
    def sentence_starts(self) -> frozenset[int]:
        """The positions of the first tokens of the sentences."""
        return frozenset(min(self.subtree(root)) for root in self.roots)


# The coarse part of speech of each fine tag, where one follows from the other.
_COARSE = {
    "NN": "NOUN",
    "NNS": "NOUN",
    "NNP": "PROPN",
    "NNPS": "PROPN",
    "PRP": "PRON",
    "PRP$": "PRON",
    "WP": "PRON",
    "WP$": "PRON",
    "EX": "PRON",
    "DT": "DET",
    "PDT": "DET",
    "WDT": "DET",
    "IN": "ADP",
    "RP": "ADP",
    "TO": "PART",
    "POS": "PART",
    "CC": "CCONJ",
    "MD": "AUX",
    "CD": "NUM",
    "UH": "INTJ",
    "FW": "X",
    "LS": "X",
}


def coarse_tag(tag: str, dep: str = "") -> str:
    """Return the coarse part of speech that a fine tag has, as spaCy names them.

    >>> coarse_tag("VBD"), coarse_tag("VBD", "aux"), coarse_tag("IN", "mark"), coarse_tag(",")
    ('VERB', 'AUX', 'SCONJ', 'PUNCT')
    """
    if tag.startswith("VB"):
        return "AUX" if dep in ("aux", "auxpass") else "VERB"
    if tag == "IN" and dep == "mark":
        return "SCONJ"
    if dep == "neg":
        return "PART"
    if tag.startswith("JJ"):
        return "ADJ"
    if tag.startswith(("RB", "WRB")):
        return "ADV"
    return _COARSE.get(tag, "PUNCT")


def build_parse(text: str, rows: str) -> Parse:
    """Make a parse by hand: a line a token, with word, lemma, tag, dependency and the head's position.

    Words must stand in the text in this order; a sixth cell gives the coarse part of speech where it
    does not follow from the tag. A root names itself as head.

    >>> parse = build_parse("She left.", "She she PRP nsubj 1\\nleft leave VBD ROOT 1\\n. . . punct 1")
    >>> parse[1].lemma, parse.children(1, "nsubj"), parse.span([0, 1])
    ('leave', [0], (0, 8))
    """
    tokens: list[Token] = []
    offset = 0
    lines = [line.split() for line in rows.splitlines() if line.strip()]
    for number, cells in enumerate(lines):
        if len(cells) not in (5, 6) or not cells[4].isdigit() or int(cells[4]) >= len(lines):
            raise LanguageError(
                f"Row {number} of the parse must be word, lemma, tag, dependency and head. "
                f"Mend {' '.join(cells)!r}."
            )
        word, lemma, tag, dep, head = cells[:5]
        found = text.find(word, offset)
        if found < 0:
            raise LanguageError(f"The word {word!r} of row {number} does not follow in {text!r}.")
        pos = cells[5] if len(cells) == 6 else coarse_tag(tag, dep)
        tokens.append(Token(word, lemma, tag, pos, dep, int(head), found))
        offset = found + len(word)
    parse = Parse(text, tuple(tokens))
    check_tree(parse)
    return parse


def check_tree(parse: Parse) -> None:
    """Raise `LanguageError` unless every token leads up to a root."""
    for position in range(len(parse)):
        seen = {position}
        while parse[position].head != position:
            position = parse[position].head
            if position in seen:
                raise LanguageError(
                    f"The heads of {parse.text!r} go round in a circle at {parse[position].text!r}."
                )
            seen.add(position)
