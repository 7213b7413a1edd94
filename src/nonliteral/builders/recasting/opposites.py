"""Turning what a sentence asserts: antonyms for one marked word, ranked by how well they fit in its place.

The word is the one that carries the assertion: the head of what was marked, never a degree word beside it.
Candidates come from the antonym tables and from prefixes (*intentional*, *unintentional*). Each is put into
the sentence in the form of the word it replaces, and the sentence is parsed again: what keeps the word's
part of speech, its place in the tree and a verb's complements fits better, and so does what the sentence
plainly asserts. What fits badly is left to people.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import msgspec

from nonliteral.builders.recasting.asserting import find_doubts
from nonliteral.checking.spelling import is_common
from nonliteral.english.antonyms import Antonym, antonyms, inflected_antonyms
from nonliteral.english.dictionary import DictionaryPart, is_known
from nonliteral.english.inflection import inflect
from nonliteral.english.joining import replace_spans
from nonliteral.english.parses import Parse, Token
from nonliteral.english.parsing import parse_sentences
from nonliteral.english.polarity import is_upward
from nonliteral.english.tables import word_class
from nonliteral.errors import LanguageError
from nonliteral.records import Span

GOOD = 0.75
"""A proposal with a lower fit is shown to people but never used without them."""

MAX_TRIED = 6
"""Candidates of a word that are tried in its sentence."""

FALSE_OPPOSITES = Path(__file__).parent / "false-opposites.tsv"
"""Pairs that tables or prefixes oppose and English does not, and words that are never turned."""

_SOURCES = {"ours": 1.0, "wordnet": 0.9, "prefix": 0.85, "wordnet-similar": 0.55}
_CONTENT = ("ADJ", "VERB", "NOUN", "ADV")
_GRADED = frozenset(("very", "quite", "so", "too", "more", "most", "extremely", "rather", "increasingly"))
_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "non")
_DESCRIBING = frozenset(
    ("amod", "acomp", "attr", "oprd", "advmod", "npadvmod", "pobj", "xcomp", "conj", "appos")
)
_COMPLEMENTS = (
    "dobj",
    "prep",
    "prt",
    "xcomp",
    "ccomp",
    "dative",
    "acomp",
    "attr",
    "oprd",
    "agent",
    "auxpass",
)


class Place(msgspec.Struct, frozen=True):
    """A sentence and the words in it that may be turned."""

    text: str
    spans: tuple[Span, ...]


class Proposal(msgspec.Struct, frozen=True):
    """A word's antonym in its place: the whole sentence, what was replaced by what, and how well it fits."""

    text: str
    span: Span
    old: str
    new: str
    source: str
    complementary: bool
    fit: float
    contradicts: bool
    """Whether the turned sentence contradicts the other, or only does not follow from it."""
    doubts: tuple[str, ...] = ()
    """Why turning the word may not turn what the sentence asserts."""


class _Candidate(msgspec.Struct, frozen=True):
    position: int
    form: str
    among: int
    """How many words of meaning were marked."""
    marked: frozenset[int]
    source: str
    complementary: bool
    rank: int


def propose_opposites(
    places: Iterable[Place], *, workers: int = 1, parser: str | None = None
) -> Iterator[list[Proposal]]:
    """Yield the proposals for each place in order, the best first; none is an empty list."""
    known = list(places)
    parses = list(parse_sentences([place.text for place in known], workers=workers, parser=parser))
    tried: list[list[tuple[_Candidate, str, Span]]] = [
        list(_put_in(parse, _candidates(parse, place.spans)))
        for place, parse in zip(known, parses, strict=True)
    ]
    again = parse_sentences(
        [text for options in tried for _, text, _ in options], workers=workers, parser=parser
    )
    for parse, options in zip(parses, tried, strict=True):
        made = [_judge(parse, candidate, text, span, next(again)) for candidate, text, span in options]
        yield sorted(made, key=lambda proposal: (-proposal.fit, proposal.span, proposal.new))


def _candidates(parse: Parse, spans: tuple[Span, ...]) -> list[_Candidate]:
    positions = sorted({position for span in spans for position in parse.within(span)})
    words = [i for i in positions if _can_be_turned(parse, i)]
    # The head of what was marked asserts; what depends on it is tried only where it has no antonym. An adverb
    # right before another word belongs to that word, whatever the parser makes of it (*oddly quiet*).
    words.sort(key=lambda i: (parse[i].pos == "ADV" and i + 1 in words, parse.depth(i), i))
    for position in words:
        found = _antonyms_of(parse, position, len(words), frozenset(positions))
        if found:
            return found[:MAX_TRIED]
    return []


