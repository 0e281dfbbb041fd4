"""The widgets that show a table, a replay or a companion: HTML in, clicks out.

The only module of this room that imports widgets; it is imported when a widget is made. What a
widget shows is a plain Python object, its *screen*, which knows nothing of widgets. ``table.js``
puts the HTML on the page and sends the messages; it knows nothing of any game.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import get_ident
from typing import TYPE_CHECKING, Any, Protocol

import anywidget
import IPython
import traitlets

from llamakit.table import words
from llamakit.table.page import EXPLORERS, STYLES

if TYPE_CHECKING:
    from llamakit.engine.game import Game
    from llamakit.engine.match import Match

HERE = Path(__file__).parent

#: Seconds without a message after which a table works on beside the game, and between two steps.
IDLE, BREATH = 0.3, 0.02

#: What a screen says to the page.
SHOWN = ("html", "said", "wait", "version")

#: What runs in a widget, in this order.
SCRIPTS = ("table.js", "replay.js", "bind.js")


class Screen(Protocol):
    """What a widget shows.

    ``html`` is what to show, ``said`` what a screen reader says, ``wait`` after how many
    milliseconds to send a "tick" (0: never); all three belong to ``version``. ``receive`` does what
    a message asks, and returns what to send back to the page, if anything.
    """

    html: str
    said: str
    version: int

    @property
    def wait(self) -> int:
        """After how many milliseconds the page sends a "tick"; 0 for never."""

    def receive(self, message: object) -> Mapping[str, str] | None:
        """Do what a message asks, and return what to send back to the page, if anything."""

    def still(self) -> dict[str, Any]:
        """Return the picture and the text that stay in a saved notebook."""


class ScreenWidget(anywidget.AnyWidget):  # type: ignore[misc]
    """A screen on the page: sends it the messages, shows what it says.

    A notebook displays it, alone or in a box. The screen is ``table``.
    """

    _esm = f"const WORDS = {json.dumps(words.WITHOUT_PYTHON)};\n" + "".join(
        (HERE / name).read_text(encoding="utf-8") for name in SCRIPTS
    )
    _css = "".join((HERE / name).read_text(encoding="utf-8") for name in (*STYLES, EXPLORERS))
    html = traitlets.Unicode().tag(sync=True)
    said = traitlets.Unicode().tag(sync=True)
    wait = traitlets.Int().tag(sync=True)
    version = traitlets.Int().tag(sync=True)

    def __init__(self, screen: Screen) -> None:
        """Show a screen."""
        self.table: Any = screen
        self._still: Any = None
        self._loop, self._thread = _running_loop(), get_ident()
        super().__init__(**self._shown())
        self.on_msg(self._hear)

    def _shown(self) -> dict[str, Any]:
        return {name: getattr(self.table, name) for name in SHOWN}

    def _refresh(self) -> None:
        with self.hold_sync():
            for name, value in self._shown().items():
                setattr(self, name, value)

    def _hear(self, *message: Any) -> None:
        """Do what a message asks; while a cell runs it waits, though it comes in another thread."""
        if self._loop is None or self._thread == get_ident():
            self._receive(*message)
        else:
            self._loop.call_soon_threadsafe(self._receive, *message)

    def _receive(self, widget: Any, message: Any, buffers: Any) -> None:
        before = self.table.version
        reply = self.table.receive(message)
        if reply is not None:
            self.send(reply)
        if self.table.version != before:
            self._follow()

    def _follow(self) -> None:
        """Show what the screen says now, also in the picture that stays in the notebook."""
        self._refresh()
        self._update_still()

    def _update_still(self) -> None:
        """Let the picture that stays in the saved notebook follow."""
        if self._still is not None:
            self._still.update(self.table.still(), raw=True)

    def _ipython_display_(self) -> None:
        """Show the screen, and under it the picture that stays in the saved notebook."""
        show: Any = IPython.display.display
        _close_those_of_the_last_run(self)
        self._refresh()
        view, *_ = self._repr_mimebundle_()
        show(view, raw=True)
        if self._still is None:
            self._still = show(self.table.still(), raw=True, display_id=True)
        else:
            self._still.display(self.table.still(), raw=True)

    def __repr__(self) -> str:
        return repr(self.table)


class TableWidget(ScreenWidget):
    """A table or a replay on the page."""

    @property
    def game(self) -> Game:
        """The game on the table."""
        game: Game = self.table.game
        return game


class PlayWidget(TableWidget):
    """A table to play at. ``moves``, ``scores`` and ``to_move`` can be observed.

    ``moves`` is how many decisions have been taken in the game on the table, ``scores`` what each
    seat has, and ``to_move`` the seat to decide, None when the game is over.
    """

    moves = traitlets.Int(read_only=True)
    scores = traitlets.Tuple(read_only=True)
    to_move = traitlets.Int(None, allow_none=True, read_only=True)

    def __init__(self, table: Any) -> None:
        """Show a table, and follow when its game is moved from elsewhere."""
        self._next_work: asyncio.TimerHandle | None = None
        super().__init__(table)
        table.changed = self._follow
        self._set_traits()

    @property
    def match(self) -> Match | None:
        """The match on the table; None if a single game is played."""
        match: Match | None = self.table.match
        return match

    def _receive(self, widget: Any, message: Any, buffers: Any) -> None:
        super()._receive(widget, message, buffers)
        self._work_in(IDLE)

    def _work_in(self, seconds: float) -> None:
        """Let the table do a small step of its review when nothing has been asked for a while."""
        if self._next_work is not None:
            self._next_work.cancel()
        if loop := _running_loop():  # without one, nothing goes on beside the game
            self._next_work = loop.call_later(seconds, self._work)

    def _work(self) -> None:
        """Do a step, and others after it; what has come from the page is heard in between."""
        if self.table.work():
            self._work_in(BREATH)

    def close(self) -> None:
        """Leave the page, and the work that is not done."""
        if self._next_work is not None:
            self._next_work.cancel()
        super().close()

    def _refresh(self) -> None:
        super()._refresh()
        self._set_traits()

    def _set_traits(self) -> None:
        game = self.table.game
        with self.hold_trait_notifications():
            self.set_trait("moves", game.moves)
            self.set_trait("scores", game.scores)
            self.set_trait("to_move", game.current_player)


def _running_loop() -> asyncio.AbstractEventLoop | None:
    """Return the loop that takes up one message or cell after the other; None outside of one."""
    with suppress(RuntimeError):
        return asyncio.get_running_loop()
    return None


#: By cell of the notebook: which run of it this is, and the widgets that it has shown.
_on_show: dict[str, tuple[str, list[ScreenWidget]]] = {}


def _close_those_of_the_last_run(shown: ScreenWidget) -> None:
    """Close the widgets that an earlier run of this cell has shown."""
    shell: Any = IPython.get_ipython()
    parent: Any = getattr(shell, "get_parent", dict)() or {}
    cell = parent.get("metadata", {}).get("cellId")
    if cell is None:
        return
    run = parent["header"]["msg_id"]
    last, widgets = _on_show.get(cell, (run, []))
    if last != run:
        for old in widgets:
            if old is not shown:
                old.close()
        widgets = []
    _on_show[cell] = run, [*widgets, shown]
