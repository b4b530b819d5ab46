"""A whole game: set-up, turns, end."""

from __future__ import annotations

from typing import Any

from tests.games.oracles import AskingOracle

from . import chance as streams
from . import effects, turns
from .chance import Chance
from .hiring import fill
from .position import Asking, Question, Table
from .scoring import Scoring, winners
from .tables import COLOURS, FUNERAL, LETTERS, OFFERING, Row, Tables
from .view import view


class Oracle(AskingOracle):
    """One game of The King's Guild."""

    NOBODY = Question(0, "over", {})

    def __init__(self, players: int, options: Row, chance: Chance, components: Row, banned: dict[int, set[str]] | None = None) -> None:
        tables = Tables(players, options, components)
        self.table = Table(tables, chance, banned)
        self.scoring = Scoring(components, tables.options)
        self.begin()

    @property
    def seats(self) -> list[int]:
        """Seats from 1."""
        return self.table.seats

    @property
    def unfinished(self) -> bool:
        """Whether the stall rule has ended the game (KG-E-08)."""
        return self.over and self.table.stalled

    def points(self) -> dict[int, dict[str, int]]:
        """Points by seat and category as the players stand."""
        return dict(zip(self.table.seats, self.scoring.scores(list(self.table.guilds.values())), strict=True))

    def view(self) -> dict[str, Any]:
        """The full position."""
        return view(self.table, self._question, self.over, self.winning_seats)

    def play(self) -> Asking:
        table = self.table
        yield from set_up(table)
        table.player = table.start
        while True:
            table.turn += 1
            table.acted = False
            yield from turns.take_turn(table, table.player)
            if table.last_turns == 1:
                break
            count_turns(table)
            table.player = table.order_from(table.player)[1 % len(table.seats)]
        table.player = table.last_turns = 0
        take_own_quests(table)
        self.winning_seats = winners(list(self.totals().values()), [guild.coins for guild in table.guilds.values()])
        self.over = True


def count_turns(table: Table) -> None:
    """KG-E-02, KG-E-08: at the end of a turn that is not the last."""
    table.idle = 0 if table.acted else table.idle + 1
    rounds = table.options["stall_rule_rounds"]
    if table.last_turns:
        table.last_turns -= 1
    elif table.offering_drawn:
        table.last_turns = len(table.seats)
    elif not table.tables.alone and table.idle >= rounds * len(table.seats):
        table.stalled = True
        table.last_turns = len(table.seats)


def take_own_quests(table: Table) -> None:
    """KG-E-06."""
    for card, seat in list(table.openers.items()):
        table.leave(card)
        table.guilds[seat].quests = table.tables.in_order([*table.guilds[seat].quests, card])


# Set-up


def set_up(table: Table) -> Asking:
    """KG-U-01 to KG-U-13."""
    tables, chance = table.tables, table.chance
    offered = chance.shuffled(streams.MASTERS, [room for room, row in tables.rooms.items() if row["type"] == "master"])
    table.masters = tables.in_order(offered[: tables.numbers["masters"]])
    make_decks(table)
    boards, tiles = chance.shuffled(streams.BOARDS, list(tables.boards)), chance.shuffled(streams.GUILDS, list(tables.guilds))
    for seat, board, tile in zip(table.seats, boards, tiles, strict=False):  # KG-U-10
        table.guilds[seat].board, table.guilds[seat].tile = board, tile
    fixed = table.options["start_player"] == "fixed_seat" or tables.alone  # GO-30
    table.start = 1 if fixed else 1 + chance.below(streams.START, len(table.seats))
    order = table.order_from(table.start)
    for seat, coins in zip(order, tables.setup["coins"], strict=False):  # KG-U-11
        table.guilds[seat].coins = coins
    for seat in order:  # KG-U-12
        yield from effects.fire(table, seat, tables.guilds[table.guilds[seat].tile]["effects"].get("setup"))


def make_decks(table: Table) -> None:
    """KG-U-03, KG-U-04, KG-U-06 to KG-U-09."""
    tables, shuffled = table.tables, table.chance.shuffled
    for letter in LETTERS:
        cards = shuffled(streams.SPECIALISTS[letter], [card for card, row in tables.specialists.items() if row["deck"] == letter])
        table.specialist_deck += cards[: tables.numbers["specialists"]]
    table.row = fill([], table.specialist_deck, tables.setup["row"])
    used = {
        deck: shuffled(stream, [quest for quest, row in tables.quests.items() if row["deck"] == deck])[: tables.numbers["quests"][deck]]
        for deck, stream in streams.QUESTS.items()
    }
    first = shuffled(streams.FIRST_AGE, used["age1_common"] + used["age1_rare"])
    table.quest_deck = [*first, FUNERAL, *used["age2"], OFFERING]
    table.slots = [table.quest_deck.pop(0) for _ in table.slots]  # KG-U-08
    for colour in COLOURS:
        table.treasure_decks[colour] = shuffled(streams.TREASURES[colour], tables.treasures_of(colour))
