"""BIG-bench's metaphor tasks as pairs: does the paraphrase follow from the metaphor?

metaphor_boolean holds pairs with True or False; metaphor_understanding offers several sentences, each of
which becomes a pair with the given one.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nonliteral.readers.base import Card, FileReader, make
from nonliteral.readers.tables import Item, file_stem, read_json_objects
from nonliteral.records import Label, Pair, normalise_text
from nonliteral.suites import Funnel

_ARROW = "<-->"


class BigBenchMetaphor(FileReader):
    """Reads the task.json files of the metaphor tasks."""

    card = Card(
        name="bigbench-metaphor",
        title="BIG-bench metaphor tasks",
        makes="pairs",
        phenomena=("metaphor",),
        paper=(
            "BIG-bench collaboration 2023, Beyond the Imitation Game (TMLR), tasks "
            "metaphor_boolean and metaphor_understanding"
        ),
        licence="Apache-2.0",
        where="github.com/google/BIG-bench (bigbench/benchmark_tasks/metaphor_*)",
        counts="metaphor_boolean 680 pairs; metaphor_understanding 234 questions",
        files=(
            "metaphor_boolean/task.json, metaphor_understanding/*/task.json, "
            "identify_odd_metaphor/task.json: JSON with `examples` of `input` and `target_scores`"
        ),
        ids=(
            "<task>:<n> for pairs and <task>:<n>/<choice> for questions, n the example from 0; all "
            "files are called task.json, so the folder's name stands for the stem"
        ),
        warts=(
            (
                "True is entailment, False non-entailment: BIG-bench does not tell neutral and "
                "contradiction apart"
            ),
            "each choice of a question is a record: the best-scored one is entailment, the others not",
            "literal_to_metaphor turns round: there the premise is literal (features.direction)",
            "identify_odd_metaphor asks which sentence uses another image: no pairs, refused and counted",
        ),
        reading="intended",
    )
    patterns = ("task.json", "metaphor_*.json", "identify_odd_metaphor*.json")

    def stem(self, file: Path) -> str:
        """Return the task's name: that of the folder where the file is called task.json."""
        stem = file_stem(file)
        return file.absolute().parent.name if stem == "task" else stem

    def accepts(self, file: Path) -> bool:
        """Return whether a file belongs to a metaphor task, by its name or its folders' names."""
        return file_stem(file) != "task" or any("metaphor" in part for part in file.absolute().parts[-4:-1])

    def read_file(self, file: Path, funnel: Funnel) -> Iterator[Pair]:
        """Yield the pairs of one task."""
        for item in read_json_objects(file, "examples"):
            given = normalise_text(item.text("input"))
            scores = _scores(item)
            if _ARROW in given:
                funnel.read += 1
                yield self._boolean(file, item, given, scores)
            elif "odd" in self.stem(file):
                funnel.read += 1
                funnel.refuse("a question about the image used, not a pair")
            else:
                yield from self._choices(file, item, given, scores, funnel)

    def _boolean(self, file: Path, item: Item, given: str, scores: dict[str, float]) -> Pair:
        by_name = {name.strip().lower(): score for name, score in scores.items()}
        if set(by_name) != {"true", "false"} or by_name["true"] == by_name["false"]:
            raise item.error(f"`target_scores` must tell True from False, found {scores}.")
        premise, _, hypothesis = given.partition(_ARROW)
        premise, hypothesis = normalise_text(premise), normalise_text(hypothesis)
        return self._pair(
            item,
            f"{self.stem(file)}:{item.n}",
            premise,
            hypothesis,
            by_name["true"] > by_name["false"],
            "figurative-premise",
            {"task": self.stem(file)},
        )

    def _choices(
        self, file: Path, item: Item, given: str, scores: dict[str, float], funnel: Funnel
    ) -> Iterator[Pair]:
        best = max(scores.values())
        if len(scores) < 2 or best == min(scores.values()):
            raise item.error("`target_scores` must score one choice above the others.")
        task = self.stem(file)
        direction = "literal-premise" if "literal_to" in task else "figurative-premise"
        for number, (choice, score) in enumerate(scores.items()):
            funnel.read += 1
            yield self._pair(
                item,
                f"{task}:{item.n}/{number}",
                given,
                normalise_text(choice),
                score == best,
                direction,
                {"task": task, "question": f"{task}:{item.n}"},
            )

    def _pair(
        self,
        item: Item,
        pair_id: str,
        premise: str,
        hypothesis: str,
        follows: bool,
        direction: str,
        features: dict[str, Any],
    ) -> Pair:
        label: Label = "entailment" if follows else "non-entailment"
        return make(
            Pair,
            item,
            id=pair_id,
            premise=premise,
            hypothesis=hypothesis,
            label=label,
            phenomenon="metaphor",
            method="hand-written",
            tier="gold",
            group=premise.lower(),
            source=self.source(),
            features={"direction": direction, **features},
        )


def _scores(item: Item) -> dict[str, float]:
    scores = item.value.get("target_scores")
    if not isinstance(scores, dict) or not scores:
        raise item.error("`target_scores` must be an object with a score for each answer.")
    for name, score in scores.items():
        if isinstance(score, bool) or not isinstance(score, int | float):
            raise item.error(f"the score of {name[:60]!r} must be a number.")
    return scores


reader = BigBenchMetaphor()
