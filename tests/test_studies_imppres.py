"""Implicature and presupposition: tables worked out by hand from small sets of the published form."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from study_material import (
    OTHER,
    answer_all,
    from_predictions,
    import_imppres,
    make_suite,
    write_implicatures,
    write_presuppositions,
)

from nonliteral.cli import main
from nonliteral.errors import InputError
from nonliteral.records import Pair
from nonliteral.studies.base import StudyOptions, run_study
from nonliteral.studies.statistics import wilson
from nonliteral.studies.tables import StudyResult

Cell = tuple[str, int, str, str]
"""Trigger, paradigm, environment, hypothesis kind."""

WRONG: set[Cell] = {
    # Controls: conditional wrong in three of eight, modal in all, interrogative in one.
    ("only", 0, "conditional", "trigger"),
    ("only", 1, "conditional", "trigger"),
    ("question", 0, "conditional", "trigger"),
    *((trigger, number, "modal", "trigger") for trigger in ("only", "question") for number in range(4)),
    ("question", 3, "interrogative", "trigger"),
    # The plain trigger's presupposition is missed in two.
    ("only", 1, "plain", "presupposition"),
    ("only", 2, "plain", "presupposition"),
    # Under a conditional: the paradigms that count are only 3 and question 1, 2, 3.
    ("only", 3, "conditional", "presupposition"),
    ("only", 1, "conditional", "presupposition"),  # does not count
    ("question", 1, "conditional", "negated"),
    ("question", 2, "conditional", "negated"),
    *(("only", number, "conditional", "neutral") for number in range(4)),  # only 3 counts
    # Under a question: only 0 and 3, question 0, 1, 2 count.
    ("only", 1, "interrogative", "presupposition"),  # does not count
    ("question", 0, "interrogative", "neutral"),
    ("question", 3, "interrogative", "neutral"),  # does not count
    # Under negation: only 0 and 3, question 0 to 3 count.
    ("only", 0, "negated", "presupposition"),
    *((trigger, number, "negated", "neutral") for trigger in ("only", "question") for number in range(4)),
}


def answer(pair: Pair) -> str:
    features = pair.features
    cell = (
        features["trigger"],
        int(features["paradigm"]),
        features["environment"],
        features["hypothesis_kind"],
    )
    return OTHER[pair.label] if cell in WRONG else pair.label


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("published")
    for uid in ("only_presupposition", "question_presupposition"):
        write_presuppositions(folder, uid, 4)
    return folder


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory, published: Path) -> StudyResult:
    folder = tmp_path_factory.mktemp("result")
    suite = import_imppres(published, folder / "suites")
    return run_study("imppres", [from_predictions(folder / "runs" / "mine", suite, answer)])


def test_controls_are_counted_by_operator_over_all_triggers(result: StudyResult) -> None:
    rows = {row["operator"]: row for row in result.table("controls-presupposition").records()}
    found = {operator: row["accuracy"]["value"] for operator, row in rows.items()}
    assert found == {"conditional": 5 / 8, "interrogative": 7 / 8, "modal": 0, "negated": 1}
    assert {row["n"] for row in rows.values()} == {8}
    low, high = wilson(5, 8)
    assert rows["conditional"]["accuracy"]["low"] == pytest.approx(low)
    assert rows["conditional"]["accuracy"]["high"] == pytest.approx(high)


def test_presuppositions_are_counted_by_trigger(result: StudyResult) -> None:
    rows = {row["trigger"]: row for row in result.table("presuppositions").records()}
    assert rows["only"]["accuracy"]["value"] == 2 / 4
    assert rows["question"]["accuracy"]["value"] == 1
    assert {row["n"] for row in rows.values()} == {4}


def test_projection_counts_only_paradigms_that_pass_control_and_plain_trigger(result: StudyResult) -> None:
    rows = {(row["operator"], row["hypothesis"]): row for row in result.table("projection").records()}
    found = {key: row["accuracy"] and (row["accuracy"]["value"], row["n"]) for key, row in rows.items()}
    assert found == {
        ("conditional", "negated"): (2 / 4, 4),
        ("conditional", "neutral"): (3 / 4, 4),
        ("conditional", "presupposition"): (3 / 4, 4),
        ("interrogative", "negated"): (1.0, 5),
        ("interrogative", "neutral"): (4 / 5, 5),
        ("interrogative", "presupposition"): (1.0, 5),
        # No modal control is right, so there is nothing to count: no number, and an n of 0.
        ("modal", "negated"): None,
        ("modal", "neutral"): None,
        ("modal", "presupposition"): None,
        ("negated", "negated"): (1.0, 6),
        ("negated", "neutral"): (0.0, 6),
        ("negated", "presupposition"): (5 / 6, 6),
    }
    assert rows["modal", "neutral"]["n"] == 0
    assert rows["modal", "neutral"]["of"] == 8


def test_each_model_has_its_own_paradigms(tmp_path: Path, published: Path) -> None:
    suite = import_imppres(published, tmp_path / "suites")
    mine = from_predictions(tmp_path / "runs" / "mine", suite, answer)
    perfect = from_predictions(tmp_path / "runs" / "perfect", suite, lambda pair: pair.label)
    rows = run_study("imppres", [mine, perfect]).table("projection").records()
    kept = {(row["operator"], row["model"]): row["n"] for row in rows}
    assert kept["conditional", "mine"] == 4
    assert kept["conditional", "perfect"] == 8
    assert [row["model"] for row in rows[:2]] == ["mine", "perfect"]


def test_published_figures_stand_beside_an_import_and_beside_nothing_else(
    tmp_path: Path, published: Path, result: StudyResult
) -> None:
    table = result.table("controls-presupposition")
    beside = {row["operator"]: row["published BERT"] for row in table.records()}
    assert beside == {"conditional": 0.61, "interrogative": 0.8, "modal": 0.82, "negated": 1.0}
    assert "Figure 5" in table.caption
    imported = import_imppres(published, tmp_path / "suites")
    built = make_suite(tmp_path / "built", list(imported), name="imppres", builder="only")
    run = answer_all(tmp_path / "runs" / "built", built, answer)
    for table in run_study("imppres", [run]).tables:
        assert not any("published" in column.name for column in table.columns)
        assert "Published" not in table.caption


def test_an_edited_import_is_not_what_was_published(tmp_path: Path, published: Path) -> None:
    suite = import_imppres(published, tmp_path / "suites")
    suite.seal()
    run = from_predictions(tmp_path / "runs" / "mine", suite, answer)
    columns = run_study("imppres", [run]).table("presuppositions").columns
    assert not any("published" in column.name for column in columns)


def test_imported_and_built_paradigms_are_never_pooled(tmp_path: Path, published: Path) -> None:
    imported = import_imppres(published, tmp_path / "suites")
    built = make_suite(tmp_path / "built", list(imported), name="only", builder="only")
    runs = [
        from_predictions(tmp_path / "runs" / "imported", imported, answer),
        answer_all(tmp_path / "runs" / "built", built, lambda pair: pair.label),
    ]
    rows = run_study("imppres", runs).table("presuppositions").records()
    assert {row["suite"] for row in rows} == {"imppres", "built"}
    assert all(row["n"] == 4 for row in rows)


def test_pairs_of_a_balanced_design_do_not_count_as_projection(tmp_path: Path, published: Path) -> None:
    # The same hypothesis under another premise is neutral or contradicted: no presupposition to project.
    imported = list(import_imppres(published, tmp_path / "suites"))
    extra = [
        Pair(
            id=f"other-{n}", premise="Only Bo sang.", hypothesis=pair.hypothesis, label="neutral",
            phenomenon="presupposition", method="paradigm", tier="silver", group=pair.group,
            source=pair.source, features={**pair.features},
        )
        for n, pair in enumerate(imported)
        if pair.features["hypothesis_kind"] == "presupposition"
    ]  # fmt: skip
    suite = make_suite(tmp_path / "built", [*imported, *extra], name="only", builder="only")
    run = answer_all(tmp_path / "runs" / "mine", suite, lambda pair: pair.label)
    result = run_study("imppres", [run])
    assert {row["n"] for row in result.table("projection").records()} == {8}
    assert {row["label"] for row in result.table("further-environments").records()} == {"neutral"}


def test_two_way_answers_cannot_tell_neutral_from_contradiction(tmp_path: Path, published: Path) -> None:
    suite = import_imppres(published, tmp_path / "suites")
    run = from_predictions(tmp_path / "runs" / "mine", suite, answer)
    with pytest.raises(InputError, match="two-way"):
        run_study("imppres", [run], StudyOptions(scheme="two-way"))


# What a model answers to each condition of a scale, and so what must come out.
PRAGMATIC_IN_PREMISE = {
    ("W", "not S"): "entailment",  # pragmatic
    ("not S", "W"): "neutral",  # logical
    ("W", "S"): "contradiction",  # pragmatic
    ("S", "W"): "entailment",  # logical
    ("not S", "not W"): "entailment",  # neither
    ("not W", "not S"): "entailment",  # logical
}


def side(text: str) -> str:
    return ("not " if "didn't" in text else "") + ("W" if text.startswith("Two") else "S")


def scale_answer(pair: Pair) -> str:
    if pair.features["control"]:
        return "contradiction"
    return PRAGMATIC_IN_PREMISE[side(pair.premise), side(pair.hypothesis)]


@pytest.fixture(scope="module")
def scales(tmp_path_factory: pytest.TempPathFactory) -> StudyResult:
    tmp_path = tmp_path_factory.mktemp("scales")
    write_implicatures(tmp_path / "set", "quantifiers", "quantifier", 5)
    write_implicatures(tmp_path / "set", "numerals_2_3", "numeral_two-three", 2)
    write_implicatures(tmp_path / "set", "numerals_10_100", "numeral_ten-one hundred", 3)
    suite = import_imppres(tmp_path / "set", tmp_path / "suites")
    return run_study("imppres", [from_predictions(tmp_path / "runs" / "mine", suite, scale_answer)])


def test_targets_are_scored_by_each_reading_and_neither(scales: StudyResult) -> None:
    rows = {
        (row["scale"], row["reading"]): row["share"]["value"]
        for row in scales.table("targets-implicature").records()
    }
    assert rows["quantifier", "logical"] == pytest.approx(3 / 6)
    assert rows["quantifier", "pragmatic"] == pytest.approx(2 / 6)
    assert rows["quantifier", "neither"] == pytest.approx(1 / 6)
    assert ("quantifier", "exact") not in rows


def test_the_two_sets_of_numerals_are_pooled_and_have_an_exact_reading(scales: StudyResult) -> None:
    rows = {
        row["reading"]: row
        for row in scales.table("targets-implicature").records()
        if row["scale"] == "numeral"
    }
    assert {row["n"] for row in rows.values()} == {30}
    # Labels, logical then pragmatic, against the answers: N/E E, N/N N, N/C C, E/C E, N/N E, E/N E.
    assert rows["logical"]["share"]["value"] == pytest.approx(3 / 6)
    assert rows["pragmatic"]["share"]["value"] == pytest.approx(3 / 6)
    assert rows["exact"]["share"]["value"] == pytest.approx(3 / 6)
    assert rows["neither"]["share"]["value"] == pytest.approx(1 / 6)
    controls = {
        row["control"]: row
        for row in scales.table("controls-implicature").records()
        if row["scale"] == "numeral"
    }
    assert controls["negation"]["n"] == 20
    assert controls["opposite"]["n"] == 10


def test_numerals_meet_their_three_readings_where_these_differ(scales: StudyResult) -> None:
    rows = {row["reading"]: row for row in scales.table("numerals").records()}
    # Four targets and two opposites differ; the opposites are answered contradiction, which is not exact.
    assert {row["n"] for row in rows.values()} == {30}
    assert rows["logical"]["share"]["value"] == pytest.approx(4 / 6)
    assert rows["pragmatic"]["share"]["value"] == pytest.approx(4 / 6)
    assert rows["exact"]["share"]["value"] == pytest.approx(2 / 6)


def test_conditions_have_the_papers_premise_and_hypothesis(scales: StudyResult) -> None:
    rows = {
        (row["condition"], row["reading"]): row["share"]["value"]
        for row in scales.table("conditions-imppres-quantifier").records()
    }
    assert rows["W → not S", "pragmatic"] == 1
    assert rows["not S → W", "logical"] == 1
    assert rows["not S → not W", "neither"] == 1
    assert len({condition for condition, _ in rows}) == 6
    numerals = {row["condition"] for row in scales.table("conditions-imppres-numeral").records()}
    assert numerals == {condition for condition, _ in rows}


def test_order_and_negation_move_pragmatic_answers(scales: StudyResult) -> None:
    rows = {
        row["effect"].split(":")[0]: row
        for row in scales.table("effects-implicature").records()
        if row["scale"] == "quantifier"
    }
    # In the premise: W → S and not S → not W, 1 of 2 pragmatic; in the hypothesis none.
    assert rows["order"]["difference"]["value"] == pytest.approx(0.5)
    # Without negation 1 of 2 (W → S, S → W), with it 0 of 2.
    assert rows["negation"]["difference"]["value"] == pytest.approx(0.5)
    assert rows["negation in the hypothesis, not in the premise"]["difference"]["value"] == 1
    assert rows["both scalemates in plain words, not one negated"]["difference"]["value"] == 0
    assert rows["order"]["n"] == 10


def test_figures_whose_labels_were_not_released_are_not_shown(scales: StudyResult) -> None:
    rows = {
        (row["condition"], row["reading"]): row.get("published BERT")
        for row in scales.table("conditions-imppres-numeral").records()
    }
    assert rows["W → S", "pragmatic"] == 0.97
    assert rows["not S → W", "pragmatic"] is None
    assert rows["W → S", "exact"] is None


def test_numerals_are_also_counted_by_the_labels_that_the_paper_scored_them_by(scales: StudyResult) -> None:
    table = scales.table("targets-implicature")
    rows = {row["reading"]: row for row in table.records() if row["scale"] == "numeral"}
    # Table 2 against the answers: E E, E N, C C, C E, C E, C E.
    assert rows["pragmatic, Table 2"]["share"]["value"] == pytest.approx(2 / 6)
    assert rows["pragmatic, Table 2"]["published BERT"] == 0.74
    assert rows["logical"]["published BERT"] == 0.098
    assert rows["pragmatic"]["published BERT"] is None
    conditions = {
        (row["condition"], row["reading"]): row
        for row in scales.table("conditions-imppres-numeral").records()
    }
    assert conditions["not S → W", "pragmatic, Table 2"]["published BOW"] == 0.49
    assert conditions["not S → W", "pragmatic, Table 2"]["share"]["value"] == 0
    assert conditions["not S → W", "pragmatic"]["share"]["value"] == 1
    # An answer that only Table 2 would have does not fit one of the set's own readings.
    assert rows["neither"]["share"]["value"] == pytest.approx(1 / 6)


def test_the_best_constant_answer_stands_beside_each_reading(scales: StudyResult) -> None:
    rows = {
        (row["scale"], row["reading"]): row["majority"]
        for row in scales.table("targets-implicature").records()
    }
    # Logical N N N E N E, pragmatic E E C C C C; numerals E N C C N N by their files.
    assert rows["quantifier", "logical"] == pytest.approx(4 / 6)
    assert rows["quantifier", "pragmatic"] == pytest.approx(4 / 6)
    assert rows["numeral", "pragmatic"] == pytest.approx(3 / 6)
    assert rows["numeral", "neither"] is None


def test_a_part_of_a_set_is_said_to_rest_on_fewer_pairs_than_the_published_numbers(
    result: StudyResult,
) -> None:
    assert "n = 900 a number" in result.table("controls-presupposition").caption
    assert (
        "fewer pairs than the published ones (8 a number" in result.table("controls-presupposition").caption
    )


def test_the_terminal_has_a_column_a_model_and_names_what_it_leaves_out(
    tmp_path: Path, published: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    suite = import_imppres(published, tmp_path / "suites")
    runs = [
        str(from_predictions(tmp_path / "runs" / name, suite, say).path)
        for name, say in (("mine", answer), ("perfect", lambda pair: pair.label))
    ]
    assert main(["study", "imppres", *runs]) == 0
    text = capsys.readouterr().out
    headings = [line.split() for line in text.splitlines() if line.startswith("suite")]
    assert headings[-1] == [
        "suite", "operator", "hypothesis", "mine", "perfect", "of", "published", "BERT", "published", "BOW",
        "published", "InferSent",
    ]  # fmt: skip
    assert "0.750 [0.301, 0.954], n 4" in text  # each model has its own n
    assert "modal          negated         n 0" in text  # and nothing where no paradigm passes
    assert text.count("Wilson's where every group gives one pair") == 1
    assert "[projection-by-trigger]" not in text
    assert "projection-by-trigger (48 rows)" in " ".join(text.split())
    assert main(["study", "imppres", *runs, "--full"]) == 0
    assert "[projection-by-trigger]" in capsys.readouterr().out


def test_probabilities_without_labels_or_order_and_for_a_part_of_the_set(
    tmp_path: Path, published: Path
) -> None:
    # As other people hand them over: the id in one, columns in their own order, some pairs missing.
    suite = import_imppres(published, tmp_path / "suites")
    lines = ["contradiction,id,neutral,entailment"]
    for pair in list(suite)[::-1]:
        if pair.features["trigger"] == "only":
            share = {label: 0.6 if label == answer(pair) else 0.2 for label in OTHER}
            cells = (share["contradiction"], f"imppres/{pair.id}", share["neutral"], share["entailment"])
            lines.append(",".join(str(cell) for cell in cells))
    file = tmp_path / "only.csv"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    run = str(tmp_path / "runs" / "part")
    assert main(["evaluate", f"predictions:{file}", str(suite.path), "--out", run]) == 2
    assert main(["evaluate", f"predictions:{file}", str(suite.path), "--out", run, "--partial"]) == 0
    rows = run_study("imppres", [run]).table("projection").records()
    found = {(row["operator"], row["hypothesis"]): row for row in rows}
    # Of the four paradigms of only, the last passes the conditional control and has its presupposition.
    assert found["conditional", "presupposition"]["accuracy"]["value"] == 0
    assert found["conditional", "presupposition"]["n"] == 1
    assert found["negated", "presupposition"]["accuracy"]["value"] == 1 / 2


def test_the_command_prints_a_table_json_and_csv(
    tmp_path: Path, published: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    suite = import_imppres(published, tmp_path / "suites")
    run = str(from_predictions(tmp_path / "runs" / "mine", suite, answer).path)
    assert main(["study", "imppres", run]) == 0
    text = capsys.readouterr().out
    assert "Projection (Figure 7)" in text
    assert "0.625 [0.306, 0.863]" in text
    assert main(["study", "imppres", run, "--json"]) == 0
    parsed = json.loads(capsys.readouterr().out)
    assert {table["key"] for table in parsed["tables"]} >= {"controls-presupposition", "projection"}
    assert main(["study", "imppres", run, "--csv", "--table", "projection-by"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("suite,trigger,operator,hypothesis,model,accuracy,accuracy low")
    assert main(["study", "imppres", run, "--csv", "--table", "projection"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[0].startswith("suite,operator,hypothesis,model,accuracy")
    assert len(rows) == 1 + 12  # that table alone, none whose key only begins so
    assert main(["study", "imppres", run, "--table", "projektion"]) == 2
    assert "Did you mean projection" in capsys.readouterr().err
    assert main(["study", "impres", run]) == 2
    assert "Did you mean imppres" in capsys.readouterr().err
