"""The decisions that docs/solved.md calls solved are."""

from __future__ import annotations

import dataclasses
import re
import statistics
from importlib import import_module
from pathlib import Path

import pytest

from llamakit.engine.game import new_game
from llamakit.engine.registry import find_game
from llamakit.games.chinchiller.equilibrium import ENOUGH_SAND
from llamakit.games.chinchiller.rules import START_SAND
from llamakit.games.chinchiller.rules import Rules as ChinchillerRules
from llamakit.games.kadabra.rules import Rules as KadabraRules
from llamakit.games.llama.rules import Rules as LlamaRules
from llamakit.games.llama_dice.duel import TOLERANCE
from llamakit.games.llama_dice.odds import ADVISED_POSITIONS
from llamakit.games.llama_dice.rules import Rules as DiceRules
from llamakit.games.llama_dice.survey import EQUAL, surveyed

PAGE = Path(__file__).parents[1] / "docs/solved.md"

SMALL_DICE = {"numbers": 2, "copies": 1, "hand": 1, "dice": [[1, 1, 2, 2, "L", "L"]] * 3}
SMALL_KADABRA = {"deck": {1: 2, 2: 2, "L": 2}, "hand": 2, "open_hands": True}
SMALL_LLAMA = {"numbers": 2, "copies": 2, "hand": 2, "open_hands": True, "target": 1}


def dice_alone():
    return DiceRules(hand=2, first_player=1).start().apply([(2, 5), (1, 1)]).apply("quit")


def llama_alone():
    return LlamaRules(hand=2, first_player=1).start().apply([[3, 4], [6, 6], [3]]).apply("quit")


blind = dataclasses.replace(ChinchillerRules(players=2, closed=(2, 0)).start(), sand=(99, 99))
SOLVED = {
    "dice alone": (dice_alone(), 0),
    "dice, small": (DiceRules(**SMALL_DICE).start().apply([[1], [2]]), 0),
    "llama alone": (llama_alone(), 0),
    "llama, small": (LlamaRules(**SMALL_LLAMA).start().apply([[1, "L"], [1, 2], [2]]), 0),
    "kadabra, small": (KadabraRules(**SMALL_KADABRA).start().apply([[1, "L"], [1, 2], [2]]), 0),
    "a sighted turn": (ChinchillerRules(players=2).start().apply((3, 6)), 0),
    "a claim": (blind.apply((12, 12)), 1),
}


@pytest.mark.parametrize("name", SOLVED)
def test_every_action_has_a_worth_and_the_best_costs_nothing(name):
    state, seat = SOLVED[name]
    slug = type(state).__module__.split(".")[2]
    known = import_module(f"llamakit.games.{slug}.odds").advice(state.view(seat))
    assert {one.action for one in known} == set(state.legal_actions())
    assert min(one.cost for one in known) == 0
    assert all(one.cost >= 0 for one in known)


@pytest.mark.parametrize("slug", ["llama", "llama-dice", "chinchiller", "kadabra"])
def test_elsewhere_nothing_is_said(slug):
    game = new_game(slug, players=3, seed=1)
    assert find_game(slug).odds.advice(game.view(game.current_player)) == ()


def test_the_page_says_how_much_sand_is_enough():
    text = PAGE.read_text(encoding="utf-8")
    assert f"both hold {ENOUGH_SAND} sand, or {START_SAND} with all eyes open" in text
    poor = dataclasses.replace(ChinchillerRules(players=2).start(), sand=(START_SAND,) * 2)
    errors = []
    for state in (dataclasses.replace(poor, sand=(ENOUGH_SAND,) * 2), poor):
        known = find_game("chinchiller").odds.advice(state.apply((3, 6)).view(0))
        errors.append(known[0].error)
    assert "a cost is right to {} sand, or {}".format(*map(float, errors)) in text


def test_the_page_says_when_two_players_are_advised():
    text = PAGE.read_text(encoding="utf-8")
    assert f"at most {ADVISED_POSITIONS:,} positions can follow" in text
    assert f"at most {TOLERANCE} points' worth" in text


def test_the_page_says_what_the_survey_of_dice_for_two_found():
    text, deals = PAGE.read_text(encoding="utf-8"), surveyed()["deals"]

    def mean(values):
        return f"{statistics.mean(values):.2f} ± {statistics.stdev(values) / len(deals) ** 0.5:.2f}"

    def count(of):
        return sum(deal[of] for deal in deals)

    def quits(cost):
        seen = [deal["turns"][cost] for deal in deals if cost in deal["turns"]]
        return sum(best for _, best in seen) / sum(turns for turns, _ in seen)

    at_once = sum(
        quit_now >= lead - EQUAL
        for deal in deals
        for lead, quit_now in zip(deal["starts"], deal["quits"], strict=True)
    )
    costs = sorted({int(cost) for deal in deals for cost in deal["turns"]})
    last = max(cost for cost in costs if quits(str(cost)))
    assert f"solved {len(deals)} random deals" in text
    assert f"worth {mean([statistics.mean(deal['starts']) for deal in deals])} points" in text
    assert f"best for {at_once} of {2 * len(deals)} who began" in text
    assert f"in {quits('6'):.0%} of".replace("%", " %") in text
    assert f"in none with {last + 1} or more" in text
    assert f"best in {count('fewer') / count('discards'):.0%}".replace("%", " %") in text
    for bot in ("cautious", "sharp", "greedy"):
        given = mean([statistics.mean(deal["costs"][bot]) for deal in deals])
        assert re.search(rf"\*{bot}\*( gives away)? {re.escape(given)}", text), (bot, given)


def test_the_page_names_what_exists():
    text = PAGE.read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)]+)\)", text):
        assert (PAGE.parent / link).is_file(), link
    homes = ["exact", "games.llama.odds", "games.llama_dice.odds", "games.chinchiller.odds"]
    homes += ["games.chinchiller.equilibrium", "games.llama_dice.duel"]
    known = {name for home in homes for name in vars(import_module(f"llamakit.{home}"))}
    for name in re.findall(r"\(`([a-z_.]+)`", text):
        assert name.split(".")[-1] in known, name
