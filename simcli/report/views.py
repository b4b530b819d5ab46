"""The tables a reader sees, as text: the page, the markdown report and the terminal show the same ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simcli.report import words
from simcli.report.figures import item_order, strategy_order
from simcli.report.ranking import ranking
from simcli.report.words import Record

TEXT, NUMBER, VERDICT, PROVENANCE = "text", "number", "verdict", "provenance"
MARKS = {"official": "●", "derived": "◐", "reconstructed": "○"}


@dataclass(frozen=True)
class Column:
    """A column: its heading, and what its cells are (text, number, verdict or provenance)."""

    title: str
    kind: str = NUMBER


@dataclass(frozen=True)
class View:
    """A table ready to print; the first column heads its rows."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]


def strategies_view(cell: Record) -> View:
    """Strategies of one player count, strongest first."""
    columns = (
        Column("Strategy", TEXT),
        Column("Win share"),
        Column("95 % interval"),
        Column("Even share"),
        Column("Verdict", VERDICT),
        Column("p (Holm)"),
        Column("Mean score"),
        Column("95 % interval"),
        Column("Seats played"),
    )
    by_name = {row["name"]: row for row in cell["strategies"]}
    rows = [
        (
            name,
            words.percent(row["win_share"][1]),
            words.interval(row["win_share"]),
            words.null_percent(row["null"]),
            verdict_text(row),
            words.p_text(row["p_holm"]),
            words.points(row["score_mean"][1]),
            words.points_interval(row["score_mean"]),
            words.count(row["player_games"]),
        )
        for name, row in ((name, by_name[name]) for name in strategy_order([cell]))
    ]
    return View(f"Strategies with {_size(cell)}", columns, tuple(rows))


def seats_view(cell: Record) -> View:
    """Seats of one player count in turn order."""
    columns = (
        Column("Seat", TEXT),
        Column("Win share"),
        Column("95 % interval"),
        Column("Even share"),
        Column("Verdict", VERDICT),
        Column("p (Holm)"),
        Column("Mean score"),
        Column("95 % interval"),
    )
    rows = [
        (
            f"seat {row['seat']}",
            words.percent(row["win_share"][1]),
            words.interval(row["win_share"]),
            words.null_percent(row["null"]),
            verdict_text(row),
            words.p_text(row["p_holm"]),
            words.points(row["score_mean"][1]),
            words.points_interval(row["score_mean"]),
        )
        for row in cell["seats"]
    ]
    return View(f"Seats with {_size(cell)}", columns, tuple(rows))


def scores_view(cell: Record) -> View:
    """Score quantiles of one player count."""
    quantiles = ("5", "25", "50", "75", "95")
    columns = (
        Column("Strategy", TEXT),
        Column("Mean"),
        Column("Spread (sd)"),
        *(Column(f"{q} %" if q != "50" else "Median") for q in quantiles),
    )
    by_name = {row["name"]: row for row in cell["strategies"]}
    rows = [
        (
            name,
            words.points(row["score_mean"][1]),
            words.points(row["score_sd"]),
            *(words.count(row["score_quantiles"][q]) for q in quantiles),
        )
        for name, row in ((name, by_name[name]) for name in strategy_order([cell]))
    ]
    return View(f"Scores with {words.cell_text(cell)}, in points", columns, tuple(rows))


def categories_view(cell: Record, *, used_only: bool = False) -> View:
    """Mean points by category, one row for each strategy and one for all; with `used_only` without categories nobody has points in."""
    names = [name for name in cell["categories"] if not used_only or any(row["categories"][name] for row in cell["strategies"])]
    columns = (Column("Strategy", TEXT), *(Column(name.replace("_", " ")) for name in names))
    by_name = {row["name"]: row["categories"] for row in cell["strategies"]}
    rows = [(name, *(words.points(by_name[name][part]) for part in names)) for name in strategy_order([cell])]
    if len(rows) > 1:
        rows.append(("all", *(words.points(cell["categories"][part]) for part in names)))
    return View(f"Points by category with {words.cell_text(cell)}, means", columns, tuple(rows))


def seat_parts_view(cell: Record) -> View:
    """Mean points by category and things held by kind, one row for each seat; without what is the same for all seats."""
    parts = [
        (what, name)
        for what in ("categories", "held")
        for name in (cell["seats"][0][what] if cell["seats"] else ())
        if len({row[what][name] for row in cell["seats"]}) > 1
    ]
    columns = (
        Column("Seat", TEXT),
        *(Column(words.kind_title(name) if what == "held" else name.replace("_", " ")) for what, name in parts),
    )
    rows = [(f"seat {row['seat']}", *(words.points(row[what][name], 2) for what, name in parts)) for row in cell["seats"]]
    return View(f"Seats with {words.cell_text(cell)}: points by category, things held by kind, means", columns, tuple(rows))


def games_view(summary: Mapping[str, Any]) -> View:
    """Length and closeness of the games, one row for each player count."""
    titles = ("Deals", "Games", "Rounds", "Decisions", "Forced", "Winning score", "Margin", "Shared victories", "Cut short")
    columns = (Column("Players", TEXT), *(Column(title) for title in titles))
    rows = [
        (
            words.cell_text(cell),
            words.count(cell["deals"]),
            words.count(cell["games"]),
            words.points(cell["rounds_mean"]),
            words.points(cell["decisions_mean"]),
            words.percent(cell["forced_share"]),
            words.points(cell["winning_score_mean"]),
            words.points(cell["margin_mean"]),
            words.percent(cell["tie_share"]),
            words.count(cell["capped"] + cell["stalled"]),
        )
        for cell in summary["cells"]
    ]
    return View("Game length and closeness, means per game", columns, tuple(rows))


