"""All bots against all: how many points a round one gains on the others, with luck cancelled.

Run: ``python -m benchmarks.duels --minutes 10``. It goes on where the last run stopped, with the
pairing that is least decided and has time left, and writes ``docs/bots.json`` and ``docs/bots.md``
as it goes: it can be stopped at any moment, and the deals do not depend on when.

A *deal* is the start of a round, with the points that everybody holds, who begins, and a stream of
luck for each seat. It is played once for each seat that the one bot can have, the other bot in all
other seats. The number of the deal is the mean of what the one gained on the others: if both were
the same bot, that would be 0 for every deal. In Chinchiller Dice a whole game is played.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import statistics
import time
from datetime import date
from itertools import permutations
from math import inf, sqrt
from pathlib import Path
from random import Random

from llamakit.engine.game import Step
from llamakit.engine.hearing import Log
from llamakit.engine.registry import GAMES, find_game, make_rules
from llamakit.games.cards import penalty

DOCS = Path(__file__).parents[1] / "docs"
STORE = DOCS / "bots.json"
TABLE = DOCS / "bots.md"

BOTS = ("random", "greedy", "cautious", "five lines", "sharp", "strong", "optimal")
NAMES = ("Ana", "Ben", "Cleo", "Dan")

#: Seconds after which what has been found is written.
WRITE_AFTER = 5

#: Seconds that a pairing of *strong* is to be given, and each of the CLOSE closest.
SECONDS, SECONDS_IF_CLOSE, CLOSE = 120, 1200, 3


def five_lines(view, legal_actions, rng):
    """The five lines that once beat every bot of L.L.A.M.A."""
    if view.phase == "return":
        return legal_actions[-2]  # the largest token
    stuck = legal_actions[0].verb == "draw"
    return legal_actions[-1] if stuck and penalty(view.hand) <= 5 else legal_actions[0]


def bots_of(slug):
    """Return the bots of a game by name, in the order of the table."""
    known = dict(find_game(slug).bots)
    if slug == "llama":
        known["five lines"] = five_lines
    return {name: known[name] for name in BOTS if name in known}


def pairings():
    """Yield every pairing: the game, how many play, one bot, and the other in all other seats.

    With four players *strong* is in one seat only, as in three it would take a day, and *optimal*
    is left out: there it plays as *cautious*.
    """
    for slug in GAMES:
        for players in (2, 4):
            for one, other in permutations(bots_of(slug), 2):
                twice = players == 2 and BOTS.index(one) < BOTS.index(other)
                beyond = players == 4 and ("optimal" in (one, other) or other == "strong")
                if not twice and not beyond:
                    yield slug, players, one, other


def deal(slug, players, number):
    """Return the steps of a deal so far, the position it leads to, and the seed of its luck."""
    rng = Random(f"{slug} {players} {number}")
    state = make_rules(slug, players, {"first_player": rng.randrange(players)}).start()
    if slug == "chinchiller":
        return [], state, rng.getrandbits(64)
    points = rng.randrange(30)
    if slug == "kadabra":
        tokens = find_game(slug).rules.Tokens(white=points % 10, black=points // 10)
        state = dataclasses.replace(state, tokens=(tokens,) * players)
    else:
        state = dataclasses.replace(state, points=(points,) * players)
    dealt = state.sample(rng)
    after = state.apply(dealt)
    return [Step(state, None, dealt, after)], after, rng.getrandbits(64)


def play(slug, steps, state, seed, seats, clock=None):
    """Play a deal to the end of the round, or the game, and return the last position.

    With a ``clock``, a list, the seconds that each decision of *strong* took are added to it.
    """
    source, history, names = Random(seed), list(steps), NAMES[: len(seats)]
    luck = [Random(source.getrandbits(64)) for _ in seats]
    own = [Random(source.getrandbits(64)) for _ in seats]
    hearing = [find_game(slug).hearing(seat, names) for seat in range(len(seats))]
    while not (state.is_over if slug == "chinchiller" else state.is_round_over):
        seat = state.player
        if seat is None:
            choice = state.sample(luck[state.turn])
        else:
            view = state.view(seat).heard(names, Log(hearing[seat], history))
            legal, started = state.legal_actions(), time.process_time()
            choice = seats[seat](view, legal, own[seat])
            if clock is not None and seats[seat].__name__ == "strong" and len(legal) > 1:
                clock.append(time.process_time() - started)
        after = state.apply(choice)
        history.append(Step(state, seat, choice, after))
        state = after
    return state


def gain(slug, players, one, other, number, clock=None):
    """Return what one bot gains on the other in a deal, on average over the seats it can have."""
    bots = bots_of(slug)
    steps, state, seed = deal(slug, players, number)
    total = 0
    for seat in range(players):
        seats = [bots[one] if seat == at else bots[other] for at in range(players)]
        end = play(slug, steps, state, seed, seats, clock)
        total += end.lead(seat) - state.lead(seat)
    return float(total / players)


class Tally:
    """What the deals of a pairing came to: their number, sum and squares, and the seconds."""

    def __init__(self, n=0, total=0.0, squares=0.0, seconds=0.0):
        self.n, self.total, self.squares, self.seconds = n, total, squares, seconds

    def add(self, gained):
        self.n, self.total, self.squares = self.n + 1, self.total + gained, self.squares + gained**2

    @property
    def mean(self):
        return self.total / self.n if self.n else 0.0

    @property
    def error(self):
        if self.n < 2:
            return inf
        return sqrt(max(self.squares - self.n * self.mean**2, 0) / (self.n - 1) / self.n)

    @property
    def margin(self):
        """By how much one bot is ahead; the two that play alike are not close but the same."""
        return abs(self.mean) if self.error else inf

    @property
    def errors(self):
        """How many standard errors the mean is off 0; many where luck makes no difference."""
        return abs(self.mean) / self.error if self.error else inf


def load():
    """Return the tallies so far by pairing, *strong*'s seconds by game and players, the date."""
    stored = json.loads(STORE.read_text()) if STORE.exists() else {}
    duels = stored.get("duels", {})
    tallies = {key: Tally(*duels.get(" / ".join(map(str, key)), [])) for key in pairings()}
    return tallies, stored.get("seconds", {}), stored.get("date", "")


