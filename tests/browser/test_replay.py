"""The replay in real JupyterLab and as a page of its own: keyboard, slider, review, sharing."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import llamakit as lk
from llamakit.table.show import Replay

pytestmark = pytest.mark.browser

SHOTS = Path(__file__).with_name("shots")

MADE = """import llamakit as lk
from random import Random
game = lk.new_game("llama-dice", players=["Ana", lk.bot("cautious")], seed=8, target=1)
rng = Random(2)
while not game.is_over:
    person = game.current_player == 0
    game.play(rng.choice(game.legal_actions()) if person else None)
"""
SHOW = MADE + "replay = lk.show(game)\nreplay.table.finish()\nreplay"
PLAY = """import llamakit as lk
lk.play("llama-dice", players=["Ana", lk.bot("greedy")], seed=3, target=1)"""

WHERE = ".lk-where"
ACTIVE = "() => document.activeElement.dataset.key ?? document.activeElement.tagName"


@pytest.fixture
def replay(open_notebook):
    """A notebook with a replay, its review done."""
    book = open_notebook("replay.ipynb", SHOW)
    if not book.table.count():
        book.run_all()
        book.page.wait_for_selector(".lk-graph")
    go_to(book.page, "First")
    return book


def go_to(page, name):
    button = page.get_by_role("button", name=name, exact=True)
    if button.is_enabled():
        step(page, button.click)


def where(page) -> int:
    return int(re.search(r"\d+", page.locator(WHERE).text_content())[0])


def step(page, act) -> int:
    """Do something and wait until another step is shown; return which one."""
    before = page.locator(WHERE).text_content()
    act()
    page.wait_for_function(
        f"before => document.querySelector('{WHERE}').textContent !== before", arg=before
    )
    return where(page)


def last(page) -> int:
    return int(re.findall(r"\d+", page.locator(WHERE).text_content())[1])


def costly(page) -> list[int]:
    """The steps of Ana's costly decisions."""
    found = page.locator(".lk-moves [data-mine][data-costly] button")
    return [1 + int(one.get_attribute("data-action")) for one in found.all()]


def test_the_whole_replay_by_keyboard(replay):
    page = replay.page
    slider = page.get_by_role("slider", name="Step")
    slider.focus()
    steps = [step(page, lambda: page.keyboard.press("ArrowRight")) for _ in range(last(page) - 1)]
    assert steps == list(range(2, last(page) + 1))
    assert "the game is over" in page.locator(".lk-stage h3").text_content()
    wanted = costly(page)
    assert wanted
    found = [step(page, lambda: page.keyboard.press("ArrowUp")) for _ in wanted]
    assert found == wanted[::-1]
    assert page.evaluate(ACTIVE) == "slider"
    assert "costs" in page.locator(".lk-taken").inner_text()
    assert "etter: " in page.locator(".lk-because").inner_text()
    # Tab reaches every button once, and the list of moves at the move shown.
    seen = []
    for _ in range(40):
        page.keyboard.press("Tab")
        seen.append(page.evaluate(ACTIVE))
        if seen[-1] == "learn":
            break
    assert {"run", "speed", "filter mine", "switch odds"} <= set(seen)
    assert [key for key in seen if key.startswith("move ")] == [f"move {found[-1] - 1}"]
    page.get_by_role("slider", name="Step").focus()
    page.locator(".lk-moves [aria-current]").focus()
    now = step(page, lambda: page.keyboard.press("ArrowRight"))
    assert page.evaluate(ACTIVE) == f"move {now - 1}"  # the focus goes along
    page.locator("[data-key=learn]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Learn from your mistakes: 1 of")
    for number in range(len(wanted[:3])):
        page.wait_for_selector(f"text=Learn from your mistakes: {number + 1} of")
        page.locator("[data-group=choices] button").first.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(".lk-verdict")
        page.locator("[data-key=next]").focus()
        page.keyboard.press("Enter")
    page.wait_for_selector(".lk-graph")


