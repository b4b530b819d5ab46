"""The form of scenarios (rules tests as data): their keys and kinds, and their names where a file holds several."""

from __future__ import annotations

from collections.abc import Sequence

from simcli.base.whole_numbers import DEAL_NUMBERS, SEEDS
from simcli.config.data.components import component_data, readable_components
from simcli.config.data.options import read_options, resolve_options
from simcli.config.yaml.document import Document
from simcli.config.yaml.problems import Problems, found
from simcli.config.yaml.values import whole_fault
from simcli.errors import nearest
from simcli.game import Game
from simcli.games import game_ids, get_game

KEYS = ("name", "game", "rule", "players", "deal", "seed", "options", "patch", "restrict", "set", "do", "expect")
REQUIRED = ("game", "players", "expect")
_KINDS: dict[str, tuple[type, str]] = {
    "rule": (list, "a list of rule ids"),
    "options": (dict, "option ids with values"),
    "patch": (dict, "component files with changes"),
    "restrict": (dict, "seats with {ban: [item ids]} or {grant: [item ids]}"),
    "set": (dict, "fields with values"),
    "do": (list, "a list of action texts"),
    "expect": (dict, "fields with values"),
}


def check_scenario(document: Document, problems: Problems) -> Game | None:
    """Checks a scenario's keys and returns its game; None when the game is missing or unknown."""
    data = document.data
    problems.refuse_unknown(document, KEYS, "a scenario")
    for key in REQUIRED:
        if key not in data:
            problems.add(document.value(()), f"the key '{key}' is missing", f"add `{key}: ...`")
    for key, (kind, expected) in _KINDS.items():
        if key in data and not isinstance(data[key], kind):
            problems.add(document.value((key,)), f"{key}: found {found(data[key])}, expected {expected}")
    for key in ("rule", "do"):
        for i, entry in enumerate(data[key] if isinstance(data.get(key), list) else ()):
            if not isinstance(entry, str):
                problems.add(document.value((key, i)), f"{key}: found {found(entry)}, expected text", "quote it")
    if "name" in data and not isinstance(data["name"], str):
        problems.add(document.value(("name",)), f"name: found {found(data['name'])}, expected text", "quote it")
    for key, allowed in (("deal", DEAL_NUMBERS), ("seed", SEEDS)):
        if key in data:
            _whole(document, key, *allowed, problems)
    if "game" not in data:
        return None
    if not isinstance(data["game"], str) or data["game"] not in game_ids():
        message = f"game: found {found(data['game'])}, expected the id of a game"
        problems.add(document.value(("game",)), message, nearest(data["game"], game_ids()))
        return None
    game = get_game(data["game"])
    if "players" in data:
        _whole(document, "players", game.min_players, game.max_players, problems)
    if isinstance(data.get("options"), dict):
        files = readable_components(game, problems)
        if files is not None:
            resolve_options(game, read_options(files.get("options"), problems), component_data(files), document, data["options"], problems)
    return game


def check_names(documents: Sequence[Document], problems: Problems) -> None:
    """Of several scenarios in a file each has a name of its own."""
    first: dict[str, Document] = {}
    for document in documents if len(documents) > 1 else ():
        name = document.data.get("name")
        if name is None:
            problems.add(document.value(()), "a scenario among others in a file has no name", "add `name: ...`")
        elif str(name) in first:
            place = first[str(name)].value(("name",))
            problems.add(document.value(("name",)), f"the name '{name}' stands here a second time", f"it stands first at {place}")
        else:
            first[str(name)] = document


def _whole(document: Document, key: str, low: int, high: int, problems: Problems) -> None:
    if fault := whole_fault(document.data[key], low, high):
        problems.add(document.value((key,)), f"{key}: {fault[0]}", fault[1])
