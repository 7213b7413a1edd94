"""Reading of other people's files: lines, TSV, CSV, JSON and JSON lines, with file and line of what is wrong.

Published files come in several encodings, with loose quoting and with text that was decoded wrongly on its
way. Here is what all readers share: one way to walk over such a file, and one kind of error.
"""

from __future__ import annotations

import csv
import fnmatch
import gzip
import io
import json
import math
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

from nonliteral.errors import InputError, RecordError
from nonliteral.files import open_to_read
from nonliteral.records import normalise_text

MAX_FIELD = 1 << 20
"""A field longer than this is a file read with the wrong quoting, never data."""

_INT64 = 1 << 63


class Line(NamedTuple):
    """A line of a text file, decoded, without its line break."""

    number: int
    text: str


class Row(NamedTuple):
    """A data record of a table: where it begins, its position from 0, and its fields by column."""

    path: Path
    line: int
    n: int
    fields: dict[str, str]

    def error(self, problem: str, advice: str = "") -> RecordError:
        """Return the error that names this record's file and line."""
        return RecordError(self.path, self.line, problem, advice)


class Item(NamedTuple):
    """A data record of a JSON file: where it begins, its position from 0, and its value."""

    path: Path
    line: int
    n: int
    value: dict[str, Any]

    def error(self, problem: str, advice: str = "") -> RecordError:
        """Return the error that names this record's file and line."""
        return RecordError(self.path, self.line, problem, advice)

    def text(self, key: str) -> str:
        """Return a text that must be there."""
        value = self.value.get(key)
        if not isinstance(value, str):
            found = f"found {_short(value)}" if key in self.value else "the key is missing"
            raise self.error(f"`{key}` must be text; {found}.")
        return value


def find_files(
    path: Path,
    patterns: Sequence[str],
    what: str,
    *,
    accept: Callable[[Path], bool] = lambda _: True,
) -> list[Path]:
    """Return the files at or below `path` whose names fit one of `patterns`, sorted by path.

    `path` itself, if it is a file, is taken whatever its name, unless `accept` refuses it. Hidden files and
    folders are passed over. Nothing found is an `InputError` that names the files that were looked for.
    """
    wanted = f"Expected {what}: {', '.join(patterns)}."
    try:
        if path.is_dir():
            found = [
                file
                for file in path.rglob("*")
                if file.is_file()
                and not any(part.startswith(".") for part in file.relative_to(path).parts)
                and any(fnmatch.fnmatch(file.name.lower(), pattern.lower()) for pattern in patterns)
                and accept(file)
            ]
            if not found:
                raise InputError(f"{path} holds no file of {what}. {wanted}")
            return sorted(found, key=lambda file: file.relative_to(path).as_posix())
        if not path.exists():
            raise InputError(f"There is no file or folder {path}. {wanted}")
    except OSError as error:
        raise InputError(f"Cannot read {path}: {error.strerror}.") from None
    if not accept(path):
        raise InputError(f"{path} is not a file of {what}. {wanted}")
    return [path]


def file_stem(path: Path) -> str:
    """Return a file's name without its ending (and without `.gz`), as ids begin with it."""
    return Path(path.name.removesuffix(".gz")).stem


@contextmanager
def open_plain_or_gzip(path: Path) -> Iterator[BinaryIO]:
    """Open a file to read, unpacking it where its name ends in `.gz`."""
    with open_to_read(path) as file:
        if path.suffix != ".gz":
            yield file
            return
        try:
            with gzip.open(file) as unpacked:
                yield cast("BinaryIO", unpacked)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise InputError(f"{path} is a broken gzip file ({error}). Download it again.") from None


