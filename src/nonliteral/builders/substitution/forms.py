"""The form a verb has in its sentence: parsers mix up pasts and participles, and the words around tell.

*had spilled* is a participle and *they spilled* a past, whatever tag was given; a base form with a
subject is a present.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from nonliteral.english.agreement import Agreement
from nonliteral.english.dictionary import dictionary_lemmas
from nonliteral.english.parses import Parse
from nonliteral.english.pronouns import agreement_of
from nonliteral.english.spelling import variety_of
from nonliteral.english.verbs import Variety, inflect_verb, is_modal, is_verb
from nonliteral.errors import LanguageError
from nonliteral.records import Entry

_TAGS = ("VB", "VBD", "VBG", "VBN", "VBP", "VBZ")
_DO = frozenset(("do", "does", "did"))
_HAVE = frozenset(("have", "has", "had", "having", "'ve", "’ve"))
_BE = frozenset(("be", "am", "is", "are", "was", "were", "been", "being", "'m", "'re", "’m", "’re"))
_FINITE_DEPS = frozenset(("ROOT", "ccomp", "advcl", "relcl", "conj", "parataxis"))


_VARIETIES: dict[str, Variety] = {"American": "us", "British": "uk"}


def variety_here(text: str, entry: Entry) -> Variety | None:
    """Return a sentence's variety of English, by its words, by what the entry says, or by its other words."""
    found = variety_of(text) or _VARIETIES.get(str(entry.features.get("variety")))
    if found is not None:
        return found
    own = {variety_of(definition.text) for definition in entry.definitions}
    own |= {variety_of(sentence.text) for sentence in entry.sentences}
    own.discard(None)
    return own.pop() if len(own) == 1 else None


def inflect_here(
    phrase: str,
    tag: str,
    variety: Variety | None,
    *,
    subject: Agreement | None = None,
    heads: Sequence[int] | None = None,
) -> str:
    """Return a verb phrase in the form of a tag, as its text spells it; *got* unless the text is American."""
    form = inflect_verb(phrase, tag, subject=subject, variety=variety or "us", heads=heads)
    if variety is None and tag == "VBN" and "gotten" in form.lower():
        return inflect_verb(phrase, tag, subject=subject, variety="uk", heads=heads)
    return form


@lru_cache(maxsize=65536)
def possible_tags(word: str, lemma: str) -> frozenset[str]:
    """Return the tags that a form of a verb may have.

    >>> sorted(possible_tags("spilled", "spill")), sorted(possible_tags("spill", "spill"))
    (['VBD', 'VBN'], ['VB', 'VBP'])
    """
    lower = word.lower()
    if lower.endswith(("in'", "in’")):
        return frozenset(("VBG",))
    lemmas = {lemma} if is_verb(lemma) and lemma != lower else {lemma, *dictionary_lemmas(lower, "VERB")}
    found = set()
    for base in lemmas:
        for tag in _TAGS:
            for variety in ("us", "uk"):
                try:
                    if inflect_verb(base, tag, variety=variety) == lower:
                        found.add(tag)
                except LanguageError:
                    continue
    return frozenset(found)


def verb_form(parse: Parse, position: int, base: str | None = None) -> str | None:
    """Return the tag of the form that a verb has in its sentence, None where it is no verb there.

    `base` is the verb's base form, where it is known: *bent* is *bend*, whatever the parser says.
    """
    token = parse[position]
    tags = possible_tags(token.text, base.lower() if base else token.lemma.lower())
    if token.tag in ("MD",):
        return "MD"
    if token.lemma == "be" and token.tag.startswith("VB"):
        return token.tag
    if "VB" in tags and position > 1 and parse[position - 2].lower == "let":
        # *let's hit the hay*
        return "VB"
    helper = _last_helper(parse, position)
    asked = _asked_by(helper, tags) if helper is not None else None
    if asked is not None:
        return asked
    subject = parse.children(position, "nsubj", "nsubjpass", "expl")
    tag = token.tag
    if (
        tag in ("VBN", "VBD")
        and token.dep == "conj"
        and not parse.children(position, "nsubj")
        and {"VBD", "VBN"} <= tags
    ):
        above = verb_form(parse, token.head) if parse[token.head].tag.startswith("VB") else None
        if above in ("VBN", "VBD"):
            return above
    if tag == "VBN" and "VBD" in tags and helper is None and token.dep in _FINITE_DEPS:
        passive = parse.children(position, "auxpass", "nsubjpass", "agent")
        if subject and not passive:
            return "VBD"
    if tag == "VB" and "VBP" in tags and helper is None and token.dep in _FINITE_DEPS:
        nominative = [i for i in subject if parse[i].lower not in ("me", "him", "her", "us", "them")]
        causative = parse[token.head].lemma in (
            "let",
            "make",
            "help",
            "see",
            "hear",
            "watch",
            "have",
            "feel",
            "require",
            "insist",
            "suggest",
            "demand",
            "recommend",
        )
        if nominative and not (causative and token.dep == "ccomp") and nominative[0] < position:
            return "VBP"
    if tag == "VBP" and not subject and token.dep == "ROOT" and helper is None:
        return "VB"
    if (
        tag in ("VBP", "VB", "VBD")
        and {"VBD", "VBN"} <= tags
        and helper is None
        and _follows_have(parse, position)
    ):
        return "VBN"
    if tag in ("VBP", "VB") and "VBD" in tags and helper is None and _is_past_here(parse, position, subject):
        return "VBD"
    if tag == "VBN" and "VBD" in tags and helper is None and not parse.children(position, "agent"):
        # A participle without its auxiliary would have lost its object; an idiom in its own order has it.
        return "VBD"
    if tag == "VBD" and "VBP" in tags and helper is None and _is_habit(parse, position, subject):
        return "VBP"
    if tag.startswith("VB") and (not tags or tag in tags):
        return tag
    return _likeliest(parse, position, tags) or (tag if tag.startswith("VB") else None)


