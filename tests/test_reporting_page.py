"""The page: one file that needs no network, in which data is only ever text."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest
from reporting_samples import HOSTILE, ODD, idiom_pairs, run_model, sure, write_pairs, write_sample

from nonliteral.cli import main
from nonliteral.reporting import write_report
from nonliteral.reporting.embedding import choose_places
from nonliteral.reporting.gathering import Item, gather
from nonliteral.reporting.page import count_panels, fold_columns
from nonliteral.reporting.parts import score_parts
from nonliteral.reporting.sections import arrange
from nonliteral.runs import Run
from nonliteral.studies.base import StudyOptions
from nonliteral.studies.tables import Column, Figure, make_table


class Page(HTMLParser):
    """What a browser's parser makes of the page: elements, scripts, text."""

    def __init__(self, content: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[tuple[dict[str, str | None], str]] = []
        self.text = ""
        self._script: dict[str, str | None] | None = None
        self.feed(content)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag == "script":
            self._script = dict(attrs)
            self.scripts.append((self._script, ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._script = None

    def handle_data(self, data: str) -> None:
        if self._script is not None:
            attributes, text = self.scripts.pop()
            self.scripts.append((attributes, text + data))
        else:
            self.text += data

    def json(self, key: str) -> object:
        (found,) = [text for attributes, text in self.scripts if attributes.get("id") == key]
        return json.loads(found)

    def ids(self) -> list[str]:
        return [str(attributes["id"]) for _, attributes in self.elements if "id" in attributes]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Run], str]:
    folder = tmp_path_factory.mktemp("sample")
    _, runs = write_sample(folder)
    write_report(runs, folder / "report.html")
    return folder, runs, (folder / "report.html").read_text(encoding="utf-8")


def test_the_summary_comes_first_then_phenomena_then_pairs_then_how_it_was_made(
    sample: tuple[Path, list[Run], str],
) -> None:
    page = Page(sample[2])
    order = [attributes["id"] for tag, attributes in page.elements if tag == "section"]
    assert order[0] == "summary"
    assert order[-2:] == ["pairs", "made"]
    phenomena = [name for name in order if str(name).startswith("phenomenon-")]
    assert phenomena == ["phenomenon-idiom", "phenomenon-irony", "phenomenon-implicature"]
    assert order.index("phenomenon-implicature") < order.index("pairs")
    assert len(set(page.ids())) == len(page.ids())


def test_nothing_is_loaded_from_anywhere(sample: tuple[Path, list[Run], str]) -> None:
    page = Page(sample[2])
    for tag, attributes in page.elements:
        assert not {"src", "srcset", "action", "data", "poster"} & set(attributes), tag
        if "href" in attributes:
            assert str(attributes["href"]).startswith("#")
    assert not [
        tag for tag, _ in page.elements if tag in ("link", "iframe", "object", "embed", "img", "base")
    ]
    style = sample[2].split("<style>")[1].split("</style>")[0]
    assert "url(" not in style
    assert "@import" not in style


def test_only_the_pages_own_scripts_may_run(sample: tuple[Path, list[Run], str]) -> None:
    page = Page(sample[2])
    (policy,) = [
        str(attributes["content"])
        for tag, attributes in page.elements
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    running = [text for attributes, text in page.scripts if attributes.get("type") != "application/json"]
    hashes = [b64encode(sha256(text.encode()).digest()).decode() for text in running]
    assert len(running) == 3
    assert re.findall(r"'sha256-([^']+)'", policy) != []
    assert set(re.findall(r"'sha256-([^']+)'", policy)) == set(hashes)
    assert "unsafe-inline" not in policy.split("script-src")[1].split(";")[0]
    assert "default-src 'none'" in policy
    for _, attributes in page.elements:
        assert not [name for name in attributes if name.startswith("on")]


def test_text_from_data_is_never_html(sample: tuple[Path, list[Run], str]) -> None:
    content = sample[2]
    assert HOSTILE not in content
    assert "<img src=x" not in content
    assert "<i>hand</i>" not in content
    page = Page(content)
    data = page.json("data")
    assert isinstance(data, dict)
    premises = ["".join(text) for text in data["pairs"]["premise"]]
    assert f"He wrote {HOSTILE} on the wall." in premises
    assert f"{ODD} today." in premises
    assert "<i>hand</i>" in page.text  # in a table, as text


def test_pairs_carry_segments_answers_and_probabilities(sample: tuple[Path, list[Run], str]) -> None:
    data = Page(sample[2]).json("data")
    assert isinstance(data, dict)
    pairs, (careful, gullible, majority) = data["pairs"], data["models"]
    assert pairs["premise"][0] == ["Mara ", "spilled the beans", " on day 0."]
    assert "spans" not in json.dumps(pairs["features"])
    assert [model["baseline"] for model in data["models"]] == [False, False, True]
    assert careful["order"] == [0, 1, 2]
    assert careful["p"][:3] == [900, 75, 25]
    assert majority["p"] == []
    assert careful["right"][:4] == [1, 1, 1, 1]
    assert gullible["right"][:4] == [1, 0, 1, 0]
    assert data["labels"][careful["label"][1]] == "neutral"


def test_every_run_and_suite_is_accounted_for_without_paths(sample: tuple[Path, list[Run], str]) -> None:
    folder, runs, content = sample
    made = Page(content).text.split("How it was made")[-1]
    for run in runs:
        assert run.description.fingerprint in made
    for name in ("idioms", "irony", "quantifiers", "hostile"):
        assert name in made
    assert str(folder) not in content


def test_the_same_runs_give_the_same_bytes(sample: tuple[Path, list[Run], str]) -> None:
    folder, runs, content = sample
    write_report(runs, folder / "again.html")
    assert (folder / "again.html").read_text(encoding="utf-8") == content


def test_several_runs_stand_side_by_side_with_paired_differences(
    sample: tuple[Path, list[Run], str],
) -> None:
    page = Page(sample[2])
    assert "careful and gullible on non-literal language" in page.text
    assert "Paired differences between models" in page.text
    assert "Against the best baseline of each phenomenon" in page.text


def test_charts_of_many_panels_are_folded_away() -> None:
    def figure(panels: int) -> Figure:
        values = [{"suite": f"s{n % panels}", "x": n} for n in range(3 * panels)]
        spec = {"facet": {"row": {"field": "suite"}}, "data": {"values": values}, "spec": {}}
        return Figure(key="k", title="t", spec=spec, caption="c")

    assert count_panels(figure(5)) == 5
    assert count_panels(Figure(key="k", title="t", spec={"mark": "point"}, caption="c")) == 1


def test_a_page_with_more_pairs_than_it_may_show_takes_whole_groups_and_says_so(tmp_path: Path) -> None:
    suite = write_pairs(tmp_path / "suites", "idioms", idiom_pairs(40))
    run = run_model(lambda pair: sure(pair.label), [suite], tmp_path / "run")
    write_report([run], tmp_path / "report.html", most_pairs=15)
    page = Page((tmp_path / "report.html").read_text(encoding="utf-8"))
    data = page.json("data")
    assert isinstance(data, dict)
    assert len(data["pairs"]["id"]) == 14
    groups = [data["pairs"]["group"].count(group) for group in set(data["pairs"]["group"])]
    assert set(groups) == {2}
    assert "14 of 40 pairs, drawn by whole groups" in page.text
    assert choose_places([Item("s", pair) for pair in idiom_pairs(6)], 100) == list(range(6))


def test_explanations_and_answers_that_could_not_be_read_are_shown(tmp_path: Path) -> None:
    pairs = idiom_pairs(4)
    suite = write_pairs(tmp_path / "suites", "idioms", pairs)
    run = run_model(
        lambda pair: None if pair.id == "spill/1" else sure(pair.label), [suite], tmp_path / "run"
    )
    report = write_report([run], tmp_path / "report.html")
    data = Page((tmp_path / "report.html").read_text(encoding="utf-8")).json("data")
    assert isinstance(data, dict)
    assert data["models"][0]["label"] == [0, -1, 0, 1]
    assert data["models"][0]["right"] == [1, 0, 1, 1]
    scores = report.summary.parts[0].scores[0]
    assert scores is not None
    assert scores.unread == 1


def test_the_intended_reading_can_be_the_one_that_counts(sample: tuple[Path, list[Run], str]) -> None:
    folder, runs, _ = sample
    write_report(runs, folder / "intended.html", options=StudyOptions(reading="intended"))
    page = Page((folder / "intended.html").read_text(encoding="utf-8"))
    data = page.json("data")
    assert isinstance(data, dict)
    irony = [row for row, name in enumerate(data["pairs"]["id"]) if name.startswith("irony/")]
    assert {data["models"][1]["right"][row] for row in irony} == {1}
    assert "in the intended reading where a pair has it" in page.text


def test_a_table_says_once_what_is_the_same_in_all_rows() -> None:
    columns = ["trigger", "reading", "model", Column("n", "count")]
    rows = [["only", "logical", "mine", 3], ["both", "logical", "mine", 4]]
    table, said = fold_columns(make_table("t", "T", columns, rows, ""), models=1)
    assert [column.name for column in table.columns] == ["trigger", "n"]
    assert table.rows == [["only", 3], ["both", 4]]
    assert said == "logical reading"
    _, said = fold_columns(make_table("t", "T", columns, rows, ""), models=2)
    assert said == "logical reading, mine only"
    rows[1][2] = "other"
    table, _ = fold_columns(make_table("t", "T", columns, rows, ""), models=2)
    assert [column.name for column in table.columns] == ["trigger", "model", "n"]


def test_a_section_shows_which_answers_each_label_got(tmp_path: Path) -> None:
    suite = write_pairs(tmp_path / "suites", "idioms", idiom_pairs(10))
    run = run_model(lambda _: "neutral", [suite], tmp_path / "run")
    gathered = gather([run], StudyOptions())
    (section,) = arrange(gathered, score_parts(gathered), [])
    table = next(table for table in section.tables if table.key == "idiom-by-label")
    for row in table.records():
        assert row["→ neutral"] == 1.0
        assert row["right"]["value"] == (row["label"] == "neutral")
    assert sum(table.column("n")) == 10


def test_the_command_writes_the_page_and_prints_the_findings(
    sample: tuple[Path, list[Run], str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, _, _ = sample
    out = folder / "command.html"
    arguments = [
        "report",
        str(folder / "runs"),
        "--out",
        str(out),
        "--name",
        f"{folder / 'runs/careful'}=mine",
    ]
    assert main([*arguments, "--title", "Ours & theirs", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["report"] == str(out)
    assert len(printed["findings"]) == 3
    assert printed["findings"][0].startswith("The model mine does best")
    assert "<title>Ours &amp; theirs</title>" in out.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--out", "x.html"], "Say which runs"),
        (["."], "--out FILE"),
        ([".", "--out", "."], "is a folder"),
        (["nowhere", "--out", "x.html"], "There is no folder nowhere"),
        (["RUN", "--out", "x.html", "--scheme", "four-way"], "two-way or three-way"),
        (["RUN", "--out", "x.html", "--name", "mine"], "RUN=NAME"),
        (["RUN", "--out", "x.html", "--name", "other=mine"], "not among the runs"),
        (["RUN", "--out", "x.html", "--study", "implii"], "study"),
    ],
)
def test_mistakes_are_named(
    sample: tuple[Path, list[Run], str],
    arguments: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    given = [str(sample[0] / "runs" / "careful") if part == "RUN" else part for part in arguments]
    assert main(["report", *given]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "x.html").exists()
