"""Everything random: one stream of the deal a purpose, decks, and the redeal of what a player cannot know."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine import rng
from simcli.engine.bits import count_bits, lowest_bit
from simcli.engine.chance import open_stream, shuffle_in, shuffle_sorted
from simcli.engine.kernel import cold, kernel
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.kernels.quests import bid_mask
from simcli.games.kings_guild.kernels.stack import NOBODY, ONE, bit, has

START_STREAM, MASTER_STREAM, BOARD_STREAM, GUILD_STREAM = range(4)
LETTER_STREAM, QUEST_STREAM, AGE_STREAM, TREASURE_STREAM = 4, 7, 10, 11
"""Streams of the set-up; the first of specialists, quests and treasures."""
RESHUFFLES = 65536
"""Streams of the decks made of discards: so many times 1 + colour, one for every time."""


# Set-up


@kernel
def draw_start_player(s, t):
    """KG-U-11, GO-30: the seat that begins."""
    if t.fixed_seat == 1 or s.n_players == 1:
        return int64(0)
    open_stream(s, START_STREAM)
    return rng.below(s.chance, int64(s.n_players))


@kernel
def shuffle_list(s, source, n):
    """Shuffles a list into `loose`."""
    for i in range(n):
        shuffle_in(s, s.loose, i, int64(source[i]))


@kernel
def shuffle_first(s, n):
    """Shuffles the numbers below n into `loose`."""
    for i in range(n):
        shuffle_in(s, s.loose, i, i)


@cold
def draw_rooms(s, t):
    """KG-U-01, KG-U-02."""
    for pile in range(len(t.pile_start)):
        s.pile[pile] = t.pile_start[pile]
    open_stream(s, MASTER_STREAM)
    shuffle_list(s, t.master_source, int64(t.n_master_source))
    for i in range(int64(t.n_masters)):
        s.pile[t.room_pile[s.loose[i]]] = 1


@cold
def draw_boards(s, t):
    """KG-U-10."""
    open_stream(s, BOARD_STREAM)
    shuffle_first(s, int64(t.n_boards))
    for p in range(s.n_players):
        s.board[p] = s.loose[p]
    open_stream(s, GUILD_STREAM)
    shuffle_first(s, int64(t.n_guilds))
    for p in range(s.n_players):
        s.guild[p] = s.loose[p]


@cold
def make_specialist_deck(s, t):
    """KG-U-03."""
    at = 0
    for letter in range(S.LETTERS):
        open_stream(s, LETTER_STREAM + letter)
        n, used = int64(t.n_specialist_source[letter]), int64(t.n_letter)
        shuffle_list(s, t.specialist_source[letter], n)
        for i in range(used):
            s.specialist_deck[at] = s.loose[i]
            at += 1
        for i in range(used, n):
            s.specialists_out[letter, i - used] = s.loose[i]
        s.n_specialists_out[letter] = n - used
    s.n_specialist_deck = at


@cold
def make_quest_deck(s, t):
    """KG-U-06, KG-U-07, KG-E-03: the ages one after the other; age I is shuffled again in place."""
    at = 0
    for deck in range(S.DECKS):
        if deck == 2:
            open_stream(s, AGE_STREAM)
            for i in range(at):
                s.loose[i] = s.quest_deck[i]
            for i in range(at):
                shuffle_in(s, s.quest_deck, i, int64(s.loose[i]))
            s.quest_deck[at] = S.FUNERAL
            at += 1
        open_stream(s, QUEST_STREAM + deck)
        n, used = int64(t.n_quest_source[deck]), int64(t.n_quests[deck])
        shuffle_list(s, t.quest_source[deck], n)
        for i in range(used):
            s.quest_deck[at] = s.loose[i]
            at += 1
        for i in range(used, n):
            s.quests_out[deck, i - used] = s.loose[i]
        s.n_quests_out[deck] = n - used
    s.quest_deck[at] = S.OFFERING
    s.n_quest_deck = at + 1


@cold
def make_treasure_decks(s, t):
    """KG-U-09."""
    for colour in range(S.COLOURS):
        open_stream(s, TREASURE_STREAM + colour)
        n = int64(t.n_treasure_source[colour])
        for i in range(n):
            shuffle_in(s, s.treasure_deck[colour], i, int64(t.treasure_source[colour, i]))
        s.n_treasure_deck[colour] = n


# Treasures


@cold
def make_of_discards(s, t, colour):
    """KG-T-13, KG-AM-62: scrolls among the discards leave the game, the rest is a new deck of a colour whose deck is empty."""
    kinds = s.discard_mask & t.of_colour[colour]
    s.discard_mask &= ~kinds
    n = 0
    while kinds != NOBODY:
        card = lowest_bit(kinds)
        kinds &= kinds - ONE
        if not has(t.scrolls, card):
            for _ in range(s.discards[card]):
                s.loose[n] = card
                n += 1
        s.discards[card] = 0
    s.next_treasure[colour] = 0
    s.n_treasure_deck[colour] = n
    if n == 0:
        return
    open_stream(s, RESHUFFLES * (1 + colour) + int64(s.reshuffles[colour]))
    s.reshuffles[colour] += 1
    for i in range(n):
        shuffle_in(s, s.treasure_deck[colour], i, int64(s.loose[i]))


# What a player cannot know


@cold
def redeal_hidden(s, t, player, noise):
    """Re-deals for a seat treasures of other hands, the decks and what is left out; with a number `foresight` it keeps what it sees."""
    rng.seed(s.chance, rng.next_u64(noise))
    s.key = rng.next_u64(s.chance)
    seen = int64(s.power[player, S.FORESIGHT]) if s.active == player and s.turns > 0 else int64(0)  # KG-SP-08
    first = int64(s.next_quest) + seen
    for deck in range(S.DECKS):
        redeal_quests(s, t, deck, first)
    mix_age(s, t, first)
    for letter in range(S.LETTERS):
        redeal_specialists(s, t, letter)
    for colour in range(S.COLOURS):
        redeal_treasures(s, t, player, colour)
    for q in range(s.n_players):
        if q != player and s.bid[q] >= 0:  # KG-F-01: bids made before are secret
            s.bid[q] = rng.below(s.chance, count_bits(int64(bid_mask(s, t, q))))


@cold
def redeal_quests(s, t, deck, first):
    """Quests of a deck that lie face down or are left out: with the same number of each deck in both (KG-U-06)."""
    n = 0
    for i in range(first, int64(s.n_quest_deck)):
        card = int64(s.quest_deck[i])
        if card < S.FUNERAL and t.deck_of[card] == deck:
            s.loose[n] = card
            n += 1
    for i in range(int64(s.n_quests_out[deck])):
        s.loose[n] = int64(s.quests_out[deck, i])
        n += 1
    shuffle_sorted(s, s.loose, 0, n)
    n = 0
    for i in range(first, int64(s.n_quest_deck)):
        card = int64(s.quest_deck[i])
        if card < S.FUNERAL and t.deck_of[card] == deck:
            s.quest_deck[i] = s.loose[n]
            n += 1
    for i in range(int64(s.n_quests_out[deck])):
        s.quests_out[deck, i] = s.loose[n]
        n += 1


@cold
def mix_age(s, t, first):
    """KG-U-06: of age I the common and the rare quests that lie face down lie in any order."""
    end = first
    while end < int64(s.n_quest_deck) and s.quest_deck[end] < S.FUNERAL and t.deck_of[s.quest_deck[end]] < 2:
        end += 1
    shuffle_sorted(s, s.quest_deck, first, end)


@cold
def redeal_specialists(s, t, letter):
    """Specialists of a letter that lie face down."""
    n = 0
    for i in range(int64(s.next_specialist), int64(s.n_specialist_deck)):
        if t.letter[s.specialist_deck[i]] == letter:
            s.loose[n] = int64(s.specialist_deck[i])
            n += 1
    for i in range(int64(s.n_specialists_out[letter])):
        s.loose[n] = int64(s.specialists_out[letter, i])
        n += 1
    shuffle_sorted(s, s.loose, 0, n)
    n = 0
    for i in range(int64(s.next_specialist), int64(s.n_specialist_deck)):
        if t.letter[s.specialist_deck[i]] == letter:
            s.specialist_deck[i] = s.loose[n]
            n += 1
    for i in range(int64(s.n_specialists_out[letter])):
        s.specialists_out[letter, i] = s.loose[n]
        n += 1


@cold
def redeal_treasures(s, t, player, colour):
    """Treasures of a colour in the deck, in other hands, and among those another seat chooses from (KG-T-06)."""
    n = 0
    for i in range(int64(s.next_treasure[colour]), int64(s.n_treasure_deck[colour])):
        s.loose[n] = int64(s.treasure_deck[colour, i])
        n += 1
    for q in range(s.n_players):
        if q != player:
            kinds = s.hand_mask[q] & t.of_colour[colour]
            while kinds != NOBODY:
                card = lowest_bit(kinds)
                kinds &= kinds - ONE
                for _ in range(s.hand[q, card]):
                    s.loose[n] = card
                    n += 1
    told = s.actor == player
    for i in range(int64(s.n_drawn)):
        if not told and t.colour[s.drawn[i]] == colour:
            s.loose[n] = int64(s.drawn[i])
            n += 1
    shuffle_sorted(s, s.loose, 0, n)
    n = 0
    for i in range(int64(s.next_treasure[colour]), int64(s.n_treasure_deck[colour])):
        s.treasure_deck[colour, i] = s.loose[n]
        n += 1
    for q in range(s.n_players):
        if q != player:
            n = redeal_hand(s, t, q, colour, n)
    for i in range(int64(s.n_drawn)):
        if not told and t.colour[s.drawn[i]] == colour:
            s.drawn[i] = s.loose[n]
            n += 1


@kernel
def redeal_hand(s, t, q, colour, n):
    """As many cards of a colour as the hand had, from place n of `loose` on; returns the place after them."""
    k = 0
    kinds = s.hand_mask[q] & t.of_colour[colour]
    s.hand_mask[q] &= ~kinds
    while kinds != NOBODY:
        card = lowest_bit(kinds)
        kinds &= kinds - ONE
        k += s.hand[q, card]
        s.hand[q, card] = 0
    for i in range(n, n + k):
        card = int64(s.loose[i])
        s.hand[q, card] += 1
        s.hand_mask[q] |= bit(card)
    return n + k


assert uint64(1) == ONE
