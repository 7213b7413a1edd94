"""The builders `idioms`, `metaphors`, `similes` and `irony`: what they take, and the suites that they plan.

Without a corpus a suite holds the bundled lexicon's own pairs, hand-written ones first; with corpora there
is one suite for each, made by substitution alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nonliteral.builders.plan import BuilderCard, OptionCard, Request, SuitePlan
from nonliteral.draw import stable_hash
from nonliteral.errors import InputError
from nonliteral.records import Entry, Pair
from nonliteral.suites import Funnel, Recipe

KINDS = {"idioms": "idiom", "metaphors": "metaphor", "similes": "simile", "irony": "irony"}
_TITLES = {
    "idioms": "idioms by their definitions, adversarial definitions and antonyms, and hand-written pairs",
    "metaphors": "metaphors by their literal counterparts, and hand-written pairs",
    "similes": "similes with the property that they give, hand-written",
    "irony": "sarcastic sentences with situations where they are meant and where they are not, hand-written",
}
_SUBSTITUTED = ("idioms", "metaphors")
PART_ENTRIES = 80
"""How many entries `nonliteral run` takes where it builds a part."""
DIRECTIONS = ("figurative-premise", "literal-premise", "both")
_METHOD_NAMES = "figurative, literal, adversarial, antonym, construction"

# Irony is written in both directions: situations before what is said of them, and what is said before
# what is meant by it. The others are written with the figurative sentence as premise.
_DIRECTION = {
    name: OptionCard(
        type=str,
        default="both" if name == "irony" else "figurative-premise",
        help="Which side is the premise: the figurative sentence, the literal one, or each in turn.",
        choices=DIRECTIONS,
    )
    for name in KINDS
}
_OPTIONS = {
    "direction": _DIRECTION["idioms"],
    "methods": OptionCard(
        type=str, default="all", help=f"Methods of substitution, by commas: {_METHOD_NAMES}, or all."
    ),
    "confidence": OptionCard(
        type=float,
        default=0.75,
        help="Leave out uses of which annotators were less sure than this (0 to 1).",
    ),
    "entries": OptionCard(
        type=int, default=0, help="No more than this many entries of the lexicon, drawn by lot; 0 is all."
    ),
    "explain": OptionCard(
        type=int, default=0, help="Show up to this many refused sentences for each reason."
    ),
    "parser": OptionCard(type=str, default="", help="Another spaCy model than the pinned one."),
}


class SubstitutionBuilder:
    """Builds suites from lexicons of figurative expressions."""

    def describe(self, name: str) -> BuilderCard:
        """Return what `name` builds."""
        from nonliteral.lexicon.entries import bundled_names

        substituted = name in _SUBSTITUTED
        return BuilderCard(
            name=name,
            title=_TITLES[name],
            suites=(name,),
            options=_OPTIONS if substituted else {"direction": _DIRECTION[name]},
            corpora=("*",) if substituted else (),
            lexicon=True,
            bundled=({"entries": PART_ENTRIES} if substituted else {}) if name in bundled_names() else None,
        )

    def plan(self, request: Request) -> list[SuitePlan]:
        """Return one suite for the lexicon's own pairs, or one for each corpus."""
        from nonliteral.builders.substitution.sources import OWN_LICENCE, open_source
        from nonliteral.lexicon.entries import bundled_path, hash_lexicon

        name = request.name
        path = request.lexicon or bundled_path(name)
        lexicon_hash = hash_lexicon(path)
        if name not in _SUBSTITUTED or not request.corpora:
            licence = OWN_LICENCE if request.lexicon is None else "not stated"
            return [self._plan(request, name, path, lexicon_hash, {}, licence, None)]
        plans = []
        for corpus, place in request.corpora.items():
            source = open_source(corpus, place)
            suite = f"{name}-{corpus.rpartition(':')[2]}"
            plans.append(
                self._plan(request, suite, path, lexicon_hash, source.inputs, source.licence, source)
            )
        return plans

    def _plan(
        self,
        request: Request,
        suite: str,
        path: Path,
        lexicon_hash: str,
        inputs: dict[str, str],
        licence: str,
        source: Any,
    ) -> SuitePlan:
        from nonliteral import __version__
        from nonliteral.english.parsing import parser_id

        options = {key: value for key, value in request.options.items() if key not in ("explain", "parser")}
        substituted = request.name in _SUBSTITUTED
        methods = _choose_methods(str(options.get("methods", "all")))
        confidence = options.get("confidence", 0.75)
        if not 0 <= confidence <= 1:
            raise InputError(f"--confidence must be from 0 to 1, got {confidence}.")
        recipe = Recipe(
            builder=request.name,
            options=options,
            seed=request.seed if options.get("entries") else None,
            inputs=inputs,
            lexicon=lexicon_hash,
            parser=parser_id(request.options.get("parser") or None) if substituted else None,
            package=__version__,
        )

        def pairs(funnel: Funnel) -> Iterator[Pair]:
            yield from _make(request, path, methods, source, funnel)

        return SuitePlan(
            name=suite,
            recipe=recipe,
            reading="surface" if request.name == "irony" else "intended",
            licence=licence,
            pairs=pairs,
        )


