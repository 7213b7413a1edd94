"""The nine presupposition sets of the IMPPRES paper, one small class each.

What a trigger is, and how it is put under operators, is in `environments.py`; further triggers are in
`triggers.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from nonliteral.builders.paradigms import grammar as g
from nonliteral.builders.paradigms.environments import (
    Item,
    Kernel,
    Participants,
    Presupposed,
    Trigger,
    draw_bystander,
    force_other_fillers,
    text_of_person,
    with_stand_ins,
)
from nonliteral.builders.paradigms.implicature import not_true
from nonliteral.builders.paradigms.material import (
    Event,
    Material,
    Part,
    Person,
    Shape,
    counted_noun,
    make_predicate,
    noun_word,
    person_phrase,
    spoken_of,
    the_noun,
)
from nonliteral.builders.paradigms.sampling import Stratum
from nonliteral.builders.paradigms.tables import ENVIRONMENTS
from nonliteral.draw import Draw
from nonliteral.lexicon.vocabulary import Change, Embedder, Frame, Name, Noun

NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")


class _Counted(Trigger):
    """all N and both: so many people or things did something."""

    pronoun_after_denial = False

    def strata(self) -> Iterator[Stratum]:
        """Yield relative clauses with people, animals or things that they can be said of."""
        material = self.material
        frames = [
            frame
            for frame in material.frames("shared")
            if frame.aspect not in ("state", "activity")
            and frame.source
            and all(slot.determiner == "the" for slot in frame.slots)
            and (not frame.subject.nouns[0].person or _is_occasion(frame))
        ]
        for stratum in material.strata(frames, names=False, plural=True):
            verb = stratum.entry.verb
            subjects = tuple(
                noun for noun in stratum.lists[0] if any(main.verb != verb for main in self._mains(noun))
            )
            if len(subjects) > 2:
                yield stratum._replace(lists=(subjects, *stratum.lists[1:]))

    def _mains(self, noun: Noun) -> list[Frame]:
        return self.material.said_of(noun, "main", main_predicates)

    def draw_item(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw) -> Item:
        """Return the choices of one paradigm."""
        material = self.material
        frame: Frame = stratum.entry
        noun, *fillers = choice
        other = material.stand_in(noun, stratum.lists[0], draw)
        if other is None:
            other = draw.choice([each for each in stratum.lists[0] if not material.related(noun, each)])
        mains = [
            main
            for main in self._mains(noun)
            if main.verb != frame.verb
            and not ("setback" in frame.marks and "merry" in main.marks)
            and not {"early", "late"} & set(frame.source.split()) & set(main.source.split())
        ]
        main = draw.choice(mains)
        number = self.draw_number(draw)
        contracted = draw.chance(0.5)
        adjective = material.adjective(noun, draw, 0.15)
        return Item(
            noun=noun,
            other=other,
            number=number,
            more=NUMBERS[NUMBERS.index(number) + 1],
            adjective=adjective,
            parts=material.parts(frame, fillers, draw, adjective),
            verb=frame.verb,
            main=main,
            time=material.time(draw, chance=0.25),
            shape=Shape(contracted=contracted),
            names=[],
            lexemes=self.lexemes(number),
        )

    def draw_number(self, draw: Draw) -> str:
        raise NotImplementedError

    def lexemes(self, number: str) -> str:
        raise NotImplementedError

    def quantity(self, item: Item) -> str:
        raise NotImplementedError

    def _head(self, item: Item, quantity: str, other: bool) -> g.Phrase:
        head = counted_noun(item.other) if other else counted_noun(item.noun, item.adjective)
        return g.counted(quantity, head)

    def _subject(self, item: Item, quantity: str, other: bool, again: bool) -> g.Phrase:
        if again:
            return g.partitive(quantity, g.stand_in(self._head(item, quantity, other), "object"))
        return g.relative(self._head(item, quantity, other), make_predicate(item.verb, item.parts, item.time))

    def _main(self, item: Item) -> g.Predicate:
        return make_predicate(item.main.verb, self.material.parts(item.main, (), None))

    def presupposes(self, item: Item, *, other: bool = False) -> Presupposed:
        """Return that exactly so many did."""

        def so_many(number: str) -> Callable[[], g.Phrase]:
            return lambda: g.clause(
                self._head(item, f"exactly {number}", other), make_predicate(item.verb, item.parts, item.time)
            )

        return Presupposed(so_many(item.number), so_many(item.more))


def _is_occasion(frame: Frame) -> bool:
    """Return whether people may well have done something else besides: they were somewhere, or took part."""
    return (
        bool(frame.slots)
        and "outcome" not in frame.marks
        and all(noun.kinds & OCCASIONS for slot in frame.slots for noun in slot.nouns)
    )


OCCASIONS = frozenset(
    {"happening", "performance", "show", "exam", "course", "form", "rule", "proposal"}
    | {"attraction", "country", "city", "eatery", "service-place", "lodging", "outdoors"}
)
"""Kinds of places, events and papers."""


def main_predicates(material: Material, noun: Noun) -> list[Frame]:
    """Return what can be said of people or things besides: predicates without an object, by the words of
    the noun."""
    found = [
        frame
        for frame in material.frames("shared")
        if not frame.slots and frame.aspect in ("achievement", "activity") and noun in frame.subject.nouns
    ]
    return [frame for frame in found if "outcome" in frame.marks] if noun.person else found


class AllN(_Counted):
    """All four students who passed the exam celebrated: exactly four did pass it."""

    name = "all-n"
    trigger = "all_n"
    title = "all four students who ..."

    def draw_number(self, draw: Draw) -> str:
        """Return three to ten."""
        return draw.choice(NUMBERS[1:-1])

    def lexemes(self, number: str) -> str:
        """Return the trigger's words."""
        return f"all {number}"

    def kernel(self, item: Item, *, other: bool = False, again: bool = False) -> Kernel:
        """Return the clause; its negation is "not all four"."""

        def subject(opening: str = "all") -> g.Phrase:
            return self._subject(item, f"{opening} {item.number}", other, again)

        return Kernel(
            subject,
            lambda: self._main(item),
            item.shape,
            negated=lambda: g.clause(subject("not all"), self._main(item)),
        )


