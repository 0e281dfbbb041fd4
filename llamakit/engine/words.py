"""What a person reads whose move, name, table or record is not possible.

Imports ``engine.errors`` only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from llamakit.engine.errors import brief

GAME_OVER = "the game is over"
NOTHING_TO_UNDO = "nothing to undo: no decision has been made yet"
NOTHING_TO_REDO = "nothing to redo: no decision has been taken back"
NO_RECORD = "this game began from a position of its own, which no record can hold"
NOTHING_TO_DECIDE = "there is nothing to decide here, so there is no advice"
TOO_MANY_PARTS = "it has far more parts than a game or a match"
NO_FILE = "it is no file but a folder or a device"
NO_FILE_NAME = "no file can have this name"


def too_late(choice: object) -> str:
    """Return that a move comes after the end."""
    return f"{brief(choice)} comes too late: {GAME_OVER}"


def not_possible(choice: object, seat: int | None, phase: str, legal: Iterable[object]) -> str:
    """Return that a move is not legal, whose turn it is and what is.

    >>> not_possible("fly", 0, "turn", ["roll", "quit"])
    "'fly' is not possible: it is seat 0's turn to decide, in phase 'turn'; legal: roll, quit"
    """
    moves = ", ".join(map(str, legal))
    return (
        f"{brief(choice)} is not possible: it is seat {seat}'s turn to decide, in phase "
        f"{phase!r}; legal: {moves}"
    )


def is_a_person(name: str, legal: Iterable[object]) -> str:
    """Return that a seat has no strategy to ask, and what may be played for it."""
    return f"{name} is a person: play one of {', '.join(map(str, legal))}"


def advice_for_another(name: str) -> str:
    """Return that another seat has to decide than the one that asks."""
    return f"it is for {name} to decide: advice is for that seat"


def no_endings(title: str) -> str:
    """Return that all rounds of a game end alike."""
    return f"{title} has no rounds that end in different ways"


def not_a_view(given: object) -> str:
    """Return what is looked at to give advice."""
    return f"a view of this game is needed, such as game.view(0), not {brief(given)}"


def nothing_left_to_chance(phase: str) -> str:
    """Return that dice and cards have nothing to do with a position."""
    return f"nothing is left to chance here (phase {phase!r})"


def no_outcome(choice: object) -> str:
    """Return that something is nothing that dice or cards can bring."""
    return f"{brief(choice)} is nothing that chance can bring here"


def no_seat(seat: object, seats: int) -> str:
    """Return which seats there are."""
    return f"no seat {brief(seat)}: the seats are 0 to {seats - 1}"


# Who sits down, and to what


def unknown_game(game: object, games: Iterable[str]) -> str:
    """Return which games there are."""
    return f"unknown game {brief(game)}: the games are {', '.join(games)}"


def unknown_option(option: object, game: str, options: Iterable[str]) -> str:
    """Return which options a game has."""
    return f"unknown option {brief(option)}: {game} has {', '.join(options)}"


def unknown_bot(bot: object, game: str, levels: Iterable[tuple[str, str]]) -> str:
    """Return which bots a game has, and how they play."""
    return f"unknown bot {brief(bot)}: {game} has" + "".join(f"\n  {n}: {how}" for n, how in levels)


def lacks(title: str, part: str, games: Sequence[str]) -> str:
    """Return that a game lacks a part, and which games have one."""
    verb = "has" if len(games) == 1 else "have"
    return f"{title} has no {part}: of the games, {', '.join(games)} {verb} one"


def players_allowed(game: str, low: int, high: int, count: object) -> str:
    """Return how many can play a game."""
    return f"{game} is for {low} to {high} players, not {brief(count)}"


def no_players(players: object) -> str:
    """Return how players are given."""
    return f"players must be a number or a list of names and bots, not {brief(players)}"


def no_player(player: object) -> str:
    """Return what a player is."""
    return f"a player is a name, a bot or a strategy, not {brief(player)}"


def no_bot(strategy: object) -> str:
    """Return what a bot is."""
    return f"a bot is a strategy function or its name, not {brief(strategy)}"


def no_name(name: object) -> str:
    """Return what a name is."""
    return f"a name must be printable text, not {brief(name)}"


def long_name(name: str, most: int) -> str:
    """Return how long a name can be."""
    return f"the name {brief(name)} has {len(name)} characters: at most {most}"


def same_name(name: str) -> str:
    """Return that two players have one name."""
    return f"two players are called {brief(name)}: names must differ"


def name_of_a_bot(name: str) -> str:
    """Return how to seat a bot, where a person has its name."""
    return (
        f"{brief(name)} is a built-in bot: write lk.bot({brief(name)}) to let it play; "
        "a person needs another name"
    )


def options_there(options: Iterable[str]) -> str:
    """Return that a position brings its options along."""
    return f"a position has its options already: leave {', '.join(options)} out"


def other_number_of_players(wanted: int, found: int) -> str:
    """Return for how many players a position is."""
    return f"the position is for {wanted} players, not {found}"


# Records that cannot be played again


def in_step(number: int, what: object) -> str:
    """Return in which step of a record something is wrong."""
    return f"step {number} of the record: {what}"


def nested_step(number: int) -> str:
    """Return which step of a record has too many lists in lists."""
    return f"step {number} of the record is nested too deeply"


def other_scores(scores: Sequence[int], recorded: object) -> str:
    """Return that the scores are not those of the record."""
    return (
        f"after the last step the scores are {list(scores)}, but the record says {brief(recorded)}"
    )


def no_step(entry: object) -> str:
    """Return what a step looks like."""
    return f"expected a step such as {{'seat': 0, 'action': 'quit'}}, not {brief(entry)}"


def step_after_the_end(entry: object) -> str:
    """Return that a step follows the last one."""
    return f"{GAME_OVER}, but {brief(entry)} follows"


def chance_wanted(phase: str, entry: object) -> str:
    """Return what dice or cards have to bring first."""
    return f"expected a {phase}, not {brief(entry)}"


def action_wanted(entry: object) -> str:
    """Return that a player has to decide first."""
    return f"expected a seat's action, not {brief(entry)}"


def other_turn(player: int | None, seat: object) -> str:
    """Return whose turn it is."""
    return f"it is the turn of seat {player}, not of {brief(seat)}"


def no_recorded_player(entry: object) -> str:
    """Return what a player looks like in a record."""
    return f"a player must be {{'name': …}}, not {brief(entry)}"


def cannot_be_played(what: object) -> str:
    """Return why a record is of no game that can be."""
    return f"the record cannot be played: {what}"


def no_match(version: int, record: object) -> str:
    """Return which version a match must have."""
    return f"a match of version {version} is wanted, not {brief(record)}"


def no_games(games: object) -> str:
    """Return what the games of a match are."""
    return f"the match's 'games' must be a list of records, not {brief(games)}"


def too_many_games(games: int, length: int) -> str:
    """Return how long a match is."""
    return f"the match has {games} games, but {length} are a match"


def other_totals(totals: Sequence[int], recorded: object) -> str:
    """Return that the totals of a match are not those of its record."""
    return f"the totals are {list(totals)}, but the record says {brief(recorded)}"


def game_of_match(number: int, what: object) -> str:
    """Return in which game of a match something is wrong."""
    return f"game {number} of the match: {what}"


def no_game_of_match(number: int, entry: object) -> str:
    """Return which game of a match has no record."""
    return f"game {number} of the match is no record: {brief(entry)}"


def begins_too_soon(number: int) -> str:
    """Return which game of a match begins before the last one is over."""
    return f"game {number} of the match begins before game {number - 1} is over"


def does_not_follow(number: int) -> str:
    """Return what the next game of a match must be."""
    return (
        f"game {number} of the match must have the game, the players and the options of the "
        "one before, and the next seat must start"
    )


def no_record_of_ours(kind: str, record: object) -> str:
    """Return that something is no record."""
    return f"this is not a {kind}: {brief(record)}"


def other_version(version: object, ours: int) -> str:
    """Return which version can be read."""
    return f"the record has version {brief(version)}; this llamakit reads version {ours}"


def part_of_record(key: str, kind: str) -> str:
    """Return what a part of a record must be."""
    return f"the record's {key!r} must be a {kind}"


def too_many_steps(most: int) -> str:
    """Return that a record is longer than any game."""
    return f"the record has more than {most} steps"


def too_long(most: int) -> str:
    """Return that a file is longer than any that is read."""
    return f"it is longer than {most:,} bytes"


def not_axes(given: object) -> str:
    """Return what a plot is drawn on."""
    return f"ax must be the Axes of a Matplotlib figure, not {brief(given)}"


def not_a_watcher(given: object) -> str:
    """Return what can watch a game."""
    return f"a watcher has a method moved(game); {brief(given)} has none"


def not_a_page(path: object) -> str:
    """Return where a page is written to."""
    return f"a page is written to the path of a file, not {brief(path)}"


def unwritten(path: object, what: object) -> str:
    """Return why a file cannot be written."""
    return f"{brief(str(path))} cannot be written: {what}"


def unread(path: object, what: object) -> str:
    """Return why a file holds no record."""
    return f"no record can be read from {brief(str(path))}: {what}"