def read_lines(
    path: Path,
    encodings: Sequence[str] = ("utf-8",),
    *,
    keep_breaks: bool = False,
    on_fallback: Callable[[str], None] = lambda _: None,
) -> Iterator[Line]:
    """Yield the lines of a text file, decoded by the first of `encodings` that fits each line.

    Lines end at `\\n` alone, as an editor counts them. A byte order mark at the start is dropped. Where not
    the first encoding is used, `on_fallback` is told which; where none fits, the error names the line.
    """
    with open_plain_or_gzip(path) as file:
        for number, raw in enumerate(file, 1):
            line = raw
            if number == 1:
                if line.startswith((b"\xff\xfe", b"\xfe\xff")):
                    raise RecordError(path, 1, "the file is UTF-16.", "Save it as UTF-8 and try again.")
                line = line.removeprefix(b"\xef\xbb\xbf")
            text = _decode(line, encodings, on_fallback)
            if text is None:
                named = " nor ".join(name.upper() for name in encodings)
                raise RecordError(path, number, f"not {named}.", "Save the file as UTF-8 and try again.")
            yield Line(number, text if keep_breaks else text.removesuffix("\n").removesuffix("\r"))


def _decode(line: bytes, encodings: Sequence[str], on_fallback: Callable[[str], None]) -> str | None:
    for encoding in encodings:
        try:
            text = line.decode(encoding)
        except UnicodeDecodeError:
            continue
        if encoding != encodings[0]:
            on_fallback(encoding)
        return text
    return None


def read_table(
    path: Path,
    columns: Sequence[str] | None = None,
    *,
    delimiter: str = "\t",
    quoted: bool = False,
    strict: bool = True,
    header: bool | None = None,
    required: Sequence[str] = (),
    optional: int = 0,
    encodings: Sequence[str] = ("utf-8",),
    on_fallback: Callable[[str], None] = lambda _: None,
    skip_empty: bool = False,
) -> Iterator[Row]:
    """Yield the data records of a TSV or CSV file.

    With `columns` alone the file has no header and each record must have just these fields, of which the last
    `optional` may be missing. With `header` the first record names the columns, and `required` (by default
    `columns`, in any order) must be among them. `quoted` reads `"` as CSV does; `strict` then refuses text
    after a closing quote, and in a header without `required` columns two of one name. `skip_empty` passes
    over empty lines, which are then no data records.
    """
    has_header = columns is None if header is None else header
    lines = read_lines(path, encodings, keep_breaks=quoted, on_fallback=on_fallback)
    records = _csv_records(path, lines, delimiter, strict) if quoted else _plain_records(lines, delimiter)
    names = list(columns or ())
    needed = len(names) - optional
    if has_header:
        try:
            first = next(records)
        except StopIteration:
            raise RecordError(
                path, 1, "the file is empty, and a line with column names was expected."
            ) from None
        names = [name.strip() for name in first[1]]
        if not any(names):
            raise RecordError(path, first[0], "an empty line where the names of the columns were expected.")
        must = list(required or columns or ())
        missing = [name for name in must if name not in names]
        if missing:
            raise RecordError(
                path,
                first[0],
                f"the first line must name the columns {', '.join(must)}; {', '.join(missing)} is missing.",
                f"Found: {_short(', '.join(names))}.",
            )
        repeated = [name for name in must or (names if strict else ()) if names.count(name) > 1]
        if repeated:
            raise RecordError(path, first[0], f"the column {repeated[0]!r} stands twice.")
        needed = len(names) - optional
    n = 0
    for line, fields in records:
        if skip_empty and not any(field.strip() for field in fields):
            continue
        if not needed <= len(fields) <= len(names):
            expected = str(needed) if needed == len(names) else f"{needed} to {len(names)}"
            shown = f" ({', '.join(names)})" if len(names) <= 12 else ""
            raise RecordError(
                path, line, f"{expected} fields expected{shown}, {len(fields)} found: {_short(fields)}."
            )
        yield Row(path, line, n, dict(zip(names, fields, strict=False)))
        n += 1


def _plain_records(lines: Iterator[Line], delimiter: str) -> Iterator[tuple[int, list[str]]]:
    for line in lines:
        yield line.number, line.text.split(delimiter)


def _csv_records(
    path: Path, lines: Iterator[Line], delimiter: str, strict: bool
) -> Iterator[tuple[int, list[str]]]:
    last = [0]

    def texts() -> Iterator[str]:
        for line in lines:
            last[0] = line.number
            yield line.text

    csv.field_size_limit(MAX_FIELD)
    reader = csv.reader(texts(), delimiter=delimiter, strict=strict)
    start = 1
    while True:
        try:
            fields = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            span = "" if last[0] <= start else f" (the record goes on to line {last[0]})"
            problem, advice = f"not CSV: {error}{span}.", "Look for a quotation mark that is not closed."
            if "new-line character" in str(error):
                problem, advice = "lines end in carriage returns alone.", "Save the file with line feeds."
            raise RecordError(path, start, problem, advice) from None
        yield start, fields
        start = last[0] + 1


