"""Decisions as data, as the command line drives it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from simcli.engine.code.doors import WARM_DECISIONS
from simcli.sim.pool.cluster import Workers
from simcli.studies.decisions.play import DecisionsResult, write_decisions
from simcli.studies.decisions.question import STUDY, DecisionsQuestion, ask_decisions
from simcli.studies.driver import DealsStudy, drive
from simcli.studies.looks import WORLDS
from simcli.terminal.common import Common


class DecisionsStudy(DealsStudy[DecisionsResult]):
    """Games of which the actions of one choice each go to a file."""

    name = STUDY
    kinds = (WARM_DECISIONS,)
    is_begun = True
    """What is tried is kept beside the kernels until the file is there."""
    default_folder = None
    """It leaves a file, and no folder."""

    def __init__(self, common: Common, asked: DecisionsQuestion) -> None:
        super().__init__(common, asked.looks.run)
        self.asked = asked
        self.options = {"worlds": asked.looks.worlds}

    def count(self, workers: Workers, on_progress: Callable[[int, int], None]) -> DecisionsResult:
        """The file."""
        return write_decisions(self.asked, workers=workers, on_progress=on_progress)

    def result(self, record: DecisionsResult) -> DecisionsResult:
        """The file is all it leaves."""
        return record

    def after(self, found: DecisionsResult) -> Iterator[str]:
        """Where the file is."""
        yield f"written: {found.file}"


def start(config: str, common: Common, out: Path, worlds: int | None) -> int:
    """Tries actions of a config's games; the exit code."""
    return drive(DecisionsStudy(common, ask_decisions(config, out, WORLDS if worlds is None else worlds, **common.asked)))
