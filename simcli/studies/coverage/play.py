"""What comes in the games of a run, by strategy: decisions asked, effects fired, items offered and held, points by category.

Everything there is stands in the list: what came, what did not, and what is out of play with these options, lists and bans, and why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from simcli.base.restrictions import ALL
from simcli.config.data.components import own_options
from simcli.config.data.options import component_ids, option_word
from simcli.config.run.resolve import Overrides, load_config
from simcli.config.run.resolved import ResolvedRun, Variant
from simcli.engine import layout
from simcli.engine.batch import CAME_COLUMNS, Came
from simcli.engine.code import doors, store
from simcli.engine.code.doors import WARM_COVERAGE
from simcli.engine.layout import observed
from simcli.engine.loop.lineup import new_scratch
from simcli.engine.trail import new_trail
from simcli.errors import UserError
from simcli.game import Decision, Effect, Item, ruled_out_by
from simcli.sim.games import OnProgress, played_in_order
from simcli.sim.plan import Batch, Cell, make_plan
from simcli.sim.pool.cluster import Workers
from simcli.sim.pool.player import Player
from simcli.sim.pool.subprocesses import usable_cores
from simcli.sim.pool.work import player_of
from simcli.studies.coverage.record import DECISION, EFFECT, POINTS, UNDONE, Coverage, Thing
from simcli.studies.played import header
from simcli.studies.results import StudyResult, results_of


def coverage(config: str | Path | Mapping[str, object], *, workers: Workers | None = None, **over: Unpack[Overrides]) -> StudyResult:
    """Plays a config and counts by strategy what comes in its games; nothing stays on the disk. Errors as `simcli.simulate`.

    >>> len(simcli.coverage("guildes/seats", players=3, deals=4).table()) > 10
    True
    """
    run = load_config(config, **over)
    return results_of("coverage", run, cover(run, workers or usable_cores()))


def cover(run: ResolvedRun, workers: Workers, on_progress: OnProgress = lambda *_: None) -> Coverage:
    """Plays all deals of a run, in all variants and with all numbers of players; `on_progress` gets the games so far and all.

    InterruptedRun after Ctrl-C: nothing is kept.
    """
    plan, so_far = make_plan(run), 0
    came = [_none(run, cell) for cell in plan.cells]
    note, numbers = "a coverage run keeps nothing", range(plan.n_batches)
    for number, part in played_in_order(plan, cover_batches, numbers, workers=workers, note=note):
        batch = plan.batch(number)
        for total, new in zip(came[batch.cell], part, strict=True):
            total += new
        so_far += batch.deals * plan.cells[batch.cell].rotations
        on_progress(so_far, plan.games)
    games = sum((part.games for part in came), np.zeros(len(run.strategies), np.int64))
    names = [strategy.name for strategy in run.strategies]
    return Coverage(
        **header(run),
        players=run.players,
        deals=run.deals,
        games=plan.games,
        player_games=dict(zip(names, games.tolist(), strict=True)),
        things=tuple(_things(run, plan.cells, came)),
        undone=tuple(_undone(run, names, came)),
    )


def _none(run: ResolvedRun, cell: Cell, games: int = 0) -> Came:
    """Nothing yet, with room for as many games one by one."""
    game, layout = run.game, cell.layout
    asked, *pairs = [(n, 2) for n in (len(game.decisions), len(game.effects), layout.items, layout.categories)]
    by_strategy = (np.zeros((len(run.strategies), *shape), np.int64) for shape in ((), asked, asked[:1], *pairs))
    return Came._make([*by_strategy, np.zeros((games, CAME_COLUMNS), np.int64)])


def cover_batches(job: str, first: int, last: int) -> list[Came]:
    """What comes in some batches."""
    player = player_of(job)
    made = [played(player, player.plan.batch(number)) for number in range(first, last)]
    store.mark_warm(player.game, WARM_COVERAGE)
    return made


def played(player: Player, batch: Batch, *, one_by_one: bool = False) -> Came:
    """What comes in a batch; `one_by_one` also a row for every game."""
    run, cell = player.plan.run, player.plan.cells[batch.cell]
    states, scratch = layout.new_states(player.game, observed(player.game)), new_scratch(player.game)
    match, strategies = player.seated(batch, scratch)
    games = batch.deals * cell.rotations if one_by_one else 0
    came, status, order = _none(run, cell, games), np.zeros(6, np.int64), np.zeros(len(run.strategies), np.int64)
    watched = match._replace(trail=new_trail(player.game, states, layout.PLAYED))
    player.call(doors.cover_batch, batch, states, cell.tables[0], watched, strategies, scratch, came, order, status)
    player.check(status, cell, strategies, states, scratch)
    return came


def _undone(run: ResolvedRun, names: Sequence[str], came: Sequence[Came]) -> Iterator[Thing]:
    """Decisions that somebody undid in the same turn, in the order of the game."""
    undone, asked = (np.sum(parts, axis=0) for parts in ([part.undone for part in came], [part.asked.sum(axis=2) for part in came]))
    for i, decision in enumerate(run.game.decisions):
        counts = {name: (int(undone[k, i]), int(asked[k, i])) for k, name in enumerate(names)}
        if any(n for n, _ in counts.values()):
            yield Thing(UNDONE, decision.name, decision.text, counts)


def _things(run: ResolvedRun, cells: Sequence[Cell], came: Sequence[Came]) -> Iterator[Thing]:
    """Decisions, effects and items in the order of the game, the items that other options would bring, and the categories of points."""
    variants, game = run.played_variants, run.game
    names = [strategy.name for strategy in run.strategies]

    def thing(kind: str, id_: str, name: str, counts: NDArray[np.int64], why: str) -> Thing:
        by_name = {who: (int(one), int(other)) for who, (one, other) in zip(names, counts, strict=True)}
        return Thing(kind, id_, name, by_name, why or None)

    asked, fired = (np.sum([getattr(part, name) for part in came], axis=0) for name in ("asked", "fired"))
    for i, decision in enumerate(game.decisions):
        yield thing(DECISION, decision.name, decision.text, asked[:, i], _never(decision, variants))
    for i, effect in enumerate(game.effects):
        yield thing(EFFECT, effect.name, effect.text, fired[:, i], _never(effect, variants))
    items = {item.id: item for cell in cells for item in cell.catalogue.items}
    held = _by_id([([item.id for item in cell.catalogue.items], part.items) for cell, part in zip(cells, came, strict=True)])
    unlisted = _unlisted(run)
    why = {id_: _never(item, variants) or unlisted.get(id_, "") or _banned(run, id_) for id_, item in items.items()}
    for id_, item in items.items():
        yield thing(item.kind, id_, item.name, held[id_], why[id_])
    for item, needs in _elsewhere(run):
        if item.id not in items:
            yield thing(item.kind, item.id, item.name, np.zeros_like(came[0].items[:, 0]), needs)
    points = _by_id([(cell.catalogue.categories, part.points) for cell, part in zip(cells, came, strict=True)])
    for name, counts in points.items():
        yield thing(POINTS, name, "category of points", counts, why.get(name, ""))


def _by_id(parts: Iterable[tuple[Sequence[str], NDArray[np.int64]]]) -> dict[str, NDArray[np.int64]]:
    """Counts by id, int64[strategies, 2], from those of cells with ids of their own."""
    total: dict[str, NDArray[np.int64]] = {}
    for ids, counts in parts:
        for i, id_ in enumerate(ids):
            total[id_] = total[id_] + counts[:, i] if id_ in total else counts[:, i]
    return total


def _never(thing: Decision | Effect | Item, variants: Sequence[Variant]) -> str:
    """With which values of options something never comes, in none of the variants; '' if it may come."""
    found = [ruled_out_by(thing, variant.options) for variant in variants]
    settings = dict.fromkeys(setting for settings in found for setting in settings)
    return f"never comes with {', '.join(f'{option}: {option_word(value)}' for option, value in settings)}" if all(found) else ""


def _banned(run: ResolvedRun, id_: str) -> str:
    """Whether nobody may have an item in any variant."""
    nobody = all(
        any(id_ in variant.restrictions.of(key).bans for key in keys)
        for variant in run.played_variants
        for keys in [(ALL, strategy.name) for strategy in run.strategies]
    )
    return "restricted for everybody" if nobody else ""


def _unlisted(run: ResolvedRun) -> dict[str, str]:
    """Ids of a component file that an option lists, and the options do not: why they are out of play."""
    why: dict[str, str] = {}
    for option in own_options(run.game).values():
        chosen = [variant.options.get(option.id) for variant in run.played_variants]
        if not option.list_of or any(isinstance(value, str) for value in chosen):
            continue
        listed = {id_ for value in chosen if isinstance(value, Sequence) for id_ in value}
        why |= {id_: f"not in the list of {option.id}" for id_ in component_ids(option, run.components) if id_ not in listed}
    return why


def _elsewhere(run: ResolvedRun) -> Iterator[tuple[Item, str]]:
    """Items that would be there with one option set otherwise, and which."""
    known = own_options(run.game).values()
    seen: set[str] = set()
    for variant in run.played_variants:
        others = [(option, value) for option in known for value in option.values if value != variant.options.get(option.id)]
        for option, value in others:
            try:
                catalogue = run.game.catalogue(variant.components, variant.options | {option.id: value})
            except UserError:
                continue
            for item in catalogue.items:
                if item.id not in seen:
                    seen.add(item.id)
                    yield item, f"needs {option.id}: {option_word(value)}"
