"""The implicature sets: two scalemates, their negations, and the sentences that differ in nothing else.

Each set makes four sentences of a paradigm: weak, strong, not-strong and none (the negation of
weak). Which pairs they give and with which labels is in `labels.tsv`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from nonliteral.builders.paradigms import grammar as g
from nonliteral.builders.paradigms.material import (
    Event,
    Material,
    Part,
    Person,
    Shape,
    counted_noun,
    halves,
    make_predicate,
    noun_word,
    person_phrase,
    the_noun,
)
from nonliteral.builders.paradigms.sampling import Stratum
from nonliteral.draw import Draw
from nonliteral.lexicon.vocabulary import AdjectiveScale, Frame, Noun, VerbScale
from nonliteral.records import Label

Sentences = dict[str, str]


class Made(NamedTuple):
    """What a set makes of one paradigm: its sentences, the scale, and what else is worth knowing about it."""

    sentences: Sentences
    lexemes: str
    features: dict[str, Any]
    plain_paraphrases: frozenset[str] = frozenset()
    """Paraphrases that do not keep the implicature of the scalemate."""
    labels: Mapping[str, Label] = MappingProxyType({})
    """Labels by cell, where a paradigm's words decide them."""


class ImplicatureSet:
    """A set of implicature paradigms; a subclass says which words it takes and which sentences it makes of
    them."""

    name: ClassVar[str]
    trigger: ClassVar[str]
    table: ClassVar[str] = "implicature"
    phenomenon: ClassVar[str] = "implicature"
    title: ClassVar[str] = ""

    def __init__(self, material: Material) -> None:
        self.material = material

    def strata(self) -> Iterator[Stratum]:
        """Yield the words that paradigms are made from."""
        raise NotImplementedError

    def make(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw, *, balanced: bool = False) -> Made:
        """Return the sentences of one paradigm, with paraphrases where the design is balanced."""
        raise NotImplementedError


def sentence(phrase: g.Phrase) -> str:
    """Return a clause as a sentence."""
    return g.render(phrase, ".")


def not_true(inside: g.Phrase) -> g.Phrase:
    """Return "It is not true that" with a clause."""
    return g.external_negation(inside)


def it_is(what: str, inside: g.Phrase) -> g.Phrase:
    """Return "It is possible that" and the like with a clause."""
    return _it_is(f"{what} that", inside)


def _it_is(what: str, inside: g.Phrase) -> g.Phrase:
    negative = what.startswith("not ")
    adjective, _, link = what.removeprefix("not ").rpartition(" ")
    predicate = g.Predicate("be", (g.fixed("A", adjective), g.that(inside, link)))
    return g.clause(g.IT, predicate, tense="present", negative=negative)


def by_affirmation(sentences: dict[str, g.Phrase], again: dict[str, g.Phrase]) -> Sentences:
    """Return the sentences with paraphrases that affirm a scalemate: "It is true that …", "It is a fact
    that …"."""
    made = {key: sentence(phrase) for key, phrase in sentences.items()}
    for key, source, opening in (
        ("strong-2", "strong", "true"),
        ("strong-3", "strong", "a fact"),
        ("weak-2", "weak", "true"),
        ("none-2", "none", "true"),
        ("none-3", "none", "a fact"),
        ("not-strong-2", "not-strong", "a fact"),
    ):
        made[key] = sentence(it_is(opening, again[source]))
    return made


class Quantifiers(ImplicatureSet):
    """some, all, not all, none: of people who did something, or of things that something was done to."""

    name = "quantifiers"
    trigger = "quantifier"
    title = "some / all"

    def strata(self) -> Iterator[Stratum]:
        """Yield frames with a quantified subject, and frames with a quantified object."""
        yield from quantified_strata(self.material)

    def make(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw, *, balanced: bool = False) -> Made:
        """Return the four sentences."""
        build = quantified(self.material, stratum, choice, draw)
        quantities = {"weak": "some", "strong": "all", "not-strong": "not all", "none": "none"}
        if balanced:
            quantities |= {
                "strong-2": "every one",
                "strong-3": "each",
                "weak-2": "at least one",
                "none-2": "not a single one",
                "none-3": "not one",
                "not-strong-2": "not every one",
            }
        sentences = {key: sentence(build(quantity)) for key, quantity in quantities.items()}
        position = "object" if stratum.key.startswith("object") else "subject"
        return Made(sentences, "some - all", {"position": position}, frozenset({"weak-2"}))


