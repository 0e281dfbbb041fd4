"""Every sentence of the table, the replay and the companion that a person reads or hears.

What a game says itself stands in its own ``words``. Imports the standard library and ``engine``.
"""

from __future__ import annotations

from collections.abc import Sequence

from llamakit.engine.display import heading
from llamakit.engine.errors import brief
from llamakit.engine.game import Game
from llamakit.engine.match import Match

# Who and what

NOBODY = "Nobody"
WINNER = "winner"
BEST, LOOKS_BEST = "best", "looks best"

#: How the odds of a companion speak of the two at the desk.
NAMES = ("you", "the next player")


#: What the page says by itself while Python says nothing: ``WORDS`` in its scripts.
WITHOUT_PYTHON = {
    "busy": "Python is at work …",
    "silent": "No answer yet: Python is busy. If nothing comes, run the cell again, or load the "
    "page again.",
    "gone": "Not connected: run the cell again.",
}


def and_list(names: Sequence[str]) -> str:
    """Return names in a sentence.

    >>> and_list(["Ana", "Ben"]), and_list(["Ana", "Ben", "Cleo"])
    ('Ana and Ben', 'Ana, Ben and Cleo')
    """
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


# Buttons, switches and titles

UNDO, REDO, SAVE, LOAD, NEW = "Undo", "Redo", "Save game", "Load game", "New game"
AGAIN = "Play again"
NEXT_ROUND, NEXT_MOVE = "Next round", "Next move"
SKIP = "Skip to the end of the round"
UNDO_YES, UNDO_NO, HIDE = "Yes, take it back", "No, go on", "Yes, hide my side"
ODDS, RULES, STORY, PAUSE = (
    "Exact odds",
    "Rules now",
    "Whole story",
    "Bots wait for me",
)
FIRST, BACK, FORWARD, LAST, STEP = "First", "Back", "Forward", "Last", "Step"
CLEAR = "Clear all"
TABLE, AND_MORE, RULES_NAME = "Table", "And more", "Rules"
SCORES = "Final scores"
RULES_TITLE = "Rules that matter now"
WE_PLAY = "We play:"
HAPPENED = "What happened:"
STORY_NAME = "What happened"
PLAYER, CARDS, POINTS, TOTAL, SCORE = "Player", "Cards", "Points", "Total", "Score"


def earlier(number: int) -> str:
    """Return how much of what happened is not shown."""
    return f"{number:,} earlier sentences are left out here."


def show_my_side(name: str) -> str:
    """Return what the person says who has come to the screen."""
    return f"I am {name}: show my side"


# What the table asks, and what it says for itself

LOADED = "The game is loaded."
SOMEBODY_MUST_GO_ON = "the table is waiting for somebody to go on"
BOTS_TURN = "it is a bot's turn"
NOTHING_TO_UNDO = "nothing to undo: nobody has decided anything yet"
NOT_BEHIND_THE_CURTAIN = "not saved: the record holds every hand, so open the curtain first"
NOT_THE_SIZE = "this file is empty, or too large for a record of a game"
NO_JSON = "this file is not a record of a game: it holds no JSON"


def take_back(name: str) -> str:
    """Return what is asked before the move of somebody who is not at the screen is undone."""
    return f"{name}, do you take your last move back?"


def seen_it_all(name: str) -> str:
    """Return what is asked before the curtain falls."""
    return f"{name}, have you seen it all?"


def region(game: str, players: Sequence[str]) -> str:
    """Return the name of a table among others on the page."""
    return f"{game}: {', '.join(players)}"


def replay_of(region: str) -> str:
    """Return the name of a replay among others on the page."""
    return f"Replay of {region}"


def ended(which: str) -> str:
    """Return the title of a round that is over.

    >>> ended("L.L.A.M.A., round 2")
    'L.L.A.M.A., round 2 is over'
    """
    return f"{which} is over"


def pass_the_screen(name: str) -> str:
    """Return what is asked when another person must see the table."""
    return f"Pass the screen to {name}."


def round_is_over(number: int) -> str:
    """Return that a round is over."""
    return f"Round {number} is over."


def round_number(number: int) -> str:
    """Return which round it is."""
    return f"Round {number}"


def winners(names: Sequence[str]) -> str:
    """Return who has won.

    >>> winners(["Ana", "Ben"])
    'Ana and Ben win the game!'
    """
    return f"{and_list(names)} {'win' if len(names) > 1 else 'wins'} the game!"


def thinking(name: str) -> str:
    """Return that a bot is about to move."""
    return f"{name} is thinking …"


def asked(name: str, question: str) -> str:
    """Return the game's question, and whom it asks."""
    return f"{name}: {question}"


def saved(file: str) -> str:
    """Return that the game lies among the downloads."""
    return f"The game so far is saved as {file} among your downloads."


