"""The command: exit codes, messages, help, and a start without heavy libraries."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import make_pair

import nonliteral
from nonliteral.cli import main
from nonliteral.suites import Funnel, Recipe, write_suite

HEAVY = ["torch", "transformers", "spacy", "lemminflect", "scipy", "sklearn", "onnxruntime", "numpy"]


def run(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "nonliteral", *arguments], capture_output=True, text=True, check=False, cwd=cwd
    )


def list_commands() -> list[list[str]]:
    import typer

    from nonliteral.cli.app import COMMANDS, make_app

    found: list[list[str]] = [[]]

    def walk(command: object, path: list[str]) -> None:
        found.append(path)
        for name, child in getattr(command, "commands", {}).items():
            walk(child, [*path, name])

    for name in COMMANDS:
        walk(typer.main.get_command(make_app(name)).commands[name], [name])  # type: ignore[attr-defined]
    return found


@pytest.fixture
def suite_folder(tmp_path: Path) -> Path:
    recipe = Recipe(builder="t", options={}, seed=0, inputs={}, lexicon=None, parser=None, package="0")
    pairs = [make_pair(id=f"p:{n}", label=("entailment", "neutral")[n % 2]) for n in range(6)]
    write_suite(
        tmp_path, "idioms", pairs, recipe=recipe, funnel=Funnel(), reading="intended", licence="CC-BY-4.0"
    )
    return tmp_path


@pytest.mark.parametrize("path", list_commands(), ids=" ".join)
def test_every_command_has_help_and_those_that_act_show_an_example(
    path: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*path, "--help"]) == 0
    text = capsys.readouterr().out
    assert "Usage: nonliteral" in text
    if "Commands:" not in text:
        assert f"nonliteral {' '.join(path)}" in text.split("\n", 1)[1]


@pytest.mark.parametrize(
    ("statement", "what"),
    [("import nonliteral", "import"), ("from nonliteral.cli import main; main(['--help'])", "help")],
)
def test_starting_loads_no_heavy_library(statement: str, what: str) -> None:
    program = f"{statement}\nimport sys\nsys.stderr.write(' '.join(m for m in {HEAVY!r} if m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr == "", what


def test_a_misspelt_command_or_option_is_the_users_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dta"]) == 2
    assert "Did you mean data?" in capsys.readouterr().err
    assert main(["data", "list", "--jsno"]) == 2
    assert "--jsno" in capsys.readouterr().err
    assert main(["data", "show", "magpi"]) == 2
    assert "Did you mean magpie" in capsys.readouterr().err


def test_the_list_of_commands_says_of_each_what_its_own_help_says(capsys: pytest.CaptureFixture[str]) -> None:
    from nonliteral.cli.app import COMMANDS

    for name, (_, summary) in COMMANDS.items():
        main([name, "--help"])
        own = " ".join(capsys.readouterr().out.split())
        assert summary in own, name


def test_version_is_the_packages() -> None:
    assert run("--version").stdout.strip() == nonliteral.__version__


def test_our_own_fault_is_exit_3_and_a_traceback_only_with_debug(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> None:
        raise ZeroDivisionError("deep inside")

    monkeypatch.setattr("nonliteral.readers.cards", broken)
    assert main(["data", "list"]) == 3
    said = capsys.readouterr().err
    assert "not yours" in said
    assert "--debug" in said
    assert "Traceback" not in said
    with pytest.raises(ZeroDivisionError):
        main(["data", "list", "--debug"])


def test_json_is_all_that_stands_on_stdout(suite_folder: Path) -> None:
    done = run("data", "sample", str(suite_folder), "--n", "4", "--json")
    assert len(json.loads(done.stdout)) == 4
    assert {card["name"] for card in json.loads(run("data", "list", "--json").stdout)} >= {"impli", "imppres"}


def test_a_narrow_terminal_gets_blocks_of_lines_instead_of_numbers_cut_in_two(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from nonliteral.cli.output import print_table

    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    columns, row = ("suite", "accuracy", "n"), ("idioms", "0.559 [0.478, 0.649]", 12750)
    for width, lines in (("60", 2), ("12", 3)):
        monkeypatch.setenv("COLUMNS", width)
        print_table(columns, [row])
        printed = capsys.readouterr().out
        assert len(printed.splitlines()) == lines
        assert "0.559 [0.478, 0.649]" in printed
        assert "12,750" in printed


PRINT_MUCH = """
import sys
import nonliteral.readers
from nonliteral.cli import main
cards = nonliteral.readers.cards
nonliteral.readers.cards = lambda: cards() * 5000
sys.exit(main(["data", "list", "--json"]))
"""


def test_a_reader_of_the_output_may_go_away() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", PRINT_MUCH], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=20) == 0
    assert said == ""


@pytest.fixture
def heeding_ctrl_c() -> Iterator[None]:
    """Let commands be interrupted even where the tests run in the background, which ignores Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heeding_ctrl_c")
