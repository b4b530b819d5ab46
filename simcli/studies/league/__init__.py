"""`simcli league`: best replies added to a field until a search finds none that gains."""

BUILDS_ON = ("tune",)
IN_HELP = ("Play", 8)
