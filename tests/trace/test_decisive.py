"""The choices that decided a game, in games of which the truth is known."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from simcli.config import load_config
from simcli.engine.code import store
from simcli.engine.header import STOPPED
from simcli.trace.answer import heading
from simcli.trace.decisive import ALL_WON, FORCED, NO_COMPILER, NOT_ENDED, SAME, UNCLEAR, Decisive, decisive
from simcli.trace.trace import Played, Setup, trace

pytestmark = pytest.mark.usefixtures("planted_game")

WORTH = 300
"""Strength that paper adds, in hundredths: it wins 95 of 100 games where each of the three other choices wins 50."""
GOOD = 1 / (1 + math.exp(-WORTH / 100))
CONFIG = {
    "game": "plant",
    "players": 2,
    "strategies": ["random", "balanced"],
    "tables": {"fixed": ["random", "balanced"]},
    "deals": 100,
    "patch": {"plant": {"paper": {"value": WORTH}}},
}


def asked(deal: int, **over: object) -> tuple[Played, Decisive]:
    run = load_config({**CONFIG, **over})
    played = Played()
    for _ in trace(Setup.of(run, run.played_variants[0], run.players[0]), deal, played=played):
        pass
    return played, decisive(played)


def test_the_one_choice_that_decides_is_found_with_what_it_is_worth() -> None:
    """Exact: paper raises the chance from the mean of four choices; another choice raises that of the other seat. Intervals of 99.4 % in
    20 games: at most two miss (false alarm 2e-4)."""
    missed = 0
    anew = (GOOD + 3 * 0.5) / 4
    seen = set()
    for deal in range(20):
        played, found = asked(deal)
        text, winner = played.decisions[0].text, found.of[0]
        gain = (GOOD if text == "paper" else 0.5) - anew
        gain = gain if winner == 0 else -gain
        if gain > 0:
            (choice,) = found.choices
            assert choice.decided is played.decisions[0]
            missed += not choice.low <= gain <= choice.high
            seen.add(winner)
        else:
            assert (found.choices, found.why) == ((), UNCLEAR)
    assert seen == {0, 1}
    assert missed <= 2


def test_the_same_game_gives_the_same_figures() -> None:
    assert asked(3)[1].choices == asked(3)[1].choices


def test_players_without_noise_choose_the_same_again() -> None:
    assert asked(0, strategies=["balanced", "paper"], tables="mixed")[1].why == SAME


def test_no_choice_is_named_where_none_changes_anything() -> None:
    """Twenty games of equal choices: each names one by chance with at most one in twenty."""
    named = [bool(asked(deal, patch={})[1].choices) for deal in range(20)]
    assert sum(named) <= 4


def test_where_no_choice_is_looked_for_it_is_said_why(monkeypatch: pytest.MonkeyPatch) -> None:
    played, _ = asked(0)
    for changed, why in (
        ({"over": STOPPED}, NOT_ENDED),
        ({"decisions": []}, FORCED),
        ({"shares": (30, 30)}, ALL_WON),
    ):
        found = decisive(replace(played, **changed))  # type: ignore[arg-type]
        assert (found.choices, heading(found)) == ((), f"No choice that decided it is named: {why}.")
    monkeypatch.setattr(store, "JIT", False)
    assert decisive(played).why == NO_COMPILER


def test_a_search_is_played_on_by_what_it_tries_actions_with() -> None:
    run = load_config({"game": "guildes", "players": 3, "strategies": ["search", "balanced"], "deals": 10})
    played = Played()
    for _ in trace(Setup.of(run, run.played_variants[0], 3), 1, played=played):
        pass
    found = decisive(played)
    assert found.choices
    assert found.searches == ("search",)
    assert " and search without its search:" in heading(found)
