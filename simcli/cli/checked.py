"""What `simcli check` reads and plays of the files that are named, and what it says of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from simcli.config import check_paths, load_config
from simcli.config.data.shipped import SUFFIXES
from simcli.config.players.strategies import HEURISTIC
from simcli.config.run.check import ScenarioCheck, recognise, visible
from simcli.config.yaml.document import Document
from simcli.config.yaml.problems import Problems
from simcli.config.yaml.text_files import read_mappings
from simcli.errors import Problem, UserError
from simcli.game import Game
from simcli.games import games_at, get_game
from simcli.games.onefile.places import is_game_file
from simcli.sim.scenario import run_scenario
from simcli.studies import module_of, study_names
from simcli.terminal import ui
from simcli.terminal.kernels import announce_compiling

PLAYERS, DEALS = 4, 10
"""How a strategy plays that is checked by name: all seats, every deal in all rotations."""


def check_all(paths: list[Path]) -> int:
    """Checks files and folders, the current one if none is named, and prints what is wrong; returns the exit code."""
    given, warnings = paths or [Path()], Problems()
    problems = check_paths(given, scenario_check(), warnings)
    if not problems:
        warnings.extend(played(given))
    ui.show_warnings(warnings.sorted())
    if problems:
        ui.show_problems(problems)
        return ui.USAGE
    games_answer(paths)
    n = count_files(given)
    ui.write(f"{n} file{'' if n == 1 else 's'} checked, no problems\n")
    return ui.DONE


def scenario_check() -> ScenarioCheck:
    """Plays a scenario through, so that its `do` and `expect` are checked too; the kernels load when the first one comes."""
    announced: set[str] = set()

    def play(document: Document, game: Game) -> list[Problem]:
        if game.id not in announced:
            announced.add(game.id)
            announce_compiling(game)
        return run_scenario(document, game)

    return play


def played(paths: list[Path]) -> Iterator[Problem]:
    """What studies warn of a strategy with weights, given by name, that plays a few games in all seats."""
    for path in paths:
        documents = read_mappings(path) if path.is_file() and path.suffix in SUFFIXES else []
        if [recognise(document) for document in documents] != ["strategy"]:
            continue
        game = get_game(documents[0].data["game"])
        players = min(max(PLAYERS, game.min_players), game.max_players)
        run = load_config({"game": game.id, "players": players, "strategies": [str(path.resolve())], "deals": DEALS})
        if run.strategies[0].kind != HEURISTIC:
            continue
        where = documents[0].key(("weights",) if "weights" in documents[0].data else ())
        for module in filter(None, (module_of(study, "in_check") for study in study_names())):
            announce_compiling(game, module.KIND)
            yield from (Problem(where, what, module.HINT) for what in module.told(run))


def games_answer(paths: list[Path]) -> None:
    """Plays the games whose file or folder is named, and prints a sentence and a table of each. UserError with what its rules do wrong."""
    for game in (game for path in paths for game in games_at(path)):
        for module in filter(None, (module_of(study, "in_check") for study in study_names())):
            if hasattr(module, "of_game"):
                sentence, table = module.of_game(game, partial(announce_compiling, game, module.KIND))
                ui.write_line(sentence)
                ui.write_table(table)


def count_files(paths: list[Path]) -> int:
    """Files among `paths` that were looked at because they are simcli's."""
    folders = [path for path in paths if not path.is_file()]
    count = len(paths) - len(folders)
    for file in (file for folder in folders for file in visible(folder)):
        count += is_game_file(file) or (file.suffix == ".py" and "strategies" in file.resolve().parts)
        if file.suffix in SUFFIXES and file.is_file():
            with suppress(UserError):
                count += any(map(recognise, read_mappings(file)))
    return count
