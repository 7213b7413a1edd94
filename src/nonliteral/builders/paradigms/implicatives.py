"""Implicative verbs: what their sentences, plain and negated, say of the complement is entailed, by the
verb's signature.

They are no presupposition triggers and no scales; they have a table of their own (`signature` in
`labels.tsv`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nonliteral.builders.paradigms import grammar as g
from nonliteral.builders.paradigms.implicature import ImplicatureSet, Made, sentence
from nonliteral.builders.paradigms.material import make_predicate, person_phrase
from nonliteral.builders.paradigms.sampling import Stratum
from nonliteral.builders.paradigms.tables import Cell, load_tables
from nonliteral.draw import Draw
from nonliteral.lexicon.vocabulary import Frame, Implicative, Name
from nonliteral.records import Label


class Implicatives(ImplicatureSet):
    """manage to (+/-), fail to (-/+), force to (+/o), refuse to (-/o), want to (o/o)."""

    name = "implicatives"
    trigger = "implicative"
    table = "signature +"
    phenomenon = "implicative"
    title = "manage to, fail to, force ... to, refuse to"

    def strata(self) -> Iterator[Stratum]:
        """Yield each verb with what people can do on purpose."""
        frames = [
            frame
            for frame in self.material.frames("deontic", subject="person")
            if frame.aspect in ("achievement", "accomplishment")
        ]
        for implicative in self.material.vocabulary.implicatives:
            for stratum in self.material.strata(frames, nouns=False):
                yield stratum._replace(
                    key=f"{implicative.verb} {implicative.link} {stratum.key}",
                    entry=(implicative, stratum.entry),
                )

    def make(self, stratum: Stratum, choice: tuple[Any, ...], draw: Draw, *, balanced: bool = False) -> Made:  # noqa: ARG002
        """Return the four sentences and their labels."""
        implicative: Implicative = stratum.entry[0]
        frame: Frame = stratum.entry[1]
        material = self.material
        actor: Name = choice[0]
        parts = material.parts(frame, choice[1:], draw)
        contracted = draw.chance(0.5)
        subject = person_phrase(actor)
        causer = person_phrase(material.stand_in_name(actor, draw))

        def told(negative: bool) -> g.Phrase:
            return g.clause(
                causer if implicative.causee else subject,
                self._predicate(implicative, lambda: make_predicate(frame.verb, parts), subject),
                negative=negative,
                contracted=contracted,
            )

        def done(negative: bool) -> g.Phrase:
            return g.clause(
                subject, make_predicate(frame.verb, parts), negative=negative, contracted=contracted
            )

        phrases = {
            "plain": told(False),
            "negated": told(True),
            "complement": done(False),
            "not-complement": done(True),
        }
        signature = {"plain": implicative.plain, "negated": implicative.negated}
        return Made(
            {key: sentence(phrase) for key, phrase in phrases.items()},
            " ".join(filter(None, (implicative.verb, implicative.link))),
            {"signature": f"{implicative.plain}/{implicative.negated}"},
            labels={
                cell.name: signature_label(signature[cell.premise], cell)
                for cell in load_tables()["signature +"]
            },
        )

    def _predicate(self, implicative: Implicative, inside: Any, causee: g.Phrase) -> g.Predicate:
        link = implicative.link
        if not implicative.causee:
            return g.Predicate(implicative.verb, (g.infinitive(inside()),))
        if link.endswith("-ing"):
            return g.Predicate(
                implicative.verb, (causee, g.fixed("P", link.split(" ")[0]), g.gerund(inside()))
            )
        if link == "to":
            return g.Predicate(implicative.verb, (causee, g.infinitive(inside())))
        return g.Predicate(implicative.verb, (causee, g.base_form(inside())))


def signature_label(sign: str, cell: Cell) -> Label:
    """Return the label of a cell for a sign, from the table."""
    return next(each.logical for each in load_tables()[f"signature {sign}"] if each.name == cell.name)


EXTENDED: tuple[type[ImplicatureSet], ...] = (Implicatives,)
"""Sets past the paper."""
