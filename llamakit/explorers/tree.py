"""A small game as a tree: from its end backwards, by minimum, maximum and mean.

Imports the standard library and lower rooms; Kadabra's rules for the position of its lesson. A
position is worth the *gap* at the end: the first player's points less the second's. One of them
takes the least gap and the other the greatest; where chance decides, it is the mean.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from llamakit.engine.display import image
from llamakit.engine.registry import find_game
from llamakit.engine.state import InputError, State, brief
from llamakit.explorers.explorer import Explorer, Guess, fraction, signed
from llamakit.explorers.plot import words
from llamakit.table.draw import button, said, text

#: A tree with more positions, or more moves one after the other, is not drawn.
MOST_POSITIONS, MOST_MOVES = 2000, 60

#: What the two players are called.
NAMES = ("Ana", "Ben")

#: What decides a position: its name, its hue (Okabe and Ito's) and its shape.
_KINDS = {
    "min": ("takes the least", "#009e73", "M1 2h14L8 15z"),
    "max": ("takes the greatest", "#d55e00", "M1 14h14L8 1z"),
    "mean": ("chance: the mean", "#56b4e9", "M8 1a7 7 0 1 0 .01 0z"),
    "end": ("the end", "#999999", "M2 2h12v12H2z"),
}


@dataclass(frozen=True)
class Node:
    """A position in the tree: how one got there, who decides, and what may follow.

    ``path`` says where it is, such as "0.2": the third of what follows the root. ``chance`` is how
    likely chance leads there, 1 where a player does.
    """

    path: str
    step: str
    kind: str
    worth: Fraction
    chance: Fraction = Fraction(1)
    children: tuple[Node, ...] = field(default=(), repr=False)

    def below(self) -> Iterator[Node]:
        """Yield this position and all that may follow, what comes last first."""
        for child in self.children:
            yield from child.below()
        yield self


class Tree(Explorer):
    """A small game, worked out from its end.

    >>> tree = Tree({})
    >>> tree.receive({"do": "show"})
    >>> tree.receive({"do": "all"})
    >>> tree.root.worth, [child.step for child in tree.root.children if child.worth == -11]
    (Fraction(-11, 1), ['Ana: Play a 1'])
    """

    title = "A game from its end"

    def begin(self, state: Any = None) -> None:
        """Set a position of a game for two, small enough to be followed to its end.

        Without one it is the first position of the lesson on Kadabra: Ana holds 1 and 2, Ben 2 and
        a llama, a 1 lies on top. In a game of several rounds the tree ends with the round.
        """
        self.state_at_root = _lesson() if state is None else _checked(state)
        self.root = _Builder(self.state_at_root).tree()
        ends = [int(node.worth) for node in self.root.below() if node.kind == "end"]
        self.guess = Guess(range(min(ends), max(ends) + 1), _signed)
        self.nodes = {node.path: node for node in self.root.below()}
        self.worked = {path for path, node in self.nodes.items() if not node.children}
        self.open = {self.root.path}
        self.last = ""

    @property
    def state(self) -> dict[str, Any]:
        """How many positions are worked out, the guess, and the gap once it is known."""
        return {
            "positions": len(self.nodes),
            "worked": len(self.worked),
            "guess": self.guess.value,
            "gap": self.root.worth if self.root.path in self.worked else None,
        }

    # What happens.

    def act(self, do: str, action: str) -> str | None:
        """Fold or unfold a position, or work some out."""
        if not self.guess.shown:
            return None
        if do == "fold" and action in self.nodes:
            self.open ^= {action}
        elif do == "work" and action in self.nodes:
            return self._work(self.nodes[action])
        elif do == "next":
            return self._next()
        elif do == "all":
            self._know(self.root)
        return None

    def _work(self, node: Node) -> str:
        """Work out a position and, where that is still to do, what may follow it."""
        self._know(node)
        self.last = node.path
        self.open.add(node.path)
        return f"{node.step}: {self._how(node)}"

    def _know(self, node: Node) -> None:
        """Back up the worths of a position and of all that may follow."""
        self.worked |= {below.path for below in node.below()}

    def _next(self) -> str | None:
        """Work out the next position of which all that may follow is known, and unfold it."""
        for node in self.root.below():
            if node.path not in self.worked:
                self.open |= set(_above(node.path))
                return self._work(node)
        return None

    # What is shown.

    def summary(self) -> str:
        """Return how far the tree is worked out; before the guess, only what is asked."""
        if not self.guess.shown:
            return self._question()
        done = f"{len(self.worked)} of {len(self.nodes)} positions are known."
        if self.root.path in self.worked:
            return f"{done} The gap is {_signed(self.root.worth)}."
        return done

    def _question(self) -> str:
        """Return what is to be guessed."""
        first, second = NAMES
        return (
            f"Both play as well as possible. How many {self._unit()} more than {second} will "
            f"{first} have at the end?"
        )

    def _unit(self) -> str:
        return "sand" if self.state_at_root.rules.most_wins else "points"

    def body(self) -> str:
        """Return the position with the question, or with its tree."""
        view = self.state_at_root.open_view().heard(NAMES, ())
        shown = image(self.state_at_root.rules.game, view)
        if not self.guess.shown:
            asked = self.guess.html(self._question())
            return f'<div class="lk-position" data-key="asked">{shown}{asked}</div>'
        position = (
            '<details class="lk-position" data-key="position"><summary>The position</summary>'
            f"{shown}</details>"
        )
        ready = "" if self.root.path not in self.worked else "disabled"
        buttons = button("next", "next", "Work out the next", extra=ready) + button(
            "all", "all", "Work out all", extra=ready
        )
        return (
            f'{position}<div data-key="truth">{self._verdict()}'
            f"{_legend(self.root, self.state_at_root)}"
            f'<div class="lk-choose" data-home data-group="steps">{buttons}</div>'
            f'<ul class="lk-tree">{self._branch(self.root, False)}</ul>{self._why()}</div>'
        )

    def _verdict(self) -> str:
        """Return how far the tree is known, and at last the gap beside the guess."""
        return f'<p class="lk-verdict">{self.summary()}{self.guess.told()}</p>'

    def _branch(self, node: Node, faint: bool) -> str:
        """Return a position's line and, if it is unfolded, the lines of what may follow."""
        below = ""
        known = node.path in self.worked
        if node.children and node.path in self.open:
            below = "".join(
                self._branch(child, known and node.kind != "mean" and child.worth != node.worth)
                for child in node.children
            )
            below = f"<ul>{below}</ul>"
        kinds = ["lk-node", *(["lk-faint"] if faint else [])]
        kinds += ["lk-now"] if node.path == self.last else []
        return (
            f'<li data-key="{node.path}"><div class="{" ".join(kinds)}">{self._fold(node)}'
            f"{_shape(node.kind)}{said(_KINDS[node.kind][0])}<span>{text(node.step)} "
            f"{self._worth(node)}</span></div>{below}</li>"
        )

    def _fold(self, node: Node) -> str:
        """Return the button that folds or unfolds what follows a position."""
        if not node.children:
            return '<span class="lk-fold"></span>'
        on = node.path in self.open
        extra = f'class="lk-fold" aria-expanded="{str(on).lower()}"'
        label = f"{'−' if on else '+'}{said(f' what may follow {node.step}')}"
        return button("fold", f"fold {node.path}", label, action=node.path, extra=extra)

    def _worth(self, node: Node) -> str:
        """Return what a position is worth, or the button that works it out."""
        if node.path not in self.worked:
            label = f"?{said(f' Work out {node.step}')}"
            extra = 'class="lk-unknown"'
            return button("work", f"work {node.path}", label, action=node.path, extra=extra)
        how = self._how(node) if node.children else f"<b>{_signed(node.worth)}</b>"
        return f'<span class="lk-known">{how}</span>'

    def _how(self, node: Node) -> str:
        """Return how a position's worth follows from those below it."""
        if node.kind == "mean":
            terms = [
                f"{fraction(child.chance)} · {_bracketed(child.worth)}" for child in node.children
            ]
            return f"{' + '.join(terms)} = <b>{_signed(node.worth)}</b>"
        worths = ", ".join(_signed(child.worth) for child in node.children)
        return f"{node.kind}({worths}) = <b>{_signed(node.worth)}</b>"

    def _why(self) -> str:
        """Return why one works from the end."""
        return (
            '<section class="lk-working"><h4>Why from the end?</h4><p>At the end the gap is what it'
            " is. One step before, whoever decides takes the best of what is known; where a card is"
            " drawn, it is the mean. So every position is known once all that may follow it is.</p>"
            "</section>"
        )

    def picture(self) -> tuple[str, int, int]:
        """Return the first moves, with what they are worth if that is known."""
        lines = [self.root, *self.root.children]
        drawn = "".join(
            words(
                f"{node.step}: {_signed(node.worth) if self._is_known(node) else '?'}",
                30 + 24 * (node is not self.root),
                40 + 26 * number,
                size=16,
            )
            for number, node in enumerate(lines)
        )
        return drawn, 480, 50 + 26 * len(lines)

    def _is_known(self, node: Node) -> bool:
        return self.guess.shown and node.path in self.worked


