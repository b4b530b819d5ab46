"""The position as the named fields of section 25."""

from __future__ import annotations

from typing import Any

from . import auction
from .position import Question, Table
from .tables import COLOURS, RESOURCES


def view(table: Table, question: Question, over: bool, winners: list[int]) -> dict[str, Any]:
    """Every field, in the order of the text."""
    guilds, tables = table.guilds, table.tables
    empty = [""] * (tables.setup["row"] - len(table.row))
    return {
        "turn": table.turn,
        "phase": question.phase,
        "actor": question.actor,
        "player": table.player or question.actor,
        "over": over,
        "start": table.start,
        "boards": {seat: guild.board for seat, guild in guilds.items()},
        "guilds": {seat: guild.tile for seat, guild in guilds.items()},
        "coins": {seat: guild.coins for seat, guild in guilds.items()},
        "resources": {seat: {kind: guilds[seat].resources[kind] for kind in table.held(seat)} for seat in table.seats},
        "stock": {kind: table.stock[kind] for kind in RESOURCES},
        "hands": {seat: list(guild.hand) for seat, guild in guilds.items()},
        "quests": {seat: list(guild.quests) for seat, guild in guilds.items()},
        "specialists": {seat: list(guild.specialists) for seat, guild in guilds.items()},
        "spaces": {seat: {kind: guilds[seat].spaces[kind] for kind in table.spaces(seat) if guilds[seat].spaces[kind]} for seat in guilds},
        "baggage": {seat: guild.baggage for seat, guild in guilds.items()},
        "rooms": {seat: {room: list(guild.rooms[room][0]) for room in tables.in_order(guild.rooms)} for seat, guild in guilds.items()},
        "offered": {seat: guild.offered for seat, guild in guilds.items()},
        "slots": list(table.slots),
        "made": [table.made.get(card, 0) for card in table.slots],
        "openers": [table.openers.get(card, 0) for card in table.slots],
        "used": [tables.in_order(table.used.get(card, ())) for card in table.slots],
        "thug": {"quest": table.thug[0], "seat": table.thug[1]},
        "row": empty + [card.id for card in table.row],
        "row_coins": [0] * len(empty) + [card.coins for card in table.row],
        "masters": list(table.masters),
        "tiles": dict(table.tiles),
        "quest_deck": list(table.quest_deck),
        "specialist_deck": list(table.specialist_deck),
        "treasure_decks": {colour: list(table.treasure_decks[colour]) for colour in COLOURS},
        "discards": {colour: tables.in_order(table.discards[colour]) for colour in COLOURS},
        "main": table.main,
        "halves": dict(table.halves),
        "moves": table.moves,
        "stood": list(table.stood),
        "lucky": table.lucky,
        "oldest": table.oldest,
        "drawn": list(table.drawn),
        "about": question.about,
        "left": question.left,
        "had": list(question.had),
        "named": list(question.named),
        "bids": dict(table.bids),
        "auction": {"bids": dict(table.auction), "winner": auction.winner(list(table.auction.values())) if table.auction else 0},
        "idle": table.idle,
        "last_turns": table.last_turns,
        "stalled": table.stalled,
        "winners": list(winners),
    }
