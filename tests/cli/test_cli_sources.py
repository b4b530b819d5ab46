"""A game of one's own whose files were edited between two calls: results of other sources are never taken for those of these."""

from __future__ import annotations

import os
import shlex
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from simcli import games
from simcli.base.entry_points import changed_sources, sources_of
from simcli.config import load_config
from simcli.config.run.resolved import ResolvedRun
from simcli.game import Game
from simcli.games import GAME_IDS, get_game
from simcli.studies.ladder.question import ask as ask_ladder
from simcli.studies.reply.question import ask_reply
from simcli.studies.tune.question import ask as ask_tune
from tests.cli.project import TESTS, Project, Result

TOY = TESTS / "toys" / "pig" / "pig"
SEATS = "game: pig\nplayers: 2\nstrategies: [hold_at_20]\ntables: mirror\ndeals: 20\npatch: {setup: {goal: 40}}\n"
PLANS = "game: pig\nplayers: 2\nstrategies: [hold_at_20, hold_at_25]\ndeals: 20\npatch: {setup: {goal: 40}}\n"
STUDIES = (
    "run own.yaml",
    "run own.yaml --measure feel",
    "whatif own.yaml --set patch.die.six.points=9",
    "sensitivity own.yaml die.six.points",
    "matchups plans.yaml --deals 20",
    "ladder own.yaml --rungs random:20,hold_at_25:20 --budget 0.0001",
    "tune pig --start hold_at_20 --players 2 --budget 120 --candidates 4 --deals 10 --fresh 100 --set patch.setup.goal=40",
    "fix own.yaml --goal 'seats even' --by die.six.points --within 5..6",
    "learn pig --plan hold_at_20 --players 2 --deals 150 --worlds 2 --rounds 1 --fresh 25 --set patch.setup.goal=20",
)
SITE = "import sys\nsys.path.insert(0, {!r})\nfrom pig import GAME\nfrom simcli.games import register\nregister(GAME)\n"
ONCE, TWICE = "s.at_risk += t.points[face]\n", "s.at_risk += 2 * t.points[face]\n"


class Own(Project):
    """A folder with a copy of the toy game, known by this copy alone; its kernels run uncompiled."""

    def environment(self) -> dict[str, str]:
        paths = (self.folder / "site", TESTS.parent)
        return os.environ | {"PYTHONPATH": os.pathsep.join(map(str, paths)), "NUMBA_DISABLE_JIT": "1"}

    def type(self, line: str) -> Result:
        return self.forked(*shlex.split(line))

    def edit(self) -> None:
        """Every roll is worth twice as much from now on."""
        rules = self.folder / "pig" / "kernels" / "rules.py"
        text = rules.read_text("utf-8")
        assert ONCE in text
        rules.write_text(text.replace(ONCE, TWICE), "utf-8")

    def folders(self) -> set[str]:
        return {path.name for path in (self.folder / "reports").iterdir()}


@pytest.fixture
def own(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Own:
    project = Own(tmp_path, capfd)
    shutil.copytree(TOY, tmp_path / "pig", ignore=shutil.ignore_patterns("__pycache__"))
    project.write("site/sitecustomize.py", SITE.format(str(tmp_path)))
    project.write("own.yaml", SEATS)
    project.write("plans.yaml", PLANS)
    return project


@pytest.mark.parametrize("line", STUDIES, ids=lambda line: " ".join(line.split()[:2]))
def test_a_study_of_an_edited_game_is_played_anew_and_says_what_changed(own: Own, line: str) -> None:
    first = own.type(line)
    before = own.folders()
    own.edit()
    second = own.type(line)
    assert second.code == first.code
    assert second.out != first.out
    new = own.folders() - before
    assert len(new) == len(before)
    assert any(f"a new folder: Pig has changed since reports/{name} (kernels/rules.py changed)" in second.err for name in before)


def test_a_folder_of_other_sources_is_refused_by_what_changed(own: Own) -> None:
    tune, learn = STUDIES[6], STUDIES[8]
    assert own.type("run own.yaml --out one").out == own.type("run own.yaml --out one").out
    assert [own.type(f"{line} --out {out}").code for line, out in (("run own.yaml", "one"), (tune, "two"), (learn, "three"))] == [0, 0, 0]
    own.edit()
    (own.folder / "pig" / "data" / "new.csv").write_text("1\n", "utf-8")
    changed = "(data/new.csv new, kernels/rules.py changed)"
    for line, said in (
        ("run own.yaml --out one", f"one was played by other sources of Pig {changed}"),
        (f"{tune} --out two", f"two was searched with other sources of Pig {changed}"),
        (f"{learn} --out three", f"the player of three learned with other sources of Pig {changed}"),
        ("report one", f"it was played by other sources of Pig {changed}"),
        ("compare one one", f"it was played by other sources of Pig {changed}"),
    ):
        found = own.type(line)
        assert (found.code, found.out) == (4, "")
        assert said in found.err


def test_a_folder_that_is_noted_to_be_of_no_sources_is_refused(own: Own) -> None:
    """As one that an older version wrote: nobody knows what played it."""
    assert changed_sources(None, {"a.py": "0"}) == "a.py new"
    assert changed_sources({"a.py": "1", "b.py": "2"}, {"a.py": "1"}) == "b.py gone"
    assert changed_sources({"a.py": "1"}, {"a.py": "1"}) == ""


def test_everything_kept_by_an_identity_hangs_on_the_sources(toy_game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The run, and the cached replies, ladders, searches that are made from it."""

    def identities(folder: Path) -> list[str]:
        sources_of.cache_clear()
        game = replace(toy_game, folder=folder)
        monkeypatch.setitem(games._registered, "pig", game)
        run: ResolvedRun = load_config({"game": "pig", "players": 2, "strategies": ["hold_at_20", "hold_at_25"], "deals": 20})
        ladder = ask_ladder({"game": "pig", "players": 2, "strategies": ["hold_at_20"], "deals": 100}, ["random", "hold_at_25"])
        return [run.identity(), ask_reply(run).identity(), ladder.identity(), ask_tune("pig", "hold_at_20", players=(2,)).identity()]

    for name in ("one", "two"):
        shutil.copytree(TOY, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    same = identities(tmp_path / "one")
    assert identities(tmp_path / "two") == same
    for place in ("kernels/rules.py", "tables.py", "data/die.yaml"):
        path = tmp_path / "two" / place
        text = path.read_text("utf-8")
        path.write_text(f"{text}\n# edited\n", "utf-8")
        assert not set(identities(tmp_path / "two")) & set(same)
        path.write_text(text, "utf-8")
    for place in ("RULES.md", "configs/seats.yaml", "kernels/__pycache__/rules.py"):
        path = tmp_path / "two" / place
        path.parent.mkdir(exist_ok=True)
        path.write_text("# edited\n", "utf-8")
    sources_of.cache_clear()
    assert sources_of(tmp_path / "two") == sources_of(tmp_path / "one")
    sources_of.cache_clear()


def test_shipped_games_are_held_by_their_behaviour_version() -> None:
    assert [dict(sources_of(get_game(game).folder)) for game in GAME_IDS] == [{}] * len(GAME_IDS)
