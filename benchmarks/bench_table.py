"""From click to repaint: the table against a bare ipywidgets button and label on the same page.

Run from the top folder: ``python -m pytest benchmarks/bench_table.py -s``. Needs Chromium. The page
itself takes the time, in blocks of clicks by turns, so that a busy machine slows both alike. Not
click by click by turns: a bare button's click is quicker right after a large update of the table
than after another small one. Why, we did not find out; perhaps the network stack holds back small
messages for a moment.
"""

from random import Random
from statistics import median

import pytest

from llamakit import GAMES, bot, new_game
from llamakit.engine.registry import find_game
from llamakit.table.table import Table
from tests.browser.conftest import books, chromium, lab, open_notebook  # noqa: F401

BLOCKS, CLICKS = 6, 15

BARE = """import ipywidgets
button, label = ipywidgets.Button(description="more"), ipywidgets.Label("0")
label.add_class("bare")
button.on_click(lambda _: setattr(label, "value", str(int(label.value) + 1)))
ipywidgets.VBox([button, label])"""

TABLE = """import llamakit as lk
t = lk.play("{slug}", players=["Ana", "Ben"], seed=7)
t"""

CLICK = """async ([button, shown]) => {
  const start = performance.now();
  const changed = new Promise(done => new MutationObserver((_, observer) => {
    observer.disconnect(); done(performance.now() - start);
  }).observe(document.querySelector(shown), {subtree: true, childList: true, characterData: true}));
  document.querySelector(button).click();
  return await changed;
}"""


@pytest.mark.parametrize("slug", GAMES)
def test_a_click_repaints_about_as_fast_as_a_bare_button(open_notebook, slug):  # noqa: F811
    book = open_notebook(f"bench-{slug}.ipynb", TABLE.format(slug=slug), BARE)
    book.run_all()
    book.page.wait_for_selector(".bare")
    times = {"table": [], "bare": []}
    sizes = []
    for _ in range(BLOCKS):
        for _ in range(CLICKS):
            times["bare"].append(book.page.evaluate(CLICK, [".jupyter-button", ".bare"]))
        for _ in range(CLICKS):
            times["table"].append(
                book.page.evaluate(CLICK, ["[data-home] button:not(:disabled)", ".lk-stage"])
            )
            sizes.append(len(book.table.locator(".lk-stage").inner_html()))
    table, bare = median(times["table"]), median(times["bare"])
    print(
        f"\n{slug}: click to repaint, median of {BLOCKS * CLICKS}: table {table:.0f} ms, "
        f"bare button {bare:.0f} ms, ratio {table / bare:.2f}; "
        f"one update {median(sizes) / 1000:.0f} kB, at most {max(sizes) / 1000:.0f} kB"
    )
    assert table <= 1.5 * bare


MANY = 20

#: Click the first answer of the first table, by turns with the others unmoved.
REPAINT = """async () => {
  const stage = document.querySelector(".lk-stage"), start = performance.now();
  const changed = new Promise(done => new MutationObserver((_, observer) => {
    observer.disconnect(); requestAnimationFrame(() => done(performance.now() - start));
  }).observe(stage, {childList: true}));
  stage.querySelector("[data-home] button:not(:disabled)").click();
  return await changed;
}"""


def test_twenty_tables_in_the_page_cost_little_more_than_one(open_notebook):  # noqa: F811
    """Every table of a page listens, but only one is drawn anew."""
    found = {}
    for number in (1, MANY):
        cells = [TABLE.format(slug="llama-dice")] * number
        book = open_notebook(f"bench-{number}-tables.ipynb", *cells)
        book.run_all()
        book.page.wait_for_function(
            "number => document.querySelectorAll('.llamakit h3').length === number", arg=number
        )
        found[number] = [book.page.evaluate(REPAINT) for _ in range(CLICKS * 2)][5:]
    one, many = (median(found[number]) for number in (1, MANY))
    print(f"\nclick to repaint: one table {one:.0f} ms, {MANY} tables {many:.0f} ms")
    assert many <= 2 * one


@pytest.mark.parametrize("slug", GAMES)
def test_how_long_bots_take_between_two_decisions_of_a_person(slug):
    """Pace times moves, with three players; after a person has quit, until the round is over."""
    waits, quit_waits = [], []
    for seed in range(20):
        table = Table(new_game(slug, ["Ana", bot("sharp"), bot("cautious")], seed=seed), seed)
        choose, rng = find_game(slug).bots["cautious"], Random(seed)
        since = 0
        while not table.game.is_over:
            if 'data-do="next"' in table.html:
                table.receive({"do": "next", "version": table.version})
            elif table.wait:
                since += table.wait
                table.receive({"do": "tick", "version": table.version})
            else:
                if since:
                    waits.append(since / 1000)
                since = 0
                view = table.game.view(0)
                action = choose(view, table.game.legal_actions(), rng)
                table.receive({"do": "play", "action": str(action), "version": table.version})
                if table._can_skip():
                    quit_waits.append(rest_of_round(table))
                    since = 0
    quitting = f"; after quitting {median(quit_waits):.1f} s" if quit_waits else ""
    print(f"\n{slug}: bots take {median(waits):.1f} s, at most {max(waits):.1f} s{quitting}")


def rest_of_round(table):
    """Return how long it would last until a person is asked again; one click skips it."""
    waited = 0
    while table.wait and 'data-do="next"' not in table.html:
        waited += table.wait / 1000
        table.receive({"do": "tick", "version": table.version})
    return waited
