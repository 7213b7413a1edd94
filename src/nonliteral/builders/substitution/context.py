"""Does the place fit? The filters of the paper and of ours, on the parse of the source sentence.

The expression has to be the kind of phrase that its definition is, and must neither begin nor end
inside another phrase. Literal uses are held to more: a whole constituent, and a place where the
definition makes sense, so that what does not follow is not nonsense either.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

import msgspec

from nonliteral.builders.substitution.classes import own_class
from nonliteral.builders.substitution.definitions import Phrase, bare, is_attributive
from nonliteral.builders.substitution.forms import possible_tags
from nonliteral.builders.substitution.matching import Match
from nonliteral.builders.substitution.refusals import Refusal
from nonliteral.english.dictionary import dictionary_lemmas, is_known
from nonliteral.english.nouns import is_plural
from nonliteral.english.parses import Parse
from nonliteral.english.polarity import reasons_against_upward
from nonliteral.english.pronouns import is_person_noun, subject_of
from nonliteral.english.tables import word_class
from nonliteral.english.verbs import is_verb

_FINITE_TAGS = ("VBD", "VBZ", "VBP", "VB")

Function = Literal["verbal", "nominal", "predicative", "adverbial", "attributive", "postnominal", "free"]

_NOMINAL = frozenset(
    ("nsubj", "nsubjpass", "dobj", "pobj", "attr", "appos", "dative", "oprd", "nmod", "csubj", "pcomp")
)
_MODIFIER = frozenset(
    ("prep", "advmod", "acomp", "npadvmod", "agent", "prt", "advcl", "amod", "pcomp", "dep", "mark")
)
_ACCEPTS: dict[Function, frozenset[str]] = {
    "verbal": frozenset(("verb",)),
    "nominal": frozenset(("noun",)),
    "predicative": frozenset(("adjective", "preposition", "noun")),
    "adverbial": frozenset(("adverb", "preposition")),
    "attributive": frozenset(("adjective", "noun")),
    "postnominal": frozenset(("preposition", "adjective")),
}


def function_of(parse: Parse, match: Match) -> Function:
    """Return what the expression does in its sentence; `free` where the parse does not tell."""
    top = parse.top(match.words)
    seen: set[int] = set()
    at = top
    while parse[at].dep == "conj" and at not in seen:
        seen.add(at)
        at = parse[at].head
    token = parse[at]
    head = parse[token.head]
    if parse[top].tag.startswith("VB") and parse[top].dep not in ("amod", "compound"):
        return "verbal"
    if token.dep in ("amod", "compound", "nummod", "nmod") and at < token.head and token.head > match.last:
        return "attributive"
    if token.dep in _NOMINAL and parse[top].pos in ("NOUN", "PROPN", "PRON", "NUM"):
        return "nominal"
    if token.head == at or token.dep not in _MODIFIER | _NOMINAL:
        return "free"
    if head.pos == "ADP" and token.head not in match.positions:
        return "nominal" if parse[top].pos in ("NOUN", "PROPN", "PRON") else "free"
    if head.pos in ("VERB", "AUX"):
        return "predicative" if _is_predicate(parse, at, match.last) else "adverbial"
    if head.pos in ("NOUN", "PROPN", "PRON"):
        return "postnominal" if at > token.head else "free"
    return "adverbial" if head.pos in ("ADJ", "ADV", "ADP", "SCONJ") else "free"


def _is_predicate(parse: Parse, at: int, last: int) -> bool:
    token = parse[at]
    head = token.head
    if token.dep in ("acomp", "attr", "oprd"):
        return True
    if parse[head].lemma not in own_class("copulas") or at < head:
        return False
    if parse.children(head, "prt", "ccomp"):
        # *turned up out of the blue*, *got this sorted once and for all*
        return False
    others = [i for i in parse.children(head, "acomp", "attr", "dobj", "xcomp", "oprd") if i != at]
    if last + 1 < len(parse) and parse[last + 1].tag in ("DT", "JJ", "PRP$", "NN", "NNS", "VBN", "VBG"):
        return False
    return not others and token.dep in ("prep", "advmod", "npadvmod", "pcomp", "prt", "dep", "amod")


def check_place(parse: Parse, match: Match, phrase: Phrase, *, literal: bool) -> None:
    """Raise `Refusal` unless the phrase may stand where the expression stands.

    A definition was written for figurative uses, so there only what plainly clashes is refused.
    """
    _check_part(parse, match, phrase, literal=literal)
    _check_end(parse, match, phrase, literal=literal)
    if literal:
        _check_form(parse, match)
        _check_constituent(parse, match)
        _check_selection(parse, match)


def _check_part(parse: Parse, match: Match, phrase: Phrase, *, literal: bool) -> None:
    """The paper's first filter: the expression begins as its definition does, here by what both can do."""
    part = match.expression.entry.part
    top = parse.top(match.words)
    if part == "verb":
        verb = find_verb(parse, match)
        if verb is None or phrase.category != "verb":
            raise Refusal("part of speech", parse[match.first].text)
        if parse[verb].dep in ("amod", "compound") and verb < parse[verb].head > match.last:
            raise Refusal("part of speech", parse[verb].text)
        return
    if part in ("clause", "sentence") or phrase.category == "clause":
        return
    function = function_of(parse, match)
    if function == "verbal":
        if literal and parse[top].tag in _FINITE_TAGS:
            raise Refusal("part of speech", parse[top].text)
        if part == "noun" and parse[top].tag in _FINITE_TAGS and _is_main_verb(parse, top):
            raise Refusal("part of speech", parse[top].text)
        return
    if function == "free":
        return
    if function == "attributive":
        if not is_attributive(phrase) and not (_leads_on(phrase) and not literal):
            raise Refusal("ends inside a phrase", parse[parse[top].head].text)
        return
    if phrase.category in _ACCEPTS[function] and not (
        function == "postnominal" and phrase.category == "adjective" and is_attributive(phrase) and literal
    ):
        return
    if literal or not _is_tolerable(parse, top, function, phrase):
        raise Refusal("function", f"{phrase.category} where {function}")


