"""`simcli league`: best replies added to a field until a search finds none that gains."""

BUILDS_ON = ("tune",)
"""Other studies whose modules this one uses."""
IN_HELP = ("Play", 8)
"""Group and place in the list of commands."""
