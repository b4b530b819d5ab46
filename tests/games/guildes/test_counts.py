"""`shown_ge` counts the seats by cards shown, and what features read from it is what a look at every seat says."""

from __future__ import annotations

import numpy as np
import pytest

from simcli.engine.header import ALL_FEATURES
from simcli.engine.kernel import entry
from simcli.engine.loop import lineup
from simcli.games.guildes.kernels.features import CONTESTED, VOTES_NOW, VOTES_REST, votes_gain
from simcli.games.guildes.state import KEEP, PICK, PLAY
from simcli.testing.playthrough import Case, Playthrough, strategies_of
from tests.games.guildes.cases import EVENTS, TRICKS
from tests.games.guildes.tables import GAME

CASES = [Case(GAME, n, (EVENTS, TRICKS)) for n in (3, 6)]


@entry
def gains_of(states, t, actions, n, out):
    """What `votes_gain` says of each guild in `actions` for the seat to act."""
    s = states[0]
    p = s.actor
    for i in range(n):
        g = actions[i]
        own = np.int64(s.played[p, g]) + (np.int64(s.hands[p, g]) if s.phase == PICK else 0)
        out[i, 0], out[i, 1], out[i, 2] = votes_gain(s, t, np.int64(s.round) - 1, p, g, own)


def check(table: Playthrough, n: int) -> None:
    """The counts against the tableau, and the features against a look at every seat."""
    shown = table.s.tableau[: table.t.n_guilds, : table.s.n_players].astype(int)
    counts = [sum(int((row >= k - 1).sum()) << 4 * k for k in range(16)) for row in shown]
    assert table.s.shown_ge[: table.t.n_guilds].tolist() == counts
    if table.s.phase in (*range(PLAY + 1), KEEP):
        X, out = table.features(ALL_FEATURES, 0), np.zeros((n, 3), np.int64)
        gains_of(table.at[0], table.at[1][0], table.scratch[0].actions, n, out)
        assert X[:n, [VOTES_NOW, VOTES_REST, CONTESTED]].tolist() == out.tolist()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_counts_follow_every_card(case: Case) -> None:
    table = Playthrough(case)
    for deal in range(6):
        for legal in table.walk(deal):
            check(table, len(legal))


@pytest.mark.parametrize("cards", [11, 12, 13, 14, 15, 16, 40])
def test_more_cards_than_are_counted_are_looked_at_one_by_one(cards: int) -> None:
    table = Playthrough(Case(GAME, 3))
    table.start(1)
    guild = table.names.guilds[int(table.legal()[0])]
    fields = {"tableau": {1: {guild: cards}, 2: {guild: cards + 1}, 3: {guild: cards - 1}}}
    table.text.set_fields(table.s, table.t, table.names, fields)
    table.derive()
    for _ in range(30):
        legal = table.legal()
        check(table, len(legal))
        table.apply(legal[0])


def test_a_position_that_is_set_is_weighed_anew() -> None:
    table = Playthrough(Case(GAME, 3))
    packed = lineup.pack_strategies(table.game, strategies_of(table.game)[1:2])
    table.start(1)
    n = len(table.legal())
    before = table.sums(0, packed).tolist()
    guild = table.names.guilds[int(table.legal()[0])]
    table.text.set_fields(table.s, table.t, table.names, {"tableau": {2: {guild: 2}}})
    table.derive()
    after = table.sums(0, packed).tolist()
    assert after[0] != before[0]
    assert after == (table.features(ALL_FEATURES, 0)[:n].astype(np.int64) @ packed.records[0].weights[PICK]).tolist()
