"""A game looked at again: what each decision cost, what looks best, the odds there, and why.

All of it is data; ``show`` draws it. A decision is judged from what its player knew, as
``g.advice()`` does: proven where best play is known, else estimated with a standard error. That
takes a while, so it is done in small steps (``Review.step``), the one looked at first; it can be
left at any of them, and no position is worked out twice. ``further``: what was estimated is solved
after all, where the game can, which takes longer.

Imports the standard library and lower rooms; the registry finds the search.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Generator, Sequence
from contextlib import closing
from itertools import chain
from typing import Any, NamedTuple

from llamakit.engine.game import Game, Step
from llamakit.engine.hearing import Log
from llamakit.engine.progress import progress_bar
from llamakit.engine.registry import find_game, find_search
from llamakit.engine.state import Action, State, View
from llamakit.exact.figures import Advice, Figure
from llamakit.table import words
from llamakit.table.explain import SAMPLES, looks_best

#: How many positions are remembered, with what was found out about them.
REMEMBERED = 5000

_known: dict[Any, tuple[Advice, ...]] = {}


class Judged(NamedTuple):
    """A decision, and what is known of it.

    ``step`` is its number in ``game.history``, ``known`` what each action was worth to ``seat``,
    best first, ``odds`` the exact figures of the position, and ``why`` sets the action taken beside
    another one. ``expected`` is how far ahead of the others' average the player was going to be
    after this action, when the round had ended (in Chinchiller Dice, the game).
    """

    step: int
    seat: int
    action: Action
    known: tuple[Advice, ...]
    odds: tuple[Figure, ...]
    why: str
    expected: Any

    @property
    def taken(self) -> Advice:
        """What is known of the action that was taken: its cost, with its error, proven or not."""
        return next(advised for advised in self.known if advised.action == self.action)

    @property
    def best(self) -> tuple[Action, ...]:
        """The best actions; where they are estimated, all that look as good as the best."""
        return looks_best(self.known)

    @property
    def is_mistake(self) -> bool:
        """Whether another action was better, or looks better by more than two standard errors."""
        return self.action not in self.best


class Point(NamedTuple):
    """A point of the curve: after which step, how far ahead a seat is to be, and what is there.

    ``error`` is the standard error of what the decision cost; 0 where that is proven, and at the
    end of a round.
    """

    step: int
    ahead: float
    judged: Judged | None = None

    @property
    def error(self) -> float:
        """How far off the estimate of the decision may be."""
        if self.judged is None or self.judged.taken.proven:
            return 0.0
        return float(self.judged.taken.error)


class Review:
    """The decisions of a game, judged one after the other.

    ``seats`` are those whose decisions are judged (default: all). Where only one action is legal
    there is nothing to decide. ``judged`` holds what is done, by the number of the step. With
    ``further``, which may be set at any time, decisions that can be solved are not left estimated.
    ``share`` says how much is done of the decision at work.

    >>> from llamakit.engine.game import bot, new_game
    >>> game = new_game("llama", players=[bot("greedy"), bot("cautious")], seed=7, target=5)
    >>> while not game.is_over:
    ...     game.play()
    >>> review = Review(game, samples=20).finish()
    >>> judged = review.mistakes()[0]
    >>> str(judged.action), judged.taken.proven, judged.taken.cost > 2 * judged.taken.error
    ('quit', False, True)
    >>> judged.why.partition(".")[0]
    'To play a 5 leaves 16 points in your hand; quitting costs 16 points for sure'
    """

    def __init__(
        self,
        game: Game,
        seats: Collection[int] | None = None,
        samples: int = SAMPLES,
        further: bool = False,
    ) -> None:
        """Look for the decisions; each estimate takes as many worlds as ``samples`` says."""
        self.game = game
        self.further = further
        self.samples = samples
        self._seats = range(len(game.seats)) if seats is None else seats
        self._begin()
        self.follow()

    def _begin(self) -> None:
        """Know of no step yet."""
        self.history: tuple[Step, ...] = ()
        self.decisions: list[int] = []
        self.judged: dict[int, Judged] = {}
        self.solvable: set[int] = set()
        self.share = 0.0
        game, names = find_game(self.game.name), self.game.players
        self._hearings = [game.hearing(seat, names) for seat in range(len(names))]
        self._at_work: tuple[int, Generator[float, None, tuple[Advice, ...]]] | None = None

    def follow(self) -> None:
        """Look for the decisions taken since; if some were taken back, begin anew."""
        known, history = len(self.history), self.game.history
        if known and (known > len(history) or history[known - 1] is not self.history[-1]):
            self._begin()
            known = 0
        self.history = history
        judges = find_game(self.game.name).has("worlds")
        self.decisions += [
            number
            for number, step in enumerate(history[known:], known)
            if judges and step.seat in self._seats and len(step.before.legal_actions()) > 1
        ]

    @property
    def left(self) -> list[int]:
        """The decisions that are not judged, or with ``further`` estimated and not solved yet."""
        return [number for number in self.decisions if self._is_open(number)]

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to do."""
        return not self.left

    @property
    def solves(self) -> bool:
        """Whether the decision at work is being solved."""
        return self._at_work is not None and self._at_work[0] in self.solvable

    def step(self, first: int | None = None) -> bool:
        """Do a small step of the work, on decision ``first`` if that is left to do.

        Return whether a decision has been judged by it.
        """
        left = self.left
        if not left:
            return False
        number = first if first in left else self._next(left)
        if self._at_work is None or self._at_work[0] != number:
            solves = number in self.solvable
            self._at_work = number, advising(self.view(number), self.samples, solves)
        try:
            self.share = next(self._at_work[1])
        except StopIteration as done:
            self._put(number, done.value)
            return True
        return False

    def _put(self, number: int, known: tuple[Advice, ...]) -> None:
        """Keep a decision as judged."""
        self.judged[number] = self._judge(number, known)
        self._at_work, self.share = None, 0.0
        self.solvable.discard(number)
        game = find_game(self.game.name)
        estimated = not known[0].proven
        if estimated and game.has("further") and game.further.is_solvable(self.view(number)):
            self.solvable.add(number)

    def _is_open(self, number: int) -> bool:
        """Whether a decision has not been judged, or is to be solved."""
        return number not in self.judged or (self.further and number in self.solvable)

    def _next(self, left: Collection[int]) -> int:
        """Return the decision to go on with: the one at work, else a person's, else a bot's.

        First all are judged, then what was estimated is solved.
        """
        if self._at_work is not None and self._at_work[0] in left:
            return self._at_work[0]
        return min(left, key=lambda at: (at in self.judged, not self._is_person(at), at))

    def _is_person(self, number: int) -> bool:
        """Whether a person took the decision of a step."""
        seat = self.history[number].seat
        return seat is not None and self.game.seats[seat].strategy is None

    def finish(self, progress: bool = False) -> Review:
        """Judge all that is left, and return this review; ``progress`` shows how far it is."""
        with closing(progress_bar(len(self.decisions), "decision", progress)) as bar:
            while not self.is_done:
                bar.update(self.step())
        return self

    def view(self, number: int) -> View:
        """Return what the player to decide knew before a step: what was seen and heard by then."""
        step = self.history[number]
        seat = step.seat or 0
        log: Any = Log(self._hearings[seat], self.history[:number])
        return step.before.view(seat).heard(self.game.players, log)

    def _judge(self, number: int, known: tuple[Advice, ...]) -> Judged:
        """Return a decision, judged."""
        step, view = self.history[number], self.view(number)
        seat, action = step.seat or 0, step.choice
        game = find_game(self.game.name)
        taken = next(advised for advised in known if advised.action == action)
        return Judged(
            step=number,
            seat=seat,
            action=action,
            known=known,
            odds=game.odds.at_hand(view) if game.has("odds") else (),
            why=why(view, known, action),
            expected=step.before.lead(seat) + taken.value,
        )

    def mistakes(self, seat: int | None = None) -> list[Judged]:
        """Return the decisions after which another action looks better, the costliest first."""
        mistakes = [
            judged
            for judged in self.judged.values()
            if judged.is_mistake and seat in (None, judged.seat)
        ]
        return sorted(mistakes, key=lambda judged: (-float(judged.taken.cost), judged.step))

    def curve(self, seat: int) -> list[Point]:
        """Return how far ahead a seat was to be, after each decision judged and each round's end.

        With more than two players, its own decisions only: the lead of another is not its own.
        """
        two = len(self.game.seats) == 2
        points = [
            Point(
                judged.step,
                float(judged.expected if judged.seat == seat else -judged.expected),
                judged,
            )
            for judged in self.judged.values()
            if judged.seat == seat or two
        ]
        ends = [
            Point(number, float(step.after.lead(seat)))
            for number, step in enumerate(self.history)
            if _ends(step)
        ]
        last = {point.step: point for point in chain(points, ends)}  # an end is known: it counts
        return [last[number] for number in sorted(last)]


