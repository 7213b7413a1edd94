"""Recipes: the papers' settings by name, one function that trains by them, and the model card.

A training is described by its recipe (preset, options, seed, data by sha256). The same recipe in
the same folder goes on or is left alone; another one there is a conflict.
"""

from __future__ import annotations

import shutil
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

import nonliteral
from nonliteral.errors import ConflictError, InputError, MissingExtraError, UnknownNameError
from nonliteral.files import AnyPath, encode_document, hash_file, read_document, write_bytes
from nonliteral.models.base import Model, as_guess, digest
from nonliteral.records import Pair, Scheme, Source, fold
from nonliteral.training.data import TrainingPair, TrainingSet, name_files, read_training_data
from nonliteral.training.loop import Moment, Report, Schedule, State, count_steps

Kind = Literal["encoder", "t5", "bow", "infersent"]

_PRESETS = Path(__file__).parent / "presets.toml"
_CARD = Path(__file__).parent / "card.md.jinja"
DESCRIPTION = "training.json"
WORK = "work"


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that a recipe may set; what a kind of model does not know stays as it is."""

    about: str = ""
    base: str = ""
    scheme: Scheme = "three-way"
    form: str = "entail"
    leave_out: list[str] = []
    max_length: int = 128
    answer_length: int = 96
    pooling: Literal["sum", "mean"] = "sum"
    hidden: int = 256
    layers: int = 1
    layer_size: int = 256
    epochs: int = 1
    batch_size: int = 32
    micro_batch: int = 0
    learning_rate: float = 5e-5
    warmup: float = 0.0
    decay: Literal["linear", "constant"] = "linear"
    weight_decay: float = 0.0
    clip: float = 1.0
    optimizer: Literal["adamw", "sgd", "adam"] = "adamw"
    max_steps: int = 0
    evaluate_every: int = 0
    checkpoint_every: int = 500
    seeds: int = 1
    """How many seeds the paper takes the mean of; `--seeds` trains them."""

    def schedule(self) -> Schedule:
        """Return the part that the training loop needs."""
        return Schedule(**{name: getattr(self, name) for name in Schedule.__struct_fields__})


class TrainingDescription(msgspec.Struct, kw_only=True):
    """The content of `training.json`."""

    kind: str
    preset: str
    settings: Settings
    seed: int
    recipe: str
    data: dict[str, str]
    pairs: int
    labels: dict[str, int]
    left_out: dict[str, int]
    steps: int
    versions: dict[str, str]
    seconds: float = 0.0
    history: list[Moment] = []
    figures: dict[str, Any] = {}
    finished: bool = False


@cache
def presets() -> dict[str, dict[str, Settings]]:
    """Return every named recipe by kind and name."""
    table = tomllib.loads(_PRESETS.read_text(encoding="utf-8"))
    return {
        kind: {name: msgspec.convert(values, Settings) for name, values in named.items()}
        for kind, named in table.items()
    }


def settings_of(kind: Kind, preset: str | None, changes: dict[str, Any]) -> tuple[str, Settings]:
    """Return a preset (the first of its kind unless named) with the user's changes."""
    known = presets()[kind]
    name = preset or next(iter(known))
    if name not in known:
        raise UnknownNameError(f"preset for {kind}", name, known)
    values = {**msgspec.to_builtins(known[name]), **changes}
    try:
        return name, msgspec.convert(values, Settings)
    except msgspec.ValidationError as error:
        raise InputError(f"These settings cannot be used: {error}.") from None


