"""IMPLI: idioms and metaphors replaced by definitions and paraphrases, as pairs.

The files have no idiom column. What was replaced, by what, and which pairs belong to the same idiom is
recovered by comparing the two sentences: see `recover` and `Expressions`.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from nonliteral.errors import InputError
from nonliteral.readers.base import Card, FileReader, make
from nonliteral.readers.spans import fit_spans, shared_ends
from nonliteral.readers.tables import Row, file_stem, parse_share, read_table
from nonliteral.records import Label, Pair, Span, Tier
from nonliteral.suites import Funnel

_METHODS = (
    ("fig_context", "figurative-definition"),
    ("lit_context", "literal-definition"),
    ("adversarial_definition", "adversarial-definition"),
    ("manual_antonyms", "antonym"),
    ("manual", "hand-written"),
    ("replacement", "construction-replacement"),
)
_ORIGINS = ("magpie", "pie", "semeval", "tsvetkov", "cc")


class Impli(FileReader):
    """Reads the sixteen files of IMPLI."""

    card = Card(
        name="impli",
        title="IMPLI",
        makes="pairs",
        phenomena=("idiom", "metaphor"),
        paper=(
            "Stowe, Utama and Gurevych 2022, IMPLI: Investigating NLI Models' Performance on "
            "Figurative Language (ACL)"
        ),
        licence="not stated",
        where="github.com/UKPLab/acl2022-impli",
        counts=(
            "idioms 16,652 / 886 / 6,116 silver (figurative, literal, adversarial) and 528 / 375 / "
            "254 gold (hand-written, antonyms, hand-written non-entailed), metaphors 645 silver "
            "and 387 / 281 gold; the paper prints 532, 388, 282 and 375"
        ),
        files=(
            "idioms/*.tsv and metaphors/*.tsv without header: premise, hypothesis and, in the "
            "files made from the three idiom corpora, a third column"
        ),
        ids=(
            "<file stem>:<n>, n the line from 0; manual_e and manual_ne are in both folders, so "
            "the metaphors' two have the folder in front: metaphors/manual_e:3"
        ),
        warts=(
            "label, method, tier and origin are in the file's name only (_e and _ne)",
            (
                "the third column is the share of annotators' weight that says figurative (0 to "
                ".49 literal, .5 to 1 figurative), not a confidence: features.figurative_share; it "
                "is empty but for MAGPIE's files"
            ),
            "replacement_tsvetkov_e.tsv is Windows-1252; decoded, counted",
            (
                "text is as published, with the damage it has: lower-case starts, wrong articles, "
                "`someone` left in, mojibake; blanks outside a sentence are taken off and kept in "
                "features.as_given"
            ),
            "duplicate rows are kept, each with its id",
            (
                "span, expression, definition and group are recovered, not given: where a word of "
                "the idiom is also in its replacement the span is too short, and the expression is "
                "completed from other rows"
            ),
        ),
    )
    patterns = (
        "fig_context_*_e.tsv",
        "lit_context_*_ne.tsv",
        "adversarial_definition_ne_*.tsv",
        "manual_e.tsv",
        "manual_ne.tsv",
        "manual_antonyms_ne.tsv",
        "replacement_*_e.tsv",
    )

    def stem(self, file: Path) -> str:
        """Return the file's stem, with the folder in front of the metaphors' two manual files."""
        stem = file_stem(file)
        if stem in ("manual_e", "manual_ne") and file.absolute().parent.name == "metaphors":
            return f"metaphors/{stem}"
        return stem

    def read(self, path: Path, funnel: Funnel) -> Iterator[Pair]:
        """Yield the pairs of all files; expressions are completed from all that are read together."""
        files = self.files(path)
        stems = [self.stem(file) for file in files]
        for stem in stems:
            if stems.count(stem) > 1:
                raise InputError(
                    f"{path} holds two files that would give the same ids ({stem}:0 and on). "
                    "Give the folder of one IMPLI release, with its folders idioms and metaphors."
                )
        rows = {file: list(_rows(file, funnel)) for file in files}
        known = Expressions()
        for file in files:
            for _, premise, hypothesis in rows[file]:
                known.add(premise, hypothesis, _method(file))
        known.settle()
        for file in files:
            for _, premise, hypothesis in rows[file]:
                known.name(premise, hypothesis, _method(file))
        for file in files:
            yield from self._pairs(file, rows[file], known, funnel)

    def _pairs(
        self, file: Path, rows: list[tuple[Row, str, str]], known: Expressions, funnel: Funnel
    ) -> Iterator[Pair]:
        stem, method = self.stem(file), _method(file)
        label: Label = "non-entailment" if re.search(r"(?:^|_)ne(?:_|$)", file_stem(file)) else "entailment"
        tier: Tier = "gold" if method in ("hand-written", "antonym") else "silver"
        phenomenon = _phenomenon(file)
        origin = next((name for name in _ORIGINS if name in file_stem(file).split("_")), None)
        for row, premise, hypothesis in rows:
            funnel.read += 1
            change = recover(premise, hypothesis, one_region=tier == "silver")
            found = known.look_up(premise, change, method)
            features: dict[str, Any] = {"direction": "figurative-premise"}
            if found.expression:
                features["expression"] = found.expression
                features["variant"] = "base" if found.surface == found.expression else "inflected"
                features["premise_spans"] = [list(span) for span in change.premise_spans]
                features["hypothesis_spans"] = [list(span) for span in change.hypothesis_spans]
            else:
                funnel.note("no difference recovered")
            definition = " ... ".join(hypothesis[start:end] for start, end in change.hypothesis_spans)
            if definition:
                features["definition"] = definition
            if origin:
                features["origin"] = origin
            as_given = {
                key: row.fields[key]
                for key, text in (("premise", premise), ("hypothesis", hypothesis))
                if row.fields[key] != text
            }
            if as_given:
                funnel.note("blanks around the text removed (as given in `features.as_given`)")
            if "share" in row.fields:
                given = row.fields["share"]
                share = parse_share(row, "third column", given) if given.strip() else None
                features["figurative_share"] = share
                if given != _written(share):
                    as_given["share"] = given
            if as_given:
                features["as_given"] = as_given
            yield make(
                Pair,
                row,
                id=f"{stem}:{row.n}",
                premise=premise,
                hypothesis=hypothesis,
                label=label,
                phenomenon=phenomenon,
                method=method,
                tier=tier,
                group=f"{phenomenon}/{found.group}",
                source=self.source(),
                features=features,
            )


def _rows(file: Path, funnel: Funnel) -> Iterator[tuple[Row, str, str]]:
    def count(encoding: str) -> None:
        funnel.note(f"lines decoded as {encoding}")

    columns: int | None = None
    for row in read_table(
        file,
        ("premise", "hypothesis", "share"),
        optional=1,
        encodings=("utf-8", "cp1252") if "tsvetkov" in file.name else ("utf-8",),
        on_fallback=count,
    ):
        if columns is None:
            columns = len(row.fields)
        if len(row.fields) != columns:
            raise row.error(f"{columns} fields expected as on the first line, {len(row.fields)} found.")
        premise, _ = fit_spans(row.fields["premise"], [])
        hypothesis, _ = fit_spans(row.fields["hypothesis"], [])
        if not premise or not hypothesis:
            raise row.error("premise and hypothesis must not be empty.")
        yield row, premise, hypothesis


def _method(file: Path) -> str:
    stem = file_stem(file)
    for beginning, method in _METHODS:
        if stem.startswith(beginning):
            return method
    raise InputError(
        f"{file} is not called as IMPLI's files are, and label and method are in their names. "
        "Keep the names of the release, as in fig_context_magpie_e.tsv."
    )


def _phenomenon(file: Path) -> str:
    metaphoric = file.absolute().parent.name == "metaphors" or file.name.startswith("replacement")
    return "metaphor" if metaphoric else "idiom"


def write_row(pair: Pair) -> str:
    """Return the line of the release that a pair was read from, without its line break."""
    given = pair.features.get("as_given", {})
    fields = [given.get("premise", pair.premise), given.get("hypothesis", pair.hypothesis)]
    if "figurative_share" in pair.features:
        fields.append(given.get("share", _written(pair.features["figurative_share"])))
    return "\t".join(fields)


def _written(share: float | None) -> str:
    return "" if share is None else repr(float(share))


class Change(NamedTuple):
    """What differs between two sentences: where, and the words of the premise that were replaced."""

    premise_spans: list[Span]
    hypothesis_spans: list[Span]
    words: tuple[int, int]
    """First and last-but-one token of the premise that was replaced."""


_TOKEN = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*|[^\w\s]|_", re.UNICODE)


@lru_cache(maxsize=8)
def _tokens(text: str) -> tuple[list[Span], list[str]]:
    spans = [match.span() for match in _TOKEN.finditer(text)]
    return spans, [text[start:end].lower().replace("’", "'") for start, end in spans]


def recover(premise: str, hypothesis: str, *, one_region: bool) -> Change:
    """Return what was replaced in `premise` to give `hypothesis`.

    In silver pairs one stretch was replaced, so all between the common beginning and the common end is taken.
    Where people rewrote, changes that are more than three tokens apart are separate spans.
    """
    spans_p, words_p = _tokens(premise)
    spans_h, words_h = _tokens(hypothesis)
    front, back = shared_ends(words_p, words_h)
    end_p, end_h = len(words_p) - back, len(words_h) - back
    regions = [(front, end_p, front, end_h)]
    if not one_region:
        regions = _split_regions(words_p, words_h, front, end_p, end_h)
    words = (regions[0][0], regions[-1][1])
    # A full stop or quote that only one of them has is no part of the expression.
    return Change(
        _spans_of(spans_p, words_p, [(a, b) for a, b, _, _ in regions]),
        _spans_of(spans_h, words_h, [(a, b) for _, _, a, b in regions]),
        words,
    )


def _split_regions(
    words_p: list[str], words_h: list[str], front: int, end_p: int, end_h: int
) -> list[tuple[int, int, int, int]]:
    matcher = difflib.SequenceMatcher(None, words_p[front:end_p], words_h[front:end_h], autojunk=False)
    regions: list[tuple[int, int, int, int]] = []
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            continue
        changed = (front + a, front + b, front + c, front + d)
        if not any(
            word[0].isalnum() for word in words_p[changed[0] : changed[1]] + words_h[changed[2] : changed[3]]
        ):
            continue
        if regions and changed[0] - regions[-1][1] <= 3:
            regions[-1] = (regions[-1][0], changed[1], regions[-1][2], changed[3])
        else:
            regions.append(changed)
    return regions or [(front, end_p, front, end_h)]


def _spans_of(spans: list[Span], words: list[str], regions: Iterable[tuple[int, int]]) -> list[Span]:
    out: list[Span] = []
    for start, end in regions:
        while start < end and not words[start][0].isalnum():
            start += 1
        while start < end and not words[end - 1][0].isalnum():
            end -= 1
        if start < end:
            out.append((spans[start][0], spans[end - 1][1]))
    return out


_POSSESSIVES = frozenset(("my", "your", "his", "her", "its", "our", "their"))
_REFLEXIVES = frozenset(f"{person}self" for person in ("my", "your", "him", "her", "it", "one")) | frozenset(
    f"{person}selves" for person in ("our", "your", "them")
)
_PREPOSITIONS = frozenset(
    ("at", "by", "for", "from", "in", "into", "off", "on", "out", "over", "to", "up", "with")
)
_LOOSE = (
    _POSSESSIVES
    | _REFLEXIVES
    | frozenset(("a", "an", "the", "this", "that", "these", "those", "some", "any", "no"))
    | frozenset(("me", "you", "him", "it", "us", "them", "someone", "somebody", "one", "something"))
    | frozenset(("one's", "someone's", "somebody's"))
    | frozenset(("is", "are", "was", "were", "be", "been", "being", "am", "'s", "'re", "'m"))
)
"""Words that change from one use of an idiom to the next, left out of the key that groups them."""


@lru_cache(maxsize=65536)
def _base(word: str) -> str:
    """Return one base form of a word, the same for all its inflections as far as a word alone tells."""
    from lemminflect import getAllLemmas

    plain = word.removesuffix("'").removesuffix("'s")
    by_part = getAllLemmas(plain)
    for part in ("VERB", "AUX", "NOUN", "ADJ", "ADV"):
        if by_part.get(part):
            return str(min(by_part[part], key=lambda lemma: (len(lemma), lemma))).lower()
    return plain


def _key(words: Iterable[str]) -> tuple[str, ...]:
    plain = [part for word in words if word[0].isalnum() for part in word.split("-") if _base(part)]
    kept = [_base(word) for word in plain if word not in _LOOSE]
    return tuple(kept or [_base(word) for word in plain])


class Found(NamedTuple):
    """The expression that a row is about: as it stands, in its base form, and the key of its group."""

    surface: str | None
    expression: str | None
    group: str


class Expressions:
    """The expressions that a release uses, gathered from all its rows.

    One row may show too little of its idiom: in "on the wagon", replaced by "on the vehicle", only "wagon"
    differs. Other rows replace the whole of it. So every row is looked at first (`add`, `settle`), and a
    stretch that is part of an expression that stands there, and that other rows replaced whole, is completed
    to it. Pairs that people wrote take the expression that was found in the same sentence elsewhere. A second
    look (`name`) gives all rows of a group the base form that most of them have.
    """

    def __init__(self) -> None:
        self._seen: Counter[tuple[str, ...]] = Counter()
        self._by_word: dict[str, list[tuple[str, ...]]] = {}
        self._by_sentence: dict[str, list[str]] = {}
        self._names: dict[str, Counter[str]] = {}

    def add(self, premise: str, hypothesis: str, method: str) -> None:
        """Note what one row replaced."""
        change = recover(premise, hypothesis, one_region=method not in ("hand-written", "antonym"))
        _, words = _tokens(premise)
        start, end = _without_punctuation(words, *change.words)
        if method in ("figurative-definition", "literal-definition", "adversarial-definition"):
            self._seen[_key(words[start:end])] += 1
        if method != "antonym":
            name = _sentence_key(premise)
            # The longest shows most of the idiom; of pairs by people the first, which is the entailed one.
            if name not in self._by_sentence or (
                method == "figurative-definition" and end - start > len(self._by_sentence[name])
            ):
                self._by_sentence[name] = words[start:end]

    def settle(self) -> None:
        """Take what at least two rows replaced whole as known expressions."""
        for key, count in self._seen.items():
            if count >= 2 and len(key) >= 2:
                for word in set(key):
                    self._by_word.setdefault(word, []).append(key)
        for keys in self._by_word.values():
            keys.sort(key=lambda key: (-len(key), key))

    def name(self, premise: str, hypothesis: str, method: str) -> None:
        """Note what the expression of one row would be called."""
        change = recover(premise, hypothesis, one_region=method not in ("hand-written", "antonym"))
        _, words = _tokens(premise)
        start, end = self._region(premise, words, change, method)
        if start < end:
            key = " ".join(_key(words[start:end]))
            self._names.setdefault(key, Counter())[_base_form(words[start:end])] += 1

    def look_up(self, premise: str, change: Change, method: str) -> Found:
        """Return the expression of a row."""
        _, words = _tokens(premise)
        start, end = self._region(premise, words, change, method)
        if start >= end:
            return Found(None, None, _sentence_key(premise))
        key = " ".join(_key(words[start:end]))
        names = self._names[key]
        expression = min(names, key=lambda name: (-names[name], len(name), name))
        return Found(_join(_with_slots(words[start:end])), expression, key)

    def _region(self, premise: str, words: list[str], change: Change, method: str) -> tuple[int, int]:
        start, end = change.words
        if method in ("hand-written", "antonym"):
            known = self._by_sentence.get(_sentence_key(premise), [])
            # The same sentence may be tokenised in another way, so its words are looked for.
            places = [n for n in range(len(words)) if known and words[n : n + len(known)] == known]
            if places:
                nearest = min(places, key=lambda n: abs(n - start))
                start, end = nearest, nearest + len(known)
        return self._completed(words, *_without_punctuation(words, start, end))

    def _completed(self, words: list[str], start: int, end: int) -> tuple[int, int]:
        local = _key(words[start:end])
        # Where words were only added, the expression is looked for on both sides of the place.
        near = [local[0]] if local else [_base(word) for word in words[max(0, start - 1) : start + 1]]
        candidates = [key for word in near for key in self._by_word.get(word, ()) if len(key) > len(local)]
        for key in candidates:
            found = _place(words, key, start, end)
            if found is not None:
                return found
        return start, end


def _place(words: list[str], key: tuple[str, ...], start: int, end: int) -> tuple[int, int] | None:
    """Return where `key` stands in `words` round the stretch from `start` to `end`, over loose words."""
    reach = 2 * len(key)
    for first in range(max(0, start - reach), start + 1):
        at = first
        matched = 0
        while at < len(words) and matched < len(key) and at - first <= reach + end - start:
            word = words[at]
            if _base(word) == key[matched]:
                matched += 1
            elif matched == 0 or (word not in _LOOSE and word != "-"):
                break
            at += 1
        if matched == len(key) and at >= end:
            return first, at
    return None


def _without_punctuation(words: list[str], start: int, end: int) -> tuple[int, int]:
    while start < end and not words[start][0].isalnum():
        start += 1
    while start < end and not words[end - 1][0].isalnum():
        end -= 1
    return start, end


def _base_form(words: list[str]) -> str:
    """Return an expression as a dictionary would write it, as far as words alone tell."""
    out = _with_slots(words)
    out[0] = _verb_base(out[0], words[1] if len(words) > 1 else "")
    if len(out) > 2 and out[1] == "and":
        out[2] = _verb_base(out[2], "the" if out[0] != words[0] else "")
    return _join(out)


def _with_slots(words: list[str]) -> list[str]:
    """Return words with possessives and reflexives as slots."""
    out = []
    for word, after in zip(words, [*words[1:], ""], strict=True):
        if word in _POSSESSIVES:
            # `her` before a preposition is the object: stood her in good stead.
            out.append("someone" if word == "her" and after in _PREPOSITIONS else "one's")
        else:
            out.append("oneself" if word in _REFLEXIVES else word)
    return out


def _join(words: list[str]) -> str:
    return re.sub(r" (['’](?:s|re|ve|ll|d|m)\b|n['’]t\b|[,.;:!?])", r"\1", " ".join(words))


@lru_cache(maxsize=65536)
def _verb_base(word: str, after: str) -> str:
    """Return the base form of a first word that is a verb, any other word as it is."""
    from lemminflect import getAllLemmas

    forms = getAllLemmas(word)
    verbs = forms.get("VERB", ())
    if not verbs or word in verbs:
        return word
    # `broken heart` begins with an adjective, `feeling the pinch` does not: what follows tells.
    if after not in _LOOSE and any(word in forms.get(part, ()) for part in ("ADJ", "ADV", "NOUN")):
        return word
    # So it does for plurals: `hands down` and `takes the biscuit`.
    is_plural = word.endswith("s") and bool(forms.get("NOUN"))
    if is_plural and after not in _LOOSE:
        return word
    return str(min(verbs, key=lambda lemma: (len(lemma), lemma)))


def _sentence_key(premise: str) -> str:
    """Return a sentence without what tokenisation changes: letters and digits only."""
    return "".join(char for char in premise.lower() if char.isalnum()) or premise


reader = Impli()
