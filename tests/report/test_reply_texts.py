"""How far players can be beaten, in words: what is certain, what is open, what to do next."""

from __future__ import annotations

from dataclasses import replace

import pytest

from simcli.game import Beaten
from simcli.stats.bounds import Interval
from simcli.stats.measured import CARE, OPEN, USE, ReplyResult, ReplyShare
from simcli.studies.reply import words as reply_texts

FOUR = ReplyShare(
    players=4, even_share=0.25, deals=2000, win_share=Interval(0.59, 0.612, 0.634), few_wins=False, gain=Interval(0.34, 0.362, 0.384)
)
FOUND = ReplyResult(
    start="denier",
    tuned=True,
    searched=30,
    generations=36,
    games=58_752,
    against="balanced in all other seats",
    shares=(FOUR,),
    trust=CARE,
    identity="x",
)
LONGER = "simcli tune guildes --budget 1000000"


def test_a_gain_beyond_the_limit_is_told_with_its_interval_as_a_lower_bound() -> None:
    assert reply_texts.sentence(FOUND) == (
        "A player tuned for 58,752 games against these players wins 61.2 % [59.0, 63.4] (an even share is 25 %); a longer search may find "
        "one that wins more. That is more than 15 points above even: read the verdicts here with care, since better players may turn them "
        "over."
    )


def test_each_number_of_players_and_the_variant_are_named() -> None:
    two = ReplyShare(players=2, even_share=0.5, deals=9, win_share=Interval(0.4, 0.55, 0.7), few_wins=True, gain=Interval(-0.1, 0.05, 0.2))
    text = reply_texts.sentence(replace(FOUND, shares=(two, FOUR), trust=OPEN, variant="events"))
    assert text.startswith(
        "A player tuned for 58,752 games under the rules of events against these players wins 55.0 % [40.0, 70.0] (few wins) with 2 "
        "players (an even share is 50 %) and 61.2 % [59.0, 63.4] with 4 players (an even share is 25 %);"
    )
    assert text.endswith("Whether that is more than 15 points above even is open: read the verdicts here with care.")


def test_a_search_that_finds_nothing_says_so_and_that_it_says_little() -> None:
    row = replace(FOUR, win_share=Interval(0.29, 0.3, 0.31), gain=Interval(0.04, 0.05, 0.06))
    text = reply_texts.sentence(replace(FOUND, tuned=False, shares=(row,), trust=USE))
    assert text.startswith("A search of 58,752 games found no player that wins more against these players than denier, which wins 30.0 %")
    assert text.endswith("but a search that finds nothing better than a known plan says little of the players.")
    even = replace(FOUR, win_share=Interval(None, 0.25, None), gain=Interval(None, 0.0, None))
    text = reply_texts.sentence(replace(FOUND, tuned=False, shares=(even,), trust=USE))
    assert text.startswith("A search of 58,752 games found no player that wins more than an even share against these players. That is not")


def test_a_small_gain_lets_verdicts_be_used_as_far_as_the_search_can_tell() -> None:
    row = replace(FOUR, win_share=Interval(0.29, 0.3, 0.31), gain=Interval(0.04, 0.05, 0.06))
    text = reply_texts.sentence(replace(FOUND, shares=(row,), trust=USE))
    assert text.endswith("That is not more than 15 points above even: as far as such a search can tell, the verdicts here are to be used.")


@pytest.mark.parametrize(
    ("trust", "has_league", "says"),
    [
        (CARE, True, "The same question of stronger players: `strategies: {field: league}`, without `tables`. A longer search"),
        (OPEN, False, "Stronger players to ask the same of: `simcli league guildes --players 4` makes a field of them. A longer search"),
        (USE, True, f"A longer search for such a player: `{LONGER}`."),
    ],
)
def test_the_next_step_is_named(trust: str, has_league: bool, says: str) -> None:
    found = replace(FOUND, trust=trust)  # type: ignore[arg-type]
    assert reply_texts.next_step(found, "guildes", LONGER, has_league).startswith(says)


def test_what_is_known_of_shipped_plans_is_told_with_its_interval_and_where_it_is_from() -> None:
    assert reply_texts.known(Beaten(4, 0.454, 0.434, 0.474, "balanced", "docs/plans.md")) == (
        "With 4 players a tuned player is known to win 45.4 % [43.4, 47.4] among copies of balanced, where 25 % is even (docs/plans.md). "
        "Read the verdicts here with care."
    )
