"""Weights of a heuristic strategy: decimals in YAML, exact integers (x1000) in the engine, by decision and feature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from simcli.config.yaml.document import Document
from simcli.config.yaml.problems import Problems, found
from simcli.config.yaml.values import is_number
from simcli.errors import nearest
from simcli.game import Game

Weights = dict[str, dict[str, int]]
"""Weight x1000 by decision name and feature name."""

ALL = "all"
SCALE = 1000
LARGEST = 10_000


def without_zeros(weights: Weights) -> Weights:
    """The weights that are not 0, and the decisions that have any."""
    return {decision: weighed for decision, row in weights.items() if (weighed := {name: w for name, w in row.items() if w})}


def decimal(thousandths: int) -> str:
    """1500 as `1.5`, exactly."""
    whole, rest = divmod(abs(thousandths), SCALE)
    return ("-" if thousandths < 0 else "") + f"{whole}.{rest:03}".rstrip("0").rstrip(".")


def shares_of(weights: Sequence[int]) -> tuple[float, ...]:
    """The part of the whole that each weight is; nothing of none."""
    return tuple(weight / sum(weights) for weight in weights)


def plain_weights(weights: Mapping[int, Sequence[int]]) -> object:
    """Weights by number of players as plain data: one list where they are all the same, else a list for each number."""
    rows = {str(n): list(row) for n, row in weights.items()}
    first = next(iter(rows.values()), [])
    return first if all(row == first for row in rows.values()) else rows


def weights_of(data: Any, players: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Inverse of `plain_weights`."""
    return {n: tuple(data[str(n)] if isinstance(data, dict) else data) for n in players} if data else {}


def read_thousandths(
    document: Document, path: tuple[str | int, ...], value: object, low: int, problems: Problems, high: int = LARGEST
) -> int | None:
    """The decimal at `path` times 1000, exact; None and a problem unless it is a number from `low` to `high` with at most 3 decimals."""
    name = ".".join(str(step) for step in path)
    where = document.value(path)
    if not is_number(value):
        problems.add(where, f"{name}: found {found(value)}, expected a number")
        return None
    exact = Decimal(value) if isinstance(value, int) else Decimal(document.text(path) or str(value))
    if not low <= exact <= high:
        problems.add(where, f"{name}: found {exact}, expected a number from {low} to {high}")
        return None
    scaled = exact * SCALE
    if scaled != int(scaled):
        problems.add(where, f"{name}: found {exact}, expected at most 3 decimals", f"write {exact:.3f}")
        return None
    return int(scaled)


def read_weights(document: Document, game: Game, problems: Problems) -> Weights:
    """The `weights` of a strategy file as written, the special decision `all` still in it; problems for all that the game does not have."""
    given = document.data.get("weights", {})
    if not isinstance(given, dict):
        problems.add(document.value(("weights",)), f"weights: found {found(given)}, expected decisions with weighted features")
        return {}
    features = {d.name: [f.name for f in d.features] for d in game.decisions}
    features[ALL] = list(dict.fromkeys(name for names in features.values() for name in names))
    weights: Weights = {}
    for decision, row in given.items():
        if decision not in features:
            hint = nearest(decision, features, _listing(game))
            problems.add(document.key(("weights", decision)), f"weights: {game.title} has no decision '{decision}'", hint)
        elif not isinstance(row, dict):
            problems.add(document.value(("weights", decision)), f"weights.{decision}: found {found(row)}, expected features with numbers")
        else:
            weights[decision] = _row(document, game, decision, row, features[decision], problems)
    return weights


def _row(
    document: Document, game: Game, decision: str, row: Mapping[str | int, object], names: list[str], problems: Problems
) -> dict[str, int]:
    read: dict[str, int] = {}
    for feature, value in row.items():
        path = ("weights", decision, feature)
        if feature not in names:
            owner = "no decision has" if decision == ALL else f"the decision '{decision}' does not have"
            message = f"weights.{decision}: {owner} the feature '{feature}'"
            problems.add(document.key(path), message, nearest(feature, names, _listing(game)))
            continue
        weight = read_thousandths(document, path, value, -LARGEST, problems)
        if weight is not None:
            read[feature] = weight
    return read


def merged(base: Weights, own: Weights) -> Weights:
    """`base` with every weight that `own` sets replaced, decision by decision; `all` is a decision of its own here."""
    return {decision: base.get(decision, {}) | own.get(decision, {}) for decision in dict.fromkeys([*base, *own])}


def expanded(weights: Weights, game: Game) -> Weights:
    """Weights per real decision in the game's order: `all` spread over every decision with the feature, a decision's own weight wins."""
    result: Weights = {}
    for decision in game.decisions:
        names = [f.name for f in decision.features]
        row = {n: w for n, w in weights.get(ALL, {}).items() if n in names} | weights.get(decision.name, {})
        if row:
            result[decision.name] = {n: row[n] for n in names if n in row}
    return result


def _listing(game: Game) -> str:
    return f"`simcli games {game.id} --features` lists them"
