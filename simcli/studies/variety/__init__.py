"""`measure: variety`: how many plans are worth playing."""

BUILDS_ON = ("matchups",)
"""Other studies whose modules this one uses."""
