"""Numbers of decisions and of feature columns by name, for strategies written in Python; made from `GAME.decisions` and `GAME.context`.

    from simcli.games.columns import guildes as c

    s.phase == c.PICK             the decision `pick` is asked for
    X[i, c.PICK_VOTES_NOW]        its feature `votes_now` of action i
    out[c.CONTEXT_METAL]          column `metal` of `GAME.context`

Each name is an int in a module, which numba takes as a constant. Free of numba itself, so importing it costs nothing.
"""

from __future__ import annotations

from types import ModuleType

from simcli.game import Game
from simcli.games import get_game


def columns(game: Game) -> ModuleType:
    """A module with `DECISION`, the decision's position in `GAME.decisions`, and `DECISION_FEATURE`, the feature's column in X; and
    `CONTEXT_NAME`, a column of what is known of a position.

    ValueError if two names are the same.
    """
    module = ModuleType(f"{__name__}.{game.id}", f"Decisions and feature columns of {game.title}.")
    decisions = [
        {decision.name: d} | {f"{decision.name}_{feature.name}": column for column, feature in enumerate(decision.features)}
        for d, decision in enumerate(game.decisions)
    ]
    for names in (*decisions, {f"context_{feature.name}": column for column, feature in enumerate(game.context)}):
        for name, number in names.items():
            if hasattr(module, name.upper()):
                raise ValueError(f"{game.id}: two numbers are called {name.upper()}")
            setattr(module, name.upper(), number)
    return module


def __getattr__(name: str) -> ModuleType:
    """`from simcli.games.columns import GAME`, for every known game."""
    try:
        return columns(get_game(name))
    except KeyError:
        raise AttributeError(f"there is no game {name!r}") from None
