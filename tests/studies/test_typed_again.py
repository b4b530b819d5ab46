"""Whole numbers have one reader and one range, and every printed command can be typed: at the ends of its numbers, with any name."""

from __future__ import annotations

import html
import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from simcli.base.whole_numbers import DEALS, PLAYERS, SEEDS
from tests.cli.project import Project

NAME = 'my game\'s "best" run.yaml'
PLAN = "my plan's copy.yaml"
WEIGHTS = "game: pig\nidea: Holds at once.\nweights: {turn: {over_twenty: -2, wins: -2, behind: 0.01}}\n"
PIG = f"game: pig\nplayers: 2\nstrategies: [hold_at_20, {'./' + PLAN!r}]\npatch: {{setup: {{goal: 20, max_rounds: 30}}}}\nmeasure: none\n"
ALONE = PIG.replace(f"[hold_at_20, {'./' + PLAN!r}]", f"[{'./' + PLAN!r}]\ntables: mirror")
TWO = ("--players", 2)
STUDIES: dict[str, tuple[object, ...]] = {
    "run": ("run", NAME),
    "run of feel": ("run", NAME, "--measure", "feel"),
    "matchups": ("matchups", NAME),
    "feel": ("feel", NAME, "--deals", 3),
    "regret": ("regret", NAME, "--deals", 3, "--worlds", 2),
    "coverage": ("coverage", NAME),
    "whatif": ("whatif", NAME, "--set", "patch.setup.goal=6"),
    "sensitivity": ("sensitivity", NAME, "setup.goal"),
    "fix": ("fix", "alone 1.yaml", "--goal", "seat 1 even", "--by", "setup.goal", "--within", "6..8"),
    "ladder": ("ladder", "alone 1.yaml", "--rungs", "random:1,hold_at_20:1"),
    "cards": ("cards", "kingdom cards.yaml", "card"),
    "learn": ("learn", "pig", "--plan", f"./{PLAN}", "--field", "random", *TWO, "--deals", 150, "--worlds", 2, "--fresh", 40),
    "tune": (
        "tune",
        "pig",
        "--start",
        f"./{PLAN}",
        "--field",
        "random",
        "--budget",
        2000,
        "--candidates",
        8,
        "--fresh",
        100,
        "--players",
        2,
    ),
}
DRY = {"run", "matchups", "feel", "regret", "coverage", "whatif", "sensitivity", "fix", "ladder", "cards", "tune", "learn", "league"}
"""Verbs that say what they would do."""
OURS = re.compile(r"`(simcli [^`\n]+)`|(?:^|: )(simcli [a-z]+ .+)$", re.MULTILINE)
TEMPLATE = re.compile(r"\b(CONFIG|RUN|PAGE|NAME|GAME|DIR|TARGETS|NUMBER|KIND)\b")


def printed(text: str) -> set[str]:
    """The commands in a text, without those of which a part is left to the reader."""
    found = {(one or other).strip() for one, other in OURS.findall(text)}
    return {command for command in found if not TEMPLATE.search(command) and "--help" not in command}


@pytest.mark.parametrize("seed", [0, 1, SEEDS[1]])
@pytest.mark.parametrize("study", STUDIES)
def test_every_printed_command_can_be_typed(study: str, seed: int, project: Project) -> None:
    files = {NAME: PIG, "alone 1.yaml": ALONE, PLAN: WEIGHTS}
    files["kingdom cards.yaml"] = "game: kingdom_builder\nplayers: 3\nstrategies: [random]\nmeasure: none\n"
    for name, text in files.items():
        project.write(name, text)
    words = [*STUDIES[study], "--seed", seed, *(() if study in ("tune", "learn", "feel", "regret", "ladder") else ("--deals", 1))]
    shown = project.here(*words, *(("--out", "my 'own' run") if study not in ("feel", "regret", "coverage") else ()))
    assert shown.code in (0, 1, 2 if study == "cards" else 0, 3), shown.err
    pages = [html.unescape(re.sub(r"<wbr>|</?code>", "", path.read_text("utf-8"))) for path in Path().rglob("report.html")]
    codes = [html.unescape(re.sub("<wbr>", "", one)) for path in Path().rglob("report.html") for one in code_of(path)]
    commands = {one for text in (shown.out, shown.err.replace("hint: ", "\n"), *codes) for one in printed(text)}
    assert commands, (shown.out, shown.err, len(pages))
    for command in sorted(commands):
        verb = command.split()[1]
        typed = project.here(*shlex.split(command)[1:], *(("--dry-run",) if verb in DRY else ()))
        assert typed.code in (0, 1, 3), (command, typed.err)


