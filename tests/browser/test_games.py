"""Every game, the replay and the companion in real JupyterLab: mouse, keyboard, curtain, XSS."""

from __future__ import annotations

import re

import pytest

pytestmark = pytest.mark.browser

START = "import llamakit as lk\n"
SHORT = {
    "llama": "target=1",
    "llama-dice": "target=1",
    "kadabra": "target=1",
    "chinchiller": "turns=6",
}
CHOICE = "[data-home] button:not(:disabled)"
PICK = f".lk-board .lk-pick, {CHOICE}"

#: Real ones, short enough for a name (at most 40 characters).
XSS = [
    "<script>xss=1</script>",
    "<img src=x onerror=xss=1>",
    '"><svg onload=xss=1>',
    "' autofocus onfocus='xss=1",
    "</h3></div><iframe srcdoc='<b>'>",
    "<a href=javascript:xss=1>x</a>",
    "<details open ontoggle=xss=1>",
    "&lt;img src=x onerror=xss=1&gt;",
    "<style>@import'//x.example'</style>",
    "]]><!--<math><mi xlink:href=x",
    "${xss=1}{{7*7}}<%=7*7%>",
    "<input onfocus=xss=1 autofocus>",
]


def cell(slug, players='["Ana", lk.bot("greedy")]', more=""):
    options = SHORT[slug] + more
    return START + f'lk.play("{slug}", players={players}, seed=3, {options})'


@pytest.fixture
def games(open_notebook):
    """A notebook with a table for each game, one under the other; its bots move at once."""
    book = open_notebook("games.ipynb", *map(cell, SHORT), quick=True)
    if not book.table.count():
        book.run_all()
        book.page.wait_for_function("() => document.querySelectorAll('.llamakit h3').length === 4")
    return book


def until_drawn(table, act):
    """Do something at a table, and wait until it has been drawn anew."""
    head = table.locator("h3").element_handle()
    act()
    table.page.wait_for_function("head => !head.isConnected", arg=head)


def still_html(table):
    """What is on a table, without the marks of what has just arrived."""
    html = table.locator(".lk-stage").inner_html()
    return html.replace(" lk-new", "")


def finish(table, act, most=150):
    """Let a person act whenever there is something to do, until the scores are there."""
    for number in range(most):
        table.locator(f"{CHOICE}, .lk-final").first.wait_for()
        if table.locator(".lk-final").count():
            return number
        until_drawn(table, lambda number=number: act(number))
    raise AssertionError("the game never ends")


#: The two whose games are longest wait for the slow tests.
WHOLE = [
    pytest.param(number, id=slug, marks=[pytest.mark.slow] * (slug in ("llama", "kadabra")))
    for number, slug in enumerate(SHORT)
]


@pytest.mark.parametrize("number", WHOLE)
def test_a_whole_game_by_mouse_and_again_by_keyboard(games, number):
    table, page = games.table.nth(number), games.page
    finish(table, lambda turn: table.locator(PICK if turn % 2 else CHOICE).first.click())
    assert table.locator(".lk-final tbody tr").count() == 2
    assert table.locator(".lk-won").count() >= 1

    in_choices = "() => document.activeElement.closest('[data-home]') !== null"
    again = table.get_by_role("button", name="Play again")
    again.focus()
    until_drawn(table, lambda: page.keyboard.press("Enter"))

    def by_keyboard(turn):
        page.wait_for_function(in_choices)
        if turn % 4 == 3:
            page.keyboard.press("End")
            page.keyboard.press("ArrowRight")  # round to the first one
        page.keyboard.press("Space" if turn % 2 else "Enter")

    assert finish(table, by_keyboard) > 0
    assert page.evaluate("() => document.activeElement.closest('.llamakit') !== null")
    assert "The game is over" in table.locator("[role=status]").text_content()


