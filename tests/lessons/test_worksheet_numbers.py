"""The numbers that a worksheet's text names: each counted again from the rules.

The answers of the questions come from their exercises. What stands in the notes of a key, or in a
question's own words, was written by hand: here a line of it is put together from computed numbers
and must stand there, word for word. No other number may stand in a note.
"""

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb, sqrt

import pytest
import sympy

import llamakit as lk
from llamakit.games.cards import LLAMA, penalty
from llamakit.games.chinchiller.rules import CHINCHILLER, X2, make_die, sand
from llamakit.games.kadabra.rules import DECK as KADABRA
from llamakit.games.llama.rules import Rules as Llama
from llamakit.games.llama_dice.rules import make_dice, pairings
from llamakit.lessons.exercises import kadabra_play_well as small
from llamakit.lessons.exercises.llama_odds import alone
from llamakit.lessons.own import all_exercises
from llamakit.lessons.worksheets import FRAMES

NOTE = re.compile(r"\[\[note\]\]\n(.*?)(?=\n\n|\Z)", re.S)


def frame(stem):
    """Return what is written on a worksheet."""
    return (FRAMES / f"{stem}.md").read_text(encoding="utf-8")


def plain(text):
    """Return a text without the braces that a single figure needs not."""
    text = re.sub(r"\\frac\{(\d)\}", r"\\frac\1", text)
    return re.sub(r"(\\frac(?:\d|\{\d+\}))\{(\d)\}", r"\1\2", text)


def frac(top, bottom):
    """Return a fraction as it is written, reduced or not."""
    return rf"\frac{{{top}}}{{{bottom}}}"


def of(share, whole):
    """Return a share as so many of a whole."""
    assert (share * whole).denominator == 1
    return frac(int(share * whole), whole)


DICE = make_dice(pairings()[0])


def missing(values, dice=DICE):
    """Return the faces of each die that show none of some values."""
    return [[face for face in die if face not in values] for die in dice]


def factors(values, dice=DICE):
    """Return the chance that all dice miss, as a product; a die that always misses is left out."""
    counts = [len(faces) for faces in missing(values, dice)]
    return r"\cdot".join(frac(count, 6) for count in counts if count < 6)


def times(values, dice=DICE):
    """Return the ways in which all dice miss, as a product."""
    return r"\cdot".join(str(len(faces)) for faces in missing(values, dice))


def formula(id_, said, worth):
    """Return how a formula is written, if it is the truth at each place of its exercise."""
    exercise = all_exercises()[id_]
    for place in exercise.at:
        assert worth(*place) == exercise.truth(*place), place
    return said


def fraction(share):
    """Return a share as a reduced fraction."""
    return frac(share.numerator, share.denominator)


def roll_odds(row, middle, **more):
    """Return the odds of a roll: three llamas, hit, take, drama."""
    odds = lk.llama_dice.roll_odds(row, middle, **more)
    return [odds.llamas, odds.hit, odds.take, odds.drama]


def class_data():
    three, hit, take, drama = roll_odds([2, 5], [1, 3])
    neither = missing({1, 2, 3, 5})
    ways = len(list(product(*neither)))
    tosses = list(product("HT", repeat=4))
    own = sum(len(set(toss[:2])) == 1 for toss in tosses)
    together = sum(len(set(toss)) == 1 for toss in tosses)
    yield rf"three llamas ${of(three, 216)}$"
    yield rf"hit $1 - {factors({2, 5})} = {of(hit, 216)}$"
    yield rf"$\{{1, 2, 3, 5\}}$: ${times({1, 2, 3, 5})} = {ways}$ ways"
    yield f"without three llamas {ways - int(three * 216)}"
    yield rf"${of(drama, 216)} = {frac(drama.numerator, drama.denominator)}$"
    yield f"take ${of(take, 216)}$"
    yield f"in {own} of {len(tosses)} ways, together in {together} of {len(tosses)}"


def chinchiller_odds():
    faces, r = (1, 4, 0), sympy.Symbol("R")
    stop = sympy.Rational(sum(faces), 3)
    (on,) = sympy.solve(sympy.Eq(r, (r + 4 + 0) / 3), r)
    yield rf"Stop at 1: $R = \frac13(1+4+0) = {frac(stop.p, stop.q)}$"
    yield rf"$R = \frac13(R+4+0)$, so $R = {on}$"
    assert on > stop


