"""Studies of any pairs: artifacts, consistency, comparison, covariates, triggers and taggings."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import make_pair
from study_material import answer_all, make_run, make_suite

from nonliteral import registry
from nonliteral.cli import main
from nonliteral.errors import InputError
from nonliteral.files import write_records
from nonliteral.records import Answer, Pair, Prediction
from nonliteral.studies.artifacts import telling_words
from nonliteral.studies.base import Study, StudyOptions, find_runs, run_study, shorten_address
from nonliteral.studies.published import load_published
from nonliteral.studies.statistics import mcnemar
from nonliteral.studies.triggers import find_triggers


def idioms(groups: int, size: int = 2, **changes: object) -> list[Pair]:
    """Return groups of pairs, half of each entailed."""
    return [
        make_pair(
            id=f"{group}/{n}", group=f"g{group}", label="entailment" if n % 2 == 0 else "non-entailment",
            hypothesis=f"Number {group} {'did' if n % 2 == 0 else 'never did'} it.", **changes,
        )
        for group in range(groups)
        for n in range(size)
    ]  # fmt: skip


@pytest.mark.parametrize("name", registry.names("studies"))
def test_every_study_says_what_it_is(name: str) -> None:
    study = registry.resolve("studies", name)
    assert isinstance(study, Study)
    assert study.title
    assert study.about


def test_published_figures_name_their_table_data_and_models() -> None:
    for figure in load_published():
        assert figure.place
        assert figure.version
        assert figure.rows
        if not figure.same:
            assert figure.remark or figure.version != "1"
    remarks = {figure.place: figure.remark for figure in load_published()}
    assert "misprinted" in remarks["Figure 13"]
    assert "misprinted" in remarks["Figure 6 and section 4, R3"]


def test_groups_are_right_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    suite = make_suite(tmp_path, [*idioms(4), make_pair(id="alone", group="alone")])
    # Always entailment: half of the pairs, and no group.
    yes = answer_all(tmp_path / "yes", suite, lambda pair: "entailment")
    row = run_study("consistency", [yes]).table("groups").records()[0]
    assert (row["whole"]["value"], row["groups"], row["accuracy"]["value"]) == (0, 4, 0.5)
    # Right on all but one pair: three of four groups.
    most = answer_all(
        tmp_path / "most",
        suite,
        lambda pair: "neutral" if pair.label == "non-entailment" or pair.id == "0/0" else "entailment",
    )
    row = run_study("consistency", [most]).table("groups").records()[0]
    assert row["whole"]["value"] == 3 / 4
    assert row["if independent"] == pytest.approx((7 / 8) ** 2)


def test_a_reading_is_scored_over_the_groups_that_have_it(tmp_path: Path) -> None:
    both = {"logical": "neutral", "pragmatic": "entailment"}
    pairs = [
        make_pair(id="q", group="q", label="neutral", readings=both),
        make_pair(id="q2", group="q", label="contradiction"),
        make_pair(id="n", group="n", label="neutral", readings={**both, "exact": "entailment"}),
        make_pair(id="n2", group="n", label="contradiction"),
        make_pair(id="p", group="p", label="contradiction"),
        make_pair(id="p2", group="p", label="contradiction"),
    ]
    suite = make_suite(tmp_path, pairs)
    run = answer_all(tmp_path / "run", suite, lambda p: "entailment" if len(p.id) == 1 else "contradiction")
    rows = {row["reading"]: row for row in run_study("consistency", [run]).table("groups").records()}
    found = {reading: (row["whole"]["value"], row["groups"]) for reading, row in rows.items()}
    assert found == {"logical": (0, 2), "pragmatic": (1, 2), "exact": (1, 1), "label": (0, 1)}


def test_two_runs_are_compared_pair_by_pair(tmp_path: Path) -> None:
    suite = make_suite(tmp_path, idioms(20))
    first = answer_all(tmp_path / "first", suite, lambda pair: "entailment", model="first")
    # The second is right on all entailments but two, and on 14 of 20 non-entailments.
    wrong = {"0/0", "1/0", *(f"{n}/1" for n in range(6))}

    def say(pair: Pair) -> str:
        return "entailment" if (pair.id in wrong) != (pair.label == "entailment") else "contradiction"

    second = answer_all(tmp_path / "second", suite, say, model="second")
    result = run_study("compare", [first, second])
    row = result.table("differences").records()[0]
    assert (row["first"]["value"], row["second"]["value"]) == (20 / 40, 32 / 40)
    assert row["difference"]["value"] == pytest.approx(12 / 40)
    assert (row["only first right"], row["only second right"]) == (2, 14)
    assert row["p, McNemar"] == pytest.approx(mcnemar(2, 14))
    changed = result.table("changed").records()
    assert len(changed) == 16
    assert {line["id"] for line in changed if line["change"] == "only first right"} == {"0/0", "1/0"}
    assert "second is better than first by 30.0 points" in result.findings[0]


def test_runs_over_part_of_the_pairs_are_compared_on_what_both_answered(tmp_path: Path) -> None:
    suite = make_suite(tmp_path, idioms(3))
    whole = answer_all(tmp_path / "whole", suite, lambda pair: "entailment", model="whole")
    some = [Prediction(suite="idioms", id=pair.id, label="entailment") for pair in list(suite)[:4]]
    part = make_run(tmp_path / "part", [suite], some, model="part")
    table = run_study("compare", [whole, part]).table("differences")
    assert table.records()[0]["n"] == 4
    assert "2 answers of only one run are left out" in table.caption


def test_a_two_way_model_is_compared_two_way(tmp_path: Path) -> None:
    pairs = [make_pair(id="a", label="contradiction", group="a"), make_pair(id="b", group="b")]
    suite = make_suite(tmp_path, pairs)
    three = answer_all(tmp_path / "three", suite, lambda pair: "neutral", model="three")
    answers = [Prediction(suite="idioms", id=p.id, label="non-entailment") for p in suite]
    two = make_run(tmp_path / "two", [suite], answers, labels=["entailment", "non-entailment"], model="two")
    row = run_study("compare", [three, two]).table("differences").records()[0]
    # Neutral for a contradiction is right when both are folded.
    assert (row["three"]["value"], row["two"]["value"]) == (0.5, 0.5)


def test_suites_of_a_phenomenon_are_also_compared_together(tmp_path: Path) -> None:
    suites = [make_suite(tmp_path, idioms(10), name=name) for name in ("one", "two")]
    runs = [
        make_run(
            tmp_path / model,
            suites,
            [Prediction(suite=suite.name, id=pair.id, label=say) for suite in suites for pair in suite],
            model=model,
        )
        for model, say in (("first", "neutral"), ("second", "entailment"))
    ]
    result = run_study("compare", runs)
    (row,) = result.table("phenomena").records()
    parts = result.table("differences").records()
    assert row["n"] == sum(part["n"] for part in parts) == sum(len(suite) for suite in suites)
    # An idiom of one suite is not the same group as that of another.
    assert row["groups"] == sum(part["groups"] for part in parts)
    assert [part["suite"] for part in parts] == ["one", "two"]
    assert {part["scheme"] for part in parts} == {"two-way"}
    values = result.figures[0].spec["data"]["values"]
    assert [value["n"] for value in values] == [part["n"] for part in parts]


def test_a_terminal_gets_the_most_telling_findings_and_the_rest_on_demand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    suites = [make_suite(tmp_path, idioms(2), name=f"suite-{n}") for n in range(9)]
    answers = [
        Prediction(suite=suite.name, id=pair.id, label="entailment") for suite in suites for pair in suite
    ]
    run = str(make_run(tmp_path / "run", suites, answers).path)
    assert main(["study", "consistency", run]) == 0
    assert "- and 3 more with --full." in capsys.readouterr().out
    assert main(["study", "consistency", run, "--full"]) == 0
    assert "more with --full" not in capsys.readouterr().out


def test_a_model_of_a_long_path_is_named_by_its_end() -> None:
    assert shorten_address("bow:/home/me/models/bow/seed-0") == "bow:bow/seed-0"
    assert shorten_address("hf:somebody/some-model") == "hf:somebody/some-model"
    assert shorten_address("default") == "default"


def test_compare_takes_two_runs(tmp_path: Path) -> None:
    run = answer_all(tmp_path / "run", make_suite(tmp_path, idioms(2)), lambda pair: "entailment")
    with pytest.raises(InputError, match="takes 2 runs, and 1 was given"):
        run_study("compare", [run])


def test_a_word_that_tells_the_label_is_found_and_chance_is_not(tmp_path: Path) -> None:
    pairs = idioms(60)
    labels = {pair.id: pair.label for pair in pairs}
    found = telling_words(pairs, labels, "hypothesis")
    assert [(row[0], row[1]) for row in found] == [("never", "non-entailment")]
    assert found[0][2:5] == [1.0, 0.5, 60]
    assert telling_words(pairs, labels, "premise") == []


def test_long_groups_do_not_make_their_words_tell(tmp_path: Path) -> None:
    # Entailments come ten to a group: counted by pairs or all words of a group, *rain* would look telling.
    pairs = [
        make_pair(id=f"e{g}/{n}", group=f"g{g}", hypothesis="Rain fell." if n == 3 else f"Sun {n}.")
        for g in range(40)
        for n in range(10)
    ]
    pairs += [
        make_pair(
            id=f"n{g}",
            group=f"g{g}",
            hypothesis="Rain fell." if g % 10 == 3 else f"Sun {g}.",
            label="neutral",
        )
        for g in range(40)
    ]
    labels = {pair.id: pair.label for pair in pairs}
    assert "rain" not in {row[0] for row in telling_words(pairs, labels, "hypothesis")}


def test_artifacts_set_models_against_baselines(tmp_path: Path) -> None:
    suite = make_suite(tmp_path, idioms(60))
    run = answer_all(tmp_path / "run", suite, lambda pair: "entailment", model="yes-man")
    result = run_study("artifacts", [run])
    rows = {row["what"]: row for row in result.table("baselines").records()}
    assert rows["hypothesis-only"]["balanced accuracy"]["value"] == 1
    assert rows["negation in exactly one"]["balanced accuracy"]["value"] == 1
    assert rows["yes-man"]["balanced accuracy"]["value"] == 0.5
    assert "yes-man (50 % balanced) is not surely better" in result.findings[0]


def test_any_study_by_a_covariate(tmp_path: Path) -> None:
    pairs = [
        make_pair(id=f"{n}", group=f"{n}", features={"mood": "declarative" if n % 2 else "interrogative"})
        for n in range(8)
    ]
    run = answer_all(
        tmp_path / "run", make_suite(tmp_path, [*pairs, make_pair(id="x", group="x")]),
        lambda pair: "entailment" if int(pair.id, 36) % 2 else "neutral",
    )  # fmt: skip
    table = run_study("impli", [run], StudyOptions(by="mood")).table("by-mood")
    rows = {row["mood"]: row for row in table.records()}
    assert rows["declarative"]["accuracy"]["value"] == 1
    assert rows["interrogative"]["accuracy"]["value"] == 0
    assert rows["(not stated)"]["n"] == 1
    assert "8 of 9" in table.caption


def test_numbers_are_cut_at_quartiles_and_correlated(tmp_path: Path) -> None:
    pairs = [make_pair(id=f"{n}", group=f"{n}", features={"transparency": n / 20}) for n in range(20)]
    suite = make_suite(tmp_path, pairs)
    run = answer_all(tmp_path / "run", suite, lambda p: "entailment" if int(p.id) >= 10 else "neutral")
    table = run_study("impli", [run], StudyOptions(by="transparency")).table("by-transparency")
    assert [row["n"] for row in table.records()] == [5, 5, 5, 5]
    assert [row["accuracy"]["value"] for row in table.records()] == [0, 0, 1, 1]
    assert "Spearman's correlation over 20 groups 0.8" in table.caption


def test_a_covariate_that_no_pair_has_is_named_with_the_nearest(tmp_path: Path) -> None:
    run = answer_all(
        tmp_path / "run", make_suite(tmp_path, [make_pair(id="a", features={"mood": "declarative"})]),
        lambda pair: pair.label,
    )  # fmt: skip
    with pytest.raises(InputError, match="Did you mean mood"):
        run_study("impli", [run], StudyOptions(by="moood"))


@pytest.mark.parametrize(
    ("text", "inference", "kind"),
    [
        ("She regrets that it rained.", "presupposition", "factive"),
        ("He stopped smoking.", "presupposition", "aspectual"),
        ("Only Bo came.", "presupposition", "only"),
        ("It was Ann who called.", "presupposition", "cleft"),
        ("They came again.", "presupposition", "iterative"),
        ("Some of them left.", "implicature", "quantifier"),
        ("Tea or coffee?", "implicature", "connective"),
    ],
)
def test_lexical_triggers_are_found(text: str, inference: str, kind: str) -> None:
    assert kind in find_triggers(text)[inference]


def test_words_that_look_like_triggers_are_none() -> None:
    assert find_triggers("He stopped to smoke.")["presupposition"] == set()
    assert find_triggers("The orbit was stable.")["implicature"] == set()


def test_the_share_of_pairs_with_triggers_needs_no_run(tmp_path: Path) -> None:
    pairs = [
        make_pair(id="a", premise="He stopped smoking.", hypothesis="He smoked.", phenomenon="nli"),
        make_pair(id="b", premise="A dog ran.", hypothesis="An animal ran again.", phenomenon="nli"),
        make_pair(id="c", premise="A dog ran.", hypothesis="An animal ran.", phenomenon="nli"),
        make_pair(id="d", premise="A dog ran.", hypothesis="An animal moved.", phenomenon="nli"),
    ]
    suite = make_suite(tmp_path, pairs, name="plain")
    result = run_study("triggers", [], StudyOptions(suites=[str(suite.path)]))
    rows = {(row["inference"], row["kind"]): row for row in result.table("triggers-plain").records()}
    total = rows["presupposition", "any"]
    assert (total["in the pair"]["value"], total["in the premise"]["value"]) == (2 / 4, 1 / 4)
    assert rows["presupposition", "iterative"]["in the hypothesis"]["value"] == 1 / 4
    with pytest.raises(InputError, match="--suites"):
        run_study("triggers", [])


def tag(pair: int, annotator: str, inference: str, use: str | None = None, **more: object) -> Answer:
    value = {"inference": inference, **({"use": use} if use else {}), **more}
    return Answer(
        task=f"p{pair}",
        annotator=annotator,
        kind="person",
        verdict=inference,
        value=value,
        seconds=1,
        at="now",
    )


def test_a_tagging_is_counted_agreed_in_union_and_usable(tmp_path: Path) -> None:
    answers = [
        # 0: all three say presupposition, and it can be used.
        *(tag(0, who, "presupposition", "usable", subtype="possessive") for who in "abc"),
        # 1: two of three say presupposition; the label is not the inference's.
        tag(1, "a", "presupposition", "label-differs"),
        tag(1, "b", "presupposition", "label-differs"),
        tag(1, "c", "none"),
        # 2: one each way.
        tag(2, "a", "presupposition", "no-effect"),
        tag(2, "b", "implicature", "usable"),
        tag(2, "c", "none"),
        # 3: one implicature; 4: none; a changes their mind about 5.
        tag(3, "a", "implicature", "no-effect"),
        tag(3, "b", "none"),
        tag(3, "c", "none"),
        *(tag(4, who, "none") for who in "abc"),
        tag(5, "a", "implicature", "usable"),
        *(tag(5, who, "none") for who in "bca"),
    ]
    write_records(tmp_path / "tags.jsonl", answers)
    result = run_study("tagging", [], StudyOptions(answers=[str(tmp_path / "tags.jsonl")]))
    rows = {row["inference"]: row for row in result.table("tagging").records()}
    counts = {
        name: tuple(
            row[key] for key in ("agreed", "union", "both tags", "usable", "label differs", "no effect")
        )
        for name, row in rows.items()
    }
    assert counts == {
        "presupposition": (2, 3, 1, 1, 1, 1),
        "implicature": (0, 2, 1, 1, 0, 1),
        "either": (2, 4, 1, 2, 1, 1),
    }
    assert rows["either"]["union, share"]["value"] == 4 / 6
    assert "3 annotators (people)" in result.table("tagging").caption
    subtypes = {
        (row["inference"], row["subtype"]): row["pairs"] for row in result.table("tagging-subtypes").records()
    }
    assert subtypes["presupposition", "possessive"] == 1


def test_a_tag_that_is_none_of_the_tags_is_named_by_line(tmp_path: Path) -> None:
    write_records(tmp_path / "tags.jsonl", [tag(0, "a", "presupposition"), tag(1, "a", "metaphor")])
    with pytest.raises(InputError, match=r"tags\.jsonl:2: `inference` must be one of"):
        run_study("tagging", [], StudyOptions(answers=[str(tmp_path / "tags.jsonl")]))


def test_a_folder_above_runs_stands_for_all_of_them(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "suites", idioms(2))
    for name in ("b", "a"):
        answer_all(tmp_path / "runs" / name, suite, lambda pair: pair.label, model=name)
    assert [run.path.name for run in find_runs([tmp_path / "runs"])] == ["a", "b"]
    with pytest.raises(InputError, match="is not a run"):
        find_runs([tmp_path / "suites"])


def test_the_command_lists_studies_and_scorers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", "--list"]) == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in registry.names("studies"))
    assert main(["study", "--list-scorers"]) == 0
    assert "chrf" in capsys.readouterr().out
    assert main(["study"]) == 2
    assert "nonliteral study --list" in capsys.readouterr().err


def test_figures_are_written_as_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = answer_all(tmp_path / "run", make_suite(tmp_path, idioms(3)), lambda pair: "entailment")
    assert main(["study", "consistency", str(run.path), "--figures", str(tmp_path / "figures")]) == 0
    spec = (tmp_path / "figures" / "consistency-groups.vl.json").read_text()
    assert "vega-lite" in spec
    assert "1 figure in" in capsys.readouterr().err
