"""The built-in recasts over small corpora in their own formats, and what people's answers do to them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from nonliteral.builders import build
from nonliteral.builders.recasting.templates import built_in_names
from nonliteral.checking.report import check_pairs
from nonliteral.cli import main
from nonliteral.errors import ConflictError, InputError, RecordError
from nonliteral.files import read_records
from nonliteral.records import Pair, Task
from nonliteral.suites import Corpus, Suite

SMALL = Path(__file__).parent / "data" / "readers"
RECASTS = {
    "simile-recast": ["scope-similes"],
    "metaphor-recast": ["mermaid"],
    "irony-meaning": ["sarcasm-sign", "sim-hint"],
    "irony-intent": ["semeval2018-task3"],
    "pie-recast": ["pie-zhou"],
    "fig-qa-recast": ["fig-qa"],
    "moh-x-recast": ["moh-x"],
    "trofi-recast": ["trofi"],
    "nope-recast": ["nope"],
    "empathetic-situations": ["empathetic-dialogues"],
}


def recast(name: str, out: Path, **options: Any) -> list[Any]:
    corpora = {corpus: SMALL / corpus for corpus in RECASTS[name]}
    return build(name, out, corpora=corpora, **options)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Suite]:
    """Every built-in recast that makes pairs, over the small corpora."""
    out = tmp_path_factory.mktemp("recasts")
    suites: dict[str, Suite] = {}
    for name in RECASTS:
        suites |= {made.name: made for made in recast(name, out) if isinstance(made, Suite)}
    return suites


def pairs_of(suite: Suite, **features: object) -> list[Pair]:
    return [pair for pair in suite if all(pair.features.get(key) == value for key, value in features.items())]


def test_every_built_in_recast_is_tried_here() -> None:
    assert sorted(RECASTS) == built_in_names()


@pytest.mark.parametrize("name", sorted(RECASTS))
def test_the_same_seed_gives_the_same_bytes_for_any_number_of_workers(tmp_path: Path, name: str) -> None:
    once = recast(name, tmp_path / "a", seed=5)
    again = recast(name, tmp_path / "b", seed=5, workers=2)
    for first, second in zip(once, again, strict=True):
        for file in sorted(first.path.iterdir()):
            assert file.read_bytes() == (second.path / file.name).read_bytes()


def test_pairs_are_legal_and_say_where_they_come_from(built: dict[str, Suite]) -> None:
    for suite in built.values():
        pairs = list(suite)
        assert pairs
        assert len({pair.id for pair in pairs}) == len(pairs)
        for pair in pairs:
            assert pair.source.record
            assert pair.id.startswith(f"{pair.source.record}/recast/")
        suite.verify()


def test_a_simile_entails_its_literal_sentence_and_not_the_turned_one(built: dict[str, Suite]) -> None:
    pairs = list(built["simile-recast"])
    first = next(pair for pair in pairs if pair.label == "entailment")
    assert first.premise == "After the run my legs were like overcooked pasta."
    assert first.hypothesis == "After the run my legs were weak"
    assert first.tier == "gold"
    assert first.features["expression"] == "like overcooked pasta"
    turned = next(pair for pair in pairs if pair.label == "non-entailment" and pair.premise == first.premise)
    assert turned.hypothesis == "After the run my legs were strong"
    assert (turned.tier, turned.features["antonym"]) == ("silver", "strong")
    assert turned.features["finer_label"] == "contradiction"
    assert turned.group == first.group


def test_a_metaphor_entails_the_literal_verb_and_not_its_antonym(built: dict[str, Suite]) -> None:
    pairs = [pair for pair in built["metaphor-recast"] if "harbour" in pair.premise]
    assert [(pair.hypothesis, pair.label) for pair in pairs][:2] == [
        ("The fog covered the harbour", "entailment"),
        ("The fog exposed the harbour", "non-entailment"),
    ]


def test_every_irony_pair_has_both_readings(built: dict[str, Suite]) -> None:
    for suite in built.values():
        for pair in suite:
            if pair.phenomenon == "irony":
                assert pair.readings is not None
                assert set(pair.readings) == {"surface", "intended"}
                assert pair.label == pair.readings[str(suite.description.reading)]


def test_ironic_meaning_is_not_entailed_on_the_surface_unless_it_is_a_copy(built: dict[str, Suite]) -> None:
    pairs = list(built["irony-meaning-sarcasm-sign"])
    copies = [pair for pair in pairs if pair.premise == pair.hypothesis]
    assert copies
    assert {pair.label for pair in copies} == {"entailment"}
    hated = next(pair for pair in pairs if pair.hypothesis == "i hate mondays")
    assert hated.readings == {"surface": "non-entailment", "intended": "entailment"}
    assert hated.features["strategy"] == "antonym"
    assert hated.features["proposal"]["confidence"] > 0.9
    assert {pair.tier for pair in pairs} == {"silver"}


def test_ironic_intent_follows_the_annotation_whatever_the_wording(tmp_path: Path) -> None:
    (suite,) = recast("irony-intent", tmp_path)
    for pair in suite:
        ironic = pair.features["usage"] == "figurative"
        claims = "not" not in pair.hypothesis.split()
        assert (pair.label == "entailment") == (ironic == claims)
        assert pair.features["author"] in pair.premise
        assert pair.features["author"] in pair.hypothesis


def test_the_papers_wording_of_ironic_intent_can_be_asked_for(tmp_path: Path) -> None:
    (suite,) = recast("irony-intent", tmp_path, pairs="paper")
    pair = next(iter(suite))
    author = pair.features["author"]
    assert pair.premise == f"{author} tweeted: 'Nothing like a fire drill at dawn'"
    assert pair.hypothesis == f"{author} was ironic"


def test_a_tweet_in_the_files_of_both_tasks_is_taken_once_with_what_either_knows(tmp_path: Path) -> None:
    (suite,) = recast("irony-intent", tmp_path)
    tweets = Counter(pair.group for pair in suite)
    assert max(tweets.values()) == 1
    assert suite.description.funnel["refused"]["the same record in another file"] == 2
    drill = next(pair for pair in suite if "fire drill" in pair.group)
    assert drill.source.record.startswith("SemEval2018-T3-train-taskA")
    assert drill.features["irony"] == "polarity-contrast"


def test_tweets_are_cleaned_when_asked(tmp_path: Path) -> None:
    corpus = tmp_path / "SemEval2018-T3-train-taskA.txt"
    corpus.write_text(
        "Tweet index\tLabel\tTweet text\n1\t1\t@ann So much fun &amp; rain | #sarcasm http://t.co/x1\n"
    )
    given = {"semeval2018-task3": corpus}
    (plain,) = build("irony-intent", tmp_path / "a", corpora=given, pairs="message")
    (clean,) = build("irony-intent", tmp_path / "b", corpora=given, pairs="message", tidy="tweets")
    assert next(iter(plain)).premise.endswith("#sarcasm http://t.co/x1")
    assert next(iter(clean)).premise.endswith("wrote on Twitter: @ann So much fun & rain")
    with pytest.raises(InputError, match="tweets"):
        build("irony-intent", tmp_path / "c", corpora=given, tidy="tweet")


def test_tokenised_sentences_of_pie_become_running_text(built: dict[str, Suite]) -> None:
    pair = next(pair for pair in built["pie-recast"] if pair.group == "under the weather")
    assert pair.premise == "Ida felt under the weather, so she slept."
    assert pair.hypothesis == "Ida felt slightly ill, so she slept."
    assert pair.premise[slice(*pair.features["premise_spans"][0])] == "under the weather"


def test_both_readings_of_a_figurative_sentence_become_hypotheses(built: dict[str, Suite]) -> None:
    labels: dict[str, set[str]] = {}
    for pair in built["fig-qa-recast"]:
        labels.setdefault(pair.hypothesis, set()).add(pair.label)
    assert {"entailment", "contradiction"} in labels.values()


@pytest.mark.parametrize("name", ["moh-x-recast", "trofi-recast"])
def test_a_claim_about_the_use_comes_both_ways(built: dict[str, Suite], name: str) -> None:
    by_premise: dict[tuple[str, object], set[str]] = {}
    for pair in built[name]:
        by_premise.setdefault((pair.premise, pair.features["expression"]), set()).add(pair.label)
        assert "meant literally" in pair.hypothesis or "meant figuratively" in pair.hypothesis
    assert set(map(frozenset, by_premise.values())) == {frozenset({"entailment", "contradiction"})}


def test_presuppositions_keep_the_votes_of_people(built: dict[str, Suite]) -> None:
    for pair in built["nope-recast"]:
        votes = pair.features["votes"]
        assert pair.label == max(votes, key=votes.get)
        assert pair.features["agreement"] == round(votes[pair.label] / sum(votes.values()), 3)


def test_situations_with_a_bad_feeling_become_premises_for_drafting(tmp_path: Path) -> None:
    (corpus,) = recast("empathetic-situations", tmp_path)
    assert isinstance(corpus, Corpus)
    sentences = list(corpus)
    assert sentences
    assert "proud" not in {sentence.features["emotion"] for sentence in sentences}
    assert all(sentence.text[-1] in ".!?" for sentence in sentences)


def test_nothing_that_the_past_the_paper_recasts_make_is_an_error_to_check(built: dict[str, Suite]) -> None:
    for name in ("pie-recast", "fig-qa-recast", "moh-x-recast", "trofi-recast", "nope-recast"):
        report = check_pairs(name, built[name], giveaways=False)
        assert [result.check for result in report.checks if result.errors] == []


# What people answer ---------------------------------------------------------------------------------------


def answer(task: str, verdict: str, value: object = None, **changes: object) -> str:
    keys = {"task": task, "annotator": "ann", "kind": "person", "verdict": verdict, "value": value}
    return json.dumps({**keys, "seconds": 2.5, "at": "2026-01-05T10:00:00Z", **changes}) + "\n"


def tasks_of(suite: Suite) -> list[Task]:
    return list(read_records(suite.path / "tasks.jsonl", Task))


def recast_with(name: str, folder: Path, lines: list[str]) -> Suite:
    file = folder / "answers.jsonl"
    file.write_text("".join(lines))
    made = recast(name, folder / "out", answers=str(file), force=True)
    assert isinstance(made[0], Suite)
    return made[0]


def test_antonyms_are_proposed_as_tasks_with_ranked_candidates(built: dict[str, Suite]) -> None:
    task = tasks_of(built["simile-recast"])[0]
    assert (task.type, task.id) == ("antonym", "antonym:simile-recast/SimileEMNLP:0")
    assert task.shown["marked"] == ["weak"]
    fits = [candidate["fit"] for candidate in task.shown["candidates"]]
    assert fits == sorted(fits, reverse=True)
    assert task.shown["candidates"][0]["sentence"] == "After the run my legs were strong"


def test_an_accepted_antonym_is_gold(tmp_path: Path, built: dict[str, Suite]) -> None:
    tasks = tasks_of(built["simile-recast"])
    suite = recast_with("simile-recast", tmp_path, [answer(tasks[0].id, "accept")])
    turned = [pair for pair in suite if pair.label == "non-entailment"]
    assert {pair.tier for pair in turned if pair.group == "SimileEMNLP:0"} == {"gold"}
    assert {pair.tier for pair in turned if pair.group != "SimileEMNLP:0"} == {"silver"}


def test_a_changed_antonym_replaces_all_that_was_marked(tmp_path: Path, built: dict[str, Suite]) -> None:
    tasks = tasks_of(built["simile-recast"])
    suite = recast_with("simile-recast", tmp_path, [answer(tasks[0].id, "change", "as firm as ever")])
    turned = next(pair for pair in suite if pair.label == "non-entailment")
    assert turned.hypothesis == "After the run my legs were as firm as ever"
    assert (turned.tier, turned.features["antonym_source"]) == ("gold", "people")


def test_a_sentence_of_their_own_replaces_the_whole(tmp_path: Path, built: dict[str, Suite]) -> None:
    task = tasks_of(built["simile-recast"])[0]
    own = {"sentence": "After the run my legs could have carried me on"}
    suite = recast_with("simile-recast", tmp_path, [answer(task.id, "change", own)])
    turned = next(pair for pair in suite if pair.label == "non-entailment")
    assert turned.hypothesis == own["sentence"]
    assert turned.tier == "gold"


def test_metaphors_of_one_sentence_may_be_answered_apart(tmp_path: Path, built: dict[str, Suite]) -> None:
    task = next(task for task in tasks_of(built["metaphor-recast"]) if task.item["record"].endswith(":1"))
    other = task.id.replace("human1test", "human2test")
    lines = [answer(task.id, "change", "saved"), answer(other, "change", "increased")]
    turned = {pair.premise: pair.hypothesis for pair in recast_with("metaphor-recast", tmp_path, lines)}
    assert turned["He burned through his savings in a week"] == "He saved his savings in a week"
    assert turned["He devoured his savings in a week"] == "He increased his savings in a week"


def test_a_rejected_antonym_leaves_its_pairs_out_and_is_counted(
    tmp_path: Path, built: dict[str, Suite]
) -> None:
    tasks = tasks_of(built["simile-recast"])
    suite = recast_with("simile-recast", tmp_path, [answer(tasks[0].id, "reject")])
    assert "SimileEMNLP:0" not in {pair.group for pair in suite if pair.label == "non-entailment"}
    assert suite.description.funnel["refused"]["people rejected the antonym"] == 1


def test_a_model_may_propose_but_never_makes_gold(tmp_path: Path, built: dict[str, Suite]) -> None:
    tasks = tasks_of(built["simile-recast"])
    lines = [answer(tasks[0].id, "change", "sturdy", kind="model", annotator="some-model")]
    turned = next(
        pair for pair in recast_with("simile-recast", tmp_path, lines) if pair.label != "entailment"
    )
    assert turned.hypothesis == "After the run my legs were sturdy"
    assert turned.tier == "silver"


def label_task(suite: Suite, hypothesis: str) -> str:
    return next(task.id for task in tasks_of(suite) if task.shown["hypothesis"] == hypothesis)


def test_what_people_say_of_a_label_counts_with_their_votes(tmp_path: Path, built: dict[str, Suite]) -> None:
    task = label_task(built["irony-meaning-sarcasm-sign"], "mondays are hard")
    lines = [
        answer(task, "label", "entailment"),
        answer(task, "label", "entailment", annotator="ben"),
        answer(task, "label", "non-entailment", annotator="cy"),
    ]
    suite = recast_with("irony-meaning", tmp_path, lines)
    pair = next(pair for pair in suite if pair.hypothesis == "mondays are hard")
    assert (pair.label, pair.tier) == ("entailment", "gold")
    assert pair.features["votes"] == {"entailment": 2, "non-entailment": 1}
    assert pair.readings == {"surface": "entailment", "intended": "entailment"}
    assert pair.id == next(
        p.id for p in built["irony-meaning-sarcasm-sign"] if p.hypothesis == pair.hypothesis
    )


def test_people_who_are_at_odds_confirm_nothing(tmp_path: Path, built: dict[str, Suite]) -> None:
    task = label_task(built["irony-meaning-sarcasm-sign"], "mondays are hard")
    lines = [answer(task, "label", "entailment"), answer(task, "accept", annotator="ben")]
    suite = recast_with("irony-meaning", tmp_path, lines)
    pair = next(pair for pair in suite if pair.hypothesis == "mondays are hard")
    assert (pair.label, pair.tier) == ("non-entailment", "silver")
    assert pair.features["votes"] == {"entailment": 1, "non-entailment": 1}


def test_the_last_answer_of_one_person_counts(tmp_path: Path, built: dict[str, Suite]) -> None:
    task = label_task(built["irony-meaning-sarcasm-sign"], "mondays are hard")
    lines = [answer(task, "label", "entailment"), answer(task, "accept"), answer("label:other/1", "accept")]
    suite = recast_with("irony-meaning", tmp_path, lines)
    pair = next(pair for pair in suite if pair.hypothesis == "mondays are hard")
    assert (pair.label, pair.tier) == ("non-entailment", "gold")
    assert suite.description.funnel["notes"]["answers to tasks of other suites or builds"] == 1


@pytest.mark.parametrize(
    ("verdict", "value", "words"),
    [
        ("label", "perhaps", "'perhaps' is not a label"),
        ("fine", None, "the verdict 'fine' is not one of"),
        ("change", None, "without a value"),
    ],
)
def test_a_wrong_answer_is_named_by_file_and_line(
    tmp_path: Path, built: dict[str, Suite], verdict: str, value: str | None, words: str
) -> None:
    task = label_task(built["irony-meaning-sarcasm-sign"], "mondays are hard")
    with pytest.raises(RecordError, match=words) as caught:
        recast_with("irony-meaning", tmp_path, [answer("label:x/y", "accept"), answer(task, verdict, value)])
    assert caught.value.line == 2


def test_the_sample_for_review_is_drawn_by_the_seed(tmp_path: Path) -> None:
    first = recast("irony-meaning", tmp_path / "a", seed=1, sample=3)[0]
    again = recast("irony-meaning", tmp_path / "b", seed=1, sample=3)[0]
    ids = [task.id for task in tasks_of(first)]
    assert len(ids) == 3
    assert ids == [task.id for task in tasks_of(again)]
    assert len(pairs_of(first, sampled=True)) == 3
    only = recast("irony-meaning", tmp_path / "c", seed=1, sample=3, keep="sample")[0]
    assert [f"label:{only.name}/{pair.id}" for pair in only] == ids


def test_a_label_is_asked_without_showing_the_proposal(built: dict[str, Suite]) -> None:
    for task in tasks_of(built["irony-meaning-sim-hint"]):
        assert task.type == "label"
        assert set(task.shown) == {"premise", "hypothesis", "instruction", "questions"}
        assert task.item["pair"]["label"]


# The command ----------------------------------------------------------------------------------------------


def test_the_command_builds_with_answers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], built: dict[str, Suite]
) -> None:
    file = tmp_path / "answers.jsonl"
    file.write_text(answer(tasks_of(built["simile-recast"])[0].id, "accept"))
    arguments = ["build", "simile-recast", "--corpus", f"scope-similes={SMALL / 'scope-similes'}"]
    assert main([*arguments, "--out", str(tmp_path / "out"), "--answers", str(file)]) == 0
    printed = capsys.readouterr()
    assert "simile-recast" in printed.out
    assert "tasks.jsonl" in printed.err
    # Other answers are another recipe: nothing is overwritten in silence.
    assert main([*arguments, "--out", str(tmp_path / "out")]) == 2
    assert "--force" in capsys.readouterr().err


def test_without_its_corpus_a_recast_says_what_to_give(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", "irony-meaning", "--out", str(tmp_path)]) == 2
    assert "--corpus sarcasm-sign=PATH or --corpus sim-hint=PATH" in capsys.readouterr().err


def test_the_same_recipe_is_left_alone_and_missing_tasks_come_back(tmp_path: Path) -> None:
    (suite,) = recast("simile-recast", tmp_path)
    tasks = (suite.path / "tasks.jsonl").read_bytes()
    (suite.path / "tasks.jsonl").unlink()
    recast("simile-recast", tmp_path)
    assert (suite.path / "tasks.jsonl").read_bytes() == tasks
    with pytest.raises(ConflictError):
        recast("simile-recast", tmp_path, seed=9)


def test_a_users_own_table_gets_antonyms_and_tasks_too(tmp_path: Path) -> None:
    """A template of the user's may ask for antonyms: the word to turn is marked by a column."""
    (tmp_path / "mine.csv").write_text(
        "figure,text,property\nThe queue was a snail race.,The queue was slow.,slow\n"
        "The queue was a glacier.,The queue was slow.,slow\nHis tie was a sunset.,His tie was red.,red\n"
    )
    (tmp_path / "mine.toml").write_text(
        'corpus = "mine"\nphenomenon = "metaphor"\ngroup = "{text}"\nprepare = "antonym"\n'
        '[[pair]]\nname = "plain"\npremise = "{figure}"\nhypothesis = "{text}"\nlabel = "entailment"\n'
        '[[pair]]\nname = "turned"\npremise = "{figure}"\nhypothesis = "{turned}"\nlabel = "{turned_label}"\n'
        'tier = "{turned_tier}"\nwhen = { turned = "*" }\n'
    )
    (suite,) = build(str(tmp_path / "mine.toml"), tmp_path, corpora={"mine": tmp_path / "mine.csv"})
    turned = [pair for pair in suite if pair.label == "contradiction"]
    assert [pair.hypothesis for pair in turned] == ["The queue was fast."] * 2
    assert [task.shown["marked"] for task in tasks_of(suite)] == [["slow"], ["red"]]
    assert suite.description.funnel["refused"] == {"no antonym known: waits for people (see tasks.jsonl)": 1}