def cannot_move(name: str, why: str) -> str:
    """Return that a strategy has failed."""
    return f"{name} cannot move. {why}"


def raised(error: str, line: object, function: str) -> str:
    """Return what a strategy raised, and where."""
    return f"{error} (line {line} of {function})"


def no_record(found: object) -> str:
    """Return that a file holds something else."""
    return f"this is not a record of a game: {brief(found)}"


def not_written(file: str, why: object) -> str:
    """Return that the game could not be kept."""
    return f"The game could not be written to {file}: {why}."


def no_folder(folder: str) -> str:
    """Return that a file needs a folder to be in."""
    return f"autosave needs a folder that is there, not {folder}"


def taken_by_something_else(file: str) -> str:
    """Return that a file to be written holds no game."""
    return f"the file {file} is there already and is not the record of a game: choose another name"


def taken_by_another_game(file: str, game: str) -> str:
    """Return that a file to be written holds another game, still being played."""
    return (
        f"the file {file} holds another game that is not over ({game}): resume(path) goes on with "
        "it; to start a new one, choose another name or delete the file"
    )


def moved_aside(theirs: str, ours: str) -> str:
    """Return that a game goes on in another file, since somebody else writes to its own."""
    return f"Another table or notebook writes to {theirs}: this game goes on in {ours}."


def goes_on(file: str) -> str:
    """Return that the game in a file is on the table again."""
    return f"The game in {file} goes on."


def kept_beside(file: str) -> str:
    """Return where the game is that was left."""
    return f"The game that was on the table is kept as {file}."


def load_over(file: str) -> str:
    """Return what is asked before another game takes the place of a saved one."""
    return f"Load that game? The one on the table is kept beside {file}."


LOAD_YES, LOAD_NO = "Yes, load it", "No, go on playing"


# The start panel

START_TITLE = "What shall we play?"
GO_ON_WITH = "Go on with a saved game"
MORE_SAVED = "More saved games"
WHICH_GAME, WHO_PLAYS, WHAT_GAME = "Which game?", "Who plays?", "What kind of game?"
ADD_PLAYER, A_PERSON = "Add a player", "A person"
HOW_MANY, ONE_GAME = "How many games?", "One game"
MORE = "House rules"
BEGIN = "Start the game"
LEARN_RULES = "Learn the rules in two minutes"


def person(number: int) -> str:
    """Return what a person is called who has not said it."""
    return f"Player {number}"


def a_bot(level: str) -> str:
    """Return a bot of some level.

    >>> a_bot("cautious")
    'Bot: Cautious'
    """
    return f"Bot: {level.capitalize()}"


def own_strategy(name: str) -> str:
    """Return a player with a strategy of one's own."""
    return f"Own strategy: {name}"


def seat_kind(number: int) -> str:
    """Return what is asked of a seat."""
    return f"Who sits in seat {number}"


def seat_name(number: int) -> str:
    """Return what a field for a name is called."""
    return f"Name of the player in seat {number}"


def remove_player(number: int) -> str:
    """Return what a click on a seat's cross does."""
    return f"Remove the player in seat {number}"


def a_match(games: int) -> str:
    """Return how long a match is."""
    return f"A match of {games} games: everybody starts equally often"


def as_before(value: object) -> str:
    """Return an answer that is none of the usual ones."""
    return f"As before: {brief(value)}"


def saved_in(file: str) -> str:
    """Return where a game is to be saved."""
    return f"Save it after every move, in the file {file}"


def of_game(title: str) -> str:
    """Return what completes the name of a button where it is heard alone."""
    return f"of {title}"


def go_on_with(found: Game | Match) -> str:
    """Return a saved game in a line: which it is, where it stands, and who plays."""
    if isinstance(found, Match):
        game, which = found.games[-1], f"game {len(found.games)} of {found.length}"
    else:
        game, which = found, ""
    stands, _ = heading(game.view())
    return ", ".join(filter(None, [f"Go on: {stands}", which, and_list(game.players)]))


def saves_to(file: str) -> str:
    """Return that a table keeps its games in a file of its own."""
    return f"This table saves its game after every move in {file}."


def run_to_start(games: str) -> str:
    """Return what the start panel is."""
    return f"Run this cell to choose what to play: {games}."


# How a table is opened

OPTIONS_NEED_A_GAME = "players, seed and options need a game: lk.play('llama', players=...)"
HAS_ITS_PLAYERS = "this game has its players and options already: leave them out"
HAS_ITS_DICE = "this game has its dice already: leave the seed out"


def not_a_pace(given: str) -> str:
    """Return how quick bots may be."""
    return f"pace is a number of seconds up to 60, not {given}"


def not_a_path(given: str) -> str:
    """Return where a table can save its games."""
    return f"autosave is the path of a file, not {given}"


