"""MOH-X: the verb-argument pairs of MOH that were used for training metaphor models.

The release lists pairs without sentences. Where MOH's own file lies at or below the same path, each pair is
given its sentence; the CSV that later work made of it has the sentences already.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nonliteral.readers import moh
from nonliteral.readers.base import Card, FileReader, make
from nonliteral.readers.spans import find_words, fit_spans, token_spans, trim_to_word
from nonliteral.readers.tables import Row, find_files, read_lines, read_table
from nonliteral.records import Sentence, Usage
from nonliteral.suites import Funnel

_USAGE: dict[str, Usage] = {"0": "literal", "1": "figurative"}


class MohX(FileReader):
    """Reads the list of pairs and the CSV with sentences."""

    card = Card(
        name="moh-x",
        title="MOH-X",
        makes="sentences",
        phenomena=("metaphor",),
        paper=(
            "Shutova, Kiela and Maillard 2016, Black Holes and White Rabbits: Metaphor "
            "Identification with Visual Features (NAACL), after Mohammad, Shutova and Turney 2016"
        ),
        licence="not stated (research use)",
        where="saifmohammad.com/WebPages/metaphor.html; CSV: github.com/gao-g/metaphor-in-context",
        counts="647 pairs: 316 metaphorical, 331 literal",
        files=(
            "MOH-Verb-labels-rels.txt (verb, argument, 0/1, relation); MOH-X*.csv with header "
            "arg1,arg2,verb,sentence,verb_idx,label"
        ),
        ids="<file stem>:<n>, n the record from 0",
        warts=(
            (
                "the list has no sentences: the pair itself is the text (argument before verb for "
                "SV) and features.bare is true, unless MOH's Data-metaphoric-or-literal.txt lies "
                "at or below the same path; then the first sentence of the verb with the same "
                "class and the argument in it is the text"
            ),
            "relations are VO and SV, and three times IO or VS",
        ),
    )
    patterns = ("MOH-Verb-labels-rels*.txt", "MOH-X*.csv")

    def files(self, path: Path) -> list[Path]:
        """Return the lists and CSVs at or below `path`, and MOH's sentences where they are there too."""
        found = super().files(path)
        return found + (_moh_files(path) if any(file.suffix == ".txt" for file in found) else [])

    def read(self, path: Path, funnel: Funnel) -> Iterator[Sentence]:
        """Yield the pairs, with sentences where MOH's file is at hand."""
        by_verb: dict[str, list[Sentence]] = {}
        for file in _moh_files(path):
            for sentence in moh.reader.read_file(file, Funnel()):
                by_verb.setdefault(sentence.expression or "", []).append(sentence)
        for file in super().files(path):
            if file.suffix == ".csv":
                yield from self._read_csv(file, funnel)
            else:
                yield from self._read_list(file, funnel, by_verb)

    def _read_list(
        self, file: Path, funnel: Funnel, by_verb: dict[str, list[Sentence]]
    ) -> Iterator[Sentence]:
        for n, line in enumerate(read_lines(file)):
            row = Row(file, line.number, n, {})
            fields = line.text.split()
            if len(fields) != 4:
                raise row.error(f"verb, argument, 0 or 1, and relation expected, found {line.text[:60]!r}.")
            verb, argument, label, relation = fields
            if label not in _USAGE:
                raise row.error(f"the label must be 0 or 1, found {label!r}.")
            funnel.read += 1
            features: dict[str, Any] = {"argument": argument, "grammatical_relation": relation}
            sentence = _sentence_of(verb, argument, _USAGE[label], by_verb)
            if sentence is not None:
                text, spans = sentence.text, sentence.spans
                features["sentence_id"] = sentence.id
            else:
                pair = [argument, verb] if relation == "SV" else [verb, argument]
                text, spans = fit_spans(" ".join(pair), [])
                spans = find_words(text, [verb])
                features["bare"] = True
                funnel.note("no sentence: the pair itself is the text")
            yield make(
                Sentence,
                row,
                id=f"{self.stem(file)}:{n}",
                text=text,
                expression=verb,
                spans=spans,
                usage=_USAGE[label],
                source=self.source(),
                features=features,
            )

    def _read_csv(self, file: Path, funnel: Funnel) -> Iterator[Sentence]:
        yield from read_verb_csv(
            self, file, funnel, ("verb", "sentence", "verb_idx", "label"), ("arg1", "arg2")
        )


def read_verb_csv(
    reader: FileReader, file: Path, funnel: Funnel, required: tuple[str, ...], extra: tuple[str, ...] = ()
) -> Iterator[Sentence]:
    """Yield the sentences of a CSV that gives the verb's token by number, as Gao et al. made them."""
    for row in read_table(file, delimiter=",", quoted=True, header=True, required=required):
        funnel.read += 1
        label = row.fields["label"].strip()
        if label not in _USAGE:
            raise row.error(f"the label must be 0 or 1, found {label!r}.")
        raw = row.fields["sentence"]
        tokens = token_spans(raw)
        number = row.fields["verb_idx"].strip()
        if not (number.isascii() and number.isdigit()) or len(number) > 6 or int(number) >= len(tokens):
            raise row.error(f"`verb_idx` must be a token from 0 to {len(tokens) - 1}, found {number!r}.")
        span = trim_to_word(raw, tokens[int(number)])
        text, spans = fit_spans(raw, [span] if span else [])
        yield make(
            Sentence,
            row,
            id=f"{reader.stem(file)}:{row.n}",
            text=text,
            expression=row.fields["verb"].strip(),
            spans=spans,
            usage=_USAGE[label],
            source=reader.source(),
            features={key: row.fields[key] for key in extra if row.fields.get(key)},
        )


def _moh_files(path: Path) -> list[Path]:
    if not path.is_dir() or not any(path.rglob("Data-metaphoric-or-literal*.txt")):
        return []
    return find_files(path, moh.reader.patterns, moh.reader.card.title)


def _sentence_of(
    verb: str, argument: str, usage: Usage, by_verb: dict[str, list[Sentence]]
) -> Sentence | None:
    holding = [sentence for sentence in by_verb.get(verb, ()) if find_words(sentence.text, [argument])]
    # The two files disagree about the class of a few: the pair's own label stands.
    agreeing = [sentence for sentence in holding if sentence.usage == usage]
    return next(iter(agreeing or holding), None)


reader = MohX()
