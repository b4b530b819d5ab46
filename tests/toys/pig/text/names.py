"""Names of components by number."""

from __future__ import annotations

from dataclasses import dataclass

from simcli.game import Components


@dataclass(frozen=True)
class Names:
    """What the numbers in a record are called."""

    faces: tuple[str, ...]


def make_names(components: Components) -> Names:
    """Ids of the faces in the order of the file."""
    return Names(tuple(face["id"] for face in components["die"]["faces"]))
