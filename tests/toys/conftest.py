"""The toy game is not installed where simcli's own tests run: it is made known to them here."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from simcli import games


@pytest.fixture(autouse=True)
def _known() -> Iterator[None]:
    from pig import GAME

    games.register(GAME)
    yield
    games._registered.pop("pig", None)
