"""Every game offers what the contract asks, and what one lacks is said plainly."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
from pig import GAMES

import llamakit as lk
from llamakit.engine import contract, registry
from llamakit.engine.registry import OPTIONAL, Entry, find_game

PROTOCOLS = {
    "rules": contract.RulesPart,
    "words": contract.Words,
    "strategies": contract.Strategies,
    "picture": contract.Picture,
    "odds": contract.Odds,
    "further": contract.Further,
    "companion": contract.Companion,
    "batch": contract.Batch,
}


def parts(game: Entry) -> dict[str, Any]:
    """Return the parts that a game has."""
    asked = [name for name in PROTOCOLS if name not in OPTIONAL or game.has(name)]
    return {name: game._part(name) for name in asked}


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_keeps_the_contract(slug: str) -> None:
    for name, part in parts(find_game(slug)).items():
        protocol = PROTOCOLS[name]
        assert isinstance(part, protocol), name
        for member, asked in inspect.getmembers(protocol, inspect.isfunction):
            if not member.startswith("_"):
                wanted = [*inspect.signature(asked).parameters][1:]
                given = [*inspect.signature(getattr(part, member)).parameters]
                assert given[: len(wanted)] == wanted, f"{name}.{member}"


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_says_what_it_is(slug: str) -> None:
    rules = find_game(slug).rules.Rules
    assert rules.game == slug
    assert str(rules().start()).startswith(f"{rules.title}, ")
    assert {"random", "greedy", "cautious"} <= set(find_game(slug).bots)


def test_python_s_way_to_write_a_game_is_understood() -> None:
    assert lk.new_game("llama_dice", seed=1).record() == lk.new_game("llama-dice", seed=1).record()
    assert lk.simulate("llama_dice", "greedy", n=2, seed=1).game == "llama-dice"
    assert lk.tournament({"a": "greedy", "b": "random"}, "llama_dice", n=1, seed=1).game == (
        "llama-dice"
    )
    assert lk.rulings("llama_dice") == lk.rulings("llama-dice")
    assert lk.new_match("llama_dice", seed=1).game.name == "llama-dice"
    assert lk.companion("llama_dice").table.name == "llama-dice"
    assert lk.play("llama_dice").game.name == "llama-dice"
    record = lk.new_game("llama-dice", seed=1).record() | {"game": "llama_dice"}
    assert lk.replay(record).name == "llama-dice"


@pytest.mark.parametrize("game", ["chess", "", None, 3, ["llama"], "LLAMA-DICE", "llama dice", "_"])
def test_unknown_games(game: Any) -> None:
    with pytest.raises(lk.InputError, match="the games are llama, llama-dice, kadabra"):
        find_game(game)


def test_what_a_game_lacks_is_said() -> None:
    with pytest.raises(lk.InputError, match="Kadabra has no batch engine: of the games, "):
        _ = find_game("kadabra").batch


def test_a_fault_within_the_odds_is_not_taken_for_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    from llamakit.games.llama_dice import odds
    from llamakit.table import explain

    def faulty(view: Any) -> Any:
        raise lk.InputError("a fault")

    view = lk.new_game("llama-dice", seed=1).view(0)
    monkeypatch.setattr(odds, "at_hand", faulty)
    monkeypatch.setattr(odds, "advice", faulty)
    for asked in (explain.figures, explain.advice):
        with pytest.raises(lk.InputError, match="a fault"):
            asked("llama-dice", view)


def test_a_game_is_one_line_of_the_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.FOLDERS, "again", "llamakit.games.llama")
    assert find_game("again").title == "L.L.A.M.A."
    assert lk.GAMES == ("llama", "llama-dice", "kadabra", "chinchiller")
