"""The tables a reader sees, as text: the page, the markdown report and the terminal show the same ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from simcli.report import formatting as fmt
from simcli.report.table.view import PROVENANCE, TEXT, VERDICT, Column, View, make_view, without_empty
from simcli.report.words import differences as difference_texts
from simcli.report.words import verdicts as verdict_texts
from simcli.stats.summary import Cell, Difference, Interval, ItemResult, SeatResult, StrategyResult, Summary, Tested
from simcli.stats.verdicts import EVEN, UNKNOWN, Verdict
from simcli.studies.run.charts import strategy_order
from simcli.studies.run.item_charts import item_order
from simcli.studies.run.ranking import RankedCell, Ranks, ranking
from simcli.studies.run.use_charts import use_order, uses_of
from simcli.studies.run.words import bans as ban_texts

Row = TypeVar("Row")
MOST_STRATEGIES = 5
"""Most strategies with their intervals that stand side by side on paper, behind the name of an item."""
MOST_CHANGES = 5
"""Most figures that stand side by side on paper, behind the name of a variant."""
MOST_SWEPT = 2
"""Most items named by patches that have columns of their own beside many variants."""

TESTED = (
    Column("Verdict", VERDICT),
    Column("Win share"),
    Column("95 % interval"),
    Column("Even share"),
    Column("p (Holm)"),
    Column("Deals to settle, 1 in 2 / 9 in 10"),
)
"""Columns of everybody whose win share is tested, after the name."""
SCORE = (Column("Mean score"), Column("95 % interval of the score"))


def strategies_view(cell: Cell) -> View:
    """Strategies of one player count, strongest first."""
    by_name = {row.name: row for row in cell.strategies}
    ordered = [by_name[name] for name in strategy_order([cell])]
    rows = tuple((row.name, *_tested(row), *_score(row), fmt.count(row.player_games)) for row in ordered)
    return View(f"Strategies with {_size(cell)}", (Column("Strategy", TEXT), *TESTED, *SCORE, Column("Seats played")), rows)


def seats_view(cell: Cell) -> View:
    """Seats of one player count, or places in turn order."""
    title = "Place" if fmt.by_turn(cell.seats) else "Seat"
    rows = tuple((row.label, *_tested(row), *_score(row)) for row in cell.seats)
    return View(f"{fmt.seats_text([cell]).capitalize()} with {_size(cell)}", (Column(title, TEXT), *TESTED, *SCORE), rows)


def bans_view(cell: Cell) -> View:
    """Restricted players of one player count: their win share against the even share."""
    columns = (Column("Restricted", TEXT), *TESTED, Column("Difference in points"), Column("95 % interval of the difference"))
    rows = tuple(
        (ban_texts.restriction(row), *_tested(row), fmt.signed(row.difference.value), fmt.signed_interval(row.difference))
        for row in cell.restricted
    )
    return View(f"Restricted players with {_size(cell)}", columns, rows)


def _tested(row: Tested) -> tuple[str, ...]:
    return (
        verdict_texts.word(row.test.verdict),
        fmt.percent(row.win_share.value),
        verdict_texts.interval_text(row),
        fmt.even_percent(row.even_share),
        fmt.p_text(row.test.p_holm),
        verdict_texts.deals_text(row),
    )


def _score(row: StrategyResult | SeatResult) -> tuple[str, str]:
    return fmt.points(row.score_mean.value), fmt.points_interval(row.score_mean)


def scores_view(cell: Cell) -> View:
    """Score quantiles of one player count."""
    by_name = {row.name: row for row in cell.strategies}
    caption = f"Scores with {fmt.cell_text(cell)}, in points, of games that ended"
    return make_view(caption, SCORES, [by_name[name] for name in strategy_order([cell])])


def categories_view(cell: Cell, *, used_only: bool = False) -> View:
    """Mean points by category, one row for each strategy and one for all; with `used_only` without categories nobody has points in."""
    names = [name for name in cell.categories if not used_only or any(row.categories[name] for row in cell.strategies)]
    columns = (Column("Strategy", TEXT), *(Column(name.replace("_", " ")) for name in names))
    by_name = {row.name: row.categories for row in cell.strategies}
    rows = [(name, *(fmt.points(by_name[name][part]) for part in names)) for name in strategy_order([cell])]
    if len(rows) > 1:
        rows.append(("all", *(fmt.points(cell.categories[part]) for part in names)))
    return View(f"Points by category with {fmt.cell_text(cell)}, means", columns, tuple(rows))


def seat_parts_view(cell: Cell) -> View:
    """Mean points by category and things held by kind, one column for each seat; without what is the same for all seats."""
    first = cell.seats[0]
    points = [(name.replace("_", " "), [seat.categories[name] for seat in cell.seats]) for name in first.categories]
    roles = {item.kind: item.role for item in cell.items}
    kinds = [kind for kind in first.held if roles[kind] == "component"]
    held = [(f"{fmt.kind_title(kind)} held", [seat.held[kind] for seat in cell.seats]) for kind in kinds]
    columns = (Column("Points or things", TEXT), *(Column(seat.label) for seat in cell.seats))
    rows = [
        (title, *(fmt.points_within(mean) for mean in means))
        for title, means in (*points, *held)
        if len({mean.value for mean in means}) > 1
    ]
    places = "Places" if fmt.by_turn(cell.seats) else "Seats"
    return View(f"{places} with {fmt.cell_text(cell)}: points by category, things held by kind, means", columns, tuple(rows))


def uses_views(cell: Cell, kind: str) -> Iterator[View]:
    """What each strategy did or held of the items of a kind, one column for each strategy and one for all, most frequent first.

    Many strategies stand in several tables, so that paper holds them.
    """
    every, used = strategy_order([cell]), [(item, uses_of(cell, item.item)) for item in use_order([cell], kind)]
    n = -(-len(every) // MOST_STRATEGIES)
    size = -(-len(every) // n)
    for names in (every[start : start + size] for start in range(0, len(every), size)):
        columns = (Column(kind.replace("_", " ").capitalize(), TEXT), *map(Column, names), Column("all"))
        rows = []
        for item, uses in used:
            rows.append((item.name, *(fmt.points_within(uses[name]) for name in names), fmt.points(item.held, 2)))
        title = f"{fmt.kind_title(kind)} by strategy with {fmt.cell_text(cell)}, means per player and game"
        yield View(title if n == 1 else f"{title}: {names[0]} to {names[-1]}", columns, tuple(rows))


def games_view(summary: Summary) -> View:
    """Length and closeness of the games, one row for each player count."""
    return make_view("Game length and closeness, means per game; ± half the 95 % interval", GAMES, summary.cells)


AMONG_SEVERAL = ("Margin", "Possible ranks", "Shared victories", "Seats")
"""Columns that mean nothing where nobody wins against another."""


def ranking_views(summary: Summary) -> tuple[View, ...]:
    """The variants of a run from the closest games to the widest, one table for each number of players; none without variants."""
    rows, views = ranking(summary), []
    for players in dict.fromkeys(row.players for row in rows):
        group = [row for row in rows if row.players == players]
        columns = [Column("Variant", TEXT)]
        if any(row.cell.restricted for row in group):
            columns += [Column("Restricted", TEXT), Column("Verdict", VERDICT), Column("Difference in points"), Column("95 % interval")]
        columns += map(Column, ("Margin", "Possible ranks", "Rounds", "Possible ranks by rounds", "Shared victories", "Winning score"))
        columns += [Column("Seats", VERDICT)]
        has_rivals = any(verdict_texts.has_rivals(row.cell) for row in group)
        columns += [Column("Strategies", VERDICT)] if has_rivals else []
        is_contest = any(row.cell.is_contest for row in group)
        columns = [column for column in columns if is_contest or column.title not in AMONG_SEVERAL]
        lines = [tuple(_variant_line(row, columns)) for row in group]
        caption = f"Variants with {fmt.players_text(players)}{', smallest margin first' if is_contest else ''}; "
        caption += "± half the 95 % interval, differences in points of win share"
        views.append(View(caption, tuple(columns), tuple(lines)))
    return tuple(views)


def differences_views(summary: Summary) -> tuple[View, ...]:
    """What each variant changes against the base, one table for each variant and number of players; none without variants."""
    return tuple(
        make_view(_difference_caption(cell), _difference_columns(cell), difference_texts.shown(summary, cell))
        for cell in summary.played
        if cell.differences
    )


def sweep_views(summary: Summary) -> tuple[View, ...]:
    """What many variants change against the base, a line for each: of the games, of the strategies, and of items that patches name."""
    views = []
    for players in dict.fromkeys(cell.players for cell in summary.played):
        cells = [cell for cell in summary.played if cell.players == players and cell.differences]
        named = {item.item: item.name for cell in cells for item in difference_texts.named_items(summary, cell)}
        rows = {cell.variant: {_key(row): row for row in cell.differences or ()} for cell in cells}
        wanted: list[tuple[str, tuple[str, str | None, str]]] = [
            ("Rounds", ("games", None, "rounds")),
            ("Margin", ("games", None, "margin")),
        ]
        wanted += [("Winning score", ("games", None, "winning score"))]
        strategies = [row.name for row in cells[0].strategies] if cells else []
        wanted += [(f"Win share of {name}", ("strategy", name, "win share")) for name in strategies]
        figures = list(difference_texts.ITEM_FIGURES) if len(named) <= MOST_SWEPT else []
        wanted += [(f"{name}, {figure}", ("item", item, figure)) for item, name in named.items() for figure in figures]
        there = [(title, key) for title, key in wanted if any(key in row for row in rows.values())]
        for part in (there[start : start + MOST_CHANGES] for start in range(0, len(there), MOST_CHANGES)):
            columns = (Column("Variant", TEXT), *(Column(title) for title, _ in part))
            lines = tuple((name or "", *(_change(row.get(key)) for _, key in part)) for name, row in rows.items())
            caption = f"Changes against {cells[0].base} with {fmt.players_text(players)}, ± half the 95 % interval; "
            views.append(without_empty(View(caption + "* certain; shares in points of 100", columns, lines)))
    return tuple(views)


def _key(row: Difference) -> tuple[str, str | None, str]:
    return row.about, row.of, row.figure if row.part is None else f"{row.figure} {row.part}"


def _change(row: Difference | None) -> str:
    """`+2.1 ± 0.3 *`."""
    if row is None or row.value.value is None:
        return fmt.DASH
    return difference_texts.within_text(row) + (" *" if row.value.half_width is not None and difference_texts.certain(row) else "")


def _difference_caption(cell: Cell) -> str:
    played = {"deal": f"{fmt.count(cell.deals)} deals played by both", "batch": "the same deals, by batch"}
    played |= {"game": "the same games in both", "nothing": "each on deals of its own"}
    who = f"{cell.variant} against {cell.base} with {fmt.players_text(cell.players)}"
    return f"{who}: {played[cell.paired_by or 'deal']}; shares in points of 100"


def _difference_columns(cell: Cell) -> tuple[tuple[Column, Callable[[Difference], str]], ...]:
    return (
        (Column("Of", TEXT), lambda row: difference_texts.subject(row, cell)),
        (Column("Figure", TEXT), lambda row: row.figure),
        (Column("Change", VERDICT), lambda row: difference_texts.word(row)),
        (Column("Difference"), difference_texts.value_text),
        (Column("95 % interval"), difference_texts.bounds_text),
        (Column("Deals to settle, 1 in 2 / 9 in 10"), verdict_texts.deals_text),
        (Column("Saved"), lambda row: fmt.DASH if row.saved is None else f"{row.saved:.1f} x"),
    )


def _variant_line(row: RankedCell, columns: Sequence[Column]) -> Iterator[str]:
    """One variant under the columns of its table."""
    cell = row.cell
    bans = cell.restricted
    texts = {
        "Variant": row.variant,
        "Restricted": fmt.listing([ban.player for ban in bans]) or fmt.DASH,
        "Verdict": fmt.listing([verdict_texts.word(ban.test.verdict) for ban in bans]) or fmt.DASH,
        "Difference in points": fmt.listing([fmt.signed(ban.difference.value) for ban in bans]) or fmt.DASH,
        "95 % interval": fmt.listing([fmt.signed_interval(ban.difference) for ban in bans]) or fmt.DASH,
        "Margin": fmt.points_within(cell.margin_mean),
        "Possible ranks": _ranks(row.margin),
        "Rounds": fmt.points_within(cell.rounds_mean),
        "Possible ranks by rounds": _ranks(row.rounds),
        "Shared victories": fmt.within(cell.tie_share),
        "Winning score": fmt.points_within(cell.winning_score_mean, 1),
        "Seats": _deviation(row.seat, row.seat_deviation, [seat.test.verdict for seat in cell.seats]),
        "Strategies": _deviation(row.strategy, row.strategy_deviation, [strategy.test.verdict for strategy in cell.strategies]),
    }
    yield from (texts[column.title] for column in columns)


def _ranks(ranks: Ranks | None) -> str:
    """`3` or `1 to 14`; a dash for what is not ranked."""
    if ranks is None:
        return fmt.DASH
    return str(ranks.best) if ranks.best == ranks.worst else f"{ranks.best} to {ranks.worst}"


def _deviation(who: str | None, bounds: Interval, verdicts: Sequence[Verdict | None]) -> str:
    """Who is farthest from the even share for certain, else the verdict on all."""
    if who is not None:
        return f"{who} {fmt.signed(bounds.value)} {fmt.signed_interval(bounds)}"
    known = [verdict for verdict in verdicts if verdict is not None]
    if not known:
        return fmt.DASH
    return UNKNOWN if UNKNOWN in known else EVEN


def plans_views(summary: Summary) -> tuple[View, ...]:
    """Win share of every strategy in every variant, its score where nobody wins against another; a table for each number of players, none
    without variants or other strategies."""
    rows, views = ranking(summary), []
    for players in dict.fromkeys(row.players for row in rows):
        cells = [row.cell for row in rows if row.players == players]
        names = strategy_order(cells)
        if len(names) < 2:
            continue
        is_contest = any(cell.is_contest for cell in cells)
        lines, text = [], _marked_share if is_contest else _score_text
        for cell in cells:
            by_name = {row.name: row for row in cell.strategies}
            lines.append((cell.variant or "", *(text(by_name[name]) if name in by_name else fmt.DASH for name in names)))
        caption = f"{'Win shares in %' if is_contest else 'Mean scores'} with {fmt.players_text(players)} and 95 % intervals"
        caption += f"; * more or less than the even share of {fmt.even_percent(1 / players)} for certain" if is_contest else ""
        views.append(View(caption, (Column("Variant", TEXT), *map(Column, names)), tuple(lines)))
    return tuple(views)


def _score_text(row: StrategyResult) -> str:
    """`61.2 ± 0.3`."""
    return fmt.points_within(row.score_mean, 1)


def _marked_share(row: StrategyResult) -> str:
    """`31.2 ± 0.3 *`."""
    return fmt.around(row.win_share, unit="") + (" *" if verdict_texts.certain(row) else "")


def points_views(summary: Summary) -> tuple[View, ...]:
    """Points by category of every cell in the order of the ranking, only categories with points; none without variants."""
    return tuple(categories_view(row.cell, used_only=True) for row in ranking(summary))


def items_view(cell: Cell, kind: str) -> View:
    """Items of one kind at one player count, most helpful first."""
    caption = f"{fmt.kind_title(kind)} with {fmt.cell_text(cell)}; per copy in points of win share"
    name: tuple[Column, Callable[[ItemResult], str]] = Column(kind.replace("_", " ").capitalize(), TEXT), lambda item: item.name
    return without_empty(make_view(caption, (name, *ITEMS), item_order([cell], kind)))


def _size(cell: Cell) -> str:
    """`4 players: 20,000 deals, 80,000 games`."""
    apart = f", {fmt.count(cell.unended)} of them without an end" if cell.unended else ""
    return f"{fmt.cell_text(cell)}: {fmt.count(cell.deals)} deals, {fmt.count(cell.games)} games{apart}"


SCORES: tuple[tuple[Column, Callable[[StrategyResult], str]], ...] = (
    (Column("Strategy", TEXT), lambda row: row.name),
    (Column("Mean"), lambda row: fmt.points(row.score_mean.value)),
    (Column("Spread (sd)"), lambda row: fmt.points(row.score_sd)),
    (Column("5 %"), lambda row: fmt.count(row.score_quantiles["5"])),
    (Column("25 %"), lambda row: fmt.count(row.score_quantiles["25"])),
    (Column("Median"), lambda row: fmt.count(row.score_quantiles["50"])),
    (Column("75 %"), lambda row: fmt.count(row.score_quantiles["75"])),
    (Column("95 %"), lambda row: fmt.count(row.score_quantiles["95"])),
    (Column("Seats without an end"), lambda row: fmt.count(row.unended)),
    (Column("Not usual"), lambda row: fmt.count(row.unusual)),
)
GAMES: tuple[tuple[Column, Callable[[Cell], str]], ...] = (
    (Column("Players", TEXT), fmt.cell_text),
    (Column("Deals"), lambda cell: fmt.count(cell.deals)),
    (Column("Games"), lambda cell: fmt.count(cell.games)),
    (Column("Rounds"), lambda cell: fmt.points_within(cell.rounds_mean)),
    (Column("Decisions"), lambda cell: fmt.points(cell.decisions_mean)),
    (Column("Forced"), lambda cell: fmt.percent(cell.forced_share)),
    (Column("Winning score"), lambda cell: fmt.points_within(cell.winning_score_mean)),
    (Column("Margin"), lambda cell: fmt.points_within(cell.margin_mean)),
    (Column("Shared victories"), lambda cell: fmt.within(cell.tie_share)),
    (
        Column("Stalled"),
        lambda cell: f"{fmt.percent(cell.stalled_share.value, 2)} {fmt.interval(cell.stalled_share)}" if cell.stalled else fmt.DASH,
    ),
    (
        Column("Did not end"),
        lambda cell: f"{fmt.count(cell.unended)} ({fmt.percent(cell.unended_share.value, 2)})" if cell.unended else "0",
    ),
)
ITEMS: tuple[tuple[Column, Callable[[ItemResult], str]], ...] = (
    (Column("Data", PROVENANCE), lambda item: item.provenance),
    (Column("Offered"), lambda item: fmt.points(item.offered, 2)),
    (Column("Held"), lambda item: fmt.points(item.held, 2)),
    (Column("Per copy offered"), lambda item: fmt.signed(item.offer.value)),
    (Column("95 % interval"), lambda item: fmt.signed_interval(item.offer)),
    (Column("p (BH)"), lambda item: fmt.p_text(item.p_offer)),
    (Column("Per copy held"), lambda item: fmt.signed(item.holding.value)),
    (Column("95 % interval"), lambda item: fmt.signed_interval(item.holding)),
    (Column("Win share if held"), lambda item: fmt.percent(item.win_share_if_held.value)),
    (Column("if not held"), lambda item: fmt.percent(item.win_share_if_not_held.value)),
)
"""Columns of a table, and what stands in them; those of items follow the name."""
