"""`simcli cards`: what each card is worth: denied, offered, held."""

BUILDS_ON = ("run",)
"""Other studies whose modules this one uses."""
