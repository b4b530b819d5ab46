"""`simcli games`: the games, and what a config or a strategy can name in one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcli.errors import UserError
from simcli.games import game_ids, get_game, named_game, sound_ids
from simcli.report.table.grid import Facts, Listing
from simcli.terminal import ui
from simcli.terminal.arguments import game_names, word
from simcli.terminal.common import argument, option
from simcli.terminal.ui import TableForm

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np

    from simcli.game import Game, Item, Option

EXAMPLES = (
    "simcli games",
    "simcli games guildes --features",
    "simcli games guildes --options --format json",
    "simcli games guildes --fields",
    "simcli games guildes --numbers",
)
Games = Annotated[list[str] | None, typer.Argument(metavar="GAME...", help="Ids of games; all if not given.", autocompletion=game_names)]
Printed = Annotated[TableForm, typer.Option("--format", help="How it is printed.", **word("--format", TableForm))]
GIVEN = "GAME"
"""Where the command line names a game."""
PARTS = "What is shown (all but --fields and --numbers if none is asked for)"


def games(
    game: Annotated[str | None, argument("Id of a game; all games are listed if not given.", "GAME", autocompletion=game_names)] = None,
    features: Annotated[
        bool,
        option("Decisions and their features, what is known of a position, and the sights that these need.", "--features", panel=PARTS),
    ] = False,
    items: Annotated[bool, option("Measured components, with provenance.", "--items", panel=PARTS)] = False,
    options: Annotated[bool, option("Rule switches, defaults, rule ids.", "--options", panel=PARTS)] = False,
    fields: Annotated[bool, option("Fields of the records a Python strategy reads.", "--fields", panel=PARTS)] = False,
    numbers: Annotated[bool, option("Numbers that can be changed: path, value, unit, bounds, card.", "--numbers", panel=PARTS)] = False,
    form: Printed = TableForm.TABLE,
) -> int:
    """Lists the games, or what there is to name in one of them."""
    parts = [
        name
        for name, asked in (("features", features), ("items", items), ("options", options), ("fields", fields), ("numbers", numbers))
        if asked
    ]
    if game is None:
        if parts:
            raise UserError.of(f"--{parts[0]}", "needs the id of a game", f"write `simcli games {game_ids()[0]} --{parts[0]}`")
        rows = [facts(get_game(game_id)) for game_id in all_games()]
        if form is TableForm.JSON:
            ui.write_json(rows)
        else:
            texts = tuple((row["game"], row["title"], "{} to {}".format(*row["players"]), row["authors"]) for row in rows)
            ui.write_table(Listing(("Game", "Title", "Players", "Authors"), texts, prose=frozenset((1, 3))))
        return ui.DONE
    data = game_data(named_game(game, GIVEN), parts or ["features", "items", "options"])
    ui.write_json(data) if form is TableForm.JSON else _show_game(data)
    return ui.DONE


def all_games() -> list[str]:
    """Ids of all games that can be read; a file of the current folder that has mistakes is named and left out."""
    sound = sound_ids()
    for name in (one for one in game_ids() if one not in sound):
        ui.say(f"{name}.py has mistakes and is left out: simcli check {name}.py")
    return list(sound)


def facts(game: Game) -> dict[str, Any]:
    """What a game is."""
    about = {"game": game.id, "title": game.title, "authors": game.authors, "players": [game.min_players, game.max_players]}
    return about | {"behaviour": game.behaviour, "decisions": len(game.decisions)}


def game_data(game: Game, parts: list[str]) -> dict[str, Any]:
    """Facts of a game, and of its parts the ones asked for."""
    known_options, catalogued, categories = _components(game)
    data = facts(game) | {"categories": list(categories)}
    if "features" in parts:
        data["features"] = [
            {"decision": d.name, "rule": d.rule, "text": d.text, "features": {f.name: f.text for f in d.features}} for d in game.decisions
        ]
        data["context"] = {column.name: column.text for column in game.context}
        data["sights"] = [
            {
                "sight": sight.name,
                "text": sight.text,
                "features": [f"{d.name}.{f.name}" for d, f in game.features if f.needs((sight.name,))],
                "context": [column.name for column in game.context if column.needs((sight.name,))],
            }
            for sight in game.sights
        ]
    if "items" in parts:
        data["items"] = [{"item": i.id, "kind": i.kind, "name": i.name, "provenance": i.provenance} for i in catalogued]
    if "options" in parts:
        data["options"] = [
            {"option": o.id, "default": o.default, "values": list(o.values)}
            | {"range": list(o.range) if o.range else None, "list_of": o.list_of or None, "rule": o.rule, "text": o.text}
            | {"provenance": o.provenance}
            for o in known_options
        ]
    if "fields" in parts:
        state, tables = game.state, game.tables
        data["fields"] = {"s": _fields(state.STATE, state.STATE_FIELDS), "t": _fields(tables.TABLES, tables.TABLES_FIELDS)}
    if "numbers" in parts:
        data["numbers"] = _numbers(game, known_options)
    return data


def _numbers(game: Game, known_options: list[Option]) -> list[dict[str, Any]]:
    """Every number that a patch or an option can change, as `--set` names it; least and greatest are those of the file's model."""
    from simcli.config.data.components import component_data, read_components
    from simcli.config.data.number_names import facts, numbers_of

    data = component_data(read_components(game))
    own = {option.id: option for option in known_options if option.range}
    found = numbers_of(game.models, data, {option.id: option.default for option in own.values()})
    listed = [number for number in found if not number.is_option]
    rows: list[dict[str, object]] = [
        {"path": f"patch.{number.path}", "name": number.name, "value": number.value, "unit": about.unit or None}
        | {"least": about.low, "greatest": about.high, "card": about.card or None}
        for number, about in zip(listed, facts(game.models, data, [number.place for number in listed]), strict=True)
        if about.is_bounded
    ]
    for number in found:
        if number.is_option and (span := own[str(number.steps[1])].range):
            row = {"path": number.path, "name": number.name, "value": number.value, "unit": None}
            rows.append(row | {"least": span[0], "greatest": span[1], "card": None})
    return rows


