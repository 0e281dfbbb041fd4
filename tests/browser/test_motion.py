"""What moves at the table in JupyterLab, what stays marked, and where Tab stops."""

from __future__ import annotations

import json

import pytest

import llamakit as lk

pytestmark = pytest.mark.browser

START = "import llamakit as lk\n"

#: Note every animation that is started: which piece, or die, and from where. Where they are held,
#: each stays at its beginning.
WATCH = """() => {
  if (window.started) return;
  window.started = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    started.push([this.dataset.piece ?? "die", frames[0].transform]);
    const flight = animate.call(this, frames, options);
    if (window.held) flight.pause();
    return flight;
  };
}"""

NEW = "() => [...document.querySelectorAll('.lk-new')].map(e => e.dataset.piece)"

STOPS = """() => [...document.querySelectorAll(".llamakit button")]
  .filter(e => e.tabIndex === 0 && !e.disabled).map(e => e.closest("[data-group]").dataset.group)"""


def drawn_anew(table, act):
    head = table.locator("h3").element_handle()
    act()
    table.page.wait_for_function("head => !head.isConnected", arg=head)


@pytest.fixture
def tables(open_notebook):
    """L.L.A.M.A. with a bot that waits, and L.L.A.M.A. Dice for two."""
    book = open_notebook(
        "motion.ipynb",
        START + 'lk.play("llama", players=["Ana", lk.bot("greedy")], seed=7)',
        START + 'lk.play("llama-dice", players=["Ana", "Ben"], seed=7)',
    )
    book.run_all()
    book.page.wait_for_function("() => document.querySelectorAll('.llamakit h3').length === 2")
    book.page.emulate_media(reduced_motion="no-preference")
    book.page.evaluate(WATCH)
    return book


def test_a_drawn_card_comes_from_the_pile_and_keeps_its_mark_until_the_next_move(tables):
    table, page = tables.table.first, tables.page
    drawn_anew(table, table.get_by_role("switch", name="Bots wait for me").click)
    drawn_anew(table, table.locator("[data-key='play draw']").click)
    (drawn,) = page.evaluate(NEW)
    came = [frame for piece, frame in page.evaluate("() => started") if piece == drawn]
    far = [frame for frame in came if max(map(abs, numbers(frame))) > 80]
    assert len(far) == 1
    page.evaluate("() => { started.length = 0; }")
    drawn_anew(table, table.get_by_role("switch", name="Rules now").click)
    assert page.evaluate(NEW) == [drawn]
    assert page.evaluate("() => started") == []
    drawn_anew(table, table.get_by_role("button", name="Next move").click)
    assert page.evaluate(NEW) != [drawn]


def numbers(transform):
    """The distances in a translation."""
    return [float(part.strip(" px)")) for part in transform.split("(")[1].split(",")]


ON_PILE = """() => [...document.querySelectorAll("[data-place=discards] > svg")]
    .map(e => e.querySelector("text")?.textContent ?? "llama")"""


def test_the_pile_shows_its_card_until_the_next_one_has_come(tables):
    table, page = tables.table.first, tables.page
    drawn_anew(table, table.get_by_role("switch", name="Bots wait for me").click)
    before = page.evaluate(ON_PILE)
    page.evaluate("() => { window.held = true; }")
    drawn_anew(table, table.locator("[data-home] [data-action^=play]").first.click)
    both = page.evaluate(ON_PILE)
    page.evaluate("() => document.getAnimations().forEach(flight => flight.finish())")
    page.wait_for_function("() => !document.querySelector('[data-place=discards] > svg + svg')")
    page.evaluate("() => { window.held = false; }")
    assert len(before) == 1
    assert both == before + page.evaluate(ON_PILE)


def test_in_a_replay_one_card_is_left_on_the_pile_however_quickly_one_steps(open_notebook):
    book = open_notebook(
        "steps.ipynb",
        START + 'game = lk.new_game("llama", players=[lk.bot("greedy")] * 2, seed=7)',
        "while game.moves < 12:\n    game.play()\nlk.show(game)",
    )
    book.run_all()
    page, forward = book.page, book.table.get_by_role("button", name="Forward")
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(WATCH)
    page.evaluate("() => { window.held = true; }")
    seen = []
    for _ in range(6):
        where = book.table.locator(".lk-where").text_content()
        forward.click()
        book.table.locator(".lk-where").filter(has_not_text=where).wait_for()
        seen.append(page.evaluate(ON_PILE))
    page.evaluate("() => document.getAnimations().forEach(flight => flight.finish())")
    page.wait_for_function("() => !document.querySelector('.lk-below')")
    assert max(len(cards) for cards in seen) == 2
    assert page.evaluate(ON_PILE) == seen[-1][-1:]


