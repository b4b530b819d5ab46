"""Whether a tree would search better than the flat search: `python tools/tree_search.py GAME --playouts 200 --deals 100`.

Told are the win share of the shipped `search`, with another budget, and that of the same with a tree below (or instead of) its halving,
both against three of `--against` on the same deals, the difference, and CPU time of a game. With `--against flat` the tree sits with three
flat searches of the same budget. What came of it is in docs/search.md.

The tree is that of information-set tree search with one observer: every playout has its own deal of what the seat cannot know and goes
down one tree, whose nodes are the actions taken so far. A node is chosen for who decides there, by what that seat has won below it, and
each playout adds one node; from there on all play as the roll-outs do.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numba import types
from numba.extending import overload
from numpy import int64
from numpy.typing import NDArray
from scipy.stats import t as student

from simcli.config import load_config
from simcli.config.players.strategies import SEARCH, Strategy
from simcli.config.run.resolved import ResolvedRun
from simcli.engine import contract, rng
from simcli.engine.batch import RECORD_SHARE, RECORD_STRATEGY
from simcli.engine.contract import legal_actions, plain, shares
from simcli.engine.header import MAX_SEATS, RUNNING
from simcli.engine.kernel import INNER, JIT, kernel
from simcli.engine.loop.lineup import search_signature
from simcli.engine.loop.playout import luck_of, take, weigh
from simcli.engine.loop.search import TRIED, WORLD, deal_world, halvings, is_ahead, list_candidates, sort_by_won, two_states
from simcli.engine.loop.search import search as flat_search
from simcli.errors import SimcliError, UserError
from simcli.game import SIXTIETHS, Game
from simcli.sim.plan import Batch, make_plan
from simcli.sim.runner import Runner
from simcli.stats.balance import half_width

SEARCHER = 0
"""Place of the search among the strategies of a run; the others come after it."""

NODE = np.dtype([(name, np.int64) for name in ("decision", "action", "first", "next", "offered", "playouts", "won")], align=True)
"""An action in a decision: where both were met before, its first node below and the next beside it (0 for none); how often it was among the
actions to choose from, its playouts, and the win shares in sixtieths of the seat that chose it."""

MAX_DEPTH = 64
FLAT = "flat"


@dataclass(frozen=True)
class Tree:
    """depth: decisions it goes down, the one at hand among them; 1 is the flat search. own: of the seat alone, the others play as the
    roll-outs do. ucb_root: the decision at hand is shared out as those below are, instead of by halving. by_order: see `chosen`.
    explore: how much (x1000) an action gains for having been tried less than others.
    """

    depth: int
    own: bool
    ucb_root: bool
    by_order: bool
    explore: int


def new_nodes(n: Any) -> Any:
    """So many blank nodes; the first is the position at hand."""
    return plain(np.zeros(n, NODE))


@overload(new_nodes, jit_options=INNER)
def _new_nodes(n):
    return (lambda n: np.zeros(n, NODE)) if isinstance(n, types.Integer) else None


@kernel
def decision_of(s):
    """Which decision of the game this is, whoever else has decided how often."""
    return ((int64(s.round) << 32) + int64(s.decided[s.actor])) * MAX_SEATS + int64(s.actor)


@kernel
def below(nodes, at, decision, action):
    """The node of an action in a decision below another; 0 where there is none."""
    k = nodes[at].first
    while k != 0 and (nodes[k].decision != decision or nodes[k].action != action):
        k = nodes[k].next
    return k


@kernel
def add(nodes, at, decision, action):
    """Adds a node below another; node 0 counts the nodes there are in its `playouts`."""
    nodes[0].playouts += 1
    k = nodes[0].playouts
    nodes[k].decision = decision
    nodes[k].action = action
    nodes[k].next = nodes[at].first
    nodes[at].first = k
    return k


@kernel
def chosen(nodes, at, decision, left, tried, actions, by_order, explore):
    """Which of the first `left` actions of `tried.order` the seat to decide tries.

    The one with the highest mean share + explore x sqrt(ln(1 + times offered) / playouts), untried ones first (UCB1); or, `by_order`, mean
    share + explore x sqrt(1 + all playouts) / (place in the order x (1 + playouts)), where an untried one has the mean of all.
    """
    playouts, won = 0, 0
    for c in range(left):
        k = below(nodes, at, decision, actions[tried.order[c]])
        if k != 0:
            nodes[k].offered += 1
            playouts += nodes[k].playouts
            won += nodes[k].won
    if playouts == 0:
        return tried.order[0]
    best, best_value, gain = 0, -1.0, explore / 1000
    for c in range(left):
        k = below(nodes, at, decision, actions[tried.order[c]])
        own = int64(0) if k == 0 else nodes[k].playouts
        mean = won / (SIXTIETHS * playouts) if own == 0 else nodes[k].won / (SIXTIETHS * own)
        if by_order:
            value = mean + gain * (1 / (c + 1)) * math.sqrt(playouts + 1) / (1 + own)
        elif own == 0:
            return tried.order[c]
        else:
            value = mean + gain * math.sqrt(math.log(nodes[k].offered + 1) / own)
        if value > best_value:
            best, best_value = tried.order[c], value
    return best


def tree_search(tree: Tree) -> Callable[..., Any]:
    """A search kernel of this kind."""
    depth, own, ucb_root, by_order, explore = tree.depth, tree.own, tree.ucb_root, tree.by_order, tree.explore

    @kernel
    def play_down(s, t, action, strategy, scratch, nodes, path, movers):
        """Carries out an action and goes down the tree, then plays on as the roll-outs do; counts the shares in the nodes passed."""
        me = int64(s.actor)
        here = decision_of(s)
        at = below(nodes, 0, here, action)
        path[0] = at if at != 0 else add(nodes, 0, here, action)
        movers[0] = me
        length, grows = 1, depth > 1
        while True:
            take(s, t, action)
            if s.over != RUNNING or s.decisions >= strategy.max_decisions:
                break
            n = legal_actions(s, t, scratch.actions)
            i = 0
            if n > 1 and grows and (not own or s.actor == me):
                here = decision_of(s)
                left = list_candidates(s, t, n, strategy, scratch, luck_of(s, scratch))
                i = chosen(nodes, path[length - 1], here, left, scratch.search, scratch.actions, by_order, explore)
                k = below(nodes, path[length - 1], here, scratch.actions[i])
                if k == 0:
                    k = add(nodes, path[length - 1], here, scratch.actions[i])
                    nodes[k].offered = 1
                    grows = False
                path[length] = k
                movers[length] = s.actor
                length += 1
                grows = grows and length < depth
            elif n > 1:
                i = weigh(s, t, strategy, n, scratch)
            action = scratch.actions[i]
        shares(s, t, scratch.share)
        for d in range(length):
            nodes[path[d]].playouts += 1
            nodes[path[d]].won += scratch.share[movers[d]]

    @kernel
    def halve(s, t, left, strategy, scratch, key, states, nodes, path, movers, order):
        """As `simcli.engine.loop.search.halve`, with playouts that go down the tree."""
        tried = scratch.search
        rounds, first, world = halvings(left), left, 0
        while left > 1:
            for _ in range(strategy.playouts // (left * rounds)):
                deal_world(s, t, states, rng.derive(key, world), scratch)
                world += 1
                favoured = 0
                for c in range(left):
                    i = order[c]
                    states[TRIED] = states[WORLD]
                    play_down(states[TRIED], t, tried.actions[i], strategy, scratch, nodes, path, movers)
                    share = int64(scratch.share[s.actor])
                    if c == 0:
                        favoured = share
                    tried.playouts[i] += 1
                    tried.won[i] += share
                    tried.squares[i] += (share - favoured) * (share - favoured)
            for c in range(first):
                tried.order[c] = order[c]
            sort_by_won(tried, left)
            for c in range(first):
                order[c] = tried.order[c]
            left = (left + 1) // 2
        return order[1] if is_ahead(tried, strategy.lead) else order[0]

    @kernel
    def climb(s, t, left, strategy, scratch, key, states, nodes, path, movers, order):
        """The decision at hand is treated as those below; the action with most playouts is taken where it is ahead of the favourite by
        so many standard errors, which are those of two means that share no deals."""
        tried = scratch.search
        here = decision_of(s)
        for world in range(strategy.playouts):
            deal_world(s, t, states, rng.derive(key, world), scratch)
            for c in range(left):
                tried.order[c] = order[c]
            i = chosen(nodes, 0, here, left, tried, tried.actions, by_order, explore)
            states[TRIED] = states[WORLD]
            play_down(states[TRIED], t, tried.actions[i], strategy, scratch, nodes, path, movers)
            share = int64(scratch.share[s.actor])
            tried.playouts[i] += 1
            tried.won[i] += share
            tried.squares[i] += share * share
        best, favourite = order[0], order[0]
        for c in range(left):
            if tried.playouts[order[c]] > tried.playouts[best]:
                best = order[c]
        ahead = tried.won[best] / tried.playouts[best] - tried.won[favourite] / tried.playouts[favourite]
        variance = 0.0
        for i in (best, favourite):
            mean = tried.won[i] / tried.playouts[i]
            variance += (tried.squares[i] / tried.playouts[i] - mean * mean) / tried.playouts[i]
        return best if ahead > 0 and ahead > strategy.lead / 1000 * math.sqrt(variance) else favourite

    @kernel
    def search(s, t, n, strategy, scratch):
        """Index of the action the search of the first strategy takes; those of others are flat."""
        if strategy.function != SEARCHER:
            return flat_search(s, t, n, strategy, scratch)
        tried = scratch.search
        key = luck_of(s, scratch)
        for i in range(n):
            tried.actions[i] = scratch.actions[i]
            tried.playouts[i] = 0
            tried.won[i] = 0
            tried.squares[i] = 0
        for p in range(MAX_SEATS):
            tried.luck[p] = scratch.luck[p]
        left = list_candidates(s, t, n, strategy, scratch, key)
        taken = int64(tried.order[0])
        if left > 1:
            order = np.zeros(left, np.int64)
            for c in range(left):
                order[c] = tried.order[c]
            nodes, path, movers = new_nodes(2 * strategy.playouts + 1), np.zeros(MAX_DEPTH, np.int64), np.zeros(MAX_DEPTH, np.int64)
            f = climb if ucb_root else halve
            taken = int64(f(s, t, left, strategy, scratch, key, two_states(s), nodes, path, movers, order))
        for i in range(n):
            scratch.actions[i] = tried.actions[i]
        for p in range(MAX_SEATS):
            scratch.luck[p] = tried.luck[p]
        return taken

    return search


def pointer(game: Game, tree: Tree) -> Any:
    """A pointer to a tree search, for `batch.Strategies`."""
    import numba

    search = tree_search(tree)

    def pointed(s, t, n, strategy, scratch):  # type: ignore[no-untyped-def]
        return search(s, t, n, strategy, scratch)

    return numba.cfunc(search_signature(game))(pointed) if JIT else pointed


def played(
    run: ResolvedRun, who: Strategy, others: Strategy, tree: Tree | None, first: int, workers: int
) -> tuple[NDArray[np.float64], float]:
    """Win share of one that searches against `others`, for each deal from `first` on; and seconds of CPU time a game."""
    (players,) = run.players
    seated = replace(run, strategies=(who, others), tables="fixed", lineup=(SEARCHER, *[1] * (players - 1)), weights={})
    plan = make_plan(seated)
    runner = Runner(plan, half_width=half_width)
    if tree is not None:
        runner.strategies.records["function"] = range(len(seated.strategies))
        runner.strategies = runner.strategies._replace(search=pointer(contract.load(run.game), tree))

    def deal(number: int) -> tuple[float, float]:
        begun = time.thread_time()
        rows = runner.played(Batch(0, 0, number, 1), has_records=True).records
        own = rows[rows[:, RECORD_STRATEGY] == SEARCHER, RECORD_SHARE]
        return float(own.mean()) / SIXTIETHS, (time.thread_time() - begun) / players

    runner.played(Batch(0, 0, 0, 1), has_records=False)  # compiled before time is taken
    with ThreadPoolExecutor(workers) as pool:
        found = list(pool.map(deal, range(first, first + run.deals)))
    return np.array([share for share, _ in found]), sum(seconds for _, seconds in found) / len(found)


def interval(values: NDArray[np.float64]) -> str:
    """A mean in percent with its 95 % interval over deals."""
    mean, n = 100 * float(values.mean()), len(values)
    half = 100 * float(student.ppf(0.975, n - 1)) * float(values.std(ddof=1)) / math.sqrt(n)
    return f"{mean:.1f} % [{mean - half:.1f}, {mean + half:.1f}]"


def told(arguments: argparse.Namespace) -> Iterator[str]:
    """The lines that answer."""
    tree = Tree(arguments.depth, arguments.own, arguments.ucb_root, arguments.by_order, arguments.explore)
    others = arguments.search if arguments.against == FLAT else arguments.against
    config = {"game": arguments.game, "players": arguments.players, "strategies": list(dict.fromkeys([arguments.search, others]))}
    run = load_config(config, deals=arguments.deals, seed=arguments.seed)
    if run.strategies[0].kind != SEARCH:
        raise UserError.of(f"--search {arguments.search}", "is no strategy of `kind: search`")
    flat = replace(run.strategies[0], playouts=arguments.playouts)
    if others == arguments.search:
        shares_, seconds = played(run, replace(flat, name="tree"), flat, tree, arguments.first, arguments.workers)
        yield f"tree against flat: {interval(shares_)}, even {100 / arguments.players:.1f} %, {1000 * seconds:.1f} ms of CPU time a game"
        return
    found = []
    for name, kind in (("flat", None), ("tree", tree)):
        shares_, seconds = played(run, replace(flat, name=name), run.strategies[1], kind, arguments.first, arguments.workers)
        found.append(shares_)
        yield f"{name} against {others}: {interval(shares_)}, {1000 * seconds:.1f} ms of CPU time a game"
    yield f"tree more than flat, on the same deals: {interval(found[1] - found[0])} points".replace(" %", "")


def main(words: list[str] | None = None) -> int:
    """Exit code: 0, or 2 for a user's mistake."""
    parser = argparse.ArgumentParser(prog="tree_search.py", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--playouts", type=whole(2), default=200)
    parser.add_argument("--deals", type=whole(2), default=100)
    parser.add_argument("--first", type=whole(0), default=0, help="the first deal")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--against", default="balanced", metavar="STRATEGY", help=f"who has the other seats; {FLAT}: the flat search")
    parser.add_argument("--search", default="search", metavar="STRATEGY", help="a strategy of `kind: search`")
    parser.add_argument("--depth", type=whole(1, MAX_DEPTH), default=2, help="decisions the tree goes down; 1: the flat search")
    parser.add_argument("--own", action="store_true", help="decisions of the searching seat alone")
    parser.add_argument("--ucb-root", action="store_true", help="no halving of the decision at hand")
    parser.add_argument("--by-order", action="store_true", help="actions that the roll-outs like best are tried more")
    parser.add_argument("--explore", type=whole(0), default=500, help="x1000")
    parser.add_argument("--workers", type=whole(1), default=os.cpu_count() or 1)
    arguments = parser.parse_args(words)
    try:
        for line in told(arguments):
            print(line, flush=True)
    except SimcliError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return 0


def whole(low: int, high: int = 1_000_000) -> Callable[[str], int]:
    """A whole number in a range, as `argparse` takes it."""

    def number(text: str) -> int:
        if not text.isdecimal() or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"found {text}, expected a whole number from {low} to {high}")
        return int(text)

    return number


if __name__ == "__main__":
    sys.exit(main())
