"""`simcli run` and what comes after it, with the compiled toy game."""

from __future__ import annotations

import json
import re
import subprocess
import time
from pathlib import Path

import pytest

from simcli.sim.bench import bench_game
from simcli.sim.reference.yardstick import Yardstick
from tests.cli.project import Project, summary

PARTS = ("summary.json", "report.html", "run.json", "batches.log", "tables")


def test_results_go_to_stdout_and_talk_to_stderr(project: Project) -> None:
    shown = project.here("run", "pig.yaml", "--out", "run")
    assert shown.code == 0
    assert "hold at 20" in shown.out
    assert "With 2 players: 600 deals" in shown.out
    assert "report: run/report.html" in shown.err
    assert shown.out.startswith("Hold at 20 wins too often: 9")
    assert "report:" not in shown.out
    assert all((project.folder / "run" / part).exists() for part in PARTS)
    assert not (project.folder / "run" / "run.lock").exists()
    as_json = project.here("run", "pig.yaml", "--out", "run", "--format", "json")
    assert as_json.out.encode() == project.read("run/summary.json")
    assert "resuming run: 1,200 of 1,200 games are there" in as_json.err
    as_csv = project.here("run", "pig.yaml", "--out", "run", "--format", "csv", "--quiet")
    assert as_csv.out.encode() == project.read("run/tables/strategies.csv")
    assert as_csv.err == ""


def test_the_default_folder_carries_the_name_and_the_identity(project: Project) -> None:
    project.here("run", "pig.yaml", "-q")
    folder = next((project.folder / "reports").iterdir())
    identity = json.loads((folder / "summary.json").read_text("utf-8"))["identity"]
    assert folder.name == f"pig-{identity[:8]}"


def test_a_dry_run_prints_the_plan_and_writes_nothing(project: Project) -> None:
    before = project.files()
    args = ("run", "pig.yaml", "--dry-run", "--set", "players=[2,3]", "--set", "until={half_width: 0.5 %}", "--workers", 2)
    shown = project.here(*args)
    assert (shown.code, shown.err.splitlines()[0]) == (0, "config: pig.yaml")
    for text in ("600 deals or every win share within ± 0.005 of a win", "hold_at_20, random", "on 2 cores", "reports/pig-"):
        assert text in shown.out
    plan = json.loads(project.here(*args, "--format", "json").out)
    assert plan["games"] == 600 * 2 + 600 * 3
    assert [cell["games"] for cell in plan["cells"]] == [1200, 1800]
    assert plan["batches"] == 2
    assert [cell["deals_to_call_even"] for cell in plan["cells"]] == [15_000, 30_000]
    assert len(plan["identity"]) == 64
    assert project.files() == before


@pytest.mark.parametrize(
    ("gate", "more", "code"),
    [
        ("strategies", (), 1),
        ("seats", ("--set", "tolerance=0.9"), 0),
        ("all", ("--set", "tolerance=0.9"), 0),
        ("all", ("--set", "strategies=[random]", "--set", "tolerance=0.9"), 0),
        ("seats", ("--set", "tolerance=0.0001", "--deals", 6), 3),
    ],
)
def test_a_gate_says_yes_no_or_unclear(project: Project, gate: str, more: tuple[str, ...], code: int) -> None:
    shown = project.here("run", "pig.yaml", "--gate", gate, *more)
    assert shown.code == code
    answer = {
        0: r"yes\. (All \d+|Both) results are certain",
        1: "no: hold at 20 too strong, 9",
        3: r"unclear: seat 1, seat 2\. Both results are unclear",
    }
    assert re.search(f"gate {gate}: {answer[code]}", shown.err)
    again = re.findall(r"(?m)^gate .* simcli more reports/pig-[0-9a-f]{8} --deals \d+$", shown.err)
    assert len(again) == (code == 3)


def test_a_gate_on_seats_needs_a_game_in_which_no_seat_is_restricted(project: Project) -> None:
    shown = project.here("run", "pig.yaml", "--gate", "seats", "--set", "restrict={seat 1: {ban: [bank]}}")
    assert (shown.code, shown.out) == (2, "")


