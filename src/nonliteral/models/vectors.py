"""The papers' two older models over word vectors, run on numpy alone: `bow:PATH`, `infersent:PATH`.

A bag of words sums (IMPPRES) or averages (Figurative-NLI) the vectors of each sentence and puts
the two sums side by side into a softmax. InferSent reads each sentence with a BiLSTM, keeps the
largest value of each dimension, and compares the two by [u, v, |u - v|, u * v].
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from nonliteral.errors import InputError, ModelError
from nonliteral.files import hash_file, open_to_read
from nonliteral.models.addresses import ModelKind
from nonliteral.models.base import digest
from nonliteral.records import LABELS, Label, Pair

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

Architecture = Literal["bow", "infersent"]

# As in the corpora that GloVe was made from: punctuation apart, "n't" and "'s" words of their own.
_TOKEN = re.compile(r"\w+(?=n't\b)|n't\b|'(?:s|re|ve|ll|d|m)\b|\w+|[^\w\s]", re.IGNORECASE)


class VectorConfig(msgspec.Struct, kw_only=True):
    """What `config.json` of a word-vector model says."""

    architecture: Architecture
    labels: list[Label]
    dimensions: int
    pooling: Literal["sum", "mean"] = "sum"
    hidden: int = 0
    layers: int = 0
    """Hidden layers of InferSent's classifier."""
    lower_case: bool = True


def tokenise(text: str) -> list[str]:
    """Return the words of a text as word vectors know them.

    >>> tokenise("Mara doesn't know John's cat.")
    ['Mara', 'does', "n't", 'know', 'John', "'s", 'cat', '.']
    """
    return _TOKEN.findall(text.replace("’", "'"))


class Vocabulary:
    """Words and their numbers; a word that has no vector is left out, as in the papers."""

    def __init__(self, words: Iterable[str], *, lower_case: bool) -> None:
        self._numbers = {word: number for number, word in enumerate(words)}
        self._lower_case = lower_case

    def __len__(self) -> int:
        return len(self._numbers)

    def encode(self, text: str) -> list[int]:
        """Return the numbers of a text's words."""
        words = tokenise(text.lower() if self._lower_case else text)
        return [self._numbers[word] for word in words if word in self._numbers]


def read_vectors(path: Path) -> tuple[list[str], Array]:
    """Read word vectors in GloVe's text format (also with word2vec's header), or a .npy beside words.txt."""
    import numpy as np

    if path.suffix == ".npy":
        words = (path.parent / "words.txt").read_text(encoding="utf-8").split("\n")
        return [word for word in words if word], np.load(path, mmap_mode="r")
    words, rows = [], []
    width = 0
    with open_to_read(path) as file:
        for number, line in enumerate(file, 1):
            word, _, rest = line.decode("utf-8", "replace").rstrip("\n").partition(" ")
            values = np.array(rest.split(), dtype=np.float32) if _looks_numeric(rest) else None
            if number == 1 and values is not None and len(values) == 1:
                continue  # word2vec's header: how many words, how many dimensions
            if values is None or (width and len(values) != width):
                raise InputError(
                    f"{path}:{number}: not a word and {width or 'its'} numbers. "
                    "Give word vectors in GloVe's text format."
                )
            width = len(values)
            words.append(word)
            rows.append(values)
    if not rows:
        raise InputError(f"{path} holds no word vectors.")
    return words, np.stack(rows)


def _looks_numeric(text: str) -> bool:
    try:
        return bool([float(part) for part in text.split()[:2]])
    except ValueError:
        return False


