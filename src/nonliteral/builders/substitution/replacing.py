"""Putting a definition into the place of an expression, in the form that the place asks for.

Verbs take tense, aspect, person and number, nouns number; slots carry the sentence's own words;
auxiliaries, determiners and modifiers inside the expression find their place or the use is refused.
What comes out is a list of spans with their new text: `english.joining` mends the seams.
"""

from __future__ import annotations

import msgspec

from nonliteral.builders.substitution.classes import own_class
from nonliteral.builders.substitution.context import find_verb, verb_base
from nonliteral.builders.substitution.definitions import Phrase, bare
from nonliteral.builders.substitution.expressions import ARTICLES
from nonliteral.builders.substitution.forms import inflect_here, possible_tags, variety_here, verb_form
from nonliteral.builders.substitution.matching import Match, is_turned_slot, split_verb_phrase
from nonliteral.builders.substitution.refusals import Refusal
from nonliteral.builders.substitution.slots import fill_slots, subject_agreement
from nonliteral.english.agreement import Agreement
from nonliteral.english.dictionary import is_known
from nonliteral.english.joining import Replaced, replace_spans
from nonliteral.english.nouns import inflect_noun, is_plural, is_uncountable
from nonliteral.english.parses import Parse
from nonliteral.english.tables import word_class
from nonliteral.english.verbs import inflect_verb
from nonliteral.errors import LanguageError
from nonliteral.records import Span

Change = tuple[Span, str]

_FINITE = ("VBD", "VBP", "VBZ")
_SINGULAR_ONLY = frozenset(
    ("a", "an", "this", "that", "each", "every", "another", "one", "either", "neither")
)
_PLURAL_ONLY = frozenset(
    ("these", "those", "many", "few", "several", "both", "two", "three", "four", "five", "six", "various")
)


def replace_expression(parse: Parse, match: Match, phrase: Phrase) -> Replaced:
    """Return the sentence with the phrase in the place of the expression, or raise `Refusal`."""
    try:
        changes = _changes(parse, match, phrase)
        replaced = replace_spans(parse.text, _join_seams(parse, changes))
    except LanguageError as error:
        reason = "doubled word" if "doubled" in str(error) else "no such form"
        raise Refusal(reason, str(error)) from None  # type: ignore[arg-type]
    if replaced.text == parse.text:
        raise Refusal("nothing replaced", phrase.text)
    check_seams(replaced)
    return replaced


def check_seams(replaced: Replaced) -> None:
    """Raise `Refusal` where any word stands twice at the edge of what was put in (*all all weekend*)."""
    for start, end in replaced.spans:
        for edge in (start, end):
            before = replaced.text[:edge].split()
            after = replaced.text[edge:].split()
            if before and after and before[-1].isalpha() and before[-1].lower() == after[0].lower():
                raise Refusal("doubled word", before[-1])


def _changes(parse: Parse, match: Match, phrase: Phrase) -> list[Change]:
    if match.order == "turned":
        return _replace_turned(parse, match, phrase)
    if phrase.category == "verb":
        return _replace_verb(parse, match, phrase)
    if match.expression.entry.part == "noun" and phrase.category == "noun":
        return _replace_noun(parse, match, phrase)
    if phrase.category == "clause":
        return _replace_clause(parse, match, phrase)
    return _replace_plain(parse, match, phrase)


def _join_seams(parse: Parse, changes: list[Change]) -> list[Change]:
    """Drop a preposition or article that the sentence has already, at either edge of what is put in.

    Before it, only one that leads what is replaced: *thrown in in addition* has two.
    """
    joined: list[Change] = []
    small = word_class("prepositions") | {"to", "a", "an", "the"}
    for (start, end), new in changes:
        words = new.split()
        if not words:
            joined.append(((start, end), ""))
            continue
        inside = parse.within((start, end))
        before = inside[0] - 1 if inside else -1
        after = inside[-1] + 1 if inside else len(parse)
        if len(words) > 1 and before >= 0 and parse[before].lower == words[0].lower():
            leads = parse[before].dep == "det" or any(i in inside for i in parse.children(before))
            if words[0].lower() in small and leads and parse[before].tag != "RP":
                words = words[1:]
        doubled = after < len(parse) and parse[after].lower == words[-1].lower()
        if len(words) > 1 and doubled and words[-1].lower() in small:
            words = words[:-1]
        joined.append(((start, end), " ".join(words)))
    return joined


