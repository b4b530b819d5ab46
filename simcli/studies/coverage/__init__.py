"""`simcli coverage`: whether every card, decision and effect comes."""

BUILDS_ON: tuple[str, ...] = ()
"""Other studies whose modules this one uses."""
IN_HELP = ("Look", 2)
"""Group and place in the list of commands."""
