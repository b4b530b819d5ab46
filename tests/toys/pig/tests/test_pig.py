"""Pig keeps its rules: scenarios hold, the compiled game and the oracle agree, a game is told as before, strategies are worth playing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from oracle import Oracle
from pig import GAME

from simcli.config.players.strategies import Strategy
from simcli.sim.scenario import Table
from simcli.testing.golden import check_golden
from simcli.testing.lockstep import play_side_by_side
from simcli.testing.scenarios import Scenario, check_scenario, check_sections, rules_named, rules_of, scenarios_in
from simcli.testing.under_test import GameUnderTest, played
from simcli.trace.trace import Setup, trace

HERE = Path(__file__).parent
UNDER_TEST = GameUnderTest(GAME)
SCENARIOS = scenarios_in(HERE / "scenarios")


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_scenario_holds(scenario: Scenario) -> None:
    check_scenario(scenario)


def test_every_rule_of_play_has_a_scenario() -> None:
    check_sections(SCENARIOS, GAME)
    named = rules_named(SCENARIOS)
    assert named <= rules_of(GAME, "(?:PG|PO)-[0-9]+")
    assert rules_of(GAME, "PG-[12][0-9]") <= named


class Dice:
    """The dice of the compiled game, as the oracle is to see them: `seen` holds what fell in each turn."""

    def __init__(self) -> None:
        self.seen: dict[tuple[int, int], list[str]] = {}

    def __call__(self, round_number: int, seat: int) -> Iterator[str]:
        """The faces of a turn, one by one as they fall."""
        faces = self.seen.setdefault((round_number, seat), [])
        i = 0
        while True:
            yield faces[i]
            i += 1

    def watch(self, table: Table, oracle: Oracle, text: str) -> None:
        """Looks one roll ahead, in a copy of the position."""
        if text == "roll":
            saved = table._states.copy()
            seat, number, before = table.fields()["actor"], table.fields()["round"], table.fields()["rolled"]
            table.apply(table.texts()["roll"])
            after = table.fields()["rolled"][seat]
            table._states[:] = saved
            face = next(face for face, count in after.items() if count > before[seat].get(face, 0))
            self.seen.setdefault((number, seat), []).append(face)


@pytest.mark.parametrize("options", [{}, {"must_roll": False}, {"equal_turns": True}], ids=str)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_compiled_game_and_the_oracle_agree(players: int, options: dict[str, bool]) -> None:
    table = UNDER_TEST.table(players, options)
    for deal in range(20):
        dice = Dice()
        table.deal(deal, 1)
        oracle = Oracle(players, UNDER_TEST.all_options(options), UNDER_TEST.components, dice)
        play_side_by_side(table, oracle, deal, before=dice.watch)


def test_a_game_is_told_as_before() -> None:
    players = [Strategy("random", "random"), Strategy("bold", "heuristic", weights={"turn": {"over_twenty": 1000, "wins": 2000}})]
    lines = trace(Setup(GAME, UNDER_TEST.components, UNDER_TEST.all_options({}), 2, players), 0)
    check_golden(HERE / "golden" / "trace-2.txt", "\n".join(lines) + "\n")


def test_holding_at_twenty_beats_random_play(tmp_path: Path) -> None:
    """100 games: a strategy that won half of them would win 70 or more once in 30,000 trials."""
    cell = played("pig", tmp_path, "players: 2\nstrategies: [hold_at_20, random]\n", 50)
    assert {row["name"]: row["win_share"][1] for row in cell["strategies"]}["hold_at_20"] > 0.7
