"""What a copy of each item is worth, by itself and among its kind, from the cells of a run that denies them to one player in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from simcli.stats.cell_tally import NOTHING, CellTally
from simcli.stats.per_copy import SELDOM, against_middle
from simcli.stats.verdicts import Hypothesis


@dataclass(frozen=True)
class Worth:
    """An item with one number of players. `used` is copies a player and game, `alone` what is lost a copy, `among` that less the median of
    its kind; both know nothing of what is seldom used, `among` of what has nothing to be compared with."""

    players: int
    item: str
    used: float
    alone: Hypothesis
    among: Hypothesis

    @property
    def is_used(self) -> bool:
        """Whether it is used often enough to be judged."""
        return self.alone.estimate is not NOTHING


def worths(cells: Sequence[CellTally], tolerance: Callable[[int], float]) -> list[Worth]:
    """Every item that is denied; tolerance: the distance that counts as even, by number of players."""
    denied = [cell for cell in cells if cell.lost_per_copy is not None]
    kinds = dict.fromkeys((cell.players, cell.items[cell.asked[0]].kind) for cell in denied)
    groups = ([cell for cell in denied if (cell.players, cell.items[cell.asked[0]].kind) == kind] for kind in kinds)
    return [one for group in groups for one in _of_kind(group, tolerance)]


def _of_kind(cells: Sequence[CellTally], tolerance: Callable[[int], float]) -> Iterator[Worth]:
    alone = [_alone(cell, tolerance(cell.players)) for cell in cells]
    judged = [one for _, one in alone if one.estimate is not NOTHING]
    beyond = iter(against_middle(judged))
    for cell, (used, one) in zip(cells, alone, strict=True):
        among = next(beyond) if one.estimate is not NOTHING and len(judged) > 1 else Hypothesis(NOTHING, 0.0, one.tolerance, one.deals)
        yield Worth(cell.players, cell.items[cell.asked[0]].id, used, one, among)


def _alone(cell: CellTally, tolerance: float) -> tuple[float, Hypothesis]:
    """Copies used a player and game, and what is lost with each, against nothing."""
    lost = cell.lost_per_copy
    assert lost is not None
    is_used = lost.copies >= max(SELDOM * lost.player_games, 1)
    unended = lost.unended * lost.player_games / lost.copies if is_used else 0.0
    estimate = lost.per_copy if is_used else NOTHING
    return lost.copies / max(lost.player_games, 1), Hypothesis(estimate, 0.0, tolerance, cell.deals, unended)
