"""Running a model over suites: `evaluate` makes a run that a kill at any moment cannot spoil."""

from __future__ import annotations

from nonliteral.evaluation.running import Progress, evaluate

__all__ = ["Progress", "evaluate"]
