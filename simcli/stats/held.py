"""What copies held of the items of a kind go with, all of them judged together: in win share and in points, and how a change moves it.

Who holds more of one card holds less of others where a hand has one size, and who holds a strong card has company: by itself each card
takes the blame for the others. The share (or the score) is regressed on the copies held of all items of a kind at once, within games, as
offers are in `stats/together.py`:

    A = X'X,    b = X'y,    effects = A^+ b,

given as distances from a typical item of the kind, the mean effect of the middle half. Between two variants the distances are those of the
differences of effects, so that a change of one card makes no other look changed.

Deals are put in groups by their number, the same in all variants. Each group is left out in turn, and the variance is that of the
jackknife (Wolter, Introduction to variance estimation, 2nd edition, 2007, chapter 4): it knows that copies held differ from deal to deal,
and that two variants play the same deals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

import numpy as np
import numpy.typing as npt

from simcli.game import SIXTIETHS
from simcli.stats.intervals import FEW_DEALS, FEWEST_EFFECTIVE, NOTHING, Estimate
from simcli.stats.together import Floats, inverse_of, typical
from simcli.tally_parts import Counts

FEWEST_GROUPED = 4
"""Deals in each group, on the average, below which no interval is made."""
ROUNDING = 1e-9
"""Values and errors below this part of the largest effect are 0: what is left of sums that cancel out."""


class Gain(IntEnum):
    """What copies held go with: columns of the part `held_gain` of a tally."""

    SHARE = 0
    POINTS = 1


Effects = tuple[Floats, Floats]
"""Effects [items] of one copy more, and those without each group [groups, items]."""


@dataclass(frozen=True)
class Held:
    """Sums of the items of one kind, by group of deals: spread[groups, items, items] and gain[groups, items, 2], P times those above.

    `items` are their numbers in the catalogue, `effective` by item the effective deals in which the copies differ.
    """

    items: tuple[int, ...]
    spread: Floats
    gain: Floats
    effective: npt.NDArray[np.float64]
    deals: int

    @classmethod
    def of(cls, numbers: Sequence[int], pairs: Sequence[tuple[int, int]], spread: Counts, gain: Counts, slopes: Counts, deals: int) -> Held:
        """The items `numbers` of all `pairs`; spread, gain and slopes: the parts `held_spread`, `held_gain` and `item_held_slope`."""
        listed = [i for i, j in pairs if i == j]
        place = {item: k for k, item in enumerate(numbers)}
        square = np.zeros((len(spread), len(numbers), len(numbers)))
        for k, (i, j) in enumerate(pairs):
            if i in place and j in place:
                square[:, place[i], place[j]] = square[:, place[j], place[i]] = spread[:, k]
        rows = slopes[list(numbers)].astype(np.float64)
        effective = np.divide(rows[:, 0] ** 2, rows[:, 2], out=np.zeros(len(rows)), where=rows[:, 2] > 0)
        return cls(tuple(numbers), square, gain[:, [listed.index(i) for i in numbers]].astype(np.float64), effective, deals)

    @property
    def groups(self) -> int:
        """Groups of deals that can be left out."""
        return len(self.spread)

    @property
    def differing(self) -> list[int]:
        """Places of the items whose copies differed between players in any game."""
        return [k for k in range(len(self.items)) if self.spread[:, k, k].any()]

    def only(self, places: Sequence[int]) -> Held:
        """The same of the items at some places."""
        at = list(places)
        if at == list(range(len(self.items))):
            return self
        return Held(tuple(self.items[k] for k in at), self.spread[:, at][:, :, at], self.gain[:, at], self.effective[at], self.deals)

    def effects(self, gain: Gain, places: Sequence[int]) -> Effects | None:
        """Effects of one copy more of the items at some places; None where they cannot be separated. Worked out once: a base is compared
        with every variant, and the sums of the copies are those of every gain."""
        key = tuple(places)
        if key not in self._effects:
            self._effects[key] = self.only(places).worked_out()
        return (self._effects[key] or {}).get(gain)

    @cached_property
    def _effects(self) -> dict[tuple[int, ...], Mapping[Gain, Effects] | None]:
        return {}

    def worked_out(self) -> Mapping[Gain, Effects] | None:
        """The effects on each gain."""
        found: dict[Gain, list[Floats]] = {gain: [] for gain in Gain}
        spread, total = self.spread.sum(axis=0), self.gain.sum(axis=0)
        for left_out in (None, *range(self.groups)):
            inverse = inverse_of(spread if left_out is None else spread - self.spread[left_out])
            if inverse is None:
                return None
            for gain, effects in found.items():
                unit = SIXTIETHS if gain == Gain.SHARE else 1
                all_gained = total[:, gain] / unit
                gained = all_gained if left_out is None else all_gained - self.gain[left_out, :, gain] / unit
                effects.append(inverse @ gained)
        return {gain: (effects[0], np.array(effects[1:])) for gain, effects in found.items()}


def held_effects(held: Held, gain: Gain) -> dict[int, Estimate]:
    """By item number: what one copy more held is associated with, less a typical item of the kind. Items that never differ have none."""
    return _estimates(held, None, held.differing, gain)


def held_changes(own: Held, base: Held, gain: Gain, *, is_apart: bool = False) -> dict[int, Estimate]:
    """The same of a variant less that of its base, by the variant's number; both have the same items in the same order.

    `is_apart` of two runs that share no deals. An item that never differs in one of both has no estimate. `events` is the number of groups
    of deals in which the two differ, of runs that share no deals all.
    """
    shared = [k for k in own.differing if k in base.differing]
    return _estimates(own, base, shared, gain, is_apart=is_apart)


def _estimates(own: Held, base: Held | None, shared: Sequence[int], gain: Gain, *, is_apart: bool = False) -> dict[int, Estimate]:
    """Estimates of the items at the places `kept`, of a variant less its base if there is one; the others have none."""
    none = dict.fromkeys(own.items, Estimate(None, None, 0.0, events=0.0, lacking=NOTHING))
    cells = [cell.only(shared) for cell in (own, base) if cell is not None]
    by_cell = [cell.effects(gain, shared) for cell in (own, base) if cell is not None] if len(shared) > 1 else []
    known = [one for one in by_cell if one is not None]
    if not known or len(known) < len(by_cell):
        return none
    scale = max(float(np.abs(effects).max()) for effects, _ in known)
    values = known[0][0] - (known[1][0] if base else 0.0)
    weights = typical(values)
    values = values - weights @ values
    parts = [without - (without @ weights)[:, None] for _, without in known]
    if base is not None and not is_apart:
        parts = [parts[0] - parts[1]]
    groups = own.groups
    errors = np.sqrt(sum(((part - part.mean(axis=0)) ** 2).sum(axis=0) for part in parts) * (groups - 1) / groups)
    events = float(groups if base is None or is_apart else _differing_groups(*cells))
    deals, effective = min(cell.deals for cell in cells), np.min([cell.effective for cell in cells], axis=0)
    estimates = {}
    for k, value, error, n in zip(shared, values, errors, effective, strict=True):
        few = n < FEWEST_EFFECTIVE or deals < FEWEST_GROUPED * groups
        exact = [0.0 if abs(number) < ROUNDING * scale else float(number) for number in (value, error)]
        estimates[own.items[k]] = Estimate(exact[0], None if few else exact[1], groups, events=events, lacking=FEW_DEALS if few else "")
    return none | estimates


def jackknifed(values: Floats, parts: Floats, largest: float) -> list[Estimate]:
    """Values with the error that `parts` [groups, values] say, the same without each group; largest: beside it this one counts as 0."""
    groups, least = len(parts), ROUNDING * largest
    errors = np.sqrt(((parts - parts.mean(axis=0)) ** 2).sum(axis=0) * (groups - 1) / groups)
    exact = [[0.0 if abs(number) <= least else float(number) for number in pair] for pair in zip(values, errors, strict=True)]
    return [Estimate(value, error, groups) for value, error in exact]


def _differing_groups(own: Held, base: Held) -> int:
    """Groups of deals in which copies held, or what is associated with them, are not the same."""
    spread = (own.spread != base.spread).any(axis=(1, 2))
    return int((spread | (own.gain != base.gain).any(axis=(1, 2))).sum())
