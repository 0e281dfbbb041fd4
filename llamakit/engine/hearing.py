"""What a seat hears of a game: sentences, put into words when somebody looks at them.

Imports the standard library.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Self


class Heard(str):
    """A sentence that a seat hears; ``clues`` say as data what it lets everybody notice."""

    __slots__ = ("clues",)
    clues: tuple[Any, ...]

    def __new__(cls, sentence: str, clues: tuple[Any, ...] = ()) -> Self:
        """Make a sentence of a text and its clues."""
        heard = super().__new__(cls, sentence)
        heard.clues = clues
        return heard


class Hearing:
    """What one seat hears of a game whose history grows: each step is put into words once.

    ``tell(step, seat, names)`` says what it hears, "" for nothing; ``clues(step)`` is what goes
    with the sentence as data.

    >>> hearing = Hearing(lambda step, seat, names: f"{names[seat]} hears {step}.", 0, ["Ana"])
    >>> history = ["a roll"]
    >>> log = Log(hearing, history)
    >>> history.append("a knock")
    >>> log, Log(hearing, history)[-1]
    (('Ana hears a roll.',), 'Ana hears a knock.')
    """

    def __init__(
        self,
        tell: Callable[..., str],
        seat: int | None,
        names: Sequence[str],
        clues: Callable[[Any], tuple[Any, ...]] = lambda step: (),
    ) -> None:
        """Hear nothing yet."""
        self._tell, self._seat, self._names, self._clues = tell, seat, names, clues
        self._sentences: list[str] = []
        self._counts = [0]  # of the sentences on no step, one step, two steps and so on

    def sentences(self, history: Sequence[Any], steps: int) -> tuple[str, ...]:
        """Return the sentences on the first steps of the history."""
        for step in history[len(self._counts) - 1 : steps]:
            sentence, clues = self._tell(step, self._seat, self._names), self._clues(step)
            if sentence:
                self._sentences.append(Heard(sentence, clues) if clues else sentence)
            self._counts.append(len(self._sentences))
        return tuple(self._sentences[: self._counts[steps]])


class Log(Sequence[str]):
    """The sentences that a seat has heard up to now, found when somebody looks at them.

    It is as good as the tuple of them, and travels to other processes as one. The history may grow
    meanwhile, but nothing in it may change.
    """

    __slots__ = ("_hearing", "_history", "_sentences", "_steps")

    def __init__(self, hearing: Hearing, history: Sequence[Any]) -> None:
        """Note what will be put into words: all steps so far."""
        self._hearing, self._history, self._steps = hearing, history, len(history)
        self._sentences: tuple[str, ...] | None = None

    def _all(self) -> tuple[str, ...]:
        """Return the sentences."""
        if self._sentences is None:
            self._sentences = self._hearing.sentences(self._history, self._steps)
        return self._sentences

    def __getitem__(self, place: Any) -> Any:
        return self._all()[place]

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __eq__(self, other: object) -> bool:
        return self._all() == (other._all() if isinstance(other, Log) else other)

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return repr(self._all())

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (self._all(),)
