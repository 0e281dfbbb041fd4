"""Class data: the students' own rolls, a line of text from each, added up beside the exact odds.

Imports the standard library, lower rooms and the rules of two games; Matplotlib where it is used.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from llamakit.engine.errors import InputError, brief, texts_of
from llamakit.engine.extras import axes
from llamakit.engine.game import LONGEST_NAME, Game, Step
from llamakit.engine.state import items_of
from llamakit.exact.distribution import Distribution
from llamakit.games.cards import LLAMA
from llamakit.games.words import number_of
from llamakit.lessons.class_lines import MOST, named, read_line

#: More text than this is not one class's.
LARGEST = 100_000

#: Signs that cannot be seen, which pages and chats put around what is copied.
_UNSEEN = re.compile("[\u200b\u200e\u200f\u2060\ufeff]")


def line(name: str, results: Iterable[object]) -> str:
    """Return a student's results as the line of text to hand in.

    What would break the line, such as a colon in the name, becomes a space. Raises InputError for a
    name that is no text, empty or longer than LONGEST_NAME, and for results that are no list.

    >>> line("Ana", ["hit", "hit", "take", "drama", "hit"])
    'Ana: hit 3, take 1, drama 1'
    """
    if not isinstance(name, str) or len(name) > LONGEST_NAME:
        raise InputError(f"a name is a text of at most {LONGEST_NAME} characters")
    letters = [sign if sign.isprintable() and sign != ":" else " " for sign in name]
    shown = " ".join("".join(letters).split())
    if not shown:
        raise InputError(f"a line needs a name, not {brief(name)}")
    found = texts_of(results, MOST)
    if found is None or len(found) > MOST:
        raise InputError(f"results are a list such as ['hit', 'take'], not {brief(results)}")
    counts = Counter(found)
    return f"{shown}: " + ", ".join(f"{result} {number}" for result, number in counts.items())


def line_of(name: str, game: Game) -> str:
    """Return what a player has rolled in a game as the line of text to hand in.

    Of L.L.A.M.A. Dice the event of each roll: hit, take, drama or three llamas (D6 to D10); of
    Chinchiller Dice the sand of each roll of both dice, re-rolls left out (H4). Raises InputError
    for another game, and for a name that nobody in it has.

    >>> from llamakit.engine.game import bot, new_game
    >>> game = new_game("llama-dice", players=[bot("greedy", "Ana"), "Ben"], seed=7)
    >>> game.play()
    >>> line_of("Ana", game)
    'Ana: hit 1'
    """
    if not isinstance(game, Game) or game.name not in _RESULTS:
        raise InputError(f"a line comes from a game of {' or '.join(_RESULTS)}, not {brief(game)}")
    if not isinstance(name, str) or name not in game.players:
        raise InputError(f"{brief(name)} is not one of {', '.join(game.players)}")
    seat, result = game.players.index(name), _RESULTS[game.name]
    rolls = [step for step in game.history if step.before.phase == "roll"]
    found = [result(step) for step in rolls if step.before.turn == seat]
    return line(name, sorted(rolled for rolled in found if rolled is not None))


def _event(step: Step) -> str:
    """Return the event of a roll of L.L.A.M.A. Dice (D6 to D10)."""
    from llamakit.games.llama_dice.rules import roll_event

    event = roll_event(step.after)
    return {"llamas": "three llamas"}.get(event, event)


def _sand(step: Step) -> int | None:
    """Return the sand of a roll of Chinchiller Dice; None if a die stayed as it lay (H3)."""
    from llamakit.games.chinchiller.rules import NOT_ROLLED, sand

    both = step.before.roll == NOT_ROLLED  # type: ignore[attr-defined]
    return sand(step.choice) if both else None


#: What counts as the result of a roll, by game; None does not count.
_RESULTS: dict[str, Callable[[Step], Any]] = {"llama-dice": _event, "chinchiller": _sand}


class ClassData:
    r"""The results of a class, pooled, beside the exact probabilities.

    ``text`` holds a line from each student, as ``line`` writes it or nearly so, in any order, empty
    lines and spaces ignored. ``exact`` are the exact probabilities of the results, a Distribution
    or a mapping. ``students`` is {name: {result: count}}; a student who hands in twice is added up,
    but the same line again is not counted, and ``notes`` says so of both. Raises InputError, naming
    every line that cannot be read.

    >>> data = ClassData("Ana: a 3, b 1\nBen: a 2, c 4", {"a": 1, "b": 1, "c": 2})
    >>> data.counts, data.total
    ({'a': 5, 'b': 1, 'c': 4}, 10)
    >>> ClassData("Ana: hits 3, 1 miss\nAna: hit 3, miss 1", {"hit": 1, "miss": 1}).total
    4
    """

    def __init__(self, text: str, exact: Mapping[Any, Any]) -> None:
        """Read every line."""
        if not isinstance(text, str) or len(text) > LARGEST:
            raise InputError(f"class data is a text of at most {LARGEST:,} characters")
        self.exact = exact if isinstance(exact, Distribution) else Distribution(exact)
        self._results = {str(result).lower(): result for result in self.exact}
        if len(self._results) < len(self.exact.counts):
            raise InputError(f"two of these results look alike: {', '.join(map(str, self.exact))}")
        self.students: dict[str, Counter[Any]] = {}
        self._alike: dict[str, str] = {}  # a name as it is written first, for all that are alike
        self.notes: tuple[str, ...] = ()
        bad = []
        seen: dict[tuple[Any, ...], int] = {}  # what a line said, and the first line that did
        for number, written in enumerate(_UNSEEN.sub("", text).splitlines(), 1):
            if written.strip():
                try:
                    self._enter(number, *read_line(written, self._results), seen)
                except InputError as error:
                    bad.append(f"line {number}, {brief(written.strip())}: {error}")
        if bad:
            raise InputError("\n".join(named(bad)))
        if not self.students:
            raise InputError("there are no results yet: paste a line from each student")

    def _enter(
        self, number: int, name: str, counts: Counter[Any], seen: dict[tuple[Any, ...], int]
    ) -> None:
        """Add a line to its student, but not twice."""
        name = self._alike.get(name.casefold(), name)
        said = (name, *sorted((str(result), times) for result, times in (+counts).items()))
        if counts and said in seen:
            self.notes += (
                f"Line {number} is line {seen[said]} again and is not counted. If {name} really "
                f"rolled the same twice, write another name, such as '{name} 2'.",
            )
            return
        if name in self.students:
            self.notes += (f"Line {number} is added to what {name} has already.",)
        seen[said] = number
        self._alike[name.casefold()] = name
        self.students.setdefault(name, Counter()).update(counts)

    @property
    def counts(self) -> dict[Any, int]:
        """How often each result came in all, in the order of the exact probabilities."""
        pooled: Counter[Any] = sum(self.students.values(), Counter())
        return {result: pooled[result] for result in self.exact}

    @property
    def total(self) -> int:
        """How many results there are in all."""
        return sum(self.counts.values())

    def growing(self, event: Any) -> list[tuple[str, int, float, float]]:
        r"""Return the share of an event as the students are added one by one.

        A row is (name, results so far, share so far, standard error √(p(1-p)/n) by the exact p).
        ``event`` is as in ``Distribution.p``. Students without results are left out.

        >>> data = ClassData("Ana: a 3, b 1\nBen: b 12", {"a": 1, "b": 1})
        >>> data.growing("a")
        [('Ana', 4, 0.75, 0.25), ('Ben', 16, 0.1875, 0.125)]
        """
        chance = float(self.exact.p(event))
        rows, total, inside = [], 0, 0
        for name, counts in self.students.items():
            total += counts.total()
            inside += sum(n for result, n in counts.items() if Distribution({result: 1}).p(event))
            if counts.total():
                error = (chance * (1 - chance) / total) ** 0.5
                rows.append((name, total, inside / total, error))
        return rows

    def plot(self, ax: Any = None) -> Any:
        """Draw the class's shares beside the exact probabilities; return the Matplotlib Axes.

        The black lines reach two standard errors of that many results up and down.
        """
        ax = axes(ax)
        names = [str(result) for result in self.exact]
        exact = [times / self.exact.total for times in self.exact.counts.values()]
        total, places = max(self.total, 1), range(len(names))
        seen = [count / total for count in self.counts.values()]
        band = [2 * (p * (1 - p) / total) ** 0.5 for p in exact]
        ax.bar([place - 0.2 for place in places], exact, 0.4, label="exact ± 2 SE", yerr=band)
        ax.bar([place + 0.2 for place in places], seen, 0.4, label=f"class, n = {self.total}")
        ax.set_xticks(list(places), names)
        ax.set_ylabel("probability, share")
        ax.legend()
        return ax

    def describe(self) -> str:
        """Return what the plot shows in words.

        >>> ClassData("Ana: a 3, b 1", {"a": 1, "b": 1}).describe()
        '4 results of 1 student: a 3 (75.0%, exact 50.0%), b 1 (25.0%, exact 50.0%).'
        """
        shown = ", ".join(
            f"{result} {count} ({count / max(self.total, 1):.1%}, "
            f"exact {times / self.exact.total:.1%})"
            for (result, count), times in zip(
                self.counts.items(), self.exact.counts.values(), strict=True
            )
        )
        number = sum(counts.total() > 0 for counts in self.students.values())
        return f"{self.total} results of {number_of(number, 'student')}: {shown}."

    def __repr__(self) -> str:
        return "\n".join([self.describe(), *self.notes])


def llama_faces(numbers: Iterable[int], dice: Iterable[Iterable[int]]) -> tuple[int, ...]:
    """Return what three ordinary dice show as llama dice: two numbers of each are llamas (D3).

    ``dice`` are llama dice as ``llama_dice.make_dice`` takes them. Raises InputError unless there
    are three numbers from 1 to 6, and three dice.

    >>> from llamakit.games.llama_dice.rules import make_dice
    >>> llama_faces((1, 1, 5), make_dice())
    (L, 1, L)
    """
    from llamakit.games.llama_dice.rules import make_dice

    rolled = items_of(numbers, 3) or []
    if len(rolled) != 3 or any(type(n) is not int or not 1 <= n <= 6 for n in rolled):
        raise InputError(f"three numbers from 1 to 6 are needed, not {brief(numbers)}")
    pairs = zip(rolled, make_dice(dice), strict=True)
    return tuple(number if number in die else LLAMA for number, die in pairs)
