"""The English part as a package: what it imports, what it loads, and that its word tables are sound."""

from __future__ import annotations

import ast
import doctest
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import nonliteral.english
from nonliteral.english.tables import DATA, read_table, word_class
from nonliteral.errors import DefectError

FOLDER = Path(nonliteral.english.__file__).parent
MODULES = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")
GROUND = {"errors", "records", "files", "registry", "draw"}
HEAVY = {"spacy", "lemminflect", "numpy", "torch", "transformers", "scipy", "sklearn"}


@pytest.mark.parametrize("module", MODULES)
def test_module_imports_only_the_ground_and_its_own_package(module: str) -> None:
    tree = ast.parse((FOLDER / f"{module}.py").read_text(encoding="utf-8"))
    ours = [
        node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("nonliteral")
    ]
    parts = {name.split(".")[1] for name in ours}
    assert parts <= GROUND | {"english"}


def test_importing_everything_loads_nothing_heavy() -> None:
    names = ", ".join(f"nonliteral.english.{module}" for module in MODULES)
    code = f"import sys, {names}; print(*sorted(set(sys.modules) & {HEAVY!r}))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == ""


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_the_docstrings_are_true(module: str) -> None:
    result = doctest.testmod(importlib.import_module(f"nonliteral.english.{module}"))
    assert result.failed == 0


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_is_documented(module: str) -> None:
    tree = ast.parse((FOLDER / f"{module}.py").read_text(encoding="utf-8"))
    assert ast.get_docstring(tree)
    public = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
    ]
    assert [node.name for node in public if not ast.get_docstring(node)] == []


@pytest.mark.parametrize(
    "name", ["verbs.tsv", "nouns.tsv", "adjectives.tsv", "sounds.tsv", "names.tsv", "classes.tsv"]
)
def test_word_table_has_no_repeated_line(name: str) -> None:
    lines = [
        line for line in (DATA / name).read_text(encoding="utf-8").splitlines() if not line.startswith("#")
    ]
    assert sorted(set(lines)) == sorted(lines)
    keys = [tuple(line.split("\t")[:2]) for line in lines]
    assert len(set(keys)) == len(keys)


def test_no_table_is_over_a_megabyte() -> None:
    assert max(path.stat().st_size for path in DATA.iterdir()) < 1_000_000


def test_table_with_other_columns_is_our_fault() -> None:
    with pytest.raises(DefectError, match="expected the columns"):
        next(read_table("verbs.tsv", ("lemma",)))
    with pytest.raises(DefectError, match="no class of words"):
        word_class("no such class")
