"""TroFi: sentences of the Wall Street Journal for fifty verbs, in literal and nonliteral clusters.

People annotated part of the sentences (L, N); the rest (U) only has the cluster that the program put it in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nonliteral.readers.base import Card, FileReader, make
from nonliteral.readers.moh_x import read_verb_csv
from nonliteral.readers.spans import find_words, fit_spans
from nonliteral.readers.tables import Row, read_lines
from nonliteral.records import Sentence, Usage
from nonliteral.suites import Funnel

_USAGE: dict[str, Usage] = {"L": "literal", "N": "figurative", "U": "unknown"}
_VERB = re.compile(r"\*\*\*([^*\s]+)\*\*\*")
_CLUSTER = re.compile(r"\*(nonliteral|literal) cluster\*")
_LAST_TAG = re.compile(r"(\S+)/\S+$")
_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LCB-": "{", "-RCB-": "}", "-LSB-": "[", "-RSB-": "]"}
_BRACKET = re.compile("|".join(_BRACKETS))


class TroFi(FileReader):
    """Reads TroFiBase.txt and the CSV of its annotated sentences."""

    card = Card(
        name="trofi",
        title="TroFi example base",
        makes="sentences",
        phenomena=("metaphor",),
        paper=(
            "Birke and Sarkar 2006, A Clustering Approach for the Nearly Unsupervised Recognition "
            "of Nonliteral Language (EACL)"
        ),
        licence="not stated (research use)",
        where="www.cs.sfu.ca/~anoop/students/jbirke; CSV: github.com/gao-g/metaphor-in-context",
        counts="6,436 sentences of 50 verbs: 2,145 nonliteral, 1,592 literal, 2,699 not annotated",
        files="TroFiBase.txt; TroFi*.csv with header verb,sentence,verb_idx,label",
        ids=(
            "<file stem>:<n>, n the sentence from 0 (headings and empty lines not counted); "
            "wsj02:2251 is source.record"
        ),
        warts=(
            "U (not annotated) is usage `unknown`; the cluster is kept as features.cluster",
            "the last token carries its tag (./.), which is taken off; -LRB- and its like become brackets",
            "no spans: the verb's first form in the sentence is looked for",
        ),
    )
    patterns = ("TroFiBase*.txt", "TroFi*.csv")

    def read_file(self, file: Path, funnel: Funnel) -> Iterator[Sentence]:
        """Yield the sentences of one file of either form."""
        if file.suffix == ".csv":
            return read_verb_csv(self, file, funnel, ("verb", "sentence", "verb_idx", "label"))
        return self._read_base(file, funnel)

    def _read_base(self, file: Path, funnel: Funnel) -> Iterator[Sentence]:
        verb = cluster = None
        n = 0
        for line in read_lines(file):
            stripped = line.text.strip()
            row = Row(file, line.number, n, {})
            if not stripped or set(stripped) == {"*"}:
                continue
            if heading := _VERB.fullmatch(stripped):
                verb, cluster = heading.group(1), None
                continue
            if heading := _CLUSTER.fullmatch(stripped):
                cluster = heading.group(1)
                continue
            fields = line.text.split("\t")
            if len(fields) != 3:
                raise row.error(f"id, L, N or U, and sentence expected, {len(fields)} fields found.")
            own_id, label, raw = fields
            if label not in _USAGE:
                raise row.error(f"the annotation must be L, N or U, found {label!r}.")
            if verb is None or cluster is None:
                raise row.error("a sentence before the heading of its verb and cluster.")
            funnel.read += 1
            text, _ = fit_spans(_plain(raw), [])
            spans = find_words(text, [verb])
            if not spans:
                funnel.note("verb not found in its sentence")
            features: dict[str, Any] = {"cluster": cluster, "annotation": label}
            yield make(
                Sentence,
                row,
                id=f"{self.stem(file)}:{n}",
                text=text,
                expression=verb,
                spans=spans,
                usage=_USAGE[label],
                source=self.source(own_id.strip()),
                features=features,
            )
            n += 1


def _plain(raw: str) -> str:
    return _BRACKET.sub(lambda match: _BRACKETS[match.group()], _LAST_TAG.sub(r"\1", raw.strip()))


reader = TroFi()
