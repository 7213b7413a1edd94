"""a and an: the table of hard cases, and mending them in a sentence."""

from __future__ import annotations

import pytest
from english_tables import read_rows
from hypothesis import given
from hypothesis import strategies as st

from nonliteral.english.articles import article_for, find_article_slips, mend_articles, with_article
from nonliteral.errors import LanguageError


@pytest.mark.parametrize(("article", "following"), read_rows("articles.tsv"))
def test_article_goes_by_sound(article: str, following: str) -> None:
    assert article_for(following) == article
    assert with_article(following) == f"{article} {following}"


def test_british_herbs_have_their_h() -> None:
    assert article_for("herb", variety="uk") == "a"


@pytest.mark.parametrize("following", ["", "  ", "...", '"'])
def test_nothing_to_follow_is_refused(following: str) -> None:
    with pytest.raises(LanguageError, match="No word follows"):
        article_for(following)


def test_only_the_articles_at_the_replaced_part_are_touched() -> None:
    text = "It was an hard end of a hour."
    assert mend_articles(text, [(10, 18)]) == ("It was a hard end of a hour.", [(9, 17)])


def test_all_articles_are_mended_when_no_part_is_named() -> None:
    assert mend_articles("A hour in an university is a honor.")[0] == "An hour in a university is an honor."


def test_spans_behind_a_mended_article_move_along() -> None:
    text, spans = mend_articles("He is a actor and a singer.", [(8, 13), (18, 26)])
    assert text == "He is an actor and a singer."
    assert [text[start:end] for start, end in spans] == ["actor", "a singer"]


def test_article_inside_the_replacement_is_mended() -> None:
    text, spans = mend_articles("She made a honest mistake.", [(4, 25)])
    assert text == "She made an honest mistake."
    assert [text[start:end] for start, end in spans] == ["made an honest mistake"]


@pytest.mark.parametrize(
    "text",
    ["Vitamin A is good.", "Plan A or plan B.", "He got an A in art.", "It's 5 a.m. or so.", "a la carte"],
)
def test_letters_and_foreign_words_are_left_alone(text: str) -> None:
    assert mend_articles(text)[0] == text


@pytest.mark.parametrize(
    "text",
    [
        "It was an historic day.",
        "He had a er a bad day.",
        "near An Teallach",
        "a herb garden",
        "an herb garden",
        "a I mean",
    ],
)
def test_what_people_write_with_reason_is_no_slip(text: str) -> None:
    assert find_article_slips(text) == []


def test_replaced_part_may_begin_with_a_small_word() -> None:
    assert mend_articles("It was a over the top show.", [(9, 21)])[0] == "It was an over the top show."


def test_capitals_of_the_article_stay() -> None:
    assert mend_articles("A egg.")[0] == "An egg."
    assert mend_articles("AN BIG DEAL")[0] == "A BIG DEAL"
    assert mend_articles("A EGG")[0] == "AN EGG"


@given(st.text(alphabet="anh Aeou1ybt.'\"-", max_size=30))
def test_mending_twice_changes_nothing_more(text: str) -> None:
    once = mend_articles(text)[0]
    assert mend_articles(once)[0] == once


@given(st.text(min_size=1, max_size=12))
def test_any_text_gives_an_article_or_a_refusal(text: str) -> None:
    try:
        article = article_for(text)
    except LanguageError:
        article = "refused"
    assert article in ("a", "an", "refused")
