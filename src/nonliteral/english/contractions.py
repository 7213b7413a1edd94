"""Contractions: making them where English does, and spelling them out where only one reading is left.

*'s* (is, has, possessive) and *'d* (had, would) are told apart by the parse; without one, only where
the next word leaves no doubt, otherwise the text is refused.
"""

from __future__ import annotations

import re

from nonliteral.english.parses import Parse
from nonliteral.english.spelling import copy_capitals
from nonliteral.english.tables import word_class
from nonliteral.english.verbs import is_verb, negate_auxiliary
from nonliteral.errors import LanguageError

_NEGATED = re.compile(r"\b([A-Za-z]+)n['’]t\b")
_PLAIN = re.compile(r"\b([A-Za-z]+)['’](m|re|ve|ll)\b")
_DOUBTFUL = re.compile(r"\b([A-Za-z]+)['’](s|d)\b")
_FULL = {"m": "am", "re": "are", "ve": "have", "ll": "will"}
_STEMS = {"wo": "will", "ca": "can", "sha": "shall"}
_PRONOUN = re.compile(
    r"(\s+)(I|you|he|she|it|we|they|there|this|that|these|those|anyone|anybody|someone|somebody)\b"
)
_IS_NEXT = re.compile(
    r"\s+(?:an?|the|not|no|my|your|his|her|our|their|very|so|too|just|never|always|[a-z]+ing)\b",
    re.IGNORECASE,
)
_HAS_NEXT = re.compile(r"\s+(?:never\s+|not\s+|just\s+|always\s+)?(?:been|got|had)\b", re.IGNORECASE)

_AUX_NOT = re.compile(
    r"\b(cannot|(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|must|need) not)\b"
    r"(?!\s+only)",
    re.IGNORECASE,
)
_SUBJECT_AUX = re.compile(
    r"\b(I|you|he|she|it|we|they|that|there) (am|is|are|will|would|have|has|had)\b(?=\s+([A-Za-z]+))",
    re.IGNORECASE,
)
_SHORT = {
    "am": "'m",
    "is": "'s",
    "are": "'re",
    "will": "'ll",
    "would": "'d",
    "have": "'ve",
    "has": "'s",
    "had": "'d",
}
_FITS = {
    "am": ("i",),
    "are": ("you", "we", "they"),
    "is": ("he", "she", "it", "that", "there"),
    "have": ("i", "you", "we", "they"),
    "has": ("he", "she", "it", "that", "there"),
}


def contract(text: str) -> str:
    """Return a text with the contractions that a speaker would make.

    Negated auxiliaries (*does not*), and pronouns with *be*, *will*, *would* and the *have* of the
    perfect; never before a mark or at the end (*Yes, it is.*), never *am not*, and not *not only*.

    >>> contract("It is late, and I do not know what it is.")
    "It's late, and I don't know what it is."
    """
    return _SUBJECT_AUX.sub(_contract_subject, _AUX_NOT.sub(_contract_not, text))


def _contract_not(match: re.Match[str]) -> str:
    words = match.group()
    auxiliary = "can" if words.lower() == "cannot" else words.split()[0]
    if words.isupper():
        return words
    return (
        copy_capitals(words, negate_auxiliary(auxiliary.lower(), contracted=True))
        if auxiliary.lower() != "need"
        else (auxiliary + "n't")
    )


def _contract_subject(match: re.Match[str]) -> str:
    pronoun, auxiliary, following = match.groups()
    lower = auxiliary.lower()
    if lower in _FITS and pronoun.lower() not in _FITS[lower]:
        return match.group()
    if lower in ("have", "has", "had") and not _is_participle(following):
        return match.group()
    if following.lower() in ("and", "or", "but", "to", "that") and lower != "is":
        return match.group()
    return pronoun + _SHORT[lower]


def _is_participle(word: str) -> bool:
    lower = word.lower()
    if lower in ("been", "not", "never", "just", "already", "always"):
        return True
    return lower.endswith(("ed", "en", "wn", "ne")) and not is_verb(lower)


