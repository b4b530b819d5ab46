"""Guildes: the dirty tricks (variant 2). A trick lists its complete legal uses; the owner names one of them text by text."""

from collections import namedtuple

from tests.games.oracles import Listed

Question = namedtuple("Question", "phase actor choices")  # choices: text -> what it stands for

CHAINS = {
    "swap_tableau_cards": [
        ("swap_first", "swap with seat {}"),
        ("swap_give", "move {}"),
        ("swap_second", "and seat {}"),
        ("swap_take", "for {}"),
    ],
    "discard_own_ten_plus_then_discard_any": [("pay", "pay {}"), ("remove_from", "remove from seat {}"), ("remove", "remove {}")],
    "swap_own_tableau_card_with_hand_card": [("exchange_out", "take back {}"), ("exchange_in", "put down {}")],
    "virtual_count": [("shift_seat", "shift seat {}"), ("shift_by", "{}")],
}


def trick_phase(game):
    """All owners act, one after the other."""
    for seat in sorted(game.tricks, key=lambda seat: game.rules.tricks[game.tricks[seat]]["letter"]):  # GU-310
        yield from trick_turn(game, seat)


def trick_turn(game, owner: int):
    """One owner decides on the trick, resolves it and discards the leftovers."""
    name = game.tricks[owner]
    card = game.rules.tricks[name]
    if (yield Question("use", owner, Listed(choices_of_use, game, owner, name))):  # GU-311
        yield from use_trick(game, owner, card)
    game.discard_hand(owner)  # GU-312


def choices_of_use(game, owner: int, name: str) -> dict[str, bool]:
    """Whether the trick is used."""
    choices = {f"skip {name}": False}  # GU-311
    if can_use(game, owner, game.rules.tricks[name]) and name not in game.banned.get(owner, set()):  # GU-311, GO-15
        choices[f"use {name}"] = True
    return choices


def can_use(game, owner: int, card: dict) -> bool:
    """Whether the trick can be carried out completely."""
    if card["effect"] == "immunity":  # GU-430
        return True
    if card["effect"] == "draw_from_discard_play_one":  # GU-439
        return discard_pile(game).total() >= 2
    return bool(complete_uses(game, owner, card))


def use_trick(game, owner: int, card: dict):
    """Carry the trick out."""
    effect = card["effect"]
    if effect == "immunity":  # GU-430
        game.protected.append(owner)
    elif effect == "draw_from_discard_play_one":  # GU-439
        yield from use_discard_draw(game, owner)
    else:
        use = yield from name_one(game, owner, complete_uses(game, owner, card), CHAINS[effect])
        carry_out(game, owner, card, use)


def complete_uses(game, owner: int, card: dict) -> list[tuple]:
    """Every complete legal use of a trick that is chosen text by text."""
    effect = card["effect"]
    if effect == "swap_tableau_cards":  # GU-431
        return legal_swaps(game, owner)
    if effect == "discard_own_ten_plus_then_discard_any":  # GU-432
        return legal_removals(game, owner, card["cost_guilds"])
    if effect == "swap_own_tableau_card_with_hand_card":  # GU-433
        return legal_exchanges(game, owner)
    return legal_shifts(game, owner, card["guild"])  # GU-434 to GU-437


def name_one(game, owner: int, uses: list[tuple], chain: list[tuple]):
    """Ask for the parts of a use one at a time; only parts that still lead to a legal use are offered."""
    for part, (phase, text) in enumerate(chain):
        choices = {text.format(use[part]): use[part] for use in uses}
        chosen = yield Question(phase, owner, Listed(game.permitted, owner, choices) if phase == "exchange_in" else choices)
        uses = [use for use in uses if use[part] == chosen]
    return uses[0]


