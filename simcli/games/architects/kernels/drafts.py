"""The first apprentices and the draft of buildings."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine import rng
from simcli.engine.bans import is_banned
from simcli.engine.chance import next_seat, open_stream
from simcli.engine.kernel import cold, kernel
from simcli.games.architects import state as S
from simcli.games.architects.kernels.amounts import ONE, change_virtue, draw_buildings, take_building
from simcli.games.architects.kernels.chance import SWAPS, draw_building, put_packets_under
from simcli.games.architects.kernels.effects import first_copies
from simcli.games.architects.kernels.stack import NOBODY, push
from simcli.games.architects.kernels.workshop import lay_open

# First apprentices


@kernel
def seat_to_take(s, t):
    """AW-S08, GO-05: the seat that takes the next first apprentice."""
    n = int64(s.n_players)
    k = n - 1 - int64(s.step) if t.reverse_order == 1 else int64(s.step)
    return (int64(s.first) + k) % n


@kernel
def ask_first_apprentice(s, t):
    """AW-D01; when all have taken one the empty places are filled, row 1 before row 2. True when there is a question."""
    if s.step == s.n_players:
        s.step = 0
        for place in range(S.DISPLAY):
            if s.shown[place] == S.NO_CARD:
                lay_open(s, place)
        return False
    s.actor = seat_to_take(s, t)
    s.phase = S.FIRST_APPRENTICE
    return True


@kernel
def first_mask(s, t, p):
    """AW-D01, GO-21: places of the display; those of banned apprentices only if there is no other."""
    mask = int64(s.filled)
    if s.restricted == 1:
        for place in range(S.DISPLAY):
            if (mask >> place) & 1 and is_banned(s, p, int64(t.apprentice_item[s.shown[place]])):
                mask &= ~(int64(1) << place)
        if mask == 0:
            mask = int64(s.filled)
    return uint64(mask)


@kernel
def take_first(s, t, p, place):
    """AW-S08: free of charge; the virtue icon applies, nothing moves."""
    card = int64(s.shown[place])
    s.shown[place] = S.NO_CARD
    s.filled &= ~(int64(1) << place)
    s.apprentices[p] |= ONE << uint64(card)
    s.step += 1
    push(s, S.DO_FIRST_APPRENTICE, p, 0)
    change_virtue(s, t, p, int64(t.apprentice_virtue[card]))


# The draft


@cold
def deal_packets(s, t):
    """AW-S09: in turn order from the start player, the next cards of the deck."""
    p = int64(s.first)
    for _ in range(s.n_players):
        s.n_packet[p] = 0
        for i in range(min(int64(t.draft_deal), int64(s.n_building_deck))):
            s.packet[p, i] = draw_building(s)
            s.n_packet[p] += 1
        p = next_seat(s, p)
    s.step = 0
    s.passes = 0


@cold
def swap(s, t, player, item, fixed):
    """GO-31: a building of a packet and a given one change places; see `engine.contract.swap`."""
    n, swaps, copies = int64(s.n_players), 0, 0
    place = (player - int64(s.first) + n) % n * int64(t.draft_deal) + fixed[player]
    if (s.phase != S.DRAFT and s.phase != S.FIRST_APPRENTICE) or fixed[player] >= t.draft_deal or dealt_card(s, t, place) < 0:
        return 0
    for q in range(n):
        swaps += fixed[q]
    places = n * int64(t.draft_deal) + int64(s.n_building_deck)
    for k in range(places):
        copies += is_swappable(s, t, k, item, fixed)
    if copies == 0:
        return 0
    open_stream(s, SWAPS + swaps)
    others = int64(rng.below(s.chance, copies))
    found = int64(0)
    while not is_swappable(s, t, found, item, fixed) or others > 0:
        others -= is_swappable(s, t, found, item, fixed)
        found += 1
    out, card = dealt_card(s, t, place), dealt_card(s, t, found)
    put_dealt(s, t, place, card)
    put_dealt(s, t, found, out)
    if s.phase == S.DRAFT:  # the first seat of the pass is asked already
        p = int64(s.actor)
        s.offered_buildings[p] = 0
        note_packet(s, p)
    s.legal = NOBODY
    return 1


@kernel
def dealt_card(s, t, place):
    """AW-S09: the building at a place: those of the packets in turn order, dealt or not yet, then the deck; -1 where there is none."""
    dealt = int64(s.n_players) * int64(t.draft_deal)
    if s.phase == S.DRAFT and place < dealt:
        p = (int64(s.first) + place // t.draft_deal) % int64(s.n_players)
        i = place % t.draft_deal
        return int64(s.packet[p, i]) if i < s.n_packet[p] else int64(-1)
    k = place - (dealt if s.phase == S.DRAFT else 0)
    return int64(s.building_deck[(int64(s.building_first) + k) & S.RING_MASK]) if k < s.n_building_deck else int64(-1)


@kernel
def put_dealt(s, t, place, card):
    """Puts a building at a place that has one; see `dealt_card`."""
    dealt = int64(s.n_players) * int64(t.draft_deal)
    if s.phase == S.DRAFT and place < dealt:
        s.packet[(int64(s.first) + place // t.draft_deal) % int64(s.n_players), place % t.draft_deal] = card
    else:
        s.building_deck[(int64(s.building_first) + place - (dealt if s.phase == S.DRAFT else 0)) & S.RING_MASK] = card


@kernel
def is_swappable(s, t, place, item, fixed):
    """GO-31: whether at a place lies the item, not yet swapped into a packet."""
    card = dealt_card(s, t, place)
    if card < 0 or t.building_item[card] != item:
        return False
    k = place // t.draft_deal
    return k >= s.n_players or place % t.draft_deal >= fixed[(int64(s.first) + k) % int64(s.n_players)]


@cold
def ask_draft(s, t):
    """AW-D02: the next seat of the pass; packets change hands after it. True when there is a question."""
    if s.step == s.n_players:
        s.step = 0
        s.passes += 1
        if s.passes < t.draft_keep:
            pass_packets(s)
    if s.passes >= t.draft_keep:
        s.step = 0
        put_packets_under(s)
        extra_buildings(s, t)
        return False
    p = (int64(s.first) + int64(s.step)) % int64(s.n_players)
    note_packet(s, p)
    s.actor = p
    s.phase = S.DRAFT
    return True


@kernel
def note_packet(s, p):
    """The buildings of its packet are offered to a seat."""
    for i in range(int64(s.n_packet[p])):
        s.offered_buildings[p] |= ONE << uint64(s.packet[p, i])


@kernel
def pass_packets(s):
    """AW-S09, AW-Q18: to the next player in turn order."""
    last = int64(s.n_players) - 1
    for i in range(S.PACKET):
        card = s.packet[last, i]
        for p in range(last, 0, -1):
            s.packet[p, i] = s.packet[p - 1, i]
        s.packet[0, i] = card
    n = s.n_packet[last]
    for p in range(last, 0, -1):
        s.n_packet[p] = s.n_packet[p - 1]
    s.n_packet[0] = n


@kernel
def packet_mask(s, t, p):
    """AW-D02: cards of the packet in hand, one of equal ones."""
    mask = NOBODY
    for i in range(int64(s.n_packet[p])):
        mask |= ONE << uint64(s.packet[p, i])
    return first_copies(t.building_type, t.later_buildings, mask)


@kernel
def pick(s, p, card):
    """AW-S09: a card moves from the packet to the hand."""
    n = 0
    for i in range(int64(s.n_packet[p])):
        if s.packet[p, i] != card:
            s.packet[p, n] = s.packet[p, i]
            n += 1
    s.n_packet[p] = n
    take_building(s, p, card)
    s.step += 1


@cold
def extra_buildings(s, t):
    """AW-V01: buildings of the boards, in turn order from the start player."""
    p = int64(s.first)
    for _ in range(s.n_players):
        draw_buildings(s, t, p, int64(t.board_cards[s.board[p]]))
        p = next_seat(s, p)


assert S.FIRST_APPRENTICE == 0
