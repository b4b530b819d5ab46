"""King's Forge: the gather phase."""

from collections import Counter
from collections.abc import Iterator
from itertools import cycle

from tests.games.kings_forge.oracle.dice import BASIC, CEMETERY, HIGHEST, LIBRARY, Cost, Numbers, Square, can_be_paid, numbers_of
from tests.games.kings_forge.oracle.table import (
    AUTOMATIC_6,
    HALVES,
    ONES_TO_SIXES,
    PLUS_TOKEN,
    REROLL,
    ROLL_WORKSHOP,
    Pips,
    Question,
    Table,
    ask,
)
from tests.games.oracles import Listed


def gather_phase(table: Table) -> Iterator[Question]:
    """Turns round the table until all have passed (KF-30, KF-49)."""
    for turn, seat in enumerate(cycle(table.order())):
        if len(table.passed) == len(table.seats):
            return
        if seat not in table.passed:
            yield from _turn(table, seat, table.round == 1 and turn == 0)


def _turn(table: Table, seat: int, is_first: bool) -> Iterator[Question]:
    actions = Listed(_actions, table, seat)
    # A ban is read after the deal, which ends where the first question is: that one is asked, whatever the ban leaves of it.
    kind, *what = yield from (_first_question(seat, actions) if is_first else ask(seat, "gather", actions))
    if kind == "use":
        yield from _use(table, seat, *what)
    elif kind == "dock":
        yield from _dock(table, seat, *what)
    else:
        yield from _pass(table, seat)
    table.face_up = [card or (table.deck.pop(0) if table.deck else "") for card in table.face_up]  # KF-39


def _first_question(seat: int, actions: dict[str, object]) -> Iterator[Question]:
    """Asked with a single choice, too (section 16, restricted play)."""
    return (yield Question(seat, "gather", actions))


def _actions(table: Table, seat: int) -> dict[str, object]:
    hand = numbers_of(table.hands[seat])
    open_cards = [card for card in table.face_up if card]
    halves = [(card, half) for card in open_cards for half in HALVES if _half_can_be_used(table, seat, hand, card, half)]
    docks = [exchange for exchange in table.exchanges if open_cards and _exchange_can_be_used(table, seat, hand, exchange)]  # KF-43
    actions: dict[str, object] = {f"use {card} {half}": ("use", card, half) for card, half in halves}
    actions |= {f"dock {exchange}": ("dock", exchange) for exchange in docks}
    return actions | {"pass": ("pass",)}


def _half_can_be_used(table: Table, seat: int, hand: Numbers, card: str, half: str) -> bool:
    record = table.gather_cards[card][half]
    if not table.may(seat, f"{card}_{half}"):
        return False
    if "cost_special" in record:
        return basic_dice(table.hands[seat]).total() >= record["min_dice"]  # KF-G08B
    return can_be_paid(table.half_costs[card, half], hand)


def _exchange_can_be_used(table: Table, seat: int, hand: Numbers, exchange: str) -> bool:
    if table.options["dock_capacity"] == "one_per_exchange" and exchange in table.docks:  # GO-05
        return False
    return table.may(seat, exchange) and can_be_paid(table.exchange_costs[exchange], hand)


def basic_dice(dice: Counter) -> Counter:
    return Counter({colour: dice[colour] for colour in BASIC})


# (A) Use a gather card


def _use(table: Table, seat: int, card: str, half: str) -> Iterator[Question]:
    record = table.gather_cards[card][half]
    table.face_up[table.face_up.index(card)] = ""
    table.used[seat].append(f"{card} {half}")
    if "cost_special" in record:
        gain = _caravan(table, seat, record)
    else:
        yield from _pay(table, seat, f"{card} {half}", table.half_costs[card, half])
        gain = record.get("gain") or {}
    table.gain(seat, gain, table.workshops)  # KF-37
    yield from _ability(table, seat, record.get("ability") or {"kind": "none"})


def _caravan(table: Table, seat: int, record: dict) -> dict:
    paid = basic_dice(table.hands[seat])
    table.hands[seat] -= paid
    table.allocated[seat] += paid
    rows = record["gain_by_dice_allocated"]
    fitting = [row for row in rows if row["dice"][0] <= paid.total() <= row["dice"][1]] or rows[-1:]
    return fitting[0]["gain"]


