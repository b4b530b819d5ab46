"""What a strategy may see of an action: face-up cards, the player's own hand and the pack held. Names stand in GAME.decisions."""

from __future__ import annotations

from typing import NamedTuple

from numpy import int64, uint32, uint64

from simcli.engine.bits import list_bits, lowest_bit
from simcli.engine.kernel import cold, hot, hot_in_bounds, kernel
from simcli.engine.sink import clear, part, put, set_parts, wants
from simcli.games.columns import guildes as c
from simcli.games.guildes import state as S
from simcli.games.guildes.kernels import effects
from simcli.games.guildes.kernels.rules import pack_of
from simcli.games.guildes.kernels.scoring import untied_ahead

# Columns for cards, in the order of `_CARD`.
VOTES_NOW, VOTES_REST, PRIZE, MILITIA = c.PICK_VOTES_NOW, c.PICK_VOTES_REST, c.PICK_PRIZE, c.PICK_MILITIA
BIG, OWN, IN_HAND, LEAD = c.PICK_BIG, c.PICK_OWN, c.PICK_IN_HAND, c.PICK_LEAD
SURPLUS, PLACE, RIVALS, NEIGHBOUR = c.PICK_SURPLUS, c.PICK_PLACE, c.PICK_RIVALS, c.PICK_NEIGHBOUR
LEFT, CONTESTED, LONE = c.PICK_LEFT, c.PICK_CONTESTED, c.PICK_LONE
# Columns for tricks, in the order of `_TRICK`.
USES, OWN_VOTES, SWING = c.USE_USE, c.USE_OWN_VOTES, c.USE_SWING
PRINTED = 1 << PRIZE | 1 << BIG
COMPARED = 1 << LEAD | 1 << SURPLUS | 1 << PLACE | 1 << RIVALS | 1 << LEFT
RARE = PRINTED | COMPARED | 1 << NEIGHBOUR


class Asker(NamedTuple):
    """The seat that is asked for a card, the round from 0, whether the seat drafts, and whether the card is in no hand yet (1 or 0)."""

    seat: int
    round: int
    drafting: int
    in_pack: int


class Card(NamedTuple):
    """One more card of a guild: copies in the hand and of the seat, votes that it gains (`votes_gain`)."""

    guild: int
    in_hand: int
    own: int
    now: int
    rest: int
    contested: int


class Change(NamedTuple):
    """`giver` has one card less, `taker` one more and `shifted` a virtual change of `by`; NOBODY where there is none."""

    giver: int
    taker: int
    shifted: int
    by: int


MOST_COUNTED = 12
ONE, FOUR, EIGHT, BYTE = uint64(1), uint64(4), uint64(8), uint64(255)
HALF, LOW, SIGN = 16, 65535, 32768
LAST_GUILD = uint32(S.MAX_GUILDS - 1)
EACH = uint64(0x1111111111111111)
NOBODY = 99
ANY = -1
WORST = -(1 << 30)


@hot
def features(s, t, actions, n, sink):
    """Puts the features of each action into a sink; see GAME.decisions for the names of each decision."""
    if s.phase <= S.PLAY or s.phase == S.KEEP:
        card_features(s, t, actions, n, sink)
    else:
        trick_features(s, t, actions, n, sink)


@hot
def sums(s, t, actions, n, sink):
    """As `features`, weighed: of cards only those sums are worked out that have changed since the seat was last asked.

    The sum of a guild depends on the seat's own cards of it and on how many every seat shows: a pick or a placed card changes it for one
    seat, a card turned up for all (`kept_mask`). Balanced play is 1.2 times as fast, playouts of a search 1.3 times.
    """
    if s.phase <= S.PLAY or s.phase == S.KEEP:
        card_sums(s, t, actions, n, sink)
    else:
        clear(sink, n)
        trick_features(s, t, actions, n, sink)


@hot_in_bounds
def card_sums(s, t, actions, n, sink):
    """The sums of `card_features`, from those kept for the seat."""
    p = s.actor
    if s.kept_key[p] != sink.key:
        s.kept_key[p] = sink.key
        s.kept_mask[p] = 0
    cards = int64(s.pack_mask[pack_of(s, p)]) if s.phase == S.PICK else int64(s.hand_mask[p])
    if s.phase == S.KEEP:  # the two cards drawn from the pile
        cards = int64(1) << actions[0] | int64(1) << actions[n - 1]
    stale = cards & ~int64(s.kept_mask[p])
    if stale != 0:
        s.kept_mask[p] |= stale
        stale = keep_counted(s, t, p, stale, sink)
        if stale != 0:
            keep_listed(s, t, p, stale, sink)
    i = 0
    while i < n:  # in fours, like list_bits
        for k in range(i, i + 4):
            sink.sums[k] = s.kept[p, actions[k] & LAST_GUILD]
        i += 4


