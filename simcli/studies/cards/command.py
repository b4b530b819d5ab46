"""`simcli cards`: what each item of a kind is worth, each banned, forced and dealt in turn for one seat on the same deals."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from simcli.studies.run.command import OfRun, RunTable, TableOption
from simcli.terminal.arguments import word
from simcli.terminal.common import RESULTS, PlayedConfig, argument, option, with_options

EXAMPLES = (
    "simcli cards guildes/cards guild --players 4 --deals 4000",
    "simcli cards guildes/cards alchemist --set players=4",
    "simcli cards guildes/plans --for denier --deals 1000",
    "simcli cards guildes/seats --set players=4 --tolerance '2 %' --gate items --format csv",
)


class CardsGate(StrEnum):
    """Which verdicts must be within the tolerance."""

    ITEMS = "items"


@dataclass(frozen=True, kw_only=True)
class OfCards(OfRun):
    """The common options; the table is that of the cards."""

    table: TableOption = RunTable.CARDS


@with_options
def cards(
    config: PlayedConfig,
    common: OfCards,
    kind: Annotated[str, argument("Kind of items, such as guild (of several it must be named), or one item by its name.", "[KIND]")] = "",
    player: Annotated[
        str | None, option("Who may not have them: 'seat N' or a strategy; seat 1 if not given.", "--for", metavar="PLAYER")
    ] = None,
    tolerance: Annotated[
        str, option("Distance from the middle of its kind that still counts as none; the config's if not given.", metavar="SHARE")
    ] = "",
    gate: Annotated[
        CardsGate | None,
        option(
            "Exit with 1 when an item is above or below the middle of its kind by more than the tolerance, with 3 while that is open.",
            panel=RESULTS,
            **word("--gate", CardsGate),
        ),
    ] = None,
) -> int:
    """Says what a copy of each card is worth: what a seat loses that may not take it, gains that must, or that is dealt it."""
    from simcli.studies.cards.study import start

    return start(config, common, (common.table, common.wide), kind, player=player, tolerance=tolerance, is_gate=gate is not None)
