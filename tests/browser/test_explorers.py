"""Explorers in real JupyterLab, in Chromium: sliders without Python, keyboard alone, state."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

START = "import llamakit as lk\n"
ROLL = ("roll.ipynb", START + 'e = lk.explore("roll")\ne', "e.state['guess'], e.state['row']")

STOP = ("stop.ipynb", START + 'e = lk.explore("stop")\ne', "e.state['eye_cost'], e.state['value']")
HAND = ("hand.ipynb", START + 'e = lk.explore("hand")\ne', "e.state['cards'], e.state['copies']")
GIVEN = ("given.ipynb", START + 'e = lk.explore("given")\ne', "e.state['before'], e.state['after']")
FUNNEL = ("funnel.ipynb", START + 'e = lk.explore("funnel")\ne', "e.state['rolls']")
BLUFF = ("bluff.ipynb", START + 'e = lk.explore("bluff")\ne', "e.state['lies'], e.state['gain']")
TREE = ("tree.ipynb", START + 'e = lk.explore("tree")\ne', "e.state['gap']")

#: Move a slider as a hand does, and return what the page shows at once: nobody else had a turn.
SLIDE = """([key, place, shown]) => {
  const slider = document.querySelector(`.llamakit input[data-key="${key}"]`);
  slider.value = place;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  return document.querySelector(`.llamakit ${shown}`).textContent;
}"""

#: Move a slider to each of its places, slowly enough to be drawn; return how many messages went to
#: Python meanwhile, and how many different things were shown.
DRAG = """async (slider) => {
  const [sent, stage] = [[], slider.closest(".lk-stage")];
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) { sent.push(data); return send.call(this, data); };
  const seen = new Set();
  for (let place = 0; place <= slider.max; place++) {
    slider.value = place;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise(requestAnimationFrame);
    seen.add(stage.innerHTML);
  }
  WebSocket.prototype.send = send;
  const told = sent.filter((one) => new TextDecoder().decode(one).includes("comm_msg"));
  return [told.length, seen.size];
}"""

FOCUSED = "() => document.activeElement.dataset.key"


@pytest.fixture
def explored(open_notebook):
    """Open a notebook that shows an explorer, run it, and start the explorer again."""

    def opener(*book):
        opened = open_notebook(*book)
        if not opened.table.count():
            opened.run_all()
        again = opened.table.get_by_role("button", name="Start again")
        again.evaluate("button => button.setAttribute('data-undrawn', '')")
        again.click()
        opened.table.locator("[data-undrawn]").wait_for(state="detached")  # drawn anew: it is gone
        return opened

    return opener


def told_python(book, text):
    """Run the last cell, and wait until it gives a text."""
    cell = book.page.locator(".jp-CodeCell").last
    cell.locator(".cm-content").click()
    book.page.keyboard.press("Control+Enter")
    cell.locator(".jp-OutputArea-output", has_text=text).wait_for()


def test_a_slider_is_answered_on_the_page(explored):
    page = explored(*ROLL).page
    for place in (0, 100, 45):
        assert page.evaluate(SLIDE, ["guess", place, "output"]) == f"{place} %"


def test_this_roll_is_explored_from_the_table(open_notebook):
    code = 'lk.play("llama-dice", players=["Ana", lk.bot("cautious")], seed=7)'
    book = open_notebook("from_the_table.ipynb", START + code)
    book.run_all()
    page, table = book.page, book.table
    table.get_by_role("switch", name="Exact odds").click()
    table.get_by_role("button", name="Explore this roll").click()
    table.locator("h3", has_text="All 216 rolls").wait_for()
    assert page.evaluate(SLIDE, ["guess", 45, "output"]) == "45 %"
    table.locator('[data-key="guess"]').focus()
    page.keyboard.press("Home")
    table.get_by_role("button", name="That is my guess").click()
    table.get_by_text("Your guess was 0").wait_for()
    table.get_by_role("button", name="Back to the table").click()
    table.get_by_role("button", name="Explore this roll").wait_for()


def test_the_roll_by_keyboard_alone(explored):
    book = explored(*ROLL)
    page, table = book.page, book.table
    table.locator('[data-key="guess"]').focus()
    for key in ["Home", *["ArrowRight"] * 3, "PageUp"]:
        page.keyboard.press(key)
    assert table.locator("output").text_content() == "13 %"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    table.locator(".lk-verdict").wait_for()
    assert "Your guess was 13 %" in table.locator(".lk-verdict").inner_text().replace("\u00a0", " ")
    assert page.evaluate(FOCUSED) == "roll 1"  # the next thing to do
    table.locator('[data-key="row 2"]').focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate(FOCUSED) == "row 3"
    page.keyboard.press("Space")
    pressed = table.locator('[data-key="row 3"][aria-pressed="true"]')
    pressed.wait_for()
    assert page.evaluate(FOCUSED) == "row 3"
    assert "hit 152" in table.locator("[role=status]").text_content()
    told_python(book, "(None, (2, 3, 5))")


def test_what_changes_is_the_same_element_so_that_it_can_glide(explored):
    book = explored(*ROLL)
    page, table = book.page, book.table
    table.get_by_role("button", name="Show me without guessing").click()
    table.locator(".lk-verdict").wait_for()
    cell = page.locator(".lk-cell").first.element_handle()
    page.evaluate("cell => { cell.seen = cell.style.transform; }", cell)
    table.locator('[data-key="row 3"]').click()
    page.wait_for_function(
        "cell => cell.isConnected && cell.seen && cell.seen !== cell.style.transform", arg=cell
    )


def test_rolls_fall_into_the_cells(explored):
    book = explored(*ROLL)
    table = book.table
    table.get_by_role("button", name="Show me without guessing").click()
    table.get_by_role("button", name="Roll 1,000").click()
    table.get_by_text("of 1,000 rolls").first.wait_for()
    assert table.locator(".lk-dotted").count() > 150
    assert table.locator(".lk-run").count() == 1


def test_the_price_of_an_eye_is_answered_on_the_page_and_told_to_python(explored):
    book = explored(*STOP)
    page, table = book.page, book.table
    table.get_by_role("button", name="That is my guess").click()
    price = table.locator('[data-key="price"]')
    price.wait_for()
    assert "exactly right" not in table.locator(".lk-verdict").inner_text()
    assert page.evaluate(SLIDE, ["price", 0, "output"]) == "An eye costs 0 sand."
    marker = "() => document.querySelector('.lk-marker').style.getPropertyValue('--x')"
    dear = page.evaluate(marker)
    page.evaluate(SLIDE, ["price", 50, "output"])
    assert float(page.evaluate(marker)) < float(dear)  # rolling on is worth less
    price.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(FOCUSED) == "price"
    assert price.get_attribute("aria-valuetext") == "An eye costs 1 sand."
    told_python(book, "(Fraction(1, 1), 71/7)")
    table.get_by_role("button", name="next change").click()
    table.get_by_text("An eye costs 3 sand.").first.wait_for()
    assert price.input_value() == "3"


def test_two_sliders_share_a_table(explored):
    book = explored(*HAND)
    page, table = book.page, book.table
    table.get_by_role("button", name="Show me without guessing").click()
    table.get_by_role("button", name="Draw 1,000").click()
    table.get_by_text("Of 1,000 hands").first.wait_for()
    drawn = table.locator("div.lk-drawn")
    assert drawn.get_attribute("data-on") == "1"
    assert page.evaluate(SLIDE, ["cards", 0, ".lk-worth tbody td"]) == "85.7 %"
    assert page.evaluate(SLIDE, ["copies", 0, ".lk-worth tbody tr + tr + tr td"]).startswith("6/49")
    assert drawn.get_attribute("data-on") == "0"  # these hands were drawn from another deck
    assert page.evaluate(SLIDE, ["copies", 6, "output"]) == "8 of each value: 56 cards"
    assert page.evaluate(SLIDE, ["cards", 5, ".lk-worth tbody td"]) == "37.8 %"
    assert drawn.get_attribute("data-on") == "1"
    table.locator('[data-key="cards"]').focus()
    page.keyboard.press("End")
    told_python(book, "(12, 8)")


def test_what_cannot_be_is_struck_out_and_the_rest_grows(explored):
    book = explored(*GIVEN)
    page, table = book.page, book.table
    table.locator('[data-key="make guess"]').focus()
    page.keyboard.press("Space")
    switch = table.get_by_role("switch", name="Strike out what cannot be")
    switch.wait_for()
    assert page.evaluate(FOCUSED) == "switch known"
    assert table.locator(".lk-out").count() == 64
    wide = "e => Number(e.getAttribute('width'))"
    known = table.locator(".lk-area").first.element_handle()
    assert known.evaluate(wide) == 230
    page.keyboard.press("Enter")
    page.wait_for_function("e => Number(e.getAttribute('width')) < 230", arg=known)
    assert table.locator(".lk-out").count() == 0
    told_python(book, "(Fraction(29, 54), Fraction(35, 76))")


def test_a_hundred_classes_come_out_of_the_funnel_as_the_slider_moves(explored):
    book = explored(*FUNNEL)
    page, table = book.page, book.table
    table.get_by_role("button", name="Show me without guessing").click()
    table.locator(".lk-verdict").wait_for()
    outside = ".lk-school:not([data-on='0'])"
    at_the_end = table.locator(outside).count()
    page.evaluate(SLIDE, ["rolls", 0, "output"])
    assert table.locator(outside).count() < at_the_end
    assert page.evaluate(SLIDE, ["rolls", 20, "output"]) == "After 100 rolls"
    seen = table.locator(".lk-row-ever td").first.text_content()
    assert table.locator(outside).count() == int(seen)
    table.locator('[data-key="rolls"]').focus()
    page.keyboard.press("Home")
    told_python(book, "10")


def test_each_slider_of_the_bluff_moves_its_own_guarantee(explored):
    book = explored(*BLUFF)
    page, table = book.page, book.table
    table.get_by_role("button", name="Show me without guessing").click()
    table.locator(".lk-verdict").wait_for()
    sure, gains, most = (table.locator(".lk-worth td").nth(row) for row in range(3))
    ceiling = most.text_content()
    page.evaluate(SLIDE, ["doubts", 60, "output"])
    assert (sure.text_content(), most.text_content()) == ("3 sand", ceiling)
    page.evaluate(SLIDE, ["lies", 60, "output"])
    assert (sure.text_content(), gains.text_content()) == ("3 sand", "15 sand")
    assert most.text_content() == "15 sand"
    table.get_by_role("button", name="Show me where they meet").click()
    page.wait_for_function("e => e.textContent === '5 sand'", arg=gains.element_handle())
    assert (sure.text_content(), most.text_content()) == ("5 sand", "5 sand")
    told_python(book, "(Fraction(1, 6), Fraction(5, 1))")


def test_the_tree_by_keyboard_alone(explored):
    book = explored(*TREE)
    page, table = book.page, book.table
    table.locator('[data-key="guess"]').focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    table.locator(".lk-tree").wait_for()
    assert page.evaluate(FOCUSED) == "next"
    page.keyboard.press("Enter")
    table.get_by_text("= −11").first.wait_for()
    assert page.evaluate(FOCUSED) == "next"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    table.get_by_text("144 of 144 positions are known. The gap is −11.").first.wait_for()
    told_python(book, "-11")


@pytest.mark.parametrize("book", [ROLL, STOP, HAND, GIVEN, FUNNEL, BLUFF, TREE])
def test_what_moves_asks_nothing_of_the_kernel(explored, book):
    """However far away Python is: the page answers at each place of each slider."""
    table = explored(*book).table
    for guessed in (False, True):
        if guessed:
            table.get_by_role("button", name="Show me without guessing").click()
            table.locator(".lk-verdict, .lk-tree").first.wait_for()
        for slider in table.locator("input[type=range]").all():
            told, seen = slider.evaluate(DRAG)
            assert told == 0
            assert seen > 1