class Inside(msgspec.Struct, frozen=True):
    """What stands inside an expression and is not of it."""

    adverbs: tuple[str, ...] = ()
    adjectives: tuple[str, ...] = ()
    close: bool = False
    """The adjectives stand right before the noun, behind others: *a bitter financial pill*."""


def _sort_inserted(parse: Parse, match: Match, *, after: int = -1) -> Inside:
    """Sort inserted words by where they can go; what can go nowhere is refused."""
    adverbs: list[str] = []
    adjectives: list[str] = []
    close = False
    own = set(match.positions)
    for i in match.inserted:
        token = parse[i]
        if i <= after or token.pos == "PUNCT" or token.lower in own_class("metalinguistic"):
            continue
        if token.lower in ARTICLES and token.dep == "det" and token.head in own:
            # *play the devil's advocate*: the definition has an article of its own where it needs one.
            continue
        head = parse[token.head]
        if (
            token.tag in ("RB", "RBR")
            and token.dep == "advmod"
            and token.head in own
            and head.pos in ("VERB", "AUX")
        ):
            adverbs.append(token.text)
        elif token.dep in ("amod", "compound") and token.head in own and not parse.children(i):
            adjectives.append(token.text)
            behind = [k for k in parse.children(token.head, "amod", "compound") if k < i and k in own]
            close = close or bool(behind) or _classifies(parse, i)
        else:
            raise Refusal("modifier without a place", token.text)
    return Inside(tuple(adverbs), tuple(adjectives), close)


def _classifies(parse: Parse, position: int) -> bool:
    """Say whether a modifier names a kind (*financial*, *party*) and so stands next to its noun."""
    token = parse[position]
    return token.dep == "compound" or _is_classifying(token.lower) or token.pos == "PROPN"


def _is_classifying(word: str) -> bool:
    return word.endswith(("al", "ic", "ary")) and word not in own_class("qualities in -al")


# Verbs


def _replace_verb(parse: Parse, match: Match, phrase: Phrase) -> list[Change]:
    verb = find_verb(parse, match)
    if verb is None:
        raise Refusal("part of speech", parse[match.first].text)
    tag = verb_form(parse, verb, verb_base(match, verb))
    if tag is None or tag == "MD":
        raise Refusal("part of speech", parse[verb].text)
    first, last = match.first, match.last
    negation = next(
        (i for i in match.positions if i < verb and parse[i].lower in ("not", "n't", "n’t")), None
    )
    outer = [
        i
        for i in parse.children(verb)
        if parse[i].lower in ("not", "n't", "n’t") and i not in match.positions
    ]
    if phrase.negated and outer:
        raise Refusal("double negation", parse[outer[0]].text)
    if parse[verb].lemma == "be" and tag != "VBG":
        return _replace_be(parse, match, phrase, verb, tag)
    inside = _sort_inserted(parse, match)
    helpers = parse.children(verb, "aux", "auxpass")
    do = next((i for i in helpers if parse[i].lower in ("do", "does", "did") and i < verb), None)
    start = verb if negation is not None and phrase.negated else first
    is_be = bare(phrase.words[phrase.heads[0]]) == "be" if phrase.heads else False
    if negation is not None and not phrase.negated:
        return _without_negation(parse, match, phrase, verb, do, negation, inside)
    if negation is not None and phrase.negated:
        phrase = msgspec.structs.replace(phrase, negated=False)
    if do is not None and is_be and not phrase.negated and phrase.heads == (0,):
        subject = parse.children(verb, "nsubj", "expl", "nsubjpass")
        if subject:
            return _be_for_do(parse, match, phrase, verb, do, inside)
    progressive = any(parse[i].lemma == "be" for i in helpers)
    if (
        is_be
        and tag == "VBG"
        and progressive
        and phrase.heads == (0,)
        and not phrase.negated
        and len(phrase.words) > 1
    ):
        # "is still hanging in the balance" is "is still uncertain", not "is still being uncertain".
        rest = [
            *inside.adverbs,
            *_with_adjectives(phrase, phrase.words, Inside((), inside.adjectives, inside.close))[1:],
        ]
        return [((parse[start].idx, parse[last].end), fill_slots(" ".join(rest), parse, match, verb))]
    if is_be and tag in _FINITE and phrase.heads == (0,) and start == verb and start and not inside.adverbs:
        before = parse[start - 1]
        if before.tag == "RB" and before.head == verb and before.lower not in own_class("negations"):
            # "perfectly fits the bill": an adverb goes behind *be*.
            if len(phrase.words) > 1 and _is_adverb(phrase.words[1]):
                raise Refusal("adverb stacked", f"{before.lower} {phrase.words[1]}")
            start -= 1
            inside = Inside((before.lower,), inside.adjectives, inside.close)
    new = _verb_text(parse, match, phrase, verb, tag, inside)
    return [((parse[start].idx, parse[last].end), new)]


