"""Quality: full clauses from parses made by hand, plausibility by label, and tasks for people."""

from __future__ import annotations

import pytest
from conftest import make_pair

from nonliteral.checking.quality import is_full_clause, judging_tasks, measure_quality
from nonliteral.english.parses import build_parse
from nonliteral.records import Pair

CLAUSES = [
    ("She left.", "She she PRP nsubj 1\nleft leave VBD ROOT 1\n. . . punct 1", True),
    (
        "She was seen.",
        "She she PRP nsubjpass 2\nwas be VBD auxpass 2 AUX\nseen see VBN ROOT 2\n. . . punct 2",
        True,
    ),
    ("Keep still.", "Keep keep VB ROOT 0\nstill still RB advmod 0\n. . . punct 0", True),
    (
        "Do not move.",
        "Do do VB aux 2 AUX\nnot not RB neg 2\nmove move VB ROOT 2\n. . . punct 2",
        True,
    ),
    ("A long day.", "A a DT det 2\nlong long JJ amod 2\nday day NN ROOT 2\n. . . punct 2", False),
    ("She leaving.", "She she PRP nsubj 1\nleaving leave VBG ROOT 1\n. . . punct 1", False),
    ("Seen there.", "Seen see VBN ROOT 0\nthere there RB advmod 0\n. . . punct 0", False),
]


@pytest.mark.parametrize(("text", "rows", "full"), CLAUSES, ids=[clause[0] for clause in CLAUSES])
def test_a_full_clause_has_a_subject_and_a_finite_verb(text: str, rows: str, full: bool) -> None:
    assert is_full_clause(build_parse(text, rows)) is full


def broken_pairs() -> list[Pair]:
    names = ["Ada", "Ben", "Dov", "Ema", "Finn", "Gus"]
    return [
        make_pair(
            id=f"p:{i}",
            premise=f"{names[i % 6]} opened the old door at noon on day {i}.",
            hypothesis=f"The opening of the old door on day {i}."
            if i % 2
            else f"{names[i % 6]} opened the door on day {i}.",
            label="non-entailment" if i % 2 else "entailment",
            group=f"g{i}",
        )
        for i in range(40)
    ]


@pytest.mark.slow
def test_hypotheses_that_lost_their_clause_are_counted_by_label() -> None:
    report = measure_quality(broken_pairs(), workers=1)
    [clauses] = report.clauses
    assert clauses.premises > 0.9
    assert clauses.hypotheses < 0.6
    assert clauses.interval[1] < 0
    by_label = {row.label: row for row in report.plausibility}
    assert by_label["non-entailment"].broken > 0.9
    assert by_label["entailment"].broken < 0.1
    assert any("fewer hypotheses than premises" in warning for warning in report.warnings)
    assert report.parser.startswith("en-core-web-sm")


def test_people_get_a_sample_of_each_category_without_the_labels() -> None:
    pairs = [
        make_pair(id=f"{method}:{i}", method=method)
        for method in ("figurative-definition", "antonym")
        for i in range(150)
    ]
    tasks = list(judging_tasks("idioms", pairs))
    assert len(tasks) == 200
    assert len({task.id for task in tasks}) == 200
    assert tasks == list(judging_tasks("idioms", pairs))
    assert {task.item["category"] for task in tasks} == {"idiom, antonym", "idiom, figurative-definition"}
    assert all("entailment" not in (task.shown["premise"], task.shown["hypothesis"]) for task in tasks)
    assert tasks[0].item["pair"]["label"] == "entailment"
    assert set(tasks[0].shown) == {"premise", "hypothesis", "questions"}
