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
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from nonliteral.errors import MissingExtraError

_TOKENIZER = "tokenizer.json"
_SAMPLES = Path(__file__).parent / "samples.tsv"


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
            _to_export(model),
            tuple(example[name] for name in names),
            str(folder / "model.onnx"),
            input_names=names,
            output_names=["logits"],
            dynamic_shapes=({0: batch, 1: length},) * len(names),
            dynamo=True,
            external_data=False,
            opset_version=20,  # the first in which gelu is one operation
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


def quantise(exported: Path, folder: Path, *, spare: int = 1, kept: Sequence[str] | None = None) -> Path:
    """Write the int8 version of an exported model; return its folder.

    Some products of matrices are left as they are, with their weights stored in 16 bits: those named
    in `kept`, or the `spare` ones that quantising disturbs most. For MiniLM they are in the first
    layers, where a few activations are very large and leave few of the 256 steps to the others; one
    spared product takes most of the harm away, and each costs a thirtieth of the speed.
    """
    import onnx

    with _quietly():
        from onnxruntime.quantization import QuantType, quantize_dynamic

        folder.mkdir(parents=True, exist_ok=True)
        kept = find_sensitive(exported, spare) if kept is None else list(kept)
        quantize_dynamic(
            exported / "model.onnx",
            folder / "model.onnx",
            weight_type=QuantType.QInt8,
            per_channel=True,
            reduce_range=True,
            nodes_to_exclude=kept,
        )
    small = onnx.load(folder / "model.onnx")
    _store_in_half(small, kept)
    onnx.save(small, folder / "model.onnx")
    for name in (_TOKENIZER, "config.json"):
        shutil.copyfile(exported / name, folder / name)
    return folder


def find_sensitive(exported: Path, count: int) -> list[str]:
    """Return the names of the products by fixed matrices whose 8-bit inputs change the answers most.

    Each is tried alone: its input is quantised as it will be, over a batch of sample sentences,
    and the change of the logits counts.
    """
    import numpy as np
    import onnx
    import onnxruntime
    from tokenizers import Tokenizer

    if count <= 0:
        return []
    model = onnx.load(exported / "model.onnx")
    fixed = {value.name for value in model.graph.initializer}
    products = [node for node in model.graph.node if node.op_type == "MatMul" and node.input[1] in fixed]
    tokenizer = Tokenizer.from_file(str(exported / _TOKENIZER))
    tokenizer.enable_padding()
    pairs = [tuple(line.split("\t")) for line in _SAMPLES.read_text(encoding="utf-8").splitlines()]
    encoded = tokenizer.encode_batch(pairs)
    columns = {
        "input_ids": np.array([each.ids for each in encoded], dtype=np.int64),
        "attention_mask": np.array([each.attention_mask for each in encoded], dtype=np.int64),
        "token_type_ids": np.array([each.type_ids for each in encoded], dtype=np.int64),
    }
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL

    def answer() -> Any:
        session = onnxruntime.InferenceSession(
            model.SerializeToString(), options, providers=["CPUExecutionProvider"]
        )
        return session.run(None, {value.name: columns[value.name] for value in session.get_inputs()})[0]

    plain = answer()
    change: dict[str, float] = {}
    for node in products:
        before = node.input[0]
        pieces = [f"probe_{part}" for part in ("steps", "scale", "zero", "value")]
        probe = [
            onnx.helper.make_node("DynamicQuantizeLinear", [before], pieces[:3]),
            onnx.helper.make_node("DequantizeLinear", pieces[:3], pieces[3:]),
        ]
        place = list(model.graph.node).index(node)
        for shift, part in enumerate(probe):
            model.graph.node.insert(place + shift, part)
        product = model.graph.node[place + 2]
        product.input[0] = pieces[3]
        change[product.name] = float(np.abs(answer() - plain).mean())
        product.input[0] = before
        del model.graph.node[place : place + 2]
    return sorted(change, key=lambda name: (-change[name], name))[:count]