class Both(_Counted):
    """Both pilots who missed the flight apologized: exactly two did miss it."""

    name = "both"
    trigger = "both"
    title = "both pilots who ..."

    def draw_number(self, draw: Draw) -> str:  # noqa: ARG002 - there is no choice
        """Return two."""
        return "two"

    def lexemes(self, number: str) -> str:  # noqa: ARG002
        """Return the trigger's word."""
        return "both"

    def kernel(self, item: Item, *, other: bool = False, again: bool = False) -> Kernel:
        """Return the clause; "both … didn't" is read the other way, so it is negated from outside."""
        return Kernel(
            lambda: self._subject(item, "both", other, again),
            lambda: self._main(item),
            item.shape,
            negated=lambda: not_true(g.clause(self._subject(item, "both", other, again), self._main(item))),
        )


class ChangeOfState(Participants):
    """Emma woke up: she was asleep before that. The shop will close: it is open."""

    name = "change-of-state"
    trigger = "change_of_state"
    title = "wake up, close, repair ..."

    def strata(self) -> Iterator[Stratum]:
        """Yield each change with what can change so."""
        for change in self.material.vocabulary.changes:
            for stratum in self.material.strata([change.frame]):
                lists = list(stratum.lists)
                if not all(lists):
                    continue
                position = 0 if change.changes == "subject" else 1
                if not isinstance(lists[position][0], Name):
                    lists[position] = self._with_stand_ins(lists[position])
                if all(lists):
                    yield stratum._replace(
                        entry=change, key=f"{stratum.key} {change.before}", lists=tuple(lists)
                    )

    def _with_stand_ins(self, nouns: Sequence[Noun]) -> tuple[Noun, ...]:
        """Return the nouns that another noun of the list can stand in for."""
        return tuple(noun for noun in nouns if any(not self.material.related(noun, other) for other in nouns))

    def draw_item(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw) -> Item:
        """Return the choices of one paradigm."""
        material = self.material
        change: Change = stratum.entry
        future = draw.chance(0.25)
        shape = Shape("present", modal="will") if future else Shape()
        shape = shape._replace(contracted=draw.chance(0.5))
        position = 0 if change.changes == "subject" else 1
        changing = choice[position]
        others = (
            [
                noun
                for noun in stratum.lists[position]
                if isinstance(noun, Noun) and not material.related(noun, changing)
            ]
            if isinstance(changing, Noun)
            else []
        )
        other = (
            material.stand_in_name(changing, draw)
            if isinstance(changing, Name)
            else material.stand_in(changing, stratum.lists[position], draw) or draw.choice(others)
        )
        # What will change tomorrow need not be in its old state today: no time with the future.
        time = "" if future else material.time(draw, "past", 0.35)
        if "before" in time:
            time = "yesterday"
        adjective = material.adjective(changing, draw, 0.15) if isinstance(changing, Noun) else ""
        if adjective and (adjective in change.before or adjective in STATE_ADJECTIVES):
            adjective = ""
        return Item(
            change=change,
            choice=choice,
            position=position,
            changing=changing,
            other=other,
            adjective=adjective,
            shape=shape,
            time=time,
            future=future,
            names=[name for person in (*choice, other) for name in text_of_person(person)],
            lexemes=f"{change.frame.verb} - {change.before}",
        )

    def _changing(self, item: Item, other: bool) -> g.Phrase:
        if other:
            return person_phrase(item.other)
        if item.adjective:
            return the_noun(item.changing, item.adjective)
        return person_phrase(item.changing)

    def kernel(self, item: Item, *, other: bool = False, again: bool = False) -> Kernel:
        """Return the clause."""
        frame: Frame = item.change.frame
        changing = self._changing(item, other)

        def subject() -> g.Phrase:
            if item.position == 0:
                return g.stand_in(changing) if again else changing
            return person_phrase(item.choice[0])

        def predicate() -> g.Predicate:
            fillers = list(item.choice[1:])
            parts = list(self.material.parts(frame, fillers, None))
            if item.position == 1:
                place = next(i for i, part in enumerate(frame.complement) if not isinstance(part, str))
                parts[place] = changing
                if again:
                    parts = list(spoken_of(frame, tuple(parts)))
            return make_predicate(frame.verb, parts, "" if again else item.time)

        return Kernel(subject, predicate, item.shape)

    def presupposes(self, item: Item, *, other: bool = False) -> Presupposed:
        """Return the state just before: "was asleep before that", or "is open" before what is to come."""
        before: str = item.change.before
        absent = before.startswith("not ")
        state = before.removeprefix("not ")
        changing = self._changing(item, other)
        if item.position == 0 and "{object}" in state:
            state = state.replace("{object}", g.render(self._object(item)))

        def state_of(negative: bool, then: str) -> Callable[[], g.Phrase]:
            predicate = g.Predicate("be", g.words("A", state), g.words("P", then))
            return lambda: g.clause(
                changing,
                predicate,
                tense="present" if item.future else "past",
                negative=negative != absent,
                contracted=item.shape.contracted,
            )

        then = "" if item.future else "before that"
        return Presupposed(
            state_of(False, then),
            state_of(True, then),
            condition=state_of(False, ""),
            denial=state_of(True, ""),
        )

    def _object(self, item: Item) -> g.Phrase:
        frame: Frame = item.change.frame
        part = self.material.parts(frame, item.choice[1:], None)[-1]
        phrase = part() if callable(part) else part
        if not isinstance(phrase, g.Phrase):
            raise TypeError(f"{frame.verb} has no object to speak of")
        return phrase


