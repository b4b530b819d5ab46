"""`simcli run`: plays a config and says who wins how often."""

BUILDS_ON: tuple[str, ...] = ()
IN_HELP = ("Play", 1)