def quantified_strata(material: Material) -> Iterator[Stratum]:
    """Yield strata for a quantified subject ("some of the nurses") and a quantified object."""
    for stratum in material.strata(material.frames("shared"), names=False, plural=True):
        frame: Frame = stratum.entry
        if is_episodic(frame) and not {"many", "own"} & {slot.determiner for slot in frame.slots}:
            yield stratum._replace(key=f"subject {stratum.key}")
    yield from object_strata(material, "count", kind="object")


def is_episodic(frame: Frame) -> bool:
    """Return whether a frame in the past is about one occasion: no states, and no mere habits."""
    return frame.aspect != "state" and ("habit" not in frame.marks or "again" in frame.marks)


def object_strata(material: Material, mark: str, kind: str) -> Iterator[Stratum]:
    """Yield strata of a subject and things that can be counted."""
    for stratum in material.strata(material.frames(mark)):
        frame: Frame = stratum.entry
        if len(frame.slots) == 1 and frame.slots[0].determiner == "the" and frame.aspect != "state":
            nouns = tuple(noun for noun in stratum.lists[1] if noun.countable)
            yield stratum._replace(key=f"{kind} {stratum.key}", lists=(stratum.lists[0], nouns))


def quantified(material: Material, stratum: Stratum, choice: tuple[Any, ...], draw: Draw) -> Any:
    """Return a function from a quantity to a clause: in the subject, or in the object with its negation on
    the verb."""
    frame: Frame = stratum.entry
    shape = material.shape(frame, draw)
    if stratum.key.startswith("subject"):
        noun: Noun = choice[0]
        adjective = material.adjective(noun, draw, 0.2)
        whole = the_noun(noun, adjective, True)
        parts = material.parts(frame, choice[1:], draw, adjective)
        time = material.event_time(frame, shape, draw)

        def of_subject(quantity: str) -> g.Phrase:
            predicate = make_predicate(frame.verb, parts, time)
            return g.clause(g.partitive(quantity, whole), predicate, **shape.keywords())

        return of_subject
    subject, noun = choice
    whole = the_noun(noun, material.adjective(noun, draw, 0.3), True)
    shape = shape._replace(progressive=False, tense="present" if shape.perfect else "past")
    time = material.event_time(frame, shape, draw)

    def of_object(quantity: str) -> g.Phrase:
        negative = quantity in _NEGATED_OBJECTS
        quantity = _NEGATED_OBJECTS.get(quantity, quantity)
        parts = tuple(
            g.fixed("P", part) if isinstance(part, str) else g.partitive(quantity, whole)
            for part in frame.complement
        )
        return g.clause(
            person_phrase(subject),
            make_predicate(frame.verb, parts, time),
            negative=negative,
            contracted=shape.contracted,
            **shape.keywords(),
        )

    return of_object


_NEGATED_OBJECTS = {
    "not all": "all",
    "not every one": "every one",
    "not a single one": "a single one",
    "not one": "any",
}
"""How "not" before a quantity goes to the verb when the quantity is in the object."""


