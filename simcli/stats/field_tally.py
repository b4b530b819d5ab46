"""What the line-ups of matchups counted at one number of players of one variant, with what the counts are of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcli.game import SIXTIETHS
from simcli.stats.intervals import Estimate, Row, difference, share_ratio


@dataclass(frozen=True)
class FieldTally:
    """What was counted at one number of players of one variant.

    same: for each strategy the position of the first that is the same plan; shares: ratio rows of the win share of one plan alone among
    another, by their positions; paired: for more than two players, of each pair in order, the paired row of these rows; finishes: for each
    line-up, by the plan that sits alone and the other, the steps of its finishing orders, int64[groups of deals, outcomes]
    (tally_parts.py); repeats_base: whether a variant plays the very games of the base, under another name.
    """

    variant: str
    players: int
    strategies: tuple[str, ...]
    same: Sequence[int]
    deals: int
    games: int
    shares: Mapping[tuple[int, int], Row]
    paired: Mapping[tuple[int, int], Row]
    finishes: Mapping[tuple[int, int], NDArray[np.int64]]
    repeats_base: bool = False

    @property
    def plans(self) -> list[int]:
        """Positions of the plans, each once."""
        return [i for i, first in enumerate(self.same) if i == first]

    def advantage(self, one: int, other: int) -> Estimate:
        """Advantage of a plan, which comes first, over another; a share less one half where it is at the logit scale."""
        if self.players == 2:
            return share_ratio(self.shares[one, other])
        own, base = self.shares[one, other], self.shares[other, one]
        estimate = difference(own, base, self.paired[one, other], SIXTIETHS, share=True)
        return estimate._replace(value=_half(estimate.value), se=_half(estimate.se), most=estimate.most / 2.0)

    @property
    def even(self) -> float:
        """What an advantage is compared with."""
        return 0.5 if self.players == 2 else 0.0


def _half(number: float | None) -> float | None:
    return None if number is None else number / 2.0
