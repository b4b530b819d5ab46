"""Placing a worker: the sixteen placements, and what each of them does."""

from collections.abc import Callable

from tests.games.oracles import Listed

from . import guildhall
from .gains import bonuses, gain, gain_goods, gain_virtue, lose_virtue, take_debt
from .people import can_be_hired, captures_at_town_centre, hire_at_workshop, hire_for_nothing, payable_hires, ransom
from .position import Asking, Table, ask
from .tables import Goods, mixes, text_of

Action = Callable[[Table, int, list[str], int], Asking]


def placements(table: Table, seat: int) -> list[str]:
    """AW-D03: texts of the legal placements."""
    player, places = table.players[seat], table.tables.places
    n = {place: own[seat] + 1 for place, own in table.workers.items()}
    captures = places["town_centre"]["captures"]
    legal = {
        "quarry": True,
        "forest": True,
        "silversmith": True,
        "mines clay": True,
        "mines gold": n["mines"] >= places["mines"]["gold"]["every"],  # AW-A04
        "storehouse": True,
        "workshop hire": bool(payable_hires(table, seat, player.apprentices, n["workshop"])),
        "workshop draw": True,
        "town_centre": table.can_pay_silver(seat, captures["first_tax"], 0),  # AW-A07a
        "tax_stand": table.tax_stand > 0,  # AW-A08
        "market left": can_use_market(table, seat, "left"),
        "market middle hire": can_use_market(table, seat, "middle") and bool(can_be_hired(table, seat)),
        "market middle draw": can_use_market(table, seat, "middle"),
        "market right": can_use_market(table, seat, "right"),
        "guardhouse": bool(guard_actions(table, seat)),  # AW-A10
        "guildhall": player.supply > 0 and guildhall.can_visit(table, seat),  # AW-A11a
    }
    return [place for place, possible in legal.items() if possible and table.may(seat, place.replace(" ", "_"))]


def place_choices(table: Table, seat: int) -> dict[str, str]:
    """AW-D03."""
    return {f"place {place}": place for place in placements(table, seat)}


def place_worker(table: Table, seat: int) -> Asking:
    """AW-T02: one worker, and the action of its place."""
    chosen = yield from ask(seat, "place", Listed(place_choices, table, seat))
    if chosen == "guildhall":
        yield from guildhall.visit(table, seat)
        return
    player = table.players[seat]
    player.supply -= 1
    crew = list(player.apprentices)  # AW-G06
    if chosen.startswith("market "):
        yield from use_market(table, seat, crew, chosen.split()[1], chosen.split()[-1])
        return
    place = chosen.split()[0]
    table.workers[place][seat] += 1
    yield from ACTIONS[chosen](table, seat, crew, table.workers[place][seat])


# Goods and silver


def gather(place: str) -> Action:
    """AW-A01 to AW-A04: n of what the place gives, and the bonuses."""

    def action(table: Table, seat: int, crew: list[str], n: int) -> Asking:
        given = table.tables.places[place]["gain"]
        yield from gain(table, seat, given["what"], n + given["plus"])
        yield from bonuses(table, seat, place, crew)

    return action