def ranking_views(summary: Mapping[str, Any]) -> tuple[View, ...]:
    """The variants of a run from the closest games to the widest, one table for each number of players; none without variants."""
    rows, views = ranking(summary), []
    for players in dict.fromkeys(row["players"] for row in rows):
        group = [row for row in rows if row["players"] == players]
        columns = [Column("Variant", TEXT), Column("Margin"), Column("rank"), Column("Shared victories"), Column("Winning score")]
        columns += [Column("Rounds"), Column("rank"), Column("Largest seat deviation"), Column("95 % interval"), Column("rank")]
        has_rivals = any(row["strategy"] is not None for row in group)
        columns += [Column("Largest strategy deviation"), Column("95 % interval")] if has_rivals else []
        lines = []
        for row in group:
            line = [row["variant"], words.points(row["margin_mean"], 2), words.count(row["rank_margin"]), words.percent(row["tie_share"])]
            line += [words.points(row["winning_score_mean"]), words.points(row["rounds_mean"]), words.count(row["rank_rounds"])]
            line += [_deviation(f"seat {row['seat']}", row["seat_deviation"]), words.signed_interval(row["seat_deviation"])]
            line += [words.count(row["rank_seats"])]
            if has_rivals:
                line += [_deviation(str(row["strategy"]), row["strategy_deviation"]), words.signed_interval(row["strategy_deviation"])]
            lines.append(tuple(line))
        caption = f"Variants with {words.players_text(players)}, closest games first; deviations in points of win share"
        views.append(View(caption, tuple(columns), tuple(lines)))
    return tuple(views)


def _deviation(who: str, bounds: words.Bounds) -> str:
    return words.DASH if bounds[1] is None else f"{who} {words.signed(bounds[1])}"


def plans_views(summary: Mapping[str, Any]) -> tuple[View, ...]:
    """Win share of every strategy in every variant, one table for each number of players; none without variants or rivals."""
    by_cell = {(cell["variant"], cell["players"]): cell for cell in summary["cells"] if "variant" in cell}
    rows, views = ranking(summary), []
    for players in dict.fromkeys(row["players"] for row in rows):
        cells = [by_cell[row["variant"], players] for row in rows if row["players"] == players]
        names = strategy_order(cells)
        if len(names) < 2:
            continue
        lines = []
        for cell in cells:
            by_name = {row["name"]: row for row in cell["strategies"]}
            lines.append((cell["variant"], *(_marked_share(by_name[name]) for name in names)))
        caption = f"Win shares in % with {words.players_text(players)}, ± half the 95 % interval; "
        caption += f"* the interval leaves out the even share of {words.null_percent(1 / players)}"
        views.append(View(caption, (Column("Variant", TEXT), *map(Column, names)), tuple(lines)))
    return tuple(views)


def _marked_share(row: Record) -> str:
    """`31.2 ± 0.3 *`."""
    low, share, high = row["win_share"]
    if share is None:
        return words.DASH
    if low is None or high is None:
        return words.bare_percent(share)
    return f"{words.bare_percent(share)} ± {words.bare_percent((high - low) / 2)}" + ("" if low <= row["null"] <= high else " *")


def points_views(summary: Mapping[str, Any]) -> tuple[View, ...]:
    """Points by category of every cell in the order of the ranking, only categories with points; none without variants."""
    by_cell = {(cell["variant"], cell["players"]): cell for cell in summary["cells"] if "variant" in cell}
    return tuple(categories_view(by_cell[row["variant"], row["players"]], used_only=True) for row in ranking(summary))


def items_view(cell: Record, kind: str) -> View:
    """Items of one kind at one player count, most helpful first."""
    columns = (
        Column(kind.replace("_", " ").capitalize(), TEXT),
        Column("Data", PROVENANCE),
        Column("Offered"),
        Column("Held"),
        Column("Per copy offered"),
        Column("95 % interval"),
        Column("p (BH)"),
        Column("Per copy held"),
        Column("95 % interval"),
        Column("Win share if held"),
        Column("if not held"),
    )
    rows = [
        (
            item["name"],
            item["provenance"],
            words.points(item["offered"], 2),
            words.points(item["held"], 2),
            words.signed(item["per_copy_offered"][1]),
            words.signed_interval(item["per_copy_offered"]),
            words.p_text(item["p_bh"]),
            words.signed(item["per_copy_held"][1]),
            words.signed_interval(item["per_copy_held"]),
            words.percent(item["win_share_if_held"][1]),
            words.percent(item["win_share_if_not_held"][1]),
        )
        for item in item_order([cell], kind)
    ]
    return View(f"{words.kind_title(kind)} with {words.cell_text(cell)}; per copy in points of win share", columns, tuple(rows))


def verdict_text(row: Record) -> str:
    """The verdict, with the deals still needed."""
    if row["verdict"] is None:
        return words.DASH
    more = row["more_deals"]
    return str(row["verdict"]) + (f", about {words.count(more)} more deal{'' if more == 1 else 's'}" if more else "")


def _size(cell: Record) -> str:
    """`4 players: 20,000 deals, 80,000 games`."""
    return f"{words.cell_text(cell)}: {words.count(cell['deals'])} deals, {words.count(cell['games'])} games"
