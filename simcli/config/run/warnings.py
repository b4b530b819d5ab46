"""What is allowed and yet hardly meant: weights on decisions that never come, two names for one strategy, two for one variant."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from operator import attrgetter
from pathlib import Path
from typing import Any

from simcli.config.data.options import option_word
from simcli.config.data.shipped import SUFFIXES, is_shipped, shipped_folder
from simcli.config.players.fields import Field
from simcli.config.players.strategies import Strategy
from simcli.config.players.weights import ALL
from simcli.config.run.in_play import void_changes
from simcli.config.run.resolved import ResolvedRun, Variant
from simcli.config.yaml.document import Document
from simcli.config.yaml.text_files import read_mapping
from simcli.errors import Problem, UserError
from simcli.game import Game, ruled_out_by


def run_warnings(run: ResolvedRun, field: Field | None, document: Document) -> list[Problem]:
    """Warnings about a run whose config is `document`, each with its place; `field`: the one that plays."""
    warnings = _other_counts(run, field.players, document) if field else []
    warnings += [w for strategy in run.strategies if (w := _idle_weights(strategy, run)) is not None]
    warnings += _same_strategies(run.strategies, document)
    return warnings + void_changes(run, document) + _same_variants(run.variants, document)


def _other_counts(run: ResolvedRun, found_for: Sequence[int], document: Document) -> list[Problem]:
    others = [count for count in run.players if count not in found_for]
    if not others:
        return []
    there, here = (" and ".join(map(str, counts)) for counts in (found_for, others))
    message = f"strategies.field: it was found for {there} players, here it plays with {here}"
    return [Problem(document.value(("strategies", "field")), message, "other plans may be good there; name a field of these numbers")]


def _idle_weights(strategy: Strategy, run: ResolvedRun) -> Problem | None:
    """Weights that a file of the user's sets for decisions that come under no variant of the run.

    What a file inherits, sets for `all`, or has in common with the shipped strategy it is a copy of, is passed over.
    """
    if Path(strategy.where).suffix not in SUFFIXES or is_shipped(strategy.where):
        return None
    document = _read(Path(strategy.where))
    own = document.data.get("weights", {}) if document else {}
    idle = {}
    for decision in run.game.decisions:
        ruled_out = [ruled_out_by(decision, variant.options) for variant in run.played_variants]
        if all(ruled_out):
            idle[decision.name] = [setting for settings in ruled_out for setting in settings]
    printed = _shipped_weights(Path(strategy.where).name, run.game)
    names = [name for name, row in own.items() if name in idle and name != ALL and all(row != other.get(name) for other in printed)]
    if document is None or not names:
        return None
    settings = dict.fromkeys(f"{option}: {option_word(value)}" for name in names for option, value in idle[name])
    message = f"weights on decisions that never come with {', '.join(settings)}: {', '.join(names)}"
    return Problem(document.key(("weights", names[0])), message, "they change nothing in this run")


def _shipped_weights(file: str, game: Game) -> list[dict[Any, Any]]:
    """Weights, as written, in each shipped file of a name: those of the game, and the plans of its fields."""
    shipped = map(_read, sorted((shipped_folder("strategies") / game.id).rglob(file)))
    return [dict(document.data.get("weights", {})) for document in shipped if document is not None]


def _read(path: Path) -> Document | None:
    try:
        return read_mapping(path) if path.is_file() else None
    except UserError:
        return None  # it was read a moment ago, or is not the user's: nothing to warn of


def _same_strategies(strategies: Sequence[Strategy], document: Document) -> list[Problem]:
    plays = attrgetter("kind", "weights", "temperature", "source", "playouts", "best", "lead")
    place = document.key(("strategies",))
    return [
        Problem(place, f"strategies: {a.name} and {b.name} are the same except for their names", "what differs between them is chance")
        for a, b in combinations(strategies, 2)
        if plays(a) == plays(b)
    ]


def _same_variants(variants: Sequence[Variant], document: Document) -> list[Problem]:
    return [
        Problem(document.key(("variants", b.name)), f"variants: '{a.name}' and '{b.name}' are the same game", "their figures are the same")
        for a, b in combinations(variants, 2)
        if (a.options, a.restrictions, a.components) == (b.options, b.restrictions, b.components)
    ]
