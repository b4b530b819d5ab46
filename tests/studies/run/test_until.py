"""The command that settles what is open can be typed where a config has stop rules: it plays more deals than they left."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from simcli.config.data.shipped import shipped_configs
from simcli.config.run.commands import rerun_command
from simcli.sim.folder.results import stored_run
from simcli.sim.folder.store import read_run
from tests.cli.project import Project, command_of

SHIPPED = sorted(name for name, path in shipped_configs().items() if re.search(r"(?m)^until:", path.read_text("utf-8")))
WIDE = ("--set", "until.half_width=0.2", "--deals", 600)
SETTLES = re.compile(r"(simcli \w+ [^()]*?) --deals \d+")


def deals(project: Project) -> tuple[int, str]:
    """Deals of the one run folder, and what ended it."""
    (folder,) = (project.folder / "reports").iterdir()
    summary = json.loads((folder / "summary.json").read_text("utf-8"))
    return summary["deals"], summary["stopped_by"]


@pytest.fixture
def here(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Batches of few deals, so that a stop rule is reached soon; no page is drawn."""
    monkeypatch.setattr("simcli.sim.plan.BATCH_MICROSECONDS", 2000)
    for place in ("report.page", "studies.result"):
        monkeypatch.setattr(f"simcli.{place}.rendered", lambda _: "")
    return project


def typed(here: Project, *args: object) -> None:
    """Plays until the rule stops it, then types the command that is printed and that of the page, each with ten deals more."""
    shown = here.here(*args)
    assert shown.code == 0, shown.err
    before, ended_by = deals(here)
    assert ended_by == "half_width"
    (folder,) = (here.folder / "reports").iterdir()
    found = SETTLES.search(shown.out + shown.err)
    short = f"simcli more reports/{folder.name}" if found is None else found[1]
    long = rerun_command(stored_run(folder, read_run(folder)), args[0])
    assert long.count("until") == 1
    for i, command in enumerate((short, long), start=1):
        again = here.here(*shlex.split(command)[1:], "--deals", before + 10 * i, "-q")
        assert again.code == 0, again.err
        assert deals(here) == (before + 10 * i, "deals")


def test_there_are_such_configs() -> None:
    assert len(SHIPPED) >= 11


@pytest.mark.parametrize("name", SHIPPED)
def test_the_printed_command_goes_on_in_every_shipped_config_with_a_stop_rule(here: Project, name: str) -> None:
    typed(here, "run", name, *WIDE, "--set", "players=3" if "players: [3" in shipped_configs()[name].read_text("utf-8") else "players=2")


def test_so_do_those_of_matchups_and_of_a_gate(here: Project) -> None:
    here.write("ruled.yaml", "game: pig\nplayers: 2\nstrategies: [hold_at_20, hold_at_25]\nuntil: {half_width: 0.2}\n")
    typed(here, "matchups", "ruled.yaml", "--deals", 600)
    (folder,) = (here.folder / "reports").iterdir()
    here.write("targets.yaml", "targets: {hold_at_20 mean win share: at least 52 %}\n")
    assert "--set 'until={}'" in here.here("gate", Path("reports") / folder.name, "targets.yaml").out


def test_a_rule_that_was_set_by_hand_is_taken_off_too(here: Project) -> None:
    typed(here, "run", "pig.yaml", "--set", "until={half_width: 0.2, minutes: 5}", "--set", "strategies=[hold_at_20,hold_at_25]")


def test_a_fix_is_asked_again_with_all_its_fresh_deals(here: Project) -> None:
    here.write("until.yaml", "game: pig\nplayers: 2\nstrategies: [random]\ntables: mirror\nuntil: {half_width: 0.4}\n")
    words = ("--goal", "seat 1 even", "--by", "setup.goal", "--within", "98..99", "--deals", 60, "--out", "fixed")
    here.here("fix", "until.yaml", *words)
    words = command_of(here, "fixed")
    repeated = here.here(*words, "--out", "again", "--format", "json", "-q")
    assert json.loads(repeated.out)["deals"] == json.loads(here.read("fixed/summary.json"))["deals"] == 60
