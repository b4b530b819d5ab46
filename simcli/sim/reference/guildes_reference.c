/* Guildes in C: the same rules, streams and engine shape (legal list, choice, apply) as simcli/games/guildes, for random players.

   The yardstick of the compiled Python. reference.h is written by __init__.py beside this file from the layout of the tables record and
   the constants of state.py, the tables are the record's own bytes: no card number and no option stands here. Usage:

       guildes_reference TABLES SEED FIRST_DEAL DEALS      prints checksum, games, decisions, CPU seconds
*/
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;
typedef int64_t i64;
typedef uint32_t u32;
typedef int32_t i32;
typedef uint16_t u16;
typedef uint8_t u8;

#include "reference.h"

/* ---- random streams: xoshiro256**, seeded by splitmix64 (engine/rng.py) */

static const u64 GOLDEN = 0x9E3779B97F4A7C15u;

static inline u64 splitmix(u64 z)
{
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static inline u64 derive(u64 key, u64 index) { return splitmix(key + (index + 1) * GOLDEN); }

static inline void seed(u64 *g, u64 key)
{
    for (int i = 0; i < 4; i++) g[i] = splitmix(key += GOLDEN);
}

static inline u64 rotl(u64 x, int k) { return x << k | x >> (64 - k); }

static inline u64 next_u64(u64 *g)
{
    const u64 result = rotl(g[1] * 5, 7) * 9, t = g[1] << 17;
    g[2] ^= g[0];
    g[3] ^= g[1];
    g[1] ^= g[2];
    g[0] ^= g[3];
    g[2] ^= t;
    g[3] = rotl(g[3], 45);
    return result;
}

static inline u32 below_once(u64 key, u32 n)
{
    u64 product = (key >> 32) * n;
    if ((u32)product < n) {
        const u32 threshold = -n % n;
        while ((u32)product < threshold) {
            key = derive(key, 0);
            product = (key >> 32) * n;
        }
    }
    return product >> 32;
}

static inline u32 below(u64 *g, u32 n)
{
    u64 product = (next_u64(g) >> 32) * n;
    if ((u32)product < n) {
        const u32 threshold = -n % n;
        while ((u32)product < threshold) product = (next_u64(g) >> 32) * n;
    }
    return product >> 32;
}

/* ---- state (state.py) */

typedef struct {
    u32 over, actor, phase, round, decisions, decided[MAX_PLAYERS];
    i32 players;
    u64 key, chance[4];
    u32 event, event_card, clockwise, step, turn, offset, revealed;
    u8 events[MAX_ROUNDS], deck[MAX_DECK];
    u32 n_deck;
    u8 starter[MAX_ROUNDS], redistribution[MAX_ROUNDS][MAX_PLAYERS], trick_deal[MAX_ROUNDS][MAX_PLAYERS];
    u32 draws[MAX_ROUNDS][2];
    u32 packs[MAX_PLAYERS][MAX_GUILDS], pack_mask[MAX_PLAYERS];
    u32 hands[MAX_PLAYERS][MAX_GUILDS], hand_mask[MAX_PLAYERS];
    u8 given[MAX_PLAYERS], down[MAX_PLAYERS][4];
    u32 played[MAX_PLAYERS][MAX_GUILDS], tableau[MAX_GUILDS][SEATS];
    u32 discards[MAX_GUILDS], gone[MAX_GUILDS], offered[MAX_PLAYERS][MAX_GUILDS], votes[MAX_PLAYERS][MAX_GUILDS];
    u32 trick_turn, protected_mask, shifted;
    u8 trick_order[MAX_PLAYERS], chain[4], used[MAX_ROUNDS][MAX_PLAYERS];
    i32 shifts[MAX_PLAYERS][MAX_GUILDS];
} State;

static inline u32 lowest_bit(u32 mask) { return __builtin_ctz(mask); }

static inline u32 payout(const Tables *t, u32 r, u32 g, u32 ahead, u32 tied)
{
    return ((const u16 *)t->payout)[((r * MAX_GUILDS + g) * SEATS + ahead) * SEATS + tied];
}

/* ---- setup.py */

enum { DECK, EVENTS, TRICKS, STARTERS, REDISTRIBUTION, DRAWS };

static void open_stream(State *s, u32 stream) { seed(s->chance, derive(s->key, stream)); }

static void shuffle_deck(State *s, const Tables *t)
{
    open_stream(s, DECK);
    for (i32 i = 0; i < t->n_source; i++) {
        const u32 j = below(s->chance, i + 1);
        s->deck[i] = s->deck[j];
        s->deck[j] = t->source[i];
    }
    s->n_deck = t->n_source;
    if (t->n_deck < t->n_source) {
        s->n_deck = 0;
        for (i32 i = 0; i < t->n_source; i++)
            if (s->deck[i] != NO_CARD) s->deck[s->n_deck++] = s->deck[i];
    }
}

static u32 draw_from_mask(State *s, u32 mask)
{
    for (u32 k = below(s->chance, __builtin_popcount(mask)); k > 0; k--) mask &= mask - 1;
    return lowest_bit(mask);
}

static void order_events(State *s, const Tables *t)
{
    u32 rest = t->event_mask;
    for (i32 r = 0; r < t->rounds; r++) {
        s->events[r] = r < t->n_fixed_events ? t->fixed_events[r] : draw_from_mask(s, rest);
        rest &= ~(1u << s->events[r]);
    }
}

static void draw_variants(State *s, const Tables *t)
{
    if (t->events_on) {
        open_stream(s, STARTERS);
        for (i32 r = 0; r < t->rounds; r++) s->starter[r] = below(s->chance, t->players);
        open_stream(s, REDISTRIBUTION);
        for (i32 r = 0; r < t->rounds; r++)
            for (i32 i = 0; i < t->players; i++) {
                const u32 j = below(s->chance, i + 1);
                s->redistribution[r][i] = s->redistribution[r][j];
                s->redistribution[r][j] = i;
            }
    }
    if (t->tricks_on) {
        open_stream(s, TRICKS);
        for (i32 r = 0; r < t->rounds; r++) {
            u32 undealt = t->trick_pool;
            for (i32 p = 0; p < t->players; p++) {
                u32 allowed = undealt;
                if (r > 0 && !t->tricks_repeat) allowed &= ~(1u << s->trick_deal[r - 1][p]); /* GU-303 */
                s->trick_deal[r][p] = draw_from_mask(s, allowed);
                undealt &= ~(1u << s->trick_deal[r][p]);
            }
        }
        open_stream(s, DRAWS);
        for (i32 r = 0; r < t->rounds; r++)
            for (int i = 0; i < 2; i++) s->draws[r][i] = next_u64(s->chance) >> 32;
    }
}

static void order_tricks(State *s, const Tables *t)
{
    s->trick_turn = s->protected_mask = 0;
    int n = 0;
    for (i32 trick = 0; trick < t->n_tricks; trick++)
        for (i32 p = 0; p < t->players; p++)
            if (s->trick_deal[s->round - 1][p] == trick) s->trick_order[n++] = p;
}

static void start_round(State *s, const Tables *t)
{
    const u32 r = s->round - 1;
    s->event_card = s->events[r];
    s->event = t->events_on ? s->event_card : NO_EVENT;
    s->clockwise = t->direction_mode == 0 ? t->event_clockwise[s->event_card] : t->direction_mode == 1 ? s->round & 1 : 1;
    s->phase = PICK;
    s->actor = s->step = s->turn = s->offset = s->revealed = 0;
    const u8 *card = s->deck + r * t->players * t->hand;
    for (i32 p = 0; p < t->players; p++) {
        u32 mask = 0;
        for (i32 k = 0; k < t->hand; k++) {
            const u32 g = *card++;
            s->packs[p][g]++;
            s->offered[p][g]++;
            mask |= 1u << g;
        }
        s->pack_mask[p] = mask;
        s->hand_mask[p] = 0;
    }
    if (t->tricks_on) order_tricks(s, t);
}

static void deal(State *s, const Tables *t)
{
    s->players = t->players;
    shuffle_deck(s, t);
    open_stream(s, EVENTS);
    order_events(s, t);
    draw_variants(s, t);
    s->round = 1;
    start_round(s, t);
}

/* ---- scoring.py */

static inline i32 shown(const State *s, u32 g, i32 p) { return (i32)s->tableau[g][p] + s->shifts[p][g]; }

static inline int counts(const State *s, const Tables *t, u32 g, i32 p) { return t->virtual_alone || s->tableau[g][p] > 0; }

static u32 untied_ahead(const State *s, const Tables *t, u32 g, i32 p, i32 mine)
{
    u32 n = 0;
    for (i32 q = 0; q < s->players; q++) {
        const i32 other = shown(s, g, q);
        if (q == p || other <= mine || !counts(s, t, g, q)) continue;
        u32 alone = 1;
        for (i32 k = 0; k < s->players; k++)
            if (k != q && counts(s, t, g, k) && shown(s, g, k) == other) alone = 0;
        n += alone;
    }
    return n;
}

static u32 guild_votes(const State *s, const Tables *t, u32 r, u32 g, i32 p)
{
    const i32 mine = shown(s, g, p);
    if (mine <= 0 || !counts(s, t, g, p)) return 0;
    u32 ahead = 0, tied = 0;
    for (i32 q = 0; q < s->players; q++) {
        if (q == p || !counts(s, t, g, q)) continue;
        ahead += shown(s, g, q) > mine;
        tied += shown(s, g, q) == mine;
    }
    if (t->event_ties[s->event]) { /* GU-421 */
        if (tied > 0) return 0;
        if (t->move_up) ahead = untied_ahead(s, t, g, p, mine);
    }
    return payout(t, r, g, ahead, tied);
}

static void plain_votes(State *s, const Tables *t, u32 r, u32 g)
{
    for (i32 p = 0; p < s->players; p++) {
        const u32 mine = s->tableau[g][p];
        if (mine > 0) {
            u32 ahead = 0, level = 0;
            for (int q = 0; q < SEATS; q++) {
                ahead += s->tableau[g][q] > mine;
                level += s->tableau[g][q] == mine;
            }
            s->votes[p][g] += payout(t, r, g, ahead, level - 1);
        }
    }
}

static void score_round(State *s, const Tables *t)
{
    const u32 r = s->round - 1;
    const int plain = s->shifted == 0 && !t->event_ties[s->event];
    for (u32 rest = t->scored_mask; rest; rest &= rest - 1) {
        const u32 g = lowest_bit(rest);
        if (plain)
            plain_votes(s, t, r, g);
        else
            for (i32 p = 0; p < s->players; p++) s->votes[p][g] += guild_votes(s, t, r, g, p);
    }
    for (u32 rest = t->flat_mask; rest; rest &= rest - 1) {
        const u32 g = lowest_bit(rest);
        for (i32 p = 0; p < s->players; p++) s->votes[p][g] += t->votes_per_card[g] * s->tableau[g][p];
    }
}

static void score(const State *s, const Tables *t, i32 points[MAX_PLAYERS][MAX_GUILDS])
{
    for (i32 p = 0; p < s->players; p++)
        for (i32 g = 0; g < t->n_guilds; g++) points[p][g] = s->votes[p][g];
}

static i64 standing(const State *s, const Tables *t, i32 p)
{
    i64 votes = 0, militia = 0;
    for (i32 g = 0; g < t->n_guilds; g++) votes += s->votes[p][g];
    for (u32 rest = t->flat_mask; rest; rest &= rest - 1) militia += s->tableau[lowest_bit(rest)][p];
    return votes * 1024 + (t->tie_break ? militia : 0);
}

static void shares(const State *s, const Tables *t, i32 *out)
{
    i64 all[MAX_PLAYERS], best = -1;
    i32 winners = 0;
    for (i32 p = 0; p < s->players; p++) {
        all[p] = standing(s, t, p);
        if (all[p] > best) {
            best = all[p];
            winners = 1;
        } else
            winners += all[p] == best;
    }
    for (i32 p = 0; p < s->players; p++) out[p] = all[p] == best ? 60 / winners : 0;
}

/* ---- cards.py: the chains of the dirty tricks */

static u32 cards_mask(const State *s, const Tables *t, u32 p)
{
    u32 mask = 0;
    for (i32 g = 0; g < t->n_guilds; g++) mask |= (u32)(s->tableau[g][p] > 0) << g;
    return mask;
}

static inline void move(State *s, u32 p, u32 g, i32 change)
{
    s->tableau[g][p] += change;
    s->played[p][g] += change;
}

static inline int is_target(const State *s, u32 p) { return p == s->actor || !(s->protected_mask >> p & 1); }

static inline int swappable(const State *s, const Tables *t, u32 p) { return !t->swap_both_unprotected || is_target(s, p); }

static inline u32 partners(const Tables *t, u32 mask, u32 g) { return t->null_tricks ? mask : mask & ~(1u << g); }

static u32 swap_partner_mask(const State *s, const Tables *t, u32 first, u32 g)
{
    u32 mask = 0;
    for (u32 q = first + 1; q < (u32)s->players; q++)
        if (swappable(s, t, q) && partners(t, cards_mask(s, t, q), g)) mask |= 1u << q;
    return mask;
}

static u32 swap_give_mask(const State *s, const Tables *t, u32 first)
{
    u32 mask = 0;
    if (!swappable(s, t, first)) return 0;
    for (u32 rest = cards_mask(s, t, first); rest; rest &= rest - 1) {
        const u32 g = lowest_bit(rest);
        if (swap_partner_mask(s, t, first, g)) mask |= 1u << g;
    }
    return mask;
}

static u32 swap_first_mask(const State *s, const Tables *t)
{
    u32 mask = 0;
    for (i32 p = 0; p < s->players; p++)
        if (swap_give_mask(s, t, p)) mask |= 1u << p;
    return mask;
}

static u32 remove_from_mask(const State *s, const Tables *t, u32 paid)
{
    u32 mask = 0;
    for (u32 q = 0; q < (u32)s->players; q++) {
        u32 left = cards_mask(s, t, q);
        if (q == s->actor) {
            if (s->tableau[paid][q] == 1) left &= ~(1u << paid);
            if (t->remove_own && left) mask |= 1u << q;
        } else if (is_target(s, q) && left)
            mask |= 1u << q;
    }
    return mask;
}

static u32 pay_mask(const State *s, const Tables *t)
{
    u32 mask = 0;
    for (u32 rest = cards_mask(s, t, s->actor) & t->cost_mask; rest; rest &= rest - 1)
        if (remove_from_mask(s, t, lowest_bit(rest))) mask |= rest & -rest;
    return mask;
}

static u32 exchange_out_mask(const State *s, const Tables *t)
{
    u32 mask = 0;
    for (u32 rest = cards_mask(s, t, s->actor); rest; rest &= rest - 1)
        if (partners(t, s->hand_mask[s->actor], lowest_bit(rest))) mask |= rest & -rest;
    return mask;
}

static u32 pile_size(const State *s, const Tables *t)
{
    u32 n = 0;
    for (i32 g = 0; g < t->n_guilds; g++) n += s->discards[g];
    return n;
}

static int usable(const State *s, const Tables *t, u32 kind)
{
    switch (kind) {
    case SWAP: return swap_first_mask(s, t) != 0;
    case COSTLY_REMOVAL: return pay_mask(s, t) != 0;
    case EXCHANGE: return exchange_out_mask(s, t) != 0;
    case DRAW: return pile_size(s, t) >= 2;
    default: return 1;
    }
}

static u32 trick_mask(const State *s, const Tables *t)
{
    const u8 *c = s->chain;
    const u32 trick = s->trick_deal[s->round - 1][s->actor];
    u32 mask = 0;
    switch (s->phase) {
    case USE: return usable(s, t, t->trick_kind[trick]) ? 3 : 1;
    case SWAP_FIRST: return swap_first_mask(s, t);
    case SWAP_GIVE: return swap_give_mask(s, t, c[0]);
    case SWAP_SECOND: return swap_partner_mask(s, t, c[0], c[1]);
    case SWAP_TAKE: return partners(t, cards_mask(s, t, c[2]), c[1]);
    case PAY: return pay_mask(s, t);
    case REMOVE_FROM: return remove_from_mask(s, t, c[0]);
    case REMOVE:
        mask = cards_mask(s, t, c[1]);
        return c[1] == s->actor && s->tableau[c[0]][c[1]] == 1 ? mask & ~(1u << c[0]) : mask;
    case EXCHANGE_OUT: return exchange_out_mask(s, t);
    case EXCHANGE_IN: return partners(t, s->hand_mask[s->actor], c[0]);
    case SHIFT_SEAT:
        for (i32 p = 0; p < s->players; p++)
            if (is_target(s, p)) mask |= 1u << p;
        return mask;
    case SHIFT_BY: return s->tableau[t->trick_guild[trick]][c[0]] > 0 ? 3 : 2;
    default: return 1u << c[0] | 1u << c[1];
    }
}

static void draw_two(State *s, const Tables *t)
{
    const u32 size = pile_size(s, t);
    for (u32 i = 0; i < 2; i++) {
        u32 k = (u64)s->draws[s->round - 1][i] * (size - i) >> 32;
        for (i32 g = 0; g < t->n_guilds; g++) {
            if (k < s->discards[g]) {
                s->chain[i] = g;
                break;
            }
            k -= s->discards[g];
        }
        s->discards[s->chain[i]]--;
    }
}

static int start_trick(State *s, const Tables *t, u32 trick, u32 action)
{
    if (action == 0) return 1;
    s->used[s->round - 1][s->actor] = 1;
    switch (t->trick_kind[trick]) {
    case PROTECT: s->protected_mask |= 1u << s->actor; return 1;
    case SWAP: s->phase = SWAP_FIRST; return 0;
    case COSTLY_REMOVAL: s->phase = PAY; return 0;
    case EXCHANGE: s->phase = EXCHANGE_OUT; return 0;
    case SHIFT: s->phase = SHIFT_SEAT; return 0;
    default: draw_two(s, t); s->phase = KEEP; return 0;
    }
}

static int advance(State *s, const Tables *t, u32 action)
{
    u8 *c = s->chain;
    const u32 trick = s->trick_deal[s->round - 1][s->actor], actor = s->actor;
    switch (s->phase) {
    case USE: return start_trick(s, t, trick, action);
    case SWAP_TAKE:
        move(s, c[0], c[1], -1);
        move(s, c[2], c[1], 1);
        move(s, c[2], action, -1);
        move(s, c[0], action, 1);
        return 1;
    case REMOVE:
        move(s, actor, c[0], -1);
        move(s, c[1], action, -1);
        s->discards[c[0]]++;
        s->discards[action]++;
        return 1;
    case EXCHANGE_IN:
        move(s, actor, c[0], -1);
        move(s, actor, action, 1);
        s->hands[actor][action]--;
        s->hands[actor][c[0]]++;
        s->hand_mask[actor] |= 1u << c[0];
        if (s->hands[actor][action] == 0) s->hand_mask[actor] &= ~(1u << action);
        return 1;
    case SHIFT_BY:
        s->shifts[c[0]][t->trick_guild[trick]] += 2 * (i32)action - 1;
        s->shifted |= 1u << t->trick_guild[trick];
        return 1;
    case KEEP:
        move(s, actor, action, 1);
        s->discards[c[0] + c[1] - action]++;
        return 1;
    }
    c[s->phase < PAY ? s->phase - SWAP_FIRST : s->phase < EXCHANGE_OUT ? s->phase - PAY : 0] = action;
    s->phase++;
    return 0;
}

/* ---- rules.py */

static inline u32 pack_of(const State *s, u32 p)
{
    const u32 pack = p + s->offset;
    return pack >= (u32)s->players ? pack - s->players : pack;
}

static inline u32 list_bits(u32 mask, u32 *out)
{
    const u32 n = __builtin_popcount(mask);
    for (u32 i = 0; i < n; i += 4)
        for (u32 k = i; k < i + 4; k++) {
            out[k] = __builtin_ctzll(mask | (u64)1 << 32);
            mask &= mask - 1;
        }
    return n;
}

static inline u32 legal_actions(const State *s, const Tables *t, u32 *actions)
{
    if (s->phase == PICK) return list_bits(s->pack_mask[pack_of(s, s->actor)], actions);
    if (s->phase <= PLAY) return list_bits(s->hand_mask[s->actor], actions);
    return list_bits(trick_mask(s, t), actions);
}

static void discard_hand(State *s, u32 p)
{
    for (u32 rest = s->hand_mask[p]; rest; rest &= rest - 1) {
        const u32 g = lowest_bit(rest);
        s->discards[g] += s->hands[p][g];
        s->hands[p][g] = 0;
    }
    s->hand_mask[p] = 0;
}

static void end_round(State *s, const Tables *t)
{
    score_round(s, t);
    if (t->tricks_on) {
        s->protected_mask = 0;
        if (s->shifted) {
            memset(s->shifts, 0, sizeof s->shifts);
            s->shifted = 0;
        }
    }
    if (t->pile_this_round)
        for (i32 g = 0; g < t->n_guilds; g++) {
            s->gone[g] += s->discards[g];
            s->discards[g] = 0;
        }
    if (s->round == (u32)t->rounds) {
        s->over = 1;
        return;
    }
    s->round++;
    start_round(s, t);
}

static void end_play(State *s, const Tables *t)
{
    if (t->tricks_on) {
        s->phase = USE;
        s->trick_turn = 0;
        s->actor = s->trick_order[0];
        return;
    }
    for (i32 p = 0; p < s->players; p++) discard_hand(s, p);
    end_round(s, t);
}

static inline void take_from_hand(State *s, u32 p, u32 g)
{
    const u32 left = --s->hands[p][g];
    s->hand_mask[p] &= ~((u32)(left == 0) << g);
}

static void start_play(State *s, const Tables *t)
{
    s->step = s->turn = 0;
    s->phase = t->event_redistribute[s->event] && s->phase == PICK ? GIVE : PLAY;
    s->actor = s->phase == PLAY && t->event_sequential[s->event] ? s->starter[s->round - 1] : 0;
}

static inline void pick(State *s, const Tables *t, u32 g)
{
    const u32 p = s->actor, pack = pack_of(s, p), left = --s->packs[pack][g];
    s->pack_mask[pack] &= ~((u32)(left == 0) << g);
    s->hands[p][g]++;
    s->hand_mask[p] |= 1u << g;
    s->actor = p + 1;
    if (s->actor < (u32)s->players) return;
    s->actor = 0;
    s->step++;
    if (s->clockwise)
        s->offset = (s->offset == 0 ? (u32)s->players : s->offset) - 1;
    else
        s->offset = s->offset + 1 == (u32)s->players ? 0 : s->offset + 1;
    if (s->step == (u32)t->hand) start_play(s, t);
}

static void give(State *s, const Tables *t, u32 g)
{
    s->given[s->actor] = g;
    take_from_hand(s, s->actor, g);
    if (++s->actor < (u32)s->players) return;
    for (i32 p = 0; p < s->players; p++) {
        const u32 received = s->given[s->redistribution[s->round - 1][p]];
        s->hands[p][received]++;
        s->hand_mask[p] |= 1u << received;
    }
    start_play(s, t);
}

static inline void play(State *s, const Tables *t, u32 g)
{
    const u32 p = s->actor;
    const int sequential = t->event_sequential[s->event];
    take_from_hand(s, p, g);
    s->played[p][g]++;
    if (sequential)
        s->tableau[g][p]++;
    else
        s->down[p][s->step & 3] = g;
    if (++s->turn < (u32)s->players) {
        s->actor = p + 1 == (u32)s->players ? 0 : p + 1;
        return;
    }
    s->turn = s->actor = 0;
    s->step++;
    if (sequential) {
        s->revealed = s->step;
        s->actor = (s->starter[s->round - 1] + s->step) % s->players;
    } else
        for (const u32 due = t->reveal[s->event][s->step - 1]; s->revealed < due; s->revealed++)
            for (i32 q = 0; q < s->players; q++) s->tableau[s->down[q][s->revealed & 3]][q]++;
    if (s->step == t->plays[s->event]) end_play(s, t);
}

static void apply_trick(State *s, const Tables *t, u32 action)
{
    if (!advance(s, t, action)) return;
    discard_hand(s, s->trick_order[s->trick_turn]);
    if (++s->trick_turn < (u32)s->players) {
        s->phase = USE;
        s->actor = s->trick_order[s->trick_turn];
    } else
        end_round(s, t);
}

static inline void apply_action(State *s, const Tables *t, u32 action)
{
    if (s->phase == PICK)
        pick(s, t, action);
    else if (s->phase == PLAY)
        play(s, t, action);
    else if (s->phase == GIVE)
        give(s, t, action);
    else
        apply_trick(s, t, action);
}

/* ---- engine/playout.py, for one random strategy in mixed line-ups */

typedef struct {
    u64 checksum, games, decisions;
} Sums;

static Sums play_checksum(const Tables *t, u64 run_seed, i64 first_deal, i64 deals)
{
    static State blank, dealt, s;
    u64 luck[MAX_PLAYERS], generator[4];
    u32 actions[MAX_ACTIONS], lineup[SEATS], seats[SEATS];
    i32 points[MAX_PLAYERS][MAX_GUILDS], share[MAX_PLAYERS];
    Sums sums = {0, 0, 0};
    for (i64 d = first_deal; d < first_deal + deals; d++) {
        const u64 key = derive(derive(run_seed, 0), d);
        seed(generator, derive(key, LINEUP_STREAM));
        for (i32 p = 0; p < t->players; p++) lineup[p] = below(generator, 1);
        dealt = blank;
        dealt.key = key;
        deal(&dealt, t);
        for (i32 rotation = 0; rotation < t->players; rotation++) {
            for (i32 p = 0; p < t->players; p++) seats[p] = lineup[(p + rotation) % t->players];
            s = dealt;
            for (i32 p = 0; p < t->players; p++) luck[p] = derive(key, LUCK_STREAM + rotation * SEATS + p);
            while (!s.over && s.decisions < MAX_DECISIONS) {
                const u32 n = legal_actions(&s, t, actions);
                const u32 round = s.round;
                const u32 number = (round << ROUND_SHIFT) + s.decided[s.actor]++;
                const u32 i = n > 1 ? below_once(derive(luck[s.actor], number), n) : 0;
                s.decisions++;
                apply_action(&s, t, actions[i]);
                if (s.round != round) memset(s.decided, 0, sizeof s.decided);
            }
            score(&s, t, points);
            shares(&s, t, share);
            for (i32 p = 0; p < t->players; p++) {
                u64 total = 0;
                for (i32 g = 0; g < t->n_guilds; g++) total += points[p][g];
                sums.checksum = splitmix(sums.checksum ^ (total * 4096 + share[p] * 16 + seats[p]));
            }
            sums.checksum = splitmix(sums.checksum ^ s.decisions);
            sums.decisions += s.decisions;
            sums.games++;
        }
    }
    return sums;
}

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

int main(int argc, char **argv)
{
    Tables tables;
    FILE *file = argc == 5 ? fopen(argv[1], "rb") : NULL;
    if (!file || fread(&tables, sizeof tables, 1, file) != 1) {
        fprintf(stderr, "usage: %s TABLES SEED FIRST_DEAL DEALS\n", argv[0]);
        return 1;
    }
    fclose(file);
    const u64 run_seed = strtoull(argv[2], NULL, 10);
    const i64 first = atoll(argv[3]), deals = atoll(argv[4]);
    play_checksum(&tables, run_seed, first, deals < 100 ? deals : 100);
    const double start = cpu_seconds();
    const Sums sums = play_checksum(&tables, run_seed, first, deals);
    printf("%llu %llu %llu %.6f\n", (unsigned long long)sums.checksum, (unsigned long long)sums.games,
           (unsigned long long)sums.decisions, cpu_seconds() - start);
    return 0;
}
