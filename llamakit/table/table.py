"""The table: a game on the screen, for people and bots. HTML in, clicks out.

``Table`` is plain Python: it holds a game, takes messages such as
``{"do": "play", "action": "roll", "version": 3}`` and says what to show: HTML, a sentence for the
screen reader, and how long to wait before the next bot moves. Everything on it is drawn from
``game.view(seat)`` for the seat in front of the screen. ``widget`` puts it on a page.
"""

from __future__ import annotations

import dataclasses
import json
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from llamakit.engine.contract import Recent
from llamakit.engine.display import heading, headline
from llamakit.engine.game import Game, Step, new_game
from llamakit.engine.match import Match, new_match
from llamakit.engine.registry import find_explorer, find_game
from llamakit.engine.replay import replay
from llamakit.engine.state import Action, InputError, RecordError, State, View, brief
from llamakit.table import words
from llamakit.table.autosave import Autosave, free_file
from llamakit.table.draw import button, text
from llamakit.table.explain import Estimate, advice, explorer, marks, odds_html, rules_html
from llamakit.table.hint import Hint
from llamakit.table.picture import board, latest, news_html, still
from llamakit.table.recent import recent
from llamakit.table.review import Review
from llamakit.table.scores import scores_html
from llamakit.table.show import Replay
from llamakit.table.start import Start

if TYPE_CHECKING:
    from llamakit.table.widget import Screen

#: Seconds between two moves of bots: long enough to follow, short enough not to wait.
PACE = 1.2

#: A record larger than this (in characters) is not read at the table.
LARGEST_RECORD = 5_000_000

#: What may be asked also while the table moves on. The rest is about what was just seen.
ANY_TIME = ("switch", "undo", "redo", "save", "load", "skip")

Message = Mapping[str, Any]

#: What can be asked, and what does it: it returns what goes back to the page, if anything.
Commands = Mapping[str, Callable[[Message], dict[str, str] | None]]


