"""`simcli selftest`: is the simcli of this machine right."""

BUILDS_ON = ("run",)
"""Other studies whose modules this one uses."""
IN_HELP = ("Set up", 0)
"""Group and place in the list of commands."""
