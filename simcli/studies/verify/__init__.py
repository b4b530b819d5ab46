"""`simcli verify`: whether the figures of a run folder come from its rules and players."""

BUILDS_ON: tuple[str, ...] = ()
IN_HELP = ("Play", 13)
