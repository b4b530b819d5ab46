"""Plays a random part of a run again and compares the counts; makes its summary and page anew and compares the bytes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from simcli.base.files import PAGE
from simcli.config.run.resolved import MATCHUPS, ResolvedRun
from simcli.errors import RunFolderError
from simcli.sim.blocks import Blocks, Piece
from simcli.sim.folder.store import RUN, SUMMARY, read_run
from simcli.sim.games import played_in_order
from simcli.sim.plan import Cell, Plan
from simcli.sim.pool.cluster import Workers
from simcli.sim.pool.subprocesses import usable_cores
from simcli.sim.pool.work import play_each
from simcli.sim.tally import summed
from simcli.studies.counted import open_folder
from simcli.studies.matchups.play import MatchupsResult, load_played
from simcli.studies.run.api import load_run
from simcli.studies.run.result import RunResult

FEWEST_DRAWS = 5
FORGED = (0.01, 0.1, 0.5)
"""Parts of the deals that might be forged, for which the chance is told that they would be found."""


@dataclass(frozen=True)
class PlayedAgain:
    """A line of the log that was played again, and whether its counts came out the same."""

    cell: str
    first_deal: int
    deals: int
    agrees: bool


@dataclass(frozen=True)
class VerifyResult:
    """What came of it. `again` are the lines played again, of `lines`, drawn in `draws` with chances by their deals; `deals` counts those
    of all cells. `files` says of each file of results whether its bytes are those that the counts give."""

    identity: str
    seed: int
    lines: int
    deals: int
    draws: int
    again: Sequence[PlayedAgain]
    files: Mapping[str, bool]

    @property
    def deals_again(self) -> int:
        """Deals that were played again."""
        return sum(line.deals for line in self.again)

    @property
    def differing(self) -> Sequence[PlayedAgain]:
        """Lines whose counts are others."""
        return [line for line in self.again if not line.agrees]

    @property
    def agrees(self) -> bool:
        """Whether all that was looked at is right."""
        return not self.differing and all(self.files.values())

    def found_with(self, forged: float) -> float:
        """The chance that a forged line would have been played again, where lines with so large a part of the deals are forged."""
        return 1.0 if len(self.again) == self.lines else 1 - (1 - forged) ** self.draws


def verify(
    run: str | Path,
    *,
    share: float = 0.01,
    seed: int | None = None,
    workers: Workers | None = None,
    tell: Callable[[int, int], None] = lambda *_: None,
    about: Callable[[ResolvedRun], None] = lambda _: None,
) -> VerifyResult:
    """Plays a part `share` of the deals of a run folder again, at least five draws of lines, chosen by chance or by a seed.

    `run` may be the page in the folder. `about` is told the run before it is played, `tell` the deals played and to play. RunFolderError
    as `load_run`, and for a page alone. All usable cores if no workers are given.
    """
    folder = _folder_of(Path(run))
    is_matchups = read_run(folder)["run"].get("tables") == MATCHUPS
    plan, store = open_folder(folder, matchups=is_matchups)
    about(plan.run)
    lines = [(piece.deals, place) for piece, place in store.checked() if isinstance(piece, Piece)]
    if not lines:
        raise RunFolderError(f"{folder} holds no games yet")
    seed = int(np.random.SeedSequence().generate_state(1)[0]) if seed is None else seed
    draws, chosen = _draw([deals for deals, _ in lines], share, seed)
    again = _again(plan, [store.read(lines[k][1]) for k in chosen], workers or usable_cores(), tell)
    made = load_played(folder) if is_matchups else load_run(folder)
    deals = sum(deals for deals, _ in lines)
    return VerifyResult(plan.run.identity(), seed, len(lines), deals, draws, again, _files(folder, made))


def _folder_of(path: Path) -> Path:
    """The folder of a page, or the path itself."""
    if path.suffix != ".html":
        return path
    if not (path.parent / RUN).exists():
        raise RunFolderError(f"{path} is a page alone, without the counts it is made of: name its run folder")
    return path.parent


def _draw(deals: Sequence[int], share: float, seed: int) -> tuple[int, list[int]]:
    """Draws of lines, each with a chance by its deals, until they hold a share of all: how many, and which lines."""
    chance = np.random.default_rng(seed)
    ends = np.cumsum(deals)
    draws, chosen = 0, set[int]()
    while draws < FEWEST_DRAWS or sum(deals[place] for place in chosen) < share * ends[-1]:
        chosen.add(int(np.searchsorted(ends, chance.integers(ends[-1]), side="right")))
        draws += 1
    return draws, sorted(chosen)


def _again(plan: Plan, chosen: Sequence[Piece], workers: Workers, tell: Callable[[int, int], None]) -> list[PlayedAgain]:
    """Plays lines again."""
    n, blocks = len(plan.cells), Blocks(plan)
    line_of = {own * n + piece.number % n: k for k, piece in enumerate(chosen) for own in blocks.span(piece)}
    sums = [np.zeros(plan.cells[piece.number % n].layout.size, np.int64) for piece in chosen]
    played, all_deals = 0, sum(piece.deals for piece in chosen)
    for number, flat in played_in_order(plan, play_each, sorted(line_of), workers=workers, note="nothing is kept", is_again=True):
        sums[line_of[number]] = summed(sums[line_of[number]], flat)
        tell(played := played + plan.batch(number).deals, all_deals)
    named = [_named(plan, plan.cells[piece.number % n]) for piece in chosen]
    return [
        PlayedAgain(cell, piece.first_deal, piece.deals, bool(np.array_equal(piece.flat, flat)))
        for cell, piece, flat in zip(named, chosen, sums, strict=True)
    ]


def _named(plan: Plan, cell: Cell) -> str:
    """`knight copies 12, 4 players`; of a line-up of matchups with the two who meet."""
    pair = " against ".join(plan.run.strategies[k].name for k in cell.pair)
    return ", ".join(filter(None, (cell.variant, pair, f"{cell.players} players")))


def _files(folder: Path, made: RunResult | MatchupsResult) -> dict[str, bool]:
    """Of the files of results that are there, whether they are what the counts give."""
    texts = {SUMMARY: "json", PAGE: "html"}
    return {name: (folder / name).read_bytes() == made.report(form).encode() for name, form in texts.items() if (folder / name).exists()}
