"""The charts of items: what an extra copy is worth, and win shares by copies held, all player counts side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from simcli.report import formatting as fmt
from simcli.report.draw.chart import Chart, panel_titles
from simcli.report.draw.drawing import Drawing, Text, box, within
from simcli.report.draw.palette import Palette
from simcli.report.draw.panels import (
    MarkStyle,
    PanelSize,
    clean,
    interval_mark,
    panels,
    row_lines,
    share_axis,
    share_scale,
    value_axis,
)
from simcli.report.draw.scales import difference_texts
from simcli.stats.summary import Cell, Interval, ItemResult, Level
from simcli.studies.run.words.items import chance_kinds

MOST_ROWS = 30
FULL_SHADE = 0.15  # distance from an even share
DARKEST = 0.55  # opacity under text
FEWEST_GAMES = 30
LANES = ((), (0.0,), (-0.15, 0.17), (-0.24, 0.01, 0.26))
"""Where in a row the marks of one, two or three effects lie."""
COLUMN = 0.42  # inches, widest column of a strip chart

T = TypeVar("T")
ById = Sequence[Mapping[str, T]]
"""Rows of each panel by the id of the item."""
Levels = Sequence[Mapping[str, Sequence[Level]]]


@dataclass(frozen=True)
class Effect(Generic[T]):
    """A figure of an item: where it stands in its row, how the key calls it and how it is marked."""

    of: Callable[[T], Interval]
    name: str
    mark: Callable[[Palette], MarkStyle]

    def is_known(self, rows: Mapping[str, T], item: str) -> bool:
        """Whether an item has an estimate at one player count."""
        return item in rows and self.of(rows[item]).value is not None


HELD: Effect[ItemResult] = Effect(
    lambda item: item.holding,
    "per copy held (association)",
    lambda palette: MarkStyle(palette.second, "D", palette.paper, 4.0, 1.0),
)
OFFERED: Effect[ItemResult] = Effect(
    lambda item: item.offer,
    "per copy offered (experiment)",
    lambda palette: MarkStyle(palette.first, "o", palette.first, 5.5, 1.8),
)


def item_charts(cells: Sequence[Cell]) -> Iterator[Chart]:
    """The charts of every kind of item of which players may have more or less than others."""
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
    draw = partial(draw_effects, panel_titles(cells), names, by_id, (OFFERED, HELD))
    return Chart(f"items_{clean(kind)}", f"items:{kind}", caption, alt, draw)


def draw_effects(
    titles: Sequence[str], names: Mapping[str, str], by_id: ById[T], effects: Sequence[Effect[T]], palette: Palette
) -> Drawing:
    """A row an item (`names` by id), a panel for each of `titles`, a mark in it for each of up to three effects, the first at the top."""
    effects = [effect for effect in effects if any(effect.is_known(rows, item) for rows in by_id for item in names)]
    lanes = LANES[len(effects)]
    marks = [effect.mark(palette) for effect in effects]
    entries = [(effect.name, mark.colour, mark.shape, mark.face) for effect, mark in zip(effects, marks, strict=True)]
    size = PanelSize(row_height=0.3, bottom=0.55)
    drawing, made = panels(titles, list(names.values()), palette, size, key=entries)
    bounds = [effect.of(rows[item]) for rows in by_id for item in names if item in rows for effect in effects]
    for panel, rows in zip(made, by_id, strict=True):
        share_scale(panel, bounds, [-0.005, 0.005])
        share_axis(panel, difference_texts, "points of win share")
        row_lines(panel, len(names))
        panel.upright(0, palette.muted, 1, is_dashed=True)
        for y, item in enumerate(names):
            for effect, mark, lane in reversed(list(zip(effects, marks, lanes, strict=True))):
                if effect.is_known(rows, item):
                    interval_mark(panel, effect.of(rows[item]), y + lane, mark)
    return drawing


def _levels(cells: Sequence[Cell], kind: str) -> Chart | None:
    """Win share by number held."""
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
    return Chart(f"levels_{clean(kind)}", f"items:{kind}", caption, alt, partial(_draw_levels, cells, shown, by_id, most))


def _draw_levels(cells: Sequence[Cell], shown: Sequence[ItemResult], by_id: Levels, most: int, palette: Palette) -> Drawing:
    """A strip of shaded squares a row; the shade is full at 15 points from an even share."""
    size = PanelSize(row_height=0.24, bottom=0.55, widest=most * COLUMN)
    drawing, made = panels(panel_titles(cells), [item.name for item in shown], palette, size)
    for panel, cell, rows in zip(made, cells, by_id, strict=True):
        panel.scale(-0.6, most - 0.4)
        value_axis(panel, range(most), [_held_text(rows, held) for held in range(most)], "copies held", has_grid=False)
        strip = [
            (y, level.held, level.win_share)
            for y, item in enumerate(shown)
            for level in rows.get(item.item, [])
            if level.win_share is not None
        ]
        for y, x, share in strip:
            over = share - 1 / cell.players
            shade = min(abs(over) / FULL_SHADE, 1.0) * DARKEST
            panel.area(box(x - 0.47, y - 0.44, x + 0.47, y + 0.44), palette.first if over > 0 else palette.second, shade)
        for y, x, share in strip:
            drawing.add(Text((panel.x(x), within(panel.y(y + 0.023), 8)), f"{100 * share:.0f}", palette.text, 8))
    return drawing


def _held_text(rows: Mapping[str, Sequence[Level]], held: int) -> str:
    """Label of a level: the last one a tally counts means so many or more."""
    return f"{held}+" if any(level.held == held and level.or_more for levels in rows.values() for level in levels) else str(held)
