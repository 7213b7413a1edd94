"""Studies over the public files, where they are there: every figure has the pairs that the paper gave it."""

from __future__ import annotations

from pathlib import Path

from study_material import OTHER, answer_all, import_imppres

from nonliteral.readers import import_set
from nonliteral.records import Pair
from nonliteral.studies.base import run_study
from nonliteral.studies.published import find_published
from nonliteral.suites import Suite


def test_imppres_has_every_row_of_figures_5_to_7(public_data: Path, tmp_path: Path) -> None:
    suite = import_imppres(public_data / "published" / "imppres" / "presupposition", tmp_path)
    paradigms = len({pair.group for pair in suite}) // 9

    # Wrong on every second paradigm's controls, so that half of the paradigms pass.
    def say(pair: Pair) -> str:
        odd = int(pair.features["paradigm"]) % 2 == 1
        return OTHER[pair.label] if odd and pair.features["control"] else pair.label

    result = run_study("imppres", [answer_all(tmp_path / "run", suite, say)])
    controls = result.table("controls-presupposition").records()
    assert {row["n"] for row in controls} == {9 * paradigms}
    assert all(row["accuracy"]["value"] == 0.5 for row in controls)
    assert all(isinstance(row["published BERT"], float) for row in controls)
    triggers = {row["trigger"]: row for row in result.table("presuppositions").records()}
    assert set(triggers) == {row[0] for row in find_published("imppres", "Figure 6").rows}
    assert {row["n"] for row in triggers.values()} == {paradigms}
    projection = result.table("projection").records()
    assert len(projection) == 12
    assert {row["n"] for row in projection} == {9 * paradigms // 2}
    assert all(row["accuracy"]["value"] == 1 for row in projection)


def test_implicatures_have_all_scales_and_conditions(public_data: Path, tmp_path: Path) -> None:
    suite = import_imppres(public_data / "published" / "imppres" / "implicature", tmp_path)
    run = answer_all(tmp_path / "run", suite, lambda pair: (pair.readings or {})["pragmatic"])
    result = run_study("imppres", [run])
    rows = result.table("targets-implicature").records()
    assert {row["scale"] for row in rows} == {
        "adjective",
        "connective",
        "modal",
        "numeral",
        "quantifier",
        "verb",
    }
    assert all(row["share"]["value"] == 1 for row in rows if row["reading"] == "pragmatic")
    for table in result.tables:
        if table.key.startswith("conditions-"):
            assert len(set(table.column("condition"))) == 6


def test_impli_has_every_part_of_table_5(public_data: Path, tmp_path: Path) -> None:
    suite = import_set("impli", public_data / "published" / "impli", tmp_path)
    assert isinstance(suite, Suite)
    run = answer_all(tmp_path / "run", suite, lambda pair: "entailment")
    rows = {row["part"]: row for row in run_study("impli", [run]).table("parts").records()}
    assert set(rows) == {row[0] for row in find_published("impli", "Table 5").rows}
    assert all(row["accuracy"]["value"] == float("→" in part) for part, row in rows.items())
    assert run_study("flexibility", [run]).table("idioms").rows


def test_flute_has_its_types(public_data: Path, tmp_path: Path) -> None:
    suite = import_set("flute", public_data / "published" / "flute" / "simileNLI", tmp_path)
    assert isinstance(suite, Suite)
    run = answer_all(tmp_path / "run", suite, lambda pair: pair.label)
    rows = {row["type"]: row for row in run_study("flute", [run]).table("labels").records()}
    assert rows["simile"]["accuracy"]["value"] == 1
    assert not any("published" in column.name for column in run_study("flute", [run]).table("labels").columns)
