"""Actions that were tried as columns of a table, a row each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from simcli.engine.loop import course as loop
from simcli.game import SIXTIETHS
from simcli.sim.folder.parquet import Named
from simcli.sim.look import TriedActions

GROUP_GAMES = 8192
"""Games of a row group."""


class TriedColumns(TriedActions):
    """The actions tried in games of a cell, as columns."""

    def groups(self, texts: Sequence[Sequence[str]], worlds: int) -> Iterator[dict[str, object]]:
        """Columns of the actions, a group for each `GROUP_GAMES` games, one at least; texts: of the actions of each game; worlds: in which
        each was tried."""
        for first in range(0, max(1, len(self.rows)), GROUP_GAMES):
            last = first + GROUP_GAMES
            part = TriedColumns.of(self.run, self.cell, self.rows[first:last])
            said = [text for of_game in texts[first:last] for text in of_game]
            yield part._games() | part._actions(said, worlds // 2) | part._results() | part._features()

    def _games(self) -> dict[str, object]:
        run, games = self.run, self.rows[self.game]
        seats = games[:, loop.LOOK_COLUMNS : loop.LOOK_COLUMNS + self.cell.players]
        strategy = np.take_along_axis(seats, games[:, loop.SEAT, None], axis=1)[:, 0]
        variants = [variant.name for variant in run.variants]
        return {
            "deal": games[:, loop.LOOK_DEAL],
            "rotation": games[:, loop.LOOK_ROTATION].astype(np.int16),
            "variant": Named(np.full(len(games), variants.index(self.cell.variant) if variants else -1), variants),
            "players": np.full(len(games), self.cell.players, np.int8),
            "seat": (games[:, loop.SEAT] + 1).astype(np.int8),
            "strategy": Named(strategy, [one.name for one in run.strategies]),
            "round": games[:, loop.LOOK_ROUND].astype(np.int32),
            "decision": Named(games[:, loop.DECISION], [one.name for one in run.game.decisions]),
            "choices": games[:, loop.CHOICES].astype(np.int32),
            "legal": games[:, loop.LEGAL].astype(np.int32),
        }

    def _actions(self, texts: Sequence[str], half: int) -> dict[str, object]:
        one = self.tried[self.game, self.place]
        return {
            "action": one[:, loop.ACTION],
            "text": list(texts),
            "taken": self.place == 0,
            "worlds": np.full(len(one), half, np.int32),
            "share_a": one[:, loop.SHARES] / (SIXTIETHS * half),
            "share_b": one[:, loop.SHARES + 1] / (SIXTIETHS * half),
            "lead_a": one[:, loop.LEADS] / half,
            "lead_b": one[:, loop.LEADS + 1] / half,
        }

    def _results(self) -> dict[str, object]:
        games = self.rows[self.game]
        return {"won": games[:, loop.WON] / SIXTIETHS, "points": games[:, loop.FINAL].astype(np.int32)}

    def _features(self) -> dict[str, object]:
        one, decision = self.tried[self.game, self.place].astype(np.int32), self.rows[self.game, loop.DECISION]
        return {
            f"{asked.name}.{feature.name}": np.ma.MaskedArray(one[:, loop.ACTION_COLUMNS + f], decision != d)
            for d, asked in enumerate(self.run.game.decisions)
            for f, feature in enumerate(asked.features)
        } | {
            f"{when}.{feature.name}": one[:, loop.ACTION_COLUMNS + self.run.game.n_features + half * len(self.run.game.context) + k]
            for half, when in enumerate(("before", "after"))
            for k, feature in enumerate(self.run.game.context)
        }
