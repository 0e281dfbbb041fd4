"""NumPy, or what to install where it is missing.

Imports NumPy. Where there is none, the simulations can still be read about with ``help``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llamakit.about import DISTRIBUTION

if TYPE_CHECKING:
    import numpy as numpy
    from numpy.typing import NDArray

    Numbers = NDArray[Any]
else:
    Numbers = Any
    try:
        import numpy as numpy
    except ModuleNotFoundError:
        numpy = None


def require_numpy() -> None:
    """Raise ImportError where NumPy is missing, and say what to install."""
    if numpy is None:
        raise ImportError(
            "simulations and tournaments need NumPy, which is not installed here: "
            f'pip install "{DISTRIBUTION}[lab]"',
            name="numpy",
        )
