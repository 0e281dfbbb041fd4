"""Plots with words for those who cannot see them.

Imports the standard library; Matplotlib where it is used.
"""

from __future__ import annotations

import html
import io
from base64 import b64encode
from dataclasses import dataclass
from typing import Any

from llamakit.engine.extras import extra


@dataclass(frozen=True)
class Picture:
    """A drawn plot and the words that stand for it; a notebook shows both as one image."""

    svg: str
    alt: str

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        data = b64encode(self.svg.encode()).decode()
        image = f'<img alt="{html.escape(self.alt)}" src="data:image/svg+xml;base64,{data}">'
        return {"text/plain": self.alt, "text/html": image}

    def __repr__(self) -> str:
        return self.alt


def picture(figure: Any, alt: str) -> Picture:
    """Return a Matplotlib figure as a picture with its words, and close the figure.

    The words say what one should see: the shape and the two or three numbers that matter.

    >>> from matplotlib.figure import Figure
    >>> picture(Figure(), "An empty plot.")
    An empty plot.
    """
    pyplot = extra("matplotlib.pyplot", "a plot")
    file = io.StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    pyplot.close(figure)
    return Picture(file.getvalue(), alt)
