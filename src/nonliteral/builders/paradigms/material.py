"""Words of the vocabulary made into phrases: who does what to whom, in which tense, and who else might
have.

A paradigm keeps its choices in an `Event`; the sets take it apart and put it together again under
quantifiers, negation, clefts and so on. What may vary freely (tense, time, adjectives, contraction)
is drawn here, in one place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property
from typing import Any, NamedTuple

from nonliteral.builders.paradigms import grammar as g
from nonliteral.builders.paradigms.sampling import Stratum
from nonliteral.draw import Draw
from nonliteral.lexicon.vocabulary import (
    Consequent,
    Embedder,
    Frame,
    Name,
    Noun,
    Slot,
    Vocabulary,
    load_vocabulary,
)

Person = Name | Noun
Part = g.Node | Callable[[], g.Node]


class Shape(NamedTuple):
    """Tense and aspect of a clause, and whether its negation is contracted."""

    tense: str = "past"
    perfect: bool = False
    progressive: bool = False
    modal: str = ""
    contracted: bool = False

    def keywords(self) -> dict[str, Any]:
        """Return what `grammar.clause` takes."""
        return {
            "tense": self.tense,
            "perfect": self.perfect,
            "progressive": self.progressive,
            "modal": self.modal,
        }


PAST = Shape()


class Event(NamedTuple):
    """A clause to be: a subject, a frame with its open places filled, tense and time."""

    subject: g.Phrase
    frame: Frame
    parts: tuple[Part, ...]
    shape: Shape
    time: str = ""

    def predicate(self) -> g.Predicate:
        """Return the predicate with its time, ready for a clause."""
        return make_predicate(self.frame.verb, self.parts, self.time)

    def again(self) -> Event:
        """Return the event as it is spoken of a second time: without its time, its object as a pronoun."""
        return self._replace(parts=spoken_of(self.frame, self.parts), time="")

    def clause(
        self, *, negative: bool = False, adverb: str = "", subject: g.Phrase | None = None
    ) -> g.Phrase:
        """Return the event as a clause."""
        return g.clause(
            self.subject if subject is None else subject,
            self.predicate(),
            negative=negative,
            contracted=self.shape.contracted,
            adverb=adverb,
            **self.shape.keywords(),
        )


def make_predicate(verb: str, parts: Iterable[Part], time: str = "") -> g.Predicate:
    """Return a predicate; parts that agree with the subject are made anew for each clause."""
    complements = tuple(part() if callable(part) else part for part in parts)
    return g.Predicate(verb, complements, g.words("P", time))


def spoken_of(frame: Frame, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return a complement whose direct object is a pronoun: wash it. Particles come in the way (put it
    out)."""
    first = parts[0] if parts else None
    if " " in frame.verb or not isinstance(first, g.Phrase) or not isinstance(frame.complement[0], Slot):
        return parts
    noun_is_definite = frame.complement[0].determiner == "the" and first.rule == "noun-phrase"
    return (g.stand_in(first, "object"), *parts[1:]) if noun_is_definite else parts


@cache
def noun_word(noun: Noun, plural: bool = False) -> g.Word:
    """Return a noun of the vocabulary as a word of the grammar."""
    return g.noun(
        noun.lemma,
        number="plural" if plural or noun.plural_only else "singular",
        gender=noun.gender,
        who=noun.person,
    )


@cache
def the_noun(noun: Noun, adjective: str = "", plural: bool = False) -> g.Phrase:
    """Return a definite noun phrase; names of places, games and languages stand bare."""
    word: g.Node = noun_word(noun, plural)
    if adjective:
        word = g.modified(adjective, word)
    return g.bare(word) if noun.bare else g.the(word)


@cache
def person_phrase(person: Person) -> g.Phrase:
    """Return a person as a noun phrase: Emma, the nurse."""
    return g.name(person.text, person.gender) if isinstance(person, Name) else the_noun(person)


def counted_noun(noun: Noun, adjective: str = "") -> g.Node:
    """Return a plural noun with its adjective, to be counted."""
    word: g.Node = noun_word(noun, True)
    return g.modified(adjective, word) if adjective else word


