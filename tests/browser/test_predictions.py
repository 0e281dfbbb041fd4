"""Predictions in real JupyterLab, in Chromium: guesses without Python, the keyboard, what waits."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

BOOK = (
    "predictions.ipynb",
    "import llamakit as lk\n"
    'lk.predict("t-shares", "How likely is each?", shares=["hit", "take", "drama"])',
    'lk.predict("t-curve", "Draw it.", curve=[0, 5, 10, 15], number=range(0, 101, 5), unit="%")',
    'lk.predict("t-choice", "Which is worse?", choice=["a number", "the llama"])',
    'lk.after_guess("t-choice", 6 * 7)',
    'lk.predict("t-choice", truth="the llama")',
    'lk.predict("t-shares", truth=[0.5, 0.375, 0.125], class_guesses="Ana: hit 40, take 60")',
    'lk.check("llama_dice_odds-1", 8)',
    'lk.predict("t-slide", "How likely is it?", shares=["a hit", "a take", "a drama"])',
)

#: Move a slider as a hand does, and return where it then stands and what the page shows at once.
SLIDE = """([key, place]) => {
  const slider = document.querySelector(`.llamakit input[data-key="${key}"]`);
  slider.value = place;
  for (const kind of ["input", "change"])
    slider.dispatchEvent(new Event(kind, { bubbles: true }));
  const scope = slider.closest("[data-columns]");
  const left = scope.querySelector("[data-left]").textContent;
  return [slider.value, left, scope.querySelector("[data-whole-only]").disabled];
}"""

#: Take down what a move of a slider writes anew: what is announced, and what else.
WRITTEN = """(slider, place) => {
  const scope = slider.closest("[data-columns]"), found = [];
  const watch = new MutationObserver(() => {});
  watch.observe(scope, { subtree: true, childList: true, characterData: true, attributes: true });
  slider.value = place;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  for (const { target, attributeName } of watch.takeRecords())
    found.push(attributeName ?? target.textContent + (target.ariaLive ? "" : " announced"));
  return found;
}"""


@pytest.fixture
def book(open_notebook):
    opened = open_notebook(*BOOK)
    opened.run_all()
    return opened


def test_shares_add_up_to_one_without_python_and_what_waits_is_shown(book):
    page = book.page
    table = page.locator(".llamakit").first
    assert page.evaluate(SLIDE, ["share-0", 50]) == ["50", "50 %", True]
    assert page.evaluate(SLIDE, ["share-1", 70]) == ["50", "0 %", False]
    assert page.evaluate(SLIDE, ["share-1", 30]) == ["30", "20 %", True]
    assert page.evaluate(SLIDE, ["share-2", 20]) == ["20", "0 %", False]
    table.get_by_role("button", name="That is my guess").click()
    kept = table.locator(".lk-verdict")
    kept.wait_for()
    assert "hit 50 %, take 30 %, drama 20 %" in kept.text_content()
    page.get_by_text("The class (1)").wait_for()  # further down, by itself


def test_a_slider_writes_what_changes_and_announces_only_what_is_left(book):
    slider = book.table.last.get_by_role("slider").first
    written = slider.evaluate(WRITTEN, 40)
    assert sorted(written) == ["40 %", "60 % announced", "aria-valuetext", "disabled"]
    assert slider.evaluate(WRITTEN, 40) == ["disabled"]


def test_the_verdict_on_an_answer_is_announced(book):
    verdict = book.page.locator(".jp-OutputArea [role=alert]")
    verdict.get_by_text("A probability lies between 0 and 1").wait_for()
    reader = book.page.context.new_cdp_session(book.page)
    found = {"expression": "document.querySelector('.jp-OutputArea [role=alert]')"}
    handle = reader.send("Runtime.evaluate", found)["result"]["objectId"]
    asked = {"objectId": handle, "fetchRelatives": False}
    (heard,) = reader.send("Accessibility.getPartialAXTree", asked)["nodes"]
    assert heard["role"]["value"] == "alert"
    said = {one["name"]: one["value"]["value"] for one in heard["properties"]}
    assert (said["live"], said["atomic"]) == ("assertive", True)


def test_a_choice_by_keyboard_alone_shows_what_waits_for_it(book):
    page = book.page
    answer = page.locator(".jp-OutputArea-output", has_text="42")
    assert answer.count() == 0
    table = page.locator(".llamakit").nth(2)
    table.get_by_role("button", name="a number").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    answer.wait_for()
    page.get_by_text("You said the llama. The truth is the llama.").first.wait_for()


def test_a_curve_is_drawn_by_hand(book):
    page = book.page
    area = page.locator(".lk-curve").first
    area.scroll_into_view_if_needed()
    box = area.bounding_box()
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 10, box["y"] + box["height"] - 10, steps=12)
    page.mouse.up()
    heights = [int(one.input_value()) for one in area.locator("input").all()]
    assert heights == sorted(heights, reverse=True)
    assert heights[0] > 15
    assert heights[-1] < 5
    points = area.locator("polyline").get_attribute("points").split()
    assert [20 - float(point.split(",")[1]) for point in points] == heights
    table = page.locator(".llamakit").nth(1)
    table.get_by_role("button", name="That is my guess").click()
    table.locator(".lk-verdict").wait_for()
    assert f"0: {5 * heights[0]}" in table.locator(".lk-verdict").text_content()