def _follows_have(parse: Parse, position: int) -> bool:
    """Say whether *have* stands before, with no other verb in between: *has she ever set eyes on him*."""
    for i in range(position - 1, max(-1, position - 7), -1):
        if parse[i].lower in _HAVE:
            return True
        if parse[i].pos in ("VERB", "AUX", "PUNCT", "CCONJ", "SCONJ") or parse[i].tag in (
            "TO",
            "WP",
            "WDT",
            "WRB",
        ):
            return False
    return False


def _is_past_here(parse: Parse, position: int, subject: list[int]) -> bool:
    """Say whether a form for both tenses (*put*, *read*) is a past, by its subject or its neighbours."""
    if not subject and parse[position].dep != "conj":
        return False
    if (
        subject
        and agreement_of(parse, subject[0]).number == "singular"
        and agreement_of(parse, subject[0]).person == 3
    ):
        return True
    others = [
        i for i in parse.sentence_of(position) if i != position and parse[i].tag in ("VBD", "VBZ", "VBP")
    ]
    return bool(others) and all(parse[i].tag == "VBD" for i in others)


def _is_habit(parse: Parse, position: int, subject: list[int]) -> bool:
    """Say whether a form for both tenses is a present: *Our rooms burst at the seams every September*."""
    if not subject:
        return False
    who = agreement_of(parse, subject[0])
    if who.person == 3 and who.number == "singular":
        return False
    others = [i for i in parse.sentence_of(position) if i != position and parse[i].tag == "VBD"]
    every = any(
        parse[i].lower in ("every", "each")
        for time in parse.children(position, "npadvmod")
        for i in parse.children(time, "det")
    )
    usual = any(
        parse[i].lower in ("always", "usually", "often", "never") for i in parse.children(position, "advmod")
    )
    return (every or usual) and not others


def _likeliest(parse: Parse, position: int, tags: frozenset[str]) -> str | None:
    """Return the form of a verb that was tagged as something else, by the word before it."""
    if len(tags) == 1:
        return next(iter(tags))
    before = parse[position - 1] if position else None
    lead = before.lower if before is not None else ""
    if "VB" in tags:
        bare = before is None or before.tag in ("TO", "MD") or lead in ("not", "n't", "n’t", *_DO)
        return "VB" if bare else "VBP"
    if "VBD" in tags:
        return "VBN" if lead in _HAVE or lead in _BE else "VBD"
    return None


def _last_helper(parse: Parse, position: int) -> str | None:
    helpers = [i for i in parse.children(position, "aux", "auxpass") if i < position]
    if not helpers:
        return None
    last = parse[helpers[-1]]
    lower = last.lower
    if last.tag == "TO" or lower == "to":
        return "to"
    if is_modal(lower) or last.tag == "MD" or lower in ("'ll", "’ll", "ca", "wo", "sha"):
        return "modal"
    if lower in ("'d", "’d"):
        return "have" if last.lemma in ("have", "had") or last.tag == "VBD" else "modal"
    if lower in _DO:
        return "do"
    if lower in _HAVE or last.lemma == "have":
        return "have"
    if lower in ("'s", "’s"):
        return "have" if last.lemma == "have" else "be"
    if lower in _BE or last.lemma == "be" or lower in ("get", "got", "gets", "getting"):
        return "be"
    return None


def _asked_by(helper: str, tags: frozenset[str]) -> str | None:
    if helper in ("to", "modal", "do"):
        return "VB" if "VB" in tags else None
    if helper == "have":
        return "VBN" if "VBN" in tags else None
    if "VBG" in tags:
        return "VBG"
    return "VBN" if "VBN" in tags else None
