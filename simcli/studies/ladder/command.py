"""`simcli ladder`: whether the verdicts of a config survive stronger players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from simcli.errors import UserError
from simcli.terminal.arguments import PLAY, listed
from simcli.terminal.common import Kept, PlayedConfig, deals_option, option, with_options

EXAMPLES = (
    "simcli ladder kingdom_builder/seats --set players=4",
    "simcli ladder guildes/cards --set players=4 --rungs random,balanced,search-5 --budget 0.5 --out cards-ladder",
)


def _minutes(text: str | float) -> float:
    try:
        minutes = float(text)
    except ValueError:
        minutes = 0.0
    if 0.0 < minutes < 1e6:
        return minutes
    raise UserError.of(f"--budget {text}", f"found '{text}', expected minutes, a number above 0", "for instance --budget 2")


@dataclass(frozen=True, kw_only=True)
class OfLadder(Kept):
    """The common options; deals are those of a rung."""

    deals: Annotated[int | None, deals_option("Most deals of a rung.")] = None


@with_options
def ladder(
    config: PlayedConfig,
    common: OfLadder,
    rungs: Annotated[
        list[str] | None,
        option(
            "Players from weak to strong: strategies, shipped, fields, search-N; NAME:DEALS for its deals.", "--rungs", metavar="NAME,..."
        ),
    ] = None,
    about: Annotated[
        str | None,
        option(
            "What is judged: seats, items, bans, variants or a figure; what the config asks about if not given, else all.", metavar="FIGURE"
        ),
    ] = None,
    budget: Annotated[
        float, typer.Option(help="Rough minutes of one core for each rung.", rich_help_panel=PLAY, parser=_minutes, metavar="MINUTES")
    ] = 2.0,
) -> int:
    """Says whether the verdicts of a config survive stronger players: each is repeated with the players of each rung, on the same deals."""
    from simcli.studies.ladder.study import start

    return start(config, common, listed(rungs), about=about, budget=budget)
