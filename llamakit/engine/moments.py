"""The states of a random generator to come back to, in two bytes each instead of 25,000.

Imports the standard library.
"""

from __future__ import annotations

from array import array
from random import Random
from typing import Any


class Moments:
    """A pile of states of a random generator.

    A generator makes 624 numbers at a time and gives them out one by one. So a state is these
    numbers, which many states share, and the place among them.

    >>> rng, moments = Random(7), Moments()
    >>> moments.push(rng)
    >>> rolled = rng.randint(1, 6)
    >>> moments.pop(rng)
    >>> rng.randint(1, 6) == rolled, len(moments)
    (True, 0)
    """

    def __init__(self) -> None:
        """Begin with none."""
        self._places = array("H")
        self._numbers: list[tuple[int, Any]] = []  # with how many moments lay below their first

    def __len__(self) -> int:
        return len(self._places)

    def push(self, rng: Random) -> None:
        """Put the state of a generator on top."""
        version, numbers, gauss = rng.getstate()
        made = version, array("I", numbers[:-1]).tobytes(), gauss
        if not self._numbers or self._numbers[-1][1] != made:
            self._numbers.append((len(self), made))
        self._places.append(numbers[-1])

    def push_again(self) -> None:
        """Put the state that lies on top there once more: nothing has been drawn since."""
        self._places.append(self._places[-1])

    def pop(self, rng: Random) -> None:
        """Take the state on top away, and put a generator into it."""
        place, (below, (version, numbers, gauss)) = self._places.pop(), self._numbers[-1]
        if below == len(self):
            self._numbers.pop()
        rng.setstate((version, (*array("I", numbers), place), gauss))

    def clear(self) -> None:
        """Take all away."""
        del self._places[:], self._numbers[:]
