"""CommitmentBank: how far speakers are committed to what stands under negation, questions, modals and *if*.

Read as released (an item or a single answer a row) and as SuperGLUE has it (premise, hypothesis, label).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from nonliteral.readers.base import Card
from nonliteral.readers.pairs import PairReader, in_any_shape, pick
from nonliteral.readers.tables import Item, file_stem
from nonliteral.records import Label, Pair
from nonliteral.suites import Funnel

_ENVIRONMENTS = {
    "negation": "negated",
    "question": "interrogative",
    "modal": "modal",
    "conditional": "conditional",
}
_RESPONSES = ("Responses", "Reponses", "responses")
_ANSWER = ("Answer", "Response", "answer")
_AGREED = 0.8
NOT_AGREED = "-"


class CommitmentBank(PairReader):
    """The reader of the CommitmentBank."""

    card = Card(
        name="commitmentbank",
        title="CommitmentBank",
        makes="pairs",
        phenomena=("commitment",),
        paper=(
            "de Marneffe, Simons, Tonhauser (2019), The CommitmentBank: Investigating projection in "
            "naturally occurring discourse, Sinn und Bedeutung 23"
        ),
        licence="not stated with the data",
        where="https://github.com/mcdm/CommitmentBank; as CB in https://super.gluebenchmark.com/tasks",
        counts=(
            "1,200 items with at least eight answers each; SuperGLUE: 250 training, 56 development, 250 "
            "test pairs"
        ),
        files=(
            "CommitmentBank-items.csv (an item a row), CommitmentBank-All.csv (an answer a row); "
            "SuperGLUE's {train,val,test}.jsonl below a folder CB; cb*.jsonl, .json, .csv, .tsv"
        ),
        ids=(
            "<file stem>:<n>, n from 0 over the items (in CommitmentBank-All over items too, in the order "
            "of their first answer); uID or idx in source.record"
        ),
        warts=(
            "the premise is Context and Target, the hypothesis the Prompt",
            (
                "answers go from -3 to 3; as in SuperGLUE, above 0 counts as entailment, 0 as neutral, "
                "below as contradiction, and the label is what four in five agree on: items without such "
                "agreement are refused and counted"
            ),
            "counts of answers are in `features.votes`, the answers in `features.responses`",
            "the items file spells Responses `Reponses`, and has the column Embedding twice",
            (
                "`features.trigger` is the verb; `features.environment` is negated, interrogative, modal "
                "or conditional"
            ),
            "SuperGLUE's test pairs carry no label: refused and counted",
        ),
    )
    patterns = in_any_shape("commitmentbank*", "cb*", "train", "val", "dev", "test")
    premise = ("premise", "Target")
    hypothesis = ("hypothesis", "Prompt")
    record = ("uID", "uid", "idx", "HitID")
    phenomenon = "commitment"
    method = "recast"

    def accepts(self, file: Path) -> bool:
        """Return whether a file is the CommitmentBank's: by its name, or by its folder's."""
        return (
            file_stem(file).lower().startswith(("commitmentbank", "cb")) or file.parent.name.lower() == "cb"
        )

    def items(self, file: Path) -> Iterator[Item]:
        """Yield the items of a file: where it holds an answer a row, with the answers put together."""
        gathered: dict[str, tuple[Item, list[Any]]] = {}
        for item in super().items(file):
            answer = pick(item, _ANSWER)
            if answer is None or pick(item, _RESPONSES) is not None:
                yield self._as_pair(item)
                continue
            key = str((pick(item, self.record) or ("", item.value.get("Prompt")))[1])
            gathered.setdefault(key, (item, []))[1].append(answer[1])
        for n, (item, answers) in enumerate(gathered.values()):
            value = {key: part for key, part in item.value.items() if key not in (*_ANSWER, "WorkerID")}
            yield self._as_pair(Item(item.path, item.line, n, {**value, "Responses": answers}))

    def pair(self, item: Item, ident: str, funnel: Funnel) -> Pair | None:
        """Return the pair that an item makes, or None and a count in the funnel."""
        if "responses" in item.value and item.value["label"] == NOT_AGREED:
            funnel.refuse("fewer than four in five people agree")
            return None
        return super().pair(item, ident, funnel)

    def _as_pair(self, item: Item) -> Item:
        found = pick(item, _RESPONSES)
        if found is None:
            return item
        value = {key: part for key, part in item.value.items() if key != found[0]}
        answers = _parse_answers(item, found[1])
        context, target = str(value.pop("Context", "") or "").strip(), value.pop("Target", "")
        if context and isinstance(target, str):
            target = f"{context} {target}"
        value |= {"premise": target, "responses": answers, "label": _agreed_label(answers) or NOT_AGREED}
        value["annotator_labels"] = [_label_of(answer) for answer in answers]
        return Item(item.path, item.line, item.n, value)

    def more(
        self,
        item: Item,  # noqa: ARG002
        keys: Mapping[str, Any],  # noqa: ARG002
        features: dict[str, Any],
        funnel: Funnel,  # noqa: ARG002
    ) -> dict[str, Any]:
        """Name verb and operator as studies of projection know them."""
        if "Verb" in features:
            features["trigger"] = str(features.pop("Verb"))
        if "Embedding" in features:
            given = str(features["Embedding"]).strip().lower()
            features["environment"] = _ENVIRONMENTS.get(given, given)
        return {}


def _parse_answers(item: Item, given: Any) -> list[float]:
    parts = given if isinstance(given, list) else str(given).replace(";", ",").split(",")
    answers = []
    for part in parts:
        try:
            answer = float(part)
        except (TypeError, ValueError):
            answer = math.nan
        if not -3 <= answer <= 3:
            raise item.error(f"an answer must be a number from -3 to 3, found {str(part)[:40]!r}.")
        answers.append(answer)
    return answers


def _label_of(answer: float) -> Label:
    if answer > 0:
        return "entailment"
    return "contradiction" if answer < 0 else "neutral"


def _agreed_label(answers: list[float]) -> Label | None:
    labels = [_label_of(answer) for answer in answers]
    for label in labels:
        if labels.count(label) >= _AGREED * len(labels):
            return label
    return None


reader = CommitmentBank()
