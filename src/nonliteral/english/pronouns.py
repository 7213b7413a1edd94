"""Pronouns by person, number and gender, and what a noun phrase in a sentence asks of them.

*one's* and *oneself* in a dictionary's definition become *my*, *her*, *themselves* and so on. A person
whose gender is not known takes singular *they*; a thing takes *it*.
"""

from __future__ import annotations

import re
from functools import cache

from nonliteral.english.agreement import Agreement, Gender, Number
from nonliteral.english.names import agreement_of_name, find_name
from nonliteral.english.nouns import is_plural, is_plural_only, singularise
from nonliteral.english.parses import Parse, Token
from nonliteral.english.spelling import copy_capitals
from nonliteral.english.tables import DATA, word_class
from nonliteral.errors import LanguageError

# Subject, object, possessive determiner, possessive pronoun, reflexive.
_FORMS: dict[str, tuple[str, str, str, str, str]] = {
    "I": ("I", "me", "my", "mine", "myself"),
    "you": ("you", "you", "your", "yours", "yourself"),
    "you all": ("you", "you", "your", "yours", "yourselves"),
    "he": ("he", "him", "his", "his", "himself"),
    "she": ("she", "her", "her", "hers", "herself"),
    "it": ("it", "it", "its", "its", "itself"),
    "we": ("we", "us", "our", "ours", "ourselves"),
    "they": ("they", "them", "their", "theirs", "themselves"),
    "one": ("one", "one", "one's", "one's", "oneself"),
}
_AGREEMENTS: dict[str, Agreement] = {
    "I": Agreement(1, "singular"),
    "you": Agreement(2, "singular"),
    "you all": Agreement(2, "plural"),
    "he": Agreement(3, "singular", "masculine"),
    "she": Agreement(3, "singular", "feminine"),
    "it": Agreement(3, "singular", "neuter"),
    "we": Agreement(1, "plural"),
    "they": Agreement(3, "plural"),
    "one": Agreement(3, "singular", "generic"),
}
_CASES = ("subject", "object", "possessive", "possessive pronoun", "reflexive")
_INDEFINITE = re.compile(r"(?:some|any|every|no)(?:body|one)")
_SLOT = re.compile(r"(?<![\w'’-])(one['’]s|oneself)(?![\w'’-])", re.IGNORECASE)


def _row(agreement: Agreement) -> tuple[str, str, str, str, str]:
    if agreement.person == 1:
        return _FORMS["we" if agreement.number == "plural" else "I"]
    if agreement.person == 2:
        return _FORMS["you all" if agreement.number == "plural" else "you"]
    if agreement.number == "plural":
        return _FORMS["they"]
    names = {"masculine": "he", "feminine": "she", "neuter": "it", "generic": "one", "common": "they"}
    return _FORMS[names[agreement.gender]]


def subject_pronoun(agreement: Agreement) -> str:
    """Return *I*, *you*, *he*, *she*, *it*, *we*, *they* or *one*."""
    return _row(agreement)[0]


def object_pronoun(agreement: Agreement) -> str:
    """Return *me*, *you*, *him*, *her*, *it*, *us*, *them* or *one*."""
    return _row(agreement)[1]


def possessive(agreement: Agreement) -> str:
    """Return *my*, *your*, *his*, *her*, *its*, *our*, *their* or *one's*.

    >>> possessive(Agreement(3, "singular", "common"))
    'their'
    """
    return _row(agreement)[2]


def possessive_pronoun(agreement: Agreement) -> str:
    """Return *mine*, *yours*, *his*, *hers*, *its*, *ours*, *theirs* or *one's*."""
    return _row(agreement)[3]


def reflexive(agreement: Agreement) -> str:
    """Return *myself*, *yourself*, *himself*, … ; singular *they* takes *themselves*."""
    return _row(agreement)[4]


@cache
def _by_word() -> dict[str, tuple[str, str]]:
    words: dict[str, tuple[str, str]] = {}
    for name, forms in _FORMS.items():
        for case, form in zip(_CASES, forms, strict=True):
            words.setdefault(form.lower(), (name, case))
    words["themself"] = ("they", "reflexive")
    return words


