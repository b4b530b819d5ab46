"""From tallies to the summary of a run: win shares, seats, scores and cards with intervals, p-values and verdicts.

The summary is plain data (schema 2, described in docs/summary.md) and is written by `dump_json` only. Families for the corrections
reach over the whole run, all variants and player counts together: all strategies, all seats, all restricted players, all cards.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, SupportsInt

import numpy as np
import numpy.typing as npt

from simcli.game import SIXTIETHS
from simcli.shown import json_safe
from simcli.stats.intervals import (
    CONSTANT,
    LEVEL,
    Estimate,
    interval,
    is_thin,
    mean_ratio,
    p_value,
    rest_of,
    share_ratio,
    slope_ratio,
)
from simcli.stats.verdicts import Claim, Judgement, benjamini_hochberg, judge

SCHEMA = 2
TOLERANCE = {"value": 0.04, "of_even": True}
QUANTILES = (5, 25, 50, 75, 95)
HISTOGRAM_BINS = 60
DIGITS = 10
P_DIGITS = 6

NOTHING = Estimate(None, None, 0.0, share=True)

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

    @property
    def role(self) -> str:
        """component, marker or situation."""


@dataclass(frozen=True)
class CellTally:
    """Everything counted at one number of players of one variant ('' when the run has none).

    `parts` are named and shaped as in docs/architecture.md, all int64. With `has_start_player` the seats are places in turn order, counted
    from the player who began. Without `has_rivals` every table has one strategy in all seats. `restrict` holds banned item ids by
    player: a strategy's name, `seat N` or `all`.
    """

    players: int
    strategies: tuple[str, ...]
    items: tuple[ItemLike, ...]
    categories: tuple[str, ...]
    score_low: int
    parts: Parts
    variant: str = ""
    has_start_player: bool = False
    has_rivals: bool = True
    restrict: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def even(self) -> float:
        """The even win share."""
        return 1.0 / self.players

    @property
    def compares(self) -> bool:
        """Whether strategies meet, so that their win shares are not even by construction."""
        return self.has_rivals and len(self.strategies) > 1

    @property
    def deals(self) -> int:
        """Deals counted."""
        return int(self.parts["totals"][0])

    @property
    def restricts_seats(self) -> bool:
        """Whether a seat is restricted, so that shares by seat tell of the ban."""
        return any(player.startswith("seat ") for player in self.restrict)


class _Judgements:
    """The judgements of a run's four families, taken one by one in the order of the claims."""

    def __init__(self, cells: Sequence[CellTally], tolerance: Mapping[str, Any]) -> None:
        def of(claims: Callable[[CellTally, float], Iterator[Claim]]) -> Iterator[Judgement]:
            return iter(judge([claim for cell in cells for claim in claims(cell, tolerance_at(tolerance, cell.players))]))

        self.strategies, self.seats, self.bans = of(_strategy_claims), of(_seat_claims), of(_ban_claims)
        self.p_bh = iter(benjamini_hochberg([p for cell in cells for p in _offered_p_values(cell)]))


def tolerance_at(tolerance: Mapping[str, Any], players: int) -> float:
    """The tolerance as a difference of win shares with so many players."""
    return float(tolerance["value"]) / players if tolerance["of_even"] else float(tolerance["value"])


def summarise(meta: Mapping[str, Any], cells: Sequence[CellTally]) -> Record:
    """Summary of a run.

    `meta` holds game, identity, seed, deals, games and stopped_by; optionally title, tolerance (`value`, and `of_even`: whether that is a
    part of the even share or a difference of shares), and about, behaviour, tables, options, patch, restrict and variants, which are
    passed on as they are.
    """
    tolerance = dict(meta.get("tolerance", TOLERANCE))
    judgements = _Judgements(cells, tolerance)
    summary: Record = {"schema": SCHEMA, "game": meta["game"], "title": meta.get("title", meta["game"])}
    summary |= {name: meta[name] for name in ("identity", "seed", "deals", "games", "stopped_by")}
    summary |= {"tolerance": tolerance, "level": LEVEL}
    summary |= {name: meta[name] for name in ("about", "behaviour", "tables", "options", "patch", "restrict", "variants") if name in meta}
    summary["cells"] = [_cell(cell, tolerance, judgements) for cell in cells]
    return summary


def dump_json(summary: Mapping[str, Any]) -> str:
    """The summary as JSON text: insertion order, one space of indent, a newline at the end. Equal tallies give equal bytes."""
    return json_safe(json.dumps(summary, indent=1, ensure_ascii=False, allow_nan=False)) + "\n"


def half_width(parts: Parts, deals: int) -> dict[str, float]:
    """Half widths of the 95 % intervals of the win shares, as differences of shares; infinite while there is no interval.

    `strategies` and `seats` hold the largest of each; `watched` is the one a stop rule looks at: the strategies', or the seats' where no
    strategy meets another and their win shares are even by construction. `deals` below 2 gives infinity without looking further.
    """
    strategies, seats = (_largest(parts[name], deals) for name in ("strategy_share", "place_share"))
    is_fixed = all(share_ratio(row).lacking == CONSTANT for row in parts["strategy_share"])
    return {"strategies": strategies, "seats": seats, "watched": seats if is_fixed else strategies}


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


