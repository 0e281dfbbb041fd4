"""How long the core of a lesson is, counted in its student copy: ``python tests/lengths.py``."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from math import ceil
from pathlib import Path

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
#: How the heading of a section ends: what it belongs to.
MARKS = (" (core)", " (second lesson)", " (third lesson)")


@dataclass(frozen=True)
class Length:
    """What a student meets: words to read, visible lines of code, and things to answer."""

    words: int
    lines: int
    predictions: int
    checks: int
    exercises: int

    @property
    def minutes(self) -> int:
        """The minutes a student needs, in fives: for 100 words 1, for 6 lines of code 1, for a
        prediction 1, a check 2, an exercise 3."""
        needed = self.words / 100 + self.lines / 6
        needed += self.predictions + 2 * self.checks + 3 * self.exercises
        return 5 * ceil(needed / 5)


def parts(path: Path) -> tuple[list[dict], ...]:
    """Return the cells of a notebook's core, and those of its second and of its third lesson.

    A heading says it with its mark. One without a mark, such as a title, *Remember* or a heading
    within a section, does not change the part, but *Remember* is for all. Each cell comes with its
    source as one text, and with the heading of its section.
    """
    found: tuple[list[dict], ...] = ([], [], [])
    part, section = found[0], ""
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown" and (heading := re.match(r"#+ .*", source)):
            if heading[0] == "## Remember":
                part = found[0]
            for mark, cells in zip(MARKS, found, strict=True):
                if heading[0].endswith(mark):
                    part = cells
            if not heading[0].startswith("###"):
                section = heading[0]
        part.append({**cell, "source": source, "section": section})
    return found


def is_hidden(cell: dict) -> bool:
    """Return whether a cell is folded in."""
    return cell["metadata"].get("jupyter", {}).get("source_hidden", False)


def length(cells: list[dict]) -> Length:
    """Return how long these cells are."""
    texts = [cell["source"] for cell in cells if cell["cell_type"] == "markdown"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    checked = [cell for cell in code if "lk.check(" in cell["source"]]
    exercises = [cell for cell in checked if "Exercises" in cell["section"]]
    return Length(
        words=sum(map(words, texts)),
        lines=sum(
            bool(line.strip())
            for cell in code
            if not is_hidden(cell)
            for line in cell["source"].splitlines()
        ),
        predictions=sum(
            len(re.findall(r'lk\.predict\(\s*"[^"]+",\s*"', cell["source"])) for cell in code
        ),
        checks=len(checked) - len(exercises),
        exercises=len(exercises),
    )


def words(markdown: str) -> int:
    """Return the number of words of a text; a formula counts as one, an address as none."""
    plain = re.sub(r"\$\$.+?\$\$|\$.+?\$", " formula ", markdown, flags=re.S)
    plain = re.sub(r"\]\([^)]*\)", "]", plain)
    return sum(any(sign.isalnum() for sign in word) for word in plain.split())


def minutes_said(path: Path) -> int:
    """Return the minutes that a lesson's head says."""
    return int(re.search(r"\*\*Minutes:\*\* (\d+)", parts(path)[0][0]["source"])[1])


if __name__ == "__main__":
    for copy in sorted(NOTEBOOKS.glob("*.ipynb")):
        print(
            copy.stem, *(f"\n    {length(part)} {length(part).minutes} min" for part in parts(copy))
        )