def no_such_file(given: str, why: str) -> str:
    """Return why a table cannot save its games there."""
    return f"autosave cannot be a file {given}: {why}"


# A match at the table

NEXT_GAME, MATCH_AGAIN = "Next game", "Play another match"


def match_so_far(number: int, games: int, players: Sequence[str], scores: Sequence[int]) -> str:
    """Return where a match stands.

    >>> match_so_far(2, 6, ["Ana", "Ben"], [131, 94])
    'Game 2 of 6. So far: Ana 131, Ben 94'
    """
    totals = ", ".join(f"{name} {score}" for name, score in zip(players, scores, strict=True))
    return f"Game {number} of {games}. So far: {totals}"


def match_winners(names: Sequence[str]) -> str:
    """Return who has won a match."""
    return f"{and_list(names)} {'win' if len(names) > 1 else 'wins'} the match!"


# A guided round

PLAY_FOR_REAL = "Now a game of my own"
THE_AIM, LETS_GO = "This is what it is about.", "Let's go"
OTHERS_MOVE = "Now the others move. What they do stands beside their names."


# The replay


def step_of(number: int, steps: int) -> str:
    """Return which step is shown."""
    return f"{STEP} {number} of {steps}"


def game_of(number: int, games: int, title: str) -> str:
    """Return which game of a match is shown."""
    return f"Game {number} of {games}. {title}"


WATCH, BACK_TO_TABLE = "Watch it again", "Back to the table"
RUN, PAUSED = "Play", "Pause"
SAVE_RECORD, SAVE_PAGE = "Save the game", "Save as a web page"
MOVES, ALL_MOVES, OTHERS_MOVES = "Moves", "All moves", "The others'"
COSTLY_MOVES, NEXT_SEAT = "Costly ones", "Next player"
ROUND_END, AT_THE_END = "The round is over", "The end"
STOP_REVIEW, GO_ON_REVIEW = "Stop", "Go on"
CHOSEN_MARK, BETTER_MARK = "chosen", "better"


def speed(name: str) -> str:
    """Return how quickly a replay runs."""
    return f"Speed: {name}"


def moves_of(name: str) -> str:
    """Return whose moves are listed; ``name`` may be HTML.

    >>> moves_of("Ana")
    "Ana's"
    """
    return f"{name}'s"


SOLVE_FURTHER, STOP_SOLVING = "Solve what can be solved", "Stop solving"


def reviewed(done: int, total: int) -> str:
    """Return how far the review is."""
    return f"{done} of {total} decisions looked at …"


def being_solved(left: int, percent: int) -> str:
    """Return how many decisions are still to be solved, and how much is done of one of them."""
    return f"{left} left to solve, {percent} % of one done …"


def ahead(name: str, most: str, unit: str) -> str:
    """Return what the upper edge of the curve is."""
    return f"▲ {name} ahead, by up to {most} {unit}"


def behind(most: str, unit: str) -> str:
    """Return what the lower edge of the curve is."""
    return f"▼ behind, by up to {most} {unit}"


def graph(name: str, unit: str, costly: int, estimated: bool) -> str:
    """Return the curve in words."""
    dots = {0: "no dot", 1: "1 dot"}.get(costly, f"{costly} dots")
    band = " Where it is estimated, a band: two standard errors of the cost, up and down."
    return (
        f"How many {unit} ahead {name} was going to be, after each decision; {dots} for costly "
        f"ones.{band * estimated} The list of moves says the same in words."
    )


def said_cost(name: str, cost: str) -> str:
    """Return what is said of a costly decision."""
    return f"{name}'s next decision costs {cost}."


def better(labels: Sequence[str], proven: bool) -> str:
    """Return the actions that were better.

    >>> better(["Play a 4", "Draw a card"], False)
    'What looks better: play a 4 or draw a card.'
    """
    listed = " or ".join(label[:1].lower() + label[1:] for label in labels)
    return f"{'Better' if proven else 'What looks better'}: {listed}."


# Learn from your mistakes

LEARN, LEAVE_LEARNING = "Learn from your mistakes", "Enough"
NEXT_POSITION, DONE_LEARNING = "Next position", "Done"
FOUND, FOUND_LIKELY = "Yes, that is best!", "Yes, nothing looks better!"


def once_more(number: int, of: int) -> str:
    """Return the title of a position that comes once more."""
    return f"Learn from your mistakes: {number} of {of}. What would you do now?"


def the_same_again(cost: str) -> str:
    """Return that the same was chosen as in the game."""
    return f"That is what you did in the game. It costs {cost}."


def not_found(cost: str) -> str:
    """Return what another choice costs that is not the best."""
    return f"Not quite: that costs {cost}."


def costs(amount: str) -> str:
    """Return what an action cost."""
    return f"costs {amount}"


