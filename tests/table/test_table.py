"""The table without a browser: messages in, HTML and words out."""

from __future__ import annotations

import dataclasses
import gc
import json
import re
import subprocess
import sys
import weakref
from html import unescape
from html.parser import HTMLParser
from random import Random

import pytest
from pig import GAMES
from unseen import HIDDEN

import llamakit as lk
from llamakit.engine.game import make_rng
from llamakit.engine.registry import find_game, find_strategy
from llamakit.games.cards import penalty
from llamakit.table.play import play
from llamakit.table.scores import counted
from llamakit.table.table import Table

NASTY = "<img src=x onerror=alert(1)>"


def table_for(*players, seed=7, **options):
    return Table(lk.new_game("llama-dice", players=list(players), seed=seed, **options), seed)


def send(table, do, action=None, **more):
    return table.receive({"do": do, "action": action, "version": table.version, **more})


def keys(table):
    return [unescape(key) for key in re.findall(r'data-key="([^"]*)"', table.html)]


def words_of(table):
    """What a person reads: the HTML without its tags."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", table.html)))


def choices(table):
    """The moves offered as labelled buttons: (action, label)."""
    part = table.html.split('class="lk-choices"')[1].split("</section>")[0]
    return re.findall(r'data-action="([^"]*)"[^>]*>([^<]*)<', part)


def play_on(table, until, strategy="greedy", limit=2000):
    """Let people play by a bot's strategy, and bots by the clock, until something holds."""
    choose, rng = find_strategy(table.game.name, strategy), make_rng(1)
    for _ in range(limit):
        if until(table):
            return
        if table.wait:
            send(table, "tick")
        elif found := {"next", "hide", "ready"} & set(keys(table)):
            send(table, *found)
        else:
            game = table.game
            view = game.view(game.current_player)
            send(table, "play", str(choose(view, game.legal_actions(), rng)))
    raise AssertionError("it never came about")