@hot_in_bounds
def keep_counted(s, t, p, guilds, sink):
    """Keeps the sums of guilds; returns those from the first one on that must be listed: what `counted_card` leaves out, or all where a
    rare column is wanted."""
    if t.event_ties[s.event] == 1 or wants(s, RARE):
        return guilds
    asker = asker_of(s, p)
    while guilds != 0:
        g = lowest_bit(guilds)
        in_hand = int64(s.hands[p, g])
        own = int64(s.played[p, g]) + in_hand * asker.drafting
        if own > MOST_COUNTED:
            return guilds
        s.kept[p, g] = put_card(t, asker, sink, 0, counted_card(s, t, asker, g, in_hand, own))
        guilds &= guilds - 1
    return guilds


@cold
def keep_listed(s, t, p, guilds, sink):
    """Keeps the sums of guilds, worked out as features are."""
    k = list_bits(guilds, sink.list)
    card_features(s, t, sink.list, k, sink)
    for i in range(k):
        s.kept[p, sink.list[i]] = sink.sums[i]


@hot
def asker_of(s, p):
    """The seat that is asked, as an `Asker`."""
    drafting = int64(s.phase == S.PICK)
    return Asker(p, int64(s.round) - 1, drafting, int64(s.phase == S.PICK or s.phase == S.KEEP))


@hot_in_bounds
def card_features(s, t, actions, n, sink):
    """What one more card of each guild would mean; see `_CARD`."""
    p = s.actor
    asker = asker_of(s, p)
    for i in range(n):
        g = actions[i]
        in_hand = int64(s.hands[p, g])
        own = int64(s.played[p, g]) + in_hand * asker.drafting
        if own > MOST_COUNTED or t.event_ties[s.event] == 1:
            now, rest, contested = votes_gain(s, t, asker.round, p, g, own)
            card = Card(g, in_hand, own, now, rest, contested)
        else:
            card = counted_card(s, t, asker, g, in_hand, own)
        set_parts(sink, i, put_card(t, asker, sink, i, card))
    if wants(s, RARE):
        rare_features(s, t, asker, actions, n, sink)


@cold
def rare_features(s, t, asker, actions, n, sink):
    """The columns that few strategies weigh."""
    p, r = asker.seat, asker.round
    if wants(s, PRINTED):
        for i in range(n):
            put(sink, i, BIG, int64(t.cost_mask) >> actions[i] & 1)
            put(sink, i, PRIZE, t.prize[r, actions[i]])
    if wants(s, COMPARED):
        for i in range(n):
            compare(s, t, p, actions[i], asker.drafting, sink, i)
    if wants(s, 1 << NEIGHBOUR):
        q = (p + 1) % s.n_players if s.clockwise == 1 else (p + s.n_players - 1) % s.n_players
        for i in range(n):
            put(sink, i, NEIGHBOUR, votes_gain(s, t, r, q, actions[i], int64(s.tableau[actions[i], q]))[1])


@hot_in_bounds
def put_card(t, asker, sink, i, card):
    """Puts the columns that most strategies weigh; returns what the sum gains (`sink.part`). card: a `Card`."""
    parts = part(sink, i, VOTES_NOW, card.now)
    parts += part(sink, i, VOTES_REST, card.rest)
    parts += part(sink, i, CONTESTED, card.contested)
    parts += part(sink, i, OWN, card.own)
    parts += part(sink, i, IN_HAND, card.in_hand)
    parts += part(sink, i, MILITIA, int64(t.flat[card.guild]))
    # The player's other cards of the guild: all of them while this one is in the pack, one less than all when it is in the hand.
    lone = card.own + card.in_hand == 1 - asker.in_pack
    return parts + part(sink, i, LONE, int64(t.prize[asker.round, card.guild]) & -int64(lone))


