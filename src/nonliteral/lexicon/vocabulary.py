"""The vocabulary of the grammar: nouns by kind, verbs with their frames, names, scales, states, adjuncts.

The words and what they go with lie in `data/vocabulary/`, written to be read and corrected by
people; their forms come from `nonliteral.english`. `check_vocabulary` finds what a person would
want to know of before building from it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from nonliteral.english.articles import article_for
from nonliteral.english.dictionary import DictionaryPart
from nonliteral.english.inflection import inflect_verb, pluralise
from nonliteral.errors import InputError, LanguageError, RecordError
from nonliteral.files import hash_file

DATA = Path(__file__).parent / "data" / "vocabulary"
"""The folder of the vocabulary that comes with the package."""

ASPECTS = ("activity", "accomplishment", "achievement", "state")
MARKS = (
    "shared",
    "deontic",
    "count",
    "bulk",
    "where",
    "how",
    "again",
    "habit",
    "trait",
    "long",
    "slow",
    "plural",
    "setback",
    "merry",
    "outcome",
)
QUESTION_CLASSES = ("question", "emotive", "cognitive", "opinion")
VERB_FORMS = ("VB", "VBZ", "VBD", "VBN", "VBG")


class Noun(NamedTuple):
    """A noun with all that the grammar and the restrictions ask about it."""

    lemma: str
    kind: str
    kinds: frozenset[str]
    person: bool
    mass: bool
    plural_only: bool
    bare: bool
    gender: str

    def __hash__(self) -> int:
        # A lemma stands once in a vocabulary; hashing all its kinds for every look-up would be slow.
        return hash(self.lemma)

    @property
    def plural(self) -> str:
        """The plural form."""
        return plural_of(self.lemma)

    @property
    def countable(self) -> bool:
        """Whether it can be counted: two of it, some of them."""
        return not (self.mass or self.plural_only or self.bare)


class Name(NamedTuple):
    """A given name."""

    text: str
    gender: str


class Slot(NamedTuple):
    """A place in a frame: its determiner (the, a, own, many) and the nouns that fit."""

    determiner: str
    nouns: tuple[Noun, ...]
    source: str


Part = str | Slot


class Subject(NamedTuple):
    """What may be the subject of a frame: nouns, and names if any person may be."""

    nouns: tuple[Noun, ...]
    names: bool
    source: str


class Frame(NamedTuple):
    """A verb with one way to use it."""

    verb: str
    complement: tuple[Part, ...]
    subject: Subject
    aspect: str
    marks: frozenset[str]
    source: str

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The open places of the complement."""
        return tuple(part for part in self.complement if isinstance(part, Slot))


class Change(NamedTuple):
    """A change-of-state predicate with the state that it presupposes."""

    frame: Frame
    changes: str
    before: str


class AdjectiveScale(NamedTuple):
    """Two adjectives, the strong one entailing the weak one."""

    weak: str
    strong: str
    bounded: bool
    nouns: tuple[Noun, ...]
    names: bool
    plural: bool


class VerbScale(NamedTuple):
    """Two verbs with the same frame, the strong one entailing the weak one."""

    weak: Frame
    strong: Frame
    bounded: bool


class Embedder(NamedTuple):
    """A predicate that takes a clause."""

    group: str
    verb: str
    link: str
    aspect: str


class Implicative(NamedTuple):
    """A verb that settles whether its complement holds: + yes, - no, o open."""

    verb: str
    link: str
    causee: bool
    plain: str
    negated: str


class Consequent(NamedTuple):
    """The second half of a conditional."""

    subject: str
    tense: str
    verb: str
    complement: str


