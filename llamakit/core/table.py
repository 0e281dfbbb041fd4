"""The table: a game on the screen, for people and bots. HTML in, clicks out.

``Table`` is plain Python: it holds a game, takes messages such as
``{"do": "play", "action": "roll", "version": 3}`` and says what to show: HTML, a sentence for the
screen reader, and how long to wait before the next bot moves. Everything on it is drawn from
``game.view(seat)`` for the seat in front of the screen. ``widget`` puts it on a page.
"""

from __future__ import annotations

import dataclasses
import json
import os
import traceback
from collections.abc import Callable, Mapping
from typing import Any

from llamakit.core.autosave import Autosave
from llamakit.core.draw import HEAD, button, icon, llama, text
from llamakit.core.explain import best_actions, odds_html, review_html, rules_html
from llamakit.core.game import Game, bot, game_module, new_game, replay
from llamakit.core.picture import board, has_part, still
from llamakit.core.state import InputError, RecordError, State, View, brief
from llamakit.core.widget import widget

#: Seconds between two moves of bots: long enough to follow, short enough not to wait.
PACE = 1.2

#: How many of the latest sentences the table shows.
NEWS = 3

#: A record larger than this (in characters) is not read at the table.
LARGEST_RECORD = 5_000_000

#: What may be asked also while the table moves on. The rest is about what was just seen.
ANY_TIME = ("switch", "undo", "redo", "save", "load")

Message = Mapping[str, Any]


