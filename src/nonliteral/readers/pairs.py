"""What the readers of NLI sets share: the usual file shapes, names of labels, ids, votes and groups.

The same set is handed round as JSON lines, JSON, CSV and TSV, with the columns under several names and
the labels as words, letters or numbers. A `PairReader` takes any of them; what is special about a set is
said in its own module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from nonliteral.draw import stable_hash
from nonliteral.errors import InputError, RecordError
from nonliteral.readers.base import FileReader, make
from nonliteral.readers.tables import (
    Item,
    file_stem,
    find_files,
    read_json_lines,
    read_json_mapping,
    read_json_objects,
    read_lines,
    read_table,
)
from nonliteral.records import FEATURE_TYPES, Label, Pair, Tier, normalise_text
from nonliteral.suites import Funnel

LABEL_NAMES: dict[str, Label] = {
    "entailment": "entailment",
    "entails": "entailment",
    "e": "entailment",
    "true": "entailment",
    "neutral": "neutral",
    "n": "neutral",
    "contradiction": "contradiction",
    "contradicts": "contradiction",
    "c": "contradiction",
    "not_entailment": "non-entailment",
    "not-entailment": "non-entailment",
    "non-entailment": "non-entailment",
    "non_entailment": "non-entailment",
    "not entailment": "non-entailment",
    "false": "non-entailment",
}
"""What sets call their labels, in lower case."""

NO_LABEL = frozenset({"", "-", "-1", "hidden", "?", "none", "null"})
"""What stands where a label was not agreed on or is kept secret."""

PARSES = frozenset(
    {
        "sentence1_parse",
        "sentence2_parse",
        "sentence1_binary_parse",
        "sentence2_binary_parse",
        "parse_premise",
        "parse_hypothesis",
        "binary_parse_premise",
        "binary_parse_hypothesis",
    }
)
"""Columns that are left out: parser output several times as long as the text it was made from."""

WITHOUT_LABEL = "without a label"
EMPTY_TEXT = "an empty premise or hypothesis"
BLANKS_REMOVED = "blanks around the text removed, or letters composed (as given in `features.as_given`)"

TABLES = (".csv", ".tsv", ".txt")
SHAPES = (".jsonl", ".jsonlines", ".ndjson", ".json", *TABLES)


def shape_of(path: Path) -> str:
    """Return the ending that says how a file is written, without `.gz`."""
    return Path(path.name.removesuffix(".gz")).suffix.lower()


def in_any_shape(*stems: str) -> tuple[str, ...]:
    """Return the patterns of files with these stems, whatever their ending; `find_set` looks at that."""
    return tuple(f"{stem}.*" for stem in stems)


def first_line(path: Path) -> str | None:
    """Return a file's first line, nothing where it is empty, and None where it cannot be read as text."""
    try:
        line = next(read_lines(path), None)
    except InputError:
        return None
    return line.text if line else ""


def begins(path: Path, *words: str) -> bool:
    """Return whether a file's first line holds all of `words`.

    What cannot be read at all counts as one that does, so that reading it says what is wrong with it.
    """
    start = first_line(path)
    return start is None or all(word in start for word in words)


def read_items(
    path: Path,
    *,
    headless: Sequence[str] | None = None,
    quoted_tsv: bool = False,
    optional: int = 0,
) -> Iterator[Item]:
    """Yield the data records of a file in any of the usual shapes.

    `headless` names the columns of a table whose first line is already data; `quoted_tsv` reads a TSV's
    quotation marks as CSV does; of a table's last columns, `optional` may be missing in a record.
    """
    shape = shape_of(path)
    if shape == ".json":
        start = (first_line(path) or "").lstrip()
        keyed = start == "{" or (start[:2] == '{"' and start[2:3].isdigit())
        yield from read_json_mapping(path) if keyed else read_json_objects(path)
    elif shape in TABLES:
        rows = read_table(
            path,
            headless,
            delimiter="," if shape == ".csv" else "\t",
            quoted=shape == ".csv" or quoted_tsv,
            strict=False,
            header=headless is None,
            optional=optional,
            skip_empty=True,
        )
        for row in rows:
            yield Item(row.path, row.line, row.n, dict(row.fields))
    else:
        yield from read_json_lines(path)


