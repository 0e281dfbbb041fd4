"""Handouts: every lesson as a page to print, HTML or PDF, that needs no network and no scripts.

Imports the standard library and ``copies``; nbconvert, nbformat and latex2mathml where they are
used. Formulas become MathML, which browsers show by themselves.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from llamakit.core.state import InputError
from llamakit.lessons.copies import Node, masters, read, student_copy, tidy

#: Browsers that can print a page without a screen.
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")

#: Seconds that printing one page may take.
PRINT_SECONDS = 120

#: JupyterLab's look, without its scripts; pictures and tables stay whole when printed.
PAGE = """{% extends 'lab/index.html.j2' %}
{% block html_head_js %}{% endblock %}
{% block html_head_js_mathjax %}<style>
img, table, .highlight, math { break-inside: avoid; }
h1, h2, h3 { break-after: avoid; }
.jp-RenderedHTMLCommon img { max-width: 100%; }
.highlight pre, .jp-RenderedText pre { white-space: pre-wrap; }
math { font-size: 1.15em; }
</style>{% endblock %}
{% block html_head_js_mermaidjs %}{% endblock %}
"""

#: TeX takes two signs after \\binom without braces; the translation to MathML does not.
_BARE_BINOM = re.compile(r"\\binom\s*(\w)\s*(\w)")

#: Code, which stays as it is, or a formula: of its own in a line, or within the text.
_FORMULA = re.compile(r"(```.*?```|`[^`\n]*`)|\$\$(.+?)\$\$|\$([^$\n]+)\$", re.S)


def make_handouts(
    notebooks: Path, folder: Path, solved: bool = False, pdf: bool = False
) -> list[Path]:
    """Write a page to print of every lesson, with its pictures in it, and return the paths.

    A page is the master without solutions, but with what its other cells show; ``solved`` keeps
    the solutions, for the teacher. HTML or, with ``pdf``, what a browser on this machine prints of
    it. Raises InputError for a folder without masters, and for a PDF where there is no browser.
    """
    browser = find_browser() if pdf else ""
    found = masters(notebooks)
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for master in found:
        notebook = read(master) if solved else handout(read(master))
        page = folder / f"{master.stem}.html"
        page.write_text(as_page(notebook, master.stem), encoding="utf-8")
        made.append(printed(page, browser) if browser else page)
    return made


def handout(master: Node) -> Node:
    """Return a master without solutions, and without the results of the cells they stood in."""
    left = {cell["id"]: cell["source"] for cell in student_copy(master)["cells"]}
    cells = []
    for cell in master["cells"]:
        if cell["id"] in left:
            kept = {**cell, "source": left[cell["id"]]}
            if cell["cell_type"] == "code" and kept["source"] != cell["source"]:
                kept |= {"outputs": [], "execution_count": None}
            cells.append(kept)
    return tidy({"cells": cells})


def as_page(notebook: Node, title: str) -> str:
    """Return a notebook as an HTML page that needs nothing else."""
    from nbconvert import HTMLExporter
    from nbformat import from_dict

    formulas: list[str] = []
    cells = [_marked(cell, formulas) for cell in notebook["cells"]]
    exporter = HTMLExporter(embed_images=True, raw_template=PAGE)
    page, _ = exporter.from_notebook_node(
        from_dict({**notebook, "cells": cells}), {"metadata": {"name": title}}
    )
    for number, formula in enumerate(formulas):
        page = page.replace(_mark(number), formula)
    return str(page)


def _mark(number: int) -> str:
    """Return what stands for a formula while a page is made: a word that Markdown lets pass."""
    return f"formula{number:04}x"


def _marked(cell: Node, formulas: list[str]) -> Node:
    """Return a cell with a mark for each formula, and add the formulas, as MathML, to the list."""
    from latex2mathml.converter import convert

    def mark(latex: str, display: str) -> str:
        formulas.append(convert(_BARE_BINOM.sub(r"\\binom{\1}{\2}", latex), display=display))
        return _mark(len(formulas) - 1)

    def in_text(found: re.Match[str]) -> str:
        code, block, inline = found.groups()
        return code or (mark(block, "block") if block else mark(inline, "inline"))

    def in_output(output: Node) -> Node:
        data = output.get("data", {})
        if "text/latex" not in data or "text/html" in data:
            return output
        return {**output, "data": {"text/html": mark(data["text/latex"].strip(" $\n"), "block")}}

    if cell["cell_type"] == "markdown":
        return {**cell, "source": _FORMULA.sub(in_text, cell["source"])}
    return {**cell, "outputs": [in_output(output) for output in cell["outputs"]]}


def find_browser() -> str:
    """Return the path of a browser that can print. Raises InputError if there is none."""
    for name in BROWSERS:
        if path := shutil.which(name):
            return path
    raise InputError(
        f"printing a PDF needs a browser, one of {', '.join(BROWSERS)}: leave out --pdf and print "
        "the pages from your own"
    )


def printed(page: Path, browser: str) -> Path:
    """Print a page with a browser that shows no window, and return the path of the PDF."""
    pdf = page.with_suffix(".pdf")
    as_root = ["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        subprocess.run(
            [
                browser,
                *["--headless", "--disable-gpu", "--no-pdf-header-footer", *as_root],
                f"--user-data-dir={profile}",
                f"--print-to-pdf={pdf.resolve()}",
                page.resolve().as_uri(),
            ],
            check=True,
            capture_output=True,
            timeout=PRINT_SECONDS,
        )
    page.unlink()
    return pdf
