"""What comes out of the quest deck: quests, the King's Funeral with its auction, the Offering; alone the belt (sections 7, 8, 16)."""

from __future__ import annotations

from . import auction, people, rooms
from .position import Asking, Table, ask
from .tables import FUNERAL, OFFERING, STATUE

MOST_BID = 60  # KG-AM-56


def fill_slot(table: Table, slot: int) -> Asking:
    """KG-K-11, KG-F-05: the slot that has become free, from 0; alone not before the end of the turn (KG-V-13)."""
    if table.tables.alone:
        return
    while table.quest_deck and not table.slots[slot]:
        card = table.quest_deck.pop(0)
        if card == FUNERAL:
            yield from auction_statue(table)
            table.gone.append(FUNERAL)
        else:
            table.slots[slot] = card
            table.offering_drawn |= card == OFFERING  # KG-E-01


def auction_statue(table: Table) -> Asking:
    """KG-F-01 to KG-F-04, GO-15."""
    for seat in table.order_from(table.player):
        most = min(table.guilds[seat].coins, MOST_BID)
        if not rooms.special_places(table, seat, STATUE) and not table.options["no_space_players_may_bid"]:
            most = 0
        bid = yield from ask(seat, "bid", {f"bid {n}": n for n in range(most + 1)})
        table.bids[seat] = bid
    bids, table.auction = list(table.bids.values()), table.bids
    table.bids = dict.fromkeys(table.seats, -1)
    seat = auction.winner(bids)
    if seat:
        table.guilds[seat].coins -= max(bids)
        if rooms.special_places(table, seat, STATUE):
            yield from rooms.place(table, seat, STATUE, doubles=table.options["builder_doubles_statue_bonus"])


# Alone


def leaving(table: Table) -> str:
    """KG-V-13, GO-23: the card that leaves a full belt."""
    strict = table.options["solo_quest_conveyor"] == "strict_oldest"
    return next((card for card in table.slots if strict or card not in table.openers), table.slots[0])


def draw_alone(table: Table) -> None:
    """KG-V-12, KG-V-13, KG-V-19: one card at the end of a turn."""
    if not table.quest_deck:
        return
    if all(table.slots):
        card = leaving(table)
        table.leave(card)
        table.gone.append(card)
    card = table.quest_deck.pop(0)
    table.slots[table.slots.index("")] = card
    table.offering_drawn |= card == OFFERING
    if card == FUNERAL and table.row:
        people.row_ages(table, table.row[-1].id)  # KG-V-15


def take_statue(table: Table, seat: int) -> Asking:
    """KG-V-16."""
    yield from rooms.place(table, seat, STATUE, doubles=table.options["builder_doubles_statue_bonus"])
    table.leave(FUNERAL)
    table.gone.append(FUNERAL)
