"""Component data + options -> the read-only tables record. No card number stands in the code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from simcli.engine.record import described
from simcli.game import Components, Options
from simcli.games.components import fill, mask
from simcli.games.guildes import state as S
from simcli.games.guildes.catalogue import catalogue, prize_rows
from simcli.games.guildes.datafiles import TRICK_KINDS

i4, u1, u2, u4 = np.int32, np.uint8, np.uint16, np.uint32

TABLES, TABLES_FIELDS = described(
    [
        # loop bounds, signed so that loop variables are
        ("players", i4, "number of players"),
        ("rounds", i4, "rounds of the game"),
        ("hand", i4, "cards of a pack, and of a hand after the draft"),
        ("n_guilds", i4, "guilds in the data"),
        ("n_source", i4, "entries of source"),
        ("n_deck", i4, "cards of the deck"),
        ("n_events", i4, "event cards in the data"),
        ("n_fixed_events", i4, "events named by the option, drawn in their place; 0 when all may come"),
        ("n_tricks", i4, "dirty tricks in the data"),
        ("first_event", i4, "number of the first event in the catalogue"),
        ("first_trick", i4, "number of the first trick in the catalogue"),
        # guilds
        ("flat_mask", u4, "guilds that pay by the card (militia), as a mask"),
        ("scored_mask", u4, "majorities that can pay with this number of players, as a mask"),
        ("cost_mask", u4, "guilds that may pay for trick C, as a mask"),
        ("tie_break", u4, "1 when more militia breaks a tie at the end"),
        ("direction_mode", u4, "passing direction: 0 by the event card, 1 alternating, 2 clockwise"),
        ("events_on", u4, "1 when event cards take effect"),
        ("event_mask", u4, "event cards in the data, as a mask"),
        ("move_up", u4, "1 when lower players move up behind a tied group"),
        ("tricks_on", u4, "1 when dirty tricks are dealt"),
        ("trick_pool", u4, "tricks that may be dealt, as a mask"),
        ("tricks_repeat", u4, "1 when a seat may get the same trick twice"),
        ("swap_both_unprotected", u4, "1 when trick B needs both players unprotected"),
        ("null_tricks", u4, "1 when tricks that change nothing are legal"),
        ("remove_own", u4, "1 when trick C may hit its owner"),
        ("virtual_alone", u4, "1 when the virtual card of tricks E to H scores alone"),
        ("pile_this_round", u4, "1 when trick I draws from this round's discards only"),
        ("clears", u4, "GO-20: 1 when tableaus are discarded after each scoring"),
        ("starters_on", u4, "1 when seats may play one by one, so that somebody starts"),
        ("draft", u4, "GO-22: 1 when packs are drafted, 0 when they are the hands"),
        ("discards_public", u4, "1 when unplayed cards are shown"),
        ("source", u1, (S.MAX_DECK,), "guild of each card before the shuffle, NO_CARD where one is taken out"),
        ("copies", u4, (S.MAX_GUILDS,), "cards of each guild in the game"),
        ("prize", u4, (S.MAX_ROUNDS, S.MAX_GUILDS), "first prize in votes, by round from 0 and guild"),
        ("votes_per_card", u4, (S.MAX_GUILDS,), "votes a card of a flat guild pays in each scoring"),
        ("flat_pays", i4, (S.MAX_ROUNDS,), "GO-19: 1 when flat guilds pay in the scoring of a round, from 0"),
        ("flat_rest", i4, (S.MAX_ROUNDS,), "scorings from this round on in which flat guilds pay for a card that lies now"),
        # two indices, as every index is checked
        (
            "payout",
            u2,
            (S.MAX_ROUNDS * S.MAX_GUILDS, S.MAX_SEATS * S.MAX_SEATS),
            "votes, by round * MAX_GUILDS + guild and players ahead * MAX_SEATS + others tied; of a flat guild those of a card",
        ),
        ("payout_rest", u2, (S.MAX_ROUNDS * S.MAX_GUILDS, S.MAX_SEATS * S.MAX_SEATS), "the same summed over this and all later rounds"),
        (
            "payouts",
            u4,
            (S.MAX_ROUNDS * S.MAX_GUILDS, 256),
            "payout_rest << 16 | payout, by others with at least as many cards + 16 x others with more: two places of `shown_ge`",
        ),
        ("flat", u4, (S.MAX_GUILDS,), "1 for guilds that pay by the card; of a bit of flat_mask the compiler makes a branch"),
        ("fixed_events", u1, (S.MAX_ROUNDS,), "events named by the option"),
        ("event_clockwise", u4, (S.MAX_EVENTS + 1,), "1 when an event card passes clockwise"),
        ("event_ties", u4, (S.MAX_EVENTS + 1,), "1 when ties score nothing under it"),
        ("event_sequential", u4, (S.MAX_EVENTS + 1,), "1 when seats play one by one under it"),
        ("event_redistribute", u4, (S.MAX_EVENTS + 1,), "cards handed in for redistribution under it"),
        ("plays", u4, (S.MAX_EVENTS + 1,), "cards each seat plays under it"),
        ("reveal", u4, (S.MAX_EVENTS + 1, S.MAX_PLAYS), "by event and k: cards of each seat face up once all have placed k + 1"),
        ("trick_kind", u1, (S.MAX_TRICKS,), "kind of effect of each trick: PROTECT, SWAP, ..."),
        ("trick_guild", u1, (S.MAX_TRICKS,), "guild that tricks E to H shift"),
    ]
)


def build(components: Components, options: Options, players: int) -> np.recarray:
    """The tables record for one number of players (a recarray of one row)."""
    tables = np.zeros(1, TABLES).view(np.recarray)
    t = tables[0]
    setup = components["setup"]
    row = setup["players"][players]
    fill(t, players=players, rounds=setup["rounds"], hand=row["hand"], tie_break=int(setup["militia_tie_break"]))
    fill(t, clears=int(options["tableaus"] == "cleared"), draft=int(options["draft"]))
    _fill_guilds(t, components, options, players)
    _fill_events(t, components, options, row["play"])
    _fill_tricks(t, components, options, players)
    source = deck_source(components, players)
    fill(t, source=source, n_source=len(source), n_deck=sum(c != S.NO_CARD for c in source))
    items = catalogue(components, options)
    fill(t, first_event=items.first("event"), first_trick=items.first("trick"))
    return tables


def _fill_guilds(t: Any, components: Components, options: Options, players: int) -> None:
    guilds = components["guilds"]["guilds"]
    copies = copies_in_game(components, players)
    majority = [g["kind"] == "majority" for g in guilds]
    literal = options["trick_e_three_players"] == "literal"
    scored = [m and (copies[g["id"]] > 0 or literal) for g, m in zip(guilds, majority, strict=True)]
    fill(
        t,
        n_guilds=len(guilds),
        flat_mask=mask([not m for m in majority]),
        scored_mask=mask(scored),
        copies=[copies[g["id"]] for g in guilds],
        flat=[not m for m in majority],
        votes_per_card=[g.get("votes_per_card") or 0 for g in guilds],
    )
    shape = (S.MAX_ROUNDS, S.MAX_GUILDS, S.MAX_SEATS, S.MAX_SEATS)
    payout, rest = (t[name].reshape(shape) for name in ("payout", "payout_rest"))
    rounds, lasts = int(t["rounds"]), 1 if t["clears"] else int(t["rounds"])
    pays = [int(flat_guilds_pay(r, rounds, options)) for r in range(rounds)]
    for i, guild in enumerate(guilds):
        if guild["kind"] != "majority":
            payout[:rounds, i] = guild["votes_per_card"] * np.array(pays).reshape(-1, 1, 1)
            continue
        rows = prize_rows(components, options, guild)[:rounds]
        for r, prizes in enumerate(rows):
            t["prize"][r, i] = prizes[0]
            for ahead in range(players if scored[i] else 0):
                for tied in range(players - ahead):
                    payout[r, i, ahead, tied] = place_pays(prizes, ahead, tied, options)
    fill(t, flat_pays=pays, flat_rest=[sum(pays[r : r + lasts]) for r in range(rounds)])
    for r in range(rounds):
        rest[r] = payout[r : min(r + lasts, rounds)].sum(axis=0)
    by_counts = t["payouts"].reshape(S.MAX_ROUNDS, S.MAX_GUILDS, 16, 16)
    for ahead in range(S.MAX_SEATS):
        for tied in range(S.MAX_SEATS - ahead):
            by_counts[:, :, ahead, ahead + tied] = rest[:, :, ahead, tied].astype(np.uint32) << 16 | payout[:, :, ahead, tied]


def place_pays(prizes: list[int], ahead: int, tied: int, options: Options) -> int:
    """GU-82 to GU-85: votes of a player with so many players ahead and others tied; GO-17, GO-18 pay ties otherwise."""
    if options["tied_players"] == "full_prize" or not tied:
        return sum(prizes[ahead : ahead + 1])
    if options["tied_players"] == "nothing":
        return 0
    shared = sum(prizes[ahead : ahead + tied + 1])
    return -(-shared // (tied + 1)) if options["shared_prizes"] == "rounded_up" else shared // (tied + 1)


def flat_guilds_pay(r: int, rounds: int, options: Options) -> bool:
    """GU-90, GO-19: whether militia pays in the scoring of round r, from 0."""
    return {"every_scoring": True, "last_scoring": r == rounds - 1, "never": False}[options["militia_pays"]]


def _fill_events(t: Any, components: Components, options: Options, play: int) -> None:
    events = components["events"]["events"]
    mode = {"event_card": 0, "alternate": 1, "clockwise": 2}[options["draft_direction"]]
    effects = [e["effect"] for e in events]
    one_by_one = options["cards_played"] == "one_by_one"  # GO-21
    fill(
        t,
        starters_on=int(options["events"] != "off" or one_by_one),
        events_on=int(options["events"] != "off"),
        n_events=len(events),
        event_mask=mask([True] * len(events)),
        direction_mode=mode,
        move_up=int(options["tied_groups_lower_players_move_up"]),
        event_clockwise=[e["direction"] == "clockwise" for e in events],
        event_ties=[e.get("ties_score_nothing", False) for e in effects],
        event_sequential=[True] * (S.MAX_EVENTS + 1) if one_by_one else [e.get("reveal") == "sequential" for e in effects],
        event_redistribute=[e.get("redistribute_cards", 0) for e in effects],
    )
    if options["events"] not in ("off", "on"):
        fixed = [[e["id"] for e in events].index(i) for i in options["events"]]
        fill(t, n_fixed_events=len(fixed), fixed_events=fixed)
    for i, effect in [*enumerate(effects), (S.NO_EVENT, {})]:
        plays = play + effect.get("play_count_delta", 0)
        t["plays"][i] = plays
        t["reveal"][i, :plays] = reveal_row(effect, plays, options)


def _fill_tricks(t: Any, components: Components, options: Options, players: int) -> None:
    tricks = sorted(components["tricks"]["tricks"], key=lambda k: k["letter"])
    guilds = [g["id"] for g in components["guilds"]["guilds"]]
    pool = trick_pool(components, options, players)
    fill(
        t,
        tricks_on=int(options["tricks"] != "off"),
        trick_pool=sum(1 << i for i in pool),
        n_tricks=len(tricks),
        tricks_repeat=int(options["trick_repeat_rule"] == "free"),
        cost_mask=mask([any(g in k.get("cost_guilds", []) for k in tricks) for g in guilds]),  # GU-410, A-22
        swap_both_unprotected=int(options["swap_needs_both_unprotected"]),
        null_tricks=int(options["null_trick_actions_legal"]),
        remove_own=int(options["trick_c_may_hit_owner"]),
        virtual_alone=int(options["virtual_card_scores_alone"]),
        pile_this_round=int(options["discard_pile_scope"] == "this_round"),
        discards_public=int(options["unplayed_cards_revealed"]),
        trick_kind=[TRICK_KINDS[k["effect"]] for k in tricks],
        trick_guild=[guilds.index(k["guild"]) if k.get("guild") else 0 for k in tricks],  # GU-440
    )


def copies_in_game(components: Mapping[str, Any], players: int) -> dict[str, int]:
    """GU-01, GU-20: cards of each guild in the deck for this number of players."""
    remove = components["setup"]["players"][players]["remove"]
    out = {}
    for guild in components["guilds"]["guilds"]:
        gone = remove.get(guild["id"], 0)
        out[guild["id"]] = 0 if gone == "all" else max(0, guild["copies"] - gone)
    return out


def deck_source(components: Components, players: int) -> list[int]:
    """Card types in the order the shuffle takes them: the printed deck (NO_CARD where a patch removes a copy), then added copies."""
    printed = copies_in_game(components.printed, players)
    copies = copies_in_game(components, players)
    index = {g["id"]: i for i, g in enumerate(components["guilds"]["guilds"])}
    source: list[int] = []
    for guild, n in printed.items():
        now = copies.get(guild, 0)
        source += [index[guild] if k < now else S.NO_CARD for k in range(n)]
    for guild, n in copies.items():
        source += [index[guild]] * max(0, n - printed.get(guild, 0))
    return source


def trick_pool(components: Components, options: Options, players: int) -> list[int]:
    """GU-302, GO-02, GO-12: tricks (in the order of their letters) that may be dealt."""
    tricks = sorted(components["tricks"]["tricks"], key=lambda t: t["letter"])
    copies = copies_in_game(components, players)
    named = None if options["tricks"] in ("on", "off") else options["tricks"]
    pool = []
    for i, trick in enumerate(tricks):
        if named is not None and trick["id"] not in named:
            continue
        if options["trick_e_three_players"] == "remove_card" and trick["effect"] == "virtual_count" and not copies.get(trick["guild"]):
            continue
        pool.append(i)
    return pool


def batches(cards: int, start: int) -> list[int]:
    """GU-424: alternating batches of two and one, the last cut to what is left."""
    out: list[int] = []
    size = start
    while sum(out) < cards:
        out.append(min(size, cards - sum(out)))
        size = 3 - size
    return out


def reveal_row(effect: dict[str, Any], plays: int, options: Any) -> list[int]:
    """Cards of each seat face up once all have placed 1, 2, ... cards (GU-70, GU-424, GU-425)."""
    if effect.get("reveal") == "delayed":
        delay = effect.get("delay_cards", 1)
        return [max(0, k - delay) for k in range(1, plays)] + [plays]
    if effect.get("batch_pattern"):
        mode = options["one_or_two_start"]
        start = {"always_one": 1, "always_two": 2}.get(mode, 1 if plays % 3 == 1 else 2)
        pattern = effect["batch_pattern"].get(plays) if mode == "exact_fit" else None
        ends = np.cumsum(pattern or batches(plays, start)).tolist()
        return [max([0] + [e for e in ends if e <= k]) for k in range(1, plays + 1)]
    return list(range(1, plays + 1))
