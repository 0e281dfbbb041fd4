"""How tall the table is at every decision of a game, in JupyterLab at 1280 × 800 and narrower."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import llamakit as lk
from llamakit.engine.registry import find_game
from llamakit.table.learn import Learning
from llamakit.table.review import Review
from llamakit.table.table import Table

pytestmark = pytest.mark.browser

#: How wide the window is: a wide page, one between, and two phones. JupyterLab takes some for
#: itself: the last leaves as much as a phone of 300 px leaves on the play page.
WIDTHS = (1280, 720, 480, 390)

#: For each HTML of a table: how tall it is, its answers and its toolbar are, and the tallest hand;
#: from where to where the parts above the answers are, and the players' places if they are not
#: counted; how tall the answers are with their question, and on a wide page where they begin;
#: whether one has to scroll to read what a beginner has to know.
HEIGHTS = """pages => pages.map(html => {
  const stage = document.querySelector(".lk-stage");
  stage.innerHTML = html;
  const tall = all => Math.max(0, ...[...all].map(e => e.getBoundingClientRect().height));
  const tools = [...stage.querySelectorAll(".lk-tools button")].map(e => e.offsetTop);
  const place = e => [e.offsetLeft, e.offsetTop, e.offsetHeight];
  const places = parts => [...stage.querySelectorAll(parts)].map(place).join();
  const answers = stage.clientWidth >= 750 ? stage.querySelector(".lk-choices").offsetTop : "";
  return {
    places: places("[role=toolbar]:first-of-type, .lk-told, .lk-middle, .lk-guide") + answers,
    seats: places(".lk-seat"),
    table: stage.parentElement.getBoundingClientRect().height,
    choices: tall(stage.querySelectorAll(".lk-choices")),
    hand: tall(stage.querySelectorAll(".lk-seat[data-turn]")),
    toolbars: new Set(tools).size,
    hides: [...stage.querySelectorAll(".lk-guide")].some(e => e.scrollHeight > e.clientHeight),
  };
})"""


@cache
def looks(slug: str, players: int, seed: int = 2) -> list[str]:
    """The table at each decision, bots' moves and ends of rounds included, of a random game."""
    names = ["Ana", *[lk.bot("random")] * (players - 1)]
    blind = (0, 2) + (1,) * (players - 2)  # so that somebody has to be told a sum
    short = {"turns": 40, "closed": blind} if slug == "chinchiller" else {"target": 40}
    table = Table(lk.new_game(slug, players=names, seed=seed, **short), 2)
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


@cache
def with_notes(slug: str, players: int) -> list[str]:
    """The table when it has something to say for itself: in a line, and in many."""
    table = Table(
        lk.new_game(slug, players=["Ana", *[lk.bot("random")] * (players - 1)], seed=2), 2
    )
    found = []
    for message in ({"do": "save"}, {"do": "load", "text": "{}"}, {"do": "load", "text": "[1]"}):
        table.receive({**message, "version": table.version})
        assert "lk-note" in table.html
        found.append(table.html)
    return found


@cache
def guided(slug: str) -> list[str]:
    """The table in a guided round, at each decision and while the others move."""
    table = Table(lk.new_game("llama", players=2), 2, starts=True)
    for message in ({"do": "game", "action": slug}, {"do": "learn"}):
        table.receive(message)
    found = [table.html]
    table.receive({"do": "next", "version": table.version})
    found.append(table.html)
    while not table.game.is_over:
        answer = {"do": "play", "action": str(table.game.legal_actions()[0])}
        table.receive({**({"do": "tick"} if table.wait else answer), "version": table.version})
        found.append(table.html)
    return found


def answered() -> str:
    """A costly decision once more, on the screen with what the answer came to."""
    game = lk.new_game("llama", players=["Ana", lk.bot("greedy")], seed=7)
    game.play("quit")
    review = Review(game, [0])
    review.finish()
    learning = Learning(review, 0)
    learning.receive("play", "quit")
    return learning.html


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


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("slug", lk.GAMES)
def test_nothing_jumps_between_moves(page, slug, width):
    resize(page, width)
    most = find_game(slug).rules.Rules.allowed_players[1]
    for players, seed in ((2, 3), (3, 2), (most, 2)):  # in these, many answers are possible
        found = page.evaluate(HEIGHTS, [*looks(slug, players, seed), *with_notes(slug, players)])
        assert len({one["places"] for one in found}) == 1
        assert len({one["seats"] for one in found} - {""}) == 1
        assert len({one["choices"] for one in found}) == 1


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


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("slug", lk.GAMES)
def test_nothing_jumps_in_a_guided_round_and_it_fits_too(page, slug, width):
    room = resize(page, width)
    found = page.evaluate(HEIGHTS, guided(slug))
    assert len({one["places"] for one in found}) == 1
    assert len({one["seats"] for one in found} - {""}) == 1
    assert len({one["choices"] for one in found}) == 1
    assert width < 1280 or max(one["table"] for one in found) <= room
    assert not any(one["hides"] for one in found)


@pytest.mark.parametrize("slug", lk.GAMES)
def test_on_a_narrow_page_the_answers_are_in_sight_with_the_hand(page, slug):
    room = resize(page, 480)
    found = page.evaluate(HEIGHTS, looks(slug, 3))
    assert max(one["choices"] + one["hand"] for one in found) <= room


