"""Idioms and metaphors: Table 5 over seeds, Figures 4 to 6, worked out by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import make_pair
from hypothesis import given
from hypothesis import strategies as st
from study_material import answer_all, make_run, make_suite

from nonliteral.errors import InputError
from nonliteral.files import encode_document, write_bytes
from nonliteral.readers import import_set
from nonliteral.records import Pair, Prediction
from nonliteral.studies.base import StudyOptions, run_study
from nonliteral.studies.distances import levenshtein
from nonliteral.studies.impli import part_of
from nonliteral.suites import Suite
from nonliteral.training.curve import CurvePlan, Point

PARTS = [
    ("idiom", "figurative-definition", "silver", "entailment", "idioms → S"),
    ("idiom", "literal-definition", "silver", "non-entailment", "idioms ↛ Sl"),
    ("idiom", "adversarial-definition", "silver", "non-entailment", "idioms ↛ Sd"),
    ("idiom", "hand-written", "gold", "entailment", "idioms → G"),
    ("idiom", "antonym", "gold", "non-entailment", "idioms ↛ Ga"),
    ("idiom", "hand-written", "gold", "non-entailment", "idioms ↛ G"),
    ("metaphor", "construction-replacement", "silver", "entailment", "metaphors → S"),
    ("metaphor", "hand-written", "gold", "contradiction", "metaphors ↛ G"),
]


def pairs_of_every_part() -> list[Pair]:
    return [
        make_pair(
            id=f"{name}/{n}", phenomenon=phenomenon, method=method, tier=tier, label=label,
            group=f"{name}/{n}", premise=f"{name} {n}.",
        )
        for phenomenon, method, tier, label, name in PARTS
        for n in range(4)
    ]  # fmt: skip


@pytest.mark.parametrize(("phenomenon", "method", "tier", "label", "name"), PARTS)
def test_parts_have_the_papers_names(phenomenon: str, method: str, tier: str, label: str, name: str) -> None:
    assert part_of(make_pair(phenomenon=phenomenon, method=method, tier=tier, label=label)) == name


def test_means_and_spread_over_seeds(tmp_path: Path) -> None:
    suite = make_suite(tmp_path, pairs_of_every_part())
    # Seed 0 is wrong on the first of each part, seed 1 on none, seed 2 on the first two.
    runs = []
    for seed, wrong in enumerate((1, 0, 2)):

        def say(pair: Pair, wrong: int = wrong) -> str:
            is_right = int(pair.id.rsplit("/", 1)[1]) >= wrong
            return "entailment" if is_right == (pair.label == "entailment") else "contradiction"

        runs.append(answer_all(tmp_path / f"run-{seed}", suite, say, model=f"hf:tuned-seed-{seed}"))
    apart = run_study("impli", runs).table("parts")
    assert len(apart.rows) == 3 * len(PARTS)
    table = run_study("impli", runs, StudyOptions(seeds=True)).table("parts")
    assert [row["part"] for row in table.records()] == [name for *_, name in PARTS]
    row = table.records()[0]
    assert row["model"] == "hf:tuned"
    assert row["accuracy"]["value"] == pytest.approx((0.75 + 1 + 0.5) / 3)
    assert row["sd"] == pytest.approx(0.25)
    assert (row["lowest"], row["highest"], row["seeds"], row["n"]) == (0.5, 1.0, 3, 4)


def test_seeds_must_be_over_the_same_pairs(tmp_path: Path) -> None:
    suite = make_suite(tmp_path, pairs_of_every_part())
    whole = answer_all(tmp_path / "run-0", suite, lambda pair: pair.label, model="m-seed-0")
    part = [Prediction(suite="idioms", id=pair.id, label="entailment") for pair in list(suite)[:2]]
    half = make_run(tmp_path / "run-1", [suite], part, model="m-seed-1")
    with pytest.raises(InputError, match="same pairs"):
        run_study("impli", [whole, half], StudyOptions(seeds=True))


def test_table_5_stands_beside_imports_of_impli_and_multinli(tmp_path: Path) -> None:
    files = tmp_path / "impli" / "idioms"
    files.mkdir(parents=True)
    rows = "".join(f"He spilled the beans {n} times.\tHe told the secret {n} times.\n" for n in range(3))
    (files / "manual_e.tsv").write_text(rows, encoding="utf-8")
    plain = {"premise": "It rains.", "hypothesis": "It is wet.", "label": "entailment"}
    (tmp_path / "mnli-dev.jsonl").write_text(json.dumps(plain) + "\n", encoding="utf-8")
    made = [
        import_set("impli", tmp_path / "impli", tmp_path / "suites"),
        import_set("multinli", tmp_path / "mnli-dev.jsonl", tmp_path / "suites"),
    ]
    suites = [suite for suite in made if isinstance(suite, Suite)]
    answers = [Prediction(suite=s.name, id=pair.id, label="entailment") for s in suites for pair in s]
    run = make_run(tmp_path / "run", suites, answers)
    rows_found = {row["part"]: row for row in run_study("impli", [run]).table("parts").records()}
    assert rows_found["MNLI"]["published roberta-base"] == 0.878
    assert rows_found["idioms → G"]["published roberta-large"] == 0.889


def flexible(idiom: str, n: int, variant: str, **changes: object) -> Pair:
    return make_pair(
        id=f"{idiom}/{n}/{changes.get('method', '')}", premise=f"{idiom} {n}.", group=idiom,
        features={"expression": idiom, "variant": variant}, **changes,
    )  # fmt: skip


def test_flexibility_is_the_share_of_other_forms_among_different_premises(tmp_path: Path) -> None:
    forms = {
        "kick": ["base", "base", "base", "base"],
        "spill": ["base", "base", "inflected", "passive"],
        "pull": ["inflected", "modified", "passive", "base"],
        "let": ["inflected", "inflected", "passive", "discontinuous"],
    }
    pairs = [flexible(idiom, n, form) for idiom, found in forms.items() for n, form in enumerate(found)]
    # The same premise under another method is the same occurrence.
    pairs.append(flexible("kick", 0, "base", method="adversarial-definition", label="non-entailment"))
    suite = make_suite(tmp_path, pairs)
    # The more flexible, the more often wrong: 4, 3, 2 and 1 of four right.
    right = {"kick": 4, "spill": 3, "pull": 2, "let": 1}

    def say(pair: Pair) -> str:
        idiom, n, _ = pair.id.split("/")
        return "entailment" if int(n) < right[idiom] else "neutral"

    result = run_study("flexibility", [answer_all(tmp_path / "run", suite, say)])
    scores = {row["idiom"]: row for row in result.table("idioms").records()}
    assert [scores[idiom]["surface"] for idiom in forms] == [0, 0.5, 0.75, 1]
    assert [scores[idiom]["syntactic"] for idiom in forms] == [0, 0.25, 0.5, 0.5]
    assert scores["kick"]["occurrences"] == 4
    rows = {(row["method"], row["ICE score"]): row for row in result.table("correlations").records()}
    surface = rows["figurative-definition", "surface"]
    assert surface["Spearman's r"]["value"] == pytest.approx(-1)
    assert surface["idioms"] == 4
    # One idiom is no correlation.
    assert rows["adversarial-definition", "surface"]["Spearman's r"] is None


def slow_distance(one: str, other: str) -> int:
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (a != b))
    return row[-1]


@given(st.text("abé ", max_size=40), st.text("abé ", max_size=40))
def test_the_distance_is_levenshteins(one: str, other: str) -> None:
    assert levenshtein(one, other) == slow_distance(one, other)


def test_the_distance_of_long_texts_and_of_words() -> None:
    long = "the quick brown fox " * 20
    assert levenshtein(long, long.replace("quick", "slow")) == slow_distance(
        long, long.replace("quick", "slow")
    )
    assert levenshtein(["he", "kicked", "the", "bucket"], ["he", "died"]) == 3


def test_overlap_sets_near_pairs_against_far_ones(tmp_path: Path) -> None:
    hypotheses = {"n": "A hat sat.", "f": "Nobody was ever in there."}
    suite = make_suite(
        tmp_path,
        [
            make_pair(
                id=f"{where}{n}",
                premise="A cat sat.",
                hypothesis=text,
                label="non-entailment",
                group=f"{where}{n}",
            )
            for where, text in hypotheses.items()
            for n in range(6)
        ],
    )
    run = answer_all(tmp_path / "run", suite, lambda p: "entailment" if p.id.startswith("n") else "neutral")
    result = run_study("overlap", [run])
    row = result.table("distances").records()[0]
    assert row["median, wrong"] == 1
    assert row["median, right"] == slow_distance("A cat sat.", "Nobody was ever in there.")
    assert row["Spearman's r"]["value"] == pytest.approx(1)
    classes = {row["distance"]: row["accuracy"]["value"] for row in result.table("classes").records()}
    assert classes == {"0 to 5": 0, "11 to 20": 1}
    words = run_study("overlap", [run], StudyOptions(unit="words")).table("distances").records()[0]
    assert (words["median, wrong"], words["median, right"]) == (1, 5)
    densities = [bar["density"] * 10 for bar in result.figures[0].spec["data"]["values"]]
    assert sum(densities) == pytest.approx(1)


def make_curve(folder: Path, points: dict[tuple[str, int], tuple[int, int]]) -> None:
    """Write a plan and its runs: by part and folds, how many of 4 entailments and 4 others are right."""
    labels = ("entailment", "non-entailment")
    pairs = [make_pair(id=f"{label}{n}", label=label, group=f"{n}") for label in labels for n in range(4)]
    suite = make_suite(folder / "suites", pairs, name="held-out")
    plan = CurvePlan(
        recipe="r", kind="bow", folds=3, held_out=0, expressions=12, test_pairs=8,
        test_suite="suites/held-out",
        points=[
            Point(
                part=part, added=added, seed=0, pairs=10 * added, model=f"models/{part}-{added}",  # type: ignore[arg-type]
                run=f"runs/{part}-{added}",
            )
            for part, added in points
        ],
    )  # fmt: skip
    write_bytes(folder / "curve.json", encode_document(plan))
    for (part, added), right in points.items():
        limits = dict(zip(("entailment", "non-entailment"), right, strict=True))

        def say(pair: Pair, limits: dict[str, int] = limits) -> str:
            is_right = int(pair.id[-1]) < limits[pair.label]
            return "entailment" if is_right == (pair.label == "entailment") else "neutral"

        answer_all(folder / "runs" / f"{part}-{added}", suite, say, model=f"{part}-{added}")


def test_the_curve_is_read_from_its_folder(tmp_path: Path) -> None:
    from nonliteral.studies.base import find_runs

    make_curve(
        tmp_path,
        {
            ("all", 0): (4, 1),
            ("all", 1): (3, 2),
            ("all", 2): (3, 4),
            ("entailment", 1): (4, 0),
            ("non-entailment", 1): (1, 4),
        },
    )
    result = run_study("curve", find_runs([tmp_path]))
    found = {
        (row["trained on"], row["folds added"], row["tested on"]): row["accuracy"]["value"]
        for row in result.table("curve").records()
    }
    assert found["all", 0, "all"] == 5 / 8
    assert found["all", 2, "all"] == 7 / 8
    assert found["all", 2, "non-entailment"] == 1
    assert found["entailment", 1, "entailment"] == 1
    # The plain data is where every line begins.
    assert found["non-entailment", 0, "non-entailment"] == found["entailment", 0, "non-entailment"] == 1 / 4
    assert "to 88 %" in " ".join(result.findings)


def test_a_run_that_is_no_part_of_a_curve_is_named(tmp_path: Path) -> None:
    suite = make_suite(tmp_path, [make_pair(id="a")])
    run = answer_all(tmp_path / "run", suite, lambda pair: pair.label)
    with pytest.raises(InputError, match=r"curve\.json"):
        run_study("curve", [run])
