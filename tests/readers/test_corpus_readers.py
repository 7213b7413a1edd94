"""What becomes of the fields of each corpus, on small files of ours."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from nonliteral.errors import InputError, RecordError
from nonliteral.readers import load_reader
from nonliteral.readers.spans import find_words, fit_spans, take_tags
from nonliteral.records import Pair, Sentence
from nonliteral.suites import Funnel

SMALL = Path(__file__).parent.parent / "data" / "readers"


def read(name: str, path: Path | None = None) -> tuple[dict[str, Sentence], Funnel]:
    funnel = Funnel()
    records: Iterator[Sentence] = load_reader(name).read(path or SMALL / name, funnel)  # type: ignore[assignment]
    return {record.id: record for record in records}, funnel


def marked(sentence: Sentence) -> list[str]:
    return [sentence.text[start:end] for start, end in sentence.spans]


def test_magpie_takes_the_middle_sentence_and_keeps_the_rest() -> None:
    by_id, _ = read("magpie")
    first = by_id["MAGPIE_unfiltered:0"]
    assert first.text == "Then my uncle kicked the bucket in Leeds."
    assert marked(first) == ["kicked", "bucket"]
    assert (first.usage, first.confidence, first.variant) == ("figurative", 0.91, "inflection")
    assert first.source.record == "7"
    assert first.features["context"][0] == "It was a wet year."
    assert first.features["context_position"] == 2
    assert first.features["votes"]["l"] == 0.09
    assert by_id["MAGPIE_unfiltered:2"].usage == "unknown"
    assert by_id["MAGPIE_unfiltered:2"].features["label"] == "o"


def test_magpie_offsets_that_miss_the_sentence_are_found_again() -> None:
    by_id, funnel = read("magpie")
    assert marked(by_id["MAGPIE_unfiltered:1"]) == ["kicked", "the", "bucket"]
    assert funnel.notes["offsets beside the expression, which was looked for"] == 1


@pytest.mark.parametrize(
    ("changes", "marked_words"),
    [
        ({"offsets": [[15, 21], [26, 32]]}, ["kicked", "the", "bucket"]),
        ({"offsets": [[5, 7], [8, 13]]}, ["kicked", "the", "bucket"]),
        ({"offsets": "none"}, ["kicked", "the", "bucket"]),
        (
            {"context": ["Then my uncle kicked the bucket in Leeds.", "We sold the house."]},
            ["kicked", "bucket"],
        ),
        (
            {"context": [None, None, "Then my uncle kicked the bucket in Leeds.", "So.", None]},
            ["kicked", "bucket"],
        ),
    ],
)
def test_magpie_records_at_the_edge(
    tmp_path: Path, changes: dict[str, object], marked_words: list[str]
) -> None:
    first = (SMALL / "magpie" / "MAGPIE_unfiltered.jsonl").read_text(encoding="utf-8").splitlines()[0]
    file = tmp_path / "MAGPIE_filtered.jsonl"
    file.write_text(json.dumps({**json.loads(first), **changes}) + "\n", encoding="utf-8")
    by_id, _ = read("magpie", file)
    assert by_id["MAGPIE_filtered:0"].text == "Then my uncle kicked the bucket in Leeds."
    assert marked(by_id["MAGPIE_filtered:0"]) == marked_words


def test_a_magpie_record_without_its_sentence_is_refused(tmp_path: Path) -> None:
    first = (SMALL / "magpie" / "MAGPIE_unfiltered.jsonl").read_text(encoding="utf-8").splitlines()[0]
    file = tmp_path / "MAGPIE_filtered.jsonl"
    file.write_text(
        json.dumps({**json.loads(first), "context": ["", "", " ", "", ""]}) + "\n", encoding="utf-8"
    )
    by_id, funnel = read("magpie", file)
    assert (by_id, funnel.read, funnel.refused) == ({}, 1, {"no sentence in the context": 1})


def test_magpie_flags_become_spans_without_punctuation() -> None:
    by_id, _ = read("magpie")
    assert marked(by_id["sentences:2"]) == ["piece", "of", "cake"]
    assert by_id["sentences:2"].text == by_id["sentences:3"].text


def test_semeval_text_is_mended_and_its_tags_become_spans() -> None:
    by_id, funnel = read("semeval2013-task5b")
    second = by_id["subtask5b_en_lexsample_dev:1"]
    assert second.text == "The bread is still in the bag and cost £2 ."
    assert marked(second) == ["in", "the", "bag"]
    assert by_id["subtask5b_en_lexsample_dev:2"].usage == "both"
    assert by_id["subtask5b_en_lexsample_dev:0"].source.record == "101"
    assert funnel.notes["mojibake mended"] == 2


def test_pie_english_sentences_know_the_idiom_of_their_block() -> None:
    by_id, funnel = read("pie-english")
    entry, figurative, literal = (by_id[f"idiomscorpus:{n}"] for n in range(3))
    assert (entry.usage, entry.features["entry"], entry.features["definition"]) == (
        "unknown",
        True,
        "become scared",
    )
    assert (figurative.usage, figurative.expression, marked(figurative)) == (
        "figurative",
        "cold feet",
        ["cold", "feet"],
    )
    assert (literal.usage, literal.features["definition"]) == ("literal", "become scared")
    assert funnel.notes["idiom not found in its sentence"] == 1


def test_pie_zhou_keeps_the_rewriting() -> None:
    by_id, funnel = read("pie-zhou")
    first = by_id["data_cleaned:0"]
    assert first.features["rewriting"] == "We eat out very rarely ."
    assert [first.features["rewriting"][a:b] for a, b in first.features["rewriting_spans"]] == [
        "very",
        "rarely",
    ]
    assert by_id["data_cleaned:2"].text == "They’re only yanking at your leg ."
    assert by_id["data_cleaned:3"].text == "The boy had a crush ."
    assert funnel.notes["encoding damage mended"] == 4


def test_tsvetkov_lists_are_bare_and_the_workbook_has_sentences_and_votes() -> None:
    by_id, funnel = read("tsvetkov2014")
    bare = by_id["svo_mets:1"]
    assert (bare.text, bare.usage, bare.features["bare"]) == ("swallow pride", "figurative", True)
    assert bare.features["subject"] == "*pronoun"
    literal = by_id["Datasets_ACL2014:0"]
    assert (marked(literal), literal.confidence) == (["Sparrows", "flew"], 0.8)
    assert literal.features["votes"] == {"figurative": 1, "literal": 4}
    assert by_id["Datasets_ACL2014:2"].text == "Rumours flew through the office."
    assert funnel.refused == {"not English": 1}
    assert funnel.notes["a vote that is neither 0 nor 1 left out"] == 1


def test_a_damaged_workbook_is_named(tmp_path: Path) -> None:
    file = tmp_path / "Datasets_ACL2014.xlsx"
    file.write_bytes((SMALL / "tsvetkov2014" / file.name).read_bytes()[:2000])
    with pytest.raises(InputError, match=r"Datasets_ACL2014\.xlsx:1: not an Excel workbook"):
        read("tsvetkov2014", tmp_path)


def test_moh_passes_over_its_preamble() -> None:
    by_id, _ = read("moh")
    second = by_id["Data-metaphoric-or-literal:1"]
    assert (second.text, marked(second)) == ("Her anger melted when he smiled.", ["melted"])
    assert (second.usage, second.confidence, second.source.record) == ("figurative", 1.0, "melt#v#4")


def test_moh_x_pairs_get_their_sentences_where_moh_is_at_hand(tmp_path: Path) -> None:
    by_id, _ = read("moh-x")
    first = by_id["MOH-Verb-labels-rels:0"]
    assert (first.text, first.features["sentence_id"]) == (
        "The butter melted in the pan.",
        "Data-metaphoric-or-literal:0",
    )
    assert by_id["MOH-Verb-labels-rels:3"].features["bare"] is True
    alone = tmp_path / "MOH-Verb-labels-rels.txt"
    alone.write_bytes((SMALL / "moh-x" / alone.name).read_bytes())
    by_id, funnel = read("moh-x", alone)
    assert [by_id[f"MOH-Verb-labels-rels:{n}"].text for n in range(3)] == [
        "butter melt",
        "anger melt",
        "digest news",
    ]
    assert funnel.notes["no sentence: the pair itself is the text"] == 4


def test_trofi_lines_lose_their_last_tag_and_keep_cluster_and_annotation() -> None:
    by_id, funnel = read("trofi")
    second = by_id["TroFiBase:1"]
    assert second.text == "Their savings have melted ( by half ) ."
    assert (second.usage, second.features) == ("unknown", {"cluster": "nonliteral", "annotation": "U"})
    assert second.source.record == "xyz01:40"
    assert by_id["TroFiBase:2"].text == "Why does the ice melt so soon ?"
    assert funnel.notes["verb not found in its sentence"] == 1


def test_vua_sentences_and_tokens() -> None:
    by_id, funnel = read("vua")
    sentence = by_id["vuamc_corpus_train:1"]
    assert sentence.text == "He paid £697 , and swallowed the 's loss ."
    assert (marked(sentence), sentence.usage, sentence.expression) == (["swallowed", "s"], "figurative", None)
    token = by_id["verb_tokens:2"]
    assert (token.text, marked(token), token.usage) == (sentence.text, ["swallowed"], "figurative")
    assert token.source.record == "zz1-fragment01_2_6"
    assert by_id["verb_tokens:3"].text == "‘ The cat climbed a tree ’"
    assert funnel.refused == {"empty sentence": 1}


def test_a_lone_vua_token_list_finds_its_sentences_beside_it(tmp_path: Path) -> None:
    by_id, _ = read("vua", SMALL / "vua" / "verb_tokens.csv")
    assert set(by_id) == {f"verb_tokens:{n}" for n in range(4)}
    alone = tmp_path / "verb_tokens.csv"
    alone.write_bytes((SMALL / "vua" / alone.name).read_bytes())
    with pytest.raises(InputError, match=r"Put vuamc_corpus_train\.csv"):
        read("vua", alone)


def test_mermaid_sentences_carry_their_literal_ones() -> None:
    by_id, funnel = read("mermaid")
    second = by_id["human1test:1"]
    assert (second.text, marked(second)) == ("He burned through his savings in a week", ["burned through"])
    assert second.features["rewriting"] == "He spent his savings in a week"
    assert second.features["literal_verb"] == "spent"
    assert (by_id["metanew:1"].usage, marked(by_id["metanew:1"])) == ("literal", ["spent"])
    assert funnel.notes["same words as the literal sentence"] == 1


def test_mermaid_verbs_may_be_marked_in_the_metaphoric_file_too() -> None:
    by_id, _ = read("mermaid")
    second = by_id["human2test:1"]
    assert (second.text, marked(second)) == ("He devoured his savings in a week", ["devoured"])
    assert marked(by_id["human2test:2"]) == []  # the literal verb again


@pytest.mark.parametrize(
    ("name", "shorter"), [("mermaid", "human1test.txt"), ("gutenberg-metaphors", "val.source")]
)
def test_parallel_files_of_unlike_length_are_an_error(tmp_path: Path, name: str, shorter: str) -> None:
    for file in (SMALL / name).iterdir():
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        (tmp_path / file.name).write_text(
            "".join(lines[:-1] if file.name == shorter else lines), encoding="utf-8"
        )
    with pytest.raises(RecordError, match="Both files must have as many lines"):
        read(name, tmp_path)


def test_gutenberg_lines_come_with_the_literal_verb() -> None:
    by_id, _ = read("gutenberg-metaphors")
    line = by_id["val:1"]
    assert (marked(line), line.features["literal_verb"]) == (["built"], "made")


def test_scope_similes_are_kept_with_the_property() -> None:
    by_id, _ = read("scope-similes")
    second = by_id["SimileEMNLP:1"]
    assert (second.text, marked(second)) == (
        "The old hall stood completely silent that day",
        ["completely silent"],
    )
    assert second.features["similes"][0] == "The old hall stood like a grave that day."
    assert set(second.features["generated"]) == {"SCOPE", "RTV", "PTB"}


def test_fig_qa_knows_the_meaning_where_the_file_has_labels() -> None:
    by_id, funnel = read("fig-qa")
    assert by_id["train:1"].features["meaning"] == "He was cold."
    assert by_id["train:0"].features["pair"] == by_id["train:1"].features["pair"] == "5"
    assert "meaning" not in by_id["test:0"].features
    assert funnel.notes["no label"] == 1


def test_bigbench_questions_become_a_pair_for_each_choice() -> None:
    pairs: dict[str, Pair] = read("bigbench-metaphor")[0]  # type: ignore[assignment]
    assert (pairs["metaphor_boolean:1"].premise, pairs["metaphor_boolean:1"].label) == (
        "My brother is a night owl.",
        "non-entailment",
    )
    assert pairs["metaphor_boolean:0"].group == pairs["metaphor_boolean:1"].group
    labels = [pairs[f"metaphor_to_literal:0/{n}"].label for n in range(3)]
    assert labels == ["entailment", "non-entailment", "non-entailment"]
    assert pairs["literal_to_metaphor:0/0"].features["direction"] == "literal-premise"


@pytest.mark.parametrize(
    ("text", "expression", "found"),
    [
        ("She has made up her mind.", "make up one's mind", ["made", "up", "her", "mind"]),
        ("He pulled Ann's leg.", "pull someone's leg", ["pulled", "Ann's", "leg"]),
        ("They gave Ann the cold shoulder.", "give the cold shoulder", ["gave", "the", "cold", "shoulder"]),
        ("It rained cats and dogs.", "rain cats and dogs", ["rained", "cats", "and", "dogs"]),
        ("Behave yourselves!", "behave oneself", ["Behave", "yourselves"]),
        ("Nothing of the kind.", "spill the beans", []),
    ],
)
def test_an_expression_is_found_in_its_inflections(text: str, expression: str, found: list[str]) -> None:
    assert [text[a:b] for a, b in find_words(text, expression.split())] == found


def test_spans_move_with_the_text() -> None:
    assert fit_spans("  cafe\u0301 au lait ", [(2, 8)]) == ("café au lait", [(0, 4)])
    assert take_tags("a <b>big</b> <b></b>dog") == ("a big dog", [(2, 5)])
    assert take_tags("a <b>big dog") is None
