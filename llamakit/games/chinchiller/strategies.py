"""Bots for Chinchiller Dice: plain functions of what their seat may know.

A whole bot is put together by ``player`` from three parts: how to roll with an open eye, what to
tell a blind player, and when to doubt while blind. Imports the standard library, lower rooms, this
game's rules and stopping; its solution where it is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from llamakit.engine.state import Action, InputError, Strategy, whole_number
from llamakit.games import refusals
from llamakit.games.chinchiller.rules import (
    ACCEPT,
    DOUBT,
    LOW_CLAIM,
    REROLL,
    STOP,
    View,
    sand,
    without_sand,
)
from llamakit.games.chinchiller.stopping import reroll_value

#: What a closed eye counts for *sharp*, in sand.
SHARP_EYE = 7


def player(turn: Strategy, announce: Strategy, doubt: Strategy) -> Strategy:
    """Return a bot that plays each phase with its own strategy.

    ``turn`` chooses between re-rolling and stopping (H3), ``announce`` what to tell a blind player
    (H6), ``doubt`` whether to accept it (H7 to H9). Raises InputError for what is no function.

    >>> bluffer = player(greedy, low, threshold(6))
    """
    for name, part in (("turn", turn), ("announce", announce), ("doubt", doubt)):
        if not callable(part):
            raise InputError(refusals.not_a_strategy(name, part))
    parts = {"choose": turn, "announce": announce, "answer": doubt}

    def strategy(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
        return parts[view.phase](view, legal_actions, rng)

    return strategy


def random(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Choose any legal action, each as likely as the others."""
    return rng.choice(legal_actions)


def stopper(eye_cost: int | Fraction) -> Strategy:
    """Return the way of rolling that maximises E[sand] - eye_cost * P(close an eye) of the turn.

    It stops when re-rolling, played on in the same way, is not worth more. Raises InputError for
    what is no number.
    """
    try:
        cost = Fraction(eye_cost)
    except (TypeError, ValueError, ArithmeticError):
        raise InputError(refusals.not_an_eye_cost(eye_cost)) from None

    def turn(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
        worth = reroll_value(view.rules.die, without_sand(view.roll), cost)
        return REROLL if worth > sand(view.roll) else STOP

    return turn


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
    """Return a doubter that accepts a claim of at least so much sand and doubts any below.

    Raises InputError for what is no amount of sand.
    """
    whole_number("least", least, 0, 10**6)

    def doubt(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
        return DOUBT if view.claim is None or view.claim < least else ACCEPT

    return doubt


def third(rolled: int, claims: Sequence[int]) -> int:
    """Return what *sharp* says of a roll: of 12 sand or more about a third, else the truth.

    >>> third(24, range(25)), third(9, range(25))
    (8, 9)
    """
    wanted = rolled / 3 if rolled >= 2 * LOW_CLAIM else rolled
    return min(claims, key=lambda claim: abs(claim - wanted))


def wariness(claim: int) -> float:
    """Return how likely *sharp* is to doubt a claim: the less it is, the more.

    >>> wariness(0), wariness(24)
    (0.65, 0.0)
    """
    return max(0.0, 0.65 - claim / 25)


def sly(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Tell a blind player about a third of a big roll, and of others the truth (``third``)."""
    claims = [action.values[0] for action in legal_actions]
    return Action("claim", (third(sand(view.roll), claims),))


def wary(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Doubt by chance, small sums more often than big ones (``wariness``)."""
    return DOUBT if rng.random() < wariness(view.claim or 0) else ACCEPT


#: Weighs each closed eye as 7 sand, says a third of what is big, and doubts what is small.
sharp = player(stopper(SHARP_EYE), sly, wary)

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
    from llamakit.games.chinchiller.equilibrium import solved

    best, eyes = solved(view.rules.die), (view.closed[view.turn], view.closed[1 - view.turn])
    if view.phase == "choose":
        return stopper(best.eye_costs[eyes])(view, legal_actions, rng)
    if view.phase == "announce":
        claims = best.claims[eyes][sand(view.roll)]
        return Action("claim", tuple(rng.choices(list(claims), list(map(float, claims.values())))))
    doubt = best.doubts[eyes].get(view.claim or 0, 1)  # what no roll can give is a lie
    return DOUBT if rng.random() < doubt else ACCEPT


def strong(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Play as optimal where that is solved; else search, trying every action in many worlds."""
    if len(view.closed) == 2 and view.rules.turns is None:
        return optimal(view, legal_actions, rng)
    from llamakit.search.strong import choose

    return choose(view, legal_actions, rng)


#: The bots by name, as ``bot("cautious")`` finds them.
BOTS: dict[str, Strategy] = {
    "random": random,
    "greedy": greedy,
    "cautious": cautious,
    "sharp": sharp,
    "strong": strong,
    "optimal": optimal,
}
