"""Training: the papers' recipes by name, with checkpoints, resume, export and a model card."""

from __future__ import annotations

from nonliteral.training.recipes import presets, train_model

__all__ = ["presets", "train_model"]