def _is_main_verb(parse: Parse, position: int) -> bool:
    return parse[position].dep in ("ROOT", "ccomp", "advcl", "relcl") and bool(
        parse.children(position, "nsubj", "aux")
    )


def _is_tolerable(parse: Parse, top: int, function: Function, phrase: Phrase) -> bool:
    """Say whether a mismatch may be the parser's: only an adverb in *-ly* has no other use than its own."""
    plain_adverb = phrase.category == "adverb" and bare(phrase.words[-1]).endswith("ly")
    if function == "predicative":
        # *is growing by leaps and bounds*: only linking verbs ask for an adjective.
        return not plain_adverb or parse[parse[top].head].lemma in own_class("half copulas")
    if function == "postnominal":
        return not plain_adverb or parse[top - 1].text == "," or _ends_predicate(parse, top)
    if function == "nominal" and phrase.category == "adjective" and parse[top].tag == "NNS":
        return False
    if function == "nominal":
        return phrase.category in ("adverb", "preposition") or parse[top].dep not in (
            "nsubj",
            "nsubjpass",
            "dobj",
        )
    return function == "adverbial"


def _ends_predicate(parse: Parse, position: int) -> bool:
    """Say whether what seems to hang on a noun may belong to the verb before it as well.

    *They investigate the crash around the clock*: parsers hang it on the crash.
    """
    at = parse[position].head
    while parse[at].dep in ("dobj", "pobj", "prep", "conj", "attr", "acomp") and parse[at].head < at:
        at = parse[at].head
        if parse[at].pos == "VERB" and parse[at].lemma != "be":
            return True
    return False


def part_here(parse: Parse, match: Match, definition: str) -> str | None:
    """Return another part of speech that an expression has in its sentence, None where there is none.

    Where the lexicon leaves the part of speech to be worked out, words alone may mislead: *threw in the
    towel* ends in a noun, *slap on the wrist* begins with what may be a verb.
    """
    part = match.expression.entry.part
    first = parse[match.first]
    top = parse[parse.top(match.words)]
    lead = bare(definition.split()[0])
    if part != "verb" and first.tag.startswith("VB") and first.dep not in ("amod", "compound"):
        return "verb"
    if part == "verb" and is_verb(lead) and not is_known(lead, "NOUN") and not is_known(lead, "ADJ"):
        return None
    if part != "noun" and top.pos in ("NOUN", "PROPN") and first.pos != "ADP":
        return "noun"
    if part in ("verb", "noun") and first.pos in ("ADP", "ADV"):
        return "adverb"
    return "adjective" if part in ("verb", "noun") and top.pos == "ADJ" else None


