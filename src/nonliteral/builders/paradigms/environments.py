"""Triggers under operators: what every presupposition set shares.

A trigger says how its clause is made (`kernel`) and what it presupposes (`presupposes`), each for the
thing itself and for somebody or something else; everything else, the five operators of the paper and
those past it, is done here once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any, ClassVar, NamedTuple

from nonliteral.builders.paradigms import grammar as g
from nonliteral.builders.paradigms.implicature import Made, it_is, not_true, sentence
from nonliteral.builders.paradigms.material import Material, Person, Shape
from nonliteral.builders.paradigms.sampling import Stratum
from nonliteral.builders.paradigms.tables import ENVIRONMENTS
from nonliteral.draw import Draw
from nonliteral.lexicon.vocabulary import Frame, Name, Noun


class Kernel(NamedTuple):
    """The clause with the trigger in it, before any operator."""

    subject: Callable[[], g.Phrase]
    predicate: Callable[[], g.Predicate]
    shape: Shape = Shape()
    adverb: str = ""
    negated: Callable[[], g.Phrase] | None = None
    """How it is negated, where that is not by a negation on the verb."""
    questioned: Callable[[], g.Phrase] | None = None
    """How it is asked about, where inversion alone would be clumsy."""
    wide: bool = False
    """Whether operators go outside the clause: "It is not true that …", "It is possible that …"."""

    def clause(self) -> g.Phrase:
        """Return the plain clause."""
        return g.clause(self.subject(), self.predicate(), adverb=self.adverb, **self.shape.keywords())

    def negation(self) -> g.Phrase:
        """Return the clause negated so that the presupposition stays."""
        if self.negated is not None:
            return self.negated()
        if self.wide:
            return not_true(self.clause())
        return g.clause(
            self.subject(),
            self.predicate(),
            adverb=self.adverb,
            negative=True,
            contracted=self.shape.contracted,
            **self.shape.keywords(),
        )

    def question(self) -> g.Phrase:
        """Return the polar question."""
        if self.questioned is not None:
            return self.questioned()
        return g.question(self.subject(), self.predicate(), adverb=self.adverb, **self.shape.keywords())

    def possibility(self, modal: str) -> g.Phrase:
        """Return the clause under might, may or "it is possible that"."""
        if self.wide or modal == "possible":
            return it_is("possible", self.clause())
        shape = self.shape
        perfect = shape.perfect or shape.tense == "past"
        return g.clause(
            self.subject(),
            self.predicate(),
            adverb=self.adverb,
            tense="present",
            modal=modal,
            perfect=perfect,
            progressive=shape.progressive,
        )

    def antecedent(self) -> g.Phrase:
        """Return the clause as it stands after if: no will there."""
        if self.shape.modal == "will":
            return g.clause(self.subject(), self.predicate(), adverb=self.adverb, tense="present")
        return self.clause()


class Presupposed(NamedTuple):
    """What a trigger presupposes and its negation; `condition` is how it is put in "if p", if otherwise."""

    positive: Callable[[], g.Phrase]
    negative: Callable[[], g.Phrase]
    condition: Callable[[], g.Phrase] | None = None
    denial: Callable[[], g.Phrase] | None = None


class Item(SimpleNamespace):
    """One paradigm's choices; each trigger hangs its own on it."""


class Trigger:
    """A set of presupposition paradigms; a subclass is one trigger."""

    name: ClassVar[str]
    trigger: ClassVar[str]
    phenomenon: ClassVar[str] = "presupposition"
    title: ClassVar[str] = ""
    contested: ClassVar[frozenset[str]] = frozenset()
    """The environments in which the presupposition is disputed."""
    pronoun_after_denial: ClassVar[bool] = True
    """Whether "either not p or T" speaks of the same things in T, so that pronouns can stand for them."""
    extra_table: ClassVar[str] = ""
    """A table of further cells that every paradigm of the set has."""
    modals: ClassVar[tuple[str, ...]] = ("might", "may", "possible")

    def __init__(self, material: Material) -> None:
        self.material = material

    def strata(self) -> Iterator[Stratum]:
        """Yield the words that paradigms are made from."""
        raise NotImplementedError

    def draw_item(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw) -> Item:
        """Return the choices of one paradigm; `item.names` are the names in use, `item.lexemes` the
        trigger's words."""
        raise NotImplementedError

    def kernel(self, item: Item, *, other: bool = False, again: bool = False) -> Kernel:
        """Return the trigger's clause; of the other thing, or as a second mention with pronouns."""
        raise NotImplementedError

    def presupposes(self, item: Item, *, other: bool = False) -> Presupposed:
        """Return what the trigger presupposes."""
        raise NotImplementedError

    def make(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw, *, design: str = "paper") -> Made:
        """Return the sentences of one paradigm."""
        item = self.draw_item(stratum, choice, draw)
        names: list[str] = list(item.names)
        modal = draw.choice(self.modals)
        kernel = self.kernel(item)
        consequent = self.material.consequent(
            draw, names, g.render(kernel.clause()), future=kernel.shape.modal == "will"
        )
        presupposed = self.presupposes(item)
        sentences: dict[str, str] = {}
        for environment in ENVIRONMENTS:
            sentences[environment] = put_under(environment, self.kernel(item), modal, consequent)
        sentences["presupposition"] = sentence(presupposed.positive())
        sentences["negated presupposition"] = sentence(presupposed.negative())
        sentences["neutral"] = sentence(self.presupposes(item, other=True).positive())
        self.add_sentences(item, draw, sentences)
        if design == "extended":
            self._further(item, presupposed, draw, names, sentences)
        if design == "balanced":
            self._balanced(item, presupposed, draw, names, modal, consequent, sentences)
        return Made(sentences, item.lexemes, getattr(item, "features", {}))

    def add_sentences(self, item: Item, draw: Draw, sentences: dict[str, str]) -> None:
        """Add the sentences for the cells of `extra_table`."""

    def _further(
        self,
        item: Item,
        presupposed: Presupposed,
        draw: Draw,
        names: Sequence[str],
        sentences: dict[str, str],
    ) -> None:
        sentences["perhaps"] = sentence(g.led("perhaps", self.kernel(item).clause()))
        believer = self.material.other_name(draw, names)
        sentences["belief"] = sentence(believes(believer, self.kernel(item).clause()))
        sentences["believed"] = sentence(believes(believer, presupposed.positive()))
        condition = presupposed.condition or presupposed.positive
        denial = presupposed.denial or presupposed.negative
        after = self.pronoun_after_denial
        second = self.kernel(item, again=True)
        sentences["filter-if"] = sentence(g.conditional(condition(), second.clause()))
        sentences["filter-either"] = sentence(g.disjoined(denial(), self.kernel(item, again=after).clause()))
        sentences["filter-so"] = sentence(
            g.joined(denial(), "so", not_true(self.kernel(item, again=after).clause()))
        )

    def _balanced(
        self,
        item: Item,
        presupposed: Presupposed,
        draw: Draw,
        names: Sequence[str],
        modal: str,
        consequent: Callable[[], g.Phrase],
        sentences: dict[str, str],
    ) -> None:
        observer = self.material.other_name(draw, names)
        contracted = draw.chance(0.5)
        elsewhere = self.presupposes(item, other=True)

        def fact(of: Presupposed) -> Kernel:
            return Kernel(
                subject=lambda: g.the_fact(of.negative()),
                predicate=lambda: g.Predicate("surprise", (g.name(observer.text, observer.gender),)),
                shape=Shape(contracted=contracted),
            )

        for environment in ENVIRONMENTS:
            other = self.kernel(item, other=True)
            sentences[f"other {environment}"] = put_under(environment, other, modal, consequent)
            sentences[f"fact {environment}"] = put_under(environment, fact(presupposed), modal, consequent)
            sentences[f"fact-other {environment}"] = put_under(
                environment, fact(elsewhere), modal, consequent
            )


