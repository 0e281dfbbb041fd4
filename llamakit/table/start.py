"""The start panel: which game, who plays, how long; a game saved earlier; the rules by playing.

``Start`` holds what has been chosen so far, a *draft* of the next game, and draws it. It is plain
Python and takes messages from the table, which sits down to what it makes. What is shown of a game
stands in the game's own parts: ``welcome``, and the ``LEVELS`` of its ``words``.

Imports the standard library and lower rooms.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from llamakit.engine.game import LONGEST_NAME, Game, Seat, bot, new_game
from llamakit.engine.match import Match, new_match
from llamakit.engine.registry import FIRST, FOLDERS, Entry, find_game
from llamakit.table import words
from llamakit.table.autosave import Autosave, free_file, unfinished
from llamakit.table.draw import COVER, button, icon, said, text


def usual_players(game: object) -> list[Any]:
    """Return who sits down where nobody has said it: a person and two bots."""
    rival = "sharp" if "sharp" in find_game(game).bots else "greedy"
    return [words.person(1), bot(rival), bot("cautious")]


class Start:
    """A draft of the next game, to be changed by messages; ``html`` shows it.

    ``begin`` makes the game, or the match, that is chosen; ``learn`` one that teaches the rules.

    >>> panel = Start()
    >>> panel.change("game", "", "kadabra")
    >>> panel.change("set", "kind 2", "greedy")
    >>> panel.begin(seed=7)
    <Game kadabra players=['Player 1', 'Sharp', 'Greedy'] round=1 turn=0>
    """

    def __init__(
        self,
        table: Game | Match | None = None,
        folder: Path | None = None,
        note: str = "",
    ) -> None:
        """Propose what is on the ``table``, if anything: who plays, and the options.

        With a ``folder``, games are saved there after every move, unless that is switched off; and
        those that were saved there and are not over are offered to go on with. ``note`` says how
        the table saves its games itself, if it does.
        """
        self.has_table = table is not None
        self._fresh = True
        self._note = note
        self._folder = folder
        self._options: dict[str, Any] = {}
        self._paths: dict[str, Path] = {}
        self.match = isinstance(table, Match)
        game = table.games[0] if isinstance(table, Match) else table
        self._game = game
        self._draft(find_game(FIRST if game is None else game.name))
        if game is not None:
            self._seats = list(game.seats)
            self._options = game.rules.options
        self.saves = folder is not None and os.access(folder, os.W_OK)
        self.saved = unfinished(folder) if folder is not None else []

    def _draft(self, kind: Entry) -> None:
        """Propose a game, with the usual players."""
        self.kind = kind
        self._seats = list(new_game(kind, usual_players(kind), 0).seats)
        self._options = {}

    # What happens: messages that the table hands on.

    def change(self, do: str, key: str, action: str) -> None:
        """Change the draft as a message asks; what cannot be is ignored."""
        changes: dict[str, Callable[[str, str], None]] = {
            "game": lambda _, slug: self._choose(slug),
            "set": self._set,
            "seat": lambda _, change: self._seat(change),
            "saves": lambda *_: self._switch(),
        }
        if do in changes:
            self._fresh = False
            changes[do](key, action)

    def _choose(self, slug: str) -> None:
        """Choose a game; people stay at the table, and so do bots of a level that the game has."""
        if slug not in FOLDERS or slug == self.kind.name:
            return
        before = self._seats
        self._draft(find_game(slug))
        most = self._bounds[1]
        stay = [seat for seat in before if seat.strategy is None or seat.strategy in self._levels]
        if len(stay) >= self._bounds[0]:
            self._seats = stay[:most]

    def _switch(self) -> None:
        self.saves = self._folder is not None and not self.saves

    def _set(self, key: str, value: str) -> None:
        """Set a field by its key: a seat's "kind" or "name", how many games, or an option."""
        name, _, place = key.partition(" ")
        if name == "match":
            self.match = value == "yes"
        elif name in ("kind", "name"):
            if place.isdecimal() and int(place[:2]) < len(self._seats):
                self._set_seat(name, int(place[:2]), value)
        elif name == "option" and place in self._answers and value.isdecimal():
            answers = list(self._answers[place].values())
            if int(value[:3]) < len(answers):
                self._options[place] = answers[int(value[:3])]

    def _set_seat(self, name: str, place: int, value: str) -> None:
        """Change who sits in a seat: a person, a bot of some level; or a person's name."""
        seat = self._seats[place]
        if name == "name" and seat.strategy is None:
            self._seats[place] = dataclasses.replace(seat, name=value[: 2 * LONGEST_NAME].strip())
        elif name == "kind" and value == "person":
            self._seats[place] = Seat(self._free_person())
        elif name == "kind" and value in self._levels:
            self._seats[place] = bot(value)

    def _free_person(self) -> str:
        """Return a name for one more person."""
        taken = {seat.name for seat in self._seats}
        names = (words.person(number) for number in range(1, len(taken) + 2))
        return next(name for name in names if name not in taken)

    def _seat(self, change: str) -> None:
        """Add a player, or let one go: "add", or the number of the seat."""
        fewest, most = self._bounds
        if change == "add" and len(self._seats) < most:
            self._seats.append(bot("cautious"))
        elif change.isdecimal() and int(change[:2]) < len(self._seats) > fewest:
            del self._seats[int(change[:2])]

    # What comes of it.

    def begin(self, seed: int | None = None) -> Game | Match:
        """Return the game, or the match, that has been drafted. Raises InputError."""
        make: Callable[..., Game | Match] = new_match if self.match else new_game
        players = [seat.name if seat.strategy is None else seat for seat in self._seats]
        return make(self.kind, players, seed, **self._kept_options)

    @property
    def _kept_options(self) -> dict[str, Any]:
        """The options chosen, and those of the table's game while as many play it."""
        same = self._game is not None and len(self._seats) == self._game.rules.players
        return {
            name: value for name, value in self._options.items() if same or name in self._answers
        }

    def learn(self) -> Game:
        """Return a short game of the kind chosen, to learn its rules by."""
        welcome, names = self.kind.welcome, [s.name for s in self._seats if s.strategy is None]
        person = next(iter(names), "") or words.person(1)
        players = [person, bot("cautious")]
        return new_game(self.kind, players, welcome.SEED, **welcome.ROUND)

    def file(self) -> Autosave | None:
        """Return where the game is to be saved, if it is."""
        return Autosave(self._path(self._folder)) if self._folder and self.saves else None

    def _path(self, folder: Path) -> Path:
        """Return the file for a game of the kind chosen, looked for once."""
        if self.kind.name not in self._paths:
            self._paths[self.kind.name] = free_file(folder, self.kind.name)
        return self._paths[self.kind.name]

    # What is shown.

    @property
    def _bounds(self) -> tuple[int, int]:
        return self.kind.rules.Rules.allowed_players

    @property
    def _levels(self) -> Mapping[str, str]:
        """The bots by name, and how each plays."""
        return {name: self.kind.words.LEVELS.get(name, "") for name in self.kind.bots}

    @property
    def _answers(self) -> Mapping[str, Mapping[str, Any]]:
        """The options that can be chosen in words; that of the table's game is among them."""
        if not self.kind.has("welcome"):
            return {}
        found = {}
        for name, choice in self.kind.welcome.OPTIONS.items():
            answers = dict(choice.answers)
            if self._options.get(name, next(iter(answers.values()))) not in answers.values():
                answers[words.as_before(self._options[name])] = self._options[name]
            found[name] = answers
        return found

    @property
    def said(self) -> str:
        """What a screen reader says when the panel opens."""
        return words.START_TITLE

    def html(self, note: str = "") -> str:
        """Return the panel, with what the table has to say for itself."""
        fresh = " data-decides" * self._fresh  # a second click of a double click changes nothing
        title = f'<h3 data-key="status" data-region="{words.START_TITLE}" tabindex="-1">'
        return (
            f'<div class="lk-start"{fresh}>{title}{words.START_TITLE}</h3>{note}'
            f'{self._saved_html()}{self._games_html()}<div class="lk-draft">{self._seats_html()}'
            f"{self._options_html()}</div>{self._begin_html()}</div>"
        )

    def _saved_html(self) -> str:
        """Return a button for the last game that was saved and is not over; others fold out."""
        buttons = [
            button(
                "continue",
                f"continue {number}",
                f"{text(words.go_on_with(game))}<small>{text(path.name)}</small>",
                action=number,
            )
            for number, (path, game) in enumerate(self.saved)
        ]
        if not buttons:
            return ""
        last, *earlier = buttons
        if not earlier:
            return _saved(words.GO_ON_WITH, last)
        folded = f"<summary>{words.MORE_SAVED}</summary>{_saved(words.MORE_SAVED, *earlier)}"
        return f'{_saved(words.GO_ON_WITH, last)}<details data-key="saved">{folded}</details>'

    def _games_html(self) -> str:
        """Return a card for each game: its picture, its title and what it is about."""
        cards = "".join(map(self._card, FOLDERS))
        group = 'class="lk-games" role="group" data-group="games"'
        return f'<div {group} aria-label="{words.WHICH_GAME}">{cards}</div>'

    def _card(self, slug: str) -> str:
        """Return the card of a game."""
        game, cover, about = find_game(slug), "", ""
        if game.has("welcome"):
            cover = icon(game.welcome.cover(), COVER, "cover")
            about = f"<span>{text(game.welcome.SENTENCE)}</span>"
        content = f"{cover}<b>{text(game.title)}</b>{about}"
        pressed = f'aria-pressed="{str(slug == self.kind.name).lower()}"'
        return button("game", f"game {slug}", content, action=slug, extra=pressed)

    def _seats_html(self) -> str:
        """Return who plays: for each seat a person with a name, or a bot of some level."""
        rows = "".join(self._seat_html(place) for place in range(len(self._seats)))
        full = "disabled" if len(self._seats) == self._bounds[1] else ""
        add = button("seat", "seat add", words.ADD_PLAYER, action="add", extra=full)
        return f"<fieldset><legend>{words.WHO_PLAYS}</legend><ol>{rows}</ol>{add}</fieldset>"

    def _seat_html(self, place: int) -> str:
        """Return one seat."""
        seat, number = self._seats[place], place + 1
        kinds = {"person": words.A_PERSON} | {name: words.a_bot(name) for name in self._levels}
        chosen: Any = "person" if seat.strategy is None else seat.strategy
        if chosen not in kinds:
            kinds["own"], chosen = words.own_strategy(seat.name), "own"
        kind = _select(f"kind {place}", words.seat_kind(number), kinds.items(), chosen)
        if seat.strategy is None:
            detail = (
                f'<input type="text" maxlength="{LONGEST_NAME}" value="{text(seat.name)}" '
                f'data-do="set" data-key="name {place}" autocomplete="off" spellcheck="false" '
                f'aria-label="{words.seat_name(number)}">'
            )
        else:
            how = self._levels.get(seat.strategy, "") if isinstance(seat.strategy, str) else ""
            detail = f"<span>{text(how)}</span>"
        few = " disabled" if len(self._seats) == self._bounds[0] else ""
        name = f'aria-label="{words.remove_player(number)}" title="{words.remove_player(number)}"'
        away = button("seat", f"seat {place}", "✕", action=place, extra=f"{name}{few}")
        return f"<li>{kind}{detail}{away}</li>"

    def _options_html(self) -> str:
        """Return the options in words: how long, one game or a match; the others folded away."""
        length = self.kind.welcome.LENGTH if self.kind.has("welcome") else ""
        long = self._option(length) if length in self._answers else ""
        others = "".join(self._option(name) for name in self._answers if name != length)
        more = f'<details data-key="more"><summary data-key="more open">{words.MORE}</summary>'
        more = f"{more}{others}</details>" if others else ""
        games = len(self._seats) * self._starts
        match = {"no": words.ONE_GAME, "yes": words.a_match(games)}.items()
        many = _select("match", words.HOW_MANY, match, "yes" if self.match else "no", shown=True)
        return f"<fieldset><legend>{words.WHAT_GAME}</legend>{long}{many}{more}</fieldset>"

    @property
    def _starts(self) -> int:
        """How often each player starts a game of a match."""
        return self.kind.rules.Rules(players=len(self._seats)).match_starts

    def _option(self, name: str) -> str:
        """Return the question of an option with its answers."""
        answers = self._answers[name]
        values = list(answers.values())
        chosen = values.index(self._options[name]) if name in self._options else 0
        question = self.kind.welcome.OPTIONS[name].question
        numbered = ((str(number), answer) for number, answer in enumerate(answers))
        return _select(f"option {name}", question, numbered, str(chosen), shown=True)

    def _begin_html(self) -> str:
        """Return how the game is saved, and the buttons that begin something."""
        saves = f"<p>{text(self._note)}</p>" if self._note else ""
        if self._folder is not None:
            file = self._path(self._folder).name
            state = f'role="switch" aria-checked="{str(self.saves).lower()}"'
            saves = button("saves", "saves", text(words.saved_in(file)), extra=state)
            saves = f'<p class="lk-saves">{saves}</p>'
        buttons = [button("begin", "begin", words.BEGIN)]
        if self.kind.has("welcome"):
            learn = said(words.of_game(self.kind.title))
            buttons.append(button("learn", "learn", f"{words.LEARN_RULES} {learn}"))
        if self.has_table:
            buttons.append(button("back", "back", words.BACK_TO_TABLE))
        group = 'class="lk-buttons" data-group="choices" data-home data-decides'
        load = button("load", "load", words.LOAD)
        return (
            f'{saves}<section class="lk-begin"><div {group}>{"".join(buttons)}</div></section>'
            f'<div class="lk-tools" data-group="tools">{load}</div>'
        )

    def still(self) -> dict[str, Any]:
        """Return the text that stays in a saved notebook."""
        titles = ", ".join(find_game(slug).title for slug in FOLDERS)
        still = words.run_to_start(titles)
        return {
            "text/plain": still,
            "text/html": f'<div class="llamakit-still"><p>{text(still)}</p></div>',
        }


def _select(
    key: str,
    name: str,
    choices: Iterable[tuple[str, str]],
    chosen: str,
    shown: bool = False,
) -> str:
    """Return a field to choose one of some texts; its name is ``shown`` above, or heard alone."""
    options = "".join(
        f'<option value="{text(value)}"{" selected" * (value == chosen)}>{text(words)}</option>'
        for value, words in choices
    )
    label = f"<span>{text(name)}</span>" if shown else said(name)
    field = f'<select data-do="set" data-key="{text(key)}">{options}</select>'
    return f"<label>{label}{field}</label>"


def _saved(label: str, *buttons: str) -> str:
    """Return a group of buttons that go on with saved games."""
    group = f'class="lk-tools lk-saved" role="group" data-group="{label}" data-decides'
    return f'<div {group} aria-label="{label}">{"".join(buttons)}</div>'
