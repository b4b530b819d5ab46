"""`simcli cards`: what each card is worth: denied, forced, dealt."""

BUILDS_ON = ("run",)
IN_HELP = ("Play", 3)
