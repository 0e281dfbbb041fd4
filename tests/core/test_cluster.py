"""The same runs on a real Dask cluster of two worker processes, with strategies of a notebook."""

import numpy as np
import pytest

import llamakit as lk

pytestmark = pytest.mark.slow
distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def cluster():
    """Return the executor of a cluster on this machine's loopback address."""
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        assert len(client.scheduler_info()["workers"]) == 2
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
