"""MERMAID's test set: literal sentences with a marked verb, and metaphoric ones that two people wrote.

The release keeps them in parallel files, line by line; here the metaphoric sentences carry their literal
ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nonliteral.errors import InputError
from nonliteral.readers.base import Card, FileReader, make
from nonliteral.readers.spans import fit_spans, shared_ends, word_spans
from nonliteral.readers.tables import Line, Row, read_lines
from nonliteral.records import Sentence, Span, normalise_text
from nonliteral.suites import Funnel

_VERB = re.compile(r"<V>(.*?)<V>")


class Mermaid(FileReader):
    """Reads metanew.txt (literal) with human1test.txt and human2test.txt (metaphoric)."""

    card = Card(
        name="mermaid",
        title="MERMAID metaphor test set",
        makes="sentences",
        phenomena=("metaphor",),
        paper=(
            "Chakrabarty, Zhang, Muresan and Peng 2021, MERMAID: Metaphor Generation with "
            "Symbolism and Discriminative Decoding (NAACL)"
        ),
        licence="not stated",
        where="github.com/tuhinjubcse/MetaphorGenNAACL2021 (fairseq/)",
        counts="150 literal sentences, each with two metaphoric ones by people",
        files=(
            "metanew.txt (literal sentences, the verb between <V> and <V>), human1test.txt and "
            "human2test.txt (metaphoric sentences, line by line the same, the verb marked or not)"
        ),
        ids="<file stem>:<n>, n the line from 0",
        warts=(
            "the metaphoric files need the literal one beside them and must have as many lines",
            (
                "human1test.txt has no marks, human2test.txt has them as the literal file does: both forms "
                "are read in either file, and the marks are taken out"
            ),
            (
                "people changed more than the verb now and then: where nothing is marked, the span is what "
                "differs from the literal sentence"
            ),
            "a sentence whose wording is the literal one's has no span; it is counted",
        ),
    )
    patterns = ("metanew.txt", "human*test.txt")

    def files(self, path: Path) -> list[Path]:
        """Return the files at or below `path`; beside a lone metaphoric file, the literal one it needs."""
        found = super().files(path)
        if path.is_file() and path.name.startswith("human"):
            beside = path.parent / "metanew.txt"
            found = [path, *([beside] if beside.exists() else [])]
        return found

    def read(self, path: Path, funnel: Funnel) -> Iterator[Sentence]:
        """Yield the metaphoric sentences with their literal ones, and the literal ones by themselves."""
        found = self.files(path)
        literal_files = [file for file in found if not file.name.startswith("human")]
        for file in found:
            if file in literal_files:
                if path.is_dir() or file == path:
                    yield from self._read_literal(file, funnel)
                continue
            if not literal_files:
                raise InputError(f"{file} needs the literal sentences. Put metanew.txt into the same folder.")
            beside = next((each for each in literal_files if each.parent == file.parent), literal_files[0])
            yield from self._read_metaphoric(file, beside, funnel)

    def _read_literal(self, file: Path, funnel: Funnel) -> Iterator[Sentence]:
        for n, line in enumerate(read_lines(file)):
            row = Row(file, line.number, n, {})
            funnel.read += 1
            text, spans, verb = take_verb(row, line.text)
            yield make(
                Sentence,
                row,
                id=f"{self.stem(file)}:{n}",
                text=text,
                expression=verb,
                spans=spans,
                usage="literal",
                source=self.source(),
                features={"verb": verb},
            )

    def _read_metaphoric(self, file: Path, literal_file: Path, funnel: Funnel) -> Iterator[Sentence]:
        yield from read_parallel(self, file, literal_file, self.stem(file), funnel)


def read_parallel(
    reader: FileReader, file: Path, literal_file: Path, stem: str, funnel: Funnel
) -> Iterator[Sentence]:
    """Yield the metaphoric sentences of one file with the literal ones on the same lines of another."""
    literal_lines = read_lines(literal_file)
    last = 0
    for n, line in enumerate(read_lines(file)):
        row = Row(file, line.number, n, {})
        last = line.number
        literal_line: Line | None = next(literal_lines, None)
        if literal_line is None:
            raise row.error(
                f"{literal_file.name} ends before this line.", "Both files must have as many lines."
            )
        funnel.read += 1
        literal, literal_spans, verb = take_verb(
            Row(literal_file, literal_line.number, n, {}), literal_line.text
        )
        if _VERB.search(line.text):
            text, spans, _ = take_verb(row, line.text)
        else:
            text = normalise_text(line.text)
            spans = _difference(literal, text)
        if word_list(text) == word_list(literal):
            spans = []
            funnel.note("same words as the literal sentence")
        features: dict[str, Any] = {
            "rewriting": literal,
            "rewriting_spans": [list(span) for span in literal_spans],
            "literal_verb": verb,
        }
        yield make(
            Sentence,
            row,
            id=f"{stem}:{n}",
            text=text,
            expression=text[spans[0][0] : spans[-1][1]].lower() if spans else None,
            spans=spans,
            usage="figurative",
            source=reader.source(),
            features=features,
        )
    if next(literal_lines, None) is not None:
        raise Row(file, last, 0, {}).error(
            f"the file ends here, and {literal_file.name} goes on.", "Both files must have as many lines."
        )


def take_verb(row: Row, marked: str) -> tuple[str, list[Span], str]:
    """Return a sentence without its `<V>` marks, the span of the verb between them, and the verb."""
    found = _VERB.search(marked)
    if found is None or marked.count("<V>") != 2:
        raise row.error(f"one verb between <V> and <V> expected in {marked[:80]!r}.")
    verb = found.group(1).strip()
    before, after = marked[: found.start()].rstrip(), marked[found.end() :].strip()
    raw = " ".join(part for part in (before, verb, after) if part)
    start = len(before) + 1 if before else 0
    text, spans = fit_spans(raw, [(start, start + len(verb))])
    return text, spans, normalise_text(verb)


def word_list(text: str) -> list[str]:
    """Return the words of a text in lower case."""
    return [text[start:end].lower() for start, end in word_spans(text)]


def _difference(literal: str, text: str) -> list[Span]:
    """Return the span of the words of `text` between what begins and what ends as `literal` does."""
    places = word_spans(text)
    words, other = word_list(text), word_list(literal)
    front, back = shared_ends(words, other)
    if front >= len(words) - back:
        return []
    return [(places[front][0], places[len(words) - back - 1][1])]


reader = Mermaid()
