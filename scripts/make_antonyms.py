#!/usr/bin/env python3
"""Make the tables that the English part takes from WordNet: antonym pairs and nouns for persons.

    apt-get install wordnet-base
    python scripts/make_antonyms.py /usr/share/wordnet src/nonliteral/english/data

Only facts are taken: which word forms WordNet states to be antonyms, at which of their senses, and
which nouns mean a person in their first sense. The result is committed; nobody needs WordNet to use it.
"""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FILES = {"noun": "NOUN", "verb": "VERB", "adj": "ADJ", "adv": "ADV"}
PLAIN = re.compile(r"[a-z]+(?:[ '-][a-z]+)*")
PERSON_FILE = 18  # WordNet's lexicographer file noun.person


class Synset(NamedTuple):
    offset: str
    file: int
    words: list[str]
    pointers: list[tuple[str, str, int, int]]


def read_synsets(path: Path) -> Iterator[Synset]:
    for line in path.read_text(encoding="ascii").splitlines():
        if line.startswith(" "):
            continue
        cells = line.split(" | ")[0].split()
        count = int(cells[3], 16)
        words = [re.sub(r"\(.*\)$", "", word).replace("_", " ") for word in cells[4 : 4 + 2 * count : 2]]
        at = 4 + 2 * count
        pointers = []
        for number in range(int(cells[at])):
            kind, offset, _, ends = cells[at + 1 + 4 * number : at + 5 + 4 * number]
            pointers.append((kind, offset, int(ends[:2], 16), int(ends[2:], 16)))
        yield Synset(cells[0], int(cells[1]), words, pointers)


def read_senses(path: Path) -> dict[str, list[str]]:
    """Return the synsets of each word, its commonest sense first."""
    senses = {}
    for line in path.read_text(encoding="ascii").splitlines():
        if line.startswith(" "):
            continue
        cells = line.split()
        count = int(cells[2])
        senses[cells[0].replace("_", " ")] = cells[-count:]
    return senses


def find_pairs(folder: Path, name: str) -> Iterator[tuple[str, str, int, int, str]]:
    """Yield word, antonym, the sense of each, and whether WordNet states the pair or it goes by a synonym."""
    synsets = {synset.offset: synset for synset in read_synsets(folder / f"data.{name}")}
    senses = read_senses(folder / f"index.{name}")

    def sense(word: str, offset: str) -> int:
        return senses[word.lower()].index(offset) + 1

    stated = defaultdict(list)
    for synset in synsets.values():
        for kind, target, source_word, target_word in synset.pointers:
            if kind != "!":
                continue
            word, antonym = synset.words[source_word - 1], synsets[target].words[target_word - 1]
            stated[synset.offset].append((antonym, target))
            yield word, antonym, sense(word, synset.offset), sense(antonym, target), "wordnet"
    if name != "adj":
        return
    # An adjective near one end of a scale (scorching: hot) is opposed to the other end (cold).
    for synset in synsets.values():
        for kind, head, _, _ in synset.pointers:
            if kind != "&" or synset.offset in stated:
                continue
            for antonym, target in stated[head]:
                for word in synset.words:
                    yield word, antonym, sense(word, synset.offset), sense(antonym, target), "wordnet-similar"


def find_persons(folder: Path) -> list[str]:
    files = {synset.offset: synset.file for synset in read_synsets(folder / "data.noun")}
    senses = read_senses(folder / "index.noun")
    return sorted(
        word
        for word, offsets in senses.items()
        if re.fullmatch(r"[a-z]{3,}", word) and files[offsets[0]] == PERSON_FILE
    )


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("wordnet", type=Path, help="the folder with data.noun, index.noun and so on")
    options.add_argument("out", type=Path, help="the folder that the tables go to")
    given = options.parse_args()
    rows: dict[tuple[str, str, str], tuple[int, int, str]] = {}
    for name, pos in FILES.items():
        for word, antonym, sense, antonym_sense, source in find_pairs(given.wordnet, name):
            if not PLAIN.fullmatch(word) or not PLAIN.fullmatch(antonym):
                continue
            # What goes by a synonym is worth having only for a word's first sense.
            if source != "wordnet" and (sense > 1 or " " in word or " " in antonym):
                continue
            key, row = (word, pos, antonym), (sense, antonym_sense, source)
            old = rows.get(key)
            if old is None or (old[2] != "wordnet", old[:2]) > (source != "wordnet", row[:2]):
                rows[key] = row
    lines = [
        "# From WordNet 3.0 by scripts/make_antonyms.py; see NOTICE-WORDNET.txt.",
        "# `sense` and `antonym_sense` are the places of the two meanings among those of their words.",
    ]
    lines.append("lemma\tpos\tantonym\tsense\tantonym_sense\tsource")
    for (word, pos, antonym), (sense, antonym_sense, source) in sorted(rows.items()):
        lines.append(f"{word}\t{pos}\t{antonym}\t{sense}\t{antonym_sense}\t{source}")
    (given.out / "antonyms-wordnet.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    persons = find_persons(given.wordnet)
    head = "# Nouns whose first sense is a person, from WordNet 3.0; see NOTICE-WORDNET.txt.\n"
    (given.out / "persons.txt").write_text(head + "\n".join(persons) + "\n", encoding="utf-8")
    print(f"{len(rows)} antonym pairs, {len(persons)} nouns for persons")


if __name__ == "__main__":
    main()