def _choose_methods(given: str) -> tuple[str, ...]:
    from nonliteral.builders.substitution.drafting import METHODS
    from nonliteral.errors import UnknownNameError

    if given == "all":
        return METHODS
    chosen = []
    for name in (part.strip() for part in given.split(",")):
        found = next((method for method in METHODS if name in (method, method.partition("-")[0])), None)
        if found is None:
            raise UnknownNameError("method", name, METHODS)
        chosen.append(found)
    return tuple(method for method in METHODS if method in chosen)


def read_lexicon(path: Path, kind: str, funnel: Funnel) -> list[Entry]:
    """Return the entries of one kind; what was filled in is noted, and entries of other kinds are counted."""
    from nonliteral.lexicon.entries import read_entries

    own = Funnel()
    entries = []
    for entry in read_entries(path, own):
        if entry.kind == kind:
            entries.append(entry)
        else:
            funnel.note(f"lexicon: entry of kind {entry.kind} left out")
    for note, count in own.notes.items():
        funnel.note(f"lexicon: {note}", count)
    if not entries:
        raise InputError(f'{path} holds no entry of kind {kind}. Give each line its "kind".')
    return entries


def _draw_entries(entries: list[Entry], most: int, seed: int) -> list[Entry]:
    """Return so many entries in their order, drawn by lot; 0 is all."""
    if not most or len(entries) <= most:
        return entries
    lots = sorted(entries, key=lambda entry: (stable_hash("entries", seed, entry.id), entry.id))
    chosen = {entry.id for entry in lots[:most]}
    return [entry for entry in entries if entry.id in chosen]


def _make(
    request: Request, path: Path, methods: tuple[str, ...], source: Any, funnel: Funnel
) -> Iterator[Pair]:
    from nonliteral.builders.substitution.building import Settings, build_pairs
    from nonliteral.builders.substitution.cycles import check_cycles
    from nonliteral.builders.substitution.explaining import Ledger
    from nonliteral.builders.substitution.expressions import Lexicon
    from nonliteral.builders.substitution.gold import gold_pairs, turn_round
    from nonliteral.builders.substitution.sources import OWN_LICENCE, OWN_SOURCE, own_sentences, prepare_all

    entries = read_lexicon(path, KINDS[request.name], funnel)
    entries = _draw_entries(entries, int(request.options.get("entries", 0)), request.seed)
    own = request.lexicon is None
    options = request.options
    directions = DIRECTIONS[:2] if options["direction"] == "both" else (str(options["direction"]),)
    if source is None:
        seen: set[tuple[str, str]] = set()
        for entry in entries:
            corpus, licence = (OWN_SOURCE, OWN_LICENCE) if own else (path.stem, None)
            for written in gold_pairs(entry, corpus, licence):
                own_direction = written.features.get("direction", DIRECTIONS[0])
                for direction in directions:
                    if direction != own_direction and entry.kind == "irony":
                        continue  # irony is written in both directions as it is
                    pair = written if direction == own_direction else turn_round(written)
                    funnel.read += 1
                    if pair is None:
                        funnel.refuse("no sure label in the other direction")
                    elif (pair.premise, pair.hypothesis) in seen:
                        funnel.refuse("duplicate")
                    else:
                        seen.add((pair.premise, pair.hypothesis))
                        yield pair
    if request.name not in _SUBSTITUTED:
        return
    check_cycles(entries, path)
    lexicon = Lexicon(entries)
    examples = int(options.get("explain", 0))
    settings = Settings(
        methods=methods,
        directions=directions,
        confidence=float(options["confidence"]),
        workers=request.workers,
        parser=options.get("parser") or None,
    )
    ledger = Ledger(funnel, examples=examples)
    items = (
        own_sentences(entries)
        if source is None
        else prepare_all(source, lexicon, settings.confidence, funnel)
    )
    yield from build_pairs(items, lexicon, settings, ledger)
    if examples:
        ledger.show()


builder = SubstitutionBuilder()
