"""Simulations: the same numbers everywhere, honest summaries, and what goes wrong said plainly."""

import tracemalloc
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from types import SimpleNamespace

import numpy as np
import pytest
from IPython.lib.pretty import pretty
from pig import GAMES

import llamakit as lk
from llamakit.engine.progress import progress_bar
from llamakit.engine.state import IllegalAction, InputError
from llamakit.simulation import runs, simulate

ARRAYS = ("scores", "winners", "rounds", "length", "endings")


def same(one, other):
    """Whether two simulations have the same numbers."""
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ARRAYS)


def own_strategy():
    """Return a strategy that, like one from a notebook, no other process could import."""

    def last_choice(view, legal_actions, rng):
        return rng.choice(legal_actions[-2:])

    return last_choice


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_is_played_by_its_own_rules(slug):
    result = lk.simulate(slug, "random", n=4, seed=5, players=3)
    assert result.scores.shape == result.winners.shape == (4, 3)
    assert result.rounds.shape == result.length.shape == (4,)
    assert result.winners.any(axis=1).all()
    assert (result.length >= result.rounds).all()
    assert result.endings.shape == (4, len(result.ending_names))
    if result.ending_names:
        assert (result.endings.sum(axis=1) == result.rounds).all()


@pytest.mark.parametrize("slug", GAMES)
def test_the_readable_engine_ends_where_a_game_by_hand_ends(slug):
    bots = ["greedy", "random"]
    result = lk.simulate(slug, bots, n=1, seed=11, engine="readable")
    rng, own = simulate.child_rng(11, 0), [simulate.child_rng(11, 0, seat) for seat in range(2)]
    game = lk.new_game(slug, players=[lk.bot(name) for name in bots], seed=0)
    state, decisions = game.rules.start(), 0
    while not state.is_over:
        if state.is_chance:
            choice = state.sample(rng)
        else:
            seat, decisions = state.player, decisions + 1
            strategy = simulate.find_strategy(slug, bots[seat])
            choice = strategy(state.view(seat), state.legal_actions(), own[seat])
        state = state.apply(choice)
    assert tuple(result.scores[0]) == state.scores
    assert tuple(np.flatnonzero(result.winners[0])) == state.winners
    assert (result.rounds[0], result.length[0]) == (state.round_number, decisions)


@pytest.mark.parametrize("engine", ["batch", "readable"])
def test_one_seed_one_result(engine):
    def play(seed):
        return lk.simulate("llama-dice", "random", n=60, seed=seed, engine=engine)

    assert same(play(3), play(3))
    assert not same(play(3), play(4))
    unseeded = lk.simulate("llama-dice", "random", n=60, engine=engine)
    assert same(unseeded, play(unseeded.seed))


def test_the_blocks_do_not_depend_on_how_many_there_are(monkeypatch):
    monkeypatch.setitem(simulate.BLOCK, "batch", 100)
    long = lk.simulate("llama-dice", "random", n=350, seed=3)
    short = lk.simulate("llama-dice", "random", n=200, seed=3)
    assert np.array_equal(long.scores[:200], short.scores)
    assert not np.array_equal(long.scores[:100], long.scores[100:200])


def test_blocks_have_the_seeds_that_numpy_would_spawn():
    spawned = np.random.SeedSequence(42).spawn(3)[2]
    assert (
        spawned.generate_state(4).tolist() == simulate.child_seed(42, 2).generate_state(4).tolist()
    )


def test_other_processes_give_the_same_numbers_for_a_strategy_of_ones_own():
    def play(**where):
        return lk.simulate("llama-dice", [own_strategy(), "random"], n=120, seed=6, **where)

    here = play()
    assert here.engine == "readable"
    assert same(here, play(workers=2))


class Backwards(Executor):
    """Does the work when all of it is there, the last job first."""

    def __init__(self):
        self.waiting = []

    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        self.waiting.append((future, fn, args))
        if len(self.waiting) == 3:
            for waiting, work, given in reversed(self.waiting):
                waiting.set_result(work(*given))
        return future


@pytest.mark.parametrize("executor", [Backwards(), ThreadPoolExecutor(2)])
def test_any_executor_in_any_order(executor):
    result = lk.simulate("llama-dice", own_strategy(), n=150, seed=6, executor=executor)
    assert same(result, lk.simulate("llama-dice", own_strategy(), n=150, seed=6))
    executor.shutdown()


def test_a_round_is_the_first_round_of_a_game():
    for engine in ("batch", "readable"):
        result = lk.simulate("llama-dice", "random", n=80, seed=1, unit="round", engine=engine)
        assert (result.rounds == 1).all()
        assert (result.endings.sum(axis=1) == 1).all()
        lowest = result.scores.min(axis=1, keepdims=True)
        assert np.array_equal(result.winners, result.scores == lowest)


