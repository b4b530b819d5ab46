"""`simcli feel`: length, closeness, lead changes, comebacks, luck."""

BUILDS_ON: tuple[str, ...] = ()
IN_HELP = ("Look", 3)
