"""What is recorded of a part of a run that was played again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

FORGED = (0.01, 0.1, 0.5)
"""Parts of the deals that might be forged; the chance that each would be found is reported."""


@dataclass(frozen=True)
class PlayedAgain:
    """A line of the log that was played again, and whether its counts came out the same."""

    cell: str
    first_deal: int
    deals: int
    agrees: bool


@dataclass(frozen=True)
class Verified:
    """`again` are the lines played again, of `lines`, drawn in `draws` with chances by their deals; `deals` counts those of all cells.
    `files` says of each file of results whether its bytes are those that the counts give."""

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