def as_part(match: Match, part: str) -> Match:
    """Return a match whose expression has another part of speech."""
    entry = msgspec.structs.replace(match.expression.entry, part=part)
    return msgspec.structs.replace(match, expression=msgspec.structs.replace(match.expression, entry=entry))


def find_verb(parse: Parse, match: Match) -> int | None:
    """Return the position of the expression's first verb, None where no word of it is one there."""
    for element, places in zip(match.elements, match.places, strict=True):
        if element.kind != "word" or not places:
            continue
        token = parse[places[0]]
        if token.tag.startswith("VB") or token.tag == "MD" or _is_mistagged(parse, places[0], element.text):
            return places[0]
        if token.lower not in own_class("negations") and token.pos not in ("ADV", "PART"):
            return None
    return None


def _is_mistagged(parse: Parse, position: int, base: str) -> bool:
    """Say whether a word tagged as a noun may well be the verb of an idiom: *the curate rubs them up*."""
    token = parse[position]
    if token.tag not in ("NN", "NNS", "JJ", "NNP"):
        return False
    lower = base.lower()
    verbs = [lower] if is_verb(lower) else dictionary_lemmas(lower, "VERB")
    if not any(possible_tags(token.text, verb) for verb in verbs):
        return False
    if position == 0:
        return True
    before = parse[position - 1]
    if before.lower in ("that", "which", "who", "to", "do", "does", "did", "not", "n't"):
        return True
    if before.tag == "JJ" and is_person_noun(before.text):
        # *Our librarian bends over backwards*: the subject was taken for an adjective too.
        return True
    if before.tag in ("DT", "PRP$", "POS", "JJ", "IN", "CD", "HYPH", "VBG", "VBN") or before.text == "-":
        return False
    return before.pos in ("NOUN", "PROPN", "PRON", "ADV", "PART", "AUX", "CCONJ", "PUNCT")


def verb_base(match: Match, verb: int) -> str | None:
    """Return the base form that the expression has for one of its words."""
    for element, places in zip(match.elements, match.places, strict=True):
        if verb in places:
            return element.text.lower() if is_verb(element.text.lower()) else None
    return None


def _check_end(parse: Parse, match: Match, phrase: Phrase, *, literal: bool) -> None:
    """The paper's second filter: the expression does not end inside another phrase, nor begin in one."""
    inside = set(match.positions) | set(match.inserted)
    last = match.last
    if match.order == "turned":
        return
    token = parse[last]
    closed = last + 1 < len(parse) and parse[last + 1].text in (",", ";", ":")
    if (
        token.head > last
        and token.dep in _BEFORE_NOUN
        and not (closed and match.expression.entry.part in ("adverb", "preposition"))
        and not _may_lead(parse, match, phrase, literal)
    ):
        raise Refusal("ends inside a phrase", parse[token.head].text)
    if last + 1 < len(parse) and parse[last + 1].tag == "POS" and phrase.category != "noun":
        raise Refusal("ends inside a phrase", parse[last + 1].text)
    following = [i for i in parse.children(last, "pobj", "pcomp") if i not in inside]
    # "knew all along what they did": a clause behind an adverb is the verb's.
    asked = last + 1 < len(parse) and parse[last + 1].tag in ("WP", "WRB", "WDT")
    ends_open = token.dep == "prep" and bool(following) and not asked
    base_open = bare(match.expression.entry.base.split()[-1]) in word_class("prepositions")
    if ends_open and not base_open:
        raise Refusal("ends inside a phrase", parse[following[0]].text)
    if phrase.category in ("verb", "adjective", "adverb", "preposition"):
        # "make a meal of that": what hangs on the last noun has nothing to hang on after it is gone.
        hanging = [
            i
            for i in parse.children(last, "prep")
            if i not in inside
            and parse[i].lower == "of"
            and i == last + 1
            and not (i + 1 < len(parse) and parse[i + 1].lower == "course")
        ]
        ends_in_noun = phrase.goal is not None and phrase.goal[1] == len(phrase.words)
        words = [bare(word) for word in phrase.words]
        takes_of = phrase.heads == (len(words) - 1,) and words[-1] in own_class("verbs with of")
        # "see the light of day": only some nouns go on with *of*, the truth is not one of them.
        takes_of = takes_of or (ends_in_noun and words[-1] in own_class("nouns with of"))
        if hanging and (literal or not takes_of) and words[-1] != "of":
            raise Refusal("ends inside a phrase", "of")
    if phrase.category == "verb" and not base_open:
        _check_to(parse, match, phrase)
    # A second noun joined to the last one ("the bucket and the mop") belongs to the phrase that is replaced.
    joined = [i for i in parse.children(last, "conj") if i not in inside]
    linked = last + 1 < len(parse) and parse[last + 1].lower in ("and", "or", "—", ",")
    if (
        joined
        and linked
        and not _begins_clause(parse, joined[0])
        and token.pos == "NOUN"
        and phrase.category not in ("noun", "preposition")
        and parse[joined[0]].pos in ("NOUN", "PROPN")
    ):
        raise Refusal("ends inside a phrase", parse[joined[0]].text)
    first = parse[match.first]
    if literal and first.dep in ("amod", "compound") and first.head not in inside:
        raise Refusal("begins inside a phrase", parse[first.head].text)


