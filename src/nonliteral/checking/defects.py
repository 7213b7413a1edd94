"""Defects of single sentences and single pairs: one small function each, listed in `TEXT_CHECKS` and
`PAIR_CHECKS`. Each looks for one fault that published sets really have, and stays silent where good
English could have the same form. `docs/check.md` describes them for readers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from nonliteral.checking.changes import find_change, split_words
from nonliteral.checking.findings import Fault, PairCheck, TextCheck
from nonliteral.checking.spelling import find_misspellings, is_common
from nonliteral.checking.wordsets import word_set
from nonliteral.records import Pair

# --- one sentence ---------------------------------------------------------------------------------

_MOJIBAKE = re.compile(
    r"Ã[\x80-\xbf‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œž©¨ªº¡]|â€[\x80-\xbf™œžš“”˜¦¢]?|Â[£§©®°±·»«¡¿]|ï»¿|ï¿½|í[€‰]"
)
_ENTITY = re.compile(r"&(?:amp|lt|gt|quot|apos|nbsp|#\d{2,5}|#x[0-9a-fA-F]{2,4});")
_ESCAPE = re.compile(r"\\u[0-9a-fA-F]{4}|\\[ntr](?![a-z])|\\x[0-9a-fA-F]{2}")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff\u200b\u2028\u2029]")


def find_encoding_damage(text: str) -> Iterator[Fault]:
    """Replacement characters, mojibake, control characters, HTML entities and written-out escapes."""
    if text.isascii() and "&" not in text and "\\" not in text and text.isprintable():
        return
    if "\ufffd" in text:
        yield Fault("a replacement character (\ufffd) where a letter was lost")
    for pattern, what in ((_MOJIBAKE, "mojibake"), (_ENTITY, "an HTML entity"), (_ESCAPE, "an escape")):
        match = pattern.search(text)
        if match:
            yield Fault(f"{what}: {match.group()!r}")
    match = _CONTROL.search(text)
    if match:
        yield Fault(f"a control character: {match.group()!r}")
    if "\n" in text or "\t" in text or "\r" in text:
        yield Fault("a line break or tab inside the sentence")


_OLD_AN = re.compile(r"an (?:habit|hallucin|hered|heroi|hilari|histor|horrif|hotel|hyster)", re.IGNORECASE)


def find_wrong_articles(text: str) -> Iterator[Fault]:
    """*a* before a vowel sound, *an* before a consonant, in British and American speech alike."""
    from nonliteral.english.articles import find_article_slips

    slips = find_article_slips(text, variety="us")
    if not slips:
        return
    british = {slip.span for slip in find_article_slips(text, variety="uk")}
    for slip in slips:
        start, end = slip.span
        following = text[end:].split(maxsplit=1)[0].rstrip(",.;:!?") if text[end:].strip() else ""
        # A word shouted in capitals is no abbreviation, and *an historian* is old, not wrong.
        head = following.split("-")[0]
        shouted = head.isupper() and len(head) > 3 and is_common(head.lower())
        if slip.span in british and not shouted and not _OLD_AN.match(text[start:end] + " " + following):
            yield Fault(f"{text[start:end]} {following}".rstrip())


_PLACEHOLDER_MARK = re.compile(
    r"\[[A-Z]{3,}\d*\]|\{\w*\}|<(?:mask|slot|unk|name|idiom|word|person|blank|[A-Z]+)>|_{3,}|\$\{\w+\}"
    r"|\b(?:s\.o\.|s\.th\.|sb\.|sth\b\.?|smth\b)|\b(?:TODO|FIXME|XXX+|TBD)\b"
)


def find_placeholder_marks(text: str) -> Iterator[Fault]:
    """Slots of a template or a dictionary that nobody filled: [NAME], {x}, sth."""
    for match in _PLACEHOLDER_MARK.finditer(text):
        yield Fault(match.group())


def find_misspelt_words(text: str) -> Iterator[Fault]:
    """Words in no list, British or American, and one letter from a common word."""
    for word, meant, sure in find_misspellings(text):
        yield Fault(f"{word} for {meant}", sure)


_DID_USED_TO = re.compile(
    r"\b(?:did(?:n['’]t| not)? used to|didnt used to)\b|\bdid (?:\w+ ){1,3}used to\b", re.I
)


def find_did_used_to(text: str) -> Iterator[Fault]:
    """*didn't used to* for *didn't use to*."""
    for match in _DID_USED_TO.finditer(text):
        yield Fault(match.group())


_DOUBLED = re.compile(r"(?<![\w'’-])([A-Za-z]+) ([A-Za-z]+)(?![\w'’-])")


def find_doubled_words(text: str) -> Iterator[Fault]:
    """The same word twice in a row; *had had* and *very very* are English."""
    position = 0
    while match := _DOUBLED.search(text, position):
        position = match.start(2)
        first, second = match[1], match[2]
        if first.lower() != second.lower() or first.lower() in word_set("may_double"):
            continue
        if first[0].isupper() and second[0].isupper():
            continue  # a name: Duran Duran
        sure = first.lower() in word_set("never_double") and first == second
        yield Fault(match.group(), sure)


_FACES = re.compile(r"[:;=8xX][-^o']?[()\[\]DPp]|[()\[\]][-^o']?[:;=8]|<3|\(:|\b[a-zA-Z0-9]{1,2}\)")
_PAIRS = (("(", ")"), ("[", "]"), ("“", "”"), ("«", "»"))


def find_unbalanced(text: str) -> Iterator[Fault]:
    """A quotation mark or bracket that is opened and never closed, or closed and never opened."""
    if text.count('"') % 2 and re.sub(r'\d"', "", text).count('"') % 2:
        yield Fault('one " without its partner')
    faceless = None
    for left, right in _PAIRS:
        if text.count(left) == text.count(right):
            continue
        if faceless is None:
            faceless = _FACES.sub("", text)
        if faceless.count(left) != faceless.count(right):
            missing = right if faceless.count(left) > faceless.count(right) else left
            yield Fault(f"{missing} is missing")


_SPACE_BEFORE = re.compile(
    r"\w[\"'”’)]? +([,.;:!?])(?![\w.]|[-^]?[()DPp])| ['’](?:s|re|ve|ll|d|m)\b| n['’]t\b"
)


def find_odd_spaces(text: str) -> Iterator[Fault]:
    """A blank before a comma or full stop, two blanks in a row: text that was cut into tokens."""
    match = _SPACE_BEFORE.search(text)
    if match:
        yield Fault(f"a blank before {match.group().split()[-1]}")
    if "  " in text:
        yield Fault("two blanks in a row")


_LONE_I = re.compile(r"(?<![\w.'’&/()-])i(?:['’](?:m|ve|d|ll))?(?![\w.'’&/()-])")


def find_lower_case_i(text: str) -> Iterator[Fault]:
    """The pronoun *I* in lower case."""
    match = _LONE_I.search(text)
    if match:
        yield Fault(f"{match.group()} for {match.group().upper()[0]}{match.group()[1:]}")


_ENDS = tuple(".!?…\"'”’)]»")


def has_final_mark(text: str) -> bool:
    """Return whether a sentence ends as sentences do."""
    return text.endswith(_ENDS)


def find_missing_end(text: str) -> Iterator[Fault]:
    """A sentence without a mark at its end."""
    if not has_final_mark(text) and (text[-1].isalnum() or text[-1] in ",;:-—–"):
        yield Fault(f"ends in {split_words(text)[-1]!r}")


_MODAL = (
    r"(?:would|could|should|might|must|will|can|may|shall|won['’]t|can['’]t|cannot"
    r"|(?:would|could|should|might|must)n['’]t)"
)
_ADVERB = r"(?:not|never|also|always|just|even|still|ever|probably|really|soon|\w{3,}ly) "
_AFTER_MODAL = re.compile(rf"(?:(?<=\s)|^)(?:([\w'’]+[,;]?) )?({_MODAL}) ((?:{_ADVERB})*)([a-z]+)\b(?!['’-])")
_AFTER_DO = re.compile(rf"\b((?:did|do|does)(?:n['’]t| not)) ((?:{_ADVERB})*)([a-z]+)\b(?!['’-])")
_MISMADE = re.compile(r"\b(?:caned|musted|shoulded|woulded|mighted|cans) (?:not|be|have)\b")


def find_wrong_verb_forms(text: str) -> Iterator[Fault]:
    """An inflected verb after a modal or *didn't*: *would being*, *could went*, *doesn't goes*."""
    for match in _MISMADE.finditer(text):
        yield Fault(match.group())
    for match in _AFTER_MODAL.finditer(text):
        ahead, modal, between, word = match.groups()
        # Without a subject ahead it is a question (*Would being late hurt?*) or the noun *will* or *can*.
        if (
            ahead is None
            or ahead[-1] in ",;"
            or ahead.lower() in word_set("before_noun")
            or ahead.endswith(("'s", "’s"))
        ):
            continue
        if _is_inflected_verb(word):
            yield Fault(f"{modal} {between}{word}")
    for match in _AFTER_DO.finditer(text):
        if match[3] not in ("used", "being") and _is_inflected_verb(match[3]):
            yield Fault(match.group())


def _is_inflected_verb(word: str) -> bool:
    """Return whether a word is a past, -s or -ing form of a verb and cannot be anything else there."""
    if word in ("being", "having", "doing", "was", "were", "is", "went", "did", "has"):
        return True
    if not word.endswith(("ed", "ing", "s")) and word not in word_set("irregular_pasts"):
        return False
    if word in word_set("base_in_ing") or word in word_set("not_verbs"):
        return False
    from nonliteral.english.dictionary import dictionary_lemmas

    lemmas = dictionary_lemmas(word, "VERB")
    if not lemmas or word in lemmas:
        return False
    if word.endswith("ing"):
        return True
    return word not in dictionary_lemmas(word, "NOUN") and word not in dictionary_lemmas(word, "ADJ")


# --- a hypothesis against its premise ---------------------------------------------------------------

_OPENING = re.compile(r"^[\W_]+")


def first_letter(text: str) -> str:
    """Return a text from its first letter on, past quotation marks and dashes; empty where a figure leads."""
    stripped = _OPENING.sub("", text)
    return stripped if stripped[:1].isalpha() else ""


def find_lost_capital(pair: Pair) -> Iterator[Fault]:
    """A hypothesis that starts in lower case where its premise starts in upper case."""
    premise, hypothesis = first_letter(pair.premise), first_letter(pair.hypothesis)
    if not premise[:1].isupper() or not hypothesis[:1].islower() or hypothesis[1:2].isupper():
        return
    if pair.premise[0] in "@#" or pair.hypothesis[0] in "@#":
        return
    yield Fault(f"{premise.split()[0]} → {hypothesis.split()[0]}")


def find_lower_case_start(pair: Pair) -> Iterator[Fault]:
    """A pair that starts in lower case on both sides, or a premise that does."""
    for text in (pair.premise, pair.hypothesis):
        first = first_letter(text)
        if first[:1].islower() and not first[1:2].isupper():
            yield Fault(f"starts with {first.split()[0]!r}")
            return
        if first[:1].isupper():
            return


def find_stray_capital(pair: Pair) -> Iterator[Fault]:
    """A word that kept the capital of a sentence start, now inside the sentence (*Then The man left*)."""
    opening = split_words(pair.premise)[:2]
    if len(opening) < 2 or opening[0] not in word_set("function_words"):
        return
    words = split_words(pair.hypothesis)
    for (before, word), following in zip(pairwise(words), words[2:], strict=False):
        # The same word must follow as in the premise: *read The Times* is no moved sentence start.
        if before.islower() and (word, following) == opening and not following[0].isupper():
            yield Fault(f"{before} {word}")


def find_lost_name(pair: Pair) -> Iterator[Fault]:
    """A name that the premise writes with a capital inside a sentence and the hypothesis does not."""
    words = split_words(pair.premise)
    if pair.premise.istitle() or sum(word[0].isupper() for word in words) * 2 > len(words):
        return  # a headline
    inside = {
        word
        for before, word in pairwise(words)
        if word[0].isupper()
        and word[1:].islower()
        and len(word) > 2
        and before[-1].isalpha()
        and before.islower()
    }
    if not inside:
        return
    lower = {word for word in words if word.islower()}
    for word in split_words(pair.hypothesis):
        name = word[:1].upper() + word[1:]
        if word.islower() and name in inside and word not in lower:
            # *star* and *bill* are words too: a person has to say which was meant.
            yield Fault(f"{name} → {word}", not is_common(word))


_SUBSTITUTIONS = frozenset(
    {
        "adversarial-definition",
        "antonym",
        "construction-replacement",
        "figurative-definition",
        "literal-definition",
    }
)


def find_open_slots(pair: Pair) -> Iterator[Fault]:
    """*one's*, *oneself*, *someone* or *something* of a dictionary where the premise has its own word."""
    lower = pair.hypothesis.lower().replace("’", "'")
    if not any(slot in lower for slot in ("one's", "oneself", "someone", "somebody", "something")):
        return
    change = find_change(pair.premise, pair.hypothesis)
    premise = {word.lower().replace("’", "'") for word in split_words(pair.premise)}
    hypothesis = [word.lower().replace("’", "'") for word in split_words(pair.hypothesis)]
    new = {word.lower().replace("’", "'") for word in change.new}
    old = {word.lower().replace("’", "'") for word in change.old}
    replaced = change.is_local or pair.method in _SUBSTITUTIONS
    for slot in ("one's", "oneself"):
        if slot in new and slot not in premise and replaced:
            antecedent = "one" in hypothesis or "one" in premise
            yield Fault(slot, not antecedent)
    people = bool(old & word_set("people") - new) or any(
        word[0].isupper() or word.endswith("'s") for word in change.old[1:] if word.lower() not in new
    )
    for slot in ("someone", "someone's", "somebody", "somebody's"):
        if slot in new and slot not in premise and replaced and pair.method != "paradigm" and people:
            yield Fault(f"{slot} for {' '.join(change.old)!r}", pair.method in _SUBSTITUTIONS)
    if (
        "something" in new
        and "something" not in premise
        and pair.method in _SUBSTITUTIONS
        and old & word_set("things") - new
    ):
        yield Fault(f"something for {' '.join(change.old)!r}", False)


