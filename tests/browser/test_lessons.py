"""Every lesson worked through in JupyterLab, cell by cell, each check answered wrong and right."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from llamakit.lessons.copies import BEGIN, END

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
COPIES = sorted(NOTEBOOKS.glob("*.ipynb"))

CHECK = re.compile(r'lk\.check\("([^"]+)"')


def solutions(name):
    """Return what the teacher's cells hold, by their ids, the marks taken out."""
    cells = json.loads((NOTEBOOKS / "teacher" / name).read_text(encoding="utf-8"))["cells"]
    marks = (BEGIN, END)
    return {
        cell["id"]: "".join(line for line in cell["source"] if not line.startswith(marks))
        for cell in cells
    }


class Learner:
    """Goes through an open notebook with the keyboard, a cell at a time."""

    def __init__(self, book) -> None:
        self.page = book.page
        self.cell = self.page.locator(".jp-Notebook .jp-Cell.jp-mod-active")
        self.page.click('.lm-MenuBar-itemLabel:text-is("View")')
        self.page.click('.lm-Menu [data-command="notebook:show-all-cell-code"]')
        self.page.locator(".jp-Notebook .jp-Cell").first.click()
        self.page.keyboard.press("Escape")

    def write(self, source):
        """Put something else into the cell that is marked."""
        self.page.keyboard.press("Enter")
        self.cell.locator(".cm-content:focus").wait_for()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(source)
        self.page.keyboard.press("Escape")

    def run(self):
        """Run the cell that is marked, and return the text below it."""
        prompt = self.cell.locator(".jp-InputPrompt")
        prompt.evaluate("prompt => { prompt.textContent = '' }")
        self.page.keyboard.press("Control+Enter")
        done = "() => /\\[\\d+\\]/.test(document.querySelector('.jp-mod-active .jp-InputPrompt')"
        self.page.wait_for_function(f"{done}.textContent)", timeout=60_000)
        assert self.cell.locator(".jp-RenderedText[data-mime-type*=stderr]").count() == 0
        return "\n".join(self.cell.locator(".jp-OutputArea-output").all_text_contents())

    def move_on(self):
        """Mark the next cell."""
        self.page.keyboard.press("ArrowDown")


@pytest.mark.parametrize("path", COPIES, ids=lambda path: path.stem)
def test_a_lesson_worked_through(lab, open_notebook, path):
    (lab.root / path.name).write_bytes(path.read_bytes())
    right = solutions(path.name)
    learner = Learner(open_notebook(path.name))
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code":
            for name in CHECK.findall(source):
                assert f"{name}: not answered yet" in learner.run()
                learner.write(f'lk.check("{name}", 0.123456)')
                assert f"○ {name}: " in learner.run()
            if right[cell["id"]] != source:
                learner.write(right[cell["id"]])
            shown = learner.run()
            for name in CHECK.findall(source):
                assert f"✓ {name}: right!" in shown
        learner.move_on()
