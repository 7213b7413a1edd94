"""`nonliteral build`: make suites."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nonliteral.cli.output import print_json, print_table, say, show_progress
from nonliteral.errors import InputError

if TYPE_CHECKING:
    from nonliteral.builders import SuitePlan
    from nonliteral.records import Pair
    from nonliteral.suites import Corpus, Suite


def build(
    names: Annotated[
        list[str] | None, typer.Argument(help="What to build: names from --list, or a recast template file.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", help="The folder that the suites go into.")] = None,
    corpus: Annotated[
        list[str] | None, typer.Option("--corpus", metavar="NAME=PATH", help="A corpus to build from.")
    ] = None,
    lexicon: Annotated[
        Path | None,
        typer.Option(help="Your own lexicon; for paradigms, a folder like the package's vocabulary."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Where chance starts: the same seed gives the same bytes.")] = 0,
    workers: Annotated[
        int | None,
        typer.Option(min=1, help="Processes, all cores by default; the suites are the same for any number."),
    ] = None,
    paradigms: Annotated[int | None, typer.Option(min=1, help="Paradigms a set (100 by default).")] = None,
    design: Annotated[
        str | None, typer.Option(help="Paradigms: paper (the default), extended or balanced.")
    ] = None,
    answers: Annotated[
        Path | None,
        typer.Option(help="Recasts: people's answers to the tasks beside a suite, as JSON lines."),
    ] = None,
    direction: Annotated[
        str | None,
        typer.Option(help="Idioms and metaphors: figurative-premise (the default), literal-premise or both."),
    ] = None,
    explain: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Idioms and metaphors: show N refused sentences a reason."),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME=VALUE", help="Any other option of a builder; see --list."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace suites made by another recipe.")] = False,
    list_names: Annotated[bool, typer.Option("--list", help="List what can be built, and stop.")] = False,
    vocabulary: Annotated[
        bool, typer.Option("--vocabulary", help="Check the vocabulary of the paradigms, and stop.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON and nothing else on stdout.")] = False,
) -> None:
    """Build suites of pairs, one folder each with pairs.jsonl and suite.json.

    Example: nonliteral build implicature presupposition --out suites --seed 7

    Example: nonliteral build idioms --corpus magpie=MAGPIE --out suites
    """
    if list_names:
        _list(as_json)
        return
    if vocabulary:
        raise typer.Exit(_check_vocabulary(lexicon, as_json))
    if not names:
        raise InputError(
            "Say what to build: nonliteral build NAME... --out DIR. See: nonliteral build --list"
        )
    if out is None:
        raise InputError("Say where the suites go: --out DIR")
    options: dict[str, Any] = _split(option, "--option")
    if paradigms is not None:
        options["paradigms"] = paradigms
    if design is not None:
        options["design"] = design
    if answers is not None:
        options["answers"] = str(answers)
    if direction is not None:
        options["direction"] = direction
    if explain is not None:
        options["explain"] = explain
    suites = _build_watched(
        names,
        out,
        corpora=_split(corpus, "--corpus"),
        lexicon=lexicon,
        seed=seed,
        workers=workers or _cores(),
        force=force,
        **options,
    )
    _print_suites(suites, as_json)
    if options.get("design") == "balanced" and not as_json:
        _print_baselines(suites)


def _cores() -> int:
    from nonliteral.english.parsing import available_cores

    return available_cores()


def _split(items: list[str] | None, flag: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for item in items or ():
        name, equals, value = item.partition("=")
        if not name or not equals or not value:
            raise InputError(f"{flag} must have the form NAME=VALUE, got {item!r}.")
        if name in found:
            raise InputError(f"{flag} gives {name!r} twice. Give it once.")
        found[name] = value
    return found


def _list(as_json: bool) -> None:
    from nonliteral.builders import describe_builders

    cards = describe_builders()
    if as_json:
        print_json(
            [
                {
                    "name": card.name,
                    "title": card.title,
                    "suites": list(card.suites),
                    "capacity": card.capacity,
                    "options": {name: entry.help for name, entry in card.options.items()},
                    "corpora": list(card.corpora),
                }
                for card in cards
            ]
        )
        return
    rows = [
        (card.name, card.title, card.capacity, " ".join(f"--{name}" for name in card.options))
        for card in cards
    ]
    print_table(("name", "what it builds", "different paradigms", "its own options"), rows)


def _check_vocabulary(folder: Path | None, as_json: bool) -> int:
    from nonliteral.lexicon.vocabulary import DATA, check_vocabulary, count_vocabulary

    place = DATA if folder is None else folder
    problems, counts = check_vocabulary(place), count_vocabulary(place)
    if as_json:
        print_json({"counts": counts, "problems": [problem._asdict() for problem in problems]})
    else:
        print_table(("part", "entries"), list(counts.items()))
        for problem in problems:
            say(f"{problem.place}: {problem.problem}")
        say(f"{len(problems)} problems" if problems else "No problems found.")
    return 1 if problems else 0


def _build_watched(names: list[str], out: Path, **keywords: Any) -> list[Suite | Corpus]:
    from nonliteral.builders import build as build_suites

    with show_progress() as bar:

        def watch(plan: SuitePlan, pairs: Iterable[Pair]) -> Iterator[Pair]:
            task = bar.add_task(plan.name, total=plan.expected, rate="")
            begun, done = time.monotonic(), 0
            for done, pair in enumerate(pairs, 1):
                if done % 500 == 0:
                    rate = done / max(time.monotonic() - begun, 1e-9)
                    bar.update(task, completed=done, rate=f"{rate:,.0f} pairs/s")
                yield pair
            bar.update(task, completed=done)

        return build_suites(names, out, watch=watch, **keywords)


def _print_baselines(suites: list[Suite | Corpus]) -> None:
    """Print what hypotheses, premises and negation alone tell: the point of the balanced design."""
    from nonliteral.checking.report import measure_giveaways
    from nonliteral.suites import Suite

    rows = []
    for suite in suites:
        if not isinstance(suite, Suite):
            continue
        if len(suite) > BASELINE_LIMIT:
            say(f"{suite.name}: too large for baselines here; see: nonliteral check {suite.path}")
            continue
        labels = suite.description.counts["label"]
        measured = measure_giveaways(list(suite))
        # The first row has the suite's own scheme; the folded rows behind it are for `check` to show.
        figures = {
            row.giveaway.name: row.giveaway.balanced_accuracy
            for row in measured
            if row.scheme == measured[0].scheme
        }
        majority = max(labels.values()) / sum(labels.values())
        rows.append((suite.name, majority, *(figures.get(name) for name in BASELINES)))
    if rows:
        print_table(("suite", "majority", *BASELINES), rows, title="Balanced accuracy; chance is .333")


BASELINES = ("hypothesis-only", "premise-only", "negation in one")
BASELINE_LIMIT = 30_000


def _say_funnel(suite: Suite | Corpus) -> None:
    """Say what became of the input, where some of it was refused."""
    funnel = suite.description.funnel
    if not funnel["refused"]:
        return
    say(f"\n{suite.name}: {funnel['read']:,} tried, {funnel['kept']:,} pairs made; refused:")
    for reason, count in sorted(funnel["refused"].items(), key=lambda item: (-item[1], item[0])):
        say(f"  {count:>9,}  {reason}")
    if funnel["notes"]:
        say("  and noted:")
    for note, count in funnel["notes"].items():
        say(f"  {count:>9,}  {note}")


def _print_suites(suites: list[Suite | Corpus], as_json: bool) -> None:
    rows = []
    for suite in suites:
        labels = suite.description.counts.get("label", {})
        rows.append((suite.name, len(suite), labels, suite.description.recipe.options, str(suite.path)))
    if as_json:
        print_json(
            [
                {"suite": name, "path": path, "pairs": pairs, "labels": labels, "options": options}
                for name, pairs, labels, options, path in rows
            ]
        )
        return
    print_table(
        ("suite", "pairs", "labels", "path"),
        [
            (name, pairs, ", ".join(f"{count:,} {label}" for label, count in labels.items()), path)
            for name, pairs, labels, _, path in rows
        ],
    )
    for suite in suites:
        _say_funnel(suite)
    total = sum(row[1] for row in rows)
    for suite in suites:
        if (suite.path / "tasks.jsonl").exists():
            say(
                f"{suite.path / 'tasks.jsonl'}: what people are asked; give their answers with --answers FILE"
            )
    made = "1 suite" if len(rows) == 1 else f"{len(rows)} suites"
    say(f"{made}, {total:,} pairs. Look for defects with: nonliteral check DIR")
