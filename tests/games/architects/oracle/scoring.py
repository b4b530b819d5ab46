"""The end of the game: virtue that buildings move, points, winners."""

from .gains import change_virtue
from .position import Asking, Player, Table
from .tables import Row

CATEGORIES = ("buildings", "effects", "cathedral", "virtue", "debts", "goods", "silver", "prison")


def end_amount(table: Table, seat: int, row: Row | None, what: str, times: int = 1) -> int:
    """Points or virtue of a chain at the end; a loss is negative."""
    if row is None:
        return 0
    kind, rest = row["kind"], row.get("then")
    here = 0
    if kind == "count":
        times = table.amount(seat, row["of"]) // row["every"]  # AW-G07
    elif kind == "most":
        times = times if table.alone_with_most(seat, row["of"]) else 0
    elif kind == "if":
        amount = table.amount(seat, row["of"])
        times = times if row.get("least", 0) <= amount <= row.get("most", amount) else 0
    else:
        assert row["what"] == what
        here = row["n"] * times * (1 if kind == "gain" else -1)
    return here + end_amount(table, seat, rest, what, times)


def points_of(table: Table, seat: int) -> dict[str, int]:
    """AW-P02 to AW-P08: points by category as the player stands."""
    player, tables = table.players[seat], table.tables
    scoring, buildings = tables.board["scoring"], [tables.buildings[card] for card in player.built]
    levels = {row["level"]: row["points"] for row in tables.board["cathedral"]["levels"]}
    return {
        "buildings": sum(building["points"] for building in buildings),
        "effects": sum(end_amount(table, seat, building["effects"].get("end_points"), "points") for building in buildings),
        "cathedral": levels.get(player.level, 0),
        "virtue": tables.board["virtue_track"]["final_points"][player.virtue],
        "debts": player.unpaid * tables.debts["unpaid"]["points"],  # AW-DB01
        "goods": player.goods["gold"] * scoring["gold"] + player.goods["marble"] * scoring["marble"],
        "silver": player.silver // scoring["silver_per_point"],
        "prison": -(player.prison // scoring["prison_per_minus_point"]),
    }


# Virtue at the end


def final_virtue(table: Table) -> Asking:
    """AW-P01: amounts and orders of all players first, then player by player."""
    moves = {seat: ordered(table, seat, virtue_moves(table, seat)) for seat in table.seats}
    for seat in table.order_from(table.start):
        for amount in moves[seat]:
            yield from change_virtue(table, seat, amount)


def virtue_moves(table: Table, seat: int) -> list[int]:
    """What the player's buildings do to virtue, in file order."""
    built = sorted(table.players[seat].built, key=table.tables.building_order.index)
    rows = [table.tables.buildings[card]["effects"].get("end_virtue") for card in built]
    return [end_amount(table, seat, row, "virtue") for row in rows if row]


def ordered(table: Table, seat: int, moves: list[int]) -> list[int]:
    """GO-12: file order, or the order best for the owner (section 8)."""
    gains, losses = [move for move in moves if move >= 0], [move for move in moves if move < 0]
    if table.options["final_virtue_order"] == "card_order" or not losses:
        return moves
    best: tuple[int, int] | None = None
    found = moves
    for number in range(2 ** len(gains)):
        first = [gain for i, gain in enumerate(gains) if number >> i & 1]
        after = [gain for i, gain in enumerate(gains) if not number >> i & 1]
        result = outcome(table, seat, [*first, *losses, *after])
        if best is None or result > best:
            best, found = result, [*first, *losses, *after]
    return found


def outcome(table: Table, seat: int, moves: list[int]) -> tuple[int, int]:
    """Points and virtue after the moves, every possible debt taken and destroyed."""
    player = table.players[seat]
    before = player.virtue, player.unpaid
    for move in moves:
        move_plainly(player, move, table.tables.board["virtue_track"]["max"])
    result = sum(points_of(table, seat).values()), player.virtue
    player.virtue, player.unpaid = before
    return result


def move_plainly(player: Player, move: int, top: int) -> None:
    """A move of virtue without a question."""
    target = player.virtue + move
    player.virtue = max(0, min(top, target))
    if target > top:
        player.unpaid = max(0, player.unpaid - (target - top))
    if target < 0:
        player.unpaid -= target


def winners(table: Table) -> list[int]:
    """AW-K01."""
    results = {seat: (sum(points_of(table, seat).values()), p.virtue, p.silver) for seat, p in table.players.items()}
    return [seat for seat, result in results.items() if result == max(results.values())]