def _begins_clause(parse: Parse, noun: int) -> bool:
    """Say whether a noun behind *and* is rather the subject or verb of a clause that was parsed wrongly.

    *The ship caught fire and the crew were saved*; *bite the bullet and lace your boots*.
    """
    after = parse.subtree(noun)[-1] + 1
    if after < len(parse) and parse[after].tag in ("VBD", "VBZ", "VBP", "MD"):
        return True
    return noun + 1 < len(parse) and parse[noun + 1].tag in ("PRP$", "DT", "PRP")


def _check_to(parse: Parse, match: Match, phrase: Phrase) -> None:
    """Refuse *took no notice to the noise*: the idiom goes on with *to*, its definition does not."""
    after = match.last + 1
    if after >= len(parse) or parse[after].lower != "to" or parse[after].dep not in ("prep", "dative"):
        return
    if parse[after].head not in match.positions:
        return
    heads = {bare(phrase.words[head]) for head in phrase.heads}
    if not heads & own_class("verbs with to") and bare(phrase.words[-1]) not in own_class("words with to"):
        raise Refusal("ends inside a phrase", "to")


_BEFORE_NOUN = frozenset(("amod", "compound", "det", "poss", "nummod", "nmod", "quantmod", "case"))


def _leads_on(phrase: Phrase) -> bool:
    """Say whether a definition asks for the noun that follows: *each and every*, *a pool of*, *a shiny*."""
    end = bare(phrase.words[-1])
    if phrase.category == "verb":
        return end in word_class("determiners")
    return end in word_class("determiners") or end == "of" or (len(phrase.words) > 1 and is_known(end, "ADJ"))


def _may_lead(parse: Parse, match: Match, phrase: Phrase, literal: bool) -> bool:
    """Say whether an expression whose last word modifies the next may be replaced all the same."""
    token = parse[match.last]
    part = match.expression.entry.part
    if (
        part in ("adjective", "noun", "adverb")
        and token.dep in ("amod", "compound", "nmod")
        and is_attributive(phrase)
    ):
        return True
    if literal:
        return False
    if _leads_on(phrase):
        return True
    last = bare(match.expression.entry.base.split()[-1])
    if last in word_class("determiners") or (is_known(last, "ADJ") and not is_known(last, "NOUN")):
        return True
    hyphenated = "-" in parse.text[parse[match.first].idx : token.end]
    # "By the same token small waves carry …": parsers take a noun before a noun for its modifier.
    return (
        part in ("adverb", "preposition")
        and not hyphenated
        and parse[match.first].pos in ("ADP", "ADV", "SCONJ")
    )


def _check_form(parse: Parse, match: Match) -> None:
    """Literal uses: the words as they are in the idiom, with its determiners and numbers."""
    if match.variant not in ("base", "inflected"):
        inserted = " ".join(parse[i].text for i in match.inserted)
        raise Refusal("modifier without a place", inserted or match.variant)
    for element, places in zip(match.elements, match.places, strict=True):
        if element.kind != "word" or not places or parse[places[0]].pos != "NOUN":
            continue
        if (parse[places[0]].tag == "NNS") != is_plural(
            element.text
        ) and match.expression.entry.part != "noun":
            raise Refusal("number", parse[places[0]].text)


