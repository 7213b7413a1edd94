"""Suites and corpora on disk.

A suite is a folder with `pairs.jsonl` and, written last, `suite.json`; a corpus is the same with
`sentences.jsonl` and `corpus.json`. The description is enough to make the records again, and its
sha256 tells whether they are still the ones it speaks of. A folder without it is not finished.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from nonliteral.errors import ConflictError, InputError, RecordError
from nonliteral.files import (
    AnyPath,
    RepeatGuard,
    check_repeats,
    encode_document,
    encode_record,
    hash_file,
    open_whole,
    read_document,
    read_records,
    write_bytes,
)
from nonliteral.records import Pair, Scheme, Sentence
from nonliteral.runs import Run

FORMAT = 1

R = TypeVar("R", Pair, Sentence)


class Funnel:
    """Counts what went in, what came out, and why the rest did not; nothing is dropped silently."""

    def __init__(self) -> None:
        self.read = 0
        self.kept = 0
        self.refused: Counter[str] = Counter()
        self.notes: Counter[str] = Counter()

    def refuse(self, reason: str, count: int = 1) -> None:
        """Count input that was not used, under a reason a person understands."""
        self.refused[reason] += count

    def note(self, remark: str, count: int = 1) -> None:
        """Count input that was used, but mended or remarkable."""
        self.notes[remark] += count

    def as_dict(self) -> dict[str, Any]:
        """Return the counts, sorted by name."""
        return {
            "read": self.read,
            "kept": self.kept,
            "refused": dict(sorted(self.refused.items())),
            "notes": dict(sorted(self.notes.items())),
        }


class Recipe(msgspec.Struct, frozen=True, kw_only=True):
    """What a suite was made from and how: the same recipe gives the same bytes."""

    builder: str
    options: dict[str, Any]
    seed: int | None
    inputs: dict[str, str]
    lexicon: str | None
    parser: str | None
    package: str


class Description(msgspec.Struct, kw_only=True):
    """The content of `suite.json` or `corpus.json`."""

    format: int
    name: str
    version: str
    scheme: Scheme | None
    reading: str | None
    recipe: Recipe
    counts: dict[str, Any]
    funnel: dict[str, Any]
    licence: str
    sha256: str
    edited: bool = False


class _Folder(Generic[R]):
    """What suites and corpora share: a folder of records with its description."""

    RECORD: type[R]
    RECORDS: str
    DESCRIPTION: str

    def __init__(self, path: AnyPath) -> None:
        self.path = Path(path)
        self.description = read_document(self.path / self.DESCRIPTION, Description)
        if self.description.format != FORMAT:
            raise InputError(
                f"{self.path / self.DESCRIPTION} has format {self.description.format}, and this version "
                f"reads format {FORMAT}. Use the version of nonliteral that wrote it, or build it again."
            )

    @property
    def name(self) -> str:
        """The suite's name, as predictions and tables call it."""
        return self.description.name

    @property
    def records_path(self) -> Path:
        """The file of records."""
        return self.path / self.RECORDS

    def __len__(self) -> int:
        return int(self.description.counts["records"])

    def __iter__(self) -> Iterator[R]:
        return read_records(self.records_path, self.RECORD)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self.path)!r}, {len(self)} records)"

    def sha256(self) -> str:
        """Return the sha256 of the records as they are now."""
        return hash_file(self.records_path)

    def verify(self) -> None:
        """Raise unless the records are valid and the ones that the description speaks of."""
        if self.sha256() == self.description.sha256:
            return
        for _ in self:
            pass  # a bad line raises with its number, which says more than a wrong hash
        raise InputError(
            f"{self.records_path} was changed after it was built. Build it again, or accept the changes "
            f"with: nonliteral data seal {self.path}"
        )

    def seal(self) -> None:
        """Accept a hand-edited file: check every line and describe it as it is now, marked edited."""
        tally = Tally()
        for record in self:
            tally.add(record)
        self.description.counts = tally.as_dict()
        self.description.sha256 = self.sha256()
        self.description.edited = True
        write_bytes(self.path / self.DESCRIPTION, encode_document(self.description))