def test_importing_the_table_imports_no_widgets():
    code = (
        "import sys, llamakit.table.table; "
        "print([m for m in ('ipywidgets', 'anywidget', 'IPython', 'sympy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_legal_choice_is_a_labelled_button_and_no_other():
    table = table_for("Ana", "Ben")
    for _ in range(60):
        legal = [str(action) for action in table.game.legal_actions()]
        if "next" in keys(table):
            send(table, "next")
            continue
        offered = choices(table)
        assert [action for action, _ in offered] == legal
        assert all(label.strip() for _, label in offered)
        send(table, "play", legal[-1] if len(legal) > 2 else legal[0])


def test_a_move_changes_the_game_and_is_told_in_a_sentence():
    table = table_for("Ana", "Ben")
    version = table.version
    assert send(table, "play", "quit") is None
    assert table.version == version + 1
    assert table.game.current_player == 1
    assert table.said.startswith("Ana quits the round. Ben: ")
    assert "Ana quits the round." in words_of(table)


def test_two_quick_clicks_are_one_move():
    table = table_for("Ana", "Ben")
    message = {"do": "play", "action": "quit", "version": table.version}
    table.receive(message)
    table.receive(message)
    assert len(table.game.record()["steps"]) == 2


class Presses(HTMLParser):
    """What the buttons ask for: those within ``data-decides``, and the others."""

    def __init__(self, html):
        super().__init__()
        self.within, self.deciding, self.others = [], set(), set()
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "button":
            (self.deciding if any(self.within) else self.others).add(attrs["data-do"])
        if tag in ("div", "section"):
            self.within.append("data-decides" in attrs)

    def handle_endtag(self, tag):
        if tag in ("div", "section"):
            self.within.pop()


@pytest.mark.parametrize("slug", lk.GAMES)
def test_what_decides_a_move_is_marked_for_the_page_and_nothing_else(slug):
    table = Table(lk.new_game(slug, players=["Ana", "Ben", lk.bot("random")], seed=3), 3)
    deciding, others = set(), set()

    def look(table):
        presses = Presses(table.html)
        deciding.update(presses.deciding)
        others.update(presses.others)
        return table.game.is_over

    send(table, "switch", "pause")
    play_on(table, lambda table: look(table) or table.game.current_player == 2)
    send(table, "switch", "pause")
    play_on(table, look, "random")
    curtains = {"ready"} if slug != "llama-dice" else set()
    curtains |= {"hide"} if slug in ("llama", "kadabra") else set()
    rounds = {"next"} if slug != "chinchiller" else set()
    assert deciding - {"skip"} == {"play", "tick", "again", "watch"} | curtains | rounds
    assert others == {"undo", "redo", "hint", "switch", "save", "load", "new"}


@pytest.mark.parametrize("slug", lk.GAMES)
def test_each_kind_of_answer_keeps_its_place(slug):
    table = Table(lk.new_game(slug, players=["Ana", "Ben"], seed=3), 3)
    words = find_game(slug).words
    rows = {str(action): row for action, row in words.ASIDE.items()}
    phases, greyed = set(), set()

    def look(table):
        phase = table.game.state.phase
        choices = table.html.split('class="lk-choices"')[1].split("</section>")[0]
        shown = {
            unescape(re.search('data-action="([^"]*)"', tag)[1]): tag
            for tag in re.findall(r'<button [^>]*data-do="play"[^>]*>', choices)
        }
        if shown:
            off = {action for action, tag in shown.items() if " disabled" in tag}
            first = {str(words.FIRST[phase])} if phase in words.FIRST else set()
            aside = [action for action, tag in shown.items() if 'class="lk-aside"' in tag]
            legal = set(map(str, table.game.legal_actions()))
            assert set(shown) - off == legal
            assert set(list(shown)[:1]) >= first
            assert off == first - legal
            assert aside == list(shown)[len(shown) - len(aside) :]
            assert set(aside) == set(shown) & set(rows)
            places = [rows[action] for action in aside]
            assert places == sorted(set(places), reverse=True)
            assert "quit" not in legal or aside[-1] == "quit"
            phases.add(phase)
            greyed.update(off)
        return table.game.is_over

    play_on(table, look)
    assert len(phases) > 1
    assert greyed == ({"draw"} if slug in ("llama", "kadabra") else set())


@pytest.mark.parametrize(
    "message",
    [
        None,
        3,
        "play",
        [],
        {},
        {"do": "play"},
        {"do": ["play"]},
        {"do": "explode"},
        {"version": "1"},
    ],
)
def test_a_message_that_is_none_changes_nothing(message):
    table = table_for("Ana", "Ben")
    before = vars(table).copy()
    if isinstance(message, dict) and "do" in message and message["do"] != "play":
        message["version"] = table.version
    table.receive(message)
    assert vars(table) == before


@pytest.mark.parametrize("action", [None, "", "fly", "discard 9", "x" * 5000, NASTY])
def test_an_illegal_move_gives_a_message_and_changes_nothing(action):
    table = table_for("Ana", "Ben")
    state = table.game.state
    send(table, "play", action)
    assert table.game.state == state
    assert "is not possible" in words_of(table)
    assert "legal: roll, quit" in table.said
    assert "<img" not in table.html
    send(table, "play", "quit")
    assert "is not possible" not in table.html


def test_a_new_table_says_how_the_bots_play():
    table = table_for("Ana", lk.bot("sharp"), lk.bot("cautious", NASTY), lambda *_: "quit")
    levels = find_game("llama-dice").words.LEVELS
    shown = words_of(table)
    assert f"Sharp : {levels['sharp']}" in shown
    assert f"{NASTY} : {levels['cautious']}" in shown
    assert table.html.count("<li><bdi>") == 2
    table.receive({"do": "play", "action": "quit", "version": table.version})
    assert "lk-levels" not in table.html
    assert "lk-levels" not in table_for("Ana", "Ben").html


def test_bots_move_one_by_one_when_the_page_asks():
    table = table_for("Ana", lk.bot("cautious"), lk.bot("greedy"))
    assert table.wait == 0
    send(table, "play", "quit")
    moves = []
    while table.wait:
        assert table.wait == 1200
        assert not choices(table)
        assert "is thinking" in table.html
        before = len([s for s in table.game.history if s.seat is not None])
        send(table, "tick")
        moves.append(len([s for s in table.game.history if s.seat is not None]) - before)
    assert moves
    assert set(moves) == {1}


def test_bots_that_wait_move_at_a_click():
    table = table_for("Ana", lk.bot("cautious"))
    send(table, "switch", "pause")
    send(table, "play", "quit")
    assert table.wait == 0
    assert "step" in keys(table)
    steps = len(table.game.history)
    send(table, "tick")
    assert len(table.game.history) > steps


def test_nobody_plays_for_a_bot():
    table = table_for("Ana", lk.bot("cautious"))
    send(table, "play", "quit")
    state = table.game.state
    send(table, "play", "roll")
    assert table.game.state == state
    assert "it is a bot's turn" in words_of(table)


def test_a_tick_moves_no_person():
    table = table_for("Ana", lk.bot("cautious"))
    steps = len(table.game.history)
    send(table, "tick")
    assert len(table.game.history) == steps


def test_a_failing_strategy_is_named_with_its_line():
    def clumsy(view, legal_actions, rng):
        return legal_actions[0 // 0]

    def cheating(view, legal_actions, rng):
        return "fly"

    table = table_for("Ana", clumsy, cheating)
    send(table, "play", "quit")
    state = table.game.state
    send(table, "tick")
    assert table.game.state == state
    assert "Clumsy cannot move. ZeroDivisionError: " in words_of(table)
    assert "of clumsy)" in words_of(table)
    assert table.wait == 0
    table = table_for("Ana", cheating)
    send(table, "play", "quit")
    send(table, "tick")
    assert "Cheating cannot move. 'fly' is not possible" in words_of(table)


def test_only_bots_play_a_whole_game_by_the_clock():
    table = table_for(lk.bot("random"), lk.bot("cautious"), target=10)
    for _ in range(500):
        if table.game.is_over:
            break
        assert table.wait
        send(table, "tick")
    assert table.game.is_over
    assert table.wait == 0


def test_undo_goes_back_to_the_last_decision_of_a_person_and_redo_forward():
    table = table_for("Ana", lk.bot("greedy"), lk.bot("cautious"))
    first = table.game.state
    assert 'data-key="undo" disabled' in table.html
    send(table, "play", "roll")
    second = table.game.state
    send(table, "play", str(table.game.legal_actions()[0]))
    play_on(table, lambda table: not table.wait)
    third = table.game.state
    send(table, "undo")
    assert table.game.state == second
    send(table, "undo")
    assert table.game.state == first
    assert table.wait == 0
    send(table, "redo")
    assert table.game.state == second
    send(table, "redo")
    assert table.game.state == third
    assert 'data-key="redo" disabled' in table.html


def test_undo_with_nothing_to_undo_says_so():
    table = table_for("Ana", "Ben")
    send(table, "undo")
    assert "nothing to undo" in words_of(table)


def test_undo_and_the_same_move_roll_the_same():
    table = table_for("Ana", "Ben")
    send(table, "play", "roll")
    rolled = table.game.state
    send(table, "undo")
    send(table, "play", "roll")
    assert table.game.state == rolled
    assert 'data-key="redo" disabled' in table.html


def test_the_end_of_a_round_is_shown_until_next_round():
    table = table_for("Ana", "Ben", seed=3)
    play_on(table, lambda table: "next" in keys(table))
    assert table.game.state.round_number == 2
    assert table.view.round_number == 1
    assert table.view.phase == "deal"
    assert table.view.log[-1].count("Round 1 is over") == 1
    assert [key for key in keys(table) if key.startswith("play")] == []
    assert_scores_are_shown(table)
    assert [points for _, points in counted(table.game, table._round_end)] == list(
        map(penalty, table.view.rows)
    )
    send(table, "play", "roll")
    assert "waiting for somebody" in words_of(table)
    send(table, "next")
    assert table.view == table.game.view(table.seat)
    assert "Round 2" in table.said


def test_undo_at_the_end_of_a_round_goes_back_into_it():
    table = table_for("Ana", "Ben", seed=3)
    play_on(table, lambda table: "next" in keys(table))
    ended = table.html
    send(table, "undo")
    assert table.game.state.round_number == 1
    assert "next" not in keys(table)
    send(table, "redo")
    assert re.sub("redo.*?>", "", table.html) == re.sub("redo.*?>", "", ended)


def assert_scores_are_shown(table):
    """Each player has a row with the cards, their points, and the total."""
    rows = re.findall("<tr.*?</tr>", table.html.split('class="lk-scores')[1].split("</table>")[0])
    heads, *rows = [re.findall("<t[hd].*?>(.*?)</t[hd]>", row) for row in rows]
    assert heads == ["Player", "Cards", "Points", "Total"]
    for seat, (name, cards, points, total) in enumerate(rows):
        held = (getattr(table.view, "rows", None) or table.view.hands)[seat]
        assert f"<bdi>{table.game.players[seat]}</bdi>" in name
        assert cards.count("<svg") == len(held)
        cost, _, back = points.partition(" − ")
        assert int(cost) == counted(table.game, table._round_end)[seat][1]
        assert not back or int(back) in (1, 10)
        assert int(total) == table._shown.scores[seat]


def test_the_scores_say_what_was_given_back_and_what_the_magic_token_counted():
    magic = lk.kadabra.position(["1"], 1, tokens=[(3, 0, 1), (3, 0, 0)])
    black = lk.llama.position([4], 4, points=[12, 0])
    players, shown = ["Ana", lk.bot("greedy")], []
    kadabra, llama = (Table(lk.new_game(start, players=players)) for start in (magic, black))
    for table, last in ((kadabra, "1"), (llama, "4")):
        send(table, "play", f"play {last}")
        send(table, "play", "return 10")
        shown.append(re.findall("<td>(.*?)</td>", table.html.split('class="lk-scores')[1])[:3])
    assert shown[0] == ["the magic token", "10 − 10", "3"]
    assert shown[1] == ['<p class="lk-none">no cards</p>', "0 − 10", "2"]


def test_the_end_of_the_game_shows_scores_and_winners():
    table = table_for("Ana", lk.bot("cautious"), target=10)
    play_on(table, lambda table: table.game.is_over)
    shown = words_of(table)
    scores = shown.split("Final scores")[1]
    assert_scores_are_shown(table)
    assert scores.count(" winner ") == len(table.game.winners)
    assert [key for key in keys(table) if key.startswith("play")] == []
    send(table, "play", "roll")
    assert "the game is over" in table.said


def test_play_again_deals_anew_with_the_next_seed():
    table = table_for("Ana", lk.bot("cautious"), target=10, edition="international")
    play_on(table, lambda table: table.game.is_over)
    send(table, "again")
    again = lk.new_game(
        "llama-dice",
        players=["Ana", lk.bot("cautious")],
        seed=8,
        target=10,
        edition="international",
    )
    assert table.game.record() == again.record()


def test_a_new_game_asks_first():
    table = table_for("Ana", "Ben")
    send(table, "play", "quit")
    game = table.game
    send(table, "new")
    assert {"begin", "back", "game kadabra"} <= set(keys(table))
    send(table, "play", "quit")
    send(table, "back")
    assert table.game is game
    assert [action for action, _ in choices(table)] == ["roll", "quit"]
    send(table, "again")
    assert table.game is game
    send(table, "new")
    send(table, "begin")
    assert table.game is not game
    assert len(table.game.history) == 1


def test_bots_wait_while_the_table_asks_for_a_new_game():
    table = table_for("Ana", lk.bot("cautious"))
    send(table, "play", "quit")
    assert table.wait > 0
    send(table, "new")
    assert table.wait == 0
    send(table, "back")
    assert table.wait > 0


def test_a_saved_game_can_be_loaded_and_played_on():
    table = table_for("Ana", lk.bot("cautious"))
    send(table, "play", "quit")
    saved = send(table, "save")
    assert saved["name"] == "llama-dice.json"
    assert json.loads(saved["text"]) == table.game.record()
    other = table_for("Cem", "Dora")
    send(other, "load", text=saved["text"])
    assert other.game.state == table.game.state
    assert other.game.players == ("Ana", "Cautious")
    assert other.wait
    send(other, "tick")
    assert len(other.game.history) > len(table.game.history)


def broken_records():
    record = lk.new_game("llama-dice", players=2, seed=1).record()
    return [
        "",
        "no JSON",
        "[" * 100_000,
        "[]",
        "null",
        '"/etc/hostname"',
        "{}",
        "x" * 5_000_001,
        None,
        json.dumps(record | {"game": "chess"}),
        json.dumps(record | {"version": 99}),
        json.dumps(record | {"scores": [0, 40]}),
        json.dumps(record | {"steps": [{"roll": [1, 1, 1]}]}),
        json.dumps(record | {"players": [{"name": NASTY}, {"name": NASTY}]}),
    ]


@pytest.mark.parametrize("text", broken_records(), ids=range(len(broken_records())))
def test_a_broken_record_gives_a_message_and_changes_nothing(text):
    table = table_for("Ana", "Ben")
    game, state = table.game, table.game.state
    send(table, "load", text=text)
    assert table.game is game
    assert game.state == state
    assert "lk-trouble" in table.html
    assert "<img" not in table.html


def test_names_are_text_everywhere():
    table = table_for(NASTY, lk.bot("cautious", f"{NASTY} & co"), target=1)
    send(table, "switch", "log")

    def look(table):
        assert "<img" not in table.html
        assert NASTY in words_of(table)
        return table.game.is_over

    play_on(table, look)
    assert NASTY in table.said


def test_no_ids_so_that_two_views_share_one_page():
    table = table_for("Ana", lk.bot("cautious"))
    assert not re.search(r"\sid=", table.html)
    assert len(set(keys(table))) == len(keys(table))


def test_what_can_be_clicked_plays_a_legal_action():
    table = table_for("Ana", "Ben", seed=3)

    def look(table):
        legal = {str(action) for action in table.game.legal_actions()}
        clicks = re.findall(r'data-do="play" data-action="([^"]*)"', table.html)
        assert set(clicks) <= legal
        assert len(set(keys(table))) == len(keys(table))
        return table.game.is_over

    play_on(table, look)


def test_the_story_holds_every_sentence():
    table = table_for("Ana", "Ben")
    send(table, "play", "quit")
    send(table, "play", "quit")
    send(table, "next")
    assert "Whole story" not in table.html.split("lk-tools")[-1].split("</div>", 1)[1]
    send(table, "switch", "log")
    story = table.html.split('class="lk-log"')[1]
    assert story.count("<li>") == len(table.view.log)
    send(table, "switch", "nonsense")
    send(table, "switch", "log")
    assert 'class="lk-log"' not in table.html


def test_the_odds_are_those_of_the_decision_at_hand():
    table = table_for("Ana", "Ben")
    send(table, "switch", "odds")
    shown = words_of(table)
    for figure in lk.llama_dice.odds.at_hand(table.view):
        assert figure.name in shown
        assert str(figure.value) in shown
    assert 'aria-checked="true"' in table.html
    send(table, "switch", "odds")
    assert "Exact odds for" not in table.html


def test_both_editions_speak_their_own_words():
    texts = {}
    for edition in ("us", "international"):
        table = table_for("Ana", "Ben", seed=5, edition=edition)
        play_on(table, lambda table: table.game.is_over)
        send(table, "switch", "log")
        texts[edition] = words_of(table)
    assert "Llama drama!" in texts["us"]
    assert "Blown it!" not in texts["us"]
    assert "Blown it!" in texts["international"]
    assert "drama" not in texts["international"]


def test_a_curtain_hides_a_hand_from_the_others():
    table = Table(lk.new_game("llama", players=["Ana", "Ben"], seed=2))
    hands = [table.game.view(seat) for seat in (0, 1)]
    assert hands[0] != hands[1]
    assert table.seat is None
    assert table.said.endswith("Pass the screen to Ana.")
    assert not choices(table)
    send(table, "play", str(table.game.legal_actions()[0]))
    assert len(table.game.history) == 1
    send(table, "ready")
    assert table.seat == 0
    send(table, "play", str(table.game.legal_actions()[0]))
    assert table.seat is None
    assert table.said.endswith("Pass the screen to Ben.")


def test_one_person_among_bots_needs_no_curtain():
    table = Table(lk.new_game("llama", players=["Ana", lk.bot("greedy")], seed=2))
    assert table.seat == 0
    assert choices(table)


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_can_be_played_at_the_table(slug):
    table = Table(lk.new_game(slug, players=["Ana", lk.bot("greedy")], seed=1))
    play_on(table, lambda table: table.game.is_over, strategy="random")
    assert "Final scores" in table.html


def test_play_gives_a_widget_that_holds_the_game():
    widget = play("llama-dice", players=["Ana", lk.bot("cautious")], seed=7)
    assert widget.html == widget.table.html
    assert widget.game.players == ("Ana", "Cautious")
    assert repr(widget) == "A table for llama-dice: run this cell to play."
    widget._handle_custom_msg({"do": "play", "action": "quit", "version": widget.version}, [])
    assert widget.game.current_player == 1
    assert (widget.html, widget.wait) == (widget.table.html, 1200)
    widget.close()


def test_without_players_one_person_sits_down_with_two_bots():
    widget = play("llama-dice", seed=1)
    assert widget.game.players == ("Player 1", "Sharp", "Cautious")
    widget.close()


@pytest.mark.parametrize("pace", [0, -1, 61, "fast", True, None, float("nan")])
def test_a_pace_is_a_number_of_seconds(pace):
    with pytest.raises(lk.InputError, match="pace"):
        play("llama-dice", pace=pace)


@pytest.mark.parametrize(
    "given", [{"players": 1}, {"players": ["Ana", "Ana"]}, {"targe": 3}, {"seed": "x"}]
)
def test_play_refuses_what_cannot_be_played(given):
    with pytest.raises(lk.InputError):
        play("llama-dice", **given)


def test_closing_a_table_frees_it():
    widget = play("llama-dice", players=["Ana", lk.bot("cautious")], seed=7)
    gone = weakref.ref(widget.table)
    widget.close()
    del widget
    gc.collect()
    assert gone() is None


class Shell:
    """A notebook's shell, as far as it says which run of which cell this is."""

    def __init__(self):
        self.cell, self.run = "a", 1

    def get_parent(self):
        return {"header": {"msg_id": str(self.run)}, "metadata": {"cellId": self.cell}}


def test_running_a_cell_again_closes_the_table_it_has_shown(monkeypatch):
    shell = Shell()
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    monkeypatch.setattr("llamakit.table.widget._on_show", {})
    monkeypatch.setattr("IPython.display.display", lambda *_, **__: None)
    first, second, third = (play("llama-dice", players=2, seed=1) for _ in range(3))
    first._ipython_display_()
    second._ipython_display_()
    assert first.comm is not None  # two tables of one run
    shell.cell = "b"
    third._ipython_display_()
    assert (first.comm is None, second.comm is None) == (False, False)
    shell.cell, shell.run = "a", 2
    second._ipython_display_()  # the same table, shown again
    assert (first.comm is None, second.comm is None) == (True, False)
    assert third.comm is not None
    for widget in (second, third):
        widget.close()


@pytest.mark.clause("C12", "K21")
@pytest.mark.parametrize("slug", ["llama", "kadabra"])
def test_what_a_seat_may_not_know_changes_nothing_in_its_page(slug):
    rng = Random(5)
    game = lk.new_game(slug, players=["Ana", lk.bot("greedy"), lk.bot("random")], seed=5)
    for _ in range(30):
        table = Table(game)
        for name in ("odds", "rules", "log"):
            send(table, "switch", name)
        state, shown = game.state, table.html
        game.state = HIDDEN[slug](state, 0, rng)
        assert game.state != state
        send(table, "switch", "none")
        assert table.html == shown
        game.state = state
        game.play(None if game.current_player else rng.choice(game.legal_actions()))
        if game.round_number > 1:
            break


@pytest.mark.clause("H11")
def test_dice_and_sand_change_nothing_in_a_blind_players_page():
    game = lk.new_game("chinchiller", players=["Ana", lk.bot("greedy")], seed=5, closed=(2, 0))
    table = Table(game)
    send(table, "tick")
    for name in ("odds", "rules", "log"):
        send(table, "switch", name)
    assert game.state.phase == "answer"
    shown = table.html
    game.state = dataclasses.replace(game.state, roll=(12, "x2"), sand=(1, 99))
    send(table, "switch", "none")
    assert table.html == shown


@pytest.mark.parametrize("slug", ["llama", "kadabra"])
def test_what_stays_in_a_saved_notebook_shows_the_hand_of_a_lone_person_only(slug):
    def stays(*players):
        game = lk.new_game(slug, players=list(players), seed=7)
        return Table(game, 7).still()["text/plain"], game

    (alone, game), (shared, _) = stays("Ana", lk.bot("cautious")), stays("Ana", "Ben")
    assert alone.startswith(str(game.view(0)))
    assert shared.startswith(str(game.view()).replace("Cautious", "Ben"))
    assert "Ben: 6 cards" in shared
    assert "Ana: 6 cards" in shared
    assert "Cautious: 6 cards" in alone
    assert "Ana: 6 cards" not in alone


def test_who_has_drawn_sees_the_card_before_the_curtain_falls():
    table = Table(lk.new_game("llama", players=["Ana", "Ben"], seed=2))
    send(table, "ready")
    send(table, "play", "draw")
    assert re.fullmatch(r"Ana draws a .{1,5}\. Ana, have you seen it all\?", table.said)
    assert table.seat == 0
    assert not choices(table)
    send(table, "play", str(table.game.legal_actions()[0]))
    assert "waiting for somebody" in words_of(table)
    send(table, "hide")
    assert table.seat is None
    assert table.view == table.game.view()
    assert table.said.endswith("Pass the screen to Ben.")


@pytest.mark.parametrize("slug", ["llama", "kadabra"])
def test_who_comes_to_the_screen_hears_all_since_the_last_decision(slug):
    table = Table(lk.new_game(slug, players=["Ana", "Ben", lk.bot("greedy")], seed=2))
    heard = {None: "", 0: "", 1: ""}

    def look(table):
        heard[table.seat] += table.said
        return table.game.is_over

    play_on(table, look)
    for seat in (0, 1):
        for sentence in table.game.view(seat).log:
            open_to_all = sentence in table.game.view().log
            assert sentence in ("".join(heard.values()) if open_to_all else heard[seat])


def test_a_person_who_is_not_at_the_screen_is_asked_before_an_undo():
    table = table_for("Ana", "Ben")
    send(table, "play", "quit")
    state = table.game.state
    send(table, "undo")
    assert table.game.state == state
    assert table.said == "Ana, do you take your last move back?"
    assert choices(table) == [("yes", "Yes, take it back"), ("no", "No, go on")]
    send(table, "undo", "no")
    assert table.game.state == state
    assert [action for action, _ in choices(table)] == ["roll", "quit"]
    send(table, "undo")
    send(table, "undo", "yes")
    assert table.game.current_player == 0
    assert not table.game.view().log[1:]


def test_an_undo_behind_the_curtain_opens_nobodys_hand():
    table = Table(lk.new_game("llama", players=["Ana", "Ben"], seed=2))
    send(table, "ready")
    send(table, "play", str(table.game.legal_actions()[0]))
    send(table, "hide")
    send(table, "undo")
    send(table, "undo", "yes")
    assert table.game.current_player == 0
    assert table.seat is None
    assert "show my side" in table.html


def test_behind_the_curtain_nothing_is_saved():
    table = Table(lk.new_game("llama", players=["Ana", "Ben"], seed=2))
    assert 'data-key="save" disabled' in table.html
    assert send(table, "save") is None
    assert "not saved" in table.said
    send(table, "ready")
    assert send(table, "save")["text"]


def test_who_has_quit_can_skip_to_the_end_of_the_round():
    table = table_for("Ana", lk.bot("greedy"), lk.bot("cautious"))
    send(table, "play", "roll")
    assert "skip" not in keys(table)
    send(table, "skip")
    assert table.game.current_player == 0
    play_on(table, lambda table: "quit" in map(str, table._actions()))
    send(table, "play", "quit")
    assert "skip" in keys(table)
    table.receive({"do": "skip", "version": table.version - 1})  # a bot has moved meanwhile
    assert "next" in keys(table)
    assert table.game.round_number == 2
    assert "skip" not in keys(table)
    said = table.said
    table.receive({"do": "skip", "version": table.version - 1})  # pressed twice
    assert table.said == said


def test_skipping_stops_at_a_strategy_that_fails():
    def clumsy(view, legal_actions, rng):
        return legal_actions[0 // 0]

    table = table_for("Ana", clumsy)
    send(table, "play", "quit")
    send(table, "skip")
    assert "Clumsy cannot move" in table.said
    assert table.game.round_number == 1


@pytest.mark.parametrize("slug", ["llama", "llama-dice", "kadabra"])
def test_the_end_of_a_round_is_a_table_and_no_paragraph(slug):
    table = Table(lk.new_game(slug, players=["Ana", lk.bot("greedy")], seed=3), 3)
    play_on(table, lambda table: "next" in keys(table))
    assert re.search(r"<h3[^>]*>[^<:]*, round 1 is over</h3>", table.html)
    shown = words_of(table)
    assert "Points:" not in shown
    assert_scores_are_shown(table)
    assert "Points:" in table.said


def test_the_region_is_named_after_the_game_and_its_players():
    table = table_for(NASTY, "Ben")
    region = re.search('data-region="([^"]*)"', table.html)[1]
    assert unescape(region) == f"L.L.A.M.A. Dice: {NASTY}, Ben"
