"""`simcli strategies`: which strategies there are, what they try, and where they come from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from simcli.cli.games import GIVEN, Printed, all_games
from simcli.errors import Where
from simcli.game import Game
from simcli.games import get_game, named_game
from simcli.report import formatting as fmt
from simcli.report.table.grid import Listing
from simcli.terminal import ui
from simcli.terminal.arguments import game_names
from simcli.terminal.common import argument
from simcli.terminal.ui import TableForm

EXAMPLES = ("simcli strategies", "simcli strategies guildes --format json")


def strategies(
    game: Annotated[str | None, argument("Id of a game; all games if not given.", "GAME", autocompletion=game_names)] = None,
    form: Printed = TableForm.TABLE,
) -> int:
    """Lists the strategies and fields a config can name: the shipped ones, and those in ./strategies/GAME."""
    from simcli.config.yaml.problems import Problems

    problems = Problems()
    chosen = [get_game(g) for g in all_games()] if game is None else [named_game(game, GIVEN)]
    rows = [row for each in chosen for row in known_strategies(each, problems)]
    if form is TableForm.JSON:
        ui.write_json(rows)
    else:
        texts = tuple((row["name"], row["game"], row["kind"], row["idea"], row["where"]) for row in rows)
        ui.write_table(Listing(("Strategy", "Game", "Kind", "Idea", "From"), texts, prose=frozenset((3,))))
    problems.raise_any()
    return ui.DONE


def known_strategies(game: Game, problems: Any) -> list[dict[str, str]]:
    """Name, kind, idea and place of every strategy and field of a game, of a field with its plans; those that cannot be read go to
    `problems`."""
    from simcli.config.players.fields import FOLDER, field_names, load_field
    from simcli.config.players.strategies import load_strategy
    from simcli.config.players.strategy_files import STRATEGY_SUFFIXES, shipped_strategies

    own = Path("strategies") / game.id
    found = {p.stem for p in own.iterdir() if p.suffix in STRATEGY_SUFFIXES and p.name[0] not in "._"} if own.is_dir() else set()
    rows = []
    for name in sorted({*shipped_strategies(game.id), *found}):
        strategy = load_strategy(name, game, None, Where(str(own)), problems)
        if strategy is not None:
            rows.append(
                {"game": game.id, "name": name, "kind": strategy.kind, "idea": strategy.idea, "where": _shown(strategy.where, game)}
            )
    for name in field_names(game.id):
        field = load_field(name, game, Path(), Where(f"{FOLDER}/{name}"), problems)
        if field is not None:
            drawn = fmt.drawn_texts({n: field.shares_at(n) for n in field.players})
            plans = ", ".join(f"{plan.name} {often}" for plan, often in zip(field.plans, drawn, strict=True))
            rows.append({"game": game.id, "name": name, "kind": "field", "idea": f"{plans}. {field.idea}", "where": field.where})
    return rows


def _shown(where: str, game: Game) -> str:
    """The file of a strategy; that of the game where it was made from that."""
    return game.file.name if game.file is not None and Path(where).is_relative_to(game.folder) else where
