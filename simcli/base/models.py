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
from typing import Any

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

# Words of a decision in a packed model: columns, trees, whether the positions before and after an action and the plan's sums are wanted,
# where trees, splits and leaves are.
N_COLUMNS, N_TREES, WANTS_BEFORE, WANTS_AFTER, WANTS_PLAN, TREES, SPLITS, LEAVES, HEAD = range(9)
# Words of a tree: the first of its splits, how many blocks of them it has, the first of its leaves; leaves lie from left to right.
FIRST_SPLIT, N_BLOCKS, FIRST_LEAF, TREE_WORDS = range(4)
# Words of a split: where its column of MOST_TRIED actions begins, the least value above it, mask of the leaves that are gone for such.
SPLIT_PLACE, SPLIT_ABOVE, SPLIT_GONE, SPLIT_WORDS = range(4)
SPLIT_BLOCK = 8
"""Splits that are asked in one step; the last block of a tree is filled up with splits of which none is gone."""
NODE_COLUMN, NODE_THRESHOLD, NODE_BELOW, NODE_ABOVE, NODE_WORDS = range(5)
"""Words of a node in a file: column, threshold, the node (or leaf) for values up to it, the one for values above. Leaf k is -1 - k."""

Int32s = NDArray[np.int32]


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
        asks all splits of a tree at once, of all actions, which takes a tenth of the time."""
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
    def splits(self) -> tuple[Int32s, Int32s, Int32s]:
        """Trees, splits and leaves as the playout loop takes them. ValueError for a tree of more than MOST_LEAVES leaves, and for values
        that 32 bits do not hold when they are added up."""
        trees, splits, leaves, most = list[list[int]](), list[list[int]](), list[int](), 0
        for root in self.roots.tolist():
            trees.append([len(splits), 0, len(leaves)])
            self._split(root, trees[-1], splits, leaves)
            most += max(map(abs, leaves[trees[-1][FIRST_LEAF] :]))
            splits += [[0, 0, 0]] * (-len(splits) % SPLIT_BLOCK)
            trees[-1][N_BLOCKS] = (len(splits) - trees[-1][FIRST_SPLIT]) // SPLIT_BLOCK
        if most > HIGHEST:
            raise ValueError("its trees say more than 32 bits hold")
        shaped = (np.array(trees, np.int32).ravel(), np.array(splits, np.int64).astype(np.int32).ravel())
        return *shaped, np.array(leaves, np.int32)

    def _split(self, node: int, tree: Sequence[int], splits: list[list[int]], leaves: list[int]) -> None:
        """Appends the splits and leaves of a node of a tree."""
        if node < 0:
            leaves.append(self._listed[1][-1 - node])
            return
        column, threshold, below, above = self._listed[0][node]
        begun, at = len(leaves), len(splits)
        splits.append([column * MOST_TRIED, min(threshold + 1, HIGHEST), 0])
        if len(splits) - tree[FIRST_SPLIT] >= MOST_LEAVES:
            raise ValueError(f"a tree has more than {MOST_LEAVES} leaves")
        self._split(below, tree, splits, leaves)
        gone = range(begun - tree[FIRST_LEAF], len(leaves) - tree[FIRST_LEAF])
        splits[at][SPLIT_GONE] = sum(1 << k for k in gone) if threshold < HIGHEST else 0
        self._split(above, tree, splits, leaves)

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
        trees, known = read_trees(learned[1][decision.name]), column_codes(game, decision)
        codes = np.array([known[name] for name in learned[0][decision.name]], np.int32)
        kinds = codes >> KIND_BITS
        places = codes[kinds <= AGAINST_MEAN] & PLACE_MASK
        record.seen_mask[d] = sum({1 << int(k) for k in places})
        rows, splits, leaves = trees.splits
        wants = [int((kinds == one).any()) for one in (AFTER, PLAN)]
        before = int((kinds == BEFORE).any() or wants[0])
        ends = (HEAD + len(codes) + np.cumsum([0, len(rows), len(splits)])).tolist()
        head = [len(codes), len(trees.roots), before, *wants, *ends]
        starts[d] = sum(map(len, parts))
        parts.append(np.concatenate([np.array(head, np.int32), _by_rows(codes.tolist()), rows, splits, leaves]))
    return parts


def _by_rows(codes: Sequence[int]) -> Int32s:
    """Codes of columns, a feature against the mean by the row of the feature where it stands before it: read in a third of the time."""
    found = np.array(codes, np.int32)
    for j, code in enumerate(codes):
        feature = (FEATURE << KIND_BITS) + (code & PLACE_MASK)
        if code >> KIND_BITS == AGAINST_MEAN and feature in codes[: min(j, PLACE_MASK + 1)]:
            found[j] = (ROW_AGAINST_MEAN << KIND_BITS) + codes.index(feature)
    return found