def test_minutes_stop_a_run_with_3_and_leave_a_summary_that_is_gone_on_with(project: Project) -> None:
    args = ("run", "long.yaml", "--out", "run", "--set")
    shown = project.here(*args, "until.minutes=0.001")
    assert shown.code == 3
    assert f"to go on: simcli {' '.join(args)} until.minutes=0.001" in shown.err
    first = summary(project)
    assert first["stopped_by"] == "minutes"
    assert 0 < first["deals"] < 200000
    project.here(*args, "until.minutes=0.001")
    assert summary(project)["deals"] > first["deals"]


def test_half_width_stops_a_run_with_0(project: Project) -> None:
    shown = project.here("run", "long.yaml", "--out", "run", "--set", "until.half_width=1 %")
    assert shown.code == 0
    done = summary(project)
    assert done["stopped_by"] == "half_width"
    low, _, high = done["cells"][0]["strategies"][0]["win_share"]
    assert (high - low) / 2 <= 0.01


def test_set_deals_and_seed_are_laid_over_the_config(project: Project) -> None:
    project.here("run", "pig.yaml", "--out", "run", "--set", "deals=100", "--deals", 50, "--seed", 9, "--set", "patch.setup.goal=50")
    done = summary(project)
    assert (done["deals"], done["seed"], done["patch"]) == (50, 9, {"setup": {"goal": 50}})
    assert 50 <= done["cells"][0]["winning_score_mean"][1] < 100


def test_more_deals_go_on_where_the_run_ended_and_give_what_a_straight_run_gives(project: Project) -> None:
    project.here("run", "long.yaml", "--deals", 9000, "--out", "grown")
    before = project.batches("grown")
    project.here("run", "long.yaml", "--deals", 20000, "--out", "grown")
    assert project.batches("grown") > before
    project.here("run", "long.yaml", "--deals", 20000, "--out", "straight", "--workers", 1)
    assert project.read("grown/summary.json") == project.read("straight/summary.json")
    assert project.here("report", "grown", "--format", "md").out == project.here("report", "straight", "--format", "md").out


def test_fewer_deals_keep_the_results_of_more_and_say_so(project: Project) -> None:
    project.here("run", "long.yaml", "--deals", 20000, "--out", "run")
    names = [p for p in project.files() if p.startswith("run/") and (project.folder / p).is_file()]
    before = {name: project.read(name) for name in names}
    for more in (("--deals", 500), ("--deals", 20000, "--set", "until.half_width=10 %")):
        shown = project.here("run", "long.yaml", *more, "--out", "run", "--format", "json")
        assert shown.code == 0
        assert "kept: run holds the results of 20,000 deals" in shown.err
        assert shown.out.encode() == before["run/summary.json"]
        assert {name: project.read(name) for name in names} == before


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--deals", 500, "--out", "kept"), "kept: kept holds the results of 600 deals\n"),
        (("--set", "deals=20000", "--set", "until.half_width=20 %"), "stopped by until.half_width (0.2): reached after "),
        (("--deals", 900000, "--set", "until.minutes=0.001"), "stopped by until.minutes (0.001) after "),
    ],
)
def test_the_terminal_says_why_a_run_stopped(project: Project, more: tuple[object, ...], said: str) -> None:
    played = project.here("run", "pig.yaml", "--out", "kept")
    assert [word for word in ("stopped", "kept: ") if word in played.err] == []
    assert said in project.here("run", "pig.yaml", *more).err


def test_a_run_closes_with_short_lines(project: Project) -> None:
    *lines, last = project.here("run", "pig.yaml", "--out", "run").err.splitlines()
    assert not any(line.startswith("stopped") for line in lines)
    assert last == "report: run/report.html   players: not checked"


@pytest.mark.parametrize(
    "table", ["strategies", "seats", "items", "games", "scores", "quantiles", "categories", "seat_parts", "strategy_items", "item_levels"]
)
def test_csv_offers_every_table_of_a_run(project: Project, table: str) -> None:
    shown = project.here("run", "pig.yaml", "--out", "run", "--format", "csv", "--table", table)
    assert shown.code == 0
    assert shown.out.encode() == project.read(f"run/tables/{table}.csv")
    assert project.here("report", "run", "--format", "csv", "--table", table).out == shown.out


