"""A strategy gets the same wherever it plays: names, what was said, and dice that are its own."""

from random import Random

import pytest

import llamakit as lk
from llamakit.engine.game import Game, Seat
from llamakit.engine.hearing import Hearing, Log
from llamakit.engine.registry import find_game
from llamakit.simulation.entrant import StrategyFile
from llamakit.simulation.simulate import child_rng

FIRST = "return legal_actions[0]"


def first(view, legal_actions, rng):
    """Take the first legal action."""
    return legal_actions[0]


def at_a_table(slug, names, rng):
    """Return what each decision of a game sees at a table: the names and what was said."""
    kind = find_game(slug)
    game = Game(kind, [Seat(name) for name in names], kind.rules.Rules(players=len(names)), rng)
    game._let_chance_move()
    seen = []
    while not game.is_over:
        view = game.view(game.current_player)
        seen.append((view.names, list(view.log)))
        game.play(game.legal_actions()[0])
    return seen


@pytest.mark.parametrize("slug", lk.GAMES)
def test_a_simulation_shows_the_names_and_the_log_of_a_table(slug):
    seen = []

    def looks(view, legal_actions, rng):
        seen.append((view.names, list(view.log)))
        return legal_actions[0]

    def rarely(view, legal_actions, rng):
        if len(seen) % 5 == 0:
            assert len(view.log) >= 1
        return looks(view, legal_actions, rng)

    lk.simulate(slug, [looks, rarely], n=1, seed=3, engine="readable", progress=False)
    assert seen == at_a_table(slug, ("Looks", "Rarely"), child_rng(3, 0))
    assert len(seen[-1][1]) > 5


@pytest.mark.parametrize("slug", lk.GAMES)
def test_a_tournament_shows_the_names_and_the_log_of_a_table(slug):
    source = """
def strategy(view, legal_actions, rng):
    said = len(view.log)
    if said > 6:
        raise ValueError(f"{view.names} {said} {view.log[-1]}"[:180])
    return legal_actions[0]
"""
    players = {"ana": StrategyFile("ana.py", source), "ben": StrategyFile("ben.py", source)}
    day = lk.tournament(players, slug, n=1, seed=3, progress=False)
    for offence in day.offences:
        game = lk.replay(offence.record)
        view = game.view(game.current_player)
        shown = f"{view.names} {len(view.log)} {view.log[-1]}"[:180]
        assert shown in offence.what
    assert day.offences


@pytest.mark.clause("H11")
def test_the_blind_hear_what_others_claim():
    heard = []

    def listens(view, legal_actions, rng):
        if view.seat in view.blind:
            heard.extend(view.log)
        return legal_actions[0]

    lk.simulate("chinchiller", [listens, "random", "random"], n=20, seed=1, progress=False)
    assert any("tells Listens" in said for said in heard)
    assert any("tells random" in said for said in heard)


def test_equal_names_are_told_apart():
    names = set()

    def looks(view, legal_actions, rng):
        names.add(view.names)
        return legal_actions[0]

    lk.simulate("llama", [looks, looks, "greedy"], n=1, seed=1, progress=False)
    assert names == {("Looks", "Looks 2", "greedy")}


def test_a_log_is_as_good_as_the_tuple_and_is_found_when_looked_at():
    asked = []

    def tell(step, seat, names):
        asked.append(step)
        return step and f"{step}!"

    history = ["a", "", "b"]
    log = Log(Hearing(tell, 0, ["Ana"]), history)
    history.append("c")
    assert asked == []
    assert log == ("a!", "b!") == tuple(log)
    assert (len(log), log[-1], log[:1], "b!" in log) == (2, "b!", ("a!",), True)
    assert (repr(log), hash(log)) == (repr(("a!", "b!")), hash(("a!", "b!")))
    assert log == Log(Hearing(tell, 0, ["Ana"]), history[:3])
    assert log != ["a!", "b!"]
    assert log.__reduce__() == (tuple, (("a!", "b!"),))


