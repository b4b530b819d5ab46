"""Changes of numbers as variants of a run, and those that are left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from simcli.base.grouped import grouped
from simcli.config import ResolvedRun
from simcli.config.data.number_names import Change
from simcli.config.run.in_play import told_beforehand
from simcli.config.run.numbers import RefusedError, variant_name, varied
from simcli.config.run.resolved import Variant
from simcli.sim.plan import Cell, Plan, make_plan
from simcli.stats.left_out import LeftOut

AS_IT_IS = "as it is"

IDLE = "it changes nothing with these options and numbers of players"
ALIKE = "another value that is played makes the same game"


def as_it_is(run: ResolvedRun) -> Variant:
    """The game of a run without a change."""
    return Variant(AS_IT_IS, run.options, {}, run.components, run.restrictions)


def other_games(run: ResolvedRun, changes: Sequence[Change]) -> tuple[list[tuple[Change, Variant]], list[LeftOut]]:
    """Changes of a number that make another game, each as a variant, and those left out: refused by the game, not in play, or the same game
    as a change before."""
    left_out: list[LeftOut] = []
    feasible: list[tuple[Change, Variant]] = []

    def leave_out(change: Change, why: str, twin: str | None = None) -> None:
        number, to = change
        left_out.append(LeftOut(path=number.path, name=number.name, to=to, why=why, twin=twin))

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
    plan = make_plan(replace(run, variants=(as_it_is(run), *(variant for _, variant in feasible))))
    twins = _twins(plan)
    for change, variant in feasible:
        if variant.name in twins:
            twin = twins[variant.name]
            leave_out(change, *((IDLE,) if twin == AS_IT_IS else (ALIKE, twin)))
    return [(change, variant) for change, variant in feasible if variant.name not in twins], left_out


def _twins(plan: Plan) -> dict[str, str]:
    """For each variant that plays the very games of one before it the name of that one."""
    found: dict[str, str] = {}
    kept: dict[tuple[bytes, ...], list[tuple[str, list[Cell]]]] = {}
    for name, cells in grouped((cell.variant, cell) for cell in plan.cells).items():
        alike = kept.setdefault(tuple(cell.tables.tobytes() for cell in cells), [])
        twin = next((other for other, theirs in alike if all(map(Cell.plays_as, cells, theirs))), None)
        if twin is None:
            alike.append((name, cells))
        else:
            found[name] = twin
    return found
