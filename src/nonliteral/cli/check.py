"""`nonliteral check`: defects, giveaways and quality of suites."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nonliteral.cli.output import print_json, print_table, say, show_progress
from nonliteral.errors import InputError

if TYPE_CHECKING:
    from nonliteral.checking.quality import QualityReport
    from nonliteral.checking.report import GiveawayRow, SuiteReport
    from nonliteral.suites import Suite


def check(
    suites: Annotated[
        list[Path] | None, typer.Argument(help="Suite folders, or folders above suites.")
    ] = None,
    lexicon: Annotated[
        str | None,
        typer.Option(
            "--lexicon", help="Check a lexicon instead: a file, a folder, or a bundled one by its name."
        ),
    ] = None,
    examples: Annotated[int, typer.Option("--examples", min=0, help="Examples to show for each check.")] = 3,
    giveaways: Annotated[
        bool, typer.Option("--giveaways/--no-giveaways", help="Measure what one side gives away.")
    ] = True,
    quality: Annotated[
        bool, typer.Option("--quality", help="Parse every sentence: full clauses, plausibility by label.")
    ] = False,
    tasks: Annotated[
        Path | None, typer.Option("--tasks", help="Write 100 pairs per category here, for people to judge.")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings fail too.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")] = False,
) -> int:
    """Look for defects in suites, and for what gives their labels away.

    Errors are what nobody would defend: a lost capital, a wrong article, the same pair under two
    labels. Warnings are for a person to decide. Exit code 1 means that there are errors.

    Example: nonliteral check suites/impli --examples 5

    Example: nonliteral check --lexicon mine.jsonl
    """
    from nonliteral.suites import find_suites

    if lexicon is not None:
        if suites:
            raise InputError("Check suites or a lexicon: leave out one of the two.")
        return _check_lexicon(lexicon, examples, strict, as_json)
    if not suites:
        raise InputError("Say what to check: nonliteral check SUITE... or nonliteral check --lexicon FILE")
    reports: list[SuiteReport] = []
    qualities: dict[str, QualityReport] = {}
    found = find_suites(suites)
    for suite in found:
        if suite.sha256() != suite.description.sha256:
            say(f"{suite.records_path} was changed after it was built; it is checked as it is now.")
        reports.append(_check_one(suite, examples, giveaways))
        if quality:
            from nonliteral.checking.quality import measure_quality

            say(f"Parsing {suite.name} …")
            qualities[suite.name] = measure_quality(suite)
            reports[-1].warnings += len(qualities[suite.name].warnings)
        if not as_json:
            _print_report(reports[-1], qualities.get(suite.name))
    if tasks is not None:
        from nonliteral.checking.quality import judging_tasks
        from nonliteral.files import write_records

        count = write_records(tasks, (task for suite in found for task in judging_tasks(suite.name, suite)))
        say(f"{count:,} tasks for people to judge are in {tasks}.")
    if as_json:
        print_json([_as_json(report, qualities.get(report.suite)) for report in reports])
    errors = sum(report.errors for report in reports)
    warnings = sum(report.warnings for report in reports)
    if not as_json and len(reports) > 1:
        typer.echo(f"{len(reports)} suites: {errors:,} errors, {warnings:,} warnings.")
    return 1 if errors or (strict and warnings) else 0


def _check_one(suite: Suite, examples: int, giveaways: bool) -> SuiteReport:
    from nonliteral.checking.report import check_pairs

    with show_progress() as progress:
        task = progress.add_task(f"Checking {suite.name}", total=len(suite), rate="")
        return check_pairs(
            suite.name,
            suite,
            examples=examples,
            giveaways=giveaways,
            # The IMPPRES design pairs every negated presupposition with contradiction: its words must tell.
            by_design=suite.description.recipe.options.get("design") == "paper",
            seen=lambda count: progress.update(task, completed=count),
        )


def _check_lexicon(lexicon: str, examples: int, strict: bool, as_json: bool) -> int:
    import msgspec

    from nonliteral.lexicon.auditing import audit_lexicon
    from nonliteral.lexicon.entries import bundled_names, bundled_path

    # A bare word that is no file can only be meant as the name of a bundled lexicon.
    bundled = lexicon in bundled_names() or not (Path(lexicon).suffix or Path(lexicon).exists())
    report = audit_lexicon(bundled_path(lexicon) if bundled else Path(lexicon))
    if as_json:
        print_json(
            {**msgspec.to_builtins(report), "errors": report.errors, "warnings": report.warnings},
        )
    else:
        for kind, counts in report.counts.items():
            print_table([kind, "n"], [[name, count] for name, count in counts.items()])
            typer.echo("")
        for severity in ("error", "warning"):
            found = [problem for problem in report.problems if problem.severity == severity]
            for problem in found[: max(examples, 0)]:
                place = f"{problem.entry}: " if problem.entry else ""
                typer.echo(f"  {severity:7}  {place}{problem.found}")
            if len(found) > examples:
                typer.echo(f"  {severity:7}  and {len(found) - examples:,} more (--examples N shows them)")
        verdict = f"{report.errors:,} errors, {report.warnings:,} warnings."
        clean = not report.errors and not report.warnings
        typer.echo(f"{report.entries:,} entries: {'no problems found.' if clean else verdict}")
    return 1 if report.errors or (strict and report.warnings) else 0


def _print_report(report: SuiteReport, quality: QualityReport | None) -> None:
    labels = ", ".join(f"{label} {count:,}" for label, count in report.labels.items())
    typer.echo(f"{report.suite}: {report.pairs:,} pairs ({labels})")
    if report.checks:
        typer.echo("")
        print_table(
            ["check", "errors", "warnings", "pairs", "what"],
            [
                [result.check, result.errors, result.warnings, result.pairs, result.about]
                for result in report.checks
            ],
        )
    for result in report.checks:
        if result.examples:
            typer.echo(f"\n{result.check}: {result.about}")
        for example in result.examples:
            place = f"{example.pair}: " if example.pair else ""
            typer.echo(f"  {example.severity:7}  {place}{example.found}")
            if example.text:
                typer.echo(f"           {_shorten(example.text)}")
    if report.giveaways:
        typer.echo("\nGiveaways: balanced accuracy from one part of the pair, five folds by group")
        print_table(
            ["phenomenon", "from", "labels", "figure", "95 %", "chance", "majority", "n", "groups", ""],
            [_giveaway_row(row) for row in report.giveaways],
        )
    if quality is not None:
        _print_quality(quality)
    verdict = f"{report.errors:,} errors, {report.warnings:,} warnings."
    typer.echo(f"\n{report.suite}: {verdict if report.errors or report.warnings else 'no defects found.'}\n")


def _giveaway_row(row: GiveawayRow) -> list[Any]:
    giveaway = row.giveaway
    if giveaway.interval is None:
        reason = f"not measured because {giveaway.reason}"
        return [row.part, giveaway.name, row.scheme, "", "", "", "", giveaway.n, giveaway.groups, reason]
    low, high = giveaway.interval
    note: str = row.severity or ""
    if giveaway.left_out:
        note += " without " + ", ".join(f"{label} ({n})" for label, n in giveaway.left_out.items())
    return [
        row.part,
        giveaway.name,
        row.scheme,
        f"{giveaway.balanced_accuracy:.3f}",
        f"{low:.3f}–{high:.3f}",
        f"{giveaway.chance:.3f}",
        f"{giveaway.majority:.3f}",
        giveaway.n,
        giveaway.groups,
        note.strip(),
    ]


def _print_quality(quality: QualityReport) -> None:
    typer.echo(f"\nQuality: full clauses, a dependency measure ({quality.parser})")
    print_table(
        ["category", "n", "premises", "hypotheses", "difference", "95 %"],
        [
            [
                row.category,
                row.n,
                f"{row.premises:.3f}",
                f"{row.hypotheses:.3f}",
                f"{row.difference:+.3f}",
                f"{row.interval[0]:+.3f} to {row.interval[1]:+.3f}",
            ]
            for row in quality.clauses
        ],
    )
    typer.echo("\nQuality: plausibility of the hypothesis beside its premise, by label")
    print_table(
        ["category", "label", "n", "plausibility", "broken"],
        [
            [row.category, row.label, row.n, f"{row.plausibility:.3f}", f"{row.broken:.3f}"]
            for row in quality.plausibility
        ],
    )
    for warning in quality.warnings:
        typer.echo(f"  warning  {warning}")


def _shorten(text: str, width: int = 200) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def _as_json(report: SuiteReport, quality: QualityReport | None) -> dict[str, Any]:
    import msgspec

    value: dict[str, Any] = msgspec.to_builtins(report)
    if quality is not None:
        value["quality"] = msgspec.to_builtins(quality)
    return value
