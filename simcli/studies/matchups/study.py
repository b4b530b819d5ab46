"""Matchups as the command line drives them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from simcli.base.files import PAGE
from simcli.config import ResolvedRun
from simcli.config.run.commands import rerun_command
from simcli.errors import UserError
from simcli.report import formatting as fmt
from simcli.sim.folder.names import RUN
from simcli.sim.lineups import count_lineups
from simcli.sim.plan import round_robin_cost
from simcli.sim.pool.cluster import cores_of
from simcli.studies.driver import StudyPlan, drive, folder_text, time_text
from simcli.studies.matchups.play import MatchupsResult, load, play
from simcli.studies.matchups.question import load_matchups
from simcli.studies.matchups.tables import TABLES, terminal_tables
from simcli.studies.matchups.words import field_text, lines
from simcli.studies.one_run import OneRunStudy
from simcli.terminal import ui
from simcli.terminal.common import Form, Sharded

MOST_LINES = 3
"""Most cycles and dominated plans of a field that are named where tables are not wide."""


class MatchupStudy(OneRunStudy["MatchupsResult"]):
    """A run of line-ups."""

    table = "matrix"
    """which table is printed as CSV"""
    csv_tables = tuple(TABLES)
    """what that may be"""
    wide = False
    """whether tables have all figures"""

    def plan(self) -> StudyPlan:
        """What would be played; `seconds` by the prices of the game's description."""
        run, cores = self.run, cores_of(self.common.workers)
        games, seconds = round_robin_cost(run, cores)
        data: dict[str, Any] = {
            "game": run.game.id,
            "strategies": [strategy.name for strategy in run.strategies],
            "players": list(run.players),
            "line_ups": count_lineups(run),
            "deals": run.deals,
            "games": games,
            "seed": run.seed,
            "workers": cores,
            "seconds": seconds,
            "identity": run.identity(),
            "folder": str(self.folder),
            "folder_exists": self.folder.exists(),
        }
        facts = {
            "Game": run.game.title,
            "Strategies": ", ".join(data["strategies"]),
            "Players": ", ".join(map(str, run.players)),
            "Line-ups": f"{fmt.count(data['line_ups'])}, {fmt.count(run.deals)} deals each, in all rotations",
            "Games": fmt.count(games),
            "Seed": str(run.seed),
            "Rough time": time_text(data),
            "Identity": data["identity"],
            "Folder": folder_text(data),
        }
        return StudyPlan(data, facts)

    def play(self) -> MatchupsResult:
        """The matchups, played or resumed."""
        with self.printer(self.run, self.folder) as printer:
            made, self.outcome = play(self.run, self.folder, workers=self.common.workers, progress=printer)
        return made

    def tables(self, found: MatchupsResult) -> Iterable[RenderableType]:
        """What else is certain, the matrix, ratings and what else there is."""
        return tables_of(found, wide=self.wide)

    def text(self, found: MatchupsResult) -> str:
        """The records as JSON, a table as CSV."""
        return found.report(self.common.form.value, self.table)

    def after(self, found: MatchupsResult) -> Iterator[str]:
        """Why no more was played, and where the page is."""
        yield from self.closing(self.stop_text(found.resolved, found.results))


def of_folder(run: ResolvedRun, **given: Any) -> MatchupStudy:
    """The study of a run of matchups that a folder holds; `given` are options."""
    return MatchupStudy(Sharded(**given), run)


def _show_stored(folder: Path, common: Sharded, table: str, *, wide: bool) -> int:
    """Prints the matchups of a run folder; options choose how, nothing else."""
    given = {
        "--players": common.players,
        "--deals": common.deals,
        "--seed": common.seed,
        "--set": common.sets,
        "--workers": common.threads,
        "--cluster": common.cluster,
        "--out": common.out,
        "--dry-run": common.dry_run or None,
    }
    for option, value in given.items():
        if value is not None and value != []:
            what = f"{folder} is a run folder, which is shown as it was played"
            raise UserError.of(option, what, "name the config to play other matchups")
    made = load(folder)
    text = made.report(common.form.value, table) if common.form is not Form.TABLE else ""
    ui.write_study(made.answer, common.form, quiet=common.quiet, tables=lambda: tables_of(made, wide=wide), text=lambda: text)
    ui.say(f"report: {folder / PAGE}", quiet=common.quiet)
    return ui.DONE


def tables_of(made: MatchupsResult, *, wide: bool) -> Iterable[RenderableType]:
    """The tables, before the others those lines that say what else is certain: all where they are `wide`, else a few of each field."""
    first, *others = terminal_tables(made.spoken, wide=wide)
    found = list(certain(made, wide=wide))
    return [first, *map(Text, found), *([Text()] if found else []), *others]


def certain(made: MatchupsResult, *, wide: bool) -> Iterator[str]:
    """What else is certain of each field: all of it, or how many plans are worth playing, and cycles and plans that are dominated."""
    rerun = rerun_command(made.resolved)
    for field in made.spoken.fields:
        where = f"{field_text(field)}: " if len(made.spoken.fields) > 1 else ""
        found = lines(field, rerun)
        grave = [line for line in found[1:] if line.tone == "uneven"]
        for line in found if wide else [*found[:1], *grave[:MOST_LINES]]:
            yield f"{where}{line.text}"


def start(config: str, common: Sharded, table: str, *, wide: bool) -> int:
    """Plays the matchups of a config, or prints those of a run folder; the exit code."""
    if (Path(config) / RUN).exists():
        return _show_stored(Path(config), common, table, wide=wide)
    study = MatchupStudy(common, load_matchups(config, **common.asked))
    study.table, study.wide = table, wide
    return drive(study)
