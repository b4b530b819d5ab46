"""JSON Schemas of configs and strategies for editors: `python -m simcli.config.run.schema` rewrites docs/config.schema.json."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from simcli.config.data.restrictions import BAN, BLIND, GRANT, MUST, SWAP, VERBS
from simcli.config.players.fields import KEYS as FIELD_KEYS
from simcli.config.players.search_keys import BEST, LEAD, MOST_BEST, MOST_LEAD, MOST_PLAYOUTS, PLAYOUTS
from simcli.config.players.strategies import KEYS, KINDS
from simcli.config.players.weights import ALL, LARGEST, SCALE
from simcli.config.run.models import TABLE_WORDS, ConfigFile
from simcli.config.run.sets import VARIED
from simcli.game import Feature, Game

SCHEMA_FILE = Path(__file__).parents[3] / "docs" / "config.schema.json"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
OPTION_VALUE = {"anyOf": [{"type": ["string", "boolean", "integer"]}, {"type": "array", "items": {"type": "string"}}]}
SPAN = {"type": "string", "pattern": r"^\s*-?[0-9]+\s*\.\.\s*-?[0-9]+(\s+by\s+[0-9]+)?\s*$"}
LISTED = {"type": "array", "items": {"type": ["string", "boolean", "number"]}, "minItems": 2, "uniqueItems": True}
EVERY_VALUE = {"anyOf": [{"type": "integer", "minimum": 1}, {"const": "all"}, SPAN, LISTED]}

NAMES = {"type": "array", "items": {"type": "string"}, "minItems": 1, "uniqueItems": True}
IN_TURN = {"anyOf": [{"type": "string"}, NAMES]}
EVERY = {
    "anyOf": [
        {"minProperties": 1, "maxProperties": 2, "additionalProperties": EVERY_VALUE},
        {
            "properties": {
                **dict.fromkeys((BAN, MUST, SWAP, GRANT), IN_TURN),
                BLIND: {"anyOf": [{"const": "all"}, NAMES]},
                "for": {"type": "string"},
            },
            "anyOf": [{"required": [verb]} for verb in VERBS],
            "additionalProperties": False,
        },
    ]
}


def config_schema() -> dict[str, object]:
    """JSON Schema (2020-12) of a config file."""
    schema = ConfigFile.model_json_schema()
    properties = schema["properties"]
    properties["options"]["additionalProperties"] = OPTION_VALUE
    properties["patch"]["additionalProperties"] = {"type": "object"}
    laid = {key: {k: v for k, v in properties[key].items() if k != "default"} for key in VARIED}  # over the run's own
    variant = {"type": "object", "properties": laid, "additionalProperties": False}
    properties["variants"] = _without_null(properties["variants"]) | {"minProperties": 2, "additionalProperties": variant}
    properties["every"] = _without_null(properties["every"]) | EVERY
    properties["strategies"] = _without_null(properties["strategies"])
    properties["measure"] = _without_null(properties["measure"])
    listed, drawn = properties["strategies"]["oneOf"]
    properties["strategies"]["oneOf"] = [listed | {"uniqueItems": True}, drawn]
    properties["tables"]["anyOf"] = [{"enum": list(TABLE_WORDS)}, {"$ref": "#/$defs/FixedTable"}]
    properties["tolerance"]["default"] = "4 % of even"
    for key in ("until", "report"):
        del properties[key]["default"]
    del schema["$defs"]["Report"]["properties"]["about"]["default"]
    until = schema["$defs"]["Until"]["properties"]
    schema["$defs"]["Until"]["properties"] = {name: _without_null(prop) for name, prop in until.items()}
    head = {"$schema": DIALECT, "title": "simcli config"}
    return head | {k: _untitled(v) for k, v in schema.items() if k != "title"}


def strategy_schema(game: Game) -> dict[str, object]:
    """JSON Schema of a strategy file of one game: its decisions and features by name, with what they mean."""
    every = {feature.name: feature for decision in game.decisions for feature in decision.features}
    weights = {ALL: _weighed(list(every.values()), "every decision that has the feature and no weight of its own for it")}
    weights |= {decision.name: _weighed(decision.features, decision.text) for decision in game.decisions}
    properties: dict[str, object] = {
        "game": {"const": game.id},
        "kind": {"enum": list(KINDS)},
        "idea": {"type": "string", "description": "one line for the report"},
        "extends": {"type": "string", "description": "name or path of a strategy whose weights and temperature are changed here"},
        "temperature": {"type": "number", "minimum": 0, "maximum": LARGEST, "description": "0 always takes the best action"},
        "weights": {"type": "object", "properties": weights, "additionalProperties": False},
        "rollout": {"type": "string", "description": "of a search: name or path of the strategy that playouts are played with"},
        "playouts": _from_two(MOST_PLAYOUTS, PLAYOUTS, "of a search: playouts per decision, of all actions together"),
        "best": _from_two(MOST_BEST, BEST, "of a search, or learned: most actions that are tried or judged, the best by weights"),
        "lead": {
            "type": "number",
            "minimum": 0,
            "maximum": MOST_LEAD,
            "description": f"by how much an action leads the favourite: of a search standard errors, default {LEAD / SCALE:g}",
        },
        "plan": {"type": "string", "description": "learned: name or path of the strategy whose favourites it judges"},
        "columns": _by_decision(game, {"type": "array", "items": {"type": "string"}}, "learned: by decision, what it looks at"),
        "trees": _by_decision(game, {"type": "string"}, "learned: by decision, what it has learned"),
        "checksum": {"type": "string", "description": "learned: of what it has learned"},
        "made_of": {"type": "string", "description": "learned: of its plan and of what its columns mean"},
    }
    assert tuple(properties) == KEYS
    return _file(f"simcli strategy for {game.title}", properties, ["game"])


def _by_decision(game: Game, kind: dict[str, object], text: str) -> dict[str, object]:
    properties = {decision.name: kind for decision in game.decisions}
    return {"type": "object", "properties": properties, "additionalProperties": False, "description": text}


def field_schema(game: Game) -> dict[str, object]:
    """JSON Schema of a field of one game: plans with weights."""
    count = {"type": "integer", "minimum": game.min_players, "maximum": game.max_players}
    weight = {"type": "number", "exclusiveMinimum": 0, "maximum": LARGEST}
    players = {"anyOf": [count, {"type": "array", "items": count, "minItems": 1}], "description": "numbers of players it was found for"}
    plans = {
        "type": "object",
        "additionalProperties": {"anyOf": [weight, {"type": "object", "patternProperties": {"^[1-9][0-9]*$": weight}, "minProperties": 1}]},
        "minProperties": 1,
        "description": "names or paths of strategies, each with its weight, or a weight for each number of players it plays with",
    }
    idea = {"type": "string", "description": "one line for `simcli strategies`"}
    properties: dict[str, object] = {"game": {"const": game.id}, "idea": idea, "players": players, "plans": plans}
    assert tuple(properties) == FIELD_KEYS
    return _file(f"simcli field for {game.title}", properties, ["game", "plans"])


def _file(title: str, properties: dict[str, object], required: list[str]) -> dict[str, object]:
    head = {"$schema": DIALECT, "title": title, "type": "object"}
    return head | {"properties": properties, "required": required, "additionalProperties": False}


def _from_two(most: int, default: int, text: str) -> dict[str, object]:
    return {"type": "integer", "minimum": 2, "maximum": most, "description": f"{text}; default {default}"}


def _weighed(features: Sequence[Feature], text: str) -> dict[str, object]:
    weight = {"type": "number", "minimum": -LARGEST, "maximum": LARGEST}
    properties = {feature.name: weight | {"description": feature.text} for feature in features}
    return {"type": "object", "description": text, "properties": properties, "additionalProperties": False}


def schema_text(schema: dict[str, object] | None = None) -> str:
    """Text of a schema file; of docs/config.schema.json if no other is given."""
    return json.dumps(schema or config_schema(), indent=2, ensure_ascii=False) + "\n"


def _without_null(prop: dict[str, Any]) -> dict[str, object]:
    """A key that may be left out but not be null: pydantic's `anyOf [x, null], default null` becomes x."""
    kinds = [kind for kind in prop.get("anyOf", []) if kind != {"type": "null"}]
    rest = {k: v for k, v in prop.items() if k not in ("anyOf", "default")}
    return rest | (kinds[0] if len(kinds) == 1 else {"anyOf": kinds})


def _untitled(value: object) -> object:
    """The schema without pydantic's generated titles, which only repeat the key (`title` as a property stays)."""
    if isinstance(value, list):
        return [_untitled(v) for v in value]
    if not isinstance(value, dict):
        return value
    return {k: _untitled(v) for k, v in value.items() if not (k == "title" and isinstance(v, str))}


if __name__ == "__main__":
    SCHEMA_FILE.write_text(schema_text(), encoding="utf-8")
