"""Template files: what a recast reads and what it makes of it, checked as a whole before anything is built.

Every mistake is a `RecordError` with the template's file and line: broken TOML, unknown and missing keys,
values of the wrong type, labels that are none, tables that are not there, expressions that do more than
read fields.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, NoReturn

import msgspec

from nonliteral.builders.recasting.expressions import Expression, Field, parse_expression, parse_path, shorten
from nonliteral.builders.recasting.expressions import Path as FieldPath
from nonliteral.builders.recasting.lines import TEXT, KeyPath, find_lines
from nonliteral.builders.recasting.tidying import TIDYINGS
from nonliteral.errors import InputError, RecordError
from nonliteral.records import LABELS

BUILT_IN = Path(__file__).parent / "templates"
"""The folder of the recasts that the package brings along."""

PREPARATIONS = ("antonym", "irony", "copied-property", "votes")
"""What can be worked out for each record before its pairs are made; see `preparing.py`."""

MAX_NAME = 100
"""Characters of a suite's name: file systems have their limits."""

GIVEN_NAME = "given name"
"""The kind of drawn field that is a person's name."""


class Condition(msgspec.Struct, frozen=True):
    """A field that must have one of some values; `*` is any value at all."""

    path: FieldPath
    values: tuple[str, ...]
    line: int


class PairTemplate(msgspec.Struct, frozen=True, kw_only=True):
    """What one pair of a record is made of."""

    name: str
    line: int
    premise: Expression
    hypothesis: Expression
    label: Expression
    readings: dict[str, Expression]
    phenomenon: Expression
    method: Expression
    tier: Expression
    group: Expression
    features: dict[str, Expression]
    when: tuple[Condition, ...]
    unless: tuple[Condition, ...]
    each: FieldPath | None
    each_line: int
    review: Literal["label"] | None

    @property
    def expressions(self) -> list[Expression]:
        """Every expression of the pair."""
        fixed = [
            self.premise,
            self.hypothesis,
            self.label,
            self.phenomenon,
            self.method,
            self.tier,
            self.group,
        ]
        return [*fixed, *self.readings.values(), *self.features.values()]


class Cap(msgspec.Struct, frozen=True):
    """The greatest share of the pairs that may fulfil a condition."""

    when: tuple[Condition, ...]
    share: float


class Template(msgspec.Struct, frozen=True, kw_only=True):
    """A template file that was read and found right."""

    path: Path
    name: str
    title: str
    corpora: tuple[str, ...]
    licence: str | None
    reading: str
    choose: Literal["all", "one"]
    makes: Literal["pairs", "sentences"]
    text: Expression | None
    prepare: tuple[str, ...]
    turn: str
    tidy: tuple[str, ...]
    unique: tuple[FieldPath, ...]
    lines: dict[str, int]
    """The lines of the keys at the top."""
    keep: tuple[str, ...]
    mark: bool
    differ: bool
    sound: bool
    sample: int | None
    when: tuple[Condition, ...]
    unless: tuple[Condition, ...]
    draw: dict[str, tuple[str, ...] | None]
    tables: dict[str, dict[str, str]]
    pairs: tuple[PairTemplate, ...]
    cap: Cap | None

    def suite_name(self, corpus: str) -> str:
        """Return what the suite from one corpus is called."""
        return self.name if len(self.corpora) == 1 else f"{self.name}-{corpus}"

    def fail(self, line: int, problem: str, advice: str = "") -> NoReturn:
        """Raise the error that names a line of this file."""
        raise RecordError(self.path, line, problem, advice)


def built_in_names() -> list[str]:
    """Return the names of the recasts that the package brings along."""
    return sorted(path.stem for path in BUILT_IN.glob("*.toml"))


def load_template(name: str) -> Template:
    """Return the built-in recast of a name, or the template in a file."""
    built_in = BUILT_IN / f"{name}.toml"
    return read_template(built_in if built_in.exists() else Path(name))