class Connectives(ImplicatureSet):
    """A or B, A and B, not both, neither: two people who did it, or two things that it was done to."""

    name = "connectives"
    trigger = "connective"
    title = "or / and"

    def strata(self) -> Iterator[Stratum]:
        """Yield frames with two subjects, and frames with two objects."""
        material = self.material
        for frame in material.frames("shared", subject="person"):
            if is_episodic(frame) and all(slot.determiner in ("the", "a") for slot in frame.slots):
                lists = (material.names, *material.slot_lists(frame, ()))
                yield Stratum(f"subject {frame.verb} {frame.source}", frame, lists)
        for frame in material.frames(subject="person"):
            slots = frame.slots
            if (
                len(slots) == 1
                and slots[0].determiner == "the"
                and frame.aspect != "state"
                and len(slots[0].nouns) > 4
            ):
                nouns = material.slot_lists(frame, ())[0]
                firsts = tuple(noun for noun in halves(nouns, False) if self._partners(noun, nouns))
                yield Stratum(f"object {frame.verb} {frame.source}", frame, (material.names, firsts))

    def _partners(self, first: Noun, nouns: Sequence[Noun]) -> list[Noun]:
        """Return what can stand beside a noun: of its kind, in the other half of the list, unrelated."""
        return [
            noun
            for noun in halves(nouns, True)
            if noun.kind == first.kind and not self.material.related(noun, first)
        ]

    def make(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw, *, balanced: bool = False) -> Made:
        """Return the four sentences."""
        frame: Frame = stratum.entry
        if stratum.key.startswith("subject"):
            return self._two_subjects(frame, choice, draw, balanced)
        return self._two_objects(frame, choice, draw, balanced)

    def _two_subjects(self, frame: Frame, choice: tuple[Any, ...], draw: Draw, balanced: bool) -> Made:
        material = self.material
        shape = material.shape(frame, draw)._replace(progressive=False)
        if shape.progressive:
            shape = shape._replace(tense="past")
        one, two = draw.shuffled(
            [person_phrase(choice[0]), person_phrase(material.stand_in_name(choice[0], draw))]
        )
        event = Event(
            one,
            frame,
            material.parts(frame, choice[1:], draw),
            shape,
            material.event_time(frame, shape, draw),
        )
        made = {
            "weak": event.clause(subject=g.one_of(one, two)),
            "strong": event.clause(subject=g.both_of(one, two)),
            "not-strong": event.clause(subject=g.both_of(one, two), negative=True, adverb="both"),
            "none": event.clause(subject=g.one_of(one, two, correlative="neither", word="nor")),
        }
        if balanced:
            made |= {
                "strong-2": event.clause(subject=g.both_of(one, two, correlative="both")),
                "strong-3": event.clause(subject=g.both_of(one, two), adverb="both"),
                "weak-2": it_is("true", event.clause(subject=g.one_of(one, two))),
                "none-2": g.joined(
                    event.clause(negative=True), "and", event.clause(negative=True, subject=two)
                ),
                "none-3": not_true(event.clause(subject=g.one_of(one, two))),
                "not-strong-2": not_true(event.clause(subject=g.both_of(one, two, correlative="both"))),
            }
        return Made(
            {key: sentence(value) for key, value in made.items()}, "or - and", {"position": "subject"}
        )

    def _two_objects(self, frame: Frame, choice: tuple[Any, ...], draw: Draw, balanced: bool) -> Made:
        material = self.material
        shape = material.shape(frame, draw)._replace(progressive=False)
        shape = shape._replace(tense="present" if shape.perfect else "past")
        subject, first = choice
        second = draw.choice(self._partners(first, material.slot_lists(frame, ())[0]))
        one, two = draw.shuffled([the_noun(first), the_noun(second)])
        time = material.event_time(frame, shape, draw, 0.3)

        def with_object(phrase: g.Phrase, *, negative: bool = False) -> g.Phrase:
            parts: tuple[Part, ...] = tuple(
                g.fixed("P", part) if isinstance(part, str) else phrase for part in frame.complement
            )
            event = Event(person_phrase(subject), frame, parts, shape, time)
            return event.clause(negative=negative)

        both = g.both_of(one, two, correlative="both")
        made = {
            "weak": with_object(g.one_of(one, two)),
            "strong": with_object(g.both_of(one, two)),
            "not-strong": with_object(both, negative=True),
            "none": with_object(g.one_of(one, two, correlative="neither", word="nor")),
        }
        if balanced:
            made |= {
                "strong-2": with_object(both),
                "strong-3": it_is("true", with_object(g.both_of(one, two))),
                "weak-2": it_is("true", with_object(g.one_of(one, two))),
                "none-2": g.joined(with_object(one, negative=True), "and", with_object(two, negative=True)),
                "none-3": not_true(with_object(g.one_of(one, two))),
                "not-strong-2": not_true(with_object(both)),
            }
        return Made({key: sentence(value) for key, value in made.items()}, "or - and", {"position": "object"})


