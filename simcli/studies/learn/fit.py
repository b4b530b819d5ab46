"""Trees fitted to what actions bring, their thresholds and leaves made whole numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from simcli.base.models import (
    AFTER,
    HIGHEST,
    KIND_BITS,
    PLAN_COLUMNS,
    VALUE_SCALE,
    Trees,
    against_mean,
    column_codes,
)
from simcli.config.players.strategies import Strategy
from simcli.engine.loop import course as loop
from simcli.game import Game
from simcli.sim.look import TriedActions
from simcli.studies.learn.boost import Tree, boosted

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

FEWEST = 300
"""Choices of a kind that trees are fitted to; a player makes those of rarer kinds as its plan does."""
HELD, LEAD = 4, 0.1
"""One in this number of deals is held out to see whether trees gain anything, and by how much an action must lead the favourite."""


@dataclass(frozen=True)
class TriedChoices:
    """Actions of one kind of decision that were tried, with what they brought.

    columns: int64[actions, columns], as `column_codes` lists them; choice: int64[actions], the number of the choice of each; value:
    float64[actions], how much better it is than the mean of its choice, in wins and lead together; deal: int64[actions].
    """

    columns: Ints
    choice: Ints
    value: Floats
    deal: Ints

    @property
    def choices(self) -> int:
        """How many choices there are."""
        return len(np.unique(self.choice))


def tried_of(game: Game, decision: int, plan: Strategy, cells: Sequence[TriedActions]) -> TriedChoices:
    """The actions tried at one kind of decision, by its number; plan: whose favourites are judged."""
    parts = [_part(game, decision, plan, one) for one in cells]
    firsts = np.cumsum([0, *(len(one.rows) for one in cells)])
    choice = np.concatenate([part[1] + first for part, first in zip(parts, firsts[:-1], strict=True)])
    columns, share, lead, deal = (np.concatenate([part[k] for part in parts]) for k in (0, 2, 3, 4))
    _, number = np.unique(choice, return_inverse=True)
    value = _in_units(_against(share, number)) + _in_units(_against(lead, number))
    return TriedChoices(columns, number, value, deal)


def _part(game: Game, decision: int, plan: Strategy, one: TriedActions) -> tuple[Ints, Ints, Floats, Floats, Ints]:
    rows = one.rows[one.game]
    here = rows[:, loop.DECISION] == decision
    rows, choice = rows[here], one.game[here]
    tried = one.tried[one.game, one.place][here]
    n = np.bincount(choice, minlength=len(one.rows))
    features = tried[:, loop.ACTION_COLUMNS : loop.ACTION_COLUMNS + len(game.decisions[decision].features)]
    totals = np.zeros((len(one.rows), features.shape[1]), np.int64)
    np.add.at(totals, choice, features)
    first = loop.ACTION_COLUMNS + game.n_features
    before, after = (tried[:, first + half * len(game.context) : first + (half + 1) * len(game.context)] for half in range(2))
    table = np.stack(
        [
            np.full(len(rows), one.cell.players),
            rows[:, loop.LOOK_ROUND],
            rows[:, loop.LEGAL],
            rows[:, loop.LOOK_PLACE],
        ],
        axis=1,
    )
    relative = against_mean(features, totals[choice], n[choice, None])
    row = plan.weights.get(game.decisions[decision].name, {})
    sums = features @ np.array([row.get(feature.name, 0) for feature in game.decisions[decision].features], np.int64)
    columns = np.concatenate([features, relative, table, before, after - before, _said_by_plan(sums, choice)], axis=1)
    return columns, choice, *(tried[:, k : k + 2].sum(axis=1).astype(float) for k in (loop.SHARES, loop.LEADS)), rows[:, loop.LOOK_DEAL]


def _said_by_plan(sums: Ints, choice: Ints) -> Ints:
    """`models.PLAN_COLUMNS` of actions with these weighted sums; equal choices stand side by side."""
    made = np.zeros((len(sums), len(PLAN_COLUMNS)), np.int64)
    firsts = np.flatnonzero(np.diff(choice, prepend=-1)).tolist()
    for first, last in pairwise([*firsts, len(sums)]):
        own = sums[first:last]
        made[first:last, 0] = np.minimum(own.max() - own, HIGHEST)
        made[first:last, 1] = (own > own[:, None]).sum(axis=1)
    return made


def _against(values: Floats, choice: Ints) -> Floats:
    """Values of actions against the mean of their choice."""
    return values - (np.bincount(choice, values) / np.bincount(choice))[choice]


def _in_units(values: Floats) -> Floats:
    spread = float(values.std())
    return values / spread if spread else values


@dataclass(frozen=True)
class Fitted:
    """Trees of one kind of decision and the columns they look at, by name; whether they choose better than the plan on deals held out."""

    columns: tuple[str, ...]
    trees: Trees
    gains: bool = False


def fitted(game: Game, decision: int, tried: TriedChoices) -> Fitted:
    """Trees that tell the better actions of a kind of decision from the others.

    A quarter of the deals is held out. By trees fitted to the others it is seen there whether they gain, and whether they gain more with
    the position after an action than without: to find it costs as much as all else.
    """
    codes = column_codes(game, game.decisions[decision])
    every, held = np.arange(len(codes)), tried.deal % HELD == 0
    rest = every[np.array(list(codes.values())) >> KIND_BITS != AFTER]
    used, gain = every, _gain(every, tried, held)
    if len(rest) < len(every):
        without = _gain(rest, tried, held)
        if not _is_above(gain - without):
            used, gain = rest, without
    names = list(codes)
    found = whole_trees(boosted(tried.columns[:, used], tried.value).trees, [names[k] for k in used])
    return replace(found, gains=_is_above(gain))


def _gain(columns: Ints, tried: TriedChoices, held: NDArray[np.bool_]) -> Floats:
    """What each choice of the deals held out gains: of the actions worth most by trees over these columns those that lead by `LEAD`."""
    if not held.any() or held.all():
        return np.zeros(0)
    worth = boosted(tried.columns[~held][:, columns], tried.value[~held]).predict(tried.columns[held][:, columns])
    value, choice, rank = tried.value[held], tried.choice[held], tried.columns[held, -1]
    best, favourite = (_firsts(np.lexsort((order, choice)), choice) for order in (-worth, rank))
    return np.where(worth[best] > worth[favourite] + LEAD, value[best] - value[favourite], 0.0)


def _is_above(gains: Floats) -> bool:
    """Whether the mean lies above 0 by more than a standard error."""
    return len(gains) > 0 and bool(gains.mean() * np.sqrt(len(gains)) > gains.std())


def _firsts(order: Ints, choice: Ints) -> Ints:
    """The first action of each choice in an order in which those of a choice stand together."""
    is_first: NDArray[np.bool_] = np.diff(choice[order], prepend=-1) != 0
    return order[is_first]


def whole_trees(structures: Sequence[Tree], names: Sequence[str]) -> Fitted:
    """Trees in whole numbers, with the columns they look at in the order of `names`."""
    used = sorted({node["split_feature"] for tree in structures for node in _splits(tree)})
    place = {column: k for k, column in enumerate(used)}
    roots, nodes, leaves = list[int](), list[list[int]](), list[int]()
    for tree in structures:
        roots.append(_flatten(tree, place, nodes, leaves))
    words = (np.array(roots, np.int32), np.array(nodes, np.int32).reshape(-1, 4), np.array(leaves, np.int32))
    return Fitted(tuple(names[column] for column in used), Trees(*words))


def _splits(tree: Tree) -> Sequence[Tree]:
    if "split_feature" not in tree:
        return []
    return [tree, *_splits(tree["left_child"]), *_splits(tree["right_child"])]


def _flatten(tree: Tree, place: Mapping[int, int], nodes: list[list[int]], leaves: list[int]) -> int:
    """Number of a node that was added, or -1 - k of leaf k."""
    if "split_feature" not in tree:
        leaves.append(round(tree["leaf_value"] * VALUE_SCALE))
        return -len(leaves)
    at = len(nodes)
    nodes.append([place[tree["split_feature"]], int(np.floor(tree["threshold"])), 0, 0])
    nodes[at][2:] = [_flatten(tree[side], place, nodes, leaves) for side in ("left_child", "right_child")]
    return at
