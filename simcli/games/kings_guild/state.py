"""The state of a game of The King's Guild: one flat record. Cards are numbers below 64, sets of them masks, resources a byte a kind."""

from __future__ import annotations

import numpy as np

from simcli.engine.header import HEADER
from simcli.engine.record import described

MAX_PLAYERS = 6

# Resources, in their order; what is gained or lost.
CLOTH, LEATHER, METAL, WOOD, GEM, MAGIC, COINS, NAMED, POINTS = range(9)
RESOURCES = 6
MAGE, ROGUE, WARRIOR = range(3)
"""Heroes."""
COLOURS = 3

# Numbers of rows that ask: heroes of the quest, its items; at the end of the game.
OF_ITEMS, OF_FULL, OF_STATUE = 3, 4, 5
(
    N_SCROLLS,
    N_COINS,
    N_SPECIALISTS,
    N_ROOMS,
    N_KINDS,
    N_MAGES,
    N_ROGUES,
    N_WARRIORS,
    N_WEAPONS,
    N_ARMORS,
    N_NOTHING,
) = range(11)

# Standing numbers, in the order of datafiles.NUMBERS.
(
    STORAGE,
    HAND_LIMIT,
    GATHER_MIX,
    BONUS_AGAIN,
    ROW_COINS_AGAIN,
    FORESIGHT,
    SALE,
    ROOM_SAVING,
    GEM_ACCESS,
    MAGIC_ACCESS,
    BUILD_ANYWHERE,
    MOVES,
    FREE_OFFERING,
    COINS_KEPT,
    DISCOUNT,
) = range(15)
"""DISCOUNT: the first of twelve, weapons and armor by resource."""
STANDINGS = DISCOUNT + 2 * RESOURCES

# Cards and tiles.
MAX_CARDS = 64
FUNERAL, OFFERING = 64, 65
"""The two events among the quests."""
NO_CARD = 255
NONE = 255
MAX_SLOTS, MAX_ROW = 6, 8
QUEST_DECK = 72
MAX_ROOMS, MAX_TILES = 32, 8
MOST_PRICE = 50
COLUMNS, ROWS = 4, 3
SQUARES = COLUMNS * ROWS
SPACES = 1 + MAX_ROOMS
"""Kinds of spaces for specialists: outside, then rooms."""
OUTSIDE = 0
MAX_DRAWN = 8
MAX_NAMED = 3
MAX_CRAFTS = 16
"""Crafts inside of each other."""
MOST_BID, MOST_MOVES = 60, 11
MOST_HAD = 16
"""Resources held that exchanges do not lead back to (KG-AM-34)."""
NIBBLE = 4
"""Bits of an arrangement for each own kind of space; behind them the number of the kind that the baggage is in, from 1."""
MAX_MIXES = 96
MOST_IN_MIX = 3
"""Resources of the biggest mixture."""
NO_ITEM = 0xFFFF

# Rows of effects: kind, a, b, c, next (docs/architecture.md, "Effects as data rows").
MAX_ROWS = 512
(
    NOTHING,
    GAIN,
    LOSE,
    PAY,
    IF,
    COUNT,
    EACH,
    DRAW,
    DO_ACTION,
    DOUBLE_IT,
    PLACE_ROOM,
    TAKE_OLDEST,
    THUG_ROW,
    WARLOCK_ROW,
    CHOOSE,
    DISCARDS,
    DRAW_NAMED,
    NAME,
    EXCHANGES,
    BRING_BAGGAGE,
    BUY_RELICS,
    STEAL_ONE,
    TAKE_QUEST,
    COPY_HIRED,
) = range(24)
"""What they do: see kernels/effects.py. From CHOOSE on they ask."""
ACT_HIRE, ACT_CRAFT, ACT_GATHER = range(3)
GATHERED, CRAFTED, QUEST_TREASURE, HIRED = range(4)
"""When rows of specialists start."""
TRIGGERS = 4

