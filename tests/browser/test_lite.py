"""The course as a web site: built, served on this machine alone, played in Chromium."""

from __future__ import annotations

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BOOK = "llama_dice_play.ipynb"
#: The prompts of the cells; one whose code is folded in shows no number.
PROMPTS = "[...document.querySelectorAll('.jp-CodeCell .jp-InputArea-prompt')]"


@pytest.fixture(scope="module")
def site(built_site, serve):
    """The address of the self-hosted site."""
    return serve(built_site("self-hosted"))


@pytest.fixture
def visit(site, chromium, unhurried):
    """Open a notebook of the site and run all; at the end, nothing has come from elsewhere."""
    strangers = []
    # The kernel's worker fetches too: what a context is asked for holds it as well.
    context = chromium.new_context(viewport={"width": 1280, "height": 1000})
    context.add_init_script(unhurried)
    home = (site, "data:", "blob:")
    context.on("request", lambda r: r.url.startswith(home) or strangers.append(r.url))

    def visitor(name):
        page = context.new_page()
        page.goto(f"{site}/lab/index.html?path={name}", wait_until="domcontentloaded")
        page.wait_for_selector("#jp-main-statusbar >> text=/\\| Idle$/", timeout=240_000)
        page.click('.lm-MenuBar-itemLabel:text-is("Run")')
        page.click('.lm-Menu [data-command="runmenu:run-all"]')
        page.wait_for_function(
            f"() => {PROMPTS}.every(prompt => /\\[\\d+\\]/.test(prompt.textContent))",
            timeout=240_000,
        )
        return page

    yield visitor
    context.close()
    assert strangers == []


def test_play_a_move_and_see_exact_odds(visit):
    table = visit(BOOK).locator(".llamakit").first  # the questions come after it
    head = table.locator("h3")
    before = head.text_content()
    table.get_by_role("switch", name="Exact odds").click()
    table.get_by_role("row", name="three llamas (a token may go back) 1/27").wait_for()
    table.get_by_role("button", name="Quit the round").click()
    head.filter(has_not_text=before).wait_for()


def test_a_lesson_explores_and_says_in_words_what_cannot_run_here(visit):
    page = visit("llama_dice_odds.ipynb")
    said = page.locator(".jp-OutputArea-output").all_text_contents()
    assert any("This cell needs NumPy." in text for text in said)
    assert any("This cell needs Matplotlib." in text for text in said)
    assert page.locator(".llamakit h3").count() > 1  # the truth is covered until it is guessed
    assert not any("Traceback" in text for text in said)
    explorer = page.locator(".llamakit", has=page.locator("h3", has_text="All 216 rolls"))
    explorer.get_by_role("button", name="That is my guess").click()
    explorer.get_by_text("Your guess was").wait_for()


def test_a_class_counts_its_rolls_and_adds_them_up(visit):
    page = visit("class_data.ipynb")
    tally = page.locator(".llamakit", has=page.locator(".lk-tally"))
    for count in range(3):
        tally.get_by_role("button", name=f"hit {count}").click()
    tally.get_by_label("Your name").fill("Ana")
    tally.get_by_label("Your name").press("Enter")
    tally.get_by_role("heading", name="Ana: 3 results").wait_for()
    assert tally.get_by_label("Your line for the class").input_value() == "Ana: hit 3"
    said = page.locator(".jp-OutputArea-output").all_text_contents()
    assert any("student 30: hit" in text for text in said)
    assert not any("Traceback" in text for text in said)