def save(tallies, seconds):
    """Write what has been found, and the tables made of it."""
    duels = {
        " / ".join(map(str, key)): [one.n, one.total, one.squares, round(one.seconds, 1)]
        for key, one in tallies.items()
        if one.n
    }
    when = date.today().isoformat()
    found = {"date": when, "duels": duels, "seconds": seconds}
    lines = json.dumps(found).replace('": {', '": {\n').replace('], "', '],\n"')
    STORE.write_text(lines + "\n", encoding="utf-8")
    TABLE.write_text(page(tallies, seconds, when), encoding="utf-8")


def next_pairing(tallies, games):
    """Return the pairing to go on with.

    First some deals for each, those of *strong* before others; then two minutes for each of those,
    the least decided first; then twenty for the closest; at last any pairing that has had the
    least.
    """
    strong = [key for key in tallies if "strong" in key]
    close = sorted(strong, key=lambda key: tallies[key].margin)[:CLOSE]

    def urgency(key):
        tally = tallies[key]
        if tally.n < (20 if key in strong else 100):
            return 0, key not in strong, 0
        if key in strong and tally.seconds < SECONDS:
            return 1, tally.errors, 0
        if key in close and tally.seconds < SECONDS_IF_CLOSE:
            return 2, tally.errors, 0
        return 3, tally.seconds, 0

    return min((key for key in tallies if key[0] in games), key=urgency)