def _ability(table: Table, seat: int, ability: dict) -> Iterator[Question]:
    kind = ability["kind"]
    if kind == "library_dice":
        table.take_dice(LIBRARY, ability["count"], table.hands[seat])  # KF-37
    elif kind == "cemetery":
        yield from _cemetery(table, seat)
    elif kind != "none":
        table.abilities[seat][_kind_text(ability)] += 1


def _kind_text(ability: dict) -> str:
    if ability["kind"] == "add_pips":
        return Pips(ability["pips"], ability["dice"]).text
    return {"reroll": REROLL, "roll_workshop": ROLL_WORKSHOP, "ones_to_sixes": ONES_TO_SIXES}[ability["kind"]]


# The cemetery die


def _cemetery(table: Table, seat: int) -> Iterator[Question]:
    table.stock[CEMETERY] -= 1
    _roll_cemetery(table)
    while True:
        choices: dict[str, object] = {f"use {kind}": kind for kind in _cemetery_kinds(table, seat)}
        kind = yield from ask(seat, "cemetery", choices | {f"keep {table.cemetery}": None})
        if kind is None:
            return
        table.abilities[seat][kind] -= 1
        _change_cemetery(table, kind)


def _roll_cemetery(table: Table) -> None:
    table.cemetery = table.chance["cemetery"](table.round, table.cemetery_rolls)
    table.cemetery_rolls += 1


def _cemetery_kinds(table: Table, seat: int) -> list[str]:
    if not table.options["cemetery_die_manipulation"]:  # GO-07
        return []
    changing = [kind for kind in table.kinds_held(seat) if kind not in (ROLL_WORKSHOP, ONES_TO_SIXES)]
    return [kind for kind in changing if kind == REROLL or table.cemetery < HIGHEST]


def _change_cemetery(table: Table, kind: str) -> None:
    if kind == REROLL:
        _roll_cemetery(table)
    elif kind == AUTOMATIC_6:
        table.cemetery = HIGHEST
    else:
        pips = 1 if kind == PLUS_TOKEN else table.pips[kind].pips
        table.cemetery = min(HIGHEST, table.cemetery + pips)


# (B) Give up a gather card for a dock


def _dock(table: Table, seat: int, exchange: str) -> Iterator[Question]:
    table.using = exchange
    choices: dict[str, object] = {f"give up {card}": card for card in table.face_up if card}  # KF-42
    card = yield from ask(seat, "give_up", choices)
    table.face_up[table.face_up.index(card)] = ""
    table.used[seat].append(f"{card} given up")
    table.docks.append(exchange)
    record = table.exchanges[exchange]
    yield from _pay(table, seat, exchange, table.exchange_costs[exchange])
    table.gain(seat, record["gain"], table.workshops)


def _pay(table: Table, seat: int, using: str, cost: Cost) -> Iterator[Question]:
    table.using = using
    while len(table.paid) < len(cost):
        choices: dict[str, object] = {f"pay {colour}": colour for colour in cost.colours_to_pay(table.hands[seat], table.paid)}
        colour = yield from ask(seat, "pay", choices)
        table.hands[seat][colour] -= 1
        table.paid.append(colour)
    for colour, square in zip(table.paid, cost.squares, strict=True):
        _lay_down(table, seat, colour, square)
    table.using, table.paid = "", []


def _lay_down(table: Table, seat: int, colour: str, square: Square) -> None:
    if not square.burn:
        table.allocated[seat][colour] += 1
    elif table.options["burned_dice_return"] == "immediately":  # GO-06
        table.stock[colour] += 1
    else:
        table.burned[colour] += 1  # KF-35


# (C) Pass


def _pass(table: Table, seat: int) -> Iterator[Question]:
    table.passed.append(seat)
    if len(table.passed) > 1 or not table.options["first_pass_bonus"]:  # GO-16
        return
    choices: dict[str, object] = {f"take {bonus['id']}": bonus["gain"] for bonus in table.setup["first_pass_bonus"]}
    gain = yield from ask(seat, "bonus", choices)
    table.gain(seat, gain, table.hands)  # KF-47, KF-48
