"""The bot *strong*: best play where it is proven; else what *sharp* does, unless search objects.

Imports the standard library, ``engine`` and the rest of this room.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from llamakit.engine.registry import find_game
from llamakit.engine.state import Action, View
from llamakit.search.estimates import Leads, error_of_difference, leads_in_worlds, play_on_as

#: In how many worlds the actions are tried at first, and at the most.
FEWEST, MOST = 25, 200

#: An action is given up if it looks worse than the best by so many standard errors.
FAR = 2.5

#: What *sharp* would do is given up for something that looks better by so many standard errors.
BETTER = 1.0


def choose(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Return the best action where that is proven, else the one that looks best.

    All actions are tried in the same worlds. After FEWEST worlds, and whenever there are twice as
    many, those that look far worse than the best are given up, and the rest is tried further. What
    *sharp* would do is kept unless another looks better by more than the standard error: of two
    that are nearly equal, the one that luck has favoured is no better. Which worlds are sampled
    depends on the view and on ``rng`` only.
    """
    if len(legal_actions) == 1:
        return legal_actions[0]
    game = find_game(view.rules.game)
    proven = game.odds.advice(view) if game.has("odds") else ()
    if proven:
        best: Action = proven[0].action
        return best
    own = play_on_as(game)(view, legal_actions, rng)
    return _searched(view, legal_actions, own, rng.getrandbits(64))


def _searched(view: View, legal_actions: Sequence[Action], own: Action, seed: int) -> Action:
    """Return what looks better than one's own action in up to MOST worlds, or that one."""
    leads: Leads = {action: [] for action in legal_actions}
    done, more = 0, FEWEST
    while True:
        numbers = range(done, done + more)
        for action, gained in leads_in_worlds(view, numbers, seed, tuple(leads)).items():
            leads[action] += gained
        done += more
        best = max(leads, key=lambda action: sum(leads[action]))
        if done >= MOST:
            break
        leads = {
            option: gained for option, gained in leads.items() if _behind(leads, best, option) < FAR
        }
        if len(leads) == 1:
            break
        more = min(done, MOST - done)
    return own if own in leads and _behind(leads, best, own) <= BETTER else best


def _behind(leads: Leads, best: Action, other: Action) -> float:
    """Return by how many standard errors an action looks worse than the best."""
    mean = (sum(leads[best]) - sum(leads[other])) / len(leads[best])
    return mean / error_of_difference(leads[best], leads[other])
