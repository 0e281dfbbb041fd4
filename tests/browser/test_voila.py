"""Voilà: notebooks as pages without code. Tables and explorers answer there as in JupyterLab."""

from __future__ import annotations

import importlib.util
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from llamakit.lessons.copies import write

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CELLS = (
    "import llamakit as lk",
    'lk.play("llama-dice", players=["Ana", lk.bot("greedy", "Ben")], seed=7)',
    'lk.explore("roll")',
)
SECONDS = 90
SHOTS = Path(__file__).with_name("shots")


@pytest.fixture(scope="module")
def voila(tmp_path_factory) -> Iterator[str]:
    """The address of a Voilà server that shows one notebook."""
    if importlib.util.find_spec("voila") is None:
        if os.environ.get("CI"):
            pytest.fail("Voilà is not installed: pip install -e '.[test]'")
        pytest.skip("Voilà is not installed")
    home = tmp_path_factory.mktemp("voila")
    cells = [
        {"cell_type": "code", "id": f"cell-{number}", "metadata": {}, "source": source}
        | {"outputs": [], "execution_count": None}
        for number, source in enumerate(CELLS)
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    about = {"metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    write({"cells": cells, **about}, home / "page.ipynb")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "voila", "page.ipynb", "--no-browser", f"--port={port}"]
    own = {"JUPYTER_CONFIG_DIR": home, "JUPYTER_RUNTIME_DIR": home, "IPYTHONDIR": home}
    env = os.environ | {name: str(path) for name, path in own.items()}
    with (home / "log").open("w") as log:
        server = subprocess.Popen(command, cwd=home, env=env, stdout=log, stderr=subprocess.STDOUT)
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(server, f"{address}/voila/static/voila.js", home / "log")
        yield address
    finally:
        server.terminate()
        server.wait(20)


def wait_for(server: subprocess.Popen, address: str, log: Path) -> None:
    """Wait until the server answers anything at all."""
    end = time.monotonic() + SECONDS
    while True:
        try:
            urllib.request.urlopen(address, timeout=2).close()
        except urllib.error.HTTPError:
            return
        except OSError:
            if server.poll() is not None or time.monotonic() > end:
                raise RuntimeError(log.read_text()) from None
            time.sleep(0.2)
        else:
            return


@pytest.fixture(scope="module")
def page(voila, chromium, unhurried):
    """The notebook as Voilà shows it; nothing may come from elsewhere, and no script may fail."""
    context = chromium.new_context(viewport={"width": 1280, "height": 1400})
    context.add_init_script(unhurried)
    page, strangers, errors = context.new_page(), [], []
    home = (voila, voila.replace("http", "ws"), "data:", "blob:")
    own = "https://cdn.jsdelivr.net/npm/@fortawesome/"  # Voilà's icons, which it fetches itself
    page.on("request", lambda r: r.url.startswith((*home, own)) or strangers.append(r.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(voila, wait_until="domcontentloaded")
    page.locator(".llamakit h3").nth(1).wait_for(timeout=SECONDS * 1000)
    yield page
    context.close()
    assert (strangers, errors) == ([], [])


def test_a_game_is_played(page):
    table = page.locator(".llamakit").first
    head = table.locator("h3")
    table.get_by_role("switch", name="Exact odds").click()
    table.get_by_role("row", name="three llamas (a token may go back) 1/27").wait_for()
    before = head.text_content()
    table.get_by_role("button", name="Quit the round").click()
    head.filter(has_not_text=before).wait_for()
    table.get_by_role("button", name="Undo").click()
    head.filter(has_text=before).wait_for()


def test_an_explorer_takes_a_guess_and_answers(page):
    explorer = page.locator(".llamakit").nth(1)
    explorer.get_by_role("button", name="That is my guess").click()
    verdict = explorer.locator(".lk-verdict")
    verdict.wait_for()
    assert "29/54" in verdict.inner_text()
    explorer.locator('[data-key="row 3"]').click()
    verdict.filter(has_text="19/27").wait_for()


def test_neither_code_nor_still_pictures_are_shown(page):
    page.screenshot(path=SHOTS / "voila.png", full_page=True)
    assert "lk.play" not in page.inner_text("body")
    assert [still for still in page.locator(".llamakit-still").all() if still.is_visible()] == []
