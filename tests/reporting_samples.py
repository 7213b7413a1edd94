"""Suites and runs that the tests of the report and of its page share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from conftest import make_pair

from nonliteral.evaluation import evaluate
from nonliteral.records import Pair, Source
from nonliteral.runs import Run
from nonliteral.suites import Funnel, Recipe, Suite, write_suite
from nonliteral.testing import FakeModel

Answer = Mapping[str, float] | str | None

HOSTILE = "</script><script>document.title='stolen'</script><img src=x onerror=\"document.title='stolen'\">"
ODD = "נועה said “naïve 👩\u200d👧 e\u0301tude”\u2028 & <b>more</b> \u202eflow\u202c".replace("e\u0301", "é")


def write_pairs(
    folder: Path, name: str, pairs: Iterable[Pair], *, builder: str = "test", reading: str = "intended"
) -> Suite:
    """Write a suite of pairs."""
    recipe = Recipe(
        builder=builder, options={}, seed=0, inputs={}, lexicon=None, parser=None, package="0.1.0"
    )
    return write_suite(
        folder, name, pairs, recipe=recipe, funnel=Funnel(), reading=reading, licence="CC-BY-4.0"
    )


def sure(label: str, p: float = 0.9) -> dict[str, float]:
    """Return probabilities with most on one label."""
    rest = [each for each in ("entailment", "neutral", "contradiction") if each != label]
    return {label: p, rest[0]: (1 - p) * 0.75, rest[1]: (1 - p) * 0.25}


def run_model(
    answer: Callable[[Pair], Answer], suites: Sequence[Suite], out: Path, labels: Sequence[str] | None = None
) -> Run:
    """Return the run of a model that answers as a function says."""
    model = (
        FakeModel(answer, name=out.name)
        if labels is None
        else FakeModel(answer, name=out.name, labels=labels)  # type: ignore[arg-type]
    )
    return evaluate(model, suites, out)


def idiom_pairs(count: int = 40) -> list[Pair]:
    """Return pairs of idioms, two a group, half of them entailed, with the expression's place."""
    pairs = []
    for number in range(count):
        entailed = number % 2 == 0
        name = ("Mara", "Omar", "Ida", "Ben")[number % 4]
        premise = f"{name} spilled the beans on day {number}."
        replaced = "revealed the secret" if entailed else "dropped the food"
        start = len(name) + 1
        pairs.append(
            make_pair(
                id=f"spill/{number}",
                premise=premise,
                hypothesis=f"{name} {replaced} on day {number}.",
                label="entailment" if entailed else "neutral",
                method="figurative-definition" if entailed else "adversarial-definition",
                group=f"idiom {number // 2}",
                features={
                    "expression": "spill the beans",
                    "premise_spans": [[start, start + len("spilled the beans")]],
                    "hypothesis_spans": [[start, start + len(replaced)]],
                },
            )
        )
    return pairs


def irony_pairs(count: int = 20) -> list[Pair]:
    """Return pairs of irony with two readings: a contradiction on the surface, entailed as intended."""
    return [
        make_pair(
            id=f"irony/{number}",
            premise=f"Great, the {number}th delay today!",
            hypothesis=f"The speaker dislikes delay {number}.",
            label="contradiction",
            readings={"surface": "contradiction", "intended": "entailment"},
            phenomenon="irony",
            method="recast",
            group=f"irony {number}",
        )
        for number in range(count)
    ]


def implicature_pairs(count: int = 10) -> list[Pair]:
    """Return a target and a control of an implicature for each paradigm."""
    pairs = []
    for number in range(count):
        shared = {"phenomenon": "implicature", "method": "paradigm", "group": f"quantifiers/{number}"}
        pairs.append(
            make_pair(
                id=f"quantifiers/{number}/target",
                premise=f"Some of the {number + 2} nurses left.",
                hypothesis=f"Not all of the {number + 2} nurses left.",
                label="neutral",
                readings={"logical": "neutral", "pragmatic": "entailment"},
                features={"control": False, "trigger": "quantifiers"},
                **shared,
            )
        )
        pairs.append(
            make_pair(
                id=f"quantifiers/{number}/control",
                premise=f"All of the {number + 2} nurses left.",
                hypothesis=f"None of the {number + 2} nurses left.",
                label="contradiction",
                readings={"logical": "contradiction", "pragmatic": "contradiction"},
                features={"control": True, "trigger": "quantifiers"},
                **shared,
            )
        )
    return pairs


def hostile_pairs() -> list[Pair]:
    """Return pairs that try to get out of their place on a page."""
    return [
        make_pair(
            id=f"hostile/{HOSTILE}",
            premise=f"He wrote {HOSTILE} on the wall.",
            hypothesis=f"He wrote {HOSTILE} on the door.",
            method="<i>hand</i>",
            group=HOSTILE,
            features={"expression": HOSTILE},
            source=Source("nonliteral", HOSTILE, "CC-BY-4.0"),
        ),
        make_pair(
            id="odd", premise=f"{ODD} today.", hypothesis=f"{ODD} never.", label="neutral", group="odd"
        ),
    ]


def write_sample(folder: Path) -> tuple[list[Suite], list[Run]]:
    """Write four suites and three runs: two models and a baseline."""
    suites = [
        write_pairs(folder / "suites", "idioms", idiom_pairs()),
        write_pairs(folder / "suites", "irony", irony_pairs(), reading="surface"),
        write_pairs(folder / "suites", "quantifiers", implicature_pairs(), reading="logical"),
        write_pairs(folder / "suites", "hostile", hostile_pairs()),
    ]
    runs = [
        run_model(lambda pair: sure(pair.label), suites, folder / "runs" / "careful"),
        run_model(lambda _: sure("entailment", 0.7), suites, folder / "runs" / "gullible"),
        evaluate("baseline:majority", suites, folder / "runs" / "majority"),
    ]
    return suites, runs