def test_the_slider_answers_while_it_is_dragged(replay):
    page = replay.page
    box = page.get_by_role("slider", name="Step").bounding_box()
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 8, y)
    page.mouse.down()
    seen = []
    for part in (0.3, 0.6, 0.9):
        seen.append(
            step(page, lambda part=part: page.mouse.move(box["x"] + part * box["width"], y))
        )
    page.mouse.move(box["x"] + box["width"] - 2, y)
    page.wait_for_function(
        f"() => document.querySelector('{WHERE}').textContent.startsWith('Step {last(page)} ')"
    )
    assert page.evaluate("() => document.querySelector('.lk-track input').matches(':active')")
    page.mouse.up()
    assert seen == sorted(seen)
    assert where(page) == last(page)


def tap_graph(page, wanted: int) -> int:
    """Press on the graph where a step stands; return which one is shown then."""
    box = page.locator(".lk-graph").bounding_box()
    x = box["x"] + box["width"] * (wanted - 1) / (last(page) - 1)
    return step(page, lambda: page.mouse.click(x, box["y"] + 20))


def test_a_press_on_the_graph_goes_there(replay):
    assert [tap_graph(replay.page, wanted) for wanted in (5, 2)] == [5, 2]


def test_filters_odds_and_autoplay(replay):
    page = replay.page
    page.get_by_role("button", name="Ana's", exact=True).click()
    page.wait_for_selector(".lk-replay[data-filter=mine]")
    rows = page.locator(".lk-moves li:visible")
    assert rows.count()
    assert all("Ana" in text for text in rows.all_inner_texts())
    page.get_by_role("button", name="All moves").click()
    page.wait_for_selector(".lk-replay[data-filter=all]")
    assert page.locator("table.lk-odds").is_visible()
    speed = page.locator("[data-key=speed]")
    speed.click()
    page.wait_for_selector("text=Speed: quick")
    start = where(page)
    page.locator("[data-key=run]").click()
    page.wait_for_function(
        f"start => +document.querySelector('{WHERE}').textContent.match(/\\d+/)[0] > start + 1",
        arg=start,
    )
    page.locator("[data-key=run]").click()
    page.wait_for_selector("[data-key=run]:text-is('Play')")


def test_watch_it_again_from_the_table_and_back(open_notebook):
    book = open_notebook("watch.ipynb", PLAY, quick=True)
    book.run_all()
    page = book.page
    while not page.get_by_role("button", name="Watch it again").count():
        head = page.locator(".lk-stage h3").element_handle()
        page.locator("[data-home] button:not(:disabled)").last.click()
        page.wait_for_function("head => !head.isConnected", arg=head)
        page.wait_for_selector("[data-home] button:not(:disabled)")
    page.get_by_role("button", name="Watch it again").click()
    page.wait_for_selector(".lk-replay")
    page.wait_for_selector(".lk-progress", state="detached", timeout=60_000)  # a step at a time
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the game").click()
    assert lk.replay(saved.value.path()).is_over
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a web page").click()
    assert saved.value.suggested_filename == "llama-dice.html"
    assert Path(saved.value.path()).read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    page.get_by_role("button", name="Back to the table").click()
    page.wait_for_selector("button:text-is('Play again')")


