"""Features of a position as a matrix and as weighted sums, for comparison."""

from __future__ import annotations

from simcli.engine.contract import features
from simcli.engine.kernel import entry
from simcli.engine.sink import weigh_with


@entry
def features_of(states, tables, n, scratch, mask):
    """The features in the bit mask `mask` of the legal actions of states[0]."""
    states[0].feature_mask = mask
    features(states[0], tables[0], scratch[0].actions, n, scratch[0].X)


@entry
def sums_of(states, tables, n, scratch, strategy):
    """The weighted sums of the legal actions of states[0], of features that are never written down."""
    states[0].feature_mask = strategy.feature_mask[states[0].phase]
    weigh_with(scratch[0].weighed, strategy, states[0].phase)
    features(states[0], tables[0], scratch[0].actions, n, scratch[0].weighed)
