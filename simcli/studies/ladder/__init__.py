"""`simcli ladder`: the verdicts of a config with stronger and stronger players."""

BUILDS_ON = ("run", "sensitivity", "tune")
"""Other studies whose modules this one uses."""
