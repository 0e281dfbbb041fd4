"""For everybody: axe-core, contrast and room on many positions of every game, in both themes.

The positions are made in Python, as a table would show them, and put on a real JupyterLab page one
after the other: so many can be looked at without a kernel having to play that far. Pictures of some
go to ``tests/browser/shots``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import llamakit as lk
from llamakit.engine.game import Game
from llamakit.engine.registry import find_game
from llamakit.explorers import find
from llamakit.games.kadabra.rules import Tokens
from llamakit.lessons.tallying import Tally
from llamakit.table.companion import Companion
from llamakit.table.show import Replay
from llamakit.table.start import Start
from llamakit.table.table import Table

pytestmark = pytest.mark.browser

#: Colours differ between the themes; names and room do not.
LIGHT, DARK = "JupyterLab Light", "JupyterLab Dark"
SHOTS = Path(__file__).with_name("shots")
LONG = "Ana " + "W" * 36
#: What is clicked in each explorer.
EXPLORING = {
    "roll": [("roll", "1000"), ("roll", "1"), ("llama_row", "L"), ("watch", "take")],
    "stop": [("later", ""), ("later", "")],
    "hand": [("values", "6"), ("draw", "1000")],
    "given": [("condition", "first llama"), ("known", ""), ("scene", "hand"), ("show", "")],
    "bluff": [("best", "")],
    "tree": [("next", ""), ("next", ""), ("all", "")],
    "funnel": [("rolls", "30"), ("wrong", ""), ("straight", "")],
}
ON_DESK = {
    "llama": {"hand": [1, 3, "L"], "top": [3]},
    "llama-dice": {"row": [2, 5], "roll": [1, "L", 3]},
    "kadabra": {"hand": ["1g", "2/3", "L"], "top": [6], "seen": ["3*"]},
    "chinchiller": {"roll": [3, "x2"]},
}


def switched_on(table: Table) -> Table:
    """Turn every switch on but the bots' pause."""
    for name in ("odds", "rules", "log"):
        table.receive({"do": "switch", "action": name, "version": table.version})
    return table


def along_a_game(slug: str) -> Iterator[tuple[str, Table]]:
    """Yield a table at its start, along a game of random moves, between rounds and at the end."""
    most = find_game(slug).rules.Rules.allowed_players[1]
    game = lk.new_game(slug, players=[LONG, *[lk.bot("random")] * (most - 1)], seed=4)
    yield "full table", switched_on(Table(game))
    table = Table(lk.new_game(slug, players=["Ana", lk.bot("greedy")], seed=4, **short(slug)))
    switched_on(table)
    rng, number = Random(4), 0
    while not table.game.is_over:
        number += 1
        if number % 5 == 1:
            yield f"move {number}", table
        if "next" in table.html and table._round_end is not None:
            yield f"round end {number}", table
            table.receive({"do": "next", "version": table.version})
        elif table.wait:
            table.receive({"do": "tick", "version": table.version})
        else:
            action = str(rng.choice(table.game.legal_actions()))
            table.receive({"do": "play", "action": action, "version": table.version})
    yield "end", table
    table.receive({"do": "play", "action": "fly", "version": table.version})
    yield "trouble", table


def whole_game(slug: str) -> Game:
    """Return a game in which a person has played at random."""
    game = lk.new_game(slug, players=[LONG, lk.bot("greedy"), "Ben"], seed=4, **short(slug))
    rng = Random(4)
    while not game.is_over:
        person = game.seats[game.current_player].strategy is None
        game.play(rng.choice(game.legal_actions()) if person else None)
    return game


def short(slug: str) -> dict[str, int]:
    return {"turns": 8} if slug == "chinchiller" else {"target": 12}


def in_kadabra() -> Iterator[tuple[str, Table]]:
    """Yield the phases that are rare: the show, giving, returning."""
    game = lk.new_game("kadabra", players=["Ana", "Ben", lk.bot("greedy")], seed=3)
    held = (Tokens(23, 1, 1), Tokens(3), Tokens(5, 2))
    plain = game.state
    for phase in ("turn", "show", "give", "return"):
        changes = {"phase": phase, "stage": Tokens(4, 1), "llama_played": phase == "show"}
        game.state = dataclasses.replace(plain, tokens=held, **changes)
        table = Table(game)
        table.receive({"do": "ready", "version": table.version})
        yield phase, switched_on(table)