_PLAIN = re.compile(r"\W+")


def find_identical(pair: Pair) -> Iterator[Fault]:
    """Premise and hypothesis that are the same but for case and punctuation."""
    if pair.premise == pair.hypothesis:
        yield Fault(f"the same sentence twice, labelled {pair.label}", pair.label != "entailment")
    elif len(pair.premise) - len(pair.hypothesis) in range(-6, 7) and _bare(pair.premise) == _bare(
        pair.hypothesis
    ):
        yield Fault(
            f"the same but for case or punctuation, labelled {pair.label}", pair.label != "entailment"
        )


def _bare(text: str) -> str:
    return _PLAIN.sub("", text.lower())


def find_long_hypothesis(pair: Pair) -> Iterator[Fault]:
    """A hypothesis far longer than its premise, which can hardly follow from it."""
    premise, hypothesis = pair.premise.count(" ") + 1, pair.hypothesis.count(" ") + 1
    if hypothesis > 3 * premise + 5:
        yield Fault(f"{hypothesis} words against {premise}")


_HELPERS = re.compile(
    r"(?:am|is|are|was|were|be|been|being|have|has|had|having|(?:is|are|was|were|has|have|had)n['’]t"
    r"|(?:he|she|it|who|that|there)['’]s|(?:you|we|they)['’](?:re|ve)|i['’](?:m|ve)|he|she|it)$"
)


