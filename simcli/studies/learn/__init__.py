"""`simcli learn`: a player that learns from look-ahead, judged on fresh deals."""

BUILDS_ON: tuple[str, ...] = ()
IN_HELP = ("Play", 8)
