"""A bar that shows how far a long run has got.

Imports the standard library; tqdm where it is installed.
"""

from __future__ import annotations

from typing import Any


def progress_bar(total: int, unit: str, wanted: bool) -> Any:
    """Return a progress bar to ``update``, shown if the run takes more than two seconds.

    Without tqdm, or if none is wanted, one that shows nothing.
    """
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _NoBar()
    return tqdm(total=total, unit=f" {unit}s", delay=2, leave=False) if wanted else _NoBar()


class _NoBar:
    """A progress bar that shows nothing."""

    def update(self, done: int) -> None:
        """Take no notice."""

    def close(self) -> None:
        """Have nothing to close."""
