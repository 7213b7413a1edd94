"""`nonliteral run`: one command builds, evaluates and reports, and uses what is there when run again."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import make_pair

from nonliteral import registry
from nonliteral.builders import describe_builders
from nonliteral.builders.plan import BuilderCard, OptionCard, Request, SuitePlan
from nonliteral.cli import main
from nonliteral.cli.model_options import plan_wordings
from nonliteral.records import Pair
from nonliteral.reporting.main_job import (
    BASELINES,
    choose_groups,
    find_bundled,
    name_folders,
    plan_questions,
    run_main_job,
    take_part,
)
from nonliteral.suites import Funnel, Recipe, Suite
from nonliteral.testing import FakeChatServer


class TinyBuilder:
    """A bundled builder of a few pairs, and one that is not bundled."""

    made = 0

    def describe(self, name: str) -> BuilderCard:
        options = {"groups": OptionCard(type=int, default=12, help="groups")}
        bundled = {"groups": 6} if name == "tiny" else None
        return BuilderCard(name=name, title="a few pairs", suites=(name,), options=options, bundled=bundled)

    def plan(self, request: Request) -> list[SuitePlan]:
        def pairs(funnel: Funnel) -> Iterator[Pair]:
            TinyBuilder.made += 1
            for group in range(request.options["groups"]):
                for member, label in enumerate(("entailment", "contradiction")):
                    funnel.read += 1
                    yield make_pair(
                        id=f"{request.name}/{group}/{member}",
                        premise=f"Omar kicked the bucket in {1900 + group}.",
                        hypothesis=f"Omar {('died', 'lived on')[member]} in {1900 + group}.",
                        label=label,
                        group=str(group),
                    )

        recipe = Recipe(
            builder=request.name,
            options=dict(request.options),
            seed=request.seed,
            inputs={},
            lexicon=None,
            parser=None,
            package="0.1.0",
        )
        return [SuitePlan(name=request.name, recipe=recipe, reading="intended", licence="CC0", pairs=pairs)]


builder = TinyBuilder()


@pytest.fixture(autouse=True)
def tiny_builders(monkeypatch: pytest.MonkeyPatch) -> None:
    table = {"tiny": f"{__name__}:builder", "aside": f"{__name__}:builder"}
    monkeypatch.setitem(registry.BUILT_IN, "builders", table)
    monkeypatch.setattr(TinyBuilder, "made", 0)


@pytest.fixture
def predictions(tmp_path: Path) -> str:
    """Predictions for all pairs that the tiny builder can make, as a file."""
    lines = [
        {"suite": "tiny", "id": f"tiny/{group}/{member}", "label": ("entailment", "neutral")[member]}
        for group in range(6)
        for member in (0, 1)
    ]
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return f"predictions:{path}"


def test_one_command_builds_evaluates_and_reports(
    tmp_path: Path, predictions: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["run", predictions, "--out", str(out)]) == 0
    said = capsys.readouterr()
    assert [path.name for path in sorted((out / "suites").iterdir())] == ["tiny"]
    assert len(list((out / "runs").iterdir())) == 1 + len(BASELINES)
    assert "How it was made" in (out / "report.html").read_text()
    (row,) = [line for line in said.out.splitlines() if line.startswith("idiom")]
    assert "12" in row
    assert "50.0 [" in row
    assert said.out.count("\n- ") == 3
    assert f"Open {(out / 'report.html').resolve().as_uri()}" in said.err


def test_run_again_uses_what_is_there(tmp_path: Path, predictions: str) -> None:
    out = tmp_path / "out"
    first = run_main_job([predictions], out)
    files = {path: path.stat().st_mtime_ns for path in out.rglob("*.json*")}
    page = (out / "report.html").read_bytes()
    assert TinyBuilder.made == 1
    second = run_main_job([predictions], out)
    assert TinyBuilder.made == 1
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*.json*")} == files
    assert (out / "report.html").read_bytes() == page
    assert first.report.summary.findings == second.report.summary.findings


def test_all_of_a_suite_is_kept_apart_from_a_part_of_it(tmp_path: Path) -> None:
    out = tmp_path / "out"
    run_main_job(["baseline:overlap"], out)
    run_main_job(["baseline:overlap"], out, full=True)
    assert len(Suite(out / "suites" / "tiny")) == 12
    assert len(Suite(out / "suites-full" / "tiny")) == 24
    assert (out / "report.html").exists()
    assert (out / "report-full.html").exists()


def test_another_model_is_added_to_what_is_there_and_several_stand_side_by_side(
    tmp_path: Path, predictions: str
) -> None:
    out = tmp_path / "out"
    run_main_job(["baseline:overlap"], out)
    job = run_main_job([predictions, "baseline:overlap"], out)
    assert TinyBuilder.made == 1
    names = [model.run.description.model for model in job.report.gathered.models]
    assert names[0] == predictions
    assert sorted(names[1:]) == sorted(BASELINES)


def test_another_seed_in_the_same_folder_is_a_conflict_unless_forced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    command = ["run", "baseline:overlap", "--out", str(out)]
    assert main(command) == 0
    assert main([*command, "--seed", "5"]) == 2
    assert "--force" in capsys.readouterr().err
    assert main([*command, "--seed", "5", "--force"]) == 0
    assert Suite(out / "suites" / "tiny").description.recipe.seed == 5


def test_json_is_all_that_stands_on_stdout(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "baseline:overlap", "--out", str(tmp_path / "out"), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["suites"] == {"tiny": 12}
    assert len(printed["findings"]) == 3
    assert printed["tables"]["scores"][0]["accuracy"]["n"] == 12


def test_a_misspelt_model_is_named_before_anything_is_built(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "defalt", "--out", str(tmp_path / "out")]) == 2
    assert "default" in capsys.readouterr().err
    assert TinyBuilder.made == 0


def test_options_go_to_the_models_that_understand_them(tmp_path: Path) -> None:
    (plain, chat, hf) = plan_questions(
        ["default", "chat:small", "hf:org/name"],
        {"base_url": "http://localhost:1/v1", "labels": "entailment,neutral,contradiction", "threads": 2},
        {},
    )
    assert plain.options == {"threads": 2}
    assert chat.options == {"base_url": "http://localhost:1/v1"}
    assert hf.options == {"labels": "entailment,neutral,contradiction", "threads": 2}
    assert [each.folder for each in (plain, chat, hf)] == ["default", "chat-small", "hf-org-name"]


def test_a_chat_model_is_run_in_each_wording_and_others_once() -> None:
    wordings = plan_wordings("zero-shot", "enc,cne")
    asked = plan_questions(["chat:small", "default"], {}, wordings)
    assert [each.folder for each in asked] == [
        "chat-small-zero-shot-enc",
        "chat-small-zero-shot-cne",
        "default",
    ]
    assert asked[0].options == {"prompt": "zero-shot", "label_order": "enc"}
    (alone,) = plan_questions(["chat:small"], {}, plan_wordings("zero-shot", None))
    assert (alone.folder, alone.options) == ("chat-small", {"prompt": "zero-shot"})


@pytest.mark.parametrize("option", [["--base-url", "http://x"], ["--prompts", "zero-shot"]])
def test_an_option_that_no_model_understands_is_refused_before_anything_is_built(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: list[str]
) -> None:
    assert main(["run", "default", *option, "--out", str(tmp_path / "out")]) == 2
    assert f"{option[0]} means nothing to default" in capsys.readouterr().err
    assert TinyBuilder.made == 0


def test_a_chat_model_behind_an_address_is_part_of_the_job(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with FakeChatServer("entailment") as server:
        command = ["run", "chat:small", "--base-url", server.url, "--out", str(tmp_path / "out")]
        assert main(command) == 0
    (row,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("idiom")]
    assert "50.0 [" in row


def test_the_summary_fits_a_terminal_of_eighty_columns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "default", "--out", str(tmp_path / "out")]) == 0
    table = [line.rstrip() for line in capsys.readouterr().out.splitlines()][:3]
    assert table[0] == "Right answers by phenomenon, % [95 % interval]"
    assert table[1].split() == ["phenomenon", "reading", "n", "default", "best", "baseline"]
    assert max(map(len, table)) <= 80


def test_the_folder_may_hold_other_things_but_must_be_a_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "notes.txt").write_text("mine")
    assert main(["run", "baseline:overlap", "--out", str(out)]) == 0
    assert (out / "notes.txt").read_text() == "mine"
    assert main(["run", "baseline:overlap", "--out", str(out / "notes.txt")]) == 2
    assert "is a file. Give --out the name of a folder." in capsys.readouterr().err


def test_only_builders_that_say_so_are_part_of_the_job() -> None:
    assert [card.name for card in describe_builders()] == ["aside", "tiny"]
    assert [card.name for card in find_bundled()] == ["tiny"]


def test_a_part_takes_whole_groups_by_lot_and_its_recipe_says_so() -> None:
    request = Request(name="tiny", corpora={}, lexicon=None, seed=3, workers=1, options={"groups": 30})
    (plan,) = builder.plan(request)
    part = take_part(plan, 20)
    funnel = Funnel()
    pairs = list(part.pairs(funnel))
    assert part.recipe.options == {"groups": 30, "part": 20}
    assert len(pairs) == 20
    assert set(Counter(pair.group for pair in pairs).values()) == {2}
    assert funnel.notes["pairs that this part leaves out"] == 40
    assert pairs == list(part.pairs(Funnel()))
    groups = sorted({int(pair.group) for pair in pairs})
    assert groups != list(range(10))
    assert choose_groups(pairs, 100, 3) == pairs


def test_every_model_has_a_folder_of_its_own() -> None:
    folders = name_folders(["default", "hf:org/name", "hf:org-name", "py:mine:model", "../x"])
    assert folders["hf:org/name"] == "hf-org-name"
    assert len(set(folders.values())) == 5
    assert all("/" not in folder and not folder.startswith(".") for folder in folders.values())


def test_the_real_builders_give_every_phenomenon_that_has_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    names = [card.name for card in find_bundled()]
    assert {"implicature", "presupposition", "idioms", "irony"} <= set(names)
