"""From click to repaint: the table against a bare ipywidgets button and label on the same page.

Run from the top folder: ``python -m pytest benchmarks/bench_table.py -s``. Needs Chromium. The page
itself takes the time, in blocks of clicks by turns, so that a busy machine slows both alike. Not
click by click by turns: a bare button's click is quicker right after a large update of the table
than after another small one. Why, we did not find out; perhaps the network stack holds back small
messages for a moment.
"""

from statistics import median

import pytest

from llamakit import GAMES
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
            times["table"].append(book.page.evaluate(CLICK, ["[data-home] button", ".lk-stage"]))
            sizes.append(len(book.table.locator(".lk-stage").inner_html()))
    table, bare = median(times["table"]), median(times["bare"])
    print(
        f"\n{slug}: click to repaint, median of {BLOCKS * CLICKS}: table {table:.0f} ms, "
        f"bare button {bare:.0f} ms, ratio {table / bare:.2f}; "
        f"one update {median(sizes) / 1000:.0f} kB, at most {max(sizes) / 1000:.0f} kB"
    )
    assert table <= 1.5 * bare
