"""No share leaves 0 to 100 %: what every study writes of tiny, one-sided runs, by its records and by the one writer of shares."""

from __future__ import annotations

import csv
import importlib
import json
import pkgutil
import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import simcli.stats
import simcli.studies
from simcli.report import formatting as fmt
from simcli.report.charts.chart import Chart, tick_digits
from simcli.report.charts.files import figure
from simcli.report.charts.vega import svg
from simcli.report.rows import axis_text
from simcli.stats.figures.registry import BY_NAME
from simcli.stats.summary import PairResult
from simcli.studies.regret.estimate import of_all
from tests.cli.project import ROOT, Project

PLAN = "game: pig\nidea: Holds at once.\nweights: {turn: {over_twenty: -2, wins: -2, behind: 0.01}}\n"
RULES = "patch: {setup: {goal: 20, max_rounds: 3}}\n"
FILES = {
    "bad.yaml": PLAN,
    "uneven.yaml": f"game: pig\nplayers: 3\nstrategies: [hold_at_20, bad.yaml]\n{RULES}measure: [feel, variety]\n",
    "alone.yaml": f"game: pig\nplayers: 2\nstrategies: [hold_at_20]\ntables: mirror\n{RULES}measure: none\n",
    "sweep.yaml": f"game: pig\nplayers: [2, 3]\nstrategies: [hold_at_20, random]\n{RULES}"
    "variants: {as it is: {}, short: {patch: {setup: {goal: 6}}}}\nmeasure: [feel]\n",
}
SEARCH = ("--players", 2, "--budget", 9000)
STUDIES: dict[str, tuple[object, ...]] = {
    "run": ("run", "uneven.yaml", "--deals", 5),
    "run of one deal": ("run", "uneven.yaml", "--deals", 1),
    "run of variants": ("run", "sweep.yaml", "--deals", 40),
    "reply": ("run", "uneven.yaml", "--deals", 20, "--measure", "reply"),
    "matchups": ("matchups", "uneven.yaml", "--deals", 5),
    "matchups of two deals": ("matchups", "guildes/plans", "--players", 3, "--deals", 2),
    "feel": ("feel", "alone.yaml", "--deals", 40),
    "feel of variants": ("feel", "sweep.yaml", "--deals", 40),
    "feel of one deal": ("feel", "uneven.yaml", "--deals", 1),
    "regret": ("regret", "alone.yaml", "--deals", 40, "--worlds", 2),
    "regret of variants": ("regret", "sweep.yaml", "--deals", 40, "--worlds", 2),
    "regret of a long game": ("regret", "guildes/plans", "--players", 3, "--deals", 12),
    "regret of one deal": ("regret", "uneven.yaml", "--deals", 1),
    "whatif": ("whatif", "uneven.yaml", "--set", "patch.setup.goal=6", "--deals", 5),
    "sensitivity": ("sensitivity", "uneven.yaml", "setup.goal", "--deals", 5),
    "fix": ("fix", "alone.yaml", "--goal", "seat 1 even", "--by", "setup.goal", "--within", "6..8", "--deals", 20),
    "cards": ("cards", "guildes/cards", "guild", "--players", 3, "--deals", 5, "--set", "measure=none"),
    "coverage": ("coverage", "uneven.yaml", "--deals", 5),
    "ladder": ("ladder", "alone.yaml", "--rungs", "random:20,hold_at_20:20"),
    "tune": ("tune", "pig", "--start", "./bad.yaml", "--field", "random", "--candidates", 8, "--deals", 16, "--fresh", 100, *SEARCH),
    "learn": ("learn", "pig", "--plan", "./bad.yaml", "--field", "random", "--players", 2, "--deals", 150, "--worlds", 2, "--fresh", 40),
    "league": ("league", "pig", "--field", "bad.yaml,random", "--rounds", 1, "--deals", 20, *SEARCH),
}
SCHEMAS = {"run": "summary", "whatif": "summary", "cards": "summary"}
CHANGES = ("change", "difference")
"""Of shares, beside a share: at most 1 in size."""
SIZES = ("gain", "game", "advantage")
"""The same wherever they stand; what a copy is worth has no greatest size."""
WRITERS = ("percent", "even_percent", "interval", "around", "within")
"""Of shares, and of nothing else."""


