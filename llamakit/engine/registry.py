"""Which games there are, and where their parts are found.

Imports the standard library and this room's errors and words; a part of a game is imported when
asked for.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from llamakit.engine import words
from llamakit.engine.errors import InputError
from llamakit.engine.hearing import Hearing

if TYPE_CHECKING:
    from llamakit.engine import contract
    from llamakit.engine.state import Rules, Strategy

#: The folder of each game, as a package: a new game is one more line.
FOLDERS = {
    "llama": "llamakit.games.llama",
    "llama-dice": "llamakit.games.llama_dice",
    "kadabra": "llamakit.games.kadabra",
    "chinchiller": "llamakit.games.chinchiller",
}

#: The game that a newcomer is offered.
FIRST = "llama-dice"

#: Where the clauses stand that several games have in common.
SHARED = "llamakit.games"

#: The games of the kit, by the names that ``new_game`` and the rest take.
GAMES = tuple(FOLDERS)

#: The room above that estimates what is not solved.
SEARCH = "llamakit.search.estimates"

#: The room above that shows one idea to be touched.
EXPLORERS = "llamakit.explorers"

#: The parts that a game may lack, and what they are called.
OPTIONAL = {
    "picture": "picture",
    "welcome": "welcome",
    "odds": "exact odds",
    "further": "more to be solved",
    "companion": "companion",
    "worlds": "worlds to search",
    "batch": "batch engine",
}


@dataclasses.dataclass(frozen=True)
class Entry:
    """A game of the registry: its name, its folder, and its parts (see ``contract``).

    Asking for a part that the game lacks raises InputError; ``has`` says beforehand.

    >>> find_game("llama-dice").has("picture"), find_game("llama").has("batch")
    (True, False)
    """

    name: str
    folder: str

    @property
    def title(self) -> str:
        """What a person calls the game."""
        return self.rules.Rules.title

    @property
    def public(self) -> Any:
        """The names that a person uses, as in ``lk.llama_dice``."""
        return _imported(self.folder)

    @property
    def rules(self) -> contract.RulesPart:
        """The rules."""
        part: contract.RulesPart = self._part("rules")
        return part

    @property
    def words(self) -> contract.Words:
        """The sentences."""
        part: contract.Words = self._part("words")
        return part

    @property
    def bots(self) -> Mapping[str, Strategy]:
        """The built-in bots by name."""
        strategies: contract.Strategies = self._part("strategies")
        return strategies.BOTS

    @property
    def picture(self) -> contract.Picture:
        """The drawings of a position. Raises InputError if there are none."""
        part: contract.Picture = self._part("picture")
        return part

    @property
    def welcome(self) -> contract.Welcome:
        """What the start panel shows. Raises InputError if there is nothing."""
        part: contract.Welcome = self._part("welcome")
        return part

    @property
    def odds(self) -> contract.Odds:
        """The exact odds. Raises InputError if there are none."""
        part: contract.Odds = self._part("odds")
        return part

    @property
    def further(self) -> contract.Further:
        """What can be solved when somebody asks. Raises InputError if there is nothing."""
        part: contract.Further = self._part("further")
        return part

    @property
    def companion(self) -> contract.Companion:
        """The game on a real desk. Raises InputError if it cannot be set there."""
        part: contract.Companion = self._part("companion")
        return part

    @property
    def worlds(self) -> contract.Worlds:
        """The worlds that a seat may be in. Raises InputError if there are none."""
        part: contract.Worlds = self._part("worlds")
        return part

    @property
    def batch(self) -> contract.Batch:
        """The batch engine. Raises InputError if there is none."""
        part: contract.Batch = self._part("batch")
        return part

    def hearing(self, seat: int | None, names: Sequence[str]) -> Hearing:
        """Return what a seat hears of a game that begins: as sentences, and what they tell."""
        clues = [self.worlds.clues] if self.has("worlds") else []
        return Hearing(self.words.tell, seat, names, *clues)

    def has(self, part: str) -> bool:
        """Whether the game has one of the OPTIONAL parts."""
        return _is_there(f"{self.folder}.{part}")

    def _part(self, part: str) -> Any:
        """Return a part. Raises InputError, saying which games have it, if this one does not."""
        if part in OPTIONAL and not self.has(part):
            have = [slug for slug, folder in FOLDERS.items() if Entry(slug, folder).has(part)]
            raise InputError(words.lacks(self.title, OPTIONAL[part], have))
        return _imported(f"{self.folder}.{part}")


def find_search() -> contract.Search:
    """Return what estimates the worth of actions, in the games that have worlds to search."""
    search: contract.Search = _imported(SEARCH)
    return search


def find_explorer(wanted: contract.Explore, back: str) -> Any:
    """Return an explorer to show, with a button ``back``. Raises InputError for a bad start."""
    return _imported(EXPLORERS).find(wanted.name, wanted.start, back)


@cache
def _is_there(module: str) -> bool:
    """Whether there is a module of this name."""
    return find_spec(module) is not None


@cache
def _imported(module: str) -> Any:
    """Return a module."""
    return import_module(module)


def find_game(game: object) -> Entry:
    """Return a game by its name; "llama_dice", as Python writes it, is "llama-dice".

    Raises InputError for an unknown game.

    >>> find_game("llama_dice").name
    'llama-dice'
    """
    if isinstance(game, Entry):
        return game
    slug = game.replace("_", "-") if isinstance(game, str) else ""
    if slug not in FOLDERS:
        raise InputError(words.unknown_game(game, FOLDERS))
    return Entry(slug, FOLDERS[slug])


def make_rules(game: object, players: int, options: Mapping[str, Any]) -> Rules:
    """Return a game's rules with the options given. Raises InputError for a bad one.

    >>> make_rules("llama-dice", 2, {"target": 10}).target
    10
    """
    entry = find_game(game)
    rules_class = entry.rules.Rules
    known = [field.name for field in dataclasses.fields(rules_class) if field.name != "players"]
    for name in options:
        if name not in known:
            raise InputError(words.unknown_option(name, entry.name, known))
    return rules_class(players=players, **options)


def find_strategy(game: object, strategy: Strategy | str) -> Strategy:
    """Return a strategy function from itself or from the name of a built-in bot.

    Raises InputError for an unknown name, and says which there are and how they play.
    """
    if callable(strategy):
        return strategy
    entry = find_game(game)
    if not isinstance(strategy, str) or strategy not in entry.bots:
        raise InputError(words.unknown_bot(strategy, entry.name, entry.words.LEVELS.items()))
    return entry.bots[strategy]


def check_count(game: object, count: int) -> None:
    """Raise InputError unless this is a number of players that a game is for."""
    entry = find_game(game)
    low, high = entry.rules.Rules.allowed_players
    if not low <= count <= high:
        raise InputError(words.players_allowed(entry.name, low, high, count))


def known_bot(game: object, name: object) -> str | None:
    """Return a built-in bot's name; None for a person, or a strategy this machine lacks."""
    return name if isinstance(name, str) and name in find_game(game).bots else None