# What waits on the stack: a row of effects, or a step of the rules.
FIRST_STEP = 1024
(
    DO_LIMIT,
    DO_STORAGE,
    DO_DRAW,
    DO_OTHER_COLOUR,
    DO_GATHER,
    DO_GATHERED,
    DO_CRAFT,
    DO_DOUBLE,
    DO_LUCKY,
    DO_TREASURE,
    DO_KEEP,
    DO_RECEIVED,
    DO_FILL,
    DO_POWER,
    DO_CRAFT_END,
    DO_HIRE,
    DO_SPACE,
    DO_SAVING,
    DO_SQUARE,
    DO_BID,
    DO_AUCTION,
    DO_MOVE,
    DO_FUNERAL_LEAVES,
    DO_AGE,
    DO_END_TURN,
) = range(FIRST_STEP, FIRST_STEP + 25)
MOST_WAITING = 96
STACK = MOST_WAITING + MAX_CARDS + 16
"""Room for all that one row, step or answer puts on top: a chain of each own specialist, or one of each seat with its hand limit."""
TO_HAND, TO_TABLE, OF_QUEST = range(3)
"""Where a treasure goes: into the hand, among those to choose from, into the hand as treasure of a quest."""
BUILT, WON, GIVEN = range(3)
"""Why a room is put on the board: built, by the Funeral, by the guild tile."""
FROM_HIRE, FROM_OVERSEER = range(2)
"""Why a specialist comes."""

# What is remembered along a chain.
REG_KIND, REG_COLOURS, REG_WARLOCK, REG_HELD = 7, 56, 64, 128
"""Resource named last (1 + kind), colours named so far (bit 3 + colour), both halves are the user's, the first choice has no `decline`."""

# Phases: positions in GAME.decisions.
(
    TURN,
    EXPAND,
    FREE,
    GATHER,
    CRAFT,
    HIRE,
    SPACE,
    BAGGAGE,
    MOVE,
    SQUARE,
    SAVING,
    DOUBLE,
    LUCKY,
    KEEP,
    POWER,
    DISCARD,
    LIMIT,
    RETURN,
    COLOUR,
    KIND,
    CHOICE,
    EXCHANGE,
    STEAL,
    BUY,
    QUEST,
    COPY,
    BID,
) = range(27)

# Codes of the steps of a turn, four words of 64.
C_GATHER = 0
C_CRAFT = 1
"""Three a slot: first, second, both."""
C_BUILD = C_CRAFT + 3 * MAX_SLOTS
C_HIRE = C_BUILD + MAX_ROOMS
C_OFFERING = C_HIRE + MAX_ROW
C_FREE_OFFERING = C_OFFERING + 1
C_STATUE = C_OFFERING + 2
C_PLAY = 64
C_SELL = 128
C_BARD = 192
C_PASS = 193
C_END = 194
FIRST_ITEM, SECOND_ITEM, BOTH_ITEMS = range(3)
P_USE, P_THUG, P_SCROLL = 0, 64, 128
"""Codes of powers: specialist, slot, treasure."""
SEATS = 8
"""Codes of a theft: eight a kind."""
KINDS_OF_SPACE = 11
"""Codes of a move: own kinds of spaces by number, eleven a kind left; then those the baggage goes to."""
C_BAGGAGE = KINDS_OF_SPACE * KINDS_OF_SPACE
NO_SAVING = RESOURCES
STOP = 255
"""Code of `stop` and `decline`."""
WORDS = 4

# Main actions (KG-T-01), and what turns are counted as used for.
NO_MAIN, M_GATHER, M_CRAFT, M_EXPAND, M_OFFERING, M_STATUE = range(6)
USED_GATHER, USED_ONE, USED_BOTH, USED_BUILD, USED_HIRE, USED_EXPAND, USED_OFFERING, USED_SHARED = range(8)
USES = 8
SPENT_PLAYED, SPENT_SOLD = range(2)
RATINGS = 5
AUCTION_BID, AUCTION_PAID = range(2)
DECKS, LETTERS = 3, 3