@pytest.fixture(scope="module", params=lk.GAMES)
def alone(request, chromium, tmp_path_factory):
    """A replay as a page of its own, opened from a file, with no network to be had."""
    slug = request.param
    options = {"turns": 12} if slug == "chinchiller" else {"target": 12}
    game = lk.new_game(slug, players=["Ana", lk.bot("sharp"), lk.bot("random")], seed=4, **options)
    rng = Random(1)
    while not game.is_over:
        game.play(rng.choice(game.legal_actions()) if game.current_player == 0 else None)
    replay = Replay([game])
    replay.finish()
    file = tmp_path_factory.mktemp("page") / "replay.html"
    file.write_text(replay.receive({"do": "page"})["text"], encoding="utf-8")
    context = chromium.new_context(offline=True, viewport={"width": 1000, "height": 900})
    page, errors = context.new_page(), []
    page.on("request", lambda r: r.url.startswith("file:") or errors.append(r.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda m: m.type == "error" and errors.append(m.text))
    page.goto(file.as_uri())
    yield replay, page
    context.close()
    assert errors == []


def test_a_page_of_its_own_plays_without_python(alone):
    replay, page = alone
    assert last(page) == len(replay.frames)
    for number in range(len(replay.frames)):
        assert where(page) == number + 1
        assert page.locator("h3").text_content() == replay.title_of(number)
        assert page.locator("[role=status]").text_content() == replay.said_of(number)
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert where(page) == last(page) - 1
    wanted = costly(page)
    page.get_by_role("button", name="Last").click()
    found = []
    for _ in wanted:
        page.keyboard.press("ArrowUp")
        found.append(where(page))
    assert found == wanted[::-1]
    page.get_by_role("button", name="Costly ones").click()
    assert page.locator(".lk-moves li:visible").count() == len(
        page.locator(".lk-moves [data-costly]").all()
    )
    page.get_by_role("button", name="All moves").click()
    page.get_by_role("button", name="First").click()
    page.locator("[data-key=speed]").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function(
        f"() => document.querySelector('{WHERE}').textContent.startsWith('Step 3')"
    )
    page.get_by_role("button", name="Pause").click()
    assert tap_graph(page, 6) == 6
    assert page.locator("[data-do]:not(button, input)").count() == 0


def test_a_page_of_its_own_shows_the_odds_and_the_rules_when_asked(alone):
    _, page = alone
    go_to(page, "First")
    odds, rules = page.locator(".lk-learned table.lk-odds"), page.locator(".lk-rules")
    assert odds.is_visible()
    assert not rules.is_visible()
    for switch in page.get_by_role("switch").all():
        switch.click()
    page.keyboard.press("ArrowRight")
    assert not odds.is_visible()
    assert rules.is_visible()
    assert [one.get_attribute("aria-checked") for one in page.get_by_role("switch").all()] == [
        "false",
        "true",
    ]
    for switch in page.get_by_role("switch").all():
        switch.click()


def test_a_jump_lays_the_position_out_without_marks(open_notebook):
    made = MADE.replace("llama-dice", "llama").replace("seed=8", "seed=5")
    page = (book := open_notebook("jump.ipynb", made + "lk.show(game)")).page
    book.run_all()
    page.emulate_media(reduced_motion="no-preference")
    marks = page.locator(".lk-new")
    page.locator("[data-key=slider]").focus()
    step(page, lambda: page.keyboard.press("ArrowRight"))
    assert marks.count() > 0
    step(page, page.get_by_role("button", name="Last", exact=True).click)
    assert marks.count() == 0


def test_the_word_on_a_roll_stands_beside_the_dice_and_covers_no_faces(replay):
    page = replay.page
    go_to(page, "First")
    dice = page.locator(".lk-mark:has(small)")
    while not dice.count():
        step(page, page.get_by_role("button", name="Forward").click)
    beside = "e => parseFloat(getComputedStyle(e, '::after').left) >= e.offsetWidth"
    assert dice.evaluate(beside)


#: How tall the piles in the middle are at each step, and whether the draw pile carries a mark.
PILES = """pages => pages.map(html => {
  const stage = document.querySelector(".lk-stage");
  stage.innerHTML = html;
  const { height } = stage.querySelector(".lk-middle").getBoundingClientRect();
  return [Math.round(height), stage.querySelector("[data-stock] [data-mark]") !== null];
})"""


@pytest.mark.parametrize("slug", ["llama", "kadabra"])
def test_a_mark_on_the_draw_pile_moves_nothing(replay, slug):
    game = lk.new_game(slug, players=[lk.bot("greedy")] * 2, seed=7)
    while not game.is_over and game.moves < 24:
        game.play()
    shown, pages = Replay([game], 0), []
    for step in range(len(shown.frames)):
        shown.receive({"do": "go", "action": str(step), "version": shown.version})
        pages.append(shown.html)
    found = replay.page.evaluate(PILES, pages)
    assert {marked for _, marked in found} == {True, False}
    assert len({height for height, _ in found}) == 1
