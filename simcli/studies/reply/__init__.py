"""`measure: reply`: how far the players of a run can be beaten."""

BUILDS_ON = ("tune",)
