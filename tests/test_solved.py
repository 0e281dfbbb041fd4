"""The decisions that docs/solved.md calls solved are."""

from __future__ import annotations

import dataclasses
import re
from importlib import import_module
from pathlib import Path

import pytest

from llamakit.chinchiller.rules import Rules as ChinchillerRules
from llamakit.core.game import game_module, new_game
from llamakit.kadabra.rules import Rules as KadabraRules
from llamakit.llama.rules import Rules as LlamaRules
from llamakit.llama_dice.rules import Rules as DiceRules

PAGE = Path(__file__).parents[1] / "docs/solved.md"

SMALL_DICE = {"numbers": 2, "copies": 1, "hand": 1, "dice": [[1, 1, 2, 2, "L", "L"]] * 3}
SMALL_KADABRA = {"deck": {1: 2, 2: 2, "L": 2}, "hand": 2, "open_hands": True}
SMALL_LLAMA = {"numbers": 2, "copies": 2, "hand": 2, "open_hands": True, "target": 1}


def dice_alone():
    return DiceRules(hand=2, first_player=1).start().apply([(2, 5), (1, 1)]).apply("quit")


def llama(hand, **options):
    return LlamaRules(hand=len(hand), **options).start().apply([hand, [6] * len(hand), [3]])


def llama_alone():
    return LlamaRules(hand=2, first_player=1).start().apply([[3, 4], [6, 6], [3]]).apply("quit")


blind = ChinchillerRules(players=2, closed=(2, 0)).start()
SOLVED = {
    "dice alone": (dice_alone(), 0),
    "dice, small": (DiceRules(**SMALL_DICE).start().apply([[1], [2]]), 0),
    "llama alone": (llama_alone(), 0),
    "llama, quit or draw": (llama([1, "L"]), 0),
    "llama, small": (LlamaRules(**SMALL_LLAMA).start().apply([[1, "L"], [1, 2], [2]]), 0),
    "kadabra, small": (KadabraRules(**SMALL_KADABRA).start().apply([[1, "L"], [1, 2], [2]]), 0),
    "a sighted turn": (ChinchillerRules(players=2).start().apply((3, 6)), 0),
    "a claim": (blind.apply((12, 12)), 1),
    "an answer": (blind.apply((12, 12)).apply("claim 0"), 0),
}


@pytest.mark.parametrize("name", SOLVED)
def test_every_action_has_a_worth_and_the_best_costs_nothing(name):
    state, seat = SOLVED[name]
    slug = type(state).__module__.split(".")[1]
    known = import_module(f"llamakit.{slug}.odds").advice(state.view(seat))
    assert {one.action for one in known} == set(state.legal_actions())
    assert min(one.cost for one in known) == 0
    assert all(one.cost >= 0 for one in known)


@pytest.mark.parametrize("slug", ["llama", "llama-dice", "chinchiller", "kadabra"])
def test_elsewhere_nothing_is_said(slug):
    game = new_game(slug, players=3, seed=1)
    view = game.view(game.current_player)
    if slug == "llama":  # a card fits, so there is more to choose than to quit or draw
        view = dataclasses.replace(view, hands=((view.top,), None, None), sizes=(1, 6, 6))
    assert game_module(slug, "odds").advice(view) == ()


def test_the_page_names_what_exists():
    text = PAGE.read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)]+)\)", text):
        assert (PAGE.parent / link).is_file(), link
    homes = ["core.exact", "llama.odds", "llama_dice.odds", "chinchiller.odds"]
    homes += ["chinchiller.equilibrium"]
    known = {name for home in homes for name in vars(import_module(f"llamakit.{home}"))}
    for name in re.findall(r"\(`([a-z_.]+)`", text):
        assert name.split(".")[-1] in known, name
