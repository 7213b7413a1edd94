"""Reading other people's files: lines and records by number, encodings, and text garbled on its way."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonliteral.errors import InputError, RecordError
from nonliteral.readers.tables import (
    file_stem,
    find_files,
    mend_mojibake,
    read_json_lines,
    read_json_objects,
    read_lines,
    read_table,
)


def written(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_lines_end_where_an_editor_ends_them(tmp_path: Path) -> None:
    file = written(tmp_path / "a.txt", "one\r\ntwo\u2028still two\x0btoo\n\nfour")
    assert [(line.number, line.text) for line in read_lines(file)] == [
        (1, "one"),
        (2, "two\u2028still two\x0btoo"),
        (3, ""),
        (4, "four"),
    ]


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    file = written(tmp_path / "a.txt", b"\xef\xbb\xbffirst\nsecond\n")
    assert [line.text for line in read_lines(file)] == ["first", "second"]


def test_a_line_in_another_encoding_is_named(tmp_path: Path) -> None:
    file = written(tmp_path / "a.txt", b"plain\ncaf\xe9\n")
    with pytest.raises(RecordError, match=r"a\.txt:2: not UTF-8\. Save the file as UTF-8"):
        list(read_lines(file))
    told: list[str] = []
    lines = read_lines(file, ("utf-8", "cp1252"), on_fallback=told.append)
    assert [line.text for line in lines] == ["plain", "café"]
    assert told == ["cp1252"]


def test_packed_files_are_unpacked_and_broken_ones_are_named(tmp_path: Path) -> None:
    packed = gzip.compress(b"one\ntwo\n")
    assert [line.text for line in read_lines(written(tmp_path / "a.txt.gz", packed))] == ["one", "two"]
    with pytest.raises(InputError, match=r"b\.txt\.gz is a broken gzip file"):
        list(read_lines(written(tmp_path / "b.txt.gz", packed[:-9])))
    assert file_stem(tmp_path / "snli.jsonl.gz") == "snli"


def test_table_rows_know_where_they_begin(tmp_path: Path) -> None:
    file = written(tmp_path / "a.csv", 'name,remark\nAda,"two\nlines"\nBen,short\n')
    rows = list(read_table(file, ("name", "remark"), delimiter=",", quoted=True, header=True))
    assert [(row.n, row.line, row.fields["name"]) for row in rows] == [(0, 2, "Ada"), (1, 4, "Ben")]


@pytest.mark.parametrize(
    ("content", "line", "problem"),
    [
        ("name\nAda\n", 1, "remark is missing"),
        ("name,remark\nAda\n", 2, "2 fields expected (name, remark), 1 found"),
        ("name,remark\nAda,x\nBen,x,y\n", 3, "3 found"),
        ('name,remark\nAda,x\nBen,"never closed\nmore\n', 3, "goes on to line 4"),
        ('name,remark\nAda,"x" y\n', 2, "not CSV"),
        ("name,remark,name\nAda,x,y\n", 1, "the column 'name' stands twice"),
    ],
)
def test_a_bad_table_is_named_by_line(tmp_path: Path, content: str, line: int, problem: str) -> None:
    file = written(tmp_path / "a.csv", content)
    with pytest.raises(RecordError) as caught:
        list(read_table(file, ("name", "remark"), delimiter=",", quoted=True, header=True))
    assert caught.value.line == line
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('{"a": 1', "not a JSON object"),
        ("[1]", "a JSON object was expected"),
        ('{"a": 1, "a": 2}', "the key 'a' stands twice"),
        ('{"a": NaN}', "NaN is not a JSON number"),
        ('{"a": 1e999}', "too big"),
        ('{"a": 123456789012345678901234567890}', "too big"),
        ('{"a": "\\ud800"}', "half of a surrogate pair"),
        ("[" * 100_000, "not a JSON object"),
    ],
)
def test_a_bad_json_line_is_named(tmp_path: Path, line: str, problem: str) -> None:
    file = written(tmp_path / "a.jsonl", '{"a": 0}\n' + line + "\n")
    with pytest.raises(RecordError) as caught:
        list(read_json_lines(file))
    assert caught.value.line == 2
    assert problem in str(caught.value)


def test_items_of_an_array_know_their_lines(tmp_path: Path) -> None:
    file = written(tmp_path / "a.json", '{"name": "x",\n "examples": [\n  {"a": 1},\n  {"a":\n 2}]}\n')
    assert [(item.n, item.line, item.value) for item in read_json_objects(file, "examples")] == [
        (0, 3, {"a": 1}),
        (1, 4, {"a": 2}),
    ]


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ('[\n{"a": 1}\n{"a": 2}]', 3),
        ('[\n{"a": 1},\n]', 3),
        ('[\n{"a": 1}\n', 3),
        ('[\n{"a": 1}\n]\nmore', 4),
        ("[\n1]", 2),
        ("\n\nwhat", 3),
    ],
)
def test_a_bad_array_is_named_by_line(tmp_path: Path, content: str, line: int) -> None:
    file = written(tmp_path / "a.json", content)
    with pytest.raises(RecordError) as caught:
        list(read_json_objects(file))
    assert caught.value.line == line


def test_files_are_found_below_a_folder_and_sorted(tmp_path: Path) -> None:
    for name in ("b/x.tsv", "a/y.tsv", ".hidden/z.tsv", "a/other.md"):
        written(tmp_path / name, "")
    found = find_files(tmp_path, ("*.tsv",), "a set")
    assert [file.relative_to(tmp_path).as_posix() for file in found] == ["a/y.tsv", "b/x.tsv"]
    with pytest.raises(InputError, match=r"holds no file of a set\. Expected a set: \*\.csv\."):
        find_files(tmp_path, ("*.csv",), "a set")


@pytest.mark.parametrize(
    ("garbled", "layers", "plain"),
    [
        ("they donâ€™t", 0, "they don’t"),
        ("caf\u00c3\u00a9", 0, "café"),
        ("doubly \u00c3\u0192\u00c2\u00a9", 0, "doubly é"),
        ("kept: café, naïve, £5, ‘so’ — ’—‘", 0, "kept: café, naïve, £5, ‘so’ — ’—‘"),
        ("å£697", 1, "£697"),
        ("‰Û÷so‰Ûª", 1, "‘so’"),
        ("costs í‰Œ£2", 2, "costs £2"),
        ("í‰äóìgo í‰äóñ nowí‰äó\x9d", 2, "“go – now”"),
        ("ÃŒÃ¢Ã¥Â£9", 2, "£9"),
        ("cannot be told: íƒŒ", 2, "cannot be told: íƒŒ"),
    ],
)
def test_garbled_text_is_put_right_and_the_rest_left_alone(garbled: str, layers: int, plain: str) -> None:
    assert mend_mojibake(garbled, mac_layers=layers) == plain


@given(st.text(alphabet=st.sampled_from("abc é£’—“ñü "), max_size=30), st.integers(1, 3))
def test_any_text_read_wrongly_comes_back(text: str, times: int) -> None:
    garbled = text
    for _ in range(times):
        try:
            garbled = "".join(char if char.isascii() else char.encode().decode("cp1252") for char in garbled)
        except UnicodeDecodeError:
            return
    assert mend_mojibake(garbled) == mend_mojibake(text) or mend_mojibake(garbled) == text


@given(st.text(alphabet=st.characters(max_codepoint=0x7F)))
def test_plain_text_is_never_changed(text: str) -> None:
    assert mend_mojibake(text, mac_layers=2) == text
