"""Contractions: made, spelt out, and refused where the full form is in doubt."""

from __future__ import annotations

import pytest

from nonliteral.english.contractions import contract, expand
from nonliteral.english.parses import build_parse
from nonliteral.errors import LanguageError


@pytest.mark.parametrize(
    ("full", "short"),
    [
        ("It is late.", "It's late."),
        ("I am here.", "I'm here."),
        ("I am not here.", "I'm not here."),
        ("I do not know what it is.", "I don't know what it is."),
        ("Yes, I am.", "Yes, I am."),
        ("She will not come.", "She won't come."),
        ("They cannot come.", "They can't come."),
        ("Cannot they come?", "Can't they come?"),
        ("We have a car.", "We have a car."),
        ("We have seen it.", "We've seen it."),
        ("He has been ill.", "He's been ill."),
        ("You are right and they are not.", "You're right and they aren't."),
        ("It does not only rain.", "It does not only rain."),
        ("It is not only late but dark.", "It's not only late but dark."),
        ("CANNOT STOP", "CANNOT STOP"),
    ],
)
def test_contraction_is_made_where_a_speaker_would(full: str, short: str) -> None:
    assert contract(full) == short


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("She won't say why they're late.", "She will not say why they are late."),
        ("I can't.", "I cannot."),
        ("We shan't.", "We shall not."),
        ("I'm sure they've gone and I'll go.", "I am sure they have gone and I will go."),
        ("Didn't she go?", "Did she not go?"),
        ("Why don't you come?", "Why do you not come?"),
        ("Don't go.", "Do not go."),
        ("It's a dog.", "It is a dog."),
        ("It's been fun.", "It has been fun."),
        ("He's leaving.", "He is leaving."),
        ("Let's go.", "Let us go."),
        ("He'd better go.", "He had better go."),
        ("He'd gone.", "He had gone."),
        ("He'd like it.", "He would like it."),
        ("Tom's dog barked.", "Tom's dog barked."),
        ("It isn’t late.", "It is not late."),
        ("Nothing short here.", "Nothing short here."),
    ],
)
def test_contraction_is_spelt_out(short: str, full: str) -> None:
    assert expand(short) == full


@pytest.mark.parametrize(
    "text",
    [
        "He ain't here.",
        "It's gone.",
        "Tom's leaving.",
        "He'd put it there.",
        "Didn't the man go?",
        "Don't you dare!",
    ],
)
def test_doubt_is_refused(text: str) -> None:
    with pytest.raises(LanguageError, match=r"\. "):
        expand(text)


@pytest.mark.parametrize(
    ("text", "rows", "full"),
    [
        (
            "She's seen it",
            "She she PRP nsubj 2\n's 's VBZ aux 2\nseen see VBN ROOT 2\nit it PRP dobj 2",
            "She has seen it",
        ),
        ("She's ill", "She she PRP nsubj 1\n's be VBZ ROOT 1 AUX\nill ill JJ acomp 1", "She is ill"),
        ("Tom's dog", "Tom Tom NNP poss 2\n's 's POS case 0\ndog dog NN ROOT 2", "Tom's dog"),
        (
            "He'd said it",
            "He he PRP nsubj 2\n'd have VBD aux 2\nsaid say VBN ROOT 2\nit it PRP dobj 2",
            "He had said it",
        ),
        (
            "He'd say it",
            "He he PRP nsubj 2\n'd would MD aux 2\nsay say VB ROOT 2\nit it PRP dobj 2",
            "He would say it",
        ),
        (
            "He's seen by us",
            "He he PRP nsubj 2\n's be VBZ auxpass 2\nseen see VBN ROOT 2\nby by IN agent 2\nus we PRP pobj 3",
            "He is seen by us",
        ),
    ],
)
def test_parse_decides(text: str, rows: str, full: str) -> None:
    assert expand(text, build_parse(text, rows)) == full


def test_parse_that_cannot_decide_is_not_trusted() -> None:
    rows = "He he PRP nsubj 2\n'd would MD aux 2\nput put VB ROOT 2\nit it PRP dobj 2"
    with pytest.raises(LanguageError, match="more than one full form"):
        expand("He'd put it", build_parse("He'd put it", rows))


@pytest.mark.parametrize(
    "text", ["They are here.", "She does not sing.", "We will see it.", "I have been there."]
)
def test_there_and_back(text: str) -> None:
    assert expand(contract(text)) == text
