"""The companion: what lies on the desk is clicked, and the exact odds are read."""

from __future__ import annotations

import re
from html import unescape
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import llamakit as lk
from llamakit.games.kadabra import can_play, holds_llama
from llamakit.table import explain
from llamakit.table.companion import Companion

L = lk.LLAMA

#: For each game, what to set to come to a decision.
READY = {
    "llama": {"hand": [1, 3, "L"], "top": [3]},
    "llama-dice": {"row": [2, 5], "llama_row": [1, 3, "L"]},
    "kadabra": {"hand": ["1g", "2/3", "L"], "top": [6], "seen": ["L", "3*"]},
    "chinchiller": {"roll": [3, "x2"]},
}


def send(companion, do, action=None, **more):
    companion.receive({"do": do, "action": action, "version": companion.version, **more})


def words_of(html):
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html)))


def keys(companion):
    return [unescape(key) for key in re.findall(r'data-key="([^"]*)"', companion.html)]


def buttons(companion, do, field):
    """The labels of a field's buttons, with what they send, those off left out."""
    found = re.findall(rf'<button [^>]*data-do="{do}" data-action="{field} [^>]*>', companion.html)
    return {
        unescape(re.search('aria-label="([^"]*)"', tag)[1]): re.search('action="([^"]*)"', tag)[1]
        for tag in found
        if "disabled" not in tag
    }


@pytest.mark.parametrize("slug", lk.GAMES)
@given(seed=st.integers(0, 2**32 - 1))
def test_whatever_is_clicked_the_odds_have_an_answer(slug, seed):
    companion, rng = Companion(slug), Random(seed)
    for _ in range(rng.randint(5, 40)):
        field = rng.choice(list(companion.fields.values()))
        if field.values:
            send(companion, "add", f"{field.name} {rng.randrange(len(field.values))}")
        else:
            send(companion, "set", str(rng.randint(0, min(field.most, 60))), key=field.name)
    assert companion.said


@pytest.mark.parametrize("slug", lk.GAMES)
def test_what_is_set_gives_a_position_and_its_odds(slug):
    companion = Companion(slug)
    assert "Click" in companion.said
    companion.set(**READY[slug])
    assert companion.view.player == 0
    shown = words_of(companion.html)
    for figure in explain.figures(slug, companion.view):
        assert figure.name in shown
    assert not re.search(r"\sid=", companion.html)
    assert len(set(keys(companion))) == len(keys(companion))


def test_the_dice_odds_are_those_of_roll_odds():
    companion = Companion("llama-dice")
    companion.set(**READY["llama-dice"])
    odds = lk.llama_dice.roll_odds([2, 5], [1, 3, "L"])
    for name, value in zip(("hit", "take", "llama drama", "three llamas"), odds, strict=True):
        assert re.search(rf" {name} (\([^)]*\) )?{value} ", words_of(companion.html))


def test_other_dice_have_other_odds():
    companion = Companion("llama-dice", dice=[(1, 6), (2, 5), (3, 4)])
    companion.set(row=[2, 5], llama_row=[1, 3, "L"])
    other = lk.llama_dice.roll_odds([2, 5], [1, 3, "L"], dice=[(1, 6), (2, 5), (3, 4)])
    assert other != lk.llama_dice.roll_odds([2, 5], [1, 3, "L"])
    assert f" take (a card from the llama row) {other.take} " in words_of(companion.html)


def test_without_the_other_s_row_nothing_is_called_best():
    companion = Companion("llama-dice")
    companion.set(row=[2, 5], llama_row=[1, 3, "L"])
    assert "lk-advice" not in companion.html
    assert "estimate" not in companion.html
    companion.set(theirs=[6, "L"], their_points=3)
    view = companion.view
    assert (view.rows, view.points) == (((2, 5), (6, L)), (0, 3))
    assert explain.advice("llama-dice", view)[0].proven
    assert "Best play for you" in words_of(companion.html)
    companion.set(theirs=[], alone="yes")
    assert "Best play for you" in words_of(companion.html)