def chinchiller_play_well():
    p, q = sympy.symbols("p q")
    half = sympy.Rational(1, 2)
    gain = sympy.expand(half * (-6 * q + p * (q * (12 + 24)) + (1 - p) * 12))
    (even,) = sympy.solve(gain.coeff(q), p)
    yield r"\frac12\bigl(-6q + p\,q\,(12+24) + (1-p)\cdot12\bigr)"
    written = "6 - 6p + q\\,(18p - 3)"
    as_said = sympy.sympify(written.replace("\\,", "*").replace("6p", "6*p").replace("8p", "8*p"))
    assert sympy.expand(as_said) == gain
    yield written
    yield rf"$p = {frac(even.p, even.q)}$"
    yield f"she gains {gain.subs(p, even)}"
    yield formula("chinchiller_play_well-6", r"$\frac{6}{12+e}$", lambda eye: Fraction(6, 12 + eye))
    yield r"$\frac12\bigl(-6 + p\,(12+e)\bigr)$"
    assert (half * (-6 + p * (12 + 24)) - gain.coeff(q)).expand() == 0


def kadabra_odds():
    hands = list(combinations("123LL", 2))
    with_one = sum("L" in hand for hand in hands)
    words = {7: "seven", 10: "Ten"}
    assert words[len(hands)] + " hands, " + words[with_one] in frame("kadabra_odds")
    none = Fraction(comb(3, 2), comb(5, 2))
    assert none == 1 - Fraction(with_one, len(hands)) == Fraction(3, 5) * Fraction(2, 4)
    yield rf"\frac35\cdot\frac24 = {of(none, 10)}"
    deck = sum(KADABRA.values())
    plain_cards = deck - KADABRA[LLAMA]
    yield formula(
        "kadabra_odds-4",
        rf"$1 - \binom{{{plain_cards}}}{{n}} \big/ \binom{{{deck}}}{{n}}$",
        lambda n: 1 - Fraction(comb(plain_cards, n), comb(deck, n)),
    )


def kadabra_play_well():
    gains = {
        card: -small.worths(small.dealt((1, 2), (2, "L"), 1))[f"play {card}"] for card in (1, 2)
    }
    assert gains[1] > gains[2]
    yield "play the 1 first"
    yield "she must keep the **2**"
    yield "Ben's 2 fits on both, and then her 2 fits on his"
    yield f"quits and pays {penalty([1])}"


def llama_dice_odds():
    three, hit, take, drama = roll_odds([2, 5], [1, 3, "L"])
    two = [len(faces) for faces in missing({2, 5}, DICE[:2])]
    words = {5: "5 high", 4: "4 wide"}
    yield f"{words[two[0]]} and {words[two[1]]}"
    yield rf"{factors({2, 5}, DICE[:2])} = {of(Fraction(two[0] * two[1], 36), 36)}"
    yield f"three llamas ${of(three, 216)}$"
    yield rf"hit $1-{factors({2, 5})} = {of(hit, 216)}$"
    nothing = {1, 2, 3, 5, LLAMA}
    assert drama == Fraction(len(list(product(*missing(nothing)))), 216)
    yield rf"drama $\frac{{{times(nothing)}}}{{216}}$"
    yield f"take ${of(take, 216)}$"
    other = 1 - three
    yield formula(
        "llama_dice_odds-9",
        rf"$1 - \left({fraction(other)}\right)^n$",
        lambda n: 1 - other**n,
    )


def llama_dice_play():
    row = {2, 3, 6, LLAMA}
    faces = missing(row)
    (two,) = {len(one) for one in faces}
    yield {2: "Two faces"}[two] + " of each die miss"
    yield ", ".join(f"{die} {a} {b}" for die, (a, b) in zip("ABC", faces, strict=True))
    three, hit, _, drama = roll_odds([2, 3, 6, 6, "L", "L"], [1, 2, 3, 4, 5, 6, "L"])
    yield f"${times(row)} = {two**3}$ ways"
    yield f"three llamas come in {three * 216} ways"
    yield f"Hit: ${hit * 216}/216 = {hit}$"
    assert drama == 0


