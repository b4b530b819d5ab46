"""Named fields back into the record, for scenarios. All that follows from them is found anew, in plain Python and without kernels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simcli.games.fields import Path, collect, read_counts, read_list, read_name, read_seat, read_seats, read_whole, refuse
from simcli.games.kings_forge import GAME
from simcli.games.kings_forge import state as S
from simcli.games.kings_forge.cards_set import CraftCards, GatherCards
from simcli.games.kings_forge.reading import ONES_TO_SIXES, ROLL_WORKSHOP, TOKEN_NAMES, Names, die_text, kind_text, kinds_of
from simcli.games.kings_forge.tables import COLOUR_NAMES

PHASES = tuple(d.name for d in GAME.decisions)
SETTABLE_PHASES = (PHASES[S.GATHER], PHASES[S.MODIFY], PHASES[S.CRAFT])
"""A scenario starts between two turns or with rolled dice; what lies inside a choice is reached by action texts."""
HAND_COLOURS = COLOUR_NAMES[: S.COLOURS]
DICE = tuple(die_text(c * S.ROW + v) for c in range(S.COLOURS) for v in range(1, S.FACES + 1))
MOST = 255


def set_fields(s: Any, t: Any, names: Names, fields: Mapping[str, Any]) -> None:
    """Sets named fields of a dealt game; masks, counters and the pile follow.

    What is named replaces what was there, for the seats named (`all` names every seat). Left out, `stock` is what the box holds beyond
    the dice that lie elsewhere, and `tokens` what nobody holds; the same of a colour that `stock` does not name. The seat to act is the
    one that starts, or the next that has not passed. With `rolled` it is asked to `modify` its dice if it holds an ability or token,
    else to `craft`; its hand is empty then, and all have passed. A position with one choice is asked all the same. Cards: see `cards_set`.
    FaultsError for what does not fit.
    """
    if not fields:
        return
    setter = _Setter(s, t, names, fields)
    collect(
        fields,
        {
            "round": setter.round,
            "start": setter.start,
            "passed": setter.passed,
            "actor": setter.actor,
            "rolled": setter.rolled,
            "abilities": setter.abilities,
            "phase": setter.phase,
            "hands": setter.dice_by_seat("hand"),
            "workshops": setter.dice_by_seat("workshop"),
            "allocated": setter.dice_by_seat("allocated"),
            "burned": setter.burned,
            "cemetery": setter.cemetery,
            **setter.gather.readers,
            **setter.crafts.readers,
            "stock": setter.stock,
            "tokens": setter.tokens,
        },
    )
    setter.settle()


class _Setter:
    """One call of `set_fields`."""

    def __init__(self, s: Any, t: Any, names: Names, fields: Mapping[str, Any]) -> None:
        self.s, self.t, self.names, self.fields = s, t, names, fields
        self.n = int(s["players"])
        self.gather, self.crafts = GatherCards(s, t, names), CraftCards(s, t, names)
        self.wanted_stock: dict[int, int] = {}
        self.wanted_tokens: dict[int, int] = {}
        self.wanted_phase = self.wanted_actor = -1

    # Seats and the turn

    def round(self, path: Path, value: Any) -> None:
        self.s["round"] = read_whole(path, value, 1, int(self.t["max_rounds"]))

    def start(self, path: Path, value: Any) -> None:
        self.s["start"] = read_seat(path, value, self.n)

    def passed(self, path: Path, value: Any) -> None:
        seats = [read_seat((*path, i), seat, self.n) for i, seat in enumerate(read_list(path, value))]
        if len(set(seats)) < len(seats):
            refuse(path, "names a seat twice", "KF-46")
        self._pass(seats)

    def _pass(self, seats: list[int]) -> None:
        self.s["passed"][:] = 0
        self.s["passed"][: len(seats)] = seats
        self.s["n_passed"], self.s["out"] = len(seats), sum(1 << p for p in seats)

    def actor(self, path: Path, value: Any) -> None:
        self.wanted_actor = read_seat(path, value, self.n)

    def phase(self, path: Path, value: Any) -> None:
        if value in PHASES and value not in SETTABLE_PHASES:
            refuse(path, f"is '{value}', which lies inside a choice", "set `phase: gather` or `modify` and give the texts under `do`")
        self.wanted_phase = PHASES.index(SETTABLE_PHASES[read_name(path, value, SETTABLE_PHASES)])

    # Dice, abilities, tokens

    def dice_by_seat(self, place: str) -> Any:
        def read(path: Path, value: Any) -> None:
            for p, (at, counts) in read_seats(path, value, self.n).items():
                self.s[place][p, : S.COLOURS] = read_counts(at, counts, HAND_COLOURS, high=MOST)

        return read

    def burned(self, path: Path, value: Any) -> None:
        self.s["burned"][: S.COLOURS] = read_counts(path, value, HAND_COLOURS, high=MOST)

    def rolled(self, path: Path, value: Any) -> None:
        self.s["rolled"][:] = 0
        for i, text in enumerate(read_list(path, value)):
            die = read_name((*path, i), text, DICE)
            self.s["rolled"][die // S.FACES, die % S.FACES + 1] += 1

    def abilities(self, path: Path, value: Any) -> None:
        kinds = kinds_of(self.t)
        known = [*(kind_text(self.t, kind) for kind in kinds), ROLL_WORKSHOP, ONES_TO_SIXES]
        for p, (at, counts) in read_seats(path, value, self.n).items():
            *held, self.s["wake"][p], self.s["ones"][p] = read_counts(at, counts, known, high=MOST)
            self.s["ability"][p, kinds] = held

    def cemetery(self, path: Path, value: Any) -> None:
        self.s["cemetery"] = read_whole(path, value, 0, S.FACES)

    def stock(self, path: Path, value: Any) -> None:
        given = read_counts(path, value, COLOUR_NAMES, high=MOST)
        self.wanted_stock = {COLOUR_NAMES.index(colour): given[COLOUR_NAMES.index(colour)] for colour in value}

    def tokens(self, path: Path, value: Any) -> None:
        given = read_counts(path, value, TOKEN_NAMES, high=MOST)
        self.wanted_tokens = {TOKEN_NAMES.index(token): given[TOKEN_NAMES.index(token)] for token in value}

    # What follows

    def settle(self) -> None:
        """Cards, the step of the round, the pile."""
        s = self.s
        self.gather.settle()
        self.crafts.settle()
        s["first"] = (int(s["start"]) + 1 - int(s["round"])) % self.n  # KF-22
        s["using"] = s["step"] = s["last"] = s["n_options"] = s["rerolls"] = 0
        if self.wanted_phase < 0:
            self.wanted_phase = self._phase_asked()
        if self.wanted_phase == S.GATHER:
            self._settle_gather()
        else:
            self._settle_craft()
        s["phase"] = self.wanted_phase
        self._settle_stock()
        self._settle_tokens()

    def _phase_asked(self) -> int:
        if "rolled" not in self.fields:
            return S.GATHER
        p = self.wanted_actor if self.wanted_actor >= 0 else int(self.s["start"])
        return S.MODIFY if self.s["ability"][p].any() else S.CRAFT

    def _in_order(self) -> list[int]:
        return [(int(self.s["start"]) + i) % self.n for i in range(self.n)]

    def _settle_gather(self) -> None:
        """KF-30."""
        s = self.s
        if self.fields.get("rolled"):
            refuse(("rolled",), "is given, but in the gather phase no dice are rolled", "KF-33")
        waiting = [p for p in self._in_order() if not int(s["out"]) >> p & 1]
        if not waiting:
            refuse(("passed",), "names every seat", "set `phase: craft` and `rolled`")
        if self.wanted_actor >= 0 and self.wanted_actor not in waiting:
            refuse(("actor",), f"is {self.wanted_actor + 1}, a seat that has passed", "KF-46")
        s["actor"] = self.wanted_actor if self.wanted_actor >= 0 else waiting[0]
        s["rolled"][:] = 0
        s["turns"] = 0

    def _settle_craft(self) -> None:
        """KF-49 to KF-52."""
        s = self.s
        if "rolled" not in self.fields:
            refuse(("phase",), f"is '{PHASES[self.wanted_phase]}', which needs `rolled`", "KF-52")
        order = self._in_order()
        p = s["actor"] = self.wanted_actor if self.wanted_actor >= 0 else order[0]
        s["turns"] = order.index(p)
        if "passed" not in self.fields:
            self._pass(order)
        elif s["n_passed"] < self.n:
            refuse(("passed",), "leaves a seat out, but dice are rolled when all have passed", "KF-49")
        named = self.fields.get("hands")
        if isinstance(named, Mapping) and named.get(p + 1):
            refuse(("hands", p + 1), "holds dice, but in a craft turn all dice of the hand are rolled", "KF-52")
        s["hand"][p] = 0

    def _settle_stock(self) -> None:
        s = self.s
        for colour, name in enumerate(COLOUR_NAMES):
            out = sum(int(s[place][: self.n, colour].sum()) for place in ("hand", "workshop", "allocated")) + int(s["burned"][colour])
            if colour < S.COLOURS:
                out += int(s["rolled"][colour].sum()) + self.crafts.laid(colour)
            else:
                out += int(s["cemetery"] > 0)
            box, left = int(self.t["box"][colour]), self.wanted_stock.get(colour, 0)
            if out + left > box:
                refuse(("stock",), f"and the other places hold {out + left} {name} dice together, the box has {box}", "KF-01")
            s["stock"][colour] = left if colour in self.wanted_stock else box - out

    def _settle_tokens(self) -> None:
        s = self.s
        for pile, kind in enumerate((S.AUTO_SIX, S.PLUS_TOKEN)):
            held, there = int(s["ability"][: self.n, kind].sum()), int(self.t["tokens"][pile])
            left = self.wanted_tokens.get(pile, 0)
            if held + left > there:
                refuse(("tokens",), f"and the players hold {held + left} {TOKEN_NAMES[pile]} together, there are {there}", "KF-09")
            s["tokens"][pile] = left if pile in self.wanted_tokens else there - held
