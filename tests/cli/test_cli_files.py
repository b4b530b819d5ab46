"""Which file a name means: one rule for configs and strategies, the user's own first, and said; what init writes for editors."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
from ruamel.yaml import YAML

from simcli.config.data.shipped import shipped_folder
from simcli.games import GAME_IDS
from tests.cli.project import Project


def test_a_config_of_ones_own_comes_before_the_shipped_one_of_its_name_and_is_said(project: Project) -> None:
    shipped = project.here("run", "guildes/plans", "--dry-run", "--format", "json")
    assert shipped.err == "config: guildes/plans, as shipped\n"
    assert json.loads(shipped.out)["deals"] == 20000
    project.write("configs/guildes/plans.yaml", "game: guildes\nplayers: 4\nstrategies: [denier, random]\ndeals: 7\n")
    for name in ("guildes/plans", "guildes/plans.yaml", "configs/guildes/plans.yaml"):
        own = project.here("run", name, "--dry-run", "--format", "json")
        assert own.err == "config: configs/guildes/plans.yaml\n"
        assert json.loads(own.out)["deals"] == 7
    assert project.here("run", "kingdom_builder/plans", "--dry-run").err.startswith("config: kingdom_builder/plans, as shipped\n")
    project.write("strategies/guildes/denier.yaml", "game: guildes\nextends: balanced\n")
    both = project.here("run", "guildes/plans", "--dry-run", "--format", "json")
    assert both.err == "config: configs/guildes/plans.yaml\nown strategies: strategies/guildes/denier.yaml\n"
    project.write("configs/mine.yaml", "game: guildes\nplayers: 3\n")
    assert project.here("run", "mine", "--dry-run").err.startswith("config: configs/mine.yaml\n")
    assert project.here("run", "main", "--dry-run").err.endswith("hint: did you mean mine?\n")


def test_the_page_and_the_trace_name_the_file_that_was_played(project: Project) -> None:
    (project.folder / "configs").mkdir()
    (project.folder / "pig.yaml").rename(project.folder / "configs/pig.yaml")
    ran = project.here("run", "pig", "--deals", 4, "--out", "run")
    assert ran.err.startswith("config: configs/pig.yaml\nown strategies: strategies/pig/hold_at_20.yaml, strategies/pig/random.yaml\n")
    assert b"simcli run configs/pig.yaml --seed 1 --deals 4" in project.read("run/report.html")
    assert project.here("trace", "pig", "--deal", 0).err.startswith("config: configs/pig.yaml\n")
    assert project.here("run", "pig", "--deals", 4, "--out", "run", "--quiet").err == ""


SAYS = {"configs": ["players"], "strategies": ["weights"], "field": ["players", "plans"]}
"""Keys by which the schemas of a config, a strategy and a field are told apart."""


def test_init_writes_schemas_that_its_copies_name_and_keep(project: Project) -> None:
    project.here("init", "mine")
    mine = project.folder / "mine"
    files = sorted(p for p in mine.rglob("*.yaml"))
    assert len(files) > 40
    for file in files:
        first, _, rest = file.read_text("utf-8").partition("\n")
        named = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
        assert named, file
        schema = json.loads((file.parent / named[1]).read_text("utf-8"))
        kind = "field" if "fields" in file.parts and "plans:" in rest else file.relative_to(mine).parts[0]
        assert [key for key in ("players", "plans", "weights") if key in schema["properties"]] == SAYS[kind]
        jsonschema.Draft202012Validator(schema).validate(json.loads(json.dumps(YAML(typ="safe", pure=True).load(rest))))
        kind, *inside = file.relative_to(mine).parts
        assert rest == Path(shipped_folder(kind), *inside).read_text("utf-8")
    assert {p.name for p in (mine / "schemas").iterdir()} == {
        "config.schema.json",
        *(f"{kind}-{g}.schema.json" for kind in ("strategy", "field") for g in GAME_IDS),
    }


def test_a_schema_refuses_what_check_refuses(project: Project) -> None:
    project.here("init", ".")
    schema = json.loads(project.read("schemas/strategy-guildes.schema.json"))
    for weights in ({"pick": {"milita": 1}}, {"pikc": {"militia": 1}}, {"pick": {"militia": "1"}}, {"pick": {"militia": 10001}}):
        text = json.dumps({"game": "guildes", "extends": "balanced", "weights": weights})
        assert not jsonschema.Draft202012Validator(schema).is_valid(json.loads(text))
        project.write("strategies/guildes/mine.yaml", text)
        assert project.here("check", "strategies/guildes/mine.yaml").code == 2
    assert jsonschema.Draft202012Validator(schema).is_valid({"game": "guildes", "weights": {"all": {"militia": 1}, "pick": {"big": -2.5}}})


def test_the_help_leads_to_docs_that_are_there(project: Project) -> None:
    assert "--docs" in project.here("--help").out
    files = [Path(line) for line in project.here("--docs").out.splitlines()]
    assert {"cli.md", "config.md", "config.schema.json", "summary.md", "summary.schema.json"} <= {f.name for f in files}
    assert all(f.is_file() for f in files)
    pyproject = (Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8")
    assert '"docs" = "simcli/_shipped/docs"' in pyproject
