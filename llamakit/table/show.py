"""A game once more, step by step: through any record, with its review and the odds at each step.

Imports the standard library and lower rooms. ``Replay`` is plain Python and takes messages as the
table does. Once a game is over all cards lie face up, but the odds are those of the player on turn,
who did not see them all. Before that, only what one seat knows is shown.
"""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from llamakit.engine.display import headline
from llamakit.engine.game import Game, Step
from llamakit.engine.match import Match
from llamakit.engine.registry import find_game
from llamakit.engine.replay import replay
from llamakit.engine.state import State, View, whole_number
from llamakit.table import words
from llamakit.table.draw import button, text
from llamakit.table.explain import advice_html, cost_of, figures_html, marks, rules_html
from llamakit.table.graph import graph
from llamakit.table.learn import Learning
from llamakit.table.marks import marked
from llamakit.table.page import page
from llamakit.table.picture import board, news_html, still
from llamakit.table.recent import news_of, recent
from llamakit.table.review import Judged, Review
from llamakit.table.scores import scores_html

if TYPE_CHECKING:
    from llamakit.table.widget import TableWidget

#: How long each step stays in a replay that runs by itself, in milliseconds.
SPEEDS = {"slow": 3000, "normal": 1500, "quick": 700}

#: The most steps that are put on a page of its own: some ten megabytes.
MOST_ON_A_PAGE = 1500

#: Which moves are listed.
FILTERS = ("all", "mine", "others", "costly")


class Frame(NamedTuple):
    """One position to look at: which game, the state, how far that is, and the decision taken.

    ``steps`` is the number of the steps so far, ``new`` of those since the frame before; ``taken``
    is None at the end of a round or of a game.
    """

    game: int
    state: State
    steps: int
    new: int
    taken: Step | None