def test_on_a_narrow_page_what_is_learned_does_not_cover_the_board(page):
    room = resize(page, 480)
    (found,) = page.evaluate(HEIGHTS, [answered()])
    assert found["choices"] <= room / 2


#: The names and marks at the players' places of which not all can be read.
CUT = """html => {
  document.querySelector(".lk-stage").innerHTML = html;
  const all = [...document.querySelectorAll(".lk-seat h4 > *")];
  return all.filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent);
}"""


@pytest.mark.parametrize("width", [480, 390])
@pytest.mark.parametrize("players", [3, 6])
def test_on_a_narrow_page_many_tokens_cut_no_name(page, width, players):
    resize(page, width)
    others = [[1], [3], [4], [5], [6]][: players - 1]
    state = lk.llama_dice.position([2], others=others, quit=[1], points=[39] * players)
    names = ["Ana", "Maximilian", "Ben", "Cautious", "Dora", "Elif"][:players]
    assert page.evaluate(CUT, lk.play(state, players=names).html) == []


def test_on_a_narrow_page_the_name_and_the_eyes_of_a_chinchilla_are_seen_whole(page):
    resize(page, 480)
    game = lk.new_game("chinchiller", players=["Player 1", lk.bot("sharp")], seed=7)
    assert page.evaluate(CUT, Table(game).html) == []


@pytest.mark.parametrize("slug", lk.GAMES)
def test_on_a_narrow_page_the_answers_cover_no_scores(page, slug):
    resize(page, 480)
    page.set_viewport_size({"width": 480, "height": 900})
    scored = [html for html in looks(slug, 3) if "lk-scores" in html]
    page.evaluate(HEIGHTS, scored[-1:])
    page.locator(".lk-stage h3").scroll_into_view_if_needed()
    bottom, top = page.evaluate(
        """() => [...document.querySelectorAll(".lk-scores, .lk-choices")].map((e, answers) =>
            e.getBoundingClientRect()[answers ? "top" : "bottom"])"""
    )
    assert bottom <= top


#: The upper edge of a story of so many lines, scrolled to its end.
EDGE = """lines => {
  const story = `<ol class="lk-news"><li>${"<br>".repeat(lines)}</li></ol>`;
  document.querySelector(".lk-stage").innerHTML = `<div class="lk-told">${story}</div>`;
  const news = document.querySelector(".lk-news");
  news.scrollTo(0, 1e6);
  const { x, y, width } = news.getBoundingClientRect();
  return { x: x + 8, y: y + 1, width: width - 8, height: 4 };
}"""


def test_where_there_is_more_to_read_above_there_is_a_shade(page):
    resize(page, 480)
    one, two, many = (page.screenshot(clip=page.evaluate(EDGE, lines)) for lines in (1, 2, 20))
    assert one == two
    assert many != one


#: The lines of the newest sentence that are above or below what can be seen of the story.
UNSEEN = """() => {
  const news = document.querySelector(".lk-news").getBoundingClientRect();
  return [...document.querySelector(".lk-news li:last-child").getClientRects()]
    .filter(line => line.top < news.top - 1 || line.bottom > news.bottom + 1).length;
}"""


#: How many parts of what is told reach below its box.
OUTSIDE = """() => {
  const told = document.querySelector(".lk-told");
  const { bottom } = told.getBoundingClientRect();
  return [...told.children].filter(e => e.getBoundingClientRect().bottom > bottom + 1).length;
}"""


@pytest.mark.parametrize("note", [False, True])
def test_the_news_that_begin_a_game_are_seen_whole(open_notebook, note):
    start = 'lk.play("kadabra", players=["Mia", lk.bot("sharp"), lk.bot("cautious")], seed=7)'
    book = open_notebook("news.ipynb", f"import llamakit as lk\n{start}")
    if not book.table.count():
        book.run_all()
    resize(book.page, 1280)
    if note:
        with book.page.expect_download():
            book.table.locator("[data-key=save]").click()
        book.table.locator(".lk-note").wait_for()
    assert book.table.locator(".lk-news li").count() == 1
    assert book.page.evaluate(UNSEEN) == 0
    resize(book.page, 480)
    assert book.page.evaluate(OUTSIDE) == 0


def test_a_hint_has_the_whole_width(page):
    resize(page, 1280)
    table = Table(lk.new_game("llama-dice", players=["Ana", "Ben"], seed=7), 7)
    for _ in range(2):
        table.receive({"do": "hint", "version": table.version})
    page.evaluate(HEIGHTS, [table.html])
    width = "e => e.getBoundingClientRect().width"
    whole = page.locator(".lk-hint dl").evaluate(width)
    assert {one.evaluate(width) for one in page.locator(".lk-hint dt").all()} == {whole}


#: The words in what a cell has printed that are broken at the end of a line.
BROKEN = """output => {
  const [text, found] = [output.firstChild, []];
  for (const { index, 0: word } of text.data.matchAll(/\\w+/g)) {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    if (range.getClientRects().length > 1) found.push(word);
  }
  return found;
}"""


def test_on_a_narrow_page_a_printed_sentence_breaks_between_words(open_notebook):
    play = 'import llamakit as lk\nlk.play("llama-dice", players=2)'
    page = (book := open_notebook("words.ipynb", play, 'print("standard errors " * 20)')).page
    book.run_all()
    resize(page, 480)
    output = page.locator(".jp-RenderedText pre").last
    assert output.evaluate("e => e.offsetHeight") > 30  # several lines
    assert output.evaluate(BROKEN) == []
