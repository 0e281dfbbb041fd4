"""Whatever is called best is: walks through thousands of positions, each answer worked out anew.

Games are played by bots and at random. Wherever the kit advises, what each action is worth is found
once more from the rules alone: all positions that can follow, each set to what its followers are
worth until nothing moves. Where nobody has proven what is best, the kit must be silent. Chinchiller
Dice has too many positions for that: there two play on as the kit says, and must come to what it
promises.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from amounts import amount

from llamakit.engine.registry import find_game
from llamakit.engine.state import State
from llamakit.games.llama_dice.duel import Duel

DICE = [[1, 2, "L", "L", "L", "L"], [1, 1, 2, 2, 2, "L"], [1, 2, 2, 2, "L", "L"]]
MAGIC = {1: 1, "1g": 1, "2d": 1, "2*": 1, 2: 1, "L": 3}
OPEN = {"players": 2, "open_hands": True}

#: Ways to play, as the game comes in the box and small enough to be solved whole, each with the
#: number of games that the fast tests walk through. The slow ones take five or ten times as many.
GAMES: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "llama": [
        (40, {"players": 2}),
        (20, {"players": 4}),
        (20, {"players": 3, "hand": 4, "numbers": 3, "open_hands": True}),
        (20, {"players": 2, "hand": 2, "numbers": 2, "copies": 2}),
        (20, {**OPEN, "hand": 2, "numbers": 2, "copies": 2, "target": 12}),
        (0, {**OPEN, "hand": 1, "numbers": 2, "copies": 3, "target": 20}),
        (20, {"players": 3, "hand": 1, "numbers": 2, "copies": 3, "open_hands": True}),
    ],
    "llama-dice": [
        (0, {"players": 2}),
        (1, {"players": 2, "hand": 2}),
        (1, {"players": 3, "hand": 3}),
        (2, {"players": 2, "hand": 1, "numbers": 2, "copies": 1, "dice": DICE, "target": 1}),
        (0, {"players": 2, "hand": 2, "numbers": 2, "copies": 2, "dice": DICE, "target": 1}),
        (3, {"players": 3, "hand": 2, "numbers": 2, "copies": 2, "dice": DICE}),
    ],
    "kadabra": [
        (30, {"players": 2}),
        (20, {"players": 3, "open_hands": True}),
        (20, {"players": 2, "hand": 2, "deck": {1: 2, 2: 2, "L": 2}}),
        (10, {**OPEN, "hand": 2, "deck": {1: 2, 2: 2, "L": 2}}),
        (1, {**OPEN, "hand": 1, "deck": {1: 3, "2d": 2, "L": 2}}),
        (0, {**OPEN, "hand": 2, "deck": MAGIC}),
    ],
}
WAYS = [(slug, number) for slug, ways in GAMES.items() for number in range(len(ways))]

#: A way on from a position: the numbers of the positions that may follow, with their chances.
Way = list[tuple[int, float]]


def decisions(slug: str, options: dict[str, Any], seed: int) -> Iterator[State]:
    """Yield every decision of a game whose seats are played by bots, and now and then at random."""
    rng, bots = Random(seed), find_game(slug).bots
    state = find_game(slug).rules.Rules(**options).start()
    quick = [bot for name, bot in bots.items() if name != "strong"]
    players = [rng.choice(quick) for _ in range(state.rules.players)]
    while not state.is_over:
        if state.is_chance:
            state = state.apply(state.sample(rng))
            continue
        yield state
        legal = state.legal_actions()
        if rng.random() < 0.7:
            state = state.apply(players[state.player](state.view(state.player), legal, rng))
        else:
            state = state.apply(rng.choice(legal))


def advice(slug: str, state: State) -> dict[Any, Any]:
    """Return what the kit says to whoever decides, by action; empty if it says nothing."""
    found = find_game(slug).odds.advice(state.view(state.player))
    return {known.action: known for known in found}


class Solved:
    """What positions are worth to a seat: its lead when the round is over, both playing for it."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.number: dict[State, int] = {}
        self.worth: list[float] = []

    def __getitem__(self, state: State) -> float:
        if state not in self.number:
            self._settle(self._follow(state))
        return self.worth[self.number[state]]

    def _follow(self, start: State) -> dict[int, tuple[State, list[Way]]]:
        """Return the ways on from all positions that can follow and are not known yet."""
        ways: dict[int, tuple[State, list[Way]]] = {}
        waiting = list[State]()

        def place(state: State) -> int:
            if state not in self.number:
                self.number[state] = len(self.worth)
                self.worth.append(float(state.lead(self.seat)))
                waiting.append(state)
            return self.number[state]

        place(start)
        while waiting:
            state = waiting.pop()
            if state.is_round_over:
                continue
            if state.is_chance:
                outcomes = state.chance_outcomes()
                on = [[(place(state.apply(one)), float(chance)) for one, chance in outcomes]]
            else:
                on = [[(place(state.apply(action)), 1.0)] for action in state.legal_actions()]
            ways[self.number[state]] = state, on
        return ways

    def _settle(self, ways: dict[int, tuple[State, list[Way]]]) -> None:
        """Set each position to what its followers are worth, the last first, until none moves."""
        moved = 1.0
        while moved > 1e-12:
            moved = 0.0
            for number in reversed(ways):
                state, on = ways[number]
                worths = [sum(self.worth[after] * chance for after, chance in way) for way in on]
                best = max(worths) if state.player == self.seat else min(worths)
                moved = max(moved, abs(best - self.worth[number]))
                self.worth[number] = best


