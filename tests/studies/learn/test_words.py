"""What is said of a player that has learned."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from simcli.stats.measured import FieldMember
from simcli.stats.records import Tolerance
from simcli.stats.summary import Share
from simcli.stats.verdicts import LESS_OPEN, MORE_OPEN, UNKNOWN, Verdict
from simcli.studies.learn.estimate import Learn, LearnedAgainst, LearnedKind
from simcli.studies.learn.words import answer, pedigree, views
from tests.report.limits import held
from tests.studies.test_answer_rows import faults_of

COMMAND = "simcli learn pig --plan bad"


def row(share: float, rivals: str = "bad", players: int = 4, off: float = 0.02, deals: int = 2000) -> LearnedAgainst:
    even = 1 / players
    verdict: Verdict = MORE_OPEN if share - off > even else LESS_OPEN if share + off < even else UNKNOWN
    value = Share(share - off, share, share + off)
    return LearnedAgainst(rivals=rivals, players=players, even_share=even, deals=deals, share=value, verdict=verdict)


def found(*rows: LearnedAgainst, command: str = COMMAND) -> Learn:
    return Learn(
        lead=0.25,
        game="pig",
        title="Pig",
        identity="",
        seed=1,
        tolerance=Tolerance(0.04, of_even=True),
        plan="bad",
        field=(FieldMember(strategy="hold_at_20", share=1.0),),
        worlds=8,
        rounds=2,
        deals=1000,
        looked=8000,
        kinds=(
            LearnedKind(decision="turn", choices=7990, columns=9, trees=150),
            LearnedKind(decision="odd", choices=10, columns=0, trees=0),
        ),
        against=rows,
        command=command,
    )


CERTAIN = "The result is certain on 2,000 fresh deals."
MORE = "; more of them would tell."


@pytest.mark.parametrize(
    ("rows", "claim", "sure", "next_one"),
    [
        ([row(0.31)], "Yes, learned among bad wins 31.0 %, where 25 % is even.", CERTAIN, ""),
        ([row(0.2)], "No, learned among bad wins 20.0 %, where 25 % is even.", CERTAIN, ""),
        (
            [row(0.26)],
            "It is unclear whether learned among bad wins more than an even share.",
            f"The result is unclear on 2,000 fresh deals{MORE}",
            f"{COMMAND} --fresh 8000",
        ),
        (
            [row(0.31), row(0.1, "search-25", deals=100), row(0.26, "league")],
            "Yes, learned among bad wins 31.0 %, where 25 % is even.",
            f"2 of 3 results are certain on 2,000 fresh deals{MORE}",
            f"{COMMAND} --fresh 8000",
        ),
        (
            [row(0.6, players=2), row(0.31)],
            "Yes, at every table: learned among bad wins 60.0 % with two players, where 50 % is even.",
            "2 of 2 results are certain on 2,000 fresh deals.",
            "",
        ),
        (
            [row(0.51, players=2), row(0.31)],
            "Yes, learned among bad wins 31.0 % with four players, where 25 % is even.",
            f"1 of 2 results is certain on 2,000 fresh deals{MORE}",
            f"{COMMAND} --fresh 8000",
        ),
        (
            [row(0.6, players=2), row(0.2)],
            "Only at some tables: learned among bad is stronger with two players, weaker with four players.",
            "2 of 2 results are certain on 2,000 fresh deals.",
            "",
        ),
    ],
)
def test_what_it_wins_among_its_plan_is_said_first(rows: list[LearnedAgainst], claim: str, sure: str, next_one: str) -> None:
    said = held(answer(found(*rows)))
    assert (said.claim, said.sure, said.next) == (claim, sure, next_one)
    assert said.because == ("Choices made as bad makes them, of which nothing was learned: odd.",)
    assert list(faults_of(said, ["learned among bad", "learned among search-25", "learned among league", "bad"])) == []
    assert said.rows[0].subject == "learned among bad"


def test_a_command_with_fresh_deals_asks_for_more_of_them() -> None:
    assert answer(found(row(0.26, deals=50), command=f"{COMMAND} --fresh 50 --set options.a=on")).next == (
        f"{COMMAND} --set options.a=on --fresh 200"
    )


def test_its_file_says_where_it_comes_from_and_its_tables_hold_every_row() -> None:
    one = found(row(0.31), row(0.26, "league"))
    assert pedigree(one) == [
        "Learned in 2 rounds from a choice of each of 8,000 games, in 8 worlds an action; judges the favourites of bad.",
        "4 players, 2,000 fresh deals: wins 31.0 % [29.0, 33.0] among bad.",
        "4 players, 2,000 fresh deals: wins 26.0 % [24.0, 28.0] among league, unclear.",
        f"Again: {COMMAND}",
    ]
    wins, kinds = views(one)
    assert wins.rows == (
        ("bad", "4", "31.0 %", "[29.0, 33.0]", "25 %", "2,000", "stronger"),
        ("league", "4", "26.0 %", "[24.0, 28.0]", "25 %", "2,000", "unclear"),
    )
    assert kinds.rows == (("turn", "7,990", "9", "150"), ("odd", "10", "0", "0"))


def test_of_many_kinds_without_trees_a_few_are_named() -> None:
    kinds = tuple(LearnedKind(decision=f"kind_{k}", choices=9, columns=0, trees=0) for k in range(14))
    (said,) = held(answer(replace(found(row(0.31)), kinds=kinds))).because
    assert said.startswith("Choices made as bad makes them, of which nothing was learned: kind_0, kind_1, ")
    assert said.endswith(" more.")


def test_verdicts_are_known() -> None:
    assert {row(share).verdict for share in (0.1, 0.26, 0.4)} <= set(get_args(Verdict))