def test_both_engines_agree_in_the_mean():
    batch, readable = (
        lk.simulate("llama-dice", ["random", "greedy"], n, seed=2, unit="round", engine=engine)
        for n, engine in ((20_000, "batch"), (600, "readable"))
    )
    for array in ("scores", "length", "endings"):
        one, other = getattr(batch, array), getattr(readable, array)
        error = np.sqrt(one.var(axis=0) / len(one) + other.var(axis=0) / len(other))
        assert (abs(one.mean(axis=0) - other.mean(axis=0)) <= 4 * error).all()


def test_options_reach_the_rules():
    short = lk.simulate("llama-dice", "greedy", n=200, seed=1, target=10)
    assert (short.scores.max(axis=1) >= 10).all()
    assert short.rounds.mean() < lk.simulate("llama-dice", "greedy", n=200, seed=1).rounds.mean()


def test_the_table_is_the_mean_and_its_standard_error():
    result = lk.simulate("llama-dice", ["cautious", "greedy"], n=400, seed=1)
    row = result.table()[1]
    assert (row["seat"], row["strategy"], row["games"]) == (1, "greedy", 400)
    assert row["score"] == pytest.approx(result.scores[:, 1].mean())
    assert row["score_se"] == pytest.approx(np.std(result.scores[:, 1], ddof=1) / 20)
    assert row["wins"] == pytest.approx(result.wins[:, 1].mean())


def test_a_shared_win_counts_in_parts():
    result = lk.simulate("llama-dice", "random", n=500, seed=1)
    shared = result.winners.all(axis=1)
    assert shared.any()
    assert (result.wins[shared] == 0.5).all()
    assert np.allclose(result.wins.sum(axis=1), 1)


def test_the_summary_says_which_engine_ran_and_how_fast():
    result = lk.simulate("llama-dice", "greedy", n=5, seed=1)
    assert repr(result) == "<Simulation of 5 games of llama-dice, seed 1>"
    assert pretty(result) == str(result)
    text = str(result)
    assert "5 games of llama-dice, seed 1" in text
    assert "batch engine" in text
    assert "rounds a second" in text
    assert "drama" in text
    assert "±" in text


def plain_strategy(view, legal_actions, rng):
    """Draw from a generator of its own, in any process."""
    return rng.choice(legal_actions)


@pytest.mark.parametrize(
    "given",
    [
        {"game": "llama-dice", "strategies": ["cautious", "random"], "n": 200_000},
        {"game": "llama-dice", "strategies": "random", "n": 70_000, "unit": "round", "players": 5},
        {"game": "kadabra", "strategies": ["greedy", "random"], "n": 120},
        {"game": "chinchiller", "strategies": "random", "n": 60},
    ],
)
def test_a_summary_says_what_the_games_say(given):
    games = lk.simulate(**given, seed=3, progress=False)
    summary = lk.simulate(**given, seed=3, keep="summary", progress=False)
    assert summary.counts == games.summary.counts
    assert summary.table() == games.table()
    assert str(summary).splitlines()[:2] == str(games).splitlines()[:2]
    assert repr(summary) == f"<Summary of {summary.what}>"
    for seat, row in enumerate(summary.table()):
        scores, wins = games.scores[:, seat], games.wins[:, seat]
        assert row["score"] == pytest.approx(scores.mean())
        assert row["score_se"] == pytest.approx(scores.std(ddof=1) / len(scores) ** 0.5)
        assert row["wins"] == pytest.approx(wins.mean())
        assert row["wins_se"] == pytest.approx(wins.std(ddof=1) / len(wins) ** 0.5)


@pytest.mark.parametrize("strategies", ["cautious", plain_strategy])
def test_a_summary_is_the_same_however_the_work_is_split(strategies, monkeypatch):
    monkeypatch.setitem(simulate.BLOCK, "batch", 1000)
    n = 5_500 if isinstance(strategies, str) else 250
    options = {"n": n, "seed": 4, "keep": "summary", "progress": False}
    here, two, threads = (
        lk.simulate("llama-dice", strategies, **options, **where)
        for where in ({}, {"workers": 2}, {"executor": ThreadPoolExecutor(3)})
    )
    assert here.counts == two.counts == threads.counts
    assert here.n == n


def test_a_summary_takes_no_more_memory_for_more_games(monkeypatch):
    monkeypatch.setitem(simulate.BLOCK, "batch", 1000)
    peaks = []
    for n in (2_000, 12_000):
        tracemalloc.start()
        lk.simulate("llama-dice", "cautious", n=n, seed=1, keep="summary", progress=False)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.1 * peaks[0]