def _can_be_turned(parse: Parse, position: int) -> bool:
    token = parse[position]
    hyphens = (
        parse.text[max(token.idx - 1, 0) : token.idx] == "-" or parse.text[token.end : token.end + 1] == "-"
    )
    return (
        token.pos in _CONTENT
        and token.text.isalpha()
        and not hyphens
        and token.lower not in word_class("degree words")
        and token.lower not in word_class("particles")
        and token.lower not in _never_turned()
        and token.lemma not in ("be", "have", "do")
    )


@cache
def _never_turned() -> frozenset[str]:
    """Return words whose antonyms, where tables have any, turn nothing: *other*, *few*, colours."""
    return frozenset(row[0] for row in _false_opposites() if row[1] == "*")


@cache
def _false_opposites() -> frozenset[tuple[str, str]]:
    lines = FALSE_OPPOSITES.read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return frozenset((row[0], row[1]) for row in rows[1:])


def _antonyms_of(parse: Parse, position: int, among: int, marked: frozenset[int]) -> list[_Candidate]:
    token = parse[position]
    found: dict[str, _Candidate] = {}

    def add(form: str, word: str, source: str, complementary: bool, rank: int) -> None:
        pairs = {(token.lower, form.lower()), (token.lemma.lower(), word.lower())}
        wrong = any(pair in _false_opposites() or pair[::-1] in _false_opposites() for pair in pairs)
        if " " not in form and form.lower() != token.lower and form not in found and not wrong:
            found[form] = _Candidate(position, form, among, marked, source, complementary, rank)

    for each, tag, lemma in _views(token):
        for form, antonym in _inflected(each):
            add(form, antonym.word, antonym.source, antonym.complementary, antonym.rank)
        if each.pos == "ADV":
            for form, antonym in _adverbs_through_adjectives(lemma):
                add(form, antonym.word, antonym.source, antonym.complementary, antonym.rank)
        for rank, form in enumerate(_by_prefix(lemma, each.pos)):
            try:
                add(inflect(form, tag), form, "prefix", False, rank)
            except LanguageError:
                continue
        if found:
            break
    return sorted(found.values(), key=lambda c: (-_SOURCES[c.source] + 0.03 * c.rank, c.form))


def _views(token: Token) -> Iterator[tuple[Token, str, str]]:
    """Yield a word as it is tagged, then as what parsers often take for something else."""
    yield token, token.tag, token.lemma
    if token.tag in ("VBN", "VBG", "NN", "RB", "VB") and token.pos != "ADJ" and token.dep in _DESCRIBING:
        # *hidden*, *quiet*, *flat*: participles and bare words that describe.
        yield msgspec.structs.replace(token, lemma=token.lower, tag="JJ", pos="ADJ"), "JJ", token.lower
    if token.pos == "ADJ" and token.lower.endswith("ly"):
        yield msgspec.structs.replace(token, lemma=token.lower, tag="RB", pos="ADV"), "RB", token.lower
    if token.pos == "ADJ" and token.tag == "JJ":
        yield msgspec.structs.replace(token, lemma=token.lower, tag="RB", pos="ADV"), "RB", token.lower


def _inflected(token: Token) -> list[tuple[str, Antonym]]:
    try:
        return inflected_antonyms(token)
    except LanguageError:
        return []


def _adverbs_through_adjectives(adverb: str) -> Iterator[tuple[str, Antonym]]:
    """Yield *loudly* for *quietly* by way of *quiet* and *loud*."""
    if not adverb.endswith("ly"):
        return
    stems = [
        adverb[:-2],
        adverb[:-2] + "e",
        adverb[:-3] + "y" if adverb.endswith("ily") else "",
        adverb[:-1] + "e",
    ]
    for stem in stems:
        if not stem or not is_known(stem, "ADJ"):
            continue
        for antonym in antonyms(stem, "ADJ"):
            form = _adverb(antonym.word)
            if form is not None:
                yield form, antonym


def _adverb(adjective: str) -> str | None:
    if adjective.endswith("y") and len(adjective) > 3:
        options = [adjective[:-1] + "ily", adjective + "ly"]
    elif adjective.endswith("le"):
        options = [adjective[:-1] + "y"]
    elif adjective.endswith("ic"):
        options = [adjective + "ally"]
    else:
        options = [adjective + "ly"]
    return next((option for option in options if is_known(option, "ADV")), None)


