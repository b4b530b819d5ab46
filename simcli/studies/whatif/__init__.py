"""`simcli whatif`: a config as it is and with a change, on the same deals."""

BUILDS_ON = ("run",)
"""Other studies whose modules this one uses."""
IN_HELP = ("Play", 2)
"""Group and place in the list of commands."""
