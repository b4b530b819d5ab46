"""Named fields back into the record, for scenarios. All that follows from them is found anew, in plain Python and without kernels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simcli.games.fields import Path, bits, collect, read_counts, read_list, read_name, read_seat, read_seats, read_whole, refuse
from simcli.games.kings_forge import GAME
from simcli.games.kings_forge import state as S
from simcli.games.kings_forge.datafiles import COLOURS, HALVES, TOKENS
from simcli.games.kings_forge.text.cards import CraftCards, GatherCards
from simcli.games.kings_forge.text.names import (
    ONES_TO_SIXES,
    ROLL_WORKSHOP,
    Names,
    counts_of,
    craft_text,
    dice_of,
    die_text,
    kind_text,
    kinds_of,
    laid_on,
    row_text,
    winners,
)

PHASES = tuple(d.name for d in GAME.decisions)
SETTABLE_PHASES = (PHASES[S.GATHER], PHASES[S.MODIFY], PHASES[S.CRAFT])
"""A scenario starts between two turns or with rolled dice; what lies inside a choice is reached by action texts."""
HAND_COLOURS = COLOURS[: S.COLOURS]
DICE = tuple(die_text(c * S.ROW + v) for c in range(S.COLOURS) for v in range(1, S.FACES + 1))
MOST = 255


OVER = "over"


def get_fields(s: Any, t: Any, names: Names) -> dict[str, Any]:
    """The full state in plain data (RULES.md, section 18); seats count from 1, numbers of dice and abilities leave out zeros."""
    over, phase, cards = bool(s["over"]), int(s["phase"]), names.cards(t)
    drawn = [cards[row] for row in s["drawn"][: int(s["n_drawn"])].tolist()]
    seats = range(1, int(s["players"]) + 1)
    secured = s["secured"].tolist()
    return {
        "round": int(s["round"]),
        "phase": OVER if over else PHASES[phase],
        "actor": 0 if over else int(s["actor"]) + 1,
        "over": over,
        "start": int(s["start"]) + 1,
        "stock": dict(zip(COLOURS, s["stock"].tolist(), strict=False)),
        "hands": _by_seat(s, "hand"),
        "workshops": _by_seat(s, "workshop"),
        "allocated": _by_seat(s, "allocated"),
        "burned": counts_of(s["burned"].tolist()),
        "rolled": dice_of(s["rolled"].tolist()),
        "abilities": {seat: _abilities(s, t, seat - 1) for seat in seats},
        "tokens": dict(zip(TOKENS, s["tokens"].tolist(), strict=True)),
        "cemetery": int(s["cemetery"]),
        "passed": [p + 1 for p in s["passed"][: int(s["n_passed"])].tolist()],
        "face_up": ["" if card == S.NONE else names.gathers[card] for card in s["face_up"][: int(t["n_face_up"])].tolist()],
        "deck": [names.gathers[card] for card in s["deck"][int(s["deck_next"]) : int(s["n_gather"])].tolist()],
        "used": _used(s, names),
        "docks": [names.exchanges[e] for e in s["used_dock"][: int(s["n_docks"])].tolist()],
        "display": [drawn[i] for i in bits(s["display"])],
        "queue": drawn[int(s["queue_next"]) :],
        "unsecured": {drawn[i]: {"seat": int(s["holder"][i]) + 1, "dice": laid_on(s, i)} for i in bits(s["unsecured"])},
        "secured": {seat: [drawn[i] for i in bits(secured[seat - 1])] for seat in seats},
        "stolen": {seat: [drawn[i] for i in bits(secured[seat - 1] & int(s["theft"]))] for seat in seats},
        **_in_hand(s, t, names, S.NONE if over else phase),
        "winners": winners(s, t) if over else [],
    }


def _by_seat(s: Any, place: str) -> dict[int, dict[str, int]]:
    return {p + 1: counts_of(row) for p, row in enumerate(s[place][: int(s["players"])].tolist())}


def _abilities(s: Any, t: Any, p: int) -> dict[str, int]:
    """Kinds held by seat p with their number."""
    held = {kind_text(t, kind): int(s["ability"][p, kind]) for kind in kinds_of(t)}
    held |= {ROLL_WORKSHOP: int(s["wake"][p]), ONES_TO_SIXES: int(s["ones"][p])}
    return {name: n for name, n in held.items() if n}


def _used(s: Any, names: Names) -> dict[int, list[str]]:
    """Gather cards taken this round, by seat."""
    out: dict[int, list[str]] = {seat: [] for seat in range(1, int(s["players"]) + 1)}
    n = int(s["n_used"])
    for card, half, p in zip(s["used_card"][:n].tolist(), s["used_half"][:n].tolist(), s["used_seat"][:n].tolist(), strict=True):
        out[p + 1].append(f"{names.gathers[card]} {'given up' if half == S.GIVEN_UP else HALVES[half]}")
    return out


def _in_hand(s: Any, t: Any, names: Names, phase: int) -> dict[str, Any]:
    """What is being done, and the dice taken up for it so far."""
    chosen = s["chosen"][: int(s["step"])].tolist() if phase in (S.PAY, S.TARGET, S.PLACE) else []
    return {
        "using": _using(s, t, names, phase),
        "paid": [COLOURS[colour] for colour in chosen] if phase == S.PAY else [],
        "raised": [die_text(class_) for class_ in chosen] if phase == S.TARGET else [],
        "marked": _marked(s) if phase == S.MARK else [],
        "placed": [die_text(class_) for class_ in chosen] if phase == S.PLACE else [],
    }


def _using(s: Any, t: Any, names: Names, phase: int) -> str:
    using = int(s["using"])
    if phase in (S.PAY, S.GIVE_UP):
        return row_text(names, using)
    if phase in (S.TARGET, S.MARK):
        return kind_text(t, using)
    return craft_text(s, t, names, using) if phase == S.PLACE else ""


def _marked(s: Any) -> list[str]:
    """D8: dice are marked by colour, then value upwards."""
    return [die_text(c * S.ROW + v) for c, row in enumerate(s["base"].tolist()) for v, n in enumerate(row) for _ in range(n)]


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
        given = read_counts(path, value, COLOURS, high=MOST)
        self.wanted_stock = {COLOURS.index(colour): given[COLOURS.index(colour)] for colour in value}

    def tokens(self, path: Path, value: Any) -> None:
        given = read_counts(path, value, TOKENS, high=MOST)
        self.wanted_tokens = {TOKENS.index(token): given[TOKENS.index(token)] for token in value}

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
        for colour, name in enumerate(COLOURS):
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
                refuse(("tokens",), f"and the players hold {held + left} {TOKENS[pile]} together, there are {there}", "KF-09")
            s["tokens"][pile] = left if pile in self.wanted_tokens else there - held
