"""Bots for Chinchiller Dice: plain functions of what their seat may know.

A whole bot is put together by ``player`` from three parts: how to roll with an open eye, what to
tell a blind player, and when to doubt while blind. Imports the standard library, ``core`` and this
game's rules only.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from random import Random

from llamakit.chinchiller.rules import (
    ACCEPT,
    CHINCHILLER,
    DOUBT,
    LOW_CLAIM,
    REROLL,
    STOP,
    Die,
    Roll,
    View,
    roll_outcomes,
    sand,
    without_sand,
)
from llamakit.core.state import Action, Strategy


def player(turn: Strategy, announce: Strategy, doubt: Strategy) -> Strategy:
    """Return a bot that plays each phase with its own strategy.

    ``turn`` chooses between re-rolling and stopping (H3), ``announce`` what to tell a blind player
    (H6), ``doubt`` whether to accept it (H7 to H9).

    >>> bluffer = player(greedy, low, threshold(6))
    """
    parts = {"choose": turn, "announce": announce, "answer": doubt}

    def strategy(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
        return parts[view.phase](view, legal_actions, rng)

    return strategy


def random(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Choose any legal action, each as likely as the others."""
    return rng.choice(legal_actions)


def stopper(eye_cost: int | Fraction) -> Strategy:
    """Return the way of rolling that maximises E[sand] - eye_cost * P(close an eye) of the turn.

    It stops when re-rolling, played on in the same way, is not worth more.
    """

    def turn(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
        worth = reroll_value(view.rules.die, without_sand(view.roll), Fraction(eye_cost))
        return REROLL if worth > sand(view.roll) else STOP

    return turn


@cache
def reroll_value(die: Die, kept: Roll, eye_cost: Fraction) -> Fraction:
    """Return what rolling the dice that are not kept is worth, in sand, played on in the best way.

    ``kept`` is (None, None), or one die that is not sand and a None. An outcome without sand ends
    the turn: it is worth 0, or -eye_cost if an eye closes (H5). Any other may be stopped at or, as
    often as one likes, rolled again (H3).

    >>> reroll_value((1, 3, 6, 12, "x2", "chinchiller"), ("x2", None), Fraction(0))
    Fraction(9, 1)
    """
    ended, choices = Fraction(0), list[tuple[int, Fraction]]()
    for roll, probability in roll_outcomes(die, kept):
        if not sand(roll):
            ended -= probability * eye_cost * (CHINCHILLER in roll)
        elif without_sand(roll) == kept:
            choices.append((sand(roll), probability))
        else:
            again = reroll_value(die, without_sand(roll), eye_cost)
            ended += probability * max(Fraction(sand(roll)), again)
    return best_stopping(ended, choices)


def best_stopping(ended: Fraction, choices: Sequence[tuple[int, Fraction]]) -> Fraction:
    """Return the value v = ended + sum of p * max(x, v) over the choices (x, p).

    ``ended`` is what the outcomes that end the turn add to the expectation. The best rule stops at
    the highest x only, so it is the best of few: stop at the top one, the top two, and so on; one
    that re-rolls all the rest is worth (ended + sum of p * x at the stops) / (1 - P(re-roll)).

    >>> best_stopping(Fraction(0), [(6, Fraction(1, 3)), (1, Fraction(1, 3))])
    Fraction(3, 1)
    """
    again = sum((probability for _, probability in choices), Fraction(0))
    values = [ended / (1 - again)] if again < 1 else []
    for amount, probability in sorted(choices, reverse=True):
        ended += probability * amount
        again -= probability
        values.append(ended / (1 - again))
    return max(values)


def honest(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Tell a blind player the truth."""
    return Action("claim", (sand(view.roll),))


def low(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Say 0 whenever the roll is worth 6 or more, else the truth."""
    return Action("claim", (0 if sand(view.roll) >= LOW_CLAIM else sand(view.roll),))


def trusting(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Accept whatever is said."""
    return ACCEPT


def doubting(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Doubt whatever is said."""
    return DOUBT


def threshold(least: int) -> Strategy:
    """Return a doubter that accepts a claim of at least so much sand and doubts any below."""

    def doubt(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
        return DOUBT if view.claim is None or view.claim < least else ACCEPT

    return doubt


#: As much sand as the turn will bring, on average; honest and trusting besides.
greedy = player(stopper(0), honest, trusting)

#: Weighs each closed eye as 20 sand; honest and trusting besides.
cautious = player(stopper(20), honest, trusting)


def optimal(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Play as well as one can against one opponent, bluffs and doubts mixed as ``solve`` says.

    With more players nothing is solved: there it plays as cautious.
    """
    if len(view.closed) > 2:
        return cautious(view, legal_actions, rng)
    from llamakit.chinchiller.equilibrium import solve

    best, eyes = solve(view.rules.die), (view.closed[view.turn], view.closed[1 - view.turn])
    if view.phase == "choose":
        return stopper(best.eye_costs[eyes])(view, legal_actions, rng)
    if view.phase == "announce":
        claims = best.claims[eyes][sand(view.roll)]
        return Action("claim", tuple(rng.choices(list(claims), list(map(float, claims.values())))))
    doubt = best.doubts[eyes].get(view.claim or 0, 1)  # what no roll can give is a lie
    return DOUBT if rng.random() < doubt else ACCEPT


#: The bots by name, as ``bot("cautious")`` finds them.
BOTS: dict[str, Strategy] = {
    "random": random,
    "greedy": greedy,
    "cautious": cautious,
    "optimal": optimal,
}