def parse_json(text: str) -> Any:
    """Return the value of a JSON text; what a record could not hold (NaN, huge numbers) is a ValueError."""
    return _json_decoder().decode(text)


def _json_decoder() -> json.JSONDecoder:
    return json.JSONDecoder(
        object_pairs_hook=_unique_keys, parse_constant=_refuse, parse_float=_finite, parse_int=_integer
    )


def _unique_keys(items: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(items)
    if len(value) != len(items):
        keys = [key for key, _ in items]
        raise ValueError(f"the key {next(key for key in keys if keys.count(key) > 1)!r} stands twice")
    return value


def _refuse(name: str) -> float:
    raise ValueError(f"{name} is not a JSON number")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"the number {_short(text)} is too big")
    return value


def _integer(text: str) -> int:
    value = int(text) if len(text) < 21 else _INT64
    if not -_INT64 <= value < _INT64:
        raise ValueError(f"the number {_short(text)} is too big")
    return value


def holds_lone_surrogate(text: str) -> bool:
    """Return whether `text` holds half of a surrogate pair, which no file can hold."""
    return not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text)


def _check_surrogates(value: Any) -> None:
    if isinstance(value, str):
        if holds_lone_surrogate(value):
            raise ValueError("a \\u escape holds half of a surrogate pair, which is not text")
    elif isinstance(value, dict):
        for key, part in value.items():
            _check_surrogates(key)
            _check_surrogates(part)
    elif isinstance(value, list):
        for part in value:
            _check_surrogates(part)


def read_json_lines(path: Path, encodings: Sequence[str] = ("utf-8",)) -> Iterator[Item]:
    """Yield the objects of a JSON-lines file, one a line; empty lines at the end are passed over."""
    n = 0
    empty: int | None = None
    for line in read_lines(path, encodings):
        if not line.text.strip():
            empty = line.number if empty is None else empty
            continue
        if empty is not None:
            raise RecordError(path, empty, "an empty line where a JSON object was expected.")
        try:
            value = parse_json(line.text)
            _check_surrogates(value)
        except (ValueError, RecursionError) as error:
            raise RecordError(path, line.number, f"not a JSON object ({error}).") from None
        if not isinstance(value, dict):
            raise RecordError(path, line.number, f"a JSON object was expected, found {_short(value)}.")
        yield Item(path, line.number, n, value)
        n += 1


def read_json_objects(
    path: Path, key: str | None = None, encodings: Sequence[str] = ("utf-8",)
) -> Iterator[Item]:
    """Yield the objects of one JSON document: an array, or the array under `key` of an object.

    Each item knows the line where it begins. A file that is JSON lines after all is read as such.
    """
    text = "".join(line.text for line in read_lines(path, encodings, keep_breaks=True))
    start = _array_start(path, text, key)
    if start is None:
        yield from read_json_lines(path, encodings)
        return
    yield from _array_items(path, text, start)


def read_json_mapping(path: Path, encodings: Sequence[str] = ("utf-8",)) -> Iterator[Item]:
    """Yield the objects that are the values of one JSON object, in order: `{"0": {…}, "1": {…}}`."""
    text = "".join(line.text for line in read_lines(path, encodings, keep_breaks=True))
    decoder = _json_decoder()
    at = _skip_blanks(text, 0)
    if text[at : at + 1] != "{":
        raise RecordError(path, _line_of(text, at), "not a JSON object.")
    at = _skip_blanks(text, at + 1)
    n = 0
    while text[at : at + 1] != "}":
        line = _line_of(text, at)
        try:
            name, at = decoder.raw_decode(text, at)
            at = _skip_blanks(text, at)
            if not isinstance(name, str) or text[at : at + 1] != ":":
                raise ValueError("a key and a colon were expected")
            value, at = decoder.raw_decode(text, _skip_blanks(text, at + 1))
            _check_surrogates(value)
        except (ValueError, RecursionError) as error:
            raise RecordError(path, getattr(error, "lineno", line), f"not JSON ({error}).") from None
        if not isinstance(value, dict):
            raise RecordError(path, line, f"a JSON object was expected, found {_short(value)}.")
        yield Item(path, line, n, value)
        n += 1
        at = _skip_blanks(text, at)
        if text[at : at + 1] == ",":
            at = _skip_blanks(text, at + 1)
        elif text[at : at + 1] != "}":
            raise RecordError(path, _line_of(text, at), "not JSON: a comma or a closing brace is missing.")
    _check_rest(path, text)