class Suite(_Folder[Pair]):
    """A folder of pairs: `for pair in Suite("out/idioms"): ...` reads them as a stream."""

    RECORD = Pair
    RECORDS = "pairs.jsonl"
    DESCRIPTION = "suite.json"


class Corpus(_Folder[Sentence]):
    """A folder of corpus sentences, as builders take them."""

    RECORD = Sentence
    RECORDS = "sentences.jsonl"
    DESCRIPTION = "corpus.json"


def load(path: AnyPath) -> Suite | Corpus | Run:
    """Open the suite, corpus or run in a folder."""
    folder = Path(path)
    if (folder / Suite.DESCRIPTION).exists():
        return Suite(folder)
    if (folder / Corpus.DESCRIPTION).exists():
        return Corpus(folder)
    if (folder / Run.DESCRIPTION).exists():
        return Run(folder)
    raise InputError(
        f"{folder} is not a suite, a corpus or a run. It should hold {Suite.DESCRIPTION}, "
        f"{Corpus.DESCRIPTION} or {Run.DESCRIPTION}."
    )


class Tally:
    """Counts of a suite or corpus, gathered while it streams past."""

    _PAIR_KEYS = ("label", "phenomenon", "method", "tier")

    def __init__(self) -> None:
        self.records = 0
        self._by: dict[str, Counter[str]] = {}

    def add(self, record: Pair | Sentence) -> None:
        """Count one record."""
        self.records += 1
        keys = self._PAIR_KEYS if isinstance(record, Pair) else ("usage",)
        for key in keys:
            self._by.setdefault(key, Counter())[getattr(record, key)] += 1

    def as_dict(self) -> dict[str, Any]:
        """Return the counts, sorted by name."""
        return {
            "records": self.records,
            **{key: dict(sorted(counter.items())) for key, counter in sorted(self._by.items())},
        }

    def labels(self) -> set[str]:
        """Return the labels seen."""
        return set(self._by.get("label", ()))


def find_suites(paths: Iterable[AnyPath]) -> list[Suite]:
    """Return the suites at or below the given folders, by path, each once."""
    found: dict[Path, Suite] = {}
    for given in paths:
        path = Path(given)
        if not path.exists():
            raise InputError(
                f"There is no folder {path}. Give a suite, or a folder above suites; "
                "`nonliteral build` and `nonliteral data import` make them."
            )
        descriptions = [path / Suite.DESCRIPTION]
        if not descriptions[0].exists():
            descriptions = sorted(path.rglob(Suite.DESCRIPTION)) if path.is_dir() else []
        if not descriptions:
            unfinished = path.is_dir() and (path / Suite.RECORDS).exists()
            raise InputError(
                f"{path} holds pairs but no suite.json: it was not finished. Build it again."
                if unfinished
                else f"There is no suite in {path}. "
                "Make one with `nonliteral build` or `nonliteral data import`."
            )
        for description in descriptions:
            found.setdefault(description.parent.resolve(), Suite(description.parent))
    by_name: dict[str, Path] = {}
    for path, suite in found.items():
        if suite.name in by_name:
            raise InputError(
                f"Two suites are called {suite.name!r}: {by_name[suite.name]} and {path}. Give one of them."
            )
        by_name[suite.name] = path
    return list(found.values())


def write_suite(
    out: AnyPath,
    name: str,
    pairs: Iterable[Pair],
    *,
    recipe: Recipe,
    funnel: Funnel,
    reading: str,
    licence: str,
    version: str = "1",
    scheme: Scheme | None = None,
    force: bool = False,
) -> Suite:
    """Write `out/name` and return it; a suite with the same recipe is left alone.

    `funnel` is read after the pairs, so it may be filled while they are made. The scheme is
    worked out from the labels where it is not given.
    """
    return _write_folder(Suite, out, name, pairs, recipe, funnel, reading, licence, version, scheme, force)


def write_corpus(
    out: AnyPath,
    name: str,
    sentences: Iterable[Sentence],
    *,
    recipe: Recipe,
    funnel: Funnel,
    licence: str,
    version: str = "1",
    force: bool = False,
) -> Corpus:
    """Write `out/name` with corpus sentences and return it; the same recipe is left alone."""
    return _write_folder(Corpus, out, name, sentences, recipe, funnel, None, licence, version, None, force)


