"""Training of encoders: any transformers checkpoint becomes a two-way or three-way NLI classifier.

The default model of this package is made by this recipe (preset `default`), and so is IMPLI's
(preset `impli`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from nonliteral.errors import MissingExtraError
from nonliteral.models.labels import labels_of
from nonliteral.models.transformer import load_pretrained, load_tokenizer, most_tokens
from nonliteral.records import Scheme
from nonliteral.training.data import TrainingPair
from nonliteral.training.loop import Report, Schedule, State, train


def load_encoder(base: str, scheme: Scheme) -> tuple[Any, Any]:
    """Return the tokenizer and a classifier with a fresh head for `scheme`, safetensors only."""
    try:
        from transformers import AutoConfig, AutoModelForSequenceClassification
    except ImportError:
        raise MissingExtraError("Training an encoder", "train") from None
    labels = labels_of(scheme)
    with _quiet_loading():
        config = load_pretrained(
            AutoConfig,
            base,
            num_labels=len(labels),
            id2label=dict(enumerate(labels)),
            label2id={label: i for i, label in enumerate(labels)},
        )
        model = load_pretrained(
            AutoModelForSequenceClassification, base, config=config, ignore_mismatched_sizes=True
        )
    return load_tokenizer(base), model


@contextmanager
def _quiet_loading() -> Iterator[None]:
    """Keep transformers from telling that the head is new: of course it is."""
    from transformers.utils import logging

    before = logging.get_verbosity()
    logging.set_verbosity_error()
    try:
        yield
    finally:
        logging.set_verbosity(before)


def train_encoder(
    tokenizer: Any,
    model: Any,
    pairs: Sequence[TrainingPair],
    schedule: Schedule,
    folder: Path,
    *,
    scheme: Scheme,
    max_length: int,
    seed: int,
    recipe: str,
    held_out: Sequence[TrainingPair] = (),
    report: Report = lambda _: None,
) -> State:
    """Tune `model` on `pairs` in place; `held_out` is looked at during training, never learned from."""
    import torch

    labels = labels_of(scheme)
    numbers = {label: i for i, label in enumerate(labels)}
    limit = most_tokens(model.config, tokenizer)
    if max_length > limit:
        report(f"pairs are cut after {limit} tokens, the most that this checkpoint takes, not {max_length}")
        max_length = limit
    encoded = encode(tokenizer, pairs, max_length)
    targets = [numbers[pair.label] for pair in pairs]

    def loss_of(batch: Sequence[int]) -> Any:
        inputs = tokenizer.pad([encoded[i] for i in batch], return_tensors="pt")
        logits = model(**inputs).logits
        return torch.nn.functional.cross_entropy(logits, torch.tensor([targets[i] for i in batch]))

    def evaluate() -> float:
        return measure(tokenizer, model, held_out, scheme, max_length)

    return train(
        model,
        loss_of,
        [len(inputs["input_ids"]) for inputs in encoded],
        schedule,
        folder,
        seed=seed,
        recipe=recipe,
        evaluate=evaluate if held_out else None,
        report=report,
    )


def encode(tokenizer: Any, pairs: Sequence[TrainingPair], max_length: int) -> list[dict[str, list[int]]]:
    """Return every pair as token numbers, cut to `max_length`, not yet padded."""
    out: list[dict[str, list[int]]] = []
    for start in range(0, len(pairs), 4096):
        part = pairs[start : start + 4096]
        columns = tokenizer(
            [pair.premise for pair in part],
            [pair.hypothesis for pair in part],
            truncation=True,
            max_length=max_length,
        )
        out.extend({key: columns[key][i] for key in columns} for i in range(len(part)))
    return out


def measure(
    tokenizer: Any, model: Any, pairs: Sequence[TrainingPair], scheme: Scheme, max_length: int
) -> float:
    """Return the accuracy of a torch model on labelled pairs."""
    import torch

    labels = labels_of(scheme)
    encoded = encode(tokenizer, pairs, max_length)
    order = sorted(range(len(pairs)), key=lambda i: len(encoded[i]["input_ids"]))
    right = 0
    with torch.inference_mode():
        for start in range(0, len(order), 64):
            batch = order[start : start + 64]
            logits = model(**tokenizer.pad([encoded[i] for i in batch], return_tensors="pt")).logits
            for i, best in zip(batch, logits.argmax(-1).tolist(), strict=True):
                right += labels[best] == pairs[i].label
    return right / len(pairs)


def load_trained(folder: Path) -> tuple[Any, Any]:
    """Return tokenizer and model of a trained checkpoint, ready to export."""
    from transformers import AutoModelForSequenceClassification

    tokenizer = load_tokenizer(str(folder))
    return tokenizer, load_pretrained(AutoModelForSequenceClassification, str(folder)).eval()
