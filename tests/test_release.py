"""The CHANGELOG names what changes results, and the version is one everywhere."""

from __future__ import annotations

import hashlib
import re
import tomllib
from pathlib import Path

import pytest
from ruamel.yaml import YAML

import simcli
from simcli.games import GAME_IDS, get_game

ROOT = Path(__file__).parents[1]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")
NEWEST = re.split(r"^## ", CHANGELOG, flags=re.MULTILINE)[1]
RESULTS = NEWEST.partition("### Results change\n")[2]
MOST_LINES = 30


def fingerprint() -> str:
    """Of all that says what a game's results are: behaviour versions, golden traces, and the digests of the self-test."""
    files = [*sorted(ROOT.glob("tests/games/*/golden/*.txt")), ROOT / "simcli/studies/selftest/digests.json"]
    behaviours = "".join(f"{game} {get_game(game).behaviour}\n" for game in GAME_IDS)
    return hashlib.sha256(behaviours.encode() + b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def test_a_change_of_results_is_told() -> None:
    """A golden trace, a digest or a behaviour version has changed: say under "Results change" what changes, and for whom."""
    assert len(list(ROOT.glob("tests/games/*/golden/*.txt"))) >= len(GAME_IDS)
    assert f"<!-- results: {fingerprint()} -->" in RESULTS


@pytest.mark.parametrize("game", GAME_IDS)
def test_the_changelog_names_each_behaviour_version(game: str) -> None:
    told = [
        int(version) for version, games in re.findall(r"Behaviour version (\d+) of ([^:.]+)", CHANGELOG) if get_game(game).title in games
    ]
    assert max(told, default=1) == get_game(game).behaviour


def test_a_release_is_short() -> None:
    lines = [line for line in NEWEST.splitlines() if line and not line.startswith("<!--")]
    assert len(lines) <= MOST_LINES + 1  # the heading itself


def test_there_is_one_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    citation = YAML(typ="safe").load(ROOT / "CITATION.cff")
    assert project["version"] == citation["version"] == simcli.__version__
    assert NEWEST.partition("\n")[0] in (simcli.__version__, "Unreleased")
    assert citation["license"] == project["license"]