def _fields(dtype: np.dtype[Any], texts: Mapping[str, str]) -> list[dict[str, object]]:
    """Name, type, shape and meaning of every field of a record of the game."""
    return [{"field": n, "type": dtype[n].base.name, "shape": list(dtype[n].shape), "text": texts[n]} for n in dtype.names or ()]


def _components(game: Game) -> tuple[list[Option], tuple[Item, ...], tuple[str, ...]]:
    from simcli.config.data.components import component_data, readable_components
    from simcli.config.data.options import read_options
    from simcli.config.yaml.problems import Problems

    problems = Problems()
    files = readable_components(game, problems)
    problems.raise_any()
    assert files is not None
    options = read_options(files.get("options"), problems)
    problems.raise_any()
    catalogue = game.catalogue(component_data(files), {o.id: o.default for o in options.values()})
    return list(options.values()), catalogue.items, catalogue.categories


def _show_game(data: dict[str, Any]) -> None:
    about = {
        "Game": ", ".join(filter(None, (f"{data['title']} ({data['game']})", data["authors"]))),
        "Players": f"{data['players'][0]} to {data['players'][1]}",
        "Behaviour": f"version {data['behaviour']}",
        "Score": ", ".join(data["categories"]),
    }
    shown: list[Any] = [Facts(tuple(about.items()))]
    if "features" in data:
        rows = []
        for decision in data["features"]:
            rows.append((decision["decision"], "", decision["text"], decision["rule"]))
            rows += [("", name, text, "") for name, text in decision["features"].items()]
        shown.append(Listing(("Decision", "Feature", "What it is", "Rule"), tuple(rows), prose=frozenset((2, 3))))
    if data.get("context"):
        shown.append(Listing(("Position", "What learned players know of it"), tuple(data["context"].items()), prose=frozenset((1,))))
    if data.get("sights"):
        sights = tuple(
            (s["sight"], s["text"], ", ".join(dict.fromkeys((*(f.partition(".")[2] for f in s["features"]), *s["context"]))))
            for s in data["sights"]
        )
        shown.append(Listing(("Sight", "What a player sees by it", "Features that need it"), sights, prose=frozenset((1, 2))))
    if "items" in data:
        shown.append(
            Listing(("Item", "Kind", "Name", "Provenance"), tuple(tuple(i.values()) for i in data["items"]), prose=frozenset((2,)))
        )
    if "options" in data:
        for title, options in _parted(data["options"]).items():
            texts = tuple((o["option"], _word(o["default"]), _allowed(o), o["text"], o["rule"]) for o in options)
            shown.append(Listing((title, "Default", "Values", "What it does", "Rule"), texts, prose=frozenset((2, 3))))
    for letter, fields in data.get("fields", {}).items():
        lines = tuple((f"{letter}.{f['field']}", f["type"] + (str(f["shape"]) if f["shape"] else ""), f["text"]) for f in fields)
        shown.append(Listing(("Field", "Type", "What it is"), lines, prose=frozenset((2,))))
    if "numbers" in data:
        told = tuple((n["path"], n["name"], str(n["value"]), n["unit"] or "–", _span(n), n["card"] or "–") for n in data["numbers"])
        shown.append(Listing(("Path", "Name", "Printed", "Unit", "From, to", "Card"), told, prose=frozenset((1, 3, 5))))
    ui.write_table(*shown)


def _span(number: dict[str, object]) -> str:
    """`0 to 60`."""
    least, greatest = number["least"], number["greatest"]
    if least is None or greatest is None:
        return f"at most {greatest}" if least is None else f"{least} or more"
    return f"{least} to {greatest}"


def _parted(options: list[dict[str, object]]) -> dict[str, list[dict[str, Any]]]:
    """Options that settle what the rules leave open or offer, then house rules, which are off as printed."""
    parts: dict[str, list[dict[str, object]]] = {"Option": [], "House rule": []}
    for one in options:
        parts["House rule" if one["provenance"] == "house rule" else "Option"].append(one)
    return {title: rows for title, rows in parts.items() if rows}


def _allowed(option: dict[str, Any]) -> str:
    """What an option may be set to, as its row of the table says it."""
    kinds = [", ".join(map(_word, option["values"]))] if option["values"] else []
    kinds += ["{} to {}".format(*option["range"])] if option["range"] else []
    kinds += [f"a list of {option['list_of']}"] if option["list_of"] else []
    return ", or ".join(kinds)


def _word(value: str | bool | int) -> str:
    """A value as a config writes it."""
    return value if isinstance(value, str) else str(value).lower()
