"""`measure: reply`: how far the players of a run can be beaten."""

BUILDS_ON = ("ladder", "tune")
"""Other studies whose modules this one uses."""
