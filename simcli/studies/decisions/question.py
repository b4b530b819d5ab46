"""The question, settled before anything is played: whose decisions are tried, in how many worlds, and the file they go to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Unpack

from simcli.config.run.resolve import Overrides
from simcli.errors import UserError
from simcli.sim.folder.parquet import ENDING, require_parquet
from simcli.sim.look import LookQuestion
from simcli.studies.looks import ask_looks

STUDY = "decisions"


@dataclass(frozen=True)
class DecisionsQuestion:
    """Choices that are looked at, and the file of their actions."""

    looks: LookQuestion
    file: Path


def ask_decisions(config: str | Path | Mapping[str, object], out: str | Path, worlds: int, **over: Unpack[Overrides]) -> DecisionsQuestion:
    """The question of a config. UserError for a file that cannot be written, and as `ask_looks`."""
    file = Path(out)
    check_file(file)
    require_parquet(STUDY)
    return DecisionsQuestion(ask_looks(config, worlds, STUDY, **over), file)


def check_file(file: Path) -> None:
    """UserError where a file has another ending, a folder has its name, or its folder is not there."""
    if file.suffix != ENDING:
        raise UserError.of("--out", f"{file} is not named as a Parquet file", f"name a file that ends in {ENDING}")
    try:
        is_folder, has_folder = file.is_dir(), file.parent.is_dir()
    except OSError as error:
        raise UserError.of("--out", f"{file} cannot be written: {error.strerror}", "name a file in a folder that exists") from None
    if is_folder:
        raise UserError.of("--out", f"{file} is a folder", "name a file")
    if not has_folder:
        raise UserError.of("--out", f"the folder {file.parent} does not exist", "name a file in a folder that exists")
