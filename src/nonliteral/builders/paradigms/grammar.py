"""A grammar of English clauses whose features agree by unification.

Phrases are built from their parts by the rules in `rules.txt`. A verb that has just been taken from
the lexicon has open features; the rules tie them to the subject, to the auxiliary above it or to
the tense of the clause, and its form is read off only when the sentence is complete. Nothing here
knows about paradigms or labels.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from nonliteral.english.agreement import Agreement, Number
from nonliteral.english.inflection import inflect_verb, negate_auxiliary
from nonliteral.errors import DefectError
from nonliteral.lexicon.vocabulary import article_of, plural_of, verb_form

RULES = Path(__file__).with_name("rules.txt")


class ClashError(DefectError):
    """Two parts of a phrase ask for different values of one feature: there is no such phrase."""


class Var:
    """A value that is not known yet; once bound, it is its value."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value: Value | None = None


Value = str | Var
Features = dict[str, Value]


def resolve(value: Value) -> Value:
    """Return the value at the end of a chain of bound variables."""
    while type(value) is Var:
        bound = value.value
        if bound is None:
            return value
        value = bound
    return value


def unify(one: Value, two: Value) -> Value:
    """Make two values one, or raise `ClashError`.

    >>> unify("plural", "plural")
    'plural'
    """
    one, two = resolve(one), resolve(two)
    if one is two or one == two:
        return one
    if type(one) is Var:
        one.value = two
        return two
    if type(two) is Var:
        two.value = one
        return one
    raise ClashError(f"{one!r} does not agree with {two!r}.")


class Word:
    """A leaf: a word of some category, with the features that decide its form."""

    __slots__ = ("category", "features", "lemma")

    def __init__(self, category: str, lemma: str, features: Features | None = None) -> None:
        self.category = category
        self.lemma = lemma
        self.features: Features = features if features is not None else {}

    def __repr__(self) -> str:
        return f"{self.category}:{self.lemma}"


class Phrase:
    """A node: its category, its features, and its parts from left to right."""

    __slots__ = ("category", "features", "parts", "rule")

    def __init__(self, category: str, features: Features, parts: tuple[Node, ...], rule: str) -> None:
        self.category = category
        self.features = features
        self.parts = parts
        self.rule = rule

    def __repr__(self) -> str:
        return f"[{self.category} {' '.join(map(repr, self.parts))}]"


Node = Word | Phrase


# Rules


class _Pattern(NamedTuple):
    category: str
    constants: tuple[tuple[str, str], ...]
    variables: tuple[tuple[str, int], ...]


class Rule(NamedTuple):
    """A compiled rule."""

    name: str
    mother: _Pattern
    daughters: tuple[_Pattern, ...]
    rest: _Pattern | None
    variables: int


@cache
def load_rules(path: Path = RULES) -> dict[str, Rule]:
    """Read the rules of the grammar."""
    rules: dict[str, Rule] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = re.fullmatch(r"([\w-]+):\s+(.*?)\s+->\s+(.*)", line)
        if match is None or match[1] in rules:
            raise DefectError(f"{path}:{number}: not a rule, or a name that stands twice.")
        names: dict[str, int] = {}
        mother = _read_pattern(match[2], names)
        daughters = [_read_pattern(text, names) for text in re.findall(r"[\w*-]+(?:\[[^\]]*\])?", match[3])]
        rest = daughters.pop() if daughters[-1].category == "*" else None
        rules[match[1]] = Rule(match[1], mother, tuple(daughters), rest, len(names))
    return rules


def _read_pattern(text: str, names: dict[str, int]) -> _Pattern:
    category, _, inside = text.partition("[")
    constants, variables = [], []
    for item in inside.rstrip("]").split():
        name, _, value = item.partition("=")
        if value.startswith("?"):
            variables.append((name, names.setdefault(value, len(names))))
        else:
            constants.append((name, value))
    return _Pattern(category, tuple(constants), tuple(variables))


