"""`simcli verify`: whether the figures of a run folder come from its rules and players."""

BUILDS_ON: tuple[str, ...] = ()
"""Other studies whose modules this one uses."""
IN_HELP = ("Play", 13)
"""Group and place in the list of commands."""
