"""The tally in real JupyterLab: mouse, keyboard, the clipboard, and a hostile name."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

NASTY = "<img src=x onerror=xss=1>"
START = "from llamakit.lessons.tallying import tally\n"
TALLY = START + f'mine = tally(["hit", "take", "three llamas"], {NASTY!r})\nmine'


@pytest.fixture
def mine(open_notebook):
    """A notebook with a tally, run anew."""
    book = open_notebook("tally.ipynb", TALLY, "mine.table.line", "'one more cell'")
    book.run_all()
    return book


def until(book, text):
    """Wait until the line to hand in ends so."""
    book.page.wait_for_function(
        "text => document.querySelector('.llamakit [data-line]').value.endsWith(text)", arg=text
    )


def press(book, name):
    book.table.get_by_role("button", name=name).click()


def test_clicks_are_counted_taken_back_and_copied(mine):
    page = mine.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for name, line in [
        ("hit 0", "hit 1"),
        ("hit 1", "hit 2"),
        ("three llamas 0", "hit 2, three llamas 1"),
        ("take 0", "hit 2, take 1, three llamas 1"),
        ("Undo take", "hit 2, three llamas 1"),
    ]:
        press(mine, name)
        until(mine, f": {line}")
    assert mine.table.locator("h3").text_content() == f"{NASTY}: 3 results"
    said = mine.table.locator("[role=status]").text_content()
    assert said == "Taken back: take. In all: 3."
    press(mine, "Copy the line")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied == f"{NASTY}: hit 2, three llamas 1"
    assert mine.table.get_by_label("Your line for the class").input_value() == copied
    assert page.evaluate("() => window.xss") is None


def test_a_name_is_written_on_the_page_before_the_line_can_be_copied(open_notebook):
    book = open_notebook("nameless.ipynb", START + 'tally(["hit", "take"])', "'one more cell'")
    book.run_all()
    press(book, "hit 0")
    book.table.get_by_role("heading", name="1 result").wait_for()
    copy = book.table.get_by_role("button", name="Copy the line")
    assert copy.is_disabled()
    assert book.table.locator("[data-line]").count() == 0
    book.table.get_by_label("Your name").click()
    book.page.keyboard.type("Dora d d")  # which would delete a cell
    press(book, "take 0")
    line = book.table.get_by_label("Your line for the class")
    line.wait_for()
    until(book, "hit 1, take 1")
    assert line.input_value() == "Dora d d: hit 1, take 1"
    assert copy.is_enabled()
    book.table.get_by_label("Your name").fill("Eli")
    book.page.keyboard.press("Enter")
    book.table.get_by_role("heading", name="Eli: 2 results").wait_for()
    assert line.input_value() == "Eli: hit 1, take 1"


def test_keys_count_move_and_leave_the_notebook_alone(mine):
    page = mine.page
    cells = page.locator(".jp-Notebook .jp-Cell").count()
    mine.table.get_by_role("button", name="hit 0").focus()
    page.keyboard.press("Enter")
    until(mine, ": hit 1")
    assert page.evaluate("() => document.activeElement.textContent") == "hit 1"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    until(mine, ": hit 1, take 1")
    for key in ("d", "d", "x", "a", "b"):
        page.keyboard.press(key)
    page.keyboard.press("Tab")  # past the other results to the name
    page.keyboard.press("Tab")  # to the line, which Tab selects
    selected = "() => { const e = document.activeElement; return [e.dataset.key, e.selectionEnd]; }"
    assert page.evaluate(selected) == ["line", len(f"{NASTY}: hit 1, take 1")]
    assert page.locator(".jp-Notebook .jp-Cell").count() == cells


def test_a_quick_hand_is_counted_whole(mine):
    button = mine.table.locator("[data-key='count 1']")
    button.focus()
    for _ in range(20):
        mine.page.keyboard.press("Enter")
    until(mine, ": take 20")
