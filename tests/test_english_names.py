"""Given names: usual gender, weights, and drawing them."""

from __future__ import annotations

from collections import Counter

import pytest

from nonliteral.draw import Draw
from nonliteral.english.names import agreement_of_name, draw_name, find_name, given_names
from nonliteral.errors import LanguageError


def test_table_is_large_mixed_and_clean() -> None:
    names = given_names()
    assert len(names) >= 300
    assert len({name.name.casefold() for name in names}) == len(names)
    genders = Counter(name.gender for name in names)
    assert min(genders["feminine"], genders["masculine"]) >= 150
    assert genders["either"] >= 30
    assert all(name.weight > 0 and name.name[0].isupper() for name in names)


@pytest.mark.parametrize(
    ("name", "gender"),
    [
        ("Lucille", "feminine"),
        ("Omar", "masculine"),
        ("Priya", "feminine"),
        ("Kwame", "masculine"),
        ("Keiko", "feminine"),
        ("Taylor", "either"),
        ("Tom", "masculine"),
    ],
)
def test_names_go_with_their_usual_gender(name: str, gender: str) -> None:
    found = find_name(name)
    assert found is not None
    assert found.gender == gender


def test_unknown_and_shared_names_are_they() -> None:
    assert find_name("Qwerty") is None
    assert agreement_of_name("Qwerty").gender == "common"
    assert agreement_of_name("Jordan").gender == "common"
    assert agreement_of_name("mary").gender == "feminine"


def test_common_names_are_drawn_more_often() -> None:
    drawn = Counter(draw_name(Draw(1, number)).name for number in range(2000))
    assert drawn["James"] > drawn["Dafydd"]
    assert len(drawn) > 100


def test_draw_keeps_to_gender_and_leaves_out() -> None:
    first = draw_name(Draw(1), gender="feminine")
    assert first.gender == "feminine"
    second = draw_name(Draw(1), gender="feminine", without={first.name})
    assert second.name != first.name
    assert draw_name(Draw(3), weighted=False) == draw_name(Draw(3), weighted=False)


def test_nothing_left_to_draw_is_said() -> None:
    with pytest.raises(LanguageError, match="No name is left"):
        draw_name(Draw(1), without={name.name for name in given_names()})
