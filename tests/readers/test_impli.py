"""IMPLI: what was replaced is recovered, pairs of one idiom stay together, and no field is lost."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from nonliteral.errors import InputError
from nonliteral.readers import import_set
from nonliteral.readers.impli import reader, recover, write_row
from nonliteral.records import Pair
from nonliteral.suites import Funnel

SMALL = Path(__file__).parent.parent / "data" / "readers" / "impli"


def pairs_of(path: Path) -> dict[str, Pair]:
    return {pair.id: pair for pair in reader.read(path, Funnel())}


def write_back(pairs: list[Pair]) -> dict[str, list[str]]:
    """Return the release's files, by the beginning of the ids, out of imported pairs."""
    files: dict[str, list[str]] = defaultdict(list)
    for pair in pairs:
        files[pair.id.rpartition(":")[0]].append(write_row(pair))
    return files


def assert_nothing_lost(folder: Path, out: Path) -> None:
    files = write_back([pair for pair in import_set("impli", folder, out) if isinstance(pair, Pair)])
    for file in reader.files(folder):
        encoding = "cp1252" if "tsvetkov" in file.name else "utf-8"
        assert files.pop(reader.stem(file)) == file.read_bytes().decode(encoding).split("\n")[:-1]
    assert not files


def test_every_field_of_the_release_can_be_written_back(tmp_path: Path) -> None:
    assert_nothing_lost(SMALL, tmp_path)


def test_every_field_of_the_public_part_can_be_written_back(public_data: Path, tmp_path: Path) -> None:
    assert_nothing_lost(public_data / "published" / "impli", tmp_path)


def test_label_method_tier_and_phenomenon_follow_the_file() -> None:
    pairs = pairs_of(SMALL)
    told = {
        name: (pair.label, pair.method, pair.tier, pair.phenomenon)
        for name in (
            "fig_context_magpie_e:0",
            "lit_context_semeval_ne:0",
            "adversarial_definition_ne_magpie:0",
            "manual_e:0",
            "manual_ne:0",
            "manual_antonyms_ne:0",
            "metaphors/manual_e:0",
            "metaphors/manual_ne:0",
            "replacement_cc_e:0",
        )
        if (pair := pairs[name])
    }
    assert told == {
        "fig_context_magpie_e:0": ("entailment", "figurative-definition", "silver", "idiom"),
        "lit_context_semeval_ne:0": ("non-entailment", "literal-definition", "silver", "idiom"),
        "adversarial_definition_ne_magpie:0": ("non-entailment", "adversarial-definition", "silver", "idiom"),
        "manual_e:0": ("entailment", "hand-written", "gold", "idiom"),
        "manual_ne:0": ("non-entailment", "hand-written", "gold", "idiom"),
        "manual_antonyms_ne:0": ("non-entailment", "antonym", "gold", "idiom"),
        "metaphors/manual_e:0": ("entailment", "hand-written", "gold", "metaphor"),
        "metaphors/manual_ne:0": ("non-entailment", "hand-written", "gold", "metaphor"),
        "replacement_cc_e:0": ("entailment", "construction-replacement", "silver", "metaphor"),
    }
    assert all(pair.features["direction"] == "figurative-premise" for pair in pairs.values())


def test_the_replaced_words_and_their_replacement_are_recovered() -> None:
    pair = pairs_of(SMALL)["fig_context_magpie_e:0"]
    (start, end), (from_, to) = pair.features["premise_spans"][0], pair.features["hypothesis_spans"][0]
    assert pair.premise[start:end] == "spilled the beans"
    assert pair.hypothesis[from_:to] == pair.features["definition"] == "revealed the secret"
    assert pair.features["expression"] == "spill the beans"


def test_pairs_of_one_idiom_are_one_group_whatever_file_they_are_in() -> None:
    pairs = pairs_of(SMALL)
    beans = {
        "fig_context_magpie_e:0",
        "fig_context_magpie_e:1",
        "fig_context_pie_e:0",
        "lit_context_semeval_ne:0",
    }
    assert len({pairs[name].group for name in beans}) == 1
    assert pairs["manual_e:1"].group == pairs["manual_ne:0"].group == pairs["manual_antonyms_ne:0"].group
    assert pairs["manual_ne:0"].features["expression"] == "put one's foot in it"


def test_an_idiom_that_shares_words_with_its_replacement_is_completed_from_other_rows() -> None:
    pair = pairs_of(SMALL)["adversarial_definition_ne_magpie:1"]
    start, end = pair.features["premise_spans"][0]
    assert pair.premise[start:end] == "wagon"
    assert pair.features["expression"] == "on the wagon"
    assert pair.group == pairs_of(SMALL)["fig_context_magpie_e:4"].group


def test_the_third_column_is_a_share_and_not_a_confidence() -> None:
    pairs = pairs_of(SMALL)
    assert pairs["fig_context_magpie_e:0"].features["figurative_share"] == 0.9125
    assert pairs["fig_context_pie_e:0"].features["figurative_share"] is None
    assert "figurative_share" not in pairs["manual_e:0"].features


def test_the_file_in_another_encoding_is_decoded() -> None:
    assert pairs_of(SMALL)["replacement_tsvetkov_e:0"].premise == "The “new” rule killed the plan."


def test_duplicate_rows_are_kept() -> None:
    pairs = pairs_of(SMALL)
    assert pairs["fig_context_magpie_e:1"].premise == pairs["fig_context_magpie_e:2"].premise


def test_changes_far_apart_are_spans_of_their_own_where_people_wrote() -> None:
    change = recover(
        "the wax of this village stuck to the people of the coast.",
        "the pride of this village stuck to the people of the hills.",
        one_region=False,
    )
    assert len(change.premise_spans) == len(change.hypothesis_spans) == 2


def test_a_file_under_another_name_cannot_be_labelled(tmp_path: Path) -> None:
    file = tmp_path / "my_pairs.tsv"
    file.write_text("Ann left.\tAnn went.\n", encoding="utf-8")
    with pytest.raises(InputError, match="Keep the names of the release"):
        pairs_of(file)


def test_groups_agree_with_the_idioms_that_magpie_names(public_data: Path) -> None:
    """Where MAGPIE says which idiom a premise holds, our groups put the same pairs together."""
    from nonliteral.readers import load_reader

    def key(text: str) -> str:
        return "".join(char for char in text.lower() if char.isalnum())

    idioms: dict[str, set[str]] = defaultdict(set)
    for sentence in load_reader("magpie").read(public_data / "corpora" / "magpie", Funnel()):
        idioms[key(sentence.text)].add(sentence.expression)  # type: ignore[union-attr, arg-type]
    by_group: dict[str, list[str]] = defaultdict(list)
    by_idiom: dict[str, list[str]] = defaultdict(list)
    for pair in reader.read(public_data / "published" / "impli", Funnel()):
        known = idioms.get(key(pair.premise), set())
        if pair.phenomenon == "idiom" and len(known) == 1:
            idiom = next(iter(known))
            by_group[pair.group].append(idiom)
            by_idiom[idiom].append(pair.group)

    def share_together(parts: dict[str, list[str]]) -> float:
        alike = sum(names.count(name) for names in parts.values() for name in names)
        return alike / sum(len(names) ** 2 for names in parts.values())

    assert share_together(by_group) > 0.99
    assert share_together(by_idiom) > 0.97