def _by_prefix(lemma: str, pos: str) -> Iterator[str]:
    if pos not in ("ADJ", "ADV"):
        return
    part: DictionaryPart = "ADJ" if pos == "ADJ" else "ADV"
    for prefix in _PREFIXES:
        if lemma.startswith(prefix) and len(lemma) > len(prefix) + 3 and is_known(lemma[len(prefix) :], part):
            yield lemma[len(prefix) :]
    for ending, other in (("less", "ful"), ("ful", "less"), ("lessly", "fully"), ("fully", "lessly")):
        if lemma.endswith(ending) and is_known(lemma.removesuffix(ending) + other, part):
            yield lemma.removesuffix(ending) + other
    for prefix in _PREFIXES[:-1]:
        if is_known(prefix + lemma, part):
            yield prefix + lemma


def _put_in(parse: Parse, candidates: list[_Candidate]) -> Iterator[tuple[_Candidate, str, Span]]:
    for candidate in candidates:
        token = parse[candidate.position]
        try:
            replaced = replace_spans(parse.text, [((token.idx, token.end), candidate.form)])
        except LanguageError:
            continue
        if replaced.text != parse.text:
            yield candidate, replaced.text, replaced.spans[0]


def _judge(parse: Parse, candidate: _Candidate, text: str, span: Span, turned: Parse) -> Proposal:
    token = parse[candidate.position]
    new = turned.within(span)
    fit = _SOURCES[candidate.source] - 0.03 * candidate.rank
    if not is_common(candidate.form):
        fit -= 0.2
    # *very different* makes *very similar*, but not *very identical*.
    graded = any(parse[child].lower in _GRADED for child in parse.children(candidate.position, "advmod"))
    if graded and (candidate.complementary or candidate.form in ("identical", "same")):
        fit -= 0.3
    if len(new) == 1:
        other = turned[new[0]]
        fit -= 0.1 * (other.pos != token.pos) + 0.1 * (other.dep != token.dep)
        if token.pos == "VERB" and _complements(parse, candidate.position) != _complements(turned, new[0]):
            fit -= 0.3
        if token.pos == "VERB" and (candidate.source != "ours" or parse.children(candidate.position, "prt")):
            # WordNet's verbs are opposed in one sense of many, and a particle belongs to its own verb.
            fit -= 0.2
    else:
        fit -= 0.2
    if token.dep == "conj" or parse.children(candidate.position, "conj") or candidate.among > 2:
        # One of several that are joined, or of many words: what is left unturned speaks against it.
        fit -= 0.3
    if token.pos == "ADV" and not candidate.form.endswith("ly") and not is_known(candidate.form, "ADV"):
        # *whistled loud* is said, *whistled quiet* is not.
        fit -= 0.3
    if token.pos == "NOUN":
        # Nouns name things, and rarely assert: *in addition* has no opposite that anybody says.
        fit -= 0.3
    upward = is_upward(parse, [candidate.position])
    if not upward:
        # Under a negation the ends of a scale leave a middle, and *not all true* goes with *not all false*.
        fit -= 0.3
    if candidate.source == "wordnet" and not _share_stem(token.lower, candidate.form.lower()):
        # WordNet opposes words in one sense of several (*automatic*, *manual*); *un-* opposes in all.
        fit -= 0.2
    doubts = find_doubts(parse, candidate.position, candidate.marked)
    fit -= 0.3 * len(doubts)
    return Proposal(
        text=text,
        span=span,
        old=token.text,
        new=text[span[0] : span[1]],
        source=candidate.source,
        complementary=candidate.complementary,
        fit=round(max(fit, 0.0), 3),
        contradicts=upward or candidate.complementary,
        doubts=tuple(doubts),
    )


def _share_stem(one: str, other: str) -> bool:
    """Say whether two words differ by a prefix or ending that denies: *likely*, *unlikely*."""
    shorter, longer = sorted((one, other), key=len)
    return (
        longer.endswith(shorter)
        or one.removesuffix("ful") == other.removesuffix("less")
        or (one.removesuffix("less") == other.removesuffix("ful"))
    )


def _complements(parse: Parse, position: int) -> list[str]:
    """Return the frame of a verb: what it takes, and which prepositions and particles."""
    return sorted(
        f"{parse[child].dep} {parse[child].lower}"
        if parse[child].dep in ("prep", "prt")
        else parse[child].dep
        for child in parse.children(position, *_COMPLEMENTS)
    )
