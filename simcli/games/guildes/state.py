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
from simcli.engine.record import described

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

# Kinds of trick effects (kernels/effects.py): positions in GAME.effects.
PROTECT, SWAP, COSTLY_REMOVAL, EXCHANGE, SHIFT, DRAW = 0, 1, 2, 3, 4, 5

u1, u4, i4 = np.uint8, np.uint32, np.int32

STATE, STATE_FIELDS = described(
    [
        *HEADER,
        # the round
        ("event", u4, "row of the event tables in force, MAX_EVENTS for none"),
        ("event_card", u4, "event card turned up; in the base game it only gives the direction"),
        ("clockwise", u4, "1 when packs go clockwise"),
        ("step", u4, "passes of all seats done in this phase: cards picked, or cards placed"),
        ("turn", u4, "seats that have chosen in this pass"),
        ("offset", u4, "seat p holds pack (p + offset) mod players"),
        ("revealed", u4, "cards of each seat turned up this round"),
        # chance, fixed when the game is dealt
        ("events", u1, (MAX_ROUNDS,), "event card of each round; hidden until it is turned up"),
        ("deck", u1, (MAX_DECK,), "guild of each card of the shuffled deck; hidden"),
        ("n_deck", u4, "cards of the shuffled deck"),
        ("starter", u1, (MAX_ROUNDS,), "seat that starts each round where seats play one by one"),
        ("redistribution", u1, (MAX_ROUNDS, MAX_PLAYERS), "by round and seat: the seat whose handed-in card it is given; hidden"),
        ("trick_deal", u1, (MAX_ROUNDS, MAX_PLAYERS), "by round and seat: its dirty trick; those of later rounds are hidden"),
        ("draws", u4, (MAX_ROUNDS, 2), "random numbers of the two cards trick I draws; hidden"),
        # cards
        ("packs", u1, (MAX_PLAYERS, MAX_GUILDS), "cards of each guild in each pack, by its first owner; all but the pack held are hidden"),
        ("pack_mask", u4, (MAX_PLAYERS,), "guilds in each pack, as a mask; hidden likewise"),
        ("hands", u1, (MAX_PLAYERS, MAX_GUILDS), "cards in hand by seat and guild; other seats' are hidden"),
        ("hand_mask", u4, (MAX_PLAYERS,), "guilds in hand, as a mask; other seats' are hidden"),
        ("given", u1, (MAX_PLAYERS,), "card each seat handed in for redistribution; other seats' are hidden"),
        ("down", u1, (MAX_PLAYERS, 4), "cards placed and not yet turned up, a ring of four; other seats' are hidden"),
        (
            "played",
            u1,
            (MAX_PLAYERS, MAX_GUILDS),
            "tableau and own face-down cards by seat and guild; other seats' face-down ones are hidden",
        ),
        ("tableau", u1, (MAX_GUILDS, MAX_SEATS), "cards face up by guild and seat: scoring compares seats"),
        ("shown_ge", np.uint64, (MAX_GUILDS,), "seats showing at least k - 1 cards of a guild, four bits each from k = 0 to 15"),
        ("discards", u1, (MAX_GUILDS,), "discard pile by guild; hidden unless the rules show unplayed cards"),
        ("gone", u1, (MAX_GUILDS,), "discards of earlier rounds when trick I may not draw them"),
        ("offered", u1, (MAX_PLAYERS, MAX_GUILDS), "cards of the packs dealt to each seat, for the statistics; hidden"),
        ("votes", u4, (MAX_PLAYERS, MAX_GUILDS), "votes so far by seat and guild"),
        # dirty tricks of this round
        ("trick_turn", u4, "tricks decided so far"),
        ("trick_order", u1, (MAX_PLAYERS,), "seats by the letter of their trick"),
        ("protected_mask", u4, "seats protected by trick A, as a mask"),
        ("shifts", i4, (MAX_PLAYERS, MAX_GUILDS), "cards more or fewer that tricks E to H make a tableau count, by seat and guild"),
        ("shifted", u4, "guilds with a shift this round, as a mask"),
        ("chain", u1, (4,), "choices made so far in the chain of a trick"),
        ("before", np.int16, (2, MAX_SEATS), "scratch of the features: votes before a trick, in this scoring and in all later ones too"),
        ("judged", u4, "scratch: which trick move_own and move_swing (see features.py) hold"),
        (
            "move_own",
            np.int16,
            (MAX_GUILDS, MAX_PLAYERS + 1, MAX_PLAYERS + 1),
            "scratch: own votes gained when a card of a guild goes from seat to seat",
        ),
        ("move_swing", np.int16, (MAX_GUILDS, MAX_PLAYERS + 1, MAX_PLAYERS + 1), "scratch: the same against the other players"),
        ("counts", u4, (MAX_GUILDS,), "scratch of the redeal, always left 0: hidden cards by guild"),
        ("kept", np.int64, (MAX_PLAYERS, MAX_GUILDS), "scratch of the features: weighted sums of one more card, by seat and guild"),
        ("kept_key", np.uint64, (MAX_PLAYERS,), "scratch: key of the weights of each seat's sums in `kept`"),
        ("kept_mask", u4, (MAX_SEATS,), "scratch: guilds whose sum in `kept` is still true, by seat, as a mask"),
        ("used", u1, (MAX_ROUNDS, MAX_PLAYERS), "by round and seat: 1 when the trick was used"),
    ]
)
