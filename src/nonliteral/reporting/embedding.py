"""The pairs of a report as data inside the page: columns of numbers and texts, safe in a script element.

50,000 pairs and five models should open at once, so what repeats is written once and numbered, and
probabilities are whole thousandths.
"""

from __future__ import annotations

from typing import Any

import msgspec

from nonliteral.draw import stable_hash
from nonliteral.records import FEATURE_TYPES, LABELS
from nonliteral.reporting.gathering import Gathered, Item
from nonliteral.reporting.segments import mark_pair

MOST_PAIRS = 50_000
"""The page shows no more pairs than this; which ones is drawn by whole groups."""

COLUMNS = (
    "suite",
    "id",
    "group",
    "premise",
    "hypothesis",
    "label",
    "phenomenon",
    "method",
    "tier",
    "features",
)
_HIDDEN_FEATURES = ("paradigm", "set", "lexemes")


class Names:
    """Texts that repeat, numbered in order of appearance."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._number: dict[str, int] = {}

    def number(self, text: str) -> int:
        """Return the number of a text."""
        number = self._number.setdefault(text, len(self.texts))
        if number == len(self.texts):
            self.texts.append(text)
        return number


def choose_places(items: list[Item], most: int = MOST_PAIRS) -> list[int]:
    """Return which pairs the page shows: all, or whole groups by lot, the same every time."""
    if len(items) <= most:
        return list(range(len(items)))
    members: dict[tuple[str, str], list[int]] = {}
    for place, item in enumerate(items):
        members.setdefault((item.suite, item.pair.group), []).append(place)
    chosen: list[int] = []
    for group in sorted(members, key=lambda group: (stable_hash("report", *group), group)):
        if len(chosen) + len(members[group]) <= most:
            chosen += members[group]
    return sorted(chosen)


def columns_of(gathered: Gathered, places: list[int]) -> dict[str, Any]:
    """Return the pairs and all answers to them as columns, as the page's script reads them."""
    names = Names()
    pairs: dict[str, list[Any]] = {key: [] for key in COLUMNS}
    readings: dict[int, list[str]] = {}
    explanations: dict[int, str] = {}
    for row, place in enumerate(places):
        item = gathered.items[place]
        pair = item.pair
        premise, hypothesis = mark_pair(pair)
        pairs["suite"].append(names.number(item.suite))
        pairs["id"].append(pair.id)
        pairs["group"].append(names.number(pair.group))
        pairs["premise"].append(premise)
        pairs["hypothesis"].append(hypothesis)
        pairs["label"].append(LABELS.index(pair.label))
        pairs["phenomenon"].append(names.number(pair.phenomenon))
        pairs["method"].append(names.number(pair.method))
        pairs["tier"].append(names.number(pair.tier))
        pairs["features"].append(_features(item, names))
        if pair.readings is not None and len(pair.readings) > 1:
            readings[row] = [text for name, label in pair.readings.items() for text in (name, label)]
        if pair.explanation is not None:
            explanations[row] = pair.explanation
    return {
        "labels": list(LABELS),
        "names": names.texts,
        "pairs": pairs,
        "readings": readings,
        "explanations": explanations,
        "models": [_answers(gathered, position, places) for position in range(len(gathered.models))],
        "total": len(gathered.items),
    }


def _features(item: Item, names: Names) -> list[int]:
    found: list[int] = []
    for key, value in item.pair.features.items():
        if key not in FEATURE_TYPES or key in _HIDDEN_FEATURES or not isinstance(value, str | bool):
            continue
        text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
        if text and text != "no":
            found += [names.number(key), names.number(text)]
    return found


def _answers(gathered: Gathered, position: int, places: list[int]) -> dict[str, Any]:
    """Return a model's answers: the label's number, -1 for one that could not be read, -2 for none given."""
    model = gathered.models[position]
    labels: list[int] = []
    right: list[int] = []
    order = [label for label in LABELS if label in model.run.description.labels]
    probabilities: list[int] = []
    explanations: dict[int, str] = {}
    for row, place in enumerate(places):
        judged = gathered.answers[position][place]
        if judged is None:
            labels.append(-2)
            right.append(0)
        else:
            label = judged.prediction.label
            labels.append(-1 if label is None else LABELS.index(label))
            right.append(int(judged.right))
            if judged.prediction.explanation is not None:
                explanations[row] = judged.prediction.explanation
        given = None if judged is None else judged.prediction.probabilities
        probabilities += [-1 if given is None else round(1000 * given.get(label, 0.0)) for label in order]
    has_any = any(number >= 0 for number in probabilities)
    return {
        "name": model.name,
        "baseline": model.is_baseline,
        "label": labels,
        "right": right,
        "order": [LABELS.index(label) for label in order] if has_any else [],
        "p": probabilities if has_any else [],
        "explanations": explanations,
    }


def encode_for_script(value: Any) -> str:
    """Return JSON that may stand inside a script element: nothing in it can end the element.

    `<`, `>` and `&` only ever stand inside JSON's strings, where an escape means the same; U+2028 and
    U+2029 end a line for older readers of JavaScript.
    """
    text = msgspec.json.encode(value).decode()
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return text
