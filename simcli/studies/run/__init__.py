"""`simcli run`: plays a config and says who wins how often."""

BUILDS_ON: tuple[str, ...] = ()
"""Other studies whose modules this one uses."""
IN_HELP = ("Play", 1)
"""Group and place in the list of commands."""