def _cell(cell: CellTally, tolerance: Mapping[str, Any], judgements: _Judgements) -> Record:
    """One cell; takes its judgements from the families, in order."""
    deals, games, _, decisions, _, capped, _, _, stalled, forced = (int(n) for n in cell.parts["totals"])
    *means, ties = cell.parts["figure"]
    rounds, winning, margin = map(mean_ratio, means)
    points, player_games = cell.parts["strategy_category"], int(cell.parts["strategy_share"][:, 0].sum())
    record: Record = {"variant": cell.variant} if cell.variant else {}
    record |= {"players": cell.players, "tolerance": _tidy(tolerance_at(tolerance, cell.players))}
    record |= {"deals": deals, "games": games, "capped": capped, "stalled": stalled}
    record |= {"rounds_mean": _bounds(rounds), "decisions_mean": _quotient(decisions, games)}
    record |= {"forced_share": _quotient(forced, decisions), "tie_share": _bounds(share_ratio(ties, unit=1))}
    record |= {"winning_score_mean": _bounds(winning), "margin_mean": _bounds(margin)}
    record["strategies"] = [_strategy(cell, i, next(judgements.strategies)) for i in range(len(cell.strategies))]
    record["seats"] = [_seat(cell, i, next(judgements.seats)) for i in range(cell.players)]
    if cell.restrict:
        record["bans"] = [_ban(cell, player, next(judgements.bans)) for player in _banned(cell)]
    record["categories"] = _means(cell.categories, points.sum(axis=0), player_games)
    record["items"] = [_item(cell, i, player_games, next(judgements.p_bh)) for i in range(len(cell.items))]
    return record


def _claim(cell: CellTally, estimate: Estimate, tolerance: float) -> Claim:
    return Claim(estimate, cell.even, tolerance, cell.deals)


def _strategy_claims(cell: CellTally, tolerance: float) -> Iterator[Claim]:
    """Win shares of the strategies; with one strategy there is nothing to claim, its share is 1 / players whatever happens."""
    for row in cell.parts["strategy_share"]:
        yield _claim(cell, share_ratio(row) if cell.compares else NOTHING, tolerance)


def _seat_claims(cell: CellTally, tolerance: float) -> Iterator[Claim]:
    """Win shares of the seats; where a seat is restricted they say nothing about the seats."""
    for row in cell.parts["place_share"]:
        yield _claim(cell, NOTHING if cell.restricts_seats else share_ratio(row), tolerance)


def _ban_claims(cell: CellTally, tolerance: float) -> Iterator[Claim]:
    """Win shares of the restricted players."""
    for player in _banned(cell):
        yield _claim(cell, _share_of(cell, player), tolerance)


def _banned(cell: CellTally) -> list[str]:
    """Who is restricted while others are not; a single strategy's share is 1 / players whatever it may do."""
    seats = [player for player in cell.restrict if player.startswith("seat ") and int(player[5:]) <= cell.players]
    return seats + [name for name in cell.strategies if name in cell.restrict and cell.compares]


def _share_of(cell: CellTally, player: str) -> Estimate:
    """Win share of a restricted player: a strategy, or a seat by its number at the table."""
    if player in cell.strategies:
        return share_ratio(cell.parts["strategy_share"][cell.strategies.index(player)])
    return share_ratio(cell.parts["seat_share"][int(player[5:]) - 1])


def _ban(cell: CellTally, player: str, judgement: Judgement) -> Record:
    """One restricted player: what may not be taken or used, and how the win share differs from the even share."""
    names = {item.id: item.name for item in cell.items}
    estimate = _share_of(cell, player)
    share = _bounds(estimate)
    record: Record = {"player": player, "items": list(cell.restrict[player]), "names": [names[i] for i in cell.restrict[player]]}
    record |= {"even_share": _tidy(cell.even), "win_share": share}
    record["difference"] = [None if bound is None else _tidy(bound - cell.even) for bound in share]
    return record | _judged(judgement, estimate)


def _offered_p_values(cell: CellTally) -> Iterator[float | None]:
    """p-values of "one more copy offered changes nothing", one for each item."""
    for i in range(len(cell.items)):
        yield p_value(_offered_slope(cell, i), 0.0)


def _offered_slope(cell: CellTally, i: int) -> Estimate:
    """Change of the win share with each further copy of an item offered."""
    return slope_ratio(cell.parts["item_offered_slope"][i], cell.players, int(cell.parts["item_offered"][i]))


