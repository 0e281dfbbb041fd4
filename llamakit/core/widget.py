"""The widget that shows a table, a replay or a companion: HTML in, clicks out.

The only module that imports widgets, and only when one is made (``widget``). What it shows is a
plain Python object, its *screen*, which knows nothing of widgets. ``table.js`` puts the HTML on the
page and sends the messages; it knows nothing of any game.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Protocol

#: What a screen says to the page.
SHOWN = ("html", "said", "wait", "version")


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


def widget(screen: Screen) -> Any:
    """Return a widget that shows a screen; a notebook displays it, alone or in a box."""
    return _widget_class()(screen)


@cache
def _widget_class() -> Any:
    """Return the widget's class; made here so that importing this module imports no widgets."""
    import anywidget
    import traitlets
    from IPython import display as ipython
    from IPython import get_ipython as ipython_shell

    show: Any = ipython.display

    here = Path(__file__).parent
    on_show: dict[str, tuple[str, list[Any]]] = {}  # by cell: which run of it, and its widgets

    def free_the_last_run(shown: Any) -> None:
        """Close the widgets that an earlier run of this cell has shown."""
        parent: Any = getattr(ipython_shell(), "get_parent", dict)() or {}
        cell = parent.get("metadata", {}).get("cellId")
        if cell is None:
            return
        run = parent["header"]["msg_id"]
        last, widgets = on_show.get(cell, (run, []))
        if last != run:
            for old in widgets:
                if old is not shown:
                    old.close()
            widgets = []
        on_show[cell] = run, [*widgets, shown]

    class ScreenWidget(anywidget.AnyWidget):  # type: ignore[misc]
        """A screen on the page: sends it the messages, shows what it says."""

        _esm = (here / "table.js").read_text(encoding="utf-8")
        _css = (here / "table.css").read_text(encoding="utf-8")
        html = traitlets.Unicode().tag(sync=True)
        said = traitlets.Unicode().tag(sync=True)
        wait = traitlets.Int().tag(sync=True)
        version = traitlets.Int().tag(sync=True)

        def __init__(self, screen: Screen) -> None:
            self.table: Any = screen
            self._still: Any = None
            super().__init__(**self._shown())
            self.on_msg(self._receive)

        @property
        def game(self) -> Any:
            """The game on the table."""
            return self.table.game

        def _shown(self) -> dict[str, Any]:
            return {name: getattr(self.table, name) for name in SHOWN}

        def _refresh(self) -> None:
            with self.hold_sync():
                for name, value in self._shown().items():
                    setattr(self, name, value)

        def _receive(self, widget: Any, message: Any, buffers: Any) -> None:
            before = self.table.version
            reply = self.table.receive(message)
            if reply is not None:
                self.send(reply)
            if self.table.version != before:
                self._refresh()
                if self._still is not None:
                    self._still.update(self.table.still(), raw=True)

        def _ipython_display_(self) -> None:
            """Show the screen, and under it the picture that stays in the saved notebook."""
            free_the_last_run(self)
            self._refresh()
            view, *_ = self._repr_mimebundle_()
            show(view, raw=True)
            if self._still is None:
                self._still = show(self.table.still(), raw=True, display_id=True)
            else:
                self._still.display(self.table.still(), raw=True)

        def __repr__(self) -> str:
            return repr(self.table)

    return ScreenWidget
