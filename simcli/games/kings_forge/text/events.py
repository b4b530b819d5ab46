"""What happened beyond a choice, told from the named fields before and after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

Fields = Mapping[str, Any]
_CRAFT_TURN = ("modify", "target", "reroll", "craft", "place")
_NAMING_DICE = ("target", "reroll")


def events(before: Fields, after: Fields) -> list[str]:
    """What happened beyond the choice just made: what was paid and gained, decisions without a question, rolls, crafts, cleanup.

    What a player rolled whose whole turn was made without a question, and who was not the last, is not told: the fields do not have it.
    """
    if before["phase"] in _CRAFT_TURN:
        lines = _crafts(before, after) + _rolled_anew(before, after)
        return lines + _turns_that_follow(before, after, _left_from(before, before["actor"])[1:])
    return _gathered(before, after) + _turns_that_follow(before, after, _left_from(before, before["start"]))


def told_at(fields: Mapping[str, Any]) -> tuple[int, bool]:
    """The position is told again when this changes: at every round and when the dice are rolled."""
    return (fields["round"], in_craft_turn(fields))


def dice_text(dice: Iterable[str]) -> str:
    """`metal 6, metal 2`, `nothing`."""
    return ", ".join(dice) or "nothing"


def counts_text(counts: Mapping[str, int]) -> str:
    """`metal 2, wood 1`."""
    return ", ".join(f"{name} {n}" for name, n in counts.items() if n)


def things_text(held: Mapping[str, int]) -> str:
    """`+1 (2), reroll`."""
    return ", ".join(name if n == 1 else f"{name} ({n})" for name, n in held.items())


def in_craft_turn(fields: Fields) -> bool:
    """Whether dice are rolled and the game goes on."""
    return fields["phase"] in _CRAFT_TURN


def _more(after: Mapping[str, int], before: Mapping[str, int]) -> dict[str, int]:
    """By how much numbers have risen."""
    return {name: n - before.get(name, 0) for name, n in after.items() if n > before.get(name, 0)}


def _left_from(fields: Fields, seat: int) -> list[int]:
    """Seats from this one to the last of the round."""
    seats = list(fields["hands"])
    order = seats[fields["start"] - 1 :] + seats[: fields["start"] - 1]
    return order[order.index(seat) :]


# The gather phase


def _gathered(before: Fields, after: Fields) -> list[str]:
    if after["round"] != before["round"] or after["over"]:
        return _nothing_of_a_round_gone_by(before)
    seat, lines = before["actor"], []
    given = [use for use in after["used"][seat][len(before["used"][seat]) :] if use.endswith("given up")]
    if before["phase"] == "gather":
        lines += [f"seat {seat} gives up {use.removesuffix(' given up')}" for use in given]
    lines += _paid(before, after) + _gained(before, after) + _cemetery(before, after)
    lines += [f"{card} is turned up" for card in after["face_up"] if card and card not in before["face_up"]]
    acted = len(after["used"][seat]) > len(before["used"][seat]) or before["phase"] != "gather"
    passed = after["passed"][len(before["passed"]) :]
    return lines + [f"seat {p} must pass" for p in (passed if acted else passed[1:])]


def _nothing_of_a_round_gone_by(before: Fields) -> list[str]:
    seats = [seat for seat in before["hands"] if seat not in before["passed"] and seat != before["actor"]]
    return [f"seat {seat} must pass" for seat in seats]


def _paid(before: Fields, after: Fields) -> list[str]:
    """KF-32: kept and burned dice of a cost that is complete."""
    seat = before["actor"]
    burned = _more(after["burned"], before["burned"])
    paid = Counter(_more(after["allocated"][seat], before["allocated"][seat])) + Counter(burned)
    if not paid:
        return []
    ordered = {colour: paid[colour] for colour in after["stock"] if paid[colour]}
    return [f"seat {seat} pays {counts_text(ordered)}" + (f"; burned: {counts_text(burned)}" if burned else "")]


def _gained(before: Fields, after: Fields) -> list[str]:
    """KF-24, KF-37, KF-38, KF-48: what has left the pile, and abilities."""
    seat = before["actor"]
    dice = _more(before["stock"], after["stock"])
    dice.pop("cemetery", None)
    things = [counts_text(dice), things_text(_more(after["abilities"][seat], before["abilities"][seat]))]
    lines = [f"seat {seat} gains {', '.join(filter(None, things))}"] if any(things) else []
    back = _more(after["stock"], before["stock"])  # GO-06
    return lines + ([f"back in the stock: {counts_text(back)}"] if back else [])


def _cemetery(before: Fields, after: Fields) -> list[str]:
    """KF-G09B."""
    if after["phase"] == "cemetery":
        return [f"the cemetery die shows {after['cemetery']}"]
    if before["phase"] == "cemetery" or after["cemetery"] != before["cemetery"]:
        return [f"every {after['cemetery']} is cancelled in this round"]
    return []


# The craft phase


def _turns_that_follow(before: Fields, after: Fields, seats: list[int]) -> list[str]:
    """Craft turns after the one of the choice: those made without a question, cleanup, the roll of the player asked now."""
    ended = after["over"] or after["round"] != before["round"]
    if not ended and (not in_craft_turn(after) or (in_craft_turn(before) and after["actor"] == before["actor"])):
        return []
    lines, skipped = [], seats
    if in_craft_turn(before) and before["phase"] != "craft":
        lines.append(f"seat {before['actor']} can make nothing more")
    if not ended:
        skipped = seats[: seats.index(after["actor"])]
    lines += [f"seat {seat} rolls and can do nothing" for seat in skipped]
    return lines + (_cleanup(before, after) if ended else _roll(before, after))


def _roll(before: Fields, after: Fields) -> list[str]:
    """KF-52, KF-53."""
    seat = after["actor"]
    dice = after["rolled"] + after["placed"] + after["marked"]
    lines = [f"seat {seat} rolls {dice_text(dice)}"]
    lain = before["workshops"][seat] if not after["abilities"][seat].get("roll workshop") else {}
    cancelled = Counter(_more(after["workshops"][seat], lain))
    if seat == before["actor"] and not in_craft_turn(before):
        cancelled -= Counter(_more(before["stock"], after["stock"]))
    if after["cemetery"] and cancelled:
        lines.append(f"cancelled by the cemetery: {counts_text(cancelled)}")
    return lines


def _rolled_anew(before: Fields, after: Fields) -> list[str]:
    """KF-61 to KF-66: dice that an ability has changed, where the choice does not say so."""
    seat = before["actor"]
    if after["actor"] != seat or after["phase"] in _NAMING_DICE or before["phase"] not in ("modify", *_NAMING_DICE):
        return []
    now = after["rolled"] + after["placed"]
    if Counter(now) == Counter(before["rolled"]) and not before["marked"]:
        return []
    lines = [f"the dice show {dice_text(now)}"]
    cancelled = _more(after["workshops"][seat], before["workshops"][seat])
    return lines + ([f"cancelled by the cemetery: {counts_text(cancelled)}"] if cancelled else [])


def _crafts(before: Fields, after: Fields) -> list[str]:
    """KF-70, KF-73, KF-75."""
    seat, lines = before["actor"], []
    ended = after["over"] or after["round"] != before["round"]
    mine = {card: "" for card in after["secured"][seat] if card not in before["secured"][seat]} if ended else {}
    mine |= {card: f" with {dice_text(craft['dice'])}" for card, craft in after["unsecured"].items() if craft["seat"] == seat}
    for card, dice in mine.items():
        craft = before["unsecured"].get(card)
        if craft is None:
            lines.append(f"seat {seat} makes {card}{dice}")
        elif craft["seat"] != seat:
            lines.append(f"seat {seat} steals {card} from seat {craft['seat']}{dice}")
            lines.append(f"to the workshop of seat {craft['seat']}: {dice_text(craft['dice'])}")
    return lines + [f"{card} can be made now" for card in after["display"] if card in before["queue"]]


def _cleanup(before: Fields, after: Fields) -> list[str]:
    """KF-79, KF-80."""
    lines = []
    for seat, cards in after["secured"].items():
        new = [card for card in cards if card not in before["secured"][seat]]
        lines += [f"seat {seat} secures {', '.join(new)}: {len(cards)} in all"] if new else []
    if after["over"]:
        return [*lines, f"the game ends after round {after['round']}"]
    burned = f"; to the stock: {counts_text(before['burned'])}" if before["burned"] else ""
    return [*lines, f"round {before['round']} ends{burned}"]