def _check_constituent(parse: Parse, match: Match) -> None:
    inside = set(match.positions) | set(match.inserted)
    top = parse.top(match.positions)
    outside = [
        i for i in match.positions if i != top and parse[i].head not in inside and parse[i].pos != "PUNCT"
    ]
    if outside:
        raise Refusal("not a whole constituent", parse[outside[0]].text)
    if not parse[top].tag.startswith("VB"):
        below = {i for i in parse.subtree(top) if parse[i].pos != "PUNCT"} - inside
        left = [i for i in below if match.first < i < match.last]
        if left:
            raise Refusal("not a whole constituent", parse[left[0]].text)
    # What follows and belongs to an inner word: "in the bag of sweets".
    for i in match.positions:
        for child in parse.children(i, "prep", "relcl", "acl", "compound", "appos"):
            if child not in inside and child > match.last and i != top:
                raise Refusal("not a whole constituent", parse[child].text)


def _check_selection(parse: Parse, match: Match) -> None:
    """Literal uses: definitions of idioms speak of people, so the subject has to be one."""
    top = parse.top(match.words)
    if match.expression.entry.part == "verb":
        verb = find_verb(parse, match)
        subject = None if verb is None else subject_of(parse, verb)
        if subject is None or not is_person(parse, subject):
            raise Refusal("selection", "" if subject is None else parse[subject].text)
        inside = set(match.positions)
        assert verb is not None
        after = match.last + 1
        if after < len(parse) and (
            parse[after].lower in own_class("places") or parse[after].tag in ("CD", "RP")
        ):
            # *drop the ball into the cup*: nobody makes a mistake into a cup.
            raise Refusal("selection", parse[after].text)
        for i in match.words:
            for child in parse.children(i, "dobj", "dative", "prt", "oprd", "acomp", "attr"):
                if child not in inside and child > match.last:
                    raise Refusal("selection", parse[child].text)
        return
    function = function_of(parse, match)
    if function == "predicative":
        subject = subject_of(parse, parse[top].head)
        if subject is None or not is_person(parse, subject):
            raise Refusal("selection", "" if subject is None else parse[subject].text)
        return
    if function == "nominal":
        verb = parse[top].head
        dep = parse[top].dep
        described = parse.children(top, "acl", "relcl")
        if described:
            raise Refusal("selection", parse[described[0]].text)
        if dep in ("dobj", "attr") and parse[verb].lemma in own_class("neutral verbs"):
            return
        raise Refusal("selection", parse[verb].text)
    if function == "adverbial":
        subject = subject_of(parse, parse[top].head)
        if subject is not None and is_person(parse, subject) and not parse.children(parse[top].head, "prt"):
            return
    raise Refusal("selection", parse[parse[top].head].text)


def is_person(parse: Parse, position: int) -> bool:
    """Say whether a noun phrase means a person, as far as its head tells."""
    token = parse[position]
    if token.lower in (
        "i",
        "you",
        "he",
        "she",
        "we",
        "they",
        "who",
        "someone",
        "somebody",
        "everyone",
        "everybody",
        "me",
        "him",
        "her",
        "us",
        "them",
    ):
        return True
    if token.pos == "PROPN":
        return True
    return token.pos == "NOUN" and (is_person_noun(token.lemma) or is_person_noun(token.text))


def polarity_reasons(parse: Parse, match: Match) -> list[str]:
    """Return the words that keep the place from being upward, none where something weaker follows."""
    inside = list(match.positions)
    return [reason.word for reason in reasons_against_upward(parse, inside)]


def _is_purpose(parse: Parse, position: int) -> bool:
    """Say whether an infinitive tells what for or what about, not that it is so."""
    if not any(parse[i].tag == "TO" for i in parse.children(position, "aux")):
        return False
    return parse[parse[position].head].lemma not in (
        "go",
        "have",
        "use",
        "begin",
        "start",
        "manage",
        "continue",
    )


_CLAUSES_BELOW = ("relcl", "acl")
_NEGATIVE_LEADS = frozenset(("no", "not", "nothing", "nobody", "never", "neither", "none"))


