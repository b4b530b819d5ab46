"""A position that named fields are read of or set in: where a scenario begins, and what follows from the fields it has set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from simcli.games import fields
from simcli.games.components import packed
from simcli.games.fields import refuse
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.text.names import PHASES, Names, counts_of
from simcli.games.kings_guild.text.notation import own_spaces

SETTABLE = ("turn", "expand", "free")
"""A scenario stands in a turn; what lies inside of a step is reached by action texts."""
MOST = 9999


class Position(fields.Position):
    """A position, with what fields have taken from where it lay."""

    names: Names

    def __init__(self, s: Any, t: Any, names: Names, given: Mapping[str, Any] | None = None) -> None:
        super().__init__(s, t, names, given)
        self.taken: dict[str, set[int]] = {"quests": set(), "specialists": set()}
        self.named: Counter[int] = Counter()
        """Copies of treasures that fields have named."""


def begin_turn(x: Position) -> None:
    """Leaves the set-up behind, or a question: a scenario starts with a turn of the start player, or the turn starts anew."""
    s = x.s
    if int(s["turns"]) and not int(s["n_pending"]):
        return
    s["n_pending"] = s["main"] = s["built"] = s["hired"] = 0
    if not int(s["turns"]):
        s["turns"] = s["round"] = 1
        s["active"] = s["first"]
    s["actor"] = s["active"]
    s["phase"] = S.TURN


def settle(x: Position) -> None:
    """What the fields given imply: the stock, tiles that are gone, spaces of specialists, the phase; faults of what cannot be."""
    s, t = x.s, x.t
    if "resources" in x.fields and "stock" not in x.fields:
        stored = [counts_of(s["held"][p]) for p in range(x.n)]
        left = [whole - sum(held[kind] for held in stored) for kind, whole in enumerate(counts_of(t["stock"]))]
        if min(left) < 0:
            refuse(("resources",), "are more than there are", "KG-U-05")
        s["stock"] = packed(left)
    if "rooms" in x.fields:
        _take_tiles(x)
    given = x.fields.get("spaces", {})
    for p in range(x.n):
        own = int(s["specialists"][p]).bit_count()
        if isinstance(given, Mapping) and not (p + 1 in given or "all" in given) and int(s["crowd"][p].sum()) != own:
            _stand(x, p, own)
        if int(s["crowd"][p].sum()) != own:
            refuse(("spaces", p + 1), f"hold {int(s['crowd'][p].sum())} specialists, the seat has {own}")
        for space in range(S.SPACES):
            filled = int(s["crowd"][p, space]) + (space > 0 and int(s["baggage"][p]) == space)
            if filled > (_room(x, space) if space in own_spaces(s, t, p) else 0):
                refuse(("spaces", p + 1, x.names.spaces[space]), f"holds {filled}, which are more than it has room for", "KG-X-06")
    if "phase" not in x.fields:
        halves = int(s["built"]) + int(s["hired"])
        s["phase"] = S.TURN if not s["main"] else S.EXPAND if s["main"] == S.M_EXPAND and halves < 2 else S.FREE
    elif PHASES[int(s["phase"])] == "expand" and not s["main"]:
        s["main"] = S.M_EXPAND
    s["actor"] = s["active"]
    for k in range(S.MAX_SLOTS):
        if bool(s["made"][k] == 0) != bool(s["opener"][k] == S.NONE):
            refuse(("openers",), f"and made differ in slot {k + 1}: a sigil lies on an item that was made", "KG-K-06")


def _room(x: Position, space: int) -> int:
    """Spaces of a kind."""
    return int(x.t["outside"]) if space == S.OUTSIDE else int(x.t["room_spaces"][space - 1])


def _stand(x: Position, p: int, left: int) -> None:
    """Specialists of a seat stand outside first, then in rooms in file order."""
    x.s["crowd"][p] = 0
    for space in own_spaces(x.s, x.t, p):
        n = min(left, _room(x, space) - (space > 0 and int(x.s["baggage"][p]) == space))
        x.s["crowd"][p, space] = n
        left -= n


def _take_tiles(x: Position) -> None:
    """Tiles of rooms that lie on boards are not on offer, unless the offer is named."""
    s, t = x.s, x.t
    owned: dict[int, int] = {}
    for p in range(x.n):
        for room in range(len(x.names.rooms)):
            if int(s["rooms"][p]) >> room & 1:
                pile = int(t["room_pile"][room])
                owned[pile] = owned.get(pile, 0) + 1
    for pile, n in owned.items():
        id_ = x.names.piles[pile]
        if id_ in x.names.masters:
            if "masters" not in x.fields:
                s["pile"][pile] = 0
        elif "tiles" not in x.fields:
            s["pile"][pile] = max(int(t["pile_start"][pile]) - n, 0)
