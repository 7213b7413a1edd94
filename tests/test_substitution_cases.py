"""What substitution does, case by case, on parses that were checked by hand.

`data/substitution/cases.txt` is the table. A case is four lines:

    base form | part of speech | definition
    the sentence
    its parse: word/lemma/tag/dependency/head, heads counted from 0
    = the result (type of the match)      or      ! the reason of the refusal

Before the definition stands what it is: `=` as strong as the expression, `<` weaker, `#` an antonym, `~` an
adversarial definition, `L` a definition put into a literal use.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from nonliteral.builders.substitution.drafting import Draft, Refused, Use
from nonliteral.builders.substitution.expressions import compile_entry
from nonliteral.builders.substitution.matching import sentence_keys
from nonliteral.builders.substitution.refusals import REASONS, Refusal
from nonliteral.english.parses import Parse, build_parse
from nonliteral.records import Definition, Entry, LabelledText

TABLE = Path(__file__).parent / "data" / "substitution" / "cases.txt"


def read_cases() -> list[tuple[str, str, str, str, str, str]]:
    cases = []
    section = ""
    block: list[str] = []
    for line in [*TABLE.read_text(encoding="utf-8").splitlines(), ""]:
        if line.startswith("# "):
            continue
        if line.startswith("["):
            section = line.strip("[]")
        elif line:
            block.append(line)
        elif block:
            head, text, tokens, expected = block
            cases.append((section, *head.rpartition(" | ")[::2], text, tokens, expected))
            block = []
    return cases


CASES = read_cases()
PARTS = {
    "verb-object": "verb",
    "subject-verb": "clause",
    "subject-verb-object": "clause",
    "adjective-noun": "noun",
}


def make_entry(base: str, part: str, definition: str) -> Entry:
    mark, text = definition[0], definition[2:]
    metaphor = part in PARTS
    return Entry(
        id="entry",
        kind="metaphor" if metaphor else "idiom",
        base=base,
        part=PARTS.get(part, part),
        definitions=[Definition(text, "weaker" if mark == "<" else "same")] if mark in "=<L" else [],
        adversarial=[LabelledText(text, "neutral")] if mark == "~" else [],
        antonyms=[LabelledText(text, "contradiction")] if mark == "#" else [],
        sentences=[],
        gold=[],
        features={"construction": part} if metaphor else {},
    )


def make_parse(text: str, tokens: str) -> Parse:
    return build_parse(text, "\n".join(token.replace("/", " ") for token in tokens.split()))


def substitute(entry: Entry, parse: Parse, usage: str) -> Draft | Refused:
    try:
        use = Use(parse, compile_entry(entry), [], sentence_keys(parse))
    except Refusal as refusal:
        return Refused(refusal.reason, refusal.about, parse.text)
    methods = {
        "literal": ("literal-definition",),
        "figurative": ("figurative-definition", "construction-replacement", "adversarial-definition"),
    }[usage]
    if entry.antonyms:
        methods = ("antonym",)
    (made,) = use.drafts(usage, methods)  # type: ignore[arg-type]
    return made


def test_the_table_is_large_enough_and_has_no_case_twice() -> None:
    assert len(CASES) >= 150
    assert len({case[1:4] for case in CASES}) == len(CASES)


@pytest.mark.parametrize(
    ("section", "head", "definition", "text", "tokens", "expected"),
    CASES,
    ids=[f"{case[0]}: {case[3]} [{case[2]}]" for case in CASES],
)
def test_case(section: str, head: str, definition: str, text: str, tokens: str, expected: str) -> None:
    base, part = head.split(" | ")
    entry = make_entry(base, part, definition)
    made = substitute(entry, make_parse(text, tokens), "literal" if definition[0] == "L" else "figurative")
    if expected.startswith("!"):
        reason = expected[2:]
        assert reason in REASONS, section
        assert isinstance(made, Refused), made.hypothesis
        assert made.reason == reason
        return
    assert isinstance(made, Draft), f"{made.reason}: {made.about}"
    match = re.fullmatch(r"= (.+) \((\w+)\)", expected)
    assert match is not None
    assert (made.hypothesis, made.variant) == (match[1], match[2])


@pytest.mark.parametrize(
    "case", [case for case in CASES if case[5].startswith("=")], ids=lambda case: case[3]
)
def test_spans_point_at_the_expression_and_at_what_replaced_it(case: tuple[str, ...]) -> None:
    _, head, definition, text, tokens, _ = case
    base, part = head.split(" | ")
    made = substitute(
        make_entry(base, part, definition),
        make_parse(text, tokens),
        "literal" if definition[0] == "L" else "figurative",
    )
    assert isinstance(made, Draft)
    for spans, whole in ((made.premise_spans, made.premise), (made.hypothesis_spans, made.hypothesis)):
        assert spans
        for start, end in spans:
            assert whole[start:end].strip() == whole[start:end] != ""
