"""The training loop that all recipes share: batches by length, schedule, checkpoints, resume.

What happens at a step depends only on the recipe, the data and the number of the step (order and
dropout are seeded by it), so a training that was killed goes on as if it had not been.
Checkpoints are safetensors and JSON: nothing is pickled.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from nonliteral.draw import Draw, stable_hash
from nonliteral.errors import ConflictError
from nonliteral.files import encode_document, read_document, write_bytes

Report = Callable[[str], None]


class Schedule(msgspec.Struct, frozen=True, kw_only=True):
    """How long to train, how fast, and how often to look and to save."""

    epochs: int
    batch_size: int
    learning_rate: float
    warmup: float = 0.0
    """The share of steps in which the rate rises to its full height; then it falls to zero linearly."""
    decay: Literal["linear", "constant"] = "linear"
    weight_decay: float = 0.0
    clip: float = 1.0
    optimizer: Literal["adamw", "sgd", "adam"] = "adamw"
    micro_batch: int = 0
    """At most so many pairs are computed at once, so that a large batch fits; 0 for no limit."""
    max_steps: int = 0
    evaluate_every: int = 0
    checkpoint_every: int = 0


class Moment(msgspec.Struct, kw_only=True):
    """How a training went at one step."""

    step: int
    epoch: float
    loss: float
    rate: float
    pairs_a_second: float
    accuracy: float | None = None


class State(msgspec.Struct, kw_only=True):
    """What a checkpoint says beside its tensors."""

    recipe: str
    step: int
    steps: int
    seconds: float
    history: list[Moment]


def plan_batches(lengths: Sequence[int], size: int, draw: Draw) -> list[list[int]]:
    """Return one epoch's batches: random, but of like length, so that little is spent on padding."""
    order = draw.shuffled(range(len(lengths)))
    pool = size * 64
    batches: list[list[int]] = []
    for start in range(0, len(order), pool):
        chunk = sorted(order[start : start + pool], key=lambda i: (lengths[i], i))
        batches.extend(chunk[i : i + size] for i in range(0, len(chunk), size))
    return draw.child("batches").shuffled(batches)


