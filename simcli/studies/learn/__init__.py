"""`simcli learn`: a player that learns from look-ahead, judged on fresh deals."""

BUILDS_ON = ("regret", "decisions", "ladder", "tune")
IN_HELP = ("Play", 8)