def read_template(path: Path) -> Template:
    """Read a template file and check all that can be checked without a corpus."""
    if path.suffix != ".toml":
        raise InputError(f"{path} is not a template: it must be a TOML file. See docs/recasting.md.")
    try:
        content = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise InputError(f"There is no file {path}.") from None
    except UnicodeDecodeError as error:
        line = path.read_bytes().count(b"\n", 0, error.start) + 1
        raise RecordError(path, line, "not UTF-8.", "Save the file as UTF-8 and try again.") from None
    content = content.replace("\r\n", "\n")
    try:
        values = tomllib.loads(content)
    except tomllib.TOMLDecodeError as error:
        raise RecordError(path, *_toml_problem(content, error)) from None
    except (ValueError, RecursionError) as error:
        raise RecordError(path, *_python_limit(content, error)) from None
    return _Reader(path, find_lines(content)).template(values)


def _toml_problem(content: str, error: tomllib.TOMLDecodeError) -> tuple[int, str]:
    message, _, place = str(error).rpartition(" (at ")
    digits = "".join(char for char in place.partition(",")[0] if char.isdigit())
    line = int(digits) if digits else content.rstrip("\n").count("\n") + 1
    said = (message or str(error)).rstrip(".")
    if "overwrite" in said.lower():
        said += " (the key stands above already)"
    return line, f"not TOML: {said}."


_DIGITS = re.compile(r"[\d_]{1000}")


def _python_limit(content: str, error: ValueError | RecursionError) -> tuple[int, str]:
    """Return line and message of what is TOML by its syntax and more than Python reads."""
    found = None
    if isinstance(error, RecursionError):
        problem = "brackets are nested too deeply."
        found = re.search(r"(?:[\[{][^\]}\n]{0,40}){50}", content)
    else:
        problem = "a number has too many digits."
        found = _DIGITS.search(content)
    return content.count("\n", 0, found.start()) + 1 if found is not None else 1, problem


