"""How far substitution agrees with IMPLI's own hypotheses, built from IMPLI's premises.

    python benchmarks/impli_agreement.py IMPLI [--base lemma] [--out FOLDER]

What was replaced, and by what, is recovered from each silver idiom row: the first is the base form of an
entry (as it stands, or with `--base lemma` its first verb in base form), the second its definition. No ids
and no parts of speech are given. Lexicon and sentences are files, built with `nonliteral.build`, as
anybody can. Every use counts as figurative and every definition as `same`: the rewriting is measured, not
the labels. Agreement is counted with case, articles and placeholders (pronouns, `someone`) set aside,
with and without marks. `--out` keeps the files, and lists what differs and what was refused, to be read.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

import nonliteral
from nonliteral.english.parsing import available_cores, parse_sentences
from nonliteral.readers import load_reader
from nonliteral.records import Pair
from nonliteral.suites import Funnel

METHODS = ("figurative-definition", "literal-definition", "adversarial-definition")
_PLACEHOLDERS = re.compile(
    r"\b(?:someone's|somebody's|one's|someone|somebody|something|oneself|my|your|his|her|its|our|their|me|you|him|us"
    r"|them|it|(?:my|your|him|her|it)self|(?:our|your|them)selves)\b"
)
_NO_SLOTS = re.compile(r"[\[\]<>{}_]|\.\.\.|…|\b(?:somebody|anybody|anyone|sb|sth)\b", re.IGNORECASE)


def read_rows(folder: Path) -> list[Pair]:
    """Return the silver idiom rows in which both a replaced stretch and its replacement were found."""
    rows = load_reader("impli").read(folder, Funnel())
    return [
        row
        for row in rows
        if isinstance(row, Pair)
        and row.phenomenon == "idiom"
        and row.method in METHODS
        and row.features.get("premise_spans")
        and row.features.get("hypothesis_spans")
    ]


def cut_out(text: str, spans: list[list[int]]) -> tuple[str, tuple[int, int]]:
    """Return the stretch that spans cover, and where it is."""
    start, end = spans[0][0], spans[-1][1]
    return text[start:end], (start, end)


def lemmatise_first(rows: list[Pair]) -> list[str]:
    """Return the replaced stretches with a verb at the beginning in its base form."""
    bases = []
    for row, parse in zip(rows, parse_sentences([row.premise for row in rows]), strict=True):
        text, span = cut_out(row.premise, row.features["premise_spans"])
        first = parse[parse.within(span)[0]]
        verb = first.tag.startswith("VB") and first.lemma.isalpha() and text.startswith(first.text)
        bases.append(first.lemma + text[len(first.text) :] if verb else text)
    return bases


def write_inputs(rows: list[Pair], bases: list[str], out: Path) -> tuple[Path, Path, list[str]]:
    """Write lexicon and sentences; return both and the definition of each row."""
    entries: dict[str, list[str]] = {}
    definitions = []
    lexicon, sentences = out / "lexicon.jsonl", out / "sentences.jsonl"
    with sentences.open("w", encoding="utf-8") as file:
        for row, base in zip(rows, bases, strict=True):
            definition, _ = cut_out(row.hypothesis, row.features["hypothesis_spans"])
            definitions.append(definition)
            known = entries.setdefault(base.lower(), [])
            if definition.lower() not in (each.lower() for each in known) and is_usable(base, definition):
                known.append(definition)
            _, span = cut_out(row.premise, row.features["premise_spans"])
            record = {"id": row.id, "text": row.premise, "expression": base.lower(), "spans": [span],
                      "usage": "figurative", "source": {"corpus": "impli"}, "features": {}}  # fmt: skip
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
    with lexicon.open("w", encoding="utf-8") as file:
        for base, texts in entries.items():
            if _NO_SLOTS.search(base):
                continue
            given = [{"text": text, "relation": "same"} for text in texts]
            file.write(
                json.dumps({"base": base, "kind": "idiom", "definitions": given}, ensure_ascii=False) + "\n"
            )
    return lexicon, sentences, definitions


def is_usable(base: str, definition: str) -> bool:
    """Say whether a lexicon may hold both: no definition that holds its expression, no slot that it lacks."""
    if _NO_SLOTS.search(base) or _NO_SLOTS.search(definition):
        return False
    needs = re.search(r"\bsomeone\b", definition) and "someone" not in base
    return not needs and not re.search(rf"\b{re.escape(base.lower())}\b", definition.lower())


def plain(text: str, *, marks: bool) -> str:
    """Return a text without case, articles, placeholders and blanks, with or without its marks."""
    lower = text.lower().replace("’", "'").replace("‘", "'").replace("“", '"').replace("”", '"')
    bare = re.sub(r"\b(?:a|an|the)\b", " ", _PLACEHOLDERS.sub("#", lower))
    if marks:
        return re.sub(r"\s+", "", bare).rstrip(".")
    return " ".join(re.findall(r"[\w#]+", bare))


def is_form_of(given: str, definition: str) -> bool:
    """Say whether two definitions are the same but for the form of their first word.

    With bases in dictionary form, *reveal it* and *revealed it* stand in one entry and give one pair.
    """
    first, second = given.lower().split(), definition.lower().split()
    return first == second or (first[1:] == second[1:] and (len(first) > 1 or first[0][:2] == second[0][:2]))


def squeeze(text: str) -> str:
    """Return the letters and digits of a text: what tidying leaves alone."""
    return "".join(char for char in text.lower() if char.isalnum())


def main() -> int:
    """Print what was built, what agrees and why the rest was refused."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="IMPLI's folder")
    parser.add_argument("--base", choices=("verbatim", "lemma"), default="verbatim")
    parser.add_argument("--out", type=Path, default=None, help="keep the files here")
    given = parser.parse_args()
    rows = read_rows(given.folder)
    if not rows:
        sys.exit(f"{given.folder} holds no silver idiom row.")
    with tempfile.TemporaryDirectory() as scratch:
        out = given.out or Path(scratch)
        out.mkdir(parents=True, exist_ok=True)
        bases = [cut_out(row.premise, row.features["premise_spans"])[0] for row in rows]
        if given.base == "lemma":
            bases = lemmatise_first(rows)
        lexicon, sentences, definitions = write_inputs(rows, bases, out)
        (suite,) = nonliteral.build(
            "idioms", out / "suites", lexicon=lexicon, corpora={"sentences": sentences}, force=True,
            workers=available_cores(), methods="figurative",
        )  # fmt: skip
        report(rows, definitions, suite, out)
    return 0


