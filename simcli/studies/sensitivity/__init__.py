"""`simcli sensitivity`: which number of a game moves a figure most."""

BUILDS_ON = ("run", "variety")
IN_HELP = ("Play", 4)
