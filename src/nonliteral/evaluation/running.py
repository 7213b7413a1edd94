"""Making a run: batches in their planned order, appended as they are done, resumed after a kill.

A batch counts only when all its lines are there; a torn last line is cut. At the end the file is
put into suite order. So a resumed run equals a straight one, byte for byte.
"""

from __future__ import annotations

import os
import platform
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import msgspec

import nonliteral
from nonliteral.errors import ConflictError, InputError, ModelError
from nonliteral.evaluation.planning import PairFile, Plan
from nonliteral.files import (
    AnyPath,
    encode_document,
    encode_record,
    open_whole,
    read_document,
    write_bytes,
)
from nonliteral.models.addresses import open_model
from nonliteral.models.base import Guess, Model, as_guess, prepare
from nonliteral.models.saved import SavedPredictions
from nonliteral.records import LABELS, Pair, Prediction
from nonliteral.runs import RUN_FORMAT, Run, RunDescription, RunSuite
from nonliteral.suites import Suite, find_suites


class Progress(msgspec.Struct, frozen=True):
    """How far a run is; `resumed` pairs were answered before this process began."""

    suite: str
    done: int
    total: int
    resumed: int


Watch = Callable[[Progress], None]


def evaluate(
    model: str | Model,
    suites: AnyPath | Suite | Iterable[AnyPath | Suite],
    out: AnyPath,
    *,
    force: bool = False,
    watch: Watch = lambda _: None,
    **options: Any,
) -> Run:
    """Run a model over suites and return the run; one that was begun there is gone on with.

    `model` is an address (`default`, `hf:NAME`, ...) with its `options`, or a `Model` of your own.
    `suites` are suites, suite folders, or folders above them. A finished run by the same model over
    the same suites is left alone; anything else in `out` is refused unless `force`.

    >>> nonliteral.evaluate("default", "suites/idioms", "runs/default")  # doctest: +SKIP
    Run('runs/default', default)
    """
    found = _open_suites(suites)
    if isinstance(model, str):
        opened = open_model(model, **options)
        try:
            return _evaluate(model, opened, found, Path(out), options, force, watch)
        finally:
            close = getattr(opened, "close", None)
            if close is not None:
                close()
    if options:
        raise InputError("Options go with an address; a model that is already open has its own.")
    return _evaluate(model, model, found, Path(out), options, force, watch)


def _evaluate(
    model: str | Model,
    opened: Model,
    found: list[Suite],
    folder: Path,
    options: dict[str, Any],
    force: bool,
    watch: Watch,
) -> Run:
    _begin(opened, found)
    description = _describe(model, opened, found, options)
    if not _may_go_on(folder, description, force):
        return Run(folder)
    write_bytes(folder / Run.DESCRIPTION, encode_document(description))
    begun = time.monotonic()
    if isinstance(opened, SavedPredictions):
        figures = _write_saved(folder, opened, found)
    else:
        figures = _Runner(folder, opened, found, watch).run()
    description.seconds = round(time.monotonic() - begun, 3)
    description.finished = _now()
    description.figures = figures
    write_bytes(folder / Run.DESCRIPTION, encode_document(description))
    return Run(folder)


def _open_suites(given: AnyPath | Suite | Iterable[AnyPath | Suite]) -> list[Suite]:
    many = [given] if isinstance(given, str | os.PathLike | Suite) else list(given)
    found = find_suites([each.path if isinstance(each, Suite) else each for each in many])
    if not found:
        raise InputError("No suite was given. Make one with `nonliteral build` or `nonliteral data import`.")
    for suite in found:
        suite.verify()
        if not len(suite):
            raise InputError(f"{suite.path} is an empty suite. Build it again, or leave it out.")
    return found


def _begin(model: Model, suites: Sequence[Suite]) -> None:
    hook = getattr(model, "begin", None)
    if hook is not None:
        hook(suites)