def numbers(part: Any) -> Iterator[float]:
    for one in part if isinstance(part, tuple | list) else (part,):
        if isinstance(one, int | float):
            yield float(one)


def is_share(number: float) -> bool:
    return -1e-12 <= number <= 1 + 1e-12


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Any]]:
    """What the writers of shares were handed that is none."""
    wrong: list[tuple[str, Any]] = []

    def watched(name: str) -> None:
        writer = getattr(fmt, name)

        def write(share: Any, *more: Any, **named: Any) -> str:
            wrong.extend((name, share) for number in numbers(share) if not is_share(number))
            return str(writer(share, *more, **named))

        monkeypatch.setattr(fmt, name, write)

    for name in WRITERS:
        watched(name)
    return wrong


def declared() -> set[str]:
    """Fields of records that are declared to be shares with an interval, and nothing else by the same name in a table."""
    shares, others = set(), set()
    for package in (simcli.stats, simcli.studies):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if module.name.endswith((".command", ".play", ".page")):
                continue
            for record in vars(importlib.import_module(module.name)).values():
                if not isinstance(record, type) or not is_dataclass(record) or record is PairResult:  # which stands in no table of CSV
                    continue
                for name, hint in record.__annotations__.items():
                    (shares if "Share" in re.findall(r"\w+", hint) else others if "Interval" in hint else set()).add(name)
    return shares - others


def shares_in(data: Any, path: str = "") -> Iterator[tuple[str, float]]:
    """Numbers of records that say of themselves what unit they are in; of differences their sizes."""
    if isinstance(data, dict):
        name = data.get("name", data.get("figure"))
        if is_of_shares := data.get("unit") == "share" or data.get("is_share") is True:
            yield from ((f"{path}.value of {name}", n) for n in numbers(data.get("value")))
        sizes = [field for field in CHANGES if is_of_shares and field in data]
        sizes += [field for field in SIZES if field in data]
        if data.get("unit") == "difference" and not str(name).endswith("a copy"):
            sizes += ["value"]
        if {"about", "few_differ"} <= data.keys() and BY_NAME[data["about"], data["figure"]].is_share:
            sizes += ["value"]
        yield from ((f"{path}.{field} of {name}", abs(n)) for field in sizes for n in numbers(data[field]))
        for key, part in data.items():
            yield from shares_in(part, f"{path}.{key}")
    elif isinstance(data, list):
        for i, part in enumerate(data):
            yield from shares_in(part, f"{path}[{i}]")


def shares_of_csv(text: str, names: set[str]) -> Iterator[tuple[str, float]]:
    """Numbers of the columns of shares, and of rows in which the unit is a share."""
    for row in csv.DictReader(text.splitlines()):
        is_of_shares = row.get("unit") == "share"
        own = {"value"} if is_of_shares and "measure" in row else set()
        sizes = {name for name in (*SIZES, *(CHANGES if is_of_shares else ())) if f"{name}_low" in row}
        for name in names | own | sizes:
            for column in (f"{name}_low", name, f"{name}_high"):
                if row.get(column):
                    number = float(row[column])
                    yield f"{column} of {row}", abs(number) if name in sizes else number


TEXTS = (
    (re.compile(r"(?<![\w.,+−-])(\d[\d,]*(?:\.\d+)?) %"), lambda found: [found[1]]),
    (re.compile(r"([−-]\d[\d,]*(?:\.\d+)?) %(?! of)"), lambda found: [found[1]]),
    (re.compile(r"% \[([^,\]]+), ([^\]]+)\]"), lambda found: [found[1], found[2]]),
    (
        re.compile(r"(\d[\d.]*) % ± (\d[\d.]*)"),
        lambda found: [str(float(found[1]) + float(found[2])), str(float(found[1]) - float(found[2]))],
    ),
)


def shares_of_text(text: str) -> Iterator[tuple[str, float]]:
    """Every share that is printed as one."""
    for pattern, parts in TEXTS:
        for found in pattern.finditer(text):
            yield from ((found[0], float(part.replace(",", "").replace("−", "-")) / 100) for part in parts(found))


