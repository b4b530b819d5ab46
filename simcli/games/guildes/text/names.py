"""Names of components by number."""

from __future__ import annotations

from dataclasses import dataclass

from simcli.game import Components
from simcli.games.guildes.decisions import DECISIONS

PHASES = tuple(d.name for d in DECISIONS)


@dataclass(frozen=True)
class Names:
    """Ids in the order of the tables: guilds and events as in their files, tricks by letter."""

    guilds: tuple[str, ...]
    events: tuple[str, ...]
    tricks: tuple[str, ...]
    flat: tuple[str, ...]


def make_names(components: Components) -> Names:
    """The names of a game's (patched) components."""
    guilds = components["guilds"]["guilds"]
    return Names(
        tuple(g["id"] for g in guilds),
        tuple(e["id"] for e in components["events"]["events"]),
        tuple(k["id"] for k in sorted(components["tricks"]["tricks"], key=lambda k: k["letter"])),
        tuple(g["id"] for g in guilds if g["kind"] == "flat"),
    )