class _Builder:
    """Follows a position to every end, and backs the gaps up."""

    def __init__(self, root: State) -> None:
        self.root, self.number = root, 0
        self.game = find_game(root.rules.game)

    def tree(self) -> Node:
        """Return the root with all that may follow. Raises InputError for too large a tree."""
        return self._node(self.root, "0", "Now", Fraction(1))

    def _node(self, state: State, path: str, step: str, chance: Fraction) -> Node:
        self.number += 1
        if self.number > MOST_POSITIONS or path.count(".") > MOST_MOVES:
            raise InputError(f"state leads to more than {MOST_POSITIONS} positions: take a smaller")
        if _is_end(state):
            first, second = state.scores
            return Node(path, step, "end", Fraction(first - second), chance)
        children = tuple(
            self._node(after, f"{path}.{number}", label, share)
            for number, (label, after, share) in enumerate(self._after(state))
        )
        kind = self._kind(state)
        worths = [child.worth for child in children]
        if kind == "mean":
            worth = sum((child.chance * child.worth for child in children), Fraction(0))
        else:
            worth = min(worths) if kind == "min" else max(worths)
        return Node(path, step, kind, worth, chance, children)

    def _kind(self, state: State) -> str:
        """Return who decides: the first player wants few penalties, or much sand."""
        if state.is_chance:
            return "mean"
        return "max" if (state.player == 0) == state.rules.most_wins else "min"

    def _after(self, state: State) -> Iterator[tuple[str, State, Fraction]]:
        """Yield what may follow: in words, the position, how likely; what is sure is skipped."""
        if state.is_chance:
            for outcome, chance in state.chance_outcomes():
                yield (
                    f"comes {_outcome(outcome)} ({fraction(chance)})",
                    state.apply(outcome),
                    chance,
                )
            return
        view = state.open_view()
        for action in state.legal_actions():
            label = f"{NAMES[state.player or 0]}: {self.game.words.label(action, view)}"
            after = state.apply(action)
            while after.is_chance and not _is_end(after) and len(after.chance_outcomes()) == 1:
                ((outcome, _),) = after.chance_outcomes()
                label += f", {_outcome(outcome)} comes"
                after = after.apply(outcome)
            yield label, after, Fraction(1)


