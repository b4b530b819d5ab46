"""Component data as arrays for the kernels."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from simcli.engine.record import described
from simcli.game import Components, Options
from simcli.games.kings_forge import state as S
from simcli.games.kings_forge.catalogue import MAGIC_DROUGHT, START_MARKER, catalogue, half_id, stolen_id
from simcli.games.kings_forge.datafiles import CHOICES, COLOURS, by_rank, craft_cards, exchanges, halves, listed, pips_kinds

TOKENS = {"auto_six": S.AUTO_SIX, "plus_one_plus_one": S.PLUS_TOKEN}

MOST_COLOURS_GAINED = 2
"""Colours of which a row that is judged in short may gain dice."""

i4, u1, u2, u4, u8 = np.int32, np.uint8, np.uint16, np.uint32, np.uint64

TABLES, TABLES_FIELDS = described(
    [
        ("players", i4, "number of players"),
        ("craft_deck", i4, "GO-01: EARLY_24 = the deck of 24"),
        ("n_cards", i4, "craft cards of the deck"),
        ("n_to_draw", i4, "craft cards drawn for a game"),
        ("display_size", i4, "craft cards on display"),
        ("n_gather_cards", i4, "gather cards in the data"),
        ("n_random", i4, "gather cards drawn besides the mandatory ones"),
        ("n_face_up", i4, "gather cards face up"),
        ("n_exchanges", i4, "exchanges of docks"),
        ("n_bonus", i4, "bonuses of the first pass to choose from"),
        ("n_kinds", i4, "kinds of abilities that add pips"),
        ("crafts_to_end", i4, "crafts that end the game"),
        ("max_rounds", i4, "GO-10: rounds at most"),
        ("victory_order", i4, "GO-02: RANK_AMONG_FINISHERS = the highest card among those who reached the end wins"),
        ("plus_pips_distinct", i4, "GO-03: 1 = pips of an ability go to different dice"),
        ("library_dice_payable", i4, "GO-04: 1 = library dice may be paid"),
        ("dock_capacity", i4, "GO-05: ONE_PER_EXCHANGE = an exchange of a dock is used once a round"),
        ("burned_dice_return", i4, "GO-06: IMMEDIATELY = burned dice are in the stock again at once"),
        ("cemetery_die_manipulation", i4, "GO-07: 1 = the cemetery die may be changed"),
        ("start_player", i4, "GO-08: FIXED_SEAT = seat 1 starts"),
        ("may_stop_crafting", i4, "GO-09: 1 = a player may stop crafting"),
        ("stealing", u4, "GO-14: drawn cards that may be stolen while unsecured, as a mask: all or none"),
        ("safe", u4, "GO-15: drawn cards that are safe once they were stolen, as a mask: all or none"),
        ("crafts_a_turn", i4, "GO-17: ONE_CARD = the craft turn ends with the first card taken"),
        ("unused_tokens", i4, "GO-19: KEPT = tokens not used stay with the player"),
        ("free_reroll", i4, "GO-20: rerolls every player holds as a round begins"),
        ("n_items", i4, "items of the catalogue"),
        ("start_marker_item", i4, "item of the catalogue: start player of round 1"),
        ("magic_drought_item", i4, "item of the catalogue: magic is demanded and hard to get"),
        ("box", u1, (S.ROW,), "dice in the box by colour"),
        ("tokens", u1, (2,), "tokens in the box: Automatic 6, +1/+1"),
        ("starting_hand", u1, (S.ROW,), "dice a player begins with, by colour"),
        ("mandatory", u4, "gather cards that are always in the game, as a mask"),
        ("gather_cards", u4, "GO-12: gather cards named by the option, as a mask"),
        ("craft_cards", u8, "GO-11: rows of craft cards named by the option, as a mask"),
        # craft cards, by rank
        ("rank", i4, (S.MAX_CARDS,), "rank of the craft card in each row; rows are by rank"),
        ("card_item", u1, (S.MAX_CARDS,), "item of the catalogue: the card"),
        ("stolen_item", u1, (S.MAX_CARDS,), "item of the catalogue: the card taken from another player"),
        ("need", u1, (S.MAX_CARDS, S.BASIC, S.ROW), "dice demanded by colour and minimum"),
        ("need_ge", u8, (S.MAX_CARDS, S.BASIC), "dice demanded with a minimum of v and more, byte v"),
        ("dice", u1, (S.MAX_CARDS, S.BASIC), "dice demanded by colour"),
        ("dice_above", u8, (S.MAX_CARDS, S.BASIC), "byte k: 1 when more than k dice of the colour are demanded"),
        (
            "odds",
            u2,
            (S.MAX_CARDS * S.BASIC, S.MAX_ODDS_DICE + 1),
            "chance, CERTAIN for sure, that so many dice of a colour meet a card's minima of that colour; row * 4 + colour",
        ),
        (
            "falling",
            u2,
            (S.MAX_CARDS * S.BASIC, S.MOST_FALLING + S.FALLS),
            "the same by dice counted down, MOST_FALLING - k dice at place k, and then none: so many dice and fewer lie in a row",
        ),
        # rows: halves of gather cards, exchanges of docks
        ("squares", u1, (S.MAX_DEALS,), "squares to pay in each row (halves of gather cards, then exchanges of docks)"),
        ("square_mask", u1, (S.MAX_DEALS, S.MAX_SQUARES), "colours that may be paid, as a mask, burn squares first"),
        ("square_burns", u1, (S.MAX_DEALS, S.MAX_SQUARES), "1 for a burn square"),
        ("run_end", u1, (S.MAX_DEALS, S.MAX_SQUARES), "first square after the run of equal ones"),
        # KF-32: payable if the hand holds as many dice of each subset
        (
            "square_need",
            u8,
            (S.MAX_DEALS * (S.MAX_SQUARES + 1), S.SUBSET_WORDS),
            "squares from a step on whose colours all lie in a subset of colours, a byte each; step * MAX_DEALS + row",
        ),
        ("holding", u8, (S.SUBSETS, S.SUBSET_WORDS), "1 for every subset that has all colours of a mask"),
        ("n_words", i4, "words of subsets that matter: those of library dice only where these can pay"),
        ("row_item", u1, (S.MAX_DEALS,), "item of the catalogue of each row"),
        ("gain", u1, (S.MAX_DEALS, S.ROW), "dice gained by colour"),
        ("gain_token", u1, (S.MAX_DEALS,), "AUTO_SIX or PLUS_TOKEN, 0 for none"),
        ("gain_tokens", u1, (S.MAX_DEALS,), "tokens gained"),
        ("effect", u1, (S.MAX_DEALS,), "effect of a row: NO_EFFECT, ADD_ABILITY, ..."),
        ("effect_kind", u1, (S.MAX_DEALS,), "ADD_ABILITY: kind; LIBRARY_DICE: dice"),
        # for the features: sums over squares and halves, found beforehand
        (
            "usual",
            u1,
            (S.STOP + 1,),
            "USUAL: a row that the cheapest dice pay where it can be paid, with a gain of fewer than ROW dice of each of at most"
            " MOST_COLOURS_GAINED colours; NARROW: the same after some dice of one colour; 0 for others and STOP",
        ),
        ("narrow", u1, (S.MAX_DEALS,), "NARROW: the colour of the first dice"),
        ("narrow_squares", u1, (S.MAX_DEALS,), "NARROW: squares for them"),
        (
            "gain_at",
            u1,
            (S.MAX_DEALS, MOST_COLOURS_GAINED),
            "what a usual or narrow row gains, as places colour * ROW + dice, 0 for no more",
        ),
        ("most_gained", u1, (S.ROW,), "most dice of a colour that a usual or narrow row gains"),
        ("most_burned", i4, "most dice that a usual row burns"),
        ("burn_squares", u1, (S.MAX_DEALS,), "burn squares of a row"),
        ("brings", u1, (S.MAX_DEALS,), "what a row brings besides dice: position in BRINGS"),
        ("brings_most", u2, (S.MAX_DEALS,), "how much of it, 0 when the row brings nothing"),
        ("brings_room", u1, (S.MAX_DEALS,), "where `room` of the state says how much of it is of use"),
        ("helps", u1, (S.MAX_DEALS,), "dice that the ability or the tokens of a row may change; one for a reroll and for ones-to-sixes"),
        (
            "dear",
            u1,
            (S.MAX_DEALS, S.MAX_SQUARES + 2),
            "gem and twice the magic dice of the better half of the row's card that k - 1 dice can pay",
        ),
        ("dock_mask", u4, (S.MAX_SQUARES + 1,), "exchanges that so many dice can pay, as a mask; more count as so many"),
        ("dock_rows", u1, (S.MAX_SQUARES + 1, S.MAX_EXCHANGES), "the rows of these exchanges, and none behind"),
        ("whole_hand", u1, (S.MAX_DEALS,), "least number of dice when all basic dice are paid (KF-G08B), 0 for a cost by squares"),
        ("tier_least", u1, (S.MAX_DEALS, S.MAX_TIERS), "dice from which a tier holds, 255 for no tier"),
        ("tier_gain", u1, (S.MAX_DEALS, S.MAX_TIERS * S.ROW), "dice gained by tier and colour"),
        ("bonus_gain", u1, (4, S.ROW), "dice of each bonus of the first pass, by colour"),
        ("bonus_token", u1, (4,), "AUTO_SIX or PLUS_TOKEN of each bonus, 0 for none"),
        ("bonus_tokens", u1, (4,), "tokens of each bonus"),
        # kinds of abilities
        ("pips", u1, (S.KINDS,), "pips an ability of a kind adds to a die"),
        ("targets", u1, (S.KINDS,), "dice an ability of a kind changes"),
    ]
)


def ways_to_meet(minima: tuple[int, ...], dice: int) -> int:
    """Of the 6 ** dice rolls of so many dice, those that meet the minima: from the top face down, enough dice show every face or more."""
    return _ways(minima)(S.FACES, dice, 0)


@cache
def _ways(minima: tuple[int, ...]) -> Callable[[int, int, int], int]:
    """Counts rolls for one list of minima; what it finds for few dice serves for more."""

    @cache
    def of(face: int, left: int, held: int) -> int:
        """Rolls of the dice that show `face` at most, when `held` show more; more than all minima need not be told apart."""
        if held < sum(least > face for least in minima):
            return 0
        if face == 0:
            return int(left == 0)
        return sum(comb(left, k) * of(face - 1, left - k, min(held + k, len(minima))) for k in range(left + 1))

    return of


def build(components: Components, options: Options, players: int) -> np.recarray:
    """One record of TABLES; components and options are sound (`validate`, `check_setup`)."""
    tables = np.zeros(1, TABLES)
    t = tables[0]
    t["players"] = players
    _fill_options(t, options)
    _fill_setup(t, components, options, players)
    _fill_cards(t, components, options)
    _fill_rows(t, components, options)
    _fill_items(t, components, options)
    return tables.view(np.recarray)


def _fill_options(t: Any, options: Options) -> None:
    """What a list names is filled in with the cards it is a list of."""
    for option, values in CHOICES.items():
        t[option] = values.index(options[option])
    for option in (
        "plus_pips_distinct",
        "library_dice_payable",
        "cemetery_die_manipulation",
        "may_stop_crafting",
        "max_rounds",
        "free_reroll",
    ):
        t[option] = options[option]
    every_card = (1 << S.MAX_DRAWN) - 1
    t["stealing"] = every_card if options["stealing"] else 0
    t["safe"] = 0 if options["stolen_again"] else every_card


def _fill_items(t: Any, components: Components, options: Options) -> None:
    """Numbers of the catalogue's items."""
    items = {item.id: k for k, item in enumerate(catalogue(components, options).items)}
    t["n_items"] = len(items)
    t["start_marker_item"], t["magic_drought_item"] = items[START_MARKER], items[MAGIC_DROUGHT]
    cards = craft_cards(components, options)
    for row, i in enumerate(by_rank(cards)):
        t["card_item"][row], t["stolen_item"][row] = items[cards[i]["id"]], items[stolen_id(cards[i]["id"])]
    for row, (card, name, _) in enumerate(halves(components)):
        t["row_item"][row] = items[half_id(card["id"], name)]
    for row, (_, exchange) in enumerate(exchanges(components), S.FIRST_DOCK):
        t["row_item"][row] = items[exchange["id"]]