class Table:
    """A game on the screen.

    ``html`` is what to show, ``said`` what a screen reader says, ``wait`` after how many
    milliseconds to send a "tick" (0: never); all three belong to ``version``. ``seat`` is whose
    view is shown: the person to decide, or the one before; None shows what everybody may know.

    >>> from llamakit.engine.game import bot
    >>> table = Table(new_game("llama-dice", players=["Ana", bot("cautious")], seed=7))
    >>> table.receive({"do": "play", "action": "quit", "version": table.version})
    >>> table.game.current_player, table.said, table.wait
    (1, 'Ana quits the round.', 1200)
    """

    def __init__(
        self,
        game: Game | Match,
        seed: int | None = None,
        pace: float = PACE,
        autosave: Autosave | None = None,
        *,
        folder: Path | None = None,
        starts: bool = False,
        note: str = "",
    ) -> None:
        """Set a game on the table, or a match. ``seed`` is its seed; the next one has the next.

        With ``autosave`` the record is written to its file after every move. In ``folder`` the
        start panel saves the games that it begins; where it ``starts``, it is shown at once, and
        the game is the one that it proposes. ``note`` is what the table says first.
        """
        self._autosave, self._folder = autosave, folder
        self._guided: Start | None = None  # the panel that the guided round was begun at
        self._tells_aim = False
        self.changed: Callable[[], None] = lambda: None
        self.seat: int | None = None
        self.version = 0
        self.said = ""
        self._seed = seed
        self._pace = pace
        self._said_so_far: int | None = None
        self._round_end: int | None = None
        self._curtain_for: int | None = None
        self._note, self._trouble = note, False
        self._switches = dict.fromkeys(("odds", "rules", "log", "pause"), False)
        self._above: Screen | None = None  # a replay, or an explorer
        self._games = 0  # so many have been on this table
        self._review: Review | None = None
        self._estimate = Estimate()
        self._hint = Hint(self._estimate)
        self._at_work = False
        self._loading: Game | Match | None = None
        self._panel: Start | None = None
        self._sit_down(game, seed)
        if starts:
            self._panel = Start(None, folder)
        self._keep()
        self._redraw()

    # What happens: messages from the page.

    def receive(self, message: object) -> Mapping[str, str] | None:
        """Do what a message asks, and return what to send back to the page, if anything.

        A move on an older version of the table is ignored: two quick clicks are one move. What is
        set at the start panel counts always: a name may still be on its way when one goes on.
        """
        if not isinstance(message, Mapping):
            return None
        if self._above is not None:
            return self._pass_on(self._above, message)
        stale = message.get("version") != self.version and self._panel is None
        if stale and message.get("do") not in ANY_TIME:
            return None
        if message.get("do") == "skip" and not self._can_skip():
            return None  # a bot has just ended the round: what was said of that stands
        commands: Commands = {
            "play": self._play,
            "tick": self._tick,
            "skip": self._skip,
            "next": self._next_round,
            "undo": self._undo,
            "redo": self._redo,
            "switch": self._switch,
            "hide": self._hide,
            "estimate": self._work_out,
            "hint": self._give_hint,
            "ready": self._ready,
            "save": self._save,
            "load": self._load,
            "again": self._again,
            "new": self._new,
            "watch": self._watch,
            "explore": self._explore,
        }
        if self._panel is not None:
            commands = self._panel_commands()
        command = commands.get(str(message.get("do")))
        if command is None:
            return None
        self._note, self._trouble = "", False
        self._at_work, reply = True, None
        try:
            reply = command(message)
        except InputError as error:
            self._note, self._trouble = str(error), True
        finally:
            self._at_work = False
        self._keep()
        self._redraw()
        return reply

    def moved(self, game: Game) -> None:
        """Follow the game when a cell, or another table, has moved it; the page hears of it."""
        if self._at_work or game is not self.game or self._panel is not None:
            return
        self._note, self._trouble = "", False
        self._asks_undo, self._loading, self._round_end = False, None, None
        self._above, self._tells_aim = None, False
        self._look_at(self.game.history[self._seen :])
        self._keep()
        self._redraw()
        self.changed()

    def work(self) -> bool:
        """Do a small step of the review of people's decisions, and return whether more is left.

        The page does not ask for this: whoever has time to spare may, while the game is played.
        When it is watched again, much is known by then.
        """
        if self._panel is not None or self._above is not None:
            return False
        if self._review is None or self._review.game is not self.game:
            self._review = Review(self.game, self._people())
        self._review.follow()
        self._review.step()
        return not self._review.is_done

    def _keep(self) -> None:
        """Write the game to its file, if it has one; what goes wrong is told at the table."""
        if self._autosave is None or self._panel is not None:
            return
        trouble = self._autosave.keep(self.match or self.game)
        if trouble:
            self._note, self._trouble = " ".join(filter(None, [self._note, trouble])), True

    def _play(self, message: Message) -> None:
        """Play an action for the person to decide."""
        if self._round_end is not None or self._curtain_for is not None or self._tells_aim:
            raise InputError(words.SOMEBODY_MUST_GO_ON)
        if not self._is_person(self.game.current_player) and not self.game.is_over:
            raise InputError(words.BOTS_TURN)
        self._move(lambda: self.game.play(str(message.get("action"))))

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
        except Exception as error:  # a student's strategy may raise anything
            self._switches["pause"] = True
            self._note = words.cannot_move(self._name(self.game.current_player), _blame(error))
            self._trouble = True

    def _move(self, step: Callable[[], None]) -> None:
        """Take a step of the game, and stop to look if it ended a round."""
        start = len(self.game.history)
        step()
        self._asks_undo = False
        self._look_at(self.game.history[start:])

    def _look_at(self, steps: Sequence[Step]) -> None:
        """Turn the table after the last steps, or stop to look if they ended a round."""
        start = len(self.game.history) - len(steps)
        ends = (number for number, step in enumerate(steps, start) if step.before.is_between_rounds)
        self._round_end = next(ends, None)
        if self._round_end is None:
            self._find_seat(steps)

    def _skip(self, message: Message) -> None:
        """Let the bots play the round to its end, where no person can decide any more."""
        while self._can_skip():
            self._let_bot_play()

    def _can_skip(self) -> bool:
        """Whether bots play and all people have quit the round."""
        quit_all = not any(self.game.state.plays_on(seat) for seat in self._people())
        return bool(self._people()) and quit_all and self._bot_is_next() and not self._trouble

    def _next_round(self, message: Message) -> None:
        """Go on to the round that has been dealt, or begin with the guided one."""
        self._round_end, self._tells_aim = None, False
        self._find_seat()

    def _undo(self, message: Message) -> None:
        """Go back to the last decision of a person; one who is not at the screen is asked."""
        if not self._can_undo():
            raise InputError(words.NOTHING_TO_UNDO)
        answer = message.get("action")
        self._asks_undo = answer is None and self._last_person() != self.seat
        if self._asks_undo or answer == "no":
            return
        self.game.undo()
        while not self._is_person(self.game.current_player):
            self.game.undo()
        self._round_end = self._said_so_far = None
        self._find_seat()

    def _redo(self, message: Message) -> None:
        """Repeat what was taken back, up to the next decision of a person or a round's end."""
        while self.game.undone:
            self._move(self.game.redo)
            if self._round_end is not None or self._is_person(self.game.current_player):
                break

    def _switch(self, message: Message) -> None:
        """Turn a switch: odds, rules, log, the review after the game, or the bots' pause."""
        name = str(message.get("action"))
        if name in self._switches:
            self._switches[name] = not self._switches[name]

    def _hide(self, message: Message) -> None:
        """Let the curtain fall: the person who was in front of the screen has seen enough."""
        if self._curtain_for is not None:
            self.seat = None

    def _work_out(self, message: Message) -> None:
        """Estimate what looks best for the person to decide."""
        if self._actions():
            self._estimate.ask(self.view)

    def _give_hint(self, message: Message) -> None:
        """Give the person to decide a hint, each time a little more of it."""
        if self._actions():
            self._hint.press(self.view)

    def _ready(self, message: Message) -> None:
        """Open the curtain: the next person is in front of the screen."""
        if self._is_hidden():
            self.seat, self._curtain_for, self._said_so_far = self._curtain_for, None, None

    def _save(self, message: Message) -> dict[str, str]:
        """Return the record as a file for the page to hand to the person."""
        if self._is_hidden():
            raise InputError(words.NOT_BEHIND_THE_CURTAIN)
        name, record = f"{self.game.name}.json", (self.match or self.game).record()
        self._note = words.saved(name)
        return {"name": name, "text": json.dumps(record, indent=1, ensure_ascii=False)}

    def _load(self, message: Message) -> None:
        """Play on from a record; a broken one changes nothing.

        Before a game that is being saved is left for it, the table asks.
        """
        answer = message.get("action")
        if answer is None:
            self._loading = replay(_parsed(message.get("text")))
            if self._autosave is not None and not self.game.is_over:
                self._panel = None
                return
        found, self._loading = self._loading, None
        if answer != "no" and found is not None:
            self._leave(found, None, None if self._autosave is None else self._new_file(found))
            self._note = " ".join(filter(None, [words.LOADED, self._note]))

    def _new_file(self, game: Game | Match) -> Autosave | None:
        """Return the file for another game, in the folder for them."""
        slug = (game.games[0] if isinstance(game, Match) else game).name
        return None if self._folder is None else Autosave(free_file(self._folder, slug))

    def _leave(self, game: Game | Match, seed: int | None, file: Autosave | None = None) -> None:
        """Sit down to another game, saved in ``file`` if the table has a folder for files.

        A game that is being saved and not over is kept: in its file, or else beside that.
        """
        saved = self._autosave
        if saved is not None and not (self.match or self.game).is_over:
            name = saved.set_aside() if self._folder is None else saved.path.name
            self._note = words.kept_beside(name)
        if self._folder is not None:
            self._autosave = file
        self._panel = None
        self._sit_down(game, seed)

    def _next_seed(self) -> int | None:
        """Return the seed of the game after this one."""
        return None if self._seed is None else self._seed + 1

    def _again(self, message: Message) -> None:
        """Play the same game again, or the next game of a match."""
        if not self.game.is_over:
            raise InputError(words.SOMEBODY_MUST_GO_ON)
        if self._guided is not None:
            self._new(message)
        elif self.match is not None and not self.match.is_over:
            self._sit_down(self.match, self._seed)
        else:
            self._sit_down(self._same_again(), self._next_seed())

    def _same_again(self) -> Game | Match:
        """Return a new game, or match, of the same players with the same options."""
        first = self.game if self.match is None else self.match.games[0]
        if self.match is None:
            return new_game(first.start, players=first.seats, seed=self._next_seed())
        return new_match(first.name, first.seats, self._next_seed(), **first.rules.options)

    def _new(self, message: Message) -> None:
        """Show the start panel; the game on the table waits beneath it."""
        saves = "" if self._autosave is None else words.saves_to(self._autosave.path.name)
        note = "" if self._folder else saves
        self._panel = self._guided or Start(self.match or self.game, self._folder, note)
        self._panel.has_table = True

    def _watch(self, message: Message) -> None:
        """Watch the game, or the match so far, again from its beginning, once it is over."""
        if self.game.is_over:
            seat = next(iter(self._people()), None)
            games = (self.game,) if self.match is None else self.match.games
            whole = self.match or self.game
            self._above = Replay(games, seat, words.BACK_TO_TABLE, whole)

    def _explore(self, message: Message) -> None:
        """Show the explorer of the decision at hand, if its odds are shown."""
        wanted = explorer(self.game.name, self.view) if self._switches["odds"] else None
        if wanted is not None:
            self._above = find_explorer(wanted, words.BACK_TO_TABLE)

    def _pass_on(self, above: Screen, message: Message) -> Mapping[str, str] | None:
        """Pass a message on to the replay or the explorer; "back" leads back to the table."""
        reply: Mapping[str, str] | None = None
        if message.get("do") == "back":
            self._above = None
        else:
            before = above.version
            reply = above.receive(message)
            if above.version == before:
                return reply
        self._redraw()
        return reply

    def _panel_commands(self) -> Commands:
        """Return what can be asked while the start panel is shown."""
        return {
            **dict.fromkeys(("game", "set", "seat", "saves"), self._draft),
            "begin": self._begin,
            "learn": self._learn,
            "continue": self._continue,
            "back": self._back,
            "load": self._load,
        }

    def _draft(self, message: Message) -> None:
        """Change what the start panel proposes."""
        if self._panel is not None:
            do, key, action = (str(message.get(part)) for part in ("do", "key", "action"))
            self._panel.change(do, key, action)

    def _begin(self, message: Message) -> None:
        """Sit down to the game of the start panel, and save it where the panel says."""
        if self._panel is not None:
            seed = self._next_seed()
            self._leave(self._panel.begin(seed), seed, self._panel.file())

    def _learn(self, message: Message) -> None:
        """Sit down to a guided round."""
        if self._panel is not None:
            panel = self._panel
            self._leave(panel.learn(), self._seed)
            self._guided, self._tells_aim = panel, True

    def _continue(self, message: Message) -> None:
        """Sit down to a saved game, which goes on being saved."""
        number = str(message.get("action"))
        saved = self._panel.saved if self._panel is not None else []
        if number.isdecimal() and int(number[:2]) < len(saved):
            path, game = saved[int(number[:2])]
            self._leave(game, None, Autosave(path))
            self._note = words.goes_on(path.name)

    def _back(self, message: Message) -> None:
        """Go back to the game that lies beneath the start panel."""
        if self._panel is not None and self._panel.has_table:
            self._panel = None

    def _sit_down(self, game: Game | Match, seed: int | None) -> None:
        """Put another game on the table, or the game of a match that is played now."""
        self.match: Match | None = game if isinstance(game, Match) else None
        self.game = game.game if isinstance(game, Match) else game
        self.game.watch(self)
        self._seed = seed
        self._games += 1
        self.seat = self._curtain_for = self._round_end = self._said_so_far = None
        self._loading = None
        self._asks_undo = self._tells_aim = False
        self._guided = None
        self._find_seat()

    def still(self) -> dict[str, Any]:
        """Return the picture and the transcript that stay in a saved notebook.

        A person who plays with bots alone sees what stood on the screen, with the own hand. Else
        both hold only what everybody may know.
        """
        if self._panel is not None:
            return self._panel.still()
        people = self._people()
        return still(self.game.name, self.game.view(people[0] if len(people) == 1 else None))

    def __repr__(self) -> str:
        if self._panel is not None:
            return str(self._panel.still()["text/plain"])
        return words.run_to_play(self.game.name)

    # Who is where.

    def _is_person(self, seat: int | None) -> bool:
        return seat is not None and self.game.seats[seat].strategy is None

    def _people(self) -> list[int]:
        return [seat for seat in range(len(self.game.seats)) if self._is_person(seat)]

    def _name(self, seat: int | None) -> str:
        return words.NOBODY if seat is None else self.game.players[seat]

    def _bot_is_next(self) -> bool:
        """Whether a bot has to decide and nothing is in its way."""
        player = self.game.current_player
        return player is not None and not self._is_person(player) and self._round_end is None

    def _can_undo(self) -> bool:
        return self._last_person() is not None

    def _last_person(self) -> int | None:
        """Return the person who decided last, if anybody has."""
        seats = (step.seat for step in reversed(self.game.history))
        return next(filter(self._is_person, seats), None) if self._people() else None

    def _is_hidden(self) -> bool:
        """Whether the curtain has fallen, so that only what everybody may know is shown."""
        return self._curtain_for is not None and self.seat is None

    def _find_seat(self, steps: Sequence[Step] = ()) -> None:
        """Turn the table to the person to decide, behind a curtain if others must not see.

        Who has just learned something alone, such as a card drawn in ``steps``, sees it first.
        """
        people, player = self._people(), self.game.current_player
        wanted = player if self._is_person(player) else (people[0] if len(people) == 1 else None)
        if wanted is None or wanted == self.seat:
            self._curtain_for = None
        elif len(people) > 1 and _has_secrets(self.game.state, wanted):
            self._curtain_for = wanted
            if not self._learns_alone(steps):
                self.seat = None
        else:
            self.seat, self._curtain_for = wanted, None

    def _learns_alone(self, steps: Sequence[Step]) -> bool:
        """Whether the person in front of the screen hears more of some steps than everybody."""
        tell, names = find_game(self.game.name).words.tell, self.game.players
        return self.seat is not None and any(
            tell(step, self.seat, names) != tell(step, None, names) for step in steps
        )

    @property
    def _shown(self) -> State:
        """The position shown: at the end of a round, that just before the next deal."""
        end = self._round_end
        return self.game.state if end is None else self.game.history[end].before

    @property
    def view(self) -> View:
        """What the seat in front of the screen may know of the position shown."""
        view = self.game.view(self.seat)
        if self._round_end is None:
            return view
        later = self.game.history[self._round_end :]
        tell = find_game(self.game.name).words.tell
        unsaid = sum(bool(tell(step, self.seat, self.game.players)) for step in later)
        shown = self._shown.view(self.seat)
        heard = view.log[: len(view.log) - unsaid]
        return dataclasses.replace(shown, names=self.game.players, log=heard)

    @property
    def wait(self) -> int:
        """After how many milliseconds the page sends a "tick"; 0 for never."""
        if self._above is not None:
            return self._above.wait
        bots_alone = self._round_end is not None and not self._people()
        moving = (self._bot_is_next() or bots_alone) and not self._switches["pause"]
        waits = self._asks() or self._panel is not None
        return round(1000 * self._pace) if moving and not waits else 0

    # What is shown.

    def _redraw(self) -> None:
        """Draw the table anew, or what is shown instead of it, and say what has changed."""
        self.version += 1
        self._seen = len(self.game.history)
        if self._above is not None:
            self.html, self.said = self._above.html, self._above.said
            return
        if self._panel is not None:
            self.html, self.said = self._panel.html(self._note_html()), self._panel.said
            return
        view = self.view
        happened = recent(self.game, self.seat, self._round_end)
        self.html = self._table_html(view, happened)
        self.said = self._spoken(view, happened)

    def _asks(self) -> bool:
        """Whether the table itself asks something."""
        return self._asks_undo or self._tells_aim or self._loading is not None

    def _spoken(self, view: View, happened: Recent) -> str:
        """Return the note, the sentences not yet said, and what is asked now.

        A person who has just come to the screen hears all since their own last decision.
        """
        news = happened.story if self._said_so_far is None else view.log[self._said_so_far :]
        self._said_so_far = len(view.log)
        silent = (self._bot_is_next() or self.game.is_over) and not self._asks()
        asked = "" if silent else self._question(view)
        said = [self._note, *news, self._hint.said(view) or asked]
        return " ".join(filter(None, said))

    def _question(self, view: View) -> str:
        """Return what the table waits for, in words."""
        if self._loading is not None and self._autosave is not None:
            return words.load_over(self._autosave.path.name)
        if self._asks_undo:
            return words.take_back(self._name(self._last_person()))
        if self._tells_aim:
            return words.THE_AIM
        if self._curtain_for is not None and self.seat is not None:
            return words.seen_it_all(self._name(self.seat))
        if self._curtain_for is not None:
            return words.pass_the_screen(self._name(self._curtain_for))
        if self._round_end is not None:
            return words.round_is_over(view.round_number)
        if view.player is None:
            return self._who_has_won()
        if self._bot_is_next():
            return words.thinking(self._name(view.player))
        question = find_game(self.game.name).words.question(view)
        return words.asked(self._name(view.player), question)

    def _who_has_won(self) -> str:
        """Return who has won the game, and the match if it is over too."""
        won = words.winners([self._name(seat) for seat in self.game.winners])
        if self.match is None or not self.match.is_over:
            return won
        return f"{won} {words.match_winners([self._name(seat) for seat in self.match.winners])}"

    def _table_html(self, view: View, happened: Recent) -> str:
        """Return the whole table, in a region that is named after the game and its players.

        What is as tall at every move stands above, and what is not below it: so nothing jumps.
        """
        region = text(words.region(self.game.rules.title, self.game.players))
        return (
            f'<h3 data-key="status" data-region="{region}" tabindex="-1">'
            f"{text(self._title(view))}{self._match_html()}</h3>{self._toolbar()}"
            f'<div class="lk-scene">{self._news(happened)}{self._board(view, happened)}</div>'
            f"{self._guide(view)}{self._choices(view)}{self._hint.html(view)}{self._odds(view)}"
            f"{self._rules(view)}{self._log(view)}"
        )

    def _title(self, view: View) -> str:
        """Return the game, the round, and what comes next."""
        stands, _ = heading(view)
        return headline(view) if self._round_end is None else words.ended(stands)

    def _match_html(self) -> str:
        """Return where the match stands, if one is played."""
        if self.match is None:
            return ""
        number = self.match.games.index(self.game) + 1
        players, scores = self.match.players, self.match.scores
        stands = words.match_so_far(number, self.match.length, players, scores)
        return f" <small>{text(stands)}</small>"

    def _guide(self, view: View) -> str:
        """Return what a beginner has to know now, in a guided round: a paragraph at a time."""
        if self._guided is None:
            return ""
        welcome = find_game(self.game.name).welcome
        known = welcome.AIM if self._tells_aim else welcome.GUIDE.get(view.phase, "")
        others_move = self._bot_is_next() and not self._tells_aim
        shown = words.OTHERS_MOVE if others_move else text(known)
        return f'<p class="lk-guide" tabindex="0" data-key="guide">{shown}</p>'

    def _is_counted(self) -> bool:
        """Whether the end of a round or of the game is shown."""
        return self._round_end is not None or self.game.is_over

    def _news(self, happened: Recent) -> str:
        """Return the story since one's own last decision; the scores tell what was counted.

        What comes and goes with it stands beside it, where it pushes nothing away.
        """
        return news_html(happened.news, self._levels() + self._note_html())

    def _note_html(self) -> str:
        """Return what the table has to say for itself, above all what went wrong."""
        if not self._note:
            return ""
        kind = "lk-note lk-trouble" if self._trouble else "lk-note"
        return f'<p class="{kind}" tabindex="0" data-key="note">{text(self._note)}</p>'

    def _board(self, view: View, happened: Recent) -> str:
        """Return the position: the game's own board, or else its text.

        The page keeps its marks on what has changed until the number of the move is another, and
        lets nothing travel from one round to the next, nor from game to game.
        """
        shown = board(self.game.name, view, self._actions(), happened, self._scores(view))
        move = len(self.game.history) if self._round_end is None else self._round_end
        turn = f'data-move="{move}" data-round="{self._games} {view.round_number}"'
        return f'<div class="lk-board" data-decides {turn}>{shown}</div>'

    def _actions(self) -> tuple[Any, ...]:
        """Return the actions that the person in front of the screen may click now."""
        waiting = self._asks() or self._curtain_for is not None or self._round_end is not None
        here = self._is_person(self.game.current_player) and not waiting
        return self.game.legal_actions() if here else ()

    def _choices(self, view: View) -> str:
        """Return the question and a button for each answer."""
        buttons = "".join(self._choice_buttons(view))
        aside = find_game(self.game.name).words.ASIDE
        apart = " lk-apart" if aside else ""
        rows = f' style="--rows: {max(2, *aside.values())}"' if aside else ""
        return (
            f'<section class="lk-choices"><h4>{text(self._question(view))}</h4>'
            f'<div class="lk-buttons{apart}"{rows} data-group="choices" data-home data-decides>'
            f"{buttons}</div></section>"
        )

    def _choice_buttons(self, view: View) -> list[str]:
        """Return the buttons that go with what the table waits for."""
        if self._loading is not None:
            no = button("load", "load no", words.LOAD_NO, action="no")
            return [button("load", "load yes", words.LOAD_YES, action="yes"), no]
        if self._asks_undo:
            no = button("undo", "undo no", words.UNDO_NO, action="no")
            return [button("undo", "undo yes", words.UNDO_YES, action="yes"), no]
        if self._tells_aim:
            return [button("next", "next", words.LETS_GO)]
        if self._curtain_for is not None and self.seat is not None:
            return [button("hide", "hide", words.HIDE)]
        if self._curtain_for is not None:
            name = self._name(self._curtain_for)
            return [button("ready", "ready", text(words.show_my_side(name)))]
        if self._round_end is not None:
            return [button("next", "next", words.NEXT_ROUND)]
        if self.game.is_over:
            again = button("again", "again", self._again_label())
            return [again, button("watch", "watch", words.WATCH)]
        if self._bot_is_next():
            paused = self._switches["pause"]
            return [
                *([button("tick", "step", words.NEXT_MOVE)] if paused else []),
                *([button("skip", "skip", words.SKIP)] if self._can_skip() else []),
            ]
        return self._action_buttons(view)

    def _again_label(self) -> str:
        """Return what comes after the game that is over."""
        if self._guided is not None:
            return words.PLAY_FOR_REAL
        if self.match is None:
            return words.AGAIN
        return words.MATCH_AGAIN if self.match.is_over else words.NEXT_GAME

    def _action_buttons(self, view: View) -> list[str]:
        """Return a button for each legal action; with the odds, those of best play are marked.

        Each kind of answer keeps its place: ``FIRST`` of a phase comes first and stays, greyed,
        while it is not possible; those ``ASIDE`` come last, in the rows given there.
        """
        game, legal = find_game(self.game.name).words, self._actions()
        shown = self._switches["odds"]
        known = (advice(self.game.name, view) or self._estimate.of(view)) if shown else ()
        mark = {
            action: f' <span class="lk-tag">{word}</span>' for action, word in marks(known).items()
        }

        def answer(action: Action, extra: str = "") -> str:
            content = text(game.label(action, view)) + mark.get(action, "")
            return button("play", f"play {action}", content, action=action, extra=extra)

        first, rows = game.FIRST.get(view.phase), game.ASIDE
        aside = [action for action in legal if action in rows]
        aside.sort(key=rows.__getitem__, reverse=True)
        return [
            *([] if first is None else [answer(first, _disabled(first not in legal))]),
            *[answer(action) for action in legal if action != first and action not in rows],
            *[answer(last, f'class="lk-aside" style="--row: {rows[last]}"') for last in aside],
        ]

    def _scores(self, view: View) -> str:
        """Return what each has got in the round and in all, and who has won, at their ends."""
        return scores_html(self.game, view, self._round_end) if self._is_counted() else ""

    def _odds(self, view: View) -> str:
        """Return the exact odds of the decision at hand, if they are switched on."""
        if not self._switches["odds"]:
            return ""
        wanted = explorer(self.game.name, view)
        more = button("explore", "explore", text(wanted.label)) if wanted else ""
        return f"{odds_html(self.game.name, view, self._estimate.of(view))} {more}"

    def _rules(self, view: View) -> str:
        """Return the rules that matter now, if they are switched on."""
        return rules_html(self.game.name, view) if self._switches["rules"] else ""

    def _toolbar(self) -> str:
        """Return the buttons that are always there; on a phone, the second half stands below."""
        bots = len(self._people()) < len(self.game.seats)
        tools = [
            button("undo", "undo", words.UNDO, extra=_disabled(not self._can_undo())),
            button("redo", "redo", words.REDO, extra=_disabled(not self.game.undone)),
        ]
        if find_game(self.game.name).has("odds"):
            tools.append(button("hint", "hint", words.HINT, extra=_disabled(not self._actions())))
            tools.append(self._switch_button("odds", words.ODDS))
        more = [
            self._switch_button("rules", words.RULES),
            self._switch_button("log", words.STORY),
            *([self._switch_button("pause", words.PAUSE, self.game.is_over)] if bots else []),
            button("save", "save", words.SAVE, extra=_disabled(self._is_hidden())),
            button("load", "load", words.LOAD),
            button("new", "new", words.NEW),
        ]
        return "".join(
            f'<div class="lk-tools" role="toolbar" aria-label="{name}" data-group="{name}">'
            f"{''.join(buttons)}</div>"
            for name, buttons in ((words.TABLE, tools), (words.AND_MORE, more))
        )

    def _levels(self) -> str:
        """Return how the bots play, in a line for each level, until somebody has moved.

        Who is still learning the rules has enough to read.
        """
        if self.game.moves or self._guided is not None:
            return ""
        levels = find_game(self.game.name).words.LEVELS
        bots: dict[str, list[str]] = {}
        for seat in self.game.seats:
            if isinstance(seat.strategy, str) and seat.strategy in levels:
                name = f"<bdi>{text(seat.name)}</bdi>"
                bots.setdefault(levels[seat.strategy], []).append(name)
        rows = [f"<li>{', '.join(names)}: {text(level)}</li>" for level, names in bots.items()]
        shown = f'<ul class="lk-levels" tabindex="0" data-key="levels">{"".join(rows)}</ul>'
        return shown if rows else ""

    def _switch_button(self, name: str, label: str, off: bool = False) -> str:
        """Return a button that turns a switch, if it is not off, and shows how it stands."""
        checked = "true" if self._switches[name] else "false"
        extra = f'role="switch" aria-checked="{checked}" {_disabled(off)}'
        return button("switch", f"switch {name}", label, action=name, extra=extra)

    def _log(self, view: View) -> str:
        """Return what has happened so far, if that is switched on."""
        if not self._switches["log"]:
            return ""
        sentences = "".join(f"<li>{text(sentence)}</li>" for sentence in latest(view.log))
        story = f'class="lk-log" tabindex="0" data-key="log" aria-label="{words.STORY}"'
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
    return words.raised(what, frame.lineno, frame.name)


def _parsed(record: object) -> dict[str, Any]:
    """Return the record in a text. Raises RecordError."""
    if not isinstance(record, str) or not 0 < len(record) <= LARGEST_RECORD:
        raise RecordError(words.NOT_THE_SIZE)
    try:
        parsed = json.loads(record)
    except (ValueError, RecursionError):
        raise RecordError(words.NO_JSON) from None
    if not isinstance(parsed, dict):
        raise RecordError(words.no_record(parsed))
    return parsed
