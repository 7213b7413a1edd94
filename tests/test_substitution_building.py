"""Substitution end to end on small lexicons and corpora, as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from nonliteral.builders import build, plan_suites
from nonliteral.builders.substitution.matching import map_magpie_variant
from nonliteral.builders.substitution.refusals import REASONS
from nonliteral.checking.giveaways import Side, measure_giveaway
from nonliteral.errors import InputError, RecordError, UnknownNameError
from nonliteral.records import Pair
from nonliteral.suites import Suite

BEANS: dict[str, Any] = {
    "base": "spill the beans",
    "kind": "idiom",
    "part": "verb",
    "definitions": [
        {"text": "reveal the secret", "relation": "same"},
        {"text": "say something", "relation": "weaker"},
    ],
    "adversarial": [{"text": "drop the food", "label": "neutral"}],
    "antonyms": [{"text": "keep the secret", "label": "contradiction"}],
    "sentences": [
        {"text": "My cousin spilled the beans about the party.", "usage": "figurative"},
        {"text": "The clerk didn't spill the beans.", "usage": "figurative"},
        {"text": "The cook spilled the beans and swept the floor.", "usage": "literal"},
    ],
}


def write_lexicon(folder: Path, *entries: dict[str, Any] | str, name: str = "lexicon.jsonl") -> Path:
    path = folder / name
    lines = [entry if isinstance(entry, str) else json.dumps(entry) for entry in entries]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def write_corpus(folder: Path, *rows: dict[str, Any]) -> Path:
    path = folder / "sentences.jsonl"
    defaults = {"expression": None, "spans": [], "usage": "figurative", "features": {}}
    lines = [
        json.dumps({"id": f"s:{n}", "source": {"corpus": "mine"}, **defaults, **row})
        for n, row in enumerate(rows)
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def build_one(tmp_path: Path, *entries: dict[str, Any] | str, **options: Any) -> Suite:
    (suite,) = build("idioms", tmp_path / "out", lexicon=write_lexicon(tmp_path, *entries), **options)
    return suite


def by_method(suite: Suite) -> dict[str, list[Pair]]:
    found: dict[str, list[Pair]] = {}
    for pair in suite:
        found.setdefault(pair.method, []).append(pair)
    return found


def test_a_lexicons_own_sentences_give_pairs_of_every_method(tmp_path: Path) -> None:
    pairs = by_method(build_one(tmp_path, BEANS))
    assert {p.hypothesis: p.label for p in pairs["figurative-definition"]} == {
        "My cousin revealed the secret about the party.": "entailment",
        "My cousin said something about the party.": "entailment",
        "The clerk didn't reveal the secret.": "entailment",
    }
    assert [p.hypothesis for p in pairs["adversarial-definition"]] == [
        "My cousin dropped the food about the party.",
        "The clerk didn't drop the food.",
    ]
    assert [(p.hypothesis, p.label) for p in pairs["antonym"]] == [
        ("My cousin kept the secret about the party.", "contradiction")
    ]
    assert all(p.label == "neutral" for p in pairs["literal-definition"])
    assert "The cook revealed the secret and swept the floor." in {
        p.hypothesis for p in pairs["literal-definition"]
    }


def test_a_pair_says_what_it_was_made_of(tmp_path: Path) -> None:
    pair = by_method(build_one(tmp_path, BEANS))["figurative-definition"][0]
    assert pair.phenomenon == "idiom"
    assert pair.tier == "silver"
    assert pair.group == "idiom/spill-the-beans"
    assert pair.id.startswith("spill-the-beans/figurative-definition/")
    assert len(pair.id.rpartition("/")[2]) == 10
    features = pair.features
    assert {
        key: features[key] for key in ("expression", "variant", "definition", "relation", "mood", "direction")
    } == {
        "expression": "spill the beans",
        "variant": "inflected",
        "definition": "reveal the secret",
        "relation": "same",
        "mood": "declarative",
        "direction": "figurative-premise",
    }
    (start, end), *_ = features["premise_spans"]
    assert pair.premise[start:end] == "spilled the beans"
    (start, end), *_ = features["hypothesis_spans"]
    assert pair.hypothesis[start:end] == "revealed the secret"


def test_only_what_is_as_strong_follows_back(tmp_path: Path) -> None:
    suite = build_one(tmp_path, BEANS, direction="literal-premise", methods="figurative")
    assert {(p.premise, p.label) for p in suite} == {
        ("My cousin revealed the secret about the party.", "entailment"),
        ("My cousin said something about the party.", "neutral"),
        ("The clerk didn't reveal the secret.", "entailment"),
    }
    assert {p.features["direction"] for p in suite} == {"literal-premise"}


def test_both_directions_give_each_pair_twice(tmp_path: Path) -> None:
    suite = build_one(tmp_path, BEANS, direction="both", methods="figurative")
    pairs = {(p.premise, p.hypothesis) for p in suite}
    assert len(pairs) == 6
    assert {(b, a) for a, b in pairs} == pairs


def test_the_funnel_adds_up_in_replacements_and_in_sentences(tmp_path: Path) -> None:
    funnel = build_one(tmp_path, BEANS).description.funnel
    assert funnel["read"] == funnel["kept"] + sum(funnel["refused"].values())
    notes = funnel["notes"]
    without = sum(count for note, count in notes.items() if note.startswith("sentences without pairs: "))
    assert notes["sentences read"] == 3 == notes["sentences that gave pairs"] + without
    assert funnel["refused"] == {"polarity": 2}
    assert set(funnel["refused"]) <= set(REASONS)


def test_refused_sentences_are_shown_when_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    build_one(tmp_path, BEANS, explain=3)
    shown = capsys.readouterr().err
    assert "polarity (2)" in shown
    assert "The clerk didn't spill the beans. ← say something [n't]" in shown


def test_the_number_of_workers_does_not_matter(tmp_path: Path) -> None:
    many = [
        {"text": f"My cousin spilled the beans about party number {n}.", "usage": "figurative"}
        for n in range(300)
    ]
    entry = {**BEANS, "sentences": many}
    lexicon = write_lexicon(tmp_path, entry)
    (one,) = build("idioms", tmp_path / "one", lexicon=lexicon, workers=1)
    (two,) = build("idioms", tmp_path / "two", lexicon=lexicon, workers=2)
    assert one.sha256() == two.sha256()


def test_adding_an_entry_renames_nothing(tmp_path: Path) -> None:
    before = {pair.id for pair in build_one(tmp_path, BEANS)}
    other = {**BEANS, "base": "let the cat out of the bag", "sentences": []}
    after = {pair.id for pair in build_one(tmp_path, other, BEANS, force=True)}
    assert before <= after


def test_hand_written_pairs_are_gold_and_come_first(tmp_path: Path) -> None:
    gold = {
        "premise": "She spilled the beans at lunch.",
        "hypothesis": "Over lunch she gave the secret away.",
        "label": "entailment",
        "method": "hand-written",
    }
    first, *rest = build_one(tmp_path, {**BEANS, "gold": [gold]})
    assert (first.tier, first.method, first.hypothesis) == ("gold", "hand-written", gold["hypothesis"])
    assert {pair.tier for pair in rest} == {"silver"}


def test_pairs_carry_what_their_entry_says_for_studies_to_group_by(tmp_path: Path) -> None:
    gold = {
        "premise": "She spilled the beans at lunch.",
        "hypothesis": "Over lunch she gave the secret away.",
        "label": "entailment",
        "method": "hand-written",
    }
    told = {"transparency": "opaque", "decomposable": True, "note": "kept with the entry"}
    for pair in build_one(tmp_path, {**BEANS, "gold": [gold], "features": told}):
        assert (pair.features["transparency"], pair.features["decomposable"]) == ("opaque", True)
        assert "note" not in pair.features


def test_the_command_prints_the_funnel(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from nonliteral.cli.app import run

    lexicon = write_lexicon(tmp_path, BEANS)
    arguments = ["build", "idioms", "--lexicon", str(lexicon), "--out", str(tmp_path / "out")]
    assert run([*arguments, "--direction", "both", "--explain", "2", "--workers", "1"]) == 0
    told = capsys.readouterr().err
    assert "pairs made; refused:" in told
    assert "2  polarity" in told
    assert "3  sentences read" in told
    assert "The clerk didn't spill the beans. ← say something [n't]" in told


# Corpora


def test_a_corpus_by_name_gives_a_suite_of_its_own(tmp_path: Path) -> None:
    corpus = Path(__file__).parent / "data" / "readers" / "magpie"
    lexicon = write_lexicon(tmp_path, BEANS, {**BEANS, "base": "kick the bucket"})
    (suite,) = build("idioms", tmp_path / "out", lexicon=lexicon, corpora={"magpie": corpus})
    assert suite.name == "idioms-magpie"
    funnel = suite.description.funnel
    assert funnel["read"] == funnel["kept"] + sum(funnel["refused"].values())
    assert all(pair.source.corpus == "magpie" for pair in suite)


def test_mined_sentences_are_taken_from_any_file_of_sentences(tmp_path: Path) -> None:
    corpus = write_corpus(
        tmp_path,
        {"text": "In the end the minister spilled the beans."},
        {"text": "Nothing of the kind is in this sentence."},
    )
    lexicon = write_lexicon(tmp_path, BEANS)
    (suite,) = build(
        "idioms", tmp_path / "out", lexicon=lexicon, corpora={"mined": corpus}, methods="figurative"
    )
    assert next(iter(suite)).hypothesis == "In the end the minister revealed the secret."
    assert suite.description.funnel["refused"]["expression not in the lexicon"] == 1


def test_tokenised_text_is_made_readable_and_spans_move_along(tmp_path: Path) -> None:
    text = "they did n't laugh , and she spilled the beans"
    start = text.index("spilled")
    corpus = write_corpus(
        tmp_path,
        {"text": text, "expression": "spill the beans", "spans": [[start, start + 17]]},
    )
    (suite,) = build(
        "idioms",
        tmp_path / "out",
        lexicon=write_lexicon(tmp_path, BEANS),
        corpora={"mine": corpus},
        methods="figurative",
    )
    pair = next(iter(suite))
    assert pair.premise == "They didn't laugh, and she spilled the beans."
    assert pair.hypothesis == "They didn't laugh, and she revealed the secret."
    (start, end), *_ = pair.features["premise_spans"]
    assert pair.premise[start:end] == "spilled the beans"


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"text": "She spilled the beans.", "usage": "both"}, "usage unclear"),
        ({"text": "She spilled the beans.", "confidence": 0.5}, "usage unclear"),
        ({"text": "spill the beans", "usage": "figurative", "features": {"entry": True}}, "not a sentence"),
        ({"text": "She spilled."}, "not a sentence"),
        ({"text": "She spilled the beans (and left."}, "defect in the source sentence"),
        ({"text": "He kicked the bucket.", "expression": "kick the bucket"}, "expression not in the lexicon"),
        ({"text": "Her beans were on the table.", "expression": "spill the beans"}, "expression not found"),
        (
            {"text": "He spilled the beans and milk.", "expression": "spill the beans", "spans": [[25, 29]]},
            "span elsewhere",
        ),
    ],
)  # fmt: skip
def test_a_sentence_that_cannot_be_used_says_why(tmp_path: Path, row: dict[str, Any], reason: str) -> None:
    corpus = write_corpus(tmp_path, row)
    (suite,) = build(
        "idioms", tmp_path / "out", lexicon=write_lexicon(tmp_path, BEANS), corpora={"mine": corpus}
    )
    assert suite.description.funnel["refused"] == {reason: 1}
    assert len(suite) == 0


def test_the_same_sentence_twice_gives_its_pairs_once(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path, {"text": "She spilled the beans."}, {"text": "She spilled the beans."})
    lexicon = write_lexicon(tmp_path, BEANS)
    (suite,) = build(
        "idioms", tmp_path / "out", lexicon=lexicon, corpora={"mine": corpus}, methods="figurative"
    )
    assert len(suite) == 2
    assert suite.description.funnel["refused"] == {"duplicate": 2}


def test_magpies_fourteen_types_are_mapped() -> None:
    mapped = {
        "identical": "base",
        "case": "base",
        "inflection": "inflected",
        "combined-inflection": "inflected",
        "possessive": "inflected",
        "objective": "inflected",
        "dashes": "inflected",
        "determiner-narrow": "modified",
        "determiner-broad": "modified",
        "deletion-determiner": "modified",
        "insertion-determiner": "modified",
        "insertion-other": "modified",
        "combined-other": "modified",
        "misc": "discontinuous",
    }
    assert {name: map_magpie_variant(name) for name in mapped} == mapped
    assert map_magpie_variant("unheard-of") is None


# Metaphors


def test_metaphors_of_two_words_are_replaced_by_their_literal_word(tmp_path: Path) -> None:
    entry = {
        "base": "drop prices",
        "kind": "metaphor",
        "part": "verb",
        "definitions": [{"text": "reduce prices", "relation": "same"}],
        "sentences": [{"text": "The shops have dropped all their prices.", "usage": "figurative"}],
    }
    (suite,) = build("metaphors", tmp_path / "out", lexicon=write_lexicon(tmp_path, entry))
    (pair,) = suite
    assert (pair.method, pair.phenomenon) == ("construction-replacement", "metaphor")
    assert pair.hypothesis == "The shops have reduced all their prices."


def test_metaphors_take_opposites_and_wrong_guesses_in_the_same_place(tmp_path: Path) -> None:
    entry = {
        "base": "drop prices",
        "kind": "metaphor",
        "part": "verb",
        "definitions": [{"text": "reduce prices", "relation": "same"}],
        "adversarial": [{"text": "publicise prices", "label": "neutral"}],
        "antonyms": [{"text": "increase prices", "label": "contradiction"}],
        "sentences": [
            {"text": "The bakery has dropped all its prices.", "usage": "figurative"},
            {"text": "The waiter dropped the tray.", "usage": "literal"},
        ],
    }
    (suite,) = build("metaphors", tmp_path / "out", lexicon=write_lexicon(tmp_path, entry))
    assert {pair.method: (pair.hypothesis, pair.label) for pair in suite} == {
        "construction-replacement": ("The bakery has reduced all its prices.", "entailment"),
        "adversarial-definition": ("The bakery has publicised all its prices.", "neutral"),
        "antonym": ("The bakery has increased all its prices.", "contradiction"),
    }


@pytest.fixture(scope="module")
def bundled_metaphors(tmp_path_factory: pytest.TempPathFactory) -> list[Pair]:
    (suite,) = build("metaphors", tmp_path_factory.mktemp("bundled") / "out")
    return list(suite)


def test_every_bundled_metaphor_has_pairs_that_follow_and_pairs_that_do_not(
    bundled_metaphors: list[Pair],
) -> None:
    labels: dict[tuple[str, str], set[str]] = {}
    for pair in bundled_metaphors:
        labels.setdefault((pair.group, pair.tier), set()).add(pair.label)
    groups = {group for group, _ in labels}
    assert len(groups) >= 300
    assert {tier for _, tier in labels} == {"gold", "silver"}
    for group in groups:
        for tier in ("gold", "silver"):
            assert "entailment" in labels[group, tier], (group, tier)
            assert labels[group, tier] & {"neutral", "contradiction"}, (group, tier)


@pytest.mark.parametrize("side", ["hypothesis", "premise"])
def test_one_side_of_the_bundled_metaphors_does_not_give_the_label_away(
    bundled_metaphors: list[Pair], side: Side
) -> None:
    found = measure_giveaway(bundled_metaphors, side, label=lambda pair: str(pair.label == "entailment"))
    assert found.balanced_accuracy is not None
    assert found.balanced_accuracy <= 0.58


# Irony


def test_what_was_written_turns_round_only_where_its_label_is_sure(tmp_path: Path) -> None:
    premise = "The soup was as hot as a volcano."
    gold = [
        {"premise": premise, "hypothesis": "The soup was hot.", "label": "entailment"},
        {"premise": premise, "hypothesis": "The soup was cold.", "label": "contradiction"},
        {"premise": premise, "hypothesis": "The soup was salty.", "label": "neutral"},
    ]
    entry = {"kind": "simile", "base": "as hot as a volcano", "part": "adjective"}
    entry["gold"] = [{**each, "method": "hand-written"} for each in gold]
    (suite,) = build("similes", tmp_path / "out", lexicon=write_lexicon(tmp_path, entry), direction="both")
    found = [(pair.premise, pair.hypothesis, pair.label, pair.features.get("direction")) for pair in suite]
    turned = "literal-premise"
    assert [row for row in found if row[3] == turned] == [
        ("The soup was hot.", premise, "neutral", turned),  # a property is weaker than its simile
        ("The soup was cold.", premise, "contradiction", turned),
    ]
    assert len(found) == 5
    assert suite.description.funnel["refused"] == {"no sure label in the other direction": 1}


def test_irony_stands_in_the_directions_it_was_written_in() -> None:
    from nonliteral.builders import describe_builders

    cards = {card.name: card for card in describe_builders()}
    assert cards["irony"].options["direction"].default == "both"
    assert cards["similes"].options["direction"].default == "figurative-premise"


def test_irony_asks_for_both_readings(tmp_path: Path) -> None:
    entry = {
        "base": "What a lovely day for a picnic.",
        "kind": "irony",
        "part": "sentence",
        "gold": [
            {
                "premise": "It poured all day, and I was soaked and cross.",
                "hypothesis": "What a lovely day for a picnic.",
                "label": "contradiction",
                "readings": {"surface": "contradiction", "intended": "entailment"},
                "method": "hand-written",
            }
        ],
        "features": {
            "intended": "The day was bad for a picnic.",
            "plain": "What a miserable day for a picnic.",
            "strategy": "lexical antonym",
            "marker": "none",
        },
    }
    (suite,) = build("irony", tmp_path / "out", lexicon=write_lexicon(tmp_path, entry))
    assert suite.description.reading == "surface"
    rows = {(p.premise, p.hypothesis): (p.label, p.readings) for p in suite}
    assert rows["What a lovely day for a picnic.", "The day was bad for a picnic."] == (
        "contradiction",
        {"surface": "contradiction", "intended": "entailment"},
    )
    assert rows["What a miserable day for a picnic.", "The day was bad for a picnic."] == (
        "entailment",
        {"surface": "entailment", "intended": "entailment"},
    )


# Bad input


def test_definitions_that_lead_back_to_themselves_are_an_error(tmp_path: Path) -> None:
    first = {**BEANS, "definitions": ["let the cat out of the bag"]}
    second = {
        **BEANS,
        "base": "let the cat out of the bag",
        "definitions": ["spill the beans"],
        "sentences": [],
    }
    with pytest.raises(InputError, match="lead back to it"):
        build_one(tmp_path, first, second)


def test_an_empty_definition_is_named_by_line(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"lexicon\.jsonl:2: .*empty"):
        build_one(tmp_path, BEANS, {"base": "kick the bucket", "definitions": [""]})


def test_a_bare_definition_is_taken_as_weaker_and_that_is_said(tmp_path: Path) -> None:
    entry = {**BEANS, "definitions": ["reveal the secret"]}
    suite = build_one(tmp_path, entry, methods="figurative")
    assert {pair.features["relation"] for pair in suite} == {"weaker"}
    assert suite.description.funnel["notes"]["lexicon: definition without a relation, taken as weaker"] == 1


def test_an_expression_longer_than_its_sentence_is_not_found(tmp_path: Path) -> None:
    entry = {**BEANS, "base": "spill " + "the very many " * 40 + "beans"}
    suite = build_one(tmp_path, entry)
    assert suite.description.funnel["refused"] == {"expression not found": 3}


@pytest.mark.parametrize(
    "base",
    ["déjà vu", "make a faux‐pas", "кот из мешка", "🎉 the beans", "'", "a b c d e f g", "one's one's"],
)
def test_odd_unicode_in_a_lexicon_breaks_nothing(tmp_path: Path, base: str) -> None:
    entry = {
        **BEANS,
        "base": base,
        "sentences": [{"text": f"She did {base} today, he said.", "usage": "figurative"}],
    }
    suite = build_one(tmp_path, BEANS, entry)
    funnel = suite.description.funnel
    assert funnel["read"] == funnel["kept"] + sum(funnel["refused"].values())


def test_a_lexicon_of_a_hundred_thousand_lines_is_read(tmp_path: Path) -> None:
    entries = [
        {"base": f"word{n} the thing{n}", "part": "verb", "definitions": ["do it"]} for n in range(100_000)
    ]
    corpus = write_corpus(tmp_path, {"text": "In the end she spilled the beans."})
    lexicon = write_lexicon(tmp_path, *entries, BEANS)
    (suite,) = build(
        "idioms", tmp_path / "out", lexicon=lexicon, corpora={"mine": corpus}, methods="figurative"
    )
    assert len(suite) == 2


def test_what_cannot_be_asked_for_is_refused_with_the_nearest_names(tmp_path: Path) -> None:
    lexicon = write_lexicon(tmp_path, BEANS)
    with pytest.raises(UnknownNameError, match="Did you mean adversarial-definition"):
        plan_suites(["idioms"], lexicon=lexicon, options={"methods": "adversarial-definitions"})
    with pytest.raises(InputError, match="from 0 to 1"):
        plan_suites(["idioms"], lexicon=lexicon, options={"confidence": "7"})
    with pytest.raises(UnknownNameError, match="Did you mean magpie"):
        plan_suites(["idioms"], lexicon=lexicon, corpora={"magpi": tmp_path})
    with pytest.raises(InputError, match="set of pairs"):
        plan_suites(["idioms"], lexicon=lexicon, corpora={"snli": tmp_path})
    with pytest.raises(InputError, match="no file or folder"):
        plan_suites(["idioms"], lexicon=lexicon, corpora={"magpie": tmp_path / "nowhere"})
    with pytest.raises(InputError, match="no entry of kind metaphor"):
        build("metaphors", tmp_path / "out", lexicon=lexicon)


def test_lexicon_needs_neither_ids_nor_parts_of_speech(tmp_path: Path) -> None:
    """The sentence shows what words alone do not: verbs that end in a noun, nouns that begin like verbs."""
    sentences = (
        ("threw in the towel", "quited", "Nobody knew why the boxer threw in the towel.", "the boxer quit."),
        ("slap on the wrist", "light reprimand", "She got a slap on the wrist.", "got a light reprimand."),
        ("face to face", "in person", "They met face to face.", "They met in person."),
        ("spilled the beans", "revealed the secret", "He spilled the beans.", "He revealed the secret."),
    )
    lexicon = [
        {"base": base, "definitions": [{"text": d, "relation": "same"}]} for base, d, _, _ in sentences
    ]
    corpus = write_corpus(tmp_path, *[{"text": text, "expression": base} for base, _, text, _ in sentences])
    suite = build_one(tmp_path, *lexicon, corpora={"mine": corpus}, methods="figurative")
    assert [pair.hypothesis[-len(end) :] for pair, (_, _, _, end) in zip(suite, sentences, strict=True)] == [
        end for _, _, _, end in sentences
    ]


def test_entries_of_one_base_form_are_all_used(tmp_path: Path) -> None:
    first = {"id": "one", "base": "spill the beans", "definitions": [{"text": "tell", "relation": "same"}]}
    second = {
        "id": "two",
        "base": "spill the beans",
        "definitions": [{"text": "confess", "relation": "same"}],
    }
    corpus = write_corpus(tmp_path, {"text": "She spilled the beans.", "expression": "spill the beans"})
    suite = build_one(tmp_path, first, second, corpora={"mine": corpus}, methods="figurative")
    assert [pair.hypothesis for pair in suite] == ["She told.", "She confessed."]


def test_entries_that_differ_only_in_marks_get_ids_of_their_own(tmp_path: Path) -> None:
    entries = [
        {"base": base, "definitions": [{"text": "very happy", "relation": "same"}]}
        for base in ("over the moon", "over-the-moon")
    ]
    corpus = write_corpus(tmp_path, {"text": "She was over the moon.", "expression": "over the moon"})
    suite = build_one(tmp_path, *entries, corpora={"mine": corpus}, methods="figurative")
    assert [pair.group for pair in suite] == ["idiom/over-the-moon"]


def test_text_of_a_file_of_sentences_is_kept_whole(tmp_path: Path) -> None:
    text = "It was late. She spilled the beans. We left."
    corpus = write_corpus(tmp_path, {"text": text, "spans": [[17, 34]]})
    suite = build_one(tmp_path, BEANS, corpora={"mine": corpus}, methods="figurative")
    assert next(iter(suite)).hypothesis == "It was late. She revealed the secret. We left."


@pytest.mark.parametrize("key", ["definitions", "adversarial"])
def test_control_characters_in_a_lexicon_are_named(tmp_path: Path, key: str) -> None:
    with pytest.raises(RecordError, match=r"lexicon.jsonl:2: .*control character U\+0000"):
        build_one(tmp_path, BEANS, {"base": "kick the bucket", key: ["die\u0000"]})


def test_control_characters_in_a_corpus_are_refused(tmp_path: Path) -> None:
    corpus = write_corpus(
        tmp_path, {"text": "She spilled the be\u0000ans."}, {"text": "She spilled the beans."}
    )
    suite = build_one(tmp_path, BEANS, corpora={"mine": corpus}, methods="figurative")
    assert suite.description.funnel["refused"] == {"defect in the source sentence": 1}


def test_opposites_from_the_table_keep_the_frame(tmp_path: Path) -> None:
    entry = {"base": "spill the beans", "definitions": [{"text": "reveal the secret", "relation": "same"}]}
    corpus = write_corpus(
        tmp_path, {"text": "She spilled the beans to Anna."}, {"text": "She spilled the beans."}
    )
    suite = build_one(tmp_path, entry, corpora={"mine": corpus}, methods="antonym")
    assert [pair.premise for pair in suite] == ["She spilled the beans."]


def test_longest_expression_is_taken_where_a_sentence_names_none(tmp_path: Path) -> None:
    entries = [
        {"base": base, "part": "verb", "definitions": [{"text": text, "relation": "same"}]}
        for base, text in (("see the light", "understand"), ("see the light of day", "be published"))
    ]
    corpus = write_corpus(tmp_path, {"text": "The book saw the light of day."})
    suite = build_one(tmp_path, *entries, corpora={"mine": corpus}, methods="figurative")
    assert [pair.hypothesis for pair in suite] == ["The book was published."]
