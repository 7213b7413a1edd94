"""The builder of paradigms: from the name of a set to a stream of pairs, the same for any number of
workers.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from nonliteral.builders.paradigms import implicature, presupposition
from nonliteral.builders.paradigms.environments import Trigger
from nonliteral.builders.paradigms.grammar import RULES
from nonliteral.builders.paradigms.implicature import ImplicatureSet, Made
from nonliteral.builders.paradigms.material import Material
from nonliteral.builders.paradigms.sampling import Urn
from nonliteral.builders.paradigms.tables import LABELS, Cell, load_tables
from nonliteral.builders.plan import BuilderCard, OptionCard, Request, SuitePlan
from nonliteral.draw import Draw
from nonliteral.errors import InputError
from nonliteral.files import encode_record, hash_file
from nonliteral.lexicon.vocabulary import DATA, load_vocabulary, vocabulary_hash
from nonliteral.records import Label, Pair, Source
from nonliteral.suites import Funnel, Recipe

DESIGNS = ("paper", "extended", "balanced")
DEFAULT_PARADIGMS = 100
CHUNK = 200
"""Paradigms that a worker makes at a time."""

LICENCE = "CC-BY-4.0"
SOURCE = Source(corpus="nonliteral", licence=LICENCE)

OPTIONS = {
    "paradigms": OptionCard(
        type=int, default=DEFAULT_PARADIGMS, help="paradigms a set, sampled without replacement"
    ),
    "design": OptionCard(
        type=str,
        default="paper",
        choices=DESIGNS,
        help="paper: the cells of the IMPPRES paper; extended: also new triggers and environments; balanced: "
        "no hypothesis gives its label away",
    ),
}

AnySet = ImplicatureSet | Trigger


@cache
def set_classes() -> dict[str, type[AnySet]]:
    """Return every set by name, the paper's first."""
    from nonliteral.builders.paradigms import implicatives, triggers

    classes: list[type[AnySet]] = [
        *implicature.PAPER,
        *presupposition.PAPER,
        *implicature.EXTENDED,
        *triggers.EXTENDED,
        *implicatives.EXTENDED,
    ]
    return {each.name: each for each in classes}


@cache
def groups() -> dict[str, dict[str, tuple[str, ...]]]:
    """Return the sets that a group's name stands for, by design."""
    from nonliteral.builders.paradigms import implicatives, triggers

    first = tuple(each.name for each in implicature.PAPER)
    second = tuple(each.name for each in presupposition.PAPER)
    more_first = tuple(each.name for each in (*implicature.EXTENDED, *implicatives.EXTENDED))
    more_second = tuple(each.name for each in triggers.EXTENDED)
    return {
        "implicature": {"paper": first, "balanced": first, "extended": first + more_first},
        "presupposition": {"paper": second, "balanced": second, "extended": second + more_second},
    }


def builder_names() -> list[str]:
    """Return every name this builder answers to."""
    return [*groups(), *set_classes()]


class ParadigmBuilder:
    """Builds the sets of paradigms, one suite a set."""

    def describe(self, name: str) -> BuilderCard:
        """Return what a name builds."""
        if name in groups():
            by_design = groups()[name]
            count, more = len(by_design["paper"]), len(by_design["extended"]) - len(by_design["paper"])
            title = f"{count} sets by the design of the IMPPRES paper, {more} more with --design extended"
            return BuilderCard(
                name=name,
                title=title,
                suites=by_design["paper"],
                options=OPTIONS,
                lexicon=True,
                bundled={"paradigms": 20},
            )
        each = set_classes()[name]
        return BuilderCard(
            name=name,
            title=f"{each.phenomenon}: {each.title}",
            suites=(name,),
            options=OPTIONS,
            lexicon=True,
            capacity=open_urn(name, 0, DATA).capacity,
        )

    def plan(self, request: Request) -> list[SuitePlan]:
        """Return a suite for each set."""
        design, paradigms = request.options["design"], request.options["paradigms"]
        if paradigms < 1:
            raise InputError(f"--paradigms must be at least 1, got {paradigms}.")
        names = groups()[request.name][design] if request.name in groups() else (request.name,)
        folder = DATA if request.lexicon is None else request.lexicon
        if not folder.is_dir():
            raise InputError(
                f"{folder} is not a folder. Paradigms take a folder like the package's vocabulary."
            )
        lexicon = hash_vocabulary(folder)
        inputs = {path.name: hash_file(path) for path in (LABELS, RULES)}
        plans = []
        for name in names:
            cells = cells_of(name, design)
            if design == "balanced" and not cells:
                raise InputError(f"{name} has no balanced design. Build it with --design paper or extended.")
            capacity = open_urn(name, request.seed, folder).capacity
            if paradigms > capacity:
                raise InputError(
                    f"{name} has {capacity:,} different paradigms, and {paradigms:,} were asked for. "
                    f"Give --paradigms {capacity} or less."
                )
            plans.append(
                SuitePlan(
                    name=name,
                    recipe=Recipe(
                        builder=name,
                        options=dict(request.options),
                        seed=request.seed,
                        inputs=inputs,
                        lexicon=lexicon,
                        parser=None,
                        package=package_version(),
                    ),
                    reading=reading_of(name),
                    licence=LICENCE,
                    pairs=stream_of(name, design, request.seed, paradigms, folder, request.workers),
                    scheme="three-way",
                    expected=paradigms * len(cells),
                )
            )
        return plans


