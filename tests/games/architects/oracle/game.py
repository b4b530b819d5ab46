"""A whole game: set-up, turns, end."""

from typing import Any

from tests.games.oracles import AskingOracle, Listed

from . import chance as streams
from .chance import Chance
from .gains import change_virtue
from .locations import place_worker
from .position import Asking, Player, Question, Table, ask
from .reset import market_reset
from .scoring import final_virtue, points_of, winners
from .tables import GOODS, PLACES, SPACES, Row, Tables
from .view import view


class Oracle(AskingOracle):
    """One game of Architects of the West Kingdom."""

    NOBODY = Question(0, "over", {})

    def __init__(
        self,
        players: int,
        options: Row,
        chance: Chance,
        components: Row,
        banned: dict[int, set[str]] | None = None,
        swaps: dict[int, list[str]] | None = None,
    ) -> None:
        self.table = Table(Tables(players, options, components), chance, banned)
        self.table.swaps = swaps or {}
        self.unfinished = False
        self.begin()

    @property
    def seats(self) -> list[int]:
        """Seats from 1."""
        return self.table.seats

    def points(self) -> dict[int, dict[str, int]]:
        """Points by seat and category as the players stand."""
        return {seat: points_of(self.table, seat) for seat in self.table.seats}

    def view(self) -> dict[str, Any]:
        """The full position."""
        return view(self.table, self._question, self.over, self.winning_seats)

    def play(self) -> Asking:
        table = self.table
        yield from set_up(table)
        table.player = table.start
        while not self.over:
            table.turn += 1
            yield from take_turn(table, table.player)
            yield from end_turn(table, table.player)
            ended = table.last_turns == 1 or ends_at_once(table)
            self.unfinished = table.turn >= table.options["max_turns"] * len(table.seats) and not ended  # AW-E03
            if self.unfinished or ended:
                break
            count_last_turns(table)
            table.player = table.order_from(table.player)[1]
        table.player = 0
        table.last_turns = 0
        yield from final_virtue(table)
        self.winning_seats = winners(table)
        self.over = True


# Set-up


def set_up(table: Table) -> Asking:
    """AW-S01 to AW-S09, AW-V01."""
    tables, chance = table.tables, table.chance
    table.market_pile = chance.shuffled(streams.MARKET, list(tables.market_cards))  # AW-S01
    table.rewards = chance.shuffled(streams.REWARDS, tables.all_rewards)[: tables.n_rewards]  # AW-S02
    table.apprentice_deck = chance.shuffled(streams.APPRENTICES, tables.all_apprentices)
    table.fill_display()  # AW-S03
    table.building_deck = chance.shuffled(streams.BUILDINGS, tables.all_buildings)  # AW-S04
    if table.options["player_boards"] == "variable":  # GO-18
        deal_boards(table)
    else:
        choose_start_player(table)
    swap_buildings(table)
    if table.options["initial_apprentice"]:  # GO-04
        yield from first_apprentices(table)
    yield from draft(table)
    for seat in table.order_from(table.start):
        board = table.players[seat].board
        start = board["start"] if board else tables.standard
        table.to_hand(seat, table.draw_buildings(start.get("cards", 0)))


def choose_start_player(table: Table) -> None:
    """AW-S06, AW-S07, GO-19."""
    fixed = table.options["start_player"] == "fixed_seat"
    table.start = 1 if fixed else 1 + table.chance.below(streams.START, len(table.seats))
    for seat, silver in zip(table.order_from(table.start), table.tables.setup["players"][len(table.seats)]["silver"], strict=True):
        begin_with(table.players[seat], table.tables.standard | {"silver": silver})


def begin_with(player: Player, start: Row) -> None:
    """What a side of a board starts with."""
    player.virtue, player.silver, player.unpaid = start["virtue"], start.get("silver", 0), start.get("debt", 0)
    player.supply -= start["prison"]
    player.prison += start["prison"]
    player.goods.update({what: start[what] for what in GOODS if what in start})


def deal_boards(table: Table) -> None:
    """AW-V01: one of each colour at most; the highest printed virtue starts."""
    order = table.chance.shuffled(streams.BOARDS, list(table.tables.boards))
    colours: list[str] = []
    for seat in table.seats:
        board = next(board for board in map(table.tables.boards.__getitem__, order) if board["colour"] not in colours)
        colours.append(board["colour"])
        table.players[seat].board = board
        begin_with(table.players[seat], board["start"])
    highest = max(table.players.values(), key=lambda player: player.virtue)  # the lowest seat of equals
    table.start = 1 if table.options["start_player"] == "fixed_seat" else highest.seat


