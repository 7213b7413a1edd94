"""`hf:` and `t5:` on tiny checkpoints that are made and saved here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import make_pair
from test_evaluation_running import make_suite
from test_models_onnx import some_pairs
from tiny_models import make_bert, make_t5

import nonliteral
from nonliteral.errors import InputError, ModelError, UnknownNameError
from nonliteral.models import open_model
from nonliteral.models.text_to_text import load_form

FORMS = ("contradict", "entail")


@pytest.mark.train
def test_a_local_checkpoint_gives_the_probabilities_that_transformers_gives(tmp_path: Path) -> None:
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    folder = make_bert(tmp_path / "bert")
    pairs = some_pairs()
    run = nonliteral.evaluate(f"hf:{folder}", make_suite(tmp_path / "s", pairs), tmp_path / "run")
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForSequenceClassification.from_pretrained(folder).eval()
    for pair, prediction in zip(pairs, run, strict=True):
        with torch.inference_mode():
            logits = model(**tokenizer(pair.premise, pair.hypothesis, return_tensors="pt")).logits
        expected = torch.softmax(logits, -1)[0].tolist()
        assert prediction.probabilities is not None
        assert list(prediction.probabilities.values()) == pytest.approx(expected, abs=1e-5)
    assert run.description.versions["torch"]


@pytest.mark.train
@pytest.mark.parametrize("activation", ["gelu", "relu"])  # BERT as it is, exported leaner, and another
def test_an_exported_checkpoint_answers_as_the_one_it_came_from(tmp_path: Path, activation: str) -> None:
    from nonliteral.training.encoder import load_trained
    from nonliteral.training.export import export_onnx, quantise

    folder = make_bert(tmp_path / "bert", layers=2, activation=activation)
    exported = export_onnx(*load_trained(folder), tmp_path / "onnx")
    small = quantise(exported, tmp_path / "int8")
    suite = make_suite(tmp_path / "s", some_pairs())
    answers = {}
    for name, address in (("hf", f"hf:{folder}"), ("onnx", f"onnx:{exported}"), ("int8", f"onnx:{small}")):
        run = nonliteral.evaluate(address, suite, tmp_path / name)
        answers[name] = [list((p.probabilities or {}).values()) for p in run]
    assert answers["onnx"] == [pytest.approx(row, abs=1e-5) for row in answers["hf"]]
    assert answers["int8"] == [pytest.approx(row, abs=0.12) for row in answers["hf"]]
    for each in (exported, small):
        assert str(Path.home()).encode() not in (each / "model.onnx").read_bytes()
        assert b"site-packages" not in (each / "model.onnx").read_bytes()


@pytest.mark.train
def test_labels_come_from_the_config_or_from_the_option(tmp_path: Path) -> None:
    folder = make_bert(tmp_path / "bert", ("contradiction", "entailment", "neutral"))
    assert open_model(f"hf:{folder}").labels == ("contradiction", "entailment", "neutral")
    nameless = make_bert(tmp_path / "nameless", None)
    with pytest.raises(ModelError, match=r"LABEL_0.*--labels entailment,neutral,contradiction"):
        open_model(f"hf:{nameless}")
    assert open_model(f"hf:{nameless}", labels="entailment,neutral,contradiction").labels[0] == "entailment"


@pytest.mark.train
def test_a_model_with_five_classes_is_refused(tmp_path: Path) -> None:
    folder = make_bert(tmp_path / "five", None, classes=5)
    with pytest.raises(ModelError, match="has 5 classes, and inference has three"):
        open_model(f"hf:{folder}")


@pytest.mark.train
def test_a_pickle_is_refused_with_the_way_out(tmp_path: Path) -> None:
    folder = make_bert(tmp_path / "bert")
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    with pytest.raises(ModelError, match=r"holds a pickle \(pytorch_model.bin\).*save_pretrained"):
        open_model(f"hf:{folder}")


@pytest.mark.train
def test_a_checkpoint_without_its_tokenizer_is_refused_before_it_answers_noise(tmp_path: Path) -> None:
    folder = make_bert(tmp_path / "bert")
    for file in folder.glob("tokenizer*"):
        file.unlink()
    with pytest.raises(ModelError, match=r"has no tokenizer.*Put the model's own tokenizer.json"):
        open_model(f"hf:{folder}")


@pytest.mark.train
def test_more_tokens_than_a_checkpoint_takes_are_refused(tmp_path: Path) -> None:
    folder = make_bert(tmp_path / "bert")
    with pytest.raises(ModelError, match=r"takes at most 64 tokens, and --max-length is 65"):
        open_model(f"hf:{folder}", max_length=65)


@pytest.mark.train
def test_a_folder_that_is_not_there_is_refused() -> None:
    with pytest.raises(InputError, match="There is no checkpoint folder"):
        open_model("hf:./nowhere")
    with pytest.raises(ModelError, match=r"cannot be loaded.*Run once without --offline"):
        open_model("hf:nobody/has-such-a-model", offline=True)


@pytest.mark.train
def test_other_weights_have_another_fingerprint(tmp_path: Path) -> None:
    first, second = make_bert(tmp_path / "a"), make_bert(tmp_path / "b")
    assert open_model(f"hf:{first}").fingerprint == open_model(f"hf:{second}").fingerprint
    config = json.loads((second / "config.json").read_text())
    (second / "config.json").write_text(json.dumps({**config, "hidden_act": "relu"}))
    assert open_model(f"hf:{first}").fingerprint != open_model(f"hf:{second}").fingerprint


# --- text to text


@pytest.mark.train
@pytest.mark.parametrize("form", FORMS)
def test_a_text_to_text_checkpoint_runs_and_what_it_babbles_is_unreadable(tmp_path: Path, form: str) -> None:
    folder = make_t5(tmp_path / "t5")
    suite = make_suite(tmp_path / "s", some_pairs(12))
    run = nonliteral.evaluate(f"t5:{folder}", suite, tmp_path / "run", form=form, max_tokens=6)
    again = nonliteral.evaluate(f"t5:{folder}", suite, tmp_path / "again", form=form, max_tokens=6)
    assert len(list(run)) == 12
    assert run.predictions_path.read_bytes() == again.predictions_path.read_bytes()
    assert run.description.labels == ["entailment", "contradiction"]
    assert run.description.figures["unreadable"] == sum(p.label is None for p in run)


@pytest.mark.train
def test_a_t5_pickle_is_refused(tmp_path: Path) -> None:
    folder = make_t5(tmp_path / "t5")
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    with pytest.raises(ModelError, match="pickle"):
        open_model(f"t5:{folder}")


@pytest.mark.parametrize(
    ("form", "text", "label", "explanation"),
    [
        ("contradict", "No.", "entailment", None),
        ("contradict", "Yes. Loud is not quiet.", "contradiction", "Loud is not quiet."),
        ("contradict", "yes, because it is", "contradiction", "because it is"),
        ("contradict", "Nobody knows", None, "Nobody knows"),
        ("entail", "Entails. A bird is an animal.", "entailment", "A bird is an animal."),
        ("entail", "Contradicts", "contradiction", None),
        ("entail", "Yes. Loud is not quiet.", None, "Yes. Loud is not quiet."),
        ("entail", "", None, None),
    ],
)
def test_answers_are_read_by_their_first_word(
    form: str, text: str, label: str | None, explanation: str | None
) -> None:
    guess = load_form(form).read(text)
    assert (guess.label, guess.explanation) == (label, explanation)


@pytest.mark.parametrize("form", FORMS)
def test_what_is_trained_on_is_what_is_read(form: str) -> None:
    loaded = load_form(form)
    for label in loaded.labels:
        answer = loaded.answer(label, "So it is.")
        assert loaded.read(answer).label == label
        assert loaded.read(answer).explanation == ("So it is." if loaded.explain[label] else None)


def test_the_instruction_holds_both_sentences_as_they_are() -> None:
    pair = make_pair(premise='He said "{hypothesis}".', hypothesis="Fine.")
    text = load_form("contradict").ask(pair.premise, pair.hypothesis)
    assert text.startswith('Do the sentences "He said "{hypothesis}"." and "Fine.", contradict each other?')


def test_a_misspelt_form_gets_the_nearest_name() -> None:
    with pytest.raises(UnknownNameError, match="contradict"):
        load_form("contradicts")