def find_lost_inflection(pair: Pair) -> Iterator[Fault]:
    """A replaced verb whose replacement misses its form, or whose second verb was left bare."""
    change = find_change(pair.premise, pair.hypothesis)
    if not change.is_local or not change.old or not change.new:
        return
    old, new = change.old[0].lower(), change.new[0].lower()
    if old == new or not old.isalpha() or not new.isalpha():
        return
    from nonliteral.english.dictionary import dictionary_lemmas

    if _is_base(new):
        if not dictionary_lemmas(old, "VERB") or _is_base(old) or _is_own_past(new):
            return
        told = f"{change.before} {old} → {change.before} {new}".strip()
        gerund = old.endswith("ing")
        if _HELPERS.match(change.before):
            # *is calm* is fine, *is behave* is not; after *he* an adjective cannot follow either.
            if change.before in ("he", "she", "it") or not dictionary_lemmas(new, "ADJ"):
                yield Fault(told)
        elif gerund and change.before in word_set("takes_ing"):
            yield Fault(told, not dictionary_lemmas(new, "NOUN") and not dictionary_lemmas(new, "ADJ"))
        elif (
            pair.method in _SUBSTITUTIONS
            and change.before.isalpha()
            and change.before not in word_set("no_clause")
            and not dictionary_lemmas(new, "ADV")
        ):
            noun = bool(dictionary_lemmas(old, "NOUN") and dictionary_lemmas(new, "NOUN"))
            adjective = bool(dictionary_lemmas(new, "ADJ"))
            if not (adjective and change.before in word_set("linking_verbs")):
                yield Fault(told, not noun and not adjective)
    elif dictionary_lemmas(new, "VERB"):
        words = [word.lower() for word in change.new]
        for i, word in enumerate(words[:-1]):
            if i < 2 or word not in ("and", "or"):
                continue
            rest = words[i + 1 :]
            negated = rest[0] in ("not", "never") and len(rest) > 1
            second = rest[1] if negated else rest[0]
            if second == "be" or (negated and _is_base(second)):
                yield Fault(f"{new} … {word} {'not ' if negated else ''}{second}")


