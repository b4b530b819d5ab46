"""Many games of a compiled game and its oracle side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from simcli.game import Components
from simcli.testing.lockstep import play_deals
from simcli.testing.under_test import GameUnderTest

VIEWED = 4
"""In every so many of the games the whole view is compared at some decisions, in the others legal texts, points and results."""

MORE = 10
"""So many times as many deals are played at most where something asked for has not come."""


def checker(under_test: GameUnderTest, play: Callable[..., Counter[str]], **usual: Any) -> Callable[..., Counter[str]]:
    """A function that plays deals side by side by `play` and says what happened in these games, and in more of them until that which is
    asked for has come so often at `least`."""

    def check_games(
        players: int,
        options: Mapping[str, Any],
        deals: range,
        components: Components | None = None,
        viewed: int = VIEWED,
        least: Mapping[str, int] = {},
        **how: Any,
    ) -> Counter[str]:
        data = components or under_test.components
        game, chosen = under_test.table(players, options, data), under_test.all_options(options, data)
        seen: Counter[str] = Counter()
        for more in (deals, *(range(deal, deal + 1) for deal in range(deals.stop, deals.start + MORE * len(deals)))):
            seen += play_deals(lambda deal, every: play(game, chosen, data, deal, every, **usual | how), more, viewed)
            if not (missing := {what: seen[what] for what, number in least.items() if seen[what] < number}):
                break
        assert not missing
        return seen

    return check_games


def names(value: Any) -> str:
    """Chosen options by their values, in the id of a case."""
    return "-".join(map(str, value.values())) if isinstance(value, dict) else str(value)
