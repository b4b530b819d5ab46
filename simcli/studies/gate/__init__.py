"""`simcli gate`: a run against a designer's targets."""

BUILDS_ON: tuple[str, ...] = ()
"""Other studies whose modules this one uses."""
IN_HELP = ("Play", 12)
"""Group and place in the list of commands."""