def _describe(
    model: str | Model, opened: Model, suites: Sequence[Suite], options: dict[str, Any]
) -> RunDescription:
    versions = {"nonliteral": nonliteral.__version__, "python": platform.python_version()}
    for library in getattr(opened, "libraries", ()):
        try:
            versions[library] = version(library)
        except PackageNotFoundError:
            continue
    name = getattr(opened, "address", None) or f"py:{type(opened).__module__}:{type(opened).__qualname__}"
    labels = list(opened.labels)
    if not labels or any(label not in LABELS for label in labels):
        raise ModelError(
            f"The model's labels are {labels}. They must be among {', '.join(LABELS)}, in its own order."
        )
    return RunDescription(
        format=RUN_FORMAT,
        model=model if isinstance(model, str) else name,
        options={key: value for key, value in sorted(options.items()) if value is not None},
        fingerprint=opened.fingerprint,
        labels=labels,
        suites=[
            RunSuite(
                name=suite.name,
                sha256=suite.description.sha256,
                path=str(suite.path.resolve()),
                pairs=len(suite),
            )
            for suite in suites
        ],
        versions=versions,
        started=_now(),
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _may_go_on(folder: Path, description: RunDescription, force: bool) -> bool:
    """Return whether there is work to do; what is there by another run is a conflict."""
    predictions = folder / Run.PREDICTIONS
    if (folder / Suite.DESCRIPTION).exists():
        raise ConflictError(f"{folder} is a suite. Choose another --out for the run.")
    if not (folder / Run.DESCRIPTION).exists():
        if predictions.exists() and not force:
            raise ConflictError(
                f"{predictions} belongs to no run. Choose another --out, or replace it with --force."
            )
        predictions.unlink(missing_ok=True)
        return True
    if force:
        # The description goes last, so that a kill in between does not leave one without its answers.
        predictions.unlink(missing_ok=True)
        (folder / Run.DESCRIPTION).unlink()
        return True
    existing = read_document(folder / Run.DESCRIPTION, RunDescription)
    difference = _difference(existing, description)
    if difference:
        raise ConflictError(
            f"{folder} holds another run ({difference}). Choose another --out, or replace it with --force."
        )
    if existing.finished is not None and predictions.exists():
        return False
    description.started = existing.started
    return True


def _difference(old: RunDescription, new: RunDescription) -> str:
    if old.format != new.format:
        return f"of format {old.format}"
    if old.model != new.model:
        return f"of {old.model}"
    # The number of threads and the like changes nothing in the answers; what does is in the fingerprint.
    if old.fingerprint != new.fingerprint:
        return f"of {old.model} with other weights or settings"
    then = {suite.name: suite.sha256 for suite in old.suites}
    now = {suite.name: suite.sha256 for suite in new.suites}
    if then != now:
        return f"over {', '.join(then)}" if set(then) != set(now) else "over an earlier version of its suites"
    if [suite.name for suite in old.suites] != [suite.name for suite in new.suites]:
        return "over the same suites in another order"
    if old.options.get("batch_size") != new.options.get("batch_size"):
        return "with another batch size, which may change int8 answers"
    return ""


def _write_saved(folder: Path, saved: SavedPredictions, suites: Sequence[Suite]) -> dict[str, Any]:
    """Write a file of predictions made elsewhere in suite order; there is nothing to compute."""
    unreadable = 0
    with open_whole(folder / Run.PREDICTIONS) as file:
        for suite in suites:
            for pair in suite:
                guess = saved.answer(suite.name, pair)
                if guess is not None:
                    file.write(_line(suite.name, pair, guess))
                    unreadable += guess.label is None
    join = saved.joined
    return {
        "pairs": join.matched,
        "unreadable": unreadable,
        "missing": join.missing,
        "unknown": join.unknown,
        "repeated": join.repeated,
    }


def _line(suite: str, pair: Pair, guess: Guess) -> bytes:
    return (
        encode_record(
            Prediction(
                suite=suite,
                id=pair.id,
                label=guess.label,
                probabilities=guess.probabilities,
                explanation=guess.explanation,
            )
        )
        + b"\n"
    )


class _Runner:
    """One run being made."""

    def __init__(self, folder: Path, model: Model, suites: Sequence[Suite], watch: Watch) -> None:
        self.path = folder / Run.PREDICTIONS
        self.model = model
        self.suites = suites
        self.watch = watch
        self.total = sum(len(suite) for suite in suites)
        self.done = 0
        self.resumed = 0
        self.computed = 0

    def run(self) -> dict[str, Any]:
        """Answer every pair that is not answered yet, and put the file into suite order."""
        if self._is_in_suite_order():
            # Killed after the file was put in order, before the description said so.
            unreadable = self._count_unreadable()
        else:
            plans = self._answer()
            unreadable = self._put_in_order(plans)
        figures: dict[str, Any] = {"pairs": self.total, "computed": self.computed, "unreadable": unreadable}
        more = getattr(self.model, "figures", None)
        return {**figures, **(more() if more is not None else {})}

    def _answer(self) -> list[Plan]:
        plans: list[Plan] = []
        with open(self.path, "a+b") as file:
            file.seek(0)
            for suite in self.suites:
                plan = Plan(suite, self.model)
                plans.append(plan)
                with closing(PairFile(plan)) as pairs:
                    first = self._skip_done(file, plan, pairs)
                    if first < len(plan):
                        prepare(self.model, suite)
                    self.watch(Progress(suite.name, self.done, self.total, self.resumed))
                    for batch, guesses in self._compute(plan, pairs, first):
                        self._append(file, plan, pairs, batch, guesses)
                        self.watch(Progress(suite.name, self.done, self.total, self.resumed))
        return plans

    def _skip_done(self, file: Any, plan: Plan, pairs: PairFile) -> int:
        """Read the batches that are there whole, cut what follows, return the first that is not."""
        decode = msgspec.json.Decoder(Prediction).decode
        for batch in range(len(plan)):
            start = file.tell()
            for number in plan.members(batch):
                line = file.readline()
                try:
                    prediction = decode(line) if line.endswith(b"\n") else None
                except (msgspec.MsgspecError, UnicodeDecodeError):
                    prediction = None
                if (
                    prediction is None
                    or prediction.suite != plan.suite.name
                    or prediction.id != pairs.read(number).id
                ):
                    file.seek(start)
                    file.truncate()
                    return batch
            self.done += plan.size(batch)
            self.resumed += plan.size(batch)
        return len(plan)

    def _compute(self, plan: Plan, pairs: PairFile, first: int) -> Iterator[tuple[int, list[Any]]]:
        """Yield the judgements of each batch's different texts, in order, several at once if it may be."""
        workers = max(1, int(getattr(self.model, "workers", 1)))
        if workers == 1:
            for batch in range(first, len(plan)):
                yield batch, self._judge([pairs.read(n) for n in plan.representatives(batch)])
            return
        waiting: deque[tuple[int, Future[list[Any]]]] = deque()
        with ThreadPoolExecutor(workers, thread_name_prefix="nonliteral") as pool:
            try:
                for batch in range(first, len(plan)):
                    chosen = [pairs.read(n) for n in plan.representatives(batch)]
                    waiting.append((batch, pool.submit(self._judge, chosen)))
                    if len(waiting) >= 2 * workers:
                        number, future = waiting.popleft()
                        yield number, future.result()
                while waiting:
                    number, future = waiting.popleft()
                    yield number, future.result()
            finally:
                for _, future in waiting:
                    future.cancel()

    def _judge(self, pairs: list[Pair]) -> list[Any]:
        judgements = list(self.model.predict(pairs))
        if len(judgements) != len(pairs):
            raise ModelError(
                f"The model gave {len(judgements)} answers for {len(pairs)} pairs. "
                "`predict` must give one for each, in order."
            )
        labels = self.model.labels
        return [as_guess(judgement, labels) for judgement in judgements]

    def _append(self, file: Any, plan: Plan, pairs: PairFile, batch: int, guesses: list[Guess]) -> None:
        chosen = plan.representatives(batch)
        self.computed += len(chosen)
        by_number = dict(zip(chosen, guesses, strict=True))
        texts: tuple[str, str] = ("", "")
        current: Guess | None = None
        lines: list[bytes] = []
        for number in plan.members(batch):
            pair = pairs.read(number)
            if number in by_number:
                texts, current = (pair.premise, pair.hypothesis), by_number[number]
                guess = current
            elif current is not None and (pair.premise, pair.hypothesis) == texts:
                guess = current
            else:  # two texts with one hash: once in a great many suites
                guess = self._judge([pair])[0]
            lines.append(_line(plan.suite.name, pair, guess))
        # One write a batch: a kill leaves whole batches and at most one that is cut.
        file.write(b"".join(lines))
        file.flush()
        self.done += len(lines)

    def _put_in_order(self, plans: Sequence[Plan]) -> int:
        import numpy as np

        unreadable = 0
        with open(self.path, "rb") as unordered, open_whole(self.path) as ordered:
            for plan in plans:
                places = np.zeros((plan.pairs, 2), dtype=np.int64)
                position = unordered.tell()
                for batch in range(len(plan)):
                    for number in plan.members(batch):
                        size = len(unordered.readline())
                        places[number] = position, size
                        position += size
                for start, size in places.tolist():
                    unordered.seek(start)
                    line = unordered.read(size)
                    unreadable += b'"label":null' in line
                    ordered.write(line)
                unordered.seek(position)
        return unreadable

    def _is_in_suite_order(self) -> bool:
        if not self.path.exists():
            return False
        decode = msgspec.json.Decoder(Prediction).decode
        with open(self.path, "rb") as file:
            for suite in self.suites:
                for pair in suite:
                    line = file.readline()
                    if not line.endswith(b"\n"):
                        return False
                    try:
                        prediction = decode(line)
                    except (msgspec.MsgspecError, UnicodeDecodeError):
                        return False
                    if (prediction.suite, prediction.id) != (suite.name, pair.id):
                        return False
            return not file.readline()

    def _count_unreadable(self) -> int:
        with open(self.path, "rb") as file:
            return sum(b'"label":null' in line for line in file)
