"""Files of records: one JSON object a line, read and written as a stream.

Reading names file and line of whatever is wrong. Writing goes to a file beside the target that is
moved into place whole, so a kill at any moment leaves either the old file or the new one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import msgspec

from nonliteral.errors import InputError, RecordError

R = TypeVar("R", bound=msgspec.Struct)
AnyPath = str | PathLike[str]

_encoder = msgspec.json.Encoder()


def encode_record(record: msgspec.Struct) -> bytes:
    """Return the line that stands for `record`, without its line break."""
    return _encoder.encode(record)


def read_records(path: AnyPath, record_type: type[R], *, unique: str | None = "id") -> Iterator[R]:
    """Yield the records of a file in order; the first bad line is a `RecordError`.

    `unique` names the key that must not repeat, if the record has it. Memory stays constant: the
    repeat is found exactly, but only once the file has been read through.
    """
    decoder = msgspec.json.Decoder(record_type)
    decode, encode = decoder.decode, _encoder.encode
    key = unique if unique in record_type.__struct_fields__ else None
    guard = RepeatGuard()
    with open_to_read(path) as file:
        for number, raw in enumerate(file, 1):
            line = raw.rstrip(b"\r\n")
            try:
                record = decode(line)
            except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                raise RecordError(path, number, explain_bad_line(line, error)) from None
            # A line that is written just as we write it cannot repeat a key: the struct lost nothing.
            if encode(record) != line:
                repeated = find_repeated_key(line)
                if repeated is not None:
                    raise RecordError(path, number, f"the key {repeated!r} stands twice.")
            if key is not None:
                guard.add(getattr(record, key))
            yield record
    if key is not None and guard.suspects:
        check_repeats(path, key, guard.suspects)


def check_repeats(path: AnyPath, key: str, suspects: set[str]) -> None:
    """Raise `RecordError` at the second line whose `key` is one of `suspects` and repeats."""
    first: dict[str, int] = {}
    only_the_key = msgspec.defstruct("OnlyTheKey", [("value", str)], rename={"value": key})
    decode = msgspec.json.Decoder(only_the_key).decode
    with open_to_read(path) as file:
        for number, line in enumerate(file, 1):
            value: str = decode(line).value  # type: ignore[attr-defined]
            if value not in suspects:
                continue
            if value in first:
                raise RecordError(
                    path, number, f"the {key} {value!r} was already used on line {first[value]}."
                )
            first[value] = number


class RepeatGuard:
    """Notes which values may have been seen before, in 16 MB whatever their number.

    A value that was added twice is always among `suspects`; about one in a hundred of a million
    others is too, so an exact look at the suspects has to follow.
    """

    _BITS = 1 << 27

    def __init__(self) -> None:
        self._map = bytearray(self._BITS >> 3)
        self.suspects: set[str] = set()

    def add(self, value: str) -> None:
        """Note `value`."""
        slot = hash(value) & (self._BITS - 1)
        byte, bit = slot >> 3, 1 << (slot & 7)
        if self._map[byte] & bit:
            self.suspects.add(value)
        self._map[byte] |= bit


def explain_bad_line(line: bytes, error: Exception) -> str:
    """Return what is wrong with a line, in words for the person who has to mend it."""
    if isinstance(error, UnicodeDecodeError):
        return "not UTF-8. Save the file as UTF-8 and try again."
    if not line.strip():
        return "an empty line where a JSON object was expected."
    if line.startswith(b"\xef\xbb\xbf"):
        return "the file starts with a byte order mark. Save it as plain UTF-8."
    try:
        text = line.decode()
    except UnicodeDecodeError:
        return "not UTF-8. Save the file as UTF-8 and try again."
    if isinstance(error, msgspec.ValidationError):
        return f"{error}."
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return f"not a JSON object ({error})."
    if _holds_lone_surrogate(value):
        return "a \\u escape holds half of a surrogate pair, which is not text."
    return f"not a JSON object ({error})."


def _holds_lone_surrogate(value: Any) -> bool:
    if isinstance(value, str):
        return any("\ud800" <= char <= "\udfff" for char in value)
    if isinstance(value, dict):
        return any(_holds_lone_surrogate(part) for pair in value.items() for part in pair)
    if isinstance(value, list):
        return any(_holds_lone_surrogate(part) for part in value)
    return False


def find_repeated_key(line: bytes) -> str | None:
    """Return the first key that stands twice in an object of `line`, or None."""
    repeated: list[str] = []

    def look(items: list[tuple[str, Any]]) -> None:
        seen: set[str] = set()
        for name, _ in items:
            if name in seen:
                repeated.append(name)
            seen.add(name)

    json.loads(line, object_pairs_hook=look)
    return repeated[0] if repeated else None


@contextmanager
def open_to_read(path: AnyPath) -> Iterator[BinaryIO]:
    """Open a file, or say plainly that it cannot be opened."""
    try:
        file = open(path, "rb")  # noqa: SIM115 - closed below; only the opening is guarded
    except FileNotFoundError:
        raise InputError(f"There is no file {os.fspath(path)}.") from None
    except IsADirectoryError:
        raise InputError(f"{os.fspath(path)} is a folder, and a file was expected.") from None
    except OSError as error:
        raise InputError(f"Cannot read {os.fspath(path)}: {error.strerror}.") from None
    with file:
        yield file


@contextmanager
def open_whole(path: AnyPath) -> Iterator[BinaryIO]:
    """Open a file to write that appears under its name only once it is complete."""
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with open(beside, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)
    finally:
        beside.unlink(missing_ok=True)


def write_records(path: AnyPath, records: Iterable[msgspec.Struct]) -> int:
    """Write records one a line, whole or not at all, and return how many there were."""
    count = 0
    encode = _encoder.encode
    with open_whole(path) as file:
        for record in records:
            file.write(encode(record) + b"\n")
            count += 1
    return count


def write_bytes(path: AnyPath, content: bytes) -> None:
    """Write a small file, whole or not at all."""
    with open_whole(path) as file:
        file.write(content)


def encode_document(value: Any) -> bytes:
    """Return readable JSON for a small document such as `suite.json`: indented, with a line break."""
    return msgspec.json.format(_encoder.encode(value), indent=2) + b"\n"


def read_document(path: AnyPath, document_type: type[R]) -> R:
    """Read a small JSON document such as `suite.json`."""
    with open_to_read(path) as file:
        content = file.read()
    try:
        return msgspec.json.decode(content, type=document_type)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise InputError(f"{os.fspath(path)} cannot be used: {error}.") from None


def hash_file(path: AnyPath) -> str:
    """Return the sha256 of a file, in hexadecimal."""
    digest = sha256()
    with open_to_read(path) as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()
