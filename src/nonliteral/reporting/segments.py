"""Texts in segments: what is marked and what is not, so that a page never counts characters.

A page counts UTF-16 units where Python counts code points, so offsets never cross to it. A text is
given as segments that alternate, the first of them unmarked (and perhaps empty).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from nonliteral.records import Pair, Span

_WORD = re.compile(r"\w+(?:['’-]\w+)*|[^\w\s]")

SHARED = 1 / 3
"""How much of the shorter text must stand in the other for what is not shared to be marked word by word."""

Segments = str | list[str]
"""A text without marks, or its segments: unmarked, marked, unmarked and so on."""


def mark_pair(pair: Pair) -> tuple[Segments, Segments]:
    """Return premise and hypothesis with what sets them apart marked.

    That is the expression and what replaced it where the pair says so, and otherwise the words
    between the common beginning and the common end.
    """
    premise, hypothesis = pair.features.get("premise_spans"), pair.features.get("hypothesis_spans")
    if premise or hypothesis:
        return cut(pair.premise, premise or ()), cut(pair.hypothesis, hypothesis or ())
    first, second = find_changed_spans(pair.premise, pair.hypothesis)
    return cut(pair.premise, first), cut(pair.hypothesis, second)


def cut(text: str, spans: Iterable[Span]) -> Segments:
    """Return a text in segments; one without spans stays a plain text."""
    segments: list[str] = []
    end_before = 0
    for start, end in spans:
        segments += [text[end_before:start], text[start:end]]
        end_before = end
    if not segments:
        return text
    if end_before < len(text):
        segments.append(text[end_before:])
    return segments


def find_changed_spans(premise: str, hypothesis: str) -> tuple[Sequence[Span], Sequence[Span]]:
    """Return what two texts do not share: the words between their common beginning and end, or, where they
    share neither, the words that only one of them has. None where they share too little, so that a mark
    over nearly everything would say nothing.
    """
    first, second = list(_WORD.finditer(premise)), list(_WORD.finditer(hypothesis))
    limit = min(len(first), len(second))
    start = 0
    while start < limit and first[start][0].casefold() == second[start][0].casefold():
        start += 1
    end = 0
    while end < limit - start and first[-1 - end][0].casefold() == second[-1 - end][0].casefold():
        end += 1
    words = sum(match[0][0].isalnum() for match in (*first[:start], *first[len(first) - end :]))
    if not words:
        return _find_own_words(first, second)
    return _span(first, start, end), _span(second, start, end)


def _find_own_words(
    first: list[re.Match[str]], second: list[re.Match[str]]
) -> tuple[Sequence[Span], Sequence[Span]]:
    """Return the runs of words that stand in one text only, if at least a third of the shorter is shared."""
    in_first, in_second = ({match[0].casefold() for match in words} for words in (first, second))
    words = [[match for match in matches if match[0][0].isalnum()] for matches in (first, second)]
    shared = [match for match in min(words, key=len) if match[0].casefold() in in_first & in_second]
    if len(shared) < SHARED * min(map(len, words)) or not shared:
        return [], []
    return _join_runs(first, in_second), _join_runs(second, in_first)


def _join_runs(words: list[re.Match[str]], others: set[str]) -> Sequence[Span]:
    spans: list[Span] = []
    joined = False
    for match in words:
        own = match[0].casefold() not in others and match[0][0].isalnum()
        if own and joined:
            spans[-1] = (spans[-1][0], match.end())
        elif own:
            spans.append((match.start(), match.end()))
        joined = own
    return spans


def _span(words: list[re.Match[str]], start: int, end: int) -> Sequence[Span]:
    changed = words[start : len(words) - end]
    return [(changed[0].start(), changed[-1].end())] if changed else []