_rules = load_rules()


def combine(name: str, *daughters: Node) -> Phrase:
    """Return the phrase that a rule makes of its daughters; raise `ClashError` where they do not agree."""
    rule = _rules[name]
    found: list[Value | None] = [None] * rule.variables
    patterns = rule.daughters
    count = len(patterns)
    if len(daughters) < count or (rule.rest is None and len(daughters) != count):
        raise DefectError(f"{name} takes {count} parts, and got {len(daughters)}.")
    for position, daughter in enumerate(daughters):
        if position < count:
            pattern = patterns[position]
            if daughter.category != pattern.category:
                raise ClashError(f"{name}: {pattern.category} expected, {daughter.category} found.")
        else:
            pattern = rule.rest  # type: ignore[assignment]  # the length was checked above
        features = daughter.features
        if not features:
            continue
        for feature, constant in pattern.constants:
            if feature in features:
                unify(features[feature], constant)
        for feature, slot in pattern.variables:
            value = features.get(feature)
            if value is None:
                continue
            known = found[slot]
            found[slot] = value if known is None else unify(known, value)
    mother = rule.mother
    features = dict(mother.constants)
    for feature, slot in mother.variables:
        value = found[slot]
        if value is not None:
            features[feature] = value
    return Phrase(mother.category, features, daughters, name)


# Words

NOT = Word("Not", "not")
CONTRACTED_NOT = Word("Not", "n't")
TO = Word("To", "to")
COMMA = Word("Comma", ",")
POSSESSIVE = Word("Poss", "'s")
THE = Word("D", "the")
A = Word("D", "a", {"number": "singular"})
OF = Word("P", "of")


@cache
def fixed(category: str, text: str) -> Word:
    """Return a word that has only one form."""
    return Word(category, text)


def verb(lemma: str) -> Word:
    """Return a verb whose features are all open."""
    return Word("V", lemma, {"form": Var(), "tense": Var(), "number": Var(), "person": Var()})


def auxiliary(lemma: str, selects: str = "") -> Word:
    """Return an auxiliary and the form that it asks of the verb below it."""
    features: Features = {"form": Var(), "tense": Var(), "number": Var(), "person": Var()}
    if selects:
        features["selects"] = selects
    if lemma in MODALS:
        unify(features["form"], "finite")
    return Word("Aux", lemma, features)


MODALS = frozenset({"will", "might", "may"})


def noun(lemma: str, *, number: str = "singular", gender: str = "neuter", who: bool = False) -> Word:
    """Return a noun in one number."""
    return Word("N", lemma, {"number": number, "gender": gender, "who": "yes" if who else "no"})


def name(text: str, gender: str) -> Phrase:
    """Return the noun phrase that a given name is."""
    return combine(
        "bare-noun-phrase", Word("N", text, {"number": "singular", "gender": gender, "who": "yes"})
    )


def pronoun(
    lemma: str, *, number: str = "singular", person: str = "3", gender: str = "neuter", who: bool = False
) -> Phrase:
    """Return a noun phrase that is one word: someone, it, that, we."""
    features: Features = {"number": number, "person": person, "gender": gender, "who": "yes" if who else "no"}
    return Phrase("NP", features, (fixed("Pron", lemma),), "pronoun")


def stand_in(phrase: Phrase, case: str = "subject") -> Phrase:
    """Return the personal pronoun for a noun phrase: he, her, it, they."""
    agreement = agreement_of(phrase)
    text = _PRONOUNS[case][agreement]
    return pronoun(
        text,
        # "They" takes a plural verb even where it stands for one person.
        number="plural" if text in ("they", "them") else agreement[0],
        gender=agreement[1],
        who=resolve(phrase.features["who"]) == "yes",
    )


def agreement_of(phrase: Node) -> tuple[str, str]:
    """Return number and gender of a noun phrase."""
    number, gender = resolve(phrase.features["number"]), resolve(phrase.features.get("gender", "common"))
    if not isinstance(number, str) or not isinstance(gender, str):
        raise DefectError(f"The number or gender of {phrase!r} is open.")
    return number, gender


