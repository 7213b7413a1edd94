"""`predictions:FILE`: answers made elsewhere, joined by id, and everything that does not match counted."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from conftest import make_pair
from test_evaluation_running import make_suite

import nonliteral
from nonliteral.errors import InputError, RecordError
from nonliteral.suites import Suite


@pytest.fixture
def suite(tmp_path: Path) -> Suite:
    return make_suite(tmp_path / "s", [make_pair(id=f"only_presupposition:{n}") for n in range(4)], "imppres")


def write(path: Path, rows: list[dict[str, object]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def rows(n: int = 4, **more: object) -> list[dict[str, object]]:
    return [
        {"suite": "imppres", "id": f"only_presupposition:{i}", "label": "neutral", **more} for i in range(n)
    ]


def join(path: Path, suite: Suite, **options: object) -> nonliteral.Run:
    return nonliteral.evaluate(f"predictions:{path}", suite, path.parent / f"run-{path.name}", **options)


def test_predictions_with_suite_and_id_are_joined_in_suite_order(tmp_path: Path, suite: Suite) -> None:
    given = rows()[::-1]
    given[0]["label"] = "entailment"
    run = join(write(tmp_path / "p.jsonl", given), suite)
    assert [(p.id[-1], p.label) for p in run] == [
        ("0", "neutral"),
        ("1", "neutral"),
        ("2", "neutral"),
        ("3", "entailment"),
    ]
    assert run.description.figures["pairs"] == 4


def test_suite_and_id_may_stand_in_one(tmp_path: Path, suite: Suite) -> None:
    given = [{"id": f"imppres/only_presupposition:{i}", "label": "neutral"} for i in range(4)]
    assert len(list(join(write(tmp_path / "p.jsonl", given), suite))) == 4


def test_an_id_with_slashes_of_its_own_is_found(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "s", [make_pair(id=f"some/{n}/target") for n in range(2)], "some")
    whole = [{"id": f"some/some/{n}/target", "label": "neutral"} for n in range(2)]
    bare = [{"id": f"some/{n}/target", "label": "neutral"} for n in range(2)]
    assert len(list(join(write(tmp_path / "whole.jsonl", whole), suite))) == 2
    assert len(list(join(write(tmp_path / "bare.jsonl", bare), suite))) == 2


def test_a_csv_has_a_column_for_each_labels_probability(tmp_path: Path, suite: Suite) -> None:
    lines = ["suite,id,entailment,neutral,contradiction"]
    lines += [f"imppres,only_presupposition:{i},0.1,0.7,0.2" for i in range(4)]
    (tmp_path / "p.csv").write_text("\n".join(lines))
    predictions = list(join(tmp_path / "p.csv", suite))
    assert predictions[0].label == "neutral"
    assert predictions[0].probabilities == {"entailment": 0.1, "neutral": 0.7, "contradiction": 0.2}


IDS = [f"only_presupposition:{i}" for i in range(4)]


@pytest.mark.parametrize(
    ("name", "head", "row"),
    [
        ("p.csv", "id,p_entailment,p_neutral,p_contradiction", "{},0.1,0.7,0.2"),
        ("p.csv", "id,label,prob_entailment,prob_neutral,prob_contradiction", "{},neutral,0.1,0.7,0.2"),
        ("p.csv", "id;entailment;neutral;contradiction", "{};0,1;0,7;0,2"),
        ("p.csv", "\ufeffID\tEntailment\tNeutral\tContradiction", "{}\t0.1\t0.7\t0.2"),
        ("p.tsv", "id\tentailment\tneutral\tcontradiction", "{}\t0.1\t0.7\t0.2"),
        ("p.CSV", "n,id,entailment,neutral,contradiction,note", '7,{},0.1,0.7,0.2,"a, b"'),
    ],
)
def test_a_table_is_read_as_spreadsheets_and_scripts_save_it(
    tmp_path: Path, suite: Suite, name: str, head: str, row: str
) -> None:
    lines = [head, *(row.format(each) for each in IDS)]
    (tmp_path / name).write_text("\r\n".join(lines) + "\r\n", encoding="utf-8", newline="")
    for prediction in join(tmp_path / name, suite):
        assert prediction.label == "neutral"
        assert prediction.probabilities == {"entailment": 0.1, "neutral": 0.7, "contradiction": 0.2}


def test_blank_lines_and_compressed_files_are_no_trouble(tmp_path: Path, suite: Suite) -> None:
    plain = write(tmp_path / "p.jsonl", rows()).read_bytes() + b"\n"
    (tmp_path / "p.jsonl.gz").write_bytes(gzip.compress(plain))
    assert len(list(join(tmp_path / "p.jsonl.gz", suite))) == 4
    (tmp_path / "q.jsonl.gz").write_bytes(gzip.compress(plain)[:40])
    with pytest.raises(InputError, match="Is the file whole"):
        join(tmp_path / "q.jsonl.gz", suite)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("p.csv", "pair,label\na,neutral\n", "no `id`, but `pair`, `label`.*Give `suite` and `id`"),
        ("p.csv", "id,answer\na,neutral\n", "but `id`, `answer`.*Call the answer `label`"),
        ("p.csv", "id,label\na,neutral,b\n", "3 columns, and the header has 2.*Quote texts"),
        ("p.csv", "id,label\n", "holds no prediction"),
        ("p.json", "[]", r"one object a line.*jq -c"),
        ("p.jsonl", '[{"id": "a"}]', r"one object a line.*jq -c"),
        ("p.jsonl", '{"id": "a", "probabilities": [0.1, 0.7, 0.2]}', r"Name the labels, as in \{"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_way_to_go_on(
    tmp_path: Path, suite: Suite, name: str, content: str, message: str
) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(InputError, match=message):
        join(tmp_path / name, suite)


def test_labels_are_read_by_name_however_they_are_spelt(tmp_path: Path, suite: Suite) -> None:
    given = rows()
    for row, label in zip(given, ("Entailment", "NEUTRAL", "not_entailment", None), strict=True):
        row["label"] = label
    run = join(write(tmp_path / "p.jsonl", given), suite)
    assert [p.label for p in run] == ["entailment", "neutral", "non-entailment", None]
    assert run.description.figures["unreadable"] == 1


def test_the_runs_labels_are_those_that_the_file_uses(tmp_path: Path, suite: Suite) -> None:
    given = rows()
    given[0]["label"] = "entailment"
    assert join(write(tmp_path / "p.jsonl", given), suite).description.labels == ["entailment", "neutral"]


def test_missing_unknown_and_repeated_ids_are_counted(tmp_path: Path, suite: Suite) -> None:
    given = [*rows(3), rows()[0], {"suite": "imppres", "id": "nobody:7", "label": "neutral"}]
    with pytest.raises(InputError) as caught:
        join(write(tmp_path / "p.jsonl", given), suite)
    message = str(caught.value)
    assert "1 missing id (imppres/only_presupposition:3)" in message
    assert "1 unknown id (imppres/nobody:7)" in message
    assert "1 repeated id (imppres/only_presupposition:0 on lines 1 and 4)" in message
    assert "--partial" in message


def test_a_partial_join_takes_what_is_there_and_says_how_much(tmp_path: Path, suite: Suite) -> None:
    given = [*rows(3), rows()[0], {"suite": "imppres", "id": "nobody:7", "label": "neutral"}]
    run = join(write(tmp_path / "p.jsonl", given), suite, partial=True)
    assert [p.id for p in run] == [f"only_presupposition:{n}" for n in range(3)]
    figures = run.description.figures
    assert (figures["pairs"], figures["missing"], figures["unknown"], figures["repeated"]) == (3, 1, 1, 1)


def test_two_different_answers_for_a_pair_are_refused_even_in_part(tmp_path: Path, suite: Suite) -> None:
    given = [*rows(), {**rows()[0], "label": "entailment"}]
    with pytest.raises(InputError, match=r"twice and differently .*lines 1 and 5.*Keep one answer"):
        join(write(tmp_path / "p.jsonl", given), suite, partial=True)


def test_a_file_for_other_suites_is_refused(tmp_path: Path, suite: Suite) -> None:
    given = [{"suite": "impli", "id": "x:1", "label": "neutral"}]
    with pytest.raises(InputError, match=r"No prediction in .* is for a pair of imppres"):
        join(write(tmp_path / "p.jsonl", given), suite, partial=True)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"id": "only_presupposition:0", "label": "maybe"}, r"p\.jsonl:1: 'maybe' is not a label by name"),
        ({"id": "only_presupposition:0", "label": 2}, "'?2'? is not a label by name"),
        ({"label": "neutral"}, "no `id`"),
        ({"id": "only_presupposition:0"}, "neither `label` nor probabilities"),
        ({"id": "only_presupposition:0", "label": None, "probabilities": {"x": 1}}, "'x' is not a label"),
        ({"id": "a", "label": "neutral", "probabilities": {"neutral": 4.1}}, "softmax"),
        ({"id": "a", "label": "neutral", "probabilities": {"neutral": "much"}}, "not a number"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, suite: Suite, row: dict[str, object], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        join(write(tmp_path / "p.jsonl", [row]), suite)


def test_a_file_of_another_kind_is_refused(tmp_path: Path, suite: Suite) -> None:
    (tmp_path / "p.xlsx").write_bytes(b"x")
    with pytest.raises(InputError, match=r"must end in \.jsonl, \.csv or \.tsv"):
        join(tmp_path / "p.xlsx", suite)