def llama_dice_play_well():
    three, hit, _, drama = roll_odds([6], [1, 3, "L"], alone=True)
    cost = penalty([6, 1, 3, LLAMA])
    rolling = cost * drama / (1 - three)
    exactly = f"{cost}\\cdot{drama * 216}"
    yield rf"V = h\cdot0 + tV + {cost}d"
    yield rf"V = \frac{{{cost}d}}{{1-t}} = \frac{{{exactly}}}{{{(1 - three) * 216}}}"
    yield rf"\approx {float(rolling):.1f}$"
    assert hit + drama + three == 1
    assert rolling > penalty([6])
    assert lk.llama_dice.solo([6], [1, 3, "L"]).action == "quit"
    yield f"the {penalty([6])} points you have: quit"
    point = drama / (1 - three)
    yield rf"$V = tV + d\,({penalty([6])}+D)$"
    yield f"$t = {of(three, 216)}$"
    yield f"$d = {of(drama, 216)}$"
    yield formula(
        "llama_dice_play_well-6",
        rf"$V = {fraction(point)}\,({penalty([6])}+D)$",
        lambda points: point * (penalty([6]) + points),
    )


def llama_odds():
    deck = [value for value in (1, 2, LLAMA) for _ in range(2)]
    hands = Counter(combinations(deck, 2))
    costs = {hand: penalty(hand) for hand in hands}
    equal = [costs[hand] for hand in hands if len(set(hand)) == 1]
    (ways,) = {ways for hand, ways in hands.items() if len(set(hand)) == 2}
    different = {hand: cost for hand, cost in costs.items() if len(set(hand)) == 2}
    assert {3: "Three", 4: "four"}[len(equal)] == "Three"
    yield f"two equal cards: {', '.join(map(str, equal))} points"
    assert ways == 4
    yield (
        f"1 and 2 ({different[1, 2]} points), 1 and L ({different[1, LLAMA]}), "
        f"2 and L ({different[2, LLAMA]})"
    )
    total = sum(costs[hand] * ways for hand, ways in hands.items())
    mean = Fraction(total, comb(6, 2))
    yield (
        rf"$({sum(equal)} + 4\cdot{sum(different.values())})/{comb(6, 2)} = {total}/{comb(6, 2)} "
        rf"= {float(mean):.1f}$"
    )
    there = 1 - Fraction(comb(4, 2), comb(6, 2))
    parts = penalty([1, 2, LLAMA])
    assert mean == parts * there
    yield rf"$1 - \binom42/\binom62 = {frac(there.numerator, there.denominator)}$"
    yield rf"${parts} \cdot {frac(there.numerator, there.denominator)}$"
    values, copies = penalty([*range(1, 7), LLAMA]), Llama().copies
    rest, cards = 6 * copies, 7 * copies
    yield formula(
        "llama_odds-8",
        rf"${values}\,\bigl(1 - \binom{{{rest}}}{{n}} \big/ \binom{{{cards}}}{{n}}\bigr)$",
        lambda n: values * (1 - Fraction(comb(rest, n), comb(cards, n))),
    )


def llama_play_well():
    left = alone((2, 5, 6, 6, LLAMA), 5)
    yield f"5, 6, 6, L; the 2 is left: {left} points"
    quitting = penalty([6, LLAMA])
    added = [penalty([value, 6, LLAMA]) - quitting for value in (1, 2, 3)]
    assert {alone((value, 6, LLAMA), 4) - quitting for value in (4, 6, LLAMA)} == {0}
    saves = quitting - alone((5, 6, LLAMA), 4)
    yield f"quitting costs {quitting}"
    yield f"Eight each of 1, 2, 3 add {added[0]}, {added[1]}, {added[2]} points: "
    yield f"{Llama().copies * sum(added)} in all; each 5 saves {saves}"
    least = Llama().copies * sum(added) // saves + 1
    yield f"more than {['no', 'one', 'two', 'three'][least - 1]} 5s: at least {least}"
    yield formula("llama_play_well-7", "$2^n$", lambda n: 2**n)


