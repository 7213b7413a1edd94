"""Lexicon files: what may be left out, what is worked out, and what is refused by line."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from nonliteral.errors import InputError, NonliteralError, RecordError
from nonliteral.lexicon.entries import find_slots, guess_part, make_id, read_entries
from nonliteral.records import Entry
from nonliteral.suites import Funnel


def read(tmp_path: Path, *lines: object, name: str = "mine.jsonl") -> tuple[list[Entry], Funnel]:
    path = tmp_path / name
    path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
    funnel = Funnel()
    return list(read_entries(path, funnel)), funnel


def test_only_the_base_form_has_to_be_there(tmp_path: Path) -> None:
    entries, funnel = read(tmp_path, {"base": "spill the beans", "definitions": ["reveal the secret"]})
    entry = entries[0]
    assert (entry.id, entry.kind, entry.part) == ("spill-the-beans", "idiom", "verb")
    assert entry.definitions[0].relation == "weaker"
    assert funnel.notes["definition without a relation, taken as weaker"] == 1
    assert funnel.notes["part of speech worked out"] == 1


def test_a_table_says_the_same_as_json_lines(tmp_path: Path) -> None:
    from_json, _ = read(
        tmp_path,
        {
            "base": "pull someone's leg",
            "part": "verb",
            "definitions": [{"text": "tease someone", "relation": "same"}, "joke with someone"],
            "adversarial": [{"text": "hurt someone", "label": "neutral"}],
            "sentences": [{"text": "He pulled my leg.", "usage": "figurative"}],
        },
    )
    from_table, _ = read(
        tmp_path,
        "base\tpart\tdefinitions\tadversarial\tsentences",
        "pull someone's leg\tverb\ttease someone (same)|joke with someone\thurt someone (neutral)"
        "\tHe pulled my leg.",
        name="mine.tsv",
    )
    assert from_table == from_json


@pytest.mark.parametrize(
    ("base", "definitions", "part"),
    [
        ("spill the beans", ["reveal the secret"], "verb"),
        ("hot potato", ["awkward topic"], "noun"),
        ("at the drop of a hat", ["without delay"], "adverb"),
        ("the last straw", ["final annoyance"], "noun"),
        ("cash cow", ["source of profit"], "noun"),
    ],
)
def test_parts_of_speech_are_worked_out(base: str, definitions: list[str], part: str) -> None:
    assert guess_part(base, definitions) == part


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"bse": "x"}, "unknown field `bse`"),
        ({"definitions": []}, "missing required field `base`"),
        ({"base": ""}, "`base` must not be empty"),
        ({"base": "a b", "definitions": [""]}, "`text` must not be empty"),
        ({"base": "eat sb's words"}, "slots are written"),
        ({"base": "pull somebody's leg"}, "slots are written"),
        ({"base": "give [someone] the boot"}, "slots are written"),
        ({"base": "kick the bucket", "definitions": ["kick the bucket at last"]}, "holds the expression"),
        ({"base": "kick the bucket", "definitions": ["die", "die"]}, "stands twice"),
        ({"base": "lose one's head", "part": "verb", "definitions": ["hit someone"]}, "does not provide"),
        ({"base": "x y", "kind": "proverb"}, "`kind` must be one of"),
        ({"base": "x y", "part": "interjection"}, "`part` must be one of"),
        ({"base": "x y", "definitions": [{"text": "z", "relation": "stronger"}]}, "Invalid enum value"),
        ('{"base": "x y", "base": "z"}', "'base' stands twice"),
        ("{broken", "not a JSON object"),
    ],
)  # fmt: skip
def test_a_bad_line_is_named(tmp_path: Path, line: object, message: str) -> None:
    with pytest.raises(RecordError, match=message.replace("`", ".")) as caught:
        read(tmp_path, {"base": "good one", "part": "noun"}, line)
    assert caught.value.line == 2


def test_two_entries_with_one_base_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="already used on line 1"):
        read(tmp_path, {"base": "hot potato", "part": "noun"}, {"base": "hot potato", "part": "noun"})


def test_tables_with_strange_columns_or_rows_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="columns must be from"):
        read(tmp_path, "idiom\tmeaning", "x\ty", name="a.tsv")
    with pytest.raises(RecordError, match="3 columns where the header has 2"):
        read(tmp_path, "base\tpart", "x\tnoun\tz", name="a.tsv")
    with pytest.raises(InputError, match="holds no entry"):
        read(tmp_path, "base\tpart", name="a.tsv")
    (tmp_path / "b.tsv").write_text("")
    with pytest.raises(InputError, match="is empty"):
        list(read_entries(tmp_path / "b.tsv", Funnel()))


def test_slots_are_found_in_order() -> None:
    assert find_slots("give someone a piece of one's mind about something") == [
        "someone",
        "one's",
        "something",
    ]
    assert find_slots("pull someone's leg") == ["someone's"]


def test_ids_are_plain_whatever_the_letters() -> None:
    assert make_id("déjà vu") == "deja-vu"
    assert make_id("能") != make_id("力")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200), st.sampled_from(["x.jsonl", "x.tsv"]))
@example(b"\r\xc2\x80", "x.tsv")
@example(b"base\tkind\nspill the \rbeans\tidiom\n", "x.tsv")
def test_any_bytes_give_entries_or_a_clear_error(tmp_path: Path, content: bytes, name: str) -> None:
    (tmp_path / name).write_bytes(content)
    with contextlib.suppress(NonliteralError):
        assert all(isinstance(entry, Entry) for entry in read_entries(tmp_path / name, Funnel()))
