"""`simcli gate`: a run against a designer's targets."""

BUILDS_ON = ("matchups", "run")
"""Other studies whose modules this one uses."""