def report(rows: list[Pair], definitions: list[str], suite: nonliteral.Suite, out: Path) -> None:
    """Compare and print."""
    made: dict[str, list[tuple[str, str]]] = {}
    for pair in suite:
        made.setdefault(squeeze(pair.premise), []).append((pair.features["definition"], pair.hypothesis))
    built: Counter[str] = Counter()
    words: Counter[str] = Counter()
    marks: Counter[str] = Counter()
    differ, refused = [], []
    for row, definition in zip(rows, definitions, strict=True):
        found = [text for given, text in made.get(squeeze(row.premise), ()) if is_form_of(given, definition)]
        agreeing = [text for text in found if plain(text, marks=False) == plain(row.hypothesis, marks=False)]
        ours = next(iter(agreeing or found), None)
        if ours is None:
            refused.append(f"{row.id}\t{row.premise}\t{definition}")
            continue
        built[row.method] += 1
        marks[row.method] += plain(ours, marks=True) == plain(row.hypothesis, marks=True)
        if plain(ours, marks=False) == plain(row.hypothesis, marks=False):
            words[row.method] += 1
        else:
            differ.append(f"{row.id}\t{row.premise}\t{row.hypothesis}\t{ours}")
    (out / "differences.tsv").write_text("\n".join(differ) + "\n", encoding="utf-8")
    (out / "refused.tsv").write_text("\n".join(refused) + "\n", encoding="utf-8")
    totals = Counter(row.method for row in rows)
    print(f"{'':24}{'rows':>7}{'built':>8}{'':>8}{'exact':>8}{'of built':>9}{'of rows':>9}{'marks too':>11}")
    for name in (*METHODS, "all"):
        n, b, w, m = (
            sum(each.values()) if name == "all" else each[name] for each in (totals, built, words, marks)
        )
        if n:
            rates = f"{w / max(b, 1):9.1%}{w / n:9.1%}{m / max(b, 1):11.1%}"
            print(f"{name:24}{n:7,}{b:8,}{b / n:8.1%}{w:8,}{rates}")
    notes = suite.description.funnel["notes"]
    reasons = {key.rpartition(": ")[2]: n for key, n in notes.items() if key.startswith("sentences without")}
    for reason, count in sorted(reasons.items(), key=lambda each: -each[1]):
        print(f"{count:7,}  {reason}")


if __name__ == "__main__":
    raise SystemExit(main())
