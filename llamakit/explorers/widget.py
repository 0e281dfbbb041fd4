"""The table's widget for explorers, with state.

Imports widgets, and is imported when one is made.
"""

from __future__ import annotations

from typing import Any

import traitlets

from llamakit.table.widget import ScreenWidget


class ExplorerWidget(ScreenWidget):
    """An explorer on the page. ``state`` is what is set there, and can be observed."""

    state = traitlets.Dict(read_only=True)

    def __init__(self, explorer: Any) -> None:
        """Show an explorer."""
        super().__init__(explorer)
        self.set_trait("state", explorer.state)

    def _receive(self, widget: Any, message: Any, buffers: Any) -> None:
        super()._receive(widget, message, buffers)
        self.set_trait("state", self.table.state)

    def refresh(self) -> None:
        """Show what has changed elsewhere."""
        self.table.redraw()
        self._refresh()
        self._update_still()
        self.set_trait("state", self.table.state)
