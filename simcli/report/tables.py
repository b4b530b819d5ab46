"""A summary as DataFrames, as CSV files and as a table on the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcli.files import write_atomically
from simcli.report import views, words
from simcli.report.ranking import FULL_CELLS, has_variants, ranking
from simcli.report.verdict_texts import TONES, WORDS, has_rivals, word
from simcli.report.words import Record
from simcli.shown import shown_all

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import RenderableType

    from simcli.report.grid import Grid

ESTIMATES = (
    "rounds_mean",
    "tie_share",
    "winning_score_mean",
    "margin_mean",
    "difference",
    "holders",
    "win_share",
    "score_mean",
    "win_share_if_offered",
    "win_share_if_held",
    "win_share_if_not_held",
    "per_copy_offered",
    "per_copy_held",
)
WHOLE = ("deals_50", "deals_90")
LISTS = ("strategies", "seats", "bans", "items", "categories")
NESTED = ("score_quantiles", "score_histogram", "categories", "levels", "held")
STAYS = ("Win share", "Verdict", "Difference in points")
"""Columns of the terminal's tables that stay at any width, as does the first one."""
BANS_STAY = ("Verdict", "Difference in points", "interval of the difference")
"""The same for restricted players, whose main figure is the difference."""
BELONGING = "95 % interval"
"""Title of a column that belongs to the column before it."""
LAST = (
    "Strategies",
    "Seats",
    "Margin",
    "Restricted",
    "interval of win share",
    "Win share",
    "interval of difference in points",
)
"""Before one of these goes, verdicts are set in several lines and names are shortened further."""
LEAVES = (
    *("Seats played", "interval of the score", "p (Holm)", "Mean score", "Deals to settle, 1 in 2 / 9 in 10", "Even share"),
    *("Possible ranks by rounds", "Winning score", "Shared victories", "Rounds", "Possible ranks"),
    *LAST,
)
"""Columns that go when the terminal is too narrow, the first to go first."""
TONE_OF_WORD = {text: TONES[verdict] for verdict, text in WORDS.items()}
COLOURS = {"uneven": "bold dark_orange3", "size-open": "dark_orange3", "even": "green"}
"""Colours of a verdict by its tone; others are dim."""


def strategies_frame(summary: Mapping[str, Any]) -> pd.DataFrame:
    """One row per cell and strategy; estimates as three columns `x_low`, `x`, `x_high`."""
    rows = ({"strategy" if key == "name" else key: value for key, value in row.items()} for row in _rows(summary, "strategies"))
    return _frame(rows, WHOLE)


def seats_frame(summary: Mapping[str, Any]) -> pd.DataFrame:
    """One row per cell and seat."""
    return _frame(_rows(summary, "seats"), WHOLE)


def bans_frame(summary: Mapping[str, Any]) -> pd.DataFrame:
    """One row per cell and restricted player; empty when nobody is restricted."""
    return _frame(_rows(summary, "bans"), WHOLE)


def items_frame(summary: Mapping[str, Any]) -> pd.DataFrame:
    """One row per cell and item."""
    return _frame(_rows(summary, "items"))


def item_levels_frame(summary: Mapping[str, Any]) -> pd.DataFrame:
    """One row per cell, item and number of copies held."""
    rows = (
        _place(cell) | {"item": item["item"]} | level for cell in summary["cells"] for item in cell["items"] for level in item["levels"]
    )
    return _frame(rows)


def scores_frame(summary: Mapping[str, Any]) -> pd.DataFrame:
    """Histogram in long form: one row per cell, strategy and bin, `score_from` and `score_to` inclusive."""
    return _frame(_score_rows(summary), ("score_from", "score_to", "player_games"))


def quantiles_frame(summary: Mapping[str, Any]) -> pd.DataFrame:
    """One row per cell, strategy and quantile of the score."""
    rows = (
        _place(cell) | {"strategy": row["name"], "per_cent": int(q), "score": score}
        for cell in summary["cells"]
        for row in cell["strategies"]
        for q, score in row["score_quantiles"].items()
    )
    return _frame(rows, ("score",))


def categories_frame(summary: Mapping[str, Any]) -> pd.DataFrame:
    """Mean points in long form: one row per cell, strategy and category."""
    rows = (
        _place(cell) | {"strategy": row["name"], "category": category, "points": mean}
        for cell in summary["cells"]
        for row in cell["strategies"]
        for category, mean in row["categories"].items()
    )
    return _frame(rows)


