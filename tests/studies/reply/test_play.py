"""A player tuned to beat others: who sits in the other seats, where searches begin, and what it is judged by."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simcli.config import load_config
from simcli.config.players.strategies import HEURISTIC, Strategy
from simcli.config.run.measures import FRESH_GAMES
from simcli.studies.candidates import Candidates
from simcli.studies.reply.estimate import share_of_reply
from simcli.studies.reply.play import CHOICE_FIRST, STARTS_FIRST, find_reply
from simcli.studies.reply.question import ReplyQuestion, ask_reply
from simcli.studies.reply.rider import against, flow
from simcli.studies.reply.starts import distance, starts_of
from simcli.studies.tune.search import FRESH_FIRST

pytestmark = [pytest.mark.usefixtures("toy_game"), pytest.mark.filterwarnings("ignore:First-class function type")]
NAMES = ["hold_at_20", "hold_at_25", "random"]
DEALS = 3000


def asked(more: dict[str, Any]) -> ReplyQuestion:
    config = {"game": "pig", "players": 3, "strategies": NAMES, "deals": 1} | more
    return ask_reply(load_config({key: value for key, value in config.items() if value is not None}))


def drawn(of: ReplyQuestion) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Line-ups without the candidate: places of the players among the run's strategies, from 0."""
    lineups = Candidates(of.run, of.field).draw(np.random.default_rng(1), DEALS)
    assert (lineups[:, 0] == 0).all()
    return lineups[:, 1:] - 1


def test_mixed_tables_draw_each_seat_by_itself() -> None:
    seats = drawn(asked({}))
    found = {(i, k): int(((seats[:, 0] == i) & (seats[:, 1] == k)).sum()) for i in range(3) for k in range(3)}
    # 9 pairs, each with 1/9 of the deals: 5 standard deviations, a false alarm in a million
    assert all(abs(n - DEALS / 9) < 5 * np.sqrt(DEALS * 8 / 81) for n in found.values()), found
    assert against(asked({})) == "the other seats drawn from hold_at_20, hold_at_25 and random, each equally often"


def test_mirror_tables_have_the_same_plan_in_all_other_seats() -> None:
    one = asked({"tables": "mirror"})
    seats = drawn(one)
    assert (seats[:, 0] == seats[:, 1]).all()
    assert all(abs(int((seats[:, 0] == k).sum()) - DEALS / 3) < 5 * np.sqrt(DEALS * 2 / 9) for k in range(3))
    assert against(one).startswith("one plan in all other seats, each of hold_at_20")


def test_of_a_fixed_line_up_it_takes_each_place_and_the_others_keep_their_order() -> None:
    one = asked({"strategies": None, "tables": {"fixed": ["random", "hold_at_20", "random"]}})
    names = [plan.name for plan in one.field.plans]
    rows = {tuple(names[k] for k in row) for row in drawn(one).tolist()}
    assert rows == {("hold_at_20", "random"), ("random", "random"), ("random", "hold_at_20")}
    assert against(one) == "the line-up random, hold_at_20, random, in the place of each of them equally often"


def test_a_field_is_drawn_by_its_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text("game: pig\nplans: {random: 3, hold_at_20: 1}\n", "utf-8")
    one = asked({"strategies": {"field": "./mine.yaml"}})
    assert abs((drawn(one) == 0).mean() - 0.75) < 5 * np.sqrt(0.75 * 0.25 / (2 * DEALS))


def test_the_base_is_asked_without_bans_of_single_players_and_with_those_of_all(tmp_path: Path) -> None:
    more = {
        "players": [2, 3],
        "variants": {"long": {}, "short": {"patch": {"setup": {"goal": 30}}, "options": {"equal_turns": True}}},
        "base": "short",
    }
    one = asked(more)
    assert (one.run.options["equal_turns"], one.run.patch, one.run.variants) == (True, {"setup": {"goal": 30}}, ())
    assert one.run.components["setup"]["goal"] == 30
    assert one.identity() == asked({"players": [2, 3], "patch": {"setup": {"goal": 30}}, "options": {"equal_turns": True}}).identity()


@pytest.mark.parametrize(
    "more",
    [
        {"seed": 2},
        {"players": 2},
        {"tables": "mirror"},
        {"strategies": NAMES[:2]},
        {"options": {"equal_turns": True}},
        {"patch": {"setup": {"goal": 30}}},
    ],
    ids=str,
)
def test_another_question_has_another_identity(more: dict[str, Any]) -> None:
    assert asked(more).identity() != asked({}).identity()


def test_how_much_is_played_makes_no_difference() -> None:
    assert asked({"deals": 7, "tolerance": 0.01, "report": {"title": "x"}}).identity() == asked({}).identity()


