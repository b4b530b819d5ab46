"""`simcli gate`: a run against a designer's targets."""

BUILDS_ON: tuple[str, ...] = ()
IN_HELP = ("Play", 12)
