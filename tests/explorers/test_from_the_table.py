"""An explorer that starts from the position on the table, and leads back to it."""

from __future__ import annotations

from dataclasses import replace

import pytest

import llamakit as lk
from llamakit.engine.contract import Explore
from llamakit.engine.registry import find_game
from llamakit.explorers import find
from llamakit.games.llama.rules import View, fitting
from llamakit.games.llama_dice.odds import roll_odds
from llamakit.table.table import Table


def send(table: Table, do: str, **more: object) -> object:
    return table.receive({"do": do, "version": table.version, **more})


def at_the_table(name: str, **options: object) -> Table:
    players = ["Ana", lk.bot("cautious")]
    table = Table(lk.new_game(name, players=players, seed=7, **options))
    send(table, "switch", action="odds")
    return table


def test_this_roll_is_explored_and_the_game_goes_on_as_it_stood() -> None:
    table = at_the_table("llama-dice")
    view = table.view
    assert "Explore this roll" in table.html
    send(table, "explore")
    assert "All 216 rolls of three dice" in table.html
    assert (table.wait, table.game.current_player) == (0, 0)
    send(table, "show")
    hit = int(roll_odds(view.row, view.llama_row).hit * 216)
    assert table.said.startswith(f"Of 216 rolls: hit {hit},")
    send(table, "back")
    assert table.view == view
    assert "Explore this roll" in table.html


def test_a_slider_of_the_explorer_draws_nothing_anew() -> None:
    table = at_the_table("llama-dice")
    send(table, "explore")
    before = table.version
    assert send(table, "set", key="guess", action="30") == {}
    assert table.version == before
    send(table, "guess")
    assert "Your guess was" in table.html


def test_the_dice_and_the_price_are_those_of_this_game() -> None:
    die = [1, 1, 2, 3, 4, "L"]
    table = at_the_table("llama-dice", dice=[die] * 3)
    wanted = find_game("llama-dice").odds.explore(table.view)
    assert wanted is not None
    assert wanted.start["dice"] == table.view.rules.dice
    table = at_the_table("chinchiller")
    send(table, "explore")
    assert "Back to the table" in table.html


def test_nothing_is_explored_where_no_odds_are_shown_or_nobody_decides() -> None:
    table = at_the_table("llama-dice")
    send(table, "switch", action="odds")
    before = table.html
    send(table, "explore")
    assert table.html == before
    send(table, "switch", action="odds")
    send(table, "play", action="quit")
    assert "Explore this roll" not in table.html  # the bot decides


def test_a_move_from_a_cell_leads_back_to_the_table() -> None:
    table = at_the_table("llama-dice")
    send(table, "explore")
    table.game.play("quit")
    assert "lk-explorer" not in table.html


@pytest.fixture(scope="module")
def drawn() -> View:
    """Return what Ana sees of L.L.A.M.A. when Ben has just drawn and cards have been played."""
    game = lk.new_game("llama", players=["Ana", "Ben"], seed=3)
    while game.current_player != 0 or not game.view(0).log[-1].startswith("Ben draws"):
        plays = [action for action in game.legal_actions() if action.verb == "play"]
        game.play(plays[0] if plays else "draw")
    return game.view(0)


def from_llama(view: View) -> Explore | None:
    return find_game("llama").odds.explore(view)


def test_what_one_who_has_just_drawn_held_is_counted_from_all_that_was_seen(drawn: View) -> None:
    wanted = from_llama(drawn)
    assert wanted is not None
    assert wanted.label == "Explore what Ben held"
    page = find(wanted.name, wanted.start)
    assert page.scene.unseen == drawn.unseen
    deals = lk.cards.all_deals(drawn.unseen, (drawn.sizes[1] - 1,))
    drew = {hand: p for (hand,), p in deals if not {*hand} & {*fitting(drawn.top)}}
    asked = sum(p for hand, p in drew.items() if wanted.start["value"] in hand)
    assert page.state["after"] == asked / sum(drew.values())


def test_nothing_is_explored_of_a_draw_that_says_nothing(drawn: View) -> None:
    assert from_llama(replace(drawn, sizes=(6, 12))) is None  # more cards than it counts
    assert from_llama(replace(drawn, hands=(drawn.hands[0], (1, 2)))) is None  # seen
    assert from_llama(replace(drawn, log=drawn.log[:-1])) is None  # somebody else acted
    own = replace(drawn, hands=(None, drawn.hands[0]), seat=1)
    assert from_llama(own) is None  # one's own draw


@pytest.mark.parametrize("name", ["llama", "kadabra"])
def test_where_no_explorer_starts_there_is_no_button(name: str) -> None:
    table = at_the_table(name)
    assert 'data-do="explore"' not in table.html
    before = table.html
    send(table, "explore")
    assert table.html == before
