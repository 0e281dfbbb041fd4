"""LLAMA Kadabra in words: every kind of step, as each seat hears it, every label and question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from llamakit.engine.game import Game, Step
from llamakit.games.kadabra.rules import DRAW, Rules, State
from llamakit.games.kadabra.words import label, question, tell

Position = Callable[..., State]
NAMES = ["Ana", "Ben", "Cem"]


def heard(state: Any, choice: Any, seat: int | None = None) -> str:
    """Return what a seat hears of a step."""
    after = state.apply(choice)
    actor = None if state.is_chance else state.player
    taken = choice if state.is_chance else state.find_action(choice)
    return tell(Step(state, actor, taken, after), seat, NAMES[: state.rules.players])


def labels(state: Any) -> list[str]:
    """Return the labels of the legal actions as the player to decide reads them."""
    view = state.view(state.player)
    return [label(action, view) for action in state.legal_actions()]


def asked(state: Any) -> str:
    return question(state.view(state.player))


DEAL = [[1, "1g", 3, 4, 5, "L"], [1, 1, "2/3", "2/3", "2d", "3*"], ["6d"]]


@pytest.mark.clause("K3", "K21")
def test_a_deal() -> None:
    start = Rules(players=2, first_player=1).start()
    sentence = "Round 1: 6 cards each, a 6 (draw) starts the discard pile and Ben begins."
    assert heard(start, DEAL) == sentence
    assert heard(start, DEAL, seat=0) == f"{sentence} Ana holds 1, 1 (give), 3, 4, 5 and llama."
    assert heard(start, DEAL, seat=1) == (
        f"{sentence} Ben holds 1, 1, 2/3, 2/3, 2 (draw) and 3 (magic star)."
    )


@pytest.mark.clause("K14")
def test_a_deal_with_a_full_stage(position: Position) -> None:
    ended = position("5", "L", top=4, stage=(4, 1), tokens=[(), ()]).apply("play 5")
    sentence = heard(ended, DEAL)
    assert sentence.endswith(
        "Ana begins. 5 tokens on the magic stage wait for a llama to be played."
    )


@pytest.mark.clause("K21")
def test_a_deal_with_open_hands() -> None:
    start = Rules(players=2, hand=1, open_hands=True).start()
    sentence = "Round 1: 1 card each, a 4 starts the discard pile and Ana begins."
    assert heard(start, [["1g"], ["L"], [4]]) == f"{sentence} Ana holds 1 (give). Ben holds llama."


@pytest.mark.clause("K4", "K21")
def test_a_draw(position: Position) -> None:
    state = position("3 4", "5", top=3)
    assert heard(state, "draw") == ""
    drawing = state.apply("draw")
    assert heard(drawing, "2/3", seat=0) == "Ana draws a 2/3."
    assert heard(drawing, "L", seat=1) == heard(drawing, 2) == "Ana draws a card."


@pytest.mark.clause("K21")
def test_a_draw_with_open_hands(position: Position) -> None:
    drawing = position("3 4", "5", top=3, options={"open_hands": True}).apply("draw")
    assert heard(drawing, "1g") == heard(drawing, "1g", seat=1) == "Ana draws a 1 (give)."


@pytest.mark.clause("K8", "K21")
def test_a_card_with_draw(position: Position) -> None:
    state = position("2d 5", "1", "4", top=2, active=(True, False, True))
    assert heard(state, "play 2d") == "Ana plays a 2 (draw): Cem has to draw."
    drawing = state.apply("play 2d")
    assert heard(drawing, "6d", seat=2) == "Cem draws a 6 (draw)."
    assert heard(drawing, "6d", seat=0) == heard(drawing, "6d") == "Cem draws a card."
    alone = position("2d 5", "1", top=2, active=(True, False))
    assert heard(alone, "play 2d") == "Ana plays a 2 (draw): Ana has to draw."
    empty = position("2d 5", "1", top=2, pile="")
    assert heard(empty, "play 2d") == "Ana plays a 2 (draw), but the draw pile is empty."


@pytest.mark.clause("K8", "K16")
def test_a_last_card_with_draw(position: Position) -> None:
    drawing = position("2d", "1", top=2, tokens=[(), ()]).apply("play 2d")
    assert heard(drawing, "4/5", seat=0) == (
        "Ben draws a card. Ana has no cards left. "
        "Round 1 is over. Points: Ana 0 for nothing; Ben 10 for 1 and 4/5."
    )


@pytest.mark.clause("K7")
def test_a_card_with_give(position: Position) -> None:
    state = position("1g 5", "1", "2", top=1)
    assert heard(state, "play 1g") == "Ana plays a 1 (give)."
    giving = state.apply("play 1g")
    assert heard(giving, "give 2") == "Ana gives a white token to Cem."
    two = position("1g 5", "1", top=1, tokens=[(0, 1), (3,)])
    assert heard(two, "play 1g") == "Ana plays a 1 (give) and gives a black token to Ben."
    two = position("1g 5", "1", top=1, tokens=[(0, 0, 1), (3,)])
    assert heard(two, "play 1g") == "Ana plays a 1 (give) and gives the magic token to Ben."
    two = position("1g 5", "1", top=1, tokens=[(), (3,)])
    assert heard(two, "play 1g") == "Ana plays a 1 (give), with nothing to give."
    alone = position("1g 5", "1", top=1, active=(True, False))
    assert heard(alone, "play 1g") == "Ana plays a 1 (give), with nobody to give to."


@pytest.mark.clause("K9")
def test_a_card_with_the_star(position: Position) -> None:
    def heard_of(tokens: Any, **fields: Any) -> str:
        return heard(position("3* 5", "1", "1", top=3, tokens=tokens, **fields), "play 3*")

    taken = "Ana plays a 3 (magic star) and takes the magic token from"
    assert heard_of([(), (), ()]) == f"{taken} the pool."
    assert heard_of([(), (), (3, 0, 1)]) == f"{taken} Cem."
    assert heard_of([(), (), ()], stage=(2, 0, 1)) == f"{taken} the magic stage."
    kept = "Ana plays a 3 (magic star) and keeps the magic token."
    assert heard_of([(0, 0, 1), (), ()]) == kept
    quit_with_it = position("3* 5", "1", top=3, tokens=[(), (0, 0, 1)], active=(True, False))
    keeps = replace(quit_with_it, rules=Rules(quitters_keep=True))
    out_of_reach = "Ana plays a 3 (magic star), but a player who has quit keeps the magic token."
    assert heard(keeps, "play 3*") == out_of_reach


@pytest.mark.clause("K11", "K13", "K16")
def test_llamas_and_the_magic_show(position: Position) -> None:
    assert heard(position("L 5", "5", top=6), "play L") == (
        "Ana plays a llama and puts a white token on the magic stage, where 1 token lies now."
    )
    assert heard(position("L 5", "5", top=6, tokens=[(), (3,)]), "play L") == "Ana plays a llama."
    start = position("L 5", "5 L", top=6, stage=(2, 2), tokens=[(0, 1), (3,)])
    assert heard(start, "play L") == (
        "Ana plays a llama and puts a black token on the magic stage, where 5 tokens lie now. "
        "The magic show begins!"
    )
    show = start.apply("play L")
    assert heard(show, "play L") == (
        "Ben plays a llama and puts a white token on the magic stage, where 6 tokens lie now."
    )
    assert heard(show, "collect") == (
        "Ben collects 2 white and 3 black from the stage, and the magic show is over."
    )
    carried = position("L 5", "5", top=6, stage=(5,), tokens=[(), (3,)])
    assert heard(carried, "play L") == "Ana plays a llama. The magic show begins!"


@pytest.mark.clause("K16")
def test_a_last_llama(position: Position) -> None:
    fields = {"phase": "show", "llama_played": True, "stage": (5,), "tokens": [(0, 0, 1), (3,)]}
    assert heard(position("L", "5", top="L", **fields), "play L") == (
        "Ana plays a llama and puts the magic token on the magic stage, where 6 tokens lie now. "
        "The magic show ends, and nobody collects. Ana has no cards left. "
        "Round 1 is over. Points: Ana 0 for nothing; Ben 5 for 5."
    )
    fifth = position("L", "5", top=6, stage=(4,), tokens=[(1,), ()])
    assert "show" not in heard(fifth, "play L")


def test_other_actions(position: Position) -> None:
    state = position("2/3 4", "5", top=3, tokens=[(12, 0, 1), (3,)])
    assert heard(state, "play 2/3") == "Ana plays a 2/3."
    assert heard(state, "quit") == "Ana quits the round."
    assert heard(state, "swap") == "Ana swaps ten white tokens for a black one."
    assert heard(state, "return magic") == "Ana returns the magic token to the pool and passes."


@pytest.mark.clause("K17")
def test_the_end_of_a_round(position: Position) -> None:
    state = position(
        *("4", "2/3 L L", "6 6d"), top=3, active=(True, True, False),
        tokens=[(), (3, 0, 1), ()],
    )  # fmt: skip
    assert heard(state, "play 4") == (
        "Ana plays a 4. Ana has no cards left. Round 1 is over. Points: Ana 0 for nothing; "
        "Ben 25 for 2/3, llama, llama and the magic token; Cem 6 for 6 and 6 (draw)."
    )
    assert heard(state.apply("quit"), "quit").startswith(
        "Ben quits the round. All have quit. Round 1 is over. Points: Ana 4 for 4;"
    )


@pytest.mark.clause("K9", "K17")
def test_a_last_card_moves_the_magic_token_before_it_costs(position: Position) -> None:
    star = position("3*", "5", top=3, tokens=[(), (0, 0, 1)])
    assert heard(star, "play 3*").endswith("Points: Ana 10 for the magic token; Ben 5 for 5.")
    gift = position("1g", "5", top=1, tokens=[(0, 0, 1), ()])
    assert heard(gift, "play 1g").endswith("Ana 0 for nothing; Ben 15 for 5 and the magic token.")


@pytest.mark.clause("K18")
def test_returning_a_token(position: Position) -> None:
    state = position("4", "5", top=3, tokens=[(12, 1), ()]).apply("play 4")
    assert heard(state, "return 10") == "Ana returns a black token (10 points)."
    assert heard(state, "return 1") == "Ana returns a white token (1 point)."
    assert heard(state, "keep") == "Ana keeps all tokens."
    assert heard(state, "swap") == "Ana swaps ten white tokens for a black one."


@pytest.mark.clause("G6")
def test_the_end_of_the_game(position: Position) -> None:
    state = position("4", "5", top=3, tokens=[(1,), (6, 3)])
    assert heard(state.apply("play 4"), "return 1") == (
        "Ana returns a white token (1 point). "
        "The game is over: Ana 0 points, Ben 41 points. Ana wins."
    )
    shared = position("4", "4", "L L", top=1, tokens=[(), (), (0, 3)]).apply("quit").apply("quit")
    sentence = heard(shared, "quit")
    assert sentence.endswith("Ana 4 points, Ben 4 points, Cem 40 points. Ana and Ben win.")


def test_labels(position: Position) -> None:
    state = position("6 6d L", "5", "1", top=6, tokens=[(10, 0, 1), (), ()])
    assert labels(state) == [
        "Swap ten white tokens for a black one",
        "Play a 6",
        "Play a 6 (draw)",
        "Play a llama",
        "Draw a card",
        "Return the magic token and pass",
        "Quit the round",
    ]
    giving = position("1g 4", "5", "1", top=1, tokens=[(0, 1), (), ()]).apply("play 1g")
    assert labels(giving) == ["Give a black token to Player 2", "Give a black token to Player 3"]
    show = position("L 4", "5", top="L", phase="show", stage=(4, 1, 1), llama_played=True)
    assert labels(show) == [
        "Play a llama",
        "Collect 4 white, 1 black and the magic token from the magic stage",
    ]
    state = position("4", "5", top=3, tokens=[(2, 1), ()]).apply("play 4")
    assert labels(state) == [
        "Return a white token (1 point)",
        "Return a black token (10 points)",
        "Keep all tokens",
    ]


@pytest.mark.clause("K4", "K12", "K13", "K15")
def test_questions(position: Position) -> None:
    state = position("3 4", "5", top=3)
    assert asked(state) == "Play a card, draw a card, or quit the round?"
    magic = [(3, 0, 1), (3,)]
    assert asked(position("3 4", "5", top=3, tokens=magic)) == (
        "Play a card, draw a card, return the magic token, or quit the round?"
    )
    assert asked(position("3 4", "5", top=3, pile="", tokens=magic)) == (
        "The draw pile is empty: play a card, return the magic token, or quit the round?"
    )
    alone = position("3 4", "5", top=3, tokens=magic, active=(True, False))
    assert asked(alone) == "All others have quit, so nobody draws: play a card, or quit the round?"
    show = {"phase": "show", "stage": (5,), "llama_played": True, "top": "L"}
    assert asked(position("L", "5", **show)) == (
        "Magic show: play a llama, or collect all tokens from the stage?"
    )
    assert asked(position("L", "5", tokens=magic, **show)) == (
        "Magic show: play a llama, return the magic token, or collect all tokens from the stage?"
    )
    giving = position("1g 4", "5", "1", top=1).apply("play 1g")
    assert asked(giving) == "Who gets a white token from you?"
    returning = position("4", "5", top=3).apply("play 4")
    assert asked(returning) == "Which token do you give back?"
    assert question(state.apply("draw").view(0)) == ""


def test_every_step_of_random_games_has_its_sentence(walk: Callable[..., Game]) -> None:
    for seed in range(20):
        game = walk("kadabra", seed)
        for seat in (None, *range(len(game.players))):
            log = game.view(seat).log
            assert all(said and said == said.strip() and "  " not in said for said in log)
            silent = sum(step.choice == DRAW for step in game.history)
            assert len(log) == len(game.history) - silent
        for step in game.history:
            if step.seat is not None:
                view = step.before.view(step.seat)
                assert question(view)
                said = [label(action, view) for action in step.before.legal_actions()]
                assert len(set(said)) == len(said)
