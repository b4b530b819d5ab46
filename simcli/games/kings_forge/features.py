"""What a strategy may see of each choice."""

from __future__ import annotations

from simcli.engine.kernel import kernel


@kernel
def features(s, t, actions, n, X):
    """X[action, feature] by the kind of decision."""
    for i in range(n):
        X[i, 0] = actions[i]
