"""Checking whole suites: repeats, labels, full stops, severity, and the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import make_pair

from nonliteral.checking.report import SuiteReport, check_pairs, describe_checks, measure_giveaways
from nonliteral.cli import main
from nonliteral.records import Pair
from nonliteral.suites import Funnel, Recipe, write_suite


def look(pairs: list[Pair]) -> SuiteReport:
    return check_pairs("mine", pairs, giveaways=False)


def counts(report: SuiteReport) -> dict[str, tuple[int, int]]:
    return {result.check: (result.errors, result.warnings) for result in report.checks}


def clean_pairs(n: int = 60) -> list[Pair]:
    """Pairs without a fault: every hypothesis under both labels, all in good English."""
    names = ["Ada", "Ben", "Cleo", "Dov", "Ema", "Finn"]
    pairs = []
    for i in range(n // 2):
        name = names[i % 6]
        for label, place in (("entailment", "spilled the beans"), ("neutral", "ate the beans")):
            pairs.append(
                make_pair(
                    id=f"{label}:{i}",
                    premise=f"{name} {place} on day {i}.",
                    hypothesis=f"{name} told the secret on day {i}.",
                    label=label,
                    group=f"g{i}",
                )
            )
    return pairs


def test_a_clean_suite_has_no_findings() -> None:
    report = check_pairs("mine", clean_pairs())
    assert report.errors == 0
    assert [result.check for result in report.checks if result.check != "giveaway"] == []
    assert report.pairs == 60
    assert report.labels == {"entailment": 30, "neutral": 30}


def test_the_same_row_again_is_an_error_and_nearly_the_same_a_warning() -> None:
    first = make_pair(id="a")
    report = look(
        [first, make_pair(id="b"), make_pair(id="c", hypothesis="Mara revealed the secret, at lunch!")]
    )
    assert counts(report)["duplicate"] == (1, 1)
    assert report.checks[0].examples[0].found == "repeats a"


def test_the_same_sentences_under_other_readings_are_no_repeat() -> None:
    pairs = [
        make_pair(id="a", label="neutral", readings={"logical": "neutral", "pragmatic": "entailment"}),
        make_pair(id="b", label="neutral"),
    ]
    assert "duplicate" not in counts(look(pairs))


@pytest.mark.parametrize(
    ("first", "second", "clash"),
    [
        ({"label": "entailment"}, {"label": "neutral"}, True),
        ({"label": "contradiction"}, {"label": "non-entailment"}, False),
        ({"label": "entailment"}, {"label": "non-entailment"}, True),
        (
            {"label": "neutral", "readings": {"logical": "neutral", "pragmatic": "entailment"}},
            {"label": "entailment"},
            False,
        ),
        (
            {"label": "neutral", "readings": {"logical": "neutral", "pragmatic": "entailment"}},
            {"label": "entailment", "readings": {"logical": "entailment", "pragmatic": "entailment"}},
            True,
        ),
        (
            {"label": "contradiction", "readings": {"surface": "contradiction", "intended": "entailment"}},
            {"label": "neutral"},
            True,
        ),
    ],
)
def test_one_pair_under_two_labels(first: dict[str, object], second: dict[str, object], clash: bool) -> None:
    report = look([make_pair(id="a", **first), make_pair(id="b", **second)])
    assert ("two-labels" in counts(report)) is clash


def stops(missing_entailed: int, missing_neutral: int, n: int = 60) -> list[Pair]:
    pairs = []
    for label, missing in (("entailment", missing_entailed), ("neutral", missing_neutral)):
        for i in range(n):
            end = "" if i < missing else "."
            pairs.append(make_pair(id=f"{label}:{i}", hypothesis=f"Mara left on day {i}{end}", label=label))
    return pairs


def test_full_stops_missing_under_one_label_are_an_error() -> None:
    report = look(stops(40, 2))
    assert counts(report)["full-stops"] == (1, 0)
    found = next(result for result in report.checks if result.check == "full-stops").examples[0].found
    assert (
        "42 hypothesis sentences end without a mark: entailment 40 of 60 (67%), neutral 2 of 60 (3%)" in found
    )


def test_full_stops_missing_evenly_are_only_warnings() -> None:
    found = counts(look(stops(30, 30)))
    assert "full-stops" not in found
    assert found["final-mark"] == (0, 60)


def test_irony_with_one_label_is_an_error_and_one_sided_idioms_a_warning() -> None:
    irony = [make_pair(id=f"i:{i}", premise=f"Great, day {i}.", phenomenon="irony") for i in range(30)]
    idioms = [make_pair(id=f"d:{i}", premise=f"Mara spilled the beans on day {i}.") for i in range(30)]
    assert counts(look(irony))["label-skew"] == (1, 0)
    assert counts(look(idioms))["label-skew"] == (0, 1)


def test_groups_that_make_no_folds_are_told() -> None:
    pairs = [make_pair(id=f"p:{i}", premise=f"Mara left on day {i}.", group="one") for i in range(60)]
    assert counts(look(pairs))["groups"] == (0, 1)
    own = [make_pair(id=f"p:{i}", hypothesis=f"Mara left on day {i}.", group=f"g{i}") for i in range(60)]
    assert "every pair is its own group" in next(
        result.examples[0].found for result in look(own).checks if result.check == "groups"
    )


def test_modals_that_are_all_in_the_past_are_told() -> None:
    def modals(verb: str) -> list[Pair]:
        return [
            make_pair(
                id=f"p:{i}", premise=f"Child {i} {verb} swim.", method="paradigm", features={"set": "modals"}
            )
            for i in range(50)
        ]

    assert counts(look(modals("could")))["modal-tense"] == (0, 1)
    assert "modal-tense" not in counts(look([*modals("could")[:25], *modals("can")[25:]]))


def test_what_a_corpus_sentence_got_wrong_is_a_warning_and_what_the_builder_did_an_error() -> None:
    quoted = make_pair(
        id="q", premise="Mara spilled the beans to to us.", hypothesis="Mara told the secret to to us."
    )
    made = make_pair(id="m", premise="Mara spilled the beans.", hypothesis="Mara told a old secret.")
    written = make_pair(
        id="w", premise="Mara has a idea.", hypothesis="Mara thinks a idea.", method="paradigm"
    )
    assert counts(look([quoted]))["doubled-word"] == (0, 2)
    assert counts(look([made]))["article"] == (1, 0)
    assert counts(look([written]))["article"] == (2, 0)


def test_a_giveaway_of_a_published_design_is_told_and_not_held_against_the_suite() -> None:
    pairs = [
        make_pair(
            id=f"{i}", group=f"g{i}", premise=f"Ada met Ben on day {i}.", label=label,
            hypothesis=f"Ada {verb} Ben on day {i}.",
        )
        for i in range(60)
        for label, verb in [(("entailment", "saw"), ("contradiction", "avoided"))[i % 2]]
    ]  # fmt: skip
    assert counts(check_pairs("mine", pairs))["giveaway"][0] > 0
    told = counts(check_pairs("mine", pairs, by_design=True))["giveaway"]
    assert told[0] == 0
    assert told[1] > 0


def three_way_pairs(direction: str | None = None) -> list[Pair]:
    """Pairs whose hypotheses tell nothing and whose premises tell everything, under three labels."""
    told = (("entailment", "kept"), ("neutral", "praised"), ("contradiction", "lost"))
    return [
        make_pair(
            id=f"{label}:{i}", premise=f"Ada {verb} the ring on day {i}.",
            hypothesis=f"Ada had the ring on day {i}.", label=label, group=f"g{i}",
            features={"direction": direction} if direction else {},
        )
        for i in range(40)
        for label, verb in told
    ]  # fmt: skip


def figures(pairs: list[Pair]) -> dict[tuple[str, str], float | None]:
    return {
        (row.giveaway.name, row.scheme): row.giveaway.balanced_accuracy for row in measure_giveaways(pairs)
    }


def test_three_labels_are_measured_two_way_too() -> None:
    found = figures(three_way_pairs())
    assert found["hypothesis-only", "three-way"] == pytest.approx(1 / 3, abs=0.02)
    assert found["hypothesis-only", "two-way"] == pytest.approx(1 / 2, abs=0.02)
    assert {scheme for _, scheme in figures(clean_pairs())} == {"two-way"}


@pytest.mark.parametrize(
    ("direction", "side"), [("figurative-premise", "premise-only"), ("literal-premise", "hypothesis-only")]
)
def test_the_figurative_side_is_shown_where_the_direction_is_known(direction: str, side: str) -> None:
    assert not any(name == "figurative side" for name, _ in figures(three_way_pairs()))
    found = figures(three_way_pairs(direction))
    for scheme in ("two-way", "three-way"):
        assert found["figurative side", scheme] == found[side, scheme]


def test_the_figurative_side_of_both_directions_is_measured_by_itself() -> None:
    turned = [
        make_pair(
            id=f"turned/{pair.id}", premise=pair.hypothesis, hypothesis=pair.premise, label=pair.label,
            group=pair.group, features={"direction": "literal-premise"},
        )
        for pair in three_way_pairs()
    ]  # fmt: skip
    found = figures(three_way_pairs("figurative-premise") + turned)
    assert found["figurative side", "two-way"] == pytest.approx(1, abs=0.02)
    assert (found["hypothesis-only", "two-way"] or 0) < 0.9


def test_one_side_is_told_once_however_many_rows_show_it() -> None:
    rows = measure_giveaways(three_way_pairs("figurative-premise"))
    told = [(row.giveaway.name, row.scheme) for row in rows if row.severity is not None]
    assert told == [("premise-only", "three-way")]


def test_a_suite_without_pairs_is_an_error() -> None:
    assert counts(check_pairs("mine", [])) == {"empty": (1, 0)}


def test_examples_say_different_things() -> None:
    pairs = [
        make_pair(
            id=f"p:{i}", premise=f"Ann left on day {i}.", hypothesis=f"Ann didn't used to stay on day {i}."
        )
        for i in range(9)
    ]
    result = next(result for result in look(pairs).checks if result.check == "used-to")
    assert (result.errors, result.pairs, len(result.examples)) == (9, 9, 1)


def write(folder: Path, name: str, pairs: list[Pair]) -> Path:
    recipe = Recipe(builder="t", options={}, seed=0, inputs={}, lexicon=None, parser=None, package="0")
    return write_suite(
        folder, name, pairs, recipe=recipe, funnel=Funnel(), reading="intended", licence="CC-BY-4.0"
    ).path


def test_the_command_passes_a_clean_suite(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(write(tmp_path, "clean", clean_pairs()))]) == 0
    out = capsys.readouterr().out
    assert "clean: 60 pairs (entailment 30, neutral 30)" in out
    assert "hypothesis-only" in out


def test_the_command_fails_a_suite_with_errors_and_shows_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, "clean", clean_pairs())
    write(tmp_path, "faulty", [make_pair(hypothesis="Mara told a old secret at lunch.")])
    assert main(["check", str(tmp_path), "--examples", "1"]) == 1
    out = capsys.readouterr().out
    assert "a old" in out
    assert "not measured because it takes at least 40 pairs" in out
    assert "2 suites: 1 errors" in out


def test_warnings_fail_only_when_asked(tmp_path: Path) -> None:
    folder = str(write(tmp_path, "loose", [make_pair(hypothesis="Mara told the secret at lunch")]))
    assert main(["check", folder]) == 0
    assert main(["check", folder, "--strict"]) == 1


def test_json_is_all_that_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write(tmp_path, "faulty", [make_pair(hypothesis="Mara told a old secret at lunch.")])
    assert main(["check", str(folder), "--json"]) == 1
    [report] = json.loads(capsys.readouterr().out)
    assert report["errors"] == 1
    assert report["checks"][0]["check"] == "article"
    assert report["checks"][0]["examples"][0]["found"] == "a old"
    assert report["giveaways"][0]["scheme"] == "two-way"
    assert report["giveaways"][0]["giveaway"]["reason"].startswith("it takes at least 40 pairs")


def test_input_that_cannot_be_used_is_the_users_mistake(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(tmp_path / "nowhere")]) == 2
    assert "There is no folder" in capsys.readouterr().err
    folder = write(tmp_path, "torn", clean_pairs())
    with (folder / "pairs.jsonl").open("a") as file:
        file.write('{"id": "half\n')
    assert main(["check", str(folder)]) == 2
    assert "pairs.jsonl:61" in capsys.readouterr().err


def test_every_check_is_in_the_documentation() -> None:
    page = (Path(__file__).parent.parent / "docs" / "check.md").read_text("utf-8")
    assert [name for name in describe_checks() if f"`{name}`" not in page] == []


def test_the_published_sets_have_the_defects_that_are_known_of_them(public_data: Path) -> None:
    from nonliteral.readers import load_reader

    found: dict[str, dict[str, tuple[int, int]]] = {}
    for name in ("impli", "imppres"):
        reader = load_reader(name)
        pairs = reader.read(public_data / "published" / name, Funnel())
        found[name] = counts(check_pairs(name, pairs, giveaways=False))  # type: ignore[arg-type]
    impli, imppres = found["impli"], found["imppres"]
    # Some counts depend on which rows are there: these are the least that a quarter and a half should have.
    assert impli["case"][0] > 200
    assert impli["article"][0] > 15
    assert impli["placeholder"][0] >= 5
    assert impli["duplicate"][0] > 150
    assert impli["verb-form"][0] > 20
    assert imppres["misspelling"][0] > 150
    assert imppres["used-to"] == (100, 0)
    assert imppres["two-labels"][0] >= 5
    assert imppres["full-stops"][0] == 1
    assert imppres["final-mark"][1] > 1500
    assert imppres["modal-tense"] == (0, 1)
