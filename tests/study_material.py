"""Small suites and runs for the tests of studies, so that every table can be worked out by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from nonliteral.evaluation import evaluate
from nonliteral.files import encode_document, write_bytes, write_records
from nonliteral.readers import import_set
from nonliteral.records import Pair, Prediction
from nonliteral.runs import RUN_FORMAT, Run, RunDescription, RunSuite
from nonliteral.suites import Funnel, Recipe, Suite, write_suite

OTHER = {"entailment": "neutral", "neutral": "contradiction", "contradiction": "entailment"}
"""For every label a wrong answer."""


def make_suite(out: Path, pairs: Iterable[Pair], name: str = "idioms", builder: str = "t") -> Suite:
    recipe = Recipe(builder=builder, options={}, seed=0, inputs={}, lexicon=None, parser=None, package="0")
    return write_suite(out, name, pairs, recipe=recipe, funnel=Funnel(), reading="intended", licence="x")


def make_run(
    out: Path,
    suites: Sequence[Suite],
    answers: Iterable[Prediction],
    labels: Sequence[str] = ("entailment", "neutral", "contradiction"),
    model: str = "fake",
) -> Run:
    description = RunDescription(
        format=RUN_FORMAT, model=model, options={}, fingerprint="0", versions={}, started="", finished="now",
        labels=list(labels),
        suites=[RunSuite(name=s.name, sha256=s.sha256(), path=str(s.path), pairs=len(s)) for s in suites],
    )  # fmt: skip
    write_bytes(out / "run.json", encode_document(description))
    write_records(out / "predictions.jsonl", answers)
    return Run(out)


def answer_all(out: Path, suite: Suite, say: Callable[[Pair], str | None], model: str = "fake") -> Run:
    """Return a run in which `say` answers every pair."""
    answers = [Prediction(suite=suite.name, id=p.id, label=say(p)) for p in suite]  # type: ignore[arg-type]
    return make_run(out, [suite], answers, model=model)


def from_predictions(out: Path, suite: Suite, say: Callable[[Pair], str]) -> Run:
    """Return a run made from a file of probabilities, as people hand them over."""
    lines = []
    for pair in suite:
        answer = say(pair)
        others = [label for label in OTHER if label != answer]
        probabilities = {answer: 0.5, others[0]: 0.3, others[1]: 0.2}
        lines.append(json.dumps({"suite": suite.name, "id": pair.id, "probabilities": probabilities}))
    file = out.with_suffix(".jsonl")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return evaluate(f"predictions:{file}", [suite.path], out)


ENVIRONMENTS = ("unembedded", "negated", "interrogative", "modal", "conditional")


def write_presuppositions(folder: Path, uid: str, paradigms: int) -> None:
    """Write a file of the published form: 19 rows a paradigm, the targets and then the controls."""
    rows: list[dict[str, object]] = []
    for number in range(paradigms):
        name = f"Person {number} of {uid}"
        premises = {
            "unembedded": f"Only {name} sang.",
            "negated": f"Not only {name} sang.",
            "interrogative": f"Did only {name} sing?",
            "modal": f"Maybe only {name} sang.",
            "conditional": f"If only {name} sang, fine.",
        }
        hypotheses = {
            "positive": (f"{name} sang.", "entailment"),
            "negated": (f"{name} did not sing.", "contradiction"),
            "neutral": (f"Another than {name} danced.", "neutral"),
        }
        common = {"UID": uid, "pairID": "0", "paradigmID": number}
        for environment, premise in premises.items():
            for kind, (hypothesis, label) in hypotheses.items():
                rows.append(
                    {"sentence1": premise, "sentence2": hypothesis, "trigger": environment,
                     "presupposition": kind, "gold_label": label, **common}
                )  # fmt: skip
        for environment in ENVIRONMENTS[1:]:
            rows.append(
                {"sentence1": premises[environment], "sentence2": premises["unembedded"],
                 "trigger1": environment, "trigger2": "unembedded",
                 "gold_label": "contradiction" if environment == "negated" else "neutral",
                 "control_item": True, **common}
            )  # fmt: skip
    _write(folder / "presupposition" / f"{uid}.jsonl", rows)


SCALE = (
    # premise, hypothesis, relation, item, logical, pragmatic
    ("W", "not S", "implicature_PtoN", "target", "neutral", "entailment"),
    ("not S", "W", "implicature_NtoP", "target", "neutral", "entailment"),
    ("W", "S", "negated implicature_P", "target", "neutral", "contradiction"),
    ("S", "W", "reverse negated implicature_P", "target", "entailment", "contradiction"),
    ("not S", "not W", "negated implicature_N", "target", "neutral", "contradiction"),
    ("not W", "not S", "reverse negated implicature_N", "target", "entailment", "contradiction"),
    ("S", "not W", "opposite", "control", "contradiction", "contradiction"),
    ("not W", "S", "opposite", "control", "contradiction", "contradiction"),
    ("W", "not W", "negation", "control", "contradiction", "contradiction"),
    ("not W", "W", "negation", "control", "contradiction", "contradiction"),
    ("S", "not S", "negation", "control", "contradiction", "contradiction"),
    ("not S", "S", "negation", "control", "contradiction", "contradiction"),
)
NUMERALS = {
    ("not S", "W"): ("no_impl", "neutral", "neutral"),
    ("not S", "not W"): ("no_impl", "neutral", "neutral"),
    ("not W", "not S"): ("no_impl", "entailment", "neutral"),
}


def write_implicatures(folder: Path, name: str, trigger: str, paradigms: int) -> None:
    """Write a file of the published form: 12 rows a paradigm."""
    numeral = trigger.startswith("numeral")
    rows: list[dict[str, object]] = []
    for number in range(paradigms):
        texts = {
            "W": f"Two cats slept in {name} {number}.",
            "S": f"Three cats slept in {name} {number}.",
            "not S": f"Three cats didn't sleep in {name} {number}.",
            "not W": f"Two cats didn't sleep in {name} {number}.",
        }
        for premise, hypothesis, relation, item, logical, pragmatic in SCALE:
            if numeral and (premise, hypothesis) in NUMERALS:
                relation, logical, pragmatic = NUMERALS[premise, hypothesis]
            rows.append(
                {"sentence1": texts[premise], "sentence2": texts[hypothesis], "gold_label_log": logical,
                 "gold_label_prag": pragmatic, "spec_relation": relation, "item_type": item,
                 "trigger": trigger, "lexemes": "two - three"}
            )  # fmt: skip
    _write(folder / "implicature" / f"{name}.jsonl", rows)


def import_imppres(folder: Path, out: Path) -> Suite:
    suite = import_set("imppres", folder, out)
    assert isinstance(suite, Suite)
    return suite


def _write(file: Path, rows: Sequence[dict[str, object]]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
