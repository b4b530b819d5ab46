"""The market reset."""

from .gains import gain_rows, lose_virtue, take_debt
from .position import Asking, Table, ask
from .tables import Row, rows_of


def market_reset(table: Table, active: int) -> Asking:
    """AW-B01 to AW-B06."""
    table.reset = False
    order = table.order_from(active)
    for space, seat in table.market.items():  # AW-B02
        if seat:
            table.players[seat].prison += 1
            table.market[space] = 0
    if table.market_pile:  # AW-B03
        table.market_right = table.market_pile.pop(0)
    if table.options["reset_ability_order"] == "owner_choice":  # GO-11
        for seat in order:
            yield from abilities_as_owner_likes(table, seat)
    else:
        yield from abilities_in_order(table, order)
    if table.options["prison_penalties"]:  # GO-27
        yield from punish_prisoners(table, order)


def punish_prisoners(table: Table, order: list[int]) -> Asking:
    """AW-B05, AW-B06."""
    rules = table.tables.board["reset"]
    for seat in order:  # AW-B05
        if table.players[seat].prison >= rules["prison_penalty_from"]:
            yield from lose_virtue(table, seat, rules["prison_penalty"])
    for seat in order:  # AW-B06
        if seat in debtors(table):
            for _ in range(rules["debts"]):
                yield from take_debt(table, seat)


def debtors(table: Table) -> list[int]:
    """AW-B06, GO-09: who takes a debt."""
    there = {seat: player.prison for seat, player in table.players.items() if player.prison}
    best = min if table.options["reset_debt_goes_to"] == "fewest_in_prison" else max
    return [seat for seat, number in there.items() if number == best(there.values())]


def abilities(table: Table, seat: int) -> list[tuple[str, Row]]:
    """The seat's abilities of the reset: apprentices in file order, a copy each, then the board."""
    player = table.players[seat]
    found = [(card, table.tables.apprentices[card]["effects"].get("reset")) for card in player.apprentices]
    if player.board:
        found.append((player.board["id"], player.board["effects"].get("reset")))
    return [(name, row) for name, row in found if row]


def rank(table: Table, name: str, row: Row) -> int:
    """AW-B04: Peddlers, Squires, Gatekeepers, Fara."""
    if name not in table.tables.apprentices:
        return 3
    return {"gain": 0, "if": 1, "release": 2}[row["kind"]]


def abilities_in_order(table: Table, order: list[int]) -> Asking:
    """One kind of card after another, each for all players."""
    found = {name: rank(table, name, row) for seat in order for name, row in abilities(table, seat)}
    in_file = [*table.tables.apprentice_order, *table.tables.boards]
    for kind in sorted(found, key=lambda name: (found[name], in_file.index(name))):
        for seat in order:
            for name, row in abilities(table, seat):
                if name == kind:
                    yield from resolve(table, seat, row)


def abilities_as_owner_likes(table: Table, seat: int) -> Asking:
    """All of one player, the owner says which is next."""
    open_ones = abilities(table, seat)
    while open_ones:
        chosen = yield from ask(seat, "ability", {f"resolve {name}": (name, row) for name, row in open_ones})
        open_ones.remove(chosen)
        yield from resolve(table, seat, chosen[1])


def resolve(table: Table, seat: int, row: Row) -> Asking:
    """One ability."""
    for step in rows_of(row):
        if step["kind"] == "release":
            table.release(seat, step["n"])
        elif step["kind"] == "if":
            if table.amount(seat, step["of"]) > step["most"]:
                return
        else:
            yield from gain_rows(table, seat, step)
            return
