"""The bots of LLAMA Kadabra choose as they say they do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import llamakit as lk
from llamakit.engine.state import Action
from llamakit.engine.state import State as AnyState
from llamakit.games.kadabra.rules import COLLECT, DRAW, QUIT, RETURN_MAGIC, SWAP, Rules, State, card
from llamakit.games.kadabra.strategies import BOTS, cautious, greedy, points_after, points_now

Position = Callable[..., State]


def choice(name: str, state: Any) -> str:
    assert state.player is not None
    return str(BOTS[name](state.view(state.player), state.legal_actions(), Random(1)))


def both(state: Any) -> tuple[str, str]:
    return choice("greedy", state), choice("cautious", state)


def test_random_is_uniform_over_the_legal_actions(position: Position) -> None:
    state, rng = position("3 4 5", "1", top=3), Random(3)
    legal = state.legal_actions()
    chosen = Counter(BOTS["random"](state.view(0), legal, rng) for _ in range(4000))
    assert set(chosen) == set(legal)
    assert all(abs(number - 1000) < 150 for number in chosen.values())


@pytest.mark.parametrize(
    ("hand", "top", "greedy_plays", "cautious_plays"),
    [
        ("3 4", 3, "play 4", "play 4"),  # sheds 4 rather than 3
        ("3 4 4", 3, "play 3", "play 3"),  # one of two 4s sheds nothing
        ("3 4/5", 3, "play 4/5", "play 4/5"),  # a double card sheds both its values
        ("6 L L", 6, "play 6", "play 6"),  # a llama sheds 1 here: its token
        ("6 6 L L", 6, "play L", "play L"),
        ("1 1g 5", 1, "play 1g", "play 1g"),  # the same 1, and a token goes too
        ("3 3", 3, "play 3", "quit"),
        ("3* 6", 3, "draw", "quit"),  # the star sheds 3 and picks up 10
        ("2 5", 3, "draw", "quit"),
    ],
)
def test_the_most_points_go_first(
    position: Position, hand: str, top: str, greedy_plays: str, cautious_plays: str
) -> None:
    state = position(hand, "1", top=top)
    assert both(state) == (greedy_plays, cautious_plays)


@pytest.mark.clause("K10", "K11")
def test_a_black_token_makes_a_llama_worth_ten_more(position: Position) -> None:
    state = position("6 L L", "1", top=6, tokens=[(0, 2), (3,)])
    assert both(state) == ("play L", "play L")


@pytest.mark.clause("K12")
def test_returning_the_magic_token_sheds_ten(position: Position) -> None:
    state = position("4 5 5", "1", top=3, tokens=[(3, 0, 1), (3,)])
    assert both(state) == ("return magic", "return magic")
    state = position("6 L", "1", top=6, tokens=[(3, 0, 1), (3,)])
    assert both(state) == ("play L", "play L")  # ten for the llama and a white token


@pytest.mark.clause("K13")
def test_in_the_show_the_fewest_points_are_picked_up(position: Position) -> None:
    show = {"top": "L", "phase": "show", "llama_played": True, "stage": (5,)}
    assert both(position("1 L", "1", **show)) == ("play L", "play L")
    assert both(position("1 5", "1", **show)) == ("collect", "collect")
    magic = position("1 5", "1", tokens=[(0, 0, 1), (3,)], **show)
    assert both(magic) == ("return magic", "return magic")


def test_greedy_quits_only_when_there_is_nothing_else(position: Position) -> None:
    assert both(position("2 5", "1", top=3))[0] == "draw"
    assert both(position("2 5", "1", top=3, pile=""))[0] == "quit"
    assert both(position("2 5", "1", top=3, active=(True, False)))[0] == "quit"
    assert both(position("3* 5", "1", top=3, active=(True, False))) == ("play 3*", "quit")


@pytest.mark.clause("K-tokens")
def test_ten_whites_are_swapped_at_once(position: Position) -> None:
    state = position("2 5", "1", top=3, tokens=[(10,), (3,)])
    assert both(state) == ("swap", "swap")
    ended = position("4", "1", top=3, tokens=[(10,), (3,)]).apply("play 4")
    assert both(ended) == ("swap", "swap")


@pytest.mark.clause("K7")
def test_a_token_is_given_to_the_player_with_the_fewest_points(position: Position) -> None:
    tokens = [(3,), (0, 1), (8,), (9,)]
    giving = position("1g 5", "1", "2", "3", top=1, tokens=tokens).apply("play 1g")
    assert both(giving) == ("give 2", "give 2")


@pytest.mark.clause("K18")
def test_the_biggest_token_goes_back(position: Position) -> None:
    for tokens, token in (((3,), "return 1"), ((2, 1), "return 10"), ((0, 1), "return 10")):
        state = position("4", "5", top=3, tokens=[tokens, (3,)]).apply("play 4")
        assert both(state) == (token, token)


@pytest.mark.clause("K4", "K17")
def test_expected_points_after_a_draw(position: Position) -> None:
    view = position("2/3 5", "1", top=6, tokens=[(3, 0, 1), ()], pile="1 1 4/5 L").view(0)
    assert points_now(view) == 10 + 13
    # Five cards are unseen: three 1s, one of them in the other hand, the 4/5 and the llama.
    assert points_after(view, DRAW) == 23 + Fraction(3 * 1 + 4 + 10, 5)
    assert points_after(view, QUIT) == points_after(view, SWAP) == 23
    assert points_after(view, RETURN_MAGIC) == 13


@pytest.mark.clause("K8")
def test_expected_points_after_a_card_that_draws(position: Position) -> None:
    play = Action("play", (card("2d"),))
    view = position("2d 5", "1", top=2).view(0)
    assert points_after(view, play) == 3 + 5  # the other draws
    view = position("2d 5", "1", top=2, active=(True, False), pile="").view(0)
    assert points_after(view, play) == 3 + 5  # nobody draws
    small = {"deck": {1: 1, 2: 1, "2d": 1, "L": 2}, "hand": 1}
    view = position("2d", "1", top=2, active=(True, False), options=small).view(0)
    assert points_after(view, play) == 3 + Fraction(1 + 10 + 10, 3)


def test_expected_points_agree_with_the_rules_in_open_play() -> None:
    """With open hands a seat knows the pile, so its forecast is the average over the rules."""
    rng, turns = Random(4), 0
    for players in (2, 3, 4) * 10:
        state: Any = Rules(players=players, open_hands=True).start()
        while not state.is_over:
            if state.is_chance:
                state = state.apply(state.sample(rng))
                continue
            legal, view = state.legal_actions(), state.view(state.player)
            for action in legal if state.phase in ("turn", "show") else ():
                turns += 1
                assert points_after(view, action) == forecast(state, action)
            state = state.apply(rng.choice(legal))
    assert turns > 1000


def forecast(state: Any, action: Action) -> Fraction:
    """Return the mean of what a seat's hand and tokens cost after an action and its own draw."""
    seat, after = state.player, state.done(action)
    if after.phase == "draw" and after.drawer == seat:
        results = [(after.done(drawn), chance) for drawn, chance in after.chance_outcomes()]
    elif after.phase == "give":
        results = [(after.done(after.legal_actions()[0]), Fraction(1))]
    else:
        results = [(after, Fraction(1))]
    return sum((chance * cost(result, seat) for result, chance in results), Fraction(0))


