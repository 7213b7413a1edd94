"""The report in a real browser: filters, keys, hostile text, many pairs, paper, phones, dark."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import make_pair
from reporting_samples import HOSTILE, ODD, run_model, sure, write_pairs, write_sample

from nonliteral.reporting import write_report

pytest_plugins = ["chromium"]
pytestmark = pytest.mark.browser

Open = Callable[..., Any]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    _, runs = write_sample(folder)
    return write_report(runs, folder / "report.html").path


def count(page: Any) -> int:
    text = page.locator("#count").text_content()
    found = re.match(r"([\d,]+) of", text)
    return int(found[1].replace(",", "")) if found else 0


def wait_for_count(page: Any, beginning: str) -> None:
    page.locator("#count", has_text=re.compile(f"^{beginning}")).wait_for()


def choose(page: Any, name: str, text: str) -> None:
    options = page.locator(f"#f-{name} option").all_text_contents()
    (label,) = [option for option in options if option.split(" (")[0] == text]
    page.select_option(f"#f-{name}", label=label)


def shown(page: Any, selector: str) -> list[str]:
    return [text.strip() for text in page.locator(f".pair {selector}").all_text_contents()]


def focused_id(page: Any) -> str:
    return str(page.evaluate("document.activeElement.querySelector('.facts dd')?.textContent ?? ''"))


def test_filters_narrow_down_what_is_shown(report: Path, open_page: Open) -> None:
    page = open_page(report)
    assert count(page) == 82
    choose(page, "phenomenon", "idiom")
    assert count(page) == 42
    choose(page, "method", "adversarial-definition")
    assert count(page) == 20
    choose(page, "model", "gullible")
    choose(page, "outcome", "right")
    assert count(page) == 0
    assert "None of 82 pairs" in page.locator("#count").text_content()
    choose(page, "outcome", "wrong")
    assert count(page) == 20
    page.fill("#f-text", "DAY 1")
    wait_for_count(page, "6 of")
    assert all("day 1" in text for text in shown(page, ".texts dd"))
    page.click("text=Clear filters")
    wait_for_count(page, "82 of")
    choose(page, "model", "every model")
    choose(page, "outcome", "they differ")
    assert count(page) == 20 + 20 + 20 + 1


def test_a_section_leads_to_its_mistakes(report: Path, open_page: Open) -> None:
    page = open_page(report)
    page.click("#phenomenon-irony >> text=Only what went wrong")
    wait_for_count(page, "None")
    choose(page, "model", "gullible")
    assert count(page) == 20
    assert set(page.locator(".pair .meta").all_text_contents()) == {"irony · recast · silver · irony"}


def test_changed_spans_and_probabilities_are_shown(report: Path, open_page: Open) -> None:
    page = open_page(report)
    first = page.locator(".pair").first
    assert first.locator("mark").all_text_contents() == ["spilled the beans", "revealed the secret"]
    row = first.locator(".answers tr", has_text="careful")
    assert "entailment 0.900" in row.text_content()
    assert "✓ right" in row.text_content()
    widths = row.locator(".bar i").evaluate_all("bars => bars.map(bar => bar.style.width)")
    assert widths == ["90%", "7.5%", "2.5%"]
    assert first.locator(".answers tr").count() == 1 + 2 + 1  # the label, two models, the baselines in one
    assert "majority: " in first.locator(".baselines").text_content()
    lefts = first.locator(".gold, .answer").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect().left)"
    )
    assert len(set(lefts)) == 1
    page.fill("#f-text", "quantifiers/3/target")
    wait_for_count(page, "1 of")
    assert "(logical: neutral, pragmatic: entailment)" in page.locator(".pair .gold").text_content()


def test_pairs_are_ordered_by_how_sure_a_model_was(tmp_path: Path, open_page: Open) -> None:
    pairs = [make_pair(id=f"p{n}", premise=f"P {n}.", group=str(n)) for n in range(3)]
    suite = write_pairs(tmp_path / "suites", "sure", pairs)
    how_sure = {"p0": 0.6, "p1": 0.95, "p2": 0.5}
    run = run_model(lambda pair: sure("entailment", how_sure[pair.id]), [suite], tmp_path / "run")
    page = open_page(write_report([run], tmp_path / "report.html").path)
    choose(page, "order", "most sure first")
    assert shown(page, ".texts dd:nth-of-type(1)") == ["P 1.", "P 0.", "P 2."]
    choose(page, "order", "least sure first")
    assert shown(page, ".texts dd:nth-of-type(1)") == ["P 2.", "P 0.", "P 1."]


def test_the_keyboard_is_enough(report: Path, open_page: Open) -> None:
    page = open_page(report)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "f-text"
    page.keyboard.type("idioms/")
    wait_for_count(page, "40 of")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert focused_id(page) == "idioms/spill/0"
    page.keyboard.press("j")
    page.keyboard.press("ArrowDown")
    assert focused_id(page) == "idioms/spill/2"
    page.keyboard.press("k")
    assert focused_id(page) == "idioms/spill/1"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.querySelector('details').open") is True
    page.keyboard.press("n")
    assert focused_id(page) == "idioms/spill/20"
    page.keyboard.press("p")
    assert focused_id(page) == "idioms/spill/0"
    page.keyboard.press("/")
    page.keyboard.press("Escape")
    assert count(page) == 82


def test_every_control_can_be_reached_and_has_a_name(report: Path, open_page: Open) -> None:
    page = open_page(report)
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll('select, input, button, [role=region], [role=img], section')]
            .filter(each => !(each.labels?.length || each.getAttribute('aria-label')
                              || each.getAttribute('aria-labelledby') || each.textContent.trim()))
            .map(each => each.outerHTML)"""
    )
    assert unnamed == []
    hidden = page.evaluate("[...document.querySelectorAll('.pair')].filter(p => p.tabIndex === 0).length")
    assert hidden == 1