def test_an_interrupted_summary_has_what_was_counted(monkeypatch):
    monkeypatch.setattr(simulate, "each", stop_after(2))
    part = lk.simulate("llama-dice", own_strategy(), n=120, seed=9, keep="summary")
    assert (part.partial, part.n) == (True, 100)
    assert "PARTIAL" in repr(part)


def test_the_plot_of_a_summary_shows_names_as_they_are():
    pyplot = pytest.importorskip("matplotlib.pyplot")
    figure, ax = pyplot.subplots()
    seat = lk.bot("greedy", name=r"cost $\x$ five")
    lk.simulate("llama-dice", [seat, "random"], n=9, seed=1, keep="summary").plot(ax)
    figure.canvas.draw()
    assert r"cost \$\x\$ five" in ax.get_legend().get_texts()[0].get_text()
    pyplot.close(figure)


@pytest.mark.slow
def test_ten_million_rounds_on_two_processes():
    options = {"n": 10**7, "seed": 1, "unit": "round", "keep": "summary", "progress": False}
    two = lk.simulate("llama-dice", ["greedy", "cautious"], workers=2, **options)
    assert two.counts == lk.simulate("llama-dice", ["greedy", "cautious"], **options).counts


def test_names_are_text_not_markup():
    def strategy(view, legal_actions, rng):
        return legal_actions[0]

    seat = lk.bot(strategy, name="<b>Ana</b>")
    page = lk.simulate("llama-dice", [seat, "random"], n=2, seed=1)._repr_html_()
    assert "&lt;b&gt;Ana" in page
    assert "<b>" not in page


def test_a_single_game_has_no_standard_error():
    row = lk.simulate("llama-dice", "greedy", n=1, seed=1).table()[0]
    assert np.isnan(row["score_se"])


def test_the_plot_shows_every_seat():
    pyplot = pytest.importorskip("matplotlib.pyplot")
    figure, ax = pyplot.subplots()
    result = lk.simulate("llama-dice", "random", n=100, seed=1, players=3)
    assert result.plot(ax) is ax
    assert len(ax.get_lines()) == 3
    heights = ax.get_lines()[0].get_ydata()
    assert sum(heights) == pytest.approx(1)
    pyplot.close(figure)


def stop_after(blocks):
    """Return an ``each`` that is interrupted after some blocks."""

    def each(work, jobs, workers, executor):
        yield from ((place, work(*jobs[place])) for place in range(blocks))
        raise KeyboardInterrupt

    return each


def test_an_interrupted_run_returns_what_it_has(monkeypatch):
    whole = lk.simulate("llama-dice", own_strategy(), n=120, seed=9)
    monkeypatch.setattr(simulate, "each", stop_after(2))
    part = lk.simulate("llama-dice", own_strategy(), n=120, seed=9)
    assert (whole.partial, part.partial, part.n) == (False, True, 100)
    assert np.array_equal(part.scores, whole.scores[:100])
    assert "PARTIAL" in str(part)


def test_an_interrupted_run_with_nothing_yet_is_interrupted(monkeypatch):
    monkeypatch.setattr(simulate, "each", stop_after(0))
    with pytest.raises(KeyboardInterrupt):
        lk.simulate("llama-dice", "greedy", n=10, seed=9)


def test_work_not_begun_is_cancelled_when_the_run_stops():
    class Never(Executor):
        def __init__(self):
            self.futures = []

        def submit(self, fn, /, *args, **kwargs):
            self.futures.append(Future())
            if len(self.futures) == 1:
                self.futures[0].set_result(1)
            return self.futures[-1]

    never = Never()
    jobs = runs.each(pow, [(1, 1), (1, 2), (1, 3)], 1, never)
    next(jobs)
    jobs.close()
    assert [future.cancelled() for future in never.futures] == [False, True, True]


def test_the_bar_counts_the_games(monkeypatch):
    seen = []
    bar = SimpleNamespace(update=seen.append, close=lambda: seen.append("closed"))
    monkeypatch.setattr(simulate, "progress_bar", lambda total, unit, wanted: bar)
    lk.simulate("llama-dice", own_strategy(), n=70, seed=1)
    assert seen == [50, 20, "closed"]


