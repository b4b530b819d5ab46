"""A trace tells, decision by decision, the very game that the playout loop plays."""

from __future__ import annotations

import re

import numpy as np
import pytest

from simcli.config.data.components import component_data, read_components
from simcli.engine import batch, layout
from simcli.engine.loop import lineup, playout
from simcli.errors import UserError
from simcli.game import TABLE_MODES
from simcli.games import get_game
from simcli.games.components import options_of
from simcli.sim.plan import counter_of, match_of
from simcli.sim.tally import Layout
from simcli.trace.trace import Setup, trace
from tests.sim.strategies import BAD, FIRST, GREEDY, HOARDER, RAISES, RANDOM

GAME = get_game("guildes")
COMPONENTS = component_data(read_components(GAME))
OPTIONS = {option.id: option.default for option in options_of(COMPONENTS)} | {"events": "on", "tricks": "on"}


def played(strategies, mode, fixed, seed, deal, players):
    """Rows (rotation, seat, strategy, share, decisions, total) of all rotations of one deal, as `play_batch` records them."""
    layout.load(GAME)
    tables = GAME.tables.build(COMPONENTS, OPTIONS, players)
    catalogue = GAME.catalogue(COMPONENTS, OPTIONS)
    n, items, categories = len(strategies), len(catalogue.items), len(catalogue.categories)
    whole = Layout.of(players, n, catalogue)
    rotations = n if mode == "mirror" else players
    rows = np.zeros((rotations * players, batch.RECORD_FIXED + categories + items), np.int64)
    status = np.zeros(6, np.int64)
    match = match_of(GAME, catalogue, players, n, seed=seed, tables=(TABLE_MODES[mode], fixed), deals=range(deal, deal + 1))
    packed, scratch = lineup.pack_strategies(GAME, strategies), lineup.new_scratch(GAME)
    counter = counter_of(whole, np.zeros(whole.size, np.int64))
    playout.play_batch(layout.new_states(GAME), tables[0], match, packed, scratch, counter, rows, status)
    assert status[0] == batch.OK
    columns = [batch.RECORD_ROTATION, batch.RECORD_SEAT, batch.RECORD_STRATEGY, batch.RECORD_SHARE, batch.RECORD_DECISIONS]
    totals = rows[:, batch.RECORD_FIXED : batch.RECORD_FIXED + categories].sum(axis=1)
    return [(*(int(row[c]) for c in columns), int(total)) for row, total in zip(rows, totals, strict=True)]


def told(lines, strategies, rotation, players):
    """The same rows, read off a trace."""
    names = [line.split(" plays ")[1] for line in lines if re.match(r"  seat \d plays", line)]
    total = [int(x) for x in next(line for line in lines if line.startswith("total")).split()[1:]]
    decisions = sum(bool(re.match(r" *\d+  seat", line)) for line in lines)
    winners = [int(x) for x in re.findall(r"\d+", lines[-1])]
    share = {seat: 60 // len(winners) for seat in winners}
    number = {strategy.name: k for k, strategy in enumerate(strategies)}
    return [(rotation, p + 1, number[names[p]], share.get(p + 1, 0), decisions, total[p]) for p in range(players)]


@pytest.mark.parametrize(
    ("strategies", "mode", "fixed", "players"),
    [
        ((RANDOM, GREEDY, HOARDER), "mixed", (), 4),
        ((GREEDY, RANDOM), "mirror", (), 3),
        ((FIRST, GREEDY), "fixed", (1, 0, 1, 0, 1), 5),
        ((RANDOM, GREEDY, HOARDER), "drawn", (1, 3, 6), 4),
    ],
    ids=["mixed", "mirror", "fixed", "drawn"],
)
def test_trace_replays_every_rotation_of_the_playout_loop(strategies, mode, fixed, players):
    for deal in (0, 7):
        expected = played(strategies, mode, fixed, 3, deal, players)
        found = []
        for rotation in range(len(expected) // players):
            lines = list(trace(Setup(GAME, COMPONENTS, OPTIONS, players, strategies, mode, fixed, seed=3), deal, rotation))
            found += told(lines, strategies, rotation, players)
        assert found == expected


def test_trace_names_what_was_chosen_and_among_which():
    lines = list(trace(Setup(GAME, COMPONENTS, OPTIONS, 3, [RANDOM], "mixed"), 0))
    assert lines[0] == "Guildes, 3 players: seed 1, deal 0, rotation 0"
    assert lines[1:4] == ["  seat 1 plays random", "  seat 2 plays random", "  seat 3 plays random"]
    assert lines[5].startswith("round 1, seat 1 is asked to pick; event sequential_play, packs go counterclockwise")
    pick = next(line for line in lines if line.startswith("   1  "))
    assert re.fullmatch(r"   1  seat 1 \(random\) pick \w+  \(or pick \w+(, pick \w+)+\)", pick)
    assert sum(line.endswith("(the only choice)") for line in lines) >= 9
    assert [line for line in lines if line.startswith("      scoring")] == [f"      scoring of round {r}:" for r in (1, 2, 3)]


def test_a_rotation_the_run_does_not_play_is_refused():
    with pytest.raises(UserError, match="the rotation: found 3, this run plays rotations 0 to 2"):
        list(trace(Setup(GAME, COMPONENTS, OPTIONS, 3, [RANDOM], "mixed"), 0, 3))
    with pytest.raises(UserError, match="found 1, this run plays rotations 0 to 0"):
        list(trace(Setup(GAME, COMPONENTS, OPTIONS, 3, [RANDOM], "mirror"), 0, 1))


def test_a_choice_that_does_not_exist_is_told_with_the_file():
    with pytest.raises(UserError, match=r"bad\.py: choose\(\) returned \d+ where \d+ actions were legal"):
        list(trace(Setup(GAME, COMPONENTS, OPTIONS, 3, [BAD], "mirror"), 0))


def test_a_choice_that_raises_is_told_with_the_file():
    with pytest.raises(UserError, match=r"raises\.py:2:1: choose\(\) raised ZeroDivisionError: division by zero"):
        list(trace(Setup(GAME, COMPONENTS, OPTIONS, 3, [RAISES], "mirror"), 0))
