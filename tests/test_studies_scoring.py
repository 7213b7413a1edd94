"""Scores: labels meet answers by the rules that the linguistics page states."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import make_pair

from nonliteral.errors import InputError
from nonliteral.files import encode_document, write_bytes, write_records
from nonliteral.records import Pair, Prediction
from nonliteral.runs import RUN_FORMAT, Run, RunDescription, RunSuite
from nonliteral.studies.scoring import judge, score, score_judged
from nonliteral.suites import Funnel, Recipe, Suite, write_suite


def make_suite(out: Path, pairs: list[Pair], name: str = "idioms") -> Suite:
    recipe = Recipe(builder="t", options={}, seed=0, inputs={}, lexicon=None, parser=None, package="0")
    return write_suite(out, name, pairs, recipe=recipe, funnel=Funnel(), reading="intended", licence="x")


def make_run(
    out: Path, suites: list[Suite], answers: list[Prediction], labels: list[str] | None = None
) -> Run:
    description = RunDescription(
        format=RUN_FORMAT, model="fake", options={}, fingerprint="0", versions={}, started="", finished="now",
        labels=labels or ["entailment", "neutral", "contradiction"],
        suites=[RunSuite(name=s.name, sha256=s.sha256(), path=str(s.path), pairs=len(s)) for s in suites],
    )  # fmt: skip
    write_bytes(out / "run.json", encode_document(description))
    write_records(out / "predictions.jsonl", answers)
    return Run(out)


def answer(pair: str, label: str | None, suite: str = "idioms", **p: float) -> Prediction:
    return Prediction(suite=suite, id=pair, label=label, probabilities=p or None)  # type: ignore[arg-type]


def test_a_table_worked_out_by_hand(tmp_path: Path) -> None:
    labels = ["entailment", "entailment", "neutral", "contradiction", "contradiction"]
    suite = make_suite(tmp_path, [make_pair(id=f"{n}", label=x, group=f"g{n}") for n, x in enumerate(labels)])
    said = ["entailment", "neutral", "neutral", "contradiction", None]
    run = make_run(tmp_path / "run", [suite], [answer(f"{n}", x) for n, x in enumerate(said)])
    result = score(run)["idioms/idiom"]
    assert result.n == 5
    assert result.scheme == "three-way"
    assert result.accuracy.value == pytest.approx(3 / 5)
    assert result.accuracy.low < 3 / 5 < result.accuracy.high
    assert result.balanced_accuracy == pytest.approx((1 / 2 + 1 + 1 / 2) / 3)
    assert result.macro_f1 == pytest.approx((2 / 3 + 2 / 3 + 2 / 3) / 3)
    assert (result.majority, result.majority_share) == ("contradiction", 0.4)
    assert result.unread == 1
    assert result.recall == {"contradiction": 0.5, "entailment": 0.5, "neutral": 1.0}


def test_two_way_labels_take_the_most_probable_first_and_then_fold(tmp_path: Path) -> None:
    suite = make_suite(tmp_path, [make_pair(id="a"), make_pair(id="b", label="non-entailment")])
    answers = [
        answer("a", "entailment", entailment=0.4, neutral=0.3, contradiction=0.3),
        answer("b", "neutral", entailment=0.4, neutral=0.6),
    ]
    run = make_run(tmp_path / "run", [suite], answers)
    folded = score(run)["idioms/idiom"]
    assert (folded.scheme, folded.rule, folded.accuracy.value) == ("two-way", "most-probable", 1.0)
    half = score(run, rule="half")["idioms/idiom"]
    assert (half.rule, half.accuracy.value) == ("half", 0.5)


def test_a_two_way_model_is_scored_two_way_on_three_way_labels(tmp_path: Path) -> None:
    suite = make_suite(tmp_path, [make_pair(id="a", label="neutral"), make_pair(id="b")])
    answers = [answer("a", "non-entailment"), answer("b", "entailment")]
    run = make_run(tmp_path / "run", [suite], answers, labels=["entailment", "non-entailment"])
    assert score(run)["idioms/idiom"].scheme == "two-way"
    assert score(run)["idioms/idiom"].accuracy.value == 1.0


def test_a_reading_counts_only_where_a_pair_has_it(tmp_path: Path) -> None:
    ironic = make_pair(
        id="a", label="contradiction", readings={"surface": "contradiction", "intended": "entailment"}
    )
    suite = make_suite(tmp_path, [ironic, make_pair(id="b")])
    run = make_run(tmp_path / "run", [suite], [answer("a", "entailment"), answer("b", "entailment")])
    assert score(run)["idioms/idiom"].accuracy.value == 0.5
    assert score(run, reading="intended")["idioms/idiom"].accuracy.value == 1.0
    assert score(run, reading="intended")["idioms/idiom"].reading == "intended"


def test_phenomena_are_never_averaged_in_silence(tmp_path: Path) -> None:
    suite = make_suite(tmp_path, [make_pair(id="a"), make_pair(id="b", phenomenon="irony")])
    run = make_run(tmp_path / "run", [suite], [answer("a", "entailment"), answer("b", "neutral")])
    assert set(score(run)) == {"idioms/idiom", "idioms/irony"}


def test_a_partial_run_scores_what_is_there(tmp_path: Path) -> None:
    suite = make_suite(tmp_path, [make_pair(id=str(n)) for n in range(4)])
    run = make_run(tmp_path / "run", [suite], [answer("1", "entailment"), answer("3", "neutral")])
    assert score(run)["idioms/idiom"].n == 2


def test_answers_to_other_pairs_are_refused(tmp_path: Path) -> None:
    suite = make_suite(tmp_path, [make_pair(id="a")])
    run = make_run(tmp_path / "run", [suite], [answer("zzz", "entailment")])
    with pytest.raises(InputError, match="idioms/zzz"):
        score(run)


def test_a_suite_that_changed_or_went_away_is_noticed(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "there", [make_pair(id="a")])
    run = make_run(tmp_path / "run", [suite], [answer("a", "entailment")])
    moved = tmp_path / "elsewhere"
    (tmp_path / "there").rename(moved)
    with pytest.raises(InputError, match="--suites DIR"):
        score(run)
    assert score(run, suites=[moved])["idioms/idiom"].n == 1
    pairs = moved / "idioms" / "pairs.jsonl"
    pairs.write_text(pairs.read_text().replace('"entailment"', '"neutral"'))
    with pytest.raises(InputError, match=r"is not what .* was run on"):
        score(run, suites=[moved])


def test_suites_of_two_schemes_are_not_scored_as_one(tmp_path: Path) -> None:
    three = make_suite(tmp_path, [make_pair(id="a", label="neutral")])
    two = make_suite(
        tmp_path, [make_pair(id="b", label="non-entailment"), make_pair(id="c", label="neutral")], "more"
    )
    answers = [answer("a", "neutral"), answer("b", "neutral", "more"), answer("c", "contradiction", "more")]
    run = make_run(tmp_path / "run", [three, two], answers)
    with pytest.raises(InputError, match="Score them apart"):
        score_judged(list(judge(run)))
    assert score_judged(list(judge(run, scheme="two-way"))).accuracy.value == 1.0
    assert score(run)["more/idiom"].scheme == "two-way"


def test_an_unfinished_run_is_not_scored(tmp_path: Path) -> None:
    suite = make_suite(tmp_path, [make_pair(id="a")])
    run = make_run(tmp_path / "run", [suite], [answer("a", "entailment")])
    run.description.finished = None
    with pytest.raises(InputError, match="not finished"):
        list(judge(run))


def test_a_model_of_four_labels_is_scored_three_way_where_the_labels_are(tmp_path: Path) -> None:
    # A baseline over several suites answers each with the suite's own labels.
    three = make_suite(tmp_path, [make_pair(id="a", label="neutral")], name="three")
    two = make_suite(tmp_path, [make_pair(id="b", label="non-entailment")], name="two")
    labels = ["entailment", "neutral", "contradiction", "non-entailment"]
    answers = [answer("a", "contradiction", "three"), answer("b", "non-entailment", "two")]
    found = score(make_run(tmp_path / "run", [three, two], answers, labels))
    assert (found["three/idiom"].scheme, found["three/idiom"].accuracy.value) == ("three-way", 0.0)
    assert (found["two/idiom"].scheme, found["two/idiom"].accuracy.value) == ("two-way", 1.0)