class Replay:
    """A record on the screen: ``at`` is the number of the frame shown, from 0.

    ``html``, ``said``, ``wait`` and ``version`` are what a widget shows. ``seat`` is whose game it
    is: its lead is drawn, and while a game is not over nothing else is shown than what it knew.
    ``reviews`` are the reviews of the games, worked out in the steps that the page asks for.

    >>> from llamakit.engine.game import new_game
    >>> game = new_game("llama-dice", players=["Ana", "Ben"], seed=7)
    >>> game.play("quit")
    >>> again = Replay([game])
    >>> again.receive({"do": "go", "action": "1", "version": again.version})
    >>> again.at, again.said
    (1, 'Step 2 of 2. Ana quits the round.')
    """

    def __init__(
        self,
        games: Sequence[Game],
        seat: int | None = None,
        way_back: str = "",
        whole: Game | Match | None = None,
    ) -> None:
        """Look at the first decision of the first game.

        ``way_back`` is what a button says that leads back to where this was asked for, if any;
        ``whole`` has the record of all the games, if they are a match.
        """
        self.games = tuple(games)
        self._whole = (whole or self.games[0]).record
        self.viewer = seat
        self.seat = _first_person(self.games[0]) if seat is None else seat
        self.stories = [_story_of(game, self._ear(game)) for game in self.games]
        self.frames = [
            frame for number in range(len(games)) for frame in _frames(self.games, number, seat)
        ]
        self.reviews = [Review(game, self._judged_seats(game)) for game in self.games]
        self.at = 0
        self.version = 0
        self._way_back = way_back
        self._switches = {"odds": True, "rules": False, "review": True, "run": False}
        self._switches["further"] = False
        self._filter, self._speed = "all", "normal"
        self._learning: Learning | None = None
        self._figures: dict[int, str] = {}
        self._labels = [self._label(frame) for frame in self.frames]
        self._redraw()

    def _ear(self, game: Game) -> int | str | None:
        """Return who hears the story: everybody's ears together, or a seat, or those outside."""
        return "all" if game.is_over else self.viewer

    def _judged_seats(self, game: Game) -> range | list[int]:
        """Return the seats whose decisions may be judged here."""
        if game.is_over:
            return range(len(game.seats))
        return [] if self.viewer is None else [self.viewer]

    @property
    def game(self) -> Game:
        """The game that is shown."""
        return self.games[self.frames[self.at].game]

    @property
    def review(self) -> Review:
        """The review of the game that is shown."""
        return self.reviews[self.frames[self.at].game]

    # What happens: messages from the page.

    def receive(self, message: object) -> dict[str, str] | None:
        """Go to a frame, turn a switch, or do what else is asked; anything else is ignored."""
        if not isinstance(message, Mapping):
            return None
        do, action = message.get("do"), str(message.get("action"))
        if do == "tick":
            self._tick()
            return None
        if do == "save":
            return self._record()
        if do == "page":
            return self._page()
        if not self._changed(do, action):
            return None
        self._redraw()
        return None

    def _changed(self, do: object, action: str) -> bool:
        """Do what is asked, and return whether it was anything."""
        if self._learning is not None and self._learning.receive(do, action):
            self._learning = None if self._learning.is_left else self._learning
        elif do == "go" and action.isdecimal():
            self.at = min(int(action[:9]), len(self.frames) - 1)
        elif do == "walk" and action in ("1", "-1"):
            self.at = min(max(self.at + int(action), 0), len(self.frames) - 1)
        elif do == "mistake" and action in ("1", "-1"):
            self.at = self._mistake(int(action))
        elif do == "switch" and action in self._switches:
            self._switches[action] = not self._switches[action]
            for review in self.reviews:
                review.further = self._switches["further"]
            if action == "run" and self.at == len(self.frames) - 1:
                self.at = 0
        elif do == "filter" and action in FILTERS:
            self._filter = action
        elif do == "speed":
            later = [*SPEEDS, *SPEEDS]
            self._speed = later[later.index(self._speed) + 1]
        elif do == "seat":
            self.seat = (self.seat + 1) % len(self.game.seats)
        elif do == "learn":
            learning = Learning(self.review, self.seat)
            self._learning = None if learning.is_left else learning
        else:
            return False
        return True

    def _tick(self) -> None:
        """Go on by a step, if the replay runs, and do a small step of the reviews."""
        if self._switches["run"]:
            self.at = min(self.at + 1, len(self.frames) - 1)
            self._switches["run"] = self.at < len(self.frames) - 1
            self._work()
        elif not (self._at_work() and self._work()):
            self.version += 1  # nothing to see yet: ask again
            return
        self._redraw()

    def _at_work(self) -> Review | None:
        """Return the review to go on with: that of the game shown, or the next that is not done."""
        if not self._switches["review"]:
            return None
        return next((review for review in (self.review, *self.reviews) if not review.is_done), None)

    def _work(self) -> bool:
        """Do a small step of a review, and return whether there is something new to show."""
        review, frame = self._at_work(), self.frames[self.at]
        if review is None:
            return False
        tenth = int(10 * review.share)
        judged = review.step(frame.steps if review is self.review and frame.taken else None)
        return judged or (review.solves and int(10 * review.share) != tenth)

    def finish(self) -> None:
        """Work out the reviews whole; this can take a minute."""
        for review in self.reviews:
            review.finish()
        self._redraw()

    def go(self, number: int) -> None:
        """Show another frame. Raises InputError if there is no such frame."""
        self.at = whole_number("the frame", number, 0, len(self.frames) - 1)
        self._redraw()

    def _mistake(self, way: int) -> int:
        """Return the next frame with a costly decision of the seat, forwards or back; else here."""
        costly = [
            number for number in self._numbers(way) if self.is_mistake(number) and self._own(number)
        ]
        return costly[0] if costly else self.at

    def _numbers(self, way: int) -> range:
        """Return the frames after this one, or those before it from here."""
        return range(self.at + 1, len(self.frames)) if way > 0 else range(self.at - 1, -1, -1)

    def _record(self) -> dict[str, str] | None:
        """Return the record as a file; not while a game is on that shows one seat's view only."""
        if not self._may_share():
            return None
        name = f"{self.game.name}.json"
        return {"name": name, "text": json.dumps(self._whole(), indent=1, ensure_ascii=False)}

    def _page(self) -> dict[str, str] | None:
        """Return the replay as a page of its own; None if it is secret still, or too long."""
        if not self._may_share() or len(self.frames) > MOST_ON_A_PAGE:
            return None
        return {"name": f"{self.game.name}.html", "text": page(self), "type": "text/html"}

    def _may_share(self) -> bool:
        """Whether the record tells no secret of a game that is still on."""
        return all(game.is_over for game in self.games)

    @property
    def wait(self) -> int:
        """After how many milliseconds the page sends a "tick"; 0 for never."""
        if self._switches["run"]:
            return SPEEDS[self._speed]
        return 1 if self._at_work() else 0

    # What is known of a frame.

    @property
    def view(self) -> View:
        """The position shown: with everything face up once the game is over."""
        return self.view_of(self.at)

    def view_of(self, number: int) -> View:
        """Return what is shown of a frame, and all that was said until then."""
        frame = self.frames[number]
        game, story = self.games[frame.game], self.stories[frame.game]
        log = tuple(filter(None, story[: frame.steps]))
        shown = frame.state.open_view() if game.is_over else frame.state.view(self.viewer)
        return dataclasses.replace(shown, names=game.players, log=log)

    def _own_view(self, frame: Frame) -> View:
        """Return what the player on turn knew; before the end, what the viewer did."""
        game = self.games[frame.game]
        seat = frame.state.player if game.is_over else self.viewer
        return dataclasses.replace(frame.state.view(seat), names=game.players)

    def judged(self, number: int) -> Judged | None:
        """Return what is known of the decision of a frame by now, if it is one."""
        frame = self.frames[number]
        return self.reviews[frame.game].judged.get(frame.steps) if frame.taken else None

    def is_mistake(self, number: int) -> bool:
        """Whether the decision of a frame was costly, as far as is known by now."""
        judged = self.judged(number)
        return judged is not None and judged.is_mistake

    def _own(self, number: int) -> bool:
        """Whether the decision of a frame is the seat's."""
        taken = self.frames[number].taken
        return taken is not None and taken.seat == self.seat

    def _label(self, frame: Frame) -> str:
        """Return what a button would say for the decision of a frame."""
        if frame.taken is None:
            return ""
        label = find_game(self.games[0].name).words.label
        return label(frame.taken.choice, self._own_view(frame))

    # What is shown.

    def still(self) -> dict[str, Any]:
        """Return the picture and the transcript that stay in a saved notebook."""
        return still(self.game.name, self.view)

    def __repr__(self) -> str:
        return words.run_to_see(self.game.name)

    def _redraw(self) -> None:
        """Draw the frame, and say where it is and what is new."""
        if self._learning is not None:
            self.html, self.said = self._learning.html, self._learning.said
        else:
            self.html = self.whole_html()
            self.said = self.said_of(self.at)
        self.version += 1

    def said_of(self, number: int) -> str:
        """Return what a screen reader says of a frame."""
        said = [words.step_of(number + 1, len(self.frames)) + ".", *self._news(self.frames[number])]
        judged = self.judged(number)
        if judged is not None and judged.is_mistake:
            said.append(words.said_cost(self.game.players[judged.seat], cost_of(judged.taken)))
        return " ".join(said)

    def _news(self, frame: Frame) -> list[str]:
        """Return the sentences since the frame before."""
        new = self.stories[frame.game][frame.steps - frame.new : frame.steps]
        return [sentence for sentence in new if sentence]

    def whole_html(self) -> str:
        """Return the whole replay: ``data-walk`` lets the arrow keys step through it."""
        return (
            f'<div class="lk-replay" data-walk data-filter="{self._filter}">{self.title_html()}'
            f"{self._track()}{self._controls()}"
            f'<div class="lk-frame">{self.frame_html(self.at)}</div>'
            f"{self._moves()}{self._tools()}</div>"
        )

    def title_of(self, number: int) -> str:
        """Return the title of a frame: which game, the round, and what comes next."""
        title = headline(self.view_of(number))
        if len(self.games) == 1:
            return title
        return words.game_of(self.frames[number].game + 1, len(self.games), title)

    def title_html(self) -> str:
        """Return the title of the frame shown, and the name of the replay's region."""
        game = self.game
        region = text(words.replay_of(words.region(game.rules.title, game.players)))
        return (
            f'<h3 data-key="status" data-region="{region}" tabindex="-1">'
            f"{text(self.title_of(self.at))}</h3>"
        )

    def frame_html(self, number: int, whole: bool = False) -> str:
        """Return a position, what happened, what was done next, and what the odds say of it.

        If ``whole``, the odds and the rules are there, whatever is switched on.
        """
        frame, view = self.frames[number], self.view_of(number)
        game = self.games[frame.game]
        happened = recent(game, None if game.is_over else self.viewer, frame.steps)
        judged = self.judged(number)
        taken = frame.taken.choice if frame.taken else None
        better = judged.known[0].action if judged and judged.is_mistake else None
        scores, news = self._scores(number), self._news(frame)
        if scores:
            last = game.history[frame.steps - frame.new : frame.steps]
            news = list(filter(None, (news_of(game, None, step) for step in last)))
        shown = marked(
            lambda actions: board(game.name, view, actions, happened, scores), taken, better
        )
        return (
            f'<div class="lk-scene">{news_html(news)}'
            f'<div class="lk-board" data-move="{number}" data-round="{view.round_number}">'
            f'{shown}</div></div><div class="lk-deed">{self._taken(number)}</div>'
            f'<div class="lk-learned">{self._learned(number, whole)}</div>'
        )

    def _scores(self, number: int) -> str:
        """Return what was counted, at the end of a round or of the game."""
        frame = self.frames[number]
        game, ended = self.games[frame.game], frame.state.is_over
        if frame.taken is not None or not (ended or frame.state.is_between_rounds):
            return ""
        return scores_html(game, self.view_of(number), None if ended else frame.steps)

    def _taken(self, number: int) -> str:
        """Return what the player on turn did next, what it cost, what was better, and why."""
        frame, judged = self.frames[number], self.judged(number)
        if frame.taken is None:
            return ""
        name = self.games[frame.game].players[frame.taken.seat or 0]
        who = words.what_was_done(f"<bdi>{text(name)}</bdi>")
        done = f'<p class="lk-taken">{who} {text(self._labels[number])}'
        if judged is None:
            return f"{done}</p>"
        tag = marks(judged.known).get(judged.action) or words.costs(cost_of(judged.taken))
        kind = "lk-tag lk-costly" if judged.is_mistake else "lk-tag"
        done += f' <span class="{kind}">{text(tag)}</span></p>'
        better = ""
        if judged.is_mistake:
            label = find_game(self.game.name).words.label
            labels = [label(action, self._own_view(frame)) for action in judged.best]
            better = f"<strong>{text(words.better(labels, judged.taken.proven))}</strong> "
        because = f'<p class="lk-because">{better}{text(judged.why)}</p>'
        return done + because * bool(better or judged.why)

    def _learned(self, number: int, whole: bool) -> str:
        """Return the odds, the advice and the rules of a frame: all, or what is switched on."""
        frame = self.frames[number]
        slug, view, judged = self.games[frame.game].name, self._own_view(frame), self.judged(number)
        odds = ""
        if whole or self._switches["odds"]:
            if number not in self._figures:
                self._figures[number] = figures_html(slug, view)
            odds = self._figures[number] + (advice_html(slug, view, judged.known) if judged else "")
        return odds + rules_html(slug, view) * (whole or self._switches["rules"])

    def _track(self) -> str:
        """Return the curve of the lead, and below it the slider: it is the slider's track."""
        last = len(self.frames) - 1
        where = words.step_of(self.at + 1, last + 1)
        heard = text(f"{where}: {self.title_of(self.at)}")
        return (
            f'<div class="lk-track">{graph(self)}'
            f'<input type="range" min="0" max="{last}" value="{self.at}" data-do="go" '
            f'data-key="slider" aria-label="{words.STEP}" aria-valuetext="{heard}"></div>'
        )

    def _controls(self) -> str:
        """Return the buttons that step forwards and back, and let the replay run."""
        last = len(self.frames) - 1
        runs = self._switches["run"]

        def step(key: str, label: str, to: int, off: bool) -> str:
            return button("go", key, label, action=to, extra="disabled" if off else "")

        return (
            '<div class="lk-controls">'
            + step("first", words.FIRST, 0, self.at == 0)
            + step("back", words.BACK, self.at - 1, self.at == 0)
            + button("switch", "run", words.PAUSED if runs else words.RUN, action="run")
            + step("forward", words.FORWARD, self.at + 1, self.at == last)
            + step("last", words.LAST, last, self.at == last)
            + button("speed", "speed", words.speed(self._speed))
            + f'<span class="lk-where">{words.step_of(self.at + 1, last + 1)}</span>'
            + f"{self._progress()}</div>"
        )

    def _progress(self) -> str:
        """Return how far the review is, and a button: stop, go on, or solve what is estimated."""
        done = sum(len(review.judged) for review in self.reviews)
        total = sum(len(review.decisions) for review in self.reviews)
        solvable = sum(len(review.solvable) for review in self.reviews)
        if done < total:
            shown = words.reviewed(done, total)
            key, label = "review", words.GO_ON_REVIEW
            label = words.STOP_REVIEW if self._switches["review"] else label
        elif solvable and self._switches["further"]:
            share = max(review.share for review in self.reviews)
            shown = words.being_solved(solvable, int(100 * share))
            key, label = "further", words.STOP_SOLVING
        elif solvable:
            shown, key, label = "", "further", words.SOLVE_FURTHER
        else:
            return ""
        progress = f'<span class="lk-progress">{shown}</span>' * bool(shown)
        return progress + button("switch", f"switch {key}", label, action=key)

    def _moves(self) -> str:
        """Return every move in the order of the game, and what to choose of them."""
        rows, titled = [], (0, 0)
        for number, frame in enumerate(self.frames):
            part = (frame.game, frame.state.round_number)
            if self.games[0].rules.endings and part != titled and frame.taken:
                titled = part
                rows.append(f'<li class="lk-part">{words.round_number(part[1])}</li>')
            rows.append(self._move(number, frame))
        name = text(self.game.players[self.seat])
        whose = {
            "all": words.ALL_MOVES,
            "mine": words.moves_of(f"<bdi>{name}</bdi>"),
            "others": words.OTHERS_MOVES,
            "costly": words.COSTLY_MOVES,
        }
        filters = "".join(
            button(
                "filter",
                f"filter {key}",
                label,
                action=key,
                extra=f'aria-pressed="{str(self._filter == key).lower()}"',
            )
            for key, label in whose.items()
        )
        filters += button("seat", "seat", words.NEXT_SEAT) * self._may_share()
        return (
            f'<section class="lk-listed"><div class="lk-controls">{filters}</div>'
            f'<ol class="lk-moves" aria-label="{words.MOVES}">{"".join(rows)}</ol></section>'
        )

    def _move(self, number: int, frame: Frame) -> str:
        """Return a move of the list: who did what, and what it cost, if it did."""
        here = number == self.at
        extra = f'tabindex="{0 if here else -1}"' + ' aria-current="step"' * here
        if frame.taken is None:
            label, kind = words.AT_THE_END if frame.state.is_over else words.ROUND_END, ""
        else:
            name = self.games[frame.game].players[frame.taken.seat or 0]
            label = f"<bdi>{text(name)}</bdi>: {text(self._labels[number])}"
            kind = "data-mine" if self._own(number) else "data-theirs"
        judged = self.judged(number)
        if judged is not None and judged.is_mistake:
            kind += " data-costly"
            cost = text(words.costs(cost_of(judged.taken)))
            label += f' <span class="lk-tag lk-costly">{cost}</span>'
        move = button("go", f"move {number}", label, action=number, extra=extra)
        return f"<li {kind}>{move}</li>"

    def _tools(self) -> str:
        """Return the switches, and what can be done with the replay."""
        switches = "".join(
            button(
                "switch",
                f"switch {name}",
                label,
                action=name,
                extra=f'role="switch" aria-checked="{str(self._switches[name]).lower()}"',
            )
            for name, label in (("odds", words.ODDS), ("rules", words.RULES))
        )
        learn = button("learn", "learn", words.LEARN) * bool(self.review.mistakes(self.seat))
        too_long = "disabled" if len(self.frames) > MOST_ON_A_PAGE else ""
        share = button("save", "save", words.SAVE_RECORD)
        share += button("page", "page", words.SAVE_PAGE, extra=too_long)
        back = button("back", "back to", text(self._way_back)) * bool(self._way_back)
        share *= self._may_share()
        return f'<div class="lk-controls lk-last">{switches}{learn}{share}{back}</div>'


