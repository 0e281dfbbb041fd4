"""Quick clicks in JupyterLab: a double click is one move, and what adds up is never lost."""

from __future__ import annotations

from random import Random

import pytest

import llamakit as lk
from llamakit.table.table import Table

pytestmark = pytest.mark.browser

START = "import llamakit as lk\n"

#: Each repaint of the tables and companions on the page, with when it came.
REPAINTS = """() => {
  window.repaints = [];
  window.watch?.disconnect();
  window.watch = new MutationObserver(() => repaints.push(performance.now()));
  for (const e of document.querySelectorAll(".lk-stage")) watch.observe(e, {childList: true});
}"""

#: Where each answer stands, from the corner of all answers: its action, and its four sides.
PLACES = """html => {
  document.querySelector(".lk-stage").innerHTML = html;
  const group = document.querySelector(".lk-choices .lk-buttons");
  const corner = group.getBoundingClientRect();
  return [...group.querySelectorAll("[data-do=play]")].map(e => {
    const r = e.getBoundingClientRect();
    return [e.dataset.action, [r.left - corner.left, r.top - corner.top,
                               r.right - corner.left, r.bottom - corner.top].map(Math.round)];
  });
}"""

ANSWER = ".lk-choices button:not(:disabled)"

#: Whether an answer has the focus, or is under a point.
UNDER = (
    f"() => document.activeElement.matches('{ANSWER}')",
    f"([x, y]) => document.elementFromPoint(x, y).closest('{ANSWER}') !== null",
)


def until_repaints(page, number):
    page.wait_for_function("number => repaints.length >= number", arg=number)


@pytest.fixture
def book(open_notebook):
    """Two people at each game."""
    cells = [f'lk.play("{slug}", players=["Ana", "Ben"], seed=7)' for slug in lk.GAMES]
    book = open_notebook("clicks.ipynb", *[START + cell for cell in cells])
    if not book.table.count():
        book.run_all()
        book.page.wait_for_function("() => document.querySelectorAll('.llamakit h3').length === 4")
    return book


def spot(table):
    """A point on the first answer, well within every answer that comes to stand there."""
    answer = table.locator(ANSWER).first
    answer.scroll_into_view_if_needed()
    box = answer.bounding_box()
    return box["x"] + 30, box["y"] + box["height"] / 2


def count(table, first):
    """Return how often ``first`` and all before it repaint the page.

    What is sent arrives in order, so the repaint of a switch comes after all of these.
    """
    page = table.page
    page.evaluate(REPAINTS)
    first()
    page.evaluate("() => { pressed = now => now + 1000; }")
    rules = table.get_by_role("switch", name="Rules now")
    before = rules.get_attribute("aria-checked")
    rules.dispatch_event("click")
    other = "false" if before == "true" else "true"
    table.locator(f"[data-key='switch rules'][aria-checked={other}]").wait_for()
    return page.evaluate("() => repaints.length") - 1


def press_twice(table, press, gap):
    """Press an answer, and the same place or key again ``gap`` milliseconds after the repaint.

    Returns whether there was an answer to press the second time.
    """
    page, (x, y) = table.page, spot(table)

    def act():
        if press == "mouse":
            page.mouse.click(x, y)
        else:
            page.keyboard.press(press)

    table.locator(ANSWER).first.focus()
    act()
    until_repaints(page, 1)
    page.evaluate("gap => { const at = repaints[0] + gap; pressed = () => at; }", gap)
    there = page.evaluate(UNDER[press == "mouse"], [x, y])
    act()
    return there


@pytest.mark.parametrize("number", range(4), ids=lk.GAMES)
@pytest.mark.parametrize("press", ["mouse", "Enter", "Space"])
def test_a_second_press_soon_after_the_repaint_decides_nothing(book, number, press):
    table, there = book.table.nth(number), []
    for gap in (20, 60, 120, 180, 250):  # on a busy machine a repaint is noticed a little late
        made = count(table, lambda gap=gap: there.append(press_twice(table, press, gap)))
        assert made == 1, gap
    assert any(there)


def test_a_press_after_a_while_decides_again(book):
    table = book.table.nth(1)
    for press in ("Enter", "Space"):
        assert count(table, lambda press=press: press_twice(table, press, 310)) == 2


def test_a_key_held_down_is_one_press(book):
    table, page = book.table.first, book.page

    def hold():
        table.locator(ANSWER).first.focus()
        page.keyboard.down("Enter")
        until_repaints(page, 1)
        page.keyboard.down("Enter")
        page.keyboard.up("Enter")

    assert count(table, hold) == 1


def test_switches_and_undo_are_never_ignored(open_notebook):
    book = open_notebook(
        "switches.ipynb", f"{START}lk.play('llama-dice', players=['Ana', 'Ben'], seed=7)"
    )
    book.run_all()
    table, page = book.table, book.page
    page.evaluate(REPAINTS)
    table.locator(ANSWER).first.click()
    until_repaints(page, 1)
    page.evaluate("() => { pressed = () => repaints.at(-1); }")
    for number, name in enumerate(["Whole story", "Whole story", "Undo", "Redo", "Undo"], 2):
        table.locator(".lk-tools").get_by_text(name, exact=True).click()
        until_repaints(page, number)
    page.evaluate("() => { pressed = now => now + 1000; }")