builder = ParadigmBuilder()


def package_version() -> str:
    """Return the version of the package."""
    from nonliteral import __version__

    return str(__version__)


def hash_vocabulary(folder: Path) -> str:
    """Return one sha256 for all files of a vocabulary."""
    text = "".join(f"{name} {digest}\n" for name, digest in vocabulary_hash(folder).items())
    return sha256(text.encode()).hexdigest()


def reading_of(name: str) -> str:
    """Return which reading `label` is."""
    return "logical" if issubclass(set_classes()[name], ImplicatureSet) else "presupposed content projects"


# Opening sets


@lru_cache(maxsize=64)
def open_set(name: str, folder: Path) -> AnySet:
    """Return a set over a vocabulary."""
    return set_classes()[name](_material(folder))


@lru_cache(maxsize=4)
def _material(folder: Path) -> Material:
    return Material(load_vocabulary(folder))


@lru_cache(maxsize=64)
def open_urn(name: str, seed: int, folder: Path) -> Urn:
    """Return all paradigms of a set, in the order of a seed."""
    return Urn(name, list(open_set(name, folder).strata()), seed)


# Cells


@cache
def cells_of(name: str, design: str) -> tuple[Cell, ...]:
    """Return the cells of a set's paradigms by design; none where the design does not apply."""
    tables = load_tables()
    each = set_classes()[name]
    if issubclass(each, ImplicatureSet):
        if design != "balanced":
            return tables[each.table]
        return tables["balanced implicature"] if each.table in ("implicature", "numerals") else ()
    if design == "balanced":
        return tables["balanced presupposition"]
    extra = tables[each.extra_table] if each.extra_table else ()
    return (*tables["presupposition"], *extra, *(tables["further"] if design == "extended" else ()))


# Pairs


def make_paradigm(name: str, design: str, seed: int, number: int, folder: Path) -> list[Pair]:
    """Return the pairs of one paradigm."""
    members = open_set(name, folder)
    stratum, choice = open_urn(name, seed, folder).nth(number)
    draw = Draw(seed, name, number)
    cells = cells_of(name, design)
    if isinstance(members, ImplicatureSet):
        made = members.make(stratum, choice, draw, balanced=design == "balanced")
        return [_implicature_pair(members, made, number, cell) for cell in cells]
    made = members.make(stratum, choice, draw, design=design)
    return [_presupposition_pair(members, made, number, cell) for cell in cells]


