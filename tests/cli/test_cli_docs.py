"""Every command and every snippet a reader may type from README, docs, --help and hints does what it is said to do."""

from __future__ import annotations

import ast
import re
import shutil
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

import simcli
from simcli.config import check_paths, load_config
from simcli.config.run.targets import read_targets
from simcli.games import GAME_IDS
from simcli.sim.bench import machine
from simcli.sim.bench_history import append
from simcli.sim.reference.yardstick import Yardstick
from tests.cli.docs_text import ELSEWHERE, PAGES, PLAYED, TYPED_IN_ORDER, VERBS, Found, commands, snippets, words
from tests.cli.project import ROOT, Project

MY = "game: guildes\nplayers: [3, 4]\nstrategies: [balanced, denier, random]\ntables: mixed\ndeals: 2\n"
TWO = "game: guildes\nplayers: 3\nstrategies: [random]\ndeals: 2\nvariants: {NAME: {}, other: {options: {events: on}}}\n"
MINE = "game: guildes\nextends: balanced\nweights:\n  pick: {militia: 6}\n"
FUNCTION = "def choose(s, t, actions, X, weights, noise):\n    return 0\n"
FILES = {
    "my.yaml": MY,
    "seats.yaml": MY.replace("[3, 4]", "4"),
    "mine.yaml": MINE,
    "tools/search.py": FUNCTION,
    "greedy.py": FUNCTION,
    "greedy.yaml": "game: guildes\nplayers: 4\nstrategies: [greedy.py, random]\n",
    "strategies/guildes/mine.yaml": MINE,
    "targets.yaml": "targets:\n  seat 1 win share: 20 % .. 30 %\n",
}
SPEED = {"games_per_second": 1, "decisions_per_second": 1}
MEASURED = {
    "game": "guildes",
    "players": 4,
    "speeds": [{"strategy": "random", "bounds_checks": True, "one_core": SPEED, "all_cores": SPEED, "of_reference": 1.0}],
    "search": None,
    "first_game_seconds": {"cold": None, "cached": 1.0},
}
NO_CONFIGS = ("configs/*.yaml -->", "make ", "# yaml-language-server", "#SBATCH ", "pip ", "python tools/", "dask ", "apiVersion: ")
"""How indented blocks begin that are neither commands nor YAML: a drawing, targets of the Makefile, a line for editors, tools of the
repository, a script of SLURM, commands and files of others."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `simcli init` makes, the files the docs talk about, and two run folders."""
    from simcli.cli.app import main
    from simcli.studies.run.play import play

    home = tmp_path_factory.mktemp("docs")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(home)
        assert main(["init", "."]) == 0
        for name, text in FILES.items():
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            Path(name).write_text(text, "utf-8")
        Path("two.yaml").write_text(TWO, "utf-8")
        shutil.copytree(ROOT / "docs", "docs")
        append({"machine": machine(), "reference": {"kind": "c", "games_per_second": 1}, "games": [MEASURED]})
        runs = (("my.yaml", "reports/seats-1a2b3c4d"), ("my.yaml", "reports/seats-5e6f7a8b"), ("two.yaml", "RUN"))
        for config, run in runs:
            play(load_config(config), Path(run), workers=1, write_report=False)
            Path(run, "report.html").touch()
    return home


