"""`simcli coverage`: whether every card, decision and effect comes."""

BUILDS_ON: tuple[str, ...] = ()
IN_HELP = ("Look", 2)
