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
from tests.studies.test_answer_rows import faults_of
from tests.studies.test_notebook import Balanced

RUNS = {
    "one": ("--deals", 400),
    "same": ("--deals", 400),
    "short": ("--deals", 400, "--set", "patch.setup.goal=50"),
    "shortest": ("--deals", 400, "--set", "patch.setup.goal=20"),
    "seed": ("--deals", 400, "--seed", 2),
    "few": ("--deals", 20),
}


@pytest.fixture
def runs(project: Project, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Runs of Pig in batches of 16 deals, played once: `one`, `same`, `short` and `shortest` (other goals), `seed` (other
    deals), `few` (few batches)."""
    monkeypatch.setattr("simcli.sim.plan.BATCH_MICROSECONDS", 64)
    home = tmp_path_factory.getbasetemp() / "runs-to-compare"
    if not home.exists():
        for name, words in RUNS.items():
            assert project.here("run", "pig.yaml", "--out", home / name, "-q", *words).code == 0
    for name in RUNS:
        shutil.copytree(home / name, name)
    return project


def test_the_same_deals_are_compared_batch_by_batch(runs: Project) -> None:
    shown = runs.here("compare", "one", "short", "--wide")
    assert shown.code == 0, shown.err
    assert "short differs from one in goal 100 -> 50." in shown.err
    assert "Both play the same deals and are compared block by block (" in shown.err
    assert re.match(r"Hold at 20 wins (at least )?[\d.]+ in 100 games less than in the first run", shown.out)
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
        shown = runs.here("compare", name, name, "--wide")
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
    assert "random differs from alone in hold at 20, which does not play, random, which plays." in shown.err
    cell = json.loads(shown.out)["cells"][1]
    assert cell["paired_by"] == "batch"
    assert {row["about"] for row in cell["differences"]} >= {"games", "seat"}
    assert "What changed from alone to random?" in simcli.compare("alone", "random").report("html")
    assert not [row for row in cell["differences"] if row["about"] == "strategy"]
    table = simcli.compare("one", "alone", "turned").page().shown[2].tables[0]
    assert [column.title for column in table.columns] == ["Plan", "one", "alone", "turned"]
    assert {row[2] for row in table.rows} == {"–"}
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


THREE = ("one", "short", "shortest")


def test_the_first_table_has_the_rows_of_the_answer_and_others_stand_in_a_wide_one(runs: Project) -> None:
    found = simcli.compare("one", "short")
    shown = runs.here("compare", "one", "short")
    assert shown.code == 0, shown.err
    first, *_ = shown.out.split("\n\n", 1)[1].split("\n\n\n")
    for row in found.answer.rows:
        (line,) = [line for line in first.splitlines() if line.startswith(f"{row.subject} ")]
        assert line.endswith(row.says)
    assert "all games" not in shown.out
    assert len(runs.here("compare", "one", "short", "--wide").out) > 2 * len(shown.out)


@pytest.mark.parametrize("names", [("one", "short"), THREE, ("one", "same"), ("one", "seed"), ("few", "short"), ("short", "one")])
def test_the_claim_rests_on_the_first_and_the_last_run_and_its_rows_are_drawn(runs: Project, names: tuple[str, ...]) -> None:
    found = simcli.compare(*names)
    assert list(faults_of(found.answer, names)) == []
    assert {(row.base, row.variant) for row in found.answer.rows} == {(names[0], names[-1])}
    figure = found.answer.rows[0].figure
    assert found.page().shown[0].tables[0].caption == f"{figure[0].upper()}{figure[1:]} with 2 players"
    assert f"Bar: {names[0]}. Mark: {names[-1]}, " in found.charts()[0].caption
    assert [column.title for column in found.page().shown[0].tables[0].columns][1:3] == [names[0], names[-1]]
    if "nobody's" in found.answer.claim:
        assert found.answer.claim.startswith(f"From {names[0]} to {names[-1]}, ")
    assert ("on the same deals" in found.charts()[0].caption) == ("seed" not in names and "few" not in names)


def test_what_is_certain_is_said_with_what_else_is(runs: Project) -> None:
    found = simcli.compare(*THREE).answer
    sure = [row for row in found.rows if row.is_sure]
    assert {row.subject for row in sure} >= {"hold at 20", "random"}
    number = r"(?:at least )?[\d.]+"
    assert re.match(rf"Hold at 20 wins {number} in 100 games less than in the first run; ", found.claim)
    rest = len(sure) - 1  # a name of three words leaves no room for the other
    assert found.claim.endswith(
        "no other win share is sure to change." if not rest else " more win shares change." if rest > 1 else " changes."
    )
    back = simcli.compare(*reversed(THREE)).answer
    assert re.match(rf"Hold at 20 wins {number} in 100 games more than in the first run; ", back.claim)


def test_runs_stand_in_columns_as_they_are_typed(runs: Project) -> None:
    for names in (THREE, (*THREE[1:], "one")):
        shown = runs.here("compare", *names)
        assert shown.code == 0, shown.err
        (heads,) = [line.split() for line in shown.out.splitlines() if line.startswith("Plan ")]
        assert heads == ["Plan", *names]
        (line,) = [line for line in shown.out.splitlines() if line.startswith("random ") and line.count("%") == 3]
        shares = {
            c.variant: row.win_share.known for c in simcli.compare(*names).results.cells for row in c.strategies if row.name == "random"
        }
        assert [int(found) for found in re.findall(r"(\d+) %", line)] == [round(100 * shares[name]) for name in names]
    assert not [line for line in runs.here("compare", "one", "short").out.splitlines() if line.startswith("Plan ")]


def test_the_page_says_what_of_the_rules_has_changed(runs: Project) -> None:
    shown = runs.here("compare", *THREE)
    (folder,) = [one for one in (runs.folder / "reports").iterdir() if one.name.startswith("compare-pig-")]
    assert shown.err.endswith(f"report: reports/{folder.name}/report.html\n")
    assert json.loads((folder / "compare.json").read_text("utf-8"))["answer"] == shown.out.splitlines()[0]
    found = simcli.compare(*THREE)
    page = (folder / "report.html").read_text("utf-8")
    assert page == found.report("html")
    assert "What changed from one to shortest?" in page
    assert "short: goal 100 -&gt; 50. shortest: goal 100 -&gt; 20." in page
    rules, by_run = found.page().shown[1:3]
    assert (rules.title, rules.says) == ("What changed in the rules", "goal 100 -> 20.")
    assert rules.tables[0].rows == (("goal", "100 -> 50", "100 -> 20"),)
    assert by_run.says.startswith("hold at 20: ")
    assert [column.title for column in by_run.tables[0].columns] == ["Plan", *THREE]
    assert [row[0] for row in by_run.tables[0].rows] == ["hold at 20", "random", "even"]
    assert [(name, [value.text for value in changed]) for name, changed in found.changes] == [
        ("short", ["goal 100 -> 50"]),
        ("shortest", ["goal 100 -> 20"]),
    ]
    assert simcli.compare("short", "shortest").page().shown[1].says == "goal 50 -> 20."
    assert simcli.compare("one", "same").page().shown[1].says == "The last run has the rules of the first."


def test_a_page_is_left_where_it_is_asked_for_and_only_beside_tables(runs: Project) -> None:
    assert runs.here("compare", "one", "short", "--format", "json").code == 0
    assert not (runs.folder / "reports").exists()
    quiet = runs.here("compare", "one", "short", "--out", "made", "-q")
    assert (quiet.code, quiet.err) == (0, "")
    assert {"made/report.html", "made/compare.json"} <= runs.files()
    assert not (runs.folder / "reports").exists()


def test_a_notebook_shows_answer_picture_and_rows(runs: Project) -> None:
    found = simcli.compare(*THREE)
    shown = found._repr_html_()
    assert Balanced(shown).open == []
    assert all(text in shown for text in (found.answer.claim, found.answer.sure, "<svg ", "<table>"))
    table = found.table()
    assert {"change_low", "change", "change_high", "usual"} <= set(table.columns)
    assert list(table["subject"]) == [row.subject for row in found.answer.rows]


def test_runs_with_variants_are_compared_variant_by_variant(runs: Project) -> None:
    low = [f"variants.{name}.patch.setup.goal={goal}" for name, goal in (("a", 100), ("b", 90), ("c", 80))]
    for name, goal in (("before", 70), ("after", 20)):
        sets = [word for one in (*low, f"variants.d.patch.setup.goal={goal}") for word in ("--set", one)]
        assert runs.here("run", "pig.yaml", "--out", name, "-q", "--deals", 400, *sets).code == 0
    found = simcli.compare("before", "after")
    assert [(name, [(one.variant, one.text) for one in changed]) for name, changed in found.changes] == [
        ("after", [("d", "goal 70 -> 20")])
    ]
    assert list(faults_of(found.answer, [label for own in found.labels for label in own])) == []
    assert " than in the first run in after: d" in found.answer.claim


def test_a_last_run_with_nothing_in_common_is_said_to_have_nothing(runs: Project) -> None:
    assert runs.here("run", "pig.yaml", "--set", "players=3", "--out", "three", "-q", "--deals", 20).code == 0
    found = simcli.compare("one", "short", "three")
    assert found.answer.claim == "The last run has no number of players, or no variant, in common with the first."
    assert found.page().shown[0].title == "What changed in the rules"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("one",), "compare: found one run folder, expected at least two"),
        (("one", "nowhere"), "nowhere is not a run folder: it has no run.json"),
        (("one", "same", "--out", "one"), "--out: one holds a run or the records of a study"),
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