class Vocabulary(NamedTuple):
    """Everything, loaded."""

    kinds: dict[str, tuple[Noun, ...]]
    nouns: dict[str, Noun]
    names: tuple[Name, ...]
    frames: tuple[Frame, ...]
    changes: tuple[Change, ...]
    adjective_scales: tuple[AdjectiveScale, ...]
    verb_scales: tuple[VerbScale, ...]
    adjectives: dict[str, tuple[Noun, ...]]
    times: dict[str, tuple[str, ...]]
    consequents: tuple[Consequent, ...]
    embedders: tuple[Embedder, ...]
    implicatives: tuple[Implicative, ...]
    determiners: dict[str, str]
    related: dict[str, frozenset[str]]
    confirmed: frozenset[str]

    def modifiers_of(self, noun: Noun) -> tuple[str, ...]:
        """Return the adjectives that go with a noun, sorted."""
        return _modifiers(self).get(noun.lemma, ())

    def are_related(self, one: str, two: str) -> bool:
        """Return whether one word may not stand in for the other in a neutral hypothesis."""
        return one == two or two in self.related.get(one, ()) or share_head(one, two)


_modifier_tables: dict[int, dict[str, tuple[str, ...]]] = {}


def _modifiers(vocabulary: Vocabulary) -> dict[str, tuple[str, ...]]:
    key = id(vocabulary.adjectives)
    if key not in _modifier_tables:
        table: dict[str, list[str]] = {}
        for adjective, nouns in vocabulary.adjectives.items():
            for noun in nouns:
                if not share_head(adjective, noun.lemma):
                    table.setdefault(noun.lemma, []).append(adjective)
        _modifier_tables[key] = {lemma: tuple(sorted(words)) for lemma, words in table.items()}
    return _modifier_tables[key]


def share_head(one: str, two: str) -> bool:
    """Return whether one noun is another with a word before it: *tree* and *lemon tree*, *lemon* and *lemon
    tree*."""
    first, second = set(re.split(r"[ -]", one)), set(re.split(r"[ -]", two))
    return bool(first & second - {"of"})


@cache
def plural_of(lemma: str) -> str:
    """Return the plural of a noun."""
    return pluralise(lemma)


@cache
def verb_form(verb: str, tag: str) -> str:
    """Return one form of a verb, with its particle if it has one."""
    return inflect_verb(verb, tag, heads=(0,))


def article_of(following: str) -> str:
    """Return a or an."""
    return _article_of(following.split(" ", 1)[0])


@cache
def _article_of(word: str) -> str:
    return article_for(word)


@cache
def load_vocabulary(folder: Path = DATA) -> Vocabulary:
    """Load the vocabulary that lies in a folder."""
    return _Loader(folder).load()


def vocabulary_hash(folder: Path = DATA) -> dict[str, str]:
    """Return the sha256 of each file of the vocabulary, for recipes."""
    return {
        path.name: hash_file(path) for path in sorted(folder.iterdir()) if path.suffix in (".toml", ".tsv")
    }