class _Reader:
    """Turns the values of a TOML file into a template, naming the line of what is wrong."""

    TOP = (
        "name",
        "title",
        "corpus",
        "licence",
        "phenomenon",
        "reading",
        "method",
        "tier",
        "group",
        "choose",
        "makes",
        "text",
        "prepare",
        "turn",
        "tidy",
        "unique",
        "keep",
        "mark",
        "differ",
        "sound",
        "sample",
        "when",
        "unless",
        "draw",
        "features",
        "tables",
        "pair",
        "cap",
    )
    PAIR = (
        "name",
        "premise",
        "hypothesis",
        "label",
        "readings",
        "phenomenon",
        "method",
        "tier",
        "group",
        "features",
        "when",
        "unless",
        "each",
        "review",
    )

    def __init__(self, path: Path, lines: dict[KeyPath, int]) -> None:
        self.path = path
        self.lines = lines

    def line(self, key: KeyPath) -> int:
        """Return the line of a key, or of the nearest table around it."""
        while key and key not in self.lines:
            key = key[:-1]
        return self.lines.get(key, 1)

    def fail(self, key: KeyPath, problem: str, advice: str = "") -> NoReturn:
        raise RecordError(self.path, self.line(key), problem, advice)

    def template(self, values: dict[str, Any]) -> Template:
        self.check_keys((), values, self.TOP)
        name = self.text((), values, "name", default=self.path.stem)
        if not name.replace("-", "").replace("_", "").isalnum() or len(name) > MAX_NAME:
            self.fail(
                ("name",),
                f"the name {shorten(name)!r} must be up to {MAX_NAME} letters, digits and hyphens: a folder "
                "is called so.",
            )
        corpora = self.texts((), values, "corpus")
        if not corpora:
            self.fail(("corpus",), "`corpus` is missing.", 'Name the corpus it reads, as in corpus = "mine".')
        tables = self.tables(values)
        makes = self.choice((), values, "makes", ("pairs", "sentences"), "pairs")
        self.shared = values
        pairs = self.pairs(values, tables) if makes == "pairs" else ()
        if makes == "sentences" and "text" not in values:
            self.fail((), "`text` is missing.", "A template that makes sentences says what their text is.")
        sample = values.get("sample")
        if sample is not None and (not isinstance(sample, int) or isinstance(sample, bool) or sample < 0):
            self.fail(("sample",), f"`sample` must be a number of pairs, found {sample!r}.")
        return Template(
            path=self.path,
            name=name,
            title=self.text((), values, "title", default=f"recast by {self.path.name}"),
            corpora=corpora,
            licence=self.text((), values, "licence", default="") or None,
            reading=self.text((), values, "reading", default="intended"),
            choose=self.choice((), values, "choose", ("all", "one"), "all"),  # type: ignore[arg-type]
            makes=makes,  # type: ignore[arg-type]
            text=self.expression((), values, "text", tables) if "text" in values else None,
            prepare=self.names_of(values, "prepare", PREPARATIONS, "preparation"),
            turn=self.text((), values, "turn", default="text"),
            tidy=self.names_of(values, "tidy", tuple(TIDYINGS), "way to tidy"),
            unique=tuple(self.field(("unique",), name) for name in self.texts((), values, "unique")),
            lines={key: self.line((key,)) for key in values},
            keep=self.texts((), values, "keep"),
            mark=self.flag(values, "mark"),
            differ=self.flag(values, "differ"),
            sound=self.flag(values, "sound"),
            sample=sample,
            when=self.conditions((), values, "when"),
            unless=self.conditions((), values, "unless"),
            draw=self.draw(values),
            tables=tables,
            pairs=pairs,
            cap=self.cap(values),
        )

    def check_keys(self, place: KeyPath, values: Mapping[str, Any], known: tuple[str, ...]) -> None:
        for key in values:
            if key not in known:
                near = difflib.get_close_matches(key, known, n=2, cutoff=0.5)
                advice = f"Did you mean {' or '.join(near)}?" if near else f"Known: {', '.join(known)}."
                self.fail((*place, key), f"there is no key {key!r} here.", advice)

    def text(self, place: KeyPath, values: Mapping[str, Any], key: str, default: str) -> str:
        value = values.get(key, default)
        if not isinstance(value, str) or (key in values and not value.strip()):
            self.fail((*place, key), f"`{key}` must be text, found {value!r}.")
        return value

    def flag(self, values: Mapping[str, Any], key: str) -> bool:
        value = values.get(key, False)
        if not isinstance(value, bool):
            self.fail((key,), f"`{key}` must be true or false, found {value!r}.")
        return value

    def texts(self, place: KeyPath, values: Mapping[str, Any], key: str) -> tuple[str, ...]:
        value = values.get(key, [])
        found = [value] if isinstance(value, str) else value
        if not isinstance(found, list) or not all(isinstance(item, str) and item.strip() for item in found):
            self.fail((*place, key), f"`{key}` must be text or a list of texts, found {value!r}.")
        return tuple(found)

    def choice(
        self, place: KeyPath, values: Mapping[str, Any], key: str, known: tuple[str, ...], default: str
    ) -> str:
        value = values.get(key, default)
        if value not in known:
            self.fail((*place, key), f"`{key}` must be {' or '.join(known)}, found {value!r}.")
        return str(value)

    def names_of(
        self, values: Mapping[str, Any], key: str, known: tuple[str, ...], what: str
    ) -> tuple[str, ...]:
        names = self.texts((), values, key)
        for name in names:
            if name not in known:
                self.fail((key,), f"there is no {what} called {name!r}.", f"Known: {', '.join(known)}.")
        return names

    def tables(self, values: Mapping[str, Any]) -> dict[str, dict[str, str]]:
        given = self.table((), values, "tables")
        tables: dict[str, dict[str, str]] = {}
        for name, table in given.items():
            if not isinstance(table, dict) or not table:
                self.fail(("tables", name), f"the table {name!r} must have lines of the form value = text.")
            for key, value in table.items():
                if not isinstance(value, str):
                    self.fail(
                        ("tables", name, key), f"{key!r} of the table {name!r} must be text, found {value!r}."
                    )
            tables[name] = table
        return tables

    def table(self, place: KeyPath, values: Mapping[str, Any], key: str) -> dict[str, Any]:
        value = values.get(key, {})
        if not isinstance(value, dict):
            self.fail((*place, key), f"`{key}` must be a table, found {value!r}.")
        return value

    def field(self, place: KeyPath, name: str) -> FieldPath:
        return parse_path(name, lambda problem, advice, _: self.fail(place, problem, advice))

    def conditions(self, place: KeyPath, values: Mapping[str, Any], key: str) -> tuple[Condition, ...]:
        found = []
        for name, value in self.table(place, values, key).items():
            at = (*place, key, name)
            items = value if isinstance(value, list) else [value]
            texts = [str(item).lower() if isinstance(item, bool) else str(item) for item in items]
            if not items or any(isinstance(item, dict | list) for item in items):
                self.fail(at, f"`{name}` must be a value or a list of values, found {value!r}.")
            found.append(Condition(self.field(at, name), tuple(texts), self.line(at)))
        return tuple(found)

    def draw(self, values: Mapping[str, Any]) -> dict[str, tuple[str, ...] | None]:
        drawn: dict[str, tuple[str, ...] | None] = {}
        for name, value in self.table((), values, "draw").items():
            if value == GIVEN_NAME:
                drawn[name] = None
            elif isinstance(value, list) and value and all(isinstance(item, str) and item for item in value):
                drawn[name] = tuple(value)
            else:
                self.fail(
                    ("draw", name),
                    f"{name!r} must be drawn from {GIVEN_NAME!r} or from a list of texts, found {value!r}.",
                )
        return drawn

    def cap(self, values: Mapping[str, Any]) -> Cap | None:
        given = self.table((), values, "cap")
        if not given:
            return None
        self.check_keys(("cap",), given, ("when", "share"))
        share = given.get("share")
        if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
            self.fail(("cap", "share"), f"`share` must be from 0 to 1, found {share!r}.")
        when = self.conditions(("cap",), given, "when")
        if not when:
            self.fail(("cap",), "`when` is missing: it says which pairs are capped.")
        return Cap(when, float(share))

    def expression(
        self, place: KeyPath, values: Mapping[str, Any], key: str, tables: Mapping[str, Mapping[str, str]]
    ) -> Expression:
        at = (*place, key)
        value = values.get(key)
        if not isinstance(value, str) or not value.strip():
            self.fail(at, f"`{key}` must be text with fields in braces, found {value!r}.")
        # A long text may begin on a line after its quotes.
        start = value.lstrip("\n")
        line = self.lines.get((*at, TEXT), self.line(at)) + len(value) - len(start)

        def fail(problem: str, advice: str, breaks: int) -> NoReturn:
            raise RecordError(self.path, line + breaks, f"`{key}`: {problem}", advice)

        expression = parse_expression(start, line, fail)
        for field in expression.fields:
            self.check_table(at, field, tables)
        return expression

    def check_table(self, at: KeyPath, field: Field, tables: Mapping[str, Mapping[str, str]]) -> None:
        if field.table is None or field.table in tables:
            return
        near = difflib.get_close_matches(field.table, list(tables), n=2, cutoff=0.5)
        advice = f"Did you mean {' or '.join(near)}?" if near else f"Write it as [tables.{field.table}]."
        self.fail(at, f"there is no table called {field.table!r} in this file.", advice)

    def pairs(
        self, values: Mapping[str, Any], tables: Mapping[str, Mapping[str, str]]
    ) -> tuple[PairTemplate, ...]:
        given = values.get("pair", [])
        if not isinstance(given, list) or not all(isinstance(item, dict) for item in given):
            self.fail(("pair",), "`pair` must be written as [[pair]], once for each pair.")
        if not given:
            self.fail((), "there is no [[pair]].", "Say what premise, hypothesis and label are.")
        made = [self.pair(("pair", number), number, item, tables) for number, item in enumerate(given)]
        names: dict[str, int] = {}
        for pair in made:
            if pair.name in names:
                raise RecordError(self.path, pair.line, f"two pairs are called {pair.name!r}.", "Rename one.")
            names[pair.name] = pair.line
        return tuple(made)

    def pair(
        self, place: KeyPath, number: int, values: dict[str, Any], tables: Mapping[str, Mapping[str, str]]
    ) -> PairTemplate:
        self.check_keys(place, values, self.PAIR)
        for key in ("premise", "hypothesis", "label"):
            if key not in values:
                self.fail(place, f"`{key}` is missing in this pair.")
        readings = {
            name: self.label((*place, "readings"), self.table(place, values, "readings"), name, tables)
            for name in self.table(place, values, "readings")
        }
        each = self.text(place, values, "each", default="")
        features = {
            **self.expressions((), self.shared, "features", tables),
            **self.expressions(place, values, "features", tables),
        }
        review = self.choice(place, values, "review", ("label", "none"), "none")
        return PairTemplate(
            name=self.text(place, values, "name", default=str(number + 1)),
            line=self.line(place),
            premise=self.expression(place, values, "premise", tables),
            hypothesis=self.expression(place, values, "hypothesis", tables),
            label=self.label(place, values, "label", tables),
            readings=readings,
            phenomenon=self.inherited(place, values, "phenomenon", None, tables),
            method=self.inherited(place, values, "method", "recast", tables),
            tier=self.tier(place, values, tables),
            group=self.inherited(place, values, "group", "{id}", tables),
            features=features,
            when=self.conditions(place, values, "when"),
            unless=self.conditions(place, values, "unless"),
            each=self.field((*place, "each"), each) if each else None,
            each_line=self.line((*place, "each")),
            review="label" if review == "label" else None,
        )

    def expressions(
        self, place: KeyPath, values: Mapping[str, Any], key: str, tables: Mapping[str, Mapping[str, str]]
    ) -> dict[str, Expression]:
        table = self.table(place, values, key)
        return {name: self.expression((*place, key), table, name, tables) for name in table}

    def inherited(
        self,
        place: KeyPath,
        values: Mapping[str, Any],
        key: str,
        default: str | None,
        tables: Mapping[str, Mapping[str, str]],
    ) -> Expression:
        if key in values:
            return self.expression(place, values, key, tables)
        if key in self.shared:
            return self.expression((), self.shared, key, tables)
        if default is None:
            self.fail(place, f"`{key}` is missing.", f'Write it once at the top, as in {key} = "idiom".')
        return self.expression((), {key: default}, key, tables)

    def tier(
        self, place: KeyPath, values: Mapping[str, Any], tables: Mapping[str, Mapping[str, str]]
    ) -> Expression:
        expression = self.inherited(place, values, "tier", "silver", tables)
        at = (*place, "tier") if "tier" in values else ("tier",)
        self.check_values(at, "tier", expression, tables, ("gold", "silver"))
        return expression

    def label(
        self, place: KeyPath, values: Mapping[str, Any], key: str, tables: Mapping[str, Mapping[str, str]]
    ) -> Expression:
        expression = self.expression(place, values, key, tables)
        self.check_values((*place, key), "label", expression, tables, LABELS)
        return expression

    def check_values(
        self,
        at: KeyPath,
        what: str,
        expression: Expression,
        tables: Mapping[str, Mapping[str, str]],
        known: tuple[str, ...],
    ) -> None:
        """Raise where an expression can be seen to give something that is not among the known values."""
        allowed = f"It must be {', '.join(known[:-1])} or {known[-1]}."
        if expression.constant is not None and expression.constant not in known:
            self.fail(at, f"{expression.constant!r} is not a {what}.", allowed)
        if len(expression.parts) != 1:
            return
        for field in expression.fields:
            if field.table is None:
                continue
            for key, value in tables[field.table].items():
                if value not in known:
                    self.fail(("tables", field.table, key), f"{value!r} is not a {what}.", allowed)
