"""Shards: the parts of a run that machines play which share nothing. Whole rounds of batches, so that a variant and what it is compared
with are played on one machine, and in turn, so that shards come to the end together."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simcli.errors import UserError

if TYPE_CHECKING:
    from simcli.sim.plan import Plan

MOST_SHARDS = 10_000


@dataclass(frozen=True, order=True)
class Shard:
    """Part `number`, from 1, of `of` parts."""

    number: int
    of: int

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    @classmethod
    def read(cls, text: str, place: str = "--shard") -> Shard:
        """`3/16`. UserError for anything else."""
        if match := re.fullmatch(r"([0-9]{1,5})/([0-9]{1,5})", text):
            shard = cls(*map(int, match.groups()))
            if 1 <= shard.number <= shard.of <= MOST_SHARDS:
                return shard
        what = f"found '{text}', expected I/N, I from 1 to N, N at most {MOST_SHARDS}"
        raise UserError.of(f"{place} {text}", what, f"write {place} 3/16")

    def has(self, plan: Plan, batch: int) -> bool:
        """Whether it plays this batch of a plan."""
        return batch // len(plan.cells) % self.of == self.number - 1

    def rounds(self, plan: Plan) -> range:
        """The rounds of a plan that it plays, a batch of every cell each."""
        return range(self.number - 1, plan.n_batches // len(plan.cells), self.of)

    def batches(self, plan: Plan) -> int:
        """Number of its batches of a plan."""
        return len(self.rounds(plan)) * len(plan.cells)

    def check(self, plan: Plan) -> None:
        """UserError where a shard of the division has nothing to play, or the clock ends the run."""
        rounds = plan.n_batches // len(plan.cells)
        if plan.run.minutes is not None:
            what = "until.minutes ends the run by the clock, which machines do not share"
            raise UserError.of(f"--shard {self}", what, "add --set until={}")
        if rounds < self.of:
            what = f"the run has {rounds} round{'s' * (rounds > 1)} of {plan.batch_deals} deals, too few for {self.of} shards"
            raise UserError.of(f"--shard {self}", what, "ask for fewer shards, or more deals")


WHOLE = Shard(1, 1)
"""A run that is not divided."""
