"""Training data: the forms in which people have it, and what is left out."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from conftest import make_pair
from test_evaluation_running import make_suite

from nonliteral.draw import Draw
from nonliteral.errors import InputError, RecordError
from nonliteral.training.data import name_files, read_training_data
from nonliteral.training.loop import Schedule, count_steps, plan_batches, rate_at


def test_json_lines_with_the_usual_names_are_read(tmp_path: Path) -> None:
    rows = [
        {"premise": "A. ", "hypothesis": "B.", "label": "entailment"},
        {"sentence1": "C.", "sentence2": "D.", "gold_label": "NEUTRAL", "pairID": 7},
        {"sentence1": "E.", "sentence2": "F.", "gold_label": "-"},
    ]
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    found = read_training_data([path])
    assert [(p.premise, p.hypothesis, p.label) for p in found.pairs] == [
        ("A.", "B.", "entailment"),
        ("C.", "D.", "neutral"),
    ]
    assert found.left_out == {"pairs without a label that annotators agreed on": 1}
    assert list(found.files) == ["a.jsonl"]


def test_gzip_json_csv_tsv_and_suites_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.gz").write_bytes(
        gzip.compress(b'{"premise": "A.", "hypothesis": "B.", "label": "contradiction"}\n')
    )
    (tmp_path / "b.json").write_text('{"0": {"text_a": "A.", "text_b": "B.", "label": "neutral"}}')
    (tmp_path / "c.csv").write_text('gold_label,Sentence1,Sentence2\nentailment,"A, a.",B.\n')
    (tmp_path / "d.tsv").write_text('sentence1\tsentence2\tgold_label\nHe said "A.\tB.\tentailment\n')
    make_suite(tmp_path / "s", [make_pair()])
    names = ["a.jsonl.gz", "b.json", "c.csv", "d.tsv", "s"]
    found = read_training_data([tmp_path / name for name in names])
    assert [p.label for p in found.pairs] == ["contradiction", "neutral", *["entailment"] * 3]
    assert found.pairs[3].premise == 'He said "A.'
    assert found.pairs[4].group == "spill-the-beans"


def test_a_file_given_twice_counts_twice(tmp_path: Path) -> None:
    (tmp_path / "b.json").write_text('[{"premise": "A.", "hypothesis": "B.", "label": "neutral"}]')
    assert len(read_training_data([tmp_path / "b.json"] * 3).pairs) == 3


def test_files_of_one_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    for folder in ("snli", "mnli"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "train.json").write_text(
            f'[{{"premise": "{folder}.", "hypothesis": "B.", "label": "neutral"}}]'
        )
    found = read_training_data([tmp_path / "snli" / "train.json", tmp_path / "mnli" / "train.json"])
    assert list(found.files) == ["snli/train.json", "mnli/train.json"]
    assert len(set(found.files.values())) == 2
    assert name_files(["a/x.json", "a/x.json", "y.json"]) == ["x.json", "x.json", "y.json"]


def test_the_longest_explanation_is_the_one_to_learn(tmp_path: Path) -> None:
    (tmp_path / "e.csv").write_text(
        "gold_label,Sentence1,Sentence2,Explanation_1,Explanation_2,Explanation_3\n"
        "contradiction,A.,B.,short,the longest of them,longer\n"
    )
    assert read_training_data([tmp_path / "e.csv"]).pairs[0].explanation == "the longest of them"


def test_labels_are_folded_left_out_and_counted(tmp_path: Path) -> None:
    labels = ["entailment", "neutral", "contradiction", "not_entailment"]
    rows = [{"premise": "A.", "hypothesis": "B.", "label": label} for label in labels]
    (tmp_path / "a.json").write_text(json.dumps(rows))
    two = read_training_data([tmp_path / "a.json"], "two-way")
    assert [p.label for p in two.pairs] == ["entailment", *["non-entailment"] * 3]
    three = read_training_data([tmp_path / "a.json"], "three-way", leave_out=["neutral"])
    assert [p.label for p in three.pairs] == ["entailment", "contradiction"]
    assert sum(three.left_out.values()) == 2


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        (
            "a.jsonl",
            '{"premise": "A.", "hypothesis": "B.", "label": 2}',
            r"a\.jsonl:1: 2 is not a label by name",
        ),
        ("a.jsonl", '{"text": "A."}', "no premise, hypothesis and label among text"),
        ("a.jsonl", "{", r"a\.jsonl:1: not a JSON object"),
        ("a.json", "3", "must be a list of objects"),
        ("a.tsv", "premise\thypothesis\tlabel\nA.\tB.\n", r"a\.tsv:2: not 3 columns"),
        ("a.xml", "<a/>", "of no known kind"),
        ("a.jsonl", "", "no pair to learn from"),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path: Path, name: str, content: str, message: str) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(InputError, match=message):
        read_training_data([tmp_path / name])


def test_a_bad_line_is_a_record_error(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"premise": "A.", "hypothesis": "B.", "label": "x"}')
    with pytest.raises(RecordError, match="Write entailment, neutral"):
        read_training_data([tmp_path / "a.jsonl"])


# --- the order of training


def test_an_epoch_holds_every_pair_once_in_batches_of_like_length() -> None:
    lengths = [Draw(0, n).below(100) for n in range(1000)]
    batches = plan_batches(lengths, 16, Draw(0, "epoch", 0))
    assert sorted(n for batch in batches for n in batch) == list(range(1000))
    spread = [max(lengths[n] for n in batch) - min(lengths[n] for n in batch) for batch in batches]
    assert sum(spread) / len(spread) < 5
    assert plan_batches(lengths, 16, Draw(0, "epoch", 0)) == batches
    assert plan_batches(lengths, 16, Draw(0, "epoch", 1)) != batches


def test_the_rate_rises_to_its_height_and_falls_to_zero() -> None:
    schedule = Schedule(epochs=1, batch_size=1, learning_rate=1.0, warmup=0.1)
    rates = [rate_at(step, 100, schedule) for step in range(100)]
    assert rates[9] == 1.0
    assert rates[:10] == sorted(rates[:10])
    assert rates[10:] == sorted(rates[10:], reverse=True)
    assert 0 < rates[-1] < 0.02


def test_steps_are_counted_over_epochs_and_capped() -> None:
    schedule = Schedule(epochs=3, batch_size=32, learning_rate=1.0)
    assert count_steps(100, schedule) == 12
    assert count_steps(100, Schedule(epochs=3, batch_size=32, learning_rate=1.0, max_steps=5)) == 5