def carry_out(game, owner: int, card: dict, use: tuple) -> None:
    """The effect of a completely named use."""
    effect = card["effect"]
    if effect == "swap_tableau_cards":  # GU-431
        first, first_guild, second, second_guild = use
        take(game.tableau[first], first_guild)
        take(game.tableau[second], second_guild)
        game.tableau[first][second_guild] += 1
        game.tableau[second][first_guild] += 1
    elif effect == "discard_own_ten_plus_then_discard_any":  # GU-432
        paid, target, removed = use
        take(game.tableau[owner], paid)
        game.discard(paid)
        take(game.tableau[target], removed)
        game.discard(removed)
    elif effect == "swap_own_tableau_card_with_hand_card":  # GU-433
        taken_back, put_down = use
        take(game.tableau[owner], taken_back)
        take(game.hands[owner], put_down)
        game.tableau[owner][put_down] += 1
        game.hands[owner][taken_back] += 1
    else:  # GU-434 to GU-437
        target, change = use
        game.shifts[target] = {**game.shifts.get(target, {}), card["guild"]: 1 if change == "one more" else -1}


def take(cards, guild: str) -> None:
    """Take one card away."""
    assert cards[guild] >= 1
    cards[guild] -= 1


def held(game, cards) -> list[str]:
    """The guilds among these cards, in the guild order."""
    return [guild for guild in game.rules.guild_order if cards[guild] >= 1]


def may_choose(game, owner: int, seat: int) -> bool:
    """Whether this owner's trick may choose this player or a card of this player's tableau."""
    return seat == owner or seat not in game.protected  # GU-430


def legal_swaps(game, owner: int) -> list[tuple]:
    """Trick B: (lower seat, its card, higher seat, its card)."""
    uses = []
    for first in game.rules.seats:
        for second in game.rules.seats:
            if first >= second:  # GU-431, D-06: two different players, the lower seat first
                continue
            both_open = may_choose(game, owner, first) and may_choose(game, owner, second)
            if game.rules.options["swap_needs_both_unprotected"] and not both_open:  # GU-431, GO-08
                continue
            for first_guild in held(game, game.tableau[first]):
                for second_guild in held(game, game.tableau[second]):
                    if first_guild != second_guild or game.rules.options["null_trick_actions_legal"]:  # A-13, GO-09
                        uses.append((first, first_guild, second, second_guild))
    return uses


def legal_removals(game, owner: int, cost_guilds: list[str]) -> list[tuple]:
    """Trick C: (own card paid, seat, card of that seat)."""
    uses = []
    for paid in held(game, game.tableau[owner]):
        if paid not in cost_guilds:  # GU-432, A-22
            continue
        for target in game.rules.seats:
            if not may_choose(game, owner, target):  # GU-432
                continue
            if target == owner and not game.rules.options["trick_c_may_hit_owner"]:  # A-14, GO-10
                continue
            after_payment = game.tableau[target].copy()
            if target == owner:  # GU-432
                take(after_payment, paid)
            uses += [(paid, target, removed) for removed in held(game, after_payment)]
    return uses


def legal_exchanges(game, owner: int) -> list[tuple]:
    """Trick D: (own tableau card taken back, hand card put down)."""
    uses = []
    for taken_back in held(game, game.tableau[owner]):
        for put_down in held(game, game.hands[owner]):
            if taken_back != put_down or game.rules.options["null_trick_actions_legal"]:  # A-13, GO-09
                uses.append((taken_back, put_down))
    return uses


def legal_shifts(game, owner: int, guild: str) -> list[tuple]:
    """Tricks E to H: (seat, change)."""
    uses = []
    for target in game.rules.seats:
        if not may_choose(game, owner, target):  # GU-434
            continue
        if game.tableau[target][guild] >= 1:  # GU-438
            uses.append((target, "one less"))
        uses.append((target, "one more"))
    return uses


def discard_pile(game):
    """The pile trick I draws from."""
    if game.rules.options["discard_pile_scope"] == "this_round":  # GO-13
        return game.discards_this_round
    return game.discards  # GU-313


def use_discard_draw(game, owner: int):
    """Trick I: draw two cards, keep one of them."""
    for number in game.draws[game.round - 1]:
        pile = [guild for guild in game.rules.guild_order for _ in range(discard_pile(game)[guild])]
        drawn = pile[number * len(pile) >> 32]
        game.take_from_discards(drawn)
        game.drawn.append(drawn)
    choices = {f"keep {guild}": guild for guild in game.rules.guild_order if guild in game.drawn}
    kept = yield Question("keep", owner, Listed(game.permitted, owner, choices))
    game.drawn.remove(kept)
    game.tableau[owner][kept] += 1
    game.discard(game.drawn.pop())
