"""The weights of a strategy as a list of numbers that a search may move, and back."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

from simcli.config.players.strategies import HEURISTIC, Strategy
from simcli.config.players.weights import LARGEST, SCALE
from simcli.errors import UserError, nearest
from simcli.game import Game, ruled_out_by

Key = tuple[str, str]
"""Decision and feature; ("", "temperature") for the temperature."""

TEMPERATURE: Key = ("", "temperature")
FLOOR, WARMTH = 0.25, 0.1
"""A first step is as long as the weight, but no shorter than so much of the middle weight of its decision; that of the temperature no
shorter than so much. With many weights steps are shorter (`MANY`)."""
MANY = 25
"""Of more weights than these the first steps shrink with the square root of their number, so that a candidate as a whole goes as far from
the start. Shorter ones stay on the nearest hill, longer ones begin far below the start (docs/research/searches.md)."""


@dataclass(frozen=True)
class SearchedWeights:
    """What is searched of a strategy, the values it starts with, and a first step for each; all else stays as it is."""

    start: Strategy
    keys: tuple[Key, ...]
    values: tuple[float, ...]
    steps: tuple[float, ...]

    @classmethod
    def of(cls, start: Strategy, keys: Sequence[Key]) -> SearchedWeights:
        """A search that begins at a strategy's own weights. UserError for a strategy that has none."""
        if start.kind != HEURISTIC:
            hint = "begin with a YAML strategy with weights"
            raise UserError.of("--start", f"'{start.name}' is a {start.kind} strategy, which has no weights", hint)
        values = tuple(_value(start, key) for key in keys)
        part = math.sqrt(MANY / max(MANY, len(keys)))
        return cls(start, tuple(keys), values, tuple(part * _step(start, key, value) for key, value in zip(keys, values, strict=True)))

    def strategy(self, values: Sequence[float]) -> Strategy:
        """The start with other values, rounded to thousandths and kept within what a strategy file may hold."""
        weights = {decision: dict(row) for decision, row in self.start.weights.items()}
        temperature, most = self.start.temperature, LARGEST * SCALE
        for (decision, feature), value in zip(self.keys, values, strict=True):
            scaled = max(-most, min(most, round(SCALE * float(value))))
            if decision:
                weights.setdefault(decision, {})[feature] = scaled
            else:
                temperature = max(0, scaled)
        return replace(self.start, weights=weights, temperature=temperature)


def _value(start: Strategy, key: Key) -> float:
    decision, feature = key
    return (start.weights.get(decision, {}).get(feature, 0) if decision else start.temperature) / SCALE


def _step(start: Strategy, key: Key, value: float) -> float:
    decision, _ = key
    row = [abs(weight) / SCALE for weight in start.weights.get(decision, {}).values() if weight] or [1.0]
    return max(abs(value), FLOOR * median(row) if decision else WARMTH)


def searched_keys(game: Game, options: Mapping[str, object], keep: Sequence[str], *, temperature: bool) -> list[Key]:
    """All features of decisions that come under these options, but those kept (`decision` or `decision.feature`).

    UserError for a name the game does not have, and where nothing is left.
    """
    features = {decision.name: [f.name for f in decision.features] for decision in game.decisions}
    kept: set[Key] = set()
    for text in keep:
        decision, _, feature = text.partition(".")
        listing = f"`simcli games {game.id} --features` lists them"
        if decision not in features:
            raise UserError.of(f"--keep {text}", f"{game.title} has no decision '{decision}'", nearest(decision, features, listing))
        if feature and feature not in features[decision]:
            what = f"the decision '{decision}' does not have the feature '{feature}'"
            raise UserError.of(f"--keep {text}", what, nearest(feature, features[decision], listing))
        kept |= {(decision, name) for name in features[decision] if feature in ("", name)}
    asked = [decision for decision in game.decisions if not ruled_out_by(decision, options)]
    keys = [(decision.name, f.name) for decision in asked for f in decision.features if (decision.name, f.name) not in kept]
    if not keys:
        raise UserError.of("--keep", "every weight is kept", "leave something to be searched")
    return [*keys, TEMPERATURE] if temperature else keys
