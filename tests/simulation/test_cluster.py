"""The same runs on a real Dask cluster of two worker processes, with strategies of a notebook."""

import os
import signal
from concurrent.futures import Executor
from contextlib import contextmanager

import numpy as np
import pytest

import llamakit as lk

pytestmark = pytest.mark.slow
distributed = pytest.importorskip("distributed")


@contextmanager
def two_workers():
    """Give a client of a cluster on this machine's loopback address, with two processes."""
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        assert len(client.scheduler_info()["workers"]) == 2
        yield client


@pytest.fixture(scope="module")
def cluster():
    """Return the executor of a cluster."""
    with two_workers() as client:
        yield client.get_executor()


def guest():
    """Return a strategy that, like one from a notebook, no other process could import."""

    def strategy(view, legal_actions, rng):
        return rng.choice(legal_actions)

    return strategy


def test_a_tournament_on_a_cluster_has_the_same_results(cluster):
    def broken(view, legal_actions, rng):
        raise ValueError("not today")

    players = {"guest": guest(), "wild": "random", "broken": broken}
    options = {"n": 2, "seed": 4, "target": 10}
    here = lk.tournament(players, **options)
    there = lk.tournament(players, executor=cluster, **options)
    for array in ("seats", "wins", "scores", "forfeits"):
        assert np.array_equal(getattr(here, array), getattr(there, array), equal_nan=True)
    assert here.offences == there.offences != ()


def test_a_simulation_on_a_cluster_has_the_same_numbers(cluster):
    for strategies in ([guest(), "greedy"], "cautious"):
        here = lk.simulate("llama-dice", strategies, n=120, seed=1)
        there = lk.simulate("llama-dice", strategies, n=120, seed=1, executor=cluster)
        assert here.engine == there.engine
        for array in ("scores", "winners", "rounds", "length", "endings"):
            assert np.array_equal(getattr(here, array), getattr(there, array))


def test_a_summary_has_the_same_figures_whatever_the_split(cluster):
    options = {"n": 40_000, "seed": 5, "keep": "summary"}
    here = lk.simulate("llama-dice", "cautious", **options)
    for split in ({"executor": cluster}, {"workers": 2}):
        there = lk.simulate("llama-dice", "cautious", **options, **split)
        assert there.counts == here.counts
        assert there.table() == here.table()
    kept = lk.simulate("llama-dice", "cautious", n=40_000, seed=5)
    means = [row["score"] for row in here.table()]
    assert means == pytest.approx(kept.scores.mean(axis=0).tolist())


def process_ids(client):
    return client.run(os.getpid)


class Watched(Executor):
    """Hands jobs on to another executor, and calls at each that is sent and each that is done."""

    def __init__(self, run, sent=None, done=None):
        self.run, self.jobs, self.sent, self.done = run, [], sent, done

    def submit(self, *job):
        self.jobs.append(self.run.submit(*job))
        if self.done:
            self.jobs[-1].add_done_callback(lambda job: self.done(self))
        if self.sent:
            self.sent(self)
        return self.jobs[-1]


@pytest.mark.parametrize("change", ["killed", "added"])
def test_workers_may_come_and_go(change):
    def slow(view, legal_actions, rng):
        import time

        time.sleep(0.002)
        return legal_actions[-1]

    options = {"n": 8, "seed": 4, "target": 15}
    players = {"slow": slow, "wild": "random", "bold": "greedy"}
    here = lk.tournament(players, **options)
    left = []
    with two_workers() as client:
        before = process_ids(client)

        def kill_or_add(run):
            done = sum(job.done() for job in run.jobs)
            if done >= 2 and not left:  # a strategy is loaded, and one of six tables has played
                left.append(1 + 6 - done)
                if change == "killed":
                    os.kill(min(before.values()), signal.SIGKILL)
                else:
                    client.cluster.scale(3)

        run = Watched(client.get_executor(), done=kill_or_add)
        there = lk.tournament(players, executor=run, **options)
        assert left[0] > 0  # it happened while games were played
        if change == "added":
            client.wait_for_workers(3, timeout=60)
    assert np.array_equal(here.scores, there.scores, equal_nan=True)
    assert np.array_equal(here.wins, there.wins)
    assert here.offences == there.offences == ()


def test_a_strategy_that_kills_its_worker_only_forfeits():
    def kills(view, legal_actions, rng):
        import os
        import signal

        os.kill(os.getppid(), signal.SIGKILL)
        os.kill(os.getpid(), signal.SIGKILL)

    with two_workers() as client:
        before = process_ids(client)
        players = {"kills": kills, "wild": "random"}
        day = lk.tournament(players, n=4, seed=1, target=10, executor=client.get_executor())
        assert {one.what for one in day.offences} == {"ended its process"}
        assert process_ids(client) == before  # it has reached its keeper, and no worker

        def ends(view, legal_actions, rng):
            import os

            os._exit(1)

        with pytest.raises(RuntimeError, match="a process that played games has died"):
            lk.simulate("llama-dice", [ends, "random"], n=4, executor=client.get_executor())


def test_a_lost_scheduler_is_a_clear_error():
    def slow(view, legal_actions, rng):
        import time

        time.sleep(0.01)
        return legal_actions[0]

    with two_workers() as client:

        def lose(run):
            if len(run.jobs) == 2:  # all
                client.close()

        run = Watched(client.get_executor(), sent=lose)
        with pytest.raises(RuntimeError, match="its scheduler is gone"):
            lk.simulate("llama-dice", [slow, slow], n=100, seed=1, executor=run)
