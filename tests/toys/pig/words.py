"""Positions and actions of Pig as text and as named fields, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from simcli.game import Components
from simcli.games.fields import Path, collect, read_seat, read_seats, read_whole

TEXTS = ("hold", "roll")


@dataclass(frozen=True)
class Names:
    """What the numbers in a record are called."""

    faces: tuple[str, ...]


def make_names(components: Components) -> Names:
    """Ids of the faces in the order of the file."""
    return Names(tuple(face["id"] for face in components["die"]["faces"]))


def action_text(s: Any, t: Any, names: Names, action: int) -> str:
    """One legal choice of the seat to act."""
    return TEXTS[int(action)]


def get_fields(s: Any, t: Any, names: Names) -> dict[str, Any]:
    """The full state in plain data; seats count from 1."""
    n, over = int(s["players"]), bool(s["over"])
    return {
        "round": int(s["round"]),
        "phase": "over" if over else "turn",
        "actor": 0 if over else int(s["actor"]) + 1,
        "over": over,
        "rolls": int(s["rolls"]),
        "at_risk": int(s["at_risk"]),
        "banked": {p + 1: int(s["banked"][p]) for p in range(n)},
        "turn_faces": _counted(s["turn_faces"], names),
        "rolled": {p + 1: _counted(s["rolled"][p], names) for p in range(n)},
        "kept": {p + 1: _counted(s["kept"][p], names) for p in range(n)},
    }


def _counted(counts: Any, names: Names) -> dict[str, int]:
    return {face: int(c) for face, c in zip(names.faces, counts, strict=False) if c}


def state_text(s: Any, t: Any, names: Names) -> str:
    """The whole table, one line a seat."""
    f = get_fields(s, t, names)
    lines = ["the game is over" if f["over"] else f"round {f['round']}, seat {f['actor']} has {f['at_risk']} points at risk"]
    lines += [f"  seat {seat}: {points} of {int(t['goal'])} points" for seat, points in f["banked"].items()]
    return "\n".join(lines)


def news(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """What happened beyond the choice just made: the face that was rolled."""
    seat = before["actor"]
    faces = [face for face, c in after["rolled"][seat].items() if c > before["rolled"][seat].get(face, 0)]
    return [f"rolled {face}" for face in faces]


def score_sheet(s: Any, t: Any, names: Names, points: Any, share: Any) -> str:
    """Final points and who won."""
    n = int(s["players"])
    return "\n".join(f"seat {p + 1}: {int(points[p, 0])} points" + (", wins" if share[p] else "") for p in range(n))


def set_fields(s: Any, t: Any, names: Names, fields: Mapping[str, Any]) -> None:
    """Sets named fields of a dealt game; the dice of the turn under way stay what they are. FaultsError for what does not fit."""

    def whole(name: str, low: int, high: int) -> Callable[[Path, Any], None]:
        def read(path: Path, value: Any) -> None:
            s[name] = read_whole(path, value, low, high)

        return read

    def actor(path: Path, value: Any) -> None:
        s["actor"] = read_seat(path, value, int(s["players"]))

    def banked(path: Path, value: Any) -> None:
        for p, (at, points) in read_seats(path, value, int(s["players"])).items():
            s["banked"][p] = read_whole(at, points, 0, int(t["goal"]) - 1)

    readers = {"round": whole("round", 1, int(t["max_rounds"])), "actor": actor, "banked": banked}
    collect(fields, readers | {"rolls": whole("rolls", 0, 1000), "at_risk": whole("at_risk", 0, 1000)})
