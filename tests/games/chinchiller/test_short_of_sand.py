"""What running short of sand is worth, and that it hardly matters where advice is given.

``solve`` takes it that every payment between two players is made in full. Who has too little pays
less (H7 to H9), so a poor player can lie for nothing. Here the other one plays as ``solve`` says,
knowing nothing of it, and the poor one answers as well as one can, knowing all: by how much is that
more than ``solve`` promises? More sand is never better for this, so holding more than ``MOST`` is
taken for ``MOST``, which makes the answer too large, if anything.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from llamakit.games.chinchiller.equilibrium import (
    ENOUGH_SAND,
    SIGHTED,
    Eyes,
    chances,
    eye_cost,
    solve,
)
from llamakit.games.chinchiller.odds import _KNOWN_TO, _KNOWN_TO_AT_FIRST
from llamakit.games.chinchiller.rules import (
    CHINCHILLER,
    LOW_CLAIM,
    NOT_ROLLED,
    START_SAND,
    X2,
    Roll,
    make_die,
    roll_outcomes,
    sand,
    without_sand,
)
from llamakit.games.chinchiller.strategies import reroll_value

MOST = 150
HELD = np.arange(MOST + 1)
DIE = make_die()
BEST = solve()

#: A number for each amount of sand the poor player may hold.
Worths = Any


def having(worths: Worths, more: int) -> Worths:
    """Return the worths with more sand, or less, in hand."""
    return worths[np.clip(HELD + more, 0, MOST)]


def own(amount: int) -> Worths:
    """Return what the poor player can pay of an amount."""
    return np.minimum(amount, HELD)


def turn_ends(cost: Any, kept: Roll = NOT_ROLLED) -> dict[tuple[int, bool], float]:
    """Return how likely a sighted turn ends with some sand, or with an eye closed."""
    ends: dict[tuple[int, bool], float] = {}
    again = 0.0
    for roll, chance in roll_outcomes(DIE, kept):
        lying = without_sand(roll)
        parts = {(0, CHINCHILLER in roll): 1.0}
        if sand(roll):
            parts = {(sand(roll), False): 1.0}
            if sand(roll) < reroll_value(DIE, lying, cost):
                if lying == kept:
                    again += float(chance)
                    continue
                parts = turn_ends(cost, lying)
        for end, part in parts.items():
            ends[end] = ends.get(end, 0.0) + float(chance) * part
    return {end: part / (1 - again) for end, part in ends.items()}


TURN_ENDS = {eyes: turn_ends(eye_cost(BEST.low, *eyes)) for eyes in SIGHTED}
ROLLED = {amount: float(chance) for amount, chance in chances(DIE).items()}


#: Which dice may lie while the others are rolled, nothing at all last.
KEPT: list[Roll] = [
    *((None, face) for face in (X2, CHINCHILLER)),
    *((face, None) for face in (X2, CHINCHILLER)),
    NOT_ROLLED,
]


class Poor:
    """What the rest of a game is worth to the poor player, by eyes closed: own and the other's.

    ``mine`` where it is the poor player's turn, ``theirs`` where it is the other's. The lead in
    sand from here on, by the sand held.
    """

    def __init__(self) -> None:
        self.mine: dict[Eyes, Worths] = {(2, 2): np.zeros(MOST + 1)}
        self.theirs: dict[Eyes, Worths] = {(2, 2): np.zeros(MOST + 1)}
        for closed in (3, 2, 1, 0):
            for eyes in ((own, closed - own) for own in range(3) if 0 <= closed - own <= 2):
                self._settle(eyes)

    def _settle(self, eyes: Eyes) -> None:
        """Begin with what ``solve`` promises, and improve until nothing moves."""
        self.mine[eyes] = np.full(MOST + 1, float(BEST.high[eyes]))
        self.theirs[eyes] = np.full(MOST + 1, -float(BEST.low[eyes[::-1]]))
        rolling: dict[Roll, Worths] = {}
        moved = 1.0
        while moved > 1e-10:
            before = self.mine[eyes], self.theirs[eyes], dict(rolling)
            self.mine[eyes] = self._asked(eyes) if eyes[0] == 2 else self._rolls(eyes, rolling)
            self.theirs[eyes] = self._announces(eyes) if eyes[1] == 2 else self._waits(eyes)
            moved = max(
                np.abs(self.mine[eyes] - before[0]).max(),
                np.abs(self.theirs[eyes] - before[1]).max(),
                *(np.abs(rolling[kept] - before[2].get(kept, -1e9)).max() for kept in rolling),
            )

    def _rolls(self, eyes: Eyes, rolling: dict[Roll, Worths]) -> Worths:
        """Return the worth of the poor player's turn with an open eye (H3 to H5)."""
        closing, nothing = self.theirs[eyes[0] + 1, eyes[1]], self.theirs[eyes]
        for kept in KEPT:
            worth = np.zeros(MOST + 1)
            for roll, chance in roll_outcomes(DIE, kept):
                if amount := sand(roll):
                    stopping = amount + having(nothing, amount)
                    again = rolling.get(without_sand(roll), stopping)
                    worth += float(chance) * np.maximum(stopping, again)
                else:
                    worth += float(chance) * (closing if CHINCHILLER in roll else nothing)
            rolling[kept] = worth
        return rolling[NOT_ROLLED]

    def _waits(self, eyes: Eyes) -> Worths:
        """Return the worth of the other's turn with an open eye."""
        return sum(
            chance * (self.mine[eyes[0], eyes[1] + closed] - amount)
            for (amount, closed), chance in TURN_ENDS[eyes[::-1]].items()
        )

    def _asked(self, eyes: Eyes) -> Worths:
        """Return the worth of the poor player's turn if blind (H6 to H9)."""
        claims, after = BEST.claims[eyes], self.theirs[eyes]
        caught = self.theirs[2, eyes[1] + 1]
        worth = np.zeros(MOST + 1)
        for claim in ROLLED:
            accept = doubt = np.zeros(MOST + 1)
            for rolled, chance in ROLLED.items():
                if not (chance := chance * float(claims[rolled].get(claim, 0))):
                    continue
                accept = accept + chance * (2 * claim + having(after, claim))
                if claim != rolled:
                    end = 2 * rolled + having(caught, rolled)
                elif rolled < LOW_CLAIM:
                    end = -LOW_CLAIM - own(LOW_CLAIM) + having(after, -LOW_CLAIM)
                else:
                    end = after
                doubt = doubt + chance * end
            worth += np.maximum(accept, doubt)
        return worth

    def _announces(self, eyes: Eyes) -> Worths:
        """Return the worth of the other's turn if blind, the poor player announcing."""
        doubts, after = BEST.doubts[eyes[::-1]], self.mine[eyes]
        caught = self.mine[eyes[0] + 1, 2]
        worth = np.zeros(MOST + 1)
        for rolled, chance in ROLLED.items():
            ends = []
            for claim, doubt in doubts.items():
                accepted = -claim - own(claim) + having(after, -claim)
                if claim != rolled:
                    doubted = -rolled - own(rolled) + having(caught, -rolled)
                elif rolled < LOW_CLAIM:
                    doubted = 2 * LOW_CLAIM + having(after, LOW_CLAIM)
                else:
                    doubted = after
                ends.append((1 - float(doubt)) * accepted + float(doubt) * doubted)
            worth += chance * np.max(ends, axis=0)
        return worth

    def gains(self, eyes: Eyes, held: int) -> float:
        """Return how much more than ``solve`` promises the poor player can get, whoever's turn."""
        mine = self.mine[eyes][held] - float(BEST.low[eyes])
        theirs = self.theirs[eyes][held] + float(BEST.high[eyes[::-1]])
        return float(max(mine, theirs))


