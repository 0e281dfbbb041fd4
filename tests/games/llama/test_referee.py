"""A second reading of the rules, written from the clauses alone, follows random games.

The referee knows nothing of the engine: it reads a record, card by card, lists what each player may
do, and adds up the points.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from amounts import amount

import llamakit as lk
from llamakit.engine.game import Game

RING = [1, 2, 3, 4, 5, 6, "L"]


def cost(hand: list[Any]) -> int:
    """G2, C9."""
    return sum({10 if card == "L" else card for card in hand})


class Referee:
    """Follows the steps of one record; ``rounds`` counts the rounds scored."""

    def __init__(self, players: int, first: int, target: int) -> None:
        self.count, self.target, self.next_starter = players, target, first
        self.scores, self.rounds, self.over = [0] * players, 0, False
        self.may_return: int | None = None

    def deal(self, dealt: list[list[Any]]) -> None:
        *hands, (self.top,) = dealt
        self.hands = [list(hand) for hand in hands]
        self.pile = Counter(RING * 8) - Counter(card for hand in dealt for card in hand)
        self.turn, self.quitters, self.ended = self.next_starter, set[int](), False

    def allowed(self) -> set[str]:
        if self.may_return is not None:
            held = self.scores[self.may_return]
            return {"keep"} | {f"return {token}" for token in (1, 10) if token <= held}
        above = RING[(RING.index(self.top) + 1) % 7]
        moves = {f"play {card}" for card in self.hands[self.turn] if card in (self.top, above)}
        if self.pile.total() and len(self.quitters) < self.count - 1:
            moves.add("draw")
        return moves | {"quit"}

    def act(self, seat: int, action: str) -> None:
        verb, *value = action.split()
        if self.may_return is not None:
            self.scores[seat] -= int(value[0]) if value else 0
            self.close()
        elif verb == "play":
            self.top = value[0] if value[0] == "L" else int(value[0])
            self.hands[seat].remove(self.top)
            self.next_starter = seat
            self.pass_on(ended=not self.hands[seat])
        elif verb == "quit":
            self.quitters.add(seat)
            self.pass_on(ended=len(self.quitters) == self.count)

    def draw(self, card: Any) -> None:
        assert self.pile[card] > 0
        self.pile[card] -= 1
        self.hands[self.turn].append(card)
        self.pass_on(ended=False)

    def pass_on(self, ended: bool) -> None:
        if not ended:
            order = [(self.turn + step) % self.count for step in range(1, self.count + 1)]
            self.turn = next(seat for seat in order if seat not in self.quitters)
            return
        self.rounds += 1
        self.scores = [a + cost(hand) for a, hand in zip(self.scores, self.hands, strict=True)]
        if self.hands[self.turn] or not self.scores[self.turn]:
            self.close()
        else:
            self.may_return = self.turn

    def close(self) -> None:
        self.may_return = None
        self.over = max(self.scores) >= self.target


def lively_game(seed: int) -> Game:
    """Return a random game in which people rarely quit, so that rounds are long."""
    rng = Random(seed)
    players = rng.randint(2, 6)
    first, target = rng.randrange(players), rng.choice([20, 40, 90])
    game = lk.new_game("llama", players=players, seed=seed, first_player=first, target=target)
    boldness = rng.choice([1, 3, 20])
    while not game.is_over:
        *others, last = game.legal_actions()
        game.play(rng.choice([*others * boldness, last]))
    return game


def follow(game: Game) -> int:
    """Let a referee follow a game, and return how many rounds it has scored at the end."""
    record = game.record()
    options = record["options"]
    referee = Referee(len(record["players"]), options["first_player"], options["target"])
    for step, entry in zip(game.history, record["steps"], strict=True):
        assert not referee.over
        if "deal" in entry:
            referee.deal(entry["deal"])
        elif "draw" in entry:
            referee.draw(entry["draw"])
        else:
            assert {str(action) for action in step.before.legal_actions()} == referee.allowed()
            referee.act(entry["seat"], entry["action"])
        assert step.after.scores == tuple(referee.scores)
    assert referee.over
    fewest = min(referee.scores)
    assert game.winners == tuple(s for s, held in enumerate(referee.scores) if held == fewest)
    return referee.rounds


@pytest.mark.clause("C3", "C4", "C5", "C7", "C8", "C9", "C10", "C11", "G2", "G6")
def test_the_referee_agrees() -> None:
    assert sum(follow(lively_game(seed)) for seed in range(200)) > 500


@pytest.mark.slow
@pytest.mark.clause("C3", "C4", "C5", "C7", "C8", "C9", "C10", "C11", "G2", "G6")
def test_the_referee_agrees_over_thousands_of_rounds() -> None:
    rounds, seed = 0, 1000
    while rounds < amount(4_000, 10_000):
        rounds += follow(lively_game(seed))
        seed += 1


def test_the_referee_can_disagree() -> None:
    game = lively_game(1)
    record = game.record()
    deal = record["steps"][0]["deal"]
    referee = Referee(len(record["players"]), 0, 40)
    referee.deal([["L", *hand[1:]] for hand in deal[:-1]] + [deal[-1]])
    assert [cost(hand) for hand in referee.hands] != [cost(hand) for hand in deal[:-1]]
