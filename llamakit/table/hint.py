"""A hint in three steps: the question to ask oneself, the odds worked out, and what looks best.

Imports the standard library and lower rooms. Each press of the button goes one step further; at
another position the hint begins anew. All of it is drawn from what the seat may know.
"""

from __future__ import annotations

from llamakit.engine.registry import find_game
from llamakit.engine.state import View
from llamakit.exact.figures import Figure
from llamakit.table import words
from llamakit.table.draw import button, text
from llamakit.table.explain import (
    Estimate,
    advice,
    advice_html,
    exact_and_decimal,
    figures,
    worked_out,
)
from llamakit.table.review import why


class Hint:
    """How far the hint for a position has gone: ``html`` is what is shown of it.

    >>> from llamakit.engine.game import new_game
    >>> hint, view = Hint(Estimate()), new_game("llama-dice", seed=7).view(0)
    >>> hint.html(view)
    ''
    >>> hint.press(view)
    >>> "how many help you" in hint.html(view), "216" in hint.html(view).partition("</p>")[2]
    (True, False)
    >>> hint.press(view)
    >>> "216" in hint.html(view).partition("</p>")[2], "lk-advice" in hint.html(view)
    (True, False)
    >>> hint.press(view)
    >>> "lk-advice" in hint.html(view)
    True
    """

    def __init__(self, estimate: Estimate) -> None:
        """Begin with nothing said; ``estimate`` works out what looks best where it is not known."""
        self._estimate = estimate
        self._asked: tuple[View | None, int] = (None, 0)

    def press(self, view: View) -> None:
        """Say one thing more about a position: after the third there is nothing more."""
        step = min(self._step(view) + 1, 3)
        self._asked = view, step
        if step == 3 and not advice(view.rules.game, view) and not self._estimate.of(view):
            self._estimate.ask(view)

    def _step(self, view: View) -> int:
        """Return how far the hint for a position has gone."""
        return self._asked[1] if self._asked[0] == view else 0

    def said(self, view: View) -> str:
        """Return what a screen reader says of the last press: what it has added."""
        slug, step = view.rules.game, self._step(view)
        if step == 3:
            known = advice(slug, view) or self._estimate.of(view)
            return why(view, known, known[0].action)
        if step == 2:
            return " ".join(f"{one.name}: {_shown(one)}." for one in figures(slug, view))
        return find_game(slug).words.ask_yourself(view) if step == 1 else ""

    def html(self, view: View) -> str:
        """Return what has been said about a position, and a button for more; empty if nothing."""
        slug, step = view.rules.game, self._step(view)
        if not step:
            return ""
        question = text(find_game(slug).words.ask_yourself(view))
        said = f"<h4>{words.HINT_TITLE}</h4><p>{question}</p>"
        if step > 2:
            said += self._advice(slug, view)
        if step > 1:
            said += f"<dl>{''.join(map(_worked, figures(slug, view)))}</dl>"
        more = {1: words.HINT_ODDS, 2: words.HINT_ADVICE}
        label = more.get(step)
        if label:
            said += button("hint", "hint more", label)
        return f'<section class="lk-hint" tabindex="-1" data-key="hint more">{said}</section>'

    def _advice(self, slug: str, view: View) -> str:
        """Return what looks best, and why."""
        known = advice(slug, view) or self._estimate.of(view)
        because = text(why(view, known, known[0].action)) if known else ""
        return f"<p><strong>{because}</strong></p>{advice_html(slug, view, known)}"


def _worked(figure: Figure) -> str:
    """Return a figure and how it is worked out."""
    shown = f"<strong>{_shown(figure)}</strong>"
    return f"<dt>{text(figure.name)}: {shown}</dt><dd>{worked_out(figure)}</dd>"


def _shown(figure: Figure) -> str:
    """Return what a figure is worth: exactly, and as a decimal number with its unit."""
    exact, decimal = exact_and_decimal(figure.value)
    if figure.unit == "probability":
        shown = f"{float(100 * figure.value):.1f} %"
    else:
        shown = words.measured(decimal, figure.unit)
    return shown if exact in ("–", decimal) else f"{exact}, {shown}"
