"""Tournaments: everybody meets everybody, and no strategy can stop or spoil one."""

import os
import re
from collections import Counter
from math import comb

import numpy as np
import pytest
from IPython.lib.pretty import pretty
from pig import GAMES

import llamakit as lk
from llamakit.engine.state import InputError
from llamakit.simulation import entrant, tournament, waiting
from llamakit.simulation.entrant import Entrant, StrategyFile
from llamakit.simulation.standings import wilson

BOTS = {"bold": "greedy", "wild": "random", "wilder": "random"}
ARRAYS = ("seats", "wins", "scores", "forfeits")

#: Nobody who answers is too slow, on however busy a machine.
PATIENT = {"time_limit": 60.0, "game_limit": 60.0}


def same(one, other):
    """Whether two tournaments have the same numbers and offences."""
    numbers = (
        np.array_equal(getattr(one, name), getattr(other, name), equal_nan=True) for name in ARRAYS
    )
    return all(numbers) and one.offences == other.offences


def strategies():
    """Return strategies by name that, like those of a notebook, no other process could import."""

    def honest(view, legal_actions, rng):
        return rng.choice(legal_actions)

    def raises(view, legal_actions, rng):
        return {}["nothing here"]

    def leaves(view, legal_actions, rng):
        raise SystemExit

    def illegal(view, legal_actions, rng):
        return "fly"

    def nothing(view, legal_actions, rng):
        return None

    def changes(view, legal_actions, rng):
        object.__setattr__(view, "points", (39, 39))
        return legal_actions[0]

    def sleeps(view, legal_actions, rng):
        while "guest" in view.names:  # not in a trial game
            pass
        return legal_actions[0]

    def dies(view, legal_actions, rng):
        os._exit(1)

    return {one.__name__: one for one in locals().values()}


def duel(strategy, **more):
    """Play a short tournament of a strategy against a bot that plays at random."""
    usual = {"n": 2, "seed": 4, "progress": False, "target": 10, **PATIENT}
    return lk.tournament({"guest": strategy, "bot": "random"}, **(usual | more))


def test_everybody_meets_everybody_in_every_seat():
    result = lk.tournament(BOTS, n=3, seed=1)
    seatings, counts = np.unique(result.seats, axis=0, return_counts=True)
    assert seatings.tolist() == [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]]
    assert set(counts) == {3}


def test_larger_tables_seat_every_order():
    result = lk.tournament(BOTS | {"last": "random"}, n=1, seed=1, players=3)
    assert len(np.unique(result.seats, axis=0)) == len(result.seats) == 4 * 3 * 2
    assert np.allclose(result.wins.sum(axis=1), 1)


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_tournaments(slug):
    result = lk.tournament({"a": "random", "b": "greedy"}, slug, n=1, seed=1)
    assert result.scores.shape == (2, 2)
    assert not np.isnan(result.scores).any()


def test_one_seed_one_result_however_it_is_cut(monkeypatch):
    whole = lk.tournament(BOTS, n=5, seed=2)
    assert same(whole, lk.tournament(BOTS, n=5, seed=2))
    assert not same(whole, lk.tournament(BOTS, n=5, seed=3))
    monkeypatch.setattr(tournament, "BLOCK", 2)
    cut = lk.tournament(BOTS, n=5, seed=2)
    order, cut_order = (np.lexsort(result.seats.T) for result in (whole, cut))
    assert np.array_equal(whole.scores[order], cut.scores[cut_order])


def test_a_strategy_plays_the_same_in_a_process_of_its_own():
    guest = duel(strategies()["honest"], n=5)
    assert guest.offences == ()
    here = duel("random", n=5)
    for name in ARRAYS:
        assert np.array_equal(getattr(guest, name), getattr(here, name))


def test_its_dice_are_not_its_own():
    def greedy_for_luck(view, legal_actions, rng):
        for _ in range(len(view.rows) + rng.randrange(5)):
            rng.random()
        return legal_actions[-1]

    def plain(view, legal_actions, rng):
        return legal_actions[-1]

    assert np.array_equal(duel(greedy_for_luck).scores, duel(plain).scores)