# Effects of a coverage run, in the order of GAME.effects.
ROW_EFFECTS = -GAIN
MOMENTS = ROW_EFFECTS + COPY_HIRED + 1
AT_GATHERED, AT_CRAFTED, AT_TREASURE, AT_HIRED, AT_PLAYED, AT_ITEM_MADE, AT_QUEST_DONE, AT_END, AT_SETUP = range(MOMENTS, MOMENTS + 9)
NUMBER_EFFECTS = AT_SETUP + 1
"""Standing numbers, those of STANDINGS below DISCOUNT, then discounts of weapons and of armor."""
LESS_FOR_WEAPON = NUMBER_EFFECTS + DISCOUNT
RULE_EFFECTS = LESS_FOR_WEAPON + 2
(
    BONUS_SQUARE,
    COINS_OF_THE_ROW,
    COIN_TO_ZERO,
    SHARED_QUEST,
    THUG_FEE,
    STATUE_WON,
    STATUE_SHARED,
    SHUFFLED_AGAIN,
    OTHER_COLOUR,
    OPENED_AT_THE_END,
    STALL,
) = range(RULE_EFFECTS, RULE_EFFECTS + 11)

MAX_ACTIONS = 64 * WORDS + 4
MAX_CATEGORIES = 8
MAX_ITEMS = 256

u1, u2, u4, u8, i4 = np.uint8, np.uint16, np.uint32, np.uint64, np.int32