def test_the_start_is_the_plan_that_wins_most_and_is_kept_where_the_search_finds_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simcli.studies.reply.play.STAGES", ((6, 1), (3, 1), (1, 1)))
    (tmp_path / "bad.yaml").write_text("game: pig\ntemperature: 1\nweights: {turn: {over_twenty: -2, wins: -2}}\n", "utf-8")
    one = asked({"players": 2, "strategies": [str(tmp_path / "bad.yaml"), "hold_at_20"]})
    assert [plan.name for plan in one.starts] == ["bad", "hold_at_20", "hold_at_25"]
    found = find_reply(one, tmp_path / "search", 1)
    assert found.start in ("hold_at_20", "hold_at_25")
    assert [one.generations for one in found.searches] == [1] * 6
    assert [one.start.name for one in found.searches[:3]] == [one.start.name for one in found.searches[3:]]
    assert {one.start.name for one in found.searches} == {"bad", "hold_at_20", "hold_at_25"}
    assert [one.seed for one in found.searches] == [1] * 3 + [0] * 3
    kept = next(plan for plan in one.starts if plan.name == found.start)
    assert found.tuned == (found.strategy.weights != kept.weights)
    assert 4000 * 120 * 0.5 < found.wins[0].sum() < 4000 * 120


def wins(*each: int) -> Any:
    """Wins in sixtieths: so many of the two games of each deal."""
    return np.array([60 * n for n in each], np.int64)


def test_what_is_won_on_fresh_deals() -> None:
    rows = [share_of_reply(2, wins(*[2] * k, *[0] * (400 - k))) for k in (205, 380)]
    assert [row.win_share.known for row in rows] == [0.5125, 0.95]
    assert rows[0].gain.known == pytest.approx(0.0125)


def plan(**rows: dict[str, int]) -> Strategy:
    return Strategy("x", HEURISTIC, weights=rows)


def test_how_far_a_plan_is_from_the_players_is_told_by_the_directions_of_its_weights() -> None:
    keys = [("turn", "a"), ("turn", "b"), ("pick", "c")]
    one, larger = plan(turn={"a": 3, "b": 4}, pick={"c": 1}), plan(turn={"a": 30, "b": 40}, pick={"c": 7})
    opposite, across, nothing = plan(turn={"a": -3, "b": -4}, pick={"c": -1}), plan(turn={"a": 4, "b": -3}, pick={"c": 1}), plan()
    far = [distance(other, [one], [1.0], keys) for other in (one, larger, opposite, across, nothing)]
    assert far == pytest.approx([0, 0, 2, 0.5, 1])
    assert distance(nothing, [nothing], [1.0], keys) == 0
    assert distance(one, [larger, opposite], [0.75, 0.25], keys) == pytest.approx(0.5)


def test_searches_begin_with_the_best_plan_and_the_two_farthest() -> None:
    plans = [plan()] * 4
    assert starts_of(plans, [0.1, 0.4, 0.2, 0.3], [0.9, 2.0, 0.1, 0.5]) == [1, 0, 3]
    assert starts_of(plans[:2], [0.1, 0.4], [0.0, 0.0]) == [1, 0]


def test_the_best_search_of_a_stage_goes_on_and_the_best_of_all_is_judged_on_deals_that_chose_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Searches cost the sum that the docs state; choice and judgement share no deal."""
    monkeypatch.setattr("simcli.studies.reply.play.STAGES", ((6, 400), (3, 900), (1, 1500)))
    judged: dict[int, int] = {}
    real = Candidates.wins

    def seen(self: Candidates, candidate: Any, lineups: Any, first: int, **more: Any) -> Any:
        judged[first >> 40] = judged.get(first >> 40, 0) + len(lineups)
        return real(self, candidate, lineups, first, **more)

    monkeypatch.setattr(Candidates, "wins", seen)
    one = asked({"players": 2, "strategies": ["random"]})
    found = find_reply(one, tmp_path / "search", 1)
    made = one.question(one.starts[0]).games
    stages = sorted((search.generations for search in found.searches), reverse=True)
    assert stages == [max(1, n // made) for n in (1500, 900, 900, 400, 400, 400)]
    assert found.games == sum(stages) * made
    ordered = max(found.searches, key=lambda search: search.share)
    assert found.searches[found.best] is ordered
    assert {where for where in judged if where} == {place >> 40 for place in (STARTS_FIRST, CHOICE_FIRST, FRESH_FIRST)}
    assert judged[FRESH_FIRST >> 40] == one.deals(FRESH_GAMES)


def test_options_and_patches_are_written_as_yaml_in_one_line() -> None:
    value = {"setup": {"players": {4: {"hand": 8}}}, "on": [True, "a b", 1.5]}
    assert flow(value) == '{"setup": {"players": {4: {"hand": 8}}}, "on": [true, "a b", 1.5]}'