def _by_agreement(masculine: str, feminine: str, neuter: str, plural: str) -> dict[tuple[str, str], str]:
    table = {
        ("singular", "masculine"): masculine,
        ("singular", "feminine"): feminine,
        ("singular", "neuter"): neuter,
    }
    table[("singular", "common")] = plural
    table.update({("plural", gender): plural for gender in ("masculine", "feminine", "neuter", "common")})
    return table


_PRONOUNS = {
    "subject": _by_agreement("he", "she", "it", "they"),
    "object": _by_agreement("him", "her", "it", "them"),
    "possessive": _by_agreement("his", "her", "its", "their"),
}


# Forms

_TAGS = {"base": "VB", "to": "VB", "past-participle": "VBN", "present-participle": "VBG"}


def _text_of_verb(word: Word) -> str:
    features = word.features
    form, tense = resolve(features["form"]), resolve(features["tense"])
    number, person = resolve(features["number"]), resolve(features["person"])
    return _conjugated(
        word.lemma,
        form if type(form) is str else "",
        tense if type(tense) is str else "",
        number if type(number) is str else "",
        person if type(person) is str else "",
    )


@cache
def _conjugated(lemma: str, form: str, tense: str, number: str, person: str) -> str:
    if lemma in MODALS:
        return lemma
    if form in _TAGS:
        if lemma == "be" or lemma.startswith("be "):
            return inflect_verb(lemma, _TAGS[form], heads=(0,))
        return verb_form(lemma, _TAGS[form])
    if form != "finite" or not tense:
        raise DefectError(f"The form of {lemma!r} is open: {form or 'no form'}, {tense or 'no tense'}.")
    if tense == "past" and lemma != "be":
        return verb_form(lemma, "VBD")
    if not number or not person:
        raise DefectError(f"{lemma!r} has no subject to agree with.")
    agreement = Agreement(3 if person == "3" else 1 if person == "1" else 2, _number(number))
    if tense == "past":
        return inflect_verb(lemma, "VBD", subject=agreement)
    tag = "VBZ" if agreement.person == 3 and agreement.number == "singular" else "VBP"
    if lemma == "be":
        return inflect_verb(lemma, tag, subject=agreement)
    return verb_form(lemma, "VBZ") if tag == "VBZ" else lemma


def _number(text: str) -> Number:
    return "plural" if text == "plural" else "singular"


def _text_of_own(word: Word) -> str:
    number, gender = resolve(word.features["number"]), resolve(word.features["gender"])
    if type(number) is not str:
        raise DefectError("A possessive pronoun has no possessor.")
    return _PRONOUNS["possessive"][number, gender if type(gender) is str else "common"]


def leaves(node: Node) -> Iterator[Word]:
    """Yield the words of a phrase from left to right."""
    stack: list[Node] = [node]
    while stack:
        top = stack.pop()
        if type(top) is Word:
            yield top
        else:
            stack.extend(reversed(top.parts))  # type: ignore[union-attr]


def text_of(word: Word) -> str:
    """Return a word in its form."""
    category = word.category
    if category == "V" or category == "Aux":
        return _text_of_verb(word)
    if category == "N":
        return plural_of(word.lemma) if word.features["number"] == "plural" else word.lemma
    if category == "Own":
        return _text_of_own(word)
    return word.lemma


def render(node: Node, end: str = "") -> str:
    """Return the text of a phrase; with a final mark, it is a sentence and begins with a capital.

    >>> render(combine("bare-noun-phrase", noun("goose", number="plural")))
    'geese'
    """
    words: list[str] = []
    article = -1
    for word in leaves(node):
        category = word.category
        if category == "Not" and word is CONTRACTED_NOT:
            words[-1] = _contract(words[-1])
            continue
        if category == "Comma":
            words[-1] += ","
            continue
        if category == "Poss":
            words[-1] += "'s"
            continue
        if word is A:
            article = len(words)
            words.append("a")
            continue
        text = text_of(word)
        if article >= 0:
            words[article] = article_of(text)
            article = -1
        words.append(text)
    text = " ".join(words)
    return text[0].upper() + text[1:] + end if end else text


