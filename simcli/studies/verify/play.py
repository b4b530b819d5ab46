"""Plays a random part of a run again and compares the counts; makes its summary and page again and compares the bytes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from simcli.base.files import PAGE
from simcli.base.names import said_in
from simcli.config.run.resolved import ResolvedRun
from simcli.errors import RunFolderError, counted
from simcli.report.answer import Answer
from simcli.report.page import Page
from simcli.report.table.csv import CsvTable
from simcli.sim.blocks import Blocks, Piece
from simcli.sim.folder.names import RUN, SUMMARY
from simcli.sim.games import played_in_order
from simcli.sim.plan import Cell, Plan
from simcli.sim.pool.cluster import Workers
from simcli.sim.pool.subprocesses import usable_cores
from simcli.sim.pool.work import play_each
from simcli.sim.tally import summed
from simcli.studies.counted import open_folder
from simcli.studies.result import Result
from simcli.studies.results import is_of_matchups, load, page_info, plain_page
from simcli.studies.verify.record import PlayedAgain, Verified
from simcli.studies.verify.words import again_view, answer, data_of

FEWEST_DRAWS = 5


@dataclass(frozen=True)
class VerifyResult(Result):
    """Whether a run is right: `results` has what was played again, `of` is the run."""

    results: Verified
    of: Any
    study: str = "verify"
    tables: ClassVar[Mapping[str, CsvTable]] = {"again": CsvTable(lambda found: map(asdict, found.again))}

    @property
    def answer(self) -> Answer:
        """Whether its figures come from its rules and players."""
        return answer(self.results)

    @property
    def summary(self) -> dict[str, Any]:
        """Its JSON as plain data."""
        return data_of(self.results)

    def page(self) -> Page:
        """The answer, and what was played again."""
        run = self.of.resolved
        info = page_info(
            run,
            title=f"{run.report.title or run.game.title}: played again",
            question="Do these figures come from these rules and players?",
            command=f"simcli verify FOLDER --seed {self.results.seed}",
        )
        return plain_page(self.of.spoken, self.answer, [again_view(self.results)], said_in(info, self.of.plan_ids))


def verify(
    run: str | Path,
    *,
    share: float = 0.01,
    seed: int | None = None,
    workers: Workers | None = None,
    on_progress: Callable[[int, int], None] = lambda *_: None,
    about: Callable[[ResolvedRun], None] = lambda _: None,
) -> VerifyResult:
    """Plays a part `share` of the deals of a run folder again, at least five draws of lines, chosen by chance or by a seed.

    `run` may be the page in the folder. `about` gets the run before it is played, `on_progress` the deals played and to play.
    RunFolderError as `load_run`, and for a page alone. All usable cores if no workers are given.

    >>> run = simcli.simulate("guildes/seats", players=3, deals=4, out="reports/seats")
    >>> all(simcli.verify("reports/seats").results.files.values())
    True
    """
    folder = _folder_of(Path(run))
    plan, store = open_folder(folder, matchups=is_of_matchups(folder))
    about(plan.run)
    lines = [(piece.deals, place) for piece, place in store.checked() if isinstance(piece, Piece)]
    if not lines:
        raise RunFolderError(f"{folder} holds no games yet")
    seed = int(np.random.SeedSequence().generate_state(1)[0]) if seed is None else seed
    draws, chosen = _draw([deals for deals, _ in lines], share, seed)
    again = _again(plan, [store.read(lines[k][1]) for k in chosen], workers or usable_cores(), on_progress)
    made: Any = load(folder)
    deals = sum(deals for deals, _ in lines)
    found = Verified(plan.run.identity(), seed, len(lines), deals, draws, again, _files(folder, made))
    return VerifyResult(found, made)


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


def _again(plan: Plan, chosen: Sequence[Piece], workers: Workers, on_progress: Callable[[int, int], None]) -> list[PlayedAgain]:
    n, blocks = len(plan.cells), Blocks(plan)
    line_of = {own * n + piece.number % n: k for k, piece in enumerate(chosen) for own in blocks.span(piece)}
    sums = [np.zeros(plan.cells[piece.number % n].layout.size, np.int64) for piece in chosen]
    played, all_deals = 0, sum(piece.deals for piece in chosen)
    for number, flat in played_in_order(plan, play_each, sorted(line_of), workers=workers, note="nothing is kept", is_again=True):
        sums[line_of[number]] = summed(sums[line_of[number]], flat)
        on_progress(played := played + plan.batch(number).deals, all_deals)
    named = [_named(plan, plan.cells[piece.number % n]) for piece in chosen]
    return [
        PlayedAgain(cell, piece.first_deal, piece.deals, bool(np.array_equal(piece.flat, flat)))
        for cell, piece, flat in zip(named, chosen, sums, strict=True)
    ]


def _named(plan: Plan, cell: Cell) -> str:
    """`knight copies 12, 4 players`; of a line-up of matchups with the two who meet."""
    pair = " against ".join(plan.run.strategies[k].name for k in cell.pair)
    return ", ".join(filter(None, (cell.variant, pair, counted(cell.players, "player"))))


def _files(folder: Path, made: Result) -> dict[str, bool]:
    """Of the files of results that are there, whether they are what the counts give."""
    texts = {SUMMARY: "json", PAGE: "html"}
    return {name: (folder / name).read_bytes() == made.report(form).encode() for name, form in texts.items() if (folder / name).exists()}
