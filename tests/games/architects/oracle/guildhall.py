"""The Guildhall: constructing buildings and working on the Cathedral."""

from tests.games.oracles import Listed

from .effects import build_effect
from .gains import bonuses, change_virtue, gain_rows
from .people import apprentices_leave
from .position import Asking, Table, ask
from .tables import Goods, Row, mixes, text_of

CATHEDRAL = "cathedral"


def can_visit(table: Table, seat: int) -> bool:
    """AW-A11a: some project is possible."""
    return bool(projects(table, seat))


def projects(table: Table, seat: int) -> dict[str, str]:
    """AW-D11: texts of the projects that are possible."""
    found = {f"build {card}": card for card in table.players[seat].hand if can_build(table, seat, card)}
    if can_advance(table, seat):
        found[CATHEDRAL] = CATHEDRAL
    return found


def visit(table: Table, seat: int) -> Asking:
    """A worker goes to the Guildhall, and what follows; at the end Clovis' cards (AW-PB08)."""
    n_built = yield from place_and_work(table, seat)
    for _ in range(n_built):
        yield from bonuses(table, seat, "built", [])


def place_and_work(table: Table, seat: int) -> Asking:
    """One worker and its project; returns the number of buildings constructed."""
    player, tables = table.players[seat], table.tables
    crew = list(player.apprentices)  # AW-G06
    player.supply -= 1
    player.guildhall += 1
    worker = table.n_in_guildhall()
    if worker in tables.leaving_spaces and table.options["guildhall_apprentice_discard"]:  # GO-06
        apprentices_leave(table)
    if worker in tables.reset_spaces:  # AW-A11c
        table.reset = True
    project = yield from ask(seat, "project", Listed(projects, table, seat))
    if project == CATHEDRAL:
        yield from advance(table, seat, crew)
        return 0
    again = yield from build(table, seat, project)
    n_built = 1
    if again:  # AW-BL41
        n_built += yield from crane(table, seat, again)
    return n_built


def crane(table: Table, seat: int, row: Row) -> Asking:
    """One more worker, with a worker and a project at hand; returns the number of buildings constructed with it."""
    n_built = 0
    for _ in range(row["n"]):
        if not table.players[seat].supply or not can_visit(table, seat):
            break
        if not (yield from ask(seat, "crane", Listed(crane_choices, table, seat, row))):
            break
        n_built += yield from place_and_work(table, seat)
    return n_built


def crane_choices(table: Table, seat: int, row: Row) -> dict[str, bool]:
    """AW-BL41, GO-21."""
    choices = {"place guildhall": True} if can_visit(table, seat) else {}
    may = row.get("may") and table.options["optional_building_effects"] != "all_mandatory"  # GO-15
    return choices | {"decline": False} if may else choices


# Buildings


def prices(table: Table, seat: int, cost: Goods) -> dict[str, Goods]:
    """The ways to pay the goods of a building that can be paid; more than one for Lothaire only (AW-PB06)."""
    saving = table.board_number(seat, "saving")
    ways = {f"1 {what} less": {**cost, what: max(0, cost[what] - saving)} for what in ("wood", "stone") if saving and cost.get(what)}
    return {text: way for text, way in (ways or {"": cost}).items() if table.can_pay(seat, way)}


def can_build(table: Table, seat: int, card: str) -> bool:
    """AW-A12a."""
    building = table.tables.buildings[card]
    skilled = all(table.amount(seat, skill) for skill in building["skills"])
    return table.may(seat, card) and skilled and bool(prices(table, seat, building["cost"]))


def build(table: Table, seat: int, card: str) -> Asking:
    """AW-A12a, AW-A12b; returns the row of the Crane."""
    player, building = table.players[seat], table.tables.buildings[card]
    table.pay(seat, (yield from ask(seat, "saving", prices(table, seat, building["cost"]))))
    player.hand.remove(card)
    player.built.append(card)
    yield from change_virtue(table, seat, building["virtue"])
    row = building["effects"].get("built")
    if row and row["kind"] == "action" and row["which"] == "guildhall":
        return row
    if row:
        yield from build_effect(table, seat, row)
    return None


# Cathedral


def next_level(table: Table, seat: int) -> Row | None:
    """The level above the player's marker."""
    level = table.players[seat].level + 1
    return next((row for row in table.tables.board["cathedral"]["levels"] if row["level"] == level), None)


def ways_to_pay(table: Table, seat: int, level: Row) -> dict[str, Goods]:
    """AW-D12: the costs of a level that can be paid."""
    if "cost" in level:
        ways = [level["cost"]]
    else:
        amount = max(0, level["mix"]["amount"] - table.board_number(seat, "saving"))  # AW-PB06
        ways = mixes(level["mix"]["of"], amount)
    return {f"pay {text_of(way)}": way for way in ways if table.can_pay(seat, way)}


def n_sacrifices(table: Table, seat: int) -> int:
    """Buildings of the hand that go under the deck (AW-PB04)."""
    return max(0, table.tables.board["cathedral"]["cards_per_step"] - table.board_number(seat, "sacrifice"))


def can_advance(table: Table, seat: int) -> bool:
    """AW-A13a, AW-A13b."""
    player, level = table.players[seat], next_level(table, seat)
    if level is None or not table.may(seat, CATHEDRAL):
        return False
    if table.options["virtue_gates"] and player.virtue <= table.tables.board["virtue_track"]["cathedral_closed_up_to"]:  # AW-R05, GO-25
        return False
    there = sum(other.level == level["level"] for other in table.players.values())
    if table.options["cathedral_spaces"] == "limited" and there >= level["spaces"]:  # GO-26
        return False
    return len(player.hand) >= n_sacrifices(table, seat) and bool(ways_to_pay(table, seat, level))


def advance(table: Table, seat: int, crew: list[str]) -> Asking:
    """AW-A13a."""
    player, level = table.players[seat], next_level(table, seat)
    assert level is not None
    table.pay(seat, (yield from ask(seat, "mix", ways_to_pay(table, seat, level))))
    for _ in range(n_sacrifices(table, seat)):
        card = yield from ask(seat, "sacrifice", {f"discard {card}": card for card in player.hand})
        player.hand.remove(card)
        table.building_deck.append(card)
    player.level += 1
    reward = table.tables.rewards[table.rewards.pop(0)]["effect"] if table.rewards else table.tables.empty_pile  # AW-RW07
    yield from gain_rows(table, seat, reward)
    yield from bonuses(table, seat, "cathedral", crew)
