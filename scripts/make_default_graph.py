"""Make the default model's graph.onnx anew, with its weights where they are: in the committed model.onnx.

    python scripts/make_default_graph.py CHECKPOINT

CHECKPOINT is the folder of the fp32 checkpoint that `default` was quantised from. The graph (how to
compute, under 1 MB) can so be made faster without another 25 MB in the repository. A matrix that
model.onnx holds in 16 bits and the new graph wants in 8 is quantised when the model is loaded.
Needs the train extra.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnx.external_data_helper import set_external_data

from nonliteral.models.onnx import DEFAULT, GRAPH, WEIGHTS
from nonliteral.training.encoder import load_trained
from nonliteral.training.export import export_onnx, quantise

_SMALL = 8192  # bytes; what is smaller stays in the graph


def main(checkpoint: Path) -> int:
    with tempfile.TemporaryDirectory() as place:
        exported = export_onnx(*load_trained(checkpoint), Path(place) / "fp32")
        wide = {each.name: numpy_helper.to_array(each) for each in _weights(exported / "model.onnx")}
        graph = onnx.load(quantise(exported, Path(place) / "int8") / "model.onnx")
    stored = (DEFAULT / WEIGHTS).read_bytes()
    halves = {
        numpy_helper.to_array(each).tobytes(): each
        for each in _weights(DEFAULT / WEIGHTS)
        if each.data_type == TensorProto.FLOAT16
    }
    narrowing = []
    for weight in [each for each in graph.graph.initializer if len(each.raw_data) >= _SMALL]:
        if _refer(weight, stored):
            continue
        base = weight.name.removesuffix("_quantized")
        half = halves.get(wide[base].astype(np.float16).tobytes()) if base in wide else None
        if half is None:
            print(f"{weight.name} is not in {WEIGHTS}: it was made from another checkpoint.", file=sys.stderr)
            return 1
        graph.graph.initializer.remove(weight)
        half.name = f"{base}_half"
        _refer(half, stored)
        graph.graph.initializer.append(half)
        steps = [f"{base}_wide", f"{base}_scale", f"{base}_zero_point"]
        narrowing += [
            helper.make_node("Cast", [half.name], steps[:1], f"{base}_widen", to=TensorProto.FLOAT),
            helper.make_node("QuantizeLinear", steps, [weight.name], f"{base}_narrow"),
        ]
    for place, node in enumerate(narrowing):
        graph.graph.node.insert(place, node)
    onnx.save(graph, DEFAULT / GRAPH)
    return 0


def _weights(path: Path) -> list[TensorProto]:
    return list(onnx.load(path).graph.initializer)


def _refer(weight: TensorProto, stored: bytes) -> bool:
    """Let a weight point to its bytes in the stored file; say whether they are there."""
    offset = stored.find(weight.raw_data)
    if offset < 0:
        return False
    set_external_data(weight, WEIGHTS, offset=offset, length=len(weight.raw_data))
    weight.ClearField("raw_data")
    return True


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1])))
