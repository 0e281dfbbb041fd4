"""Hidden hands: how cards are dealt that cannot be any card."""

from __future__ import annotations

from random import Random

import pytest

from llamakit.games.hidden import NOTHING, deal_hidden


@pytest.mark.parametrize("seed", range(10))
def test_the_card_that_can_be_fewest_is_dealt_first(seed: int) -> None:
    hands = [[NOTHING], [frozenset([3])]]
    assert deal_hidden([3, 5], hands, Random(seed)) == ([(3,), (5,)], [])