STATE, STATE_FIELDS = described(
    [
        *HEADER,
        ("legal", u8, (WORDS,), "legal actions as a mask of codes; all 0 when they must be found"),
        # players
        ("coins", i4, (MAX_PLAYERS,), "coins by seat (KG-C-10)"),
        ("held", u8, (MAX_PLAYERS,), "resources stored, a byte a kind"),
        ("stock", u8, "resources of the stock, a byte a kind"),
        ("power", u2, (MAX_PLAYERS, STANDINGS), "standing numbers of own specialists and rooms"),
        ("less", u8, (MAX_PLAYERS, 2), "resources saved for a weapon, for an armor, a byte a kind"),
        ("board", u1, (MAX_PLAYERS,), "player board by seat"),
        ("guild", u1, (MAX_PLAYERS,), "guild tile by seat"),
        ("hand", u1, (MAX_PLAYERS, MAX_CARDS), "treasures in hand by kind; hidden from others but for their colours"),
        ("hand_mask", u8, (MAX_PLAYERS,), "kinds of treasures in hand, as a mask"),
        ("n_hand", u4, (MAX_PLAYERS,), "treasures in hand"),
        ("quests", u8, (MAX_PLAYERS,), "own quests as a mask"),
        ("specialists", u8, (MAX_PLAYERS,), "own specialists as a mask"),
        ("crowd", u1, (MAX_PLAYERS, SPACES), "specialists by kind of space"),
        ("n_free", u4, (MAX_PLAYERS,), "free spaces of all kinds"),
        ("baggage", u1, (MAX_PLAYERS,), "kind of space the baggage token is in, 0 for none"),
        ("baggage_out", u4, "1 once the baggage token lies on a board"),
        ("rooms", u8, (MAX_PLAYERS,), "own rooms as a mask"),
        ("room_square", u1, (MAX_PLAYERS, MAX_ROOMS), "left square of an own room"),
        ("covered", u4, (MAX_PLAYERS,), "squares under a tile, as a mask"),
        ("offered", u4, (MAX_PLAYERS,), "1 once the offering was made"),
        ("out", u4, (MAX_PLAYERS,), "own sigils on quests"),
        # the table
        ("slot", u1, (MAX_SLOTS,), "quests face up, NO_CARD for none; alone the oldest first"),
        ("made", u1, (MAX_SLOTS,), "item made of the quest of a slot: 1, 2, or 0"),
        ("opener", u1, (MAX_SLOTS,), "seat of the sigil on it, NONE for none"),
        ("used", u8, (MAX_SLOTS,), "specialists of heroes used on the card, as a mask (KG-AM-18)"),
        ("thug_quest", u4, "quest the thug token lies on, NO_CARD for none"),
        ("thug_seat", u4, "seat of the token"),
        ("row", u1, (MAX_ROW,), "specialists from left to right, NO_CARD for none"),
        ("row_coins", u1, (MAX_ROW,), "coins on them"),
        ("pile", u1, (MAX_ROOMS,), "tiles on offer by pile"),
        ("on_offer", u8, "rooms of which a tile is on offer, as a mask"),
        # decks
        ("quest_deck", u1, (QUEST_DECK,), "quest deck; hidden"),
        ("n_quest_deck", u4, "its cards at first"),
        ("next_quest", u4, "cards of it that are gone"),
        ("quests_out", u1, (DECKS, MAX_CARDS), "quests left out by deck; hidden"),
        ("n_quests_out", u1, (DECKS,), "their number"),
        ("specialist_deck", u1, (MAX_CARDS,), "specialist deck; hidden"),
        ("n_specialist_deck", u4, "its cards at first"),
        ("next_specialist", u4, "cards of it that are gone"),
        ("specialists_out", u1, (LETTERS, MAX_CARDS), "specialists left out by letter; hidden"),
        ("n_specialists_out", u1, (LETTERS,), "their number"),
        ("treasure_deck", u1, (COLOURS, MAX_CARDS), "treasure decks by colour; hidden"),
        ("n_treasure_deck", u1, (COLOURS,), "their cards at first"),
        ("next_treasure", u1, (COLOURS,), "cards of them that are gone"),
        ("discards", u1, (MAX_CARDS,), "treasures discarded by kind"),
        ("discard_mask", u8, "kinds of treasures among the discards, as a mask"),
        ("reshuffles", u4, (COLOURS,), "times that a deck was made of discards"),
        # the turn
        ("turns", u4, "turns begun"),
        ("active", u4, "seat whose turn it is"),
        ("main", u4, "main action of the turn, 0 for none yet"),
        ("built", u4, "rooms built in this Expand"),
        ("hired", u4, "specialists hired in this Expand"),
        ("moves", u4, "moves of the Bard in this turn"),
        (
            "stood",
            u8,
            (MOST_MOVES,),
            "arrangements that the Bard has changed since a specialist, a room or the baggage came: `board.arranged`",
        ),
        ("n_stood", u4, "their number"),
        ("lucky", u4, "1 while a Lucky Potion waits (GO-09)"),
        ("oldest", u4, "alone, while an Expand goes on: the card that was the oldest when it began, NO_CARD for none"),
        ("busy", u4, "1 if the turn saw a craft, a room built or a specialist hired"),
        ("idle", u4, "turns on end without"),
        ("council", u4, "1 once the Offering was drawn"),
        ("last_turns", u4, "last turns still to be played, the current one included"),
        ("stalled", u4, "1 if KG-E-08 began the last turns"),
        ("bid", i4, (MAX_PLAYERS,), "bids for the Statue, -1 for none yet; hidden until all are made"),
        # what is being done
        ("had", u8, (MOST_HAD,), "resources held before each exchange of an Alchemist, a ring"),
        ("n_had", u4, "exchanges made"),
        ("named", u1, (MAX_NAMED,), "colours named so far in a row"),
        ("n_named", u4, "their number"),
        ("drawn", u1, (MAX_DRAWN,), "treasures drawn to be shared, in order; hidden from all but the finisher"),
        ("n_drawn", u4, "their number"),
        ("craft_quest", u1, (MAX_CRAFTS,), "quest of a craft that goes on, the last one inside of the others"),
        ("craft_items", u1, (MAX_CRAFTS,), "items made: FIRST_ITEM, SECOND_ITEM or BOTH_ITEMS"),
        ("craft_opener", u1, (MAX_CRAFTS,), "opener of a quest completed by two, NONE for none"),
        ("craft_used", u8, (MAX_CRAFTS,), "powers used after this craft, as a mask of specialists"),
        ("craft_heroes", u8, (MAX_CRAFTS,), "specialists of heroes used on the card, as a mask"),
        ("craft_twice", u1, (MAX_CRAFTS,), "1 if the treasures are drawn twice"),
        ("craft_got", u1, (MAX_CRAFTS, 2), "treasures that came to the finisher, to the opener"),
        ("n_crafts", u4, "their number"),
        # the stack
        ("pending_row", u2, (STACK,), "rows of effects, or steps of the rules, that wait"),
        ("pending_seat", u1, (STACK,), "seat of each"),
        ("pending_n", i4, (STACK,), "what each is about"),
        ("pending_reg", u1, (STACK,), "what the chain remembers"),
        ("n_pending", u4, "their number"),
        # counts for the whole game
        ("shown_specialists", u8, "specialists that lay in the row, as a mask"),
        ("shown_quests", u8, "quests that lay face up, as a mask"),
        ("shown_rooms", u8, "rooms that were on offer, as a mask"),
        ("taken", u1, (MAX_PLAYERS, MAX_CARDS), "treasures that came into a hand, by seat and kind"),
        ("uses", u2, (MAX_PLAYERS, USES), "what turns were used for, by seat"),
        ("spent", u2, (MAX_PLAYERS, 2, COLOURS), "treasures played or used, sold, by seat and colour"),
        ("auction", i4, (MAX_PLAYERS, 2), "coins bid for the Statue, coins paid, by seat"),
        ("shared_bid", u4, "1 once the highest bid for the Statue was shared"),
        # scratch
        ("aim_cost", u8, (3 * MAX_SLOTS,), "scratch of the features: resources of what could be made, a byte a kind"),
        ("aim_value", i4, (3 * MAX_SLOTS,), "scratch of the features: what making it is worth"),
        ("aim_wait", u1, (3 * MAX_SLOTS,), "scratch of the features: turns to wait for what the stock has not got"),
        ("n_aims", i4, "scratch of the features: their number"),
        ("aim_lack", u8, (3 * MAX_SLOTS,), "scratch of the features: resources that some leave lacking for it, a byte a kind"),
        ("aim_size", i4, (3 * MAX_SLOTS,), "scratch of the features: resources it costs"),
        ("aim_near", i4, (3 * MAX_SLOTS,), "scratch of the features: how near it is but for what can be gathered"),
        ("in_reach", u8, "scratch of the features: what lacks nothing but what can be gathered, as a mask"),
        ("lacking", u8, (RESOURCES,), "scratch of the features: what lacks some of a kind, as a mask"),
        ("most_lack", u8, "scratch of the features: most that lacks of each kind, a byte a kind"),
        ("prospects", i4, (1 + MAX_MIXES, 4), "scratch of the features: what mixtures make possible, see `aims.keep_prospects`"),
        ("looked", u8, (2,), "scratch of the features: rows of `prospects` that are found, as a mask of two words"),
        ("rare", u8, "scratch of the features: kinds the seat cannot gather, bytes of ones"),
        ("tally", u8, "scratch of the features: what own quests show, see `aims.tally_of`"),
        ("aims_there", u8, "scratch of the features: all but the resources of seat and stock that `aim_wait` was found for; 0: not known"),
        ("aims_of", u4, "scratch of the features: 1 + the seat all of this was found for, 0 when it must be found"),
        ("loose", u1, (128,), "scratch: cards to be shuffled"),
    ]
)

PASSING = ("legal", "moves", "stood", "n_stood", "had", "n_had", "pending_row", "pending_seat", "pending_n", "pending_reg")
"""What says nothing of a position: the list of legal actions, a count of the turn, what is left on the stack (engine.undone)."""
