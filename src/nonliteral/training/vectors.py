"""Training of the bag of words and of InferSent over word vectors that stay as they are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nonliteral.errors import MissingExtraError
from nonliteral.models.labels import labels_of
from nonliteral.models.vectors import Architecture, VectorConfig, Vocabulary, save_vector_model
from nonliteral.records import Scheme
from nonliteral.training.data import TrainingPair
from nonliteral.training.loop import Report, Schedule, State, train

if TYPE_CHECKING:
    from nonliteral.models.vectors import Array


def train_vector_model(
    architecture: Architecture,
    pairs: Sequence[TrainingPair],
    words: Sequence[str],
    vectors: Array,
    schedule: Schedule,
    folder: Path,
    *,
    scheme: Scheme,
    seed: int,
    recipe: str,
    pooling: str = "sum",
    hidden: int = 0,
    layers: int = 0,
    layer_size: int = 0,
    held_out: Sequence[TrainingPair] = (),
    report: Report = lambda _: None,
) -> State:
    """Train on `pairs` and write the model into `folder`; `held_out` is looked at, never learned from."""
    try:
        import torch
    except ImportError:
        raise MissingExtraError(f"Training {architecture}", "train") from None
    labels = labels_of(scheme)
    numbers = {label: i for i, label in enumerate(labels)}
    # Vectors that were made from lower-cased text know no capitals.
    lower_case = not any(word != word.lower() for word in words[:50_000])
    vocabulary = Vocabulary(words, lower_case=lower_case)
    config = VectorConfig(
        architecture=architecture,
        labels=list(labels),
        dimensions=int(vectors.shape[1]),
        pooling="mean" if pooling == "mean" else "sum",
        hidden=hidden,
        layers=layers if architecture == "infersent" else 0,
        lower_case=lower_case,
    )
    torch.manual_seed(seed)
    module = _make_module(config, layer_size, len(labels))
    table = torch.from_numpy(_as_float(vectors))

    def encode(items: Sequence[TrainingPair]) -> list[tuple[list[int], list[int]]]:
        return [(vocabulary.encode(item.premise), vocabulary.encode(item.hypothesis)) for item in items]

    def logits_of(items: Sequence[tuple[list[int], list[int]]]) -> Any:
        sides = [_batch([item[side] for item in items], table) for side in (0, 1)]
        return module(*sides)

    encoded, targets = encode(pairs), [numbers[pair.label] for pair in pairs]
    looked_at = encode(held_out)

    def loss_of(batch: Sequence[int]) -> Any:
        wanted = torch.tensor([targets[i] for i in batch])
        return torch.nn.functional.cross_entropy(logits_of([encoded[i] for i in batch]), wanted)

    def evaluate() -> float:
        right = 0
        with torch.inference_mode():
            for start in range(0, len(looked_at), 256):
                best = logits_of(looked_at[start : start + 256]).argmax(-1).tolist()
                right += sum(
                    labels[guess] == pair.label
                    for guess, pair in zip(best, held_out[start : start + 256], strict=True)
                )
        return right / len(looked_at)

    state = train(
        module,
        loss_of,
        [max(len(left), len(right)) for left, right in encoded],
        schedule,
        folder / "work",
        seed=seed,
        recipe=recipe,
        evaluate=evaluate if held_out else None,
        report=report,
    )
    save_vector_model(folder, config, words, vectors, _as_arrays(module, config))
    return state


def _as_float(vectors: Array) -> Any:
    import numpy as np

    return np.ascontiguousarray(vectors, dtype=np.float32)


def _batch(rows: list[list[int]], table: Any) -> tuple[Any, Any]:
    """Return the word vectors of a batch, padded, and which of them are words."""
    import torch

    width = max(1, *(len(row) for row in rows))
    numbers = torch.zeros(len(rows), width, dtype=torch.long)
    mask = torch.zeros(len(rows), width, dtype=torch.bool)
    for i, row in enumerate(rows):
        numbers[i, : len(row)] = torch.tensor(row, dtype=torch.long)
        mask[i, : len(row)] = True
    return table[numbers] * mask[:, :, None], mask


def _make_module(config: VectorConfig, layer_size: int, classes: int) -> Any:
    import torch

    class BagOfWords(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.out = torch.nn.Linear(2 * config.dimensions, classes)

        def forward(self, left: Any, right: Any) -> Any:
            return self.out(torch.cat([self.pool(left), self.pool(right)], 1))

        def pool(self, side: Any) -> Any:
            vectors, mask = side
            total = vectors.sum(1)
            return total if config.pooling == "sum" else total / mask.sum(1, keepdim=True).clamp(min=1)

    class InferSent(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.lstm = torch.nn.LSTM(config.dimensions, config.hidden, bidirectional=True, batch_first=True)
            width = 8 * config.hidden
            sizes = [width, *[layer_size] * config.layers]
            self.mlp = torch.nn.ModuleList(torch.nn.Linear(into, out) for into, out in pairwise(sizes))
            self.out = torch.nn.Linear(sizes[-1], classes)

        def forward(self, left: Any, right: Any) -> Any:
            u, v = self.read(left), self.read(right)
            features = torch.cat([u, v, (u - v).abs(), u * v], 1)
            for layer in self.mlp:
                features = torch.tanh(layer(features))
            return self.out(features)

        def read(self, side: Any) -> Any:
            vectors, mask = side
            lengths = mask.sum(1).clamp(min=1)
            packed = torch.nn.utils.rnn.pack_padded_sequence(
                vectors, lengths, batch_first=True, enforce_sorted=False
            )
            states, _ = torch.nn.utils.rnn.pad_packed_sequence(
                self.lstm(packed)[0], batch_first=True, total_length=vectors.shape[1]
            )
            pooled = states.masked_fill(~mask[:, :, None], float("-inf")).max(1).values
            # A sentence without a single known word has nothing to take the largest value of.
            return torch.where(mask.any(1, keepdim=True), pooled, torch.zeros_like(pooled))

    return BagOfWords() if config.architecture == "bow" else InferSent()


def _as_arrays(module: Any, config: VectorConfig) -> dict[str, Array]:
    """Return the weights under the names that the numpy model knows."""
    weights = {name: value.detach().numpy() for name, value in module.named_parameters()}
    out = {"out.weight": weights["out.weight"], "out.bias": weights["out.bias"]}
    if config.architecture == "bow":
        return out
    for direction, ending in (("forward", "_l0"), ("backward", "_l0_reverse")):
        out[f"lstm.{direction}.input"] = weights[f"lstm.weight_ih{ending}"]
        out[f"lstm.{direction}.state"] = weights[f"lstm.weight_hh{ending}"]
        out[f"lstm.{direction}.bias"] = weights[f"lstm.bias_ih{ending}"] + weights[f"lstm.bias_hh{ending}"]
    for layer in range(config.layers):
        out[f"mlp.{layer}.weight"] = weights[f"mlp.{layer}.weight"]
        out[f"mlp.{layer}.bias"] = weights[f"mlp.{layer}.bias"]
    return out
