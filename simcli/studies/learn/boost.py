"""Gradient boosting of trees for squared errors, by LightGBM where it is installed, else by numpy: slower, and trees as good.

As LightGBM does it (Ke et al., NIPS 2017), without its sampling: columns in bins, trees that grow at the leaf that gains most, the
histogram of the larger child from those of its parent and its sibling.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcli.errors import UserError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Tree = dict[str, Any]
"""A split (`split_feature`, `threshold`, `left_child` of values up to it, `right_child`), or a leaf (`leaf_value`)."""

TREES, LEAVES, RATE, LEAST = 40, 32, 0.2, 100
"""Trees, leaves of each at most, part of a leaf's mean that is added, fewest rows of a leaf."""
ROWS = 0.8
"""Part of the rows that a tree is drawn from."""
BINS = 255
"""Most bins of a column."""
NUMPY = "numpy"
SETTINGS = {
    "objective": "regression",
    "num_leaves": LEAVES,
    "learning_rate": RATE,
    "min_data_in_leaf": LEAST,
    "bagging_fraction": ROWS,
    "bagging_freq": 1,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "verbose": -1,
    "seed": 1,
}


@dataclass(frozen=True)
class Boosted:
    """Trees whose sum is fitted, and the sum for rows of columns."""

    trees: Sequence[Tree]
    predict: Callable[[Ints], Floats]


def library() -> Any:
    """LightGBM; None where it is not installed. UserError where it cannot be loaded."""
    try:
        import lightgbm

        return lightgbm
    except ImportError:
        return None
    except OSError as error:
        raise UserError.of("learn", f"lightgbm cannot be loaded: {error}", "install what it names, often libgomp") from None


def made_by() -> str:
    """What fits: the version of LightGBM, or numpy. Another one makes other trees."""
    found = library()
    return NUMPY if found is None else str(found.__version__)


def boosted(columns: Ints, wanted: Floats) -> Boosted:
    """Trees fitted to `wanted`, float64[rows]; columns: int64[rows, columns]."""
    found = library()
    if found is None:
        return by_numpy(columns, wanted)
    data = found.Dataset(columns.astype(np.float64), wanted, free_raw_data=False)
    made = found.train(SETTINGS, data, num_boost_round=TREES)
    return Boosted([one["tree_structure"] for one in made.dump_model()["tree_info"]], made.predict)


def by_numpy(columns: Ints, wanted: Floats) -> Boosted:
    """The same by numpy alone."""
    rng, (n, width) = np.random.default_rng(1), columns.shape
    edges = [_edges(column) for column in columns.T]
    codes = np.array([np.searchsorted(edge, column) for edge, column in zip(edges, columns.T, strict=True)], np.uint8).reshape(width, n)
    mean = float(wanted.mean()) if n else 0.0
    trees: list[Tree] = [{"leaf_value": mean}]
    rest = wanted - mean
    for _ in range(TREES):
        rows = np.flatnonzero(rng.random(n) < ROWS)
        tree = _grown(codes, edges, rest, rows)
        trees.append(tree)
        rest = rest - _sum_of([tree], columns)
    return Boosted(trees, lambda seen: _sum_of(trees, seen))


@dataclass
class _Leaf:
    """A leaf that may be split: its rows, its sums and counts by column and bin, and the best split of them."""

    rows: Ints
    sums: Floats
    counts: Floats
    tree: Tree = field(default_factory=dict)
    gain: float = 0.0
    column: int = 0
    last: int = 0

    def look(self) -> None:
        """Finds the split that gains most: squared sums over counts of both sides beside those of the whole."""
        below, left = self.sums.cumsum(axis=1)[:, :-1], self.counts.cumsum(axis=1)[:, :-1]
        total, n = self.sums[:1].sum(), self.counts[:1].sum()
        able = (left >= LEAST) & (n - left >= LEAST)
        with np.errstate(divide="ignore", invalid="ignore"):
            gain = np.where(able, below**2 / left + (total - below) ** 2 / (n - left) - total**2 / n, 0.0)
        best = int(gain.argmax())
        self.column, self.last = divmod(best, gain.shape[1])
        self.gain = float(gain.flat[best])


def _grown(codes: NDArray[np.uint8], edges: Sequence[Ints], wanted: Floats, rows: Ints) -> Tree:
    """One tree for some rows."""

    def leaf(of: Ints, parent: _Leaf | None = None, sibling: _Leaf | None = None) -> _Leaf:
        if parent is not None and sibling is not None:
            made = _Leaf(of, parent.sums - sibling.sums, parent.counts - sibling.counts)
        else:
            seen, bins = wanted[of], codes[:, of]
            sums = np.array([np.bincount(own, seen, BINS) for own in bins])
            made = _Leaf(of, sums, np.array([np.bincount(own, minlength=BINS) for own in bins], np.float64))
        made.look()
        return made

    root = leaf(rows)
    leaves = [root]
    while len(leaves) < LEAVES and (best := max(leaves, key=lambda one: one.gain)).gain > 0.0:
        column = best.column
        is_left = codes[column, best.rows] <= best.last
        sides = best.rows[is_left], best.rows[~is_left]
        if len(sides[0]) <= len(sides[1]):
            right = leaf(sides[1], best, left := leaf(sides[0]))
        else:
            left = leaf(sides[0], best, right := leaf(sides[1]))
        best.tree |= {"split_feature": column, "threshold": int(edges[column][best.last])}
        best.tree |= {"left_child": left.tree, "right_child": right.tree}
        leaves = [*(one for one in leaves if one is not best), left, right]
    for one in leaves:
        one.tree["leaf_value"] = RATE * float(wanted[one.rows].mean()) if len(one.rows) else 0.0
    return root.tree


def _edges(column: Ints) -> Ints:
    """Last values of the bins of a column but the last: of few values each has its own, of many as many rows as the others."""
    values = np.unique(column)
    if len(values) > BINS:
        values = np.unique(np.quantile(column, np.linspace(0, 1, BINS + 1)[1:], method="lower"))
    return values[:-1]


def _sum_of(trees: Sequence[Tree], columns: Ints) -> Floats:
    """Sums of trees for rows of columns."""
    found = np.zeros(len(columns))
    for tree in trees:
        for rows, value in _fallen(tree, columns, np.arange(len(columns))):
            found[rows] += value
    return found


def _fallen(tree: Tree, columns: Ints, rows: Ints) -> Iterator[tuple[Ints, float]]:
    """Which rows fall into each leaf of a tree, with its value."""
    if "split_feature" not in tree:
        yield rows, tree["leaf_value"]
        return
    is_left = columns[rows, tree["split_feature"]] <= tree["threshold"]
    yield from _fallen(tree["left_child"], columns, rows[is_left])
    yield from _fallen(tree["right_child"], columns, rows[~is_left])
