"""The table in real JupyterLab, in Chromium: mouse, keyboard, two views, reopened notebooks."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
NASTY = "<img src=x onerror=alert(1)>"
START = "import llamakit as lk\n"
PAIR = START + 't = lk.play("llama-dice", players=["Ana", "Ben"], seed=7)\nt'
BOXES = "import ipywidgets\nipywidgets.Tab([ipywidgets.VBox([t])])"
VIEWS = ("views.ipynb", PAIR, "t", BOXES)
THREE = """import llamakit as lk
lk.play("llama-dice", players=["Ana", lk.bot("cautious"), lk.bot("greedy")], seed=11)"""
PEOPLE = ("people.ipynb", PAIR, "1 + 1", "2 + 2")

CHOICE = "[data-home] button"
FINAL = ".lk-final"


def state_of(book):
    """The cells of the open notebook: their number, and what is typed in them."""
    return book.page.evaluate(
        "() => [...document.querySelectorAll('.jp-Notebook .jp-Cell')]"
        ".map(cell => [cell.className.includes('jp-CodeCell'),"
        " cell.querySelector('.cm-content')?.textContent])"
    )


def said(book):
    return book.table.locator("[role=status]").first.text_content()


def moved(book, act):
    """Do something, and wait until the table has been drawn anew."""
    heads = "[...document.querySelectorAll('.llamakit h3')]"
    book.page.evaluate(f"() => {heads}.forEach(head => head.setAttribute('old', ''))")
    act()
    book.page.wait_for_function(f"() => {heads}.every(head => !head.hasAttribute('old'))")


@pytest.fixture
def play_notebook(open_notebook):
    """A notebook with a table among other cells, as a student runs it; its bots move at once."""
    book = open_notebook("play.ipynb", "1 + 1", THREE, "2 + 2", quick=True)
    if not book.table.count():
        book.run_all()
    return book


def press_until(page, key, reached):
    """Press a key until something holds, as one who looks for the table without a mouse."""
    for _ in range(60):
        if page.evaluate(reached):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never gets there")


def test_a_whole_game_by_clicking(play_notebook):
    table = play_notebook.table
    scores = table.locator(FINAL)
    clicks = 0
    while True:
        table.locator(f"{CHOICE}, {FINAL}").first.wait_for()
        if scores.count():
            break
        moved(play_notebook, table.locator(CHOICE).first.click)
        clicks += 1
    assert clicks > 5
    assert scores.locator("tbody tr").count() == 3
    assert scores.locator(".lk-won").count() >= 1
    assert "the game!" in table.locator(".lk-choices h4").text_content()
    assert table.locator(CHOICE).all_text_contents() == ["Play again", "Watch it again"]


def test_a_whole_game_by_keyboard_alone(play_notebook):
    page, scores = play_notebook.page, play_notebook.table.locator(FINAL)
    play_notebook.run_all()
    in_choices = "() => document.activeElement.closest('.llamakit [data-home]') !== null"
    in_table = "() => document.activeElement.closest('.llamakit') !== null"
    press_until(
        page, "ArrowUp", "() => document.querySelector('.jp-mod-active .llamakit') !== null"
    )
    press_until(page, "Tab", in_choices)
    presses = 0
    while True:
        page.wait_for_function(f"() => ({in_choices})() || document.querySelector('{FINAL}')")
        assert page.evaluate(in_table)
        if scores.count():
            break
        if presses % 3 == 2:  # now and then the last choice: to quit
            page.keyboard.press("End")
        key = "Enter" if presses % 2 else "Space"
        moved(play_notebook, lambda key=key: page.keyboard.press(key))
        presses += 1
    assert presses > 5
    assert page.evaluate(in_table)
    assert "The game is over" in said(play_notebook)


def test_keys_typed_at_the_table_leave_the_course_alone(play_notebook):
    before = state_of(play_notebook)
    button = play_notebook.table.locator(CHOICE).first
    button.focus()
    for key in ["a", "x", "d", "d", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]:
        play_notebook.page.keyboard.press(key)
    assert state_of(play_notebook) == before
    assert len(before) == 3


def test_arrow_keys_stay_in_their_group_and_other_keys_do_nothing(open_notebook):
    book = open_notebook(*PEOPLE)
    book.run_all()
    before = state_of(book)
    page = book.page
    roll = book.table.locator(CHOICE).first
    roll.focus()
    for key in ["a", "x", "d", "d", "b", "z", "c", "v", "m", "0", "0", "Delete", "ArrowUp"]:
        page.keyboard.press(key)
    assert page.evaluate("() => document.activeElement.closest('[data-home]') !== null")
    assert state_of(book) == before
    roll.focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("() => document.activeElement.textContent") == "Quit the round"
    page.keyboard.press("ArrowRight")
    assert page.evaluate("() => document.activeElement.textContent") == "Roll the dice"
    page.keyboard.press("End")
    assert page.evaluate("() => document.activeElement.textContent") == "Quit the round"
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("() => document.activeElement.dataset.key") == "news"
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("() => document.activeElement.closest('.lk-tools') !== null")
    assert state_of(book) == before


def test_the_exact_odds_are_one_click_away(open_notebook):
    book = open_notebook(*PEOPLE)
    book.run_all()
    switch = book.table.get_by_role("switch", name="Exact odds")
    moved(book, switch.click)
    assert switch.get_attribute("aria-checked") == "true"
    assert book.page.evaluate("() => document.activeElement.dataset.key") == "switch odds"
    figures = book.table.locator("table.lk-odds tr").all_inner_texts()
    assert figures
    assert any(re.search(r"\d+/\d+\s+[\d.]+ %", figure) for figure in figures)


def test_two_views_in_step_and_boxes(open_notebook):
    book = open_notebook(*VIEWS)
    book.run_all()
    book.page.wait_for_function("() => document.querySelectorAll('.llamakit h3').length === 3")
    for view, label in ((0, "Quit the round"), (1, "Quit the round"), (2, "Next round")):
        moved(book, book.table.nth(view).get_by_role("button", name=label).click)
        texts = {
            re.sub(' tabindex="[^"]*"', "", table.inner_html())
            for table in book.table.locator(".lk-stage").all()
        }
        assert len(texts) == 1
    assert book.page.evaluate("() => [...document.querySelectorAll('.llamakit [id]')].length") == 0


def test_a_game_is_saved_to_disk_and_loaded_again(open_notebook, tmp_path):
    book = open_notebook(*PEOPLE)
    book.run_all()
    moved(book, book.table.locator(CHOICE).nth(1).click)
    with book.page.expect_download() as download:
        book.table.get_by_role("button", name="Save game").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert json.loads(path.read_text())["steps"][-1] == {"seat": 0, "action": "quit"}
    moved(book, book.table.get_by_role("button", name="Undo").click)
    assert "Ana, do you take" in book.table.locator(".lk-choices h4").text_content()
    moved(book, book.table.get_by_role("button", name="Yes, take it back").click)
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps({"game": NASTY}))
    for file, heading in ((broken, "Ana to roll or quit"), (path, "Ben to roll or quit")):
        with book.page.expect_file_chooser() as chooser:
            book.table.get_by_role("button", name="Load game").click()
        moved(book, lambda file=file, chooser=chooser: chooser.value.set_files(file))
        assert heading in book.table.locator("h3").text_content()
    assert book.table.locator(".lk-note").text_content() == "The game is loaded."


def test_a_restarted_kernel_is_noticed(open_notebook):
    book = open_notebook(*VIEWS)
    book.run_all()
    tall = "all => all.map(e => e.offsetHeight)"
    before = book.table.evaluate_all(tall)
    book.menu("Kernel", "kernelmenu:restart")
    book.page.click(".jp-Dialog .jp-mod-accept")
    lost = book.table.locator(".lk-lost", has_text="Not connected: run the cell again.")
    lost.first.wait_for()
    assert lost.count() == 3
    assert book.table.evaluate_all(tall) == before  # it pushes nothing away
    book.ready()
    book.run_all()
    lost.first.wait_for(state="detached")
    moved(book, book.table.locator(CHOICE).first.click)


def test_a_reopened_notebook_shows_the_picture_and_the_transcript(open_notebook, lab):
    cell = START + f'lk.play("llama-dice", players=[{NASTY!r}, "Ben"], seed=7)'
    book = open_notebook("saved.ipynb", cell)
    book.run_all()
    still = book.page.locator(".llamakit-still")
    moved(book, book.table.locator(CHOICE).nth(1).click)
    still.locator("pre", has_text=f"{NASTY} quits the round.").wait_for(state="attached")
    assert not still.is_visible()
    book.save()
    book.close()
    saved = json.loads((lab.root / "saved.ipynb").read_text())
    saved["cells"][0]["source"] += "\n# written by somebody else"
    (lab.root / "foreign.ipynb").write_text(json.dumps(saved))
    (lab.root / "again.ipynb").write_bytes((lab.root / "saved.ipynb").read_bytes())
    for name, trusted in (("again.ipynb", True), ("foreign.ipynb", False)):
        later = open_notebook(name)
        image = later.page.locator(".llamakit-still img")
        image.wait_for()
        assert image.evaluate("image => image.naturalWidth") == 640
        alt = image.get_attribute("alt")
        assert "Ben to roll or quit" in alt
        assert NASTY in alt
        shown = later.page.locator(".jp-Cell-outputArea").inner_text()
        assert f"{NASTY} quits the round." in shown
        assert later.page.locator(".llamakit").count() == 0
        if trusted:
            later.page.get_by_text("Error displaying widget: model not found").wait_for()
            later.expect("widget model not found")
        else:
            assert "A table for llama-dice: run this cell to play." in shown
