"""Tournaments: everybody meets everybody, and no strategy can stop or spoil one."""

import os
import re

import numpy as np
import pytest

import llamakit as lk
from llamakit.core import entrant, runs, tournament
from llamakit.core.entrant import Entrant, Foul, StrategyFile
from llamakit.core.state import InputError

BOTS = {"bold": "greedy", "wild": "random", "wilder": "random"}
ARRAYS = ("seats", "wins", "scores", "forfeits")


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
        while True:
            pass

    def dies(view, legal_actions, rng):
        os._exit(1)

    return {one.__name__: one for one in locals().values()}


def duel(strategy, **more):
    """Play a short tournament of a strategy against a bot that plays at random."""
    usual = {"n": 2, "seed": 4, "progress": False, "target": 10}
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


@pytest.mark.parametrize("slug", lk.GAMES)
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
    options = {"n": 2, "seed": 8, "target": 10}
    assert same(lk.tournament(players, **options), lk.tournament(players, workers=2, **options))


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("raises", r"raised KeyError: 'nothing here' \(line \d+ in raises\)"),
        ("leaves", r"raised SystemExit \(line \d+ in leaves\)"),
        ("illegal", r"chose an illegal move: 'fly' is not possible.*legal: roll, quit"),
        ("nothing", r"chose an illegal move: 'None'"),
        ("changes", r"changed what it was given to look at"),
        ("sleeps", r"did not answer within 0.2 seconds"),
        ("dies", r"ended its process"),
    ],
)
def test_a_foul_forfeits_the_game_and_is_told(name, what):
    result = duel(strategies()[name], time_limit=0.2 if name == "sleeps" else 5.0)
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
    assert "guest forfeited" in repr(result)


def test_a_foul_does_not_touch_the_next_game():
    def superstitious(view, legal_actions, rng):
        if view.round_number == 1 and view.rows[0][0] == 1:
            raise ValueError("a 1 brings bad luck")
        return legal_actions[-1]

    result = duel(superstitious, n=6)
    assert {-1, 0} == set(result.forfeits)
    played = result.forfeits == -1
    assert not np.isnan(result.scores[played]).any()


def test_after_three_fouls_at_a_table_the_rest_is_forfeited_unplayed():
    result = duel(strategies()["illegal"], n=8)
    assert (result.forfeits == 0).sum() >= 8
    first_seat = result.seats[:, 0] == 0
    assert (result.forfeits[first_seat] == 0).all()
    assert len(result.offences) == 2 * tournament.PATIENCE


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
        import llamakit.core.game

        llamakit.core.game.Game.play = None
        return legal_actions[0]

    assert duel(snoop).offences == ()


def test_a_process_is_stopped_when_its_entrant_is_closed():
    guest = Entrant(runs.to_bytes(strategies()["honest"]), 5.0)
    view = lk.new_game("llama-dice", seed=1).view(0)
    assert guest.ask(view, ("roll", "quit"), 1) in ("roll", "quit")
    process = guest._process
    guest.close()
    assert process.poll() is not None
    guest.close()


def test_a_stopped_strategy_can_be_asked_again():
    guest = Entrant(runs.to_bytes(strategies()["dies"]), 5.0)
    for _ in range(2):
        with pytest.raises(Foul, match="ended its process"):
            guest.ask(None, ("roll",), 1)
    guest.close()


def test_without_processes_the_message_says_so(monkeypatch):
    def refuse(*args, **kwargs):
        raise OSError("no processes here")

    monkeypatch.setattr(entrant.subprocess, "Popen", refuse)
    with pytest.raises(InputError, match="cannot start the process of its own"):
        duel(strategies()["honest"])
    assert duel("greedy").offences == ()


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
        yield from ((place, work(*jobs[place])) for place in range(4))
        raise KeyboardInterrupt

    whole = lk.tournament(BOTS, n=3, seed=1)
    monkeypatch.setattr(tournament, "each", each)
    part = lk.tournament(BOTS, n=3, seed=1)
    assert (whole.partial, part.partial) == (False, True)
    assert np.array_equal(part.scores, whole.scores[:12])
    assert "PARTIAL" in repr(part)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"strategies": ["greedy", "random"]}, "strategies must be a dict"),
        ({"strategies": {"a": "greedy"}}, "at least two strategies"),
        ({"strategies": {"a": "greedy", "b": "genius"}}, "unknown bot 'genius'"),
        ({"strategies": {"a": "greedy", "b\n": "greedy"}}, "a name must be printable"),
        ({"game": "chess"}, "unknown game"),
        ({"n": 0}, "n must be"),
        ({"n": 10**7}, "6 seatings at a table of 2: with 10000000 games each"),
        ({"players": 4}, "players must be a whole number from 2 to 3"),
        ({"time_limit": 0}, "time_limit must be seconds"),
        ({"time_limit": "long"}, "time_limit must be seconds"),
        ({"seed": "x"}, "seed must be"),
        ({"workers": "all"}, "workers must be"),
        ({"goal": 3}, "unknown option"),
    ],
)
def test_bad_input_is_named(given, said):
    with pytest.raises(InputError, match=said):
        lk.tournament(**({"strategies": BOTS, "n": 1, "seed": 1} | given))


GOOD = "def strategy(view, legal_actions, rng):\n    return legal_actions[-1]\n"


@pytest.fixture(scope="module")
def class_result(tmp_path_factory):
    """Return the tournament of a folder of students' files, of which one can play."""
    folder = tmp_path_factory.mktemp("class")
    files = {
        "Ana & co.py": "import math\n" + GOOD,
        "cem.py": "def strategy(:\n",
        "dee.py": "policy = None\n",
        "eva.py": "raise RuntimeError('not finished')\n",
        "_draft.py": GOOD,
        "notes.txt": "no strategy",
    }
    for name, text in files.items():
        (folder / name).write_text(text)
    return lk.class_day(folder, n=1, seed=1, bots=("random",), target=10)


def test_a_class_day_is_a_tournament_of_a_folder(class_result):
    assert class_result.names == ("Ana & co", "cem", "dee", "eva", "random")
    fouls = {offence.strategy: offence.what for offence in class_result.offences}
    assert set(fouls) == {"cem", "dee", "eva"}
    assert "could not be loaded: it raised SyntaxError" in fouls["cem"]
    assert "dee.py defines no function called strategy" in fouls["dee"]
    assert "not finished (line 1" in fouls["eva"]


def test_the_sheet_can_be_printed(class_result, tmp_path):
    class_result.save_sheet(tmp_path / "sheet.html")
    page = (tmp_path / "sheet.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "Ana &amp; co" in page
    assert "Ana & co" not in page
    assert page.count("<table>") == 2
    assert "cem forfeited" in page


def test_a_student_may_be_called_like_a_bot(tmp_path):
    (tmp_path / "random.py").write_text(GOOD)
    result = lk.class_day(tmp_path, n=1, seed=1, bots=("random",), target=10)
    assert result.names == ("random", "bot random")


def test_an_empty_folder_is_no_class(tmp_path):
    with pytest.raises(InputError, match="no Python files"):
        lk.class_day(tmp_path)


def test_a_file_is_loaded_in_the_process_of_its_strategy_only():
    with pytest.raises(RuntimeError):
        StrategyFile("bad.py", "raise RuntimeError").load()
    players = {"file": StrategyFile("bad.py", "raise RuntimeError"), "bot": "random"}
    result = lk.tournament(players, n=1, seed=1)
    assert "could not be loaded" in result.offences[0].what