def test_skip_is_heard_right_after_a_bot_has_moved_but_not_as_the_second_click_on_quit(
    open_notebook,
):
    bots = 'lk.play("llama", players=["Ana", *[lk.bot("cautious")] * 4], seed=7)'
    book = open_notebook("skip.ipynb", START + bots)
    book.run_all()
    table, page = book.table, book.page
    skip, after = table.locator("[data-do=skip]"), table.locator("[data-do=next]")
    page.evaluate(REPAINTS)
    table.locator("[data-action=quit]").click()
    skip.wait_for()
    page.evaluate("() => { pressed = () => repaints[0] + 20; }")
    skip.click()
    until_repaints(page, 2)
    assert not after.count()
    page.evaluate("() => { pressed = () => repaints.at(-1) + 20; }")
    before = page.evaluate("() => repaints.length")
    skip.click()
    after.wait_for()
    assert page.evaluate("() => repaints.length") <= before + 2  # its own, and a bot's on the way
    page.evaluate("() => { pressed = now => now + 1000; }")


def kind(action):
    """What an answer is a kind of: to play a card, to quit, to return the magic token …"""
    return action if action == "return magic" else action.partition(" ")[0]


def all_answers(slug):
    """Yield the table at each decision of some games of random moves."""
    for seed in range(4):
        rng, players = Random(seed), ["Ana", "Ben", "Cem"][: 2 if slug == "chinchiller" else 3]
        short = {"turns": 12} if slug == "chinchiller" else {"target": 30}
        table = Table(lk.new_game(slug, players=players, seed=seed, **short))
        while not table.game.is_over:
            for do in ("hide", "ready", "next"):
                if f'data-do="{do}"' in table.html:
                    table.receive({"do": do, "version": table.version})
            legal = [str(action) for action in table.game.legal_actions()]
            yield table.html
            usual = [action for action in legal if action != "quit"]
            action = rng.choice(usual if rng.random() < 0.9 and usual else legal)
            table.receive({"do": "play", "action": action, "version": table.version})


def overlap(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def resize(page, width):
    """Make the page so wide, without the list of files beside the notebook."""
    page.set_viewport_size({"width": width, "height": 1000})
    listed = page.locator(".jp-SideBar .lm-TabBar-tab.lm-mod-current")
    for tab in listed.all():
        tab.click()
    listed.first.wait_for(state="detached")


#: Answers of which there is one at a time: they always stand in the same place.
SINGLE = {"draw", "quit", "roll", "reroll", "stop", "accept", "doubt", "collect", "swap", "keep"}


@pytest.mark.parametrize("width", [1280, 480])
@pytest.mark.parametrize("slug", lk.GAMES)
def test_each_answer_keeps_its_place_and_quit_stands_apart(open_notebook, slug, width):
    game = 'lk.play("llama-dice", players=2)'
    book = open_notebook(f"places{width}.ipynb", START + game)
    page = book.page
    if not book.table.count():
        book.run_all()
        resize(page, width)
    places = {}
    for html in all_answers(slug):
        for action, sides in page.evaluate(PLACES, html):
            places.setdefault(kind(action), set()).add(tuple(sides))
    assert len(places) > 2
    for name, found in places.items():
        if name in SINGLE:
            assert len({(left if name != "quit" else right) for left, _, right, _ in found}) == 1
            assert len({top for _, top, _, _ in found}) == 1, (name, found)
    for name in places.keys() - {"quit", "keep"}:
        for sides in places[name]:
            assert not any(overlap(sides, quitting) for quitting in places.get("quit", ()))


def test_nothing_around_a_table_has_a_scrollbar(book, scrolled):
    for width in (480, 1280):
        resize(book.page, width)
        assert scrolled(book.page) == []


def test_six_cards_clicked_into_a_fresh_companion_are_six_cards(open_notebook):
    fields = {"llama": "hand", "llama-dice": "row", "kadabra": "hand"}
    for slug, field in fields.items():
        book = open_notebook(f"fresh-{slug}.ipynb", f'{START}lk.companion("{slug}")')
        book.run_all()
        held = book.table.locator(f"[data-key^='{field} held']")
        before = held.count()
        book.page.evaluate(
            "field => { for (let place = 0; place < 6; place++)"
            " document.querySelector(`[data-action='${field} ${place}'][data-do=add]`).click(); }",
            field,
        )
        held.nth(before + 5).wait_for()
        assert held.count() == before + 6


@pytest.mark.parametrize("press", ["mouse", "Space"])
def test_a_press_is_not_lost_when_the_page_is_repainted_under_it(open_notebook, press):
    book = open_notebook("two-views.ipynb", START + 'c = lk.companion("llama")\nc', "c")
    if not book.table.count():
        book.run_all()
        book.page.wait_for_function("() => document.querySelectorAll('.llamakit h3').length === 2")
    page, (one, other) = book.page, book.table.all()
    held = other.locator("[data-key^='hand held']")
    before = held.count()
    add = one.get_by_label("Add 1", exact=True).first
    add.focus()
    add.hover()
    if press == "mouse":
        page.mouse.down()
    else:
        page.keyboard.down(press)
    other.get_by_label("Add 2", exact=True).first.dispatch_event("click")
    held.nth(before).wait_for()
    if press == "mouse":
        page.mouse.up()
    else:
        page.keyboard.up(press)
    held.nth(before + 1).wait_for()
    labels = [one.get_attribute("aria-label") for one in held.all()]
    assert {"Take away 1", "Take away 2"} <= set(labels)
    assert one.locator("[data-key^='hand held']").count() == before + 2