def right_guesses(game, peeked):
    """Return how often a copy of a strategy's generator foretold the next roll, and the tries."""
    right = tries = 0
    while not game.is_over:
        start = len(game.history)
        game.play()
        roll = next((step for step in game.history[start:] if step.before.phase == "roll"), None)
        if roll and peeked:
            right += roll.before.sample(peeked.pop()) == roll.choice
            tries += 1
        peeked.clear()
    return right, tries


def test_at_a_table_a_copied_generator_does_not_know_the_next_roll():
    peeked = []

    def peeks(view, legal_actions, rng):
        peeked.append(Random())
        peeked[-1].setstate(rng.getstate())
        return legal_actions[0]

    games = (lk.new_game("llama-dice", players=[peeks, peeks], seed=seed) for seed in range(5))
    right, tries = map(sum, zip(*(right_guesses(game, peeked) for game in games), strict=True))
    assert tries > 100
    assert right < tries / 10


def reseeds(view, legal_actions, rng):
    """Try to fix the dice."""
    rng.seed(7)
    return legal_actions[0]


def test_at_a_table_a_strategy_cannot_seed_the_dice():
    rolls = set()
    for seed in range(10):
        game = lk.new_game("llama-dice", players=[reseeds, reseeds], seed=seed)
        game.play()
        rolls.add(game.state.roll)
    assert len(rolls) > 3


def test_in_a_simulation_generators_are_apart():
    states = []

    def peeks(view, legal_actions, rng):
        states.append(rng.getstate())
        return legal_actions[0]

    plain = lk.simulate("llama-dice", [first, first], n=5, seed=2, progress=False)
    for strategy in (peeks, reseeds):
        run = lk.simulate("llama-dice", [strategy, first], n=5, seed=2, progress=False)
        assert run.scores.tolist() == plain.scores.tolist()
    assert len(set(states)) == 1  # nobody else has used its generator, and no die was rolled by it
    assert states[0] != child_rng(2, 0).getstate()


def test_undo_gives_a_strategy_the_same_dice_again():
    game = lk.new_game("llama", players=[lk.bot("random"), lk.bot("random")], seed=5)
    for _ in range(10):
        game.play()
    before = game.record()
    for _ in range(6):
        game.undo()
    for _ in range(6):
        game.play()
    assert game.record() == before


def test_what_a_strategy_draws_does_not_move_the_dice_at_a_table():
    def greedy_for_luck(view, legal_actions, rng):
        for _ in range(len(view.log) % 5):
            rng.random()
        return legal_actions[0]

    ends = []
    for strategy in (greedy_for_luck, first):
        game = lk.new_game("llama", players=[strategy, strategy], seed=9)
        while not game.is_over:
            game.play()
        ends.append(game.record()["steps"])
    assert ends[0] == ends[1]


TABULATES = """
from random import Random
from llamakit.simulation.tournament import seed_for
known = {}
for seed in range(120):
    for number in range(2):
        for names in (("guest", "bot"), ("bot", "guest")):
            key = (seed, names, number)
            own = seed_for(*key, f"seat {names.index('guest')}")
            known[Random(own).random()] = Random(seed_for(*key, "chance")).random()
def strategy(view, legal_actions, rng):
    guess = rng.random()
    if guess in known:
        raise ValueError("the dice are known")
    return legal_actions[0]
"""


def test_a_small_seed_can_be_guessed_and_the_one_drawn_cannot():
    players = {"guest": StrategyFile("guest.py", TABULATES), "bot": "greedy"}
    small = lk.tournament(players, n=2, seed=42, progress=False)
    assert small.offences[0].what.startswith("raised ValueError: the dice are known")
    assert lk.tournament(players, n=2, game_limit=60.0, progress=False).offences == ()


@pytest.mark.parametrize("slug", lk.GAMES)
def test_a_bots_name_is_no_persons(slug):
    for make in (lk.new_game, lk.new_match, lk.play):
        with pytest.raises(
            lk.InputError, match=r"'greedy' is a built-in bot: write lk.bot\('greedy"
        ):
            make(slug, players=["Ana", " greedy "])
    game = lk.new_game(slug, players=["Greedy", lk.bot("greedy", "greedy")], seed=1)
    assert game.players == ("Greedy", "greedy")
    record = game.record()
    del record["players"][1]["bot"]
    assert lk.replay(record).players == ("Greedy", "greedy")
