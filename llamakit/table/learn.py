"""Learn from your mistakes: the costliest decisions once more. Choose again, and see.

Imports the standard library and lower rooms.
"""

from __future__ import annotations

from llamakit.engine.display import headline
from llamakit.engine.registry import find_game
from llamakit.engine.state import Action
from llamakit.table import words
from llamakit.table.draw import button, text
from llamakit.table.explain import advice_html, cost_of, figures_html
from llamakit.table.picture import board, news_html
from llamakit.table.recent import recent
from llamakit.table.review import Review, why

#: How many decisions come once more.
WORST = 3


class Learning:
    """The costliest decisions of a seat once more, one after the other.

    ``html`` and ``said`` are what to show; ``is_left`` when all is done, or somebody has enough.
    The position is shown as the player saw it then.
    """

    def __init__(self, review: Review, seat: int) -> None:
        """Begin with the costliest."""
        self._review = review
        self._asked = review.mistakes(seat)[:WORST]
        self._at = 0
        self._chosen: Action | None = None
        self.is_left = not self._asked

    def receive(self, do: object, action: str) -> bool:
        """Take an answer ("play"), go on ("next") or leave; return whether it was one of these."""
        if do == "play" and self._chosen is None:
            legal = {str(advised.action): advised.action for advised in self._asked[self._at].known}
            self._chosen = legal.get(action)
        elif do == "next" and self._chosen is not None:
            self._at, self._chosen = self._at + 1, None
            self.is_left = self._at == len(self._asked)
        elif do == "leave":
            self.is_left = True
        return do in ("play", "next", "leave")

    @property
    def said(self) -> str:
        """What a screen reader says."""
        return " ".join([words.once_more(self._at + 1, len(self._asked)), *self._verdict()])

    def _verdict(self) -> list[str]:
        """Return what there is to say of the answer, if one was given."""
        judged = self._asked[self._at]
        if self._chosen is None:
            return [self._question()]
        label = find_game(self._review.game.name).words.label
        view = self._review.view(judged.step)
        labels = [label(action, view) for action in judged.best]
        chosen = next(advised for advised in judged.known if advised.action == self._chosen)
        if chosen.action in judged.best:
            said = words.FOUND if chosen.proven else words.FOUND_LIKELY
        elif chosen.action == judged.action:
            said = words.the_same_again(cost_of(chosen))
        else:
            said = words.not_found(cost_of(chosen))
        better = [] if chosen.action in judged.best else [words.better(labels, chosen.proven)]
        return [said, *better, why(view, judged.known, chosen.action)]

    def _question(self) -> str:
        """Return what was asked then."""
        view = self._review.view(self._asked[self._at].step)
        question = find_game(self._review.game.name).words.question(view)
        return words.asked(view.name(view.player or 0), question)

    @property
    def html(self) -> str:
        """The position, and the choice or what it came to."""
        judged = self._asked[self._at]
        game, view = self._review.game, self._review.view(judged.step)
        open_still = self._chosen is None
        legal = tuple(advised.action for advised in judged.known) if open_still else ()
        before = judged.step  # the steps until then
        happened = recent(game, judged.seat, before)
        shown = board(game.name, view, legal, happened)
        region = text(words.replay_of(words.region(game.rules.title, game.players)))
        return (
            f'<h3 data-key="status" data-region="{region}" tabindex="-1">'
            f"{text(words.once_more(self._at + 1, len(self._asked)))}</h3>"
            f"<p>{text(headline(view))}</p>"
            f'<div class="lk-scene">{news_html(happened.story)}'
            f'<div class="lk-board" data-decides data-move="learn {self._at}" '
            f'data-round="{view.round_number}">{shown}</div></div>'
            f'<section class="lk-choices">{self._answers() if open_still else self._verdict_html()}'
            f"</section>{'' if open_still else self._odds()}"
        )

    def _answers(self) -> str:
        """Return the question and its answers, in the order in which the rules list them."""
        judged = self._asked[self._at]
        label = find_game(self._review.game.name).words.label
        view = self._review.view(judged.step)
        legal = self._review.history[judged.step].before.legal_actions()
        buttons = "".join(
            button("play", f"play {action}", text(label(action, view)), action=action)
            for action in legal
        )
        return (
            f'<h4>{text(self._question())}</h4><div class="lk-buttons" data-group="choices" '
            f"data-home data-decides>{buttons}</div>"
            f'<div class="lk-controls lk-last">{button("leave", "leave", words.LEAVE_LEARNING)}'
            "</div>"
        )

    def _verdict_html(self) -> str:
        """Return what the answer came to, and the way on."""
        said = "".join(f"<p>{text(sentence)}</p>" for sentence in self._verdict() if sentence)
        last = self._at == len(self._asked) - 1
        on = button("next", "next", words.DONE_LEARNING if last else words.NEXT_POSITION)
        return (
            f'<div class="lk-verdict">{said}</div><div class="lk-buttons" data-group="choices" '
            f"data-home data-decides>{on}</div>"
        )

    def _odds(self) -> str:
        """Return the odds behind the answer, below what stays in sight on a narrow page."""
        judged = self._asked[self._at]
        slug, view = self._review.game.name, self._review.view(judged.step)
        return figures_html(slug, view) + advice_html(slug, view, judged.known)
