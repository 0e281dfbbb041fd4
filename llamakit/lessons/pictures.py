"""Plots in the house style, with words for those who cannot see them.

Imports the standard library and ``engine``; Matplotlib where it is used.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from llamakit.engine.display import as_image
from llamakit.engine.errors import InputError, brief
from llamakit.engine.extras import extra

_HOUSE = "llamakit.lessons.house"

#: In a dark theme light and dark change places and each hue stays what it is. White becomes the
#: ground of JupyterLab's dark theme.
_DARK = (
    "<style>@media (prefers-color-scheme: dark) "
    "{ svg { filter: invert(0.933) hue-rotate(180deg) } }</style>"
)


@dataclass(frozen=True)
class Picture:
    """A drawn plot and the words that stand for it; a notebook shows both as one image.

    The image is dark where its page is dark.
    """

    svg: str
    alt: str

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        drawn = self.svg.replace("<defs>", f"{_DARK}<defs>", 1)
        return {"text/plain": self.alt, "text/html": as_image(drawn, self.alt)}

    def __repr__(self) -> str:
        return self.alt


@contextmanager
def subplots(*args: Any, **options: Any) -> Iterator[tuple[Any, Any]]:
    """Yield a figure and its axes, as Matplotlib's ``pyplot.subplots`` returns, in the house style.

    The style holds inside of ``with``; no other plot changes. The arguments are Matplotlib's.
    Raises ImportError, with the line to install it, without Matplotlib.

    >>> with subplots(figsize=(6, 4)) as (figure, ax):
    ...     bars = ax.bar(["hit", "take"], [0.6, 0.4])
    >>> picture(figure, "Two bars. A hit is likelier than a take.")
    Two bars. A hit is likelier than a take.
    """
    pyplot = extra("matplotlib.pyplot", "a plot")
    with pyplot.style.context(_HOUSE):
        yield pyplot.subplots(*args, **options)


def picture(figure: Any, alt: str) -> Picture:
    """Return a Matplotlib figure as a picture with its words, and close the figure.

    The words say what one should see: the shape and the two or three numbers that matter. Raises
    InputError for what is no figure, and for no words.

    >>> from matplotlib.figure import Figure
    >>> picture(Figure(), "An empty plot.")
    An empty plot.
    """
    pyplot = extra("matplotlib.pyplot", "a plot")
    if not isinstance(figure, pyplot.Figure):
        raise InputError(f"a picture is made of a Matplotlib figure, not of {brief(figure)}")
    if not isinstance(alt, str) or not alt.strip():
        raise InputError(f"a picture needs words for those who cannot see it, not {brief(alt)}")
    file = io.StringIO()
    with pyplot.style.context(_HOUSE):
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    pyplot.close(figure)
    return Picture(file.getvalue(), alt)