def _store_in_half(model: Any, kept: Sequence[str]) -> None:
    """Store the matrices of some products in 16 bits, widened again when the model is loaded."""
    import numpy as np
    import onnx
    from onnx import numpy_helper

    fixed = {value.name: value for value in model.graph.initializer}
    for node in [node for node in model.graph.node if node.name in kept]:
        wide = fixed.get(node.input[1])
        if wide is None or wide.data_type != onnx.TensorProto.FLOAT:
            continue
        name = f"{wide.name}_half"
        half = numpy_helper.from_array(numpy_helper.to_array(wide).astype(np.float16), name)
        widen = onnx.helper.make_node(
            "Cast", [name], [wide.name], name=f"{name}_widen", to=onnx.TensorProto.FLOAT
        )
        model.graph.initializer.remove(wide)
        model.graph.initializer.append(half)
        model.graph.node.insert(0, widen)


def _strip(exported: Any) -> None:
    """Take out what the exporter leaves: shapes that it made wrong itself, and traces of the machine."""
    del exported.graph.value_info[:]
    parts = [exported, exported.graph, *exported.graph.node, *exported.graph.initializer]
    parts += [*exported.graph.input, *exported.graph.output, *exported.functions]
    parts += [node for function in exported.functions for node in function.node]
    for part in parts:
        del part.metadata_props[:]
        part.doc_string = ""


def _to_export(model: Any) -> Any:
    """Return a module that takes tensors by position and gives the logits alone, as the exporter wants."""
    import torch

    class Logits(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, input_ids: Any, attention_mask: Any, token_type_ids: Any = None) -> Any:
            more = {} if token_type_ids is None else {"token_type_ids": token_type_ids}
            return self.model(input_ids=input_ids, attention_mask=attention_mask, **more).logits

    class FirstToken(torch.nn.Module):  # type: ignore[misc]
        """BERT whose last layer is worked out for the first token only: the classifier sees no other.

        The same sums as BERT's own, a seventh fewer of them, and a simpler graph.
        """

        def __init__(self) -> None:
            super().__init__()
            self.model = model
            self.heads = model.config.num_attention_heads
            self.size = model.config.hidden_size // self.heads

        def forward(self, input_ids: Any, attention_mask: Any, token_type_ids: Any = None) -> Any:
            types = torch.zeros_like(input_ids) if token_type_ids is None else token_type_ids
            embeddings, layers = self.model.bert.embeddings, self.model.bert.encoder.layer
            positions = torch.arange(input_ids.shape[1]).unsqueeze(0)
            state = embeddings.LayerNorm(
                embeddings.word_embeddings(input_ids)
                + embeddings.position_embeddings(positions)
                + embeddings.token_type_embeddings(types)
            )
            mask = (1.0 - attention_mask.to(torch.float32))[:, None, None, :] * -10000.0
            for number, layer in enumerate(layers):
                asking = state[:, :1] if number == len(layers) - 1 else state
                state = self._layer(layer, asking, state, mask)
            return self.model.classifier(torch.tanh(self.model.bert.pooler.dense(state[:, 0])))

        def _layer(self, layer: Any, asking: Any, state: Any, mask: Any) -> Any:
            attention, output = layer.attention.self, layer.attention.output
            query = self._split(attention.query(asking)).permute(0, 2, 1, 3)
            key = self._split(attention.key(state)).permute(0, 2, 3, 1)
            value = self._split(attention.value(state)).permute(0, 2, 1, 3)
            shares = torch.softmax(torch.matmul(query, key) * self.size**-0.5 + mask, -1)
            mixed = torch.matmul(shares, value).permute(0, 2, 1, 3)
            mixed = mixed.reshape(state.shape[0], -1, self.heads * self.size)
            mixed = output.LayerNorm(output.dense(mixed) + asking)
            wide = torch.nn.functional.gelu(layer.intermediate.dense(mixed))
            return layer.output.LayerNorm(layer.output.dense(wide) + mixed)

        def _split(self, state: Any) -> Any:
            return state.reshape(state.shape[0], -1, self.heads, self.size)

    plain_bert = (
        type(model).__name__ == "BertForSequenceClassification"
        and model.config.hidden_act == "gelu"
        and getattr(model.config, "position_embedding_type", None) in {None, "absolute"}
    )
    return (FirstToken() if plain_bert else Logits()).eval()


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
