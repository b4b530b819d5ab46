"""States of a coverage run: records with counts behind the game's own."""

from __future__ import annotations

import warnings
from typing import Any

import numba
from numba.core.registry import cpu_target
from numba.core.typeconv import Conversion

from simcli.engine import contract, layout
from simcli.engine.layout import observed


def test_a_state_that_counts_stands_for_one_of_a_run_without_a_warning(toy_game: Any) -> None:
    layout.load(toy_game)
    contract.make_known()
    given, taken = numba.from_dtype(observed(toy_game)), numba.from_dtype(toy_game.state.STATE)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert cpu_target.typing_context.can_convert(given, taken) == Conversion.safe
    assert cpu_target.typing_context.can_convert(taken, given) is None


def test_counts_lie_behind_what_a_run_has(toy_game: Any) -> None:
    counting, state = observed(toy_game), toy_game.state.STATE
    assert {name: counting.fields[name] for name in state.names} == dict(state.fields)
