"""Summaries for the tests of `report`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "stats"))


@pytest.fixture
def summary_of():
    from report_samples import make

    return make


@pytest.fixture(params=("small", "large", "one strategy", "one deal", "empty", "half empty", "no cells"))
def any_summary(request, summary_of):
    return summary_of(request.param)