def first_apprentices(table: Table) -> Asking:
    """AW-S08."""
    order = table.order_from(table.start)
    for k, seat in enumerate(order[::-1] if table.options["initial_apprentice_order"] == "reverse_turn_order" else order):  # GO-05
        faces = table.faces()
        choices = Listed(first_choices, table, seat)
        # A ban is read after the deal, which ends where the first question is: that one is asked, whatever the ban leaves of it.
        asking = first_question(seat, choices) if k == 0 and len(faces) > 1 else ask(seat, "first_apprentice", choices)
        row, column = yield from asking
        card = table.display[row - 1][column - 1]
        table.display[row - 1][column - 1] = ""
        table.to_apprentices(seat, card)
        yield from change_virtue(table, seat, table.tables.apprentices[card]["virtue"])
    table.fill_display()


def first_choices(table: Table, seat: int) -> dict[str, tuple[int, int]]:
    """Apprentices of the display that are not banned, all where no other is left (GO-21)."""
    faces = table.faces()
    return {f"take row {r} column {c}": (r, c) for r, c in {at for at in faces if table.may(seat, faces[at])} or faces}


def first_question(seat: int, choices: dict[str, Any]) -> Asking:
    """Asked with a single choice, too (section 16, restricted play)."""
    return (yield Question(seat, "first_apprentice", choices))


def swap_buildings(table: Table) -> None:
    """GO-31: the packets are the next cards of the deck in turn order, and there is one of each building."""
    deck, deal = table.building_deck, table.tables.setup["draft"]["deal"]
    for seat, cards in sorted(table.swaps.items()):
        for i, card in enumerate(cards):
            place, found = table.order_from(table.start).index(seat) * deal + i, deck.index(card)
            deck[place], deck[found] = deck[found], deck[place]


def draft(table: Table) -> Asking:
    """AW-S09."""
    order, rules = table.order_from(table.start), table.tables.setup["draft"]
    for seat in order:
        table.packets[seat] = table.draw_buildings(rules["deal"])
    for pick in range(rules["keep"]):
        if pick:
            table.packets = {table.order_from(seat)[1]: packet for seat, packet in table.packets.items()}
            table.packets = {seat: table.packets[seat] for seat in table.seats}
        for seat in order:
            card = yield from ask(seat, "draft", {f"keep {card}": card for card in table.packets[seat]})
            table.packets[seat].remove(card)
            table.to_hand(seat, [card])
    last = [card for seat in order for card in table.packets[seat]]
    table.building_deck += table.chance.shuffled(streams.LAST_CARDS, last)
    table.packets = {seat: [] for seat in table.seats}


# Turns


def take_turn(table: Table, seat: int) -> Asking:
    """AW-T02 to AW-T04."""
    if table.players[seat].supply:
        yield from place_worker(table, seat)
        return
    sources = workers_to_take_back(table, seat)
    if sources:
        take_back(table, seat, (yield from ask(seat, "take_back", {f"take back from {source}": source for source in sources})))


def workers_to_take_back(table: Table, seat: int) -> list[str]:
    """AW-T03, AW-T04, GO-16: where a worker can come back from."""
    places = [place for place in PLACES if table.workers[place][seat]]
    captors = [f"seat {captor}" for captor in table.captors_of(seat)]
    prison = ["prison"] if table.players[seat].prison else []
    market = [f"market_{space}" for space in SPACES if table.market[space] == seat]
    if table.options["no_worker_fallback"] == "captured_prison_or_market":
        return places or captors + prison + market
    return places or captors or prison + market


def take_back(table: Table, seat: int, source: str) -> None:
    """One worker."""
    table.players[seat].supply += 1
    if source in PLACES:
        table.workers[source][seat] -= 1
    elif source == "prison":
        table.players[seat].prison -= 1
    elif source.startswith("market_"):
        table.market[source.removeprefix("market_")] = 0
    else:
        table.players[int(source.removeprefix("seat "))].captives[seat] -= 1


def end_turn(table: Table, seat: int) -> Asking:
    """AW-T06: reset, hand limit; the trigger of the end is looked at afterwards."""
    if table.reset:
        yield from market_reset(table, seat)
    player = table.players[seat]
    while len(player.hand) > table.tables.hand_limit:  # AW-T07
        card = yield from ask(seat, "hand_limit", {f"discard {card}": card for card in player.hand})
        player.hand.remove(card)
        table.building_deck.append(card)


def count_last_turns(table: Table) -> None:
    """AW-E01: from the turn after the trigger on each player has one more turn."""
    if table.last_turns:
        table.last_turns -= 1
    elif table.n_in_guildhall() >= table.tables.last_space:
        table.last_turns = len(table.seats)


def ends_at_once(table: Table) -> bool:
    """GO-29: the turn in which the last space is taken is the last one."""
    return table.options["last_turn"] == "at_once" and table.n_in_guildhall() >= table.tables.last_space