@pytest.mark.parametrize("wanted", [True, False])
def test_a_short_run_shows_no_bar(wanted, capsys):
    bar = progress_bar(10, "game", wanted)
    bar.update(10)
    bar.close()
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"strategies": "genius"}, "unknown bot 'genius'"),
        ({"strategies": ["greedy"]}, "1 strategies cannot play: 2 to 6 do"),
        ({"strategies": ["greedy"] * 3, "players": 2}, "3 strategies cannot be for 2 players"),
        ({"strategies": [7, 7]}, "a bot is a strategy function or its name"),
        ({"strategies": {"greedy", "random"}}, "strategies must be a list"),
        ({"players": 7}, "players must be a whole number from 2 to 6"),
        ({"n": 0}, "n must be a whole number from 1"),
        ({"n": 10**9}, r"to keep 1,000,000,000 games one by one takes 34\.0 GB"),
        ({"n": 10**13, "keep": "summary"}, "n must be a whole number from 1 to 1000000000000"),
        ({"keep": "all"}, "keep must be one of 'games', 'summary'"),
        ({"n": 2.5}, "n must be a whole number from 1"),
        ({"seed": -1}, "seed must be a whole number from 0"),
        ({"unit": "turn"}, "unit must be one of 'game', 'round'"),
        ({"game": "chinchiller", "unit": "round"}, "unit must be 'game'"),
        ({"engine": "warp"}, "engine must be one of 'batch', 'readable'"),
        ({"strategies": own_strategy(), "engine": "batch"}, "the batch engine plays llama-dice"),
        (
            {"game": "chinchiller", "engine": "batch"},
            "has no batch engine: of the games,",
        ),
        ({"workers": 0}, "workers must be a whole number from 1"),
        ({"executor": 2}, "executor must be a concurrent.futures.Executor"),
        ({"goal": 3}, "unknown option 'goal'"),
    ],
)
def test_bad_input_is_named(given, said):
    usual = {"game": "llama-dice", "strategies": "greedy", "n": 5, "seed": 1}
    with pytest.raises(InputError, match=said):
        lk.simulate(**(usual | given))


def test_a_person_cannot_be_simulated():
    from llamakit.engine.game import Seat

    with pytest.raises(InputError, match="Ana is a person"):
        lk.simulate("llama-dice", [Seat("Ana"), "greedy"], n=5)


@pytest.mark.parametrize(("workers", "n"), [(1, 3), (2, 60)])
def test_what_a_strategy_raises_comes_with_the_position(workers, n):
    def clumsy(view, legal_actions, rng):
        return {}["nothing here"]

    with pytest.raises(KeyError) as caught:
        lk.simulate("llama-dice", ["greedy", clumsy], n=n, seed=1, workers=workers)
    assert "clumsy in seat 1" in caught.value.__notes__[0]
    assert "llama row" in caught.value.__notes__[0]


def test_an_illegal_move_comes_with_the_position():
    def cheat(view, legal_actions, rng):
        return "win"

    with pytest.raises(IllegalAction, match="'win' is not possible") as caught:
        lk.simulate("llama-dice", [cheat, "greedy"], n=3, seed=1)
    assert "cheat in seat 0" in caught.value.__notes__[0]


def test_a_strategy_that_cannot_travel_is_refused():
    import threading

    lock = threading.Lock()

    def locked(view, legal_actions, rng):
        return legal_actions[0] if lock else None

    with pytest.raises(InputError, match="cannot go to another process"):
        lk.simulate("llama-dice", locked, n=60, workers=2)


@pytest.mark.parametrize("slug", ["llama", "kadabra"])
def test_rounds_with_hands_end_by_a_last_card_or_by_quitting(slug):
    """Playing whenever one can ends rounds by a last card; quitting at once ends them so."""

    def eager(view, legal_actions, rng):
        return next((a for a in legal_actions if a.verb in ("play", "draw")), legal_actions[-1])

    def timid(view, legal_actions, rng):
        return next((a for a in legal_actions if a.verb == "quit"), legal_actions[0])

    eagerly = lk.simulate(slug, eager, n=3, seed=1, unit="round")
    timidly = lk.simulate(slug, timid, n=3, seed=1, unit="round")
    assert eagerly.ending_names == ("last card played", "all quit")
    assert eagerly.endings[:, 0].sum() >= 1
    assert timidly.endings.tolist() == [[0, 1]] * 3


class Gone(Executor):
    """An executor that has lost what it was given."""

    def __init__(self, error):
        self.error = error

    def submit(self, work, /, *arguments):
        future = Future()
        if self.error is None:
            future.cancel()
            future.set_running_or_notify_cancel()
        else:
            future.set_exception(self.error)
        return future


class KilledWorker(Exception):
    """What a cluster raises, by its name."""


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (None, "its scheduler is gone"),
        (BrokenExecutor("gone"), r"has died.*\('gone'\)"),
        (KilledWorker("gone"), r"has died.*\('gone'\)"),
    ],
)
def test_a_lost_cluster_is_a_clear_error(error, told):
    with pytest.raises(RuntimeError, match=told):
        lk.simulate("llama-dice", "cautious", n=10, executor=Gone(error))
