"""People's answers to the tasks of a recast: what they accept, what they change, what they leave out.

An answer of a person makes what it confirms gold. A model's answer may change a proposal, never its tier.
Of several answers by one annotator to one task the last in the file counts; people who disagree are
outvoted by more people, and where there are as many on each side nothing is confirmed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from nonliteral.errors import RecordError
from nonliteral.files import read_records
from nonliteral.records import LABELS, Answer

ACCEPT = ("accept", "accepted", "yes")
CHANGE = ("change", "changed", "correct", "corrected", "label")
REJECT = ("reject", "rejected", "no")
PASS = ("skip", "unsure", "cannot say")
VERDICTS = (*ACCEPT, *CHANGE, *REJECT, *PASS)


class Ruling(msgspec.Struct, frozen=True):
    """What the answers to a task come to."""

    value: str | None
    """The label or word that was chosen; None where it was rejected."""
    by_people: bool
    votes: dict[str, int]
    """How many people chose what, rejections under `reject`."""
    changed: bool = False
    """Whether the value is somebody's own, and not one of those that were shown."""
    whole: bool = False
    """Whether the value is a whole sentence, given as `{"sentence": "…"}`."""


class Answers:
    """The answers of a file, by task."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._by_task: dict[str, dict[str, tuple[int, Answer]]] = {}
        self.used: set[str] = set()
        if path is None:
            return
        for number, answer in enumerate(read_records(path, Answer, unique=None), 1):
            self._by_task.setdefault(answer.task, {})[answer.annotator] = (number, answer)

    def __len__(self) -> int:
        return len(self._by_task)

    def __contains__(self, task: str) -> bool:
        return task in self._by_task

    def unused(self) -> int:
        """Return how many tasks were answered that this recast did not ask."""
        return len(set(self._by_task) - self.used)

    def ruling(self, task: str, proposed: str | None, check: Callable[[str], str | None]) -> Ruling | None:
        """Return what the answers to a task come to; None where nobody answered, or no side has more votes.

        `check` says what is wrong with a value, or None.
        """
        given = self._by_task.get(task)
        if given is None:
            return None
        self.used.add(task)
        people: Counter[str] = Counter()
        models: Counter[str] = Counter()
        own: set[str] = set()
        whole: set[str] = set()
        for number, answer in given.values():
            choice = self._choice(number, answer, proposed, check)
            if choice is None:
                continue
            if answer.verdict.lower() in CHANGE:
                own.add(choice)
            if isinstance(answer.value, dict) and "sentence" in answer.value:
                whole.add(choice)
            (people if answer.kind == "person" else models)[choice] += 1
        votes = dict(sorted(people.items()))
        for counter, by_people in ((people, True), (models, False)):
            ranked = counter.most_common(2)
            if not ranked:
                continue
            if len(ranked) == 2 and ranked[0][1] == ranked[1][1]:
                return Ruling(proposed, False, votes)
            winner = ranked[0][0]
            value = None if winner == "reject" else winner
            return Ruling(value, by_people, votes, winner in own, winner in whole)
        return None

    def _choice(
        self, number: int, answer: Answer, proposed: str | None, check: Callable[[str], str | None]
    ) -> str | None:
        verdict = answer.verdict.lower()
        if verdict in REJECT:
            return "reject"
        if verdict in PASS:
            return None
        value: Any = answer.value
        if isinstance(value, dict):
            value = value.get("label", value.get("antonym", value.get("sentence")))
        if value is None and verdict in ACCEPT:
            value = proposed
        known = verdict in VERDICTS or verdict in LABELS
        if not known:
            raise self._error(number, f"the verdict {answer.verdict!r} is not one of {', '.join(VERDICTS)}.")
        if value is None and verdict in LABELS:
            value = verdict
        if not isinstance(value, str) or not value.strip():
            raise self._error(
                number, f"the answer to {answer.task!r} says {answer.verdict!r} without a value."
            )
        problem = check(value)
        if problem is not None:
            raise self._error(number, f"the answer to {answer.task!r}: {problem}")
        return value.strip()

    def _error(self, number: int, problem: str) -> RecordError:
        return RecordError(self.path or "answers", number, problem)


def check_label(value: str) -> str | None:
    """Say what is wrong with a label, None where nothing is."""
    return None if value in LABELS else f"{value!r} is not a label ({', '.join(LABELS)})."


def check_word(value: str) -> str | None:
    """Say what is wrong with a replacement, None where nothing is."""
    return None if value.strip() and "\n" not in value else "a word or phrase was expected."
