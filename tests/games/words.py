"""What the tests of several games ask of words: the news of choices, the faults of fields, and fields that are read back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from simcli.errors import FaultsError
from simcli.sim.scenario import Table
from simcli.testing.under_test import give


def told(game: Table, text: str) -> list[str]:
    """What the words say of one choice."""
    before = game.fields()
    return game.text.events(before, give(game, text).fields())


def assert_news(game: Table, news: Mapping[str, Sequence[str] | None]) -> None:
    """Choices one after another, and what is said of each; None where that is not looked at."""
    for text, lines in news.items():
        found = told(game, text)
        assert lines is None or found == lines


def assert_fault(fault: str, setting: Callable[..., Table], *args: Any, **fields: Any) -> None:
    """The first fault, with its place and its hint, where these fields are set."""
    with pytest.raises(FaultsError) as error:
        setting(*args, **fields)
    found = error.value.faults[0]
    assert f"{'.'.join(map(str, found.path))}: {found.what}" + (f" ({found.hint})" if found.hint else "") == fault


def read_back(game: Table, other: Table, deal: int, named: Callable[[dict[str, Any]], Mapping[str, Any] | None]) -> Iterator[None]:
    """Plays a game at random and sets each position into another deal: fields, texts and points are the same there.

    `named` makes of all fields those to be set, None within a choice. Yields at each position, when both are there.
    """
    rng = np.random.default_rng(3)
    while not game.s["over"]:
        fields = game.fields()
        given = named(fields)
        if given is not None:
            other.deal(deal, 1)
            other.set(given)
            assert other.fields() == fields
            assert list(other.texts()) == list(game.texts())
            assert np.array_equal(other.results()[0], game.results()[0])
            yield
        game.apply(int(rng.choice(game.actions())))