@pytest.fixture(scope="module")
def poor() -> Poor:
    return Poor()


ALL_EYES = [(own, other) for own in range(3) for other in range(3) if own + other < 4]


def most(poor: Poor, held: int, eyes: list[Eyes] = ALL_EYES) -> float:
    return max(poor.gains(one, held) for one in eyes)


@pytest.mark.clause("H7", "H8", "H9")
def test_who_is_poor_can_lie_for_nothing(poor: Poor) -> None:
    assert poor.gains((0, 2), 0) > 5
    assert most(poor, MOST) < 1e-6


def test_more_sand_is_never_better_for_running_short(poor: Poor) -> None:
    for eyes in ALL_EYES:
        for worths in (poor.mine[eyes], poor.theirs[eyes]):
            assert (np.diff(worths) < 1e-9).all()


@pytest.mark.clause("H7", "H8", "H9")
def test_where_advice_is_given_costs_are_known_as_closely_as_it_says(poor: Poor) -> None:
    """A cost compares two actions, and either player may gain on either of them afterwards.

    What this decision itself costs is paid in full, and leaves 24 sand less at the most.
    """
    paid, lost = max(ROLLED), LOW_CLAIM
    announcing = most(poor, ENOUGH_SAND - paid, [(0, 2), (1, 2)]) + most(
        poor, ENOUGH_SAND - lost, [(2, 0), (2, 1)]
    )
    assert 2 * announcing < _KNOWN_TO
    assert 2 * 2 * most(poor, ENOUGH_SAND) < _KNOWN_TO
    stopping = 2 * most(poor, START_SAND, [(0, 0)])
    rolling = most(poor, START_SAND, [(0, 0), (1, 0)]) + most(poor, START_SAND, [(0, 0), (0, 1)])
    assert stopping + rolling < _KNOWN_TO_AT_FIRST
