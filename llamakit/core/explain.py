"""What a position teaches: its exact odds and why, best play, the rules that matter now, a review.

Imports the standard library and ``core``; a game's own odds and words when asked for. All HTML here
is drawn from views, so it holds nothing that a seat may not know.
"""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Any, NamedTuple

from llamakit.core.clauses import Clause, as_html, clauses
from llamakit.core.draw import said, text
from llamakit.core.exact import Advice, Figure
from llamakit.core.game import Game, game_module
from llamakit.core.picture import has_part
from llamakit.core.state import InputError, View

#: A fraction with more characters is shown as a decimal number.
LONGEST_FRACTION = 16

#: How many decisions a review lists.
WORST = 5


class Costly(NamedTuple):
    """A decision that was not the best: who took it when, what it cost, and what was best."""

    round_number: int
    seat: int
    chosen: str
    cost: Any
    unit: str
    best: str


class Review(NamedTuple):
    """The decisions of people in a game: how many are solved, and those not the best, worst first.

    ``total`` is the number of all their decisions, ``solved`` of those with a known best action.
    """

    total: int
    solved: int
    costly: tuple[Costly, ...]


def figures(slug: str, view: View) -> tuple[Figure, ...]:
    """Return the exact figures of the decision at hand; none where there is no decision."""
    found: tuple[Figure, ...] = _asked(slug, "at_hand", view)
    return found


def advice(slug: str, view: View) -> tuple[Advice, ...]:
    """Return what each action is worth where best play is known to the seat on turn; else none."""
    found: tuple[Advice, ...] = _asked(slug, "advice", view) if view.seat == view.player else ()
    return found


def _asked(slug: str, name: str, view: View) -> Any:
    """Return what a game's odds say to a view; nothing where they have nothing to say."""
    odds = game_module(slug, "odds") if has_part(slug, "odds") else None
    if view.player is None or not hasattr(odds, name):
        return ()
    try:
        return tuple(getattr(odds, name)(view))
    except InputError:
        return ()


def best_actions(slug: str, view: View) -> tuple[Any, ...]:
    """Return the actions that cost nothing, where best play is known; else none."""
    return tuple(known.action for known in advice(slug, view) if known.cost == 0)


def odds_html(slug: str, view: View) -> str:
    """Return the exact odds of the decision at hand, each with its why, and what best play says."""
    rows = "".join(_figure_row(figure) for figure in figures(slug, view))
    if not rows:
        return '<p class="lk-odds">There is nothing to reckon at this point.</p>'
    whose = text(view.name(view.player or 0))
    return (
        f'<table class="lk-odds"><caption>Exact odds for {whose}</caption>{rows}</table>'
        f"{_advice_html(slug, view)}"
    )


def _figure_row(figure: Figure) -> str:
    """Return a figure as a table row: its name, its exact value, what that is about, and why."""
    exact, decimal = _exact_and_decimal(figure.value)
    if figure.unit == "probability":
        share = f"{float(100 * figure.value):.1f}"
        bar = f'<i style="width:{share}%"></i>' if figure.value else ""
        about = f'<td>{share} %</td><td class="lk-bar">{bar}</td>'
    else:
        about = f"<td>{text(measured(decimal, figure.unit))}</td><td></td>"
    why = _why(figure) if figure.why else ""
    return f'<tr><th scope="row">{text(figure.name)}</th><td>{exact}</td>{about}<td>{why}</td></tr>'


def _why(figure: Figure) -> str:
    """Return the words behind a figure, folded away until they are asked for."""
    key = text(f"why {figure.name}")
    return (
        f'<details class="lk-why" data-key="{key}"><summary data-key="{key} open">'
        f"why?{said(f' {figure.name}')}</summary>{text(figure.why)}</details>"
    )


def _exact_and_decimal(value: Any) -> tuple[str, str]:
    """Return a number as a fraction, or a dash if that is long, and as a decimal number."""
    exact = str(Fraction(int(value.p), int(value.q)))
    return exact if len(exact) <= LONGEST_FRACTION else "–", f"{float(value):.4g}"


