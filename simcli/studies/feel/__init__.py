"""`simcli feel`: length, closeness, lead changes, comebacks, luck."""

BUILDS_ON: tuple[str, ...] = ()
"""Other studies whose modules this one uses."""
IN_HELP = ("Look", 3)
"""Group and place in the list of commands."""