@cache
def _contract(text: str) -> str:
    return negate_auxiliary(text, contracted=True)


# Noun phrases


def the(head: Node) -> Phrase:
    """Return "the" with a noun."""
    return combine("noun-phrase", THE, head)


def a(head: Node) -> Phrase:
    """Return "a" or "an" with a noun."""
    return combine("noun-phrase", A, head)


def bare(head: Node) -> Phrase:
    """Return a noun without a determiner."""
    return combine("bare-noun-phrase", head)


def own(head: Node) -> Phrase:
    """Return a noun with his, her or their, which will agree with the subject of the clause."""
    return combine("own-noun-phrase", Word("Own", "own", {"number": Var(), "gender": Var()}), head)


def modified(adjective: str, head: Node) -> Phrase:
    """Return a noun with an adjective before it."""
    return combine("modified-noun", fixed("A", adjective), head)


def counted(quantity: str, head: Node) -> Phrase:
    """Return a noun with a numeral or quantifier before it."""
    number = "singular" if quantity in ("one", "exactly one", "every", "each", "more than one") else "plural"
    return combine("counted-phrase", Word("Q", quantity, {"number": number}), head)


def partitive(quantity: str, whole: Phrase) -> Phrase:
    """Return "some of the nurses"; "each of" and "not a single one of" are singular."""
    number = "singular" if quantity in SINGULAR_PARTITIVES else "plural"
    return combine("partitive", Word("Q", quantity, {"number": number}), OF, whole)


SINGULAR_PARTITIVES = frozenset(
    {"each", "every one", "not a single one", "not one", "not every one", "at least one"}
)


def possessed(owner: Phrase, head: Node) -> Phrase:
    """Return "Emma's cat"."""
    return combine("possessive", owner, POSSESSIVE, head)


def both_of(one: Phrase, two: Phrase, *, correlative: str = "") -> Phrase:
    """Return "A and B", or "both A and B"."""
    pair = combine("conjunction", one, Word("C", "and", {"joins": "all"}), two)
    return combine("correlative", fixed("C", correlative), pair) if correlative else pair


def one_of(one: Phrase, two: Phrase, *, correlative: str = "", word: str = "or") -> Phrase:
    """Return "A or B", "either A or B" or "neither A nor B"; it agrees with the nearer one."""
    pair = combine("disjunction", one, Word("C", word, {"joins": "one"}), two)
    return combine("correlative", fixed("C", correlative), pair) if correlative else pair


def relative(head: Phrase, predicate: Predicate, **shape: object) -> Phrase:
    """Return a noun phrase with a relative clause whose subject it is: "students who passed"."""
    who = resolve(head.features["who"])
    finite = finite_phrase(predicate, **shape)  # type: ignore[arg-type]
    clause = combine("subject-relative", Word("Rel", "who" if who == "yes" else "that", {"who": who}), finite)
    return combine("relative", head, clause)


def gap_relative(head: Phrase, subject: Phrase, predicate: Predicate, **shape: object) -> Phrase:
    """Return a noun phrase with a relative clause whose object it is: "the car that Emma sold"."""
    finite = finite_phrase(predicate, **shape)  # type: ignore[arg-type]
    inside = combine("gapped-clause", subject, finite)
    who = resolve(head.features["who"])
    return combine("relative", head, combine("object-relative", Word("Rel", "that", {"who": who}), inside))


def what(subject: Phrase, predicate: Predicate, **shape: object) -> Phrase:
    """Return a free relative: "what Emma sold"."""
    finite = finite_phrase(predicate, **shape)  # type: ignore[arg-type]
    return combine("free-relative", fixed("Rel", "what"), combine("gapped-clause", subject, finite))


