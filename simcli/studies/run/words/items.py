"""What chance offers and what a game was like, in sentences. Every claim has its interval and is corrected for all items of the run."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from statistics import NormalDist, median

from simcli.report import formatting as fmt
from simcli.report.words import verdicts as v
from simcli.stats.summary import Cell, Interval, ItemResult, Summary
from simcli.stats.verdicts import SEEN

FALSE_DISCOVERIES = 0.05
NAMED = 3
NO_HOLDER = "None of them is held more, or less, by winners for certain."
FEW = 3
"""Of so many items of a kind that was asked for each is told of."""
SITUATION, MARKER = "situation", "marker"
Z = NormalDist().inv_cdf


def sentences(cell: Cell) -> Iterator[tuple[str, str]]:
    """Situations, then the items whose offer changes the win share for certain, or why none does."""
    for text in _situations(cell):
        yield v.NOTE, text
    for text in _offers(cell):
        yield v.NOTE, text


def answer(summary: Summary, cells: Sequence[Cell], _rerun: str) -> tuple[str, str]:
    """The answer for a question about items, or those of one kind: situations if there are any, else what an offer does.

    For every number of players; what holds for several is said once.
    """
    base = next((cell.base for cell in cells if cell.base is not None), None)
    told = [cell for cell in cells if base is None or cell.variant == base]
    few = [kind for kind in summary.about_kinds if all(_are_few(cell, kind) for cell in told)]
    parts = [text for kind in few for text in _of_each(told, kind)]
    kinds = [kind for kind in summary.about_kinds if kind not in few]
    if kinds or not few:
        where: dict[str, list[str]] = {}
        for cell in told:
            for text in [*([] if kinds else _situations(cell))] or _offers(cell, kinds):
                where.setdefault(text, []).append(fmt.cell_text(cell) if base is None else fmt.players_text(cell.players))
        parts += [f"With {fmt.listing(named)}: {text}" for text, named in where.items() if len(named) < len(told)]
        parts += [text for text, named in where.items() if len(named) == len(told)]
    rest = "" if base is None else f"These are the figures of {base}; what the other variants change stands below."
    return " ".join(parts), rest


def spread(cell: Cell, kinds: Sequence[str]) -> str:
    """How the games of the strategy with most points fall on items of which a player alone gets one each, such as ratings."""
    best = max(cell.strategies, key=lambda row: row.score_mean.value or 0.0, default=None)
    rows = [item for item in cell.items if item.kind in kinds and best and best.held and item.item in best.held]
    if best is None or not rows:
        return ""
    shares = [(item.name.partition(",")[0], (best.held or {})[item.item]) for item in rows]
    listed = fmt.listing([f"{name} {fmt.percent(share.value)}{_bounds(share)}" for name, share in shares])
    n = len(cell.strategies) - 1
    others = "" if not n else "; the other strategy is in the table" if n == 1 else f"; the other {fmt.number_word(n)} are in the table"
    return f"Of the games of {best.name}: {listed}{others}."


def _bounds(share: Interval) -> str:
    return "" if share.low is None else f" {fmt.interval(share)}"


def chance_items(cell: Cell) -> list[ItemResult]:
    """Items that chance may offer to one player more than to another; markers are the seats' matter."""
    return [item for item in cell.items if item.role not in (MARKER, SITUATION)]


def chance_kinds(cells: Sequence[Cell]) -> list[str]:
    """Kinds of such items, in order; each has its own part of the page."""
    return list(dict.fromkeys(item.kind for cell in cells for item in chance_items(cell)))


def _situations(cell: Cell) -> Iterator[str]:
    """How often the whole table came into a situation; what a player did has another word for its kind, and is no matter of chance."""
    for item in cell.items:
        if item.role == SITUATION and item.kind == SITUATION and item.holders.value is not None:
            name = item.name[:1].upper() + item.name[1:]
            yield f"{name}: in {fmt.percent(item.holders.value)} {fmt.interval(item.holders)} of the games."


