"""Make the default model's graph.onnx anew, with its weights where they are: in the committed model.onnx.

    python scripts/make_default_graph.py CHECKPOINT

CHECKPOINT is the folder of the fp32 checkpoint that `default` was quantised from. The graph (how to
compute, under 1 MB) can so be made faster without another 25 MB in the repository. Products whose
weights model.onnx holds in 16 bits are left in floating point. Needs the train extra.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, numpy_helper
from onnx.external_data_helper import set_external_data

from nonliteral.models.onnx import DEFAULT, GRAPH, WEIGHTS
from nonliteral.training.encoder import load_trained
from nonliteral.training.export import export_onnx, quantise

_SMALL = 8192  # bytes; what is smaller stays in the graph


def main(checkpoint: Path) -> int:
    stored = (DEFAULT / WEIGHTS).read_bytes()
    halves = {
        numpy_helper.to_array(each).tobytes()
        for each in onnx.load(DEFAULT / WEIGHTS).graph.initializer
        if each.data_type == TensorProto.FLOAT16
    }
    with tempfile.TemporaryDirectory() as place:
        exported = export_onnx(*load_trained(checkpoint), Path(place) / "fp32")
        kept = _products_of(exported / "model.onnx", halves)
        graph = onnx.load(quantise(exported, Path(place) / "int8", kept=kept) / "model.onnx")
    for weight in [each for each in graph.graph.initializer if len(each.raw_data) >= _SMALL]:
        offset = stored.find(weight.raw_data)
        if offset < 0:
            print(f"{weight.name} is not in {WEIGHTS}: it was made from another checkpoint.", file=sys.stderr)
            return 1
        set_external_data(weight, WEIGHTS, offset=offset, length=len(weight.raw_data))
        weight.ClearField("raw_data")
    onnx.save(graph, DEFAULT / GRAPH)
    return 0


def _products_of(path: Path, halves: set[bytes]) -> list[str]:
    """Return the names of the products by a matrix that is among `halves` in 16 bits."""
    graph = onnx.load(path).graph
    fixed = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    products = [node for node in graph.node if node.op_type == "MatMul" and node.input[1] in fixed]
    return [node.name for node in products if fixed[node.input[1]].astype(np.float16).tobytes() in halves]


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1])))
