"""Every number of a tally, counted again with plain numpy from games that are stepped through one by one."""

from __future__ import annotations

import importlib
from collections import Counter
from pathlib import Path

import numpy as np
import pig
import pytest

from simcli.engine import batch
from simcli.engine.header import ENDED, STOPPED
from simcli.game import MIRROR, MIXED
from simcli.games import get_game
from simcli.stats.cell_tally import CellTally
from simcli.tally_parts import PARTS, TERM_BLOCK
from simcli.testing import playthrough
from simcli.testing.playthrough import Case
from tests.stats import synthetic

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")
PIG = [Case(pig.GAME, n, options) for n in (2, 3, 4) for options in ((), (("equal_turns", True),))]
GAMES = sorted(path.parent.name for path in Path(__file__).parent.glob("games/*/cases.py"))
ALL = [case for game in GAMES for case in importlib.import_module(f"tests.games.{game}.cases").CASES] + PIG
CASES = list({(case.game.id, bool(case.options)): case for case in ALL}.values())
DEALS = (2, pytest.param(10, marks=pytest.mark.soak))
R = batch


def games_of(table: playthrough.Playthrough, played: dict, strategies: list) -> list[dict]:
    """The games of the records, replayed."""
    rows, n = played["rows"], table.case.players
    seen: Counter[tuple[int, ...]] = Counter()
    out = []
    for line in rows.reshape(-1, n, rows.shape[1]):
        deal, seats = int(line[0, R.RECORD_DEAL]), line[:, R.RECORD_STRATEGY].tolist()
        out.append(playthrough.replay(table, strategies, deal, seen[deal, *seats], seats))
        seen[deal, *seats] += 1
    return out


@pytest.mark.parametrize("deals", DEALS)
@pytest.mark.parametrize("mode", [MIXED, MIRROR], ids=["mixed", "mirror"])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_tally_is_what_its_games_add_up_to(case: Case, mode: int, deals: int) -> None:
    table = playthrough.Playthrough(case)
    strategies = playthrough.strategies_of(table.game)
    watched = sorted({item.kind for item in table.catalogue.items})
    played = playthrough.play(table, strategies, 0, deals, mode, records=True, watched=watched)
    games = games_of(table, played, strategies)
    columns = {name: np.array([game[name] for game in games]) for name in games[0]}
    happened = synthetic.Table(**{name: a.reshape(deals, -1, *a.shape[1:]).astype(np.int64) for name, a in columns.items()})
    low, high = table.catalogue.score_low, table.catalogue.score_high
    kinds, by_strategy = [item.kind for item in table.catalogue.items], table.catalogue.by_strategy(len(strategies))
    expected = synthetic.tally(
        happened, len(strategies), low, high, kinds, by_strategy, table.catalogue.offer_pairs, table.catalogue.held_pairs(watched)
    )
    parts = played["layout"].parts(played["flat"])
    for name in PARTS:
        assert np.array_equal(getattr(parts, name), getattr(expected, name)), name
    assert played["rows"][:, R.RECORD_PLACE].tolist() == (happened.place + 1).ravel().tolist()


