"""Training data: files of labelled pairs in the forms in which people have them.

JSON lines, JSON, CSV and TSV (each also gzipped) with the usual column names, and suites of this
package. Labels are read by name; what cannot be used is counted, never dropped in silence.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from nonliteral.errors import InputError, RecordError
from nonliteral.files import AnyPath, hash_file
from nonliteral.models.labels import labels_of, read_label
from nonliteral.records import Label, Scheme, fold, normalise_text
from nonliteral.suites import Suite, find_suites

_PREMISE = ("premise", "sentence1", "text_a")
_HYPOTHESIS = ("hypothesis", "sentence2", "text_b")
_LABEL = ("label", "gold_label")
_EXPLANATIONS = ("explanation", "explanation_1", "explanation_2", "explanation_3")


class TrainingPair(msgspec.Struct, frozen=True, omit_defaults=True):
    """A labelled pair to learn from."""

    premise: str
    hypothesis: str
    label: Label
    explanation: str | None = None
    group: str | None = None


class TrainingSet(msgspec.Struct):
    """What was read: the pairs, what was left out, and the files by sha256."""

    pairs: list[TrainingPair]
    left_out: Counter[str]
    files: dict[str, str]


def read_training_data(
    paths: Iterable[AnyPath], scheme: Scheme = "three-way", *, leave_out: Iterable[str] = ()
) -> TrainingSet:
    """Read every file; one that is given twice counts twice.

    `leave_out` names labels that are not trained on (FLUTE leaves neutral out of e-SNLI).
    """
    unwanted = set(leave_out)
    found = TrainingSet([], Counter(), {})
    files = [Path(path) for path in paths]
    for path, name in zip(files, name_files(files), strict=True):
        for pair in _read_any(path, name, found):
            label: Any = fold(pair.label) if scheme == "two-way" else pair.label
            if pair.label in unwanted:
                found.left_out[f"pairs labelled {pair.label}"] += 1
            elif label not in labels_of(scheme):
                found.left_out[f"{pair.label} pairs, which a three-way model cannot learn from"] += 1
            else:
                found.pairs.append(msgspec.structs.replace(pair, label=label))
    if not found.pairs:
        raise InputError(
            "There is no pair to learn from in "
            + ", ".join(map(str, files))
            + ". Each needs a premise, a hypothesis and a label by name."
        )
    return found


def name_files(paths: Iterable[AnyPath]) -> list[str]:
    """Return a short name for each file: the last part of its path, and more where two would share it.

    >>> name_files(["snli/test.jsonl", "mnli/test.jsonl", "dev.jsonl"])
    ['snli/test.jsonl', 'mnli/test.jsonl', 'dev.jsonl']
    """
    parts = [Path(path).parts for path in paths]
    names: list[str] = []
    for mine in parts:
        size = 1
        others = {other for other in parts if other != mine}
        while size < len(mine) and any(other[-size:] == mine[-size:] for other in others):
            size += 1
        names.append("/".join(mine[-size:]))
    return names


def _read_any(path: Path, name: str, found: TrainingSet) -> Iterator[TrainingPair]:
    if path.is_dir():
        for suite in find_suites([path]):
            found.files[suite.name] = suite.sha256()
            yield from _read_suite(suite)
        return
    if not path.exists():
        raise InputError(f"There is no file {path}.")
    found.files[name] = hash_file(path)
    for line, row in _read_rows(path):
        pair = _read_row(path, line, row, found.left_out)
        if pair is not None:
            yield pair


def _read_suite(suite: Suite) -> Iterator[TrainingPair]:
    for pair in suite:
        yield TrainingPair(pair.premise, pair.hypothesis, pair.label, pair.explanation, pair.group)


def _read_rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    suffixes = [suffix for suffix in path.suffixes if suffix != ".gz"]
    kind = suffixes[-1] if suffixes else ""
    opener: Any = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rb") as raw:
        text = io.TextIOWrapper(raw, encoding="utf-8-sig", newline="")
        try:
            if kind == ".jsonl":
                yield from _read_json_lines(path, text)
            elif kind == ".json":
                yield from _read_json(path, text)
            elif kind in {".csv", ".tsv", ".txt"}:
                yield from _read_table(path, text, "," if kind == ".csv" else "\t")
            else:
                raise InputError(
                    f"{path} is of no known kind. Give .jsonl, .json, .csv, .tsv, one of them gzipped, or a "
                    "suite."
                )
        except UnicodeDecodeError:
            raise InputError(f"{path} is not UTF-8. Save it as UTF-8 and try again.") from None


def _read_json_lines(path: Path, text: Iterable[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(text, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as error:
            raise RecordError(path, number, f"not a JSON object ({error}).") from None
        if not isinstance(row, dict):
            raise RecordError(path, number, "not a JSON object.")
        yield number, row


def _read_json(path: Path, text: io.TextIOBase) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        content = json.loads(text.read())
    except ValueError as error:
        raise InputError(f"{path} is not JSON ({error}).") from None
    rows = list(content.values()) if isinstance(content, dict) else content
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise InputError(f"{path} must be a list of objects, or an object of objects.")
    yield from enumerate(rows, 1)


def _read_table(path: Path, text: Iterable[str], delimiter: str) -> Iterator[tuple[int, dict[str, Any]]]:
    # Tab-separated files of the field do not quote: a quotation mark there is a quotation mark.
    quoting: Any = csv.QUOTE_MINIMAL if delimiter == "," else csv.QUOTE_NONE
    reader = csv.DictReader(text, delimiter=delimiter, quoting=quoting)
    for row in reader:
        if None in row or None in row.values():
            raise RecordError(
                path, reader.line_num, f"not {len(reader.fieldnames or ())} columns, as in the header."
            )
        yield reader.line_num, row


def _read_row(path: Path, line: int, row: dict[str, Any], left_out: Counter[str]) -> TrainingPair | None:
    values = {str(key).strip().casefold(): value for key, value in row.items()}
    premise, hypothesis, label = (
        next((values[key] for key in keys if key in values), None) for keys in (_PREMISE, _HYPOTHESIS, _LABEL)
    )
    if premise is None or hypothesis is None or label is None:
        raise RecordError(
            path,
            line,
            f"no premise, hypothesis and label among {', '.join(map(str, row))}.",
            f"Call the columns {_PREMISE[0]}, {_HYPOTHESIS[0]} and {_LABEL[0]}.",
        )
    if str(label).strip() in {"", "-"}:
        left_out["pairs without a label that annotators agreed on"] += 1
        return None
    known = read_label(str(label))
    if known is None:
        raise RecordError(
            path,
            line,
            f"{label!r} is not a label by name.",
            "Write entailment, neutral, contradiction or non-entailment.",
        )
    texts = normalise_text(str(premise)), normalise_text(str(hypothesis))
    if not all(texts):
        left_out["pairs with an empty text"] += 1
        return None
    # e-SNLI has up to three explanations an item; FLUTE trains on the longest of them.
    explanations = [str(values[key]).strip() for key in _EXPLANATIONS if values.get(key)]
    group = values.get("group")
    return TrainingPair(
        *texts, known, max(explanations, key=len, default=None), None if group is None else str(group)
    )