@cold
def compare(s, t, p, g, drafting, sink, i):
    """lead, surplus, place, rivals and left of guild g."""
    most = 0
    rivals = 0
    place = 0
    shown = int64(s.tableau[g, p])
    own = int64(s.played[p, g]) + s.hands[p, g] * drafting
    for q in range(s.n_players):
        if q != p:
            c = int64(s.tableau[g, q])
            shown += c
            rivals += c > 0
            place += c > own + 1
            most = max(most, c)
    majority = 1 - int64((t.flat_mask >> g) & 1)
    put(sink, i, LEAD, min(3, max(-3, own - most)) * majority)
    put(sink, i, SURPLUS, max(0, own - most - 1) * majority)
    put(sink, i, PLACE, place * majority)
    put(sink, i, RIVALS, rivals * majority)
    # Neither face up nor the player's own.
    put(sink, i, LEFT, int64(t.copies[g]) - shown - (int64(s.played[p, g]) - s.tableau[g, p]) - s.hands[p, g])


@cold
def votes_gain(s, t, r, p, g, own):
    """Votes seat p gains by holding own + 1 cards of guild g instead of `own`: in this scoring, in this and all later ones, and the
    latter if every other player showed one card more (GU-421 is left out of that look ahead)."""
    if (t.flat_mask >> g) & 1:
        votes = int64(t.votes_per_card[g])
        return votes * t.flat_pays[r], votes * t.flat_rest[r], votes * t.flat_rest[r]
    if (t.scored_mask >> g) & 1 == 0:
        return 0, 0, 0
    # One pass over all seats without a branch; the own one is taken out after.
    ahead = 0
    level = 0
    above = 0
    below = 0
    for q in range(s.n_players):
        over = int64(s.tableau[g, q]) - own
        ahead += over > 0
        level += over == 0
        above += over == 1
        below += over == -1
    over = int64(s.tableau[g, p]) - own
    level -= over == 0
    below -= over == -1
    row = r * S.MAX_GUILDS + g
    # own + 1 cards now; own cards now, which is also own + 1 against one more of everybody's; own cards against that.
    more = (ahead - above) * S.MAX_SEATS + above
    same = ahead * S.MAX_SEATS + level
    less = (ahead + level) * S.MAX_SEATS + below
    held = 1 if own > 0 else 0
    even = int64(t.payout_rest[row, same])
    rest = int64(t.payout_rest[row, more]) - held * even
    contested = even - held * int64(t.payout_rest[row, less])
    now = int64(t.payout[row, more]) - held * int64(t.payout[row, same])
    if t.event_ties[s.event] == 1:  # GU-421 changes this scoring only
        tied_now = tie_votes(s, t, r, g, p, own + 1, above) - tie_votes(s, t, r, g, p, own, level)
        return tied_now, rest - now + tied_now, contested
    return now, rest, contested


@hot_in_bounds
def counted_card(s, t, asker, g, in_hand, own):
    """The `Card` of a guild, with what `votes_gain` says worked out from the counts in `shown_ge`; not under GU-421, and for at most
    MOST_COUNTED own cards.

    No call and no branch on the kind of guild, which would be mispredicted every other time: of a flat guild every payout is that of one
    card, whatever the own cards.
    """
    mine = ((ONE << FOUR * uint64(s.tableau[g, asker.seat]) + EIGHT) - ONE) & EACH
    counts = (s.shown_ge[g] - mine) >> FOUR * uint64(own)  # others with at least own - 1 cards, own, ...
    # Votes with own + 1 cards, with own, and with own against one card more of everybody.
    row = uint64(asker.round * S.MAX_GUILDS + g)
    more = int64(t.payouts[row, counts >> EIGHT & BYTE])
    same = int64(t.payouts[row, counts >> FOUR & BYTE])
    less = int64(t.payouts[row, counts & BYTE])
    held = -int64(own > 0) & (int64(t.flat[g]) - 1)
    gain = more - (held & same)  # of this scoring in the low half, of all in the high one
    now = ((gain & LOW) ^ SIGN) - SIGN
    rest = (gain - now) >> HALF
    contested = (same >> HALF) - (held & less >> HALF)
    return Card(g, in_hand, own, now, rest, contested)


@kernel
def tie_votes(s, t, r, g, p, count, level):
    """GU-421: votes for `count` cards of guild g against the cards face up, `level` others having the same number."""
    if count == 0 or level > 0:
        return 0
    if t.move_up == 1:
        ahead = untied_ahead(s, t, g, p, count)
    else:
        ahead = 0
        for q in range(s.n_players):
            ahead += q != p and int64(s.tableau[g, q]) > count
    return int64(t.payout[r * S.MAX_GUILDS + g, ahead * S.MAX_SEATS + 0])