def seat_parts_frame(summary: Mapping[str, Any]) -> pd.DataFrame:
    """Long form: one row per cell, seat and `part`: mean `points` of a category, or mean number `held` of a kind of item."""
    rows = (
        _place(cell) | {"seat": row["seat"], "part": part, "name": name} | _bounds("mean", mean)
        for cell in summary["cells"]
        for row in cell["seats"]
        for part, means in (("points", row["categories"]), ("held", row["held"]))
        for name, mean in means.items()
    )
    return _frame(rows)


def games_frame(summary: Mapping[str, Any]) -> pd.DataFrame:
    """One row per cell: deals, games, length and closeness."""
    return _frame(_flat({key: value for key, value in cell.items() if key not in LISTS}) for cell in summary["cells"])


def variants_frame(summary: Mapping[str, Any]) -> pd.DataFrame:
    """One row per variant and player count, the smallest mean margin first; empty when the run has no variants."""
    rows = (
        {
            **{key: row[key] for key in ("variant", "players", "deals", "games")},
            **_bounds("margin_mean", row["margin_mean"]),
            **dict(zip(("rank_margin_best", "rank_margin_worst"), row["rank_margin"], strict=True)),
            **_bounds("rounds_mean", row["rounds_mean"]),
            **dict(zip(("rank_rounds_best", "rank_rounds_worst"), row["rank_rounds"], strict=True)),
            **_bounds("tie_share", row["tie_share"]),
            **_bounds("winning_score_mean", row["winning_score_mean"]),
            **({"seat": row["seat"]} | _bounds("seat_deviation", row["seat_deviation"])),
            **({"strategy": row["strategy"]} | _bounds("strategy_deviation", row["strategy_deviation"])),
        }
        for row in ranking(summary)
    )
    return _frame(rows)


FRAMES: dict[str, Callable[[Mapping[str, Any]], pd.DataFrame]] = {
    "variants": variants_frame,
    "games": games_frame,
    "strategies": strategies_frame,
    "seats": seats_frame,
    "bans": bans_frame,
    "scores": scores_frame,
    "quantiles": quantiles_frame,
    "categories": categories_frame,
    "seat_parts": seat_parts_frame,
    "items": items_frame,
    "item_levels": item_levels_frame,
}


