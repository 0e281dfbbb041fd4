"""Handouts: every lesson as a page to print, HTML or PDF, that needs no network and no scripts.

Imports the standard library and ``copies``; nbconvert (with Jinja), nbformat and latex2mathml where
they are used. Formulas become MathML, which browsers show by themselves.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from llamakit.core.state import InputError, brief
from llamakit.lessons.copies import Node, masters, read, student_copy, tidy

#: Browsers that can print a page without a screen: commands, and where macOS and Windows put them.
BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "chrome",
    "msedge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)

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

#: HTML does not need it, and a formula in a heading would get it as a prefix to all its names.
_NAMESPACE = ' xmlns="http://www.w3.org/1998/Math/MathML"'


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

    exporter = HTMLExporter(embed_images=True, raw_template=PAGE)
    exporter.register_filter("markdown2html", _markdown())
    cells = [_shown(cell) for cell in notebook["cells"]]
    page, _ = exporter.from_notebook_node(
        from_dict({**notebook, "cells": cells}), {"metadata": {"name": title}}
    )
    return str(page)


def mathml(latex: str, display: str = "inline") -> str:
    r"""Return a formula as MathML. Raises InputError, naming it, if it cannot be translated.

    >>> "<mfrac>" in mathml(r"\frac{1}{2}")
    True
    """
    from latex2mathml.converter import convert

    if not latex.strip():
        return latex
    try:
        formula = convert(_BARE_BINOM.sub(r"\\binom{\1}{\2}", latex), display=display)
    except Exception as error:  # of many kinds, with few words
        why = type(error).__name__
        raise InputError(f"the formula {brief(latex)} cannot be put on paper ({why})") from None
    return formula.replace(_NAMESPACE, "")


def _markdown() -> Callable[..., str]:
    """Return a filter for nbconvert: Markdown as HTML, formulas as MathML, code left alone."""
    from jinja2 import pass_context
    from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

    class Renderer(IPythonRenderer):  # type: ignore[misc]
        def inline_math(self, text: str) -> str:
            return mathml(text)

        def block_math(self, body: str) -> str:
            return mathml(body, "block")

        def latex_environment(self, name: str, body: str) -> str:
            return mathml(rf"\begin{{{name}}}{body}\end{{{name}}}", "block")

    @pass_context
    def as_html(context: Mapping[str, Any], text: str) -> str:
        pasted = context.get("cell", {}).get("attachments", {})
        return str(MarkdownWithMath(Renderer(escape=False, attachments=pasted)).render(text))

    return as_html


def _shown(cell: Node) -> Node:
    """Return a cell with the formulas among its results, if it has any, as MathML."""
    if cell["cell_type"] != "code":
        return cell
    return {**cell, "outputs": [_shown_output(output) for output in cell["outputs"]]}


def _shown_output(output: Node) -> Node:
    """Return an output as it is, but a formula as MathML."""
    data = output.get("data", {})
    if "text/latex" not in data or "text/html" in data:
        return output
    formula = mathml(data["text/latex"].strip(" $\n"), "block")
    return {**output, "data": {"text/html": formula}}


def find_browser() -> str:
    """Return the path of a browser that can print. Raises InputError if there is none."""
    for name in BROWSERS:
        if path := shutil.which(name):
            return path
    raise InputError(
        "printing a PDF needs a browser, Chromium, Chrome or Edge: leave out --pdf and print "
        "the pages from your own"
    )


def printed(page: Path, browser: str) -> Path:
    """Print a page with a browser that shows no window, and return the path of the PDF.

    The page goes; it stays, and InputError is raised, if the browser fails.
    """
    pdf = page.with_suffix(".pdf")
    pdf.unlink(missing_ok=True)
    as_root = ["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        why = _run(
            browser,
            *["--headless", "--disable-gpu", "--no-pdf-header-footer", *as_root],
            f"--user-data-dir={profile}",
            f"--print-to-pdf={pdf.resolve()}",
            page.resolve().as_uri(),
        )
    if why or not pdf.exists():
        raise InputError(
            f"{browser} {why or 'made no PDF'}: print {page} from a browser of your own"
        )
    page.unlink()
    return pdf


def _run(*command: str) -> str:
    """Run a browser, and return what went wrong: nothing, mostly."""
    try:
        done = subprocess.run(command, check=False, capture_output=True, timeout=PRINT_SECONDS)
    except subprocess.TimeoutExpired:
        return f"took longer than {PRINT_SECONDS} seconds"
    except OSError as error:
        return f"does not start ({error.strerror})"
    return f"failed with exit code {done.returncode}" if done.returncode else ""
