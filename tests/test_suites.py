"""Suites on disk: whole or not there, the same recipe left alone, edits noticed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from conftest import make_pair

import nonliteral
from nonliteral.errors import ConflictError, InputError, RecordError
from nonliteral.records import Pair, Sentence, Source
from nonliteral.suites import Corpus, Funnel, Recipe, Suite, find_suites, write_corpus, write_suite

RECIPE = Recipe(
    builder="test", options={"size": 2}, seed=7, inputs={}, lexicon=None, parser=None, package="0"
)


def build(out: Path, pairs: list[Pair], name: str = "idioms", **options: object) -> Suite:
    keys: dict[str, object] = {
        "recipe": RECIPE, "funnel": Funnel(), "reading": "intended", "licence": "CC-BY-4.0",
    }  # fmt: skip
    return write_suite(out, name, pairs, **{**keys, **options})  # type: ignore[arg-type]


def test_a_suite_can_be_read_back_and_describes_itself(tmp_path: Path) -> None:
    pairs = [make_pair(id="a"), make_pair(id="b", label="contradiction")]
    suite = build(tmp_path, pairs)
    assert list(suite) == pairs
    assert len(suite) == 2
    assert suite.description.scheme == "three-way"
    assert suite.description.counts["label"] == {"contradiction": 1, "entailment": 1}
    assert suite.description.sha256 == suite.sha256()
    assert nonliteral.load(tmp_path / "idioms").path == suite.path


def test_labels_of_two_kinds_make_a_two_way_suite(tmp_path: Path) -> None:
    suite = build(tmp_path, [make_pair(id="a"), make_pair(id="b", label="non-entailment")])
    assert suite.description.scheme == "two-way"


def test_the_same_recipe_is_left_alone_and_another_refused(tmp_path: Path) -> None:
    build(tmp_path, [make_pair(id="a")])

    def never() -> Iterator[Pair]:
        raise AssertionError("built again")
        yield

    again = write_suite(
        tmp_path, "idioms", never(), recipe=RECIPE, funnel=Funnel(), reading="intended", licence="x"
    )
    assert [pair.id for pair in again] == ["a"]
    other = msgspec.structs.replace(RECIPE, seed=8)
    with pytest.raises(ConflictError, match=r"seed: 7 there, 8 now.*--force"):
        build(tmp_path, [make_pair(id="b")], recipe=other)
    assert [pair.id for pair in build(tmp_path, [make_pair(id="b")], recipe=other, force=True)] == ["b"]


def test_a_build_that_stops_midway_leaves_no_suite(tmp_path: Path) -> None:
    def stops() -> Iterator[Pair]:
        yield make_pair(id="a")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_suite(
            tmp_path, "idioms", stops(), recipe=RECIPE, funnel=Funnel(), reading="intended", licence="x"
        )
    assert [file for file in tmp_path.rglob("*") if file.is_file()] == []
    assert len(build(tmp_path, [make_pair(id="a")])) == 1


def test_a_forced_build_that_stops_keeps_the_old_suite(tmp_path: Path) -> None:
    build(tmp_path, [make_pair(id="old")])

    def stops() -> Iterator[Pair]:
        yield make_pair(id="new")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_suite(
            tmp_path, "idioms", stops(), recipe=msgspec.structs.replace(RECIPE, seed=9),
            funnel=Funnel(), reading="intended", licence="x", force=True,
        )  # fmt: skip
    suite = Suite(tmp_path / "idioms")
    suite.verify()
    assert [pair.id for pair in suite] == ["old"]


def test_ids_must_not_repeat(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="record 2: the id 'a' was already used"):
        build(tmp_path, [make_pair(id="a"), make_pair(id="a")])


def test_an_edited_suite_is_noticed_named_and_can_be_sealed(tmp_path: Path) -> None:
    suite = build(tmp_path, [make_pair(id="a"), make_pair(id="b")])
    suite.verify()
    text = suite.records_path.read_text()
    suite.records_path.write_text(text.replace('"label":"entailment"', '"label":"entails"', 1))
    with pytest.raises(RecordError, match=r"pairs\.jsonl:1: .*'entails'"):
        suite.verify()
    suite.records_path.write_text(text.replace("at lunch", "at noon"))
    with pytest.raises(InputError, match="nonliteral data seal"):
        suite.verify()
    suite.seal()
    again = Suite(suite.path)
    again.verify()
    assert again.description.edited


def test_suites_are_found_below_a_folder_and_names_must_differ(tmp_path: Path) -> None:
    build(tmp_path / "one", [make_pair(id="a")])
    build(tmp_path / "one", [make_pair(id="a")], name="metaphors")
    assert [suite.name for suite in find_suites([tmp_path])] == ["idioms", "metaphors"]
    assert len(find_suites([tmp_path, tmp_path / "one" / "idioms"])) == 2
    build(tmp_path / "two", [make_pair(id="a")])
    with pytest.raises(InputError, match="Two suites are called 'idioms'"):
        find_suites([tmp_path])


def test_places_without_a_suite_are_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="There is no suite in"):
        find_suites([tmp_path])
    with pytest.raises(InputError, match="There is no folder"):
        find_suites([tmp_path / "nowhere"])
    suite = build(tmp_path, [make_pair(id="a")])
    (suite.path / "suite.json").unlink()
    with pytest.raises(InputError, match="not finished"):
        find_suites([suite.path])
    with pytest.raises(InputError, match="not a suite, a corpus or a run"):
        nonliteral.load(suite.path)


def test_the_same_pairs_give_the_same_bytes_without_times_or_paths(tmp_path: Path) -> None:
    pairs = [make_pair(id="a"), make_pair(id="b")]
    one, two = build(tmp_path / "one", pairs), build(tmp_path / "two", pairs)
    for name in ("pairs.jsonl", "suite.json"):
        content = (one.path / name).read_bytes()
        assert content == (two.path / name).read_bytes()
        assert str(tmp_path).encode() not in content


def test_a_corpus_is_kept_in_the_same_manner(tmp_path: Path) -> None:
    sentence = Sentence(
        id="magpie:0", text="She spilled the beans.", expression="spill the beans", spans=[(4, 21)],
        usage="figurative", source=Source("magpie", "0"), features={},
    )  # fmt: skip
    corpus = write_corpus(tmp_path, "magpie", [sentence], recipe=RECIPE, funnel=Funnel(), licence="CC BY 4.0")
    assert list(Corpus(corpus.path)) == [sentence]
    assert corpus.description.counts["usage"] == {"figurative": 1}


def test_the_funnel_adds_up_in_the_description(tmp_path: Path) -> None:
    funnel = Funnel()

    def pairs() -> Iterator[Pair]:
        funnel.read = 3
        funnel.refuse("no gold label", 2)
        funnel.note("text mended")
        yield make_pair(id="a")

    suite = write_suite(
        tmp_path, "idioms", pairs(), recipe=RECIPE, funnel=funnel, reading="intended", licence="x"
    )
    assert suite.description.funnel == {
        "read": 3, "kept": 1, "refused": {"no gold label": 2}, "notes": {"text mended": 1},
    }  # fmt: skip
