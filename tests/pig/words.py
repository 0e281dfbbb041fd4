"""Pig in words."""

from __future__ import annotations

from collections.abc import Sequence

from llamakit.engine.game import Step
from llamakit.engine.state import Action

from .rules import ROLL, View

FIRST = {"turn": ROLL}
ASIDE: dict[Action, int] = {}
LEVELS = {
    "random": "Does anything.",
    "greedy": "Never stops short of winning.",
    "cautious": "Stops at 20.",
}
CLAUSES_AT = {"turn": ("G8", "P1", "P2"), "over": ("P2",)}


def tell(step: Step, seat: int | None, names: Sequence[str]) -> str:
    who, did = names[step.before.turn], deed(step, seat, names)
    won = f" {who} wins." if step.after.is_over else ""
    return f"{who} {did}{won}" if did else ""


def deed(step: Step, seat: int | None, names: Sequence[str]) -> str:
    if step.seat is None:
        return f"rolls a {step.choice}."
    return "" if step.choice == ROLL else "stops."


def heading(view: View) -> tuple[str, str]:
    what = "the game is over" if view.phase == "over" else f"{view.name(view.turn)} to move"
    return f"Pig, round {view.round_number}", what


def describe(view: View) -> str:
    lines = [": ".join(heading(view)), f"  this turn: {view.sum}"]
    return "\n".join(
        lines + [f"  {view.name(seat)}: {held}" for seat, held in enumerate(view.points)]
    )


def rolled(step: Step, seat: int | None) -> tuple[int, ...]:
    return (step.choice,) if step.seat is None else ()


def counted(step: Step) -> tuple[tuple[str, int], ...]:
    return ()


def label(action: Action, view: View) -> str:
    return "Roll" if action == ROLL else f"Stop and take {view.sum}"


def question(view: View) -> str:
    return "Roll or stop?" if view.phase == "turn" else ""


def clauses_at(view: View) -> tuple[str, ...]:
    return CLAUSES_AT.get(view.phase, ("P1",))


def ask_yourself(view: View) -> str:
    return "What is lost by a 1?" if view.phase == "turn" else ""
