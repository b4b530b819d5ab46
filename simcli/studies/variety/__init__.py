"""`measure: variety`: how many plans are worth playing."""

BUILDS_ON: tuple[str, ...] = ()
