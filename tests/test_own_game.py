"""docs/own-game.md, typed from top to bottom: a game in a package of its own, with every command working on it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from simcli.cli.new_game import check_name, prefix_of, skeleton, title_of
from simcli.config.data.shipped import shipped_folder
from simcli.errors import UserError
from tests.cli.forked import forks

PAGE = Path(__file__).parents[1] / "docs" / "own-game.md"
BLOCK = re.compile(r"(?m)(?:`(?P<file>[^`\n]+)`:\n\n)?^```(?P<language>\w+)\n(?P<text>.*?)^```$|^ {4}(?P<command>\S[^\n]*)$", re.S)


@dataclass(frozen=True)
class Reader:
    """A folder in which a page is typed; `site` is where pip would note what is installed."""

    folder: Path
    site: Path

    def type(self, command: str) -> subprocess.CompletedProcess[str]:
        """Runs a line of the page."""
        settings, words = {}, command.split()
        while re.fullmatch(r"[A-Z_]+=\S+", words[0]):
            name, _, settings[name] = words.pop(0).partition("=")
        if words[:3] == ["pip", "install", "--editable"]:
            self.install(words[3])
            return subprocess.CompletedProcess(words, 0, "", "")
        if words[0] == "pytest":
            words += ["-p", "no:cacheprovider", "-p", "no:xdist"]
        return forks().run(words[1:], self.folder, self.environment() | settings, program=words[0])

    def python(self, code: str) -> subprocess.CompletedProcess[str]:
        """Runs code that uses what is installed."""
        line = [sys.executable, "-c", code]
        return subprocess.run(line, cwd=self.folder, env=self.environment(), capture_output=True, text=True, timeout=600)

    def environment(self) -> dict[str, str]:
        """That of a process which finds what is installed."""
        path = os.pathsep.join([str(self.site), *self.installed(), str(PAGE.parents[1])])
        return os.environ | {"PYTHONPATH": path}

    def install(self, name: str) -> None:
        """What pip notes of an editable package: its entry points, and where its modules are."""
        text = (self.folder / name / "pyproject.toml").read_text("utf-8")
        package = re.search(r'(?m)^name = "(\w+)"$', text)
        entry = re.search(r'(?m)^\[project\.entry-points\."(simcli\.\w+)"\]\n(.*)$', text)
        assert package
        assert entry
        note = self.site / f"{package[1]}-0.1.0.dist-info"
        note.mkdir(parents=True)
        (note / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package[1]}\nVersion: 0.1.0\n", "utf-8")
        (note / "entry_points.txt").write_text(f"[{entry[1]}]\n{entry[2].replace(chr(34), '')}\n", "utf-8")
        (note / "where.txt").write_text(str(self.folder / name), "utf-8")

    def installed(self) -> list[str]:
        return [path.read_text("utf-8") for path in self.site.glob("*/where.txt")]


def test_the_page_can_be_typed_from_top_to_bottom(tmp_path: Path) -> None:
    reader = Reader(tmp_path, tmp_path / "site")
    reader.site.mkdir()
    home, said = tmp_path / "stones-game", {}
    for block in BLOCK.finditer(PAGE.read_text("utf-8")):
        if command := block["command"]:
            done = said[command] = reader.type(command)
            assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        elif block["language"] == "diff":
            subprocess.run(["git", "apply", "--unidiff-zero", "-"], cwd=home, input=block["text"], text=True, check=True)
        else:
            (home / block["file"]).write_text(block["text"], "utf-8")
    assert said["simcli games stones"].stdout.startswith("Game")
    assert "Stones" in said["simcli games stones"].stdout
    assert "chain builder" in said["simcli run stones/chain --deals 500"].stdout.lower()
    for verb in ("check stones-game", "strategies stones", "bench stones --players 2 --quick", "report reports/last --format md"):
        if verb.startswith("report"):
            verb = verb.replace("reports/last", str(next((tmp_path / "reports").glob("chain-*"))))
        done = reader.type(f"simcli {verb}")
        assert done.returncode == 0, f"{verb}\n{done.stdout}\n{done.stderr}"
    known = reader.type("simcli games")
    assert "Guildes" in known.stdout
    assert "Stones" in known.stdout


def test_the_skeleton_under_its_own_name_is_the_toy_game() -> None:
    root = shipped_folder("skeleton")
    for place, content in skeleton("harbour_kings"):
        text = content.decode().replace("harbour_kings", "pig").replace("Harbour Kings", "Pig").replace("HKO", "PO").replace("HK-", "PG-")
        assert text.replace("HK", "PG") == (root / place.as_posix().replace("harbour_kings", "pig")).read_text("utf-8")


def test_names_of_rules_and_titles_follow_from_the_name() -> None:
    assert (title_of("harbour_kings"), prefix_of("harbour_kings")) == ("Harbour Kings", "HK")
    assert (title_of("go_"), prefix_of("x")) == ("Go", "XX")


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("Stones", "found 'Stones', expected lower-case letters, digits and _, a letter first, at most 40 of them"),
        ("class", "found 'class', expected lower-case letters, digits and _, a letter first, at most 40 of them"),
        ("guildes", "there is a game 'guildes' already"),
        ("json", "Python has a module 'json' already, which the game's package would hide"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused(name: str, what: str) -> None:
    with pytest.raises(UserError) as caught:
        check_name(name)
    assert [problem.what for problem in caught.value.problems] == [what]
