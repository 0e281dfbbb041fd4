"""What a position teaches: its exact odds and why, best play, the rules that matter now.

Imports the standard library and lower rooms; a game's own odds and words when asked for. All HTML
here is drawn from views, so it holds nothing that a seat may not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor, log10
from typing import Any

from llamakit import about
from llamakit.engine.contract import Explore
from llamakit.engine.registry import find_game, find_search
from llamakit.engine.rulings import Clause, as_html, clauses
from llamakit.engine.state import View
from llamakit.exact.figures import Advice, Figure
from llamakit.table import words
from llamakit.table.draw import button, said, table, text

#: A fraction with more characters is shown as a decimal number.
LONGEST_FRACTION = 16

#: In how many worlds an estimate is worked out.
SAMPLES = 200


def figures(slug: str, view: View) -> tuple[Figure, ...]:
    """Return the exact figures of the decision at hand; none where there is no decision."""
    game = find_game(slug)
    return game.odds.at_hand(view) if game.has("odds") and view.player is not None else ()


def advice(slug: str, view: View) -> tuple[Advice, ...]:
    """Return what each action is worth where best play is known to the seat on turn; else none."""
    game = find_game(slug)
    return game.odds.advice(view) if game.has("odds") and _decides(view) else ()


def explorer(slug: str, view: View) -> Explore | None:
    """Return the explorer of the decision at hand; None if there is none."""
    game = find_game(slug)
    return game.odds.explore(view) if game.has("odds") and _decides(view) else None


def _decides(view: View) -> bool:
    """Whether the seat that looks is the one that decides now."""
    return view.player is not None and view.seat == view.player


class Estimate:
    """What search says of a position, worked out when somebody asks: it can take a second.

    >>> from llamakit.engine.game import new_game
    >>> estimate, view = Estimate(), new_game("llama", seed=7).view(0)
    >>> len(estimate.of(view)), estimate.ask(view), len(estimate.of(view))
    (0, None, 4)
    """

    def __init__(self) -> None:
        """Know nothing yet."""
        self._asked: tuple[View, tuple[Advice, ...]] | None = None

    def ask(self, view: View) -> None:
        """Work out what each action seems to be worth. Raises InputError where nobody decides."""
        self._asked = view, find_search().advise(view, SAMPLES)

    def of(self, view: View) -> tuple[Advice, ...]:
        """Return what was worked out for this very position; nothing for any other."""
        return self._asked[1] if self._asked is not None and self._asked[0] == view else ()


def looks_best(known: Sequence[Advice]) -> tuple[Any, ...]:
    """Return the actions that cost nothing; of estimates, those less than two errors behind."""
    return tuple(advised.action for advised in known if advised.cost == 0 or _as_good(advised))


def _as_good(known: Advice) -> bool:
    """Whether an estimate cannot tell an action from the one that looks best."""
    return not known.proven and known.cost < 2 * known.error


def best_actions(slug: str, view: View) -> tuple[Any, ...]:
    """Return the actions that cost nothing, where best play is known; else none."""
    return looks_best(advice(slug, view))


def marks(known: Sequence[Advice]) -> dict[Any, str]:
    """Return how the actions are marked: "best" if that is proven, else "looks best"."""
    said = words.BEST if known and known[0].proven else words.LOOKS_BEST
    return dict.fromkeys(looks_best(known), said)


def odds_html(slug: str, view: View, estimated: Sequence[Advice] = ()) -> str:
    """Return the exact odds of the decision at hand, each with its why, and what best play says.

    Where that is not known, what was ``estimated``, or a button that asks for it ("estimate").
    """
    odds = figures_html(slug, view)
    if not figures(slug, view):
        return odds
    known = advice(slug, view) or estimated
    if known:
        return odds + advice_html(slug, view, known)
    may_ask = view.seat == view.player and find_game(slug).has("worlds")
    return odds + button("estimate", "estimate", words.ESTIMATE) * may_ask


def figures_html(slug: str, view: View) -> str:
    """Return the exact odds of the decision at hand, each with its why."""
    rows = "".join(_figure_row(figure) for figure in figures(slug, view))
    if not rows:
        return f'<p class="lk-odds">{words.NO_ODDS}</p>'
    return table("lk-odds", rows, caption=words.odds_for(view.name(view.player or 0)))


def _figure_row(figure: Figure) -> str:
    """Return a figure as a table row: its name, its exact value, what that is about, and why.

    A whole number of points stands there once.
    """
    exact, decimal = exact_and_decimal(figure.value)
    if figure.unit == "probability":
        share = f"{float(100 * figure.value):.1f}"
        bar = f'<i style="width:{share}%"></i>' if figure.value else ""
        about = f'<td>{share} %</td><td class="lk-bar">{bar}</td>'
    else:
        about = f"<td>{text(words.measured(decimal, figure.unit))}</td><td></td>"
        exact = "" if exact == decimal else exact
    why = _why(figure) if figure.why else ""
    return f'<tr><th scope="row">{text(figure.name)}</th><td>{exact}</td>{about}<td>{why}</td></tr>'


def _why(figure: Figure) -> str:
    """Return the words behind a figure, folded away until they are asked for."""
    key = text(f"why {figure.name}")
    return (
        f'<details class="lk-why" data-key="{key}"><summary data-key="{key} open">'
        f"{words.WHY}{said(f' {figure.name}')}</summary>{worked_out(figure)}</details>"
    )


def worked_out(figure: Figure) -> str:
    """Return why a figure is what it is, and a link to the lesson that derives it."""
    if not figure.lesson:
        return text(figure.why)
    address = text(f"{about.LITE}{figure.lesson}.ipynb")
    link = f'<a href="{address}" target="_blank" rel="noopener">{words.THE_LESSON}</a>'
    return f"{text(figure.why)} {link}"


def exact_and_decimal(value: Any) -> tuple[str, str]:
    """Return a number as a fraction, or a dash if that is long, and as a decimal number.

    A float has no fraction worth showing.
    """
    if isinstance(value, float):
        return "–", f"{value:.4g}"
    exact = str(Fraction(int(value.p), int(value.q)))
    return exact if len(exact) <= LONGEST_FRACTION else "–", f"{float(value):.4g}"


def advice_html(slug: str, view: View, known: Sequence[Advice]) -> str:
    """Return what each action is worth and costs, the best first, and what that holds for."""
    name, proven, unit = view.name(view.player or 0), known[0].proven, known[0].unit
    mark = marks(known)
    rows = "".join(_advice_row(slug, view, advised, mark.get(advised.action)) for advised in known)
    heads = (words.ACTION, words.worth_in(unit) if proven else words.costs_in(unit), words.COSTS)
    notes = [] if proven else [words.how_estimated(SAMPLES)]
    notes += [words.WORTH_IN_POINTS] * (proven and unit == "points")
    notes += [words.ROUND_ONLY] * view.is_near_the_end
    title = words.best_play_for(name) if proven else words.looks_best_for(name)
    said = "".join(f'<p class="lk-note">{text(note)}</p>' for note in notes)
    extra = 'tabindex="-1" data-key="estimate"'
    return table("lk-advice", rows, heads if proven else heads[:2], title, extra=extra) + said


def _advice_row(slug: str, view: View, known: Advice, mark: str | None) -> str:
    """Return an action as a table row: its label, its worth if that is proven, and its cost."""
    label = text(find_game(slug).words.label(known.action, view))
    worth = f"<td>{amount(known.value)}</td>" if known.proven else ""
    if mark:
        cost = f'<strong class="lk-best">{mark}</strong>'
    else:
        cost = words.more(amount(known.cost) if known.proven else with_error(known))
    return f'<tr><th scope="row">{label}</th>{worth}<td>{cost}</td></tr>'


def cost_of(known: Advice) -> str:
    """Return what an action costs, with its unit: exactly, or estimated with its error."""
    return words.measured(amount(known.cost) if known.proven else with_error(known), known.unit)


def with_error(known: Advice) -> str:
    """Return an estimated cost and its standard error, which says how many digits are worth it.

    >>> with_error(Advice("quit", -3.0, 1.8231, 0.214, "points", False))
    '≈ 1.8 ± 0.2'
    >>> with_error(Advice("quit", -3.0, 18.3, 2.6, "points", False))
    '≈ 18 ± 3'
    """
    digits = max(0, -floor(log10(known.error)))
    return f"≈ {known.cost:.{digits}f} ± {known.error:.{digits}f}"


def amount(value: Any) -> str:
    """Return a number exactly and as a decimal number, which may be the same."""
    exact, decimal = exact_and_decimal(value)
    if exact == decimal:
        return decimal
    if isinstance(value, float):
        return f"≈ {decimal}"
    sign = "=" if Fraction(decimal) == Fraction(int(value.p), int(value.q)) else "≈"
    return f"{sign} {decimal}" if exact == "–" else f"{exact} {sign} {decimal}"


def rules_html(slug: str, view: View) -> str:
    """Return the clauses that matter at this point of a game, in our own words."""
    wanted = find_game(slug).words.clauses_at(view)
    shown = "".join(_clause_html(clause) for clause in clauses(slug) if clause.id in wanted)
    return (
        f'<section class="lk-rules" tabindex="0" data-key="rules" aria-label="{words.RULES_NAME}">'
        f"<h4>{words.RULES_TITLE}</h4>{shown}</section>"
    )


def _clause_html(clause: Clause) -> str:
    """Return a clause: what it says, and how we play what it leaves open."""
    paragraphs = "".join(f"<p>{as_html(part)}</p>" for part in clause.text.split("\n\n"))
    if clause.default:
        paragraphs += f"<p><strong>{words.WE_PLAY}</strong> {as_html(clause.default)}</p>"
    return f"<h5>{text(clause.heading)}</h5>{paragraphs}"
