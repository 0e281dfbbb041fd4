"""Make ``docs/table.png``, the README's picture: the table in JupyterLab, as it is.

Run from the top folder: ``python -m docs.table_picture``. Needs Chromium.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS, Lab, Notebook

CELL = """import llamakit as lk

lk.play("llama-dice", players=["Ana", lk.bot("cautious"), lk.bot("greedy")], seed=5, pace=0.05)"""
MOVES = 8


def take(lab: Lab, path: Path) -> None:
    """Play a few moves by clicking, switch the exact odds on, and take the picture."""
    lab.write("table.ipynb", CELL)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 1100})
        book = Notebook(lab, page)
        book.open("table.ipynb")
        book.run_all()
        for _ in range(MOVES):
            book.table.locator("[data-home] button").first.click()
            page.wait_for_selector("[data-home] button")
        book.table.get_by_role("switch", name="Exact odds").click()
        page.wait_for_selector(".lk-odds")
        page.mouse.move(0, 0)
        book.table.locator(".lk-stage").screenshot(path=path)
        browser.close()


def main() -> None:
    """Start a server in a folder of its own, take the picture, and stop it."""
    with TemporaryDirectory() as home:
        lab = Lab(Path(home))
        try:
            lab.wait()
            take(lab, Path(__file__).with_name("table.png"))
        finally:
            lab.stop()


if __name__ == "__main__":
    main()
