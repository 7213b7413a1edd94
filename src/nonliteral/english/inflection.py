"""One door to inflection: a word or phrase and a Penn Treebank tag give the form.

`verbs`, `nouns` and `adjectives` hold the rules; what builders need of them is named here.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonliteral.english.adjectives import COMPARISON_TAGS, comparative, compare, superlative
from nonliteral.english.agreement import Agreement
from nonliteral.english.nouns import (
    find_noun_heads,
    inflect_noun,
    is_plural,
    is_plural_only,
    is_uncountable,
    pluralise,
    singularise,
)
from nonliteral.english.verbs import (
    VERB_TAGS,
    Tense,
    Variety,
    VerbTag,
    conjugate,
    find_verb_heads,
    finite_tag,
    inflect_verb,
    is_modal,
    is_verb,
    negate_auxiliary,
    third_person,
    verb_group,
)

__all__ = [
    "COMPARISON_TAGS",
    "VERB_TAGS",
    "Tense",
    "Variety",
    "VerbTag",
    "comparative",
    "compare",
    "conjugate",
    "find_noun_heads",
    "find_verb_heads",
    "finite_tag",
    "inflect",
    "inflect_noun",
    "inflect_verb",
    "is_modal",
    "is_plural",
    "is_plural_only",
    "is_uncountable",
    "is_verb",
    "negate_auxiliary",
    "pluralise",
    "singularise",
    "superlative",
    "third_person",
    "verb_group",
]


def inflect(
    text: str,
    tag: str,
    *,
    subject: Agreement | None = None,
    variety: Variety = "us",
    heads: Sequence[int] | None = None,
) -> str:
    """Return a base form, or the head of a phrase, in the form that `tag` asks for.

    Tags without inflection (JJ, RB, IN, …) give the text back.

    >>> inflect("reveal the secret", "VBG"), inflect("thief", "NNS"), inflect("hot", "JJR")
    ('revealing the secret', 'thieves', 'hotter')
    """
    if tag.startswith("VB"):
        return inflect_verb(text, tag, subject=subject, variety=variety, heads=heads)
    if tag.startswith("NN"):
        return inflect_noun(text, tag)
    if tag in COMPARISON_TAGS:
        return compare(text, tag)
    return text
