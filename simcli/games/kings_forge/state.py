"""The state of a game of King's Forge: one flat record. Dice are counted by colour, rolled dice by colour and value."""

from __future__ import annotations

import numpy as np

from simcli.engine.header import HEADER
from simcli.engine.record import described

MAX_PLAYERS = 4

# Colours, in the order of setup.yaml.
METAL, WOOD, GEM, MAGIC, LIBRARY, CEMETERY_DIE = range(6)
BASIC, COLOURS, BOX = 4, 5, 6
"""Colours players own; colours that can be in a hand; colours in the box."""
ROW = 8
"""Colours and values are kept in rows of eight, so that a row is one machine word. Value v stands in column v."""
FACES = 6

MAX_CARDS = 48
"""Craft cards of a deck."""
MAX_DRAWN = 32
MAX_GATHER = 32
"""Gather cards in the data."""
MAX_IN_PLAY = 24
"""Gather cards in a game."""
MAX_FACE_UP = 6
MAX_EXCHANGES = 24
MAX_DEALS = 2 * MAX_GATHER + MAX_EXCHANGES
"""Rows of what can be paid for: half h of gather card c is row 2c + h, exchange e is row 2 * MAX_GATHER + e."""
FIRST_DOCK = 2 * MAX_GATHER
MAX_SQUARES = 6
MAX_TIERS = 8
SUBSETS = 1 << COLOURS
SUBSET_WORDS = SUBSETS // 8
"""Numbers by subset of colours, a byte each, subset k in byte k % 8 of word k // 8; with two words for the basic colours alone."""

# Kinds of abilities and tokens: those that add pips come first, as the data have them.
MAX_PIPS_KINDS = 16
REROLL_ABILITY, AUTO_SIX, PLUS_TOKEN = 16, 17, 18
KINDS = 20

# Effects of a row.
NO_EFFECT, ADD_ABILITY, ONES_TO_SIXES, ROLL_WORKSHOP, CEMETERY_ROLL, LIBRARY_DICE = range(6)

# Positions in GAME.effects: effects of rows from ADD_ABILITY on, then these; abilities that are used, by kind, all pips as one.
GAIN_TOKENS, CHANGE_CEMETERY, USE_PIPS = 5, 6, 7

BRINGS = ("pips", "rerolls", "ones", "wakes", "tokens", "libraries", "cemeteries")
"""What a row brings besides dice: as the features of a gather turn have it."""
PLUS_ROOM = len(BRINGS)
"""How much of what a row brings is of use is counted by BRINGS; here stands how many +1/+1 tokens there are."""
ALL = 0xFFFF
"""As much as is of use."""

# Values of options that are not the default.
EARLY_24 = RANK_AMONG_FINISHERS = ONE_PER_EXCHANGE = IMMEDIATELY = FIXED_SEAT = ONE_CARD = KEPT = 1

# Rows by how they are paid, for the features.
USUAL, NARROW = 1, 2

# Phases: positions in GAME.decisions.
GATHER, GIVE_UP, PAY, BONUS, CEMETERY, MODIFY, TARGET, REROLL, CRAFT, PLACE = range(10)

CERTAIN_BITS = 10
CERTAIN = 1 << CERTAIN_BITS
"""A chance of 1 in the tables of odds."""
MAX_ODDS_DICE = 31
"""Dice of a colour for which odds are kept; more count as so many."""
FALLS = 8
"""Numbers of dice, each one less than the one before, whose odds are found at once: as many as a payment can have, and its start."""
MOST_FALLING = MAX_ODDS_DICE + FALLS - 1
"""Dice from which on all of these count as MAX_ODDS_DICE."""

STOP = 255
"""Code of `pass`, `keep`, `done`, `no more`, `roll`, `end turn`."""
STEAL = 64
"""Code of `steal` of the drawn card i is STEAL + i, of `craft` it is i."""
NONE = 255
GIVEN_UP = 2
MAX_ACTIONS = 72
MAX_CATEGORIES = 2
MAX_ITEMS = 2 * MAX_CARDS + MAX_DEALS + 2

