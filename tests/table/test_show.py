"""The replay: a scrubber through any record, with the odds at each step."""

from __future__ import annotations

import dataclasses
import json
import re
from fractions import Fraction
from html import unescape

import pytest
from pig import GAMES

import llamakit as lk
from llamakit import about
from llamakit.engine.registry import find_game
from llamakit.engine.state import Action
from llamakit.exact.figures import proven_advice
from llamakit.games.llama_dice import odds
from llamakit.games.llama_dice.rules import QUIT, ROLL
from llamakit.table import explain, review, show, words
from llamakit.table.draw import pick
from llamakit.table.graph import dots
from llamakit.table.marks import marked
from llamakit.table.show import SPEEDS, Replay

NASTY = "<img src=x onerror=alert(1)>"


def played(slug, seed=1, players=("greedy", "random"), **options):
    game = lk.new_game(slug, players=[lk.bot(name) for name in players], seed=seed, **options)
    while not game.is_over:
        game.play()
    return game


def send(replay, do, action):
    return replay.receive({"do": do, "action": action, "version": replay.version})


def words_of(html):
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html)))


@pytest.mark.parametrize("slug", GAMES)
def test_every_decision_and_the_end_can_be_looked_at(slug):
    game = played(slug)
    replay = Replay([lk.replay(game.record())])
    decisions = [step for step in game.history if step.seat is not None]
    shown, lengths = [], []
    for number, frame in enumerate(replay.frames):
        send(replay, "go", str(number))
        assert replay.at == number
        assert f"Step {number + 1} of {len(replay.frames)}" in replay.said
        if frame.taken is not None:
            shown.append(frame.taken)
        lengths.append(len(replay.view.log))
    assert [step.choice for step in shown] == [step.choice for step in decisions]
    assert lengths == sorted(lengths)
    assert replay.frames[-1].state == game.state
    assert "the game is over" in replay.html


def test_forwards_and_back_show_the_same():
    replay = Replay([played("llama-dice")])
    there = []
    for number in range(len(replay.frames)):
        send(replay, "go", number)
        there.append(replay.html)
    for number in reversed(range(len(replay.frames))):
        send(replay, "go", number)
        assert replay.html == there[number]


def test_the_ends_of_the_scrubber_are_closed():
    replay = Replay([played("llama-dice")])
    assert re.search('data-key="back" disabled', replay.html)
    assert not re.search('data-key="forward" disabled', replay.html)
    send(replay, "go", "999999999999")
    assert replay.at == len(replay.frames) - 1
    assert re.search('data-key="forward" disabled', replay.html)


@pytest.mark.parametrize(
    "message",
    [
        *[None, 3, [], {}, {"do": "go"}, {"do": "go", "action": "-1"}, {"do": "go", "action": "x"}],
        *[{"do": "go", "action": "²"}, {"do": "switch", "action": ["odds"]}, {"do": "play"}],
    ],
)
def test_a_message_that_is_none_changes_nothing(message):
    replay = Replay([played("llama-dice")])
    before = vars(replay).copy()
    if isinstance(message, dict):
        message = {"version": replay.version} | message
    replay.receive(message)
    assert vars(replay) == before


def test_no_step_and_no_switch_is_lost_on_an_older_version():
    replay = Replay([played("llama-dice")])
    version = replay.version
    for number in "135":
        replay.receive({"do": "go", "action": number, "version": version})
    replay.receive({"do": "switch", "action": "rules", "version": version})
    assert replay.at == 5
    assert "lk-rules" in replay.html


def test_each_step_has_the_odds_of_the_player_on_turn():
    game = played("kadabra", seed=2)
    replay = Replay([game])
    for number, frame in enumerate(replay.frames[:20]):
        replay.go(number)
        view = dataclasses.replace(frame.state.view(frame.state.player), names=game.players)
        for figure in explain.figures("kadabra", view):
            assert figure.name in words_of(replay.html)
        assert "hidden card" not in words_of(replay.html)
    send(replay, "switch", "odds")
    assert "Exact odds for" not in replay.html
    send(replay, "switch", "rules")
    assert "Rules that matter now" in replay.html


def test_what_the_player_did_is_named():
    game = lk.new_game("llama-dice", players=["Ana", "Ben"], seed=7)
    game.play("quit")
    assert "What Ana did: Quit the round" in words_of(Replay([game]).html)


