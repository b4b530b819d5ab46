"""The header that the records of all studies share, made from a run."""

from __future__ import annotations

from typing import Any

from simcli.config import ResolvedRun
from simcli.config.run.resolved import plain
from simcli.stats.summary import Tolerance, VariantChanges


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
