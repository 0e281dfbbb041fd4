"""An exercise and how an answer to it is judged: right, a known misconception, or a hint.

Imports the standard library and this package's ``reading`` only.

An exercise does not hold its answer. It holds ``truth``, a function that finds the answer by an
independent road, usually by counting the rules' own outcomes one by one.
"""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from llamakit.lessons.reading import Number, Unreadable, read, read_number, read_word

UNANSWERED = "not answered yet. Put your answer in place of the … and run the cell again."
NO_PROBABILITY = (
    "A probability lies between 0 and 1: it is the share of the outcomes that count, "
    "not how many there are and not a percentage."
)


@dataclass(frozen=True)
class Misconception:
    """A wrong answer that many people give: its value, found as ``truth`` is, and what to say."""

    value: Callable[..., Any]
    says: str


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """One question with a stable id, such as "dice-1".

    ``truth`` returns the right answer: a number or, where ``words`` are given, one of those. For a
    formula or a function it takes the ``symbols`` as arguments, and an answer is compared with it
    at each place of ``at``. ``unit`` is what the number counts, "probability" for one. ``hints``
    go from a nudge to nearly everything.
    """

    id: str
    truth: Callable[..., Any]
    hints: tuple[str, ...]
    misconceptions: tuple[Misconception, ...] = ()
    unit: str = "probability"
    symbols: tuple[str, ...] = ()
    at: tuple[tuple[int, ...], ...] = ((),)
    words: tuple[str, ...] = ()

    def judge(self, answer: object, hinted: list[Any] | None = None) -> Verdict:
        """Return whether an answer is right, and the most helpful thing to say about it.

        ``hinted`` are the answers that were met by a hint so far, each by the next one; an answer
        that gets a hint now joins them. Nothing is raised, whatever the answer is.
        """
        if is_unanswered(answer):
            return Verdict(self.id, False, UNANSWERED)
        met = [] if hinted is None else hinted
        try:
            if self.words:
                return self._judge_word(read_word(answer, self.words), met)
            return self._judge_numbers(read(answer, self.symbols, self.at), met)
        except Unreadable as problem:
            return Verdict(self.id, False, f"this answer cannot be read. {problem}")

    def _judge_word(self, word: str, hinted: list[Any]) -> Verdict:
        """Return the verdict on one of the words."""
        if word == self.truth():
            return Verdict(self.id, True, "right!")
        return Verdict(self.id, False, f"not yet. {self._hint(word, hinted)}")

    def _judge_numbers(self, given: list[Number], hinted: list[Any]) -> Verdict:
        """Return the verdict on a number, or on a formula's values at the places."""
        truth = self._values(self.truth)
        if _agree(given, truth):
            return self._right(given, truth)
        for misconception in self.misconceptions:
            if _agree(given, self._values(misconception.value)):
                return Verdict(self.id, False, f"not yet. {misconception.says}")
        pairs = zip(given, truth, strict=True)
        if all(one.agrees(true) or one.is_coarse(true) for one, true in pairs):
            return Verdict(self.id, False, "close. Give more digits, or a fraction.")
        return Verdict(self.id, False, f"not yet. {self._help(given, truth, hinted)}")

    def _values(self, value: Callable[..., Any]) -> list[Number]:
        """Return the truth or a misconception at each place."""
        return [read_number(value(*place)) for place in self.at]

    def _right(self, given: list[Number], truth: list[Number]) -> Verdict:
        """Return the verdict on a right answer, which may be a rounded decimal."""
        pairs = zip(given, truth, strict=True)
        if any(one.is_decimal and one.value != true.value for one, true in pairs):
            return Verdict(self.id, True, "right, rounded. Can you give it as a fraction too?")
        return Verdict(self.id, True, "right!")

    def _help(self, given: list[Number], truth: list[Number], hinted: list[Any]) -> str:
        """Return the most helpful thing to say of a wrong answer that nobody knows."""
        if self.unit == "probability" and not all(0 <= one.value <= 1 for one in given):
            return NO_PROBABILITY
        hint = self._hint(given, hinted)
        if all(_near(one, true) for one, true in zip(given, truth, strict=True)):
            return f"Near, but not exact: work it out instead of estimating it. {hint}"
        return hint

    def _hint(self, given: object, hinted: list[Any]) -> str:
        """Return the hint for an answer, the same one again or the next, and how many there are."""
        if given not in hinted:
            hinted.append(given)
        number = min(hinted.index(given) + 1, len(self.hints))
        return f"Hint {number} of {len(self.hints)}: {self.hints[number - 1]}"


def is_unanswered(answer: object) -> bool:
    """Whether an exercise still stands as the student copy has it."""
    return answer is None or answer is Ellipsis


def _agree(given: list[Number], wanted: list[Number]) -> bool:
    """Whether the numbers given are those wanted."""
    return all(one.agrees(other) for one, other in zip(given, wanted, strict=True))


def _near(given: Number, truth: Number) -> bool:
    """Whether a decimal is so near the truth that it looks like a simulation's result."""
    return given.is_decimal and abs(given.value - truth.value) < abs(truth.value) / 50


@dataclass(frozen=True)
class Verdict:
    """What is said about an answer to an exercise: ``correct`` or not, and a sentence."""

    exercise: str
    correct: bool
    message: str

    def __repr__(self) -> str:
        return f"{self._mark} {self.exercise}: {self.message}"

    @property
    def _mark(self) -> str:
        """The verdict as a sign, so that colour is not all that tells."""
        return "✓" if self.correct else "○"

    def _repr_html_(self) -> str:
        """Show the sentence in a notebook."""
        colour = "--jp-success-color1, #2e7d32" if self.correct else "--jp-warn-color1, #b26a00"
        return (
            f'<div style="border-left: 4px solid var({colour}); padding: 0.3em 0.8em">'
            f"{self._mark} <b>{html.escape(self.exercise)}</b>: {html.escape(self.message)}</div>"
        )
