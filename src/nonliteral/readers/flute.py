"""FLUTE: literal premises and figurative hypotheses by people and a language model, with explanations.

The released set has four types and explanations for both labels; the set of the paper has three types and
explanations for contradictions only. This is the released one, in all shapes in which it is handed round.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from nonliteral.readers.base import Card, make
from nonliteral.readers.pairs import (
    BLANKS_REMOVED,
    EMPTY_TEXT,
    WITHOUT_LABEL,
    SetReader,
    as_record,
    changed_texts,
    in_any_shape,
    keep_columns,
    link_pairs,
    parse_label,
    read_items,
)
from nonliteral.readers.tables import Item, file_stem
from nonliteral.records import Label, Pair, normalise_text
from nonliteral.suites import Funnel

QUESTION = (
    'Does the sentence "{premise}" entail or contradict the sentence "{hypothesis}"? Please answer between '
    '"Entails" or "Contradicts" and explain your decision in a sentence.'
)
"""What `en1` of the translation shape asks."""

_QUESTION = re.compile(
    re.escape(QUESTION).replace(r"\{premise\}", "(.*)").replace(r"\{hypothesis\}", "(.*)"), re.DOTALL
)
_ANSWER = re.compile(r"(Entails|Contradicts)\. (.*)", re.DOTALL)

PHENOMENA = {
    "sarcasm": "irony",
    "creative-paraphrase": "irony",
    "idiom": "idiom",
    "metaphor": "metaphor",
    "simile": "simile",
}
"""FLUTE's types, and the phenomenon of each; what is of no known type is `figurative`."""

_TYPES = ("sarcasm", "idiom", "metaphor", "simile")


class _Row(NamedTuple):
    """A record of any shape, laid out the same way; texts as given."""

    item: Item
    premise: str
    hypothesis: str
    explanation: str | None
    label: Label | None
    kind: str | None
    ident: Any
    idiom: str | None
    columns: dict[str, Any]


_Twins = dict[tuple[str, str], list[_Row]]


class Flute(SetReader):
    """The reader of FLUTE."""

    card = Card(
        name="flute",
        title="FLUTE, as released",
        makes="pairs",
        phenomena=("irony", "idiom", "metaphor", "simile", "figurative"),
        paper=(
            "Chakrabarty, Saakyan, Ghosh, Muresan (2022), FLUTE: Figurative language understanding "
            "through textual explanations, EMNLP"
        ),
        licence="AFL-3.0",
        where=(
            "https://huggingface.co/datasets/ColumbiaNLP/FLUTE; "
            "https://github.com/tuhinjubcse/model-in-the-loop-fig-lang"
        ),
        counts="7,035 training, 499 validation and 1,500 test pairs; the paper counts 8,000 of three types",
        files=(
            "FLUTEfinal{train,val}.json (JSON lines with translation.en1 and en2); "
            "{sarcasm,idiom,metaphor,simile}_train.jsonl (id, premise, hypothesis, label, explanation, "
            "for idioms also idiom); FLUTE*.csv, .tsv, .jsonl as on the hub (with type and split)"
        ),
        ids="<file stem>:<n>, n from 0 over the lines; a row's own id in source.record and `features.id`",
        warts=(
            (
                "the premise is literal and the hypothesis figurative, the other way round from IMPLI: "
                "`features.direction` is literal-premise"
            ),
            (
                "labels are Entailment and Contradiction, there is no neutral; in the translation shape "
                "Entails and Contradicts"
            ),
            (
                "the sarcasm file holds two types: sarcasm (all contradiction) and the creative "
                "paraphrase of the same situation (all entailment); both are irony, with readings: "
                "sarcasm is entailment as intended"
            ),
            (
                "the translation shape has neither type nor id: read together with the per-type files, a "
                "row takes both from its twin there; read alone, it has the phenomenon figurative and no "
                "readings"
            ),
            (
                "the per-type training files together are the translation shape's training and validation "
                "files: a folder with both gives each pair twice; give one file or folder of a type to "
                "have it once"
            ),
            "ids repeat within a file, one situation a number: they make the group",
            (
                "a few explanations are empty, some texts end in blanks: blanks are removed, what was "
                "given is kept in `features.as_given`"
            ),
            "test files without labels are refused and counted",
        ),
        version="released, four types",
        reading="surface (irony), intended (the others)",
    )
    patterns = in_any_shape(
        "FLUTE*", *(f"{kind}_{part}" for kind in _TYPES for part in ("train", "val", "test"))
    )

    def read_set(self, names: Mapping[Path, str], funnel: Funnel) -> Iterator[Pair]:
        """Yield the pairs of several files; what the translation shape leaves out comes from the others."""
        twins = _find_twins(names)
        for file, name in names.items():
            rows = [_lay_out(item) for item in read_items(file)]
            firsts = link_pairs([(row.premise, row.hypothesis) for row in rows])
            for row, first in zip(rows, firsts, strict=True):
                funnel.read += 1
                twin = _twin(row, twins) if "translation" in row.item.value else None
                pair = self._pair(row, twin, name, f"{name}:{first}", funnel)
                if pair is not None:
                    yield pair

    def _pair(self, row: _Row, twin: _Row | None, name: str, situation: str, funnel: Funnel) -> Pair | None:
        item = row.item
        premise, hypothesis = normalise_text(row.premise), normalise_text(row.hypothesis)
        if not premise or not hypothesis:
            funnel.refuse(EMPTY_TEXT)
            return None
        if row.label is None:
            funnel.refuse(WITHOUT_LABEL)
            return None
        explanation = normalise_text(row.explanation or "")
        kind, ident, idiom = row.kind, row.ident, row.idiom
        features: dict[str, Any] = {"direction": "literal-premise"}
        if "translation" in item.value:
            features["shape"] = "translation"
            if twin is not None:
                kind, ident, idiom = twin.kind, twin.ident, twin.idiom
                funnel.note("type and id taken from the same pair in a per-type file")
            else:
                funnel.note("of unknown type: the translation shape does not tell")
        elif explanation == "":
            funnel.note("without an explanation")
        if kind is not None:
            features["type"] = kind
        if ident is not None:
            features["id"] = ident
            situation = f"{_family(kind)}/{ident}"
        as_given = changed_texts(
            premise=(row.premise, premise),
            hypothesis=(row.hypothesis, hypothesis),
            explanation=(row.explanation or "", explanation),
        )
        if idiom is not None and normalise_text(idiom):
            features["expression"] = normalise_text(idiom)
            as_given |= changed_texts(idiom=(idiom, features["expression"]))
        features |= row.columns
        if as_given:
            features["as_given"] = as_given
            funnel.note(BLANKS_REMOVED)
        return make(
            Pair,
            item,
            id=f"{name}:{item.n}",
            premise=premise,
            hypothesis=hypothesis,
            label=row.label,
            readings=_readings(kind, row.label),
            phenomenon=PHENOMENA.get(kind or "", "figurative"),
            method="drafted",
            tier="gold",
            group=situation,
            explanation=explanation or None,
            source=self.source(as_record(ident)),
            features=features,
        )


