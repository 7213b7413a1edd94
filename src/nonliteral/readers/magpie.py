"""MAGPIE: potentially idiomatic expressions in sentences of the British National Corpus.

Two forms are read: the release's own JSON lines, with five sentences of context of which the middle one holds
the expression, and the table of single sentences that Dankers et al. made of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nonliteral.readers.base import Card, FileReader, make
from nonliteral.readers.spans import find_words, fit_spans, split_words, token_spans, trim_to_word
from nonliteral.readers.tables import Item, parse_share, read_json_lines, read_table
from nonliteral.records import Sentence, Span, Usage, normalise_text
from nonliteral.suites import Funnel

COLUMNS = ("sentence", "flags", "idiom", "usage", "variant", "pos")

_LABELS: dict[str, Usage] = {
    "i": "figurative",
    "l": "literal",
    "o": "unknown",
    "?": "unknown",
    "f": "unknown",
}


class Magpie(FileReader):
    """Reads both forms of MAGPIE."""

    card = Card(
        name="magpie",
        title="MAGPIE",
        makes="sentences",
        phenomena=("idiom",),
        paper=(
            "Haagsma, Bos and Nissim 2020, MAGPIE: A Large Corpus of Potentially Idiomatic "
            "Expressions (LREC); sentence form: Dankers, Lucas and Titov 2022 (ACL)"
        ),
        licence="CC-BY-4.0 (annotations)",
        where="github.com/hslh/magpie-corpus; sentence form: github.com/vernadankers/mt_idioms",
        counts=(
            "56,622 contexts of 2,007 expressions unfiltered, 48,395 of 1,756 filtered; sentence "
            "form 35,993 sentences of 1,364 idioms"
        ),
        files="MAGPIE_*.jsonl (JSON lines), sentences.tsv or any *.tsv of six columns without header",
        ids="<file stem>:<n>, n the line from 0; a JSON line's own id is source.record",
        warts=(
            (
                "flags in the sentence form are for blank-separated tokens: punctuation at a "
                "token's edge is left out of the span; articles and some function words of the "
                "idiom are not flagged"
            ),
            (
                "labels `o` (other) and `?` (unclear) of the unfiltered release become usage "
                "`unknown`; the letter is kept as features.label"
            ),
            (
                "offsets of the JSON form are checked against the middle sentence: whole words of it, one "
                "of them at least of the idiom; where they are not, the expression is looked for, counted"
            ),
            "211 rows of the sentence form repeat another; they are kept",
        ),
    )
    patterns = ("MAGPIE*.jsonl", "MAGPIE*.jsonl.gz", "sentences.tsv", "magpie*.tsv")

    def read_file(self, file: Path, funnel: Funnel) -> Iterator[Sentence]:
        """Yield the sentences of one file of either form."""
        if file.name.removesuffix(".gz").endswith((".jsonl", ".json")):
            return self._read_json(file, funnel)
        return self._read_sentences(file, funnel)

    def _read_sentences(self, file: Path, funnel: Funnel) -> Iterator[Sentence]:
        for row in read_table(file, COLUMNS):
            funnel.read += 1
            raw, flags = row.fields["sentence"], row.fields["flags"].split()
            usage = row.fields["usage"]
            if usage not in ("figurative", "literal"):
                raise row.error(f"the usage must be `figurative` or `literal`, found {usage!r}.")
            tokens = token_spans(raw)
            if len(flags) != len(tokens):
                raise row.error(
                    f"{len(flags)} flags for {len(tokens)} tokens.", "There must be one for each."
                )
            if set(flags) - {"0", "1"}:
                raise row.error("the flags must be 0 or 1.")
            marked = [
                span
                for token, flag in zip(tokens, flags, strict=True)
                if flag == "1" and (span := trim_to_word(raw, token)) is not None
            ]
            text, spans = fit_spans(raw, marked)
            if not spans:
                funnel.note("no word marked")
            yield make(
                Sentence,
                row,
                id=f"{self.stem(file)}:{row.n}",
                text=text,
                expression=normalise_text(row.fields["idiom"]),
                spans=spans,
                usage=usage,
                variant=normalise_text(row.fields["variant"]) or None,
                source=self.source(),
                features={"pos": row.fields["pos"]},
            )

    def _read_json(self, file: Path, funnel: Funnel) -> Iterator[Sentence]:
        for item in read_json_lines(file):
            funnel.read += 1
            sentence = self._sentence(file, item, funnel)
            if sentence is not None:
                yield sentence

    def _sentence(self, file: Path, item: Item, funnel: Funnel) -> Sentence | None:
        value = item.value
        context = value.get("context")
        if not isinstance(context, list) or not all(
            part is None or isinstance(part, str) for part in context
        ):
            raise item.error("`context` must be a list of sentences.")
        context = [part or "" for part in context]
        label = value.get("label")
        if not isinstance(label, str) or label not in _LABELS:
            raise item.error(f"`label` must be one of {', '.join(_LABELS)}, found {label!r}.")
        idiom = normalise_text(item.text("idiom"))
        words = split_words(idiom)
        middle = _position(context, words)
        raw = context[middle] if context else ""
        if not raw.strip():
            funnel.refuse("no sentence in the context")
            return None
        text, spans = fit_spans(raw, _checked_offsets(value.get("offsets"), raw))
        if not _show(text, spans, words):
            found = find_words(text, words)
            if found:
                funnel.note("offsets beside the expression, which was looked for")
                spans = found
            else:
                funnel.note("expression not recognised at its offsets" if spans else "no span found")
        confidence = value.get("confidence")
        features: dict[str, Any] = {
            "context": [normalise_text(part) for part in context],
            "context_position": middle,
            "label": label,
        }
        for key, name in (
            ("label_distribution", "votes"),
            ("judgment_count", "judgments"),
            ("document_id", "document"),
            ("sentence_no", "sentence_no"),
            ("genre", "genre"),
            ("split", "split"),
            ("non_standard_usage_explanations", "explanations"),
        ):
            if key in value:
                features[name] = value[key]
        variant = value.get("variant_type")
        return make(
            Sentence,
            item,
            id=f"{self.stem(file)}:{item.n}",
            text=text,
            expression=idiom,
            spans=spans,
            usage=_LABELS[label],
            confidence=None if confidence is None else parse_share(item, "confidence", str(confidence)),
            variant=normalise_text(variant) or None if isinstance(variant, str) else None,
            source=self.source(value.get("id")),
            features=features,
        )


def _position(context: list[str], words: list[str]) -> int:
    """Return which sentence is meant: the third of five; of fewer the one with the expression."""
    middle = len(context) // 2
    if len(context) == 5:
        return middle
    return next((n for n, part in enumerate(context) if find_words(part, words)), middle)


def _checked_offsets(given: Any, raw: str) -> list[Span]:
    """Return the offsets, if every one of them lies on whole words of the sentence; otherwise none."""
    spans: list[Span] = []
    if not isinstance(given, list):
        return []
    for pair in given:
        if not isinstance(pair, list) or len(pair) != 2 or not all(type(part) is int for part in pair):
            return []
        start, end = pair
        if not 0 <= start < end <= len(raw) or not any(char.isalnum() for char in raw[start:end]):
            return []
        if raw[start - 1 : start].isalnum() and raw[start].isalnum():
            return []
        if raw[end : end + 1].isalnum() and raw[end - 1].isalnum():
            return []
        spans.append((start, end))
    return spans


def _show(text: str, spans: list[Span], words: list[str]) -> bool:
    """Return whether the words under the spans are words of the expression, at least one of them."""
    marked = " ".join(text[start:end] for start, end in spans)
    return any(find_words(marked, [word]) for word in words)


reader = Magpie()
