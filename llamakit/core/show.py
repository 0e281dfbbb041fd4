"""A game once more, step by step: forwards and back through any record, with the odds at each step.

Imports the standard library and ``core``. ``Replay`` is plain Python and takes messages as the
table does. All cards lie face up, but the odds are those of the player on turn, who did not see
them all.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from llamakit.core.draw import button, text
from llamakit.core.explain import advice, amount, measured, odds_html, rules_html
from llamakit.core.game import Game, Step, game_module
from llamakit.core.match import Match, replay
from llamakit.core.picture import board, still
from llamakit.core.state import State, View, whole_number
from llamakit.core.widget import widget


class Frame(NamedTuple):
    """One position to look at: which game, the state, how much was told, and the decision taken.

    ``told`` is the number of the sentences so far, ``new`` of those since the frame before;
    ``taken`` is None at the end of a round or of a game.
    """

    game: int
    state: State
    told: int
    new: int
    taken: Step | None


class Replay:
    """A record on the screen: ``at`` is the number of the frame shown, from 0.

    ``html``, ``said``, ``wait`` and ``version`` are what a widget shows.

    >>> from llamakit.core.game import new_game
    >>> game = new_game("llama-dice", players=["Ana", "Ben"], seed=7)
    >>> game.play("quit")
    >>> again = Replay([game])
    >>> again.receive({"do": "go", "action": "1", "version": again.version})
    >>> again.at, again.said
    (1, 'Step 2 of 2. Ana quits the round.')
    """

    wait = 0

    def __init__(self, games: Sequence[Game]) -> None:
        """Look at the first decision of the first game."""
        self.games = tuple(games)
        self.stories = [_told(game) for game in self.games]
        self.frames = [
            frame for number in range(len(games)) for frame in _frames(self.games, number)
        ]
        self.at = 0
        self.version = 0
        self._switches = {"odds": True, "rules": False}
        self._redraw()

    @property
    def game(self) -> Game:
        """The game that is shown."""
        return self.games[self.frames[self.at].game]

    def receive(self, message: object) -> None:
        """Go to a frame, or turn a switch; a message about an older version is ignored."""
        if not isinstance(message, Mapping) or message.get("version") != self.version:
            return
        action = str(message.get("action"))
        if message.get("do") == "go" and action.isdecimal():
            self.at = min(int(action[:9]), len(self.frames) - 1)
        elif message.get("do") == "switch" and action in self._switches:
            self._switches[action] = not self._switches[action]
        else:
            return
        self._redraw()

    def go(self, number: int) -> None:
        """Show another frame. Raises InputError if there is no such frame."""
        self.at = whole_number("the frame", number, 0, len(self.frames) - 1)
        self._redraw()

    @property
    def view(self) -> View:
        """The position shown, with everything face up, and all that was said until then."""
        frame = self.frames[self.at]
        told = tuple(filter(None, self.stories[frame.game][: frame.told]))
        return dataclasses.replace(frame.state.open_view(), names=self.game.players, log=told)

    def still(self) -> dict[str, Any]:
        """Return the picture and the transcript that stay in a saved notebook."""
        return still(self.game.slug, self.view)

    def __repr__(self) -> str:
        return f"A replay of {self.game.slug}: run this cell to see it."

    def _redraw(self) -> None:
        """Draw the frame, and say where it is and what is new."""
        view, frame = self.view, self.frames[self.at]
        news = [
            sentence
            for sentence in self.stories[frame.game][frame.told - frame.new : frame.told]
            if sentence
        ]
        self.html = self._html(view, frame, news)
        self.said = " ".join([f"Step {self.at + 1} of {len(self.frames)}.", *news])
        self.version += 1

    def _html(self, view: View, frame: Frame, news: Sequence[str]) -> str:
        """Return the whole replay."""
        title = str(view).splitlines()[0]
        if len(self.games) > 1:
            title = f"Game {frame.game + 1} of {len(self.games)}. {title}"
        told = "".join(f"<li>{text(sentence)}</li>" for sentence in news)
        slug = self.game.slug
        return (
            f'<h3 data-key="status" tabindex="-1">{text(title)}</h3>{self._scrubber(title)}'
            f'<ol class="lk-news">{told}</ol><div class="lk-board">{board(slug, view)}</div>'
            f"{self._taken(frame)}{self._learning(frame)}"
        )

    def _scrubber(self, title: str) -> str:
        """Return the buttons that step forwards and back, and the slider."""
        last = len(self.frames) - 1
        steps = (
            ("first", "First", 0, self.at == 0),
            ("back", "Back", self.at - 1, self.at == 0),
            ("forward", "Forward", self.at + 1, self.at == last),
            ("last", "Last", last, self.at == last),
        )
        buttons = "".join(
            button("go", key, label, action=to, extra="disabled" if off else "")
            for key, label, to, off in steps
        )
        where = f"Step {self.at + 1} of {last + 1}"
        return (
            f'<div class="lk-tools lk-scrubber" data-group="scrubber" data-home>{buttons}'
            f'<input type="range" min="0" max="{last}" value="{self.at}" data-do="go" '
            f'data-key="slider" aria-label="Step" aria-valuetext="{text(f"{where}: {title}")}">'
            f"<span>{where}</span></div>"
        )

    def _taken(self, frame: Frame) -> str:
        """Return what the player on turn did next, and what it cost if that is known."""
        if frame.taken is None:
            return ""
        slug, view = self.game.slug, self._own_view(frame)
        label = game_module(slug, "words").label(frame.taken.choice, view)
        known = {one.action: one for one in advice(slug, view)}
        cost = ""
        if frame.taken.choice in known:
            one = known[frame.taken.choice]
            much = f"costs {measured(amount(one.cost), one.unit)}" if one.cost else "best"
            cost = f' <span class="lk-tag">{much}</span>'
        name = text(view.name(view.player or 0))
        return f'<p class="lk-taken">What <bdi>{name}</bdi> did: {text(label)}{cost}</p>'

    def _own_view(self, frame: Frame) -> View:
        """Return what the player on turn knew."""
        view = frame.state.view(frame.state.player)
        return dataclasses.replace(view, names=self.game.players)

    def _learning(self, frame: Frame) -> str:
        """Return the odds and the rules, if they are switched on, and their switches."""
        view, slug = self._own_view(frame), self.game.slug
        switches = "".join(
            button(
                "switch",
                f"switch {name}",
                label,
                action=name,
                extra=f'role="switch" aria-checked="{str(self._switches[name]).lower()}"',
            )
            for name, label in (("odds", "Exact odds"), ("rules", "Rules now"))
        )
        odds = odds_html(slug, view) if self._switches["odds"] else ""
        rules = rules_html(slug, view) if self._switches["rules"] else ""
        return f'{odds}{rules}<div class="lk-tools" data-group="tools">{switches}</div>'


def _told(game: Game) -> list[str]:
    """Return a sentence for each step of a game, told to whoever hears most."""
    tell = game_module(game.slug, "words").tell
    ears = (None, *range(len(game.players)))
    return [
        max((tell(step, seat, game.players) for seat in ears), key=len) for step in game.history
    ]


def _frames(games: Sequence[Game], number: int) -> Iterator[Frame]:
    """Yield the positions of a game to look at: decisions, ends of rounds, and the end."""
    history, seen = games[number].history, 0
    for told, step in enumerate(history):
        if step.seat is not None or (step.before.phase == "deal" and step.before.round_number):
            taken = step if step.seat is not None else None
            yield Frame(number, step.before, told, told - seen, taken)
            seen = told
    yield Frame(number, games[number].state, len(history), len(history) - seen, None)


def show(record: Game | Match | Mapping[str, Any] | str | os.PathLike[str]) -> Any:
    """Return a widget that steps through a game or a match, forwards and back.

    ``record`` is a record, the path of a file with one, or the game or match itself. At each step
    are the exact odds of the player on turn, and what the player did. Raises RecordError for a
    record that is broken, foreign or against the rules.

    >>> from llamakit.core.game import new_game
    >>> show(new_game("llama-dice", seed=7))
    A replay of llama-dice: run this cell to see it.
    """
    found = record if isinstance(record, (Game, Match)) else replay(record)
    return widget(Replay([found] if isinstance(found, Game) else found.games))