def _is_adverb(word: str) -> bool:
    return bare(word).endswith("ly") or bare(word) in own_class("degree adverbs")


def _verb_text(parse: Parse, match: Match, phrase: Phrase, verb: int, tag: str, inside: Inside) -> str:
    """Return a verb phrase in the form of a tag, with adverbs in place and slots filled."""
    words = _with_another(parse, match, phrase.words)
    words = _with_adjectives(phrase, words, inside)
    heads = phrase.heads
    shift = len(words) - len(phrase.words)
    if shift and phrase.goal is not None:
        heads = tuple(head if head < phrase.goal[0] else head + shift for head in heads)
    text = " ".join(words)
    first = bare(words[heads[0]])
    subject = subject_agreement(parse, verb) if first == "be" and tag in ("VBD", "VBP") else None
    if first == "be" and tag in ("VBD", "VBP") and subject is None:
        subject = Agreement(3, "plural" if tag == "VBP" else "singular")
    if phrase.negated:
        text, tag = _negate(parse, verb, text, tag)
        form = text if tag == "done" else inflect_verb("not " + text, tag, subject=subject)
    else:
        variety = variety_here(parse.text, match.expression.entry)
        form = _keep_given(phrase, inflect_here(text, tag, variety, subject=subject, heads=heads), tag)
    if inside.adverbs:
        form = _put_adverbs(form, inside.adverbs, first == "be" and heads[0] == 0)
    return fill_slots(form, parse, match, verb)


def _keep_given(phrase: Phrase, form: str, tag: str) -> str:
    """Return a form with the verbs that the definition gave, where it is the form asked for (*got*).

    Of two right forms the lexicon's is taken; a wrong one (*quited*) is none of the verb's.
    """
    given, words = (phrase.given or "").split(), form.split()
    if len(given) != len(phrase.words) or len(words) != len(given):
        return form
    for head in phrase.heads:
        base = bare(phrase.words[head])
        if base not in ("be", "have") and tag in possible_tags(bare(given[head]), base):
            words[head] = given[head]
    return " ".join(words)


def _negate(parse: Parse, verb: int, text: str, tag: str) -> tuple[str, str]:
    """Return a negated phrase for the places where *not* alone would be wrong."""
    if tag == "VB" and not parse.children(verb, "aux", "auxpass") and not parse.children(verb, "nsubj"):
        return f"do not {text}", "done"
    if tag not in _FINITE:
        words = text.split()
        words[0] = inflect_verb(words[0], tag)
        return "not " + " ".join(words), "done"
    return text, tag


def _put_adverbs(form: str, adverbs: tuple[str, ...], behind: bool) -> str:
    words = form.split()
    at = 1 if behind else 0
    # "suddenly suddenly became": an adverb that the definition has already says it once.
    new = [adverb for adverb in adverbs if adverb.lower() not in form.lower().split()]
    return " ".join([*words[:at], *new, *words[at:]])


