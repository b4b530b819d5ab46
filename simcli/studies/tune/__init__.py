"""`simcli tune`: the weights of a strategy searched against a field."""

BUILDS_ON: tuple[str, ...] = ()
"""Other studies whose modules this one uses."""
IN_HELP = ("Play", 7)
"""Group and place in the list of commands."""
