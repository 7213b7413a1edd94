"""Runs on disk: what one model said about one or more suites.

`run.json` says which model and which suites; `predictions.jsonl` holds the answers in suite order
once the run is finished. Who makes runs and how they resume is in `evaluation/`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from nonliteral.errors import InputError
from nonliteral.files import AnyPath, read_document, read_records
from nonliteral.records import Prediction

RUN_FORMAT = 1


class RunSuite(msgspec.Struct, kw_only=True):
    """A suite that a run is over: by name, by content, and where it was."""

    name: str
    sha256: str
    path: str
    pairs: int


class RunDescription(msgspec.Struct, kw_only=True):
    """The content of `run.json`."""

    format: int
    model: str
    options: dict[str, Any]
    fingerprint: str
    labels: list[str]
    suites: list[RunSuite]
    versions: dict[str, str]
    started: str
    finished: str | None = None
    seconds: float | None = None
    figures: dict[str, Any] = {}


class Run:
    """A folder of predictions: `for prediction in Run("runs/default"): ...`."""

    DESCRIPTION = "run.json"
    PREDICTIONS = "predictions.jsonl"

    def __init__(self, path: AnyPath) -> None:
        self.path = Path(path)
        if not (self.path / self.DESCRIPTION).exists():
            wrong = (
                f"{self.path} is not a run, and there is none below it: it has no {self.DESCRIPTION}."
                if self.path.exists()
                else f"There is no folder {self.path}."
            )
            raise InputError(f"{wrong} Make a run with `nonliteral evaluate`.")
        self.description = read_document(self.path / self.DESCRIPTION, RunDescription)
        if self.description.format != RUN_FORMAT:
            raise InputError(
                f"{self.path / self.DESCRIPTION} has format {self.description.format}, and this version "
                f"reads format {RUN_FORMAT}. Evaluate the model again."
            )

    @property
    def finished(self) -> bool:
        """Whether every pair has been answered."""
        return self.description.finished is not None

    @property
    def predictions_path(self) -> Path:
        """The file of predictions."""
        return self.path / self.PREDICTIONS

    def __iter__(self) -> Iterator[Prediction]:
        return read_records(self.predictions_path, Prediction, unique=None)

    def __repr__(self) -> str:
        return f"Run({str(self.path)!r}, {self.description.model})"
