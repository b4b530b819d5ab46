"""What matchups say of a field, from counts made up for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from simcli.report.answer import Answer, sure_text
from simcli.stats.field_tally import FieldTally
from simcli.stats.summary import Tolerance
from simcli.studies.matchups.estimate import MatchupField, Matchups, summarise_matchups
from simcli.studies.matchups.words import answer, lines, mark
from simcli.tally_parts import DEAL_GROUPS, finish_index, n_finishes
from tests.report.limits import held
from tests.studies.test_answer_rows import faults_of

DEALS = 400
RUN = Matchups(
    game="pig",
    title="Pig",
    identity="0" * 64,
    seed=1,
    deals=DEALS,
    games=0,
    stopped_by="deals",
    tolerance=Tolerance(0.04, of_even=True),
    behaviour=1,
    options={},
    patch={},
)


def first_steps(players: int, y: np.ndarray, c: int) -> np.ndarray:
    """Steps of orders of which only the first is told: y / 60 of the c games of a deal are won by the plan that sits alone."""
    counts = np.zeros((DEAL_GROUPS, n_finishes(players)), np.int64)
    group = np.arange(len(y)) % DEAL_GROUPS
    np.add.at(counts, (group, finish_index(players, 1, players - 1, 1, 1)), y)
    np.add.at(counts, (group, finish_index(players, 1, players - 1, 0, 1)), 60 * c - y)
    return counts


def tally_of(advantage: Sequence[Sequence[float]], players: int = 3, same: Sequence[int] | None = None, noise: int = 1) -> FieldTally:
    """A field in which plan i wins `advantage[i][j]` more than an even share alone among plan j."""
    plans, deals = range(len(advantage)), DEALS
    names = tuple("abcdefgh"[i] for i in plans)
    shares, paired, finishes = {}, {}, {}
    for i in plans:
        for j in range(i + 1, len(advantage)):
            generator = np.random.default_rng([i, j])
            luck = generator.integers(-6, 7, deals)
            even = players * 60 // players
            middle = np.rint([even + players * 60 * advantage[one][other] for one, other in ((i, j), (j, i))]).astype(int)
            own, rival = (luck + middle[k] + generator.integers(-noise, noise + 1, deals) for k in range(2))
            if players == 2:
                rival = players * 60 - own
            for key, y in (((i, j), own), ((j, i), rival)):
                c = players
                shares[key] = [c * deals, int(y.sum()), c * c * deals, c * int(y.sum()), int((y * y).sum())]
                if (players > 2 or key == (i, j)) and (same is None or all(same[k] == k for k in key)):
                    finishes[key] = first_steps(players, y, c)
            paired[i, j] = [9 * deals, 3 * int(rival.sum()), 3 * int(own.sum()), int((own * rival).sum()), int((own != rival).sum())]
    return FieldTally("", players, names, same or list(plans), deals, players * deals, shares, paired, finishes)


def field(advantage: Sequence[Sequence[float]], *, players: int = 3, same: Sequence[int] | None = None, noise: int = 1) -> MatchupField:
    """What is said of such a field."""
    return _field(tuple(map(tuple, advantage)), players, None if same is None else tuple(same), noise)


@cache
def _field(*asked: Any) -> MatchupField:
    return summarise_matchups(RUN, [tally_of(*asked)]).fields[0]


def test_a_cycle_is_named_and_no_plan_beats_all() -> None:
    made = field([[0, 0.1, -0.1], [-0.1, 0, 0.1], [0.1, -0.1, 0]])
    assert made.cycles == (("a", "b", "c"),)
    assert made.beats_all is None
    assert made.dominations == ()
    assert made.rating("a").beats == ("b",)
    assert made.rating("a").beaten_by == ("c",)
    assert [round(row.lottery.known, 1) for row in made.ratings] == [0.3, 0.3, 0.3]
    told = [line.text for line in lines(made, "simcli matchups CONFIG")]
    assert told[0] == (
        "3.0 of 3 plans are worth playing [3.0, 3.0]: the mix of plans that nobody gains on is as varied as 3.0 equally good ones "
        "(a lead of up to 1.33 points counts as even)."
    )
    assert told[1] == "A cycle: a beats b, b beats c, c beats a."
    assert told[2].startswith("No plan gains on the mix ")
    assert (made.lottery_plans.known, made.plans) == (3.0, 3)
    assert [round(row.strength.known, 2) for row in made.ratings] == [0.33, 0.33, 0.33]


def test_a_plan_that_beats_all_has_all_the_weight_and_dominates() -> None:
    made = field([[0, 0.1, 0.2], [-0.1, 0, 0.1], [-0.2, -0.1, 0]])
    assert made.beats_all == "a"
    assert made.cycles == ()
    assert made.dominations == (("a", "b"), ("a", "c"), ("b", "c"))
    assert made.rating("a").lottery == (1.0, 1.0, 1.0)
    assert made.viable_plans == (1.0, 1.0, 1.0)
    assert lines(made, "")[0].text.startswith("1.0 of 3 plans is worth playing [1.0, 1.0]: a beats every other by more than the tolerance")
    assert made.rating("c").against_lottery.known == pytest.approx(-0.2, abs=0.01)
    assert mark(made, "a", "c") == "+"
    assert mark(made, "c", "a") == "−"


LOPSIDED = [[0, 0.4, 0.05], [0.2, 0, 0.25], [-0.3, 0.25, 0]]
"""With three players a is ahead of b and by more of c than b is, and yet b among c wins more than a does, and more than an even share
among a; it is ahead of nobody."""


def test_signs_are_those_of_the_printed_figure_and_each_pair_has_two_facts() -> None:
    made = field(LOPSIDED)
    (pair,) = [row for row in made.pairings if (row.one, row.other) == ("a", "b")]
    assert (pair.test.verdict, pair.invades, pair.resists) == ("more", "more", "less")
    for (one, other), row in made.by_pair.items():
        assert mark(made, one, other) == ("+" if row.win_share.known > made.even_share else "−"), (one, other)
    assert mark(made, "b", "a") == "+"  # it is behind a, and alone among a it wins 53 %
    assert (made.rating("a").invades, made.rating("a").resists) == (("b", "c"), ("c",))
    assert (made.rating("b").invades, made.rating("b").resists, made.rating("b").beats) == (("a", "c"), (), ())
    told = [line.text for line in lines(made, "")]
    facts = (
        "a invades 2 of 2 (alone among 2 of them it wins more than an even share) and resists 1 of 2 (alone among 2 of it they win less)."
    )
    assert facts in told
    assert "`simcli run` may name another champion: there several plans share a table, here every game has two." in told


def test_a_plan_is_dominated_only_where_it_is_worse_in_both() -> None:
    made = field(LOPSIDED)
    a, b = (made.rating(name) for name in "ab")
    assert b.strategy in a.beats
    assert made.dominations == (("a", "c"),)
    worse = field([[0, 0.4, 0.3], [-0.2, 0, 0.25], [-0.3, 0.25, 0]])
    assert ("a", "b") in worse.dominations
    assert "b is dominated by a: beaten, and worse among every third plan and against each that comes alone, for certain." in [
        line.text for line in lines(worse, "")
    ]


def test_with_two_players_both_facts_are_the_pair_and_another_champion_is_named_with_the_reason() -> None:
    made = field([[0, 0.01, 0.01], [-0.01, 0, 0.4], [-0.01, -0.4, 0]], players=2)
    for row in made.pairings:
        assert row.invades == row.resists == row.test.verdict
    assert all(row.test.verdict == pair.test.verdict for pair in made.pairings for row in [made.by_pair[pair.one, pair.other]])
    told = [line.text for line in lines(made, "")]
    assert any(text.startswith("`simcli run` may name b: it wins most on average (") for text in told)
    assert not any("invades" in text for text in told)


def test_a_plan_that_wins_is_not_dominant_where_another_wins_more_against_a_third() -> None:
    made = field([[0, 0.1, 0.1], [-0.1, 0, 0.2], [-0.1, -0.2, 0]])
    assert made.beats_all == "a"
    assert ("a", "b") not in made.dominations


def test_with_two_players_the_advantage_is_the_share_less_one_half() -> None:
    made = field([[0, 0.1], [-0.1, 0]], players=2)
    (pair,) = made.pairings
    share = made.by_pair["a", "b"].win_share
    assert pair.advantage.known == pytest.approx(share.known - 0.5, abs=1e-9)
    assert made.by_pair["b", "a"].win_share.known == pytest.approx(1 - share.known, abs=1e-9)
    assert pair.test.verdict == "more"
    assert (pair.advantage.low, pair.advantage.high) == pytest.approx((share.low - 0.5, share.high - 0.5))  # type: ignore[operator]


def test_what_both_line_ups_have_in_common_is_taken_off() -> None:
    made = field([[0, 0.02], [-0.02, 0]])
    (pair,) = made.pairings
    shares = [made.by_pair[names].win_share for names in (("a", "b"), ("b", "a"))]
    assert pair.advantage.known == pytest.approx((shares[0].known - shares[1].known) / 2, abs=1e-9)
    assert pair.advantage.half_width is not None
    assert shares[0].half_width is not None
    assert pair.advantage.half_width < 0.3 * shares[0].half_width  # most of the luck of a deal is the same in both


def test_a_copy_shares_the_weight_and_changes_no_other_rating_but_the_mean() -> None:
    alone = field([[0, 0.1, -0.1], [-0.1, 0, 0.1], [0.1, -0.1, 0]])
    made = field([[0, 0.1, -0.1, 0], [-0.1, 0, 0.1, 0], [0.1, -0.1, 0, 0], [0, 0, 0, 0]], same=[0, 1, 2, 0])
    assert made.rating("a").lottery.known + made.rating("d").lottery.known == pytest.approx(alone.rating("a").lottery.known, abs=1e-4)
    for name in "bc":
        assert made.rating(name).lottery == pytest.approx(alone.rating(name).lottery, abs=1e-4)
        assert made.rating(name).against_lottery == pytest.approx(alone.rating(name).against_lottery, abs=1e-4)
        assert made.rating(name).mean_share != alone.rating(name).mean_share
    assert (made.plans, made.viable_plans) == (alone.plans, alone.viable_plans)
    assert [row.strength for row in made.ratings] == [*(row.strength for row in alone.ratings), alone.rating("a").strength]
    assert made.rating("a").beats == ("b",)
    assert made.rating("c").beats == ("a", "d")
    pair = next(row for row in made.pairings if (row.one, row.other) == ("a", "d"))
    assert pair.same_plan
    assert pair.advantage == (0.0, 0.0, 0.0)
    turned = next(row for row in made.pairings if (row.one, row.other) == ("b", "d"))
    assert turned.test.verdict == "less"
    assert mark(made, "a", "d") == "="


def test_nothing_is_said_before_anything_is_played() -> None:
    tally = FieldTally("", 3, ("a", "b"), [0, 1], 0, 0, {pair: [0] * 5 for pair in ((0, 1), (1, 0))}, {(0, 1): [0] * 5}, {})
    made = summarise_matchups(RUN, [tally])
    assert held(answer(made, "simcli matchups my.yaml")) == Answer("No matchups were played.")
    assert made.fields[0].rating("a").lottery == (None, None, None)
    assert lines(made.fields[0], "") == []


LEADS, CIRCLE = [[0, 0.1, 0.2], [-0.1, 0, 0.1], [-0.2, -0.1, 0]], [[0, 0.2, -0.1], [-0.2, 0, 0.1], [0.1, -0.1, 0]]
THIRD = [[0, -0.1, -0.2], [0.1, 0, -0.1], [0.2, 0.1, 0]]
LEVEL = [[0, 0.0001, 0.1], [-0.0001, 0, 0.1], [-0.1, -0.1, 0]]


@pytest.mark.parametrize(
    ("made", "claim"),
    [
        (lambda: (field([[0, 0.1], [-0.1, 0]]),), "a beats b."),
        (lambda: (field(LEADS),), "a beats every other plan."),
        (lambda: (field(LEADS), replace(field(LEADS), players=4)), "a beats every other plan at every table."),
        (lambda: (field(LEADS), replace(field(CIRCLE), players=4)), "a beats every other plan with three players."),
        (lambda: (field(LEADS), replace(field(THIRD), players=4)), "a beats every other plan with three players; c elsewhere."),
        (lambda: (field(CIRCLE),), "No plan beats all others; the hardest to beat is c."),
        (lambda: (field(LEVEL),), "No plan beats all others; the hardest to beat so far is a."),
        (
            lambda: (field([[0, 0, 0.1], [0, 0, 0.1], [-0.1, -0.1, 0]], same=[0, 0, 2]),),
            "No plan beats all others; among the hardest to beat so far is a.",
        ),
        (
            lambda: (field(CIRCLE), replace(field(THIRD), players=4, beats_all=None)),
            "No plan is certain to beat all others; the hardest to beat is c.",
        ),
        (
            lambda: (replace(field(LEADS), variant="x"), replace(field(LEADS), variant="y")),
            "a beats every other plan in every variant.",
        ),
        (
            lambda: (replace(field(LEADS), variant="x"), replace(field(CIRCLE), variant="y")),
            "a beats every other plan in some variants.",
        ),
    ],
)
def test_the_claim_says_whether_a_plan_beats_all_others(made: Callable[[], tuple[MatchupField, ...]], claim: str) -> None:
    fields = made()
    said = held(answer(Matchups(**{**vars(RUN), "fields": fields})))
    assert (said.claim, said.next) == (claim, "")
    assert list(faults_of(said)) == []
    assert [row.players for row in said.rows] == [one.players for one in fields for _ in one.ratings] or len(fields) > 1
    assert said.sure == sure_text([row.test for row in said.rows], "plan")
    assert said.rows[0].subject in said.claim


def test_what_is_unclear_is_not_claimed() -> None:
    """A lead far below the noise: no plan beats the other for certain, nor is it certain that none does."""
    made = Matchups(**{**vars(RUN), "fields": (field([[0, 0.02], [-0.02, 0]], noise=300),)})
    (pair,) = made.fields[0].pairings
    assert pair.test.verdict == "not yet known"
    said = held(answer(made, "simcli matchups my.yaml"))
    assert said.claim.startswith("No plan is certain to beat all others; ")
    assert " so far is " in said.claim
    assert said.sure.startswith("Both plans are unclear; ")
    assert said.next in ("", f"simcli matchups my.yaml --deals {pair.test.deals_90}")


def test_open_pairs_are_counted_with_the_command_that_may_settle_them() -> None:
    made = field([[0, 0.003, 0.1], [-0.003, 0, 0.1], [-0.1, -0.1, 0]], noise=100)
    (pair,) = [row for row in made.pairings if row.test.verdict == "not yet known"]
    told = lines(made, "simcli matchups my.yaml")[-1]
    assert told.tone == "unknown"
    soon = pair.test.deals_50
    assert told.text == f"1 of 3 pairs is unclear. {soon:,} deals in all may settle it: simcli matchups my.yaml --deals {soon}."


def test_a_variant_is_compared_with_the_base_by_the_plans_worth_playing() -> None:
    cycle, row = ([[0, 0.1, -0.1], [-0.1, 0, 0.1], [0.1, -0.1, 0]], [[0, 0.1, 0.2], [-0.1, 0, 0.1], [-0.2, -0.1, 0]])
    tallies = [replace(tally_of(advantage), variant=name) for advantage, name in ((cycle, "old"), (row, "new"))]
    old, new = summarise_matchups(RUN, tallies, "old").fields
    assert (old.base, old.viable_change) == (None, None)
    assert (new.base, new.viable_change) == ("old", (-2.0, -2.0, -2.0))
    assert lines(new, "")[1].text == "That is fewer than in old: −2.0 [−2.0, −2.0]."
    twice = [replace(tallies[0], variant=name) for name in ("old", "new")]
    assert lines(summarise_matchups(RUN, twice, "old").fields[1], "")[1].text == "That is as many as in old."
