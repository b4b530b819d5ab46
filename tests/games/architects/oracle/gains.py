"""Gaining and losing: goods, silver, virtue, debts, cards; and what triggers fire."""

from .position import Asking, Table, ask
from .tables import GOODS, Goods, Row, rows_of


def gain_virtue(table: Table, seat: int, number: int) -> Asking:
    """AW-R01, AW-R03: step by step; above the track a step destroys an unpaid debt."""
    player = table.players[seat]
    for _ in range(number):
        if player.virtue < table.tables.board["virtue_track"]["max"]:
            player.virtue += 1
        elif player.unpaid:
            may_keep = table.options["virtue_overflow_destroys_debt"] == "owner_may"  # GO-14
            choices = {"destroy debt": True, "keep debt": False} if may_keep else {"destroy debt": True}
            if (yield from ask(seat, "destroy", choices)):
                player.unpaid -= 1  # AW-DB04


def lose_virtue(table: Table, seat: int, number: int) -> Asking:
    """AW-R04: step by step; below the track a step brings a debt."""
    for _ in range(number):
        if table.players[seat].virtue:
            table.players[seat].virtue -= 1
        else:
            yield from take_debt(table, seat)


def change_virtue(table: Table, seat: int, number: int) -> Asking:
    """An icon: gained, or lost if negative."""
    if number > 0:
        yield from gain_virtue(table, seat, number)
    else:
        yield from lose_virtue(table, seat, -number)


def take_debt(table: Table, seat: int) -> Asking:
    """One unpaid debt, or silver instead (AW-PB07)."""
    player = table.players[seat]
    silver = table.board_number(seat, "buy_off")
    choices = {"take debt": 0}
    if silver and player.silver >= silver:
        choices[f"pay {silver} silver"] = silver
    paid = yield from ask(seat, "debt", choices)
    if paid:
        player.silver -= paid
    else:
        player.unpaid += 1


def gain(table: Table, seat: int, what: str, number: int) -> Asking:
    """Any gain of a row."""
    player = table.players[seat]
    if what in GOODS:
        player.goods[what] += number
    elif what == "silver":
        player.silver += number
    elif what == "cards":
        table.to_hand(seat, table.draw_buildings(number))
    elif what == "virtue":
        yield from gain_virtue(table, seat, number)
    elif what == "debt":
        for _ in range(number):
            yield from take_debt(table, seat)
    else:
        raise ValueError(f"nobody can gain {what}")


def gain_rows(table: Table, seat: int, row: Row) -> Asking:
    """A chain of gains."""
    for step in rows_of(row):
        assert step["kind"] == "gain"
        yield from gain(table, seat, step["what"], step["n"])


def gain_goods(table: Table, seat: int, goods: Goods) -> None:
    """Goods of a market space."""
    table.players[seat].goods.update(goods)


def bonuses(table: Table, seat: int, trigger: str, crew: list[str]) -> Asking:
    """The gains of a trigger: apprentices of the crew in file order, then the board; the board first when captives are sent."""
    board = table.players[seat].board
    rows = [table.tables.apprentices[card]["effects"].get(trigger) for card in crew]
    power = [board["effects"].get(trigger) if board else None]
    for row in power + rows if trigger == "sent" else rows + power:
        if row:
            yield from gain_rows(table, seat, row)
