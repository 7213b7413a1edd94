"""The page itself: one HTML file with its style, scripts and data inside, that asks nothing of a network.

Text from data goes into the page through Jinja's escaping or as JSON that the script puts in as
text. A content security policy names every script by its hash, so that nothing else could run.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from nonliteral.files import AnyPath, write_bytes
from nonliteral.reporting.embedding import MOST_PAIRS, choose_places, columns_of, encode_for_script
from nonliteral.reporting.figures import (
    draw_published,
    draw_summary,
    find_published_rows,
    published_of_part,
)
from nonliteral.reporting.gathering import Gathered, ReportModel, gather
from nonliteral.reporting.parts import score_parts
from nonliteral.reporting.sections import Section, StudyNote, arrange, run_studies
from nonliteral.reporting.summary import Summary, summarise, tabulate_overview
from nonliteral.runs import Run
from nonliteral.studies.base import StudyOptions
from nonliteral.studies.statistics import Interval
from nonliteral.studies.tables import Cell, ColumnKind, Figure, Table, show_cell

HERE = Path(__file__).parent
VENDORED = ("vega.min.js", "vega-interpreter.js", "vega-lite.min.js")
OPEN_ROWS = 14
"""Longer tables are folded away until they are asked for."""
PRINT_ROWS = 100
"""Folded tables that are longer still stay folded on paper."""
OPEN_PANELS = 8
"""Charts of more panels are folded away, too."""
NARROW = 320
"""Charts of one panel that is no wider (in pixels) stand side by side."""
MANY_SHARES = 5
"""Tables with more shares in a row have their intervals below the shares."""
MOST_FINDINGS = 6
"""How many of a study's findings a section has; studies give the most telling first."""


class Report(msgspec.Struct, kw_only=True):
    """A report that was written: where it is, and what it says first."""

    path: Path
    gathered: Gathered
    summary: Summary
    notes: list[StudyNote]


def write_report(
    runs: Sequence[Run | AnyPath],
    out: AnyPath,
    *,
    options: StudyOptions | None = None,
    title: str | None = None,
    most_pairs: int = MOST_PAIRS,
    studies: Sequence[str] | None = None,
) -> Report:
    """Write the report on some runs to one HTML file and return what it says.

    The same runs give the same bytes. `studies` names the studies to include; all that apply by default.
    """
    opened = [run if isinstance(run, Run) else Run(run) for run in runs]
    options = options or StudyOptions()
    gathered = gather(opened, options)
    parts = score_parts(gathered, rule=options.rule, seed=options.seed)
    summary = summarise(gathered, parts, seed=options.seed)
    results, notes = run_studies(gathered, options, studies)
    rows = find_published_rows(results)
    published = [published_of_part(gathered, scores, rows) for scores in parts]
    summary.tables.insert(0, tabulate_overview(gathered, parts, published))
    figures = [draw_summary(gathered, parts, rows), draw_published(gathered, rows)]
    content = render(
        gathered,
        summary,
        [figure for figure in figures if figure is not None],
        arrange(gathered, parts, results, seed=options.seed),
        notes,
        title=title or entitle(gathered),
        options=options,
        most_pairs=most_pairs,
    )
    write_bytes(out, content.encode())
    return Report(path=Path(out), gathered=gathered, summary=summary, notes=notes)


def entitle(gathered: Gathered) -> str:
    """Return a title that names the models."""
    names = [model.name for model in gathered.real_models]
    if len(names) == 1:
        return f"What {names[0]} understands of non-literal language"
    if len(names) == 2:
        return f"{names[0]} and {names[1]} on non-literal language"
    return f"{len(names)} models on non-literal language"


