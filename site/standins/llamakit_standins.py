"""What stands where NumPy and Matplotlib are not: it says so in words when it is used."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NoReturn

from IPython import get_ipython


class Missing(Exception):
    """Something was asked of a package that is not here."""


class StandIn:
    """Stands where a package is not."""

    def __init__(self, package: str) -> None:
        self._package = package

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("_"):
            raise AttributeError(name)
        raise Missing(f"This cell needs {self._package}.")


numpy = StandIn("NumPy")
pyplot = StandIn("Matplotlib")
pyplot.style = SimpleNamespace(use=lambda name: None)  # a style can be chosen, but nothing drawn


#: How a package that is not here calls itself.
TITLES = {"numpy": "NumPy", "matplotlib": "Matplotlib"}


def say(shell: Any, kind: type, error: Exception, trace: Any, tb_offset: Any = None) -> None:
    """Print words where there would be a traceback."""
    if isinstance(error, NameError):
        print(f"There is no {error.name} here. Has the cell that makes it run? Can it run here?")
        return
    package = TITLES.get(getattr(error, "name", None) or "")
    what = f"This cell needs {package}." if package else error  # llamakit, too, asks for both
    print(
        f"{what} This copy of the course works without the internet, and without NumPy and "
        f"Matplotlib.\nRead on: all that is exact works here. In JupyterLab this cell works."
    )


if shell := get_ipython():
    shell.set_custom_exc((Missing, ImportError, NameError), say)
