"""`simcli trace`: one game, decision by decision."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simcli.cli import ui
from simcli.cli.arguments import Config, Sets, whole

if TYPE_CHECKING:
    from simcli.game import Game

EXAMPLES = (
    "simcli trace guildes/seats --deal 7",
    "simcli trace my.yaml --deal 7 --rotation 2 --players 4",
    "simcli trace kingdom_builder/seats --deal 7 --svg board.svg",
)


def trace(
    config: Config,
    deal: Annotated[int, typer.Option(help="Number of the deal, from 0.", show_default=False, **whole("--deal", 0))],
    rotation: Annotated[int, typer.Option(help="Rotation of the line-up, from 0.", **whole("--rotation", 0))] = 0,
    players: Annotated[
        int | None,
        typer.Option(help="Number of players; the first of the config if not given.", show_default=False, **whole("--players", 1)),
    ] = None,
    variant: Annotated[
        str | None, typer.Option(help="Name of the variant; the first of the config if not given.", show_default=False)
    ] = None,
    sets: Sets = None,
    svg: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a picture of the final board there, of a game with a board.", show_default=False),
    ] = None,
) -> int:
    """Plays one game of a config and prints every decision in words."""
    from simcli.cli.kernels import announce_compiling, announce_python
    from simcli.cli.origins import tell_files
    from simcli.config import load_config
    from simcli.errors import UserError

    run = load_config(config, sets=sets or ())
    counts = ", ".join(map(str, run.players))
    count = run.players[0] if players is None else players
    if count not in run.players:
        raise UserError.of(f"--players {count}", f"the config is for {counts}", f"add --set players={count}")
    chosen = run.played_variants[0] if variant is None else run.variant(variant)
    if svg is not None:
        _check_picture(run.game, svg)
    tell_files(run)
    announce_python(run.strategies)
    if players is None and len(run.players) > 1:
        ui.say(f"with {count} players; the config is for {counts} (--players)")
    if variant is None and run.variants:
        ui.say(f"variant '{chosen.name}', the first of {len(run.variants)} (--variant)")
    announce_compiling(run.game)
    from simcli.sim import trace as tracing

    setup = tracing.Setup(
        run.game, chosen.components, chosen.options, count, run.strategies, run.tables, run.lineup, run.seed, chosen.restrict
    )
    pictures: list[str] = []
    draw = pictures.append if svg is not None else None
    for line in tracing.trace(setup, deal, rotation, draw):
        ui.write_line(line)
    if svg is not None:
        ui.write_file(svg, pictures[-1], "--svg")
    return ui.DONE


def _check_picture(game: Game, file: Path) -> None:
    """UserError before anything is played when there will be no picture, or no place for it."""
    from simcli.errors import UserError

    if not game.has_pictures:
        raise UserError.of("--svg", f"{game.title} has no board to draw", "leave it out")
    ui.check_name(file, "--svg")
    if file.is_dir():
        raise UserError.of("--svg", f"{file} is a folder", "name a file in it")
    if not file.parent.is_dir():
        raise UserError.of("--svg", f"{file.parent} is no folder that exists", "name a file in a folder that exists")
