"""What the file of a game imports (docs/own-game.md): `from simcli.small import EACH, Cards, Deck, Int, draw, next_player`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcli.games.onefile.words import EACH, HELPERS, Cards, Deck, Helper, Int, Sealed

if TYPE_CHECKING:
    from simcli.games.onefile.kernels.helpers import (
        advance,
        all_sealed,
        can_pay,
        copies_in,
        draw,
        grid_step,
        is_most,
        left_in,
        most,
        next_in,
        next_player,
        pass_left,
        pass_right,
        pay,
        put_back,
        rank,
        reveal,
        roll,
        roll_dice,
        seat_after,
        shuffle_back,
        top,
        total,
    )

__all__ = (
    "EACH",
    "Cards",
    "Deck",
    "Int",
    "Sealed",
    "advance",
    "all_sealed",
    "can_pay",
    "copies_in",
    "draw",
    "grid_step",
    "is_most",
    "left_in",
    "most",
    "next_in",
    "next_player",
    "pass_left",
    "pass_right",
    "pay",
    "put_back",
    "rank",
    "reveal",
    "roll",
    "roll_dice",
    "seat_after",
    "shuffle_back",
    "top",
    "total",
)


def __getattr__(name: str) -> Helper:
    """Helpers stand for themselves until the rules are compiled: naming a game loads no compiler."""
    if name in HELPERS:
        return Helper(name)
    raise AttributeError(f"simcli.small has no '{name}'")
