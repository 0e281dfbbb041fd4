"""What a game must offer, and what it may: the parts of its folder, one Protocol for each.

A game is a folder and a line in ``registry.FOLDERS``. A part is a module of the folder, and what
it must hold is the Protocol of the same name below:

    rules.md, rules, words, strategies       every game has these
    picture, welcome, odds, further, worlds, companion, batch  a game may have any of these

Without a picture the table shows a position as text; without a welcome the start panel shows its
title alone; without odds there are none at the table; without further the review solves no more
than the odds know; without worlds nothing is estimated; without
a companion there is no ``lk.companion``; without a batch engine the rules themselves are played.
Nothing but these parts is asked of a game, and only the registry looks for them. A part may import
what its room may; only ``batch``, and what works on arrays beside it, may import NumPy.

Imports the standard library only.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    from random import Random

    import numpy
    from numpy.typing import NDArray

    from llamakit.engine.game import Step
    from llamakit.engine.state import Action, Rules, State, Strategy, View
    from llamakit.exact.figures import Advice, Effect, Figure
    from llamakit.table.companion import Field

    Numbers = NDArray[Any]


class Deed(NamedTuple):
    """What a player did last: in words that follow the name, and the dice of that turn."""

    words: str
    roll: tuple[Any, ...] = ()


class Recent(NamedTuple):
    """What has just happened in a round, as one seat heard and saw it.

    ``story`` are the sentences since the seat's own last decision, that one included; ``news`` are
    the same without what is counted at the end of a round. ``deeds`` is what each seat did last,
    and ``last`` the seat that did something last. ``dice`` are the faces that lie on the table and
    ``rolled`` for each die the number of the step that rolled it, both empty before the first roll
    and where the seat sees none; ``roller`` rolled them.
    """

    story: tuple[str, ...] = ()
    news: tuple[str, ...] = ()
    deeds: Mapping[int, Deed] = {}
    last: int | None = None
    dice: tuple[Any, ...] = ()
    rolled: tuple[int, ...] = ()
    roller: int | None = None


#: What has happened where nothing has.
NOTHING_YET = Recent()


@runtime_checkable
class RulesPart(Protocol):
    """``rules``: the game itself, a subclass of ``state.Rules`` with its own options.

    ``Rules(...).start()`` is the first position, a ``state.State``, which leads to all others.
    """

    Rules: type[Rules]


@runtime_checkable
class Words(Protocol):
    """``words``: every sentence about the game that a person reads, and the places of answers.

    At the table, the answer ``FIRST`` of a phase comes first, and stays there, greyed, while it is
    not possible. Those ``ASIDE``, such as to quit, stand apart and last, each in its row.
    ``LEVELS`` says of each built-in bot in a line how it plays.
    """

    FIRST: Mapping[str, Action]
    ASIDE: Mapping[Action, int]
    LEVELS: Mapping[str, str]

    def tell(self, step: Step, seat: int | None, names: Sequence[str]) -> str:
        """Return what a seat hears of a step, or everybody (None); empty if that is nothing."""

    def deed(self, step: Step, seat: int | None, names: Sequence[str]) -> str:
        """Return what who moves in a step (``State.mover``) did, in words that follow the name.

        It is what ``tell`` begins with; empty if the seat hears nothing of it, and for a deal.
        """

    def heading(self, view: Any) -> tuple[str, str]:
        """Return the game and which round or turn it is, and what comes next."""

    def describe(self, view: Any) -> str:
        """Return a position as text, whose first line is the heading with a colon between."""

    def rolled(self, step: Step, seat: int | None) -> tuple[Any, ...]:
        """Return what a seat sees each die show in a step, None for one that lay still.

        Empty for a step that rolls no dice, or none that the seat may see.
        """

    def counted(self, step: Step) -> tuple[tuple[str, int], ...]:
        """Return for each seat what is counted and its points in a step that ends a round.

        Empty for any other step, and in a game without rounds.
        """

    def label(self, action: Action, view: Any) -> str:
        """Return an action as a button says it."""

    def question(self, view: Any) -> str:
        """Return what the player to decide is asked; empty where nobody decides."""

    def ask_yourself(self, view: Any) -> str:
        """Return the question to ask oneself before deciding; empty where nobody decides."""

    def clauses_at(self, view: Any) -> Collection[str]:
        """Return the numbers of the clauses of ``rules.md`` that matter at this point."""


@runtime_checkable
class Strategies(Protocol):
    """``strategies``: the built-in bots by name, "random", "greedy" and "cautious" among them."""

    BOTS: Mapping[str, Strategy]


@runtime_checkable
class Picture(Protocol):
    """``picture``: a position drawn from a view, so that nothing shows that its seat may not know.

    ``winner`` draws what marks who has won, as large as ``draw.HEAD``, and ``svg`` the whole
    picture. ``board`` returns the HTML of the table, where a click on
    something plays one of ``actions``; ``recent`` is what has just happened, and ``scores``, if
    there are any, stand where the players' places are. ``holding`` is what a player holds then.
    """

    def winner(self) -> str:
        """Return the drawing that marks who has won."""

    def svg(self, view: Any) -> str:
        """Return the whole position as one SVG picture."""

    def board(
        self,
        view: Any,
        actions: Sequence[Action] = (),
        recent: Recent = NOTHING_YET,
        scores: str = "",
    ) -> str:
        """Return the position as HTML; what can be clicked plays one of the actions."""

    def holding(self, view: Any, seat: int) -> str:
        """Return the cards, or the sand, of a player as HTML, with nothing to click."""


class Choice(NamedTuple):
    """An option of a game in words: the question, and the answers with what each sets it to."""

    question: str
    answers: Mapping[str, Any]


@runtime_checkable
class Welcome(Protocol):
    """``welcome``: what the start panel shows of a game, and its rules learned by playing.

    ``SENTENCE`` says what the game is about. ``LENGTH`` is the name of the option that makes a game
    long or short; ``OPTIONS`` are those that can be chosen in words, this one among them, and of
    each the answer that the rules begin with comes first. A guided round is a game with the options
    ``ROUND`` and the seed ``SEED`` against one bot; ``AIM`` opens it, and ``GUIDE`` says at each
    kind of decision, by its phase, and when it is "over", what a beginner has to know.
    """

    SENTENCE: str
    LENGTH: str
    OPTIONS: Mapping[str, Choice]
    ROUND: Mapping[str, Any]
    SEED: int
    AIM: str
    GUIDE: Mapping[str, str]

    def cover(self) -> str:
        """Return the drawing on the game's card, as large as ``draw.COVER``."""


