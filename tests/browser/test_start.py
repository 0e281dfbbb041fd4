"""The start panel in JupyterLab: by keyboard alone, by mouse, and after a restarted kernel."""

from __future__ import annotations

import json

import pytest

import llamakit as lk

pytestmark = pytest.mark.browser

ANSWER = "[data-home] [data-do=play]:not(:disabled)"
START = "import llamakit as lk\nlk.play()"


@pytest.fixture
def book(open_notebook, lab):
    """A notebook that opens with the start panel; what it has saved before is gone."""
    book = open_notebook("start.ipynb", START, quick=True)
    for file in lab.root.glob("llamakit-*.json"):
        file.unlink()
    book.run_all()
    book.table.locator(".lk-start").wait_for()
    return book


def drawn_anew(table, act):
    head = table.locator("h3").element_handle()
    act()
    table.page.wait_for_function("head => !head.isConnected", arg=head)


def test_a_game_is_chosen_and_played_by_keyboard_alone(book, scrolled):
    table, page = book.table, book.page
    page.wait_for_function("() => document.querySelector('.lk-games') !== null")
    table.locator("[data-key='game llama']").focus()
    drawn_anew(table, lambda: page.keyboard.press("Enter"))
    assert page.evaluate("() => document.activeElement.dataset.key") == "game llama"
    name = table.get_by_label("Name of the player in seat 1")
    name.focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("Zoë d d x")  # typed into a field, not to the notebook
    drawn_anew(table, lambda: page.keyboard.press("Tab"))
    assert scrolled(page) == []
    length = table.get_by_label("How long?")
    length.focus()
    drawn_anew(table, lambda: page.keyboard.press("End"))
    assert "One round" in length.locator("option:checked").text_content()
    table.locator("[data-key=begin]").focus()
    page.keyboard.press("Enter")
    table.locator(".lk-board").wait_for()
    assert table.locator("h4 bdi").first.text_content() == "Zoë d d x"
    for _ in range(200):
        table.locator(f"{ANSWER}, [data-key=again]").first.wait_for()
        if table.locator("[data-key=again]").count():
            break
        assert page.evaluate("() => document.activeElement.closest('.llamakit') !== null")
        table.locator(ANSWER).last.focus()
        drawn_anew(table, lambda: page.keyboard.press("Enter"))
    assert table.locator(".lk-final").count() == 1
    assert scrolled(page) == []


def test_a_double_click_on_new_game_only_shows_the_panel(book):
    table, page = book.table, book.page
    table.locator("[data-key=begin]").click()
    table.locator(".lk-board").wait_for()
    page.evaluate("() => { pressed = now => now; }")
    box = table.locator("[data-key=new]").bounding_box()
    page.mouse.dblclick(box["x"] + 20, box["y"] + 10, delay=30)
    table.locator(".lk-start").wait_for()
    page.evaluate("() => { pressed = now => now + 1000; }")
    assert table.locator("li select").count() == 3
    table.locator("[data-key=back]").click()
    table.locator(".lk-board").wait_for()


def test_after_a_restart_the_panel_offers_to_go_on(book, lab):
    table, page = book.table, book.page
    table.get_by_label("Name of the player in seat 1").fill("Ana")
    drawn_anew(table, lambda: page.keyboard.press("Tab"))
    table.locator("[data-key=begin]").click()
    table.locator(".lk-board").wait_for()
    assert [file.name for file in lab.root.glob("llamakit-*")] == ["llamakit-llama-dice.json"]
    book.menu("Kernel", "kernelmenu:restart")
    page.click(".jp-Dialog .jp-mod-accept")
    book.ready()
    book.run_all()
    go_on = table.get_by_role("button", name="Go on: L.L.A.M.A. Dice, round 1, Ana")
    go_on.click()
    said = "The game in llamakit-llama-dice.json goes on."
    table.locator(".lk-note", has_text=said).wait_for()
    assert table.locator("h4 bdi").first.text_content() == "Ana"


def test_another_game_is_loaded_onto_a_saved_table_once_that_is_answered(book, lab, tmp_path):
    table, page = book.table, book.page
    table.locator("[data-key=begin]").click()
    table.locator(".lk-board").wait_for()
    other = tmp_path / "other.json"
    other.write_text(json.dumps(lk.new_game("llama", ["Eva", "Tom"], seed=1).record()))
    answers = {"No, go on playing": "L.L.A.M.A. Dice", "Yes, load it": "L.L.A.M.A.,"}
    for answer, heading in answers.items():
        with page.expect_file_chooser() as chooser:
            table.locator("[data-key=load]").click()
        drawn_anew(table, lambda chosen=chooser: chosen.value.set_files(other))
        assert "Load that game?" in table.locator(".lk-choices h4").text_content()
        drawn_anew(table, table.get_by_role("button", name=answer).click)
        assert table.locator("h3").text_content().startswith(heading)
    saved = {file.name for file in lab.root.glob("llamakit-*.json")}
    assert saved == {"llamakit-llama-dice.json", "llamakit-llama.json"}
