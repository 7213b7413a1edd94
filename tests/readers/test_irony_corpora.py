"""The readers of irony corpora and situations: one record a rewriting, a reading, a tweet, a situation."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from nonliteral.errors import RecordError
from nonliteral.readers import load_reader
from nonliteral.records import Sentence
from nonliteral.suites import Funnel

FILES = Path(__file__).parent.parent / "data" / "readers"


def read(name: str, path: Path | None = None) -> tuple[dict[str, Sentence], Funnel]:
    funnel = Funnel()
    sentences = list(load_reader(name).read(path or FILES / name, funnel))
    assert all(isinstance(sentence, Sentence) for sentence in sentences)
    return {sentence.id: sentence for sentence in sentences}, funnel  # type: ignore[misc]


def test_sarcasm_sign_gives_tweet_and_rewriting() -> None:
    sentences, _ = read("sarcasm-sign")
    first = sentences["dev:0"]
    assert (first.text, first.usage) == ("i just love mondays", "figurative")
    assert first.features["rewriting"] == "i hate mondays"
    assert first.features["as_given"] == {"text": " i just love mondays"}
    assert sentences["dev:1"].features["copied"] is True
    assert sentences["dev:2"].features["rewriting"] == "mondays are hard"
    assert sentences["sarcasm_sign_rte:0"].features["rewriting"] == "what an awful queue"


def test_a_tweet_with_a_comma_is_told_by_its_neighbours_and_refused_where_none_tells() -> None:
    sentences, funnel = read("sarcasm-sign", FILES / "sarcasm-sign" / "dev.csv")
    assert sentences["dev:3"].text == sentences["dev:4"].text == "great, another flat tyre"
    assert sentences["dev:3"].features["rewriting"] == "i am sick of flat tyres"
    assert funnel.refused == Counter(
        {
            "several commas: where the tweet ends cannot be told": 1,
            "without a comma between tweet and rewriting": 1,
        }
    )
    assert funnel.read == 7


def test_sim_hint_gives_a_record_for_each_hearers_reading() -> None:
    sentences, funnel = read("sim-hint")
    one = sentences["sarcasm_twitter_rte_separate:1"]
    assert one.features["rewriting"] == "Taxes are no fun."
    assert (one.features["hearer"], one.features["incongruency"]) == (2, "implicit")
    assert one.source.record == "500100-2"
    assert sentences["sarcasm_twitter_rte:0#2"].features["rewriting"] == "The line is long."
    assert funnel.notes["further readings on the same line, each a record"] == 1


def test_semeval_2018_tells_ironic_tweets_from_others_and_kinds_of_irony() -> None:
    sentences, _ = read("semeval2018-task3")
    ironic = sentences["SemEval2018-T3-train-taskA_emoji:0"]
    assert (ironic.usage, ironic.source.record) == ("figurative", "1")
    assert ironic.features["as_given"] == {"text": "Nothing like a fire drill at dawn "}
    assert sentences["SemEval2018-T3-train-taskA_emoji:1"].text == 'Tea and "toast" for me'
    task_b = [sentence for sentence in sentences.values() if sentence.features["task"] == "B"]
    kinds = [sentence.features["irony"] for sentence in task_b]
    assert kinds == ["polarity-contrast", "none", "situational", "other-verbal"]
    assert sentences["SemEval2018-T3_input_test_taskA:0"].usage == "unknown"


def test_a_label_that_the_task_does_not_have_is_named_by_line(tmp_path: Path) -> None:
    path = tmp_path / "SemEval2018-T3-train-taskA.txt"
    path.write_text("Tweet index\tLabel\tTweet text\n1\t0\tTea\n2\t3\tMore tea\n")
    with pytest.raises(RecordError, match=r"taskA\.txt:3: a label of task A must be 0 or 1, found '3'"):
        read("semeval2018-task3", path)


def test_empathetic_dialogues_gives_a_situation_with_its_conversation() -> None:
    sentences, funnel = read("empathetic-dialogues")
    situation = sentences["train:0"]
    assert situation.text == "My neighbour plays the drums, even at night."
    assert (situation.features["emotion"], situation.source.record) == ("annoyed", "hit:0_conv:1")
    assert [turn["text"] for turn in situation.features["turns"]] == [
        'My neighbour "practises" all night.',
        "Oh no, that is hard.",
    ]
    assert list(sentences) == ["test:0", "train:0", "train:1"]
    assert funnel.read == 3


def test_a_file_whose_header_is_damaged_is_named_and_not_passed_over(tmp_path: Path) -> None:
    folder = shutil.copytree(FILES / "empathetic-dialogues", tmp_path / "set")
    damaged = folder / "train.csv"
    damaged.write_text("conv," + damaged.read_text("utf-8"), "utf-8")
    with pytest.raises(RecordError, match=r"train\.csv:1: the first line must name the columns conv_id"):
        read("empathetic-dialogues", folder)


HEADERS = {"sarcasm-sign": 0, "sim-hint": 0, "semeval2018-task3": 1}


@pytest.mark.parametrize("name", HEADERS)
def test_every_data_line_of_the_real_files_is_a_sentence(name: str, public_data: Path) -> None:
    folder = public_data / "corpora" / name
    sentences, funnel = read(name, folder)
    lines = [file.read_bytes().strip().split(b"\n") for file in load_reader(name).files(folder)]
    assert len(sentences) == funnel.read == sum(len(each) - HEADERS[name] for each in lines)
    assert not funnel.refused