def test_the_results_are_the_same_on_several_processes():
    players = {"guest": strategies()["honest"], "wild": "random", "bold": "greedy"}
    options = {"n": 2, "seed": 8, "target": 10, **PATIENT}
    assert same(lk.tournament(players, **options), lk.tournament(players, workers=2, **options))


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("raises", r"raised KeyError: 'nothing here' \(line \d+ in raises\)"),
        ("leaves", r"raised SystemExit \(line \d+ in leaves\)"),
        ("illegal", r"chose an illegal move: 'fly' is not possible.*legal: roll, quit"),
        ("nothing", r"chose an illegal move: 'None'"),
        ("changes", r"changed what it was given to look at"),
        ("sleeps", r"did not answer within 0.5 seconds"),
        ("dies", r"ended its process"),
    ],
)
def test_a_foul_forfeits_the_game_and_is_told(name, what):
    limits = {"time_limit": 0.5, "game_limit": 0.5} if name == "sleeps" else PATIENT
    result = duel(strategies()[name], **limits)
    lost = result.forfeits == 0
    assert lost.any()
    assert set(result.forfeits) <= {0, -1}
    assert (result.wins[lost] == (result.seats[lost] == 1)).all()
    assert np.isnan(result.scores[lost]).all()
    offence = result.offences[0]
    assert offence.strategy == "guest"
    assert re.match(what, offence.what)
    position = lk.replay(offence.record)
    assert position.players[position.current_player] == "guest"
    assert "guest forfeited" in str(result)


