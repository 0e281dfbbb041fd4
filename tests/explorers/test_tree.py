"""The explorer of a small game as a tree: its worths, folding, and its own pace."""

from fractions import Fraction

import pytest
from explorers.test_explorer import well_formed

import llamakit as lk
from llamakit.explorers import find


def shown(**start):
    tree = find("tree", start)
    tree.receive({"do": "show"})
    return tree


def small(**options):
    return lk.kadabra.Rules(
        deck={1: 2, 2: 2, "L": 2}, hand=2, open_hands=True, target=1, **options
    ).start()


@pytest.mark.parametrize(
    "deal", [[(1, 2), (2, "L"), (1,)], [(2, "L"), (1, 1), (2,)], [(1, "L"), (2, 2), (1,)]]
)
def test_every_worth_is_what_the_solver_finds(deal):
    start = small().apply(deal)
    tree = shown(state=start)

    def gap(end):
        return end.scores[0] - end.scores[1]

    model = lk.exact.positions(start, until=lambda s: s.is_over or s.phase == "deal")
    solved = lk.exact.solve(
        model, payoff=lambda end: -gap(end), minimise=lambda state: state.player == 1
    )
    assert tree.root.worth == -solved.value(start)


def test_it_is_worked_out_from_the_end_one_position_at_a_time():
    tree = shown()
    inner = [node for node in tree.root.below() if node.children]
    assert tree.state["gap"] is None
    for number, node in enumerate(inner, 1):
        assert all(child.path in tree.worked for child in node.children)
        tree.receive({"do": "next"})
        assert tree.last == node.path
        assert tree.state["worked"] == tree.state["positions"] - len(inner) + number
        well_formed(tree.html)
    assert tree.state["gap"] == -11
    tree.receive({"do": "next"})
    assert tree.state["gap"] == -11


def test_a_position_is_worked_out_when_asked_and_folds():
    tree = shown()
    tree.receive({"do": "work", "action": "0.0"})
    assert "0.0" in tree.worked
    assert "0" not in tree.worked
    tree.receive({"do": "fold", "action": "0.0"})
    assert "0.0" not in tree.open
    for action in ("9.9", "", "x", None):
        tree.receive({"do": "fold", "action": action})
        tree.receive({"do": "work", "action": action})
    well_formed(tree.html)


def test_a_mean_is_weighted():
    rules = lk.llama.Rules(numbers=2, copies=2, hand=1, open_hands=True, target=1)
    tree = shown(state=rules.start().apply(((1,), (2,), (1,))))
    means = [node for node in tree.root.below() if node.kind == "mean"]
    assert means
    for node in means:
        assert sum(child.chance for child in node.children) == 1
        total = sum((child.chance * child.worth for child in node.children), Fraction(0))
        assert node.worth == total


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (3, "a position such as game.state"),
        (lk.new_game("llama-dice", players=3, seed=1).state, "a game for two"),
        (lk.new_game("llama-dice", players=2, seed=1).state, "more than 2000 positions"),
    ],
)
def test_what_cannot_be_a_tree_is_refused(state, said):
    with pytest.raises(lk.InputError, match=said):
        lk.explore("tree", state=state)


def test_nothing_of_the_truth_is_shown_before_the_guess():
    tree = find("tree", {})
    tree.receive({"do": "all"})
    tree.receive({"do": "next"})
    assert "lk-tree" not in tree.html
    assert tree.state["gap"] is None
    assert "11" not in tree.said


def test_where_most_sand_wins_the_first_player_takes_the_greatest():
    state = lk.chinchiller.position([12, 12], closed=[2, 0], claim=6, turns=1)
    root = find("tree", {"state": state}).root
    assert (root.kind, [child.worth for child in root.children]) == ("max", [12, 48])
    assert root.worth == 48
