"""A project folder with the toy game and shipped files of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from simcli import games
from simcli.config.data import shipped
from simcli.games import register
from tests.config import hats_game
from tests.config.project import Project

BOLD = "game: hats\nidea: wants value\ntemperature: 0.5\nweights:\n  all: {value: 1.5}\n  take: {rivals: -0.25}\n"
CAREFUL = "game: hats\nidea: avoids rivals\nextends: bold\nweights:\n  take: {rivals: -2}\n"
SEATS = "game: hats\nplayers: 3\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Project]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(shipped, "_PACKAGE", Path("lib/simcli"))
    register(hats_game.GAME)
    project = Project(tmp_path)
    project.write("lib/simcli/_shipped/strategies/hats/bold.yaml", BOLD)
    project.write("lib/simcli/_shipped/strategies/hats/careful.yaml", CAREFUL)
    project.write("lib/simcli/_shipped/strategies/hats/random.yaml", "game: hats\nkind: random\nidea: any hat\n")
    project.write("lib/simcli/_shipped/configs/hats/seats.yaml", SEATS)
    yield project
    games._registered.pop("hats", None)