def _offers(cell: Cell, kinds: Sequence[str] = ()) -> Iterator[str]:
    """What an offer does; of items of which chance deals one to each player, such as boards, who wins with which."""
    items = []
    for name in kinds or chance_kinds([cell]):
        rows = [item for item in (cell.items if kinds else chance_items(cell)) if item.kind == name]
        if _is_dealt_to_each(rows):
            yield from _dealt(rows, cell)
        else:
            items += rows
    if not items:
        return
    if not any(item.offer_differs for item in items):
        yield from list(_held(items)) or [NO_HOLDER]
        yield no_offer_differs(items)
        return
    known = [(item, item.p_offer) for item in items if item.p_offer is not None]
    if not known:
        yield "What an offer is worth is not yet known: in too few deals was one player offered more of a card than another."
        return
    sure = [item for item, p in known if p < FALSE_DISCOVERIES]
    told = []
    for verb, side in (("raises", 1), ("lowers", -1)):
        group = sorted((item for item in sure if item.offer.known * side > 0), key=lambda item: -_size(item))
        if group:
            told.append(_certain(group, verb))
    if sure and all(_farthest(item) <= cell.tolerance for item in sure):
        what = "That is" if len(sure) == 1 else "All of these are"
        told.append(f"{what} within the tolerance of {fmt.tolerance_text(cell.tolerance)}: no reason by itself to change a card.")
    if told:
        yield " ".join(told)
    if not sure:
        tested = [item.offer for item, _ in known]
        yield (
            "Of what chance offers nothing stands out: no offer changes the win share for certain. An effect of "
            f"{fmt.signed(_seen(tested)).lstrip('+')} points a copy would have been seen, for a typical card, in 95 of 100 such runs."
        )


def _are_few(cell: Cell, kind: str) -> bool:
    """Whether the items of a kind are told one by one, by who has them: few, and chance offers none to one player more than another."""
    rows = [item for item in cell.items if item.kind == kind]
    return 0 < len(rows) <= FEW and not _is_dealt_to_each(rows) and not any(row.offer_differs for row in rows)


def _of_each(cells: Sequence[Cell], kind: str) -> Iterator[str]:
    """Of each item of a kind: how many players have it, how much of it, and how often they win, for every number of players."""
    found: dict[str, list[tuple[Cell, ItemResult]]] = {}
    for cell in cells:
        for row in cell.items:
            if row.kind == kind and row.holders.value is not None:
                found.setdefault(row.name, []).append((cell, row))
    for name, rows in found.items():
        texts = [(f"with {fmt.players_text(cell.players)} " if len(cells) > 1 else "") + _who_has_it(row, cell) for cell, row in rows]
        yield f"{name[:1].upper()}{name[1:]}: {'; '.join(texts)}."


def _who_has_it(row: ItemResult, cell: Cell) -> str:
    """`17.2 % of the players, 6.09 on average, who win 25.8 % [24.2, 27.5], the others 24.8 %`; or in how many games, where all have it."""
    held, others = row.win_share_if_held, row.win_share_if_not_held
    is_shared = held.half_width is None and math.isclose(held.value or 0.0, 1.0 / cell.players)
    if is_shared and row.role == SITUATION:
        return f"in {fmt.percent(row.holders.value)}{_bounds(row.holders)} of the games"
    holders = row.holders.known
    mean = f", {fmt.points(row.held / holders, 2)} on average" if row.held and not math.isclose(row.held, holders) else ""
    wins = "" if held.value is None else f", who win {fmt.percent(held.value)}{_bounds(held)}"
    wins += f", the others {fmt.percent(others.value)}" if wins and others.value is not None else ""
    return f"{fmt.percent(holders)} of the players{mean}{wins}"


def _is_dealt_to_each(rows: Sequence[ItemResult]) -> bool:
    """Whether each player has one of them, from chance and to the end."""
    return all(row.offered == row.held for row in rows) and math.isclose(sum(row.offered or 0.0 for row in rows), 1.0)


def _dealt(rows: Sequence[ItemResult], cell: Cell) -> Iterator[str]:
    """With which of them a player wins more than an even share for certain, with which less, and of which it is not known."""
    shown = sorted((row for row in rows if row.win_share_if_offered.value is not None), key=lambda row: -_share(row))
    even = 1 / cell.players
    sure = {row.item for row in shown if row.p_bh is not None and row.p_bh < FALSE_DISCOVERIES}
    groups = [
        ("more than {even} is won with the {kind} {rows}", "", [row for row in shown if row.item in sure and _share(row) > even]),
        ("less than {even} is won with the {kind} {rows}", "less with {rows}", [r for r in shown if r.item in sure and _share(r) <= even]),
        ("not yet known, against {even}: {rows}", "not yet known: {rows}", [row for row in shown if row.item not in sure]),
    ]
    parts: list[str] = []
    for first, later, group in groups:
        if group:
            kind = group[0].kind.replace("_", " ")
            words = {
                "even": f"an even share of {fmt.even_percent(even)}",
                "kind": kind if len(group) == 1 else fmt.plural(kind),
                "rows": fmt.listing([f"{row.name} ({fmt.percent(_share(row))}{_interval_of(row)})" for row in group]),
            }
            parts.append((later if parts else first).format(**words))
    if parts:
        text = "; ".join(parts)
        yield f"{text[:1].upper()}{text[1:]}."


