"""What scores a model's explanation against a person's: light measures that work offline, and the paper's.

A scorer has a name that stands in every table made with it, because numbers of two scorers do not compare.
`py:module:attribute` gives another: any object with `name`, `about` and `score`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Protocol, runtime_checkable

from nonliteral.errors import InputError, MissingExtraError, UnknownNameError
from nonliteral.registry import load_object
from nonliteral.studies.words import load_words

DEFAULT = "chrf"

_WORD = re.compile(r"\w+(?:['’]\w+)?")


@runtime_checkable
class Scorer(Protocol):
    """Scores explanations from 0 to 100 against the ones that people wrote."""

    name: str
    about: str

    def score(self, given: Sequence[str], wanted: Sequence[str]) -> list[float]:
        """Return a score for each explanation given, in order."""
        ...


class ChrF:
    """chrF of Popović (2015): F2 of character n-grams up to six, blanks aside."""

    name = "chrf"
    about = "character n-grams up to 6, F2 (chrF); the default, offline"

    def score(self, given: Sequence[str], wanted: Sequence[str]) -> list[float]:
        """Return a score for each explanation."""
        return [100 * chrf(one, other) for one, other in zip(given, wanted, strict=True)]


class RougeL:
    """ROUGE-L: F1 of the longest common subsequence of words."""

    name = "rouge-l"
    about = "longest common subsequence of words, F1 (ROUGE-L); offline"

    def score(self, given: Sequence[str], wanted: Sequence[str]) -> list[float]:
        """Return a score for each explanation."""
        return [100 * rouge_l(one, other) for one, other in zip(given, wanted, strict=True)]


class TokenF1:
    """F1 of the words that both have."""

    name = "token-f1"
    about = "words in common, F1; offline"

    def score(self, given: Sequence[str], wanted: Sequence[str]) -> list[float]:
        """Return a score for each explanation."""
        return [100 * token_f1(one, other) for one, other in zip(given, wanted, strict=True)]


class BertScoreBleurt:
    """The mean of BERTScore and BLEURT, as FLUTE has it; both need models of their own."""

    name = "bertscore+bleurt"
    about = "the mean of BERTScore F1 (deberta-xlarge-mnli) and BLEURT-20, as in FLUTE; extra `explanations`"
    packages = ("bert_score", "bleurt_pytorch")

    def score(self, given: Sequence[str], wanted: Sequence[str]) -> list[float]:
        """Return a score for each explanation."""
        if not is_installed(self):
            raise MissingExtraError("Scoring explanations by BERTScore and BLEURT", "explanations")
        bert = self._bertscore(given, wanted)
        bleurt = self._bleurt(given, wanted)
        return [50 * (one + other) for one, other in zip(bert, bleurt, strict=True)]

    @staticmethod
    def _bertscore(given: Sequence[str], wanted: Sequence[str]) -> list[float]:
        from bert_score import score

        _, _, f1 = score(list(given), list(wanted), model_type="microsoft/deberta-xlarge-mnli")
        return [float(value) for value in f1]

    @staticmethod
    def _bleurt(given: Sequence[str], wanted: Sequence[str]) -> list[float]:
        import torch
        from bleurt_pytorch import BleurtConfig, BleurtForSequenceClassification, BleurtTokenizer

        name = "lucadiliello/BLEURT-20"
        model = BleurtForSequenceClassification.from_pretrained(
            name, config=BleurtConfig.from_pretrained(name)
        )
        tokenizer = BleurtTokenizer.from_pretrained(name)
        model.eval()
        out: list[float] = []
        with torch.no_grad():
            for begin in range(0, len(given), 32):
                batch = slice(begin, begin + 32)
                inputs = tokenizer(
                    list(wanted[batch]), list(given[batch]), padding="longest", truncation=True,
                    max_length=512, return_tensors="pt",
                )  # fmt: skip
                out += [float(value) for value in model(**inputs).logits.flatten()]
        return out


SCORERS: dict[str, type[ChrF] | type[RougeL] | type[TokenF1] | type[BertScoreBleurt]] = {
    scorer.name: scorer for scorer in (ChrF, RougeL, TokenF1, BertScoreBleurt)
}


def load_scorer(name: str | None) -> Scorer:
    """Return the scorer of a name, the default where there is none, or the one at `py:module:attribute`."""
    if name is None:
        name = DEFAULT
    if name.startswith("py:"):
        found = load_object(name[3:])
        made = found() if isinstance(found, type) else found
        if not isinstance(made, Scorer):
            raise InputError(f"{name} is not a scorer: it needs `name`, `about` and `score(given, wanted)`.")
        return made
    if name not in SCORERS:
        raise UnknownNameError("scorer of explanations", name, SCORERS)
    scorer = SCORERS[name]()
    if not is_installed(scorer):
        raise MissingExtraError(f"The scorer {name}", "explanations")
    return scorer


def list_scorers() -> list[tuple[str, str, bool]]:
    """Return name, description and whether it can be used here, for every scorer."""
    return [(name, scorer.about, is_installed(scorer())) for name, scorer in SCORERS.items()]


def is_installed(scorer: Scorer) -> bool:
    """Return whether the packages that a scorer needs are there."""
    return all(find_spec(package) is not None for package in getattr(scorer, "packages", ()))


def chrf(given: str, wanted: str, order: int = 6, beta: float = 2.0) -> float:
    """Return chrF of one text against another, from 0 to 1.

    >>> chrf("A bee without its sting is weak.", "A bee without its sting is weak.")
    1.0
    """
    one, other = "".join(given.split()), "".join(wanted.split())
    precisions: list[float] = []
    recalls: list[float] = []
    for n in range(1, order + 1):
        mine = Counter(one[i : i + n] for i in range(len(one) - n + 1))
        theirs = Counter(other[i : i + n] for i in range(len(other) - n + 1))
        if not mine or not theirs:
            continue
        common = (mine & theirs).total()
        precisions.append(common / mine.total())
        recalls.append(common / theirs.total())
    if not precisions:
        return 0.0
    precision, recall = sum(precisions) / len(precisions), sum(recalls) / len(recalls)
    if precision + recall == 0:
        return 0.0
    weight = beta * beta
    return (1 + weight) * precision * recall / (weight * precision + recall)


def rouge_l(given: str, wanted: str) -> float:
    """Return ROUGE-L of one text against another, from 0 to 1."""
    one, other = _words(given), _words(wanted)
    if not one or not other:
        return 0.0
    row = [0] * (len(other) + 1)
    for word in one:
        before = 0
        for position, candidate in enumerate(other, 1):
            kept = row[position]
            row[position] = before + 1 if word == candidate else max(row[position], row[position - 1])
            before = kept
    return 2 * row[-1] / (len(one) + len(other))


def token_f1(given: str, wanted: str) -> float:
    """Return the F1 of the words that two texts have in common, from 0 to 1."""
    one, other = Counter(_words(given)), Counter(_words(wanted))
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 0.0


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def only_restates(explanation: str, premise: str, hypothesis: str) -> bool:
    """Return whether an explanation has no content word that the two sentences have not.

    Words are compared by their first five letters, so that other forms of a word count as the word. Words of
    logic and of speaking about sentences (*if*, *not*, *means*, *contradicts*) are no content.

    >>> only_restates("If you are jobless, you do not drown in work.", "I am jobless.", "I drown in work.")
    True
    """
    empty = load_words("restating")
    known = {word[:5] for word in _words(premise) + _words(hypothesis)}
    content = [word for word in _words(explanation) if word not in empty and not word.isdigit()]
    return all(word[:5] in known for word in content)
