"""What each seat may know where hands are hidden, and that it is nothing more (C12, K21)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain
from random import Random
from typing import Any

import pytest

import llamakit as lk
from llamakit.engine.game import Game, Step
from llamakit.engine.registry import find_game

Walk = Callable[..., Game]

#: Of each game: what lies open, and options that make a small one.
OPEN: dict[str, tuple[str, ...]] = {
    "llama": ("top", "active", "turn", "alone"),
    "kadabra": (
        *("top", "active", "turn", "alone"),
        *("tokens", "stage", "drawer", "show", "llama_played"),
    ),
}
SMALL: dict[str, dict[str, Any]] = {
    "llama": {"players": 2, "numbers": 2, "copies": 3, "hand": 2},
    "kadabra": {"deck": {1: 2, "1g": 2, "1/2": 1, "L": 2}, "hand": 2},
}

pytestmark = pytest.mark.parametrize("slug", OPEN)


def steps(walk: Walk, slug: str) -> Iterator[Step]:
    """Yield the steps of games played at random by 2 to 6 players."""
    for seed in range(80):
        yield from walk(slug, seed).history


@pytest.mark.clause("C12", "K21")
def test_a_view_holds_the_own_hand_and_all_that_lies_open(slug: str, walk: Walk) -> None:
    for step in steps(walk, slug):
        state: Any = step.after
        for seat in range(state.rules.players):
            view = state.view(seat)
            assert view.hands[seat] == state.hands[seat]
            assert view.sizes == tuple(len(hand) for hand in state.hands)
            assert view.pile_size == sum(state.pile)
            assert all(getattr(view, name) == getattr(state, name) for name in OPEN[slug])
            assert view.points == state.scores
            known = Counter(chain(view.discards, *(hand for hand in view.hands if hand)))
            assert known + Counter(view.unseen) == Counter(dict(state.rules.deck))


@pytest.mark.clause("C12", "K21")
def test_the_discard_pile_is_all_that_was_turned_up_or_played(slug: str, walk: Walk) -> None:
    pile: list[Any] = []
    for step in steps(walk, slug):
        after: Any = step.after
        if step.before.phase == "deal":
            pile = [step.choice[-1][0]]
        elif step.seat is not None and step.choice.verb == "play":
            pile.append(step.choice.values[0])
        assert after.discards == tuple(sorted(pile))
        assert after.top == pile[-1]


@pytest.mark.clause("C5", "C12", "K4", "K21")
def test_draw_chances_are_the_average_over_all_deals_that_look_the_same(slug: str) -> None:
    start = find_game(slug).rules.Rules(**SMALL[slug]).start()
    alike: dict[Any, list[tuple[Fraction, dict[Any, Fraction]]]] = defaultdict(list)
    for deal, weight in start.chance_outcomes():
        state = start.apply(deal)
        alike[state.view(0)].append((weight, dict(state.apply("draw").chance_outcomes())))
    assert len(alike) > 10
    for view, cases in alike.items():
        total = sum(weight for weight, _ in cases)
        for kind, chance in view.draw_chances.items():
            average = sum(weight * drawn.get(kind, Fraction(0)) for weight, drawn in cases)
            assert average / total == chance


@pytest.mark.clause("C12", "K21")
def test_what_is_said_gives_no_secret_away(slug: str, walk: Walk) -> None:
    rng, draws, tell = Random(5), 0, find_game(slug).words.tell
    names = [f"P{seat}" for seat in range(6)]
    for step in steps(walk, slug):
        before: Any = step.before
        if before.phase != "draw" or not before.hands[before.turn]:
            continue  # after a last card the round is scored and everything is shown (K8)
        draws += 1
        drawer = getattr(before, "drawer", before.turn)
        other, _ = rng.choice(before.chance_outcomes())
        instead = Step(before, None, other, before.apply(other))
        players = names[: before.rules.players]
        for seat in (None, *range(len(players))):
            same = tell(step, seat, players) == tell(instead, seat, players)
            assert same == (seat != drawer or other == step.choice)
    assert draws > 500


@pytest.mark.clause("C12", "K21")
def test_a_deal_tells_each_seat_its_own_hand_only(slug: str) -> None:
    kind = find_game(slug)
    start, names = kind.rules.Rules(players=2).start(), ["Ana", "Ben"]
    own, heard = (1, 2, 3, 4, 5, 6), []
    for other in ((4,) * 6, (lk.LLAMA,) * 6):
        deal = (own, other, (3,))
        step = Step(start, None, deal, start.apply(deal))
        heard.append([kind.words.tell(step, seat, names) for seat in (0, 1, None)])
    one, two = heard
    assert (one[0], one[2]) == (two[0], two[2])
    assert one[1] != two[1]