def _fill_setup(t: Any, components: Components, options: Options, players: int) -> None:
    setup, gather = components["setup"], components["gather_cards"]["cards"]
    ids = [card["id"] for card in gather]
    t["box"][: S.BOX] = [die["count"] for die in setup["dice"]]
    t["tokens"][:] = [token["count"] for token in setup["tokens"]]
    t["starting_hand"][: S.BASIC] = dice_row(setup["starting_hand"])[: S.BASIC]
    t["n_to_draw"] = setup["craft_cards_drawn"][players]
    t["display_size"] = setup["craft_display_size"]
    t["n_gather_cards"] = len(gather)
    t["n_random"] = setup["gather_random_drawn"]
    t["n_face_up"] = setup["gather_face_up"]
    t["crafts_to_end"] = setup["crafts_to_end"]
    t["mandatory"] = sum(1 << i for i, card in enumerate(gather) if card["mandatory"])
    t["gather_cards"] = sum(1 << ids.index(id_) for id_ in listed(options, "gather_cards"))
    bonuses = setup["first_pass_bonus"] if options["first_pass_bonus"] else []  # GO-16
    t["n_bonus"] = len(bonuses)
    for i, bonus in enumerate(bonuses):
        t["bonus_gain"][i], t["bonus_token"][i], t["bonus_tokens"][i] = gain_of(bonus["gain"])


