"""Worksheets: each lesson on a few sheets of paper, to be filled in with a pen, and their keys.

Imports the standard library, lower rooms and this package's exercises; nbconvert where it is used
(``printing``). What is said on a worksheet is written by hand in ``frames/LESSON.md``: Markdown,
with blocks of its own that begin with a line such as ``[[room 3]]`` (see ``BLOCKS``). The questions
are those of the lesson, the answers those of its exercises, and the cheat sheet at the end is
``sheets/LESSON.md``: the lesson's key formulas on half a page. It can be printed alone, too.
"""

from __future__ import annotations

import ast
import html
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from llamakit.engine.display import image
from llamakit.engine.errors import InputError, brief
from llamakit.engine.game import new_game
from llamakit.engine.registry import find_game
from llamakit.lessons.asked import shown
from llamakit.lessons.copies import Node, masters, read
from llamakit.lessons.exercise import Exercise
from llamakit.lessons.own import all_exercises
from llamakit.lessons.printing import as_html, find_browser, printed

#: The frames and the cheat sheets, by lesson.
FRAMES, SHEETS = (Path(__file__).parent / name for name in ("frames", "sheets"))

#: Who sits in the positions.
NAMES = ("Ana", "Ben")

#: Units of numbers that count nothing.
PURE = ("probability", "share", "variance")

#: The papers there are, as CSS calls them, and how high the rooms are there: Letter is shorter.
PAPERS = {"a4": ("A4", 1.0), "letter": ("letter", 0.82)}

#: A line that begins a block: its kind, and what it needs.
_BLOCK = re.compile(r"\[\[(\w+) ?(.*)\]\]$")

#: Where a lesson's text puts a question.
_MARK = re.compile(r"\*\*(?:Quick check|Exercise \d+(?: \(harder\))?)\.\*\*")

#: Dots five millimetres apart, to write and to draw on.
_DOTS = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='5mm' height='5mm'%3E"
    "%3Ccircle cx='1' cy='1' r='0.8' fill='%23999'/%3E%3C/svg%3E"
)

