"""`simcli coverage`: does everything come that can come, and with whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from simcli.terminal.arguments import Config
from simcli.terminal.common import Kept, deals_option, with_options

EXAMPLES = (
    "simcli coverage guildes/plans --deals 2000",
    "simcli coverage guildes/plans --deals 2000 --set strategies=[random]",
    "simcli coverage my.yaml --deals 2000 --format json",
)


@dataclass(frozen=True, kw_only=True)
class OfCoverage(Kept):
    """The common options."""

    deals: Annotated[int | None, deals_option("Deals played; those of the config if not given.")] = None


@with_options
def coverage(config: Config, common: OfCoverage) -> int:
    """Counts by strategy how often decisions are asked, effects fire and items come; exits with 1 if one in play never does."""
    from simcli.studies.coverage.study import start

    return start(config, common)