def focused(adverb: str, phrase: Phrase) -> Phrase:
    """Return a noun phrase with only or not before it."""
    return combine("focused", fixed("Adv", adverb), phrase)


# Predicates and clauses


class Predicate(NamedTuple):
    """A verb with its complements, before it has tense or a subject. `be` is a copula."""

    verb: str
    complements: tuple[Node, ...] = ()
    adjuncts: tuple[Node, ...] = ()

    def with_adjunct(self, text: str) -> Predicate:
        """Return the predicate with words after it."""
        return self._replace(adjuncts=(*self.adjuncts, fixed("P", text)))


def _bare_phrase(predicate: Predicate, adverb: str) -> Phrase:
    phrase = combine("verb-phrase", verb(predicate.verb), *predicate.complements, *predicate.adjuncts)
    return combine("adverb", fixed("Adv", adverb), phrase) if adverb else phrase


def _spine(
    predicate: Predicate, *, modal: str, perfect: bool, progressive: bool, adverb: str, support: bool
) -> tuple[Word | None, tuple[Node, ...], bool]:
    """Return the highest auxiliary, what stands below it, and whether that is a copula's complement."""
    chain: list[tuple[str, str]] = []
    if modal:
        chain.append((modal, "base"))
    if perfect:
        chain.append(("have", "past-participle"))
    if progressive:
        chain.append(("be", "present-participle"))
    if predicate.verb == "be":
        rest = (*predicate.complements, *predicate.adjuncts)
        if adverb:
            rest = (fixed("Adv", adverb), *rest)
        if not chain:
            return auxiliary("be"), rest, True
        phrase = combine("copula", auxiliary("be"), *rest)
    else:
        phrase = _bare_phrase(predicate, adverb)
        if not chain:
            if not support:
                return None, (phrase,), False
            chain.append(("do", "base"))
    for lemma, selects in reversed(chain[1:]):
        phrase = combine("auxiliary", auxiliary(lemma, selects), phrase)
    lemma, selects = chain[0]
    return auxiliary(lemma, selects), (phrase,), False


def finite_phrase(
    predicate: Predicate,
    *,
    tense: str = "past",
    modal: str = "",
    perfect: bool = False,
    progressive: bool = False,
    negative: bool = False,
    contracted: bool = False,
    adverb: str = "",
) -> Phrase:
    """Return a finite verb phrase that waits for its subject."""
    head, rest, copula = _spine(
        predicate, modal=modal, perfect=perfect, progressive=progressive, adverb=adverb, support=negative
    )
    if head is None:
        phrase = rest[0]
    elif negative:
        particle = CONTRACTED_NOT if contracted else NOT
        phrase = combine("negated-copula" if copula else "negated-auxiliary", head, particle, *rest)
    else:
        phrase = combine("copula" if copula else "auxiliary", head, *rest)
    unify(phrase.features["form"], "finite")
    unify(phrase.features["tense"], tense)
    return phrase  # type: ignore[return-value]


def clause(
    subject: Phrase,
    predicate: Predicate,
    *,
    tense: str = "past",
    modal: str = "",
    perfect: bool = False,
    progressive: bool = False,
    negative: bool = False,
    contracted: bool = False,
    adverb: str = "",
) -> Phrase:
    """Return a declarative clause."""
    return combine(
        "clause",
        subject,
        finite_phrase(
            predicate,
            tense=tense,
            modal=modal,
            perfect=perfect,
            progressive=progressive,
            negative=negative,
            contracted=contracted,
            adverb=adverb,
        ),
    )