def _with_another(parse: Parse, match: Match, words: list[str]) -> list[str]:
    """Return the words with *another* for their article where the sentence has it: *hit another snag*."""
    there = any(
        element.kind == "determiner" and places and parse[places[0]].lower == "another"
        for element, places in zip(match.elements, match.places, strict=True)
    )
    articles = [i for i, word in enumerate(words) if bare(word) in ("a", "an")]
    if not there or len(articles) != 1 or articles[0] + 1 >= len(words):
        return words
    at = articles[0]
    if bare(words[at + 1]) in ("lot", "little", "few", "bit", "while", "great", "good", "single"):
        return words
    return [*words[:at], "another", *words[at + 1 :]]


def _with_adjectives(phrase: Phrase, words: list[str], inside: Inside) -> list[str]:
    """Return the words with the modifiers of the idiom's noun before the definition's noun."""
    if not inside.adjectives:
        return words
    if phrase.goal is not None:
        start, end = phrase.goal
        if bare(words[start]) in word_class("determiners"):
            start += 1
        if start < end and bare(words[end - 1]) not in ("someone", "something", "oneself"):
            at = end - 1 if inside.close else start
            if not inside.close:
                _check_adjectives(words[start : end - 1], inside)
            return [*words[:at], *inside.adjectives, *words[at:]]
    raise Refusal("modifier without a place", " ".join(inside.adjectives))


def _check_adjectives(own: list[str], inside: Inside) -> None:
    """Refuse a second quality before the definition's own: *produce bitter good results*."""
    counts = all(bare(word) in own_class("counting adjectives") for word in inside.adjectives)
    if not counts and any(is_known(bare(word), "ADJ") for word in own):
        raise Refusal("modifier without a place", " ".join(inside.adjectives))


def _be_for_do(
    parse: Parse, match: Match, phrase: Phrase, verb: int, do: int, inside: Inside
) -> list[Change]:
    """*didn't see eye to eye* with *be in agreement* gives *weren't in agreement*."""
    subject = subject_agreement(parse, verb)
    tag = {"did": "VBD", "does": "VBZ", "do": "VBP"}[parse[do].lower]
    if subject is None:
        raise Refusal("inversion", parse[do].text)
    form = inflect_verb("be", tag if tag != "VBZ" else "VBZ", subject=subject)
    rest = " ".join(
        [
            *inside.adverbs,
            *_with_adjectives(phrase, phrase.words, Inside((), inside.adjectives, inside.close))[1:],
        ]
    )
    start, end = parse[do].idx, parse[do].end
    if form == "am" and do + 1 < len(parse) and parse[do + 1].lower in ("n't", "n’t"):
        form, end = "am not", parse[do + 1].end
    changes = [((start, end), form)]
    region = (parse[match.first].idx, parse[match.last].end)
    rest = fill_slots(rest, parse, match, verb)
    if not rest:
        raise Refusal("no such form", phrase.text)
    changes.append((region, rest))
    return changes


def _without_negation(
    parse: Parse, match: Match, phrase: Phrase, verb: int, do: int | None, negation: int, inside: Inside
) -> list[Change]:
    """*doesn't give a damn* with *be indifferent*: the negation is the idiom's, and goes with its *do*."""
    if do is None or not do < negation <= verb or negation > do + 1:
        raise Refusal("double negation", parse[negation].text)
    if any(do < i < verb for i in parse.children(verb, "nsubj", "expl")):
        raise Refusal("inversion", parse[do].text)
    tag = {"did": "VBD", "does": "VBZ", "do": "VBP"}[parse[do].lower]
    if not parse.children(verb, "nsubj", "expl", "nsubjpass") and tag == "VBP":
        tag = "VB"
    new = _verb_text(parse, match, phrase, verb, tag, inside)
    return [((parse[do].idx, parse[match.last].end), new)]


