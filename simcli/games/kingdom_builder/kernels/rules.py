"""Legal actions and their effects, in the order of a turn: card, tiles, mandatory action, tiles, next card, next player."""

from __future__ import annotations

from numpy import int64, uint32

from simcli.engine.bans import is_banned
from simcli.engine.bits import list_bits, overlap
from simcli.engine.chance import next_seat
from simcli.engine.header import ENDED, RUNNING, STOPPED
from simcli.engine.kernel import cold, hot, kernel
from simcli.engine.mark import counts, mark
from simcli.games.kingdom_builder import state as S
from simcli.games.kingdom_builder.kernels import effects
from simcli.games.kingdom_builder.kernels.board import lift, list_cells, settle
from simcli.games.kingdom_builder.kernels.chance import draw


@hot
def legal_actions(s, t, actions):
    """Codes: a cell (build, place, lift, put), a location (use, give up) or STOP (build, end turn), by phase."""
    p = s.actor
    if s.phase == S.BUILD:
        return list_builds(s, t, p, uint32(s.card), actions)
    if s.phase == S.PLACE:
        return effects.list_places(s, t, p, actions)
    if s.phase == S.LIFT:
        return effects.list_lifts(s, t, p, actions)
    if s.phase == S.PUT:
        return effects.list_puts(s, t, p, actions)
    if s.phase == S.GIVE_UP:
        return list_bits(int64(same_kind(s, p, s.vacated)), actions)
    if s.playable == S.UNKNOWN or s.restricted == 1:  # GO-23: listed with and without a ban
        s.playable = effects.playable_tiles(s, t, p)
    return list_bits(int64(s.playable) | (int64(1) << S.STOP), actions)  # KB-43, KB-45


@hot
def list_builds(s, t, p, kind, actions):
    """KB-50 to KB-53: free hexes of the card's terrain, next to an own settlement where there is one such."""
    close = t.adjacency == 1 and overlap(s.free, s.kind_mask[kind], s.near[p])  # GO-16
    n = 0
    for w in range(S.WORDS):
        word = s.kind_mask[kind, w] & s.free[w]
        if close:
            word &= s.near[p, w]
        n = list_cells(word, w * 64, n, actions)
    return n


@hot
def apply_action(s, t, action):
    """Carries out one choice of `s.actor`."""
    p = s.actor
    if s.phase == S.BUILD:
        build(s, t, p, action)
        s.builds_left -= uint32(1)
        if not build_due(s, t, p):
            go_on(s, t, MANDATORY_DONE)
    elif s.phase <= S.AFTER:
        choose_tile(s, t, p, action)
    else:
        use_tile(s, t, p, action)


@hot
def build(s, t, p, cell):
    """KB-50, KB-70: a settlement from the supply; whoever places the last one triggers the end (KB-90)."""
    settle(s, t, p, cell)
    supply = int64(s.supply[p]) - 1
    s.supply[p] = supply
    s.idle = 0
    if supply == 0:
        s.ending = 1  # KB-92: nothing takes it back
    if s.beside[cell] != 0:
        gain_tile(s, t, p, int64(s.beside[cell]) - 1)


@cold
def gain_tile(s, t, p, location):
    """KB-60 to KB-62: a settlement stands next to special hex `location`."""
    bit = int64(1) << location
    if int64(s.stocked) & ~int64(s.taken[p]) & bit == 0:
        return
    if s.restricted == 1 and is_banned(s, p, int64(s.tile[location])):  # GO-14
        return
    if t.kinds_twice == 0 and same_kind(s, p, location) != 0:  # GO-22
        return
    take_tile(s, p, location)
    if t.tiles_at_once == 1:  # GO-19
        s.usable |= bit
    mark(s, p, S.TILE_GAINED)


@kernel
def take_tile(s, p, location):
    """A tile goes from its location to seat p."""
    bit = int64(1) << location
    s.tiles_left[location] -= uint32(1)
    if s.tiles_left[location] == 0:
        s.stocked &= ~bit
    s.held[p] |= bit
    s.taken[p] |= bit


