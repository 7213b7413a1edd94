"""The readers of pairs: what each makes of its files, shape by shape, and how the files can be had back."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nonliteral.errors import InputError, RecordError
from nonliteral.readers import import_set, load_reader
from nonliteral.readers.flute import QUESTION
from nonliteral.readers.imppres import CONTROL_KIND, ENVIRONMENTS, HYPOTHESIS_KINDS
from nonliteral.readers.pairs import link_pairs, name_files, parse_label
from nonliteral.readers.tables import Item
from nonliteral.records import Pair
from nonliteral.suites import Funnel, Suite

FILES = Path(__file__).parent.parent / "data" / "readers"


def read(name: str, path: Path | None = None) -> tuple[dict[str, Pair], Funnel]:
    funnel = Funnel()
    pairs = list(load_reader(name).read(path or FILES / name, funnel))
    assert all(isinstance(pair, Pair) for pair in pairs)
    return {pair.id: pair for pair in pairs}, funnel  # type: ignore[misc]


def json_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


# --- what all share -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given_label", "label"),
    [
        ("Entailment", "entailment"),
        ("entails", "entailment"),
        ("e", "entailment"),
        ("N", "neutral"),
        ("Contradicts", "contradiction"),
        ("not_entailment", "non-entailment"),
        ("non-entailment", "non-entailment"),
        ("True", "entailment"),
        (False, "non-entailment"),
        (1, "neutral"),
        ("2", "contradiction"),
        ("2.0", "contradiction"),
        ("-", None),
        ("", None),
        (-1, None),
        (None, None),
        ("hidden", None),
    ],
)
def test_a_label_is_known_by_word_letter_or_number(given_label: Any, label: str | None) -> None:
    item = Item(Path("x.jsonl"), 3, 0, {})
    assert parse_label(item, given_label, ("entailment", "neutral", "contradiction")) == label


@pytest.mark.parametrize("word", ["maybe", "3", "7", "entail", "-2"])
def test_another_word_is_no_label_and_the_error_names_the_line(word: str) -> None:
    item = Item(Path("x.jsonl"), 3, 0, {})
    with pytest.raises(RecordError, match=r"x\.jsonl:3: .* is not a label"):
        parse_label(item, word, ("entailment", "neutral", "contradiction"))


@given(st.lists(st.tuples(st.sampled_from("abcde"), st.sampled_from("vwxyz")), max_size=12))
def test_pairs_that_share_a_sentence_hang_together(texts: list[tuple[str, str]]) -> None:
    firsts = link_pairs(texts)
    for n, pair in enumerate(texts):
        assert firsts[n] <= n
        assert firsts[firsts[n]] == firsts[n]
        for m, other in enumerate(texts):
            if pair[0] == other[0] or pair[1] == other[1]:
                assert firsts[n] == firsts[m]


def test_only_files_that_share_a_stem_have_their_folder_in_the_id() -> None:
    root = Path("anli")
    files = [root / "R1/test.jsonl", root / "R2/test.jsonl", root / "R2/dev.jsonl"]
    assert list(name_files(files, root).values()) == ["R1/test", "R2/test", "dev"]


# --- SNLI and its kin -----------------------------------------------------------------------------


def test_snli_as_released_keeps_votes_and_groups_by_photograph() -> None:
    pairs, _ = read("snli")
    pair = pairs["snli_1.0_dev:1"]
    assert (pair.label, pair.group, pair.source.record) == ("neutral", "77001.jpg", "77001.jpg#0r1n")
    assert pair.features["votes"] == {"neutral": 4.0, "entailment": 1.0}
    assert pairs["snli_1.0_dev:2"].group == pair.group
    assert not any("parse" in key for key in pair.features)


def test_snli_without_a_gold_label_is_counted_and_its_number_stays_free() -> None:
    pairs, funnel = read("snli")
    assert "snli_1.0_dev:3" not in pairs
    assert funnel.refused == Counter({"without a label": 3})
    assert funnel.read == len(pairs) + 3


def test_the_txt_beside_the_jsonl_is_read_only_when_it_is_given_itself() -> None:
    _, funnel = read("snli")
    assert "snli_1.0_dev.txt not read: the same file is there in another shape" in funnel.notes
    as_table, _ = read("snli", FILES / "snli" / "snli_1.0_dev.txt")
    as_lines, _ = read("snli", FILES / "snli" / "snli_1.0_dev.jsonl")
    assert [(p.premise, p.label, p.features["votes"]) for p in as_table.values()] == [
        (p.premise, p.label, p.features["votes"]) for p in as_lines.values()
    ]


def test_quotation_marks_in_a_tsv_are_text_and_last_columns_may_be_missing() -> None:
    pairs, funnel = read("snli", FILES / "snli" / "snli_1.0_test.txt")
    assert pairs["snli_1.0_test:0"].premise == 'Two boys share a "magic" hat.'
    assert funnel.read == 2


def test_a_packed_file_is_named_without_either_ending() -> None:
    pairs, _ = read("snli", FILES / "snli" / "snli-sample.jsonl.gz")
    assert list(pairs) == ["snli-sample:0", "snli-sample:1"]
    assert pairs["snli-sample:0"].premise == "A cyclist rests under a tree."
    assert pairs["snli-sample:0"].features["as_given"] == {"premise": "A cyclist rests under a tree. "}
    assert pairs["snli-sample:1"].label == "entailment"


def test_esnli_keeps_all_explanations() -> None:
    pairs, funnel = read("esnli")
    pair = pairs["esnli_dev:0"]
    assert pair.explanation == "Beans are plants."
    assert pair.features["explanations"] == [
        "Beans are plants.",
        "A gardener is someone, and beans are plants.",
        "Beans grow on plants,\r\nso plants are watered.",
    ]
    assert pair.features["Sentence1_marked_2"] == "A *gardener* waters a row of beans."
    assert pairs["esnli_dev:1"].hypothesis == 'The man is "asleep" in a hammock.'
    assert pairs["esnli_dev:1"].features["explanations"] == ["Nobody kneels while asleep."]
    assert pairs["esnli-hub:0"].explanation == "A girl is a child and a bucket is something."
    assert funnel.refused == Counter({"an empty premise or hypothesis": 1})


def test_multinli_tells_matched_from_mismatched() -> None:
    pairs, funnel = read("multinli")
    assert pairs["dev_matched:0"].features["part"] == "matched"
    assert pairs["dev_matched:0"].group == pairs["dev_matched:1"].group == "31"
    assert pairs["dev_matched:0"].features["votes"] == {"entailment": 4.0, "neutral": 1.0}
    other = pairs["multinli_1.0_dev_mismatched:0"]
    assert (other.features["part"], other.features["genre"]) == ("mismatched", "letters")
    assert pairs["mnli-numbered:1"].label == "contradiction"
    assert pairs["mnli-sheet:0"].premise == "Well, the mill is gone."
    assert funnel.refused == Counter({"without a label": 2})


def test_anli_keeps_rounds_apart_and_reasons_as_explanations() -> None:
    pairs, _ = read("anli")
    assert list(pairs) == ["R1/test:0", "R2/test:0", "R2/test:1", "anli-dev:0"]
    assert pairs["R1/test:0"].explanation == "A lake that freezes each winter is not always warm."
    assert pairs["R2/test:0"].explanation is None
    assert [pair.features["round"] for pair in pairs.values()] == ["r1", "r2", "r2", "r3"]
    assert pairs["R2/test:0"].group == pairs["R2/test:1"].group


def test_rte_is_two_way() -> None:
    pairs, funnel = read("rte")
    assert {pair.label for pair in pairs.values()} == {"entailment", "non-entailment"}
    assert pairs["rte-hub:1"].label == "non-entailment"
    assert pairs["dev:1"].source.record == "1"
    assert funnel.refused == Counter({"without a label": 1})


def test_scitail_is_read_in_each_of_its_formats() -> None:
    pairs, _ = read("scitail")
    assert pairs["snli_format/scitail_1.0_dev:0"].label == "entailment"
    assert pairs["tsv_format/scitail_1.0_dev:0"].label == "entailment"
    assert pairs["tsv_format/scitail_1.0_dev:1"].label == "neutral"
    assert pairs["tsv_format/scitail_1.0_dev:1"].premise == "Soil is  dark."
    assert pairs["scitail_1.0_structure_dev:0"].features["hypothesis_structure"] == "roots<>need<>water"
    assert pairs["scitail-handed:0"].label == "non-entailment"


def test_breaking_nli_keeps_votes_and_category() -> None:
    pairs, _ = read("breaking-nli")
    pair = pairs["dataset:0"]
    assert pair.source.record == "41"
    assert pair.features == {
        "category": "instruments",
        "votes": {"contradiction": 2.0, "neutral": 1.0},
    }


def test_cad_unquotes_its_tsv_and_leaves_the_sentiment_half_alone() -> None:
    pairs, _ = read("cad")
    assert list(pairs) == [
        "original/dev:0",
        "original/dev:1",
        "revised_premise/dev:0",
        "revised_premise/dev:1",
    ]
    assert pairs["original/dev:1"].premise == 'A sign says "closed".'
    assert pairs["revised_premise/dev:0"].group == pairs["revised_premise/dev:1"].group


def test_nope_keeps_votes_ratings_and_the_environment_of_the_trigger() -> None:
    pairs, _ = read("nope")
    plain, negated, already = pairs.values()
    assert (plain.phenomenon, plain.label) == ("presupposition", "entailment")
    assert plain.features["votes"] == {"entailment": 4.0, "neutral": 1.0}
    assert plain.features["ratings"] == [100.0, 97.2, 99.0, 60.1, 100.0]
    assert plain.features["trigger"] == "aspectual_verbs"
    assert [p.features["environment"] for p in pairs.values()] == ["plain", "negated", "negated"]
    assert plain.group == negated.group == "7"
    assert already.group == "8"


def test_hans_is_two_way_and_grouped_by_template() -> None:
    pairs, _ = read("hans")
    pair = pairs["heuristics_evaluation_set:0"]
    assert (pair.label, pair.group, pair.source.record) == ("non-entailment", "temp4", "ex0")
    assert pair.features["subcase"] == "sn_NP/S"
    assert pairs["hans-hub:0"].label == "non-entailment"


def test_commitmentbank_takes_the_label_that_four_in_five_agree_on() -> None:
    pairs, funnel = read("commitmentbank")
    agreed = pairs["CommitmentBank-items:0"]
    assert agreed.premise == ("Lena closed the book, slowly. Did Tom know that the mill had burned down?")
    assert (agreed.label, agreed.source.record) == ("entailment", "OWN-1")
    assert agreed.features["votes"] == {"entailment": 5.0}
    assert agreed.features["responses"] == [3.0, 3.0, 2.0, 3.0, 2.0]
    assert (agreed.features["trigger"], agreed.features["environment"]) == ("know", "interrogative")
    neutral = pairs["CommitmentBank-items:2"]
    assert neutral.label == "neutral"
    assert neutral.premise == "They might say that the road is open."
    assert funnel.refused["fewer than four in five people agree"] == 2
    assert funnel.refused["without a label"] == 1


def test_commitmentbank_puts_single_answers_together() -> None:
    pairs, funnel = read("commitmentbank", FILES / "commitmentbank" / "CommitmentBank-All.csv")
    assert funnel.read == 2
    assert pairs["CommitmentBank-All:0"].features["responses"] == [3.0, 2.0, 1.0]
    assert pairs["CommitmentBank-All:0"].features["environment"] == "conditional"


PLAIN = (
    "snli",
    "esnli",
    "multinli",
    "anli",
    "rte",
    "scitail",
    "breaking-nli",
    "cad",
    "nope",
    "hans",
    "commitmentbank",
)
COLUMNS = ("premise", "hypothesis", "label", "annotator_labels")
ROWS_IN_EVERY_SHAPE: list[tuple[str, str, str, list[str]]] = [
    ("The kettle, an old one, sings.", "A kettle makes a sound.", "entailment", ["entailment"]),
    ("The kettle is cold.", "It is called Bess.", "not_entailment", ["not_entailment", "entailment"]),
]


def in_shape(shape: str) -> bytes:
    """Return the rows above as a file of that shape."""
    records = [dict(zip(COLUMNS, row, strict=True)) for row in ROWS_IN_EVERY_SHAPE]
    if shape.startswith("jsonl"):
        content = "".join(json.dumps(record) + "\n" for record in records)
    elif shape == "json":
        content = json.dumps(records, indent=2)
    elif shape == "numbered.json":
        content = json.dumps({str(n): record for n, record in enumerate(records)})
    else:
        text = io.StringIO()
        csv.writer(text, delimiter="," if shape == "csv" else "\t").writerows([COLUMNS, *ROWS_IN_EVERY_SHAPE])
        content = text.getvalue()
    return gzip.compress(content.encode()) if shape.endswith(".gz") else content.encode()


@pytest.mark.parametrize("shape", ["jsonl", "json", "numbered.json", "csv", "tsv", "jsonl.gz"])
@pytest.mark.parametrize("name", PLAIN)
def test_every_nli_set_is_read_in_every_shape(name: str, shape: str, tmp_path: Path) -> None:
    path = tmp_path / f"sheet.{shape}"
    path.write_bytes(in_shape(shape))
    pairs, _ = read(name, path)
    assert [ident.rpartition(":")[2] for ident in pairs] == ["0", "1"]
    first, second = pairs.values()
    assert first.premise == "The kettle, an old one, sings."
    assert (first.label, second.label) == ("entailment", "non-entailment")
    assert second.features["votes"] == {"entailment": 1.0, "non-entailment": 1.0}


# --- Figurative-NLI -------------------------------------------------------------------------------


def test_figurative_nli_reads_its_own_names_for_labels() -> None:
    pairs, _ = read("figurative-nli")
    assert pairs["simile-entail:1"].label == "non-entailment"
    assert (pairs["metaphor-entail:0"].label, pairs["metaphor-entail:0"].phenomenon) == (
        "entailment",
        "metaphor",
    )


def test_ironic_intent_has_both_readings_and_its_columns() -> None:
    pairs, _ = read("figurative-nli")
    ironic, plain = pairs["recast_irony:0"], pairs["recast_irony:1"]
    assert ironic.label == "entailment"
    assert ironic.readings == {"surface": "non-entailment", "intended": "entailment"}
    assert plain.readings == {"surface": "non-entailment", "intended": "non-entailment"}
    assert plain.premise == "Ivo tweeted: 'Buses, rain and tea today'"
    assert plain.features | {"author": "Ivo", "split": "train"} == plain.features
    assert (plain.features["tweet_index"], plain.features["tweet_label"]) == ("4", "0")
    assert plain.source.record == "3"


def test_a_row_that_swallowed_others_is_kept_and_a_torn_one_takes_nothing_with_it() -> None:
    pairs, funnel = read("figurative-nli", FILES / "figurative-nli" / "irony" / "recast_irony.csv")
    assert "7\t0\tTea time now" in pairs["recast_irony:2"].premise
    assert funnel.notes["the tweet has swallowed the rows that followed it (published so)"] == 1
    assert funnel.refused == Counter({"a line of a record whose other lines are missing": 2})
    assert pairs["recast_irony:5"].premise == "Rafa tweeted: 'Calm sea this morning'"
    assert funnel.read == 6


# --- FLUTE ----------------------------------------------------------------------------------------


def test_flute_keeps_direction_explanation_idiom_and_both_readings_of_irony() -> None:
    pairs, _ = read("flute")
    sarcasm, paraphrase = pairs["sarcasm_train:1"], pairs["sarcasm_train:0"]
    assert sarcasm.phenomenon == paraphrase.phenomenon == "irony"
    assert sarcasm.readings == {"surface": "contradiction", "intended": "entailment"}
    assert paraphrase.readings == {"surface": "entailment", "intended": "entailment"}
    assert (sarcasm.features["type"], paraphrase.features["type"]) == ("sarcasm", "creative-paraphrase")
    assert sarcasm.group == paraphrase.group == "sarcasm/3"
    idiom = pairs["idiom_train:0"]
    assert idiom.features["expression"] == "let the cat out of the bag"
    assert idiom.readings is None
    assert pairs["metaphor_train:0"].explanation is None
    assert {pair.features["direction"] for pair in pairs.values()} == {"literal-premise"}


def test_flute_is_named_as_the_released_set(tmp_path: Path) -> None:
    suite = import_set("flute", FILES / "flute", tmp_path)
    assert isinstance(suite, Suite)
    assert suite.description.version == "released, four types"
    assert suite.description.reading == "surface (irony), intended (the others)"


def test_flutes_translation_shape_takes_type_and_id_from_the_per_type_files() -> None:
    together, funnel = read("flute")
    pair = together["FLUTEfinaltrain:0"]
    assert (pair.phenomenon, pair.features["type"], pair.group) == ("irony", "sarcasm", "sarcasm/3")
    assert pair.readings == {"surface": "contradiction", "intended": "entailment"}
    assert together["FLUTEfinaltrain:2"].hypothesis == 'Her words "froze" the room .'
    assert funnel.notes["of unknown type: the translation shape does not tell"] == 1
    alone, _ = read("flute", FILES / "flute" / "FLUTEfinaltrain.json")
    assert alone["FLUTEfinaltrain:0"].phenomenon == "figurative"
    assert alone["FLUTEfinaltrain:0"].readings is None


def test_flute_as_on_the_hub_names_its_types() -> None:
    pairs, _ = read("flute")
    assert pairs["FLUTE-hub:0"].readings == {"surface": "contradiction", "intended": "entailment"}
    assert pairs["FLUTE-hub:1"].features["type"] == "creative-paraphrase"
    assert pairs["FLUTE-hub:1"].features["split"] == "train"


def test_a_question_that_is_not_flutes_is_named_by_line(tmp_path: Path) -> None:
    path = tmp_path / "FLUTEfinaltrain.json"
    path.write_text('{"translation": {"en1": "Is it so?", "en2": "Entails. Yes."}}\n')
    with pytest.raises(RecordError, match=r"FLUTEfinaltrain\.json:1: `en1` is not FLUTE's question"):
        read("flute", path)


def flute_row(pair: Pair) -> dict[str, Any]:
    """Return the row of a FLUTE file that a pair was made of."""
    given = pair.features.get("as_given", {})
    premise = given.get("premise", pair.premise)
    hypothesis = given.get("hypothesis", pair.hypothesis)
    explanation = given.get("explanation", pair.explanation or "")
    if pair.features.get("shape") == "translation":
        answer = {"entailment": "Entails", "contradiction": "Contradicts"}[pair.label]
        question = QUESTION.format(premise=premise, hypothesis=hypothesis)
        return {"translation": {"en1": question, "en2": f"{answer}. {explanation}"}}
    row = {
        "id": pair.features["id"],
        "premise": premise,
        "hypothesis": hypothesis,
        "label": pair.label.capitalize(),
        "explanation": explanation,
    }
    if "expression" in pair.features:
        row["idiom"] = given.get("idiom", pair.features["expression"])
    return row


# --- IMPPRES --------------------------------------------------------------------------------------


def test_an_implicature_has_both_readings_and_its_label_is_the_logical_one() -> None:
    pairs, _ = read("imppres")
    pair = pairs["quantifiers:0"]
    assert pair.readings == {"logical": "neutral", "pragmatic": "entailment"}
    assert pair.label == "neutral"
    assert pair.features == {
        "set": "quantifiers",
        "paradigm": "0",
        "trigger": "quantifier",
        "relation": "implicature_PtoN",
        "control": False,
        "lexemes": "some - all",
    }
    assert pairs["quantifiers:11"].features["control"] is True
    assert (pairs["quantifiers:11"].group, pairs["quantifiers:12"].group) == (
        "quantifiers/0",
        "quantifiers/1",
    )


def test_a_presupposition_has_trigger_environment_and_kind_in_our_words() -> None:
    pairs, _ = read("imppres")
    pair = pairs["only_presupposition:0"]
    assert pair.id == "only_presupposition:0"
    assert pair.features == {
        "set": "only_presupposition",
        "paradigm": "0",
        "trigger": "only",
        "UID": "only_presupposition",
        "environment": "plain",
        "hypothesis_kind": "presupposition",
        "control": False,
    }
    assert pair.source.record == "0e"
    control = pairs["only_presupposition:15"]
    assert control.features["environment"] == "negated"
    assert control.features["hypothesis_environment"] == "plain"
    assert control.features["hypothesis_kind"] == "trigger"
    assert control.features["control"] is True
    assert pairs["only_presupposition:19"].group == "only_presupposition/1"


def test_what_is_disputed_is_marked() -> None:
    pairs, _ = read("imppres")
    marked = {ident for ident, pair in pairs.items() if pair.features.get("contested")}
    assert marked == {
        "cleft_uniqueness:0",
        *(f"only_presupposition:{n}" for n in (9, 10, 11, 28, 29, 30)),
    }


def imppres_row(pair: Pair) -> dict[str, Any]:
    """Return the row of an IMPPRES file that a pair was made of."""
    features = pair.features
    given = features.get("as_given", {})
    texts = {
        "sentence1": given.get("sentence1", pair.premise),
        "sentence2": given.get("sentence2", pair.hypothesis),
    }
    if pair.phenomenon == "implicature":
        assert pair.readings is not None
        return texts | {
            "gold_label_log": pair.readings["logical"],
            "gold_label_prag": pair.readings["pragmatic"],
            "spec_relation": features["relation"],
            "item_type": "control" if features["control"] else "target",
            "trigger": features["trigger"],
            "lexemes": features["lexemes"],
        }
    words = {ours: theirs for theirs, ours in ENVIRONMENTS.items()}
    kinds = {ours: theirs for theirs, ours in HYPOTHESIS_KINDS.items()}
    if features["control"]:
        assert features["hypothesis_kind"] == CONTROL_KIND
        cell: dict[str, Any] = {
            "trigger1": words[features["environment"]],
            "trigger2": words[features["hypothesis_environment"]],
            "control_item": True,
        }
    else:
        cell = {
            "trigger": words[features["environment"]],
            "presupposition": kinds[features["hypothesis_kind"]],
        }
    return (
        texts
        | cell
        | {
            "gold_label": pair.label,
            "UID": features["UID"],
            "pairID": pair.source.record,
            "paradigmID": int(features["paradigm"]),
        }
    )


ROWS = {"imppres": imppres_row, "flute": flute_row}
LINES = ("*.jsonl", "*.json")


def check_that_every_row_comes_back(name: str, folder: Path, out: Path) -> int:
    """Import a set, read the suite from disk, and compare each row with the file it came from."""
    suite = import_set(name, folder, out)
    files = {path.stem: json_lines(path) for pattern in LINES for path in folder.rglob(pattern)}
    checked = 0
    for pair in Suite(suite.path):
        stem, _, n = pair.id.rpartition(":")
        if stem in files:
            assert ROWS[name](pair) == files[stem][int(n)]
            checked += 1
    return checked


@pytest.mark.parametrize(("name", "rows"), [("imppres", 63), ("flute", 13)])
def test_read_back_out_of_the_suite_no_field_is_lost(name: str, rows: int, tmp_path: Path) -> None:
    assert check_that_every_row_comes_back(name, FILES / name, tmp_path) == rows


texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(premise=texts, hypothesis=texts, explanation=st.text(st.characters(exclude_categories=["Cs"])))
def test_flutes_question_comes_back_whatever_the_sentences_hold(
    premise: str, hypothesis: str, explanation: str, tmp_path: Path
) -> None:
    asked = QUESTION.format(premise=premise, hypothesis=hypothesis)
    row = {"translation": {"en1": asked, "en2": f"Contradicts. {explanation}"}}
    path = tmp_path / "FLUTEfinaltest.json"
    path.write_text(json.dumps(row) + "\n")
    pairs, _ = read("flute", path)
    assert flute_row(pairs["FLUTEfinaltest:0"]) == row


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(first=texts, second=texts)
def test_an_imppres_row_comes_back_whatever_the_sentences_hold(
    first: str, second: str, tmp_path: Path
) -> None:
    row = json_lines(FILES / "imppres" / "implicature" / "quantifiers.jsonl")[0]
    row |= {"sentence1": first, "sentence2": second}
    path = tmp_path / "quantifiers.jsonl"
    path.write_text(json.dumps(row) + "\n")
    pairs, _ = read("imppres", path)
    assert imppres_row(pairs["quantifiers:0"]) == row


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"trigger": "wondering"}, "`trigger` must be one of unembedded, negated"),
        ({"presupposition": "maybe"}, "`presupposition` must be one of positive"),
        ({"paradigmID": "x"}, "`paradigmID` must be a whole number"),
        ({"gold_label": "yes"}, "'yes' is not a label"),
        ({"sentence1": 7}, "`sentence1` must be text"),
        ({"UID": None}, "`UID` must be text"),
    ],
)
def test_a_bad_row_is_named_by_file_and_line(change: dict[str, Any], problem: str, tmp_path: Path) -> None:
    rows = json_lines(FILES / "imppres" / "presupposition" / "only_presupposition.jsonl")
    rows[2] |= change
    path = tmp_path / "only_presupposition.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(RecordError) as caught:
        read("imppres", path)
    assert str(caught.value).startswith(f"{path}:3: ")
    assert problem in str(caught.value)


def test_a_folder_without_a_file_of_the_set_says_what_was_looked_for(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing here\n")
    with pytest.raises(InputError, match="holds no file of NOPE"):
        read("nope", tmp_path)


# --- the real files -------------------------------------------------------------------------------

REAL = {
    "snli": "nli",
    "multinli": "nli",
    "anli": "nli",
    "rte": "nli",
    "scitail": "nli",
    "breaking-nli": "nli",
    "cad": "nli",
    "nope": "nli",
    "imppres": "published/imppres",
    "flute": "published/flute",
}
"""Sets in which every record is kept, and where their files lie."""


def count_data_records(path: Path) -> int:
    """Return how many records a file holds, counted without the readers."""
    raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    if path.suffix == ".json":
        try:
            return len(json.loads(raw))
        except ValueError:
            pass  # JSON lines under another name
    lines = [line for line in raw.split(b"\n") if line.strip()]
    return len(lines) - (path.suffix in (".tsv", ".txt"))


@pytest.mark.parametrize("name", REAL)
def test_every_data_line_of_the_real_files_is_a_pair(name: str, public_data: Path) -> None:
    folder = public_data / REAL[name]
    reader, funnel = load_reader(name), Funnel()
    ids = [record.id for record in reader.read(folder, funnel)]
    assert len(set(ids)) == len(ids)
    assert len(ids) == funnel.read == sum(map(count_data_records, reader.files(folder)))
    assert not funnel.refused


def test_every_line_of_the_real_irony_file_is_kept_or_counted(public_data: Path) -> None:
    path = public_data / "published" / "figurative-nli" / "recast_irony.csv"
    pairs, funnel = read("figurative-nli", path)
    # A tweet that swallowed others stands over several lines twice: as it is, and in the premise.
    kept = sum(
        1 + pair.features["tweet_text"].count("\n") + pair.premise.count("\n") for pair in pairs.values()
    )
    assert kept + sum(funnel.refused.values()) == len(path.read_text("utf-8").splitlines()) - 1
    assert set(funnel.refused) <= {"a line of a record whose other lines are missing"}


@pytest.mark.parametrize("name", ["simile-entail.json", "metaphor-entail.json"])
def test_every_real_simile_and_metaphor_is_a_pair(name: str, public_data: Path) -> None:
    path = public_data / "published" / "figurative-nli" / name
    pairs, _ = read("figurative-nli", path)
    assert len(pairs) == count_data_records(path)


@pytest.mark.parametrize("name", ROWS)
def test_the_real_files_come_back_out_of_the_suite(name: str, public_data: Path, tmp_path: Path) -> None:
    folder = public_data / "published" / name
    rows = sum(map(count_data_records, load_reader(name).files(folder)))
    assert check_that_every_row_comes_back(name, folder, tmp_path) == rows


def test_real_paradigms_have_twelve_and_nineteen_rows(public_data: Path) -> None:
    pairs, _ = read("imppres", public_data / "published" / "imppres")
    sizes = Counter(pair.group for pair in pairs.values())
    kinds = {pair.group: pair.phenomenon for pair in pairs.values()}
    assert {kinds[group]: size for group, size in sizes.items()} == {
        "implicature": 12,
        "presupposition": 19,
    }
    assert set(sizes.values()) == {12, 19}