def in_chinchiller() -> Iterator[tuple[str, Table]]:
    """Yield the end of a long game, and what an announcer and a blind player see."""
    game = lk.new_game("chinchiller", players=["Ana", lk.bot("greedy"), "Ben"], seed=3, turns=1)
    while not game.is_over:
        game.play(game.legal_actions()[0])
    game.state = dataclasses.replace(game.state, sand=(208, 185, 152))
    yield "rich", Table(game)
    game = lk.new_game("chinchiller", players=["Ana", "Ben"], seed=3, closed=(2, 0))
    table = Table(game)
    table.receive({"do": "ready", "version": table.version})
    yield "announce", switched_on(table)
    table.receive({"do": "play", "action": "claim 6", "version": table.version})
    yield "answer", table


def positions() -> Iterator[tuple[str, str]]:
    """Yield a name and the HTML of every position to look at."""
    for slug in lk.GAMES:
        for name, table in along_a_game(slug):
            yield f"{slug} {name}", table.html
        asked = Table(lk.new_game(slug, players=["Ana", lk.bot("greedy")], seed=4))
        for step in ("question", "odds", "advice"):
            asked.receive({"do": "hint", "version": asked.version})
            yield f"{slug} hint {step}", asked.html
        curtain = Table(lk.new_game(slug, players=[LONG, "Ben"], seed=3))
        yield f"{slug} curtain", curtain.html
        game = lk.new_game(slug, players=["Ana", "Ben"], seed=3)
        for _ in range(6):
            game.play(game.legal_actions()[0])
        replay = Replay([game])
        replay.receive({"do": "switch", "action": "rules", "version": replay.version})
        replay.go(2)
        yield f"{slug} unfinished replay", replay.html
        replay = Replay([whole_game(slug)])
        yield f"{slug} replay before its review", replay.html
        replay.finish()
        replay.receive({"do": "mistake", "action": "1"})
        yield f"{slug} replay", replay.html
        replay.receive({"do": "learn"})
        yield f"{slug} learning", replay.html
        replay.receive({"do": "play", "action": str(replay.review.mistakes(0)[0].action)})
        yield f"{slug} learned", replay.html
        companion = Companion(slug)
        yield f"{slug} companion empty", companion.html
        companion.set(**ON_DESK[slug])
        yield f"{slug} companion", companion.html
    for name, table in in_kadabra():
        yield f"kadabra {name}", table.html
    tally = Tally(["hit", "take", "drama", "three llamas", LONG], LONG)
    yield "tally empty", tally.html
    yield "tally without a name", Tally(["hit", "take"]).html
    tally.receive({"do": "count", "action": "4"})
    yield "tally", tally.html
    for name, table in in_chinchiller():
        yield f"chinchiller {name}", table.html


def starts() -> Iterator[tuple[str, str]]:
    """Yield the start panel for each game, with saved games, and guided rounds."""
    folder = Path(__file__).parent
    for slug in lk.GAMES:
        panel = Start(None, folder)
        panel.saved = [(folder / f"llamakit-{one}.json", lk.new_game(one, 2)) for one in lk.GAMES]
        panel.change("game", "", slug)
        panel.change("set", "name 0", LONG)
        for _ in range(6):
            panel.change("seat", "", "add")
        yield f"start {slug}", panel.html()
        table = Table(panel.learn(), starts=True)
        table.receive({"do": "game", "action": slug})
        table.receive({"do": "learn"})
        yield f"guided {slug}", table.html


def explorers() -> Iterator[tuple[str, str]]:
    """Yield what each explorer shows before a guess, after it, and after some clicks."""
    for name, clicks in EXPLORING.items():
        explorer = find(name, {})
        yield f"explorer {name} asks", explorer.html
        explorer.receive({"do": "guess"})
        yield f"explorer {name} answers", explorer.html
        for do, action in clicks:
            explorer.receive({"do": do, "action": action})
        yield f"explorer {name} explored", explorer.html
    explorer = find("given", {"about": "hand", "who": LONG, "seen": [1, 1, 4]})
    yield "explorer given hand asks", explorer.html
    explorer.receive({"do": "guess"})
    yield "explorer given hand explored", explorer.html


PUT = """html => {
  const stage = document.querySelector('.lk-stage');
  stage.innerHTML = html;
  for (const e of stage.querySelectorAll('details')) e.open = true;
}"""

