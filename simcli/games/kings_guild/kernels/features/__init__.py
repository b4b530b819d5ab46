"""What a strategy may see of each choice. Names and meaning: GAME.decisions."""

from __future__ import annotations

from simcli.engine.kernel import cold


@cold
def features(s, t, actions, n, sink):
    """Puts the features of each action into a sink, by the kind of decision."""
