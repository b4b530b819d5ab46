"""The tables a reader sees, as text: the page, the markdown report and the terminal show the same ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simcli.report import words
from simcli.report.figures import item_order, strategy_order
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
    return View(f"Scores with {words.players_text(cell['players'])}, in points", columns, tuple(rows))


def categories_view(cell: Record) -> View:
    """Mean points by category, one row for each strategy and one for all."""
    names = list(cell["categories"])
    columns = (Column("Strategy", TEXT), *(Column(name.replace("_", " ")) for name in names))
    by_name = {row["name"]: row["categories"] for row in cell["strategies"]}
    rows = [(name, *(words.points(by_name[name][part]) for part in names)) for name in strategy_order([cell])]
    if len(rows) > 1:
        rows.append(("all", *(words.points(cell["categories"][part]) for part in names)))
    return View(f"Points by category with {words.players_text(cell['players'])}, means", columns, tuple(rows))


def games_view(summary: Mapping[str, Any]) -> View:
    """Length and closeness of the games, one row for each player count."""
    titles = ("Deals", "Games", "Rounds", "Decisions", "Forced", "Winning score", "Margin", "Shared victories", "Cut short")
    columns = (Column("Players", TEXT), *(Column(title) for title in titles))
    rows = [
        (
            words.players_text(cell["players"]),
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
    return View(
        f"{words.kind_title(kind)} with {words.players_text(cell['players'])}; per copy in points of win share", columns, tuple(rows)
    )


def verdict_text(row: Record) -> str:
    """The verdict, with the deals still needed."""
    if row["verdict"] is None:
        return words.DASH
    more = row["more_deals"]
    return str(row["verdict"]) + (f", about {words.count(more)} more deal{'' if more == 1 else 's'}" if more else "")


def _size(cell: Record) -> str:
    """`4 players: 20,000 deals, 80,000 games`."""
    return f"{words.players_text(cell['players'])}: {words.count(cell['deals'])} deals, {words.count(cell['games'])} games"
