"""The builder of recasts: a template and a corpus become a stream of pairs, and tasks for people.

The same template, corpus, answers and seed give the same bytes for any number of workers: what is drawn is
drawn at the address of the record it is for.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

import nonliteral
from nonliteral.builders.plan import BuilderCard, OptionCard, Request, SuitePlan
from nonliteral.builders.recasting.answers import Answers, check_label
from nonliteral.builders.recasting.corpora import OpenedCorpus, Record, hash_corpus, licence_of, open_corpus
from nonliteral.builders.recasting.expressions import (
    Expression,
    MissingFieldError,
    NotInTableError,
    NotTextError,
    as_text,
    fill,
    read_field,
    shorten,
)
from nonliteral.builders.recasting.opposites import GOOD
from nonliteral.builders.recasting.preparing import ADDED_FIELDS, Context, prepare
from nonliteral.builders.recasting.templates import (
    Condition,
    PairTemplate,
    Template,
    load_template,
)
from nonliteral.builders.recasting.tidying import TIDYINGS, tidy
from nonliteral.checking.defects import PAIR_CHECKS, TEXT_CHECKS
from nonliteral.draw import Draw
from nonliteral.english.names import draw_name
from nonliteral.errors import InputError, RecordError, UnknownNameError
from nonliteral.files import hash_file
from nonliteral.readers.spans import shared_ends, word_spans
from nonliteral.records import LABELS, Label, Pair, Sentence, Source, Span, Task, Tier
from nonliteral.suites import Funnel, Recipe

TIERS: tuple[Tier, ...] = ("gold", "silver")

_TORN = re.compile(r"[a-z]{2}[.?!][A-Z][a-z]|\b(?:and|or|the|an?|because)\W*$|[a-z] '\W*$")
"""Two sentences run together (*idea.I am*), or one that breaks off (*and.*)."""

EACH = "each"
"""The field that holds the item at hand where a pair is made for each of several."""

OPTIONS = {
    "answers": OptionCard(
        type=str, default="", help="a file of people's answers to the tasks of this recast"
    ),
    "tidy": OptionCard(
        type=str,
        default="",
        help=f"how to tidy the text: none, or some of {', '.join(TIDYINGS)}, with commas; "
        "what the template says unless it is given",
    ),
    "pairs": OptionCard(type=str, default="", help="only these pairs of the template, by name, with commas"),
    "sample": OptionCard(
        type=int,
        default=-1,
        help="how many pairs are sent to people for review; what the template says unless given",
    ),
    "repeats": OptionCard(
        type=str,
        default="drop",
        choices=("drop", "keep"),
        help="drop: the same pair once, with the number of its repeats; keep: each time the corpus has it",
    ),
    "fit": OptionCard(
        type=float,
        default=GOOD,
        help="antonyms that fit worse are not used before people accept them (0 to 1)",
    ),
    "keep": OptionCard(
        type=str,
        default="all",
        choices=("all", "sample"),
        help="sample: only the pairs that are sent to review",
    ),
}


class RecastBuilder:
    """Builds the recasts that the package brings along, and those of template files."""

    def describe(self, name: str) -> BuilderCard:
        """Return what a name builds."""
        if name == "template":
            return BuilderCard(
                name="FILE.toml",
                title="a recast of your own, by a template file; see docs/recasting.md",
                suites=(),
                options=OPTIONS,
                corpora=("*",),
            )
        template = load_template(name)
        return BuilderCard(
            name=template.name,
            title=template.title,
            suites=tuple(template.suite_name(corpus) for corpus in template.corpora),
            options=OPTIONS,
            corpora=template.corpora,
        )

    def plan(self, request: Request) -> list[SuitePlan]:
        """Return a suite for each corpus that was given."""
        template = load_template(request.name)
        if not request.corpora:
            places = " or ".join(f"--corpus {corpus}=PATH" for corpus in template.corpora)
            raise InputError(f"{template.name} is made from a corpus. Give {places}.")
        return [
            self._plan(template, corpus, request.corpora[corpus], request)
            for corpus in template.corpora
            if corpus in request.corpora
        ]

    def _plan(self, template: Template, corpus: str, path: Path, request: Request) -> SuitePlan:
        recast = Recast(template, corpus, path, request)
        options = {name: value for name, value in request.options.items() if name != "answers"}
        inputs = {"template": hash_file(template.path), **hash_corpus(corpus, path)}
        if recast.answers.path is not None:
            inputs["answers"] = hash_file(recast.answers.path)
        parser = None
        if "antonym" in template.prepare:
            from nonliteral.english.parsing import parser_id

            parser = parser_id()
        return SuitePlan(
            name=recast.suite,
            recipe=Recipe(
                builder=template.name,
                options=options,
                seed=request.seed,
                inputs=inputs,
                lexicon=None,
                parser=parser,
                package=nonliteral.__version__,
            ),
            reading=template.reading,
            licence=licence_of(corpus, template.licence),
            pairs=recast.pairs,
            sentences=recast.sentences if template.makes == "sentences" else None,
            tasks=recast.tasks if recast.asks_people else None,
        )


class Made(msgspec.Struct):
    """A pair that was made, and whether people are asked about it."""

    pair: Pair
    review: bool
    closed: bool
    repeats: int = 1


class Recast:
    """One template over one corpus."""

    def __init__(self, template: Template, corpus: str, path: Path, request: Request) -> None:
        options = request.options
        self.template = template
        self.corpus = corpus
        self.path = path
        self.seed = request.seed
        self.workers = request.workers
        self.suite = template.suite_name(corpus)
        self.answers = Answers(Path(options["answers"]) if options["answers"] else None)
        self.tidy = _tidying(template, options["tidy"])
        self.chosen = _chosen_pairs(template, options["pairs"])
        self.sample = options["sample"] if options["sample"] >= 0 else template.sample
        self.fit = float(options["fit"])
        self.keep_repeats = options["repeats"] == "keep"
        self.only_sample = options["keep"] == "sample"
        self._tasks: list[Task] = []
        self._made: list[Made] | None = None

    @property
    def asks_people(self) -> bool:
        """Whether there are tasks for people."""
        return "antonym" in self.template.prepare or any(pair.review for pair in self.chosen)

    def pairs(self, funnel: Funnel) -> Iterator[Pair]:
        """Yield the pairs in the order of the corpus; the funnel counts what became of its records."""
        made = self._make(funnel)
        for each in made:
            yield each.pair

    def tasks(self) -> Iterator[Task]:
        """Yield what people are asked about this suite."""
        if self._made is None:
            self._make(Funnel())
        yield from self._tasks

    def sentences(self, funnel: Funnel) -> Iterator[Sentence]:
        """Yield sentences, where that is what the template makes."""
        expression = self.template.text
        assert expression is not None
        seen: set[str] = set()
        for record in self._records(funnel):
            try:
                text = tidy(self._fill(expression, record), self.tidy)
            except MissingFieldError as missing:
                funnel.refuse(f"no `{missing.field.name}`")
                continue
            if not text or text in seen:
                funnel.refuse("the same text again" if text else "nothing is left of the text")
                continue
            seen.add(text)
            yield Sentence(
                id=record.id,
                text=text,
                expression=None,
                spans=[],
                usage=record.fields.get("usage", "unknown"),
                source=record.source,
                features=self._kept(record),
            )

    def _make(self, funnel: Funnel) -> list[Made]:
        self._tasks = []
        made: dict[tuple[str, str, str], Made] = {}
        disputed: set[tuple[str, str, str]] = set()
        for record in self._records(funnel):
            for each in self._pairs_of(record, funnel):
                key = (each.pair.premise, each.pair.hypothesis, each.pair.id if self.keep_repeats else "")
                first = made.get(key)
                if first is None:
                    made[key] = each
                    continue
                if first.pair.label != each.pair.label:
                    disputed.add(key)
                    funnel.refuse("the same pair under two labels")
                else:
                    funnel.refuse("the same pair again")
                    first.repeats += 1
        for key in sorted(disputed):
            del made[key]
            funnel.refuse("the same pair under two labels")
        kept = self._capped(list(made.values()), funnel)
        for each in kept:
            if each.repeats > 1:
                each.pair = _with_features(each.pair, {"repeats": each.repeats})
        kept = self._reviewed(kept, funnel)
        if self.answers.unused():
            funnel.note("answers to tasks of other suites or builds", self.answers.unused())
        self._made = kept
        return kept

    # Records ------------------------------------------------------------------------------------------------

    def _records(self, funnel: Funnel) -> list[Record]:
        template = self.template
        opened = open_corpus(self.corpus, self.path, template.licence, funnel)
        records = self._unique(opened, funnel)
        kept = []
        for record in records:
            problem = _unmet(record, template.when, template.unless)
            if problem is None:
                kept.append(record)
            else:
                funnel.refuse(problem)
        context = Context(
            suite=self.suite,
            template=template,
            tidy=self.tidy,
            answers=self.answers,
            funnel=funnel,
            workers=self.workers,
            tasks=self._tasks,
            fit=self.fit,
        )
        for name in template.prepare:
            prepare(name, kept, context)
        for record in kept:
            self._draw(record)
        self._check_fields(opened, kept)
        return kept

    def _unique(self, opened: OpenedCorpus, funnel: Funnel) -> list[Record]:
        """Return the records without repeats; a repeat fills in what the first of its kind does not know."""
        if not self.template.unique:
            return opened.records
        first: dict[tuple[str | None, ...], Record] = {}
        for record in opened.records:
            key = tuple(as_text(read_field(record.fields, path)) for path in self.template.unique)
            known = first.setdefault(key, record)
            if known is not record:
                for name, value in record.fields.items():
                    if known.fields.get(name) is None:
                        known.fields[name] = value
                funnel.refuse("the same record in another file")
        return list(first.values())

    def _draw(self, record: Record) -> None:
        for name, options in self.template.draw.items():
            draw = Draw(self.seed, "recast", self.template.name, record.id, name)
            record.fields[name] = draw_name(draw).name if options is None else draw.choice(options)

    def _check_fields(self, opened: OpenedCorpus, records: list[Record]) -> None:
        """Raise where the template reads a field that no record of the corpus has."""
        template = self.template
        known = opened.fields | {path for record in records for path in _top_paths(record)}
        known |= {tuple(name.split(".")) for each in template.prepare for name in ADDED_FIELDS[each]}
        drawn = set(template.draw)
        clash = drawn & {path[0] for path in opened.fields}
        if clash:
            name = sorted(clash)[0]
            template.fail(
                template.lines["draw"],
                f"{name!r} is drawn, and the corpus has a field of that name.",
                "Rename it in [draw].",
            )
        if not opened.records:
            return
        uses = [
            (field.path, expression.line + field.breaks)
            for expression in self._expressions()
            for field in expression.fields
        ]
        uses += [(each.path, each.line) for each in self._conditions(opened.own)]
        uses += [(pair.each, pair.each_line) for pair in self.chosen if pair.each is not None]
        uses += [(path, template.lines["unique"]) for path in template.unique]
        if "antonym" in template.prepare:
            uses.append(((template.turn,), template.lines.get("turn", template.lines["prepare"])))
        if opened.own:
            # A reader leaves out what its files do not tell; in the user's table a column is there or not.
            uses += [((name,), template.lines["keep"]) for name in template.keep]
        for path, line in uses:
            if path in known or path[0] in drawn or path[0] == EACH:
                continue
            self._unknown_field(path, line, opened, known)

    def _unknown_field(
        self, path: tuple[str, ...], line: int, opened: OpenedCorpus, known: set[tuple[str, ...]]
    ) -> None:
        name = shorten(".".join(path))
        names = sorted({".".join(each) for each in known})
        near = difflib.get_close_matches(name, names, n=3, cutoff=0.6)
        if opened.header is not None and len(path) == 1:
            problem = f"there is no column {name!r} in {opened.header}."
        else:
            problem = f"there is no field {name!r} in the corpus {opened.name}."
        columns = sorted({each[0] or "''" for each in known})
        advice = f"Did you mean {' or '.join(near)}?" if near else f"There are: {', '.join(columns)}."
        self.template.fail(line, problem, advice)

    def _expressions(self) -> list[Expression]:
        given = [self.template.text] if self.template.text is not None else []
        return [*given, *(expression for pair in self.chosen for expression in pair.expressions)]

    def _conditions(self, own: bool) -> list[Condition]:
        parts: list[Template | PairTemplate] = [self.template, *self.chosen]
        wanted = [condition for part in parts for condition in part.when]
        wanted += self.template.cap.when if self.template.cap is not None else ()
        unwanted = [condition for part in parts for condition in part.unless]
        return [*wanted, *(unwanted if own else ())]

    # Pairs --------------------------------------------------------------------------------------------------

    def _pairs_of(self, record: Record, funnel: Funnel) -> Iterator[Made]:
        fitting = []
        problems = []
        for pair in self.chosen:
            problem = _unmet(record, pair.when, pair.unless)
            if problem is None:
                fitting.append(pair)
            else:
                problems.append(problem)
        if not fitting:
            funnel.refuse(problems[0] if problems else "no pair of the template fits")
            return
        if self.template.choose == "one":
            draw = Draw(self.seed, "recast", self.template.name, record.id, "pair")
            fitting = [draw.choice(fitting)]
        for pair in fitting:
            for fields in self._each(pair, record, funnel):
                made = self._pair(pair, record, fields, funnel)
                if made is not None:
                    yield made

    def _each(self, pair: PairTemplate, record: Record, funnel: Funnel) -> Iterator[dict[str, Any]]:
        if pair.each is None:
            yield record.fields
            return
        items = read_field(record.fields, pair.each)
        if items and not isinstance(items, list):
            raise self._error(
                pair.each_line, record, f"`{'.'.join(pair.each)}` is not a list.", "Leave `each` out."
            )
        if not items:
            funnel.refuse(f"no `{'.'.join(pair.each)}`")
            return
        for item in items:
            if (
                self.template.differ
                and isinstance(item, str)
                and _bare(item) == _bare(str(record.fields.get("text")))
            ):
                funnel.refuse(f"`{'.'.join(pair.each)}` only repeats the text")
                continue
            yield {**record.fields, EACH: item}

    def _pair(
        self, template: PairTemplate, record: Record, fields: dict[str, Any], funnel: Funnel
    ) -> Made | None:
        here = msgspec.structs.replace(record, fields=fields)
        try:
            premise = tidy(self._fill(template.premise, here), self.tidy)
            hypothesis = tidy(self._fill(template.hypothesis, here), self.tidy)
            label = self._label(template.label, here)
            readings = {name: self._label(each, here) for name, each in template.readings.items()}
            phenomenon = self._fill(template.phenomenon, here)
            method = self._fill(template.method, here)
            group = self._fill(template.group, here)
            tier = self._tier(template.tier, here)
        except MissingFieldError as missing:
            funnel.refuse(f"no `{missing.field.name}`")
            return None
        if not premise or not hypothesis:
            funnel.refuse("nothing is left of the text")
            return None
        if self.template.differ and _bare(premise) == _bare(hypothesis):
            funnel.refuse("premise and hypothesis say the same in the same words")
            return None
        features = {**self._kept(here), **self._features(template, here)}
        if self.template.mark:
            features |= _mark_change(premise, hypothesis, features)
        ident = sha256(f"{premise}\n{hypothesis}".encode()).hexdigest()[:10]
        try:
            pair = Pair(
                id=f"{record.id}/{method}/{ident}",
                premise=premise,
                hypothesis=hypothesis,
                label=label,
                readings=readings or None,
                phenomenon=phenomenon,
                method=method,
                tier=tier,
                group=group,
                source=record.source,
                features=features,
            )
        except ValueError as error:
            raise self._error(template.line, record, f"{error}.") from None
        fault = _find_fault(pair) if self.template.sound else None
        if fault is not None:
            funnel.refuse(f"a defect of the corpus: {fault}")
            return None
        closed = self.template.cap is not None and _unmet(here, self.template.cap.when, ()) is None
        return Made(pair, template.review is not None, closed)

    def _fill(self, expression: Expression, record: Record) -> str:
        try:
            return fill(expression, record.fields, self.template.tables).strip()
        except NotTextError as error:
            raise self._error(
                expression.line + error.field.breaks,
                record,
                f"`{error.field.name}` is {error.found}, not text.",
                "Read a part of it, as in {field.part}, or go over it with `each`.",
            ) from None
        except NotInTableError as error:
            raise self._error(
                expression.line + error.field.breaks,
                record,
                f"the table {error.field.table!r} has no line for {error.value!r} of `{error.field.name}`.",
                'Add one, or "*" for all others.',
            ) from None

    def _label(self, expression: Expression, record: Record) -> Label:
        text = self._fill(expression, record)
        for label in LABELS:
            if text == label:
                return label
        raise self._error(
            expression.line,
            record,
            f"{shorten(text)!r} is not a label.",
            f"It must be {', '.join(LABELS)}; a table turns other words into these.",
        )

    def _tier(self, expression: Expression, record: Record) -> Tier:
        text = self._fill(expression, record)
        for tier in TIERS:
            if text == tier:
                return tier
        raise self._error(
            expression.line, record, f"{shorten(text)!r} is not a tier.", "It must be gold or silver."
        )

    def _error(self, line: int, record: Record, problem: str, advice: str = "") -> RecordError:
        return RecordError(self.template.path, line, f"{problem} (record: {record.place})", advice)

    def _kept(self, record: Record) -> dict[str, Any]:
        found = {name: record.fields.get(name) for name in self.template.keep}
        return {name: value for name, value in found.items() if value is not None and value != ""}

    def _features(self, template: PairTemplate, record: Record) -> dict[str, str]:
        found = {}
        for name, expression in template.features.items():
            try:
                found[name] = self._fill(expression, record)
            except MissingFieldError:
                continue
        return {name: value for name, value in found.items() if value}

    # The whole ----------------------------------------------------------------------------------------------

    def _capped(self, made: list[Made], funnel: Funnel) -> list[Made]:
        """Return the pairs with no more of the capped kind than their share, whole groups at a time."""
        cap = self.template.cap
        if cap is None:
            return made
        groups = {each.pair.group for each in made if each.closed}
        free = [each for each in made if each.pair.group not in groups]
        allowed = int(len(free) * cap.share / (1 - cap.share)) if cap.share < 1 else len(made)
        order = Draw(self.seed, "recast", self.template.name, "cap").shuffled(sorted(groups))
        sizes = {group: sum(each.pair.group == group for each in made) for group in order}
        kept: set[str] = set()
        for group in order:
            if sizes[group] <= allowed:
                kept.add(group)
                allowed -= sizes[group]
        out = [each for each in made if each.pair.group not in groups or each.pair.group in kept]
        if len(out) < len(made):
            funnel.refuse("over the cap: the property stands in the sentence itself", len(made) - len(out))
        return out

    def _reviewed(self, made: list[Made], funnel: Funnel) -> list[Made]:
        """Write the tasks about labels, and let people's answers decide."""
        asked = [each for each in made if each.review]
        if self.sample is not None and self.sample < len(asked):
            draw = Draw(self.seed, "recast", self.template.name, "review")
            chosen = {each.pair.id for each in draw.sample(asked, self.sample)}
        else:
            chosen = {each.pair.id for each in asked}
        out = []
        for each in made:
            if each.pair.id not in chosen:
                if self.only_sample:
                    funnel.refuse("not in the sample for review")
                else:
                    out.append(each)
                continue
            task = f"label:{self.suite}/{each.pair.id}"
            self._tasks.append(_label_task(task, self.suite, each.pair, self.template.reading))
            each.pair = _with_features(each.pair, {"sampled": True})
            ruling = self.answers.ruling(task, each.pair.label, check_label)
            if ruling is not None:
                if ruling.value is None:
                    funnel.refuse("people rejected the pair")
                    continue
                each.pair = self._ruled(each.pair, ruling.value, ruling.by_people, ruling.votes)
            out.append(each)
        return out

    def _ruled(self, pair: Pair, value: str, by_people: bool, votes: dict[str, int]) -> Pair:
        label: Label = next(each for each in LABELS if each == value)
        readings = pair.readings
        if readings is not None:
            readings = {**readings, self.template.reading: label}
        features = dict(pair.features)
        if votes:
            features["votes"] = votes
        return msgspec.structs.replace(
            pair, label=label, readings=readings, tier="gold" if by_people else pair.tier, features=features
        )