def test_a_table_has_what_each_strategy_did_of_the_items_counted_so(project: Project) -> None:
    """Faces of turns that were banked: `hold_at_20` banks more of them than a player who takes any action; one strategy has no rivals."""
    shown = project.here("run", "pig.yaml", "--out", "run", "--format", "csv", "--table", "strategy_items")
    head, *rows = [line.split(",") for line in shown.out.splitlines()]
    assert head == ["players", "strategy", "kind", "item", "name", "held_low", "held", "held_high"]
    assert [row[1] for row in rows] == ["hold_at_20"] * 6 + ["random"] * 6
    assert [row[3] for row in rows] == ["one", "two", "three", "four", "five", "six"] * 2
    for mine, other in zip(rows[1:6], rows[7:], strict=True):
        assert float(mine[5]) < float(mine[6]) < float(mine[7])
        assert float(mine[5]) > float(other[7])
    told = json.loads(project.read("run/summary.json"))["cells"][0]["strategies"]
    assert [[float(x) if x else None for x in row[5:]] for row in rows] == [bounds for row in told for bounds in row["held"].values()]
    alone = project.here("run", "pig.yaml", "--set", "strategies=[hold_at_20]", "--format", "csv", "--table", "strategy_items")
    assert alone.code == 0
    assert len(alone.out.splitlines()) <= 1


def test_the_tables_that_can_be_asked_for_are_those_that_are_written() -> None:
    from simcli.studies.run.command import RunTable
    from simcli.studies.run.frames import TABLES

    assert sorted(table.value for table in RunTable) == sorted(TABLES)


def test_a_report_comes_in_every_form_and_rewrites_the_page(project: Project) -> None:
    project.here("run", "pig.yaml", "--out", "run")
    page = project.read("run/report.html")
    (project.folder / "run/report.html").unlink()
    shown = project.here("report", "run")
    assert (shown.code, shown.out, shown.err) == (0, "run/report.html\n", "")
    assert project.read("run/report.html") == page
    assert project.here("report", "run", "--format", "json").out.encode() == project.read("run/summary.json")
    assert project.here("report", "run", "--format", "csv").out.encode() == project.read("run/tables/strategies.csv")
    assert project.here("report", "run", "--format", "md", "--out", "run.md").out == ""
    assert project.read("run.md").startswith(b"# Pig\n")
    assert project.here("report", "run", "--format", "md", "--out", "no/such/folder.md").code == 2


def test_a_report_of_a_run_that_lost_its_summary_is_the_same(project: Project) -> None:
    project.here("run", "pig.yaml", "--out", "run")
    before = project.read("run/summary.json")
    (project.folder / "run/summary.json").unlink()
    assert project.here("report", "run", "--format", "json").out.encode() == before


def test_a_trace_is_the_game_that_is_played(project: Project) -> None:
    shown = project.here("trace", "pig.yaml", "--deal", 3, "--rotation", 1, "--wide")
    assert shown.code == 0, shown.err
    title = "Pig, 2 players: seed 1, deal 3, rotation 1\n"
    assert shown.out.count(title) == 2
    assert sum("plays hold at 20" in line for line in shown.out.rpartition(title)[2].splitlines()[:2]) == 1
    wrong = project.here("trace", "pig.yaml", "--deal", 3, "--rotation", 2)
    assert (wrong.code, wrong.out) == (2, "")
    assert "rotations 0 to 1" in wrong.err


