"""A run out of a run folder that anyone may have written: it is believed only as far as a config would be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simcli.base.entry_points import changed_sources, measures, sources_of
from simcli.base.models import MOST_TRIED
from simcli.base.whole_numbers import DEALS, SEEDS
from simcli.config.data.components import FaultPlaces, check_components
from simcli.config.data.options import read_options, resolve_options
from simcli.config.data.patch import Patched
from simcli.config.players.fields import MOST_WEIGHT
from simcli.config.players.learned_keys import is_learned
from simcli.config.players.search_keys import MOST_BEST, MOST_LEAD, MOST_PLAYOUTS, VERSION
from simcli.config.players.strategies import FUNCTION, KINDS, LEARNED, SEARCH, Strategy
from simcli.config.players.weights import LARGEST, SCALE
from simcli.config.run.resolved import DRAWN, FIXED, MIRROR, MIXED, ROUND_ROBIN, ResolvedRun
from simcli.config.yaml.document import known_data
from simcli.config.yaml.problems import Problems
from simcli.config.yaml.values import whole_fault
from simcli.errors import UserError, Where
from simcli.game import Game

STORED = Where("the stored run")
TABLES = (MIXED, MIRROR, FIXED, DRAWN, ROUND_ROBIN)
FIX = "play it again in a new folder"


def restore_run(data: dict[str, object]) -> ResolvedRun:
    """The run that `ResolvedRun.to_json` described. UserError when it is another version's, has been changed, or no config could say it.

    Python strategies come along as text; they are not run.
    """
    run = ResolvedRun.from_json(data)
    if data.get("behaviour") != run.game.behaviour:
        played, here = data.get("behaviour"), run.game.behaviour
        raise UserError.of(STORED, f"it was played by version {played!r} of the rules of {run.game.title}, here is version {here}", FIX)
    if changed := changed_sources(data.get("sources"), sources_of(run.game.folder)):
        raise UserError.of(STORED, f"it was played by other sources of {run.game.title} ({changed})", FIX)
    problems = Problems()
    for message in _wrong(run):
        problems.add(STORED, f"{message} cannot be used", FIX)
    problems.raise_any()
    if run.game.checks.validate(run.components.printed):
        problems.add(STORED, "components as printed cannot be used", FIX)
    for variant in run.played_variants:
        file = variant.components.get("options")
        known = read_options(None if file is None else known_data(file, STORED), problems)
        given = {name: list(value) if isinstance(value, tuple) else value for name, value in variant.options.items()}
        options = resolve_options(run.game, known, variant.components, known_data({"options": given}, STORED), given, problems)
        if options != variant.options:
            problems.add(STORED, "options cannot be used", FIX)
        if not len(problems):
            check_components(run.game, FaultPlaces({}, Patched(variant.components), None), options, run.players, problems)
    problems.raise_any()
    if run.identity() != data.get("identity"):
        raise UserError.of(STORED, "it has been changed: its identity does not match its contents", FIX)
    return run


def _wrong(run: ResolvedRun) -> Iterator[str]:
    """Names of the fields whose values no config could have given."""
    n, strategies = run.game, run.strategies
    texts = (run.name, run.config, run.report.title, run.report.question, run.report.note, run.report.kind, run.report.item, *run.sets)
    texts += () if run.study is None else (run.study.verb, run.study.figure, *run.study.paths)
    names = [s.name for s in strategies]
    seats = run.players[0] if run.tables == "fixed" and len(run.players) == 1 else 0
    tests = {
        "players": run.players and all(_whole(p, n.min_players, n.max_players) for p in run.players) and _differ(run.players),
        "strategies": strategies and all(_is_strategy(s, n) for s in strategies) and _differ(names),
        "search players of another version": all(s.version == (VERSION if s.kind == SEARCH else 0) for s in strategies),
        "tables": run.tables in TABLES,
        "lineup": len(run.lineup) == seats and all(_whole(i, 0, len(strategies) - 1) for i in run.lineup),
        "weights": set(run.weights) == (set(run.players) if run.tables == DRAWN else set())
        and all(_are_weights(row, len(strategies)) for row in run.weights.values()),
        "deals": _whole(run.deals, *DEALS),
        "seed": _whole(run.seed, *SEEDS),
        "until": all(x is None or (isinstance(x, int | float) and x > 0) for x in (run.half_width, run.minutes)),
        "study": run.study is None or (_whole(run.study.by, *DEALS) and isinstance(run.study.pairs, bool)),
        "measure": run.measure is None or (_differ(run.measure) and all(name in measures() for name in run.measure)),
        "texts": all(isinstance(text, str) for text in texts),
        "variants": all(isinstance(v.name, str) for v in run.variants) and _differ([v.name for v in run.variants]),
        "components": all(isinstance(v.components, dict) and isinstance(v.patch, dict) for v in run.played_variants),
    }
    yield from (message for message, is_right in tests.items() if not is_right)


def _are_weights(row: tuple[Any, ...], strategies: int) -> bool:
    return len(row) == strategies and all(_whole(w, 0, MOST_WEIGHT) for w in row) and 1 <= sum(row) <= MOST_WEIGHT


def _whole(value: object, low: int, high: int) -> bool:
    return whole_fault(value, low, high) is None


def _differ(values: Any) -> bool:
    return len({str(value) for value in values}) == len(values)


def _is_strategy(strategy: Strategy, game: Game) -> bool:
    """Whether a strategy file of the game could say it; the engine takes weights as they are."""
    texts = (strategy.name, strategy.kind, strategy.idea, strategy.source, strategy.where, strategy.rollout)
    most = LARGEST * SCALE
    features = {decision.name: {feature.name for feature in decision.features} for decision in game.decisions}
    weights = strategy.weights if isinstance(strategy.weights, dict) else {"": None}
    are_weights = all(
        isinstance(row, dict)
        and name in features
        and set(row) <= features[name]
        and all(_whole(weight, -most, most) for weight in row.values())
        for name, row in weights.items()
    )
    searches = strategy.kind == SEARCH and (
        _whole(strategy.playouts, 2, MOST_PLAYOUTS) and _whole(strategy.best, 2, MOST_BEST) and _whole(strategy.lead, 0, MOST_LEAD * SCALE)
    )
    searches = searches and (not strategy.trees or is_learned(game, strategy.learned))
    learned = (
        strategy.kind == LEARNED
        and _whole(strategy.best, 2, MOST_TRIED)
        and _whole(strategy.lead, 0, most)
        and is_learned(game, strategy.learned)
    )
    plain = strategy.kind in {*KINDS, FUNCTION} - {SEARCH, LEARNED} and (strategy.playouts, strategy.best, strategy.lead) == (0, 0, 0)
    plain = plain and not strategy.trees
    return (
        all(isinstance(text, str) for text in texts)
        and are_weights
        and _whole(strategy.temperature, 0, most)
        and (searches or learned or plain)
    )
