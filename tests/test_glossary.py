"""The glossary: every term once, and the link leads to the lesson that explains it first."""

import json
import re
from pathlib import Path

import pytest

from llamakit.lessons.exercises import LESSONS

ROOT = Path(__file__).parents[1]
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")

#: A term, its sentence, and the lesson.
ENTRIES = re.findall(
    r"^- \*\*(.+?)\*\*: (.+) \[[^\]]+\]\(\.\./notebooks/(\w+)\.ipynb\)$", GLOSSARY, re.M
)


def explains(lesson, term):
    """Whether a lesson sets a term in bold or italics, as what is explained there."""
    notebook = (ROOT / "notebooks" / f"{lesson}.ipynb").read_text(encoding="utf-8")
    cells = json.loads(notebook)["cells"]
    texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    marked = [words for text in texts for words in re.findall(r"\*+([^*\n]+)\*+", text)]
    start = rf"(the |an? )?{re.escape(term)}"
    return any(re.match(start, words, re.I) for words in marked)


def test_every_line_is_an_entry_and_every_term_stands_once_in_order():
    assert len(ENTRIES) == GLOSSARY.count("\n- ") >= 30
    terms = [term.lower().lstrip("√") for term, _, _ in ENTRIES]
    assert terms == sorted(set(terms))


@pytest.mark.parametrize(("term", "sentence", "lesson"), ENTRIES, ids=[e[0] for e in ENTRIES])
def test_the_lesson_named_is_the_first_that_explains_a_term(term, sentence, lesson):
    assert sentence.count(". ") == 0
    assert sentence.endswith(".")
    order = LESSONS[1:]
    first = next((one for one in order if explains(one, term)), None)
    assert first == lesson
