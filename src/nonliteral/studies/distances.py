"""Levenshtein's distance by bits: a column of the table is one number, so a pair costs microseconds."""

from __future__ import annotations

from collections.abc import Hashable, Sequence


def levenshtein(first: Sequence[Hashable], second: Sequence[Hashable]) -> int:
    """Return the fewest insertions, deletions and replacements that make one of the other (Myers 1999).

    Texts are compared by code points; lists of words by words.

    >>> levenshtein("kitten", "sitting")
    3
    >>> levenshtein("to kick the bucket".split(), "to die".split())
    3
    """
    begin, end = 0, 0
    shorter = min(len(first), len(second))
    while begin < shorter and first[begin] == second[begin]:
        begin += 1
    while end < shorter - begin and first[-1 - end] == second[-1 - end]:
        end += 1
    first, second = first[begin : len(first) - end], second[begin : len(second) - end]
    if not first or not second:
        return len(first) + len(second)
    places: dict[Hashable, int] = {}
    for position, item in enumerate(first):
        places[item] = places.get(item, 0) | (1 << position)
    full = (1 << len(first)) - 1
    last = 1 << (len(first) - 1)
    plus, minus, distance = full, 0, len(first)
    for item in second:
        match = places.get(item, 0)
        vertical = match | minus
        horizontal = (((match & plus) + plus) ^ plus) | match
        rises = minus | ~(horizontal | plus) & full
        falls = plus & horizontal
        if rises & last:
            distance += 1
        if falls & last:
            distance -= 1
        rises = (rises << 1 | 1) & full
        falls = falls << 1 & full
        plus = falls | ~(vertical | rises) & full
        minus = rises & vertical
    return distance
