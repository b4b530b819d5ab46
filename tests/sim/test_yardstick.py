"""The unit of `simcli bench`. No time is asserted."""

from __future__ import annotations

import pytest

from simcli.sim.reference.yardstick import LOOP, C, Yardstick, amount_for, taken_over, yardstick


def test_the_playout_in_c_is_the_unit() -> None:
    with yardstick(quick=True) as unit:
        assert (unit.kind, unit.why) == (C, "")
        other = taken_over(**unit.handed())
        assert other.kind == C
        assert other.measure() > 0
    found = unit.to_json()
    assert found["kind"] == "c"
    assert found["games_per_second"] > 0


@pytest.mark.parametrize(
    ("cc", "why"),
    [
        ("false", "false: exit code 1"),
        ("no-such-cc -m64", "no-such-cc: No such file or directory"),
        ("true", "true: No such file or directory"),
    ],
)
def test_without_a_c_compiler_a_loop_is_the_unit(monkeypatch: pytest.MonkeyPatch, cc: str, why: str) -> None:
    monkeypatch.setenv("CC", cc)
    with yardstick(quick=True) as unit:
        assert (unit.kind, unit.why) == (LOOP, why)
        assert taken_over(**unit.handed()).kind == LOOP
        assert unit.measure() > 0
    assert unit.to_json()["kind"] == "loop"


def test_each_run_is_divided_by_what_was_measured_before_and_after_it() -> None:
    """So that an hour in which all is half as fast, or becomes so, shows in no figure."""
    seconds = iter((1.0, 1.0, 2.0, 2.0))
    unit = Yardstick(C, lambda amount: (amount, next(seconds)), amount=100)
    rates = (300.0, 225.0, 150.0)
    assert unit.in_turns(lambda i: rates[i], runs=3) == 3.0
    assert unit.measured == [100, 100, 50, 50]
    assert unit.per_second == 75


def test_more_of_a_fast_unit_is_played() -> None:
    assert amount_for(lambda amount: (amount, amount / 10_000), 0.5) == 5000
    assert amount_for(lambda amount: (amount, 0.0), 0.2) == 1_000_000
    assert amount_for(lambda amount: (amount, 1000.0), 0.2) == 1