STALLING = "game: pig\nplayers: [2, 3]\nstrategies: [hold_at_20, random]\nmeasure: none\npatch: {setup: {goal: 100, max_rounds: 1}}\n"
ENDS = "{patch: {setup: {max_rounds: 90}}}"
SELDOM: dict[str, tuple[str, tuple[object, ...], set[str]]] = {
    "never": (STALLING, ("run", "s.yaml"), set()),
    "never in a fix": (
        STALLING.replace("[hold_at_20, random]", "[random]\ntables: mirror").replace("[2, 3]", "2"),
        ("fix", "s.yaml", "--goal", "seat 1 even", "--by", "setup.goal", "--within", "98..99"),
        set(),
    ),
    "in one variant": (f"{STALLING}variants: {{one: {{}}, two: {ENDS}}}\n", ("run", "s.yaml"), {"--variant two"}),
    "in the first variant": (f"{STALLING}variants: {{two: {ENDS}, one: {{}}}}\n", ("run", "s.yaml"), {"--pick"}),
    "rarely": (STALLING.replace("100, max_rounds: 1", "24, max_rounds: 1"), ("run", "s.yaml"), {"--among 40"}),
}
"""Runs of which no game ends, those of one variant alone, few: config, command, and what commands that tell a game have."""


@pytest.mark.parametrize("case", SELDOM)
def test_games_worth_a_look_are_there(case: str, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where few games end more deals are looked at than one, which stands for the usual number here."""
    text, words, told = SELDOM[case]
    if case == "rarely":
        monkeypatch.setattr("simcli.studies.run.result.DEALS", 1)
        monkeypatch.setattr("simcli.trace.driver.DEALS", 1)
    project.write("s.yaml", text)
    shown = project.here(*words, "--deals", 40, "--out", "run")
    assert shown.code in (0, 1, 3), shown.err
    pages = [html.unescape(re.sub("<wbr>", "", one)) for path in Path().rglob("report.html") for one in code_of(path)]
    commands = {one for one in pages if one.startswith("simcli trace") and "--pick" in one}
    assert bool(commands) == bool(told)
    for command in commands:
        assert all(words in command for words in told)
        typed = project.here(*shlex.split(command)[1:])
        assert typed.code == 0, (command, typed.err)


def code_of(page: Path) -> list[str]:
    return re.findall(r"<code>(.*?)</code>", page.read_text("utf-8"))


@pytest.mark.parametrize(
    "text", ["1e6", "1_000", "1 000", "1.0", "5.5", "-1", "x", "0", "0x10", "+7", " 7 ", str(DEALS[1] + 1), "9" * 41, "٣"]
)
def test_a_number_is_read_alike_behind_an_option_in_a_file_and_after_set(text: str, project: Project) -> None:
    told = set()
    project.write("f.yaml", PIG.replace(f", {'./' + PLAN!r}", "") + f"deals: {text}\n")
    project.write("g.yaml", PIG.replace(f", {'./' + PLAN!r}", ""))
    for words in (("f.yaml",), ("g.yaml", f"--deals={text}"), ("g.yaml", "--set", f"deals={text}")):
        shown = project.here("run", *words, "--dry-run", "--format", "json")
        deals = json.loads(shown.out)["deals"] if shown.code == 0 else re.search(r"(found|a number of).*(\n  hint.*)?", shown.err)[0]  # type: ignore[index]
        told.add((shown.code, deals))
    assert len(told) == 1, told


@pytest.mark.parametrize(("key", "allowed"), [("seed", SEEDS), ("deals", DEALS), ("players", PLAYERS)])
def test_a_range_is_the_same_everywhere(key: str, allowed: tuple[int, int], project: Project) -> None:
    project.write("g.yaml", PIG.replace(f", {'./' + PLAN!r}", "").replace("players: 2", "players: [2]"))
    for number in (allowed[0] - 1, allowed[0], allowed[1], allowed[1] + 1):
        ways = [("--set", f"{key}={number}"), (f"--{key}={number}",)]
        shown = [project.here("run", "g.yaml", *words, "--dry-run") for words in ways]
        is_range = [f"from {allowed[0]} to {allowed[1]}" in one.err for one in shown]
        assert is_range == [not allowed[0] <= number <= allowed[1]] * 2, [one.err for one in shown]


def test_budgets_and_rungs_read_numbers_as_files_do(project: Project) -> None:
    project.write("w.yaml", WEIGHTS)
    project.write("alone.yaml", ALONE.replace(f"{'./' + PLAN!r}", "random"))
    for words, number in (
        (("tune", "pig", "--start", "./w.yaml", "--budget"), "1_000"),
        (("tune", "pig", "--start", "./w.yaml", "--budget"), "1e4"),
        (("ladder", "alone.yaml", "--rungs"), "random:1e3"),
    ):
        shown = project.here(*words, number)
        assert shown.code == 2
        assert "expected a whole number from 1 to" in shown.err
        assert "hint: write 10" in shown.err


def test_the_seed_of_a_trace_may_be_any_that_a_run_has(project: Project) -> None:
    shutil.copy(project.folder / "pig.yaml", "p.yaml")
    shown = project.here("trace", "p.yaml", "--set", f"seed={SEEDS[1]}", "--deal", SEEDS[1])
    assert (shown.code, f"seed {SEEDS[1]}, deal {SEEDS[1]}" in shown.out) == (0, True), shown.err