def test_four_tables_in_one_notebook_do_not_mix(games):
    before = [still_html(games.table.nth(number)) for number in range(4)]
    until_drawn(games.table.nth(2), games.table.nth(2).locator(CHOICE).first.click)
    later = [still_html(games.table.nth(number)) for number in range(4)]
    assert [old == new for old, new in zip(before, later, strict=True)] == [True, True, False, True]


#: The values of all attributes, and all text, of a table and of the cell it is in.
EVERYTHING = """(table) => {
  const found = [];
  for (const e of [table, ...table.querySelectorAll('*')]) {
    for (const a of e.attributes) found.push(a.value);
    for (const n of e.childNodes) if (n.nodeType !== 1) found.push(n.nodeValue);
  }
  return found.join('\\n') + table.closest('.jp-Cell').innerText;
}"""

REPLAY = """game = lk.new_game("llama-dice", players=[lk.bot("greedy")] * 2, seed=3, target=1)
while not game.is_over:
    game.play()
lk.show(game.record())"""


#: Everything that moves on the page, with its target and for how long.
MOVING = """() => document.getAnimations().map(motion => motion.effect)
  .filter(effect => effect.target.closest(".lk-stage"))
  .map(effect => [effect.target.dataset.piece ?? "die", effect.getTiming().duration])"""


#: A replay, which is not drawn anew but changed where it differs, has gone on from a step.
STEPPED = "([table, where]) => table.querySelector('.lk-where').textContent !== where"


def test_motion_is_short_and_off_for_those_who_want_none(desk):
    table, page = desk.table.nth(3), desk.page
    seen = {}
    for wish in ("reduce", "no-preference"):
        page.emulate_media(reduced_motion=wish)
        seen[wish] = []
        for name in ["Forward"] * 3 + ["Back"] * 3:
            where = table.locator(".lk-where").text_content()
            table.get_by_role("button", name=name).click()
            page.wait_for_function(STEPPED, arg=[table.element_handle(), where])
            seen[wish] += page.evaluate(MOVING)
    assert seen["reduce"] == []
    assert seen["no-preference"]
    assert max(length for _, length in seen["no-preference"]) < 500


#: For each companion what to click, in which field, and a figure that it then shows (a pattern).
COMPANIONS = {
    "llama-dice": [
        ("Your row", "Add 2"),
        ("Your row", "Add 5"),
        r"hit \(you discard\)\s+29/54\s+53.7 %",
    ],
    "llama": [("Your hand", "Add llama"), ("On top", "6"), r"quit now\s+10 points"],
    "kadabra": [("Your hand", "Add 2/3"), ("On top", "3 (magic star)"), r"llama\s+6/29\s+20.7 %"],
    "chinchiller": [("The dice", "Add 3"), ("The dice", "Add ×2"), r"stop now\s+6 sand"],
}


@pytest.fixture
def desk(open_notebook):
    """A notebook with two tables for two people, a blind player's, a replay and a companion."""
    book = open_notebook(
        "desk.ipynb",
        cell("llama", '["Ana", "Ben"]', ", hand=4"),
        cell("kadabra", '["Ana", "Ben"]', ", hand=4"),
        cell("chinchiller", '["Ana", "Ben"]', ", closed=(2, 0)"),
        REPLAY,
        *[f'lk.companion("{slug}")' for slug in COMPANIONS],
    )
    if not book.table.count():
        book.run_all()
        book.page.wait_for_function("() => document.querySelectorAll('.llamakit h3').length === 8")
    return book