def _first_person(game: Game) -> int:
    """Return the first seat of a person; the first of all where only bots play."""
    people = (seat for seat, sits in enumerate(game.seats) if sits.strategy is None)
    return next(people, 0)


def _story_of(game: Game, ear: int | str | None) -> list[str]:
    """Return a sentence for each step of a game, as a seat hears it; "all" hears most.

    Of hands that are dealt each seat hears its own: there, "all" hears what everybody does.
    """
    tell = find_game(game.name).words.tell
    everybody = (None, *range(len(game.players)))

    def heard(step: Step) -> str:
        """Return the longest sentence that somebody hears."""
        together = everybody if step.before.mover is not None else (None,)
        ears = together if ear == "all" else (ear,)
        return max((tell(step, seat, game.players) for seat in ears), key=len)

    return [heard(step) for step in game.history]


def _frames(games: Sequence[Game], number: int, seat: int | None) -> Iterator[Frame]:
    """Yield the positions of a game to look at: decisions, ends of rounds, and the end.

    While the game is on, only the decisions that the seat has heard of.
    """
    game, seen = games[number], 0
    for steps, step in enumerate(game.history):
        if not (step.before.is_between_rounds or _is_heard(game, steps, seat)):
            continue
        taken = step if step.seat is not None else None
        yield Frame(number, step.before, steps, steps - seen, taken)
        seen = steps
    yield Frame(number, game.state, len(game.history), len(game.history) - seen, None)


