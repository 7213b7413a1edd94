"""`nonliteral train`: make a model from labelled pairs, by the papers' recipes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from nonliteral.cli.output import print_json, print_table, say
from nonliteral.errors import InputError

app = typer.Typer(
    help="Train models by the papers' recipes.\n\n"
    "Example: nonliteral train bow --data snli.jsonl --vectors glove.6B.50d.txt --out models/bow",
    no_args_is_help=True,
)

Data = Annotated[
    list[Path] | None,
    typer.Option(
        "--data",
        help="Labelled pairs to learn from (.jsonl, .json, .csv, .tsv, .gz, a suite); again for more.",
    ),
]
Out = Annotated[Path | None, typer.Option("--out", help="The folder of the model.")]
Preset = Annotated[
    str | None, typer.Option("--preset", help="A recipe by name; see: nonliteral train presets")
]
Seeds = Annotated[int, typer.Option("--seeds", min=1, help="Train so many models, in OUT/seed-0 and so on.")]
Seed = Annotated[int, typer.Option("--seed", help="The seed of a single training.")]
HeldOut = Annotated[list[Path] | None, typer.Option("--held-out", help="Looked at during training.")]
Test = Annotated[list[Path] | None, typer.Option("--test", help="Measured at the end; again for more.")]
Vectors = Annotated[Path | None, typer.Option("--vectors", help="Word vectors in GloVe's text format.")]
Base = Annotated[str | None, typer.Option("--base", help="The checkpoint to start from.")]
SchemeOption = Annotated[str | None, typer.Option("--scheme", help="two-way or three-way.")]
Epochs = Annotated[int | None, typer.Option("--epochs", min=1)]
Rate = Annotated[float | None, typer.Option("--learning-rate", min=0)]
Batch = Annotated[int | None, typer.Option("--batch-size", min=1)]
Steps = Annotated[int | None, typer.Option("--max-steps", min=1, help="Stop after so many steps.")]
Length = Annotated[int | None, typer.Option("--max-length", min=8, help="Tokens after which a pair is cut.")]
Checkpoints = Annotated[
    int | None, typer.Option("--checkpoint-every", min=1, help="Steps between checkpoints.")
]
Looks = Annotated[
    int | None, typer.Option("--evaluate-every", min=1, help="Steps between looks at --held-out.")
]
Force = Annotated[bool, typer.Option("--force", help="Start over, whatever is there.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else on stdout.")]


@app.command("presets")
def list_presets(as_json: AsJson = False) -> None:
    """List the recipes by name.

    Example: nonliteral train presets
    """
    from nonliteral.training import presets

    if as_json:
        print_json(presets())
        return
    rows = [
        (kind, name, settings.about) for kind, named in presets().items() for name, settings in named.items()
    ]
    print_table(("train", "--preset", "what it is"), rows)


@app.command("encoder")
def encoder(
    data: Data = None,
    out: Out = None,
    preset: Preset = None,
    base: Base = None,
    scheme: SchemeOption = None,
    held_out: HeldOut = None,
    test: Test = None,
    export: Annotated[bool, typer.Option("--export", help="Also export to ONNX and to int8.")] = False,
    epochs: Epochs = None,
    learning_rate: Rate = None,
    batch_size: Batch = None,
    max_length: Length = None,
    max_steps: Steps = None,
    checkpoint_every: Checkpoints = None,
    evaluate_every: Looks = None,
    seed: Seed = 0,
    seeds: Seeds = 1,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Tune a transformers encoder on labelled pairs.

    Example: nonliteral train encoder --base roberta-base --preset impli --data mnli.jsonl --out models/impli
    """
    _train("encoder", **locals())


