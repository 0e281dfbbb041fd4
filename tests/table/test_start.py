"""The start panel without a browser: a draft of a game, saved games, and a guided round."""

from __future__ import annotations

import json
import re
from html import unescape
from xml.etree import ElementTree

import pytest
from pig import GAMES

import llamakit as lk
from llamakit.engine import contract
from llamakit.engine.match import Match
from llamakit.engine.registry import find_game
from llamakit.table import start
from llamakit.table.play import play
from llamakit.table.start import Start

NASTY = "<img src=x onerror=alert(1)>"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Games that the panel begins are saved in the folder where one works."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def send(widget, do, action=None, key=None):
    message = {"do": do, "action": action, "key": key, "version": widget.version}
    widget._handle_custom_msg(message, [])


def keys(html):
    return [unescape(key) for key in re.findall(r'data-key="([^"]*)"', html)]


def names(widget):
    return widget.game.players


def test_play_without_arguments_asks_what_to_play():
    widget = play()
    for slug in GAMES:
        assert f'data-action="{slug}"' in widget.html
        assert find_game(slug).title in widget.html
    assert "lk-board" not in widget.html
    assert widget.wait == 0
    assert widget.said == "What shall we play?"
    assert repr(widget).startswith("Run this cell to choose what to play: L.L.A.M.A., ")
    assert widget.table.still()["text/plain"] == repr(widget)
    send(widget, "begin")
    assert "lk-board" in widget.html
    assert (widget.game.name, names(widget)) == ("llama-dice", ("Player 1", "Sharp", "Cautious"))
    widget.close()


@pytest.mark.parametrize("slug", lk.GAMES)
def test_the_welcome_of_a_game_is_true(slug):
    game = find_game(slug)
    welcome, rules = game.welcome, game.rules.Rules
    assert isinstance(welcome, contract.Welcome)
    assert welcome.LENGTH in welcome.OPTIONS
    for name, choice in welcome.OPTIONS.items():
        values = list(choice.answers.values())
        assert values[0] == getattr(rules(), name)
        for value in values:
            assert getattr(rules(**{name: value}), name) == value
    ElementTree.fromstring(f"<svg>{welcome.cover()}</svg>")
    assert " id=" not in welcome.cover()


@pytest.mark.parametrize("slug", lk.GAMES)
def test_every_decision_of_a_guided_round_is_explained(slug, walk):
    guide = find_game(slug).welcome.GUIDE
    games = [walk(slug, seed) for seed in range(4)]
    for seed in range(4):
        games.append(lk.new_game(slug, [lk.bot("greedy")] * 3, seed))
        while not games[-1].is_over:
            games[-1].play()
    phases = {step.before.phase for game in games for step in game.history if step.seat is not None}
    assert len(phases) > 1
    assert phases | {"over"} <= set(guide)


@pytest.mark.parametrize("slug", GAMES)
def test_a_draft_becomes_the_game(slug):
    panel = Start()
    panel.change("game", "", slug)
    panel.change("set", "name 0", " Ana ")
    panel.change("set", "kind 1", "greedy")
    panel.change("seat", "", "2")
    game = panel.begin(seed=3)
    wanted = lk.new_game(slug, ["Ana", lk.bot("greedy")], seed=3)
    assert game.record() == wanted.record()
    html = panel.html()
    assert 'data-action="0" data-key="seat 0" aria-label="Remove' in html
    assert html.count(" disabled>✕") == 2


def test_seats_are_added_up_to_the_most_and_taken_away_down_to_the_fewest():
    panel = Start()
    for _ in range(9):
        panel.change("seat", "", "add")
    assert panel.begin(1).players == (
        "Player 1",
        "Sharp",
        "Cautious",
        *[f"Cautious {number}" for number in (2, 3, 4)],
    )
    panel.change("game", "", "chinchiller")
    assert len(panel.begin(1).players) == 5
    for _ in range(9):
        panel.change("seat", "", "0")
    assert len(panel.begin(1).players) == 2
    panel.change("set", "kind 0", "person")
    panel.change("set", "kind 1", "person")
    assert panel.begin(1).players == ("Player 1", "Player 2")


def test_options_are_chosen_in_words():
    panel = Start()
    panel.change("set", "option target", "1")
    panel.change("set", "option edition", "1")
    rules = panel.begin(1).rules
    assert (rules.target, rules.edition) == (20, "international")
    assert '<option value="1" selected>A short game, to 20 points</option>' in panel.html()
    panel.change("game", "", "kadabra")
    assert panel.begin(1).rules.target == 40