def _implicature_pair(members: ImplicatureSet, made: Made, number: int, cell: Cell) -> Pair:
    readings: dict[str, Label] = {"logical": cell.logical}
    plain = cell.paraphrase and cell.premise in made.plain_paraphrases
    if cell.pragmatic is not None:
        readings["pragmatic"] = "neutral" if plain else cell.pragmatic
    if members.table == "numerals":
        if cell.exact is not None:
            readings["exact"] = cell.exact
        corrected = _numeral_labels().get((cell.premise, cell.hypothesis))
        if corrected is not None:
            readings["pragmatic"] = corrected
    label = made.labels.get(cell.name, cell.logical)
    if made.labels:
        readings = {}
    features: dict[str, Any] = {
        "set": members.name,
        "paradigm": str(number),
        "trigger": members.trigger,
        "relation": cell.relation,
        "control": cell.control,
        "lexemes": made.lexemes,
        **made.features,
    }
    return Pair(
        id=f"{members.name}/{number}/{cell.name}",
        premise=made.sentences[cell.premise],
        hypothesis=made.sentences[cell.hypothesis],
        label=label,
        readings=readings or None,
        phenomenon=members.phenomenon,
        method="paradigm",
        tier="silver",
        group=f"{members.name}/{number}",
        source=SOURCE,
        features=features,
    )


@cache
def _numeral_labels() -> dict[tuple[str, str], Label | None]:
    return {(cell.premise, cell.hypothesis): cell.pragmatic for cell in load_tables()["numerals"]}


_KINDS = {"negated": "negated presupposition", "trigger": "plain"}


def _presupposition_pair(members: Trigger, made: Made, number: int, cell: Cell) -> Pair:
    environment = cell.premise.split(" ")[-1]
    features: dict[str, Any] = {
        "set": members.name,
        "paradigm": str(number),
        "trigger": members.trigger,
        "environment": environment,
        "hypothesis_kind": cell.hypothesis,
        "control": cell.control,
        "lexemes": made.lexemes,
        **made.features,
    }
    if cell.premise != environment:
        features["premise_kind"] = cell.premise.split(" ")[0]
    if cell.hypothesis == "trigger":
        features["hypothesis_environment"] = "plain"
    elif environment in members.contested and not cell.control and not cell.premise.startswith("fact"):
        features["contested"] = True
    readings: dict[str, Label] | None = None
    if cell.pragmatic is not None:
        readings = {"logical": cell.logical, "accommodated": cell.pragmatic}
    return Pair(
        id=f"{members.name}/{number}/{cell.name}",
        premise=made.sentences[cell.premise],
        hypothesis=made.sentences[_KINDS.get(cell.hypothesis, cell.hypothesis)],
        label=cell.logical,
        readings=readings,
        phenomenon="presupposition",
        method="paradigm",
        tier="silver",
        group=f"{members.name}/{number}",
        source=SOURCE,
        features=features,
    )


# Streams


def stream_of(
    name: str, design: str, seed: int, paradigms: int, folder: Path, workers: int
) -> Callable[[Funnel], Iterator[Pair]]:
    """Return a stream of a suite's pairs that fills a funnel as it goes."""

    def stream(funnel: Funnel) -> Iterator[Pair]:
        funnel.note("different paradigms that this vocabulary allows", open_urn(name, seed, folder).capacity)
        if workers == 1 or paradigms <= CHUNK:
            for number in range(paradigms):
                funnel.read += 1
                yield from make_paradigm(name, design, seed, number, folder)
            return
        chunks = [
            (name, design, seed, start, min(start + CHUNK, paradigms), str(folder))
            for start in range(0, paradigms, CHUNK)
        ]
        decode = msgspec.json.Decoder(Pair).decode
        for (_, _, _, start, stop, _), lines in zip(chunks, in_workers(chunks, workers), strict=True):
            funnel.read += stop - start
            for line in lines.splitlines():
                yield decode(line)

    return stream


def make_chunk(name: str, design: str, seed: int, start: int, stop: int, folder: str) -> bytes:
    """Return the lines of some paradigms, made in a worker."""
    lines = [
        encode_record(pair)
        for number in range(start, stop)
        for pair in make_paradigm(name, design, seed, number, Path(folder))
    ]
    return b"\n".join(lines)


def in_workers(chunks: Sequence[tuple[Any, ...]], workers: int) -> Iterator[bytes]:
    """Yield the lines of each chunk in order; no more than a few are held at a time."""
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing import get_context

    waiting: deque[Future[bytes]] = deque()
    with ProcessPoolExecutor(
        workers,
        mp_context=get_context("spawn"),
        # Ctrl-C reaches every process of a terminal; only this one is to answer it.
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_IGN),
    ) as pool:
        for chunk in chunks:
            waiting.append(pool.submit(make_chunk, *chunk))
            if len(waiting) >= 2 * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
