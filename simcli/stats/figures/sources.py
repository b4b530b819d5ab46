"""How a figure comes from the counts of a cell: its estimate, and its difference to the same figure of the base."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, cast

from simcli.game import SIXTIETHS
from simcli.stats import intervals
from simcli.stats.cell_tally import CellTally
from simcli.stats.held import Gain, held_effects
from simcli.tally_parts import Counts

At = tuple[int, ...]
"""Place of a figure's row in the part that counts it."""


@dataclass(frozen=True)
class Mean:
    """A mean from the rows of a ratio part; `unit` counts as one."""

    part: str
    unit: int = 1
    share: bool = False

    def row(self, cell: CellTally, at: At) -> intervals.Row:
        """Its ratio row."""
        row: Counts = getattr(cell.parts, self.part)[at]
        return row

    def paired(self, cell: CellTally, at: At, base_at: At) -> intervals.Row:  # noqa: ARG002
        """Its row paired with that of the base."""
        row: Counts = cell.paired_with(self.part)[at]
        return row

    def estimate(self, cell: CellTally, at: At) -> intervals.Estimate:
        """The figure."""
        return intervals.mean_ratio(self.row(cell, at))

    def judged(self, cell: CellTally, at: At) -> intervals.Estimate:
        """The figure as a run judges it: of an item in place of a typical one, where its kind is judged together."""
        return self.estimate(cell, at)

    def unended(self, cell: CellTally, at: At) -> float:  # noqa: ARG002
        """How far to either side it could lie, had others won the games that did not end."""
        return 0.0

    def difference(self, cell: CellTally, at: At, base_at: At) -> tuple[intervals.Estimate, float | None]:
        """The figure less that of the base, and how many times the deals pairing saves."""
        base = cast(CellTally, cell.base)
        own, other = self.row(cell, at), self.row(base, base_at)
        if cell.is_apart:
            return intervals.difference_apart(own, other, self.unit, share=self.share), None
        estimate = intervals.difference(own, other, self.paired(cell, at, base_at), self.unit, share=self.share)
        return estimate, intervals.saved_by_pairing(
            intervals.ratio(own, self.unit), intervals.ratio(other, self.unit), estimate
        ) if estimate.se else None


@dataclass(frozen=True)
class Share(Mean):
    """A share of all games, at most 1 in every deal."""

    share: bool = True

    def estimate(self, cell: CellTally, at: At) -> intervals.Estimate:
        """The share."""
        return intervals.share_ratio(self.row(cell, at), unit=self.unit)


@dataclass(frozen=True)
class WinShare(Share):
    """The win share of a seat or a strategy, in sixtieths; games that did not end are in it."""

    unit: int = SIXTIETHS
    of: Literal["seat", "strategy"] = "seat"

    def unended(self, cell: CellTally, at: At) -> float:
        """Share of the games of the seat or strategy that did not end."""
        return cell.unended if self.of == "seat" else cell.unended_of(at[0])


@dataclass(frozen=True)
class OfGroup(Mean):
    """The win share of the player-games that offered or held an item, or did not."""

    unit: int = SIXTIETHS

    def estimate(self, cell: CellTally, at: At) -> intervals.Estimate:
        """The share, against all others of the same deals."""
        return cell.share_of_group(self.row(cell, at))


@dataclass(frozen=True)
class Slope(Mean):
    """The change of the win share with each further copy of an item offered."""

    unit: int = SIXTIETHS

    def estimate(self, cell: CellTally, at: At) -> intervals.Estimate:
        """The slope."""
        return cell.offered_slope(at[0])

    def judged(self, cell: CellTally, at: At) -> intervals.Estimate:
        """Of items dealt in packs of one size, where a copy more of one is a copy less of another."""
        return cell.offers_in_place.get(at[0]) or self.estimate(cell, at)


@dataclass(frozen=True)
class Holders(Mean):
    """The share of the players who hold an item at the end."""

    share: bool = True

    def row(self, cell: CellTally, at: At) -> intervals.Row:
        """Made of the rows of those who hold it and of those who do not."""
        return cell.holders_row(at[0])

    def paired(self, cell: CellTally, at: At, base_at: At) -> intervals.Row:
        """Where games did not end, deals are taken to have as many player-games that did as their mean."""
        own, other = self.row(cell, at), self.row(cast(CellTally, cell.base), base_at)
        pairs, n, base_n, deals = cell.paired_with("item_if_held")[at], int(own[0]), int(other[0]), cell.deals
        return n * base_n // deals, n * int(other[1]) // deals, int(own[1]) * base_n // deals, int(pairs[0]), int(pairs[4])

    def estimate(self, cell: CellTally, at: At) -> intervals.Estimate:
        """The share."""
        return cell.holders(at[0])


@dataclass(frozen=True)
class Stalled(Share):
    """The share of the games that a stall rule ended; their deals are not known."""

    def row(self, cell: CellTally, at: At) -> intervals.Row:  # noqa: ARG002
        """As if they filled whole deals, the least certain way."""
        counted = cell.parts.counted
        return as_deals(counted.stalled, counted.games, counted.deals)

    def difference(self, cell: CellTally, at: At, base_at: At) -> tuple[intervals.Estimate, float | None]:
        """As wide as it can be on shared deals: both errors add up, and `UNSEEN_DEALS` deals may differ that did not so far."""
        base = cast(CellTally, cell.base)
        one, other = self.estimate(cell, at), self.estimate(base, base_at)
        events = float(cell.parts.counted.stalled + base.parts.counted.stalled)
        if one.value is None or other.value is None:
            return intervals.Estimate(None, None, 0.0, events=events, lacking=intervals.NOTHING), None
        value, n = one.value - other.value, min(one.n, other.n)
        if one.se is None or other.se is None:
            return intervals.Estimate(value, None, n, events=events, lacking=one.lacking or other.lacking), None
        error = math.hypot(one.se, other.se) if cell.is_apart else one.se + other.se
        return intervals.Estimate(value, math.hypot(error, math.sqrt(intervals.UNSEEN_DEALS) / n), n, events=events, most=1.0), None


@dataclass(frozen=True)
class Copies(Mean):
    """What is associated with a further copy of an item held, all items of a kind judged together; differences: `held.held_changes`."""

    gain: Gain = Gain.SHARE

    def has(self, cell: CellTally, at: At) -> bool:
        """Whether the item is of a kind that is judged together."""
        return any(at[0] in held.items for held in cell.held_kinds.values())

    def estimate(self, cell: CellTally, at: At) -> intervals.Estimate:
        """The effect of one copy more, less that of a typical item of the kind."""
        held = next(held for held in cell.held_kinds.values() if at[0] in held.items)
        return held_effects(held, self.gain)[at[0]]


def as_deals(number: int, games: int, deals: int) -> tuple[int, ...]:
    """Ratio row of a number of games whose deals are not known: as if in whole deals, the least certain way."""
    each = games // deals if deals else 0
    return games, number, each * games, each * number, each * number