def cost(state: Any, seat: int) -> int:
    """K17, from the clause: every value once, llamas 10, the magic token 10, and the tokens."""
    shown = {digit for kind in state.hands[seat] for digit in str(kind) if digit in "123456L"}
    held = state.tokens[seat]
    cards_cost = sum(10 if value == "L" else int(value) for value in shown)
    return cards_cost + held.white + 10 * held.black + 10 * held.magic


def test_what_the_bots_promise_holds_in_random_positions() -> None:
    rng, turns = Random(9), 0
    for players in (2, 3, 4, 6) * 8:
        state: AnyState = Rules(players=players).start()
        while not state.is_over:
            if state.is_chance:
                state = state.apply(state.sample(rng))
                continue
            legal: Any = state.legal_actions()
            view: Any = state.view(state.player)
            if state.phase in ("turn", "show") and legal[0] != SWAP:
                turns += 1
                after = {action: points_after(view, action) for action in legal if action != QUIT}
                least = min(after.values(), default=None)
                bold, wary = greedy(view, legal, rng), cautious(view, legal, rng)
                assert (bold == QUIT) == (least is None)
                assert least is None or after[bold] == least
                sheds = least is not None and least < points_now(view)
                assert wary == (bold if sheds or legal[-1] == COLLECT else QUIT)
            state = state.apply(rng.choice(legal[:-1] or legal))
    assert turns > 1500


@pytest.mark.parametrize("name", sorted(set(BOTS) - {"strong"}))  # that one takes its time
@pytest.mark.parametrize("players", range(2, 7))
def test_bots_play_whole_games(name: str, players: int) -> None:
    game = lk.new_game("kadabra", players=[lk.bot(name) for _ in range(players)], seed=players)
    while not game.is_over:
        game.play()
    assert max(game.scores) >= 40
    assert game.winners


@pytest.mark.parametrize(("others", "chosen"), [((6,), QUIT), ((6, 6), DRAW)])
def test_sharp_quits_with_more_points_where_two_are_in(others: Any, chosen: Action) -> None:
    state = lk.kadabra.position([3, 5], 1, others=others)
    assert BOTS["sharp"](state.view(0), state.legal_actions(), Random(1)) == chosen