class Referee:
    """Works out anew what each action is worth."""

    def __init__(self) -> None:
        self.solved = [Solved(seat) for seat in range(6)]

    def worths(self, state: State) -> dict[Any, float]:
        """Return the lead that each action gains. Raises LookupError where nothing proves it."""
        alone = sum(state.active) == 1 or only_a_token_is_left(state)
        if not alone and not (state.rules.players == 2 and open_hands(state)):
            raise LookupError(f"nobody has proven what is best here:\n{state.open_view()}")
        solved, now = self.solved[state.player], state.lead(state.player)
        return {action: solved[state.apply(action)] - now for action in state.legal_actions()}


def open_hands(state: State) -> bool:
    """Whether everybody sees everything but the future; rows of dice games lie open."""
    return getattr(state.rules, "open_hands", True)


def only_a_token_is_left(state: State) -> bool:
    """Whether the round ends with what somebody gives back after the last card."""
    return state.phase == "return" and all(
        state.apply(action).is_round_over for action in state.legal_actions()
    )


def takes_long(state: State) -> bool:
    """Whether too much can follow a position of dice for two; tests/games/llama_dice has those."""
    if "llama_dice" not in type(state).__module__ or state.rules.players > 2 or state.alone:
        return False
    rows, points = state.rows, state.points
    at = Duel((rows[0], rows[1]), state.llama_row, (points[0], points[1]), state.rules.dice)
    return at.places * (points[0] + 1) * (points[1] + 1) > 100


def compare(slug: str, options: dict[str, Any], games: int) -> Counter[str]:
    """Compare the advice of every decision of some games; return how many there were, by phase."""
    referee, seen = Referee(), Counter[str]()
    for seed in range(games):
        for state in decisions(slug, options, seed):
            known = advice(slug, state)
            seen[state.phase if known else "silent"] += 1
            if not known or takes_long(state):
                continue
            worths, most = referee.worths(state), max(referee.worths(state).values())
            assert set(known) == set(worths)
            for action, worth in worths.items():
                assert known[action].proven
                off = 1e-9 + float(known[action].error)
                assert float(known[action].cost) == pytest.approx(most - worth, abs=off), state
                if open_hands(state):
                    assert float(known[action].value) == pytest.approx(worth, abs=off), state
    return seen


@pytest.mark.parametrize(("slug", "number"), WAYS)
def test_advice_is_best_play_by_another_road(slug, number):
    games, options = GAMES[slug][number]
    if games:
        assert compare(slug, options, games)


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "number"), WAYS)
def test_advice_is_best_play_by_another_road_in_many_games(slug, number):
    games, options = GAMES[slug][number]
    assert compare(slug, options, max(amount(5, 10) * games, amount(2, 3)))


def test_most_of_what_is_played_is_not_solved():
    """The walks come to decisions of every kind, and to many where the kit must be silent."""
    seen = compare("llama", {"players": 4}, games=5)
    assert seen["silent"] > 5 * seen["turn"] > 0


def test_the_referee_refuses_what_nobody_has_proven():
    state = find_game("llama").rules.Rules().start().apply([[1] * 6, [2] * 6, [4]])
    with pytest.raises(LookupError, match="nobody has proven"):
        Referee().worths(state)


# Chinchiller Dice: played on as advised


SAND = [
    {"players": 2},
    {"players": 2, "closed": (1, 0)},
    {"players": 2, "closed": (2, 0), "claims": "any"},
    {"players": 2, "closed": (0, 2)},
]


def misses(options: dict[str, Any], games: int) -> dict[str, list[float]]:
    """Return by how much a game played on differs from what an action is said to be worth.

    Every decision of some games, one action of each at random; both play on as ``solve`` says.
    """
    found: dict[str, list[float]] = {}
    optimal, rng = find_game("chinchiller").bots["optimal"], Random(5)
    for seed in range(games):
        for state in decisions("chinchiller", options, seed):
            if not (known := advice("chinchiller", state)):
                continue
            action = rng.choice(sorted(known))
            after = state.apply(action)
            while not after.is_over:
                if after.is_chance:
                    after = after.apply(after.sample(rng))
                else:
                    view = after.view(after.player)
                    after = after.apply(optimal(view, after.legal_actions(), rng))
            gained = after.lead(state.player) - state.lead(state.player)
            found.setdefault(state.phase, []).append(gained - float(known[action].value))
    return found


def off_by(seen: list[float]) -> float:
    """Return how many standard errors the mean of some numbers is off 0."""
    mean = sum(seen) / len(seen)
    error = (sum((one - mean) ** 2 for one in seen) / len(seen)) ** 0.5 / len(seen) ** 0.5
    return mean / error


@pytest.mark.parametrize("options", SAND)
def test_a_game_played_on_as_advised_comes_to_what_was_promised(options):
    found = misses(options, games=12)
    assert found["choose"]
    for phase, seen in found.items():
        assert abs(off_by(seen)) < 4, phase


@pytest.mark.slow
@pytest.mark.parametrize("options", SAND)
def test_many_games_played_on_as_advised_come_to_what_was_promised(options):
    found = misses(options, games=amount(300, 600))
    assert set(found) == {"choose", "announce"}
    for phase, seen in found.items():
        assert abs(off_by(seen)) < 4, phase


@pytest.mark.parametrize("options", [{"players": 2, "turns": 9}, {"players": 3}])
def test_chinchiller_is_silent_where_solve_is_about_another_game(options):
    for state in decisions("chinchiller", options, seed=3):
        assert not advice("chinchiller", state)
