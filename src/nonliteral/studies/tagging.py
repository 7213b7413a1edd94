"""A tagging of NLI pairs for pragmatics by several people (section 4 of the IMPPRES paper).

Each Answer is about one pair: `task` names it, and `value` says what the annotator saw. `inference` is
`presupposition`, `implicature` or `none`; `subtype` and `embedded` are kept; `use` says what a tagged pair is
good for: `usable`, `label-differs` (the label is not the inference's) or `no-effect` (the label is the same
without it).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from nonliteral.errors import InputError, RecordError
from nonliteral.files import read_records
from nonliteral.records import Answer
from nonliteral.runs import Run
from nonliteral.studies.base import Study, StudyOptions
from nonliteral.studies.statistics import Interval, krippendorff_alpha, wilson
from nonliteral.studies.tables import Column, StudyResult, Table, make_table

INFERENCES = ("presupposition", "implicature")
USES = ("usable", "label-differs", "no-effect")


class Tag(NamedTuple):
    """What one annotator saw in one pair."""

    inference: str
    subtype: str
    embedded: bool | None
    use: str | None


def study_tagging(_runs: Sequence[Run], options: StudyOptions) -> StudyResult:
    """Return the counts of a tagging."""
    if not options.answers:
        raise InputError("Say where the tagging is: nonliteral study tagging --answers FILE")
    return StudyResult(
        name="tagging",
        title="A tagging of pairs for presupposition and implicature",
        tables=tabulate_tagging(options),
    )


def read_tags(files: Sequence[str]) -> tuple[dict[str, dict[str, Tag]], set[str]]:
    """Return the tags by pair and annotator, the last answer of each, and the kinds of annotators."""
    tags: dict[str, dict[str, Tag]] = {}
    kinds: set[str] = set()
    for file in files:
        for line, answer in enumerate(read_records(file, Answer, unique=None), 1):
            tags.setdefault(answer.task, {})[answer.annotator] = _read_tag(file, line, answer)
            kinds.add(answer.kind)
    if not tags:
        raise InputError(f"{', '.join(files)} hold no answers.")
    return tags, kinds


def _read_tag(file: str, line: int, answer: Answer) -> Tag:
    value = answer.value if isinstance(answer.value, dict) else {"inference": answer.value or answer.verdict}
    inference = value.get("inference", answer.verdict)
    if inference in (None, "", "neither"):
        inference = "none"
    if inference not in (*INFERENCES, "none"):
        raise RecordError(
            file, line, f"`inference` must be one of {', '.join(INFERENCES)} or none, got {inference!r}."
        )
    use = value.get("use")
    if use is not None and use not in USES:
        raise RecordError(file, line, f"`use` must be one of {', '.join(USES)}, got {use!r}.")
    embedded = value.get("embedded")
    return Tag(
        str(inference),
        str(value.get("subtype") or ""),
        embedded if isinstance(embedded, bool) else None,
        use,
    )


def tabulate_tagging(options: StudyOptions) -> list[Table]:
    """Return the counts agreed, in union and usable, the agreement, and the subtypes."""
    tags, kinds = read_tags(options.answers)
    n = len(tags)
    annotators = sorted({name for by_name in tags.values() for name in by_name})
    rows: list[list[Any]] = []
    for inference in (*INFERENCES, "either"):
        wanted = set(INFERENCES) if inference == "either" else {inference}
        voters = {
            task: [tag for tag in by_name.values() if tag.inference in wanted]
            for task, by_name in tags.items()
        }
        # Two agree on a kind of inference; a presupposition and an implicature are no agreement on either.
        agreed = sum(
            max(Counter(tag.inference for tag in found).values(), default=0) >= 2 for found in voters.values()
        )
        union = [found for found in voters.values() if found]
        divergent = sum(
            {tag.inference for tag in by_name.values()} >= set(INFERENCES)
            for by_name in tags.values()
            if any(tag.inference in wanted for tag in by_name.values())
        )
        uses = [_use(found) for found in union]
        judged = sum(use is not None for use in uses)
        rows.append(
            [
                inference,
                agreed,
                len(union),
                Interval(len(union) / n, *wilson(len(union), n), n, n),
                divergent,
                *(uses.count(use) if judged else None for use in USES),
                n,
            ]
        )
    alpha = krippendorff_alpha(
        [
            [by_name[name].inference if name in by_name else None for name in annotators]
            for by_name in tags.values()
        ]
    )
    who = "people" if kinds == {"person"} else "models" if kinds == {"model"} else "people and models"
    caption = (
        f"{n:,} pairs tagged by {len(annotators)} annotators ({who}). Agreed: two or more gave the tag; "
        "union: at "
        "least one did; both tags: some say presupposition, some implicature. A pair of the union is usable "
        "where "
        "any of its taggers says so, else its label differs from the inference, else the inference has no "
        "effect. "
        + (
            f"Krippendorff's alpha {alpha:.3f}"
            if alpha is not None
            else "Krippendorff's alpha cannot be had from these answers"
        )
        + (". Agreement between models is not inter-annotator agreement." if kinds != {"person"} else ".")
        + " Wilson intervals, 95 %."
    )
    counts = make_table(
        "tagging",
        "Pairs tagged as presupposition or implicature (section 4)",
        [
            "inference", Column("agreed", "count"), Column("union", "count"), Column("union, share", "share"),
            Column("both tags", "count"), Column("usable", "count"), Column("label differs", "count"),
            Column("no effect", "count"), Column("n", "count"),
        ],
        rows,
        caption,
    )  # fmt: skip
    subtypes: Counter[tuple[str, str]] = Counter()
    embedded: Counter[tuple[str, str]] = Counter()
    for by_name in tags.values():
        seen = {(tag.inference, tag.subtype) for tag in by_name.values() if tag.inference in INFERENCES}
        subtypes.update(seen)
        embedded.update(
            {(t.inference, t.subtype) for t in by_name.values() if t.embedded and t.inference in INFERENCES}
        )
    if not any(subtype for _, subtype in subtypes):
        return [counts]
    return [
        counts,
        make_table(
            "tagging-subtypes",
            "Kinds of inference tagged",
            [
                "inference",
                "subtype",
                Column("pairs", "count"),
                Column("embedded", "count"),
                Column("n", "count"),
            ],
            [
                [inference, subtype or "(none given)", count, embedded[inference, subtype], n]
                for (inference, subtype), count in sorted(
                    subtypes.items(), key=lambda item: (item[0][0], -item[1])
                )
            ],
            "Pairs that at least one annotator gave the subtype, and those of them where one says that the "
            "trigger "
            "is under an entailment-cancelling operator.",
        ),
    ]


def _use(found: Sequence[Tag]) -> str | None:
    given = {tag.use for tag in found}
    return next((use for use in USES if use in given), None)


STUDY = Study(
    title="A tagging of pairs for presupposition and implicature",
    about="IMPPRES section 4: counts agreed, in union and usable, from --answers FILE",
    run=study_tagging,
    runs=(0, None),
)
