"""Paradigms: the whole IMPPRES design, timed with start-up, after it, and at a million pairs.

    python benchmarks/paradigms.py [--rounds 3] [--million]

The published generator's figures are printed as context: they were measured on the same kind of machine
with its own code, before and after the repair of the loop that copied its whole vocabulary for every word.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

PUBLISHED = (("published generator", 1.38, 21.3), ("published generator, repaired", 26.4, 1.06))
BARS = {"seconds with start-up": 10.0, "peak memory, MB": 300.0, "pairs a second after start-up": 20_000.0}

INSIDE = """
import json, sys, time
from nonliteral.builders.paradigms.builder import groups, make_paradigm, open_urn
from nonliteral.lexicon.vocabulary import DATA
names = [name for by_design in groups().values() for name in by_design["paper"]]
for name in names:
    open_urn(name, 7, DATA)
    for number in range(100):
        make_paradigm(name, "paper", 8, number, DATA)
begin, pairs = time.process_time(), 0
for name in names:
    for number in range(100):
        pairs += len(make_paradigm(name, "paper", 7, number, DATA))
print(json.dumps({"pairs": pairs, "seconds": time.process_time() - begin}))
"""


def timed_build(out: str, *arguments: str) -> tuple[float, float, float]:
    """Return wall seconds, CPU seconds and peak memory in MB of one build command."""
    command = [sys.executable, "-m", "nonliteral", "build", *arguments, "--out", out, "--seed", "7"]
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{' '.join(command)} failed")
    wall = time.perf_counter() - begin
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--million", action="store_true", help="also build a million pairs of one set")
    options = parser.parse_args()
    print(f"{'published generator':34}{'pairs/s':>10}{'memory':>12}")
    for name, rate, memory in PUBLISHED:
        print(f"{name:34}{rate:>10.2f}{memory:>9.2f} GB")
    print()
    with tempfile.TemporaryDirectory() as folder:
        rounds = [
            timed_build(f"{folder}/{n}", "implicature", "presupposition") for n in range(options.rounds)
        ]
        wall, cpu, memory = min(rounds)
        report("seconds with start-up", wall, f"25,500 pairs, {cpu:.1f} s of CPU")
        report("peak memory, MB", memory, "one process")
        inside = json.loads(
            subprocess.run([sys.executable, "-c", INSIDE], capture_output=True, check=True).stdout
        )
        rate = inside["pairs"] / inside["seconds"]
        report("pairs a second after start-up", rate, "CPU time, one process")
        print(f"{'times the repaired generator':34}{rate / PUBLISHED[1][1]:>10,.0f}")
        if options.million:
            wall, cpu, memory = timed_build(f"{folder}/million", "only", "--paradigms", "52632")
            print(f"{'a million pairs: seconds':34}{wall:>10.1f}   {cpu:.1f} s of CPU, peak {memory:.0f} MB")


def report(name: str, value: float, note: str) -> None:
    """Print a figure with its bar."""
    bar = BARS[name]
    met = value >= bar if name.startswith("pairs") else value <= bar
    print(f"{name:34}{value:>10,.1f}   bar {bar:,.0f}: {'met' if met else 'MISSED'}   ({note})")


if __name__ == "__main__":
    main()
