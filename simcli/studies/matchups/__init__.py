"""`simcli matchups`: every plan against every other."""

BUILDS_ON = ("run", "variety")
"""Other studies whose modules this one uses."""