def test_records_hold_a_row_a_player_and_game_that_add_up_to_the_summary(project: Project) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    project.here("run", "long.yaml", "--deals", 9000, "--out", "run", "--records", "--workers", 2)
    table = parquet.read_table(project.folder / "run" / "records" / "players-2").to_pandas()
    cell = summary(project)["cells"][0]
    assert len(table) == cell["games"] * 2
    assert table.deal.nunique() == cell["deals"]
    for row in cell["strategies"]:
        own = table[table.strategy == row["name"]]
        assert len(own) == row["player_games"]
        assert own.share.mean() == pytest.approx(row["win_share"][1], abs=1e-9)
        assert own.score.mean() == pytest.approx(row["score_mean"][1], rel=1e-9)
    for item in cell["items"]:
        assert table[f"held_{item['item']}"].mean() == pytest.approx(item["held"], rel=1e-9)
    assert table.groupby(["deal", "rotation"]).share.sum().eq(1).all()
    project.here("run", "long.yaml", "--deals", 8500, "--out", "run")
    again = parquet.read_table(project.folder / "run" / "records" / "players-2").to_pandas()
    assert summary(project)["deals"] == 9000
    assert len(again) == len(table)


def test_records_cannot_join_a_run_without_them(project: Project) -> None:
    pytest.importorskip("pyarrow")
    project.here("run", "pig.yaml", "--out", "run")
    shown = project.here("run", "pig.yaml", "--out", "run", "--records")
    assert shown.code == 4
    assert "was begun without --records" in shown.err


def test_another_identity_is_refused_and_the_folder_left_alone(project: Project) -> None:
    project.here("run", "pig.yaml", "--out", "run")
    before = {name: project.read(f"run/{name}") for name in ("run.json", "batches.log", "summary.json")}
    for change in (("--seed", 2), ("--set", "strategies=[random]"), ("--set", "patch.setup.goal=99"), ("--set", "options.must_roll=off")):
        shown = project.here("run", "pig.yaml", "--out", "run", *change)
        assert shown.code == 4
        assert "holds another run" in shown.err
    assert {name: project.read(f"run/{name}") for name in before} == before
    assert not (project.folder / "run/run.lock").exists()


def test_a_strategy_that_breaks_a_rule_is_the_users_problem_and_leaves_no_folder(project: Project) -> None:
    project.write("mine.py", '"""always the ninth"""\n\n\ndef choose(s, t, actions, X, weights, noise):\n    return 9\n')
    project.write("own.yaml", "game: pig\nplayers: 2\nstrategies: [./mine.py, random]\n")
    shown = project.here("run", "own.yaml", "--out", "run")
    assert shown.code == 2
    assert re.search(r"mine.py: choose\(\) returned 9 where 2 actions were legal", shown.err)
    assert not (project.folder / "run").exists()


def test_output_to_a_full_disk_exits_with_3(project: Project) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:  # noqa: PTH123
        shown = project.apart("games", stdout=full)
    assert shown.code == 3
    assert shown.err == "simcli: the output cannot be written: No space left on device\n"


