"""A real browser for the tests that carry the marker `browser`; see scripts/install-chromium."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

SWITCHES = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find_chromium() -> str:
    """Return the browser to start: $CHROMIUM, or the first that is installed."""
    for name in (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name) if name else None
        if found:
            return found
    pytest.fail("These tests need chromium. Install it with: scripts/install-chromium")


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One browser with an empty profile for all tests."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            tmp_path_factory.mktemp("profile"), executable_path=find_chromium(), args=SWITCHES
        )
        context.set_default_timeout(60_000)
        yield context
        context.close()


@pytest.fixture
def open_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """Open a file as a page; whatever it logs as an error, or asks of a network, fails the test."""
    pages = []
    complaints: list[str] = []

    def open_file(path: Path, *, width: int = 1280, height: int = 900, scheme: str = "light") -> Any:
        page = browser.new_page()
        pages.append(page)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: said.type == "error" and complaints.append(said.text))
        page.on(
            "request", lambda asked: asked.url.startswith(("file:", "data:")) or complaints.append(asked.url)
        )
        page.goto(path.resolve().as_uri())
        return page

    yield open_file
    for page in pages:
        page.close()
    assert complaints == []
