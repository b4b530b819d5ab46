"""`simcli cards`: what each item of a kind is worth, each banned, forced and dealt in turn for one seat on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from simcli.report import formatting as fmt
from simcli.studies.driver import drive
from simcli.studies.run.command import GATE_NAMES, OfRun, RunStudy, RunTable, TableOption
from simcli.terminal import ui
from simcli.terminal.arguments import word
from simcli.terminal.common import RESULTS, PlayedConfig, option, with_options

if TYPE_CHECKING:
    from simcli.stats.summary import CardResult, Summary

EXAMPLES = (
    "simcli cards guildes/cards guild --deals 2000",
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
    kind: Annotated[
        str,
        typer.Argument(
            metavar="[KIND]",
            help="Kind of items, such as guild (of several it must be named), or one item by its name.",
            show_default=False,
        ),
    ] = "",
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
    from simcli.config.run.each_item import FIRST_SEAT
    from simcli.studies.cards.question import load_cards

    resolved = load_cards(config, kind, player=player or FIRST_SEAT, tolerance=tolerance, **common.asked)
    return drive(RunStudy(common, resolved, None if gate is None else gate_answer))


def gate_answer(summary: Summary, *, rerun: str) -> tuple[str, int]:
    """What the gate says, and the exit code: 1 when an item is strong or weak among its kind, 3 while that is open."""
    from simcli.report.answer import settled_by
    from simcli.stats.verdicts import LESS, LESS_OPEN, OPEN, UNEVEN
    from simcli.studies.cards.claims import judged

    rows, left, tests = judged(summary)
    several = len({row.players for row in rows}) > 1
    beyond = [row for row in rows if row.test.verdict in UNEVEN] + [row for row in left if row.forced_verdict == LESS]
    still = [row for row in rows if row.test.verdict in OPEN] + [row for row in left if row.forced_verdict == LESS_OPEN]
    if beyond:
        return f"gate items: no: {_some(beyond, several=several)}", ui.GATE_SAYS_NO
    if still or not rows:
        return f"gate items: unclear: {_some(still, several=several)}. {settled_by(tests, rerun)}".strip(), ui.STOPPED
    return f"gate items: yes: none of {len(rows)} is above or below its kind by more than the tolerance", ui.DONE


def _some(rows: Sequence[CardResult], *, several: bool) -> str:
    """The first items of a long list with their verdicts, and how many more there are."""
    from simcli.studies.cards.words import figure
    from simcli.studies.cards.words import word as verdict_word

    names = [
        f"{row.name}{f' with {fmt.players_text(row.players)}' if several else ''} {verdict_word(row)} "
        f"({fmt.signed(bounds.value)} {fmt.signed_interval(bounds)})"
        for row in rows
        for bounds in (figure(row),)
    ]
    return ", ".join(names[:GATE_NAMES]) + (f" and {len(names) - GATE_NAMES} more" if len(names) > GATE_NAMES else "")
