"""The table in Jupyter Notebook 7: the page differs from JupyterLab's, the table must not."""

from __future__ import annotations

import pytest

pytest.importorskip("notebook", reason="Notebook 7 is not installed")
pytestmark = pytest.mark.browser

TABLE = """import llamakit as lk
lk.play("llama-dice", players=["Ana", lk.bot("cautious"), lk.bot("greedy")], seed=11)"""
CHOICE = "[data-home] button"


@pytest.fixture
def page(lab, chromium, unhurried):
    """A notebook with a table in Notebook 7, run to the end; nothing may come from elsewhere."""
    name = "notebook7.ipynb"
    lab.write(name, "1 + 1", TABLE, "2 + 2")
    context = chromium.new_context(viewport={"width": 1280, "height": 1000})
    context.add_init_script(unhurried)
    page, strangers, errors = context.new_page(), [], []
    home = (lab.url, lab.url.replace("http", "ws"), "data:", "blob:")
    page.on("request", lambda r: r.url.startswith(home) or strangers.append(r.url))
    # Notebook 7's own scripts stumble now and then; the table's script comes as a blob.
    page.on("pageerror", lambda e: "blob:" in (e.stack or "") and errors.append(str(e)))
    page.goto(f"{lab.url}/notebooks/{name}", wait_until="domcontentloaded")
    # The word for the kernel's state fades away when the kernel is idle.
    page.locator(".jp-NotebookKernelStatus-fade").wait_for(state="attached", timeout=60_000)
    page.click('.lm-MenuBar-itemLabel:text-is("Run")')
    page.click('.lm-Menu [data-command="runmenu:run-all"]')
    page.locator(".llamakit h3").first.wait_for(timeout=60_000)
    yield page
    context.close()
    assert (strangers, errors) == ([], [])


def test_play_by_mouse_and_keyboard_and_see_exact_odds(page, scrolled):
    table = page.locator(".llamakit").first  # the lesson's questions come after it
    head = table.locator("h3")
    cells = page.locator(".jp-Cell").count()
    table.get_by_role("switch", name="Exact odds").click()
    table.get_by_role("row", name="three llamas (a token may go back) 1/27").wait_for()
    table.locator(CHOICE).first.focus()
    for key in ["a", "x", "d", "d", "b", "End"]:  # edit the notebook, were they not kept back
        page.keyboard.press(key)
    before = head.text_content()
    page.keyboard.press("Enter")  # quits the round
    head.filter(has_not_text=before).wait_for()
    assert page.locator(".jp-Cell").count() == cells
    assert page.evaluate("() => document.activeElement.closest('.llamakit') !== null")
    table.get_by_role("button", name="Undo").click()
    head.filter(has_text=before).wait_for()
    assert scrolled(page) == []
