"""Label names: how people spell them, and which sets of them make a model usable.

Labels cross every border by name. A model whose classes have no names, or names that are not
labels of inference, is refused with the option that mends it.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonliteral.errors import ModelError
from nonliteral.records import LABELS, THREE_WAY, TWO_WAY, Label, Scheme

_SPELLINGS: dict[str, Label] = {
    "entail": "entailment",
    "entails": "entailment",
    "entailed": "entailment",
    "e": "entailment",
    "n": "neutral",
    "contradict": "contradiction",
    "contradicts": "contradiction",
    "contradictory": "contradiction",
    "c": "contradiction",
    "nonentailment": "non-entailment",
    "not-entailment": "non-entailment",
    "not-entailed": "non-entailment",
    "no-entailment": "non-entailment",
    "ne": "non-entailment",
    **{label: label for label in LABELS},
}


def read_label(name: str) -> Label | None:
    """Return the label that a name stands for, however it is spelt, or None.

    >>> read_label("NOT_ENTAILMENT")
    'non-entailment'
    """
    return _SPELLINGS.get(name.strip().casefold().replace("_", "-").replace(" ", "-"))


def labels_of(scheme: Scheme) -> tuple[Label, ...]:
    """Return the labels of a scheme in the order in which models of ours hold them."""
    return THREE_WAY if scheme == "three-way" else TWO_WAY


def parse_labels(text: str) -> list[str]:
    """Return the names in a `--labels` option."""
    return [name.strip() for name in text.split(",") if name.strip()]


def name_classes(model: str, names: Sequence[str], given: Sequence[str] | None = None) -> tuple[Label, ...]:
    """Return the labels of a classifier's classes in their order, or refuse it with advice.

    `names` are the ones that the model brings, `given` those that the user set with `--labels`.
    """
    count = len(names)
    if count not in (2, 3):
        raise ModelError(
            f"{model} has {count} class{'es' if count != 1 else ''}, and inference has three (or two). "
            "Give a checkpoint tuned on natural-language inference."
        )
    if given is not None and len(given) != count:
        raise ModelError(
            f"{model} has {count} classes, and --labels names {len(given)} ({', '.join(given)}). "
            "Name each class once, in the model's order."
        )
    found = [read_label(name) for name in (given or names)]
    example = ",".join(THREE_WAY if count == 3 else TWO_WAY)
    if any(label is None for label in found):
        raise ModelError(
            f"The classes of {model} are called {', '.join(given or names)}, which does not say what they "
            f"mean. Say it in the model's order, for example: --labels {example}"
        )
    labels = tuple(label for label in found if label is not None)
    if len(set(labels)) != count or "entailment" not in labels:
        raise ModelError(
            f"The classes of {model} are {', '.join(labels)}: entailment must be one of them, and none may "
            f"stand twice. Set them in the model's order, for example: --labels {example}"
        )
    return labels
