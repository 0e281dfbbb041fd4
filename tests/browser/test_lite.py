"""The course as a web site: built, served on this machine alone, played in Chromium."""

from __future__ import annotations

import functools
import http.server
import os
import subprocess
import threading
import venv
from pathlib import Path

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ROOT = Path(__file__).parents[2]
BOOK = "llama_dice_play.ipynb"
PROMPTS = "[...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')]"


def run(*command):
    """Run a program, and if it fails, fail with what it said."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The address of the self-hosted site.

    It is built in an environment of its own: JupyterLite's kernel disturbs a JupyterLab beside it.
    """
    folder, home = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("venv")
    venv.create(home, with_pip=True)
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(python, "-m", "pip", "install", "-q", f"{ROOT}[site]")
    run(python, ROOT / "site/build.py", "--output", folder)
    handler = functools.partial(Quiet, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture
def visit(site, chromium):
    """Open a notebook of the site and run all; at the end, nothing has come from elsewhere."""
    strangers = []
    # The kernel's worker fetches too: what a context is asked for holds it as well.
    context = chromium.new_context(viewport={"width": 1280, "height": 1000})
    home = (site, "data:", "blob:")
    context.on("request", lambda r: r.url.startswith(home) or strangers.append(r.url))

    def visitor(name):
        page = context.new_page()
        page.goto(f"{site}/lab/index.html?path={name}", wait_until="domcontentloaded")
        page.wait_for_selector("#jp-main-statusbar >> text=/\\| Idle$/", timeout=90_000)
        page.click('.lm-MenuBar-itemLabel:text-is("Run")')
        page.click('.lm-Menu [data-command="runmenu:run-all"]')
        page.wait_for_function(
            f"() => {PROMPTS}.every(prompt => /\\[\\d+\\]/.test(prompt.textContent))",
            timeout=90_000,
        )
        return page

    yield visitor
    context.close()
    assert strangers == []


def test_play_a_move_and_see_exact_odds(visit):
    table = visit(BOOK).locator(".llamakit")
    head = table.locator("h3")
    before = head.text_content()
    table.get_by_role("switch", name="Exact odds").click()
    table.get_by_role("row", name="three llamas 1/27").wait_for()
    table.get_by_role("button", name="Quit the round").click()
    head.filter(has_not_text=before).wait_for()


def test_a_lesson_says_in_words_what_cannot_run_here(visit):
    page = visit("llama_dice_odds.ipynb")
    said = page.locator(".jp-OutputArea-output").all_text_contents()
    assert any("This cell needs NumPy." in text for text in said)
    assert any("This cell needs Matplotlib." in text for text in said)
    assert any("29/54" in text for text in said)
    assert not any("Traceback" in text for text in said)


def test_a_class_counts_its_rolls_and_adds_them_up(visit):
    page = visit("class_data.ipynb")
    tally = page.locator(".llamakit", has=page.locator(".lk-tally"))
    for count in range(3):
        tally.get_by_role("button", name=f"hit {count}").click()
    tally.get_by_role("heading", name="Ana: 3 results").wait_for()
    assert tally.get_by_label("Your line for the class").input_value() == "Ana: hit 3"
    said = page.locator(".jp-OutputArea-output").all_text_contents()
    assert any("student 30: hit" in text for text in said)
    assert any("SE" in text and "three llamas" in text for text in said)
    assert not any("Traceback" in text for text in said)
