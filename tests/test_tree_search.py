"""A tree below the flat search, as a tool measures it: it finds what the roll-outs would play badly next."""

from __future__ import annotations

import sys
from pathlib import Path

import pig
import pytest
from pig.state import HOLD, ROLL

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

import tree_search

from simcli.engine.loop.lineup import pack_strategies
from simcli.testing.playthrough import Case, Playthrough, searcher

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")
HOLDS_AT_ONCE = {"turn": {"hold": 1000}}
FLAT = tree_search.Tree(1, own=True, ucb_root=False, by_order=False, explore=500)
TREES = [
    tree_search.Tree(depth, own=own, ucb_root=ucb_root, by_order=by_order, explore=500)
    for depth, own, ucb_root, by_order in ((8, True, False, False), (8, False, False, True), (8, True, True, True), (8, True, True, False))
]


def needs_two_rolls() -> Playthrough:
    """Seat 1 of two is 8 points short behind this turn's; the other wins with any roll that is no one, and a hold."""
    table = Playthrough(Case(pig.GAME, 2))
    for deal in range(100):
        table.start(deal)
        table.apply(ROLL)
        if table.s.actor == 0:
            break
    goal = int(table.t.goal)
    table.s.banked[0] = goal - 8 - int(table.s.at_risk)
    table.s.banked[1] = goal - 1
    return table


def choice(tree: tree_search.Tree, playouts: int = 200) -> tuple[int, list[float]]:
    """What is taken, and mean win shares of holding and rolling."""
    table = needs_two_rolls()
    strategies = pack_strategies(pig.GAME, [searcher(pig.GAME, playouts, lead=3000, temperature=0, weights=HOLDS_AT_ONCE)])
    strategies = strategies._replace(search=tree_search.pointer(table.game, tree))
    assert table.legal() == [HOLD, ROLL]
    taken = table.chooser(strategies)(0, 2)
    tried = table.scratch[0].search
    assert sum(tried.playouts[:2]) == playouts
    return taken, (tried.won[:2] / tried.playouts[:2] / 60).tolist()


def test_a_flat_search_does_not_see_its_own_second_roll() -> None:
    taken, shares = choice(FLAT)
    assert taken == HOLD
    assert max(shares) < 0.25


@pytest.mark.parametrize("tree", TREES)
def test_a_tree_finds_the_second_roll_that_wins(tree: tree_search.Tree) -> None:
    taken, shares = choice(tree)
    assert taken == ROLL
    assert shares[ROLL] > 0.3


def test_the_tool_tells_the_same_on_one_worker_and_on_two(toy_game, capsys, tmp_path: Path) -> None:
    search = tmp_path / "search.yaml"
    search.write_text("game: pig\nkind: search\nidea: looks ahead\nrollout: hold_at_20\n", "utf-8")
    lines = []
    for workers in ("1", "2"):
        asked = ["pig", "--players", "2", "--against", "hold_at_20", "--playouts", "12", "--deals", "6", "--workers", workers]
        assert tree_search.main([*asked, "--search", str(search), "--own", "--depth", "4"]) == 0
        lines.append([line.partition(" ms")[0].rpartition(",")[0] or line for line in capsys.readouterr().out.splitlines()])
    assert lines[0] == lines[1]
    assert len(lines[0]) == 3


def test_mistakes_are_told(toy_game, capsys) -> None:
    assert tree_search.main(["pig", "--players", "2", "--search", "hold_at_25", "--against", "hold_at_20"]) == 2
    assert "--search hold_at_25: is no strategy of `kind: search`" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        tree_search.main(["pig", "--depth", "65"])
    assert "expected a whole number from 1 to 64" in capsys.readouterr().err
