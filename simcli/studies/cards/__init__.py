"""`simcli cards`: what each card is worth: denied, forced, dealt."""

BUILDS_ON = ("run",)
"""Other studies whose modules this one uses."""
IN_HELP = ("Play", 3)
"""Group and place in the list of commands."""