def run(minutes, games):
    """Play deals for so many minutes of processor time."""
    tallies, seconds, _ = load()
    ends = time.process_time() + 60 * minutes
    while time.process_time() < ends:
        key = next_pairing(tallies, games)
        tally, clock, started = tallies[key], [], time.process_time()
        while time.process_time() < started + WRITE_AFTER:
            tally.add(gain(*key, tally.n, clock))
        tally.seconds += time.process_time() - started
        if clock:
            where = f"{key[0]} / {key[1]}"
            taken = sorted([*seconds.get(where, []), *(round(one, 3) for one in clock)])
            seconds[where] = [*taken[: -1 : len(taken) // 100 or 1], taken[-1]]
        save(tallies, seconds)
        print(*key, f"{tally.mean:+.2f} ± {tally.error:.2f} ({tally.n} deals)", flush=True)


# The page


def cell(tally, sign=1):
    """Return what a bot gains, with its error; in bold if that is two errors or more."""
    if tally.n < 2:
        return "–"
    shown = f"{sign * tally.mean or 0.0:+.2f} ± {tally.error:.2f}"
    return f"**{shown}**" if tally.mean and tally.errors >= 2 else shown


def matrix(slug, players, tallies):
    """Return the table of a game: what the bot of a row gains on the bot of a column."""
    names = [name for name in bots_of(slug) if players == 2 or name != "optimal"]
    heads = [name for name in names if players == 2 or name != "strong"]
    lines = [f"| | {' | '.join(heads)} |", f"| --- |{' ---: |' * len(heads)}"]
    for one in names:
        cells = []
        for other in heads:
            tally = tallies.get((slug, players, one, other))
            mirrored = tallies.get((slug, players, other, one)) if players == 2 else None
            cells.append(cell(tally) if tally else cell(mirrored, -1) if mirrored else "")
        lines.append(f"| **{one}** | {' | '.join(cells)} |")
    return "\n".join(lines)


def verdict(slug, players, tallies):
    """Return in words whom *strong* beats, and whom it has not been seen to beat."""
    met = {key[3]: one for key, one in tallies.items() if key[:3] == (slug, players, "strong")}
    met |= {
        key[2]: Tally(one.n, -one.total, one.squares)
        for key, one in tallies.items()
        if key[:2] == (slug, players) and key[3] == "strong"
    }
    open_ones = [name for name, one in met.items() if not (one.mean > 0 and one.errors >= 2)]
    if not open_ones:
        return "*strong* beats every other bot by two standard errors or more."
    shown = ", ".join(f"{name} ({cell(met[name])})" for name in open_ones)
    why = [WHY[slug, players, name] for name in open_ones if (slug, players, name) in WHY]
    return " ".join(
        [f"*strong* beats every other bot by two standard errors or more, but for: {shown}.", *why]
    )


def given(slug, players, tallies):
    """Return in words how long the pairings were given."""
    spent = {strong: [] for strong in (True, False)}
    for key, one in tallies.items():
        if key[:2] == (slug, players):
            spent["strong" in key].append(one.seconds)
    return (
        f"Each pairing of *strong* was given {min(spent[True]):.0f} to {max(spent[True]):.0f} "
        "seconds of one core, the longest where it was least clear; the others "
        f"{max(spent[False]) + 1:.0f} or less.\n"
    )


def page(tallies, seconds, when):
    """Return docs/bots.md."""
    parts = [HEAD]
    for slug in GAMES:
        parts.append(f"## {find_game(slug).title}\n")
        for players in (2, 4):
            shown = "Two players" if players == 2 else "Four players, one against three"
            parts.append(f"{shown}. {verdict(slug, players, tallies)}\n")
            parts.append(matrix(slug, players, tallies) + "\n")
            parts.append(given(slug, players, tallies))
            taken = seconds.get(f"{slug} / {players}", [])
            if taken:
                parts.append(
                    f"A decision of *strong* took {statistics.median(taken):.2f} seconds of one "
                    f"core in the median, {max(taken):.2f} at the most.\n"
                )
    spent = sum(one.seconds for one in tallies.values()) / 60
    parts.append(f"All of this took {spent:.0f} minutes of one core, the last of them on {when}.")
    return "\n".join(parts) + "\n"


#: Why *strong* may not beat a bot by two standard errors.
WHY = {
    ("llama-dice", 4, "greedy"): (
        "Against three who never quit there is little to gain, and much luck in a round: it takes "
        "hundreds of deals to see it."
    ),
    ("chinchiller", 2, "optimal"): "Against one opponent *strong* is *optimal*.",
    ("chinchiller", 2, "sharp"): (
        "Best play promises the most against the best answer, it does not hunt for weaknesses: and "
        "*sharp* plays nearly as well."
    ),
}

HEAD = """# The bots against each other

Made by `python -m benchmarks.duels`, which can go on with it. Each number is how many points a
round (in Chinchiller Dice: how much sand a game) the bot of the row gains on the bot in all other
seats, with its standard error; in bold where it is at least two of them away from 0. The same
deal, with the same luck for each seat, is played once for every seat that the one bot can have, so
that luck cancels: a bot against itself gains 0. In the llama games a deal is one round, at the
start of which everybody holds the same 0 to 29 points. With four players *strong* is in one seat
only. Its pairings are given 2 minutes of one core each, the three in which it is least ahead 20, as
far as time has gone. Some were given more while they were undecided; they may come out a little too
large. *five lines* plays the first legal card; if stuck, it quits at 5 points or less, and else
draws.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=1.0, help="of processor time")
    parser.add_argument("--games", nargs="*", default=list(GAMES), choices=list(GAMES))
    asked = parser.parse_args()
    run(asked.minutes, asked.games)


if __name__ == "__main__":
    main()
