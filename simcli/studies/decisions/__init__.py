"""`simcli decisions`: decisions with what their actions bring, as data."""

BUILDS_ON: tuple[str, ...] = ()
IN_HELP = ("Look", 5)
