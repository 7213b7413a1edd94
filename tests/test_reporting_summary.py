"""The summary: what has a row, what is compared, and what the three sentences say."""

from __future__ import annotations

from pathlib import Path

import pytest
from reporting_samples import (
    idiom_pairs,
    implicature_pairs,
    irony_pairs,
    run_model,
    sure,
    write_pairs,
    write_sample,
)

from nonliteral.errors import InputError
from nonliteral.evaluation import evaluate
from nonliteral.reporting.figures import draw_published, draw_summary, find_published_rows
from nonliteral.reporting.gathering import Gathered, gather
from nonliteral.reporting.parts import PartScores, score_parts
from nonliteral.reporting.summary import Summary, summarise, tabulate_overview
from nonliteral.runs import Run
from nonliteral.studies.base import StudyOptions
from nonliteral.studies.statistics import Interval
from nonliteral.studies.tables import Column, StudyResult, make_table


def look(runs: list[Run], **options: object) -> tuple[Gathered, dict[str, PartScores], Summary]:
    gathered = gather(runs, StudyOptions(**options))  # type: ignore[arg-type]
    parts = score_parts(gathered)
    return gathered, {scores.part.name: scores for scores in parts}, summarise(gathered, parts)


def accuracies(scores: PartScores) -> list[float | None]:
    return [None if score is None else round(score.accuracy.value, 3) for score in scores.scores]


def test_irony_and_implicatures_have_a_row_for_each_reading(tmp_path: Path) -> None:
    _, runs = write_sample(tmp_path)
    gathered, parts, _ = look(runs)
    assert [model.name for model in gathered.models] == ["careful", "gullible", "baseline:majority"]
    assert list(parts) == [
        "idiom",
        "irony, surface reading",
        "irony, intended reading",
        "implicature controls",
        "implicature targets, logical reading",
        "implicature targets, pragmatic reading",
    ]
    assert accuracies(parts["irony, surface reading"])[:2] == [1.0, 0.0]
    assert accuracies(parts["irony, intended reading"])[:2] == [0.0, 1.0]
    assert accuracies(parts["implicature targets, logical reading"])[:2] == [1.0, 0.0]
    assert accuracies(parts["implicature targets, pragmatic reading"])[:2] == [0.0, 1.0]
    assert accuracies(parts["implicature controls"])[:2] == [1.0, 0.0]


def test_answers_that_fit_no_reading_are_counted(tmp_path: Path) -> None:
    suite = write_pairs(tmp_path / "suites", "quantifiers", implicature_pairs(8))
    answers = {n: "contradiction" if n < 2 else "neutral" for n in range(8)}
    run = run_model(lambda pair: sure(answers[int(pair.id.split("/")[1])]), [suite], tmp_path / "run")
    _, parts, summary = look([run])
    assert parts["implicature targets, logical reading"].fits_none == [0.25]
    assert parts["implicature controls"].fits_none == [None]
    assert summary.findings[2].startswith("Of its answers to the 8 targets of implicatures, 75 % [")
    assert "25 % no reading" in summary.findings[2]


def test_what_was_published_and_what_was_built_are_never_one_row(tmp_path: Path) -> None:
    suites = [
        write_pairs(tmp_path / "suites", "idioms", idiom_pairs(10)),
        write_pairs(tmp_path / "suites", "impli", idiom_pairs(10), builder="import:impli"),
    ]
    run = run_model(lambda pair: sure(pair.label), suites, tmp_path / "run")
    _, parts, _ = look([run])
    assert list(parts) == ["idiom", "idiom, in impli"]


def test_three_sentences_name_best_worst_baseline_and_the_other_model(tmp_path: Path) -> None:
    _, runs = write_sample(tmp_path)
    _, _, summary = look(runs, named={str(runs[0].path): "careful", str(runs[1].path): "gullible"})
    first, second, third = summary.findings
    assert first.startswith("The model careful does best on idiom, with 100 % [")
    assert "worst on irony, intended reading, with 0 %" in first
    assert second.startswith(
        "It is surely above the best baseline on 1 of the 2 phenomena; on irony, intended"
    )
    assert "the majority baseline, which reads neither sentence, gets" in second
    assert third.startswith("The model gullible is right 100.0 points [")
    assert "more often than careful on irony, intended reading (20 pairs)" in third


def test_neither_controls_nor_irony_at_its_word_count_as_understanding(tmp_path: Path) -> None:
    _, runs = write_sample(tmp_path)
    _, parts, _ = look(runs)
    plain = [name for name, scores in parts.items() if scores.part.measures_understanding]
    assert plain == ["idiom", "irony, intended reading"]


def test_the_overview_has_a_row_a_phenomenon_and_a_column_a_model(tmp_path: Path) -> None:
    _, runs = write_sample(tmp_path)
    gathered, parts, _ = look(runs)
    table = tabulate_overview(gathered, list(parts.values()))
    assert [column.name for column in table.columns] == ["phenomenon", "n", "careful", "gullible", "majority"]
    assert table.column("phenomenon") == list(parts)
    first = table.records()[0]
    assert first["n"] == first["careful"]["n"] == 42
    assert 0 <= first["majority"] <= 1
    numbers = [{"Big": 0.81}, *({} for _ in parts)][: len(parts)]
    beside = tabulate_overview(gathered, list(parts.values()), numbers)
    assert beside.column("published")[:2] == ["Big 81.0 %", ""]


