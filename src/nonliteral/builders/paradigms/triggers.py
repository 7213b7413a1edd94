"""Triggers past the paper: factives, aspectual verbs, again, too, still and no longer, temporal clauses,
wh-clefts, remember and forget to. Each is one small class; its words are entries in the vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

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
from nonliteral.builders.paradigms.implicature import sentence
from nonliteral.builders.paradigms.material import (
    TIMED,
    Event,
    Person,
    Shape,
    make_predicate,
    person_phrase,
)
from nonliteral.builders.paradigms.sampling import Stratum
from nonliteral.draw import Draw
from nonliteral.lexicon.vocabulary import Embedder, Frame, Name


class _AboutEvent(Participants):
    """Triggers over a past event whose subject somebody else can be put for."""

    def frames(self) -> list[Frame]:
        """Return what can have happened."""
        return [
            frame
            for frame in self.material.frames(subject="person")
            if frame.aspect in ("achievement", "accomplishment")
        ]

    def strata(self) -> Iterator[Stratum]:
        """Yield what somebody did."""
        yield from self.material.strata(self.frames())

    def draw_event(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw, time: float = 0.3) -> Item:
        """Return the event and somebody else."""
        material = self.material
        frame: Frame = stratum.entry
        subject, *fillers = choice
        other: Person = self.draw_other_person(subject, stratum.lists[0], draw) or material.other_name(draw)
        shape = Shape(contracted=draw.chance(0.5))
        event = Event(
            person_phrase(subject),
            frame,
            material.parts(frame, fillers, draw),
            shape,
            material.event_time(frame, shape, draw, time) if time else "",
        )
        return Item(
            event=event,
            other=person_phrase(other),
            names=[*text_of_person(subject), *text_of_person(other)],
            lexemes="",
            features={},
        )

    def clause_of(self, item: Item, other: bool, negative: bool = False) -> g.Phrase:
        """Return the event as a clause."""
        event: Event = item.event
        return event.clause(negative=negative, subject=item.other if other else None)

    def presupposes(self, item: Item, *, other: bool = False) -> Presupposed:
        """Return that it happened."""
        return Presupposed(
            lambda: self.clause_of(item, other), lambda: self.clause_of(item, other, negative=True)
        )


class _Factive(_AboutEvent):
    """Somebody knows it or feels something about it."""

    group: ClassVar[str]

    def draw_item(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw) -> Item:
        """Return the choices of one paradigm."""
        item = self.draw_event(stratum, choice, draw)
        material = self.material
        item.knower = draw_bystander(material, draw, item.names, choice)
        verb = stratum.entry.verb
        item.embedder = draw.choice([each for each in material.embedders(self.group) if each.verb != verb])
        item.tense = "present" if item.embedder.aspect == "state" and draw.chance(0.6) else "past"
        item.names = [*item.names, *text_of_person(item.knower)]
        item.lexemes = " ".join(filter(None, (item.embedder.verb, item.embedder.link)))
        return item

    def attitude(self, item: Item, embedder: Embedder, tense: str, inside: Callable[[], g.Phrase]) -> Kernel:
        """Return that somebody has an attitude to a clause."""
        words, _, link = embedder.link.rpartition(" ")

        def predicate() -> g.Predicate:
            return g.Predicate(embedder.verb, (*g.words("A", words), g.that(inside(), link)))

        shape = Shape(tense, contracted=item.event.shape.contracted)
        return Kernel(lambda: person_phrase(item.knower), predicate, shape)

    def kernel(self, item: Item, *, other: bool = False, again: bool = False) -> Kernel:
        """Return the attitude."""
        event: Event = item.event

        def inside() -> g.Phrase:
            if again:
                return event.again().clause(subject=g.stand_in(event.subject))
            return self.clause_of(item, other)

        return self.attitude(item, item.embedder, item.tense, inside)


def is_newsworthy(frame: Frame) -> bool:
    """Return whether others may care that somebody did it: it took a while, or is about people or something
    at stake."""
    return "long" in frame.marks or any(
        noun.person or noun.kinds & STAKES for slot in frame.slots for noun in slot.nouns[:1]
    )


STAKES = frozenset(
    {"contest", "exam", "job", "bet", "proposal", "crime", "claim", "club", "gathering", "trip"}
    | {"vehicle", "artwork", "rule", "course"}
)
"""Kinds of things that something depends on."""


class EmotiveFactives(_Factive):
    """Karen is glad that Emma sold the car: Emma sold the car."""

    name = "emotive-factives"
    trigger = "emotive_factive"
    title = "regret, be glad, resent that ..."
    group = "emotive"

    def frames(self) -> list[Frame]:
        """Return what others may have feelings about."""
        return [frame for frame in super().frames() if is_newsworthy(frame)]


class CognitiveFactives(_Factive):
    """Karen found out that Emma sold the car: Emma sold the car. Their twins (think, say) presuppose
    nothing."""

    name = "cognitive-factives"
    trigger = "cognitive_factive"
    title = "know, discover, notice that ... against think, say"
    group = "cognitive"
    extra_table = "twins"

    def draw_item(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw) -> Item:
        """Return the choices of one paradigm, marked semi-factive."""
        item = super().draw_item(stratum, choice, draw)
        item.features = {"projection": "semi-factive"}
        return item

    def add_sentences(self, item: Item, draw: Draw, sentences: dict[str, str]) -> None:
        """Add the twin, plain and negated."""
        verb = item.event.frame.verb
        twin = draw.choice([each for each in self.material.embedders("opinion") if each.verb != verb])
        tense = "present" if twin.aspect == "state" and item.tense == "present" else "past"
        kernel = self.attitude(item, twin, tense, lambda: self.clause_of(item, False))
        sentences["twin plain"] = sentence(kernel.clause())
        sentences["twin negated"] = sentence(kernel.negation())


class Aspectual(_AboutEvent):
    """Emma stopped smoking: she had been smoking before that. Emma started jogging: she had not been."""

    name = "aspectual"
    trigger = "aspectual"
    title = "stop, continue, resume, finish, start ...-ing"

    VERBS: ClassVar[dict[str, tuple[str, ...]]] = {
        "habit": ("stop", "quit", "continue", "start", "begin"),
        "activity": ("stop", "continue", "resume", "start", "begin"),
        "accomplishment": ("finish", "resume", "stop", "continue"),
    }

    def frames(self) -> list[Frame]:
        """Return activities, habits and what takes time."""
        return [
            frame
            for frame in self.material.frames(subject="person")
            if (frame.aspect == "activity" and ("habit" in frame.marks or "again" in frame.marks))
            or (
                frame.aspect == "accomplishment"
                and frame.complement
                and frame.verb not in ("solve", "stay")
                and len(frame.slots) == 1 == len(frame.complement)
            )
        ]

    def draw_item(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw) -> Item:
        """Return the choices of one paradigm."""
        item = self.draw_event(stratum, choice, draw, time=0)
        frame: Frame = stratum.entry
        kind = "habit" if "habit" in frame.marks and frame.aspect == "activity" else frame.aspect
        item.verb = draw.choice(self.VERBS[kind])
        item.lexemes = f"{item.verb} -ing"
        item.begins = item.verb in ("start", "begin")
        return item

    def kernel(self, item: Item, *, other: bool = False, again: bool = False) -> Kernel:
        """Return the phase."""
        event: Event = item.event
        subject = item.other if other else event.subject

        def predicate() -> g.Predicate:
            return g.Predicate(item.verb, (g.gerund((event.again() if again else event).predicate()),))

        return Kernel(lambda: g.stand_in(subject) if again else subject, predicate, event.shape)

    def presupposes(self, item: Item, *, other: bool = False) -> Presupposed:
        """Return that it had been going on before that, or had not."""
        event: Event = item.event

        def going_on(negative: bool, then: str) -> Callable[[], g.Phrase]:
            return lambda: g.clause(
                item.other if other else event.subject,
                event.predicate().with_adjunct(then) if then else event.predicate(),
                perfect=True,
                progressive=True,
                negative=negative != item.begins,
                contracted=event.shape.contracted,
            )

        return Presupposed(
            going_on(False, "before that"),
            going_on(True, "before that"),
            condition=going_on(False, ""),
            denial=going_on(True, ""),
        )


class Again(_AboutEvent):
    """Emma called the plumber again: she had called him before."""

    name = "again"
    trigger = "again"
    title = "... again"

    def frames(self) -> list[Frame]:
        """Return what leaves no result state behind, so that again can only repeat it."""
        return [frame for frame in self.material.frames("again", subject="person") if frame.aspect != "state"]

    def draw_item(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw) -> Item:
        """Return the choices of one paradigm."""
        item = self.draw_event(stratum, choice, draw, time=0)
        if draw.chance(0.25):
            item.event = item.event._replace(
                shape=Shape("present", modal="will", contracted=item.event.shape.contracted)
            )
        item.lexemes = "again"
        return item

    def kernel(self, item: Item, *, other: bool = False, again: bool = False) -> Kernel:
        """Return the clause with again at its end."""
        event: Event = item.event
        subject = item.other if other else event.subject
        return Kernel(
            lambda: g.stand_in(subject) if again else subject,
            lambda: (event.again() if again else event).predicate().with_adjunct("again"),
            event.shape,
        )

    def presupposes(self, item: Item, *, other: bool = False) -> Presupposed:
        """Return that it had happened before."""
        event: Event = item.event

        def before(negative: bool) -> Callable[[], g.Phrase]:
            return lambda: g.clause(
                item.other if other else event.subject,
                event.predicate().with_adjunct("before"),
                tense="past" if event.shape.tense == "past" else "present",
                perfect=True,
                negative=negative,
                contracted=event.shape.contracted,
            )

        return Presupposed(before(False), before(True))


class Too(Participants):
    """Emma called the plumber, too: someone other than Emma called him."""

    name = "too"
    trigger = "too"
    title = "Emma ..., too"

    def strata(self) -> Iterator[Stratum]:
        """Yield what several people can do."""
        for stratum in self.material.strata(self.material.frames("shared", subject="person"), nouns=False):
            frame: Frame = stratum.entry
            if (
                frame.slots
                and frame.aspect not in ("state", "activity")
                and "many" not in {s.determiner for s in frame.slots}
            ):
                lists = list(stratum.lists)
                lists[1] = with_stand_ins(self.material, lists[1])
                if all(lists):
                    yield stratum._replace(lists=tuple(lists))

    def draw_item(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw) -> Item:
        """Return the choices of one paradigm."""
        material = self.material
        frame: Frame = stratum.entry
        subject, *fillers = choice
        found = self.draw_other_fillers(frame, fillers, stratum.lists[1:], draw, subject)
        others = found or force_other_fillers(material, frame, fillers, stratum.lists[1:], draw)
        return Item(
            subject=person_phrase(subject),
            verb=frame.verb,
            parts=material.parts(frame, fillers, draw),
            other_parts=material.parts(frame, others, None),
            time=material.event_time(frame, Shape(), draw, 0.25),
            shape=Shape(contracted=draw.chance(0.5)),
            names=text_of_person(subject),
            lexemes="too",
            features={"projection": "weak"},
        )

    def _predicate(self, item: Item, other: bool) -> g.Predicate:
        return make_predicate(item.verb, item.other_parts if other else item.parts, item.time)

    def kernel(self, item: Item, *, other: bool = False, again: bool = False) -> Kernel:  # noqa: ARG002
        """Return the clause; "either" would presuppose the opposite, so it is negated from outside."""

        def predicate() -> g.Predicate:
            plain = self._predicate(item, other)
            return plain._replace(adjuncts=(*plain.adjuncts, g.COMMA, g.fixed("Adv", "too")))

        def negated() -> g.Phrase:
            subject = g.combine("parenthetic", item.subject, g.COMMA, g.fixed("Adv", "too"), g.COMMA)
            return g.external_negation(g.clause(subject, self._predicate(item, other)))

        return Kernel(lambda: item.subject, predicate, item.shape, negated=negated)

    def presupposes(self, item: Item, *, other: bool = False) -> Presupposed:
        """Return that someone else did."""

        def somebody(quantity: str) -> Callable[[], g.Phrase]:
            return lambda: g.clause(
                g.other_than(g.SOMEONE if quantity == "someone" else g.NO_ONE, item.subject),
                self._predicate(item, other),
            )

        return Presupposed(somebody("someone"), somebody("no one"))


class Still(_AboutEvent):
    """Emma still works at the airport, Emma no longer works there: she worked there before."""

    name = "still"
    trigger = "still"
    title = "still, no longer"

    def frames(self) -> list[Frame]:
        """Return habits and occupations."""
        return self.material.frames("habit", subject="person")

    def draw_item(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw) -> Item:
        """Return the choices of one paradigm."""
        item = self.draw_event(stratum, choice, draw, time=0)
        item.adverb = draw.choice(("still", "no longer"))
        item.lexemes = item.adverb
        return item

    def kernel(self, item: Item, *, other: bool = False, again: bool = False) -> Kernel:
        """Return the clause; "still doesn't" presupposes the opposite, so it is negated from outside."""
        event: Event = item.event
        subject = item.other if other else event.subject

        def clause() -> g.Phrase:
            return g.clause(
                g.stand_in(subject) if again else subject,
                event.predicate(),
                tense="present",
                adverb=item.adverb,
            )

        return Kernel(
            lambda: g.stand_in(subject) if again else subject,
            event.predicate,
            Shape("present"),
            adverb=item.adverb,
            negated=lambda: g.external_negation(clause()),
        )

    def presupposes(self, item: Item, *, other: bool = False) -> Presupposed:
        """Return that it was so before."""
        event: Event = item.event

        def before(negative: bool) -> Callable[[], g.Phrase]:
            return lambda: g.clause(
                item.other if other else event.subject,
                event.predicate().with_adjunct("in the past"),
                negative=negative,
                contracted=event.shape.contracted,
            )

        return Presupposed(before(False), before(True))


class Temporal(_AboutEvent):
    """Jack called a lawyer after Emma sold the car: Emma sold the car."""

    name = "temporal"
    trigger = "temporal"
    title = "after, when, while, since ..."

    def strata(self) -> Iterator[Stratum]:
        """Yield what others can react to."""
        for stratum in super().strata():
            if stratum.entry.slots:
                yield stratum

    def draw_item(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw) -> Item:
        """Return the choices of one paradigm."""
        item = self.draw_event(stratum, choice, draw, time=0)
        material = self.material
        frame: Frame = stratum.entry
        item.actor = draw_bystander(material, draw, item.names, choice)
        reactions = [
            each
            for each in material.frames("outcome")
            if not each.slots and each.verb != frame.verb and not TIMED & set(each.source.split())
        ]
        item.reaction = draw.choice(reactions)
        words = ["after", "after", "when"]
        if "long" in frame.marks:
            words.append("since")
        if frame.aspect == "accomplishment":
            words.append("while")
        item.word = draw.choice(words)
        if item.word == "while":
            item.event = item.event._replace(shape=item.event.shape._replace(progressive=True))
        item.names = [*item.names, *text_of_person(item.actor)]
        item.lexemes = item.word
        return item

    def kernel(self, item: Item, *, other: bool = False, again: bool = False) -> Kernel:
        """Return the main clause with the temporal clause after it."""
        event: Event = item.event

        def predicate() -> g.Predicate:
            if again:
                inside = event.again().clause(subject=g.stand_in(event.subject))
            else:
                inside = self.clause_of(item, other)
            parts = self.material.parts(item.reaction, (), None)
            plain = make_predicate(item.reaction.verb, parts)
            return plain._replace(adjuncts=(g.that(inside, item.word),))

        shape = Shape(contracted=event.shape.contracted)
        if item.word == "since":
            shape = Shape("present", perfect=True, contracted=event.shape.contracted)
        return Kernel(lambda: person_phrase(item.actor), predicate, shape)


class WhCleft(Participants):
    """What Emma sold was the car: Emma sold something."""

    name = "wh-cleft"
    trigger = "wh_cleft"
    title = "what Emma sold was ..."

    def strata(self) -> Iterator[Stratum]:
        """Yield what somebody did to a thing."""
        frames = [
            frame
            for frame in self.material.frames(subject="person")
            if len(frame.complement) == 1
            and frame.slots
            and frame.slots[0].determiner == "the"
            and frame.aspect in ("achievement", "accomplishment")
            and frame.verb not in ("enter", "leave")  # to leave something is to leave it behind
            and not any(noun.person or noun.bare for noun in frame.slots[0].nouns)
            and "animal" not in frame.slots[0].nouns[0].kinds
        ]
        yield from self.material.strata(frames)

    def draw_item(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw) -> Item:
        """Return the choices of one paradigm."""
        material = self.material
        frame: Frame = stratum.entry
        subject, *fillers = choice
        other: Person = self.draw_other_person(subject, stratum.lists[0], draw) or material.other_name(draw)
        return Item(
            subject=person_phrase(subject),
            other=person_phrase(other),
            verb=frame.verb,
            focus=material.parts(frame, fillers, draw)[0],
            time=material.event_time(frame, Shape(), draw, 0.3),
            shape=Shape(contracted=draw.chance(0.5)),
            names=[*text_of_person(subject), *text_of_person(other)],
            lexemes="what ... was",
        )

    def kernel(self, item: Item, *, other: bool = False, again: bool = False) -> Kernel:
        """Return the cleft; the copula is negated, and a question asks whether the thing was what it is
        about."""
        subject = item.other if other else item.subject

        def free() -> g.Phrase:
            return g.what(g.stand_in(subject) if again else subject, make_predicate(item.verb, (), item.time))

        return Kernel(
            free,
            lambda: g.Predicate("be", (item.focus,)),
            item.shape,
            questioned=lambda: g.question(item.focus, g.Predicate("be", (free(),))),
        )

    def presupposes(self, item: Item, *, other: bool = False) -> Presupposed:
        """Return that something was."""
        subject = item.other if other else item.subject

        def what(thing: g.Phrase) -> Callable[[], g.Phrase]:
            return lambda: g.clause(subject, make_predicate(item.verb, (thing,), item.time))

        return Presupposed(what(g.SOMETHING), what(g.NOTHING))


class RememberForget(_AboutEvent):
    """Emma remembered to lock the door, Emma forgot to: she was supposed to lock it."""

    name = "remember-forget"
    trigger = "remember_forget"
    title = "remember to, forget to"

    def frames(self) -> list[Frame]:
        """Return what people are supposed to do."""
        return [
            frame
            for frame in self.material.frames("deontic", subject="person")
            if frame.aspect in ("achievement", "accomplishment")
            and frame.slots
            and not frame.marks & {"long", "slow"}
            and frame.verb not in ("eat", "drink", "enter", "leave", "sample", "taste")
        ]

    def strata(self) -> Iterator[Stratum]:
        """Yield what somebody was supposed to do."""
        yield from self.material.strata(self.frames())

    def draw_item(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw) -> Item:
        """Return the choices of one paradigm."""
        item = self.draw_event(stratum, choice, draw, time=0)
        item.verb = draw.choice(("remember", "forget"))
        item.lexemes = f"{item.verb} to"
        return item

    def kernel(self, item: Item, *, other: bool = False, again: bool = False) -> Kernel:
        """Return that somebody did or did not think of it."""
        event: Event = item.event
        subject = item.other if other else event.subject

        def predicate() -> g.Predicate:
            return g.Predicate(item.verb, (g.infinitive((event.again() if again else event).predicate()),))

        return Kernel(lambda: g.stand_in(subject) if again else subject, predicate, event.shape)

    def presupposes(self, item: Item, *, other: bool = False) -> Presupposed:
        """Return that it was to be done."""
        event: Event = item.event

        def supposed(negative: bool) -> Callable[[], g.Phrase]:
            return lambda: g.clause(
                item.other if other else event.subject,
                g.Predicate("be", (g.fixed("A", "supposed"), g.infinitive(event.predicate()))),
                negative=negative,
                contracted=event.shape.contracted,
            )

        return Presupposed(supposed(False), supposed(True))


EXTENDED: tuple[type[Trigger], ...] = (
    EmotiveFactives,
    CognitiveFactives,
    Aspectual,
    Again,
    Too,
    Still,
    Temporal,
    WhCleft,
    RememberForget,
)
"""Triggers past the paper."""

__all__ = ["EXTENDED", "Name"]