@app.command("t5")
def text_to_text(
    data: Data = None,
    out: Out = None,
    preset: Preset = None,
    base: Base = None,
    form: Annotated[str | None, typer.Option("--form", help="The form of instruction.")] = None,
    leave_out: Annotated[
        str | None, typer.Option("--leave-out", help="Labels not to learn, with commas.")
    ] = None,
    held_out: HeldOut = None,
    test: Test = None,
    epochs: Epochs = None,
    learning_rate: Rate = None,
    batch_size: Batch = None,
    max_length: Length = None,
    max_steps: Steps = None,
    checkpoint_every: Checkpoints = None,
    evaluate_every: Looks = None,
    seed: Seed = 0,
    seeds: Seeds = 1,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Tune a text-to-text model that answers label and explanation together.

    Example: nonliteral train t5 --base t5-small --data esnli.csv --out models/flute-small
    """
    _train("t5", **locals())


@app.command("bow")
def bag_of_words(
    data: Data = None,
    out: Out = None,
    vectors: Vectors = None,
    preset: Preset = None,
    scheme: SchemeOption = None,
    pooling: Annotated[str | None, typer.Option("--pooling", help="sum or mean.")] = None,
    held_out: HeldOut = None,
    test: Test = None,
    epochs: Epochs = None,
    learning_rate: Rate = None,
    batch_size: Batch = None,
    max_steps: Steps = None,
    checkpoint_every: Checkpoints = None,
    evaluate_every: Looks = None,
    seed: Seed = 0,
    seeds: Seeds = 1,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Train a bag of word vectors with a softmax.

    Example: nonliteral train bow --data snli.jsonl --vectors glove.6B.50d.txt --out models/bow
    """
    _train("bow", **locals())


@app.command("infersent")
def infersent(
    data: Data = None,
    out: Out = None,
    vectors: Vectors = None,
    preset: Preset = None,
    scheme: SchemeOption = None,
    hidden: Annotated[int | None, typer.Option("--hidden", min=1, help="Dimensions a direction.")] = None,
    held_out: HeldOut = None,
    test: Test = None,
    epochs: Epochs = None,
    learning_rate: Rate = None,
    batch_size: Batch = None,
    max_steps: Steps = None,
    checkpoint_every: Checkpoints = None,
    evaluate_every: Looks = None,
    seed: Seed = 0,
    seeds: Seeds = 1,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Train InferSent: a BiLSTM with max pooling over word vectors.

    Example: nonliteral train infersent --data snli.jsonl --vectors glove.6B.50d.txt --out models/infersent
    """
    _train("infersent", **locals())


@app.command("curve")
def curve(
    suites: Annotated[list[Path] | None, typer.Argument(help="Suites of idioms.")] = None,
    data: Data = None,
    out: Out = None,
    kind: Annotated[str, typer.Option("--kind", help="encoder, bow or infersent.")] = "encoder",
    preset: Preset = None,
    base: Base = None,
    vectors: Vectors = None,
    folds: Annotated[int, typer.Option("--folds", min=2, help="Folds of expressions.")] = 10,
    held_out: Annotated[int, typer.Option("--held-out", min=0, help="The fold to test on.")] = 0,
    seeds: Seeds = 1,
    epochs: Epochs = None,
    learning_rate: Rate = None,
    batch_size: Batch = None,
    max_steps: Steps = None,
    estimate: Annotated[bool, typer.Option("--estimate", help="Say how long it takes, and stop.")] = False,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Train with more and more idioms and test on idioms not seen (IMPLI, Figure 4).

    Example: nonliteral train curve suites/idioms --data mnli.jsonl --preset impli --out curve
    """
    from nonliteral.evaluation import evaluate
    from nonliteral.training.curve import train_curve

    if not suites or out is None:
        raise InputError(
            "Suites and a folder are needed: nonliteral train curve SUITE... --data FILE --out DIR"
        )
    if kind not in {"encoder", "bow", "infersent"}:
        raise InputError(f"--kind must be encoder, bow or infersent, not {kind!r}.")
    changes = {
        "base": base,
        "epochs": epochs,
        "learning_rate": learning_rate,
        "batch_size": batch_size,
        "max_steps": max_steps,
    }
    plan = train_curve(
        kind,  # type: ignore[arg-type]
        suites,
        data or [],
        out,
        preset=preset or ("impli" if kind == "encoder" else None),
        folds=folds,
        held_out=held_out,
        seeds=seeds,
        vectors=vectors,
        only_estimate=estimate,
        force=force,
        report=say,
        evaluate=evaluate,
        **{name: value for name, value in changes.items() if value is not None},
    )
    if as_json:
        print_json(plan)
    elif not estimate:
        say(f"Look at it with: nonliteral study curve {out}")


def _train(
    kind: Any,
    *,
    data: list[Path] | None,
    out: Path | None,
    held_out: list[Path] | None,
    test: list[Path] | None,
    seed: int,
    seeds: int,
    as_json: bool,
    leave_out: str | None = None,
    **given: Any,
) -> None:
    """Train by what a command was given; what it was not given stays as the recipe has it."""
    from nonliteral.training import train_model
    from nonliteral.training.loop import tell_time

    if not data or out is None:
        raise InputError(f"Data and a folder are needed: nonliteral train {kind} --data FILE... --out DIR")
    options = {name: value for name, value in given.items() if value is not None}
    if leave_out is not None:
        options["leave_out"] = [part.strip() for part in leave_out.split(",") if part.strip()]
    made = {}
    for number in range(seeds) if seeds > 1 else [seed]:
        folder = out / f"seed-{number}" if seeds > 1 else out
        made[str(folder)] = train_model(
            kind, data, folder, seed=number, held_out=held_out or (), test=test or (), report=say, **options
        )
    if as_json:
        print_json(made)
        return
    for folder_name, description in made.items():
        time = tell_time(description.seconds)
        steps = f"{description.steps:,} step{'s' if description.steps != 1 else ''}"
        say(f"{folder_name}: {steps} in {time}; see {folder_name}/MODEL_CARD.md")
