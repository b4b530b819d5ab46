"""`simcli whatif`: a config as it is and with a change, on the same deals."""

BUILDS_ON = ("run",)
IN_HELP = ("Play", 2)