F = TypeVar("F", Suite, Corpus)


def _write_folder(
    kind: type[F],
    out: AnyPath,
    name: str,
    records: Iterable[Any],
    recipe: Recipe,
    funnel: Funnel,
    reading: str | None,
    licence: str,
    version: str,
    scheme: Scheme | None,
    force: bool,
) -> F:
    folder = Path(out) / name
    description_path = folder / kind.DESCRIPTION
    existing = is_built(kind, out, name, recipe, force=force)
    if existing is not None:
        return existing
    tally, digest, guard = Tally(), sha256(), RepeatGuard()
    records_path = folder / kind.RECORDS
    with open_whole(records_path) as file:
        for record in records:
            line = encode_record(record) + b"\n"
            file.write(line)
            digest.update(line)
            tally.add(record)
            guard.add(record.id)
        file.flush()
        if guard.suspects:
            try:
                check_repeats(file.name, "id", guard.suspects)
            except RecordError as error:
                raise InputError(f"{name}: record {error.line}: {error.problem}") from None
        description_path.unlink(missing_ok=True)
    funnel.kept = tally.records
    if kind is Suite and scheme is None:
        # One pair whose source does not tell neutral and contradiction apart makes the suite two-way.
        scheme = "two-way" if "non-entailment" in tally.labels() else "three-way"
    description = Description(
        format=FORMAT,
        name=name,
        version=version,
        scheme=scheme,
        reading=reading,
        recipe=recipe,
        counts=tally.as_dict(),
        funnel=funnel.as_dict(),
        licence=licence,
        sha256=digest.hexdigest(),
    )
    write_bytes(description_path, encode_document(description))
    return kind(folder)


def is_built(kind: type[F], out: AnyPath, name: str, recipe: Recipe, *, force: bool) -> F | None:
    """Return what is already there by the same recipe, None where there is nothing.

    Something there by another recipe is a `ConflictError`, unless `force` says to replace it.
    """
    folder = Path(out) / name
    if force or not (folder / kind.DESCRIPTION).exists():
        return None
    existing = kind(folder)
    if existing.description.recipe == recipe and not existing.description.edited:
        return existing
    raise ConflictError(
        f"{folder} was made by another recipe ({describe_difference(existing.description.recipe, recipe)}). "
        "Choose another --out, or replace it with --force."
    )


def describe_difference(old: Recipe, new: Recipe) -> str:
    """Return in a few words how two recipes differ."""
    parts = []
    for field in Recipe.__struct_fields__:
        before, after = getattr(old, field), getattr(new, field)
        if isinstance(before, dict) and isinstance(after, dict):
            # Of options and inputs only those are named that differ.
            keys = [key for key in {**before, **after} if before.get(key) != after.get(key)]
            pairs = [(f"{field[:-1]} {key}", before.get(key), after.get(key)) for key in keys]
        else:
            pairs = [(field, before, after)] if before != after else []
        parts += [f"{name}: {_short(there)} there, {_short(now)} now" for name, there, now in pairs]
    more = f"; and {len(parts) - SHOWN} more" if len(parts) > SHOWN else ""
    return "; ".join(parts[:SHOWN]) + more or "it was edited by hand"


SHOWN = 4
"""Differences of two recipes that a message names."""


def _short(value: object) -> str:
    text = "nothing" if value is None else str(value)
    if re.fullmatch("[0-9a-f]{64}", text):
        return text[:12] + "…"
    return text if len(text) <= 60 else text[:57] + "..."


def hash_inputs(paths: Iterable[Path], root: Path) -> dict[str, str]:
    """Return the sha256 of input files by their path below `root` (their name, for a lone file)."""
    return {
        path.name if path == root else os.path.relpath(path, root).replace(os.sep, "/"): hash_file(path)
        for path in sorted(paths)
    }


__all__ = [
    "Corpus",
    "Description",
    "Funnel",
    "Recipe",
    "Suite",
    "Tally",
    "find_suites",
    "hash_inputs",
    "is_built",
    "load",
    "write_corpus",
    "write_suite",
]
