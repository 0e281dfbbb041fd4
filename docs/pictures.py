"""Make the moving pictures of the README and the site: real games, played by clicks.

Run from the top folder: ``python -m docs.pictures [NAME ...]``. Needs Chromium and Pillow. Each is
an APNG, which runs twice and then stands still; beside it lies its last frame, for those who want
nothing to move.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS, UNHURRIED, Lab, Notebook

FOLDER = Path(__file__).with_name("pictures")

#: What is played in a notebook.
CELLS = {
    "llama_dice": 'lk.play("llama-dice", players=["Ana", lk.bot("cautious", "Ben")], seed=5)',
    "llama": 'lk.play("llama", players=["Ana", lk.bot("cautious", "Ben")], seed=8)',
    "kadabra": 'lk.play("kadabra", players=["Ana", lk.bot("cautious", "Ben")], seed=3)',
    "chinchiller": 'lk.play("chinchiller", players=["Ana", lk.bot("cautious", "Ben")], seed=4)',
    "explorer": 'lk.explore("roll")',
}
#: How wide the page is, how high a picture may be, and how many frames are taken of a game: the
#: last one, which stays, is the next with a decision.
WIDTH, HIGHEST = 1240, 700
WIDTHS = {"explorer": 1400}
FRAMES = 9
DECISION = re.compile("^(Quit|Stop)")
#: Milliseconds that a frame stays, and the last one; how long a move takes to be seen.
STAY, LAST, SETTLE = 1100, 2500, 450
COLOURS = 128
#: No picture may be larger, in bytes.
LARGEST = 400_000

CHOICE = "[data-home] button:not(:disabled)"
#: What is chosen where it can be: something is to happen in a picture.
LIVELY = re.compile("best$|^(Play|Discard|Show|Roll)")
END = """() => {
  const found = part => document.querySelector(part);
  const [stage, tools] = [".lk-stage", ".lk-tools:not([role])"].map(found);
  const end = tools ? tools.getBoundingClientRect().top : stage.getBoundingClientRect().bottom;
  return end - stage.getBoundingClientRect().top;
}"""
CHANGED = "head => !head.isConnected"


def main(names: list[str]) -> None:
    """Take the pictures that are named, or all of them."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as home, sync_playwright() as playwright:
        lab = Lab(Path(home))
        try:
            lab.wait()
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            for name in names or CELLS:
                page = browser.new_page(viewport={"width": WIDTHS.get(name, WIDTH), "height": 1800})
                page.add_init_script(UNHURRIED)
                lab.write(f"{name}.ipynb", f"import llamakit as lk\n\n{CELLS[name]}")
                book = Notebook(lab, page)
                book.open(f"{name}.ipynb")
                book.run_all()
                moves = explored(book) if name == "explorer" else played(book)
                save(FOLDER / f"{name}.png", [shot(page) for _ in moves])
                page.close()
            browser.close()
        finally:
            lab.stop()


def played(book: Notebook) -> Iterator[None]:
    """Play a game with the odds switched on, and stop after each move and each bot's move."""
    book.table.get_by_role("switch", name="Exact odds").click()
    book.page.wait_for_selector(".lk-odds")
    book.page.add_style_tag(content=".lk-tools[role] { display: none !important }")
    for number in count(1):
        yield
        head = book.table.locator("h3").element_handle()
        choices = book.table.locator(CHOICE)
        if number >= FRAMES and choices.filter(has_text=DECISION).count():
            return
        if choices.count():
            lively = choices.filter(has_text=LIVELY)
            (lively if lively.count() else choices).first.click()
        book.page.wait_for_function(CHANGED, arg=head)


def explored(book: Notebook) -> Iterator[None]:
    """Guess, see the truth, change the row, and roll."""
    table = book.table
    yield
    slider = table.locator('[data-key="guess"]')
    slider.focus()
    for key in ("PageUp", "PageUp", "PageUp"):
        book.page.keyboard.press(key)
        yield
    book.page.keyboard.press("Tab")
    book.page.keyboard.press("Enter")
    table.locator(".lk-verdict").wait_for()
    yield
    for act in CLICKS:
        act(table)
        yield


CLICKS: tuple[Callable[[Any], None], ...] = (
    lambda table: table.locator('[data-key="row 3"]').click(),
    lambda table: table.locator('[data-key="row 4"]').click(),
    lambda table: table.get_by_role("button", name="Roll 1,000").click(),
)


def shot(page: Page) -> Image.Image:
    """Return the top of the stage, without its row of switches, when all has come to rest."""
    page.mouse.move(0, 0)
    page.wait_for_timeout(SETTLE)
    data = page.locator(".lk-stage").screenshot(animations="disabled")
    stage = Image.open(io.BytesIO(data)).convert("RGB")
    return stage.crop((0, 0, stage.width, min(HIGHEST, round(page.evaluate(END)))))


def save(path: Path, frames: list[Image.Image]) -> None:
    """Write frames as one moving picture: the same size, few colours, each change only."""
    width, height = (max(side) for side in zip(*(frame.size for frame in frames), strict=True))
    sheet = Image.new("RGB", (width, height * len(frames)), "white")
    for number, frame in enumerate(frames):
        sheet.paste(frame, (0, number * height))
    few = sheet.quantize(COLOURS, dither=Image.Dither.NONE)
    same = [few.crop((0, top, width, top + height)) for top in range(0, few.height, height)]
    stay = [STAY] * (len(same) - 1) + [LAST]
    same[0].save(path, save_all=True, append_images=same[1:], duration=stay, loop=2, optimize=True)
    same[-1].save(path.with_stem(f"{path.stem}_still"), optimize=True)
    size = path.stat().st_size
    print(f"{path.name}: {len(frames)} frames, {width} × {height}, {size / 1000:.0f} kB")
    if size > LARGEST:
        raise SystemExit(f"{path.name} is larger than {LARGEST / 1000:.0f} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