def find_set(
    path: Path,
    patterns: Sequence[str],
    what: str,
    accepts: Callable[[Path], bool] = lambda _: True,
    looks_right: Callable[[Path], bool] = lambda _: True,
) -> tuple[list[Path], list[Path]]:
    """Return the files of a set at or below `path`, and those that hold the same in another shape.

    Below a folder, `accepts` chooses files by their names; of these, all are taken of a folder in which one
    `looks_right`, so that a file of the set with a damaged beginning is not passed over in silence. Of one
    folder's files with the same stem the first of jsonl, json, csv, tsv and txt is taken.
    """
    if path.is_dir():

        def is_named(file: Path) -> bool:
            return shape_of(file) in SHAPES and accepts(file)

        named = find_files(path, patterns, what, accept=is_named)
        right = {file.parent for file in named if looks_right(file)}
        found = find_files(path, patterns, what, accept=lambda file: is_named(file) and file.parent in right)
    else:
        found = find_files(path, patterns, what)
    best: dict[Path, Path] = {}
    for file in found:
        key = file.parent / file_stem(file)
        if key not in best or _rank(file) < _rank(best[key]):
            best[key] = file
    taken = set(best.values())
    return [file for file in found if file in taken], [file for file in found if file not in taken]


def _rank(path: Path) -> tuple[int, str]:
    shape = shape_of(path)
    return (SHAPES.index(shape) if shape in SHAPES else len(SHAPES), path.name)


def name_files(files: Sequence[Path], root: Path) -> dict[Path, str]:
    """Return what the ids of each file's records begin with: its stem.

    Where several files have the same stem, the folders below `root` go in front: `R1/test`.
    """
    stems = [file_stem(file) for file in files]
    names = {}
    for file, stem in zip(files, stems, strict=True):
        name = stem
        if stems.count(stem) > 1:
            name = (file.relative_to(root).parent / stem).as_posix()
        names[file] = name
    return names


def parse_label(item: Item, value: Any, numbers: Sequence[Label] = ()) -> Label | None:
    """Return the label that a set's word, letter or number stands for; None where there is none.

    `numbers` are the labels that 0, 1, 2 … stand for in this set.
    """
    text = "" if value is None else str(value).strip().lower()
    if text in NO_LABEL:
        return None
    if text in LABEL_NAMES:
        return LABEL_NAMES[text]
    number = text.removesuffix(".0")
    if number.isascii() and number.isdigit() and int(number[:3]) < len(numbers):
        return numbers[int(number[:3])]
    known = f" or a number below {len(numbers)}" if numbers else ""
    raise item.error(
        f"{text[:40]!r} is not a label.",
        f"Expected entailment, neutral, contradiction, not_entailment{known}.",
    )


def count_votes(labels: Iterable[Label | None]) -> dict[str, float]:
    """Return how many people chose each label, by label."""
    votes: dict[str, float] = {}
    for label in labels:
        if label is not None:
            votes[label] = votes.get(label, 0.0) + 1.0
    return dict(sorted(votes.items()))


def pick(item: Item, names: Sequence[str]) -> tuple[str, Any] | None:
    """Return the first of `names` that the record has, with its value."""
    for name in names:
        if name in item.value:
            return name, item.value[name]
    return None


def pick_text(item: Item, names: Sequence[str]) -> tuple[str, str]:
    """Return the first of `names` that the record has, with its text; none, or no text, is an error."""
    found = pick(item, names)
    if found is None:
        raise item.error(
            f"{' or '.join(f'`{name}`' for name in names)} is missing.",
            f"Found: {', '.join(map(str, item.value))[:120]}.",
        )
    if found[1] is None:
        return found[0], ""
    if not isinstance(found[1], str):
        raise item.error(f"`{found[0]}` must be text, found {str(found[1])[:40]!r}.")
    return found[0], found[1]


def as_record(value: Any) -> str | None:
    """Return a set's own id as text."""
    text = "" if value is None else normalise_text(str(value))
    return text or None


