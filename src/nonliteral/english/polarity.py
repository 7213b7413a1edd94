"""Is a word in an upward-entailing context, so that something weaker may stand in its place?

*He spilled the beans* entails the weaker *He told something*; *He didn't spill the beans* does not.
A context counts as upward only if nothing above the word speaks against it; what is in doubt is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from nonliteral.english.clauses import negations, questioned
from nonliteral.english.parses import Parse
from nonliteral.english.tables import word_class

Trigger = Literal[
    "negation",
    "negative word",
    "without",
    "condition",
    "before",
    "restrictor",
    "question",
    "comparison",
    "predicate",
    "attitude",
    "generic",
    "only",
]


class Against(msgspec.Struct, frozen=True):
    """A reason why a context is not upward: its kind, and the word that makes it so."""

    trigger: Trigger
    word: str
    position: int


_MARKS: dict[str, Trigger] = {
    "if": "condition",
    "unless": "condition",
    "whether": "condition",
    "lest": "condition",
    "provided": "condition",
    "suppose": "condition",
    "before": "before",
    "until": "before",
    "till": "before",
    "than": "comparison",
}
_PREPOSITIONS: dict[str, Trigger] = {
    "without": "without",
    "except": "without",
    "instead": "without",
    "rather": "without",
    "before": "before",
    "until": "before",
    "till": "before",
    "than": "comparison",
    "against": "predicate",
}
_ARGUMENTS = (
    "nsubj",
    "nsubjpass",
    "dobj",
    "dative",
    "attr",
    "agent",
    "prep",
    "advmod",
    "npadvmod",
    "preconj",
    "expl",
)


def is_upward(parse: Parse, positions: Sequence[int]) -> bool:
    """Say whether some tokens stand where a weaker expression follows from them."""
    return not reasons_against_upward(parse, positions)


def reasons_against_upward(parse: Parse, positions: Sequence[int]) -> list[Against]:
    """Return what keeps a context from being upward, nothing where it is.

    The tokens are taken together: what stands inside them (the *no* of *no skin off my nose*) does not
    count, only what is around.

    >>> from nonliteral.english.parses import build_parse
    >>> rows = "Nobody nobody NN nsubj 1 PRON\\nleft leave VBD ROOT 1"
    >>> [reason.word for reason in reasons_against_upward(build_parse("Nobody left", rows), [1])]
    ['Nobody']
    """
    inside = set(positions)
    found: list[Against] = []
    top = node = parse.top(list(positions))
    child: int | None = None
    while True:
        for reason in _reasons_at(parse, node, child):
            if reason.position not in inside and reason not in found:
                found.append(reason)
        if parse[node].head == node:
            break
        child, node = node, parse[node].head
    found.extend(_question(parse, node, top))
    return found


def _reasons_at(parse: Parse, node: int, child: int | None) -> list[Against]:
    """Return the reasons that a node gives for what is below it on the side of `child`."""
    found: list[Against] = []
    if not _outside_scope(parse, node, child):
        found += _negations(parse, node, child)
        found += _negative_arguments(parse, node, child)
        found += _only(parse, node, child)
        found += _predicate(parse, node, child)
    found += _attitude(parse, node, child)
    found += _measure(parse, node, child)
    found += _marks(parse, node)
    found += _generic_clause(parse, node)
    found += _restrictor(parse, node, child)
    found += _generic(parse, node, child)
    # The parser sometimes hangs *if* and *not* on the auxiliary: "If I hadn't been so snowed under".
    for helper in parse.children(node, "aux", "auxpass"):
        found += _negations(parse, helper, None) + _marks(parse, helper)
    return found


def _outside_scope(parse: Parse, node: int, child: int | None) -> bool:
    """Say whether a branch lies outside what its node negates: the subject, a clause in front, a new one."""
    if child is None:
        return False
    dep = parse[child].dep
    if dep in ("nsubj", "nsubjpass", "csubj", "parataxis", "cc", "punct"):
        return True
    subjects = parse.children(node, "nsubj", "nsubjpass", "expl")
    if dep in ("advcl", "prep", "npadvmod", "advmod") and subjects and child < subjects[0]:
        return True
    if dep == "ccomp" and child < node:
        # Direct speech before its verb: "He left," nobody said.
        return True
    if dep != "conj":
        return False
    if parse.children(child, "nsubj", "nsubjpass", "expl"):
        return True
    # "didn't laugh and spilled the beans": a finite verb of its own is not under the auxiliary.
    return parse[child].tag in ("VBD", "VBZ", "VBP") and parse[node].tag not in ("VBD", "VBZ", "VBP")


def _negations(parse: Parse, node: int, child: int | None) -> list[Against]:
    if _is_help_but(parse, node, child):
        return []
    found: list[Against] = []
    for position in negations(parse, node):
        after = parse[position + 1].lower if position + 1 < len(parse) else ""
        if after == "only" or position == child:
            continue
        found.append(Against("negation", parse[position].text, position))
    return found


def _is_help_but(parse: Parse, node: int, child: int | None) -> bool:
    """*can't help laughing* is laughing all the same."""
    return (
        child is not None
        and parse[node].lemma == "help"
        and parse[child].dep in ("xcomp", "ccomp", "dobj", "prep")
    )