def simulation_against_exact():
    ways = [comb(4, heads) for heads in range(5)]
    squares = [Fraction(heads - 2, 4) ** 2 for heads in range(5)]
    written = {Fraction(1, 4): "¼", Fraction(1, 16): "1/16", Fraction(0): "0"}
    yield f"Probabilities {', '.join(map(str, ways))} of {sum(ways)}"
    yield f"squares {', '.join(written[square] for square in squares)}."
    variance = sum(w * s for w, s in zip(ways, squares, strict=True)) / sum(ways)
    yield r"\frac{2\cdot\frac14 + 8\cdot\frac1{16}}{16} = \frac1{16}"
    assert variance == Fraction(1, 16) == (2 * Fraction(1, 4) + 8 * Fraction(1, 16)) / 16
    assert sqrt(variance) == 1 / 4
    yield "standard error ¼"
    p = lk.llama_dice.roll_odds([2, 5], [1, 3, "L"]).hit
    few, many = (round(sqrt(n * p * (1 - p))) for n in (100, 10_000))
    yield f"In 1: about {few} hits of 100, about {many} of 10,000"
    one = p * (1 - p)
    yield formula(
        "simulation_against_exact-8",
        rf"${fraction(p)}\cdot{fraction(1 - p)} \big/ n = "
        rf"\frac{{{one.numerator}}}{{{one.denominator}\,n}}$",
        lambda n: one / n,
    )


def strategies_and_tournaments():
    wins = Counter(sum(game) for game in product((0, 1), repeat=4))
    three, four = wins[3] + wins[1], wins[4] + wins[0]
    yield f"{wins[3]} + {wins[1]} with three wins, {wins[4]} + {wins[0]} with four: "
    yield f"{three + four} of {2**4}"
    tail = [comb(10, k) for k in (8, 9, 10)]
    yield rf"$2\,({'+'.join(map(str, tail))}) = {2 * sum(tail)}$ of {2**10}"
    yield f"$1/0.05^2 = {1 / Fraction(5, 100) ** 2}$ games"


def what_the_rulebook_does_not_say():
    split, paired = (make_dice(pairs) for pairs in (pairings()[0], [(2, 5), (1, 3), (4, 6)]))
    (misses,) = {len(list(product(*missing({2}, make_dice(pairs))))) for pairs in pairings()}
    assert sorted(len(faces) for faces in missing({2})) == [5, 5, 6]
    yield "Row {2}: two dice miss with 5 faces, the one without a 2 with 6"
    yield f"${misses}/216$ whatever the pairs"
    yield "Row {2, 5}"
    ways = [len(list(product(*missing({2, 5}, dice)))) for dice in (split, paired)]
    yield f"${times({2, 5}, split)} = {ways[0]}$ misses if 2 and 5 are no pair"
    yield f"${times({2, 5}, paired)} = {ways[1]}$ if they are"
    yield f"a hit has probability {216 - ways[0]} or {216 - ways[1]} of 216"
    change = Fraction(ways[0] - ways[1], 216)
    yield rf"changes by $\frac1{{{change.denominator}}}$, less than 0.02"
    assert change < Fraction(2, 100)
    cards = sum(KADABRA.values())
    yield formula(
        "what_the_rulebook_does_not_say-3",
        rf"$1 - \frac{{{cards}-k}}{{{cards}}}\cdot\frac{{{cards - 1}-k}}{{{cards - 1}}}$",
        lambda k: 1 - Fraction(cards - k, cards) * Fraction(cards - 1 - k, cards - 1),
    )


