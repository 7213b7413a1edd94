"""Lexicon files: read a user's or the bundled one, fill in what may be left out, say what is wrong.

A file is JSON lines of entries, or a TSV with the same column names and `|` between several. `id`,
`kind` and `part` are worked out where they are missing, and a bare text for a definition is taken as
weaker than its expression; both are counted in the funnel's notes, so that the user is told.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from nonliteral.errors import InputError, RecordError, UnknownNameError
from nonliteral.files import AnyPath, explain_bad_line, find_repeated_key, hash_file, open_to_read
from nonliteral.records import (
    Definition,
    Entry,
    Example,
    GoldPair,
    LabelledText,
    check_text,
    normalise_text,
)
from nonliteral.suites import Funnel

SLOTS = ("someone's", "someone", "one's", "oneself", "something")
"""The only slots; everything else in a base form is a word of the expression."""

_OTHER_SLOTS = re.compile(r"\b(?:sb|sth|smb|smth|s\.o\.|s\.th\.)(?!\w)|[\[\]<>{}_]|\.\.\.|…", re.IGNORECASE)
_UNSLOTTED = re.compile(r"\b(?:somebody|anybody|anyone|something's)(?:'s)?(?!\w)", re.IGNORECASE)
_SLOT = re.compile(r"\b(someone's|someone|one's|oneself|something)(?!\w)", re.IGNORECASE)
_PARTS = ("verb", "noun", "adjective", "adverb", "preposition", "clause", "sentence")
KINDS = ("idiom", "metaphor", "simile", "irony")
WORKED_OUT = "worked out"
"""The feature `part` of an entry that left its part of speech out: a sentence may show another one."""
BUNDLED = ("idioms", "metaphors", "similes", "irony")
DATA = Path(__file__).parent / "data"
_SUFFIXES = (".jsonl", ".tsv")


class _Line(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """An entry as people write it: only the base form has to be there."""

    base: str
    id: str | None = None
    kind: str = "idiom"
    part: str | None = None
    definitions: list[str | Definition] = []
    adversarial: list[str | LabelledText] = []
    antonyms: list[str | LabelledText] = []
    sentences: list[str | Example] = []
    gold: list[GoldPair] = []
    features: dict[str, Any] = {}


class _Canary(msgspec.Struct, forbid_unknown_fields=True):
    """The first line of a bundled file: a string that no model should have seen."""

    canary: str


def bundled_path(name: str) -> Path:
    """Return the folder of a bundled lexicon (`idioms`, `metaphors`, `similes`, `irony`)."""
    if name not in bundled_names():
        raise UnknownNameError("bundled lexicon", name, bundled_names(), "Give one with --lexicon FILE.")
    return DATA / name


def bundled_names() -> list[str]:
    """Return the names of the bundled lexicons that are there."""
    return [name for name in BUNDLED if (DATA / name).is_dir()]


def lexicon_files(path: AnyPath) -> list[Path]:
    """Return the files of a lexicon: the file itself, or all JSON lines and tables of a folder."""
    place = Path(path)
    if place.is_dir():
        found = sorted(file for file in place.iterdir() if file.suffix in _SUFFIXES)
        if not found:
            raise InputError(f"{place} holds no lexicon: no file ends in {' or '.join(_SUFFIXES)}.")
        return found
    if place.suffix not in _SUFFIXES:
        raise InputError(f"{place} must be JSON lines (.jsonl) or a table (.tsv).")
    return [place]


def hash_lexicon(path: AnyPath) -> str:
    """Return the sha256 of a lexicon: of its file, or of the hashes of its files in order."""
    hashes = [hash_file(file) for file in lexicon_files(path)]
    return hashes[0] if len(hashes) == 1 else sha256(" ".join(hashes).encode()).hexdigest()


def read_entries(path: AnyPath, funnel: Funnel) -> Iterator[Entry]:
    """Yield the entries of a lexicon file or folder; the first bad line is a `RecordError`."""
    first_place: dict[str, str] = {}
    bases: dict[str, str] = {}
    for file in lexicon_files(path):
        lines = _read_tsv(file) if file.suffix == ".tsv" else _read_json_lines(file)
        for number, line in lines:
            funnel.read += 1
            try:
                entry = complete_entry(line, funnel)
                check_entry(entry)
            except ValueError as error:
                raise RecordError(file, number, f"{error}.") from None
            if line.id is None and bases.get(entry.id, entry.base) != entry.base:
                # *over the moon* and *over-the-moon*: two entries whose worked-out ids are the same.
                digits = sha256(entry.base.encode()).hexdigest()[:6]
                entry = msgspec.structs.replace(entry, id=f"{entry.id}-{digits}")
            if entry.id in first_place:
                raise RecordError(
                    file, number, f"the id {entry.id!r} was already used on {first_place[entry.id]}.",
                    "Join the two entries, or give one of them an `id` of its own.",
                )  # fmt: skip
            bases[entry.id] = entry.base
            first_place[entry.id] = f"line {number}" if file == path else f"line {number} of {file.name}"
            funnel.kept += 1
            yield entry
    if not first_place:
        raise InputError(f"{path} holds no entry.")


def find_line(path: AnyPath, base: str) -> tuple[Path, int]:
    """Return the file and line of a lexicon that hold a base form, for a message about it."""
    for file in lexicon_files(path):
        lines = _read_tsv(file) if file.suffix == ".tsv" else _read_json_lines(file)
        for number, line in lines:
            if normalise_text(line.base) == base:
                return file, number
    return Path(path), 1


def _read_json_lines(path: AnyPath) -> Iterator[tuple[int, _Line]]:
    decode = msgspec.json.Decoder(_Line).decode
    with open_to_read(path) as file:
        for number, raw in enumerate(file, 1):
            line = raw.rstrip(b"\r\n")
            try:
                if number == 1 and line.startswith(b'{"canary"'):
                    msgspec.json.decode(line, type=_Canary)
                    continue
                decoded = decode(line)
                repeated = find_repeated_key(line)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                raise RecordError(path, number, explain_bad_line(line, error)) from None
            if repeated is not None:
                raise RecordError(path, number, f"the key {repeated!r} stands twice.")
            yield number, decoded


_TSV_COLUMNS = ("id", "kind", "base", "part", "definitions", "adversarial", "antonyms", "sentences")


def _read_tsv(path: AnyPath) -> Iterator[tuple[int, _Line]]:
    with open_to_read(path) as file:
        try:
            text = file.read().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            raise RecordError(path, line, "not UTF-8. Save the file as UTF-8 and try again.") from None
    if not text.strip():
        raise InputError(f"{path} is empty.")
    # Nothing is quoted in a TSV file, so that csv would only add its own limits and errors.
    rows = (line.split("\t") for line in text.replace("\r\n", "\n").split("\n"))
    header = next(rows)
    unknown = [column for column in header if column not in _TSV_COLUMNS]
    if unknown or "base" not in header:
        raise RecordError(
            path, 1, f"the columns must be from {', '.join(_TSV_COLUMNS)}, with `base` among them; "
            f"found {', '.join(header) or 'none'}."
        )  # fmt: skip
    for number, cells in enumerate(rows, 2):
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) != len(header):
            raise RecordError(path, number, f"{len(cells)} columns where the header has {len(header)}.")
        row = dict(zip(header, cells, strict=True))
        try:
            yield number, _line_of_row(row)
        except (ValueError, msgspec.ValidationError) as error:
            raise RecordError(path, number, f"{error}.") from None


def _line_of_row(row: dict[str, str]) -> _Line:
    def several(key: str, other: str) -> list[Any]:
        out: list[Any] = []
        for cell in filter(None, (part.strip() for part in row.get(key, "").split("|"))):
            # "reveal the secret (same)": the mark behind the text is its relation, label or usage.
            match = re.fullmatch(
                r"(.+?) \((same|weaker|neutral|contradiction|non-entailment|figurative|literal)\)", cell
            )
            out.append({"text": match[1], other: match[2]} if match else cell)
        return out

    plain = {key: row[key].strip() for key in ("id", "kind", "base", "part") if row.get(key, "").strip()}
    return msgspec.convert(
        {
            **plain,
            "definitions": several("definitions", "relation"),
            "adversarial": several("adversarial", "label"),
            "antonyms": several("antonyms", "label"),
            "sentences": several("sentences", "usage"),
        },
        _Line,
    )


def complete_entry(line: _Line, funnel: Funnel) -> Entry:
    """Return the whole entry for what somebody wrote, noting what was filled in."""
    base = normalise_text(line.base)
    check_text("base", base)
    definitions: list[Definition] = []
    for given in line.definitions:
        if isinstance(given, str):
            funnel.note("definition without a relation, taken as weaker")
            definitions.append(Definition(normalise_text(given), "weaker"))
        else:
            definitions.append(given)
    part, features = line.part, line.features
    if part is None:
        texts = [definition.text for definition in definitions]
        wrong = [each if isinstance(each, str) else each.text for each in line.adversarial]
        part = guess_part(base, texts or wrong)
        features = {**features, "part": WORKED_OUT}
        funnel.note("part of speech worked out")
    return Entry(
        id=line.id if line.id is not None else make_id(base),
        kind=line.kind,
        base=base,
        part=part,
        definitions=definitions,
        adversarial=_complete_labels(line.adversarial),
        antonyms=_complete_labels(line.antonyms),
        sentences=[
            Example(normalise_text(given), "figurative") if isinstance(given, str) else given
            for given in line.sentences
        ],
        gold=line.gold,
        features=features,
    )


def _complete_labels(given: Iterable[str | LabelledText]) -> list[LabelledText]:
    return [
        LabelledText(normalise_text(each), "non-entailment") if isinstance(each, str) else each
        for each in given
    ]


def make_id(base: str) -> str:
    """Return the id of a base form: its letters and digits, joined by hyphens.

    >>> make_id("pull someone's leg")
    'pull-someones-leg'
    """
    plain = unicodedata.normalize("NFKD", base.lower()).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "")).strip("-")
    return slug or "x" + base.encode().hex()


def guess_part(base: str, definitions: list[str]) -> str:
    """Return the part of speech of a base form, by its first word and that of its definitions."""
    from nonliteral.english.dictionary import dictionary_lemmas, is_known
    from nonliteral.english.verbs import is_verb

    words = base.lower().split()
    first, last = words[0], words[-1]
    if any(word in ("is", "are", "was", "were", "has") for word in words[1:]):
        return "clause"
    if _PREPOSITIONS.fullmatch(first):
        return "adverb"
    if first in ("a", "an", "the", "one's", "someone's"):
        return "noun"

    def leads_verb(text: str) -> bool:
        # "source of profit" begins with a word that may be a verb, but no verb takes "of" so.
        lead = [
            word
            for word in text.lower().split()
            if not (word.endswith("ly") or word in ("to", "not", "never"))
        ]
        if not lead or lead[1:2] == ["of"] or _PREPOSITIONS.fullmatch(lead[0]) or lead[0] == "according":
            return False
        if is_verb(lead[0]):
            return True
        if dictionary_lemmas(lead[0], "VERB"):
            # *lost the plot* begins with a verb, *lost property* does not.
            return not is_known(lead[0], "ADJ") or lead[1:2] in (
                ["the"],
                ["a"],
                ["an"],
                ["in"],
                ["up"],
                ["out"],
            )
        # People write *speaked*, too.
        stem = lead[0].removesuffix("ed")
        return stem != lead[0] and len(stem) > 2 and (is_verb(stem) or is_verb(f"{stem}e"))

    votes = sum(leads_verb(definition) for definition in definitions)
    if leads_verb(base) and (not definitions or 2 * votes >= len(definitions)):
        return "verb"
    if definitions and all(_PREPOSITIONS.fullmatch(text.lower().split()[0]) for text in definitions):
        # *face to face*, defined by *in person*
        return "adverb"
    if is_known(last, "NOUN") or any(is_known(lemma, "NOUN") for lemma in dictionary_lemmas(last, "NOUN")):
        return "noun"
    if is_known(last, "ADJ"):
        return "adjective"
    return "adverb"


_PREPOSITIONS = re.compile(
    "about|above|across|after|against|along|among|around|as|at|before|behind|below|beneath|beside|between|"
    "beyond|by|down|during|for|from|in|inside|into|like|near|of|off|on|onto|out|outside|over|past|round|"
    "since|through|to|toward|towards|under|until|up|upon|with|within|without"
)


def find_slots(text: str) -> list[str]:
    """Return the slots of a base form or definition, in order."""
    return [match[1].lower() for match in _SLOT.finditer(text)]


def check_entry(entry: Entry) -> None:
    """Raise ValueError where an entry cannot be used as it is."""
    if entry.kind not in KINDS:
        raise ValueError(f"`kind` must be one of {', '.join(KINDS)}, got {entry.kind!r}")
    if entry.part not in _PARTS:
        raise ValueError(f"`part` must be one of {', '.join(_PARTS)}, got {entry.part!r}")
    for key, text in _all_texts(entry):
        odd = next((char for char in text if unicodedata.category(char) == "Cc"), None)
        if odd is not None:
            raise ValueError(f"`{key}` {text!r} holds the control character U+{ord(odd):04X}")
    if entry.kind not in ("idiom", "metaphor"):
        return
    _check_slots("base", entry.base)
    if match := _UNSLOTTED.search(entry.base):
        raise ValueError(f"`base` {entry.base!r} holds {match[0]!r}; slots are written {', '.join(SLOTS)}")
    takes_someone = any(slot.startswith("someone") for slot in find_slots(entry.base))
    texts = [("definitions", d.text) for d in entry.definitions]
    texts += [("adversarial", d.text) for d in entry.adversarial]
    texts += [("antonyms", d.text) for d in entry.antonyms]
    seen: set[tuple[str, str]] = set()
    base = entry.base.lower()
    for key, text in texts:
        _check_slots(key, text)
        # The plain look comes first: a pattern for each of a hundred thousand entries costs half a minute.
        held = base in text.lower()
        if held and re.search(rf"\b{re.escape(base)}\b", text.lower()):
            raise ValueError(f"`{key}` {text!r} holds the expression that it should replace")
        if (key, text.lower()) in seen:
            raise ValueError(f"`{key}` {text!r} stands twice")
        seen.add((key, text.lower()))
        if not takes_someone and any(slot.startswith("someone") for slot in find_slots(text)):
            raise ValueError(f"`{key}` {text!r} needs `someone`, which {entry.base!r} does not provide")


def _all_texts(entry: Entry) -> Iterator[tuple[str, str]]:
    yield "base", entry.base
    for key in ("definitions", "adversarial", "antonyms", "sentences"):
        for each in getattr(entry, key):
            yield key, each.text


def _check_slots(key: str, text: str) -> None:
    match = _OTHER_SLOTS.search(text)
    if match:
        raise ValueError(
            f"`{key}` {text!r} holds {match[0]!r}; slots are written {', '.join(SLOTS)}, and nothing else"
        )
