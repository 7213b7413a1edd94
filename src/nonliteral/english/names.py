"""Given names of many backgrounds, with the gender they usually go with and how common they are."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Literal

import msgspec

from nonliteral.draw import Draw
from nonliteral.english.agreement import Agreement
from nonliteral.english.tables import read_table
from nonliteral.errors import LanguageError

NameGender = Literal["feminine", "masculine", "either"]


class Name(msgspec.Struct, frozen=True):
    """A given name. `weight` is about how many of a million people bear it."""

    name: str
    gender: NameGender
    weight: int


@cache
def given_names() -> tuple[Name, ...]:
    """Return all names of the table, in the order of the alphabet."""
    rows = read_table("names.tsv", ("name", "gender", "weight"))
    return tuple(Name(name, gender, int(weight)) for name, gender, weight in rows)  # type: ignore[arg-type]


@cache
def _by_name() -> dict[str, Name]:
    return {name.name.casefold(): name for name in given_names()}


def find_name(name: str) -> Name | None:
    """Return what the table knows of a name, or None.

    >>> find_name("Lucille").gender
    'feminine'
    """
    return _by_name().get(name.casefold())


def agreement_of_name(name: str) -> Agreement:
    """Return person, number and gender of somebody by name; an unknown or shared name is *they*.

    >>> agreement_of_name("Omar").gender, agreement_of_name("Taylor").gender, agreement_of_name("Zyx").gender
    ('masculine', 'common', 'common')
    """
    found = find_name(name)
    if found is None or found.gender == "either":
        return Agreement(3, "singular", "common")
    return Agreement(3, "singular", found.gender)


def draw_name(
    draw: Draw, *, gender: NameGender | None = None, weighted: bool = True, without: Collection[str] = ()
) -> Name:
    """Draw a name, by how common it is or each alike, never one of `without`.

    >>> draw_name(Draw(7, "names")) == draw_name(Draw(7, "names"))
    True
    """
    names = [
        name
        for name in given_names()
        if (gender is None or name.gender == gender) and name.name not in without
    ]
    if not names:
        raise LanguageError("No name is left to draw. Leave fewer out.")
    if weighted:
        return draw.weighted(names, [float(name.weight) for name in names])
    return draw.choice(names)
