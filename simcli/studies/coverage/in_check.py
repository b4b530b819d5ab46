"""What `simcli check` reports of the games of a strategy: moves that it undoes in the same turn."""

from __future__ import annotations

from simcli.config import ResolvedRun
from simcli.engine.mark import WARM
from simcli.studies.coverage.play import cover
from simcli.studies.coverage.words import idle

KIND = WARM
"""Kernels it plays with, as `announce_compiling` names them."""
HINT = "weigh such a move less than ending the turn, or only where it gains something"


def told(run: ResolvedRun) -> list[str]:
    """What is hardly meant, a sentence each."""
    return [sentence.rstrip(".") for sentence in idle(cover(run, 1))]