class Table:
    """A game on the screen.

    ``html`` is what to show, ``said`` what a screen reader says, ``wait`` after how many
    milliseconds to send a "tick" (0: never); all three belong to ``version``. ``seat`` is whose
    view is shown: the person to decide, or the one before; None shows what everybody may know.

    >>> table = Table(new_game("llama-dice", players=["Ana", bot("cautious")], seed=7))
    >>> table.receive({"do": "play", "action": "quit", "version": table.version})
    >>> table.game.current_player, table.said, table.wait
    (1, 'Ana quits the round.', 1200)
    """

    def __init__(
        self,
        game: Game,
        seed: int | None = None,
        pace: float = PACE,
        autosave: Autosave | None = None,
    ) -> None:
        """Set a game on the table. ``seed`` is the game's; the next game has the next seed.

        With ``autosave`` the record is written to its file after every move.
        """
        self.game = game
        self._autosave = autosave
        self.seat: int | None = None
        self.version = 0
        self.said = ""
        self._seed = seed
        self._pace = pace
        self._told = 0
        self._round_end: int | None = None
        self._undone = 0
        self._curtain_for: int | None = None
        self._note, self._trouble = "", False
        self._switches = dict.fromkeys(("odds", "rules", "log", "review", "pause"), False)
        self._reviewed = ""
        self._asks_new = False
        self._find_seat()
        self._keep()
        self._redraw()

    # What happens: messages from the page.

    def receive(self, message: object) -> dict[str, str] | None:
        """Do what a message asks, and return what to send back to the page, if anything.

        A move on an older version of the table is ignored: two quick clicks are one move.
        """
        if not isinstance(message, Mapping):
            return None
        if message.get("do") not in ANY_TIME and message.get("version") != self.version:
            return None
        commands: dict[object, Callable[[Message], dict[str, str] | None]] = {
            "play": self._play,
            "tick": self._tick,
            "next": self._next_round,
            "undo": self._undo,
            "redo": self._redo,
            "switch": self._switch,
            "ready": self._ready,
            "save": self._save,
            "load": self._load,
            "new": self._new,
        }
        command = commands.get(str(message.get("do")))
        if command is None:
            return None
        self._note, self._trouble = "", False
        reply = None
        try:
            reply = command(message)
        except InputError as error:
            self._note, self._trouble = str(error), True
        self._keep()
        self._redraw()
        return reply

    def _keep(self) -> None:
        """Write the game to its file, if it has one; what goes wrong is told at the table."""
        trouble = "" if self._autosave is None else self._autosave.keep(self.game)
        if trouble:
            self._note, self._trouble = " ".join(filter(None, [self._note, trouble])), True

    def _play(self, message: Message) -> None:
        """Play an action for the person to decide."""
        if self._round_end is not None or self._curtain_for is not None:
            raise InputError("the table is waiting for somebody to go on")
        if not self._is_person(self.game.current_player) and not self.game.is_over:
            raise InputError("it is a bot's turn")
        self._move(lambda: self.game.play(str(message.get("action"))))
        self._undone = 0

    def _tick(self, message: Message) -> None:
        """Let a bot move; where only bots play, also go on to the next round."""
        if self._round_end is not None:
            self._next_round(message)
        elif self._bot_is_next():
            self._let_bot_play()

    def _let_bot_play(self) -> None:
        """Play the bot's own move; a strategy that fails stops the bots and is named."""
        try:
            self._move(self.game.play)
            self._undone = 0
        except Exception as error:  # a student's strategy may raise anything
            self._switches["pause"] = True
            self._note = f"{self._name(self.game.current_player)} cannot move. {_blame(error)}"
            self._trouble = True

    def _move(self, step: Callable[[], None]) -> None:
        """Take a step of the game, and stop to look if it ended a round."""
        start = len(self.game.history)
        step()
        self._round_end = next(
            (
                number
                for number, taken in enumerate(self.game.history[start:], start)
                if taken.before.phase == "deal" and taken.before.round_number
            ),
            None,
        )
        if self._round_end is None:
            self._find_seat()

    def _next_round(self, message: Message) -> None:
        """Go on to the round that has been dealt."""
        self._round_end = None
        self._find_seat()

    def _undo(self, message: Message) -> None:
        """Go back to the last decision of a person."""
        if not self._can_undo():
            raise InputError("nothing to undo: nobody has decided anything yet")
        self._take_back()
        while not self._is_person(self.game.current_player):
            self._take_back()
        self._round_end = None
        self._told = 0
        self._find_seat()

    def _take_back(self) -> None:
        self.game.undo()
        self._undone += 1

    def _redo(self, message: Message) -> None:
        """Repeat what was taken back, up to the next decision of a person or a round's end."""
        while self._undone:
            self._move(self.game.redo)
            self._undone -= 1
            if self._round_end is not None or self._is_person(self.game.current_player):
                break

    def _switch(self, message: Message) -> None:
        """Turn a switch: odds, rules, log, the review after the game, or the bots' pause."""
        name = str(message.get("action"))
        if name in self._switches:
            self._switches[name] = not self._switches[name]

    def _ready(self, message: Message) -> None:
        """Open the curtain: the next person is in front of the screen."""
        if self._curtain_for is not None:
            self.seat, self._curtain_for, self._told = self._curtain_for, None, 0

    def _save(self, message: Message) -> dict[str, str]:
        """Return the record as a file for the page to hand to the person."""
        name = f"{self.game.slug}.json"
        self._note = f"The game so far is saved as {name} among your downloads."
        return {"name": name, "text": json.dumps(self.game.record(), indent=1, ensure_ascii=False)}

    def _load(self, message: Message) -> None:
        """Play on from a record; a broken one changes nothing."""
        game = replay(_parsed(message.get("text")))
        self._sit_down(game, None)
        self._note = "The game is loaded."

    def _new(self, message: Message) -> None:
        """Ask whether to start a new game, and start it when the answer is yes."""
        answer = message.get("action")
        self._asks_new = answer is None and not self.game.is_over
        if answer == "yes" or (answer is None and self.game.is_over):
            seed = None if self._seed is None else self._seed + 1
            rules = self.game.rules
            options = {
                field.name: getattr(rules, field.name)
                for field in dataclasses.fields(rules)
                if field.name != "players"
            }
            seats = list(self.game.seats)
            self._sit_down(new_game(self.game.slug, players=seats, seed=seed, **options), seed)

    def _sit_down(self, game: Game, seed: int | None) -> None:
        """Put another game on the table."""
        self.game, self._seed = game, seed
        self.seat = self._curtain_for = self._round_end = None
        self._told = self._undone = 0
        self._asks_new = False
        self._find_seat()

    def still(self) -> dict[str, Any]:
        """Return the picture and the transcript that stay in a saved notebook.

        A person who plays with bots alone sees what stood on the screen, with the own hand. Else
        both hold only what everybody may know.
        """
        people = self._people()
        return still(self.game.slug, self.game.view(people[0] if len(people) == 1 else None))

    def __repr__(self) -> str:
        return f"A table for {self.game.slug}: run this cell to play."

    # Who is where.

    def _is_person(self, seat: int | None) -> bool:
        return seat is not None and self.game.seats[seat].strategy is None

    def _people(self) -> list[int]:
        return [seat for seat in range(len(self.game.seats)) if self._is_person(seat)]

    def _name(self, seat: int | None) -> str:
        return "Nobody" if seat is None else self.game.players[seat]

    def _bot_is_next(self) -> bool:
        """Whether a bot has to decide and nothing is in its way."""
        player = self.game.current_player
        return player is not None and not self._is_person(player) and self._round_end is None

    def _can_undo(self) -> bool:
        return any(self._is_person(step.seat) for step in self.game.history)

    def _find_seat(self) -> None:
        """Turn the table to the person to decide, behind a curtain if others must not see."""
        people, player = self._people(), self.game.current_player
        wanted = player if self._is_person(player) else (people[0] if len(people) == 1 else None)
        if wanted is None or wanted == self.seat:
            self._curtain_for = None
        elif len(people) > 1 and _has_secrets(self.game.state, wanted):
            self.seat, self._curtain_for = None, wanted
        else:
            self.seat, self._curtain_for = wanted, None

    @property
    def view(self) -> View:
        """What the seat in front of the screen may know of the position shown.

        At the end of a round that is the position just before the next deal.
        """
        view = self.game.view(self.seat)
        if self._round_end is None:
            return view
        later = self.game.history[self._round_end :]
        tell = game_module(self.game.slug, "words").tell
        unsaid = sum(bool(tell(step, self.seat, self.game.players)) for step in later)
        shown = later[0].before.view(self.seat)
        heard = view.log[: len(view.log) - unsaid]
        return dataclasses.replace(shown, names=self.game.players, log=heard)

    @property
    def wait(self) -> int:
        """After how many milliseconds the page sends a "tick"; 0 for never."""
        bots_alone = self._round_end is not None and not self._people()
        moving = (self._bot_is_next() or bots_alone) and not self._switches["pause"]
        return round(1000 * self._pace) if moving and not self._asks_new else 0

    # What is shown.

    def _redraw(self) -> None:
        """Draw the table anew, and say what has changed."""
        view = self.view
        self.html = self._table_html(view)
        self.said = self._spoken(view)
        self.version += 1

    def _spoken(self, view: View) -> str:
        """Return the note, the sentences not yet said, and what is asked now."""
        news = list(view.log[self._told :] if self._told else view.log[-1:])
        self._told = len(view.log)
        asked = "" if self._bot_is_next() or self.game.is_over else self._question(view)
        return " ".join(sentence for sentence in [self._note, *news, asked] if sentence)

    def _question(self, view: View) -> str:
        """Return what the table waits for, in words."""
        if self._asks_new:
            return "Start a new game and leave this one?"
        if self._curtain_for is not None:
            return f"Pass the screen to {self._name(self._curtain_for)}."
        if self._round_end is not None:
            return f"Round {view.round_number} is over."
        if view.player is None:
            winners = [self._name(seat) for seat in self.game.winners]
            return f"{' and '.join(winners)} {'win' if len(winners) > 1 else 'wins'} the game!"
        if self._bot_is_next():
            return f"{self._name(view.player)} is thinking …"
        asked = game_module(self.game.slug, "words").question(view)
        return f"{self._name(view.player)}: {asked}"

    def _table_html(self, view: View) -> str:
        """Return the whole table."""
        news = "".join(f"<li>{text(sentence)}</li>" for sentence in view.log[-NEWS:])
        return (
            f'<h3 data-key="status" tabindex="-1">{text(self._title(view))}</h3>'
            f'<ol class="lk-news">{news}</ol>{self._note_html()}{self._board(view)}'
            f"{self._scores(view)}{self._choices(view)}{self._odds(view)}"
            f"{self._rules(view)}{self._review()}{self._toolbar()}{self._log(view)}"
        )

    def _title(self, view: View) -> str:
        """Return the game, the round, and what comes next."""
        title = str(view).splitlines()[0]
        return title if self._round_end is None else f"{title.split(':')[0]}: it is over"

    def _note_html(self) -> str:
        """Return what the table has to say for itself, above all what went wrong."""
        if not self._note:
            return ""
        kind = "lk-note lk-trouble" if self._trouble else "lk-note"
        return f'<p class="{kind}">{text(self._note)}</p>'

    def _board(self, view: View) -> str:
        """Return the position: the game's own board, or else its text."""
        return f'<div class="lk-board">{board(self.game.slug, view, self._actions())}</div>'

    def _actions(self) -> tuple[Any, ...]:
        """Return the actions that the person in front of the screen may click now."""
        waiting = self._asks_new or self._curtain_for is not None or self._round_end is not None
        here = self._is_person(self.game.current_player) and not waiting
        return self.game.legal_actions() if here else ()

    def _choices(self, view: View) -> str:
        """Return the question and a button for each answer."""
        buttons = "".join(self._choice_buttons(view))
        return (
            f'<section class="lk-choices"><h4>{text(self._question(view))}</h4>'
            f'<div class="lk-buttons" data-group="choices" data-home>{buttons}</div></section>'
        )

    def _choice_buttons(self, view: View) -> list[str]:
        """Return the buttons that go with what the table waits for."""
        if self._asks_new:
            stay = button("new", "new no", "Go on playing", action="no")
            return [button("new", "new yes", "Start a new game", action="yes"), stay]
        if self._curtain_for is not None:
            name = text(self._name(self._curtain_for))
            return [button("ready", "ready", f"I am {name}: show my side")]
        if self._round_end is not None:
            return [button("next", "next", "Next round")]
        if self.game.is_over:
            return [button("new", "again", "Play again")]
        if self._bot_is_next():
            return [button("tick", "step", "Next move")] if self._switches["pause"] else []
        return self._action_buttons(view)

    def _action_buttons(self, view: View) -> list[str]:
        """Return a button for each legal action; with the odds, those of best play are marked."""
        label = game_module(self.game.slug, "words").label
        best = best_actions(self.game.slug, view) if self._switches["odds"] else ()
        mark = ' <span class="lk-tag">best</span>'
        return [
            button(
                "play",
                f"play {action}",
                text(label(action, view)) + mark * (action in best),
                action=action,
            )
            for action in self._actions()
        ]

    def _scores(self, view: View) -> str:
        """Return the final scores and who has won, once the game is over."""
        if not self.game.is_over:
            return ""
        rows = ""
        for seat, name in enumerate(self.game.players):
            won = seat in self.game.winners
            kind = ' class="lk-won"' if won else ""
            mark = f"{icon(llama(), HEAD, 'winner')} winner" if won else ""
            rows += f'<tr{kind}><th scope="row"><bdi>{text(name)}</bdi></th>'
            rows += f"<td>{self.game.scores[seat]}</td><td>{mark}</td></tr>"
        return f'<table class="lk-scores"><caption>Final scores</caption>{rows}</table>'

    def _odds(self, view: View) -> str:
        """Return the exact odds of the decision at hand, if they are switched on."""
        return odds_html(self.game.slug, view) if self._switches["odds"] else ""

    def _rules(self, view: View) -> str:
        """Return the rules that matter now, if they are switched on."""
        return rules_html(self.game.slug, view) if self._switches["rules"] else ""

    def _review(self) -> str:
        """Return what decisions have cost, once the game is over and somebody asks."""
        if not self.game.is_over or not self._switches["review"]:
            self._reviewed = ""
        elif not self._reviewed:
            self._reviewed = review_html(self.game)
        return self._reviewed

    def _toolbar(self) -> str:
        """Return the buttons that are always there."""
        tools = [
            button("undo", "undo", "Undo", extra=_disabled(not self._can_undo())),
            button("redo", "redo", "Redo", extra=_disabled(not self._undone)),
        ]
        if has_part(self.game.slug, "odds"):
            tools.append(self._switch_button("odds", "Exact odds"))
        tools.append(self._switch_button("rules", "Rules now"))
        tools.append(self._switch_button("log", "Whole story"))
        if self.game.is_over and self._people():
            tools.append(self._switch_button("review", "Review"))
        if len(self._people()) < len(self.game.seats):
            tools.append(self._switch_button("pause", "Bots wait for me"))
        tools += [
            button("save", "save", "Save game"),
            button("load", "load", "Load game"),
            button("new", "new", "New game"),
        ]
        return (
            '<div class="lk-tools" role="group" aria-label="Table" data-group="tools">'
            f"{''.join(tools)}</div>"
        )

    def _switch_button(self, name: str, label: str) -> str:
        """Return a button that turns a switch and shows how it stands."""
        checked = "true" if self._switches[name] else "false"
        extra = f'role="switch" aria-checked="{checked}"'
        return button("switch", f"switch {name}", label, action=name, extra=extra)

    def _log(self, view: View) -> str:
        """Return every sentence so far, if that is switched on."""
        if not self._switches["log"]:
            return ""
        sentences = "".join(f"<li>{text(sentence)}</li>" for sentence in view.log)
        story = 'class="lk-log" tabindex="0" data-key="log" aria-label="Whole story"'
        return f"<ol {story}>{sentences}</ol>"


