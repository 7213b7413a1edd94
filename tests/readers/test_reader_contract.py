"""What every reader keeps, whatever set it reads: one set of tests over all that are registered.

Each set has small files of ours in its format (`tests/data/readers/<name>/`) and what reading them must give
(`tests/readers/expected/<name>.json`): counts of records read, kept and refused, and, where the usual broken
line would be legal in that format, another one.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from nonliteral import registry
from nonliteral.errors import InputError, NonliteralError, RecordError
from nonliteral.files import encode_record, read_records, write_records
from nonliteral.readers import cards, import_set, load_reader
from nonliteral.records import Pair, Sentence
from nonliteral.suites import Corpus, Funnel, Suite

SMALL = Path(__file__).parent.parent / "data" / "readers"
EXPECTED = Path(__file__).parent / "expected"
NAMES = sorted(registry.BUILT_IN["readers"])

BINARY = (".xlsx", ".gz")
BROKEN = "]]]\t{"
"""A line that is no record in any of the formats, bar those that say otherwise in their expectations."""


def expected(name: str) -> dict[str, Any]:
    return json.loads((EXPECTED / f"{name}.json").read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def read_all(name: str, path: Path) -> tuple[list[Pair | Sentence], Funnel]:
    funnel = Funnel()
    return list(load_reader(name).read(path, funnel)), funnel


def copy_of(name: str, tmp_path: Path) -> Path:
    return Path(shutil.copytree(SMALL / name, tmp_path / name))


def text_files(name: str, path: Path) -> list[Path]:
    return [file for file in load_reader(name).files(path) if file.suffix not in BINARY]


@pytest.mark.parametrize("name", NAMES)
def test_small_files_give_the_records_that_are_in_them(name: str, tmp_path: Path) -> None:
    made = import_set(name, SMALL / name, tmp_path)
    funnel = made.description.funnel
    want = expected(name)
    assert (funnel["read"], funnel["kept"], funnel["refused"]) == (
        want["read"],
        want["kept"],
        want["refused"],
    )
    assert len(list(made)) == want["kept"]


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_dropped_in_silence(name: str, tmp_path: Path) -> None:
    funnel = import_set(name, SMALL / name, tmp_path).description.funnel
    assert funnel["read"] == funnel["kept"] + sum(funnel["refused"].values())


@pytest.mark.parametrize("name", NAMES)
def test_records_are_of_the_kind_the_card_says_with_ids_of_their_own(name: str, tmp_path: Path) -> None:
    records, _ = read_all(name, SMALL / name)
    card = load_reader(name).card
    assert {type(record) for record in records} == {Pair if card.makes == "pairs" else Sentence}
    assert len({record.id for record in records}) == len(records)
    assert {record.source.corpus for record in records} == {name}
    if card.makes == "pairs":
        assert {record.phenomenon for record in records if isinstance(record, Pair)} <= set(card.phenomena)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_files_give_the_same_bytes(name: str, tmp_path: Path) -> None:
    first = import_set(name, SMALL / name, tmp_path / "first")
    second = import_set(name, SMALL / name, tmp_path / "second")
    assert first.records_path.read_bytes() == second.records_path.read_bytes()
    description = type(first).DESCRIPTION
    assert (first.path / description).read_bytes() == (second.path / description).read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_records_come_back_from_the_file_as_they_were(name: str, tmp_path: Path) -> None:
    records, _ = read_all(name, SMALL / name)
    write_records(tmp_path / "records.jsonl", records)
    back: list[Any] = list(read_records(tmp_path / "records.jsonl", type(records[0])))
    assert [encode_record(record) for record in back] == [encode_record(record) for record in records]


@pytest.mark.parametrize("name", NAMES)
def test_the_import_is_a_suite_or_a_corpus_that_verifies(name: str, tmp_path: Path) -> None:
    made = import_set(name, SMALL / name, tmp_path)
    assert isinstance(made, Suite if load_reader(name).card.makes == "pairs" else Corpus)
    assert made.path == tmp_path / name
    made.verify()


@pytest.mark.parametrize("name", NAMES)
def test_a_bad_line_is_named_by_file_and_line(name: str, tmp_path: Path) -> None:
    folder = copy_of(name, tmp_path)
    bad = expected(name).get("bad_line", {})
    file = folder / bad["file"] if bad else text_files(name, folder)[0]
    lines = file.read_bytes().splitlines(keepends=True)
    line = bad.get("line", len(lines))
    lines[line - 1] = bad.get("text", BROKEN).encode() + b"\n"
    file.write_bytes(b"".join(lines))
    with pytest.raises(RecordError) as caught:
        read_all(name, folder)
    assert Path(caught.value.path).name == file.name
    assert caught.value.line == line
    assert f"{file.name}:{line}:" in str(caught.value)


@pytest.mark.parametrize("name", NAMES)
def test_a_file_in_another_encoding_is_named(name: str, tmp_path: Path) -> None:
    folder = copy_of(name, tmp_path)
    file = text_files(name, folder)[0]
    file.write_bytes(file.read_bytes().decode("utf-8", "replace").encode("utf-16"))
    with pytest.raises(InputError, match="UTF-16") as caught:
        read_all(name, folder)
    assert file.name in str(caught.value)


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_without_the_set_says_what_was_looked_for(name: str, tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("Nothing to read here.\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_all(name, tmp_path)
    assert str(tmp_path) in str(caught.value)
    with pytest.raises(InputError):
        read_all(name, tmp_path / "nowhere")


@pytest.mark.parametrize("name", NAMES)
def test_an_import_over_another_one_needs_force(name: str, tmp_path: Path) -> None:
    made = import_set(name, SMALL / name, tmp_path)
    before = made.records_path.stat().st_mtime_ns
    assert import_set(name, SMALL / name, tmp_path).records_path.stat().st_mtime_ns == before
    folder = copy_of(name, tmp_path / "changed")
    file = text_files(name, folder)[0]
    file.write_bytes(file.read_bytes().replace(b"e", b"i", 1) + b"\n")
    with pytest.raises(InputError):
        import_set(name, folder, tmp_path)
    assert made.records_path.stat().st_mtime_ns == before


@pytest.mark.parametrize("name", NAMES)
def test_the_card_says_what_a_user_must_know(name: str) -> None:
    card = load_reader(name).card
    assert card.name == name
    for key in ("title", "paper", "licence", "where", "counts", "files", "ids"):
        assert getattr(card, key).strip(), key
    assert card.phenomena
    assert all(wart.strip() for wart in card.warts)


def test_cards_are_listed_by_name() -> None:
    names = [card.name for card in cards()]
    assert names == sorted(names)
    assert set(names) >= set(NAMES)


change = st.tuples(
    st.sampled_from(("delete", "insert", "flip", "cut", "repeat")),
    st.integers(0, 1 << 16),
    st.integers(1, 40),
    st.binary(min_size=1, max_size=8)
    | st.sampled_from((b"\t", b"\n", b'"', b",", b"{", b"}", b"<b>", b"\xff", b"M_")),
)


def mangle(content: bytes, changes: list[tuple[str, int, int, bytes]]) -> bytes:
    for kind, place, length, extra in changes:
        at = place % (len(content) + 1)
        if kind == "delete":
            content = content[:at] + content[at + length :]
        elif kind == "insert":
            content = content[:at] + extra + content[at:]
        elif kind == "flip":
            content = (
                content[:at]
                + bytes(byte ^ extra[0] for byte in content[at : at + length])
                + content[at + length :]
            )
        elif kind == "cut":
            content = content[:at]
        else:
            content = content[:at] + content[at : at + length] * 2 + content[at + length :]
    return content


@pytest.mark.parametrize("name", NAMES)
@settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(which=st.integers(0, 100), changes=st.lists(change, min_size=1, max_size=3))
@example(which=0, changes=[("cut", 0, 1, b"x")])
@example(which=0, changes=[("insert", 0, 1, b"\xef\xbb\xbf")])
def test_mangled_files_give_records_or_a_clear_error(
    name: str,
    which: int,
    changes: list[tuple[str, int, int, bytes]],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = copy_of(name, tmp_path_factory.mktemp("mangled"))
    files = load_reader(name).files(folder)
    file = files[which % len(files)]
    file.write_bytes(mangle(file.read_bytes(), changes))
    try:
        records, funnel = read_all(name, folder)
    except NonliteralError:
        return
    assert funnel.read == len(records) + sum(funnel.refused.values())
    for record in records:
        assert encode_record(record)


@pytest.mark.parametrize("name", registry.names("readers"))
def test_the_page_of_formats_states_the_ids_that_the_reader_gives(name: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "formats.md").read_text()
    assert f"| `{name}` | {registry.resolve('readers', name).card.ids} |" in page