@cold
def trick_features(s, t, actions, n, sink):
    """For every choice the best end of the chain it starts; see `_TRICK`."""
    trick = effects.trick_of(s, s.actor)
    kind = t.trick_kind[trick]
    if kind == S.SWAP or kind == S.COSTLY_REMOVAL or kind == S.EXCHANGE:
        judge_moves(s, t, kind)
    else:
        note_votes(s, t, int64(t.trick_guild[trick]))
    for i in range(n):
        put(sink, i, USES, s.phase != S.USE or actions[i] == 1)
        if s.phase == S.USE and (actions[i] == 0 or kind == S.PROTECT or kind == S.DRAW):
            continue  # a drawn card is worth something, but which one is not known before
        own, swing = best_end(s, t, kind, t.trick_guild[trick], actions[i])
        put(sink, i, OWN_VOTES, own)
        put(sink, i, SWING, swing)


@kernel
def votes_if(s, t, g, p, change, rest):
    """Votes of seat p for guild g after a `Change`; rest = 1: in this and all later scorings, 0: in this one. Who moves up under GU-421
    is left out of this look ahead."""
    giver, taker, shifted, by = change
    r = int64(s.round) - 1
    mine = int64(s.tableau[g, p]) + (p == taker) - (p == giver)
    if (t.flat_mask >> g) & 1:
        return mine * t.votes_per_card[g] * (t.flat_rest[r] if rest == 1 else t.flat_pays[r])
    mine += s.shifts[p, g] + (by if p == shifted else 0)
    if mine <= 0 or (t.scored_mask >> g) & 1 == 0:
        return 0
    ahead = 0
    tied = -1
    for q in range(s.n_players):
        other = int64(s.tableau[g, q]) + s.shifts[q, g] + (q == taker) - (q == giver) + (by if q == shifted else 0)
        ahead += other > mine
        tied += other == mine
    now = int64(t.payout[r * S.MAX_GUILDS + g, ahead * S.MAX_SEATS + tied])
    later = int64(t.payout_rest[r * S.MAX_GUILDS + g, ahead * S.MAX_SEATS + tied]) - now if rest == 1 else 0
    if t.event_ties[s.event] == 1 and tied > 0:  # GU-421
        now = 0
    return now + later


@kernel
def judge_change(s, t, g, change):
    """(own votes, swing) of a `Change` in guild g: the actor's gain, and that minus the other players' on average."""
    own = 0
    them = 0
    rest = 1 if change.shifted == NOBODY else 0
    for p in range(s.n_players):
        gained = votes_if(s, t, g, p, change, rest) - s.before[rest, p]
        if p == s.actor:
            own = gained
        else:
            them += gained
    return own, own - them // (s.n_players - 1)


@kernel
def note_votes(s, t, g):
    """Votes of all seats for guild g as things stand, against which changes are judged."""
    for rest in range(2):
        for p in range(s.n_players):
            s.before[rest, p] = votes_if(s, t, g, p, Change(NOBODY, NOBODY, NOBODY, 0), rest)


@kernel
def judge_moves(s, t, kind):
    """What moving one card of g from seat i (or from nowhere) to seat j (or to nowhere) does, kept for all steps of the chain.

    Two moves of a trick concern two guilds, so their effects add up; only a removal paid in its own guild is an approximation.
    """
    stamp = int64(s.round) * 16 + s.trick_turn + 1
    if s.judged == stamp:
        return
    s.judged = stamp
    nobody = int64(s.n_players)
    for g in range(t.n_guilds):
        note_votes(s, t, g)
        for i in range(nobody + 1):
            if i < nobody and s.tableau[g, i] == 0:
                continue
            for j in range(nobody + 1):
                if i != j and moves(s, kind, i, j):
                    change = Change(i if i < nobody else NOBODY, j if j < nobody else NOBODY, NOBODY, 0)
                    own, swing = judge_change(s, t, g, change)
                    s.move_own[g, i, j] = own
                    s.move_swing[g, i, j] = swing


@kernel
def moves(s, kind, i, j):
    """Whether a trick of this kind moves a card from seat i to seat j; the number of players stands for nobody."""
    nobody = int64(s.n_players)
    if kind == S.SWAP:
        return i < nobody and j < nobody
    if kind == S.COSTLY_REMOVAL:
        return j == nobody
    return (i == s.actor and j == nobody) or (i == nobody and j == s.actor)