def test_terms_of_copies_are_counted_by_blocks_of_deals_within_strategies() -> None:
    """Two strategies in three seats, so that one has two rows a game; 70 deals are two blocks."""
    table = playthrough.Playthrough(Case(pig.GAME, 3))
    strategies, deals = playthrough.strategies_of(table.game)[:2], TERM_BLOCK + 6
    watched = sorted({item.kind for item in table.catalogue.items})
    pairs = table.catalogue.held_pairs(watched)
    played = playthrough.play(table, strategies, 0, deals, records=True, watched=watched)
    columns = played["rows"][:, [R.RECORD_SHARE, R.RECORD_STRATEGY]].reshape(deals, -1, 3, 2)
    first = R.RECORD_FIXED + played["layout"].categories
    score, held = played["rows"][:, R.RECORD_FIXED : first].sum(axis=1), played["rows"][:, first:]
    assert (played["rows"][:, R.RECORD_ENDED] == ENDED).all()
    shape = columns.shape[:3]
    expected = synthetic.term_sums(held.reshape(*shape, -1), columns[..., 0], score.reshape(shape), columns[..., 1], pairs)
    parts = played["layout"].parts(played["flat"])
    assert np.array_equal(parts.term_spread, expected[0])
    assert np.array_equal(parts.term_gain, expected[1])
    assert np.flatnonzero(parts.term_spread.any(axis=1)).tolist() == [0, 1]


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_that_did_not_end_is_in_win_shares_and_in_no_score(players: int) -> None:
    """PG-22 stops a good half of these games of Pig: what they leave in a tally is what plain numpy finds, in no part more."""
    table = playthrough.Playthrough(Case(pig.GAME, players))
    table.tables["max_rounds"] = 22
    strategies = playthrough.strategies_of(table.game)
    watched = sorted({item.kind for item in table.catalogue.items})
    played = playthrough.play(table, strategies, 0, 20, records=True, watched=watched)
    games, parts = games_of(table, played, strategies), played["layout"].parts(played["flat"])
    columns = {name: np.array([game[name] for game in games]) for name in games[0]}
    happened = synthetic.Table(**{name: a.reshape(20, -1, *a.shape[1:]).astype(np.int64) for name, a in columns.items()})
    assert 5 < parts.counted.ended < parts.counted.games - 5
    assert parts.counted.unended == parts.counted.stalled == (columns["over"] == STOPPED).sum()
    kinds, by_strategy = [item.kind for item in table.catalogue.items], table.catalogue.by_strategy(len(strategies))
    of_items = kinds, by_strategy, table.catalogue.offer_pairs, table.catalogue.held_pairs(watched)
    expected = synthetic.tally(happened, len(strategies), table.catalogue.score_low, table.catalogue.score_high, *of_items)
    for name in PARTS:
        assert np.array_equal(getattr(parts, name), getattr(expected, name)), name
    names, catalogue = [one.name for one in strategies], table.catalogue
    cell = CellTally(players, names, catalogue.items, catalogue.categories, catalogue.score_low, parts, by_strategy=by_strategy)
    ended, held = happened.ended, happened.held * happened.ended[..., None, None]
    for i in range(len(catalogue.items)):
        seats, holders = ended.sum(axis=1)[:, None] * players, (held[..., i] > 0).sum(axis=(1, 2))[:, None]
        assert list(cell.holders_row(i)) == synthetic.rows(seats, holders)[0].tolist()


def test_places_are_counted_from_the_start_player() -> None:
    """KF-19: drawn again in each deal, so that seat and place differ; the marker is what the first place holds."""
    table = playthrough.Playthrough(Case(get_game("kings_forge"), 4))
    played = playthrough.play(table, playthrough.strategies_of(table.game), 0, 20, records=True)
    rows, parts = played["rows"], played["layout"].parts(played["flat"])
    marker = R.RECORD_FIXED + played["layout"].categories + [item.id for item in table.catalogue.items].index("start_marker")
    assert (rows[rows[:, R.RECORD_PLACE] == 1][:, marker] == 1).all()
    assert (rows[rows[:, R.RECORD_PLACE] != 1][:, marker] == 0).all()
    for deal in range(20):
        table.start(deal, playthrough.PLAY_SEED)
        start = table.fields()["start"]
        for row in rows[rows[:, R.RECORD_DEAL] == deal]:
            assert row[R.RECORD_PLACE] == (row[R.RECORD_SEAT] - start) % 4 + 1
    for part, column in ((parts.place_share, R.RECORD_PLACE), (parts.seat_share, R.RECORD_SEAT)):
        sixtieths = [int(rows[rows[:, column] == k + 1][:, R.RECORD_SHARE].sum()) for k in range(4)]
        assert part[:, :2].tolist() == [[80, won] for won in sixtieths]
    assert parts.place_share[:, 1].tolist() != parts.seat_share[:, 1].tolist()


def test_in_a_game_without_a_start_player_places_are_seats() -> None:
    table = playthrough.Playthrough(Case(get_game("guildes"), 4))
    parts = (played := playthrough.play(table, playthrough.strategies_of(table.game), 0, 5, records=True))["layout"].parts(played["flat"])
    assert np.array_equal(parts.place_share, parts.seat_share)
    assert (played["rows"][:, R.RECORD_PLACE] == played["rows"][:, R.RECORD_SEAT]).all()


@pytest.mark.parametrize("game_id", ["kingdom_builder", "kings_forge"])
def test_the_marker_is_offered_where_chance_draws_the_start_player(game_id: str) -> None:
    """GO-05, GO-08: what an option fixes, chance does not offer; who starts holds the marker all the same."""
    for options, offered in (((), 1), ((("start_player", "fixed_seat"),), 0)):
        table = playthrough.Playthrough(Case(get_game(game_id), 3, options))
        i = [item.id for item in table.catalogue.items].index("start_marker")
        for deal in range(5):
            table.start(deal)
            held = table.results()[2][:, i]
            assert held[:, 1].tolist() == [int(p == table.s.actor) for p in range(3)]
            assert held[:, 0].tolist() == [offered * int(p == table.s.actor) for p in range(3)]