class Demand(NamedTuple):
    """What a craft card demands of one colour: the fields of the same names in TABLES."""

    need: list[int]
    need_ge: int
    dice: int
    dice_above: int
    odds: list[int]
    falling: list[int]


@cache
def _demand(minima: tuple[int, ...]) -> Demand:
    """Of the minima of a card's dice of one colour, ascending."""
    up = [sum(least >= value for least in minima) for value in range(1, S.FACES + 1)]
    odds = [S.CERTAIN * ways_to_meet(minima, dice) // S.FACES**dice for dice in range(S.MAX_ODDS_DICE + 1)]
    return Demand(
        need=[minima.count(value) for value in range(S.ROW)],
        need_ge=int.from_bytes(bytes([0, *up, 0]), "little"),
        dice=len(minima),
        dice_above=sum(1 << 8 * k for k in range(len(minima))),
        odds=odds,
        falling=[odds[min(max(S.MOST_FALLING - k, 0), S.MAX_ODDS_DICE)] for k in range(S.MOST_FALLING + S.FALLS)],
    )


def _fill_cards(t: Any, components: Components, options: Options) -> None:
    cards = craft_cards(components, options)
    order = by_rank(cards)
    demands = [[_demand(tuple(sorted(cards[i]["dice"].get(colour, ())))) for colour in COLOURS[: S.BASIC]] for i in order]
    for field in ("need", "need_ge", "dice", "dice_above"):
        t[field][: len(order)] = [[getattr(demand, field) for demand in card] for card in demands]
    for field in ("odds", "falling"):
        t[field][: len(order) * S.BASIC] = [getattr(demand, field) for card in demands for demand in card]
    t["rank"][: len(order)] = [cards[i]["rank"] for i in order]
    named = listed(options, "craft_cards")
    t["n_cards"] = len(cards)
    t["craft_cards"] = sum(1 << row for row, i in enumerate(order) if cards[i]["id"] in named)


def _fill_rows(t: Any, components: Components, options: Options) -> None:
    burning = bool(options["burning"])
    t["n_words"] = S.SUBSET_WORDS if t["library_dice_payable"] else S.SUBSET_WORDS // 2
    t["holding"] = [_needs_of_subsets(((mask, 0),)) for mask in range(S.SUBSETS)]
    kinds = pips_kinds(components)
    t["n_kinds"] = len(kinds)
    for k, (pips, dice) in enumerate(kinds):
        t["pips"][k], t["targets"][k] = pips, dice
    t["targets"][S.AUTO_SIX], t["pips"][S.PLUS_TOKEN], t["targets"][S.PLUS_TOKEN] = 1, 1, 2
    for row, (_, _, half) in enumerate(halves(components)):
        _fill_half(t, row, half, kinds, burning)
    for row, (dock, exchange) in enumerate(exchanges(components), S.FIRST_DOCK):
        e = row - S.FIRST_DOCK
        t["n_exchanges"] = e + 1
        burned, kept = exchange["burned"], exchange["dice"] - exchange["burned"]
        cost = [{"n": n, "colours": "any", "burn": burn} for n, burn in ((burned, True), (kept, False)) if n]
        _fill_squares(t, row, cost, burning)
        t["gain"][row], t["gain_token"][row], t["gain_tokens"][row] = gain_of(dock["gain"])
        for dice in range(exchange["dice"], S.MAX_SQUARES + 1):
            t["dock_rows"][dice, int(t["dock_mask"][dice]).bit_count()] = row
            t["dock_mask"][dice] |= np.uint32(1 << e)
    for row in range(S.MAX_DEALS):
        _fill_sums(t, row)


def _fill_sums(t: Any, row: int) -> None:
    """What features need to know of a row as a whole."""
    n = t["squares"][row]
    t["burn_squares"][row] = t["square_burns"][row, :n].sum()
    gain = t["gain"][row, : S.BASIC]
    if not t["whole_hand"][row] and max(gain) < S.ROW and np.count_nonzero(gain) <= MOST_COLOURS_GAINED:
        _fill_payment(t, row)
    for k, most in enumerate(brings_of(t, row)):
        if most:
            t["brings"][row], t["brings_most"][row], t["brings_room"][row] = k, most, k
    if t["gain_token"][row] == S.PLUS_TOKEN:
        t["brings_room"][row] = S.PLUS_ROOM
    t["helps"][row] = helped_dice(t, row)
    if row < S.FIRST_DOCK:
        gains = [(t["squares"][half], t["gain"][half, S.GEM] + 2 * t["gain"][half, S.MAGIC]) for half in (row, row ^ 1)]
        t["dear"][row] = [max([dear for squares, dear in gains if squares < k], default=0) for k in range(S.MAX_SQUARES + 2)]


def _fill_payment(t: Any, row: int) -> None:
    """Whether what a row takes can be said in short: dice of one colour first, if any, and then the cheapest. Metal is the cheapest too.
    A library die that may lie on a square for one colour spares a die of it.
    """
    all_basic = (1 << S.BASIC) - 1
    masks = [int(mask) & all_basic for mask in t["square_mask"][row, : t["squares"][row]]]
    narrow = [mask for mask in masks if mask != all_basic]
    if masks != narrow + [all_basic] * (len(masks) - len(narrow)) or len(set(narrow)) > 1 or (narrow and t["library_dice_payable"]):
        return
    if not narrow or narrow[0] == 1 << S.METAL:
        t["usual"][row] = S.USUAL
        t["most_burned"] = max(t["most_burned"], t["burn_squares"][row])
    elif narrow[0].bit_count() == 1:
        t["usual"][row], t["narrow"][row], t["narrow_squares"][row] = S.NARROW, narrow[0].bit_length() - 1, len(narrow)
    else:
        return
    for k, colour in enumerate(np.flatnonzero(t["gain"][row, : S.BASIC])):
        t["gain_at"][row, k] = colour * S.ROW + t["gain"][row, colour]
    t["most_gained"] = np.maximum(t["most_gained"], t["gain"][row])


def _fill_half(t: Any, row: int, half: Any, kinds: list[tuple[int, int]], burning: bool) -> None:
    t["tier_least"][row] = S.NONE
    if half.get("cost_special"):
        t["whole_hand"][row] = half["min_dice"]
        for i, tier in enumerate(half["gain_by_dice_allocated"]):
            t["tier_least"][row, i] = tier["dice"][0]
            t["tier_gain"][row, i * S.ROW : (i + 1) * S.ROW] = dice_row(tier["gain"])
        _fill_squares(t, row, [], burning)
        all_basic = (1 << S.BASIC) - 1
        t["square_need"][row] = by_subset(lambda subset: half["min_dice"] * (subset & all_basic == all_basic))
        return
    _fill_squares(t, row, half["cost"], burning)
    if half.get("gain"):
        t["gain"][row], t["gain_token"][row], t["gain_tokens"][row] = gain_of(half["gain"])
    ability = half.get("ability")
    if ability:
        t["effect"][row], t["effect_kind"][row] = effect_of(ability, kinds)


def brings_of(t: Any, row: int) -> tuple[int, ...]:
    """What a row brings besides dice, by BRINGS: pips over all dice, or 1, or a number of tokens or library dice; at most one of them."""
    effect, kind = t["effect"][row], int(t["effect_kind"][row])
    adds = effect == S.ADD_ABILITY
    return (
        int(t["pips"][kind]) * int(t["targets"][kind]) if adds and kind != S.REROLL_ABILITY else 0,
        int(adds and kind == S.REROLL_ABILITY),
        int(effect == S.ONES_TO_SIXES),
        S.ALL if effect == S.ROLL_WORKSHOP else 0,
        int(t["gain_tokens"][row]),
        kind if effect == S.LIBRARY_DICE else 0,
        int(effect == S.CEMETERY_ROLL),
    )


def helped_dice(t: Any, row: int) -> int:
    """Dice that what a row brings for the roll may change."""
    effect, kind = t["effect"][row], int(t["effect_kind"][row])
    if effect == S.ADD_ABILITY:
        return 1 if kind == S.REROLL_ABILITY else int(t["targets"][kind])
    return int(effect == S.ONES_TO_SIXES) + int(t["gain_tokens"][row]) * int(t["targets"][t["gain_token"][row]])


def effect_of(ability: Any, kinds: list[tuple[int, int]]) -> tuple[int, int]:
    """(effect, kind or number of dice) of an ability in the data."""
    kind = ability["kind"]
    if kind == "add_pips":
        return S.ADD_ABILITY, kinds.index((ability["pips"], ability["dice"]))
    if kind == "reroll":
        return S.ADD_ABILITY, S.REROLL_ABILITY
    if kind == "library_dice":
        return S.LIBRARY_DICE, ability["count"]
    return {"none": S.NO_EFFECT, "ones_to_sixes": S.ONES_TO_SIXES, "roll_workshop": S.ROLL_WORKSHOP, "cemetery": S.CEMETERY_ROLL}[kind], 0


def _fill_squares(t: Any, row: int, cost: list[Any], burning: bool) -> None:
    """Section 16: burn squares first, otherwise in the order of the data; none without `burning` (GO-18). A library die fits every square
    where GO-04 lets it pay."""
    squares = []
    for group in sorted(cost, key=lambda group: not (burning and group["burn"])):
        colours = COLOURS[: S.BASIC] if group["colours"] == "any" else group["colours"]
        mask = sum(1 << COLOURS.index(colour) for colour in colours) | (int(t["library_dice_payable"]) << S.LIBRARY)
        squares += [(mask, int(burning and group["burn"]))] * group["n"]
    n = len(squares)
    t["squares"][row] = n
    for k, square in enumerate(squares):
        t["square_mask"][row, k], t["square_burns"][row, k] = square
        t["run_end"][row, k] = next((i for i in range(k, n) if squares[i] != square), n)
    for k in range(n):
        t["square_need"][k * S.MAX_DEALS + row] = _needs_of_subsets(tuple(squares[k:]))


@cache
def _needs_of_subsets(squares: tuple[tuple[int, int], ...]) -> list[int]:
    """How many of the squares (colours as a mask, 1 for a burn square) take only colours of a subset, `by_subset`."""
    return by_subset(lambda subset: sum(mask & ~subset == 0 for mask, _ in squares))


def by_subset(number: Callable[[int], int]) -> list[int]:
    """A number for every subset of colours as words of eight bytes."""
    numbers = [number(subset) for subset in range(S.SUBSETS)]
    return [int.from_bytes(bytes(numbers[k : k + 8]), "little") for k in range(0, S.SUBSETS, 8)]


def dice_row(dice: Any) -> list[int]:
    """Dice by colour."""
    return [dice.get(colour, 0) for colour in COLOURS] + [0] * (S.ROW - S.BOX)


def gain_of(gain: Any) -> tuple[list[int], int, int]:
    """(dice by colour, kind of token or 0, tokens) of a gain in the data."""
    if gain.get("token"):
        return [0] * S.ROW, TOKENS[gain["token"]], gain["count"]
    return dice_row(gain), 0, 0


assert S.MAX_SQUARES < S.FALLS
assert S.MAX_ITEMS <= 1 << 8  # card_item, stolen_item, row_item
