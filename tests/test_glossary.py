"""The glossary: every term once, and the link leads to where a lesson explains it first."""

import json
import re
from pathlib import Path

import pytest

from llamakit.lessons.exercises import LESSONS

ROOT = Path(__file__).parents[1]
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")

#: A term, its sentence, the lesson, and the heading in it that the link leads to.
ENTRIES = re.findall(
    r"^- \*\*(.+?)\*\*: (.+) \[[^\]]+\]\(\.\./notebooks/(\w+)\.ipynb#([^)]+)\)$", GLOSSARY, re.M
)


def explained_in(lesson, term):
    """Return the heading over the text that sets a term in bold or italics; None if none does.

    What one will learn, at the top, explains nothing yet.
    """
    notebook = (ROOT / "notebooks" / f"{lesson}.ipynb").read_text(encoding="utf-8")
    _, *cells = json.loads(notebook)["cells"]
    start = re.compile(rf"(the |an? )?{re.escape(term)}", re.I)
    heading = None
    for cell in cells:
        if cell["cell_type"] != "markdown":
            continue
        for part in re.split(r"^(?=#+ )", "".join(cell["source"]), flags=re.M):
            if found := re.match(r"#+ (.+)", part):
                heading = found[1]
            marked = re.findall(r"\*+(?=\S)([^*]+)(?<=\S)\*+", part)
            if any(start.match(words) for words in marked):
                return heading
    return None


def anchor(heading):
    """Return the name that a page gives to a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_every_line_is_an_entry_and_every_term_stands_once_in_order():
    assert len(ENTRIES) == GLOSSARY.count("\n- ") >= 30
    terms = [term.lower().lstrip("√") for term, *_ in ENTRIES]
    assert terms == sorted(set(terms))


@pytest.mark.parametrize(
    ("term", "sentence", "lesson", "place"), ENTRIES, ids=[entry[0] for entry in ENTRIES]
)
def test_a_link_leads_to_the_heading_under_which_a_term_is_first_explained(
    term, sentence, lesson, place
):
    assert sentence.count(". ") == 0
    assert sentence.endswith(".")
    first = next(one for one in LESSONS[1:] if explained_in(one, term))
    assert first == lesson
    assert anchor(explained_in(lesson, term)) == place
