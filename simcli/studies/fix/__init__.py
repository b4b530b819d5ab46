"""`simcli fix`: the smallest change of numbers that reaches a goal, confirmed on fresh deals."""

BUILDS_ON = ("matchups", "run", "sensitivity", "variety")
"""Other studies whose modules this one uses."""
