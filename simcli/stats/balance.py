"""From tallies to the summary of a run: win shares, seats, scores and cards with intervals, p-values and verdicts.

The summary is plain data (schema 1, described in docs/summary.md) and is written by `dump_json` only. Families for the corrections
reach over the whole run, all variants and player counts together: all strategies, all seats, all cards.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from simcli.shown import json_safe
from simcli.stats.intervals import LEVEL, SIXTIETHS, Estimate, interval, p_value, ratio, share_ratio
from simcli.stats.verdicts import Claim, Judgement, benjamini_hochberg, judge

SCHEMA = 1
TOLERANCE = 0.02
QUANTILES = (5, 25, 50, 75, 95)
HISTOGRAM_BINS = 60
DIGITS = 10
P_DIGITS = 6

Parts = Mapping[str, npt.NDArray[np.int64]]
Record = dict[str, Any]


class ItemLike(Protocol):
    """A catalogued component: a guild, a card, a board."""

    @property
    def id(self) -> str:
        """Unique within the game."""

    @property
    def kind(self) -> str:
        """What it is: guild, quest, building."""

    @property
    def name(self) -> str:
        """As printed."""

    @property
    def provenance(self) -> str:
        """official, derived or reconstructed."""


@dataclass(frozen=True)
class CellTally:
    """Everything counted at one number of players of one variant ('' when the run has none).

    `parts` are named and shaped as in docs/architecture.md, all int64.
    """

    players: int
    strategies: tuple[str, ...]
    items: tuple[ItemLike, ...]
    categories: tuple[str, ...]
    score_low: int
    parts: Parts
    variant: str = ""


def summarise(meta: Mapping[str, Any], cells: Sequence[CellTally]) -> Record:
    """Summary of a run.

    `meta` holds game, identity, seed, deals, games and stopped_by; optionally title, tolerance (a difference of win shares, 0.02 is
    two points), and behaviour, tables, options, patch, restrict and variants, which are passed on as they are.
    """
    tolerance = float(meta.get("tolerance", TOLERANCE))
    strategies = iter(judge([claim for cell in cells for claim in _strategy_claims(cell)], tolerance))
    seats = iter(judge([claim for cell in cells for claim in _seat_claims(cell)], tolerance))
    p_bh = iter(benjamini_hochberg([p for cell in cells for p in _offered_p_values(cell)]))
    summary: Record = {"schema": SCHEMA, "game": meta["game"], "title": meta.get("title", meta["game"])}
    summary |= {name: meta[name] for name in ("identity", "seed", "deals", "games", "stopped_by")}
    summary |= {"tolerance": tolerance, "level": LEVEL}
    summary |= {name: meta[name] for name in ("behaviour", "tables", "options", "patch", "restrict", "variants") if name in meta}
    summary["cells"] = [_cell(cell, strategies, seats, p_bh) for cell in cells]
    return summary


def dump_json(summary: Mapping[str, Any]) -> str:
    """The summary as JSON text: insertion order, one space of indent, a newline at the end. Equal tallies give equal bytes."""
    return json_safe(json.dumps(summary, indent=1, ensure_ascii=False, allow_nan=False)) + "\n"


def half_width(parts: Parts, deals: int) -> dict[str, float]:
    """Half widths of the 95 % intervals of the win shares, as differences of shares; infinite while there is no interval.

    `strategies` and `seats` hold the largest of each; `watched` is the one a stop rule looks at: the strategies', or the seats' when
    there is only one strategy, whose win share is fixed by construction. `deals` below 2 gives infinity without looking further.
    """
    strategies, seats = (_largest(parts[name], deals) for name in ("strategy_share", "seat_share"))
    return {"strategies": strategies, "seats": seats, "watched": seats if len(parts["strategy_share"]) == 1 else strategies}


def _largest(rows: npt.NDArray[np.int64], deals: int) -> float:
    """Largest half width over the rows that were played at all."""
    if deals < 2:
        return math.inf
    widths = []
    for row in rows:
        low, high = interval(share_ratio(row))
        if row[0]:
            widths.append(math.inf if low is None or high is None else (high - low) / 2.0)
    return max(widths, default=math.inf)


def _cell(cell: CellTally, strategies: Iterator[Judgement], seats: Iterator[Judgement], p_bh: Iterator[float | None]) -> Record:
    """One cell; takes its judgements from the three families, in order."""
    deals, games, rounds, decisions, ties, capped, winning, margin, stalled, forced = (int(n) for n in cell.parts["totals"])
    points, player_games = cell.parts["strategy_category"], int(cell.parts["strategy_share"][:, 0].sum())
    record: Record = {"variant": cell.variant} if cell.variant else {}
    record |= {"players": cell.players, "deals": deals, "games": games, "capped": capped, "stalled": stalled}
    record |= {"rounds_mean": _quotient(rounds, games), "decisions_mean": _quotient(decisions, games)}
    record |= {"forced_share": _quotient(forced, decisions), "tie_share": _quotient(ties, games)}
    record |= {"winning_score_mean": _quotient(winning, games), "margin_mean": _quotient(margin, games)}
    record["strategies"] = [_strategy(cell, i, next(strategies)) for i in range(len(cell.strategies))]
    record["seats"] = [_seat(cell, i, next(seats)) for i in range(cell.players)]
    record["categories"] = _means(cell.categories, points.sum(axis=0), player_games)
    record["items"] = [_item(cell, i, player_games, next(p_bh)) for i in range(len(cell.items))]
    return record


def _strategy_claims(cell: CellTally) -> Iterator[Claim]:
    """Win shares of the strategies; with one strategy there is nothing to claim, its share is 1 / players whatever happens."""
    for row in cell.parts["strategy_share"]:
        estimate = share_ratio(row) if len(cell.strategies) > 1 else Estimate(None, None, 0.0, share=True)
        yield Claim(estimate, 1.0 / cell.players, int(cell.parts["totals"][0]))


def _seat_claims(cell: CellTally) -> Iterator[Claim]:
    """Win shares of the seats."""
    for row in cell.parts["seat_share"]:
        yield Claim(share_ratio(row), 1.0 / cell.players, int(cell.parts["totals"][0]))


def _offered_p_values(cell: CellTally) -> Iterator[float | None]:
    """p-values of "one more copy offered changes nothing", one for each item."""
    for row in cell.parts["item_offered_slope"]:
        yield p_value(ratio(row, SIXTIETHS), 0.0)


def _strategy(cell: CellTally, i: int, judgement: Judgement) -> Record:
    """One strategy: win share, verdict, scores."""
    parts, share = cell.parts, share_ratio(cell.parts["strategy_share"][i])
    games, points = int(parts["strategy_share"][i, 0]), ratio(parts["strategy_score"][i])
    record: Record = {"name": cell.strategies[i], "null": _tidy(1.0 / cell.players), "player_games": games}
    record["win_share"] = _bounds(share) if len(cell.strategies) > 1 else [_tidy(share.value)] * 3
    record |= {"win_share_se": _tidy(share.se)} | _judged(judgement)
    record["score_mean"] = _bounds(points)
    record["score_sd"] = _spread(int(parts["strategy_score"][i, 1]), int(parts["strategy_score_square"][i]), games)
    record["score_quantiles"] = _quantiles(parts["strategy_histogram"][i], cell.score_low)
    record["score_histogram"] = _histogram(parts["strategy_histogram"], i, cell.score_low)
    record["categories"] = _means(cell.categories, parts["strategy_category"][i], games)
    return record


def _seat(cell: CellTally, i: int, judgement: Judgement) -> Record:
    """One seat, counted from 1: seat 1 plays first."""
    share, points = share_ratio(cell.parts["seat_share"][i]), ratio(cell.parts["seat_score"][i])
    record: Record = {"seat": i + 1, "null": _tidy(1.0 / cell.players), "win_share": _bounds(share)}
    record |= _judged(judgement) | {"score_mean": _bounds(points)}
    games = int(cell.parts["seat_share"][i, 0])
    record["categories"] = _means(cell.categories, cell.parts["seat_category"][i], games)
    record["held"] = _held_by_kind(cell, cell.parts["seat_held"][i], games)
    return record


def _held_by_kind(cell: CellTally, held: npt.NDArray[np.int64], games: int) -> dict[str, float | None]:
    """Mean number of items of each kind that a player held at the end, in the order of the catalogue."""
    kinds = list(dict.fromkeys(item.kind for item in cell.items))
    counts = [sum(int(n) for item, n in zip(cell.items, held, strict=True) if item.kind == kind) for kind in kinds]
    return _means(kinds, counts, games)


def _item(cell: CellTally, i: int, player_games: int, p_bh: float | None) -> Record:
    """One card, guild or board: how often offered and held, and what goes with it."""
    item, parts = cell.items[i], cell.parts
    offered, held = ratio(parts["item_offered_slope"][i], SIXTIETHS), ratio(parts["item_held_slope"][i], SIXTIETHS)
    record: Record = {"item": item.id, "kind": item.kind, "name": item.name, "provenance": item.provenance}
    record["offered"] = _quotient(int(parts["item_offered"][i]), player_games)
    record["held"] = _quotient(int(parts["seat_held"][:, i].sum()), player_games)
    record["win_share_if_offered"] = _bounds(share_ratio(parts["item_if_offered"][i]))
    record["win_share_if_held"] = _bounds(share_ratio(parts["item_if_held"][i]))
    record["win_share_if_not_held"] = _bounds(share_ratio(parts["item_if_not_held"][i]))
    record |= {"per_copy_offered": _bounds(offered), "per_copy_held": _bounds(held)}
    record |= {"p_offered": _tidy(p_value(offered, 0.0), P_DIGITS), "p_bh": _tidy(p_bh, P_DIGITS)}
    record["levels"] = _levels(parts["item_level_games"][i], parts["item_level_share"][i])
    return record


def _judged(judgement: Judgement) -> Record:
    """The fields of a verdict."""
    record: Record = {"p": _tidy(judgement.p, P_DIGITS), "p_holm": _tidy(judgement.p_holm, P_DIGITS)}
    return record | {"verdict": judgement.verdict, "more_deals": judgement.more_deals}


def _bounds(estimate: Estimate) -> list[float | None]:
    """[low, estimate, high]."""
    low, high = interval(estimate)
    return [_tidy(low), _tidy(estimate.value), _tidy(high)]


def _means(names: Sequence[str], totals: Iterable[int], count: int) -> dict[str, float | None]:
    """Totals by name over a count."""
    return {name: _quotient(int(total), count) for name, total in zip(names, totals, strict=True)}


def _spread(total: int, squares: int, count: int) -> float | None:
    """Standard deviation of single scores, from exact sums."""
    return _tidy(math.sqrt((squares * count - total * total) / (count * (count - 1)))) if count > 1 else None


def _quantiles(histogram: npt.NDArray[np.int64], low: int) -> dict[str, int | None]:
    """Smallest score that at least so many per cent of the player-games do not exceed."""
    reached, total = np.cumsum(histogram), int(histogram.sum())
    return {str(q): low + int(np.searchsorted(reached * 100, q * total)) if total else None for q in QUANTILES}


def _histogram(histograms: npt.NDArray[np.int64], i: int, low: int) -> Record | None:
    """Player-games by score; the same bins for all strategies of the cell, at most `HISTOGRAM_BINS` over the scores that occurred."""
    used = np.flatnonzero(histograms.sum(axis=0))
    if not len(used):
        return None
    first, n = int(used[0]), int(used[-1] - used[0]) + 1
    width = -(-n // HISTOGRAM_BINS)
    padded = np.zeros(-(-n // width) * width, np.int64)
    padded[:n] = histograms[i, first : first + n]
    return {"low": low + first, "width": width, "counts": [int(count) for count in padded.reshape(-1, width).sum(axis=1)]}


def _levels(games: npt.NDArray[np.int64], shares: npt.NDArray[np.int64]) -> list[Record]:
    """Win share by copies held, up to the most that anybody held; the last level the tally knows means so many or more."""
    last = int(np.flatnonzero(games)[-1]) if games.any() else -1
    return [
        {
            "held": held,
            "or_more": held == len(games) - 1,
            "player_games": int(games[held]),
            "win_share": _quotient(int(shares[held]), SIXTIETHS * int(games[held])),
        }
        for held in range(last + 1)
    ]


def _quotient(total: int, count: int) -> float | None:
    """Rounded quotient; None over nothing."""
    return _tidy(total / count) if count else None


def _tidy(number: float | None, digits: int = DIGITS) -> float | None:
    """Rounded to significant digits, so that the last bits of a platform's mathematics do not reach the file; never NaN or infinite."""
    if number is None or not math.isfinite(number):
        return None
    return float(f"{number:.{digits}g}") + 0.0