def _replace_be(parse: Parse, match: Match, phrase: Phrase, verb: int, tag: str) -> list[Change]:
    """An idiom with *be* (be out of the woods): its *be* stays if the definition has one."""
    words = phrase.words
    kept = bare(words[0]) == "be" and phrase.heads == (0,)
    if kept and not phrase.negated:
        rest_places = [place for place in match.positions if place > verb]
        if not rest_places or len(words) < 2:
            raise Refusal("no such form", phrase.text)
        inner = [i for i in match.inserted if i > rest_places[0]]
        if inner:
            _sort_inserted(parse, match, after=rest_places[0])
            raise Refusal("modifier without a place", parse[inner[0]].text)
        region = (parse[rest_places[0]].idx, parse[rest_places[-1]].end)
        return [(region, fill_slots(" ".join(words[1:]), parse, match, verb))]
    negated = [i for i in match.inserted if parse[i].lower in ("not", "n't", "n’t")]
    subject_after = [i for i in parse.children(verb, "nsubj", "expl") if i > verb]
    if subject_after:
        raise Refusal("inversion", parse[verb].text)
    others = [i for i in match.inserted if i not in negated]
    adverbs: list[str] = []
    for i in others:
        if parse[i].tag != "RB":
            raise Refusal("modifier without a place", parse[i].text)
        adverbs.append(parse[i].text)
    subject = subject_agreement(parse, verb)
    if negated:
        if phrase.negated or tag not in _FINITE:
            raise Refusal("double negation", parse[negated[0]].text)
        phrase = msgspec.structs.replace(phrase, negated=True)
    if tag == "VBP" and subject is not None and subject.person == 3 and subject.number == "singular":
        tag = "VBZ"
    new = _verb_text(parse, match, phrase, verb, tag, Inside(tuple(adverbs)))
    first, last = match.first, match.last
    start = parse[first].idx
    if parse[verb].text[:1] in "'’" and first == verb and verb:
        # "I'm all ears": the clitic hangs on its subject, which is written again.
        start = parse[verb - 1].idx
        new = f"{parse[verb - 1].text} {new}"
    return [((start, parse[last].end), new)]


# Passives and relative clauses


def _replace_turned(parse: Parse, match: Match, phrase: Phrase) -> list[Change]:
    """*the beans were spilled* with *reveal the secret* gives *the secret was revealed*."""
    entry = match.expression.entry
    if is_turned_slot(match.elements) and not match.places[1]:
        return _replace_turned_slot(parse, match, phrase)
    parts = split_verb_phrase(match.elements)
    if (
        entry.features.get("decomposable") is False
        or phrase.category != "verb"
        or phrase.goal is None
        or parts is None
    ):
        raise Refusal("passive of a non-decomposable idiom", entry.base)
    if phrase.negated or len(phrase.heads) != 1 or phrase.heads[0] != 0:
        raise Refusal("passive of a non-decomposable idiom", phrase.text)
    verb = match.places[0][0]
    tag = "VBN" if parse[verb].tag == "JJ" else verb_form(parse, verb)
    if tag is None:
        raise Refusal("part of speech", parse[verb].text)
    goal_places = sorted(place for i in parts[0] for place in match.places[i])
    verb_places = sorted(
        place for i in range(len(match.elements)) if i not in parts[0] for place in match.places[i]
    )
    inside = _sort_inserted(parse, match)
    words = phrase.words
    start, end = phrase.goal
    goal_words = words[start:end]
    if inside.adjectives:
        goal_words = _with_adjectives(phrase, words, inside)[start : end + len(inside.adjectives)]
    noun = max(goal_places)
    old_plural = parse[noun].tag in ("NNS", "NNPS")
    new_plural = is_plural(bare(goal_words[-1]))
    determiner = next((i for i in goal_places if parse[i].tag in ("DT", "PRP$", "PDT") and i < noun), None)
    if determiner is not None and bare(goal_words[0]) in word_class("determiners"):
        context = parse[determiner].lower
        base = next((e.text for i, e in enumerate(match.elements) if i in parts[0] and e.kind != "word"), "")
        restricted = parse[verb].dep in ("relcl", "acl") and parse[verb].head == noun
        if context not in (base, "a", "an", "the") or (restricted and bare(goal_words[0]) in ARTICLES):
            # *The tab that she picked up* is *the bill that she paid*, even if the definition has *a bill*.
            goal_words = [parse[determiner].text, *goal_words[1:]]
    elif determiner is None and bare(goal_words[0]) in ("a", "an") and old_plural:
        goal_words = goal_words[1:]
    changes: list[Change] = []
    subject_of_verb = noun in parse.children(verb, "nsubjpass", "nsubj") or (
        parse[verb].dep == "relcl" and bool(parse.children(verb, "nsubjpass"))
    )
    if old_plural != new_plural and subject_of_verb:
        changes.extend(_agree_helpers(parse, verb, new_plural))
    elif old_plural != new_plural:
        _check_agreement(parse, noun, match)
    new_goal = fill_slots(" ".join(goal_words), parse, match, verb)
    changes.append(((parse[goal_places[0]].idx, parse[goal_places[-1]].end), new_goal))
    rest = [*words[1:start], *words[end:]]
    subject = Agreement(3, "plural" if new_plural else "singular")
    variety = variety_here(parse.text, entry)
    form = inflect_here(words[0], tag, variety, subject=subject)
    text = fill_slots(" ".join([*inside.adverbs, form, *rest]), parse, match, verb)
    changes.append(((parse[verb_places[0]].idx, parse[verb_places[-1]].end), text))
    return changes


