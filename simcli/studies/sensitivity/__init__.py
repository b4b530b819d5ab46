"""`simcli sensitivity`: which number of a game moves a figure most."""

BUILDS_ON = ("run", "variety")
"""Other studies whose modules this one uses."""
IN_HELP = ("Play", 4)
"""Group and place in the list of commands."""
