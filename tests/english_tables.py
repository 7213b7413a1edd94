"""Reading the tables of English cases in tests/data/english."""

from __future__ import annotations

from pathlib import Path

from nonliteral.english.parses import Parse, build_parse

FOLDER = Path(__file__).parent / "data" / "english"


def read_rows(name: str) -> list[list[str]]:
    """Return the lines of a table as cells; lines for people begin with #."""
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def read_parses(name: str) -> list[tuple[Parse, str, str]]:
    """Return the parses of a table made by hand, each with the two facts beside its sentence."""
    cases = []
    for block in (FOLDER / name).read_text(encoding="utf-8").split("\n\n")[1:]:
        head, *rows = block.strip().splitlines()
        sentence, first, second = head.split(" | ")
        cases.append((build_parse(sentence, "\n".join(row.split("\t", 1)[1] for row in rows)), first, second))
    return cases