def agreement_of_pronoun(word: str) -> Agreement | None:
    """Return person, number and gender of a personal, possessive or reflexive pronoun, None for other words.

    >>> agreement_of_pronoun("herself").gender
    'feminine'
    """
    found = _by_word().get(word.lower().replace("’", "'"))
    return None if found is None else _AGREEMENTS[found[0]]


def agree_pronoun(word: str, agreement: Agreement) -> str:
    """Return a pronoun in the same case for somebody else: *my* and *she* make *her*.

    *her* is taken for the possessive and *his* for the determiner, as they are nearly always where
    that matters; *you*, *it* and *one* for the subject.

    >>> agree_pronoun("One's", _AGREEMENTS["she"]), agree_pronoun("myself", _AGREEMENTS["they"])
    ('Her', 'themselves')
    """
    lower = word.lower().replace("’", "'")
    found = _by_word().get(lower)
    if found is None:
        raise LanguageError(f"{word!r} is not a pronoun with a person. Give one such as 'my' or 'oneself'.")
    case = "possessive" if lower in ("her", "his", "its", "one's") else found[1]
    form = _row(agreement)[_CASES.index(case)]
    return form if word == "I" else copy_capitals(word, form)


def resolve_slots(text: str, agreement: Agreement) -> str:
    """Return a definition with *one's* and *oneself* as the sentence's subject has them.

    >>> resolve_slots("change one's mind by oneself", _AGREEMENTS["he"])
    'change his mind by himself'
    """
    return _SLOT.sub(lambda match: agree_pronoun(match.group(), agreement), text)


# Noun phrases in a parse


def agreement_of(parse: Parse, position: int) -> Agreement:
    """Return person, number and gender of the noun phrase whose head is at a position.

    >>> from nonliteral.english.parses import build_parse
    >>> parse = build_parse("Sisters left.", "Sisters sister NNS nsubj 1\\nleft leave VBD ROOT 1")
    >>> agreement_of(parse, 0).number
    'plural'
    """
    token = parse[position]
    joined = _coordinated(parse, position)
    if joined is not None:
        return joined
    if token.lower == "you" and any(
        parse[child].lower in ("all", "both", "guys", "two", "three") for child in parse.children(position)
    ):
        return _AGREEMENTS["you all"]
    if token.tag in ("PRP", "PRP$") or (token.lower == "one" and token.tag == "NN"):
        found = agreement_of_pronoun(token.text)
        if found is not None:
            return found
    if token.tag in ("WP", "WDT") or (token.lower == "that" and token.dep.startswith("nsubj")):
        return _agreement_of_relative(parse, position)
    return Agreement(3, _number(parse, position), _gender(parse, position))


def _coordinated(parse: Parse, position: int) -> Agreement | None:
    others = [
        child for child in parse.children(position, "conj") if parse[child].pos in ("NOUN", "PROPN", "PRON")
    ]
    if not others:
        return None
    links = {parse[child].lower for child in parse.children(position, "cc")}
    if links & {"or", "nor"}:
        return agreement_of(parse, others[-1])
    members = [parse[position], *(parse[other] for other in others)]
    persons = [found.person for member in members if (found := agreement_of_pronoun(member.text)) is not None]
    return Agreement(min([3, *persons]), "plural")


def _agreement_of_relative(parse: Parse, position: int) -> Agreement:
    clause = next((above for above in parse.ancestors(position) if parse[above].dep == "relcl"), None)
    if clause is None:
        token = parse[position]
        return Agreement(3, "singular", "common" if token.lower.startswith("who") else "neuter")
    return agreement_of(parse, parse[clause].head)


