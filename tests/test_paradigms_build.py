"""Building: suites on disk, the same bytes from any number of workers, and plain errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nonliteral import registry
from nonliteral.builders import build, describe_builders, find_builder, plan_suites
from nonliteral.builders.paradigms.builder import builder_names
from nonliteral.checking.report import check_pairs
from nonliteral.cli import main
from nonliteral.errors import ConflictError, InputError, UnknownNameError
from nonliteral.suites import Suite


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("whole")
    build(["implicature", "presupposition"], out, seed=7)
    return out


def content(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*.json*"))
    }


def test_the_two_names_make_sixteen_suites_of_25500_pairs(whole: Path) -> None:
    suites = [Suite(path.parent) for path in sorted(whole.glob("*/suite.json"))]
    assert len(suites) == 16
    assert sum(len(suite) for suite in suites) == 25_500
    for suite in suites:
        assert suite.description.scheme == "three-way"
        assert suite.description.licence == "CC-BY-4.0"
        assert suite.description.recipe.seed == 7
        assert suite.description.funnel["notes"]["different paradigms that this vocabulary allows"] > 1000


def test_the_same_bytes_come_from_two_workers_and_a_second_time(tmp_path: Path) -> None:
    build("modals", tmp_path / "one", seed=7, paradigms=410)
    build("modals", tmp_path / "again", seed=7, paradigms=410)
    build("modals", tmp_path / "two", seed=7, paradigms=410, workers=2)
    assert content(tmp_path / "one") == content(tmp_path / "again") == content(tmp_path / "two")


def test_a_larger_build_begins_with_the_smaller_one(tmp_path: Path) -> None:
    small = build("modals", tmp_path / "small", seed=5, paradigms=10)[0]
    large = build("modals", tmp_path / "large", seed=5, paradigms=30)[0]
    assert list(large)[: len(small)] == list(small)


def test_the_checks_find_no_defect_in_what_is_built(whole: Path) -> None:
    for path in sorted(whole.glob("*/suite.json")):
        # Giveaways are part of the paper's design (not p is always C); the balanced design has none.
        report = check_pairs(path.parent.name, Suite(path.parent), giveaways=False)
        assert (report.errors, report.warnings) == (0, 0), report.checks


def test_no_pair_appears_under_two_labels_in_all_suites(whole: Path) -> None:
    labels: dict[tuple[str, str], set[str]] = {}
    for path in sorted(whole.glob("*/suite.json")):
        for pair in Suite(path.parent):
            labels.setdefault((pair.premise, pair.hypothesis), set()).add(pair.label)
    assert [key for key, found in labels.items() if len(found) > 1] == []


def test_the_same_recipe_is_left_alone_and_another_is_refused(tmp_path: Path) -> None:
    build("both", tmp_path, seed=1, paradigms=3)
    before = (tmp_path / "both" / "pairs.jsonl").stat().st_mtime_ns
    build("both", tmp_path, seed=1, paradigms=3)
    assert (tmp_path / "both" / "pairs.jsonl").stat().st_mtime_ns == before
    with pytest.raises(ConflictError, match="seed: 1 there, 2 now"):
        build("both", tmp_path, seed=2, paradigms=3)
    build("both", tmp_path, seed=2, paradigms=3, force=True)
    assert Suite(tmp_path / "both").description.recipe.seed == 2


def test_more_paradigms_than_there_are_is_an_error_that_says_how_many_there_are(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"gradable-adjectives has [\d,]+ different paradigms, and 10,000,000"
    ):
        build("gradable-adjectives", tmp_path, paradigms=10_000_000)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"names": "quantifers"}, "Did you mean quantifiers"),
        ({"names": "only", "design": "paperr"}, "Did you mean paper"),
        (
            {"names": "only", "colour": "red"},
            "only takes no option --colour. Its own options: --paradigms, --design",
        ),
        ({"names": "only", "paradigms": "many"}, "--paradigms of only must be a whole number"),
        ({"names": "only", "paradigms": 0}, "at least 1"),
        ({"names": "only", "corpora": {"magpie": "x"}}, "only is not made from a corpus"),
        ({"names": "only", "lexicon": "nowhere"}, "nowhere is not a folder"),
        ({"names": "at-least", "design": "balanced"}, "at-least has no balanced design"),
    ],
)
def test_mistakes_are_answered_plainly(tmp_path: Path, arguments: dict[str, object], message: str) -> None:
    names = arguments.pop("names")
    with pytest.raises(InputError, match=message.replace("--", r"--")):
        build(names, tmp_path, **arguments)  # type: ignore[arg-type]


def test_extended_adds_triggers_and_environments(tmp_path: Path) -> None:
    suites = {
        suite.name: suite for suite in build("presupposition", tmp_path, paradigms=2, design="extended")
    }
    assert {"again", "too", "still", "wh-cleft"} <= set(suites)
    environments = {pair.features["environment"] for pair in suites["only"]}
    assert {"perhaps", "belief", "filter-if", "filter-either", "filter-so"} <= environments


def test_a_set_named_twice_is_built_once() -> None:
    plans = plan_suites(["implicature", "quantifiers"], options={"paradigms": 2})
    assert [plan.name for plan in plans].count("quantifiers") == 1


def test_every_name_is_registered_and_described() -> None:
    assert set(builder_names()) <= set(registry.names("builders"))
    with pytest.raises(UnknownNameError):
        find_builder("quantifers")
    cards = {card.name: card for card in describe_builders() if card.name in builder_names()}
    assert cards["implicature"].suites[0] == "quantifiers"
    assert cards["only"].capacity is not None
    assert cards["only"].capacity > 100_000


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "out")
    assert main(["build", "only", "both", "--out", out, "--seed", "7", "--paradigms", "2", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["suite"], row["pairs"]) for row in rows] == [("only", 38), ("both", 38)]
    assert main(["build", "only", "--out", out, "--seed", "8", "--paradigms", "2"]) == 2
    assert "made by another recipe" in capsys.readouterr().err
    assert main(["build", "only", "--out", out, "--option", "colour=red"]) == 2
    assert "takes no option --colour" in capsys.readouterr().err
    assert main(["build"]) == 2
    assert "Say what to build" in capsys.readouterr().err


def test_the_list_shows_capacities(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "--list", "--json"]) == 0
    cards = {card["name"]: card for card in json.loads(capsys.readouterr().out)}
    assert cards["quantifiers"]["capacity"] > 1_000_000
    assert cards["presupposition"]["suites"][0] == "all-n"


def test_the_command_checks_a_vocabulary(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "--vocabulary", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["problems"] == []
    assert found["counts"]["nouns"] >= 650


def test_the_balanced_design_prints_its_baselines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "out")
    assert main(["build", "both", "--out", out, "--design", "balanced", "--paradigms", "20"]) == 0
    printed = capsys.readouterr().out
    assert "hypothesis-only" in printed
    assert "negation in one" in printed
