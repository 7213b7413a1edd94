"""`t5:NAME_OR_PATH`: text-to-text models that answer label and explanation together.

FLUTE has two forms of instruction, the paper's and the release's; both are data files here. An
answer that fits no label is unreadable, never the label of the pair before it.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from nonliteral.errors import InputError, MissingExtraError, UnknownNameError
from nonliteral.models.addresses import ModelKind
from nonliteral.models.base import Guess, digest
from nonliteral.models.transformer import fingerprint_files, load_pretrained, load_tokenizer
from nonliteral.records import LABELS, Label, Pair, normalise_text

FORMS = Path(__file__).parent / "prompts" / "t5"
DEFAULT_FORM = "entail"


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """A form of instruction: what is asked, and what each answer means."""

    instruction: str
    answers: dict[Label, str]
    explain: dict[Label, bool]

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels that can be answered, in their usual order."""
        return tuple(label for label in LABELS if label in self.answers)

    def ask(self, premise: str, hypothesis: str) -> str:
        """Return the instruction for a pair."""
        # Both at once: a premise may well hold the text "{hypothesis}".
        texts = {"{premise}": premise, "{hypothesis}": hypothesis}
        return re.sub(r"\{premise\}|\{hypothesis\}", lambda found: texts[found[0]], self.instruction).strip()

    def answer(self, label: Label, explanation: str | None) -> str:
        """Return the answer to train on."""
        text = f"{self.answers[label]}."
        return f"{text} {explanation}" if explanation and self.explain[label] else text

    def read(self, text: str) -> Guess:
        """Return what an answer says; one that begins with none of the answers is unreadable."""
        for label, word in self.answers.items():
            found = re.match(rf"\W*{re.escape(word)}\b\W*", text, re.IGNORECASE)
            if found:
                explanation = normalise_text(text[found.end() :])
                return Guess(label, None, explanation or None)
        return Guess(None, None, normalise_text(text) or None)


def load_form(name: str) -> Form:
    """Return a form by name, or from a TOML file of one's own."""
    path = Path(name) if name.endswith(".toml") else FORMS / f"{name}.toml"
    if not path.exists():
        known = [file.stem for file in FORMS.glob("*.toml")]
        raise UnknownNameError(
            "form of instruction", name, known, advice="A .toml file of your own works too."
        )
    try:
        form = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Form)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise InputError(f"{path} is not a form of instruction: {error}.") from None
    if set(form.answers) != set(form.explain) or len(form.answers) < 2:
        raise InputError(f"{path} must have the same labels, at least two, in [answers] and [explain].")
    return form


class TextToText:
    """A sequence-to-sequence model on torch."""

    libraries = ("torch", "transformers", "tokenizers", "sentencepiece")

    def __init__(
        self,
        name: str,
        *,
        form: str = DEFAULT_FORM,
        max_length: int = 512,
        max_tokens: int = 64,
        batch_size: int = 16,
        threads: int | None = None,
        offline: bool = False,
    ) -> None:
        try:
            import torch
            from transformers import AutoModelForSeq2SeqLM
        except ImportError:
            raise MissingExtraError("A model at t5:", "train") from None
        self._form = load_form(form)
        self.labels = self._form.labels
        self._tokenizer = load_tokenizer(name, offline=offline)
        self._model = load_pretrained(
            AutoModelForSeq2SeqLM, name, offline=offline, dtype=torch.float32
        ).eval()
        self._device = "cuda" if torch.cuda.is_available() else "cpu"
        self._model.to(self._device)
        if threads:
            torch.set_num_threads(threads)
        self._max_length = max_length
        self._max_tokens = max_tokens
        self.batch_size = batch_size
        self.fingerprint = digest(
            fingerprint_files(name, self._model), msgspec.to_builtins(self._form), max_length, max_tokens
        )

    def lengths(self, pairs: Sequence[Pair]) -> list[int]:
        """Return the number of tokens of each instruction."""
        return [len(ids) for ids in self._encode(pairs)["input_ids"]]

    def predict(self, pairs: Sequence[Pair]) -> list[Guess]:
        """Return label and explanation of each pair; the most probable answer, so always the same."""
        import torch

        inputs = self._tokenizer.pad(self._encode(pairs), return_tensors="pt").to(self._device)
        with torch.inference_mode():
            output = self._model.generate(
                **inputs, max_new_tokens=self._max_tokens, do_sample=False, num_beams=1
            )
        texts = self._tokenizer.batch_decode(output, skip_special_tokens=True)
        return [self._form.read(text) for text in texts]

    def _encode(self, pairs: Sequence[Pair]) -> Any:
        texts = [self._form.ask(pair.premise, pair.hypothesis) for pair in pairs]
        return self._tokenizer(texts, truncation=True, max_length=self._max_length)


def _trained_form(name: str) -> str:
    """Return the form that `nonliteral train t5` taught a checkpoint: by another it would be misread."""
    try:
        described = json.loads((Path(name) / "training.json").read_bytes())
        return str(described["settings"]["form"])
    except (OSError, ValueError, KeyError, TypeError):
        return DEFAULT_FORM


def open_t5(
    name: str,
    *,
    form: str | None = None,
    max_length: int = 512,
    max_tokens: int = 64,
    batch_size: int = 16,
    threads: int | None = None,
    offline: bool = False,
) -> TextToText:
    """Open a text-to-text checkpoint by folder or by name."""
    if not name:
        raise InputError("t5: needs a folder or a name, as in t5:google-t5/t5-small.")
    return TextToText(
        name,
        form=form or _trained_form(name),
        max_length=max_length,
        max_tokens=max_tokens,
        batch_size=batch_size,
        threads=threads,
        offline=offline,
    )


KIND = ModelKind(
    addresses={"t5:NAME_OR_PATH": "Text-to-text: label and explanation together, by FLUTE's instructions"},
    needs="the train extra",
    open=open_t5,
)
