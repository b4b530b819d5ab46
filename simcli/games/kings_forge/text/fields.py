"""A position as named fields, and named fields back into a position: one row a field, read and set (RULES.md, section 18).

Seats are numbered from 1 in everything a person reads, from 0 in the record. What the record repeats of a position (masks, turns done,
what a thief must meet) is found anew by the kernel `derive` after fields have been set.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simcli.games.fields import Field, Path, get_all, read_counts, read_list, read_name, read_seat, read_seats, read_whole, refuse, set_all
from simcli.games.kings_forge import state as S
from simcli.games.kings_forge.datafiles import COLOURS, TOKENS
from simcli.games.kings_forge.decisions import DECISIONS
from simcli.games.kings_forge.text.cards import CARD_FIELDS, lay_out_crafts, lay_out_gather_cards
from simcli.games.kings_forge.text.laid import Position
from simcli.games.kings_forge.text.names import (
    ONES_TO_SIXES,
    ROLL_WORKSHOP,
    Names,
    counts_of,
    craft_text,
    dice_of,
    die_text,
    kinds_of,
    row_text,
)

PHASES = tuple(d.name for d in DECISIONS)
OVER = "over"
SETTABLE_PHASES = (PHASES[S.GATHER], PHASES[S.MODIFY], PHASES[S.CRAFT])
"""A scenario starts between two turns or with rolled dice; what lies inside a choice is reached by action texts."""
HAND_COLOURS = COLOURS[: S.COLOURS]
DICE = tuple(die_text(c * S.ROW + v) for c in range(S.COLOURS) for v in range(1, S.FACES + 1))
MOST = 255


def get_fields(s: Any, t: Any, names: Names) -> dict[str, Any]:
    """The full position in plain data; seats count from 1, numbers of dice and abilities leave out zeros."""
    return get_all(Position(s, t, names), FIELDS)


def set_fields(s: Any, t: Any, names: Names, fields: Mapping[str, Any]) -> None:
    """Sets named fields of a dealt game; the pile follows.

    What is named replaces what was there, for the seats named (`all` names every seat). Left out, `stock` is what the box holds beyond
    the dice that lie elsewhere, and `tokens` what nobody holds; the same of a colour that `stock` does not name. The seat to act is the
    one that starts, or the next that has not passed. With `rolled` it is asked to `modify` its dice if it holds an ability or token,
    else to `craft`; its hand is empty then, and all have passed. A position with one choice is asked all the same. Cards: see
    `lay_out_gather_cards`, `lay_out_crafts`. FaultsError for what does not fit.
    """
    x = Position(s, t, names, fields)
    set_all(x, FIELDS, fields)
    lay_out_gather_cards(x)
    lay_out_crafts(x)
    _settle_turn(x)
    _settle_stock(x)
    _settle_tokens(x)


# Seats and the turn


def _get_round(x: Position) -> int:
    return int(x.s["round"])


def _set_round(x: Position, path: Path, value: Any) -> None:
    x.s["round"] = read_whole(path, value, 1, int(x.t["max_rounds"]))


def _get_phase(x: Position) -> str:
    return OVER if x.over else PHASES[x.phase]


def _set_phase(x: Position, path: Path, value: Any) -> None:
    if value in PHASES and value not in SETTABLE_PHASES:
        refuse(path, f"is '{value}', which lies inside a choice", "set `phase: gather` or `modify` and give the texts under `do`")
    x.wanted_phase = PHASES.index(SETTABLE_PHASES[read_name(path, value, SETTABLE_PHASES)])


def _get_actor(x: Position) -> int:
    return 0 if x.over else int(x.s["actor"]) + 1


def _set_actor(x: Position, path: Path, value: Any) -> None:
    x.wanted_actor = read_seat(path, value, x.n)


def _get_start(x: Position) -> int:
    return int(x.s["start"]) + 1


def _set_start(x: Position, path: Path, value: Any) -> None:
    x.s["start"] = read_seat(path, value, x.n)


def _get_passed(x: Position) -> list[int]:
    return [p + 1 for p in x.passed]


def _set_passed(x: Position, path: Path, value: Any) -> None:
    x.passed = [read_seat((*path, i), seat, x.n) for i, seat in enumerate(read_list(path, value))]
    if len(set(x.passed)) < len(x.passed):
        refuse(path, "names a seat twice", "KF-46")


# Dice, abilities, tokens


def _dice_by_seat(name: str, place: str) -> Field[Position]:
    """Dice of the seats that lie in one place, by colour."""

    def get(x: Position) -> dict[int, dict[str, int]]:
        return {p + 1: counts_of(row) for p, row in enumerate(x.s[place][: x.n].tolist())}

    def put(x: Position, path: Path, value: Any) -> None:
        for p, (at, counts) in read_seats(path, value, x.n).items():
            x.s[place][p, : S.COLOURS] = read_counts(at, counts, HAND_COLOURS, high=MOST)

    return Field(name, get, put)


def _get_burned(x: Position) -> dict[str, int]:
    return counts_of(x.s["burned"].tolist())


def _set_burned(x: Position, path: Path, value: Any) -> None:
    x.s["burned"][: S.COLOURS] = read_counts(path, value, HAND_COLOURS, high=MOST)


def _get_rolled(x: Position) -> list[str]:
    return dice_of(x.s["rolled"].tolist())


def _set_rolled(x: Position, path: Path, value: Any) -> None:
    x.s["rolled"][:] = 0
    for i, text in enumerate(read_list(path, value)):
        die = read_name((*path, i), text, DICE)
        x.s["rolled"][die // S.FACES, die % S.FACES + 1] += 1


def _get_abilities(x: Position) -> dict[int, dict[str, int]]:
    """By seat: kinds held with their number."""
    kinds = kinds_of(x.t)
    by_choice, wake, ones = (x.s[name][: x.n].tolist() for name in ("ability", "wake", "ones"))
    out = {}
    for p, row in enumerate(by_choice):
        held = {name: row[kind] for kind, name in kinds.items()} | {ROLL_WORKSHOP: wake[p], ONES_TO_SIXES: ones[p]}
        out[p + 1] = {name: n for name, n in held.items() if n}
    return out


def _set_abilities(x: Position, path: Path, value: Any) -> None:
    kinds = kinds_of(x.t)
    known = [*kinds.values(), ROLL_WORKSHOP, ONES_TO_SIXES]
    for p, (at, counts) in read_seats(path, value, x.n).items():
        *held, x.s["wake"][p], x.s["ones"][p] = read_counts(at, counts, known, high=MOST)
        x.s["ability"][p, list(kinds)] = held


def _get_cemetery(x: Position) -> int:
    return int(x.s["cemetery"])


def _set_cemetery(x: Position, path: Path, value: Any) -> None:
    x.s["cemetery"] = read_whole(path, value, 0, S.FACES)


def _get_stock(x: Position) -> dict[str, int]:
    return dict(zip(COLOURS, x.s["stock"].tolist(), strict=False))


def _set_stock(x: Position, path: Path, value: Any) -> None:
    given = read_counts(path, value, COLOURS, high=MOST)
    x.wanted_stock = {COLOURS.index(colour): given[COLOURS.index(colour)] for colour in value}


def _get_tokens(x: Position) -> dict[str, int]:
    return dict(zip(TOKENS, x.s["tokens"].tolist(), strict=True))


def _set_tokens(x: Position, path: Path, value: Any) -> None:
    given = read_counts(path, value, TOKENS, high=MOST)
    x.wanted_tokens = {TOKENS.index(token): given[TOKENS.index(token)] for token in value}


# What is being done, and the dice taken up for it so far


def _get_using(x: Position) -> str:
    using = int(x.s["using"])
    if x.phase in (S.PAY, S.GIVE_UP):
        return row_text(x.names, using)
    if x.phase in (S.TARGET, S.REROLL):
        return kinds_of(x.t)[using]
    return craft_text(x.s, x.t, x.names, using) if x.phase == S.PLACE else ""


def _chosen(x: Position, phase: int) -> list[int]:
    return x.s["chosen"][: int(x.s["step"])].tolist() if x.phase == phase else []


def _get_paid(x: Position) -> list[str]:
    return [COLOURS[colour] for colour in _chosen(x, S.PAY)]


def _get_raised(x: Position) -> list[str]:
    return [die_text(class_) for class_ in _chosen(x, S.TARGET)]


def _get_marked(x: Position) -> list[str]:
    """D8: dice are marked by colour, then value upwards."""
    base = x.s["base"].tolist() if x.phase == S.REROLL else []
    return [die_text(c * S.ROW + v) for c, row in enumerate(base) for v, n in enumerate(row) for _ in range(n)]


def _get_placed(x: Position) -> list[str]:
    return [die_text(class_) for class_ in _chosen(x, S.PLACE)]


FIELDS: tuple[Field[Position], ...] = (
    Field("round", _get_round, _set_round),
    Field("phase", _get_phase, _set_phase),
    Field("actor", _get_actor, _set_actor),
    Field("over", lambda x: x.over),
    Field("start", _get_start, _set_start),
    Field("stock", _get_stock, _set_stock),
    _dice_by_seat("hands", "hand"),
    _dice_by_seat("workshops", "workshop"),
    _dice_by_seat("allocated", "allocated"),
    Field("burned", _get_burned, _set_burned),
    Field("rolled", _get_rolled, _set_rolled),
    Field("abilities", _get_abilities, _set_abilities),
    Field("tokens", _get_tokens, _set_tokens),
    Field("cemetery", _get_cemetery, _set_cemetery),
    Field("passed", _get_passed, _set_passed),
    *CARD_FIELDS,
    Field("using", _get_using),
    Field("paid", _get_paid),
    Field("raised", _get_raised),
    Field("marked", _get_marked),
    Field("placed", _get_placed),
)
"""In the order in which they are told."""


# What follows from the fields set


def _settle_turn(x: Position) -> None:
    """Who is asked what."""
    s = x.s
    s["using"] = s["step"] = s["last"] = s["rerolls"] = 0
    order = x.in_order()
    phase = x.wanted_phase
    if phase < 0 and "rolled" in x.fields:
        p = x.wanted_actor if x.wanted_actor >= 0 else order[0]
        phase = S.MODIFY if s["ability"][p].any() else S.CRAFT
    s["phase"] = max(phase, S.GATHER)
    if s["phase"] == S.GATHER:
        _settle_gather(x, order)
    else:
        _settle_craft(x, order)
    s["passed"][:] = 0
    s["passed"][: len(x.passed)] = x.passed
    s["n_passed"] = len(x.passed)


def _settle_gather(x: Position, order: list[int]) -> None:
    """KF-30."""
    if x.fields.get("rolled"):
        refuse(("rolled",), "is given, but in the gather phase no dice are rolled", "KF-33")
    waiting = [p for p in order if p not in x.passed]
    if not waiting:
        refuse(("passed",), "names every seat", "set `phase: craft` and `rolled`")
    if x.wanted_actor >= 0 and x.wanted_actor not in waiting:
        refuse(("actor",), f"is {x.wanted_actor + 1}, a seat that has passed", "KF-46")
    x.s["actor"] = x.wanted_actor if x.wanted_actor >= 0 else waiting[0]
    x.s["rolled"][:] = 0


def _settle_craft(x: Position, order: list[int]) -> None:
    """KF-49 to KF-52."""
    if "rolled" not in x.fields:
        refuse(("phase",), f"is '{PHASES[int(x.s['phase'])]}', which needs `rolled`", "KF-52")
    p = x.s["actor"] = x.wanted_actor if x.wanted_actor >= 0 else order[0]
    if "passed" not in x.fields:
        x.passed = order
    elif len(x.passed) < x.n:
        refuse(("passed",), "leaves a seat out, but dice are rolled when all have passed", "KF-49")
    named = x.fields.get("hands")
    if isinstance(named, Mapping) and named.get(p + 1):
        refuse(("hands", p + 1), "holds dice, but in a craft turn all dice of the hand are rolled", "KF-52")
    x.s["hand"][p] = 0


def _settle_stock(x: Position) -> None:
    s = x.s
    for colour, name in enumerate(COLOURS):
        out = sum(int(s[place][: x.n, colour].sum()) for place in ("hand", "workshop", "allocated")) + int(s["burned"][colour])
        if colour < S.COLOURS:
            out += int(s["rolled"][colour].sum()) + x.laid(colour)
        else:
            out += int(s["cemetery"] > 0)
        box, left = int(x.t["box"][colour]), x.wanted_stock.get(colour, 0)
        if out + left > box:
            refuse(("stock",), f"and the other places hold {out + left} {name} dice together, the box has {box}", "KF-01")
        s["stock"][colour] = left if colour in x.wanted_stock else box - out


def _settle_tokens(x: Position) -> None:
    s = x.s
    for pile, kind in enumerate((S.AUTO_SIX, S.PLUS_TOKEN)):
        held, total = int(s["ability"][: x.n, kind].sum()), int(x.t["tokens"][pile])
        left = x.wanted_tokens.get(pile, 0)
        if held + left > total:
            refuse(("tokens",), f"and the players hold {held + left} {TOKENS[pile]} together, there are {total}", "KF-09")
        s["tokens"][pile] = left if pile in x.wanted_tokens else total - held