def _replace_turned_slot(parse: Parse, match: Match, phrase: Phrase) -> list[Change]:
    """*he was put on the spot* with *force someone to answer* gives *he was forced to answer*."""
    words = phrase.words
    slot = match.elements[1].text
    lower = [bare(word) for word in words]
    if phrase.category != "verb" or phrase.heads != (0,) or phrase.negated or lower.count(slot) != 1:
        raise Refusal("passive of a non-decomposable idiom", phrase.text)
    at = lower.index(slot)
    particles = word_class("particles") | word_class("prepositions")
    if (
        at not in (1, 2)
        or (at == 2 and lower[1] not in particles)
        or f"{slot}'s" in lower
        or lower[0] == "be"
    ):
        raise Refusal("passive of a non-decomposable idiom", phrase.text)
    verb = match.places[0][0]
    inside = _sort_inserted(parse, match)
    if inside.adjectives:
        raise Refusal("modifier without a place", " ".join(inside.adjectives))
    form = inflect_here(words[0], "VBN", variety_here(parse.text, match.expression.entry))
    text = " ".join([*inside.adverbs, form, *words[1:at], *words[at + 1 :]])
    return [((parse[verb].idx, parse[match.last].end), fill_slots(text, parse, match, verb))]


def _agree_helpers(parse: Parse, verb: int, plural: bool) -> list[Change]:
    """Return the finite auxiliary of a verb in the number of its new subject."""
    swap = (
        {"was": "were", "is": "are", "has": "have"} if plural else {"were": "was", "are": "is", "have": "has"}
    )
    for i in parse.children(verb, "aux", "auxpass"):
        token = parse[i]
        if token.tag in _FINITE:
            if token.lower not in swap:
                raise Refusal("number", token.text)
            return [((token.idx, token.end), swap[token.lower])]
        if token.tag == "MD":
            return []
    return []


# Nouns


