"""`simcli feel`: length, closeness, lead changes, comebacks, luck."""

BUILDS_ON = ("run",)
"""Other studies whose modules this one uses."""
