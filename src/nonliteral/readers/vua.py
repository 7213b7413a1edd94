"""VUA: sentences of the VU Amsterdam Metaphor Corpus with their metaphor-related words.

Two kinds of file are read: the sentences, with `M_` before a metaphoric word, and the lists of tokens to be
judged (verbs, or all parts of speech), whose sentences are taken from the sentence files beside them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nonliteral.errors import InputError
from nonliteral.readers.base import Card, FileReader, make
from nonliteral.readers.spans import fit_spans, trim_to_word
from nonliteral.readers.tables import Row, mend_mojibake, read_table
from nonliteral.records import Sentence, Span, Usage
from nonliteral.suites import Funnel

COLUMNS = ("txt_id", "sentence_id", "sentence_txt")

_USAGE: dict[str, Usage] = {"0": "literal", "1": "figurative"}
_MARK = re.compile(r"M_(?=[^\s_])")


class Vua(FileReader):
    """Reads vuamc_corpus_*.csv and the token lists."""

    card = Card(
        name="vua",
        title="VU Amsterdam Metaphor Corpus (shared task form)",
        makes="sentences",
        phenomena=("metaphor",),
        paper=(
            "Steen, Dorst, Herrmann, Kaal, Krennmayr and Pasma 2010, A Method for Linguistic "
            "Metaphor Identification; Leong, Beigman Klebanov and Shutova 2018, Report on the VUA "
            "Metaphor Detection Shared Task"
        ),
        licence="CC-BY-SA-3.0 (VUAMC); British National Corpus text",
        where="github.com/EducationalTestingService/metaphor (script that makes the CSV from VUAMC.xml)",
        counts="training: 12,122 sentences, 17,240 verbs (4,793 metaphoric)",
        files=(
            "vuamc_corpus_*.csv with header txt_id,sentence_id,sentence_txt; *_tokens*.csv without "
            "header (text_sentence_token,0/1), which need the sentence file at or below the same "
            "path"
        ),
        ids="<file stem>:<n>, n the record from 0; txt_id_sentence_id or the token's key is source.record",
        warts=(
            (
                "Mac Roman, with typographic quotes and pounds garbled in a further layer: decoded "
                "and mended, counted"
            ),
            "13 sentences are empty: refused",
            (
                "`M_` stands inside some words (commonM_sense, 'M_s): the mark is taken out, the "
                "span is what follows"
            ),
            (
                "a sentence is figurative if any word is marked; its expression is null, since "
                "there may be several"
            ),
            "token lists count tokens from 1, by blanks; test lists without labels give usage `unknown`",
        ),
    )
    patterns = ("vuamc_corpus_*.csv", "*_tokens*.csv")

    def files(self, path: Path) -> list[Path]:
        """Return the files at or below `path`; beside a lone token list, the sentence files it needs."""
        found = super().files(path)
        if not path.is_dir() and not _holds_sentences(path):
            found = [*sorted(path.parent.glob("vuamc_corpus_*.csv")), *found]
        return found

    def read(self, path: Path, funnel: Funnel) -> Iterator[Sentence]:
        """Yield sentences and tokens; from a lone token list only its tokens."""
        found = self.files(path)
        texts = [file for file in found if _holds_sentences(file)]
        only_tokens = not path.is_dir() and path not in texts
        by_key: dict[tuple[str, str], str] = {}
        lists = [file for file in found if file not in texts]
        if lists:
            if not texts:
                raise InputError(
                    f"{lists[0]} lists tokens of sentences that are not there. "
                    "Put vuamc_corpus_train.csv (or _test) into the same folder."
                )
            for file in texts:
                for row in _sentence_rows(file, Funnel()):
                    by_key[row.fields["txt_id"], row.fields["sentence_id"]] = row.fields["sentence_txt"]
        for file in found:
            if file in lists:
                yield from self._read_tokens(file, funnel, by_key)
            elif not only_tokens:
                yield from self._read_sentences(file, funnel)

    def _read_sentences(self, file: Path, funnel: Funnel) -> Iterator[Sentence]:
        for row in _sentence_rows(file, funnel):
            funnel.read += 1
            raw, marks = _unmark(row.fields["sentence_txt"])
            text, spans = fit_spans(raw, marks)
            if not text:
                funnel.refuse("empty sentence")
                continue
            yield make(
                Sentence,
                row,
                id=f"{self.stem(file)}:{row.n}",
                text=text,
                expression=None,
                spans=spans,
                usage="figurative" if spans else "literal",
                source=self.source(f"{row.fields['txt_id']}_{row.fields['sentence_id']}"),
                features={"text": row.fields["txt_id"]},
            )

    def _read_tokens(
        self, file: Path, funnel: Funnel, by_key: dict[tuple[str, str], str]
    ) -> Iterator[Sentence]:
        for row in read_table(file, ("key", "label"), delimiter=",", quoted=True, optional=1):
            funnel.read += 1
            key, label = row.fields["key"].strip(), row.fields.get("label", "").strip()
            if label and label not in _USAGE:
                raise row.error(f"the label must be 0 or 1, found {label!r}.")
            parts = key.rsplit("_", 2)
            if len(parts) != 3 or not (parts[2].isascii() and parts[2].isdigit()) or len(parts[2]) > 6:
                raise row.error(
                    f"text, sentence and token number expected, as in a1e-fragment01_3_7; found {key!r}."
                )
            sentence = by_key.get((parts[0], parts[1]))
            if sentence is None:
                raise row.error(f"the sentence {parts[0]}_{parts[1]} is in no vuamc_corpus file here.")
            tokens = [match.span() for match in re.finditer(r"\S+", sentence)]
            number = int(parts[2])
            if not 1 <= number <= len(tokens):
                raise row.error(f"the sentence has {len(tokens)} tokens, and token {number} is asked for.")
            raw, span, metaphoric = _unmark_with(sentence, tokens[number - 1])
            text, spans = fit_spans(raw, [span] if span else [])
            if label and metaphoric != (label == "1"):
                funnel.note("label and mark in the sentence differ")
            features: dict[str, Any] = {"text": parts[0], "token": number}
            yield make(
                Sentence,
                row,
                id=f"{self.stem(file)}:{row.n}",
                text=text,
                expression=text[slice(*spans[0])].lower() if spans else None,
                spans=spans,
                usage=_USAGE.get(label, "unknown"),
                source=self.source(key),
                features=features,
            )


def _holds_sentences(file: Path) -> bool:
    return "tokens" not in file.name


def _sentence_rows(file: Path, funnel: Funnel) -> Iterator[Row]:
    for row in read_table(
        file, COLUMNS, delimiter=",", quoted=True, header=True, encodings=("utf-8", "mac_roman")
    ):
        given = row.fields["sentence_txt"]
        # The ellipsis lost its last byte to an underscore.
        mended = mend_mojibake(given.replace("‰Û_", "…"), mac_layers=1)
        if mended != given:
            funnel.note("encoding damage mended")
        row.fields["sentence_txt"] = mended
        yield row


def _unmark(marked: str) -> tuple[str, list[Span]]:
    out: list[str] = []
    spans: list[Span] = []
    length = 0
    for piece in re.split(r"(\s+)", marked):
        found = _MARK.search(piece)
        plain = _MARK.sub("", piece)
        if found:
            span = trim_to_word(plain, (found.start(), len(plain)))
            if span:
                spans.append((length + span[0], length + span[1]))
        out.append(plain)
        length += len(plain)
    return "".join(out), spans


def _unmark_with(marked: str, token: Span) -> tuple[str, Span | None, bool]:
    """Return the sentence without marks, where a token of it now is, and whether the token was marked."""
    before, _ = _unmark(marked[: token[0]])
    inside, marks = _unmark(marked[token[0] : token[1]])
    after, _ = _unmark(marked[token[1] :])
    span = trim_to_word(inside, (0, len(inside))) or ((0, len(inside)) if inside else None)
    moved = (len(before) + span[0], len(before) + span[1]) if span else None
    return before + inside + after, moved, bool(marks)


reader = Vua()
