"""`simcli matchups`: every plan against every other."""

BUILDS_ON = ("variety",)
"""Other studies whose modules this one uses."""
IN_HELP = ("Play", 6)
"""Group and place in the list of commands."""