def _is_heard(game: Game, number: int, seat: int | None) -> bool:
    """Whether a step is a decision that a seat knows of: its own, or one that is told as such.

    What is told only by what came of it, such as dice re-rolled, stays untold. Once the game is
    over, every decision may be known.
    """
    step = game.history[number]
    if step.seat is None or game.is_over or step.seat == seat:
        return step.seat is not None
    return bool(find_game(game.name).words.tell(step, seat, game.players))


def show(
    record: Game | Match | Mapping[str, Any] | str | os.PathLike[str], seat: int | None = None
) -> TableWidget:
    """Return a widget that steps through a game or a match, forwards and back, with its review.

    ``record`` is a record, the path of a file with one, or the game or match itself. ``seat`` is
    whose lead is drawn (default: the first person's), and whose view is shown while a game is not
    over (default: what everybody may know). At each step are the exact odds of the player on turn,
    what the player did, what that cost and why. Raises RecordError for a record that is broken,
    foreign or against the rules, and InputError for a seat nobody sits in.

    >>> from llamakit.engine.game import new_game
    >>> show(new_game("llama-dice", seed=7))
    A replay of llama-dice: run this cell to see it.
    """
    from llamakit.table.widget import TableWidget

    found = record if isinstance(record, (Game, Match)) else replay(record)
    games = [found] if isinstance(found, Game) else found.games
    if seat is not None:
        whole_number("seat", seat, 0, len(games[0].seats) - 1)
    return TableWidget(Replay(games, seat, whole=found))
