"""Printing: Markdown with formulas as HTML that needs no script, and HTML as PDF by a browser.

Imports the standard library and ``engine.errors``; nbconvert and latex2mathml where they are used.
Formulas become MathML, which browsers show by themselves.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from llamakit.engine.errors import InputError, brief

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

#: TeX takes two signs after \\binom without braces; the translation to MathML does not.
_BARE_BINOM = re.compile(r"\\binom\s*(\w)\s*(\w)")

#: HTML does not need it, and a formula in a heading would get it as a prefix to all its names.
_NAMESPACE = ' xmlns="http://www.w3.org/1998/Math/MathML"'


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


@cache
def _renderer() -> Any:
    """Return what makes HTML of Markdown, and MathML of the formulas in it."""
    from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

    class Renderer(IPythonRenderer):  # type: ignore[misc]
        def inline_math(self, text: str) -> str:
            return mathml(text)

        def block_math(self, body: str) -> str:
            return mathml(body, "block")

        def latex_environment(self, name: str, body: str) -> str:
            return mathml(rf"\begin{{{name}}}{body}\end{{{name}}}", "block")

        def heading(self, text: str, level: int, **attributes: Any) -> str:
            return f"<h{level}>{text}</h{level}>\n"  # without the link of a web page

    return MarkdownWithMath(Renderer(escape=False))


def as_html(markdown: str) -> str:
    """Return Markdown as HTML, formulas as MathML, code left alone.

    Raises InputError, naming the formula, for one that cannot be translated.
    """
    return str(_renderer().render(markdown))


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
