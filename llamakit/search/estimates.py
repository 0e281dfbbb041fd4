"""Estimates: every action tried in the same worlds, played on to the end, compared pair by pair.

A *world* is a position that agrees with everything the seat has seen and heard; a game's part
``worlds`` samples them. In each world every action is tried, and then all seats play on as the bot
*sharp* does (*cautious* in a game without it) until the round has ended. All actions of a world
meet the same chance: each seat has a random stream of its own, which begins alike for every action.
So luck cancels in the differences, and these are what the standard error is about (*common random
numbers*).

What an estimate cannot know: whether others really play as *sharp* does. The standard error is that
of the samples only.

Imports the standard library, ``engine`` and ``exact.figures``.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import sqrt
from random import Random

from llamakit.engine import words
from llamakit.engine.progress import finished
from llamakit.engine.registry import Entry, find_game
from llamakit.engine.state import (
    Action,
    InputError,
    State,
    Strategy,
    View,
    checked_seed,
    whole_number,
)
from llamakit.exact.figures import Advice

#: The most samples that ``advise`` takes.
MOST_SAMPLES = 100_000

#: In how many worlds every action is tried in one step of the work: a twentieth of a second's.
STEP = 20

#: What came out for each action: the lead that was gained, world by world.
Leads = dict[Action, list[float]]


def advise(view: View, samples: int = 200, seed: int = 0) -> tuple[Advice, ...]:
    """Return what each legal action is worth to the player on turn, best first; never nothing.

    Proven where the game's odds know best play; else estimated in as many sampled worlds as
    ``samples`` says. Depends on the view, the samples and the seed only, on every machine alike.
    Raises InputError if the seat does not decide, and for anything that is no number of samples.

    >>> from llamakit.engine.game import new_game
    >>> for one in advise(new_game("llama", seed=7).view(0), samples=50):
    ...     print(one.action, one.proven, one.cost <= 2 * one.error)
    play 2 False True
    play 3 False True
    draw False False
    quit False False
    """
    return finished(advising(view, samples, seed))


def advising(
    view: View, samples: int = 200, seed: int = 0, worlds: int = STEP
) -> Generator[float, None, tuple[Advice, ...]]:
    """Work out what ``advise`` returns in small steps, so many worlds each, and return it.

    Yields the share that is done. Between two steps there is time for something else, and the work
    can be left at any of them.

    >>> from llamakit.engine.game import new_game
    >>> view = new_game("llama", seed=7).view(0)
    >>> list(advising(view, samples=50))
    [0.4, 0.8, 1.0]
    """
    whole_number("samples", samples, 2, MOST_SAMPLES)
    checked_seed(seed)
    if view.player is None:
        raise InputError(words.NOTHING_TO_DECIDE)
    if view.seat != view.player:
        raise InputError(words.advice_for_another(view.name(view.player)))
    game = find_game(view.rules.game)
    proven = game.odds.advice(view) if game.has("odds") else ()
    if proven:
        return proven
    leads = Leads()
    for start in range(0, samples, worlds):
        numbers = range(start, min(start + worlds, samples))
        for action, more in leads_in_worlds(view, numbers, seed).items():
            leads.setdefault(action, []).extend(more)
        yield min(start + worlds, samples) / samples
    return estimated(leads, view.rules.unit)


def estimated(leads: Leads, unit: str) -> tuple[Advice, ...]:
    """Return advice from the leads gained by each action in the same worlds, best first.

    >>> stop, roll = Action("stop"), Action("roll")
    >>> for one in estimated({stop: [4, 4, 4, 4], roll: [9, 0, 3, 0]}, "sand"):
    ...     print(one.action, one.value, one.cost, round(one.error, 2))
    stop 4.0 0.0 2.39
    roll 3.0 1.0 2.39
    """
    means = {action: sum(gained) / len(gained) for action, gained in leads.items()}
    ranked = sorted(means, key=lambda action: -means[action])
    first, second = ranked[0], ranked[min(1, len(ranked) - 1)]
    return tuple(
        Advice(
            action=action,
            value=means[action],
            cost=means[first] - means[action],
            error=error_of_difference(leads[first], leads[second if action == first else action]),
            unit=unit,
            proven=False,
        )
        for action in ranked
    )


def error_of_difference(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the standard error of the mean difference of two samples, taken pair by pair.

    It is as if one world more had been off: by as much as those in which the two differ, in the
    root of the mean square, and by 1 or more. Many actions come to the same in most worlds and to
    something else in a few; then luck decides how many of these are met, and the error by itself
    would be too small when they are missed. So it is never 0, however often the same came out.

    >>> round(error_of_difference([3, 4, 5], [1, 2, 3]), 3)
    0.816
    """
    n = len(first)
    differences = [a - b for a, b in zip(first, second, strict=True)]
    mean = sum(differences) / n
    unequal = [difference**2 for difference in differences if difference]
    squares = sum((difference - mean) ** 2 for difference in differences)
    one_more = max(1.0, sum(unequal) / max(len(unequal), 1))
    return sqrt((squares + one_more) / (n * (n - 1)))


def leads_in_worlds(
    view: View, numbers: Sequence[int], seed: int, actions: Sequence[Action] | None = None
) -> Leads:
    """Return the lead that each action gained in the worlds of these numbers, in this order.

    Without ``actions``: all that are legal. A world depends on the view, the seed and its number.
    """
    game, found = find_game(view.rules.game), Leads()
    for number in numbers:
        rng = Random(f"{seed} {number}")
        world = game.worlds.world(view, rng)
        luck = rng.getrandbits(64)
        for action in world.legal_actions() if actions is None else actions:
            found.setdefault(action, []).append(gained(game, world, action, luck))
    return found


def play_on_as(game: Entry) -> Strategy:
    """Return how everybody plays on in a world: as *sharp*, or *cautious* where there is none."""
    return game.bots.get("sharp", game.bots["cautious"])


def gained(game: Entry, world: State, action: Action, luck: int) -> float:
    """Return how much further ahead the seat to decide is after an action, played on to the end."""
    seat = world.player or 0
    streams = _Streams(luck)
    sharp, ahead_since = play_on_as(game), game.worlds.gained
    state = world._after(action)
    while (ahead := ahead_since(state, world, seat)) is None:
        rng = streams[state.turn]
        if state.is_chance:
            state = state._after(state.sample(rng))
        else:
            legal = state.legal_actions()
            state = state._after(sharp(state.view(state.player), legal, rng))
    return ahead


class _Streams(dict[int, Random]):
    """A random generator for each seat, made when it is first needed."""

    def __init__(self, luck: int) -> None:
        self.luck = luck

    def __missing__(self, seat: int) -> Random:
        self[seat] = Random(self.luck + seat)
        return self[seat]