def check_asserted(parse: Parse, match: Match, text: str = "") -> None:
    """Raise `Refusal` unless the sentence says of definite people or things that it is so.

    Only then does its opposite clash with it: *some people kept the secret* and *some people revealed it*
    may both be true, and so may *she might keep it* and *she might reveal it*, *she caught two boys* and
    *she overlooked two boys*. `text` is the opposite: *there was no bad apple* denies what there was.
    """
    top = parse.top(match.words)
    chain = _within_clause(parse, [top, *parse.ancestors(top)])
    for at in chain:
        _check_weak(parse, match, at)
        if _is_purpose(parse, at):
            raise Refusal("not asserted", "to")
        if at != top and parse[at].pos == "VERB" and parse[at].lemma in own_class("open attitudes"):
            raise Refusal("not asserted", parse[at].text)
    _check_restrictive(parse, match, chain)
    if bare(text.split()[0]) not in _NEGATIVE_LEADS if text else True:
        _check_things(parse, match, chain)
    verb = next((i for i in chain if parse[i].pos in ("VERB", "AUX")), None)
    subject = None if verb is None else subject_of(parse, verb)
    if subject is None:
        # *Another festival bit the dust*: parsers take a verb for a noun, and leave it its subject.
        subject = next(iter(parse.children(top, "nsubj", "nsubjpass")), None)
    if subject is not None and is_indefinite(parse, subject):
        raise Refusal("not asserted", parse[subject].text)


def _within_clause(parse: Parse, chain: list[int]) -> list[int]:
    """Return a chain of heads up to where *and* joins a clause of its own: what comes before is apart."""
    for number, at in enumerate(chain):
        if parse[at].dep == "conj" and parse.children(at, "nsubj", "nsubjpass", "expl"):
            return chain[: number + 1]
    return chain


def _check_weak(parse: Parse, match: Match, at: int) -> None:
    """Refuse what is only possible, or one time of several: *might*, *one day*, *twice this year*."""
    weak = own_class("possibility") | own_class("weak quantity") | own_class("weak times")
    for child in parse.children(at, "aux", "advmod", "det", "npadvmod", "prep"):
        if child in match.positions:
            continue
        token = parse[child]
        if token.dep == "prep":
            if token.lower == "before" and not parse.children(child):
                raise Refusal("not asserted", token.text)
            continue
        if token.lower in weak or (token.lower == "before" and not parse.children(child)):
            raise Refusal("not asserted", token.text)
        if token.dep != "npadvmod" or any(
            parse[i].lower == "ago" for i in (child + 1, token.head) if i < len(parse)
        ):
            continue
        for i in parse.subtree(child):
            counted = parse[i].dep == "nummod" and (parse[child].lemma == "time" or parse[i].lower == "one")
            if counted or parse[i].lower in weak:
                raise Refusal("not asserted", parse[i].text)


def _check_restrictive(parse: Parse, match: Match, chain: list[int]) -> None:
    """Refuse *the bill that she dodged* for *the tab that she picked up*: two things may be meant."""
    places = [*chain, *(match.places[0] if match.places and match.expression.entry.part == "verb" else ())]
    for at in places:
        token = parse[at]
        if token.dep not in _CLAUSES_BELOW or token.head == at:
            continue
        if token.dep == "acl" and parse[token.head].dep not in ("nsubj", "nsubjpass"):
            # *arrived at the party dressed to kill*: parsers hang it on the party.
            continue
        start = parse.subtree(at)[0]
        if start and parse[start - 1].text in (",", "—", "–", "-", "("):
            continue
        above = parse[parse[token.head].head]
        if above.lemma == "be" and any(
            parse[i].lower == "it" for i in parse.children(parse[token.head].head, "nsubj")
        ):
            # *It was Tom who spilled the beans*: said of Tom all the same.
            continue
        raise Refusal("not asserted", token.text)


def _check_things(parse: Parse, match: Match, chain: list[int]) -> None:
    """Refuse where the things that are spoken of are not definite: another may be meant in each sentence."""
    for below, at in pairwise(chain):
        if parse[below].dep in ("attr", "nsubj", "dobj", "acl", "relcl") and any(
            parse[i].lower == "there" for i in parse.children(at, "expl")
        ):
            raise Refusal("not asserted", "there")
    inside = set(match.positions)
    things = []
    for element, places in zip(match.elements, match.places, strict=True):
        heads = [i for i in places if parse[i].pos in ("NOUN", "PROPN", "PRON", "NUM")]
        if element.kind == "slot" and heads and element.text in ("someone", "something", "someone's"):
            things.append(parse.top(heads))
    for i in match.words:
        if parse[i].tag.startswith("VB"):
            objects = parse.children(i, "dobj", "nsubjpass", "dative")
            whole = match.expression.entry.kind == "idiom"
            things += [thing for thing in objects if not whole or thing not in inside]
        elif parse[i].dep == "dobj" and set(parse.children(i, "nummod")) - inside:
            things.append(i)
    for thing in things:
        # Kinds are definite enough: *keep an eye on prices* and *leave prices unwatched* clash.
        if is_indefinite(parse, thing) and not _is_kind(parse, thing, chain):
            raise Refusal("not asserted", parse[thing].text)