@pytest.fixture
def here(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Project:
    """That folder; pages are not drawn, nothing is measured or compiled ahead, and replies are searched for a moment: other tests do."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("SIMCLI_GAMES", "")
    for place in ("report.page", "studies.result"):
        monkeypatch.setattr(f"simcli.{place}.rendered", lambda _: "")
    for place in ("question", "play"):
        monkeypatch.setattr(f"simcli.studies.reply.{place}.STAGES", ((6, 2), (3, 2), (1, 2)))
    monkeypatch.setattr("webbrowser.open", lambda _: True)
    monkeypatch.setattr("simcli.sim.bench.bench_game", lambda *_, **__: MEASURED)
    unit = Yardstick("c", lambda deals: (deals, 1.0), amount=1, measured=[1.0])
    monkeypatch.setattr("simcli.cli.bench.yardstick", lambda **_: nullcontext(unit))
    monkeypatch.setattr("simcli.cli.warm.call_in_subprocess", lambda *_, **__: 1.0)
    return Project(folder, capsys)


TYPED = [c for c in commands() if c.text not in (*ELSEWHERE, *TYPED_IN_ORDER)]


def new_words() -> set[Found]:
    """Commands with a verb, config, option or setting that none before them has: these are played, the others planned."""
    seen: set[tuple[str, str]] = set()
    found = set()
    for command in TYPED:
        verb, *rest = words(command.text)
        own = {(verb, re.sub(r"\d[\d.,]*", "0", word)) for word in rest}
        if own - seen:
            found.add(command)
        seen |= own
    return found


NEW_WORDS = new_words()
SMALL = ROOT / "tests" / "toys" / "small" / "stones.py"


@pytest.mark.parametrize("command", TYPED, ids=str)
def test_a_command_can_be_typed_as_it_stands(here: Project, command: Found, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    args = words(command.text)
    for named in (Path(word) for word in args if re.fullmatch(r"\w+\.py", word)):
        shutil.copy(SMALL, named)  # what `simcli init --small` has written
        request.addfinalizer(named.absolute().unlink)
    if command.text in VERBS:
        args.append("--help")
    elif args[0] == "check" and args[1:] and not Path(args[1]).exists():
        assert here.here("init", args[1]).code == 0  # what the line before it says
    elif args[0] == "grow" or (args[0] == "init" and "--game" in args):
        args[-1] = str(tmp_path / args[-1])  # a game that is not installed is no folder to check
    elif args[0] == "init" and Path(args[1]).exists():
        args[1] = f"{args[1]}-again"
    elif args[0] == "merge":
        args = ["merge", "--help"]  # of shards that tests/cli/test_cli_shards.py plays
    elif "--shard" in args or "--cluster" in args:
        args.append("--dry-run")
    elif args[0] in PLAYED and "--help" not in args:
        is_guildes = not any(game in args[1] for game in GAME_IDS if game != "guildes")
        args += ["--deals", "2", "--workers", "1"] if is_guildes and command in NEW_WORDS else ["--dry-run"]
    elif args[0] == "matchups" and "--help" not in args:
        args += ["--deals", "2", "--workers", "1"]
        args += ["--set", "strategies=[balanced,denier]"] if args[1] == "guildes/seats" else []  # one plan meets nobody
    elif args[0] == "more" and "--deals" in args:
        args += ["--deals", "4", "--workers", "1"]
    elif args[0] in ("tune", "learn", "league", "ladder", "more") and "--help" not in args:
        args.append("--dry-run")
    shown = here.here(*args)
    allowed = {0, 1, 3} if "--gate" in args or args[0] in ("fix", "gate") else {0, 1} if args[0] == "coverage" else {0}
    assert shown.code in allowed, f"{command.file}:{command.line}: simcli {' '.join(args)}\n{shown.err}"


def blocks(*languages: str) -> list[Found]:
    return [block for page in PAGES for block in snippets(page, *languages)]


def is_yaml(block: Found) -> bool:
    """Whether an indented block is no commands and none of the few that are something else."""
    if block.text.startswith(NO_CONFIGS) or re.match(r"\s*([A-Z_]+=\S+ )*simcli ", block.text):
        return False
    return not is_python(block)


def is_python(block: Found) -> bool:
    """Whether an indented block is Python."""
    return bool(re.search(r"(?m)^(def|import|from) ", block.text))


def pieces(text: str) -> list[str]:
    """A snippet cut where a top-level key comes again: it shows several ways to write one key."""
    made: list[list[str]] = [[]]
    keys: set[str] = set()
    for line in text.splitlines():
        key = re.match(r"([a-z_]+):", line)
        if key and key[1] in keys:
            made.append([])
            keys = set()
        keys |= {key[1]} if key else set()
        made[-1].append(line)
    return ["\n".join(lines) + "\n" for lines in made]


YAML_BLOCKS = [*blocks("yaml"), *filter(is_yaml, blocks(""))]


@pytest.mark.parametrize("block", YAML_BLOCKS, ids=str)
def test_a_config_or_strategy_can_be_played_as_it_stands(here: Project, block: Found) -> None:
    for piece in pieces(block.text):
        data: dict[str, Any] = YAML(typ="safe", pure=True).load(piece)
        assert isinstance(data, dict), f"{block}: not YAML with keys, and not in NO_CONFIGS"
        if "targets" in data:
            Path("snippet-targets.yaml").write_text(piece, "utf-8")
            assert read_targets("snippet-targets.yaml")
            continue
        if "plans" in data:
            Path("snippet-field.yaml").write_text(piece, "utf-8")
            piece = f"game: {data['game']}\nplayers: 4\nstrategies: {{field: snippet-field.yaml}}\n"
        elif data.keys() & {"weights", "extends", "kind"}:
            Path("snippet.yaml").write_text(piece, "utf-8")
            piece = f"game: {data['game']}\nplayers: 4\nstrategies: [./snippet.yaml]\n"
        elif "game" not in data:
            game = "kingdom_builder" if "Kingdom Builder" in piece else "guildes"
            fixed = data["tables"].get("fixed") if isinstance(data.get("tables"), dict) else None
            count = f"players: {len(fixed) if fixed else 4}\n"
            piece = f"game: {game}\n{'' if 'players' in data else count}{piece}"
        elif "players" not in data:
            piece += "players: 4\n"
        Path("snippet-config.yaml").write_text(piece, "utf-8")
        run = load_config("snippet-config.yaml", deals=2)
        if run.game.id == "guildes":
            assert simcli.simulate(run, workers=1).summary["deals"] == 2


@pytest.mark.parametrize("block", [*blocks("python"), *filter(is_python, blocks(""))], ids=str)
def test_python_runs_as_it_stands(here: Project, block: Found) -> None:
    """A strategy is played; a fenced program runs; an indented fragment is at least Python."""
    text = re.sub(r"""(deals"?[=:] ?)\d+""", r"\g<1>2", block.text)
    if "def choose(" in text:
        Path("snippet.py").write_text(text, "utf-8")
        assert check_paths(["snippet.py"]) == []
        assert simcli.simulate({"game": "guildes", "players": 3, "strategies": ["./snippet.py"], "deals": 2}).summary["deals"] == 2
    elif block in blocks("python"):
        exec(compile(text, str(block), "exec"), {})
    else:
        ast.parse(text)


def test_what_is_called_no_config_is_there() -> None:
    assert all(any(block.text.startswith(start) for block in blocks("")) for start in NO_CONFIGS)


def test_make_targets_that_are_named_exist() -> None:
    targets = set(re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8")))
    named = {
        name for page in PAGES for name in re.findall(r"(?m)^ {4}make ([a-z-]+)|`make ([a-z-]+)`", page.read_text("utf-8")) for name in name
    }
    assert named - {""} <= targets
    assert "demo" in named


def anchors(page: Path) -> set[str]:
    """The anchors of the headings of a page, as GitHub and GitLab make them."""
    found: list[str] = []
    for heading in re.findall(r"(?m)^#+ (.*)$", re.sub(r"(?ms)^```.*?^```", "", page.read_text("utf-8"))):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w\- ]", "", plain.lower()).strip().replace(" ", "-")
        found.append(name if name not in found else f"{name}-{found.count(name)}")
    return set(found)


LINKING = (ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md")))


@pytest.mark.parametrize("page", LINKING, ids=lambda page: page.name)
def test_every_relative_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    text = re.sub(r"(?ms)^```.*?^```|`[^`\n]*`", "", page.read_text("utf-8"))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        there = (page.parent / file).resolve() if file else page
        assert there.exists(), f"{page.name}: {target}"
        assert not anchor or anchor in anchors(there), f"{page.name}: {target}: no such heading"


def test_there_are_links_to_look_at() -> None:
    assert sum(page.read_text("utf-8").count("](") for page in LINKING) > 100
    assert "the-tolerance" in anchors(ROOT / "docs" / "summary.md")


def test_strategies_and_configs_that_are_named_exist() -> None:
    known = {p.relative_to(ROOT / "configs").with_suffix("").as_posix() for p in (ROOT / "configs").rglob("*.yaml")}
    for page in PAGES:
        named = set(re.findall(r"`((?:guildes|kingdom_builder|kings_forge)/[a-z-]+)`", page.read_text("utf-8")))
        assert named <= known, page.name
