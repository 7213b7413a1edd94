"""Opening a report of 50,000 pairs and five models in chromium, beside a plain page of the same answers.

    python benchmarks/report.py [--pairs 50000] [--models 5]

Needs the `browser` extra and chromium (scripts/install-chromium). The peer is what most tools write: one
HTML table with a row a pair, as pandas' `to_html` makes it. For both pages it prints the size, the seconds
from navigation until the first pairs are painted, the CPU seconds of the page's main thread, and for the
report the seconds that a text filter over all pairs takes. The bar is two seconds to open.
"""

from __future__ import annotations

import argparse
import html
import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

SWITCHES = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"


def write_runs(folder: Path, pairs: int, models: int) -> list[Any]:
    from nonliteral.evaluation import evaluate
    from nonliteral.records import Pair, Source
    from nonliteral.suites import Funnel, Recipe, write_suite
    from nonliteral.testing import FakeModel

    def make(n: int) -> Pair:
        return Pair(
            id=f"bury-the-hatchet/figurative-definition/{n:010x}",
            premise=f"On day {n} the mayor finally buried the hatchet with her oldest rival in the council.",
            hypothesis=f"On day {n} the mayor finally made peace with her oldest rival in the council.",
            label=("entailment", "neutral", "contradiction")[n % 3],
            phenomenon=("idiom", "metaphor", "simile", "irony")[n % 4],
            method=("figurative-definition", "adversarial-definition", "antonym")[n % 3],
            tier="silver",
            group=f"idiom {n // 50}",
            source=Source("nonliteral", None, "CC-BY-4.0"),
            features={"expression": "bury the hatchet", "variant": "base", "mood": "declarative"},
        )

    recipe = Recipe(
        builder="benchmark", options={}, seed=0, inputs={}, lexicon=None, parser=None, package="0"
    )
    suite = write_suite(
        folder / "suites", "many", map(make, range(pairs)), recipe=recipe, funnel=Funnel(),
        reading="intended", licence="CC-BY-4.0",
    )  # fmt: skip
    return [evaluate(FakeModel(name=f"model {n}"), suite, folder / f"model-{n}") for n in range(models)]


def write_plain_page(path: Path, runs: list[Any]) -> None:
    from nonliteral.reporting.gathering import gather
    from nonliteral.studies.base import StudyOptions

    gathered = gather(runs, StudyOptions())
    with path.open("w", encoding="utf-8") as out:
        out.write("<!doctype html><meta charset=utf-8><title>plain</title><table>\n")
        for place, item in enumerate(gathered.items):
            cells = [item.pair.id, item.pair.premise, item.pair.hypothesis, item.pair.label]
            for answers in gathered.answers:
                judged = answers[place]
                if judged is not None:
                    cells += [
                        str(judged.answer),
                        *(f"{p:.3f}" for p in judged.prediction.probabilities.values()),
                    ]
            out.write("<tr>" + "".join(f"<td>{html.escape(cell)}" for cell in cells) + "\n")


def open_pages(pages: dict[str, Path], repeats: int) -> dict[str, dict[str, list[float]]]:
    from playwright.sync_api import sync_playwright

    browser_path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    found: dict[str, dict[str, list[float]]] = {name: {"open": [], "cpu": [], "filter": []} for name in pages}
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as profile:
        browser = playwright.chromium.launch_persistent_context(
            profile, executable_path=browser_path, args=SWITCHES
        )
        for _ in range(repeats):
            for name, path in pages.items():
                page = browser.new_page()
                page.set_default_timeout(600_000)
                page.set_viewport_size({"width": 1280, "height": 900})
                session = page.context.new_cdp_session(page)
                session.send("Performance.enable")
                page.goto(path.as_uri())
                selector = ".pair" if name == "report" else "tr:last-child"
                page.locator(selector).first.wait_for()
                end = "performance.getEntriesByType('navigation')[0].loadEventEnd"
                found[name]["open"].append(max(page.evaluate(PAINTED) or 0, page.evaluate(end)) / 1000)
                metrics = {
                    each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]
                }
                found[name]["cpu"].append(metrics["TaskDuration"])
                if name == "report":
                    begun = time.perf_counter()
                    page.fill("#f-text", "day 4999 ")
                    page.locator("#count", has_text="1 of").wait_for()
                    found[name]["filter"].append(time.perf_counter() - begun)
                page.close()
        browser.close()
    return found


def median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--pairs", type=int, default=50_000)
    options.add_argument("--models", type=int, default=5)
    options.add_argument("--repeats", type=int, default=5)
    given = options.parse_args()
    from nonliteral.reporting import write_report

    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        runs = write_runs(folder, given.pairs, given.models)
        begun, cpu = time.perf_counter(), time.process_time()
        write_report(runs, folder / "report.html", studies=[])
        print(f"written in {time.perf_counter() - begun:.1f} s ({time.process_time() - cpu:.1f} s of CPU)")
        write_plain_page(folder / "plain.html", runs)
        pages = {"report": folder / "report.html", "plain table": folder / "plain.html"}
        found = open_pages(pages, given.repeats)
        print(f"{given.pairs:,} pairs, {given.models} models, median of {given.repeats}")
        for name, path in pages.items():
            figures = found[name]
            line = f"{name:12} {path.stat().st_size / 1e6:6.1f} MB"
            line += f"   open {median(figures['open']):6.2f} s"
            line += f"   main thread {median(figures['cpu']):6.2f} s"
            if figures["filter"]:
                line += f"   filter {median(figures['filter']):5.2f} s"
            print(line)


if __name__ == "__main__":
    main()
