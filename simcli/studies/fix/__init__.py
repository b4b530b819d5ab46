"""`simcli fix`: the smallest change of numbers that reaches a goal, confirmed on fresh deals."""

BUILDS_ON = ("cards", "matchups", "run")
IN_HELP = ("Play", 5)
