"""Damage to files that studies leave: the same command, typed again, gives the same bytes or refuses them. Figures: docs/faults.md."""

from __future__ import annotations

import random
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from simcli.config import check_paths, load_config
from simcli.config.run.stored import restore_run
from simcli.config.run.targets import read_targets
from simcli.errors import UserError
from simcli.sim.folder.lock import LOCK
from tests.cli.damage import damaged_bytes, damaged_lines, fuzzed_config
from tests.cli.project import Project
from tests.cli.soak import counts

BAD = 'game: pig\nidea: "Holds with nothing at risk."\ntemperature: 1\nweights: {turn: {over_twenty: -2, wins: -2, behind: 0.01}}\n'
TURN = "tables: mirror\npatch: {setup: {goal: 20, max_rounds: 1}}\n"
FILES = {
    "bad.yaml": BAD,
    "plans.yaml": "game: pig\nplayers: 2\nstrategies: [hold_at_20, random]\ndeals: 20\nmeasure: [feel, variety]\n",
    "beaten.yaml": "game: pig\nplayers: 2\nstrategies: [bad.yaml]\ndeals: 20\nmeasure: reply\n",
    "turn.yaml": f"game: pig\nplayers: 2\nstrategies: [hold_at_20]\ndeals: 400\n{TURN}tolerance: 3 %\nreport: {{about: seats}}\n",
}
SEARCH = ("--players", 2, "--budget", 9000)
STUDIES: dict[str, tuple[object, ...]] = {
    "run": ("run", "plans.yaml"),
    "reply": ("run", "beaten.yaml"),
    "matchups": ("matchups", "plans.yaml"),
    "sensitivity": ("sensitivity", "turn.yaml", "setup.goal"),
    "fix": ("fix", "turn.yaml", "--goal", "seat 1 even", "--by", "setup.goal", "--within", "22..23"),
    "ladder": ("ladder", "turn.yaml", "--rungs", "random:20,hold_at_20:20"),
    "tune": ("tune", "pig", "--start", "./bad.yaml", "--field", "random", "--candidates", 8, "--deals", 16, "--fresh", 100, *SEARCH),
    "learn": ("learn", "pig", "--plan", "./bad.yaml", "--field", "random", "--players", 2, "--deals", 150, "--worlds", 2, "--fresh", 40),
    "league": ("league", "pig", "--field", "bad.yaml,random", "--rounds", 1, "--deals", 20, *SEARCH),
}
"""A short command of every study that leaves a folder; typed again it resumes what is there."""
CODES = (0, 1, 3)
"""Answered, answered with no, or not yet known; 4 is a folder that is refused."""


def files_of(folder: Path) -> list[Path]:
    return sorted(p.relative_to(folder) for p in folder.rglob("*") if p.is_file() and p.name != LOCK)


def damage(folder: Path, other: Path, rng: random.Random) -> str:
    """Damages, takes away, or exchanges with that of another seed, one file of a folder; says what was done."""
    name = rng.choice(files_of(folder))
    file, kind = folder / name, rng.randrange(10)
    if kind == 0 and (other / name).exists():
        shutil.copyfile(other / name, file)
        return f"{name} of another seed"
    if kind == 1:
        file.unlink()
        return f"no {name}"
    change = damaged_lines if kind in (2, 3) else damaged_bytes
    file.write_bytes(change(file.read_bytes(), rng))
    return f"{change.__name__} of {name}"


def answered(project: Project, words: Sequence[object], folder: str, *more: object) -> tuple[int, str, str]:
    shown = project.here(*words, "--out", folder, "--format", "json", "-q", *more)
    return shown.code, shown.out, shown.err


