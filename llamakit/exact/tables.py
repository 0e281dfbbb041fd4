"""Tables of fractions, as HTML and as LaTeX. Imports the standard library only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape
from itertools import islice
from typing import Any

#: Tables in a notebook stop after this many rows.
MOST_ROWS = 60


def html_table(head: Sequence[str], rows: Iterator[tuple[Any, ...]], length: int) -> str:
    """Return rows whose last entry is a fraction as an HTML table; all else is plain text."""
    lines = ["<table><thead><tr>"]
    lines += [f'<th scope="col">{escape(name)}</th>' for name in (*head, "≈")]
    lines.append("</tr></thead><tbody>")
    for *texts, value in islice(rows, MOST_ROWS):
        cells = [*texts, str(value), f"{float(value):.4f}"]
        lines.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
    if length > MOST_ROWS:
        lines.append(f'<tr><td colspan="{len(head) + 1}">… {length - MOST_ROWS} more</td></tr>')
    return "".join([*lines, "</tbody></table>"])


def latex_table(head: Sequence[str], rows: Iterator[tuple[Any, ...]], length: int) -> str:
    """Return rows whose last entry is a fraction as a LaTeX array in display style."""
    lines = [" & ".join(map(latex_text, head)) + r" \\ \hline"]
    for *texts, value in islice(rows, MOST_ROWS):
        lines.append(" & ".join([*map(latex_text, texts), _latex_fraction(value)]) + r" \\")
    if length > MOST_ROWS:
        lines.append(rf"\text{{… {length - MOST_ROWS} more}} \\")
    return (
        rf"$\displaystyle \begin{{array}}{{{'l' * len(head)}}}{chr(10).join(lines)}\end{{array}}$"
    )


def _latex_fraction(value: Fraction) -> str:
    sign = "-" if value < 0 else ""
    if value.denominator == 1:
        return str(value)
    return rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"


def latex_text(text: str) -> str:
    r"""Return text for LaTeX's mathematical mode, its special signs made harmless.

    >>> print(latex_text("a_b & 5%"))
    \mathrm{a\_b\ \&\ 5\%}
    """
    special = {"\\": r"\backslash{}", "^": r"\hat{}", "~": r"\sim{}"}
    safe = [special.get(sign, f"\\{sign}" if sign in " #$%&_{}" else sign) for sign in text]
    return rf"\mathrm{{{''.join(safe)}}}"