def shares_of_tables(text: str) -> Iterator[tuple[str, float]]:
    """Cells of tables that are in per cent as a whole, by their captions: `100, 70 to 100` or `35 ± 4`."""
    blocks = text.split("\n\n")
    for caption, table in pairwise(blocks):
        if re.search(r"shares? .*in (%|per cent)", caption):
            for value, reach in re.findall(r"(\d[\d.]*) ± (\d[\d.]*)", table):
                yield from ((caption, (float(value) + side * float(reach)) / 100) for side in (-1, 1))
            yield from ((caption, float(end) / 100) for ends in re.findall(r"([\d.]+), ([\d.]+) to ([\d.]+)", table) for end in ends)


@pytest.mark.parametrize("study", STUDIES)
def test_no_share_leaves_its_range(study: str, project: Project, written: list[tuple[str, Any]]) -> None:
    for name, text in FILES.items():
        project.write(name, text)
    verb = str(STUDIES[study][0])
    words = (*STUDIES[study], *(() if verb in ("coverage", "feel", "regret") else ("--out", "there")))
    shown = {form: project.here(*words, "--format", form) for form in ("table", "json", "csv")}
    for one in shown.values():
        assert one.code in (0, 1, 3), one.err
    data = json.loads(shown["json"].out)
    if (schema := ROOT / "docs" / f"{SCHEMAS.get(verb, verb)}.schema.json").exists():
        jsonschema.validate(data, json.loads(schema.read_text("utf-8")))
    assert written == []
    tables = [shown["csv"].out, *(path.read_text("utf-8") for path in Path().rglob("*.csv"))]
    pages = [re.sub(r"(?s)<(script|style|svg).*?</\1>", "", path.read_text("utf-8")) for path in Path().rglob("report.html")]
    pages += [path.read_text("utf-8") for path in Path().rglob("*.md")]
    texts = [shown["table"].out, *(re.sub(r"(<[^>]*>|\s)+", " ", page) for page in pages)]
    found = [*shares_in(data), *(one for text in tables for one in shares_of_csv(text, declared()))]
    found += [one for text in texts for one in shares_of_text(text)]
    found += shares_of_tables(shown["table"].out)
    assert [(where, share) for where, share in found if not is_share(share)] == []


@pytest.mark.parametrize("players", [2, 3, 6])
def test_gains_of_a_game_leave_no_share_below_0_or_above_1(players: int) -> None:
    even, gains = 1 / players, [-60.0, -1.0, -0.2, -1e-9, 0.0, 1e-9, 0.2, 1.0, 60.0]
    found = [of_all(gain, players) for gain in gains]
    assert found == sorted(found)
    assert (found[0], found[-1]) == (pytest.approx(-even), pytest.approx(1 - even))
    assert found[3:6] == pytest.approx(gains[3:6])


def test_shares_are_declared() -> None:
    assert {"win_share", "tie_share", "lottery", "weight", "before", "after"} <= declared()


@pytest.mark.parametrize("width", [0.3, 0.02, 0.004, 0.0004, 0.000003])
@pytest.mark.parametrize("form", ["percent", "points", "number"])
def test_marks_of_a_scale_differ(width: float, form: Any) -> None:
    at = (0.5 - width / 2, 0.5, 0.5 + width / 2)
    rows = [
        {"panel": "all", "label": f"row {i}", "low": at[0], "value": at[i], "high": at[2], "mark": "fair", "verdict": "even"}
        for i in range(3)
    ]
    chart = Chart("c", "t", "caption", "alt", "dots", rows, form=form)
    assert tick_digits(chart) <= fmt.MOST_DIGITS
    drawn = re.findall(r"<text[^>]*>([^<]*)</text>", svg(chart).split('<svg class="chart narrow"')[0])
    marks = [text for text in drawn if re.fullmatch(r"[+−-]?\d[\d.,]*( %)?", text)][: -len(rows)]  # its values stand last
    assert len(marks) > 1
    assert len(set(marks)) == len(marks), marks
    axis = figure(chart).axes[0].xaxis
    labels = [axis.get_major_formatter()(place, None) for place in axis.get_majorticklocs()]
    assert len(set(labels)) == len(labels), labels
    ends = axis_text(at[0], at[2], 0.5, "share").split("  ")
    assert ends[0].strip() != ends[-1].strip()


def test_a_scale_of_one_share_says_it_once() -> None:
    assert axis_text(0.5, 0.5, 0.5, "share") == "50 %"