@pytest.mark.parametrize("number", [0, 1], ids=["llama", "kadabra"])
def test_behind_the_curtain_no_hand_is_in_the_page(desk, number):
    table = desk.table.nth(number)
    for turn in range(6):
        everything = table.evaluate(EVERYTHING)
        assert " holds " not in everything
        assert not re.search(r"Play a|draws a \d", everything)
        ready = table.get_by_role("button", name=re.compile("show my side"))
        me, other = ("Ana", "Ben") if turn % 2 == 0 else ("Ben", "Ana")
        assert me in ready.text_content()
        until_drawn(table, ready.click)
        everything = table.evaluate(EVERYTHING)
        assert f"{me} holds " in everything or turn > 1
        assert f"{other} holds " not in everything
        draw = table.get_by_role("button", name="Draw a card", exact=True)
        until_drawn(table, draw.last.click)
        drawn = re.compile(f"{me} draws an? [^c]")
        assert drawn.search(table.evaluate(EVERYTHING))  # who drew sees the card ...
        until_drawn(table, table.get_by_role("button", name="Yes, hide my side").click)
    assert "draws a card" in table.evaluate(EVERYTHING)


def test_a_blind_player_s_page_has_no_dice(desk):
    table = desk.table.nth(2)
    until_drawn(table, table.get_by_role("button", name=re.compile("I am Ben")).click)
    assert "Ana rolls" in table.evaluate(EVERYTHING)
    until_drawn(table, table.get_by_role("button", name="Say 6 sand").click)
    assert "accept" in table.locator(".lk-choices").text_content()
    everything = table.evaluate(EVERYTHING)
    assert "Ana rolls" not in everything
    assert "the truth" not in everything
    assert table.locator("svg.lk-die").count() == 0


@pytest.mark.parametrize("number", range(4), ids=COMPANIONS)
def test_the_companion_shows_the_odds_of_what_is_clicked(desk, number):
    table = desk.table.nth(4 + number)
    *clicks, figure = list(COMPANIONS.values())[number]
    for field, name in clicks:
        button = table.locator(".lk-field", has_text=field).get_by_role("button", name=name)
        until_drawn(table, button.and_(table.get_by_label(name, exact=True)).click)
    assert re.search(figure, table.locator("table.lk-odds").inner_text())


def test_the_companion_takes_away_and_counts(desk):
    table, page = desk.table.nth(4), desk.page
    middle = table.locator(".lk-field", has_text="Llama row")
    for value in ("2", "4", "5", "6"):
        until_drawn(table, middle.get_by_role("button", name=f"Take away {value}").click)
    assert re.search(
        r"take \(a card from the llama row\)\s+5/12\s+41.7 %",
        table.locator("table.lk-odds").inner_text(),
    )
    points = table.get_by_label("Points you hold")
    points.fill("12")
    until_drawn(table, lambda: page.keyboard.press("Enter"))
    assert points.input_value() == "12"
    assert page.evaluate("() => document.activeElement.type") == "number"


def test_markup_in_names_errors_and_records_is_text(open_notebook):
    names = [[*XSS[:5], "Ben"], [*XSS[5:10], "Cem"], ["Ana", *XSS[10:], "Dora"]]
    played = [
        START + f"t = lk.play('llama', players={group!r}, seed=1, target=1)\n"
        "t.table._switches |= {'log': True, 'odds': True, 'rules': True}\n"
        "t.table._redraw()\nt"
        for group in names
    ]
    fails = (
        START + "def broken(view, legal_actions, rng):\n"
        f"    raise RuntimeError({XSS[1]!r})\n"
        f"lk.play('llama', players=[lk.bot(broken, {XSS[0]!r}), 'Ana'], seed=1)"
    )
    show = f"lk.show(lk.new_game('kadabra', players={XSS[:3]!r}, seed=1).record())"
    book = open_notebook("xss.ipynb", *played, fails, show, quick=True)
    book.page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    book.run_all()
    page = book.page
    page.wait_for_function("() => document.querySelectorAll('.llamakit h3').length === 5")
    book.table.nth(3).locator(".lk-trouble").wait_for()
    shown = page.evaluate("() => document.body.textContent")
    for name in XSS:
        assert name in shown
    assert page.evaluate("() => window.xss") is None
    strange = ".llamakit :is(script, img, iframe, style, a, input:not([type]), math, [onerror])"
    assert page.locator(strange).count() == 0