def write_csv(summary: Mapping[str, Any], folder: Path) -> list[Path]:
    """One CSV file per frame that has rows into `folder` (UTF-8, comma, point, empty for no value); returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for name, make in FRAMES.items():
        frame, file = make(summary), folder / f"{name}.csv"
        if len(frame):
            write_atomically(file, csv_text(frame).encode("utf-8"))
            files.append(file)
    return files


def csv_text(frame: pd.DataFrame) -> str:
    """A frame as CSV; control characters in names are written as escapes."""
    from pandas.api.types import is_numeric_dtype

    texts = {str(name): frame[name].map(shown_all) for name in frame if not is_numeric_dtype(frame[name])}
    return frame.assign(**texts).to_csv(index=False, lineterminator="\n")


def terminal_table(summary: Mapping[str, Any]) -> RenderableType:
    """For each cell the strategies with interval, even share and verdict, and a line about the seats; the ranking of variants first."""
    from rich.console import Group
    from rich.text import Text

    summary = shown_all(summary)
    parts: list[RenderableType] = [_leaving(view) for view in views.ranking_views(summary)]
    parts += [_in_blocks(view) for view in views.plans_views(summary)]
    if has_variants(summary):
        if len(summary["cells"]) > FULL_CELLS:
            parts.append(Text("Points by category and all other figures: the page, and the CSV files in tables/\n", style="dim"))
            return Group(*parts)
        parts += [_in_blocks(view) for view in views.points_views(summary)]
    for cell in summary["cells"]:
        if cell.get("bans"):
            parts.append(_leaving(views.bans_view(cell), BANS_STAY))
        if has_rivals(cell) or not cell["games"]:
            parts += [_leaving(views.strategies_view(cell)), _seats_line(cell)]
        else:
            parts.append(_leaving(views.seats_view(cell)))
    return Group(*parts)


def _in_blocks(view: views.View) -> RenderableType:
    """A view whose columns are all of a kind: where they do not fit, it is broken into blocks."""
    return grid_of(view, leaves=None)


def _leaving(view: views.View, stays: Sequence[str] = STAYS) -> RenderableType:
    """A view that leaves columns out where they do not fit: those without a place in LEAVES from the right, then LEAVES in its order."""
    names = _column_names(view.columns)
    optional = [i for i, name in enumerate(names) if i and name not in stays]
    unplaced = [i for i in reversed(optional) if names[i] not in LEAVES]
    placed = sorted((i for i in optional if names[i] in LEAVES), key=lambda i: LEAVES.index(names[i]))
    return grid_of(view, leaves=(*unplaced, *placed), names=names)


def grid_of(view: views.View, leaves: tuple[int, ...] | None, names: tuple[str, ...] = ()) -> Grid:
    """A view as a table for the terminal; nothing in it is read as markup."""
    from simcli.report.grid import Grid

    kinds = [column.kind for column in view.columns]
    verdicts = [i for i, kind in enumerate(kinds) if kind == views.VERDICT]
    return Grid(
        tuple(column.title for column in view.columns),
        view.rows,
        view.caption,
        right=frozenset(i for i, kind in enumerate(kinds) if kind == views.NUMBER),
        leaves=leaves,
        folds=tuple(i for i, column in enumerate(view.columns) if i in verdicts or "interval" in column.title),
        last=tuple(i for i in leaves or () if names[i] in LAST),
        names=names,
        styles={(r, i): _style(row[i]) for r, row in enumerate(view.rows) for i in verdicts},
    )


def _column_names(columns: Sequence[views.Column]) -> tuple[str, ...]:
    """What each column is called without its neighbours: an interval after the column it belongs to."""
    names, owner = [], ""
    for column in columns:
        if column.title == BELONGING:
            names.append(f"interval of {owner.lower()}")
        else:
            owner = column.title
            names.append(owner.removeprefix("95 % "))
    return tuple(names)


def _style(text: str) -> str:
    """Colour of a verdict."""
    return COLOURS.get(TONE_OF_WORD.get(text, ""), "dim")


def _seats_line(cell: Record) -> RenderableType:
    """`Seats: 25.1 %, 24.9 %, ...` with the verdicts on them."""
    from rich.text import Text

    line = Text(f"{words.seats_text([cell]).capitalize()}: ", style="bold")
    for i, seat in enumerate(cell["seats"]):
        verdict = seat["verdict"]
        line.append(", " if i else "", style="not bold")
        line.append(words.percent(seat["win_share"][1]), style=f"not bold {COLOURS.get(TONES.get(verdict, ''), 'dim')}")
    verdicts = list(dict.fromkeys(word(seat["verdict"]) for seat in cell["seats"]))
    line.append(f"  {', '.join(verdicts)}\n", style="not bold")
    return line


def _rows(summary: Mapping[str, Any], field: str) -> Iterator[Record]:
    """Flat rows of a list in every cell."""
    for cell in summary["cells"]:
        for row in cell.get(field, ()):
            yield _place(cell) | _flat(row)


def _flat(row: Record) -> Record:
    """Estimates as three columns each, lists of names as text, without nested parts."""
    flat: Record = {}
    for key, value in row.items():
        if key in ESTIMATES:
            flat |= _bounds(key, value)
        elif key not in NESTED:
            flat[key] = ", ".join(value) if isinstance(value, list) else value
    return flat


def _place(cell: Record) -> Record:
    """The columns that say which cell a row is of: `variant` only where the run has variants."""
    return {key: cell[key] for key in ("variant", "players") if key in cell}


def _bounds(key: str, value: words.Bounds) -> Record:
    """An estimate as three columns."""
    return dict(zip((f"{key}_low", key, f"{key}_high"), value, strict=True))


def _score_rows(summary: Mapping[str, Any]) -> Iterator[Record]:
    """Bins of all histograms."""
    for cell in summary["cells"]:
        for row in cell["strategies"]:
            histogram = row["score_histogram"] or {"low": 0, "width": 1, "counts": []}
            for i, count in enumerate(histogram["counts"]):
                start = histogram["low"] + i * histogram["width"]
                yield _place(cell) | {
                    "strategy": row["name"],
                    "score_from": start,
                    "score_to": start + histogram["width"] - 1,
                    "player_games": count,
                }


def _frame(rows: Iterator[Record] | Any, whole: tuple[str, ...] = ()) -> pd.DataFrame:
    """A DataFrame; the columns in `whole` are whole numbers that may be missing."""
    import pandas as pd

    frame = pd.DataFrame(list(rows))
    return frame.astype({name: "Int64" for name in whole if name in frame})
