"""The tables a reader sees, as text: the page, the markdown report and the terminal show the same ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simcli.report import verdict_texts, words
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


JUDGED = (
    Column("Verdict", VERDICT),
    Column("Win share"),
    Column("95 % interval"),
    Column("Even share"),
    Column("p (Holm)"),
    Column("Deals to settle, 1 in 2 / 9 in 10"),
    Column("Mean score"),
    Column("95 % interval of the score"),
)
"""Columns of everybody who is judged, after the name."""


def strategies_view(cell: Record) -> View:
    """Strategies of one player count, strongest first."""
    by_name = {row["name"]: row for row in cell["strategies"]}
    ordered = [by_name[name] for name in strategy_order([cell])]
    rows = tuple((row["name"], *_judged(row), words.count(row["player_games"])) for row in ordered)
    return View(f"Strategies with {_size(cell)}", (Column("Strategy", TEXT), *JUDGED, Column("Seats played")), rows)


def seats_view(cell: Record) -> View:
    """Seats of one player count, or places in turn order."""
    title = "Place" if words.by_turn(cell["seats"]) else "Seat"
    rows = tuple((row["label"], *_judged(row)) for row in cell["seats"])
    return View(f"{words.seats_text([cell]).capitalize()} with {_size(cell)}", (Column(title, TEXT), *JUDGED), rows)


def bans_view(cell: Record) -> View:
    """Restricted players of one player count: their win share against the even share."""
    columns = (Column("Restricted", TEXT), *JUDGED[:6], Column("Difference in points"), Column("95 % interval of the difference"))
    rows = tuple(
        (
            f"{row['player']} without {words.listing(row['names'])}",
            *_judged(row | {"score_mean": [None] * 3})[:6],
            words.signed(row["difference"][1]),
            words.signed_interval(row["difference"]),
        )
        for row in cell.get("bans", ())
    )
    return View(f"Restricted players with {_size(cell)}", columns, rows)


def _judged(row: Record) -> tuple[str, ...]:
    """The columns `JUDGED` of a row."""
    return (
        verdict_texts.word(row["verdict"]),
        words.percent(row["win_share"][1]),
        verdict_texts.interval_text(row),
        words.even_percent(row["even_share"]),
        words.p_text(row["p_holm"]),
        verdict_texts.deals_text(row),
        words.points(row["score_mean"][1]),
        words.points_interval(row["score_mean"]),
    )


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
    """Mean points by category and things held by kind, one column for each seat; without what is the same for all seats."""
    parts = [
        (what, name)
        for what in ("categories", "held")
        for name in (cell["seats"][0][what] if cell["seats"] else ())
        if len({row[what][name][1] for row in cell["seats"]}) > 1
    ]
    columns = (Column("Points or things", TEXT), *(Column(row["label"]) for row in cell["seats"]))
    rows = [
        (
            f"{words.kind_title(name)} held" if what == "held" else name.replace("_", " "),
            *(_plus_minus(row[what][name], 2) for row in cell["seats"]),
        )
        for what, name in parts
    ]
    places = "Places" if words.by_turn(cell["seats"]) else "Seats"
    return View(f"{places} with {words.cell_text(cell)}: points by category, things held by kind, means", columns, tuple(rows))


def _plus_minus(bounds: words.Bounds, digits: int) -> str:
    """`3.21 ± 0.05`, the half of the 95 % interval."""
    low, value, high = bounds
    text = words.points(value, digits)
    return text if low is None or high is None else f"{text} ± {words.points((high - low) / 2, digits)}"


def games_view(summary: Mapping[str, Any]) -> View:
    """Length and closeness of the games, one row for each player count."""
    titles = ("Deals", "Games", "Rounds", "Decisions", "Forced", "Winning score", "Margin", "Shared victories", "Cut short")
    columns = (Column("Players", TEXT), *(Column(title) for title in titles))
    rows = [
        (
            words.cell_text(cell),
            words.count(cell["deals"]),
            words.count(cell["games"]),
            _plus_minus(cell["rounds_mean"], 2),
            words.points(cell["decisions_mean"]),
            words.percent(cell["forced_share"]),
            _plus_minus(cell["winning_score_mean"], 2),
            _plus_minus(cell["margin_mean"], 2),
            f"{words.percent(cell['tie_share'][1])} {words.interval(cell['tie_share'])}",
            words.count(cell["capped"] + cell["stalled"]),
        )
        for cell in summary["cells"]
    ]
    return View("Game length and closeness, means per game; ± half the 95 % interval", columns, tuple(rows))


def ranking_views(summary: Mapping[str, Any]) -> tuple[View, ...]:
    """The variants of a run from the closest games to the widest, one table for each number of players; none without variants."""
    rows, views = ranking(summary), []
    for players in dict.fromkeys(row["players"] for row in rows):
        group = [row for row in rows if row["players"] == players]
        columns = [Column("Variant", TEXT)]
        if any(row["bans"] for row in group):
            columns += [Column("Restricted", TEXT), Column("Verdict", VERDICT), Column("Difference in points"), Column("95 % interval")]
        columns += [Column("Margin"), Column("Possible ranks"), Column("Rounds"), Column("Possible ranks by rounds")]
        columns += [Column("Shared victories"), Column("Winning score"), Column("Seats", VERDICT)]
        has_rivals = any(any(row["strategy_verdicts"]) for row in group)
        columns += [Column("Strategies", VERDICT)] if has_rivals else []
        lines = [tuple(_variant_line(row, columns)) for row in group]
        caption = f"Variants with {words.players_text(players)}, smallest margin first; "
        caption += "± half the 95 % interval, differences in points of win share"
        views.append(View(caption, tuple(columns), tuple(lines)))
    return tuple(views)


def _variant_line(row: Record, columns: Sequence[Column]) -> Iterator[str]:
    """One variant under the columns of its table."""
    yield row["variant"]
    if any(column.title == "Restricted" for column in columns):
        bans = row["bans"]
        yield words.listing([ban["player"] for ban in bans]) or words.DASH
        yield words.listing([verdict_texts.word(ban["verdict"]) for ban in bans]) or words.DASH
        yield words.listing([words.signed(ban["difference"][1]) for ban in bans]) or words.DASH
        yield words.listing([words.signed_interval(ban["difference"]) for ban in bans]) or words.DASH
    yield _plus_minus(row["margin_mean"], 2)
    yield _ranks(row["rank_margin"])
    yield _plus_minus(row["rounds_mean"], 2)
    yield _ranks(row["rank_rounds"])
    yield f"{words.percent(row['tie_share'][1])} {words.interval(row['tie_share'])}"
    yield _plus_minus(row["winning_score_mean"], 1)
    yield _deviation(row["seat"], row["seat_deviation"], row["seat_verdicts"])
    if any(column.title == "Strategies" for column in columns):
        yield _deviation(row["strategy"], row["strategy_deviation"], row["strategy_verdicts"])


def _ranks(ranks: Sequence[int]) -> str:
    """`3` or `1 to 14`."""
    return str(ranks[0]) if ranks[0] == ranks[1] else f"{ranks[0]} to {ranks[1]}"


def _deviation(who: str | None, bounds: words.Bounds, verdicts: Sequence[str | None]) -> str:
    """Who is farthest from the even share for certain, else the verdict on all."""
    if who is not None:
        return f"{who} {words.signed(bounds[1])} {words.signed_interval(bounds)}"
    known = [verdict for verdict in verdicts if verdict is not None]
    if not known:
        return words.DASH
    return verdict_texts.UNKNOWN if verdict_texts.UNKNOWN in known else verdict_texts.EVEN


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
        caption += f"* more or less than the even share of {words.even_percent(1 / players)} for certain"
        views.append(View(caption, (Column("Variant", TEXT), *map(Column, names)), tuple(lines)))
    return tuple(views)


def _marked_share(row: Record) -> str:
    """`31.2 ± 0.3 *`."""
    low, share, high = row["win_share"]
    if share is None:
        return words.DASH
    if low is None or high is None:
        return words.bare_percent(share)
    return f"{words.bare_percent(share)} ± {words.bare_percent((high - low) / 2)}" + (" *" if verdict_texts.certain(row) else "")


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
    caption = f"{words.kind_title(kind)} with {words.cell_text(cell)}; per copy in points of win share"
    return _without_empty(View(caption, columns, tuple(rows)))


def _without_empty(view: View) -> View:
    """A table without the columns that say nothing in any row."""
    kept = [i for i in range(len(view.columns)) if not view.rows or any(row[i] != words.DASH for row in view.rows)]
    rows = tuple(tuple(row[i] for i in kept) for row in view.rows)
    return View(view.caption, tuple(view.columns[i] for i in kept), rows)


def _size(cell: Record) -> str:
    """`4 players: 20,000 deals, 80,000 games`."""
    return f"{words.cell_text(cell)}: {words.count(cell['deals'])} deals, {words.count(cell['games'])} games"