def mine_gold(table: Table, seat: int, crew: list[str], n: int) -> Asking:
    """AW-A04."""
    yield from gain(table, seat, "gold", n // table.tables.places["mines"]["gold"]["every"])
    yield from bonuses(table, seat, "mines", crew)


# Storehouse


def storehouse_actions(table: Table, seat: int, crew: list[str]) -> dict[str, tuple[Goods, int, str, int] | None]:
    """AW-D08: by text the goods and silver paid, and what is gained."""
    found: dict[str, tuple[Goods, int, str, int] | None] = {}
    for trade in table.tables.places["storehouse"]["trades"]:
        for mix in mixes(trade["of"], trade["amount"]):
            found[f"{trade['gain']} for {text_of(mix)}"] = (mix, 0, trade["gain"], trade["n"])
    for card in crew:
        row = table.tables.apprentices[card]["effects"].get("storehouse")
        if row:
            given = row["then"]
            goods = {} if row["what"] == "silver" else {row["what"]: row["n"]}
            found[f"trade {card}"] = (goods, row["n"] if row["what"] == "silver" else 0, given["what"], given["n"])
    held = table.players[seat].silver
    payable = {text: trade for text, trade in found.items() if trade and table.can_pay(seat, trade[0]) and held >= trade[1]}
    return {**payable, "stop": None}


def use_storehouse(table: Table, seat: int, crew: list[str], n: int) -> Asking:
    """AW-A05."""
    for left in range(n + table.standing(seat, "storehouse_workers", crew), 0, -1):
        trade = yield from ask(seat, "storehouse", storehouse_actions(table, seat, crew), left=left)
        if trade is None:
            return
        goods, silver, what, number = trade
        table.pay(seat, goods)
        table.players[seat].silver -= silver
        yield from gain(table, seat, what, number)


# Workshop


def draw_at_workshop(table: Table, seat: int, crew: list[str], n: int) -> Asking:
    """AW-A06e."""
    draw = table.tables.places["workshop"]["draw"]
    yield from gain(table, seat, "cards", draw["plus"] + n // draw["every"])


# Tax stand


def use_tax_stand(table: Table, seat: int, crew: list[str], n: int) -> Asking:
    """AW-A08."""
    virtue = table.tables.places["tax_stand"]["virtue"] - table.standing(seat, "tax_stand_virtue", crew)
    yield from lose_virtue(table, seat, max(0, virtue))
    table.players[seat].silver += table.tax_stand
    table.tax_stand = 0
    yield from bonuses(table, seat, "tax_stand", crew)


# Market


def market_price(table: Table, seat: int, crew: list[str], space: str) -> tuple[int, int]:
    """Silver and virtue of a space (AW-A09b to AW-A09d, GO-03)."""
    data = table.tables.spaces[space]
    free = "free" in data and table.options["black_market_middle_price"] == "free"
    cost = data["free"] if free else data["cost"]
    silver = cost["silver"] - table.standing(seat, "market_silver", crew)
    virtue = cost["virtue"] - table.standing(seat, "market_virtue", crew)
    return max(0, silver), max(0, virtue)


def can_use_market(table: Table, seat: int, space: str) -> bool:
    """AW-A09a."""
    player = table.players[seat]
    gate = table.tables.board["virtue_track"]["market_closed_from"]
    open_to = player.virtue < gate or not table.options["virtue_gates"]  # AW-R05, GO-25
    return not table.market[space] and open_to and player.silver >= market_price(table, seat, player.apprentices, space)[0]


def market_goods(table: Table, space: str) -> Goods:
    """What the left or right space offers (AW-B03, AW-BM11)."""
    tables = table.tables
    if space == "left":
        goods: Goods = tables.market_cards[table.market_pile[0]]["small"] if table.market_pile else tables.spaces["left"]["printed"]
    else:
        goods = tables.market_cards[table.market_right]["large"] if table.market_right else tables.spaces["right"]["printed"]
    return goods


def use_market(table: Table, seat: int, crew: list[str], space: str, use: str) -> Asking:
    """AW-A09: silver, virtue, goods or hire or draw, Swindlers, Caroline."""
    table.market[space] = seat
    if all(table.market.values()):
        table.reset = True  # AW-B01
    silver, virtue = market_price(table, seat, crew, space)
    table.players[seat].silver -= silver
    yield from lose_virtue(table, seat, virtue)
    if use == "hire":
        yield from hire_for_nothing(table, seat, may_decline=False)
    elif use == "draw":
        yield from draw_and_keep(table, seat)
    else:
        gain_goods(table, seat, market_goods(table, space))
    yield from bonuses(table, seat, "market", crew)


def draw_and_keep(table: Table, seat: int) -> Asking:
    """AW-A09c: some are drawn, one is kept."""
    middle = table.tables.spaces["middle"]
    drawn = table.draw_buildings(middle["draw"])
    for _ in range(min(middle["keep"], len(drawn))):
        card = yield from ask(seat, "keep", {f"keep {card}": card for card in drawn}, drawn=tuple(drawn))
        drawn.remove(card)
        table.to_hand(seat, [card])
    table.buildings_go_under(drawn)


# Guardhouse


def guard_actions(table: Table, seat: int) -> dict[str, str | None]:
    """AW-A10a to AW-A10d: texts of what is possible."""
    player, price, pay_off = table.players[seat], table.tables.places["guardhouse"]["ransom"], table.tables.debts["pay_off"]
    captive = bool(table.captors_of(seat))
    possible = {
        "send": any(player.captives.values()),
        "release": player.prison > 0,
        "ransom for silver": captive and table.can_pay_silver(seat, price["tax"], price["silver"]),
        "ransom for debt": captive,
        "pay off": player.unpaid > 0 and table.can_pay_silver(seat, pay_off["tax"], pay_off["silver"]),
    }
    return {text: text for text, holds in possible.items() if holds}


def use_guardhouse(table: Table, seat: int, crew: list[str], n: int) -> Asking:
    """AW-A10."""
    price = table.tables.places["guardhouse"]["ransom"]
    for left in range(n, 0, -1):
        chosen = yield from ask(seat, "guardhouse", {**guard_actions(table, seat), "stop": None}, left=left)
        if chosen is None:
            return
        if chosen == "send":
            yield from send(table, seat, crew)
        elif chosen == "release":
            table.release(seat, table.players[seat].prison)
        elif chosen == "pay off":
            yield from pay_off(table, seat, crew)
        elif chosen == "ransom for silver":
            table.pay_silver(seat, price["tax"], price["silver"])
            yield from ransom(table, seat)
        else:
            for _ in range(price["debt"]):
                yield from take_debt(table, seat)
            yield from lose_virtue(table, seat, price["virtue"])
            yield from ransom(table, seat)


def send(table: Table, seat: int, crew: list[str]) -> Asking:
    """AW-A10a, AW-PB10, AW-AP36."""
    player = table.players[seat]
    for other, number in player.captives.items():
        table.players[other].prison += number
        player.silver += number * table.tables.places["guardhouse"]["send_silver"]
    player.captives.clear()
    yield from bonuses(table, seat, "sent", crew)


def pay_off(table: Table, seat: int, crew: list[str]) -> Asking:
    """AW-A10d, AW-DB02, AW-DB03."""
    player, price = table.players[seat], table.tables.debts["pay_off"]
    table.pay_silver(seat, price["tax"], price["silver"])
    player.unpaid -= 1
    player.paid += 1
    yield from gain_virtue(table, seat, table.tables.debts["paid"]["virtue"])
    yield from bonuses(table, seat, "debt_paid", crew)


ACTIONS: dict[str, Action] = {
    "quarry": gather("quarry"),
    "forest": gather("forest"),
    "silversmith": gather("silversmith"),
    "mines clay": gather("mines"),
    "mines gold": mine_gold,
    "storehouse": use_storehouse,
    "workshop hire": hire_at_workshop,
    "workshop draw": draw_at_workshop,
    "town_centre": captures_at_town_centre,
    "tax_stand": use_tax_stand,
    "guardhouse": use_guardhouse,
}
"""What the workers of the open places do."""
