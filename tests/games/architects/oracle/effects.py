"""Immediate effects of buildings, row by row."""

from .gains import gain, lose_virtue
from .people import dismiss, free_captures, hire_for_nothing, ransom
from .position import Asking, Table, ask
from .tables import Row


def may_decline(table: Table, row: Row) -> bool:
    """AW-Q13, GO-15."""
    return bool(row.get("may")) and table.options["optional_building_effects"] != "all_mandatory"


def build_effect(table: Table, seat: int, row: Row | None, times: int = 1) -> Asking:
    """A row and the rows that follow it."""
    if row is None:
        return
    kind, rest = row["kind"], row.get("then")
    if kind == "gain":
        yield from gain(table, seat, row["what"], row["n"] * times)
    elif kind == "lose":
        yield from lose(table, seat, row["what"], row["n"] * times)
    elif kind == "count":
        times = table.amount(seat, row["of"]) // row["every"]  # AW-G07
        if not times:
            return
    elif kind == "if":
        if not row.get("least", 0) <= table.amount(seat, row["of"]) <= row.get("most", table.amount(seat, row["of"])):
            return
    elif kind == "each":
        for other in table.order_from(seat):
            yield from build_effect(table, other, rest, times)
        return
    elif kind == "release":
        table.release(seat, row["n"])
    elif kind == "action":
        yield from action(table, seat, row)
    elif kind == "choose":
        yield from choose(table, seat, row)
    elif kind == "discard":
        if not (yield from discard(table, seat, row)):
            return
    else:
        raise ValueError(f"a building cannot {kind}")
    yield from build_effect(table, seat, rest, times)


def lose(table: Table, seat: int, what: str, number: int) -> Asking:
    """Virtue is lost, a debt destroyed (AW-DB04)."""
    if what == "virtue":
        yield from lose_virtue(table, seat, number)
    elif what == "debt":
        table.players[seat].unpaid = max(0, table.players[seat].unpaid - number)
    else:
        raise ValueError(f"nobody can lose {what}")


def action(table: Table, seat: int, row: Row) -> Asking:
    """Captures, a hire or a ransom for nothing."""
    if row["which"] == "capture":
        yield from free_captures(table, seat, row["n"], may_decline(table, row))
    elif row["which"] == "hire":
        yield from hire_for_nothing(table, seat, may_decline(table, row))
    else:
        yield from ransom(table, seat)


def choose(table: Table, seat: int, row: Row) -> Asking:
    """Clay Pit and Treasury; Church; Barracks."""
    options = row["options"]
    if any(option["kind"] == "action" for option in options.values()):
        yield from free_captures(table, seat, options["capture"]["n"], may_decline(table, row), ransom_too=True)
    elif any(option["kind"] == "lose" for option in options.values()):
        yield from forgive(table, seat, row)
    else:
        texts: dict[str, Row | None] = {f"take {option['n']} {option['what']}": option for option in options.values()}
        if may_decline(table, row):
            texts["decline"] = None
        yield from build_effect(table, seat, (yield from ask(seat, "choose", texts)))


def forgive(table: Table, seat: int, row: Row) -> Asking:
    """AW-BL08."""
    if not table.players[seat].unpaid:
        return
    choices: dict[str, Row | None] = {"destroy debt": row["options"]["destroy"]}
    if may_decline(table, row):
        choices["decline"] = None
    yield from build_effect(table, seat, (yield from ask(seat, "forgive", choices)))


def discard(table: Table, seat: int, row: Row) -> Asking:
    """AW-BL19, AW-BL42: cards go under their deck; returns whether they did."""
    player = table.players[seat]
    for _ in range(row["n"]):
        if row["from"] == "apprentices":
            if not player.apprentices:
                return False
            yield from dismiss(table, seat)
            continue
        if not player.hand:
            return False
        choices: dict[str, str | None] = {f"discard {card}": card for card in player.hand}
        if may_decline(table, row):
            choices["decline"] = None
        card = yield from ask(seat, "library", choices)
        if card is None:
            return False
        player.hand.remove(card)
        table.building_deck.append(card)
    return True
