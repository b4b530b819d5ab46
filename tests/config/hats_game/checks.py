"""The checks of the toy game, in the form every game has."""

from __future__ import annotations

from typing import Any

from simcli.errors import Fault, FaultsError


def validate(components: dict[str, Any]) -> list[Fault]:
    faults = []
    for hat in components["hats"]["hats"]:
        copies = hat.get("copies")
        if isinstance(copies, bool) or not isinstance(copies, int):
            faults.append(Fault(("hats", hat["id"], "copies"), f"found {copies!r}, expected a whole number"))
        for i, points in enumerate(hat.get("points", [])):
            if points < 0:
                faults.append(Fault(("hats", "hats", hat["id"], "points", i), "is negative"))
    if not faults and sum(hat["copies"] for hat in components["hats"]["hats"]) > 30:
        faults.append(Fault(("hats",), "more than 30 hats", "lower some copies"))
    return faults


def check_setup(components: dict[str, Any], options: dict[str, Any], players: int) -> list[Fault]:
    if options["feathers"] == "on" and players == 2:
        return [Fault(("options", "feathers"), "needs 3 players", "H-09")]
    if players not in components["setup"]["players"]:
        return [Fault(("players",), f"no set-up for {players} players")]
    if components["setup"]["players"][players]["hand"] > 9:
        raise FaultsError([Fault(("setup", "players", players, "hand"), "at most 9 fit in a hand")])
    return []
