"""`simcli selftest`: is the simcli of this machine right."""

BUILDS_ON = ("run",)
IN_HELP = ("Set up", 0)
