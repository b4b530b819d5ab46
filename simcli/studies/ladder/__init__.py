"""`simcli ladder`: the verdicts of a config with stronger and stronger players."""

BUILDS_ON = ("run",)
"""Other studies whose modules this one uses."""
IN_HELP = ("Play", 9)
"""Group and place in the list of commands."""
