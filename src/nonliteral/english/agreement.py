"""Person, number and gender: what a subject asks of its verb and its pronouns."""

from __future__ import annotations

from typing import Literal

import msgspec

Person = Literal[1, 2, 3]
Number = Literal["singular", "plural"]
Gender = Literal["feminine", "masculine", "neuter", "common", "generic"]
"""`common` is a person whose gender is not known (singular *they*), `generic` is the pronoun *one*."""


class Agreement(msgspec.Struct, frozen=True):
    """What a subject asks of its verb (person, number) and of its pronouns (gender too).

    A singular noun phrase whose pronoun is *they* ("the teacher … their class") is singular and
    common: the verb is singular, the pronoun is not. The word *they* itself is plural.
    """

    person: Person = 3
    number: Number = "singular"
    gender: Gender = "common"


I = Agreement(1, "singular")  # noqa: E741 - the pronoun is called so
YOU = Agreement(2, "singular")
YOU_ALL = Agreement(2, "plural")
HE = Agreement(3, "singular", "masculine")
SHE = Agreement(3, "singular", "feminine")
IT = Agreement(3, "singular", "neuter")
WE = Agreement(1, "plural")
THEY = Agreement(3, "plural")
SOMEONE = Agreement(3, "singular", "common")
ONE = Agreement(3, "singular", "generic")