def test_a_reader_that_goes_away_is_no_error(project: Project) -> None:
    process = project.start("games", "pig", stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == ""
    assert process.wait(timeout=60) == 0


def test_bench_measures_in_fresh_processes(project: Project) -> None:
    done = project.apart("bench", "pig", "--quick", "--format", "json")
    assert done.code == 0, done.err
    data = json.loads(done.out)
    assert set(data) == {"machine", "reference", "games"}
    assert data["reference"]["kind"] == "c"
    assert data["reference"]["games_per_second"] > 0
    assert set(data["machine"]) == {"cpus", "processor", "python", "numba", "llvmlite", "numpy"}
    (game,) = data["games"]
    assert (game["game"], game["players"]) == ("pig", 4)
    assert game["first_game_seconds"]["cold"] is None
    assert game["search"] is None
    assert game["first_game_seconds"]["cached"] > 0
    (speed,) = game["speeds"]
    assert (speed["strategy"], speed["bounds_checks"]) == ("random", True)
    for where in ("one_core", "all_cores"):
        assert speed[where]["decisions_per_second"] > speed[where]["games_per_second"] > 0
    assert speed["of_reference"] > 0
    assert not (project.folder / "reports" / "bench.jsonl").exists()
    assert "pig: random" in done.err


def test_bench_measures_without_bounds_checks_and_with_an_empty_cache_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """What fresh processes are asked for; another test lets them measure."""
    asked = []

    def call(module: str, function: str, arguments: dict[str, object], environment: dict[str, str]) -> object:
        cache = environment.get("SIMCLI_CACHE_DIR")
        assert cache is None or list(Path(cache).iterdir()) == []
        asked.append((function, environment["SIMCLI_FAST"], cache is not None))
        return {"of_reference": 1.5, "reference_per_second": 20} if function == "speed" else time.time()

    monkeypatch.setattr("simcli.sim.bench.call_in_subprocess", call)
    unit = Yardstick("c", lambda deals: (deals, 1.0), amount=7)
    told = bench_game("pig", 2, ["random"], unit, quick=False, on_progress=lambda _: None)
    warmed_and_measured = [("warm_game", "", False), ("speed", "", False), ("warm_game", "1", False), ("speed", "1", False)]
    first_games = [asked.pop() for _ in range(len(asked) - 4)]
    assert asked == warmed_and_measured
    assert first_games[0] == ("play_one", "", True)
    assert set(first_games[1:]) == {("play_one", "", False)}
    assert [(row["bounds_checks"], row["of_reference"]) for row in told["speeds"]] == [(True, 1.5), (False, 1.5)]
    assert unit.to_json() == {"kind": "c", "games_per_second": 20}
    assert told["first_game_seconds"]["cold"] is not None


def test_warm_compiles_ahead_so_that_nothing_is_said_later(project: Project) -> None:
    done = project.apart("warm", "pig")
    assert done.code == 0, done.err
    assert re.fullmatch(r"pig \d+\.\d s\n", done.out)
    assert "compiling Pig" not in project.apart("run", "pig.yaml", "--deals", 2).err


def test_a_run_with_variants_is_planned_played_reported_and_traced(project: Project) -> None:
    text = "game: pig\nplayers: [2, 3]\nstrategies: [hold_at_20, random]\ndeals: 20\n"
    project.write("two.yaml", f"{text}variants:\n  as printed: {{}}\n  free: {{options: {{must_roll: false}}}}\n")
    plan = project.here("run", "two.yaml", "--dry-run", "--out", "run")
    assert [line.split()[-5:-1] for line in plan.out.splitlines() if "free" in line] == [
        ["2", "20", "2", "40"],
        ["3", "20", "3", "60"],
    ]
    assert "Variants    2, 4 combinations with numbers of players" in plan.out
    as_json = json.loads(project.here("run", "two.yaml", "--dry-run", "--format", "json").out)
    assert [(cell["variant"], cell["players"]) for cell in as_json["cells"]] == [
        ("as printed", 2),
        ("as printed", 3),
        ("free", 2),
        ("free", 3),
    ]
    shown = project.here("run", "two.yaml", "--out", "run", "--gate", "seats")
    assert shown.code == 3
    assert "seat 1 with 3 players in free, " in shown.err
    assert shown.out.startswith("With free, the margin rises at every table: with two players ")
    assert project.here("report", "run", "--format", "csv").out.startswith("variant,players,strategy,")
    only = project.here("report", "run", "--format", "md", "--variant", "free")
    assert "(free)" in only.out
    assert only.out.startswith("# Pig\n\n**Hold at 20 wins too often at every table.**\n\nAll 4 results are certain.\n")
    assert "(as printed)" not in only.out
    assert project.here("report", "run", "--variant", "free", "--out", "free.html").code == 0
    assert b"free: Strategies" in project.read("free.html")
    for args, said in (
        (["report", "run", "--variant", "free"], "--variant: needs --out"),
        (["report", "run", "--variant", "fre", "--format", "md"], "did you mean 'free'?"),
        (["trace", "pig.yaml", "--deal", "1", "--variant", "free"], "leave --variant out"),
    ):
        refused = project.here(*args)
        assert (refused.code, said in refused.err) == (2, True), refused.err
    traced = project.here("trace", "two.yaml", "--deal", "1", "--players", "2", "--variant", "free")
    assert traced.code == 0
    assert "\nPig, 2 players: seed 1, deal 1, rotation 0\n" in traced.out
