"""Chains of rows, as the table "Rows of effects" of RULES.md says."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from . import crafting, gathering, people, rooms
from .position import Asking, Table, ask
from .tables import COLOURS, HEROES, RESOURCES, Row, rows_of
from .treasures import discard_cards, draw_to_hand, limit_hand

REMEMBERED = 16  # KG-AM-34


@dataclass
class Chain:
    """What the rows of one chain know of each other and of what began it."""

    user: int
    quest: str = ""
    both_halves: bool = False
    """Whether the user has the next player's half too (KG-SP-22)."""
    decided: bool = False
    """Whether the first `choose` cannot be declined: the owner has said `use CARD`."""
    kind: str = ""
    colours: list[str] = field(default_factory=list)


def fire(table: Table, seat: int, row: Row | None, **known: Any) -> Asking:
    """A whole chain for a seat, with the hand limit at its end."""
    yield from run(table, seat, row, Chain(seat, **known))
    yield from limit_hand(table, seat)


def run(table: Table, seat: int, row: Row | None, chain: Chain) -> Asking:
    """The rows from one on, without the hand limit at the end."""
    while row:
        rest = row.get("then")
        if row["kind"] == "each":
            yield from for_each(table, seat, row, chain)
            return
        if not (yield from step(table, seat, row, chain)):
            return
        if row["kind"] == "gain" and not (rest and rest["kind"] == "gain"):
            yield from gathering.store(table, seat)  # KG-AM-61
        row = rest


def for_each(table: Table, seat: int, row: Row, chain: Chain) -> Asking:
    """KG-TR-36, KG-AM-59: the rest of the chain for other seats."""
    yield from limit_hand(table, seat)
    if row["who"] == "all":
        seats = table.order_from(chain.user)
    elif chain.both_halves:
        seats = [chain.user]
    else:
        seats = [table.next_player(chain.user)] if not table.tables.alone else []  # KG-V-17
    for other in seats:
        yield from run(table, other, row["then"], chain)
        yield from limit_hand(table, other)


def step(table: Table, seat: int, row: Row, chain: Chain) -> Asking:
    """One row; returns whether the chain goes on."""
    guild, kind = table.guilds[seat], row["kind"]
    if kind == "gain":
        what = chain.kind if row["what"] == "named" else row["what"]
        gain_now(table, seat, what, row["n"])
    elif kind == "lose":
        lose(table, seat, chain.kind if row["what"] == "named" else row["what"], row["n"])
    elif kind == "pay":
        if guild.coins < row["n"]:
            return False
        guild.coins -= row["n"]
    elif kind == "if":
        return holds(table, row, chain.quest)
    elif kind == "choose":
        return (yield from choose(table, seat, row, chain))
    elif kind == "discard":
        yield from discard_cards(table, seat, row["n"])
    elif kind == "draw":
        for _ in range(row["n"]):
            yield from draw_to_hand(table, seat, row["colour"])
    elif kind == "draw_named":
        return (yield from draw_named(table, seat, row, chain))
    elif kind == "name":
        kinds = RESOURCES if row["of"] == "any" else gathering.gatherable(table.stock, table.access(seat))
        chain.kind = (yield from ask(seat, "kind", {f"name {kind}": kind for kind in kinds})) or ""
    elif kind == "action":
        yield from act(table, seat, row)
    else:
        yield from of_one_card(table, seat, row)
    return True


# Rows that need no question


def gain_now(table: Table, seat: int, what: str, n: int) -> None:
    """Coins, or a resource as far as the stock has it; nothing if none was named."""
    if what == "coins":
        table.guilds[seat].coins += n
    elif what:
        table.take(seat, what, n)


def lose(table: Table, seat: int, what: str, n: int) -> None:
    """At most what is held."""
    if what == "coins":
        table.guilds[seat].coins -= min(n, table.guilds[seat].coins)
    elif what:
        table.give_back(seat, what, n)


def gains_of(row: Row | None) -> list[Row]:
    """The gains of a chain that has nothing else."""
    assert all(step["kind"] == "gain" for step in rows_of(row))
    return rows_of(row)


def holds(table: Table, row: Row, quest: str) -> bool:
    """Whether an `if` goes on, of the quest the chain is about."""
    card = table.tables.quests[quest]
    number = int(card["hero"] == row["of"]) if row["of"] in HEROES else len(card["items"])
    return bool(row.get("least", 0) <= number <= row.get("most", number))


# Rows that ask


def nameable(table: Table, row: Row, named: list[str]) -> list[str]:
    """KG-AM-45: colours that a `draw_named` may name."""
    return [colour for colour in COLOURS if table.has_left(colour) and not (row.get("other") and colour in named)]


