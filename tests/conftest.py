"""The kernels of the toy games decide what compiled code does as much as the package's own: their text enters the cache's key.

Tests marked `soak` run with --run-soak only.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
os.environ.setdefault("SIMCLI_KERNEL_SOURCES", str(TESTS / "toys"))
if str(TESTS) not in sys.path:
    sys.path.insert(0, str(TESTS))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--run-soak", action="store_true", help="run the long checks too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--run-soak"):
        skip = pytest.mark.skip(reason="takes long; --run-soak runs it")
        for item in items:
            if item.get_closest_marker("soak"):
                item.add_marker(skip)
