"""`simcli matchups`: every plan against every other."""

BUILDS_ON = ("variety",)
IN_HELP = ("Play", 6)
