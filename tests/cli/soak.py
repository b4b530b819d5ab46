"""What the fault tests share: how many faults a test makes, and simcli as it is started where something is missing or broken."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.project import PATHS, Project

SPACES = ["unshare", "--mount", "--propagation", "private", "sh", "-ec"]
"""A shell with mounts of its own, which end with it."""


def counts(few: int, many: int) -> pytest.MarkDecorator:
    """Runs a test with a few faults among all tests, and with many among the long ones; SIMCLI_FAULTS says another number."""
    many = int(os.environ.get("SIMCLI_FAULTS", many))
    return pytest.mark.parametrize("count", [pytest.param(few, id="few"), pytest.param(many, id="many", marks=pytest.mark.soak)])


def can_mount() -> bool:
    """Whether this machine lets the tests make read-only mounts: Linux, the right to unshare, util-linux."""
    try:
        done = subprocess.run([*SPACES, "mount --bind /tmp /tmp && mount -o remount,ro,bind /tmp"], capture_output=True, check=False)
    except OSError:
        return False
    return done.returncode == 0


needs_mounts = pytest.mark.skipif(not can_mount(), reason="read-only folders are made with mounts, which this machine does not let us make")


def read_only(project: Project, folders: Sequence[Path | str], *args: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """simcli in a process of its own that sees these folders read-only, also if it is root."""
    return _mounted(project, "; ".join(f"mount --bind {f} {f}; mount -o remount,ro,bind {f}" for f in folders), *args, **environment)


def small_disk(project: Project, folder: Path, *args: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """simcli in a process of its own that sees an empty disk of 64 kB in place of this folder."""
    return _mounted(project, f"mount -t tmpfs -o size=64k none {folder}", *args, **environment)


def _mounted(project: Project, mounts: str, *args: object, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [*SPACES, f'{mounts}; exec "$@"', "sh", sys.executable, "-m", "simcli", *map(str, args)]
    env = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, PATHS)), "PYTHONDONTWRITEBYTECODE": "1"} | environment
    return subprocess.run(command, cwd=project.folder, env=env, capture_output=True, text=True, check=False, timeout=600)
