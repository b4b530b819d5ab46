"""A turn: what may be done in it, and what follows (sections 3, 24)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.games.oracles import Listed

from . import crafting, effects, events, gathering, people, rooms
from .position import Asking, Table, ask
from .tables import FUNERAL, STATUE, Row
from .treasures import sell

MOST_MOVES = 11  # KG-AM-46


# What may be done


def is_half_open(table: Table, half: str) -> bool:
    """KG-X-01, KG-V-14."""
    return table.halves.total() < 2 if table.tables.alone else not table.halves[half]


def offering_possible(table: Table, seat: int) -> bool:
    """KG-E-04, KG-AM-52, GO-36."""
    return table.options["offering"] and table.last_turns > 0 and not table.guilds[seat].offered and table.free_sigils(seat) > 0


def statue_possible(table: Table, seat: int) -> bool:
    """KG-V-16, GO-32."""
    lies_there = table.tables.alone and FUNERAL in table.slots
    return lies_there and table.options["statue_auction"] and bool(rooms.special_places(table, seat, STATUE))


def main_actions(table: Table, seat: int) -> dict[str, tuple[str, Any]]:
    """Texts of main actions, except for the Statue."""
    found: dict[str, tuple[str, Any]] = {"gather": ("gather", None)} if gathering.gather_choices(table, seat) else {}
    found |= {text: ("craft", craft) for text, craft in crafting.craft_choices(table, seat).items()}
    found |= halves(table, seat)
    if offering_possible(table, seat):
        found["offering"] = ("offering", None)
    return found


def halves(table: Table, seat: int) -> dict[str, tuple[str, Any]]:
    """Halves of an Expand that are open."""
    found: dict[str, tuple[str, Any]] = {}
    if is_half_open(table, "build"):
        found |= {text: ("build", room) for text, room in rooms.build_choices(table, seat).items()}
    if is_half_open(table, "hire"):
        found |= {text: ("hire", card) for text, card in people.hire_choices(table, seat).items()}
    return found


def can_play(table: Table, seat: int, card: str, phase: str) -> bool:
    """KG-TR-39, GO-09."""
    chains = table.tables.effects_of(card)
    if "quest_done" in chains:
        return bool(table.options["lucky_potion_timing"] == "before_crafting" and phase == "turn" and not table.lucky)
    row: Row | None = chains.get("played")
    if row is None:
        return False
    if row["kind"] == "discard":
        return len(table.guilds[seat].hand) > row["n"]
    return row["kind"] != "action" or bool(people.hire_choices(table, seat))


def turn_choices(table: Table, seat: int, phase: str) -> dict[str, tuple[str, Any]]:
    """The texts of `turn`, `expand` and `free`, in their order."""
    guild = table.guilds[seat]
    main = main_actions(table, seat) if phase == "turn" else halves(table, seat) if phase == "expand" else {}
    found = dict(main)
    if table.standing(seat, "free_offering") and offering_possible(table, seat):
        found["free offering"] = ("free offering", None)
    if statue_possible(table, seat):
        if not table.options["solo_statue_costs_action"]:  # GO-25
            found["statue"] = ("free statue", None)
        elif phase == "turn":
            found["statue"] = main["statue"] = ("statue", None)
    found |= {f"play {card}": ("play", card) for card in guild.hand if can_play(table, seat, card, phase)}
    if table.options["selling"]:  # GO-34
        found |= {f"sell {card}": ("sell", card) for card in guild.hand}
    can_use_treasures = any(text.startswith(("play ", "sell ")) for text in found)
    if table.standing(seat, "moves") and table.moves < MOST_MOVES and people.move_choices(table, seat):
        found["bard"] = ("bard", None)
    if phase != "turn":
        found["end"] = ("end", None)
    elif may_pass(table, bool(main), can_use_treasures):
        found["pass"] = ("end", None)
    return found


def may_pass(table: Table, has_main: bool, has_treasures: bool) -> bool:
    """KG-AM-16, GO-16."""
    allowed = table.options["pass_allowed"]
    return allowed == "always" or (not has_main and (allowed == "only_if_no_main_action" or not has_treasures))


# A turn


def take_turn(table: Table, seat: int) -> Asking:
    """KG-T-01 to KG-T-04."""
    table.main, table.halves, table.moves, table.stood, table.oldest = "", Counter({"build": 0, "hire": 0}), 0, [], ""
    phase = "turn"
    while phase:
        verb, what = yield from ask(seat, phase, Listed(turn_choices, table, seat, phase))
        phase = yield from carry_out(table, seat, phase, verb, what)
    if table.halves.total() == 1:
        expand_is_over(table)
    table.lucky = False  # KG-T-04
    if table.tables.alone:
        events.draw_alone(table)
    table.main, table.halves, table.moves, table.stood = "", Counter({"build": 0, "hire": 0}), 0, []


def carry_out(table: Table, seat: int, phase: str, verb: str, what: Any) -> Asking:
    """One choice of a turn; returns the phase that follows, empty at the end."""
    if verb in ("build", "hire"):
        return (yield from expand(table, seat, verb, what))
    if verb in ("gather", "craft", "offering", "statue"):
        table.main = verb
        yield from main_action(table, seat, verb, what)
        return "" if verb == "offering" and table.options["offering_ends_turn"] else "free"  # GO-10
    if verb == "end":
        return ""
    if verb == "play":
        yield from play(table, seat, what)
    elif verb == "sell":
        sell(table, seat, what)
    elif verb == "bard":
        yield from people.move(table, seat)
    elif verb == "free offering":
        table.guilds[seat].offered = True  # KG-E-05
    else:
        yield from events.take_statue(table, seat)
    return phase


def main_action(table: Table, seat: int, verb: str, what: Any) -> Asking:
    """All but Expand."""
    if verb == "gather":
        yield from gathering.gather(table, seat)
    elif verb == "craft":
        yield from crafting.craft(table, seat, *what)
    elif verb == "offering":
        table.guilds[seat].offered = True
    else:
        yield from events.take_statue(table, seat)


def expand(table: Table, seat: int, half: str, what: str) -> Asking:
    """KG-X-01; alone KG-V-15."""
    if not table.halves.total() and table.tables.alone and table.row and table.options["solo_specialist_row"] == "age_no_discounts":
        table.oldest = table.row[-1].id
    table.main = "expand"
    table.halves[half] += 1
    if half == "build":
        yield from rooms.build(table, seat, what)
    else:
        yield from people.hire(table, seat, what)
    if table.halves.total() < 2:
        return "expand"
    expand_is_over(table)
    return "free"


def expand_is_over(table: Table) -> None:
    """KG-AM-55."""
    if table.oldest:
        people.row_ages(table, table.oldest)
    table.oldest = ""


def play(table: Table, seat: int, card: str) -> Asking:
    """KG-TR-40: on its pile first."""
    table.discard(seat, card)
    if "quest_done" in table.tables.effects_of(card):
        table.lucky = True  # GO-09
    else:
        yield from effects.fire(table, seat, table.tables.effects_of(card)["played"])
