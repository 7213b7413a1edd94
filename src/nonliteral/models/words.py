"""What words alone tell: a bag of words read by logistic regression, cross-validated by group.

The one learner behind the hypothesis-only baseline, the control in model cards and the measure of
giveaways in `checking/`, so that their figures agree. The same pairs give the same answers in any
order and on any number of cores.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Sequence
from itertools import count, pairwise
from typing import TYPE_CHECKING, Any

from nonliteral.draw import stable_hash

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

FOLDS = 5

# A mark counts as a word: a full stop that only one label leaves out is a giveaway like any other.
_TOKEN = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")

_STRENGTH = 1.0
"""C of the logistic regression: the weight of the data against that of small weights (L2)."""
_FLAT = 3e-4
"""The learner is done where no slope of the mean loss is steeper; docs/models.md says what that costs."""
_MOST_STEPS = 500
_REMEMBERED = 10

_WORDS_SHOWN = 8


def assign_folds(groups: Sequence[str], folds: int = FOLDS) -> list[int]:
    """Return the fold of each item: no group is split, folds are about equal, order does not matter."""
    size = Counter(groups)
    load = [0] * folds
    fold_of: dict[str, int] = {}
    # Big groups first, so that the last ones can even the folds out; among equals the hash decides.
    for group in sorted(size, key=lambda group: (-size[group], stable_hash("fold", group), group)):
        fold = load.index(min(load))
        fold_of[group] = fold
        load[fold] += size[group]
    return [fold_of[group] for group in groups]


class WordLearner:
    """A logistic regression over the words and pairs of words that stand in at least two texts.

    Texts that come several times are one row with a weight: the same sum, computed once.
    """

    def __init__(self, texts: Sequence[str], gold: Sequence[str]) -> None:
        import numpy as np

        self.labels = sorted(set(gold))
        rows = sorted(set(texts))
        place = {text: row for row, text in enumerate(rows)}
        self._row_of = np.array([place[text] for text in texts])
        number = {label: i for i, label in enumerate(self.labels)}
        self._label_of = np.array([number[label] for label in gold])
        self._matrix, self.terms = _find_terms(rows, np.bincount(self._row_of))

    def learn(self, items: NDArray[np.bool_] | None = None, *, balanced: bool = True) -> Array:
        """Return a weight for each term and, in the last row, one for none, by label.

        `items` says which of the texts to learn from (all), `balanced` whether labels count the same
        however frequent they are. A label that none of them has gets weights of minus infinity.
        """
        import numpy as np

        rows, labels = self._row_of, self._label_of
        if items is not None:
            rows, labels = rows[items], labels[items]
        shape = (self._matrix.shape[0], len(self.labels))
        counts = np.bincount(rows * shape[1] + labels, minlength=shape[0] * shape[1]).reshape(shape)
        sizes = counts.sum(0)
        known, seen = np.flatnonzero(sizes), counts.any(1)
        parts = counts[np.ix_(seen, known)].astype(np.float64)
        if balanced:
            parts *= sizes.sum() / (len(known) * sizes[known])
        weights = np.zeros((self._matrix.shape[1] + 1, len(self.labels)))
        weights[-1] = -np.inf
        weights[:, known] = _fit(self._matrix[seen], parts)
        return weights

    def answer(self, weights: Array, items: NDArray[np.bool_] | None = None) -> list[str]:
        """Return the most probable label of each of the texts that `items` names."""
        rows = self._row_of if items is None else self._row_of[items]
        best = _best(self._matrix, weights)[rows]
        return [self.labels[i] for i in best.tolist()]

    def answer_others(self, weights: Array, texts: Sequence[str]) -> list[str]:
        """Return the most probable label of other texts, by the terms that are known."""
        matrix = _count_terms(texts, {term: i for i, term in enumerate(self.terms)})
        return [self.labels[i] for i in _best(matrix, weights).tolist()]


def predict_from_words(
    texts: Sequence[str], gold: Sequence[str], fold_of: Sequence[int]
) -> tuple[list[str], dict[str, list[tuple[str, float]]]]:
    """Return a label for each text, learned from the other folds, and each label's heaviest words."""
    import numpy as np

    learner = WordLearner(texts, gold)
    if not learner.terms:  # no text shares a word with another
        return [min(gold)] * len(gold), {}
    folds = np.array(fold_of)
    guesses = np.array(gold)
    total = np.zeros((len(learner.terms), len(learner.labels)))
    for fold in range(folds.max() + 1):
        held_out = folds == fold
        weights = learner.learn(~held_out)
        guesses[held_out] = learner.answer(weights, held_out)
        total += weights[:-1]
    total /= folds.max() + 1
    words = {label: _heaviest(learner.terms, total[:, i]) for i, label in enumerate(learner.labels)}
    return [str(guess) for guess in guesses], words


def _terms_of(text: str) -> dict[str, None]:
    words = _TOKEN.findall(text.lower())
    return dict.fromkeys([*words, *(f"{first} {second}" for first, second in pairwise(words))])