def test_dice_tumble_when_they_are_rolled_and_only_then(tables):
    table, page = tables.table.nth(1), tables.page
    tumbled = "() => started.filter(([piece]) => piece === 'die').length"
    for _ in range(8):
        if not table.locator("[data-key='play roll']").count():
            break
        page.evaluate("() => { started.length = 0; }")
        drawn_anew(table, table.locator("[data-key='play roll']").click)
        assert page.evaluate(tumbled) == 3
        answer = table.locator("[data-home] [data-do=play]:not(:disabled)").first
        if answer.get_attribute("data-action") != "roll":
            drawn_anew(table, answer.click)
            assert page.evaluate(tumbled) == 3
    assert table.locator("svg.lk-die").count() == 3


def test_tab_stops_once_in_each_group_and_never_on_the_board(tables):
    stops = tables.page.evaluate(STOPS)
    assert stops == ["Table", "And more", "choices"] * 2
    table = tables.table.nth(1)
    table.get_by_role("switch", name="Rules now", exact=True).focus()
    assert tables.page.evaluate(STOPS) == stops
    assert table.get_by_role("region", name="L.L.A.M.A. Dice: Ana, Ben", exact=True).count() == 1


def test_behind_the_curtain_no_mark_tells_which_card_was_drawn(open_notebook):
    book = open_notebook("curtain.ipynb", START + 'lk.play("llama", ["Ana", "Ben"], seed=7)')
    book.run_all()
    hand = """() => [...document.querySelectorAll("[data-place='seat 0'] [data-piece]")]
        .map(e => [e.dataset.piece, e.classList.contains("lk-new")])"""
    seen = []
    for key in ("ready", "play draw", "hide"):
        drawn_anew(book.table, book.table.locator(f"[data-key='{key}']").click)
        seen.append(book.page.evaluate(hand))
    assert [mark for _, mark in seen[1]].index(True) < 6  # among the others, as cards are sorted
    assert seen[2] == [["card back", False]] * 6 + [["card back", True]]


def test_a_hand_that_turns_over_stays_where_it_is(open_notebook):
    book = open_notebook("curtain.ipynb", START + 'lk.play("llama", ["Ana", "Ben"], seed=7)')
    book.run_all()
    for key in ("ready", "play draw", "hide", "ready", "undo"):
        drawn_anew(book.table, book.table.locator(f"[data-key='{key}']").click)
    book.page.emulate_media(reduced_motion="no-preference")
    book.page.evaluate(WATCH)
    book.page.evaluate("() => { started.length = 0; }")
    drawn_anew(book.table, book.table.locator("[data-key='undo yes']").click)
    flown = [abs(numbers(frame)[1]) for _, frame in book.page.evaluate("() => started")]
    assert flown  # a hand face down lies closer together
    assert max(flown) < 40  # no card goes to another's hand


def test_a_card_like_one_of_a_hand_that_turns_over_comes_from_who_played_it(open_notebook):
    players = '["Ana", "Ben", lk.bot("greedy")]'
    made = START + f'lk.play("llama", {players}, seed=5)'
    book = open_notebook("alike.ipynb", made, quick=True)
    book.run_all()
    for key in ("ready", "play play L", "ready"):
        drawn_anew(book.table, book.table.locator(f"[data-key='{key}']").click)
    book.table.locator("[data-key='play quit']").click()
    book.table.locator("[data-key=ready]").wait_for()
    assert book.page.evaluate(NEW) == ["card L"]


def test_another_screen_begins_at_its_top(open_notebook):
    book = open_notebook("top.ipynb", START + "lk.play()")
    book.run_all()
    page, table = book.page, book.table
    page.set_viewport_size({"width": 480, "height": 700})
    table.locator("[data-key=load]").scroll_into_view_if_needed()
    above = "e => e.getBoundingClientRect().top < 60"
    assert table.locator("h3").evaluate(above)
    drawn_anew(table, table.locator("[data-key=learn]").click)
    assert not table.locator("h3").evaluate(above)
    assert table.locator(".lk-middle").is_visible()


def test_a_position_that_comes_back_from_the_scores_or_is_loaded_is_laid_out_without_marks(
    open_notebook, tmp_path
):
    play = 'game = lk.new_game("llama-dice", players=["Ana", "Ben"], seed=7)\nlk.play(game)'
    book = open_notebook("back.ipynb", START + play)
    book.run_all()
    table, page, other = book.table, book.page, tmp_path / "other.json"
    for _ in range(2):
        drawn_anew(table, table.locator("[data-key='play quit']").click)
    assert table.locator(".lk-scores").count() == 1
    drawn_anew(table, table.get_by_role("button", name="Undo").click)
    assert table.locator("[data-place='seat 0'] [data-piece]").count() > 0
    assert page.evaluate(NEW) == []
    loaded = lk.new_game("llama-dice", players=["Ana", "Ben"], seed=8)
    for action in ("roll", "take 4"):
        loaded.play(action)
    other.write_text(json.dumps(loaded.record()))
    page.set_input_files(".llamakit input[type=file]", other)
    table.locator(".lk-note").filter(has_text="loaded").wait_for()
    assert page.evaluate(NEW) == []