def train_model(
    kind: Kind,
    data: Sequence[AnyPath],
    out: AnyPath,
    *,
    preset: str | None = None,
    seed: int = 0,
    held_out: Sequence[AnyPath] = (),
    test: Sequence[AnyPath] = (),
    vectors: AnyPath | None = None,
    export: bool = False,
    force: bool = False,
    report: Report = lambda _: None,
    **changes: Any,
) -> TrainingDescription:
    """Train a model by a recipe and return how it went; a training begun there is gone on with.

    `held_out` is looked at during training, `test` measured at the end; neither is learned from.
    `changes` override the preset's settings.
    """
    name, settings = settings_of(kind, preset, changes)
    if kind in {"encoder", "t5"} and not settings.base:
        raise InputError("Say which checkpoint to start from: --base NAME_OR_PATH")
    if kind in {"bow", "infersent"} and vectors is None:
        raise InputError("Say where the word vectors are (GloVe's text format): --vectors FILE")
    _require_torch(kind)
    folder = Path(out)
    examples = read_training_data(data, settings.scheme, leave_out=settings.leave_out)
    description = TrainingDescription(
        kind=kind,
        preset=name,
        settings=settings,
        seed=seed,
        recipe="",
        data=examples.files,
        pairs=len(examples.pairs),
        labels=dict(sorted(Counter(str(pair.label) for pair in examples.pairs).items())),
        left_out=dict(sorted(examples.left_out.items())),
        steps=count_steps(len(examples.pairs), settings.schedule()),
        versions=_versions(),
    )
    start = hash_file(vectors) if vectors is not None else _fingerprint_base(settings.base)
    # What is only looked at does not change the weights, nor does how often.
    learned = msgspec.structs.replace(settings, about="", base="", evaluate_every=0, checkpoint_every=0)
    description.recipe = digest(
        kind, msgspec.to_builtins(learned), seed, examples.files, len(examples.pairs), start
    )
    existing = _existing(folder, description, force)
    if existing is not None:
        return existing
    looked_at = (
        read_training_data(held_out, settings.scheme, leave_out=settings.leave_out).pairs if held_out else []
    )
    write_bytes(folder / DESCRIPTION, encode_document(description))
    report(
        f"{kind} by recipe {name}: {len(examples.pairs):,} pairs, {description.steps:,} "
        + ("step" if description.steps == 1 else "steps")
        + "".join(f"\n  left out: {count:,} {what}" for what, count in description.left_out.items())
    )
    tests = dict(zip(name_files(test), test, strict=True))
    steps: dict[Kind, Callable[..., State]] = {
        "encoder": _train_checkpoint,
        "t5": _train_checkpoint,
        "bow": _train_vectors,
        "infersent": _train_vectors,
    }
    state = steps[kind](
        kind=kind,
        examples=examples,
        settings=settings,
        folder=folder,
        seed=seed,
        recipe=description.recipe,
        held_out=looked_at,
        vectors=vectors,
        report=report,
    )
    description.history, description.seconds = state.history, round(state.seconds, 3)
    description.figures = _measure_all(kind, folder, settings, examples.pairs, tests, export, report)
    description.finished = True
    write_card(folder, description)
    write_bytes(folder / DESCRIPTION, encode_document(description))
    shutil.rmtree(folder / WORK, ignore_errors=True)
    return description


def _existing(folder: Path, description: TrainingDescription, force: bool) -> TrainingDescription | None:
    path = folder / DESCRIPTION
    if not path.exists():
        return None
    if force:
        shutil.rmtree(folder / WORK, ignore_errors=True)
        path.unlink()
        return None
    existing = read_document(path, TrainingDescription)
    if existing.recipe != description.recipe:
        raise ConflictError(
            f"{folder} holds a training by another recipe ({existing.kind}, {existing.preset}, seed "
            f"{existing.seed}) or on other data. Choose another --out, or start over with --force."
        )
    return existing if existing.finished else None


def _train_checkpoint(
    *,
    kind: Kind,
    examples: TrainingSet,
    settings: Settings,
    folder: Path,
    seed: int,
    recipe: str,
    held_out: list[TrainingPair],
    report: Report,
    **_: Any,
) -> State:
    """Tune a transformers checkpoint and save it as one."""
    import torch

    from nonliteral.models.transformer import no_bars

    torch.manual_seed(seed)
    loop: dict[str, Any] = {"seed": seed, "recipe": recipe, "held_out": held_out, "report": report}
    if kind == "encoder":
        from nonliteral.training.encoder import load_encoder, train_encoder

        tokenizer, model = load_encoder(settings.base, settings.scheme)
        state = train_encoder(
            tokenizer,
            model,
            examples.pairs,
            settings.schedule(),
            folder / WORK,
            scheme=settings.scheme,
            max_length=settings.max_length,
            **loop,
        )
    else:
        from nonliteral.models.text_to_text import load_form
        from nonliteral.training.text_to_text import load_text_to_text, train_text_to_text

        tokenizer, model = load_text_to_text(settings.base)
        state = train_text_to_text(
            tokenizer,
            model,
            examples.pairs,
            load_form(settings.form),
            settings.schedule(),
            folder / WORK,
            max_length=settings.max_length,
            answer_length=settings.answer_length,
            **loop,
        )
    with no_bars():
        model.save_pretrained(folder)
        tokenizer.save_pretrained(folder)
    return state


def _train_vectors(
    *,
    kind: Literal["bow", "infersent"],
    examples: TrainingSet,
    settings: Settings,
    folder: Path,
    seed: int,
    recipe: str,
    held_out: list[TrainingPair],
    vectors: AnyPath,
    report: Report,
) -> State:
    from nonliteral.models.vectors import read_vectors
    from nonliteral.training.vectors import train_vector_model

    words, table = read_vectors(Path(vectors))
    return train_vector_model(
        kind,
        examples.pairs,
        words,
        table,
        settings.schedule(),
        folder,
        scheme=settings.scheme,
        seed=seed,
        recipe=recipe,
        pooling=settings.pooling,
        hidden=settings.hidden,
        layers=settings.layers,
        layer_size=settings.layer_size,
        held_out=held_out,
        report=report,
    )


def _require_torch(kind: Kind) -> None:
    """Refuse before anything is read or written where there is nothing to train with."""
    from importlib.util import find_spec

    needed = ["torch", "safetensors", *(["transformers"] if kind in {"encoder", "t5"} else [])]
    if any(find_spec(library) is None for library in needed):
        raise MissingExtraError("Training", "train")