def _replace_noun(parse: Parse, match: Match, phrase: Phrase) -> list[Change]:
    inside = _sort_inserted(parse, match)
    if inside.adverbs:
        raise Refusal("modifier without a place", " ".join(inside.adverbs))
    head = parse.top(match.words)
    first, last = match.first, match.last
    text = phrase.text
    own = phrase.determiner
    leading = match.elements[0].kind != "word"
    led = match.places[0] if leading else ()
    words = phrase.words
    heads = phrase.heads
    outer = _outer_determiner(parse, head, first) if not led else None
    context = (
        " ".join(parse[i].text for i in led) if led else (parse[outer].text if outer is not None else "")
    )
    drop_own = False
    keep_context = bool(led)
    if own is not None:
        same = leading and bool(led) and _same_determiner(context, match.elements[0].text)
        if led and same:
            keep_context = False
        elif led or outer is not None or (leading and not led):
            drop_own = True
    if drop_own:
        words = words[1:]
        heads = tuple(h - 1 for h in heads if h)
        own = None
    plural = _is_plural_use(parse, head)
    noun_word = bare(words[heads[-1]]) if heads else bare(words[-1])
    new_plural = is_plural(noun_word)
    text = " ".join(words)
    if plural is not None and plural != new_plural:
        base_plural = _base_is_plural(match, head)
        if base_plural != plural:
            try:
                text = inflect_noun(text, "NNS" if plural else "NN")
                words = text.split()
                new_plural = plural
            except LanguageError:
                new_plural = False
    uncountable = is_uncountable(noun_word)
    now_plural = parse[head].tag in ("NNS", "NNPS")
    determiner = own or (context.lower() if keep_context or outer is not None else "")
    _check_determiner(determiner if own is None else "", new_plural, uncountable)
    if now_plural != new_plural:
        _check_agreement(parse, head, match, new_plural)
    if inside.adjectives:
        at = len(words) - 1 if not heads else min(heads[-1], len(words) - 1)
        words = [*words[:at], *inside.adjectives, *words[at:]]
        text = " ".join(words)
    changes: list[Change] = []
    start = parse[first].idx
    before = first - 1
    if (
        not led
        and own is None
        and heads
        and 0 < heads[-1] < len(words)
        and before >= 0
        and parse[before].dep in ("amod", "compound")
        and parse[before].head == head
        and _classifies(parse, before)
        and (is_known(bare(words[0]), "ADJ") or bare(words[0]).endswith(("ing", "ed")))
        and not _is_classifying(bare(words[0]))
    ):
        # "a legal bombshell" is "a shocking legal announcement": what names the kind stands next to its noun.
        words = [*words[: heads[-1]], parse[before].text, *words[heads[-1] :]]
        text = " ".join(words)
        start = parse[before].idx
    if keep_context and led:
        if context.lower() in ("a", "an") and (uncountable or new_plural):
            keep_context = False
        else:
            start = parse[led[-1] + 1].idx
    elif (
        outer is not None
        and own is None
        and parse[outer].lower in ("a", "an")
        and (uncountable or new_plural)
    ):
        if outer == first - 1:
            start = parse[outer].idx
        else:
            changes.append(((parse[outer].idx, parse[outer].end), ""))
    changes.append(((start, parse[last].end), fill_slots(text, parse, match, head)))
    return changes


def _same_determiner(context: str, base: str) -> bool:
    lower = context.lower()
    return lower == base or {lower, base} == {"a", "an"}


def _outer_determiner(parse: Parse, head: int, first: int) -> int | None:
    """Return the determiner that stands before an expression without one of its own."""
    found = [i for i in parse.children(head, "det", "poss", "nummod", "predet") if i < first]
    if found:
        return found[-1]
    before = first - 1
    if before >= 0 and parse[before].tag in ("DT", "PRP$", "POS", "CD", "WP$"):
        return before
    return None


def _is_plural_use(parse: Parse, head: int) -> bool | None:
    token = parse[head]
    if token.pos not in ("NOUN", "PROPN"):
        return None
    return token.tag in ("NNS", "NNPS")


def _base_is_plural(match: Match, head: int) -> bool:
    for element, places in zip(match.elements, match.places, strict=True):
        if head in places:
            return is_plural(element.text)
    return False


def _check_determiner(determiner: str, plural: bool, uncountable: bool) -> None:
    if plural and determiner in _SINGULAR_ONLY - {"a", "an"}:
        raise Refusal("number", determiner)
    if not plural and determiner in _PLURAL_ONLY:
        raise Refusal("number", determiner)
    if uncountable and determiner in ("another", "each", "every", "one", "either", "neither"):
        raise Refusal("number", determiner)


