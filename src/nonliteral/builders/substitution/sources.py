"""Where sentences come from: corpora as published or imported, mined sentences, or the lexicon's own.

Each sentence is made readable and cut to the one that holds the expression. What cannot be used at all
(a use that annotators found unclear, a heading, damaged text) is refused here, with its reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import cast

import msgspec

from nonliteral import registry
from nonliteral.builders.substitution.drafting import Refused
from nonliteral.builders.substitution.expressions import Lexicon
from nonliteral.builders.substitution.refusals import Refusal
from nonliteral.builders.substitution.tidying import tidy_sentence
from nonliteral.checking.defects import TEXT_CHECKS
from nonliteral.errors import InputError, UnknownNameError
from nonliteral.files import read_records
from nonliteral.readers import load_reader
from nonliteral.records import Entry, Sentence, Source, Span, Usage
from nonliteral.suites import Corpus, Funnel, hash_inputs

MIN_WORDS = 3
"""Fewer are no sentence."""

MAX_WORDS = 120
"""More are a list or a paragraph, on which no parser can be trusted."""

OWN_SOURCE = "nonliteral"
OWN_LICENCE = "CC-BY-4.0"


class Item(msgspec.Struct, frozen=True):
    """A sentence ready to be parsed."""

    text: str
    spans: list[Span]
    usage: Usage
    expression: str | None
    """What the corpus calls the expression."""
    entry: str | None
    """The entry itself, where the lexicon wrote the sentence."""
    source: Source
    corpus_variant: str | None
    notes: tuple[str, ...] = ()


class SentenceSource(msgspec.Struct, frozen=True):
    """A corpus that was asked for: its name, its files by sha256, its licence, and how to read it."""

    name: str
    inputs: dict[str, str]
    licence: str
    path: Path | None = None
    folder: bool = False
    records: bool = False

    def read(self, funnel: Funnel) -> Iterator[Sentence]:
        """Yield the sentences; what the reader mended is noted in the funnel."""
        assert self.path is not None
        if self.folder:
            yield from Corpus(self.path)
        elif self.records:
            yield from read_records(self.path, Sentence)
        else:
            own = Funnel()
            yield from cast("Iterator[Sentence]", load_reader(self.name).read(self.path, own))
            for note, count in own.notes.items():
                funnel.note(f"reader: {note}", count)


def open_source(name: str, path: Path) -> SentenceSource:
    """Return the corpus at a path: an imported one, a file of sentences, or a published set by its reader."""
    if not path.exists():
        raise InputError(f"There is no file or folder {path}. Give --corpus NAME=PATH.")
    if (path / Corpus.DESCRIPTION).exists():
        corpus = Corpus(path)
        corpus.verify()
        return SentenceSource(
            name, {name: corpus.description.sha256}, corpus.description.licence, path, folder=True
        )
    known = registry.names("readers")
    if name not in known and path.suffix == ".jsonl":
        return SentenceSource(name, hash_inputs([path], path), "not stated", path, records=True)
    if name not in known and not name.startswith("py:"):
        sets = [each for each in known if load_reader(each).card.makes == "sentences"]
        raise UnknownNameError(
            "corpus", name, sets, advice="A file of sentences (.jsonl) may have any other name."
        )
    reader = load_reader(name)
    if reader.card.makes != "sentences":
        raise InputError(f"{name} is a set of pairs, and builders need sentences. Evaluate it as it is.")
    return SentenceSource(name, hash_inputs(reader.files(path), path), reader.card.licence, path)


def prepare(sentence: Sentence, confidence: float, *, whole: bool = False) -> Item:
    """Return a corpus sentence ready to be parsed, or raise `Refusal`; `whole` keeps all of its text."""
    if sentence.features.get("entry"):
        raise Refusal("not a sentence", sentence.text)
    if sentence.usage in ("both", "unknown"):
        raise Refusal("usage unclear", sentence.usage)
    if sentence.confidence is not None and sentence.confidence < confidence:
        raise Refusal("usage unclear", f"confidence {sentence.confidence}")
    control = next((char for char in sentence.text if char < " " and char not in "\t\n\r"), None)
    if control is not None:
        raise Refusal("defect in the source sentence", f"control character U+{ord(control):04X}")
    tidied = tidy_sentence(
        sentence.text, sentence.spans, hyphens=sentence.source.corpus == "magpie", whole=whole
    )
    words = tidied.text.count(" ") + 1
    if not MIN_WORDS <= words <= MAX_WORDS:
        raise Refusal("not a sentence", f"{words} words")
    damage = find_damage(tidied.text)
    if damage is not None:
        raise Refusal("defect in the source sentence", damage)
    source = Source(
        sentence.source.corpus,
        sentence.id if sentence.source.record is None else sentence.source.record,
        sentence.source.licence,
    )
    return Item(
        tidied.text,
        tidied.spans,
        sentence.usage,
        sentence.expression,
        None,
        source,
        sentence.variant,
        tidied.notes,
    )


def prepare_all(
    source: SentenceSource, lexicon: Lexicon, confidence: float, funnel: Funnel
) -> Iterator[Item | Refused]:
    """Yield every sentence of a corpus, ready or refused; what the lexicon lacks is not looked at further."""
    for sentence in source.read(funnel):
        try:
            name = sentence.expression
            if name is not None and not lexicon.holds_metaphors and not lexicon.named(name):
                raise Refusal("expression not in the lexicon", name)
            # In a file of sentences a record is the sentence; published corpora give contexts.
            yield prepare(sentence, confidence, whole=source.records)
        except Refusal as refusal:
            yield Refused(refusal.reason, refusal.about, sentence.text)


@lru_cache(maxsize=4096)
def find_damage(text: str) -> str | None:
    """Return what `nonliteral check` would call an error in a sentence, None for a clean one."""
    for check in TEXT_CHECKS:
        if check.severity == "error":
            for fault in check.look(text):
                if fault.certain:
                    return fault.found
    return None


def own_sentences(entries: Iterable[Entry]) -> Iterator[Item]:
    """Yield the sentences that a lexicon has for its own entries."""
    for entry in entries:
        for example in entry.sentences:
            tidied = tidy_sentence(example.text, example.spans)
            yield Item(
                tidied.text if example.spans else example.text,
                tidied.spans,
                example.usage,
                entry.base,
                entry.id,
                Source(OWN_SOURCE, entry.id, OWN_LICENCE),
                example.variant,
            )


def content_digits(*parts: str) -> str:
    """Return ten hexadecimal digits of a content."""
    return sha256("\n".join(parts).encode()).hexdigest()[:10]