def test_what_looks_best_is_worked_out_when_asked():
    for slug in ("llama", "kadabra"):
        companion = Companion(slug)
        companion.set(**READY[slug])
        assert "lk-best" not in companion.html
        send(companion, "estimate")
        assert "What looks best for you" in words_of(companion.html)
        assert companion.said.startswith("Looks best: ")
        assert re.search(r"≈ [\d.]+ ± [\d.]+ more", words_of(companion.html))
        companion.set(top=[5])
        assert "lk-best" not in companion.html
    send(Companion("llama"), "estimate")  # nothing is set: nothing to work out


def test_clicks_set_and_take_away():
    companion = Companion("llama-dice")
    send(companion, "clear")
    for label in ("Add 5", "Add llama", "Add 5"):
        send(companion, "add", buttons(companion, "add", "row")[label])
    assert companion.given["row"] == (5, 5, L)
    send(companion, "remove", buttons(companion, "remove", "row")["Take away 5"])
    assert companion.given["row"] == (5, L)
    send(companion, "set", "12", key="points")
    assert companion.given["points"] == 12
    assert companion.view.points == (12, 0)


@pytest.mark.parametrize("slug", ["llama", "llama-dice", "kadabra"])
def test_six_cards_clicked_before_the_first_answer_are_six_cards(slug):
    companion = Companion(slug)
    field = "row" if slug == "llama-dice" else "hand"
    companion.set(**{field: []})
    version = companion.version
    for place in (0, 1, 1, 2, 3, 4):
        companion.receive({"do": "add", "action": f"{field} {place}", "version": version})
    assert len(companion.given[field]) == 6
    for _ in range(2):
        companion.receive({"do": "remove", "action": f"{field} 1", "version": version})
    assert len(companion.given[field]) == 4


def test_a_roll_leads_to_the_choice_it_allows():
    companion = Companion("llama-dice")
    companion.set(row=[2, 5], llama_row=[1, 3, "L"], roll=[5, 1, "L"])
    assert companion.view.phase == "discard"
    assert "Discard 5: penalty left 2 " in words_of(companion.html)
    companion.set(row=[2, 2], roll=[5, 1, "L"])
    assert companion.view.phase == "take"


@pytest.mark.parametrize(
    ("roll", "more", "said"),
    [
        ([5], {}, "Click what all three dice show"),
        ([5, 5, 5], {}, "These three dice cannot show that together."),
        (["L", "L", "L"], {}, "three llamas, and you hold no token"),
        ([6, 5, 4], {"row": [2], "llama_row": [1]}, "you take the whole llama row"),
        ([6, 5, 4], {"row": [2], "alone": "yes"}, "you take the whole llama row"),
    ],
)
def test_a_roll_without_a_choice_says_so(roll, more, said):
    companion = Companion("llama-dice")
    companion.set(row=[1], roll=roll)
    companion.set(**more)
    assert said in companion.said
    assert said in words_of(companion.html)


def test_three_llamas_with_a_token_are_a_choice():
    companion = Companion("llama-dice")
    companion.set(row=[1], roll=["L"] * 3, points=11)
    assert "Return a black token (10 points): points left 1 " in words_of(companion.html)


def test_kadabra_gives_can_play_and_holds_llama():
    companion = Companion("kadabra")
    companion.set(hand=[1, "L"], top=["2/3"], seen=["L", "3*"], others=4, white=0)
    seen = [1, "L", "L", "3*"]
    (draw,) = [f for f in explain.figures("kadabra", companion.view) if "drawn card fits" in f.name]
    assert draw.value == can_play("2/3", 1, seen)
    companion.set(top=["L"], seen=["2/3", "3*"], stage=5, llama="yes", hand=["L", "L"])
    assert companion.view.phase == "show"
    (after,) = [
        f for f in explain.figures("kadabra", companion.view) if "can play a llama" in f.name
    ]
    assert after.value == holds_llama(4, ["L", "L", "L", "2/3", "3*"])


