"""A bar that shows how far a long run has got.

Imports the standard library; tqdm where it is installed.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from typing import Any, TypeVar

_Found = TypeVar("_Found")


def progress_bar(total: int, unit: str, wanted: bool) -> Any:
    """Return a progress bar to ``update``, shown if the run takes more than two seconds.

    Without tqdm, or if none is wanted, one that shows nothing.
    """
    if not wanted:
        return _NoBar()
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _NoBar()
    return tqdm(total=total, unit=f" {unit}s", delay=2, leave=False)


def finished(
    steps: Generator[float, None, _Found], total: int = 1, unit: str = "", wanted: bool = False
) -> _Found:
    """Work through steps that yield the share that is done, and return what they return.

    The bar counts up to ``total``.

    >>> def halves():
    ...     yield 0.5
    ...     return "done"
    >>> finished(halves())
    'done'
    """
    shown = 0
    with closing(progress_bar(total, unit, wanted)) as bar:
        while True:
            try:
                done = round(next(steps) * total)
            except StopIteration as ended:
                found: _Found = ended.value
                return found
            bar.update(done - shown)
            shown = done


class _NoBar:
    """A progress bar that shows nothing."""

    def update(self, done: int) -> None:
        """Take no notice."""

    def close(self) -> None:
        """Have nothing to close."""
