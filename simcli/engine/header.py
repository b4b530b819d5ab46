"""The fields every state record begins with. Free of numba, so that a game can be described without the compiler."""

from __future__ import annotations

import numpy as np

from simcli.engine.record import Described

# The engine's limits; `layout.load` refuses a game that passes one of them.

MAX_SEATS = 8
"""Most players: rows of the seats' bans, luck, points and holdings."""

BAN_WORDS = 4
MAX_ITEMS = 64 * BAN_WORDS
"""Most items of a catalogue: a seat's bans fill words of 64 bits. A card that can be held and used is two items; The King's Guild, the
largest game planned, has about 160 card records."""

MAX_FEATURES = 64
"""Most features of a decision: `feature_mask` has a bit for each."""

MAX_CONTEXT = 64
"""Most columns of a position that a game offers to learned players (`Game.context`)."""

ALL_FEATURES = (1 << MAX_FEATURES) - 1
"""`s.feature_mask` of who is given every column."""

INDEX_BITS = 12
MAX_ACTIONS = (1 << INDEX_BITS) - 1
"""Most legal actions of a decision: an action's number rides in the low bits of its weighted sum (`policy.softmax`)."""

RANDOM, HEURISTIC, FUNCTION, SEARCH, LEARNED = range(5)
"""Kinds of strategies, as their records say."""

RUNNING, ENDED, STOPPED, OUTGROWN = range(4)
"""What `over` says: the game goes on, has ended by its rules, was ended by a stall rule, or cannot go on, since more would wait at once
than its record has room for: patches alone bring that about."""

HEADER: list[Described] = [
    (
        "over",
        np.uint32,
        f"{RUNNING} running, {ENDED} ended, {STOPPED} ended by a stall rule, {OUTGROWN} given up since more would wait than the record "
        "has room for",
    ),
    ("actor", np.uint32, "seat to decide, from 0"),
    ("phase", np.uint32, "decision asked: its position in GAME.decisions"),
    # A loop bound, like all counts that loops run to: signed, so that loop variables are.
    ("n_players", np.int32, "number of players"),
    ("round", np.uint32, "round of play, from 1"),
    ("first", np.uint32, "seat that began this game, from 0; stays 0 in a game without a start player"),
    ("decisions", np.uint32, "decisions taken so far, counted by the engine"),
    ("decided", np.uint32, (MAX_SEATS,), "decisions that each seat has taken in this round, counted by the engine"),
    ("feature_mask", np.uint64, "mask of the features the strategy to decide weighs; a Python function is given all"),
    ("restricted", np.uint32, "1 when a seat has a ban"),
    ("banned", np.uint64, (MAX_SEATS, BAN_WORDS), "bit i % 64 of word i // 64: item i of the catalogue is out of the seat's reach"),
    ("key", np.uint64, "key of the deal, from which all chance derives; hidden"),
    ("chance", np.uint64, (4,), "generator of the rules; hidden"),
]
"""The fields every state record begins with."""
