"""IMPPRES: paradigms of scalar implicatures and presuppositions made from a grammar.

Paradigms, triggers, operators, controls and both readings are kept, in the words that the paradigm builder
uses too, so that one study serves imported and built pairs. Every field can be had back.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nonliteral.readers.base import Card, make
from nonliteral.readers.pairs import (
    BLANKS_REMOVED,
    EMPTY_TEXT,
    WITHOUT_LABEL,
    SetReader,
    begins,
    keep_as_given,
    keep_columns,
    parse_label,
    read_items,
)
from nonliteral.readers.tables import Item
from nonliteral.records import Label, Pair, normalise_text
from nonliteral.suites import Funnel

ENVIRONMENTS = {
    "unembedded": "plain",
    "negated": "negated",
    "interrogative": "interrogative",
    "modal": "modal",
    "conditional": "conditional",
}
"""The operator over the trigger: the set's word, and ours."""

HYPOTHESIS_KINDS = {"positive": "presupposition", "negated": "negated", "neutral": "neutral"}
"""What the hypothesis is to the presupposition: the set's word, and ours."""

CONTROL_KIND = "trigger"
"""The hypothesis of a presupposition's control: the trigger sentence itself, under no operator."""

IMPLICATURE_ROWS = 12
"""A paradigm of implicatures is this many rows in a row; the file does not number them."""

_DISPUTED_SETS = frozenset({"cleft_uniqueness", "possessed_definites_uniqueness"})


class ImpPres(SetReader):
    """The reader of IMPPRES."""

    card = Card(
        name="imppres",
        title="IMPPRES",
        makes="pairs",
        phenomena=("implicature", "presupposition"),
        paper=(
            "Jeretic, Warstadt, Bhooshan, Williams (2020), Are natural language inference models "
            "IMPPRESsive? Learning implicature and presupposition, ACL"
        ),
        licence="CC-BY-NC-4.0",
        where="https://github.com/facebookresearch/Imppres",
        counts=(
            "25,500 pairs: 7 implicature files of 1,200 (100 paradigms of 12) and 9 presupposition files "
            "of 1,900 (100 paradigms of 19)"
        ),
        files=(
            "implicature/*.jsonl (sentence1, sentence2, gold_label_log, gold_label_prag, spec_relation, "
            "item_type, trigger, lexemes) and presupposition/*.jsonl (sentence1, sentence2, trigger, "
            "presupposition or trigger1, trigger2, control_item, gold_label, UID, pairID, paradigmID)"
        ),
        ids="<file stem>:<n>, n the line from 0: only_presupposition:17",
        warts=(
            (
                "implicature paradigms are not numbered: 12 rows in a row are one, counted from 0 in the "
                "file at hand"
            ),
            (
                "`trigger` means the operator in the presupposition files (here `features.environment`) "
                "and the scale in the implicature files (`features.trigger`)"
            ),
            (
                "unembedded is called plain, and the hypothesis kinds positive, negated, neutral are "
                "called presupposition, negated, neutral; a control's is trigger"
            ),
            ("control rows have trigger1, trigger2 and control_item in place of trigger and presupposition"),
            "cleft and possessive uniqueness, and only under might, are marked `contested`",
            (
                "25 pairs stand under two labels, 380 rows have enourmous, 210 didn't used to, 3,235 "
                "hypotheses no full stop: kept as published"
            ),
            (
                "numerals: the pragmatic label of not 2, not 3 is neutral in the file, where the table of "
                "the paper's other scales would have another: kept"
            ),
        ),
        reading="logical",
    )
    patterns = ("*.jsonl", "*.jsonl.gz")

    def looks_right(self, file: Path) -> bool:
        """Return whether a file is one of the set's, by the keys of its first record."""
        return begins(file, '"gold_label_log"') or begins(file, '"paradigmID"', '"UID"')

    def read_named(self, file: Path, name: str, funnel: Funnel) -> Iterator[Pair]:
        """Yield the pairs of one file."""
        rows = 0
        implicature = False
        for item in read_items(file):
            funnel.read += 1
            rows += 1
            implicature = "gold_label_log" in item.value
            pair = self._pair(item, name, funnel)
            if pair is not None:
                yield pair
        if implicature and rows % IMPLICATURE_ROWS:
            funnel.note(f"{file.name}: the last paradigm has {rows % IMPLICATURE_ROWS} of its 12 rows")

    def _pair(self, item: Item, name: str, funnel: Funnel) -> Pair | None:
        given = item.text("sentence1"), item.text("sentence2")
        premise, hypothesis = normalise_text(given[0]), normalise_text(given[1])
        if not premise or not hypothesis:
            funnel.refuse(EMPTY_TEXT)
            return None
        special = _implicature(item) if "gold_label_log" in item.value else _presupposition(item)
        if special is None:
            funnel.refuse(WITHOUT_LABEL)
            return None
        keys, features, used = special
        features = {"set": name, **features, **keep_columns(item, ("sentence1", "sentence2", *used))}
        if keep_as_given(features, sentence1=(given[0], premise), sentence2=(given[1], hypothesis)):
            funnel.note(BLANKS_REMOVED)
        return make(
            Pair,
            item,
            id=f"{name}:{item.n}",
            premise=premise,
            hypothesis=hypothesis,
            method="paradigm",
            tier="silver",
            group=f"{name}/{features['paradigm']}",
            source=self.source(item.value.get("pairID")),
            features=features,
            **keys,
        )


