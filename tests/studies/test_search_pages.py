"""The pages of `simcli tune`, `simcli learn` and `simcli league`: answer first, a chart, the tables, the command that makes it again."""

from __future__ import annotations

import html
import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.cli.project import Project, make_project

BAD = 'game: pig\nidea: "Holds <b>nothing</b>."\ntemperature: 1\nweights: {turn: {over_twenty: -2, wins: -2, behind: 0.01}}\n'
TUNE = ("tune", "pig", "--start", "./bad.yaml", "--field", "random", "--candidates", 8, "--deals", 16, "--fresh", 100)
LEAGUE = ("league", "pig", "--field", "bad.yaml,random", "--rounds", 2, "--deals", 20, "--enough", 1, "--starts", 2)
BOTH = ("--players", 2)
SEARCH = ("--budget", 9000)
LEARN = ("learn", "pig", "--plan", "./bad.yaml", "--field", "random", "--deals", 150, "--worlds", 2, "--fresh", 40)


@pytest.fixture
def project(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Project:
    from pig import GAME

    from simcli import games

    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(games._registered, "pig", GAME)
    made = make_project(tmp_path, capsys)
    made.write("bad.yaml", BAD)
    return made


class Texts(HTMLParser):
    """The texts of a page, and its tags."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.tags: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.mark.parametrize(("words", "file"), [((*TUNE, *SEARCH), "tune.json"), ((*LEAGUE, *SEARCH), "league.json"), (LEARN, "learn.json")])
def test_the_page_has_answer_chart_tables_and_command(project: Project, words: tuple[object, ...], file: str) -> None:
    shown = project.here(*words, *BOTH, "--out", "made")
    assert shown.code == 0, shown.err
    assert f"report: {Path('made/report.html')}" in shown.err
    text = project.read("made/report.html").decode()
    page, found = Texts(text), json.loads(project.read(f"made/{file}"))
    said = " ".join(page.texts).replace("\u200b", "")
    assert found["answer"].partition(". ")[0] in html.unescape(said)
    assert page.tags.index("h1") < page.tags.index("svg") < page.tags.index("table")
    assert "<b>nothing</b>" not in text
    assert f"simcli {words[0]} pig" in said
    drawn = project.here("report", "made", "--charts", "png")
    assert drawn.code == 0, drawn.err
    assert [line for line in drawn.out.splitlines() if not Path(line).read_bytes().startswith(b"\x89PNG")] == []
    assert list((project.folder / "made" / "figures").glob("*.png"))
    again = project.here(*words, *BOTH, "--out", "made")
    assert again.code == 0
    assert project.read("made/report.html").decode() == text
