"""The play page: built, served on this machine alone, played with a finger on a small screen."""

from __future__ import annotations

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
#: Nothing but scripts of the page itself, none of them inline, and WebAssembly.
POLICY = "script-src 'self' 'wasm-unsafe-eval'"
#: What a cold load may send until the first click is answered.
MOST = 15_000_000
CHOICE = "[data-home] button:not(:disabled)"
TITLES = ["L.L.A.M.A.", "L.L.A.M.A. Dice", "LLAMA Kadabra", "Chinchiller Dice"]
#: A page scrolls by whole pixels.
IN_SIGHT = """name => {
  const { top, bottom } = document.querySelector(name).getBoundingClientRect();
  return top >= 0 && bottom < innerHeight + 1;
}"""
HAND_IS_SEEN = """() => {
  const side = (name) => document.querySelector(name).getBoundingClientRect();
  const hand = side(".lk-seat[data-turn] :is(.lk-cards, .lk-sand)");
  return hand.top >= 0 && hand.bottom <= side(".lk-choices").top;
}"""
EXPLORERS = ["roll", "stop", "hand", "given", "funnel", "bluff", "tree"]


@pytest.fixture(scope="module")
def sent():
    """How many bytes the server has sent, by path."""
    return {}


@pytest.fixture(scope="module")
def site(built_site, serve, sent):
    """The page's address."""
    return serve(built_site("play"), POLICY, sent)


@pytest.fixture
def phone(site, chromium, unhurried, quick_bots):
    """A phone that has never seen the page; at the end nothing has gone elsewhere or wrong."""
    context = chromium.new_context(**PHONE)
    context.add_init_script(unhurried)
    context.add_init_script(quick_bots)
    strangers, errors = [], []
    home = (site, "data:", "blob:")
    context.on("request", lambda r: r.url.startswith(home) or strangers.append(r.url))
    context.on("console", lambda m: m.type == "error" and errors.append(m.text))
    context.on("weberror", lambda e: errors.append(str(e.error)))
    yield context
    context.close()
    assert strangers == []
    assert errors == []


def visit(phone, site, name=""):
    """Open the page, and wait until its screen is there."""
    page = phone.new_page()
    page.goto(f"{site}/{name}")
    page.locator(".llamakit h3").wait_for(timeout=60_000)
    return page


def begin(page, title):
    """Choose a game on the start panel and begin."""
    page.locator(".lk-games button").filter(has=page.get_by_text(title, exact=True)).tap()
    page.locator('[data-key="begin"]').tap()
    page.locator(".lk-board").wait_for()


def answer(page):
    """Take the first answer, and wait until the table has been drawn anew."""
    head = page.locator(".llamakit h3").element_handle()
    page.locator(CHOICE).first.tap()
    page.wait_for_function("head => !head.isConnected", arg=head)


def explore(page, name):
    """Open an explorer from the menu."""
    page.get_by_text("Explore", exact=True).tap()
    page.locator(f'nav a[href="#{name}"]').tap()
    page.get_by_role("button", name="That is my guess").wait_for()


def test_a_cold_load_is_small_and_fetches_no_sympy(phone, site, sent):
    sent.clear()
    page = visit(phone, site)
    begin(page, "L.L.A.M.A. Dice")
    answer(page)
    assert sum(sent.values()) < MOST
    assert not any("sympy" in path for path in sent)


@pytest.mark.parametrize("title", TITLES)
def test_a_whole_game_with_a_finger(phone, site, title):
    page = visit(phone, site)
    begin(page, title)
    for _ in range(300):
        page.locator(f"{CHOICE}, .lk-final").first.wait_for()
        if page.locator(".lk-final").count():
            break
        answer(page)
    assert page.locator(".lk-final").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["viewport"]["width"]


def test_the_odds_come_when_they_are_asked_for(phone, site, sent):
    page = visit(phone, site)
    begin(page, "L.L.A.M.A. Dice")
    page.get_by_role("switch", name="Exact odds").tap()
    page.get_by_role("row", name="three llamas (a token may go back) 1/27").wait_for()
    assert any("sympy" in path for path in sent)


def test_on_a_low_phone_the_hand_is_seen_above_the_answers(phone, site):
    page = visit(phone, site)
    page.set_viewport_size({"width": 390, "height": 640})
    for title in TITLES:
        begin(page, title)
        assert page.evaluate(HAND_IS_SEEN)
        page.get_by_role("button", name="New game").tap()


def test_what_is_asked_for_comes_into_sight(phone, site):
    page = visit(phone, site)
    begin(page, "L.L.A.M.A. Dice")
    for tool, shown in (("Hint", ".lk-hint"), ("Whole story", ".lk-log")):
        page.get_by_text(tool, exact=True).tap()
        page.locator(shown).wait_for()
        page.wait_for_function(IN_SIGHT, arg=shown)


def test_all_explorers_are_there(phone, site):
    page = visit(phone, site)
    for name in EXPLORERS:
        explore(page, name)
        page.get_by_role("button", name="That is my guess").tap()
        page.locator('[data-key="again"]:enabled').wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["viewport"]["width"]


def test_without_a_network_after_the_first_visit(phone, site):
    page = visit(phone, site)
    explore(page, "roll")  # what it needs is kept too
    page.close()
    phone.set_offline(True)
    page = visit(phone, site)
    begin(page, "Chinchiller Dice")
    page.locator(CHOICE).first.tap()
    explore(page, "roll")


def test_odds_that_have_never_been_fetched_are_explained(phone, site):
    page = visit(phone, site)
    phone.set_offline(True)
    begin(page, "L.L.A.M.A. Dice")
    page.get_by_role("switch", name="Exact odds").tap()
    page.get_by_text("connect once", exact=False).wait_for()
    page.get_by_role("switch", name="Exact odds").tap()
    page.locator(CHOICE).first.tap()
    phone.set_offline(False)


def test_a_game_goes_on_after_the_page_was_closed(phone, site):
    page = visit(phone, site)
    begin(page, "LLAMA Kadabra")
    answer(page)
    page.close()
    page = visit(phone, site)
    page.locator(".lk-saved button", has_text="LLAMA Kadabra").tap()
    page.locator(".lk-board").wait_for()


def test_the_policy_is_in_force(site, chromium):
    """Where it is served, an inline script does not run; so nothing of the page needs one."""
    page = chromium.new_page()
    page.goto(f"{site}/icon.svg")
    page.evaluate("""() => {
      const script = document.createElementNS("http://www.w3.org/2000/svg", "script");
      script.textContent = "window.ran = true";
      document.documentElement.append(script);
    }""")
    assert page.evaluate("window.ran") is None
    page.close()
