"""What learned players have learned: trees over columns, by decision, as files keep them and as the playout loop takes them.

A column is a whole number that is known of an action: a feature of it, the same against the mean of the actions judged beside it, what
the engine knows of every position, what the game says of the position before the action and of the one after it, and what the plan says.
Trees are whole numbers too, so that a choice is the same on every machine.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from simcli.game import Decision, Feature, Game

FEATURE, AGAINST_MEAN, TABLE, BEFORE, AFTER, PLAN = range(6)
"""Kinds of columns."""
ROW_AGAINST_MEAN = PLAN + 1
"""A feature against the mean as the playout loop finds it, of the row that the feature has among the columns: no kind of a file."""
KIND_BITS = 6
"""A column is its kind and, in this number of low bits, its place among those of the kind."""
PLACE_MASK = (1 << KIND_BITS) - 1
MOST_TRIED = 8
"""Most actions that are judged, the favourites of a plan: as many as a vector of numbers holds."""
MOST_WORDS = 1 << 20
"""Words of the trees of a decision in a file."""
MOST_LEAVES = 32
"""Leaves of a tree, a bit each."""
MEAN_SCALE = 16
"""Factor of a feature against the mean of the actions judged."""
MOST_COLUMNS = 262
"""Columns of a decision: room for all features twice, and for as many of the position before and after it."""
TABLE_COLUMNS = (
    Feature("players", "number of players"),
    Feature("round", "round of play"),
    Feature("legal", "legal actions"),
    Feature("place", "place of the player, from 0, counted from who began"),
)
"""What the engine knows of every position."""
PLAN_COLUMNS = (
    Feature("behind", "how far its weighted sum lies behind that of the plan's favourite, in thousandths"),
    Feature("rank", "how many of the actions judged the plan likes better"),
)
"""What the plan says of an action."""
LOWEST, HIGHEST = -(2**31), 2**31 - 1
"""What 32 bits hold: a column that lies beyond them, and all trees together."""
PREFIXES = {FEATURE: "", AGAINST_MEAN: "mean.", TABLE: "table.", BEFORE: "before.", AFTER: "after.", PLAN: "plan."}
VALUE_SCALE = 1_000_000
"""Factor of the value that was fitted, in a leaf; rounded."""

BAND = 40
"""Trees that are asked at once: a number in a vector each."""
MOST_TREES = 100 * BAND
# Words of a decision in a packed model: columns, bands of trees, whether the positions before and after an action and the plan's sums are
# wanted; codes of the columns; where bands begin.
N_COLUMNS, N_BANDS, WANTS_BEFORE, WANTS_AFTER, WANTS_PLAN, HEAD = range(6)
# Words of a band: how many columns are looked up once for all actions, how many for each; trees; their leaves, from left to right; these
# columns.
N_ONCE, N_EACH, BAND_TREES = range(3)
FIRST_SPLIT, N_SPLITS, TREE_WORDS = range(3)
BAND_LEAVES = BAND_TREES + BAND * TREE_WORDS
BAND_COLUMNS = BAND_LEAVES + BAND * MOST_LEAVES
# Words of a column that is looked up: its number, where its thresholds begin, blocks of them, where its rows begin. Row k has the leaves,
# of each tree, that are gone for values above the first k thresholds.
COLUMN, THRESHOLDS, N_THRESHOLDS, FIRST_ROW, COLUMN_WORDS = range(5)
# Words of a split over another column: where the column begins, threshold, mask of the leaves that are gone for values above it.
SPLIT_PLACE, SPLIT_THRESHOLD, SPLIT_GONE, SPLIT_WORDS = range(4)
BLOCK, SPLIT_BLOCK = 8, 4
"""Thresholds, and splits of a tree, that are asked in one step; the last block is filled up with some that no value lies above."""
OFTEN = 24
"""Splits of a band over a column, in the mean over those that may differ between actions, from which on these are looked up; those that are
the same for all actions always are."""
NODE_COLUMN, NODE_THRESHOLD, NODE_BELOW, NODE_ABOVE, NODE_WORDS = range(5)
"""Words of a node in a file: column, threshold, the node (or leaf) for values up to it, the one for values above. Leaf k is -1 - k."""

Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]
T = TypeVar("T")


@dataclass(frozen=True)
class Trees:
    """roots: int32[trees], a node, or -1 - k for leaf k; nodes: int32[nodes, 4]; leaves: int32[leaves], x VALUE_SCALE."""

    roots: Int32s
    nodes: Int32s
    leaves: Int32s

    def text(self) -> str:
        """As a file keeps them."""
        sizes = np.array([len(self.roots), len(self.nodes), len(self.leaves)], "<i4")
        words = np.concatenate([sizes, self.roots, self.nodes.ravel(), self.leaves]).astype("<i4")
        return base64.b64encode(zlib.compress(words.tobytes(), 9)).decode()

    def value(self, columns: Sequence[int]) -> int:
        """What the trees say of an action with these columns, x VALUE_SCALE: `sum_trees` of the playout loop, as it reads best; that one
        looks at all trees, or at all actions, at once."""
        nodes, leaves = self._listed
        total = 0
        for root in self.roots.tolist():
            here = root
            while here >= 0:
                column, threshold, below, above = nodes[here]
                here = below if columns[column] <= threshold else above
            total += leaves[-1 - here]
        return total

    @cached_property
    def _listed(self) -> tuple[list[list[int]], list[int]]:
        """Nodes and leaves as lists, which Python reads ten times as fast as arrays."""
        return self.nodes.tolist(), self.leaves.tolist()

    @cached_property
    def splits(self) -> tuple[Int64s, Int32s]:
        """Splits, int64[splits, 4]: tree, column, threshold, mask of the leaves on its left, which are gone for values above it; leaves
        from left to right, int32[trees, MOST_LEAVES]. ValueError for more than MOST_TREES trees, for a tree of more than MOST_LEAVES
        leaves, and for values that 32 bits do not hold when they are added up."""
        if len(self.roots) > MOST_TREES:
            raise ValueError(f"these are more than {MOST_TREES:,} trees")
        splits, leaves = list[list[int]](), np.zeros((len(self.roots), MOST_LEAVES), np.int32)
        for tree, root in enumerate(self.roots.tolist()):
            own, ends = list[list[int]](), list[int]()
            self._flatten(root, own, ends)
            splits += [[tree, *split] for split in own]
            leaves[tree, : len(ends)] = ends
        if np.abs(leaves.astype(np.int64)).max(axis=1, initial=0).sum() > HIGHEST:
            raise ValueError("its trees say more than 32 bits hold")
        return np.array(splits, np.int64).reshape(-1, 4), leaves

    def _flatten(self, node: int, splits: list[list[int]], leaves: list[int]) -> None:
        """Appends the splits and leaves of a node of a tree."""
        if node < 0:
            leaves.append(self._listed[1][-1 - node])
            return
        column, threshold, below, above = self._listed[0][node]
        begun, at = len(leaves), len(splits)
        splits.append([column, threshold, 0])
        if len(splits) >= MOST_LEAVES:
            raise ValueError(f"a tree has more than {MOST_LEAVES} leaves")
        self._flatten(below, splits, leaves)
        splits[at][2] = sum(1 << k for k in range(begun, len(leaves)))
        self._flatten(above, splits, leaves)

    def is_sound(self, columns: int) -> bool:
        """Whether every walk ends at a leaf: nodes lead to later ones and to leaves, one to each, by columns that are there."""
        to, column = self.nodes[:, NODE_BELOW:], self.nodes[:, NODE_COLUMN]
        lead = bool(((to < 0) | (to > np.arange(len(self.nodes))[:, None])).all())
        every = np.sort(np.concatenate([self.roots, to.ravel()]))
        once = np.array_equal(every, np.arange(-len(self.leaves), len(self.nodes)))
        return lead and once and bool(((column >= 0) & (column < columns)).all())


@lru_cache(maxsize=64)
def read_trees(text: str) -> Trees:
    """Inverse of `Trees.text`. ValueError for any other text, and for more than MOST_WORDS words. Who plays them reads them again and
    again: the last texts are remembered."""
    try:
        packed = zlib.decompressobj()
        data = packed.decompress(base64.b64decode(text, validate=True), 4 * MOST_WORDS)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if not packed.eof or len(data) % 4:
        raise ValueError("these are no trees, or too many")
    words = np.frombuffer(data, "<i4").astype(np.int32)
    sizes = words[:3].tolist()
    if len(sizes) < 3 or min(sizes) < 0 or len(words) != 3 + sizes[0] + NODE_WORDS * sizes[1] + sizes[2]:
        raise ValueError("these are no trees")
    roots, nodes, leaves = np.split(words[3:], [sizes[0], sizes[0] + NODE_WORDS * sizes[1]])
    return Trees(roots, nodes.reshape(-1, NODE_WORDS), leaves)


def column_codes(game: Game, decision: Decision) -> dict[str, int]:
    """All columns of a decision by name, in order: as the playout loop finds them."""
    listed: Mapping[int, Sequence[Feature]] = {
        FEATURE: decision.features,
        AGAINST_MEAN: decision.features,
        TABLE: TABLE_COLUMNS,
        BEFORE: game.context,
        AFTER: game.context,
        PLAN: PLAN_COLUMNS,
    }
    return {f"{PREFIXES[kind]}{one.name}": (kind << KIND_BITS) + k for kind, columns in listed.items() for k, one in enumerate(columns)}


def against_mean(values: Any, totals: Any, number: Any) -> Any:
    """A feature of an action against the mean of `number` actions whose sum is `totals`, x MEAN_SCALE, rounded down; in arrays too."""
    return MEAN_SCALE * (number * values - totals) // number


Lessons = tuple[Mapping[str, Sequence[str]], Mapping[str, str]]
"""By decision the columns by name, and the trees as `Trees.text` says them; neither of a player who has learned nothing."""


def pack_models(game: Game, learned: Sequence[Lessons], records: Any) -> Int32s:
    """What strategies have learned, one behind the other: int32[words]. Where each begins, and the features it looks at, are written into
    its record."""
    parts = [np.zeros(1, np.int32)]
    for record, one in zip(records, learned, strict=True):
        if one[1]:
            record.model = sum(map(len, parts))
            parts += _packed(game, one, record)
    return np.concatenate(parts)


def _packed(game: Game, learned: Lessons, record: Any) -> list[Int32s]:
    """Where each decision begins, from the beginning of the model, 0 for one without trees; then the decisions."""
    starts = np.zeros(len(game.decisions), np.int32)
    parts = [starts]
    for d, decision in enumerate(game.decisions):
        if decision.name not in learned[1]:
            continue
        known = column_codes(game, decision)
        codes = tuple(known[name] for name in learned[0][decision.name])
        record.seen_mask[d] = sum({1 << (code & PLACE_MASK) for code in codes if code >> KIND_BITS <= AGAINST_MEAN})
        starts[d] = sum(map(len, parts))
        parts.append(pack_trees(codes, learned[1][decision.name]))
    return parts


@lru_cache(maxsize=64)
def pack_trees(codes: tuple[int, ...], text: str) -> Int32s:
    """A decision as the playout loop takes it: columns by their codes, and trees over these. The last are remembered, as `read_trees`
    remembers texts."""
    kinds = np.array(codes, np.int32) >> KIND_BITS
    before, after, plan = (bool((kinds == kind).any()) for kind in (BEFORE, AFTER, PLAN))
    splits, leaves = read_trees(text).splits
    bands = list[Int32s]()
    for first in range(0, len(leaves), BAND):
        own = splits[splits[:, 0] // BAND * BAND == first] - [first, 0, 0, 0]
        bands.append(_band((kinds == TABLE) | (kinds == BEFORE), own, leaves[first : first + BAND]))
    begun = HEAD + len(codes) + len(bands) + np.cumsum([0, *map(len, bands)])[:-1]
    head = np.array([len(codes), len(bands), before or after, after, plan], np.int32)
    return np.concatenate([head, _by_rows(codes), begun.astype(np.int32), *bands])


def _band(shared: NDArray[np.bool_], splits: Int64s, leaves: Int32s) -> Int32s:
    """A band of at most BAND trees over columns, of which some are the same for all actions."""
    number = np.bincount(splits[:, 1], minlength=len(shared))
    once, each = (np.flatnonzero(which & (number > 0)) for which in (shared, ~shared))
    if number[each].sum() < OFTEN * len(each):
        each = each[:0]
    columns = [*once.tolist(), *each.tolist()]
    looked = np.isin(splits[:, 1], columns)
    # The longest trees first: how many splits a tree has is then mostly known from the one before it.
    order = np.argsort(-np.bincount(splits[~looked, 0], minlength=BAND), kind="stable")
    table, thresholds, rows = _looked_up(columns, splits[looked])
    trees, asked = _asked(order, splits[~looked])
    ends = np.zeros((BAND, MOST_LEAVES), np.int64)
    ends[: len(leaves)] = leaves
    begun = np.cumsum([BAND_COLUMNS, table.size, len(thresholds), rows.size])[1:]
    table[:, [THRESHOLDS, FIRST_ROW]] += begun[:2]
    trees[:, FIRST_SPLIT] += begun[2]
    parts = ([len(once), len(each)], trees, ends[order], table, thresholds, rows[:, order], asked)
    return np.concatenate([np.array(part, np.int32).ravel() for part in parts])


def _looked_up(columns: Sequence[int], splits: Int64s) -> tuple[Int64s, list[int], Int64s]:
    """Words of the columns that are looked up, their thresholds, and their rows, int64[rows, BAND]."""
    words, thresholds, rows = list[tuple[int, ...]](), list[int](), [np.zeros((0, BAND), np.int64)]
    for column in columns:
        tree, _, threshold, gone = splits[splits[:, 1] == column].T
        bounds, place = np.unique(threshold, return_inverse=True)
        left = np.zeros((len(bounds) + 1, BAND), np.int64)
        np.bitwise_or.at(left, (place + 1, tree), gone)
        filled = _filled(bounds.tolist(), HIGHEST, BLOCK)
        words.append((column, len(thresholds), len(filled) // BLOCK, BAND * sum(map(len, rows))))
        thresholds += filled
        rows.append(np.bitwise_or.accumulate(left))
    return np.array(words, np.int64).reshape(-1, COLUMN_WORDS), thresholds, np.concatenate(rows)


def _asked(order: Int64s, splits: Int64s) -> tuple[Int64s, list[tuple[int, int, int]]]:
    """Words of the trees in this order, and the splits that are asked."""
    trees, asked = np.zeros((BAND, TREE_WORDS), np.int64), list[tuple[int, int, int]]()
    for place, tree in enumerate(order.tolist()):
        own = [(column * MOST_TRIED, threshold, gone) for _, column, threshold, gone in splits[splits[:, 0] == tree].tolist()]
        filled = _filled(own, (0, HIGHEST, 0), SPLIT_BLOCK)
        trees[place] = SPLIT_WORDS * len(asked), len(filled) // SPLIT_BLOCK
        asked += filled
    return trees, asked


def _filled(those: list[T], one: T, block: int) -> list[T]:
    """These, filled up to whole blocks."""
    return those + [one] * (-len(those) % block)


def _by_rows(codes: Sequence[int]) -> Int32s:
    """Codes of columns, a feature against the mean by the row of the feature where it stands before it: read in a third of the time."""
    found = np.array(codes, np.int32)
    for j, code in enumerate(codes):
        feature = (FEATURE << KIND_BITS) + (code & PLACE_MASK)
        if code >> KIND_BITS == AGAINST_MEAN and feature in codes[: min(j, PLACE_MASK + 1)]:
            found[j] = (ROW_AGAINST_MEAN << KIND_BITS) + codes.index(feature)
    return found