STATE_ADJECTIVES = frozenset(
    {"broken", "frozen", "empty", "abandoned", "stolen", "missing", "injured", "new", "used"}
)
"""Adjectives that say something about the state themselves."""


class _Cleft(Participants):
    """It was Emma who called the plumber."""

    name = "cleft"

    def strata(self) -> Iterator[Stratum]:
        """Yield what somebody did to something."""
        material = self.material
        frames = [
            frame
            for frame in material.frames()
            if frame.subject.nouns[0].person
            and frame.slots
            and frame.aspect not in ("state", "activity")
            and any(slot.determiner != "own" and len(slot.nouns) > 2 for slot in frame.slots)
        ]
        for stratum in material.strata(frames):
            lists = list(stratum.lists)
            position = next(
                i
                for i, slot in enumerate(stratum.entry.slots)
                if slot.determiner != "own" and len(slot.nouns) > 2
            )
            lists[position + 1] = with_stand_ins(material, lists[position + 1])
            if all(lists):
                yield stratum._replace(lists=tuple(lists))

    def draw_item(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw) -> Item:
        """Return the choices of one paradigm."""
        frame: Frame = stratum.entry
        subject, *fillers = choice
        others = self.draw_other_fillers(frame, fillers, stratum.lists[1:], draw, subject)
        if others is None:
            others = force_other_fillers(self.material, frame, fillers, stratum.lists[1:], draw)
        return Item(
            focus=person_phrase(subject),
            verb=frame.verb,
            parts=self.material.parts(frame, fillers, draw.child("words")),
            other_parts=self.material.parts(frame, others, None),
            time=self.material.event_time(frame, Shape(), draw, 0.35),
            shape=Shape(contracted=draw.chance(0.5)),
            tense="past" if draw.chance(0.8) else "present",
            names=text_of_person(subject),
            lexemes="it was ... who",
        )

    def _predicate(self, item: Item, other: bool) -> g.Predicate:
        return make_predicate(item.verb, item.other_parts if other else item.parts, item.time)

    def kernel(self, item: Item, *, other: bool = False, again: bool = False) -> Kernel:
        """Return the cleft; its operators go on the copula. A second mention leaves the relative clause
        out."""

        def predicate() -> g.Predicate:
            focus = item.focus if again else g.relative(item.focus, self._predicate(item, other))
            return g.Predicate("be", (focus,))

        return Kernel(lambda: g.IT, predicate, item.shape._replace(tense=item.tense if not again else "past"))


