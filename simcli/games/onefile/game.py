"""The table of contents of a game in one file."""

from __future__ import annotations

from pathlib import Path

from simcli.game import Decision, Effect, Feature, Game, Price
from simcli.games.onefile.columns import columns_of, context_of
from simcli.games.onefile.folder import BEHAVIOUR, prefix
from simcli.games.onefile.spec import Shape

MAX_DECISIONS = 20_000
PRICE = Price(10, 20, 200, 60)
"""Of any game: an estimate. Batches are cut by it, so that it must not depend on the machine."""


def game_of(rules: Shape, package: str, folder: str, file: Path | None = None) -> Game:
    """The game as simcli knows it; its modules are those of `package`, its rules stand in `file` or in its folder."""
    low, high = rules.players
    return Game(
        id=rules.id,
        title=rules.title,
        min_players=low,
        max_players=high,
        behaviour=BEHAVIOUR,
        package=package,
        folder=Path(folder),
        decisions=tuple(
            Decision(
                decision.name,
                f"{prefix(rules)}-{number}00",
                " or ".join(verb.name.replace("_", " ") for verb in decision.verbs),
                tuple(Feature(column.name, column.text) for column in columns_of(rules, decision)[0]),
            )
            for number, decision in enumerate(rules.decisions, start=1)
        ),
        max_decisions=MAX_DECISIONS,
        prices=dict.fromkeys(range(low, high + 1), PRICE),
        has_start_player=True,
        together=rules.together,
        context=tuple(Feature(column.name, column.text) for column in context_of(rules)),
        effects=tuple(Effect(verb.name, verb.text or verb.name.replace("_", " ")) for verb in rules.verbs),
        file=file,
    )
