"""Exact odds of Pig."""

from __future__ import annotations

from fractions import Fraction

from llamakit.engine.contract import Explore
from llamakit.engine.state import Action
from llamakit.exact.figures import Advice, Effect, Figure, rational

from .rules import ROLL, View


def at_hand(view: View) -> tuple[Figure, ...]:
    if view.phase != "turn":
        return ()
    gain = Fraction(sum(range(2, 7)) - view.sum, 6)
    return (
        Figure("a 1", rational(Fraction(1, 6)), "probability", "One face of six (P1)."),
        Figure("expected gain of one more roll", rational(gain), "points", "The mean of six."),
    )


def advice(view: View) -> tuple[Advice, ...]:
    return ()


def effect(view: View, action: Action) -> Effect:
    if action == ROLL:
        gain = Fraction(20 - view.sum, 6)
        return Effect(f"one more roll brings {float(gain):.1f} points on average", gain)
    return Effect("stopping brings nothing more", Fraction(0))


def explore(view: View) -> Explore | None:
    return None
