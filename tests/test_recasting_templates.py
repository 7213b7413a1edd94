"""Template files: what they can say, and that every mistake in one is named by file and line."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonliteral.builders import build, find_builder
from nonliteral.builders.recasting.expressions import fill, parse_expression, read_field
from nonliteral.builders.recasting.lines import find_lines
from nonliteral.builders.recasting.templates import BUILT_IN, read_template
from nonliteral.errors import InputError, RecordError
from nonliteral.suites import Suite

GOOD = """\
name = "sayings"
corpus = "mine"
phenomenon = "idiom"
group = "{saying}"

[tables.verdict]
yes = "entailment"
no = "non-entailment"

[[pair]]
premise = "{who} said: '{sentence}'"
hypothesis = "{who} meant that {meaning}."
label = "{right|verdict}"
"""

CSV = """\
who,sentence,saying,meaning,right
Ada,It rains cats and dogs.,rain cats and dogs,it rains hard,yes
Ben,"It's raining cats and dogs, again.",rain cats and dogs,animals fall,no
"""


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "mine.csv"
    path.write_text(CSV)
    return path


def build_template(folder: Path, template: str, corpus: Path, **options: object) -> Suite:
    path = folder / "recast.toml"
    path.write_text(template)
    (suite,) = build(str(path), folder / "out", corpora={"mine": corpus}, force=True, **options)  # type: ignore[arg-type]
    assert isinstance(suite, Suite)
    return suite


def test_a_users_template_and_csv_make_a_suite(tmp_path: Path, corpus: Path) -> None:
    suite = build_template(tmp_path, GOOD, corpus)
    first, second = suite
    assert suite.name == "sayings"
    assert first.premise == "Ada said: 'It rains cats and dogs.'"
    assert first.hypothesis == "Ada meant that it rains hard."
    assert (first.label, second.label) == ("entailment", "non-entailment")
    assert (first.tier, first.method, first.group) == ("silver", "recast", "rain cats and dogs")
    assert (first.source.corpus, first.source.record) == ("mine", "mine:0")
    assert second.premise == "Ben said: 'It's raining cats and dogs, again.'"


@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl", "json"])
def test_every_usual_kind_of_table_gives_the_same_pairs(tmp_path: Path, kind: str) -> None:
    rows = list(csv.DictReader(CSV.splitlines()))
    written = tmp_path / f"mine.{kind}"
    written.write_text(CSV)
    if kind == "tsv":
        lines = ["\t".join(rows[0]), *("\t".join(row.values()) for row in rows)]
        written.write_text("\n".join(lines) + "\n")
    elif kind == "jsonl":
        written.write_text("".join(json.dumps(row) + "\n" for row in rows))
    elif kind == "json":
        written.write_text(json.dumps(rows, indent=1))
    premises = [pair.premise for pair in build_template(tmp_path, GOOD, written)]
    assert premises == [
        "Ada said: 'It rains cats and dogs.'",
        "Ben said: 'It's raining cats and dogs, again.'",
    ]


def changed(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new)


MISTAKES = {
    "broken TOML": (changed('name = "sayings"', 'name = "sayings'), 1, "not TOML"),
    "a key twice": (changed('corpus = "mine"', 'corpus = "mine"\ncorpus = "b"'), 3, "not TOML"),
    "an unknown key": (changed("phenomenon", "phenomena"), 3, "Did you mean phenomenon?"),
    "an unknown key of a pair": (changed("hypothesis =", "hypotesis ="), 12, "Did you mean hypothesis"),
    "no corpus": (changed('corpus = "mine"\n', ""), 1, "`corpus` is missing"),
    "no phenomenon": (changed('phenomenon = "idiom"\n', ""), 9, "`phenomenon` is missing"),
    "no pair": (GOOD.partition("[[pair]]")[0], 1, "there is no [[pair]]"),
    "a pair that is no list": (changed("[[pair]]", "[pair]"), 10, "[[pair]]"),
    "no premise": (changed("premise = \"{who} said: '{sentence}'\"\n", ""), 10, "`premise` is missing"),
    "no label": (changed('label = "{right|verdict}"\n', ""), 10, "`label` is missing"),
    "a label that is none": (changed("{right|verdict}", "maybe"), 13, "'maybe' is not a label"),
    "a table with a label that is none": (
        changed('"non-entailment"', '"false"'),
        8,
        "'false' is not a label",
    ),
    "a table that is not there": (changed("|verdict", "|verdikt"), 13, "Did you mean verdict?"),
    "a table that is no table": (changed('yes = "entailment"', "yes = 1"), 7, "must be text, found 1"),
    "an unknown field": (changed("{meaning}", "{meening}"), 12, "Did you mean meaning?"),
    "an unknown part of a field": (changed("{meaning}", "{meaning.first}"), 12, "meaning.first"),
    "an unknown field in a condition": (
        changed('group = "{saying}"', 'group = "{saying}"\nwhen = { usage = "x" }'),
        5,
        "there is no column 'usage'",
    ),
    "an unknown field to keep": (changed('group = "{saying}"', 'keep = ["age"]'), 4, "'age'"),
    "a value that the table lacks": (changed('no = "non-entailment"\n', ""), 12, "no line for 'no'"),
    "a call": (changed("{meaning}", "{meaning.upper()}"), 12, "'(' is not allowed"),
    "a method": (changed("{meaning}", "{meaning.__class__}"), 12, "meaning.__class__"),
    "an index": (changed("{meaning}", "{meaning[0]}"), 12, "'[' is not allowed"),
    "a sum": (changed("{meaning}", "{meaning + who}"), 12, "'+' is not allowed"),
    "a format": (changed("{meaning}", "{meaning:>10}"), 12, "':' is not allowed"),
    "a conversion": (changed("{meaning}", "{meaning!r}"), 12, "'!' is not allowed"),
    "an import": (changed("{meaning}", "{__import__('os').getcwd()}"), 12, "'(' is not allowed"),
    "a lambda": (changed("{meaning}", "{lambda: 0}"), 12, "':' is not allowed"),
    "a comparison": (changed("{meaning}", "{meaning == who}"), 12, "'=' is not allowed"),
    "a string": (changed("{meaning}", "{'a' 'b'}"), 12, "is not allowed"),
    "a starred name": (changed("{meaning}", "{*meaning}"), 12, "'*' is not the start of a name"),
    "two tables": (changed("{right|verdict}", "{right|verdict|verdict}"), 13, "one table"),
    "no name": (changed("{meaning}", "{}"), 12, "nothing in it"),
    "an open brace": (changed("{meaning}.", "{meaning."), 12, "is not closed"),
    "a closing brace": (changed("{meaning}", "meaning}"), 12, "without an opening one"),
    "a wrong tier": (changed('group = "{saying}"', 'tier = "bronze"'), 4, "'bronze' is not a tier"),
    "a wrong choice": (changed('group = "{saying}"', 'choose = "some"'), 4, "all or one"),
    "a wrong way to tidy": (changed('group = "{saying}"', 'tidy = "soap"'), 4, "Known: tweets"),
    "a wrong preparation": (changed('group = "{saying}"', 'prepare = "dinner"'), 4, "Known: antonym"),
    "a wrong sample": (changed('group = "{saying}"', "sample = -1"), 4, "number of pairs"),
    "a wrong flag": (changed('group = "{saying}"', 'mark = "yes"'), 4, "true or false"),
    "a wrong name": (changed('"sayings"', '"my/sayings"'), 1, "a folder is called so"),
    "a drawn field that is no choice": (GOOD + "[draw]\nname = 3\n", 15, "drawn from"),
    "a drawn field that the corpus has": (GOOD + '[draw]\nwho = "given name"\n', 14, "'who' is drawn"),
    "an unknown field to tell records apart": (
        changed('group = "{saying}"', 'unique = "number"'),
        4,
        "'number'",
    ),
    "an unknown field to turn": (
        changed('group = "{saying}"', 'prepare = "antonym"\nturn = "sentense"'),
        5,
        "Did you mean sentence?",
    ),
    "an unknown field in a cap": (GOOD + '[cap]\nshare = 0.5\nwhen = { old = "yes" }\n', 16, "'old'"),
    "an unknown list": (GOOD + 'each = "sayings"\n', 14, "Did you mean saying?"),
    "a list that is none": (GOOD + 'each = "saying"\n', 14, "`saying` is not a list"),
    "readings without the label": (
        GOOD + 'readings = { plain = "neutral" }\n',
        10,
        "must be one of the `readings`",
    ),
    "a feature of the wrong type": (
        GOOD + 'features = { votes = "{right}" }\n',
        10,
        "`features.votes` must be",
    ),
    "a wrong cap": (GOOD + '[cap]\nshare = 2\nwhen = { right = "yes" }\n', 15, "from 0 to 1"),
    "text where fields go": (changed('"{saying}"', "5"), 4, "must be text"),
    "two pairs of one name": (
        GOOD + 'name = "a"\n[[pair]]\nname = "a"\npremise = "x"\nhypothesis = "y"\nlabel = "neutral"\n',
        15,
        "two pairs are called 'a'",
    ),
    "brackets without end": (GOOD + "x = " + "[" * 5000 + "]" * 5000 + "\n", 14, "nested too deeply"),
    "a number without end": (changed('group = "{saying}"', "sample = " + "9" * 5000), 4, "too many digits"),
    "a text without end": (changed("{meaning}", "{meaning}" * 2000), 12, "characters are too many"),
    "a path without end": (changed("{meaning}", "{" + "a." * 30 + "a}"), 12, "more than 20 parts"),
    "a position without end": (changed("{meaning}", "{meaning." + "9" * 5000 + "}"), 12, "there is no field"),
    "a power": (changed("{meaning}", "{9**9**9}"), 12, "'*' is not allowed"),
    "a comprehension": (changed("{meaning}", "{[x for x in who]}"), 12, "'[' is not the start"),
    "a line break in a field": (changed("{meaning}", "{mean\\ning}"), 12, "{mean\\ning}"),
    "a name without end": (changed('"sayings"', '"' + "a" * 300 + '"'), 1, "up to 100 letters"),
    "a tier out of a column": (changed('group = "{saying}"', 'tier = "{right}"'), 4, "'yes' is not a tier"),
    "a share that is no number": (
        GOOD + "[cap]\nshare = true\nwhen = { right = 'yes' }\n",
        15,
        "from 0 to 1",
    ),
    "a mistake in a long text": (
        changed('hypothesis = "{who} meant that {meaning}."', 'hypothesis = """\n{who}\n{meening}"""'),
        14,
        "Did you mean meaning?",
    ),
    "a list that is not gone over": (changed("{meaning}", "{list}"), 12, "'list'"),
}


@pytest.mark.parametrize(("template", "line", "words"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_named_by_file_and_line(
    tmp_path: Path, corpus: Path, template: str, line: int, words: str
) -> None:
    with pytest.raises(RecordError) as caught:
        build_template(tmp_path, template, corpus)
    assert caught.value.path == str(tmp_path / "recast.toml")
    assert caught.value.line == line
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 600
    assert not (tmp_path / "out" / "sayings" / "suite.json").exists()


def test_a_missing_column_is_named_with_the_file_that_lacks_it(tmp_path: Path, corpus: Path) -> None:
    corpus.write_text(CSV.replace("meaning", "sense"))
    with pytest.raises(RecordError, match=r"recast.toml:12: there is no column 'meaning' in .*mine.csv:1"):
        build_template(tmp_path, GOOD, corpus)


def test_a_label_out_of_a_column_is_checked_record_by_record(tmp_path: Path, corpus: Path) -> None:
    template = GOOD.replace("{right|verdict}", "{right}")
    with pytest.raises(RecordError, match=r"recast.toml:13: 'yes' is not a label. \(record: .*mine.csv:2\)"):
        build_template(tmp_path, template, corpus)


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        ("", 1, "the file is empty"),
        ("\n\n", 1, "names of the columns"),
        (CSV.splitlines()[0] + "\n", 1, "holds no records"),
        (CSV.replace("meaning", "who", 1), 1, "the column 'who' stands twice"),
        (CSV.replace(",", ";"), 1, "parted by semicolons"),
        (CSV.replace(",", "\t"), 1, "parted by tabs"),
        (CSV + "Cy,a,b,c,yes,more\n", 4, "5 fields expected"),
        (CSV + '"Cy,a,b,c,yes\n', 4, "not CSV"),
        (CSV.replace("\n", "\r"), 1, "carriage returns"),
        (CSV.replace("rains", "ra\0ins"), 2, "NUL"),
    ],
)
def test_what_is_wrong_with_a_table_is_named_by_file_and_line(
    tmp_path: Path, corpus: Path, content: str, line: int, words: str
) -> None:
    corpus.write_bytes(content.encode())
    with pytest.raises(RecordError, match=words) as caught:
        build_template(tmp_path, GOOD, corpus)
    assert (caught.value.path, caught.value.line) == (str(corpus), line)


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
def test_a_table_in_another_encoding_is_named_by_line(tmp_path: Path, corpus: Path, encoding: str) -> None:
    corpus.write_bytes(CSV.replace("Ben", "Bén").encode(encoding))
    with pytest.raises(RecordError, match=r"mine.csv:[13]: .*Save .* as UTF-8"):
        build_template(tmp_path, GOOD, corpus)


def test_a_byte_order_mark_does_no_harm(tmp_path: Path, corpus: Path) -> None:
    corpus.write_text(CSV, "utf-8-sig")
    assert len(build_template(tmp_path, "\ufeff" + GOOD, corpus)) == 2


def test_a_torn_line_of_the_csv_is_named(tmp_path: Path, corpus: Path) -> None:
    corpus.write_text(CSV + "Cy,only two\n")
    with pytest.raises(RecordError, match=r"mine.csv:4: 5 fields expected"):
        build_template(tmp_path, GOOD, corpus)


def test_records_without_a_field_are_counted_not_dropped_in_silence(tmp_path: Path, corpus: Path) -> None:
    corpus.write_text(CSV + "Cy,It pours.,pour,,yes\n")
    suite = build_template(tmp_path, GOOD, corpus)
    assert len(suite) == 2
    assert suite.description.funnel["refused"] == {"no `meaning`": 1}


def test_a_star_in_a_table_is_for_all_other_values(tmp_path: Path, corpus: Path) -> None:
    suite = build_template(tmp_path, GOOD.replace("no = ", '"*" = '), corpus)
    assert [pair.label for pair in suite] == ["entailment", "non-entailment"]


def test_conditions_choose_records(tmp_path: Path, corpus: Path) -> None:
    suite = build_template(tmp_path, GOOD + 'when = { right = ["yes"] }\n', corpus)
    assert [pair.label for pair in suite] == ["entailment"]
    assert suite.description.funnel["refused"] == {"`right` is 'no'": 1}
    suite = build_template(tmp_path, GOOD + 'unless = { right = "yes" }\n', corpus)
    assert [pair.label for pair in suite] == ["non-entailment"]


def test_a_column_with_a_blank_in_its_name_is_quoted(tmp_path: Path, corpus: Path) -> None:
    corpus.write_text(CSV.replace("meaning", "what it means"))
    suite = build_template(tmp_path, GOOD.replace("{meaning}", "{'what it means'}"), corpus)
    assert next(iter(suite)).hypothesis == "Ada meant that it rains hard."


def test_braces_are_written_twice(tmp_path: Path, corpus: Path) -> None:
    suite = build_template(tmp_path, GOOD.replace("{meaning}.", "{{{meaning}}}."), corpus)
    assert next(iter(suite)).hypothesis == "Ada meant that {it rains hard}."


def test_the_same_pair_is_kept_once_with_its_number(tmp_path: Path, corpus: Path) -> None:
    corpus.write_text(CSV + CSV.splitlines()[1] + "\n")
    suite = build_template(tmp_path, GOOD, corpus)
    assert [pair.features.get("repeats") for pair in suite] == [2, None]
    assert len(build_template(tmp_path, GOOD, corpus, repeats="keep")) == 3


def test_the_same_pair_under_two_labels_is_left_out_whole(tmp_path: Path, corpus: Path) -> None:
    corpus.write_text(CSV + CSV.splitlines()[1].replace("yes", "no") + "\n")
    suite = build_template(tmp_path, GOOD, corpus)
    assert [pair.label for pair in suite] == ["non-entailment"]
    assert suite.description.funnel["refused"] == {"the same pair under two labels": 2}


def test_names_are_drawn_by_the_seed_for_each_record(tmp_path: Path, corpus: Path) -> None:
    template = GOOD.replace("{who}", "{name}") + '[draw]\nname = "given name"\n'
    corpus.write_text(CSV + "".join(f"Cy,Sentence {n}.,pour,it {n},yes\n" for n in range(60)))
    once = [pair.premise for pair in build_template(tmp_path, template, corpus, seed=3)]
    again = [pair.premise for pair in build_template(tmp_path, template, corpus, seed=3)]
    other = [pair.premise for pair in build_template(tmp_path, template, corpus, seed=4)]
    assert once == again != other
    assert len({premise.split()[0] for premise in once}) > 20
    # What is drawn for a record does not depend on the records before it.
    corpus.write_text(CSV + "".join(f"Cy,Sentence {n}.,pour,it {n},yes\n" for n in range(30)))
    assert [pair.premise for pair in build_template(tmp_path, template, corpus, seed=3)] == once[:32]


def test_one_of_several_wordings_is_drawn(tmp_path: Path, corpus: Path) -> None:
    template = GOOD.replace('corpus = "mine"', 'corpus = "mine"\nchoose = "one"') + (
        'name = "said"\n[[pair]]\nname = "wrote"\npremise = "{who} wrote: {sentence}"\n'
        'hypothesis = "{meaning}"\nlabel = "{right|verdict}"\n'
    )
    corpus.write_text(CSV + "".join(f"Cy,Sentence {n}.,pour,it {n},yes\n" for n in range(60)))
    premises = [pair.premise for pair in build_template(tmp_path, template, corpus)]
    assert len(premises) == 62
    assert 15 < sum(" wrote: " in premise for premise in premises) < 47
    chosen = build_template(tmp_path, template, corpus, pairs="wrote")
    assert all(" wrote: " in pair.premise for pair in chosen)
    with pytest.raises(InputError, match="Did you mean wrote"):
        build_template(tmp_path, template, corpus, pairs="wrot")


def test_a_template_without_its_corpus_says_what_to_give(tmp_path: Path) -> None:
    path = tmp_path / "recast.toml"
    path.write_text(GOOD)
    with pytest.raises(InputError, match="Give --corpus mine=PATH"):
        build(str(path), tmp_path / "out")
    with pytest.raises(InputError, match="'yours'"):
        build(str(path), tmp_path / "out", corpora={"yours": tmp_path})


def test_a_template_that_is_not_there_is_a_plain_message(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"There is no file .*none.toml"):
        find_builder(str(tmp_path / "none.toml"))


def test_a_file_that_is_not_utf_8_is_named_by_line(tmp_path: Path, corpus: Path) -> None:
    path = tmp_path / "recast.toml"
    path.write_bytes(GOOD.replace("sayings", "say\xedngs").encode("latin-1"))
    with pytest.raises(RecordError, match=r"recast.toml:1: not UTF-8"):
        read_template(path)


@pytest.mark.parametrize("path", sorted(BUILT_IN.glob("*.toml")), ids=lambda path: path.stem)
def test_the_built_in_recasts_are_such_files(path: Path) -> None:
    template = read_template(path)
    assert template.name == path.stem
    card = find_builder(template.name).describe(template.name)
    assert card.corpora == template.corpora


def test_a_built_in_recast_can_be_copied_and_changed(tmp_path: Path) -> None:
    """A user's copy of a built-in file does the same as the built-in one."""
    corpora = {"trofi": Path(__file__).parent / "data" / "readers" / "trofi"}
    copy = tmp_path / "mine.toml"
    copy.write_text((BUILT_IN / "trofi-recast.toml").read_text().replace("trofi-recast", "mine"))
    (ours,) = build("trofi-recast", tmp_path / "out", corpora=corpora)
    (theirs,) = build(str(copy), tmp_path / "out", corpora=corpora)
    assert ours.records_path.read_bytes() == theirs.records_path.read_bytes()