def _find_twins(files: Iterable[Path]) -> _Twins:
    """Return the rows of the per-type files by their texts, for rows of the translation shape to look up."""
    twins: _Twins = {}
    shapes = set()
    for file in files:
        for item in read_items(file):
            shapes.add("translation" in item.value)
            if "translation" in item.value:
                break
            row = _lay_out(item)
            if row.kind is not None:
                twins.setdefault((row.premise, row.hypothesis), []).append(row)
    return twins if shapes == {True, False} else {}


def _twin(row: _Row, twins: _Twins) -> _Row | None:
    found = twins.get((row.premise, row.hypothesis), [])
    same = [twin for twin in found if twin.label == row.label and twin.explanation == row.explanation]
    return next(iter(same or found), None)


def _family(kind: str | None) -> str:
    return "sarcasm" if kind == "creative-paraphrase" else kind or "figurative"


def _readings(kind: str | None, label: Label) -> dict[str, Label] | None:
    if kind is None or PHENOMENA.get(kind) != "irony":
        return None
    return {"surface": label, "intended": "entailment" if kind == "sarcasm" else label}


def _lay_out(item: Item) -> _Row:
    if "translation" in item.value:
        return _lay_out_translation(item)
    label = parse_label(item, item.value.get("label"))
    explanation, idiom = item.value.get("explanation"), item.value.get("idiom")
    for key, value in (("explanation", explanation), ("idiom", idiom)):
        if value is not None and not isinstance(value, str):
            raise item.error(f"`{key}` must be text, found {str(value)[:40]!r}.")
    used = ("premise", "hypothesis", "label", "explanation", "idiom", "id", "type")
    return _Row(
        item=item,
        premise=item.text("premise"),
        hypothesis=item.text("hypothesis"),
        explanation=explanation,
        label=label,
        kind=_kind(item, label),
        ident=item.value.get("id"),
        idiom=idiom,
        columns=keep_columns(item, used),
    )


def _lay_out_translation(item: Item) -> _Row:
    translation = item.value["translation"]
    if not isinstance(translation, dict) or not isinstance(translation.get("en1"), str):
        raise item.error("`translation` must be an object with the texts `en1` and `en2`.")
    asked = _QUESTION.fullmatch(translation["en1"])
    if asked is None:
        raise item.error(
            "`en1` is not FLUTE's question.", f"Expected: {QUESTION.format(premise='…', hypothesis='…')}"
        )
    answer = translation.get("en2")
    label: Label | None = None
    explanation: str | None = None
    if isinstance(answer, str) and answer.strip():
        found = _ANSWER.fullmatch(answer)
        if found is None:
            raise item.error(f"`en2` must begin with 'Entails. ' or 'Contradicts. ', found {answer[:40]!r}.")
        label, explanation = parse_label(item, found[1]), found[2]
    columns = keep_columns(item, ("translation",))
    return _Row(item, asked[1], asked[2], explanation, label, None, None, None, columns)


def _kind(item: Item, label: Label | None) -> str | None:
    given = item.value.get("type")
    names = [given] if isinstance(given, str) and given else [file_stem(item.path), item.path.parent.name]
    for name in names:
        lowered = name.lower().replace("_", "").replace("-", "").replace(" ", "")
        if "paraphrase" in lowered:
            return "creative-paraphrase"
        for kind in _TYPES:
            if kind in lowered:
                paraphrase = kind == "sarcasm" and given is None and label == "entailment"
                return "creative-paraphrase" if paraphrase else kind
    return None


reader = Flute()
