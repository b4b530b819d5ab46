"""Features of a position as a matrix, for comparison."""

from __future__ import annotations

from simcli.engine.kernel import entry


@entry
def features_of(states, tables, n, scratch, mask, fill):
    """The features in the bit mask `mask` of the legal actions of states[0]; fill: `lineup.fill_pointer`."""
    states[0].feature_mask = mask
    fill(states[0], tables[0], n, scratch[0])