def test_a_match_is_begun_and_its_total_shown():
    panel = Start()
    panel.change("game", "", "chinchiller")
    panel.change("seat", "", "2")
    assert "A match of 6 games" in panel.html()
    panel.change("set", "match", "yes")
    match = panel.begin(5)
    assert isinstance(match, Match)
    assert match.length == 6


@pytest.mark.parametrize(
    ("do", "key", "action"),
    [
        ("game", "", "hog"),
        ("game", "", ""),
        ("set", "", ""),
        ("set", "kind", "greedy"),
        ("set", "kind 9", "greedy"),
        ("set", "kind ٣", "greedy"),
        ("set", "kind 1", "hog"),
        ("set", "name 1", "Ana"),
        ("set", "option target", "99"),
        ("set", "option target", "-1"),
        ("set", "option hand", "0"),
        ("seat", "", "99"),
        ("seat", "", "x"),
        ("fly", "", ""),
    ],
)
def test_what_cannot_be_changes_nothing(do, key, action):
    panel = Start()
    panel.change("set", "match", "no")
    before = panel.html()
    panel.change(do, key, action)
    assert panel.html() == before


def test_a_name_is_text_and_a_bad_one_is_refused_at_the_panel():
    widget = play()
    send(widget, "set", NASTY, "name 0")
    assert NASTY not in widget.html
    assert "&lt;img" in widget.html
    send(widget, "set", "", "name 0")
    send(widget, "begin")
    assert "a name must be printable text" in widget.html
    send(widget, "set", "greedy", "name 0")
    send(widget, "begin")
    assert "is a built-in bot" in unescape(widget.html)
    send(widget, "set", NASTY, "name 0")
    send(widget, "begin")
    assert names(widget)[0] == NASTY
    widget.close()


def test_a_name_counts_that_was_typed_just_before_the_start():
    widget = play()
    version = widget.version
    for message in (
        {"do": "set", "key": "name 0", "action": "Ana"},
        {"do": "begin"},
        {"do": "begin"},
        {"do": "play", "action": "quit"},
    ):
        widget._handle_custom_msg({**message, "version": version}, [])
    assert widget.game.players[0] == "Ana"
    assert widget.moves == 0
    widget.close()


def test_a_game_without_a_welcome_is_offered_by_its_title():
    panel = Start()
    panel.change("game", "", "pig")
    html = panel.html()
    assert "<b>Pig</b>" in html
    assert "learn" not in keys(html)
    assert [key for key in keys(html) if key.startswith("option")] == []
    assert panel.begin(1).players == ("Player 1", "Cautious")


def test_new_game_shows_the_panel_with_what_is_on_the_table():
    def mine(view, legal_actions, rng):
        return legal_actions[0]

    widget = play("llama-dice", ["Ana", mine, lk.bot("greedy", "Gr")], seed=7, target=10, hand=3)
    game = widget.game
    send(widget, "new")
    assert 'value="Ana"' in widget.html
    assert "Own strategy: Mine" in widget.html
    assert "As before: 10" in widget.html
    send(widget, "play", "quit")
    assert len(game.history) == 1
    assert "Back to the table</button>" in widget.html
    send(widget, "back")
    assert "lk-board" in widget.html
    send(widget, "new")
    send(widget, "begin")
    again = lk.new_game("llama-dice", game.seats, seed=8, target=10, hand=3)
    assert widget.game.record() == again.record()
    assert widget.game.seats[1].strategy is mine
    widget.close()


def test_with_other_numbers_of_players_options_of_each_seat_are_left_out():
    widget = play("chinchiller", 2, seed=1, closed=(2, 0))
    send(widget, "new")
    send(widget, "seat", "add")
    send(widget, "begin")
    assert widget.game.rules.closed == (0, 0, 0)
    widget.close()


def seats(html):
    """What the panel proposes for each seat."""
    return re.findall(r"<(?:select|input|option)[^>]*>", html.partition("lk-draft")[2])


