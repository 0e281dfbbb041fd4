"""A second reading of the rules, written from the clauses alone, follows random games.

The referee knows nothing of the engine: it reads a record, says who may do what, and moves the sand
from hand to hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from amounts import amount

import llamakit as lk
from llamakit.engine.game import Game

SUMS = {0, 1, 2, 3, 4, 6, 7, 9, 12, 13, 15, 18, 24}


class Referee:
    """Follows the steps of one record; ``turns`` counts the turns played."""

    def __init__(self, players: int) -> None:
        self.players, self.supply = players, 745 - 24 * players
        self.sand, self.open_eyes = [24] * players, [2] * players
        self.gone_blind: list[int] = []
        self.turns, self.turn, self.over, self.ran_dry = 0, 0, False, 0
        self.dice: list[Any] | None = None
        self.claim: int | None = None

    def worth(self) -> int:
        """H4."""
        assert self.dice is not None
        numbers = [face for face in self.dice if face not in ("x2", "chinchiller")]
        return sum(numbers) * (2 if "x2" in self.dice else 1)

    def teller(self) -> int:
        """H6."""
        for seat in [*range(self.turn + 1, self.players), *range(self.turn)]:
            if self.open_eyes[seat]:
                return seat
        raise AssertionError("nobody can see")

    def decides(self) -> tuple[int, set[str]]:
        """H3, H6."""
        if self.open_eyes[self.turn]:
            return self.turn, {"reroll", "stop"}
        if self.claim is None:
            return self.teller(), {f"claim {amount}" for amount in SUMS}
        return self.turn, {"accept", "doubt"}

    def roll(self, dice: list[Any], kept: list[Any]) -> None:
        for stays in kept:
            assert stays in dice
        self.dice = dice
        if self.open_eyes[self.turn] and not self.worth():
            if "chinchiller" in dice:
                self.close_eye(self.turn)
            self.pass_on()

    def act(self, action: str) -> None:
        verb, *number = action.split()
        if verb == "claim":
            self.claim = int(number[0])
            return
        if verb == "stop":
            self.from_supply(self.turn, self.worth())
        elif verb == "accept":
            assert self.claim is not None
            self.hand_over(self.teller(), self.turn, self.claim)
        elif self.claim != self.worth():
            self.hand_over(self.teller(), self.turn, self.worth())
            self.close_eye(self.teller())
        elif self.worth() < 6:
            self.hand_over(self.turn, self.teller(), 6)
        self.pass_on()

    def hand_over(self, giver: int, taker: int, amount: int) -> None:
        """H7 to H9: sand by sand, as long as there is any, then the supply."""
        while amount and self.sand[giver]:
            self.sand[giver] -= 1
            self.sand[taker] += 1
            amount -= 1
        self.from_supply(taker, amount)

    def from_supply(self, taker: int, amount: int) -> None:
        """H1: everybody returns one more, until it is enough or somebody has no more."""
        while amount > 0 and self.supply < amount and all(self.sand):
            self.ran_dry += 1
            self.supply += self.players
            self.sand = [held - 1 for held in self.sand]
        self.supply -= amount
        self.sand[taker] += amount

    def close_eye(self, seat: int) -> None:
        self.open_eyes[seat] -= 1
        if not self.open_eyes[seat]:
            self.gone_blind.append(seat)

    def pass_on(self) -> None:
        self.turns += 1
        self.over = not any(self.open_eyes)
        self.turn = (self.turn + 1) % self.players
        self.dice = self.claim = None

    def winner(self) -> int:
        """H10."""
        best = max(self.sand)
        return [seat for seat in self.gone_blind if self.sand[seat] == best][-1]


def follow(game: Game) -> Referee:
    """Return the referee after the whole record; every move was allowed, and all sand agrees."""
    record = game.record()
    referee = Referee(len(record["players"]))
    kept: list[Any] = []
    for entry, step in zip(record["steps"], game.history, strict=True):
        assert not referee.over
        if "roll" in entry:
            referee.roll(entry["roll"], kept)
            kept = []
        else:
            seat, allowed = referee.decides()
            assert entry["seat"] == seat
            assert {str(action) for action in step.before.legal_actions()} == allowed
            if entry["action"] == "reroll":
                assert referee.dice is not None
                kept = [face for face in referee.dice if face in ("x2", "chinchiller")]
            else:
                referee.act(entry["action"])
        assert list(step.after.scores) == referee.sand
        assert getattr(step.after, "supply") == referee.supply  # noqa: B009
    assert referee.over == game.is_over
    assert record["scores"] == referee.sand
    if referee.over:
        assert game.winners == (referee.winner(),)
    return referee


@pytest.mark.clause("H3", "H4", "H5", "H6", "H7", "H8", "H9", "H10")
def test_the_referee_agrees_over_ten_thousand_turns(walk: Callable[..., Game]) -> None:
    turns, seed = 0, 0
    while turns < 10_000:
        turns += follow(walk("chinchiller", seed)).turns
        seed += 1


@pytest.mark.clause("H1")
def test_the_referee_agrees_where_the_supply_runs_dry() -> None:
    bots = [lk.bot("greedy", name) for name in "ABCDE"]
    dry = in_debt = 0
    for seed in range(40):
        game = lk.new_game("chinchiller", players=bots, seed=seed)
        while not game.is_over:
            game.play()
        dry += follow(game).ran_dry > 0
        in_debt += any(sum(step.after.scores) > 745 for step in game.history)
    assert dry > 3
    assert in_debt > 3


@pytest.mark.slow
@pytest.mark.clause("H1")
def test_the_referee_agrees_over_many_more(walk: Callable[..., Game]) -> None:
    seeds = range(1000, 1000 + amount(2_000, 5_000))
    dry = sum(follow(walk("chinchiller", seed)).ran_dry > 0 for seed in seeds)
    assert dry > 0
