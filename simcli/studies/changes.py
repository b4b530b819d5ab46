"""Changes of numbers as variants of a run, and those that are left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from simcli.config import ResolvedRun
from simcli.config.data.number_names import Change
from simcli.config.run.in_play import told_beforehand
from simcli.config.run.numbers import RefusedError, variant_name, varied
from simcli.config.run.resolved import Variant
from simcli.sim.plan import make_plan
from simcli.stats.left_out import LeftOut

AS_IT_IS = "as it is"

IDLE = "it changes nothing with these options and numbers of players"


def other_games(run: ResolvedRun, changes: Sequence[Change]) -> tuple[list[tuple[Change, Variant]], list[LeftOut]]:
    """Changes of a number that make another game, each as a variant, and those left out: refused by the game, or not in play."""
    left_out: list[LeftOut] = []
    feasible: list[tuple[Change, Variant]] = []

    def leave_out(change: Change, why: str) -> None:
        number, to = change
        left_out.append(LeftOut(path=number.path, name=number.name, to=to, why=why))

    told = told_beforehand(run, changes)
    for change in changes:
        if change in told:
            leave_out(change, told[change])
            continue
        try:
            feasible.append((change, varied(run, [change], variant_name([change]))))
        except RefusedError as error:
            leave_out(change, str(error))
    if not feasible:
        return [], left_out
    plan = make_plan(replace(run, variants=(_as_it_is(run), *(variant for _, variant in feasible))))
    busy = {cell.variant for cell in plan.cells if cell.base is not None and not plan.repeats_base(cell)}
    for change, variant in feasible:
        if variant.name not in busy:
            leave_out(change, IDLE)
    return [(change, variant) for change, variant in feasible if variant.name in busy], left_out


def _as_it_is(run: ResolvedRun) -> Variant:
    return Variant(AS_IT_IS, run.options, {}, run.components, run.restrictions)