def _advice_html(slug: str, view: View) -> str:
    """Return what each action is worth and costs, the best first; nothing where it is unknown."""
    known = sorted(advice(slug, view), key=lambda one: one.cost)
    if not known:
        return ""
    rows = "".join(_advice_row(slug, view, one) for one in known)
    heads = ("Action", f"Worth in {known[0].unit}", "Costs")
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    return (
        f'<table class="lk-advice"><caption>Best play for {text(view.name(view.player or 0))}'
        f"</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _advice_row(slug: str, view: View, known: Advice) -> str:
    """Return an action as a table row: its label, its worth, and its cost."""
    label = text(game_module(slug, "words").label(known.action, view))
    cost = f"{amount(known.cost)} more" if known.cost else '<strong class="lk-best">best</strong>'
    return f'<tr><th scope="row">{label}</th><td>{amount(known.value)}</td><td>{cost}</td></tr>'


def amount(value: Any) -> str:
    """Return a number exactly and as a decimal number, which may be the same."""
    exact, decimal = _exact_and_decimal(value)
    if exact == decimal:
        return decimal
    sign = "=" if Fraction(decimal) == Fraction(int(value.p), int(value.q)) else "≈"
    return f"{sign} {decimal}" if exact == "–" else f"{exact} {sign} {decimal}"


def measured(number: str, unit: str) -> str:
    """Return a number with its unit.

    >>> measured("1", "points"), measured("3/4 = 0.75", "points"), measured("1", "sand")
    ('1 point', '3/4 = 0.75 points', '1 sand')
    """
    return "1 point" if (number, unit) == ("1", "points") else f"{number} {unit}"


def rules_html(slug: str, view: View) -> str:
    """Return the clauses that matter at this point of a game, in our own words."""
    wanted = game_module(slug, "words").clauses_at(view)
    shown = "".join(_clause_html(clause) for clause in clauses(slug) if clause.id in wanted)
    return (
        '<section class="lk-rules" tabindex="0" data-key="rules" aria-label="Rules">'
        f"<h4>Rules that matter now</h4>{shown}</section>"
    )


def _clause_html(clause: Clause) -> str:
    """Return a clause: what it says, and how we play what it leaves open."""
    paragraphs = "".join(f"<p>{as_html(part)}</p>" for part in clause.text.split("\n\n"))
    if clause.default:
        paragraphs += f"<p><strong>We play:</strong> {as_html(clause.default)}</p>"
    return f"<h5>{text(clause.heading)}</h5>{paragraphs}"


def review(game: Game) -> Review:
    """Return what the decisions of people in a game have cost, where best play is known.

    >>> from llamakit.core.game import new_game
    >>> review(new_game("llama-dice", players=["Ana", "Ben"], seed=7))
    Review(total=0, solved=0, costly=())
    """
    total, solved, costly = 0, 0, []
    for step in game.history:
        if step.seat is None or game.seats[step.seat].strategy is not None:
            continue
        view = dataclasses.replace(step.before.view(step.seat), names=game.players)
        known = {one.action: one for one in advice(game.slug, view)}
        total, solved = total + 1, solved + bool(known)
        if step.choice in known and known[step.choice].cost:
            costly.append(_costly(game.slug, view, known, known[step.choice]))
    return Review(total, solved, tuple(sorted(costly, key=lambda one: one.cost, reverse=True)))


def _costly(slug: str, view: View, known: dict[Any, Advice], taken: Advice) -> Costly:
    """Return a decision that was not the best."""
    label = game_module(slug, "words").label
    best = min(known.values(), key=lambda one: one.cost)
    return Costly(
        round_number=view.round_number,
        seat=view.player or 0,
        chosen=label(taken.action, view),
        cost=taken.cost,
        unit=taken.unit,
        best=label(best.action, view),
    )


def review_html(game: Game) -> str:
    """Return the decisions of people that have cost most, as a table."""
    found = review(game)
    if not found.solved:
        told = "Best play is not known for any decision that people took in this game."
    elif not found.costly:
        told = f"{found.solved} of {found.total} decisions are solved, and all were the best."
    else:
        told = (
            f"{found.solved} of {found.total} decisions are solved, and {len(found.costly)} of "
            "them were not the best. Those that cost most:"
        )
    rows = "".join(_costly_row(game, one) for one in found.costly[:WORST])
    head = "".join(
        f'<th scope="col">{name}</th>' for name in ("Round", "Player", "Played", "Cost", "Best")
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>" if rows else ""
    return f'<section class="lk-review"><h4>Review</h4><p>{told}</p>{table}</section>'


def _costly_row(game: Game, one: Costly) -> str:
    """Return a decision that was not the best as a table row."""
    name = f"<bdi>{text(game.players[one.seat])}</bdi>"
    cost = measured(amount(one.cost), one.unit)
    cells = (one.round_number, name, text(one.chosen), cost, text(one.best))
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