def count_steps(pairs: int, schedule: Schedule) -> int:
    """Return the number of steps of a training."""
    steps = -(-pairs // schedule.batch_size) * schedule.epochs
    return min(steps, schedule.max_steps) if schedule.max_steps else steps


def rate_at(step: int, steps: int, schedule: Schedule) -> float:
    """Return the learning rate of a step, counted from 0."""
    warm = int(steps * schedule.warmup)
    if step < warm:
        return schedule.learning_rate * (step + 1) / warm
    if schedule.decay == "constant":
        return schedule.learning_rate
    return schedule.learning_rate * (steps - step) / max(1, steps - warm)


def train(
    module: Any,
    loss_of: Callable[[Sequence[int]], Any],
    lengths: Sequence[int],
    schedule: Schedule,
    folder: Path,
    *,
    seed: int,
    recipe: str,
    evaluate: Callable[[], float] | None = None,
    report: Report = lambda _: None,
) -> State:
    """Train `module` in place and return how it went; a checkpoint in `folder` is gone on from.

    `loss_of` gives the mean loss over the pairs with the given numbers; `lengths` are the pairs'
    lengths in tokens. `recipe` is a digest of everything that makes this training what it is.
    """
    import torch

    named = {name: value for name, value in module.named_parameters() if value.requires_grad}
    optimizer = _make_optimizer(named, schedule)
    steps = count_steps(len(lengths), schedule)
    state = _resume(folder, optimizer, named, recipe)
    if state is None:
        state = State(recipe=recipe, step=0, steps=steps, seconds=0.0, history=[])
    elif state.step < steps:
        report(f"going on from step {state.step:,}")
    per_epoch = -(-len(lengths) // schedule.batch_size)
    batches: list[list[int]] = []
    planned_epoch = -1
    window_pairs, window_loss, window_steps = 0, 0.0, 0
    window_start = time.monotonic()
    module.train()
    while state.step < steps:
        epoch = state.step // per_epoch
        if epoch != planned_epoch:
            batches = plan_batches(lengths, schedule.batch_size, Draw(seed, "epoch", epoch))
            planned_epoch = epoch
        batch = batches[state.step % per_epoch]
        torch.manual_seed(stable_hash(seed, "step", state.step) >> 1)
        rate = rate_at(state.step, steps, schedule)
        for group in optimizer.param_groups:
            group["lr"] = rate
        optimizer.zero_grad(set_to_none=True)
        size = schedule.micro_batch or len(batch)
        total = 0.0
        for start in range(0, len(batch), size):
            part = batch[start : start + size]
            loss = loss_of(part) * (len(part) / len(batch))
            loss.backward()
            total += float(loss.detach())
        if schedule.clip:
            torch.nn.utils.clip_grad_norm_(named.values(), schedule.clip)
        optimizer.step()
        state.step += 1
        window_pairs, window_loss, window_steps = (
            window_pairs + len(batch),
            window_loss + total,
            window_steps + 1,
        )
        last = state.step == steps
        look = evaluate is not None and (
            last or (schedule.evaluate_every and state.step % schedule.evaluate_every == 0)
        )
        if look or last or state.step % 50 == 0:
            seconds = max(time.monotonic() - window_start, 1e-9)
            moment = Moment(
                step=state.step,
                epoch=round(state.step / per_epoch, 3),
                loss=round(window_loss / window_steps, 4),
                rate=rate,
                pairs_a_second=round(window_pairs / seconds, 1),
            )
            state.seconds += seconds
            if look and evaluate is not None:
                module.eval()
                moment.accuracy = round(evaluate(), 4)
                module.train()
            state.history.append(moment)
            left = (steps - state.step) * seconds / window_steps
            report(_describe(moment, steps, left))
            window_pairs, window_loss, window_steps = 0, 0.0, 0
            window_start = time.monotonic()
        if last or (schedule.checkpoint_every and state.step % schedule.checkpoint_every == 0):
            save_checkpoint(folder, optimizer, named, state)
    module.eval()
    return state


def _describe(moment: Moment, steps: int, left: float) -> str:
    accuracy = "" if moment.accuracy is None else f", accuracy {moment.accuracy:.4f}"
    return (
        f"step {moment.step:,} of {steps:,} (epoch {moment.epoch:.2f}): loss {moment.loss:.4f}{accuracy}, "
        f"{moment.pairs_a_second:.1f} pairs/s, {tell_time(left)} left"
    )


def tell_time(seconds: float) -> str:
    """Return a length of time in the unit that a person would use."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:,.1f} h"


def _make_optimizer(named: dict[str, Any], schedule: Schedule) -> Any:
    import torch

    # Biases and the weights of normalisation are single rows: decaying them only hurts.
    groups = [
        {"params": [p for p in named.values() if p.dim() > 1], "weight_decay": schedule.weight_decay},
        {"params": [p for p in named.values() if p.dim() <= 1], "weight_decay": 0.0},
    ]
    kinds = {"adamw": torch.optim.AdamW, "adam": torch.optim.Adam, "sgd": torch.optim.SGD}
    return kinds[schedule.optimizer](groups, lr=schedule.learning_rate)


def save_checkpoint(folder: Path, optimizer: Any, named: dict[str, Any], state: State) -> None:
    """Save everything that going on needs; older checkpoints go once the new one is whole."""
    import torch
    from safetensors.torch import save_file

    beside = folder / f".checkpoint-{state.step:08d}.part"
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir(parents=True)
    save_file({name: value.detach().clone() for name, value in named.items()}, beside / "model.safetensors")
    names = {id(value): name for name, value in named.items()}
    moments = {
        f"{names[id(parameter)]}/{key}": value.detach().clone()
        for parameter, values in optimizer.state.items()
        for key, value in values.items()
        if isinstance(value, torch.Tensor)
    }
    save_file(moments, beside / "optimizer.safetensors")
    write_bytes(beside / "state.json", encode_document(state))
    target = folder / f"checkpoint-{state.step:08d}"
    shutil.rmtree(target, ignore_errors=True)
    beside.rename(target)
    for old in folder.glob("checkpoint-*"):
        if old != target:
            shutil.rmtree(old, ignore_errors=True)


def _resume(folder: Path, optimizer: Any, named: dict[str, Any], recipe: str) -> State | None:
    import torch
    from safetensors.torch import load_file

    found = sorted(folder.glob("checkpoint-*"))
    if not found:
        return None
    checkpoint = found[-1]
    state = read_document(checkpoint / "state.json", State)
    if state.recipe != recipe:
        raise ConflictError(
            f"{checkpoint} belongs to a training by another recipe or on other data. Choose another --out, "
            "or start over with --force."
        )
    weights = load_file(checkpoint / "model.safetensors")
    with torch.no_grad():
        for name, parameter in named.items():
            parameter.copy_(weights[name])
    moments: dict[str, dict[str, Any]] = {}
    for key, value in load_file(checkpoint / "optimizer.safetensors").items():
        name, _, kind = key.rpartition("/")
        moments.setdefault(name, {})[kind] = value
    for name, values in moments.items():
        optimizer.state[named[name]] = values
    return state