def test_frames_out_of_range_are_refused():
    replay = Replay([played("llama-dice")])
    for number in (-1, len(replay.frames), "1", None):
        with pytest.raises(lk.InputError, match="frame"):
            replay.go(number)


def test_names_in_a_record_are_text():
    record = lk.new_game("llama", players=[NASTY, "Ben"], seed=1).record()
    replay = Replay([lk.replay(record)])
    assert "<img" not in replay.html
    assert NASTY in words_of(replay.html)
    assert "<img src=x" not in replay.still()["text/html"]


def test_the_picture_that_stays_is_of_the_step_shown():
    replay = Replay([played("llama-dice")])
    first = replay.still()
    replay.go(5)
    assert replay.still() != first
    assert replay.still()["text/plain"].startswith(str(replay.view))


def test_show_takes_records_paths_games_and_matches(tmp_path):
    game = played("chinchiller")
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game.record()))
    for record in (game, game.record(), path, str(path)):
        widget = lk.show(record)
        assert widget.html == widget.table.html
        assert widget.game.state == game.state
        assert repr(widget) == "A replay of chinchiller: run this cell to see it."
        widget.close()
    match = lk.new_match("chinchiller", players=[lk.bot("greedy")] * 2, seed=7, turns=4)
    while not match.is_over:
        current = match.game
        while not current.is_over:
            current.play()
    for record in (match, match.record()):
        widget = lk.show(record)
        widget.table.go(len(widget.table.frames) - 1)
        assert "Game 6 of 6." in widget.table.html
        widget.close()


@pytest.mark.parametrize("record", [None, 3, {}, "no such file", {"format": "llamakit record"}])
def test_a_broken_record_is_refused(record):
    with pytest.raises(lk.RecordError):
        lk.show(record)


def test_what_the_player_did_has_its_cost_where_best_play_is_known(monkeypatch):
    def advice(view):
        worths = {QUIT: Fraction(7), ROLL: Fraction(6)}
        return proven_advice(worths, "points") if view.phase == "turn" else ()

    monkeypatch.setattr(odds, "advice", advice, raising=False)
    monkeypatch.setattr(review, "_known", {})
    game = lk.new_game("llama-dice", players=["Ana", "Ben"], seed=7, target=1)
    game.play("quit")
    game.play("roll")
    while not game.is_over:
        game.play(game.legal_actions()[-1])
    replay = Replay([game])
    assert "What Ana did: Quit the round" in words_of(replay.html)
    assert "best" not in words_of(replay.html)
    replay.finish()
    assert "What Ana did: Quit the round best" in words_of(replay.html)
    replay.go(1)
    assert "What Ben did: Roll the dice costs 1 point " in words_of(replay.html)
    assert "Better: quit the round. Quitting costs" in words_of(replay.html)
    assert "Quit the round 7 best" in words_of(replay.html)


@pytest.fixture(scope="module")
def reviewed():
    """A game of Dice for two, half of it played at random, with its review."""
    replay = Replay([played("llama-dice", 5, ("random", "cautious"), target=30)])
    replay.finish()
    return replay


@pytest.fixture
def again(reviewed):
    """The same replay from its beginning, as it is shown at first."""
    fresh = Replay(reviewed.games)
    fresh.reviews = reviewed.reviews
    fresh.go(0)
    return fresh


def listed(replay):
    """The moves as they stand in the list: what is said, and the attributes of the row."""
    rows = re.findall(r"<li ([^>]*)><button[^>]*>(.*?)</button></li>", replay.html)
    return [(words_of(what), kinds.split()) for kinds, what in rows]


def test_arrow_keys_walk_and_jump_from_mistake_to_mistake(again):
    walked = []
    for _ in again.frames:
        walked.append(again.at)
        send(again, "walk", "1")
    assert walked == list(range(len(again.frames)))
    assert again.at == len(again.frames) - 1
    costly = [one.step for one in sorted(again.review.mistakes(0))]
    wanted = [number for number, frame in enumerate(again.frames) if frame.steps in costly]
    back = []
    for _ in wanted:
        send(again, "mistake", "-1")
        back.append(again.at)
    assert back == wanted[::-1]
    assert len(wanted) > 2
    send(again, "mistake", "-1")
    assert again.at == wanted[0]
    send(again, "mistake", "1")
    assert again.at == wanted[1]