class CleftExistence(_Cleft):
    """… : someone called the plumber."""

    name = "cleft-existence"
    trigger = "cleft_existence"
    title = "it was Emma who ..."

    def presupposes(self, item: Item, *, other: bool = False) -> Presupposed:
        """Return that someone did."""
        return Presupposed(
            lambda: g.clause(g.SOMEONE, self._predicate(item, other)),
            lambda: g.clause(g.NO_ONE, self._predicate(item, other)),
        )


class CleftUniqueness(_Cleft):
    """… : exactly one person called the plumber."""

    name = "cleft-uniqueness"
    trigger = "cleft_uniqueness"
    title = "it was Emma who ..."
    contested = frozenset({*ENVIRONMENTS, "perhaps", "belief", "filter-if", "filter-either", "filter-so"})

    def presupposes(self, item: Item, *, other: bool = False) -> Presupposed:
        """Return that exactly one person did."""
        person = g.noun("person", gender="common", who=True)

        def so_many(quantity: str) -> Callable[[], g.Phrase]:
            return lambda: g.clause(g.counted(quantity, person), self._predicate(item, other))

        return Presupposed(so_many("exactly one"), so_many("more than one"))


class Only(Participants):
    """Only Emma called the plumber, and Emma called only the plumber: Emma called the plumber."""

    name = "only"
    trigger = "only"
    title = "only Emma ..., Emma only ..."
    contested = frozenset({"modal", "perhaps"})

    def strata(self) -> Iterator[Stratum]:
        """Yield what somebody did to something."""
        for stratum in _Cleft(self.material).strata():
            frame: Frame = stratum.entry
            if "shared" in frame.marks and len(frame.slots) == 1 and stratum.key.endswith("name"):
                yield stratum._replace(key=f"subject {stratum.key}")
            if len(frame.complement) == 1 and frame.slots[0].determiner == "the":
                yield stratum._replace(key=f"object {stratum.key}")

    def draw_item(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw) -> Item:
        """Return the choices of one paradigm; what is replaced stands outside the focus."""
        material = self.material
        frame: Frame = stratum.entry
        subject, *fillers = choice
        in_subject = stratum.key.startswith("subject")
        other_subject: Person = subject
        others: Sequence[Noun] = fillers
        if in_subject:
            found = self.draw_other_fillers(frame, fillers, stratum.lists[1:], draw, subject)
            others = found or force_other_fillers(material, frame, fillers, stratum.lists[1:], draw)
        else:
            other = self.draw_other_person(subject, stratum.lists[0], draw)
            other_subject = other if other is not None else material.other_name(draw)
        shape = material.shape(frame, draw)._replace(progressive=False)
        shape = shape._replace(tense="present" if shape.perfect else "past")
        parts = material.parts(frame, fillers, draw)
        return Item(
            in_subject=in_subject,
            preverbal=draw.chance(0.5),
            subject=person_phrase(subject),
            other_subject=person_phrase(other_subject),
            frame=frame,
            parts=parts,
            other_parts=material.parts(frame, others, None) if in_subject else parts,
            shape=shape,
            time=material.event_time(frame, shape, draw, 0.3),
            names=[*text_of_person(subject), *text_of_person(other_subject)],
            lexemes="only",
            features={"focus": "subject" if in_subject else "object"},
        )

    def _subject(self, item: Item, other: bool) -> g.Phrase:
        subject: g.Phrase = item.other_subject if other else item.subject
        return subject

    def _parts(self, item: Item, other: bool) -> tuple[Part, ...]:
        parts: tuple[Part, ...] = item.other_parts if other else item.parts
        return parts

    def kernel(self, item: Item, *, other: bool = False, again: bool = False) -> Kernel:
        """Return the clause; with the subject in focus, operators go outside."""
        subject = self._subject(item, other)
        if item.in_subject:
            return Kernel(
                lambda: g.focused("only", subject),
                lambda: make_predicate(item.frame.verb, self._parts(item, other), item.time),
                item.shape,
                wide=True,
            )
        if again:
            subject = g.stand_in(subject)
        if item.preverbal and not again:
            return Kernel(
                lambda: subject,
                lambda: make_predicate(item.frame.verb, self._parts(item, other), item.time),
                item.shape,
                adverb="only",
            )

        def predicate() -> g.Predicate:
            parts = tuple(
                g.focused("only", part) if isinstance(part, g.Phrase) else part
                for part in self._parts(item, other)
            )
            return make_predicate(item.frame.verb, parts, "" if again else item.time)

        return Kernel(lambda: subject, predicate, item.shape)

    def presupposes(self, item: Item, *, other: bool = False) -> Presupposed:
        """Return the sentence without only."""
        event = Event(self._subject(item, other), item.frame, self._parts(item, other), item.shape, item.time)
        return Presupposed(event.clause, lambda: event.clause(negative=True))