def _measure_all(
    kind: Kind,
    folder: Path,
    settings: Settings,
    pairs: Sequence[TrainingPair],
    tests: dict[str, AnyPath],
    export: bool,
    report: Report,
) -> dict[str, Any]:
    """Measure the trained model on every test file: as trained, exported, in int8, and controls."""
    from nonliteral.models.addresses import open_model

    read = {
        name: read_training_data([path], settings.scheme, leave_out=settings.leave_out).pairs
        for name, path in tests.items()
    }
    figures: dict[str, Any] = {"accuracy": {}, "hypothesis_only": {}, "majority": {}, "pairs": {}}
    models: dict[str, Model] = {}
    if export and kind == "encoder":
        from nonliteral.training.encoder import load_trained
        from nonliteral.training.export import export_onnx, quantise

        report("exporting to ONNX and to int8")
        exported = export_onnx(*load_trained(folder), folder / "onnx")
        models["int8"] = open_model(f"onnx:{quantise(exported, folder / 'int8')}")
    addresses = {"encoder": f"hf:{folder}", "t5": f"t5:{folder}"}
    more = {"form": settings.form} if kind == "t5" else {}
    models = {"trained": open_model(addresses.get(kind, f"{kind}:{folder}"), **more), **models}
    if not read:
        return figures
    control = learn_control(pairs)
    for name, test_pairs in read.items():
        found = {how: round(measure_accuracy(model, test_pairs), 4) for how, model in models.items()}
        figures["accuracy"][name] = found
        figures["hypothesis_only"][name] = round(control(test_pairs), 4)
        figures["pairs"][name] = len(test_pairs)
        counts = Counter(pair.label for pair in test_pairs)
        figures["majority"][name] = round(max(counts.values()) / len(test_pairs), 4)
        loss = f" ({found['int8'] - found['trained']:+.4f} by quantising)" if "int8" in found else ""
        report(
            f"{name}: "
            + ", ".join(f"{how} {figure:.4f}" for how, figure in found.items())
            + f"{loss}; hypothesis-only {figures['hypothesis_only'][name]:.4f}, "
            + f"majority {figures['majority'][name]:.4f}, n {len(test_pairs):,}"
        )
    return figures


def measure_accuracy(model: Model, pairs: Sequence[TrainingPair]) -> float:
    """Return a model's accuracy on labelled pairs, two-way where either side is."""
    records = [
        Pair(
            id=str(number),
            premise=pair.premise,
            hypothesis=pair.hypothesis,
            label=pair.label,
            phenomenon="plain",
            method="plain",
            tier="gold",
            group=str(number),
            source=Source("test"),
            features={},
        )
        for number, pair in enumerate(pairs)
    ]
    measure = getattr(model, "lengths", None)
    lengths = measure(records) if measure else [len(r.premise) + len(r.hypothesis) for r in records]
    order = sorted(range(len(records)), key=lambda i: -lengths[i])
    size = int(getattr(model, "batch_size", 32))
    two_way = "non-entailment" in model.labels or any(pair.label == "non-entailment" for pair in pairs)
    right = 0
    for start in range(0, len(order), size):
        batch = [records[i] for i in order[start : start + size]]
        for record, judgement in zip(batch, model.predict(batch), strict=True):
            label = as_guess(judgement, model.labels).label
            right += (fold(label) == fold(record.label)) if two_way else (label == record.label)
    return right / len(pairs)


def learn_control(pairs: Sequence[TrainingPair]) -> Callable[[Sequence[TrainingPair]], float]:
    """Return how to measure a bag of words that learned from the same data and never sees a premise."""
    from nonliteral.models.words import WordLearner

    learner = WordLearner([pair.hypothesis for pair in pairs], [pair.label for pair in pairs])
    weights = learner.learn(balanced=False)

    def measure(test: Sequence[TrainingPair]) -> float:
        guesses = learner.answer_others(weights, [pair.hypothesis for pair in test])
        return sum(guess == pair.label for guess, pair in zip(guesses, test, strict=True)) / len(test)

    return measure


def write_card(folder: Path, description: TrainingDescription) -> None:
    """Write `MODEL_CARD.md`: what the model learned from, how, and how well."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string(_CARD.read_text(encoding="utf-8"))
    text = template.render(it=description, settings=description.settings, folder=folder.name)
    write_bytes(folder / "MODEL_CARD.md", (text.strip() + "\n").encode())


def _fingerprint_base(base: str) -> str:
    folder = Path(base)
    if folder.is_dir():
        return digest([hash_file(file) for file in sorted(folder.glob("*.safetensors"))])
    return base


def _versions() -> dict[str, str]:
    from importlib.metadata import PackageNotFoundError, version

    found = {"nonliteral": nonliteral.__version__}
    for library in ("torch", "transformers", "onnx", "onnxruntime"):
        try:
            found[library] = version(library)
        except PackageNotFoundError:
            continue
    return found
