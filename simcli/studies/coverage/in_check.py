"""What `simcli check` says of a strategy that is given by name: what it undoes in the same turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simcli.config import ResolvedRun


def sentences(run: ResolvedRun) -> list[str]:
    """A sentence for each kind of decision that the strategies of a short run undo."""
    from simcli.studies.coverage.play import cover
    from simcli.studies.coverage.words import idle

    return idle(cover(run, 1))
