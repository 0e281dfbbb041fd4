"""A second reading of the rules, written from the clauses alone, follows random games.

The referee knows nothing of the engine: it reads a record, card by card and token by token, lists
what each player may do, and adds up the points.
"""

from __future__ import annotations

import copy
import dataclasses
from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from amounts import amount

import llamakit as lk
from llamakit.engine.game import Game
from llamakit.games.cards import to_json
from llamakit.games.kadabra.rules import Rules, Tokens

KINDS = ("white", "black", "magic")

#: K1 and K2, written out again.
BOX = Counter(
    {1: 4, "1g": 4, 2: 5, "2d": 2, 3: 4, "3*": 3, 4: 7, 5: 7, 6: 6, "6d": 2}
    | {"2/3": 2, "4/5": 2, "L": 12}
)


def values(card: Any) -> list[Any]:
    """K5: what a card shows."""
    if isinstance(card, int) or card == "L":
        return [card]
    return [int(digit) for digit in card if digit.isdigit()]


def cost(hand: list[Any]) -> int:
    """G2, K17."""
    shown = {value for card in hand for value in values(card)}
    return sum(10 if value == "L" else value for value in shown)


class Referee:
    """Follows the steps of one record; ``rounds`` counts the rounds scored."""

    def __init__(
        self, players: int, first: int, target: int, deck: Counter[Any] | None = None
    ) -> None:
        self.deck = BOX if deck is None else deck
        highest = max(value for card in self.deck for value in values(card) if value != "L")
        self.ring = [*range(1, highest + 1), "L"]
        self.count, self.target, self.turn = players, target, first
        self.held = [Counter({"white": 3}) for _ in range(players)]
        self.stage: Counter[str] = Counter()
        self.rounds, self.over, self.wait = 0, False, "deal"

    def lowest(self) -> str | None:
        return next((kind for kind in KINDS if self.held[self.turn][kind]), None)

    def points(self) -> list[int]:
        return [held["white"] + 10 * held["black"] for held in self.held]

    def left_of(self, seat: int) -> list[int]:
        order = [(seat + step) % self.count for step in range(1, self.count + 1)]
        return [other for other in order if other not in self.quitters]

    def deal(self, dealt: list[list[Any]]) -> None:
        *hands, (self.top,) = dealt
        self.hands = [list(hand) for hand in hands]
        dealt_cards = Counter(card for hand in dealt for card in hand)
        assert dealt_cards <= self.deck
        self.pile = self.deck - dealt_cards
        self.quitters, self.llama, self.collected = set[int](), False, False
        self.wait = "act"

    def in_show(self) -> bool:
        return self.llama and self.stage.total() >= 5 and not self.collected

    def allowed(self) -> set[str]:
        mine = self.held[self.turn]
        if self.wait == "give":
            return {f"give {seat}" for seat in self.left_of(self.turn) if seat != self.turn}
        moves = {"swap"} if mine["white"] >= 10 else set()
        if self.wait == "return":
            kinds = {"return 1": "white", "return 10": "black"}
            return moves | {"keep"} | {move for move, kind in kinds.items() if mine[kind]}
        alone = len(self.quitters) == self.count - 1
        if mine["magic"] and not alone:
            moves.add("return magic")
        if self.in_show():
            return moves | {"collect"} | {"play L" for card in self.hands[self.turn] if card == "L"}
        places = [self.ring.index(value) for value in values(self.top)]
        fits = [self.ring[(at + up) % len(self.ring)] for at in places for up in (0, 1)]
        for card in self.hands[self.turn]:
            if set(values(card)) & set(fits):
                moves.add(f"play {card}")
        if self.pile.total() and not alone:
            moves.add("draw")
        return moves | {"quit"}

    def act(self, seat: int, action: str) -> None:
        assert seat == self.turn
        verb, *rest = action.split()
        mine = self.held[seat]
        if verb == "swap":
            mine["white"] -= 10
            mine["black"] += 1
        elif verb == "collect":
            mine.update(self.stage)
            self.stage.clear()
            self.collected = True
        elif self.wait == "return":
            mine[{"1": "white", "10": "black", "": "none"}["".join(rest)]] -= 1
            self.close()
        elif verb == "give":
            self.hand_over(int(rest[0]))
        elif verb == "return":
            mine["magic"] -= 1
            self.pass_on()
        elif verb == "quit":
            self.quitters.add(seat)
            self.score() if len(self.quitters) == self.count else self.pass_on()
        elif verb == "draw":
            self.wait, self.drawer = "draw", seat
        else:
            self.play(int(rest[0]) if rest[0].isdigit() else rest[0])

    def play(self, card: Any) -> None:
        self.hands[self.turn].remove(card)
        self.top = card
        token = self.lowest()
        others = [seat for seat in self.left_of(self.turn) if seat != self.turn]
        if card == "L":
            self.llama = True
            if token:
                self.held[self.turn][token] -= 1
                self.stage[token] += 1
        elif str(card).endswith("g") and token and others:
            if len(others) > 1:
                self.wait = "give"
                return
            self.hand_over(others[0])
            return
        elif str(card).endswith("*"):
            for place in (*self.held, self.stage):
                place["magic"] = 0
            self.held[self.turn]["magic"] = 1
        elif str(card).endswith("d") and self.pile.total():
            self.wait, self.drawer = "draw", self.left_of(self.turn)[0]
            return
        self.after_card()

    def hand_over(self, receiver: int) -> None:
        token = self.lowest()
        assert token
        self.held[self.turn][token] -= 1
        self.held[receiver][token] += 1
        self.after_card()

    def draw(self, card: Any) -> None:
        assert self.pile[card] > 0
        self.pile[card] -= 1
        last_played = not self.hands[self.turn]
        self.hands[self.drawer].append(card)
        self.score() if last_played else self.pass_on()

    def after_card(self) -> None:
        self.pass_on() if self.hands[self.turn] else self.score()

    def pass_on(self) -> None:
        self.turn = self.left_of(self.turn)[0]
        self.collected, self.wait = False, "act"

    def score(self) -> None:
        self.rounds += 1
        for held, hand in zip(self.held, self.hands, strict=True):
            owed = cost(hand) + 10 * held["magic"]
            held["magic"] = 0
            held["black"] += owed // 10
            held["white"] += owed % 10
        if self.hands[self.turn] or not self.points()[self.turn]:
            self.close()
        else:
            self.wait = "return"

    def close(self) -> None:
        self.wait = "deal"
        self.over = max(self.points()) >= self.target