def _share_of_group(cell: CellTally, row: Sequence[SupportsInt]) -> Estimate:
    """Win share of the player-games of a row, told from all others of the same deals."""
    games = int(cell.parts["totals"][1])
    return share_ratio(row, rest_of(row, cell.deals, games, cell.players)) if cell.deals else share_ratio(row)


def _strategy(cell: CellTally, i: int, judgement: Judgement) -> Record:
    """One strategy: win share, verdict, scores."""
    parts, share = cell.parts, share_ratio(cell.parts["strategy_share"][i])
    games, points = int(parts["strategy_share"][i, 0]), mean_ratio(parts["strategy_score"][i])
    record: Record = {"name": cell.strategies[i], "even_share": _tidy(cell.even), "player_games": games}
    record["win_share"] = _bounds(share) if cell.compares else [_tidy(share.value)] * 3
    record |= {"win_share_se": _tidy(share.se)} | _judged(judgement, share)
    record["score_mean"] = _bounds(points)
    record["score_sd"] = _spread(int(parts["strategy_score"][i, 1]), int(parts["strategy_score_square"][i]), games)
    record["score_quantiles"] = _quantiles(parts["strategy_histogram"][i], cell.score_low)
    record["score_histogram"] = _histogram(parts["strategy_histogram"], i, cell.score_low)
    record["categories"] = _means(cell.categories, parts["strategy_category"][i], games)
    return record


def _seat(cell: CellTally, i: int, judgement: Judgement) -> Record:
    """One seat, or in a game with a start player one place in turn order, counted from 1."""
    parts, share = cell.parts, share_ratio(cell.parts["place_share"][i])
    label = f"{ordinal(i + 1)} to move" if cell.has_start_player else f"seat {i + 1}"
    record: Record = {
        "seat": i + 1,
        "label": label,
        "even_share": _tidy(cell.even),
        "win_share": _bounds(share),
    }
    record |= _judged(judgement, share) | {"score_mean": _bounds(mean_ratio(parts["place_score"][i]))}
    record["categories"] = {name: _bounds(mean_ratio(row)) for name, row in zip(cell.categories, parts["place_category"][i], strict=True)}
    record["held"] = {kind: _bounds(mean_ratio(row)) for kind, row in zip(kinds_of(cell.items), parts["place_held"][i], strict=True)}
    return record


def kinds_of(items: Sequence[ItemLike]) -> list[str]:
    """Kinds of items in the order of the catalogue."""
    return list(dict.fromkeys(item.kind for item in items))


def ordinal(n: int) -> str:
    """1st, 2nd, 3rd, 4th, ... of a place in turn order."""
    return f"{n}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(n if n < 20 else n % 10, 'th') }"


def _item(cell: CellTally, i: int, player_games: int, p_bh: float | None) -> Record:
    """One card, guild or board: how often offered and held, and what goes with it."""
    item, parts = cell.items[i], cell.parts
    offered = _offered_slope(cell, i)
    held = slope_ratio(parts["item_held_slope"][i], cell.players, int(parts["item_held"][i]))
    record: Record = {"item": item.id, "kind": item.kind, "name": item.name, "role": item.role, "provenance": item.provenance}
    record["offered"] = _quotient(int(parts["item_offered"][i]), player_games)
    record["held"] = _quotient(int(parts["item_held"][i]), player_games)
    record["holders"] = _bounds(_holders(cell, i))
    record["offer_differs"] = bool(parts["item_offered_slope"][i, 0] > 0)
    for name in ("if_offered", "if_held", "if_not_held"):
        record[f"win_share_{name}"] = _bounds(_share_of_group(cell, parts[f"item_{name}"][i]))
    record |= {"per_copy_offered": _bounds(offered), "per_copy_held": _bounds(held)}
    record |= {"p_offered": _tidy(p_value(offered, 0.0), P_DIGITS), "p_bh": _tidy(p_bh, P_DIGITS)}
    record["levels"] = _levels(parts["item_level_games"][i], parts["item_level_share"][i])
    return record


def _holders(cell: CellTally, i: int) -> Estimate:
    """Share of the player-games that ended with at least one copy held."""
    _, _, cc, _, _ = (int(n) for n in cell.parts["item_if_held"][i])
    held, player_games = int(cell.parts["item_if_held"][i, 0]), int(cell.parts["strategy_share"][:, 0].sum())
    if not player_games:
        return NOTHING
    a_deal = player_games // cell.deals
    return share_ratio((player_games, held, player_games * a_deal, held * a_deal, cc), unit=1)


def _judged(judgement: Judgement, share: Estimate) -> Record:
    """The fields of a verdict on a win share."""
    record: Record = {"few_wins": is_thin(share), "p": _tidy(judgement.p, P_DIGITS), "p_holm": _tidy(judgement.p_holm, P_DIGITS)}
    record |= {"verdict": judgement.verdict, "deals_50": judgement.deals_50, "deals_90": judgement.deals_90}
    return record | {"detectable": _tidy(judgement.detectable, P_DIGITS)}


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
