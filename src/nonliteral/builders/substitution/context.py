"""Does the place fit? The filters of the paper and of ours, on the parse of the source sentence.

The expression has to be the kind of phrase that its definition is, and must neither begin nor end
inside another phrase. Literal uses are held to more: a whole constituent, and a place where the
definition makes sense, so that what does not follow is not nonsense either.
"""

from __future__ import annotations

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
    if token.head > last and token.dep in _BEFORE_NOUN and not _may_lead(parse, match, phrase, literal):
        raise Refusal("ends inside a phrase", parse[token.head].text)
    if last + 1 < len(parse) and parse[last + 1].tag == "POS" and phrase.category != "noun":
        raise Refusal("ends inside a phrase", parse[last + 1].text)
    following = [i for i in parse.children(last, "pobj", "pcomp") if i not in inside]
    ends_open = token.dep == "prep" and bool(following)
    base_open = bare(match.expression.entry.base.split()[-1]) in word_class("prepositions")
    if ends_open and not base_open:
        raise Refusal("ends inside a phrase", parse[following[0]].text)
    if phrase.category in ("verb", "adjective", "adverb", "preposition"):
        # "make a meal of that": what hangs on the last noun has nothing to hang on after it is gone.
        hanging = [
            i
            for i in parse.children(last, "prep")
            if i not in inside and parse[i].lower == "of" and i == last + 1
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


def check_asserted(parse: Parse, match: Match) -> None:
    """Raise `Refusal` unless the sentence says of definite people or things that it is so.

    Only then does its opposite clash with it: *some people kept the secret* and *some people revealed it*
    may both be true, and so may *she might keep it* and *she might reveal it*.
    """
    top = parse.top(match.words)
    chain = [top, *parse.ancestors(top)]
    for at in chain:
        for child in parse.children(at, "aux", "advmod", "det", "npadvmod"):
            if child in match.positions:
                continue
            lower = parse[child].lower
            if lower in own_class("possibility") or lower in own_class("weak quantity"):
                raise Refusal("not asserted", parse[child].text)
        if _is_purpose(parse, at):
            raise Refusal("not asserted", "to")
        if (
            at != top
            and parse[at].pos == "VERB"
            and parse[at].lemma
            in (
                "want",
                "hope",
                "try",
                "seem",
                "appear",
                "like",
                "expect",
                "plan",
                "decide",
                "tend",
                "wish",
                "need",
                "offer",
                "promise",
                "threaten",
                "think",
                "believe",
                "say",
                "claim",
                "suggest",
                "fear",
            )
        ):
            raise Refusal("not asserted", parse[at].text)
    verb = next((i for i in chain if parse[i].pos in ("VERB", "AUX")), None)
    subject = None if verb is None else subject_of(parse, verb)
    if subject is None:
        return
    token = parse[subject]
    determiners = {
        parse[i].lower for i in parse.children(subject, "det", "amod", "nummod", "poss", "quantmod")
    }
    if (
        determiners & own_class("weak quantity")
        or determiners & {"a", "an", "another"}
        or token.lower in own_class("weak quantity")
    ):
        raise Refusal("not asserted", token.text)
    if (
        token.tag == "NNS"
        and not determiners & {"the", "these", "those"}
        and not parse.children(subject, "poss")
    ):
        raise Refusal("not asserted", token.text)
