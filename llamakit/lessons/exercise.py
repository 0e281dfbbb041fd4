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

ROUNDED = (
    "right, rounded. Can you give it as a fraction too? Write it as Rational(2, 3), with a comma, "
    'or as "2/3", in quotation marks.'
)
DIVIDED = (
    "right, rounded: in Rational(2/3), Python divides first, and the result is a decimal number. "
    'Write Rational(2, 3), with a comma, or "2/3", in quotation marks: then it is exact.'
)

AMBIGUOUS = (
    "not clear yet. The right answer rounds to this, but so does the result of a common mistake. "
    "Give more digits, or a fraction."
)


#: How many more wrong numbers the last hint but one meets: three guesses do not bring the last.
PATIENCE = 2


@dataclass(frozen=True)
class Misconception:
    """A wrong answer that many people give: its value, found as ``truth`` is, and what to say."""

    value: Callable[..., Any]
    says: str


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """One question with a stable id, such as "llama_dice_odds-1".

    ``truth`` returns the right answer: a number or, where ``words`` are given, one of those. For a
    formula or a function it takes the ``symbols`` as arguments, and an answer is compared with it
    at each place of ``at``. ``unit`` is what the number counts, "probability" for one. ``hints``
    go from a nudge to nearly everything; a number has two of them or more. Progress records know a
    misconception by its place in ``misconceptions``: a new one goes to the end.
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
            return self._right()
        return Verdict(self.id, False, f"not yet. {self._hint(word, hinted)}")

    def _judge_numbers(self, given: list[Number], hinted: list[Any]) -> Verdict:
        """Return the verdict on a number, or on a formula's values at the places."""
        truth, exact = self._values(self.truth), given
        if not _agree(exact, truth):  # an exact answer may have any denominator
            given = [one.as_written(true) for one, true in zip(exact, truth, strict=True)]
        if _agree(given, truth):
            said = ROUNDED if given == exact else DIVIDED
            return self._rounded(given, said) if _differ(given, truth) else self._right()
        for place, misconception in enumerate(self.misconceptions):
            if _agree(given, self._values(misconception.value)):
                return Verdict(self.id, False, f"not yet. {misconception.says}", place)
        pairs = zip(given, truth, strict=True)
        if all(number.agrees(true) or number.is_coarse(true) for number, true in pairs):
            return Verdict(self.id, False, "close. Give more digits, or a fraction.")
        return Verdict(self.id, False, f"not yet. {self._help(given, truth, hinted)}")

    def _values(self, value: Callable[..., Any]) -> list[Number]:
        """Return the truth or a misconception at each place."""
        return [read_number(value(*place)) for place in self.at]

    def _right(self) -> Verdict:
        return Verdict(self.id, True, "right!")

    def _rounded(self, given: list[Number], said: str) -> Verdict:
        """Return the verdict on decimals that may be the truth rounded, or a mistake rounded."""
        for misconception in self.misconceptions:
            wrong = self._values(misconception.value)
            if all(number.fits(other) for number, other in zip(given, wrong, strict=True)):
                return Verdict(self.id, False, AMBIGUOUS)
        return Verdict(self.id, True, said)

    def _help(self, given: list[Number], truth: list[Number], hinted: list[Any]) -> str:
        """Return the most helpful thing to say of a wrong answer that nobody knows."""
        if self.unit == "probability" and not all(0 <= number.value <= 1 for number in given):
            return NO_PROBABILITY
        hint = self._hint(given, hinted)
        if all(_near(number, true) for number, true in zip(given, truth, strict=True)):
            return f"Near, but not exact: work it out instead of estimating it. {hint}"
        return hint

    def _hint(self, given: object, hinted: list[Any]) -> str:
        """Return the hint for an answer, the same one again or the next, and how many there are."""
        if given not in hinted:
            hinted.append(given)
        tries, last = hinted.index(given) + 1, len(self.hints)
        number = min(tries, last)
        if number == last and not self.words and tries < last + PATIENCE:
            number = last - 1
        return f"Hint {number} of {last}: {self.hints[number - 1]}"


def is_unanswered(answer: object) -> bool:
    """Whether an exercise still stands as the student copy has it; for a word, in quotes."""
    return answer is None or answer is Ellipsis or (type(answer) is str and answer == "...")


def _agree(given: list[Number], wanted: list[Number]) -> bool:
    """Whether the numbers given are those wanted."""
    return all(number.agrees(other) for number, other in zip(given, wanted, strict=True))


def _differ(given: list[Number], truth: list[Number]) -> bool:
    """Whether a decimal that agrees with the truth is rounded."""
    pairs = zip(given, truth, strict=True)
    return any(number.is_decimal and number.value != true.value for number, true in pairs)


def _near(given: Number, truth: Number) -> bool:
    """Whether a decimal is so near the truth that it looks like a simulation's result."""
    return given.is_decimal and abs(given.value - truth.value) < abs(truth.value) / 50


@dataclass(frozen=True)
class Verdict:
    """What is said about an answer to an exercise: ``correct`` or not, and a sentence.

    It counts as true if the answer is right, so ``assert lk.check(...)`` fails for any other:
    a wrong one, one that is only close, and none. ``mistake`` is the place of the misconception
    in the exercise's list that the answer shows, if it shows one.
    """

    exercise: str
    correct: bool
    message: str
    mistake: int | None = None

    def __bool__(self) -> bool:
        return self.correct

    def __repr__(self) -> str:
        return f"{self._mark} {self.exercise}: {self.message}"

    @property
    def _mark(self) -> str:
        """The verdict as a sign, so that colour is not all that tells."""
        return "✓" if self.correct else "○"

    def _repr_html_(self) -> str:
        """Show the sentence in a notebook.

        It is an alert because screen readers read an alert that comes new to a page. Of a status
        they read what changes in it later, and here each run of the cell brings a new element.
        """
        colour = "--jp-success-color1, #2e7d32" if self.correct else "--jp-warn-color1, #b26a00"
        return (
            f'<div role="alert" style="border-left: 4px solid var({colour}); '
            'padding: 0.3em 0.8em">'
            f"{self._mark} <b>{html.escape(self.exercise)}</b>: {html.escape(self.message)}</div>"
        )
