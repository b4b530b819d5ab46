"""Damaged run folders, senseless configs and very large ones: nothing silently wrong, no traceback. Figures: docs/faults.md."""

from __future__ import annotations

import json
import random
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any

from simcli.config import check_paths, load_config
from simcli.config.data.shipped import shipped_folder
from simcli.config.run.stored import restore_run
from simcli.errors import RunFolderError, UserError
from simcli.sim.blocks import Piece
from simcli.sim.folder.store import End, Store
from simcli.sim.plan import make_plan
from simcli.sim.pool.player import Player
from simcli.studies.run import play as api
from tests.cli.damage import damage_folder, fuzzed_config
from tests.cli.project import Project
from tests.cli.soak import counts

SAMPLE = 400
"""Of so many damaged folders or configs one goes through the command line as well."""


def make_folder(config: Path, folder: Path, seed: int, ended: str) -> None:
    """A run of three batches, as `simcli run` leaves it: at its end, by minutes after two of them, or stopped."""
    run = load_config(config, seed=seed)
    plan = make_plan(run)
    runner = Player(plan)
    with Store(folder, plan) as store:
        for number in range(plan.n_batches):
            batch = plan.batch(number)
            store.append(Piece(number, batch.first_deal, batch.deals, runner.play(batch)))
        if ended:
            store.end(End(2 if ended == "minutes" else plan.n_batches, run.deals, ended))
    if ended:
        api.write_results(api.load(folder), page=False)


def answers(folder: Path) -> list[dict[str, Any]]:
    """All summaries that may be told of a folder of which some batches are lost."""
    whole = (folder / "batches.log").read_bytes()
    told = [api.load(folder).summary]
    lines = whole.splitlines(keepends=True)
    for n in range(len(lines)):
        (folder / "batches.log").write_bytes(b"".join(lines[:n]))
        told.append(api.load(folder).summary)
    (folder / "batches.log").write_bytes(whole)
    return told


@counts(100, 20_000)
def test_no_damaged_folder_tells_a_wrong_number(project: Project, count: int) -> None:
    config = project.write("small.yaml", "game: pig\nplayers: 2\nstrategies: [hold_at_20, random]\ndeals: 40000\n")
    ends = ("deals", "minutes", "")
    whole = [project.folder / f"whole{i}" for i in range(len(ends))]
    for i, ended in enumerate(ends):
        make_folder(config, whole[i], 1, ended)
        make_folder(config, project.folder / f"other{i}", 2, ended)
    right = [answers(folder) for folder in whole]
    others = [project.folder / f"other{i}" for i in range(len(ends))]
    rng, refused = random.Random(4), 0
    target = project.folder / "target"
    for number in range(count):
        kind = rng.randrange(len(ends))
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(whole[kind], target)
        done = damage_folder(target, others, rng)
        try:
            assert api.load(target).summary in right[kind], (number, done)
        except RunFolderError:
            refused += 1
        if number % SAMPLE == 0:
            shown = project.here("report", target, "--format", "json")
            assert shown.code in (0, 4), shown.err
            assert shown.code == 4 or json.loads(shown.out) in right[kind], (number, done)
            shown = project.here("run", "small.yaml", "--out", target, "--quiet", "--format", "json")
            assert shown.code in (0, 4), shown.err
            assert shown.code == 4 or json.loads(shown.out) == right[0][0], (number, done)
            assert "Traceback" not in shown.err
    assert 0 < refused < count


@counts(50, 5_000)
def test_no_senseless_config_ends_in_a_traceback(project: Project, count: int) -> None:
    texts = [p.read_text("utf-8") for kind in ("configs", "strategies") for p in sorted(shipped_folder(kind).rglob("*.yaml"))]
    rng, usable = random.Random(5), 0
    for number in range(count):
        file = project.write("fuzzed.yaml", fuzzed_config(rng.choice(texts), rng))
        check_paths([file])
        run = None
        with suppress(UserError):
            run = load_config(file)
        if run is not None:
            usable += 1
            assert restore_run(json.loads(json.dumps(run.to_json(), ensure_ascii=False).encode())).identity() == run.identity()
        if number % SAMPLE == 0:
            for args in (("check", "fuzzed.yaml"), ("run", "fuzzed.yaml", "--dry-run")):
                shown = project.here(*args)
                assert shown.code in (0, 2), shown.err
                assert "Traceback" not in shown.err
    assert usable < count


@counts(20, 1_000)
def test_a_thousand_strategies_are_played_and_reported(project: Project, count: int) -> None:
    text = (project.folder / "strategies/pig/hold_at_20.yaml").read_text("utf-8")
    for number in range(count):
        project.write(f"strategies/pig/plan{number}.yaml", text)
    names = ", ".join(f"plan{number}" for number in range(count))
    project.write("many.yaml", f"game: pig\nplayers: 2\nstrategies: [{names}]\ndeals: 20\n")
    shown = project.here("run", "many.yaml", "--out", "run", "--format", "csv")
    assert shown.code == 0, shown.err
    assert len(shown.out.splitlines()) == count + 1


@counts(8, 400)
def test_four_hundred_variants_are_played_and_reported(project: Project, count: int) -> None:
    lines = "".join(f"  goal {n}: {{patch: {{setup: {{goal: {50 + n}}}}}}}\n" for n in range(count))
    project.write("many.yaml", f"game: pig\nplayers: 2\nstrategies: [hold_at_20, random]\ndeals: 20\nvariants:\n{lines}")
    shown = project.here("run", "many.yaml", "--out", "run", "--format", "csv", "--table", "variants")
    assert shown.code == 0, shown.err
    assert len(shown.out.splitlines()) == count + 1
    assert project.here("report", "run", "--format", "json").out.encode() == project.read("run/summary.json")
