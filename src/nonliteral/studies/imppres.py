"""Implicatures and presuppositions: Figures 2 to 13 of the IMPPRES paper, for any model and any paradigms.

Imported and built paradigms alike are known by their documented features. Paradigms from different places
(an imported set, built ones of one design) are never pooled; the sets of one place are, as in the paper.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonliteral.errors import InputError
from nonliteral.runs import Run
from nonliteral.studies.base import Study, StudyOptions, judge_runs
from nonliteral.studies.implicature import study_implicature
from nonliteral.studies.paradigms import Places
from nonliteral.studies.presupposition import study_presupposition
from nonliteral.studies.tables import StudyResult


def study_imppres(runs: Sequence[Run], options: StudyOptions) -> StudyResult:
    """Return the paper's tables and figures for the paradigms of the runs."""
    judged_runs = judge_runs(
        runs,
        options,
        keep=lambda each: (
            each.pair.phenomenon in ("implicature", "presupposition") and "paradigm" in each.pair.features
        ),
    )
    result = StudyResult(name="imppres", title="Implicature and presupposition")
    if any(run.judged for run in judged_runs):
        places = Places(runs, options)
        for part in (study_implicature, study_presupposition):
            tables, figures, findings = part(judged_runs, places, options)
            result.tables += tables
            result.figures += figures
            result.findings += findings
    if options.answers:
        from nonliteral.studies.tagging import tabulate_tagging

        result.tables += tabulate_tagging(options)
    if not result.tables:
        raise InputError(
            "The runs hold no paradigms of implicature or presupposition. Import a set with "
            "`nonliteral data import imppres`, or build one with `nonliteral build presupposition`."
        )
    return result


STUDY = Study(
    title="Implicature and presupposition",
    about="IMPPRES: controls, readings, effects of order and negation, presuppositions, projection",
    run=study_imppres,
)