def put_under(environment: str, kernel: Kernel, modal: str, consequent: Callable[[], g.Phrase]) -> str:
    """Return a trigger's clause under one of the paper's five operators, as a sentence."""
    if environment == "plain":
        return sentence(kernel.clause())
    if environment == "negated":
        return sentence(kernel.negation())
    if environment == "interrogative":
        return g.render(kernel.question(), "?")
    if environment == "modal":
        return sentence(kernel.possibility(modal))
    return sentence(g.conditional(kernel.antecedent(), consequent()))


def believes(name: Name, inside: g.Phrase) -> g.Phrase:
    """Return "Karen believes that" with a clause."""
    predicate = g.Predicate("believe", (g.that(inside),))
    return g.clause(g.name(name.text, name.gender), predicate, tense="present")


# What several triggers need


def text_of_person(person: Person) -> list[str]:
    """Return the name of a person, if it is a name."""
    return [person.text] if isinstance(person, Name) else []


class Participants(Trigger):
    """What triggers over one event share: who did it, to what, and who or what else it might have been."""

    def draw_other_person(self, person: Person, people: Sequence[Person], draw: Draw) -> Person | None:
        """Return somebody else: a name for a name, an unrelated noun for a noun."""
        if isinstance(person, Name):
            return self.material.stand_in_name(person, draw)
        nouns = [noun for noun in people if isinstance(noun, Noun)]
        return self.material.stand_in(person, nouns, draw)

    def draw_other_fillers(
        self,
        frame: Frame,
        fillers: Sequence[Noun],
        lists: Sequence[Sequence[Noun]],
        draw: Draw,
        subject: Person,
    ) -> tuple[Noun, ...] | None:
        """Return the fillers with one of them replaced, or None if none can be."""
        avoid = [subject] if isinstance(subject, Noun) else []
        for position in range(len(fillers)):
            if frame.slots[position].determiner == "own":
                continue
            other = self.material.stand_in(fillers[position], lists[position], draw, [*fillers, *avoid])
            if other is not None:
                return (*fillers[:position], other, *fillers[position + 1 :])
        return None


def with_stand_ins(material: Material, nouns: Sequence[Noun]) -> tuple[Noun, ...]:
    """Return the nouns that another noun of the list can stand in for."""
    return tuple(noun for noun in nouns if any(not material.related(noun, other) for other in nouns))


def force_other_fillers(
    material: Material, frame: Frame, fillers: Sequence[Noun], lists: Sequence[Sequence[Noun]], draw: Draw
) -> tuple[Noun, ...]:
    """Return fillers with one replaced by any unrelated noun of its list, where the rule of turns leaves
    none."""
    for position, noun in enumerate(fillers):
        choices = [other for other in lists[position] if not material.related(noun, other)]
        if choices and frame.slots[position].determiner != "own":
            return (*fillers[:position], draw.choice(choices), *fillers[position + 1 :])
    raise ValueError(f"{frame.verb}: nothing can stand in for {[noun.lemma for noun in fillers]}")


def draw_bystander(material: Material, draw: Draw, names: Sequence[str], avoid: Sequence[Any]) -> Person:
    """Return somebody who knows, feels or says something about what others did."""
    if draw.chance(0.5):
        return material.other_name(draw, names)
    taken = {noun.lemma for noun in avoid if isinstance(noun, Noun)}
    while True:
        noun = draw.choice(material.vocabulary.kinds["worker"])
        if noun.lemma not in taken:
            return noun
