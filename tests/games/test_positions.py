"""Positions of one's own: what they hold, that they can be played on, and what is refused."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from unseen import pile

import llamakit as lk

L = lk.LLAMA
POSITIONS = {
    "llama": lk.llama.position([3, 4, "L"], 3, others=[6, [1, 1]], discards=[2, 2], seed=3),
    "llama-dice": lk.llama_dice.position([2, 5], [1, 3, "L"], others=[[1], [6, 6, "L"]]),
    "kadabra": lk.kadabra.position(["1g", "2/3", "L"], 1, others=[5, ["3*"]], stage=(4, 0, 0)),
    "chinchiller": lk.chinchiller.position([3, "x2"], closed=[1, 0, 2], sand=[30, 10, 0]),
}


@pytest.mark.parametrize("slug", POSITIONS)
def test_a_position_is_played_on_to_its_end(slug):
    state, rng = POSITIONS[slug], Random(1)
    assert state.player is not None
    for _ in range(10_000):
        if state.is_over:
            break
        choice = state.sample(rng) if state.is_chance else rng.choice(state.legal_actions())
        state = state.apply(choice)
    assert state.is_over
    assert state.winners


@pytest.mark.parametrize("slug", ["llama", "kadabra"])
def test_no_card_is_lost_or_made_up(slug):
    state = POSITIONS[slug]
    whole = Counter(dict(state.rules.deck))
    held = Counter(card for hand in state.hands for card in hand)
    assert held + Counter(pile(state)) + Counter(state.discards) == whole


def test_what_is_given_lies_there():
    state = lk.llama.position([3, 4, "L"], 3, others=[[1, 1]], discards=[2, 2], points=[4, 12])
    assert state.hands == ((3, 4, L), (1, 1))
    assert (state.top, state.discards, state.points) == (3, (2, 2, 3), (4, 12))
    state = lk.llama_dice.position([2, 5], [1, "L"], others=[[1]], quit=[1], roll=["L", 2, 3])
    assert (state.rows, state.llama_row, state.alone) == (((2, 5), (1,)), (1, L), True)
    state = lk.chinchiller.position([12, 12], closed=[2, 0], claim=6)
    assert (state.roll, state.claim, state.player, state.blind) == ((12, 12), 6, 0, (0,))


def test_the_same_seed_deals_the_same_hands():
    def deal(seed):
        return lk.llama.position([1], 2, others=[6], seed=seed).hands

    assert deal(5) == deal(5) != deal(6)


@pytest.mark.parametrize("slug", POSITIONS)
def test_a_position_is_shown_like_any_other(slug):
    assert "text/html" in POSITIONS[slug]._repr_mimebundle_()


REFUSED = [
    (lk.llama_dice.position, ([],), {}, "an empty row"),
    (lk.llama_dice.position, ([2], []), {}, "an empty row or llama row"),
    (lk.llama_dice.position, ([2], [1, 1]), {}, "at most once"),
    (lk.llama_dice.position, ([2] * 6, [1, 2]), {"others": [[1]]}, "6 cards 2 in the rows"),
    (lk.llama_dice.position, ([2],), {"others": []}, "players must be"),
    (lk.llama_dice.position, ([2],), {"quit": [0]}, "a seat that has quit"),
    (lk.llama_dice.position, ([2],), {"quit": 1}, "quit must be a list"),
    (lk.llama_dice.position, ([2],), {"points": [1]}, "points must be 2 numbers"),
    (lk.llama_dice.position, ([2],), {"points": [1, -1]}, "points must be a whole number"),
    (lk.llama_dice.position, ([2],), {"roll": [1, 1, 1]}, "cannot show"),
    (lk.llama.position, ([3] * 9, 3), {}, "too many cards 3: the deck has 7 left"),
    (lk.llama.position, ([3], 3), {"others": [60]}, "a number of cards"),
    (lk.llama.position, ([3], 3), {"others": [30, 30]}, "too few to deal"),
    (lk.llama.position, ([3], 3), {"others": [[]]}, "an empty hand"),
    (lk.kadabra.position, ([3], "7"), {}, "card"),
    (lk.kadabra.position, ([3], 3), {"tokens": [(1, 1)]}, "tokens must be 2 times"),
    (lk.kadabra.position, ([3], 3), {"tokens": [(0, 0, 1)] * 2}, "one magic token only"),
    (lk.kadabra.position, ([3], 3), {"stage": (1, 2)}, "tokens are"),
    (lk.chinchiller.position, (), {"closed": 3}, "closed must be a list"),
    (lk.chinchiller.position, (), {"closed": [2, 2]}, "closed must leave an eye open"),
    (lk.chinchiller.position, (), {"sand": [700, 100]}, "the box holds 745"),
    (lk.chinchiller.position, ([3, 3],), {"claim": 6}, "not possible"),
    (lk.chinchiller.position, ([5, 3],), {}, "face"),
]


@pytest.mark.parametrize(("position", "given", "named", "words"), REFUSED)
def test_what_cannot_be_is_refused(position, given, named, words):
    with pytest.raises(lk.InputError, match=words):
        position(*given, **named)
