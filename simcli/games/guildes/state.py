"""The state of a game of Guildes: one flat record.

packs[p]          one pack per first owner; seat p holds pack (p + offset) mod n
   | pick
hands[p]  --give--> given[p] --(redistribution)--> hands[q]
   | play
down[p]           placed, not yet turned up (a ring of four, at most two at a time)
   | reveal
tableau[p]        face up, kept for the rest of the game
"""

from __future__ import annotations

import numpy as np

from simcli.engine.header import HEADER

MAX_PLAYERS = 6
MAX_SEATS = 8
"""Width of a row of seats: loops over all of it are vector instructions."""

MAX_GUILDS = 16
MAX_EVENTS = 16
MAX_TRICKS = 16
MAX_ROUNDS = 3
MAX_DECK = 200
MAX_PLAYS = 16
MAX_ACTIONS = 20
"""Room for every guild and what `list_bits` writes beyond."""

MAX_CATEGORIES = MAX_GUILDS
MAX_ITEMS = MAX_GUILDS + MAX_EVENTS + MAX_TRICKS
NO_CARD = 255
NO_EVENT = MAX_EVENTS
"""Row of the event tables that changes nothing (base game)."""

# Phases: positions in GAME.decisions.
PICK, GIVE, PLAY, USE = 0, 1, 2, 3
SWAP_FIRST, SWAP_GIVE, SWAP_SECOND, SWAP_TAKE = 4, 5, 6, 7
PAY, REMOVE_FROM, REMOVE = 8, 9, 10
EXCHANGE_OUT, EXCHANGE_IN = 11, 12
SHIFT_SEAT, SHIFT_BY = 13, 14
KEEP = 15

# Kinds of trick effects (cards.py).
PROTECT, SWAP, COSTLY_REMOVAL, EXCHANGE, SHIFT, DRAW = 0, 1, 2, 3, 4, 5

u1, u4, i4 = np.uint8, np.uint32, np.int32

STATE = np.dtype(
    [
        *HEADER,
        # the round
        ("event", u4),  # row of the event tables in force
        ("event_card", u4),  # the card turned up; in the base game it only gives the direction
        ("clockwise", u4),  # 1 clockwise
        ("step", u4),  # passes of all seats done in this phase: cards picked, or cards placed
        ("turn", u4),  # seats that have chosen in this pass
        ("offset", u4),  # seat p holds pack (p + offset) mod n
        ("revealed", u4),  # cards of each seat turned up this round
        # chance, fixed when the game is dealt
        ("events", u1, (MAX_ROUNDS,)),
        ("deck", u1, (MAX_DECK,)),
        ("n_deck", u4),
        ("starter", u1, (MAX_ROUNDS,)),
        ("redistribution", u1, (MAX_ROUNDS, MAX_PLAYERS)),
        ("trick_deal", u1, (MAX_ROUNDS, MAX_PLAYERS)),
        ("draws", u4, (MAX_ROUNDS, 2)),
        # cards
        ("packs", u4, (MAX_PLAYERS, MAX_GUILDS)),
        ("pack_mask", u4, (MAX_PLAYERS,)),
        ("hands", u4, (MAX_PLAYERS, MAX_GUILDS)),
        ("hand_mask", u4, (MAX_PLAYERS,)),
        ("given", u1, (MAX_PLAYERS,)),
        ("down", u1, (MAX_PLAYERS, 4)),
        ("played", u4, (MAX_PLAYERS, MAX_GUILDS)),  # tableau and own face-down cards
        ("tableau", u4, (MAX_GUILDS, MAX_SEATS)),  # [guild, seat]: scoring compares seats
        ("discards", u4, (MAX_GUILDS,)),
        ("gone", u4, (MAX_GUILDS,)),  # discards of earlier rounds when trick I may not draw them
        ("offered", u4, (MAX_PLAYERS, MAX_GUILDS)),  # cards of the packs dealt to the seat
        ("votes", u4, (MAX_PLAYERS, MAX_GUILDS)),
        # dirty tricks of this round
        ("trick_turn", u4),  # tricks decided so far
        ("trick_order", u1, (MAX_PLAYERS,)),  # seats by the letter of their trick
        ("protected_mask", u4),
        ("shifts", i4, (MAX_PLAYERS, MAX_GUILDS)),
        ("shifted", u4),  # guilds with a shift this round
        ("chain", u1, (4,)),  # choices made so far in the chain of a trick
        ("before", np.int16, (2, MAX_SEATS)),
        ("judged", u4),  # which trick move_own and move_swing (see features.py) hold
        ("move_own", np.int16, (MAX_GUILDS, MAX_PLAYERS + 1, MAX_PLAYERS + 1)),
        ("move_swing", np.int16, (MAX_GUILDS, MAX_PLAYERS + 1, MAX_PLAYERS + 1)),
        ("used", u1, (MAX_ROUNDS, MAX_PLAYERS)),
    ],
    align=True,
)
