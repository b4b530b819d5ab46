"""What is said of a search for weights."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from simcli.stats.measured import FieldMember
from simcli.stats.records import Tolerance
from simcli.stats.summary import Interval
from simcli.studies.tune.estimate import Against, SearchStep, Tune, against
from simcli.studies.tune.words import answer, pedigree, view
from tests.report.limits import held
from tests.studies.test_answer_rows import faults_of


def row(low: float, high: float, players: int = 4) -> Against:
    gain = Interval(low, (low + high) / 2, high)
    shares = {"before": Interval(None, 0.25, None), "after": Interval(0.3, 0.31, 0.32)}
    return Against(players=players, even_share=1 / players, deals=100, gain=gain, few_wins=False, **shares)


def found(*rows: Against, shares: Any = ()) -> Tune:
    steps = tuple(SearchStep(generation=k, games=10 * k, share=share) for k, share in enumerate(shares, 1))
    return Tune(
        game="pig",
        title="Pig",
        identity="",
        start="bad",
        seed=1,
        tolerance=Tolerance(0.04, of_even=True),
        searched=5,
        kept=(),
        temperature=False,
        candidates=8,
        deals=32,
        own_deals=0,
        generations=len(steps),
        games=10 * len(steps),
        habits=(),
        weights={},
        temperature_found=0.0,
        command="simcli tune pig",
        field=(FieldMember(strategy="hold_at_20", share=0.75), FieldMember(strategy="random", share=0.25)),
        against=rows,
        steps=steps,
    )


FLAT = [0.4, 0.42, 0.41, 0.39] * 5


@pytest.mark.parametrize(
    ("rows", "claim", "sure", "next_one"),
    [
        (
            [row(0.01, 0.03)],
            "Yes, bad tuned is better: it wins 31 % instead of 25 % against these players.",
            "The result is certain on 100 fresh deals.",
            "",
        ),
        (
            [row(-0.01, 0.03)],
            "It is unclear whether bad tuned is better than bad against these players.",
            "The result is unclear on 100 fresh deals; more of them, or a longer search, would tell.",
            "simcli tune pig",
        ),
        (
            [row(0.01, 0.03, 2), row(-0.01, 0.03, 3)],
            "Yes, bad tuned is better with two players: it wins 31 % instead of 25 % against these players.",
            "1 of 2 results is certain on 100 fresh deals; more of them, or a longer search, would tell.",
            "simcli tune pig",
        ),
        (
            [row(0.01, 0.03, 2), row(0.02, 0.04, 3)],
            "Yes, bad tuned is better at every table: it wins 31 % instead of 25 % against these players with three players.",
            "2 of 2 results are certain on 100 fresh deals.",
            "",
        ),
        (
            [row(0.01, 0.03, 2), row(-0.03, -0.01, 4)],
            "Only at some tables: bad tuned is better with two players, worse with four players.",
            "2 of 2 results are certain on 100 fresh deals.",
            "",
        ),
        (
            [row(-0.05, -0.03, 2), row(-0.03, -0.01, 4)],
            "No better plan was found in 200 games; bad tuned is worse than bad.",
            "2 of 2 results are certain on 100 fresh deals.",
            "",
        ),
    ],
)
def test_what_is_certain_is_said_for_each_number_of_players(rows: list[Against], claim: str, sure: str, next_one: str) -> None:
    said = held(answer(found(*rows, shares=FLAT)))
    assert (said.claim, said.sure, said.next, said.because) == (claim, sure, next_one, ())
    assert list(faults_of(said, ["bad tuned", "bad"])) == []
    assert {row.players for row in said.rows} == {row.players for row in rows}


def test_a_share_that_is_the_same_in_every_deal_has_no_interval() -> None:
    (line,) = view(found(row(0.05, 0.07), shares=FLAT)).rows
    assert line == ("4", "25.0 %", "–", "31.0 %", "[30.0, 32.0]", "+6.0", "[+5.0, +7.0]", "100")
    assert "4 players, 100 fresh deals: 25.0 % before, 31.0 % [30.0, 32.0] after" in "\n".join(pedigree(found(row(0.05, 0.07))))


def test_a_search_that_still_gains_beyond_the_noise_of_its_generations_says_so() -> None:
    rng = np.random.default_rng(1)

    def because(shares: Any) -> tuple[str, ...]:
        return tuple(held(answer(found(row(0.1, 0.2), shares=shares))).because)

    assert because(FLAT) == because([0.4, 0.4, 0.4, 0.4, 0.2, 0.6, 0.25, 0.65]) == ()
    rising = because((np.linspace(0.2, 0.6, 40) + rng.normal(0, 0.01, 40)).tolist())
    assert rising == ("The search was still gaining when it ended: a longer one may find more.",)
    assert because([0.3, 0.4]) == ("The search had few generations: a longer one may find more.",)


def test_few_wins_are_said() -> None:
    few = replace(row(0.1, 0.2), few_wins=True)
    assert held(answer(found(few, shares=FLAT))).because == ("One of the two wins so few games that its interval is wide.",)


def test_gains_are_taken_deal_by_deal() -> None:
    """With two players: of 400 deals the tuned one wins one game more in every second, whatever else happens."""
    before = np.array([0, 60, 60, 0] * 100, np.int64)
    after = before + np.array([60, 0] * 200, np.int64)
    made = against(2, before, after)
    assert made.gain.known == pytest.approx(0.25)
    assert made.gain.half_width == pytest.approx(1.96 * 0.25 / 20, rel=0.01)
    assert (made.before.known, made.after.known) == (pytest.approx(0.25), pytest.approx(0.5))
