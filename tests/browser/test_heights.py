"""How tall the table is at every decision of a game, in JupyterLab at 1280 × 800 and at 480 px."""

from __future__ import annotations

from random import Random

import pytest

import llamakit as lk
from llamakit.engine.registry import find_game
from llamakit.table.table import Table

pytestmark = pytest.mark.browser

#: For each HTML of a table: how tall it is, its answers and its toolbar are, and the tallest hand.
HEIGHTS = """pages => pages.map(html => {
  const stage = document.querySelector(".lk-stage");
  stage.innerHTML = html;
  const tall = all => Math.max(0, ...[...all].map(e => e.getBoundingClientRect().height));
  const tools = [...stage.querySelectorAll(".lk-tools button")].map(e => e.offsetTop);
  return {
    table: stage.parentElement.getBoundingClientRect().height,
    choices: tall(stage.querySelectorAll(".lk-choices")),
    hand: tall(stage.querySelectorAll(".lk-seat[data-turn]")),
    toolbars: new Set(tools).size,
  };
})"""


def looks(slug: str, players: int) -> list[str]:
    """The table at each decision, bots' moves and ends of rounds included, of a random game."""
    names = ["Ana", *[lk.bot("random")] * (players - 1)]
    short = {"turns": 40} if slug == "chinchiller" else {"target": 40}
    table = Table(lk.new_game(slug, players=names, seed=2, **short), 2)
    rng, found = Random(3), [table.html]
    while not table.game.is_over:
        if 'data-do="next"' in table.html:
            table.receive({"do": "next", "version": table.version})
        elif table.wait:
            table.receive({"do": "tick", "version": table.version})
        else:
            action = str(rng.choice(table.game.legal_actions()))
            table.receive({"do": "play", "action": action, "version": table.version})
        found.append(table.html)
    return found


@pytest.fixture
def page(open_notebook):
    """JupyterLab with one table, and all the room for the notebook."""
    book = open_notebook("heights.ipynb", 'import llamakit as lk\nlk.play("llama-dice", players=2)')
    if not book.table.count():
        book.run_all()
    return book.page


def resize(page, width: int) -> int:
    """Make the window so wide and 800 px tall; return how tall the notebook's area is."""
    page.set_viewport_size({"width": width, "height": 800})
    listed = page.locator(".jp-SideBar .lm-TabBar-tab.lm-mod-current")
    for tab in listed.all():
        tab.click()
    listed.first.wait_for(state="detached")
    return page.evaluate("() => document.querySelector('.jp-WindowedPanel-outer').clientHeight")


@pytest.mark.parametrize("slug", lk.GAMES)
def test_a_table_for_three_fits_the_notebook_whole(page, slug):
    room = resize(page, 1280)
    found = page.evaluate(HEIGHTS, looks(slug, 3))
    assert max(one["table"] for one in found) <= room
    assert {one["toolbars"] for one in found} == {1}


@pytest.mark.parametrize("slug", lk.GAMES)
def test_a_full_table_fits_too_and_its_heights_hardly_change(page, slug):
    room = resize(page, 1280)
    most = find_game(slug).rules.Rules.allowed_players[1]
    found = page.evaluate(HEIGHTS, looks(slug, most))
    assert max(one["table"] for one in found) <= room


@pytest.mark.parametrize("slug", lk.GAMES)
def test_on_a_narrow_page_the_answers_are_in_sight_with_the_hand(page, slug):
    room = resize(page, 480)
    found = page.evaluate(HEIGHTS, looks(slug, 3))
    assert max(one["choices"] + one["hand"] for one in found) <= room
