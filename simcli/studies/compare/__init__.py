"""`simcli compare`: what differs between run folders."""

BUILDS_ON = ("run",)
IN_HELP = ("Play", 11)