class _Possessed(Trigger):
    """Emma's cat …"""

    def strata(self) -> Iterator[Stratum]:
        """Yield what people have, with what can be said of it."""
        material = self.material
        for kind in POSSESSED_KINDS:
            nouns = tuple(
                noun
                for noun in material.vocabulary.kinds[kind]
                if material.said_of(noun, "possession", possession_frames)
            )
            if nouns:
                yield Stratum(f"{kind}", kind, (material.names, nouns))

    def draw_item(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw) -> Item:  # noqa: ARG002
        """Return the choices of one paradigm."""
        material = self.material
        owner, noun = choice
        other = material.stand_in_name(owner, draw)
        frame = draw.choice(material.said_of(noun, "possession", possession_frames))
        fillers = [
            draw.choice([filler for filler in slot.nouns if filler is not noun]) for slot in frame.slots
        ]
        shape = draw_present_shape(frame, draw)
        return Item(
            owner=owner,
            other=other,
            noun=noun,
            frame=frame,
            parts=material.parts(frame, fillers, draw),
            shape=shape,
            time=material.event_time(frame, shape, draw, 0.35),
            modifier=self.draw_modifier(noun, frame, draw),
            names=[owner.text, other.text],
            lexemes="'s",
        )

    def draw_modifier(self, noun: Noun, frame: Frame, draw: Draw) -> Any:  # noqa: ARG002
        """Return what narrows the possession down, if anything."""
        return ""

    def owned(self, item: Item, plural: bool = False) -> g.Node:
        """Return the possession as a noun."""
        return noun_word(item.noun, plural)

    def kernel(self, item: Item, *, other: bool = False, again: bool = False) -> Kernel:
        """Return the clause about the possession."""
        person = item.other if other else item.owner

        def subject() -> g.Phrase:
            if again:
                return g.combine(
                    "noun-phrase",
                    g.fixed("D", "her" if person.gender == "feminine" else "his"),
                    self.owned(item),
                )
            return self.narrowed(item, g.possessed(g.name(person.text, person.gender), self.owned(item)))

        return Kernel(subject, lambda: make_predicate(item.frame.verb, item.parts, item.time), item.shape)

    def narrowed(self, item: Item, phrase: g.Phrase) -> g.Phrase:  # noqa: ARG002
        """Return a noun phrase with whatever comes after it."""
        return phrase

    def has(self, item: Item, what: Callable[[], g.Phrase], other: bool, negative: bool) -> g.Phrase:
        """Return that the owner has it."""
        person = item.other if other else item.owner
        return g.clause(
            g.name(person.text, person.gender),
            g.Predicate("have", (what(),)),
            tense="present",
            negative=negative,
            contracted=item.shape.contracted,
        )


