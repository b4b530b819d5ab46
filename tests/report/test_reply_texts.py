"""How far players can be beaten, in words: what is certain, what is open, what to do next."""

from __future__ import annotations

from dataclasses import replace

import pytest

from simcli.game import Beaten
from simcli.report.answer import Answer
from simcli.stats.bounds import Interval
from simcli.stats.measured import CARE, OPEN, USE, ReplyResult, ReplyShare
from simcli.studies.reply import words as reply_texts
from tests.report.limits import held

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


TWO = ReplyShare(players=2, even_share=0.5, deals=9, win_share=Interval(0.4, 0.55, 0.7), few_wins=True, gain=Interval(-0.1, 0.05, 0.2))
SMALL = replace(FOUR, win_share=Interval(0.29, 0.3, 0.31), gain=Interval(0.04, 0.05, 0.06))
EVEN = replace(FOUR, win_share=Interval(None, 0.25, None), gain=Interval(None, 0.0, None))


@pytest.mark.parametrize(
    ("found", "says"),
    [
        (FOUND, "Players: a tuned player wins at least 59 % instead of 25 % against these; better play may change verdicts."),
        (
            replace(FOUND, shares=(TWO, FOUR), trust=OPEN, variant="events"),
            "Players: a tuned player wins at least 59 % instead of 25 % against these in events with four players; "
            "better play may change verdicts.",
        ),
        (
            replace(FOUND, shares=(SMALL,), trust=USE),
            "Players: a tuned player wins 30 % instead of 25 % against these; verdicts can be used as far as such a search shows.",
        ),
        (
            replace(FOUND, tuned=False, shares=(SMALL,), trust=USE),
            "Players: denier wins 30 % instead of 25 % against these, and no search found better; that says little of better ones.",
        ),
        (
            replace(FOUND, tuned=False, trust=CARE),
            "Players: denier wins at least 59 % instead of 25 % against these, and no search found better; "
            "better play may change verdicts.",
        ),
        (
            replace(FOUND, tuned=False, shares=(EVEN,), trust=USE),
            "Players: no search found one that wins more than an even share against these, which says little of better ones.",
        ),
    ],
)
def test_what_the_best_player_found_wins_and_what_that_means(found: ReplyResult, says: str) -> None:
    assert held(Answer(reply_texts.sentence(found))).claim == says


def test_the_table_has_the_intervals_of_each_number_of_players() -> None:
    rows = reply_texts.view(replace(FOUND, shares=(TWO, FOUR))).rows
    assert rows[0] == ("2 players", "55.0 %", "[40.0, 70.0]", "50 %", "+5.0", "[−10.0, +20.0]", "9")
    assert rows[1] == ("4 players", "61.2 %", "[59.0, 63.4]", "25 %", "+36.2", "[+34.0, +38.4]", "2,000")


@pytest.mark.parametrize(
    ("trust", "has_league", "says"),
    [
        (CARE, True, "Stronger players: `strategies: {field: league}`, without `tables`."),
        (OPEN, False, "Stronger players: `simcli league guildes --players 4`."),
        (USE, True, f"A longer search: `{LONGER}`."),
    ],
)
def test_the_next_step_is_named(trust: str, has_league: bool, says: str) -> None:
    found = replace(FOUND, trust=trust)  # type: ignore[arg-type]
    assert reply_texts.next_step(found, "guildes", LONGER, has_league) == says


def test_what_is_known_of_shipped_plans_is_said_with_where_it_is_from() -> None:
    text = reply_texts.known(Beaten(4, 0.454, 0.434, 0.474, "balanced", "docs/plans.md"))
    assert held(Answer(text)).claim == (
        "With four players a tuned player wins 45 % instead of 25 % against balanced; better play may change verdicts: see docs/plans.md."
    )
