"""The batch engine plays by the same rules, and its bots choose the same, as the readable ones."""

from collections import Counter
from functools import lru_cache

import numpy as np
import pytest
from amounts import amount
from hypothesis import given
from hypothesis import strategies as st

from llamakit.engine.state import Action
from llamakit.games.cards import VALUES, penalty
from llamakit.games.llama_dice import batch
from llamakit.games.llama_dice.rules import (
    ENDINGS,
    KEEP,
    QUIT,
    ROLL,
    Rules,
    discards_of,
    round_ending,
)
from llamakit.games.llama_dice.strategies import BOTS
from llamakit.simulation.simulate import no_results

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
    fields = {"rows": (row, row), "llama_row": llama_row, "active": (True, not alone)}
    view = Rules(dice=dice).start()._with(phase="turn", turn=0, **fields).view(0)
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
    results = no_results(n, rules.players, len(rules.endings))
    batch.play(rules, names, results, np.random.default_rng(seed), watch=script)
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


@pytest.mark.slow
@pytest.mark.parametrize("players", SEATINGS)
def test_thousands_of_games_come_out_the_same(players):
    games = amount(4_000, 10_000)
    prove_equal(Rules(players=players), SEATINGS[players], games, seed=100 + players)


@pytest.mark.parametrize(
    "options",
    [
        {"dice": ((1, 6), (2, 5), (3, 4))},
        {"dice": ("123456", "LLLLLL", "12345L")},
        {"dice": ("LLLLLL",) * 3, "target": 3},
        {"numbers": 2, "copies": 2, "hand": 2, "dice": ("12LLLL", "112LLL", "122LLL")},
        {"numbers": 1, "copies": 1, "hand": 1, "dice": ("111LLL",) * 3, "target": 15},
        {"target": 200, "first_player": 1},
    ],
)
def test_every_option_means_the_same(options):
    rules = Rules(**options)
    prove_equal(rules, ("cautious", "random"), 30, seed=1)


def test_every_die_and_card_is_as_likely_as_in_the_rules():
    rng, n = np.random.default_rng(5), 216_000
    rolls = np.bincount(batch.roll_numbers(rng, n), minlength=216)
    assert len(rolls) == 216
    assert abs(rolls - n / 216).max() < 5 * np.sqrt(n / 216)
    rows = batch.deal_rows(rng, Rules(players=6), 6_000)
    assert (rows.sum(axis=0) == batch.pack((*tuple(Rules().deck) * 5, 7))).all()
    for value, copies in Rules().deck.items():
        held = rows >> 4 * (value - 1) & 7
        # Hypergeometric: six cards of 36; the mean over the seats is copies / 6 each.
        error = np.sqrt(6 * copies / 36 * (1 - copies / 36) * 30 / 35 / 6_000)
        assert (abs(held.mean(axis=1) - copies / 6) < 4.5 * error).all()


def test_every_deal_of_a_small_deck_is_as_likely_as_in_the_rules():
    rules, n = Rules(numbers=2, copies=2, hand=1, dice=("12LLLL",) * 3), 42_000
    rows = batch.deal_rows(np.random.default_rng(5), rules, n)
    found = Counter(tuple(map(batch.unpack, deal)) for deal in rows.T.tolist())
    expected = dict(rules.start().chance_outcomes())
    assert set(found) == set(expected)
    for deal, p in expected.items():
        assert abs(found[deal] - n * p) < 4.5 * float(n * p * (1 - p)) ** 0.5


def test_seats_before_the_one_that_starts_join_in_the_next_sweep():
    rules = Rules(players=3)
    sweeps = batch.Sweeps(rules, ["greedy"] * 3, np.random.default_rng(1), None)
    tables = batch.Tables(rules, no_results(3, 3, len(rules.endings)))
    tables.actor[:] = 0, 1, 2  # who starts at each table
    dealt, late = sweeps.deal(tables)
    assert (tables.turns != 0).T.tolist() == [[True] * 3, [False, True, True], [False, False, True]]
    tables.turns[0][0] = 0  # quits in the sweep, and stays out
    sweeps.let_join(tables, dealt, late)
    assert (tables.turns == batch.ALL_BITS).T.tolist() == [
        [False, True, True],
        [True] * 3,
        [True] * 3,
    ]


def test_random_takes_every_legal_action_alike():
    bot, rng, n = batch.Random(Rules()), np.random.default_rng(2), 12_000

    def shares(choices):
        values, counts = np.unique(choices, return_counts=True)
        return dict(zip(values.tolist(), counts / n, strict=True))

    for row in ((1, 3, 7), (4, 4), (2, 2, 5), (7,)):
        matching = np.full(n, batch.pack(row), np.uint32)
        legal = {batch.pack(action.values) for action in discards_of(row, row)}
        found = shares(bot.discards(matching, rng))
        assert set(found) == legal
        assert all(abs(share - 1 / len(legal)) < 0.02 for share in found.values())
    for some, legal in ((0b1010100, {4, 16, 64}), (0b11, {1, 2}), (0b1000, {8})):
        found = shares(bot.takes(np.full(n, some, np.uint8), rng))
        assert set(found) == legal
        assert all(abs(share - 1 / len(legal)) < 0.02 for share in found.values())
    for points, legal in ((12, {0, 1, 10}), (9, {0, 1})):
        found = shares(bot.returns(np.full(n, points), rng))
        assert set(found) == legal
        assert all(abs(share - 1 / len(legal)) < 0.02 for share in found.values())


@given(
    row=st.lists(st.sampled_from(VALUES), max_size=12).map(sorted).map(tuple),
    roll=st.lists(st.sampled_from(VALUES), min_size=3, max_size=3).map(sorted).map(tuple),
)
def test_digit_by_digit_is_card_by_card(row, roll):
    rows, rolls = (np.array([batch.pack(cards)], np.uint32) for cards in (row, roll))
    both = Counter(row) & Counter(roll)
    assert Counter(batch.unpack(batch.common(rows, rolls)[0])) == both
    assert batch.row_penalty()(rows)[0] == penalty(row)
    assert batch.unpack(rows[0]) == row


def test_a_broken_rule_would_be_noticed(monkeypatch):
    """Were three llamas a hit like any other roll, the replays would not come out the same."""
    honest = batch.all_rolls(Rules().dice)
    digits = np.array([batch.pack(roll) for roll in honest.faces], np.uint32)
    monkeypatch.setattr(batch, "all_rolls", lambda dice: honest._replace(digits=digits))
    with pytest.raises((AssertionError, ValueError)):
        prove_equal(Rules(), ("greedy", "random"), 40, seed=1)
