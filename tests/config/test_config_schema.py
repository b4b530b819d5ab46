"""docs/config.schema.json: up to date, a description for every key, and of one mind with the models."""

from __future__ import annotations

import json

import jsonschema  # type: ignore[import-untyped]
import pytest

from simcli.config.run.models import EXPECTED, ConfigFile, parse_config
from simcli.config.run.schema import SCHEMA_FILE, config_schema, schema_text
from simcli.config.yaml.document import parse_yaml
from simcli.config.yaml.problems import Problems

HEAD = "game: hats\nplayers: 3\n"


def test_the_committed_schema_is_up_to_date() -> None:
    assert SCHEMA_FILE.read_text(encoding="utf-8") == schema_text()


def test_every_key_is_described_and_documented() -> None:
    schema = config_schema()
    parts = [schema, *schema["$defs"].values()]
    assert all(prop.get("description") for part in parts for prop in part["properties"].values())
    assert list(schema["properties"]) == list(ConfigFile.model_fields) == [k for k in EXPECTED if "." not in k]
    manual = (SCHEMA_FILE.parent / "config.md").read_text(encoding="utf-8")
    assert [key for key in EXPECTED if f"`{key}`" not in manual] == []


@pytest.mark.parametrize(
    ("text", "right"),
    [
        (HEAD, True),
        ("game: hats\nplayers: [2, 3]\n", True),
        (HEAD + "strategies: {field: even}\n", True),
        (HEAD + "strategies: {field: 3}\n", False),
        (HEAD + "strategies: {fields: even}\n", False),
        (HEAD + "strategies: [bold]\ntables: mirror\ndeals: 5\nseed: 0\ntolerance: 3 %\n", True),
        (HEAD + "tables: {fixed: [a, a]}\nuntil: {half_width: 0.01, minutes: 2}\n", True),
        (HEAD + "options: {a: on, b: true, c: [x, x]}\npatch: {hats: {}}\nreport: {title: x}\n", True),
        (HEAD + "measure: feel\n", True),
        (HEAD + "measure: none\n", True),
        (HEAD + "measure: [reply, feel]\n", True),
        (HEAD + "measure: []\n", True),
        (HEAD + "measure: [feel, feel]\n", False),
        (HEAD + "measure: [none]\n", False),
        (HEAD + "measure: feal\n", False),
        (HEAD + "measure: null\n", False),
        (HEAD + "deals: 0\n", False),
        (HEAD + "deals: 1.5\n", False),
        (HEAD + "tables: x\n", False),
        (HEAD + "tables: {fixed: []}\n", False),
        (HEAD + "until: {half_width: x}\n", False),
        (HEAD + "until: {minutes: null}\n", False),
        (HEAD + "strategies: null\n", False),
        (HEAD + "strategies: []\n", False),
        (HEAD + "report: {titel: x}\n", False),
        (HEAD + "tolerance: 1\n", False),
        ("game: hats\n", False),
        ("game: hats\nplayers: [2, 2]\n", False),
    ],
)
def test_the_schema_and_the_models_agree(text: str, right: bool) -> None:
    document = parse_yaml(text, "f.yaml")
    problems = Problems()
    parse_config(document, problems)
    validator = jsonschema.Draft202012Validator(json.loads(schema_text()))
    assert validator.is_valid(document.data) is right
    assert (len(problems) == 0) is right
