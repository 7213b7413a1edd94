"""Reading and validating a million pairs: nonliteral, plain `json`, and `datasets`, in one run.

    python benchmarks/reading.py [--pairs 1000000]

Each reader runs in a process of its own, over the same file; CPU seconds, pairs a second and peak memory
are printed, with the ratio to nonliteral. `datasets` is left out where it is not installed.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def write_pairs(path: Path, count: int) -> None:
    import msgspec

    from nonliteral.files import write_records
    from nonliteral.records import Pair, Source

    pair = Pair(
        id="x", premise="Nadia spilled the beans about the surprise before anybody had arrived.",
        hypothesis="Nadia revealed the secret about the surprise before anybody had arrived.",
        label="entailment", phenomenon="idiom", method="figurative-definition", tier="silver",
        group="spill-the-beans", source=Source("nonliteral", "spill-the-beans", "CC-BY-4.0"),
        features={"expression": "spill the beans", "premise_spans": [[6, 23]], "hypothesis_spans": [[6, 25]]},
    )  # fmt: skip
    write_records(path, (msgspec.structs.replace(pair, id=f"spill-the-beans:{n}") for n in range(count)))


def read_with_nonliteral(path: str) -> int:
    from nonliteral.files import read_records
    from nonliteral.records import Pair

    return sum(1 for _ in read_records(path, Pair))


def read_with_json(path: str) -> int:
    with open(path, encoding="utf-8") as file:
        return sum(1 for line in file if json.loads(line)["label"])


def read_with_datasets(path: str) -> int:
    import datasets

    with tempfile.TemporaryDirectory() as cache:
        loaded = datasets.load_dataset("json", data_files=path, split="train", cache_dir=cache)
        return sum(1 for row in loaded if row["label"])


READERS = {"nonliteral": read_with_nonliteral, "json": read_with_json, "datasets": read_with_datasets}


def measure(name: str, path: str) -> None:
    begin = time.process_time()
    count = READERS[name](path)
    seconds = time.process_time() - begin
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"count": count, "seconds": seconds, "peak_mb": peak}))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=1_000_000)
    parser.add_argument("--one", nargs=2, metavar=("READER", "FILE"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        measure(*options.one)
        return
    names = [name for name in READERS if name != "datasets" or importlib.util.find_spec("datasets")]
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "pairs.jsonl"
        begin = time.perf_counter()
        write_pairs(path, options.pairs)
        seconds, size = time.perf_counter() - begin, path.stat().st_size / 1e6
        print(f"writing {options.pairs:,} pairs: {seconds:.1f} s, {size:.0f} MB")
        results = {}
        for name in names:
            done = subprocess.run(
                [sys.executable, __file__, "--one", name, str(path)],
                capture_output=True,
                text=True,
                check=True,
            )
            results[name] = json.loads(done.stdout.splitlines()[-1])
    base = results["nonliteral"]["seconds"]
    for name, result in results.items():
        print(
            f"{name:<11}{result['seconds']:7.1f} s {result['count'] / result['seconds']:>11,.0f} pairs/s "
            f"{result['peak_mb']:7.0f} MB   {result['seconds'] / base:5.2f} x nonliteral's CPU time"
        )


if __name__ == "__main__":
    main()