PAGE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>{title}</title>
<style>
@page {{
  size: {paper}; margin: 17mm 18mm 18mm;
  @top-left {{ content: "{running}"; font: 9pt sans-serif; color: #555; }}
  @bottom-center {{
    content: counter(page) " / " counter(pages); font: 9pt sans-serif; color: #555;
  }}
}}
body {{ font: 11pt/1.38 "Source Sans 3", "Segoe UI", Helvetica, Arial, sans-serif; margin: 0; }}
h1 {{ font-size: 19pt; margin: 0 0 2mm; line-height: 1.15; }}
h2 {{ font-size: 13pt; margin: 5mm 0 1.5mm; break-after: avoid; }}
p, ul, ol, table {{ margin: 1.5mm 0; orphans: 3; widows: 3; }}
ul, ol {{ padding-left: 6mm; }}
table {{ border-collapse: collapse; break-inside: avoid; }}
th, td {{ border: 0.4pt solid #777; padding: 1mm 2.5mm; text-align: left; }}
code {{ font: bold 10.5pt "DejaVu Sans Mono", Consolas, monospace; }}
math {{
  font-family: "STIX Two Math", "Latin Modern Math", "Cambria Math", "DejaVu Math TeX Gyre", math;
}}
math {{ font-size: 1.05em; math-style: normal; break-inside: avoid; }}
li, p {{ break-inside: avoid; }}
.who {{ display: flex; gap: 8mm; margin: 0 0 4mm; color: #333; }}
.who span {{ flex: 1; border-bottom: 0.6pt solid #333; padding-bottom: 1mm; }}
.who span:first-child {{ flex: 2; }}
.picture {{ text-align: center; margin: 2mm 0; break-inside: avoid; }}
.picture img {{ max-width: 100%; max-height: 50mm; }}
.room {{
  background: url("{dots}"); margin: 1.5mm 0 2mm; break-inside: avoid;
  print-color-adjust: exact; -webkit-print-color-adjust: exact;
}}
.line {{ border-bottom: 0.5pt solid #777; height: 8.5mm; }}
.ask {{ break-inside: avoid; margin: 0 0 4mm; }}
.ask > p:first-of-type {{ margin-top: 0; }}
.number {{ float: left; font-weight: bold; min-width: 8mm; }}
.ask .said {{ margin-left: 8mm; }}
.ask .room {{ margin-left: 8mm; }}
.answer {{ margin: 0 0 0 8mm; }}
.blank {{ display: inline-block; width: 60mm; border-bottom: 0.6pt solid #333; }}
.cheat {{ border: 1pt solid #333; border-radius: 2mm; padding: 1mm 4mm 2mm; break-inside: avoid;
  margin-top: 5mm; }}
.cheat h2 {{ margin-top: 2mm; }}
.key {{ border-left: 2.5pt solid #0072b2; padding-left: 3mm; margin: 1.5mm 0 1.5mm 8mm;
  break-inside: avoid; }}
.key ul {{ font-size: 9.5pt; }}
</style>
<h1>{title}</h1>
{body}
</html>
"""

WHO = '<p class="who"><span>Name</span><span>Class</span><span>Date</span></p>'


def make_worksheets(
    notebooks: Path, folder: Path, *, key: bool = False, pdf: bool = False, paper: str = "a4"
) -> list[Path]:
    """Write the worksheet of every lesson that has one, and return the paths.

    They are HTML pages or, with ``pdf``, what a browser on this machine prints of them, on
    ``paper`` "a4" or "letter". With ``key`` the answers are filled in, for the teacher. Raises
    InputError for a folder without masters, another paper, a frame that cannot be used, and for a
    PDF where there is no browser.
    """

    def page_of(master: Path) -> str:
        return worksheet(read(master), master.stem, key, paper)

    return _make(notebooks, folder, page_of, "_key" if key else "", pdf, paper)


def make_cheat_sheets(
    notebooks: Path, folder: Path, *, pdf: bool = False, paper: str = "a4"
) -> list[Path]:
    """Write the cheat sheet of every lesson that has one, a page each, and return the paths.

    ``pdf`` and ``paper``, and what is raised, are as for ``make_worksheets``.
    """

    def page_of(master: Path) -> str:
        return cheat_sheet(master.stem, paper)

    return _make(notebooks, folder, page_of, "_cheat_sheet", pdf, paper)


def _make(
    notebooks: Path,
    folder: Path,
    page_of: Callable[[Path], str],
    ending: str,
    pdf: bool,
    paper: str,
) -> list[Path]:
    """Write a page for every lesson that has a frame, print it if asked, and return the paths."""
    if paper not in PAPERS:
        raise InputError(f"paper is {' or '.join(PAPERS)}, not {brief(paper)}")
    browser = find_browser() if pdf else ""
    found = [master for master in masters(notebooks) if _frame(master.stem).exists()]
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for master in found:
        page = folder / f"{master.stem}{ending}.html"
        page.write_text(page_of(master), encoding="utf-8")
        made.append(printed(page, browser) if browser else page)
    return made


def worksheet(master: Node, stem: str, key: bool = False, paper: str = "a4") -> str:
    """Return a lesson's worksheet as a page. Raises InputError, naming what cannot be used."""
    title, frame = _title(stem)
    sheet = _Sheet(master, key, PAPERS[paper][1])
    try:
        body = sheet.body(frame)
    except InputError as error:
        raise InputError(f"the worksheet of {stem}: {error}") from None
    title += ": the key" if key else ""
    return _page(title, f"{'' if key else WHO}{body}{_cheat(stem)}", paper)


def cheat_sheet(stem: str, paper: str = "a4") -> str:
    """Return a lesson's cheat sheet as a page of its own, for the student to keep."""
    return _page(_title(stem)[0], _cheat(stem), paper)


def _title(stem: str) -> tuple[str, str]:
    """Return the title of a lesson's frame, and the rest of it."""
    head, _, frame = _frame(stem).read_text(encoding="utf-8").partition("\n")
    return head.removeprefix("# "), frame


def _cheat(stem: str) -> str:
    """Return a lesson's cheat sheet in its box."""
    cheat = as_html((SHEETS / f"{stem}.md").read_text(encoding="utf-8"))
    return f'<section class="cheat">{cheat}</section>'


def _page(title: str, body: str, paper: str) -> str:
    """Return a body as a page to print."""
    return PAGE.format(
        title=html.escape(title),
        running=html.escape(title).replace("\\", ""),
        paper=PAPERS[paper][0],
        dots=_DOTS,
        body=body,
    )


def _frame(stem: str) -> Path:
    """Return where the frame of a lesson stands, if it has one."""
    return FRAMES / f"{stem}.md"


class _Sheet:
    """The body of a worksheet, block by block, or of its key."""

    def __init__(self, master: Node, key: bool, scale: float) -> None:
        """Take the questions from the solved lesson."""
        self._key, self._scale = key, scale
        self._asked = dict(_questions(master))
        self._number = 0

    def body(self, frame: str) -> str:
        """Return a frame as HTML. Raises InputError for a block that cannot be used."""
        parts: list[str] = []
        text: list[str] = []
        for block in [*re.split(r"\n\s*\n", frame), "[[end]]"]:
            first, _, rest = block.strip("\n").partition("\n")
            if not (found := _BLOCK.match(first)):
                text.append(block)
                continue
            parts += [as_html("\n\n".join(text))] if text else []
            text = []
            if found[1] != "end":
                if found[1] not in BLOCKS:
                    raise InputError(f"{brief(first)} is none of the blocks {', '.join(BLOCKS)}")
                parts.append(BLOCKS[found[1]](self, found[2], rest))
        return "\n".join(parts)

    def room(self, height: str, _: str) -> str:
        """Return dotted paper of a height in centimetres."""
        return "" if self._key else _room(_number(height) * self._scale)

    def lines(self, number: str, _: str) -> str:
        """Return a number of lines to write on."""
        return "" if self._key else '<div class="line"></div>' * int(_number(number))

    def picture(self, call: str, _: str) -> str:
        """Return the picture of a position, given as a call such as ``llama.position([3], 4)``."""
        return f'<div class="picture">{_picture(call)}</div>'

    def note(self, _: str, text: str) -> str:
        """Return what is said in the key only."""
        return f'<div class="key">{as_html(text)}</div>' if self._key else ""

    def ask(self, what: str, words: str) -> str:
        """Return a question of the lesson, in the lesson's words or its own, and room to answer."""
        id_, _, height = what.partition(" ")
        if id_ not in self._asked:
            raise InputError(f"the lesson does not ask {brief(id_)}")
        self._number += 1
        exercise = all_exercises()[id_]
        below = _answers(exercise) if self._key else _blank(exercise, _number(height) * self._scale)
        return (
            f'<section class="ask"><span class="number">{self._number}.</span>'
            f'<div class="said">{as_html(words or self._asked[id_])}</div>{below}</section>'
        )


#: What a block of a frame may be, by the word in its first line.
BLOCKS: dict[str, Callable[[_Sheet, str, str], str]] = {
    "room": _Sheet.room,
    "lines": _Sheet.lines,
    "picture": _Sheet.picture,
    "note": _Sheet.note,
    "ask": _Sheet.ask,
}


def _number(text: str) -> float:
    """Return a size from a frame. Raises InputError."""
    if not re.fullmatch(r"\d{1,2}(\.\d)?", text):
        raise InputError(f"a size is a number of centimetres or lines, not {brief(text)}")
    return float(text)


def _questions(master: Node) -> Iterator[tuple[str, str]]:
    """Yield each question's id and its words."""
    before = ""
    for cell in master["cells"]:
        source = cell["source"]
        if cell["cell_type"] != "code":
            before = source
        for id_ in re.findall(r'^lk\.check\(\s*"([^"]+)"', source, re.M):
            yield id_, _MARK.split(before)[-1].strip()


def _picture(call: str) -> str:
    """Return the picture of a position, or of how a game begins. Raises InputError."""
    try:
        node: Any = ast.parse(call, mode="eval").body
        values = [ast.literal_eval(value) for value in node.args]
        named = {option.arg: ast.literal_eval(option.value) for option in node.keywords}
        game = find_game(node.func.value.id)
        if node.func.attr == "new_game":
            return image(game.name, new_game(game, players=NAMES, **named).view(0))
        if node.func.attr == "position":
            state = game.public.position(*values, **named)
            return image(game.name, state.view(state.player).heard(NAMES, ()))
        raise ValueError
    except InputError as error:
        raise InputError(f"{brief(call)}: {error}") from None
    except (SyntaxError, AttributeError, ValueError, TypeError):
        raise InputError(f"{brief(call)} is no position, such as llama.position([3], 4)") from None


def _room(height: float) -> str:
    """Return dotted paper of a height in centimetres."""
    return f'<div class="room" style="height: {height:.1f}cm"></div>'


def _blank(exercise: Exercise, height: float) -> str:
    """Return where the answer is to be written: the words to tick, or a line."""
    room = _room(height) if height else ""
    if exercise.words:
        ticks = "&emsp;".join(f"☐ {html.escape(word)}" for word in exercise.words)
        return f'{room}<p class="answer">{ticks}</p>'
    unit = _unit(exercise)
    return f'{room}<p class="answer">Answer: <span class="blank">&nbsp;</span>{unit}</p>'


def _unit(exercise: Exercise) -> str:
    """Return what stands behind an answer that counts something."""
    return "" if exercise.unit in PURE else f" {html.escape(exercise.unit)}"


def _answers(exercise: Exercise) -> str:
    """Return the right answer, and what wrong ones would show; of a formula, some of its values.

    The formula itself stands in a note of the frame, as one writes it on paper.
    """
    if exercise.symbols:
        lines = [
            f"{', '.join(f'{s} = {v}' for s, v in zip(exercise.symbols, place, strict=True))}: "
            f"{shown(exercise.truth(*place))}"
            for place in exercise.at
        ]
        return f'<div class="key"><p>{html.escape("; ".join(lines))}</p></div>'
    wrong = "".join(
        f"<li>{html.escape(shown(one.value()))}: {html.escape(one.says)}</li>"
        for one in exercise.misconceptions
    )
    right = html.escape(shown(exercise.truth())) + ("" if exercise.words else _unit(exercise))
    return f'<div class="key"><p><b>{right}</b></p>{f"<ul>{wrong}</ul>" if wrong else ""}</div>'