def question(
    subject: Phrase,
    predicate: Predicate,
    *,
    tense: str = "past",
    modal: str = "",
    perfect: bool = False,
    progressive: bool = False,
    adverb: str = "",
) -> Phrase:
    """Return a polar question, with do-support where there is no auxiliary to invert."""
    head, rest, copula = _spine(
        predicate, modal=modal, perfect=perfect, progressive=progressive, adverb=adverb, support=True
    )
    if head is None:
        raise DefectError("A question has no auxiliary.")
    unify(head.features["tense"], tense)
    return combine("copula-question" if copula else "question", head, subject, *rest)


def infinitive(predicate: Predicate) -> Phrase:
    """Return "to" with a predicate."""
    return combine("infinitive", TO, _bare_phrase(predicate, ""))


def gerund(predicate: Predicate) -> Phrase:
    """Return a predicate in its -ing form."""
    phrase = _bare_phrase(predicate, "")
    unify(phrase.features["form"], "present-participle")
    return phrase


def base_form(predicate: Predicate) -> Phrase:
    """Return a predicate in its base form."""
    phrase = _bare_phrase(predicate, "")
    unify(phrase.features["form"], "base")
    return phrase


def that(inside: Phrase, word: str = "that") -> Phrase:
    """Return a subordinate clause: that, why, after, … with a clause."""
    return combine("complement", fixed("C", word), inside)


def conditional(antecedent: Phrase, consequent: Phrase) -> Phrase:
    """Return "if A, B"."""
    return combine("conditional", fixed("C", "if"), antecedent, COMMA, consequent)


def joined(one: Phrase, word: str, two: Phrase) -> Phrase:
    """Return "A, so B"."""
    return combine("joined", one, COMMA, fixed("C", word), two)


def disjoined(one: Phrase, two: Phrase) -> Phrase:
    """Return "either A or B"."""
    return combine("disjoined", fixed("C", "either"), one, fixed("C", "or"), two)


def preposed(subordinate: Phrase, main: Phrase) -> Phrase:
    """Return "after A, B"."""
    return combine("preposed", subordinate, COMMA, main)


def led(adverb: str, inside: Phrase) -> Phrase:
    """Return a clause with an adverb before it: "perhaps A"."""
    return combine("led", fixed("Adv", adverb), inside)


def the_fact(inside: Phrase) -> Phrase:
    """Return "the fact that A", a noun phrase."""
    return combine("fact", THE, noun("fact"), that(inside))


def external_negation(inside: Phrase) -> Phrase:
    """Return "It is not true that" with a clause."""
    return clause(IT, Predicate("be", (fixed("A", "true"), that(inside))), tense="present", negative=True)


def other_than(whole: Phrase, excepted: Phrase) -> Phrase:
    """Return "someone other than Emma"."""
    return combine("exception", whole, fixed("P", "other than"), excepted)


def words(category: str, *texts: str) -> tuple[Word, ...]:
    """Return fixed words, empty ones left out."""
    return tuple(fixed(category, text) for text in texts if text)


IT = pronoun("it")
THAT = pronoun("that")
SOMEONE = pronoun("someone", gender="common", who=True)
NO_ONE = pronoun("no one", gender="common", who=True)
SOMETHING = pronoun("something")
NOTHING = pronoun("nothing")
WE = pronoun("we", number="plural", person="1", gender="common", who=True)


def tensed_verbs(node: Node) -> list[Word]:
    """Return the finite verbs of a phrase that stand outside any clause within it."""
    found: list[Word] = []
    stack: list[Node] = list(node.parts) if isinstance(node, Phrase) else []
    while stack:
        top = stack.pop()
        if isinstance(top, Word):
            if top.category in ("V", "Aux") and resolve(top.features["form"]) == "finite":
                found.append(top)
        elif top.category not in ("S", "RC", "CP"):
            stack.extend(top.parts)
    return found


def clauses(node: Node) -> Iterator[Phrase]:
    """Yield every clause within a phrase that has its own subject or relative pronoun."""
    if isinstance(node, Word):
        return
    if node.rule in ("clause", "gapped-clause", "question", "copula-question", "subject-relative"):
        yield node
    for part in node.parts:
        yield from clauses(part)
