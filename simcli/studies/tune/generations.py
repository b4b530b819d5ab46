"""The run folder of a search for weights: who was better than whom in every generation so far, written whole after each.

The rest follows from it: the search makes the same candidates again from the same seed and orders, and nothing that was played is played
again.
"""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from simcli.base.entry_points import sources_of
from simcli.base.files import GENERATIONS, write_atomically
from simcli.errors import RunFolderError
from simcli.game import Game
from simcli.sim.folder.identity import refuse_other
from simcli.sim.folder.lock import LOCK, FolderLock
from simcli.sim.folder.store import check_of, writing

FORMAT = 1


@dataclass(frozen=True)
class Generation:
    """order: numbers of the candidates, the best first; shares: win share of the middle of the search before it, for each number of
    players; None where its games did not end."""

    order: tuple[int, ...]
    shares: tuple[float | None, ...]


class Generations:
    """An open run folder, locked against a second writer. Use as a context manager.

    `identity` is of everything the search in `game` depends on but its budget, `candidates` how many a generation has, `shares` how many
    numbers of players, `seconds` what all calls have taken so far. RunFolderError for a folder that is damaged, in use or of another
    search, StoppedError on a full disk; one that is refused is left as it was.
    """

    def __init__(self, folder: Path, identity: str, game: Game, candidates: int, shares: int) -> None:
        self.folder, self.identity, self.game = folder, identity, game
        self._candidates, self._shares = list(range(candidates)), shares
        self.there: list[Generation] = []
        self.seconds = 0.0
        self._lock = FolderLock(folder)

    def __enter__(self) -> Generations:
        with writing(self.folder):
            self._lock.take()
        try:
            self._read()
        except BaseException:
            self._lock.release()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._lock.release()

    def add(self, generation: Generation, seconds: float) -> None:
        """Keeps one more, which took so long."""
        self.there.append(generation)
        self.seconds += seconds
        data = {
            "format": FORMAT,
            "identity": self.identity,
            "seconds": round(self.seconds, 3),
            "generations": [asdict(one) for one in self.there],
        }
        if sources := sources_of(self.game.folder):
            data["sources"] = dict(sources)
        with writing(self.folder):
            write_atomically(self.folder / GENERATIONS, (json.dumps(data | {"check": check_of(data)}) + "\n").encode())

    def write(self, name: str, text: str) -> Path:
        """Writes a result, atomically."""
        with writing(self.folder):
            write_atomically(self.folder / name, text.encode())
        return self.folder / name

    def _read(self) -> None:
        path = self.folder / GENERATIONS
        try:
            data = json.loads(path.read_text("utf-8"))
        except FileNotFoundError:
            strangers = [p.name for p in self.folder.iterdir() if p.name != LOCK and not p.name.startswith(".")]
            if strangers:
                what = f"{self.folder} is no folder of a search and not empty (it holds {min(strangers)}): choose another --out"
                raise RunFolderError(what) from None
            return
        except (OSError, ValueError, RecursionError) as error:
            raise RunFolderError(f"{path} cannot be read: {error}") from None
        if not isinstance(data, dict) or data.get("format") != FORMAT or data.get("check") != check_of(data):
            raise RunFolderError(f"{path} has been damaged or changed, or was written by another version of simcli: choose another --out")
        if data.get("identity") != self.identity:
            by, other = f"{self.folder} was searched with", f"{self.folder} holds another search"
            refuse_other(data.get("identity"), self.identity, self.game, data.get("sources"), by=by, other=other)
        seconds: Any = data.get("seconds")
        generations = data.get("generations")
        if not _is_number(seconds, math.inf) or not isinstance(generations, list) or not all(map(self._is_one, generations)):
            raise RunFolderError(f"{path} is not what a search of these strategies wrote: choose another --out, or delete the folder")
        self.seconds = float(seconds)
        self.there = [Generation(tuple(one["order"]), tuple(one["shares"])) for one in generations]

    def _is_one(self, data: object) -> bool:
        """Whether plain data is a generation of this search: a checksum shows damage, not who wrote the file."""
        order, shares = (data.get(key) for key in ("order", "shares")) if isinstance(data, dict) else (None, None)
        if not isinstance(order, list) or not isinstance(shares, list) or not all(type(number) is int for number in order):
            return False
        return sorted(order) == self._candidates and len(shares) == self._shares and all(x is None or _is_number(x, 1) for x in shares)


def _is_number(value: Any, most: float) -> bool:
    return type(value) in (int, float) and 0 <= value <= most and value < math.inf