@cold
def grant(s, t, player, item):
    """GO-15: a seat begins with a tile of a kind, as if taken from the location of that kind with most tiles left; its hex gives no other.

    Where the board has no such location, nothing can be given.
    """
    best = int64(-1)
    for location in range(s.n_locations):
        is_open = s.tile[location] == item and (int64(s.stocked) & ~int64(s.taken[player])) >> location & 1
        if is_open and (best < 0 or s.tiles_left[location] > s.tiles_left[best]):
            best = int64(location)
    if best < 0:
        return
    take_tile(s, player, best)
    if player == s.actor:  # the first turn has begun without the tile
        s.usable = s.held[player]
        go_on(s, t, TILES)


@cold
def choose_tile(s, t, p, action):
    """KB-43 to KB-46: a tile is used, or the player goes on."""
    if action == S.STOP:
        go_on(s, t, MANDATORY if s.phase == S.BEFORE else END)
        return
    s.using = action
    s.usable &= ~(int64(1) << int64(action))
    if t.tiles_once == 1:  # GO-18
        s.held[p] &= ~(int64(1) << int64(action))
    s.phase = S.LIFT if t.tile_moves[s.tile[action]] == 1 else S.PLACE


@cold
def use_tile(s, t, p, action):
    """The steps of a tile in use."""
    if s.phase == S.PLACE:
        mark_tile(s, t, p, 0, S.STRAIGHT_TWO)
        build(s, t, p, action)
    elif s.phase == S.LIFT:  # KB-71, KB-73
        lift(s, t, p, action)
        s.lifted = action
        s.phase = S.PUT
        return
    elif s.phase == S.PUT:
        mark_tile(s, t, p, S.MOVES, S.TARGETS_OF_MOVES)
        if put(s, t, p, action):
            s.phase = S.GIVE_UP
            return
    else:
        give_up(s, p, action)
    go_on(s, t, TILES)


@kernel
def mark_tile(s, t, p, first, last):
    """Marks the tile in use by its target; `last` stands for all targets from there on."""
    if counts(s):
        mark(s, p, first + min(int64(t.tile_target[s.tile[s.using]]), last))


@cold
def put(s, t, p, cell):
    """KB-60, KB-64 to KB-67: the settlement is put down, a tile gained and one lost; True when the player chooses which (GO-09)."""
    settle(s, t, p, cell)
    if s.beside[cell] != 0 and t.tile_by_move == 1:  # GO-10
        gain_tile(s, t, p, int64(s.beside[cell]) - 1)
    left = int64(s.beside[s.lifted]) - 1
    s.lifted = 0
    if t.tiles_lost == 0:  # GO-20
        return False
    if left < 0 or left >= s.n_locations or (int64(s.held[p]) >> left) & 1 == 0 or (int64(s.touched[p]) >> left) & 1 == 1:
        return False
    s.vacated = left
    others = int64(same_kind(s, p, left)) & ~(int64(1) << left)
    if t.either_lost == 1 and others != 0:
        marked = int64(s.usable) & others
        if marked != (others if (int64(s.usable) >> left) & 1 else 0):
            return True
    lose_tile(s, p, left)
    return False


@cold
def same_kind(s, p, location):
    """Locations whose tiles seat p holds and which are of the same kind as that of `location`, this one included."""
    mask = int64(0)
    for other in range(s.n_locations):
        if s.tile[other] == s.tile[location]:
            mask |= int64(1) << other
    return mask & int64(s.held[p])


@kernel
def give_up(s, p, location):
    """GO-09: the tile of `location` goes; if that is not the vacated one, the vacated one's mark passes on to it."""
    if location != s.vacated:
        if (int64(s.usable) >> int64(s.vacated)) & 1:
            s.usable |= int64(1) << int64(location)
        else:
            s.usable &= ~(int64(1) << int64(location))
    lose_tile(s, p, int64(s.vacated))


@kernel
def lose_tile(s, p, location):
    """KB-65: the tile leaves the game."""
    mark(s, p, S.TILE_LOST)
    s.held[p] &= ~(int64(1) << location)
    s.usable &= ~(int64(1) << location)


# The turn

TILES, MANDATORY, MANDATORY_DONE, END = int64(0), int64(1), int64(2), int64(3)
"""Steps of a turn: tiles may be used (phase A or C), builds are due, they are done, the turn ends.

Of the type int64: a kernel called with plain numbers is compiled once for each of them.
"""