class Explore(NamedTuple):
    """An explorer of the decision at hand: what its button says, its name, what it starts from."""

    label: str
    name: str
    start: Mapping[str, Any]


@runtime_checkable
class Odds(Protocol):
    """``odds``: what is exactly known of the decision at hand, from what the view's seat may know.

    ``at_hand`` and ``advice`` return an empty tuple where there is nothing to say. An InputError
    from within is a fault of the game and is passed on.
    """

    def at_hand(self, view: Any) -> tuple[Figure, ...]:
        """Return the exact figures of the decision at hand."""

    def advice(self, view: Any) -> tuple[Advice, ...]:
        """Return what each action is worth, where best play is known."""

    def effect(self, view: Any, action: Action) -> Effect:
        """Return what a legal action brings right away, by the exact odds, and how it is said."""

    def explore(self, view: Any) -> Explore | None:
        """Return the explorer that shows the decision at hand; None if there is none."""


@runtime_checkable
class Further(Protocol):
    """``further``: best play that takes seconds to find, so that somebody has to ask for it."""

    def is_solvable(self, view: Any) -> bool:
        """Whether ``solving`` can say what each action is worth."""

    def solving(self, view: Any) -> Generator[float, None, tuple[Advice, ...]]:
        """Work out in small steps what each action is worth; yield the share that is done."""


@runtime_checkable
class Worlds(Protocol):
    """``worlds``: what the search needs. The game's bot "sharp" plays on in the worlds."""

    def clues(self, step: Step) -> tuple[Any, ...]:
        """Return what everybody can notice in a step of what is hidden, for ``world`` to use.

        It goes with the sentence on the step in the log of each view; empty for nothing.
        """

    def world(self, view: Any, rng: Random) -> State:
        """Return a position that may be the real one, for all that the view's seat has noticed."""

    def gained(self, state: Any, since: Any, seat: int) -> float | None:
        """Return how much further ahead a seat is than before; None if it has to be played on."""


class Search(Protocol):
    """What ``registry.find_search`` finds: advice for every decision of every game with worlds."""

    def advise(self, view: Any, samples: int = 200, seed: int = 0) -> tuple[Advice, ...]:
        """Return what each legal action is worth to the seat to decide, best first."""

    def advising(
        self, view: Any, samples: int = 200, seed: int = 0
    ) -> Generator[float, None, tuple[Advice, ...]]:
        """Work out the same in small steps; yield the share that is done."""


@runtime_checkable
class Companion(Protocol):
    """``companion``: the game on a real desk, for two players."""

    def fields(self, rules: Any) -> tuple[Field, ...]:
        """Return what can be set."""

    def position(self, rules: Any, given: Mapping[str, Any]) -> View:
        """Return the position that is set. Raises InputError for what is missing or wrong."""


class Results(NamedTuple):
    """What came out of n games, or n rounds: NumPy arrays whose first axis is the game.

    ``scores`` (n, players) in points or sand, ``winners`` (n, players) whether a seat won or shared
    the win, ``rounds`` (n,) played, ``length`` (n,) decisions taken by all players together,
    ``endings`` (n, ways) how many of the rounds ended in each of ``Rules.endings``.
    """

    scores: Numbers
    winners: Numbers
    rounds: Numbers
    length: Numbers
    endings: Numbers


@runtime_checkable
class Batch(Protocol):
    """``batch``: a second engine that plays many games at once, for the bots it knows."""

    BOTS: Collection[str]

    def play(
        self,
        rules: Any,
        names: Sequence[str],
        results: Results,
        rng: numpy.random.Generator,
        one_round: bool = False,
    ) -> None:
        """Play as many games, or first rounds, as the results have room for, and fill them in.

        ``names`` are the bots, by seat. All of ``results`` is 0 at first.
        """
