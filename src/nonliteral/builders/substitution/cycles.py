"""Definitions that are themselves expressions of the lexicon, and circles of them.

*spill the beans* defined by *let the cat out of the bag* is no literal definition; where the two define
each other nobody can tell what is meant, so that is an error of the lexicon.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from nonliteral.builders.substitution.expressions import base_key
from nonliteral.errors import RecordError
from nonliteral.lexicon.entries import find_line
from nonliteral.records import Entry


def check_cycles(entries: Sequence[Entry], path: Path) -> None:
    """Raise `RecordError` where definitions lead from an expression back to itself."""
    by_key = {base_key(entry.base): entry for entry in entries}
    leads: dict[str, list[str]] = {}
    for key, entry in by_key.items():
        for definition in entry.definitions:
            target = base_key(definition.text)
            if target in by_key and target != key:
                leads.setdefault(key, []).append(target)
    for start in leads:
        trail = [start]
        waiting = [(start, target) for target in leads[start]]
        seen = {start}
        while waiting:
            _, at = waiting.pop()
            if at == start:
                first, second = by_key[start].base, by_key[trail[-1]].base
                file, line = find_line(path, first)
                _, other = find_line(path, second)
                raise RecordError(
                    file,
                    line,
                    f"{first!r} is defined by other expressions that lead back to it "
                    f"(through {second!r} on line {other}).",
                    "Give it a definition in plain words.",
                )
            if at in seen:
                continue
            seen.add(at)
            trail.append(at)
            waiting.extend((at, target) for target in leads.get(at, ()))
