"""The 216 rolls of three dice: which are a hit, how many, why, and what happens if one rolls.

Imports the standard library, lower rooms and L.L.A.M.A. Dice only. The faces of each die are
sorted, those that match nothing first, so that the rolls that miss make a box in the cube.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from math import prod, sqrt
from random import Random
from typing import Any

from llamakit.engine.state import checked_seed, one_of
from llamakit.exact.figures import rational
from llamakit.explorers import cube
from llamakit.explorers.cube import EVENTS, Cube
from llamakit.explorers.explorer import (
    Explorer,
    Guess,
    card_toggles,
    fraction,
    percent,
    switch,
)
from llamakit.explorers.plot import funnel, picture, words
from llamakit.games.cards import LLAMA, VALUES
from llamakit.games.drawings import die
from llamakit.games.llama_dice.alone import WAYS
from llamakit.games.llama_dice.odds import checked_position, roll_events, roll_odds
from llamakit.games.words import card_list
from llamakit.table.draw import DIE, INK, button, icon, place, said, table, text

#: More rolls than this are not remembered.
MOST_ROLLS = 100_000

#: How many dots fit in a cell; where there are more rolls, a dot stands for ten of them, and so on.
_ROOM = 16

#: Where the dots of a cell lie, in the order in which they come: from the middle outwards.
_PLACES = [
    (5 * (spot % 4) - 7.5, 5 * (spot // 4) - 7.5)
    for spot in (5, 10, 6, 9, 0, 15, 3, 12, 2, 13, 7, 8, 1, 14, 4, 11)
]

_TIMES = (1, 10, 1000)

_LEGEND = (
    "Each small square is one roll. Die A says in which slice it is, die B in which line, die C in "
    "which column."
)
_DARE = "Click cards in and out, and watch the box of misses. Can you make a hit certain?"


class Roll(Explorer):
    """All 216 rolls of three dice.

    >>> roll = Roll({"row": [2, 5]})
    >>> roll.receive({"do": "show"})
    >>> roll.summary()
    'Of 216 rolls: hit 116, take 90, drama 2, three llamas 8.'
    """

    title = "All 216 rolls of three dice"

    def begin(
        self,
        row: Iterable[object] = (2, 5),
        llama_row: Iterable[object] = (1, 3, "L"),
        alone: bool = False,
        dice: Any = None,
        watch: str = "hit",
        seed: int = 0,
    ) -> None:
        """Lay out a row and a llama row, as cards that can be clicked away.

        Of several equal cards one is kept: they match the same rolls. ``dice`` is what
        ``make_dice`` takes, ``watch`` the event to ask for, ``seed`` gives the rolls.
        """
        own, middle, self.dice = checked_position(row, llama_row, dice)
        self.row, self.llama_row = tuple(sorted(set(own))), middle
        self.alone = one_of("alone", alone, (False, True))
        self.watch = self.asked = one_of("watch", watch, tuple(EVENTS))
        self._rng = Random(checked_seed(seed))
        self.rolled: list[int] = []
        self.tally: Counter[int] = Counter()
        self._fallen: Counter[int] = Counter()
        self.guess = Guess(range(101), lambda share: f"{share} %")
        self._sort()

    def _sort(self) -> None:
        """Let the rules say what every roll is."""
        known = roll_events(self.row, self.llama_row, self.alone, self.dice)
        self.events = [known[roll] for roll in product(*self.dice)]
        self.odds = roll_odds(self.row, self.llama_row, self.alone, self.dice)

    @property
    def state(self) -> dict[str, Any]:
        """The cards, the event watched, the guess (in per cent), and how often each event came."""
        return {
            "row": self.row,
            "llama_row": self.llama_row,
            "alone": self.alone,
            "watch": self.watch,
            "guess": self.guess.value,
            "odds": dict(zip(EVENTS, self.odds, strict=True)),
            "rolled": self._came(),
        }

    def _came(self) -> dict[str, int]:
        """Return how often each event came among the rolls so far."""
        came: Counter[str] = Counter()
        for number, times in self.tally.items():
            came[self.events[number]] += times
        return {event: came[event] for event in EVENTS}

    @property
    def counts(self) -> dict[str, int]:
        """How many of the 216 rolls are each event."""
        return {event: int(p * WAYS) for event, p in zip(EVENTS, self.odds, strict=True)}

    # What happens.

    def act(self, do: str, action: str) -> str | None:
        """Put a card into a row or out of it, look at another event, or roll."""
        self._fallen = Counter()
        if do in ("row", "llama_row") and action in map(str, VALUES):
            self._toggle(do, next(value for value in VALUES if str(value) == action))
        elif do == "alone":
            self.alone = not self.alone
            self._set_anew()
        elif do == "again":
            self.asked = self.watch
        elif do == "watch" and action in EVENTS and self.guess.shown:
            self.watch = action
        elif do == "roll" and action in map(str, _TIMES) and self.guess.shown:
            return self._roll(int(action))
        return None

    def _toggle(self, name: str, value: int) -> None:
        """Put a card into a row, or take it out."""
        held = {*getattr(self, name)} ^ {value}
        setattr(self, name, tuple(sorted(held)))
        self._set_anew()

    def _set_anew(self) -> None:
        """Sort the rolls of a new position; the guess was about another one."""
        self.guess.value = None
        self._sort()

    def _roll(self, times: int) -> str:
        """Roll, and say what came."""
        fallen = [self._rng.randrange(WAYS) for _ in range(min(times, self._left))]
        self.rolled += fallen
        self._fallen = Counter(fallen)
        self.tally += self._fallen
        news = f"{self._roll_in_words(fallen[0])} " if len(fallen) == 1 else ""
        return news + self._share_in_words()

    @property
    def _left(self) -> int:
        """How many rolls are still possible."""
        return MOST_ROLLS - len(self.rolled)

    def _faces(self, number: int) -> tuple[int, int, int]:
        """Return what the dice show in one of the 216 outcomes."""
        first, second, third = self.dice
        return first[number // 36], second[number // 6 % 6], third[number % 6]

    def _roll_in_words(self, number: int) -> str:
        """Say what a roll shows, and what it is."""
        return f"{card_list(self._faces(number))}: {EVENTS[self.events[number]].name}."

    def _share_in_words(self) -> str:
        """Say how many of the rolls so far were the event that is watched."""
        rolls, came = len(self.rolled), self._came()[self.watch]
        return (
            f"{EVENTS[self.watch].name}: {came:,} of {rolls:,} roll{'s' * (rolls != 1)}, "
            f"{percent(rational(came, rolls))}."
        )

    # What is shown.

    def summary(self) -> str:
        """Return how many rolls are which event; before the guess, only what lies there."""
        if not self.guess.shown:
            return f"{self._lies()} {self._question()}"
        counts = ", ".join(f"{event.name} {self.counts[key]}" for key, event in EVENTS.items())
        return f"Of {WAYS} rolls: {counts}."

    def _lies(self) -> str:
        """Say what lies on the table."""
        rest = " All others have quit." if self.alone else ""
        return f"Your row: {card_list(self.row)}. Llama row: {card_list(self.llama_row)}.{rest}"

    def _question(self) -> str:
        """Return what is to be guessed."""
        event = EVENTS[self.asked].name
        verb = "are" if event.endswith("s") else "is"
        return f"You roll the three dice. How likely {verb} {_a(event)}?"

    def body(self) -> str:
        """Return the cards, the cube, the figures and the rolls."""
        shown = self.guess.shown
        right = self._truth() + self._working() if shown else self.guess.html(self._question())
        drawn = picture(self._cube(), cube.WIDTH, cube.HEIGHT, "cube", self.summary())
        return (
            f"<p>{_DARE if shown else _LEGEND}</p>"
            f'{self._cards()}<div class="lk-beside"><div class="lk-figure">{drawn}</div>'
            f'<div class="lk-words" data-key="{"truth" if shown else "asked"}">{right}</div></div>'
            f"{self._rolls() if shown else ''}"
        )

    def picture(self) -> tuple[str, int, int]:
        """Return the cube with its legend."""
        legend = "".join(
            place(cube.cell(event) + words(f"{event.name} {self.counts[key]}", 18, 5), x, 0)
            for x, (key, event) in zip(range(0, 480, 120), EVENTS.items(), strict=True)
        )
        foot = place(legend, 30, cube.HEIGHT + 45) if self.guess.shown else ""
        return place(self._cube(), 20, 20) + foot, cube.WIDTH + 40, cube.HEIGHT + 70

    def _cards(self) -> str:
        """Return the two rows of cards to click, and the switch for being alone."""
        alone = switch("alone", "All others have quit", self.alone)
        return (
            f'<div class="lk-desk">{card_toggles("row", "Your row", self.row)}'
            f"{card_toggles('llama_row', 'Llama row', self.llama_row)}"
            f'<div class="lk-switches">{alone}</div></div>'
        )

    # The cube.

    def _cube(self) -> str:
        """Return the cube; the rolls that match nothing of what counts have a frame."""
        drawn = Cube(self.dice, self._order)
        frames = drawn.box(self._counted, "watched") if self.guess.shown else ""
        return drawn.labels() + drawn.cells(self._cell) + frames

    @property
    def dot(self) -> int:
        """How many rolls a dot stands for: 1, 10, 100 and so on."""
        most = max(self.tally.values(), default=0)
        return next(size for size in (1, 10, 100, 1000) if most <= _ROOM * size)

    @property
    def _either(self) -> set[int]:
        """The values that spare you llama drama: alone, those of the llama row do not (D10)."""
        return {*self.row} if self.alone else {*self.row, *self.llama_row}

    def _order(self, _: int, face: int) -> tuple[bool, bool, int]:
        """Say where a face stands: those that match nothing first; before the guess, by value."""
        if not self.guess.shown:
            return False, False, face
        return face in self.row, face in self._either, face

    def _counted(self, face: int) -> bool:
        """Whether a face is one of those that are multiplied for the event that is watched."""
        if self.watch == "llamas":
            return face is LLAMA
        return face not in (self._either if self.watch == "drama" else self.row)

    def _cell(self, number: int) -> tuple[str, str]:
        """Return a roll's cell, with a dot for each time it came."""
        event, shown = self.events[number], self.guess.shown
        kinds = ["lk-faint"] if shown and event != self.watch else []
        if self.tally[number]:
            kinds.append("lk-dotted")
        if self._fallen.total() == 1 and self._fallen[number]:
            kinds.append("lk-last")
        drawn = cube.cell(EVENTS[event] if shown else None)
        return drawn + self._dots(number), " ".join(kinds)

    def _dots(self, number: int) -> str:
        """Return the dots of a cell; if it was rolled just now, they drop in."""
        dots = round(self.tally[number] / self.dot)
        if not dots:
            return ""
        path = "".join(f"M{x:g} {y:g}h0" for x, y in _PLACES[:dots])
        falls = f" lk-fall{len(self.rolled) % 2}" if self._fallen[number] else ""
        return f'<path class="lk-dots{falls}" d="{path}" stroke="{INK}"/>'

    # The truth and the working.

    def _truth(self) -> str:
        """Return the guess beside the truth, and a line for each event: a click looks at it."""
        lines = "".join(self._event_row(event) for event in EVENTS)
        heads = ["event", "of 216", "exactly", "≈", *(["rolled"] if self.rolled else [])]
        events = table("lk-events", lines, heads, extra='data-group="events"')
        return f"{self._verdict()}{self._bar()}{events}"

    def _verdict(self) -> str:
        """Return the guess beside the truth, in words."""
        p = getattr(self.odds, self.asked)
        truth = f"{_a(EVENTS[self.asked].name)}: <b>{fraction(p)}</b> ≈ {percent(p)}."
        return f'<p class="lk-verdict">{truth[:1].upper()}{truth[1:]}{self.guess.told()}</p>'

    def _bar(self) -> str:
        """Return the events as parts of one bar, the one asked for first, and the guess on it."""
        parts = "".join(
            f'<i style="flex-grow:{self.counts[key]};background:{EVENTS[key].hue}"></i>'
            for key in sorted(EVENTS, key=lambda key: key != self.asked)
        )
        guess = self.guess.value
        mark = "" if guess is None else f'<b style="left:{guess}%">▲</b>'
        return f'<div class="lk-stack" aria-hidden="true"><span>{parts}</span>{mark}</div>'

    def _event_row(self, key: str) -> str:
        """Return an event's line: its mark and name, its count, its probability, its rolls."""
        event, p = EVENTS[key], getattr(self.odds, key)
        mark = icon(cube.cell(event), (24, 24), "mark").replace('"0 0 ', '"-12 -12 ')
        pressed = f'aria-pressed="{str(key == self.watch).lower()}" class="lk-event"'
        name = button("watch", f"watch {key}", f"{mark}{event.name}", action=key, extra=pressed)
        seen = self._came()[key]
        rolled = f"<td>{percent(rational(seen, len(self.rolled)))}</td>" if self.rolled else ""
        return (
            f'<tr><th scope="row">{name}</th><td>{self.counts[key]}</td>'
            f"<td>{fraction(p)}</td><td>{percent(p)}</td>{rolled}</tr>"
        )

    def _working(self) -> str:
        """Return why the event that is watched is so likely: a product over the dice."""
        lines = "".join(f"<p>{line}</p>" for line in self._argument())
        faces = "".join(map(self._die_row, "ABC", self.dice))
        return f'<section class="lk-working"><h4>Why?</h4>{faces}{lines}</section>'

    def _die_row(self, name: str, faces: tuple[int, ...]) -> str:
        """Return a die's faces; those that are not counted are struck out."""
        shown = "".join(
            f'<span class="lk-face{"" if self._counted(face) else " lk-struck"}">'
            f"{icon(die(face), DIE, 'die')}</span>"
            for face in sorted(faces)
        )
        number = sum(map(self._counted, faces))
        verb = "is a llama" if self.watch == "llamas" else "matches nothing"
        return (
            f'<p class="lk-dierow"><span>{name}</span><span class="lk-faces" aria-hidden="true">'
            f"{shown}</span><span><b>{number}</b>{said(f' of 6 faces: {verb}')}</span></p>"
        )

    def _argument(self) -> Iterator[str]:
        """Yield the steps from the faces to the probability, each in a sentence."""
        numbers = [sum(map(self._counted, faces)) for faces in self.dice]
        product_ = f"{' · '.join(map(str, numbers))} = <b>{prod(numbers)}</b>"
        llamas = self.counts["llamas"]
        apart = llamas if self._counted(LLAMA) else 0  # three llamas are among the misses
        count, p = self.counts[self.watch], getattr(self.odds, self.watch)
        if self.watch == "llamas":
            yield f"Every die shows a llama: {product_} rolls."
        elif self.watch == "drama":
            yield f"No die matches {'your row' if self.alone else 'any card'}: {product_} rolls."
            if apart:
                yield f"Three llamas are no drama: {prod(numbers)} − {apart} = <b>{count}</b>."
        else:
            yield f"No die matches your row: {product_} rolls miss."
            yield from self._rest(prod(numbers), llamas, apart)
        yield f"{count} of {WAYS} is <b>{fraction(p)}</b>."

    def _rest(self, misses: int, llamas: int, apart: int) -> Iterator[str]:
        """Yield how the hits or takes follow from the rolls that miss one's row."""
        if self.watch == "hit" and apart:
            yield f"All others hit: {WAYS} − {misses} = <b>{self.counts['hit']}</b>."
        elif self.watch == "hit":
            yield (
                "All others hit, except three llamas: "
                f"{WAYS} − {misses} − {llamas} = <b>{self.counts['hit']}</b>."
            )
        elif self.alone:
            yield "Alone, a miss is drama even if it matches the llama row: there is no take."
        else:
            terms = [str(misses), *([str(apart)] if apart else []), str(self.counts["drama"])]
            less = "the three llamas and the drama" if apart else "the drama"
            yield f"Less {less}: {' − '.join(terms)} = <b>{self.counts['take']}</b>."

    # Rolling.

    def _rolls(self) -> str:
        """Return the buttons that roll, the last roll, and the share running into its funnel."""
        buttons = "".join(
            button(
                "roll", f"roll {n}", f"Roll {n:,}", action=n, extra="" if self._left else "disabled"
            )
            for n in _TIMES
        )
        return (
            f'<section class="lk-rolls"><div class="lk-words"><h4>Try it</h4>'
            f'<div class="lk-buttons" data-home data-group="rolls">{buttons}</div>{self._news()}'
            f'</div><div class="lk-figure">{self._funnel()}</div></section>'
        )

    def _news(self) -> str:
        """Return what was rolled, in pictures and in words."""
        if not self.rolled:
            return "<p>The dots will fall where the dice send them.</p>"
        dots = f"<p>Each dot is {self.dot:,} rolls.</p>" if self.dot > 1 else ""
        last = ""
        if self._fallen.total() == 1:
            (number,) = self._fallen
            dice = "".join(icon(die(face), DIE, "die") for face in self._faces(number))
            last = (
                f'<p class="lk-lastroll"><span class="lk-faces" aria-hidden="true">{dice}</span>'
                f"{text(self._roll_in_words(number))}</p>"
            )
        share = self._share_in_words()
        return f"{last}<p>{share[:1].upper()}{share[1:]} {self._error()}</p>{dots}"

    def _error(self) -> str:
        """Return the standard error, and how many of them the share is off."""
        p, n = float(getattr(self.odds, self.watch)), len(self.rolled)
        error = sqrt(p * (1 - p) / n)
        if not error:
            return ""
        off = (self._came()[self.watch] / n - p) / error
        return (
            f"One standard error is √(<i>p</i> (1 − <i>p</i>) / <i>n</i>) = {100 * error:.2g} %. "
            f"The share is <b>{abs(off):.1f}</b> of them {'above' if off > 0 else 'below'} "
            "the exact value."
        )

    def _funnel(self) -> str:
        """Return the share of the watched event after each roll, and where it should be."""
        came = [self.events[number] == self.watch for number in self.rolled]
        event = EVENTS[self.watch]
        return funnel(getattr(self.odds, self.watch), came, event.name, event.hue)


def _a(event: str) -> str:
    """Return an event with its article, if it takes one."""
    return event if event.endswith(("s", "drama")) else f"a {event}"
