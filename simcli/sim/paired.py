"""Two variants of a run deal by deal: which rows of their tallies mean the same, and the products that a difference needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcli.sim.plan import Batch, Cell
from simcli.tally_parts import PAIRED, PARTS, RATIO_PARTS


class Played(NamedTuple):
    """What playing a batch gave: the tally, what each deal adds up to (int64[deals, 2, ratio rows], or none), rows of records."""

    flat: NDArray[np.int64]
    deals: NDArray[np.int64]
    records: NDArray[np.int64]


def matching_rows(cell: Cell, base: Cell) -> NDArray[np.int64]:
    """For each ratio row of a cell the row of the base that counts the same, -1 where it has none: items, kinds and categories by name."""
    own, other = _names(cell), _names(base)
    firsts, rows = base.layout.first_rows, []
    for part in RATIO_PARTS:
        numbers = np.zeros((1,), np.int64)
        for axis in PARTS[part].axes:
            place = {name: i for i, name in enumerate(other[axis])}
            found = np.array([place.get(name, -1) for name in own[axis]], np.int64)
            both = numbers[:, None] * len(place) + found[None, :]
            numbers = np.where((numbers[:, None] < 0) | (found[None, :] < 0), -1, both).reshape(-1)
        rows.append(np.where(numbers < 0, -1, numbers + getattr(firsts, part)))
    return np.concatenate(rows)


def _names(cell: Cell) -> dict[str, Sequence[object]]:
    """What stands along each axis of the ratio parts."""
    layout, catalogue = cell.layout, cell.counted
    items = [item.id for item in catalogue.items]
    numbered = {axis: range(length) for axis, length in layout.axes.items()}
    by_strategy = [items[i] for i in catalogue.by_strategy(layout.strategies)]
    asked = [items[i] for i in cell.asked.items]
    return numbered | {
        "items": items,
        "asked": asked,
        "by_strategy": by_strategy,
        "kinds": catalogue.kinds,
        "categories": catalogue.categories,
    }


def paired_rows(own: NDArray[np.int64], base: NDArray[np.int64], rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """The paired rows [rows, 5] (`tally_parts.PAIRED`) of some deals: own and base as int64[deals, 2, rows] each, `rows` as above.

    A product of sums below 2**31 fits, and by Cauchy and Schwarz no sum of products is larger than the larger sum of squares, which the
    playout loop has seen to fit.
    """
    paired = np.zeros((len(rows), PAIRED), np.int64)
    present = rows >= 0
    c, y = own[:, 0, present], own[:, 1, present]
    base_c, base_y = base[:, 0, rows[present]], base[:, 1, rows[present]]
    for column, (one, other) in enumerate(((c, base_c), (c, base_y), (y, base_c), (y, base_y))):
        paired[present, column] = np.einsum("dr,dr->r", one, other)
    paired[present, PAIRED - 1] = ((c != base_c) | (y != base_y)).sum(axis=0)
    return paired


class BaseDeals:
    """Batches of the base, each played once for all variants that are compared with it, on any thread.

    Forgotten when a batch comes whose deals lie `reach` batches further on; one that is still asked for is then played again.
    """

    def __init__(self, play: Callable[[Batch, bool], Played], reach: int) -> None:
        self._play, self._reach = play, reach
        self._lock = Lock()
        self._kept: dict[tuple[int, int], Future[Played]] = {}

    def get(self, batch: Batch, has_records: bool) -> Played:
        """A batch of the base, with its rows of records where these are kept; waits for another thread that is at it."""
        key = batch.cell, batch.first_deal
        with self._lock:
            future, is_new = self._kept.get(key), key not in self._kept
            if future is None:
                future = self._kept[key] = Future()
            oldest = batch.first_deal - self._reach * batch.deals
            self._kept = {kept: one for kept, one in self._kept.items() if kept[1] >= oldest}
        if is_new:
            try:
                future.set_result(self._play(batch, has_records))
            except BaseException as error:
                future.set_exception(error)
        return future.result()
