"""`onnx:PATH` and `default`: exported classifiers without torch."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import make_pair
from test_evaluation_running import make_suite

import nonliteral
from nonliteral.errors import InputError, ModelError
from nonliteral.models import open_model
from nonliteral.models.labels import name_classes, read_label
from nonliteral.models.onnx import DEFAULT, OnnxClassifier
from nonliteral.records import LABELS, Pair

TINY = Path(__file__).parent / "data" / "tiny-onnx"


def some_pairs(n: int = 40) -> list[Pair]:
    return [
        make_pair(
            id=f"p:{i}",
            premise=f"Mara saw {i % 10} birds at lunch" + ", not at the house" * (i % 4) + ".",
            hypothesis=f"Somebody left {i // 10} birds.",
            group=f"g{i}",
        )
        for i in range(n)
    ]


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    return Path(shutil.copytree(TINY, tmp_path / "model"))


def set_labels(folder: Path, names: list[str]) -> None:
    config = json.loads((folder / "config.json").read_text())
    config["id2label"] = {str(number): name for number, name in enumerate(names)}
    (folder / "config.json").write_text(json.dumps(config))


def test_an_exported_model_answers_with_probabilities_by_label(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "s", some_pairs())
    run = nonliteral.evaluate(f"onnx:{TINY}", suite, tmp_path / "run")
    for prediction in run:
        assert prediction.probabilities is not None
        assert list(prediction.probabilities) == ["entailment", "neutral", "contradiction"]
        assert sum(prediction.probabilities.values()) == pytest.approx(1, abs=1e-5)
    assert len({str(prediction.probabilities) for prediction in run}) > 5
    assert run.description.versions["onnxruntime"]


def test_the_number_of_threads_changes_no_byte(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "s", some_pairs())
    runs = [
        nonliteral.evaluate(f"onnx:{TINY}", suite, tmp_path / f"run{threads}", threads=threads, batch_size=4)
        for threads in (1, 3)
    ]
    assert runs[0].predictions_path.read_bytes() == runs[1].predictions_path.read_bytes()
    assert runs[0].description.fingerprint == runs[1].description.fingerprint


def test_label_names_are_read_however_they_are_spelt(tiny: Path) -> None:
    set_labels(tiny, ["CONTRADICTION", "Neutral", "entailment"])
    assert open_model(f"onnx:{tiny}").labels == ("contradiction", "neutral", "entailment")


def test_nameless_labels_are_refused_with_the_line_that_mends_it(tiny: Path) -> None:
    set_labels(tiny, ["LABEL_0", "LABEL_1", "LABEL_2"])
    with pytest.raises(ModelError, match="--labels entailment,neutral,contradiction"):
        open_model(f"onnx:{tiny}")
    model = open_model(f"onnx:{tiny}", labels="contradiction,neutral,entailment")
    assert model.labels == ("contradiction", "neutral", "entailment")


@pytest.mark.parametrize(
    ("names", "given", "message"),
    [
        (["a", "b", "c", "d", "e"], None, "has 5 classes, and inference has three"),
        (["score"], None, "has 1 class, "),
        (["entailment", "neutral", "contradiction"], ["entailment", "neutral"], "--labels names 2"),
        (["entailment", "entailment", "neutral"], None, "none may stand twice"),
        (["neutral", "contradiction"], None, "entailment must be one of them"),
        (["positive", "negative"], None, "does not say what they mean"),
    ],
)
def test_classes_that_are_not_labels_of_inference_are_refused(
    names: list[str], given: list[str] | None, message: str
) -> None:
    with pytest.raises(ModelError, match=message):
        name_classes("hf:some/model", names, given)


def test_two_classes_make_a_two_way_model() -> None:
    assert name_classes("m", ["entailment", "not_entailment"]) == ("entailment", "non-entailment")


@pytest.mark.parametrize("label", LABELS)
def test_every_label_is_read_by_its_own_name(label: str) -> None:
    assert read_label(label) == read_label(label.upper()) == read_label(label.replace("-", "_")) == label


@pytest.mark.parametrize("missing", ["tokenizer.json", "config.json", "model.onnx"])
def test_a_folder_that_lacks_a_file_is_refused(tiny: Path, missing: str) -> None:
    (tiny / missing).unlink()
    with pytest.raises(InputError, match=r"no tokenizer\.json|no config\.json|0 \.onnx files"):
        open_model(f"onnx:{tiny}")


def test_a_file_that_is_not_onnx_is_refused(tiny: Path) -> None:
    (tiny / "model.onnx").write_bytes(b"not a model")
    with pytest.raises(ModelError, match="cannot be loaded"):
        open_model(f"onnx:{tiny}")


def test_long_pairs_are_cut_and_still_answered() -> None:
    model = OnnxClassifier(TINY, max_length=16)
    assert len(model.predict([make_pair(premise="Mara saw birds." * 200)])) == 1
    assert model.lengths([make_pair(premise="Mara saw birds." * 200)]) == [16]


def test_other_weights_or_settings_have_another_fingerprint(tiny: Path) -> None:
    plain = open_model(f"onnx:{tiny}").fingerprint
    assert open_model(f"onnx:{TINY}").fingerprint == plain
    assert open_model(f"onnx:{tiny}", max_length=20).fingerprint != plain
    content = (tiny / "tokenizer.json").read_text()
    (tiny / "tokenizer.json").write_text(content + "\n")
    assert open_model(f"onnx:{tiny}").fingerprint != plain


def test_evaluating_needs_neither_torch_nor_transformers(tmp_path: Path) -> None:
    make_suite(tmp_path / "s", some_pairs(4))
    script = (
        "import sys, nonliteral\n"
        f"nonliteral.evaluate('onnx:{TINY}', 's', 'run')\n"
        "assert not {'torch', 'transformers'} & set(sys.modules), sorted(sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


# --- the model that comes with the package


def test_the_default_model_knows_plain_inference(tmp_path: Path) -> None:
    pairs = [
        make_pair(
            id="e", premise="A man is playing a guitar on stage.", hypothesis="A man is playing music."
        ),
        make_pair(
            id="c", premise="A man is playing a guitar on stage.", hypothesis="A man is asleep in bed."
        ),
        make_pair(id="n", premise="A man is playing a guitar on stage.", hypothesis="The man is famous."),
    ]
    run = nonliteral.evaluate("default", make_suite(tmp_path / "s", pairs), tmp_path / "run")
    assert [prediction.label for prediction in run] == ["entailment", "contradiction", "neutral"]


def test_the_default_model_has_a_card_with_its_figures() -> None:
    card = (DEFAULT / "MODEL_CARD.md").read_text()
    for word in ("SNLI", "MultiNLI", "seed", "hypothesis-only", "int8", "pre-training"):
        assert word in card


def test_a_package_without_the_weights_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("nonliteral.models.onnx.DEFAULT", tmp_path)
    with pytest.raises(ModelError, match=r"lacks the default model's graph\.onnx"):
        open_model("default")
