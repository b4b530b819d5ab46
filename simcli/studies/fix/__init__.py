"""`simcli fix`: the smallest change of numbers that reaches a goal, confirmed on fresh deals."""

BUILDS_ON = ("cards", "matchups", "run")
"""Other studies whose modules this one uses."""
IN_HELP = ("Play", 5)
"""Group and place in the list of commands."""
