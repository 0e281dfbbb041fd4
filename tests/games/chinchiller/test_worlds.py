"""What the game still brings, as the search counts it: the same as the rules pay."""

from __future__ import annotations

from typing import Any

import pytest

from llamakit.games.chinchiller.rules import Rules, roll_outcomes, sand
from llamakit.games.chinchiller.strategies import third, wariness
from llamakit.games.chinchiller.worlds import _one_turn


def test_a_blind_turn_of_two_sharps_is_worth_what_the_rules_pay() -> None:
    rules = Rules(players=2, closed=(2, 0))
    start: Any = rules.start()
    claims = [action.values[0] for action in rules.claim_actions]
    paid = caught = 0.0
    for roll, chance in roll_outcomes(rules.die):
        claim = third(sand(roll), claims)
        told = start.apply(roll).apply(f"claim {claim}")
        doubt = wariness(claim)
        for answer, share in (("doubt", doubt), ("accept", 1 - doubt)):
            after = told.apply(answer)
            paid += float(chance) * share * (after.sand[0] - start.sand[0])
            caught += float(chance) * share * (after.closed[1] - start.closed[1])
    turn = _one_turn(rules, (2, 0), 0)
    assert turn.gains == pytest.approx((paid, -paid))
    assert turn.closes == pytest.approx(caught)