def _tidying(template: Template, given: str) -> tuple[str, ...]:
    if not given:
        return template.tidy
    names = tuple(name.strip() for name in given.split(",") if name.strip())
    if names == ("none",):
        return ()
    for name in names:
        if name not in TIDYINGS:
            raise UnknownNameError(f"--tidy for {template.name}", name, [*TIDYINGS, "none"])
    return names


def _chosen_pairs(template: Template, given: str) -> tuple[PairTemplate, ...]:
    names = [name.strip() for name in given.split(",") if name.strip()]
    known = {pair.name: pair for pair in template.pairs}
    for name in names:
        if name not in known:
            raise UnknownNameError(f"pair in {template.path.name}", name, known)
    return tuple(pair for pair in template.pairs if not names or pair.name in names)


def _unmet(record: Record, when: tuple[Condition, ...], unless: tuple[Condition, ...]) -> str | None:
    """Return why a record does not fulfil some conditions, None where it does."""
    for condition in when:
        text = as_text(read_field(record.fields, condition.path))
        if not _holds(condition, text):
            name = ".".join(condition.path)
            return f"`{name}` is {text!r}" if text else f"no `{name}`"
    for condition in unless:
        text = as_text(read_field(record.fields, condition.path))
        if text and _holds(condition, text):
            return f"`{'.'.join(condition.path)}` is {text!r}"
    return None


