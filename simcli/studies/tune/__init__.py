"""`simcli tune`: the weights of a strategy searched against a field."""

BUILDS_ON: tuple[str, ...] = ()
IN_HELP = ("Play", 7)