def _has_secrets(state: State, seat: int) -> bool:
    """Whether a seat knows more of a position than everybody does."""
    return dataclasses.replace(state.view(seat), seat=None) != state.view()


def _disabled(off: bool) -> str:
    return "disabled" if off else ""


def _blame(error: Exception) -> str:
    """Return what went wrong in a strategy, and where, on one line."""
    what = f"{type(error).__name__}: {brief(str(error))[1:-1]}"
    if isinstance(error, InputError):
        return str(error)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{what} (line {frame.lineno} of {frame.name})"


def _parsed(record: object) -> dict[str, Any]:
    """Return the record in a text. Raises RecordError."""
    if not isinstance(record, str) or not 0 < len(record) <= LARGEST_RECORD:
        raise RecordError("this file is empty, or too large for a record of a game")
    try:
        parsed = json.loads(record)
    except (ValueError, RecursionError):
        raise RecordError("this file is not a record of a game: it holds no JSON") from None
    if not isinstance(parsed, dict):
        raise RecordError(f"this is not a record of a game: {brief(parsed)}")
    return parsed


def play(
    slug: str,
    players: Any = None,
    seed: int | None = None,
    *,
    pace: float = PACE,
    autosave: str | os.PathLike[str] | None = None,
    **options: Any,
) -> Any:
    """Return a table to play at, as a widget; a notebook shows it, alone or in a box with others.

    ``players``, ``seed`` and ``options`` are those of ``new_game``; without players one person
    sits down with two bots. ``pace`` is how many seconds a bot takes to move. The game on the
    table is ``.game`` of the widget. ``autosave`` is the path of a file that the record is written
    to after every move: whatever happens, ``resume(path)`` goes on from there. Raises InputError
    for anything that cannot be played, and for a file that holds a game still being played.

    >>> play("llama-dice", players=["Ana", bot("cautious")], seed=7)
    A table for llama-dice: run this cell to play.
    """
    _check_pace(pace)
    if players is None:
        players = ["Player 1", bot("cautious"), bot("greedy")]
    game = new_game(slug, players=players, seed=seed, **options)
    file = None if autosave is None else Autosave(autosave)
    if file is not None:
        file.require_free()
    return widget(Table(game, seed, pace, file))


def resume(path: str | os.PathLike[str], *, pace: float = PACE) -> Any:
    """Return a table with the game that ``autosave`` wrote to a file, as it stood.

    It goes on being written there. A player with a strategy of your own is a person now: the file
    knows the built-in bots alone. Raises RecordError for a record that is broken or not there.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     table = play("llama-dice", players=2, seed=7, autosave=f"{folder}/game.json")
    ...     resume(f"{folder}/game.json").game.state == table.game.state
    True
    """
    _check_pace(pace)
    return widget(Table(replay(Autosave(path).path), None, pace, Autosave(path)))


def _check_pace(pace: object) -> None:
    """Raise InputError unless this is how many seconds a bot may take."""
    if isinstance(pace, bool) or not isinstance(pace, (int, float)) or not 0 < pace <= 60:
        raise InputError(f"pace is a number of seconds up to 60, not {brief(pace)}")