def _is_kind(parse: Parse, noun: int, chain: list[int]) -> bool:
    """Say whether a bare plural may mean a whole kind, as it does unless a single past event is told."""
    if parse[noun].tag != "NNS" or parse.children(noun, "det", "nummod", "quantmod", "predet"):
        return False
    if any(
        parse[i].lower in own_class("weak quantity") for i in [noun, *parse.children(noun, "amod", "poss")]
    ):
        return False
    if any(is_indefinite(parse, i) for i in parse.children(noun, "poss")):
        return False
    verb = next((i for i in chain if parse[i].pos in ("VERB", "AUX")), None)
    return (
        verb is None
        or parse[verb].tag != "VBD"
        or any(parse[i].lower in ("for", "since", "throughout") for i in parse.children(verb, "prep"))
    )


def is_indefinite(parse: Parse, position: int) -> bool:
    """Say whether a noun phrase leaves open who or what is meant: *a waiter*, *plenty of savers*."""
    token = parse[position]
    determiners = {
        parse[i].lower for i in parse.children(position, "det", "amod", "nummod", "predet", "quantmod")
    }
    if determiners & {"the", "these", "those", "this", "both", "all", "every", "each", "no"} or any(
        parse[i].tag != "PRP$" and is_indefinite(parse, i) for i in parse.children(position, "poss")
    ):
        return any(is_indefinite(parse, i) for i in parse.children(position, "poss"))
    if parse.children(position, "poss"):
        return False
    if determiners & own_class("weak quantity") or determiners & {"a", "an", "another", "one"}:
        return True
    if token.lower in own_class("weak quantity"):
        return True
    if parse.children(position, "nummod") and token.tag in ("NN", "NNS"):
        return True
    if token.lower in own_class("weak amounts") and any(
        parse[i].lower == "of" for i in parse.children(position, "prep")
    ):
        return True
    return token.tag == "NNS"


_EXCLUSIVE = frozenset(("only", "merely", "solely", "purely"))
_BELOW_ONLY = ("dobj", "dative", "attr", "acomp", "oprd", "prep", "pobj", "pcomp", "xcomp", "ccomp", "prt",
               "advmod", "npadvmod", "amod", "compound", "conj", "agent")  # fmt: skip


def exclusive_word(parse: Parse, match: Match) -> str | None:
    """Return the word that says it is this and nothing else: *only*, *nothing but*, *all that … is*.

    There whatever else might be so is denied, so that nothing is neutral.
    """
    inside = set(match.positions)
    top = parse.top(match.words)
    for below, at in zip([None, top, *parse.ancestors(top)], [top, *parse.ancestors(top)], strict=False):
        dep = "" if below is None else parse[below].dep
        if dep in ("nsubj", "nsubjpass", "attr", "acomp", "ccomp", "xcomp", "csubj", "advcl"):
            for i in parse.children(at, "nsubj", "attr", "nsubjpass"):
                every = parse[i].lower == "all" and parse.children(i, "relcl", "acl")
                sole = [k for k in parse.children(i, "amod", "advmod") if parse[k].lower in ("only", "sole")]
                other = parse[i].dep == "attr" if dep.startswith("nsubj") else parse[i].dep != "attr"
                if i != below and other and parse[at].lemma == "be" and (every or sole):
                    return parse[sole[0] if sole else i].text
        if below is not None and (
            dep not in _BELOW_ONLY or (dep == "conj" and parse.children(below, "nsubj"))
        ):
            return None
        for i in parse.children(at, "advmod", "amod"):
            before = parse[i - 1].lower if i else ""
            after = parse[i + 1].lower if i + 1 < len(parse) else ""
            if parse[i].lower not in _EXCLUSIVE or i in inside or before == "not":
                continue
            if parse[i].dep == "amod" or after in ("just", "if", "when", "after") or i > match.last:
                continue
            return parse[i].text
        if at not in inside and parse[at].lower in ("but", "except", "than") and at:
            words = [parse[k].lower for k in range(max(0, at - 2), at)]
            if "nothing" in words or "anything" in words:
                return parse[at].text
    return None
