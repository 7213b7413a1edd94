"""`chat:MODEL` against a server that answers, and against one that misbehaves."""

from __future__ import annotations

import email.utils
import json
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import make_pair
from hypothesis import given
from hypothesis import strategies as st
from test_evaluation_running import make_suite

import nonliteral
from nonliteral.cli import main
from nonliteral.errors import InputError, ModelError, UnknownNameError
from nonliteral.models.chat import ChatModel, open_chat, read_logprobs, read_retry_after
from nonliteral.models.prompts import load_prompt, prompt_names, read_answer, read_orders
from nonliteral.records import THREE_WAY, Pair
from nonliteral.suites import Suite
from nonliteral.testing import FakeChatServer, Fault


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("OPENAI_API_KEY", "NONLITERAL_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("nonliteral.models.chat.sleep", slept.append)
    slept.clear()


slept: list[float] = []


@pytest.fixture
def suite(tmp_path: Path) -> Suite:
    return make_suite(
        tmp_path / "s", [make_pair(id=f"p:{n}", hypothesis=f"Mara told {n}.") for n in range(10)]
    )


def by_number(request: dict[str, Any]) -> str:
    """Answer by the number in the hypothesis, so that a mixed-up answer shows."""
    text = request["messages"][-1]["content"]
    number = int(text.split("Mara told ")[1].split(".")[0])
    return THREE_WAY[number % 3]


EXPECTED = [THREE_WAY[n % 3] for n in range(10)]


def labels_of(run: nonliteral.Run) -> list[str | None]:
    return [prediction.label for prediction in run]


def test_every_pair_gets_its_own_answer(suite: Suite, tmp_path: Path) -> None:
    with FakeChatServer(by_number) as server:
        run = nonliteral.evaluate("chat:small", suite, tmp_path / "run", base_url=server.url)
    assert labels_of(run) == EXPECTED
    assert server.requests[0]["model"] == "small"
    assert server.requests[0]["temperature"] == 0
    figures = run.description.figures
    assert figures["requests"] == 10
    assert figures["prompt_tokens"] > 100
    assert figures["completion_tokens"] == 10


@pytest.mark.parametrize("fault", ["429", "500", "503", "cut", "not-json", "empty", "drop"])
def test_what_fails_is_tried_again_and_no_answer_is_lost(suite: Suite, tmp_path: Path, fault: Fault) -> None:
    with FakeChatServer(by_number, faults=[fault] * 4) as server:
        run = nonliteral.evaluate("chat:small", suite, tmp_path / "run", base_url=server.url)
    assert labels_of(run) == EXPECTED
    assert run.description.figures["retries"] == 4
    assert len(server.requests) == 14


def test_all_faults_together_still_give_every_answer(suite: Suite, tmp_path: Path) -> None:
    faults: list[Fault] = ["429", "cut", "500", "drop", "empty", "not-json", "503", "slow"] * 2
    with FakeChatServer(by_number, faults=faults, slowness=0.4) as server:
        run = nonliteral.evaluate("chat:small", suite, tmp_path / "run", base_url=server.url, timeout=0.2)
    assert labels_of(run) == EXPECTED


def test_a_server_that_is_too_slow_is_asked_again(suite: Suite, tmp_path: Path) -> None:
    with FakeChatServer(by_number, faults=["slow"], slowness=0.5) as server:
        run = nonliteral.evaluate("chat:small", suite, tmp_path / "run", base_url=server.url, timeout=0.15)
    assert labels_of(run) == EXPECTED
    assert run.description.figures["retries"] >= 1


def test_a_server_that_says_when_to_come_back_is_obeyed(suite: Suite, tmp_path: Path) -> None:
    with FakeChatServer(by_number, faults=["429", "429"], retry_after=7) as server:
        nonliteral.evaluate("chat:small", suite, tmp_path / "run", base_url=server.url, concurrency=1)
    assert slept == [7, 7]


def test_without_that_the_pauses_grow(suite: Suite, tmp_path: Path) -> None:
    with FakeChatServer(by_number, faults=["500"] * 4) as server:
        nonliteral.evaluate("chat:small", suite, tmp_path / "run", base_url=server.url, concurrency=1)
    assert slept == sorted(slept)
    assert slept[-1] > 4 * slept[0]


def test_a_server_that_never_recovers_ends_the_run_which_can_be_gone_on_with(
    suite: Suite, tmp_path: Path
) -> None:
    with FakeChatServer(by_number, faults=["500"] * 100) as server:
        with pytest.raises(ModelError, match=r"failed \(tries: 3\).*status 500.*run the same command again"):
            nonliteral.evaluate(
                "chat:m", suite, tmp_path / "run", base_url=server.url, retries=2, concurrency=1
            )
        server._faults.clear()
        run = nonliteral.evaluate("chat:m", suite, tmp_path / "run", base_url=server.url, retries=2)
    assert labels_of(run) == EXPECTED


def test_wrong_labels_are_unreadable_and_never_the_label_of_another_pair(
    suite: Suite, tmp_path: Path
) -> None:
    answers = ["entailment", "I cannot say.", "maybe", "", "neutral or contradiction", "not entailment"]

    def answer(request: dict[str, Any]) -> str:
        text = request["messages"][-1]["content"]
        return answers[int(text.split("Mara told ")[1].split(".")[0]) % len(answers)]

    with FakeChatServer(answer) as server:
        run = nonliteral.evaluate("chat:m", suite, tmp_path / "run", base_url=server.url)
    assert labels_of(run) == ["entailment", *[None] * 5, "entailment", *[None] * 3]
    assert run.description.figures["unreadable"] == 8


def test_requests_run_several_at_a_time(suite: Suite, tmp_path: Path) -> None:
    with FakeChatServer(by_number, faults=["slow"] * 10, slowness=0.1) as server:
        nonliteral.evaluate("chat:m", suite, tmp_path / "run", base_url=server.url, concurrency=5)
    assert 2 <= server.busiest <= 5


def test_nothing_is_paid_twice_and_offline_answers_from_the_cache(suite: Suite, tmp_path: Path) -> None:
    with FakeChatServer(by_number) as server:
        nonliteral.evaluate("chat:m", suite, tmp_path / "one", base_url=server.url)
        again = nonliteral.evaluate("chat:m", suite, tmp_path / "two", base_url=server.url)
        assert len(server.requests) == 10
        assert again.description.figures["from_cache"] == 10
        assert again.description.figures["prompt_tokens"] == 0
        url = server.url
    offline = nonliteral.evaluate("chat:m", suite, tmp_path / "three", base_url=url, offline=True)
    assert labels_of(offline) == EXPECTED


def test_another_prompt_temperature_or_model_is_asked_anew(suite: Suite, tmp_path: Path) -> None:
    with FakeChatServer(by_number) as server:
        for number, options in enumerate(({}, {"temperature": 0.5}, {"prompt": "few-shot"})):
            nonliteral.evaluate("chat:m", suite, tmp_path / f"r{number}", base_url=server.url, **options)
        nonliteral.evaluate("chat:other", suite, tmp_path / "r3", base_url=server.url)
    assert len(server.requests) == 40


def test_an_answer_kept_without_log_probs_does_not_stand_in_for_one_with(
    suite: Suite, tmp_path: Path
) -> None:
    with FakeChatServer("neutral", logprobs={"neutral": 0.8, "entailment": 0.2}) as server:
        nonliteral.evaluate("chat:m", suite, tmp_path / "one", base_url=server.url, logprobs=False)
        run = nonliteral.evaluate("chat:m", suite, tmp_path / "two", base_url=server.url)
    assert run.description.figures["from_cache"] == 0
    assert all(prediction.probabilities for prediction in run)


def test_offline_without_an_answer_in_the_cache_says_so(suite: Suite, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"not in the cache.*Run once without --offline"):
        nonliteral.evaluate("chat:m", suite, tmp_path / "run", base_url="http://example.org/v1", offline=True)


def test_a_torn_file_in_the_cache_is_asked_for_again(suite: Suite, tmp_path: Path) -> None:
    with FakeChatServer(by_number) as server:
        nonliteral.evaluate("chat:m", suite, tmp_path / "one", base_url=server.url, cache=str(tmp_path / "c"))
        for path in (tmp_path / "c").rglob("*.json"):
            path.write_text(path.read_text()[:40])
        run = nonliteral.evaluate(
            "chat:m", suite, tmp_path / "two", base_url=server.url, cache=str(tmp_path / "c")
        )
    assert labels_of(run) == EXPECTED
    assert len(server.requests) == 20


def test_log_probs_become_probabilities(suite: Suite, tmp_path: Path) -> None:
    offered = {"ent": 0.6, " Neutral": 0.2, "contr": 0.1, "The": 0.05}
    with FakeChatServer("entailment", logprobs=offered) as server:
        run = nonliteral.evaluate("chat:m", suite, tmp_path / "run", base_url=server.url)
    first = next(iter(run))
    assert first.probabilities == {"entailment": 0.666667, "neutral": 0.222222, "contradiction": 0.111111}


def test_a_server_without_log_probs_gives_labels_alone(suite: Suite, tmp_path: Path) -> None:
    with FakeChatServer("entailment", faults=["400"]) as server:
        run = nonliteral.evaluate("chat:m", suite, tmp_path / "run", base_url=server.url, concurrency=1)
    assert next(iter(run)).probabilities is None
    assert "logprobs" in server.requests[0]
    assert "logprobs" not in server.requests[1]


@pytest.mark.parametrize(
    ("rejected", "sent", "note"),
    [
        ("max_tokens", {"max_completion_tokens": 16, "temperature": 0, "logprobs": True}, "--max-tokens"),
        ("temperature", {"max_tokens": 16, "logprobs": True}, "takes no temperature"),
        ("logprobs", {"max_tokens": 16, "temperature": 0}, "without probabilities"),
        ("top_logprobs", {"max_tokens": 16, "temperature": 0}, "without probabilities"),
    ],
)
def test_a_parameter_that_the_server_does_not_take_is_left_out_for_the_whole_run_and_said_once(
    suite: Suite, tmp_path: Path, rejected: str, sent: dict[str, Any], note: str
) -> None:
    with FakeChatServer(by_number, rejects=[rejected]) as server:
        run = nonliteral.evaluate("chat:m", suite, tmp_path / "run", base_url=server.url, concurrency=1)
        again = nonliteral.evaluate("chat:m", suite, tmp_path / "again", base_url=server.url)
    assert labels_of(run) == EXPECTED
    assert len(server.requests) == 11  # one refusal, and none after it
    settings = {"max_tokens", "max_completion_tokens", "temperature", "logprobs"}
    assert {key: value for key, value in server.requests[-1].items() if key in settings} == sent
    (told,) = run.description.figures["notes"]
    assert note in told
    assert again.description.figures["notes"] == [told]  # the kept answers still say how they were asked for


def test_a_server_that_takes_none_of_the_three_still_answers_several_requests_at_a_time(
    suite: Suite, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with FakeChatServer(by_number, rejects=["max_tokens", "temperature", "logprobs"]) as server:
        command = ["evaluate", "chat:m", str(suite.path), "--out", str(tmp_path / "run")]
        assert main([*command, "--base-url", server.url]) == 0
    assert labels_of(nonliteral.load(tmp_path / "run")) == EXPECTED
    assert capsys.readouterr().err.count("Note: ") == 3


@pytest.mark.parametrize(
    ("rejected", "options"), [("temperature", {"temperature": 0.7}), ("logprobs", {"logprobs": True})]
)
def test_what_was_asked_for_in_so_many_words_is_not_left_out(
    suite: Suite, tmp_path: Path, rejected: str, options: dict[str, Any]
) -> None:
    with (
        FakeChatServer(by_number, rejects=[rejected]) as server,
        pytest.raises(ModelError, match=f"does not take {rejected}.*Leave --{rejected} out"),
    ):
        nonliteral.evaluate("chat:m", suite, tmp_path / "run", base_url=server.url, **options)


def test_a_server_that_takes_no_spelling_is_not_asked_for_ever(suite: Suite, tmp_path: Path) -> None:
    with (
        FakeChatServer(by_number, rejects=["max_tokens", "max_completion_tokens"]) as server,
        pytest.raises(ModelError, match=r"refuses the request.*max_completion_tokens"),
    ):
        nonliteral.evaluate("chat:m", suite, tmp_path / "run", base_url=server.url, concurrency=1)


def test_cost_is_worked_out_from_the_price(suite: Suite, tmp_path: Path) -> None:
    with FakeChatServer("entailment") as server:
        run = nonliteral.evaluate("chat:m", suite, tmp_path / "run", base_url=server.url, price="2,10")
    figures = run.description.figures
    expected = (figures["prompt_tokens"] * 2 + figures["completion_tokens"] * 10) / 1e6
    assert figures["cost"] == pytest.approx(expected)


def test_an_explanation_is_kept_with_the_label(suite: Suite, tmp_path: Path) -> None:
    with FakeChatServer("Contradiction. One cannot tell and keep a secret.") as server:
        run = nonliteral.evaluate("chat:m", suite, tmp_path / "run", base_url=server.url, prompt="explain")
    first = next(iter(run))
    assert (first.label, first.explanation) == ("contradiction", "One cannot tell and keep a secret.")


def test_several_wordings_are_run_each_and_their_spread_is_told(
    suite: Suite, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def first_option(request: dict[str, Any]) -> str:
        text = "".join(message["content"] for message in request["messages"])
        return min(THREE_WAY, key=lambda label: text.index(f"- {label}"))

    with FakeChatServer(first_option) as server:
        command = ["evaluate", "chat:m", str(suite.path), "--out", str(tmp_path / "runs"), "--json"]
        more = ["--base-url", server.url, "--prompts", "zero-shot,few-shot", "--label-orders", "enc,cne"]
        assert main([*command, *more]) == 0
    spread = json.loads(capsys.readouterr().out)
    assert sorted(spread["wordings"]) == ["few-shot-cne", "few-shot-enc", "zero-shot-cne", "zero-shot-enc"]
    assert spread["wordings"]["zero-shot-enc"]["accuracy"] == 1
    assert (spread["lowest"], spread["highest"], spread["agreement"]) == (0, 1, 0)
    assert nonliteral.load(tmp_path / "runs" / "few-shot-cne").description.options["label_order"] == "cne"


# --- refusals, each with advice


def test_a_missing_key_is_refused_with_the_line_that_sets_it() -> None:
    with pytest.raises(ModelError, match="export OPENAI_API_KEY="):
        open_chat("gpt-4o-mini")


def test_a_key_from_the_environment_is_sent_and_a_wrong_one_is_told(
    suite: Suite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "right")
    with FakeChatServer(by_number, key="right") as server:
        assert (
            labels_of(nonliteral.evaluate("chat:m", suite, tmp_path / "a", base_url=server.url)) == EXPECTED
        )
    monkeypatch.setenv("OPENAI_API_KEY", "wrong")
    with FakeChatServer(by_number, key="right") as server, pytest.raises(ModelError, match="accept the key"):
        nonliteral.evaluate("chat:m", suite, tmp_path / "b", base_url=server.url)


def test_the_key_is_written_nowhere(suite: Suite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    with FakeChatServer(by_number) as server:
        nonliteral.evaluate("chat:m", suite, tmp_path / "run", base_url=server.url)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) > 10
    assert not [path for path in files if b"sk-very-secret" in path.read_bytes()]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"base_url": "localhost:8080"}, "must begin with http"),
        ({"base_url": "http://localhost/v1", "price": "cheap"}, "two numbers"),
        ({"base_url": "http://localhost/v1", "label_order": "ee"}, "does not name each label once"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        open_chat("m", **options)


def test_a_misspelt_prompt_gets_the_nearest_name() -> None:
    with pytest.raises(UnknownNameError, match="zero-shot"):
        load_prompt("zeroshot")


# --- prompts and answers


@pytest.mark.parametrize("name", prompt_names())
def test_every_prompt_asks_about_the_pair_and_names_every_label(name: str) -> None:
    messages = load_prompt(name, "cne").fill("It {hypothesis} rains.", "It pours.")
    text = "\n".join(message["content"] for message in messages)
    assert "It {hypothesis} rains." in text
    assert "It pours." in text
    assert text.index("- contradiction") < text.index("- neutral") < text.index("- entailment")
    assert "{premise}" not in text
    assert "{options}" not in text


def test_a_prompt_of_ones_own_is_a_text_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("# labels: entailment, not_entailment\n[user]\n{premise} So {hypothesis}? {options}")
    prompt = load_prompt(str(path))
    assert prompt.labels == ("entailment", "non-entailment")
    assert prompt.fill("A.", "B.") == [
        {"role": "user", "content": "A. So B.? - entailment\n- non-entailment"}
    ]


@pytest.mark.parametrize(
    "content",
    [
        "hello\n[user]\n{premise}{hypothesis}",
        "[user]\n{premise}",
        "# labels: x\n[user]\n{premise}{hypothesis}",
    ],
)
def test_a_prompt_that_cannot_work_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "p.txt").write_text(content)
    with pytest.raises(InputError):
        load_prompt(str(tmp_path / "p.txt"))


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("entailment", "entailment"),
        ("Entailment.", "entailment"),
        ("**Neutral**", "neutral"),
        ("Answer: contradiction", "contradiction"),
        ("The answer is neutral.", "neutral"),
        ('{"label": "contradiction", "explanation": "no"}', "contradiction"),
        ("I would say this is a contradiction.", "contradiction"),
        ("not entailment", None),
        ("It is not a contradiction.", None),
        ("entailment or neutral?", None),
        ("Neutral / contradiction", None),
        ("Entailment. It is not neutral.", "entailment"),
        ("Either entailment or neutral", None),
        ("non-entailment", None),
        ("I don't know", None),
        ("", None),
        ("E", None),
    ],
)
def test_answers_are_read_as_a_person_would(text: str, label: str | None) -> None:
    assert read_answer(text, THREE_WAY)[0] == label


