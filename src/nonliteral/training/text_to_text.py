"""Training of text-to-text models that answer label and explanation together (FLUTE's recipe)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from nonliteral.errors import InputError, MissingExtraError
from nonliteral.models.text_to_text import Form
from nonliteral.models.transformer import load_pretrained, load_tokenizer
from nonliteral.training.data import TrainingPair
from nonliteral.training.loop import Report, Schedule, State, train

_IGNORED = -100


def load_text_to_text(base: str) -> tuple[Any, Any]:
    """Return tokenizer and model to start from, safetensors only."""
    try:
        from transformers import AutoModelForSeq2SeqLM
    except ImportError:
        raise MissingExtraError("Training a text-to-text model", "train") from None
    return load_tokenizer(base), load_pretrained(AutoModelForSeq2SeqLM, base)


def train_text_to_text(
    tokenizer: Any,
    model: Any,
    pairs: Sequence[TrainingPair],
    form: Form,
    schedule: Schedule,
    folder: Path,
    *,
    max_length: int,
    answer_length: int,
    seed: int,
    recipe: str,
    held_out: Sequence[TrainingPair] = (),
    report: Report = lambda _: None,
) -> State:
    """Tune `model` in place on instructions and answers; `held_out` is looked at, never learned from."""
    import torch

    unknown = sorted({pair.label for pair in pairs} - set(form.answers))
    if unknown:
        raise InputError(
            f"This form of instruction has no answer for {', '.join(unknown)}. "
            f"Leave those pairs out with --leave-out {','.join(unknown)}."
        )
    inputs, answers = _encode(tokenizer, pairs, form, max_length, answer_length)

    def loss_of(batch: Sequence[int]) -> Any:
        asked = tokenizer.pad({"input_ids": [inputs[i] for i in batch]}, return_tensors="pt")
        wanted = tokenizer.pad({"input_ids": [answers[i] for i in batch]}, return_tensors="pt")
        labels = wanted["input_ids"].masked_fill(wanted["attention_mask"] == 0, _IGNORED)
        return model(**asked, labels=labels).loss

    def evaluate() -> float:
        asked, _ = _encode(tokenizer, held_out, form, max_length, answer_length)
        right = 0
        with torch.inference_mode():
            for start in range(0, len(held_out), 16):
                part = tokenizer.pad({"input_ids": asked[start : start + 16]}, return_tensors="pt")
                output = model.generate(**part, max_new_tokens=8, do_sample=False, num_beams=1)
                texts = tokenizer.batch_decode(output, skip_special_tokens=True)
                right += sum(
                    form.read(text).label == pair.label
                    for text, pair in zip(texts, held_out[start : start + 16], strict=True)
                )
        return right / len(held_out)

    return train(
        model,
        loss_of,
        [len(ids) for ids in inputs],
        schedule,
        folder,
        seed=seed,
        recipe=recipe,
        evaluate=evaluate if held_out else None,
        report=report,
    )


def _encode(
    tokenizer: Any, pairs: Sequence[TrainingPair], form: Form, max_length: int, answer_length: int
) -> tuple[list[list[int]], list[list[int]]]:
    asked = [form.ask(pair.premise, pair.hypothesis) for pair in pairs]
    wanted = [form.answer(pair.label, pair.explanation) for pair in pairs]
    inputs = tokenizer(asked, truncation=True, max_length=max_length)["input_ids"]
    answers = tokenizer(text_target=wanted, truncation=True, max_length=answer_length)["input_ids"]
    return inputs, answers
