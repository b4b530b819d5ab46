"""Components and options as the record the kernels read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from simcli.engine.record import described
from simcli.game import Components, Options
from simcli.games.architects import state as S
from simcli.games.architects.catalogue import cards_of, numbers_of_items
from simcli.games.architects.datafiles import AMOUNTS, GOODS, NUMBERS, PURSE, SKILLS, SPACES, TRIGGERS, in_play, place, settled, space
from simcli.games.components import fill, mask, packed
from simcli.games.effect_tables import Rows, standing_of

i1, i4, i8, u1, u2, u4, u8 = np.int8, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64
ANY = 9999
A_BYTE = 127
"""Goods of a kind that fit in a word."""

TABLES, TABLES_FIELDS = described(
    [
        ("players", i4, "number of players"),
        # options
        ("fixed_seat", i4, "GO-19: 1 = seat 1 starts"),
        ("variable", i4, "GO-18: 1 = variable boards"),
        ("first_apprentice", i4, "GO-04: 1 = each player takes an apprentice first"),
        ("reverse_order", i4, "GO-05: 1 = the last player takes it first"),
        ("discard_on", i4, "GO-06: 1 = two apprentices leave at the third spaces of the Guildhall"),
        ("ransom_one", i4, "GO-07: 1 = a ransom frees workers from one captor"),
        ("discard_before", i4, "GO-08: 1 = one apprentice too many is dismissed before the new one comes"),
        ("fewest_in_prison", i4, "GO-09: 1 = the debt of a reset goes to who has fewest workers in the Prison"),
        ("conspirator_once", i4, "GO-10: 1 = a Conspirator saves silver once a visit"),
        ("owner_choice", i4, "GO-11: 1 = owners choose the order of the abilities of a reset"),
        ("card_order", i4, "GO-12: 1 = virtue at the end in the order of the cards, not the best one"),
        ("coins_to_tax_stand", i4, "GO-13: 1 = silver on apprentices that leave goes to the tax stand"),
        ("owner_may_destroy", i4, "GO-14: 1 = a debt is destroyed for virtue above the track only if its owner likes"),
        ("back_together", i4, "GO-16: 1 = captors, Prison and market are offered together"),
        ("max_turns", i4, "GO-20: turns of all players together at most"),
        ("captives_kept", i4, "GO-22: 1 = captured workers stay with their captor, 0 = they go to the Prison"),
        ("groups_open", u8, (S.MAX_PLAYERS,), "GO-23: groups a seat may capture, as a mask"),
        ("resets_punish", i4, "GO-27: 1 = workers in the Prison cost something in a reset"),
        ("tax_kept", i4, "GO-28: 1 = tax goes to the tax stand, 0 = to the common pile"),
        ("turns_left", i4, "GO-29: turns of all players together after the last space of the Guildhall is taken"),
        # set-up
        ("workers", i4, "workers a player has"),
        ("start_tax_stand", i4, "silver on the tax stand at first"),
        ("start_silver", i4, (S.MAX_PLAYERS,), "silver in turn order from the start player"),
        ("draft_deal", i4, "buildings of a packet"),
        ("draft_keep", i4, "buildings kept of it"),
        ("n_rewards", i4, "GO-02: rewards in the pile"),
        ("apprentice_source", u1, (S.MAX_CARDS,), "apprentices in play in the order they are shuffled"),
        ("n_apprentice_source", i4, "their number"),
        ("building_source", u1, (S.MAX_CARDS,), "buildings in play in the order they are shuffled"),
        ("n_building_source", i4, "their number"),
        ("reward_source", u1, (S.MAX_REWARDS,), "rewards in the order they are shuffled, by kind"),
        ("n_reward_source", i4, "their number"),
        ("market_source", u1, (S.MAX_MARKET,), "market cards in the order they are shuffled"),
        ("n_market_source", i4, "their number"),
        ("board_source", u1, (S.MAX_BOARDS,), "boards allowed in the order they are shuffled"),
        ("n_board_source", i4, "their number"),
        ("board_colour", u1, (S.MAX_BOARDS,), "number of the colour of a board"),
        (
            "board_start",
            i4,
            (S.MAX_BOARDS, S.STORED),
            "amounts a board starts with: goods, silver, virtue, debts, workers in Prison and supply",
        ),
        ("board_cards", i4, (S.MAX_BOARDS,), "buildings drawn after the draft"),
        ("board_row", u2, (S.TRIGGERS, S.MAX_BOARDS), "row that starts with a trigger, 0 for none"),
        ("board_power", u1, (S.MAX_BOARDS, S.STANDINGS), "standing numbers of a board"),
        # rows of effects
        ("kind", u1, (S.MAX_ROWS,), "what a row does"),
        ("a", u1, (S.MAX_ROWS,), "amount; number of options or captures"),
        ("b", u2, (S.MAX_ROWS,), "number; first option; least; whether a ransom may stand for the capture"),
        ("c", u2, (S.MAX_ROWS,), "most; whether it may be declined"),
        ("next", u2, (S.MAX_ROWS,), "row that follows, 0 for none"),
        ("n_rows", i4, "rows in use, row 0 included"),
        (
            "row_goods",
            u8,
            (S.MAX_ROWS,),
            "goods and silver of a chain from a row on that does nothing else, a byte a kind",
        ),
        (
            "gives",
            i4,
            (S.MAX_ROWS,),
            "what a chain of a condition or a count and one gain or loss gives of its amount, for each that is counted; 0 for other chains",
        ),
        ("part", i8, (S.MAX_ROWS,), "reciprocal of the number of a row that counts"),
        ("plain_bonuses", i4, "1 when apprentices add nothing but a number of goods to placements, all together no more than a byte holds"),
        ("moves", u4, (S.MAX_ROWS,), "amounts that a row and those that follow it gain or lose, as a mask"),
        # apprentices, by card
        ("apprentice_type", u1, (S.MAX_CARDS,), "kind of an apprentice: place in the file"),
        ("later_apprentices", u8, "apprentices that are not the first copy of their kind, as a mask"),
        ("apprentice_virtue", i1, (S.MAX_CARDS,), "virtue icon"),
        ("apprentice_item", u2, (S.MAX_CARDS,), "item of the catalogue"),
        ("skilled", u8, (S.SKILLS,), "apprentices with a skill, as a mask"),
        ("apprentice_skills", u1, (S.MAX_CARDS,), "skills of an apprentice, as a mask"),
        ("fires", u8, (S.TRIGGERS,), "apprentices with a row that starts with a trigger, as a mask"),
        ("head", u2, (S.TRIGGERS, S.MAX_CARDS), "that row"),
        ("stands", u8, (S.STANDINGS,), "apprentices with a standing number, as a mask"),
        ("standing", u1, (S.STANDINGS, S.MAX_CARDS), "that number"),
        ("traders", u8, "apprentices with a trade, as a mask"),
        ("trade_of", u1, (S.MAX_CARDS,), "number of an apprentice's trade"),
        ("n_trades", i4, "trades"),
        ("trade_price", u8, (2, S.MAX_TRADES), "price of a trade, a byte a kind; second: gold and marble are one good"),
        ("trade_row", u2, (S.MAX_TRADES,), "row of a trade"),
        ("trade_type", u1, (S.MAX_TRADES,), "kind of apprentice that trades"),
        ("ability_cards", u8, (S.MAX_CARDS,), "apprentices with an ability in a reset, a mask a kind, in the order they are resolved"),
        ("n_abilities", i4, "their number"),
        ("hire_limit", i4, "apprentices a player may own"),
        # buildings, by card
        ("building_type", u1, (S.MAX_CARDS,), "kind of a building: place in the file"),
        ("later_buildings", u8, "buildings that are not the first copy of their kind, as a mask"),
        ("building_points", i4, (S.MAX_CARDS,), "printed points"),
        ("building_virtue", i1, (S.MAX_CARDS,), "virtue icon"),
        ("building_item", u2, (S.MAX_CARDS,), "item of the catalogue"),
        ("need", u1, (S.MAX_CARDS,), "skills asked for, as a mask"),
        ("cost", u1, (S.MAX_CARDS, S.GOODS), "goods to pay"),
        (
            "price",
            u8,
            (2, 3, S.MAX_CARDS),
            "the same, a byte a kind: gold and marble one good; in full, a wood less, a stone less; by card",
        ),
        ("built_row", u2, (S.MAX_CARDS,), "row that starts when constructed, 0 for none"),
        ("end_virtue_row", u2, (S.MAX_CARDS,), "row that moves virtue at the end"),
        ("end_points_row", u2, (S.MAX_CARDS,), "row that gives points at the end"),
        ("end_virtue_cards", u8, "buildings with the former, as a mask"),
        ("end_points_cards", u8, "buildings with the latter, as a mask"),
        ("rival_cards", u8, "buildings whose points hang on what others have, as a mask"),
        ("hand_limit", i4, "buildings a hand may hold at the end of a turn"),
        # places
        ("yield_what", u1, (4,), "what quarry, forest, silversmith and mines give"),
        ("yield_plus", i4, (4,), "how much more than n"),
        ("gold_per", i4, "workers for one gold at the mines"),
        ("gold_part", i8, "its reciprocal"),
        ("n_mixes", i4, "mixes of goods that can be paid at the storehouse"),
        ("mix_price", u8, (S.MAX_MIXES,), "a mix, a byte a kind"),
        ("mix_row", u2, (S.MAX_MIXES,), "row of what it buys"),
        ("mix_what", u1, (S.MAX_MIXES,), "amount it buys"),
        ("hire_tax", i4, "tax for hiring at the workshop"),
        ("hire_silver", i4, "silver for hiring at the workshop"),
        ("skip_silver", i4, "silver on each card that is skipped"),
        ("draw_plus", i4, "buildings drawn at the workshop"),
        ("draw_per", i4, "workers for one more"),
        ("capture_tax", i4, "tax of the first capture"),
        ("capture_silver", i4, "silver of each later one"),
        ("capture_part", i8, "its reciprocal"),
        ("capture_places", i4, "places at which the captures of a visit may be"),
        ("tax_stand_virtue", i4, "virtue lost at the tax stand"),
        ("send_silver", i4, "silver for each captive sent to the Prison"),
        ("ransom_tax", i4, "tax of a ransom"),
        ("ransom_silver", i4, "silver of a ransom"),
        ("ransom_debts", i4, "debts of a ransom by debt"),
        ("ransom_virtue", i4, "virtue of a ransom by debt"),
        ("pay_off_tax", i4, "tax for a debt paid off"),
        ("pay_off_silver", i4, "silver for a debt paid off"),
        ("pay_off_virtue", i4, "virtue for a debt paid off"),
        # Black Market
        ("space_silver", i4, (S.SPACES,), "silver for a space; GO-03 says that of the middle one"),
        ("space_virtue", i4, (S.SPACES,), "virtue for a space"),
        ("printed_row", u2, (2,), "rows of the printed goods, left and right"),
        ("small_row", u2, (S.MAX_MARKET,), "row of the goods of a card on the left"),
        ("large_row", u2, (S.MAX_MARKET,), "row of the goods of a card on the right"),
        ("keep_drawn", i4, "buildings drawn to keep one of"),
        ("penalty_workers", i4, "workers in the Prison from which a reset costs virtue"),
        ("penalty_virtue", i4, "that virtue"),
        ("reset_debts", i4, "debts of a reset"),
        # virtue, Cathedral, Guildhall
        ("market_closed", i4, "virtue from which the market is closed"),
        ("cathedral_closed", i4, "virtue up to which the Cathedral is closed"),
        ("tax_less", u1, (S.TRACK,), "tax less by virtue"),
        ("track_points", i4, (S.TRACK,), "points by virtue"),
        ("n_levels", i4, "levels of the Cathedral"),
        ("cards_per_step", i4, "buildings of the hand for each step"),
        ("level_points", i4, (S.MAX_LEVELS,), "points by level"),
        ("level_spaces", i4, (S.MAX_LEVELS,), "markers a level holds"),
        ("level_any", i4, (S.MAX_LEVELS,), "wood and stone in any mix, 0 where goods are fixed"),
        ("level_cost", u1, (S.MAX_LEVELS, S.GOODS), "fixed goods"),
        ("level_price", u8, (2, S.MAX_LEVELS), "the same, a byte a kind; second: gold and marble are one good"),
        ("reward_row", u2, (S.MAX_REWARDS,), "row of a reward, by kind"),
        ("empty_reward_row", u2, "row of what there is without a reward"),
        ("hall_spaces", i4, "spaces of the Guildhall"),
        ("reset_at", u8, "workers of the Guildhall that trigger a reset, as a mask of their numbers"),
        ("discard_at", u8, "workers at which two apprentices leave, likewise"),
        # scoring
        ("gold_points", i4, "points of a gold"),
        ("marble_points", i4, "points of a marble"),
        ("silver_per", i4, "silver for a point"),
        ("silver_part", i8, "its reciprocal"),
        ("prison_per", i4, "workers in the Prison for a point less"),
        ("prison_part", i8, "its reciprocal"),
        ("unpaid_points", i4, "points of an unpaid debt"),
        # the catalogue
        ("n_items", i4, "items of the catalogue"),
        ("first_reward_item", i4, "item of the first kind of reward"),
        ("n_reward_kinds", i4, "kinds of rewards"),
        ("board_item", u2, (S.MAX_BOARDS,), "item of a board, NO_ITEM for none"),
        ("first_place_item", i4, "item of the first placement"),
        ("place_item", u2, (S.PLACES,), "item by which a placement is banned, NO_ITEM for none"),
        ("cathedral_item", i4, "item of the steps of the Cathedral"),
        ("start_item", i4, "item of the start player"),
        ("capture_item", i4, "item of the workers captured"),
        ("sent_item", i4, "item of the workers sent to the Prison"),
        ("freed_item", i4, "item of the own workers freed"),
        ("debt_item", i4, "item of the debts taken"),
    ]
)


def _reciprocal(number: int) -> int:
    """See `kernels.amounts.times_part`."""
    return (1 << S.FRACTION) // number + 1


def merged(price: Sequence[int]) -> list[int]:
    """A price with gold and marble as one good, in the place of gold (AW-PB01)."""
    out = [*price, *[0] * (S.PURSE - len(price))]
    out[S.GOLD] += out[S.MARBLE]
    out[S.MARBLE] = 0
    return out


MOVES = {"gain": S.GAIN, "lose": S.LOSE, "pay": S.PAY}
ACTIONS = {"capture": S.CAPTURING, "hire": S.HIRING, "guildhall": S.AGAIN}


class Chains(Rows):
    """Rows of effects. With GO-15 nothing can be declined."""

    choose = S.CHOOSE

    def __init__(self, *, all_mandatory: bool) -> None:
        super().__init__()
        self.mandatory = all_mandatory

    def may(self, row: Any) -> int:
        """GO-15."""
        return 0 if self.mandatory else super().may(row)

    def gains(self, goods: Any) -> int:
        """A chain that gains goods."""
        chain = None
        for good in reversed(GOODS):
            if goods.get(good):
                chain = {"kind": "gain", "what": good, "n": goods[good], "then": chain}
        return self.add(chain)

    def encode(self, row: Any) -> tuple[int, int, int, int]:
        """Kind and numbers of a row that is no choice."""
        kind = row["kind"]
        if kind in MOVES:
            return MOVES[kind], AMOUNTS[row["what"]], row["n"], 0
        if kind == "count":
            return S.COUNT, AMOUNTS[row["of"]], row["every"], 0
        if kind == "if":
            return S.IF, AMOUNTS[row["of"]], row.get("least", 0), row.get("most", ANY)
        if kind == "most":
            return S.MOST, AMOUNTS[row["of"]], 0, 0
        if kind == "each":
            return S.EACH, 0, 0, 0
        if kind == "release":
            return S.RELEASE, 0, row["n"], 0
        if kind == "discard":
            return (S.DISCARD if row["from"] == "hand" else S.LET_GO), 0, 0, self.may(row)
        return ACTIONS[row["which"]], row["n"], 0, self.may(row)

    def moves(self, row: int) -> int:
        """Amounts that a chain gains or loses from a row on, as a mask."""
        mask = 0
        while row:
            kind, what, _, _, row = self.rows[row]
            mask |= (1 << what) * (kind in {S.GAIN, S.LOSE})
        return mask

    def goods(self, row: int) -> int:
        """Goods and silver that a chain gains from a row on, a byte a kind; 0 if it does anything else."""
        gained = [0] * S.PURSE
        while row:
            kind, what, n, _, row = self.rows[row]
            if kind != S.GAIN or what >= S.PURSE or gained[what] + n > A_BYTE:
                return 0
            gained[what] += n
        return packed(gained)

    def gives(self, row: int) -> int:
        """What the gain or loss gives that is all that follows a condition or a count; 0 for any other chain."""
        kind, *_, row = self.rows[row]
        following, _, n, _, last = self.rows[row]
        if kind not in {S.COUNT, S.IF, S.MOST} or last != 0:
            return 0
        return n * ((following == S.GAIN) - (following == S.LOSE))

    def compares(self, row: int) -> bool:
        """Whether a chain asks from a row on what others have."""
        while row:
            kind, *_, row = self.rows[row]
            if kind == S.MOST:
                return True
        return False

    def put_choice(self, at: int, row: Any) -> None:
        """Who forgives is asked who, and the ransom is one of the answers to the question of the capture (AW-BL03)."""
        options = list(row["options"].values())
        if options[0]["kind"] == "lose":
            self.rows[at] = (S.FORGIVE, 0, 0, self.may(row), 0)
        elif options[0]["kind"] == "action":
            captures = next(option["n"] for option in options if option["which"] == "capture")
            self.rows[at] = (S.CAPTURING, captures, 1, self.may(row), 0)
        else:
            super().put_choice(at, row)


def build(components: Components, options: Options, players: int) -> np.recarray[Any, Any]:
    """The tables record of a game, as an array of one row."""
    tables = np.zeros(1, TABLES).view(np.recarray)
    t = tables[0]
    chosen = settled(components, options)
    rows = Chains(all_mandatory=chosen["optional_building_effects"] == "all_mandatory")
    _fill_options(t, components, chosen, players)
    _fill_apprentices(t, components, chosen, rows)
    _fill_buildings(t, components, chosen, rows)
    _fill_boards(t, components, chosen, rows)
    _fill_places(t, components, chosen, rows, players)
    _fill_market(t, components, chosen, rows)
    _fill_tracks(t, components, chosen, rows, players)
    fill(t, **numbers_of_items(components, options))
    rows.write(t, S.MAX_ROWS)
    every = range(len(rows.rows))
    fill(t, moves=[rows.moves(row) for row in every], row_goods=[rows.goods(row) for row in every])
    counts = [rows.rows[row][2] if rows.rows[row][0] == S.COUNT else 1 for row in every]
    fill(t, gives=[rows.gives(row) for row in every], part=[_reciprocal(number) for number in counts])
    fill(t, plain_bonuses=_are_plain(t))
    return tables


def _are_plain(t: Any) -> bool:
    """Whether of all that apprentices add to placements the goods can be kept as words, a word a trigger."""
    for heads in t["head"][: S.BONUS_TRIGGERS]:
        rows = heads[heads != 0]
        words = t["row_goods"][rows]
        if (t["moves"][rows[words == 0]] & ((1 << S.PURSE) - 1)).any():
            return False
        if any(sum(int(word) >> 8 * what & 0xFF for word in words) > A_BYTE for what in range(S.PURSE)):
            return False
    return True


def _fill_options(t: Any, components: Components, chosen: Options, players: int) -> None:
    setup, row = components["setup"], components["setup"]["players"][players]
    fill(
        t,
        players=players,
        fixed_seat=chosen["start_player"] == "fixed_seat",
        variable=chosen["player_boards"] == "variable",
        first_apprentice=bool(chosen["initial_apprentice"]),
        reverse_order=chosen["initial_apprentice_order"] == "reverse_turn_order",
        discard_on=bool(chosen["guildhall_apprentice_discard"]),
        ransom_one=chosen["ransom_scope"] == "one_captor",
        discard_before=chosen["apprentice_overflow"] == "discard_before_hiring",
        fewest_in_prison=chosen["reset_debt_goes_to"] == "fewest_in_prison",
        conspirator_once=chosen["conspirator_scope"] == "each_visit",
        owner_choice=chosen["reset_ability_order"] == "owner_choice",
        card_order=chosen["final_virtue_order"] == "card_order",
        coins_to_tax_stand=chosen["silver_on_discarded_apprentice"] == "to_tax_stand",
        owner_may_destroy=chosen["virtue_overflow_destroys_debt"] == "owner_may",
        back_together=chosen["no_worker_fallback"] == "captured_prison_or_market",
        max_turns=chosen["max_turns"] * players,
        captives_kept=chosen["captives"] == "kept",
        groups_open=[S.ALL_GROUPS if chosen["own_captures"] else S.ALL_GROUPS & ~_groups_of(seat) for seat in range(S.MAX_PLAYERS)],
        resets_punish=bool(chosen["prison_penalties"]),
        tax_kept=chosen["taxes_go_to"] == "tax_stand",
        turns_left=players if chosen["last_turn"] == "one_each" else 0,
        workers=components["board"]["workers_per_player"],
        start_tax_stand=components["board"]["start_tax_stand"],
        start_silver=row["silver"],
        draft_deal=setup["draft"]["deal"],
        draft_keep=setup["draft"]["keep"],
        n_rewards=row["rewards"][chosen["reward_pile"]],
    )


def _groups_of(seat: int) -> int:
    """All groups of a seat, as a mask."""
    return sum(1 << S.MAX_PLAYERS * location + seat for location in range(S.LOCATIONS))


def _fill_apprentices(t: Any, components: Components, chosen: Options, rows: Chains) -> None:
    kinds = components["apprentices"]["apprentices"]
    cards = cards_of(kinds)
    heads = [rows.heads(row["effects"]) for row in kinds]
    allowed = in_play(components, chosen, "apprentices")
    for trigger, number in TRIGGERS.items():
        t["head"][number, : len(cards)] = [heads[kind].get(trigger, 0) for kind, _ in cards]
        t["fires"][number] = mask(t["head"][number])
    for card, (_, row) in enumerate(cards):
        for name, n in standing_of(row["effects"]):
            t["standing"][NUMBERS[name], card] += n
    trades = [kind for kind, row in enumerate(kinds) if row["effects"].get("storehouse")]
    for k, kind in enumerate(trades):
        pay = kinds[kind]["effects"]["storehouse"]
        price = [pay["n"] * (good == pay["what"]) for good in PURSE]
        t["trade_price"][:, k] = packed(price), packed(merged(price))
    fill(
        t,
        apprentice_source=[card for row in allowed for card, (_, other) in enumerate(cards) if other is row],
        n_apprentice_source=sum(row["count"] for row in allowed),
        apprentice_type=[kind for kind, _ in cards],
        later_apprentices=mask([card > 0 and kind == cards[card - 1][0] for card, (kind, _) in enumerate(cards)]),
        apprentice_virtue=[row["virtue"] for _, row in cards],
        skilled=[mask([skill in row["skills"] for _, row in cards]) for skill in SKILLS],
        apprentice_skills=[mask([skill in row["skills"] for skill in SKILLS]) for _, row in cards],
        stands=[mask(t["standing"][number]) for number in range(S.STANDINGS)],
        traders=mask([kind in trades for kind, _ in cards]),
        trade_of=[trades.index(kind) if kind in trades else 0 for kind, _ in cards],
        n_trades=len(trades),
        trade_row=[heads[kind]["storehouse"] for kind in trades],
        trade_type=trades,
        hire_limit=components["apprentices"]["hire_limit"],
    )
    abilities = [kind for kind, row in enumerate(kinds) if row["effects"].get("reset")]
    abilities.sort(key=lambda kind: _rank_in_reset(kinds[kind]["effects"]["reset"]))
    fill(t, n_abilities=len(abilities), ability_cards=[mask([k == kind for k, _ in cards]) for kind in abilities])


def _rank_in_reset(chain: Any) -> int:
    """AW-B04: what is gained without a condition (Peddlers), then with one (Squires), then who leaves the Prison (Gatekeepers)."""
    return {"gain": 0, "release": 2}.get(chain["kind"], 1)


def _fill_buildings(t: Any, components: Components, chosen: Options, rows: Chains) -> None:
    cards = components["buildings"]["buildings"]
    allowed = in_play(components, chosen, "buildings")
    for card, row in enumerate(cards):
        cost = [row["cost"].get(good, 0) for good in GOODS]
        t["cost"][card] = cost
        for less, good in enumerate((None, S.WOOD, S.STONE)):
            lower = [n - (what == good and n > 0) for what, n in enumerate(cost)]
            t["price"][:, less, card] = packed(lower), packed(merged(lower))
        for trigger, name in (("built", "built_row"), ("end_virtue", "end_virtue_row"), ("end_points", "end_points_row")):
            t[name][card] = rows.add(row["effects"].get(trigger))
    fill(
        t,
        building_source=[cards.index(row) for row in allowed],
        n_building_source=len(allowed),
        building_type=range(len(cards)),
        building_points=[row["points"] for row in cards],
        building_virtue=[row["virtue"] for row in cards],
        need=[mask([skill in row["skills"] for skill in SKILLS]) for row in cards],
        end_virtue_cards=mask(t["end_virtue_row"]),
        end_points_cards=mask(t["end_points_row"]),
        rival_cards=mask([rows.compares(row) for row in t["end_points_row"]]),
        hand_limit=components["buildings"]["hand_limit"],
    )


def _fill_boards(t: Any, components: Components, chosen: Options, rows: Chains) -> None:
    """Row 0 is the standard side, row k + 1 board k of the file."""
    boards, workers = components["player_boards"]["boards"], components["board"]["workers_per_player"]
    standard = components["player_boards"]["standard"]
    for k, start in enumerate([standard, *(board["start"] for board in boards)]):
        amounts = {amount: start.get(name, 0) for amount, name in enumerate(PURSE)}
        amounts |= {S.VIRTUE: start["virtue"], S.UNPAID: start.get("debt", 0)}
        amounts |= {S.PRISON: start["prison"], S.SUPPLY: workers - start["prison"]}
        for amount, n in amounts.items():
            t["board_start"][k, amount] = n
        t["board_cards"][k] = start.get("cards", 0)
    colours = list(dict.fromkeys(board["colour"] for board in boards))
    for k, board in enumerate(boards, 1):
        t["board_colour"][k] = colours.index(board["colour"])
        for trigger, row in rows.heads(board["effects"]).items():
            t["board_row"][TRIGGERS[trigger], k] = row
        for name, n in standing_of(board["effects"]):
            t["board_power"][k, NUMBERS[name]] += n
    allowed = in_play(components, chosen, "player_boards", "boards")
    source = [k for k, board in enumerate(boards, 1) if any(board is other for other in allowed)]
    fill(t, board_source=source, n_board_source=len(source))


def _fill_places(t: Any, components: Components, chosen: Options, rows: Chains, players: int) -> None:
    yields = [place(components, id_)["gain"] for id_ in ("quarry", "forest", "silversmith", "mines")]
    workshop, captures = place(components, "workshop"), place(components, "town_centre")["captures"]
    guardhouse, debts = place(components, "guardhouse"), components["debts"]
    ransom, pay_off = guardhouse["ransom"], debts["pay_off"]
    k = 0
    for trade in place(components, "storehouse")["trades"]:
        row = rows.add({"kind": "gain", "what": trade["gain"], "n": trade["n"]})
        for goods in combinations_with_replacement([good for good in GOODS if good in trade["of"]], trade["amount"]):
            t["mix_price"][k] = packed([goods.count(good) for good in GOODS])
            t["mix_row"][k], t["mix_what"][k] = row, AMOUNTS[trade["gain"]]
            k += 1
    fill(
        t,
        n_mixes=k,
        yield_what=[PURSE.index(row["what"]) for row in yields],
        yield_plus=[row["plus"] for row in yields],
        gold_per=place(components, "mines")["gold"]["every"],
        gold_part=_reciprocal(place(components, "mines")["gold"]["every"]),
        hire_tax=workshop["hire"]["tax"],
        hire_silver=workshop["hire"]["silver"],
        skip_silver=workshop["hire"]["skip"],
        draw_plus=workshop["draw"]["plus"],
        draw_per=workshop["draw"]["every"],
        capture_tax=captures["first_tax"],
        capture_silver=captures["next_silver"],
        capture_part=_reciprocal(max(captures["next_silver"], 1)),
        capture_places=captures["places"][players] if chosen["capture_places"] == "by_players" else S.LOCATIONS,
        tax_stand_virtue=place(components, "tax_stand")["virtue"],
        send_silver=guardhouse["send_silver"],
        ransom_tax=ransom["tax"],
        ransom_silver=ransom["silver"],
        ransom_debts=ransom["debt"],
        ransom_virtue=ransom["virtue"],
        pay_off_tax=pay_off["tax"],
        pay_off_silver=pay_off["silver"],
        pay_off_virtue=debts["paid"]["virtue"],
        unpaid_points=debts["unpaid"]["points"],
    )


def _fill_market(t: Any, components: Components, chosen: Options, rows: Chains) -> None:
    middle_free = chosen["black_market_middle_price"] == "free"
    prices = [space(components, id_)["free" if id_ == "middle" and middle_free else "cost"] for id_ in SPACES]
    cards, reset, punished = components["black_market"]["cards"], components["board"]["reset"], chosen["prison_penalties"]
    fill(
        t,
        space_silver=[price.get("silver", 0) for price in prices],
        space_virtue=[price.get("virtue", 0) for price in prices],
        printed_row=[rows.gains(space(components, id_)["printed"]) for id_ in ("left", "right")],
        small_row=[rows.gains(card["small"]) for card in cards],
        large_row=[rows.gains(card["large"]) for card in cards],
        market_source=range(len(cards)),
        n_market_source=len(cards),
        keep_drawn=space(components, "middle")["draw"],
        penalty_workers=reset["prison_penalty_from"] if punished else ANY,
        penalty_virtue=reset["prison_penalty"],
        reset_debts=reset["debts"] if punished else 0,
    )


def _fill_tracks(t: Any, components: Components, chosen: Options, rows: Chains, players: int) -> None:
    board, rewards = components["board"], components["rewards"]
    track, hall, scoring = board["virtue_track"], board["guildhall"], board["scoring"]
    columns = hall["columns"][players]
    leave, gates = chosen["guildhall_apprentice_discard"], chosen["virtue_gates"]
    fill(
        t,
        market_closed=track["market_closed_from"] if gates else S.TRACK,
        cathedral_closed=track["cathedral_closed_up_to"] if gates else -1,
        tax_less=[track["tax_discount"].get(virtue, 0) for virtue in range(S.TRACK)],
        track_points=[track["final_points"][virtue] for virtue in range(S.TRACK)],
        n_levels=len(board["cathedral"]["levels"]),
        cards_per_step=board["cathedral"]["cards_per_step"],
        reward_row=[rows.add(row["effect"]) for row in rewards["rewards"]],
        empty_reward_row=rows.add(rewards["empty_pile"]),
        reward_source=[kind for kind, _ in cards_of(rewards["rewards"])],
        n_reward_source=sum(row["count"] for row in rewards["rewards"]),
        n_reward_kinds=len(rewards["rewards"]),
        hall_spaces=hall["rows"] * columns,
        reset_at=_icons(hall["market_reset"], hall["rows"], columns),
        discard_at=_icons(hall["apprentices_leave"], hall["rows"], columns) if leave else 0,
        gold_points=scoring["gold"],
        marble_points=scoring["marble"],
        silver_per=scoring["silver_per_point"],
        silver_part=_reciprocal(scoring["silver_per_point"]),
        prison_per=scoring["prison_per_minus_point"],
        prison_part=_reciprocal(scoring["prison_per_minus_point"]),
    )
    for row in board["cathedral"]["levels"]:
        level = row["level"]
        cost = [(row.get("cost") or {}).get(good, 0) for good in GOODS]
        t["level_points"][level] = row["points"]
        t["level_spaces"][level] = row["spaces"] if chosen["cathedral_spaces"] == "limited" else players
        t["level_any"][level] = row["mix"]["amount"] if row.get("mix") else 0
        t["level_cost"][level] = cost
        t["level_price"][:, level] = packed(cost), packed(merged(cost))


def _icons(icons: Any, rows: int, columns: int) -> int:
    """Numbers of the workers that come to the spaces with an icon, as a mask; an icon beyond the columns in use is none."""
    if icons["column"] > columns:
        return 0
    return sum(1 << (row - 1) * columns + icons["column"] for row in icons["rows"] if row <= rows)