def draw_present_shape(frame: Frame, draw: Draw) -> Shape:
    """Return a tense that is about now, so that what is possessed is still there: has gone, is going, will
    go."""
    contracted = draw.chance(0.5)
    mark = draw.uniform()
    if mark < 0.25 and frame.subject.nouns[0].person:
        return Shape("present", modal="will", contracted=contracted)
    if frame.aspect == "activity" or (mark < 0.5 and frame.aspect == "accomplishment"):
        return Shape("present", progressive=True, contracted=contracted)
    return Shape("present", perfect=True, contracted=contracted)


POSSESSED_KINDS = (
    "kin",
    "spouse",
    "helper",
    "dog",
    "cat",
    "small-pet",
    "cage-bird",
    "mount",
    "car",
    "boat",
    "device",
    "appliance",
    "garment",
)
"""The kinds of what people have."""


def possession_frames(material: Material, noun: Noun) -> list[Frame]:
    """Return what can be said of a possession that leaves it in its owner's hands."""
    if noun.person:
        return [
            frame
            for frame in material.frames("shared", subject="person")
            if frame.aspect in ("achievement", "accomplishment", "activity")
            and all(slot.determiner == "the" and not slot.nouns[0].person for slot in frame.slots)
        ]
    return [
        frame
        for frame in material.frames("shared")
        if noun in frame.subject.nouns and frame.verb not in DESTRUCTIVE
    ]


DESTRUCTIVE = frozenset({"sink", "burn down", "collapse", "shatter", "wither", "rot", "drift", "run away"})
"""After these there is nothing left to have."""


class PossessedExistence(_Possessed):
    """Emma's cat has run away: Emma has a cat."""

    name = "possessed-existence"
    trigger = "possessed_definites_existence"
    title = "Emma's cat"

    def presupposes(self, item: Item, *, other: bool = False) -> Presupposed:
        """Return that there is such a possession."""

        def what() -> g.Phrase:
            return g.a(self.owned(item))

        return Presupposed(
            lambda: self.has(item, what, other, False), lambda: self.has(item, what, other, True)
        )


class PossessedUniqueness(_Possessed):
    """Emma's cousin who lives in Norway has called: Emma has exactly one cousin who lives in Norway."""

    name = "possessed-uniqueness"
    trigger = "possessed_definites_uniqueness"
    title = "Emma's cousin who lives in Norway"
    contested = frozenset({*ENVIRONMENTS, "perhaps", "belief", "filter-if", "filter-either", "filter-so"})

    def strata(self) -> Iterator[Stratum]:
        """Yield what people may have several of."""
        for stratum in super().strata():
            if stratum.entry != "spouse":
                yield stratum

    def draw_modifier(self, noun: Noun, frame: Frame, draw: Draw) -> Any:
        """Return a relative clause for people, an adjective for things where there is one."""
        material = self.material
        if noun.person:
            habits = [
                habit
                for habit in material.frames("habit", subject="person")
                if habit.verb != frame.verb and "trait" in habit.marks
            ]
            habit = draw.choice(habits)
            fillers = [draw.choice(slot.nouns) for slot in habit.slots]
            return habit, fillers
        adjectives = [each for each in material.vocabulary.modifiers_of(noun) if each not in STATE_ADJECTIVES]
        return draw.choice(adjectives) if adjectives else ""

    def owned(self, item: Item, plural: bool = False) -> g.Node:
        """Return the possession with its adjective."""
        word: g.Node = noun_word(item.noun, plural)
        return g.modified(item.modifier, word) if isinstance(item.modifier, str) and item.modifier else word

    def narrowed(self, item: Item, phrase: g.Phrase) -> g.Phrase:
        """Return a noun phrase with its relative clause."""
        if isinstance(item.modifier, str):
            return phrase
        habit, fillers = item.modifier
        predicate = make_predicate(habit.verb, self.material.parts(habit, fillers, None))
        return g.relative(phrase, predicate, tense="present")

    def presupposes(self, item: Item, *, other: bool = False) -> Presupposed:
        """Return that there is exactly one."""

        def counted(quantity: str) -> Callable[[], g.Phrase]:
            return lambda: self.narrowed(item, g.counted(quantity, self.owned(item)))

        return Presupposed(
            lambda: self.has(item, counted("exactly one"), other, False),
            lambda: self.has(item, counted("more than one"), other, False),
        )


