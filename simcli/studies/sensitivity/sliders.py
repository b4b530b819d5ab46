"""Shares of the wins with several numbers moved at once, from the games in which each was moved alone: what the sliders of a page show.

A share as it is, p, was measured, and its differences d from games on the same deals: d_i with number i at a step, and d_ij where numbers
i and j were played at their steps together. A number that stands between its value and a step, the part w of the way (0 to 1), is taken
to have moved the share by w d_i, and changes of several numbers are added; where two were played together w_i w_j (d_ij - d_i - d_j) is
added too, so that a setting that was played has the share that was measured. The sum is p + sum of c_m d_m over all differences m.

*Sampling error.* All d_m hang on p, whose deals they share. From the standard errors of p, of the share with the change and of their
difference follows the covariance of p and d_m: b_m = cov(p, d_m) / var p = (var(p + d_m) - var p - var d_m) / (2 var p). What p does not
say of d_m is left over, with the variance e_m^2 = var d_m - b_m^2 var p. How the rests of several differences hang together is not kept,
so that they may add in full (Cauchy and Schwarz), which no dependence exceeds:

    var(p + sum c_m d_m)  <=  (1 + sum c_m b_m)^2 var p  +  (sum |c_m| e_m)^2

For one number at a step this is the variance of the share that was measured there. The sum grows with each pair that is added: where a
setting was not played and the band is narrower without any pair, as few deals say little of them, it is taken without.

*What adding leaves out.* Let s_i be the change that number i makes at its step: that of the share itself, or the root mean square of those
of all shares of its kind if that is larger. Half the band is the root of the sum of squares of

    z sqrt(var),   INTERACTION sqrt(sum of w_i s_i w_j s_j over pairs i < j not played together),   BETWEEN sum of 4 w_i (1 - w_i) s_i

The two constants are calibrated on games of other seeds (tools/sliders_heldout.py; docs/research/sliders.md).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist
from typing import NamedTuple

from simcli.base.grouped import grouped
from simcli.config.run.in_play import changes_of
from simcli.config.run.resolved import ResolvedRun
from simcli.stats.intervals import LEVEL
from simcli.stats.summary import Cell, Difference, Interval, Summary

Z = NormalDist().inv_cdf((1.0 + LEVEL) / 2.0)
INTERACTION = 1.0
"""Half of what two changes may do together beyond their sum, in parts of their geometric mean, at 95 %."""
BETWEEN = 0.25
"""Half of what a share may lie off the line between two steps, in the middle, in parts of the change from the one to the other."""
KINDS = {"strategy": "Plans", "seat": "Seats", "item": "Cards"}
FIGURES = {"strategy": "win share", "seat": "win share", "item": "win share if held"}

Values = tuple[tuple[int, int], ...]
"""Values of some numbers, each with the place of its number."""


class Reach(NamedTuple):
    """A number that can be moved: its path as `--set` takes it, its name, its value, and all values it can be given."""

    path: str
    name: str
    value: int
    values: tuple[int, ...]


class Moved(NamedTuple):
    """What a share does where some numbers are moved: the difference, what of it hangs on the share as it is, and the rest."""

    to: Values
    """each number by its place among all, and what it becomes"""
    by: float
    slope: float
    """covariance with the share as it is, in parts of the variance of this"""
    rest: float
    """standard error of what is left over"""
    size: float
    """how far the change goes, for what adding up leaves out"""


Ways = dict[int, tuple[float, Moved]]
"""Each moved number by its place: the part of the way to a step that it goes, and the step."""


@dataclass(frozen=True)
class SliderRow:
    """A share that is watched: whose, as it is with its standard error (None: too few games), and what is known of its changes."""

    kind: str
    label: str
    share: float | None
    se: float
    moved: tuple[Moved, ...]


class SliderTable(NamedTuple):
    """The shares with one number of players."""

    players: int
    rows: tuple[SliderRow, ...]


@dataclass(frozen=True)
class Sliders:
    """The numbers that were moved, and what each does: all that the page needs to follow a setting.

    refused: values that exclude each other; most: how many numbers may be moved at once, as no more were checked.
    """

    numbers: tuple[Reach, ...]
    tables: tuple[SliderTable, ...]
    refused: tuple[Values, ...]
    most: int

    def allows(self, setting: Sequence[int]) -> bool:
        """Whether a setting, a value for each number, is a game whose command plays."""
        moved = [i for i, (one, to) in enumerate(zip(self.numbers, setting, strict=True)) if to != one.value]
        within = all(setting[i] in self.numbers[i].values for i in moved)
        return within and len(moved) <= self.most and not any(all(setting[i] == to for i, to in one) for one in self.refused)

    def share(self, row: SliderRow, setting: Sequence[int]) -> Interval:
        """The share of a row in a setting with its 95 % band; nothing where that is not measured. The formula stands above."""
        ways = self._ways(row, setting) if row.share is not None and self.allows(setting) else None
        if row.share is None or ways is None:
            return Interval(None, None, None)
        known = {one.to: one for one in row.moved}
        whole, alone = _band(row, ways, known, has_pairs=True), _band(row, ways, known, has_pairs=False)
        was_played = tuple((i, setting[i]) for i in ways) in known
        value, half = whole if was_played or whole[1] <= alone[1] else alone
        value = min(max(value, 0.0), 1.0)
        return Interval(max(value - half, 0.0), value, min(value + half, 1.0))

    def _ways(self, row: SliderRow, setting: Sequence[int]) -> Ways | None:
        """The part of the way to a step that each moved number goes, and the step; None where one is not measured."""
        ways: Ways = {}
        for i, (number, to) in enumerate(zip(self.numbers, setting, strict=True)):
            if to == number.value:
                continue
            steps = (one for one in row.moved if len(one.to) == 1 and one.to[0][0] == i)
            step = next((one for one in steps if (one.to[0][1] - number.value) * (to - number.value) > 0), None)
            if step is None or abs(to - number.value) > abs(step.to[0][1] - number.value):
                return None
            ways[i] = (to - number.value) / (step.to[0][1] - number.value), step
        return ways


def _band(row: SliderRow, ways: Ways, known: Mapping[Values, Moved], *, has_pairs: bool) -> tuple[float, float]:
    """The share and half its band, with the pairs that were played or without any."""
    assert row.share is not None
    weights: dict[Values, float] = {((i, one.to[0][1]),): w for i, (w, one) in ways.items()}
    loose = 0.0
    for (i, (w, one)), (j, (v, other)) in combinations(ways.items(), 2):
        pair = ((i, one.to[0][1]), (j, other.to[0][1]))
        if not has_pairs or pair not in known:
            loose += w * one.size * v * other.size
            continue
        for to, sign in ((pair, 1.0), (pair[:1], -1.0), (pair[1:], -1.0)):
            weights[to] = weights.get(to, 0.0) + sign * w * v
    value = row.share + sum(weight * known[to].by for to, weight in weights.items())
    slope = 1.0 + sum(weight * known[to].slope for to, weight in weights.items())
    rest = sum(abs(weight) * known[to].rest for to, weight in weights.items())
    curve = sum(4.0 * w * (1.0 - w) * one.size for w, one in ways.values())
    return value, math.sqrt(Z**2 * (slope**2 * row.se**2 + rest**2) + INTERACTION**2 * loose + BETWEEN**2 * curve**2)


def tables_of(run: ResolvedRun, summary: Summary, numbers: Sequence[Reach]) -> Iterator[SliderTable]:
    """The shares of a run whose variants are steps of these numbers, for each number of players, and what each step does to them."""
    places = {number.path.removeprefix("patch."): i for i, number in enumerate(numbers)}
    steps: dict[str, Values] = {}
    for name, changes in changes_of(run).items():
        if all(number.path in places for number, _ in changes):
            steps[name] = tuple(sorted((places[number.path], to) for number, to in changes))
    for players in dict.fromkeys(cell.players for cell in summary.cells):
        cells = [cell for cell in summary.cells if cell.players == players]
        base = next(cell for cell in cells if cell.base is None)
        own = {steps[cell.variant]: cell for cell in cells if cell.variant in steps and cell.base is not None}
        yield SliderTable(players, tuple(_sized(_row(base, own, *about) for about in _watched(base, own))))


def _watched(base: Cell, own: Mapping[Values, Cell]) -> Iterator[tuple[str, str, str]]:
    """Whose shares are watched: kind, id and name; what is not compared with the game as it is does not change."""
    compared = {(row.about, row.of) for cell in own.values() for row in cell.differences or () if row.figure == FIGURES.get(row.about)}
    known = [("strategy", row.name, row.name) for row in base.strategies] + [("seat", row.label, row.label) for row in base.seats]
    known += [("item", row.item, row.name) for row in base.items]
    yield from (one for one in known if one[:2] in compared)


def _share(cell: Cell, kind: str, of: str) -> Interval:
    if kind == "strategy":
        return next((row.win_share for row in cell.strategies if row.name == of), Interval(None, None, None))
    if kind == "seat":
        return next((row.win_share for row in cell.seats if row.label == of), Interval(None, None, None))
    return next((row.win_share_if_held for row in cell.items if row.item == of), Interval(None, None, None))


def _row(base: Cell, own: Mapping[Values, Cell], kind: str, of: str, name: str) -> SliderRow:
    share = _share(base, kind, of)
    se = _error(share)
    if share.value is None or se is None:
        return SliderRow(kind, name, None, 0.0, ())
    moved = (_moved(to, se, _share(cell, kind, of), _difference(cell, kind, of)) for to, cell in own.items())
    return SliderRow(kind, name, share.value, se, tuple(one for one in moved if one is not None))


def _difference(cell: Cell, kind: str, of: str) -> Interval:
    rows: Iterator[Difference] = (row for row in cell.differences or () if (row.about, row.of, row.figure) == (kind, of, FIGURES[kind]))
    return next((row.value for row in rows), Interval(None, None, None))


def _error(value: Interval) -> float | None:
    """The standard error of which an interval makes the longer of its halves."""
    if value.value is None or value.low is None or value.high is None:
        return None
    return max(value.high - value.value, value.value - value.low) / Z


def _moved(to: Values, se: float, share: Interval, difference: Interval) -> Moved | None:
    own, apart = _error(share), _error(difference)
    if own is None or apart is None or difference.value is None:
        return None
    slope = (own**2 - se**2 - apart**2) / (2 * se**2) if se else 0.0
    return Moved(to, difference.value, slope, math.sqrt(max(apart**2 - slope**2 * se**2, 0.0)), abs(difference.value))


def _sized(rows: Iterator[SliderRow]) -> Iterator[SliderRow]:
    """The rows with sizes of changes that are at least the root mean square of those of their kind."""
    made = list(rows)
    squares = grouped(((row.kind, one.to), one.by**2) for row in made for one in row.moved)
    typical = {key: math.sqrt(sum(own) / len(own)) for key, own in squares.items()}
    for row in made:
        moved = tuple(one._replace(size=max(one.size, typical[row.kind, one.to])) for one in row.moved)
        yield SliderRow(row.kind, row.label, row.share, row.se, moved)
