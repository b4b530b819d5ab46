"""`simcli compare`: what differs between run folders."""

BUILDS_ON = ("run",)
"""Other studies whose modules this one uses."""
IN_HELP = ("Play", 11)
"""Group and place in the list of commands."""