def test_the_list_says_every_move_in_order_and_what_the_costly_ones_cost(again):
    rows = listed(again)
    assert len(rows) == len(again.frames)
    for number, (what, kinds) in enumerate(rows):
        judged, frame = again.judged(number), again.frames[number]
        costly = judged is not None and judged.is_mistake
        assert ("data-costly" in kinds) is costly
        assert ("costs" in what) is costly
        if costly:
            assert explain.cost_of(judged.taken) in what
        if frame.taken is not None:
            own = frame.taken.seat == 0
            assert ("data-mine" in kinds, "data-theirs" in kinds) == (own, not own)
            assert what.strip().startswith(again.game.players[frame.taken.seat])
    for name in ("mine", "others", "costly", "all"):
        send(again, "filter", name)
        assert f'data-filter="{name}"' in again.html
        assert listed(again) == rows


def test_the_graph_shows_the_review_s_curve(again):
    curve = again.review.curve(0)
    found = dots(again)
    assert [dot.ahead for dot in found] == [point.ahead for point in curve]
    assert sum(dot.costly for dot in found) == len(again.review.mistakes(0))
    assert again.html.count('class="lk-dot') == len(again.review.mistakes(0))
    most = max(abs(dot.ahead) + dot.band for dot in found)
    assert f"by up to {most:.0f} points" in words_of(again.html)
    assert 'role="img" aria-label="How many points ahead' in again.html
    before = re.findall('<polyline[^>]*points="([^"]*)"', again.html)
    send(again, "seat", "")
    assert [dot.ahead for dot in dots(again)] == [-dot.ahead for dot in found]
    assert re.findall('<polyline[^>]*points="([^"]*)"', again.html) != before


def test_it_runs_by_itself_and_stops_at_the_end(again):
    again.go(len(again.frames) - 3)
    assert again.wait == 0
    send(again, "switch", "run")
    paces = set()
    for _ in SPEEDS:
        paces.add(again.wait)
        send(again, "speed", "")
    assert paces == set(SPEEDS.values())
    for _ in range(2):
        again.receive({"do": "tick", "version": again.version})
    assert again.at == len(again.frames) - 1
    assert again.wait == 0
    send(again, "switch", "run")
    assert again.at == 0
    send(again, "switch", "run")
    assert again.wait == 0


def test_the_review_is_worked_out_in_small_steps_and_can_be_stopped(monkeypatch):
    monkeypatch.setattr(review, "_known", {})
    replay = Replay([played("llama", 3, target=8)])
    total = len(replay.review.decisions)
    assert f"0 of {total} decisions looked at" in words_of(replay.html)
    at = next(
        number
        for number, frame in enumerate(replay.frames)
        if frame.steps == replay.review.decisions[3]
    )
    replay.go(at)
    while not replay.review.judged:
        version = replay.version
        replay.receive({"do": "tick", "version": version})
        assert replay.version > version
    assert list(replay.review.judged) == [replay.frames[at].steps]  # the one looked at comes first
    assert f"1 of {total} decisions looked at" in words_of(replay.html)
    send(replay, "switch", "review")
    assert replay.wait == 0
    replay.receive({"do": "tick", "version": replay.version})
    assert len(replay.review.judged) == 1
    send(replay, "switch", "review")
    while replay.wait:
        replay.receive({"do": "tick", "version": replay.version})
    assert len(replay.review.judged) == total
    assert "looked at" not in words_of(replay.html)


