"""What only Pig can say: cases for the contract with the engine, and what holds at its table."""

from __future__ import annotations

from typing import Any

import numpy as np
from pig import GAME

from simcli.testing.contract import Witness
from simcli.testing.playthrough import Case, Playthrough

CASES = [
    *(Case(GAME, n, options) for n in (2, 3, 4) for options in ((), (("equal_turns", True),))),
    Case(GAME, 2, (("must_roll", False),)),
    Case(GAME, 2, (("last_round_ends", True),)),
]


def complete(table: Playthrough) -> bool:
    """No die is kept that was not rolled."""
    return bool((table.s["kept"] <= table.s["rolled"]).all())


def seen(table: Playthrough, p: int) -> Any:
    """What seat p (from 0) sees: everything that has happened."""
    return table.fields()


def hidden(table: Playthrough, p: int) -> Any:
    """What nobody sees: the rolls to come."""
    return int(table.s["key"]), table.s["chance"].tolist()


def holdable(table: Playthrough, held: np.ndarray) -> bool:
    """int[seat, item, offered/held]: what is held was offered."""
    return bool((held[:, :, 1] <= held[:, :, 0]).all())


WITNESS = Witness(complete, seen, hidden, holdable)
