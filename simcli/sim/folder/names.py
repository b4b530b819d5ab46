"""Names of run folders, and of the files in them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from simcli.base.files import REPORTS

if TYPE_CHECKING:
    from simcli.config import ResolvedRun

LOG, RUN, RECORDS, SUMMARY = "batches.log", "run.json", "records", "summary.json"
STUDY = "study.json"
"""Holds the records of a study that is no run."""
LEARNING = "learning.json"
"""Says by its identity which player learns in a folder."""
LONGEST_NAME = 200
"""Bytes of a config's name in the name of its default folder; a file system takes 255 with the rest."""


def default_folder(run: ResolvedRun) -> Path:
    """reports/<name>-<first digits of the identity> below the current folder."""
    return Path(REPORTS) / f"{folder_name(run)}-{run.identity()[:8]}"


def folder_name(run: ResolvedRun) -> str:
    """What the names of its folders start with: the config's, cut where it is very long."""
    return (run.name or run.game.id).encode()[:LONGEST_NAME].decode(errors="ignore")
