"""The documentation's site: built, every link followed, and looked at in both themes.

The pages are built with warnings as errors. What a page needs must come with the site, and what it
links to must be there; addresses elsewhere are checked for their form only.
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from llamakit.lessons.copies import BEGIN

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ROOT = Path(__file__).parents[2]
SHOTS = Path(__file__).with_name("shots")

#: Parts of the whole site that ``site/build.py`` puts beside the documentation.
BESIDE = ("lite/", "play/")

#: How an address elsewhere is written: safe, or on this machine.
ELSEWHERE = re.compile(r"(https://[\w.-]+|http://127\.0\.0\.1:\d+)(/[^\s<>\"]*)?")

#: A page of each kind.
PAGES = [
    "index",
    "student",
    "school",
    "teachers_guide",
    "lessons/llama_dice_odds",
    "lessons/strategies_and_tournaments",
    "rules/kadabra",
    "reference/play",
    "reference/chinchiller",
    "project/contributing",
    "search",
]


class Links(HTMLParser):
    """What a page links to, what it loads, and the places on it that can be linked to."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.places: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.places |= {found.get("id", ""), found.get("name", "")}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif tag == "link" and found.get("rel") not in ("canonical", "next", "prev"):
            self.loads.append(found.get("href", ""))
        elif tag in ("script", "img", "iframe", "source", "video"):
            self.loads.append(found.get("src", ""))


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """The built site."""
    if importlib.util.find_spec("sphinx") is None or importlib.util.find_spec("myst_nb") is None:
        if os.environ.get("CI"):
            pytest.fail("the documentation's tools are not installed: pip install -e '.[docs]'")
        pytest.skip("the documentation's tools are not installed")
    folder = tmp_path_factory.mktemp("docs")
    options = ["-q", "-W", "--keep-going", "-d", folder / "doctrees"]
    command = [sys.executable, "-m", "sphinx", *options, ROOT / "docs", folder / "html"]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "html"


@pytest.fixture(scope="module")
def pages(site) -> dict[str, Links]:
    found = sorted(site.rglob("*.html"))
    return {
        path.relative_to(site).as_posix(): Links(path.read_text("utf-8"))
        for path in found
        if "_static" not in path.parts
    }


def from_here(page: str, link: str) -> tuple[str, str]:
    """Return the file of the site that a link on a page leads to, and the place in it."""
    parts = urlsplit(link)
    if not parts.path:
        return page, parts.fragment
    path = os.path.normpath(Path(page).parent / unquote(parts.path))
    return path + "/" * parts.path.endswith("/"), parts.fragment


def test_every_link_leads_somewhere(site, pages):
    broken = []
    for page, found in pages.items():
        for link in found.links:
            if urlsplit(link).scheme:
                if not ELSEWHERE.fullmatch(link):
                    broken.append((page, link))
                continue
            file, place = from_here(page, link)
            if file.startswith(BESIDE):
                continue
            there = pages.get(file)
            if not (site / file).is_file() or (place and there and place not in there.places):
                broken.append((page, link))
    assert broken == []
    assert len(pages) > 40


def test_a_page_loads_nothing_from_elsewhere(site, pages):
    for page, found in pages.items():
        for load in found.loads:
            assert not urlsplit(load).scheme or load.startswith("data:"), (page, load)
            if load and not load.startswith("data:"):
                assert (site / from_here(page, load)[0]).is_file(), (page, load)


def test_lessons_have_results_and_no_solutions(site):
    books = sorted((site / "lessons").glob("*.html"))
    assert len(books) == len(list((ROOT / "notebooks").glob("*.ipynb")))
    for book in books:
        page = book.read_text("utf-8")
        assert BEGIN not in page
        assert "Correct" not in page, book.name
    page = (site / "lessons/llama_dice_odds.html").read_text("utf-8")
    assert "<mfrac><mrow><mn>29</mn></mrow><mrow><mn>54</mn></mrow></mfrac>" in page
    assert "data:image/svg+xml;base64" in page or "_images" in page


@pytest.fixture(scope="module")
def address(site, serve) -> str:
    return serve(site)


AXE = """async () => (await axe.run({resultTypes: ['violations']})).violations.map(
  found => [found.id, found.impact, ...found.nodes.map(node => node.html.slice(0, 200))])"""


@pytest.mark.parametrize("width", [1280, 480])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_can_be_read_by_everybody(chromium, address, axe, scheme, width):
    context = chromium.new_context(
        viewport={"width": width, "height": 1000}, color_scheme=scheme, reduced_motion="reduce"
    )
    strangers, missing, troubles = [], [], {}
    context.on("request", lambda r: r.url.startswith((address, "data:")) or strangers.append(r.url))
    page = context.new_page()
    for name in PAGES:
        answers = lambda r: r.status < 400 or missing.append(r.url)  # noqa: E731
        page.on("response", answers)
        page.goto(f"{address}/{name}.html", wait_until="networkidle")
        page.remove_listener("response", answers)  # axe guesses at addresses of style sheets
        page.screenshot(path=SHOTS / f"docs-{name.replace('/', '-')}-{width}-{scheme}.png")
        found = (
            [] if page.evaluate("document.documentElement.scrollWidth <= innerWidth") else ["wide"]
        )
        page.evaluate(axe)
        found += page.evaluate(AXE)
        if found:
            troubles[name] = found
    context.close()
    assert (troubles, strangers, missing) == ({}, [], [])


def test_the_search_finds_a_lesson_without_a_server_of_its_own(chromium, address):
    page = chromium.new_page()
    page.goto(f"{address}/search.html?q=hypergeometric")
    found = page.locator("#search-results li a", has_text="The odds of LLAMA Kadabra")
    found.first.wait_for()
    page.close()
