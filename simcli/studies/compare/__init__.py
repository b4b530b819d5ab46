"""`simcli compare`: what differs between run folders."""

BUILDS_ON = ("run",)
"""Other studies whose modules this one uses."""