@pytest.mark.parametrize("study", STUDIES)
@counts(4, 600)
def test_a_damaged_folder_of_a_study_is_answered_as_before_or_refused(project: Project, study: str, count: int) -> None:
    for name, text in FILES.items():
        project.write(name, text)
    words, rng = STUDIES[study], random.Random(6)
    code, right, err = answered(project, words, "whole")
    assert code in CODES, err
    assert answered(project, words, "other", "--seed", 2)[0] in CODES
    assert answered(project, words, "whole")[:2] == (code, right)
    besides = [p for p in project.folder.iterdir() if p.is_dir() and p.name.startswith("whole-")]
    for number in range(count):
        for place in [project.folder / "whole", *besides]:
            target = project.folder / place.name.replace("whole", "target")
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(place, target)
        done = damage(project.folder / "target", project.folder / "other", rng)
        found = answered(project, words, "target")
        assert found[0] in (*CODES, 4), (number, done, found)
        assert "Traceback" not in found[2], (number, done, found)
        assert found[:2] == (code, right) if found[0] != 4 else not found[1], (number, done, found)


NEWER = (
    "restrict: {seat 1: {ban: [six]}}\n",
    "restrict: {seat 2: {grant: [six]}, all: {blind: [rivals]}}\n",
    "restrict: {hold_at_20: {blind: all}}\n",
    "every: {ban: face}\n",
    "every: {grant: face}\n",
    "every: {blind: all}\n",
    "every: {patch.setup.goal: 20..23}\nbase: goal 20\n",
    "measure: [reply, feel]\n",
    "measure: none\n",
    "until: {half_width: 1 %, minutes: 2}\n",
    "tolerance: 3 %\n",
    "report: {about: cards, kind: face, title: x}\n",
)
PLAYERS = (
    "[hold_at_20, random]",
    "{field: mixed}",
    "{field: [hold_at_20, random]}",
    "[{kind: search, rollout: hold_at_20, playouts: 4, best: 2}]",
    "[mine.yaml]",
)
SEARCHING = "game: pig\nkind: search\nidea: x\nrollout: hold_at_20\nplayouts: 4\nbest: 2\nlead: 1.5\n"
MIXED = "game: pig\nidea: x\nplans: {hold_at_20: 1, random: {2: 0.5, 3: 1}}\nplayers: [2, 3]\n"
TARGETS = (
    "targets:\n- {win share: 45 % .. 55 %, of: seats}\n- {margin: at most 30}\n- {viable plans: at least 2}\n",
    "seat 1 win share: 20 % .. 30 %\nstalled games: at most 5 %\nviable plans: at least 1\n",
)


@counts(60, 2_000)
def test_no_senseless_config_of_the_newer_keys_ends_in_a_traceback(project: Project, count: int) -> None:
    """Bans, grants, sights, fields, searches, measures; and files of plans, fields and targets."""
    rng, usable = random.Random(7), 0
    for number in range(count):
        parts = "".join(rng.sample(NEWER, rng.randint(1, 3)))
        config = f"game: pig\nplayers: [2, 3]\nstrategies: {rng.choice(PLAYERS)}\ndeals: 20\n{parts}"
        texts = {"strategies/pig/mine.yaml": SEARCHING, "strategies/pig/fields/mixed.yaml": MIXED, "fuzzed.yaml": config}
        chosen = rng.choice((*texts, "fuzzed.yaml"))
        for name, text in texts.items():
            project.write(name, fuzzed_config(text, rng) if name == chosen else text)
        check_paths([project.folder / name for name in texts])
        run = None
        with suppress(UserError):
            run = load_config(project.folder / "fuzzed.yaml")
        if run is not None:
            usable += 1
            assert restore_run(run.to_json()).identity() == run.identity()
        targets = project.write("targets.yaml", fuzzed_config(rng.choice(TARGETS), rng))
        with suppress(UserError):
            read_targets(targets)
        if number % 50 == 0:
            shown = project.here("run", "fuzzed.yaml", "--dry-run")
            assert shown.code in (0, 2), shown.err
            assert "Traceback" not in shown.err
    assert 0 < usable < count
