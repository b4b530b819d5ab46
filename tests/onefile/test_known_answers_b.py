"""Can't Stop, Love Letter and a drafting game come out as is known of them: who is better than whom, and what a changed card does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import simcli
from simcli.games.onefile.find import load
from simcli.testing.playthrough import Case, Playthrough

GAMES = Path(__file__).parents[2] / "docs/examples/games"


def played(name: str, strategies: Sequence[str], players: int, **more: Any) -> Any:
    """A run of a game in one file."""
    config = {"game": str(GAMES / f"{name}.py"), "players": players, "strategies": list(strategies), "deals": 500, "seed": 7} | more
    return simcli.simulate(config)


def interval(table: Any, key: str, of: object, figure: str = "win_share") -> tuple[float, float]:
    """Where a figure of a row lies."""
    row = table[table[key] == of].iloc[0]
    return float(row[f"{figure}_low"]), float(row[f"{figure}_high"])


def duel(name: str, one: str, other: str, **more: Any) -> tuple[float, float]:
    """How often one plan wins against another, each first in half of the games."""
    return interval(played(name, [one, other], 2, **more).strategies, "strategy", one)


def test_who_stops_at_28_beats_who_never_stops_and_who_stops_at_once() -> None:
    assert duel("cant_stop", "rule_of_28", "never_stop")[0] > 0.85
    assert duel("cant_stop", "rule_of_28", "stop_after_one")[0] > 0.9
    assert duel("cant_stop", "rule_of_28", "random")[0] > 0.8


def test_a_turn_that_ends_with_the_first_roll_is_better_than_one_that_never_ends() -> None:
    assert duel("cant_stop", "stop_after_one", "never_stop")[0] > 0.5


def test_it_is_good_to_begin_in_cant_stop() -> None:
    seats = played("cant_stop", ["rule_of_28"], 2, deals=5000).seats
    assert interval(seats, "seat", 1)[0] > 0.5


def test_the_princess_is_never_worth_playing() -> None:
    """Nothing else is weighed by no_princess; who plays her is out."""
    run = played("love_letter", ["no_princess", "random"], 2, deals=2000, patch={"setup": {"tokens": 0}})
    assert interval(run.strategies, "strategy", "no_princess")[0] > 0.5
    assert interval(run.items, "item", "princess", "win_share_if_held")[1] < 0.01


def test_who_is_dealt_the_princess_wins_more_often_than_who_is_dealt_a_guard() -> None:
    """In one round among players who keep the higher card."""
    items = played("love_letter", ["keep_high"], 3, deals=2000, patch={"setup": {"tokens": 0}}).items
    low, high = (interval(items, "item", item, "win_share_if_offered") for item in ("princess", "guard"))
    assert low[0] > high[1]
    assert low[0] > 0.4


def test_the_lower_card_is_the_one_to_play() -> None:
    assert duel("love_letter", "keep_high", "play_high")[0] > 0.7
    assert duel("love_letter", "detective", "random")[0] > 0.9


def test_no_seat_of_a_draft_wins_more_than_an_even_share() -> None:
    """All pick at once, also where the last to be asked could see more: greedy looks at points after all have picked."""
    for plan, players in (("diner", 4), ("greedy", 2)):
        seats = played("drafting", [plan], players, deals=3000).seats
        assert all(low < 1 / players < high for low, high in (interval(seats, "seat", seat) for seat in range(1, players + 1)))


def test_who_weighs_cards_beats_who_takes_what_scores_at_once() -> None:
    assert duel("drafting", "diner", "hungry")[0] > 0.6
    assert duel("drafting", "hungry", "random")[0] > 0.6
    assert duel("drafting", "greedy", "random")[0] > 0.6


def test_a_patch_of_a_row_of_the_csv_file_reaches_the_plan_that_lives_by_it() -> None:
    """Tempura at 0, 5 (as the file has it) and 15 points a pair."""
    worthless, printed, rich = (
        duel("drafting", "tempura", "hungry", patch={"cards": {"tempura": {"points": points}}}) for points in (0, 5, 15)
    )
    assert worthless[1] < printed[0]
    assert printed[1] < rich[0]
    assert rich[0] > 0.5


def test_short_columns_of_the_csv_file_help_who_stops_at_once() -> None:
    """Columns of one step are won by a single roll."""
    short = {"columns": {column: {"steps": 1} for column in ("five", "six", "seven", "eight", "nine")}}
    printed, changed = (duel("cant_stop", "stop_after_one", "rule_of_28", patch=patch) for patch in ({}, short))
    assert printed[1] < 0.05
    assert changed[0] > 0.1


def test_big_money_takes_some_eighteen_turns_and_needs_silver() -> None:
    """Of Dominion without kingdom cards it is known that two who buy silver, gold and provinces take 17 to 19 turns."""
    assert duel("treasures", "big_money", "never_silver")[0] > 0.8
    assert duel("treasures", "big_money", "random")[0] > 0.95
    (cell,) = played("treasures", ["big_money"], 2, tables="mirror").results.cells
    assert 17.0 < cell.rounds_mean.known < 19.0


def test_who_buys_nothing_holds_the_deck_it_began_with() -> None:
    (cell,) = played("treasures", ["never_silver"], 2, tables="mirror", deals=20).results.cells
    assert {item.item: item.held for item in cell.items if item.held} == {"copper": 7.0, "estate": 3.0}


def test_no_card_is_lost_while_decks_are_shuffled() -> None:
    table = Playthrough(Case(load(GAMES / "treasures.py"), 3))

    def cards() -> int:
        s = table.s
        return int(sum(s[name].sum() for name in ("supply", "hand", "discard")) + (s["deck"][:, 1] - s["deck"][:, 0]).sum())

    assert {cards() for _ in table.walk(0)} == {60 + 40 + 30 + 3 * 12 + 3 * 3}
