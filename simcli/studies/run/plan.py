"""`simcli run --dry-run`: what a run would play, and roughly how long it would take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcli.report import formatting as fmt
from simcli.report.table.grid import Grid
from simcli.sim.plan import make_plan, rough_seconds
from simcli.sim.pool.cluster import Workers, cores_of
from simcli.stats.verdicts import deals_to_call_even
from simcli.studies.driver import StudyPlan, folder_text, time_text
from simcli.studies.played import tolerance_of
from simcli.studies.riders import plans

if TYPE_CHECKING:
    from rich.console import RenderableType

    from simcli.config import ResolvedRun


def run_plan(run: ResolvedRun, folder: Path, workers: Workers | None) -> StudyPlan:
    """What a run would play; it writes nothing."""
    data = plan_data(run, folder, workers)
    return StudyPlan(data, _facts(run, data, workers), [_cells_table(run, data)], [_even_text(run, data["cells"])])


def _cells_table(run: ResolvedRun, plan: dict[str, Any]) -> RenderableType:
    """A row for each number of players and variant."""
    names = ("Variant", "Players") if run.variants else ("Players",)
    titles = (*names, "Deals", "Games a deal", "Games", "Deals to call seats even")
    rows = [
        (
            *((cell["variant"],) if run.variants else ()),
            str(cell["players"]),
            *(f"{cell[key]:,}" for key in ("deals", "games_a_deal", "games")),
            fmt.count(cell["deals_to_call_even"]),
        )
        for cell in plan["cells"]
    ]
    n = len(names)
    return Grid(titles, tuple(rows), right=frozenset(range(n, n + 4)), leaves=(n + 1,))


def _facts(run: ResolvedRun, plan: dict[str, Any], workers: Workers | None) -> dict[str, str]:
    """The question, its time, and its folder."""
    rules = {"half_width": "every win share within ± {:.4g} of a win", "minutes": "{:g} minutes"}
    said = {"bans": "may not take or use", "musts": "must take", "swaps": "is dealt", "grants": "begins with", "blind": "is blind to"}
    bans = [
        f"{player} {text} {', '.join(names)}" for kind, text in said.items() for player, names in getattr(run.restrictions, kind).items()
    ]
    stop = [f"{plan['deals']:,} deals", *(text.format(plan[key]) for key, text in rules.items() if plan[key] is not None)]
    names, drawn = [strategy.name for strategy in run.strategies], fmt.drawn_texts(run.drawn_shares)
    names = [f"{name} ({often} of seats)" for name, often in zip(names, drawn, strict=True)] if drawn else names
    made = plans(run, workers)
    measured = [f"{name} ({made[name][0]})" if name in made else name for name in run.measure or ()]
    return {
        "Game": run.game.title,
        **({"Variants": f"{len(run.variants)}, {len(plan['cells'])} combinations with numbers of players"} if run.variants else {}),
        "Strategies": ", ".join(names),
        "Tables": plan["tables"],
        **({"Restricted": "; ".join(bans)} if bans else {}),
        "Even is": f"within {fmt.both_tolerances(tolerance_of(run), run.players)}",
        "Seed": str(plan["seed"]),
        "Ends at": " or ".join(stop),
        "Batches of": f"{plan['batch_deals']:,} deals",
        "Rough time": time_text(plan),
        **({"Measured as well": ", ".join(measured) or "nothing"} if "measure" in plan else {}),
        "Identity": plan["identity"],
        "Folder": folder_text(plan),
    }


def _even_text(run: ResolvedRun, cells: Sequence[Mapping[str, Any]]) -> str:
    """After how many deals fair seats are called even, for each number of players; nothing of a player alone."""
    needed = {cell["players"]: cell["deals_to_call_even"] for cell in cells if cell["players"] > 1}
    if not needed:
        return "a player alone has nobody to be even with"
    within = fmt.listing(list(dict.fromkeys(fmt.tolerance_text(tolerance_of(run).at(players)) for players in needed)))
    after = fmt.listing([f"{fmt.count(deals)} with {fmt.players_text(players)}" for players, deals in needed.items()])
    if len(needed) > 1 and len({*needed.values()}) == 1:
        after = f"{fmt.count(max(needed.values()))} at every table"
    return f"Fair seats are called even within {within}, nine times in ten, after at most so many deals: {after}."


def plan_data(run: ResolvedRun, folder: Path, workers: Workers | None) -> dict[str, Any]:
    """The plan as plain data; `seconds` come from the prices of the game's description, not from this machine."""
    plan = make_plan(run)
    tolerance = tolerance_of(run)
    cores = cores_of(workers)
    batches = plan.n_batches // len(plan.cells)
    cells: list[dict[str, Any]] = [
        ({"variant": c.variant} if c.variant else {})
        | {"players": c.players, "deals": run.deals, "games_a_deal": c.rotations, "games": run.deals * c.rotations, "batches": batches}
        | {"deals_to_call_even": deals_to_call_even(c.players, tolerance.at(c.players)) if c.players > 1 else None}
        for c in plan.cells
    ]
    return {
        "game": run.game.id,
        "strategies": [s.name for s in run.strategies],
        "tables": run.tables,
        **(
            {"weights": {n: dict(zip((s.name for s in run.strategies), row, strict=True)) for n, row in run.drawn_shares.items()}}
            if run.weights
            else {}
        ),
        **run.restrictions.plain(),
        "seed": run.seed,
        "deals": run.deals,
        "half_width": run.half_width,
        "minutes": run.minutes,
        "cells": cells,
        "games": plan.games,
        "batch_deals": plan.batch_deals,
        "batches": plan.n_batches,
        "workers": cores,
        "seconds": rough_seconds(run, run.deals, cores, plan),
        "identity": run.identity(),
        **({} if run.measure is None else {"measure": list(run.measure)}),
        **{name: data for name, (_, data) in plans(run, cores).items()},
        "folder": str(folder),
        "folder_exists": (folder / "run.json").exists(),
    }