@pytest.mark.parametrize(
    ("given", "phase"),
    [
        ({"roll": [3, 12]}, "choose"),
        ({"mine": "blind", "claim": "12"}, "answer"),
        ({"turn": "the other player's", "theirs": "blind", "roll": [3, "chinchiller"]}, "announce"),
        ({"theirs": "blind", "roll": [3, "chinchiller"]}, "choose"),
    ],
)
def test_the_eyes_say_what_there_is_to_decide(given, phase):
    companion = Companion("chinchiller")
    companion.set(**given)
    assert companion.view.phase == phase
    assert companion.view.player == 0


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"roll": [3]}, "both dice"),
        ({"roll": ["x2", "chinchiller"]}, "no sand"),
        ({"mine": "blind"}, "Click the sum"),
        ({"mine": "blind", "theirs": "blind"}, "nobody can see"),
        ({"turn": "the other player's"}, "nothing to decide"),
    ],
)
def test_what_is_missing_at_chinchiller_is_said(given, said):
    companion = Companion("chinchiller")
    companion.set(**given)
    assert said in companion.said


@pytest.mark.parametrize("slug", ["llama", "kadabra"])
def test_more_cards_than_the_deck_has_are_refused(slug):
    companion = Companion(slug)
    companion.set(hand=["L"] * (8 if slug == "llama" else 12), top=["L"])
    assert "the deck has" in companion.said
    companion.set(hand=[1], others=60)
    assert "more cards than the deck has" in companion.said


def test_a_value_can_be_set_only_so_often():
    companion = Companion("llama-dice")
    for _ in range(9):
        send(companion, "add", "row 0")
    assert companion.given["row"] == (1,) * 6
    assert next(iter(buttons(companion, "add", "row"))) == "Add 2"
    with pytest.raises(lk.InputError, match="not as often"):
        companion.set(row=[1] * 7)
    with pytest.raises(lk.InputError, match="at most 3"):
        companion.set(roll=[1, 2, 3, 4])
    assert companion.given["row"] == (1,) * 6


@pytest.mark.parametrize(
    "given", [{"rows": [1]}, {"row": ["7"]}, {"points": -1}, {"points": "3"}, {"points": True}]
)
def test_what_cannot_be_set_is_refused(given):
    companion = Companion("llama-dice")
    before = dict(companion.given)
    with pytest.raises(lk.InputError):
        companion.set(**given)
    assert companion.given == before


@pytest.mark.parametrize(
    "message",
    [
        *[
            None,
            3,
            [],
            {"do": "add"},
            {"do": "add", "action": "row 99"},
            {"do": "add", "action": "x 1"},
        ],
        *[{"do": "remove", "action": "row 1"}, {"do": "set", "key": "row", "action": "1"}],
        *[{"do": "set", "key": "points", "action": "-1"}, {"do": "play", "action": "roll"}],
    ],
)
def test_a_message_that_is_none_changes_nothing(message):
    companion = Companion("llama-dice")
    before, html = dict(companion.given), companion.html
    if isinstance(message, dict):
        message = {"version": companion.version} | message
    companion.receive(message)
    assert companion.given == before
    assert companion.html == html


def test_clear_and_rules():
    companion = Companion("llama")
    companion.set(**READY["llama"])
    send(companion, "rules")
    assert "Rules that matter now" in companion.html
    send(companion, "clear")
    assert companion.given == Companion("llama").given


def test_the_widget_and_what_stays_of_it():
    widget = lk.companion("llama-dice")
    widget.table.set(**READY["llama-dice"])
    still = widget.table.still()
    assert "Your row: 2, 5" in still["text/plain"]
    assert "hit (you discard): 29/54" in still["text/plain"]
    assert repr(widget) == "A companion for llama-dice: run this cell to use it."
    widget.close()
    with pytest.raises(lk.InputError, match="unknown game"):
        lk.companion("chess")
    with pytest.raises(lk.InputError, match="unknown option"):
        lk.companion("llama", dice=3)