def _holds(condition: Condition, text: str | None) -> bool:
    if not text:
        return False
    return "*" in condition.values or text in condition.values


def _top_paths(record: Record) -> Iterator[tuple[str, ...]]:
    for key, value in record.fields.items():
        yield (key,)
        if isinstance(value, dict):
            for inner in value:
                yield (key, inner)


def _find_fault(pair: Pair) -> str | None:
    """Return what is broken in a pair: torn sentences, or an error of `check` that its premise has not."""
    if any(_TORN.search(text) for text in (pair.premise, pair.hypothesis)):
        return "torn sentences"
    for check in PAIR_CHECKS:
        if check.severity == "error" and any(fault.certain for fault in check.look(pair)):
            return check.name
    for each in TEXT_CHECKS:
        if each.severity != "error":
            continue
        known = {fault.found for fault in each.look(pair.premise)}
        if any(fault.certain and fault.found not in known for fault in each.look(pair.hypothesis)):
            return each.name
    return None


def _bare(text: str) -> str:
    return " ".join(text[start:end].lower() for start, end in word_spans(text))


def _with_features(pair: Pair, more: dict[str, Any]) -> Pair:
    return msgspec.structs.replace(pair, features={**pair.features, **more})


def _mark_change(premise: str, hypothesis: str, features: dict[str, Any]) -> dict[str, Any]:
    """Return the spans of what the hypothesis changes, and the premise's words there as the expression."""
    old, new = word_spans(premise), word_spans(hypothesis)
    first = [premise[start:end].lower() for start, end in old]
    second = [hypothesis[start:end].lower() for start, end in new]
    front, back = shared_ends(first, second)
    marked: dict[str, Any] = {}
    here = _stretch(old, front, len(old) - back)
    if here is not None:
        marked["premise_spans"] = [list(here)]
        if "expression" not in features:
            marked["expression"] = premise[here[0] : here[1]].lower()
    there = _stretch(new, front, len(new) - back)
    if there is not None:
        marked["hypothesis_spans"] = [list(there)]
    return marked


def _stretch(places: list[Span], start: int, end: int) -> Span | None:
    return (places[start][0], places[end - 1][1]) if start < end else None


def _label_task(task: str, suite: str, pair: Pair, reading: str) -> Task:
    question = {
        "surface": "Take the premise at its word. Does the hypothesis follow from it?",
        "intended": "Take the premise as it is meant. Does the hypothesis follow from it?",
    }.get(reading, f"Does the hypothesis follow from the premise ({reading} reading)?")
    return Task(
        id=task,
        type="label",
        item={"suite": suite, "pair": msgspec.to_builtins(pair)},
        shown={
            "premise": pair.premise,
            "hypothesis": pair.hypothesis,
            "instruction": question,
            "questions": {
                "label": ["entailment", "non-entailment", "neutral", "contradiction", "cannot say"]
            },
        },
        source=Source(corpus=pair.source.corpus, record=pair.id, licence=pair.source.licence),
    )


def builder_names() -> list[str]:
    """Return every name this builder answers to."""
    from nonliteral.builders.recasting.templates import built_in_names

    return [*built_in_names(), "template"]


builder = RecastBuilder()
