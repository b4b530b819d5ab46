"""Ratio rows and small tallies for the tests of `stats`."""

from __future__ import annotations

import numpy as np
import pytest


def ratio_row(c, y):
    """Ratio row from per-deal counts and totals."""
    c, y = np.asarray(c, np.int64), np.asarray(y, np.int64)
    return np.array([c.sum(), y.sum(), (c * c).sum(), (c * y).sum(), (y * y).sum()], np.int64)


@pytest.fixture
def row():
    return ratio_row
