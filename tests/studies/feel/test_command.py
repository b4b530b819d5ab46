"""`simcli feel` with the compiled toy game: how its games feel to play."""

from __future__ import annotations

import csv
import io
import json
import re
import signal
from types import SimpleNamespace
from typing import Any, cast

import jsonschema
import pytest

import simcli
from simcli.report.answer import MOST_SURE
from simcli.stats.measured import FeelCell
from simcli.stats.summary import NO_INTERVAL, Interval
from simcli.studies.feel import words as feel_texts
from tests.cli.project import Project, schema
from tests.report.limits import faults

Bounds = tuple[float | None, float, float | None]

SCHEMA = schema("feel")
VARIANTS = "game: pig\nplayers: 2\nstrategies: [hold_at_20, random]\nvariants: {long: {}, short: {patch: {setup: {goal: 30}}}}\n"


def test_it_says_first_how_a_game_feels(project: Project) -> None:
    shown = project.here("feel", "pig.yaml", "--deals", 60)
    assert shown.code == 0, shown.err
    first = shown.out.splitlines()[0]
    assert re.fullmatch(r"A game takes \d+ rounds(, the lead| and the lead) changes .*\.", first)
    for part in ("rounds", "lead changes", "deal", "choices and later luck"):
        assert any(line.startswith(part) for line in shown.out.splitlines()), part
    assert "followed: 60 deals, each 2 times in every rotation, 240 games" in shown.err
    (folder,) = (project.folder / "reports").iterdir()
    page = project.read(f"reports/{folder.name}/report.html").decode()
    for part in ("margin", "comeback", "late leader wins", "luck deal", "luck choices"):
        assert f'<th scope="row">{part}</th>' in page
    assert "Feel of play with 2 players: 60 deals, 240 games" in page
    assert "Of 100 games so many have at most" in page
    assert f"report: reports/{folder.name}/report.html" in shown.err
    assert {"feel.json", "study.json", "report.html"} <= {path.name for path in folder.iterdir()}


@pytest.mark.parametrize(
    ("deal", "seats", "plans", "said"),
    [
        ((None, 0.2, None), (0.0, 0.0, 0.01), (0.0, 0.0, 0.01), ""),
        ((0.1, 0.35, 0.6), (0.0, 0.0, 0.01), (0.0, 0.0, 0.01), ""),
        (
            *((0.0, 0.0, 0.04), (0.0, 0.0, 0.01), (0.0, 0.0, 0.01)),
            "The deal decides at least 0 % of who wins, at most 100 % with the luck after choices.",
        ),
        (
            *((0.344, 0.35, 0.355), (0.0, 0.0, 0.01), (0.38, 0.4, 0.42)),
            "The deal decides at least 34 % of who wins, at most 62 % with the luck after choices.",
        ),
        (
            *((0.1, 0.12, 0.14), (0.395, 0.4, 0.405), (0.0, 0.0, 0.01)),
            "The seat decides 40 % of who wins, the deal at least 10 %, at most 60 % with the luck after choices.",
        ),
    ],
)
def test_luck_is_said_as_a_range(deal: Bounds, seats: Bounds, plans: Bounds, said: str) -> None:
    values = {"luck_deal": deal, "luck_seats": seats, "luck_plans": plans}
    cell = cast(FeelCell, SimpleNamespace(measure=lambda name: SimpleNamespace(value=Interval(*values[name]))))
    assert feel_texts._luck(cell) == said
    assert faults(said, MOST_SURE) == []


def test_nothing_decides_who_wins_where_all_share_every_game() -> None:
    cell = cast(FeelCell, SimpleNamespace(measure=lambda _: SimpleNamespace(value=NO_INTERVAL)))
    assert feel_texts._sure([], [cell]) == "All players share every game: nothing decides who wins."


def test_few_deals_tell_no_share_of_the_deal(project: Project) -> None:
    shown = project.here("feel", "pig.yaml", "--deals", 20)
    assert "How much the deal decides of who wins takes more deals." in shown.out
    assert "the deal decides" not in shown.out.splitlines()[0]
    row = next(line for line in shown.out.splitlines() if line.startswith("deal "))
    assert "-" not in row.partition("%")[0]


