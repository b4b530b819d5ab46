"""What happens to apprentices and workers: hiring, dismissing, capturing, ransom."""

from tests.games.oracles import Listed

from .gains import change_virtue
from .position import Asking, Table, ask
from .tables import PLACES

Group = tuple[int, str]
"""Workers of a seat at a place."""


def can_be_hired(table: Table, seat: int) -> dict[tuple[int, int], str]:
    """Apprentices of the display that are not banned (GO-21)."""
    return {at: card for at, card in table.faces().items() if table.may(seat, card)}


def workshop_price(table: Table, seat: int, crew: list[str], n: int, column: int) -> tuple[int, int, int]:
    """AW-A06a: tax, silver, cards that a silver is laid on."""
    hire = table.tables.places["workshop"]["hire"]
    return hire["tax"], max(0, hire["silver"] - table.standing(seat, "hire_silver", crew)), max(0, column - n)


def payable_hires(table: Table, seat: int, crew: list[str], n: int) -> dict[tuple[int, int], str]:
    """Apprentices whose price at the workshop can be paid."""
    skip = table.tables.places["workshop"]["hire"]["skip"]

    def payable(column: int) -> bool:
        tax, silver, cards = workshop_price(table, seat, crew, n, column)
        return table.can_pay_silver(seat, tax, silver + cards * skip)

    return {at: card for at, card in can_be_hired(table, seat).items() if payable(at[1])}


def workshop_choices(table: Table, seat: int, crew: list[str], n: int) -> dict[str, tuple[int, int]]:
    """AW-A06a."""
    return {f"hire row {r} column {c}": (r, c) for r, c in payable_hires(table, seat, crew, n)}


def hire_at_workshop(table: Table, seat: int, crew: list[str], n: int) -> Asking:
    """AW-A06a to AW-A06d."""
    row, column = yield from ask(seat, "hire", Listed(workshop_choices, table, seat, crew, n))
    tax, silver, cards = workshop_price(table, seat, crew, n, column)
    skip = table.tables.places["workshop"]["hire"]["skip"]
    table.pay_silver(seat, tax, silver + cards * skip)
    for passed in range(cards):
        table.display_silver[row - 1][passed] += skip
    yield from hire(table, seat, row, column)


def hire_for_nothing(table: Table, seat: int, may_decline: bool) -> Asking:
    """AW-A09c, AW-BL32."""
    if not can_be_hired(table, seat):
        return
    at = yield from ask(seat, "hire", Listed(free_hires, table, seat, may_decline))
    if at:
        yield from hire(table, seat, *at)


def free_hires(table: Table, seat: int, may_decline: bool) -> dict[str, tuple[int, int] | None]:
    """AW-A09c, AW-BL32."""
    choices: dict[str, tuple[int, int] | None] = {f"hire row {r} column {c}": (r, c) for r, c in can_be_hired(table, seat)}
    return choices | {"decline": None} if may_decline else choices


def hire(table: Table, seat: int, row: int, column: int) -> Asking:
    """A card that is paid for comes to the player (AW-A06a to AW-A06d, GO-08)."""
    player = table.players[seat]
    limit = table.tables.hire_limit + table.board_number(seat, "hire_limit")
    before = table.options["apprentice_overflow"] == "discard_before_hiring"
    if before and len(player.apprentices) >= limit:
        yield from dismiss(table, seat)
    card, silver = table.take_from_display(row, column)
    player.silver += silver
    table.to_apprentices(seat, card)
    table.fill_last_column([row])
    yield from change_virtue(table, seat, table.tables.apprentices[card]["virtue"])  # AW-A06c
    if len(player.apprentices) > limit:
        yield from dismiss(table, seat)


def dismiss(table: Table, seat: int) -> Asking:
    """One own apprentice goes under the deck."""
    own = table.players[seat].apprentices
    card = yield from ask(seat, "dismiss", {f"dismiss {card}": card for card in own})
    own.remove(card)
    table.apprentices_go_under([card])


def apprentices_leave(table: Table) -> None:
    """AW-A11b: both apprentices of column 1."""
    taken = [table.take_from_display(row, 1) for row in range(1, len(table.display) + 1)]
    table.apprentices_go_under([card for card, _ in taken if card])
    if table.options["silver_on_discarded_apprentice"] == "to_tax_stand":  # GO-13
        table.tax_stand += sum(silver for _, silver in taken)
    table.fill_last_column([1, 2])


# Workers


def groups(table: Table, seat: int, places: tuple[str, ...] = PLACES) -> list[Group]:
    """Groups that a player can capture (AW-A07d, GO-23)."""
    colours = [other for other in table.seats if other != seat or table.options["own_captures"]]
    return [(other, place) for place in places for other in colours if table.workers[place][other]]


def capture_texts(found: list[Group]) -> dict[str, Group]:
    """Texts of captures."""
    return {f"capture seat {other} at {place}": (other, place) for other, place in found}


def capture(table: Table, seat: int, group: Group) -> None:
    """AW-A07b, GO-22."""
    other, place = group
    number = table.workers[place].pop(other)
    if other == seat:
        table.players[seat].supply += number
    elif table.options["captives"] == "to_prison":
        table.players[other].prison += number
    else:
        table.players[seat].captives[other] += number


def captures_at_town_centre(table: Table, seat: int, crew: list[str], n: int) -> Asking:
    """AW-A07a to AW-A07d."""
    prices = table.tables.places["town_centre"]["captures"]
    most_places = len(PLACES) if table.options["capture_places"] == "any" else prices["places"][table.tables.players]  # GO-24
    used: list[str] = []
    saved = table.standing(seat, "capture_silver", crew)  # AW-AP04
    for left in range(n, 0, -1):
        first = left == n
        less = min(saved, prices["next_silver"])
        tax, silver = (prices["first_tax"], 0) if first else (0, prices["next_silver"] - less)
        places = PLACES if len(used) < most_places else tuple(used)
        found = groups(table, seat, places) if table.can_pay_silver(seat, tax, silver) else []
        choices: dict[str, Group | None] = {**capture_texts(found), "stop": None}
        group = yield from ask(seat, "capture", choices, left=left, places=tuple(used))
        if group is None:
            return
        table.pay_silver(seat, tax, silver)
        capture(table, seat, group)
        if group[1] not in used:
            used.append(group[1])
        if not first and table.options["conspirator_scope"] == "each_visit":  # GO-10
            saved -= less


def free_captures(table: Table, seat: int, number: int, may_stop: bool, ransom_too: bool = False) -> Asking:
    """AW-BL02, AW-BL03, AW-BL14."""
    for left in range(number, 0, -1):
        choices: dict[str, Group | str | None] = {**capture_texts(groups(table, seat))}
        if ransom_too and left == number and table.captors_of(seat):
            choices["ransom"] = "ransom"
        if may_stop or not choices:
            choices["stop"] = None
        chosen = yield from ask(seat, "capture", choices, left=left)
        if chosen is None:
            return
        if chosen == "ransom":
            yield from ransom(table, seat)
            return
        capture(table, seat, chosen)


def ransom(table: Table, seat: int) -> Asking:
    """AW-A10c, GO-07: own workers come back from the captives of others."""
    captors = table.captors_of(seat)
    if table.options["ransom_scope"] == "one_captor":
        captors = [(yield from ask(seat, "captor", {f"from seat {other}": other for other in captors}))]
    for captor in captors:
        table.players[seat].supply += table.players[captor].captives.pop(seat)