def test_games_are_played_on_trial_before_those_that_count():
    """How they begin tells nothing of the games, and only who is too slow is kept out."""
    seen = "def strategy(view, legal_actions, rng):\n    {}\n    raise ValueError(view.rows)"
    players = {
        "silent": StrategyFile("silent.py", seen.format("while True: pass")),
        "tells": StrategyFile("tells.py", seen.format("pass")),
    }
    asked, ask = [], entrant.Entrant.ask

    def heard(one, view, *more):
        asked.append(view)
        return ask(one, view, *more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(entrant.Entrant, "ask", heard)
        result = lk.tournament(
            players | {"bot": "random"}, n=3, seed=4, time_limit=0.5, game_limit=60.0
        )
    (late, *others) = result.offences
    trial = "was too slow in a trial game: it did not answer within 0.5 seconds"
    assert late == ("silent", trial, None)
    assert [offence.strategy for offence in others] == ["tells"] * tournament.PATIENCE
    assert set(result.seats.flat) == {1, 2}
    tried = [str(view.rows) for view in asked if "Player 2" in view.names]
    assert len(set(tried)) == 2  # of each the first, and of neither a second
    assert not any(shown in offence.what for shown in tried for offence in others)


def test_the_games_on_trial_are_those_of_one_that_plays_alone(tmp_path):
    """A strategy that remembers comes to its first game with the same, whoever else is there."""
    remembers = """
seen = []
def strategy(view, legal_actions, rng):
    seen.append((view.rows, view.names))
    if len(view.names) and "Player 1" not in view.names:
        raise ValueError(hash(str(seen[:-1])))
    return legal_actions[-1]
"""
    file = StrategyFile("remembers.py", remembers)
    first, second = (
        lk.tournament({**others, "remembers": file}, n=1, seed=4, **PATIENT).offences[0].what
        for others in ({"ana": "greedy"}, {"ben": "random", "cem": "greedy"})
    )
    assert first == second


def test_a_foul_does_not_touch_the_next_game():
    def superstitious(view, legal_actions, rng):
        if view.round_number == 1 and view.rows[0][0] == 2:
            raise ValueError("a 2 brings bad luck")
        return legal_actions[-1]

    result = duel(superstitious, n=6)
    assert {-1, 0} == set(result.forfeits)
    played = result.forfeits == -1
    assert not np.isnan(result.scores[played]).any()


def test_after_three_fouls_the_rest_of_the_day_is_forfeited_unplayed(monkeypatch):
    asked, ask = [], Entrant.ask
    monkeypatch.setattr(Entrant, "ask", lambda *question: asked.append(1) or ask(*question))
    result = duel(strategies()["illegal"], n=8)
    assert (result.forfeits == 0).all()
    assert len(result.forfeits) == 16
    assert len(result.offences) == len(asked) - 1 == tournament.PATIENCE  # one on trial


def test_who_is_out_is_the_same_however_it_is_played():
    def sometimes(view, legal_actions, rng):
        return legal_actions[-1] if rng.random() < 0.9 else "fly"

    players = {"guest": sometimes, "a": strategies()["honest"], "b": strategies()["illegal"]}
    here, there = (
        lk.tournament(players, n=6, seed=2, target=10, workers=workers, progress=False, **PATIENT)
        for workers in (1, 2)
    )
    assert {offence.strategy for offence in here.offences} == {"guest", "b"}
    assert (here.forfeits == -1).any()
    assert same(here, there)


def test_two_who_are_out_share_no_win_with_a_third():
    bad = dict.fromkeys("xy", strategies()["illegal"])
    result = lk.tournament(bad | {"a": "random", "b": "random"}, n=4, seed=1, players=3)
    assert {offence.strategy for offence in result.offences} == {"x", "y"}
    last = np.flatnonzero((result.seats <= 1).sum(axis=1) == 2)[-1]
    assert sorted(result.wins[last]) == [0, 0, 1]


def test_where_all_are_out_nobody_wins(monkeypatch):
    monkeypatch.setattr(tournament, "BLOCK", 4)
    bad = dict.fromkeys("xy", strategies()["illegal"])
    result = lk.tournament(bad | {"a": "random", "b": "random"}, n=8, seed=1)
    assert result.wins[-1].sum() == 1
    both = (result.seats <= 1).all(axis=1)
    assert (result.wins[both].sum(axis=1) == 0).any()
    assert (result.wins[~both].sum(axis=1) == 1).all()


def test_the_results_of_some_do_not_depend_on_who_else_plays():
    def tosses(view, legal_actions, rng):
        import random

        return random.choice(legal_actions)

    good = {"a": strategies()["honest"], "b": tosses, "c": "greedy"}
    bad = {"x": strategies()["raises"], "y": strategies()["dies"]}
    options = {"n": 3, "seed": 5, "target": 10, "progress": False, **PATIENT}
    alone = lk.tournament(good, **options)
    mixed = lk.tournament({"x": bad["x"], **good, "y": bad["y"]}, **options)
    assert {offence.strategy for offence in mixed.offences} == {"x", "y"}

    def games(result):
        names = [tuple(result.names[one] for one in seats) for seats in result.seats]
        rows = zip(names, result.scores.tolist(), result.wins.tolist(), strict=True)
        return [row for row in rows if set(row[0]) <= set(good)]

    assert games(alone) == games(mixed)
    assert len(games(alone)) == 18


def test_each_is_loaded_once(monkeypatch):
    starts, start = [], Entrant.start
    monkeypatch.setattr(Entrant, "start", lambda *one: starts.append(one) or start(*one))
    honest = strategies()["honest"]
    lk.tournament({"a": honest, "b": honest, "c": honest}, n=2, seed=1, target=10)
    assert len(starts) == 3
    assert waiting._waiting == []


def test_a_seed_nobody_can_guess_is_drawn_and_shown():
    one, other = (lk.tournament(BOTS, n=1) for _ in range(2))
    assert one.seed != other.seed
    assert max(one.seed, other.seed) > 2**100
    assert f"seed {one.seed}" in str(one)
    assert repr(one).startswith(f"<Tournament of {len(one.names)} strategies: ")
    assert "\n" not in repr(one)
    assert pretty(one) == str(one)
    assert same(one, lk.tournament(BOTS, n=1, seed=one.seed))


def test_with_nobody_to_play_there_are_no_games():
    broken = StrategyFile("broken.py", "raise RuntimeError('no')")
    result = lk.tournament({"x": broken, "a": "random"}, n=3, seed=1)
    assert result.seats.shape == result.wins.shape == (0, 2)
    assert result.table() == []
    assert "x did not play: it could not be loaded: it raised RuntimeError" in str(result)
    assert result.matrix()[0].shape == (2, 2)
    with pytest.raises(InputError, match="nobody has played a game to the end"):
        result.best()


def test_everybody_else_shares_a_forfeited_win():
    players = {"guest": strategies()["illegal"], "a": "random", "b": "random"}
    result = lk.tournament(players, n=1, seed=1, players=3)
    lost = result.forfeits == 0
    assert lost.any()
    assert np.array_equal(result.wins[lost], np.where(result.seats[lost] == 0, 0, 0.5))


def test_what_it_prints_does_not_disturb_the_answers(capfd):
    def chatty(view, legal_actions, rng):
        print('{"move": "quit"}')
        os.write(1, b"hello\n")
        return legal_actions[0]

    assert duel(chatty).offences == ()
    assert capfd.readouterr().out == ""


def test_it_sees_only_its_view_and_cannot_reach_the_referee():
    def snoop(view, legal_actions, rng):
        import llamakit.engine.game

        llamakit.engine.game.Game.play = None
        return legal_actions[0]

    assert duel(snoop).offences == ()


def writes_raw(line, after="return legal_actions[0]"):
    """Return a strategy that writes a line of its own wherever it can."""
    return StrategyFile(
        "raw.py",
        "import os\n"
        "def strategy(view, legal_actions, rng):\n"
        "    for pipe in range(3, 30):\n"
        "        try:\n"
        f"            os.write(pipe, {line})\n"
        "        except OSError:\n"
        "            pass\n"
        f"    {after}\n",
    )


@pytest.mark.parametrize(
    "line",
    ["5", "{}", "null", "", "move", "[" * 60_000, "9" * 60_000, "\xff\x00", "foul", "x" * 10**6],
    ids=lambda line: f"{line[:4]!r}-{len(line)}",
)
def test_what_it_writes_to_the_pipe_of_answers_is_its_own_foul(line):
    result = duel(writes_raw(repr(line.encode("latin-1") + b"\n")), n=1)
    assert {offence.strategy for offence in result.offences} == {"guest"}
    assert all(len(offence.what) < 400 for offence in result.offences)
    assert result.wins[:, 0].tolist() == [0, 1]


@pytest.mark.parametrize("text", ["while True: pass", "import time; time.sleep(1000)"])
def test_a_file_that_never_loads_is_waited_for_once(text, monkeypatch):
    monkeypatch.setattr(entrant, "LOADING_LIMIT", 1.0)
    starts, start = [], Entrant.start
    monkeypatch.setattr(Entrant, "start", lambda *one: starts.append(one) or start(*one))
    players = {"guest": StrategyFile("guest.py", text), "a": "random", "b": "greedy"}
    result = lk.tournament(players, n=2, seed=1, target=10)
    assert len(starts) == 1
    (offence,) = result.offences
    assert offence == ("guest", "could not be loaded within 1 seconds", None)
    assert 0 not in result.seats
    assert {row["strategy"] for row in result.table()} == {"a", "b"}
    assert "guest did not play: it could not be loaded within" in str(result)


def test_a_foul_is_told_in_one_short_line():
    def shouts(view, legal_actions, rng):
        raise ValueError("\x1b[31m" + "a\nb" * 10**6)

    what = duel(shouts).offences[0].what
    assert len(what) < 400
    assert what.isprintable()


def test_without_processes_the_message_says_so(monkeypatch):
    def refuse(*args, **kwargs):
        raise OSError("no processes here")

    monkeypatch.setattr(entrant.subprocess, "Popen", refuse)
    with pytest.raises(InputError, match="cannot start the process of its own"):
        duel(strategies()["honest"])
    assert duel("greedy").offences == ()
    monkeypatch.setattr(tournament.sys, "platform", "emscripten")  # nor threads
    with pytest.raises(InputError, match="cannot start the process of its own"):
        duel(strategies()["honest"])


def test_the_table_ranks_by_the_share_of_wins():
    result = lk.tournament(BOTS, n=20, seed=1)
    rows = result.table()
    assert [row["wins"] for row in rows] == sorted((row["wins"] for row in rows), reverse=True)
    bold = next(row for row in rows if row["strategy"] == "bold")
    mine = result.wins[result.seats == 0]
    assert bold["games"] == len(mine) == 80
    assert bold["wins"] == pytest.approx(mine.mean())
    assert bold["wins_se"] == pytest.approx(mine.std(ddof=1) / np.sqrt(80))


def test_the_matrix_says_who_beat_whom():
    result = lk.tournament(BOTS, n=20, seed=1)
    means, errors = result.matrix()
    assert np.isnan(np.diag(means)).all()
    assert means[0, 1] + means[1, 0] == pytest.approx(1)
    met = (np.sort(result.seats, axis=1) == [0, 1]).all(axis=1)
    wins = result.wins[met][result.seats[met] == 0]
    assert means[0, 1] == pytest.approx(wins.mean())
    assert errors[0, 1] == pytest.approx(wins.std(ddof=1) / np.sqrt(len(wins)))


def test_no_interval_is_without_width():
    result = lk.tournament({"bold": "greedy", "x": strategies()["illegal"]}, n=3, seed=1)
    first = result.table()[0]
    assert first["wins"] == 1
    assert 0.6 < first["wins_low"] < first["wins_high"] == 1
    assert "61.0% to 100.0%" in str(result)


@pytest.mark.parametrize("n", [5, 20, 100])
def test_wilsons_interval_covers_the_truth_as_often_as_it_says(n):
    for p in (0.1, 0.5, 0.8):
        ends = [wilson(k / n, n) for k in range(n + 1)]
        covered = sum(
            comb(n, k) * p**k * (1 - p) ** (n - k)
            for k, (low, high) in enumerate(ends)
            if low <= p <= high
        )
        assert covered > 0.87


def test_the_best_and_the_worst_game_can_be_seen_again():
    result = lk.tournament(BOTS, n=4, seed=1)
    leads = np.where(result.seats == 0, result.scores[:, ::-1] - result.scores, np.nan)
    best, worst = (lk.replay(record) for record in (result.best("bold"), result.worst("bold")))
    for game, lead in ((best, np.nanmax(leads)), (worst, np.nanmin(leads))):
        seat = game.players.index("bold")
        assert game.scores[1 - seat] - game.scores[seat] == lead
    overall = lk.replay(result.best())
    assert abs(overall.scores[0] - overall.scores[1]) == np.abs(np.diff(result.scores)).max()
    with pytest.raises(InputError, match=r"'nora' has played a game.*these have: bold, wild"):
        result.worst("nora")


def test_the_heat_map_shows_the_matrix():
    pyplot = pytest.importorskip("matplotlib.pyplot")
    figure, ax = pyplot.subplots()
    result = lk.tournament(BOTS, n=5, seed=1)
    assert result.plot(ax) is ax
    assert len(ax.texts) == 6
    assert [label.get_text() for label in ax.get_yticklabels()] == [
        row["strategy"] for row in result.table()
    ]
    pyplot.close(figure)


def test_an_interrupted_tournament_returns_what_it_has(monkeypatch):
    def each(work, jobs, workers, executor):
        yield from ((place, work(*job)) for place, job in zip(range(4), jobs, strict=False))
        raise KeyboardInterrupt

    whole = lk.tournament(BOTS, n=3, seed=1)
    monkeypatch.setattr(tournament, "each", each)
    part = lk.tournament(BOTS, n=3, seed=1)
    assert (whole.partial, part.partial) == (False, True)
    assert np.array_equal(part.scores, whole.scores[:12])
    assert "PARTIAL" in str(part)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"game_limit": 0}, "game_limit must be seconds, at most 1800"),
        ({"game_limit": "long"}, "game_limit must be seconds"),
        ({"sandbox": "moat"}, "sandbox must be 'bubblewrap' or a command"),
        ({"sandbox": []}, "a command is a list of texts"),
        ({"strategies": ["greedy", "random"]}, "strategies must be a dict"),
        ({"strategies": {"a": "greedy"}}, "at least two strategies"),
        ({"strategies": {"a": "greedy", "b": "genius"}}, "unknown bot 'genius'"),
        ({"strategies": {"a": "greedy", "b\n": "greedy"}}, "a name must be printable"),
        ({"game": "chess"}, "unknown game"),
        ({"n": 0}, "n must be"),
        ({"n": 10**7}, "6 seatings at a table of 2: with 10000000 games each"),
        ({"players": 4}, "players must be a whole number from 2 to 3"),
        ({"time_limit": 0}, "time_limit must be seconds"),
        ({"time_limit": True}, "time_limit must be seconds"),
        ({"time_limit": "long"}, "time_limit must be seconds"),
        ({"seed": "x"}, "seed must be"),
        ({"workers": "all"}, "workers must be"),
        ({"goal": 3}, "unknown option"),
    ],
)
def test_bad_input_is_named(given, said):
    with pytest.raises(InputError, match=said):
        lk.tournament(**({"strategies": BOTS, "n": 1, "seed": 1} | given))


def test_a_file_is_loaded_in_the_process_of_its_strategy_only():
    with pytest.raises(RuntimeError):
        StrategyFile("bad.py", "raise RuntimeError").load()
    players = {"file": StrategyFile("bad.py", "raise RuntimeError"), "bot": "random"}
    result = lk.tournament(players, n=1, seed=1)
    assert "could not be loaded" in result.offences[0].what


def test_where_too_many_wait_most_of_them_wait_on(monkeypatch):
    """Tables come in one order again and again: who has waited longest is the next to be wanted."""
    started = Counter()
    monkeypatch.setattr(waiting, "MOST", 4)
    start = Entrant.start

    def counted(guest):
        started[guest._sent] += 1
        start(guest)

    monkeypatch.setattr(Entrant, "start", counted)
    first = "def strategy(view, legal_actions, rng): return legal_actions[0]  # "
    players = {f"s{n}": StrategyFile(f"s{n}.py", f"{first}{n}") for n in range(6)}
    lk.tournament(players, n=1, seed=1, target=1, progress=False)
    assert len(started) == 6
    assert sorted(started.values())[:3] == [1, 1, 1]
    assert waiting._waiting == []