def _share(row: ItemResult) -> float:
    return row.win_share_if_offered.known


def _interval_of(row: ItemResult) -> str:
    bounds = row.win_share_if_offered
    return ", no interval" if bounds.half_width is None else f" {fmt.interval(bounds)}"


def _held(items: Sequence[ItemResult]) -> Iterator[str]:
    """What winners end up with, where no offer tells of a cause: for certain, Bonferroni over the items with an interval."""
    known = [item for item in items if item.holding.low is not None]
    for side, text in ((1, "Who holds more of them wins more"), (-1, "Who holds more of them wins less")):
        sure = [item for item in known if item.holding.known * side > 0 and _beyond_zero(item.holding, len(known))]
        sure.sort(key=lambda item: -abs(item.holding.known))
        if sure:
            listed = fmt.listing([f"{i.name} ({fmt.signed(i.holding.value)} {fmt.signed_interval(i.holding)})" for i in sure[:NAMED]])
            rest = f", and {len(sure) - NAMED} more" if len(sure) > NAMED else ""
            yield f"{text}, in points a copy: {listed}{rest}; an association, no cause."


def _beyond_zero(bounds: Interval, n: int) -> bool:
    """Whether a figure with a 95 % interval differs from zero for certain, as one of n."""
    assert bounds.half_width is not None
    return abs(bounds.known) > bounds.half_width / Z(0.975) * Z(1 - FALSE_DISCOVERIES / 2 / n)


def no_offer_differs(items: Sequence[ItemResult]) -> str:
    """Where everybody is offered the same, no number of deals tells what an offer is worth."""
    kinds = fmt.listing([fmt.plural(kind.replace("_", " ")) for kind in dict.fromkeys(item.kind for item in items)])
    return (
        f"Chance offers all players of a game the same {kinds}, so no number of deals shows here what an offer is worth. "
        "A ban shows it: `simcli cards` plays them in turn."
    )


def _certain(group: Sequence[ItemResult], verb: str) -> str:
    """Names with intervals; `most` only where the interval of the first lies beyond that of the second."""
    listed = fmt.listing([_with_effect(item) for item in group[:NAMED]])
    rest = f", and {len(group) - NAMED} more" if len(group) > NAMED else ""
    most = " most" if len(group) > 1 and _nearest(group[0]) > max(map(_farthest, group[1:])) else ""
    in_place = f" in place of a typical {group[0].kind.replace('_', ' ')}" if all(item.offered_in_place for item in group) else ""
    lead = f"One more copy offered to a player{in_place} {verb} that player's win share"
    if most:
        others = fmt.listing([_with_effect(item) for item in group[1:NAMED]])
        return f"{lead}, in points, most of all {_with_effect(group[0])}; less {others}{rest}."
    return f"{lead}, in points: {listed}{rest}."


def _with_effect(item: ItemResult) -> str:
    bounds = item.offer
    return f"{item.name} ({fmt.signed(bounds.value)} {fmt.signed_interval(bounds)})"


def _size(item: ItemResult) -> float:
    return abs(item.offer.known)


def _nearest(item: ItemResult) -> float:
    """The bound nearest to no effect, as a size."""
    return min(map(abs, item.offer.bounds or (math.inf,)))


def _farthest(item: ItemResult) -> float:
    return max(map(abs, item.offer.bounds or (math.inf,)))


def _seen(tested: Sequence[Interval]) -> float:
    """Effect that half of the items would have shown in 95 of 100 runs, corrected as if for all at once."""
    alpha = FALSE_DISCOVERIES / len(tested)
    halves = [bounds.half_width for bounds in tested if bounds.half_width is not None]
    return median(halves) / Z(0.975) * (Z(1 - alpha / 2) + Z(SEEN)) if halves else 0.0
