"""The batch engine plays by the same rules, and its bots choose the same, as the readable ones."""

from functools import lru_cache

import numpy as np
import pytest

from llamakit.core.state import Action
from llamakit.llama_dice import batch
from llamakit.llama_dice.rules import ENDINGS, KEEP, QUIT, ROLL, Rules, round_ending
from llamakit.llama_dice.strategies import BOTS

SEATINGS = {
    2: ("greedy", "cautious"),
    3: ("cautious", "greedy", "random"),
    4: ("random", "cautious", "greedy", "cautious"),
    5: ("greedy", "cautious", "greedy", "random", "greedy"),
    6: ("cautious", "greedy", "random", "greedy", "cautious", "greedy"),
}


class Script:
    """What happened in every game of a batch: (kind, seat, value) in order, by game."""

    def __init__(self, rules, n):
        self.rolls = batch.all_rolls(rules.dice).faces
        self.steps = [[] for _ in range(n)]

    def __call__(self, kind, seat, games, values):
        if kind == "deal":
            values = values.T
        for game, value in zip(games.tolist(), values.tolist(), strict=True):
            self.steps[game].append((kind, seat, self.read(kind, value)))

    def read(self, kind, value):
        """Return a step's outcome or action as the readable engine knows it."""
        if kind == "deal":
            return tuple(batch.unpack(row) for row in value)
        if kind == "roll":
            return self.rolls[value]
        if kind == "discard":
            return Action("discard", batch.unpack(value))
        if kind == "take":
            return Action("take", batch.unpack(batch._ROW_OF_SET[value]))
        if kind == "return":
            return Action("return", (value,)) if value else KEEP
        return QUIT


def replay(rules, names, steps):
    """Play a script in the readable engine; return (scores, rounds, decisions, endings).

    Chance follows the script. So does *random*; the other bots decide for themselves, and every
    seat, action and deal of the script must turn up where it is the script's turn.
    """
    state, script, decisions = rules.start(), iter(steps), 0
    endings = [0] * len(ENDINGS)
    while not state.is_over:
        before, seat = state.round_number, state.player
        if seat is None:
            kind, _, choice = rolled if state.phase == "roll" else next(script)  # noqa: F821
            assert kind == state.phase
        else:
            decisions += 1
            step = next(script)
            rolled = step if step[0] == "roll" else None
            choice = ROLL if rolled else step[2]
            assert step[1] == seat
            if names[seat] != "random":
                assert chosen(names[seat], state) == choice
        state = state.apply(choice)
        if state.phase in ("deal", "over"):
            assert state.round_number == before
            endings[ENDINGS.index(round_ending(state))] += 1
    assert next(script, None) is None
    return state.scores, state.round_number, decisions, endings


@lru_cache(maxsize=100_000)
def to_roll(row, llama_row, alone, dice):
    """Whether *cautious* rolls, remembered: it depends on these things only."""
    rules = Rules(dice=dice)
    state = rules.start().apply(((1,) * 5 + (2,), (2,) * 4 + (3,) * 2))
    fields = {"rows": (row, row), "llama_row": llama_row, "active": (True, not alone)}
    view = state._with(**fields).view(0)
    return BOTS["cautious"](view, (ROLL, QUIT), None)


def chosen(name, state):
    """Return what a readable bot does."""
    if name == "cautious" and state.phase == "turn":
        row = state.rows[state.turn]
        return to_roll(row, state.llama_row, state.alone, state.rules.dice)
    return BOTS[name](state.view(state.turn), state.legal_actions(), None)


def prove_equal(rules, names, n, seed):
    """Play n games in the batch engine, then each of them again in the readable one."""
    script = Script(rules, n)
    results = batch.play(rules, names, n, np.random.default_rng(seed), watch=script)
    for game, steps in enumerate(script.steps):
        scores, rounds, decisions, endings = replay(rules, names, steps)
        assert results.scores[game].tolist() == list(scores)
        assert np.flatnonzero(results.winners[game]).tolist() == [
            seat for seat, points in enumerate(scores) if points == min(scores)
        ]
        assert (results.rounds[game], results.length[game]) == (rounds, decisions)
        assert results.endings[game].tolist() == endings


@pytest.mark.parametrize("players", SEATINGS)
def test_the_same_deals_and_rolls_give_the_same_scores(players):
    prove_equal(Rules(players=players), SEATINGS[players], 40, seed=players)