def test_json_is_as_its_schema_says_and_csv_has_the_same_figures(project: Project) -> None:
    shown = project.here("feel", "pig.yaml", "--deals", 40, "--format", "json", "--workers", 1)
    assert shown.code == 0, shown.err
    made = json.loads(shown.out)
    jsonschema.validate(made, SCHEMA)
    assert project.here("feel", "pig.yaml", "--deals", 40, "--format", "json", "--workers", 2).out == shown.out
    measures = {row["name"]: row for row in made["cells"][0]["measures"]}
    rows = list(csv.DictReader(io.StringIO(project.here("feel", "pig.yaml", "--deals", 40, "--format", "csv").out)))
    assert [row["measure"] for row in rows] == list(measures)
    assert float(rows[0]["value"]) == measures["rounds"]["value"][1]
    parts = [measures[f"luck_{name}"]["value"][1] for name in ("deal", "seats", "plans", "choices")]
    assert sum(parts) == pytest.approx(1, abs=0.02)  # each is cut to its range


def test_length_and_margin_are_those_of_the_run(project: Project) -> None:
    """Mean length of the games that are followed lies in the interval of the run's (4,000 games each)."""
    found = simcli.feel("pig.yaml", deals=1000).results.cells[0]
    run = simcli.simulate("pig.yaml", deals=2000).results.cells[0]
    for name, other in (("rounds", run.rounds_mean), ("margin", run.margin_mean)):
        own = found.measure(name).value
        assert own.half_width is not None
        assert other.half_width is not None
        assert abs(own.known - other.known) < 2 * (own.half_width + other.half_width), name


def test_variants_are_compared_with_the_base(project: Project) -> None:
    project.write("two.yaml", VARIANTS)
    shown = project.here("feel", "two.yaml", "--deals", 100)
    assert shown.code == 0, shown.err
    first, sure = shown.out.splitlines()[:2]
    assert re.fullmatch(r"Rounds in short: \d+\.\d+ instead of \d+\.\d+ in long; \w+ more changes are certain\.", first)
    assert re.fullmatch(r"\d+ of \d+ changes are certain\.", sure)
    made = json.loads(project.here("feel", "two.yaml", "--deals", 100, "--format", "json").out)
    jsonschema.validate(made, SCHEMA)
    long, short = made["cells"]
    assert (long.get("base"), short["base"]) == (None, "long")
    assert all("difference" not in row for row in long["measures"])
    rounds = short["measures"][0]
    assert rounds["change"] == "less"
    assert rounds["difference"][1] == pytest.approx(rounds["value"][1] - long["measures"][0]["value"][1])


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("kings_guild/solo",), "feel: with one player there is nobody to beat"),
        (("pig.yaml", "--deals", "0"), "--deals 0"),
        (("pig.yaml", "--set", "players=9"), "players: found 9, Pig is for 2 to 4"),
        (("nowhere.yaml",), "nowhere.yaml"),
    ],
)
def test_what_cannot_be_followed_is_refused(project: Project, args: tuple[str, ...], said: str) -> None:
    shown = project.here("feel", *args)
    assert shown.code == 2
    assert said in shown.err
    assert shown.out == ""


def test_it_goes_on_after_ctrl_c_and_forgets_what_it_kept(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    from simcli.studies.feel import rider as feel

    args = ("feel", "pig.yaml", "--deals", 60, "--format", "json", "--workers", 1)
    monkeypatch.setattr("simcli.sim.plan.BATCH_MICROSECONDS", 64)
    monkeypatch.setattr("simcli.engine.code.store.CACHE_FOLDER", project.folder / "cache")
    straight = project.here(*args)
    played: list[int] = []
    follow = feel._follow

    def until_asked(runner: Any, batch: Any, plays: int) -> Any:
        played.append(batch.number)
        if len(played) == 3:
            signal.raise_signal(signal.SIGINT)
        return follow(runner, batch, plays)

    monkeypatch.setattr("simcli.studies.feel.rider._follow", until_asked)
    shown = project.here(*args)
    assert (shown.code, shown.out) == (130, "")
    assert "to go on: simcli feel pig.yaml --deals 60" in shown.err
    first = next(p for p in (project.folder / "cache" / "feel").rglob("*") if p.name.endswith("-0"))
    first.write_bytes(first.read_bytes()[:-1] + b"x")  # damaged: played again
    before = len(played)
    assert project.here(*args).out == straight.out
    assert played[before] == 0
    assert 2 not in played[before:]
    assert not list((project.folder / "cache" / "feel").iterdir())
