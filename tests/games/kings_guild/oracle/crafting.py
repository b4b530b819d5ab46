"""Crafting, complete quests and their treasure, powers after a craft (section 5)."""

from __future__ import annotations

from collections import Counter

from tests.games.oracles import Listed

from . import effects, events
from .position import Asking, Table, ask
from .tables import HEROES, Row, rows_of
from .treasures import draw, limit_hand

Craft = tuple[str, tuple[int, ...]]
"""A quest and the items made, from 0."""
NAMES = ("first", "second")


# What can be crafted


def cost(table: Table, seat: int, quest: str, items: tuple[int, ...]) -> Counter[str]:
    """KG-K-02: resources of the items, less what specialists save."""
    total: Counter[str] = Counter()
    for item in (table.tables.quests[quest]["items"][i] for i in items):
        for kind, n in item["cost"].items():
            total[kind] += max(0, n - table.standing(seat, f"{item['kind']}_{kind}"))
    return total


def prices(table: Table, quest: str, items: tuple[int, ...]) -> int:
    """KG-K-05: coins of the items."""
    return sum(table.tables.quests[quest]["items"][i]["coins"] for i in items)


def fee(table: Table, seat: int, quest: str) -> tuple[int, int]:
    """KG-K-03: coins, and the seat that is paid; 0, 0 without another player's thug token."""
    on, owner = table.thug
    if on != quest or owner == seat:
        return 0, 0
    cards = table.tables.in_order(table.guilds[owner].specialists)
    chains = [row for card in cards for row in rows_of(table.tables.effects_of(card).get("crafted"))]
    return next(row["n"] for row in chains if row["kind"] == "thug"), owner


def is_possible(table: Table, seat: int, quest: str, items: tuple[int, ...]) -> bool:
    """KG-K-01 to KG-K-04, KG-K-06, GO-01, GO-11."""
    guild, row = table.guilds[seat], table.tables.quests[quest]
    done = {table.made[quest] - 1} if quest in table.made else set()
    if done & set(items) or not table.may(seat, quest):
        return False
    if not table.options["shared_quests"] and table.openers.get(quest, seat) != seat:  # GO-35
        return False
    complete = len(done) + len(items) == len(row["items"])
    sigils = len(items) if table.options["sigil_needed_to_finish"] else int(not complete)
    before = table.options["thug_fee_from_coins_held_before"]
    coins = guild.coins + (0 if before else prices(table, quest, items))
    if sigils > table.free_sigils(seat) or coins < fee(table, seat, quest)[0]:
        return False
    return all(guild.resources[kind] >= n for kind, n in cost(table, seat, quest, items).items())


def craft_choices(table: Table, seat: int) -> dict[str, Craft]:
    """KG-DP-07: texts of what can be crafted."""
    found: dict[str, Craft] = {}
    for quest in table.face_up():
        if len(table.tables.quests[quest]["items"]) == 1:
            found[f"craft {quest}"] = (quest, (0,))
        else:
            found |= {f"craft {quest} first": (quest, (0,)), f"craft {quest} second": (quest, (1,)), f"craft {quest} both": (quest, (0, 1))}
    return {text: craft for text, craft in found.items() if is_possible(table, seat, *craft)}


def extra_craft(table: Table, seat: int) -> Asking:
    """KG-SP-28, KG-AM-39: a craft that may be declined."""
    if craft_choices(table, seat):
        chosen = yield from ask(seat, "craft", Listed(extra_crafts, table, seat))
        if chosen:
            yield from craft(table, seat, *chosen)


def extra_crafts(table: Table, seat: int) -> dict[str, Craft | None]:
    """KG-SP-28."""
    return {**craft_choices(table, seat), "decline": None}


# A craft


def craft(table: Table, seat: int, quest: str, items: tuple[int, ...]) -> Asking:
    """KG-K-01 to KG-K-12."""
    table.acted = True
    before = table.options["thug_fee_from_coins_held_before"]  # GO-11
    coins, owner = fee(table, seat, quest)
    if before:
        pay_fee(table, seat, coins, owner)
    for kind, n in cost(table, seat, quest, items).items():
        table.give_back(seat, kind, n)
    doubled = yield from double(table, seat, quest, items)
    table.guilds[seat].coins += prices(table, quest, items) + prices(table, quest, doubled)
    if not before:
        pay_fee(table, seat, coins, owner)
    used = table.used.setdefault(quest, set())
    opener = table.openers.get(quest, seat)
    complete = (quest in table.made) + len(items) == len(table.tables.quests[quest]["items"])
    if not complete:
        table.made[quest], table.openers[quest] = items[0] + 1, seat
        yield from powers(table, seat, quest, used)
        return
    slot = table.leave(quest)
    table.guilds[opener].quests = table.tables.in_order([*table.guilds[opener].quests, quest])
    yield from treasure(table, seat, opener, quest)
    if table.options["after_craft_powers"] == "before_refill":  # GO-22
        yield from powers(table, seat, quest, used)
        yield from events.fill_slot(table, slot)
    else:
        yield from events.fill_slot(table, slot)
        yield from powers(table, seat, quest, used)


