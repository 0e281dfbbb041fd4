"""Bots for LLAMA Kadabra: plain functions of what their seat may know.

Imports the standard library, lower rooms and this game's rules only.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from llamakit.engine.state import Action, Strategy
from llamakit.games.cards import LLAMA, without
from llamakit.games.kadabra.rules import (
    MAGIC_PENALTY,
    PLAYS,
    QUIT,
    RETURN_BLACK,
    RETURN_MAGIC,
    SWAP,
    Card,
    Hand,
    Tokens,
    View,
    penalty,
    quitter_keeps_magic,
    symbol,
)


def random(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Choose any legal action, each as likely as the others."""
    return rng.choice(legal_actions)


def greedy(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Never quit while there is anything else to do; shed the most points, pick up the least.

    Points are those of the hand and of the tokens held, the magic token's ten included, and each
    action is judged by what is left right after it (``points_after``): a llama sheds a token too,
    a magic star picks one up. Ten whites are swapped at once, since only a black token can then be
    the lowest and go; a given token goes to the player with the fewest points; the biggest token
    is returned. Of two actions that leave as many points, the first: a play before a draw.
    """
    if SWAP in legal_actions:
        return SWAP
    if view.phase == "give":
        return min(legal_actions, key=lambda action: view.points[action.values[0]])
    if view.phase == "return":
        return RETURN_BLACK if RETURN_BLACK in legal_actions else legal_actions[0]
    acts = [action for action in legal_actions if action != QUIT]
    return min(acts, key=lambda action: points_after(view, action), default=QUIT)


def cautious(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Play as greedy, but quit when that action does not lower the expected points.

    One step ahead means: the points right after the action (``points_after``) against those of
    quitting now, which are the points of the hand and of the tokens held. So it never draws, and it
    quits when it could only play one of several equal cards, which sheds nothing yet.
    """
    chosen = greedy(view, legal_actions, rng)
    if QUIT in legal_actions and chosen != SWAP and points_after(view, chosen) >= points_now(view):
        return QUIT
    return chosen


def sharp(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Play a card if one fits; else return the magic token, quit, or draw.

    On a llama it plays a llama first, on any other card the card of the top's value: a llama still
    fits on a 6 next time. It quits with few points in hand: 10 or less if two players are in, 6 if
    more are. Ten whites are swapped at once, and the biggest token is returned.
    """
    for action in (SWAP, RETURN_BLACK):
        if action in legal_actions:
            return action
    if view.top is LLAMA and PLAYS[LLAMA] in legal_actions:
        return PLAYS[LLAMA]
    first = legal_actions[0]
    if first.verb == "play" or view.phase != "turn":
        return first
    if RETURN_MAGIC in legal_actions:
        return RETURN_MAGIC
    few = 10 if sum(view.active) == 2 else 6
    return QUIT if penalty(view.hand) <= few else first


def strong(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Search: try every action in many worlds that may be the real one, and take the best."""
    from llamakit.search.strong import choose

    return choose(view, legal_actions, rng)


def worth(tokens: Tokens) -> int:
    """Return what tokens cost whoever holds them at the end of the round (K17).

    >>> worth(Tokens(white=2, magic=1))
    12
    """
    return tokens.points + MAGIC_PENALTY * tokens.magic


def points_now(view: View) -> Fraction:
    """Return the points of the hand and the tokens of the seat on turn, as if it quit now."""
    return Fraction(penalty(view.hand) + worth(view.tokens[view.turn]))


def points_after(view: View, action: Action) -> Fraction:
    """Return the exact expected points of the hand and tokens on turn right after an action.

    Where the action makes this seat draw (K4, K8), the sum is over the cards it has not seen. What
    others will do, and a token returned after the last card, lie beyond one step.
    """
    held = worth(view.tokens[view.turn])
    match action.verb:
        case "play":
            return _after_play(view, action.values[0])
        case "draw":
            return held + _penalty_after_draw(view, view.hand)
        case "collect":
            return points_now(view) + worth(view.stage)
        case "return" if action == RETURN_MAGIC:
            return points_now(view) - MAGIC_PENALTY
    return points_now(view)


def _after_play(view: View, played: Card) -> Fraction:
    """Return the expected points after a card is played and its action carried out (K6)."""
    hand, held = without(view.hand, (played,)), view.tokens[view.turn]
    points = Fraction(penalty(hand) + worth(held))
    if played is LLAMA or (symbol(played) == "g" and not view.alone):
        return points - worth(held.one_lowest)
    if symbol(played) == "d" and view.alone and view.pile_size:
        return worth(held) + _penalty_after_draw(view, hand)
    if symbol(played) == "*" and not held.magic and not quitter_keeps_magic(view):
        return points + MAGIC_PENALTY
    return points


def _penalty_after_draw(view: View, hand: Hand) -> Fraction:
    """Return the expected penalty of a hand and one more card (G2)."""
    chances = view.draw_chances.items()
    return sum((p * penalty((*hand, drawn)) for drawn, p in chances), Fraction(0))


#: The bots by name, as ``bot("cautious")`` finds them.
BOTS: dict[str, Strategy] = {
    "random": random,
    "greedy": greedy,
    "cautious": cautious,
    "sharp": sharp,
    "strong": strong,
}