STALL = 120
"""Turns in a row without a settlement from a supply that end the game as stalled: a config may leave no useful cards."""


@kernel
def start_turn(s, t):
    """The first turn of the game."""
    begin_turn(s, t)
    go_on(s, t, TILES)


@cold
def go_on(s, t, step):
    """From step to step of the turns until somebody is asked or the game is over."""
    while True:
        p = s.actor
        if step == TILES:  # KB-43, KB-45
            if s.builds_left == 0 or s.supply[p] == 0:  # KB-55: no mandatory action comes any more, so this is phase C
                s.builds_left = 0
                s.after = 1
            if tiles_due(s, t, p):
                return
            step = END if s.after == 1 else MANDATORY
        elif step == MANDATORY:  # KB-44
            if build_due(s, t, p):
                return
            step = MANDATORY_DONE
        elif step == MANDATORY_DONE:  # KB-49: phase C also follows the last settlement
            s.builds_left = 0
            s.after = 1
            step = TILES
        else:
            end_turn(s, t, p)
            if s.over != RUNNING:
                return
            begin_turn(s, t)
            step = TILES


@kernel
def tiles_due(s, t, p):
    """Whether the player has a tile to use, and asks for it."""
    if s.usable == 0:
        return False
    s.playable = effects.playable_tiles(s, t, p)
    s.phase = S.AFTER if s.after == 1 else S.BEFORE
    return s.playable != 0


@kernel
def build_due(s, t, p):
    """KB-50, KB-54 to KB-56: whether a build is due, and asks for it."""
    if s.builds_left == 0 or s.supply[p] == 0:  # KB-55
        return False
    s.phase = S.BUILD
    if is_free(s, uint32(s.card)):
        return True
    if t.replace == 0:  # GO-07
        return False
    replace_card(s, t, p)
    return is_free(s, uint32(s.card))


@cold
def begin_turn(s, t):
    """What happens at the start of a turn before the player is asked."""
    p = s.actor
    if s.hand[p] == S.NO_CARD:
        s.hand[p] = draw(s)
    s.card = s.hand[p]
    s.after = 0
    s.builds_left = t.builds
    s.usable = s.held[p]  # KB-41, KB-62
    if t.replace == 1 and not is_free(s, uint32(s.card)):
        replace_card(s, t, p)


@kernel
def is_free(s, kind):
    """Whether a free hex of this kind exists."""
    if kind >= S.TERRAINS:
        return False
    return overlap(s.free, s.kind_mask[kind], s.free)


@cold
def replace_card(s, t, p):
    """KB-42, KB-56: a card without a free hex is replaced until one with a free hex comes; if none can come, the builds due are lost."""
    while s.card != S.NO_CARD and not is_free(s, uint32(s.card)) and useful_card_left(s):
        if t.replaced_to_discards == 1:  # GO-08
            s.discards[s.card] += 1
        else:
            s.removed[s.card] += 1
        s.hand[p] = draw(s)
        s.card = s.hand[p]  # KB-57
    if not is_free(s, uint32(s.card)):
        s.builds_left = 0  # section 15


@cold
def useful_card_left(s):
    """Whether draw pile or discard pile hold a card of a terrain with a free hex."""
    for i in range(int64(s.pile_next), int64(s.pile_end)):
        if is_free(s, uint32(s.pile[i])):
            return True
    useful = False
    for terrain in range(S.TERRAINS):
        useful |= s.discards[terrain] > 0 and is_free(s, uint32(terrain))
    return useful


@cold
def end_turn(s, t, p):
    """KB-47, KB-91: a new card, then the next player or the end."""
    if s.card != S.NO_CARD:
        s.discards[s.card] += 1
    s.hand[p] = draw(s)
    s.actor = next_seat(s, p)  # KB-40
    s.idle += 1
    if s.idle == STALL:
        s.over = STOPPED
    if s.ending == 1 and (s.actor == s.first or t.end_at_once == 1):  # GO-21
        s.over = ENDED
        return
    if s.actor == s.first:
        s.round += 1
