"""The charts of items: what an extra copy is worth, and win shares by copies held, all player counts side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from simcli.report import formatting as fmt
from simcli.report.charts.chart import Band, Chart, Row, clean, panel_titles, row
from simcli.stats.summary import Cell, Interval, ItemResult, Level
from simcli.studies.run.words.items import chance_kinds

MOST_ROWS = 30
FULL_SHADE = 0.15  # distance from an even share
FEWEST_GAMES = 30

T = TypeVar("T")
ById = Sequence[Mapping[str, T]]
"""Rows of each panel by the id of the item."""


@dataclass(frozen=True)
class Effect(Generic[T]):
    """A figure of an item, and how the key calls it."""

    of: Callable[[T], Interval]
    name: str

    def is_known(self, rows: Mapping[str, T], item: str) -> bool:
        """Whether an item has an estimate at one player count."""
        return item in rows and self.of(rows[item]).value is not None


HELD: Effect[ItemResult] = Effect(lambda item: item.holding, "per copy held (association)")
OFFERED: Effect[ItemResult] = Effect(lambda item: item.offer, "per copy offered (experiment)")


def item_charts(cells: Sequence[Cell]) -> Iterator[Chart]:
    """The charts of every kind of item that players may have in different numbers."""
    for kind in chance_kinds(cells):
        if differs(cells, kind):
            yield _effects(cells, kind)
            if levels := _levels(cells, kind):
                yield levels


def item_order(cells: Sequence[Cell], kind: str) -> list[ItemResult]:
    """Items of a kind from the most to the least helpful when offered (when held, if the offer never varies)."""
    effects: dict[str, list[float]] = {}
    items: dict[str, ItemResult] = {}
    for cell in cells:
        for item in cell.items:
            if item.kind == kind:
                items.setdefault(item.item, item)
                value = item.offer.value if item.offer.value is not None else item.holding.value
                effects.setdefault(item.item, []).extend([] if value is None else [value])
    known = [name for name in items if effects[name]]
    known.sort(key=lambda name: -sum(effects[name]) / len(effects[name]))
    return [items[name] for name in known] + [items[name] for name in items if not effects[name]]


def differs(cells: Sequence[Cell], kind: str) -> bool:
    """Whether some item of a kind was ever offered or held in unequal numbers within a game, so that its worth can be estimated."""
    items = [item for cell in cells for item in cell.items if item.kind == kind]
    return any(bounds.value is not None for item in items for bounds in (item.offer, item.holding))


def _shown(cells: Sequence[Cell], kind: str) -> tuple[list[ItemResult], str]:
    """The items a chart has room for, and a sentence when it leaves some out."""
    ordered = item_order(cells, kind)
    if len(ordered) <= MOST_ROWS:
        return ordered, ""
    half = MOST_ROWS // 2
    note = f" The {half} with the highest and the {half} with the lowest estimates of {len(ordered)}; the tables have all."
    return ordered[:half] + ordered[-half:], note


def _effects(cells: Sequence[Cell], kind: str) -> Chart:
    """Win share per extra copy, offered beside held."""
    shown, note = _shown(cells, kind)
    by_id = [{item.item: item for item in cell.items} for cell in cells]
    names = {item.item: item.name for item in shown}
    has_offers = any(OFFERED.is_known(rows, item) for rows in by_id for item in names)
    said = "Offered: an experiment. Held: an association, not a cause." if has_offers else "Held: an association, not a cause."
    caption = f"Change of the win share per extra copy, in points. {said}{note}"
    what, effect = ("offered", OFFERED) if has_offers else ("held", HELD)
    first = by_id[0]
    texts = [f"{item.name} {fmt.signed(effect.of(first[item.item]).value)}" for item in shown if item.item in first]
    alt = f"Points of win share per extra copy {what}, {fmt.players_text(cells[0].players)}: {', '.join(texts)}."
    titles = panel_titles(cells)
    rows = effect_rows(titles, names, by_id, (OFFERED, HELD))
    return Chart(
        f"items_{clean(kind)}", f"items:{kind}", caption, alt, "dots", rows, "points", "points of win share", bands=no_effect(titles)
    )


def effect_rows(titles: Sequence[str], names: Mapping[str, str], by_id: ById[T], effects: Sequence[Effect[T]]) -> list[Row]:
    """A row for each effect of each item (`names` by id), a panel for each of `titles`."""
    known = [effect for effect in effects if any(effect.is_known(rows, item) for rows in by_id for item in names)]
    return [
        row(title, effect.of(rows[item]), label=name, series=effect.name)
        for title, rows in zip(titles, by_id, strict=True)
        for item, name in names.items()
        if item in rows
        for effect in known
    ]


def no_effect(titles: Sequence[str]) -> tuple[Band, ...]:
    """A line at 0 in each panel."""
    return tuple(Band(title, 0.0, 0.0, 0.0) for title in titles)


def _levels(cells: Sequence[Cell], kind: str) -> Chart | None:
    shown, note = _shown(cells, kind)
    by_id = [{item.item: [level for level in item.levels if level.player_games >= FEWEST_GAMES] for item in cell.items} for cell in cells]
    most = max((level.held + 1 for rows in by_id for item in shown for level in rows.get(item.item, [])), default=0)
    if most < 2 or len(shown) < 2:
        return None
    caption = (
        "Win share in per cent by copies held at the end; blue above an even share, orange below. An association, not a cause; "
        f"only where {FEWEST_GAMES} or more player-games ended so.{note}"
    )
    alt = f"Win share by copies held for {len(shown)} {fmt.plural(kind.replace('_', ' '))}; the CSV file item_levels has the figures."
    rows: list[Row] = []
    for title, cell, levels in zip(panel_titles(cells), cells, by_id, strict=True):
        columns = {held: _held_text(levels, held) for held in range(most)}
        for item in shown:
            for level in levels.get(item.item, []):
                if level.win_share is not None:
                    over = (level.win_share - 1 / cell.players) / FULL_SHADE
                    figures = {"value": round(level.win_share, 6), "shade": round(max(-1.0, min(over, 1.0)), 3)}
                    rows.append({"panel": title, "row": item.name, "column": columns[level.held], **figures})
    return Chart(f"levels_{clean(kind)}", f"items:{kind}", caption, alt, "heat", rows, "percent", "win share", "copies held")


def _held_text(rows: Mapping[str, Sequence[Level]], held: int) -> str:
    """Label of a level: the last one a tally counts means that many or more."""
    return f"{held}+" if any(level.held == held and level.or_more for levels in rows.values() for level in levels) else str(held)