def _negative_arguments(parse: Parse, node: int, child: int | None) -> list[Against]:
    found: list[Against] = []
    if parse[node].pos not in ("VERB", "AUX", "ADJ"):
        return found
    for argument in parse.children(node, *_ARGUMENTS):
        if argument == child and parse[argument].dep not in ("nsubj", "nsubjpass"):
            continue
        inner = [argument, *parse.children(argument, "pobj")]
        for head in inner:
            word = _negative_word(parse, head)
            if word is not None:
                found.append(Against("negative word", parse[word].text, word))
    return found


def _negative_word(parse: Parse, head: int) -> int | None:
    negative = word_class("negative words") - {"not", "n't", "n’t", "never"}
    token = parse[head]
    if token.lower in negative and not _has_article(parse, head):
        return head
    if token.lower == "one" and head and parse[head - 1].lower == "no":
        return head - 1
    for child in parse.children(
        head, "det", "amod", "neg", "preconj", "predet", "nummod", "quantmod", "advmod"
    ):
        if parse[child].lower == "not":
            # *Not even the rain* is negative, article or no; *not only the rain* is not.
            if child < head and parse[child + 1].lower != "only":
                return child
        elif parse[child].lower in word_class("negative modifiers") and not (
            _has_article(parse, head) or _has_article(parse, child)
        ):
            return child
    opening = [i for i in range(max(0, head - 3), head) if parse[i].lower in ("at", "fewer", "less")]
    for i in opening:
        following = parse[i + 1].lower
        if (parse[i].lower, following) in (("at", "most"), ("fewer", "than"), ("less", "than")):
            return i
    return None


def _has_article(parse: Parse, position: int) -> bool:
    """*a few*, *quite a little* and *my little sister* are not negative."""
    return any(
        parse[child].lower in ("a", "an", "the", "quite") or parse[child].dep == "poss"
        for child in parse.children(position)
    ) or (position > 0 and parse[position - 1].lower in ("a", "the", "quite"))


def _only(parse: Parse, node: int, child: int | None) -> list[Against]:
    """*Only John left* says that others did not, so nothing weaker follows for them."""
    found: list[Against] = []
    for subject in parse.children(node, "nsubj", "nsubjpass"):
        if subject == child:
            continue
        counted = parse.children(subject, "nummod", "quantmod")
        words = [*parse.children(subject, "advmod", "amod")]
        for word in [*words, *(below for number in counted for below in parse.children(number, "advmod"))]:
            if parse[word].lower == "only" and word < subject:
                found.append(Against("only", parse[word].text, word))
    if parse[node].pos in ("VERB", "AUX"):
        subjects = parse.children(node, "nsubj", "nsubjpass")
        for word in parse.children(node, "advmod"):
            if parse[word].lower == "only" and subjects and word < subjects[0]:
                found.append(Against("only", parse[word].text, word))
    return found


def _predicate(parse: Parse, node: int, child: int | None) -> list[Against]:
    """*refused to*, *doubt that*, *unlikely to*, *too tired to*: the complement is not said to hold."""
    if child is None or parse[child].dep not in (
        "xcomp",
        "ccomp",
        "dobj",
        "prep",
        "acl",
        "pcomp",
        "advcl",
        "pobj",
    ):
        return []
    token = parse[node]
    if token.lemma.lower() in word_class("downward predicates"):
        if parse[child].dep == "advcl":
            return []
        return [Against("predicate", token.text, node)]
    if (
        token.lemma == "forget"
        and parse[child].dep == "xcomp"
        and any(parse[i].tag == "TO" for i in parse.children(child))
    ):
        return [Against("predicate", token.text, node)]
    if parse[child].dep in ("xcomp", "advcl", "ccomp") and any(
        parse[i].tag == "TO" for i in parse.children(child)
    ):
        for word in parse.children(node, "advmod"):
            if parse[word].lower == "too":
                return [Against("predicate", parse[word].text, word)]
        for complement in parse.children(node, "acomp"):
            for word in parse.children(complement, "advmod"):
                if parse[word].lower == "too":
                    return [Against("predicate", parse[word].text, word)]
    return []


