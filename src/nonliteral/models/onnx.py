"""Exported classifiers on onnxruntime, without torch: `onnx:PATH` and the bundled `default`.

Batches run one a core in threads, each on one thread: for small models that is faster than
spreading a batch over the cores, and the answers do not depend on the number of cores.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from nonliteral.errors import InputError, ModelError
from nonliteral.files import hash_file
from nonliteral.models.addresses import ModelKind
from nonliteral.models.base import digest
from nonliteral.models.labels import name_classes, parse_labels
from nonliteral.records import Pair

DEFAULT = Path(__file__).parent / "default"
GRAPH, WEIGHTS = "graph.onnx", "model.onnx"
_LONGEST = 512


class OnnxClassifier:
    """A classifier of pairs exported to ONNX, with the tokenizer.json and config.json beside it."""

    libraries = ("onnxruntime", "tokenizers", "numpy")

    def __init__(
        self,
        path: Path,
        *,
        labels: Sequence[str] | None = None,
        max_length: int | None = None,
        batch_size: int | None = None,
        threads: int | None = None,
        stored: Sequence[Path] = (),
    ) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        weights, folder = _find_weights(path)
        config = _read_config(folder)
        self._tokenizer: Any = Tokenizer.from_file(str(_beside(folder, "tokenizer.json")))
        self._tokenizer.no_padding()
        longest = max_length or min(_LONGEST, int(config.get("max_position_embeddings") or _LONGEST))
        self._tokenizer.enable_truncation(longest)
        self._pad = int(config.get("pad_token_id") or 0)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        try:
            self._session: Any = onnxruntime.InferenceSession(
                str(weights),
                options,
                providers=["CPUExecutionProvider"],
                # On processors the joined operation is slower than the two that it joins.
                disabled_optimizers=["SkipLayerNormFusion"],
            )
        except Exception as error:  # onnxruntime's errors have no common base
            raise ModelError(f"{weights} cannot be loaded: {error}. Export it again.") from None
        self._inputs = {value.name for value in self._session.get_inputs()}
        unknown = self._inputs - {"input_ids", "attention_mask", "token_type_ids"}
        if unknown:
            raise ModelError(
                f"{weights} wants the input {', '.join(sorted(unknown))}. Export a sequence classifier with "
                "input_ids, attention_mask and, if it has them, token_type_ids."
            )
        names = _class_names(config, self._session.get_outputs()[0].shape[-1])
        self.labels = name_classes(str(path), names, labels)
        # Small batches stay in the processor's cache and need less padding: a quarter faster than 32.
        self.batch_size = batch_size or 8
        self.workers = threads or os.cpu_count() or 1
        # Weights may stand in files of their own: where exporters put them, or in those of `stored`.
        files = [weights, folder / "tokenizer.json", folder / "config.json"]
        files += [weights.with_name(weights.name + ".data"), *stored]
        beside = [file for file in files if file.exists()]
        self.fingerprint = digest([hash_file(file) for file in beside], self.labels, longest)

    def lengths(self, pairs: Sequence[Pair]) -> list[int]:
        """Return the number of tokens of each pair."""
        return [len(each.ids) for each in self._encode(pairs)]

    def predict(self, pairs: Sequence[Pair]) -> list[dict[str, float]]:
        """Return the probabilities of each pair, computed in one batch."""
        import numpy as np

        encoded = self._encode(pairs)
        width = max(len(each.ids) for each in encoded)
        columns = {name: np.zeros((len(encoded), width), dtype=np.int64) for name in self._inputs}
        if "input_ids" in columns and self._pad:
            columns["input_ids"].fill(self._pad)
        for row, each in enumerate(encoded):
            size = len(each.ids)
            columns["input_ids"][row, :size] = each.ids
            if "attention_mask" in columns:
                columns["attention_mask"][row, :size] = 1
            if "token_type_ids" in columns:
                columns["token_type_ids"][row, :size] = each.type_ids
        logits = self._session.run(None, columns)[0].astype(np.float64)
        logits -= logits.max(-1, keepdims=True)
        powers = np.exp(logits)
        rows = (powers / powers.sum(-1, keepdims=True)).tolist()
        return [dict(zip(self.labels, row, strict=True)) for row in rows]

    def _encode(self, pairs: Sequence[Pair]) -> list[Any]:
        batch: list[Any] = self._tokenizer.encode_batch([(pair.premise, pair.hypothesis) for pair in pairs])
        return batch


def _find_weights(path: Path) -> tuple[Path, Path]:
    if path.is_file():
        return path, path.parent
    if not path.is_dir():
        raise InputError(
            f"There is no file or folder {path}. Give what `nonliteral train encoder --export` wrote, as in "
            "onnx:models/mine/int8."
        )
    found = sorted(path.glob("*.onnx"))
    if len(found) != 1:
        raise InputError(
            f"{path} holds {len(found)} .onnx files, and one was expected. "
            + ("Name the file itself." if found else "Export a model with: nonliteral train encoder --export")
        )
    return found[0], path


def _beside(folder: Path, name: str) -> Path:
    if not (folder / name).exists():
        raise InputError(f"{folder} holds no {name}. Put the one of the model beside its .onnx file.")
    return folder / name


def _read_config(folder: Path) -> dict[str, Any]:
    path = _beside(folder, "config.json")
    try:
        config = json.loads(path.read_bytes())
    except ValueError as error:
        raise InputError(f"{path} is not JSON ({error}).") from None
    if not isinstance(config, dict):
        raise InputError(f"{path} must be a JSON object.")
    return config


def _class_names(config: dict[str, Any], classes: Any) -> list[str]:
    named = {int(number): str(name) for number, name in (config.get("id2label") or {}).items()}
    count = classes if isinstance(classes, int) else len(named)
    return [named.get(number, f"LABEL_{number}") for number in range(count)]


def open_onnx(
    path: str,
    *,
    labels: str | None = None,
    max_length: int | None = None,
    batch_size: int | None = None,
    threads: int | None = None,
) -> OnnxClassifier:
    """Open an exported classifier."""
    if not path:
        raise InputError("onnx: needs a folder or a file, as in onnx:exported/.")
    return OnnxClassifier(
        Path(path),
        labels=parse_labels(labels) if labels else None,
        max_length=max_length,
        batch_size=batch_size,
        threads=threads,
    )


def open_default(
    rest: str, *, max_length: int | None = None, batch_size: int | None = None, threads: int | None = None
) -> OnnxClassifier:
    """Open the model that comes with the package."""
    if rest:
        raise InputError("The model is called `default`, without anything after it.")
    missing = [name for name in (GRAPH, WEIGHTS) if not (DEFAULT / name).exists()]
    if missing:
        raise ModelError(
            f"This installation lacks the default model's {missing[0]} (in models/default). "
            "Install nonliteral again, or name another model: nonliteral evaluate --list"
        )
    return OnnxClassifier(
        DEFAULT / GRAPH,
        max_length=max_length,
        batch_size=batch_size,
        threads=threads,
        stored=[DEFAULT / WEIGHTS],
    )


ONNX = ModelKind(
    addresses={"onnx:PATH": "A sequence classifier exported to ONNX, with tokenizer.json and config.json"},
    needs="nothing",
    open=open_onnx,
)
BUNDLED = ModelKind(
    addresses={"default": "The bundled model: MiniLM tuned on NLI by this package, int8, 25 MB"},
    needs="nothing",
    open=open_default,
)
