"""Best play of small rounds of LLAMA Kadabra with open hands: three ways, and rules of thumb."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from llamakit.engine.state import State as AnyState
from llamakit.exact.solver import positions, solve
from llamakit.games.kadabra.odds import SMALL_DECK, advice
from llamakit.games.kadabra.rules import Rules, State, Tokens, card
from llamakit.games.kadabra.strategies import cautious, greedy
from llamakit.games.rounds import gap

PLAIN = {"deck": {1: 2, 2: 2, "L": 2}}
DOUBLES = {"deck": {1: 2, "1/2": 1, 2: 1, "1g": 1, "L": 3}}
MAGIC = {"deck": {1: 1, "1g": 1, "2d": 1, "2*": 1, 2: 1, "L": 4}}

DEALS = [
    (PLAIN, [(1, 2), (1, "L"), (2,)]),
    (DOUBLES, [(1, 2), ("1g", "L"), ("1/2",)]),
    (MAGIC, [("1g", 2), ("2d", "L"), ("2*",)]),
]


def dealt(options, deal, **changes):
    start = Rules(hand=len(deal[0]), open_hands=True, **options).start()
    state = start.apply([[card(kind) for kind in part] for part in deal])
    return dataclasses.replace(state, **changes)


@cache
def expected_gap(state: AnyState) -> Fraction:
    """Return the gap under best play by plain recursion: nothing in a round comes back."""
    if state.is_round_over:
        return Fraction(gap(state))
    if state.is_chance:
        return sum(p * expected_gap(state.apply(card)) for card, p in state.chance_outcomes())
    best = min if state.player == 0 else max
    return best(expected_gap(state.apply(action)) for action in state.legal_actions())


@pytest.mark.parametrize(("options", "deal"), DEALS)
@pytest.mark.parametrize(
    "tokens", [(Tokens(3), Tokens(3)), (Tokens(12), Tokens()), (Tokens(), Tokens(1, 2))]
)
def test_advice_is_best_play_by_plain_recursion(options, deal, tokens):
    after, rng = dealt(options, deal, tokens=tokens), Random(4)
    phases = set()
    while not after.is_round_over:
        if after.is_chance:
            after = after.apply(after.sample(rng))
            continue
        sign, known = (1 if after.turn == 0 else -1), advice(after.view(after.turn))
        assert {move.action for move in known} == set(after.legal_actions())
        for move in known:
            assert move.value == sign * (gap(after) - expected_gap(after.apply(move.action)))
        assert known[0].cost == 0
        phases.add(after.phase)
        after = after.apply(rng.choice(after.legal_actions()))
    assert "turn" in phases


@pytest.mark.clause("K13", "K18", "K7")
def test_advice_in_the_show_and_at_a_return():
    show = dealt(*DEALS[2], stage=Tokens(5), llama_played=True, phase="show")
    assert [str(move.action) for move in advice(show.view(0))] == ["collect"]
    last = dealt(PLAIN, DEALS[0][1], hands=((card(2),), (1, card("L"))), pile=(1, 1, 1))
    home = last.apply("play 2")
    assert home.phase == "return"
    assert [(str(move.action), move.value) for move in advice(home.view(0))] == [
        ("return 1", 1),
        ("keep", 0),
    ]


@pytest.mark.parametrize(("options", "deal"), DEALS)
def test_a_small_round_played_by_advice(options, deal, comes_to_its_worth):
    state = dealt(options, deal, tokens=(Tokens(12), Tokens(3)))
    assert comes_to_its_worth(state, advice, seed=11, n=1_500)


@pytest.mark.parametrize("bot", [cautious, greedy])
def test_rules_of_thumb_fall_short(bot):
    """Seat 1 answers a bot in seat 0 as well as one can, and gains on best play."""
    state = dealt(*DEALS[2])
    model = positions(state, until=lambda after: after.is_round_over)
    held = {
        at: moves
        if at.is_chance or at.player == 1
        else {(move := bot(at.view(0), at.legal_actions(), Random(1))): moves[move]}
        for at, moves in model.items()
    }
    best = solve(model, payoff=gap, minimise=lambda at: at.player == 0)
    assert solve(held, payoff=gap).value(state) > best.value(state)


def test_no_advice_with_hidden_hands_three_players_or_a_large_deck():
    hidden = Rules(hand=2, **PLAIN).start().apply([(1, 2), (1, "L"), (2,)])
    three = Rules(hand=1, players=3, open_hands=True, **PLAIN).start()
    three = three.apply([(1,), (2,), ("L",), (1,)])
    large = Rules(open_hands=True).start()
    large = large.apply(large.sample(Random(1)))
    assert isinstance(large, State)
    for state in (hidden, three, large):
        assert advice(state.view(state.turn)) == ()
    assert advice(hidden.apply("quit").apply("quit").view()) == ()
    assert len(Rules(hand=2, **MAGIC).all_cards) <= SMALL_DECK
