"""The toy game on the command line."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.cli.project import Project, make_project


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], toy_game: object) -> Project:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.delenv("SIMCLI_FAST", raising=False)
    return make_project(tmp_path, capsys)


@pytest.fixture(scope="session")
def straight(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, int]:
    """Bytes of summary.json and size of batches.log of the long run, played without interruption on one worker."""
    folder = tmp_path_factory.mktemp("straight")
    project = make_project(folder, None)  # type: ignore[arg-type]
    process = project.start("run", "long.yaml", "--out", "run", "--workers", 1, "--quiet", stdout=subprocess.DEVNULL)
    _, err = process.communicate(timeout=240)
    assert process.returncode == 0, err
    return project.read("run/summary.json"), len(project.read("run/batches.log"))
