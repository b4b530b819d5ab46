"""What all studies have from one declaration: the same options, a plan, and the command that goes on."""

from __future__ import annotations

import json
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Annotated

import pytest
import typer

from simcli.cli.app import verbs
from simcli.errors import InterruptedRun
from simcli.games import get_game
from simcli.terminal.common import Common, Kept, with_options
from tests.cli.project import Project

COMMON = {"--players", "--deals", "--seed", "--set", "--workers", "--dry-run", "--format", "--quiet"}
KEPT = ("run", "whatif", "cards", "sensitivity", "fix", "matchups", "tune", "learn", "league", "ladder")
"""Studies that leave a folder."""
PLANS = {
    "run": ("run", "pig.yaml"),
    "whatif": ("whatif", "pig.yaml", "--set", "patch.setup.goal=30"),
    "cards": ("cards", "guildes/seats", "guild"),
    "sensitivity": ("sensitivity", "pig.yaml", "setup.goal"),
    "fix": ("fix", "pig.yaml", "--goal", "seat 1 even", "--by", "setup.goal", "--within", "21..23"),
    "matchups": ("matchups", "pig.yaml"),
    "tune": ("tune", "pig", "--start", "hold_at_20", "--field", "random"),
    "learn": ("learn", "pig", "--plan", "hold_at_20", "--field", "random"),
    "league": ("league", "pig", "--field", "hold_at_20,random"),
    "ladder": ("ladder", "pig.yaml", "--rungs", "random,hold_at_20"),
    "feel": ("feel", "pig.yaml"),
    "regret": ("regret", "pig.yaml"),
    "decisions": ("decisions", "pig.yaml", "--out", "d.parquet"),
    "coverage": ("coverage", "pig.yaml"),
}
"""A command line of every study that plays."""


def options_of(verb: str) -> set[str]:
    command = next(one.command() for one in verbs() if one.name == verb)
    return {name for option in command.params for name in option.opts}


@pytest.mark.parametrize("verb", PLANS)
def test_every_study_that_plays_has_the_common_options(verb: str) -> None:
    assert COMMON | ({"--out"} if verb in KEPT else set()) <= options_of(verb)


@pytest.mark.parametrize("verb", PLANS)
def test_a_plan_plays_and_writes_nothing(project: Project, verb: str) -> None:
    project.write("pig.yaml", "game: pig\nplayers: 2\nstrategies: [hold_at_20, random]\ndeals: 40\n")
    before, words = project.files(), (*PLANS[verb], "--players", 3, "--dry-run", "--workers", 1)
    shown = project.here(*words)
    assert shown.code == 0, shown.err
    game = get_game("guildes" if verb == "cards" else "pig")  # no item of Pig can be banned
    assert game.title in shown.out
    assert json.loads(project.here(*words, "--format", "json").out)["game"] == game.id
    assert project.files() == before


@pytest.mark.parametrize(("verb", "place"), [("coverage", "cover"), ("feel", "follow_run"), ("regret", "look_ahead")])
def test_only_what_keeps_something_is_gone_on_with(project: Project, monkeypatch: pytest.MonkeyPatch, verb: str, place: str) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise InterruptedRun("interrupted")

    monkeypatch.setattr(f"simcli.studies.{verb}.study.{place}", stopped)
    shown = project.here(verb, "pig.yaml", "--deals", 20)
    assert shown.code == 130
    is_kept = verb != "coverage"
    assert (f"to go on: simcli {verb} pig.yaml --deals 20" in shown.err, "to go on" in shown.err) == (is_kept, is_kept)


def test_the_games_of_a_plan_are_those_that_are_played(project: Project) -> None:
    project.write("pig.yaml", "game: pig\nplayers: [2, 3]\nstrategies: [hold_at_20, random]\ndeals: 40\n")
    for verb, key in (("feel", "cells"), ("regret", "cells"), ("matchups", "fields")):
        words = (*PLANS[verb], "--deals", 20, "--workers", 1, "--format", "json")
        plan, played = (json.loads(project.here(*words, *more).out) for more in (("--dry-run",), ()))
        assert plan["games"] == sum(one["games"] for one in played[key])
    plan = json.loads(project.here(*PLANS["coverage"], "--dry-run", "--format", "json").out)
    assert plan["games"] == json.loads(project.here(*PLANS["coverage"], "--format", "json").out)["games"]


@dataclass(frozen=True, kw_only=True)
class Coloured(Kept):
    colour: Annotated[str, typer.Option(help="Its colour.")] = "red"


def test_a_record_is_handed_its_options_and_the_command_line() -> None:
    seen: list[tuple[str, Common, int]] = []

    @with_options
    def verb(name: Annotated[str, typer.Argument()], common: Coloured, times: Annotated[int, typer.Option()] = 2) -> int:
        seen.append((name, common, times))
        return 0

    made = typer.Typer()
    made.command("verb")(verb)
    words = ["x y", "--colour", "blue", "--deals", "7"]
    typer.main.get_command(made).main(words, standalone_mode=False, obj=("verb", *words))
    ((name, common, times),) = seen
    assert (name, common.deals, common.out, times) == ("x y", 7, None, 2)  # type: ignore[attr-defined]
    assert common == Coloured(colour="blue", deals=7, command="simcli verb 'x y' --colour blue --deals 7")
    assert verb(context=SimpleNamespace(obj=()), name="n", times=1, **dict.fromkeys(_names(Coloured))) == 0


def _names(kind: type) -> list[str]:
    from dataclasses import fields

    return [one.name for one in fields(kind) if one.name != "command"]