class Modals(ImplicatureSet):
    """is allowed to, is required to, is not required to, is not allowed to: one flavour of necessity
    throughout."""

    name = "modals"
    trigger = "modal"
    title = "be allowed to / be required to"

    SCALES = (
        ("allowed", "required"),
        ("permitted", "obliged"),
        ("allowed", "obliged"),
        ("permitted", "required"),
    )

    def strata(self) -> Iterator[Stratum]:
        """Yield what can be allowed and required."""
        frames = [frame for frame in self.material.frames("deontic") if frame.subject.names]
        yield from self.material.strata(frames, plural=True)

    def make(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw, *, balanced: bool = False) -> Made:
        """Return the four sentences."""
        material = self.material
        frame: Frame = stratum.entry
        person = choice[0]
        subject = person_phrase(person)
        if isinstance(person, Noun) and draw.chance(0.5):
            subject = the_noun(person, "", True)
        weak, strong = draw.weighted(self.SCALES, (5, 2, 2, 2))
        parts = material.parts(frame, choice[1:], draw)
        mark = draw.uniform()
        tense, modal = (
            ("past", "") if mark < 0.35 else ("present", "will") if mark < 0.55 else ("present", "")
        )
        contracted = draw.chance(0.5)

        def clause(participle: str, *, negative: bool = False) -> g.Phrase:
            inside = g.infinitive(make_predicate(frame.verb, parts))
            predicate = g.Predicate("be", (g.fixed("A", participle), inside))
            return g.clause(
                subject, predicate, tense=tense, modal=modal, negative=negative, contracted=contracted
            )

        made = {
            "weak": clause(weak),
            "strong": clause(strong),
            "not-strong": clause(strong, negative=True),
            "none": clause(weak, negative=True),
        }
        if balanced:
            synonyms = {
                "allowed": "permitted",
                "permitted": "allowed",
                "required": "obliged",
                "obliged": "required",
            }
            made |= {
                "strong-2": clause(synonyms[strong]),
                "strong-3": it_is("true", clause(strong)),
                "weak-2": clause(synonyms[weak]),
                "none-2": clause("forbidden"),
                "none-3": clause(synonyms[weak], negative=True),
                "not-strong-2": clause(synonyms[strong], negative=True),
            }
        sentences = {key: sentence(value) for key, value in made.items()}
        return Made(sentences, f"be {weak} to - be {strong} to", {})


class Numerals(ImplicatureSet):
    """Numerals in object position, where negation has them in its scope."""

    table = "numerals"
    weak: ClassVar[str]
    strong: ClassVar[str]
    mark: ClassVar[str]

    def strata(self) -> Iterator[Stratum]:
        """Yield verbs whose objects can be counted so far."""
        yield from object_strata(self.material, self.mark, kind=self.mark)

    def make(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw, *, balanced: bool = False) -> Made:
        """Return the four sentences."""
        build = counted(self.material, stratum, choice, draw)
        external = draw.chance(0.35) and not balanced

        def phrases() -> dict[str, g.Phrase]:
            return {
                "weak": build(self.weak),
                "strong": build(self.strong),
                "not-strong": not_true(build(self.strong)) if external else build(self.strong, negative=True),
                "none": not_true(build(self.weak)) if external else build(self.weak, negative=True),
            }

        sentences = (
            by_affirmation(phrases(), phrases())
            if balanced
            else {key: sentence(phrase) for key, phrase in phrases().items()}
        )
        return Made(
            sentences, f"{self.weak} - {self.strong}", {"negation": "external" if external else "internal"}
        )


def counted(material: Material, stratum: Stratum, choice: tuple[Any, ...], draw: Draw) -> Any:
    """Return a function from a quantity to a clause with so many objects."""
    frame: Frame = stratum.entry
    subject, noun = choice
    shape = material.shape(frame, draw)._replace(progressive=False)
    shape = shape._replace(tense="present" if shape.perfect else "past")
    time = material.event_time(frame, shape, draw)
    if time.endswith(" ago") or stratum.key.startswith("bulk"):
        time = ""  # no second number in the sentence, and no hundred of anything in a day
    adjective = material.adjective(noun, draw, 0.2)

    def clause(quantity: str, *, negative: bool = False) -> g.Phrase:
        things = g.counted(quantity, counted_noun(noun, adjective))
        parts = tuple(g.fixed("P", part) if isinstance(part, str) else things for part in frame.complement)
        return g.clause(
            person_phrase(subject),
            make_predicate(frame.verb, parts, time),
            negative=negative,
            contracted=shape.contracted,
            **shape.keywords(),
        )

    return clause


class NumeralsTwoThree(Numerals):
    """two and three."""

    name = "numerals-2-3"
    trigger = "numeral_two-three"
    title = "two / three"
    weak, strong, mark = "two", "three", "count"


class NumeralsTenHundred(Numerals):
    """ten and one hundred."""

    name = "numerals-10-100"
    trigger = "numeral_ten-one hundred"
    title = "ten / one hundred"
    weak, strong, mark = "ten", "one hundred", "bulk"