def facts():
    """Yield a lesson, and what a question of its worksheet says in words of its own."""
    pairs = list(product(make_die(), repeat=2))
    numbers = [face for face in make_die() if face not in (X2, CHINCHILLER)]
    kinds = Counter(
        tuple(sorted("number" if face in numbers else face for face in pair)) for pair in pairs
    )
    both, double, beside = (
        kinds[kind] for kind in (("number",) * 2, ("number", X2), (CHINCHILLER, "number"))
    )
    yield (
        "chinchiller_odds",
        (
            f"In {both} of the {len(pairs)} outcomes both dice show a number, in {double} a number "
            f"and a ×2, in {beside} a number and a chinchiller. The other "
            f"{len(pairs) - both - double - beside} bring nothing. "
            f"The four numbers of a die add up to {sum(numbers)}."
        ),
    )
    amounts = Counter(map(sand, pairs))
    yield "chinchiller_play_well", f"| sand | {' | '.join(map(str, sorted(amounts)))} |"
    counts = (str(amounts[amount]) for amount in sorted(amounts))
    yield "chinchiller_play_well", f"Of the {len(pairs)} outcomes"
    yield "chinchiller_play_well", f"| ways | {' | '.join(counts)} |"
    yield "chinchiller_play_well", f"A true zero is rare, {amounts[0]} of {len(pairs)} rolls."

    drama = lk.llama_dice.roll_odds([2, 5], [1, 3]).drama
    yield "class_data", f"a drama has probability ${frac(drama.numerator, drama.denominator)}$"
    cards, llamas = sum(KADABRA.values()), KADABRA[LLAMA]
    yield "kadabra_odds", f"{cards} cards, {llamas} of them llamas"
    yield "kadabra_odds", f"5 of the {cards - 8} cards that Ana has not seen, {llamas - 3} of them"
    together = sum((2, 5) in pairs for pairs in pairings())
    yield "llama_dice_odds", f"({together} of the {len(pairings())} ways)"

    rolls = list(product(*DICE))
    matched = Counter(
        "three" if set(roll) == {LLAMA} else frozenset(roll) & {2, 5} for roll in rolls
    )
    yield (
        "llama_dice_play_well",
        (
            f"Of the {len(rolls)} rolls, {matched[frozenset({2, 5})]} allow you to discard both "
            f"cards, {matched[frozenset({2})]} only the 2, {matched[frozenset({5})]} only the 5; "
            f"{matched['three']} are three llamas, and {matched[frozenset()]} drama "
            f"({penalty([2, 5, 1, 3, LLAMA])} points)"
        ),
    )

    deck = Counter({value: Llama().copies for value in (*range(1, 7), LLAMA)})
    yield "llama_odds", f"{deck.total()} cards: eight each of 1 to 6, and eight llamas"
    yield "llama_odds", f"4 + 6 + 10 = {penalty([4, 4, 6, LLAMA, LLAMA])} points"
    yield "llama_odds", f"1 + 2 + 3 + 4 + 5 + 6 + 10 = {penalty(deck)} points"
    yield "llama_odds", f"so {deck.total() - 3} are unseen"
    unseen = deck - Counter([4, 5, 6, 2])
    assert {unseen[value] for value in (1, 3, LLAMA)} == {8}
    assert {unseen[value] for value in (2, 4, 5, 6)} == {7}
    yield "llama_odds", f"{unseen.total()} cards are unseen: eight each of 1, 3 and llama, seven"
    yield "llama_play_well", f"a **3** is on top; {deck.total() - 3} cards are unseen, all eight 4s"
    yield "llama_play_well", f"a **3** is on top; the other {deck.total() - 4} cards are unseen"


def test_what_questions_say_is_so():
    for stem, said in facts():
        assert plain(said) in plain(frame(stem)), stem


LESSONS = (
    chinchiller_odds,
    chinchiller_play_well,
    class_data,
    kadabra_odds,
    kadabra_play_well,
    llama_dice_odds,
    llama_dice_play,
    llama_dice_play_well,
    llama_odds,
    llama_play_well,
    simulation_against_exact,
    strategies_and_tournaments,
    what_the_rulebook_does_not_say,
)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.__name__)
def test_the_numbers_of_a_key_are_those_of_the_rules(lesson):
    notes = plain("\n".join(NOTE.findall(frame(lesson.__name__))))
    for said in map(plain, lesson()):
        assert said in notes
        notes = notes.replace(said, "", 1)
    assert re.findall(r".{,30}\d.{,30}", notes) == []


def test_every_worksheet_is_counted():
    assert {path.stem for path in FRAMES.glob("*.md")} == {one.__name__ for one in LESSONS}
