"""`simcli decisions`: decisions with what their actions bring, as data."""

BUILDS_ON = ("regret",)
IN_HELP = ("Look", 5)
