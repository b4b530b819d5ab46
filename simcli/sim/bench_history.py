"""What `simcli bench` measured before: one JSON line a bench in a file, and the last figures of it."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from simcli.base.files import FULL, REPORTS, shown
from simcli.base.version import __version__
from simcli.errors import StoppedError, UserError, Where

FILE = Path(REPORTS) / "bench.jsonl"
MAKES = "`simcli bench` without --quick makes one"

Key = tuple[str, int, str, bool]
"""Game, number of players, strategy, bounds checks."""


@dataclass(frozen=True)
class Rate:
    """A speed on one core: games (of a search: playouts) a second, and the same in units of the reference."""

    per_second: float
    of_reference: float

    def __post_init__(self) -> None:
        """No figure is below 0."""
        for number in (self.per_second, self.of_reference):
            if isinstance(number, bool) or not 0 <= number < math.inf:
                raise ValueError(number)

    def ratio(self, then: Rate) -> float | None:
        """How much faster than `then`, in units of the reference; None where nothing was played then."""
        return float(f"{self.of_reference / then.of_reference:.4g}") if then.of_reference else None


@dataclass(frozen=True)
class PastBench:
    """One bench of the history: its line, day, kind of reference, and what was measured."""

    line: int
    date: str
    version: str
    processor: str
    kind: str
    figures: Mapping[Key, Rate]


def figures_of(games: Sequence[Mapping[str, Any]]) -> dict[Key, Rate]:
    """The figures on one core in records of games."""
    found = {}
    for game in games:
        about = game["game"], game["players"]
        for row in game["speeds"]:
            found[*about, row["strategy"], row["bounds_checks"]] = Rate(row["one_core"]["games_per_second"], row["of_reference"])
        if searched := game["search"]:
            found[*about, searched["strategy"], True] = Rate(searched["playouts_per_second"], searched["of_reference"])
    return found


def append(data: Mapping[str, Any], path: Path = FILE) -> None:
    """Adds a bench as one line. UserError when the file cannot be written."""
    record: dict[str, Any] = {"date": datetime.now().astimezone().isoformat(timespec="seconds"), "version": __version__, **data}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+b") as file:
            end = file.seek(0, os.SEEK_END)
            file.seek(max(0, end - 1))
            torn = file.read(1) not in (b"", b"\n")  # a line that was not written to its end stays one line
            file.write(b"\n" * torn + json.dumps(record, ensure_ascii=False).encode() + b"\n")
    except OSError as error:
        if error.errno in FULL:
            raise StoppedError(f"{shown(path)} cannot be written: {error.strerror}") from error
        raise UserError.of(
            shown(path), f"cannot be written: {error.strerror}", "the figures above are not kept; mend the folder"
        ) from error


def read_history(path: Path = FILE) -> list[PastBench]:
    """All benches, the oldest first. UserError when there is none, or a line is damaged."""
    try:
        lines = path.read_bytes().splitlines()
    except FileNotFoundError:
        raise UserError.of(shown(path), "there is no bench yet", MAKES) from None
    except OSError as error:
        raise UserError.of(shown(path), f"cannot be read: {error.strerror}", MAKES) from error
    entries = [_entry(number, line, path) for number, line in enumerate(lines, 1) if line.strip()]
    if not entries:
        raise UserError.of(shown(path), "there is no bench in it", MAKES)
    return entries


def last_figures(
    entries: Sequence[PastBench], kind: str, wanted: Sequence[tuple[str, int]], path: Path = FILE
) -> dict[Key, tuple[PastBench, Rate]]:
    """The last figures with this kind of reference of some games and numbers of players. UserError when there is none."""
    of_games = [e for e in entries if any(key[:2] in wanted for key in e.figures)]
    named = ", ".join(f"{game} with {players} players" for game, players in wanted)
    if not of_games:
        raise UserError.of(shown(path), f"there is no bench of {named} in it", MAKES)
    found = {key: (e, figure) for e in of_games if e.kind == kind for key, figure in e.figures.items() if key[:2] in wanted}
    if not found:
        what = f"its last bench of {named} has the reference '{of_games[-1].kind}', this one '{kind}'; they do not compare"
        hint = "name a C compiler in CC" if kind != "c" else "`simcli bench` without --compare makes one in units of C"
        raise UserError.of(Where(shown(path), of_games[-1].line, 1), what, hint)
    return found


def _entry(number: int, line: bytes, path: Path) -> PastBench:
    try:
        data = json.loads(line.decode("utf-8"))
        texts = data["date"], data["version"], data["machine"]["processor"], data["reference"]["kind"]
        if not all(isinstance(text, str) for text in texts):
            raise TypeError(texts)
        return PastBench(number, *texts, figures_of(data["games"]))
    except (ValueError, TypeError, KeyError, RecursionError):
        raise UserError.of(Where(shown(path), number, 1), "the line is damaged: it is no bench", "delete this line") from None
