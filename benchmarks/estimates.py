"""How good what looks best is, where the truth is known: the estimates beside the solved games.

Run: ``python -m benchmarks.estimates --minutes 3``. It writes ``docs/estimates.md``. Positions come
from games of *sharp* and *random* players. In each, the worth of every action is estimated as if
nothing were proven, and then looked up where it is.
"""

from __future__ import annotations

import argparse
import time
from datetime import date
from pathlib import Path
from random import Random

from llamakit.engine.registry import find_game, make_rules
from llamakit.search.estimates import estimated, leads_in_worlds

PAGE = Path(__file__).parents[1] / "docs" / "estimates.md"
SAMPLES = (50, 200, 800)

LLAMA = {"numbers": 2, "copies": 2, "hand": 2, "open_hands": True}
KADABRA = {"deck": {1: 2, "1g": 1, 2: 2, "2*": 1, "L": 3}, "hand": 2, "open_hands": True}
GAMES = {
    "L.L.A.M.A. Dice, two players in, late in a round": (
        "llama-dice",
        {},
        lambda view: not view.alone,
    ),
    "L.L.A.M.A. Dice, a lone player": ("llama-dice", {}, lambda view: view.alone),
    "L.L.A.M.A., a small round with open hands": ("llama", LLAMA, lambda view: True),
    "LLAMA Kadabra, a small round with open hands": ("kadabra", KADABRA, lambda view: True),
    "Chinchiller Dice, two players: re-roll or stop": (
        "chinchiller",
        {},
        lambda view: view.phase == "choose",
    ),
}


def positions(slug, options, wanted):
    """Yield views of decisions for which best play is known, each with the true costs."""
    game, rng = find_game(slug), Random(f"{slug} {options}")
    bots = [game.bots["sharp"], game.bots["random"]]
    while True:
        state = make_rules(slug, 2, options).start()
        players = [rng.choice(bots) for _ in range(2)]
        while not state.is_over and state.round_number <= 3:
            if state.is_chance:
                state = state.apply(state.sample(rng))
                continue
            view, legal = state.view(state.player), state.legal_actions()
            if len(legal) > 1 and wanted(view) and rng.random() < 0.3:
                known = game.odds.advice(view)
                if known:
                    yield view, {one.action: float(one.cost) for one in known}
            state = state.apply(players[state.player](view, legal, rng))


class Count:
    """How often the action that looks best is best, and what it costs on average."""

    def __init__(self):
        self.n, self.best, self.loss, self.told, self.true = 0, 0, 0.0, 0, 0

    def add(self, chosen, costs, looks_best):
        self.n += 1
        self.best += costs[chosen] < 1e-9
        self.loss += costs[chosen]
        self.told += len(looks_best)
        self.true += any(costs[action] < 1e-9 for action in looks_best)


def measured(slug, options, wanted, seconds):
    """Return the counts of the bots and of the estimates, by name."""
    counts = {}
    ends, rng = time.process_time() + seconds, Random(1)
    for number, (view, costs) in enumerate(positions(slug, options, wanted)):
        if time.process_time() > ends:
            return counts
        legal = tuple(costs)
        for name in ("random", "cautious", "sharp"):
            bot = find_game(slug).bots[name]
            chosen = bot(view, find_legal(view, legal), rng)
            counts.setdefault(name, Count()).add(chosen, costs, [chosen])
        for samples in SAMPLES:
            known = estimated(leads_in_worlds(view, range(samples), number), "")
            likely = [one.action for one in known if one.cost < 2 * one.error]
            name = f"what looks best in {samples} worlds"
            counts.setdefault(name, Count()).add(known[0].action, costs, likely)
    return counts


def find_legal(view, actions):
    """Return the actions in the order in which the rules list them."""
    world = find_game(view.rules.game).worlds.world(view, Random(0))
    legal = world.legal_actions()
    assert set(legal) == set(actions)
    return legal


HEAD = """# How good what looks best is

Made on {date} by `python -m benchmarks.estimates`: positions whose truth is known, from games of
*sharp* and *random* players. *Best*: how often the action is a best one. *Costs*: what it truly
gives away, on average over all positions. *Among the equals*: how often a best action is among
those that the table shows as equal (less than two standard errors behind), and how many these are
on average.
"""


def page(found):
    """Return docs/estimates.md."""
    parts = [HEAD.format(date=date.today().isoformat())]
    for name, counts in found.items():
        n = max((one.n for one in counts.values()), default=0)
        unit = "sand" if "Chinchiller" in name else "points"
        parts.append(f"## {name}\n\n{n} positions.\n")
        parts.append(f"| | best | costs in {unit} | among the equals |")
        parts.append("| --- | ---: | ---: | ---: |")
        for who, one in counts.items():
            among = f"{one.true / one.n:.0%} of {one.told / one.n:.1f}" if "worlds" in who else ""
            parts.append(f"| {who} | {one.best / one.n:.0%} | {one.loss / one.n:.2f} | {among} |")
        parts.append("")
    return "\n".join(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=3.0, help="of processor time")
    asked = parser.parse_args()
    found = {}
    for name, (slug, options, wanted) in GAMES.items():
        found[name] = measured(slug, options, wanted, 60 * asked.minutes / len(GAMES))
        PAGE.write_text(page(found))
        print(name, max((one.n for one in found[name].values()), default=0), flush=True)


if __name__ == "__main__":
    main()