@given(st.text(max_size=80))
def test_any_answer_is_read_or_unreadable_and_never_breaks(text: str) -> None:
    assert read_answer(text, THREE_WAY)[0] in (*THREE_WAY, None)


def test_log_probs_of_something_else_are_no_probabilities() -> None:
    assert read_logprobs({"content": [{"token": "The", "logprob": -0.1}]}, THREE_WAY) is None
    assert read_logprobs(None, THREE_WAY) is None


def test_retry_after_is_read_as_seconds_or_as_a_date() -> None:
    assert read_retry_after("3.5") == 3.5
    assert read_retry_after(email.utils.formatdate(time.time() + 60)) == pytest.approx(60, abs=3)
    assert read_retry_after("soon") is None


def test_all_orders_of_three_labels_are_six() -> None:
    assert len(set(read_orders("all"))) == 6


def test_the_fingerprint_tells_prompts_orders_and_sampling_apart() -> None:
    def make(**changes: Any) -> ChatModel:
        return open_chat("m", base_url="http://localhost/v1", **changes)

    variants = [{}, {"prompt": "few-shot"}, {"label_order": "cne"}, {"temperature": 1.0}, {"max_tokens": 5}]
    assert len({make(**variant).fingerprint for variant in variants}) == 5
    assert make(concurrency=1).fingerprint == make(concurrency=9).fingerprint


def test_the_fake_server_keeps_what_was_asked() -> None:
    pair: Pair = make_pair()
    with FakeChatServer(["neutral", "entailment"]) as server:
        model = open_chat("m", base_url=server.url, concurrency=1)
        guesses = model.predict([pair, make_pair(hypothesis="Mara left.")])
        model.close()
    assert [guess.label for guess in guesses] == ["neutral", "entailment"]
    assert pair.premise in server.requests[0]["messages"][-1]["content"]
