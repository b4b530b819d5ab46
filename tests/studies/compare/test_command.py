"""`simcli compare` with the compiled toy game: what differs between run folders, paired where they played the same deals."""

from __future__ import annotations

import json
import re
import shutil

import pytest

import simcli
from simcli.sim.compare import FEWEST_BLOCKS, told_apart
from simcli.studies.run import play as api
from tests.cli.project import Project

RUNS = {
    "one": ("--deals", 400),
    "same": ("--deals", 400),
    "short": ("--deals", 400, "--set", "patch.setup.goal=50"),
    "seed": ("--deals", 400, "--seed", 2),
    "few": ("--deals", 20),
}


@pytest.fixture
def runs(project: Project, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Runs of Pig in batches of 16 deals, played once: `one`, `same`, `short` (another goal), `seed` (other deals), `few` (few batches)."""
    monkeypatch.setattr("simcli.sim.plan.BATCH_MICROSECONDS", 64)
    home = tmp_path_factory.getbasetemp() / "runs-to-compare"
    if not home.exists():
        for name, words in RUNS.items():
            assert project.here("run", "pig.yaml", "--out", home / name, "-q", *words).code == 0
    for name in RUNS:
        shutil.copytree(home / name, name)
    return project


def test_the_same_deals_are_compared_batch_by_batch(runs: Project) -> None:
    shown = runs.here("compare", "one", "short")
    assert shown.code == 0, shown.err
    assert "short differs from one in components.setup.goal 50 (was 100)." in shown.err
    assert "Both play the same deals and are compared block by block (" in shown.err
    assert shown.out.startswith("With short, hold_at_20 wins ")
    assert "short against one with 2 players: the same deals, by batch" in shown.out


def test_equal_runs_differ_by_nothing(runs: Project) -> None:
    found = simcli.compare(runs.folder / "one", runs.folder / "same")
    assert found.notes == (
        "same and one ask the same with the same data.",
        "Both play the same games, as far as each goes, so nothing can differ.",
    )
    rows = found.results.cells[1].differences or ()
    assert {row.value.value for row in rows if row.value.value is not None} == {0.0}
    assert {row.differing for row in rows} == {0}


def test_a_run_beside_itself_has_everything_in_common(runs: Project) -> None:
    for name in ("one", "few"):
        shown = runs.here("compare", name, name)
        assert "changes nothing: the games are the same." in shown.out
        assert f"{name} (2) against {name} with 2 players: the same games in both" in shown.out
        for text in (shown.out, shown.err):
            assert "in common" not in text
            assert "of its own" not in text
        assert "Both play the same games, as far as each goes, so nothing can differ." in shown.err


def test_pairing_by_batch_agrees_with_a_run_of_both_as_variants(runs: Project) -> None:
    sets = ["variants.one={}", "variants.short.patch.setup.goal=50"]
    together = api.simulate(api.load_config(runs.folder / "pig.yaml", sets=sets, deals=400))
    found = simcli.compare(runs.folder / "one", runs.folder / "short")
    own = {(row.about, row.of, row.figure, row.part): row for row in found.results.cells[1].differences or ()}
    rows = together.results.cells[1].differences or ()
    assert {row.figure for row in rows if (row.about, row.of, row.figure, row.part) not in own} == {
        "win share per copy held",
        "points per copy held",
    }
    for row in rows:
        if "per copy held" in row.figure:
            continue
        by_batch = own[row.about, row.of, row.figure, row.part]
        if row.value.value is not None and row.about in ("games", "seat", "strategy"):
            assert by_batch.value.known == pytest.approx(row.value.known, abs=1e-8)
            if row.value.half_width and by_batch.value.half_width and row.differing > 200:
                assert 0.5 < by_batch.value.half_width / row.value.half_width < 2.0


def test_other_deals_stand_on_their_own(runs: Project) -> None:
    shown = runs.here("compare", "one", "seed", "--format", "json")
    assert "seed differs from one in seed 2 (was 1)." in shown.err
    assert "They have no deals in common" in shown.err
    cell = json.loads(shown.out)["cells"][1]
    assert (cell["base"], cell["paired_by"]) == ("one", "nothing")
    (seat,) = [row for row in cell["differences"] if (row["about"], row["of"], row["figure"]) == ("seat", "seat 1", "win share")]
    assert seat["saved"] is None
    low, value, high = seat["value"]
    assert low < value < high


def test_few_batches_in_common_are_said_to_be_few(runs: Project) -> None:
    assert runs.here("run", "pig.yaml", "--out", "few short", "-q", "--deals", 20, "--set", "patch.setup.goal=50").code == 0
    shown = runs.here("compare", "one", "few short", "few", "same", "--format", "md")
    assert f"have fewer than {FEWEST_BLOCKS} blocks of them in common" in shown.err
    assert "few short against one" in shown.out
    for name in ("few", "same"):
        assert re.search(rf"{name} against one[^\n]*\n(?:(?! against )[^\n]*\n)*\| all games \| rounds \| the same ", shown.out)


def test_other_strategies_are_compared_in_seats_and_games_and_in_those_that_both_have(runs: Project) -> None:
    more = ("--deals", 400, "-q")
    for name, strategies in (("random", "random"), ("turned", "random, hold_at_20"), ("alone", "hold_at_20")):
        assert runs.here("run", "pig.yaml", "--set", f"strategies=[{strategies}]", "--out", name, *more).code == 0
    shown = runs.here("compare", "alone", "random", "--format", "json")
    assert shown.code == 0, shown.err
    assert "random differs from alone in hold_at_20, which does not play, random, which plays." in shown.err
    cell = json.loads(shown.out)["cells"][1]
    assert cell["paired_by"] == "batch"
    assert {row["about"] for row in cell["differences"]} >= {"games", "seat"}
    assert not [row for row in cell["differences"] if row["about"] == "strategy"]
    cell = json.loads(runs.here("compare", "one", "turned", "--format", "json").out)["cells"][1]
    assert cell["paired_by"] == "nothing"  # the same two strategies in another order sit elsewhere
    assert {row["of"] for row in cell["differences"] if row["about"] == "strategy"} == {"hold_at_20", "random"}
    value = next(row["value"] for row in cell["differences"] if (row["of"], row["figure"]) == ("random", "score"))
    assert value[0] < 0 < value[2]


def test_a_page_and_a_table_are_written(runs: Project) -> None:
    assert runs.here("compare", "one", "short", "--format", "html", "--out", "page.html").code == 0
    page = runs.read("page.html").decode()
    assert "short against one" in page
    assert "simcli compare one short" in page
    assert runs.here("compare", "one", "short", "--format", "csv").out.startswith("variant,players,base,about,of,figure")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("one",), "compare: found one run folder, expected at least two"),
        (("one", "nowhere"), "nowhere is not a run folder: it has no run.json"),
        (("one", "same", "--out", "x.txt"), "--out: a table goes to the terminal"),
        (("one", "three"), "no other run has a number of players (or a variant) in common with one"),
        (("one", "guildes"), "guildes is a run of Guildes, one one of Pig"),
    ],
)
def test_what_cannot_be_compared_is_refused(runs: Project, args: tuple[str, ...], said: str) -> None:
    if "three" in args:
        assert runs.here("run", "pig.yaml", "--set", "players=3", "--out", "three", "-q", "--deals", 20).code == 0
    if "guildes" in args:
        assert runs.here("run", "guildes/seats", "--set", "players=3", "--out", "guildes", "-q", "--deals", 2).code == 0
    shown = runs.here("compare", *args)
    assert shown.code in (2, 4, 5)
    assert said in shown.err


def test_what_two_runs_ask_is_told_value_by_value(runs: Project) -> None:
    one = api.load_config(runs.folder / "pig.yaml")
    other = api.load_config(
        runs.folder / "pig.yaml", sets=["patch.setup.goal=60", "strategies=[random]", "options.must_roll=false"], seed=9
    )
    told = {path: (here, there) for path, here, there in told_apart(one, other)}
    assert told["seed"] == (one.seed, 9)
    assert told["components.setup.goal"] == (100, 60)
    assert told["strategies.hold_at_20"] == ("plays", None)
    assert told["options.must_roll"] == (True, False)
    assert list(told_apart(one, one)) == []
