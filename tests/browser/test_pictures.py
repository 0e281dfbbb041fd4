"""Pictures follow the theme of the page they stand on, and plots are printed on white."""

from __future__ import annotations

import re
import zlib
from base64 import b64encode
from itertools import product

import pytest

import llamakit as lk
from llamakit.explorers import find

pytestmark = pytest.mark.browser

#: The colour of the ground near the upper left corner of the image, read off a screenshot.
CORNER = """async (shot) => {
  const image = new Image();
  image.src = "data:image/png;base64," + shot;
  await image.decode();
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  canvas.drawImage(image, -20, -4);  // the corner may be round
  return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
}"""


@pytest.fixture
def page(chromium):
    page = chromium.new_page()
    yield page
    page.close()


@pytest.fixture(scope="module")
def plot():
    with lk.lessons.subplots() as (figure, ax):
        ax.bar([0], [1])
    return lk.lessons.picture(figure, "One bar.")._repr_mimebundle_()["text/html"]


def corner(page):
    """Return the colour of the picture's ground as it is seen."""
    shot = b64encode(page.locator("img").screenshot()).decode()
    return page.evaluate(CORNER, shot)


def body(light, plot):
    return f'<body data-jp-theme-light="{light}">{plot}</body>'


WHITE, DARK = [255, 255, 255], [17, 17, 17]


def test_the_theme_of_jupyterlab_decides_and_not_the_system(page, plot):
    for system in ("light", "dark"):
        page.emulate_media(color_scheme=system)
        page.set_content(body("false", plot))
        assert corner(page) == DARK
        page.set_content(body("true", plot))
        assert corner(page) == WHITE


def test_what_a_page_says_of_itself_counts_elsewhere(page, plot):
    for scheme, ground in [("dark", DARK), ("light", WHITE)]:
        page.set_content(f'<html style="color-scheme: {scheme}"><body>{plot}</body></html>')
        assert corner(page) == ground


def test_a_plot_that_was_cleaned_brings_its_own_ground(page, plot):
    cleaned = re.sub(r"<style>.*?</style>| class=\S+", "", plot)
    for system, ground in [("dark", DARK), ("light", WHITE)]:
        page.emulate_media(color_scheme=system)
        page.set_content(cleaned)
        assert corner(page) == ground


def test_a_dark_page_is_printed_with_a_plot_on_white(page, plot):
    page.set_content(body("false", plot))
    paper = b"".join(
        zlib.decompress(found[1])
        for found in re.finditer(rb"FlateDecode.*?stream\r?\n(.*?)endstream", page.pdf(), re.S)
    )
    assert b"0 .4471 .698 rg" in paper  # the bar's blue, as it was drawn


def position(game):
    return lk.new_game(game, players=2, seed=1)._repr_mimebundle_()["text/html"]


def explored(name):
    return find(name, {}).still()["text/html"]


@pytest.mark.parametrize(
    ("shows", "what"), [*product([position], lk.GAMES), *product([explored], lk.EXPLORERS)]
)
def test_a_position_and_an_explorer_are_as_bright_as_their_page(page, shows, what):
    shown = shows(what)
    page.set_content(body("true", shown))
    assert min(corner(page)) > 200
    page.set_content(body("false", shown))
    assert max(corner(page)) < 60
