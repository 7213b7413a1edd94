"""Forms of English verbs: single words, phrasal and coordinated verbs, whole verb groups.

Our table of irregular verbs comes first, then the dictionary, then the rules of spelling; what has no
such form (the past of *must*, the -ing form of *can*) is refused. Everything is cached: a form costs
a look-up once it has been made.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Literal, get_args

from nonliteral.english.agreement import Agreement
from nonliteral.english.dictionary import dictionary_forms, dictionary_lemmas, is_known
from nonliteral.english.spelling import (
    WORD,
    check_word,
    copy_capitals,
    count_syllables,
    ends_in_short_syllable,
    is_consonant_y,
)
from nonliteral.english.tables import read_table, word_class
from nonliteral.errors import LanguageError

VerbTag = Literal["VB", "VBD", "VBG", "VBN", "VBP", "VBZ"]
Tense = Literal["present", "past"]
Variety = Literal["us", "uk"]
"""American or British spelling and forms (*traveled, gotten, learned* or *travelled, got, learnt*)."""

VERB_TAGS: tuple[VerbTag, ...] = get_args(VerbTag)

_BE = {"VB": "be", "VBG": "being", "VBN": "been", "VBZ": "is"}
_HAVE = {"VB": "have", "VBG": "having", "VBN": "had", "VBZ": "has", "VBP": "have", "VBD": "had"}

# Modals: the present form, and the past form where there is one.
_MODALS: dict[str, str | None] = {
    "can": "could",
    "may": "might",
    "will": "would",
    "shall": "should",
    "could": "could",
    "might": "might",
    "would": "would",
    "should": "should",
    "must": None,
    "ought": None,
}
_INSTEAD = {"can": "be able to", "could": "be able to", "must": "have to", "may": "be allowed to"}

# Doubled in both varieties: the stress is on the last syllable, or usage has it so.
_NEVER_DOUBLED = frozenset(("bus", "parallel"))
_KEEPS_E = frozenset(
    ("singe", "tinge", "swinge", "binge", "whinge", "springe", "dye", "eye", "shoe", "hoe", "toe")
)
_C_PLUS_K = re.compile(r"[^aeiou]ic$|[aeiou]ic$|bivouac$|havoc$")

_SENSES = {"deceive": ("lied", "lied"), "recline": ("lay", "lain")}
_LIE_DECEIVE = frozenset(("to", "about", "through", "when", "because"))
_LIE_DECEIVE_IN = frozenset(("court", "oath", "teeth", "face", "interview"))
_LIE_WITH = frozenset(("cheat", "steal", "deceive", "mislead", "exaggerate", "boast", "pretend", "bluff"))
_LIE_STILL = frozenset(("peacefully", "quietly", "comfortably", "motionlessly", "flatly", "only"))
_PREFIXES = ("out", "over", "under", "re", "un", "mis", "fore", "pre", "up", "inter", "co", "with", "down")


@cache
def _irregular() -> dict[str, tuple[str, str, str, str]]:
    columns = ("lemma", "past", "participle", "uk_past", "uk_participle")
    table = {}
    for lemma, past, participle, uk_past, uk_participle in read_table("verbs.tsv", columns):
        table[lemma] = (past, participle, uk_past or past, uk_participle or participle)
    return table


@cache
def _irregular_forms() -> dict[str, str]:
    """Irregular past forms and participles that are not themselves base forms, with their verb."""
    table = _irregular()
    forms = {"am": "be", "is": "be", "are": "be", "was": "be", "were": "be", "been": "be", "has": "have"}
    for lemma, row in table.items():
        for form in row:
            if form not in table and not form.endswith("ed"):
                forms.setdefault(form, lemma)
    return forms


def is_modal(verb: str) -> bool:
    """Say whether a word is a modal auxiliary (*can*, *might*, *ought*)."""
    return verb.lower() in _MODALS


def is_verb(word: str) -> bool:
    """Say whether a word is the base form of a verb that the tables or the dictionary know."""
    lower = word.lower()
    return lower in _irregular() or lower in _MODALS or lower == "be" or is_known(lower, "VERB")


def inflect_verb(
    verb: str,
    tag: str,
    *,
    subject: Agreement | None = None,
    variety: Variety = "us",
    heads: Sequence[int] | None = None,
) -> str:
    """Return a verb, or the verb or verbs of a phrase, in the form of a Penn Treebank tag.

    `verb` is a base form (*give*) or a phrase that begins with one (*give up*, *huff and puff*, *reveal
    the secret*, *never look back*, *to be punished*). `subject` is needed where the form depends on it,
    that is for *be* in VBP and VBD. `heads` names the words to inflect by position, where the phrase
    alone does not tell.

    >>> inflect_verb("give up", "VBD"), inflect_verb("huff and puff", "VBG")
    ('gave up', 'huffing and puffing')
    """
    if tag not in VERB_TAGS:
        raise LanguageError(f"{tag!r} is not a tag of verbs. The tags are {', '.join(VERB_TAGS)}.")
    return _inflect_cached(verb, tag, subject, variety, None if heads is None else tuple(heads))


@lru_cache(maxsize=65536)
def _inflect_cached(
    verb: str, tag: str, subject: Agreement | None, variety: Variety, heads: tuple[int, ...] | None
) -> str:
    if heads is None and len(verb.split()) < 2:
        return _inflect_word(verb, tag, subject, variety, None)
    return _inflect_phrase(verb, tag, subject, variety, heads)


def conjugate(
    verb: str,
    tense: Tense,
    subject: Agreement,
    *,
    variety: Variety = "us",
    heads: Sequence[int] | None = None,
) -> str:
    """Return the finite form that agrees with `subject`, of a verb or of a phrase that begins with one.

    >>> from nonliteral.english.agreement import I, SHE, THEY
    >>> conjugate("be glad", "present", I), conjugate("be", "past", THEY), conjugate("go", "present", SHE)
    ('am glad', 'were', 'goes')
    """
    return inflect_verb(verb, finite_tag(tense, subject), subject=subject, variety=variety, heads=heads)


def finite_tag(tense: Tense, subject: Agreement) -> VerbTag:
    """Return the tag of the finite form: VBD, VBZ or VBP.

    >>> finite_tag("present", Agreement(3, "singular"))
    'VBZ'
    """
    if tense == "past":
        return "VBD"
    return "VBZ" if subject.person == 3 and subject.number == "singular" else "VBP"


# Words


def _inflect_word(verb: str, tag: str, subject: Agreement | None, variety: Variety, sense: str | None) -> str:
    check_word(verb, "verb forms")
    lower = verb.lower()
    if lower == "be":
        return copy_capitals(verb, _inflect_be(tag, subject))
    if lower in _MODALS:
        return copy_capitals(verb, _inflect_modal(lower, tag))
    if lower == "cannot":
        return copy_capitals(verb, negate_auxiliary(_inflect_modal("can", tag)))
    if lower == "beware" and tag not in ("VB", "VBP"):
        raise LanguageError(f"'beware' has no form {tag}. Use a verb such as 'take care' instead.")
    _refuse_inflected(lower)
    if lower == "have":
        return copy_capitals(verb, _HAVE[tag])
    if tag in ("VB", "VBP"):
        return verb
    return copy_capitals(verb, _make_form(lower, tag, variety, sense))


def _make_form(lower: str, tag: str, variety: Variety, sense: str | None) -> str:
    if tag == "VBZ":
        return third_person(lower)
    if tag == "VBG":
        return _add_ending(lower, "ing", variety)
    if lower == "lie":
        if sense is None:
            raise LanguageError(
                "The past of 'lie' is 'lied' (say what is untrue) or 'lay' (be flat). "
                "Give a phrase that tells, such as 'lie about it' or 'lie down', or another verb."
            )
        past, participle = _SENSES[sense]
        return past if tag == "VBD" else participle
    row = _find_irregular(lower)
    if row is None:
        return _regular_past(lower, variety)
    past, participle, uk_past, uk_participle = row
    if variety == "uk":
        return uk_past if tag == "VBD" else uk_participle
    return past if tag == "VBD" else participle


def _inflect_be(tag: str, subject: Agreement | None) -> str:
    if tag in _BE:
        return _BE[tag]
    if subject is None:
        both = "'was' or 'were'" if tag == "VBD" else "'am' or 'are'"
        raise LanguageError(f"The form {tag} of 'be' is {both}. Give the subject's person and number.")
    plural = subject.number == "plural" or subject.person == 2
    if tag == "VBD":
        return "were" if plural else "was"
    return "are" if plural else ("am" if subject.person == 1 else "is")


def _inflect_modal(modal: str, tag: str) -> str:
    if tag in ("VBP", "VBZ"):
        return modal
    past = _MODALS[modal]
    if tag == "VBD" and past is not None:
        return past
    instead = f" Use {_INSTEAD[modal]!r} instead." if modal in _INSTEAD else " Use another verb."
    form = "past" if tag == "VBD" else f"form {tag}"
    raise LanguageError(f"The auxiliary {modal!r} has no {form}.{instead}")


def _refuse_inflected(lower: str) -> None:
    """Refuse *went* and *walked* where *go* and *walk* are wanted: an ending on them would be nonsense."""
    if lower in _irregular():
        return
    base = _irregular_forms().get(lower)
    if is_known(lower, "VERB"):
        return
    if base is None and lower.endswith(("ed", "ing")):
        base = next((lemma for lemma in dictionary_lemmas(lower, "VERB") if lemma != lower), None)
    if base is not None:
        raise LanguageError(f"{lower!r} is a form of {base!r}, not a base form. Give {base!r}.")


def _find_irregular(lower: str) -> tuple[str, str, str, str] | None:
    table = _irregular()
    row = table.get(lower)
    if row is not None:
        return row
    if "-" in lower:
        first, _, last = lower.rpartition("-")
        row = table.get(last)
        return None if row is None else tuple(f"{first}-{form}" for form in row)  # type: ignore[return-value]
    listed = dictionary_forms(lower, "VERB").get("VBD", ())
    for prefix, rest in _without_prefix(lower):
        past = prefix + table[rest][0]
        # *relay* is not *re-* and *lay*, nor *behave* *be-* and *have*: the dictionary has to agree.
        if not listed or (past in listed and _regular_past(lower, "us") not in listed):
            return tuple(prefix + form for form in table[rest])  # type: ignore[return-value]
    return None


def _without_prefix(verb: str) -> list[tuple[str, str]]:
    table = _irregular()
    cuts = [(prefix, verb[len(prefix) :]) for prefix in _PREFIXES if verb.startswith(prefix)]
    return [(prefix, rest) for prefix, rest in cuts if rest in table and len(rest) > 2]


def third_person(verb: str) -> str:
    """Return the third person singular present of a verb: *goes*, *carries*, *quizzes*.

    >>> third_person("veto"), third_person("panic"), third_person("soliloquy")
    ('vetoes', 'panics', 'soliloquies')
    """
    if verb == "have":
        return "has"
    if re.search(r"(?:^|[^aeiou])[aeiou]z$", verb.replace("qu", "q")):
        return verb + "zes"
    if verb.endswith(("s", "x", "z", "sh")) or (
        verb.endswith("ch") and not verb.endswith(("stomach", "loch"))
    ):
        return verb + "es"
    if is_consonant_y(verb):
        return verb[:-1] + "ies"
    if re.search(r"[^aeiou]o$", verb):
        plain, with_e = verb + "s", verb + "es"
        listed = dictionary_forms(verb, "VERB").get("VBZ", ())
        return plain if plain in listed and with_e not in listed else with_e
    return verb + "s"


def _regular_past(verb: str, variety: Variety) -> str:
    if verb.endswith("e"):
        return verb + "d"
    if is_consonant_y(verb):
        return verb[:-1] + "ied"
    return _add_ending(verb, "ed", variety)


def _add_ending(verb: str, ending: Literal["ed", "ing"], variety: Variety) -> str:
    if ending == "ing" and verb.endswith("ie"):
        return verb[:-2] + "ying"
    if ending == "ing" and verb.endswith("e") and len(verb) > 2 and not verb.endswith(("ee", "oe", "ye")):
        return verb + "ing" if verb in _KEEPS_E else verb[:-1] + "ing"
    if _C_PLUS_K.search(verb):
        return verb + "k" + ending
    if _doubles(verb, variety):
        return verb + verb[-1] + ending
    return verb + ending


def _doubles(verb: str, variety: Variety) -> bool:
    last = verb.rpartition("-")[2]
    if variety == "uk" and re.search(r"(?:[dfr]uel|dial)$", last):
        return True
    if not ends_in_short_syllable(last) or last in _NEVER_DOUBLED:
        return False
    if last in word_class("doubled verbs") or count_syllables(last) == 1:
        return True
    if last.endswith("k"):
        # *trek* doubles, *kayak* and *anorak* do not, whatever the dictionary lists.
        return False
    if last.endswith("l"):
        return variety == "uk"
    listed = dictionary_forms(last, "VERB").get("VBG", ())
    if not listed:
        return any(count_syllables(rest) == 1 for _, rest in _without_prefix(last))
    return last + last[-1] + "ing" in listed and last + "ing" not in listed


# Phrases

_CONJUNCTIONS = frozenset(("and", "or", "but", "nor", "then"))


def find_verb_heads(phrase: str) -> tuple[int, ...]:
    """Return the positions of the words of a phrase that take the verb's ending.

    The first verb always does; a verb after *and* or *or* does when it plainly stands beside the first
    (*huff and puff*, *give up and leave*, *tease someone or annoy them*). Where a noun may be meant
    (*take the money and run*, *know the bread and butter*) the phrase is refused: pass `heads`.

    >>> find_verb_heads("slowly give up and leave")
    (1, 4)
    """
    words = [match.group() if (match := WORD.search(part)) else "" for part in phrase.split()]
    if not any(words):
        raise LanguageError(f"{phrase!r} holds no word. Give a verb or a phrase that begins with one.")
    lower = [word.lower() for word in words]
    first = _first_verb(lower, 0)
    if first is None:
        raise LanguageError(
            f"No verb was found at the beginning of {phrase!r}. Begin with the base form, as in 'give up'."
        )
    heads = [first]
    beside = lower[first + 1 : first + 2]
    if lower[first] in _MODALS or (
        lower[first] in ("be", "cannot") and beside != ["or"] and beside != ["and"]
    ):
        return tuple(heads)
    parts = phrase.split()
    for position in range(first, len(lower)):
        comma = parts[position].endswith(",")
        if lower[position] not in _CONJUNCTIONS and not comma:
            continue
        candidate = _first_verb(lower, position + 1)
        if candidate is None or candidate in heads or not _is_base_form(lower[candidate]):
            continue
        verdict = _stands_beside(lower, heads[-1] + 1, position + comma, candidate)
        if verdict is None:
            raise LanguageError(
                f"In {phrase!r} nobody can tell whether {words[candidate]!r} is a verb beside the first one. "
                "Say which words are with `heads`, or parse the phrase."
            )
        if verdict:
            heads.append(candidate)
    return tuple(heads)


def _first_verb(lower: Sequence[str], start: int) -> int | None:
    for position in range(start, len(lower)):
        word = lower[position]
        if not word:
            return None
        if position > start and word in ("but", "and", "or") and lower[position - 1].endswith("ly"):
            continue
        following = lower[position + 1] if position + 1 < len(lower) else ""
        if (word, following) == ("no", "longer") or (word == "longer" and lower[position - 1] == "no"):
            continue
        if word == "like" and following in word_class("object pronouns"):
            return position
        adverb = word in word_class("leading adverbs") or (word.endswith("ly") and not is_known(word, "VERB"))
        if not adverb or (word == "still" and position + 1 == len(lower)):
            return position if _may_be_verb(word, position == start and start == 0) else None
    return None


def _may_be_verb(word: str, leading: bool) -> bool:
    if (
        word in word_class("determiners")
        or word in word_class("prepositions")
        or word in word_class("object pronouns")
    ):
        return False
    # An unknown word at the beginning is taken on trust (*ghostbust*); after *and* it is not.
    return leading or is_verb(word.rpartition("-")[2])


def _is_base_form(word: str) -> bool:
    if word not in _irregular() and word in _irregular_forms():
        return False
    return is_verb(word)


def _stands_beside(lower: Sequence[str], start: int, end: int, candidate: int) -> bool | None:
    """Say whether `candidate` is a verb beside the one before `start`; None where nobody can tell."""
    between = lower[start:end]
    for position, word in enumerate(between[:-1]):
        # *refuse to help or support*, *say that you leave and take …*: the nearer verb may be meant.
        following = between[position + 1]
        if word == "to" and is_verb(following) and following not in word_class("object pronouns"):
            return None
        if word in ("that", "when", "if", "because", "why", "what") and following in (
            "you",
            "they",
            "we",
            "i",
        ):
            return None
    rest = [
        word
        for word in between
        if word not in word_class("particles") and word not in word_class("object pronouns")
    ]
    word = lower[candidate]
    if not rest or not any(is_known(word, part) for part in ("NOUN", "ADJ", "ADV")):
        return True
    following = lower[candidate + 1] if candidate + 1 < len(lower) else ""
    led = lower[candidate - 1] in ("to", "not", "never", "then")
    if led or following in word_class("determiners") or following in word_class("object pronouns"):
        return True
    if any(word in word_class("determiners") for word in rest) or len(rest) > 1:
        return None
    # *work day and night*, *eat bread and butter*, *search high and low*: a bare word joined to its like.
    return False


def _inflect_phrase(
    phrase: str, tag: str, subject: Agreement | None, variety: Variety, heads: tuple[int, ...] | None
) -> str:
    parts = phrase.split()
    if heads is None:
        # "don't care" and "do not care" as a definition are the negation of "care".
        phrase = re.sub(r"^(?:do not|don['’]t) ", "not ", phrase)
        parts = phrase.split()
        heads = find_verb_heads(phrase)
    for head in heads:
        if not 0 <= head < len(parts):
            raise LanguageError(f"{phrase!r} has no word number {head}. Count from 0 over its words.")
    lower = [part.lower() for part in parts]
    drop = {position for head in heads if (position := _infinitive_to(lower, head)) is not None}
    finite = tag in ("VBZ", "VBD", "VBP")
    out: list[str] = []
    for position, part in enumerate(parts):
        if position in drop:
            continue
        if position not in heads:
            out.append(part)
            continue
        match = WORD.search(part)
        if match is None:
            raise LanguageError(f"{part!r} in {phrase!r} is not a word. Give the positions of its verbs.")
        word = match.group()
        if finite and out and out[-1].lower() == "not":
            out.pop()
            auxiliary, base = _negate_word(word, tag, subject)
            form = f"{auxiliary} not {base}".rstrip()
        elif word.lower() == "used" and lower[position + 1 : position + 2] == ["to"]:
            if tag != "VBD":
                raise LanguageError(f"'used to' has only a past. {phrase!r} cannot take the form {tag}.")
            form = word
        else:
            sense = _lie_sense(lower, position, heads) if word.lower() == "lie" else None
            form = _inflect_word(word, tag, subject, variety, sense)
        out.append(part[: match.start()] + form + part[match.end() :])
    return " ".join(out)


def _infinitive_to(lower: Sequence[str], head: int) -> int | None:
    """Return the position of the *to* of an infinitive, adverbs between or not (*to quietly leave*)."""
    for position in range(head - 1, -1, -1):
        word = lower[position]
        if word == "to":
            return position
        adverb = word.endswith("ly") or word in word_class("leading adverbs")
        if not adverb and word not in ("no", "longer", "but", "and"):
            return None
    return None


def _lie_sense(lower: Sequence[str], head: int, heads: Sequence[int]) -> str | None:
    """Return which *lie* a phrase means; one without a place to lie in can only be an untruth."""
    if any(lower[other].strip(",") in _LIE_WITH for other in heads):
        return "deceive"
    rest = [word.strip(".,;") for word in lower[head + 1 :]]
    while (rest and rest[0].endswith("ly")) or rest[:1] in (["quite"], ["very"], ["so"]):
        if rest[0] in _LIE_STILL:
            return "recline"
        rest = rest[1:]
    if not rest or rest[0] in _LIE_DECEIVE or rest[0] in _CONJUNCTIONS or rest[0] == "again":
        return "deceive"
    if rest[0] in word_class("particles") or rest[0] in word_class("prepositions"):
        return "deceive" if _LIE_DECEIVE_IN & set(rest[1:]) else "recline"
    if rest[0] in ("low", "still", "flat", "awake", "dormant", "idle", "ahead", "there", "here"):
        return "recline"
    return "recline" if is_known(rest[0], "ADJ") else None


def _negate_word(word: str, tag: str, subject: Agreement | None) -> tuple[str, str]:
    lower = word.lower()
    if lower == "be" or lower in _MODALS:
        return _inflect_word(lower, tag, subject, "us", None), ""
    return {"VBD": "did", "VBZ": "does", "VBP": "do"}[tag], lower


# Groups of auxiliaries and verb

_NEGATIVE = {"can": "can't", "will": "won't", "shall": "shan't", "am": "am not", "may": "may not"}


def negate_auxiliary(auxiliary: str, *, contracted: bool = False) -> str:
    """Return an auxiliary with its negation: *cannot*, *does not*, *won't*.

    *am* and *may* have no contracted negation in today's English, and stay *am not*, *may not*.

    >>> negate_auxiliary("can"), negate_auxiliary("will", contracted=True)
    ('cannot', "won't")
    """
    lower = auxiliary.lower()
    if lower not in word_class("finite auxiliaries"):
        raise LanguageError(f"{auxiliary!r} is not an auxiliary. Other verbs are negated with 'do'.")
    if contracted:
        return copy_capitals(auxiliary, _NEGATIVE.get(lower, lower + "n't"))
    return auxiliary + "not" if lower == "can" else auxiliary + " not"


def verb_group(
    verb: str,
    subject: Agreement,
    *,
    tense: Tense = "present",
    modal: str | None = None,
    perfect: bool = False,
    progressive: bool = False,
    passive: bool = False,
    negated: bool = False,
    contracted: bool = False,
    question: bool = False,
    variety: Variety = "us",
    heads: Sequence[int] | None = None,
) -> list[str]:
    """Return the auxiliaries and the verb of a finite clause, the finite one first.

    *do* is brought in where a negation or a question needs it. For a question, put the subject after
    the first element. The last element may be a whole phrase.

    >>> from nonliteral.english.agreement import SHE
    >>> verb_group("see the film", SHE, tense="past", negated=True)
    ['did', 'not', 'see the film']
    >>> verb_group("see", SHE, modal="might", perfect=True, passive=True)
    ['might', 'have', 'been', 'seen']
    >>> verb_group("be glad", SHE, tense="past", question=True)
    ['was', 'glad']
    """
    auxiliaries: list[str] = []
    if perfect:
        auxiliaries.append("have")
    if progressive:
        auxiliaries.append("be")
    if passive:
        auxiliaries.append("be")
    forms = ["VBN" if name == "have" else "VBG" for name in auxiliaries]
    if passive:
        forms[-1] = "VBN"
    words: list[str] = []
    form: str = finite_tag(tense, subject)
    if modal is not None:
        if not is_modal(modal):
            raise LanguageError(f"{modal!r} is not a modal. Known: {', '.join(sorted(_MODALS))}.")
        words.append(_inflect_modal(modal.lower(), "VBD" if tense == "past" else "VBP"))
        if modal.lower() == "ought":
            words.append("to")
        form = "VB"
    for name, following in zip(auxiliaries, forms, strict=True):
        words.append(inflect_verb(name, form, subject=subject))
        form = following
    if words:
        words.append(inflect_verb(verb, form, subject=subject, variety=variety, heads=heads))
    else:
        words = _simple_group(verb, form, subject, negated or question, variety, heads)
    if negated:
        if contracted:
            words[0:1] = negate_auxiliary(words[0], contracted=True).split()
        elif words[0] == "can":
            words[0] = "cannot"
        else:
            words.insert(1, "not")
    return words


def _simple_group(
    verb: str,
    form: str,
    subject: Agreement,
    needs_auxiliary: bool,
    variety: Variety,
    heads: Sequence[int] | None,
) -> list[str]:
    first, _, rest = verb.partition(" ")
    if first.lower() == "be" or is_modal(first):
        finite = inflect_verb(first, form, subject=subject)
        return [finite, rest] if rest else [finite]
    if needs_auxiliary:
        auxiliary = inflect_verb("do", form, subject=subject)
        return [auxiliary, inflect_verb(verb, "VB", variety=variety, heads=heads)]
    return [inflect_verb(verb, form, subject=subject, variety=variety, heads=heads)]