class VectorModel:
    """A trained bag of words or InferSent in a folder, as `nonliteral train` writes it."""

    libraries = ("numpy",)

    def __init__(self, folder: Path, architecture: Architecture, *, batch_size: int | None = None) -> None:
        import numpy as np

        if not (folder / "config.json").exists():
            raise InputError(
                f"{folder} holds no {architecture} model. Train one with: nonliteral train {architecture} "
                "--data FILE --vectors glove.txt --out DIR"
            )
        self._config = _read_config(folder)
        if self._config.architecture != architecture:
            raise ModelError(
                f"{folder} holds {self._config.architecture}, not {architecture}. "
                f"Open it as {self._config.architecture}:{folder}"
            )
        self.labels: tuple[Label, ...] = tuple(self._config.labels)
        words = (folder / "words.txt").read_text(encoding="utf-8").split("\n")
        self._vocabulary = Vocabulary((w for w in words if w), lower_case=self._config.lower_case)
        self._vectors: Array = np.load(folder / "vectors.npy", mmap_mode="r")
        if self._vectors.shape != (len(self._vocabulary), self._config.dimensions):
            raise ModelError(f"{folder}: vectors.npy and words.txt do not belong together. Train it again.")
        with np.load(folder / "weights.npz") as weights:
            self._weights: dict[str, Array] = {name: weights[name] for name in weights.files}
        self.batch_size = batch_size or 128
        files = ("config.json", "words.txt", "vectors.npy", "weights.npz")
        self.fingerprint = digest([hash_file(folder / name) for name in files])

    def lengths(self, pairs: Sequence[Pair]) -> list[int]:
        """Return the length of each pair's longer sentence in words, roughly."""
        return [max(pair.premise.count(" "), pair.hypothesis.count(" ")) for pair in pairs]

    def predict(self, pairs: Sequence[Pair]) -> list[dict[str, float]]:
        """Return the probabilities of each pair."""
        import numpy as np

        left = self._represent([pair.premise for pair in pairs])
        right = self._represent([pair.hypothesis for pair in pairs])
        if self._config.architecture == "bow":
            features = np.concatenate([left, right], 1)
        else:
            features = np.concatenate([left, right, np.abs(left - right), left * right], 1)
            for layer in range(self._config.layers):
                features = np.tanh(
                    features @ self._weights[f"mlp.{layer}.weight"].T + self._weights[f"mlp.{layer}.bias"]
                )
        logits = features @ self._weights["out.weight"].T + self._weights["out.bias"]
        powers = np.exp(logits - logits.max(-1, keepdims=True), dtype=np.float64)
        rows = (powers / powers.sum(-1, keepdims=True)).tolist()
        return [dict(zip(self.labels, row, strict=True)) for row in rows]

    def _represent(self, texts: list[str]) -> Array:
        import numpy as np

        numbers = [self._vocabulary.encode(text) for text in texts]
        if self._config.architecture == "bow":
            out = np.zeros((len(texts), self._config.dimensions), dtype=np.float32)
            for row, words in enumerate(numbers):
                if words:
                    vectors = self._vectors[words].astype(np.float32)
                    out[row] = vectors.sum(0) if self._config.pooling == "sum" else vectors.mean(0)
            return out
        width = max(1, *(len(words) for words in numbers))
        inputs = np.zeros((len(texts), width, self._config.dimensions), dtype=np.float32)
        mask = np.zeros((len(texts), width), dtype=bool)
        for row, words in enumerate(numbers):
            inputs[row, : len(words)] = self._vectors[words]
            mask[row, : len(words)] = True
        both = [self._read(inputs, mask, direction) for direction in ("forward", "backward")]
        states = np.concatenate(both, 2)
        states[~mask] = -np.inf
        pooled: Array = states.max(1)
        # A sentence without a single known word has nothing to take the largest value of.
        pooled[~mask.any(1)] = 0
        return pooled

    def _read(self, inputs: Array, mask: Array, direction: str) -> Array:
        """Return the states of one direction of the LSTM at every word."""
        import numpy as np

        weights = {part: self._weights[f"lstm.{direction}.{part}"] for part in ("input", "state", "bias")}
        size, width, _ = inputs.shape
        hidden = self._config.hidden
        gates = inputs @ weights["input"].T + weights["bias"]
        out = np.zeros((size, width, hidden), dtype=np.float32)
        state, cell = np.zeros((size, hidden), dtype=np.float32), np.zeros((size, hidden), dtype=np.float32)
        steps = range(width) if direction == "forward" else range(width - 1, -1, -1)
        for step in steps:
            now = gates[:, step] + state @ weights["state"].T
            enter, forget, give = (_sigmoid(now[:, i * hidden : (i + 1) * hidden]) for i in (0, 1, 3))
            fresh = forget * cell + enter * np.tanh(now[:, 2 * hidden : 3 * hidden])
            there = mask[:, step, None]
            cell = np.where(there, fresh, cell)
            state = np.where(there, give * np.tanh(fresh), state)
            out[:, step] = state
        return out


def _sigmoid(values: Array) -> Array:
    import numpy as np

    return 0.5 * (1 + np.tanh(0.5 * values))  # never overflows


def _read_config(folder: Path) -> VectorConfig:
    try:
        config = msgspec.json.decode((folder / "config.json").read_bytes(), type=VectorConfig)
    except msgspec.MsgspecError as error:
        raise ModelError(f"{folder / 'config.json'} is not one of a word-vector model: {error}.") from None
    if not config.labels or any(label not in LABELS for label in config.labels):
        raise ModelError(f"{folder / 'config.json'} names no labels. Train the model again.")
    return config


def save_vector_model(
    folder: Path, config: VectorConfig, words: Sequence[str], vectors: Array, weights: dict[str, Array]
) -> None:
    """Write a trained model: numbers as arrays and words as text, nothing pickled."""
    import numpy as np

    folder.mkdir(parents=True, exist_ok=True)
    (folder / "words.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    # Half precision: GloVe's own files have five or six places.
    np.save(folder / "vectors.npy", np.asarray(vectors, dtype=np.float16), allow_pickle=False)
    save: Any = np.savez
    save(folder / "weights.npz", **weights)
    text = json.dumps(msgspec.to_builtins(config), indent=2)
    (folder / "config.json").write_text(text + "\n", encoding="utf-8")


def open_bow(path: str, *, batch_size: int | None = None) -> VectorModel:
    """Open a trained bag of words."""
    if not path:
        raise InputError("bow: needs a folder, as in bow:models/bow.")
    return VectorModel(Path(path), "bow", batch_size=batch_size)


def open_infersent(path: str, *, batch_size: int | None = None) -> VectorModel:
    """Open a trained InferSent."""
    if not path:
        raise InputError("infersent: needs a folder, as in infersent:models/infersent.")
    return VectorModel(Path(path), "infersent", batch_size=batch_size)


BOW = ModelKind(
    addresses={"bow:PATH": "A bag of word vectors and a softmax, trained by `nonliteral train bow`"},
    needs="nothing",
    open=open_bow,
)
INFERSENT = ModelKind(
    addresses={
        "infersent:PATH": "InferSent's BiLSTM with max pooling, trained by `nonliteral train infersent`"
    },
    needs="nothing",
    open=open_infersent,
)
