"""The position as the named fields of section 18."""

from typing import Any

from .position import Question, Table
from .tables import GOODS


def view(table: Table, question: Question, over: bool, winners: list[int]) -> dict[str, Any]:
    """Every field, in the order of the text."""
    players = table.players.values()
    return {
        "turn": table.turn,
        "phase": question.phase,
        "actor": question.actor,
        "player": table.player or question.actor,
        "over": over,
        "start": table.start,
        "boards": {p.seat: p.board["id"] if p.board else "standard" for p in players},
        "virtue": {p.seat: p.virtue for p in players},
        "silver": {p.seat: p.silver for p in players},
        "level": {p.seat: p.level for p in players},
        "goods": {p.seat: {what: p.goods[what] for what in GOODS if p.goods[what]} for p in players},
        "supply": {p.seat: p.supply for p in players},
        "prison": {p.seat: p.prison for p in players},
        "guildhall": {p.seat: p.guildhall for p in players},
        "workers": {place: {seat: n for seat, n in sorted(own.items()) if n} for place, own in table.workers.items()},
        "market": dict(table.market),
        "captured": {p.seat: {seat: n for seat, n in sorted(p.captives.items()) if n} for p in players},
        "unpaid": {p.seat: p.unpaid for p in players},
        "paid": {p.seat: p.paid for p in players},
        "apprentices": {p.seat: list(p.apprentices) for p in players},
        "hands": {p.seat: list(p.hand) for p in players},
        "built": {p.seat: sorted(p.built, key=table.tables.building_order.index) for p in players},
        "tax_stand": table.tax_stand,
        "display": [list(row) for row in table.display],
        "display_silver": [list(row) for row in table.display_silver],
        "apprentice_deck": list(table.apprentice_deck),
        "building_deck": list(table.building_deck),
        "market_pile": list(table.market_pile),
        "rewards": list(table.rewards),
        "market_right": table.market_right,
        "packets": {seat: list(cards) for seat, cards in table.packets.items()},
        "drawn": list(question.drawn),
        "left": question.left,
        "places": list(question.places),
        "reset": table.reset,
        "last_turns": table.last_turns,
        "winners": list(winners),
    }