def render(
    gathered: Gathered,
    summary: Summary,
    summary_figures: Sequence[Figure],
    sections: Sequence[Section],
    notes: Sequence[StudyNote],
    *,
    title: str,
    options: StudyOptions,
    most_pairs: int = MOST_PAIRS,
) -> str:
    """Return the page as text."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    from nonliteral import __version__

    places = choose_places(gathered.items, most_pairs)
    figures = Numbered()
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        panels=count_panels,
        small=is_small,
        cell=split_cell,
        comma=lambda number: f"{number:,}",
        glue=glue_percent,
        fold=lambda table: fold_columns(table, len(gathered.real_models)),
    )
    scripts = [_vendored(), _read("templates/charts.js"), _read("templates/pairs.js")]
    return environment.get_template("report.html").render(
        title=title,
        version=__version__,
        policy=content_policy(scripts),
        style=Markup(_read("templates/report.css")),
        scripts=[Markup(script) for script in scripts],
        summary=summary,
        summary_figures=summary_figures,
        sections=sections,
        figures=figures,
        pairs=Markup(encode_for_script(columns_of(gathered, places))),
        encode=lambda value: Markup(encode_for_script(value)),
        shown=len(places),
        total=len(gathered.items),
        groups=len({(item.suite, item.pair.group) for item in gathered.items}),
        models=gathered.models,
        real=gathered.real_models,
        runs=[describe_run(model) for model in gathered.models],
        suites=[describe_suite(suite.description) for suite in gathered.suites.values()],
        notes=notes,
        options=options,
        open_rows=OPEN_ROWS,
        many_shares=MANY_SHARES,
        print_rows=PRINT_ROWS,
        open_panels=OPEN_PANELS,
        most_findings=MOST_FINDINGS,
    )


FOLDED_COLUMNS = ("model", "scheme", "suite", "pairs", "reading", "source", "said by", "first", "second")
"""Columns that a table says once, above itself, where all of its rows have the same there."""


def fold_columns(table: Table, models: int) -> tuple[Table, str]:
    """Return a table without the columns that say the same in every row, and what they said.

    The one model of a report goes without saying.
    """
    kept, said = [], []
    for position, column in enumerate(table.columns):
        values = {row[position] for row in table.rows} if column.name in FOLDED_COLUMNS else set()
        if len(values) != 1:
            kept.append(position)
            continue
        value = next(iter(values))
        if value in (None, "", "one", "all") or (column.name == "model" and models == 1):
            continue
        said.append(
            {"model": f"{value} only", "scheme": value, "reading": f"{value} reading"}.get(
                column.name, f"{column.name}: {value}"
            )
        )
    if not any(table.columns[position].kind == "text" for position in kept):
        return table, ""
    return (
        msgspec.structs.replace(
            table,
            columns=[table.columns[position] for position in kept],
            rows=[[row[position] for position in kept] for row in table.rows],
        ),
        ", ".join(said),
    )


def glue_percent(text: str) -> str:
    """Return a sentence whose per cent signs stay on the line of their numbers."""
    return text.replace(" %", "\u00a0%")


def count_panels(figure: Figure) -> int:
    """Return how many panels a chart has: one for each value of its facets."""
    facet = figure.spec.get("facet") or {}
    fields = [part["field"] for part in facet.values() if isinstance(part, dict) and "field" in part]
    values = figure.spec.get("data", {}).get("values", ())
    return len({tuple(value.get(field) for field in fields) for value in values}) if fields else 1


def is_small(figure: Figure) -> bool:
    """Return whether a chart is one narrow panel, so that several stand in a row."""
    panel = figure.spec.get("spec") or {}
    narrow = isinstance(panel.get("width"), int) and panel["width"] <= NARROW
    return narrow and "row" not in figure.spec["facet"] and count_panels(figure) == 1


class Numbered:
    """Numbers for figures and tables as they appear on the page."""

    def __init__(self) -> None:
        self._last = 0

    def next(self) -> int:
        """Return the next number."""
        self._last += 1
        return self._last


def content_policy(scripts: Sequence[str]) -> str:
    """Return a content security policy that allows these scripts, styles in the page, and nothing else."""
    hashes = " ".join(
        f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in scripts
    )
    return (
        f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _read(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def _vendored() -> str:
    """Return the vendored scripts in one, with their licences before them."""
    parts = [f"/*!\n{_read('vendor/NOTICE.txt')}*/"]
    for name in VENDORED:
        lines = _read(f"vendor/{name}").splitlines()
        # A page from disk must not look for the files that a debugger would like.
        parts.append("\n".join(line for line in lines if not line.startswith("//# sourceMappingURL")))
    return "\n".join(parts)


def split_cell(cell: Cell, kind: ColumnKind) -> dict[str, str]:
    """Return how the page shows a cell: its text, its interval apart, and whether it is a number."""
    number = isinstance(cell, Interval | int | float) and not isinstance(cell, bool)
    if isinstance(cell, Interval):
        if kind == "share":
            text, ends = f"{100 * cell.value:.1f} %", f"{100 * cell.low:.1f} – {100 * cell.high:.1f}"
        else:
            text, ends = f"{cell.value:+.3f}", f"{cell.low:+.3f} – {cell.high:+.3f}"
        return {
            "text": text,
            "ends": ends,
            "class": "number",
            "title": f"n = {cell.n:,}, {cell.groups:,} groups",
        }
    if kind == "share" and isinstance(cell, float):
        text = f"{100 * cell:.1f} %"
    else:
        text = show_cell(cell, kind)
    return {"text": text, "ends": "", "class": "number" if number else "", "title": ""}


def describe_run(model: ReportModel) -> dict[str, Any]:
    """Return what the page says of how a run was made; no paths, which are nobody's business."""
    description = model.run.description
    return {
        "name": model.name,
        "model": description.model
        if not description.model.startswith("predictions:")
        else "saved predictions",
        "options": _show_options(
            {key: value for key, value in description.options.items() if key not in ("cache", "api_key")}
        ),
        "fingerprint": description.fingerprint,
        "labels": ", ".join(description.labels),
        "pairs": sum(suite.pairs for suite in description.suites),
        "finished": description.finished or "",
        "seconds": description.seconds,
        "versions": ", ".join(f"{name} {number}" for name, number in description.versions.items()),
        "figures": _show_options(description.figures),
    }


def describe_suite(description: Any) -> dict[str, Any]:
    """Return what the page says of how a suite was made."""
    recipe, funnel = description.recipe, description.funnel
    return {
        "name": description.name,
        "version": description.version,
        "builder": recipe.builder,
        "options": _show_options(recipe.options),
        "seed": "" if recipe.seed is None else recipe.seed,
        "pairs": description.counts["records"],
        "labels": ", ".join(f"{count:,} {label}" for label, count in description.counts["label"].items()),
        "scheme": description.scheme,
        "reading": description.reading or "",
        "licence": description.licence,
        "refused": ", ".join(f"{count:,} {reason}" for reason, count in funnel.get("refused", {}).items()),
        "package": recipe.package,
        "parser": recipe.parser or "",
        "sha256": description.sha256,
        "edited": description.edited,
    }


def _show_options(options: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {value}" for key, value in options.items() if value not in (None, "", {}, []))


__all__ = ["Report", "Table", "render", "write_report"]