def what_was_done(name: str) -> str:
    """Return what stands before the action that a player took next; ``name`` may be HTML."""
    return f"What {name} did:"


# The hint

HINT, HINT_ODDS, HINT_ADVICE = "Hint", "Show me the odds", "Show me what looks best"
HINT_TITLE = "Ask yourself"


# The odds, best play and the review

NO_ODDS = "There is nothing to work out at this point."
WHY = "why?"
THE_LESSON = "The lesson"
ESTIMATE = "What looks best?"
ROUND_ONLY = (
    "This is for this round's points. Close to the end of the game, winning can ask for something "
    "else."
)
ACTION, COSTS = "Action", "Costs"
WORTH_IN_POINTS = (
    "Worth: the points that the others still add in this round, on average, less those that you "
    "add."
)


def odds_for(name: str) -> str:
    """Return the title of the odds."""
    return f"Exact odds for {name}"


def best_play_for(name: str) -> str:
    """Return the title of the advice."""
    return f"Best play for {name}"


def looks_best_for(name: str) -> str:
    """Return the title of what is estimated."""
    return f"What looks best for {name}"


def costs_in(unit: str) -> str:
    """Return the head of the estimated costs."""
    return f"Costs in {unit}"


def how_estimated(samples: int) -> str:
    """Return where estimates come from, and what the number after ± is."""
    return (
        f"Estimated, not proven: each action was tried in {samples} worlds that agree with all you "
        "have seen and heard, and played on as the bot Sharp does. After ± stands the standard "
        "error; what is less than two of them behind counts as equal."
    )


def worth_in(unit: str) -> str:
    """Return the head of the worths."""
    return f"Worth in {unit}"


def more(amount: str) -> str:
    """Return how much more an action costs than the best."""
    return f"{amount} more"


def measured(number: str, unit: str) -> str:
    """Return a number with its unit.

    >>> measured("1", "points"), measured("3/4 = 0.75", "points"), measured("1", "sand")
    ('1 point', '3/4 = 0.75 points', '1 sand')
    """
    return "1 point" if (number, unit) == ("1", "points") else f"{number} {unit}"


FURTHER_ON = (
    "That is only the next step: what can follow it was looked at, too, and it tips the scales."
)


def compared(better: str, worse: str) -> str:
    """Return what two actions bring, in a sentence.

    >>> compared("quitting costs 13 points", "one more roll costs 11.2 points on average")
    'Quitting costs 13 points; one more roll costs 11.2 points on average.'
    """
    return f"{better[:1].upper()}{better[1:]}; {worse}."


# The companion

NONE_YET = "none yet"


def desk_title(game: str) -> str:
    """Return the title of a companion."""
    return f"{game}: the box on your desk"


def add(value: str) -> str:
    """Return what a click on one more does."""
    return f"Add {value}"


def take_away(value: str) -> str:
    """Return what a click on something set does."""
    return f"Take away {value}"


def to_set(title: str) -> str:
    """Return the name of what can be set."""
    return f"{title}: set"


def to_take_away(title: str) -> str:
    """Return the name of what can be taken away."""
    return f"{title}: take away"


def best_play(labels: Sequence[str]) -> str:
    """Return the best actions."""
    return f"Best play: {' or '.join(labels)}."


def likely_best(labels: Sequence[str]) -> str:
    """Return the actions that look best."""
    return f"Looks best: {' or '.join(labels)}."


def and_more(figure: str, amount: str) -> str:
    """Return one figure, of several."""
    return f"{figure}: {amount} …"


def no_field(name: str, fields: Sequence[str]) -> str:
    """Return that nothing of this name can be set."""
    return f"no field {name!r}: there are {', '.join(fields)}"


def not_possible(title: str, value: object) -> str:
    """Return that something cannot be set, or not once more."""
    return f"{title}: {brief(value)} is not possible, or not as often"


def not_a_list(title: str, values: Sequence[object], given: object) -> str:
    """Return what can be set, in a list."""
    return f"{title}: a list of some of {', '.join(map(str, values))}, not {brief(given)}"


def at_most(title: str, most: int) -> str:
    """Return that too much is set."""
    return f"{title}: at most {most}"


def not_a_number(title: str, most: int, given: object) -> str:
    """Return which numbers can be set."""
    return f"{title}: a whole number from 0 to {most}, not {brief(given)}"


# What a cell shows before it is run


def run_to_play(game: str) -> str:
    """Return what a table is."""
    return f"A table for {game}: run this cell to play."


def run_to_see(game: str) -> str:
    """Return what a replay is."""
    return f"A replay of {game}: run this cell to see it."


def run_to_use(game: str) -> str:
    """Return what a companion is."""
    return f"A companion for {game}: run this cell to use it."
