"""Tables of the compiled game for the tests: components and options."""

from __future__ import annotations

from simcli.testing.under_test import GameUnderTest

UNDER_TEST = GameUnderTest("kings_guild")
GAME, COMPONENTS = UNDER_TEST.game, UNDER_TEST.components
patched, all_options, table, dealt = UNDER_TEST.patched, UNDER_TEST.all_options, UNDER_TEST.table, UNDER_TEST.dealt
