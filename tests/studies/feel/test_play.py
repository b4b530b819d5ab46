"""Games that are followed are those of a run, and what is noted of them is what they say stepped through one by one."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from simcli.config import load_config
from simcli.engine.loop import feel as loop
from simcli.errors import UserError
from simcli.studies.feel.estimate import feel_cells
from simcli.studies.feel.rider import follow, named_games
from simcli.studies.feel.words import answer
from simcli.trace.trace import Setup, _Traced
from tests.conftest import MakeRun
from tests.report.limits import held
from tests.sim.test_pick import totals

PLAYS = 2


def sole_leader(standing: list[int]) -> int:
    best = max(standing)
    return standing.index(best) if standing.count(best) == 1 else -1


def lead_of(standing: list[int]) -> int:
    *_, second, best = sorted(standing)
    return best - second


def stepped(run: Any, players: int) -> list[dict[str, Any]]:
    """Every game by hand, in the order of deals, rotations and plays."""
    (variant,) = run.played_variants
    table = _Traced(Setup.of(run, variant, players))
    made = []
    for deal, rotation, play in np.ndindex(run.deals, players, PLAYS):
        seats = table.seat(deal, rotation)
        table.deal(deal, run.seed, table.repeat(deal, rotation) + play * players)
        table.restrict_seats(seats)
        standings, ends, forced, few = [totals(table)], [], 0, 0
        while not table.s["over"]:
            before, actions = int(table.s["round"]), table.actions()
            forced, few = forced + (len(actions) == 1), few + (len(actions) <= 3)
            table.apply(actions[table.choose(seats[int(table.s["actor"])], len(actions))])
            standings.append(totals(table))
            if int(table.s["round"]) != before or table.s["over"]:
                ends.append((before, len(standings) - 1))
        n = len(standings) - 1
        leads = [(sole_leader(standings[at]), round_, at) for round_, at in ends]
        leads = [lead for lead in leads if lead[0] >= 0]
        changed = [new for old, new in pairwise(leads) if old[0] != new[0]]
        made.append(
            {
                "deal": deal,
                "rounds": int(table.s["round"]),
                "decisions": n,
                "forced": forced,
                "few": few,
                "changes": len(changed),
                "last_round": changed[-1][1] if changed else 0,
                "last_decision": changed[-1][2] if changed else 0,
                "late_leader": sole_leader(standings[3 * n // 4]),
                "lead": [lead_of(standings[k * n // 10]) for k in range(11)],
                "leader": [sole_leader(standings[k * n // 10]) for k in range(11)],
                "strategy": list(seats),
                "share": table.results()[1].tolist(),
                "score": standings[-1],
                "half": standings[n // 2],
            }
        )
    return made


def test_what_is_noted_of_a_game_is_what_it_says_stepped_through(run_of: MakeRun) -> None:
    run = run_of(players="3", deals=12)
    ((cell, rows),) = follow(run, PLAYS, 1)
    games, told = named_games(cell, rows), stepped(run, 3)
    assert len(rows) == len(told) == 12 * 3 * PLAYS
    for name in told[0]:
        assert getattr(games, name).tolist() == [game[name] for game in told], name
    assert games.changes.sum() > 0
    assert games.is_comeback.sum() > 0


@pytest.mark.parametrize("game", ["guildes", "kingdom_builder", "kings_forge", "architects", "kings_guild"])
def test_the_lead_of_every_game_is_what_it_says_stepped_through(game: str) -> None:
    run = load_config(f"{game}/demo", deals=1, sets=["players=3"])
    ((cell, rows),) = follow(run, PLAYS, 1)
    games, told = named_games(cell, rows), stepped(run, 3)
    for name in ("decisions", "lead", "leader", "score"):
        assert getattr(games, name).tolist() == [one[name] for one in told], name
    assert games.lead[:, 1:].any()
    assert ((games.lead > 0) == (games.leader >= 0)).all()


def test_games_that_did_not_end_are_left_out_and_counted(run_of: MakeRun) -> None:
    """PG-22 stops some: the margin is that of the others, and what is said starts with their number."""
    run = run_of(players="3", deals=12, more="patch: {setup: {max_rounds: 22}}\n")
    ((cell, rows),) = follow(run, PLAYS, 1)
    games = named_games(cell, rows)
    assert 0 < games.ended.sum() < len(games.ended)
    (found,) = feel_cells([(games, None)])
    assert found.unended == (~games.ended).sum()
    assert found.measure("margin").value.value == pytest.approx(games.margin[games.ended].mean())
    assert found.measure("rounds_50").value.value == np.sort(games.rounds[games.ended])[(games.ended.sum() - 1) // 2]
    said = held(answer([found]))
    assert said.because == (f"{found.unended} of 72 games did not end and are left out.",)
    assert said.claim.startswith(f"A game takes {found.measure('rounds_50').value.known:g} rounds")
    none = replace(games, ended=np.zeros(len(rows), bool))
    stopped = held(answer(feel_cells([(none, None)])))
    assert (stopped.claim, stopped.because) == ("No game came to an end.", ("72 of 72 games did not end and are left out.",))


def test_a_deal_played_again_has_other_choices_and_the_same_seats(run_of: MakeRun) -> None:
    ((cell, rows),) = follow(run_of(deals=20), PLAYS, 1)
    games = named_games(cell, rows)
    first, again = games.strategy[::2], games.strategy[1::2]
    assert (first == again).all()
    assert (games.score[::2] != games.score[1::2]).any()
    assert rows[:, loop.PLAY].tolist() == [0, 1] * (len(rows) // 2)


@pytest.mark.parametrize("more", ["tables: mirror\n", "variants: {long: {}, short: {patch: {setup: {goal: 30}}}}\n"])
def test_any_number_of_workers_finds_the_same(run_of: MakeRun, more: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simcli.sim.plan.BATCH_MICROSECONDS", 64)
    run = run_of(players="[2, 3]", deals=30, more=more)
    one, two = follow(run, PLAYS, 1), follow(run, PLAYS, 2)
    assert len(one) == len(run.played_variants) * 2
    assert all((a == b).all() for (_, a), (_, b) in zip(one, two, strict=True))


def test_a_plan_without_noise_has_one_sensible_choice_where_one_is_best(run_of: MakeRun) -> None:
    run = run_of(deals=10)
    calm = replace(run, strategies=tuple(replace(s, temperature=0) for s in run.strategies if s.kind == "heuristic"))
    ((cell, rows),) = follow(calm, 1, 1)
    games = replace(named_games(cell, rows), plays=1)
    assert games.weighed.sum() > 0
    assert (games.clear <= games.weighed).all()
    assert games.clear.sum() > 0.9 * games.weighed.sum()


def test_a_game_alone_is_refused() -> None:
    with pytest.raises(UserError, match="with one player there is nobody to beat"):
        follow(load_config("kings_guild/plans", deals=1, sets=["players=1"]), PLAYS, 1)


def test_a_standing_beyond_all_scores_is_refused(run_of: MakeRun, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simcli.game.Catalogue.standing_range", (0, 10))
    with pytest.raises(UserError, match="it needs points so far, which Pig does not have"):
        follow(run_of(deals=2), PLAYS, 1)
