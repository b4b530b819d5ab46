"""King's Forge: a craft turn."""

from collections import Counter
from collections.abc import Iterator

from tests.games.kings_forge.oracle.craft import (
    Need,
    Placed,
    as_placed,
    can_complete,
    dice_to_place,
    needs_of_card,
    needs_to_steal,
    own_colours,
)
from tests.games.kings_forge.oracle.dice import BASIC, COLOURS, HIGHEST, Die, classes
from tests.games.kings_forge.oracle.table import (
    AUTOMATIC_6,
    ONES_TO_SIXES,
    PLUS_TOKEN,
    REROLL,
    ROLL_WORKSHOP,
    Craft,
    Pips,
    Question,
    Table,
    ask,
)
from tests.games.oracles import Listed


def craft_turn(table: Table, seat: int) -> Iterator[Question]:
    """Roll, modify, then craft and steal (KF-51)."""
    _roll(table, seat)
    yield from _modify(table, seat)
    yield from _craft(table, seat)
    table.hands[seat].update(die.colour for die in table.rolled)  # KF-78
    table.rolled = []


# Roll


def _roll(table: Table, seat: int) -> None:
    dice = table.hands[seat]
    table.hands[seat] = Counter()
    if table.abilities[seat][ROLL_WORKSHOP]:  # KF-G06B
        for colour in BASIC:
            dice[colour] += table.workshops[seat].pop(colour, 0)
    for colour in COLOURS:
        if dice[colour]:
            values = table.chance["roll"](table.round, seat, colour, dice[colour])
            thrown = [Die(colour, value) for _, value in zip(range(dice[colour]), values, strict=True)]
            table.rolled += _after_roll(table, seat, thrown)


def _after_roll(table: Table, seat: int, dice: list[Die]) -> list[Die]:
    """The dice that are left; first the cemetery cancels, then 1s become 6s (KF-54)."""
    cancelled = [die for die in dice if die.value == table.cemetery]
    table.workshops[seat].update(die.colour for die in cancelled)  # KF-53
    left = [die for die in dice if die.value != table.cemetery]
    if table.abilities[seat][ONES_TO_SIXES]:  # KF-G15T
        left = [Die(die.colour, HIGHEST) if die.value == 1 else die for die in left]
    return left


# Modify


def _modify(table: Table, seat: int) -> Iterator[Question]:
    rerolls = 0
    while True:
        choices: dict[str, object] = {f"use {kind}": kind for kind in _usable(table, seat)}
        kind = yield from ask(seat, "modify", choices | {"done": None})
        if kind is None:
            return
        table.abilities[seat][kind] -= 1
        table.using = kind
        if kind == REROLL:
            yield from _reroll(table, seat, rerolls)
            rerolls += 1
        else:
            yield from _raise(table, seat, kind)
        table.using = ""


def _usable(table: Table, seat: int) -> list[str]:
    """Kinds that can change something (KF-68)."""
    chosen = [kind for kind in table.kinds_held(seat) if kind not in (ROLL_WORKSHOP, ONES_TO_SIXES)]  # KF-55
    below_six = any(die.value < HIGHEST for die in table.rolled)
    return [kind for kind in chosen if (table.rolled if kind == REROLL else below_six)]


def _pips_of(table: Table, kind: str) -> Pips:
    fixed = {AUTOMATIC_6: Pips(HIGHEST, 1), PLUS_TOKEN: Pips(1, 2)}  # KF-61, KF-62
    return fixed.get(kind) or table.pips[kind]


def _raise(table: Table, seat: int, kind: str) -> Iterator[Question]:
    pips, most = _pips_of(table, kind)
    untouched = list(table.rolled)
    for _ in range(most):
        offered = untouched if table.options["plus_pips_distinct"] else table.rolled  # GO-03
        last = table.raised[-1] if table.raised else None
        dice = [die for die in classes(offered, last) if die.value < HIGHEST]
        if not dice:
            break
        choices: dict[str, object] = {f"on {die.text}": die for die in dice}
        die = yield from ask(seat, "target", choices | ({"no more": None} if table.raised else {}))
        if die is None:
            break
        if die in untouched:
            untouched.remove(die)
        table.rolled.remove(die)
        table.rolled.append(Die(die.colour, min(HIGHEST, die.value + pips)))
        table.raised.append(die)
    table.raised = []


