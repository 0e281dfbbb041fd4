"""What best play of two comes to over many random deals, found here and told in a lesson.

Run ``python -m llamakit.games.llama_dice.survey --minutes 25``: it solves full deals until the time
is up, and writes ``two_players.json`` anew. Needs NumPy. Imports lower rooms and this game.

In each deal both players once start, and rounds are played: by two who play best, and by each bot
against one who does. Nobody holds a token. What a decision costs is the lead that the best action
leads to less that of the one chosen; a bot's costs, added up over a round, are what it gives away
on average.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

from llamakit.engine.progress import finished
from llamakit.engine.state import Action, Strategy
from llamakit.games.cards import penalty
from llamakit.games.llama_dice.duel import Solved, duel_of
from llamakit.games.llama_dice.odds import advice
from llamakit.games.llama_dice.rules import QUIT, Rules, View
from llamakit.games.llama_dice.strategies import BOTS
from llamakit.games.refusals import listed

FILE = Path(__file__).with_name("two_players.json")

#: How many rounds of a deal are played, for each player that starts: by two who play best, by bots.
BEST_ROUNDS, BOT_ROUNDS = 10, 6

#: The bots that are watched: those that answer at once.
WATCHED = {name: bot for name, bot in BOTS.items() if name != "strong"}

#: Leads that differ by less are taken to be equal: more than rounding can add up to.
EQUAL = 1e-9

Leads = dict[Action, float]
Found = dict[str, Any]


def surveyed() -> Found:
    """Return what was found: when, with which seed, and the list of deals (see ``survey``).

    >>> found = surveyed()
    >>> list(found), len(found["deals"]) > 100
    (['date', 'seed', 'deals'], True)
    """
    found: Found = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def survey(deals: int | None = None, minutes: float = 25, seed: int = 1, **options: Any) -> Found:
    """Return what is found in so many deals, or in as many as take this much processor time.

    ``options`` are those of the game. Each deal is a dict with both ``rows``; ``starts`` and
    ``quits``, the lead of each player who starts, and if they quit at once; ``costs``, by bot, what
    it gives away a round, starting and not; and counts of decisions of two who play best: ``turns``
    and those where to quit is best, by penalty of the row; ``discards`` with a choice and those
    where putting aside ``fewer`` cards than possible is best. ``cases`` show the one of each kind
    in which it matters most.
    """
    *_, last = as_found(deals, minutes, seed, **options)
    return last


def as_found(
    deals: int | None = None, minutes: float = 25, seed: int = 1, **options: Any
) -> Iterator[Found]:
    """Yield the same after each deal, with all so far."""
    rng, rules = Random(seed), Rules(**options)
    found: Found = {"date": date.today().isoformat(), "seed": seed, "deals": []}
    until = time.process_time() + 60 * minutes
    while len(found["deals"]) < deals if deals else time.process_time() < until:
        found["deals"].append(one_deal(rules, rng))
        yield found


def one_deal(rules: Rules, rng: Random) -> dict[str, Any]:
    """Return what is found in a random deal."""
    start: Any = rules.start()
    start = start.apply(start.sample(rng))
    solved = Solved(duel_of(start.view()))
    finished(solved.table.solving())
    starts = [dataclasses.replace(start, turn=seat) for seat in (0, 1)]
    first = [_leads(solved, state.view()) for state in starts]
    seen = Watch()
    for state in starts * BEST_ROUNDS:
        _play(solved, state, {}, rng, seen)
    costs = {}
    for name, bot in WATCHED.items():
        rounds = [
            [_play(solved, state, {seat: bot}, rng) for seat in (state.turn, 1 - state.turn)]
            for state in starts * BOT_ROUNDS
        ]
        costs[name] = [
            round(sum(costs_of) / len(rounds), 6) for costs_of in zip(*rounds, strict=True)
        ]
    return {
        "rows": [listed(row) for row in start.rows],
        "starts": [round(max(leads.values()), 6) for leads in first],
        "quits": [round(leads[QUIT], 6) for leads in first],
        "costs": costs,
        **seen.counts(),
    }


def _leads(solved: Solved, view: View) -> Leads:
    """Return the lead that each action leads to: of two, or of a player alone."""
    if all(view.active):
        leads = solved.actions(view.turn, duel_of(view), view.roll)
        return {action: float(lead) for action, lead in leads.items()}
    return {known.action: float(known.value) for known in advice(view)}


def _play(
    solved: Solved,
    state: Any,
    bots: dict[int, Strategy],
    rng: Random,
    watch: Callable[[View, Leads], None] | None = None,
) -> float:
    """Play a round to its end and return what the bots have given away; the others play best."""
    given_away = 0.0
    while not state.is_round_over:
        if state.is_chance:
            state = state.apply(state.sample(rng))
            continue
        view = state.view(state.turn)
        leads = _leads(solved, view)
        best = max(leads, key=leads.__getitem__)
        if watch and all(view.active):
            watch(view, leads)
        bot = bots.get(state.turn)
        chosen = bot(view, state.legal_actions(), rng) if bot else best
        given_away += leads[best] - leads[chosen]
        state = state.apply(chosen)
    return given_away


class Watch:
    """Counts decisions of two who play best, and keeps the one that matters most of each kind."""

    def __init__(self) -> None:
        self.turns: dict[int, list[int]] = {}
        self.discards, self.fewer = 0, 0
        self.cases: dict[str, dict[str, Any]] = {}

    def __call__(self, view: View, leads: Leads) -> None:
        """Take note of a decision."""
        if view.phase == "turn":
            gain = leads[QUIT] - max(lead for action, lead in leads.items() if action != QUIT)
            counted = self.turns.setdefault(penalty(view.row), [0, 0])
            counted[0] += 1
            counted[1] += gain > EQUAL
            self._keep("quit", view, gain)
        elif view.phase == "discard" and len(leads) > 1:
            gain = max(leads.values()) - list(leads.values())[-1]  # the last: all that match
            self.discards += 1
            self.fewer += gain > EQUAL
            self._keep("fewer", view, gain)

    def _keep(self, kind: str, view: View, gain: float) -> None:
        """Keep a case if it gains more than the one kept so far."""
        if gain > self.cases.get(kind, {"gain": EQUAL})["gain"]:
            own, other = view.row, view.rows[1 - view.turn]
            cards = {"own": own, "other": other, "llama_row": view.llama_row, "roll": view.roll}
            self.cases[kind] = {name: listed(held) for name, held in cards.items()}
            self.cases[kind]["gain"] = round(gain, 6)

    def counts(self) -> dict[str, Any]:
        """Return what was counted."""
        return {
            "turns": dict(sorted(self.turns.items())),
            "discards": self.discards,
            "fewer": self.fewer,
            "cases": self.cases,
        }


def write(found: Found, path: Path = FILE) -> None:
    """Write what was found, a deal on each line."""
    head = {name: value for name, value in found.items() if name != "deals"}
    lines = ",\n".join(json.dumps(deal) for deal in found["deals"])
    text = json.dumps(head)[:-1] + ', "deals": [\n' + lines + "\n]}\n"
    path.write_text(text, encoding="utf-8")


def main() -> None:
    """Solve deals as the command line says, and write what is found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=25, help="processor time to take")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for found in as_found(minutes=given.minutes, seed=given.seed):
        write(found)  # after each deal, so that an interrupt loses none


if __name__ == "__main__":
    main()