def _number(parse: Parse, position: int) -> Number:
    token = parse[position]
    if token.tag in ("NNS", "NNPS") or token.lower in (
        "these",
        "those",
        "many",
        "few",
        "several",
        "both",
        "others",
    ):
        return "plural"
    if token.tag == "CD":
        return "singular" if token.lower in ("one", "1") else "plural"
    if token.lower in word_class("plural groups") or is_plural_only(token.text):
        return "plural"
    of = [
        child
        for prep in parse.children(position, "prep")
        if parse[prep].lower == "of"
        for child in parse.children(prep, "pobj")
    ]
    if token.lower in (*word_class("transparent nouns"), "all", "some", "most", "none", "half", "any") and of:
        return agreement_of(parse, of[0]).number
    if token.tag == "JJ" and any(parse[child].lower == "the" for child in parse.children(position, "det")):
        return "plural"
    return "singular"


def _gender(parse: Parse, position: int) -> Gender:
    token = parse[position]
    if token.tag.startswith("NNP"):
        return _gender_of_name(parse, position)
    if _INDEFINITE.fullmatch(token.lower):
        return "common"
    lemma = _singular(token)
    if lemma in word_class("feminine nouns"):
        return "feminine"
    if lemma in word_class("masculine nouns"):
        return "masculine"
    if lemma in _persons() or token.lower in ("everyone", "anyone", "someone"):
        return "common"
    if token.lower in ("each", "either", "neither", "none", "all", "one"):
        of = [child for prep in parse.children(position, "prep") for child in parse.children(prep, "pobj")]
        return _gender(parse, of[0]) if of else "common"
    return "neuter"


def _gender_of_name(parse: Parse, position: int) -> Gender:
    parts = [parse[child] for child in parse.children(position, "compound")] + [parse[position]]
    titles = {part.lower.rstrip(".") for part in parts}
    if titles & {"mrs", "ms", "miss", "lady", "queen", "princess", "sister", "aunt"}:
        return "feminine"
    if titles & {"mr", "sir", "lord", "king", "prince", "brother", "uncle", "father"}:
        return "masculine"
    for part in parts:
        if find_name(part.text) is not None:
            return agreement_of_name(part.text).gender
    if titles & {"dr", "prof", "professor", "doctor", "president", "judge", "captain", "senator"}:
        return "common"
    # A capitalised word that is no known name may be a person or a firm: nobody can tell.
    return "common" if len(parts) > 1 or _may_be_person(parse, position) else "neuter"


def _may_be_person(parse: Parse, position: int) -> bool:
    has_article = any(parse[child].lower in ("the", "a", "an") for child in parse.children(position, "det"))
    return not has_article and not parse[position].text.isupper()


def _singular(token: Token) -> str:
    if is_plural(token.text):
        try:
            return singularise(token.lower)
        except LanguageError:
            return token.lower
    return token.lower


@cache
def _persons() -> frozenset[str]:
    lines = (DATA / "persons.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


def is_person_noun(noun: str) -> bool:
    """Say whether a noun means a person in its first sense (*teacher*, *widow*, not *company*)."""
    lower = noun.lower()
    return (
        lower in _persons() or lower in word_class("feminine nouns") or lower in word_class("masculine nouns")
    )


def subject_of(parse: Parse, position: int) -> int | None:
    """Return the position of the subject of a verb, its own or the one it shares, or None.

    A verb shares the subject of the verb it is joined to, or that it completes (*want to leave*, but
    *told him to leave* has *him*); a participle behind a noun has that noun.
    """
    seen: set[int] = set()
    while position not in seen:
        seen.add(position)
        own = parse.children(position, "nsubj", "nsubjpass", "csubj")
        if own:
            return own[0]
        token = parse[position]
        if token.head == position:
            return None
        if token.dep in ("acl", "relcl") and token.tag in ("VBG", "VBN"):
            return token.head
        if token.dep in ("xcomp", "ccomp"):
            controllers = parse.children(token.head, "dobj", "dative")
            if token.dep == "xcomp" and controllers and parse[token.head].lemma not in ("promise",):
                return controllers[0]
        if token.dep in (
            "conj",
            "xcomp",
            "ccomp",
            "aux",
            "auxpass",
            "advcl",
            "pcomp",
            "prep",
            "acl",
            "dep",
            "prt",
            "advmod",
        ):
            position = token.head
            continue
        return None
    return None
