"""Leagues of the toy game, whose games take microseconds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simcli.config import load_config
from simcli.engine.batch import RECORD_ENDED, RECORD_FIXED, RECORD_SHARE
from simcli.engine.header import ENDED, STOPPED
from simcli.errors import UserError
from simcli.game import SIXTIETHS
from simcli.report import formatting as fmt
from simcli.stats.bounds import Interval
from simcli.stats.ratings.equilibrium import tables_of
from simcli.studies.candidates import Candidates, won_of
from simcli.studies.league.estimate import Won, thousandths, weights_of
from simcli.studies.league.play import LeagueResult, league
from simcli.studies.league.question import ask
from simcli.studies.league.words import answer, reply_line
from tests.report.limits import held

pytestmark = pytest.mark.usefixtures("toy_game")
SMALL: dict[str, Any] = {"players": 2, "rounds": 2, "budget": "30000", "deals": 40}
BAD = 'game: pig\nidea: "Holds with nothing at risk."\ntemperature: 1\nweights: {turn: {over_twenty: -2, wins: -2, behind: 0.01}}\n'


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("timid.yaml").write_text(BAD, "utf-8")


def played(**more: Any) -> LeagueResult:
    return league("pig", ("timid.yaml", "random"), **SMALL | more)


def test_a_reply_that_gains_joins_and_takes_the_seats() -> None:
    found = played().results
    first = found.replies[0]
    assert first.is_added
    assert first.gain.known > 0.05
    assert first.gain.known == pytest.approx(first.share.known - 0.5, abs=1e-6)
    assert first.mix_share == 0.5
    assert [plan.strategy for plan in found.plans[:3]] == ["timid", "random", "reply_1"]
    assert sum(plan.weight.known for plan in found.plans) == pytest.approx(1.0, abs=1e-5)
    assert found.plans[0].weight.known < 0.05
    assert max(plan.against_mix for plan in found.plans) == pytest.approx(0.5, abs=1e-5)
    assert all(plan.weight.low <= plan.weight.known <= plan.weight.high for plan in found.plans if plan.weight.low is not None)


def test_it_ends_where_the_reply_gains_too_little() -> None:
    league = played(enough=0.5)
    found = league.results
    assert (found.is_settled, len(found.replies), len(found.plans)) == (True, 1, 2)
    assert held(league.answer).claim.startswith("Better play still beats these plans: a tuned player wins at least ")
    assert "more rounds" not in league.answer.sure


def test_it_says_that_it_did_not_end() -> None:
    league = played(rounds=1)
    found = league.results
    assert (found.is_settled, len(found.replies)) == (False, 1)
    said, reply = held(league.answer, names=["hold_at_20"]), found.replies[0]
    assert reply.gain.low is not None
    assert reply.gain.low > 0
    wins = fmt.instead(reply.share, Interval(None, reply.mix_share, None), least=True)
    assert said.claim == f"Better play still beats these plans: a tuned player wins {wins}."
    assert said.sure.endswith("; more rounds go on.")


def test_the_same_seed_makes_the_same_bytes_on_any_number_of_workers_resumed_or_not() -> None:
    played(out="straight", workers=1)
    played(out="resumed", workers=2, rounds=1)
    played(out="resumed", workers=2)
    first, second = (
        {p.name: p.read_bytes() for p in [Path(out, "league.json"), *Path(out, "field").iterdir()]} for out in ("straight", "resumed")
    )
    assert first == second
    played(out="other", seed=2)
    assert Path("other/league.json").read_bytes() != first["league.json"]


def test_a_search_that_lost_ground_is_not_told_as_what_an_adapting_player_wins() -> None:
    found = played(enough=0.5).results
    bad, start = Interval(0.08, 0.1, 0.12), Interval(0.46, 0.5, 0.54)
    worse = replace(found.replies[0], share=bad, start_share=start, gain=Interval(-0.42, -0.4, -0.38))
    told = held(answer(replace(found, replies=(worse,), is_settled=True)))
    vain = "Whether better play beats these plans is open: a search of"
    assert told.claim == f"{vain} {worse.games:,} games is not certain to have found any."
    assert "10" not in told.claim.replace(f"{worse.games:,}", "")
    unsure = replace(found.replies[0], is_added=True, gain=Interval(-0.01, 0.1, 0.2))
    assert held(answer(replace(found, replies=(unsure,), is_settled=False))).claim.startswith(vain)
    share = Interval(0.51, 0.52, 0.53)
    small = replace(found.replies[0], is_added=False, share=share, gain=Interval(0.01, 0.02, 0.03), start_share=start, mix_share=0.5)
    settled = held(answer(replace(found, replies=(small,), is_settled=True)))
    assert settled.claim == "Better play still beats these plans: a tuned player wins at least 51 % instead of 50 %."
    alone = held(answer(replace(found, replies=(), is_settled=False)))
    assert alone.sure == "How far better play beats them was not searched."
    assert reply_line(worse).endswith("wins 10.0 % [8.0, 12.0], no more than timid, which wins 50.0 % [46.0, 54.0]: nothing joins")


def test_a_table_gives_each_plan_what_its_seats_win() -> None:
    question = ask("pig", ("timid.yaml", "random"), players=2).first
    games = Candidates(question.run, question.field)
    both, alone = games.seats((0, 1), 0, 30), games.seats((1, 1), 0, 30)
    assert both[:, 0].tolist() == [60, 60]
    assert both[:, 1].sum() == 60 * SIXTIETHS
    assert alone.tolist() == [[0, 0], [120, 60 * SIXTIETHS]]
    assert np.array_equal(both, games.seats((0, 1), 0, 10) + games.seats((0, 1), 10, 20))


def test_what_a_stall_rule_ends_is_lost_by_all() -> None:
    rows = np.zeros((2, RECORD_FIXED), np.int64)
    rows[:, RECORD_SHARE] = 30
    rows[:, RECORD_ENDED] = ENDED, STOPPED
    assert won_of(rows).tolist() == [30, 0]


def test_its_field_is_played_by_a_config() -> None:
    found = played(out="made")
    run = load_config({"game": "pig", "players": 2, "strategies": {"field": "made/field"}, "deals": 10})
    weights = {plan.strategy: plan.weight.known for plan in found.results.plans if plan.weight.known > 0.0005}
    shares = run.drawn_shares.get(2, (1.0,))  # one plan alone draws no seats
    assert dict(zip([s.name for s in run.strategies], shares, strict=True)) == pytest.approx(weights, abs=0.001)
    by_name = {plan.name: plan for plan in found.plans}
    assert all((s.weights, s.temperature) == (by_name[s.name].weights, by_name[s.name].temperature) for s in run.strategies)
    assert run.warnings == ()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"deals": 30}, r"--deals 30: expected a multiple of 20, the blocks its intervals are made from \(say 40\)"),
        ({"players": 1}, "--players 1: found 1, expected 2 to "),
        ({"rounds": 200}, "--field: 202 plans make 20,503 line-ups of 2, expected at most 5,000"),
        ({"budget": "10"}, "--budget 10: 10 games are less than one generation"),
        ({"sets": ["strategies=[random]"]}, "a search has no 'strategies' to be set"),
    ],
)
def test_what_cannot_be_asked_is_refused(more: dict[str, Any], said: str) -> None:
    with pytest.raises(UserError, match=said):
        played(**more, out="never")
    assert not Path("never/league.json").exists()


def test_plans_without_weights_and_of_one_name_are_refused() -> None:
    with pytest.raises(UserError, match="none of these plans has weights that a search can begin with"):
        ask("pig", ("random",), players=2)
    Path("more").mkdir()
    Path("more/timid.yaml").write_text(Path("timid.yaml").read_text("utf-8"), "utf-8")
    with pytest.raises(UserError, match="two plans are called timid"):
        ask("pig", ("timid.yaml", "more/timid.yaml"), players=2)


def test_weights_in_a_file_sum_to_one() -> None:
    assert thousandths([1 / 3, 1 / 3, 1 / 3]) == [334, 333, 333]
    assert thousandths([0.9996, 0.0004]) == [1000, 0]
    assert sum(thousandths(np.random.default_rng(3).dirichlet(np.ones(9)))) == 1000


@pytest.mark.parametrize("seeds", [8, pytest.param(40, marks=pytest.mark.soak)])
def test_intervals_of_weights_hold_the_known_mix(seeds: int) -> None:
    """A lopsided rock, paper, scissors whose wins are counted with noise: intervals hold the known weights as often as they say."""
    advantage = np.array([[0, 0.2, -0.1], [-0.2, 0, 0.3], [0.1, -0.3, 0]])
    known = np.array([0.3, 0.1, 0.2]) / 0.6
    inside = 0
    for seed in range(seeds):
        rng, rows = np.random.default_rng(seed), {}
        for table in tables_of(3, 2):
            a, b = table
            wins = rng.binomial(200, 0.5 + advantage[a, b], 20)
            both = np.array([[[200, 60 * w], [200, 60 * (200 - w)]] for w in wins])
            rows[table] = both if a != b else both.sum(axis=1, keepdims=True)
        _, weights, _, _ = weights_of(Won(2, 3, rows))
        inside += sum(
            row.low <= value <= row.high for row, value in zip(weights, known, strict=True) if row.low is not None and row.high is not None
        )
    assert 0.84 < inside / (3 * seeds) < (0.99 if seeds > 8 else 1.0)