def pay_fee(table: Table, seat: int, coins: int, owner: int) -> None:
    """KG-K-03, KG-SP-11."""
    if coins:
        table.guilds[seat].coins -= coins
        table.guilds[owner].coins += coins


def potions(table: Table, seat: int, trigger: str) -> list[str]:
    """Cards of the hand with a row for the moment, in file order."""
    return [card for card in table.guilds[seat].hand if trigger in table.tables.effects_of(card)]


def double(table: Table, seat: int, quest: str, items: tuple[int, ...]) -> Asking:
    """KG-TR-31, KG-DP-08, GO-08: potions are put on their pile; returns the items whose coins come twice."""
    held = potions(table, seat, "item_made")
    if not held:
        return ()
    choices: dict[str, tuple[int, ...]] = {"double nothing": ()} | {f"double {NAMES[i]}": (i,) for i in items}
    if len(items) == 2 and len(held) > 1 and table.options["fortune_potions_on_two_items"]:
        choices["double both"] = items
    doubled = yield from ask(seat, "double", choices, about=quest)
    for card in held[: len(doubled)]:
        table.discard(seat, card)
    return doubled


# Treasure of a complete quest


def treasure(table: Table, finisher: int, opener: int, quest: str) -> Asking:
    """KG-K-08 to KG-K-10."""
    colours = list(table.tables.quests[quest]["reward"])
    if (yield from is_lucky(table, finisher, quest)):
        colours *= 2  # KG-TR-16
    got = {finisher: 0, opener: 0}
    for colour in colours:
        card = yield from draw(table, finisher, colour)
        if card and opener == finisher:
            table.to_hand(finisher, card)
            got[finisher] += 1
        elif card:
            table.drawn.append(card)
    if opener != finisher:
        got[finisher] = yield from share(table, finisher, quest, len(colours) // 2)
        got[opener] = len(table.drawn)
        for card in table.drawn:
            table.to_hand(opener, card)
        table.drawn = []
    if table.options["appraiser_timing"] == "after_hand_limits":  # GO-31
        for seat in got:
            yield from limit_hand(table, seat)
    for seat, n in got.items():
        if n:  # KG-AM-63
            yield from treasure_has_come(table, seat, quest)


def is_lucky(table: Table, seat: int, quest: str) -> Asking:
    """KG-TR-16, GO-09: whether treasure is drawn twice."""
    if table.options["lucky_potion_timing"] == "before_crafting":
        lucky, table.lucky = table.lucky and seat == table.player, False
        return lucky
    held = potions(table, seat, "quest_done")
    if not held or not (yield from ask(seat, "lucky", {"draw twice": True, "draw once": False}, about=quest)):
        return False
    table.discard(seat, held[0])
    return True


def share(table: Table, finisher: int, quest: str, n: int) -> Asking:
    """KG-K-09: the finisher keeps so many, or all there are; returns how many."""
    n = min(n, len(table.drawn))
    for left in range(n, 0, -1):
        choices = {f"keep {card}": card for card in table.tables.in_order(table.drawn)}
        card = yield from ask(finisher, "keep", choices, about=quest, left=left)
        table.drawn.remove(card)
        table.to_hand(finisher, card)
    return n


def treasure_has_come(table: Table, seat: int, quest: str) -> Asking:
    """KG-SP-01, KG-SP-38, GO-18, then the hand limit."""
    for card in table.tables.in_order(table.guilds[seat].specialists):
        chain = effects.Chain(seat, quest=quest)
        yield from effects.run(table, seat, table.tables.effects_of(card).get("quest_treasure"), chain)
    if table.options["hero_specialists_trigger"] == "on_treasure":
        yield from powers(table, seat, quest, set(), of_treasure=True)
    yield from limit_hand(table, seat)


# Powers


def asks_for_hero(row: Row) -> bool:
    """Whether a chain starts with an `if` on a hero: Fighter, Ranger, Wizard."""
    return bool(row["kind"] == "if" and row["of"] in HEROES)


def is_for_a_hero(row: Row) -> bool:
    """Whether a chain has an `if` on a hero, at its head or later, in its options too."""
    return any(asks_for_hero(step) or any(map(is_for_a_hero, step.get("options", {}).values())) for step in rows_of(row))


def can_use(table: Table, seat: int, row: Row, quest: str) -> bool:
    """Whether the `if`s at the head hold, what follows can be paid, or chosen."""
    step: Row | None = row
    while step and step["kind"] == "if":
        if not effects.holds(table, step, quest):
            return False
        step = step.get("then")
    if step and step["kind"] == "pay":
        return bool(table.guilds[seat].coins >= step["n"])
    if step and step["kind"] == "choose":
        return any(effects.is_possible(table, seat, option, []) for option in step["options"].values())
    return True


def thug_quests(table: Table) -> list[str]:
    """KG-SP-11, GO-12: where the token can go."""
    if table.thug[0] and not table.options["thug_token_may_move_between_quests"]:
        return []
    return [quest for quest in table.face_up() if quest != table.thug[0]]


def power_choices(table: Table, seat: int, quest: str, used: set[str], spent: set[str], of_treasure: bool) -> dict[str, tuple[str, str]]:
    """KG-DP-45: by text the specialist, and the quest or scroll it is for."""
    cards = [card for card in table.tables.in_order(table.guilds[seat].specialists) if card not in spent]
    chains = {card: table.tables.effects_of(card)["crafted"] for card in cards if "crafted" in table.tables.effects_of(card)}
    if table.options["hero_specialists_trigger"] == "on_treasure":
        chains = {card: row for card, row in chains.items() if asks_for_hero(row) is of_treasure}
    scrolls = [card for card in table.guilds[seat].hand if table.tables.treasures[card]["type"] == "scroll"]
    found: dict[str, tuple[str, str]] = {}
    for card, row in chains.items():
        if row["kind"] not in ("thug", "warlock") and can_use(table, seat, row, quest) and not (is_for_a_hero(row) and card in used):
            found[f"use {card}"] = (card, "")
    for kind, verb, targets in (("thug", "thug", thug_quests(table)), ("warlock", "scroll", scrolls)):
        card = next((card for card, row in chains.items() if row["kind"] == kind), "")
        if card:
            found |= {f"{verb} {target}": (card, target) for target in targets}
    return found


def powers(table: Table, seat: int, quest: str, used: set[str], of_treasure: bool = False) -> Asking:
    """KG-K-12: one after another, each once, until the owner stops."""
    spent: set[str] = set()
    while True:
        choices: dict[str, tuple[str, str] | None] = {**power_choices(table, seat, quest, used, spent, of_treasure)}
        chosen = yield from ask(seat, "power", choices | {"stop": None}, about=quest)
        if chosen is None:
            return
        card, target = chosen
        row = table.tables.effects_of(card)["crafted"]
        spent.add(card)
        if row["kind"] == "thug":
            table.thug = (target, seat)
        elif row["kind"] == "warlock":
            table.guilds[seat].hand.remove(target)
            table.gone.append(target)
            yield from effects.fire(table, seat, table.tables.effects_of(target)["played"], both_halves=True)
        else:
            if is_for_a_hero(row):
                used.add(card)
            yield from effects.fire(table, seat, row, quest=quest, decided=True)


# The Witch


def take_quest(table: Table, seat: int, row: Row) -> Asking:
    """KG-SP-36, GO-13."""
    quest = yield from ask(seat, "quest", Listed(quest_choices, table, seat))
    if quest:
        slot = table.leave(quest)
        table.guilds[seat].quests = table.tables.in_order([*table.guilds[seat].quests, quest])
        yield from events.fill_slot(table, slot)


def quest_choices(table: Table, seat: int) -> dict[str, str | None]:
    """KG-SP-36, GO-13; who may decline may do so alone, which the program does."""
    quests = [quest for quest in table.face_up() if len(table.tables.quests[quest]["items"]) == 1 and table.may(seat, quest)]
    choices: dict[str, str | None] = {f"take {quest}": quest for quest in quests}
    return choices | {"decline": None} if table.options["witch_and_smuggler_optional"] else choices
