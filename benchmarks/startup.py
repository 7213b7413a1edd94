"""Start-up: CPU time of `nonliteral --help` and `import nonliteral` against `python -c pass`.

    python benchmarks/startup.py [--rounds 15]

The medians are printed with their ratios; the bar for --help is ten times the bare interpreter.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys

CASES = {
    "python -c pass": ["-c", "pass"],
    "import nonliteral": ["-c", "import nonliteral"],
    "nonliteral --help": ["-m", "nonliteral", "--help"],
    "import typer": ["-c", "import typer"],
}


def cpu_seconds(arguments: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    for arguments in CASES.values():
        cpu_seconds(arguments)
    times: dict[str, list[float]] = {name: [] for name in CASES}
    for _ in range(rounds):
        for name, arguments in CASES.items():
            times[name].append(cpu_seconds(arguments))
    base = statistics.median(times["python -c pass"])
    for name, values in times.items():
        median = statistics.median(values)
        print(f"{name:<20}{1000 * median:7.0f} ms   {median / base:5.1f} x the bare interpreter")


if __name__ == "__main__":
    main()
