"""What each seat may know of L.L.A.M.A., and that it is nothing more (C12)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain
from random import Random

import pytest

from llamakit.engine.game import Game, Step
from llamakit.games.cards import LLAMA, VALUES
from llamakit.games.llama.rules import Rules, State
from llamakit.games.llama.words import tell

Position = Callable[..., State]
Walk = Callable[..., Game]
GAMES = 100


def steps(walk: Walk, **options: object) -> Iterator[Step]:
    """Yield the steps of games played at random by 2 to 6 players."""
    for seed in range(GAMES):
        yield from walk("llama", seed, **options).history


@pytest.mark.clause("C12")
def test_a_view_holds_the_own_hand_and_all_that_lies_open(walk: Walk) -> None:
    for step in steps(walk):
        state = step.after
        assert isinstance(state, State)
        for seat in range(state.rules.players):
            view = state.view(seat)
            assert view.hands[seat] == state.hands[seat]
            assert view.sizes == tuple(len(hand) for hand in state.hands)
            assert view.pile_size == sum(state.pile)
            assert (view.top, view.active, view.points) == (state.top, state.active, state.points)
            known = Counter(chain(view.discards, *(hand for hand in view.hands if hand)))
            assert known + Counter(view.unseen) == Counter(state.rules.deck)


@pytest.mark.clause("C12")
def test_the_discard_pile_is_all_that_was_turned_up_or_played(walk: Walk) -> None:
    pile: list[int] = []
    for step in steps(walk):
        assert isinstance(step.after, State)
        if step.before.phase == "deal":
            pile = [step.choice[-1][0]]
        elif step.seat is not None and step.choice.verb == "play":
            pile.append(step.choice.values[0])
        assert step.after.discards == tuple(sorted(pile))
        assert step.after.top == pile[-1]


@pytest.mark.clause("C6", "C12")
def test_a_quitters_hand_stays_hidden_until_the_round_is_scored(position: Position) -> None:
    state = position("34", "555", "66", top=3, points=(0, 0, 7)).apply("quit").apply("quit")
    assert state.view(2).hands == (None, None, (6, 6))
    assert state.view(0).hands == ((3, 4), None, None)
    assert state.view().hands == (None, None, None)
    over = state.apply("quit")
    assert over.view(2).hands == over.view().hands == ((3, 4), (5, 5, 5), (6, 6))


@pytest.mark.clause("C10", "C12")
def test_hands_are_shown_while_a_token_is_returned(position: Position) -> None:
    state = position("4", "555", top=3, points=(3, 0)).apply("play 4")
    assert state.phase == "return"
    assert state.view(0).hands == ((), (5, 5, 5))


@pytest.mark.clause("C12")
def test_a_drawn_card_is_seen_by_its_drawer_alone(position: Position) -> None:
    drawing = position("34", "5", top=3).apply("draw")
    one, two = drawing.apply(1), drawing.apply(2)
    assert one.view(0) != two.view(0)
    assert one.view(1) == two.view(1)
    assert one.view() == two.view()


@pytest.mark.clause("C12")
def test_open_hands_are_seen_by_all(position: Position) -> None:
    state = position("34", "555", top=3, options={"open_hands": True})
    for seat in (0, 1, None):
        view = state.view(seat)
        assert view.hands == ((3, 4), (5, 5, 5))
        assert tuple(view.unseen.values()) == state.pile


def test_the_open_view_shows_every_hand(position: Position) -> None:
    state = position("34", "555", top=3)
    assert state.open_view().hands == state.hands
    assert state.open_view().seat is None
    assert str(state) == str(state.open_view())


@pytest.mark.clause("C5", "C12")
def test_draw_chances_count_every_card_the_seat_has_not_seen(position: Position) -> None:
    state = position("35", "5LLL", top=3, gone="222")
    chances = state.view(0).draw_chances
    assert chances[5] == Fraction(7, 50)  # the 5 in the other hand may as well be in the pile
    assert chances[LLAMA] == Fraction(8, 50)
    assert list(chances) == list(VALUES)
    assert sum(chances.values()) == 1
    assert state.view(1).draw_chances[LLAMA] == Fraction(5, 48)
    assert state.view().draw_chances[5] == Fraction(8, 52)
    assert state.open_view().draw_chances[5] == Fraction(6, 46)


@pytest.mark.clause("C5")
def test_no_draw_chances_from_an_empty_pile(position: Position) -> None:
    assert position("35", "5", top=3, pile=(0,) * 7).view(0).draw_chances == {}


@pytest.mark.clause("C5", "C12")
def test_draw_chances_are_the_average_over_all_deals_that_look_the_same() -> None:
    start = Rules(players=2, numbers=2, copies=3, hand=2).start()
    alike: dict[object, list[tuple[Fraction, dict[int, Fraction]]]] = defaultdict(list)
    for deal, weight in start.chance_outcomes():
        state = start.apply(deal)
        alike[state.view(0)].append((weight, dict(state.apply("draw").chance_outcomes())))
    for view, cases in alike.items():
        total = sum(weight for weight, _ in cases)
        for value, chance in view.draw_chances.items():  # type: ignore[attr-defined]
            average = sum(weight * drawn.get(value, Fraction(0)) for weight, drawn in cases)
            assert average / total == chance


@pytest.mark.clause("C12")
def test_what_is_said_gives_no_secret_away(walk: Walk) -> None:
    rng, draws = Random(5), 0
    names = [f"P{seat}" for seat in range(6)]
    for step in steps(walk):
        if step.before.phase != "draw":
            continue
        draws += 1
        drawer = step.before.turn  # type: ignore[attr-defined]
        other, _ = rng.choice(step.before.chance_outcomes())
        instead = Step(step.before, None, other, step.before.apply(other))
        players = names[: step.before.rules.players]
        for seat in (None, *range(len(players))):
            same = tell(step, seat, players) == tell(instead, seat, players)
            assert same == (seat != drawer or other == step.choice)
    assert draws > 500


@pytest.mark.clause("C12")
def test_a_deal_tells_each_seat_its_own_hand_only(position: Position) -> None:
    start = Rules(players=2).start()
    names = ["Ana", "Ben"]
    own, one, two = (1, 2, 3, 4, 5, 6), (1,) * 6, (LLAMA,) * 6
    heard = []
    for other in (one, two):
        deal = (own, other, (3,))
        step = Step(start, None, deal, start.apply(deal))
        heard.append([tell(step, seat, names) for seat in (0, 1, None)])
    assert heard[0][0] == heard[1][0]
    assert heard[0][2] == heard[1][2]
    assert heard[0][1] != heard[1][1]


def test_a_view_as_text(position: Position) -> None:
    state = position("34", "555", "66", top=3, gone="1", points=(0, 1, 12))
    assert str(state.apply("quit").view(1)).splitlines() == [
        "L.L.A.M.A., round 1: Player 2 to move",
        "  discard pile: 3 on top, 2 cards; draw pile: 47 cards",
        "  Player 1: 2 cards (0 points, quit)",
        "  Player 2: 5 5 5 (1 point)",
        "  Player 3: 2 cards (12 points)",
    ]
    assert str(Rules().start()).splitlines() == [
        "L.L.A.M.A., round 0: the cards are dealt",
        "  discard pile: - on top, 0 cards; draw pile: 56 cards",
        "  Player 1: - (0 points)",
        "  Player 2: - (0 points)",
    ]


def test_the_text_of_a_view_says_what_comes_next(position: Position) -> None:
    state = position("4", "555L", top=3, points=(3, 0))
    assert "Player 1 draws" in str(state.apply("draw"))
    assert "Player 1 may return a token" in str(state.apply("play 4"))
    ended = position("4", "555L", top=3, points=(0, 30)).apply("play 4")
    assert "the game is over" in str(ended)


def test_hand_is_the_hand_on_turn_as_far_as_it_is_seen(position: Position) -> None:
    state = position("34", "5", top=3)
    assert state.view(0).hand == state.open_view().hand == (3, 4)
    assert state.view(1).hand == state.view().hand == ()
