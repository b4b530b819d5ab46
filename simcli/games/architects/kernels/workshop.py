"""The face-up apprentices: hiring at the Workshop, free hiring, the limit on own apprentices, what is laid open anew."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bans import is_banned
from simcli.engine.bits import count_bits
from simcli.engine.kernel import cold, hot, kernel
from simcli.games.architects import state as S
from simcli.games.architects.kernels.amounts import ONE, change_virtue, pay_tax, tax_due
from simcli.games.architects.kernels.chance import draw_apprentice, put_two_apprentices_under
from simcli.games.architects.kernels.stack import NOBODY, mark_standing, push


@kernel
def lay_open(s, place):
    """A new apprentice is revealed at a place; the place stays empty if the deck is."""
    card = draw_apprentice(s)
    s.shown[place] = card
    s.offers_kept = 0
    s.coins[place] = 0
    if card == S.NO_CARD:
        s.filled &= ~(int64(1) << place)
    else:
        s.filled |= 1 << place
        s.offered_apprentices |= ONE << uint64(card)
        s.known_apprentices &= ~(ONE << uint64(card))


@kernel
def close_up(s, place):
    """AW-A06b: the cards to the right of a place that is empty now slide left, a new one is revealed."""
    row_end = place // S.COLUMNS * S.COLUMNS + S.COLUMNS - 1
    for k in range(place, row_end):
        s.shown[k] = s.shown[k + 1]
        s.coins[k] = s.coins[k + 1]
        if s.shown[k] == S.NO_CARD:
            s.filled &= ~(int64(1) << k)
        else:
            s.filled |= 1 << k
    lay_open(s, row_end)


@hot
def hire_silver(s, t, p):
    """AW-A06a, AW-PB05: silver into the supply for hiring at the Workshop."""
    return max(int64(t.hire_silver) - int64(s.power[p, S.HIRE_SILVER]), 0)


@kernel
def hireable(s, t, p, n):
    """AW-A06a: places of the face-up apprentices that n workers at the Workshop and the own silver reach, as a mask."""
    spare = int64(s.amount[p, S.SILVER]) - tax_due(s, t, p, int64(t.hire_tax)) - hire_silver(s, t, p)
    if spare < 0:
        return int64(0)
    reach = min(n, S.COLUMNS)
    skipped = S.COLUMNS - reach if t.skip_silver == 0 else min(spare // max(int64(t.skip_silver), 1), S.COLUMNS - reach)
    columns = (int64(1) << (reach + skipped)) - 1
    return unbanned_places(s, t, p, (columns | columns << S.COLUMNS) & int64(s.filled))


@kernel
def unbanned_places(s, t, p, places):
    """GO-21: places without those of apprentices the seat may not hire."""
    if s.restricted == 1:
        for place in range(S.DISPLAY):
            if (places >> place) & 1 and is_banned(s, p, int64(t.apprentice_item[s.shown[place]])):
                places &= ~(int64(1) << place)
    return places


@cold
def pay_hire(s, t, p, place):
    """AW-A06a: the price at the Workshop, and silver on the cards that are skipped."""
    pay_tax(s, t, p, int64(t.hire_tax))
    mark_standing(s, t, p, S.HIRE_SILVER, NOBODY)
    s.amount[p, S.SILVER] -= hire_silver(s, t, p)
    row = place // S.COLUMNS * S.COLUMNS
    for k in range(row, row + place % S.COLUMNS - min(int64(s.n), S.COLUMNS) + 1):
        s.coins[k] += t.skip_silver
        s.amount[p, S.SILVER] -= t.skip_silver


@kernel
def hire(s, t, p, place):
    """AW-D05: the card comes, after one of the own gives way where GO-08 has it so."""
    push(s, S.DO_TAKE, p, place)
    if t.discard_before == 1 and has_too_many(s, t, p, 1):
        push(s, S.DO_OVER_LIMIT, p, 1)


@cold
def take_shown(s, t, p, place):
    """AW-A06a to AW-A06d: the card with the silver on it, the row closes up, the virtue icon; then one card too many goes."""
    card = int64(s.shown[place])
    s.amount[p, S.SILVER] += s.coins[place]
    s.apprentices[p] |= ONE << uint64(card)
    if count_bits(int64(s.apprentices[p])) > int64(t.hire_limit):
        mark_standing(s, t, p, S.APPRENTICE_ROOM, NOBODY)
    close_up(s, place)
    push(s, S.DO_OVER_LIMIT, p, 0)
    change_virtue(s, t, p, int64(t.apprentice_virtue[card]))  # AW-A06c


@kernel
def has_too_many(s, t, p, more):
    """AW-A06d, AW-PB05: whether the seat has more apprentices than it may, were `more` hired."""
    room = int64(t.hire_limit) + int64(s.power[p, S.APPRENTICE_ROOM])
    return count_bits(int64(s.apprentices[p])) + more > room


@cold
def discard_first_column(s, t):
    """AW-A11b, AW-Q11: the two apprentices in column 1 go under the deck; the rows close up. GO-13: silver on them."""
    if t.coins_to_tax_stand == 1:
        for row in range(S.ROWS):
            s.tax_stand += s.coins[row * S.COLUMNS]
    put_two_apprentices_under(s, int64(s.shown[0]), int64(s.shown[S.COLUMNS]))
    for row in range(S.ROWS):
        close_up(s, row * S.COLUMNS)