@kernel
def best_end(s, t, kind, shift_guild, action):
    """(own votes, swing) of the best end of the chain: of all that fit the choices made and this one the highest swing, then the most
    own votes. An end is made of seats a, b and guilds g, h.

    swap: a gives g, b gives h. removal: a pays g, b loses h. exchange: a takes back g and puts down h. shift: a is shifted, b = 0
    one less, 1 one more.
    """
    c = s.chain
    players = int64(s.n_players)
    actor = int64(s.actor)
    first = (
        S.SWAP_FIRST
        if kind == S.SWAP
        else (S.PAY if kind == S.COSTLY_REMOVAL else (S.EXCHANGE_OUT if kind == S.EXCHANGE else S.SHIFT_SEAT))
    )
    step = int64(s.phase) - first if s.phase != S.USE else -1
    one = fixed_choice(c, 0, step, action)
    two = fixed_choice(c, 1, step, action)
    three = fixed_choice(c, 2, step, action)
    four = fixed_choice(c, 3, step, action)
    want_a = one if kind == S.SWAP or kind == S.SHIFT else actor
    want_g = two if kind == S.SWAP else (one if kind != S.SHIFT else shift_guild)
    want_b = three if kind == S.SWAP else (two if kind != S.EXCHANGE else actor)
    want_h = four if kind == S.SWAP else (three if kind == S.COSTLY_REMOVAL else (two if kind == S.EXCHANGE else shift_guild))
    best_own, best_swing = int64(0), int64(WORST)
    for a in range(players):
        if want_a != ANY and a != want_a:
            continue
        gs = only(first_cards(s, t, kind, a, shift_guild), want_g)
        while gs != 0:
            g = lowest_bit(gs)
            gs &= gs - 1
            for b in range(players if kind != S.SHIFT else 2):
                if want_b == ANY or b == want_b:
                    hs = only(second_cards(s, t, kind, a, g, b), want_h)
                    while hs != 0:
                        own, swing = judge_end(s, t, kind, a, g, b, lowest_bit(hs))
                        if swing > best_swing or (swing == best_swing and own > best_own):
                            best_own, best_swing = own, swing
                        hs &= hs - 1
    return best_own, best_swing


@kernel
def only(mask, choice):
    """The mask, or just the choice already made."""
    return mask if choice == ANY else mask & (int64(1) << choice)


@kernel
def fixed_choice(chain, k, step, action):
    """Choice number k of the chain: made before, made now, or still open."""
    if k < step:
        return int64(chain[k])
    return int64(action) if k == step else ANY


@kernel
def first_cards(s, t, kind, a, shift_guild):
    """Guilds that seat a can put into a trick of this kind; none when the seat cannot be chosen."""
    if kind == S.SHIFT:
        return int64(1) << int64(shift_guild) if effects.is_target(s, a) else 0
    if kind == S.SWAP and not effects.swappable(s, t, a):
        return 0
    mine = effects.cards_mask(s, t, a)
    return mine & t.cost_mask if kind == S.COSTLY_REMOVAL else mine


@kernel
def second_cards(s, t, kind, a, g, b):
    """Guilds that complete the trick with seat b once seat a has put in g."""
    if kind == S.SHIFT:
        return int64(1) << g if b == 1 or s.tableau[g, a] > 0 else 0  # GU-438
    if kind == S.SWAP:
        return effects.partners(t, effects.cards_mask(s, t, b), g) if b > a and effects.swappable(s, t, b) else 0
    if kind == S.EXCHANGE:
        return effects.partners(t, int64(s.hand_mask[a]), g)
    if (effects.remove_from_mask(s, t, g) >> b) & 1 == 0:
        return 0
    left = effects.cards_mask(s, t, b)
    return left & ~(int64(1) << g) if a == b and s.tableau[g, a] == 1 else left


@kernel
def judge_end(s, t, kind, a, g, b, h):
    """(own votes, swing) of one end of a chain."""
    nobody = int64(s.n_players)
    own = int64(0)
    swing = int64(0)
    if kind == S.SHIFT:
        own, swing = judge_change(s, t, g, Change(NOBODY, NOBODY, a, 2 * b - 1))
    elif kind == S.COSTLY_REMOVAL or g != h:
        take_g = b if kind == S.SWAP else nobody
        give_h = nobody if kind == S.EXCHANGE else b
        take_h = a if kind != S.COSTLY_REMOVAL else nobody
        own = int64(s.move_own[g, a, take_g]) + s.move_own[h, give_h, take_h]
        swing = int64(s.move_swing[g, a, take_g]) + s.move_swing[h, give_h, take_h]
    return own, swing
