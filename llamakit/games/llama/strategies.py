"""Bots for L.L.A.M.A.: plain functions of what their seat may know.

Imports the standard library, lower rooms and this game's rules only.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from llamakit.engine.state import Action, Strategy
from llamakit.games.cards import penalty, without
from llamakit.games.llama.rules import KEEP, QUIT, View


def random(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Choose any legal action, each as likely as the others."""
    return rng.choice(legal_actions)


def greedy(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Never quit while there is a card to play or draw; shed the most penalty.

    A play sheds or keeps penalty and a draw keeps or adds it, so a card is drawn only when none can
    be played. Of two plays that leave the same penalty the first is taken, the one that keeps the
    top card's value; of the tokens to return, the biggest.
    """
    if legal_actions[-1] == KEEP:
        return max(action for action in legal_actions if action != KEEP)
    acts = [action for action in legal_actions if action != QUIT]
    return min(acts, key=lambda action: penalty_after(view, action), default=QUIT)


def cautious(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Play as greedy, but quit when that action does not lower the expected penalty.

    One step ahead means: the penalty right after the action (``penalty_after``) against that of
    quitting now. So it goes on while a play sheds penalty. It quits when it could only play one of
    several equal cards, which sheds nothing yet, and it never draws, since a drawn card lowers no
    penalty in the turn it is drawn. What a move is worth later lies beyond one step: better
    strategies begin there.
    """
    chosen = greedy(view, legal_actions, rng)
    if view.phase == "turn" and penalty_after(view, chosen) >= penalty(view.hand):
        return QUIT
    return chosen


def sharp(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Play a card if one fits, that of the top's value first; else quit with few points, or draw.

    Few are 8 points or less if two players are in, 5 if more are, and 10 once another has only one
    card left.
    """
    first = legal_actions[0]
    if legal_actions[-1] == KEEP:
        return legal_actions[-2]
    if first.verb == "play":
        return first
    others = [n for seat, n in enumerate(view.sizes) if view.active[seat] and seat != view.turn]
    few = 10 if 1 in others else 8 if len(others) == 1 else 5
    return QUIT if penalty(view.hand) <= few else first


def strong(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Search: try every action in many worlds that may be the real one, and take the best."""
    from llamakit.search.strong import choose

    return choose(view, legal_actions, rng)


def penalty_after(view: View, action: Action) -> Fraction:
    """Return the exact expected penalty of the hand on turn right after an action (G2).

    After a play it is certain. After a draw it is the mean over the cards this seat has not seen,
    each as likely as the others: an equal card adds nothing, another adds its points. Quitting
    leaves the hand as it is.
    """
    if action.verb == "play":
        return Fraction(penalty(without(view.hand, action.values)))
    if action.verb == "draw":
        unseen = view.unseen
        total = sum(copies * penalty((*view.hand, drawn)) for drawn, copies in unseen.items())
        return Fraction(total, sum(unseen.values()))
    return Fraction(penalty(view.hand))


#: The bots by name, as ``bot("cautious")`` finds them.
BOTS: dict[str, Strategy] = {
    "random": random,
    "greedy": greedy,
    "cautious": cautious,
    "sharp": sharp,
    "strong": strong,
}