def draw_named(table: Table, seat: int, row: Row, chain: Chain) -> Asking:
    """All colours are named before the first card is drawn."""
    colours = nameable(table, row, chain.colours)
    named: list[str] = []
    for left in range(row["n"], 0, -1):
        choices: dict[str, str | None] = {f"name {colour}": colour for colour in colours}
        if row.get("may") and not named:
            choices["decline"] = None
        colour = yield from ask(seat, "colour", choices, left=left, named=tuple(named))
        if colour is None:
            return False
        named.append(colour)
    chain.colours += named
    for colour in named:
        yield from draw_to_hand(table, seat, colour)
    return True


def is_possible(table: Table, seat: int, option: Row, named: list[str]) -> bool:
    """Whether an option of a `choose` can be taken."""
    if option["kind"] != "pay":
        return True
    rest = option["then"]
    return table.guilds[seat].coins >= option["n"] and (rest["kind"] != "draw_named" or bool(nameable(table, rest, named)))


def choose(table: Table, seat: int, row: Row, chain: Chain) -> Asking:
    """One option, or none."""
    options = {f"take {name}": option for name, option in row["options"].items() if is_possible(table, seat, option, chain.colours)}
    if row.get("may") and not chain.decided and options:
        options["decline"] = None
    chain.decided = False
    option = yield from ask(seat, "choose", options)
    yield from run(table, seat, option, chain)
    return False


def act(table: Table, seat: int, row: Row) -> Asking:
    """KG-TR-08, KG-SP-28, KG-SP-30."""
    if row["which"] == "hire":
        yield from people.contract(table, seat)
    elif row["which"] == "craft":
        yield from crafting.extra_craft(table, seat)
    elif gathering.gather_choices(table, seat):
        yield from gathering.gather(table, seat, may_decline=True)


# Kinds of one card


def exchange(table: Table, seat: int, row: Row) -> Asking:
    """KG-SP-26, KG-AM-34."""
    guild = table.guilds[seat]
    had: list[Counter[str]] = []
    for left in range(guild.resources.total(), 0, -1):
        pairs = [(given, taken) for given in table.held(seat) for taken in RESOURCES if taken != given and table.stock[taken]]
        choices: dict[str, tuple[str, str] | None] = {
            f"exchange {given} for {taken}": (given, taken)
            for given, taken in pairs
            if guild.resources - Counter([given]) + Counter([taken]) not in had
        }
        told = tuple({kind: before[kind] for kind in RESOURCES if before[kind]} for before in had)
        chosen = yield from ask(seat, "exchange", choices | {"stop": None}, left=left, had=told)
        if chosen is None:
            return
        had = [*had, Counter(guild.resources)][-REMEMBERED:]
        given, taken = chosen
        table.give_back(seat, given, 1)
        table.take(seat, taken, 1)


def buy_relics(table: Table, seat: int, row: Row) -> Asking:
    """KG-SP-29."""
    guild = table.guilds[seat]
    while guild.coins >= row["n"]:
        relics = {card for pile in table.discards.values() for card in pile if table.tables.treasures[card]["type"] == "relic"}
        choices: dict[str, str | None] = {f"buy {card}": card for card in table.tables.in_order(relics)}
        card = yield from ask(seat, "buy", choices | {"stop": None})
        if card is None:
            return
        guild.coins -= row["n"]
        table.discards[table.tables.treasures[card]["colour"]].remove(card)
        table.to_hand(seat, card)


def steal(table: Table, seat: int, row: Row) -> Asking:
    """KG-SP-34, GO-13."""
    found: dict[str, tuple[int, str] | None] = {
        f"steal {kind} from seat {other}": (other, kind) for other in table.seats if other != seat for kind in table.held(other)
    }
    if found and table.options["witch_and_smuggler_optional"]:
        found["decline"] = None
    chosen = yield from ask(seat, "steal", found)
    if chosen:
        other, kind = chosen
        table.guilds[other].resources[kind] -= 1
        table.guilds[seat].resources[kind] += 1
        yield from gathering.store(table, seat)


def copy_hired(table: Table, seat: int, row: Row) -> Asking:
    """KG-SP-39, KG-AM-51."""
    chains = {card: table.tables.effects_of(card).get("hired") for guild in table.guilds.values() for card in guild.specialists}
    able = table.tables.in_order(card for card, chain in chains.items() if chain and chain["kind"] != "copy_hired")
    card = yield from ask(seat, "copy", {f"copy {card}": card for card in able})
    if card:
        yield from run(table, seat, chains[card], Chain(seat))


def of_one_card(table: Table, seat: int, row: Row) -> Asking:
    """The others; Thug and Warlock are powers after a craft (crafting.py)."""
    does = {
        "exchange": exchange,
        "baggage": people.place_baggage,
        "buy_relics": buy_relics,
        "take_oldest": people.take_oldest,
        "steal": steal,
        "take_quest": crafting.take_quest,
        "copy_hired": copy_hired,
        "place_room": rooms.place_special,
    }
    yield from does[row["kind"]](table, seat, row)
