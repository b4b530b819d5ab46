"""Strategies of the tests of sim, as a config would give them."""

from __future__ import annotations

from simcli.config.players.strategies import Strategy

RANDOM = Strategy("random", "random")
GREEDY = Strategy(
    "greedy",
    "heuristic",
    weights={"pick": {"votes_rest": 1000, "own": 500}, "play": {"votes_now": 2000, "votes_rest": 1000}, "use": {"swing": 1000}},
    temperature=400,
)
HOARDER = Strategy("hoarder", "heuristic", weights={"pick": {"militia": 1000}, "play": {"militia": 1000}})
FIRST = Strategy("first", "function", source="def choose(s, t, actions, X, weights, noise):\n    return 0\n", where="first.py")
BAD = Strategy("bad", "function", source="def choose(s, t, actions, X, weights, noise):\n    return len(actions)\n", where="bad.py")
RAISES = Strategy(
    "raises", "function", source="def choose(s, t, actions, X, weights, noise):\n    return 1 // X[0, 0] // 0\n", where="raises.py"
)
