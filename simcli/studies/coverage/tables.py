"""What `simcli check` says of a game that it has played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcli.report import formatting as fmt
from simcli.report.table.grid import Grid

if TYPE_CHECKING:
    from simcli.studies.coverage.trial import AtTable, GamePlayed

FEW = 6
"""Names that are listed of what never came."""


def sentence(tried: GamePlayed) -> str:
    """What was played, and what there is to look at."""
    counts = ", ".join(f"{table.games:,} with {fmt.players_text(table.players)}" for table in tried.tables)
    plain = f"{tried.plain} went the same way in plain Python" if tried.plain else "none could be played in plain Python"
    odd = {
        "something never came": any(table.never_asked or table.never_dealt or table.never_held for table in tried.tables),
        "moves are undone in the same turn": any(table.undone for table in tried.tables),
        "columns show what is hidden": bool(tried.shows_hidden),
        "columns have no room": bool(tried.no_room),
    }
    look = [what for what, is_so in odd.items() if is_so]
    more = f" Look at this: {fmt.listing(look)}." if look else ""
    return f"{tried.title} plays: all games by random players had an end ({counts}; {plain}).{more}"


def grid(tried: GamePlayed) -> Grid:
    """A column for each number of players."""
    titles = ("", *(fmt.players_text(table.players) for table in tried.tables))
    rows = [
        ("Decisions in a game", [_length(table) for table in tried.tables]),
        ("Legal actions", [f"{table.legal[0]:.1f}, at most {table.legal[1]}" for table in tried.tables]),
        ("Scores", [f"{table.scores[0]:,} to {table.scores[1]:,}" for table in tried.tables]),
        ("Shared wins", [fmt.percent(table.shared) for table in tried.tables]),
        ("Never asked or taken", [_names(table.never_asked) for table in tried.tables]),
        ("Never dealt", [_names(table.never_dealt) for table in tried.tables]),
        ("Never held or chosen", [_names(table.never_held) for table in tried.tables]),
        ("Undone in the same turn", [_undone(table) for table in tried.tables]),
    ]
    same = {"Columns that show what is hidden": tried.shows_hidden, "Columns without room": tried.no_room}
    rows += [(name, [_names(found)] * len(tried.tables)) for name, found in same.items() if found]
    return Grid(titles, tuple((name, *cells) for name, cells in rows), right=frozenset(range(1, len(titles))))


def _length(table: AtTable) -> str:
    mean, fewest, most = table.lengths
    return f"{mean:.1f} ({fewest:,} to {most:,})"


def _names(names: tuple[str, ...]) -> str:
    return fmt.few(list(names), FEW) if names else "none"


def _undone(table: AtTable) -> str:
    return ", ".join(f"{name} {fmt.percent(share)}" for name, share in table.undone) or "none"
