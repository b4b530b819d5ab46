"""`simcli run`: plays a config, or resumes a run that was stopped."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import typer

from simcli.terminal.arguments import measures_of, word
from simcli.terminal.common import RESULTS, PlayedConfig, Sharded, choose_speed, option, with_options

EXAMPLES = (
    "simcli run guildes/seats --deals 2000",
    "simcli run guildes/plans --about 'plan denier'",
    "simcli run my.yaml --set options.events=on --set patch.guilds.knight.copies=9",
    "simcli run my.yaml --gate seats --format json > summary.json",
)

RunTable = StrEnum(
    "RunTable",
    "STRATEGIES SEATS ITEMS BANS CARDS VARIANTS DIFFERENCES GAMES SCORES QUANTILES CATEGORIES SEAT_PARTS "
    "STRATEGY_ITEMS ITEM_LEVELS FEEL LEAD REGRET REPLY VARIETY",
)
"""Tables of a run that `--format csv` prints; those of `simcli.studies.run.frames.TABLES`."""

RunGate = StrEnum("RunGate", "SEATS STRATEGIES ALL")
"""Which verdicts must be `even`."""

TableOption = Annotated[
    RunTable, typer.Option(help="Which table `--format csv` prints.", rich_help_panel=RESULTS, **word("--table", RunTable))
]


@dataclass(frozen=True, kw_only=True)
class OfRun(Sharded):
    """The common options, and which table of the run is printed."""

    table: TableOption = RunTable.STRATEGIES
    wide: Annotated[bool, option("Print all figures of the tables.", "--wide", panel=RESULTS)] = False


@with_options
def run(
    config: PlayedConfig,
    common: OfRun,
    fast: Annotated[bool, option("Leave out bounds checks; the results are the same.", "--fast")] = False,
    plain: Annotated[bool, option("Play in plain Python, a thousand times slower: for a debugger in the rules.", "--plain")] = False,
    records: Annotated[bool, option("Keep a row for every player and game, as Parquet files.", "--records", panel=RESULTS)] = False,
    gate: Annotated[
        RunGate | None,
        option(
            "Exit with 1 when one of these verdicts is more or less, with 3 while one is open.", panel=RESULTS, **word("--gate", RunGate)
        ),
    ] = None,
    about: Annotated[
        str | None,
        option(
            "What is answered in place of the config's question: seats, plans, items, scores and others, or one by its name such as "
            "'plan denier' or 'seat 1'.",
            panel=RESULTS,
            metavar="SUBJECT",
        ),
    ] = None,
    measure: Annotated[
        str | None,
        option(
            "Measured as well, in games of its own: feel (how the games feel to play), regret (how far these players are from good "
            "play), reply (what a player wins who is tuned to beat these), variety (how many of the plans are worth playing), or none; "
            "in long runs regret and reply if not given.",
            metavar="WHAT,...",
            autocompletion=measures_of,
        ),
    ] = None,
) -> int:
    """Plays a config and says who wins how often; an existing run folder is resumed."""
    choose_speed(fast=fast, plain=plain)
    from simcli.studies.run.study import start

    return start(config, common, (common.table, common.wide), gate, records=records, measure=measure, about=about)
