"""The rules of Pig (clauses P1, P2 and G8)."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

from llamakit.engine import state as core
from llamakit.engine.state import Action, IllegalAction, brief, whole_number

ROLL, STOP = Action("roll"), Action("stop")


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class Rules(core.Rules):
    """``target``: as many points win (P2)."""

    target: int = 100
    game: ClassVar[str] = "pig"
    title: ClassVar[str] = "Pig"
    allowed_players: ClassVar[tuple[int, int]] = (2, 4)
    most_wins: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        whole_number("target", self.target, 1, 1000)

    def start(self) -> State:
        points = (0,) * self.players
        return State(
            rules=self, phase="turn", turn=self.first_player, points=points, sum=0, turns=0
        )


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class View(core.View):
    """Everybody sees everything: ``points`` by seat, ``turn``, and the ``sum`` of this turn."""

    turn: int
    points: tuple[int, ...]
    sum: int


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class State(core.State):
    """A position of Pig; ``turns`` counts those that are over."""

    rules: Rules
    phase: str
    turn: int
    points: tuple[int, ...]
    sum: int
    turns: int

    chance_phases = ("roll",)

    @property
    def round_number(self) -> int:  # type: ignore[override]
        return self.turns // self.rules.players + 1

    @property
    def scores(self) -> tuple[int, ...]:
        return self.points

    @property
    def winners(self) -> tuple[int, ...]:
        return self.rules.leaders(self.points) if self.is_over else ()

    def view(self, seat: int | None = None) -> View:
        return View(
            seat=seat,
            rules=self.rules,
            phase=self.phase,
            player=self.player,
            round_number=self.round_number,
            turn=self.turn,
            points=self.points,
            sum=self.sum,
        )

    def open_view(self) -> View:
        return self.view()

    def chance_outcomes(self) -> list[tuple[Any, Fraction]]:
        self.require_chance()
        return [(face, Fraction(1, 6)) for face in range(1, 7)]

    def sample(self, rng: Random) -> Any:
        self.require_chance()
        return rng.randint(1, 6)

    def legal_actions(self) -> tuple[Action, ...]:
        if self.phase != "turn":
            return ()
        return (ROLL, STOP) if self.sum else (ROLL,)

    def _check_outcome(self, outcome: Any) -> int:
        if type(outcome) is not int or not 1 <= outcome <= 6:
            raise IllegalAction(f"{brief(outcome)} is not a roll of a die")
        return outcome

    def _after(self, choice: Any) -> State:
        if choice == ROLL:
            return self._with(phase="roll")
        if choice == STOP:
            return self._next_turn(self.sum)
        if choice == 1:
            return self._next_turn(0)
        return self._with(phase="turn", sum=self.sum + choice)

    def _next_turn(self, gained: int) -> State:
        points = list(self.points)
        points[self.turn] += gained
        over = points[self.turn] >= self.rules.target
        return self._with(
            phase="over" if over else "turn",
            turn=self.turn if over else (self.turn + 1) % len(points),
            points=tuple(points),
            sum=0,
            turns=self.turns + 1,
        )
