"""Tiny checkpoints, made and saved in the test that needs them: nothing comes from a hub.

`python tests/tiny_models.py` writes tests/data/tiny-onnx, which the tests without torch use.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

WORDS = [
    "the",
    "a",
    "mara",
    "saw",
    "left",
    "told",
    "nobody",
    "somebody",
    "birds",
    "lunch",
    "at",
    "house",
    "it",
    "rains",
    "pours",
    "not",
    "never",
    "was",
    "is",
    "yes",
    "no",
    "entails",
    "contradicts",
    "because",
    "they",
    "cannot",
    "both",
    "be",
    "true",
    "do",
    "sentences",
    "contradict",
    "each",
    "other",
    "please",
    "answer",
    "between",
    "or",
    "if",
    "explain",
    "why",
    "does",
    "sentence",
    "entail",
    "and",
    "your",
    "decision",
    "in",
    ".",
    ",",
    "?",
    "!",
    "'",
    '"',
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
]
THREE = ("entailment", "neutral", "contradiction")


def make_tokenizer(folder: Path, *, pair: bool = True) -> Any:
    """Write a word-level tokenizer with BERT's or T5's special tokens."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"] if pair else ["<pad>", "</s>", "<unk>"]
    vocabulary = {word: number for number, word in enumerate(dict.fromkeys([*special, *WORDS]))}
    unknown = "[UNK]" if pair else "<unk>"
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token=unknown))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    if pair:
        tokenizer.post_processor = processors.TemplateProcessing(
            single="[CLS] $A [SEP]",
            pair="[CLS] $A [SEP] $B:1 [SEP]:1",
            special_tokens=[("[CLS]", vocabulary["[CLS]"]), ("[SEP]", vocabulary["[SEP]"])],
        )
        names = {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    else:
        tokenizer.post_processor = processors.TemplateProcessing(
            single="$A </s>", special_tokens=[("</s>", vocabulary["</s>"])]
        )
        names = {"pad_token": "<pad>", "eos_token": "</s>", "unk_token": "<unk>"}
    inputs = ["input_ids", "token_type_ids", "attention_mask"] if pair else ["input_ids", "attention_mask"]
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, model_max_length=64, model_input_names=inputs, **names
    )
    fast.save_pretrained(folder)
    return fast


def make_bert(
    folder: Path,
    labels: tuple[str, ...] | None = THREE,
    *,
    classes: int = 3,
    layers: int = 1,
    activation: str = "gelu",
) -> Path:
    """Write a tiny BERT classifier with random weights; without `labels` its classes have no names."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification

    tokenizer = make_tokenizer(folder)
    count = len(labels) if labels else classes
    config = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=16,
        num_hidden_layers=layers,
        num_attention_heads=2,
        intermediate_size=32,
        hidden_act=activation,
        max_position_embeddings=64,
        num_labels=count,
        initializer_range=0.6,
        **({"id2label": dict(enumerate(labels))} if labels else {}),
    )
    torch.manual_seed(3)
    BertForSequenceClassification(config).eval().save_pretrained(folder)
    return folder


def make_t5(folder: Path) -> Path:
    """Write a tiny T5 with random weights."""
    import torch
    from transformers import T5Config, T5ForConditionalGeneration

    tokenizer = make_tokenizer(folder, pair=False)
    config = T5Config(
        vocab_size=len(tokenizer),
        d_model=32,
        d_kv=8,
        d_ff=32,
        num_layers=1,
        num_heads=2,
        dropout_rate=0.0,
        pad_token_id=0,
        eos_token_id=1,
        decoder_start_token_id=0,
    )
    torch.manual_seed(3)
    T5ForConditionalGeneration(config).eval().save_pretrained(folder)
    return folder


if __name__ == "__main__":
    import tempfile

    from nonliteral.training.encoder import load_trained
    from nonliteral.training.export import export_onnx, quantise

    place = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "data" / "tiny-onnx"
    with tempfile.TemporaryDirectory() as scratch:
        exported = export_onnx(*load_trained(make_bert(Path(scratch) / "bert")), Path(scratch) / "onnx")
        quantise(exported, place)