def read_json_document(path: Path, encodings: Sequence[str] = ("utf-8",)) -> dict[str, Any]:
    """Return the one object that a JSON file holds."""
    text = "".join(line.text for line in read_lines(path, encodings, keep_breaks=True))
    try:
        value = parse_json(text)
        _check_surrogates(value)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        raise RecordError(path, line, f"not JSON ({error}).") from None
    if not isinstance(value, dict):
        raise RecordError(path, 1, f"a JSON object was expected, found {_short(value)}.")
    return value


_BLANK = " \t\r\n"


def _skip_blanks(text: str, at: int) -> int:
    while at < len(text) and text[at] in _BLANK:
        at += 1
    return at


def _array_start(path: Path, text: str, key: str | None) -> int | None:
    at = _skip_blanks(text, 0)
    if at == len(text):
        raise InputError(f"{path} is empty, and JSON was expected.")
    if text[at] == "[":
        return at
    if text[at] != "{":
        raise RecordError(path, _line_of(text, at), f"not JSON: it begins with {text[at]!r}.")
    if key is None:
        return None
    # The key is looked for among the keys of the outer object only: values are decoded and passed over.
    decoder = _json_decoder()
    at = _skip_blanks(text, at + 1)
    try:
        while at < len(text) and text[at] != "}":
            name, at = decoder.raw_decode(text, at)
            at = _skip_blanks(text, at)
            if text[at : at + 1] != ":":
                break
            at = _skip_blanks(text, at + 1)
            if name == key:
                if text[at : at + 1] == "[":
                    return at
                raise RecordError(path, _line_of(text, at), f"`{key}` must be an array.")
            _, at = decoder.raw_decode(text, at)
            at = _skip_blanks(text, at)
            if text[at : at + 1] == ",":
                at = _skip_blanks(text, at + 1)
    except (ValueError, RecursionError) as error:
        raise RecordError(path, _line_of(text, at), f"not JSON ({error}).") from None
    raise RecordError(path, 1, f"`{key}` with an array was expected, and is not there.")


def _array_items(path: Path, text: str, at: int) -> Iterator[Item]:
    decoder = _json_decoder()
    at = _skip_blanks(text, at + 1)
    n = 0
    while text[at : at + 1] != "]":
        line = _line_of(text, at)
        try:
            value, at = decoder.raw_decode(text, at)
            _check_surrogates(value)
        except (ValueError, RecursionError) as error:
            raise RecordError(path, getattr(error, "lineno", line), f"not JSON ({error}).") from None
        if not isinstance(value, dict):
            raise RecordError(path, line, f"a JSON object was expected, found {_short(value)}.")
        yield Item(path, line, n, value)
        n += 1
        at = _skip_blanks(text, at)
        if text[at : at + 1] == ",":
            at = _skip_blanks(text, at + 1)
            if text[at : at + 1] == "]":
                raise RecordError(path, _line_of(text, at), "not JSON: a comma before the closing bracket.")
        elif text[at : at + 1] != "]":
            raise RecordError(path, _line_of(text, at), "not JSON: a comma or a closing bracket is missing.")
    _check_rest(path, text)


