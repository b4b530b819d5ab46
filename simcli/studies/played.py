"""What records of all studies say of a run: their header; and the run under the rules of its base, and how long its games took."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from simcli.config import ResolvedRun
from simcli.config.run.resolved import plain
from simcli.sim.plan import microseconds_a_game
from simcli.stats.summary import Cell, Tolerance, VariantChanges


def header(run: ResolvedRun) -> dict[str, Any]:
    """The fields of `stats.records.Played` but its version."""
    return {
        "game": run.game.id,
        "title": run.game.title,
        "identity": run.identity(),
        "seed": run.seed,
        "tolerance": tolerance_of(run),
        "behaviour": run.game.behaviour,
        "options": plain(run.options),
        "patch": plain(run.patch),
        "restrictions": run.restrictions,
    }


def tolerance_of(run: ResolvedRun) -> Tolerance:
    """The tolerance of a run as summaries have it."""
    return Tolerance(run.tolerance.value, run.tolerance.of_even)


def variant_changes(run: ResolvedRun) -> tuple[VariantChanges, ...] | None:
    """What each variant of a run changes; None where it has none."""
    made = tuple(
        VariantChanges(
            name=v.name,
            options={k: plain(o) for k, o in v.options.items() if o != run.options[k]},
            patch=plain(v.patch),
            restrictions=v.restrictions,
        )
        for v in run.variants
    )
    return made or None


def in_base(run: ResolvedRun) -> ResolvedRun:
    """The run under the rules of its base alone, with two players or more, for what is measured of its players."""
    base = run.played_variants[run.base_number]
    return replace(
        run,
        players=tuple(n for n in run.players if n > 1),
        options=base.options,
        patch=_merged(run.patch, base.patch),
        components=base.components,
        restrictions=base.restrictions,
        variants=(),
        base="",
        study=None,
    )


def microseconds_of(run: ResolvedRun, cells: Iterable[Cell]) -> float:
    """What the games of a run took on one core, by their number and the prices of the game."""
    options = {variant.name: variant.options for variant in run.played_variants}
    return sum(cell.games * microseconds_a_game(run, cell.players, options[cell.variant or ""]) for cell in cells)


def _merged(own: Any, laid: Any) -> Any:
    """A patch overridden by another, key by key, and entries of lists by their places."""
    if isinstance(own, list) and isinstance(laid, dict):
        return [_merged(part, laid[place]) if place in laid else part for place, part in enumerate(own)]
    if isinstance(own, dict) and isinstance(laid, dict):
        return own | {key: _merged(own[key], part) if key in own else part for key, part in laid.items()}
    return laid
