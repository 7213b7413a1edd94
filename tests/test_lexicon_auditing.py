"""Checking a lexicon: what is wrong, what is missing, and that the bundled ones are whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from nonliteral.builders.substitution.gold import gold_pairs
from nonliteral.cli import main
from nonliteral.lexicon.auditing import audit_lexicon
from nonliteral.lexicon.entries import BUNDLED, DATA, bundled_path, lexicon_files, read_entries
from nonliteral.records import LABELS
from nonliteral.suites import Funnel


def idiom(**changes: Any) -> dict[str, Any]:
    """Return a full entry of an idiom."""
    premise = "Mara spilled the beans."
    return {
        "base": "spill the beans",
        "part": "verb",
        "definitions": [{"text": "reveal the secret", "relation": "same"}],
        "adversarial": [{"text": "waste the chance", "label": "neutral"}],
        "antonyms": [{"text": "keep the secret", "label": "contradiction"}],
        "sentences": [f"{name} spilled the beans." for name in ("Ada", "Ben", "Cleo")],
        "gold": [
            {"premise": premise, "hypothesis": "Mara told it.", "label": "entailment",
             "method": "hand-written"},
            {"premise": premise, "hypothesis": "Mara made a mess.", "label": "neutral",
             "method": "hand-written", "explanation": "No food is meant."},
            {"premise": premise, "hypothesis": "Mara kept it.", "label": "contradiction",
             "method": "antonym"},
        ],
        "features": {
            "transparency": "opaque", "decomposable": True, "register": "informal", "variety": "both",
        },
        **changes,
    }  # fmt: skip


def irony(sincere: str = "What a treat.") -> dict[str, Any]:
    """Return an entry of irony with its sincere counterpart."""

    def pair(premise: str, hypothesis: str, surface: str, role: str) -> dict[str, Any]:
        return {
            "premise": premise, "hypothesis": hypothesis, "label": surface, "method": "hand-written",
            "readings": {"surface": surface, "intended": "entailment"}, "explanation": "It is meant so.",
            "features": {"role": role},
        }  # fmt: skip

    return {
        "base": "What a treat.", "kind": "irony", "part": "sentence",
        "gold": [
            pair("I hate it.", "What a treat.", "contradiction", "sarcastic"),
            pair("I love it.", sincere, "entailment", "sincere"),
            pair("I hate it.", "What a bore.", "entailment", "plain"),
        ],
        "features": {
            "emotion": "bored", "irony_type": "inversion", "strategy": "lexical antonym", "marker": "none",
            "intended": "I am bored.", "plain": "What a bore.",
        },
    }  # fmt: skip


def write(folder: Path, *entries: dict[str, Any]) -> Path:
    path = folder / "mine.jsonl"
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
    return path


def test_full_entries_have_no_problems(tmp_path: Path) -> None:
    report = audit_lexicon(write(tmp_path, idiom(), irony()))
    assert report.problems == []
    assert report.entries == 2
    assert report.counts["idiom"]["sentences, figurative"] == 3
    assert report.counts["irony"]["gold pairs, entailment"] == 2


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        (idiom(adversarial=[{"text": "tell all", "label": "entailment"}]), "must not follow"),
        (idiom(adversarial=[{"text": "Reveal the secret", "label": "neutral"}]), "at once"),
        (idiom(gold=[*idiom()["gold"], {**idiom()["gold"][0], "label": "neutral"}]), "under two labels"),
        (irony(sincere="What a treat!"), "letter for letter"),
    ],
)
def test_what_makes_a_wrong_label_is_an_error(tmp_path: Path, entry: dict[str, Any], found: str) -> None:
    report = audit_lexicon(write(tmp_path, entry))
    assert any(problem.severity == "error" and found in problem.found for problem in report.problems)


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        (idiom(definitions=[]), "0 definitions, one to three wanted"),
        (idiom(adversarial=[]), "0 adversarial definitions, one or two wanted"),
        (idiom(sentences=["Ada spilled the beans."]), "1 figurative sentences, 3 wanted"),
        (idiom(gold=idiom()["gold"][:1]), "one that does not"),
        (idiom(gold=idiom()["gold"][:2]), "gold has no antonym rewriting"),
        (idiom(gold=[idiom()["gold"][0], idiom()["gold"][2]]), "no gold pair explains"),
        (idiom(features={**idiom()["features"], "variety": "Scottish"}), "British, American, both"),
        (idiom(features={**idiom()["features"], "decomposable": 1}), "`features.decomposable`"),
        ({**irony(), "features": {**irony()["features"], "emotion": ""}}, "`features.emotion` is missing"),
        ({"base": "like ice", "kind": "simile", "part": "adverb"}, "`features.vehicle` is missing"),
        ({"base": "drop prices", "kind": "metaphor", "sentences": ["Shops dropped prices."]}, "literally"),
    ],
)  # fmt: skip
def test_what_a_full_entry_has_and_this_one_lacks_is_a_warning(
    tmp_path: Path, entry: dict[str, Any], found: str
) -> None:
    report = audit_lexicon(write(tmp_path, entry))
    assert any(found in problem.found for problem in report.problems if problem.severity == "warning")
    assert report.errors == 0


def test_a_sentence_in_two_entries_is_told(tmp_path: Path) -> None:
    report = audit_lexicon(write(tmp_path, idiom(), idiom(id="again")))
    assert sum("also stands in spill-the-beans" in problem.found for problem in report.problems) == 3


def test_similes_that_give_their_property_by_copying_are_capped(tmp_path: Path) -> None:
    similes = [
        {"base": f"as cold as ice {i}", "kind": "simile", "part": "adjective",
         "features": {"form": "closed", "ironic": False}} for i in range(3)
    ]  # fmt: skip
    report = audit_lexicon(write(tmp_path, *similes))
    assert "3 of 3 similes are closed and not ironic" in report.problems[-1].found


@pytest.mark.parametrize("name", BUNDLED)
def test_the_bundled_lexicons_are_whole(name: str) -> None:
    assert audit_lexicon(bundled_path(name)).problems == []


def test_every_file_of_the_lexicon_carries_a_canary() -> None:
    files = [file for name in BUNDLED for file in lexicon_files(bundled_path(name))]
    for file in [*files, *(DATA / "vocabulary").iterdir()]:
        with file.open(encoding="utf-8") as lines:
            assert "nonliteral-canary-" in next(lines), file.name


def test_the_command_checks_a_lexicon(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(write(tmp_path, idiom(definitions=[])))
    assert main(["check", "--lexicon", path]) == 0
    assert "0 definitions, one to three wanted" in capsys.readouterr().out
    assert main(["check", "--lexicon", path, "--strict"]) == 1
    assert main(["check", "--lexicon", "idioms", "--strict"]) == 0
    capsys.readouterr()
    assert main(["check", "--lexicon", path, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["warnings"] == 1


def test_a_bad_line_and_nothing_to_check_are_the_users_mistake(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, idiom(), {"base": "pull sb's leg"})
    assert main(["check", "--lexicon", str(path)]) == 2
    assert "mine.jsonl:2" in capsys.readouterr().err
    assert main(["check"]) == 2
    assert "Say what to check" in capsys.readouterr().err
    assert main(["check", str(tmp_path), "--lexicon", str(path)]) == 2


@pytest.mark.parametrize("name", BUNDLED)
def test_every_hand_written_pair_was_read_blind_and_its_last_reading_agrees(name: str) -> None:
    lines = (DATA / "readings" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    assert "nonliteral-canary-" in lines[0]
    assert "language model" in lines[0]
    last = {}
    for line in lines[1:]:
        row = json.loads(line)
        assert {reading["label"] for reading in row["readings"]} <= set(LABELS)
        last[row["pair"]] = max(row["readings"], key=lambda reading: reading["round"])
    for entry in read_entries(bundled_path(name), Funnel()):
        for pair in gold_pairs(entry):
            assert (last[pair.id]["label"], last[pair.id]["grammatical"]) == (pair.label, True), pair.id