def test_text_that_looks_like_a_script_stays_text(report: Path, open_page: Open) -> None:
    page = open_page(report)
    title = page.title()
    page.fill("#f-text", "onerror")
    wait_for_count(page, "1 of")
    texts = shown(page, ".texts dd")
    assert texts == [f"He wrote {HOSTILE} on the wall.", f"He wrote {HOSTILE} on the door."]
    assert page.locator(".pair mark").all_text_contents() == ["wall", "door"]
    assert page.locator(".pair img, .pair script, .pair i i, td img, th i").count() == 0
    page.locator(".pair details summary").click()
    assert HOSTILE in page.locator(".pair .facts").text_content()
    assert page.title() == title


def test_odd_unicode_is_shown_as_it_is(report: Path, open_page: Open) -> None:
    page = open_page(report)
    page.fill("#f-text", "naïve 👩\u200d👧")
    wait_for_count(page, "1 of")
    texts = page.locator(".pair .texts dd").all_text_contents()
    assert texts == [f"{ODD} today.", f"{ODD} never."]
    assert page.locator(".pair mark").all_text_contents() == ["today", "never"]


def test_charts_are_drawn_and_follow_the_colour_scheme(report: Path, open_page: Open) -> None:
    page = open_page(report)
    chart = page.locator("#chart-1")
    chart.locator("svg").wait_for()
    assert "irony, intended reading, n = " in chart.text_content()
    overview = page.locator("#summary table").first
    assert overview.is_visible()
    assert overview.locator("thead th").all_text_contents()[:3] == ["phenomenon", "n", "careful"]
    light = chart.locator("svg text").first.get_attribute("fill")
    page.emulate_media(color_scheme="dark")
    chart.locator(f'svg text:not([fill="{light}"])').first.wait_for()
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == "rgb(22, 23, 26)"


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_the_page_fits_its_window(report: Path, open_page: Open, width: int) -> None:
    page = open_page(report, width=width, height=800)
    page.locator("#chart-1 svg").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    spilling = page.evaluate(
        """() => [...document.querySelectorAll('main *')].filter(each => {
            if (each.closest('.scroll') || each.closest('nav') || !each.getClientRects().length) return false;
            const box = each.getBoundingClientRect();
            return box.right > innerWidth + 1 || box.left < -1;
        }).map(each => each.outerHTML.slice(0, 120))"""
    )
    assert spilling == []