_DEFINITE = frozenset(("the", "this", "that", "these", "those", "both", "all", "every", "each", "no"))


def _is_definite(parse: Parse, noun: int) -> bool:
    return bool(parse.children(noun, "poss")) or any(
        parse[i].lower in _DEFINITE for i in parse.children(noun, "det", "predet")
    )


def _attitude(parse: Parse, node: int, child: int | None) -> list[Against]:
    """*hate it when*, *sorry that*, *surprised that*, *hard to*: not whoever hates it hates what is less."""
    if child is None:
        return []
    below = parse[child]
    token = parse[node]
    lemma = token.lemma.lower()
    if lemma not in word_class("attitudes") and token.lower not in word_class("attitudes"):
        if token.lemma != "be" or below.dep not in ("csubj", "xcomp", "advcl", "ccomp"):
            return []
        # "It is hard to …", "… is a shame": parsers hang the clause on the verb as well as on the adjective.
        for word in parse.children(node, "acomp", "attr"):
            infinitive = any(parse[i].tag == "TO" for i in parse.children(child, "aux"))
            marked = any(parse[i].lower in ("when", "that") for i in parse.children(child, "advmod", "mark"))
            if parse[word].lower in word_class("attitudes") and (
                (infinitive and below.dep != "advcl") or (infinitive and _is_dummy(parse, node)) or marked
            ):
                return [Against("attitude", parse[word].text, word)]
        return []
    if token.pos not in ("VERB", "ADJ", "AUX"):
        return []
    if below.dep == "dobj":
        return [] if _is_definite(parse, child) or below.pos != "NOUN" else [_at(token.text, node)]
    if below.dep in ("ccomp", "xcomp", "csubj", "pcomp", "acl") or (
        below.dep == "advcl"
        and any(parse[i].lower == "when" for i in parse.children(child, "advmod", "mark"))
    ):
        return [_at(token.text, node)]
    if below.dep == "prep" and parse.children(child, "pcomp"):
        return [_at(token.text, node)]
    return []


def _at(word: str, position: int) -> Against:
    return Against("attitude", word, position)


def _is_dummy(parse: Parse, verb: int) -> bool:
    """Say whether the subject of a verb is the *it* of *it is hard to say*."""
    return any(parse[i].lower == "it" for i in parse.children(verb, "nsubj", "expl"))


def _measure(parse: Parse, node: int, child: int | None) -> list[Against]:
    """*It took a year to come to grips with it*: what is less may have taken less."""
    if (
        child is not None
        and parse[node].lemma in ("take", "cost")
        and parse[child].dep in ("xcomp", "advcl", "ccomp", "relcl", "acl")
        and any(parse[i].tag == "TO" for i in parse.children(child, "aux"))
        and _is_dummy(parse, node)
    ):
        return [Against("predicate", parse[node].text, node)]
    return []


def _finite_tag(parse: Parse, verb: int) -> str:
    """Return the tag of the word that shows the tense of a verb."""
    for i in [*parse.children(verb, "aux", "auxpass"), verb]:
        if parse[i].tag in ("VBD", "VBZ", "VBP", "MD"):
            return parse[i].tag
    return parse[verb].tag


def _is_generic_tense(parse: Parse, verb: int) -> bool:
    """Say whether a clause may speak of what is always so: a present or a modal, nothing going on or done."""
    tag = _finite_tag(parse, verb)
    helpers = [parse[i] for i in parse.children(verb, "aux")]
    if tag == "MD":
        return all(word.lower not in ("may", "might", "could") for word in helpers)
    if tag not in ("VBZ", "VBP"):
        return False
    return not any(word.lemma in ("have", "be") for word in helpers)


def _generic_clause(parse: Parse, node: int) -> list[Against]:
    """*When politicians air their dirty laundry, voters laugh*; *Airing dirty laundry is unwise*."""
    token = parse[node]
    above = token.head
    if token.dep in ("csubj", "csubjpass") and above != node and _is_generic_tense(parse, above):
        return [Against("generic", parse[above].text, above)]
    if token.dep != "advcl":
        return []
    for i in parse.children(node, "advmod", "mark"):
        lower = parse[i].lower
        if i < node and (
            lower in ("whenever", "wherever")
            or (lower in ("when", "once") and _finite_tag(parse, node) in ("VBZ", "VBP"))
        ):
            return [Against("generic", parse[i].text, i)]
    return []


