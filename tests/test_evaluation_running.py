"""A run: batches planned over the whole suite, nothing computed twice, resumed to the same bytes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
import tracemalloc
from pathlib import Path

import pytest
from conftest import make_pair
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import nonliteral
from nonliteral.draw import Draw
from nonliteral.errors import ConflictError, InputError, ModelError, UnknownNameError
from nonliteral.evaluation import Progress
from nonliteral.evaluation.planning import Plan
from nonliteral.models import Guess, list_models, open_model
from nonliteral.records import Pair
from nonliteral.suites import Funnel, Recipe, Suite, write_suite
from nonliteral.testing import FakeModel


def make_suite(folder: Path, pairs: list[Pair], name: str = "idioms") -> Suite:
    recipe = Recipe(builder="t", options={}, seed=0, inputs={}, lexicon=None, parser=None, package="0")
    return write_suite(
        folder,
        name,
        pairs,
        recipe=recipe,
        funnel=Funnel(),
        reading="intended",
        licence="CC-BY-4.0",
        force=True,
    )


def some_pairs(n: int, *, repeat: int = 7) -> list[Pair]:
    """Pairs of many lengths; every `repeat`-th has the texts of an earlier one."""
    out = []
    for i in range(n):
        text = i - 3 if i % repeat == 3 else i
        length = Draw(1, text).below(30)
        out.append(
            make_pair(
                id=f"p:{i}",
                premise=f"Mara saw {text} birds {'and more ' * length}at lunch.",
                hypothesis=f"Mara saw at least {text} birds.",
                label=("entailment", "neutral", "contradiction")[i % 3],
                group=f"g{i % 9}",
            )
        )
    return out


def predictions_of(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / "predictions.jsonl").read_text().splitlines()]


def test_a_run_answers_every_pair_in_suite_order_with_probabilities_to_six_places(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "suites", some_pairs(101))
    run = nonliteral.evaluate(FakeModel(), suite, tmp_path / "run")
    assert [prediction.id for prediction in run] == [pair.id for pair in suite]
    for prediction in run:
        assert prediction.probabilities is not None
        assert all(p == round(p, 6) for p in prediction.probabilities.values())
        assert prediction.label == max(prediction.probabilities, key=prediction.probabilities.__getitem__)
    description = run.description
    assert (description.suites[0].name, description.suites[0].pairs) == ("idioms", 101)
    assert description.suites[0].sha256 == suite.description.sha256
    assert description.finished is not None
    assert description.versions["nonliteral"] == nonliteral.__version__


def test_identical_pairs_are_computed_once_and_all_answered(tmp_path: Path) -> None:
    pairs = [make_pair(id=f"p:{n}") for n in range(50)] + [make_pair(id="q:0", hypothesis="Mara left.")]
    model = FakeModel(batch_size=4)
    run = nonliteral.evaluate(model, make_suite(tmp_path / "s", pairs), tmp_path / "run")
    assert sum(len(batch) for batch in model.seen) == 2
    assert run.description.figures["computed"] == 2
    answers = [prediction.probabilities for prediction in run]
    assert len(answers) == 51
    assert all(answer == answers[0] for answer in answers[:50])


def test_batches_hold_pairs_of_like_length_and_are_the_same_whatever_is_done(tmp_path: Path) -> None:
    model = FakeModel(batch_size=8)
    nonliteral.evaluate(model, make_suite(tmp_path / "s", some_pairs(64)), tmp_path / "run")
    lengths = [[len(pair.premise) + len(pair.hypothesis) for pair in batch] for batch in model.seen]
    flat = [length for batch in lengths for length in batch]
    assert flat == sorted(flat, reverse=True)
    assert all(len(batch) == 8 for batch in lengths[:-1])


def test_ties_go_to_entailment_then_neutral_then_contradiction(tmp_path: Path) -> None:
    pairs = [make_pair(id=f"p:{n}", hypothesis=f"Mara told {n}.") for n in range(3)]
    third = 1 / 3
    ties = [
        {"contradiction": third, "neutral": third, "entailment": third},
        {"contradiction": 0.4, "neutral": 0.4, "entailment": 0.2},
        {"contradiction": 0.4000000001, "neutral": 0.4, "entailment": 0.2},  # the same to six places
    ]
    answers = {(pair.premise, pair.hypothesis): tie for pair, tie in zip(pairs, ties, strict=True)}
    run = nonliteral.evaluate(FakeModel(answers), make_suite(tmp_path / "s", pairs), tmp_path / "run")
    assert [prediction.label for prediction in run] == ["entailment", "neutral", "neutral"]


def test_an_answer_that_could_not_be_read_is_null_and_counted(tmp_path: Path) -> None:
    pairs = [make_pair(id=f"p:{n}", hypothesis=f"Mara told {n}.") for n in range(4)]
    answers = {
        (pairs[1].premise, pairs[1].hypothesis): None,
        (pairs[2].premise, pairs[2].hypothesis): "neutral",
    }
    run = nonliteral.evaluate(FakeModel(answers), make_suite(tmp_path / "s", pairs), tmp_path / "run")
    assert [prediction.label for prediction in run][1:3] == [None, "neutral"]
    assert run.description.figures["unreadable"] == 1


def test_several_suites_make_one_run_and_do_not_change_each_other(tmp_path: Path) -> None:
    first = make_suite(tmp_path / "s", some_pairs(40), "first")
    second = make_suite(tmp_path / "s", some_pairs(30), "second")
    both = nonliteral.evaluate(FakeModel(depends_on_batch=True), tmp_path / "s", tmp_path / "both")
    alone = nonliteral.evaluate(FakeModel(depends_on_batch=True), second, tmp_path / "alone")
    assert [p.suite for p in both] == ["first"] * len(first) + ["second"] * len(second)
    assert [p for p in both if p.suite == "second"] == list(alone)


def test_progress_says_how_much_is_done_and_how_much_was_there(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "s", some_pairs(50))
    seen: list[Progress] = []
    nonliteral.evaluate(FakeModel(batch_size=10), suite, tmp_path / "run", watch=seen.append)
    assert [progress.done for progress in seen] == sorted(progress.done for progress in seen)
    assert (seen[0].done, seen[-1].done, seen[-1].total, seen[-1].resumed) == (0, 50, 50, 0)


# --- going on after a kill


class StopError(Exception):
    pass


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(batches=st.integers(0, 14), torn=st.integers(0, 400))
def test_a_run_that_was_cut_anywhere_goes_on_to_the_same_bytes(
    tmp_path: Path, batches: int, torn: int
) -> None:
    place = tmp_path / f"{batches}-{torn}"
    suite = make_suite(place / "s", some_pairs(110))
    straight = nonliteral.evaluate(FakeModel(batch_size=8, depends_on_batch=True), suite, place / "straight")
    expected = straight.predictions_path.read_bytes()

    class Stops(FakeModel):
        def predict(self, pairs):  # type: ignore[no-untyped-def]
            if len(self.seen) >= batches:
                raise StopError
            return super().predict(pairs)

    try:
        nonliteral.evaluate(Stops(batch_size=8, depends_on_batch=True), suite, place / "run")
    except StopError:
        cut = place / "run" / "predictions.jsonl"
        content = cut.read_bytes()
        cut.write_bytes(content[: max(0, len(content) - torn)])
    else:
        assert batches >= 12
    # A model of the same name from another class is another model only if its fingerprint is.
    again = (
        nonliteral.evaluate(Stops(batch_size=8, depends_on_batch=True), suite, place / "run")
        if (batches > 12)
        else resume(place, suite)
    )
    assert again.finished
    assert again.predictions_path.read_bytes() == expected


def resume(place: Path, suite: Suite) -> nonliteral.Run:
    path = place / "run" / "run.json"
    description = json.loads(path.read_bytes())
    description["model"] = "py:nonliteral.testing:FakeModel"
    path.write_text(json.dumps(description))
    return nonliteral.evaluate(FakeModel(batch_size=8, depends_on_batch=True), suite, place / "run")


def test_killed_at_ten_random_moments_and_resumed_a_run_has_the_same_bytes(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "s", some_pairs(600))
    (tmp_path / "slow_model.py").write_text(
        textwrap.dedent(
            """
            from nonliteral.testing import FakeModel
            model = FakeModel(batch_size=8, delay=0.01, depends_on_batch=True)
            """
        )
    )
    nonliteral.evaluate(FakeModel(batch_size=8, depends_on_batch=True), suite, tmp_path / "straight")
    expected = (tmp_path / "straight" / "predictions.jsonl").read_bytes()
    command = [sys.executable, "-m", "nonliteral", "evaluate", "py:slow_model:model", "s", "--out", "run"]
    draw = Draw(time.time_ns(), "kill")
    for _ in range(10):
        process = subprocess.Popen(
            command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(0.25 + 0.5 * draw.uniform())
        process.send_signal(signal.SIGKILL)
        process.wait()
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "run" / "predictions.jsonl").read_bytes() == expected
    assert sorted(os.listdir(tmp_path / "run")) == ["predictions.jsonl", "run.json"]


def test_killed_between_sorting_and_saying_so_nothing_is_computed_again(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "s", some_pairs(60))
    nonliteral.evaluate(FakeModel(), suite, tmp_path / "run")
    expected = (tmp_path / "run" / "predictions.jsonl").read_bytes()
    description = json.loads((tmp_path / "run" / "run.json").read_bytes())
    del description["finished"]
    (tmp_path / "run" / "run.json").write_text(json.dumps(description))
    model = FakeModel()
    assert nonliteral.evaluate(model, suite, tmp_path / "run").finished
    assert model.seen == []
    assert (tmp_path / "run" / "predictions.jsonl").read_bytes() == expected


def test_a_finished_run_is_left_alone(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "s", some_pairs(20))
    nonliteral.evaluate(FakeModel(), suite, tmp_path / "run")
    before = (tmp_path / "run" / "run.json").read_bytes()
    model = FakeModel()
    nonliteral.evaluate(model, suite, tmp_path / "run")
    assert model.seen == []
    assert (tmp_path / "run" / "run.json").read_bytes() == before


def test_a_run_is_not_written_into_a_suite(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "s", [make_pair()])
    with pytest.raises(ConflictError, match="is a suite"):
        nonliteral.evaluate(FakeModel(), suite, suite.path)


def test_another_model_or_suite_in_the_same_folder_is_refused_and_forced(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "s", some_pairs(20))
    nonliteral.evaluate(FakeModel(), suite, tmp_path / "run")
    with pytest.raises(ConflictError, match="other weights or settings"):
        nonliteral.evaluate(FakeModel(name="another"), suite, tmp_path / "run")
    other = make_suite(tmp_path / "t", some_pairs(21), "other")
    with pytest.raises(ConflictError, match="over idioms"):
        nonliteral.evaluate(FakeModel(), other, tmp_path / "run")
    run = nonliteral.evaluate(FakeModel(name="another"), other, tmp_path / "run", force=True)
    assert len(list(run)) == 21


def test_several_workers_give_the_same_bytes_as_one(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "s", some_pairs(200))
    one = nonliteral.evaluate(FakeModel(batch_size=4, depends_on_batch=True), suite, tmp_path / "one")
    model = FakeModel(batch_size=4, depends_on_batch=True, delay=0.001)
    model.workers = 4  # type: ignore[attr-defined]
    four = nonliteral.evaluate(model, suite, tmp_path / "four")
    assert one.predictions_path.read_bytes() == four.predictions_path.read_bytes()


def test_memory_stays_flat_in_the_number_of_pairs(tmp_path: Path) -> None:
    def peak(n: int) -> int:
        pairs = [make_pair(id=f"p:{i}", premise=f"Mara saw {i} birds. {'x' * 2000}") for i in range(n)]
        suite = make_suite(tmp_path / str(n), pairs)
        model = FakeModel(batch_size=8)
        model.predict = lambda pairs: ["neutral"] * len(pairs)  # type: ignore[assignment, method-assign]
        del pairs
        tracemalloc.start()
        nonliteral.evaluate(model, suite, tmp_path / f"run{n}")
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    small, large = peak(4200), peak(16800)
    assert large - small < 12600 * 200  # numbers only: the texts alone are 2,000 bytes a pair


def test_the_plan_reads_every_pair_once_in_some_batch(tmp_path: Path) -> None:
    plan = Plan(make_suite(tmp_path / "s", some_pairs(99)), FakeModel(batch_size=10))
    members = [number for batch in range(len(plan)) for number in plan.members(batch)]
    assert sorted(members) == list(range(99))
    assert sum(plan.size(batch) for batch in range(len(plan))) == 99


# --- refusals, each with advice


def test_an_empty_suite_is_refused(tmp_path: Path) -> None:
    make_suite(tmp_path / "s", [])
    with pytest.raises(InputError, match=r"empty suite\. Build it again, or leave it out"):
        nonliteral.evaluate(FakeModel(), tmp_path / "s", tmp_path / "run")


def test_a_suite_that_was_changed_by_hand_is_refused(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "s", some_pairs(5))
    text = suite.records_path.read_text()
    suite.records_path.write_text(text.replace("Mara", "Nora"))
    with pytest.raises(InputError, match="data seal"):
        nonliteral.evaluate(FakeModel(), suite, tmp_path / "run")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("perhaps", r"answered 'perhaps', which is not one of its labels"),
        ({"entailment": 3.2, "neutral": -1.0, "contradiction": 0.1}, "put them through a softmax"),
        (3, "must give a label"),
    ],
)
def test_a_model_that_answers_nonsense_is_refused(tmp_path: Path, answer: object, message: str) -> None:
    suite = make_suite(tmp_path / "s", some_pairs(3))
    with pytest.raises(ModelError, match=message):
        nonliteral.evaluate(FakeModel(lambda _: answer), suite, tmp_path / "run")  # type: ignore[arg-type, return-value]


def test_a_model_with_too_few_answers_is_refused(tmp_path: Path) -> None:
    model = FakeModel()
    model.predict = lambda pairs: ["neutral"]  # type: ignore[assignment, method-assign]
    with pytest.raises(ModelError, match="gave 1 answers for 3 pairs"):
        nonliteral.evaluate(model, make_suite(tmp_path / "s", some_pairs(3)), tmp_path / "run")


def test_a_misspelt_model_gets_the_nearest_address() -> None:
    with pytest.raises(UnknownNameError, match="baseline:majority"):
        open_model("baselin:majority")
    with pytest.raises(UnknownNameError, match="majority"):
        open_model("baseline:majorty")


def test_an_option_that_a_model_does_not_understand_is_refused() -> None:
    with pytest.raises(InputError, match="--base-url means nothing to baseline models"):
        open_model("baseline:majority", base_url="http://localhost")


def test_every_model_is_listed_with_what_it_needs() -> None:
    addresses = [address for address, _, _ in list_models()]
    assert {"default", "onnx:PATH", "baseline:overlap", "predictions:FILE"} <= set(addresses)
    assert all(what and needs for _, what, needs in list_models())


def test_a_model_of_ones_own_needs_three_members(tmp_path: Path) -> None:
    class Mine:
        labels = ("entailment", "neutral", "contradiction")
        fingerprint = "mine-1"

        def predict(self, pairs: list[Pair]) -> list[Guess]:
            return [Guess("neutral", explanation="because") for _ in pairs]

    run = nonliteral.evaluate(Mine(), make_suite(tmp_path / "s", some_pairs(3)), tmp_path / "run")
    assert [prediction.explanation for prediction in run] == ["because"] * 3