def changed_texts(**texts: tuple[str, str]) -> dict[str, str]:
    """Return by key what was given where it differs from what the record holds."""
    return {key: given for key, (given, held) in texts.items() if given != held}


def keep_as_given(features: dict[str, Any], **texts: tuple[str, str]) -> bool:
    """Put what was given into `features.as_given` where a record holds something else; say whether so."""
    changed = changed_texts(**texts)
    if changed:
        features["as_given"] = changed
    return bool(changed)


def keep_columns(item: Item, used: Iterable[str]) -> dict[str, Any]:
    """Return the columns that have no place of their own in a record, as features.

    A name that means something else among the documented features gets `source_` in front; the column
    without a name, as tables saved by pandas have it, is called `index`.
    """
    passed = {*used, *PARSES}
    kept = {}
    for key, value in item.value.items():
        if key in passed or value is None or value == "":
            continue
        name = key or "index"
        kept[f"source_{name}" if name in FEATURE_TYPES else name] = value
    return kept


def premise_group(premise: str) -> str:
    """Return the group of pairs that share a premise, where the set names none."""
    return f"premise/{stable_hash(premise):016x}"


def link_pairs(texts: Sequence[tuple[str, str]]) -> list[int]:
    """Return for each pair of sentences the first that it hangs together with, over shared sentences.

    Pairs hang together when they share a premise or a hypothesis, directly or through others: what was
    written from one situation must not be split between folds.
    """
    parent = list(range(len(texts)))

    def root(at: int) -> int:
        while parent[at] != at:
            parent[at] = parent[parent[at]]
            at = parent[at]
        return at

    seen: dict[tuple[int, str], int] = {}
    for n, pair in enumerate(texts):
        for side, text in enumerate(pair):
            first = root(seen.setdefault((side, text), n))
            here = root(n)
            parent[max(first, here)] = min(first, here)
    return [root(n) for n in range(len(texts))]


class SetReader(FileReader):
    """A reader whose set may lie in several folders and in several shapes."""

    def accepts(self, file: Path) -> bool:  # noqa: ARG002 - for the sets that share names with others
        """Return whether a file that was found by its name below a folder is one of this set."""
        return True

    def looks_right(self, file: Path) -> bool:  # noqa: ARG002 - for the sets whose names tell too little
        """Return whether a file found below a folder begins as this set's files do."""
        return True

    def files(self, path: Path) -> list[Path]:
        """Return the files of this set at or below `path`, sorted; none found is an `InputError`."""
        return self._find(path)[0]

    def _find(self, path: Path) -> tuple[list[Path], list[Path]]:
        return find_set(path, self.patterns, self.card.title, self.accepts, self.looks_right)

    def read(self, path: Path, funnel: Funnel) -> Iterator[Any]:
        """Yield the records of the files at or below `path`, in the order of `files`."""
        files, skipped = self._find(path)
        for file in skipped:
            funnel.note(f"{file.name} not read: the same file is there in another shape")
        yield from self.read_set(name_files(files, path), funnel)

    def read_set(self, names: Mapping[Path, str], funnel: Funnel) -> Iterator[Any]:
        """Yield the records of several files, each with what its ids begin with."""
        for file, name in names.items():
            yield from self.read_named(file, name, funnel)

    def read_named(self, file: Path, name: str, funnel: Funnel) -> Iterator[Any]:
        """Yield the records of one file, with ids that begin with `name`."""
        raise NotImplementedError


