"""Evaluating: `default` and `hf:` against the transformers pipeline and sentence-transformers' CrossEncoder.

    python benchmarks/evaluation.py --checkpoint DIR --pairs mnli-dev.jsonl [--n 1000] [--rounds 3]

DIR holds the fp32 checkpoint that `default` was quantised from (what `nonliteral train encoder` writes), so
all four run the same weights on the same pairs. Each runs in a process of its own, in turns, loading not
counted; the median round of each counts, and the median of the rounds' ratios, so that a machine that is
busy with other things for a while does not decide. Needs the train extra and sentence-transformers.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

Row = dict[str, str]

BARS = {
    ("default", "pipeline"): 4.0,
    ("default", "cross-encoder"): 2.0,
    ("hf", "pipeline"): 2.0,
    ("hf", "cross-encoder"): 1.0,
}


def middle(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def run_pipeline(checkpoint: str, pairs: list[Row]) -> tuple[float, list[str]]:
    from transformers import pipeline

    classify = pipeline("text-classification", model=checkpoint, tokenizer=checkpoint, device="cpu")
    inputs = [{"text": pair["premise"], "text_pair": pair["hypothesis"]} for pair in pairs]
    classify(inputs[:32], batch_size=32)
    begin = time.perf_counter()
    answers = classify(inputs, batch_size=32)
    return time.perf_counter() - begin, [answer["label"] for answer in answers]


def run_cross_encoder(checkpoint: str, pairs: list[Row]) -> tuple[float, list[str]]:
    from sentence_transformers import CrossEncoder

    model = CrossEncoder(checkpoint, device="cpu")
    inputs = [(pair["premise"], pair["hypothesis"]) for pair in pairs]
    model.predict(inputs[:32], batch_size=32, show_progress_bar=False)
    begin = time.perf_counter()
    scores = model.predict(inputs, batch_size=32, show_progress_bar=False)
    seconds = time.perf_counter() - begin
    names = model.config.id2label
    return seconds, [names[int(row.argmax())] for row in scores]


def run_ours(address: str, suite: str, out: str) -> tuple[float, list[str]]:
    import nonliteral
    from nonliteral.models import open_model

    model = open_model(address)
    model.predict(list(nonliteral.load(suite))[:32])
    begin = time.perf_counter()
    run = nonliteral.evaluate(model, suite, out)
    return time.perf_counter() - begin, [str(prediction.label) for prediction in run]


def measure(name: str, checkpoint: str, default: str, suite: str, data: str) -> dict[str, Any]:
    pairs = json.loads(Path(data).read_text())
    with tempfile.TemporaryDirectory() as out:
        if name == "pipeline":
            seconds, labels = run_pipeline(checkpoint, pairs)
        elif name == "cross-encoder":
            seconds, labels = run_cross_encoder(checkpoint, pairs)
        else:
            address = default if name == "default" else f"hf:{checkpoint}"
            seconds, labels = run_ours(address, suite, out)
    right = sum(label == pair["label"] for label, pair in zip(labels, pairs, strict=True))
    return {"seconds": seconds, "accuracy": right / len(pairs), "labels": labels}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--checkpoint", required=True)
    parser.add_argument(
        "--pairs", type=Path, help="labelled pairs, .jsonl with premise, hypothesis and label"
    )
    parser.add_argument("--default", default="default", help="the address of the int8 model")
    parser.add_argument("--n", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--measure", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.measure:
        name, suite, data = given.measure
        print(json.dumps(measure(name, given.checkpoint, given.default, suite, data)))
        return 0
    from nonliteral.records import Pair, Source
    from nonliteral.suites import Funnel, Recipe, write_suite

    lines = given.pairs.read_text(encoding="utf-8").splitlines()
    # Spread over the file: what stands first in it may be of one kind.
    rows = [json.loads(lines[i * len(lines) // given.n]) for i in range(min(given.n, len(lines)))]
    rows = [
        {**row, "premise": row["premise"].strip(), "hypothesis": row["hypothesis"].strip()} for row in rows
    ]
    with tempfile.TemporaryDirectory() as place:
        recipe = Recipe(builder="b", options={}, seed=0, inputs={}, lexicon=None, parser=None, package="0")
        pairs = [
            Pair(
                id=f"p:{number}", premise=row["premise"], hypothesis=row["hypothesis"], label=row["label"],
                phenomenon="plain", method="plain", tier="gold", group=str(number), source=Source("b"),
                features={},
            )
            for number, row in enumerate(rows)
        ]  # fmt: skip
        suite = write_suite(
            place, "plain", pairs, recipe=recipe, funnel=Funnel(), reading="intended", licence="none"
        )
        data = Path(place) / "pairs.json"
        data.write_text(json.dumps(rows))
        found: dict[str, dict[str, Any]] = {}
        rounds: dict[str, list[float]] = {}
        for number in range(given.rounds):
            for name in ("pipeline", "cross-encoder", "hf", "default"):
                command = [
                    sys.executable,
                    __file__,
                    "--checkpoint",
                    given.checkpoint,
                    "--default",
                    given.default,
                ]
                command += ["--measure", name, str(suite.path), str(data)]
                done = subprocess.run(command, check=True, capture_output=True, text=True)
                found[name] = json.loads(done.stdout.splitlines()[-1])
                rounds.setdefault(name, []).append(found[name]["seconds"])
                print(
                    f"round {number + 1}: {name} {len(rows) / rounds[name][-1]:.1f} pairs/s", file=sys.stderr
                )
    rate = {name: len(rows) / middle(seconds) for name, seconds in rounds.items()}

    def ratio(ours: str, peer: str) -> float:
        return middle([b / a for a, b in zip(rounds[ours], rounds[peer], strict=True)])

    print(f"{len(rows):,} pairs, median of {given.rounds}")
    for name, figure in rate.items():
        both = zip(found[name]["labels"], found["pipeline"]["labels"], strict=True)
        same = sum(a == b for a, b in both)
        print(
            f"{name:<14}{figure:8.1f} pairs/s   {ratio(name, 'pipeline'):5.2f} x pipeline   "
            f"{ratio(name, 'cross-encoder'):5.2f} x CrossEncoder  accuracy {found[name]['accuracy']:.4f}  "
            f"labels as the pipeline's {same / len(rows):.4f}"
        )
    missed = [
        f"{ours} is {ratio(ours, peer):.2f} x {peer}, below {bar:g}"
        for (ours, peer), bar in BARS.items()
        if ratio(ours, peer) < bar
    ]
    print("bars: " + ("all held" if not missed else "; ".join(missed)))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
