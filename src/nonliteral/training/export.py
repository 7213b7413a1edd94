"""Export of a trained classifier to ONNX and to int8, so that it runs without torch.

Weights are quantised per channel to seven bits: with eight, processors without VNNI saturate. The
activations' scales are worked out while running, over the whole batch; so int8 answers depend a
little on their batch-mates.
"""

from __future__ import annotations

import contextlib
import io
import json
import logging
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nonliteral.errors import MissingExtraError

_TOKENIZER = "tokenizer.json"


def export_onnx(tokenizer: Any, model: Any, folder: Path) -> Path:
    """Write `model.onnx`, `tokenizer.json` and `config.json` of a torch classifier; return the folder."""
    try:
        import onnx
        import onnxscript
        import torch
    except ImportError:
        raise MissingExtraError("Export to ONNX", "train") from None
    del onnxscript  # torch's exporter needs it, and says so less plainly
    folder.mkdir(parents=True, exist_ok=True)
    example = dict(tokenizer(["One two."] * 2, ["Three four five."] * 2, return_tensors="pt"))
    names = [name for name in ("input_ids", "attention_mask", "token_type_ids") if name in example]
    batch, length = torch.export.Dim("batch", min=1, max=65536), torch.export.Dim("length", min=2, max=8192)
    with _quietly():
        torch.onnx.export(
            _only_logits(model),
            tuple(example[name] for name in names),
            str(folder / "model.onnx"),
            input_names=names,
            output_names=["logits"],
            dynamic_shapes=({0: batch, 1: length},) * len(names),
            dynamo=True,
            external_data=False,
            opset_version=18,
        )
    exported = onnx.load(folder / "model.onnx")
    _strip(exported)
    onnx.save(exported, folder / "model.onnx")
    with tempfile.TemporaryDirectory() as beside:
        tokenizer.save_pretrained(beside)
        shutil.copyfile(Path(beside) / _TOKENIZER, folder / _TOKENIZER)
    config = json.loads(model.config.to_json_string())
    kept = ("model_type", "id2label", "label2id", "max_position_embeddings", "pad_token_id", "vocab_size")
    short = {key: config[key] for key in kept if config.get(key) is not None}
    longest = min(int(short.get("max_position_embeddings") or 512), int(tokenizer.model_max_length))
    short["max_position_embeddings"] = min(longest, 512)
    (folder / "config.json").write_text(json.dumps(short, indent=2) + "\n")
    return folder


def quantise(exported: Path, folder: Path) -> Path:
    """Write the int8 version of an exported model; return its folder."""
    with _quietly():
        from onnxruntime.quantization import QuantType, quantize_dynamic

        folder.mkdir(parents=True, exist_ok=True)
        quantize_dynamic(
            exported / "model.onnx",
            folder / "model.onnx",
            weight_type=QuantType.QInt8,
            per_channel=True,
            reduce_range=True,
        )
    for name in (_TOKENIZER, "config.json"):
        shutil.copyfile(exported / name, folder / name)
    return folder


def _strip(exported: Any) -> None:
    """Take out what the exporter leaves: shapes that it made wrong itself, and traces of the machine."""
    del exported.graph.value_info[:]
    parts = [exported, exported.graph, *exported.graph.node, *exported.graph.initializer]
    parts += [*exported.graph.input, *exported.graph.output, *exported.functions]
    parts += [node for function in exported.functions for node in function.node]
    for part in parts:
        del part.metadata_props[:]
        part.doc_string = ""


def _only_logits(model: Any) -> Any:
    """Return a module that takes tensors by position and gives the logits alone, as the exporter wants."""
    import torch

    class Logits(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, input_ids: Any, attention_mask: Any, token_type_ids: Any = None) -> Any:
            more = {} if token_type_ids is None else {"token_type_ids": token_type_ids}
            return self.model(input_ids=input_ids, attention_mask=attention_mask, **more).logits

    return Logits().eval()


@contextlib.contextmanager
def _quietly() -> Iterator[None]:
    """Silence the exporter, which talks to stdout; what goes wrong still raises."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)