class PairReader(SetReader):
    """A reader of a set whose records are one pair each, in any of the usual shapes."""

    premise: Sequence[str] = ("premise", "sentence1", "text_a", "context")
    hypothesis: Sequence[str] = ("hypothesis", "sentence2", "text_b")
    label: Sequence[str] = ("gold_label", "label")
    record: Sequence[str] = ("pairID", "uid", "idx", "index", "id")
    votes: Sequence[str] = ("annotator_labels",)
    numbers: Sequence[Label] = ("entailment", "neutral", "contradiction")
    phenomenon = "nli"
    method = "hand-written"
    tier: Tier = "gold"
    quoted_tsv = False
    optional = 0

    def read_named(self, file: Path, name: str, funnel: Funnel) -> Iterator[Pair]:
        """Yield the pairs of one file."""
        for item in self.items(file):
            funnel.read += 1
            pair = self.pair(item, f"{name}:{item.n}", funnel)
            if pair is not None:
                yield pair

    def items(self, file: Path) -> Iterator[Item]:
        """Yield the data records of one file."""
        self.check_header(file)
        return read_items(file, quoted_tsv=self.quoted_tsv, optional=self.optional)

    def check_header(self, file: Path) -> None:
        """Raise unless a table's first line names a column for the premise and one for the hypothesis."""
        shape = shape_of(file)
        start = first_line(file) if shape in TABLES else None
        if not start:
            return
        names = {name.strip().strip('"') for name in start.split("," if shape == ".csv" else "\t")}
        for wanted in (self.premise, self.hypothesis):
            if not names & set(wanted):
                raise RecordError(
                    file,
                    1,
                    f"the first line must name a column {' or '.join(wanted)}.",
                    f"Found: {start[:80]!r}.",
                )

    def pair(self, item: Item, ident: str, funnel: Funnel) -> Pair | None:
        """Return the pair that a record holds, or None and a count in the funnel."""
        premise_key, premise_given = pick_text(item, self.premise)
        hypothesis_key, hypothesis_given = pick_text(item, self.hypothesis)
        premise, hypothesis = normalise_text(premise_given), normalise_text(hypothesis_given)
        if not premise or not hypothesis:
            funnel.refuse(EMPTY_TEXT)
            return None
        label_key, label_given = pick(item, self.label) or ("", None)
        label = parse_label(item, label_given, self.numbers)
        if label is None:
            funnel.refuse(WITHOUT_LABEL)
            return None
        record_key, record = pick(item, self.record) or ("", None)
        vote_keys, votes = self.count_votes(item)
        features = keep_columns(item, (premise_key, hypothesis_key, label_key, record_key, *vote_keys))
        if votes:
            features["votes"] = votes
        if keep_as_given(
            features, premise=(premise_given, premise), hypothesis=(hypothesis_given, hypothesis)
        ):
            funnel.note(BLANKS_REMOVED)
        keys: dict[str, Any] = {
            "id": ident,
            "premise": premise,
            "hypothesis": hypothesis,
            "label": label,
            "phenomenon": self.phenomenon,
            "method": self.method,
            "tier": self.tier,
            "group": self.group(item, premise),
            "source": self.source(as_record(record)),
            "features": features,
        }
        keys |= self.more(item, keys, features, funnel)
        return make(Pair, item, **keys)

    def count_votes(self, item: Item) -> tuple[tuple[str, ...], dict[str, float]]:
        """Return the columns that hold people's labels, and the votes in them."""
        found = pick(item, self.votes)
        if found is None:
            keys = tuple(key for key in item.value if key[:5] == "label" and key[5:].isdigit())
            return keys, count_votes(parse_label(item, item.value[key], self.numbers) for key in keys)
        labels = found[1]
        if isinstance(labels, str):  # a list as tables hold it: "['neutral', 'entailment']"
            labels = [part.strip(" '\"") for part in labels.strip(" []").split(",")]
        if not isinstance(labels, list):
            raise item.error(f"`{found[0]}` must be a list of labels, found {str(labels)[:40]!r}.")
        return (found[0],), count_votes(parse_label(item, value, self.numbers) for value in labels)

    def group(self, item: Item, premise: str) -> str:  # noqa: ARG002 - for the sets that name their groups
        """Return what must never be split between folds."""
        return premise_group(premise)

    def more(
        self,
        item: Item,  # noqa: ARG002
        keys: Mapping[str, Any],  # noqa: ARG002
        features: dict[str, Any],  # noqa: ARG002
        funnel: Funnel,  # noqa: ARG002
    ) -> dict[str, Any]:
        """Return the keys of the pair that are special to this set; `features` may be changed in place."""
        return {}


def by_column(item: Item, name: str, otherwise: str) -> str:
    """Return the group that a column names, or another where it is missing or empty."""
    return as_record(item.value.get(name)) or otherwise