def test_ctrl_c_is_clean() -> None:
    program = """
import sys, time
import nonliteral.readers
from nonliteral.cli import main
nonliteral.readers.cards = lambda: time.sleep(60)
print("ready", flush=True)
sys.exit(main(["data", "list"]))
"""
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(1)
    os.kill(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "the same command goes on from there" in said
    assert "Traceback" not in said


@pytest.mark.usefixtures("heeding_ctrl_c")
@pytest.mark.skipif(os.name != "posix", reason="process groups are of POSIX systems")
def test_ctrl_c_in_a_terminal_reaches_the_workers_too_and_stays_clean(tmp_path: Path) -> None:
    command = ["build", "only", "--paradigms", "20000", "--workers", "2", "--out", str(tmp_path)]
    process = subprocess.Popen(
        [sys.executable, "-m", "nonliteral", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not any(tmp_path.rglob("*")) and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(2)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in said
    assert not list(tmp_path.rglob("suite.json"))


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_without_utf8_stops_no_command(suite_folder: Path, encoding: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "nonliteral", "check", str(suite_folder)],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    assert done.returncode in (0, 1)
    assert b"fault" not in done.stderr


def test_a_place_that_cannot_hold_a_suite_is_told_with_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").write_text("a file")
    assert main(["build", "only", "--paradigms", "1", "--out", str(tmp_path / "taken")]) == 2
    assert "choose another name" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["study", "impres", "nowhere"], "Did you mean imppres"),
        (["study", "imppres", "nowhere"], "There is no folder nowhere"),
        (["check", "--lexicon", "idiom"], "Did you mean idioms"),
    ],
)
def test_the_first_mistake_on_the_line_is_the_one_that_is_told(
    command: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command) == 2
    assert said in capsys.readouterr().err


def test_a_suite_that_was_edited_can_be_sealed(
    suite_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = suite_folder / "idioms" / "pairs.jsonl"
    pairs.write_text(pairs.read_text().replace("at lunch", "at noon"))
    assert main(["data", "seal", str(suite_folder / "idioms")]) == 0
    assert "marked as edited" in capsys.readouterr().err
    suite = nonliteral.load(suite_folder / "idioms")
    assert isinstance(suite, nonliteral.Suite)
    suite.verify()


def test_public_names_are_sorted_and_all_there() -> None:
    assert nonliteral.__all__ == sorted(nonliteral.__all__)
    for name in nonliteral.__all__:
        assert getattr(nonliteral, name) is not None
    visible = {name for name in dir(nonliteral) if not name.startswith("_")}
    submodules = {name for name in visible if type(getattr(nonliteral, name)).__name__ == "module"}
    assert visible - submodules - {"TYPE_CHECKING", "Any", "annotations"} == set(nonliteral.__all__)
    with pytest.raises(AttributeError, match="no attribute 'pairs'"):
        _ = nonliteral.pairs
