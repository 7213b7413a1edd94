"""`hf:NAME_OR_PATH`: any transformers sequence-classification checkpoint, local or from the hub.

Safetensors only, since a pickle can run code; the classes' names come from the checkpoint's
config or from `--labels`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from nonliteral.errors import InputError, MissingExtraError, ModelError
from nonliteral.files import hash_file
from nonliteral.models.addresses import ModelKind
from nonliteral.models.base import digest
from nonliteral.models.labels import name_classes, parse_labels
from nonliteral.records import Pair

_LONGEST = 512


class TransformerClassifier:
    """A sequence classifier on torch."""

    libraries = ("torch", "transformers", "tokenizers")

    def __init__(
        self,
        name: str,
        *,
        labels: Sequence[str] | None = None,
        max_length: int | None = None,
        batch_size: int | None = None,
        threads: int | None = None,
        offline: bool = False,
    ) -> None:
        try:
            import torch
            from transformers import AutoConfig, AutoModelForSequenceClassification
        except ImportError:
            raise MissingExtraError("A model at hf:", "train") from None
        config = load_pretrained(AutoConfig, name, offline=offline)
        names = [str(config.id2label[number]) for number in range(config.num_labels)]
        self.labels = name_classes(f"hf:{name}", names, labels)
        self._tokenizer = load_tokenizer(name, offline=offline)
        self._model = load_pretrained(
            AutoModelForSequenceClassification, name, offline=offline, config=config, dtype=torch.float32
        ).eval()
        self._device = "cuda" if torch.cuda.is_available() else "cpu"
        self._model.to(self._device)
        limit = most_tokens(config, self._tokenizer)
        if max_length is not None and max_length > limit:
            raise ModelError(
                f"hf:{name} takes at most {limit} tokens, and --max-length is {max_length}. Give no more, or "
                "leave it out."
            )
        self._max_length = max_length or min(_LONGEST, limit)
        self._pad = self._tokenizer.pad_token_id or 0
        # On processors small batches stay in the cache and need less padding.
        self.batch_size = batch_size or (32 if self._device == "cuda" else 8)
        # On processors, a batch a core beats a batch over all cores: no waiting for each other.
        self.workers = 1 if self._device == "cuda" else threads or os.cpu_count() or 1
        if self._device == "cpu":
            torch.set_num_threads(1)
        self.fingerprint = digest(fingerprint_files(name, self._model), self.labels, self._max_length)

    def lengths(self, pairs: Sequence[Pair]) -> list[int]:
        """Return the number of tokens of each pair."""
        return [len(ids) for ids in self._encode(pairs)["input_ids"]]

    def predict(self, pairs: Sequence[Pair]) -> list[dict[str, float]]:
        """Return the probabilities of each pair, computed in one batch."""
        import torch

        encoded = self._encode(pairs)
        width = max(len(ids) for ids in encoded["input_ids"])
        columns: dict[str, Any] = {}
        for name, rows in encoded.items():
            filler = self._pad if name == "input_ids" else 0
            padded = [row + [filler] * (width - len(row)) for row in rows]
            columns[name] = torch.tensor(padded, device=self._device)
        if self._device == "cpu":
            torch.set_num_threads(1)  # holds for the thread that says it
        with torch.inference_mode():
            logits = self._model(**columns).logits.double()
            rows = torch.softmax(logits, -1).tolist()
        return [dict(zip(self.labels, row, strict=True)) for row in rows]

    def _encode(self, pairs: Sequence[Pair]) -> dict[str, list[list[int]]]:
        return dict(
            self._tokenizer(
                [pair.premise for pair in pairs],
                [pair.hypothesis for pair in pairs],
                truncation=True,
                max_length=self._max_length,
            )
        )


def most_tokens(config: Any, tokenizer: Any) -> int:
    """Return how many tokens a checkpoint can take at once, by its config and by its tokenizer."""
    positions = getattr(config, "max_position_embeddings", None) or tokenizer.model_max_length
    return min(int(positions), int(tokenizer.model_max_length))


def load_tokenizer(name: str, *, offline: bool = False) -> Any:
    """Return the tokenizer of a checkpoint."""
    from transformers import AutoTokenizer

    tokenizer = load_pretrained(AutoTokenizer, name, offline=offline)
    # Without its files transformers makes up a tokenizer that knows no word, and every answer is noise.
    if len(tokenizer) <= len(tokenizer.all_special_ids):
        raise ModelError(
            f"{name} has no tokenizer: it knows special tokens only. Put the model's own tokenizer.json (or "
            "vocabulary files) beside config.json."
        )
    return tokenizer


def load_pretrained(kind: Any, name: str, *, offline: bool = False, **options: Any) -> Any:
    """Load a part of a checkpoint, never a pickle and never its code, or say what is wrong with it."""
    folder = Path(name)
    weights = "Model" in kind.__name__ and "Tokenizer" not in kind.__name__
    if folder.is_dir():
        if weights and not list(folder.glob("*.safetensors")):
            pickles = [
                file.name for file in sorted(folder.iterdir()) if file.suffix in {".bin", ".pt", ".pth"}
            ]
            if pickles:
                raise ModelError(
                    f"{name} holds a pickle ({', '.join(pickles)}), and a pickle can run code on your "
                    "machine. Where you trust it, load it and call save_pretrained, which writes safetensors."
                )
    elif name.startswith((".", "/", "~")) or folder.is_file():
        raise InputError(
            f"There is no checkpoint folder {name}. Give one with config.json, tokenizer and safetensors "
            "weights, or a name on the hub."
        )
    if weights:
        options["use_safetensors"] = True
    try:
        with no_bars() if folder.is_dir() else nullcontext():
            return kind.from_pretrained(name, local_files_only=offline, **options)
    except (OSError, ValueError) as error:
        reason = str(error).strip().split("\n")[0]
        advice = (
            "Run once without --offline, or give a folder that holds the checkpoint."
            if offline and not folder.is_dir()
            else "Give a folder with config.json, tokenizer and safetensors weights, or a name on the hub."
        )
        raise ModelError(f"{name} cannot be loaded: {reason} {advice}") from None


@contextmanager
def no_bars() -> Iterator[None]:
    """Keep transformers from drawing a bar for each file that it reads or writes; ours tell more."""
    from transformers.utils import logging

    before = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        if before:
            logging.enable_progress_bar()


def fingerprint_files(name: str, model: Any) -> Any:
    """Return what tells a checkpoint apart: its files' digests, or the hub's commit."""
    folder = Path(name)
    if folder.is_dir():
        kinds = {".json", ".safetensors", ".model", ".txt"}
        return {file.name: hash_file(file) for file in sorted(folder.iterdir()) if file.suffix in kinds}
    return [name, getattr(model.config, "_commit_hash", None)]


def open_hf(
    name: str,
    *,
    labels: str | None = None,
    max_length: int | None = None,
    batch_size: int | None = None,
    threads: int | None = None,
    offline: bool = False,
) -> TransformerClassifier:
    """Open a checkpoint by folder or by name."""
    if not name:
        raise InputError("hf: needs a folder or a name, as in hf:cross-encoder/nli-deberta-v3-base.")
    return TransformerClassifier(
        name,
        labels=parse_labels(labels) if labels else None,
        max_length=max_length,
        batch_size=batch_size,
        threads=threads,
        offline=offline,
    )


KIND = ModelKind(
    addresses={
        "hf:NAME_OR_PATH": "A transformers sequence classifier, local or from the hub, safetensors only"
    },
    needs="the train extra",
    open=open_hf,
)