def _lesson() -> State:
    """Return the first position of the lesson on Kadabra."""
    from llamakit.games.kadabra.rules import Rules

    rules = Rules(deck={1: 2, 2: 2, "L": 2}, hand=2, open_hands=True, target=1)
    return rules.start().apply([(1, 2), (2, "L"), (1,)])


def _checked(state: Any) -> State:
    """Return a position that a tree can start from. Raises InputError."""
    if not isinstance(state, State):
        raise InputError(f"state is a position such as game.state, not {brief(state)}")
    if state.rules.players != 2:
        raise InputError("state must be of a game for two")
    if _is_end(state):
        raise InputError("state is at its end: nothing may follow")
    return state


def _is_end(state: State) -> bool:
    """Whether a round is over: the next thing would be a deal."""
    return state.is_over or state.phase == "deal"


def _outcome(outcome: Any) -> str:
    """Return what chance brings, in short."""
    if isinstance(outcome, tuple):
        return " ".join(map(str, outcome))
    return str(outcome)


def _above(path: str) -> list[str]:
    """Return the paths of a position and of all that lead to it.

    >>> _above("0.2.1")
    ['0', '0.2', '0.2.1']
    """
    parts = path.split(".")
    return [".".join(parts[:length]) for length in range(1, len(parts) + 1)]


def _shape(kind: str) -> str:
    """Return the mark of who decides."""
    _, hue, shape = _KINDS[kind]
    return (
        f'<svg class="lk-sign" viewBox="0 0 16 16" aria-hidden="true"><path d="{shape}" '
        f'fill="{hue}" stroke="currentColor"/></svg>'
    )


def _legend(root: Node, state: State) -> str:
    """Return which mark says who decides."""
    kinds = {node.kind for node in root.below()}
    first, second = NAMES
    if state.rules.most_wins:
        first, second = second, first
    named = {"min": f"{first} takes the least", "max": f"{second} takes the greatest"}
    shown = "".join(
        f"<span>{_shape(kind)} {named.get(kind, name)}</span>"
        for kind, (name, _, _) in _KINDS.items()
        if kind in kinds
    )
    return f'<p class="lk-key lk-spaced">{shown}</p>'


def _signed(worth: Fraction | int) -> str:
    """Return a gap with its sign.

    >>> _signed(Fraction(3, 2)), _signed(-11), _signed(0)
    ('+3/2', '−11', '0')
    """
    return f"+{signed(worth)}" if worth > 0 else signed(worth)


def _bracketed(worth: Fraction) -> str:
    return f"({_signed(worth)})" if worth < 0 else _signed(worth).lstrip("+")
