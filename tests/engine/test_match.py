"""A match: several games, everybody starting equally often, totals added up, saved and replayed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import llamakit as lk
from llamakit.engine.match import Match

BOTS = [lk.bot(name) for name in ("greedy", "cautious", "random", "random", "random")]


def play_on(match: Any, moves: int = 100_000) -> Match:
    """Let the bots of a match play so many moves, or to the end."""
    assert isinstance(match, Match)
    while moves and not match.is_over:
        game = match.game
        while moves and not game.is_over:
            game.play()
            moves -= 1
    return match


def short_match(seed: int = 1, **options: Any) -> Match:
    return lk.new_match("chinchiller", players=BOTS[:2], seed=seed, turns=6, **options)


@pytest.mark.clause("H12")
@pytest.mark.parametrize(("players", "starts"), [(2, 3), (3, 2), (4, 1), (5, 1)])
def test_everybody_starts_equally_often_in_turn(players: int, starts: int) -> None:
    match = play_on(lk.new_match("chinchiller", players=BOTS[:players], seed=3, first_player=1))
    assert len(match.games) == match.length == players * starts
    starters = [game.history[0].before.turn for game in match.games]  # type: ignore[attr-defined]
    assert starters == [(1 + number) % players for number in range(players * starts)]
    assert all(game.is_over for game in match.games)


@pytest.mark.clause("H12")
def test_totals_are_added_up_and_the_most_sand_wins() -> None:
    match = play_on(lk.new_match("chinchiller", players=BOTS[:3], seed=4))
    totals = [sum(game.scores[seat] for game in match.games) for seat in range(3)]
    assert match.scores == tuple(totals)
    assert match.winners == (totals.index(max(totals)),)


@pytest.mark.clause("H12")
def test_equal_totals_share() -> None:
    match = play_on(short_match(die=("x2",) * 5 + ("chinchiller",)))
    assert match.scores == (144, 144), "no sand on the dice"
    assert match.winners == (0, 1)


def test_the_running_total_counts_games_that_are_over() -> None:
    match = short_match()
    assert (match.scores, match.winners, match.is_over) == ((0, 0), (), False)
    while not match.game.is_over and len(match.games) == 1:
        match.game.play()
    assert len(match.games) == 2
    assert match.scores == match.games[0].scores
    assert match.winners == ()


def test_a_game_that_is_over_can_be_taken_back_until_the_next_is_begun() -> None:
    match = short_match()
    game = match.game
    while not game.is_over:
        game.play()
    assert match.games == (game,)
    game.undo()
    assert match.game is game
    game.redo()
    assert match.game is not game


def test_in_the_other_games_everybody_starts_once_and_the_fewest_points_win() -> None:
    match = play_on(lk.new_match("llama-dice", players=BOTS[:3], seed=5, target=10))
    assert match.length == 3
    assert [game.rules.first_player for game in match.games] == [0, 1, 2]
    assert match.scores[match.winners[0]] == min(match.scores)


def test_one_seed_one_match() -> None:
    assert play_on(short_match(7)).record() == play_on(short_match(7)).record()
    assert play_on(short_match(7)).record() != play_on(short_match(8)).record()


@pytest.mark.clause("H12")
@pytest.mark.parametrize("moves", [0, 1, 5, 9, 1000])
def test_a_match_is_saved_and_replayed_like_a_game(tmp_path: Path, moves: int) -> None:
    match = play_on(short_match(2), moves)
    path = tmp_path / "match.json"
    path.write_text(json.dumps(match.record()), encoding="utf-8")
    for source in (match.record(), path, str(path)):
        again = lk.replay(source, seed=9)
        assert isinstance(again, Match)
        assert again.record() == match.record()
        assert (again.players, again.scores, again.winners) == (
            match.players,
            match.scores,
            match.winners,
        )
        assert repr(again) == repr(match)
    assert play_on(lk.replay(path, seed=9)).is_over, "it can be continued"


def test_replay_still_replays_a_game(tmp_path: Path) -> None:
    game = lk.new_game("chinchiller", players=2, seed=1)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game.record()), encoding="utf-8")
    for source in (game.record(), path):
        assert lk.replay(source).state == game.state  # type: ignore[union-attr]


def test_a_match_as_text() -> None:
    match = short_match()
    assert repr(match) == (
        "<Match chinchiller players=['Greedy', 'Cautious'] game=1 of 6 scores=[0, 0]>"
    )
    match = lk.new_match("chinchiller", players=["x" * 40, "y" * 40], seed=1)
    assert repr(match) == "<Match chinchiller players=2 game=1 of 6 scores=[0, 0]>"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "chess"}, "unknown game"),
        ({"game": "chinchiller", "players": 6}, "for 2 to 5 players"),
        ({"game": "chinchiller", "players": ["A", "A"]}, "names must differ"),
        ({"game": "chinchiller", "seed": "x"}, "seed must be"),
        ({"game": "chinchiller", "starts": 2}, "unknown option 'starts'"),
    ],
)
def test_a_match_that_cannot_be_is_refused(arguments: Any, message: str) -> None:
    with pytest.raises(lk.InputError, match=message):
        lk.new_match(**arguments)


def tampered(change: str) -> Any:
    """Return the record of a match with something wrong in it."""
    record = play_on(short_match(2)).record()
    games = record["games"]
    match change:
        case "version":
            record["version"] = 2
        case "true version":
            record["version"] = True
        case "no games":
            record["games"] = []
        case "games no list":
            record["games"] = {"0": games[0]}
        case "a game no record":
            games[3] = "game"
        case "too many games":
            record["games"] = [*games, games[0]]
        case "totals":
            record["scores"][0] += 1
        case "no totals":
            del record["scores"]
        case "a step":
            games[2]["steps"][0] = {"roll": [2, 2]}
        case "unfinished":
            begun = lk.new_game("chinchiller", BOTS[:2], seed=1, turns=6, first_player=1)
            games[1] = begun.record()
        case "wrong starter":
            games[1] = games[0]
        case "other players":
            games[1]["players"][0]["name"] = "Eve"
        case "other options":
            games[1]["options"]["claims"] = "any"
        case "other game":
            games[1] = lk.new_game("llama-dice", seed=1).record()
        case "a match in a match":
            games[1] = play_on(short_match(2)).record()
    return record


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("version", "version 1"),
        ("true version", "version 1"),
        ("no games", "'games' must be a list"),
        ("games no list", "'games' must be a list"),
        ("a game no record", "game 4 of the match is no record"),
        ("too many games", "has 7 games, but 6"),
        ("totals", "the totals are"),
        ("no totals", "the totals are"),
        ("a step", "game 3 of the match: step 1 of the record"),
        ("unfinished", "game 3 of the match begins before game 2 is over"),
        ("wrong starter", "game 2 of the match must have"),
        ("other players", "game 2 of the match must have"),
        ("other options", "game 2 of the match must have"),
        ("other game", "game 2 of the match must have"),
        ("a match in a match", "game 2 of the match: this is not"),
    ],
)
def test_a_tampered_match_is_refused(change: str, message: str) -> None:
    with pytest.raises(lk.RecordError, match=message):
        lk.replay(tampered(change))


@pytest.mark.parametrize("record", [None, [], 7, {}, {"format": "llamakit match"}, "no/such/file"])
def test_a_foreign_record_is_refused(record: Any) -> None:
    with pytest.raises(lk.RecordError):
        lk.replay(record)