def fail(problem: str, advice: str, breaks: int) -> None:
    raise ValueError(f"{breaks} {problem} {advice}")


@given(st.text())
def test_no_expression_does_anything_but_read(text: str) -> None:
    """Whatever is typed, an expression is refused or reads fields of the record: nothing else can happen."""
    try:
        expression = parse_expression(text, 1, fail)  # type: ignore[arg-type]
    except ValueError:
        return
    for field in expression.fields:
        assert field.path
    record = {field.path[0]: "x" for field in expression.fields if len(field.path) == 1}
    if all(len(field.path) == 1 and field.table is None for field in expression.fields):
        filled = fill(expression, record, {})
        assert len(filled) <= len(text)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.text(alphabet="xy {}'", max_size=8))))
def test_joining_text_and_fields_gives_back_both(parts: list[tuple[str, str]]) -> None:
    source = "".join(f"{{{name}}}" + text.replace("{", "{{").replace("}", "}}") for name, text in parts)
    expression = parse_expression(source, 1, fail)  # type: ignore[arg-type]
    values = {"a": "1", "b": "{22}", "c": "3"}
    assert fill(expression, values, {}) == "".join(values[name] + text for name, text in parts)


@pytest.mark.parametrize("path", [("text", "__class__"), ("__len__",), ("text", "upper"), ("items",)])
def test_attributes_of_python_objects_cannot_be_reached(path: tuple[str, ...]) -> None:
    assert read_field({"text": "a"}, path) is None


def test_lines_are_found_through_long_values() -> None:
    content = (
        'a = [\n  "x", # ]\n  "y",\n]\n\n# note\n[b.c]\n"d e" = """\nlong [text] = 1\n"""\n'
        "[[pair]]\nwhen = { one = 1, two = [2] }\n[[pair]]\nz.y = 3\n"
    )
    lines = find_lines(content)
    assert lines["a",] == 1
    assert lines["b", "c"] == 7
    assert lines["b", "c", "d e"] == 8
    assert lines["pair", 0, "when", "two"] == 12
    assert lines["pair", 1, "z", "y"] == 14
    assert ("long",) not in lines