class GradableAdjectives(ImplicatureSet):
    """Adjectives on one scale, said of something."""

    name = "gradable-adjectives"
    trigger = "adjective"
    title = "good / excellent"

    def strata(self) -> Iterator[Stratum]:
        """Yield each scale with the things it is said of."""
        for scale in self.material.vocabulary.adjective_scales:
            key = f"{scale.weak} {scale.strong}"
            if scale.names:
                yield Stratum(f"{key} name", scale, (self.material.names,))
            nouns = [
                noun
                for noun in scale.nouns
                if "person" not in noun.kinds or noun.kind not in ("kin", "spouse")
            ]
            if scale.names:
                nouns = [noun for noun in nouns if noun.kind not in ("kin", "spouse", "helper")]
            yield Stratum(f"{key} noun", scale, (tuple(nouns),))

    def make(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw, *, balanced: bool = False) -> Made:
        """Return the four sentences."""
        scale: AdjectiveScale = stratum.entry
        thing: Person = choice[0]
        subject = (
            the_noun(thing, "", True) if scale.plural and isinstance(thing, Noun) else person_phrase(thing)
        )
        tense = "past" if draw.chance(0.5) else "present"
        contracted = draw.chance(0.3)

        def clause(adjective: str, *, negative: bool = False) -> g.Phrase:
            predicate = g.Predicate("be", (g.fixed("A", adjective),))
            return g.clause(subject, predicate, tense=tense, negative=negative, contracted=contracted)

        return _scalar(scale.weak, scale.strong, clause, balanced, bounded=scale.bounded)


def _scalar(weak: str, strong: str, clause: Any, balanced: bool, *, bounded: bool) -> Made:
    def phrases() -> dict[str, g.Phrase]:
        return {
            "weak": clause(weak),
            "strong": clause(strong),
            "not-strong": clause(strong, negative=True),
            "none": clause(weak, negative=True),
        }

    sentences = (
        by_affirmation(phrases(), phrases())
        if balanced
        else {key: sentence(phrase) for key, phrase in phrases().items()}
    )
    return Made(sentences, f"{weak} - {strong}", {"bounded": bounded})


class GradableVerbs(ImplicatureSet):
    """Verbs on one scale, with the same subject and object."""

    name = "gradable-verbs"
    trigger = "verb"
    title = "run / sprint"

    def strata(self) -> Iterator[Stratum]:
        """Yield each scale with its subjects and objects."""
        for scale in self.material.vocabulary.verb_scales:
            for stratum in self.material.strata([scale.weak]):
                yield stratum._replace(entry=scale, key=f"{stratum.key} {scale.strong.verb}")

    def make(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw, *, balanced: bool = False) -> Made:
        """Return the four sentences."""
        scale: VerbScale = stratum.entry
        material = self.material
        shape = material.shape(scale.weak, draw, present=True)._replace(progressive=False)
        shape = shape._replace(tense="present" if shape.perfect else shape.tense)
        parts = material.parts(scale.weak, choice[1:], draw)
        time = material.event_time(scale.weak, shape, draw)

        def clause(verb: str, *, negative: bool = False) -> g.Phrase:
            return g.clause(
                person_phrase(choice[0]),
                make_predicate(verb, parts, time),
                negative=negative,
                contracted=shape.contracted,
                **shape.keywords(),
            )

        return _scalar(scale.weak.verb, scale.strong.verb, clause, balanced, bounded=scale.bounded)


# Past the paper


class Frequency(ImplicatureSet):
    """sometimes, always, not always, never."""

    name = "frequency"
    trigger = "frequency"
    title = "sometimes / always"

    def strata(self) -> Iterator[Stratum]:
        """Yield what people do more than once."""
        frames = [
            frame
            for frame in self.material.frames(subject="person")
            if {"again", "habit"} & frame.marks
            and (frame.source or "habit" in frame.marks)
            and (frame.aspect == "activity" or (frame.aspect == "achievement" and not frame.slots))
            and frame.verb not in ("collect", "breed")
            and not frame.source.startswith("as ")
        ]
        yield from self.material.strata(frames)

    def make(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw, *, balanced: bool = False) -> Made:
        """Return the four sentences."""
        frame: Frame = stratum.entry
        material = self.material
        tense = "past" if draw.chance(0.6) else "present"
        event = Event(
            person_phrase(choice[0]),
            frame,
            material.parts(frame, choice[1:], draw),
            Shape(tense, contracted=draw.chance(0.5)),
        )

        def phrases() -> dict[str, g.Phrase]:
            return {
                "weak": event.clause(adverb="sometimes"),
                "strong": event.clause(adverb="always"),
                "not-strong": event.clause(adverb="always", negative=True),
                "none": event.clause(adverb="never"),
            }

        sentences = (
            by_affirmation(phrases(), phrases())
            if balanced
            else {key: sentence(phrase) for key, phrase in phrases().items()}
        )
        return Made(sentences, "sometimes - always", {})