class Questions(Participants):
    """Emma found out why Jack resigned: Jack resigned."""

    name = "questions"
    trigger = "question"
    title = "find out why, know when ..."

    def strata(self) -> Iterator[Stratum]:
        """Yield what somebody did that can be asked about."""
        frames = [
            frame
            for frame in self.material.frames(subject="person")
            if frame.aspect in ("achievement", "accomplishment")
        ]
        yield from self.material.strata(frames)

    def draw_item(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw) -> Item:
        """Return the choices of one paradigm."""
        material = self.material
        frame: Frame = stratum.entry
        subject, *fillers = choice
        other = self.draw_other_person(subject, stratum.lists[0], draw) or material.other_name(draw)
        knower = draw_bystander(material, draw, [*text_of_person(subject), *text_of_person(other)], choice)
        asked = [*(word for word in ("where", "how") if word in frame.marks), "why"]
        if "long" in frame.marks:
            asked.append("when")
        word = draw.choice(asked)
        embedder = draw.choice(
            [entry for entry in material.embedders("question") if word in FITTING.get(entry.verb, asked)]
        )
        return Item(
            event=Event(
                person_phrase(subject),
                frame,
                material.parts(frame, fillers, draw),
                Shape(contracted=draw.chance(0.5)),
                material.event_time(frame, Shape(), draw, 0.3) if word in ("why", "how") else "",
            ),
            other=person_phrase(other),
            knower=knower,
            embedder=embedder,
            word=word,
            tense="present" if embedder.aspect == "state" and draw.chance(0.5) else "past",
            names=[*text_of_person(subject), *text_of_person(other), *text_of_person(knower)],
            lexemes=f"{embedder.verb} {word}",
        )

    def _clause(self, item: Item, other: bool, negative: bool = False) -> g.Phrase:
        event: Event = item.event
        return event.clause(negative=negative, subject=item.other if other else None)

    def kernel(self, item: Item, *, other: bool = False, again: bool = False) -> Kernel:
        """Return who knows the answer."""
        embedder: Embedder = item.embedder

        def predicate() -> g.Predicate:
            event: Event = item.event
            if again:
                inside = event.again().clause(subject=g.stand_in(event.subject))
            else:
                inside = self._clause(item, other)
            return g.Predicate(embedder.verb, (g.that(inside, item.word),))

        shape = Shape(item.tense, contracted=item.event.shape.contracted)
        return Kernel(lambda: person_phrase(item.knower), predicate, shape)

    def presupposes(self, item: Item, *, other: bool = False) -> Presupposed:
        """Return the clause that is asked about."""
        return Presupposed(
            lambda: self._clause(item, other),
            lambda: self._clause(item, other, negative=True),
        )


FITTING = {
    "understand": ("why", "how"),
    "realize": ("why", "how"),
    "describe": ("how",),
    "notice": ("when", "where"),
    "see": ("where", "how"),
    "announce": ("when", "where", "why"),
    "explain": ("why", "how"),
}
"""The questions that a verb goes with, where not all."""


PAPER: tuple[type[Trigger], ...] = (
    AllN,
    Both,
    ChangeOfState,
    CleftExistence,
    CleftUniqueness,
    Only,
    PossessedExistence,
    PossessedUniqueness,
    Questions,
)
"""The paper's sets."""