def _find_terms(rows: Sequence[str], times: NDArray[Any]) -> tuple[Any, list[str]]:
    """Return which terms stand in which row, and the terms; what stands in one text only is of no help."""
    import numpy as np

    found: dict[str, int] = defaultdict(count().__next__)
    matrix = _count_terms(rows, found, grow=True)
    names = list(found)
    kept = sorted(np.flatnonzero(matrix.T @ times >= 2).tolist(), key=names.__getitem__)
    return matrix[:, np.array(kept, dtype=np.int64)], [names[i] for i in kept]


def _count_terms(texts: Sequence[str], known: dict[str, int], *, grow: bool = False) -> Any:
    """Return a row for each text with a one for each known term in it; `grow` numbers those not known."""
    import numpy as np
    from scipy.sparse import csr_matrix

    columns: list[int] = []
    ends = [0]
    for text in texts:
        terms = _terms_of(text)
        columns.extend(map(known.__getitem__, terms if grow else filter(known.__contains__, terms)))
        ends.append(len(columns))
    return csr_matrix(
        (np.ones(len(columns)), np.array(columns, dtype=np.int32), np.array(ends, dtype=np.int32)),
        shape=(len(texts), len(known)),
    )


def _best(matrix: Any, weights: Array) -> NDArray[Any]:
    """Return the number of each row's best label; what is equal but for rounding goes to the first."""
    import numpy as np

    scores = matrix @ np.where(np.isinf(weights[:-1]), 0.0, weights[:-1]) + weights[-1]
    best: NDArray[Any] = np.round(scores, 6).argmax(1)
    return best


def _fit(matrix: Any, parts: Array) -> Array:
    """Return the weights (the last row: for no term) of least loss; each row is of each label in part."""
    import numpy as np

    terms, labels = matrix.shape[1], parts.shape[1]
    whole = parts.sum()
    parts = np.ascontiguousarray(parts.T) / whole
    sums = parts.sum(0)
    penalty = 1 / (_STRENGTH * whole)
    turned = matrix.T.tocsr()
    # Between two labels one vector of weights decides, and each has half of it.
    sides = np.array([[-0.5, 0.5]]) if labels == 2 else np.eye(labels)
    shape = (terms + 1, len(sides))

    def loss_and_slope(flat: Array) -> tuple[float, Array]:
        weights = flat.reshape(shape)
        # A row a label: numpy goes along rows much faster than across a few columns.
        scores = sides.T @ np.ascontiguousarray((matrix @ weights[:-1]).T) + (weights[-1] @ sides)[:, None]
        scores -= scores.max(0)
        powers = np.exp(scores)
        totals = powers.sum(0)
        loss = (sums * np.log(totals)).sum() - (parts * scores).sum()
        loss += 0.5 * penalty * (weights[:-1] ** 2).sum()
        powers *= sums / totals
        errors = sides @ (powers - parts)
        slope = np.empty(shape)
        slope[:-1] = turned @ np.ascontiguousarray(errors.T)
        slope[:-1] += penalty * weights[:-1]
        slope[-1] = errors.sum(1)
        return float(loss), slope.ravel()

    weights: Array = _minimise(loss_and_slope, np.zeros(shape).ravel()).reshape(shape) @ sides
    return weights


def _minimise(loss_and_slope: Callable[[Array], tuple[float, Array]], point: Array) -> Array:
    """Return where a smooth convex function is least (L-BFGS, steps halved until they help enough).

    scipy has the same, over a BLAS that splits long vectors among the cores: its last digits, and with
    them ties, hang on their number, and on a busy machine it spends its time waiting for them.
    """
    import numpy as np

    def dot(left: Array, right: Array) -> float:
        return float(np.einsum("i,i->", left, right))

    steps: deque[tuple[Array, Array, float]] = deque(maxlen=_REMEMBERED)
    loss, slope = loss_and_slope(point)
    for _ in range(_MOST_STEPS):
        if np.abs(slope).max() <= _FLAT:
            break
        way = slope.copy()
        shares: list[float] = []
        for step, turn, product in reversed(steps):
            shares.append(dot(step, way) / product)
            way -= shares[-1] * turn
        if steps:
            _, turn, product = steps[-1]
            way *= product / dot(turn, turn)
        else:
            way /= dot(slope, slope) ** 0.5
        for (step, turn, product), share in zip(steps, reversed(shares), strict=True):
            way += (share - dot(turn, way) / product) * step
        fall, size = dot(slope, way), 1.0
        while True:
            ahead = point - size * way
            new_loss, new_slope = loss_and_slope(ahead)
            if new_loss <= loss - 1e-4 * size * fall:
                break
            size /= 2
            if size < 1e-9:
                return point
        step, turn = ahead - point, new_slope - slope
        product = dot(step, turn)
        if product > 0:
            steps.append((step, turn, product))
        point, loss, slope = ahead, new_loss, new_slope
    return point


def _heaviest(terms: Sequence[str], weights: Array) -> list[tuple[str, float]]:
    top = sorted(range(len(terms)), key=lambda i: (-round(float(weights[i]), 3), terms[i]))
    return [(terms[i], round(float(weights[i]), 3)) for i in top[:_WORDS_SHOWN] if weights[i] > 0]
