"""Summaries for the tests of `report`."""

from __future__ import annotations

import pytest


@pytest.fixture
def summary_of():
    from tests.report.samples import make

    return make


@pytest.fixture(params=("small", "large", "one strategy", "one deal", "empty", "half empty", "no cells"))
def any_summary(request, summary_of):
    return summary_of(request.param)