def test_what_is_estimated_is_solved_when_the_button_asks_for_it(monkeypatch):
    monkeypatch.setattr(review, "_known", {})
    monkeypatch.setattr(odds, "ADVISED_POSITIONS", 0)
    small = {"numbers": 3, "copies": 2, "hand": 3, "target": 4}
    small["dice"] = [[1, 2, 3, 3, "L", "L"]] * 3
    replay = Replay([played("llama-dice", 2, **small)])
    button = 'data-key="switch further"'
    assert button not in replay.html
    replay.finish()
    left = len(replay.review.solvable)
    assert left > 2
    assert f">{words.SOLVE_FURTHER}</button>" in replay.html
    assert "lk-progress" not in replay.html  # nothing is being worked out
    assert 'class="lk-band"' in replay.html
    assert "two standard errors of the cost" in replay.html
    assert replay.wait == 0
    send(replay, "switch", "further")
    assert f"{left} left to solve, 0 % of one done" in words_of(replay.html)
    assert f">{words.STOP_SOLVING}</button>" in replay.html
    replay.receive({"do": "tick", "version": replay.version})
    send(replay, "switch", "further")
    assert replay.wait == 0
    send(replay, "switch", "further")
    shown = set()
    while replay.wait:
        shown |= set(re.findall(r"(\d+) % of one done", replay.html))
        replay.receive({"do": "tick", "version": replay.version})
    assert len(shown) > 2
    assert all(one.known[0].proven for one in replay.review.judged.values())
    assert button not in replay.html
    assert 'class="lk-band"' not in replay.html


@pytest.mark.parametrize("slug", ["llama", "kadabra"])
def test_the_deal_of_a_game_that_is_over_names_nobody_s_hand(slug):
    game = played(slug, 3)
    deals = [number for number, step in enumerate(game.history) if step.before.mover is None]
    (story,) = Replay([game]).stories
    tell = find_game(slug).words.tell
    for number in deals:
        assert story[number] == tell(game.history[number], None, game.players)
    assert not any(" holds " in story[number] for number in deals)


@pytest.mark.parametrize("slug", GAMES)
def test_while_a_game_is_on_a_seat_s_replay_shows_its_view_only(slug):
    game = lk.new_game(slug, players=["Ana", "Ben", lk.bot("random")], seed=3)
    rng = __import__("random").Random(1)
    for _ in range(8):
        game.play(rng.choice(game.legal_actions()))
    assert not game.is_over
    for seat in (0, 1, None):
        replay = Replay([game], seat)
        replay.finish()
        assert all(game.history[step].seat == seat for step in replay.review.judged)
        names = game.players
        tell = find_game(slug).words.tell
        heard = {tell(step, seat, names) for step in game.history}
        for number, frame in enumerate(replay.frames):
            shown = dataclasses.replace(replay.view_of(number), log=())
            assert shown == dataclasses.replace(frame.state.view(seat), names=names)
            assert set(replay._news(frame)) <= heard
            own = replay._own_view(frame)
            assert own.seat == seat
        assert send(replay, "save", "") is None
        assert 'data-do="save"' not in replay.html
        assert 'data-do="page"' not in replay.html
        assert send(replay, "page", "") is None


def test_of_hidden_re_rolls_nobody_learns_even_the_number():
    rerolls = 0
    for seed in range(20):
        game = lk.new_game("chinchiller", players=["Ana", "Ben"], seed=seed, closed=(0, 2))
        while game.current_player == 0 and game.state.phase == "choose":
            game.play(game.legal_actions()[0])
        blind, seeing = Replay([game], 1), Replay([game], 0)
        taken = [str(frame.taken.choice) for frame in seeing.frames if frame.taken]
        rerolls += taken.count("reroll")
        assert not [frame for frame in blind.frames if frame.taken and frame.taken.seat == 0]
    assert rerolls > 5


def test_what_was_played_and_what_was_better_are_marked_on_the_board():
    replay = Replay([played("llama", 5, ("random", "random"), target=15)])
    replay.finish()
    kinds = set()
    for number, frame in enumerate(replay.frames):
        replay.go(number)
        board = replay.html.split('class="lk-board"')[1].split('class="lk-deed"')[0]
        assert 'data-do="play"' not in replay.html
        found = re.findall(r'data-mark="(\w+)" title="([^"]*)"', board)
        judged = replay.judged(number)
        label = find_game("llama").words.label
        for kind, title in found:
            kinds.add(kind)
            wanted = judged.known[0].action if kind == "better" else frame.taken.choice
            assert title == label(wanted, replay.view)
        if frame.taken is None:
            assert not found
        elif frame.taken.choice.verb == "play":
            assert "chosen" in dict(found)
    assert kinds == {"chosen", "better"}