def expand(text: str, parse: Parse | None = None) -> str:
    """Return a text with its contractions spelt out; possessives stay as they are.

    A negated question gets its *not* behind the subject (*Didn't she go?* makes *Did she not go?*).
    *ain't*, and *'s* or *'d* that nothing decides, are refused.

    >>> expand("She won't say why they're late."), expand("Didn't she go?")
    ('She will not say why they are late.', 'Did she not go?')
    """
    if parse is not None and parse.text != text:
        raise LanguageError(
            "The parse is of another text. Parse the text whose contractions are asked about."
        )
    changes: list[tuple[int, int, str]] = []
    for match in _NEGATED.finditer(text):
        changes.append(_expand_not(text, match))
    for match in _PLAIN.finditer(text):
        changes.append((match.start(), match.end(), f"{match.group(1)} {_FULL[match.group(2)]}"))
    for match in _DOUBTFUL.finditer(text):
        full = _expand_doubtful(text, match, parse)
        if full is not None:
            changes.append((match.start(), match.end(), f"{match.group(1)} {full}"))
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _expand_not(text: str, match: re.Match[str]) -> tuple[int, int, str]:
    stem = match.group(1)
    if stem.lower() == "ai":
        raise LanguageError(
            "'ain't' may be 'is not', 'are not', 'am not' or 'has not'. Spell it out in the text."
        )
    auxiliary = copy_capitals(stem, _STEMS.get(stem.lower(), stem.lower()))
    before = text[: match.start()].rstrip()
    opens = (
        not before
        or before[-1] in '.!?…,"“'
        or re.search(r"\b(?:why|what|who|how|where|when)$", before, re.IGNORECASE)
    )
    follows = _PRONOUN.match(text, match.end())
    if opens and stem.lower() == "do" and follows and not re.match(r"[^.!;]*\?", text[follows.end() :]):
        raise LanguageError(
            f"{match.group()!r} before its subject is a command here. Reword it before expanding."
        )
    if opens and follows:
        return match.start(), follows.end(), f"{auxiliary}{follows.group(1)}{follows.group(2)} not"
    if (
        opens
        and stem.lower() != "do"
        and re.match(r"\s+(?:the|my|your|his|her|our|their|an?|[A-Z])", text[match.end() :])
    ):
        raise LanguageError(
            f"The subject that follows {match.group()!r} must come before 'not'. Reword the question."
        )
    if auxiliary.lower() == "can":
        return match.start(), match.end(), auxiliary + "not"
    return match.start(), match.end(), auxiliary + " not"


def _expand_doubtful(text: str, match: re.Match[str], parse: Parse | None) -> str | None:
    """Return what *'s* or *'d* stands for, None for a possessive."""
    host, ending = match.group(1).lower(), match.group(2)
    if host == "let" and ending == "s":
        return "us"
    rest = text[match.end() :]
    if parse is not None:
        return _expand_by_parse(match, parse, rest)
    if ending == "s":
        if host in ("one", "else") or host not in word_class("clitic hosts"):
            # A noun before another word is a possessor more often than not; a verb form decides otherwise.
            if re.match(r"\s+(?:been|[a-z]+ing)\b", rest) or _IS_NEXT.match(rest) or not rest.strip(" .,!?"):
                raise _undecided(match.group())
            return None
        if _HAS_NEXT.match(rest):
            return "has"
        if _IS_NEXT.match(rest):
            return "is"
        raise _undecided(match.group())
    following = re.match(r"\s+(?:never\s+|not\s+|always\s+|just\s+)?([a-z]+)", rest)
    word = following.group(1) if following else ""
    if word in ("better", "been", "had", "gone", "done", "seen", "taken", "given", "known"):
        return "had"
    if word in ("be", "have", "like", "rather", "love", "do", "go", "say", "never"):
        return "would"
    raise _undecided(match.group())


def _expand_by_parse(match: re.Match[str], parse: Parse, rest: str) -> str | None:
    clitic = next((i for i, token in enumerate(parse) if token.idx == match.start(2) - 1), None)
    if clitic is None:
        raise _undecided(match.group())
    token = parse[clitic]
    verb = token.head if token.dep in ("aux", "auxpass") else clitic
    if match.group(2) == "d":
        if re.match(r"\s+better\b", rest):
            return "had"
        # *he'd put it there*: the form does not tell, and the parser guesses.
        if verb != clitic and is_verb(parse[verb].lower) and parse[verb].lower in _UNCHANGED:
            raise _undecided(match.group())
        return "had" if parse[verb].tag in ("VBN", "VBD") and verb != clitic else "would"
    following = parse[clitic + 1] if clitic + 1 < len(parse) else None
    if token.dep in ("case", "poss") or (token.tag == "POS" and token.pos == "PART"):
        # *Tom's leaving* is a possessor or a whole clause, and parsers do not know.
        if following is not None and following.lower.endswith("ing"):
            raise _undecided(match.group())
        return None
    if _HAS_NEXT.match(rest) or (verb == clitic and token.lemma == "have"):
        return "has"
    if verb != clitic and parse[verb].tag == "VBN":
        if token.dep == "aux" or parse.children(verb, "dobj"):
            return "has"
        if not parse.children(verb, "agent"):
            raise _undecided(match.group())
    return "is"


_UNCHANGED = frozenset(
    ("put", "cut", "hit", "let", "set", "shut", "hurt", "quit", "read", "come", "become", "run")
)


def _undecided(word: str) -> LanguageError:
    return LanguageError(
        f"{word!r} has more than one full form. Give the parse of the text, or spell it out."
    )