class Epistemic(ImplicatureSet):
    """It is possible, certain, not certain, impossible that."""

    name = "epistemic"
    trigger = "epistemic"
    title = "it is possible / certain that"

    def strata(self) -> Iterator[Stratum]:
        """Yield what may have happened."""
        yield from self.material.strata(
            frame for frame in self.material.frames(subject="person") if frame.aspect != "state"
        )

    def make(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw, *, balanced: bool = False) -> Made:
        """Return the four sentences."""
        frame: Frame = stratum.entry
        event = self.material.event(frame, choice[0], choice[1:], draw, future=True)

        def phrases() -> dict[str, g.Phrase]:
            return {
                "weak": it_is("possible", event.clause()),
                "strong": it_is("certain", event.clause()),
                "not-strong": it_is("not certain", event.clause()),
                "none": it_is("impossible", event.clause()),
            }

        sentences = {key: sentence(phrase) for key, phrase in phrases().items()}
        if balanced:
            for key, opening in (
                ("strong-2", "absolutely certain"),
                ("strong-3", "quite certain"),
                ("weak-2", "quite possible"),
                ("none-2", "absolutely impossible"),
                ("none-3", "not possible"),
                ("not-strong-2", "not absolutely certain"),
            ):
                sentences[key] = sentence(it_is(opening, event.clause()))
        return Made(sentences, "possible - certain", {})


class _WithoutImplicature(ImplicatureSet):
    """The same scales after words that keep the implicature from arising."""

    opening: ClassVar[str]
    key: ClassVar[str]

    def strata(self) -> Iterator[Stratum]:
        """Yield quantified subjects and counted objects."""
        for stratum in quantified_strata(self.material):
            if stratum.key.startswith("subject"):
                yield stratum
        yield from object_strata(self.material, "count", kind="count")

    def make(
        self,
        stratum: Stratum,
        choice: tuple[Any, ...],
        draw: Draw,
        *,
        balanced: bool = False,  # noqa: ARG002 - there is no such design
    ) -> Made:
        """Return the sentences of one paradigm."""
        if stratum.key.startswith("subject"):
            build = quantified(self.material, stratum, choice, draw)
            made = {
                "weak": build("some"),
                "strong": build("all"),
                "not-strong": build("not all"),
                "none": build("none"),
                self.key: build(f"{self.opening} some"),
            }
            lexemes = "some - all"
        else:
            build = counted(self.material, stratum, choice, draw)
            made = {
                "weak": build("two"),
                "strong": build("three"),
                "not-strong": build("three", negative=True),
                "none": build("any", negative=True),
                self.key: build(f"{self.opening} two"),
            }
            lexemes = "two - three"
        return Made({key: sentence(value) for key, value in made.items()}, f"{self.opening} {lexemes}", {})


class AtLeast(_WithoutImplicature):
    """at least some, at least two: nothing is implied about the strong one."""

    name = "at-least"
    trigger = "at-least"
    table = "at-least"
    title = "at least some / all"
    opening = key = "at least"
    key = "at-least"


class OnlyScalar(_WithoutImplicature):
    """only some, only two: that it is not the strong one is said, not implied."""

    name = "only-scalar"
    trigger = "only-scalar"
    table = "only-scalar"
    title = "only some / all"
    opening = key = "only"


PAPER: tuple[type[ImplicatureSet], ...] = (
    Quantifiers,
    Connectives,
    Modals,
    NumeralsTwoThree,
    NumeralsTenHundred,
    GradableAdjectives,
    GradableVerbs,
)
"""The paper's sets."""

EXTENDED: tuple[type[ImplicatureSet], ...] = (Frequency, Epistemic, AtLeast, OnlyScalar)
"""Sets past the paper."""

__all__ = ["EXTENDED", "PAPER", "ImplicatureSet", "Made", "it_is", "not_true", "noun_word", "sentence"]