def _reroll(table: Table, seat: int, number: int) -> Iterator[Question]:
    while True:
        last = table.marked[-1] if table.marked else None
        choices: dict[str, object] = {f"mark {die.text}": die for die in classes(table.rolled, last)}
        die = yield from ask(seat, "reroll", choices | ({"roll": None} if table.marked else {}))
        if die is None:
            break
        table.rolled.remove(die)
        table.marked.append(die)
    thrown = []
    for colour, n in Counter(die.colour for die in table.marked).items():
        thrown += [Die(colour, value) for value in table.chance["reroll"](table.round, seat, number, colour, n)]
    table.marked = []
    table.rolled += _after_roll(table, seat, thrown)


# Craft and steal


def _craft(table: Table, seat: int) -> Iterator[Question]:
    while True:
        choice = yield from ask(seat, "craft", Listed(_crafts, table, seat))
        if choice is None:
            return
        kind, card = choice
        table.using = f"{kind} {card}"
        dice = yield from _place(table, seat, needs(table, kind, card), kind == "steal")
        table.using = ""
        if kind == "steal":
            _take_from_holder(table, card)
        else:
            _take_from_display(table, card)
        table.unsecured[card] = Craft(seat, dice, kind == "steal")
        if table.options["crafts_a_turn"] == "one":  # GO-17
            return


def _crafts(table: Table, seat: int) -> dict[str, object]:
    made = [card for card in table.display if table.may(seat, card) and _can(table, "craft", card)]
    others = [card for card, craft in table.unsecured.items() if craft.seat != seat and _may_steal(table, seat, card)]  # KF-76
    beaten = [card for card in sorted(others, key=table.rank) if _can(table, "steal", card)]
    choices: dict[str, object] = {f"craft {card}": ("craft", card) for card in made}
    choices |= {f"steal {card}": ("steal", card) for card in beaten}
    must_go_on = made and not table.options["may_stop_crafting"]  # GO-09
    return choices if must_go_on else choices | {"end turn": None}


def _may_steal(table: Table, seat: int, card: str) -> bool:
    stolen_before = table.unsecured[card].stolen
    allowed = table.options["stealing"] and (table.options["stolen_again"] or not stolen_before)  # GO-14, GO-15
    return allowed and table.may(seat, card) and table.may(seat, f"{card}_stolen")  # GO-13


def needs(table: Table, kind: str, card: str) -> tuple[Need, ...]:
    """What the dice for this card must reach."""
    return needs_to_steal(table.unsecured[card].dice) if kind == "steal" else needs_of_card(table.craft_cards[card])


def _can(table: Table, kind: str, card: str) -> bool:
    return can_complete(needs(table, kind, card), table.rolled, (), kind == "steal")


def _place(table: Table, seat: int, wanted: tuple[Need, ...], stealing: bool) -> Iterator[Question]:
    """Place dice one by one and return them."""
    placed: tuple[Placed, ...] = ()
    while len(placed) < len(wanted):
        choices: dict[str, object] = {f"place {die.text}": die for die in dice_to_place(wanted, table.rolled, placed, stealing)}
        die = yield from ask(seat, "place", choices)
        placed = (*placed, as_placed(die, wanted[len(placed)]))
        table.rolled.remove(die)
        table.placed.append(die)
    table.placed = []
    return list(placed)


def _take_from_display(table: Table, card: str) -> None:
    table.display.remove(card)
    if table.queue:
        table.display.append(table.queue.pop(0))  # KF-73


def _take_from_holder(table: Table, card: str) -> None:
    former = table.unsecured[card]
    table.workshops[former.seat].update(own_colours(former.dice))  # KF-75