def _generic(parse: Parse, node: int, child: int | None) -> list[Against]:
    """*Ministers who blot their copybooks rarely return*: a generic subject restricts as *every* does."""
    token = parse[node]
    if token.pos != "NOUN" or token.dep not in ("nsubj", "nsubjpass"):
        return []
    if child is not None and parse[child].dep not in ("relcl", "acl", "prep", "amod", "compound"):
        return []
    verb = token.head
    if _is_definite(parse, node) or parse.children(node, "nummod"):
        return []
    determiners = [parse[i].lower for i in parse.children(node, "det", "quantmod")]
    if determiners and determiners[0] not in ("a", "an", "any"):
        return []
    plural = token.tag == "NNS"
    if not determiners and not plural:
        return []
    if any(
        parse[i].lower in ("many", "several", "few", "more", "other") for i in parse.children(node, "amod")
    ):
        return []
    habitual = any(parse[i].lower in word_class("frequency adverbs") for i in parse.children(verb, "advmod"))
    restricted = child is not None and parse[child].dep == "relcl" and plural
    if _is_generic_tense(parse, verb) or habitual or restricted:
        # The verb is named, not the noun: the noun may be the very word that is asked about.
        return [Against("generic", parse[verb].text, verb)]
    return []


def _marks(parse: Parse, node: int) -> list[Against]:
    found: list[Against] = []
    token = parse[node]
    if token.dep in ("prep", "mark", "pcomp", "advmod", "cc", "agent", "dep") or token.pos in (
        "ADP",
        "SCONJ",
    ):
        trigger = _PREPOSITIONS.get(token.lower)
        if trigger is not None and not (token.lower in ("instead", "rather") and not _leads(parse, node)):
            found.append(Against(trigger, token.text, node))
    for position in parse.children(node, "mark", "advmod", "prep"):
        word = parse[position]
        trigger = _MARKS.get(word.lower)
        if trigger is None or position > node:
            continue
        if word.dep == "prep" and word.lower not in ("before", "until", "till"):
            continue
        if word.dep == "prep" and parse.children(position, "pobj"):
            continue
        found.append(Against(trigger, word.text, position))
    for position in parse.children(node, "nsubj", "nsubjpass", "dobj"):
        if parse[position].lower in ("whoever", "whatever", "whichever", "whomever"):
            found.append(Against("restrictor", parse[position].text, position))
    if node and token.pos in ("ADP", "SCONJ") and parse[node - 1].lower in ("instead", "rather"):
        found.append(Against("without", parse[node - 1].text, node - 1))
    # "Had he spilled the beans, …" and "Should he …": a condition without its *if*.
    if token.dep in ("advcl", "ccomp"):
        helpers = [
            i for i in parse.children(node, "aux", "auxpass") if parse[i].lower in ("had", "should", "were")
        ]
        subjects = parse.children(node, "nsubj", "nsubjpass")
        if helpers and subjects and helpers[0] < subjects[0]:
            found.append(Against("condition", parse[helpers[0]].text, helpers[0]))
    return found


def _leads(parse: Parse, node: int) -> bool:
    """*instead of* and *rather than* lead a phrase; plain *instead* does not."""
    return node + 1 < len(parse) and parse[node + 1].lower in ("of", "than")


def _restrictor(parse: Parse, node: int, child: int | None) -> list[Against]:
    """Return what makes a noun phrase a restrictor: *every man who …*, *no …*, *the first to …*."""
    token = parse[node]
    if token.pos not in ("NOUN", "PROPN", "PRON", "DET", "NUM", "ADJ"):
        return []
    if child is not None:
        if token.lower in word_class("quantifying pronouns"):
            return [Against("restrictor", token.text, node)]
        negative = (
            _negative_word(parse, node) if parse[child].dep in ("relcl", "acl", "prep", "amod") else None
        )
        if negative is not None:
            return [Against("restrictor", parse[negative].text, negative)]
    for position in parse.children(node, "det", "predet", "amod", "nummod"):
        word = parse[position]
        if position == child:
            continue
        if word.lower in word_class("universal determiners") or word.lower in ("most", "no", "neither"):
            return [Against("restrictor", word.text, position)]
        if child is None and word.lower == "only":
            # *the only chink in her armour* need not be her only weak point
            return [Against("only", word.text, position)]
        if (
            child is not None
            and parse[child].dep in ("relcl", "acl")
            and (word.tag == "JJS" or word.lower in ("first", "last", "only"))
        ):
            return [Against("restrictor", word.text, position)]
    return []


def _question(parse: Parse, root: int, position: int) -> list[Against]:
    """Return the question mark whose question a token is in."""
    if position not in questioned(parse, root):
        return []
    marks = [i for i in parse.sentence_of(root) if i > position and parse[i].text.startswith("?")]
    return [Against("question", parse[mark].text, mark) for mark in marks[:1]]
