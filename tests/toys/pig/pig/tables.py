"""Component data + options -> the read-only tables record."""

from __future__ import annotations

import numpy as np

from simcli.engine.record import described
from simcli.game import Components, Options
from simcli.games.components import fill

from .state import MAX_FACES

TABLES, TABLES_FIELDS = described(
    [
        ("players", np.int32, "number of players"),
        ("n_faces", np.int32, "faces of the die"),
        ("goal", np.uint32, "points that win"),
        ("max_rounds", np.uint32, "rounds at most"),
        ("must_roll", np.uint32, "1 when a turn begins with a roll"),
        ("equal_turns", np.uint32, "1 when the round is played to its end"),
        ("last_round_ends", np.uint32, "1 when a game is over by rule after its last round"),
        ("points", np.uint32, (MAX_FACES,), "points of each face"),
        ("bust", np.uint32, (MAX_FACES,), "1 for a face that loses the turn"),
    ]
)


def build(components: Components, options: Options, players: int) -> np.recarray:
    """The tables record for one number of players (a recarray of one row)."""
    tables = np.zeros(1, TABLES).view(np.recarray)
    faces = components["die"]["faces"]
    fill(
        tables[0],
        players=players,
        n_faces=len(faces),
        goal=components["setup"]["goal"],
        max_rounds=components["setup"]["max_rounds"],
        must_roll=int(options["must_roll"]),
        equal_turns=int(options["equal_turns"]),
        last_round_ends=int(options["last_round_ends"]),
        points=[f["points"] for f in faces],
        bust=[f["bust"] for f in faces],
    )
    return tables