class _Loader:
    """Reads the files of one folder in the order in which they build on each other."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.by_kind: dict[str, list[Noun]] = {}
        self.by_lemma: dict[str, Noun] = {}
        self._cache: dict[str, tuple[Noun, ...]] = {}

    def load(self) -> Vocabulary:
        self._load_nouns()
        related = self._load_related()
        return Vocabulary(
            kinds={kind: tuple(nouns) for kind, nouns in self.by_kind.items()},
            nouns=self.by_lemma,
            names=tuple(self._names()),
            frames=tuple(
                self._frame(line, verb, complement, subject, aspect, marks)
                for line, (verb, complement, subject, aspect, marks) in self._rows("verbs.tsv", 5)
            ),
            changes=tuple(
                Change(self._frame(line, verb, complement, subject, "achievement", ""), changes, before)
                for line, (verb, complement, subject, changes, before) in self._rows("changes.tsv", 5)
            ),
            adjective_scales=tuple(self._adjective_scales()),
            verb_scales=tuple(self._verb_scales()),
            adjectives={
                adjective: self._nouns_of(f"adjectives.tsv:{line}", spec)
                for line, (adjective, spec) in self._rows("adjectives.tsv", 2)
            },
            times=self._times(),
            consequents=tuple(Consequent(*cells) for _, cells in self._rows("consequents.tsv", 4)),
            embedders=tuple(Embedder(*cells) for _, cells in self._rows("embedding.tsv", 4)),
            implicatives=tuple(self._implicatives()),
            determiners={form: number for _, (form, number, _) in self._rows("determiners.tsv", 3)},
            related=related,
            confirmed=frozenset(
                word for _, (cells,) in self._rows("confirmed.tsv", 1) for word in cells.split()
            ),
        )

    def _rows(self, name: str, columns: int) -> Iterator[tuple[int, list[str]]]:
        path = self.folder / name
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if line.startswith("#") or not line.strip():
                    continue
                cells = line.rstrip("\n").split("\t")
                if len(cells) != columns:
                    raise RecordError(path, number, f"{len(cells)} columns where {columns} were expected.")
                yield number, cells

    def _load_nouns(self) -> None:
        path = self.folder / "nouns.toml"
        try:
            table = tomllib.loads(path.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise InputError(f"{path} is not TOML: {error}.") from None
        above = {kind: set(entry.get("is", ())) for kind, entry in table.items()}

        def ancestors(kind: str) -> set[str]:
            found = {kind}
            for parent in above.get(kind, ()):
                found |= ancestors(parent)
            return found

        for kind, entry in table.items():
            kinds = frozenset(ancestors(kind))
            for name in kinds:
                self.by_kind.setdefault(name, [])
            for word in entry["words"]:
                lemma, _, mark = word.partition("/")
                if lemma in self.by_lemma:
                    raise InputError(
                        f"{path}: {lemma!r} stands under {self.by_lemma[lemma].kind} and {kind}."
                    )
                noun = Noun(
                    lemma=lemma,
                    kind=kind,
                    kinds=kinds,
                    person="person" in kinds,
                    mass=mark == "mass",
                    plural_only=mark == "plural",
                    bare=bool(entry.get("bare")),
                    gender={"m": "masculine", "f": "feminine"}.get(
                        mark, "common" if "person" in kinds else "neuter"
                    ),
                )
                self.by_lemma[lemma] = noun
                for name in kinds:
                    self.by_kind[name].append(noun)

    def _load_related(self) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for _, cells in self._rows("related.tsv", 1):
            group = [word.strip() for word in cells[0].split(",")]
            for word in group:
                found.setdefault(word, set()).update(group)
        return {word: frozenset(group - {word}) for word, group in found.items()}

    def _names(self) -> Iterator[Name]:
        by_gender = [
            [Name(word, {"m": "masculine", "f": "feminine"}[gender]) for word in words.split()]
            for _, (gender, words) in self._rows("names.tsv", 2)
        ]
        # Women and men in turn, so that neighbors in the list are of both.
        for names in zip_longest(*by_gender):
            yield from (name for name in names if name is not None)

    def _nouns_of(self, place: str, spec: str) -> tuple[Noun, ...]:
        """Return the nouns of `kind|kind:word|word|word`: whole kinds, words of the kind before, or nouns
        by themselves."""
        if spec in self._cache:
            return self._cache[spec]
        found: dict[str, Noun] = {}
        inside = ""
        for item in spec.split("|"):
            kind, colon, word = item.partition(":")
            if colon:
                inside, name = kind, word
                if word not in self.by_lemma or kind not in self.by_lemma[word].kinds:
                    raise InputError(f"{place}: there is no {word!r} among the nouns of kind {kind!r}.")
            else:
                name = item
            if name in self.by_lemma and (colon or inside in self.by_lemma[name].kinds):
                found[name] = self.by_lemma[name]
            elif not colon and name in self.by_kind:
                inside = ""
                found.update((noun.lemma, noun) for noun in self.by_kind[name])
            elif name in self.by_lemma:
                found[name] = self.by_lemma[name]
            else:
                raise InputError(f"{place}: {name!r} is neither a kind nor a noun in nouns.toml.")
        self._cache[spec] = tuple(found.values())
        return self._cache[spec]

    def _subject(self, place: str, spec: str) -> Subject:
        kinds = spec.split("|")
        named = "name" in kinds
        words = "|".join(kind for kind in kinds if kind != "name")
        return Subject(self._nouns_of(place, words), named or "person" in kinds, spec)

    def _frame(self, line: int, verb: str, complement: str, subject: str, aspect: str, marks: str) -> Frame:
        place = f"{self.folder.name}: {verb} (line {line})"
        if aspect not in ASPECTS:
            raise InputError(f"{place}: the aspect must be one of {', '.join(ASPECTS)}, got {aspect!r}.")
        unknown = set(marks.split()) - set(MARKS)
        if unknown:
            raise InputError(
                f"{place}: unknown marks {', '.join(sorted(unknown))}. Known: {', '.join(MARKS)}."
            )
        parts: list[Part] = []
        for piece in re.split(r"(<[^>]*>)", complement):
            if not piece.strip():
                continue
            if not piece.startswith("<"):
                parts.append(piece.strip())
                continue
            words = piece[1:-1].split(" ", 1)
            determiner = words[0] if words[0] in ("a", "own", "many") and len(words) == 2 else "the"
            spec = words[1] if determiner != "the" else piece[1:-1]
            parts.append(Slot(determiner, self._nouns_of(place, spec), spec))
        return Frame(
            verb, tuple(parts), self._subject(place, subject), aspect, frozenset(marks.split()), complement
        )

    def _adjective_scales(self) -> Iterator[AdjectiveScale]:
        for line, (weak, strong, bounded, spec) in self._rows("adjective_scales.tsv", 4):
            plural = spec.startswith("+")
            subject = self._subject(f"adjective_scales.tsv:{line}", spec.lstrip("+"))
            yield AdjectiveScale(
                weak, strong, self._bounded(line, bounded), subject.nouns, subject.names, plural
            )

    def _verb_scales(self) -> Iterator[VerbScale]:
        for line, (weak, strong, complement, subject, bounded, aspect) in self._rows("verb_scales.tsv", 6):
            yield VerbScale(
                self._frame(line, weak, complement, subject, aspect, ""),
                self._frame(line, strong, complement, subject, aspect, ""),
                self._bounded(line, bounded),
            )

    @staticmethod
    def _bounded(line: int, word: str) -> bool:
        if word not in ("bounded", "unbounded"):
            raise InputError(f"A scale on line {line} must be bounded or unbounded, got {word!r}.")
        return word == "bounded"

    def _times(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for _, (phrase, tense) in self._rows("times.tsv", 2):
            found.setdefault(tense, []).append(phrase)
        return {tense: tuple(phrases) for tense, phrases in found.items()}

    def _implicatives(self) -> Iterator[Implicative]:
        for _, (text, plain, negated) in self._rows("implicatives.tsv", 3):
            verb, causee, link = text.partition(" NAME")
            if not causee:
                for ending in (" not to", " to"):
                    if verb.endswith(ending):
                        verb, link = verb.removesuffix(ending), ending.strip()
                        break
            yield Implicative(verb, link.strip(), bool(causee), plain, negated)


# Checking


class Problem(NamedTuple):
    """Something that the checker found: where, and what."""

    place: str
    problem: str


def check_vocabulary(folder: Path = DATA) -> list[Problem]:
    """Return what is wrong with a vocabulary: lonely words, empty classes, scales that do not hold,
    misspellings."""
    vocabulary = load_vocabulary(folder)
    return [
        *_find_lonely_words(vocabulary),
        *_find_empty_classes(vocabulary),
        *_find_bad_scales(vocabulary),
        *_find_bad_names(vocabulary),
        *_find_misspellings(vocabulary),
    ]


def _all_frames(vocabulary: Vocabulary) -> Iterator[tuple[str, Frame]]:
    for frame in vocabulary.frames:
        yield "verbs.tsv", frame
    for change in vocabulary.changes:
        yield "changes.tsv", change.frame
    for scale in vocabulary.verb_scales:
        yield "verb_scales.tsv", scale.weak
        yield "verb_scales.tsv", scale.strong


def _find_lonely_words(vocabulary: Vocabulary) -> Iterator[Problem]:
    used: set[str] = set()
    for _, frame in _all_frames(vocabulary):
        for slot in frame.slots:
            used.update(noun.lemma for noun in slot.nouns)
        used.update(noun.lemma for noun in frame.subject.nouns)
    for adjective_scale in vocabulary.adjective_scales:
        used.update(noun.lemma for noun in adjective_scale.nouns)
    for noun in vocabulary.nouns.values():
        if noun.lemma not in used:
            yield Problem("nouns.toml", f"no verb or scale takes {noun.lemma!r} ({noun.kind})")
    known = set(vocabulary.nouns)
    for word in sorted(set(vocabulary.related) - known):
        yield Problem("related.tsv", f"{word!r} is not in nouns.toml")


def _find_empty_classes(vocabulary: Vocabulary) -> Iterator[Problem]:
    for kind, nouns in vocabulary.kinds.items():
        if not nouns:
            yield Problem("nouns.toml", f"the kind {kind!r} has no words")
    for file, frame in _all_frames(vocabulary):
        for slot in frame.slots:
            if not slot.nouns:
                yield Problem(file, f"{frame.verb}: nothing fits <{slot.source}>")
        if not frame.subject.nouns:
            yield Problem(file, f"{frame.verb}: nothing can be its subject")
        if "count" in frame.marks and not any(noun.countable for slot in frame.slots for noun in slot.nouns):
            yield Problem(file, f"{frame.verb}: marked count, but nothing countable fits")
        if "bulk" in frame.marks and "count" not in frame.marks:
            yield Problem(file, f"{frame.verb}: marked bulk but not count")
    for file, frame in _all_frames(vocabulary):
        for part in frame.complement:
            if isinstance(part, str) and re.search(r"[<>{}|]", part):
                yield Problem(file, f"{frame.verb}: {part!r} is not a word")


def _find_bad_scales(vocabulary: Vocabulary) -> Iterator[Problem]:
    stronger: dict[str, set[str]] = {}
    entries = [("adjective_scales.tsv", scale.weak, scale.strong) for scale in vocabulary.adjective_scales]
    entries += [("verb_scales.tsv", scale.weak.verb, scale.strong.verb) for scale in vocabulary.verb_scales]
    for file, weak, strong in entries:
        if weak == strong:
            yield Problem(file, f"{weak} is its own scalemate")
        if strong in stronger.setdefault(f"{file} {weak}", set()):
            yield Problem(file, f"<{weak}, {strong}> stands twice")
        stronger[f"{file} {weak}"].add(strong)
        if weak in stronger.get(f"{file} {strong}", ()):
            yield Problem(file, f"<{weak}, {strong}> stands both ways round")
        if (weak, strong) in REJECTED_SCALES:
            yield Problem(file, f"<{weak}, {strong}> fails a test: {REJECTED_SCALES[weak, strong]}")


REJECTED_SCALES = {
    ("warm", "hot"): "hot but not warm is fine",
    ("cool", "cold"): "cold but not cool is fine",
    ("try", "manage"): "managing without trying is fine",
    ("tried", "managed"): "managing without trying is fine",
    ("tipsy", "drunk"): "drunk but not tipsy is fine",
}
"""Pairs that look like scales and are not, so that nobody adds them again."""


def _find_bad_names(vocabulary: Vocabulary) -> Iterator[Problem]:
    seen: set[str] = set()
    for name in vocabulary.names:
        if name.text in seen:
            yield Problem("names.tsv", f"{name.text} stands twice")
        if not name.text[:1].isupper():
            yield Problem("names.tsv", f"{name.text!r} has no capital")
        seen.add(name.text)


def _find_misspellings(vocabulary: Vocabulary) -> Iterator[Problem]:
    """Words that neither the dictionary of inflections nor the English part knows as what they are used
    for."""
    confirmed = vocabulary.confirmed

    def is_word(word: str) -> bool:
        return word in confirmed or any(_is_word(spelling) for spelling in {word, word.lower()})

    for noun in vocabulary.nouns.values():
        if noun.bare:
            continue
        for word in re.split(r"[ -]", noun.lemma):
            if not is_word(word):
                yield Problem("nouns.toml", f"{word!r} in {noun.lemma!r} is in no dictionary")
    for file, frame in _all_frames(vocabulary):
        for word in frame.verb.split(" "):
            if not is_word(word):
                yield Problem(file, f"{word!r} in {frame.verb!r} is in no dictionary")
        try:
            for tag in VERB_FORMS:
                verb_form(frame.verb, tag)
        except LanguageError as error:
            yield Problem(file, f"{frame.verb}: {error}")
        for part in frame.complement:
            for word in part.split(" ") if isinstance(part, str) else ():
                if not is_word(word.removesuffix("'s")):
                    yield Problem(file, f"{word!r} after {frame.verb!r} is in no dictionary")
    for scale in vocabulary.adjective_scales:
        for adjective in (scale.weak, scale.strong):
            for word in re.split(r"[ -]", adjective):
                if not is_word(word):
                    yield Problem("adjective_scales.tsv", f"{word!r} is in no dictionary")
    for adjective in vocabulary.adjectives:
        if not is_word(adjective):
            yield Problem("adjectives.tsv", f"{adjective!r} is in no dictionary")


def _is_word(word: str) -> bool:
    from nonliteral.english.dictionary import dictionary_lemmas, is_known

    parts: tuple[DictionaryPart, ...] = ("NOUN", "ADJ", "VERB", "ADV")
    return any(is_known(word, part) or bool(dictionary_lemmas(word, part)) for part in parts)


def count_vocabulary(folder: Path = DATA) -> dict[str, int]:
    """Return how large a vocabulary is: lemmas and different word forms, by part."""
    vocabulary = load_vocabulary(folder)
    verbs = {frame.verb for _, frame in _all_frames(vocabulary)} | {e.verb for e in vocabulary.embedders}
    verbs |= {implicative.verb for implicative in vocabulary.implicatives}
    verbs.discard("be")
    adjectives = {word for scale in vocabulary.adjective_scales for word in (scale.weak, scale.strong)}
    adjectives |= set(vocabulary.adjectives)
    nouns = {noun.lemma for noun in vocabulary.nouns.values()}
    adverbials = {phrase for phrases in vocabulary.times.values() for phrase in phrases}
    locations = {noun.lemma for kind in LOCATION_KINDS for noun in vocabulary.kinds[kind]}
    forms = {form for verb in verbs for form in (verb_form(verb, tag) for tag in VERB_FORMS)}
    forms |= nouns | {noun.plural for noun in vocabulary.nouns.values() if noun.countable}
    forms |= adjectives | adverbials | {name.text for name in vocabulary.names} | set(vocabulary.determiners)
    lemmas = (
        len(verbs | nouns | adjectives | adverbials) + len(vocabulary.names) + len(vocabulary.determiners)
    )
    return {
        "lemmas": lemmas,
        "forms": len(forms),
        "verbs": len(verbs),
        "verb frames": len(vocabulary.frames),
        "nouns": len(nouns),
        "names": len(vocabulary.names),
        "adjectives": len(adjectives),
        "adverbials": len(adverbials),
        "determiners": len(vocabulary.determiners),
        "locations": len(locations),
        "change-of-state predicates": len(vocabulary.changes),
        "adjective scales": len(vocabulary.adjective_scales),
        "verb scales": len(vocabulary.verb_scales),
    }


LOCATION_KINDS = (
    "space", "venue", "workplace", "waiting-place", "lodging", "outdoors", "city", "country", "building",
)  # fmt: skip
"""The kinds of nouns that say where something is."""