@pytest.mark.parametrize("slug", lk.GAMES)
def test_the_rules_are_learned_in_a_guided_round(slug):
    widget = play()
    send(widget, "game", slug)
    send(widget, "set", "Ana", "name 0")
    assert "Learn the rules in two minutes" in widget.html
    proposed = widget.html
    send(widget, "learn")
    welcome = find_game(slug).welcome
    assert names(widget) == ("Ana", "Cautious")
    assert unescape(widget.html).count(welcome.AIM) == 1
    send(widget, "play", str(widget.game.legal_actions()[0]))
    assert (widget.game.moves, widget.wait) == (0, 0)
    send(widget, "next")
    seen = set()
    for _ in range(200):
        if widget.game.is_over:
            break
        if widget.wait:
            send(widget, "tick")
            continue
        phase = widget.game.state.phase
        seen.add(phase)
        assert welcome.GUIDE[phase] in unescape(widget.html)
        send(widget, "play", str(widget.game.legal_actions()[0]))
        assert welcome.AIM not in unescape(widget.html)
    assert widget.game.is_over
    assert len(seen) > 0
    assert welcome.GUIDE["over"] in unescape(widget.html)
    assert "Now a game of my own" in widget.html
    send(widget, "again")
    assert seats(widget.html) == seats(proposed)
    send(widget, "begin")
    usual = lk.new_game(slug, players=len(widget.game.players))
    assert widget.game.rules.options == usual.rules.options
    assert names(widget)[0] == "Ana"
    assert "lk-guide" not in widget.html
    widget.close()


def test_the_panel_saves_what_it_begins_and_offers_it_after_a_restart(folder):
    widget = play()
    assert "Save it after every move, in the file llamakit-llama-dice.json" in widget.html
    assert not list(folder.iterdir())
    send(widget, "begin")
    send(widget, "play", str(widget.game.legal_actions()[-1]))
    file = folder / "llamakit-llama-dice.json"
    assert json.loads(file.read_text()) == widget.game.record()
    other = play()  # as after a restart of the kernel
    assert "Go on: L.L.A.M.A. Dice, round 1, Player 1, Sharp and Cautious" in other.html
    assert "More saved games" not in other.html
    assert "llamakit-llama-dice-2.json" in other.html
    send(other, "continue", "0")
    assert other.game.record() == widget.game.record()
    assert "The game in llamakit-llama-dice.json goes on." in other.html
    send(other, "undo")
    assert json.loads(file.read_text()) == other.game.record()
    widget.close()
    other.close()


def test_the_last_saved_game_is_offered_and_the_others_fold_out(folder):
    for _ in range(3):
        widget = play()
        send(widget, "begin")
        send(widget, "play", str(widget.game.legal_actions()[-1]))
        widget.close()
    panel = play()
    shown, folded = panel.html.split("<summary>More saved games</summary>")
    assert shown.count('data-do="continue"') == 1
    assert folded.partition("</details>")[0].count('data-do="continue"') == 2
    panel.close()


def test_saving_is_switched_off_and_a_game_with_a_seed_is_never_saved(folder):
    widget = play()
    send(widget, "saves")
    send(widget, "begin")
    seeded = play("llama-dice", seed=7)
    send(seeded, "new")
    assert "saves" not in keys(seeded.html)
    send(seeded, "begin")
    given = play(lk.new_game("llama-dice", ["Ana", lk.bot("greedy")]))
    send(given, "new")
    send(given, "begin")
    assert not list(folder.iterdir())
    named = play("llama-dice")
    send(named, "new")
    assert "saves" in keys(named.html)
    send(named, "begin")
    assert [file.name for file in folder.iterdir()] == ["llamakit-llama-dice.json"]
    for one in (widget, seeded, given, named):
        one.close()


def test_a_folder_that_cannot_be_written_to_saves_nothing(folder, monkeypatch):
    monkeypatch.setattr(start.os, "access", lambda *_: False)
    widget = play()
    assert 'aria-checked="false"' in widget.html.split("lk-saves")[1]
    send(widget, "begin")
    assert not list(folder.iterdir())
    widget.close()


def test_in_a_folder_that_is_gone_one_plays_without_saving(folder, monkeypatch):
    (folder / "here").mkdir()
    monkeypatch.chdir(folder / "here")
    (folder / "here").rmdir()
    widget = play()
    send(widget, "begin")
    assert "autosave cannot be a file" in widget.html
    send(widget, "saves")
    send(widget, "begin")
    assert "lk-board" in widget.html
    widget.close()
    monkeypatch.chdir(folder)


def test_the_file_of_a_game_that_is_over_is_used_again_and_a_broken_one_left_alone(folder):
    over = lk.new_game("llama-dice", [lk.bot("greedy")] * 2, seed=1, target=1)
    while not over.is_over:
        over.play()
    (folder / "llamakit-llama-dice.json").write_text(json.dumps(over.record()))
    (folder / "llamakit-kadabra.json").write_text("{")
    panel = Start(None, folder)
    assert panel.saved == []
    assert panel.file().path.name == "llamakit-llama-dice.json"
    panel.change("game", "", "kadabra")
    assert panel.file().path.name == "llamakit-kadabra-2.json"