CONTRAST = """() => {
  const parse = (c) => { const n = c.match(/[\\d.]+/g).map(Number);
    return c.startsWith("color(srgb") ? [255 * n[0], 255 * n[1], 255 * n[2], n[3] ?? 1]
      : [n[0], n[1], n[2], n[3] ?? 1]; };
  const over = (top, under) => [0, 1, 2].map(i => top[3] * top[i] + (1 - top[3]) * under[i]);
  const ground = (e) => { const layers = [];
    for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor);
      layers.push(c); if (c[3] === 1) break; }
    return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255]); };
  const light = (c) => { const l = c.map(v => v / 255).map(
      v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * l[0] + 0.7152 * l[1] + 0.0722 * l[2]; };
  const poor = [];
  for (const e of document.querySelectorAll(".llamakit *")) {
    const own = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
    if (!own || e.closest("svg, :disabled, .lk-said")) continue;
    const g = ground(e), t = over(parse(getComputedStyle(e).color), g);
    const [a, b] = [light(g), light(t)].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) poor.push([e.textContent, (a + 0.05) / (b + 0.05)]);
  }
  return poor;
}"""

TOO_WIDE = """() => {
  const right = document.querySelector(".lk-stage").getBoundingClientRect().right + 1;
  return [...document.querySelectorAll(".llamakit *")]
    .filter(e => !e.closest(".lk-said, svg"))
    .filter(e => e.getBoundingClientRect().right > right)
    .map(e => e.outerHTML.slice(0, 90));
}"""

AXE = """async () => (await axe.run('.llamakit', {resultTypes: ['violations']})).violations.map(
  found => [found.id, found.impact, ...found.nodes.map(node => node.html.slice(0, 200))])"""

TEXT_SIZE = "size => document.documentElement.style.setProperty('font-size', size)"


@pytest.fixture(scope="session", params=[positions, starts, explorers])
def looks(request):
    return list(request.param())


@pytest.fixture
def page(open_notebook, axe):
    """A page with a widget on it, whose HTML is replaced by that of one position after the other.

    An explorer's widget has the table's style, and its own.
    """
    book = open_notebook("access.ipynb", 'import llamakit as lk\nlk.explore("roll")')
    if not book.table.count():
        book.run_all()
        book.page.evaluate(axe)
    return book.page


def choose_theme(page, theme: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 2600})
    page.click('.lm-MenuBar-itemLabel:text-is("Settings")')
    page.hover('.lm-Menu-itemLabel:text-is("Theme")')
    page.click(f'.lm-Menu-itemLabel:text-is("{theme}")')
    page.wait_for_selector(f'body[data-jp-theme-name="{theme}"]', state="attached")


def narrow(page) -> None:
    page.set_viewport_size({"width": 480, "height": 3600})
    sidebar = page.locator(".jp-SideBar .lm-TabBar-tab.lm-mod-current")
    if sidebar.count():
        sidebar.first.click()
    page.wait_for_function("() => document.querySelector('.llamakit').clientWidth < 480")


def read_by_nobody(page, theme: str) -> list:
    """Return what is hard to read in a theme, and in one of them what has no name or no room."""
    found = page.evaluate(CONTRAST)
    if theme == LIGHT:
        return found
    found += page.evaluate(AXE) + page.evaluate(TOO_WIDE)
    page.evaluate(TEXT_SIZE, "200%")
    found += page.evaluate(TOO_WIDE)
    page.evaluate(TEXT_SIZE, "")
    return found


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_every_position_can_be_read_by_everybody(page, looks, theme):
    choose_theme(page, theme)
    troubles = {}
    for width in ("wide", "narrow"):
        if width == "narrow":
            narrow(page)
        for name, html in looks:
            page.evaluate(PUT, html)
            if found := read_by_nobody(page, theme):
                troubles[f"{name}, {width}"] = found
            shoot(page, name, theme, width)
    assert troubles == {}


#: What is photographed of each game: a full table, the middle of a game, its end, and so on.
PHOTOGRAPHED = (
    "full table",
    "move 6",
    "end",
    "companion",
    "replay",
    "learned",
    "hint advice",
    "show",
    "answer",
    "tally",
    "asks",
    "explored",
)


def shoot(page, name: str, theme: str, width: str) -> None:
    """Keep a picture of some positions, for a person to look at."""
    if name.endswith(PHOTOGRAPHED):
        file = f"{name} {width} {theme.split()[-1].lower()}.png".replace(" ", "-")
        page.locator(".lk-stage").screenshot(path=SHOTS / file)