u1, u2, u4 = np.uint8, np.uint16, np.uint32

STATE, STATE_FIELDS = described(
    [
        *HEADER,
        ("start", u4, "seat that starts the round, with the anvil (KF-10), which moves on; `first` had it in round 1"),
        ("options", u1, (MAX_ACTIONS,), "the choices of the decision asked"),
        ("n_options", u4, "their number; 0 when they must be found"),
        # the pile of dice and tokens
        ("stock", u1, (ROW,), "dice in the stock by colour"),
        ("burned", u1, (ROW,), "dice on burn squares by colour"),
        ("tokens", u1, (2,), "tokens in the stock: Automatic 6, +1/+1"),
        # dice of the players
        ("hand", u1, (MAX_PLAYERS, ROW), "dice in hand by seat and colour"),
        ("workshop", u1, (MAX_PLAYERS, ROW), "dice gained this round, on the workshop, by seat and colour (KF-10)"),
        ("allocated", u1, (MAX_PLAYERS, ROW), "dice paid this round that come back, by seat and colour"),
        ("rolled", u1, (COLOURS, ROW), "dice of the actor in the craft phase, by colour and value"),
        # abilities and tokens of this round
        ("ability", u1, (MAX_PLAYERS, KINDS), "abilities and tokens held, by seat and kind"),
        ("ones", u1, (MAX_PLAYERS,), "held ones-to-sixes"),
        ("wake", u1, (MAX_PLAYERS,), "held roll-the-workshop"),
        ("cemetery", u4, "value of the cemetery die in force, 0 for none"),
        ("cemetery_rolls", u4, "rolls of the cemetery die this round"),
        ("rerolls", u4, "rerolls of this craft turn"),
        # the gather phase
        ("deck", u1, (MAX_IN_PLAY,), "gather cards of the game in the order of this round; what is not turned up is hidden"),
        ("n_gather", np.int32, "gather cards of the game"),
        ("deck_next", u4, "position of the next card of the deck"),
        ("face_up", u1, (MAX_FACE_UP,), "card by place, NONE for an empty place"),
        ("passed", u1, (MAX_PLAYERS,), "seats in the order they passed"),
        ("n_passed", u4, "seats that have passed"),
        ("out", u4, "seats that have passed, as a mask"),
        ("used_card", u1, (MAX_IN_PLAY,), "gather turns of this round: card"),
        ("used_half", u1, (MAX_IN_PLAY,), "gather turns of this round: 0 top, 1 bottom, GIVEN_UP"),
        ("used_seat", u1, (MAX_IN_PLAY,), "gather turns of this round: seat"),
        ("n_used", u4, "entries of the three"),
        ("used_dock", u1, (MAX_IN_PLAY,), "exchanges used this round"),
        ("n_docks", u4, "their number"),
        ("docks_used", u4, "the same as a mask"),
        # what is being done
        ("using", u4, "row that is paid for; kind of ability; code of a craft or steal"),
        ("place", u4, "place of the gather card taken"),
        ("step", u4, "squares paid, dice chosen"),
        ("chosen", u1, (2 * ROW,), "colours paid; dice chosen as colour * 8 + value"),
        ("stands", u1, (2 * ROW,), "colour for which a placed die stands"),
        ("last", u4, "class of the die chosen last"),
        ("base", u1, (COLOURS, ROW), "dice an ability may still be used on, by their value before it; dice marked for a reroll"),
        # the craft phase
        ("turns", u4, "craft turns done this round"),
        ("drawn", u1, (MAX_DRAWN,), "rows of craft cards in the game, by rank"),
        ("n_drawn", np.int32, "craft cards in the game"),
        ("queue_next", u4, "the first drawn card that still waits"),
        ("display", u4, "drawn cards on display, as a mask"),
        ("unsecured", u4, "drawn cards made and not yet secured, as a mask"),
        ("secured", u4, (MAX_PLAYERS,), "drawn cards secured by each seat, as a mask"),
        ("theft", u4, "unsecured and secured crafts that were taken from another player, as a mask"),
        ("holder", u1, (MAX_DRAWN,), "seat of an unsecured craft"),
        ("laid", u1, (MAX_DRAWN, BASIC, ROW), "dice on it by the colour they stand for and value, library dice too"),
        ("laid_library", u1, (MAX_DRAWN, BASIC, ROW), "the library dice among them"),
        ("due", u1, (BASIC, ROW), "requirements still to be placed, by colour and value"),
        ("due_next", np.int32, "class of the requirement to be met next, -1 when all are met"),
        ("laid_ge", np.uint64, (MAX_DRAWN, BASIC), "dice on it with a value of v and more, byte v, by colour"),
        ("laid_room", np.uint64, (MAX_DRAWN, BASIC), "high bit of byte v: not all dice of the colour have a value of v"),
        ("rolled_ge", np.uint64, (BASIC,), "scratch: rolled dice with a value of v and more, byte v"),
        ("libraries", u4, "scratch: rolled library dice"),
        ("asked", u1, (BASIC,), "scratch: colours of which dice are due"),
        ("due_ge", np.uint64, (BASIC,), "scratch: dice due with a minimum of v and more, byte v, by colour"),
        ("due_room", np.uint64, (BASIC,), "scratch: high bit of byte v: not all dice due have a minimum of v"),
        ("held_ge", np.uint64, (BASIC,), "scratch: dice that may be placed with a value of v and more, byte v"),
        ("coloured_ge", np.uint64, (BASIC,), "scratch: the same without library dice"),
        ("cap", u1, (BASIC,), "highest value a coloured die may still have"),
        ("library_cap", u1, (BASIC,), "the same for a library die"),
        ("beaten", u4, "1 once a value of the thief is strictly greater, or when nothing must be beaten"),
        # for the whole game
        ("trial", u1, (ROW,), "scratch of the features: dice of the hand as they would be"),
        ("odds_paid", np.int32, (ROW,), "scratch of the features: change of the odds, in percent, when the k cheapest dice are paid"),
        ("worth_paid", np.int64, (ROW,), "scratch of the features: what it is worth to pay k dice, by the weights of the decision"),
        ("worth_burned", np.int64, (ROW,), "scratch of the features: what it is worth besides that k of them are burned"),
        ("worth_gained", np.int64, (BASIC * ROW,), "scratch of the features: what k dice of a colour are worth, at colour * ROW + k"),
        ("room", u2, (PLUS_ROOM + 1,), "scratch of the features: how much of what a row brings is of use, by BRINGS, and PLUS_ROOM"),
        ("lacks_met", np.uint64, (BASIC,), "scratch of the features: dice missing for planned cards that k dice provide, byte k"),
        ("demanded", np.uint64, (BASIC,), "scratch of the features: planned cards that demand more than k dice, byte k"),
        ("demanded_by", u4, "scratch of the features: the planned cards for which that is, as a mask; 0 for none"),
        ("lacks", u1, (MAX_DRAWN, BASIC), "scratch of the features: pips that the rolled dice lack for a card, by colour"),
        ("lacks_all", u1, (MAX_DRAWN,), "scratch of the features: the same over all colours"),
        ("beaten_in", u1, (MAX_DRAWN,), "scratch of the features: colours in which the rolled dice beat a craft, as a mask"),
        ("drawn_order", u1, (MAX_CARDS,), "scratch of the deal"),
        ("spare", u1, (MAX_GATHER,), "scratch of the deal: gather cards that are not mandatory"),
        ("have", np.uint64, (SUBSET_WORDS,), "scratch: dice of the hand by subset of colours, a byte each"),
        ("uses", u2, (MAX_PLAYERS, MAX_DEALS), "how often a seat used a row"),
    ]
)

PASSING = ("options", "n_options", "chosen", "stands", "using", "place", "last", "laid_ge", "laid_room", "due_next")
"""What says nothing of a position: the list of legal actions, what is left of a choice, what follows from `laid` (engine.undone)."""