def contrast(page: Any, first: str, second: str) -> float:
    return float(
        page.evaluate(
            """([first, second]) => {
            const light = (name) => {
                const value = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
                const parts = [1, 3, 5].map(at => parseInt(value.slice(at, at + 2), 16) / 255)
                    .map(x => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
                return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
            };
            const [a, b] = [light(first), light(second)].sort((x, y) => y - x);
            return (a + 0.05) / (b + 0.05);
        }""",
            [first, second],
        )
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_and_marks_stand_out_from_the_page(report: Path, open_page: Open, scheme: str) -> None:
    page = open_page(report, scheme=scheme)
    for name in ("--ink", "--muted", "--accent", "--right", "--wrong"):
        assert contrast(page, name, "--paper") >= 4.5, name
    assert contrast(page, "--ink", "--mark") >= 4.5
    for name in [f"--c{number}" for number in range(1, 9)] + [
        "--entailment",
        "--neutral",
        "--contradiction",
        "--non-entailment",
    ]:
        assert contrast(page, name, "--paper") >= 3, name


def test_paper_gets_everything_in_light_colours(report: Path, open_page: Open, tmp_path: Path) -> None:
    page = open_page(report, scheme="dark")
    page.evaluate(
        """() => addEventListener('beforeprint', () => {
            window.seen = {
                folded: document.querySelectorAll('details:not([open])').length,
                undrawn: document.querySelectorAll('.chart:not(:has(svg))').length,
                ink: getComputedStyle(document.documentElement).getPropertyValue('--ink').trim(),
            };
        })"""
    )
    file = tmp_path / "report.pdf"
    page.pdf(path=str(file), format="A4")
    assert page.evaluate("window.seen") == {"folded": 0, "undrawn": 0, "ink": "#1c1c1a"}
    assert file.read_bytes().startswith(b"%PDF")
    page.emulate_media(media="print")
    for selector in ("nav", "#filters", "#pager"):
        assert not page.locator(selector).is_visible()
    page.emulate_media(media="screen")
    assert page.locator("details.table[open]").count() == 0


def test_fifty_thousand_pairs_and_five_models_open_and_filter_quickly(
    tmp_path: Path, open_page: Open
) -> None:
    pairs = [
        make_pair(
            id=f"p{n}",
            premise=f"On day {n} the mayor finally buried the hatchet with her oldest rival in the council.",
            hypothesis=f"On day {n} the mayor finally made peace with her oldest rival in the council.",
            group=f"g{n // 250}",
            method=("figurative-definition", "antonym")[n % 2],
        )
        for n in range(50_000)
    ]
    suite = write_pairs(tmp_path / "suites", "many", pairs)
    runs = [
        run_model(
            lambda pair, k=k: sure("entailment" if int(pair.id[1:]) % (k + 2) else "neutral"),
            [suite],
            tmp_path / f"model{k}",
        )
        for k in range(5)
    ]
    report = write_report(runs, tmp_path / "report.html", studies=[]).path
    page = open_page(report)
    page.locator(".pair").first.wait_for()
    ready = page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    # The bar is two seconds on a quiet machine (benchmarks/report.py measures it); here only that it is not
    # of another order.
    assert ready < 20_000
    assert count(page) == 50_000
    page.fill("#f-text", "day 49999 ")
    wait_for_count(page, "1 of 50,000")
    page.fill("#f-text", "")
    choose(page, "method", "antonym")
    assert count(page) == 25_000
    assert page.locator(".pair").count() == 20
    page.fill("#page", "1250")
    page.keyboard.press("Enter")
    assert "24,981 to 25,000 shown" in page.locator("#count").text_content()
