"""The table of labels, read from `labels.tsv`: which cells a paradigm has and what each reading says of
them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from nonliteral.errors import DefectError
from nonliteral.records import Label

LABELS = Path(__file__).with_name("labels.tsv")
ENVIRONMENTS = ("plain", "negated", "interrogative", "modal", "conditional")
"""The operators of the paper, in its order."""

_NAMES: dict[str, Label] = {"E": "entailment", "N": "neutral", "C": "contradiction"}
COLUMNS = ("table", "premise", "hypothesis", "relation", "logical", "pragmatic", "exact", "item")


class Cell(NamedTuple):
    """One pair of a paradigm: whose sentences it takes and what its labels are."""

    premise: str
    hypothesis: str
    relation: str
    logical: Label
    pragmatic: Label | None
    exact: Label | None
    control: bool
    paraphrase: bool = False

    @property
    def name(self) -> str:
        """The cell's name, the last part of a pair's id."""
        return f"{self.premise}-to-{self.hypothesis}".replace(" ", "-")


@cache
def load_tables(path: Path = LABELS) -> dict[str, tuple[Cell, ...]]:
    """Return the cells of every table in order, `*` written out for each environment."""
    tables: dict[str, list[Cell]] = {}
    header_seen = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = line.split("\t")
        if not header_seen:
            if tuple(cells) != COLUMNS:
                raise DefectError(f"{path}:{number}: expected the columns {', '.join(COLUMNS)}.")
            header_seen = True
            continue
        if len(cells) != len(COLUMNS):
            raise DefectError(f"{path}:{number}: {len(cells)} cells where {len(COLUMNS)} were expected.")
        tables.setdefault(cells[0], []).extend(_read_cells(cells[1:]))
    return {name: tuple(_in_order(found)) for name, found in tables.items()}


def _read_cells(cells: list[str]) -> list[Cell]:
    premise, hypothesis, relation, logical, pragmatic, exact, item = cells
    environments = ("plain", "negated") if relation == "signature" else ENVIRONMENTS
    premises = [premise.replace("*", name) for name in environments] if "*" in premise else [premise]
    return [
        Cell(
            one,
            hypothesis,
            "" if relation == "." else relation,
            _NAMES[logical],
            _NAMES.get(pragmatic.strip("()")),
            _NAMES.get(exact.strip("()")),
            item == "control",
            pragmatic.startswith("("),
        )
        for one in premises
    ]


def _in_order(cells: list[Cell]) -> list[Cell]:
    """Put the cells of one environment together, as the paper's files do; controls and other tables stay as
    they are."""

    def rank(cell: Cell) -> int:
        environment = cell.premise.split(" ")[-1]
        if cell.control or cell.relation == "signature" or environment not in ENVIRONMENTS:
            return len(ENVIRONMENTS)
        return ENVIRONMENTS.index(environment)

    return sorted(cells, key=rank)
