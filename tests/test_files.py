"""Files of records: bad lines are named, writing is whole or not at all."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from conftest import make_pair

from nonliteral.errors import InputError, RecordError
from nonliteral.files import RepeatGuard, read_records, write_records
from nonliteral.records import Pair

GOOD = msgspec.json.encode(make_pair(id="good"))


def line_with(**changes: object) -> bytes:
    return json.dumps({**json.loads(GOOD), "id": "changed", **changes}).encode()


BAD_LINES = {
    "broken JSON": (GOOD[:-5], "not a JSON object"),
    "not an object": (b"[1, 2]", "Expected `object`"),
    "an empty line": (b"", "an empty line"),
    "a missing key": (GOOD.replace(b'"tier":"silver",', b""), "missing required field `tier`"),
    "an unknown key": (line_with(lable="entailment"), "unknown field `lable`"),
    "a repeated key": (GOOD[:-1] + b',"tier":"silver"}', "'tier' stands twice"),
    "a repeated key inside": (
        GOOD.replace(b'"features":{}', b'"features":{"a":1,"a":2}'),
        "'a' stands twice",
    ),
    "an illegal label": (line_with(label="entails"), "Invalid enum value 'entails'"),
    "empty text": (line_with(premise=""), "`premise` must not be empty"),
    "an outer blank": (line_with(premise=" Two."), "must not begin or end with a blank"),
    "a lone surrogate": (line_with(premise="half \ud800 pair"), "half of a surrogate pair"),
    "Latin-1": ("Caf\u00e9".encode("latin-1").join(GOOD.split(b"Mara", 1)), "not UTF-8"),
    "a byte order mark": (b"\xef\xbb\xbf" + GOOD, "byte order mark"),
    "a duplicate id": (line_with(id="good"), "'good' was already used on line 1"),
    "a wrong type": (line_with(premise=7), "Expected `str`, got `int`"),
}


@pytest.mark.parametrize("case", BAD_LINES)
def test_a_bad_line_is_named_by_file_and_line(case: str, tmp_path: Path) -> None:
    bad, message = BAD_LINES[case]
    path = tmp_path / "pairs.jsonl"
    path.write_bytes(GOOD + b"\n" + bad + b"\n")
    with pytest.raises(RecordError) as caught:
        list(read_records(path, Pair))
    assert str(caught.value).startswith(f"{path}:2: ")
    assert message in str(caught.value)
    assert caught.value.line == 2


def test_lines_need_not_be_written_as_we_write_them(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_bytes(json.dumps(json.loads(GOOD), indent=None).encode() + b"\r\n")
    assert [pair.id for pair in read_records(path, Pair)] == ["good"]


def test_missing_files_and_folders_are_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="There is no file"):
        list(read_records(tmp_path / "none.jsonl", Pair))
    with pytest.raises(InputError, match="is a folder"):
        list(read_records(tmp_path, Pair))


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    write_records(path, [make_pair(id="old")])

    def broken() -> Iterator[Pair]:
        yield make_pair(id="new")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_records(path, broken())
    assert [pair.id for pair in read_records(path, Pair)] == ["old"]
    assert [file.name for file in tmp_path.iterdir()] == ["pairs.jsonl"]


def test_memory_does_not_grow_with_the_number_of_pairs(tmp_path: Path) -> None:
    def peak(count: int) -> int:
        path = tmp_path / f"{count}.jsonl"
        pair = make_pair()
        write_records(path, (msgspec.structs.replace(pair, id=f"p:{i}") for i in range(count)))
        tracemalloc.start()
        assert sum(1 for _ in read_records(path, Pair)) == count
        _, highest = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return highest

    assert peak(40_000) < peak(2_000) + 1_000_000


def test_a_value_added_twice_is_always_suspected() -> None:
    guard = RepeatGuard()
    for number in range(5_000):
        guard.add(f"id:{number}")
    guard.add("id:77")
    assert "id:77" in guard.suspects
