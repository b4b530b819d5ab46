"""`simcli compare`: what differs between run folders."""

BUILDS_ON = ("cards", "run")
"""Other studies whose modules this one uses."""
