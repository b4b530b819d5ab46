"""`simcli bench`: how fast this machine plays."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Any

from simcli.base.files import shown
from simcli.base.whole_numbers import PLAYERS
from simcli.cli.games import GIVEN, Games, Printed, all_games
from simcli.errors import UserError
from simcli.games import named_game
from simcli.report.table.grid import Facts, Grid
from simcli.sim.bench_history import FILE, Key, PastBench, Rate, append, figures_of, last_figures, read_history
from simcli.sim.reference.yardstick import yardstick
from simcli.terminal import ui
from simcli.terminal.arguments import whole
from simcli.terminal.common import option
from simcli.terminal.ui import TableForm

EXAMPLES = ("simcli bench guildes", "simcli bench guildes --compare", "simcli bench --quick --format json")


def bench(
    games: Games = None,
    players: Annotated[
        int | None, option("Number of players; 4, or the nearest the game allows.", panel=None, **whole("--players", *PLAYERS))
    ] = None,
    quick: Annotated[
        bool, option("One short run each, no search, no cold compiling, nothing kept: a smoke test.", "--quick", panel=None)
    ] = False,
    compare: Annotated[bool, option("Beside the last figures in reports/bench.jsonl.", "--compare", panel=None)] = False,
    form: Printed = TableForm.TABLE,
) -> int:
    """Measures games and decisions a second on one core and on all, playouts of a search, and the time to the first game."""
    from simcli.config import shipped_strategies
    from simcli.sim.bench import STRATEGIES, bench_game, machine

    chosen = [named_game(game_id, GIVEN) for game_id in games or all_games()]
    for game in chosen:
        if players is not None and not game.min_players <= players <= game.max_players:
            raise UserError.of(f"--players {players}", f"{game.title} is for {game.min_players} to {game.max_players}")
    asked = [(game.id, players or min(max(4, game.min_players), game.max_players)) for game in chosen]
    history = read_history() if compare else []
    rows = []
    with yardstick(quick=quick) as unit:
        before = last_figures(history, unit.kind, asked) if compare else {}
        for game_id, count in asked:
            known = shipped_strategies(game_id)
            rows.append(bench_game(game_id, count, [s for s in STRATEGIES if s in known], unit, quick=quick, on_progress=ui.say))
    data = {"machine": machine(), "reference": unit.to_json(), "games": rows}
    if form is TableForm.JSON:
        ui.write_json({**data, "compared": _compared(rows, before)} if compare else data)
    else:
        _show(data, unit.why, before)
    if not quick:
        append(data)
        ui.say(f"kept for --compare: {shown(FILE)}")
    return ui.DONE


def _show(data: Mapping[str, Any], why: str = "", before: Mapping[Key, tuple[PastBench, Rate]] | None = None) -> None:
    speeds, starts = [], []
    for game in data["games"]:
        for row in game["speeds"]:
            one, every = row["one_core"], row["all_cores"]
            about = (game["game"], str(game["players"]), row["strategy"], "on" if row["bounds_checks"] else "off")
            rates = one["games_per_second"], one["decisions_per_second"], every["games_per_second"]
            games, decisions, on_all = (f"{rate:,}" for rate in rates)
            speeds.append((*about, games, _three_digits(row["of_reference"]), decisions, on_all))
        times, searched = game["first_game_seconds"], game["search"]
        playouts = (f"{searched['playouts_per_second']:,}", _three_digits(searched["of_reference"])) if searched else ("–", "–")
        starts.append((game["game"], *("–" if times[k] is None else f"{times[k]:.1f} s" for k in ("cold", "cached")), *playouts))
    machine, of_unit = data["machine"], _of_unit(data)
    line = f"{machine['cpus']} cores, {machine['processor']}; "
    line += f"Python {machine['python']}, numba {machine['numba']}, numpy {machine['numpy']}"
    titles = ("Game", "Players", "Strategy", "Bounds checks", "Games/s", of_unit, "Decisions/s", "Games/s, all cores")
    start_titles = ("Game", "First game, cold cache", "First game, warm cache", "Playouts/s of a search", of_unit)
    ui.write_table(
        Facts((("Machine", line), ("Reference", _reference(data["reference"], why)))),
        Grid(titles, tuple(speeds), heads=4, right=frozenset(range(4, 8))),
        Grid(start_titles, tuple(starts), right=frozenset((1, 2, 3, 4))),
        *(_beside(data, before) if before else ()),
    )


def _of_unit(data: Mapping[str, Any]) -> str:
    return "of C" if data["reference"]["kind"] == "c" else "of loop"


def _reference(found: Mapping[str, object], why: str) -> str:
    rate = f"{found['games_per_second']:,}"
    if found["kind"] == "c":
        return f"C, {rate} games/s on one core: Guildes, 4 players, random plans"
    said = f"a loop of Python's standard library, {rate} turns/s, for want of a program in C ({why})"
    return f"{said}: these figures compare only with those of a loop"


def _beside(data: Mapping[str, Any], before: Mapping[Key, tuple[PastBench, Rate]]) -> tuple[Grid, Facts]:
    """Each figure of one core beside the last of the same, and the benches these are from."""
    rows: list[tuple[str, ...]] = []
    entries: dict[int, PastBench] = {}
    for key, now in figures_of(data["games"]).items():
        game, players, strategy, checks = key
        about = (game, str(players), strategy, "on" if checks else "off", f"{now.per_second:,}", _three_digits(now.of_reference))
        if key not in before:
            rows.append((*about, *["–"] * 4))
            continue
        entry, then = before[key]
        entries[entry.line] = entry
        ratio = now.ratio(then)
        told = "–" if ratio is None else _three_digits(ratio)
        rows.append((*about, f"{then.per_second:,}", _three_digits(then.of_reference), told, str(entry.line)))
    of_unit = _of_unit(data)
    titles = ("Game", "Players", "Strategy", "Checks", "Now", of_unit, "Then", of_unit, "Ratio", "Line")
    caption = f"One core, beside the last figures in {shown(FILE)}; games a second, of a search playouts"
    lines = [(f"Line {e.line}", f"{e.date}, simcli {e.version}, {e.processor}") for _, e in sorted(entries.items())]
    return Grid(titles, tuple(rows), caption, heads=4, right=frozenset(range(4, 10))), Facts(tuple(lines))


def _compared(games: list[dict[str, object]], before: Mapping[Key, tuple[PastBench, Rate]]) -> list[dict[str, object]]:
    """The same as records."""
    rows = []
    for key, now in figures_of(games).items():
        if key in before:
            entry, then = before[key]
            about = dict(zip(("game", "players", "strategy", "bounds_checks"), key, strict=True))
            last = {"per_second": then.per_second, "of_reference": then.of_reference, "date": entry.date, "line": entry.line}
            rows.append({**about, "last": last, "ratio": now.ratio(then)})
    return rows


def _three_digits(number: float) -> str:
    """Three significant digits: `0.749`, `12.3`, `1,230`."""
    if number == 0:
        return "0"
    rounded = float(f"{number:.3g}")
    return f"{rounded:,.{max(0, 2 - math.floor(math.log10(rounded)))}f}"