def lively_game(seed: int) -> Game:
    """Return a random game in which people rarely quit, so that rounds are long."""
    rng = Random(seed)
    players = rng.randint(2, 6)
    first, target = rng.randrange(players), rng.choice([20, 40, 90])
    game = lk.new_game("kadabra", players=players, seed=seed, first_player=first, target=target)
    boldness = rng.choice([1, 3, 20])
    while not game.is_over:
        legal = game.legal_actions()
        bold = [action for action in legal if action.verb not in ("quit", "draw")]
        game.play(rng.choice([*bold * boldness, *legal]))
    return game


def follow(game: Game, seen: Counter[str]) -> int:
    """Let a referee follow a game, and return how many rounds it has scored at the end."""
    record = game.record()
    options = record["options"]
    referee = Referee(len(record["players"]), options["first_player"], options["target"])
    for step, entry in zip(game.history, record["steps"], strict=True):
        assert not referee.over
        if "deal" in entry:
            assert referee.wait == "deal"
            referee.deal(entry["deal"])
        elif "draw" in entry:
            assert referee.wait == "draw"
            referee.draw(entry["draw"])
        else:
            assert {str(action) for action in step.before.legal_actions()} == referee.allowed()
            seen.update([step.before.phase, entry["action"].split()[0]])
            referee.act(entry["seat"], entry["action"])
        tokens = [tuple(held[kind] for kind in KINDS) for held in referee.held]
        assert list(step.after.tokens) == tokens  # type: ignore[attr-defined]
        assert step.after.stage == tuple(referee.stage[kind] for kind in KINDS)  # type: ignore[attr-defined]
    assert referee.over
    fewest = min(referee.points())
    assert game.winners == tuple(s for s, held in enumerate(referee.points()) if held == fewest)
    return referee.rounds