def _is_base(word: str) -> bool:
    from nonliteral.english.dictionary import dictionary_lemmas

    return word in dictionary_lemmas(word, "VERB")


def _is_own_past(word: str) -> bool:
    """Return whether a base form is a past form too: *hit*, *let*, *upset*; *fell* and *found* of others."""
    from nonliteral.english.dictionary import dictionary_forms

    forms = dictionary_forms(word, "VERB")
    if word in forms.get("VBD", ()) or word in forms.get("VBN", ()):
        return True
    return word in word_set("pasts_like_bases")


TEXT_CHECKS: tuple[TextCheck, ...] = (
    TextCheck(
        name="encoding", about="characters damaged on the way", severity="error", look=find_encoding_damage
    ),
    TextCheck(name="article", about="a for an, or an for a", severity="error", look=find_wrong_articles),
    TextCheck(
        name="placeholder", about="a slot that nobody filled", severity="error", look=find_placeholder_marks
    ),
    TextCheck(name="misspelling", about="a word in no word list", severity="error", look=find_misspelt_words),
    TextCheck(name="used-to", about="didn't used to", severity="error", look=find_did_used_to),
    TextCheck(
        name="doubled-word", about="the same word twice in a row", severity="error", look=find_doubled_words
    ),
    TextCheck(
        name="verb-form",
        about="a verb in a form that its place does not take",
        severity="error",
        look=find_wrong_verb_forms,
    ),
    TextCheck(
        name="unbalanced",
        about="a quotation mark or bracket without its partner",
        severity="error",
        look=find_unbalanced,
    ),
    TextCheck(name="spacing", about="a blank where none belongs", severity="warning", look=find_odd_spaces),
    TextCheck(
        name="lower-case-i", about="the pronoun I in lower case", severity="warning", look=find_lower_case_i
    ),
    TextCheck(
        name="final-mark",
        about="a sentence without a mark at its end",
        severity="warning",
        look=find_missing_end,
    ),
)

PAIR_CHECKS: tuple[PairCheck, ...] = (
    PairCheck(
        name="case",
        about="the hypothesis starts in lower case, the premise in upper case",
        severity="error",
        look=find_lost_capital,
    ),
    PairCheck(
        name="lower-case-start",
        about="the premise, or both sentences, start in lower case",
        severity="warning",
        look=find_lower_case_start,
    ),
    PairCheck(
        name="stray-capital",
        about="the capital of a sentence start inside the hypothesis",
        severity="error",
        look=find_stray_capital,
    ),
    PairCheck(name="lost-name", about="a name that lost its capital", severity="error", look=find_lost_name),
    PairCheck(
        name="placeholder",
        about="a slot that nobody filled",
        severity="error",
        look=find_open_slots,
    ),
    PairCheck(
        name="verb-form",
        about="a verb in a form that its place does not take",
        severity="error",
        look=find_lost_inflection,
    ),
    PairCheck(
        name="identical",
        about="premise and hypothesis are the same",
        severity="error",
        look=find_identical,
    ),
    PairCheck(
        name="length",
        about="the hypothesis is far longer than the premise",
        severity="warning",
        look=find_long_hypothesis,
    ),
)