@cache
def repeats_verb(verb: str, noun: Noun) -> bool:
    """Return whether a noun has the verb's stem in it: swimmer and swim, moving box and move."""
    stem = verb.split(" ")[0].removesuffix("e")
    return len(stem) > 2 and any(word.startswith(stem) for word in re.split(r"[ -]", noun.lemma))


def halves(words: Sequence[Noun], odd: bool) -> tuple[Noun, ...]:
    """Return every second noun, so that two lists from the same words never meet."""
    return tuple(words[1 if odd else 0 :: 2])


class Material:
    """The vocabulary with what the sets ask of it again and again."""

    def __init__(self, vocabulary: Vocabulary | None = None) -> None:
        self.vocabulary = vocabulary if vocabulary is not None else load_vocabulary()
        self._frames: dict[tuple[str, ...], list[Frame]] = {}
        self._embedders: dict[str, tuple[Embedder, ...]] = {}
        self._said_of: dict[tuple[str, str], list[Frame]] = {}
        self._related: dict[tuple[str, str], bool] = {}
        self._subject_nouns: dict[tuple[str, str, str], tuple[Noun, ...]] = {}

    @property
    def names(self) -> tuple[Name, ...]:
        """Given names."""
        return self.vocabulary.names

    @cached_property
    def _name_places(self) -> dict[str, int]:
        return {name.text: place for place, name in enumerate(self.names)}

    def embedders(self, group: str) -> tuple[Embedder, ...]:
        """Return the predicates of a class that take a clause."""
        if group not in self._embedders:
            self._embedders[group] = tuple(each for each in self.vocabulary.embedders if each.group == group)
        return self._embedders[group]

    def said_of(
        self, noun: Noun, question: str, find: Callable[[Material, Noun], list[Frame]]
    ) -> list[Frame]:
        """Return what a set finds can be said of a noun, looked for once."""
        key = (question, noun.lemma)
        if key not in self._said_of:
            self._said_of[key] = find(self, noun)
        return self._said_of[key]

    def frames(self, *marks: str, subject: str = "") -> list[Frame]:
        """Return the frames with all these marks, and with this kind of subject if one is given.

        Frames whose object is never one definite thing come only where objects are counted.
        """
        key = (*marks, "subject", subject)
        if key not in self._frames:
            self._frames[key] = self._find_frames(marks, subject)
        return list(self._frames[key])

    def _find_frames(self, marks: tuple[str, ...], subject: str) -> list[Frame]:
        return [
            frame
            for frame in self.vocabulary.frames
            if frame.marks.issuperset(marks)
            and (not subject or frame.subject.names == (subject == "person"))
            and ("plural" not in frame.marks or {"count", "bulk"} & set(marks))
        ]

    def related(self, one: Noun, two: Noun) -> bool:
        """Return whether a neutral hypothesis may not put one for the other."""
        key = (one.lemma, two.lemma)
        known = self._related.get(key)
        if known is None:
            known = self._related[key] = self.vocabulary.are_related(*key)
        return known

    # Lists for strata

    def slot_lists(self, frame: Frame, subjects: Sequence[Person]) -> tuple[tuple[Noun, ...], ...]:
        """Return the nouns for each open place; no word comes both as a subject and in a place."""
        taken = {noun.lemma for noun in subjects if isinstance(noun, Noun)}
        lists = []
        for slot in frame.slots:
            nouns = tuple(noun for noun in slot.nouns if not repeats_verb(frame.verb, noun))
            if any(noun.lemma in taken for noun in nouns):
                nouns = tuple(noun for noun in halves(nouns, True) if noun.lemma not in taken)
            taken |= {noun.lemma for noun in nouns}
            lists.append(nouns)
        return tuple(lists)

    def subject_nouns(self, frame: Frame) -> tuple[Noun, ...]:
        """Return the nouns that can be the subject, half of them where they also fill a place."""
        key = (frame.verb, frame.source, frame.subject.source)
        if key not in self._subject_nouns:
            self._subject_nouns[key] = self._find_subject_nouns(frame)
        return self._subject_nouns[key]

    def _find_subject_nouns(self, frame: Frame) -> tuple[Noun, ...]:
        nouns = tuple(
            noun
            for noun in frame.subject.nouns
            if noun.kind not in RELATIONAL_KINDS and not repeats_verb(frame.verb, noun)
        )
        if "person" in frame.subject.source.split("|"):
            # What any person may do is seldom what one would say of a toddler.
            nouns = tuple(noun for noun in nouns if noun.kind != "young")
        used = {noun.lemma for slot in frame.slots for noun in slot.nouns}
        return halves(nouns, False) if any(noun.lemma in used for noun in nouns) else nouns

    def strata(
        self, frames: Iterable[Frame], *, names: bool = True, nouns: bool = True, plural: bool = False
    ) -> Iterator[Stratum]:
        """Yield strata of subject and fillers: for each frame one with names, one with nouns."""
        for frame in frames:
            key = f"{frame.verb} {frame.source} {frame.subject.source}"
            if names and frame.subject.names:
                yield Stratum(f"{key} name", frame, (self.names, *self.slot_lists(frame, ())))
            if nouns and not any(slot.determiner == "own" for slot in frame.slots):
                subjects = self.subject_nouns(frame)
                if plural:
                    subjects = tuple(noun for noun in subjects if noun.countable)
                yield Stratum(f"{key} noun", frame, (subjects, *self.slot_lists(frame, subjects)))

    # Free choices

    def adjective(self, noun: Noun, draw: Draw, chance: float = 0.3, avoid: str = "") -> str:
        """Return an adjective for a noun, or none."""
        choices = self.vocabulary.modifiers_of(noun)
        found = draw.choice(choices) if choices and draw.chance(chance) else ""
        return "" if found == avoid else found

    def time(self, draw: Draw, tense: str = "past", chance: float = 0.4, *, long: bool = False) -> str:
        """Return a time adjunct, or none; months and seasons only for what takes or marks a time."""
        times = self.vocabulary.times
        choices = times[tense] + times[f"{tense}-long"] if long else times[tense]
        return draw.choice(choices) if draw.chance(chance) else ""

    def long_time(self, draw: Draw, chance: float) -> str:
        """Return a month or season of the past, or none."""
        return draw.choice(self.vocabulary.times["past-long"]) if draw.chance(chance) else ""

    def parts(
        self, frame: Frame, fillers: Sequence[Noun], draw: Draw | None, avoid: str = ""
    ) -> tuple[Part, ...]:
        """Return the complement of a frame with its places filled; adjectives only where there is a draw."""
        found: list[Part] = []
        remaining = iter(fillers)
        for part in frame.complement:
            if isinstance(part, str):
                found.append(g.fixed("P", part))
                continue
            noun = next(remaining)
            adjective = self.adjective(noun, draw, avoid=avoid) if draw is not None else ""
            avoid = adjective or avoid
            found.append(self.fill(part, noun, adjective))
        return tuple(found)

    def fill(self, slot: Slot, noun: Noun, adjective: str) -> Part:
        """Return one place filled."""
        if slot.determiner == "the" or noun.bare:
            return the_noun(noun, adjective)
        if slot.determiner == "many":
            return g.bare(counted_noun(noun)) if noun.countable else g.bare(noun_word(noun))
        word: g.Node = noun_word(noun)
        if adjective and slot.determiner == "own":
            word = g.modified(adjective, word)
        if slot.determiner == "own":
            return lambda: g.own(word)
        return g.a(word) if noun.countable else g.bare(word)

    def stand_in(
        self, noun: Noun, nouns: Sequence[Noun], draw: Draw, avoid: Sequence[Noun] = ()
    ) -> Noun | None:
        """Return another noun for a neutral hypothesis, or None.

        Of two nouns only one may stand in for the other, never the other way round, so that no two
        paradigms differ only in which is which: those in the half of the circle after it may, those
        before it may not.
        """
        size = len(nouns)
        place = nouns.index(noun)
        reach = (size - 1) // 2
        after = [nouns[(place + step) % size] for step in range(1, reach + 1)]
        if size % 2 == 0 and place < size // 2:
            after.append(nouns[place + size // 2])
        choices = [other for other in after if not self.related(noun, other) and other not in avoid]
        # Another noun of the same kind makes the better minimal pair.
        alike = [other for other in choices if other.kind == noun.kind]
        return draw.choice(alike or choices) if choices else None

    def shape(self, frame: Frame, draw: Draw, *, present: bool = False, future: bool = False) -> Shape:
        """Return tense and aspect for a frame: mostly the simple past."""
        contracted = draw.chance(0.5)
        if frame.aspect == "state":
            return Shape("present" if present and draw.chance(0.6) else "past", contracted=contracted)
        mark = draw.uniform()
        if mark < 0.12 and frame.aspect == "activity":
            return Shape("past", progressive=True, contracted=contracted)
        if mark < 0.27 and frame.aspect in ("accomplishment", "achievement") and frame.slots:
            return Shape("present", perfect=True, contracted=contracted)
        if future and mark < 0.42:
            return Shape("present", modal="will", contracted=contracted)
        return Shape(contracted=contracted)

    def event_time(self, frame: Frame, shape: Shape, draw: Draw, chance: float = 0.4) -> str:
        """Return a time adjunct that goes with tense and aspect, or none."""
        if frame.aspect == "state" or shape.perfect or TIMED & set(frame.source.split()):
            return ""
        long = "long" in frame.marks
        if "slow" in frame.marks:
            return self.long_time(draw, chance) if shape.tense == "past" and not shape.progressive else ""
        if shape.modal == "will":
            return self.time(draw, "future", chance, long=long)
        return self.time(draw, "past", chance, long=long) if shape.tense == "past" else ""

    def event(
        self,
        frame: Frame,
        subject: Person,
        fillers: Sequence[Noun],
        draw: Draw,
        *,
        shape: Shape | None = None,
        time: float = 0.4,
        future: bool = False,
    ) -> Event:
        """Return an event with its free choices drawn."""
        if shape is None:
            shape = self.shape(frame, draw, future=future)
        parts = self.parts(frame, fillers, draw)
        return Event(person_phrase(subject), frame, parts, shape, self.event_time(frame, shape, draw, time))

    def consequent(
        self, draw: Draw, avoid: Sequence[str] = (), said: str = "", *, future: bool = False
    ) -> Callable[[], g.Phrase]:
        """Return the second half of a conditional, about nobody who is spoken of, without words already
        said."""
        spoken = set(re.findall(r"[a-z]+", said.lower())) - FUNCTION_WORDS
        while True:
            entry = draw.choice(self.vocabulary.consequents)
            if future and entry.tense == "perfect":
                continue
            said_again = spoken & set(entry.complement.split())
            if not said_again and not any(word.startswith(entry.verb) for word in spoken):
                break
        name = self.other_name(draw, avoid)
        return lambda: consequent_clause(entry, name)

    def other_name(self, draw: Draw, avoid: Sequence[str] = ()) -> Name:
        """Return a name other than the given ones, for somebody who has nothing to do with it."""
        while True:
            name = draw.choice(self.names)
            if name.text not in avoid:
                return name

    def stand_in_name(self, name: Name, draw: Draw) -> Name:
        """Return the name of somebody else for a neutral hypothesis, by the same rule of turns as nouns."""
        names = self.names
        reach = (len(names) - 1) // 2
        return names[(self._name_places[name.text] + 1 + draw.below(reach)) % len(names)]


FUNCTION_WORDS = frozenset({"a", "about", "it", "of", "the", "to", "us"})
"""Words that may be said twice."""

TIMED = frozenset({"day", "later", "weekends", "overnight", "last"})
"""Words in a complement that say when already."""

RELATIONAL_KINDS = frozenset({"kin", "spouse", "helper"})
"""Nouns that want a possessor: "the niece" by itself is odd."""


def consequent_clause(entry: Consequent, name: Name) -> g.Phrase:
    """Return a consequent as a clause."""
    subject = {
        "name": lambda: g.name(name.text, name.gender),
        "no one": lambda: g.NO_ONE,
        "that": lambda: g.THAT,
        "it": lambda: g.IT,
        "we": lambda: g.WE,
    }[entry.subject]()
    modal = "will" if entry.tense == "future" else ""
    return g.clause(
        subject,
        g.Predicate(entry.verb, g.words("P", entry.complement)),
        tense="past" if entry.tense == "past" else "present",
        perfect=entry.tense == "perfect",
        modal=modal,
    )