@pytest.mark.clause("K3", "K4", "K5", "K6", "K7", "K8", "K9", "K10", "K11", "K12", "K13", "K14")
@pytest.mark.clause("K15", "K16", "K17", "K18", "K19", "K20", "K-tokens", "G2", "G6")
def test_the_referee_agrees() -> None:
    seen: Counter[str] = Counter()
    assert sum(follow(lively_game(seed), seen) for seed in range(200)) > 500
    everything = {"turn", "show", "give", "return", "play", "draw", "quit", "swap", "collect"}
    assert everything < set(seen)
    assert min(seen.values()) > 20


@pytest.mark.slow
def test_the_referee_agrees_over_thousands_of_rounds() -> None:
    rounds, seed = 0, 1000
    while rounds < amount(4_000, 10_000):
        rounds += follow(lively_game(seed), Counter())
        seed += 1


SMALL_DECK = Counter({1: 1, "1g": 1, "2d": 1, "2*": 1, "L": 3})


@pytest.mark.parametrize(
    ("tokens", "stage"),
    [
        ([(3, 0, 0), (3, 0, 0)], (0, 0, 0)),
        ([(10, 0, 0), (0, 1, 1)], (4, 0, 0)),
        ([(0, 0, 0), (1, 1, 0)], (4, 1, 1)),
        ([(1, 0, 0), (0, 0, 0), (9, 0, 1)], (4, 0, 0)),
    ],
)
@pytest.mark.clause("K11", "K12", "K13", "K14", "K15", "K16", "K-tokens")
def test_the_referee_agrees_about_every_position_of_a_small_deck(tokens: Any, stage: Any) -> None:
    rules = Rules(players=len(tokens), deck=SMALL_DECK, hand=4 - len(tokens), target=1)
    referee = Referee(rules.players, 0, 1, SMALL_DECK)
    referee.held = [Counter(dict(zip(KINDS, held, strict=True))) for held in tokens]
    referee.stage = Counter(dict(zip(KINDS, stage, strict=True)))
    start = dataclasses.replace(
        rules.start(), tokens=tuple(Tokens(*held) for held in tokens), stage=Tokens(*stage)
    )
    rng, seen = Random(7), set[Any]()
    for _ in range(2):
        compare(start.sample(rng), start, referee, seen)
    assert {state.phase for state in seen} >= {"turn", "draw", "return", "over"}
    assert any(state.phase == "show" for state in seen) == (sum(stage) > 0)
    assert len(seen) > 500


def compare(choice: Any, state: Any, referee: Referee, seen: set[Any]) -> None:
    """Compare the position after a step, and all that can follow, with what the referee says."""
    after, referee = state.apply(choice), copy.deepcopy(referee)
    if state.phase == "deal":
        referee.deal(to_json(choice))
    elif state.phase == "draw":
        referee.draw(to_json(choice))
    else:
        referee.act(state.player, str(choice))
    assert list(after.tokens) == [tuple(held[kind] for kind in KINDS) for held in referee.held]
    assert after.stage == tuple(referee.stage[kind] for kind in KINDS)
    assert after.is_over == referee.over
    if after in seen:
        return
    seen.add(after)
    choices = list(after.legal_actions())
    if after.is_chance:
        size = referee.pile.total()
        chances = {to_json(card): chance for card, chance in after.chance_outcomes()}
        assert chances == {card: Fraction(n, size) for card, n in referee.pile.items() if n}
        choices = [card for card, _ in after.chance_outcomes()]
    elif not after.is_over:
        assert {str(action) for action in choices} == referee.allowed()
    for following in choices:
        compare(following, after, referee, seen)


def test_the_referee_can_disagree() -> None:
    game = lively_game(1)
    record = game.record()
    deal = record["steps"][0]["deal"]
    referee = Referee(len(record["players"]), 0, 40)
    referee.deal(deal)
    assert [cost(["L", "2/3", *hand]) for hand in deal] != [cost(hand) for hand in deal]
    assert referee.allowed() != {"quit"}
