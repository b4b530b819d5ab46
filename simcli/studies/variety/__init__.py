"""`measure: variety`: how many plans are worth playing."""

BUILDS_ON: tuple[str, ...] = ()
"""Other studies whose modules this one uses."""
