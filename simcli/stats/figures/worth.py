"""What a copy of each item is worth, by itself and among its kind, from the cells of a run that denies them to one player in turn, or makes
it take them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from simcli.stats.cell_tally import NOTHING, ACopy, CellTally
from simcli.stats.per_copy import SELDOM, against_middle
from simcli.stats.verdicts import Hypothesis


@dataclass(frozen=True)
class Worth:
    """An item with one number of players. `used` is copies a player and game, `copy` what each brings, `alone` that against nothing,
    `among` that less the median of its kind; the last two know nothing of what is seldom used, `among` of what stands alone."""

    players: int
    item: str
    used: float | None
    copy: ACopy
    alone: Hypothesis
    among: Hypothesis

    @property
    def is_used(self) -> bool:
        """Whether it is used often enough to be judged."""
        return self.alone.estimate is not NOTHING

    @property
    def judged(self) -> Hypothesis:
        """What it is judged by: the distance from the middle of its kind; of the only one of its kind what it brings."""
        return self.alone if self.among.estimate is NOTHING else self.among


def lost(cell: CellTally) -> ACopy | None:
    """What a copy of the item is worth that a cell denies one player; None for another cell."""
    return cell.lost_per_copy


def gained(cell: CellTally) -> ACopy | None:
    """What a copy of the item brings that one player of a cell must take; None for another cell."""
    return cell.gained_if_forced


def worths(cells: Sequence[CellTally], tolerance: Callable[[int], float], of: Callable[[CellTally], ACopy | None] = lost) -> list[Worth]:
    """Every item that is denied (or forced, by `of`), in the order of the cells; tolerance: the distance that counts as even, by number of
    players."""
    found, kinds = list[Worth](), defaultdict[tuple[int, str], list[int]](list)
    for cell in cells:
        if (copy := of(cell)) is not None:
            item, alone = cell.items[cell.asked[0]], _alone(cell, copy, tolerance(cell.players))
            if alone.estimate is not NOTHING:
                kinds[cell.players, item.kind].append(len(found))
            used = copy.copies / copy.player_games if copy.player_games else None
            found.append(Worth(cell.players, item.id, used, copy, alone, alone._replace(estimate=NOTHING, unended=0.0)))
    for group in kinds.values():
        for i, among in zip(group, against_middle([found[i].alone for i in group]), strict=True):
            found[i] = replace(found[i], among=among) if len(group) > 1 else found[i]
    return found


def _alone(cell: CellTally, copy: ACopy, tolerance: float) -> Hypothesis:
    """What each copy brings, against nothing."""
    is_used = copy.copies >= max(SELDOM * copy.player_games, 1)
    unended = copy.unended * copy.player_games / copy.copies if is_used else 0.0
    return Hypothesis(copy.per_copy if is_used else NOTHING, 0.0, tolerance, cell.deals, unended)
