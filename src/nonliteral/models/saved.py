"""Predictions made elsewhere: one file, joined to suites by id.

JSON lines or CSV with `suite` and `id`, or `suite/id` in the one column `id`. What does not match
is counted, and is an error unless a partial join was asked for.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

import msgspec

from nonliteral.errors import InputError, ModelError, RecordError
from nonliteral.files import hash_file, open_to_read
from nonliteral.models.addresses import ModelKind
from nonliteral.models.base import Guess, as_guess, most_probable
from nonliteral.models.labels import read_label
from nonliteral.records import LABELS, Label, Pair
from nonliteral.suites import Suite

_SHOWN = 3
_ADVICE = 'Each line is one prediction, as in {"id": "idioms/e:1", "label": "neutral"}.'
_ARRAY = "Write one object a line, as this does: jq -c '.[]' answers.json > answers.jsonl"
_SEPARATORS = ",;\t"
_PROBABILITY = re.compile(r"(p|prob|probability)[_ -]")
Key = tuple[str, str]


class Join(msgspec.Struct, kw_only=True):
    """What matched and what did not; the lists hold the first few of each."""

    matched: int = 0
    missing: int = 0
    unknown: int = 0
    repeated: int = 0
    first_missing: list[str] = []
    first_unknown: list[str] = []
    first_repeated: list[str] = []

    def note(self, kind: str, name: str) -> None:
        """Count one that does not match."""
        setattr(self, kind, getattr(self, kind) + 1)
        first = getattr(self, f"first_{kind}")
        if len(first) < _SHOWN:
            first.append(name)

    def describe(self, kinds: Iterable[str]) -> str:
        """Return the counts in words, with examples."""
        parts = []
        for kind in kinds:
            count = getattr(self, kind)
            if count:
                examples = ", ".join(getattr(self, f"first_{kind}"))
                more = ", ..." if count > _SHOWN else ""
                parts.append(f"{count:,} {kind} id{'s' if count != 1 else ''} ({examples}{more})")
        return "; ".join(parts)


class SavedPredictions:
    """The answers in a file, by suite and id."""

    reads_pairs_whole = True

    def __init__(self, path: Path, *, partial: bool = False) -> None:
        self.path = path
        self.partial = partial
        self.labels: tuple[Label, ...] = LABELS
        self.fingerprint = hash_file(path)
        self.joined = Join()
        self._guesses: dict[Key, Guess] = {}
        self._suite = ""

    def join(self, suites: Sequence[Suite]) -> Join:
        """Match the file to the suites; raise with the counts unless everything does (or `partial`)."""
        known: dict[str, set[str]] = {suite.name: {pair.id for pair in suite} for suite in suites}
        join = Join()
        conflicts: list[str] = []
        guesses: dict[Key, Guess] = {}
        lines: dict[Key, int] = {}
        for line, suite_name, name, guess in self._read():
            key = _find(suite_name, name, known)
            if key is None:
                join.note("unknown", name if suite_name is None else f"{suite_name}/{name}")
            elif key in guesses:
                join.note("repeated", f"{key[0]}/{key[1]} on lines {lines[key]} and {line}")
                if guesses[key] != guess:
                    conflicts.append(f"{key[0]}/{key[1]} on lines {lines[key]} and {line}")
            else:
                guesses[key] = guess
                lines[key] = line
        for suite in suites:
            for pair in suite:
                if (suite.name, pair.id) not in guesses:
                    join.note("missing", f"{suite.name}/{pair.id}")
        join.matched = len(guesses)
        self._guesses, self.joined = guesses, join
        used = {guess.label for guess in guesses.values()}.union(
            *(guess.probabilities or () for guess in guesses.values())
        )
        self.labels = tuple(label for label in LABELS if label in used) or LABELS
        if conflicts:
            raise InputError(
                f"{self.path} answers {len(conflicts):,} pair{'s' if len(conflicts) != 1 else ''} twice and "
                f"differently ({', '.join(conflicts[:_SHOWN])}). Keep one answer for each."
            )
        if not join.matched:
            raise InputError(
                f"No prediction in {self.path} is for a pair of {', '.join(known)}: "
                f"{join.describe(['unknown', 'missing'])}. Ids are those of the suite's pairs.jsonl."
            )
        if not self.partial and (join.missing or join.unknown or join.repeated):
            found = join.describe(["missing", "unknown", "repeated"])
            raise InputError(
                f"{self.path} does not match the suites: {found}. "
                "Mend the file, or take what matches with --partial."
            )
        return join

    def answer(self, suite: str, pair: Pair) -> Guess | None:
        """Return the answer for a pair, or None where the file has none."""
        return self._guesses.get((suite, pair.id))

    def begin(self, suites: Sequence[Suite]) -> None:
        """Match the file to all suites of a run, once."""
        self.join(suites)

    def prepare(self, suite: Suite) -> None:
        """Remember whose ids `predict` is given."""
        self._suite = suite.name

    def predict(self, pairs: Sequence[Pair]) -> list[Guess]:
        """Return the answers for pairs of the suite that was prepared."""
        found = [self.answer(self._suite, pair) for pair in pairs]
        return [guess if guess is not None else Guess(None) for guess in found]

    def _read(self) -> Iterator[tuple[int, str | None, str, Guess]]:
        empty = True
        for line, row in _read_rows(self.path):
            empty = False
            suite, name = row.get("suite"), row.get("id")
            if name is None or not str(name).strip():
                raise RecordError(
                    self.path,
                    line,
                    f"no `id`, but {_name_keys(row)}.",
                    "Give `suite` and `id`, or `suite/id` in the column `id`.",
                )
            yield (
                line,
                str(suite).strip() if suite else None,
                str(name).strip(),
                _read_guess(self.path, line, row),
            )
        if empty:
            raise InputError(f"{self.path} holds no prediction. Is it the right file?")


def _find(suite: str | None, name: str, known: dict[str, set[str]]) -> Key | None:
    if suite is not None:
        return (suite, name) if name in known.get(suite, ()) else None
    head, _, tail = name.partition("/")
    if tail in known.get(head, ()):
        return head, tail
    # A bare id is enough where only one of the suites has it.
    holders = [each for each, ids in known.items() if name in ids]
    return (holders[0], name) if len(holders) == 1 else None


def _read_rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    kinds = [suffix.lower() for suffix in path.suffixes]
    zipped = kinds[-1:] == [".gz"]
    kind = (kinds[:-1] if zipped else kinds)[-1:]
    readers = {".jsonl": _read_objects, ".csv": _read_table, ".tsv": _read_table}
    if not kind or kind[0] not in readers:
        raise InputError(
            f"{path} must end in .jsonl, .csv or .tsv to be read as predictions."
            + (f" {_ARRAY}" if kind == [".json"] else "")
        )
    with open_to_read(path) as raw:
        binary: Any = gzip.GzipFile(fileobj=raw) if zipped else raw
        try:
            with io.TextIOWrapper(binary, encoding="utf-8-sig", newline="") as text:
                yield from readers[kind[0]](path, text)
        except UnicodeDecodeError:
            raise InputError(f"{path} is not UTF-8. Save it as UTF-8 and try again.") from None
        except (OSError, EOFError) as error:
            raise InputError(f"{path} cannot be read: {error}. Is the file whole?") from None


def _read_objects(path: Path, text: TextIO) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(text, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as error:
            raise RecordError(
                path, number, f"not a JSON object ({error}).", f"{_ADVICE} Is the file whole?"
            ) from None
        if not isinstance(row, dict):
            raise RecordError(
                path, number, "not a JSON object.", _ARRAY if isinstance(row, list) else _ADVICE
            )
        yield number, row


def _read_table(path: Path, text: TextIO) -> Iterator[tuple[int, dict[str, Any]]]:
    head = text.readline()
    # Spreadsheets save with semicolons or tabs, by country, whatever the file is called.
    separator = next(
        (mark for mark in _SEPARATORS if "id" in _name_columns(head, mark)),
        "\t" if path.name.lower().removesuffix(".gz").endswith(".tsv") else ",",
    )
    columns = _name_columns(head, separator)
    reader = csv.reader(text, delimiter=separator)
    for cells in reader:
        if not cells:
            continue
        if len(cells) != len(columns):
            raise RecordError(
                path,
                reader.line_num + 1,
                f"{len(cells)} columns, and the header has {len(columns)} ({', '.join(columns)}).",
                "Quote texts that hold the separator; is the file whole?",
            )
        row = dict(zip(columns, cells, strict=True))
        if separator == ";":  # where semicolons part columns, commas part decimals
            row = {
                name: value.replace(",", ".") if _probability_of(name) else value
                for name, value in row.items()
            }
        yield reader.line_num + 1, row


def _name_columns(head: str, separator: str) -> list[str]:
    """Return the columns of a header in lower case, since `ID` and `Label` mean the same."""
    return [name.strip().lower() for name in next(csv.reader([head], delimiter=separator), [])]


def _name_keys(row: dict[str, Any]) -> str:
    shown = [f"`{name}`" for name in row][: 2 * _SHOWN]
    return ", ".join(shown) + (", ..." if len(row) > len(shown) else "")


def _probability_of(column: str) -> Label | None:
    """Return the label whose probability a column holds: `neutral`, `p_neutral`, `prob_neutral`."""
    name = _PROBABILITY.sub("", column.strip().casefold(), count=1)
    # A column `n` is more likely a number of something than the probability of neutral.
    return read_label(name) if len(name) > 2 or name != column.strip().casefold() else None


def _read_guess(path: Path, line: int, row: dict[str, Any]) -> Guess:
    probabilities = _read_probabilities(path, line, row)
    explanation = row.get("explanation") or None
    given = row.get("label")
    if given is None or not str(given).strip():
        label = None
        if probabilities and "label" not in row:
            label = most_probable(probabilities)
        elif "label" not in row:
            raise RecordError(
                path,
                line,
                f"neither `label` nor probabilities, but {_name_keys(row)}.",
                "Call the answer `label`, or its probabilities `p_entailment` and so on; write null (nothing "
                "in a table) for an answer that could not be read.",
            )
    else:
        label = read_label(str(given))
        if label is None:
            raise RecordError(
                path, line, f"{given!r} is not a label by name.", f"Labels are {', '.join(LABELS)}."
            )
    try:
        return as_guess(
            Guess(label, probabilities, None if explanation is None else str(explanation)), LABELS
        )
    except ModelError as error:
        raise RecordError(path, line, str(error)) from None


def _read_probabilities(path: Path, line: int, row: dict[str, Any]) -> dict[str, float] | None:
    given = row.get("probabilities")
    if isinstance(given, str) and given.strip():
        try:
            given = json.loads(given)
        except ValueError:
            raise RecordError(path, line, f"`probabilities` is not a JSON object: {given[:60]!r}.") from None
    if not given:
        # In a table, one column a label.
        found = {key: _probability_of(key) for key in row}
        given = {label: row[key] for key, label in found.items() if label and str(row[key]).strip()}
    if not isinstance(given, dict):
        raise RecordError(
            path,
            line,
            "`probabilities` is not an object from label to number.",
            'Name the labels, as in {"entailment": 0.7, "neutral": 0.2, "contradiction": 0.1}.',
        )
    out: dict[str, float] = {}
    for name, value in given.items():
        label = read_label(str(name))
        if label is None:
            raise RecordError(
                path, line, f"{name!r} is not a label by name.", f"Labels are {', '.join(LABELS)}."
            )
        try:
            out[label] = float(value)
        except (TypeError, ValueError):
            raise RecordError(path, line, f"the probability of {name} is not a number: {value!r}.") from None
    return out or None


def open_saved(path: str, *, partial: bool = False) -> SavedPredictions:
    """Open a file of predictions."""
    if not path:
        raise InputError("predictions: needs a file, as in predictions:answers.jsonl.")
    if not Path(path).is_file():
        raise InputError(
            f"There is no file {path}. Give one with predictions, as in predictions:answers.jsonl."
        )
    return SavedPredictions(Path(path), partial=partial)


KIND = ModelKind(
    addresses={"predictions:FILE": "Predictions made elsewhere (.jsonl, .csv), joined by id"},
    needs="nothing",
    open=open_saved,
)
