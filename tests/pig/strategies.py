"""Bots for Pig."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from llamakit.engine.state import Action

from .rules import ROLL, STOP, View


def random(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    return rng.choice(legal_actions)


def greedy(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    return STOP if view.points[view.turn] + view.sum >= view.rules.target else ROLL


def cautious(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    return STOP if view.sum >= 20 else greedy(view, legal_actions, rng)


BOTS = {"random": random, "greedy": greedy, "cautious": cautious}
