"""Quests on the board: slots, or alone a belt; the thug token; the King's Funeral and the Offering to the Council."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bans import is_banned
from simcli.engine.kernel import cold, kernel
from simcli.engine.mark import mark
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.kernels.board import statue_fits
from simcli.games.kings_guild.kernels.stack import NOBODY, bit, push

PER_ROOM = 4
"""A room to be put on the board: its number so many times, plus why."""


@kernel
def find_slot(s, quest):
    """Slot of a card, -1 if it lies in none."""
    for k in range(S.MAX_SLOTS):
        if s.slot[k] == quest:
            return int64(k)
    return int64(-1)


@kernel
def lay(s, k, card):
    """A card is laid into a slot."""
    s.aims_of = 0
    s.slot[k] = card
    s.made[k] = 0
    s.opener[k] = S.NONE
    s.used[k] = NOBODY
    if card < S.FUNERAL:
        s.shown_quests |= bit(card)
    elif card == S.OFFERING:  # KG-E-01
        s.council = 1


@kernel
def next_card(s):
    """The front card of the quest deck, NO_CARD if it is empty."""
    if s.next_quest >= s.n_quest_deck:
        return int64(S.NO_CARD)
    card = int64(s.quest_deck[s.next_quest])
    s.next_quest += 1
    return card


@kernel
def clear_slot(s, t, k):
    """A card leaves its slot: its sigil goes back, and a thug token on it; alone the belt closes up (KG-K-07, KG-SP-11, KG-V-13)."""
    s.aims_of = 0
    if s.opener[k] != S.NONE:
        s.out[s.opener[k]] -= 1
    if s.thug_quest == s.slot[k]:
        s.thug_quest = S.NO_CARD
    s.slot[k] = S.NO_CARD
    s.made[k] = 0
    s.opener[k] = S.NONE
    s.used[k] = NOBODY
    if t.players > 1:
        return
    for i in range(k, int64(t.slots) - 1):
        s.slot[i] = s.slot[i + 1]
        s.made[i] = s.made[i + 1]
        s.opener[i] = s.opener[i + 1]
        s.used[i] = s.used[i + 1]
    last = int64(t.slots) - 1
    s.slot[last] = S.NO_CARD
    s.made[last] = 0
    s.opener[last] = S.NONE
    s.used[last] = NOBODY


@cold
def fill_slot(s, t, k):
    """KG-K-11: a slot is filled from the deck; the Funeral takes none, it is resolved and the slot filled then (KG-F-05)."""
    card = next_card(s)
    if card == S.FUNERAL and t.auction == 0:  # GO-32
        card = next_card(s)
    if card == S.NO_CARD:
        return
    if card != S.FUNERAL:
        lay(s, k, card)
    else:  # KG-F-01: bids in turn order from the player whose turn it is
        push(s, S.DO_AUCTION, int64(s.active), k, 0)
        p = int64(s.active)
        for _ in range(s.n_players):
            p = int64(s.n_players) - 1 if p == 0 else p - 1
            s.bid[p] = -1
            push(s, S.DO_BID, p, 0, 0)


@kernel
def bid_mask(s, t, p):
    """KG-AM-56, KG-F-04: bids, as a mask."""
    if t.bids_without == 0 and not statue_fits(s, t, p):
        return bit(0)
    return (bit(min(int64(s.coins[p]), S.MOST_BID)) << uint64(1)) - bit(0)


@cold
def resolve_auction(s, t, k):
    """KG-F-02 to KG-F-05."""
    best, winner, shared = int64(-1), int64(0), False
    for p in range(s.n_players):
        bid = int64(s.bid[p])
        s.auction[p, S.AUCTION_BID] = bid
        s.bid[p] = -1
        if bid > best:
            best, winner, shared = bid, int64(p), False
        elif bid == best:
            shared = True
    push(s, S.DO_FILL, int64(s.active), k, 0)
    if shared:  # KG-F-03
        s.shared_bid = 1
        mark(s, int64(s.active), S.STATUE_SHARED)
        return
    mark(s, winner, S.STATUE_WON)
    s.auction[winner, S.AUCTION_PAID] = best
    s.coins[winner] -= best
    if statue_fits(s, t, winner):  # KG-AM-15
        push(s, S.DO_SQUARE, winner, int64(t.statue) * PER_ROOM + S.WON, 0)


@kernel
def one_item_quests(s, t, p):
    """KG-SP-36: slots with a quest of one item that the seat may take, as a mask."""
    mask = NOBODY
    for k in range(int64(t.slots)):
        quest = int64(s.slot[k])
        if quest >= S.FUNERAL or t.items[quest] != 1:
            continue
        if s.restricted == 1 and is_banned(s, p, int64(t.quest_item[quest])):
            continue
        mask |= bit(k)
    return mask


@cold
def take_quest(s, t, p, k):
    """KG-SP-36."""
    s.quests[p] |= bit(int64(s.slot[k]))
    clear_slot(s, t, k)
    if t.players > 1:
        push(s, S.DO_FILL, p, k, 0)


# Alone


@kernel
def belt_length(s, t):
    """Cards on the belt."""
    n = int64(0)
    while n < t.slots and s.slot[n] != S.NO_CARD:
        n += 1
    return n


@cold
def move_belt(s, t):
    """KG-V-12, KG-V-13, GO-23: at the end of a turn one card is drawn; true if it is the Funeral."""
    if s.next_quest >= s.n_quest_deck:
        return False
    if belt_length(s, t) == t.slots:
        leaves = int64(0)
        if t.strict_oldest == 0:
            for k in range(int64(t.slots) - 1, -1, -1):
                if s.opener[k] == S.NONE:
                    leaves = int64(k)
        clear_slot(s, t, leaves)
    card = next_card(s)
    lay(s, belt_length(s, t), card)
    return card == S.FUNERAL


# The end


@cold
def take_opened(s, t):
    """KG-E-06: after the last turn every player takes the quests with an own sigil."""
    for k in range(int64(t.slots) - 1, -1, -1):
        if s.opener[k] != S.NONE:
            mark(s, int64(s.opener[k]), S.OPENED_AT_THE_END)
            s.quests[s.opener[k]] |= bit(int64(s.slot[k]))
            clear_slot(s, t, k)
