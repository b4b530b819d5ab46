"""`simcli regret`: how far plans are from good play."""

BUILDS_ON: tuple[str, ...] = ()
IN_HELP = ("Look", 4)