Special = tuple[dict[str, Any], dict[str, Any], tuple[str, ...]]
"""Keys of the pair, its features, and the columns that are used up by them."""


def _label(item: Item, key: str) -> Label | None:
    return parse_label(item, item.text(key))


def _word(item: Item, key: str, words: dict[str, str]) -> str:
    given = item.text(key)
    if given not in words:
        raise item.error(f"`{key}` must be one of {', '.join(words)}, found {given[:40]!r}.")
    return words[given]


def _implicature(item: Item) -> Special | None:
    logical, pragmatic = _label(item, "gold_label_log"), _label(item, "gold_label_prag")
    if logical is None or pragmatic is None:
        return None
    kind = _word(item, "item_type", {"target": "target", "control": "control"})
    keys = {
        "phenomenon": "implicature",
        "label": logical,
        "readings": {"logical": logical, "pragmatic": pragmatic},
    }
    features = {
        "paradigm": str(item.n // IMPLICATURE_ROWS),
        "trigger": item.text("trigger"),
        "relation": item.text("spec_relation"),
        "control": kind == "control",
        "lexemes": item.text("lexemes"),
    }
    used = ("gold_label_log", "gold_label_prag", "spec_relation", "item_type", "trigger", "lexemes")
    return keys, features, used


def _presupposition(item: Item) -> Special | None:
    label = _label(item, "gold_label")
    if label is None:
        return None
    uid, paradigm = item.text("UID"), item.value.get("paradigmID")
    if not isinstance(paradigm, int) or isinstance(paradigm, bool):
        raise item.error(f"`paradigmID` must be a whole number, found {str(paradigm)[:40]!r}.")
    trigger = uid.removesuffix("_presupposition")
    features: dict[str, Any] = {"paradigm": str(paradigm), "trigger": trigger, "UID": uid}
    if "trigger1" in item.value:
        if item.value.get("control_item") is not True:
            raise item.error("a row with `trigger1` must have `control_item` true.")
        features |= {
            "environment": _word(item, "trigger1", ENVIRONMENTS),
            "hypothesis_environment": _word(item, "trigger2", ENVIRONMENTS),
            "hypothesis_kind": CONTROL_KIND,
            "control": True,
        }
        used: tuple[str, ...] = ("trigger1", "trigger2", "control_item")
    else:
        environment = _word(item, "trigger", ENVIRONMENTS)
        features |= {
            "environment": environment,
            "hypothesis_kind": _word(item, "presupposition", HYPOTHESIS_KINDS),
            "control": False,
        }
        if trigger in _DISPUTED_SETS or (trigger == "only" and environment == "modal"):
            features["contested"] = True
        used = ("trigger", "presupposition")
    keys = {"phenomenon": "presupposition", "label": label}
    return keys, features, (*used, "gold_label", "UID", "pairID", "paradigmID")


reader = ImpPres()
