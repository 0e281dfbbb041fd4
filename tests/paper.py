"""Pages on paper: how many, and how large."""

import re
from pathlib import Path

import pytest

from llamakit.engine.errors import InputError
from llamakit.lessons.printing import find_browser, printed

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
A4, LETTER = (595, 842), (612, 792)


def print_page(page):
    """Print a page as PDF and return its path; skip where no browser is."""
    try:
        return printed(page, find_browser())
    except InputError as none:
        pytest.skip(str(none))


def page_sizes(pdf):
    """Return the width and height of each page of a PDF that Chromium made, in points."""
    boxes = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", pdf.read_bytes())
    return [(round(float(width)), round(float(height))) for width, height in boxes]