def test_one_model_without_readings_is_told_which_answer_it_leans_to(tmp_path: Path) -> None:
    suite = write_pairs(tmp_path / "suites", "idioms", idiom_pairs(20))
    run = run_model(lambda _: "entailment", [suite], tmp_path / "leaning")
    _, _, summary = look([run])
    assert "is right on 50 % [" in summary.findings[0]
    assert summary.findings[0].endswith("of 20 pairs of idiom.")
    assert (
        "its interval lies above what the most frequent label would get on no phenomenon"
        in summary.findings[1]
    )
    assert summary.findings[2] == (
        "It leans to entailment, its answer to 100 % of 20 pairs where 50 % of the labels are entailment."
    )


def test_differences_are_paired_over_the_same_pairs_and_corrected(tmp_path: Path) -> None:
    suite = write_pairs(tmp_path / "suites", "idioms", idiom_pairs(40))
    first = run_model(
        lambda pair: pair.label if int(pair.id.split("/")[1]) < 20 else "contradiction",
        [suite],
        tmp_path / "a",
    )
    second = run_model(
        lambda pair: pair.label if int(pair.id.split("/")[1]) >= 10 else "contradiction",
        [suite],
        tmp_path / "b",
    )
    _, _, summary = look([first, second])
    (difference,) = summary.between_models
    assert round(difference.difference.value, 3) == 0.25
    assert (difference.only_first, difference.only_second) == (10, 20)
    assert difference.corrected >= difference.p
    table = next(table for table in summary.tables if table.key == "differences")
    assert table.records()[0]["n"] == 40


def test_a_model_with_two_labels_makes_the_comparison_two_way_for_all(tmp_path: Path) -> None:
    suite = write_pairs(tmp_path / "suites", "idioms", idiom_pairs(10))
    three = run_model(lambda _: "contradiction", [suite], tmp_path / "three")
    two = run_model(
        lambda _: "non-entailment", [suite], tmp_path / "two", labels=["entailment", "non-entailment"]
    )
    _, parts, _ = look([three, two])
    (scores,) = parts.values()
    assert scores.part.scheme == "two-way"
    assert accuracies(scores) == [0.5, 0.5]


def test_a_model_that_answered_only_part_of_a_phenomenon_has_no_score_in_its_row(tmp_path: Path) -> None:
    idioms = write_pairs(tmp_path / "suites", "idioms", idiom_pairs(10))
    irony = write_pairs(tmp_path / "suites", "irony", irony_pairs(4))
    both = run_model(lambda pair: sure(pair.label), [idioms, irony], tmp_path / "both")
    one = run_model(lambda pair: sure(pair.label), [idioms], tmp_path / "one")
    gathered, parts, summary = look([both, one])
    assert accuracies(parts["idiom"]) == [1.0, 1.0]
    assert accuracies(parts["irony, surface reading"]) == [1.0, None]
    assert len(gathered.items) == 14
    assert [each.part.part.name for each in summary.between_models] == ["idiom"]


def test_runs_over_different_suites_of_one_name_are_refused(tmp_path: Path) -> None:
    first = write_pairs(tmp_path / "a", "idioms", idiom_pairs(10))
    second = write_pairs(tmp_path / "b", "idioms", idiom_pairs(12))
    runs = [
        evaluate("baseline:majority", suite, tmp_path / f"run{n}") for n, suite in enumerate((first, second))
    ]
    with pytest.raises(InputError, match="two different suites called 'idioms'"):
        gather(runs, StudyOptions())


def published_result(n: int, value: float) -> StudyResult:
    interval = Interval(value, 0.0, 1.0, n, n)
    table = make_table(
        "sets",
        "By set (Table 4)",
        ["suite", "set", "model", Column("accuracy", "share"), Column("published Big", "share")],
        [["impli", "idioms", "one", interval, 0.81], ["impli", "others", "one", interval, None]],
        "",
    )
    return StudyResult(name="figurative", title="Figurative", tables=[table])


def test_published_numbers_are_marked_only_where_the_same_pairs_were_measured(tmp_path: Path) -> None:
    suites = [
        write_pairs(tmp_path / "suites", "idioms", idiom_pairs(10)),
        write_pairs(tmp_path / "suites", "impli", idiom_pairs(20), builder="import:impli"),
    ]
    run = run_model(lambda pair: sure(pair.label), suites, tmp_path / "one")
    gathered = gather([run], StudyOptions(named={str(run.path): "one"}))
    parts = score_parts(gathered)

    def marks(result: StudyResult) -> list[tuple[str, str, float]]:
        spec = draw_summary(gathered, parts, find_published_rows([result])).spec
        return [
            (value["part"], value["published"], value["value"])
            for value in spec["data"]["values"]
            if value["kind"] == "published"
        ]

    assert marks(published_result(20, 1.0)) == [("idiom|in impli|n = 20", "Big", 0.81)]
    assert marks(published_result(10, 1.0)) == []
    assert marks(published_result(20, 0.9)) == []
    figure = draw_published(gathered, find_published_rows([published_result(10, 0.9)]))
    assert figure is not None
    kinds = [value["kind"] for value in figure.spec["data"]["values"]]
    assert kinds == ["model", "published"]
    assert draw_published(gathered, []) is None
