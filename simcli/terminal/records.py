"""Options of `more`, `merge` and `trace` as the records in which these take them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

from simcli.base.whole_numbers import DEAL_NUMBERS, PLAYERS, ROTATIONS
from simcli.errors import UserError
from simcli.terminal.arguments import PLAY, game_wanted, whole
from simcli.terminal.common import RESULTS, TYPED, Form, FormOption, OutOption, Quiet, Sets, WorkersOption, cluster_option, deals_option


@dataclass(frozen=True, kw_only=True)
class OfMore:
    """How far a folder is played on, where, and how it is printed."""

    deals: Annotated[
        int | None, deals_option("Most deals played; if not given the deals that settle most of what its answer leaves open.")
    ] = None
    threads: WorkersOption = None
    cluster: Annotated[str | None, cluster_option()] = None
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the plan and play nothing.", rich_help_panel=PLAY)] = False
    fast: Annotated[bool, typer.Option("--fast", help="Leave out bounds checks; the results are the same.", rich_help_panel=PLAY)] = False
    form: FormOption = Form.TABLE
    table: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Which table `--format csv` prints; the main one if not given.", rich_help_panel=RESULTS),
    ] = None
    wide: Annotated[bool, typer.Option("--wide", help="Print all figures of the tables.", rich_help_panel=RESULTS)] = False
    quiet: Quiet = False
    command: str = field(default="", metadata={TYPED: True})
    """the command line as it was typed"""


@dataclass(frozen=True, kw_only=True)
class OfMerge:
    """How the whole run is printed."""

    out: OutOption = None
    workers: WorkersOption = None
    form: FormOption = Form.TABLE
    quiet: Quiet = False


@dataclass(frozen=True, kw_only=True)
class OfTrace:
    """Which game is meant, and how much is printed of it."""

    deal: Annotated[int | None, typer.Option(help="Number of the deal, from 0.", show_default="0", **whole("--deal", *DEAL_NUMBERS))] = None
    rotation: Annotated[
        int | None, typer.Option(help="Rotation of the line-up, from 0.", show_default="0", **whole("--rotation", *ROTATIONS))
    ] = None
    pick: Annotated[
        Any,
        typer.Option(
            help="Look for a game: median, closest, blowout, comeback, longest, shortest, upset, 'seat 4 wins by 1'; joined by commas.",
            show_default=False,
            **game_wanted("--pick"),
        ),
    ] = None
    among: Annotated[
        int | None,
        typer.Option(
            help="Deals that --pick looks at; those of the config, at most 1000, if not given.",
            show_default=False,
            **whole("--among", 1, 1_000_000),
        ),
    ] = None
    explain: Annotated[
        bool, typer.Option("--explain", help="Print every decision, and what the strategy saw of the actions, their scores and chances.")
    ] = False
    wide: Annotated[bool, typer.Option("--wide", help="Print every decision in words as well.")] = False
    players: Annotated[
        int | None,
        typer.Option(help="Number of players; the first of the config if not given.", show_default=False, **whole("--players", *PLAYERS)),
    ] = None
    variant: Annotated[str | None, typer.Option(help="Name of the variant; the first of the config if not given.", show_default=False)] = (
        None
    )
    sets: Sets = None

    def refuse_both(self) -> None:
        """UserError where two games are meant."""
        if self.pick is None and self.among is not None:
            raise UserError.of("--among", "is for --pick, which looks for a game", "leave it out, or write --pick in place of --deal")
        for option, given in (("--deal", self.deal), ("--rotation", self.rotation)):
            if self.pick is not None and given is not None:
                raise UserError.of(option, "does not go with --pick, which looks for the game", "leave one of them out")


@dataclass(frozen=True, kw_only=True)
class TraceFiles:
    """What is written as well."""

    svg: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a picture of the final board there, of a game with a board.", show_default=False),
    ] = None
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the game there as a page to step through, every choice explained.", show_default=False),
    ] = None
