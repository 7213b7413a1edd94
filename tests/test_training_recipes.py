"""Training by recipe: presets, checkpoints, resume, export, cards, and the curve."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from conftest import make_pair
from test_evaluation_running import make_suite
from tiny_models import WORDS, make_bert, make_t5

import nonliteral
from nonliteral.cli import main
from nonliteral.draw import Draw
from nonliteral.errors import ConflictError, InputError, UnknownNameError
from nonliteral.files import read_document
from nonliteral.training import presets, train_model
from nonliteral.training.curve import CurvePlan, plan_curve, train_curve
from nonliteral.training.data import read_training_data
from nonliteral.training.recipes import learn_control, settings_of

LABELS = ("entailment", "neutral", "contradiction")


def write_data(path: Path, n: int = 96, *, explained: bool = False) -> Path:
    """Pairs whose label is easy: nobody contradicts, somebody follows, a number is neutral."""
    openings = {"entailment": "Somebody", "neutral": "3", "contradiction": "Nobody"}
    rows = []
    for i in range(n):
        label = LABELS[i % 3]
        row = {
            "premise": f"Mara saw {i % 10} birds.",
            "hypothesis": f"{openings[label]} saw birds.",
            "label": label,
        }
        if explained:
            row["explanation"] = "They cannot both be true."
        rows.append(row)
    path.write_text("\n".join(map(json.dumps, rows)) + "\n")
    return path


def write_vectors(path: Path, dimensions: int = 8) -> Path:
    lines = []
    for word in WORDS:
        draw = Draw(0, word)
        lines.append(" ".join([word, *(f"{draw.uniform() * 2 - 1:.4f}" for _ in range(dimensions))]))
    path.write_text("\n".join(lines) + "\n")
    return path


def test_the_papers_recipes_are_there_by_name() -> None:
    impli = presets()["encoder"]["impli"]
    assert (impli.learning_rate, impli.batch_size, impli.max_length, impli.epochs) == (1e-5, 32, 128, 3)
    assert (impli.scheme, impli.seeds) == ("two-way", 5)
    flute = presets()["t5"]["flute"]
    assert (flute.learning_rate, flute.batch_size, flute.epochs, flute.optimizer) == (1e-4, 1024, 1, "adamw")
    assert flute.leave_out == ["neutral"]


def test_options_override_a_preset_and_a_misspelt_one_is_told() -> None:
    assert settings_of("encoder", "impli", {"epochs": 1})[1].epochs == 1
    with pytest.raises(UnknownNameError, match="impli"):
        settings_of("encoder", "imply", {})
    with pytest.raises(InputError, match="cannot be used"):
        settings_of("encoder", None, {"scheme": "four-way"})


def test_what_is_missing_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = write_data(tmp_path / "d.jsonl")
    with pytest.raises(InputError, match="--base"):
        train_model("encoder", [data], tmp_path / "m")
    with pytest.raises(InputError, match="--vectors"):
        train_model("bow", [data], tmp_path / "m")
    assert main(["train", "encoder"]) == 2
    assert "--data FILE" in capsys.readouterr().err
    assert main(["train", "presets"]) == 0
    assert "impli" in capsys.readouterr().out


def test_the_hypothesis_only_control_learns_from_hypotheses_alone(tmp_path: Path) -> None:
    pairs = read_training_data([write_data(tmp_path / "d.jsonl")]).pairs
    assert learn_control(pairs)(pairs) == 1


def test_a_curve_adds_folds_of_expressions_and_never_the_one_it_is_tested_on(tmp_path: Path) -> None:
    pairs = [
        make_pair(
            id=f"p:{i}",
            hypothesis=f"Mara told {i}.",
            label=("entailment", "non-entailment")[i % 2],
            features={"expression": f"idiom {i // 4}"},
        )
        for i in range(80)
    ]
    make_suite(tmp_path / "s", pairs)
    plan, _, fold_of = plan_curve([tmp_path / "s"], folds=10, held_out=3, seeds=1)
    assert len(plan.points) == 28
    assert plan.test_pairs == fold_of.count(3)
    by_part = {(point.part, point.added): point.pairs for point in plan.points}
    assert by_part["all", 0] == 0
    assert by_part["all", 9] == 80 - plan.test_pairs
    assert by_part["entailment", 9] + by_part["non-entailment", 9] == by_part["all", 9]
    expressions = [str(pair.features["expression"]) for pair in pairs]
    assert {e for e, f in zip(expressions, fold_of, strict=True) if f == 3}.isdisjoint(
        {e for e, f in zip(expressions, fold_of, strict=True) if f != 3}
    )


def test_a_curve_with_too_few_expressions_is_refused(tmp_path: Path) -> None:
    make_suite(tmp_path / "s", [make_pair()])
    with pytest.raises(InputError, match="--folds"):
        plan_curve([tmp_path / "s"], folds=10, held_out=0, seeds=1)


# --- with torch


class StopError(Exception):
    pass


def stop_after(step: int) -> Any:
    def report(message: str) -> None:
        if message.startswith(f"step {step} "):
            raise StopError

    return report


@pytest.mark.train
def test_an_encoder_learns_is_measured_exported_and_has_a_card(tmp_path: Path) -> None:
    data = write_data(tmp_path / "d.jsonl", 240)
    test = write_data(tmp_path / "t.jsonl", 60)
    said: list[str] = []
    made = train_model(
        "encoder",
        [data],
        tmp_path / "m",
        base=str(make_bert(tmp_path / "bert", None, classes=2)),
        epochs=12,
        batch_size=16,
        learning_rate=5e-3,
        held_out=[test],
        evaluate_every=60,
        test=[test],
        export=True,
        report=said.append,
    )
    assert made.finished
    accuracy = made.figures["accuracy"]["t.jsonl"]
    assert accuracy["trained"] > 0.9
    assert abs(accuracy["int8"] - accuracy["trained"]) < 0.1
    assert any("by quantising" in line for line in said)
    assert any("accuracy" in line and line.startswith("step 60 ") for line in said)
    card = (tmp_path / "m" / "MODEL_CARD.md").read_text()
    for text in ("240 pairs", "d.jsonl", "seed 0", "hypothesis-only", "t.jsonl", "180 steps"):
        assert text in card
    suite = make_suite(
        tmp_path / "s", [make_pair(premise="Mara saw 4 birds.", hypothesis="Nobody saw birds.")]
    )
    for address in (f"hf:{tmp_path / 'm'}", f"onnx:{tmp_path / 'm' / 'int8'}"):
        run = nonliteral.evaluate(address, suite, tmp_path / address.split(":")[0])
        assert [prediction.label for prediction in run] == ["contradiction"]
    assert not (tmp_path / "m" / "work").exists()


@pytest.mark.train
@pytest.mark.parametrize("kind", ["encoder", "bow", "infersent"])
def test_a_training_that_was_stopped_goes_on_to_the_same_weights(tmp_path: Path, kind: Any) -> None:
    data = write_data(tmp_path / "d.jsonl", 480)
    options: dict[str, Any] = {"epochs": 4, "batch_size": 16, "checkpoint_every": 30, "learning_rate": 1e-3}
    if kind == "encoder":
        options["base"] = str(make_bert(tmp_path / "bert"))
    else:
        options["vectors"] = write_vectors(tmp_path / "v.txt")
        options["hidden"] = 6
    weights = "model.safetensors" if kind == "encoder" else "weights.npz"
    train_model(kind, [data], tmp_path / "straight", **options)
    with pytest.raises(StopError):
        train_model(kind, [data], tmp_path / "resumed", report=stop_after(100), **options)
    assert (tmp_path / "resumed" / "work" / "checkpoint-00000090").exists()
    said: list[str] = []
    train_model(kind, [data], tmp_path / "resumed", report=said.append, **options)
    assert "going on from step 90" in said
    assert (tmp_path / "resumed" / weights).read_bytes() == (tmp_path / "straight" / weights).read_bytes()


@pytest.mark.train
def test_pairs_are_cut_to_what_the_checkpoint_takes(tmp_path: Path) -> None:
    rows = [
        {"premise": "Mara saw birds. " * 40, "hypothesis": "Nobody left.", "label": label} for label in LABELS
    ]
    data = tmp_path / "d.jsonl"
    data.write_text("\n".join(map(json.dumps, rows)) + "\n")
    said: list[str] = []
    base = str(make_bert(tmp_path / "bert"))
    made = train_model(
        "encoder", [data], tmp_path / "m", preset="impli", base=base, test=[data], report=said.append
    )
    assert made.finished
    assert any("cut after 64 tokens" in line for line in said)


@pytest.mark.train
def test_a_finished_training_is_left_alone_and_another_recipe_is_a_conflict(tmp_path: Path) -> None:
    data, vectors = write_data(tmp_path / "d.jsonl"), write_vectors(tmp_path / "v.txt")
    first = train_model("bow", [data], tmp_path / "m", vectors=vectors, epochs=1)
    again = train_model("bow", [data], tmp_path / "m", vectors=vectors, epochs=1)
    assert again.history == first.history
    with pytest.raises(ConflictError, match="another recipe"):
        train_model("bow", [data], tmp_path / "m", vectors=vectors, epochs=2)
    assert train_model("bow", [data], tmp_path / "m", vectors=vectors, epochs=2, force=True).steps == 4


@pytest.mark.train
@pytest.mark.parametrize(("kind", "pooling"), [("bow", "sum"), ("bow", "mean"), ("infersent", "sum")])
def test_word_vector_models_learn_and_run_without_torch_as_they_were_trained(
    tmp_path: Path, kind: Any, pooling: str
) -> None:
    data, vectors = write_data(tmp_path / "d.jsonl"), write_vectors(tmp_path / "v.txt")
    made = train_model(
        kind,
        [data],
        tmp_path / "m",
        vectors=vectors,
        pooling=pooling,
        hidden=8,
        layer_size=8,
        epochs=40,
        batch_size=16,
        learning_rate=0.02,
        held_out=[data],
        test=[data],
    )
    assert made.figures["accuracy"]["d.jsonl"]["trained"] > 0.95
    # What torch measured at the end of training is what numpy gives.
    assert made.history[-1].accuracy == pytest.approx(
        made.figures["accuracy"]["d.jsonl"]["trained"], abs=0.011
    )
    suite = make_suite(
        tmp_path / "s",
        [
            make_pair(id="a", premise="Mara saw 4 birds.", hypothesis="Nobody saw birds."),
            make_pair(id="b", premise="Zzz.", hypothesis="Qqq!"),
        ],
    )
    run = nonliteral.evaluate(f"{kind}:{tmp_path / 'm'}", suite, tmp_path / "run")
    assert next(iter(run)).label == "contradiction"


@pytest.mark.train
def test_a_text_to_text_model_learns_label_and_explanation_together(tmp_path: Path) -> None:
    data = write_data(tmp_path / "d.jsonl", 96, explained=True)
    made = train_model(
        "t5",
        [data],
        tmp_path / "m",
        base=str(make_t5(tmp_path / "t5")),
        epochs=80,
        batch_size=16,
        micro_batch=8,
        learning_rate=5e-3,
        test=[data],
    )
    assert made.left_out == {"pairs labelled neutral": 32}
    assert made.figures["accuracy"]["d.jsonl"]["trained"] > 0.9
    suite = make_suite(
        tmp_path / "s", [make_pair(premise="Mara saw 4 birds.", hypothesis="Nobody saw birds.")]
    )
    # It is asked by the form that it learned, the paper's, without being told.
    prediction = next(iter(nonliteral.evaluate(f"t5:{tmp_path / 'm'}", suite, tmp_path / "run")))
    assert prediction.label == "contradiction"
    assert prediction.explanation is not None
    assert "cannot both be true" in prediction.explanation


@pytest.mark.train
def test_micro_batches_give_the_gradients_of_the_whole_batch(tmp_path: Path) -> None:
    data, vectors = write_data(tmp_path / "d.jsonl"), write_vectors(tmp_path / "v.txt")
    accuracy = [
        train_model("bow", [data], tmp_path / str(size), vectors=vectors, epochs=3, micro_batch=size)
        .history[-1]
        .loss
        for size in (0, 7)
    ]
    assert accuracy[0] == pytest.approx(accuracy[1], abs=2e-4)


@pytest.mark.train
def test_a_curve_is_estimated_trained_tested_and_gone_on_with(tmp_path: Path) -> None:
    data, vectors = write_data(tmp_path / "d.jsonl", 60), write_vectors(tmp_path / "v.txt")
    pairs = [
        make_pair(
            id=f"p:{i}",
            hypothesis=f"Mara told {i}.",
            label=("entailment", "non-entailment")[i % 2],
            features={"expression": f"idiom {i // 2}"},
        )
        for i in range(24)
    ]
    make_suite(tmp_path / "s", pairs)
    options: dict[str, Any] = {"folds": 3, "vectors": vectors, "epochs": 1, "scheme": "two-way"}
    said: list[str] = []
    place = tmp_path / "curve"
    train_curve("bow", [tmp_path / "s"], [data], place, only_estimate=True, report=said.append, **options)
    assert any("steps a second" in line for line in said)
    assert not (place / "models").exists()
    plan = train_curve("bow", [tmp_path / "s"], [data], place, evaluate=nonliteral.evaluate, **options)
    assert len(plan.points) == 7
    assert read_document(place / "curve.json", CurvePlan) == plan
    for point in plan.points:
        run = nonliteral.load(place / point.run)
        assert isinstance(run, nonliteral.Run)
        assert len(list(run)) == plan.test_pairs
    before = (place / plan.points[3].run / "run.json").read_bytes()
    shutil.rmtree(place / plan.points[5].run)
    said.clear()
    train_curve(
        "bow", [tmp_path / "s"], [data], place, evaluate=nonliteral.evaluate, report=said.append, **options
    )
    assert (place / plan.points[3].run / "run.json").read_bytes() == before
    assert (place / plan.points[5].run / "run.json").exists()
    assert "6 of them are done" in said
    with pytest.raises(ConflictError, match="another curve"):
        train_curve("bow", [tmp_path / "s"], [data], place, **{**options, "epochs": 2})
    train_curve(
        "bow",
        [tmp_path / "s"],
        [data],
        place,
        evaluate=nonliteral.evaluate,
        force=True,
        **{**options, "epochs": 2},
    )
    assert (place / plan.points[3].run / "run.json").read_bytes() != before


@pytest.mark.train
def test_several_seeds_make_several_models(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, vectors = write_data(tmp_path / "d.jsonl"), write_vectors(tmp_path / "v.txt")
    command = ["train", "bow", "--data", str(data), "--vectors", str(vectors), "--out", str(tmp_path / "m")]
    assert main([*command, "--seeds", "2", "--epochs", "1", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 2
    first, second = (tmp_path / "m" / f"seed-{n}" / "weights.npz" for n in range(2))
    assert first.read_bytes() != second.read_bytes()
