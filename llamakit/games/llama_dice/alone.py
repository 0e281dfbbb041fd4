"""Best play of a player alone at L.L.A.M.A. Dice (D10), in whole numbers only.

Imports the standard library, ``games.cards`` and this game's rules.

Let E(row, points) be the expected change of points until the round is over. One looks a step
ahead: a hit leads to a smaller row, three llamas to the same row with a token less, a miss to
drama. So the rows are solved from the small ones up. Without tokens, three llamas lead back to the
very same position: E = (llamas · E + the rest) / 216, so rolling costs the rest / (216 - llamas).
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations

from llamakit.games.cards import LLAMA, penalty, tokens_to_return, without
from llamakit.games.llama_dice.rules import Dice, Row, ways_to_roll

#: How many ways three dice can fall, as seen die by die.
WAYS = 6**3

THREE_LLAMAS = (LLAMA, LLAMA, LLAMA)


def largest_token(points: int) -> int:
    """Return the most that a player with these points may give back (G4): 10, 1 or 0."""
    return max(tokens_to_return(points), default=0)


class Alone:
    """What every row is worth to a player alone, with one llama row and dice.

    Every worth is kept as a whole number of parts, ``parts(row, points)`` of which make a point:
    each card and each token of the position can add one division, and no fraction need be reduced.

    >>> from llamakit.games.llama_dice.rules import make_dice
    >>> best = playing_alone((1, 3, LLAMA), make_dice())
    >>> best.worth((6,), 0), best.action((6,), 0)
    (Fraction(6, 1), 'quit')
    """

    def __init__(self, llama_row: Row, dice: Dice) -> None:
        """Begin with no row solved."""
        self.llama_row, self.dice = llama_row, dice
        self.llamas = dict(ways_to_roll(dice)).get(THREE_LLAMAS, 0)
        self.others = WAYS - self.llamas
        self._powers = [(WAYS * max(self.others, 1)) ** cards for cards in range(4)]
        self._solved: dict[tuple[Row, int], tuple[int, str]] = {}

    def worth(self, row: Row, points: int) -> Fraction:
        """Return the expected change of points under best play."""
        return Fraction(self._best(row, points)[0], self.parts(row, points))

    def action(self, row: Row, points: int) -> str:
        """Return the best action, "roll" or "quit"; a tie is "quit"."""
        return self._best(row, points)[1]

    def rolling(self, row: Row, points: int) -> Fraction:
        """Return the expected change of points after one more roll and best play from there."""
        total = self._hits_and_drama(row, points) + self.llamas * self._after_llamas(row, points)
        return Fraction(total, WAYS * self.parts(row, points))

    def parts(self, row: Row, points: int) -> int:
        """Return how many parts make a point at a position."""
        tokens = points // 10 + points % 10
        return int(self._powers[1] ** len(row) * WAYS**tokens)

    def _best(self, row: Row, points: int) -> tuple[int, str]:
        """Return the worth of a position in parts, and the best action."""
        if (row, points) not in self._solved:
            self._solved[row, points] = self._solve(row, points)
        return self._solved[row, points]

    def _solve(self, row: Row, points: int) -> tuple[int, str]:
        """Return the better of quitting and rolling on (D4, D10); an empty row ends the round."""
        if not row:
            return -largest_token(points) * self.parts(row, points), "quit"
        quitting, total = penalty(row) * self.parts(row, points), self._hits_and_drama(row, points)
        if points:
            rolling = (total + self.llamas * self._after_llamas(row, points)) // WAYS
        elif self.others:
            rolling = total // self.others
        else:  # dice that can show nothing but llamas: rolling is waiting
            rolling = quitting
        return (rolling, "roll") if rolling < quitting else (quitting, "quit")

    def _after_llamas(self, row: Row, points: int) -> int:
        """Return the worth, in parts, of a position after three llamas: a token goes back (D6)."""
        token = largest_token(points)
        after = self._best(row, points - token)[0]
        return after * WAYS - token * self.parts(row, points) if token else after

    def _hits_and_drama(self, row: Row, points: int) -> int:
        """Return the sum of the worths after all rolls but three llamas, in parts."""
        best: dict[Row, int] = {(): penalty(row + self.llama_row) * self.parts(row, points)}
        total = 0
        for hit, ways, smaller in hits(frozenset(row), self.dice):
            if hit:
                choices = [best[matches] for matches in smaller]
                if all(row.count(card) >= hit.count(card) for card in hit):
                    left = self._best(without(row, hit), points)[0]
                    choices.append(left * self._powers[len(hit)])
                best[hit] = min(choices)
            total += ways * best[hit]
        return total


@cache
def hits(values: frozenset[int], dice: Dice) -> tuple[tuple[Row, int, tuple[Row, ...]], ...]:
    """Return which dice can match a row that has these values, but for three llamas (D7).

    Each entry is (the matching faces in order, in how many of the 216 ways, the same faces less
    one); a hit's smaller hits stand before it, and the miss, without faces, is the first.

    >>> from llamakit.games.llama_dice.rules import make_dice
    >>> hits(frozenset({6}), make_dice())
    (((), 142, ()), ((6,), 60, ()), ((6, 6), 6, ((6,),)))
    """
    ways: Counter[Row] = Counter()
    for roll, number in ways_to_roll(dice):
        matching = tuple(face for face in roll if face in values)
        for size in range(4):  # every smaller hit has its place, if only on the way to a larger one
            for part in combinations(matching, size):
                ways[part] += 0
        if roll != THREE_LLAMAS:
            ways[matching] += number
    return tuple(
        (hit, ways[hit], tuple(set(combinations(hit, len(hit) - 1)) - {()}) if hit else ())
        for hit in sorted(ways, key=lambda hit: (len(hit), hit))
    )


@lru_cache(maxsize=64)
def playing_alone(llama_row: Row, dice: Dice) -> Alone:
    """Return what is solved so far with one llama row and dice."""
    return Alone(llama_row, dice)
