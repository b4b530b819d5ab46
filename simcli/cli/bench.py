"""`simcli bench`: how fast this machine plays."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from simcli.base.whole_numbers import PLAYERS
from simcli.cli.games import GIVEN, Games, Printed
from simcli.errors import UserError
from simcli.games import game_ids, named_game
from simcli.report.table.grid import Facts, Grid
from simcli.terminal import ui
from simcli.terminal.arguments import whole
from simcli.terminal.ui import TableForm

EXAMPLES = ("simcli bench guildes", "simcli bench --quick --format json")


def bench(
    games: Games = None,
    players: Annotated[
        int | None,
        typer.Option(help="Number of players; 4, or the nearest the game allows.", show_default=False, **whole("--players", *PLAYERS)),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="One short run each, no search and no cold compiling: a smoke test.")] = False,
    form: Printed = TableForm.TABLE,
) -> int:
    """Measures games and decisions a second on one core and on all, playouts of a search, and the time to the first game."""
    from simcli.sim.bench import STRATEGIES, bench_game, machine

    chosen = [named_game(game_id, GIVEN) for game_id in games or game_ids()]
    for game in chosen:
        if players is not None and not game.min_players <= players <= game.max_players:
            raise UserError.of(f"--players {players}", f"{game.title} is for {game.min_players} to {game.max_players}")
    rows = []
    for game in chosen:
        from simcli.config import shipped_strategies

        known = shipped_strategies(game.id)
        count = players or min(max(4, game.min_players), game.max_players)
        rows.append(bench_game(game.id, count, [s for s in STRATEGIES if s in known], quick=quick, on_progress=ui.say))
    data = {"machine": machine(), "games": rows}
    ui.write_json(data) if form is TableForm.JSON else _show(data)
    return ui.DONE


def _show(data: dict[str, Any]) -> None:
    speeds, starts = [], []
    for game in data["games"]:
        for row in game["speeds"]:
            rates = [row[where][what] for where in ("one_core", "all_cores") for what in ("games_per_second", "decisions_per_second")]
            about = (game["game"], str(game["players"]), row["strategy"], "on" if row["bounds_checks"] else "off")
            speeds.append((*about, *(f"{r:,}" for r in rates)))
        times = game["first_game_seconds"]
        playouts = f"{game['search']['playouts_per_second']:,}" if game["search"] else "–"
        starts.append((game["game"], *("–" if times[k] is None else f"{times[k]:.1f} s" for k in ("cold", "cached")), playouts))
    machine = data["machine"]
    line = f"{machine['cpus']} cores, {machine['processor']}; "
    line += f"Python {machine['python']}, numba {machine['numba']}, numpy {machine['numpy']}"
    titles = ("Game", "Players", "Strategy", "Bounds checks", "Games/s, 1 core", "Decisions/s", "Games/s, all cores", "Decisions/s")
    start_titles = ("Game", "First game, cold cache", "First game, warm cache", "Playouts/s of a search")
    ui.write_table(
        Facts((("Machine", line),)),
        Grid(titles, tuple(speeds), heads=4, right=frozenset(range(4, 8))),
        Grid(start_titles, tuple(starts), right=frozenset((1, 2, 3))),
    )