def _check_agreement(parse: Parse, head: int, match: Match, plural: bool | None = None) -> None:
    """Refuse where a verb shows another number than the new noun: *the red herrings were*.

    *The rank and file were loyal* shows the number of *ordinary members*, and that is given as `plural`.
    """
    token = parse[head]
    if token.dep not in ("nsubj", "nsubjpass"):
        return
    verb = token.head
    shown = [verb, *parse.children(verb, "aux", "auxpass")]
    for i in shown:
        if i not in match.positions and (parse[i].tag in ("VBZ", "VBP") or parse[i].lower in ("was", "were")):
            if plural is not None and plural == (parse[i].tag == "VBP" or parse[i].lower == "were"):
                continue
            raise Refusal("number", parse[i].text)


# Clauses, adjectives, adverbs


def _replace_clause(parse: Parse, match: Match, phrase: Phrase) -> list[Change]:
    if match.inserted:
        _sort_inserted(parse, match)
        raise Refusal("modifier without a place", parse[match.inserted[0]].text)
    text = phrase.text
    verb = find_clause_verb(parse, match)
    if verb is not None:
        place, base_word = verb
        if parse[place].lower != base_word.lower():
            text = _retense(text, parse, place)
    holder = verb[0] if verb is not None else parse.top(match.words)
    return [((parse[match.first].idx, parse[match.last].end), fill_slots(text, parse, match, holder))]


def find_clause_verb(parse: Parse, match: Match) -> tuple[int, str] | None:
    """Return the finite verb of a clause with the form that the base has."""
    for element, places in zip(match.elements, match.places, strict=True):
        if element.kind == "word" and places and parse[places[0]].tag in (*_FINITE, "VB", "VBN", "VBG"):
            return places[0], element.text
    return None


def _retense(text: str, parse: Parse, place: int) -> str:
    """Return a clause with its first finite verb in the tense of the sentence."""
    from nonliteral.english.dictionary import dictionary_lemmas

    tag = verb_form(parse, place)
    words = text.split()
    present = {"is": "was", "are": "were", "has": "had", "have": "had", "does": "did", "do": "did"}
    for number, word in enumerate(words):
        lower = bare(word)
        if tag == "VBD" and lower in present:
            words[number] = word.replace(lower, present[lower])
            return " ".join(words)
        if lower.endswith("s") and not is_known(lower, "NOUN"):
            lemmas = dictionary_lemmas(lower, "VERB")
            if lemmas and lemmas[0] != lower and tag is not None:
                words[number] = word.replace(
                    lower, inflect_verb(lemmas[0], tag, subject=Agreement(3, "singular"))
                )
                return " ".join(words)
    raise Refusal("no such form", text)


def _replace_plain(parse: Parse, match: Match, phrase: Phrase) -> list[Change]:
    inside = _sort_inserted(parse, match)
    words = phrase.words
    first, last = match.first, match.last
    if inside.adverbs:
        raise Refusal("modifier without a place", " ".join(inside.adverbs))
    if inside.adjectives:
        noun = bare(words[-1])
        if phrase.category != "preposition" or not (is_known(noun, "NOUN") or is_plural(noun)):
            raise Refusal("modifier without a place", " ".join(inside.adjectives))
        words = [*words[:-1], *inside.adjectives, words[-1]]
    check_stacking(parse, first, phrase)
    holder = parse.top(match.words)
    holder = parse[holder].head if not parse[holder].tag.startswith("VB") else holder
    return [((parse[first].idx, parse[last].end), fill_slots(" ".join(words), parse, match, holder))]


def check_stacking(parse: Parse, first: int, phrase: Phrase) -> None:
    """Refuse *very very happy*: a degree before the expression and one at the beginning of the definition."""
    if first == 0:
        return
    before = parse[first - 1].lower
    lead = bare(phrase.words[0])
    degrees = own_class("degree adverbs")
    if before in ("right", "straight", "well") and phrase.category in ("adverb", "adjective"):
        raise Refusal("adverb stacked", f"{before} {lead}")
    if (before in degrees or before in ("bit", "little")) and (
        lead in degrees or (lead.endswith("ly") and len(phrase.words) > 1)
    ):
        raise Refusal("adverb stacked", f"{before} {lead}")
    if before in ("more", "most", "less", "least", "as") and phrase.category in ("preposition", "noun"):
        raise Refusal("adverb stacked", f"{before} {lead}")
