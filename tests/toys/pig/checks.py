"""What is wrong with (patched) components, and what cannot be set up with them."""

from __future__ import annotations

from simcli.errors import Fault
from simcli.game import Components, Options
from simcli.games.components import validate_files

from .datafiles import MODELS


def validate(components: Components) -> list[Fault]:
    """What is wrong with the files, each for itself and with each other."""
    faults = validate_files(components, MODELS)
    if faults:
        return faults
    faces = components["die"]["faces"]
    ids = [face["id"] for face in faces]
    faults += [Fault(("die", i), "the id occurs twice") for i in sorted({i for i in ids if ids.count(i) > 1})]
    if not any(face["bust"] for face in faces):
        faults.append(Fault(("die",), "has no bust face, so a turn need never end", "PG-12"))
    return faults


def check_setup(components: Components, options: Options, players: int) -> list[Fault]:
    """What cannot be set up with these options and this number of players: nothing is."""
    return []
