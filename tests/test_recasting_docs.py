"""The manual of recasting works as it is written: its files, its commands and its messages."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from nonliteral.builders import build
from nonliteral.builders.recasting.builder import OPTIONS
from nonliteral.builders.recasting.preparing import RULES
from nonliteral.builders.recasting.templates import PREPARATIONS, _Reader, built_in_names
from nonliteral.builders.recasting.tidying import TIDYINGS
from nonliteral.cli import main
from nonliteral.errors import RecordError

MANUAL = (Path(__file__).parents[1] / "docs" / "recasting.md").read_text("utf-8")
FILES = dict(
    re.findall(r"^`([\w.-]+)`:\n\n```(?:csv|toml|jsonl)\n(.*?)```", MANUAL, re.MULTILINE | re.DOTALL)
)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the manual's files, as the reader of it has."""
    for name, content in FILES.items():
        (tmp_path / name).write_text(content, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def squeeze(text: str) -> str:
    return " ".join(text.split())


def test_the_commands_print_what_the_manual_shows(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    named = ["answers.jsonl", "sayings.csv", "sayings.toml", "similes.csv", "similes.toml", "speakers.toml"]
    assert sorted(FILES) == named
    shown = re.findall(r"```console\n(.*?)```", MANUAL, re.DOTALL)
    commands = 0
    for block in shown:
        for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, *expected = step.strip().splitlines()
            assert main(shlex.split(line)[1:]) == 0
            printed = squeeze(capsys.readouterr().out)
            for words in expected:
                assert squeeze(words) in printed
            commands += 1
    assert commands == 5


def test_people_have_confirmed_the_pairs_of_the_manual(place: Path) -> None:
    corpora = {"mine": "similes.csv"}
    (suite,) = build("similes.toml", "suites", corpora=corpora)
    assert [pair.tier for pair in suite if pair.label != "entailment"] == ["silver"] * 3
    (suite,) = build("similes.toml", "suites", corpora=corpora, answers="answers.jsonl", force=True)
    turned = [pair.hypothesis for pair in suite if pair.label != "entailment"]
    assert {pair.tier for pair in suite} == {"gold"}
    assert len(turned) == 3
    for hypothesis in turned:
        assert f"*{hypothesis.removesuffix('.')}*" in MANUAL


def test_the_pairs_are_those_of_the_table(place: Path) -> None:
    (suite,) = build("sayings.toml", "suites", corpora={"mine": "sayings.csv"}, seed=3)
    pairs = list(suite)
    assert [pair.label for pair in pairs] == ["entailment", "non-entailment"] * 2
    assert {pair.group for pair in pairs} == {"come clean", "bite off more than one can chew"}
    assert {(pair.tier, pair.source.licence) for pair in pairs} == {("gold", "CC-BY-4.0")}


MISTAKES = {
    "unknown field": ("sayings.toml", "{gloss}", "{glos}"),
    "wrong label": ("sayings.toml", "{fits|verdict}", "maybe"),
    "wrong label in a table": ("sayings.toml", 'no = "non-entailment"', 'no = "false"'),
    "wrong label in a column": ("sayings.toml", "{fits|verdict}", "{fits}"),
    "a value that the table lacks": ("sayings.toml", 'no = "non-entailment"\n', ""),
    "more than reading a field": ("sayings.toml", "{gloss}", "{gloss.upper()}"),
    "unknown key": ("sayings.toml", "phenomenon =", "phenomenom ="),
    "an expression of more than 10,000 characters": ("sayings.toml", '"{gloss}"', f'"{"x" * 20_000}"'),
    "a tier that is none": ("sayings.toml", '"gold"', '"{fits}"'),
    "a key twice": ("sayings.toml", 'phenomenon = "idiom"', 'phenomenon = "idiom"\nphenomenon = "simile"'),
    "brackets without end": ("sayings.toml", '"{saying}"\n\n', "[" * 5000 + "]" * 5000 + "\n\n"),
    "a column twice": ("sayings.csv", ",gloss,", ",sentence,"),
    "other marks between columns": ("sayings.csv", ",", ";"),
    "another encoding": ("sayings.csv", "Mara", "M\udce4ra"),
    "no rows": ("sayings.csv", FILES["sayings.csv"].partition("\n")[2], ""),
    "broken TOML": ("sayings.toml", 'name = "sayings"', 'name = "sayings'),
    "broken row": (
        "sayings.csv",
        ",bite off more than one can chew,Jon took on too much with the new job.,yes",
        ",yes",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_messages_are_those_of_the_manual(place: Path, mistake: str) -> None:
    row = re.search(rf"^\| {re.escape(mistake)} \| `(.*)` \|$", MANUAL, re.MULTILINE)
    assert row is not None
    name, old, new = MISTAKES[mistake]
    content = (place / name).read_text("utf-8")
    assert old in content
    (place / name).write_text(content.replace(old, new), "utf-8", "surrogateescape")
    with pytest.raises(RecordError) as caught:
        build("sayings.toml", "suites", corpora={"mine": "sayings.csv"})
    expected = [part for part in row.group(1).split("…") if part.strip()]
    for part in expected:
        assert part.strip() in str(caught.value)


def test_the_manual_names_everything_that_a_template_can_say() -> None:
    for key in {*_Reader.TOP, *_Reader.PAIR} - {"pair", "tables", "draw", "cap"}:
        assert f"`{key}" in MANUAL
    for word in (*built_in_names(), *TIDYINGS, *PREPARATIONS, *RULES, *OPTIONS):
        assert f"`{word}" in MANUAL or f"--{word}" in MANUAL