def _check_rest(path: Path, text: str) -> None:
    """Raise unless what follows the records ends the document as JSON does."""
    try:
        parse_json(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(path, getattr(error, "lineno", 1), f"not JSON ({error}).") from None


def _line_of(text: str, at: int) -> int:
    # Counting from the start each time would be quadratic on a big array of short items, so the place of the
    # last count is kept for the text in hand.
    global _line_cache
    key, counted, lines = _line_cache
    if key is not text or counted > at:
        counted, lines = 0, 1
    lines += text.count("\n", counted, at)
    _line_cache = (text, at, lines)
    return lines


_line_cache: tuple[str, int, int] = ("", 0, 1)


def clean_text(text: str) -> str:
    """Return `text` on one line as records hold it: NFC, runs of blanks as one, none outside."""
    return normalise_text(" ".join(text.split()))


def parse_share(row: Row | Item, key: str, text: str) -> float:
    """Return a number from 0 to 1, or raise the error that names the line."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= 1:
        raise row.error(f"`{key}` must be a number from 0 to 1, found {_short(text)}.")
    return value


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else repr(value)
    text = text.encode("utf-8", "backslashreplace").decode()
    return repr(text if len(text) <= 80 else text[:77] + "...")


_CP1252: dict[str, int] = {}
for _byte in range(0x80, 0x100):
    try:
        _CP1252[bytes([_byte]).decode("cp1252")] = _byte
    except UnicodeDecodeError:
        _CP1252[chr(_byte)] = _byte
_CONTROLS = {byte: char for char, byte in _CP1252.items() if byte < 0xA0}
_MAC_QUOTES = {"Ò": "“", "Ó": "”", "Ô": "‘", "Õ": "’", "Ð": "–", "Ñ": "—"}


def mend_mojibake(text: str, *, mac_layers: int = 0) -> str:
    """Return `text` with UTF-8 that was read as Windows-1252 put right, however often that happened.

    `mac_layers` allows for text that in between went through a Mac as well (saved as Mac Roman, read as
    Windows-1252), as SemEval-2013's did twice. Only a run of two or more characters outside ASCII that
    decodes wholly is touched: by chance that hardly happens. What cannot be put right stays as it is.
    """
    if text.isascii():
        return text
    out = io.StringIO()
    at = 0
    while at < len(text):
        end = at
        while end < len(text) and text[end] > "\x7f":
            end += 1
        if end > at:
            out.write(_mend_run(text[at:end], mac_layers))
            at = end
        while end < len(text) and text[end] <= "\x7f":
            end += 1
        out.write(text[at:end])
        at = end
    return out.getvalue()


@lru_cache(maxsize=4096)
def _mend_run(run: str, mac_layers: int) -> str:
    best = run
    for layers in range(mac_layers + 1):
        # A UTF-8 misreading may lie on top of the Mac ones: tried with and without.
        for start in (run, _undo_utf8(run)) if layers else (run,):
            turned = start
            for _ in range(layers):
                turned = None if turned is None else _undo_mac(turned)
            mended = _undo_utf8(turned)
            if mended is None:
                continue
            mended = mended.translate(_CONTROLS)
            again: str | None = mended
            while (again := _undo_utf8(again)) is not None:
                again = again.translate(_CONTROLS)
                if all(_is_plausible(char) for char in again):
                    mended = again
            if mac_layers and mended in _MAC_QUOTES:
                mended = _MAC_QUOTES[mended]
            # Every misreading made the text longer, so the shortest result has the most of them undone.
            if len(mended) < len(best) and all(_is_plausible(char) for char in mended):
                best = mended
    return best


def _to_bytes(run: str) -> bytes | None:
    codes = [ord(char) if char < "\xa0" else _CP1252.get(char, -1) for char in run]
    return None if -1 in codes else bytes(codes)


def _undo_utf8(run: str | None) -> str | None:
    raw = _to_bytes(run) if run is not None and len(run) > 1 else None
    if raw is None:
        return None
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return None
    return text if text != run else None


def _undo_mac(run: str) -> str | None:
    raw = _to_bytes(run)
    if raw is None:
        return None
    # Bytes that mean nothing in Windows-1252 were carried through unchanged.
    return "".join(
        chr(b) if chr(b) in _CP1252 and 0x80 <= b < 0xA0 else bytes([b]).decode("mac_roman") for b in raw
    )


def _is_plausible(char: str) -> bool:
    return (
        " " <= char < "\x7f"
        or "\xa0" <= char <= "\u024f"
        or "\u0370" <= char <= "\u04ff"
        or "\u2010" <= char <= "\u2044"
        or "\u20a0" <= char <= "\u22ff"
    )
