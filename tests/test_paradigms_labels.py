"""The table of labels, against the paper's Tables 2 and 3 and what is known of numerals, filters, beliefs."""

from __future__ import annotations

import pytest

from nonliteral.builders.paradigms.builder import cells_of, groups, set_classes
from nonliteral.builders.paradigms.tables import ENVIRONMENTS, Cell, load_tables

TABLES = load_tables()
SHORT = {"entailment": "E", "neutral": "N", "contradiction": "C", None: "."}


def labels(cell: Cell) -> str:
    return "/".join(SHORT[label] for label in (cell.logical, cell.pragmatic, cell.exact)).removesuffix("/.")


def by_pair(table: str) -> dict[tuple[str, str], str]:
    return {(cell.premise, cell.hypothesis): labels(cell) for cell in TABLES[table]}


def test_table_2_of_the_paper() -> None:
    some, every, not_all, none = "weak", "strong", "not-strong", "none"
    rows = [
        (cell.premise, cell.hypothesis, cell.relation, labels(cell), cell.control)
        for cell in TABLES["implicature"]
    ]
    assert rows == [
        (some, not_all, "implicature_PtoN", "N/E", False),
        (not_all, some, "implicature_NtoP", "N/E", False),
        (some, every, "negated implicature_P", "N/C", False),
        (every, some, "reverse negated implicature_P", "E/C", False),
        (not_all, none, "negated implicature_N", "N/C", False),
        (none, not_all, "reverse negated implicature_N", "E/C", False),
        (every, none, "opposite", "C/C", True),
        (none, every, "opposite", "C/C", True),
        (some, none, "negation", "C/C", True),
        (none, some, "negation", "C/C", True),
        (every, not_all, "negation", "C/C", True),
        (not_all, every, "negation", "C/C", True),
    ]


def test_numerals_logical_pragmatic_exact() -> None:
    two, three, not_three, not_two = "weak", "strong", "not-strong", "none"
    assert by_pair("numerals") == {
        (two, not_three): "N/E/E",
        (not_three, two): "N/N/N",
        (two, three): "N/C/C",
        (three, two): "E/C/C",
        (not_three, not_two): "N/N/N",
        (not_two, not_three): "E/E/N",
        (three, not_two): "C/C/E",
        (not_two, three): "C/C/N",
        (two, not_two): "C/C/C",
        (not_two, two): "C/C/C",
        (three, not_three): "C/C/C",
        (not_three, three): "C/C/C",
    }


def test_table_3_of_the_paper() -> None:
    cells = TABLES["presupposition"]
    targets = {(c.premise, c.hypothesis): SHORT[c.logical] for c in cells if not c.control}
    assert targets == {
        (environment, kind): label
        for environment in ENVIRONMENTS
        for kind, label in (("presupposition", "E"), ("negated", "C"), ("neutral", "N"))
    }
    controls = {c.premise: (c.hypothesis, SHORT[c.logical]) for c in cells if c.control}
    assert controls == {
        "negated": ("trigger", "C"),
        "interrogative": ("trigger", "N"),
        "modal": ("trigger", "N"),
        "conditional": ("trigger", "N"),
    }
    assert len(cells) == 19


def test_at_least_and_only_are_contexts_without_implicature() -> None:
    assert by_pair("at-least") | by_pair("only-scalar") == {
        ("at-least", "not-strong"): "N/N",
        ("at-least", "strong"): "N/N",
        ("strong", "at-least"): "E/E",
        ("at-least", "none"): "C/C",
        ("none", "at-least"): "C/C",
        ("strong", "none"): "C/C",
        ("only", "not-strong"): "E/E",
        ("only", "strong"): "C/C",
        ("only", "weak"): "E/E",
        ("strong", "only"): "C/C",
        ("only", "none"): "C/C",
        ("none", "only"): "C/C",
    }


@pytest.mark.parametrize(
    ("sign", "complement", "denial"), [("+", "E", "C"), ("-", "C", "E"), ("o", "N", "N")]
)
def test_signatures_of_implicatives(sign: str, complement: str, denial: str) -> None:
    found = {(c.premise, c.hypothesis): SHORT[c.logical] for c in TABLES[f"signature {sign}"]}
    assert found == {
        (premise, hypothesis): label
        for premise in ("plain", "negated")
        for hypothesis, label in (("complement", complement), ("not-complement", denial))
    }


def test_beliefs_filters_and_perhaps_have_labels_of_their_own() -> None:
    found = by_pair("further")
    assert found["perhaps", "presupposition"] == "E/."
    assert found["belief", "presupposition"] == "N/E"
    assert found["belief", "negated"] == "N/C"
    assert found["belief", "believed"] == "E/E"
    assert found["filter-if", "presupposition"] == "N/."
    assert found["filter-either", "presupposition"] == "N/."
    assert found["filter-so", "presupposition"] == "C/."


@pytest.mark.parametrize("table", ["balanced implicature", "balanced presupposition"])
def test_in_the_balanced_design_each_hypothesis_meets_each_label_equally_often(table: str) -> None:
    counts: dict[str, dict[str, int]] = {}
    for cell in TABLES[table]:
        labels_of = counts.setdefault(cell.hypothesis, {})
        labels_of[cell.logical] = labels_of.get(cell.logical, 0) + 1
    for found in counts.values():
        assert set(found) == {"entailment", "neutral", "contradiction"}
        assert len(set(found.values())) == 1


def test_the_paper_has_seven_and_nine_sets_of_twelve_and_nineteen_cells() -> None:
    sizes = {
        group: [len(cells_of(name, "paper")) for name in by_design["paper"]]
        for group, by_design in groups().items()
    }
    assert sizes == {"implicature": [12] * 7, "presupposition": [19] * 9}


def test_cells_have_different_names() -> None:
    for name in set_classes():
        for design in ("paper", "extended", "balanced"):
            names = [cell.name for cell in cells_of(name, design)]
            assert len(names) == len(set(names))
