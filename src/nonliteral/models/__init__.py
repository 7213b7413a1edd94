"""Models: baselines, word-vector models, encoders, text-to-text, chat, and saved predictions.

Each is opened by a short address (`default`, `hf:NAME`, `chat:MODEL`, ...); `base.py` says what a
model is, `addresses.py` opens one.
"""

from __future__ import annotations

from nonliteral.models.addresses import ModelKind, list_models, open_model
from nonliteral.models.base import Guess, Model

__all__ = ["Guess", "Model", "ModelKind", "list_models", "open_model"]
