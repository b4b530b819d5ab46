"""`simcli ladder`: the verdicts of a config with stronger and stronger players."""

BUILDS_ON = ("run",)
IN_HELP = ("Play", 9)
