"""Players who do not see everything: their strategies choose by records whose weights of the features they cannot know are zero."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcli.base.restrictions import ALL, ByPlayer
from simcli.engine.loop.lineup import note_keys
from simcli.game import Game, Record


def blind_records(blind: ByPlayer, game: Game, names: Sequence[str], records: Record, scratch: Record) -> Record:
    """The strategies' records (`names` in their order) for players who do not see everything; `records` stays as it is.

    A blind strategy has no weights of what it does not see. For a blind seat there are copies of all strategies behind the given ones;
    where they begin is written into the scratch record (`blind_rows`).
    """
    seats = [player for player in blind if player not in (ALL, *names)]
    n = len(names)
    blinded = np.zeros(n * (1 + len(seats)), records.dtype).view(type(records))
    scratch[0]["blind_rows"][:] = 0
    for block in range(1 + len(seats)):
        blinded[block * n : (block + 1) * n] = records
    _forget(blinded, _columns(game, blind.get(ALL, ())))
    for k, name in enumerate(names):
        _forget(blinded[k::n], _columns(game, blind.get(name, ())))
    for block, seat in enumerate(seats, 1):
        _forget(blinded[block * n : (block + 1) * n], _columns(game, blind[seat]))
        scratch[0]["blind_rows"][int(seat.removeprefix("seat ")) - 1] = block * n
    note_keys(blinded)
    return blinded


def _columns(game: Game, sights: Sequence[str]) -> NDArray[np.bool_]:
    """bool[decisions, features]: which features cannot be known without these sights."""
    unseen = np.zeros((len(game.decisions), game.n_features), np.bool_)
    for d, decision in enumerate(game.decisions):
        unseen[d, : len(decision.features)] = [feature.needs(sights) for feature in decision.features]
    return unseen


def _forget(records: Record, unseen: NDArray[np.bool_]) -> None:
    """Zeroes weights in records, and has the features no longer computed."""
    records["weights"][:, unseen] = 0
    for d, j in np.argwhere(unseen):
        records["feature_mask"][:, d] &= ~(np.uint64(1) << np.uint64(j))


def unseen_sights(blind: ByPlayer, name: str, seat: int = 0) -> tuple[str, ...]:
    """What the strategy `name` does not see in a seat (from 1; 0 for what it sees in none)."""
    return tuple(dict.fromkeys(sight for player in (ALL, name, f"seat {seat}") for sight in blind.get(player, ())))


def unseen_weights(blind: ByPlayer, game: Game, strategies: Sequence[Any], players: int) -> frozenset[tuple[int, str, str, str]]:
    """Seat (from 1), strategy, decision and feature of every weight that somebody at the table has and does not see; none where blindness
    changes nothing."""
    if not blind:
        return frozenset()
    return frozenset(
        (seat, strategy.name, decision.name, feature.name)
        for seat in range(1, players + 1)
        for strategy in strategies
        for decision, feature in game.features
        if strategy.weights.get(decision.name, {}).get(feature.name, 0) and feature.needs(unseen_sights(blind, strategy.name, seat))
    )


def seen_weights(weights: Mapping[str, Mapping[str, int]], game: Game, sights: Sequence[str]) -> dict[str, dict[str, int]]:
    """Weights by decision and feature without those of features that cannot be known without these sights."""
    unseen = {(decision.name, feature.name) for decision, feature in game.features if feature.needs(sights)}
    return {decision: {name: weight for name, weight in row.items() if (decision, name) not in unseen} for decision, row in weights.items()}
