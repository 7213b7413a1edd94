"""The vocabulary of the paradigms: large enough, sound, and its checker finds what is not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from nonliteral.errors import InputError
from nonliteral.lexicon.vocabulary import (
    DATA,
    REJECTED_SCALES,
    check_vocabulary,
    count_vocabulary,
    load_vocabulary,
    verb_form,
)

VOCABULARY = load_vocabulary()


@pytest.mark.parametrize(
    ("part", "least"),
    [
        ("lemmas", 1300),
        ("forms", 3000),
        ("verbs", 450),
        ("nouns", 650),
        ("names", 150),
        ("change-of-state predicates", 80),
        ("adjective scales", 45),
        ("verb scales", 30),
        ("adjectives", 60),
        ("adverbials", 20),
        ("determiners", 12),
        ("locations", 100),
    ],
)
def test_the_vocabulary_is_large_enough(part: str, least: int) -> None:
    assert count_vocabulary()[part] >= least


def test_the_checker_finds_nothing_in_the_vocabulary_that_comes_with_the_package() -> None:
    assert check_vocabulary() == []


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(DATA, tmp_path / "vocabulary")
    return tmp_path / "vocabulary"


def add_line(folder: Path, file: str, line: str) -> None:
    with open(folder / file, "a", encoding="utf-8") as out:
        out.write(line + "\n")


@pytest.mark.parametrize(
    ("file", "line", "problem"),
    [
        ("nouns.toml", '[gadget]\nwords = ["dehumidifier"]', "no verb or scale takes 'dehumidifier'"),
        ("nouns.toml", "[void]\nwords = []", "the kind 'void' has no words"),
        ("adjective_scales.tsv", "warm\thot\tunbounded\tdish", "hot but not warm is fine"),
        ("adjective_scales.tsv", "excellent\tgood\tunbounded\tdish", "stands both ways round"),
        ("adjective_scales.tsv", "big\tenourmous\tunbounded\tbuilding", "'enourmous' is in no dictionary"),
        (
            "verbs.tsv",
            "recieve\t<message>\tperson\tachievement\t",
            "'recieve' in 'recieve' is in no dictionary",
        ),
        (
            "verbs.tsv",
            "drink\t<drink>\tperson\taccomplishment\tcount",
            "marked count, but nothing countable fits",
        ),
        ("names.tsv", "f\tEmma", "Emma stands twice"),
        ("related.tsv", "sprocket, cog", "'sprocket' is not in nouns.toml"),
    ],
)
def test_the_checker_finds_what_is_wrong(copy: Path, file: str, line: str, problem: str) -> None:
    add_line(copy, file, line)
    found = [entry.problem for entry in check_vocabulary(copy)]
    assert any(problem in text for text in found), found


@pytest.mark.parametrize(
    ("file", "line", "message"),
    [
        ("verbs.tsv", "read\t<unicorns>\tperson\tactivity\t", "neither a kind nor a noun"),
        ("verbs.tsv", "read\t<reading>\tperson\tsometimes\t", "the aspect must be one of"),
        ("verbs.tsv", "read\t<reading>\tperson\tactivity\tshiny", "unknown marks shiny"),
        ("verbs.tsv", "read\t<reading>", "2 columns where 5 were expected"),
        ("adjective_scales.tsv", "nice\tlovely\tperhaps\tdish", "bounded or unbounded"),
        ("nouns.toml", '[again]\nwords = ["nurse"]', "'nurse' stands under medic and again"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused_with_its_reason(
    copy: Path, file: str, line: str, message: str
) -> None:
    add_line(copy, file, line)
    with pytest.raises(InputError, match=message):
        load_vocabulary(copy)


def test_forms_come_from_the_english_part() -> None:
    assert [verb_form("wake up", tag) for tag in ("VBZ", "VBD", "VBN", "VBG")] == [
        "wakes up",
        "woke up",
        "woken up",
        "waking up",
    ]
    assert VOCABULARY.nouns["goose"].plural == "geese"
    assert VOCABULARY.nouns["loaf of bread"].plural == "loaves of bread"


def test_restrictions_pair_verbs_with_what_makes_sense() -> None:
    eaten = {
        noun.kind
        for frame in VOCABULARY.frames
        if frame.verb == "eat"
        for slot in frame.slots
        for noun in slot.nouns
    }
    assert eaten <= {"dish", "baked", "snack", "fruit", "eatery"}
    barkers = {
        noun.kind for frame in VOCABULARY.frames if frame.verb == "bark" for noun in frame.subject.nouns
    }
    assert barkers == {"dog"}


def test_a_neutral_stand_in_is_never_a_synonym_a_sort_or_the_kind_of_a_thing() -> None:
    assert VOCABULARY.are_related("dog", "poodle")
    assert VOCABULARY.are_related("painting", "portrait")
    assert VOCABULARY.are_related("lemon", "lemon tree")
    assert VOCABULARY.are_related("waiter", "waitress")
    assert not VOCABULARY.are_related("nurse", "plumber")


def test_no_rejected_scale_is_in_use() -> None:
    scales = {(scale.weak, scale.strong) for scale in VOCABULARY.adjective_scales}
    scales |= {(scale.weak.verb, scale.strong.verb) for scale in VOCABULARY.verb_scales}
    assert not scales & set(REJECTED_SCALES)


def test_scales_are_marked_bounded_or_not() -> None:
    bounded = {scale.strong: scale.bounded for scale in VOCABULARY.adjective_scales}
    assert bounded["spotless"]
    assert not bounded["brilliant"]
    assert {scale.bounded for scale in VOCABULARY.verb_scales} == {True, False}
