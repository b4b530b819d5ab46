"""The charts of a run: win shares, seats, scores, categories and items, each with all player counts side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from html import escape
from typing import Any

from simcli.report import ink, png, svg, verdict_texts, words
from simcli.report.drawing import Drawing, Mark, Text, box, within
from simcli.report.ink import Ink
from simcli.report.item_texts import chance_kinds
from simcli.report.panels import (
    KeyEntry,
    Panel,
    clean,
    interval_mark,
    panels,
    points_axis,
    row_lines,
    share_axis,
    share_scale,
    stacked,
    value_axis,
)
from simcli.report.ranking import has_variants, ranking, shown_cells
from simcli.report.scales import difference_texts, percent_texts
from simcli.report.words import Record

MOST_ROWS = 30
MOST_VARIANTS, ENDS = 40, 15
LONGEST_VARIANT = 48  # letters of a name
FULL_SHADE = 0.15  # distance from an even share
DARKEST = 0.55  # opacity under text
FEWEST_GAMES = 30
KEY = (
    ("wins more or less", verdict_texts.MORE),
    ("wins more or less, size open", verdict_texts.MORE_OPEN),
    ("even", verdict_texts.EVEN),
    ("not yet known", verdict_texts.UNKNOWN),
)
COLUMN = 0.42  # inches, widest column of a strip chart


@dataclass(frozen=True)
class Chart:
    """A chart ready to place: `name` is its file name without ending, `topic` the section it belongs to, `alt` its text equivalent."""

    name: str
    topic: str
    caption: str
    alt: str
    draw: ink.Draw

    @cached_property
    def wide(self) -> Drawing:
        """The chart for a page and a PNG, drawn once."""
        return self.draw(ink.WIDE)

    @property
    def svg(self) -> str:
        """The chart as an element of a page: a wide form and a narrow one, with `alt` to be read out instead."""
        wide, narrow = svg.svg(self.wide, ink.VARIABLES, "wide"), svg.svg(self.draw(ink.NARROW), ink.VARIABLES, "narrow")
        return f'<div role="img" aria-label="{escape(self.alt)}">\n{wide}\n{narrow}\n</div>'

    @property
    def png(self) -> bytes:
        """The wide form on white; within `png.settings()`."""
        return png.png(self.wide)


def charts(summary: Mapping[str, Any]) -> tuple[Chart, ...]:
    """All charts there is data for. With variants: one of the ranking, and for each variant shown in full its own.

    Those carry the variant's place among the shown ones at the end of name and topic: `win_share_v2`, `strategies@2`.
    """
    if not has_variants(summary):
        return _cell_charts([cell for cell in summary["cells"] if cell["games"]])
    rows = ranking(summary)
    made = [_margins(rows)] if rows else []
    for number, cells in enumerate(by_variant(summary).values(), 1):
        of_one = _cell_charts(cells)
        made += [replace(chart, name=f"{chart.name}_v{number}", topic=f"{chart.topic}@{number}") for chart in of_one]
    return tuple(made)


def by_variant(summary: Mapping[str, Any]) -> dict[str, list[Record]]:
    """Played cells shown in full, by variant."""
    groups: dict[str, list[Record]] = {}
    for cell in shown_cells(summary):
        if cell["games"]:
            groups.setdefault(cell.get("variant", ""), []).append(cell)
    return groups


def _cell_charts(cells: Sequence[Record]) -> tuple[Chart, ...]:
    """Charts of cells side by side."""
    if not cells:
        return ()
    has_rivals = any(verdict_texts.has_rivals(cell) for cell in cells)
    made: list[Chart | None] = [_win_share(cells)] if has_rivals else []
    made += [_seats(cells), _scores(cells), _categories(cells)]
    for kind in chance_kinds(cells):
        if differs(cells, kind):
            made += [_items(cells, kind), _levels(cells, kind)]
    return tuple(chart for chart in made if chart)


def _margins(rows: Sequence[Record]) -> Chart:
    """Mean margin of the variants, closest first; of many only both ends."""
    margins: dict[str, dict[int, words.Bounds]] = {}
    for row in rows:
        margins.setdefault(row["variant"], {})[row["players"]] = row["margin_mean"]
    counts = list(dict.fromkeys(row["players"] for row in rows))
    names = sorted(margins, key=lambda name: sum(bounds[1] or 0.0 for bounds in margins[name].values()) / len(margins[name]))
    note = ""
    if len(names) > MOST_VARIANTS:
        note = f" The {ENDS} closest and the {ENDS} widest of {len(names)}; the table has all."
        names = names[:ENDS] + names[-ENDS:]
    caption = f"Mean winning margin of each variant: best score minus second best, in points, with its 95 % interval.{note}"
    texts = [f"{name} {', '.join(words.points(margin[1], 2) for margin in margins[name].values())}" for name in names]
    alt = f"Mean winning margin by variant, with {words.listing([words.players_text(n) for n in counts])}: {'; '.join(texts)}."
    return Chart("variants", "variants", caption, alt, partial(_draw_margins, counts, names, margins))


def _draw_margins(counts: Sequence[int], names: Sequence[str], margins: Mapping[str, Mapping[int, words.Bounds]], use: Ink) -> Drawing:
    """A dot a variant, a panel for each number of players, all on one scale."""
    drawing, made = panels([words.players_text(n) for n in counts], names, use, row_height=0.26, bottom=0.55, longest=LONGEST_VARIANT)
    values = [bound for name in names for n in counts for bound in margins[name].get(n, ()) if bound is not None]
    edge = 0.05 * (max(values) - min(values)) or 0.5
    for panel, players in zip(made, counts, strict=True):
        points_axis(panel, min(values) - edge, max(values) + edge, whole=False)
        row_lines(panel, len(names))
        for y, name in enumerate(names):
            if players in margins[name]:
                interval_mark(panel, margins[name][players], y, use.first, "o", use.first, size=5.5)
    return drawing


def strategy_order(cells: Sequence[Record]) -> list[str]:
    """Strategies from the highest mean win share to the lowest."""
    shares: dict[str, list[float]] = {}
    for cell in cells:
        for row in cell["strategies"]:
            over = [] if row["win_share"][1] is None else [row["win_share"][1] / row["even_share"]]
            shares.setdefault(row["name"], []).extend(over)
    return sorted(shares, key=lambda name: -sum(shares[name]) / max(len(shares[name]), 1))


def _win_share(cells: Sequence[Record]) -> Chart:
    """Win share by strategy."""
    names = strategy_order(cells)
    rows = [{row["name"]: row for row in cell["strategies"]} for cell in cells]
    caption = "Win share of each strategy with its 95 % interval. Dashed: an even share; shaded: the tolerance around it."
    draw = partial(_draw_shares, cells, names, names, rows)
    return Chart("win_share", "strategies", caption, _share_alt("Win share by strategy", cells, "strategies", "name"), draw)


def _seats(cells: Sequence[Record]) -> Chart:
    """Win share by seat."""
    labels = {seat["seat"]: seat["label"] for cell in cells for seat in cell["seats"]}
    numbers = sorted(labels)
    by_turn = any(words.by_turn(cell["seats"]) for cell in cells)
    rows = [{seat["seat"]: seat for seat in cell["seats"]} for cell in cells]
    what = "place in turn order, counted from the player who begins," if by_turn else "seat"
    caption = f"Win share of each {what} with its 95 % interval. Dashed: an even share; shaded: the tolerance around it."
    draw = partial(_draw_shares, cells, numbers, [labels[n] for n in numbers], rows)
    return Chart(
        "seats",
        "seats",
        caption,
        _share_alt("Win share by place in turn order" if by_turn else "Win share by seat", cells, "seats", "label"),
        draw,
    )


def _draw_shares(
    cells: Sequence[Record],
    keys: Sequence[Any],
    labels: Sequence[str],
    rows: Sequence[Mapping[Any, Record]],
    use: Ink,
) -> Drawing:
    """Dots with intervals, a line at the even share and the tolerance band, a panel for each player count."""
    used = [max((y for y, name in enumerate(keys, 1) if name in by_key), default=0) for by_key in rows]
    key = [(text, *_verdict_mark(verdict, use)) for text, verdict in KEY]
    drawing, made = panels(_titles(cells), labels, use, key=key, used=used)
    for panel, cell, by_key in zip(made, cells, rows, strict=True):
        even, tolerance = 1.0 / cell["players"], cell["tolerance"]
        bounds = [by_key[name]["win_share"] for name in keys if name in by_key]
        share_scale(panel, bounds, [even - 1.5 * tolerance, even + 1.5 * tolerance])
        panel.band(max(even - tolerance, 0), min(even + tolerance, 1), use.band)
        share_axis(panel, percent_texts)
        panel.upright(even, use.muted, 1, is_dashed=True)
        for y, name in enumerate(keys):
            row = by_key.get(name)
            if row and row["win_share"][1] is not None:
                interval_mark(panel, row["win_share"], y, *_verdict_mark(row["verdict"], use))
    return drawing


def _verdict_mark(verdict: str | None, use: Ink) -> tuple[str, str, str]:
    """Colour, shape and filling of a verdict, told apart without colour too."""
    tone = verdict_texts.tone_of([verdict])
    marks = {"uneven": (use.bad, "D", use.bad), "size-open": (use.bad, "D", use.paper), "even": (use.good, "o", use.good)}
    return marks.get(tone, (use.open, "o", use.paper))


def _titles(cells: Sequence[Record]) -> list[str]:
    """Panel titles."""
    return [words.players_text(cell["players"]) for cell in cells]


def _share_alt(title: str, cells: Sequence[Record], field: str, name: str) -> str:
    """Text equivalent of a win share chart."""
    texts = []
    for cell in cells:
        shares = [f"{row[name]} {words.percent(row['win_share'][1])} {words.interval(row['win_share'])}" for row in cell[field]]
        texts.append(f"{words.players_text(cell['players'])} (even share {words.even_percent(1 / cell['players'])}): {', '.join(shares)}")
    return f"{title}. {'. '.join(texts)}."


def _scores(cells: Sequence[Record]) -> Chart:
    """Score distributions by strategy."""
    texts = []
    for cell in cells:
        rows = [f"{row['name']} {words.points(row['score_mean'][1])}" for row in cell["strategies"]]
        texts.append(f"{words.players_text(cell['players'])}: mean {', '.join(rows)}")
    caption = "Final scores of each strategy. The line marks the median, the dot the mean."
    return Chart("scores", "scores", caption, f"Distribution of final scores. {'. '.join(texts)}.", partial(_draw_scores, cells))


def _draw_scores(cells: Sequence[Record], use: Ink) -> Drawing:
    """One small histogram a strategy, all on one scale of points."""
    names = strategy_order(cells)
    drawing, made = panels(_titles(cells), names, use, row_height=0.46, bottom=0.55)
    reach = [_reach(row["score_histogram"]) for cell in cells for row in cell["strategies"] if row["score_histogram"]]
    low, high = min(start for start, _ in reach), max(end for _, end in reach)
    for panel, cell in zip(made, cells, strict=True):
        points_axis(panel, low - 0.02 * (high - low), high + 0.02 * (high - low))
        by_name = {row["name"]: row for row in cell["strategies"] if row["score_histogram"]}
        density = {
            name: [n / max(sum(row["score_histogram"]["counts"]), 1) for n in row["score_histogram"]["counts"]]
            for name, row in by_name.items()
        }
        top = max((max(values) for values in density.values()), default=1.0) or 1.0
        for y, name in enumerate(names):
            if name in by_name and sum(by_name[name]["score_histogram"]["counts"]):
                _histogram(panel, y, by_name[name], [value / top for value in density[name]], use)
    return drawing


def _reach(histogram: Record) -> tuple[int, int]:
    """First and one past the last score of a histogram."""
    return histogram["low"], histogram["low"] + histogram["width"] * len(histogram["counts"])


def _histogram(panel: Panel, y: int, row: Record, heights: Sequence[float], use: Ink) -> None:
    """One histogram standing on row `y`, with a line at the median and a dot at the mean; heights in 0..1."""
    low, width = row["score_histogram"]["low"], row["score_histogram"]["width"]
    base, tall = y + 0.42, 0.86
    stairs = [(low - 0.5 + (i + side) * width, base - tall * height) for i, height in enumerate(heights) for side in (0, 1)]
    panel.area([(stairs[0][0], base), *stairs, (stairs[-1][0], base)], use.first, 0.35)
    panel.line(stairs, use.first, 0.9)
    median, mean = row["score_quantiles"]["50"], row["score_mean"][1]
    panel.line([(median, base), (median, base - tall)], use.text, 1.2)
    panel.drawing.add(Mark((panel.x(mean), panel.y(base)), "o", 4, use.text, use.text, 1.0))


def _categories(cells: Sequence[Record]) -> Chart:
    """Where the points come from."""
    texts = []
    for cell in cells:
        means = [f"{name} {words.points(mean)}" for name, mean in cell["categories"].items()]
        texts.append(f"{words.players_text(cell['players'])}, mean points: {', '.join(means)}")
    caption = "Mean points by category for each strategy."
    return Chart("categories", "categories", caption, f"Points by category. {'. '.join(texts)}.", partial(_draw_categories, cells))


def _draw_categories(cells: Sequence[Record], use: Ink) -> Drawing:
    """Stacked bars; negative points stand to the left of zero."""
    names, categories = strategy_order(cells), list(cells[0]["categories"])
    size = {name: sum(abs(row["categories"].get(name) or 0.0) for cell in cells for row in cell["strategies"]) for name in categories}
    kept = sorted(sorted(categories, key=lambda name: -size[name])[: _kept(len(categories))], key=categories.index)
    others = [name for name in categories if name not in kept]
    series = [(name, [name]) for name in kept] + ([("other", others)] if others else [])
    entries: list[KeyEntry] = [(name.replace("_", " "), use.series[i], "s", use.series[i]) for i, (name, _) in enumerate(series)]
    drawing, made = panels(_titles(cells), names, use, bottom=0.55, key=entries)
    for panel, cell in zip(made, cells, strict=True):
        by_name = {row["name"]: row["categories"] for row in cell["strategies"]}
        values = [[sum(by_name.get(name, {}).get(part) or 0.0 for part in parts) for name in names] for _, parts in series]
        stacked(panel, values)
    return drawing


def _kept(n: int) -> int:
    """How many categories get a colour of their own; the rest share one."""
    return n if n <= ink.SERIES else ink.SERIES - 1


def item_order(cells: Sequence[Record], kind: str) -> list[Record]:
    """Items of a kind from the most to the least helpful when offered (when held, if the offer never varies)."""
    effects: dict[str, list[float]] = {}
    items: dict[str, Record] = {}
    for cell in cells:
        for item in cell["items"]:
            if item["kind"] == kind:
                items.setdefault(item["item"], item)
                value = item["per_copy_offered"][1] if item["per_copy_offered"][1] is not None else item["per_copy_held"][1]
                effects.setdefault(item["item"], []).extend([] if value is None else [value])
    known = [name for name in items if effects[name]]
    known.sort(key=lambda name: -sum(effects[name]) / len(effects[name]))
    return [items[name] for name in known] + [items[name] for name in items if not effects[name]]


def _shown(cells: Sequence[Record], kind: str) -> tuple[list[Record], str]:
    """The items a chart has room for, and a sentence when it leaves some out."""
    ordered = item_order(cells, kind)
    if len(ordered) <= MOST_ROWS:
        return ordered, ""
    half = MOST_ROWS // 2
    note = f" The {half} with the highest and the {half} with the lowest estimates of {len(ordered)}; the tables have all."
    return ordered[:half] + ordered[-half:], note


def differs(cells: Sequence[Record], kind: str) -> bool:
    """Whether some item of a kind was ever offered or held in unequal numbers within a game, so that its worth can be estimated."""
    rows = [item for cell in cells for item in cell["items"] if item["kind"] == kind]
    return any(item[field][1] is not None for item in rows for field in ("per_copy_offered", "per_copy_held"))


def _items(cells: Sequence[Record], kind: str) -> Chart:
    """Win share per extra copy, offered beside held."""
    shown, note = _shown(cells, kind)
    by_id = [{item["item"]: item for item in cell["items"]} for cell in cells]
    has_offers = any(_is_known(rows, item, "per_copy_offered") for rows in by_id for item in shown)
    said = "Offered: an experiment. Held: an association, not a cause." if has_offers else "Held: an association, not a cause."
    caption = f"Change of the win share per extra copy, in points. {said}{note}"
    what = "offered" if has_offers else "held"
    texts = [
        f"{item['name']} {words.signed(rows[item['item']][f'per_copy_{what}'][1])}"
        for rows in by_id[:1]
        for item in shown
        if item["item"] in rows
    ]
    alt = f"Points of win share per extra copy {what}, {words.players_text(cells[0]['players'])}: {', '.join(texts)}."
    return Chart(f"items_{clean(kind)}", f"items:{kind}", caption, alt, partial(_draw_items, cells, shown, by_id))


def _draw_items(cells: Sequence[Record], shown: Sequence[Record], by_id: Sequence[Mapping[str, Record]], use: Ink) -> Drawing:
    """Two marks a row: the experiment filled, the association hollow."""
    marks = {
        "per_copy_held": (("per copy held (association)", use.second, "D", use.paper), 4.0, 1.0),
        "per_copy_offered": (("per copy offered (experiment)", use.first, "o", use.first), 5.5, 1.8),
    }
    fields = [field for field in marks if any(_is_known(rows, item, field) for rows in by_id for item in shown)]
    lanes = [0.17, -0.15] if len(fields) > 1 else [0.0]
    entries = [marks[field][0] for field in reversed(fields)]
    drawing, made = panels(_titles(cells), [item["name"] for item in shown], use, row_height=0.3, bottom=0.55, key=entries)
    bounds = [rows[item["item"]][field] for rows in by_id for item in shown if item["item"] in rows for field in fields]
    for panel, rows in zip(made, by_id, strict=True):
        share_scale(panel, bounds, [-0.005, 0.005])
        share_axis(panel, difference_texts, "points of win share")
        row_lines(panel, len(shown))
        panel.upright(0, use.muted, 1, is_dashed=True)
        for y, item in enumerate(shown):
            for field, lane in zip(fields, lanes, strict=True):
                if _is_known(rows, item, field):
                    (_, colour, marker, face), size, width = marks[field]
                    interval_mark(panel, rows[item["item"]][field], y + lane, colour, marker, face, size=size, width=width)
    return drawing


def _is_known(rows: Mapping[str, Record], item: Record, field: str) -> bool:
    """Whether an item has an estimate at one player count."""
    return item["item"] in rows and rows[item["item"]][field][1] is not None


def _levels(cells: Sequence[Record], kind: str) -> Chart | None:
    """Win share by number held."""
    shown, note = _shown(cells, kind)
    by_id = [
        {item["item"]: [level for level in item["levels"] if level["player_games"] >= FEWEST_GAMES] for item in cell["items"]}
        for cell in cells
    ]
    most = max((level["held"] + 1 for rows in by_id for item in shown for level in rows.get(item["item"], [])), default=0)
    if most < 2 or len(shown) < 2:
        return None
    caption = (
        "Win share in per cent by copies held at the end; blue above an even share, orange below. An association, not a cause; "
        f"only where {FEWEST_GAMES} or more player-games ended so.{note}"
    )
    alt = f"Win share by copies held for {len(shown)} {words.plural(kind.replace('_', ' '))}; the CSV file item_levels has the figures."
    return Chart(f"levels_{clean(kind)}", f"items:{kind}", caption, alt, partial(_draw_levels, cells, shown, by_id, most))


def _draw_levels(cells: Sequence[Record], shown: Sequence[Record], by_id: Sequence[Mapping[str, Any]], most: int, use: Ink) -> Drawing:
    """A strip of shaded squares a row; the shade is full at 15 points from an even share."""
    names = [item["name"] for item in shown]
    drawing, made = panels(_titles(cells), names, use, row_height=0.24, bottom=0.55, widest=most * COLUMN)
    for panel, cell, rows in zip(made, cells, by_id, strict=True):
        panel.scale(-0.6, most - 0.4)
        value_axis(panel, range(most), [_held(rows, held) for held in range(most)], "copies held", has_grid=False)
        levels = [(y, level) for y, item in enumerate(shown) for level in rows.get(item["item"], [])]
        for y, level in levels:
            over, x = level["win_share"] - 1 / cell["players"], level["held"]
            shade = min(abs(over) / FULL_SHADE, 1.0) * DARKEST
            panel.area(box(x - 0.47, y - 0.44, x + 0.47, y + 0.44), use.first if over > 0 else use.second, shade)
        for y, level in levels:
            place = panel.x(level["held"]), within(panel.y(y + 0.023), 8)
            drawing.add(Text(place, f"{100 * level['win_share']:.0f}", use.text, 8))
    return drawing


def _held(rows: Mapping[str, Any], held: int) -> str:
    """Label of a level: the last one a tally counts means so many or more."""
    return f"{held}+" if any(level["held"] == held and level["or_more"] for levels in rows.values() for level in levels) else str(held)
