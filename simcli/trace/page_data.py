"""The page that a trace writes with `--html`: what the trace has seen, in the words of the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from simcli.trace.page import Alternative, GamePage, Step, game_page

if TYPE_CHECKING:
    from simcli.trace.reasons import Action
    from simcli.trace.trace import Moment, Setup


def page_text(setup: Setup, moments: Sequence[Moment], deal: int, rotation: int, reason: str, command: str) -> str:
    """The page of a game; found: how it was found, '' if it was named; command: what tells it again."""
    about = f"{setup.players} players: seed {setup.seed}, deal {deal}, rotation {rotation}"
    return game_page(GamePage(setup.game.title, about, reason, command, moments[-1].seats, tuple(map(_step, moments))))


def _step(moment: Moment) -> Step:
    from simcli.trace.reasons import percent

    why = moment.reasons
    note = ""
    if why is not None:
        chance = "" if why.chance_of_more is None else f", together with chance {percent(why.chance_of_more)}"
        note = why.plain or (f"and {why.more} more{chance}" if why.more else "")
    return Step(
        moment.number,
        moment.round,
        moment.position,
        moment.points,
        moment.picture,
        moment.seat,
        moment.strategy,
        moment.choice,
        tuple(map(_alternative, why.actions)) if why else (),
        note,
        moment.events,
    )


def _alternative(action: Action) -> Alternative:
    from simcli.trace.reasons import decimal, percent

    score = "" if action.score is None else decimal(action.score)
    chance = "" if action.chance is None else percent(action.chance)
    return Alternative(action.text, action.is_chosen, score, chance, tuple(map(str, action.seen)))