@pytest.mark.parametrize(
    ("played", "better", "found"),
    [
        ((4,), None, ["chosen"]),
        ((4, 4), None, ["chosen", "chosen"]),
        ((4,), (4, 4), ["chosen", "better"]),
        ((4, 6), (4,), ["chosen", "chosen"]),
    ],
)
def test_of_cards_alike_as_many_are_marked_as_were_played(played, better, found):
    def draw(actions):
        single = [Action("discard", (value,)) for value in (4, 4, 6)]
        return "".join(pick("card", "Discard", "key", one) for one in single if one in actions)

    played, better = (one and Action("discard", one) for one in (played, better))
    assert re.findall(r'data-mark="(\w+)"', marked(draw, played, better)) == found


@pytest.mark.parametrize("slug", GAMES)
def test_where_something_was_counted_the_scores_are_a_table(slug):
    replay = Replay([played(slug, seed=3)])
    for number, frame in enumerate(replay.frames):
        html = replay.frame_html(number)
        scored = frame.state.is_over or frame.state.is_between_rounds
        assert ("lk-scores" in html) == scored
        assert ("lk-won" in html) == frame.state.is_over
        if scored:
            told = html.split('class="lk-news"')[1].split("</ol>")[0]
            assert " is over" not in told


def test_the_record_is_saved_as_a_file(again):
    file = again.receive({"do": "save", "version": again.version})
    assert file["name"] == "llama-dice.json"
    assert lk.replay(json.loads(file["text"])).state == again.game.state


def test_learn_from_your_mistakes_asks_the_worst_three_again(again):
    send(again, "learn", "")
    worst = again.review.mistakes(0)[:3]
    for number, judged in enumerate(worst, 1):
        assert f"Learn from your mistakes: {number} of 3" in words_of(again.html)
        assert "costs" not in words_of(again.html)
        assert "looks best" not in words_of(again.html)
        for one in judged.known:
            assert f'data-action="{one.action}"' in again.html
        chosen = judged.best[0] if number == 1 else judged.action
        send(again, "play", str(chosen))
        said = words_of(again.html)
        if number == 1:
            assert "Yes, nothing looks better!" in said or "Yes, that is best!" in said
        else:
            assert (
                f"That is what you did in the game. It costs {explain.cost_of(judged.taken)}."
                in said
            )
            assert "etter: " in said
        send(again, "next", "")
    assert "lk-replay" in again.html
    send(again, "learn", "")
    send(again, "play", "fly")
    send(again, "next", "")
    assert "1 of 3" in words_of(again.html)
    send(again, "leave", "")
    assert "lk-replay" in again.html


def test_without_mistakes_there_is_nothing_to_learn():
    replay = Replay([played("llama-dice", 1, ("cautious", "cautious"), target=1)])
    assert 'data-do="learn"' not in replay.html
    before = replay.html
    send(replay, "learn", "")
    assert replay.html == before


def test_the_page_holds_every_frame_and_fetches_nothing(again):
    file = again.receive({"do": "page", "version": again.version})
    assert (file["name"], file["type"]) == ("llama-dice.html", "text/html")
    whole = file["text"]
    data = re.search(r'<script type="application/json" id="frames">(.*?)</script>', whole)[1]
    frames = json.loads(data)["frames"]
    assert [frame["said"] for frame in frames] == [
        again.said_of(number) for number in range(len(again.frames))
    ]
    assert "Content-Security-Policy" in whole
    links = re.findall(r'(?:src|href)="([^"]*)"', whole.replace(data, ""))
    assert all(link.startswith(about.LITE) for link in links)  # to the lessons, for who clicks
    assert not re.findall(r"url\(|@import|fetch\(|XMLHttp", whole)


def test_a_name_in_a_page_is_text_there_too():
    game = lk.new_game("llama-dice", players=["</script><b>", NASTY], seed=7, target=1)
    while not game.is_over:
        game.play("quit")
    whole = Replay([game]).receive({"do": "page"})["text"]
    assert "</script><b>" not in whole
    assert "<img" not in whole


def test_a_seat_nobody_sits_in_is_refused():
    with pytest.raises(lk.InputError, match="seat"):
        lk.show(lk.new_game("llama-dice", seed=1), seat=2)


def test_a_game_too_long_for_a_page_is_not_made_one(monkeypatch, again):
    monkeypatch.setattr(show, "MOST_ON_A_PAGE", 3)
    again.go(0)
    assert 'data-do="page" data-key="page" disabled' in again.html
    assert again.receive({"do": "page"}) is None
