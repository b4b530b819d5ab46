"""Shares in sentences: no number without what it may be off."""

from __future__ import annotations

import re

import numpy as np
import pytest

from simcli.report import formatting as fmt
from simcli.stats.bounds import Interval


@pytest.mark.parametrize(
    ("bounds", "usual", "text"),
    [
        ((0.335, 0.34, 0.345), 0.25, "34 % instead of 25 %"),
        ((0.27, 0.60, 0.93), 0.25, "at least 27 % instead of 25 %"),
        ((0.2512, 0.30, 0.35), 0.25, "at least 25.1 % instead of 25 %"),
        ((0.10, 0.15, 0.209), 0.25, "at most 21 % instead of 25 %"),
        ((0.20, 0.28, 0.36), 0.25, "28 % ± 8 instead of 25 %"),
        ((0.0, 0.02, 0.12), 0.03, "0 to 12 % instead of 3 %"),
    ],
)
def test_a_share_with_a_wide_interval_is_said_by_its_nearer_end(bounds: tuple[float, float, float], usual: float, text: str) -> None:
    assert fmt.instead(Interval(*bounds), Interval(None, usual, None)) == text


@pytest.mark.parametrize(
    ("bounds", "text"),
    [
        ((-0.01, 0.02, 0.05), "+2.0 ± 3.0"),
        ((-1.0, -0.25, 1.0), "−25, −100 to +100"),
        ((-0.004, 0.001, 0.003), "+0.1, −0.4 to +0.3"),
        ((0.1, 0.2, 0.3 + 1e-12), "+20.0 ± 10.0"),
        ((None, 0.2, None), "+20.0"),
        ((None, None, None), fmt.DASH),
    ],
)
def test_bounds_that_lie_unevenly_are_written_both(bounds: tuple[float | None, ...], text: str) -> None:
    assert fmt.signed_within(Interval(*bounds)) == text


def test_shares_and_differences_are_written_by_one_rule() -> None:
    """With half their interval where both halves look the same or are nearly so, else with both bounds."""
    assert fmt.around(Interval(0.1, 0.2, 0.31)) == "20 % ± 10"
    assert fmt.around(Interval(0.1, 0.2, 0.4)) == "20 %, 10 to 40"
    rng = np.random.default_rng(5)
    for low, value, high in np.sort(rng.random((2000, 3))).tolist():
        is_near = abs(low + high - 2 * value) <= fmt.UNEVEN * (high - low)
        texts = [write(Interval(low, value, high)) for write in (fmt.around, fmt.signed_within, fmt.points_within)]
        assert not is_near or all("±" in text for text in texts), (low, value, high)
        assert all(("±" in text) != (" to " in text) for text in texts)
        assert "±" not in texts[0] or abs(low + high - 2 * value) <= max(fmt.UNEVEN * (high - low), 0.01 + 1e-9)


def test_no_share_stands_bare_whose_interval_is_wider_than_two_points_to_a_side() -> None:
    """Whatever it is compared with, and however near the ends of 0 to 100 %."""
    rng = np.random.default_rng(3)
    for _ in range(2000):
        low, value, high = np.sort(rng.random(3))
        share, usual = Interval(low, value, high), Interval(None, float(rng.random()), None)
        for text in (fmt.spoken(share), fmt.instead(share, usual)):
            wide = high - low >= 2 * fmt.WIDE
            assert not wide or text.startswith(("at least ", "at most ")) or "±" in text or " to " in text, (share, text)
        number = re.match(r"at (least|most) ([\d.]+) % instead of ([\d.]+) %", fmt.instead(share, usual))
        if number:
            end = float(number[2]) / 100
            assert (end <= low + 1e-9 and usual.known < low) if number[1] == "least" else (end >= high - 1e-9 and usual.known > high)
            assert number[2] != number[3]
