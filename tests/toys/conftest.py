"""The toy game's own tests find it installed; here it is made known to each of them."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _known(toy_game: object) -> None:
    """Nothing but the toy game."""
