"""Rules of the house that no linter knows."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "nonliteral"
PLACES = sorted(SOURCE.rglob("*.py"))


def name(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


@pytest.mark.parametrize("path", [p for p in PLACES if "builders" in p.parts], ids=name)
def test_builders_never_call_hash_which_differs_from_run_to_run(path: Path) -> None:
    calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    assert [node.lineno for node in calls if getattr(node.func, "id", "") == "hash"] == []


@pytest.mark.parametrize("path", PLACES, ids=name)
def test_nothing_is_pickled_and_no_text_is_executed(path: Path) -> None:
    tree = ast.parse(path.read_text())
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert not imported & {"pickle", "dill", "cloudpickle", "joblib", "shelve", "marshal"}
    called = {getattr(node.func, "id", "") for node in ast.walk(tree) if isinstance(node, ast.Call)}
    assert not called & {"eval", "exec"}


@pytest.mark.parametrize("path", PLACES, ids=name)
def test_every_module_says_what_it_is_for(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text()))


def test_no_file_over_one_megabyte_but_the_default_model() -> None:
    large = [name(p) for p in SOURCE.rglob("*") if p.is_file() and p.stat().st_size > 1_000_000]
    assert [path for path in large if not path.startswith("models/default/")] == []
