"""A second scoring of L.L.A.M.A. Dice, written from the rulebook alone: it reads a record's steps
as a person would read a protocol, and knows nothing of the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from llamakit.engine.game import Game


def recount(record: dict[str, Any]) -> list[list[int]]:
    """Return everybody's points at the end of each round."""
    totals = [0] * len(record["players"])
    after_rounds: list[list[int]] = []
    turn, scored = -1, False
    for step in record["steps"]:
        if "deal" in step:
            if scored:
                after_rounds.append(totals[:])
            rows, middle = [list(hand) for hand in step["deal"]], [1, 2, 3, 4, 5, 6, "L"]
            gone: set[int] = set()
            over, scored = False, False
        elif "roll" in step:
            roll = step["roll"]
            three = roll == ["L", "L", "L"]
            hit = any(die in rows[turn] for die in roll)
            match = any(die in middle for die in roll) and len(gone) < len(rows) - 1
            if not three and not hit and not match:
                rows[turn] += middle
                over = True
        else:
            turn = step["seat"]
            verb, *cards = step["action"].split()
            cards = [card if card == "L" else int(card) for card in cards]
            if verb == "return":
                totals[turn] -= cards[0]
            if verb == "quit":
                gone.add(turn)
                over = len(gone) == len(rows)
            if verb == "discard":
                for card in cards:
                    rows[turn].remove(card)
                over = not rows[turn]
            if verb == "take":
                middle.remove(cards[0])
                rows[turn].append(cards[0])
                over = not middle
        if over and not scored:
            scored = True
            for seat, row in enumerate(rows):
                totals[seat] += sum(10 if card == "L" else card for card in set(row))
    return [*after_rounds, totals] if scored else after_rounds


def points_by_round(game: Game) -> list[list[int]]:
    """Return what the engine says: everybody's points before each new deal, and at the end."""
    ends = [step.before for step in game.history[1:] if step.before.phase == "deal"]
    return [list(state.scores) for state in (*ends, game.state)]


def check_rounds(walk: Callable[..., Game], rounds: int) -> None:
    """Compare both scorings over at least so many rounds of whole games."""
    compared, seed = 0, 0
    while compared < rounds:
        game = walk("llama-dice", seed)
        assert game.is_over
        assert recount(game.record()) == points_by_round(game), f"seed {seed}"
        compared += game.round_number
        seed += 1


@pytest.mark.clause("G2", "D12", "D6", "D9", "D10", "D11")
def test_second_scoring_agrees_over_1_000_rounds(walk: Callable[..., Game]) -> None:
    check_rounds(walk, 1_000)


@pytest.mark.slow
@pytest.mark.clause("G2", "D12", "D6", "D9", "D10", "D11")
def test_second_scoring_agrees_over_12_000_rounds(walk: Callable[..., Game]) -> None:
    check_rounds(walk, 12_000)


def test_second_scoring_of_a_round_by_hand() -> None:
    record = {
        "players": [{"name": "Ana"}, {"name": "Ben"}],
        "steps": [
            {"deal": [[1, 1, 2, 3, 4, "L"], [5, 5, 5, 6, 6, 6]]},
            {"seat": 0, "action": "roll"},
            {"roll": [3, 1, "L"]},
            {"seat": 0, "action": "discard 1 L"},
            {"seat": 1, "action": "quit"},
            {"seat": 0, "action": "roll"},
            {"roll": [6, 5, "L"]},
        ],
    }
    assert recount(record) == [[1 + 2 + 3 + 4 + 5 + 6 + 10, 11]]
