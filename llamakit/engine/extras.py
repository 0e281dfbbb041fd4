"""Packages that come with the extra ``lab``: imported where they are used, named where missing.

Imports the standard library, ``about``, ``engine.errors`` and words.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from llamakit.about import DISTRIBUTION
from llamakit.engine import words
from llamakit.engine.errors import InputError

#: How a package calls itself.
TITLES = {"matplotlib": "Matplotlib", "numpy": "NumPy"}


def extra(module: str, use: str) -> Any:
    """Return a module of the extra ``lab``; ``use`` says what it is wanted for.

    Raises ImportError, with the line to install it, where its package is missing.

    >>> extra("matplotlib.pyplot", "a plot").__name__
    'matplotlib.pyplot'
    """
    package = module.partition(".")[0]
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != package:
            raise
        raise ImportError(
            f"{use} needs {TITLES[package]}, which is not installed here: "
            f'pip install "{DISTRIBUTION}[lab]"',
            name=package,
        ) from None


def axes(given: Any = None, **options: Any) -> Any:
    """Return the Matplotlib Axes to draw on: those given, or new ones.

    ``options`` are those of ``pyplot.subplots``. Raises InputError for what are no Axes.

    >>> from matplotlib.figure import Figure
    >>> mine = Figure().subplots()
    >>> axes(mine) is mine
    True
    """
    pyplot = extra("matplotlib.pyplot", "a plot")
    if given is None:
        return pyplot.subplots(**options)[1]
    if not isinstance(given, pyplot.Axes):
        raise InputError(words.not_axes(given))
    return given
