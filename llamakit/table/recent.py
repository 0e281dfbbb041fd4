"""What has just happened: the story since a seat's own last decision, and what each did last.

Imports the standard library and lower rooms. All of it is what one seat has heard and seen.
"""

from __future__ import annotations

from typing import Any

from llamakit.engine.contract import Deed, Recent
from llamakit.engine.game import Game, Step
from llamakit.engine.registry import find_game

#: Steps; in a round that is longer, nobody asks what happened before these.
LONGEST_LOOK = 300


def recent(game: Game, seat: int | None = None, end: int | None = None) -> Recent:
    """Return what has just happened in the round, as a seat heard and saw it.

    Without a seat: what everybody may know, since the last decision of the player on turn. ``end``
    is the number of the step before which to look back, if not the last one.

    >>> from llamakit.engine.game import new_game
    >>> game = new_game("llama-dice", players=["Ana", "Ben"], seed=7)
    >>> game.play("quit")
    >>> recent(game, 1).deeds[0].words
    'quits the round.'
    """
    end = len(game.history) if end is None else end
    start = _start_of_round(game, end)
    steps = game.history[start:end]
    tell, later = find_game(game.name).words.tell, _since_own(game, seat, steps)
    return _with_deeds(game, seat, steps, start)._replace(
        story=tuple(filter(None, (tell(step, seat, game.players) for step in later))),
        news=tuple(filter(None, (news_of(game, seat, step) for step in later))),
    )


def _start_of_round(game: Game, end: int) -> int:
    """Return the number of the step that dealt the round, or of the first that is looked back at.

    A game without rounds is one long round.
    """
    first = max(0, end - LONGEST_LOOK)
    for number in range(end - 1, first, -1):
        before = game.history[number].before
        if before.phase == before.opening_phase:
            return number
    return first


def _since_own(game: Game, seat: int | None, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return the steps since the seat's own last decision, that one included."""
    whose = game.current_player if seat is None else seat
    own = [number for number, step in enumerate(steps) if step.seat is not None]
    own = [number for number in own if steps[number].seat == whose]
    return steps[own[-1] if own else 0 :]


def news_of(game: Game, seat: int | None, step: Step) -> str:
    """Return what a seat hears of a step, but for what is counted."""
    words, mover = find_game(game.name).words, step.before.mover
    if mover is None:
        return words.tell(step, seat, game.players)
    deed = words.deed(step, seat, game.players)
    return f"{game.players[mover]} {deed}" if deed else ""


def _with_deeds(game: Game, seat: int | None, steps: tuple[Step, ...], start: int) -> Recent:
    """Return what each seat did last, and how the dice lie.

    The roll of a turn stays with what is done with it: a decision right after one's own roll.
    """
    words = find_game(game.name).words
    found, last = Recent(deeds={}), None
    deeds: dict[int, Deed] = {}
    for number, step in enumerate(steps, start):
        who, rolls_on = step.before.mover, last is not None and last.seat is None
        if who is not None:
            faces = words.rolled(step, seat)
            if faces:
                found = _roll(found, faces, number, who)
            roll = deeds[who].roll if rolls_on and found.last == who else ()
            deed = words.deed(step, seat, game.players)
            deeds[who] = Deed(deed, found.dice if faces else roll)
            found = found._replace(last=who)
        last = step
    return found._replace(deeds=deeds)


def _roll(found: Recent, faces: tuple[Any, ...], number: int, who: int) -> Recent:
    """Return what lies on the table after a roll in which some dice may have lain still."""
    lay = found.dice or (None,) * len(faces)
    since = found.rolled or (0,) * len(faces)
    return found._replace(
        dice=tuple(old if new is None else new for old, new in zip(lay, faces, strict=True)),
        rolled=tuple(old if new is None else number for old, new in zip(since, faces, strict=True)),
        roller=who,
    )
