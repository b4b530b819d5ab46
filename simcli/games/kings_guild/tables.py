"""Components and options as the record the kernels read."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from simcli.engine.record import described
from simcli.game import Components, Options
from simcli.games.components import fill, mask, packed
from simcli.games.effect_rows import NO_MOST
from simcli.games.effect_tables import Rows, standing_of
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.catalogue import ACTIONS, catalogue
from simcli.games.kings_guild.datafiles import (
    COLOURS,
    COUNTED,
    DECKS,
    HEROES,
    ITEM_KINDS,
    LETTERS,
    MAX_MIX,
    NUMBERS,
    RARE,
    RELICS,
    RESOURCES,
    WORKSHOPS,
    copies,
    specialists_in_play,
)

i4, u1, u2, u4, u8 = np.int32, np.uint8, np.uint16, np.uint32, np.uint64

TABLES, TABLES_FIELDS = described(
    [
        ("players", i4, "number of players"),
        # options
        ("sigil_each", i4, "GO-01: 1 = each item made needs a free sigil"),
        ("baggage_fills", i4, "GO-02: 1 = baggage counts as a specialist in a chamber"),
        ("baggage_counts", i4, "GO-03: 1 = baggage counts for the Tavern"),
        ("charm_needed", i4, "GO-05: 1 = the bonus for most charms asks for a charm"),
        ("statue_anywhere", i4, "GO-06: 1 = the Builder's owner puts the Statue on any free square"),
        ("statue_doubled", i4, "GO-07: 1 = the Builder doubles bonuses under the Statue and the Shrine"),
        ("two_fortunes", i4, "GO-08: 1 = two Fortune Potions may double two items"),
        ("lucky_before", i4, "GO-09: 1 = a Lucky Potion is a free step before the craft"),
        ("offering_ends", i4, "GO-10: 1 = the action Offering ends the turn"),
        ("fee_before", i4, "GO-11: 1 = the fee for the thug token must be held before the craft"),
        ("thug_moves", i4, "GO-12: 1 = the thug token may go from one quest to another"),
        ("theft_optional", i4, "GO-13: 1 = Witch and Smuggler may decline"),
        ("early_shuffle", i4, "GO-14: 1 = discards are shuffled when the last card is drawn"),
        ("bids_without", i4, "GO-15: 1 = who has no square for the Statue may bid"),
        ("pass_rule", i4, "GO-16: 0 only without a main action, 1 always, 2 only with nothing left to do"),
        ("special_rooms", i4, "GO-17: 1 = Statue and Shrine count as rooms"),
        ("heroes_on_treasure", i4, "GO-18: 1 = Fighter, Ranger and Wizard act on treasure"),
        ("next_oldest", i4, "GO-19: 1 = the Overseer takes the oldest card that can be placed"),
        ("split_coins", i4, "GO-20: 1 = coins count for the Vault or for the offering"),
        ("baggage_moves", i4, "GO-21: 1 = the Bard moves the baggage"),
        ("powers_first", i4, "GO-22: 1 = powers after a craft come before the slot is filled"),
        ("strict_oldest", i4, "GO-23: 1 = a quest with an own sigil leaves like others"),
        ("ages", i4, "GO-24: 1 = the row of specialists ages, without coins on cards"),
        ("statue_acts", i4, "GO-25: 1 = alone taking the Statue costs the action"),
        ("charm_bonus", i4, "GO-26: 1 = there is a bonus for most charms"),
        ("stall_turns", i4, "GO-29: turns after which KG-E-08 begins the last turns, 0 for never"),
        ("fixed_seat", i4, "GO-30: 1 = seat 1 starts"),
        ("limits_first", i4, "GO-31: 1 = hand limits come before the Appraiser"),
        # house rules
        ("auction", i4, "GO-32: 1 = the King's Statue can be had"),
        ("row_step", i4, "GO-33: coins put on cards of the row; 0 where the row ages (GO-24)"),
        ("for_coins", u8, "GO-34: treasures that can be sold as a free step, as a mask"),
        ("sharing", i4, "GO-35: 1 = players finish quests that others have opened"),
        ("may_offer", i4, "GO-36: 1 = the offering can be made"),
        ("apart", i4, "GO-38: 1 = tiles go on any free square"),
        # set-up
        ("slots", i4, "quest slots"),
        ("places", i4, "places of the row of specialists"),
        ("sigils", i4, "sigils of a player (KG-C-02)"),
        ("hand_limit", i4, "treasures a hand holds"),
        ("outside", i4, "spaces for specialists outside the guild"),
        ("square_coins", i4, "coins of a coin square"),
        ("start_coins", i4, (S.MAX_PLAYERS,), "coins in turn order"),
        ("stock", u8, "resources of the stock, a byte a kind"),
        ("n_quests", i4, (S.DECKS,), "quests used by deck"),
        ("quest_source", u1, (S.DECKS, S.MAX_CARDS), "quests by deck, in the order they are shuffled (KG-C-05)"),
        ("n_quest_source", i4, (S.DECKS,), "their number"),
        ("n_letter", i4, "specialists used of each letter"),
        ("specialist_source", u1, (S.LETTERS, S.MAX_CARDS), "specialists in play by letter, in the order they are shuffled (KG-C-08)"),
        ("n_specialist_source", i4, (S.LETTERS,), "their number"),
        ("treasure_source", u1, (S.COLOURS, S.MAX_CARDS), "treasures in play by colour, in the order they are shuffled (KG-C-07)"),
        ("n_treasure_source", i4, (S.COLOURS,), "their number"),
        ("n_masters", i4, "master rooms on offer"),
        ("master_source", u1, (S.MAX_ROOMS,), "master rooms"),
        ("n_master_source", i4, "their number"),
        ("masters", u8, "master rooms, as a mask"),
        ("n_boards", i4, "player boards"),
        ("n_guilds", i4, "guild tiles"),
        # rows of effects
        ("kind", u1, (S.MAX_ROWS,), "what a row does"),
        ("a", u2, (S.MAX_ROWS,), "amount, colour, action, room; number of options"),
        ("b", u2, (S.MAX_ROWS,), "number; first option; least"),
        ("c", u2, (S.MAX_ROWS,), "most; whether it may be declined; the other amount"),
        ("next", u2, (S.MAX_ROWS,), "row that follows, 0 for none"),
        ("n_rows", i4, "rows in use, row 0 included"),
        # quests
        ("items", u1, (S.MAX_CARDS,), "items of a quest"),
        ("item_cost", u8, (2, S.MAX_CARDS), "cost of an item, a byte a kind"),
        ("item_kind", u1, (2, S.MAX_CARDS), "weapon 0, armor 1"),
        ("item_coins", i4, (2, S.MAX_CARDS), "price of an item"),
        ("hero", u1, (S.MAX_CARDS,), "hero of a quest"),
        ("reward", u1, (2, S.MAX_CARDS), "colours of its treasures"),
        ("deck_of", u1, (S.MAX_CARDS,), "deck of a quest"),
        ("icons", i4, (2, S.MAX_CARDS), "weapons, armor on a quest"),
        ("one_item", u8, "quests of one item, as a mask"),
        ("quest_points", i4, "points of a quest"),
        ("quest_item", u2, (S.MAX_CARDS,), "item of the catalogue"),
        # specialists
        ("letter", u1, (S.MAX_CARDS,), "letter of a specialist"),
        ("cost", i4, (S.MAX_CARDS,), "cost of a specialist"),
        ("prestige", i4, (S.MAX_CARDS,), "its points"),
        ("head", u2, (S.TRIGGERS, S.MAX_CARDS), "row that starts with a trigger, 0 for none"),
        ("fires", u8, (S.TRIGGERS,), "specialists with such a row, as a mask"),
        ("stands", u2, (S.MAX_CARDS, S.STANDINGS), "standing numbers of a specialist"),
        ("saves", i4, (S.MAX_CARDS,), "its discounts together"),
        ("changing", u8, "specialists with standing numbers, as a mask"),
        ("acting", u8, "specialists that do something when hired, or may make the offering for free, as a mask"),
        ("bringers", u8, "specialists that bring the baggage, as a mask"),
        ("overseers", u8, "specialists that bring the oldest one, as a mask"),
        ("copiers", u8, "specialists that copy, as a mask"),
        ("thugs", u8, "specialists with the thug token, as a mask"),
        ("warlocks", u8, "specialists that use scrolls up, as a mask"),
        ("hero_chains", u8, "specialists whose chain after a craft asks for a hero, as a mask"),
        ("hero_heads", u8, "the same: at its head"),
        ("specialist_item", u2, (S.MAX_CARDS,), "item of the catalogue"),
        # rooms
        ("room_cost", i4, (S.MAX_ROOMS,), "cost of a room"),
        ("within", u8, (S.MOST_PRICE + 1,), "rooms that cost no more than so many coins, as a mask"),
        ("room_points", i4, (S.MAX_ROOMS,), "points without a condition"),
        ("room_size", u1, (S.MAX_ROOMS,), "squares"),
        ("room_spaces", u1, (S.MAX_ROOMS,), "spaces for specialists"),
        ("room_pile", u1, (S.MAX_ROOMS,), "pile its tile is taken from"),
        ("for_sale", u8, "rooms that can be built, as a mask"),
        ("with_spaces", u8, "rooms with spaces, as a mask"),
        ("takes_baggage", u8, "kinds of spaces the baggage can be put in, as a mask"),
        ("barred", u8, (S.MAX_ROOMS,), "rooms nobody owns besides this one (KG-X-04), as a mask"),
        ("single", u8, "rooms of one square, as a mask"),
        ("special", u8, "rooms that are not for sale, as a mask"),
        ("shrine", i4, "number of the Shrine"),
        ("statue", i4, "number of the King's Statue"),
        ("end_row", u2, (S.MAX_ROOMS,), "row of points at the end, 0 for none"),
        ("end_rooms", u8, "rooms with such a row, as a mask"),
        ("room_stands", u2, (S.MAX_ROOMS, S.STANDINGS), "standing numbers of a room"),
        ("room_saves", i4, (S.MAX_ROOMS,), "its discounts together"),
        ("changing_rooms", u8, "rooms with standing numbers, as a mask"),
        ("pile_start", u1, (S.MAX_ROOMS,), "tiles on offer at first, by pile"),
        ("room_item", u2, (S.MAX_ROOMS,), "item of the catalogue"),
        # treasures
        ("colour", u1, (S.MAX_CARDS,), "colour of a treasure"),
        ("sell", i4, (S.MAX_CARDS,), "coins for it"),
        ("charm_points", i4, (S.MAX_CARDS,), "points of a charm"),
        ("relic", u1, (S.MAX_CARDS,), "piece of a relic, NONE for other cards"),
        ("played", u2, (S.MAX_CARDS,), "row that starts when played, 0 for none"),
        ("playable", u8, "treasures with such a row, as a mask"),
        ("play_needs", u1, (S.MAX_CARDS,), "other cards of the hand it asks for"),
        ("needy", u8, "treasures that ask for other cards, as a mask"),
        ("contracts", u8, "treasures that begin with a hire, as a mask"),
        ("fortunes", u8, "treasures used when an item is made, as a mask"),
        ("idle", u8, "treasures that are good for nothing but to be sold, as a mask"),
        ("luckies", u8, "treasures used when a quest is done, as a mask"),
        ("scrolls", u8, "scrolls, as a mask"),
        ("charms", u8, "charms, as a mask"),
        ("relics", u8, "relics, as a mask"),
        ("sold_well", u8, "relics, charms and scrolls, as a mask"),
        ("of_colour", u8, (S.COLOURS,), "treasures of a colour, as a mask"),
        ("treasure_item", u2, (S.MAX_CARDS,), "item of the catalogue"),
        # guilds and boards
        ("guild_storage", i4, (S.MAX_TILES,), "resources a guild stores"),
        ("guild_row", u2, (S.MAX_TILES,), "row of the set-up, 0 for none"),
        ("bonus", u1, (S.MAX_TILES, S.SQUARES), "bonus of a square: 1 + resource or coins, 0 for none"),
        ("first_guild_item", i4, "item of the first guild tile"),
        ("first_board_item", i4, "item of the first board"),
        # gathering
        ("mix", u8, (S.MAX_MIXES,), "mixtures of up to three resources, a byte a kind"),
        ("mix_kinds", u1, (S.MAX_MIXES, S.MOST_IN_MIX), "kinds of a mixture, one for each resource, the last one again where it has fewer"),
        ("mix_without", u1, (S.MAX_MIXES, S.RESOURCES), "1 + the mixture that lacks one of a kind of a mixture, 0 for none"),
        ("plain_mixes", u8, (2,), "mixtures without the Laborer, as a mask of two words"),
        ("mixes", u8, (2,), "all mixtures, as a mask of two words"),
        ("mixes_within", u8, (S.RESOURCES, S.MOST_IN_MIX + 1, 2), "mixtures with no more than so many of a kind, as such a mask"),
        # scoring
        ("charm_majority", i4, "points of most charms"),
        ("relic_points", i4, (8,), "points of a set of so many relics"),
        ("offering_base", i4, "points of an offering"),
        ("coins_per", i4, "coins of an offering for a point"),
        ("resources_per", i4, "resources of an offering for a point"),
        # the catalogue
        ("n_items", i4, "items of the catalogue"),
        ("first_use_item", i4, "item of the first use of a turn"),
        ("shared_item", i4, "item of the quests completed by two"),
        ("first_size_item", i4, "item of the quests of one item, then of two"),
        ("first_flow_item", i4, "item of the blue treasures that came, then played, sold, left; then of the other colours"),
        ("first_rating_item", i4, "item of the lowest rating, then of the others"),
        ("ratings", i4, (S.RATINGS,), "lowest points of each rating (KG-V-21)"),
        ("first_bid_item", i4, "item of the coins bid for the Statue, then of those paid, then of a shared bid"),
        ("start_item", i4, "item of the start player"),
    ]
)

EVERY_CARD = (1 << 64) - 1
AMOUNTS = {word: k for k, word in enumerate((*RESOURCES, "coins", "named", "points"))}
ASKED = {word: k for k, word in enumerate((*HEROES, "items", "full", "statue_beside"))}
ONE_CARD = {
    "thug": S.THUG_ROW,
    "warlock": S.WARLOCK_ROW,
    "exchange": S.EXCHANGES,
    "baggage": S.BRING_BAGGAGE,
    "buy_relics": S.BUY_RELICS,
    "take_oldest": S.TAKE_OLDEST,
    "steal": S.STEAL_ONE,
    "take_quest": S.TAKE_QUEST,
    "copy_hired": S.COPY_HIRED,
}
TRIGGERS = {"gathered": S.GATHERED, "crafted": S.CRAFTED, "quest_treasure": S.QUEST_TREASURE, "hired": S.HIRED}


MOVES = {"gain": S.GAIN, "lose": S.LOSE, "pay": S.PAY}


class Chains(Rows):
    """Rows of effects. `option` holds the id of the option a row begins."""

    choose = S.CHOOSE

    def __init__(self, rooms: list[str]) -> None:
        super().__init__()
        self.option: dict[int, str] = {}
        self.rooms = rooms

    def encode(self, row: Any) -> tuple[int, int, int, int]:
        """Kind and numbers of a row that is no choice."""
        kind, n = row["kind"], row.get("n") or 0
        if kind in MOVES:
            return MOVES[kind], AMOUNTS[row["what"]], n, 0
        if kind == "count":
            other = row.get("other")
            return S.COUNT, COUNTED.index(row["of"]), row["every"], COUNTED.index(other) if other else S.N_NOTHING
        if kind == "if":
            return S.IF, ASKED[row["of"]], row.get("least", 0), row.get("most", NO_MOST)
        if kind == "each":
            return S.EACH, int(row["who"] == "next"), 0, 0
        if kind == "discard":
            return S.DISCARDS, 0, n, 0
        if kind == "draw":
            return S.DRAW, COLOURS.index(row["colour"]), n, 0
        if kind == "draw_named":
            return S.DRAW_NAMED, int(bool(row.get("other"))), n, self.may(row)
        if kind == "name":
            return S.NAME, int(row["of"] == "gatherable"), 0, 0
        if kind == "action":
            return S.DO_ACTION, {"hire": S.ACT_HIRE, "craft": S.ACT_CRAFT, "gather": S.ACT_GATHER}[row["which"]], 0, self.may(row)
        if kind == "double":
            return S.DOUBLE_IT, 0, 0, 0
        if kind == "place_room":
            return S.PLACE_ROOM, self.rooms.index(row["room"]), 0, 0
        return ONE_CARD[kind], 0, n, self.may(row)

    def put_choice(self, at: int, row: Any) -> None:
        """Remembers which option each of the first rows begins."""
        self.option |= enumerate(row["options"], len(self.rows))
        super().put_choice(at, row)


class Heads:
    """All rows of the components, and the first row of each chain: by card and trigger."""

    def __init__(self, components: Components) -> None:
        self.rows = Chains([row["id"] for row in components["rooms"]["rooms"]])
        self.of = {
            stem: [self.rows.heads(row.get("effects")) for row in components[stem][stem]]
            for stem in ("specialists", "treasures", "rooms", "guilds")
        }


def standing_numbers(effects: Any) -> list[int]:
    """Standing numbers of a card, in the order of NUMBERS."""
    numbers = [0] * S.STANDINGS
    for number, n in standing_of(effects):
        numbers[NUMBERS.index(number)] += n
    return numbers


def build(components: Components, options: Options, players: int) -> np.recarray[Any, Any]:
    """The tables record of a game, as an array of one row."""
    tables = np.zeros(1, TABLES).view(np.recarray)
    t = tables[0]
    heads = Heads(components)
    heads.rows.write(t, S.MAX_ROWS)
    _fill_options(t, options, players)
    _fill_setup(t, components, players)
    _fill_quests(t, components)
    _fill_specialists(t, components, options, players, heads)
    _fill_rooms(t, components, options, players, heads)
    _fill_treasures(t, components, options, players, heads)
    _fill_boards(t, components, options, heads)
    _fill_scoring(t, components)
    _fill_items(t, components, options)
    return tables


def _fill_options(t: Any, options: Options, players: int) -> None:
    alone = players == 1
    fill(
        t,
        players=players,
        sigil_each=bool(options["sigil_needed_to_finish"]),
        baggage_fills=bool(options["baggage_fills_chamber"]),
        baggage_counts=bool(options["baggage_counts_for_tavern"]),
        charm_needed=bool(options["charm_majority_needs_a_charm"]),
        statue_anywhere=bool(options["builder_places_statue_anywhere"]),
        statue_doubled=bool(options["builder_doubles_statue_bonus"]),
        two_fortunes=bool(options["fortune_potions_on_two_items"]),
        lucky_before=options["lucky_potion_timing"] == "before_crafting",
        offering_ends=bool(options["offering_ends_turn"]),
        fee_before=bool(options["thug_fee_from_coins_held_before"]),
        thug_moves=bool(options["thug_token_may_move_between_quests"]),
        theft_optional=bool(options["witch_and_smuggler_optional"]),
        early_shuffle=options["reshuffle_when"] == "on_last_card",
        bids_without=bool(options["no_space_players_may_bid"]),
        pass_rule=("only_if_no_main_action", "always", "never").index(str(options["pass_allowed"])),
        special_rooms=bool(options["statue_and_shrine_count_as_rooms"]),
        heroes_on_treasure=options["hero_specialists_trigger"] == "on_treasure",
        next_oldest=options["overseer_unplaceable"] == "take_next_oldest",
        split_coins=options["vault_and_offering"] == "split_coins",
        baggage_moves=bool(options["baggage_movable_by_bard"]),
        powers_first=options["after_craft_powers"] == "before_refill",
        strict_oldest=options["solo_quest_conveyor"] == "strict_oldest",
        ages=alone and options["solo_specialist_row"] == "age_no_discounts",
        statue_acts=bool(options["solo_statue_costs_action"]),
        charm_bonus=not alone or bool(options["solo_charm_majority"]),
        stall_turns=0 if alone else options["stall_rule_rounds"] * players,
        fixed_seat=options["start_player"] == "fixed_seat",
        limits_first=options["appraiser_timing"] == "after_hand_limits",
    )
    _fill_house_rules(t, options)


def _fill_house_rules(t: Any, options: Options) -> None:
    fill(
        t,
        auction=bool(options["statue_auction"]),
        row_step=0 if t["ages"] else ("none", "one", "two").index(str(options["coins_on_the_row"])),
        for_coins=EVERY_CARD if options["selling"] else 0,
        sharing=bool(options["shared_quests"]),
        may_offer=bool(options["offering"]),
        apart=not options["adjacency"],
    )


def _fill_setup(t: Any, components: Components, players: int) -> None:
    setup, stock = components["setup"], components["resources"]["in_play"]
    row, boards = setup["players"][players], components["player_boards"]  # KG-V-10 for one
    fill(
        t,
        slots=row["slots"],
        places=setup["row"],
        sigils=setup["sigils"],
        hand_limit=setup["hand_limit"],
        outside=boards["outside_spaces"],
        square_coins=boards["coins"],
        start_coins=setup["coins"],
        stock=packed(stock["rare" if id_ in RARE else "common"][players] for id_ in RESOURCES),
        n_quests=[row["quests"][deck] for deck in DECKS],
        n_letter=row["specialists"],
        n_masters=row["masters"],
        n_boards=len(boards["boards"]),
        n_guilds=len(components["guilds"]["guilds"]),
    )
    fill(t, **_mixes())


@cache
def _mixes() -> dict[str, Any]:
    """What tables say of mixtures: the same in all of them."""
    t = np.zeros(1, TABLES)[0]
    kinds = range(S.RESOURCES)
    every = [mix for n in range(1, MAX_MIX + 1) for mix in combinations_with_replacement(kinds, n)]
    for k, mix in enumerate(every):
        word, one = k >> 6, u8(1 << (k & 63))
        t["mix"][k] = packed(mix.count(kind) for kind in kinds)
        t["mix_kinds"][k] = [*mix, *(mix[-1:] * (MAX_MIX - len(mix)))]
        t["mixes"][word] |= one
        for kind in kinds:
            t["mixes_within"][kind, mix.count(kind) :, word] |= one
            if kind in mix and len(mix) > 1:
                at = mix.index(kind)
                t["mix_without"][k, kind] = 1 + every.index(mix[:at] + mix[at + 1 :])
        if len(set(mix)) == 1 or len(mix) == 2:  # KG-G-01
            t["plain_mixes"][word] |= one
    return {name: t[name] for name in ("mix", "mix_kinds", "mix_without", "plain_mixes", "mixes", "mixes_within")}


def _fill_quests(t: Any, components: Components) -> None:
    quests = components["quests"]["quests"]
    for d, deck in enumerate(DECKS):
        source = [q for q, row in enumerate(quests) if row["deck"] == deck]
        t["quest_source"][d, : len(source)], t["n_quest_source"][d] = source, len(source)
    for q, row in enumerate(quests):
        for i, item in enumerate(row["items"]):
            kind = ITEM_KINDS.index(item["kind"])
            t["item_cost"][i, q] = packed(item["cost"].get(id_, 0) for id_ in RESOURCES)
            t["item_kind"][i, q], t["item_coins"][i, q] = kind, item["coins"]
            t["reward"][i, q] = COLOURS.index(row["reward"][i])
            t["icons"][kind, q] += 1
    fill(
        t,
        items=[len(row["items"]) for row in quests],
        hero=[HEROES.index(row["hero"]) for row in quests],
        deck_of=[DECKS.index(row["deck"]) for row in quests],
        quest_points=components["quests"]["prestige"],
        one_item=mask(len(row["items"]) == 1 for row in quests),
    )


def _fill_specialists(t: Any, components: Components, options: Options, players: int, heads: Heads) -> None:
    cards, first = components["specialists"]["specialists"], heads.of["specialists"]
    rows, allowed = heads.rows.rows, specialists_in_play(components, options, players)
    for letter, name in enumerate(LETTERS):
        source = [k for k, row in enumerate(cards) if row["deck"] == name and any(row is other for other in allowed)]
        t["specialist_source"][letter, : len(source)], t["n_specialist_source"][letter] = source, len(source)
    for trigger, number in TRIGGERS.items():
        t["head"][number, : len(cards)] = [row_of.get(trigger, 0) for row_of in first]
        t["fires"][number] = mask(t["head"][number])
    hired = [rows[row_of.get("hired", 0)][0] for row_of in first]
    crafted = [row_of.get("crafted", 0) for row_of in first]
    stands = [standing_numbers(row["effects"]) for row in cards]
    fill(
        t,
        letter=[LETTERS.index(row["deck"]) for row in cards],
        cost=[row["cost"] for row in cards],
        prestige=[row["prestige"] for row in cards],
        stands=stands,
        saves=[sum(numbers[S.DISCOUNT :]) for numbers in stands],
        changing=mask(any(numbers) for numbers in stands),
        acting=mask(row_of.get("hired") or numbers[S.FREE_OFFERING] for row_of, numbers in zip(first, stands, strict=True)),
        bringers=mask(kind == S.BRING_BAGGAGE for kind in hired),
        overseers=mask(kind == S.TAKE_OLDEST for kind in hired),
        copiers=mask(kind == S.COPY_HIRED for kind in hired),
        thugs=mask(rows[row][0] == S.THUG_ROW for row in crafted),
        warlocks=mask(rows[row][0] == S.WARLOCK_ROW for row in crafted),
        hero_heads=mask(rows[row][0] == S.IF for row in crafted),
        hero_chains=mask(_asks(rows, row) for row in crafted),
    )


def _asks(rows: list[tuple[int, int, int, int, int]], row: int) -> bool:
    """Whether a chain has an `if`, in its options too."""
    while row:
        kind, a, b, _, following = rows[row]
        if kind == S.IF or (kind == S.CHOOSE and any(_asks(rows, option) for option in range(b, b + a))):
            return True
        row = following
    return False


def _fill_rooms(t: Any, components: Components, options: Options, players: int, heads: Heads) -> None:
    rooms, setup = components["rooms"]["rooms"], components["setup"]
    names = [row["tile"] if row["type"] == "chamber" else row["id"] for row in rooms]
    piles, ids = list(dict.fromkeys(names)), [row["id"] for row in rooms]
    for pile, id_ in enumerate(piles):
        t["pile_start"][pile] = setup["players"][players]["tiles"].get(id_, 0)
    if players in setup["one_workshop"]:  # KG-X-04, KG-V-01
        for id_ in WORKSHOPS:
            t["barred"][ids.index(id_)] = mask(other in WORKSHOPS and other != id_ for other in ids)
    masters = [k for k, row in enumerate(rooms) if row["type"] == "master"]
    ends = [row_of.get("end_points", 0) for row_of in heads.of["rooms"]]
    stands = [standing_numbers(row["effects"]) for row in rooms]
    inside = options["baggage_in_shrine"]  # GO-04
    fill(
        t,
        room_cost=[row.get("cost") or 0 for row in rooms],
        within=[mask((row.get("cost") or 0) <= coins for row in rooms) for coins in range(S.MOST_PRICE + 1)],
        room_points=[row["prestige"] for row in rooms],
        room_size=[row["size"] for row in rooms],
        room_spaces=[row.get("spaces") or 0 for row in rooms],
        room_pile=[piles.index(name) for name in names],
        for_sale=mask(row["type"] != "special" for row in rooms),
        with_spaces=mask(row.get("spaces") for row in rooms),
        takes_baggage=mask(row.get("spaces") and (inside or row["type"] == "chamber") for row in rooms) << 1,
        single=mask(row["size"] == 1 for row in rooms),
        special=mask(row["type"] == "special" for row in rooms),
        shrine=ids.index("shrine"),
        statue=ids.index("kings_statue"),
        end_row=ends,
        end_rooms=mask(ends),
        room_stands=stands,
        room_saves=[sum(numbers[S.DISCOUNT :]) for numbers in stands],
        changing_rooms=mask(any(numbers) for numbers in stands),
        master_source=masters,
        n_master_source=len(masters),
        masters=mask(row["type"] == "master" for row in rooms),
    )


def _fill_treasures(t: Any, components: Components, options: Options, players: int, heads: Heads) -> None:
    cards, rows = components["treasures"]["treasures"], heads.rows.rows
    first, n = heads.of["treasures"], copies(components, options, players)
    for colour, name in enumerate(COLOURS):
        source = [k for k, row in enumerate(cards) if row["colour"] == name for _ in range(n[row["id"]])]
        t["treasure_source"][colour, : len(source)], t["n_treasure_source"][colour] = source, len(source)
        t["of_colour"][colour] = mask(row["colour"] == name for row in cards)
    played = [rows[row_of.get("played", 0)] for row_of in first]
    needs = [row[2] if row[0] == S.DISCARDS else 0 for row in played]
    of_type = {type_: mask(row["type"] == type_ for row in cards) for type_ in ("scroll", "charm", "relic")}
    fill(
        t,
        colour=[COLOURS.index(row["colour"]) for row in cards],
        sell=[row["sell"] for row in cards],
        charm_points=[row.get("points") or 0 for row in cards],
        relic=[RELICS.index(row["relic"]) if row.get("relic") else S.NONE for row in cards],
        played=[row_of.get("played", 0) for row_of in first],
        playable=mask(row_of.get("played") for row_of in first),
        play_needs=needs,
        needy=mask(needs),
        contracts=mask(row[0] == S.DO_ACTION for row in played),
        fortunes=mask(row_of.get("item_made") for row_of in first),
        luckies=mask(row_of.get("quest_done") for row_of in first),
        scrolls=of_type["scroll"],
        charms=of_type["charm"],
        relics=of_type["relic"],
        sold_well=of_type["scroll"] | of_type["charm"] | of_type["relic"],
    )
    t["idle"] = EVERY_CARD & ~int(t["charms"] | t["relics"] | t["playable"] | t["fortunes"] | t["luckies"])


def _fill_boards(t: Any, components: Components, options: Options, heads: Heads) -> None:
    guilds = components["guilds"]["guilds"]
    fill(t, guild_storage=[row["storage"] for row in guilds], guild_row=[row_of.get("setup", 0) for row_of in heads.of["guilds"]])
    for k, board in enumerate(components["player_boards"]["boards"]):
        for bonus in board["bonuses"] if options["bonus_squares"] else ():  # GO-37
            t["bonus"][k, bonus["y"] * S.COLUMNS + bonus["x"]] = 1 + AMOUNTS[bonus["what"]]


def _fill_scoring(t: Any, components: Components) -> None:
    scoring = components["scoring"]
    fill(
        t,
        charm_majority=scoring["charm_majority"],
        relic_points=[0, *scoring["relics"]],
        offering_base=scoring["offering"]["base"],
        coins_per=scoring["offering"]["coins_per_point"],
        resources_per=scoring["offering"]["resources_per_point"],
    )


def _fill_items(t: Any, components: Components, options: Options) -> None:
    items = catalogue(components, options)
    number = {item.id: i for i, item in enumerate(items.items)}
    for name in ("specialist_item", "room_item", "treasure_item", "quest_item"):
        t[name][:] = S.NO_ITEM
    fill(
        t,
        n_items=len(items.items),
        first_guild_item=items.first("guild"),
        first_board_item=items.first("board"),
        specialist_item=[number.get(row["id"], S.NO_ITEM) for row in components["specialists"]["specialists"]],
        room_item=[number[row["id"]] for row in components["rooms"]["rooms"]],
        treasure_item=[number[row["id"]] for row in components["treasures"]["treasures"]],
        quest_item=[number[row["id"]] for row in components["quests"]["quests"]],
        first_use_item=number[next(iter(ACTIONS))],
        shared_item=number["shared_quest"],
        first_size_item=items.first("quest_size"),
        first_flow_item=items.first("treasure_flow"),
        first_rating_item=items.first("rating"),
        ratings=list(components["setup"]["solo"]["ratings"].values()),
        first_bid_item=items.first("auction_bid"),
        start_item=number["start_player"],
    )
