"""`measure: variety`: how many plans are worth playing."""

BUILDS_ON = ("run",)
"""Other studies whose modules this one uses."""
