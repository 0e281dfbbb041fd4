"""Worlds for the search: what a blind player may have rolled, and what the game still brings.

A game is long. So a world is played on to the end of the turn only, and for the rest it is counted
what each seat gains on average if all play as the bot *sharp* does and sand is never short. That is
known exactly: the eyes closed and whose turn it is make a Markov chain. A turn brings the seats
some sand, and closes an eye with a chance q; without one the turn passes, and with the same eyes
the turns go round and round:

    V(turn) = sand + (1 - q) · V(next turn) + q · V(next turn, an eye more).

Imports lower rooms and this game's rules, bots and odds.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod
from random import Random
from typing import NamedTuple

from llamakit.engine.game import Step
from llamakit.games.chinchiller.equilibrium import chances
from llamakit.games.chinchiller.odds import best_turn
from llamakit.games.chinchiller.rules import (
    LOW_CLAIM,
    SAND_IN_BOX,
    Roll,
    Rules,
    State,
    View,
    roll_outcomes,
    sand,
)
from llamakit.games.chinchiller.strategies import SHARP_EYE, third, wariness

#: How many announcers of a hundred say something that *sharp* would not have said.
OTHERWISE = 10

#: Sand gained, by seat.
Gains = tuple[float, ...]


def clues(step: Step) -> tuple[()]:
    """Return nothing: a view holds what was said of the dice."""
    return ()


def world(view: View, rng: Random) -> State:
    """Return a position that may be the real one.

    A player who sees, sees everything (H11). A blind one draws the roll from those that may be
    behind what was said, and takes it that everybody has sand enough.

    >>> told = Rules(closed=(2, 0)).start().apply((12, "x2")).apply("claim 4")
    >>> {4, 12, 13, 15} <= {sand(world(told.view(0), Random(seed)).roll) for seed in range(30)}
    True
    """
    enough = (SAND_IN_BOX // (2 * view.rules.players),) * view.rules.players
    return State(
        rules=view.rules,
        phase=view.phase,
        turn=view.turn,
        turn_number=view.turn_number,
        roll=view.roll or _behind(view, rng),  # type: ignore[arg-type]
        claim=view.claim,
        sand=view.sand or enough,
        closed=view.closed,
        blind=view.blind,
    )


def _behind(view: View, rng: Random) -> Roll:
    """Return a roll, each as likely as it is after what was said (Bayes' rule)."""
    claims = [action.values[0] for action in view.rules.claim_actions]
    rolls, weights = list[Roll](), list[float]()
    for roll, chance in roll_outcomes(view.rules.die):
        as_sharp = third(sand(roll), claims) == view.claim
        rolls.append(roll)
        weights.append(float(chance) * ((100 - OTHERWISE) * as_sharp + OTHERWISE / len(claims)))
    return rng.choices(rolls, weights)[0]


def gained(state: State, since: State, seat: int) -> float | None:
    """Return how much further ahead a seat is at the end of the turn, and will be on average.

    None while the turn lasts. A game cut short (``turns``) is played on to its end.
    """
    if state.is_over:
        return float(state.lead(seat) - since.lead(seat))
    if state.rules.turns is not None or state.turn_number == since.turn_number:
        return None
    later = still_to_gain(state.rules, state.closed, state.turn)
    others = (sum(later) - later[seat]) / (len(later) - 1)
    return float(state.lead(seat) - since.lead(seat)) + later[seat] - others


class _Turn(NamedTuple):
    """What a turn brings on average: sand by seat, and the chance that somebody closes an eye."""

    gains: Gains
    closes: float
    closer: int


@lru_cache(maxsize=10_000)
def still_to_gain(rules: Rules, closed: tuple[int, ...], turn: int) -> Gains:
    """Return how much sand each seat gains from a turn to the end, if all play as *sharp* does.

    ``closed``: the eyes closed by seat, ``turn``: whose turn it is. Sand is never short.

    >>> [round(gain) for gain in still_to_gain(Rules(), (0, 0), 0)]
    [101, 96]
    """
    players = len(closed)
    if min(closed) == 2:
        return (0.0,) * players
    seats = [(turn + step) % players for step in range(players)]
    turns = [_one_turn(rules, closed, seat) for seat in seats]
    gains = (0.0,) * players
    for seat, played in zip(reversed(seats), reversed(turns), strict=True):
        wider = tuple(eyes + (other == played.closer) for other, eyes in enumerate(closed))
        then = still_to_gain(rules, wider, (seat + 1) % players) if played.closes else gains
        gains = tuple(
            now + (1 - played.closes) * same + played.closes * after
            for now, same, after in zip(played.gains, gains, then, strict=True)
        )
    unchanged = prod(1 - played.closes for played in turns)  # once round the table: the same again
    return tuple(gain / (1 - unchanged) for gain in gains)


@lru_cache(maxsize=10_000)
def _one_turn(rules: Rules, closed: tuple[int, ...], seat: int) -> _Turn:
    """Return what a turn brings if all play as *sharp* does."""
    gains = [0.0] * len(closed)
    if closed[seat] < 2:
        turn = best_turn(SHARP_EYE, rules.die)
        gains[seat] = float(turn.outcomes.mean)
        return _Turn(tuple(gains), float(turn.eye), seat)
    announcer = next(
        other % len(closed)
        for other in range(seat + 1, seat + len(closed))
        if closed[other % len(closed)] < 2
    )
    claims = [action.values[0] for action in rules.claim_actions]
    caught = paid = 0.0
    for rolled, chance in chances(rules.die).items():
        claim = third(rolled, claims)
        doubt = wariness(claim)
        caught += float(chance) * doubt * (claim != rolled)
        if_doubted = rolled if claim != rolled else -LOW_CLAIM * (rolled < LOW_CLAIM)
        paid += float(chance) * ((1 - doubt) * claim + doubt * if_doubted)
    gains[seat], gains[announcer] = paid, -paid
    return _Turn(tuple(gains), caught, announcer)
