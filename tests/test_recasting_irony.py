"""How an ironic message was rephrased, what marks it, and which label follows from that."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonliteral.builders.recasting.preparing import RULES, propose_label
from nonliteral.english.irony import (
    MARKERS,
    STRATEGIES,
    examine_rephrasing,
    irony_markers,
    rephrasing_strategy,
)


@pytest.mark.parametrize(
    ("message", "reading", "strategy"),
    [
        ("I just love waiting for the bus", "I just love waiting for the bus", "copy"),
        ("Great day!!! #sarcasm http://t.co/1", "great day", "copy"),
        ("im so tired", "I'm so tired.", "copy"),
        ("Another exam tomorrow lol", "Another exam tomorrow", "paraphrase"),
        ("My favourite colour is grey", "My favorite color is grey", "paraphrase"),
        ("I love waiting for the bus", "I hate waiting for the bus", "antonym"),
        ("What a short line", "What a long line", "antonym"),
        (
            "Sorting old receipts all Sunday evening. Thrilled.",
            "Sorting old receipts all Sunday evening. Drained.",
            "antonym",
        ),
        ("I can't wait to file my taxes", "I dread filing my taxes", "antonym"),
        ("This is a great plan", "This is not a great plan", "negation"),
        (
            "I don't believe the cellar has enough spiders",
            "I believe the cellar has enough spiders",
            "negation",
        ),
        ("I don't know about you but I like a long queue", "I don't like a long queue", "negation"),
        ("You would never believe it takes hours to pack", "It never takes hours to pack", "negation"),
        ("I don't mind a long queue lol", "I don't mind a long queue", "paraphrase"),
        ("So glad you told me", "I wish you had told me sooner", "desiderative"),
        ("Nice of you to come", "You should have come earlier", "desiderative"),
        ("Who doesn't like a cold shower?", "A cold shower is unpleasant", "interrogative"),
        ("Glad the ferry waits for us ?", "The ferry doesn't wait for us", "negation"),
        ("Her speech was so thrilling", "Her speech was not very thrilling", "weakening"),
        ("Found a coin in my coat, early retirement then", "My savings are small", "inference"),
    ],
)
def test_the_strategy_of_a_rephrasing(message: str, reading: str, strategy: str) -> None:
    assert rephrasing_strategy(message, reading) == strategy


@pytest.mark.parametrize(
    ("text", "markers"),
    [
        ("Wow, this is grrreat", {"interjection", "alternate-spelling"}),
        ("Best day EVER!!", {"hyperbole", "capitals", "exclamation", "punctuation"}),
        ("Lovely weather, isn't it?", {"tag-question"}),
        ("Who needs sleep?", {"rhetorical-question"}),
        ("we lost again, like is that really a surprise ?", {"rhetorical-question"}),
        ("So they closed the pool?", set()),  # an echo asks for nothing
        ("Glad the ferry waits for us ?", set()),  # a lost emoji
        ('Such a "nice" man', {"quotation-marks", "hyperbole"}),
        ("Working on Sunday ;) #whoneedsweekends", {"emoticon", "hashtag"}),
        ("The bus is late.", set()),
        ("see http://t.co/AbC!!", set()),
    ],
)
def test_the_markers_of_a_message(text: str, markers: set[str]) -> None:
    assert set(irony_markers(text)) == markers


def test_every_strategy_proposes_a_label_with_a_confidence() -> None:
    assert set(RULES) == set(STRATEGIES)
    seen = examine_rephrasing("I love mondays", "I love mondays")
    assert propose_label(seen) == {"label": "entailment", "rule": "copy", "confidence": 0.99}


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_two_texts_have_a_strategy_and_markers(message: str, reading: str) -> None:
    assert rephrasing_strategy(message, reading) in STRATEGIES
    found = irony_markers(message)
    assert found == sorted(set(found))
    assert set(found) <= set(MARKERS)


@given(
    st.lists(
        st.sampled_from(["I", "really", "love", "cold", "rain", "on", "Monday", "mornings"]),
        min_size=1,
        max_size=8,
    )
)
def test_a_message_repeated_is_a_copy(words: list[str]) -> None:
    text = " ".join(words)
    assert rephrasing_strategy(text, text.upper() + "!") == "copy"
