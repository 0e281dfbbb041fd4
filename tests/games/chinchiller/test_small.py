"""Small versions, made by options: one turn, and the graph of eye states."""

from __future__ import annotations

from itertools import product
from typing import Any

from layers import after_each

from llamakit.games.chinchiller.rules import Rules, State

#: Positions first reached after 0, 1, 2, ... steps: one sighted turn. After the roll, 32 with sand,
#: one that took nothing, one that closed an eye; then 12 sums taken or 4 ways to keep a die.
SIGHTED_TURN = [1, 34, 16]

#: One blind turn: 36 rolls, 13 claims for each; then 13 sums paid on trust, one true claim that was
#: too low to doubt (a higher one changes nothing, as accepting 0), 13 sums paid by a liar.
BLIND_TURN = [1, 36, 36 * 13, 27]

#: The same with a die of three different faces: 6 twice, x2 twice, chinchiller twice.
SMALL_DIE = (6, 6, "x2", "x2", "chinchiller", "chinchiller")
SMALL_SIGHTED_TURN = [1, 7, 6]
SMALL_BLIND_TURN = [1, 9, 27, 7]

#: A turn each of two players with the small die: the second one's 7 and 6 positions follow each of
#: the two ways in which the first one's turn can end with the roll, and of the two ways to stop.
SMALL_ROUND = [1, 7, 6 + 2 * 7, 2 * 6 + 2 * 7, 2 * 6]


def layers(**options: Any) -> list[set[State]]:
    """Return the positions first reached after 0, 1, 2, ... steps, chance included."""
    start: Any = Rules(**options).start()
    found, known = [{start}], {start}
    while found[-1]:
        new = {after for state in found[-1] for after in after_each(state)} - known
        found.append(new)
        known |= new
    return found[:-1]


def counted(**options: Any) -> list[int]:
    return [len(layer) for layer in layers(**options)]


def test_positions_of_a_sighted_turn() -> None:
    assert counted(turns=1) == SIGHTED_TURN
    assert counted(turns=1, closed=(1, 0)) == SIGHTED_TURN


def test_positions_of_a_blind_turn() -> None:
    assert counted(turns=1, closed=(2, 0)) == BLIND_TURN
    assert counted(turns=1, closed=(2, 1)) == BLIND_TURN


def test_positions_with_the_small_die() -> None:
    assert counted(turns=1, die=SMALL_DIE) == SMALL_SIGHTED_TURN
    assert counted(turns=1, die=SMALL_DIE, closed=(2, 0)) == SMALL_BLIND_TURN
    assert counted(turns=2, die=SMALL_DIE) == SMALL_ROUND


def test_the_graph_of_eye_states() -> None:
    """A turn of the player whose closed eyes stand first leaves them, or closes one: the own one
    while it can see, the announcer's after that. From (1, 2) and (2, 1) the game can end."""
    graph = {}
    for closed in product(range(3), repeat=2):
        if closed != (2, 2):
            ends = {
                state.closed
                for layer in layers(turns=1, closed=closed)
                for state in layer
                if state.is_over
            }
            graph[closed] = ends
    assert graph == {
        (mover, other): {
            (mover, other),
            (mover + 1, other) if mover < 2 else (mover, other + 1),
        }
        for mover, other in graph
    }
    assert len(graph) == 8


def test_a_small_game_ends_early_when_nobody_can_see() -> None:
    ends = [
        state
        for layer in layers(turns=3, die=SMALL_DIE, closed=(1, 2))
        for state in layer
        if state.is_over and state.turn_number < 3
    ]
    assert ends
    assert all(state.closed == (2, 2) and len(state.winners) == 1 for state in ends)