def _ends(step: Step) -> bool:
    """Whether a round, or the game, is over after a step, and was not before it."""
    after: State = step.after
    return after.is_round_over and not step.before.is_round_over


def why(view: View, known: Sequence[Advice], action: Action) -> str:
    """Return what an action and another one bring, by the exact odds: the best, or the next best.

    The odds look one step ahead, advice further: where they disagree, that is said. Empty for a
    game without odds, and where nothing else was possible.

    >>> from llamakit.engine.game import new_game
    >>> game = new_game("llama-dice", seed=7)
    >>> why(game.view(0), game.advice(samples=20), game.legal_actions()[0]).partition("; ")[0]
    'One more roll costs 12 points on average, as 85 % of rolls hit'
    """
    game = find_game(view.rules.game)
    others = [advised for advised in known if advised.action != action]
    if not others or not game.has("odds"):
        return ""
    best = next(advised for advised in known if advised.action == action)
    worse = others[0]
    if best.cost > worse.cost:
        best, worse = worse, best
    better, other = game.odds.effect(view, best.action), game.odds.effect(view, worse.action)
    said = words.compared(better.clause, other.clause)
    if better.gain is None or other.gain is None or worse.action in looks_best(known):
        return said
    if better.gain > other.gain:
        return said
    return f"{said} {words.FURTHER_ON}"


def advising(
    view: View, samples: int = SAMPLES, solves: bool = False
) -> Generator[float, None, tuple[Advice, ...]]:
    """Work out in small steps what each action is worth, or remember it, and return it.

    ``solves``: no estimate will do, and the game can solve it. Raises InputError where nobody
    decides, and for the seat of another.
    """
    heard = hash(tuple(view.log))  # the sentences themselves would fill the memory
    key = dataclasses.replace(view, log=()), heard, samples
    if key not in _known or (solves and not _known[key][0].proven):
        game = find_game(view.rules.game)
        found = yield from (
            game.further.solving(view) if solves else find_search().advising(view, samples)
        )
        if len(_known) >= REMEMBERED:
            del _known[next(iter(_known))]
        _known[key] = found
    return _known[key]
